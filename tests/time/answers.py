#!/usr/bin/python3
"""Compares the sentence on the time of two reports (`diff`) with the tables: whole, causes and
parts; and with planted causes."""
import collections
import functools
import itertools
import json
import pathlib
import re
import unittest

from asked import compared, diff, sentence, time_of
from findings import operation
from harness import run
from pairs import BARS, FOLDER, MATMUL, PLANTS, demo, layers, made, pairs, renamed
from reference import Times


CLASSES = {'OnTileExecute': 'compute', 'DoExchange': 'exchange', 'GlobalExchange': 'inter-IPU exchange'}


def work_rows(path):
    """Yields name, class, IPU and cycles of each step of work on each IPU, from the start of its
    last tile."""
    profile = Times(path / 'profile.pop').profile
    for row in profile.rows:
        if row.type in CLASSES:
            yield re.sub(r'^(cs|copy)\d+_', '', row.name or row.type), CLASSES[row.type], row.ipu, row.t1 - row.f1


@functools.cache
def operation_work(path):
    """Returns {(class, operation): {IPU: cycles}}."""
    out = collections.defaultdict(collections.Counter)
    for name, cls, ipu, cycles in work_rows(path):
        out[cls, operation(name)][ipu] += cycles
    return out


def is_unchanged(first, second, cls, net):
    """Whether each IPU has as much of each operation of the class as before: they differ by at most
    a tenth of @net."""
    before, after = operation_work(first), operation_work(second)
    of = [key for key in {*before, *after} if key[0] == cls]
    return bool(of) and 10 * sum(abs(after[key][ipu] - before[key][ipu])
                                 for key in of for ipu in {*before[key], *after[key]}) <= abs(net)


def layer_work(path, layer):
    return sum(cycles for name, _, _, cycles in work_rows(path) if f'/{layer}/' in name)


