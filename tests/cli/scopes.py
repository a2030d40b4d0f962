#!/usr/bin/python3
"""Tests tables of some tiles, of an IPU and of all, against plain SQL on the file."""
import collections
import unittest

from harness import SHARED, Demo, rle, run, varints
from insights import Full

GAPS = '''select tile, sum(offset - before), count(*) from (select tile, offset, ifnull(max(offset + size_bytes) over (
          partition by tile order by offset, var_id rows between unbounded preceding and 1 preceding), 0) as before
          from vars_info where bitset & 1 and size_bytes > 0) where offset > before group by 1'''


class Scopes(unittest.TestCase):
    """Tests on two IPUs, and on a real file."""

    def each(self):
        for path in Demo.path(), SHARED / 'reports' / 'integrals':
            if not path.is_dir():
                continue
            report = Full(path)
            for place, tiles in report.scopes():
                with self.subTest(report=path.name, place=place):
                    yield report, place, tiles

    def test_rows_are_the_tiles(self):
        for report, place, tiles in self.each():
            for name in 'liveness-tiles', 'memory-tiles':
                self.assertEqual([r['tile'] for r in report.table(name, place)], tiles, name)

    def test_peaks(self):
        for report, place, tiles in self.each():
            memory = {t: row for t, *row in report.all(
                'select tile, always_live_bytes, not_always_live_max_bytes, total_including_gaps from memory_by_tile')}
            packing = {r['tile']: r['peak'] for r in report.table('liveness-tiles', f'by=packing&{place}' if place else 'by=packing')}
            for r in report.table('liveness-tiles', place):
                always, most, gaps = memory[r['tile']]
                self.assertEqual((r['bytes'], r['total_including_gaps'], packing[r['tile']]), (always + most, gaps, most))

    def test_memory(self):
        for report, place, tiles in self.each():
            columns = 'total', 'total_including_gaps', 'always_live_bytes'
            memory = {t: row for t, *row in report.all(f'select tile, {", ".join(columns)} from memory_by_tile')}
            sums = [sum(memory[t][c] for t in tiles) for c in range(3)]
            rows = report.table('memory-details', place)
            first = 'all' if 'mean' in rows[0] else [k for k in rows[0] if k == 'selected' or k.startswith('tile_')][0]
            by_name = {}
            for r in rows:
                by_name.setdefault(r['memory'], r[first])
            self.assertEqual([by_name['Excluding gaps'], by_name['Including gaps'], by_name['Always live']], sums)
            for r in report.table('memory-categories', place):
                self.assertEqual(r['total'], report.category(r['key'], tiles))

    def test_details_of_an_ipu_are_one_column(self):
        report = Full(Demo.path())
        columns = set(report.table('memory-details', 'ipu=1')[0]) - {'memory', 'depth', 'all', 'share'}
        self.assertEqual(columns, {'selected'})

    def test_vertices(self):
        for report, place, tiles in self.each():
            positions = report.positions(tiles)
            types = {name: blob for name, blob in report.all(
                'select name, code_bytes from memory_by_vertex_type join vertex_types on vertex_types.id = vertex_type')}
            for r in report.table('vertex-types', place):
                if r['vertex_type'] in types:
                    self.assertEqual(r['code_bytes'], sum(map(varints(types[r['vertex_type']]).__getitem__, positions)))
            uses = collections.Counter()
            for compute_set, blob in report.all('select compute_set, instances_by_tile from vertex_instances'):
                values = rle(blob)
                uses[compute_set] += sum(values[p] for p in positions)
            self.assertEqual({r['id']: r['vertices'] for r in report.table('compute-sets', place) if r['vertices']},
                             {k: v for k, v in uses.items() if v})

    def test_variants(self):
        for report, place, tiles in self.each():
            positions = report.positions(tiles)
            bases = collections.defaultdict(list)
            for name, blob in report.all('select name, code_bytes from memory_by_vertex_type '
                                         'join vertex_types on vertex_types.id = vertex_type'):
                values = varints(blob)
                values = [values[p] for p in positions] if values else []
                if '<' in name and sum(values):
                    bases[name[:name.index('<')]].append(values)
            wanted = {base: (len(lists), sum(map(sum, lists)), sum(sum(v) - max(v) for v in zip(*lists)))
                      for base, lists in bases.items() if len(lists) > 1}
            self.assertEqual({r['vertex']: (r['types'], r['code'], r['saving'])
                              for r in report.table('vertex-types', f'by=family&{place}' if place else 'by=family')}, wanted)

    def test_exchanges(self):
        for report, place, tiles in self.each():
            rows = report.table('exchanges', place)
            wanted = sum(report.category(n, tiles)
                         for n in ('internalExchangeCode', 'hostExchangeCode', 'globalExchangeCode'))
            self.assertEqual(sum(r['code_bytes'] or 0 for r in rows), wanted)
            positions = report.positions(tiles)
            code = {i: sum(map(rle(blob).__getitem__, positions))
                    for i, blob in report.all('select id, code_bytes_by_tile_rle from program_type_do_exchange')}
            self.assertEqual({r['id']: r['code_bytes'] for r in rows
                              if r['kind'] == 'internal' and r['id'] is not None and r['code_bytes']},
                             {k: v for k, v in code.items() if v})

    def test_gap_causes(self):
        for report, place, tiles in self.each():
            gaps = {t: (size, n) for t, size, n in report.all(GAPS)}
            rows = report.table('tile-gaps', f'by=cause&{place}' if place else 'by=cause')
            of_scope = [gaps.get(t, (0, 0)) for t in tiles]
            self.assertEqual((sum(r['bytes'] for r in rows), sum(r['gaps'] for r in rows)),
                             tuple(map(sum, zip(*of_scope))))
            for r in rows:
                self.assertIn(r['worst_tile'], tiles)

    def test_few_tiles_as_many(self):
        """Few tiles are read one by one, many in one pass: the causes of 64 tiles and of 65 differ by those of one
        tile."""
        report = Full(Demo.path())
        causes = [{r['key']: (r['bytes'], r['gaps']) for r in report.table('tile-gaps', f'by=cause&tile={tiles}')}
                  for tiles in ('100-163', '100-164', '164')]
        few, many, one = causes
        none = (0, 0)
        for key in many:
            self.assertEqual(many[key], tuple(a + b for a, b in zip(few.get(key, none), one.get(key, none))), key)

    def test_fullest_of_an_ipu(self):
        """Tables of one tile show the fullest tile of the location."""
        report = Full(Demo.path())
        for ipu in range(report.ipus):
            (fullest,), = report.all('select tile from memory_by_tile where tile / ? = ? '
                                     'order by total_including_gaps desc, tile limit 1', report.per_ipu, ipu)
            for name in 'tile-variables', 'tile-gaps':
                self.assertEqual({r['tile'] for r in report.table(name, f'ipu={ipu}')}, {fullest})
            note = run('table', 'tile-gaps', report.path, '--location', f'memory?ipu={ipu}', '--limit', '1').stdout
            self.assertIn(f'Tile {fullest}, the fullest of IPU {ipu}.', note)


