#!/usr/bin/python3
"""Tests `poplens-cli check`, and the messages about reports that lack data."""

import functools
import json
import os
import tempfile
import unittest

import harness
from harness import REPORTS, Compiled, Executed, Killed, cut, needs_reports, output, rows, run, table
from harness import Small as Demo

# Checks do not depend on the number of tiles.
changed = functools.partial(harness.changed, of=Demo)


def checked(report):
    """Returns the exit status, the checks by key, and the failures of each failed check."""
    done = run('check', report, '--json')
    got = json.loads(done.stdout)
    failed = {}
    for row in rows(got):
        if row['depth']:
            failed.setdefault(row['key'], []).append(row)
    return done.returncode, {row['key']: row for row in rows(got) if not row['depth']}, failed


class Check(unittest.TestCase):
    def test_good(self):
        done = run('check', Demo.path())
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertRegex(done.stdout, r'^All \d+ checks pass')
        self.assertIn('Total of a tile = bytes covered', run('check', Demo.path(), '--all').stdout)
        got = output(Demo.path(), 'check')
        figures = got['figures']
        self.assertEqual(figures['failed'], 0)
        self.assertEqual(figures['passed'] + figures['not_applicable'], len(rows(got)))
        for one in rows(got):
            self.assertEqual(one['reason'] is None, one['result'] == 'pass')

    def test_failing(self):
        with changed('update memory_by_tile set total = total + 4 where tile = 7') as report:
            done = run('check', report)
            self.assertEqual((done.returncode, done.stderr), (3, ''))
            self.assertRegex(done.stdout, r'^✗ Total of a tile')
            self.assertRegex(done.stdout, r'tile 7: expected [\d,]+, found [\d,]+')
            self.assertRegex(done.stdout, r'\n1 of \d+ checks failed\.')
            status, checks, failed = checked(report)
            self.assertEqual((status, [key for key, one in checks.items() if one['result'] == 'fail']), (3, ['memory-total']))
            self.assertEqual([(key, row['where']) for key in failed for row in failed[key]], [('memory-total', 'tile 7')])
            self.assertEqual([row for row in table(report, 'checks') if row['depth']], failed['memory-total'])

    def test_refused_part_fails(self):
        with changed('delete from steps') as report:
            status, checks, _ = checked(report)
            self.assertEqual((status, checks['parts-readable']['result']), (3, 'fail'))
            self.assertEqual(checks['step-cycles']['result'], 'not-applicable')
            self.assertIn('execution', checks['step-cycles']['reason'])

    def test_errors(self):
        for arguments, status in (('check',), 2), (('check', '/nowhere'), 1), (('check', 'a', 'b'), 2):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (status, ''))

    def check_passes(self, path):
        self.assertEqual(run('check', path).returncode, 0, path)

    def test_shapes(self):
        for report in Executed, Compiled, Killed:
            self.check_passes(report.path())

    @needs_reports
    def test_real(self):
        for name in 'integrals', 'firehose', 'firehose-killed':
            self.check_passes(REPORTS / name)


class ArchiveAlone(unittest.TestCase):
    def test_what_is_not_recorded_is_null(self):
        with changed() as report:
            (report / 'profile.pop').write_bytes(b'')
            tiles, summary = table(report, 'memory-tiles'), output(report, 'summary')
            self.assertGreater(output(report, 'memory')['figures']['memory_bytes'], 0)
        for key in 'total', 'always_live', 'not_always_live_max', 'shared':
            self.assertEqual({tile[key] for tile in tiles}, {None}, key)
        self.assertIsNone(summary['figures']['peak_bytes'])
        self.assertTrue(any('profile.pop' in notice for notice in summary['notices']))

    def test_profile_that_it_stands_in_for_fails(self):
        with changed() as report:
            (report / 'profile.pop').write_bytes(b'')
            _, checks, failed = checked(report)
        self.assertEqual((checks['parts-readable']['result'], checks['parts-readable']['failed']), ('fail', 1))
        self.assertEqual(failed['parts-readable'][0]['where'], 'profile.pop')

    def test_incomplete(self):
        with changed() as report:
            cut(report / 'archive.a')
            _, checks, failed = checked(report)
            (report / 'profile.pop').unlink()
            self.assertIsNone(output(report, 'summary')['figures']['fits'])
            self.assertNotIn('The program fits', run('table', 'findings', report).stdout)
        self.assertEqual(checks['archive-tiles']['result'], 'not-applicable')
        self.assertIn('incomplete', checks['archive-tiles']['reason'])
        self.assertEqual(failed['parts-readable'][0]['where'], 'part archive.a')


