#!/usr/bin/python3
"""Two reports on time (`compare-waterfall`, `compare-path`), worked out a second time over reference.py: rows, how they are
matched, and sums that are exactly the change of the total; and planted causes, which have to be the row that explains it."""
import collections
import contextlib
import itertools
import json
import math
import pathlib
import re
import shutil
import sqlite3
import tempfile
import unittest

from findings import operation
from harness import run
from pairs import MATMUL, PLANTS, TITLES, demo, items, layers, made, pairs, renamed, rows_of, streams_sorted, table, told
from reference import Times


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
