"""Variables, compute sets and programs."""
from . import _pva
from ._base import Item, by_tile, cell, group, link, linked, lone, named, numbers, row_link
from ._enums import ProgramType
from ._memory import VertexType

VARIABLES = ('variables', 'id')
COMPUTE_SETS = ('compute-sets', 'id')
PROGRAMS = ('programs', 'id')


# ---- variables --------------------------------------------------------------------------------------


@named
class StepRange(Item):
    """Steps of the program tree at which variables are live: start is the first, end the one after the last."""
    __slots__ = ()

    start = cell('class-ranges', 'from', 'The first step.')
    end = cell('class-ranges', 'to', 'The step after the last.')


@named
class EquivalenceClass(Item):
    """Variables that live and die together."""
    __slots__ = ()

    id = cell('classes', 'id', 'Its id.')
    alwaysLive = cell('classes', 'always_live', 'Whether they are live at every step.')
    steps = group(StepRange, 'class-ranges', 'equivalence_class', 'Ranges of steps at which they are live.',
                  to=('classes', 'id'))


@named
class NoEquivalenceClass(EquivalenceClass):
    """What stands for the class of a variable that is not allocated: it is never live."""
    __slots__ = ()

    id = 0
    alwaysLive = False
    steps = ()


@named
class BriefVariable(Item):
    """A lowered variable, without what has to be read for its tile."""
    __slots__ = ()

    id = cell('variables', 'id', 'Its id.')
    _id = cell('variables', 'id', 'Its id.')
    bytes = cell('variables', 'size', 'Its bytes; 0 where it is not allocated.')
    tileId = lone('variables', 'tile', 'The number of its tile.')
    offset = cell('variables', 'offset', "Where it begins in the tile's memory, in bytes.")
    equivalenceClass = link(EquivalenceClass, 'variables', 'equivalence_class', ('classes', 'id'),
                            'Variables that live and die with it.', absent=NoEquivalenceClass)


@named
class UnloweredVariable:
    """What a lowered variable was before it was put on tiles. Its id is of a numbering of its own."""
    __slots__ = ('_id', '_source')

    def __init__(self, source, number):
        self._id, self._source = number, source

    def __eq__(self, other):
        return type(other) is UnloweredVariable and (self._id, self._source) == (other._id, other._source)

    def __hash__(self):
        return hash((UnloweredVariable, self._id))

    def __repr__(self):
        return f'<pva.UnloweredVariable {self._id}>'


@named
class Variable(BriefVariable):
    """A lowered variable: it lies on one tile."""
    __slots__ = ()

    def _on_tile(self, column):
        tile = self.tileId
        first = self._source.frame('variable-tiles')['first'][tile]
        return self._source.frame('tile-variables', tile)[column][self._row - first]

    @property
    def name(self):
        """Its name, put together as poplar does it."""
        return self._on_tile('name')

    @property
    def alignment(self):
        """What its offset divides by."""
        return self._on_tile('alignment')

    @property
    def alwaysLive(self):
        """Whether it is live at every step: its class decides."""
        return bool(self.equivalenceClass.alwaysLive)

    @property
    def hasUnloweredVar(self):
        """Whether the file says what it was before it was put on tiles."""
        return self._unlowered is not None

    @property
    def unloweredVar(self):
        """That UnloweredVariable, or None."""
        return UnloweredVariable(self._source, self._unlowered) if self.hasUnloweredVar else None

    @property
    def category(self):
        """The name of its category."""
        return self._source.frame('variable-categories')['name'][self._categoryRow]

    _unlowered = cell('variables', 'unlowered', 'unlowered_var_id')
    _categoryRow = cell('variables', 'category', 'Row of the frame variable-categories.')

    def __repr__(self):
        return f'<pva.Variable {self._id}>'


@named
class LoweredVariables(Item):
    """All lowered variables."""
    __slots__ = ()

    @property
    def allBriefVars(self):
        """All of them, by tile and id; none where the report did not record them."""
        return self._source.rows(BriefVariable, 0, self._source.frame('variables').rows)

    @property
    def allVars(self):
        """The same with names."""
        return self._source.rows(Variable, 0, self._source.frame('variables').rows)

    def forTile(self, tile):
        """Those of a tile, by its number."""
        first = self._source.frame('variable-tiles')['first']
        if not 0 <= tile < len(first) - 1:
            raise IndexError(f'tile {tile} has no variables: there are {max(len(first) - 1, 0)} tiles')
        return self._source.rows(Variable, first[tile], first[tile + 1] - first[tile])


# ---- compute sets -----------------------------------------------------------------------------------


@named
class ComputeSetVertex(Item):
    """A type of vertex in a compute set."""
    __slots__ = ()

    type = row_link(VertexType, 'vertex-instances', 'vertex_type', 'Its VertexType.')
    countByTile = numbers('vertex-instances', 'vertices', 'How many there are on each tile.')


