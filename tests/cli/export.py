#!/usr/bin/python3
"""Tables exported to SQLite are those of the terminal, cell by cell; and an export is whole, whatever ends it."""
import contextlib
import csv
import io
import json
import os
import pathlib
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from harness import BIN, LONG, REPORTS, Compiled, Killed, Small, run, write_demo

# Where the tables of a key are shown.
PAGES = {'debug': 'summary', 'memory': 'memory', 'tile': 'memory', 'tile-contents': 'liveness', 'born': 'liveness', 'freed': 'liveness',
         'variable': 'liveness', 'liveness': 'liveness', 'program': 'programs', 'operations': 'operations', 'operation': 'operations',
         'trace': 'trace'}
NUMBER = {'INTEGER': (int,), 'REAL': (float,), 'TEXT': (str,), 'NUMERIC': (int, float)}
FOLDER = tempfile.TemporaryDirectory(prefix='poplens-export-')
ROOM = pathlib.Path(FOLDER.name)


def tearDownModule():
    FOLDER.cleanup()


def report(name, *options):
    path = ROOM / name
    if not path.exists():
        write_demo(path, *options)
    return path


def before():
    return report('before', '--tiles=64', '--seed=1')


def after():
    return report('after', '--tiles=64', '--seed=2')


def wider():
    """Other tiles and IPUs, and no debug contexts: tables with fewer columns."""
    return report('wider', '--preset=plain', '--tiles=96', '--without=debug,json,archive')


def export(*arguments, status=0, **options):
    done = run('export', *arguments, **options)
    assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
    return done


