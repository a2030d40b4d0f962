#!/usr/bin/python3
"""Tests reports that lack rows or tiles: every command says so, sums are bounds or unknown, and no limit on them
passes."""
import contextlib
import json
import pathlib
import sqlite3
import tempfile
import unittest
import xml.etree.ElementTree

from harness import Demo, changed, rows, run, table, write_demo

TRACE = ('--tiles=32', '--without=archive,debug,json')
LOST = 'delete from steps_by_ipu where step_id > (select max(id) * 4 / 5 from steps)'
ONE_IPU = 'delete from steps_by_ipu where ipu = 1 and step_id in (select step_id from steps_by_ipu where ipu = 0)'
WITHIN = 'delete from steps_by_ipu where step_id between 20 and 40'


class OneRun(Demo):
    """A report with one run, whose recorded cycles are those of the whole trace."""
    folder = None
    options = (*TRACE, '--runs=1')


class TwoRuns(Demo):
    folder = None
    options = (*TRACE, '--runs=2')


class Blocks(Demo):
    folder = None
    options = (*TRACE, '--instrumentation=blocks')


class Images(Demo):
    folder = None
    options = ('--tiles=32', '--ipus=2', '--without=profile,debug,json')


@contextlib.contextmanager
def cut(part):
    """Yields a report of tile images alone, truncated."""
    with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
        whole = (Images.path() / 'archive.a').read_bytes()
        report = pathlib.Path(folder, 'report')
        report.mkdir()
        (report / 'archive.a').write_bytes(whole[:int(len(whole) * part)])
        yield report


def lost(report):
    """Returns the number of executed steps without a row, and of all, as text."""
    with contextlib.closing(sqlite3.connect(f'file:{report}/profile.pop?mode=ro', uri=True)) as file:
        (n,), (of,) = file.execute("""select count(*) from steps where id not in (select step_id from steps_by_ipu)
            union all select count(*) from steps""").fetchall()
    return f'{n} of {of} executed steps have no row'


def answer(command, report):
    done = run(command, report, '--json')
    assert done.returncode in (0, 3), done.stderr
    return json.loads(done.stdout)


def damage(got):
    return ' '.join(one['reason'] for one in got['missing'] if one['damaged'])


def budget(report, *options):
    """Returns the status, and for each rule what is known of its value, and its result."""
    done = run('budget', report, '--json', *options)
    got = json.loads(done.stdout)
    return done.returncode, [(rule['bound'], rule['result']) for rule in rows(got)], got


