"""Tests reports on file systems without locks, such as NFS and Lustre mounted without flock: inject.c makes the calls
fail."""
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

BIN = pathlib.Path(os.environ['POPLENS_BINDIR'])
INJECT = os.environ['POPLENS_INJECT']
PRELOAD = os.environ.get('POPLENS_FAULT_PRELOAD', '')
SUPPORT = pathlib.Path(__file__).resolve().parents[1] / 'support'
sys.path.insert(0, str(SUPPORT))

from damage import leave_journal

KINDS = ('ENOLCK', 'EACCES', 'ENOSYS', 'EOPNOTSUPP', 'EINVAL')
NOTICE = 'The file system has no locks'
# Program that holds a write lock until its standard input ends.
WRITER = ('import sqlite3, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);'
          'c.execute("begin exclusive"); print("locked", flush=True); sys.stdin.read()')


class Locks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='poplens-locks-')
        cls.top = pathlib.Path(cls.folder.name).resolve()
        cls.report = cls.top / 'report'
        subprocess.run([SUPPORT / 'demo-report', '--tiles', '32', cls.report], check=True, stdout=subprocess.DEVNULL)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_cli(self, *arguments, kind=None):
        """Runs poplens-cli. @kind: error of every lock below the folder."""
        env = {**os.environ, 'LC_ALL': 'C.UTF-8', 'XDG_CACHE_HOME': str(self.top / 'cache')}
        if kind:
            env |= {'POPLENS_FAULT_FOLDER': str(self.top), 'POPLENS_FAULT': f'{kind} 1+',
                    'LD_PRELOAD': ':'.join(filter(None, [PRELOAD, INJECT]))}
        return subprocess.run([BIN / 'poplens-cli', *map(str, arguments)], env=env, capture_output=True, text=True,
                              timeout=120, check=False)

    def copy(self, name):
        return pathlib.Path(shutil.copytree(self.report, self.top / name))

    def test_a_new_database_needs_no_locks(self):
        for kind in KINDS:
            with self.subTest(kind):
                written = self.top / f'{kind}.sqlite'
                done = self.run_cli('export', self.report, '-o', written, kind=kind)
                self.assertEqual(done.returncode, 0, done.stderr)
                with contextlib.closing(sqlite3.connect(written)) as database:
                    self.assertEqual(database.execute('pragma integrity_check').fetchone(), ('ok',))
                again = self.run_cli('export', self.report, '-o', written, kind=kind)
                self.assertIn(again.returncode, (0, 1))
                self.assertIn('no locks', again.stderr)

    def test_read_without_locks(self):
        whole = json.loads(self.run_cli('memory', self.report, '--json').stdout)
        self.assertEqual([n for n in whole['notices'] if NOTICE in n], [])
        for kind in KINDS:
            with self.subTest(kind):
                done = self.run_cli('memory', self.report, '--json', kind=kind)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f'note: {NOTICE}', done.stderr)
                now = json.loads(done.stdout)
                self.assertEqual(sum(NOTICE in n for n in now['notices']), 1)
                now['notices'] = [n for n in now['notices'] if NOTICE not in n]
                self.assertEqual(now, whole)
                self.assertEqual(self.run_cli('summary', self.report, kind=kind).stdout.count(NOTICE), 1)

    def test_wal_mode(self):
        """A database in WAL mode that was closed properly opens with and without locks, in a read-only folder."""
        folder = self.copy('wal')
        with contextlib.closing(sqlite3.connect(folder / 'profile.pop')) as file:
            self.assertEqual(file.execute('pragma journal_mode=wal').fetchone(), ('wal',))
        names = sorted(os.listdir(folder))
        self.assertNotIn('profile.pop-wal', names)
        folder.chmod(0o555)
        plain = self.run_cli('table', 'programs', self.report, '--csv').stdout
        for kind in (None, *KINDS):
            with self.subTest(kind):
                done = self.run_cli('table', 'programs', folder, '--csv', kind=kind)
                self.assertEqual((done.returncode, done.stdout), (0, plain), done.stderr)
                self.assertEqual(NOTICE in done.stderr, kind is not None)
        self.assertEqual(sorted(os.listdir(folder)), names)
        folder.chmod(0o755)

    def test_writer(self):
        """A lock of a writer is reported as such, also if the system returns EACCES for it."""
        writer = subprocess.Popen([sys.executable, '-c', WRITER, self.report / 'profile.pop'], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE)
        self.assertEqual(writer.stdout.readline(), b'locked\n')
        for kind in (None, 'EACCES'):
            done = self.run_cli('memory', self.report, kind=kind)
            self.assertEqual(done.returncode, 1)
            self.assertIn('is locked by the program that writes it', done.stderr, kind)
        writer.communicate(b'')

    def test_journal(self):
        """Without locks it is unknown whether a journal is still being written, so the report does not open; a
        recovered copy does."""
        folder = self.copy('journal')
        leave_journal(folder / 'profile.pop')
        for kind in KINDS:
            done = self.run_cli('memory', folder, kind=kind)
            self.assertEqual(done.returncode, 1)
            self.assertIn('still writes it, or was killed while writing', done.stderr, kind)
        done = self.run_cli('memory', folder, '--recover', kind='ENOLCK')
        self.assertEqual(done.returncode, 0, done.stderr)
        whole = self.run_cli('table', 'tiles', self.report, '--csv').stdout
        self.assertEqual(self.run_cli('table', 'tiles', folder, '--csv', '--recover', kind='ENOLCK').stdout, whole)


if __name__ == '__main__':
    unittest.main()
