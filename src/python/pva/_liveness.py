"""Live memory at the program steps."""
import operator

from ._base import Item, cached, cell, link, named
from ._programs import PROGRAM, PROGRAMS


@named
class LivenessVariable:
    """A variable of the program with its live bytes, on all tiles, one IPU or one tile."""
    __slots__ = {'id': 'ID of the variable; None for all variables without an ID.', 'name': 'Name of the variable.',
                 'size': 'Live bytes.'}

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
    return source.frame('tile-step-variables', operator.index(tile) << 32 | step)


def always_live(source):
    """Variables that are live at every step."""
    return _variables(source.frame('step-variables', 0), 'always_live')


def always_live_of_tile(source, tile):
    """Variables of a tile that are live at every step."""
    return _variables(_of_tile(source, tile, 0), 'always_live')


@named
class NotAlwaysLiveMemory(Item):
    """Not-always-live memory at a step."""
    __slots__ = ()

    bytes = cell('liveness-steps', 'not_always_live')

    @property
    def variables(self):
        """Variables with their live bytes."""
        return _variables(self._source.frame('step-variables', self._row), 'live')


@named
class NotAlwaysLiveMemoryForTile(Item):
    """Not-always-live memory of a tile at a step."""
    __slots__ = ()

    @property
    def bytes(self):
        """Bytes on the tile."""
        return self._source.frame('liveness-tile', self._other)['not_always_live'][self._row]

    @property
    def variables(self):
        """Variables with their live bytes on the tile."""
        return _variables(_of_tile(self._source, self._other, self._row), 'live')


@named
class NotAlwaysLiveMemoryForIpu(Item):
    """Not-always-live memory of an IPU at a step."""
    __slots__ = ()

    @property
    def bytes(self):
        """Bytes on the tiles of the IPU."""
        return self._source.frame('liveness-ipu', self._other)['not_always_live'][self._row]

    @property
    def variables(self):
        """Variables with their live bytes on the IPU."""
        return _variables(self._source.frame('ipu-step-variables', self._other << 32 | self._row), 'live')


@named
class LivenessProgramStep(Item):
    """A program step, in preorder. Live memory is that of one replica."""
    __slots__ = ()

    program = link(PROGRAM, 'liveness-steps', 'program', PROGRAMS, 'Program of the step.')

    @property
    def notAlwaysLiveMemory(self):
        """Not-always-live memory of all tiles."""
        return NotAlwaysLiveMemory(self._source, self._row)

    def notAlwaysLiveMemoryForIpu(self, ipu):
        """Not-always-live memory of an IPU, by its number."""
        known = cached(self._source, 'liveness IPUs', lambda: set(self._source.frame('liveness-ipus')['ipu']))
        ipu = operator.index(ipu)
        if ipu not in known:
            raise IndexError(f'no liveness recorded for IPU {ipu}')
        return NotAlwaysLiveMemoryForIpu(self._source, self._row, ipu)

    def notAlwaysLiveMemoryForTile(self, tile):
        """Not-always-live memory of a tile, by its number."""
        tile = operator.index(tile)
        if not 0 <= tile < self._source.frame('target')['num_tiles'][0]:
            raise IndexError(f'no tile {tile}')
        return NotAlwaysLiveMemoryForTile(self._source, self._row, tile)
