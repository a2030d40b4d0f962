#!/usr/bin/python3
"""Compares tables of two reports on time (`time-causes`, `critical-path`) with a second
implementation based on reference.py: rows, matching, and sums that are exactly the change of the
total; and planted causes, whose row must explain the change."""
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
import tempfile
import unittest

from asked import compared, diff, sentence, time_of
from findings import Savings, operation, slow_of
from harness import rows, run, temporary_folder
from pairs import MATMUL, PLANTS, TITLES, demo, items, layers, made, pairs, renamed, rows_of, streams_sorted
from reference import Times


class Tables(unittest.TestCase):
    def test_rows(self):
        for first, second in pairs():
            with self.subTest(first=first, second=second):
                expected = {(TITLES.get(cls, cls), name): row for (cls, name), row in rows_of(first, second).items()}
                rows = compared('critical-path', first, second)
                self.assertEqual(len(rows), len(expected))
                for row in rows:
                    self.assertEqual((row['matched'], row['cycles_before'], row['cycles_after'], row['executions_before'],
                                      row['executions_after']), expected[row['class'], streams_sorted(row)], row['cause'])

    def test_sums(self):
        """Changes add up to the change of the total, and the rows of each report to its total."""
        for first, second in pairs():
            totals = [time_of(path)['total'] for path in (first, second)]
            for name, place in itertools.product(('critical-path', 'time-causes'), ('trace?same=yes', 'trace')):
                with self.subTest(first=first, second=second, table=name, place=place):
                    rows = compared(name, first, second, place)
                    self.assertEqual(sum(row['cycles_change'] for row in rows), totals[1] - totals[0])
                    if place == 'trace?same=yes':
                        for side, total in zip(('before', 'after'), totals):
                            self.assertEqual(sum(row[f'cycles_{side}'] or 0 for row in rows), total)

    def test_parts(self):
        """The parts are more executions at the old cost, and the rest by speed; items of only one
        report are executed 0 times in the other. Both columns add up to the change of the total."""
        kinds = collections.Counter()
        for first, second in pairs():
            rows = compared('critical-path', first, second)
            for row in rows:
                kinds[row['matched']] += 1
                n0, n1 = row['executions_before'], row['executions_after']
                counts = ((n1 - n0) * row['cycles_before'] / n0 if row['matched'] in ('exact', 'pattern') else
                          row['cycles_change'])
                self.assertAlmostEqual(row['counts'], counts, delta=.5000001)
                self.assertEqual(row['counts'] + row['speed'], row['cycles_change'])
            self.assertEqual(sum(row['counts'] for row in rows) + sum(row['speed'] for row in rows),
                             time_of(second)['total'] - time_of(first)['total'])
        self.assertTrue(kinds['exact'] and kinds['ancestor'] and kinds[None], kinds)

    def test_outside(self):
        """Cycles outside the program are listed as bar, cause and finding, but are neither better
        nor worse."""
        first, second = demo(), demo('--plant=late-host=300000')
        by = '--by', 'cause,critical-path,finding'
        got = diff(first, second, *by)['tables']
        for part, name in ('time-causes', 'title'), ('critical-path', 'cause'), ('time-findings', 'finding'):
            row, = got[part]['rows']
            self.assertIn(row[name], ('Outside', 'outside', 'Before start'))
            self.assertEqual(row.get('cycles_change', row.get('saving_change')), 300000)
        for asked in by, ():
            self.assertEqual(run('diff', first, second, *asked, '--fail-if', 'worse').returncode, 0)
        rows = {row['key']: row for row in compared('summary', first, second, 'summary?same=yes') if row['key'].endswith('_cycles')}
        self.assertEqual({key: rows[f'{key}_cycles']['value_change'] for key in ('iteration', 'program', 'outside', 'trace')},
                         {'iteration': 0, 'program': 0, 'outside': 300000, 'trace': 300000})
        self.assertEqual({rows[f'{key}_cycles']['verdict'] for key in ('outside', 'trace')}, {None})
        # All other increases are still worse.
        other = demo('--plant=exchange=output/MatMul:9000')
        for by in 'cause', 'critical-path':
            self.assertEqual(run('diff', first, other, '--by', by, '--fail-if', 'worse').returncode, 3)

    def test_bars(self):
        """The bars of each report are its own, in whole cycles."""
        for first, second in pairs():
            rows = {row['bar']: row for row in compared('time-causes', first, second)}
            for side, path in (('before', first), ('after', second)):
                for bar, cycles in time_of(path)['waterfall'].items():
                    self.assertAlmostEqual(rows[bar][f'cycles_{side}'], cycles, delta=1)

    def test_names(self):
        """Names with different numbers match by pattern; different names at the same place match by
        ancestor."""
        one, other = renamed('dense/MatMul', 'dense/MatMul_3'), renamed('dense/MatMul', 'dense/MatMul_4')
        changed = [row for row in compared('critical-path', one, other) if row['matched'] != 'exact']
        self.assertEqual({row['matched'] for row in changed}, {'pattern'})
        self.assertIn(f'Fwd/{MATMUL}_*', {row['subject'] for row in changed})
        self.assertFalse(any(row['cycles_change'] for row in changed))
        changed = [row for row in compared('critical-path', demo(), renamed('dense/MatMul', 'dense/Fused'))
                   if row['matched'] != 'exact']
        self.assertEqual({row['matched'] for row in changed}, {'ancestor'})
        self.assertIn('Fwd/encoder/layer.*/dense/…', {row['subject'] for row in changed})

    def test_least_ancestor(self):
        """An ancestor has at least two parts: a single one is a pass, not a place."""
        rows = compared('critical-path', demo(), renamed('encoder/layer', 'encoder/level'))
        self.assertEqual({row['subject'] for row in rows if row['matched'] == 'ancestor'}, {'Fwd/encoder/…', 'Bwd/encoder/…'})
        rows = compared('critical-path', demo(), renamed('encoder/layer', 'coder/layer'))
        self.assertNotIn('ancestor', {row['matched'] for row in rows})
        self.assertTrue({'added', 'removed'} <= {row['state'] for row in rows})


