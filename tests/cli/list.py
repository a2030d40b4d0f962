#!/usr/bin/python3
"""Tests poplens-cli list: figures against plain SQL, the reports found in a folder, and a planted regression."""
import contextlib
import csv
import io
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile
import time
import unittest

from harness import BIN, REPORTS, Aborted, Report, copied, cut, edit, leave_journal, needs_reports, output, rows, run, table, temporary_folder, write_demo

SMALL = ('--tiles=32', '--without=archive,debug,json')
SLOW = '--plant=inter-ipu=60000'  # a fifth of an iteration, while seeds differ by a hundredth


def date(report, day):
    edit(report, f"update date_time set string = '2024-03-{day:02} 09:00:00'")


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(temporary_folder(self, 'poplens-list-'))

    def other(self):
        return pathlib.Path(temporary_folder(self, 'poplens-list-'))

    def list(self, *options, folder=None, status=0):
        done = run('list', folder or self.folder, '--json', *options)
        self.assertEqual((done.returncode, done.stderr), (status, ''))
        got = json.loads(done.stdout)
        return {'reports': rows(got), 'changes': rows(got, 'report-changes'), 'unsearched': rows(got, 'unsearched')}

    def next(self):
        """Returns the names of the two reports in the suggested comparison."""
        line, = [line for line in self.text().splitlines() if line.startswith('Next  ')]
        return [os.path.relpath(word, self.folder) for word in line.split()[3:]]

    def text(self, *options, width=1000):
        done = run('list', self.folder, *options, env={'COLUMNS': str(width)})
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout

    def put(self, name, *options):
        write_demo(self.folder / name, *SMALL, *options)
        return self.folder / name


