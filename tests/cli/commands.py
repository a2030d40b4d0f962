#!/usr/bin/python3
"""Tests poplens-cli from outside: exit statuses, messages, formats, pictures. Runs on the demo report, and on real ones
if they are available."""
import itertools
import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import tempfile
import unittest

from diff_reports import altered
from harness import BIN, LONG, REPORTS, Aborted, Compiled, Demo, Report, Small, changed, edit, needs_reports, output, rows, run, table
from takes import commands

COMMANDS = ('summary', 'memory', 'liveness', 'fit', 'time', 'trace', 'programs', 'operations')


class Status(unittest.TestCase):
    def test_without_a_command(self):
        """Without a command, one report is summed up, a folder of several is listed, and two reports are compared."""
        report = str(Demo.path())
        self.assertEqual(run(report).stdout, run('summary', report).stdout)
        self.assertEqual(run(report, '--json').stdout, run('summary', report, '--json').stdout)
        self.assertEqual(run(report, report).stdout, run('diff', report, report).stdout)
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            for name in 'one', 'two':
                os.symlink(report, f'{folder}/{name}')
            self.assertEqual(run(folder).stdout, run('list', folder).stdout)
        self.assertEqual(run('help', 'memory').stdout, run('memory', '--help').stdout)
        self.assertIn('did you mean "summary"?', run('sumary', report).stderr)

    def fails(self, status, *arguments, says=()):
        done = run(*arguments)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, '')
        for word in says:
            self.assertIn(word, done.stderr)
        if status == 1:
            self.assertEqual(done.stderr.count('\n'), 1, done.stderr)

    def test_name_behind_options(self):
        """The value of an option is not taken for a table's name."""
        want = run('table', 'memory-tiles', Demo.path(), '--filter', 'programs', '--tile', '5', '--csv')
        self.assertEqual(want.returncode, 0)
        for arguments in (('--filter', 'programs', 'memory-tiles', Demo.path(), '--tile', '5', '--csv'),
                          ('--tile', '5', '--csv', '--filter=programs', 'memory-tiles', Demo.path())):
            done = run('table', *arguments)
            self.assertEqual((done.returncode, done.stdout), (0, want.stdout), done.stderr)
        self.assertIn('--tile', run('table', '--help', 'memory-tiles').stdout)
        self.fails(2, 'table', '--describe', 'memory-tiles', says=('REPORT',))

    def test_other_report_of_one(self):
        """A table that compares nothing does not open the other report of its location."""
        location = 'insights?with=/nowhere'
        self.assertEqual(run('table', 'memory-ipus', Demo.path(), '--csv', '--location', location).stdout,
                         run('table', 'memory-ipus', Demo.path(), '--csv').stdout)
        self.fails(1, 'table', 'memory-tiles', Demo.path(), '--location', 'memory?with=/nowhere', says=('/nowhere',))

    def test_help_and_version(self):
        for arguments in ('--help',), ('--version',), *((c, '--help') for c in commands()), ('summary', '--version'):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
            self.assertIn(' '.join(('poplens-cli', *arguments[:-1])) if arguments[-1] == '--help' else 'poplens-cli', done.stdout)
        self.assertEqual(len(commands()), 17)

    def test_wrong_use(self):
        report = Small.path()
        self.fails(2)
        self.fails(2, 'sumary', report, says=('sumary', 'summary'))
        self.fails(2, 'frobnicate', report, says=('frobnicate', '--help'))
        self.fails(2, 'summary', says=('REPORT',))
        self.fails(2, 'summary', report, 'more', says=('more',))
        for arguments in ('summary', ''), ('table', '', report), ('table', 'options', ''), ('export', '', '-o', 'x.png'):
            self.fails(2, *arguments, says=('empty',))
        # Messages name options, not the location keys that they set.
        for command, option, says in (
                ('summary', '--frobnicate', '--frobnicate'), ('memory', '--frobnicate', '--frobnicate'),
                ('liveness', '--tile=', '--tile needs a value'), ('memory', '--unit=', '--unit needs a value'),
                ('memory', '--unit=furlong', 'unknown unit "furlong"; use binary'),
                ('fit', '--tile=5', '--tile needs --change or --scale'),
                ('fit', '--ipu=0', '--ipu needs --change or --scale'),
                ('memory', '--by=foo', 'unknown --by "foo"; use category|group|tile|'),
                ('liveness', '--tile=abc', 'invalid --tile "abc"; use tiles and ranges, for example 0,5,100-120\n'),
                ('liveness', '--tile=;;;', 'invalid --tile ";;;"'), ('memory', '--tile=,', 'invalid --tile ","'),
                ('memory', '--tile=\n', 'invalid --tile'), ('liveness', '--tile=5x', '5x'),
                ('liveness', '--tile=999999', 'no tile 999999; valid: 0 to 127\n'), ('liveness', '--ipu=7', 'no IPU 7'),
                ('liveness', '--step=,', 'invalid step ","'), ('liveness', '--step=x', 'invalid step "x"'),
                ('liveness', '--step=999999', 'no step 999999; valid: 0 to 209\n'),
                ('liveness', '--location=liveness?jump=far', 'poplens-cli: invalid jump; use peak'),
                ('liveness', '--replica=4', 'no replica 4; valid: 0\n'),
                ('trace', '--ipu=9', 'no IPU 9; valid: 0 to 1\n'), ('trace', '--ipu=x', 'invalid IPU "x"; use a number\n'),
                ('trace', '--range=9..3', '9..3'), ('time', '--range=x', '"x"'), ('trace', '--by=colour', 'colour'),
                ('trace', '--limit=many', '--limit "many"'), ('fit', '--scale=', '--scale needs a value'),
                ('fit', '--change=foo', 'unknown change "foo"'), ('fit', '--estimate=foo', '"foo"; use optimistic or pessimistic\n'),
                ('fit', '--avoid=foo', '"foo"'), ('fit', '--margin=foo', '"foo"; use percent'),
                ('fit', '--scale=*@99999=2', 'none of these tiles'),
                ('operations', '--layer=foo', 'unknown layer "foo"; layers: '), ('operations', '--frame=x', '"x"; use caller'),
                ('operations', '--operation=x', 'unknown operation "x"'), ('programs', '--depth=x', 'invalid depth "x"'),
                ('programs', '--root=x', 'no root "x"'),
                ('programs', '--compilation=77', 'no compilation step "77"; the report records none\n'),
                ('table', '--where=', '--where needs a value'), ('table', '--columns=tile,colour', '"colour"; columns: tile, ipu'),
                ('table', '--sort=colour', '"colour"'), ('table', '--location=memory?sort.memory-tiles=colour', '"colour"'),
                ('table', '--limit=-1', 'invalid --limit "-1"; use 0 (all) or more\n'),
                ('table', '--where=total >> 3', 'invalid --where "total >> 3"; use COLUMN OP VALUE'),
                ('budget', '--rule=min-free-bytes=3x', '"3x"; use bytes with a unit, or percent up to 100 %, for example 600 KiB or 90 %, or +5 % of another report\n'),
                ('budget', '--rules=/nonexistent', 'cannot read /nonexistent: No such file or directory\n'),
                ('budget', '--rule=foo', 'KIND: program, compute-set, operation, category, variable, kind, vertex; RULE: max-cycles')):
            table = ('memory-tiles',) if command == 'table' else ()
            for more in ((), ('--json',)) if command != 'budget' else ((),):
                self.fails(2, command, *table, report, option, *more, says=(says,))
        for arguments, words in ((('--tile', '40', '--ipu', '1'), ('tile 40 is on IPU 0', 'omit')),
                                 (('--tile', '40', '--ipu', '9'), ('no IPU', '9'))):
            self.fails(2, 'liveness', report, '--step', '3', *arguments, says=words)
        both = 'liveness', report, '--step', '3', '--json', '--tile', '40'
        self.assertEqual(run(*both, '--ipu', '0').stdout, run(*both).stdout)
        # A variable is not ignored if a step is given too.
        self.fails(2, 'liveness', report, '--step', '3', '--variable', 'nope', says=('nope',))
        self.fails(2, 'table', 'exchanges', report, report, says=('memory-tiles', 'programs', 'critical-path'))
        self.fails(2, 'table', 'memory-categories', report, '--by', 'tile', says=('category',))
        self.fails(2, 'table', 'critical-path', report, report, '--by', 'step', says=('cause',))
        self.fails(1, 'table', 'memory-tiles', report, 'nowhere', says=('write nowhere:/path\n',))
        for words in (b'--unit', b'\xff'), (b'--unit=\xff',):
            self.fails(2, 'memory', report, *map(os.fsdecode, words), says=('--unit is not valid UTF-8',))
        self.fails(2, 'table', 'nothing', report, says=('nothing',))
        self.fails(2, 'show', report, 'nothing of that name', says=('no matches',))
        for number in '99999999', str(2**64 - 1), 'x':
            self.fails(2, 'show', report, 'context', number, says=('no context', number))

    def test_wrong_exports(self):
        report = Small.path()
        for name in 'x.bmp', 'x.tar', 'x.':
            self.fails(2, 'export', report, '-o', name, says=(name, '.svg', '--format'))
        self.fails(2, 'export', report, says=('FILE',))
        with tempfile.TemporaryDirectory() as folder:
            for size in '10', '0x5', '5x', '99999x5', '-3x5', 'axb', '10x10x0', '10x10xnan':
                self.fails(2, 'export', report, '-o', f'{folder}/x.png', f'--size={size}', says=(size,))
            self.assertEqual(os.listdir(folder), [])

    def test_places_that_are_not_there(self):
        report = Small.path()
        with tempfile.TemporaryDirectory() as folder:
            picture = 'export', report, '-o', f'{folder}/x.png'
            for place, says in (('nowhere', ('nowhere', 'memory')), ('memory?tiles=5', ('tiles', 'tile')), ('memory?tile=5x', ('5x',)),
                                ('memory?tile=-1', ('-1',)), ('memory?tile=5.5', ('5.5',)),
                                ('memory?tile=99999', ('99999', 'tiles are 0 to 127')),
                                ('memory?sort.memory-tile=tile', ('memory-tile', 'memory-tiles')),
                                ('memory?sort.memory-tiles=colour', ('colour',)),
                                # Values are checked even if no table uses the key; keys of other pages are allowed.
                                ('memory?breakdown=nonsense', ('use none, region, group, category, liveness or kind',)),
                                ('memory?clock=zz', ('invalid clock "zz"; use recorded or first',)),
                                ('liveness?foo=bar', ('unknown key "foo"',))):
                for command in ('table', 'memory-tiles', report), picture:
                    self.fails(2, *command, '--location', place, says=says)
            for place, says in (('memory?tab=foo', ('foo',)), ('memory?order=foo', ('foo', 'use')), ('summary?unit=foo', ('foo', 'si')),
                                ('memory?unit=foo', ('foo', 'si')), ('memory?gaps=foo', ('foo', 'yes'))):
                self.fails(2, *picture, '--location', place, says=says)
            self.assertEqual(os.listdir(folder), [])

    def test_locations_of_other_pages(self):
        """A key means the same in every command."""
        report = Small.path()
        self.assertEqual(run('table', 'memory-tiles', report, '--location', 'trace?view=flame&colour=class').returncode, 0)
        pages = dict(zip(COMMANDS, (*COMMANDS[:3], 'insights', 'trace', *COMMANDS[5:])))
        for command, page in pages.items():
            for other in sorted(set(pages.values())):
                with self.subTest(command=command, page=other):
                    if other == page:
                        self.assertEqual(run(command, report, '--location', other).stdout, run(command, report).stdout)
                    else:
                        self.fails(2, command, report, '--location', other, says=('is of the page',))

    def test_location_chooses_the_command(self):
        """Without a command, the page of a location selects the command, and its tab the rows."""
        report = str(Small.path())
        for place, command in (('memory?tile=3', 'memory --tile=3'), ('memory?tab=memory-tiles', 'memory --by=tile'),
                               ('memory?tab=tile-variables&tile=3', 'memory --by=variable --tile=3'),
                               ('liveness?step=5', 'liveness --step=5'), ('programs', 'programs'), ('operations', 'operations'),
                               ('insights', 'fit'), ('insights?change=recompute', 'fit --change=recompute'), ('summary', 'summary'),
                               ('trace?ipu=1', 'trace --ipu=1'), ('trace?tab=trace-types', 'trace --by=type'),
                               ('trace?by=program&tab=trace-costs', 'trace --by=program'), ('trace?tab=trace-waterfall', 'time'),
                               ('trace?tab=critical-path', 'time --by=critical-path')):
            with self.subTest(place):
                name, *options = command.split()
                want, done = run(name, report, *options), run(report, f'--location={place}')
                self.assertEqual((done.returncode, done.stdout), (want.returncode, want.stdout), done.stderr)
        self.assertEqual(run(report, '--location', 'memory?tile=3', '--json').stdout, run('memory', report, '--tile', '3', '--json').stdout)
        self.fails(2, report, '--location', 'nowhere', says=('nowhere', 'memory'))

    def test_reports_that_are_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in COMMANDS:
                for option in (), ('--json',):
                    self.fails(1, command, f'{folder}/none', *option, says=(f'{folder}/none',))
                    self.fails(1, command, folder, *option, says=('profile.pop',))
            self.fails(1, 'export', folder, '--output', f'{folder}/x.png')
            self.fails(1, 'table', 'options', folder)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    def test_several_reports(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ('training', 'inference'):
                pathlib.Path(folder, name).symlink_to(Demo.path())
            self.fails(1, 'summary', folder, says=('training', 'inference'))

    def check_aborted(self, report):
        for command in COMMANDS:
            self.fails(1, command, report, '--json', says=('aborted',))

    def test_aborted(self):
        self.check_aborted(Aborted.path())

    @needs_reports
    def test_real_aborted(self):
        self.check_aborted(REPORTS / 'aborted')

    def test_one_damaged_part(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'profile.pop')
            shutil.copyfile(Demo.path() / 'profile.pop', path)
            edit(path, 'delete from steps')
            self.fails(1, 'trace', folder, says=('profile.pop', 'damaged'))
            self.fails(1, 'trace', folder, '--json', says=('profile.pop', 'damaged'))
            summary = run('summary', folder)
            self.assertEqual(summary.returncode, 0)
            self.assertIn('damaged', summary.stderr)
            self.assertIn('Fullest tile', summary.stdout)
            self.assertEqual(run('memory', folder).returncode, 0)

    def test_a_picture_that_cannot_be_written(self):
        self.fails(1, 'export', Small.path(), '--output', '/nowhere/x.png', says=('cannot write /nowhere/x.png: No such file',))
        with tempfile.TemporaryDirectory() as folder:
            self.fails(1, 'export', Small.path(), '-o', folder, '--format=png', says=(folder, 'directory'))
            self.assertEqual(os.listdir(folder), [])

    def test_full_disk(self):
        with open('/dev/full', 'w') as full:
            done = subprocess.run([BIN / 'poplens-cli', 'memory', Demo.path(), '--json'], stdout=full,
                                  stderr=subprocess.PIPE, text=True, timeout=600)
        self.assertEqual(done.returncode, 1)
        self.assertIn('standard output', done.stderr)

    def test_a_closed_pipe_is_quiet(self):
        for arguments in (('memory', Demo.path(), '--json'), ('programs', Demo.path(), '--all'),
                          ('table', 'memory-tiles', Demo.path())):
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run([BIN / 'poplens-cli', *arguments], stdout=write, stderr=subprocess.PIPE,
                                  text=True, timeout=600)
            os.close(write)
            self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)

    def test_a_closed_pipe_as_a_file(self):
        """A closed pipe given as a file is treated like standard output; the result of budget is still returned."""
        over, out = '--rule=max-trace-cycles=1', '/dev/stdout'
        for status, *arguments in ((0, 'export', Small.path(), '--format=html', '-o', out), (0, 'export', Small.path(), '--format=chrome', '-o', out),
                                   (3, 'budget', Small.path(), over, '--junit', out), (3, 'budget', Small.path(), over)):
            read, write = os.pipe()
            program = subprocess.Popen([BIN / 'poplens-cli', *arguments], stdout=write, stderr=subprocess.PIPE, text=True)
            os.close(write)
            os.close(read)
            self.assertEqual((program.communicate(timeout=600)[1], program.returncode), ('', status), arguments)