class WhatIsNotWhole(unittest.TestCase):
    """`check` says "all pass" only if all files are complete."""

    def parts(self, report):
        status, checks, failed = checked(report)
        return status, checks['parts-readable'], failed.get('parts-readable')

    def test_cut_debug_information(self):
        with changed() as report:
            cut(report / 'debug.cbor')
            status, parts, failed = self.parts(report)
            self.assertEqual((status, parts['result'], parts['failed']), (3, 'fail', 1))
            self.assertEqual(failed[0]['where'], 'part debug.cbor')
            self.assertIn('truncated', failed[0]['found'])
            # A file of a run that has not ended is not damaged.
            (report / 'profile.pop').rename(report / 'profile_abcd1234.pop')
            status, parts, _ = self.parts(report)
            self.assertEqual((status, parts['result']), (0, 'pass'))

    def test_something_else_under_a_file_s_name(self):
        for name in 'profile.pop', 'archive.a', 'debug.cbor', 'app.json':
            for kind in 'link', 'folder', 'pipe':
                with self.subTest(name=name, kind=kind), changed() as report:
                    (report / name).unlink()
                    if kind == 'link':
                        (report / name).symlink_to('/nowhere/file')
                    elif kind == 'folder':
                        (report / name).mkdir()
                    else:
                        os.mkfifo(report / name)
                    status, parts, failed = self.parts(report)
                    self.assertEqual((status, parts['failed'], failed[0]['where']), (3, 1, name))


class WithoutLoweredVariables(unittest.TestCase):
    """A profile without autoReport.outputLoweredVars: sums over variables are absent, not 0 bytes."""

    def test_what_needs_them_says_so(self):
        with changed('delete from vars_info') as report:
            for table in ('what-if', 'what-if-tiles', 'tile-gaps', 'tile-variables', 'exchanges',
                          'liveness-tiles'):
                done = run('table', table, report, *({'liveness-tiles': ['--location=memory?by=packing'],
                                               'exchanges': ['--location=memory?by=buffer']}.get(table, [])))
                self.assertEqual((done.returncode, done.stdout), (1, ''), table)
                self.assertIn('outputLoweredVars', done.stderr, table)
            self.assertEqual(run('memory', report).returncode, 0)

    def test_one_question_that_the_report_cannot_answer(self):
        """All such commands fail in the same way, in text and in JSON, and print nothing."""
        with changed('delete from vars_info') as report:
            for arguments in (('fit',), ('memory', '--tile', 'fullest'), ('table', 'kinds'), ('fit', '--scale', 'weights=2'),
                              ('fit', '--change', 'half')):
                words = [arguments[0], *arguments[1:2], report] if arguments[0] == 'table' else [arguments[0], report, *arguments[1:]]
                for form in (), ('--json',):
                    done = run(*words, *form)
                    self.assertEqual((done.returncode, done.stdout), (1, ''), (arguments, form))
                    self.assertIn('outputLoweredVars', done.stderr, (arguments, form))
        with changed('delete from programs') as report:
            for form in (), ('--json',):
                done = run('operations', report, '--by', 'line', *form)
                self.assertEqual((done.returncode, done.stdout), (1, ''), form)

    def test_summary_names_the_option(self):
        with changed('delete from vars_info') as report:
            shown = ' '.join(run('summary', report).stdout.split())
            self.assertIn('lowered-variables', [one['what'] for one in output(report, 'summary')['missing']])
        self.assertRegex(shown, r'Missing .*lowered variables.*outputLoweredVars=true')
        self.assertNotIn('lowered variables', run('summary', Demo.path()).stdout)

    def test_the_rest_is_as_with_them(self):
        with changed('delete from vars_info') as report:
            for command in 'liveness', 'memory':
                self.assertEqual(output(report, command)['tables'], output(Demo.path(), command)['tables'], command)
            # Kinds of variables need lowered variables.
            without, whole = ([[row[key] for key in row if key != 'kind'] for row in table(path, 'variables')]
                              for path in (report, Demo.path()))
            self.assertEqual(without, whole)


class LostRows(unittest.TestCase):
    def test_no_cycles_are_not_zero(self):
        with changed('delete from steps_by_ipu') as report:
            status, checks, _ = checked(report)
            self.assertEqual((status, checks['step-rows']['result']), (3, 'fail'))
            done = run('summary', report)
            self.assertEqual(done.returncode, 0)
            self.assertNotRegex(done.stdout, r'\nCycles +0')


class WithoutMemory(unittest.TestCase):
    def test_always_live_is_unknown_and_not_0(self):
        with changed('delete from memory_by_tile', 'delete from memory_by_category') as report:
            for command in 'summary', 'liveness':
                figures = output(report, command)['figures']
                self.assertEqual((figures['peak_bytes'], figures['always_live_bytes']), (None, None), command)
                self.assertNotRegex(run(command, report).stdout, '0 B (of it )?always live')


class Recovered(unittest.TestCase):
    def test_what_the_journal_held_is_said(self):
        with changed() as report, tempfile.TemporaryDirectory() as cache:
            (report / 'profile.pop-journal').write_bytes(bytes(700))
            for _ in range(2):  # recovered, and then found in the cache
                done = run('summary', report, '--recover', '--json', env={'XDG_CACHE_HOME': cache})
                self.assertEqual(done.returncode, 0)
                self.assertIn('nothing to roll back', ' '.join(json.loads(done.stdout)['notices']))


if __name__ == '__main__':
    unittest.main()
