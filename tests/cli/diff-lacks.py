#!/usr/bin/python3
"""Tests `poplens-cli diff` of reports that lack data, or whose files are damaged."""
import html
import pathlib
import shutil
import tempfile
import unittest

from diff_reports import BY, SECTIONS, demo, diff, differences, lacks, one, table
from harness import copied, cut, run


class Absence(unittest.TestCase):
    def test_no_execution(self):
        other = demo('silent', '--without', 'execution')
        programs = diff(one(), other)['tables']['programs']
        self.assertIn('Cannot compare Cycles, Tile cycles, Executed: the report after (silent): No execution', programs['note'])
        self.assertTrue(all(r['cycles_change'] is None for r in programs['rows']))
        cycles, = (r for r in table('summary', one(), other, 'summary?same=yes') if r['key'] == 'program_cycles')
        self.assertIsNone(cycles['value_after'])
        self.assertIsNone(cycles['value_change'])
        self.assertEqual((cycles['state'], cycles['verdict']), ('not recorded after', None))
        self.assertEqual(run('diff', other, other).returncode, 0)

    def test_no_difference(self):
        """Data that one report lacks is not a difference, whichever part it is; only the engine option that causes it
        is one."""
        for part in 'liveness', 'variables', 'execution', 'debug', 'memory':
            other = demo(f'no-{part}', '--without', part)
            for pair, side in (((one(), other), 'after'), ((other, one()), 'before')):
                for section in SECTIONS:
                    if section == 'options':
                        continue
                    with self.subTest(part=part, side=side, section=section):
                        done = run('diff', *pair, '--by', BY[section])
                        if done.returncode == 1:
                            self.assertIn(f'{BY[section]}: the report {side} (no-{part}): ', done.stderr)
                            continue
                        self.assertEqual((done.returncode, differences(diff(*pair, '--by', BY[section]))), (0, 0))
                self.assertEqual(run('diff', *pair).returncode, 0)

    def test_told(self):
        """What cannot be compared is reported once, with the reason, for all options and formats."""
        for part, section, titles, reason in (
                ('liveness', 'summary', 'Peak live, Always live, Peak not-always-live memory', 'No liveness recorded'),
                ('execution', 'summary', 'Iteration, Program, Outside, Trace, Tile cycles, Tile cycles: work, Tile cycles: waiting or outside', 'No execution'),
                ('memory', 'liveness-steps', 'Live', 'No memory by tile recorded'),
                ('memory', 'summary', 'Peak live, Always live', 'No memory by tile recorded'),
                ('execution', 'programs', 'Cycles, Tile cycles, Executed', 'No execution'),
                ('liveness', 'operations', 'At the peak, Variable bytes', 'No liveness recorded'),
                ('execution', 'operations', 'Tile cycles, Cycles, Executed', 'No execution')):
            other = demo(f'no-{part}', '--without', part)
            for pair, side in (((one(), other), 'after'), ((other, one()), 'before')):
                text = f'Cannot compare {titles}: the report {side} (no-{part}): {reason}'
                for options in (), ('--threshold', '5'), ('--fail-if', 'changed'), ('--markdown',):
                    with self.subTest(part=part, section=section, side=side, options=options):
                        done = run('diff', *pair, '--by', BY[section], *options)
                        said = ' '.join(html.unescape(done.stdout).replace('\\', '').split())
                        # A report that lacks the data may have changed in it.
                        status = 3 if '--fail-if' in options else 0
                        self.assertEqual((done.returncode, said.count(text)), (status, 1), said)
                        self.assertIn('No differences.', said)
                notices = diff(*pair, '--by', BY[section])['notices']
                self.assertEqual(sum(n.count(text) for n in notices), 1)
        # If there are rows, the table has the notice, and it is not repeated above them.
        more = demo('no-execution-more', '--without', 'execution', '--seed', '3')
        done = run('diff', one(), more, '--by', 'figure')
        self.assertEqual((done.returncode, done.stdout.count('Cannot compare Iteration')), (0, 1), done.stdout)

    def test_one_reason_once(self):
        """If several parts are missing for the same reason, it is reported once, below their names."""
        other = demo('silent', '--without', 'execution')
        for options in (), ('--markdown',):
            text = run('diff', other, other, *options).stdout
            self.assertEqual(text.count('No execution recorded'), 1, text)
            self.assertIn('cause, critical-path, finding', text)

    def test_a_part_of_one(self):
        other = demo('lacking', '--without', 'liveness')
        got = lacks(diff(one(), other))
        self.assertIn('the report after (lacking)', got['step'])
        self.assertEqual(got['variable'], got['step'])
        done = run('diff', other, one(), '--by', 'step', '--threshold', '1000')
        self.assertEqual(done.returncode, 1)
        self.assertIn('the report before (lacking)', done.stderr)
        self.assertIn('in either report', lacks(diff(other, other))['step'])
        self.assertEqual(run('diff', other, other).returncode, 0)

    def test_no_direction(self):
        """Data that one report does not record became neither better nor worse, and is neither new nor gone."""
        for part in 'liveness', 'variables', 'execution', 'debug', 'memory':
            other = demo(f'no-{part}', '--without', part)
            for pair, side in (((one(), other), 'after'), ((other, one()), 'before')):
                with self.subTest(part=part, side=side):
                    got = diff(*pair)
                    rows = [row for table in got['tables'].values() for row in table['rows']]
                    self.assertEqual({row.get('verdict') for row in rows} - {None, 'changed', 'added', 'removed', f'not checked {side}'}, set())
                    self.assertEqual([row for row in rows for name in row if name.endswith('_change') and row[name]], [])
        lowered, one_way = demo('no-variables', '--without', 'variables'), 'Findings on tile variables: not checked after.'
        self.assertIn(one_way, diff(one(), lowered)['tables']['findings']['note'])
        self.assertIn(one_way, run('diff', one(), lowered).stdout)
        # If both reports are alike, there is no notice.
        self.assertNotIn('not checked', run('diff', lowered, lowered).stdout)

    def test_cut_short(self):
        """A truncated file is not a difference of the program."""
        with tempfile.TemporaryDirectory() as folder:
            short = copied(one(), pathlib.Path(folder) / 'cut')
            cut(short / 'debug.cbor')
            notice, = diff(one(), short)['notices']
            self.assertRegex(notice, r'^cut: debug.cbor is incomplete: the file is truncated after \d+ contexts')
            for options in (), ('--markdown',):
                self.assertIn('names', run('diff', one(), short, *options).stdout)
        self.assertEqual(diff(one(), one())['notices'], [])

    def test_cut_archive(self):
        """archive.a is not compared if there is a profile, so a truncated one is not reported."""
        with tempfile.TemporaryDirectory() as folder:
            short = copied(one(), pathlib.Path(folder) / 'one')
            cut(short / 'archive.a')
            self.assertIn('archive.a is incomplete: ', run('summary', short).stdout)
            for pair in (one(), short), (short, one()):
                said = diff(*pair)
                self.assertEqual((differences(said), said['notices']), (0, []))

    def test_images_alone(self):
        """Memory according to the compiler is not compared with that of tile images, in which gaps would seem to have
        disappeared."""
        with tempfile.TemporaryDirectory() as folder:
            images = pathlib.Path(folder) / 'images'
            shutil.copytree(one(), images)
            (images / 'profile.pop').unlink()
            for pair, side in ((one(), images), 'after (images)'), ((images, one()), 'before (images)'):
                said = lacks(diff(*pair))
                for name in 'finding', 'category', 'tile':
                    self.assertIn(f'the report {side}: ', said[name])
            self.assertEqual(diff(images, images)['tables']['memory-tiles']['rows'], [])

    def test_no_debug(self):
        other = demo('blind', '--without', 'debug')
        self.assertIn('debug.cbor', lacks(diff(one(), other))['operation'])
        neither = lacks(diff(other, other))['operation']
        self.assertTrue('debug.cbor' in neither and ':' not in neither, neither)
        for options in ('--csv',), ('--sort', 'cycles'), ('--describe',), ('--describe', '--json'), ():
            done = run('diff', one(), other, '--by', 'operation', *options)
            self.assertEqual((done.returncode, 'debug.cbor' in done.stderr), (1, True), options)


if __name__ == '__main__':
    unittest.main()