class Text(unittest.TestCase):
    def test_time_of_the_host(self):
        """The host's time of the runs does not contradict the cycles: the text says what it includes."""
        with altered(Small.path(), 'update runs set elapsed_microseconds = 50000') as report:
            said = ' '.join(run('summary', report).stdout.split())
            runs, = Report(report).all('select count(*) from runs')[0]
        self.assertIn(f'the host measured {50 * runs} ms for {runs} runs, start and end included', said)

    def test_memory_always_has_categories(self):
        for env, rows in ({}, 9), ({'LINES': '24'}, 4), ({'LINES': '10'}, 1):
            shown = run('memory', Demo.path(), env={'COLUMNS': '80', **env}).stdout
            self.assertGreaterEqual(int(re.findall(r'^(\d+) of \d+ rows', shown, re.MULTILINE)[-1]), rows, shown)

    def test_cycles_that_are_not_recorded(self):
        """Steps without rows in steps_by_ipu: their cycles are absent, not 0."""
        with changed('drop table steps_by_ipu', of=Small) as report:
            shown = run('trace', report)
            self.assertEqual(shown.returncode, 0)
            self.assertRegex(shown.stderr, r'incomplete: (\d+) of \1 executed steps have no row')
            self.assertIsNone(output(report, 'trace')['figures']['trace_cycles'])
            self.assertRegex(run('table', 'trace-types', report).stdout, r'OnTileExecute +– +no +[\d,]+ +– +–')
            self.assertEqual({r['tile_cycles'] for r in table(report, 'trace-types')}, {None})

    def test_a_pipe_has_no_colours(self):
        for command in COMMANDS:
            self.assertNotIn('\033', run(command, Small.path()).stdout)

    def test_says_only_what_is_known(self):
        with changed('update target_info set bytes_per_tile = 0', 'delete from cycles_by_tile', of=Small) as report:
            done = run('summary', report)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(' '.join(done.stdout.split()), r'Note +(\d+) of \1 executed steps .* missing')
            self.assertRegex(done.stdout, r'Memory fit +Unknown')
        self.assertRegex(run('summary', Small.path()).stdout, r'Memory fit +Yes')

    def test_nothing_that_a_terminal_obeys(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, 'a\n\033[31mb')
            report.symlink_to(Small.path())
            for command in COMMANDS:
                done = run(command, report)
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                self.assertNotIn('\033', done.stdout)
            done = run('summary', report / 'none\n')
            self.assertEqual((done.returncode, done.stderr.count('\n')), (1, 1))
            self.assertNotIn('\033', done.stderr)
            self.assertIn('a\\n\\x1b[31mb', done.stderr)
            hidden = '\u200b\u061c\u202e\u2066'
            self.assertIn('/nowhere\\u200b\\u061c\\u202e\\u2066', run('summary', f'/nowhere{hidden}').stderr)

    def test_what_is_odd_is_said(self):
        for statement, says in (
                ('update version_info set major = 4', 'version 4'),
                ("update version_info set file_type = 'x_profile'", 'x_profile'),
                ("update execution_info set compilation_id = 'other'", 'compilation'),
                ("update relative_sync_delay set delay = 'x'", 'relative_sync_delay'),
                ('update memory_by_tile set total_including_gaps = total - 1 where tile = 5', 'tile 5)')):
            with changed(statement, of=Small) as report:
                done = run('summary', report, '--all')
                self.assertEqual(done.returncode, 0, statement)
                self.assertIn(says, done.stdout.replace('\n', ' '))

    def test_a_bad_json_file_harms_nothing_else(self):
        for text in '{', '[' * 600 + ']' * 600, None:
            with changed(files=[('app.json', text or '[]')], of=Small) as report:
                if text is None:
                    os.truncate(report / 'app.json', 65 << 20)
                for arguments in (), ('--all',):
                    done = run('summary', report, *arguments)
                    self.assertEqual(done.returncode, 0)
                    self.assertIn('Fullest tile', done.stdout)
                    self.assertIn('app.json', done.stdout + done.stderr)

    def test_a_bad_json_file_beside_a_good_one(self):
        """A table of two files shows the good one and names the bad one; if both are bad it fails and names them."""
        with changed(files=[('app.json', '{')], of=Small) as report, tempfile.TemporaryDirectory() as folder:
            commands = [('table', 'metadata', report, *form) for form in ((), ('--csv',), ('--json',))]
            commands += [('export', report, '--tables', 'metadata', '-o', f'{folder}/x.{ending}') for ending in ('csv', 'json', 'sqlite')]
            for status, good in (0, '{"a": [1, 2]}'), (1, None):
                if good:
                    (report / 'framework.json').write_text(good)
                else:
                    (report / 'framework.json').unlink()
                for command in commands:
                    done = run(*command)
                    self.assertEqual(done.returncode, status, (command, done.stderr))
                    self.assertIn('app.json is not valid JSON', done.stderr, command)
            (report / 'framework.json').write_text('{"a": [1, 2]}')
            answer = json.loads(run(*commands[2]).stdout)
            self.assertEqual([row['key'] for row in rows(answer)], ['framework.json', 'a', '[0]', '[1]'])
            self.assertTrue(answer['missing'][0]['damaged'])

    def test_nothing_is_rendered_into_a_report(self):
        with changed(of=Small) as report, tempfile.TemporaryDirectory() as elsewhere:
            before = {file.name: file.stat() for file in report.iterdir()}
            link = pathlib.Path(elsewhere) / 'link.png'
            link.symlink_to(report / 'x.png')
            for target, why in ((report / 'x.png', 'is in the report directory'), (link, 'is in the report directory'),
                                (report / 'profile.pop', 'belongs to the report')):
                picture = run('export', report, '--format', 'png', '-o', target)
                self.assertEqual(picture.returncode, 2, picture.stderr)
                self.assertIn(f'{target} {why}', picture.stderr)
            after = {file.name: file.stat() for file in report.iterdir()}
            self.assertEqual({n: (s.st_ino, s.st_size, s.st_mtime_ns) for n, s in before.items()},
                             {n: (s.st_ino, s.st_size, s.st_mtime_ns) for n, s in after.items()})

    def test_absence_is_said(self):
        for command in 'trace', 'time':
            for more in (), ('--json',), ('--csv',):
                done = run(command, Compiled.path(), *more)
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertIn('autoReport.outputExecutionProfile', done.stderr)


