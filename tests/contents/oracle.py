"""Computes the contents of tiles in plain Python from the file alone; shares no code with the program.

Kinds of variables are those of tests/kinds/reference.py. Rules: docs/formats.md 8.11.
"""
import collections
import contextlib
import itertools
import re

import reference
from harness import rle, varints

TITLES = {
    'weights': 'Weights', 'optimiser': 'Optimiser state', 'weight-gradient': 'Weight gradients and accumulators',
    'activation': 'Activations kept for backward', 'recomputed': 'Activations recomputed',
    'passing': 'Activations passing on', 'gradient': 'Activation gradients', 'tensor': 'Tensors (phase not recorded)',
    'temporary': 'Temporaries', 'io': 'Input, output and host buffers',
    'exchange': 'Exchange buffers and rearrangements', 'vertex-state': 'Vertex state', 'code-vertex': 'Vertex code',
    'code-control': 'Control code', 'code-exchange': 'Exchange code', 'code-host': 'Host exchange code',
    'code-ipu': 'Inter-IPU exchange code', 'constant': 'Constants', 'stack': 'Stack', 'profiler': 'Profiler',
    'control': 'Control data', 'debug': 'Debug information', 'unknown': 'Unknown'}

PHASE = re.compile(r'(?:bwd|backward|grads?|gradients?|backprop|wu|update|optimi[sz]er|apply_gradients|resource_update|'
                   r'accumulate|scaled_add|fwd|forward|loss|nll)/', re.I)

STATE = ('copy_ptr', 'descriptor', 'edge_ptr', 'padding', 'vertex_data')
Leaf = collections.namedtuple('Leaf', 'kind name label id live always piece', defaults=(False,))
Row = collections.namedtuple('Row', 'depth name level kind variables bytes always id')


def pattern(name):
    """Returns the name without phase and numbers, and its layer."""
    path = re.sub(r'^cs\d+_', '', name)
    found = PHASE.match(path)
    path = path[found.end():] if found else path
    path = re.sub(r'\d+(?![0-9A-Za-z])', '*', path, flags=re.ASCII)
    parts = path.split('/')
    for number, part in enumerate(parts[:-1]):
        if part.endswith('*') and part != 'split*':
            return path, '/'.join(parts[:number + 1])
    return path, '/'.join(parts[:2])


# ---- bytes -----------------------------------------------------------------------------------------

