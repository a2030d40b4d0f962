#!/usr/bin/python3
"""Reference implementation of where the cycles of an executed report went, the simple way.

  reference.py PROFILE --json

Computes every quantity by its specification: limiting classes, tile time, joins (barriers), replay,
waterfall, critical path and waits. Shares no code with the program; compare.py compares both."""
import argparse
import bisect
import collections
import dataclasses
import fractions
import heapq
import json

from executed import DOES, STREAM_COPY, WORK, Profile

CLASSES = ('compute', 'exchange', 'inter_ipu_exchange', 'host_transfer', 'idle_tiles', 'load_imbalance',
           'exchange_wait', 'host_wait', 'ipu_wait', 'sync', 'untracked', 'profiler', 'outside')
# A class of work is limiting from its last tile's start; before that only if no other class is.
BINDS = {'compute': (1, 4.9), 'exchange': (2, 5.9), 'inter_ipu_exchange': (3, 6.9)}
COPIES = {'StreamCopy': (5, 'host_transfer'), 'StreamCopyBegin': (6, 'host_wait'), 'StreamCopyEnd': (6.5, 'host_wait')}
# These classes are whole: what tiles do in them is not distinguished.
WHOLE = 'outside', 'profiler'
# Bars of the waterfall in the order of removal, and the limiting classes of each.
BARS = (('outside', ['outside']), ('profiler', ['profiler']), ('untracked', ['untracked']),
        ('host', ['host_transfer', 'host_wait']), ('sync', ['sync']), ('inter_ipu_exchange', ['inter_ipu_exchange']),
        ('exchange', ['exchange']), ('tile_wait', ['compute']))


@dataclasses.dataclass
class Piece:
    """An interval of an IPU's time with one limiting class, and what its tiles do in it: {activity:
    tile cycles}."""
    start: int
    end: int
    cls: str
    step: int           # the limiting step; None: outside, untracked
    tiles: dict = dataclasses.field(default_factory=lambda: collections.defaultdict(int))

    @property
    def length(self):
        return self.end - self.start


@dataclasses.dataclass
class Join:
    """A barrier where IPUs wait for each other (2.4). @arrive: {IPU: arrival of its last tile};
    @copies: {IPU: step of its copy with the host that ends there and that others wait for}."""
    step: int
    arrive: dict
    end: int
    copies: dict

    @property
    def latest(self):
        return max(self.arrive.values())

    @property
    def last(self):
        """The last IPU; the first of several."""
        return min(ipu for ipu, at in self.arrive.items() if at == self.latest)


# Cycles between ends that count as one (formats.md 8.4): of a sync on several IPUs; of a sync and
# another IPU's copy.
SYNCS_TOGETHER, COPY_TOGETHER = 300, 60


def joins_of(rows):
    """Returns the syncs that several IPUs have, and those that end together with another IPU's copy
    with the host."""
    by_step, copies = collections.defaultdict(list), collections.defaultdict(list)
    for row in rows:
        if row.type == 'Sync':
            by_step[row.step].append(row)
        elif row.type in STREAM_COPY and row.active:
            copies[row.ipu].append((row.t1, row.step))
    for ends in copies.values():
        ends.sort()
    joins = []
    for step, here in by_step.items():
        if any(not row.active for row in here):
            continue
        arrive, copied = {row.ipu: row.f1 for row in here}, {}
        first, end = min(row.t1 for row in here), max(row.t1 for row in here)
        external, internal = here[0].sync == 'External', here[0].sync == 'Internal'
        together = end - first <= (0 if internal else SYNCS_TOGETHER)
        if together and not external and not internal:
            for ipu, ends in copies.items():
                at = bisect.bisect_left(ends, (end + COPY_TOGETHER + 1,)) - 1
                if at >= 0 and ends[at][0] >= first - COPY_TOGETHER:
                    arrive[ipu] = max(arrive.get(ipu, 0), min(ends[at][0], end))
                    copied[ipu] = ends[at][1]
        if len(arrive) > 1 and (external or together and len(set(arrive.values())) > 1):
            joins.append(Join(step, arrive, end, copied))
    left = collections.Counter()
    joins.sort(key=lambda join: (join.end, join.step))
    for join in joins:
        for ipu in join.arrive:
            join.arrive[ipu] = max(join.arrive[ipu], left[ipu])
            left[ipu] = join.end
    return joins


def claims(profile, joins, ipu):
    """Yields (priority, from, step, to, class) of everything that could be limiting (2.1); the
    least tuple is."""
    for start, end in profile.outside():
        yield 0, start, -1, end, 'outside'
    for join in joins:
        if ipu in join.arrive:
            yield 4, join.arrive[ipu], join.step, join.latest, 'ipu_wait'
    for row in profile.rows:
        if row.ipu != ipu:
            continue
        if profile.is_profilers(row):
            yield .5, row.f0, row.step, row.t1, 'profiler'
        if row.type in WORK:
            cls = WORK[row.type]
            yield BINDS[cls][0], row.f1, row.step, row.t1, cls
            yield BINDS[cls][1], row.f0, row.step, min(row.f1, row.t1), cls
        elif row.type in STREAM_COPY:
            yield COPIES[row.type][0], row.f0, row.step, row.t1, COPIES[row.type][1]
        else:
            yield 7, row.f0, row.step, row.t1, 'sync'


