"""Reference implementation of kinds of variables in plain Python: reads only the file, and shares
no code with the program.

Returns kind and rule of every group of lowered variables, which have the same unlowered ID,
category, constant bit and instrumentation. Rules are in docs/formats.md 8.10; the first that
applies wins."""
import collections
import re
import sqlite3

ALWAYS, COMES = 'always', 'comes'

BY_CATEGORY = {
    'vertexCode': 'code-vertex', 'controlCode': 'code-control', 'internalExchangeCode': 'code-exchange',
    'hostExchangeCode': 'code-host', 'globalExchangeCode': 'code-ipu', 'vertexInstanceState': 'vertex-state',
    'vertexFieldData': 'vertex-state', 'copyDescriptor': 'vertex-state', 'vectorListDescriptor': 'vertex-state',
    'message': 'exchange', 'globalMessage': 'exchange', 'rearrangement': 'exchange', 'outputEdge': 'exchange',
    'hostMessage': 'io', 'hostExchangePacketHeader': 'control', 'globalExchangePacketHeader': 'control',
    'controlId': 'control', 'controlTable': 'control', 'constant': 'constant', 'stack': 'stack', 'dwarf': 'debug'}

OPTIMISER = ('Accl___', 'Accl1___', 'Accl2___', 'Accl3___', 'Step___', 'AcclIntoReduce___', 'AcclIntoUpdate___',
             'AcclOutOfAcclUpdate___', 'randomSeed___', 'learningRate___', 'lossScaling_')
ACCUMULATOR = ('Accum___', 'Counter___', 'GradientAccumulator')
STASH = ('Stashed___', 'Restored___')

ALWAYS_WORDS = {word: 'weights' for word in 'weight weights kernel bias biases gamma beta table'.split()}
ALWAYS_WORDS.update({word: 'optimiser' for word in (
    'momentum velocity exp_avg exp_avg_sq adam adam_1 rms learning_rate learningrate').split()})
COMES_WORDS = {word: 'weight-gradient' for word in 'weightgradient weightdeltas wgrad'.split()}
COMES_WORDS.update({'gradient': 'gradient', 'grad': 'gradient', 'partials': 'temporary', 'prearrange': 'temporary',
                    'onehot': 'temporary', 'momentum': 'optimiser', 'velocity': 'optimiser', 'exp_avg': 'optimiser',
                    'exp_avg_sq': 'optimiser'})

EVIDENCE = {1: 'name or category of the profiler', 2: 'category', 3: 'constant bit', 4: 'host exchange',
            6: 'reserved name', 7: 'named after other always-live data', 8: 'last word of the name',
            9: 'phases of birth and death', 10: ''}


def connect(report):
    return sqlite3.connect('file:%s/profile.pop?mode=ro' % report, uri=True)


# ---- groups
# --------------------------------------------------------------------------------------------

def instrumentation(name, category):
    if category == 'instrumentationResults':
        return True
    return name.startswith('instrumentationStreamBuffer') or \
        name.startswith('.text.supervisor.instrumentation_') or 'InstrumentationDumpStep' in name


def streamed(db, remote=0):
    """Returns the tile variables that a stream of the host reads or writes; remote=1: a remote
    buffer."""
    return {row for row, in db.execute(
        'SELECT var_id FROM exchange_regions WHERE id IN ('
        'SELECT regions_id FROM host_exchange_from_host WHERE is_remote_buffer = ?1 UNION '
        'SELECT regions_id FROM host_exchange_to_host WHERE is_remote_buffer = ?1)', (remote,))}


def staged_groups(db):
    """Returns (unlowered ID, category) of variables that a remote buffer reads or writes."""
    remote = streamed(db, 1)
    return {(unlowered, category) for row, unlowered, category in db.execute(
        'SELECT var_id, unlowered_var_id, c.name FROM vars_info v JOIN var_categories c ON c.id = v.category '
        'WHERE unlowered_var_id IS NOT NULL') if row in remote}