class File:
    """Everything that is read from a report."""

    def __init__(self, report):
        kinds = reference.kinds(report)
        with contextlib.closing(reference.connect(report)) as db:
            self.names = dict(db.execute('SELECT id, name FROM unlowered_vars'))
            self.ids = {self.names.get(one): one for one, in db.execute(
                'SELECT DISTINCT unlowered_var_id FROM var_bytes_by_eq_class ORDER BY 1 DESC')}
            self.always = dict(db.execute('SELECT id, is_always_live FROM eq_classes'))
            self.ranges = collections.defaultdict(list)
            for cls, first, end in db.execute('SELECT * FROM eq_class_step'):
                self.ranges[cls].append((first, end))
            self.memory = {row[0]: row[1:] for row in db.execute(
                'SELECT tile, total, total_including_gaps, always_live_bytes, not_always_live_max_bytes '
                'FROM memory_by_tile')}
            self.tiles = self.read_tiles(db, kinds)
            self.pieces = list(self.read_pieces(db))

    def read_pieces(self, db):
        """Returns (kind, name or None, label, bytes by tile position, bytes of its children) of code and vertex
        state."""
        sets = dict(db.execute('SELECT compute_set, name FROM compute_sets'))
        types = dict(db.execute('SELECT id, name FROM program_types'))
        set_of = dict(db.execute('SELECT id, compute_set FROM program_type_on_tile_execute'))
        names = collections.defaultdict(set)
        rows = db.execute('SELECT id, variant, variant_index, name, children, control_code_bytes_by_tile FROM programs').fetchall()
        code = {row[0]: rle(row[5]) for row in rows}
        for one, variant, index, name, children, _ in rows:
            if not name and types.get(variant) == 'OnTileExecute':
                name = sets.get(set_of.get(index))
            if types.get(variant) == 'DoExchange':
                names[index].add(name or '')
            below = [code[child] for child in varints(children) if child in code]
            yield 'code-control', name, name, code[one], below
        for one, *columns in db.execute('SELECT compute_set, %s FROM memory_by_compute_set' %
                                        ', '.join(name + '_bytes' for name in STATE)):
            lists = [rle(column) for column in columns]
            yield ('vertex-state', sets.get(one), sets.get(one),
                   [sum(values) for values in itertools.zip_longest(*lists, fillvalue=0)], [])
        for one, blob in db.execute('SELECT id, code_bytes_by_tile_rle FROM program_type_do_exchange'):
            if len(names[one]) == 1:
                yield 'code-exchange', *(list(names[one]) * 2), rle(blob), []
        for name, blob in db.execute('SELECT name, code_bytes FROM memory_by_vertex_type JOIN vertex_types ON id = vertex_type'):
            yield 'code-vertex', None, name, varints(blob), []

    def divide(self, leaves, tiles):
        """Replaces code and vertex state by their pieces, if all of it is always live and has at least the pieces'
        bytes."""
        places = {tile: at for at, tile in enumerate(sorted(self.memory))}
        at = [places[tile] for tile in tiles]

        def bytes_of(values):
            return sum(values[one] for one in at if one < len(values))
        pieces = [Leaf(kind, name or None, label, None, size, size, True) for kind, name, label, values, below in self.pieces
                  if label and (size := bytes_of(values) - sum(map(bytes_of, below))) > 0]
        for kind in {piece.kind for piece in pieces}:
            given = sum(piece.live for piece in pieces if piece.kind == kind)
            there = [leaf for leaf in leaves if leaf.kind == kind]
            if sum(leaf.live for leaf in there) != sum(leaf.always for leaf in there) or \
                    sum(leaf.live for leaf in there) < given:
                pieces = [piece for piece in pieces if piece.kind != kind]
                continue
            left = sum(leaf.live for leaf in there) - given
            leaves = [leaf for leaf in leaves if leaf.kind != kind]
            pieces.append(Leaf(kind, None, '(%s)' % TITLES[kind].lower(), None, left, left, True))
        return [leaf for leaf in leaves + pieces if leaf.live]

    def read_tiles(self, db, kinds):
        """Returns {tile: [(kind, label, name, id, class, bytes)]}."""
        category = dict(db.execute('SELECT id, name FROM var_categories'))
        streamed = {row for row, in db.execute(
            'SELECT var_id FROM exchange_regions WHERE id IN ('
            'SELECT regions_id FROM host_exchange_from_host WHERE NOT is_remote_buffer UNION '
            'SELECT regions_id FROM host_exchange_to_host WHERE NOT is_remote_buffer)')}
        out = collections.defaultdict(list)
        for row, tile, unlowered, cat, bits, base, suffix, cls, size in db.execute(
                'SELECT var_id, tile, unlowered_var_id, category, bitset, s.string, name_suffix, equivalence_class, '
                'size_bytes FROM vars_info JOIN vars_string_table s ON s.id = name_base_id'):
            if bits & 1 and size and cls in self.always:
                marked = reference.instrumentation(base + (suffix or ''), category.get(cat))
                group = unlowered, category.get(cat), bool(bits & 2), marked, row in streamed
                out[tile].append((group, kinds[group][0], self.label(group), cls, size))
        return out

    def label(self, group):
        unlowered, category, constant, _, _ = group
        name = self.names.get(unlowered) if unlowered is not None else None
        if unlowered is not None:
            name = f'<{category}:{name}>' if name is not None and category in ('message', 'rearrangement') else name
            return name or '<anon>'
        return '<const>' if constant else '<anon>' if category == 'variable' else category

    def variable(self, group, label):
        """Returns the id of the variable in liveness. A message has not the id of the variable that it transfers."""
        if group[0] is not None and (group[0] not in self.names or group[1] not in ('message', 'rearrangement')):
            return group[0] if group[0] in self.names else None
        return self.ids.get(label, self.ids.get(label + '+'))

    def live(self, cls, step):
        return self.always[cls] or any(first <= step < end for first, end in self.ranges.get(cls, ()))

    def peak(self, tile):
        """Returns the tile's first step with the most live bytes, and these bytes."""
        changes = collections.Counter()
        always = 0
        for _, _, _, cls, size in self.tiles.get(tile, ()):
            if self.always[cls]:
                always += size
                continue
            for first, end in self.ranges.get(cls, ()):
                changes[first] += size
                changes[end] -= size
        best, most, now = 0, 0, 0
        for step in sorted(changes):
            now += changes[step]
            if now > most:
                best, most = step, now
        return best, always + most

    def worst(self):
        def need(tile):
            return max(self.memory[tile][1], self.peak(tile)[1])
        return max(sorted(self.memory), key=need)

    def contents(self, tiles, step=None):
        """Returns the leaves and {not_live, packing, gaps, total} of the tiles, each at its own peak, or all at one
        step."""
        leaves, sums = {}, collections.Counter()
        for tile in tiles:
            at, peak = self.peak(tile)
            at = at if step is None else step
            total, including, _, _ = self.memory[tile]
            here = 0
            for group, kind, label, cls, size in self.tiles.get(tile, ()):
                if not self.live(cls, at):
                    continue
                name = self.names.get(group[0]) if group[0] is not None else None
                leaf = leaves.setdefault(group, [kind, name or None, label, self.variable(group, label), 0, 0])
                leaf[4] += size
                leaf[5] += size if self.always[cls] else 0
                here += size
            sums.update({'not_live': peak - here, 'packing': total - peak, 'gaps': including - total,
                         'total': including})
        return self.divide([Leaf(*leaf) for leaf in leaves.values()], tiles), sums


