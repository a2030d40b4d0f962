"""Target, graph, tiles and their memory."""
from ._base import Item, cached, cell, named, numbers, part
from ._enums import TARGETS, Architecture, TargetType

# Categories in the files seen so far. A file's other categories become attributes, too.
CATEGORIES = (
    'variable', 'multiple', 'controlId', 'message', 'hostMessage', 'globalMessage', 'rearrangement', 'outputEdge',
    'constant', 'hostExchangePacketHeader', 'globalExchangePacketHeader', 'stack', 'vertexInstanceState',
    'copyDescriptor', 'vectorListDescriptor', 'vertexFieldData', 'controlTable', 'controlCode', 'vertexCode',
    'internalExchangeCode', 'hostExchangeCode', 'globalExchangeCode', 'instrumentationResults', 'dwarf',
    'sharedCodeStorage', 'sharedDataStorage', 'sharedStructureState')
REGIONS = ('interleaved', 'non_interleaved', 'overflowed')


@named
class IPU:
    """Enumerations about IPUs."""
    Architecture = Architecture


@named
class Target(Item):
    """Target of the compilation."""
    __slots__ = ()
    Type = TargetType

    numIPUs = cell('target', 'num_ipus')
    numReplicas = cell('target', 'num_replicas')
    ipusPerReplica = cell('target', 'ipus_per_replica')
    tilesPerIpu = cell('target', 'tiles_per_ipu')
    numTiles = cell('target', 'num_tiles')
    tilesPerReplica = cell('target', 'tiles_per_replica')
    bytesPerTile = cell('target', 'bytes_per_tile')
    bytesPerIPU = cell('target', 'bytes_per_ipu')
    memoryPerReplica = cell('target', 'memory_per_replica')
    totalMemory = cell('target', 'total_memory')
    clockFrequency = cell('target', 'clock_frequency')

    @property
    def type(self):
        """A member of Target.Type."""
        return TARGETS.get(self._typeName, TargetType.Unknown)

    @property
    def architecture(self):
        """A member of IPU.Architecture."""
        return Architecture._of((self._architectureName or '').capitalize())

    _typeName = cell('target', 'type')
    _architectureName = cell('target', 'architecture')


@named
class Graph(Item):
    """Size of the graph."""
    __slots__ = ()

    numComputeSets = cell('target', 'num_compute_sets')
    numVertices = cell('target', 'num_vertices')
    numEdges = cell('target', 'num_edges')
    numVars = cell('target', 'num_variables')


# ---- memory of a tile -------------------------------------------------------------------------------


@named
class MemoryRegion(Item):
    """Bytes of a tile, excluding and including the gaps between variables."""
    __slots__ = ()


def _region(column, doc):
    """A MemoryRegion of its own columns."""
    space = {'__slots__': (), '__doc__': MemoryRegion.__doc__,
             'excludingGaps': cell('tiles', column),
             'includingGaps': cell('tiles', f'{column}_including_gaps')}
    return part(named(type('MemoryRegion', (MemoryRegion,), space)), doc)


def _lists_of(source, category):
    """Views of a category's six lists by tile: non-overlapped and overlapped of each region."""
    def make():
        frame = source.frame('category-tiles', category)
        return [memoryview(frame[f'{region}_{kind}']) for region in REGIONS
                for kind in ('non_overlapped', 'overlapped')]
    return cached(source, ('category', category), make)


@named
class OverlapRegion(Item):
    """Bytes of a category in a region of the memory of a tile."""
    __slots__ = ()

    def _list(self, kind):
        category, region = divmod(self._other, len(REGIONS))
        return _lists_of(self._source, category)[2 * region + kind][self._row] if self._other >= 0 else 0

    @property
    def nonOverlapped(self):
        """Bytes that no other variable uses."""
        return self._list(0)

    @property
    def overlapped(self):
        """Bytes that other variables also use; they count for each variable."""
        return self._list(1)

    @property
    def total(self):
        """Overlapped and non-overlapped bytes in total."""
        return self.nonOverlapped + self.overlapped


@named
class MemoryByCategory(Item):
    """Bytes of a category in the memory of a tile; 0 for a category that the file does not have."""
    __slots__ = ()

    def _region(self, number):
        other = self._other * len(REGIONS) + number if self._other >= 0 else -1
        return OverlapRegion(self._source, self._row, other)

    @property
    def interleaved(self):
        """Bytes in the interleaved region."""
        return self._region(0)

    @property
    def nonInterleaved(self):
        """Bytes outside the interleaved region."""
        return self._region(1)

    @property
    def overflowed(self):
        """Bytes past the end of the memory."""
        return self._region(2)

    @property
    def total(self):
        """Bytes of all regions, overlapped and not, in total."""
        return sum(view[self._row] for view in _lists_of(self._source, self._other)) if self._other >= 0 else 0


