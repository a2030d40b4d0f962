"""Tests extracting numbers: conditions on columns, sorting by several columns, left-out rows, and every table as CSV
and as JSON. Expected rows come from Python's own comparison of the whole table."""
import csv
import io
import json
import operator
import os
import pathlib
import struct
import tempfile
import unittest
import xml.etree.ElementTree

import harness
from harness import LONG, SHARED, Demo, Small, run
from schema import read

OPS = {'=': operator.eq, '!=': operator.ne, '<': operator.lt, '<=': operator.le, '>': operator.gt,
       '>=': operator.ge}
INTEGRALS = SHARED / 'reports/integrals'


def table(name, *options, report=None):
    done = run('table', name, report or Demo.path(), '--json', *options)
    assert done.returncode == 0, done.stderr
    return harness.rows(json.loads(done.stdout))


def where(name, *conditions, **options):
    return table(name, *(part for c in conditions for part in ('--where', c)), **options)


class Where(unittest.TestCase):
    def test_numbers(self):
        rows = table('memory-tiles')
        middle = sorted(row['total'] for row in rows)[len(rows) // 2]
        for sign, compare in OPS.items():
            for space in ('', ' '):
                got = where('memory-tiles', f'total{space}{sign}{space}{middle}')
                self.assertEqual(got, [row for row in rows if compare(row['total'], middle)])
                self.assertTrue(0 < len(got) < len(rows))

    def test_units(self):
        rows = table('memory-tiles')
        for text, bytes_ in (('300KiB', 300 * 1024), ('0.25 MiB', 256 * 1024), ('300 kB', 300000), ('300kb', 300000),
                             ('307,200', 307200), ('0x4b000', 307200), ('307200B', 307200), ('1e5', 100000)):
            want = [row for row in rows if row['total'] > bytes_]
            self.assertEqual(where('memory-tiles', f'total > {text}'), want, text)
        self.assertEqual(where('memory-tiles', 'share > 50 %'), [row for row in rows if row['share'] > 0.5])
        self.assertEqual(where('memory-tiles', 'share > 0.5'), [row for row in rows if row['share'] > 0.5])

    def test_texts(self):
        rows = table('vertex-types')
        name = rows[1]['vertex_type']
        self.assertEqual(where('vertex-types', f'vertex_type = {name}'), [rows[1]])
        self.assertEqual(where('vertex-types', f'vertex_type = "{name}"'), [rows[1]])
        self.assertEqual(where('vertex-types', f'vertex_type != {name}'), rows[:1] + rows[2:])
        want = [row for row in rows if 'conv' in row['vertex_type'].lower()]
        self.assertTrue(0 < len(want) < len(rows))
        self.assertEqual(where('vertex-types', 'vertex_type ~ CONV'), want)
        self.assertEqual(where('vertex-types', 'vertex_type !~ conv'), [row for row in rows if row not in want])
        lines = where('trace-steps', 'name ~ a')
        self.assertTrue(lines and all('a' in row['name'].lower() for row in lines))

    def test_booleans_and_what_is_not_recorded(self):
        rows = table('options')
        for word in ('no', 'false'):
            self.assertEqual(where('options', f'is_default = {word}'), [r for r in rows if r['is_default'] is False])
        self.assertEqual(where('options', 'is_default != no'), [r for r in rows if r['is_default'] is True])
        steps = table('trace-steps')
        absent = [row for row in steps if row['tile_balance'] is None]
        self.assertEqual(where('trace-steps', 'tile_balance = ""'), absent)
        self.assertEqual(where('trace-steps', 'tile_balance != ""'), [r for r in steps if r not in absent])
        self.assertEqual(where('trace-steps', 'tile_balance >= 0'), [r for r in steps if r['tile_balance'] is not None])

    def test_mixed_columns_compare_in_the_cell_s_own_unit(self):
        rows = where('summary', 'value > 100 KiB')
        self.assertIn('Memory per tile', [row['name'] for row in rows])
        self.assertNotIn('Clock, nominal', [row['name'] for row in rows])
        self.assertIn('Clock, nominal', [row['name'] for row in where('summary', 'value = 1.85 GHz')])
        self.assertIn('Architecture', [row['name'] for row in where('summary', 'value ~ mk2')])

    def test_all_have_to_hold(self):
        rows = table('memory-tiles')
        got = where('memory-tiles', 'total > 300KiB', 'ipu = 1', 'tile !~ 7')
        self.assertEqual(got, [r for r in rows if r['total'] > 307200 and r['ipu'] == 1 and '7' not in str(r['tile'])])
        self.assertTrue(got)
        word = table('vertex-types', '--where', 'size > 10', '--filter', 'conv')
        self.assertEqual(word, [r for r in table('vertex-types', '--filter', 'conv') if r['size'] > 10])

    def test_rows_of_a_tree(self):
        """Scripts get only the matching rows; text has their parents too."""
        for report in (Demo.path(), INTEGRALS):
            if not report.exists():
                continue
            rows = table('programs', report=report)
            match = [row for row in rows if 'copy' in (row['name'] or '').lower()]
            self.assertEqual(where('programs', 'name ~ copy', report=report), match)
            self.assertTrue(0 < len(match) < len(rows))
            # A sorted list of rows has the same rows.
            in_order = table('programs', '--where', 'name ~ copy', '--sort', 'id', report=report)
            self.assertEqual(sorted(in_order, key=lambda row: row['id']), sorted(match, key=lambda row: row['id']))
            text = run('table', 'programs', report, '--where', 'name ~ copy', '--limit', '0', '--columns', 'id,name').stdout
            self.assertGreater(len(text.splitlines()), len(match) + 1)

    def test_a_column_twice(self):
        rows = run('table', 'memory-tiles', Demo.path(), '--columns', 'tile,total,tile', '--csv').stdout.splitlines()
        self.assertEqual(rows[0], 'tile,total')

    def test_depth_of_a_tree(self):
        rows = table('programs')
        for deep in 0, 1, 3:
            got = where('programs', f'depth <= {deep}')
            self.assertEqual(got, [row for row in rows if row['depth'] <= deep])
            self.assertTrue(0 < len(got) < len(rows))
        text = run('table', 'programs', Demo.path(), '--where', 'depth = 0', '--columns', 'name').stdout
        self.assertIn(f"{sum(not row['depth'] for row in rows)} of {len(rows)} rows match", text.replace(',', ''))
        # The column "depth" is used if a table has it; a table that is not a tree has no depth of its own.
        steps = table('liveness-steps')
        self.assertEqual(where('liveness-steps', 'depth = 2'), [row for row in steps if row['depth'] == 2])
        self.assertIn('no column', run('table', 'memory-tiles', Demo.path(), '--where', 'depth < 2').stderr)

    def test_formats_agree(self):
        want = [row['tile'] for row in where('memory-tiles', 'total > 300KiB')]
        out = run('table', 'memory-tiles', Demo.path(), '--csv', '--where', 'total > 300KiB').stdout
        self.assertEqual([int(row['tile']) for row in csv.DictReader(io.StringIO(out, newline=''))], want)
        text = run('table', 'memory-tiles', Demo.path(), '--where', 'total > 300KiB').stdout
        self.assertIn(f'{len(want):,} of 2,944 rows match', text)

    def test_wrong_use(self):
        for condition, word in (('nothing > 1', 'columns: tile, ipu, total'), ('total', 'COLUMN OP VALUE'),
                                ('total > much', 'needs a number'), ('total > 5 ms', 'another unit'),
                                ('> 5', 'no column'), ('total > 5 XiB', 'needs a number')):
            done = run('table', 'memory-tiles', Demo.path(), '--where', condition)
            self.assertEqual((done.returncode, done.stdout), (2, ''), condition)
            self.assertIn(word, done.stderr)
        done = run('table', 'options', Demo.path(), '--where', 'is_default > yes')
        self.assertEqual(done.returncode, 2)


class SortAndLimit(unittest.TestCase):
    def test_by_several(self):
        rows = table('vertex-types')
        got = table('vertex-types', '--sort', 'source,-total')
        def key(row):
            return row['source'] is None, row['source'] or '', -row['total']
        self.assertEqual([key(row) for row in got], sorted(map(key, rows)))
        self.assertEqual(table('memory-tiles', '--sort', '+ipu,total'),
                         sorted(table('memory-tiles'), key=lambda r: (r['ipu'], -r['total'])))

    def test_says_what_is_left_out(self):
        for options, of in ((('--where', 'ipu = 1'), 1472), ((), 2944), (('--sort', 'total'), 2944)):
            done = run('table', 'memory-tiles', Demo.path(), '--csv', '--limit', '9', *options)
            self.assertEqual(done.stderr, f'poplens-cli: 9 of {of:,} rows\n')
            done = run('table', 'memory-tiles', Demo.path(), '--json', '--limit', '9', *options)
            got = json.loads(done.stdout)['tables']['memory-tiles']
            self.assertEqual((got['shown'], got['of'], len(got['rows']), done.stderr), (9, of, 9, ''))
        for limit in ('0', '2944', '5000'):
            done = run('table', 'memory-tiles', Demo.path(), '--csv', '--limit', limit)
            self.assertEqual(done.stderr, '')


class EveryTable(unittest.TestCase):
    """CSV and JSON of each table have the same cells."""

    @staticmethod
    def plain(value):
        return '' if value is None else str(value).lower() if isinstance(value, bool) else value

    def check(self, report):
        names = [line.split()[0] for line in run('table', '--list').stdout.splitlines()]
        seen = 0
        for name in names:
            with self.subTest(table=name, report=report.name):
                as_json = run('table', name, report, '--json')
                as_csv = run('table', name, report, '--csv')
                self.assertEqual(as_csv.returncode, as_json.returncode)
                if as_json.returncode:
                    self.assertEqual((as_json.returncode, as_json.stderr.count('\n')), (1, 1))
                    continue
                self.assertEqual((as_json.stderr, as_csv.stderr), ('', ''))
                seen += 1
                answer = read(as_json.stdout)
                rows, columns = harness.rows(answer), answer['tables'][name]['columns']
                # If the numbers of a column have different units, each row has its unit.
                mixed = any(column['unit'] == 'mixed' for column in columns)
                lines = list(csv.reader(io.StringIO(as_csv.stdout, newline='')))
                self.assertEqual([len(line) for line in lines], [len(lines[0])] * (len(rows) + 1))
                for row, line in zip(rows, lines[1:]):
                    cells = {key: value for key, value in row.items() if key != 'unit' or not mixed}
                    self.assertEqual(list(cells), lines[0])
                    for (key, value), cell in zip(cells.items(), line):
                        if isinstance(value, float):
                            self.assertEqual(float(cell), value, key)
                        else:
                            self.assertEqual(cell, str(self.plain(value)), key)
        self.assertGreater(seen, 30)

    def test_demo(self):
        self.check(Demo.path() if LONG else Small.path())

    @unittest.skipUnless(LONG, 'of the demo report alone, but for --long')
    def test_integrals(self):
        if not INTEGRALS.exists():
            self.skipTest('no real reports')
        self.check(INTEGRALS)


class Pictures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def render(self, name, *options, page='memory'):
        done = run('export', Demo.path(), '--location', page, '-o', self.folder / name, *options)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, '', ''))
        return (self.folder / name).read_bytes()

    def test_each_format(self):
        # Each chart and each theme once; all combinations with --long.
        whole = [(page, ('--chart', chart) if chart else (), dark)
                 for page, chart in (('memory', None), ('trace', 'trace-waterfall'), ('trace', None), ('summary', 'time-shares'))
                 for dark in ((), ('--dark',))]
        for page, alone, dark in whole if LONG else [whole[0], whole[3], whole[4], whole[7]]:
            svg = self.render('x.svg', '--size', '640x480', *alone, *dark, page=page)
            root = xml.etree.ElementTree.fromstring(svg)
            self.assertEqual((root.get('width'), root.get('height')), ('640px', '480px'))
            title = root.findtext('{http://www.w3.org/2000/svg}title')
            self.assertTrue(title.startswith('demo · '), title)
            self.assertLess(len(svg), 3 << 20)
            pdf = self.render('x.pdf', '--size', '640x480', *alone, *dark, page=page)
            self.assertTrue(pdf.startswith(b'%PDF-'))
            png = self.render('x.png', '--size', '640x480x1.5', *alone, *dark, page=page)
            self.assertEqual(struct.unpack('>II', png[16:24]), (960, 720))
        self.assertEqual(sorted(os.listdir(self.folder)), ['x.pdf', 'x.png', 'x.svg'])

    def test_format_by_name(self):
        self.assertTrue(self.render('picture', '--format', 'pdf').startswith(b'%PDF-'))

    def test_the_first_chart_by_default(self):
        first, named = self.render('first.svg').decode(), self.render('named.svg', '--chart', 'memory-chart').decode()
        self.assertIn('Tensors', first)
        self.assertEqual(first, named)

    def test_no_chart(self):
        """A page of two reports without a chart: no picture is written, and the message says where its tables are."""
        done = run('export', Demo.path(), Demo.path(), '--location', 'summary', '-o', self.folder / 'x.png')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('no chart', done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_wrong_use(self):
        for options, word in ((('--chart', 'nothing'), 'it has memory-chart'), (('--size', '16384x10x2'), '16384'),
                              (('--format', 'gif'), 'png, svg, pdf')):
            done = run('export', Demo.path(), '-o', self.folder / 'x.png', *options)
            self.assertEqual((done.returncode, done.stdout), (2, ''), options)
            self.assertIn(word, done.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_full_disk(self):
        for form in ('png', 'svg', 'pdf'):
            done = run('export', Demo.path(), '-o', '/dev/full', '--format', form)
            self.assertEqual(done.returncode, 1)
            self.assertIn('/dev/full', done.stderr)


if __name__ == '__main__':
    unittest.main()
