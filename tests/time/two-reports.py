#!/usr/bin/python3
"""Two reports on time (`compare-waterfall`, `compare-path`), worked out a second time over reference.py: rows, how they are
matched, and sums that are exactly the change of the total; and planted causes, which have to be the row that explains it."""
import collections
import contextlib
import functools
import itertools
import json
import math
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from findings import operation
from harness import BIN, REPORTS, output, run
from reference import Times

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-two-')
LEAN = '--without=archive,debug,liveness'
TITLES = {'inter_ipu_exchange': 'inter-IPU exchange', 'another_ipu': 'waiting for another IPU',
          'host_transfer': 'host transfer', 'host': 'waiting for host'}
MATMUL = 'encoder/layer.*/dense/MatMul'
# Option, and the rows that have to explain it: a class, and what their subjects contain.
PLANTS = {f'unused={MATMUL}:100': ('compute', MATMUL), f'imbalance=Fwd/{MATMUL}:0.5': ('compute', f'Fwd/{MATMUL}'),
          'exchange=output/MatMul:9000': ('exchange', 'output/MatMul'), 'late-host=500000': ('outside', ''),
          'host-wait=Update/learningRate:600000': ('waiting for host', 'Update/learningRate'),
          'inter-ipu=8000': ('inter-IPU exchange', ''), 'straggler=300:20000': ('compute', ''),
          'bubble=2:0.2': ('compute', ''), 'slow-iteration=3:150000': ('compute', '')}
BARS = {'ideal': 'compute itself', 'other_ipus': 'waiting for other IPUs', 'own_tiles': 'tiles waiting for other tiles'}


@functools.cache
def made(*options):
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    subprocess.run([BIN / 'poplens-demo', LEAN, *options, path], check=True, stdout=subprocess.DEVNULL)
    return path


def demo(*options):
    return made('--preset=plain', *options)


@functools.cache
def renamed(old, new, of=None):
    """The plain report, or another one, with that in names of programs and compute sets."""
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'renamed')
    shutil.copytree(of or demo(), path)
    with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
        for table in 'programs', 'compute_sets':
            file.execute(f'update {table} set name = replace (name, ?, ?)', (old, new))
        file.commit()
    return path


def table(name, first, second, place='trace?same=yes'):
    done = run('table', name, first, '--with', second, '--format', 'json', '--location', place)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# ---- the same again --------------------------------------------------------------------------------------------------


@functools.cache
def told(path):
    return output(path, 'time')


@functools.cache
def items(path):
    """{(class, subject): [cycles, occurrences]} of the critical path."""
    times = Times(path / 'profile.pop')
    rows = {(row.step, row.ipu): row for row in times.profile.rows}
    cycles, seen = collections.Counter(), collections.defaultdict(set)
    # Where several IPUs came last, one path is as good as the other.
    for at, segment in enumerate(times.path(told(path)['critical_path'])):
        row = rows.get((segment['step'], segment['ipu']))
        key = segment['class'], subject(times.profile, segment['class'], row)
        cycles[key] += segment['to'] - segment['from']
        seen[key].add((segment['step'], segment['ipu']) if row else at)
    return {key: [cycles[key], len(seen[key])] for key in cycles}


