"""The execution: steps, runs and blocks."""
import bisect

from . import _pva
from ._base import Item, by_tile, cached, cell, dense, detail, every, group, link, lone, named, part
from ._programs import IMPLICIT_SYNC, PROGRAM, PROGRAMS

# Frames with the bytes that the program of a step transfers.
EXCHANGES = ('internal-exchanges', 'global-exchanges', 'host-exchanges')


@named
class CycleRange(Item):
    """Cycles of the tiles, counted from the start of the trace: min, max and mean."""
    __slots__ = ()

    def __repr__(self):
        return f'<pva.CycleRange {self.min} to {self.max}>'


def _ends(low, high, middle, doc):
    """A CycleRange of its own columns."""
    space = {'__slots__': (), '__doc__': CycleRange.__doc__,
             'min': detail('cycles_base', 'Cycle of the first tile.', plus=low),
             'max': detail('cycles_base', 'Cycle of the last tile.', plus=high),
             'mean': detail('cycles_base', 'Mean cycle of the tiles.', plus=middle)}
    return part(named(type('CycleRange', (CycleRange,), space)), doc)


@named
class ActiveCycles(Item):
    """Start and end of a step on the active tiles."""
    __slots__ = ()

    cyclesFrom = _ends('active_cycles_from_min', 'active_cycles_from_max', 'active_cycles_from_mean',
                       'Cycles at which the active tiles start.')
    cyclesTo = _ends('active_cycles_to_min', 'active_cycles_to_max', 'active_cycles_to_mean',
                     'Cycles at which the active tiles end.')


@named
class AllCycles(Item):
    """End of a step on all tiles."""
    __slots__ = ()

    cyclesTo = _ends('all_cycles_to_min', 'all_cycles_to_max', 'all_cycles_to_mean', 'Cycles at which all tiles end.')


@named
class ExecutionStepIpu(Item):
    """A step on an IPU. All values are 0 for an IPU that took no part."""
    __slots__ = ()

    cycles = cell('step-cycles', 'cycles', absent=0)
    cyclesBase = detail('cycles_base', 'Cycle at which the first tile starts.')
    activeCycles = part(ActiveCycles, 'Start and end on the active tiles.')
    allCycles = part(AllCycles, 'End on all tiles.')
    activeTiles = detail('active_tiles')
    activeTileBalance = detail('active_tile_balance', absent=0.0)
    tileBalance = detail('tile_balance', absent=0.0)
    threadBalance = detail('thread_balance', absent=0.0)
    _cyclesId = detail('tile_cycles_id', absent=None)
    _step = cell('step-ipus', 'step')

    @property
    def ipu(self):
        """Number of the IPU."""
        return self._other

    @property
    def cyclesByTile(self):
        """Cycles of each tile of the IPU; empty if not recorded."""
        return by_tile(self._source, 'cycles', [self._cyclesId])

    def _bytes(self, column):
        if self._row < 0:
            return 0
        program = ExecutionStep(self._source, self._step).program
        frame = getattr(program, '_frame', None)
        row = program._exchange if frame in EXCHANGES else -1
        found = self._source.frame(frame)[column][row] if row >= 0 else None
        return found[self._other] if found is not None and self._other < len(found) else 0

    @property
    def dataIn(self):
        """Bytes that the tiles of the IPU receive."""
        return self._bytes('received_by_ipu')

    @property
    def dataOut(self):
        """Bytes that the tiles of the IPU send."""
        return self._bytes('sent_by_ipu')

    def __repr__(self):
        return f'<pva.ExecutionStepIpu {self._other}: {self.cycles} cycles>'


@named
class ExecutionStep(Item):
    """An executed step."""
    __slots__ = ()

    id = cell('steps', 'id')
    typeName = lone('steps', 'type_name')
    program = link(PROGRAM, 'steps', 'program', PROGRAMS, 'Program of the step; an ImplicitSyncProgram '
                   'for a step without a program.', absent=IMPLICIT_SYNC)
    ipus = dense(ExecutionStepIpu, 'step-ipus', 'step', 'ipu', ('target', 'num_ipus'),
                 'The step on each IPU, by number.')

    @property
    def computeSets(self):
        """The executed compute set, as a list of one or none."""
        found = getattr(self.program, 'computeset', None)
        return [found] if found is not None else []

    @property
    def cyclesByTile(self):
        """Cycles of each tile, IPU after IPU; 0 on IPUs that took no part."""
        return by_tile(self._source, 'cycles', [ipu._cyclesId for ipu in self.ipus])


def first_execution(program):
    """The first executed step of a program, on the first IPU that takes part."""
    source = program._source
    ids = source.frame('steps')['program']
    rows = cached(source, 'first steps of programs', lambda: {ids[row]: row for row in reversed(range(len(ids)))})
    row = rows.get(program._id)
    found = next((ipu for ipu in ExecutionStep(source, row).ipus if ipu._row >= 0), None) if row is not None else None
    if found is None:
        raise _pva.AbsentError(f'{source.path}: no execution of program {program._id} is recorded; see report.execution.steps')
    return found


