"""A report: its model, tables, search, limits and trace."""
import os

from . import _pva
from ._base import Item, cell, every, named, part
from ._enums import ComputeInstrumentationLevel, ControlFlowInstrumentationLevel, ExternalExchangeInstrumentationLevel
from ._execution import ExecutionReport
from ._liveness import LivenessProgramStep, always_live, always_live_of_tile
from ._memory import Graph, Target, Tile, ipus_of
from ._programs import PROGRAM, ComputeSet, LoweredVariables
from ._time import Time


def _number(place, doc):
    """One of the three numbers at the start of a version such as "3.3.0 (…)"."""
    def get(self):
        word = [*self.string.split(' ')[0].split('.'), '0', '0'][place]
        return int(word) if word.isdecimal() else 0
    return property(get, doc=doc)


@named
class PoplarVersion(Item):
    """The SDK that compiled the program."""
    __slots__ = ()

    string = cell('target', 'poplar_version', absent='')
    packageHash = cell('target', 'package_hash', absent='')
    major = _number(0, 'The first number.')
    minor = _number(1, 'The second number.')
    point = _number(2, 'The third number.')

    def __repr__(self):
        return f'<pva.PoplarVersion {self.string}>'


@named
class ProfileReportVersion(Item):
    """Schema version of the profile."""
    __slots__ = ()

    string = cell('target', 'format_version', absent='')
    isUnstableFormat = cell('target', 'unstable_format')
    major = _number(0, 'The first number.')
    minor = _number(1, 'The second number.')
    point = _number(2, 'The third number.')

    def __repr__(self):
        return f'<pva.ProfileReportVersion {self.string}>'


@named
class InstrumentationSettings(Item):
    """Instrumentation of the execution."""
    __slots__ = ()
    ComputeInstrumentationLevel = ComputeInstrumentationLevel
    ExternalExchangeInstrumentationLevel = ExternalExchangeInstrumentationLevel
    ControlFlowInstrumentationLevel = ControlFlowInstrumentationLevel
    # As in libpva: equal names of the second enumeration hide those of the first.
    Device, Ipu, Vertex = (ComputeInstrumentationLevel[name] for name in ('Device', 'Ipu', 'Vertex'))
    Off, Tile, Unknown = ExternalExchangeInstrumentationLevel

    _known = cell('target', 'has_instrumentation')
    _level = cell('target', 'compute_level', absent='')
    _exchange = cell('target', 'external_exchange')
    _control = cell('target', 'control_flow')

    @property
    def compute(self):
        """Level at which compute sets were measured: Off, Vertex, Tile, Ipu, Device or Unknown."""
        if not self._known:
            return ComputeInstrumentationLevel.Unknown
        return ComputeInstrumentationLevel._of({'IPU': 'Ipu'}.get(self._level, self._level))

    def _whether(self, kind, measured):
        if not self._known:
            return kind.Unknown
        return kind.Tile if measured else kind.Off

    @property
    def externalExchange(self):
        """Whether exchanges with the host and between IPUs were measured: Off, Tile or Unknown."""
        return self._whether(ExternalExchangeInstrumentationLevel, self._exchange)

    @property
    def controlFlow(self):
        """Whether control flow was measured: Off, Tile or Unknown. Beyond libpva."""
        return self._whether(ControlFlowInstrumentationLevel, self._control)


@named
class CompilationReport(Item):
    """The compilation: target, graph, tiles, programs and variables."""
    __slots__ = ()

    graph = part(Graph, 'Size of the graph.')
    target = part(Target, 'Target of the compilation.')
    tiles = every(Tile, 'tiles', 'Tiles that the file lists: the tiles of one replica.')
    computeSets = every(ComputeSet, 'compute-sets', 'All compute sets, by ID.')
    programs = every(PROGRAM, 'programs', 'All programs, by ID: the program tree from its root, and functions.')
    livenessProgramSteps = every(LivenessProgramStep, 'liveness-steps',
                                 'Program steps in preorder, with the live memory at each.')
    loweredVariables = part(LoweredVariables, 'Lowered variables on the tiles.')

    @property
    def ipus(self):
        """The IPUs, each with its tiles."""
        return ipus_of(self._source)

    @property
    def alwaysLiveVariables(self):
        """Variables that are live at every step, with their bytes on all tiles."""
        return always_live(self._source)

    def alwaysLiveVariablesForTile(self, tile):
        """Variables that are live at every step, with their bytes on a tile, by its number."""
        return always_live_of_tile(self._source, tile)