class Answer(unittest.TestCase):
    def test_same(self):
        """A report compared with itself has no change."""
        for path in (demo(), made('--preset=mnist', '--tiles=64')):
            for name in ('critical-path', 'time-causes'):
                self.assertEqual(compared(name, path, path, 'trace'), [])
            self.assertIn('Program time is unchanged at ', sentence(path, path))

    def test_noise(self):
        """Differences between two seeds are no change and have no cause; a real change below the
        threshold is not reported either."""
        one = made('--preset=plain', '--tiles=64')
        for other in made('--preset=plain', '--tiles=64', '--seed=2'), made('--preset=plain', '--tiles=128'):
            programs = [time_of(path)['program'] for path in (one, other)]
            self.assertGreater(programs[1], programs[0])
            time = sentence(one, other)
            self.assertIn('One iteration is the same within 0.1 %: median ', time)
            self.assertIn(f'Program time is the same within 0.1 % ({programs[0]:,} → {programs[1]:,} cycles).', time)
            for words in ' from ', ' of it is ', 'waiting for tile':
                self.assertNotIn(words, time)
            self.assertIsNone(diff(one, other, '--by', 'critical-path')['next'])
        late = demo('--plant=late-host=500')
        self.assertEqual(time_of(late)['total'] - time_of(demo())['total'], 500)
        self.assertNotIn('Outside', sentence(demo(), late))

    def test_plants(self):
        """The rows of a planted cause explain its cost within 2 %, and come first in the sentence."""
        for option, (cls, subject_part) in PLANTS.items():
            with self.subTest(plant=option):
                path = demo(f'--plant={option}')
                truth, = json.loads((path / 'app.json').read_text(encoding='utf-8'))['planted']
                rows = compared('critical-path', demo(), path)
                explains = [row for row in rows if row['class'] == cls and subject_part in (row['subject'] or '')]
                self.assertAlmostEqual(sum(row['cycles_change'] for row in explains) / truth['cycles'], 1, delta=.02)
                self.assertIn(rows[0]['cause'], [row['cause'] for row in explains])
                time = sentence(demo(), path)
                if cls == 'outside':
                    self.assertIn('Outside the program: 500,000 cycles more', time)
                elif cls == 'inter-IPU exchange':
                    # Of six equal copies no three have more than half, and none has the most.
                    self.assertIn(f'+{truth["cycles"]:,} from inter-IPU exchange ({len(explains)} copies, among them ', time)
                elif option.startswith('straggler'):
                    rose = [row['cycles_change'] for row in explains if row['cycles_change'] > 0]
                    # "Most" is more than half.
                    words = 'most' if 2 * max(rose) > sum(rose) else 'largest'
                    self.assertIn(f'from compute ({len(rose)} operations, {words} in {rows[0]["subject"]})', time)
                else:
                    self.assertIn(f'from {rows[0]["subject"]} ({cls})' if rows[0]['subject'] else f'from {cls}', time)

    def test_causes(self):
        """The sentence names the classes that changed most, or few rows of them if they explain it;
        and what changed in the opposite direction if that is the reason."""
        joined = 0
        for first, second in itertools.chain(pairs(), ((demo(), demo(f'--plant={option}')) for option in PLANTS),
                                             [(layers(2), layers(3))]):
            time = sentence(first, second)
            rows = [row for row in compared('critical-path', first, second, 'trace') if row['class'] != 'outside']
            change = sum(row['cycles_change'] for row in rows)
            noise = time_of(first)['program'] / 1000
            if 'By speed' in time or abs(change) < noise:
                amounts = re.findall(r'([+−])([0-9,]+) from ', time)
                if 'By speed' not in time:
                    self.assertGreaterEqual(min((int(cycles.replace(',', '')) for _, cycles in amounts), default=noise), noise, time)
                continue
            sign = 1 if change > 0 else -1
            unchanged = functools.partial(is_unchanged, first, second)
            causes = self.causes([(row['class'], row['subject'], sign * row['cycles_change']) for row in rows], 3, unchanged)
            sum_told = sum(amount for amount, _ in causes)
            if sum_told - abs(change) > abs(change) / 10:
                amount, title = max(self.classes([(row['class'], row['subject'], -sign * row['cycles_change']) for row in rows], unchanged))[:2]
                if amount >= sum_told / 10:
                    causes.append((-amount, title))
            joined += any('operations' in title for _, title in causes)
            expected = [f'{"+" if sign * amount > 0 else "−"}{abs(amount):,} from {title}' for amount, title in causes]
            for words in expected:
                self.assertIn(words, time)
            self.assertEqual(len(re.findall(r'[+−][0-9,]+ from ', time)), len(expected), time)
        self.assertGreater(joined, 1)

    def classes(self, rows, unchanged):
        """Yields net cycles, title and rows of each class that rose; without rows if its work is
        the same."""
        things = {'inter-IPU exchange': 'copies', 'host transfer': 'streams', 'host wait': 'streams'}
        for cls in {cls for cls, _, _ in rows}:
            of = sorted(((amount, subject) for group, subject, amount in rows if group == cls), key=lambda row: -abs(row[0]))
            rising = sum(amount > 0 for amount, _ in of)
            net = sum(amount for amount, _ in of)
            if net > 0 and unchanged(cls, net):
                yield net, f'{cls} that itself did not change: ', cls, []
            elif net > 0:
                yield (net, f'{cls} ({rising} {things.get(cls, "operations")}' if rising > 1 else cls, cls, of)

    def causes(self, rows, most, unchanged):
        """Returns classes, or their largest rows if these are few and the others less than a third
        of the class, up and down."""
        classes = sorted(self.classes(rows, unchanged), key=lambda found: -found[0])[:most]
        classes = [found for found in classes if found[0] >= classes[0][0] / 10]
        room, out = most - len(classes), []
        for net, title, cls, of in classes:
            sizes = [abs(amount) for amount, _ in of]
            fewest = next((n for n in range(1, len(of) + 1) if 3 * sum(sizes[n:]) < net), 2 + room)
            if fewest > 1 + room:
                out.append((net, title))
                continue
            n = max(n for n in range(fewest, min(len(of), 1 + room) + 1) if n == fewest or sizes[n - 1] >= sizes[0] / 10)
            out += [(amount, f'{subject} ({cls}' if subject else cls) for amount, subject in of[:n]]
            room -= n - 1
        return out

    def test_overlap(self):
        """Compute that takes as long as before is not named as cause if the critical path has more
        of it because IPUs wait for copies."""
        options = '--preset=bert-base', '--tiles=32', '--layers=4'
        one, other = made(*options), made(*options, '--change=accumulators-off-chip')
        for pair, sign, words in ((one, other), 1, 'less'), ((other, one), -1, 'more'):
            net = sum(row['cycles_change'] for row in compared('critical-path', *pair, 'trace') if row['class'] == 'compute')
            self.assertGreater(sign * net, time_of(one)['program'] / 10)
            self.assertTrue(is_unchanged(*pair, 'compute', net))
            time = sentence(*pair)
            self.assertIn(f'{"+" if sign > 0 else "−"}{abs(net):,} from compute that itself did not change: {words} of it overlaps', time)
            self.assertNotIn('MatMul', time)

    def test_executions(self):
        """More executions of an operation are reported as such, and an operation that only one
        report has as removed."""
        path = made('--preset=mnist', '--tiles=64')
        other = renamed('Fwd/mnist/conv2/Conv2D', 'Fwd/mnist/conv2/Other', path)
        time = sentence(other, path)
        rows = {row['cause']: row for row in compared('critical-path', other, path, 'trace') if row['class'] == 'compute'}
        row = rows['Fwd/mnist/conv*/Conv2D/split0']
        self.assertGreater(row['counts'], row['speed'])
        self.assertIn(f'+{row["cycles_change"]:,} from {row["cause"]} (compute, {row["executions_after"]} executions on the critical path '
                      f'instead of {row["executions_before"]})', time)
        self.assertIn(' from Fwd/mnist/conv*/Other/split0 (compute, removed)', time)

    def test_added(self):
        """A layer that only one model has is named first, with its work, although the critical path
        is elsewhere."""
        fewer, more = layers(4), layers(5)
        work = layer_work(more, 'layer.4')
        self.assertGreater(work, 0)
        self.assertEqual(layer_work(fewer, 'layer.4'), 0)
        for pair, word in (((fewer, more), 'Added'), ((more, fewer), 'Removed')):
            time = sentence(*pair)
            self.assertRegex(time, rf' {word}: bert/encoder/layer\.4, {work:,} cycles of work\. On the critical path: [+−]')
        # Another model with the same layers has no added layer.
        self.assertNotIn('Added', sentence(demo(), demo('--plant=inter-ipu=8000')))

    def test_own(self):
        """Own changes of operations are those of all their executions, on all IPUs."""
        for first, second in ((demo(), demo(f'--plant=imbalance=Fwd/{MATMUL}:0.5')), (layers(4), layers(5))):
            sides = [operation_work(path) for path in (first, second)]
            for row in compared('critical-path', first, second):
                key = row['class'], row['subject']
                if row['matched'] == 'exact' and row['class'] in ('compute', 'exchange'):
                    self.assertEqual(row['own'], sum(sides[1][key].values()) - sum(sides[0][key].values()), row)
                elif row['class'] in ('sync', 'outside', 'host transfer'):
                    self.assertIsNone(row['own'])
        # Rows of several operations, or of classes, have no own change.
        for pair in (demo(), renamed('dense/MatMul', 'dense/Fused')), (renamed('dense/MatMul', 'dense/MatMul_3'),
                                                                      renamed('dense/MatMul', 'dense/MatMul_4')):
            rows = [row for row in compared('critical-path', *pair) if row['matched'] in ('pattern', 'ancestor')]
            self.assertTrue(rows)
            self.assertEqual({row['own'] for row in rows}, {None})

    def test_copies(self):
        """Copies between IPUs are named, each with its change."""
        one, other = (made('--tiles=64', *plant) for plant in ((), ('--plant=inter-ipu=60000',)))
        rows = compared('critical-path', one, other, 'trace')
        self.assertEqual({row['class'] for row in rows}, {'inter-IPU exchange'})
        time = sentence(one, other)
        for row in rows:
            self.assertIn(f'+{row["cycles_change"]:,} from {row["subject"]} (inter-IPU exchange)', time)
            self.assertIn('Copy_', row['subject'])

    def test_sentence(self):
        """Program time is the total without cycles outside the program; the median iteration is
        before it."""
        first, second = demo(), demo('--plant=inter-ipu=8000')
        before, after = time_of(first)['program'], time_of(second)['program']
        time = sentence(second, first)
        self.assertRegex(time, rf'Program time fell by {after - before:,} cycles \([^)]*\)\. On the critical path: −')
        self.assertTrue(time.startswith('One iteration takes '), time)
        self.assertIn(' cycles less (−', time)

    def test_direction(self):
        """For a rise the sentence first names what rose, for a fall what fell."""
        for first, second in pairs():
            time = sentence(first, second)
            told = re.search(r'Program time (rose|fell) by .*', time)
            if told and 'By speed' not in time:
                signs = ''.join(re.findall(r'([+−])[0-9,]+ from', told[0]))
                self.assertTrue(signs.startswith('+' if told[1] == 'rose' else '−'), time)

    def test_bar(self):
        """"Most of it is compute" (or waiting) is said exactly if that is most of the changes of
        all bars, and not more than the change; always for these plants."""
        named = {'straggler=300:20000': '', f'imbalance=Fwd/{MATMUL}:0.5': 'load imbalance',
                 f'unused={MATMUL}:100': 'idle tiles',
                 'bubble=2:0.2': None, 'inter-ipu=8000': ''}
        cancelled = alone = 0
        for first, second, expected in itertools.chain(
                ((*pair, None) for pair in pairs()), [(layers(2), layers(3), None)],
                ((demo(), demo(f'--plant={option}'), words) for option, words in named.items())):
            time = sentence(first, second)
            said = re.search(r' (Most|Nearly all) of it is ([^:.]*)(?:: ([+−])([0-9,]+)|\.)', time)
            if said and ' alone' in said[2]:
                alone += 1
                continue
            if expected is not None:
                self.assertEqual(said[2] if said else '', expected, time)
            rose = re.search(r'Program time .*?(rose|fell) by ([0-9,]+)', time)
            if not rose or 'By speed' in time:
                self.assertIsNone(said, time)
                continue
            sign, change = {'rose': 1, 'fell': -1}[rose[1]], int(rose[2].replace(',', ''))
            bars = {row['bar']: sign * row['cycles_change'] for row in compared('time-causes', first, second)}
            bars.pop('outside', None)
            bar = max(bars, key=bars.get)
            others = sum(map(abs, bars.values())) - bars[bar]
            # If other bars rose and fell by as much, it is not most; a part cannot exceed the
            # change.
            words = 'Nearly all' if bars[bar] >= 9 * others else 'Most' if others <= bars[bar] <= change else None
            cancelled += bar in BARS and 2 * bars[bar] >= change and not words
            # Slow tiles already explain compute.
            if (not words or bar not in BARS or change < time_of(first)['program'] / 1000
                    or 'aiting for tile' in time and bar != 'ipu_wait'):
                self.assertIsNone(said, time)
                continue
            number = (None, None) if words == 'Nearly all' else ('+' if sign > 0 else '−', f'{bars[bar]:,}')
            names = [BARS[bar], *(['idle tiles', 'load imbalance'] if bar == 'tile_wait' else [])]
            self.assertIn(said.groups(), [(words, name, *number) for name in names], time)
        self.assertGreater(cancelled, 0)
        self.assertGreater(alone, 0)

    def test_slow_iteration(self):
        """A single iteration that takes longer is the answer, not its parts."""
        slow = demo('--plant=slow-iteration=3:150000')
        for pair, words in (((demo(), slow), 'iteration 3 taking longer than the others.'),
                            ((slow, demo()), 'iteration 3 no longer taking longer than the others.')):
            time = sentence(*pair)
            self.assertIn(f' Nearly all of it is {words}', time)
            self.assertNotIn('compute itself', time)
        # Two slow iterations do not hide each other, although they are a large share of all.
        both = demo('--plant=slow-iteration=3:150000', '--plant=slow-iteration=5:150000')
        for pair, words in (((demo(), both), 'iterations 3 and 5 taking longer than the others.'),
                            ((both, demo()), 'iterations 3 and 5 no longer taking longer than the others.'),
                            ((slow, both), 'iteration 5 taking longer than the others.')):
            self.assertIn(f' Nearly all of it is {words}', sentence(*pair))
        # Waiting for the host in another iteration does not reduce this one; the part would be more
        # than the whole.
        host = demo('--plant=host-wait=Update/learningRate:60000')
        self.assertNotIn('taking longer', sentence(slow, host))
        # Beside a larger cause it is not the answer.
        other = demo('--plant=slow-iteration=3:150000', '--plant=exchange=output/MatMul:19000')
        self.assertNotIn('taking longer', sentence(demo(), other))

    def test_both_ways(self):
        """If two causes in compute change in opposite directions, both are named with the planted
        costs, and no part of their sum."""
        ones = {name: demo(*(f'--plant={plant}' for plant in plants)) for name, plants in {
            'waiting for tile 17 on IPU 0': ('straggler=17:3000',),
            'waiting for tiles 17 and 300': ('straggler=17:3000', 'straggler=300:3000'),
            'iteration 3 taking longer than the others': ('slow-iteration=3:200000',),
            'iterations 3 and 5 taking longer than the others': ('slow-iteration=3:200000', 'slow-iteration=5:200000'),
            'more work of IPU 2': ('bubble=2:0.3',),
            'load imbalance': (f'imbalance=Fwd/{MATMUL}:0.5',)}.items()}
        cost = {name: time_of(path)['program'] - time_of(demo())['program'] for name, path in ones.items()}
        # Wording of removed causes. If an iteration takes longer, an IPU is not the only cause;
        # beside tiles, a bar is not named.
        gone = {name: f'less {name}' if name.startswith('waiting') else name.replace('taking', 'no longer taking').replace('more', 'less')
                for name in ones}
        tiles, slow = [name for name in ones if 'for tile' in name], [name for name in ones if 'iteration' in name]
        work, load = [name for name in ones if name not in tiles + slow]
        for one, other in [*itertools.product(tiles, [*slow, work, load]), *itertools.product(slow, [work, load])]:
            for before, after in (one, other), (other, one):
                with self.subTest(before=before, after=after):
                    time = sentence(ones[before], ones[after])
                    found = re.search(r' Compute changed both ways: ([+−])([0-9,]+) is ([^,]*?), ([+−])([0-9,]+) is ([^,]*?)\.$', time)
                    self.assertTrue(found, time)
                    parts = {sign: (int(cycles.replace(',', '')), what) for sign, cycles, what in (found.groups()[:3], found.groups()[3:])}
                    self.assertGreaterEqual(int(found[2].replace(',', '')), int(found[5].replace(',', '')))
                    for sign, name, what in ('+', after, after), ('−', before, gone[before]):
                        if name == load and one in tiles:
                            what = 'tile wait'
                        elif name == work and one in slow:
                            what = 'IPU wait'
                        self.assertEqual(parts[sign][1], what, time)
                        self.assertAlmostEqual(parts[sign][0] / cost[name], 1, delta=.04)
                    for no in ' of it is ', ' of the rise', ' of the fall':
                        self.assertNotIn(no, time)
        # The same if the causes cancel each other.
        late = demo('--plant=slow-iteration=3:280000')
        time = sentence(ones[tiles[0]], late)
        self.assertIn('Program time is the same within 0.1 %', time)
        self.assertIn('Compute changed both ways: ', time)
        # Host copies that an iteration waits for are not compute; two seeds differ in tiles that
        # are slow by chance.
        host = demo('--plant=host-wait=Update/learningRate:60000')
        chance = [made('--preset=mnist', '--tiles=64', f'--seed={seed}') for seed in (1, 2, 4, 5, 6, 7)]
        for pair in (ones[slow[0]], host), (host, ones[slow[1]]), *itertools.combinations(chance, 2):
            self.assertNotIn('both ways', sentence(*pair))

    def test_ipu(self):
        """An IPU that alone works longer is the answer, not the waiting of its tiles; only its work
        changed."""
        one, other = (made('--preset=plain', '--ipus=2', '--tiles=32', *more)
                      for more in (('--seed=308', ), ('--seed=309', '--plant=bubble=1:0.02')))
        change = time_of(other)['program'] - time_of(one)['program']
        work = [[sum(ipu['classes'][name] for name in ('compute', 'exchange', 'idle_tiles', 'load_imbalance', 'exchange_wait'))
                 for ipu in time_of(path)['ipus']] for path in (one, other)]
        self.assertLess(work[1][0], work[0][0])
        self.assertAlmostEqual((work[1][1] - work[0][1]) / change, 1, delta=.1)
        for pair, words in ((one, other), 'more'), ((other, one), 'less'):
            time = sentence(*pair)
            self.assertIn(f' Nearly all of it is {words} work of IPU 1 alone.', time)
            self.assertNotIn('tiles waiting', time)

    def test_stragglers(self):
        """Few tiles that others wait for are named with their cost and IPU, and also one that got
        faster; but not tiles of a compute set that is uneven as a whole, or in which only few
        have work."""
        said = (r' (Most|Nearly all) of the (rise|fall) in compute \(([+−][0-9,]+)\) is (less )?waiting for (tiles? [^:,.]*?(?:, [0-9]+)?)'
                r'(?:: ([+−][0-9,]+))?, in (\d+) operations\.')
        for tiles, named in ((300, ), 'tile 300 on IPU 1'), ((300, 301), 'tiles 300 and 301'):
            slow = demo(*(f'--plant=straggler={tile}:20000' for tile in tiles))
            cost = time_of(slow)['program'] - time_of(demo())['program']
            for pair, sign, words in ((demo(), slow), 1, ('rise', None)), ((slow, demo()), -1, ('fall', 'less ')):
                with self.subTest(tiles=tiles, sign=sign):
                    time = sentence(*pair)
                    found = re.search(said, time)
                    self.assertTrue(found, time)
                    self.assertEqual((found[1], found[2], found[4], found[5]), ('Nearly all', *words, named))
                    rows = [row for row in compared('critical-path', *pair, 'trace') if row['class'] == 'compute']
                    compute = sum(row['cycles_change'] for row in rows)
                    self.assertAlmostEqual(compute / cost, sign, delta=.02)
                    self.assertEqual(found[3], f'+{compute:,}' if sign > 0 else f'−{-compute:,}')
                    # Both passes have four compute sets, and none has most of it.
                    self.assertEqual(int(found[7]), 8)
        # It is also named beside a larger cause, which the button then shows.
        many = demo('--plant=straggler=300:20000', '--plant=inter-ipu=150000')
        time = sentence(demo(), many)
        self.assertLess(time.index('from inter-IPU exchange'), time.index('from compute'))
        self.assertIn(' is waiting for tile 300 on IPU 1, in 8 operations', time)
        # If another tile was as slow before, neither is most of it.
        moved = demo('--plant=straggler=10:6000'), demo('--plant=straggler=300:6000', f'--plant=unused=Fwd/{MATMUL}:100')
        self.assertNotIn('aiting for tile', sentence(*moved))
        # On one IPU the tile's number is sufficient; a tile that was as slow before explains
        # nothing.
        one, slow = (made('--preset=mnist', '--tiles=64', *plant) for plant in ((), ('--plant=straggler=7:20000',)))
        self.assertIn(' is waiting for tile 7, in ', sentence(one, slow))
        slow, both = (demo('--plant=straggler=300:20000', *plant) for plant in ((), ('--plant=inter-ipu=8000',)))
        others = [(demo(), demo(f'--plant={option}')) for option in PLANTS if not option.startswith('straggler')]
        for pair in [*others, (slow, both), (slow, slow)]:
            self.assertNotIn('waiting for tile', sentence(*pair), pair)

    def test_two_tiles(self):
        """Two tiles that are equally slow are named together, also on two IPUs: without one of
        them, others wait for the second."""
        one, both = demo(), demo('--plant=straggler=17:20000', '--plant=straggler=300:20000')
        for pair, words in ((one, both), 'waiting for'), ((both, one), 'less waiting for'):
            self.assertIn(f' is {words} tiles 17 and 300, in ', sentence(*pair))
        self.assertIn('tiles 17, 300', [finding['subject'] for finding in time_of(both)['findings']])
        # If a tile was as slow before, it explains nothing.
        time = sentence(demo('--plant=straggler=300:20000'), both)
        self.assertNotIn('aiting for tile', time)

    def test_not_alone(self):
        """An IPU's work is not named if its tiles wait for one another, or if other IPUs changed
        their work."""
        ones = {name: demo(*(f'--plant={plant}' for plant in plants)) for name, plants in {
            'one': ('straggler=17:20000',), 'two': ('straggler=17:10000', 'straggler=23:10000'),
            'late': ('slow-iteration=3:200000',), 'other': ('straggler=300:10000',), 'more': ('bubble=2:0.3',),
            'bound': ('exchange=output/MatMul:9000',)}.items()}
        for first, second in ('one', 'two'), ('late', 'other'), ('late', 'more'), ('bound', 'more'):
            for pair in (first, second), (second, first):
                time = sentence(*(ones[name] for name in pair))
                self.assertNotIn(' alone.', time, pair)
        own = [time_of(ones[name])['ipus'][0]['classes']['compute'] for name in ('one', 'two')]
        self.assertAlmostEqual(own[1] / own[0], 1, delta=.001)

    def test_next(self):
        """The next command is for the report with more of the cause; there is none if nothing
        changed."""
        one, other = demo(), demo('--plant=inter-ipu=8000')
        for pair, more in ((one, other), other), ((other, one), other), ((one, one), None):
            self.assertEqual(diff(*pair, '--by', 'critical-path')['next'], f'poplens-cli time {more}' if more else None)

    def test_more_iterations(self):
        """The cost of a second run is not a cause: slower exchanges are named, and nothing if there
        are none."""
        slower, same = (demo('--runs=2', *plant) for plant in (('--plant=exchange=output/MatMul:9000',), ()))
        time = sentence(demo(), slower)
        self.assertRegex(time, r', with 12 iterations instead of 6\. By speed: \+[0-9,]+ from \S*output/MatMul \(exchange\)')
        time = sentence(demo(), same)
        self.assertNotIn('compute', time)

    def test_shared(self):
        """The comparison in the HTML report begins with the same sentence, and has the tables."""
        first, second = demo(), demo('--plant=inter-ipu=8000')
        out = pathlib.Path(FOLDER.name, 'shared.html')
        self.assertEqual(run('export', first, second, '-o', out).returncode, 0)
        text = out.read_text(encoding='utf-8').replace('<wbr>', '')
        self.assertIn(sentence(first, second), text)
        for name in 'time-causes', 'critical-path', 'time-findings':
            self.assertIn(f't-{name}', text)

    def test_scope(self):
        """If limited to one iteration of each report, sums are its cycles."""
        first, second = demo(), demo('--plant=slow-iteration=3:150000')
        for number in 2, 3:
            scope = f'iteration={number}'
            lengths = [time_of(path, scope)['total'] for path in (first, second)]
            for name in 'critical-path', 'time-causes':
                rows = compared(name, first, second, f'trace?same=yes&range=iteration%3D{number}')
                self.assertEqual([sum(row[f'cycles_{side}'] or 0 for row in rows) for side in ('before', 'after')],
                                 lengths)
            self.assertEqual(lengths[1] - lengths[0] > 100000, number == 3)

    def test_absent(self):
        """Without executed steps there is no sentence, and no difference if neither report has any."""
        bare = demo('--without=execution')
        for first, second in ((demo(), bare), (bare, demo())):
            self.assertIsNone(sentence(first, second))
            self.assertIn('critical-path', [one['what'] for one in diff(first, second)['missing']])
            self.assertEqual(run('diff', first, second, '--fail-if', 'worse').returncode, 3)
        self.assertEqual(run('diff', bare, bare, '--fail-if', 'changed').returncode, 0)


if __name__ == '__main__':
    unittest.main()
