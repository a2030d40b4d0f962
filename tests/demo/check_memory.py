"""Variables, their places, their lives, and the sums that the file keeps of them."""
import bisect
import collections

from pop import plain

REGIONS = ('non_interleaved', 'interleaved', 'overflowed')


class Tile:
    """What the sums of one tile should be, from its variables."""

    def __init__(self, profile, variables):
        self.all = variables
        self.placed = [v for v in variables if v.bits & 1]
        self.solid = [v for v in self.placed if v.size]
        self.alone = collections.Counter()      # (category, region) -> bytes
        self.shared = collections.Counter()
        self.region = collections.Counter()
        self.gaps = []
        self.sweep(profile)

    def sweep(self, profile):
        borders = [0, profile.wide_start, profile.bytes_per_tile]
        events = sorted([(v.offset, 1, v) for v in self.solid] + [(v.offset + v.size, 0, v) for v in self.solid] +
                        [(b, 2, None) for b in borders], key=lambda e: e[:2])
        active, at = {}, 0
        for offset, kind, v in events:
            if offset > at:
                self.piece(active, at, offset, bisect.bisect_right(borders, at) - 1)
                at = offset
            if kind == 1:
                active[v.id] = v.category
            elif kind == 0:
                del active[v.id]

    def piece(self, active, start, end, region):
        if not active:
            if self.gaps and self.gaps[-1][1] == start:
                start = self.gaps.pop()[0]
            self.gaps.append((start, end))
            return
        self.region[region] += end - start
        for category in active.values():
            (self.alone if len(active) == 1 else self.shared)[category, region] += end - start


def peak(profile, tile):
    """The most that is live at one step without being always live."""
    delta = collections.Counter()
    for v in tile.placed:
        if not profile.always.get(v.cls, 1):
            for a, b in profile.ranges[v.cls]:
                delta[a] += v.size
                delta[b] -= v.size
    live = most = 0
    for step in sorted(delta):
        live += delta[step]
        most = max(most, live)
    return most


def check_sums(profile, checks, number, tile, row):
    """row: memory_by_tile, without the tile."""
    (wide, _, plain_, _, over, _, total, gaps, always, most) = row
    ends = max((v.offset + v.size for v in tile.placed), default=0)
    floor = sum(v.size for v in tile.placed if profile.always.get(v.cls, 0))
    checks.equal('total = union of the variables', total, sum(tile.region.values()), 'tile', number)
    checks.equal('total_including_gaps = the highest end', gaps, ends, 'tile', number)
    checks.equal('regions = that union, cut', (plain_, wide, over), tuple(tile.region[r] for r in range(3)),
                 'tile', number)
    checks.equal('always_live_bytes = variables of always live classes', always, floor, 'tile', number)
    checks.equal('not_always_live_max_bytes = the most at one step', most, peak(profile, tile), 'tile', number)
    checks.that('total - always live - peak >= 0', total >= always + most, 'tile', number)


def check_categories(profile, checks, stored, number, tile, total):
    alone = both = 0
    for category, name in profile.categories.items():
        for region, kind in enumerate(REGIONS):
            for part, mine in ('non_overlapped', tile.alone), ('overlapped', tile.shared):
                value = stored[name][kind + '_' + part][number]
                both += value
                alone += value if mine is tile.alone else 0
                checks.equal('memory_by_category: alone or shared, by region', value, mine[category, region],
                             'tile', number, name, kind, part)
    checks.that('total = not overlapped + shared', alone <= total <= both, 'tile', number)


def check_places(profile, checks, meets, number, tile):
    ends = []                                   # those that may still overlap
    for v in tile.placed:
        checks.that('offset divides by alignment', v.offset % v.alignment == 0, 'variable', v.id)
    for v in sorted(tile.solid, key=lambda v: v.offset):
        ends = [w for w in ends if w.offset + w.size > v.offset]
        for w in ends:
            checks.that('overlapping variables are never live together', not meets(v.cls, w.cls), v.id, w.id)
        ends.append(v)


def elements(profile, v):
    first = bisect.bisect_right(profile.elements, v.offset) - 1
    return first, bisect.bisect_right(profile.elements, v.offset + v.size - 1) - 1


def check_gaps(profile, checks, number, tile):
    """Bytes 0 to 15; a boundary with variables on both sides that may not be together; less than an alignment; the
    start of interleaved memory."""
    first = tile.all[0].id if tile.all else 0
    local = {v.id - first: v for v in tile.solid}
    across = set()                              # elements that a pair keeps apart from the one before
    out = False                                 # a pair keeps one of its variables out of memory
    for v in tile.solid:
        mine = elements(profile, v)
        for other in plain(v.apart):
            if other not in local:
                continue
            if max(w.offset + w.size for w in (v, local[other])) > profile.bytes_per_tile:
                out |= max(v.offset, local[other].offset) == profile.bytes_per_tile
                continue                        # past the end of memory there are no elements
            theirs = elements(profile, local[other])
            apart = mine[1] < theirs[0] or theirs[1] < mine[0]
            checks.that('constrained variables are in different elements', apart, 'tile', number, v.id)
            checks.that('constraints go both ways', v.id - first in plain(local[other].apart), v.id)
            low, high = (mine, theirs) if mine[1] < theirs[0] else (theirs, mine)
            across.update(range(low[1] + 1, high[0] + 1))
    starts = collections.defaultdict(list)
    for v in tile.solid:
        starts[v.offset].append(v)
    for start, end in tile.gaps:
        next_ = starts.get(end)
        if not next_:                           # nothing behind it: not a gap
            continue
        boundary = bisect.bisect_right(profile.elements, end) - 1
        inside = any(b in across for b in range(bisect.bisect_right(profile.elements, start), boundary + 1))
        inside |= out and end == profile.bytes_per_tile
        alignment = max(v.alignment for v in next_)
        wide = start <= profile.wide_start <= end and any(v.bits & 128 for v in next_)
        checks.that('gaps have a cause', start < 16 or inside or wide or end - start < alignment,
                    'tile', number, 'from', start, 'to', end)


