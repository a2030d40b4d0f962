"""Checks of estimates of exchanges, begins of runs, blocks, and steps that are measured by IPU."""
import collections

from lists import rle
from pop import plain

NAMES = ('DoExchange is as long as estimated', 'a run begins with a program', 'blocks lie in the time of their tile')


def tile_ends(profile, lists):
    """Returns the end of each tile: the sum of its cycles, one step after the other."""
    ends = [0] * profile.tiles
    for ipu, number in profile.rows('select ipu, tile_cycles_id from steps_by_ipu'):
        for tile, cycles in enumerate(lists[number], ipu * profile.tiles_per_ipu):
            ends[tile] += cycles
    return ends


def check_estimates(profile, checks, lists):
    estimates = {i: rle(b) for i, b in profile.rows('select * from compilation_cycles_by_tile')}
    ids = {i: plain(b) for i, b in profile.rows('select id, cycles_by_tile_ids from program_type_do_exchange')}
    for exchange, ipu, list_id in profile.rows('select s.exchange, b.ipu, b.tile_cycles_id from steps s join '
                                               'steps_by_ipu b on b.step_id = s.id where s.exchange is not null'):
        checks.equal(NAMES[0], lists[list_id], estimates[ids[exchange][ipu]], 'exchange', exchange, 'ipu', ipu)


def check_trace(profile, checks):
    trace = [p for p, in profile.rows('select program_id from program_trace order by id')]
    counts = [n for n, in profile.rows('select num_programs from runs order by id')]
    at, first = 0, []
    for step, program in profile.rows('select id, program from steps where program is not null order by id'):
        while at < len(trace) and trace[at] != program:
            at += 1
        first.append((at, step))
        at += 1
    begun, end = 0, 0
    for run, count in enumerate(counts):
        end += count
        mine = [s for place, s in first if begun <= place < end]
        last = max((s for place, s in first if place < begun), default=-1)
        checks.that(NAMES[1], bool(mine) and (run > 0 or mine[0] == 0) and mine[0] > last, 'run', run)
        begun = end


def check_blocks(profile, checks, ends):
    """A tile's counter starts at any value, but the recorded blocks cannot be longer than the tile ran. @ends: None:
    unknown."""
    first = {}
    for tile, a, b, kind in profile.rows('select tile, cycles_from, cycles_to, type from blocks order by tile, cycles_from'):
        start = first.setdefault(tile, a)
        checks.that(NAMES[2], 0 <= a <= b and 0 <= kind <= 4 and (ends is None or b - start <= ends[tile]), tile, a, b)


def check_whole_ipus(profile, checks):
    """Without cycles by tile, an IPU is one long tile: its steps follow each other without gaps."""
    name, ends = 'steps of an IPU follow each other', collections.Counter()
    for ipu, base, cycles, to in profile.rows('select ipu, cycles_base, cycles, all_cycles_to_max from steps_by_ipu '
                                              'order by step_id, ipu'):
        checks.equal(name, (base, to), (ends[ipu], cycles), 'ipu', ipu)
        ends[ipu] += cycles
    checks.that('IPUs end together', len(set(ends.values())) == 1 and len(ends) == profile.ipus, dict(ends))


def run(profile, checks):
    checks.name(*NAMES)
    kinds = dict(profile.rows('select id, type from steps'))
    if not kinds:
        check_blocks(profile, checks, None)
        return
    lists = {i: rle(b) for i, b in profile.rows('select * from cycles_by_tile')}
    if not lists:                               # measured by IPU
        check_trace(profile, checks)
        check_whole_ipus(profile, checks)
        return
    check_estimates(profile, checks, lists)
    check_trace(profile, checks)
    check_blocks(profile, checks, tile_ends(profile, lists))
