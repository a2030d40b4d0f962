#!/usr/bin/python3
"""Tests that an export is complete or not made at all, however it ends; and what it reads and where it writes."""
import contextlib
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

from export_reports import FOLDER, ROOM, after, before, export, opened, report, wider
from harness import BIN, LONG, copied, cut, edit, run


def tearDownModule():
    FOLDER.cleanup()


class Folder(unittest.TestCase):
    """A folder that is not a report stands for all reports below it, which are those that list finds."""

    def names(self, output):
        with opened(output) as database:
            return sorted(row['name'] for row in database.all('SELECT name FROM reports'))

    def test_all_below(self):
        runs, output = ROOM / 'runs', ROOM / 'folder.sqlite'
        (runs / 'deep' / 'deeper').mkdir(parents=True)
        shutil.copytree(before(), runs / 'one')
        # A report in a subfolder.
        shutil.copytree(after(), runs / 'deep' / 'deeper' / 'two')
        said = export(runs, '--tables=memory_tiles', '-o', output).stdout
        self.assertRegex(said, '^Exported 2 reports, 1 table, ')
        self.assertEqual(self.names(output), ['one', 'two'])
        listed = json.loads(run('list', runs, '--json').stdout)
        self.assertEqual(len(listed['tables']['reports']['rows']), 2)
        said = export(runs, '--tables=memory_tiles', '-o', output).stdout
        self.assertEqual(said, 'Already exported and unchanged: 2 reports.\n')

        broken = runs / 'broken'
        broken.mkdir()
        (broken / 'profile.pop').write_text('this is no profile')
        done = export(runs, '--tables=memory_tiles', '-o', ROOM / 'with-broken.sqlite', status=1)
        self.assertIn('broken', done.stderr)
        self.assertEqual(self.names(ROOM / 'with-broken.sqlite'), ['one', 'two'])

    def test_a_report_is_itself(self):
        """A report's folder does not include reports below it."""
        outer, output = ROOM / 'outer', ROOM / 'outer.sqlite'
        shutil.copytree(before(), outer)
        shutil.copytree(after(), outer / 'inner')
        export(outer, '--tables=memory_tiles', '-o', output)
        self.assertEqual(self.names(output), ['outer'])
        export(outer / 'profile.pop', '--tables=memory_tiles', '-o', ROOM / 'file.sqlite')
        self.assertEqual(self.names(ROOM / 'file.sqlite'), ['outer'])
        # Reports given by folder or by file are the same.
        for name in (outer, outer / 'profile.pop'):
            said = export(name, '--tables=memory_tiles', '-o', ROOM / 'file.sqlite').stdout
            self.assertEqual(said, 'Already exported and unchanged: 1 report.\n')
        export(outer / 'profile.pop', outer, '--tables=memory_tiles', '-o', ROOM / 'both.sqlite')
        self.assertEqual(self.names(ROOM / 'both.sqlite'), ['outer'])

    def test_recovered(self):
        """A recovered copy has the path of the original, is the same report when exported again, and replaces it."""
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