def binding(waiting, total, cuts):
    """Sweeps once over the claims @waiting. Returns the pieces of [0, @total), also cut at @cuts."""
    waiting = sorted((claim for claim in waiting if claim[1] < claim[3]), key=lambda claim: claim[1])
    bounds = sorted({0, total, *cuts, *(at for claim in waiting for at in (claim[1], claim[3]))})
    active, begun, pieces = [], 0, []
    for start, end in zip(bounds, bounds[1:]):
        while begun < len(waiting) and waiting[begun][1] <= start:
            heapq.heappush(active, waiting[begun])
            begun += 1
        while active and active[0][3] <= start:
            heapq.heappop(active)
        cls, step = (active[0][4], active[0][2]) if active else ('untracked', None)
        step = None if cls == 'outside' else step
        if pieces and (pieces[-1].cls, pieces[-1].step) == (cls, step) and start not in cuts:
            pieces[-1].end = end
        else:
            pieces.append(Piece(start, end, cls, step))
    return pieces


def fill_by_tile(pieces, rows, lists, tiles):
    """2.2: distributes each tile's timeline, which has no gaps, over the pieces."""
    steps = [(DOES.get(row.type, 'wait'), lists[row.list]) for row in rows]
    for tile in range(tiles):
        now, at = 0, 0
        for does, cycles in steps:
            end = now + cycles[tile]
            while now < end:
                piece = pieces[at]
                until = min(end, piece.end)
                piece.tiles[does] += until - now
                now = until
                if now == piece.end:
                    at += 1


def fill_by_ipu(pieces, rows, tiles):
    """2.2 without lists: a step's tiles work while it is limiting, as far as their cycles go;
    others wait."""
    binds = collections.defaultdict(int)
    for piece in pieces:
        binds[piece.step] += piece.length
    work = {row.step: (DOES.get(row.type, 'wait'), row.tile_cycles) for row in rows}
    for piece in pieces:
        does, cycles = work.get(piece.step, ('wait', 0))
        if does != 'wait' and piece.cls == does:
            share = fractions.Fraction(piece.length, binds[piece.step])
            piece.tiles[does] = min(piece.length * tiles, cycles * share)
        piece.tiles['wait'] = piece.length * tiles - piece.tiles[does] if does != 'wait' else piece.length * tiles


def classes_of(pieces, rows, tiles):
    """Returns mean cycles of a tile by class; they sum to the total."""
    by_step = {row.step: row for row in rows}
    sums = dict.fromkeys(CLASSES, fractions.Fraction(0))
    for piece in pieces:
        if piece.cls in WHOLE:
            sums[piece.cls] += piece.length * tiles
            continue
        for does, cycles in piece.tiles.items():
            if does != 'wait':
                sums[does] += cycles
            elif piece.cls == 'compute':
                unused = cycles * unused_share(by_step[piece.step], tiles)
                sums['idle_tiles'] += unused
                sums['load_imbalance'] += cycles - unused
            elif piece.cls in ('exchange', 'inter_ipu_exchange'):
                sums['exchange_wait'] += cycles
            elif piece.cls == 'host_transfer':
                sums['host_wait'] += cycles
            else:
                sums[piece.cls] += cycles
    return {cls: float(cycles / tiles) for cls, cycles in sums.items()}


def unused_share(row, tiles):
    """Returns the share of waiting in a compute step that is due to tiles without work, not to
    tiles with less."""
    waits = row.cycles * tiles - row.tile_cycles
    return fractions.Fraction(row.cycles * (tiles - row.active), waits) if waits > 0 else 0


def slices(pieces, bounds):
    """Returns the pieces between neighbours of @bounds, cut there."""
    out, at = [], 0
    for end in bounds[1:]:
        first = at
        while at < len(pieces) and pieces[at].end <= end:
            at += 1
        out.append(pieces[first:at])
    return out