@named
class ComputeSet(Item):
    """Vertices that are executed at once."""
    __slots__ = ()

    _id = cell('compute-sets', 'id', 'Its id.')
    name = cell('compute-sets', 'name', 'Its name.', absent='')
    vertices = group(ComputeSetVertex, 'vertex-instances', 'compute_set',
                     'Its types of vertices, each with how many there are on each tile.')
    vars = linked(Variable, 'compute-sets', 'variables', VARIABLES, 'The lowered variables that it touches.')
    numEdges = cell('compute-sets', 'edges', 'Edges of its vertices.')
    estimatedFlopsByTile = numbers('compute-sets', 'estimated_flops',
                                   'FLOPs on each tile as the compiler estimates; empty where not recorded.')

    @property
    def cyclesByTile(self):
        """Cycles on each tile as they were measured; empty where they were not."""
        return by_tile(self._source, 'cycles', self._cycleIds)

    @property
    def estimatedCyclesByTile(self):
        """Cycles on each tile as the compiler estimates; empty where not recorded."""
        return by_tile(self._source, 'estimates', self._estimateIds)

    _cycleIds = numbers('compute-sets', 'cycle_ids', 'Keys of the frame cycles.')
    _estimateIds = numbers('compute-sets', 'estimate_ids', 'Keys of the frame estimates.')

    def __repr__(self):
        return f'<pva.ComputeSet {self._id} {self.name!r}>'


# ---- programs ---------------------------------------------------------------------------------------


@named
class Program(Item):
    """A program of the tree: a step of what the engine can be told to do."""
    __slots__ = ()
    Type = ProgramType
    _visit = 'visitUnknown'

    type = ProgramType.Unknown
    _id = cell('programs', 'id', 'Its id.')
    typeName = cell('programs', 'type', 'Its type as the file calls it.')
    name = cell('programs', 'name', 'Its name as the file has it; of OnTileExecute that of the compute set.', absent='')
    controlCodeByTile = numbers('programs', 'control_code',
                                'Bytes of control code on each tile, with that of its children.')
    vars = ()
    accept = _pva.Item._accept

    @property
    def debugContext(self):
        """The DebugContext it was made in, or None."""
        from ._debug import context_of
        return context_of(self._source, self._debugId)

    _debugId = cell('programs', 'debug_id', 'Its debug context; 0: none.', absent=0)

    def __repr__(self):
        return f'<pva.{type(self).__name__} {self._id} {self.name!r}>'


def _exchange_value(name, column, doc):
    """A list of the exchange that a program is."""
    def get(self):
        row = self._exchange
        if row < 0:
            return self._source.numbers(())
        found = self._source.frame(self._frame)[column][row]
        return found if found is not None else self._source.numbers(())
    get.__name__ = name
    return property(get, doc=doc)


def _variables_of_regions(source, ids):
    """Lowered variables of the regions with these ids, each once, by id."""
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

    _variant = cell('programs', 'variant_index', 'Id of its exchange.')
    bytesReceivedByTile = _exchange_value('bytesReceivedByTile', 'received', 'Bytes that each tile receives.')
    bytesSentByTile = _exchange_value('bytesSentByTile', 'sent', 'Bytes that each tile sends.')
    bytesReceivedByIpu = _exchange_value('bytesReceivedByIpu', 'received_by_ipu', 'Bytes that each IPU receives.')
    bytesSentByIpu = _exchange_value('bytesSentByIpu', 'sent_by_ipu', 'Bytes that each IPU sends.')
    codeBytesByTile = _exchange_value('codeBytesByTile', 'code', 'Bytes of its code on each tile; of DoExchange only.')
    _estimateIds = _exchange_value('_estimateIds', 'estimate_ids', 'Keys of the frame estimates.')

    @property
    def estimatedCyclesByTile(self):
        """Cycles on each tile as the compiler estimates; empty where not recorded."""
        return by_tile(self._source, 'estimates', self._estimateIds)

    def _region_ids(self):
        row = self._exchange
        if row >= 0:
            frame = self._source.frame(self._frame)
            yield from (frame['source_regions'][row], frame['destination_regions'][row])

    @property
    def vars(self):
        """The lowered variables that it sends and receives, each once."""
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

    def __getattr__(self, name):
        # A public script asks for these of the program that its visitor is given.
        why = ': it may be executed many times. See activeCycles in ExecutionStep.ipus' \
            if name in ('cyclesFrom', 'cyclesTo') else ''
        raise AttributeError(f'GlobalExchangeProgram has no attribute {name}{why}')


@named
class HostStream(Item):
    """A stream of an exchange with the host."""
    __slots__ = ()

    name = cell('host-streams', 'stream', 'Its name.')
    toHost = cell('host-streams', 'to_host', 'Whether it goes to the host.')
    isRemoteBuffer = cell('host-streams', 'remote_buffer', 'Whether it is one of a remote buffer.')