@named
class Report:
    """An opened report. Its objects keep it open; close() or a `with` statement closes it at once.

    Parts are read on first use, without the lock of the interpreter.
    """
    __slots__ = ('_source', '__weakref__')

    def __init__(self, profile, debug=None):
        self._source = _pva.Source(os.fspath(profile), None if debug is None else os.fspath(debug))

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def close(self):
        """Closes the files. Objects of the report then raise ClosedError; frames, columns and Numbers stay valid."""
        self._source.close()

    @property
    def closed(self):
        """Whether the report is closed."""
        return self._source.closed

    @property
    def path(self):
        """Absolute path of the report."""
        return self._source.path

    @property
    def compilation(self):
        """The compilation: target, graph, tiles, programs and variables."""
        return CompilationReport(self._source)

    @property
    def execution(self):
        """The execution; empty if nothing was executed."""
        return ExecutionReport(self._source)

    @property
    def poplarVersion(self):
        """The SDK that compiled the program."""
        return PoplarVersion(self._source)

    @property
    def version(self):
        """Schema version of the profile."""
        return ProfileReportVersion(self._source)

    @property
    def instrumentationSettings(self):
        """Instrumentation of the execution."""
        return InstrumentationSettings(self._source)

    def listPrintLength(self, newLength=None):
        """Returns the number of elements of a list that are printed; with an argument, sets it."""
        if newLength is not None:
            self._source.print_length = newLength
        return self._source.print_length

    # ---- beyond libpva ----

    @property
    def time(self):
        """Where the cycles of the trace went: classes of each IPU, waterfall, waits and critical path."""
        return Time(self._source)

    def frame(self, name, key=0):
        """Returns a frame of the library: columns of the model as recorded, or an analysis.

        docs/library-frames.md of Poplens lists all frames with their columns and keys."""
        return self._source.frame(name, key) if key else self._source.frame(name)

    def table(self, name, location=None):
        """Returns a table of `poplens-cli table NAME REPORT --location LOCATION` as columns."""
        return self._source.table(name, location)

    def find(self, query, limit=20):
        """Searches by name or number, best match first, as `poplens-cli find`, without views of the window.

        "conv fwd" finds names with both words; "tile 812", "step 37" and "program 5" find an item by number;
        "variable" alone finds all variables. Rows have kind, id, title, detail and location, a location for
        table(). The note says how many more results there are, or why there are none. At most `limit` rows; 0: all."""
        return self._source.search(query, limit)

    def budget(self, *rules, file=None):
        """Checks limits: one row per rule with value, limit and result ("pass", "fail", or "unknown" with the
        reason if the report lacks data that could change it).

        Rules are texts such as "max-tile-bytes=600 KiB" or "program:conv*:max-share=25 %", or the rules of a
        key file. docs/guide/reference-budget.md of Poplens lists all rules. Values are bytes, cycles or ratios, see
        the column "unit". The note has the totals."""
        return self._source.budget(rules, None if file is None else os.fspath(file))

    def exportTrace(self, path, format=None, location=None):
        """Writes the executed steps to a file for other programs, completely or not at all. The format is
        "chrome", "perfetto" or "folded"; by default the extension of the file selects it.

        `location` is a location that selects steps and layout: "trace?range=0..100000&ipu=1&view=flame&axis=time"
        (a range of cycles, end excluded; one IPU; grouped by the paths in names, or flat; nominal time).
        Returns a summary of the written data."""
        return self._source.export_trace(os.fspath(path), format, location)

    def compareWith(self, other):
        """Sets the report after for compareTable(); None removes it."""
        self._source.set_other(None if other is None else other._source)

    def compareTable(self, name, location=None):
        """Returns a table of `poplens-cli table NAME BEFORE AFTER --location LOCATION` as columns: what differs between
        this report and that of compareWith()."""
        return self._source.compare(name, location)

    def load(self, *parts):
        """Reads parts now, two at a time, instead of on first use; without arguments all parts."""
        self._source.load(parts)

    def explain(self, part):
        """Returns why the report lacks a part ("execution", "liveness" or another) and which engine option
        records it; None if the report has the part."""
        return self._source.explain(part)

    @property
    def notices(self):
        """Notices for the user, including incomplete or damaged data in the parts read so far."""
        return self._source.notices()

    def __repr__(self):
        return f'<pva.Report {"closed" if self.closed else self.path!r}>'
