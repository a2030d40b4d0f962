"""Target, graph, tiles and what is in their memory."""
from ._base import Item, cached, cell, named, numbers, part
from ._enums import TARGETS, Architecture, TargetType

# Categories of the files that were seen; others that a file has are attributes too.
CATEGORIES = (
    'variable', 'multiple', 'controlId', 'message', 'hostMessage', 'globalMessage', 'rearrangement', 'outputEdge',
    'constant', 'hostExchangePacketHeader', 'globalExchangePacketHeader', 'stack', 'vertexInstanceState',
    'copyDescriptor', 'vectorListDescriptor', 'vertexFieldData', 'controlTable', 'controlCode', 'vertexCode',
    'internalExchangeCode', 'hostExchangeCode', 'globalExchangeCode', 'instrumentationResults', 'dwarf',
    'sharedCodeStorage', 'sharedDataStorage', 'sharedStructureState')
REGIONS = ('interleaved', 'non_interleaved', 'overflowed')


@named
class IPU:
    """Names about IPUs."""
    Architecture = Architecture


@named
class Target(Item):
    """What the program was compiled for."""
    __slots__ = ()
    Type = TargetType

    numIPUs = cell('target', 'num_ipus', 'IPUs of all replicas.')
    numReplicas = cell('target', 'num_replicas', 'Replicas.')
    ipusPerReplica = cell('target', 'ipus_per_replica', 'IPUs of a replica.')
    tilesPerIpu = cell('target', 'tiles_per_ipu', 'Tiles of an IPU.')
    numTiles = cell('target', 'num_tiles', 'Tiles of all IPUs.')
    tilesPerReplica = cell('target', 'tiles_per_replica', 'Tiles of a replica.')
    bytesPerTile = cell('target', 'bytes_per_tile', 'Memory of a tile in bytes.')
    bytesPerIPU = cell('target', 'bytes_per_ipu', 'Memory of an IPU in bytes.')
    memoryPerReplica = cell('target', 'memory_per_replica', 'Memory of a replica in bytes.')
    totalMemory = cell('target', 'total_memory', 'Memory of all IPUs in bytes.')
    clockFrequency = cell('target', 'clock_frequency', 'Nominal clock of the tiles in hertz.')

    @property
    def type(self):
        """A member of Target.Type."""
        return TARGETS.get(self._typeName, TargetType.Unknown)

    @property
    def architecture(self):
        """A member of IPU.Architecture."""
        return Architecture.of((self._architectureName or '').capitalize())

    _typeName = cell('target', 'type', '"IPU", "IPU_MODEL" or "CPU".')
    _architectureName = cell('target', 'architecture', '"ipu1", "ipu2" …')


@named
class Graph(Item):
    """What the graph has."""
    __slots__ = ()

    numComputeSets = cell('target', 'num_compute_sets', 'Compute sets.')
    numVertices = cell('target', 'num_vertices', 'Vertices.')
    numEdges = cell('target', 'num_edges', 'Edges.')
    numVars = cell('target', 'num_variables', 'Lowered variables.')


# ---- memory of a tile -------------------------------------------------------------------------------


@named
class MemoryRegion(Item):
    """Bytes of a tile with and without the gaps between variables: excludingGaps, includingGaps."""
    __slots__ = ()


def _region(column, doc):
    """A MemoryRegion of its own columns."""
    space = {'__slots__': (), '__doc__': MemoryRegion.__doc__,
             'excludingGaps': cell('tiles', column, 'Bytes that variables use, each counted once.'),
             'includingGaps': cell('tiles', f'{column}_including_gaps', 'Bytes up to the highest end.')}
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
    """What a category takes in a region of a tile's memory."""
    __slots__ = ()

    def _list(self, kind):
        category, region = divmod(self._other, len(REGIONS))
        return _lists_of(self._source, category)[2 * region + kind][self._row] if self._other >= 0 else 0

    @property
    def nonOverlapped(self):
        """Bytes that no other variable covers."""
        return self._list(0)

    @property
    def overlapped(self):
        """Bytes that others cover too, counted once a variable."""
        return self._list(1)

    @property
    def total(self):
        """Both together."""
        return self.nonOverlapped + self.overlapped


