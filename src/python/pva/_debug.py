"""Debug contexts, and the operations of a layer."""
import json
import math
from collections.abc import Sequence

from . import _pva
from ._base import Item, cached, cell, named
from ._programs import PROGRAM, Variable

OBJECT, ARRAY, STRING, NUMBER, BOOL, NULL = range(6)


def _tree(frame):
    """The nodes of a body, in preorder, as Python objects."""
    nodes = list(zip(frame['key'], frame['value'], frame['type'], frame['children']))
    place = 0

    def take():
        nonlocal place
        _, value, kind, n = nodes[place]
        place += 1
        if kind in (OBJECT, ARRAY):
            made = []
            for _ in range(n):
                if place < len(nodes):
                    key = nodes[place][0]
                    made.append((key, take()))
            return dict(made) if kind == OBJECT else [v for _, v in made]
        if kind == STRING:
            return value or ''
        return {NUMBER: lambda: json.loads(value), BOOL: lambda: value == 'true'}.get(kind, lambda: None)()

    return take() if nodes else {}


@named
class Location(Item):
    """A location in the source code."""
    __slots__ = ()

    fileName = cell('debug-contexts', 'file', absent='')
    functionName = cell('debug-contexts', 'function', absent='')
    lineNumber = cell('debug-contexts', 'line', absent=0)

    def __repr__(self):
        return f'<pva.Location {self.fileName}:{self.lineNumber}>'


@named
class DebugContext(Item):
    """A debug context: the origin of a program, compute set or variable in the source code."""
    __slots__ = ()

    id = cell('debug-contexts', 'id')
    name = cell('debug-contexts', 'name', absent='')
    category = cell('debug-contexts', 'category', absent='')
    layerName = cell('debug-contexts', 'layer', absent='')
    _parent = cell('debug-contexts', 'parent')

    @property
    def body(self):
        """Everything that debug.cbor records about the context, as a dict."""
        return _tree(self._source.frame('debug-context', self.id))

    @property
    def json(self):
        """The body as JSON."""
        return json.dumps(self.body)

    @property
    def layer(self):
        """The layer as JSON: {"layer": "poplar"}. layerName has the plain name."""
        return json.dumps({'layer': self.layerName})

    @property
    def location(self):
        """Location in the source code."""
        return Location(self._source, self._row)

    @property
    def parents(self):
        """The parent context, as a list of one or none."""
        return [DebugContext(self._source, self._parent)] if self._parent is not None else []

    def __repr__(self):
        return f'<pva.DebugContext {self.id} {self.layerName} {self.name!r}>'


def context_of(source, number):
    """The context with an ID, or None."""
    if not number or source.explain('debug.cbor'):
        return None
    row = source.find('debug-contexts', number)
    return DebugContext(source, row) if row >= 0 else None


# ---- operations -------------------------------------------------------------------------------------


def _programs_by_operation(source, layer):
    """Rows of programs, by row of the operation that created them."""
    def make():
        found = {}
        for row, operation in enumerate(source.frame('operation-programs', layer)['operation']):
            if operation is not None:
                found.setdefault(operation, []).append(row)
        return found
    return cached(source, ('operation programs', layer), make)


def _steps_of_programs(source):
    """The first and the last program step by ID of a program. A function has no steps: its are those of its calls."""
    programs, functions = source.frame('programs'), source.frame('functions')
    types, details, children = programs['type'], programs['detail'], programs['children']
    called = dict(zip(functions['id'], functions['program']))
    steps = list(enumerate(source.frame('liveness-steps')['program']))
    own = {program for _, program in steps}

    def inside(number):
        """Programs below a program, and the one that a call calls, as far as they have no step of their own."""
        row = source.find('programs', number)
        if row < 0:
            return []
        function = called.get(details[row]) if types[row] == 'Call' else None
        return [n for n in (*children[row], function) if n is not None and n not in own]

    def reached(steps):
        """The step that reaches each program first."""
        found = {}
        for step, program in steps:
            waiting = [program]
            while waiting:
                number = waiting.pop()
                if number not in found:
                    found[number] = step
                    waiting += inside(number)
        return found

    first, last = reached(steps), reached(reversed(steps))
    return {number: (step, last[number]) for number, step in first.items()}


