"""Variables, compute sets and programs."""
import operator

from . import _pva
from ._base import Item, by_tile, cached, cell, group, link, linked, lone, named, numbers, row_link, sentence
from ._enums import ProgramType
from ._memory import VertexType

VARIABLES = ('variables', 'id')
COMPUTE_SETS = ('compute-sets', 'id')
PROGRAMS = ('programs', 'id')


# ---- variables --------------------------------------------------------------------------------------


@named
class StepRange(Item):
    """A range of program steps at which variables are live: from start, end excluded."""
    __slots__ = ()

    start = cell('class-ranges', 'from')
    end = cell('class-ranges', 'to')


@named
class EquivalenceClass(Item):
    """An equivalence class: variables that are live at the same steps."""
    __slots__ = ()

    id = cell('classes', 'id')
    alwaysLive = cell('classes', 'always_live')
    steps = group(StepRange, 'class-ranges', 'equivalence_class', 'Ranges of steps at which the variables are live.',
                  to=('classes', 'id'))


@named
class NoEquivalenceClass(EquivalenceClass):
    """The class of a variable that is not allocated: never live."""
    __slots__ = ()

    id = 0
    alwaysLive = False
    steps = ()


@named
class BriefVariable(Item):
    """A lowered variable, without the attributes that are read by tile."""
    __slots__ = ()

    id = cell('variables', 'id')
    _id = cell('variables', 'id')
    bytes = cell('variables', 'size')
    tileId = lone('variables', 'tile')
    offset = cell('variables', 'offset')
    equivalenceClass = link(EquivalenceClass, 'variables', 'equivalence_class', ('classes', 'id'),
                            'Equivalence class of the variable.', absent=NoEquivalenceClass)


def _kinds(source, table, place):
    """Key of the kind by ID, of the rows of a table of variables that have one."""
    def make():
        rows = source.table(table, place)
        return {number: kind for number, kind in zip(rows['id'], rows['kind']) if number is not None and kind}
    return cached(source, ('kinds', table, place), make)


@named
class UnloweredVariable:
    """The program variable that a lowered variable is a part of. IDs are numbered separately."""
    __slots__ = ('_id', '_source')

    def __init__(self, source, number):
        self._id, self._source = number, source

    def __eq__(self, other):
        return type(other) is UnloweredVariable and (self._id, self._source) == (other._id, other._source)

    def __hash__(self):
        return hash((UnloweredVariable, self._id))

    @property
    def kind(self):
        """Purpose of most of its bytes, for example "weights", as the table kinds has it; None without liveness.

        Beyond libpva."""
        return _kinds(self._source, 'variables', None).get(self._id)

    def __repr__(self):
        return f'<pva.UnloweredVariable {self._id}>'


@named
class Variable(BriefVariable):
    """A lowered variable, on one tile."""
    __slots__ = ()

    def _on_tile(self, column):
        tile = self.tileId
        first = self._source.frame('variable-tiles')['first'][tile]
        return self._source.frame('tile-variables', tile)[column][self._row - first]

    @property
    def name(self):
        """Name of the variable, composed as Poplar does."""
        return self._on_tile('name')

    @property
    def alignment(self):
        """Alignment of the offset in bytes."""
        return self._on_tile('alignment')

    @property
    def alwaysLive(self):
        """Whether the variable is live at every step; the class decides."""
        return bool(self.equivalenceClass.alwaysLive)

    @property
    def hasUnloweredVar(self):
        """Whether the file records the program variable."""
        return self._unlowered is not None

    @property
    def unloweredVar(self):
        """The program variable as an UnloweredVariable, or None."""
        return UnloweredVariable(self._source, self._unlowered) if self.hasUnloweredVar else None

    @property
    def category(self):
        """Name of the category."""
        return self._source.frame('variable-categories')['name'][self._categoryRow]

    @property
    def kind(self):
        """Purpose of the variable, for example "weights" or "exchange", as the table kinds has it; None without liveness.

        The first call for a tile reads its variables. Beyond libpva."""
        return _kinds(self._source, 'tile-variables', f'memory?tile={self.tileId}').get(self._id)

    _unlowered = cell('variables', 'unlowered')
    _categoryRow = cell('variables', 'category')

    def __repr__(self):
        return f'<pva.Variable {self._id}>'