class Words(unittest.TestCase):
    def test_notes(self):
        """A note says which tiles a table covers, or that it covers all."""
        path = Demo.path()
        cases = {'Covers all tiles; the selection is ignored.': ('findings', 'advice', 'memory-ipus', 'memory-histogram'),
                 'IPU 1': ('liveness-tiles', 'exchanges', 'memory-tiles', 'memory-categories', 'vertex-types',
                           'compute-sets', 'memory-details', 'overflow', 'memory-imbalance')}
        for words, names in cases.items():
            for name in names:
                with self.subTest(name):
                    said = run('table', name, path, '--location', 'insights?ipu=1', '--limit', '1').stdout
                    self.assertIn(words, said)
                    for free in None, 'insights?ipu=1&scope=all':
                        said = run('table', name, path, '--limit', '1', *(['--location', free] if free else [])).stdout
                        self.assertNotIn('About all tiles', said)
                        if name != 'memory-imbalance':
                            self.assertNotIn('IPU 1:', said)

    def test_misuse(self):
        path = Demo.path()
        for name in 'overflow', 'liveness-tiles', 'tile-variables', 'live-variables':
            for place, status, words in (('tile=5&ipu=1', 2, 'tile 5 is on IPU 0, not on IPU 1'),
                                         ('tile=999999', 2, 'tile'), ('ipu=7', 2, 'no IPU'),
                                         ('tile=5&ipu=0', 0, ''), ('tile=5&ipu=1&scope=ipu', 0, '')):
                with self.subTest(name, place=place):
                    done = run('table', name, path, '--location', f'insights?{place}', '--limit', '1')
                    self.assertEqual(done.returncode, status, done.stderr)
                    self.assertIn(words, done.stderr)


if __name__ == '__main__':
    unittest.main()