def _steps_of_operations(source, layer):
    """The first and the last program step by row of an operation that has any."""
    def make():
        of_programs = cached(source, 'steps of programs', lambda: _steps_of_programs(source))
        ids, found = source.frame('programs')['id'], {}
        for operation, rows in _programs_by_operation(source, layer).items():
            steps = [of_programs[ids[row]] for row in rows if ids[row] in of_programs]
            if steps:
                found[operation] = min(first for first, _ in steps), max(last for _, last in steps)
        return found
    return cached(source, ('steps of operations', layer), make)


@named
class Operation(Item):
    """An operation: everything that a debug context of the layer created. `_other` is the row of the layer."""
    __slots__ = ()

    def _cell(self, column):
        return self._source.frame('operations', self._other)[column][self._row]

    @property
    def name(self):
        """Name of the operation."""
        return self._cell('name')

    @property
    def debugContext(self):
        """DebugContext of the operation."""
        return DebugContext(self._source, self._cell('context'))

    @property
    def replacedDebugContext(self):
        """Contexts that the operation replaces: for a call, those that were moved into the function."""
        found = self.debugContext.body.get('replacedDebugContextIds') or []
        ids = json.loads(found) if isinstance(found, str) else found
        contexts = (context_of(self._source, number) for number in ids)
        return [context for context in contexts if context is not None]

    def _program_rows(self):
        return _programs_by_operation(self._source, self._other).get(self._row, [])

    def programs(self):
        """Programs that the operation created."""
        return self._source.rows(PROGRAM, self._source.numbers(self._program_rows()))

    @property
    def vars(self):
        """Lowered variables that the programs use, each once."""
        rows = sorted({var._row for program in self.programs() for var in program.vars})
        return self._source.rows(Variable, self._source.numbers(rows))

    def _steps(self):
        return _steps_of_operations(self._source, self._other).get(self._row, (None, None))

    @property
    def firstStepIndex(self):
        """First step of livenessProgramSteps with a program of the operation, or with a call of the function that has
        it. None without programs, and for a function that is never called."""
        return self._steps()[0]

    @property
    def lastStepIndex(self):
        """Last step of livenessProgramSteps, as firstStepIndex."""
        return self._steps()[1]

    def __repr__(self):
        return f'<pva.Operation {self.name!r}>'


class _Operations(Sequence):
    """A list of operations."""

    def __init__(self, source, layer, rows):
        self._source, self._layer, self._rows = source, layer, rows

    def __len__(self):
        return len(self._rows)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return _Operations(self._source, self._layer, self._rows[index])
        return Operation(self._source, self._rows[index], self._layer)


@named
class OperationAnalysis:
    """Operations: programs and variables, grouped by the debug context that created them.

    OperationAnalysis(report) uses the outermost layer that created most programs; OperationAnalysis(report,
    layer="popart") uses another layer. Needs debug.cbor.
    """

    def __init__(self, report, layer=None):
        source = report._source
        why = source.explain('debug.cbor')
        if why:
            raise _pva.AbsentError(why)
        layers = source.frame('operation-layers')
        names = list(layers['name'])
        if layer is not None and layer not in names:
            raise KeyError(f'unknown layer {layer}; use {", ".join(names)}')
        chosen = [i for i, first in enumerate(layers['is_default']) if first] or [0]
        self._report, self._layer = report, chosen[0] if layer is None else names.index(layer)
        self._name = names[self._layer] if names else None

    @property
    def layer(self):
        """Name of the layer."""
        return self._name

    @property
    def operations(self):
        """Operations of the layer, in the order of their first program steps; those without a step are last."""
        source = self._report._source
        contexts = source.frame('operations', self._layer)['context']
        rows = [row for row, context in enumerate(contexts) if context is not None]
        if not source.explain('liveness'):
            steps = _steps_of_operations(source, self._layer)
            rows.sort(key=lambda row: steps[row][0] if row in steps else math.inf)
        return _Operations(source, self._layer, rows)
