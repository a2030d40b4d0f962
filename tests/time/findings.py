"""Reference implementation of what a report saves without the cause of a finding (ANSWERS-TIME 3.1,
3.4 and 5), the simple way."""
import collections
import dataclasses
import fractions
import functools
import itertools
import re

from iterations import iterations_of, slow_turns
from reference import unused_share

ROLES = {'ExchangePre', 'ExchangePost', 'OnTileCopy', 'OnTileCopyPre', 'OnTileCopyPost', 'Op', 'PreArrange',
         'PostArrange', 'GlobalPre', 'GlobalPost', 'GlobalExchange'}
MOVES = re.compile(r'(?:^|/)(PreArrange|PostArrange|preRegroup|OnTileCopy)(?![a-z])', re.IGNORECASE)
PHASES = re.compile(r'(fwd|forward|bwd|backward|grads?|gradients?|backprop|wu|update|optimi[sz]er|loss)/', re.IGNORECASE)
LEAST = {'sync': .02}


def operation(name):
    """Returns a place in the source: without roles, and with numbers only in the last part; of a
    copy, its name."""
    name = re.sub(r'^cs\d+_', '', name)
    copied = re.match(r'copy\d+_(.+)', name, re.DOTALL)
    if copied:
        return copied[1]
    parts = name.split('/')
    while len(parts) > 1 and parts[-1] in ROLES:
        parts.pop()
    return '/'.join([*(re.sub(r'\d+$', '*', part) for part in parts[:-1]), parts[-1]])


@dataclasses.dataclass
class Waits:
    """Reasons for tiles to wait in a compute set: no work, less work, and less work if tiles
    without work stay so."""
    unused: fractions.Fraction
    unequal: fractions.Fraction
    alone: fractions.Fraction


def pattern(streams):
    return {re.sub(r'\d+', '*', name) for name in streams}


def slow_of(answer):
    """Returns the subject of the finding on slow tiles; '' if there is none."""
    return next((finding['subject'] for finding in answer['findings'] if finding['kind'] == 'straggler'), '')


@dataclasses.dataclass
class Slow:
    """Cost of slow tiles in a compute set, in cycles."""
    ipu: int
    pieces: list
    seen: int                   # by which it ends earlier without them
    room: fractions.Fraction    # by which the slowest of the others is longer than the mean; None: not known
    shown: int = 0              # visible cost, at most the usual one
    hidden: int = 0             # rest of the usual cost, which becomes visible when nothing else delays the set


