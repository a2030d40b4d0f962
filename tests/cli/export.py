#!/usr/bin/python3
"""Tests that tables exported to SQLite equal those of the terminal, cell by cell."""
import contextlib
import csv
import io
import json
import pathlib
import sqlite3
import unittest

from export_reports import Database, FOLDER, ROOM, after, before, export, opened, report, wider
from harness import LONG, REPORTS, Compiled, Killed, Small, edit, output as answer_of, run

# Page on which the tables of a key are shown.
PAGES = {'memory': 'memory', 'tile': 'memory', 'vertex': 'memory', 'compute': 'memory', 'exchanges': 'memory',
         'contents': 'liveness', 'born': 'liveness', 'freed': 'liveness',
         'variable': 'liveness', 'liveness': 'liveness', 'program': 'programs', 'programs': 'programs', 'contexts': 'programs', 'operations': 'operations', 'operation': 'operations',
         'trace': 'trace'}
NUMBER = {'INTEGER': (int,), 'REAL': (float,), 'TEXT': (str,), 'NUMERIC': (int, float)}

def tearDownModule():
    FOLDER.cleanup()


def printed(table, path, *options):
    """Returns the rows and columns that the terminal prints, or None and the error if the report lacks the table."""
    done = run('table', table, path, '--json', *options)
    if done.returncode:
        return None, done.stderr
    found, = json.loads(done.stdout)['tables'].values()
    return found['rows'], found['columns']