# ---- the tree --------------------------------------------------------------------------------------

class Tree:
    """A node. name: below its parent; full: if it replaces its parent."""

    def __init__(self, level, kind, name, full=None, children=(), leaf=None):
        self.level, self.kind, self.name, self.full = level, kind, name, full or name
        self.children, self.leaf = list(children), leaf
        self.nameless = leaf is not None and leaf.name is None
        self.variables = 1 if leaf else sum(child.variables for child in children)
        self.bytes = leaf.live if leaf else sum(child.bytes for child in children)
        self.always = leaf.always if leaf else sum(child.always for child in children)

    def order(self):
        number = self.leaf.id if self.leaf and self.leaf.id is not None else 1 << 32
        return -self.bytes, self.name.encode(), number


def ordered(nodes):
    return sorted(nodes, key=Tree.order)


def collected(nodes, total, kind=None):
    """Merges nodes below 0.5 % into one, unless there is only one or all are."""
    small = [node for node in nodes if node.bytes * 200 < total]
    if len(small) < 2 or len(small) == len(nodes):
        return nodes
    return [node for node in nodes if node not in small] + [Tree('smaller', kind, f'{len(small)} smaller', children=small)]


def joined(node):
    if len(node.children) != 1:
        return node
    child = node.children[0]
    if node.level == 'kind':
        below = child.name if child.level == 'operation' else child.full
        name = node.name if child.nameless else f'{node.name} · {below}'
    else:
        name = f'{node.name} · {child.name}' if child.level == 'kind' else child.full
    out = Tree(node.level if node.level == 'kind' else child.level, node.kind, name, leaf=child.leaf)
    out.children, out.nameless = child.children, child.nameless
    out.variables, out.bytes, out.always = node.variables, node.bytes, node.always
    return out


def times(number, text):
    return f'{number} × {text}' if number > 1 else text


def named(level, leaves, by):
    """Returns the name and full name of a group of leaves."""
    number = len(leaves)
    if level == 'kind':
        return TITLES[leaves[0].kind], None
    if leaves[0].name is None:
        return 'No layer', None
    path, layer = pattern(leaves[0].name)
    if level == 'operation':
        return times(number, path[len(layer) + 1:] or path), times(number, path)
    paths = {pattern(leaf.name)[0] for leaf in leaves}
    lasts = {one[len(layer):].rpartition('/')[2] if '/' in one[len(layer):] else None for one in paths}
    last = ' … ' + lasts.copy().pop() if by == 'kind' and len(paths) > 1 and len(lasts) == 1 and None not in lasts else ''
    return times(number, layer + (last if number > 1 else '')), None


def steps_of(leaf, by):
    """Returns (level, key) of each row above a leaf."""
    kind = ('kind', leaf.kind)
    if leaf.name is None:
        return [('layer', ''), kind] if by == 'layer' else [kind]
    path, layer = pattern(leaf.name)
    top = [('layer', layer), kind] if by == 'layer' else [kind, ('layer', layer)]
    return top + [('operation', path)]


def grow(leaves, total, by, depth=0):
    nodes = [Tree('piece' if leaf.piece else 'variable', leaf.kind, leaf.label, leaf=leaf) for leaf in leaves
             if len(steps_of(leaf, by)) == depth]
    deeper = [leaf for leaf in leaves if len(steps_of(leaf, by)) > depth]
    deeper.sort(key=lambda leaf: steps_of(leaf, by)[depth])
    for (level, _), group in itertools.groupby(deeper, key=lambda leaf: steps_of(leaf, by)[depth]):
        group = list(group)
        kind = None if by == 'layer' and level == 'layer' else group[0].kind
        children = collected(ordered(grow(group, total, by, depth + 1)), total, kind)
        name, full = named(level, group, by)
        nodes.append(joined(Tree(level, kind, name, full, children)))
    return nodes


def rows_of(nodes, depth=0):
    for node in nodes:
        yield Row(depth, node.name, node.level, node.kind, node.variables, node.bytes, node.always,
                  node.leaf.id if node.leaf else None)
        yield from rows_of(node.children, depth + 1)


def tree(leaves, sums, by='kind'):
    nodes = collected(ordered(grow([leaf for leaf in leaves if leaf.live], sums['total'], by)), sums['total'])
    out = list(rows_of(nodes))
    rest = [('not-live', 'Not live at this step', 'not_live'), ('packing', 'Packing', 'packing'), ('gaps', 'Gaps', 'gaps')]
    return out + [Row(0, name, level, None, None, sums[key], None, None) for level, name, key in rest
                  if key != 'not_live' or sums[key]]
