#!/usr/bin/python3
"""Tests table memory-categories --by tile of two reports, the difference of each tile by category, against plain SQL on
both files."""
import csv
import functools
import io
import pathlib
import tempfile
import unittest

from diff_reports import table as compared
from harness import REPORTS, Report, edit, run, varints, write_demo

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-breakdown-')
# The memory groups of look.md 8.2, by ids of var_categories.
GROUPS = {
    'tensors': (0, 1, 7, 8), 'exchange-buffers': (3, 4, 5, 6), 'vertex-state': (12, 13, 14, 15),
    'vertex-code': (18, 24), 'exchange-code': (9, 10, 19, 20, 21), 'control-and-stack': (2, 11, 16, 17),
    'profiling': (22, 23), 'other': (25, 26),
}
REGIONS = ('non_interleaved', 'interleaved', 'overflowed')
BREAKDOWNS = ('none', 'region', 'group', 'category', 'liveness')


def demo(name, *options):
    path = pathlib.Path(FOLDER.name, name)
    if not path.exists():
        write_demo(path, '--without', 'archive,debug,execution,liveness', *options)
    return path


def bert(layers):
    return demo(f'bert{layers}', '--preset=bert-base', f'--layers={layers}', '--tiles=32', '--ipus=2', '--steps=100',
                '--variables=1000')


def small(seed, tiles=64):
    return demo(f'small{seed}-{tiles}', f'--seed={seed}', f'--tiles={tiles}')


def pairs():
    yield small(1), small(2)
    yield small(1), small(3, tiles=48)
    yield small(1), demo('mnist', '--preset=mnist', '--tiles=64')
    yield bert(2), bert(1)
    if (REPORTS / 'integrals').is_dir():
        yield REPORTS / 'integrals', REPORTS / 'firehose'


@functools.cache
def kinds(path, breakdown, gaps):
    """Returns {tile: {key: bytes}} of one report."""
    report = Report(path)
    out = {}
    lists = {name: [sum(values) for values in zip(*(varints(blob) for blob in blobs if blob))]
             for name, *blobs in report.all('select category_id, ' + ', '.join(
                 f'{region}_non_overlapped' for region in REGIONS) + ' from memory_by_category')}
    group = {name: next((g for g, ids in GROUPS.items() if number in ids), 'other')
             for number, name in report.all('select id, name from var_categories')}
    for i, (tile, total, with_gaps, live, *regions) in enumerate(report.all(
            'select tile, total, total_including_gaps, always_live_bytes, ' + ', '.join(REGIONS) +
            ' from memory_by_tile order by tile')):
        alone = {name: values[i] for name, values in lists.items() if values}
        if breakdown == 'none':
            of = {'total': with_gaps if gaps else total}
        elif breakdown == 'region':
            of = {f'region:{name.replace("_", "-")}': n for name, n in zip(REGIONS, regions)}
        elif breakdown == 'liveness':
            of = {'liveness:always-live': min(live, total), 'liveness:not-always-live': max(total - live, 0)}
        elif breakdown == 'category':
            of = {f'category:{name}': n for name, n in alone.items()}
        else:
            of = {f'group:{g}': 0 for g in GROUPS}
            for name, n in alone.items():
                of[f'group:{group[name]}'] += n
        if breakdown in ('group', 'category'):
            of['shared'] = total - sum(alone.values())
        if gaps and breakdown != 'none':
            of['gaps'] = with_gaps - total
        out[tile] = of
    return out


def table(first, second, place='memory'):
    return compared('memory-categories', first, second, place + ('&' if '?' in place else '?') + 'by=tile')