@named
class LoweredVariables(Item):
    """All lowered variables."""
    __slots__ = ()

    @property
    def allBriefVars(self):
        """All lowered variables, by tile and ID; empty if not recorded."""
        return self._source.rows(BriefVariable, 0, self._source.frame('variables').rows)

    @property
    def allVars(self):
        """All lowered variables with names, by tile and ID."""
        return self._source.rows(Variable, 0, self._source.frame('variables').rows)

    def forTile(self, tile):
        """Lowered variables of a tile, by its number."""
        tile, first = operator.index(tile), self._source.frame('variable-tiles')['first']
        if not 0 <= tile < len(first) - 1:
            raise IndexError(f'tile {tile} has no variables; tiles with variables: {max(len(first) - 1, 0)}')
        return self._source.rows(Variable, first[tile], first[tile + 1] - first[tile])


# ---- compute sets -----------------------------------------------------------------------------------


@named
class ComputeSetVertex(Item):
    """A vertex type in a compute set."""
    __slots__ = ()

    type = row_link(VertexType, 'vertex-instances', 'vertex_type', 'The VertexType.')
    countByTile = numbers('vertex-instances', 'vertices')


@named
class ComputeSet(Item):
    """A compute set: vertices that are executed together."""
    __slots__ = ()

    _id = cell('compute-sets', 'id')
    name = cell('compute-sets', 'name', absent='')
    vertices = group(ComputeSetVertex, 'vertex-instances', 'compute_set',
                     'Vertex types, each with the number of vertices on each tile.')
    vars = linked(Variable, 'compute-sets', 'variables', VARIABLES, 'Lowered variables that the compute set uses.')
    numEdges = cell('compute-sets', 'edges')
    estimatedFlopsByTile = numbers('compute-sets', 'estimated_flops')

    @property
    def cyclesByTile(self):
        """Measured cycles on each tile; empty if not recorded."""
        return by_tile(self._source, 'cycles', self._cycleIds)

    @property
    def estimatedCyclesByTile(self):
        """Cycles on each tile, estimated by the compiler; empty if not recorded."""
        return by_tile(self._source, 'estimates', self._estimateIds)

    _cycleIds = numbers('compute-sets', 'cycle_ids')
    _estimateIds = numbers('compute-sets', 'estimate_ids')

    def __repr__(self):
        return f'<pva.ComputeSet {self._id} {self.name!r}>'


# ---- programs ---------------------------------------------------------------------------------------


@named
class Program(Item):
    """A program of the program tree."""
    __slots__ = ()
    Type = ProgramType
    _visit = 'visitUnknown'

    type = ProgramType.Unknown
    _id = cell('programs', 'id')
    typeName = cell('programs', 'type')
    name = cell('programs', 'name', absent='')
    controlCodeByTile = numbers('programs', 'control_code')
    accept = _pva.Item._accept

    @property
    def vars(self):
        """Lowered variables that the program exchanges, copies or computes on; here none."""
        return ()

    @property
    def debugContext(self):
        """The DebugContext that created the program, or None."""
        from ._debug import context_of
        return context_of(self._source, self._debugId)

    _debugId = cell('programs', 'debug_id', absent=0)

    def __repr__(self):
        return f'<pva.{type(self).__name__} {self._id} {self.name!r}>'


def _exchange_value(name, column):
    """A list of the exchange of a program. The frames of exchanges have the same columns."""
    def get(self):
        row = self._exchange
        if row < 0:
            return self._source.numbers(())
        found = self._source.frame(self._frame)[column][row]
        return found if found is not None else self._source.numbers(())
    get.__name__ = name
    return property(get, doc=sentence('internal-exchanges', column))


def _variables_of_regions(source, ids):
    """Lowered variables of the regions with these IDs, each once, by ID."""
    found = set()
    for number in ids:
        if number is not None:
            found.update(source.frame('regions', number)['variable'])
    rows = (source.find('variables', v) for v in sorted(found))
    return source.rows(Variable, source.numbers([row for row in rows if row >= 0]))