class Json(unittest.TestCase):
    def test_summary(self):
        report = Report(Demo.path())
        summary = report.json('summary', '--all')
        figures = summary['figures']
        tiles = report.all('select total_including_gaps, -tile from memory_by_tile')
        options = report.all('select name, value, is_default from compilation_parameters')
        self.assertEqual((figures['fits'], figures['over_bytes'], figures['tiles_over']), (True, 0, 0))
        self.assertEqual((figures['tile_bytes'], -figures['fullest_tile']), max(tiles))
        self.assertEqual(figures['memory_bytes'], sum(size for size, _ in tiles))
        self.assertGreater(figures['peak_bytes'], figures['always_live_bytes'])
        time = report.json('time')['figures']
        for key in 'iteration', 'program', 'outside', 'trace':
            self.assertEqual(figures[f'{key}_cycles'], time[f'{key}_cycles'])
        self.assertEqual(figures['program_cycles'] + figures['outside_cycles'], figures['trace_cycles'])
        periods = [row['period'] for row in report.table('runs', 'trace?by=iteration') if row['period']]
        self.assertIn(figures['iteration_cycles'], range(min(periods), max(periods) + 1))
        self.assertEqual({(o['name'], o['value'], int(o['is_default'])) for o in rows(summary, 'options')
                          if o['set'] == 'compilation'}, set(options))
        files = {f['file']: f for f in rows(summary, 'files') if not f['depth']}
        for name in 'profile.pop', 'debug.cbor':
            self.assertEqual(files[name]['size'], (Demo.path() / name).stat().st_size)
        self.assertTrue(summary['notices'])

    def test_summary_of_what_is_damaged(self):
        with changed("update target_info set bytes_per_tile = 'x'", 'delete from steps', of=Small) as report:
            summary = output(report, 'summary')
            damaged = {one['what']: one['reason'] for one in summary['missing'] if one['damaged']}
            self.assertIn('bytes_per_tile', damaged['target'])
            self.assertIn('steps', damaged['execution'])
            self.assertEqual([summary['figures'][key] for key in ('trace_cycles', 'fits', 'over_bytes')], [None] * 3)
            self.assertGreater(summary['figures']['peak_bytes'], 0)
            self.assertIsNone(summary['next'])
            # Such a table fails if it is requested explicitly.
            for more in ('--csv',), ('--describe',), ('--describe', '--json'):
                self.assertEqual(run('summary', report, *more).returncode, 1)
        with changed('delete from memory_by_tile', 'update target_info set bytes_per_tile = 0', of=Small) as report:
            self.assertIsNone(output(report, 'summary')['figures']['fits'])

    def test_summary_without_a_value(self):
        """A damaged value that nothing else needs affects nothing else, and is named."""
        with changed("update target_info set clock_frequency = 'x'", of=Small) as report:
            done = run('summary', report, '--json')
            self.assertEqual(done.returncode, 0)
            self.assertIn('target_info, row 1: clock_frequency', done.stderr)
            self.assertTrue(rows(json.loads(done.stdout), 'summary'))

    def test_liveness_without_names(self):
        with changed("update programs set variant = 'x'", of=Small) as report:
            done = run('liveness', report, '--json')
            liveness = json.loads(done.stdout)
            self.assertEqual(done.returncode, 0)
            self.assertEqual([f'poplens-cli: {one["reason"][:-1]}' for one in liveness['missing']], done.stderr.splitlines())
            self.assertIn('programs', liveness['missing'][0]['reason'])
            self.assertTrue(rows(liveness))


