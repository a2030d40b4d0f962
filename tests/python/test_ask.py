"""Tests of finding, limits and exported traces against plain SQL and the terminal."""
import contextlib
import collections
import json
import os
import pathlib
import shutil
import signal
import sqlite3
import statistics
import subprocess
import threading
import unittest

import pva
import support

ENVIRONMENT = {k: v for k, v in os.environ.items() if k != 'LD_PRELOAD'}


def cli(*words, status=0):
    done = subprocess.run([support.BIN / 'poplens-cli', *map(str, words)], capture_output=True, check=False,
                          env={**ENVIRONMENT, 'ASAN_OPTIONS': 'detect_leaks=0'})
    assert done.returncode == status, (words, done.returncode, done.stderr)
    return done.stdout


def rows(*words, status=0):
    """Returns the rows of the first table."""
    return next(iter(json.loads(cli(*words, '--json', status=status))['tables'].values()))['rows']


def rows_of(frame):
    return [frame.row(r) for r in range(frame.rows)]


class Time(support.Case):
    @unittest.skipUnless(support.without_sanitizer(), 'the terminal is slow there, and the answers are the same')
    def test_like_the_terminal(self):
        for report, _ in self.each():
            try:
                time = report.time
                got = [time.total, time.program, time.outside, time.iteration]
            except pva.AbsentError:
                cli('time', report.path, '--json', status=1)
                continue
            figures = json.loads(cli('time', report.path, '--json'))['figures']
            self.assertEqual(got, [figures[f'{key}_cycles'] for key in ('trace', 'program', 'outside', 'iteration')])
            self.assertEqual(time.waterfall, {row['bar']: row['cycles'] for row in rows('time', report.path)})
            lengths = [one['period'] for one in rows('time', report.path, '--by', 'iteration') if one['period']]
            self.assertEqual(time.iteration, int(statistics.median(lengths)) if lengths else None)
            self.assertEqual(time.path.rows, len(rows('time', report.path, '--by', 'critical-path')))
            of_ipus = rows('time', report.path, '--by', 'ipu')
            self.assertEqual(len(time.ipus), len(of_ipus))
            for ipu, row in zip(time.ipus, of_ipus):
                self.assertEqual({'ipu': ipu.ipu, **ipu.classes, 'total': row['total']}, row)
                self.assertAlmostEqual(sum(ipu.classes.values()), time.total, places=2)


class Names(support.Case):
    def test_all_that_sql_finds(self):
        for report, sql in self.each():
            for word in ('a', 'code', 'weights'):
                found = [r for r in rows_of(report.find(f'variable {word}', 0)) if r['kind'] == 'variable']
                there = sql.column('select id from unlowered_vars where instr(lower(name), ?)', word)
                self.assertEqual(sorted(r['id'] for r in found), sorted(there))

    @unittest.skipUnless(support.without_sanitizer(), 'the terminal is slow there, and the answers are the same')
    def test_like_the_terminal(self):
        for report, _ in self.each():
            for query in ('5', 'program 3', 'compute set', 'vertex type', 'a b'):
                asked = rows('find', report.path, query, '--limit', 0)
                self.assertEqual(rows_of(report.find(query, limit=0)), [r for r in asked if r['kind'] != 'view'])

    def test_limit_and_note(self):
        with pva.openReport(support.demo(*support.SMALL)) as report:
            every = report.find('variable', 0)
            self.assertFalse(every.partial)
            some = report.find('variable')
            self.assertEqual(rows_of(some), rows_of(every)[:20])
            self.assertTrue(some.partial)
            self.assertEqual(some.note, f'20 of {every.rows:,} found')
            nothing = report.find('no such thing')
            self.assertEqual((nothing.rows, nothing.note), (0, 'No matches for “no such thing”'))
            self.assertEqual(report.find('').rows, 0)
            # A location can be passed to tables.
            place = next(r['location'] for r in rows_of(report.find('tile 5')))
            self.assertGreater(report.table('memory-details', place).rows, 0)
            for wrong, kind in ((3, TypeError), (None, TypeError), ('a\0b', ValueError), ('\ud800', UnicodeError)):
                with self.assertRaises(kind):
                    report.find(wrong)
            for limit, kind in ((-1, OverflowError), ('1', TypeError), (None, TypeError)):
                with self.assertRaises(kind):
                    report.find('a', limit)
        with self.assertRaises(pva.ClosedError):
            report.find('a')