@named
class MemoryByCategory(Item):
    """What a category takes of a tile's memory; 0 for one that the file does not have."""
    __slots__ = ()

    def _region(self, number):
        other = self._other * len(REGIONS) + number if self._other >= 0 else -1
        return OverlapRegion(self._source, self._row, other)

    @property
    def interleaved(self):
        """Of the interleaved region."""
        return self._region(0)

    @property
    def nonInterleaved(self):
        """Of the region that is not interleaved."""
        return self._region(1)

    @property
    def overflowed(self):
        """Past the end of the tile's memory."""
        return self._region(2)

    @property
    def total(self):
        """All bytes: Σ of the regions, overlapped and not."""
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
            raise AttributeError(f'the report has no category {name}')
        return MemoryByCategory(self._source, self._row, rows[name])

    def __iter__(self):
        """The names of the file's categories."""
        return iter(_rows_of_categories(self._source))

    def __getitem__(self, name):
        if name not in _rows_of_categories(self._source):
            raise KeyError(name)
        return getattr(self, name)


# ---- vertices ---------------------------------------------------------------------------------------


@named
class VertexType(Item):
    """A type of vertex."""
    __slots__ = ()

    _id = cell('vertex-types', 'id', 'Its id.')
    name = cell('vertex-types', 'name', 'Its name.')
    size = cell('vertex-types', 'size', 'Bytes of the state of one vertex.')
    source = cell('vertex-types', 'source', '"c++", "asm" or "".')
    codeBytesByTile = numbers('vertex-types', 'code_bytes', 'Bytes of its code on each tile.')


def _code_by_tile(source):
    """For each type of vertex its code by tile, as a buffer."""
    return cached(source, 'vertex code', lambda: [memoryview(n) if n is not None else ()
                                                  for n in source.frame('vertex-types')['code_bytes']])


@named
class TileVertex(Item):
    """A type of vertex on a tile."""
    __slots__ = ()

    @property
    def type(self):
        """Its VertexType."""
        return VertexType(self._source, self._other)

    @property
    def codeBytes(self):
        """Bytes of its code on the tile."""
        return _code_by_tile(self._source)[self._other][self._row]


# ---- tiles and IPUs ---------------------------------------------------------------------------------


@named
class TileMemory(Item):
    """What a tile's memory holds."""
    __slots__ = ()

    total = _region('total', 'All of it.')
    interleaved = _region('interleaved', 'Of the interleaved region.')
    nonInterleaved = _region('non_interleaved', 'Of the region that is not interleaved.')
    overflowed = _region('overflowed', 'Past the end of the memory.')
    alwaysLiveBytes = cell('tiles', 'always_live', 'Σ sizes of the variables that are always live.')
    notAlwaysLiveBytes = cell('tiles', 'not_always_live_max',
                              'Highest Σ sizes of other variables that are live at one step.')
    category = part(MemoryCategories, 'By category: category.vertexCode.total')

    @property
    def vertices(self):
        """The types of vertex that have code on the tile."""
        tile = self._number
        return [TileVertex(self._source, tile, v) for v, code in enumerate(_code_by_tile(self._source))
                if tile < len(code) and code[tile]]

    _number = cell('tiles', 'tile', 'The number of the tile.')


@named
class Tile(Item):
    """A tile."""
    __slots__ = ()

    id = cell('tiles', 'tile', 'Its number, over all IPUs.')
    memory = part(TileMemory, 'What its memory holds.')


def _firsts_of_ipus(source):
    """Rows of the frame tiles with which the tiles of each IPU begin, and one more."""
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
    """An IPU of what was compiled: those of one replica."""
    __slots__ = ()

    @property
    def id(self):
        """Its number."""
        return self._row

    @property
    def tiles(self):
        """Its tiles."""
        firsts = _firsts_of_ipus(self._source)
        first = firsts[self._row]
        return self._source.rows(Tile, first, firsts[self._row + 1] - first)


def ipus_of(source):
    """All IPUs that have tiles."""
    return source.rows(CompilationIpu, 0, len(_firsts_of_ipus(source)) - 1)
