"""A report, and what can be asked of all of it."""
import os

from . import _pva
from ._base import Item, cell, every, named, part
from ._enums import ComputeInstrumentation, ControlFlowInstrumentation, ExternalExchangeInstrumentation
from ._execution import Execution
from ._liveness import LivenessProgramStep, always_live, always_live_of_tile
from ._memory import Graph, Target, Tile, ipus_of
from ._programs import PROGRAM, ComputeSet, LoweredVariables


def _number(place, doc):
    """One of the three numbers that a version begins with: "3.3.0 (…)"."""
    def get(self):
        word = [*self.string.split(' ')[0].split('.'), '0', '0'][place]
        return int(word) if word.isdecimal() else 0
    return property(get, doc=doc)


@named
class PoplarVersion(Item):
    """The SDK that compiled the program."""
    __slots__ = ()

    string = cell('target', 'poplar_version', 'As the SDK writes it: "3.3.0 (…)".', absent='')
    packageHash = cell('target', 'package_hash', 'Hash of its package.', absent='')
    major = _number(0, 'The first number.')
    minor = _number(1, 'The second number.')
    point = _number(2, 'The third number.')

    def __repr__(self):
        return f'<pva.PoplarVersion {self.string}>'


@named
class Version(Item):
    """The version of the profile's format."""
    __slots__ = ()

    string = cell('target', 'format_version', 'Such as "3.8.0".', absent='')
    isUnstableFormat = cell('target', 'unstable_format', 'Whether the profile calls its format unstable.')
    major = _number(0, 'The first number.')
    minor = _number(1, 'The second number.')
    point = _number(2, 'The third number.')

    def __repr__(self):
        return f'<pva.Version {self.string}>'


@named
class InstrumentationSettings(Item):
    """What was measured while the program ran."""
    __slots__ = ()
    ComputeInstrumentation = ComputeInstrumentation
    ExternalExchangeInstrumentation = ExternalExchangeInstrumentation
    ControlFlowInstrumentation = ControlFlowInstrumentation

    _known = cell('target', 'has_instrumentation', 'Whether the file has the settings.')
    _level = cell('target', 'compute_level', 'How finely.', absent='')
    _exchange = cell('target', 'external_exchange', 'Whether.')
    _control = cell('target', 'control_flow', 'Whether.')

    @property
    def compute(self):
        """How finely compute sets were: Off, Vertex, Tile, Ipu, Device or Unknown."""
        if not self._known:
            return ComputeInstrumentation.Unknown
        return ComputeInstrumentation.of({'IPU': 'Ipu'}.get(self._level, self._level))

    def _whether(self, kind, measured):
        if not self._known:
            return kind.Unknown
        return kind.Tile if measured else kind.Off

    @property
    def externalExchange(self):
        """Whether exchanges with the host and between IPUs were: Off, Tile or Unknown."""
        return self._whether(ExternalExchangeInstrumentation, self._exchange)

    @property
    def controlFlow(self):
        """Whether control flow was: Off, Tile or Unknown."""
        return self._whether(ControlFlowInstrumentation, self._control)


@named
class Compilation(Item):
    """What the compiler made."""
    __slots__ = ()

    graph = part(Graph, 'Counts of the graph.')
    target = part(Target, 'What it was compiled for.')
    tiles = every(Tile, 'tiles', 'The tiles that the file lists: those of one replica.')
    computeSets = every(ComputeSet, 'compute-sets', 'All compute sets, by id.')
    programs = every(PROGRAM, 'programs', 'All programs, by id: the tree from its root, and functions.')
    livenessProgramSteps = every(LivenessProgramStep, 'liveness-steps',
                                 'The steps of the program tree in preorder, with what is live at each.')
    loweredVariables = part(LoweredVariables, 'Variables as they lie on tiles.')

    @property
    def ipus(self):
        """The IPUs, each with its tiles."""
        return ipus_of(self._source)

    @property
    def alwaysLiveVariables(self):
        """Variables that are live at every step, with their bytes on all tiles."""
        return always_live(self._source)

    def alwaysLiveVariablesForTile(self, tile):
        """The same of a tile, by its number."""
        return always_live_of_tile(self._source, tile)