@named
class ExchangeProgram(Program):
    """A program that moves bytes between tiles, IPUs or the host."""
    __slots__ = ()
    _frame = None

    @property
    def _exchange(self):
        number = self._variant
        return self._source.find(self._frame, number) if number is not None else -1

    _variant = cell('programs', 'variant_index')
    bytesReceivedByTile = _exchange_value('bytesReceivedByTile', 'received')
    bytesSentByTile = _exchange_value('bytesSentByTile', 'sent')
    bytesReceivedByIpu = _exchange_value('bytesReceivedByIpu', 'received_by_ipu')
    bytesSentByIpu = _exchange_value('bytesSentByIpu', 'sent_by_ipu')
    codeBytesByTile = _exchange_value('codeBytesByTile', 'code')
    _estimateIds = _exchange_value('_estimateIds', 'estimate_ids')

    @property
    def estimatedCyclesByTile(self):
        """Cycles on each tile, estimated by the compiler; empty if not recorded."""
        return by_tile(self._source, 'estimates', self._estimateIds)

    def _region_ids(self):
        row = self._exchange
        if row >= 0:
            frame = self._source.frame(self._frame)
            yield from (frame['source_regions'][row], frame['destination_regions'][row])

    @property
    def vars(self):
        """Lowered variables that the exchange sends and receives, each once."""
        return _variables_of_regions(self._source, self._region_ids())


@named
class DoExchangeProgram(ExchangeProgram):
    """An exchange between the tiles of an IPU."""
    __slots__ = ()
    _frame, _visit, type = 'internal-exchanges', 'visitDoExchange', ProgramType.DoExchange


@named
class GlobalExchangeProgram(ExchangeProgram):
    """An exchange between IPUs."""
    __slots__ = ()
    _frame, _visit, type = 'global-exchanges', 'visitGlobalExchange', ProgramType.GlobalExchange

    @property
    def _active(self):
        from ._execution import first_execution
        return first_execution(self).activeCycles

    @property
    def cyclesFrom(self):
        """Cycles at which the active tiles start, in the first execution and on the first IPU that takes part in it.

        ExecutionStep.ipus has each execution on each IPU."""
        return self._active.cyclesFrom

    @property
    def cyclesTo(self):
        """Cycles at which the active tiles end, as cyclesFrom."""
        return self._active.cyclesTo


@named
class HostStream(Item):
    """A stream of an exchange with the host."""
    __slots__ = ()

    name = cell('host-streams', 'stream')
    toHost = cell('host-streams', 'to_host')
    isRemoteBuffer = cell('host-streams', 'remote_buffer')


@named
class StreamCopyMidProgram(ExchangeProgram):
    """The part of a copy from or to the host that moves its bytes."""
    __slots__ = ()
    _frame, _visit, type = 'host-exchanges', 'visitStreamCopyMid', ProgramType.StreamCopyMid

    @property
    def streams(self):
        """Streams of the copy."""
        frame, number = self._source.frame('host-streams'), self._variant
        rows = [r for r, e in enumerate(frame['exchange']) if e == number]
        return self._source.rows(HostStream, self._source.numbers(rows))

    def _region_ids(self):
        frame, number = self._source.frame('host-streams'), self._variant
        yield from (frame['regions'][r] for r, e in enumerate(frame['exchange']) if e == number)


@named
class CodeCopyProgram(ExchangeProgram):
    """A copy of code."""
    __slots__ = ()
    _frame, _visit, type = 'code-copies', 'visitCodeCopy', ProgramType.CodeCopy


@named
class OnTileExecuteProgram(Program):
    """The execution of a compute set."""
    __slots__ = ()
    _visit, type = 'visitOnTileExecute', ProgramType.OnTileExecute

    computeset = link(ComputeSet, 'programs', 'compute_set', COMPUTE_SETS, 'The ComputeSet, or None.')

    @property
    def vars(self):
        """Lowered variables that the compute set uses."""
        found = self.computeset
        return found.vars if found is not None else ()


@named
class RepeatProgram(Program):
    """A loop."""
    __slots__ = ()
    _visit, type = 'visitRepeat', ProgramType.Repeat

    repeatCount = cell('programs', 'detail', 'Number of repetitions, if hard-coded; else None.')