class Limits(support.Case):
    WHOLE = {'max-tile-bytes': ('bytes', 'select max(total_including_gaps) from memory_by_tile'),
             'max-memory-bytes': ('bytes', 'select sum(total_including_gaps) from memory_by_tile'),
             'max-always-live-bytes': ('bytes', 'select sum(always_live_bytes) from memory_by_tile'),
             'max-trace-cycles': ('cycles', 'select max(cycles_base + all_cycles_to_max) from steps_by_ipu')}

    def test_the_limit_itself_is_kept(self):
        for report, sql in self.each():
            for rule, (unit, query) in self.WHOLE.items():
                value = sql.one(query)[0] if sql.all("select 1 from sqlite_master where name = ?", query.split()[-1]) else None
                if not value:
                    continue
                of = ' B' if unit == 'bytes' else ''
                budget = report.budget(f'{rule}={value}{of}', f'{rule}={value - 1}{of}')
                self.assertEqual(budget['value'].tolist(), [value, value])
                self.assertEqual(budget['result'].tolist(), ['pass', 'fail'])
                self.assertEqual(budget['unit'].tolist(), [unit] * 2)
                self.assertEqual(budget.note, '1 passed, 1 failed, 0 unknown.')

    @unittest.skipUnless(support.without_sanitizer(), 'the terminal is slow there, and the answers are the same')
    def test_like_the_terminal(self):
        rules = ['max-memory-bytes=4 GiB', 'min-free-bytes=1 %', 'program:*:max-share=70 %', 'category:vertexCode:max-bytes=1 B',
                 'operation:*a*:max-cycles=1', 'vertex:nothing of that name:max-bytes=1 B', 'max-waiting-share=0.5']
        for report, _ in self.each():
            asked = rows('budget', report.path, *(w for rule in rules for w in ('--rule', rule)), status=3)
            self.assertEqual(rows_of(report.budget(*rules)), asked)

    def test_files(self):
        folder = pathlib.Path(support.temporary_folder(self))
        rules = folder / 'r\udcffles.ini'
        rules.write_text('[budget]\nmax-memory-bytes = 4,000 GiB\n[category code]\nname = vertexCode\nmax-bytes = 0 B\n')
        with pva.openReport(support.demo(*support.SMALL)) as report:
            for path in (rules, str(rules), os.fsencode(rules)):
                budget = report.budget('max-trace-cycles=1', file=path)
                self.assertEqual(budget['rule'].tolist(), ['max-memory-bytes', 'max-bytes', 'max-trace-cycles'])
                self.assertEqual(budget['result'].tolist(), ['pass', 'fail', 'fail'])
            for wrong in ((), ('max-trace-cycle=1',), ('max-trace-cycles',), ('max-trace-cycles=1 KiB',)):
                with self.assertRaises(pva.UsageError):
                    report.budget(*wrong)
            with self.assertRaises(pva.UsageError) as caught:
                report.budget(file=folder / 'none.ini')
            self.assertIn('none.ini', str(caught.exception))
            for wrong, kind in (((3,), TypeError), ((['max-trace-cycles=1'],), TypeError), (('a\0b',), ValueError)):
                with self.assertRaises(kind):
                    report.budget(*wrong)
            with self.assertRaises(TypeError):
                report.budget('max-trace-cycles=1', file=3)
        with self.assertRaises(pva.ClosedError):
            report.budget('max-trace-cycles=1')


DRAWN = 'from steps_by_ipu where active_tiles > 0'
LASTS = 'sum(active_cycles_to_max - active_cycles_from_max)'


def sum_folded(path):
    return sum(int(line.rsplit(' ', 1)[1]) for line in path.read_text().splitlines())