class Tables(unittest.TestCase):
    def test_columns_that_one_looks_for(self):
        """The most important columns come directly after the name, so that they are visible in a narrow window."""
        for name, first in (('trace-steps', 'step,ipu,type,label,cycles'), ('changes', 'title,options'), ('plan', 'title,options'),
                            ('kinds', 'title,excess_share,tile_bytes')):
            done = run('table', name, Small.path(), '--csv')
            self.assertTrue(done.stdout.startswith(first + ','), (name, done.stdout[:80], done.stderr))

    def test_every_table(self):
        """Prints each table as text; take.py tests CSV and JSON."""
        for line in run('table', '--list').stdout.splitlines():
            name = line.split()[0]
            with self.subTest(table=name):
                done = run('table', name, Small.path())
                if done.returncode == 1:  # the demo report does not have it
                    self.assertEqual(done.stderr.count('\n'), 1)
                    continue
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                self.assertTrue(done.stdout)

    def json(self, name, *options):
        return rows(json.loads(run('table', name, Demo.path(), '--json', *options).stdout))

    def test_sort_limit_columns(self):
        some = self.json('memory-tiles', '--columns', 'total,tile', '--sort', '-total', '--limit', '7')
        self.assertEqual([list(row) for row in some], [['total', 'tile']] * 7)
        want = sorted((row['total'] for row in self.json('memory-tiles')), reverse=True)[:7]
        self.assertEqual([row['total'] for row in some], want)

    def test_empty_iteration(self):
        """An iteration without cycles has no range, and its row has no location."""
        # One IPU, whose clock is that of the trace.
        alone = 'delete from steps_by_ipu where ipu = 1'
        with changed(alone, of=Small) as report:
            begin = table(report, 'runs', 'trace?by=iteration')[-1]['from']
        ends = ', '.join(f'{steps}_{measure} = 0' for steps in ('active_cycles_from', 'active_cycles_to', 'all_cycles_to')
                         for measure in ('max', 'mean', 'min'))
        with changed(alone, f'update steps_by_ipu set cycles_base = {begin}, cycles = 0, {ends} '
                     f'where cycles_base + active_cycles_from_max >= {begin}',
                     # The trace continues after it.
                     'update steps_by_ipu set all_cycles_to_max = all_cycles_to_max + 9999 '
                     f'where step_id = (select max(step_id) from steps_by_ipu where cycles_base < {begin})', of=Small) as report:
            last = table(report, 'runs', 'trace?by=iteration')[-1]
            self.assertEqual((last['from'], last['to']), (begin, begin))
            for name in 'trace-types', 'time-causes':
                done = run('table', name, report, '--range', f'iteration={last["iteration"]}')
                self.assertEqual((done.returncode, done.stdout), (2, ''), name)
                self.assertIn('has no cycles', done.stderr)

    def test_place_selects(self):
        listed = self.json('memory-tiles', '--location', 'memory?tile=3,5-7')
        self.assertEqual([row['tile'] for row in listed], [3, 5, 6, 7])

    def test_what_is_not_by_tile_is_empty_for_tiles(self):
        self.assertTrue(any(row['edges'] for row in self.json('compute-sets')))
        for row in self.json('compute-sets', '--location', 'memory?tile=3'):
            self.assertIsNone(row['edges'])

    def test_target_has_numbers(self):
        values = {row['name']: row['value'] for row in self.json('summary')}
        self.assertEqual(values['Clock, nominal'], 1850000000)
        self.assertEqual(values['Memory per tile'], 638976)
        self.assertIn('1.85 GHz', run('table', 'summary', Demo.path()).stdout)

    def test_totals_say_of_which_run(self):
        (number,), = Report(Small.path()).all('select run_id from execution_cycle_totals limit 1')
        self.assertIn(f'run {number}, as recorded', run('table', 'runs', Small.path(), '--location', 'trace?by=total').stdout)
        with changed('delete from runs where rowid > (select min(rowid) from runs)', of=Small) as report:
            self.assertNotIn('one run alone', run('table', 'runs', report, '--location', 'trace?by=total').stdout)

    def test_numbers_stay_in_a_narrow_terminal(self):
        for columns in 20, 30, 45, 80:
            out = run('memory', Demo.path(), env={'COLUMNS': str(columns), 'LINES': '60'}).stdout
            row = next(line for line in out.splitlines() if line.startswith('Te'))
            self.assertRegex(row, r' MiB')
            self.assertLessEqual(len(row), columns)

    def test_place_sorts_and_filters(self):
        for options, place in ((('--sort', '-total'), 'memory?sort.memory-tiles=-total'), (('--filter', '12'), 'memory?filter.memory-tiles=12')):
            for form in '--json', '--csv', '--all':
                want = run('table', 'memory-tiles', Demo.path(), '--limit', '3', form, *options)
                self.assertEqual(run('table', 'memory-tiles', Demo.path(), '--limit', '3', form, '--location', place).stdout, want.stdout)

    def test_filter(self):
        found = self.json('memory-categories', '--filter', 'code')
        self.assertTrue(0 < len(found) < len(self.json('memory-categories')))
        for row in found:
            self.assertTrue(any('code' in str(v).lower() for v in row.values()), row)