SINGLE = {'stage_imbalance', 'straggler', 'slow_iterations'}     # kinds with one finding, whatever its subject
OF_TILES = {('tile_wait', ''), ('idle_tiles', ''), ('load_imbalance', '')}  # one cause under any of these kinds
NONE_OF_IT = {'several IPUs; the program ran on one', 'two runs in one report'}
# A plant above the threshold, and a little less of it, below.
NEAR = {'exchange=output/MatMul:': (1000, 950), 'host-wait=Update/learningRate:': (24000, 23000), 'inter-ipu=': (500, 480)}


def findings(path):
    answer = time_of(path)
    return {(one['kind'], one['subject']): one for one in answer['facts'] + answer['findings']}


def check_of(path, kind):
    return next(check for check in time_of(path)['checks'] if check['kind'] == kind)


def rounded(cycles):
    return math.floor(cycles + .5)


@functools.cache
def savings(path):
    return Savings(Times(path / 'profile.pop'), slow_of(time_of(path)))


class Findings(unittest.TestCase):
    """Each cause that either report lists, with the savings of both."""

    def saves(self, path, key, row, side):
        """Whether @path saves these cycles, by its own findings or by a second replay."""
        kind, subject = key
        cycles, answer = row[f'saving_{side}'] or 0, time_of(path)
        one = findings(path).get(key) or next((one for (of, _), one in findings(path).items() if of == kind in SINGLE), None)
        if one:
            return cycles == rounded(one['saving'])
        if kind in SINGLE or kind in ('before_start', 'between_runs'):
            return cycles == rounded(check_of(path, kind)['cycles'] or 0)
        if answer['approximated'] and key in OF_TILES | {(kind, subject) for kind in ('idle_tiles', 'load_imbalance')}:
            return True     # an approximation, which has no second implementation
        expected = max(savings(path).saving(kind, subject), 0)
        small = answer['threshold'] / 4 * answer['program']
        return abs(cycles - expected) <= max(1, 1e-5 * expected) or expected <= cycles <= small

    def became(self, row, first, second):
        """Returns the expected verdict of the row."""
        key, change = row['key'], row['saving_change']
        sides = [row['saving_before'] or 0, row['saving_after'] or 0]
        below = ['below the threshold' in (row[f'sentence_{side}'] or '') for side in ('before', 'after')]
        if not change:
            return 'as before'
        if key in ('before_start', 'between_runs'):
            return 'more' if change > 0 else 'less'
        if not all(sides):
            return 'new' if sides[1] else 'gone'
        # Each report has its own threshold; crossing is judged by the lower one.
        least = [max(time_of(path)['threshold'], .02 if key == 'sync' else 0) for path in (first, second)]
        for path, cycles, own, is_below in zip((first, second), sides, least, below):
            if is_below:
                self.assertLess(cycles, own * time_of(path)['program'])
        shares = [row[f'share_{side}'] for side in ('before', 'after')]
        for is_below, share, crossed, falls in zip(below, shares, ('now above threshold', 'now below threshold'), (False, True)):
            if is_below and share < min(least):
                self.assertEqual(shares[1] < shares[0], falls)
                return crossed
        return 'worse' if change > 0 else 'better'

    def expected(self, *paths):
        """Yields the keys of rows; for single kinds the kind alone, for all tiles together one key."""
        for path in paths:
            for kind, subject in findings(path):
                yield ('tiles', '') if (kind, subject) in OF_TILES else (kind, '') if kind in SINGLE else (kind, subject)

    def check(self, first, second):
        rows = compared('time-findings', first, second)
        keys = [(row['key'], row['subject'] or '') for row in rows]
        plain = [('tiles', '') if key in OF_TILES else (key[0], '') if key[0] in SINGLE else key for key in keys]
        self.assertEqual(collections.Counter(plain), collections.Counter(set(self.expected(first, second))))
        for key, row in zip(keys, rows):
            unknown = [check['needs'] for check in (check_of(path, key[0]) for path in (first, second))
                       if check['result'] == 'not checked' and check['needs'] not in NONE_OF_IT]
            self.assertEqual(row['verdict'].startswith('not checked'), bool(unknown))
            if unknown:
                self.assertIsNone(row['saving_change'])
                continue
            with self.subTest(key=key):
                for path, side in ((first, 'before'), (second, 'after')):
                    self.assertTrue(self.saves(path, key, row, side), row)
                    one = findings(path).get(key)
                    if one:
                        self.assertEqual(row[f'sentence_{side}'], one['sentence'])
                self.assertEqual(row['saving_change'], (row['saving_after'] or 0) - (row['saving_before'] or 0))
                self.assertEqual(row['verdict'], self.became(row, first, second))

    def test_rows(self):
        for first, second in pairs():
            with self.subTest(first=first, second=second):
                self.check(first, second)

    def test_planted(self):
        """A plant is a new finding, and gone in the other direction; more of it is worse."""
        some, more = demo('--plant=inter-ipu=8000'), demo('--plant=inter-ipu=16000')
        for first, second, became in ((demo(), some, 'now above threshold'), (some, demo(), 'now below threshold'),
                                      (some, more, 'worse'), (more, some, 'better')):
            rows = {row['key']: row for row in compared('time-findings', first, second, 'insights')}
            self.assertEqual(rows['inter_ipu_exchange']['verdict'], became)
        self.assertEqual(compared('time-findings', some, some, 'insights'), [])

    def test_planted_cycles(self):
        """The change of an added cause is its planted cost, whether the first report lists it or
        not."""
        for plant in PLANTS:
            path = demo(f'--plant={plant}')
            truth, = json.loads((path / 'app.json').read_text())['planted']
            if truth['kind'] == 'before_start':
                continue
            with self.subTest(plant=plant):
                row = next(row for row in compared('time-findings', demo(), path) if row['key'] == truth['kind']
                           and (row['subject'] or '').split(' → ')[-1] == truth['subject'])
                self.assertAlmostEqual(row['saving_change'] / truth['cycles'], 1, delta=.02)

    def test_threshold(self):
        """A cause that falls just below the threshold is not gone: it costs nearly the same."""
        for plant, (more, less) in NEAR.items():
            paths = [demo(f'--plant={plant}{cycles}') for cycles in (more, less)]
            truth = [json.loads((path / 'app.json').read_text())['planted'][0] for path in paths]
            fall = truth[0]['cycles'] - truth[1]['cycles']
            for sides, became in ((paths, 'now below threshold'), (paths[::-1], 'now above threshold')):
                with self.subTest(plant=plant, became=became):
                    row = next(row for row in compared('time-findings', *sides)
                               if (row['key'], row['subject'] or '') == (truth[0]['kind'], truth[0]['subject']))
                    self.assertEqual(row['verdict'], became)
                    self.assertAlmostEqual(abs(row['saving_change']), fall, delta=max(1, .02 * fall))

    def test_moved_threshold(self):
        """A report whose iterations differ more has a higher threshold: that alone is not a change."""
        even, uneven = (made('--tiles=64', *seed) for seed in ((), ('--seed=5',)))
        thresholds = [time_of(path)['threshold'] for path in (even, uneven)]
        self.assertGreater(thresholds[1], 1.3 * thresholds[0])
        between = 0
        for pair in (even, uneven), (uneven, even):
            self.check(*pair)
            for row in compared('time-findings', *pair):
                shares = row['share_before'], row['share_after']
                if row['verdict'] not in ('more', 'less') and None not in shares and min(shares) >= min(thresholds):
                    self.assertIn(row['verdict'], ('worse', 'better', 'as before'))
                    # The report that does not list it says so.
                    below = [side for side in ('before', 'after') if 'below the threshold' in row[f'sentence_{side}']]
                    between += len(below)
                    for side in below:
                        self.assertIn(f'({100 * thresholds[1]:.1f} %)', row[f'sentence_{side}'])
        self.assertGreater(between, 0)

    def test_worse(self):
        """A cause that crosses the threshold by growing got worse, but not in the other direction."""
        less, more = (demo(f'--plant=exchange=output/MatMul:{cycles}') for cycles in (950, 1000))
        for first, second, code in (less, more, 3), (more, less, 0):
            done = run('diff', first, second, '--by', 'finding', '--fail-if', 'worse', '--all')
            self.assertEqual((done.returncode, 'now above threshold' in done.stdout), (code, code == 3), done.stdout)
        # It grew by a twentieth, not from 0.
        self.assertEqual(run('diff', less, more, '--by', 'finding', '--fail-if', 'worse', '--threshold', '10').returncode, 0)

    def test_all_tiles(self):
        """Waiting tiles are one cause, whether a report lists them as few tiles or as all that
        wait."""
        few = made('--preset=mnist', '--tiles=64', *(f'--plant=unused=Fwd/mnist/{name}/split0:{tiles}' for name, tiles in (
            ('conv*/Conv2D', 12), ('conv*/Relu', 20), ('dense/MatMul', 9), ('pool*/MaxPool', 12))))
        all_of_it = made('--preset=resnet50', '--tiles=64', '--steps=300')
        self.assertEqual([OF_TILES & findings(path).keys() for path in (few, all_of_it)],
                         [{('idle_tiles', '')}, {('tile_wait', '')}])
        for first, second in ((few, all_of_it), (all_of_it, few)):
            self.check(first, second)
            self.assertEqual(1, sum((row['key'], row['subject'] or '') in OF_TILES
                                    for row in compared('time-findings', first, second)))

    def test_not_recorded(self):
        """A cause that could be looked for in only one report is listed without a change."""
        by_ipu, slow = demo('--instrumentation=ipu'), demo('--plant=straggler=300:20000')
        for first, second, side in ((by_ipu, slow, 'before'), (slow, by_ipu, 'after')):
            row, = (row for row in compared('time-findings', first, second) if row['key'] == 'straggler')
            self.assertEqual((row['verdict'], row['saving_change']), (f'not checked {side}', None))
            # The change is unknown, so it is not a difference.
            self.assertEqual([], [row for row in compared('time-findings', first, second, 'trace')
                                  if row['key'] == 'straggler'])
            note = diff(first, second, '--by', 'finding')['tables']['time-findings']['note']
            self.assertIn(f' Cannot compare Straggler: the report {side} ', note)
            self.assertIn(': needs cycles by tile', note)