class Savings:
    def __init__(self, times, slow=''):
        """@slow: subject of the finding on slow tiles, whose cost is excluded from all other
        findings."""
        self.times = times
        self.rows = {(row.step, row.ipu): row for row in times.profile.rows}
        self.names = {row.step: row for row in times.profile.rows}
        self.waits, self.copies = {}, {}    # by id() of a piece: tile cycles of waiting; the step that it belongs to
        for ipu, stretches in enumerate(times.stretches):
            told = set()
            for stretch in stretches:
                for cls, run in itertools.groupby(stretch, lambda piece: 'host_wait' if piece.cls == 'host_transfer'
                                                  else piece.cls):
                    if cls == 'compute':
                        self.divide(list(run), ipu, told)
                    elif cls == 'host_wait':
                        self.hold(list(run))
        self.tiles_slow = [int(number) for number in re.findall(r'\d+', slow)]
        self.costs, self.all_costs = {}, {}     # Slow by id() of the first piece: cost excluded from other findings; all costs
        if self.tiles_slow:
            everywhere = self.find_costs()
            self.costs = self.all_costs if everywhere or self.slow_tiles() >= .8 * self.unequal() else {}

    @functools.cached_property
    def plain(self):
        """The same savings with the cost of slow tiles in all findings."""
        return Savings(self.times) if self.tiles_slow else self

    def find_costs(self):
        """Computes the costs. Returns whether tiles are slow wherever that would be visible."""
        everywhere = True
        lists, tiles = self.times.profile.cycles_by_tile(), self.times.tiles
        most = min(max(1, min(max(tiles // 100, 8), tiles // 8)), 16)
        for ipu, stretches in enumerate(self.times.stretches):
            own, costs = {tile - ipu * tiles for tile in self.tiles_slow if tile // tiles == ipu}, []
            for stretch in stretches if own else ():
                computing = [piece for piece in stretch if piece.cls == 'compute']
                for step, pieces in itertools.groupby(computing, lambda piece: piece.step):
                    pieces, row = list(pieces), self.rows[step, ipu]
                    if row.active <= 2 * most:      # tiles are not slow if few have work
                        costs.append(Slow(ipu, pieces, 0, None))
                        continue
                    others = max(cycles for tile, cycles in enumerate(lists[row.list]) if tile not in own)
                    seen = min(row.cycles - others, sum(piece.length for piece in pieces)) if row.cycles > others else 0
                    mean = fractions.Fraction(row.tile_cycles, tiles - self.io[ipu])
                    costs.append(Slow(ipu, pieces, seen, row.cycles - seen - mean))
            seen = sorted(cost.seen for cost in costs if cost.seen)
            usual = seen[len(seen) // 2] if seen else 0
            shows = [cost.seen >= usual // 2 for cost in costs if cost.room is not None and 2 * cost.room < usual]
            here = usual > 0 and any(shows) and sum(shows) >= .8 * len(shows)
            for cost in costs:
                cost.shown = min(cost.seen, usual) if here else cost.seen
                cost.hidden = usual - cost.shown if here else 0
                self.all_costs[id(cost.pieces[0])] = cost
            everywhere = everywhere and (here or not costs)
        return everywhere

    def unequal(self):
        return self.without(lambda piece, ipu: self.divided(piece.tiles['wait'], piece, ipu).unequal
                            if piece.cls == 'compute' else 0)

    def slow_tiles(self):
        return self.without(lambda piece, _: self.all_costs[id(piece)].seen if id(piece) in self.all_costs else 0)

    def shown(self, piece):
        return self.costs[id(piece)].shown if id(piece) in self.costs else 0

    def divide(self, chain, ipu, told):
        """Attributes waiting in a chain of compute sets to those that are uneven themselves."""
        own = []
        for piece in chain:
            row = self.rows[piece.step, ipu]
            own.append(0 if piece.step in told else max(row.cycles * self.times.tiles - row.tile_cycles, 0))
            told.add(piece.step)
        if len(chain) == 1 or not sum(own):
            own = [piece.tiles['wait'] for piece in chain]
        whole = sum(fractions.Fraction(piece.tiles['wait']) for piece in chain)
        for piece, part in zip(chain, own):
            self.waits[id(piece)] = whole * part / sum(own) if sum(own) else 0

    def hold(self, run):
        """Attributes a transfer between two pieces of one wait to that wait."""
        for at, piece in enumerate(run):
            self.copies[id(piece)] = piece.step
            before = [one for one in run[:at] if one.cls == 'host_wait'][-1:]
            behind = [one for one in run[at + 1:] if one.cls == 'host_wait'][:1]
            if piece.cls == 'host_transfer' and before and behind and before[0].step == behind[0].step:
                self.copies[id(piece)] = before[0].step

    def is_of(self, piece, subject):
        """Whether the limiting step belongs to an operation, in one pass of training or in all."""
        key = operation(self.names[piece.step].name)
        return not subject or subject in (key, PHASES.sub('', key, count=1))

    def streams(self, step):
        row = self.names[step]
        return {name for name in self.times.profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')}

    def is_copied(self, step, subject):
        """Whether a copy has these streams, or is one of several that are named without numbers."""
        streams, told = self.streams(step), set(subject.split(', '))
        return not subject or streams == told or told not in self.copied and pattern(streams) <= told

    @functools.cached_property
    def copied(self):
        return [{name for name in self.times.profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')}
                for row in self.times.profile.rows if row.type.startswith('StreamCopy')]

    @functools.cached_property
    def ways(self):
        """Returns [(names of a copy's streams without the profiler's, directions to the host,
        remote buffers)]."""
        found = {}
        for table, out in ('from', False), ('to', True):
            for mid, stream, remote in self.times.profile.all(
                    f'select stream_copy_mid_id, stream, is_remote_buffer from host_exchange_{table}_host'):
                names, ways, buffers = found.setdefault(mid, (set(), set(), set()))
                if not stream.startswith('streamCopyTimingInfo'):
                    names.add(stream)
                    ways.add(out)
                    buffers.add(bool(remote))
        return list(found.values())

    def of_copies(self, subject):
        told = set(subject.split(', '))
        return [(ways, buffers) for names, ways, buffers in self.ways
                if names and (names == told or told not in self.copied and pattern(names) <= told)]

    def way(self, subject):
        ways = set().union(*(ways for ways, _ in self.of_copies(subject)))
        return 'both' if len(ways) > 1 else 'to' if True in ways else 'from'

    def is_remote(self, subject):
        return all(buffers == {True} for _, buffers in self.of_copies(subject))

    def advised(self, subject):
        """Returns the direction of the advice; for remote buffers alone 'remote', or 'sent' if the
        program never reads them back."""
        if not self.is_remote(subject):
            return self.way(subject)
        told = set(subject.split(', '))
        back = {name for name, in self.times.profile.all('select stream from host_exchange_from_host')}
        return 'remote' if any(name in told or pattern({name}) <= told for name in back) else 'sent'

    def fast_works(self):
        return [self.fast_work(ipu) for ipu in range(len(self.times.pieces))]

    @functools.cached_property
    def io(self):
        """Returns by IPU the number of tiles that copy with the host and never compute: they cannot
        do anything else."""
        lists, out = self.times.profile.cycles_by_tile(), []
        for rows in self.times.rows if lists else ():
            does = {kind: [sum(cycles) for cycles in zip(*(lists[row.list] for row in rows if row.type == kind))]
                    for kind in ('StreamCopy', 'OnTileExecute')}
            out.append(sum(copies > 0 and not (does['OnTileExecute'] and does['OnTileExecute'][tile])
                           for tile, copies in enumerate(does['StreamCopy'])))
        return out or [0] * len(self.times.rows)

    def divided(self, wait, piece, ipu):
        """Returns Waits of @wait tile cycles, as mean cycles of a tile."""
        row, tiles, io = self.rows[piece.step, ipu], self.times.tiles, self.io[ipu]
        share = unused_share(row, tiles)
        return self.spread(fractions.Fraction(wait) / tiles * share, fractions.Fraction(wait) / tiles * (1 - share), row, io)

    def spread(self, idle, unequal, row, io):
        """Returns Waits from the waiting of tiles without work and of tiles with less work."""
        every, without = fractions.Fraction(self.times.tiles, self.times.tiles - io), self.times.tiles - row.active
        return Waits(idle * every * (fractions.Fraction(max(without - io, 0), without) if without else 0),
                     unequal * every, unequal * fractions.Fraction(self.times.tiles, row.active))

    def own(self, piece, ipu):
        """Returns Waits of a compute set without slow tiles: all others wait for one, and those
        without work as long as the others."""
        row, tiles, shown = self.rows[piece.step, ipu], self.times.tiles, fractions.Fraction(self.shown(piece))
        waits = self.divided(self.waits[id(piece)], piece, ipu)
        slow = self.spread(shown * (tiles - row.active) / tiles, shown * (row.active - 1) / tiles, row, self.io[ipu])
        return Waits(waits.unused - slow.unused, waits.unequal - slow.unequal, waits.alone - slow.alone)

    def stays(self, piece, ipu):
        """Returns the cost of slow tiles that stays; they are in the mean of the tiles with work,
        so it is less with them."""
        if id(piece) not in self.costs:
            return 0
        active = self.rows[piece.step, ipu].active
        return fractions.Fraction(self.costs[id(piece)].hidden) * (active - 1) / active if active else 0

    def without(self, gone, copies=lambda step: False):
        """Returns the cycles saved by removing gone (piece, ipu) cycles of each piece, and the
        copies in the steps @copies."""
        ipu_of = {id(piece): ipu for ipu, pieces in enumerate(self.times.pieces) for piece in pieces}
        left = self.times.replay(lambda piece: piece.length - (gone(piece, ipu_of[id(piece)])
                                                               if piece.step is not None else 0), copies)
        return float(self.times.total - left)

    @functools.cached_property
    def spans(self):
        """Returns the spans that have stages: the iterations, and whether they are slow; everything
        if nothing repeats."""
        turns = iterations_of(self.times.profile)
        slow, _ = slow_turns(turns)
        ends = [0, *itertools.accumulate((turn['to'] for turn in turns), max)]
        return [(max(turn['from'], before), turn['to'], place in slow)
                for place, (turn, before) in enumerate(zip(turns, ends))] or [(0, self.times.total, False)]

    def work_in(self, piece, ipu, start, end):
        """Returns the cycles of work of a piece in a span, without the cost of slow tiles where the
        compute set ends."""
        slow = self.shown(piece) if id(piece) in self.costs and start < self.rows[piece.step, ipu].t1 <= end else 0
        return max(min(piece.end, end) - max(piece.start, start), 0) - slow

    @functools.cache
    def stage_work(self, ipu):
        """Returns an IPU's cycles of work in each span."""
        return [sum(self.work_in(piece, ipu, start, end) for piece in self.times.pieces[ipu]
                    if piece.cls in ('compute', 'exchange')) for start, end, _ in self.spans]

    def fast_work(self, ipu):
        return sum(work for work, (_, _, slow) in zip(self.stage_work(ipu), self.spans) if not slow)

    @functools.cache
    def stage_shares(self, ipu):
        """In a slow iteration the stage counts as in the mean of the others; the rest is another
        cause."""
        fast = sum(not slow for _, _, slow in self.spans)
        return [min(fractions.Fraction(self.fast_work(ipu), fast * work), 1) if slow and work and fast else 1
                for work, (_, _, slow) in zip(self.stage_work(ipu), self.spans)]

    def staged(self, piece, ipu):
        """Returns the cycles of a piece that count for a stage."""
        if piece.cls not in ('compute', 'exchange'):
            return 0
        return sum(self.work_in(piece, ipu, start, end) * share
                   for (start, end, _), share in zip(self.spans, self.stage_shares(ipu)))

    def stages(self):
        """3.4 (a): one factor for each IPU, from the work in iterations that are not slow, applied
        only to it."""
        work = [self.fast_work(ipu) for ipu in range(len(self.times.pieces))]
        mean = fractions.Fraction(sum(work), len(work))
        return self.without(lambda piece, ipu: self.staged(piece, ipu) * (1 - mean / (work[ipu] or mean or 1)))

    @functools.cache
    def bubble(self):
        """Returns the waiting for other IPUs that remains with equal stages, at most what remains
        of it without any other cause."""
        waits = sum(fractions.Fraction(piece.tiles['wait']) for pieces in self.times.pieces for piece in pieces
                    if piece.cls == 'ipu_wait')
        left = self.times.waterfall(self.times.classes())['ipu_wait']
        return max(min(float(waits / self.times.tiles / len(self.times.pieces)), left) - max(self.plain.stages(), 0), 0)

    def tiles(self, subject, part, with_slow=False):
        """Saving of tiles. @part: function of Waits; @with_slow: also remove slow tiles."""
        gone = collections.Counter()    # by id() of a piece
        for ipu, stretches in enumerate(self.times.stretches):
            for stretch in stretches:
                pieces = [piece for piece in stretch if piece.cls == 'compute' and self.is_of(piece, subject)]
                # The remaining waiting is computed for a whole operation in a stretch.
                by_key = collections.defaultdict(list)
                for piece in pieces:
                    by_key[operation(self.names[piece.step].name)].append(piece)
                for some in by_key.values():
                    own = [self.own(piece, ipu) for piece in some]
                    unequal = max(sum(waits.unequal for waits in own), 0)
                    more = max(sum(waits.alone - waits.unequal for waits in own), 0)
                    left = part(Waits(max(sum(waits.unused for waits in own), 0), unequal, unequal + more))
                    slow = [self.costs[id(piece)] for piece in some if id(piece) in self.costs]
                    gone[id(some[0])] = (left + sum(cost.seen for cost in slow) if with_slow else
                                         max(left - sum(self.stays(piece, ipu) for piece in some), 0))
        return self.without(lambda piece, _: gone[id(piece)])

    def binding(self, classes, wanted):
        return self.without(lambda piece, ipu: piece.length if piece.cls in classes and wanted(piece) else 0)

    def copying(self, wanted):
        """Saving without the copies in @wanted (step)."""
        return self.without(lambda piece, ipu: piece.length if piece.cls in ('host_wait', 'host_transfer') and wanted(
            self.copies[id(piece)]) else 0, wanted)

    def awaited(self, wanted):
        """Returns the cycles, summed over IPUs, in syncs that end with copies, some of which are
        @wanted (step)."""
        return sum(join.end - arrive for join in self.times.joins if any(map(wanted, join.copies.values()))
                   for arrive in join.arrive.values())

    def pieces_of_copies(self, subject):
        """Returns by IPU the pieces that copy the subject or wait for it."""
        return [[piece for piece in pieces if piece.cls in ('host_wait', 'host_transfer')
                 and self.is_copied(self.copies[id(piece)], subject)] for pieces in self.times.pieces]

    def waiting_share(self, subject):
        mine = list(itertools.chain(*self.pieces_of_copies(subject)))
        return sum(piece.length for piece in mine if piece.cls == 'host_wait') / sum(piece.length for piece in mine)

    def actions(self, subject):
        """Bounds of actions on copies, the largest first: without all of them, without waiting for
        the host, and by hiding them behind the work of each IPU. For inputs that mostly wait, a
        host that is ready earlier comes first, and copying less saves at most the copying."""
        whole, waits, hidden, copies = self.saving('host', subject), 0, 0, 0
        for mine, pieces in zip(self.pieces_of_copies(subject), self.times.pieces):
            waits += sum(piece.length for piece in mine if piece.cls == 'host_wait')
            copies += sum(piece.length for piece in mine)
            hidden += min(sum(piece.length for piece in mine),
                          sum(piece.length for piece in pieces if piece.cls in ('compute', 'exchange', 'inter_ipu_exchange')))
        if self.is_remote(subject):
            return [whole]
        copying, waits, hidden = min(copies - waits, whole), min(waits, whole), min(hidden, whole)
        if self.way(subject) == 'from' and self.waiting_share(subject) >= .5:
            return [waits, *sorted((copying, waits, hidden), reverse=True)]
        return sorted({'from': [whole, waits, waits, hidden]}.get(self.way(subject), [whole, waits, hidden]), reverse=True)

    def saving(self, kind, subject):
        """Returns the saving of a finding; None: not computed here."""
        return {
            'stage_imbalance': self.stages,
            'pipeline_bubble': self.bubble,
            'tile_wait': lambda: self.tiles('', lambda waits: waits.unused + waits.unequal, with_slow=True),
            'straggler': self.slow_tiles if self.tiles_slow else lambda: None,
            'idle_tiles': lambda: self.tiles(subject, lambda waits: waits.unused),
            'load_imbalance': lambda: self.tiles(subject, lambda waits: waits.alone, with_slow=not subject),
            'exchange': lambda: self.binding(['exchange'], lambda piece: self.is_of(piece, subject)),
            'rearrangement': lambda: self.binding(['compute'], lambda piece: self.is_of(piece, subject) and MOVES.search(
                self.names[piece.step].name)),
            'host': lambda: self.copying(lambda step: self.is_copied(step, subject)),
            'inter_ipu_exchange': lambda: self.binding(['inter_ipu_exchange'], lambda piece: True),
            'sync': lambda: self.binding(['sync'], lambda piece: True),
        }.get(kind, lambda: None)()
