"""Programs, compute sets, vertices and exchanges."""
import collections
import re

from pop import plain, rle


def preorder(children, root):
    stack, out = [(root, None)], []
    while stack:
        program, parent = stack.pop()
        step = len(out)
        out.append((step, program, parent))
        stack.extend((child, step) for child in reversed(children[program]))
    return out


def check_tree(profile, checks, programs, functions):
    children = {i: plain(kids) for i, _, _, kids, _ in programs}
    parents = collections.Counter(c for kids in children.values() for c in kids)
    checks.equal('program ids are dense', sorted(children), list(range(len(children))))
    for i in children:
        checks.equal('one parent a program; roots are 0 and the functions', parents[i],
                     0 if i == 0 or i in functions else 1, 'program', i)
        checks.that('children exist', all(c in children for c in children[i]), 'program', i)
    for got, expected in zip(profile.rows('select * from depth_first_steps order by id'), preorder(children, 0)):
        checks.equal('depth_first_steps = preorder of program 0', got, expected)
    checks.equal('every program of the tree has a step', profile.n_steps, len(preorder(children, 0)))
    return children


def check_variants(profile, checks, programs):
    tables = {}
    for type_, table in profile.rows('select id, program_type_table from program_types'):
        if table == 'program_type_stream_copy':         # so called in every real file
            table = 'program_type_stream_copy_mid'
        tables[type_] = table and {i for i, in profile.rows('select id from %s' % table)}
    for i, variant, index, _, _ in programs:
        checks.that('types of programs are listed', variant in tables, 'program', i)
        rows = tables[variant]
        checks.that('variant_index has a row, or is NULL without a table',
                    index is None if rows is None else index in rows, 'program', i)


def check_control(profile, checks, programs, children):
    sequence = [t for t, in profile.rows("select id from program_types where name = 'Sequence'")]
    code = {i: rle(blob) for i, _, _, _, blob in programs}
    for i, variant, _, _, _ in programs:
        below = [0] * profile.tiles
        for child in children[i]:
            below = [a + b for a, b in zip(below, code[child])]
        for tile, (own, sum_) in enumerate(zip(code[i], below)):
            checks.that('control code >= that of the children', own >= sum_, 'program', i, 'tile', tile)
        if variant in sequence and children[i]:
            checks.equal('control code of a Sequence = that of its children', code[i], below, 'program', i)


def check_functions(profile, checks, functions):
    known = {i for i, in profile.rows('select id from function_programs')}
    checks.name('calls name a function')
    for call, function in profile.rows('select id, function_id from program_type_call'):
        checks.that('calls name a function', function in known, 'call', call)
    steps = {p for p, in profile.rows('select program_id from depth_first_steps')}
    checks.name('functions have no step')
    for f in functions:
        checks.that('functions have no step', f not in steps, f)


def add(into, values):
    for i, value in enumerate(values):
        into[i] += value


def by_tile_sums(profile, table, columns, decode):
    out = {c: [0] * profile.tiles for c in columns}
    for row in profile.rows('select %s from %s' % (','.join(columns), table)):
        for column, blob in zip(columns, row):
            values = decode(blob)
            assert len(values) == profile.tiles, (table, column)
            add(out[column], values)
    return out


def category(profile, name):
    total = [0] * profile.tiles
    for blob in profile.row('select interleaved_non_overlapped, interleaved_overlapped, non_interleaved_non_overlapped,'
                            'non_interleaved_overlapped, overflowed_non_overlapped, overflowed_overlapped '
                            'from memory_by_category where category_id = ?', name):
        add(total, plain(blob))
    return total


def check_vertices(profile, checks):
    size = dict(profile.rows('select id, size from vertex_types'))
    counts = {(c, t): n for c, types, numbers in profile.rows(
        'select compute_set, vertex_types, vertex_counts from compute_sets')
        for t, n in zip(plain(types), plain(numbers))}
    state = [0] * profile.tiles
    for c, t, blob in profile.rows('select * from vertex_instances'):
        instances = rle(blob)
        checks.equal('vertex_counts = sum of instances_by_tile', counts.get((c, t)), sum(instances), c, t)
        add(state, [n * size[t] for n in instances])
    columns = ['copy_ptr_bytes', 'descriptor_bytes', 'edge_ptr_bytes', 'padding_bytes', 'vertex_data_bytes']
    by_set = by_tile_sums(profile, 'memory_by_compute_set', columns, rle)
    by_type = by_tile_sums(profile, 'memory_by_vertex_type', columns, plain)
    c = {n: category(profile, n) for n in ('vertexInstanceState', 'vertexFieldData', 'copyDescriptor',
                                           'vectorListDescriptor', 'vertexCode')}
    code = by_tile_sums(profile, 'memory_by_vertex_type', ['code_bytes'], plain)['code_bytes']
    for t in range(profile.tiles):
        checks.equal('instances x size = vertexInstanceState', state[t], c['vertexInstanceState'][t], 'tile', t)
        checks.equal('pointers, data, padding = state and fields',
                     sum(by_type[k][t] for k in columns if k != 'descriptor_bytes'),
                     c['vertexInstanceState'][t] + c['vertexFieldData'][t], 'tile', t)
        checks.equal('descriptors = copy and list descriptors', by_type['descriptor_bytes'][t],
                     c['copyDescriptor'][t] + c['vectorListDescriptor'][t], 'tile', t)
        for column in columns:
            checks.equal('memory by compute set = by vertex type', by_set[column][t], by_type[column][t], column, t)
        checks.that('code of vertex types <= vertexCode', code[t] <= c['vertexCode'][t], 'tile', t)


