#!/usr/bin/python3
"""Tests Insights of all tiles, an IPU and a tile against plain SQL on the file: peaks, overflow, balance, vertices,
exchanges, buffers, and what-if against recomputation from vars_info."""
import collections
import fractions
import math
import pathlib
import re
import tempfile
import unittest

from harness import REPORTS, Demo, Report, changed, output, rle, rows as rows_of, run, table, varints, write_demo

CODE = ('copy_ptr_bytes', 'descriptor_bytes', 'edge_ptr_bytes', 'padding_bytes', 'vertex_data_bytes')
LISTS = [f'{region}_{overlap}' for region in ('interleaved', 'non_interleaved', 'overflowed')
         for overlap in ('non_overlapped', 'overlapped')]


class Full(Report):
    """A report with the values of the file that the tests need."""

    def __init__(self, path):
        super().__init__(path)
        self.tiles = [t for t, in self.all('select tile from memory_by_tile order by tile')]
        (self.capacity, self.per_ipu, self.ipus), = self.all(
            'select bytes_per_tile, tiles_per_ipu, ipus_per_replica from target_info')

    def table(self, name, place=None):
        return super().table(name, place and f'insights?{place}')

    def positions(self, tiles):
        wanted = set(tiles)
        return [p for p, t in enumerate(self.tiles) if t in wanted]

    def scopes(self):
        """Yields scopes, each with its tiles."""
        yield None, self.tiles
        yield 'tile=3,7', [3, 7]
        for ipu in range(self.ipus):
            yield f'ipu={ipu}', [t for t in self.tiles if t // self.per_ipu == ipu]

    def category(self, name, tiles):
        rows = self.all(f'select {", ".join(LISTS)} from memory_by_category where category_id = ?', name)
        positions = self.positions(tiles)
        return sum(values[p] for row in rows for values in map(varints, row) for p in positions)


def reports():
    yield Demo.path()
    for name in ('integrals', 'firehose'):
        if (REPORTS / name).is_dir():
            yield REPORTS / name


class Insights(unittest.TestCase):
    def each(self):
        for path in reports():
            with self.subTest(path.name):
                yield Full(path)

    def test_peaks(self):
        for report in self.each():
            memory = {t: row for t, *row in report.all(
                'select tile, always_live_bytes, not_always_live_max_bytes, total_including_gaps from memory_by_tile')}
            rows = report.table('liveness-tiles')
            self.assertEqual([r['tile'] for r in rows], report.tiles)
            for r in rows:
                always, most, gaps = memory[r['tile']]
                self.assertEqual((r['always_live'], r['not_always_live'], r['bytes']), (always, most, always + most))
                self.assertEqual((r['ipu'], r['capacity']), (r['tile'] // report.per_ipu, report.capacity))
                self.assertEqual(r['headroom'], report.capacity - r['bytes'])
                self.assertEqual((r['total_including_gaps'], r['over']), (gaps, max(gaps - report.capacity, 0)))

    def test_balance(self):
        for report in self.each():
            gaps = dict(report.all('select tile, total_including_gaps from memory_by_tile'))
            for place, tiles in report.scopes():
                rows = report.table('memory-imbalance', place)
                values = [gaps[t] for t in tiles]
                most = max(values)
                self.assertEqual(rows[0]['total'], sum(values))
                self.assertEqual((rows[0]['most'], rows[0]['fullest']), (most, most))
                self.assertEqual(rows[0]['mean'], sum(values) // len(values))
                self.assertEqual(rows[0]['unused'], sum(most - v for v in values))
                self.assertAlmostEqual(rows[0]['most_by_mean'], most * len(values) / sum(values))
                names = [n for n, in report.all('select category_id from memory_by_category')]
                self.assertEqual(sum(r['total'] for r in rows[1:]), sum(report.category(n, tiles) for n in names))

    def test_balance_of_one(self):
        """For one tile the table shows the causes by which it is above the mean of all tiles."""
        for report in self.each():
            gaps = dict(report.all('select tile, total_including_gaps from memory_by_tile'))
            tile = min(gaps, key=gaps.get)
            one, every = report.table('memory-imbalance', f'tile={tile}'), report.table('memory-imbalance', None)
            self.assertEqual((one[0]['fullest'], one[0]['mean']), (gaps[tile], sum(gaps.values()) // len(gaps)))
            self.assertEqual(one[0]['excess'], gaps[tile] - sum(gaps.values()) // len(gaps))
            for row in one:
                same = next(r for r in every if r['what'] == row['what'])
                self.assertEqual((row['mean'], row['total'], row['most']), (same['mean'], same['total'], same['most']))
            fullest = max(gaps, key=gaps.get)
            keys = ('what', 'excess', 'fullest', 'mean')
            self.assertEqual([[r[k] for k in keys] for r in report.table('memory-imbalance', f'tile={fullest}')],
                             [[r[k] for k in keys] for r in every])
            self.assertEqual(report.table('memory-imbalance', f'by=variable&tile={fullest}'),
                             report.table('memory-imbalance', 'by=variable'))

    def test_vertices(self):
        for report in self.each():
            types = {i: (name, size) for i, name, size in report.all('select id, name, size from vertex_types')}
            for place, tiles in report.scopes():
                positions = report.positions(tiles)
                code = report.table('vertices-by-code', place)
                self.assertEqual(sum(r['code_bytes'] for r in code), report.category('vertexCode', tiles))
                state = report.table('vertices-by-state', place)
                known = collections.Counter()
                for vertex, *columns in report.all(f'select vertex_type, {", ".join(CODE)} from memory_by_vertex_type'):
                    for values in map(varints, columns):
                        known[vertex] += sum(values[p] for p in positions)
                self.assertEqual({r['vertex_type_id']: r['state_bytes'] for r in state},
                                 {k: v for k, v in known.items() if v})
                uses = collections.Counter()
                for compute_set, vertex, blob in report.all(
                        'select compute_set, vertex_type, instances_by_tile from vertex_instances'):
                    values = rle(blob)
                    n = sum(values[p] for p in positions)
                    if n:
                        uses[vertex, compute_set] += n
                rows, found, vertex = report.table('vertex-types', f'by=compute-set&{place}' if place else 'by=compute-set'), collections.Counter(), None
                for r in rows:
                    if r['depth']:
                        found[vertex, r['id']] += r['vertices']
                        self.assertEqual(r['state'], r['vertices'] * types[vertex][1])
                    else:
                        vertex = r['id']
                self.assertEqual(found, uses)
                self.assertEqual(sum(r['vertices'] for r in rows if not r['depth']), sum(uses.values()))

    def test_variants(self):
        for report in self.each():
            bases = collections.defaultdict(list)
            for name, blob in report.all('select name, code_bytes from memory_by_vertex_type '
                                         'join vertex_types on vertex_types.id = vertex_type'):
                values = varints(blob)
                if '<' in name and sum(values):
                    bases[name[:name.index('<')]].append(values)
            wanted = {base: (len(lists), sum(map(sum, lists)), sum(sum(v) - max(v) for v in zip(*lists)))
                      for base, lists in bases.items() if len(lists) > 1}
            self.assertEqual({r['vertex']: (r['types'], r['code'], r['saving'])
                              for r in report.table('vertex-types', 'by=family')}, wanted)

    def test_exchanges(self):
        for report in self.each():
            for place, tiles in report.scopes():
                rows = report.table('exchanges-by-code', place)
                wanted = sum(report.category(n, tiles)
                             for n in ('internalExchangeCode', 'hostExchangeCode', 'globalExchangeCode'))
                self.assertEqual(sum(r['code_bytes'] for r in rows), wanted)
                positions = report.positions(tiles)
                code = {i: sum(map(rle(blob).__getitem__, positions))
                        for i, blob in report.all('select id, code_bytes_by_tile_rle from program_type_do_exchange')}
                self.assertEqual({r['id']: r['code_bytes'] for r in rows if r['kind'] == 'internal' and r['id'] is not None},
                                 {k: v for k, v in code.items() if v})

    def test_buffers(self):
        names = ('message', 'rearrangement', 'hostMessage', 'globalMessage', 'outputEdge',
                 'hostExchangePacketHeader', 'globalExchangePacketHeader')
        for report in self.each():
            sizes = report.all('select c.name, tile, sum(size_bytes) from vars_info v join var_categories c '
                               'on c.id = v.category join eq_classes e on e.id = v.equivalence_class '
                               'where bitset & 1 group by 1, 2')
            for place, tiles in report.scopes():
                sums = collections.defaultdict(collections.Counter)
                for name, tile, size in sizes:
                    if name in names and tile in tiles:
                        sums[name][tile] += size
                rows = report.table('exchanges', f'by=buffer&{place}' if place else 'by=buffer')
                top = {r['name']: r for r in rows if not r['depth']}
                self.assertEqual({n: r['bytes'] for n, r in top.items()}, {n: sum(c.values()) for n, c in sums.items()})
                self.assertEqual({n: (r['tiles'], r['most']) for n, r in top.items()},
                                 {n: (len(c), max(c.values())) for n, c in sums.items()})
                self.assertEqual(sum(r['bytes'] for r in rows if r['depth']), sum(r['bytes'] for r in top.values()))


class WhatIf(unittest.TestCase):
    """Live bytes by the rules of the format, variable by variable and change by change."""

    def live(self, report, tiles, factor):
        """Yields the bytes of each tile at its worst step; factor(category, base name) scales a lowered variable."""
        always = dict(report.all('select id, is_always_live from eq_classes'))
        ranges = collections.defaultdict(list)
        for c, a, b in report.all('select eq_class_id, step_id_from, step_id_to from eq_class_step'):
            ranges[c].append((a, b))
        sizes = {t: collections.Counter() for t in tiles}
        for tile, c, size, category, base in report.all(
                'select tile, equivalence_class, size_bytes, c.name, s.string from vars_info v '
                'join var_categories c on c.id = v.category join vars_string_table s on s.id = v.name_base_id '
                f'where bitset & 1 and tile in ({", ".join(map(str, tiles))})'):
            sizes[tile][c] += size * factor(category, base)
        for tile in tiles:
            delta, live, worst = collections.Counter(), 0, 0
            for c, n in sizes[tile].items():
                for a, b in ranges[c] if not always.get(c, 1) else ():
                    delta[a] += n
                    delta[b] -= n
            for s in sorted(delta):
                live += delta[s]
                worst = max(worst, live)
            yield tile, math.ceil(sum(n for c, n in sizes[tile].items() if always.get(c)) + worst)

    def check(self, report, arguments, factor):
        rows = {r['tile']: r for r in rows_of(report.json('fit', *arguments, '--all')) if r['tile'] is not None}
        self.assertEqual(list(rows), report.tiles)
        some = report.tiles[::97]
        after, before = (dict(self.live(report, some, f)) for f in (factor, lambda *_: 1))
        for tile in some:
            self.assertEqual((rows[tile]['before'], rows[tile]['after']), (before[tile], after[tile]), tile)
        return rows

    def test_changes(self):
        half = fractions.Fraction(1, 2)
        for path in reports():
            with self.subTest(path.name):
                report = Full(path)
                rows = self.check(report, ['--scale', 'category:variable=1.5'],
                                  lambda c, _: 3 * half if c == 'variable' else 1)
                self.check(report, ['--change', 'no-instrumentation'], self.is_kept)
                self.check(report, ['--scale', 'category:message=2', '--scale', 'category:stack=0.5'],
                           lambda c, _: {'message': 2, 'stack': half}.get(c, 1))
                self.full(report, rows)

    @staticmethod
    def is_kept(category, base):
        return not (category == 'instrumentationResults' or base.startswith('instrumentationStreamBuffer') or
                    base.startswith('.text.supervisor.instrumentation_') or 'InstrumentationDumpStep' in base)

    def full(self, report, rows):
        """At the factor at which the first tile is reported full, it is exactly full, and no tile is fuller."""
        first = min((r['full_at'], t) for t, r in rows.items() if r['full_at'] is not None)
        at = fractions.Fraction(first[0])
        live = dict(self.live(report, [first[1]], lambda c, _: at if c == 'variable' else 1))
        self.assertLessEqual(abs(live[first[1]] - report.capacity), 1)
        self.assertEqual(rows_of(report.json('fit', '--scale', 'category:variable=1.5'))[0]['first_tile'], first[1])

    def test_status(self):
        report = Demo.path()
        for arguments, status in ((('--scale', 'a=b'), 2), (('--scale', 'nonesuch=2'), 2), (('--change', 'code'), 2),
                                  (('--ipu', '9', '--change', 'half'), 2), (('--tile', '0', '--scale', '=1.1'), 0),
                                  (('--scale', '*@99999=2'), 2), (('--scale', '*@0-99999=2'), 0)):
            done = run('fit', report, *arguments)
            self.assertEqual(done.returncode, status, (arguments, done.stderr))
        self.assertIn('none of these tiles', run('fit', report, '--scale', '*@99999=2').stderr)

    def test_screen(self):
        """A screen of 80 columns shows the essential: changes by the key that --change takes, tiles over capacity, the
        fullest tile."""
        report = Full(Demo.path())
        for options, names in ((), (row['change'] for row in rows_of(report.json('fit')) if not row['depth'])), (
                ('--change', 'half'), ('All tiles',)):
            text = run('fit', Demo.path(), *options, env={'COLUMNS': '80', 'LINES': '60'}).stdout
            self.assertNotIn('columns fit', text)
            shown = [line.split('  ')[0].strip() for line in text.splitlines()]
            self.assertTrue([name for name in names if name in shown])

    def test_matched(self):
        """The sentence names the matched part of names or kind, and the number of variables and bytes."""
        report = Full(Demo.path())
        named, = report.all("select count(*) from unlowered_vars where name like '%weights%'")[0]
        for name, words, count in (('weights', 'names with “weights”', named), ('*weights', 'names like “*weights”', None),
                                   ('kind:weights', 'kind weights', None), ('category:message', 'category message', None)):
            said = report.json('fit', '--scale', f'{name}=2')
            told = re.match(rf'{re.escape(words)} × 2 \(([\d,]+) variables, ([\d,]+) MiB\)\. ', said['answer'][0])
            self.assertTrue(told, said['answer'][0])
            self.assertEqual(told[2], f'{rows_of(said)[0]["matched"] / 2**20:,.0f}', name)
            self.assertIn(count, (None, int(told[1])))

    def test_unknown_category(self):
        """The error for an unknown name lists the existing ones."""
        report = Full(Demo.path())
        said = run('fit', report.path, '--scale', 'category:Variable=2').stderr
        for name, in report.all('select name from var_categories'):
            self.assertRegex(said, rf'[ ,]{re.escape(name)}[,\n]')

    def test_sentence(self):
        """The factor in the sentence still fits; the next larger one that could be printed does not."""
        report = Full(Demo.path())
        for name in '*', 'category:variable', 'category:vertexCode', 'category:stack', 'Fwd':
            said = report.json('fit', '--scale', name)
            whole = rows_of(said)[0]
            full_at = whole['full_at']
            tile, factor = re.search(r'Tile (\d+) is over first, at more than ([0-9.]+) ×\.',
                                     said['answer'][0]).groups()
            self.assertEqual(int(tile), whole['first_tile'])
            self.assertLessEqual(float(factor), full_at * (1 + 1e-9), name)
            self.assertLess(full_at, float(factor) * 1.0011, name)
        one = report.json('fit', '--tile', '3', '--change', 'no-instrumentation')
        self.assertIn('0 of 1 tile is over capacity by its live bytes; before: 0.', one['answer'][0])
        tile = rows_of(one)[0]
        self.assertEqual(one['figures'], {'fits': True, 'tiles_over': 0, 'fullest_tile': 3, 'tile_bytes': tile['needs'],
                                          'capacity_bytes': tile['capacity']})


class Sentences(unittest.TestCase):
    def test_first_advice(self):
        """Advice is given for the first finding that can be changed."""
        said = [row for row in table(Demo.path(), 'time-findings') if row['advice']]
        text = ' '.join(output(Demo.path(), 'time')['answer'])
        first = said[0]['advice'].partition('At most')[0]
        self.assertTrue(first)
        self.assertIn(f"{said[0]['sentence']} {first}", text)
        self.assertNotIn(next(f['advice'] for f in said if f['advice'] != said[0]['advice']), text)

    def test_advice(self):
        """A single item is not described in the plural; advice agrees with the balance."""
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            path = pathlib.Path(folder, 'report')
            write_demo(path, '--overflow', '--tiles', '64')
            over = Full(path)
            self.assertEqual(len(over.table('overflow')), 1)
            for report in [over, *(Full(p) for p in reports())]:
                advice = {r['key']: r['sentence'] for r in report.table('advice')}
                for sentence in advice.values():
                    self.assertNotRegex(sentence, r'\b1 (variables|tiles do|such)|\bAll 1 |the 1 tiles')
                balance = report.table('memory-imbalance')
                excess, mean = (self.bytes(balance[0][name]) for name in ('excess', 'mean'))
                self.assertIn(f'{excess} more than the mean of {mean}', advice['imbalance'])
                if 'category difference' in advice['imbalance']:
                    self.assertIn(f"difference: {balance[1]['what']}, {self.bytes(balance[1]['excess'])};",
                                  advice['imbalance'])
            said = next(r['sentence'] for r in over.table('advice') if r['key'] == 'tiles-over')
            self.assertRegex(said, r'^1 of 128 tiles is over capacity: tile \d+, 20\.0 KiB over\.')

    @staticmethod
    def bytes(n):
        if n < 1000:
            return f'{n} B'
        for unit in 'KiB', 'MiB', 'GiB':
            n /= 1024
            if n < 9999.5:
                return f'{n:.2f} {unit}' if n < 10 else f'{n:.1f} {unit}' if n < 100 else f'{n:,.0f} {unit}'

    def test_free_of_several(self):
        """Free bytes of several tiles are called a sum."""
        report = Full(Demo.path())
        text = run('table', 'tile-gaps', report.path, '--location', 'memory?tile=3,4', '--limit', '1').stdout
        free = sum(report.capacity - n for n, in report.all(
            'select total_including_gaps from memory_by_tile where tile in (3, 4)'))
        self.assertIn('Free above the highest variables: ' + self.bytes(free) + ' in total.', text)


class Overflow(unittest.TestCase):
    def test_overflow(self):
        """A preset that does not fit: the tiles, by how much, and the first one."""
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            path = pathlib.Path(folder, 'report')
            write_demo(path, '--overflow')
            report = Full(path)
            rows = report.table('overflow')
            over = dict(report.all('select tile, total_including_gaps - ? from memory_by_tile '
                                   'where total_including_gaps > ?', report.capacity, report.capacity))
            self.assertGreater(len(over), 0)
            self.assertEqual({r['tile']: r['over'] for r in rows}, over)
            firsts = [(r['first_over'] is None, r['first_over'] or 0, r['tile']) for r in rows]
            self.assertEqual(firsts, sorted(firsts))

    def test_without_liveness(self):
        """Overflow is known from memory alone, of a profile or of archive.a."""
        for part in 'liveness', 'profile':
            with self.subTest(part), tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
                path = pathlib.Path(folder, 'report')
                write_demo(path, '--overflow', '--tiles', '32', '--without', part)
                row, = table(path, 'overflow')
                fullest = max(table(path, 'memory-tiles'), key=lambda tile: tile['total_including_gaps'])
                self.assertEqual((row['tile'], row['over']), (fullest['tile'], -fullest['free']))
                self.assertEqual({row[k] for k in ('first_over', 'step', 'bytes', 'headroom')}, {None})

    def test_order(self):
        """With smaller tiles, live bytes first exceed capacity at the named step."""
        with changed('update target_info set bytes_per_tile = 400000') as path:
            report = Full(path)
            rows = [r for r in report.table('overflow') if r['first_over']]
            for row in rows[:3] + rows[-3:]:
                self.first_step(report, row)

    def test_first(self):
        """If many tiles overflow first at one step, they are counted, as the lowest number has no meaning; a single one
        is named."""
        most = max(row['bytes'] for row in Full(Demo.path()).table('liveness-tiles'))
        for capacity in 100000, most - 1:
            with changed(f'update target_info set bytes_per_tile = {capacity}') as path:
                rows = [row for row in Full(path).table('overflow') if row['first_over'] is not None]
                step = min(row['first_over'] for row in rows)
                first = [row['tile'] for row in rows if row['first_over'] == step]
                who = f'Tile {first[0]} is over' if len(first) == 1 else f'{len(first):,} tiles are over'
                with self.subTest(capacity=capacity, tiles=len(first)):
                    self.assertIn(f' {who} first, at step {step} (',
                                  next(one['sentence'] for one in Full(path).table('findings') if one['key'] == 'tiles-over'))
                    self.assertEqual(len(first) == 1, capacity == most - 1)

    def first_step(self, report, row):
        """Asserts that live bytes fit at the step before, and not at the named step."""
        for step, over in ((row['first_over'] - 1, False), (row['first_over'], True)):
            (live,), = report.all(
                'select coalesce(sum(size_bytes), 0) from vars_info v join eq_classes e on e.id = v.equivalence_class '
                'where bitset & 1 and tile = ? and (is_always_live or exists (select 1 from eq_class_step s where '
                's.eq_class_id = e.id and step_id_from <= ? and ? < step_id_to))', row['tile'], step, step)
            self.assertEqual(live > report.capacity, over)


if __name__ == '__main__':
    unittest.main()
