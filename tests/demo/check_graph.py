"""Checks of control code of sequences, code of vertex types, functions, regions, and estimates of exchanges."""
from lists import rle
from pop import plain


def add(into, values):
    for i, value in enumerate(values):
        into[i] += value


def check_sequences(profile, checks):
    code, children = {}, {}
    for i, kids, blob in profile.rows('select id, children, control_code_bytes_by_tile from programs'):
        code[i], children[i] = rle(blob), plain(kids)
    for i, in profile.rows("select id from programs where variant in (select id from program_types where name = 'Sequence')"):
        if children[i]:
            below = [0] * profile.tiles
            for child in children[i]:
                add(below, code[child])
            checks.equal('control code of a Sequence = that of its children', code[i], below, 'program', i)


def check_functions(profile, checks):
    steps = {p for p, in profile.rows('select program_id from depth_first_steps')}
    checks.name('functions have no step')
    for function, in profile.rows('select program from function_programs'):
        checks.that('functions have no step', function not in steps, function)


def check_code(profile, checks):
    code, category = [0] * profile.tiles, [0] * profile.tiles
    for blob, in profile.rows('select code_bytes from memory_by_vertex_type'):
        add(code, plain(blob))
    for blob in profile.row('select interleaved_non_overlapped, interleaved_overlapped, non_interleaved_non_overlapped,'
                            'non_interleaved_overlapped, overflowed_non_overlapped, overflowed_overlapped '
                            "from memory_by_category where category_id = 'vertexCode'"):
        add(category, plain(blob))
    for tile, (types, whole) in enumerate(zip(code, category)):
        checks.that('code of vertex types <= vertexCode', types <= whole, 'tile', tile)


def check_regions(profile, checks):
    known = {target for target, in profile.rows('select distinct id from exchange_regions')}
    for table in 'program_type_do_exchange', 'program_type_global_exchange':
        for number, received, sent, source, target in profile.rows(
                'select id, bytes_received_by_tile_rle, bytes_sent_by_tile_rle, source_regions_id, '
                'destination_regions_id from ' + table):
            checks.that('bytes that are exchanged have regions', (source in known or not any(rle(sent))) and
                        (target in known or not any(rle(received))), table, number)


def check_estimates(profile, checks):
    lists = {i: rle(b) for i, b in profile.rows('select * from compilation_cycles_by_tile')}
    for table, column in (('program_type_do_exchange', 'cycles_by_tile_ids'),
                          ('program_type_stream_copy_mid', 'estimated_cycles_by_tile_ids')):
        for number, ids in profile.rows('select id, %s from %s' % (column, table)):
            ids = plain(ids)
            checks.that('estimated cycles: a list an IPU', len(ids) == profile.ipus and all(
                len(lists.get(i, ())) == profile.tiles_per_ipu for i in ids), table, number)


def run(profile, checks):
    check_sequences(profile, checks)
    check_functions(profile, checks)
    check_code(profile, checks)
    check_regions(profile, checks)
    check_estimates(profile, checks)