def groups(db):
    """Returns {(unlowered, category, constant, instrumentation, streamed): {class: bytes}} of all
    tiles. Streamed: a stream of the host reads or writes it; remote buffers do not count."""
    category = dict(db.execute('SELECT id, name FROM var_categories'))
    host = streamed(db)
    out = collections.defaultdict(collections.Counter)
    for row, unlowered, cat, bits, base, prefix, suffix, cls, size in db.execute(
            'SELECT var_id, unlowered_var_id, category, bitset, s.string, name_prefix__vertex_field_, name_suffix, '
            'equivalence_class, size_bytes FROM vars_info JOIN vars_string_table s ON s.id = name_base_id'):
        if bits & 1 and size:
            marked = instrumentation(base + (suffix or ''), category.get(cat))
            out[unlowered, category.get(cat), bool(bits & 2), marked, row in host][cls] += size
    return out


# ---- phases of steps -------------------------------------------------------------------------------

BACKWARD = re.compile(r'(bwd|backward|grads?|gradients?|backprop)$|.*(GradOp|_grad(_\d+)?|\.bwd)$', re.I)
UPDATE = re.compile(r'(wu|update|optimi[sz]er|apply_gradients|resource_update|accumulate|scaled_add|accl.*)$|'
                    r'(adam|sgd|lamb|momentum|rmsprop|adagrad|lars).*(updater|step)$', re.I)


def phase(name):
    """Returns the phase in the full name of a step: 'B' (backward), 'U' (update), or 'F' for all
    others."""
    path = re.sub(r'^cs\d+_', '', name)
    if re.match(r'copy\d+_', path):
        path = path.rpartition('_to_')[2]
    for part in path.removeprefix('Copy_').split('/'):
        if BACKWARD.match(part):
            return 'B'
        if UPDATE.match(part):
            return 'U'
    return 'F'


ROLE = re.compile(r'(ExchangePre|ExchangePost|OnTileCopy|OnTileCopyPre|OnTileCopyPost|Op|PreArrange|PostArrange|'
                  r'GlobalPre|GlobalPost|GlobalExchange|split\d+|Reduce|\d+)$')


def operation(name):
    parts = re.sub(r'^cs\d+_', '', name).split('/')
    while len(parts) > 1 and ROLE.match(parts[-1]):
        parts.pop()
    return '/'.join(parts[:-1] if len(parts) > 1 and parts[-1] == 'Convolve' else parts)


class Steps:
    """Names and phases of the steps of the program tree, and whether there are phases."""

    def __init__(self, db):
        names = dict(db.execute('SELECT p.id, coalesce(nullif(p.name, ""), c.name, "") FROM programs p '
                                'LEFT JOIN program_types y ON y.id = p.variant AND y.name = "OnTileExecute" '
                                'LEFT JOIN program_type_on_tile_execute t ON y.id AND t.id = p.variant_index '
                                'LEFT JOIN compute_sets c ON c.compute_set = t.compute_set'))
        self.name, parents = {}, {}
        for step, program, parent in db.execute('SELECT id, program_id, parent_step_id FROM depth_first_steps ORDER BY id'):
            self.name[step] = names.get(program) or self.name.get(parent, '')
        self.phase = {step: phase(name) for step, name in self.name.items()}
        # A copy is named after its source: "gradient" in its name alone does not prove a backward
        # pass.
        self.has_phases = any(self.phase[step] == 'B' and not re.match(r'(cs\d+_)?(copy\d+_|Copy_)', name)
                              for step, name in self.name.items())
        if not self.has_phases:
            self.phase = {step: one.replace('B', 'F') for step, one in self.phase.items()}


def shape(classes, steps):
    """Returns the kind from the lifetimes of classes, each a list of spans [first step, last step];
    None if no rule applies."""
    spans = [span for ranges in classes for span in ranges]
    if not spans:
        return None
    operations = {operation(steps.name[end]) for span in spans for end in span}
    if len(operations) == 1 and '' not in operations:
        return 'temporary'
    if not steps.has_phases:
        return 'tensor'
    pairs = {steps.phase[first] + steps.phase[last] for first, last in spans}
    if 'FB' in pairs:
        again = any({'FF', 'FB'} <= {steps.phase[first] + steps.phase[last] for first, last in one} for one in classes)
        return 'recomputed' if again else 'activation'
    if 'BU' in pairs:
        return 'weight-gradient'
    if pairs == {'FF', 'BB'}:
        return 'recomputed'
    return {frozenset(['FF']): 'passing', frozenset(['BB']): 'gradient',
            frozenset(['UU']): 'temporary'}.get(frozenset(pairs))