def _rows_of_categories(source):
    """Rows of the frame categories, by name."""
    return cached(source, 'categories', lambda: {n: r for r, n in enumerate(source.frame('categories')['name'])})


def _category(name):
    def get(self):
        return MemoryByCategory(self._source, self._row, _rows_of_categories(self._source).get(name, -1))
    get.__name__ = name
    return property(get, doc=f'Category {name}.')


@named
class MemoryCategories(Item):
    """Memory of a tile by category, each as an attribute."""
    __slots__ = ()

    for _name in CATEGORIES:
        locals()[_name] = _category(_name)
    del _name

    def __getattr__(self, name):
        rows = {} if name.startswith('_') else _rows_of_categories(self._source)
        if name not in rows:
            raise AttributeError(f'unknown category {name}')
        return MemoryByCategory(self._source, self._row, rows[name])

    def __iter__(self):
        """The names of the categories in the file."""
        return iter(_rows_of_categories(self._source))

    def __getitem__(self, name):
        if name not in _rows_of_categories(self._source):
            raise KeyError(name)
        return getattr(self, name)


# ---- vertices ---------------------------------------------------------------------------------------


@named
class VertexType(Item):
    """A vertex type."""
    __slots__ = ()

    _id = cell('vertex-types', 'id')
    name = cell('vertex-types', 'name')
    size = cell('vertex-types', 'size')
    source = cell('vertex-types', 'source')
    codeBytesByTile = numbers('vertex-types', 'code_bytes')


def _code_by_tile(source):
    """Code by tile of each vertex type, as a buffer."""
    return cached(source, 'vertex code', lambda: [memoryview(n) if n is not None else ()
                                                  for n in source.frame('vertex-types')['code_bytes']])


@named
class TileVertex(Item):
    """A vertex type on a tile."""
    __slots__ = ()

    @property
    def type(self):
        """The VertexType."""
        return VertexType(self._source, self._other)

    @property
    def codeBytes(self):
        """Bytes of code on the tile."""
        return _code_by_tile(self._source)[self._other][self._row]


# ---- tiles and IPUs ---------------------------------------------------------------------------------


@named
class TileMemory(Item):
    """Memory of a tile."""
    __slots__ = ()

    total = _region('total', 'The whole memory.')
    interleaved = _region('interleaved', 'The interleaved region.')
    nonInterleaved = _region('non_interleaved', 'The non-interleaved region.')
    overflowed = _region('overflowed', 'Memory past the end of the tile.')
    alwaysLiveBytes = cell('tiles', 'always_live')
    notAlwaysLiveBytes = cell('tiles', 'not_always_live_max')
    category = part(MemoryCategories, 'Memory by category: category.vertexCode.total.')

    @property
    def vertices(self):
        """Vertex types with code on the tile."""
        tile = self._number
        return [TileVertex(self._source, tile, v) for v, code in enumerate(_code_by_tile(self._source))
                if tile < len(code) and code[tile]]

    _number = cell('tiles', 'tile')


@named
class Tile(Item):
    """A tile."""
    __slots__ = ()

    id = cell('tiles', 'tile')
    memory = part(TileMemory, 'Memory of the tile.')


def _firsts_of_ipus(source):
    """Rows of the frame tiles of the first tile of each IPU, and one more for the end."""
    def make():
        tiles, per = memoryview(source.frame('tiles')['tile']), source.frame('target')['tiles_per_ipu'][0]
        ipus = [t // per for t in tiles] if per else [0] * len(tiles)
        n = max(ipus, default=-1) + 1
        firsts, row = [], 0
        for ipu in range(n):
            while row < len(ipus) and ipus[row] < ipu:
                row += 1
            firsts.append(row)
        return firsts + [len(ipus)]
    return cached(source, 'ipus', make)


@named
class CompilationIpu(Item):
    """An IPU of the compilation, which covers one replica."""
    __slots__ = ()

    @property
    def id(self):
        """Number of the IPU."""
        return self._row

    @property
    def tiles(self):
        """Tiles of the IPU."""
        firsts = _firsts_of_ipus(self._source)
        first = firsts[self._row]
        return self._source.rows(Tile, first, firsts[self._row + 1] - first)


def ipus_of(source):
    """All IPUs with tiles."""
    return source.rows(CompilationIpu, 0, len(_firsts_of_ipus(source)) - 1)
