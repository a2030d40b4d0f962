"""What was executed."""
from . import _pva
from ._base import Item, by_tile, cell, dense, detail, every, group, link, lone, named, part
from ._programs import PROGRAM, PROGRAMS, ImplicitSyncProgram

# Where the bytes of a step's program are.
EXCHANGES = ('internal-exchanges', 'global-exchanges', 'host-exchanges')


@named
class CycleRange(Item):
    """Cycles of the tiles, counted from the begin of the trace: min, max and mean."""
    __slots__ = ()

    def __repr__(self):
        return f'<pva.CycleRange {self.min} to {self.max}>'


def _ends(low, high, middle, doc):
    """A CycleRange of its own columns."""
    space = {'__slots__': (), '__doc__': CycleRange.__doc__,
             'min': detail('cycles_base', 'Of the first tile.', plus=low),
             'max': detail('cycles_base', 'Of the last tile.', plus=high),
             'mean': detail('cycles_base', 'The mean over the tiles.', plus=middle)}
    return part(named(type('CycleRange', (CycleRange,), space)), doc)


@named
class ActiveCycles(Item):
    """When the tiles that work begin and end a step."""
    __slots__ = ()

    cyclesFrom = _ends('active_cycles_from_min', 'active_cycles_from_max', 'active_cycles_from_mean',
                       'When they begin.')
    cyclesTo = _ends('active_cycles_to_min', 'active_cycles_to_max', 'active_cycles_to_mean', 'When they end.')


@named
class AllCycles(Item):
    """When all tiles end a step."""
    __slots__ = ()

    cyclesTo = _ends('all_cycles_to_min', 'all_cycles_to_max', 'all_cycles_to_mean', 'When they end.')


@named
class ExecutionStepIpu(Item):
    """A step on an IPU. Of one that took no part all is 0."""
    __slots__ = ()

    cycles = cell('step-cycles', 'cycles', 'Cycles of the tile that takes longest.', absent=0)
    cyclesBase = detail('cycles_base', 'When its first tile begins.')
    activeCycles = part(ActiveCycles, 'When the tiles that work begin and end.')
    allCycles = part(AllCycles, 'When all tiles end.')
    activeTiles = detail('active_tiles', 'Tiles with more than 0 cycles.')
    activeTileBalance = detail('active_tile_balance', 'Mean over the tiles that work, by cycles.', absent=0.0)
    tileBalance = detail('tile_balance', 'Mean over all tiles, by cycles.', absent=0.0)
    threadBalance = detail('thread_balance', 'Of the threads of the tiles.', absent=0.0)
    _cyclesId = detail('tile_cycles_id', 'Key of the frame cycles.', absent=None)
    _step = cell('step-ipus', 'step', 'Row of the frame steps.')

    @property
    def ipu(self):
        """The number of the IPU."""
        return self._other

    @property
    def cyclesByTile(self):
        """Cycles of each of its tiles; empty where they were not recorded."""
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
        """Bytes that its tiles receive."""
        return self._bytes('received_by_ipu')

    @property
    def dataOut(self):
        """Bytes that its tiles send."""
        return self._bytes('sent_by_ipu')

    def __repr__(self):
        return f'<pva.ExecutionStepIpu {self._other}: {self.cycles} cycles>'


@named
class ExecutionStep(Item):
    """An executed step."""
    __slots__ = ()

    id = cell('steps', 'id', 'Its id.')
    typeName = lone('steps', 'type_name', 'Its type as the file calls it.')
    program = link(PROGRAM, 'steps', 'program', PROGRAMS, 'Its program; of a sync that no program asks for an '
                   'ImplicitSyncProgram.', absent=ImplicitSyncProgram)
    ipus = dense(ExecutionStepIpu, 'step-ipus', 'step', 'ipu', ('target', 'num_ipus'),
                 'What it was on each IPU, by number.')

    @property
    def computeSets(self):
        """The compute set that it executed: a list of one or none."""
        found = getattr(self.program, 'computeset', None)
        return [found] if found is not None else []

    @property
    def cyclesByTile(self):
        """Cycles of each tile, IPU after IPU; 0 on IPUs that took no part."""
        return by_tile(self._source, 'cycles', [ipu._cyclesId for ipu in self.ipus])