class Trace(unittest.TestCase):
    def test_commands(self):
        """Rows are lost at the end and within, in a trace of one run, whose summary needs no steps, and of two."""
        for of, sql in (OneRun, LOST), (OneRun, WITHIN), (TwoRuns, LOST):
            with self.subTest(of=of.__name__, sql=sql), changed(sql, of=of) as report:
                says = lost(report)
                for command in ('summary', 'time', 'trace', 'operations') if sql == LOST else ('summary',):
                    done = run(command, report)
                    self.assertIn(says, ' '.join((done.stdout + done.stderr).split()), command)
                    self.assertIn(says, damage(answer(command, report)), command)
                self.assertIn(says, ' '.join(answer('summary', report)['notices']))

    def test_rows_of_one_ipu(self):
        """Each step still has a row: the recorded totals show that some rows are missing."""
        for of in OneRun, TwoRuns:
            with self.subTest(of=of.__name__), changed(ONE_IPU, of=of) as report:
                self.assertIn('rows of executed steps are missing', damage(answer('summary', report)))
                self.assertEqual(budget(report, '--rule=max-waiting-share=100%')[:2], (3, [('unknown', 'unknown')]))

    def test_whole(self):
        done = run('summary', OneRun.path(), '--json')
        self.assertEqual((damage(json.loads(done.stdout)), done.stderr), ('', ''))

    def test_files(self):
        with changed(LOST, of=TwoRuns) as report:
            says, page, base = lost(report), report.parent / 'page.html', report.parent / 'base.sqlite'
            self.assertIn(says, run('diff', report, TwoRuns.path(), '--json').stdout)
            self.assertEqual(run('export', report, '-o', page).returncode, 0)
            self.assertIn(says, ' '.join(page.read_text().split()))
            self.assertEqual(run('export', report, '-o', base, '--tables=trace-types').returncode, 0)
            with contextlib.closing(sqlite3.connect(base)) as file:
                self.assertIn(says, str(file.execute('select notice from poplens_notices').fetchall()))
            row, = rows(json.loads(run('list', report.parent, '--json').stdout))
            self.assertIn(says, row['error'])
            self.assertIsNone(row['program_cycles'])
            # The lost part may have become worse, so --fail-if=worse fails.
            for options, status in ((), 0), (('--fail-if=worse',), 3), (('--threshold=5',), 0):
                self.assertEqual(run('diff', report, report, *options).returncode, status, options)

    def test_limits(self):
        """Cycles of two runs are at least those of the rows; for one run, its recorded cycles are known."""
        with changed(LOST, of=TwoRuns) as report:
            with contextlib.closing(sqlite3.connect(report / 'profile.pop')) as file:
                there, = file.execute('select max(cycles_base + all_cycles_to_max) from steps_by_ipu').fetchone()
            status, results, got = budget(report, f'--rule=max-trace-cycles={there}', f'--rule=max-trace-cycles={there - 1}')
            self.assertEqual((status, results), (3, [('at least', 'unknown'), ('at least', 'fail')]))
            self.assertEqual([rule['value'] for rule in rows(got)], [there, there])
            self.assertIn(lost(report), rows(got)[0]['reason'])
            self.assertIn(lost(report), damage(got))
            status, results, _ = budget(report, '--rule=max-waiting-share=100%', '--rule=min-tile-balance=0.01%', '--rule=max-run-cycles=100 G',
                                        '--rule=program:*:max-cycles=100 G', '--rule=program:*:max-share=100%')
            self.assertEqual((status, [result for _, result in results]), (3, ['unknown'] * 5))
            self.assertEqual(budget(report, '--rule=max-memory-bytes=1024 GiB')[:2], (0, [('exact', 'pass')]))
            got = answer('summary', report)['figures']
            self.assertEqual([got[f'{key}_cycles'] for key in ('iteration', 'program', 'outside', 'trace')], [None] * 4)
            status, results, _ = budget(report, '--rule=max-program-cycles=1', '--rule=max-program-cycles=100 G', '--rule=max-iteration-cycles=100 G')
            self.assertEqual((status, [result for _, result in results]), (3, ['fail', 'unknown', 'unknown']))
        with changed('delete from cycles_by_tile where id = 7', of=TwoRuns) as report:
            _, results, _ = budget(report, '--rule=max-trace-cycles=100 G', '--rule=max-waiting-share=100%', '--rule=min-tile-balance=0.01%')
            self.assertEqual(results, [('exact', 'pass'), ('unknown', 'unknown'), ('unknown', 'unknown')])
        with changed(LOST, of=OneRun) as report:
            whole = answer('summary', OneRun.path())['figures']['trace_cycles']
            self.assertEqual(answer('summary', report)['figures']['trace_cycles'], whole)
            self.assertEqual(budget(report, f'--rule=max-trace-cycles={whole}')[:2], (0, [('exact', 'pass')]))
            self.assertEqual(budget(report, f'--rule=max-trace-cycles={whole - 1}')[:2], (3, [('exact', 'fail')]))


class Archive(unittest.TestCase):
    def test_commands(self):
        with cut(0.5) as report:
            says = 'archive.a is incomplete: the file ends inside a member'
            for command in ('summary',), ('memory',), ('table', 'memory-ipus'), ('table', 'memory-tiles'):
                done = run(command[0], *command[1:], report)
                self.assertIn(says, ' '.join((done.stdout + done.stderr).split()), command)
            memory = answer('memory', report)
            self.assertIn(says, damage(memory))
            self.assertTrue(rows(memory))
            self.assertEqual([memory['figures'][key] for key in ('memory_bytes', 'fits', 'tiles_over', 'fullest_tile')], [None] * 4)
            sums = [row for row in table(report, 'memory-ipus') if row['tiles'] != 1]
            self.assertEqual({row[key] for row in sums for key in row if key not in ('of', 'ipu')}, {None})
            row, = rows(json.loads(run('list', report, '--json').stdout))
            self.assertIn(says, row['error'])
            self.assertEqual((row['tile_bytes'], row['memory_bytes'], row['tiles_over']), (None, None, None))
            self.assertIn(says, run('diff', report, Images.path(), '--json').stdout)

    def test_limits(self):
        """A part that exceeds a maximum fails; a limit passes only if missing tiles could not change it."""
        with cut(0.5) as report:
            tiles = [tile['total_including_gaps'] for tile in table(report, 'memory-tiles')]
            size, = (row['value'] for row in table(report, 'summary') if row['name'] == 'Memory per tile')
            for name, value, bound in (('max-memory-bytes', sum(tiles), 'at least'), ('max-tile-bytes', max(tiles), 'at least'),
                                       ('min-free-bytes', size - max(tiles), 'at most')):
                worse = value + 1 if name.startswith('min') else value - 1
                status, results, got = budget(report, f'--rule={name}={value} B', f'--rule={name}={worse} B')
                self.assertEqual((status, results), (3, [(bound, 'unknown'), (bound, 'fail')]), name)
                self.assertEqual({rule['value'] for rule in rows(got)}, {value})
            self.assertEqual(budget(report, '--rule=max-memory-bytes=100%', '--rule=min-memory-balance=1%')[:2], (3, [('unknown', 'unknown')] * 2))
            done = run('list', report, '--json', '--rule=max-memory-bytes=1024 GiB')
            self.assertEqual((done.returncode, rows(json.loads(done.stdout))[0]['budget']), (3, 'unknown'))
            path = report.parent / 'junit.xml'
            run('budget', report, '--rule=max-memory-bytes=1024 GiB', '--junit', path)
            self.assertIn('at least ', xml.etree.ElementTree.parse(path).find('.//testcase/error').get('message'))
        self.assertEqual(budget(Images.path(), '--rule=max-memory-bytes=1024 GiB', '--rule=min-free-bytes=1 B')[:2], (0, [('exact', 'pass')] * 2))


