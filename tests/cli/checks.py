#!/usr/bin/python3
"""`poplens-cli check`, and what is told of a report of which not all is there."""

import functools
import json
import os
import tempfile
import unittest

import harness
from harness import REPORTS, Compiled, Executed, Killed, needs_reports, run
from harness import Small as Demo

# A check is what it is however many tiles there are.
changed = functools.partial(harness.changed, of=Demo)


class Check(unittest.TestCase):
    def test_good(self):
        done = run('check', Demo.path())
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertRegex(done.stdout, r'^demo\nAll \d+ checks pass')
        self.assertIn('✓ Total of a tile = bytes covered', done.stdout)
        whole = run('check', Demo.path(), '--all').stdout
        self.assertGreater(len(whole), len(done.stdout))
        checks = json.loads(run('check', Demo.path(), '--json').stdout)
        self.assertEqual(checks['failed'], 0)
        self.assertEqual(checks['passed'] + checks['not_applicable'], len(checks['checks']))
        for one in checks['checks']:
            self.assertEqual(one['failures'], [])
            self.assertEqual(one['reason'] is None, one['result'] == 'pass')

    def test_failing(self):
        with changed('update memory_by_tile set total = total + 4 where tile = 7') as report:
            done = run('check', report)
            self.assertEqual((done.returncode, done.stderr), (3, ''))
            self.assertRegex(done.stdout, r'^report\n1 of \d+ checks failed\.\n  ✗ Total of a tile')
            self.assertRegex(done.stdout, r'tile 7: expected [\d,]+, found [\d,]+')
            done = run('check', report, '--json')
            self.assertEqual((done.returncode, done.stderr), (3, ''))
            failing = [c for c in json.loads(done.stdout)['checks'] if c['result'] == 'fail']
            self.assertEqual([c['key'] for c in failing], ['memory-total'])
            self.assertEqual(failing[0]['failures'][0]['place'], 'memory?tile=7')
            rows = [row for row in json.loads(run('table', 'checks', report, '--format', 'json').stdout) if row['depth']]
            self.assertEqual([(r['key'], r['where']) for r in rows], [('memory-total', 'tile 7')])

    def test_refused_part_fails(self):
        with changed('delete from steps') as report:
            done = run('check', report, '--json')
            self.assertEqual((done.returncode, done.stderr), (3, ''))
            by_key = {c['key']: c for c in json.loads(done.stdout)['checks']}
            self.assertEqual(by_key['parts-readable']['result'], 'fail')
            self.assertEqual(by_key['step-cycles']['result'], 'not-applicable')
            self.assertIn('execution', by_key['step-cycles']['reason'])

    def test_errors(self):
        for arguments, status in ((('check',), 2), (('check', '/nowhere'), 1), (('check', 'a', 'b'), 2)):
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

def checks_of(done):
    return {check['key']: check for check in json.loads(done.stdout)['checks']}