class Pictures(unittest.TestCase):
    def size_of(self, path):
        head = path.read_bytes()[:24]
        self.assertEqual(head[:8], b'\x89PNG\r\n\x1a\n')
        return struct.unpack('>II', head[16:24])

    def test_sizes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'page.png')
            pages, sizes, colours = ('trace', 'memory'), ((1000, 700), (1920, 1200), (320, 200), (1, 1)), ((), ('--dark',))
            once = zip(itertools.cycle(pages), sizes, (colours[i // 2] for i in range(4)))
            for page, size, dark in itertools.product(pages, sizes, colours) if LONG else once:
                done = run('export', Demo.path(), '--location', page, '--output', path, '--size', '%dx%d' % size, *dark)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, '', ''))
                self.assertEqual(self.size_of(path), size)
                path.unlink()

    def test_place_and_dark_change_the_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            pictures = set()
            options = (('memory',), ('memory', '--dark'), ('memory?tile=5-20',), ('memory?order=use',),
                       ('memory?breakdown=region',), ('memory', '--unit', 'bytes'))
            for option in options:
                path = pathlib.Path(folder, 'page.png')
                self.assertEqual(run('export', Demo.path(), '-o', path, '--location', *option).returncode, 0)
                pictures.add(path.read_bytes())
            self.assertEqual(len(pictures), len(options))

    def test_never_over_the_report(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, 'report')
            shutil.copytree(Small.path(), report)
            pathlib.Path(folder, 'soft').symlink_to(report / 'profile.pop')
            os.link(report / 'app.json', pathlib.Path(folder, 'hard'))
            pathlib.Path(folder, 'same').symlink_to(report)
            pathlib.Path(folder, 'into').symlink_to('report/new.png')
            before = {p.name: p.read_bytes() for p in report.iterdir()}
            for name in ('report/profile.pop', 'report/app.json', 'soft', 'hard', 'same/framework.json',
                         'report/archive.a', 'same/profile.pop-journal', 'report/page.png', 'into'):
                done = run('export', report, '--format', 'png', '-o', f'{folder}/{name}')
                self.assertEqual((done.returncode, done.stdout), (2, ''), name)
                self.assertIn(f'{folder}/{name}', done.stderr)
            self.assertEqual({p.name: p.read_bytes() for p in report.iterdir()}, before)

    def test_replaced_as_a_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            old, link = pathlib.Path(folder, 'old.png'), pathlib.Path(folder, 'link.png')
            old.write_text('old')
            other = old.open()  # an open file keeps its old contents
            link.symlink_to('old.png')
            self.assertEqual(run('export', Small.path(), '-o', link).returncode, 0)
            with other:
                self.assertEqual(other.read(), 'old')
            self.assertTrue(link.is_symlink())
            self.size_of(old)
            self.assertEqual(sorted(os.listdir(folder)), ['link.png', 'old.png'])

    def test_into_a_pipe(self):
        done = subprocess.run([BIN / 'poplens-cli', 'export', Small.path(), '--format=png', '-o', '/dev/stdout'],
                              capture_output=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        self.assertEqual(done.stdout[:8], b'\x89PNG\r\n\x1a\n')

    def test_pages_that_are_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run('export', Compiled.path(), '--location', 'trace', '--output', f'{folder}/x.png')
            self.assertEqual(done.returncode, 1)
            self.assertIn('autoReport.outputExecutionProfile', done.stderr)


class DebugContexts(unittest.TestCase):
    def test_layers_and_chain(self):
        report = Report(Demo.path())
        layers = report.table('layers', 'operations?by=type')
        self.assertGreater(sum(row['contexts'] for row in layers), 700)
        program, context = report.all('select id, debug_id from programs where debug_id > 0 order by id desc')[0]
        chain = report.table('contexts', f'programs?program={program}')
        self.assertEqual((chain[0]['level'], chain[0]['id'], chain[0]['layer']), (0, context, 'poplar'))
        one = report.json('show', 'context', str(context))
        self.assertEqual([row['id'] for row in rows(one, 'contexts')], [row['id'] for row in chain if row['of'] == chain[0]['of']])
        self.assertIn(('id', str(context)), [(row['what'], row['value']) for row in rows(one)])
        # If an item is shown, its contexts come after the card.
        beside = rows(report.json('show', f'#{program}', '--all'), 'contexts')
        self.assertEqual(beside[0]['id'], context)

    def test_without(self):
        with changed(of=Small) as report:
            (report / 'debug.cbor').unlink()
            for command in ('show', report, 'context', '758'), ('table', 'layers', report, '--location', 'operations?by=type'):
                done = run(*command)
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertIn('outputDebugInfo', done.stderr)
            self.assertEqual(run('show', report, '#4', '--all').returncode, 0)


if __name__ == '__main__':
    unittest.main()