@named
class CallProgram(Program):
    """A call of a function."""
    __slots__ = ()
    _visit, type = 'visitCall', ProgramType.Call

    functionId = cell('programs', 'detail', 'ID of the function.')

    @property
    def target(self):
        """The called program, or None."""
        frame, number = self._source.frame('functions'), self.functionId
        for row, found in enumerate(frame['id']):
            if found == number:
                place = self._source.find('programs', frame['program'][row])
                return self._source.rows(PROGRAM, place, 1)[0] if place >= 0 else None
        return None


@named
class SyncProgram(Program):
    """A sync of the program tree. A sync without a name is named after its kind, for example External."""
    __slots__ = ()
    _visit, type = 'visitSync', ProgramType.Sync

    syncType = cell('programs', 'sync_type', absent='')

    @property
    def name(self):
        """Name of the sync, else the kind of the sync."""
        return self._ownName or self.syncType

    _ownName = cell('programs', 'name', absent='')


@named
class ImplicitSyncProgram(SyncProgram):
    """An implicit sync: the sync of an executed step without a program."""
    __slots__ = ()

    _id = None
    typeName = 'Sync'
    children = ()
    syncType = cell('steps', 'sync_type', absent='')
    _ownName = ''
    _debugId = 0

    @property
    def controlCodeByTile(self):
        """Empty: the code of implicit syncs is not recorded."""
        return self._source.numbers(())

    def __repr__(self):
        return f'<pva.ImplicitSyncProgram {self.name!r}>'


# In libpva an implicit sync has the base class: scripts check type (step.program).__name__ == 'Program'.
IMPLICIT_SYNC = named(type('Program', (ImplicitSyncProgram,), {'__slots__': (), '__doc__': ImplicitSyncProgram.__doc__}))


def _plain(kind, doc, **more):
    """A class for a type of program without attributes of its own."""
    space = {'__slots__': (), '__doc__': doc, '_visit': f'visit{kind.name}', 'type': kind, **more}
    return named(type(f'{kind.name}Program', (Program,), space))


_on_tiles = numbers('programs', 'tiles')
SequenceProgram = _plain(ProgramType.Sequence, 'Programs in sequence.')
RepeatWhileProgram = _plain(ProgramType.RepeatWhile, 'A loop with a condition.')
IfProgram = _plain(ProgramType.If, 'One of two programs.')
SwitchProgram = _plain(ProgramType.Switch, 'One of several programs.')
OnEveryTileSwitchProgram = _plain(ProgramType.OnEveryTileSwitch, 'One of several programs, selected by the host.')
StreamCopyBeginProgram = _plain(ProgramType.StreamCopyBegin, 'The begin of a copy from or to the host.')
StreamCopyEndProgram = _plain(ProgramType.StreamCopyEnd, 'The end of a copy from or to the host.')
WriteUndefProgram = _plain(ProgramType.WriteUndef, 'Marks variables whose values need not be kept.')
SetLocalConsensusFromVarProgram = _plain(ProgramType.SetLocalConsensusFromVar, 'Sets a value that tiles agree on.')
SansProgram = _plain(ProgramType.Sans, 'Begin of a sync without waiting.', tiles=_on_tiles)
SyncAnsProgram = _plain(ProgramType.SyncAns, 'End of a sync without waiting.', tiles=_on_tiles)

CLASSES = {cls.type.name: cls for cls in (
    SequenceProgram, OnTileExecuteProgram, RepeatProgram, RepeatWhileProgram, IfProgram, SwitchProgram, CallProgram,
    OnEveryTileSwitchProgram, DoExchangeProgram, GlobalExchangeProgram, CodeCopyProgram, StreamCopyBeginProgram,
    StreamCopyMidProgram, StreamCopyEndProgram, WriteUndefProgram, SetLocalConsensusFromVarProgram, SyncProgram,
    SansProgram, SyncAnsProgram)}
# Selects the class of a program by its type.
PROGRAM = _pva.Variants('programs', 'type', CLASSES, Program)
Program.children = linked(PROGRAM, 'programs', 'children', PROGRAMS, 'Direct children of the program.')