class Listed(unittest.TestCase):
    """`list --time`: the costliest operation and layer of each report, and what changed since the
    one before."""

    def listed(self, *paths, options=('--time',)):
        with tempfile.TemporaryDirectory(prefix='poplens-two-') as folder:
            for n, path in enumerate(paths, 1):
                pathlib.Path(folder, f'run-{n:02}').symlink_to(path)
            done = run('list', folder, *options, '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_costliest(self):
        paths = [demo(), demo('--plant=exchange=output/MatMul:9000'), demo('--plant=late-host=500000'),
                 made('--preset=bert-base', '--layers=2', '--steps=100', '--tiles=64')]
        listed = rows(self.listed(*paths))
        self.assertEqual(len(listed), len(paths))
        for row, path in zip(listed, sorted(paths, key=lambda path: self.when(path))):
            costs, layers = collections.Counter(), collections.Counter()
            for name, cycles in self.bound(path).items():
                costs[operation(name)] += cycles
                for layer in re.findall(r'^(?:cs\d+_)?(?:Fwd/|Bwd/)?((?:bert/)?encoder/layer\.\d+)/', name):
                    layers[layer] += cycles
            ipus = len(time_of(path)['ipus'])
            for found, sums in ('operation', costs), ('layer', layers):
                self.assertEqual((sums[row[found]], row[f'{found}_cycles']), (max(sums.values()), max(sums.values()) // ipus))
            self.assertAlmostEqual(row['operation_share'], row['operation_cycles'] / time_of(path)['program'], places=4)
            self.assertAlmostEqual(row['layer_share'], row['layer_cycles'] / time_of(path)['program'], places=4)

    def when(self, path):
        with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
            return file.execute('select string from date_time').fetchone()

    def bound(self, path):
        """Returns the limiting cycles of compute and exchange by name of the step, over all IPUs."""
        times = Times(path / 'profile.pop')
        cycles = collections.Counter()
        for rows, pieces in zip(times.rows, times.pieces):
            names = {row.step: row.name or row.type for row in rows}
            for piece in pieces:
                if piece.cls in ('compute', 'exchange'):
                    cycles[names[piece.step]] += piece.length
        return cycles

    def test_changed(self):
        """The cause planted in the last of six reports changed most; cycles outside the program are
        not a change."""
        for plant, (cls, part) in PLANTS.items():
            if cls not in ('exchange', 'outside', 'host wait', 'inter-IPU exchange') and 'straggler' not in plant:
                continue
            if cls == 'outside':
                listed = rows(self.listed(demo(), demo(f'--plant={plant}')))
                self.assertEqual([row['changed'] for row in listed], [None, None])
                continue
            paths = [demo(), demo(), demo(), demo(), demo(), demo(f'--plant={plant}')]
            before, after = items(paths[0]), items(paths[-1])
            changes = {key: after.get(key, [0])[0] - before.get(key, [0])[0] for key in {*before, *after}}
            answer = self.listed(*self.copies(paths))
            row = rows(answer)[-1]
            by_class = collections.Counter()
            for (group, _), change in changes.items():
                by_class[group] += change
            group, most = by_class.most_common(1)[0]
            key = max((key for key in changes if key[0] == group), key=changes.get)
            # One row of the class if the others are less than a third of it, up and down; else the
            # class.
            others = sum(abs(change) for (of, _), change in changes.items() if of == group) - abs(changes[key])
            subject, most = (key[1], changes[key]) if 3 * others < most else ('', most)
            title = TITLES.get(group, group)
            named = f'{subject} ({title})' if subject else title
            self.assertEqual((row['changed'].startswith(named), row['changed_cycles']), (True, most), (plant, row['changed']))
            if subject:
                self.assertIn(part, subject)
            self.assertIn(cls, row['changed'])
            others = ' and others' if 2 * row['changed_cycles'] < sum(changes.values()) else ''
            self.assertIn(f", +{row['changed_cycles']:,} from {row['changed']}{others}", ' '.join(answer['answer']))
            # The rule is that of two reports: their sentence names this first, or its class.
            first = re.search(r': \+([0-9,]+) from ([^,(]*\((.*?)[,)]|[^,.(]*)', sentence(paths[0], paths[-1])
                              .partition('Program time')[2])
            if first:
                self.assertIn(subject or title, first[2], plant)
        self.assertNotIn('changed', rows(self.listed(demo(), options=()))[0])

    def test_layers(self):
        """An added or removed layer comes after what changed most."""
        four, five = layers(4), layers(5)
        listed = rows(self.listed(*self.copies([four, five, four])))
        self.assertEqual([row['changed'] and row['changed'].partition(', with ')[2] for row in listed],
                         [None, 'bert/encoder/layer.4 added', 'bert/encoder/layer.4 removed'])
        listed = rows(self.listed(*self.copies([demo(), demo('--plant=inter-ipu=8000')])))
        self.assertNotIn('with', listed[1]['changed'])

    def copies(self, paths):
        """Copies reports, as each is listed only once, whatever links lead to it."""
        folder = pathlib.Path(temporary_folder(self, 'poplens-two-'))
        for n, path in enumerate(paths):
            shutil.copytree(path, folder / f'{n}')
            yield folder / f'{n}'


if __name__ == '__main__':
    unittest.main()
