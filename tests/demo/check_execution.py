"""Runs, steps, cycles and markers."""
import bisect
import collections
import random

from pop import plain, rle

KINDS = {'OnTileExecute': 'compute', 'DoExchange': 'internal_exchange', 'GlobalExchange': 'inter_ipu_exchange',
         'StreamCopy': 'stream_copy', 'StreamCopyBegin': 'stream_copy_begin', 'StreamCopyEnd': 'stream_copy_end',
         'Sync': 'sync'}
FIELDS = ('cycles_base active_cycles_from_max active_cycles_from_mean active_cycles_from_min active_cycles_to_max '
          'active_cycles_to_mean active_cycles_to_min all_cycles_to_max all_cycles_to_mean all_cycles_to_min cycles '
          'active_tiles active_tile_balance tile_balance').split()
NAMES = ('steps_by_ipu = the gapless timelines of tiles', 'every tile ends at the total',
         'cycles of all tiles = tiles x total', 'execution totals = sums by type', 'markers: step and rest, every tile',
         'markers are 262,144 apart, up to the total', 'looking up through markers = through the timeline',
         'compute_set_cycles_by_tile = the list of its step', 'exchange between IPUs: its lists are those of its steps',
         'DoExchange is as long as estimated', "runs' programs = rows of program_trace",
         "steps' programs follow program_trace", 'a run begins with a program', 'blocks lie in the time of their tile')