class Times:
    def __init__(self, path):
        self.profile = profile = Profile(path)
        self.tiles, self.total = profile.tiles, profile.total
        self.joins = joins_of(profile.rows)
        lists = profile.cycles_by_tile()
        self.rows, self.pieces, self.stretches = [], [], []
        for ipu in range(profile.ipus):
            rows = [row for row in profile.rows if row.ipu == ipu]
            bounds = self.bounds(ipu)
            pieces = binding(claims(profile, self.joins, ipu), self.total, set(bounds))
            if lists:
                fill_by_tile(pieces, rows, lists, self.tiles)
            else:
                fill_by_ipu(pieces, rows, self.tiles)
            self.rows.append(rows)
            self.pieces.append(pieces)
            self.stretches.append(slices(pieces, bounds))
        self.outside = sum(end - start for start, end in profile.outside())

    def bounds(self, ipu):
        """Returns 0, then for each barrier of the IPU its arrival, the latest arrival and the end,
        then the total."""
        out = [0]
        for join in self.joins:
            if ipu in join.arrive:
                out += [join.arrive[ipu], join.latest, join.end]
        return out + [self.total]

    def replay(self, keep, gone=lambda copy: False):
        """3.1: returns the length of the runs if keep (piece) cycles of each piece remain. A
        barrier disappears with the copies that cause it, if they are gone (step): an IPU then
        does not wait, and continues no later for it."""
        now, at = [0] * self.profile.ipus, [0] * self.profile.ipus

        def left(ipu, offset):
            return sum(keep(piece) for piece in self.stretches[ipu][at[ipu] + offset])

        def alone(ipu):
            return sum(keep(piece) for stretch in self.stretches[ipu][at[ipu]:at[ipu] + 3] for piece in stretch
                       if piece.cls != 'ipu_wait')

        for join in self.joins:
            latest = max(now[ipu] + left(ipu, 0) for ipu in join.arrive)
            overhead = max(left(ipu, 2) for ipu in join.arrive)
            goes = join.copies and all(gone(step) for step in join.copies.values())
            for ipu in join.arrive:
                now[ipu] = min(latest + overhead, now[ipu] + alone(ipu)) if goes else latest + overhead
                at[ipu] += 3
        return max(now[ipu] + left(ipu, 0) for ipu in range(self.profile.ipus))

    def without(self, *classes):
        """Returns the length without these limiting classes."""
        return self.replay(lambda piece: 0 if piece.cls in classes else piece.length,
                           lambda copy: {'host_wait', 'host_transfer'} <= set(classes))

    def waterfall(self, classes):
        """3.3: returns the bars: what removing each saves after all earlier ones; tiles that
        compute meanwhile continue."""
        gone, bars, before = set(), {}, self.total
        for bar, removed in BARS:
            gone |= set(removed)
            after = self.replay(lambda piece: self.computing(piece) if piece.cls in gone else piece.length,
                                lambda copy: 'host_wait' in gone)
            bars[bar] = before - after
            before = after
        ideal = sum(of_ipu['compute'] for of_ipu in classes) / len(classes)
        found = {'compute': ideal, 'ipu_wait': before - ideal, **bars}
        return {bar: float(cycles) for bar, cycles in found.items()}

    def computing(self, piece):
        return 0 if piece.cls in WHOLE else fractions.Fraction(piece.tiles['compute'], self.tiles)

    def path(self, told=()):
        """3.2: goes back from the end, at each barrier to the last IPU. Returns segments in order
        of time.

        @told: another path. If several IPUs were last, and at the end, its choice is as good as
        any."""
        ends = [segment['to'] for segment in told]

        def choice(at):
            place = bisect.bisect_left(ends, at)
            return told[place]['ipu'] if place < len(ends) else None

        ipu = choice(self.total)
        if ipu not in range(self.profile.ipus):
            ipu = self.joins[-1].last if self.joins else 0
        end, out = self.total, []
        for join in [*reversed(self.joins), None]:
            if join and ipu not in join.arrive:
                continue
            start = join.end if join else 0
            out += [{'ipu': ipu, 'from': max(piece.start, start), 'to': min(piece.end, end), 'class': piece.cls,
                     'step': piece.step} for piece in reversed(self.pieces[ipu])
                    if piece.start < end and piece.end > start]
            if join:
                ipu, end = choice(start), start
                if join.arrive.get(ipu) != join.latest:
                    ipu = join.last
        return merged(out[::-1])

    def waits(self):
        """Returns {(waiting IPU, last IPU): [barriers, limiting cycles of the wait]}."""
        last = {join.step: join.last for join in self.joins}
        out = collections.defaultdict(lambda: [set(), 0])
        for ipu, pieces in enumerate(self.pieces):
            for piece in pieces:
                if piece.cls == 'ipu_wait':
                    out[ipu, last[piece.step]][0].add(piece.step)
                    out[ipu, last[piece.step]][1] += piece.length
        return [{'ipu': ipu, 'last': of, 'joins': len(joins), 'cycles': cycles}
                for (ipu, of), (joins, cycles) in sorted(out.items())]

    def classes(self):
        return [classes_of(pieces, rows, self.tiles) for pieces, rows in zip(self.pieces, self.rows)]

    def answer(self):
        classes = self.classes()
        return {'total': self.total, 'program': self.total - self.outside, 'outside': self.outside,
                'ipus': [{'ipu': ipu, 'classes': of_ipu} for ipu, of_ipu in enumerate(classes)],
                'waterfall': self.waterfall(classes), 'critical_path': self.path(),
                'waits': self.waits()}


def merged(segments):
    """Returns the segments without the cuts at barriers."""
    out = []
    for segment in segments:
        if out and all(out[-1][key] == segment[key] for key in ('ipu', 'class', 'step')) and \
                out[-1]['to'] == segment['from']:
            out[-1]['to'] = segment['to']
        else:
            out.append(segment)
    return out


def main():
    parser = argparse.ArgumentParser(description='Where the cycles of an executed report went.')
    parser.add_argument('profile', help='profile.pop')
    parser.add_argument('--json', action='store_true', required=True)
    print(json.dumps(Times(parser.parse_args().profile).answer(), indent=1))


if __name__ == '__main__':
    main()