@named
class Microseconds(Item):
    """Time on the host, in microseconds since 1970-01-01 UTC."""
    __slots__ = ()

    start = cell('runs', 'start')
    _elapsed = cell('runs', 'elapsed', absent=0)

    @property
    def end(self):
        """End of the run."""
        return self.start + self._elapsed


@named
class Run(Item):
    """A run of the engine."""
    __slots__ = ()

    id = cell('runs', 'id')
    name = cell('runs', 'name', absent='')
    microseconds = part(Microseconds, 'Start and end of the run.')
    steps = group(ExecutionStep, 'steps', 'run', 'Steps of the run, found by counting programs, as the file does not '
                  'record them; empty if several runs cannot be told apart.')
    numPrograms = cell('runs', 'num_programs')

    @property
    def cyclesByIpu(self):
        """Cycles of the run on each IPU, from the start of its first step to the end of its last step; 0 for an IPU that
        took no part. Empty if the cycles or the steps of the run are not recorded."""
        source, steps = self._source, self.steps
        rows = _or_empty(lambda: source.frame('step-ipus'), None)
        if not steps or not rows:
            return source.numbers(())
        mine = range(bisect.bisect_left(rows['step'], steps[0]._row), bisect.bisect_right(rows['step'], steps[-1]._row))
        n, ipus = sum(source.frame('execution-ipus')['seen']), rows['ipu']

        def ends(rows):
            """The step that each IPU has first."""
            found = {}
            for row in rows:
                found.setdefault(ipus[row], row)
                if len(found) == n:
                    break
            return {ipu: ExecutionStepIpu(source, row, ipu) for ipu, row in found.items()}
        first, last = ends(mine), ends(reversed(mine))
        cycles = {ipu: last[ipu].allCycles.cyclesTo.max - first[ipu].cyclesBase for ipu in first}
        all_ipus = range(source.frame('target')['num_ipus'][0] if cycles else 0)
        return source.numbers([cycles.get(ipu, 0) for ipu in all_ipus])

    def __repr__(self):
        return f'<pva.Run {self.id} {self.name!r}>'


@named
class TotalCycles(Item):
    """Cycles of the whole execution."""
    __slots__ = ()

    @property
    def total(self):
        """Cycles from the first start to the last end of a tile; 0 if nothing was executed."""
        return _or_empty(lambda: self._source.frame('execution')['cycles'][0], 0)

    @property
    def byName(self):
        """Totals over tiles and steps as recorded, by the names of the file: {"tile_cycles_compute": …}."""
        frame = _or_empty(lambda: self._source.frame('execution-totals'), None)
        return dict(zip(frame['name'], frame['value'])) if frame else {}


@named
class Block(Item):
    """A block of lightweight profiling: a range of cycles of a tile."""
    __slots__ = ()

    program = link(PROGRAM, 'blocks', 'id', PROGRAMS, 'Measured program (inferred), or None.')
    tile = lone('blocks', 'tile')
    cyclesFrom = cell('blocks', 'from')
    cyclesTo = lone('blocks', 'to')
    _type = cell('blocks', 'type')

    isCommon = property(lambda self: self._type == 0, doc='Whether the block measures a part of a program.')
    isStreamCopy = property(lambda self: self._type == 1, doc='Whether the block is a copy from or to the host.')
    isOverflow = property(lambda self: self._type == 2, doc='Whether the buffer was full and nothing was measured.')
    isAnonymous = property(lambda self: self._type == 3, doc='Whether the block has no ID.')
    isBlockFlush = property(lambda self: self._type == 4, doc='Whether the block is a flush of the buffer to the host.')


def _or_empty(get, empty):
    """The result of get (), or `empty` if the data is absent: as in libpva, absent means not executed."""
    try:
        return get()
    except _pva.AbsentError:
        return empty


@named
class ExecutionReport(Item):
    """The execution; empty if nothing was executed."""
    __slots__ = ()

    _steps = every(ExecutionStep, 'steps', 'All executed steps.')
    _runs = every(Run, 'runs', 'All runs.')
    totalCycles = part(TotalCycles, 'Cycles of the whole execution.')

    @property
    def steps(self):
        """All executed steps."""
        return _or_empty(lambda: self._steps, self._source.rows(ExecutionStep, 0, 0))

    @property
    def runs(self):
        """All runs of the engine."""
        return _or_empty(lambda: self._runs, self._source.rows(Run, 0, 0))

    def blocks(self, tile):
        """Blocks of lightweight profiling of a tile."""
        frame = _or_empty(lambda: self._source.frame('block-tiles'), None)
        if frame:
            tiles, firsts = frame['tile'], frame['first']
            for row, number in enumerate(tiles):
                if number == tile:
                    end = firsts[row + 1] if row + 1 < len(firsts) else self._source.frame('blocks').rows
                    return self._source.rows(Block, firsts[row], end - firsts[row])
        return self._source.rows(Block, 0, 0)

    @property
    def blockTiles(self):
        """Numbers of the tiles with blocks."""
        frame = _or_empty(lambda: self._source.frame('block-tiles'), None)
        return list(frame['tile']) if frame else []