@named
class Microseconds(Item):
    """Time on the host, in microseconds since 1970-01-01 UTC."""
    __slots__ = ()

    start = cell('runs', 'start', 'When the run began.')
    _elapsed = cell('runs', 'elapsed', 'How long it took.', absent=0)

    @property
    def end(self):
        """When it ended."""
        return self.start + self._elapsed


@named
class Run(Item):
    """A run of the engine."""
    __slots__ = ()

    id = cell('runs', 'id', 'Its id.')
    name = cell('runs', 'name', 'Its name.', absent='')
    microseconds = part(Microseconds, 'When it began and ended.')
    steps = group(ExecutionStep, 'steps', 'run', 'Its steps: the file does not tell, they are found by counting '
                  'programs; none where several runs cannot be told apart.')
    numPrograms = cell('runs', 'num_programs', 'Programs that it executed.')

    def __repr__(self):
        return f'<pva.Run {self.id} {self.name!r}>'


@named
class TotalCycles(Item):
    """How long the execution took, in cycles."""
    __slots__ = ()

    @property
    def total(self):
        """From the first tile's begin to the last one's end; 0 where nothing was executed."""
        return _or_empty(lambda: self._source.frame('execution')['cycles'][0], 0)

    @property
    def byName(self):
        """Σ over tiles and steps as the file gives them, by its names: {"tile_cycles_compute": …}."""
        frame = _or_empty(lambda: self._source.frame('execution-totals'), None)
        return dict(zip(frame['name'], frame['value'])) if frame else {}


@named
class Block(Item):
    """What lightweight profiling measured: a stretch of a tile's cycles."""
    __slots__ = ()

    program = link(PROGRAM, 'blocks', 'id', PROGRAMS, 'The program that was measured (inferred), or None.')
    tile = lone('blocks', 'tile', 'The number of its tile.')
    cyclesFrom = cell('blocks', 'from', "When it begins, by the tile's own clock.")
    cyclesTo = lone('blocks', 'to', "When it ends, by the tile's own clock.")
    _type = cell('blocks', 'type', '0 common, 1 stream copy, 2 overflow, 3 anonymous, 4 block flush.')

    isCommon = property(lambda self: self._type == 0, doc='Whether the user asked for it.')
    isStreamCopy = property(lambda self: self._type == 1, doc='Whether it is a copy from or to the host.')
    isOverflow = property(lambda self: self._type == 2, doc='Whether the buffer was full: nothing was measured.')
    isAnonymous = property(lambda self: self._type == 3, doc='Whether it has no id.')
    isBlockFlush = property(lambda self: self._type == 4, doc='Whether it is a flush of the buffer to the host.')


def _or_empty(get, empty):
    """What is absent was not executed: an empty list, as libpva has it."""
    try:
        return get()
    except _pva.AbsentError:
        return empty


@named
class Execution(Item):
    """What was executed; empty where nothing was."""
    __slots__ = ()

    _steps = every(ExecutionStep, 'steps', 'All executed steps.')
    _runs = every(Run, 'runs', 'All runs.')
    totalCycles = part(TotalCycles, 'How long it took.')

    @property
    def steps(self):
        """All executed steps."""
        return _or_empty(lambda: self._steps, self._source.rows(ExecutionStep, 0, 0))

    @property
    def runs(self):
        """All runs of the engine."""
        return _or_empty(lambda: self._runs, self._source.rows(Run, 0, 0))

    def blocks(self, tile):
        """Blocks of lightweight profiling of a tile, by its number."""
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
        """Numbers of the tiles that have blocks."""
        frame = _or_empty(lambda: self._source.frame('block-tiles'), None)
        return list(frame['tile']) if frame else []
