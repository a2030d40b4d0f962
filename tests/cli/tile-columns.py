#!/usr/bin/python3
"""Tests the columns of single tiles that tables of 2 to 16 selected tiles have, against plain SQL on the file."""
import csv
import io
import unittest

from harness import Demo, Report, reports, rle, run, varints

TILES = (3, 5, 1200)
TABLES = {'memory-categories': 'total', 'compute-sets': 'total', 'vertex-types': 'total',
          'exchanges': 'code_bytes', 'tile-variables': 'size'}
STATE = ('copy_ptr_bytes', 'descriptor_bytes', 'edge_ptr_bytes', 'padding_bytes', 'vertex_data_bytes')
CODE = {'internal': 'internalExchangeCode', 'host': 'hostExchangeCode', 'inter-IPU': 'globalExchangeCode'}


def by_name(table, place):
    """Returns the location, for variables with those of one name in one row."""
    return place.replace('memory', 'memory?by=variable', 1).replace('variable?', 'variable&') \
        if table == 'tile-variables' else place


def rows_of(report, table, tiles=TILES):
    return report.table(table, by_name(table, f'memory?tile={",".join(map(str, tiles))}'))


def on_tiles(rows, tiles=TILES):
    return [[row[f'tile_{tile}'] for tile in tiles] for row in rows]


def sums(rows, tiles=TILES):
    return [sum(row[f'tile_{tile}'] or 0 for row in rows) for tile in tiles]


class TileColumns(unittest.TestCase):
    def each(self):
        return map(Report, reports())

    def at(self, blob, decode):
        values = decode(blob)
        return [values[tile] if tile < len(values) else 0 for tile in TILES]

    def add(self, blobs, decode):
        return [sum(of) for of in zip(*(self.at(blob, decode) for blob in blobs))]

    def category(self, report, name):
        """Returns the bytes of allocated variables; in a category each variable counts, even if it shares memory."""
        return [report.all('select coalesce(sum(size_bytes), 0) from vars_info join var_categories on '
                           'var_categories.id = category where bitset & 1 and var_categories.name = ? '
                           'and tile = ?', name, tile)[0][0] for tile in TILES]

    def test_tiles_add_up(self):
        for report in self.each():
            for table, total in TABLES.items():
                rows = rows_of(report, table)
                self.assertTrue(rows, table)
                for row in rows:
                    here = [v for v in on_tiles([row])[0] if v is not None]
                    self.assertEqual(sum(here) if here else None, row[total], (table, row))

    def test_columns_come_with_2_to_16_tiles(self):
        for table in TABLES:
            for place, n in (('memory', 0), ('memory?tile=3', 0), ('memory?tile=3-4', 2), ('memory?tile=3-18', 16),
                             ('memory?tile=3-19', 0)):
                row = Report(Demo.path()).table(table, by_name(table, place))[0]
                self.assertEqual(sum(key.startswith('tile_') for key in row), n, (table, place))

    def test_sums_are_those_without_columns(self):
        for table, total in TABLES.items():
            of = {place: Report(Demo.path()).table(table, by_name(table, place))
                  for place in ('memory?tile=7', 'memory?tile=7,9', 'memory?tile=9')}
            for tile in (7, 9):
                alone = sum(row[total] or 0 for row in of[f'memory?tile={tile}'])
                self.assertEqual(sums(of['memory?tile=7,9'], (tile,)), [alone], table)

    def test_categories(self):
        for report in self.each():
            for row in rows_of(report, 'memory-categories'):
                self.assertEqual(on_tiles([row])[0], self.category(report, row['key']), row['key'])

    def test_compute_sets(self):
        for report in self.each():
            for row in rows_of(report, 'compute-sets'):
                blobs = report.all(f'select {", ".join(STATE)} from memory_by_compute_set where compute_set = ?',
                                   row['id'])
                self.assertEqual(on_tiles([row])[0], self.add(blobs[0], rle), row['compute_set'])

    def test_vertices(self):
        for report in self.each():
            rows = rows_of(report, 'vertex-types')
            want = [self.add(blobs, varints) for blobs in
                    report.all(f'select code_bytes, {", ".join(STATE)} from memory_by_vertex_type '
                               'order by vertex_type')]
            types = [row for row in rows if row['vertex_type'] != '(unattributed code)']
            self.assertEqual(sorted(on_tiles(types)), sorted(want))
            state = self.add([b for blobs in report.all(f'select {", ".join(STATE)} from memory_by_vertex_type')
                              for b in blobs], varints)
            code = self.category(report, 'vertexCode')
            self.assertEqual(sums(rows), [s + c for s, c in zip(state, code)])

    def test_exchanges(self):
        for report in self.each():
            rows = rows_of(report, 'exchanges')
            for kind, category in CODE.items():
                of = [row for row in rows if row['kind'] == kind]
                self.assertEqual(sums(of), self.category(report, category), kind)
            for row in rows:
                if row['kind'] == 'internal' and row['id'] is not None:
                    blob, = report.all('select code_bytes_by_tile_rle from program_type_do_exchange where id = ?',
                                       row['id'])[0]
                    self.assertEqual(on_tiles([row])[0], self.at(blob, rle), row['exchange'])

    def test_variables(self):
        for report in self.each():
            rows = rows_of(report, 'tile-variables')
            single = report.table('tile-variables', f'memory?tile={",".join(map(str, TILES))}')
            want = {}
            for v in single:
                of = want.setdefault((v['name'], v['category']), [[0] * len(TILES), 0, 0, 0])
                of[0][TILES.index(v['tile'])] += v['size']
                for at, number in enumerate((1, v['alone'], v['shared'])):
                    of[1 + at] += number
            got = {(row['name'], row['category']): [on_tiles([row])[0], row['count'], row['alone'], row['shared']]
                   for row in rows}
            self.assertEqual(got, want)
            # The graph's bytes: exclusive ones, and shared ones once (SQL has the total).
            self.assertEqual(sums(rows), [report.all('select sum(size_bytes) from vars_info where bitset & 1 and '
                                                     'tile = ?', tile)[0][0] for tile in TILES])
            self.assertEqual(sum(row['always_live'] for row in rows),
                             report.all('select sum(size_bytes) from vars_info join eq_classes on eq_classes.id = '
                                        'equivalence_class where bitset & 1 and is_always_live and tile in '
                                        f'{TILES}')[0][0])

    def test_csv_has_them_behind_the_sum(self):
        for table, total in TABLES.items():
            done = run('table', table, Demo.path(), '--location', by_name(table, 'memory?tile=3,5'), '--csv')
            header = next(csv.reader(io.StringIO(done.stdout)))
            at = header.index(total)
            self.assertEqual(header[at:at + 3], [total, 'tile_3', 'tile_5'])

    def test_text_says_which_tiles_count(self):
        n = Report(Demo.path()).all('select count(*) from memory_by_tile')[0][0]
        for place, words in (('memory', f'All {n:,} tiles in total'), ('memory?tile=3,5', f'2 of {n:,} tiles, one column per tile'),
                             ('memory?tile=0-19', f'20 of {n:,} tiles in total; one column per tile for 2 to 16 tiles')):
            for table in ('memory-categories', 'compute-sets', 'vertex-types', 'exchanges'):
                self.assertIn(words, run('table', table, Demo.path(), '--location', place).stdout, table)


if __name__ == '__main__':
    unittest.main()