def subject(profile, cls, row):
    if cls in ('compute', 'exchange', 'inter_ipu_exchange'):
        copied = re.fullmatch(r'copy\d+_(.*)', row.name)
        return copied[1] if copied else operation(row.name or row.type)
    if cls in ('host_transfer', 'host'):
        names = {name for name in profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')}
        return ', '.join(sorted(names)) or row.name or 'no name'
    return ''


def grouped(sides, name):
    """What @name calls alike in both, taken out of @sides: [(class, name, [what the first has], [the second])]."""
    groups = collections.defaultdict(lambda: ([], []))
    for side, left in enumerate(sides):
        for key in left:
            if name(key[1]) is not None:
                groups[key[0], name(key[1])][side].append(key)
    for (cls, called), both in groups.items():
        if both[0] and both[1]:
            yield cls, called, *([left.pop(key) for key in keys] for left, keys in zip(sides, both))


def ancestor(depth):
    def name(key):
        parts = key.split('/')
        return '/'.join(parts[:depth]) + '/…' if len(parts) >= depth else None
    return name


def rows_of(first, second):
    """{(class, subject): (matched by, cycles before, after, occurrences before, after)}."""
    sides = [dict(items(path)) for path in (first, second)]
    deepest = max(len(key[1].split('/')) for side in sides for key in side)
    rules = [('exact', lambda key: key), ('pattern', lambda key: re.sub(r'\d+', '*', key))]
    rules += [('ancestor', ancestor(depth)) for depth in range(deepest, 1, -1)]
    out = {}
    for how, name in rules:
        for cls, called, *both in grouped(sides, name):
            sums = [[sum(numbers) for numbers in zip(*side)] for side in both]
            out[cls, called] = (how, sums[0][0], sums[1][0], sums[0][1], sums[1][1])
    for key, (cycles, n) in sides[0].items():
        out[key] = (None, cycles, None, n, None)
    for key, (cycles, n) in sides[1].items():
        out[key] = (None, None, cycles, None, n)
    return out


def streams_sorted(row):
    """Names of streams have no order."""
    return ', '.join(sorted((row['subject'] or '').split(', ')))


def layers(number):
    return made('--preset=bert-base', f'--layers={number}', '--steps=100', '--tiles=64')


def pairs():
    yield demo(), demo('--plant=exchange=output/MatMul:9000')
    yield demo(), renamed('dense/MatMul', 'dense/Fused')
    yield demo(), made('--preset=bert-base', '--layers=2', '--steps=100', '--tiles=64')
    yield demo('--runs=2'), demo('--seed=2')
    yield made('--preset=mnist', '--tiles=64'), made('--preset=resnet50', '--tiles=64', '--steps=300')
    yield demo('--instrumentation=ipu'), demo('--plant=bubble=2:0.2')
    if (REPORTS / 'integrals').is_dir():
        yield REPORTS / 'integrals', demo()
        yield demo(), REPORTS / 'integrals'


class Tables(unittest.TestCase):
    def test_rows(self):
        for first, second in pairs():
            with self.subTest(first=first, second=second):
                expected = {(TITLES.get(cls, cls), name): row for (cls, name), row in rows_of(first, second).items()}
                rows = table('compare-path', first, second)
                self.assertEqual(len(rows), len(expected))
                for row in rows:
                    self.assertEqual((row['matched'], row['cycles_first'], row['cycles_second'], row['executions_first'],
                                      row['executions_second']), expected[row['class'], streams_sorted(row)], row['cause'])

    def test_sums(self):
        """Changes add up to that of the total, and so do rows of each report."""
        for first, second in pairs():
            totals = [told(path)['total'] for path in (first, second)]
            for name, place in itertools.product(('compare-path', 'compare-waterfall'), ('trace?same=yes', 'trace')):
                with self.subTest(first=first, second=second, table=name, place=place):
                    rows = table(name, first, second, place)
                    self.assertEqual(sum(row['cycles_change'] for row in rows), totals[1] - totals[0])
                    if place == 'trace?same=yes':
                        for side, total in zip(('first', 'second'), totals):
                            self.assertEqual(sum(row[f'cycles_{side}'] or 0 for row in rows), total)

    def test_parts(self):
        """More executions at the old cost, and the rest by speed; none where they cannot be compared."""
        kinds = collections.Counter()
        for first, second in pairs():
            for row in table('compare-path', first, second):
                kinds[row['matched']] += 1
                if row['matched'] not in ('exact', 'pattern'):
                    self.assertEqual((row['counts'], row['speed']), (None, None))
                    continue
                n0, n1 = row['executions_first'], row['executions_second']
                self.assertAlmostEqual(row['counts'], (n1 - n0) * row['cycles_first'] / n0, delta=.5000001)
                self.assertEqual(row['counts'] + row['speed'], row['cycles_change'])
        self.assertTrue(kinds['exact'] and kinds['ancestor'] and kinds[None], kinds)

    def test_bars(self):
        """Bars of each report are its own, in whole cycles."""
        for first, second in pairs():
            rows = {row['bar']: row for row in table('compare-waterfall', first, second)}
            for side, path in (('first', first), ('second', second)):
                for bar, cycles in told(path)['waterfall'].items():
                    self.assertAlmostEqual(rows[bar][f'cycles_{side}'], cycles, delta=1)

    def test_names(self):
        """A number in a name is a pattern; another name in the same place has the ancestor."""
        one, other = renamed('dense/MatMul', 'dense/MatMul_3'), renamed('dense/MatMul', 'dense/MatMul_4')
        changed = [row for row in table('compare-path', one, other) if row['matched'] != 'exact']
        self.assertEqual({row['matched'] for row in changed}, {'pattern'})
        self.assertIn(f'Fwd/{MATMUL}_*', {row['subject'] for row in changed})
        self.assertFalse(any(row['cycles_change'] for row in changed))
        changed = [row for row in table('compare-path', demo(), renamed('dense/MatMul', 'dense/Fused'))
                   if row['matched'] != 'exact']
        self.assertEqual({row['matched'] for row in changed}, {'ancestor'})
        self.assertIn('Fwd/encoder/layer.*/dense/…', {row['subject'] for row in changed})

    def test_least_ancestor(self):
        """Of two parts at least: one alone names a pass and no place."""
        rows = table('compare-path', demo(), renamed('encoder/layer', 'encoder/level'))
        self.assertEqual({row['subject'] for row in rows if row['matched'] == 'ancestor'}, {'Fwd/encoder/…', 'Bwd/encoder/…'})
        rows = table('compare-path', demo(), renamed('encoder/layer', 'coder/layer'))
        self.assertNotIn('ancestor', {row['matched'] for row in rows})
        self.assertTrue({'added', 'removed'} <= {row['state'] for row in rows})


def saving(path, key, finding):
    """Whole cycles; without a finding those that its check knows, of all that the kind is about."""
    if not finding and not key[1]:
        finding = next(check for check in told(path)['checks'] if check['kind'] == key[0])
    cycles = finding and finding.get('saving', finding.get('cycles'))
    return None if cycles is None else math.floor(cycles + .5)


def findings(path):
    answer = told(path)
    return {(one['kind'], one['subject']): one for one in answer['facts'] + answer['findings']}


class Findings(unittest.TestCase):
    def check(self, first, second):
        both = findings(first), findings(second)
        rows = {(row['key'], row['subject'] or ''): row for row in table('compare-time-findings', first, second)}
        self.assertEqual(rows.keys(), both[0].keys() | both[1].keys())
        for key, row in rows.items():
            one, other = (side.get(key) for side in both)
            savings = [saving(path, key, side) for path, side in ((first, one), (second, other))]
            self.assertEqual([row['saving_first'], row['saving_second']], savings, key)
            change = (savings[1] or 0) - (savings[0] or 0)
            self.assertEqual(row['saving_change'], change)
            fact = 'saving' not in (one or other)
            self.assertEqual(row['became'], 'as before' if one and other and not change
                             else 'less' if fact and (not other or change < 0) else 'more' if fact
                             else 'new' if not one else 'gone' if not other else ('worse', 'better')[change < 0])
            for side, finding in (('first', one), ('second', other)):
                self.assertEqual(row[f'sentence_{side}'], finding and finding['sentence'])

    def test_rows(self):
        for first, second in pairs():
            with self.subTest(first=first, second=second):
                self.check(first, second)

    def test_planted(self):
        """A plant is a new finding, and gone the other way round; with more of it, it is worse."""
        some, more = demo('--plant=inter-ipu=8000'), demo('--plant=inter-ipu=16000')
        for first, second, became in ((demo(), some, 'new'), (some, demo(), 'gone'), (some, more, 'worse'),
                                      (more, some, 'better')):
            rows = {row['key']: row for row in table('compare-time-findings', first, second, 'insights')}
            self.assertEqual(rows['inter_ipu_exchange']['became'], became)
            self.assertNotIn(None, [rows['inter_ipu_exchange'][f'saving_{side}'] for side in ('first', 'second')])
        self.assertEqual(table('compare-time-findings', some, some, 'insights'), [])


class Answer(unittest.TestCase):
    def test_same(self):
        """Of a report and itself nothing has changed."""
        for path in (demo(), made('--preset=mnist', '--tiles=64')):
            for name in ('compare-path', 'compare-waterfall'):
                self.assertEqual(table(name, path, path, 'trace'), [])
            done = run('diff', path, path, '--only', 'waterfall,path', '--json')
            self.assertEqual(done.returncode, 0)
            self.assertIn('Program time is unchanged at ', json.loads(done.stdout)['time'])

    def test_noise(self):
        """What two seeds differ by is no change and has no cause; a change that is one below the bound is not told either."""
        one = made('--preset=plain', '--tiles=64')
        for other in made('--preset=plain', '--tiles=64', '--seed=2'), made('--preset=plain', '--tiles=128'):
            programs = [told(path)['program'] for path in (one, other)]
            self.assertGreater(programs[1], programs[0])
            time = json.loads(run('diff', one, other, '--json').stdout)['time']
            self.assertIn('One iteration is the same within 0.1 %: median ', time)
            self.assertIn(f'Program time is the same within 0.1 % ({programs[0]:,} → {programs[1]:,} cycles).', time)
            for words in ' from ', ' of it is ', 'tiles wait':
                self.assertNotIn(words, time)
            lines = run('diff', one, other, '--only', 'path').stdout
            self.assertNotIn('Next: ', lines)

    def test_plants(self):
        """The rows of the cause explain what it costs within 2 %, and come first in the sentence."""
        for option, (cls, subject_part) in PLANTS.items():
            with self.subTest(plant=option):
                path = demo(f'--plant={option}')
                truth, = json.loads((path / 'app.json').read_text(encoding='utf-8'))['planted']
                rows = table('compare-path', demo(), path)
                explains = [row for row in rows if row['class'] == cls and subject_part in (row['subject'] or '')]
                self.assertAlmostEqual(sum(row['cycles_change'] for row in explains) / truth['cycles'], 1, delta=.02)
                self.assertIn(rows[0]['cause'], [row['cause'] for row in explains])
                time = json.loads(run('diff', demo(), path, '--json').stdout)['time']
                if cls == 'outside':
                    self.assertIn('Outside the program: 500,000 cycles more', time)
                elif cls == 'inter-IPU exchange':
                    # Of six equal ones no three are more than half, and none has most.
                    self.assertIn(f'+{truth["cycles"]:,} from inter-IPU exchange ({len(explains)} copies).', time)
                elif option.startswith('straggler'):
                    rose = sum(row['cycles_change'] > 0 for row in explains)
                    self.assertIn(f'from compute ({rose} operations, most in {rows[0]["subject"]})', time)
                else:
                    self.assertIn(f'from {rows[0]["subject"]} ({cls})' if rows[0]['subject'] else f'from {cls}', time)

    def test_causes(self):
        """Up to three rows where they are more than half of what rose (or fell), else classes as a whole."""
        things = {'inter-IPU exchange': 'copies', 'host transfer': 'streams', 'waiting for host': 'streams'}
        joined = 0
        for first, second in itertools.chain(pairs(), ((demo(), demo(f'--plant={option}')) for option in PLANTS),
                                             [(layers(2), layers(3))]):
            time = json.loads(run('diff', first, second, '--json').stdout)['time']
            rows = [row for row in table('compare-path', first, second, 'trace') if row['class'] != 'outside']
            rise = sum(row['cycles_change'] for row in rows)
            noise = told(first)['program'] / 1000
            if 'By speed' in time or abs(rise) < noise:
                amounts = re.findall(r'([+−])([0-9,]+) from ', time)
                if 'By speed' not in time:
                    self.assertGreaterEqual(min((int(cycles.replace(',', '')) for _, cycles in amounts), default=noise), noise, time)
                continue
            sign = 1 if rise > 0 else -1
            causing = sorted((row for row in rows if sign * row['cycles_change'] > 0), key=lambda row: -sign * row['cycles_change'])
            amounts = [sign * row['cycles_change'] for row in causing]
            causes = [(amount, f'{row["subject"]} ({row["class"]}' if row['subject'] else row['class'])
                      for amount, row in zip(amounts, causing)]
            if 2 * sum(amounts[:3]) <= sum(amounts):
                joined += 1
                causes = []
                for cls in {row['class'] for row in causing}:
                    of = [row for row in causing if row['class'] == cls]
                    title = f'{cls} ({len(of)} {things.get(cls, "operations")}' if len(of) > 1 else \
                        f'{of[0]["subject"]} ({cls}' if of[0]['subject'] else cls
                    causes.append((sign * sum(row['cycles_change'] for row in rows if row['class'] == cls), title))
            causes = sorted((cause for cause in causes if cause[0] > 0), reverse=True)[:3]
            causes = [cause for cause in causes if cause[0] >= causes[0][0] / 10]
            for amount, title in causes:
                self.assertIn(f'{"+" if sign > 0 else "−"}{amount:,} from {title}', time)
            self.assertEqual(len(re.findall(r'[+−][0-9,]+ from ', time)), len(causes), time)
        self.assertGreater(joined, 2)

    def test_executions(self):
        """More executions of an operation are told as that, and an operation that is in one report only as removed."""
        path = made('--preset=mnist', '--tiles=64')
        other = renamed('Fwd/mnist/conv2/Conv2D', 'Fwd/mnist/conv2/Other', path)
        time = json.loads(run('diff', other, path, '--json').stdout)['time']
        rows = {row['cause']: row for row in table('compare-path', other, path, 'trace') if row['class'] == 'compute'}
        row = rows['Fwd/mnist/conv*/Conv2D/split0']
        self.assertGreater(row['counts'], row['speed'])
        self.assertIn(f'+{row["cycles_change"]:,} from {row["cause"]} (compute, {row["executions_second"]} executions instead '
                      f'of {row["executions_first"]})', time)
        self.assertIn(' from Fwd/mnist/conv*/Other/split0 (compute, removed)', time)

    def test_copies(self):
        """Copies between IPUs are named, each with its change."""
        one, other = (made('--tiles=64', *plant) for plant in ((), ('--plant=inter-ipu=60000',)))
        rows = table('compare-path', one, other, 'trace')
        self.assertEqual({row['class'] for row in rows}, {'inter-IPU exchange'})
        time = json.loads(run('diff', one, other, '--json').stdout)['time']
        for row in rows:
            self.assertIn(f'+{row["cycles_change"]:,} from {row["subject"]} (inter-IPU exchange)', time)
            self.assertIn('Copy_', row['subject'])

    def test_sentence(self):
        """Program time is total less outside; the median iteration stands before it."""
        first, second = demo(), demo('--plant=inter-ipu=8000')
        before, after = told(first)['program'], told(second)['program']
        time = json.loads(run('diff', second, first, '--json').stdout)['time']
        self.assertIn(f'Program time fell by {after - before:,} cycles', time)
        self.assertTrue(time.startswith('One iteration takes '), time)
        self.assertIn(' cycles less (−', time)

    def test_direction(self):
        """Of a rise only what rose is named, of a fall what fell."""
        for first, second in pairs():
            time = json.loads(run('diff', first, second, '--json').stdout)['time']
            told = re.search(r'Program time (rose|fell) by [^.]*', time)
            if told and 'By speed' not in time:
                signs = re.findall(r'([+−])[0-9,]+ from', time[told.start():])
                self.assertTrue(signs, time)
                self.assertEqual(set(signs), {'+' if told[1] == 'rose' else '−'}, time)

    def test_bar(self):
        """Most of a change is said to be compute, or waiting, exactly where the waterfall says so; of these plants always."""
        named = {'straggler=300:20000': 'tiles waiting for other tiles', f'imbalance=Fwd/{MATMUL}:0.5': 'tiles waiting for other tiles',
                 'bubble=2:0.2': None, 'inter-ipu=8000': ''}
        both = 0
        for first, second, expected in itertools.chain(
                ((*pair, None) for pair in pairs()), [(layers(2), layers(3), None)],
                ((demo(), demo(f'--plant={option}'), words) for option, words in named.items())):
            time = json.loads(run('diff', first, second, '--json').stdout)['time']
            said = re.search(r'(?:Most|More than all) of it is ([^:]*): ([+−])([0-9,]+)', time)
            if expected is not None:
                self.assertEqual(said[1] if said else '', expected, time)
            rose = re.search(r'Program time .*?(rose|fell) by ([0-9,]+)', time)
            if not rose or 'By speed' in time:
                self.assertIsNone(said, time)
                continue
            sign, change = {'rose': 1, 'fell': -1}[rose[1]], int(rose[2].replace(',', ''))
            bars = {row['bar']: sign * row['cycles_change'] for row in table('compare-waterfall', first, second)}
            bars.pop('outside', None)
            bar = max(bars, key=bars.get)
            # What went the other way is told where that is much.
            against = re.search(r'More than all of it is .*; (.*) changed by ([+−])([0-9,]+)\.', time)
            least = min(bars, key=bars.get)
            self.assertEqual(bool(against), bool(said) and bars[least] < 0 and bars[bar] - change > change / 10, time)
            if against:
                both += 1
                self.assertEqual((against[2], int(against[3].replace(',', ''))), ('−' if sign > 0 else '+', -bars[least]))
            if bar in BARS and 2 * bars[bar] >= change:
                self.assertEqual((said[1], said[2], int(said[3].replace(',', ''))), (BARS[bar], '+' if sign > 0 else '−', bars[bar]))
            else:
                self.assertIsNone(said, time)
        self.assertGreater(both, 0)

    def test_stragglers(self):
        """A few tiles for which the others wait are named with what they cost and where, and so is one that got faster; tiles
        of a compute set that is uneven as a whole, or that only few have work in, are not."""
        said = r' Other tiles wait (longer|less) for (tiles? [^:]*): ([+−][0-9,]+) cycles in (?:(\d+) operations, most in )?(\S+)\.'
        for tiles, named in ((300, ), 'tile 300 on IPU 1'), ((300, 301), 'tiles 300 and 301'):
            slow = demo(*(f'--plant=straggler={tile}:20000' for tile in tiles))
            cost = told(slow)['program'] - told(demo())['program']
            for pair, sign, words in ((demo(), slow), 1, 'longer'), ((slow, demo()), -1, 'less'):
                with self.subTest(tiles=tiles, sign=sign):
                    time = json.loads(run('diff', *pair, '--json').stdout)['time']
                    found = re.search(said, time)
                    self.assertTrue(found, time)
                    self.assertEqual((found[1], found[2]), (words, named))
                    cycles = int(found[3].replace(',', '').replace('−', '-'))
                    self.assertAlmostEqual(cycles / cost, sign, delta=.02)
                    self.assertIn(f'+{cycles:,}' if sign > 0 else f'−{-cycles:,}', found[0])
                    # Both passes have four compute sets.
                    self.assertEqual(int(found[4]), 8)
                    self.assertIn(found[5], {row['subject'] for row in table('compare-path', *pair) if row['class'] == 'compute'})
        # On one IPU the number says all; a tile that was as slow before explains nothing.
        one, slow = (made('--preset=mnist', '--tiles=64', *plant) for plant in ((), ('--plant=straggler=7:20000',)))
        self.assertIn(' for tile 7: +', json.loads(run('diff', one, slow, '--json').stdout)['time'])
        slow, both = (demo('--plant=straggler=300:20000', *plant) for plant in ((), ('--plant=inter-ipu=8000',)))
        others = [(demo(), demo(f'--plant={option}')) for option in PLANTS if not option.startswith('straggler')]
        for pair in [*others, (slow, both), (slow, slow)]:
            self.assertNotIn('Other tiles', json.loads(run('diff', *pair, '--json').stdout)['time'], pair)

    def test_next(self):
        """The command that goes on is of the report that has more of the cause; none where nothing changed."""
        one, other = demo(), demo('--plant=inter-ipu=8000')
        for pair, more in ((one, other), other), ((other, one), other), ((one, one), None):
            lines = [line for line in run('diff', *pair, '--only', 'path').stdout.splitlines() if line.startswith('Next: ')]
            self.assertEqual(lines, [f"Next: poplens-cli time '{more}'"] if more else [])

    def test_more_iterations(self):
        """What a second run takes is no cause: the exchanges that became slower are named, and nothing where none did."""
        slower, same = (demo('--runs=2', *plant) for plant in (('--plant=exchange=output/MatMul:9000',), ()))
        time = json.loads(run('diff', demo(), slower, '--json').stdout)['time']
        self.assertRegex(time, r', with 12 iterations instead of 6\. By speed: \+[0-9,]+ from \S*output/MatMul \(exchange\)')
        time = json.loads(run('diff', demo(), same, '--json').stdout)['time']
        self.assertNotIn('compute', time)

    def test_shared(self):
        """The HTML report begins its comparison with the same sentence, and has the tables."""
        first, second = demo(), demo('--plant=inter-ipu=8000')
        out = pathlib.Path(FOLDER.name, 'shared.html')
        self.assertEqual(run('report', first, '--with', second, '-o', out).returncode, 0)
        text = out.read_text(encoding='utf-8').replace('<wbr>', '')
        self.assertIn(json.loads(run('diff', first, second, '--json').stdout)['time'], text)
        for name in 'waterfall', 'path', 'time-findings':
            self.assertIn(f't-compare-{name}', text)

    def test_scope(self):
        """One iteration of each: sums are its cycles."""
        first, second = demo(), demo('--plant=slow-iteration=3:150000')
        for number in 2, 3:
            scope = f'iteration={number}'
            lengths = [output(path, 'time', '--scope', scope)['total'] for path in (first, second)]
            for name in 'compare-path', 'compare-waterfall':
                rows = table(name, first, second, f'trace?same=yes&scope=iteration%3D{number}')
                self.assertEqual([sum(row[f'cycles_{side}'] or 0 for row in rows) for side in ('first', 'second')],
                                 lengths)
            self.assertEqual(lengths[1] - lengths[0] > 100000, number == 3)

    def test_absent(self):
        """Without executed steps nothing is told, and nothing is a difference where neither has any."""
        bare = demo('--without=execution')
        for first, second in ((demo(), bare), (bare, demo())):
            done = run('diff', first, second, '--json')
            answer = json.loads(done.stdout)
            self.assertEqual(done.returncode, 3)
            self.assertIsNone(answer['time'])
            self.assertTrue(answer['sections']['path']['one_sided'])
        answer = json.loads(run('diff', bare, bare, '--json').stdout)
        self.assertFalse(answer['sections']['path']['one_sided'])
        self.assertEqual(run('diff', bare, bare).returncode, 0)


class Listed(unittest.TestCase):
    """`list --time`: the costliest operation and layer of each report, and what changed since the one before it."""

    def listed(self, *paths, options=('--time', '--json')):
        with tempfile.TemporaryDirectory(prefix='poplens-two-') as folder:
            for n, path in enumerate(paths, 1):
                pathlib.Path(folder, f'run-{n:02}').symlink_to(path)
            done = run('list', folder, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_costliest(self):
        paths = [demo(), demo('--plant=exchange=output/MatMul:9000'), demo('--plant=late-host=500000'),
                 made('--preset=bert-base', '--layers=2', '--steps=100', '--tiles=64')]
        rows = json.loads(self.listed(*paths))['reports']
        self.assertEqual(len(rows), len(paths))
        for row, path in zip(rows, sorted(paths, key=lambda path: self.when(path))):
            costs, layers = collections.Counter(), collections.Counter()
            for name, cycles in self.bound(path).items():
                costs[operation(name)] += cycles
                for layer in re.findall(r'^(?:cs\d+_)?(?:Fwd/|Bwd/)?((?:bert/)?encoder/layer\.\d+)/', name):
                    layers[layer] += cycles
            ipus = len(told(path)['ipus'])
            for found, sums in ('operation', costs), ('layer', layers):
                self.assertEqual((sums[row[found]], row[f'{found}_cycles']), (max(sums.values()), max(sums.values()) // ipus))
            self.assertAlmostEqual(row['operation_share'], row['operation_cycles'] / told(path)['program'], places=4)
            self.assertAlmostEqual(row['layer_share'], row['layer_cycles'] / told(path)['program'], places=4)

    def when(self, path):
        with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
            return file.execute('select string from date_time').fetchone()

    def bound(self, path):
        """Cycles of compute and exchange by name of the step that binds, all IPUs."""
        times = Times(path / 'profile.pop')
        cycles = collections.Counter()
        for rows, pieces in zip(times.rows, times.pieces):
            names = {row.step: row.name or row.type for row in rows}
            for piece in pieces:
                if piece.cls in ('compute', 'exchange'):
                    cycles[names[piece.step]] += piece.length
        return cycles

    def test_changed(self):
        """What was planted in the last of six is what changed most, also where it lies outside the program."""
        for plant, (cls, part) in PLANTS.items():
            if cls not in ('exchange', 'outside', 'waiting for host', 'inter-IPU exchange') and 'straggler' not in plant:
                continue
            paths = [demo(), demo(), demo(), demo(), demo(), demo(f'--plant={plant}')]
            before, after = items(paths[0]), items(paths[-1])
            changes = {key: after.get(key, [0])[0] - before.get(key, [0])[0] for key in {*before, *after}}
            row = json.loads(self.listed(*self.copies(paths)))['reports'][-1]
            by_class = collections.Counter()
            for (group, _), change in changes.items():
                by_class[group] += change
            group, most = by_class.most_common(1)[0]
            key = max((key for key in changes if key[0] == group), key=changes.get)
            # One row of the class, where it is more than half of it; else all of it.
            subject, most = (key[1], changes[key]) if 2 * changes[key] > most else ('', most)
            title = TITLES.get(group, group)
            self.assertEqual((row['changed'], row['changed_cycles']), (f'{subject} ({title})' if subject else title, most), plant)
            if subject:
                self.assertIn(part, subject)
            self.assertIn(cls, row['changed'])
            said = self.listed(*self.copies(paths), options=('--time',)).splitlines()[1]
            others = ' and others' if 2 * row['changed_cycles'] < sum(changes.values()) else ''
            self.assertTrue(said.endswith(f", +{row['changed_cycles']:,} from {row['changed']}{others}"), said)
        self.assertNotIn('changed', json.loads(self.listed(demo(), options=('--json',)))['reports'][0])

    def copies(self, paths):
        """A report is listed once, whatever leads to it."""
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix='poplens-two-')))
        for n, path in enumerate(paths):
            shutil.copytree(path, folder / f'{n}')
            yield folder / f'{n}'


if __name__ == '__main__':
    unittest.main()