class Trace(support.Case):
    def setUp(self):
        self.folder = pathlib.Path(support.temporary_folder(self))

    def executed(self):
        """Yields the reports with a trace; the others raise an error that says so."""
        for report, sql in self.each():
            if report.explain('execution') is None:
                yield report, sql
                continue
            with self.assertRaises(pva.AbsentError):
                report.exportTrace(self.folder / 'none.folded')
            self.assertEqual(list(self.folder.glob('none*')), [])

    def test_every_cycle(self):
        path = self.folder / 'all.folded'
        for report, sql in self.executed():
            cycles, n = sql.one(f'select {LASTS}, count(*) {DRAWN}')
            for place in (None, 'trace?view=flat'):
                said = report.exportTrace(path, location=place)
                self.assertTrue(said.startswith(f'{n:,} block'), said)
                self.assertEqual(sum_folded(path), cycles)
            end = sql.one(f'select max(cycles_base + active_cycles_to_max) {DRAWN}')[0]
            parts = 0
            for low, high in ((0, end // 2), (end // 2, end)):
                report.exportTrace(path, 'folded', f'trace?range={low}-{high}')
                parts += sum_folded(path)
            self.assertEqual(parts, cycles)

    @unittest.skipUnless(support.without_sanitizer(), 'the terminal is slow there, and the answers are the same')
    def test_like_the_terminal(self):
        with pva.openReport(support.demo(*support.SMALL)) as report:
            for words, place in (((), None), (('--range', '0..9000000', '--ipu', '1', '--axis', 'time'),
                                              'trace?range=0..9000000&ipu=1&axis=time')):
                for form, ending in (('chrome', 'trace.json'), ('perfetto', 'pftrace'), ('folded', 'folded')):
                    ours, theirs = self.folder / f'ours.{ending}', self.folder / 'theirs'
                    report.exportTrace(ours, location=place)
                    cli('export', report.path, *words, '--format', form, '-o', theirs)
                    self.assertEqual(ours.read_bytes(), theirs.read_bytes())
                    report.exportTrace(os.fsencode(theirs), format=form, location=place)
                    self.assertEqual(ours.read_bytes(), theirs.read_bytes())

    def test_wrong(self):
        path = self.folder / 'trace.json'
        path.write_text('what was there')
        with pva.openReport(support.demo(*support.SMALL)) as report:
            for words in ({'format': 'svg'}, {'location': 'memory?tile=1'}, {'location': 'trace?range=9..1'}, {'location': 'trace?ipu=9'}):
                with self.assertRaises(pva.UsageError):
                    report.exportTrace(path, **words)
            with self.assertRaises(pva.UsageError):
                report.exportTrace(pathlib.Path(report.path) / 'trace.json')
            with self.assertRaises(pva.NotFoundError):
                report.exportTrace(self.folder / 'no folder' / 'trace.json')
            for wrong, kind in ((3, TypeError), (None, TypeError), ('a\0b', ValueError)):
                with self.assertRaises(kind):
                    report.exportTrace(wrong)
        with self.assertRaises(pva.ClosedError):
            report.exportTrace(path)
        self.assertEqual([(p.name, p.read_text()) for p in self.folder.iterdir()], [('trace.json', 'what was there')])


class Interrupted(Exception):
    """Raised by the handler of a signal."""


class Waiting(unittest.TestCase):
    """Another program locks the profile, and the library waits for a while. On a busy machine it
    may stop waiting too early; then the test tries again."""

    def setUp(self):
        self.folder = pathlib.Path(support.temporary_folder(self))
        self.copy = self.folder / 'profile.pop'
        shutil.copy(support.demo(*support.SMALL) / 'profile.pop', self.copy)
        self.addCleanup(signal.signal, signal.SIGALRM, signal.getsignal(signal.SIGALRM))

    def asks(self, report, away):
        return (lambda: report.find('a'), lambda: report.budget('max-trace-cycles=1'),
                lambda: report.exportTrace(away / 'trace.json'))

    @contextlib.contextmanager
    def locked(self):
        with contextlib.closing(sqlite3.connect(self.copy, isolation_level=None, check_same_thread=False)) as db:
            db.execute('begin exclusive')
            yield db

    def interrupted(self, n, away):
        with pva.openReport(self.copy) as report, self.locked():
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.01)
                self.asks(report, away)[n]()
            except Exception as error:
                return isinstance(error, Interrupted) and error.__context__ is None
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        return False

    def test_signals_end_it(self):
        def stop(*unused):
            raise Interrupted
        signal.signal(signal.SIGALRM, stop)
        for n in range(3):
            away = pathlib.Path(support.temporary_folder(self))
            self.assertTrue(any(self.interrupted(n, away) for _ in range(20)), n)
            self.assertEqual(list(away.iterdir()), [])

    def answered(self, n, away):
        """Whether an answer arrives that needs a lock which this thread releases while it waits."""
        answers, begun = [], threading.Event()

        def ask():
            begun.set()
            with contextlib.suppress(pva.Error):
                answers.append(self.asks(report, away)[n]())
        with pva.openReport(self.copy) as report, self.locked() as db:
            thread = threading.Thread(target=ask)
            thread.start()
            begun.wait()
            db.execute('rollback')
            thread.join()
        return bool(answers)

    def test_other_threads_go_on(self):
        away = pathlib.Path(support.temporary_folder(self))
        for n in range(3):
            self.assertTrue(any(self.answered(n, away) for _ in range(20)), n)
        self.assertEqual([p.name for p in away.iterdir()], ['trace.json'])


if __name__ == '__main__':
    unittest.main()