class Outputs(unittest.TestCase):
    def refused(self, path, *says, status=2):
        content = path.read_bytes() if path.is_file() else None
        done = export(before(), '-o', path, '--tables=runs', status=status)
        for word in says:
            self.assertIn(word, done.stderr)
        self.assertEqual(path.read_bytes() if path.is_file() else None, content)

    def test_what_is_not_ours(self):
        text = ROOM / 'notes.sqlite'
        text.write_text('something else ' * 20)
        self.refused(text, 'notes.sqlite', 'not an SQLite database')
        other = ROOM / 'other.sqlite'
        edit(other, 'CREATE TABLE mine (a)')
        self.refused(other, 'another program')
        pipe = ROOM / 'pipe.sqlite'
        os.mkfifo(pipe)
        self.refused(pipe, 'is not a regular file')
        self.assertIn('standard output', export(after(), '-o', '-', '--format=sqlite', status=2).stderr)
        newer = ROOM / 'newer.sqlite'
        export(before(), '--tables=runs', '-o', newer)
        edit(newer, 'PRAGMA user_version = 99')
        self.refused(newer, 'another version')
        (ROOM / 'a-folder.sqlite').mkdir()
        self.refused(ROOM / 'a-folder.sqlite', 'is a folder; name a file')
        self.refused(ROOM / 'nowhere/x.sqlite', 'cannot write', status=1)

    def test_reports_stay_as_they_are(self):
        for name in ('x.sqlite', 'profile.pop'):
            self.refused(before() / name, name)
        # The folder of a report is refused also if another report comes first.
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
        with sqlite3.connect(damaged / 'profile.pop') as database:
            database.execute("UPDATE steps SET program = 'x'")
        done = export(damaged, after(), '-o', self.path, '--tables=metadata,runs', status=1)
        self.assertIn('runs', done.stderr)
        self.assertIn('Exported 2 reports', done.stdout)
        with opened(self.path) as database:
            self.assertEqual([tuple(r) for r in database.all('SELECT report, state FROM poplens_exported ORDER BY 1, table_name')],
                             [(1, 'exported'), (1, 'damaged'), (2, 'exported'), (2, 'exported')])
        # A failed table is tried again, and reported again.
        self.assertIn('runs', export(damaged, '-o', self.path, '--tables=metadata,runs', status=1).stderr)

    def test_damaged_files(self):
        """Notices about the files of a report are in the database too, until the files are complete."""
        names, short, images, whole = (copied(before(), self.room / name) for name in ('cut', 'short', 'images', 'whole'))
        for path in names / 'debug.cbor', short / 'archive.a', images / 'profile.pop':
            cut(path)
        tables = '--tables=operations,checks'
        expected = {'cut': r'debug\.cbor is incomplete: .* contexts; names are missing\. Let the run finish and record again\.',
                    'short': r'archive\.a is incomplete: .* at byte \d+; tile images are missing\. Let the run finish and record again\.',
                    'images': r'Cannot read the profile\..*'}
        for _ in range(2):
            done = export(names, short, images, whole, '-o', self.path, tables, status=1)
            for name, words in expected.items():
                self.assertRegex(done.stderr, rf'/{name}: {words[:-2]}')
            self.assertNotIn('whole', done.stderr)
            with opened(self.path) as database:
                rows = database.all('SELECT name, notice FROM poplens_notices JOIN reports USING (report)')
                self.assertEqual(sorted(row['name'] for row in rows), sorted(expected))
                for row in rows:
                    self.assertRegex(row['notice'], rf'^{expected[row["name"]]}$')
        # Everything else is exported, so the exit status is 0.
        export(names, short, '-o', self.path, tables)
        for name, report in (('debug.cbor', names), ('archive.a', short), ('profile.pop', images)):
            shutil.copy(pathlib.Path(before()) / name, report)
        self.assertEqual(export(names, short, images, '-o', self.path, tables).stderr, '')
        with opened(self.path) as database:
            self.assertEqual(database.one('SELECT count(*) FROM poplens_notices'), 0)

    def test_only_broken_ones_leave_no_file(self):
        self.assertIn('nowhere', export(self.room / 'nowhere', '-o', self.path, status=1).stderr)
        self.assertEqual(os.listdir(self.room), [])

    def start(self, *reports):
        return subprocess.Popen([BIN / 'poplens-cli', 'export', *reports, '-o', self.path], stdout=subprocess.DEVNULL,
                                env={**os.environ, 'LC_ALL': 'C.UTF-8'})

    def whole(self, n_tables):
        """Asserts that each report in the file has all its tables with all their rows."""
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
            # Leftover temporary files are deleted.
            self.assertEqual(os.listdir(self.room), ['runs.sqlite'])

    def limited(self, size, *arguments):
        """Runs an export that may write files of at most @size bytes, as on a full disk."""
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return run('export', *arguments, preexec_fn=limit)

    def test_disk_full(self):
        # Also with one byte too few.
        export(before(), '-o', self.path)
        whole = self.path.stat().st_size
        self.path.unlink()
        for size in 0, 10_000, 200_000, 1_000_000, whole - 1:
            done = self.limited(size, before(), '-o', self.path)
            self.assertEqual((done.returncode, done.stdout), (1, ''), done)
            self.assertIn('cannot write', done.stderr)
            self.assertEqual(os.listdir(self.room), [])
        # An existing file is unchanged and contains the first report.
        export(before(), '-o', self.path)
        with opened(self.path) as database:
            content = database.content()
        done = self.limited(self.path.stat().st_size + 100_000, after(), wider(), '-o', self.path)
        self.assertEqual((done.returncode, done.stdout), (1, ''), done)
        # After the first failure the rest is not tried.
        self.assertEqual(done.stderr.count('cannot write'), 1)
        with opened(self.path) as database:
            self.assertEqual(database.one('PRAGMA integrity_check'), 'ok')
            self.assertEqual(database.content(), content)
        self.assertEqual(os.listdir(self.room), ['runs.sqlite'])


if __name__ == '__main__':
    unittest.main()