class Database:
    def __init__(self, path):
        self.path = path
        self.file = sqlite3.connect(path)
        self.file.row_factory = sqlite3.Row

    def all(self, sql, *values):
        return self.file.execute(sql, values).fetchall()

    def one(self, sql, *values):
        (row,), = self.all(sql, *values)
        return row

    def tables(self):
        return [row[0] for row in self.all("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]

    def content(self):
        """All rows of all tables but the time of the export."""
        self.file.text_factory = bytes
        rows = {}
        for table in self.tables():
            found = [tuple(row) for row in self.all(f'SELECT * FROM "{table.decode()}"')]
            if table == b'reports':
                at = [c[1] for c in self.all('SELECT * FROM pragma_table_info(?)', 'reports')].index(b'exported_at')
                found = [row[:at] + row[at + 1:] for row in found]
            rows[table] = sorted(found, key=repr)
        return rows


@contextlib.contextmanager
def opened(path):
    database = Database(path)
    try:
        yield database
    finally:
        database.file.close()


def printed(table, path, *options):
    """The rows and the columns that the terminal prints, or None where the report lacks the table."""
    done = run('table', table, path, '--format', 'json', '--provenance', *options)
    if done.returncode:
        return None, done.stderr
    found = json.loads(done.stdout)
    return found['rows'], found['columns']


class ReadBack(unittest.TestCase):
    maxDiff = 2000

    def same_cells(self, database, name, number, want, columns, key=None):
        """Rows of a table of SQL, of one value of the key, are those that the terminal prints."""
        where, values = 'report = ?', [number]
        if key:
            where, values = f'report = ? AND "{key[0]}" = ?', [number, key[1]]
        rows = database.all(f'SELECT * FROM "{name}" WHERE {where} ORDER BY rowid', *values)
        self.assertEqual(len(rows), len(want), (name, key))
        mixed = {c['name'] for c in columns if c['unit'] == 'mixed'}
        for row, shown in zip(rows, want):
            for column, value in shown.items():
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
        """Rows of a tree lie below their parents, a level deeper."""
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
                    want, columns = printed(row['source'], path)
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
            want, columns = printed(row['source'], path, '--location', f'{page}?{row["key"]}={value}')
            self.same_cells(database, row['name'], number, want, columns, (row['key'], value))

    def described(self, database):
        """Every column has its type, and a sentence; no cell has another type than its column."""
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
        export(Small.path(), '--tables=target', '-o', output)
        rows = csv.DictReader(io.StringIO(run('table', 'target', Small.path(), '--format=csv').stdout, newline=''))
        with opened(output) as database:
            self.assertEqual([row['value'] or '' for row in database.all('SELECT value FROM target ORDER BY rowid')],
                             [row['value'] for row in rows])


class Folder(unittest.TestCase):
    """A folder that is no report stands for all reports below it, those that list finds."""

    def names(self, output):
        with opened(output) as database:
            return sorted(row['name'] for row in database.all('SELECT name FROM reports'))

    def test_all_below(self):
        runs, output = ROOM / 'runs', ROOM / 'folder.sqlite'
        (runs / 'deep' / 'deeper').mkdir(parents=True)
        shutil.copytree(before(), runs / 'one')
        # One directly in the folder, which opens by the folder's name too.
        shutil.copytree(after(), runs / 'deep' / 'deeper' / 'two')
        said = export(runs, '--tables=memory_tiles', '-o', output).stdout
        self.assertRegex(said, '^Exported 2 reports, 1 table, ')
        self.assertEqual(self.names(output), ['one', 'two'])
        listed = json.loads(run('list', runs, '--json').stdout)
        self.assertEqual(len(listed['reports']), 2)
        said = export(runs, '--tables=memory_tiles', '-o', output).stdout
        self.assertEqual(said, 'Already exported and unchanged: 2 reports.\n')

        broken = runs / 'broken'
        broken.mkdir()
        (broken / 'profile.pop').write_text('this is no profile')
        done = export(runs, '--tables=memory_tiles', '-o', ROOM / 'with-broken.sqlite', status=1)
        self.assertIn('broken', done.stderr)
        self.assertEqual(self.names(ROOM / 'with-broken.sqlite'), ['one', 'two'])

    def test_a_report_is_itself(self):
        """What lies in the folder of a report is not exported with it."""
        outer, output = ROOM / 'outer', ROOM / 'outer.sqlite'
        shutil.copytree(before(), outer)
        shutil.copytree(after(), outer / 'inner')
        export(outer, '--tables=memory_tiles', '-o', output)
        self.assertEqual(self.names(output), ['outer'])
        export(outer / 'profile.pop', '--tables=memory_tiles', '-o', ROOM / 'file.sqlite')
        self.assertEqual(self.names(ROOM / 'file.sqlite'), ['outer'])
        # By its folder it is the one that was named by its file, and the other way round.
        for name in (outer, outer / 'profile.pop'):
            said = export(name, '--tables=memory_tiles', '-o', ROOM / 'file.sqlite').stdout
            self.assertEqual(said, 'Already exported and unchanged: 1 report.\n')
        export(outer / 'profile.pop', outer, '--tables=memory_tiles', '-o', ROOM / 'both.sqlite')
        self.assertEqual(self.names(ROOM / 'both.sqlite'), ['outer'])

    def test_recovered(self):
        """A recovered copy is the report that it was made of: by its path, known again, and replaced by it."""
        broken, output, env = ROOM / 'killed' / 'run', ROOM / 'recovered.sqlite', {'XDG_CACHE_HOME': str(ROOM / 'cache')}
        shutil.copytree(before(), broken)
        (broken / 'profile.pop-journal').write_bytes(bytes(700))

        def paths():
            with contextlib.closing(sqlite3.connect(output)) as file:
                return file.execute('SELECT report, path FROM reports').fetchall()
        arguments = '--tables=memory_tiles', '-o', output
        export(broken, '--recover', *arguments, env=env)
        self.assertEqual(paths(), [(1, str(broken))])
        said = export(broken, '--recover', *arguments, env=env).stdout
        self.assertEqual(said, 'Already exported and unchanged: 1 report.\n')
        (broken / 'profile.pop-journal').unlink()
        self.assertRegex(export(broken, *arguments, env=env).stdout, '^Exported 1 report, ')
        self.assertEqual(paths(), [(1, str(broken))])

    def test_nothing_there(self):
        empty = ROOM / 'empty'
        empty.mkdir()
        done = export(empty, '-o', ROOM / 'nothing.sqlite', status=1)
        self.assertIn('no report found', done.stderr)


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
            self.assertRegex(row['exported_at'], r'^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$')

    def test_of_different_tiles_ipus_and_columns(self):
        tiles = self.database.all('SELECT report, count(*), count(DISTINCT ipu) FROM memory_tiles GROUP BY report')
        self.assertEqual([tuple(row) for row in tiles], [(1, 128, 2), (2, 128, 2), (3, 384, 4)])
        # Without debug.cbor a report lacks columns, and tables.
        self.assertEqual(self.database.one('SELECT count(operation) FROM always_live_variables WHERE report = 3'), 0)
        self.assertGreater(self.database.one('SELECT count(operation) FROM always_live_variables WHERE report = 1'), 0)
        self.assertEqual(self.database.one("SELECT state FROM poplens_exported WHERE report = 3 AND table_name = 'debug_layers'"),
                         'absent')

    def test_the_order_of_reports_does_not_matter(self):
        """A column that only a later report has is added to the table."""
        other = ROOM / 'other-order.sqlite'
        export(wider(), before(), '-o', other)
        with opened(other) as database:
            for table in ('always_live_variables', 'memory_tiles', 'variables'):
                names = [row['name'] for row in self.database.all('SELECT * FROM pragma_table_info(?)', table)]
                chosen = ', '.join(f'"{name}"' for name in names if name != 'report')
                self.assertEqual(*([tuple(row) for row in d.all(f'SELECT {chosen} FROM "{table}" WHERE report = ? ORDER BY rowid', n)]
                                   for d, n in ((self.database, 1), (database, 2))))

    def test_catalogue(self):
        for row in self.database.all('SELECT * FROM poplens_tables'):
            rows = self.database.one('SELECT sum("rows") FROM poplens_exported WHERE table_name = ? AND state = ?', row['name'],
                                     'exported')
            self.assertEqual(row['rows'], rows)
            # Either it is there, or there is a reason.
            self.assertNotEqual(row['rows'] is None, row['reason'] is None, row['name'])
            if rows is not None:
                self.assertEqual(self.database.one(f'SELECT count(*) FROM "{row["name"]}"'), rows)
        listed = {line.split()[0] for line in run('table', '--list').stdout.splitlines()}
        self.assertEqual({row['source'] for row in self.database.all('SELECT source FROM poplens_tables')}, listed)
        self.assertEqual({line.split()[0] for line in run('export', '--list').stdout.splitlines()},
                         {row['name'] for row in self.database.all('SELECT name FROM poplens_tables')})

    def test_differences_are_after_minus_before(self):
        """Sums over the exported tables give the differences that the tables of changes have."""
        known = (('compare-categories', 'memory_categories', ('total', 'not_overlapped', 'non_interleaved', 'interleaved'), 'total'),
                 ('compare-tiles', 'memory_tiles', ('total', 'total_including_gaps', 'always_live', 'non_interleaved'), 'total'),
                 ('compare-operations', 'operations', ('tile_cycles', 'step_cycles', 'control_code', 'variable_bytes', 'executions'),
                  'tile_cycles'),
                 ('compare-waterfall', 'time_waterfall', ('cycles',), 'cycles'))
        for changes, table, columns, changed in known:
            rows, _ = printed(changes, before(), '--with', after(), '--location', 'summary?same=yes')
            self.assertTrue(any(row[f'{changed}_change'] for row in rows), changes)
            for column in columns:
                sums = self.database.one(f'SELECT total(CASE report WHEN 2 THEN "{column}" ELSE -"{column}" END) '
                                         f'FROM "{table}" WHERE report IN (1, 2)')
                self.assertAlmostEqual(sums, sum(row[f'{column}_change'] or 0 for row in rows), 3, (changes, column))

    def test_differences_row_by_row(self):
        joins = (('compare-categories', 'memory_categories', 'key', '{0}.key', 'total'),
                 ('compare-tiles', 'memory_tiles', 'tile', '{0}.tile', 'total_including_gaps'),
                 ('compare-operations', 'operations', 'path', 'coalesce({0}.path, {0}.name)', 'tile_cycles'))
        for changes, table, key, column, value in joins:
            rows, _ = printed(changes, before(), '--with', after(), '--location', 'summary?same=yes')
            want = {row[key]: row[f'{value}_change'] for row in rows if row['state'] not in ('added', 'removed')}
            got = dict(map(tuple, self.database.all(
                f'SELECT {column.format("a")}, coalesce(a."{value}" - b."{value}", 0) FROM "{table}" a JOIN "{table}" b '
                f'ON {column.format("a")} = {column.format("b")} WHERE a.report = 2 AND b.report = 1')))
            self.assertTrue(want)
            self.assertEqual({k: got[k] for k in want}, want, changes)


class Choice(unittest.TestCase):
    def test_tables_by_name(self):
        output = ROOM / 'chosen.sqlite'
        said = export(before(), '--tables=memory-tiles, trace_steps', '-o', output).stdout
        self.assertIn('Exported 1 report, 2 tables', said)
        with opened(output) as database:
            self.assertEqual({row[0] for row in database.all('SELECT table_name FROM poplens_exported')},
                             {'memory_tiles', 'trace_steps'})
            self.assertIn('--tables', database.one("SELECT reason FROM poplens_tables WHERE name = 'runs'"))
        # Others are added to what is there.
        self.assertIn('Exported 1 report, 1 table,', export(before(), '--tables=runs,trace-steps', '-o', output).stdout)
        with opened(output) as database:
            self.assertEqual(database.one('SELECT count(*) FROM poplens_exported'), 3)
            self.assertEqual(database.one("SELECT reason FROM poplens_tables WHERE name = 'runs'"), None)

    def test_wrong_use(self):
        output = ROOM / 'nothing.sqlite'
        for arguments, says in ((('--tables=memory-tile',), 'did you mean memory_tiles?'), (('--tables=card',), 'repeats another table'),
                                (('--tables=runs', '--all'), 'exclude'), (('--list',), 'REPORT'),
                                (('--tables=compare-tiles',), 'join')):
            done = export(before(), '-o', output, *arguments, status=2)
            self.assertIn(says, done.stderr)
        self.assertIn('--output', export(before(), status=2).stderr)
        self.assertIn('missing argument', export('-o', output, status=2).stderr)
        self.assertFalse(output.exists())


class Outputs(unittest.TestCase):
    def refused(self, path, *says, status=2):
        content = path.read_bytes() if path.is_file() else None
        done = export(before(), '-o', path, '--tables=runs', status=status)
        for word in says:
            self.assertIn(word, done.stderr)
        self.assertEqual(path.read_bytes() if path.is_file() else None, content)

    def test_what_is_not_ours(self):
        text = ROOM / 'notes.txt'
        text.write_text('something else ' * 20)
        self.refused(text, 'notes.txt', 'not an SQLite database')
        other = ROOM / 'other.sqlite'
        with contextlib.closing(sqlite3.connect(other)) as file:
            file.execute('CREATE TABLE mine (a)')
            file.commit()
        self.refused(other, 'another program')
        pipe = ROOM / 'pipe'
        os.mkfifo(pipe)
        self.refused(pipe, 'is not a regular file')
        self.assertIn('standard output', export(after(), '-o', '-', status=2).stderr)
        newer = ROOM / 'newer.sqlite'
        export(before(), '--tables=runs', '-o', newer)
        with contextlib.closing(sqlite3.connect(newer)) as file:
            file.execute('PRAGMA user_version = 99')
            file.commit()
        self.refused(newer, 'another version')
        self.refused(ROOM, 'is a folder; name a file')
        self.refused(ROOM / 'nowhere/x.sqlite', 'cannot write', status=1)

    def test_reports_stay_as_they_are(self):
        for name in ('x.sqlite', 'profile.pop'):
            self.refused(before() / name, name)
        # Also where another report comes first.
        done = export(after(), before(), '-o', before() / 'x.sqlite', '--tables=runs', status=2)
        self.assertIn('never modified', done.stderr)
        self.assertFalse((before() / 'x.sqlite').exists())

    def test_an_empty_file_is_filled(self):
        path = ROOM / 'empty.sqlite'
        path.touch()
        export(before(), '--tables=runs', '-o', path)
        with opened(path) as database:
            self.assertEqual(database.one('SELECT count(*) FROM runs'), 2)

    def test_another_writer(self):
        path = ROOM / 'busy.sqlite'
        export(before(), '--tables=runs', '-o', path)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.execute('BEGIN IMMEDIATE')
            self.assertIn('another program', export(after(), '--tables=runs', '-o', path, status=1).stderr)
            file.execute('ROLLBACK')
        export(after(), '--tables=runs', '-o', path)


class Resumed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix='poplens-export-')
        self.room = pathlib.Path(self.folder.name)
        self.path = self.room / 'runs.sqlite'

    def tearDown(self):
        self.folder.cleanup()

    def test_what_is_there_stays(self):
        export(before(), '-o', self.path)
        content = self.path.read_bytes()
        self.assertEqual(export(before(), '-o', self.path).stdout, 'Already exported and unchanged: 1 report.\n')
        with opened(self.path) as database:
            self.assertEqual(database.one('SELECT count(*) FROM reports'), 1)
        self.assertEqual(self.path.read_bytes(), content)

    def test_what_changed_is_replaced(self):
        moving = self.room / 'moving'
        shutil.copytree(before(), moving)
        export(moving, after(), '-o', self.path)
        for name in ('profile.pop', 'debug.cbor', 'archive.a'):
            shutil.copy(wider() / name if (wider() / name).exists() else after() / name, moving / name)
        (moving / 'debug.cbor').unlink()
        self.assertIn('Exported 1 report,', export(moving, after(), '-o', self.path).stdout)
        with opened(self.path) as database:
            self.assertEqual([tuple(r) for r in database.all('SELECT report, count(*) FROM memory_tiles GROUP BY report')],
                             [(1, 384), (2, 128)])
            self.assertEqual(database.one('SELECT count(*) FROM reports'), 2)
            content = database.content()
        fresh = self.room / 'fresh.sqlite'
        export(moving, after(), '-o', fresh)
        with opened(fresh) as database:
            self.assertEqual({t: rows for t, rows in database.content().items() if rows},
                             {t: rows for t, rows in content.items() if rows})

    def test_a_broken_report_among_others(self):
        broken = self.room / 'broken'
        broken.mkdir()
        (broken / 'profile.pop').write_text('something else')
        done = export(before(), broken, self.room / 'nowhere', after(), '-o', self.path, '--tables=runs', status=1)
        self.assertIn('Exported 2 reports, 1 table, 4 rows', done.stdout)
        self.assertIn('broken', done.stderr)
        self.assertIn('nowhere', done.stderr)

    def test_a_damaged_table(self):
        damaged = self.room / 'damaged'
        shutil.copytree(before(), damaged)
        (damaged / 'app.json').write_text('{"a": ')
        done = export(damaged, after(), '-o', self.path, '--tables=app,runs', status=1)
        self.assertIn('app', done.stderr)
        self.assertIn('Exported 2 reports', done.stdout)
        with opened(self.path) as database:
            self.assertEqual([tuple(r) for r in database.all('SELECT report, state FROM poplens_exported ORDER BY 1, table_name')],
                             [(1, 'damaged'), (1, 'exported'), (2, 'exported'), (2, 'exported')])
        # It is tried again, and told again.
        self.assertIn('app', export(damaged, '-o', self.path, '--tables=app,runs', status=1).stderr)

    def test_only_broken_ones_leave_no_file(self):
        self.assertIn('nowhere', export(self.room / 'nowhere', '-o', self.path, status=1).stderr)
        self.assertEqual(os.listdir(self.room), [])

    def start(self, *reports):
        return subprocess.Popen([BIN / 'poplens-cli', 'export', *reports, '-o', self.path], stdout=subprocess.DEVNULL,
                                env={**os.environ, 'LC_ALL': 'C.UTF-8'})

    def whole(self, n_tables):
        """Each report that is there has all its tables with all their rows."""
        if not self.path.exists():
            return 0
        with opened(self.path) as database:
            self.assertEqual(database.one('PRAGMA integrity_check'), 'ok')
            counts = database.all('SELECT (SELECT count(*) FROM poplens_exported e WHERE e.report = r.report) FROM reports r')
            self.assertEqual({row[0] for row in counts} - {n_tables}, set())
            for row in database.all("SELECT * FROM poplens_exported WHERE state = 'exported'"):
                self.assertEqual(database.one(f'SELECT count(*) FROM "{row["table_name"]}" WHERE report = ?', row['report']),
                                 row['rows'])
            return len(counts)

    def test_killed_in_between(self):
        reports = before(), after(), wider()
        start = time.monotonic()
        export(*reports, '-o', self.path)
        took = time.monotonic() - start
        with opened(self.path) as database:
            want, n_tables = database.content(), database.one('SELECT count(*) FROM poplens_exported WHERE report = 1')
        for part in range(1, 20) if LONG else (2, 8, 14):
            self.path.unlink(missing_ok=True)
            process = self.start(*reports)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(took * part / 20)
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.assertLessEqual(self.whole(n_tables), 3)
            export(*reports, '-o', self.path)
            self.assertEqual(self.whole(n_tables), 3)
            with opened(self.path) as database:
                self.assertEqual(database.content(), want)
            # What was left beside it is gone.
            self.assertEqual(os.listdir(self.room), ['runs.sqlite'])

    def limited(self, size, *arguments):
        """An export that may write files of @size bytes at most, as on a full disk."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return run('export', *arguments, preexec_fn=limit)

    def test_disk_full(self):
        # The file of one byte less than it takes, too.
        export(before(), '-o', self.path)
        whole = self.path.stat().st_size
        self.path.unlink()
        for size in 0, 10_000, 200_000, 1_000_000, whole - 1:
            done = self.limited(size, before(), '-o', self.path)
            self.assertEqual((done.returncode, done.stdout), (1, ''), done)
            self.assertIn('cannot write', done.stderr)
            self.assertEqual(os.listdir(self.room), [])
        # A file that is there stays as it was, with the first report.
        export(before(), '-o', self.path)
        with opened(self.path) as database:
            content = database.content()
        done = self.limited(self.path.stat().st_size + 100_000, after(), wider(), '-o', self.path)
        self.assertEqual((done.returncode, done.stdout), (1, ''), done)
        # The first that fails is the last: the rest is not tried.
        self.assertEqual(done.stderr.count('cannot write'), 1)
        with opened(self.path) as database:
            self.assertEqual(database.one('PRAGMA integrity_check'), 'ok')
            self.assertEqual(database.content(), content)
        self.assertEqual(os.listdir(self.room), ['runs.sqlite'])


if __name__ == '__main__':
    unittest.main()