class Breakdown(unittest.TestCase):
    def check(self, first, second, breakdown, gaps, tiles=None):
        rows = table(first, second, f'memory?breakdown={breakdown}&gaps={"yes" if gaps else "no"}' +
                     (f'&tile={tiles[0]}-{tiles[-1]}' if tiles else ''))
        sides = [kinds(path, breakdown, gaps) for path in (first, second)]
        wanted = {}
        for tile in sides[0].keys() | sides[1].keys():
            a, b = (side.get(tile) for side in sides)
            for key in (a or {}).keys() | (b or {}).keys():
                of = tuple(side and side.get(key, 0) for side in (a, b))
                # A tile that one report lacks is listed, also for a category without bytes.
                if (not tiles or tile in tiles) and of[0] != of[1] and (None not in of or any(of)):
                    wanted[tile, key] = of
        got = {(r['tile'], r['key']): (r['bytes_before'], r['bytes_after']) for r in rows
               if r['bytes_before'] or r['bytes_after']}
        self.assertEqual(got, wanted)
        for row in rows:
            a, b = row['bytes_before'], row['bytes_after']
            self.assertEqual(row['bytes_change'], (b or 0) - (a or 0))
            self.assertEqual(row['state'], 'added' if a is None else 'removed' if b is None
                             else 'changed')
            if a and row['bytes_change']:
                self.assertAlmostEqual(row['bytes_ratio'], row['bytes_change'] / a, places=12)
        order = [abs(r['bytes_change']) for r in rows]
        self.assertEqual(order, sorted(order, reverse=True))
        return rows

    def test_all(self):
        for first, second in pairs():
            for breakdown in BREAKDOWNS:
                for gaps in (True, False):
                    with self.subTest(first=first.name, second=second.name, breakdown=breakdown, gaps=gaps):
                        self.assertTrue(self.check(first, second, breakdown, gaps) or breakdown == 'region')

    def test_selected(self):
        for first, second in ((small(1), small(2)), (small(1), small(3, tiles=48))):
            self.assertTrue(self.check(first, second, 'group', True, range(3, 9)))
            self.assertTrue(self.check(first, second, 'category', False, range(90, 100)))

    def test_adds_up(self):
        """The differences of a tile add up to the difference of its total."""
        first, second = small(1), small(2)
        sql = 'select tile, total_including_gaps from memory_by_tile'
        totals = [dict(Report(path).all(sql)) for path in (first, second)]
        for breakdown in BREAKDOWNS:
            sums = dict.fromkeys(totals[0], 0)
            for row in table(first, second, f'memory?breakdown={breakdown}'):
                sums[row['tile']] += row['bytes_change']
            self.assertEqual(sums, {tile: totals[1][tile] - totals[0][tile] for tile in sums})

    def test_itself(self):
        self.assertEqual(table(small(1), small(1)), [])
        self.assertGreater(len(table(small(1), small(1), 'memory?same=yes')), 128)

    def test_default_is_group(self):
        self.assertEqual(table(small(1), small(2)), table(small(1), small(2), 'memory?breakdown=group&gaps=yes'))

    def test_csv(self):
        done = run('table', 'memory-categories', small(1), small(2), '--by', 'tile', '--csv')
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        self.assertEqual(len(rows), len(table(small(1), small(2))))
        self.assertTrue(all(int(r['bytes_after']) - int(r['bytes_before']) == int(r['bytes_change']) for r in rows))

    def test_wrong(self):
        done = run('table', 'memory-categories', small(1), small(2), '--location', 'memory?by=tile&breakdown=colour')
        self.assertEqual(done.returncode, 2)
        self.assertIn('none, region, group, category, liveness', done.stderr)

    def test_without_categories(self):
        lacking = demo('lacking', '--tiles=64', '--seed=2')
        edit(lacking, 'delete from memory_by_category')
        self.assertEqual({r['key'] for r in table(small(1), lacking)}, {'total'})
        self.assertEqual(len({r['key'] for r in table(small(1), lacking, 'memory?breakdown=liveness')}), 3)
        done = run('table', 'memory-categories', small(1), lacking, '--location', 'memory?by=tile&breakdown=category')
        self.assertEqual(done.returncode, 1)
        self.assertIn('the report after (lacking)', done.stderr)

    def test_pictures(self):
        """Each breakdown and order gives another picture; hidden categories are not drawn."""
        pictures = set()
        with tempfile.TemporaryDirectory(prefix='poplens-breakdown-') as folder:
            for query in (*(f'breakdown={b}' for b in BREAKDOWNS), 'order=change', 'hide=group:tensors'):
                picture = pathlib.Path(folder, 'x.png')
                done = run('export', small(1), small(2), '--location', f'memory?{query}', '-o', picture)
                self.assertEqual(done.returncode, 0, done.stderr)
                pictures.add(picture.read_bytes())
        self.assertEqual(len(pictures), 7)


if __name__ == '__main__':
    unittest.main()
