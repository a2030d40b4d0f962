"""What is live at the steps of the program tree."""
from ._base import Item, cached, cell, link, named
from ._programs import PROGRAM, PROGRAMS


@named
class LivenessVariable:
    """A variable of the program with its bytes that are live: of all tiles, an IPU or one tile."""
    __slots__ = {'id': 'Its id; None of all that have none.', 'name': 'Its name.', 'size': 'Bytes that are live.'}

    def __init__(self, number, name, size):
        self.id, self.name, self.size = number, name, size

    def __eq__(self, other):
        return type(other) is LivenessVariable and (self.id, self.name) == (other.id, other.name)

    def __hash__(self):
        return hash((self.id, self.name))

    def __repr__(self):
        return f'<pva.LivenessVariable {self.name!r}: {self.size} bytes>'


def _variables(frame, column):
    rows = zip(frame['variable'], frame['name'], frame[column])
    return [LivenessVariable(number, name or '', size) for number, name, size in rows if size]


def _of_tile(source, tile, step):
    return source.frame('tile-step-variables', tile << 32 | step)


def always_live(source):
    """Variables that are live at every step."""
    return _variables(source.frame('step-variables', 0), 'always_live')


def always_live_of_tile(source, tile):
    """The same of a tile."""
    return _variables(_of_tile(source, tile, 0), 'always_live')


@named
class NotAlwaysLiveMemory(Item):
    """What is live at a step, and not at all steps."""
    __slots__ = ()

    bytes = cell('liveness-steps', 'not_always_live', 'Bytes of all tiles.')

    @property
    def variables(self):
        """Variables with their bytes."""
        return _variables(self._source.frame('step-variables', self._row), 'live')


@named
class NotAlwaysLiveMemoryForTile(Item):
    """The same of a tile."""
    __slots__ = ()

    @property
    def bytes(self):
        """Bytes of the tile."""
        return self._source.frame('liveness-tile', self._other)['not_always_live'][self._row]

    @property
    def variables(self):
        """Variables with their bytes on the tile."""
        return _variables(_of_tile(self._source, self._other, self._row), 'live')


@named
class NotAlwaysLiveMemoryForIpu(Item):
    """The same of an IPU."""
    __slots__ = ()

    @property
    def bytes(self):
        """Bytes of the IPU's tiles."""
        return self._source.frame('liveness-ipu', self._other)['not_always_live'][self._row]

    @property
    def variables(self):
        """Variables with their bytes on the IPU."""
        return _variables(self._source.frame('ipu-step-variables', self._other << 32 | self._row), 'live')


@named
class LivenessProgramStep(Item):
    """A step of the program tree in preorder. What is live there is of one replica."""
    __slots__ = ()

    program = link(PROGRAM, 'liveness-steps', 'program', PROGRAMS, 'Its program.')

    @property
    def notAlwaysLiveMemory(self):
        """What is live there on all tiles, and not at all steps."""
        return NotAlwaysLiveMemory(self._source, self._row)

    def notAlwaysLiveMemoryForIpu(self, ipu):
        """The same of an IPU, by its number."""
        known = cached(self._source, 'liveness IPUs', lambda: set(self._source.frame('liveness-ipus')['ipu']))
        if ipu not in known:
            raise IndexError(f'the report has no liveness of IPU {ipu}')
        return NotAlwaysLiveMemoryForIpu(self._source, self._row, ipu)

    def notAlwaysLiveMemoryForTile(self, tile):
        """The same of a tile, by its number."""
        if not 0 <= tile < self._source.frame('target')['num_tiles'][0]:
            raise IndexError(f'the report has no tile {tile}')
        return NotAlwaysLiveMemoryForTile(self._source, self._row, tile)
