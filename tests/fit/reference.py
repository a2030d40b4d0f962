"""Computes whether a model fits, why not, and what would make it fit, in plain Python from the files of a report:
shares no code with the program.

Terms as in src/analysis/insights/fit.h and moves.h. A position is step × Fit.scale, so that there are positions between
two steps. Bytes are whole sixteenths until a peak is rounded up, which is exact for all factors used here.
"""
import collections
import copy
import functools
import itertools
import pathlib

import offers
from cbor import Cbor
from harness import varints
from lanes import Lanes
from layers import Layers
from offers import kinds_reference
from outline import Outline

PART = 16
FOREVER = 1 << 62
COST = {'optimiser-off-chip': 3, 'accumulators-off-chip': 3, 'recompute': 1, 'micro-batch=2': 2, 'micro-batch=4': 2,
        'serialise': 2, 'off-chip': 2, 'spread': 1, 'io-tiles': 2, 'half': 3, 'no-instrumentation': 0}
# Thousandths that a build may need less, and more, than estimated, as measured by changes.py.
ERROR = {'optimiser-off-chip': (5, 75), 'accumulators-off-chip': (5, 75), 'recompute': (45, 75), 'micro-batch': (60, 75),
         'no-instrumentation': (1, 1)}
OFF_CHIP = {'optimiser-off-chip': 'optimiser', 'accumulators-off-chip': 'weight-gradient'}
BOUNDS = ('planner-memory', 'less-exchange', 'exchange-code', 'outline', 'packing', 'gap')
# Causes that a bound concerns.
ABOUT = {'planner-memory': ('temporary', 'exchange'), 'less-exchange': ('exchange',), 'exchange-code': ('code-exchange',),
         'outline': ('code-exchange', 'code-control', 'code-vertex'), 'packing': ('packing',), 'gap': ('gap',)}
OF_BATCH = {'activation', 'recomputed', 'passing', 'gradient', 'io'}
MAYBE_OF_BATCH = {'temporary', 'exchange'}
OF_PAIR = {'serialise', 'off-chip', 'io-tiles', 'planner-memory'}
EXACT_SIZE = 3


def cost(change):
    return 2 if change == 'less-exchange' else COST.get(change, COST.get(change.partition('=')[0], 1))


def overlap(spans, limits):
    """Returns the parts of @spans that are within @limits."""
    return [(max(a, c), min(b, d)) for a, b in spans for c, d in limits if max(a, c) < min(b, d)]


def union(spans):
    out = []
    for a, b in sorted(spans):
        if out and a <= out[-1][1]:
            out[-1] = out[-1][0], max(b, out[-1][1])
        elif a < b:
            out.append((a, b))
    return out


def is_float(context):
    """TRUE if the variable has 32-bit floats."""
    if not context or context['layer'] != 'poplar' or not context.get('category', '').startswith('var'):
        return False
    if 'type' in context:
        return context['type'] == 'float'
    traits = context.get('traits', {})
    return traits.get('isFloat') is True and traits.get('size') == 4