@named
class Report:
    """An opened report. What was taken out of it keeps it open; close() or a `with` closes it at once.

    Parts are read when they are first asked for, without the interpreter's lock.
    """
    __slots__ = ('_source', '__weakref__')

    def __init__(self, profile, debug=None):
        self._source = _pva.Source(os.fspath(profile), None if debug is None else os.fspath(debug))

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.close()

    def close(self):
        """Closes the files. Objects of the report raise ClosedError from then on; frames, columns and
        Numbers stay as they are."""
        self._source.close()

    @property
    def closed(self):
        """Whether it was closed."""
        return self._source.closed

    @property
    def path(self):
        """What was opened."""
        return self._source.path

    @property
    def compilation(self):
        """What the compiler made."""
        return Compilation(self._source)

    @property
    def execution(self):
        """What was executed; empty where nothing was."""
        return Execution(self._source)

    @property
    def poplarVersion(self):
        """The SDK that compiled the program."""
        return PoplarVersion(self._source)

    @property
    def version(self):
        """The version of the profile's format."""
        return Version(self._source)

    @property
    def instrumentationSettings(self):
        """What was measured while the program ran."""
        return InstrumentationSettings(self._source)

    def listPrintLength(self, length=None):
        """How many elements of a list are printed; with a number, sets it."""
        if length is not None:
            self._source.print_length = length
        return self._source.print_length

    # ---- beyond libpva ----

    def frame(self, name, key=0):
        """A frame of the library by its name: columns of the model as the file has them, and analyses.

        Which there are, with their columns and keys, is in Poplens's docs/library-frames.md."""
        return self._source.frame(name, key) if key else self._source.frame(name)

    def table(self, name, place=None):
        """A table as `poplens-cli table NAME REPORT --location LOCATION` prints it, as columns."""
        return self._source.table(name, place)

    def find(self, query, limit=20):
        """Anything by name or number, best first, as `poplens-cli find` finds it, but for views of the window.

        "conv fwd": each word is in the name; "tile 812", "step 37", "program 5": that one; "variable" alone:
        all of them. The rows have kind, id, title, detail and place, the place for table(); the frame's note
        says how many more there are, or why there is none. At most `limit` rows, with 0 all."""
        return self._source.search(query, limit)

    def budget(self, *rules, file=None):
        """Whether the report keeps limits: a row each with value, limit and result ("pass", "fail", or
        "unknown" where the report does not say, with the reason).

        Rules are texts as "max-tile-memory=600 KiB" or "program:conv*:max-share=25 %", and those of a key
        file. Which there are is in Poplens's docs/guide/pipeline.md. Values are bytes, cycles or shares of 1,
        as the column "unit" says; the frame's note sums up."""
        return self._source.budget(rules, None if file is None else os.fspath(file))

    def exportTrace(self, path, format=None, place=None):
        """Writes the executed steps into a file for other programs, whole or not at all: "chrome",
        "perfetto", "speedscope" or "folded"; without a format by the file's ending.

        A place says what of them, and how: "trace?range=0-100000&ipu=1&view=flame&time=time" (cycles, the
        last one not included; one IPU; in groups by the paths in names, or flat; in nominal time). Returns
        what was written, in words."""
        return self._source.export_trace(os.fspath(path), format, place)

    def compareWith(self, other):
        """What the tables of comparison ("compare-summary" …) compare this report with; None for nothing."""
        self._source.set_other(None if other is None else other._source)

    def load(self, *parts):
        """Reads parts now, two at a time, rather than when they are first asked for; all without a name."""
        self._source.load(parts)

    def explain(self, part):
        """Why the report lacks a part ("execution", "liveness" …), and which engine option would record
        it; None where the part is there."""
        return self._source.explain(part)

    @property
    def notices(self):
        """What a user should be told once."""
        return self._source.notices()

    def __repr__(self):
        return f'<pva.Report {"closed" if self.closed else self.path!r}>'