class ArchiveAlone(unittest.TestCase):
    def test_what_is_not_recorded_is_null(self):
        with changed() as report:
            (report / 'profile.pop').write_bytes(b'')
            memory = json.loads(run('memory', report, '--json').stdout)
            summary = json.loads(run('summary', report, '--json').stdout)
        self.assertIsNone(memory['total'])
        self.assertGreater(memory['total_including_gaps'], 0)
        for key in ('total', 'always_live', 'not_always_live_max', 'shared'):
            self.assertEqual({tile[key] for tile in memory['tiles']}, {None}, key)
        self.assertIsNone(summary['fullest_tile']['total'])
        self.assertTrue(any('profile.pop' in notice for notice in summary['notices']))

    def test_profile_that_it_stands_in_for_fails(self):
        with changed() as report:
            (report / 'profile.pop').write_bytes(b'')
            done = run('check', report, '--json')
        parts = checks_of(done)['parts-readable']
        self.assertEqual((parts['result'], parts['failed']), ('fail', 1))
        self.assertEqual(parts['failures'][0]['where'], 'profile.pop')

    def test_incomplete(self):
        with changed() as report:
            archive = report / 'archive.a'
            archive.write_bytes(archive.read_bytes()[:archive.stat().st_size // 2])
            checks = checks_of(run('check', report, '--json'))
            tiles, parts = checks['archive-tiles'], checks['parts-readable']
            (report / 'profile.pop').unlink()
            summary = json.loads(run('summary', report, '--json').stdout)
            insights = run('insights', report).stdout
        self.assertEqual(tiles['result'], 'not-applicable')
        self.assertIn('incomplete', tiles['reason'])
        self.assertEqual(parts['failures'][0]['where'], 'part archive.a')
        self.assertIsNone(summary['fits'])
        self.assertNotIn('The program fits', insights)


class WhatIsNotWhole(unittest.TestCase):
    """`check` says "all pass" of whole files only."""

    def parts(self, report):
        done = run('check', report, '--json')
        return done.returncode, checks_of(done)['parts-readable']

    def test_cut_debug_information(self):
        with changed() as report:
            debug = report / 'debug.cbor'
            debug.write_bytes(debug.read_bytes()[:debug.stat().st_size // 2])
            status, parts = self.parts(report)
            self.assertEqual((status, parts['result'], parts['failed']), (3, 'fail', 1))
            self.assertEqual(parts['failures'][0]['where'], 'part debug.cbor')
            self.assertIn('truncated', parts['failures'][0]['found'])
            # of a run that had not ended, that is no damage
            (report / 'profile.pop').rename(report / 'profile_abcd1234.pop')
            status, parts = self.parts(report)
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
                    status, parts = self.parts(report)
                    self.assertEqual((status, parts['failed']), (3, 1))
                    self.assertEqual(parts['failures'][0]['where'], name)


class WithoutLoweredVariables(unittest.TestCase):
    """A profile without autoReport.outputLoweredVars: sums over no variables are not 0 bytes."""

    def test_what_needs_them_says_so(self):
        with changed('delete from vars_info') as report:
            for table in ('what-if', 'what-if-tiles', 'tile-gaps', 'tile-variables', 'exchange-buffers',
                          'liveness-tiles'):
                done = run('table', table, report, *(['--location=memory?by=packing'] if table == 'liveness-tiles' else []))
                self.assertEqual((done.returncode, done.stdout), (1, ''), table)
                self.assertIn('outputLoweredVars', done.stderr, table)
            done = run('memory', report, '--tile', '3')
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            self.assertIn('outputLoweredVars', done.stdout)
            made = json.loads(run('memory', report, '--tile', '3', '--json').stdout)
            self.assertIn('outputLoweredVars', made['absent'])

    def test_one_question_that_the_report_cannot_answer(self):
        """Each such command fails alike, in text and in JSON, and prints nothing."""
        with changed('delete from vars_info') as report:
            for arguments in (('fit',), ('plan',), ('fill',), ('kinds',), ('kinds', '--why', 'weights'), ('what-if',),
                              ('what-if', '--scale', 'weights=2'), ('what-if', '--half')):
                for form in (), ('--json',):
                    done = run(arguments[0], report, *arguments[1:], *form)
                    self.assertEqual((done.returncode, done.stdout), (1, ''), (arguments, form))
                    self.assertIn('outputLoweredVars', done.stderr, (arguments, form))
        with changed('delete from programs') as report:
            for form in (), ('--json',):
                done = run('sources', report, *form)
                self.assertEqual((done.returncode, done.stdout), (1, ''), form)

    def test_summary_names_the_option(self):
        with changed('delete from vars_info') as report:
            shown = ' '.join(run('summary', report).stdout.split())
        self.assertRegex(shown, r'Missing .*lowered variables.*outputLoweredVars=true')
        self.assertNotIn('lowered variables', run('summary', Demo.path()).stdout)

    def test_the_rest_is_as_with_them(self):
        with changed('delete from vars_info') as report:
            for command in 'liveness', 'peaks', 'variables', 'memory':
                with_them = json.loads(run(command, Demo.path(), '--json').stdout)
                self.assertEqual(json.loads(run(command, report, '--json').stdout), with_them, command)


class Misuse(unittest.TestCase):
    """What can be read and is not there is refused, not left out."""

    def test_it_is_refused(self):
        for arguments, says in ((('what-if', '--scale', '*@99999=2'), 'none of these tiles'),
                                (('table', 'trace-types', '--location', 'trace?range=9-3'), '9-3'),
                                (('table', 'trace-steps', '--location', 'trace?range=x'), 'FROM..TO')):
            name, *options = arguments
            words = (options.pop(0),) if name == 'table' else ()
            done = run(name, *words, Demo.path(), *options)
            self.assertEqual((done.returncode, done.stdout), (2, ''), arguments)
            self.assertIn(says, done.stderr)


class LostRows(unittest.TestCase):
    def test_no_cycles_are_not_zero(self):
        with changed('delete from steps_by_ipu') as report:
            status = run('check', report, '--json')
            self.assertEqual(status.returncode, 3)
            self.assertEqual(checks_of(status)['step-rows']['result'], 'fail')
            done = run('summary', report)
            self.assertEqual(done.returncode, 0)
            self.assertNotRegex(done.stdout, r'\nCycles +0')


class WithoutMemory(unittest.TestCase):
    def test_always_live_is_unknown_and_not_0(self):
        with changed('delete from memory_by_tile', 'delete from memory_by_category') as report:
            peak = json.loads(run('summary', report, '--json').stdout)['peak']
            self.assertEqual((peak['total'], peak['always_live']), (None, None))
            for command in 'summary', 'liveness':
                done = run(command, report)
                self.assertRegex(' '.join(done.stdout.split()), 'Excludes always-live memory .not recorded.')
                self.assertNotIn('0 B always live', done.stdout)


class Recovered(unittest.TestCase):
    def test_what_the_journal_held_is_said(self):
        with changed() as report, tempfile.TemporaryDirectory() as cache:
            (report / 'profile.pop-journal').write_bytes(bytes(700))
            for _ in range(2):  # made, and found again
                done = run('summary', report, '--recover', '--json', env={'XDG_CACHE_HOME': cache})
                self.assertEqual(done.returncode, 0)
                self.assertIn('nothing to roll back', ' '.join(json.loads(done.stdout)['notices']))


if __name__ == '__main__':
    unittest.main()