def end(size, now, errors, pessimistic, capacity):
    if pessimistic:
        return min(size - (-size * errors[1] // 1000), max(size, now))
    return size if size > capacity else size - size * errors[0] // 1000


class Change:
    """The needs of all tiles after some changes: lists by tile. saving: by how much the peak falls, or, with @gone, the
    bytes of always-live data, or besides the peak, that disappear; @needed: needs if packing disappears too."""

    def __init__(self, fit, peaks, gone=None, live=False, needed=None):
        needs = [max(peak, gaps + peak - now) for peak, gaps, now in zip(peaks, fit.with_gaps, fit.peaks)]
        less = [min(g, peak if live else need - peak) for g, need, peak in zip(gone or itertools.repeat(0), needs, peaks)]
        self.peaks = [peak - g for peak, g in zip(peaks, less)] if live else peaks
        self.needs = [need - g for need, g in zip(needs, less)]
        if needed:
            less, self.needs = [had - need for had, need in zip(self.needs, needed)], needed
        self.savings = [now - min(now, peak) + less_ for now, peak, less_ in zip(fit.peaks, peaks, less)]
        self.saving = self.savings[fit.worst]
        self.median = sorted(self.savings)[len(peaks) // 2]
        self.total = sum(self.savings)
        self.worst = max(self.needs)
        self.worst_tile = fit.tiles[self.needs.index(self.worst)]

    def told(self, fit, errors, pessimistic, capacity):
        """Returns the end of the reported range, which includes the error of the method on tiles that change."""
        out = copy.copy(self)
        errors = max((one for one, _ in errors), default=0), sum(one for _, one in errors)
        nows = [max(peak, gaps) for peak, gaps in zip(fit.peaks, fit.with_gaps)]
        rows = [(peak, need) if peak == before else
                (end(peak, before, errors, pessimistic, capacity), end(need, now, errors, pessimistic, capacity))
                for peak, need, before, now in zip(self.peaks, self.needs, fit.peaks, nows)]
        out.peaks, out.needs = map(list, zip(*rows))
        out.worst = max(out.needs)
        return out

    def over(self, capacity):
        return sum(peak > capacity for peak in self.peaks)

    def tight(self, capacity):
        return sum(peak <= capacity < need for peak, need in zip(self.peaks, self.needs))

    def excess(self, capacity):
        return sum(max(0, need - capacity) for need in self.needs)


class Fit:
    """tiles, total, with_gaps, peaks, peak_steps: lists by tile; worst: index of the fullest tile in them. Independent
    of the capacity, as the effects of changes are."""

    def __init__(self, report):
        self.report = pathlib.Path(report)
        self.db = kinds_reference.connect(report)
        self.tiles, self.total, self.with_gaps = map(list, zip(*self.db.execute(
            'SELECT tile, total, total_including_gaps FROM memory_by_tile ORDER BY tile')))
        self.lanes = Lanes(len(self.tiles))
        self.load_ranges()
        self.load_bytes()
        self.kind = {group: found[0] for group, found in kinds_reference.kinds(report).items()}
        self.names = dict(self.db.execute('SELECT id, name FROM unlowered_vars'))
        steps = self.steps = kinds_reference.Steps(self.db)
        self.scale = len(steps.name) + 2
        self.operations = {cls: offers.operation(steps.name[spans[0][0]]) for cls, spans in self.ranges.items()
                           if spans[0][0] in steps.name}
        self.ranges = {cls: [(a * self.scale, b * self.scale) for a, b in spans] for cls, spans in self.ranges.items()}
        self.layers = Layers(steps)
        self.updates = [self.at(run) for run in self.layers.updates]
        self.layer = {pair: self.layers.find(self.names.get(pair[0][0]) or '') for pair in self.pairs}
        self.peaks, self.peak_steps = self.sweep((), 0)
        needs = [max(peak, gaps) for peak, gaps in zip(self.peaks, self.with_gaps)]
        self.worst = needs.index(max(needs))

    # ---- contents of the report ------------------------------------------------------------------

    def load_ranges(self):
        self.always = dict(self.db.execute('SELECT id, is_always_live FROM eq_classes'))
        self.ranges = collections.defaultdict(list)
        for cls, first, end in self.db.execute('SELECT eq_class_id, step_id_from, step_id_to FROM eq_class_step '
                                               'ORDER BY 1, 2, 3'):
            if self.always.get(cls) == 0:
                self.ranges[cls].append((first, end))

    def load_bytes(self):
        """pairs: {(group, class): bytes by tile}, in the order of the file; groups as in kinds_reference."""
        category = dict(self.db.execute('SELECT id, name FROM var_categories'))
        streamed = {row for row, in self.db.execute(
            'SELECT var_id FROM exchange_regions WHERE id IN ('
            'SELECT regions_id FROM host_exchange_from_host WHERE NOT is_remote_buffer UNION '
            'SELECT regions_id FROM host_exchange_to_host WHERE NOT is_remote_buffer)')}
        lane = {tile: place for place, tile in enumerate(self.tiles)}
        sizes = collections.defaultdict(lambda: [0] * len(self.tiles))
        marked = functools.cache(kinds_reference.instrumentation)
        for row, tile, unlowered, cat, bits, base, suffix, cls, size in self.db.execute(
                'SELECT var_id, tile, unlowered_var_id, category, bitset, s.string, name_suffix, equivalence_class, '
                'size_bytes FROM vars_info JOIN vars_string_table s ON s.id = name_base_id ORDER BY tile, var_id'):
            if bits & 1 and size and cls in self.always:
                mark = marked(base + (suffix or ''), category.get(cat))
                group = unlowered, category.get(cat), bool(bits & 2), mark, row in streamed
                sizes[group, cls][lane[tile]] += size
        self.size = dict(sizes)
        self.pairs = {pair: sum(size << 64 * at for at, size in enumerate(by_tile)) for pair, by_tile in sizes.items()}

    @functools.cached_property
    def floats(self):
        """Returns the unlowered ids of variables of 32-bit floats."""
        path = self.report / 'debug.cbor'
        if not path.exists():
            return set()
        contexts = {c['id']: c for c in Cbor(path.read_bytes()).value()['contexts']}
        return {variable for variable, ids in self.db.execute('SELECT variable_id, ids FROM debug_ids')
                if varints(ids) and all(is_float(contexts.get(i)) for i in varints(ids))}

    @functools.cached_property
    def accumulates(self):
        """TRUE if gradients are accumulated already: a weight gradient is live in the update, or always."""
        return any(self.always[cls] or overlap(self.ranges[cls], self.updates)
                   for group, cls in self.pairs if self.kind[group] == 'weight-gradient')

    def at(self, span):
        return span[0] * self.scale, span[1] * self.scale

    # ---- other lifetimes -------------------------------------------------------------------------

    def update_of(self, layer, pessimistic):
        """Returns when the state of a layer is needed. Optimistic: in its own steps of the update; if the update names
        none, one layer after the other within the first step of its longest run."""
        own = self.layers.own.get(layer)
        if pessimistic or layer is None:
            return self.updates
        if own:
            return [self.at(run) for run in own]
        longest = max(self.updates, key=lambda run: run[1] - run[0])
        place = longest[0] + 1 + self.layers.order[layer]
        return [(place, place + 1)]

    def off_chip(self, change, pessimistic):
        """Returns {pair: its new spans}."""
        out = {}
        for pair in self.pairs if self.updates else ():
            group, cls = pair
            layer = self.layer[pair]
            if self.kind[group] != OFF_CHIP[change]:
                continue
            if change == 'optimiser-off-chip':
                if self.always[cls]:
                    out[pair] = self.update_of(layer, pessimistic)
            elif layer in self.layers.backward:
                needed = [self.at(self.layers.backward[layer]), *self.update_of(layer, pessimistic)]
                out[pair] = union(overlap([(0, FOREVER)] if self.always[cls] else self.ranges[cls], needed))
        return out

    def layer_of_birth(self, pair):
        """Returns the layer in whose forward pass an activation that can be recomputed is born, or None."""
        group, cls = pair
        spans = self.ranges.get(cls)
        if self.kind[group] != 'activation' or not spans:
            return None
        born = spans[0][0] // self.scale
        layer = self.layers.of_step.get(born)
        first, end = self.layers.forward.get(layer, (0, 0))
        again = self.layers.backward.get(layer, (-1, 0))[0]
        return layer if first <= born < end <= again else None

    def replay(self, layer, spans):
        """Repeats the lifetimes in the forward pass of a layer, in order, between the last step before its backward
        pass and the pass."""
        first, end = self.at(self.layers.forward[layer])
        again = self.layers.backward[layer][0] * self.scale
        def place(at):
            return again if at >= end else again - self.scale + 1 + (at - first) // self.scale
        return [(place(a), place(b)) for a, b in overlap(spans, [(first, end)])]

    def recompute(self, pessimistic):
        """Returns ({pair: its new spans}, {class of other variables: their new spans}); only the former are moved."""
        layers = {pair: layer for pair in self.pairs if (layer := self.layer_of_birth(pair)) is not None}
        last = {}
        for (group, cls), layer in layers.items():
            born = self.ranges[cls][0][0]
            if layer not in last or born >= last[layer][0]:
                last[layer] = born, group
        moved = {}
        for pair, layer in layers.items():
            if pair[0] != last[layer][1]:
                spans = self.ranges[pair[1]]
                kept = [(0, self.layers.forward[layer][1] * self.scale), (self.layers.backward[layer][0] * self.scale, FOREVER)]
                moved[pair] = union(overlap(spans, kept) + (self.replay(layer, spans) if pessimistic else []))
        used = {layers[pair] for pair in moved}
        if not pessimistic:
            return moved, {}
        return moved, {cls: union(spans + [again for layer in used for again in self.replay(layer, spans)])
                       for cls, spans in self.ranges.items()}

    def added_up(self):
        """With micro-batches, gradients that reach the update are live from the first forward step on."""
        firsts = [first for first, end in self.layers.forward.values() if end]
        out, first = {}, min(firsts, default=FOREVER) * self.scale
        for pair in self.pairs:
            spans = self.ranges.get(pair[1], [])
            ends = [b for a, b in spans if overlap([(a, b)], self.updates)]
            if self.kind[pair[0]] == 'weight-gradient' and ends and ends[-1] > first and \
                    not any(a <= first < b for a, b in spans):
                out[pair] = union([*spans, (first, ends[-1])])
        return out

    @functools.cache
    def lifetimes(self, change, pessimistic):
        if change.startswith('micro-batch='):
            return self.added_up(), {}
        if change == 'recompute':
            return self.recompute(pessimistic)
        return (self.off_chip(change, pessimistic) if change in OFF_CHIP else {}), {}

    # ---- sizes ---------------------------------------------------------------------------------

    def factor(self, group, change, pessimistic):
        """Returns a factor in sixteenths."""
        kind = self.kind[group]
        if change.startswith('kind:'):
            return 0 if kind == change[5:] else PART
        if change == 'no-instrumentation':
            return 0 if group[3] else PART
        if change == 'half':
            return PART // 2 if group[0] in self.floats else PART
        if change == 'exchange-code':
            return 0 if kind == 'code-exchange' else PART
        if change.startswith('micro-batch='):
            if kind in OF_BATCH or kind in MAYBE_OF_BATCH and not pessimistic:
                return PART // int(change[12:])
            return 2 * PART if kind == 'weights' and not self.accumulates else PART
        return PART

    # ---- evaluation ----------------------------------------------------------------------------

    @functools.cache
    def changed_sizes(self, scaling, pessimistic):
        """Returns ({class: bytes by tile}, {pair: bytes by tile}), in sixteenths."""
        by_class, by_pair = collections.Counter(), {}
        spread = {change.partition('=')[2] for change in scaling if change.startswith('spread=') and not pessimistic}
        of_pair = [change for change in scaling if change.partition('=')[0] in OF_PAIR]
        of_group = [change for change in scaling if change not in of_pair and not change.startswith('spread=')]
        factors = {}
        for pair, packed in self.pairs.items():
            group = pair[0]
            if group not in factors:
                factors[group] = PART
                for change in of_group:
                    factors[group] = factors[group] * self.factor(group, change, pessimistic) // PART
            factor = factors[group]
            for change in of_pair:
                above, below = offers.part(self, pair, change, pessimistic)
                factor = factor * above // below
            if self.variable_name(group) in spread:
                packed = sum(size << 64 * at for at, size in enumerate(offers.mean(self, self.size[pair])))
            by_pair[pair] = packed * factor
            by_class[pair[1]] += by_pair[pair]
        return by_class, by_pair

    def variable_name(self, group):
        """Returns the name of a variable's data; None for messages and other derived data."""
        return None if group[1] in ('message', 'rearrangement') else self.names.get(group[0])

    def sweep(self, changes, pessimistic):
        """Returns (peak of each tile, first step that has it)."""
        moving = sorted((change for change in changes if change == 'recompute' or change in OFF_CHIP),
                        key=['optimiser-off-chip', 'accumulators-off-chip', 'recompute'].index)
        by_class, by_pair = self.changed_sizes(tuple(sorted(set(changes) - set(moving))), pessimistic)
        moving = [change for change in changes if change.startswith('micro-batch=')][:1] + moving
        by_class, always, events = dict(by_class), 0, collections.defaultdict(int)
        ranges, elsewhere = dict(self.ranges), {}
        for change in moving:
            moved, others = self.lifetimes(change, pessimistic)
            ranges.update(others)
            elsewhere.update(moved)
        for pair, spans in elsewhere.items():
            by_class[pair[1]] -= by_pair[pair]
            for a, b in spans:
                events[a] += by_pair[pair]
                events[b] -= by_pair[pair]
        for cls, packed in by_class.items():
            always += packed if self.always[cls] else 0
            for a, b in ranges.get(cls, ()):
                events[a] += packed
                events[b] -= packed
        peaks, steps = self.lanes.highest(events, self.scale)
        return [-(-(peak + base) // PART) for peak, base in zip(peaks, self.lanes.get(always))], steps

    def evaluate(self, changes, pessimistic):
        """Returns the Change for all @changes at once: any of COST, "kind:KIND" to remove a kind, and of BOUNDS."""
        return self.known(tuple(sorted(changes)), bool(pessimistic))

    def told(self, changes, pessimistic, capacity):
        """Returns the Change at one end of the reported range."""
        errors = [ERROR.get(key.partition('=')[0], (75, 75)) for key in changes if key not in BOUNDS]
        return self.evaluate(changes, pessimistic).told(self, errors, pessimistic, capacity)

    @functools.cache
    def known(self, changes, pessimistic):
        if changes and changes[0] in BOUNDS and pessimistic:
            return self.known((), False)
        if changes == ('packing',):
            return Change(self, self.peaks, self.packing)
        if changes == ('gap',):
            return Change(self, self.peaks, self.gaps)
        if changes == ('outline',):
            return Change(self, self.peaks, [self.outlined[tile] for tile in self.tiles], live=True)
        if changes == ('less-exchange',):
            return Change(self, self.evaluate(['kind:exchange'], False).peaks, needed=self.without('exchange'))
        return Change(self, self.sweep(changes, pessimistic)[0])

    @property
    def now(self):
        return self.evaluate((), False)

    @functools.cached_property
    def outlined(self):
        return Outline(self.db).by_tile

    @functools.cached_property
    def packing(self):
        return [max(0, total - peak) for total, peak in zip(self.total, self.peaks)]

    @functools.cached_property
    def gaps(self):
        return [gaps - total for total, gaps in zip(self.total, self.with_gaps)]

    # ---- causes --------------------------------------------------------------------------------

    @functools.cached_property
    def at_peak(self):
        """{kind: live bytes by tile, each at its own peak}, with packing and gap"""
        out = collections.defaultdict(lambda: [0] * len(self.tiles))
        for (group, cls), sizes in self.size.items():
            spans = self.ranges.get(cls, ())
            for place, size in enumerate(sizes):
                at = self.peak_steps[place] * self.scale
                if size and (self.always[cls] or any(a <= at < b for a, b in spans)):
                    out[self.kind[group]][place] += size
        return {**out, 'packing': self.packing, 'gap': self.gaps}

    def variable(self, kind):
        """Returns (unlowered id, bytes) of the variable with more than half of a kind on the fullest tile, or None."""
        at, sizes = self.peak_steps[self.worst] * self.scale, collections.Counter()
        for (group, cls), by_tile in self.size.items():
            live = self.always[cls] or any(a <= at < b for a, b in self.ranges.get(cls, ()))
            if live and self.kind[group] == kind and group[0] is not None:
                sizes[group[0]] += by_tile[self.worst]
        most = sizes.most_common(1)
        return most[0] if most and 2 * most[0][1] > self.at_peak[kind][self.worst] else None

    @functools.cached_property
    def always_live(self):
        """Returns the always-live bytes by tile."""
        return [sum(sizes[place] for (_, cls), sizes in self.size.items() if self.always[cls]) for place in range(len(self.tiles))]

    def without(self, kind):
        """Returns the needs of tiles without a kind. Packing is that of not-always-live data, and falls with it."""
        if kind in ('packing', 'gap'):
            return self.evaluate([kind], False).needs
        gone = self.evaluate(['kind:' + kind], False)
        always = [sum(sizes[place] for (group, cls), sizes in self.size.items() if self.always[cls] and self.kind[group] != kind)
                  for place in range(len(self.tiles))]
        out = []
        for place, (need, peak) in enumerate(zip(gone.needs, gone.peaks)):
            before, after = self.peaks[place] - self.always_live[place], peak - always[place]
            less = self.packing[place] - self.packing[place] * min(after, before) // before if before else 0
            out.append(max(need - less, peak))
        return out

    def causes(self, capacity):
        """Returns rows (kind, share, tiles over capacity without it, bytes on the fullest tile, on tiles that do not
        fit), in order."""
        excess, out = self.now.excess(capacity), []
        for kind, sizes in self.at_peak.items():
            here, over = sizes[self.worst], sum(size for size, need in zip(sizes, self.now.needs) if need > capacity)
            if here or over:
                needs = self.without(kind)
                left = sum(need > capacity for need in needs)
                share = (excess - min(excess, sum(max(0, need - capacity) for need in needs))) / excess if excess else 0
                out.append((kind, share, left if excess else 0, here, over))
        out.sort(key=lambda row: (-row[1], -row[3], row[0]))
        rows = []
        while out:
            near = [row for row in out if out[0][1] - row[1] <= 0.05]
            out = out[len(near):]
            if near[0][1]:
                near.sort(key=lambda row: -row[4])
            rows += near
        return rows

    # ---- changes -------------------------------------------------------------------------------

    def applies(self, change):
        """TRUE if the report has data that the change concerns."""
        kinds = {self.kind[group] for group, _ in self.pairs}
        if change in BOUNDS:
            return True
        if change == 'half':
            return any(group[0] in self.floats for group, _ in self.pairs)
        if change == 'no-instrumentation':
            return 'profiler' in kinds
        if change.startswith('micro-batch'):
            return bool(kinds & {'activation', 'passing', 'recomputed'})
        return bool(self.lifetimes(change, False)[0])

    def candidates(self):
        return [change for change in COST if change not in offers.OFFERED and self.applies(change)] + offers.offers(self)

    def is_answer(self, key, capacity):
        """TRUE if the key is a bound that concerns the first cause and reduces the excess."""
        first = self.causes(capacity)[0] if key in BOUNDS and self.now.worst > capacity else (None, 0)
        return first[1] >= 0.8 and first[0] in ABOUT[key] and self.evaluate([key], False).excess(capacity) < self.now.excess(capacity)

    def changes(self, capacity):
        """Returns the keys of changes that save anything, in order."""
        def rank(key):
            both = [self.evaluate([key], estimate) for estimate in (False, True)]
            return (not self.is_answer(key, capacity), key in BOUNDS, both[0].excess(capacity), cost(key) if self.now.worst > capacity else 0,
                    both[1].excess(capacity), *(-one.saving for one in both), cost(key), key)
        return sorted((key for key in (*self.candidates(), *BOUNDS) if self.evaluate([key], False).total), key=rank)

    # ---- plan ----------------------------------------------------------------------------------

    def verdict(self, changes, room):
        return ('yes' if self.told(changes, True, room).worst <= room else
                'may' if self.told(changes, False, room).worst <= room else 'no')

    def plans(self, capacity, margin=0, avoid=()):
        """Returns (verdict, [equally good sets]): the smallest sets that fit; of these, those that fit surely, cost
        least, and leave the smallest fullest tile. If no set of at most EXACT_SIZE fits: (None, [])."""
        room = capacity - capacity * margin // 100
        keys = [key for key in self.candidates() if key not in avoid and key.partition('=')[0] not in avoid]
        for size in range(EXACT_SIZE + 1):
            found = collections.defaultdict(list)
            for some in itertools.combinations(keys, size):
                if sum(key.startswith('micro-batch') for key in some) < 2 and self.evaluate(some, False).worst <= room:
                    found[self.verdict(some, room) != 'yes', sum(map(cost, some)),
                          self.evaluate(some, False).worst].append(set(some))
            if found:
                return ('may' if min(found)[0] else 'yes'), found[min(found)]
        return None, []