class Profile(unittest.TestCase):
    def test_unreadable(self):
        """The contents of archive.a may belong to another program if the profile cannot be read."""
        for size in 0, 5000:
            with self.subTest(size=size), cut(1) as report:
                (report / 'profile.pop').write_bytes((OneRun.path() / 'profile.pop').read_bytes()[:size])
                tiles = [tile['total_including_gaps'] for tile in table(report, 'memory-tiles')]
                status, results, got = budget(report, '--rule=max-tile-bytes=100%', f'--rule=max-tile-bytes={max(tiles) - 1} B',
                                              '--rule=min-free-bytes=1 B', '--rule=max-memory-bytes=100%', '--rule=min-memory-balance=1%')
                self.assertEqual((status, results), (3, [
                    ('at least', 'unknown'), ('at least', 'fail'), ('at most', 'unknown'), ('unknown', 'unknown'),
                    ('unknown', 'unknown')]))
                for got in got, answer('memory', report), answer('summary', report):
                    self.assertIn('profile.pop', damage(got))
                self.assertEqual(run('liveness', report).returncode, 1)
                self.assertFalse('outputGraphProfile' in run('check', report, '--json').stdout)

    def test_contradiction(self):
        """Limits in percent need the memory of a tile, limits in bytes do not; free memory is not negative."""
        limits = '--rule=max-tile-bytes=100%', '--rule=max-tile-bytes=1 GiB', '--rule=min-free-bytes=1 B', '--rule=max-memory-bytes=100%'
        with changed('update target_info set bytes_per_tile = bytes_per_tile * 2', of=OneRun) as report:
            status, results, got = budget(report, *limits, '--rule=max-peak-bytes=100%')
            self.assertEqual((status, results), (3, [('unknown', 'unknown'), ('exact', 'pass'), *[('unknown', 'unknown')] * 3]))
            self.assertIn('bytes_per_ipu', damage(got))
            self.assertIn('bytes_per_ipu', run('memory', report).stderr)
        with changed('update memory_by_tile set total_including_gaps = total - 1 where tile = 7', of=OneRun) as report:
            status, results, _ = budget(report, *limits)
            self.assertEqual((status, results), (3, [*[('at least', 'unknown')] * 2, ('at most', 'unknown'), ('unknown', 'unknown')]))
        self.assertEqual(budget(OneRun.path(), *limits)[0], 0)

    def test_unfinished(self):
        """Steps may be missing at the end; memory was recorded before."""
        with changed(of=OneRun) as report:
            (report / 'profile.pop').rename(report / 'profile_zzzzzzzz.pop')
            status, results, got = budget(report, '--rule=max-memory-bytes=100%', '--rule=max-trace-cycles=1', '--rule=max-trace-cycles=100 G',
                                          '--rule=max-waiting-share=100%', '--rule=program:*:max-cycles=100 G')
            self.assertEqual((status, results), (3, [('exact', 'pass'), ('at least', 'fail'), ('at least', 'unknown'),
                                                     ('unknown', 'unknown'), ('at least', 'unknown')]))
            self.assertIn('profile_zzzzzzzz.pop', damage(got))
            self.assertIn('profile_zzzzzzzz.pop', run('budget', report, '--rule=max-memory-bytes=100%').stderr)


class Light(unittest.TestCase):
    def test_a_damaged_block(self):
        """One block that ends before it begins is left out and reported; the others remain."""
        with changed('update blocks set cycles_to = cycles_from - 1 where rowid = 7', of=Blocks) as report:
            says = 'left out (profile.pop, table blocks, first: row 7)'
            self.assertIn(says, damage(answer('trace', report)))
            self.assertTrue(table(report, 'blocks'))
            self.assertIn(says, run('trace', report).stderr)
            done = run('check', report, '--json')
            self.assertEqual(done.returncode, 3)
            self.assertIn(says, done.stdout)


if __name__ == '__main__':
    unittest.main()
