"""Tests of files that change while a report is open: reported as a change, never as damage, and old
and new data are never mixed."""
import contextlib
import os
import shutil
import struct
import subprocess
import sys
import time

import support
from damage import cut, edit, leave_journal


def leave_log(profile):
    """Leaves a write-ahead log with pages."""
    script = ('import sqlite3, os, sys; c = sqlite3.connect(sys.argv[1], isolation_level=None);'
              'c.execute("pragma journal_mode=wal"); c.execute("update memory_by_tile set total = 2"); os._exit(0)')
    subprocess.run([sys.executable, '-c', script, str(profile)], check=True)


def cut_bytes(profile, left):
    os.truncate(profile, left(profile.stat().st_size))


UNFINISHED = {
    'journal': leave_journal,
    'log': leave_log,
    'half-page': lambda profile: cut_bytes(profile, lambda size: size - 2048),
    'half-file': cut,
    'header-alone': lambda profile: cut_bytes(profile, lambda size: 100),
    'empty': lambda profile: cut_bytes(profile, lambda size: 0),
}


# Changes to the file. Each gets the path of the profile.

def replace(profile):
    """Replaces it by another report's, as a second run does."""
    new = profile.with_name('new')
    shutil.copy(profile, new)
    write(new)
    os.replace(new, profile)


def write(profile):
    """Overwrites it with the same size."""
    edit(profile, 'update memory_by_tile set total = total + 1')


def write_more(profile):
    edit(profile, 'create table filler as select zeroblob(1000000)')


def rewrite_quietly(profile):
    """Overwrites it with the same size and times; only SQLite's change counter in the header
    differs."""
    before = profile.stat()
    write(profile)
    os.utime(profile, ns=(before.st_atime_ns, before.st_mtime_ns))


def overwrite(profile):
    """Overwrites all but the first page with zeroes."""
    size = profile.stat().st_size
    with profile.open('r+b') as file:
        page, = struct.unpack('>H', file.read(18)[16:18])
        file.seek(page)
        file.write(bytes(size - page))


CHANGES = {
    'replaced': replace,
    'written': write,
    'longer': write_more,
    'overwritten': overwrite,
    'truncated': lambda profile: cut_bytes(profile, lambda size: size // 2 // 4096 * 4096),
    'emptied': lambda profile: cut_bytes(profile, lambda size: 0),
}


class Changes(support.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.host = cls.site.host('gc-01')
        os.environ.update(cls.site.env)
        import pva
        cls.pva = pva

    def fresh(self, name):
        """Writes a separate report that is an hour old. Returns its path."""
        report = self.put_report(self.host, name)
        for path in report.iterdir():
            os.utime(path, (time.time() - 3600,) * 2)
        return report

    def open(self, report):
        """Opens the report and loads a table."""
        far = self.pva.openReport(f'gc-01:{report}')
        self.addCleanup(far.close)
        self.assertGreater(far.table('memory-details').rows, 0)
        return far

    def test_told_as_a_change(self):
        for name, change in CHANGES.items():
            with self.subTest(name):
                report = self.fresh(name)
                far = self.open(report)
                change(report / 'profile.pop')
                with self.assertRaises(self.pva.ChangedError) as caught:
                    far.table('variables')
                self.assertIn(f'gc-01:{report}/profile.pop', str(caught.exception))
                # Loaded data stays.
                self.assertGreater(far.table('memory-details').rows, 0)

    def test_opened_again_it_is_the_new_one(self):
        for name in ('replaced', 'written'):
            with self.subTest(name):
                report = self.fresh(f'again-{name}')
                before = self.open(report)
                old = self.totals(before)
                CHANGES[name](report / 'profile.pop')
                new = self.totals(self.open(report))
                self.assertEqual(new, self.totals(self.pva.openReport(str(report))))
                self.assertNotEqual(new, old)

    def totals(self, report):
        return [tile.memory.total.excludingGaps for tile in report.compilation.tiles]

    def test_removed(self):
        """As for a local report: loaded data stays, and other data is reported as gone."""
        report = self.fresh('removed')
        far = self.open(report)
        shutil.rmtree(report)
        with self.assertRaises((self.pva.ChangedError, self.pva.NotFoundError)) as caught:
            far.table('variables')
        self.assertIn('gc-01:', str(caught.exception))
        self.assertGreater(far.table('memory-details').rows, 0)
        with self.assertRaises(self.pva.NotFoundError):
            self.pva.openReport(f'gc-01:{report}')

    def test_size_and_time_alone_are_not_believed(self):
        """Cached blocks on disk belong to the old file, even if size and time are equal."""
        report = self.fresh('quietly')
        before = self.run_cli('table', 'memory-tiles', f'gc-01:{report}', '--json').stdout
        rewrite_quietly(report / 'profile.pop')
        after = self.run_cli('table', 'memory-tiles', f'gc-01:{report}', '--json').stdout.replace('gc-01:/', '/')
        self.assertEqual(after, self.run_cli('table', 'memory-tiles', report, '--json').stdout)
        self.assertNotEqual(before.replace('gc-01:/', '/'), after)

    def test_while_it_is_read(self):
        """The file is written repeatedly while tables load: a result is of one state, or there is
        none."""
        report = self.fresh('busy')
        profile = report / 'profile.pop'
        states = {str(self.totals(self.pva.openReport(str(report))))}
        for _ in range(8):
            write(profile)
            states.add(str(self.totals(self.pva.openReport(str(report)))))
            with contextlib.suppress(self.pva.ChangedError, self.pva.BusyError):
                far = self.pva.openReport(f'gc-01:{report}')
                write(profile)
                states.add(str(self.totals(self.pva.openReport(str(report)))))
                self.assertIn(str(self.totals(far)), states)


if __name__ == '__main__':
    support.main()
