"""Moves the layers of a report to other numbers of IPUs, in plain Python: shares no code with the program. Terms and
rules as in src/analysis/insights/stages.h."""
import collections
import functools
import itertools
import math

from lanes import Lanes
from layers import bare, destination, numbers, without_count
from reference import Fit

BY_STEPS = {'code-control', 'code-exchange', 'exchange', 'control', 'vertex-state'}
OF_LOAD = {'weights', 'optimiser', 'weight-gradient', 'activation', 'recomputed', 'passing', 'gradient', 'temporary', 'exchange',
           'vertex-state'}
WHOLE, SCALED = 'whole', 'scaled'
# Thousandths by which the fullest tile may differ, besides the loads of IPUs, as measured by stages.py.
ERROR = 40


def numbered(steps, layers):
    """Returns the layers that end in a number of a family, at the depth with most steps."""
    found, count = {}, collections.Counter()
    for step in sorted(steps.name):
        path = destination(steps.name[step])
        if not path or steps.phase[step] == 'U':
            continue
        for base, _, _, below in numbers(without_count(path)):
            if base in layers.families and bare(path).endswith('/' + below):
                layer = layers.of_step[step]
                found[layer] = layer.count('/')
                break
    for layer in layers.of_step.values():
        if layer in found:
            count[found[layer]] += 1
    depth = min(count, key=lambda depth: (-count[depth], depth), default=None)
    return [layer for layer in found if found[layer] == depth]