def expected_row(start, cycles):
    base = min(start)
    begin = [s - base for s in start]
    end = [b + c for b, c in zip(begin, cycles)]
    active = [i for i, c in enumerate(cycles) if c]
    first, last = [begin[i] for i in active], [end[i] for i in active]
    longest, n = max(cycles), len(active)
    return (base, max(first), sum(first) // n, min(first), max(last), sum(last) // n, min(last), max(end),
            sum(end) // len(end), min(end), longest, n, sum(cycles) / n / longest, sum(cycles) / len(cycles) / longest)


def close(a, b):
    return a == b or (isinstance(a, float) and abs(a - b) < 1e-12)


class Timelines:
    """For each tile, when its steps end: those that have cycles there, and the first."""

    def __init__(self, profile, checks, lists, kinds):
        self.end = [0] * profile.tiles
        self.ends = [[] for _ in range(profile.tiles)]
        self.steps = [[] for _ in range(profile.tiles)]
        self.by_kind = collections.Counter()
        for row in profile.rows('select %s, step_id, ipu, tile_cycles_id from steps_by_ipu order by step_id, ipu'
                                % ', '.join(FIELDS)):
            *fields, step, ipu, list_id = row
            self.add(profile, checks, fields, step, ipu, lists[list_id], kinds[step])

    def add(self, profile, checks, fields, step, ipu, cycles, kind):
        first, n = ipu * profile.tiles_per_ipu, profile.tiles_per_ipu
        start = self.end[first:first + n]
        checks.equal('a list of cycles has a value a tile of the IPU', len(cycles), n, 'step', step)
        for name, got, want in zip(FIELDS, fields, expected_row(start, cycles)):
            checks.that(NAMES[0], close(got, want), 'step', step, 'ipu', ipu, name, got, want)
        self.by_kind[KINDS[kind]] += sum(cycles)
        for t, c in enumerate(cycles, first):
            self.end[t] += c
            self.ends[t].append(self.end[t])
            self.steps[t].append(step)

    def at(self, tile, cycle):
        """The first step that ends at or after the cycle, and by how much."""
        i = bisect.bisect_left(self.ends[tile], cycle)
        return self.steps[tile][i], self.ends[tile][i] - cycle


def check_totals(profile, checks, lines):
    total = max(lines.end)
    for tile, end in enumerate(lines.end):
        checks.equal(NAMES[1], end, total, 'tile', tile)
    checks.equal(NAMES[2], sum(lines.by_kind.values()), profile.tiles * total)
    for kind in KINDS.values():
        got, = profile.row('select sum(tile_cycles_%s) from execution_cycle_totals' % kind)
        checks.equal(NAMES[3], got, lines.by_kind[kind], kind)
    checks.equal(NAMES[3], profile.row('select sum(cycles) from execution_cycle_totals')[0], total, 'cycles')


def look_up(markers, lines, tile, cycle):
    """As a reader does it: from the marker before the cycle, then step by step."""
    marker = bisect.bisect_right(markers, cycle, key=lambda m: m[0]) - 1
    start, steps, rests = markers[marker]
    i = bisect.bisect_left(lines.steps[tile], steps[tile])
    end = start + rests[tile]
    while end < cycle:
        i += 1
        end += lines.ends[tile][i] - lines.ends[tile][i - 1]
    return lines.steps[tile][i], end - cycle


def check_markers(profile, checks, lines):
    markers, total = [], max(lines.end)
    for i, start, length, steps, rests in profile.rows('select * from absolute_markers order by id'):
        checks.equal(NAMES[5], (start, length), (i * 262144, 262144), 'marker', i)
        markers.append((start, plain(steps), plain(rests)))
        for tile in range(profile.tiles):
            got = markers[-1][1][tile], markers[-1][2][tile]
            checks.equal(NAMES[4], got, lines.at(tile, start), 'marker', i, 'tile', tile)
    checks.equal(NAMES[5], len(markers), total // 262144 + 1, 'number of markers')
    chance = random.Random(4)
    for _ in range(20000):
        tile, cycle = chance.randrange(profile.tiles), chance.randrange(total)
        checks.equal(NAMES[6], look_up(markers, lines, tile, cycle), lines.at(tile, cycle), tile, cycle)


def check_lists(profile, checks, lists, column, rows, name):
    """rows: (id, ids an IPU); each id is that of a step of this id on this IPU, or is all zeroes. (What was
    measured but is not among the steps, as in a real file a compute set of the instrumentation, is no case.)"""
    known = collections.defaultdict(set)
    for number, ipu, list_id in profile.rows('select s.%s, b.ipu, b.tile_cycles_id from steps s join steps_by_ipu b '
                                             'on b.step_id = s.id where s.%s is not null' % (column, column)):
        known[number, ipu].add(list_id)
    for number, ids in rows:
        ids = plain(ids)
        checks.equal(name, len(ids), profile.ipus, number)
        if not any(known[number, ipu] for ipu in range(profile.ipus)):
            continue
        for ipu, list_id in enumerate(ids):
            here = known[number, ipu]
            checks.that(name, list_id in here if here else not any(lists[list_id]), number, 'ipu', ipu)


def check_estimates(profile, checks, lists):
    estimates = {i: rle(b) for i, b in profile.rows('select * from compilation_cycles_by_tile')}
    ids = {i: plain(b) for i, b in profile.rows('select id, cycles_by_tile_ids from program_type_do_exchange')}
    for exchange, ipu, list_id in profile.rows('select s.exchange, b.ipu, b.tile_cycles_id from steps s join '
                                               'steps_by_ipu b on b.step_id = s.id where s.exchange is not null'):
        checks.equal(NAMES[9], lists[list_id], estimates[ids[exchange][ipu]], 'exchange', exchange, 'ipu', ipu)


def check_trace(profile, checks):
    trace = [p for p, in profile.rows('select program_id from program_trace order by id')]
    counts = [n for n, in profile.rows('select num_programs from runs order by id')]
    checks.equal(NAMES[10], sum(counts), len(trace))
    at, first = 0, []
    for step, program in profile.rows('select id, program from steps where program is not null order by id'):
        while at < len(trace) and trace[at] != program:
            at += 1
        checks.that(NAMES[11], at < len(trace), 'step', step, 'program', program)
        first.append((at, step))
        at += 1
    begun, end = 0, 0
    for run, count in enumerate(counts):
        end += count
        mine = [s for place, s in first if begun <= place < end]
        last = max((s for place, s in first if place < begun), default=-1)
        checks.that(NAMES[12], bool(mine) and (run > 0 or mine[0] == 0) and mine[0] > last, 'run', run)
        begun = end


def check_blocks(profile, checks, ends):
    """The tile's counter starts somewhere, but no tile can be recorded for longer than it ran. @ends: None: not known."""
    first = {}
    for tile, a, b, kind in profile.rows('select tile, cycles_from, cycles_to, type from blocks order by tile, cycles_from'):
        start = first.setdefault(tile, a)
        checks.that(NAMES[13], 0 <= a <= b and 0 <= kind <= 4 and (ends is None or b - start <= ends[tile]), tile, a, b)


def check_whole_ipus(profile, checks):
    """Without cycles by tile an IPU is one long tile: its steps follow each other without gaps."""
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
    lines = Timelines(profile, checks, lists, kinds)
    check_totals(profile, checks, lines)
    check_markers(profile, checks, lines)
    check_lists(profile, checks, lists, 'compute_set', profile.rows('select * from compute_set_cycles_by_tile'),
                NAMES[7])
    check_lists(profile, checks, lists, 'inter_ipu_exchange', profile.rows(
        'select inter_ipu_exchange_id, exchange_cycles_by_tile_ids from inter_ipu_exchange_cycles_by_tile'), NAMES[8])
    check_estimates(profile, checks, lists)
    check_trace(profile, checks)
    check_blocks(profile, checks, lines.end)