# ---- names -----------------------------------------------------------------------------------------

def reserved(name, weights):
    for part in name.split('/'):
        if part.endswith('__re'):
            return 'recomputed'
        if part.startswith(OPTIMISER):
            return 'optimiser'
        if part.startswith(ACCUMULATOR):
            return 'weight-gradient'
        if part.startswith(STASH):
            return 'activation'
        if part.startswith('Gradient___'):
            return 'weight-gradient' if part[len('Gradient___'):] in weights else 'gradient'
    return None


def word(name, always):
    last = re.split(r'[/.:]', name)[-1].lower()
    return (ALWAYS_WORDS if always else COMES_WORDS).get(last)


# ---- all groups
# ----------------------------------------------------------------------------------------

def kinds(report):
    """Returns {group: (kind, rule, bytes, combined or staged)}."""
    db = connect(report)
    all_groups, steps = groups(db), Steps(db)
    names = dict(db.execute('SELECT id, name FROM unlowered_vars'))
    always_class = dict(db.execute('SELECT id, is_always_live FROM eq_classes'))
    ranges = collections.defaultdict(list)
    for cls, first, end in db.execute('SELECT * FROM eq_class_step'):
        ranges[cls].append((first, end - 1))
    staged = staged_groups(db)
    always, size = {}, {}
    for group, classes in all_groups.items():
        always[group] = all(always_class.get(cls) for cls in classes)
        size[group] = sum(classes.values())
    by_name = collections.defaultdict(int)
    for group in all_groups:
        if always[group] and group[0] is not None and group[1] in ('variable', 'multiple') and not group[2]:
            by_name[names.get(group[0], '')] += size[group]
    out, weights = {}, set()
    for group in all_groups:
        name = names.get(group[0])
        if name and decide(group, name, always[group], [], steps, by_name, set(), staged)[0] == 'weights':
            weights.add(name)
    for group, classes in all_groups.items():
        unlowered = group[0]
        name = names.get(unlowered) if unlowered is not None else None
        spans = [ranges.get(cls, ()) for cls in classes if not always_class.get(cls)]
        out[group] = decide(group, name, always[group], spans, steps, by_name, weights, staged) + (size[group],)
    return out


def slot(name, by_name):
    """Whether a variable is an optimiser slot: it has the name of weights with about as many bytes,
    and a suffix or prefix."""
    bases = [name.rpartition('/')[0]]
    found = re.match(r'[^/]*?___(.+)$', name)
    if found:
        bases.append(found[1])
    return any(base and base in by_name and abs(by_name[base] - by_name[name]) * 10 <= by_name[base] for base in bases)


def decide(group, name, always, spans, steps, by_name, weights, staged):
    _, category, constant, marked, streamed = group
    if marked:
        return 'profiler', 1
    if category in BY_CATEGORY:
        return BY_CATEGORY[category], 2
    if constant:
        return 'constant', 3
    if streamed and not always:
        return 'io', 4
    if name:
        kind = reserved(name, weights)
        if kind:
            return kind, 6
        if always and name in by_name and slot(name, by_name):
            return 'optimiser', 7
        kind = word(name, always)
        if kind:
            return kind, 8
    if not always and group[0] is not None:
        kind = shape(spans, steps)
        if kind and not (kind == 'temporary' and group[:2] in staged):
            return kind, 9
    return 'unknown', 10


if __name__ == '__main__':
    import sys
    for path in sys.argv[1:]:
        by_kind, by_rule, left = collections.Counter(), collections.Counter(), collections.Counter()
        for group, (kind, rule, size) in kinds(path).items():
            by_kind[kind] += size
            by_rule[rule] += size
            if kind == 'unknown':
                left[group] += size
        total = sum(by_kind.values())
        print(path, total)
        for kind, size in by_kind.most_common():
            print('   %-16s %14d %5.1f %%' % (kind, size, 100 * size / total))
        print('   rules', {rule: '%.3f' % (100 * size / total) for rule, size in sorted(by_rule.items())})
        print('   unknown', left.most_common(5))