class Partition:
    """The layers of a fit (reference.Fit). units: [(home, layer or None)], empty if none are known; own: units
    by IPU."""

    def __init__(self, fit, steps, tiles_per_ipu):
        self.fit, self.n = fit, tiles_per_ipu
        self.lanes = Lanes(tiles_per_ipu)
        self.ipus = max(fit.tiles) // tiles_per_ipu + 1
        self.peaks = self.by_ipu(fit.peaks)
        self.layout = self.by_ipu([max(0, ends - peak) for ends, peak in zip(fit.with_gaps, fit.peaks)])
        self.size = {pair: self.by_ipu(sizes) for pair, sizes in fit.size.items()}
        self.units, self.load = [], {}
        self.units = self.find_units(numbered(steps, fit.layers))
        self.own = [[u for u, (home, _) in enumerate(self.units) if home == ipu] for ipu in range(self.ipus)]
        if self.units:
            self.find_owners()

    def by_ipu(self, values):
        out = [[0] * self.n for _ in range(self.ipus)]
        for tile, value in zip(self.fit.tiles, values):
            out[tile // self.n][tile % self.n] = value
        return out

    # ---- units ---------------------------------------------------------------------------------

    def first_step(self, layer):
        spans = (self.fit.layers.forward.get(layer), self.fit.layers.backward.get(layer))
        return min(span[0] for span in spans if span)

    def find_units(self, layers):
        held = collections.defaultdict(lambda: [0] * self.ipus)
        for pair, sizes in self.size.items():
            held[self.fit.layer[pair]] = [a + sum(b) for a, b in zip(held[self.fit.layer[pair]], sizes)]
        units = []
        for layer in sorted(layers, key=self.first_step):
            if sum(held[layer]):
                if 2 * max(held[layer]) <= sum(held[layer]):
                    return []
                units.append((held[layer].index(max(held[layer])), layer))
        homes = [home for home, _ in units]
        if len(units) < 2 or homes != sorted(homes):
            return []
        self.load = self.loads({ipu: [sum(held[layer]) for home, layer in units if home == ipu] for ipu in range(self.ipus)})
        return sorted(units + [(ipu, None) for ipu in set(range(self.ipus)) - set(homes)], key=lambda unit: unit[0])

    @staticmethod
    def loads(sizes):
        """Returns {IPU: thousandths of its layers' size} for an IPU whose similar layers are smallest, and largest; if
        no other IPU is similar, the least that similar layers can have."""
        mean = {ipu: sum(some) / len(some) for ipu, some in sizes.items() if some}
        out = dict.fromkeys(sizes, (1000, 1000))
        for ipu, own in mean.items():
            alike = [other for other in mean.values() if other < own * 1.25 and own < other * 1.25]
            if len(alike) == 1:
                alike.append(own / 1.25)
            out[ipu] = math.floor(1000 * min(alike) / own), math.ceil(1000 * max(alike) / own)
        return out

    def unit_by(self, step):
        named = [u for u, (_, layer) in enumerate(self.units) if layer]
        return max((u for u in named if self.first_step(self.units[u][1]) <= step), default=named[0])

    def find_owners(self):
        """steps: by unit; owner: by pair: its unit, WHOLE or SCALED."""
        of_layer = {layer: self.unit_by(self.first_step(layer)) for layer in self.fit.layers.order}
        count = collections.Counter(of_layer[layer] for layer in self.fit.layers.of_step.values())
        self.steps = [count[u] for u in range(len(self.units))]
        self.others = max(1, len(self.fit.steps.name) - sum(self.steps))
        on = collections.defaultdict(set)
        for pair, sizes in self.size.items():
            on[pair[0]] |= {ipu for ipu in range(self.ipus) if any(sizes[ipu])}
        self.owner = {pair: self.owner_of(pair, of_layer, on[pair[0]]) for pair in self.size}

    def owner_of(self, pair, of_layer, ipus):
        group, cls = pair
        if self.fit.layer[pair] is not None:
            return of_layer[self.fit.layer[pair]]
        if self.fit.names.get(group[0]) is None:
            return SCALED if self.fit.kind[group] in BY_STEPS else WHOLE
        if len(ipus) > 1:
            return WHOLE
        if not self.fit.always[cls]:
            spans = self.fit.ranges.get(cls)
            born = min(a for a, _ in spans) // self.fit.scale if spans else None
            return of_layer.get(self.fit.layers.of_step.get(born), WHOLE)
        home, = ipus
        return WHOLE if self.ipus == 1 or home not in (0, self.ipus - 1) else 0 if home == 0 else len(self.units) - 1

    # ---- needs of stages -------------------------------------------------------------------------

    @functools.cache
    def piece(self, ipu, units, load):
        """Returns the peaks of the tiles of an IPU with only these of its units; data is scaled to @load percent."""
        own = self.own[ipu]
        all_steps, kept = (self.others + sum(self.steps[u] for u in some) for some in (own, units))
        by_class = collections.Counter()
        for (group, cls), by_ipu in self.size.items():
            owner, sizes, kind = self.owner[group, cls], by_ipu[ipu], self.fit.kind[group]
            factor = (kept if owner == SCALED else all_steps) * (load if kind in OF_LOAD else 100)
            if owner in (WHOLE, SCALED) or min(max(owner, own[0]), own[-1]) in units:
                by_class[cls] += factor * sum(size << 64 * lane for lane, size in enumerate(sizes))
        events, always = collections.defaultdict(int), 0
        for cls, packed in by_class.items():
            always += packed if self.fit.always[cls] else 0
            for a, b in self.fit.ranges.get(cls, ()):
                events[a] += packed
                events[b] -= packed
        highest, _ = self.lanes.highest(events, self.fit.scale)
        return [-(-(high + base) // (100 * all_steps)) for high, base in zip(highest, self.lanes.get(always))]

    @functools.cache
    def stage(self, first, end, load=100):
        """Returns (peaks, needs) of the tiles of an IPU with the units first … end - 1."""
        peaks, needs = [0] * self.n, [0] * self.n
        for ipu, own in enumerate(self.own):
            units = tuple(u for u in own if first <= u < end)
            if units:
                piece = self.piece(ipu, units, load)
                peaks = [a + b for a, b in zip(peaks, piece)]
                needs = [a + b + c for a, b, c in zip(needs, piece, self.layout[ipu])]
        return peaks, needs

    @functools.cache
    def own_bytes(self, ipu, units):
        """Returns the always-live bytes of only these of an IPU's units, by tile."""
        own = self.own[ipu]
        out = [0] * self.n
        for (group, cls), by_ipu in self.size.items():
            owner = self.owner[group, cls]
            if self.fit.always[cls] and owner not in (WHOLE, SCALED) and min(max(owner, own[0]), own[-1]) in units:
                out = [a + b for a, b in zip(out, by_ipu[ipu])]
        return out

    @functools.cache
    def ends(self, first, end, known=False):
        """Returns ([least, most live bytes], [least, most needed bytes]), each by tile; @known: as it is now."""
        live, layout, comes = ([0] * self.n, [0] * self.n), [0] * self.n, [0] * self.n
        for ipu, units in enumerate(self.own):
            units = tuple(u for u in units if first <= u < end)
            if not units:
                continue
            low, high = (1000, 1000) if known else self.load[ipu]
            for i, (peak, own, now) in enumerate(zip(self.piece(ipu, units, 100), self.own_bytes(ipu, units), self.layout[ipu])):
                own = min(own, peak)
                live[0][i] += own * low
                comes[i] = max(comes[i], (peak - own) * low)
                live[1][i] += peak * high
                layout[i] = 1000 * now
        live = [a + b for a, b in zip(live[0], comes)], live[1]
        # Packing and gaps of a new layout are like those of any tile.
        of_any = sorted(1000 * now for of_ipu in self.layout for now in of_ipu)
        layout = (layout, layout) if known else ([of_any[0]] * self.n, [of_any[-1]] * self.n)
        less, more = (1000, 1000) if known else (1000 - ERROR, 1000 + ERROR)
        def both(sizes):
            return [size * less // 10 ** 6 for size in sizes[0]], [-(-size * more // 10 ** 6) for size in sizes[1]]
        return both(live), both([[a + b for a, b in zip(*some)] for some in zip(live, layout)])

    def worst(self, first, end):
        """Returns the most bytes that the fullest tile needs."""
        return max(self.ends(first, end)[1][1])

    def homes(self, first, end):
        return {self.units[u][0] for u in range(first, end)}

    # ---- numbers of IPUs ---------------------------------------------------------------------------------

    def least(self, capacity):
        return max(1, -(-sum(self.fit.peaks) // (self.n * capacity)))

    def numbers(self, capacity):
        """Returns the numbers of IPUs that are tried."""
        return range(self.least(capacity), min(max(2 * self.ipus, self.least(capacity)), len(self.units)) + 1)

    def splits(self, ipus):
        """Yields all partitions: [(first unit, end)]"""
        for cuts in itertools.combinations(range(1, len(self.units)), ipus - 1):
            yield list(zip((0, *cuts), (*cuts, len(self.units))))

    def best(self, ipus):
        """Returns (need of the fullest tile, sum of squares) of the best partition."""
        return min((max(costs), sum(cost * cost for cost in costs))
                   for costs in ([self.worst(*stage) for stage in split] for split in self.splits(ipus)))

    def split_of(self, layers):
        """Returns the partition with these numbers of layers by IPU, if each unit is a layer."""
        ends = list(itertools.accumulate(layers))
        return list(zip((0, *ends), ends))


def partition_of(report):
    """Returns the Partition of a report's folder."""
    fit = Fit(report)
    tiles, = fit.db.execute('SELECT tiles_per_ipu FROM target_info').fetchone()
    return Partition(fit, fit.steps, tiles)