def check_classes(profile, checks):
    n = profile.n_steps
    for cls, always in profile.always.items():
        whole = profile.ranges[cls] == [(0, n)]
        checks.that('always live = the one range [0, N)', bool(always) == whole, 'class', cls)
        last = -1
        for a, b in profile.ranges[cls]:
            checks.that('0 <= from < to <= N, ranges apart', last < a < b <= n, 'class', cls, a, b)
            last = b
    meeting = {}
    for cls in profile.always:
        meeting[cls] = {o for o in profile.always if any(
            a < d and c < b for a, b in profile.ranges[cls] for c, d in profile.ranges[o])}
    stored = {c: set(plain(b)) for c, b in profile.rows('select * from equivalence_class_interference')}
    for cls in profile.always:
        checks.equal('interference = classes whose ranges meet', stored.get(cls), meeting[cls], 'class', cls)
        checks.that('interference is symmetric', all(cls in stored.get(o, ()) for o in stored.get(cls, ())), cls)
    return lambda a, b: b in meeting.get(a, ())


def check_steps(profile, checks, size):
    """size: class -> ipu -> bytes of the not always live variables."""
    stored = collections.defaultdict(collections.Counter)
    for ipu, step, delta in profile.rows('select * from memory_not_always_live_by_step_and_ipu'):
        checks.that('deltas of nothing are not stored', delta != 0, ipu, step)
        stored[ipu][step] += delta
    for ipu in [None] + list(range(profile.ipus)):
        born, freed = collections.Counter(), collections.Counter()
        for cls, ranges in profile.ranges.items():
            if profile.always.get(cls, 1):
                continue
            n = sum(size[cls].values()) if ipu is None else size[cls][ipu]
            for a, b in ranges:
                born[a] += n
                freed[b] += n
        live = running = 0
        for step in range(profile.n_steps):
            delta = born[step] - freed[step]
            live += delta
            running += stored[ipu][step]
            checks.equal('running sum of deltas = live classes (%s)' % ('device' if ipu is None else 'an IPU'), running,
                         live, 'ipu', ipu, 'step', step)
            checks.equal('born - freed = the delta', delta, stored[ipu][step], 'ipu', ipu, 'step', step)


def check_bytes_by_class(profile, checks, by_tile):
    """by_tile: (tile, class) -> bytes of the variables."""
    total, tiles = collections.Counter(), collections.Counter()
    whole = {}
    for unlowered, cls, n, tile in profile.rows('select * from var_bytes_by_eq_class'):
        if tile is None:
            whole[unlowered, cls] = whole.get((unlowered, cls), 0) + n
        else:
            total[unlowered, cls] += n
            tiles[tile, cls] += n
    for key in set(whole) | set(total):
        if key[1]:
            checks.equal('bytes by class: the whole = its tiles', whole.get(key), total[key], 'unlowered, class', key)
    for key in {k for k in set(tiles) | set(by_tile) if k[1]}:
        checks.equal('bytes by class of a tile = its variables', tiles[key], by_tile[key], 'tile, class', key)


def check_order(profile, checks, number, tile, orders):
    checks.equal('allocation order = the allocated variables', sorted(plain(orders[number])),
                 [v.id for v in tile.placed], 'tile', number)


def run(profile, checks):
    meets = check_classes(profile, checks)
    rows = {row[0]: row[1:] for row in profile.rows('select * from memory_by_tile')}
    names = [c[1] for c in profile.rows('pragma table_info(memory_by_category)')][1:]
    stored = {row[0]: dict(zip(names, map(plain, row[1:])))
              for row in profile.rows('select * from memory_by_category')}
    orders = dict(profile.rows('select * from allocation_order_by_tile'))
    size = collections.defaultdict(collections.Counter)
    by_tile = collections.Counter()
    for number, variables in profile.variables_by_tile():
        tile = Tile(profile, variables)
        check_sums(profile, checks, number, tile, rows[number])
        check_categories(profile, checks, stored, number, tile, rows[number][6])
        check_places(profile, checks, meets, number, tile)
        check_gaps(profile, checks, number, tile)
        check_order(profile, checks, number, tile, orders)
        for v in tile.placed:
            size[v.cls][profile.ipu(number)] += v.size
            if v.size:
                by_tile[number, v.cls] += v.size
    check_steps(profile, checks, size)
    check_bytes_by_class(profile, checks, by_tile)
    fullest = sorted(rows, key=lambda t: (-rows[t][7], t))[:2]
    checks.equal('memory_liveness_tiles = the two with the highest end', fullest,
                 [t for t, in profile.rows('select tile from memory_liveness_tiles order by position')])