class Planted(Case):
    def test_found_and_no_other(self):
        """Twelve seeds, the last four slower: only the ninth is reported as the change."""
        for seed in range(1, 13):
            self.put(f'run-{seed}', f'--seed={seed}', *[SLOW] * (seed > 8))
        said = self.list()
        self.assertEqual([r['path'] for r in said['reports']], [f'run-{n}' for n in range(1, 13)])
        change, = said['changes']
        self.assertEqual((change['report'], change['previous'], change['measure'], change['result'], change['last']),
                         ('run-9', 'run-8', 'iteration_cycles', 'worse', False))
        cycles = [r['iteration_cycles'] for r in said['reports']]
        self.assertEqual(change['before'], (sum(sorted(cycles[:8])[3:5]) + 1) // 2)
        self.assertAlmostEqual(change['difference'], change['after'] - change['before'], delta=1)
        self.assertEqual([bool(r['worse']) for r in said['reports']], [n == 9 for n in range(1, 13)])
        lines = self.text().splitlines()
        self.assertEqual(lines[0], '12 reports. 1 got worse:')
        percent = 100 * (change['after'] / change['before'] - 1)
        self.assertTrue(lines[1].startswith(f'  run-9: iteration {percent:.1f} % slower than run-8 ('), lines[1])
        self.assertTrue(lines[1].endswith('the 3 after it'), lines[1])
        self.assertEqual(self.next(), ['run-8', 'run-9'])
        # Without the slower reports there is no change.
        for seed in range(9, 13):
            shutil.rmtree(self.folder / f'run-{seed}')
        self.assertEqual(self.list()['changes'], [])
        # The noise is reported, and is the computed value.
        differ = sum(abs(b - a) for a, b in zip(cycles[:8], cycles[1:8])) / 7 / sorted(cycles[:8])[3]
        self.assertRegex(self.text(), rf'^8 reports\. None got worse\.\nValues of iteration differ by {100 * differ:.1f} % ')

    def test_late_host(self):
        """Changes outside the program are reported, and are neither worse nor better."""
        for n in range(1, 11):
            self.put(f'run-{n}', f'--seed={n}', *['--plant=late-host=3000000'] * (n > 5))
        said = self.list()
        self.assertEqual([c for c in said['changes'] if c['measure'] == 'iteration_cycles'], [])
        for row in said['reports']:
            self.assertEqual(row['program_cycles'] + row['outside_cycles'], row['trace_cycles'])
        self.assertGreater(min(r['outside_cycles'] for r in said['reports'][5:]),
                           2_000_000 + max(r['outside_cycles'] for r in said['reports'][:5]))

    @needs_reports
    def test_real_pair(self):
        """The program takes a sixth of the cycles. The host starts it later, which makes the trace longer, but nothing
        is reported as worse."""
        for name in 'pi-before', 'pi-after':
            (self.folder / name).symlink_to(REPORTS / name)
        before, after = self.list()['reports']
        self.assertEqual(before['series'], after['series'])
        self.assertEqual(round(after['program_cycles'] / before['program_cycles'] - 1, 3), -0.835)
        self.assertGreater(after['trace_cycles'], 1.1 * before['trace_cycles'])
        self.assertNotIn('Next  ', self.text())

    def test_two_models(self):
        """Two models alternate in one folder: each is compared with its own reports. Models that differ only in numbers
        of layers are the same."""
        for n in range(1, 11):
            write_demo(self.folder / f'run-{n}', '--without=archive,debug,json', '--tiles=64' if n % 2 else '--tiles=32',
                       *[SLOW] * (n > 8))
        said = self.list()
        self.assertEqual({r['path']: r['series'] for r in said['reports']},
                         {f'run-{n}': 'run-1' if n % 2 else 'run-2' for n in range(1, 11)})
        self.assertEqual([(c['report'], c['previous'], c['measure']) for c in said['changes'] if c['result'] == 'worse'],
                         [('run-9', 'run-7', 'iteration_cycles'), ('run-10', 'run-8', 'iteration_cycles')])
        self.assertTrue(self.text().startswith('10 reports. 2 models, each by itself: run-1 (5 reports), run-2 (5 reports). 2 got worse:\n'))

    def test_steady(self):
        """Each report is a little slower than the one before: a trend from the first to the last is reported, and no
        single report."""
        for n in range(1, 13):
            self.put(f'run-{n}', f'--seed={n}', f'--plant=inter-ipu={6000 * (n - 1) + 1}')
        change, = self.list()['changes']
        self.assertEqual((change['report'], change['previous'], change['measure'], change['result'], change['over'], change['last']),
                         ('run-12', 'run-1', 'iteration_cycles', 'worse', 12, False))
        self.assertLess(change['noise'], change['difference'] / 6)
        lines = self.text().splitlines()
        self.assertEqual(lines[0], '12 reports. 1 got worse:')
        self.assertRegex(lines[1], r'^  run-12: iteration \d+\.\d % slower than run-1 .*, steadily over 12 reports$')
        self.assertEqual(self.next(), ['run-1', 'run-12'])
        # With critical paths, the cause is the largest increase from the first to the last, though it is small from one
        # to the next.
        cause = re.search(r', \+([\d,]+) from inter-IPU exchange \(\d+ copies, [^)]*\)(?: and others)?$', self.text('--time').splitlines()[1])
        path = output(self.folder / 'run-1', 'diff', self.folder / 'run-12', '--by', 'critical-path')
        self.assertEqual(int(cause[1].replace(',', '')), sum(row['cycles_change'] for row in rows(path) if row['class'] == 'inter-IPU exchange'))

    def test_names_that_terminals_obey(self):
        """Names with control characters are shown escaped, and the suggested command is valid in a shell."""
        names = [f'run {n}\x1b[1m\n' for n in range(1, 11)]
        for n, name in enumerate(names):
            self.put(name, f'--seed={n + 1}', *[SLOW] * (n > 4))
        lines = self.text().splitlines()
        self.assertTrue(lines[1].startswith(r'  run 6\x1b[1m\n: iteration '), lines[1])
        last, = [line for line in lines if line.startswith('Next  ')]
        command = subprocess.run(['bash', '-c', 'printf "%s\\0" ' + last.partition('poplens-cli diff ')[2]], stdout=subprocess.PIPE,
                                 encoding='utf-8', check=True)
        self.assertEqual(command.stdout.split('\0')[:2], [str(self.folder / name) for name in names[4:6]])

    def test_by_time_not_by_name(self):
        """Reports are sorted by date: the newest has the first name."""
        for day in range(1, 7):
            date(self.put(f'{9 - day}', *[SLOW] * (day == 6)), day)
        said = self.list()
        self.assertEqual([r['path'] for r in said['reports']], ['8', '7', '6', '5', '4', '3'])
        self.assertEqual([(c['report'], c['previous'], c['last'], c['noise']) for c in said['changes']], [('3', '4', True, 0)])

    def test_memory(self):
        """The compiler's results are exact: a few more KiB are a change, and here they no longer fit."""
        for n in range(1, 7):
            report = self.put(f'run-{n}')
            if n >= 4:
                edit(report, 'update memory_by_tile set total_including_gaps = total_including_gaps + 9216')
        said = self.list()
        self.assertEqual([(c['report'], c['measure'], c['result'], c['before'], c['after']) for c in said['changes']][0],
                         ('run-4', 'fits', 'worse', True, False))
        self.assertEqual([(c['report'], c['measure'], c['difference'], c['noise']) for c in said['changes']][1:],
                         [('run-4', 'tile_bytes', 9216, 0)])
        self.assertEqual([r['worse'] for r in said['reports'] if r['worse']], ['no longer fits, fullest tile +9.00 KiB'])
        # On a narrow screen the words are the same, and lines of the list are indented; commands are not broken.
        narrow = self.text(width=60).partition('\n\n')[0]
        self.assertLessEqual(max(map(len, narrow.splitlines())), 60)
        self.assertEqual(narrow.split(), self.text().partition('\n\n')[0].split())
        self.assertEqual([line[:2] for line in narrow.splitlines()[1:]], ['  '] * (len(narrow.splitlines()) - 1))
        self.assertIn('  run-4: no longer fits; fullest tile 9.00 KiB fuller than run-3 (level 622 KiB → 631 KiB), and so are the 2 after it\n',
                      self.text())

    def test_once(self):
        for n in range(1, 9):
            self.put(f'run-{n}', *[SLOW] * (n == 4))
        said = self.list()
        self.assertEqual([(c['report'], c['result']) for c in said['changes']], [('run-4', 'once')])
        self.assertIn('None got worse for good.\nWorse once, not afterwards: 1\n  run-4: iteration 1', self.text())
        self.assertNotIn('Next', self.text())

    def test_once_and_lasting(self):
        """A report is named once, with everything that became worse: only the report itself for cycles of an outlier,
        all until the fix for memory."""
        for n in range(1, 13):
            report = self.put(f'run-{n}', *[SLOW] * (n == 4))
            if 4 <= n <= 8:
                edit(report, 'update memory_by_tile set total_including_gaps = total_including_gaps + 9216')
        said = self.list()
        self.assertEqual([(c['report'], c['measure'], c['result'], c['mend']) for c in said['changes']],
                         [('run-4', 'fits', 'worse', 'run-9'), ('run-4', 'iteration_cycles', 'once', None),
                          ('run-4', 'tile_bytes', 'worse', 'run-9'), ('run-9', 'fits', 'better', None),
                          ('run-9', 'tile_bytes', 'better', None)])
        lines = self.text().splitlines()
        self.assertEqual(lines[0], '12 reports. 1 got worse:')
        self.assertRegex(lines[1], r'^  run-4: no longer fits, fits again since run-9; iteration .*; fullest tile 9\.00 KiB .*, '
                                   r'better again since run-9$')
        self.assertEqual(len(self.next()), 2)

    def test_once_in_the_host(self):
        """Every fourth run waits long for the host, which does not count for the program, nor for the comparison."""
        for n in range(1, 21):
            self.put(f'run-{n}', f'--seed={n}', *['--plant=late-host=3000000'] * (n % 4 == 0), *[SLOW] * (n > 12))
        change, = self.list()['changes']
        self.assertEqual((change['report'], change['previous'], change['result']), ('run-13', 'run-12', 'worse'))
        self.assertEqual(self.next(), ['run-12', 'run-13'])
        # Nor for the cause, which is that of the two compared reports.
        row, = [row for row in self.list('--time')['reports'] if row['path'] == 'run-13']
        self.assertRegex(row['changed'], r'^inter-IPU exchange \(\d+ copies, (most|largest) in ')
        self.assertEqual(round(row['changed_cycles'], -4), 480000)

    def test_first(self):
        """The first report is like all others: a regression from the second one on is a change."""
        for n in range(1, 7):
            self.put(f'run-{n}', *[SLOW] * (n > 1))
        self.assertEqual([(c['report'], c['result'], c['previous']) for c in self.list()['changes']], [('run-2', 'worse', 'run-1')])
        self.assertEqual(self.next(), ['run-1', 'run-2'])

    def test_few(self):
        """Of fewer than four readable reports the last two are compared, whether or not one of them has more, or others
        are damaged."""
        fast, slow = self.put('fast'), self.put('slow', SLOW)
        for names in ('slow',), ('fast', 'slow'), ('slow', 'fast'), ('fast', 'slow', 'slow'), ('slow', 'slow', 'fast'), ('slow', 'fast', 'slow'):
            for broken in 0, 2:
                for options in (), ('--time',):
                    with self.subTest(names=names, broken=broken, options=options), tempfile.TemporaryDirectory() as folder:
                        for n, name in enumerate(names):
                            shutil.copytree({'fast': fast, 'slow': slow}[name], pathlib.Path(folder, f'run-{n}'))
                        for n in range(broken):
                            pathlib.Path(folder, f'bad-{n}').mkdir()
                            pathlib.Path(folder, f'bad-{n}/profile.pop').write_text('no')
                        rose = names[-2:] == ('fast', 'slow')
                        said = run('list', folder, *options).stdout
                        self.assertEqual('None got worse' in said, False)
                        last = len(names) - 1
                        self.assertEqual(f'Next  poplens-cli diff {folder}/run-{last - 1} {folder}/run-{last}\n' in said, rose)
                        self.assertEqual('Next  ' in said, rose)

    def test_too_few(self):
        """Noise hides an increase in a few reports: that nothing was found does not mean that nothing is worse."""
        for seed in range(1, 5):
            self.put(f'run-{seed}', f'--seed={seed}', *['--plant=inter-ipu=15000'] * (seed == 4))
        said = self.list()
        self.assertEqual(said['changes'], [])
        three, four = (row['iteration_cycles'] for row in said['reports'][2:])
        self.assertGreater(four, 1.03 * three)
        self.assertEqual(self.text().splitlines()[0], '4 reports. Fewer than 8 reports: only the last two are compared: '
                                                      f'iteration +{100 * (four / three - 1):.1f} % from run-3 to run-4.')
        self.assertEqual(self.next(), ['run-3', 'run-4'])

    def test_few_without_noise(self):
        """Four reports are enough."""
        for n in range(1, 5):
            shutil.copytree(self.put('one') if n == 1 else self.folder / 'one', self.folder / f'run-{n}')
        shutil.rmtree(self.folder / 'one')
        self.assertEqual(self.text().splitlines()[0], '4 reports. None got worse.')

    def test_series(self):
        """Names do not determine a model: by compute sets and target these reports are one series, in the order of
        their dates."""
        for n in range(1, 7):
            date(self.put(f'{"bert" if n < 4 else "large"}/{n}', *[SLOW] * (n > 4)), n)
        said = self.list()
        self.assertEqual({r['series'] for r in said['reports']}, {'bert/1'})
        self.assertEqual([(c['report'], c['previous'], c['measure']) for c in said['changes']], [('large/5', 'large/4', 'iteration_cycles')])


class Rows(Case):
    SQL = {
        'trace_cycles': 'select max(cycles_base + all_cycles_to_max) from steps_by_ipu',
        'tile_bytes': 'select max(total_including_gaps) from memory_by_tile',
        'memory_bytes': 'select sum(total_including_gaps) from memory_by_tile',
        'capacity_share': '''select 1.0 * (select max(total_including_gaps) from memory_by_tile) / bytes_per_tile
                            from target_info''',
        'peak_bytes': '''select (select sum(always_live_bytes) from memory_by_tile) + max((select sum(delta_bytes)
            from memory_not_always_live_by_step_and_ipu m where ipu is null and m.step_id <= s.id))
            from depth_first_steps s''',
        'compiled': 'select string from date_time', 'poplar_version': 'select string from poplar_version',
    }

    def test_figures(self):
        report = self.put('one')
        row, = self.list()['reports']
        for key, sql in self.SQL.items():
            self.assertEqual(row[key], Report(report).all(sql)[0][0], key)
        self.assertEqual((row['fits'], row['error'], row['address']), (True, None, str(report)))
        row, = self.list(folder=report)['reports']
        self.assertEqual((row['path'], row['address']), ('.', str(report)))

    def test_time_and_budget(self):
        report = self.put('one')
        ipus = table(report, 'time-ipus')
        row, = self.list('--time', '--rule', 'max-trace-cycles=1', '--rule', 'max-memory-bytes=1 GiB', status=3)['reports']
        for key in set(ipus[0]) - {'ipu', 'total'}:
            self.assertAlmostEqual(row[f'time_{key}'], sum(ipu[key] for ipu in ipus) / len(ipus), delta=1, msg=key)
        self.assertEqual((row['budget'], row['exceeded']), ('fail', 'max-trace-cycles'))
        rules = self.folder / 'rules.ini'
        rules.write_text('[budget]\nmax-memory-bytes = 1 GiB\n')
        row, = self.list('--rules', rules)['reports']
        self.assertEqual((row['budget'], row['exceeded']), ('pass', None))
        # A report that cannot be read does not pass a limit.
        (self.folder / 'broken').mkdir()
        (self.folder / 'broken/profile.pop').write_text('no database')
        self.assertEqual(len(self.list('--rules', rules, status=3)['reports']), 2)
        self.list()

    def test_rows_and_columns(self):
        for n in (1, 2, 10):
            self.put(f'run-{n}', f'--seed={n}')
        done = run('list', self.folder, '--csv', '--columns', 'path,trace_cycles', '--sort', '-trace_cycles')
        lines = list(csv.reader(io.StringIO(done.stdout)))
        self.assertEqual(lines[0], ['path', 'trace_cycles'])
        self.assertEqual([int(r[1]) for r in lines[1:]], sorted((int(r[1]) for r in lines[1:]), reverse=True))
        # Names are sorted by their numbers.
        self.assertEqual([r['path'] for r in self.list()['reports']], ['run-1', 'run-2', 'run-10'])
        _, two, ten = self.list()['reports']
        rise = ten['peak_bytes'] / two['peak_bytes']
        for key in ('iteration_cycles', 'tile_bytes'):
            self.assertLess(ten[key] / two[key], rise)
        self.assertEqual(self.text().splitlines()[0], '3 reports. Fewer than 8 reports: only the last two are compared: '
                                                      f'peak +{100 * (rise - 1):.1f} % from run-2 to run-10.')
        done = run('list', self.folder, '--json', '--where', 'path = run-2', '--columns', 'path')
        self.assertEqual(rows(json.loads(done.stdout)), [{'path': 'run-2'}])
        reports = output(self.folder, 'list', '--limit', '1', '--columns', 'path')['tables']['reports']
        self.assertEqual((reports['rows'], reports['shown'], reports['of']), ([{'path': 'run-1'}], 1, 3))


class Kept(Case):
    """Figures of reports that are cached on this computer."""

    def setUp(self):
        super().setUp()
        self.cache = self.other() / 'cache'
        for n in range(1, 4):
            self.put(f'run-{n}', f'--seed={n}')
        time.sleep(3)  # figures of files that changed just now are not cached

    def say(self, *options):
        done = run('list', self.folder, '--time', '--json', *options, env={'XDG_CACHE_HOME': str(self.cache)})
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout

    def files(self):
        return sorted(path for path in self.cache.rglob('*') if path.is_file())

    def test_second(self):
        """A second call has the same output; --no-cache neither writes nor reads the cache."""
        truth = self.say('--no-cache')
        self.assertEqual(self.files(), [])
        self.assertEqual([self.say(), len(self.files()), self.say()], [truth, 3, truth])
        self.assertEqual([path.parent for path in self.files()], [self.cache / 'poplens/figures'] * 3)
        # Exchanged cache files: none is used.
        first, second, third = self.files()
        first.rename(self.cache / 'x')
        second.rename(first)
        third.rename(second)
        (self.cache / 'x').rename(third)
        self.assertEqual(self.say(), truth)
        for path in self.files():
            path.write_bytes(path.read_bytes()[:-1])
        self.assertEqual(self.say(), truth)

    def test_changed(self):
        """A report that changed is read again, even if its time and size are as before."""
        path = self.folder / 'run-2/profile.pop'
        before, was = self.say(), path.stat()
        edit(self.folder / 'run-2', "update poplar_version set string = replace (string, '3', '4')")
        os.utime(path, ns=(was.st_atime_ns, was.st_mtime_ns))
        self.assertEqual(path.stat().st_size, was.st_size)
        time.sleep(3)
        after = self.say()
        self.assertEqual([after, self.say()], [self.say('--no-cache')] * 2)
        self.assertNotEqual(before, after)

    def test_at_once(self):
        """Several processes use the cache at once; if it cannot be written, all of them answer nevertheless."""
        truth = self.say('--no-cache')
        for cache in self.cache, pathlib.Path('/dev/null'):
            env = {**os.environ, 'LC_ALL': 'C.UTF-8', 'XDG_CACHE_HOME': str(cache)}
            done = [subprocess.Popen([BIN / 'poplens-cli', 'list', self.folder, '--time', '--json'], env=env, text=True,
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
            self.assertEqual([process.communicate() for process in done], [(truth, '')] * 4)
        self.assertEqual(len(self.files()), 3)


class Found(Case):
    def test_folders(self):
        """Searches subfolders, follows links once, skips hidden folders, and never loops."""
        report = self.put('a/deep/training')
        shutil.copytree(report, self.folder / '.hidden/run')
        shutil.copytree(report, self.folder / 'a/deep/.cache')
        with tempfile.TemporaryDirectory(prefix='poplens-list-') as other:
            shutil.copytree(report, pathlib.Path(other, 'report'))
            os.symlink('..', self.folder / 'a/up')
            os.symlink('a/deep/training', self.folder / 'latest')
            os.symlink(pathlib.Path(other, 'report'), self.folder / 'elsewhere')
            os.symlink('nowhere', self.folder / 'dangling')
            (self.folder / 'file').write_text('')
            self.assertEqual([r['path'] for r in self.list()['reports']], ['a/deep/training', 'elsewhere'])

    def test_recover(self):
        """Files that a killed program left are refused, or read from a recovered copy with --recover."""
        good = self.put('good')
        shutil.copytree(good, self.folder / 'killed')
        leave_journal(self.folder / 'killed/profile.pop')
        env = {'XDG_CACHE_HOME': str(self.folder / '.cache')}
        for options, error in (((), '--recover'), (('--recover',), None)):
            done = run('list', self.folder, '--json', *options, env=env)
            found = {r['path']: r for r in rows(json.loads(done.stdout))}
            told = found['killed']['error']
            self.assertTrue(error in told if error else told is None, told)
            self.assertEqual(found['killed']['trace_cycles'], None if error else found['good']['trace_cycles'])

    def test_broken(self):
        """A damaged report is a row with the reason, and the exit status is 0."""
        good = self.put('good')
        shutil.copytree(good, self.folder / 'cut')
        cut(self.folder / 'cut/profile.pop', 0.1)
        shutil.copytree(Aborted.path(), self.folder / 'aborted')
        copied(good, self.folder / 'part', 'drop table memory_by_tile')
        found = {r['path']: r for r in self.list()['reports']}
        self.assertEqual(set(found), {'good', 'cut', 'aborted', 'part'})
        self.assertIn('truncated', found['cut']['error'])
        self.assertIn('aborted', found['aborted']['error'])
        self.assertEqual((found['cut']['fits'], found['cut']['trace_cycles'], found['cut']['compiled']), (None, None, None))
        self.assertEqual((found['part']['fits'], found['part']['trace_cycles']), (None, found['good']['trace_cycles']))
        said = self.text()
        self.assertTrue(said.startswith('4 reports, 2 readable. '), said)
        self.assertIn('\nErrors: 2\n', said)
        self.assertIn(f'\n  cut: profile.pop is truncated', said)

    def test_no_file(self):
        """A profile that is a pipe, a socket, a broken link or a folder is named, and never waited for."""
        self.put('good')
        for name in 'pipe', 'socket', 'link', 'folder':
            (self.folder / name).mkdir()
        os.mkfifo(self.folder / 'pipe/profile.pop')
        with contextlib.closing(socket.socket(socket.AF_UNIX)) as bound:
            bound.bind(str(self.folder / 'socket/profile.pop'))
            (self.folder / 'link/profile.pop').symlink_to('nowhere')
            self.put('folder/profile.pop/deep')
            found = {r['path']: r['error'] for r in self.list()['reports']}
        self.assertEqual(found, {'good': None, 'folder/profile.pop/deep': None,
                                'pipe': 'profile.pop is a pipe, not a file', 'socket': 'profile.pop is a socket, not a file',
                                'link': 'profile.pop is a link to nowhere, which does not exist',
                                'folder': 'profile.pop is a directory, not a file'})
        done = run('export', self.folder, '--output', self.other() / 'out.sqlite', '--tables', 'summary')
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(f'{self.folder}/pipe: profile.pop is a pipe, not a file\n', done.stderr)

    def test_deep(self):
        """Searches eight levels down, and names deeper folders."""
        self.put('1/2/3/4/5/6/7/8')
        deeper = '1/2/3/4/5/6/7/8/9'
        self.assertEqual(self.list()['unsearched'], [])
        self.put(deeper)
        (self.folder / '1/2/3/4/5/6/7/8/other').mkdir()
        why = 'more than 8 levels down'
        said = self.list()
        self.assertEqual([r['path'] for r in said['reports']], ['1/2/3/4/5/6/7/8'])
        self.assertEqual(said['unsearched'], [{'path': deeper, 'why': why}, {'path': '1/2/3/4/5/6/7/8/other', 'why': why}])
        self.assertIn(f'\nNot searched: {deeper} ({why}) and 1 more\n', self.text())
        for command in (('list', self.folder, '--csv'),
                        ('export', self.folder, '--output', self.other() / 'out.sqlite', '--tables', 'summary')):
            self.assertIn(f'poplens-cli: {deeper}: not searched ({why})\n', run(*command).stderr)
        (self.folder / '1/2/3/4/5/6/7/8/profile.pop').unlink()
        self.fails(1, self.folder, says=f'{deeper} was not searched ({why})')

    def test_unreadable_folder(self):
        self.put('good')
        (self.folder / 'closed').mkdir(mode=0)
        if os.access(self.folder / 'closed', os.R_OK):
            self.skipTest('this user reads every folder')
        found = {r['path']: r for r in self.list()['reports']}
        self.assertIn('Permission denied', found['closed']['error'])
        self.fails(1, self.folder / 'closed', says='Permission denied')

    def fails(self, status, *arguments, says):
        done = run('list', *arguments)
        self.assertEqual((done.returncode, done.stdout), (status, ''), done.stderr)
        self.assertIn(says, done.stderr)

    def test_errors(self):
        report = self.put('one')
        (self.folder / 'empty').mkdir()
        self.fails(1, self.folder / 'empty', says='no report found in')
        self.fails(1, self.folder / 'none', says='No such file or directory')
        self.fails(1, report / 'profile.pop', says='is not a folder; name the folder that holds the reports')
        self.fails(2, says='FOLDER')
        self.fails(2, self.folder, '--json', '--csv', says='exclude each other')
        self.fails(2, self.folder, '--csv-safe', says='--csv-safe needs --csv')
        self.fails(2, self.folder, '--rule', 'max-trace-cycle=1', says='max-trace-cycles')
        self.fails(2, self.folder, '--sort', 'trace_cylces', says='trace_cycles')
        self.fails(2, self.folder, '--columns', 'path,changed', says='column "changed" needs --time')
        shutil.copytree(report, self.folder / 'empty/.run')
        self.fails(1, self.folder / 'empty', says='hidden folders')


if __name__ == '__main__':
    unittest.main()