def check_counts(profile, checks):
    counts = profile.row('select * from graph_info')
    edges, = profile.row('select sum(edge_count) from compute_sets')
    sets, = profile.row('select count(*) from compute_sets')
    variables, = profile.row('select count(*) from vars_info')
    vertices = sum(sum(plain(b)) for b, in profile.rows('select vertex_counts from compute_sets'))
    for got, expected, what in zip(counts, (sets, edges, variables, vertices), ('sets', 'edges', 'vars', 'vertices')):
        checks.equal('graph_info counts', got, expected, what)


class Regions:
    """exchange_regions, summed by target and tile."""

    def __init__(self, profile, checks):
        where = {}
        for i, tile, size in profile.rows('select var_id, tile, size_bytes from vars_info'):
            where[i] = tile, size
        self.bytes = collections.defaultdict(collections.Counter)
        for target, variable, text in profile.rows('select * from exchange_regions'):
            whole = re.fullmatch(r'\[\d+,\d+\)(,\[\d+,\d+\))*', text)
            pairs = [(int(a), int(b)) for a, b in re.findall(r'\[(\d+),(\d+)\)', text)]
            tile, size = where.get(variable, (None, -1))
            checks.that('regions parse and lie in their variable',
                        bool(whole) and all(0 <= a < b <= size for a, b in pairs), target, variable, text)
            self.bytes[target][tile] += sum(b - a for a, b in pairs)
        for i, blob in profile.rows('select compute_set, var_ids_diff_rle from compute_sets'):
            at = 0
            for difference in rle(blob):
                at += difference
                checks.that('variables of compute sets exist', at in where, 'compute set', i, 'variable', at)


def check_by_ipu(profile, checks, table, number, sent, received, blobs):
    got = [rle(b) for b in blobs]
    for ipu in range(profile.ipus):
        here = range(ipu * profile.tiles_per_ipu, (ipu + 1) * profile.tiles_per_ipu)
        expected = [sum(received[t] for t in here), sum(sent[t] for t in here),
                    max(sent[t] + received[t] for t in here)]
        for what, (values, value) in enumerate(zip(got, expected)):
            checks.that('bytes by IPU = sum, or most, of its tiles', len(values) == profile.ipus and
                        values[ipu] == value, table, number, 'ipu', ipu, ('received', 'sent', 'most')[what])


def check_exchanges(profile, checks, regions):
    for table in 'program_type_do_exchange', 'program_type_global_exchange':
        if table.endswith('global_exchange'):
            checks.name('regions of global exchanges = bytes by tile')
        name = 'regions of %s exchanges = bytes by tile' % ('global' if 'global' in table else 'internal')
        for number, received, sent, source, target, *by_ipu in profile.rows(
                'select id, bytes_received_by_tile_rle, bytes_sent_by_tile_rle, source_regions_id, '
                'destination_regions_id, bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle, '
                'max_data_sent_and_received_by_ipu_rle from ' + table):
            received, sent = rle(received), rle(sent)
            for t in range(profile.tiles):
                checks.equal(name, (sent[t], received[t]), (regions.bytes[source][t], regions.bytes[target][t]),
                             table, number, 'tile', t)
            check_by_ipu(profile, checks, table, number, sent, received, by_ipu)


def check_streams(profile, checks, regions):
    mine = collections.defaultdict(lambda: ([], []))
    for direction, table in enumerate(('host_exchange_to_host', 'host_exchange_from_host')):
        for mid, target in profile.rows('select stream_copy_mid_id, regions_id from ' + table):
            mine[mid][direction].append(target)
    for number, received, sent, *by_ipu in profile.rows(
            'select id, bytes_received_by_tile_rle, bytes_sent_by_tile_rle, bytes_received_by_ipu_rle, '
            'bytes_sent_by_ipu_rle, max_data_sent_and_received_by_ipu_rle from program_type_stream_copy_mid'):
        received, sent = rle(received), rle(sent)
        for t in range(profile.tiles):
            expected = tuple(sum(regions.bytes[target][t] for target in targets) for targets in mine[number])
            checks.equal('host regions = bytes of the stream copy', (sent[t], received[t]), expected, number, 'tile', t)
        check_by_ipu(profile, checks, 'stream copy', number, sent, received, by_ipu)


def check_estimates(profile, checks):
    lists = {i: rle(b) for i, b in profile.rows('select * from compilation_cycles_by_tile')}
    for table, column in (('program_type_do_exchange', 'cycles_by_tile_ids'),
                          ('program_type_stream_copy_mid', 'estimated_cycles_by_tile_ids')):
        for number, ids in profile.rows('select id, %s from %s' % (column, table)):
            ids = plain(ids)
            checks.that('estimated cycles: a list an IPU', len(ids) == profile.ipus and all(
                len(lists.get(i, ())) == profile.tiles_per_ipu for i in ids), table, number)


def run(profile, checks):
    programs = list(profile.rows(
        'select id, variant, variant_index, children, control_code_bytes_by_tile from programs order by id'))
    functions = {p for p, in profile.rows('select program from function_programs')}
    children = check_tree(profile, checks, programs, functions)
    check_variants(profile, checks, programs)
    check_control(profile, checks, programs, children)
    check_functions(profile, checks, functions)
    check_vertices(profile, checks)
    check_counts(profile, checks)
    regions = Regions(profile, checks)
    check_exchanges(profile, checks, regions)
    check_streams(profile, checks, regions)
    check_estimates(profile, checks)