class ReadBack(unittest.TestCase):
    maxDiff = 2000

    def same_cells(self, database, name, number, want, columns, key=None):
        """Asserts that the rows of an SQL table, for one value of the key, are those that the terminal prints."""
        where, values = 'report = ?', [number]
        if key:
            where, values = f'report = ? AND "{key[0]}" = ?', [number, key[1]]
        rows = database.all(f'SELECT * FROM "{name}" WHERE {where} ORDER BY rowid', *values)
        self.assertEqual(len(rows), len(want), (name, key))
        mixed = {c['name'] for c in columns if c['unit'] == 'mixed'}
        for row, shown in zip(rows, want):
            for column, value in shown.items():
                # JSON has a column with the unit of each row's mixed values.
                if column == 'unit' and mixed and column not in row.keys():
                    continue
                got = row[column]
                if column in mixed:
                    self.assertEqual(got, None if value is None else value if isinstance(value, str) else
                                     {True: 'true', False: 'false'}.get(value) if isinstance(value, bool) else
                                     str(value) if isinstance(value, int) else got, (name, column))
                    number_there = isinstance(value, (int, float))
                    self.assertEqual(row[f'{column}_number'], value if number_there else None, (name, column))
                    self.assertEqual(row[f'{column}_unit'] is None, value is None, (name, column))
                    continue
                if isinstance(value, bool):
                    value = int(value)
                self.assertEqual((type(got), got), (type(value), value), (name, column, key))

    def same_tree(self, database, name, number):
        """Asserts that the rows of a tree come after their parents, one level deeper."""
        rows = {row['row']: row for row in database.all(f'SELECT * FROM "{name}" WHERE report = ?', number)}
        self.assertEqual(sorted(rows), list(range(len(rows))), name)
        for row in rows.values():
            if row['parent'] is None:
                self.assertEqual(row['depth'], 0, name)
            else:
                self.assertLess(row['parent'], row['row'], name)
                self.assertEqual(row['depth'], rows[row['parent']]['depth'] + 1, name)

    def check(self, path, most_keys):
        output = ROOM / f'{path.parent.name}-{path.name}.sqlite'
        export(path, '--all', '-o', output)
        with opened(output) as database:
            number = database.one('SELECT report FROM reports')
            for row in database.all('SELECT t.*, e.state, e.note, e."rows" AS n FROM poplens_tables t '
                                    'JOIN poplens_exported e ON e.table_name = t.name'):
                with self.subTest(report=path.name, table=row['name']):
                    if row['key']:
                        self.by_key(database, row, path, number, most_keys)
                        continue
                    # "tile_gaps_by_cause" is the table with its key "by".
                    _, _, by = row['name'].partition(row['source'].replace('-', '_') + '_by_')
                    want, columns = printed(row['source'], path, *([f'--location=memory?by={by.replace("_", "-")}'] if by else []))
                    if want is None:
                        self.assertEqual(row['state'], 'absent')
                        self.assertIn(row['note'].rstrip('.').lower(), columns.lower())
                        continue
                    self.assertEqual((row['state'], row['n']), ('exported', len(want)))
                    self.same_cells(database, row['name'], number, want, columns)
                    if any('depth' in shown for shown in want[:1]) and 'depth' not in {c['name'] for c in columns}:
                        self.same_tree(database, row['name'], number)
            self.described(database)

    def by_key(self, database, row, path, number, most_keys):
        page = PAGES.get(row['source'], PAGES[row['source'].split('-')[0]])
        if row['state'] != 'exported' or not row['n']:
            return
        values = [v[0] for v in database.all(f'SELECT DISTINCT "{row["key"]}" FROM "{row["name"]}"')]
        for value in values[::max(1, len(values) // most_keys)]:
            by = {'vertex_types_by_program': '&by=program', 'trace_costs_by_operation_by_layer': '&by=operation',
                  'programs_by_type_by_operation': '&by=type'}.get(row['name'], '')
            want, columns = printed(row['source'], path, '--location', f'{page}?{row["key"]}={value}{by}')
            self.same_cells(database, row['name'], number, want, columns, (row['key'], value))

    def described(self, database):
        """Asserts that every column has a type and a description, and no cell has another type than its column."""
        for table in database.tables():
            if table.startswith('poplens_') or table == 'reports':
                continue
            there = {row['name']: row['type'] for row in database.all('SELECT * FROM pragma_table_info(?)', table)}
            said = {row['column_name']: row for row in database.all('SELECT * FROM poplens_columns WHERE table_name = ?', table)}
            self.assertEqual(set(there), set(said), table)
            for column, kind in there.items():
                self.assertEqual(kind, said[column]['type'])
                self.assertTrue(said[column]['document'] and said[column]['unit'] and said[column]['title'], (table, column))
                for value, in map(tuple, database.all(f'SELECT DISTINCT typeof("{column}") FROM "{table}"')):
                    self.assertIn({'integer': int, 'real': float, 'text': str, 'null': None}[value], (*NUMBER[kind], None),
                                  (table, column))

    def test_generated(self):
        self.check(Small.path(), 1)

    def test_lightweight_profiling_without_contexts(self):
        self.check(report('blocks', '--tiles=64', '--instrumentation=blocks', '--without=debug,archive,json'), 1)

    @unittest.skipUnless(LONG, 'with --long')
    def test_more(self):
        for path in (Compiled.path(), Killed.path(), wider()):
            self.check(path, 2)
        for name in ('integrals', 'firehose', 'firehose-killed') if REPORTS.is_dir() else ():
            self.check(REPORTS / name, 1)

    def test_mixed_texts_are_those_of_csv(self):
        output = ROOM / 'mixed.sqlite'
        export(Small.path(), '--tables=summary', '-o', output)
        rows = csv.DictReader(io.StringIO(run('table', 'summary', Small.path(), '--csv').stdout, newline=''))
        with opened(output) as database:
            self.assertEqual([row['value'] or '' for row in database.all('SELECT value FROM summary ORDER BY rowid')],
                             [row['value'] for row in rows])


class Several(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = ROOM / 'several.sqlite'
        cls.said = export(before(), after(), wider(), '-o', cls.path).stdout
        cls.database = Database(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.database.file.close()

    def test_answer_comes_first(self):
        n = self.database.one('SELECT sum("rows") FROM poplens_exported')
        tables = self.database.one("SELECT count(DISTINCT table_name) FROM poplens_exported WHERE state = 'exported'")
        self.assertRegex(self.said, rf'^Exported 3 reports, {tables} tables, {n:,} rows to .*several\.sqlite \([0-9.,]+ [KM]iB\)\.\n$')

    def test_reports(self):
        rows = self.database.all('SELECT * FROM reports ORDER BY report')
        self.assertEqual([row['name'] for row in rows], ['before', 'after', 'wider'])
        for row in rows:
            path = pathlib.Path(row['path'])
            self.assertEqual(row['profile_bytes'], (path / 'profile.pop').stat().st_size)
            with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
                self.assertTrue(row['poplar_version'].startswith('.'.join(map(str, file.execute(
                    'SELECT major, minor, point FROM poplar_version').fetchone()))))
            figures = answer_of(path, 'summary')['figures']
            self.assertEqual({key: row[key] for key in row.keys() if key in figures}, {key: figures[key] for key in row.keys() if key in figures})
            self.assertEqual((row['fits'], row['fullest_tile'], row['tile_bytes'], row['peak_bytes']),
                             (figures['fits'], figures['fullest_tile'], figures['tile_bytes'], figures['peak_bytes']))
            self.assertRegex(row['exported_at'], r'^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$')

    def test_of_different_tiles_ipus_and_columns(self):
        tiles = self.database.all('SELECT report, count(*), count(DISTINCT ipu) FROM memory_tiles GROUP BY report')
        self.assertEqual([tuple(row) for row in tiles], [(1, 128, 2), (2, 128, 2), (3, 384, 4)])
        # Without debug.cbor a report lacks columns and tables.
        self.assertEqual(self.database.one('SELECT count(operation) FROM live_variables WHERE report = 3'), 0)
        self.assertGreater(self.database.one('SELECT count(operation) FROM live_variables WHERE report = 1'), 0)
        self.assertEqual(self.database.one("SELECT state FROM poplens_exported WHERE report = 3 AND table_name = 'layers_by_type'"),
                         'absent')

    def test_the_order_of_reports_does_not_matter(self):
        """A column that only a later report has is added to the table."""
        other = ROOM / 'other-order.sqlite'
        export(wider(), before(), '-o', other)
        with opened(other) as database:
            for table in ('live_variables', 'memory_tiles', 'variables'):
                names = [row['name'] for row in self.database.all('SELECT * FROM pragma_table_info(?)', table)]
                chosen = ', '.join(f'"{name}"' for name in names if name != 'report')
                self.assertEqual(*([tuple(row) for row in d.all(f'SELECT {chosen} FROM "{table}" WHERE report = ? ORDER BY rowid', n)]
                                   for d, n in ((self.database, 1), (database, 2))))

    def test_catalogue(self):
        for row in self.database.all('SELECT * FROM poplens_tables'):
            rows = self.database.one('SELECT sum("rows") FROM poplens_exported WHERE table_name = ? AND state = ?', row['name'],
                                     'exported')
            self.assertEqual(row['rows'], rows)
            # A table exists, or there is a reason.
            self.assertNotEqual(row['rows'] is None, row['reason'] is None, row['name'])
            if rows is not None:
                self.assertEqual(self.database.one(f'SELECT count(*) FROM "{row["name"]}"'), rows)
        listed = {line.split()[0] for line in run('table', '--list').stdout.splitlines()}
        self.assertEqual({row['source'] for row in self.database.all('SELECT source FROM poplens_tables')}, listed)
        self.assertEqual({line.split()[0] for line in run('export', '--list').stdout.splitlines()},
                         {row['name'] for row in self.database.all('SELECT name FROM poplens_tables')})

    def test_differences_are_after_minus_before(self):
        """Differences of sums over the exported tables equal those of the tables of changes."""
        known = (('memory-categories', 'memory_categories', ('total', 'not_overlapped', 'non_interleaved', 'interleaved'), 'total'),
                 ('memory-tiles', 'memory_tiles', ('total', 'total_including_gaps', 'always_live', 'non_interleaved'), 'total'),
                 ('operations', 'operations', ('tile_cycles', 'cycles', 'control_code', 'variable_bytes', 'executions'),
                  'tile_cycles'),
                 ('time-causes', 'time_causes', ('cycles',), 'cycles'))
        for changes, table, columns, changed in known:
            rows, _ = printed(changes, before(), after(), '--location', 'summary?same=yes')
            self.assertTrue(any(row[f'{changed}_change'] for row in rows), changes)
            for column in columns:
                sums = self.database.one(f'SELECT total(CASE report WHEN 2 THEN "{column}" ELSE -"{column}" END) '
                                         f'FROM "{table}" WHERE report IN (1, 2)')
                self.assertAlmostEqual(sums, sum(row[f'{column}_change'] or 0 for row in rows), 3, (changes, column))

    def test_differences_row_by_row(self):
        joins = (('memory-categories', 'memory_categories', 'key', '{0}.key', 'total'),
                 ('memory-tiles', 'memory_tiles', 'tile', '{0}.tile', 'total_including_gaps'),
                 ('operations', 'operations', 'path', 'coalesce({0}.path, {0}.name)', 'tile_cycles'))
        for changes, table, key, column, value in joins:
            rows, _ = printed(changes, before(), after(), '--location', 'summary?same=yes')
            want = {row[key]: row[f'{value}_change'] for row in rows if row['state'] not in ('added', 'removed')}
            got = dict(map(tuple, self.database.all(
                f'SELECT {column.format("a")}, coalesce(a."{value}" - b."{value}", 0) FROM "{table}" a JOIN "{table}" b '
                f'ON {column.format("a")} = {column.format("b")} WHERE a.report = 2 AND b.report = 1')))
            self.assertTrue(want)
            self.assertEqual({k: got[k] for k in want}, want, changes)


class Names(unittest.TestCase):
    def names(self, output):
        with opened(output) as database:
            return {row['path']: row['name'] for row in database.all('SELECT path, name FROM reports')}

    def test_each_is_there_once(self):
        """Reports in folders of the same name, exported in one command or added later in any order, have different
        names, so that a query by name finds one."""
        folder = ROOM / 'same-names'
        paths = [folder / parent / 'run' for parent in ('sx', 'sy', 'sz')]
        for path, report in zip(paths, (before(), after(), before())):
            path.parent.mkdir(parents=True)
            path.symlink_to(report)
        want = {str(path): f'{path.parent.name}/run' for path in paths}
        table = ('--tables', 'memory-tiles', '-o')
        once, later = ROOM / 'once.sqlite', ROOM / 'later.sqlite'
        export(*paths, *table, once)
        self.assertEqual(self.names(once), want)
        # A single report has the short name.
        export(paths[1], *table, later)
        self.assertEqual(self.names(later), {str(paths[1]): 'run'})
        export(paths[2], paths[1], *table, later)
        export(paths[0], wider(), *table, later)
        self.assertEqual(self.names(later), {**want, str(wider()): 'wider'})
        # A replaced report keeps its name.
        edit(later, "UPDATE reports SET files = 'as they were'")
        export(paths[0], *table, later)
        self.assertEqual(self.names(later), {**want, str(wider()): 'wider'})


class Choice(unittest.TestCase):
    def test_tables_by_name(self):
        output = ROOM / 'chosen.sqlite'
        said = export(before(), '--tables=memory-tiles, trace_steps', '-o', output).stdout
        self.assertIn('Exported 1 report, 2 tables', said)
        with opened(output) as database:
            self.assertEqual({row[0] for row in database.all('SELECT table_name FROM poplens_exported')},
                             {'memory_tiles', 'trace_steps'})
            self.assertIn('--tables', database.one("SELECT reason FROM poplens_tables WHERE name = 'runs'"))
        # Other tables are added to the existing ones.
        self.assertIn('Exported 1 report, 1 table,', export(before(), '--tables=runs,trace-steps', '-o', output).stdout)
        with opened(output) as database:
            self.assertEqual(database.one('SELECT count(*) FROM poplens_exported'), 3)
            self.assertEqual(database.one("SELECT reason FROM poplens_tables WHERE name = 'runs'"), None)

    def test_wrong_use(self):
        output = ROOM / 'nothing.sqlite'
        for arguments, says in ((('--tables=memory-tile',), 'did you mean memory_tiles?'), (('--tables=card',), 'repeats another table'),
                                (('--tables=runs', '--all'), 'exclude'), (('--list',), 'REPORT')):
            done = export(before(), '-o', output, *arguments, status=2)
            self.assertIn(says, done.stderr)
        self.assertIn('-o FILE', export(before(), status=2).stderr)
        self.assertIn('missing argument', export('-o', output, status=2).stderr)
        self.assertFalse(output.exists())


if __name__ == '__main__':
    unittest.main()