@named
class StreamCopyMidProgram(ExchangeProgram):
    """The part of a copy from or to the host that moves its bytes."""
    __slots__ = ()
    _frame, _visit, type = 'host-exchanges', 'visitStreamCopyMid', ProgramType.StreamCopyMid

    @property
    def streams(self):
        """Its streams."""
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

    computeset = link(ComputeSet, 'programs', 'compute_set', COMPUTE_SETS, 'Its ComputeSet, or None.')

    @property
    def vars(self):
        """The lowered variables that its compute set touches."""
        found = self.computeset
        return found.vars if found is not None else ()


@named
class RepeatProgram(Program):
    """A loop."""
    __slots__ = ()
    _visit, type = 'visitRepeat', ProgramType.Repeat

    repeatCount = cell('programs', 'detail', 'How often, where that is hard-coded; else None.')


@named
class CallProgram(Program):
    """A call of a function."""
    __slots__ = ()
    _visit, type = 'visitCall', ProgramType.Call

    functionId = cell('programs', 'detail', "The function's id.")

    @property
    def target(self):
        """The program that it calls, or None."""
        frame, number = self._source.frame('functions'), self.functionId
        for row, found in enumerate(frame['id']):
            if found == number:
                place = self._source.find('programs', frame['program'][row])
                return self._source.rows(PROGRAM, place, 1)[0] if place >= 0 else None
        return None


@named
class SyncProgram(Program):
    """A sync that a program asks for. Its name says which: External, Internal …"""
    __slots__ = ()
    _visit, type = 'visitSync', ProgramType.Sync

    syncType = cell('programs', 'sync_type', 'Which sync.', absent='')

    @property
    def name(self):
        """Its own name, else which sync it is."""
        return self._ownName or self.syncType

    _ownName = cell('programs', 'name', 'Its name.', absent='')


@named
class ImplicitSyncProgram(SyncProgram):
    """A sync that no program asks for: that of an executed step without a program."""
    __slots__ = ()

    _id = None
    typeName = 'Sync'
    children = ()
    syncType = cell('steps', 'sync_type', 'Which sync.', absent='')
    _ownName = ''
    _debugId = 0

    @property
    def controlCodeByTile(self):
        """Nothing is known of its code."""
        return self._source.numbers(())

    def __repr__(self):
        return f'<pva.ImplicitSyncProgram {self.name!r}>'


def _plain(kind, doc, **more):
    """A class for a type of program that has nothing of its own."""
    space = {'__slots__': (), '__doc__': doc, '_visit': f'visit{kind.name}', 'type': kind, **more}
    return named(type(f'{kind.name}Program', (Program,), space))


_on_tiles = numbers('programs', 'tiles', 'Numbers of the tiles it is for.')
SequenceProgram = _plain(ProgramType.Sequence, 'Programs one after the other.')
RepeatWhileProgram = _plain(ProgramType.RepeatWhile, 'A loop with a condition.')
IfProgram = _plain(ProgramType.If, 'One of two programs.')
SwitchProgram = _plain(ProgramType.Switch, 'One of several programs.')
OnEveryTileSwitchProgram = _plain(ProgramType.OnEveryTileSwitch, 'One of several programs, as the host says.')
StreamCopyBeginProgram = _plain(ProgramType.StreamCopyBegin, 'The begin of a copy from or to the host.')
StreamCopyEndProgram = _plain(ProgramType.StreamCopyEnd, 'The end of a copy from or to the host.')
WriteUndefProgram = _plain(ProgramType.WriteUndef, 'Says that variables need not be kept.')
SetLocalConsensusFromVarProgram = _plain(ProgramType.SetLocalConsensusFromVar, 'Sets what tiles agree on.')
SansProgram = _plain(ProgramType.Sans, 'Begin of a sync without waiting.', tiles=_on_tiles)
SyncAnsProgram = _plain(ProgramType.SyncAns, 'End of a sync without waiting.', tiles=_on_tiles)

CLASSES = {cls.type.name: cls for cls in (
    SequenceProgram, OnTileExecuteProgram, RepeatProgram, RepeatWhileProgram, IfProgram, SwitchProgram, CallProgram,
    OnEveryTileSwitchProgram, DoExchangeProgram, GlobalExchangeProgram, CodeCopyProgram, StreamCopyBeginProgram,
    StreamCopyMidProgram, StreamCopyEndProgram, WriteUndefProgram, SetLocalConsensusFromVarProgram, SyncProgram,
    SansProgram, SyncAnsProgram)}
# A program is of the class of its type.
PROGRAM = _pva.Variants('programs', 'type', CLASSES, Program)
Program.children = linked(PROGRAM, 'programs', 'children', PROGRAMS, 'The programs below it.')
