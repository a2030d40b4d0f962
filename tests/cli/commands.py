#!/usr/bin/python3
"""poplens-cli from outside: exit statuses, messages, formats, pictures. Runs on the demo report, and on
real ones where they are there."""
import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import sqlite3
import struct
import subprocess
import tempfile
import unittest

from diff_reports import altered
from harness import BIN, LONG, REPORTS, Aborted, Compiled, Demo, Executed, Report, Small, changed, needs_reports, run

COMMANDS = ('summary', 'insights', 'memory', 'liveness', 'fill', 'peaks', 'what-if', 'fit', 'variables', 'kinds', 'time',
            'trace', 'programs', 'operations')


class Status(unittest.TestCase):
    def test_without_a_command(self):
        """A report is summed up, a folder of several listed, and two are compared."""
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

    def test_help_and_version(self):
        for arguments in (('--help',), ('--version',), *((c, '--help') for c in COMMANDS),
                          ('check', '--help'), ('table', '--help'), ('render', '--help'), ('summary', '--version')):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
            self.assertIn('poplens-cli', done.stdout)
            if arguments[-1] == '--help' and len(arguments) == 2:
                self.assertIn(f'poplens-cli {arguments[0]} ', done.stdout)

    def test_wrong_use(self):
        report = Demo.path()
        self.fails(2)
        self.fails(2, 'sumary', report, says=('sumary', 'summary'))
        self.fails(2, 'frobnicate', report, says=('frobnicate', '--help'))
        self.fails(2, 'summary', says=('REPORT',))
        self.fails(2, 'summary', report, 'more', says=('more',))
        for arguments in (('summary', ''), ('table', '', report), ('table', 'options', ''),
                          ('render', '', '--location', 'memory', '-o', 'x.png')):
            self.fails(2, *arguments, says=('empty',))
        self.fails(2, 'summary', report, '--frobnicate', says=('--frobnicate',))
        self.fails(2, 'liveness', report, '--step', '3', '--tile', '', says=('--tile needs a value',))
        self.fails(2, 'memory', report, '--unit', '', says=('--unit needs a value',))
        self.fails(2, 'debug', report, str(2**64 - 1), says=('no context', str(2**64 - 1)))
        self.fails(2, 'debug', report, '--json', str(2**64 - 1), says=('no context',))
        for arguments, words in ((('--tile', '40', '--ipu', '1'), ('tile 40 is on IPU 0', 'omit')),
                                 (('--tile', '40', '--ipu', '9'), ('no IPU', '9'))):
            self.fails(2, 'liveness', report, '--step', '3', *arguments, says=words)
        # The options are named, not the keys of a location that they set.
        for command, option, says in (
                ('liveness', '--tile=abc', 'invalid --tile "abc"; use tiles and ranges, for example 0,5,100-120\n'),
                ('liveness', '--tile=;;;', 'invalid --tile ";;;"'), ('memory', '--tile=,', 'invalid --tile ","'),
                ('memory', '--tile=\n', 'invalid --tile'), ('liveness', '--step=,', 'invalid step ","'),
                ('what-if', '--scale=', '--scale needs a value'), ('table', '--where=', '--where needs a value'),
                ('liveness', '--source=tile', '--source=tile needs --tile\n'),
                ('liveness', '--source=ipu', '--source=ipu needs --ipu\n'),
                ('liveness', '--jump=next-touch', '--jump=next-touch needs --variable\n'),
                ('liveness', '--jump=far', 'poplens-cli: invalid jump; use peak'),
                ('liveness', '--replica=4', 'no replica 4; valid: 0\n'),
                ('trace', '--ipu=9', 'no IPU 9; valid: 0 to 1\n'), ('trace', '--ipu=x', 'invalid IPU "x"; use a number\n'),
                ('what-if', '--tile=99999', 'no tile matches "99999"; tiles are 0 to 2943\n'),
                ('operations', '--layer=foo', 'unknown layer "foo"; layers: '),
                ('operations', '--by=foo', 'unknown measure "foo"; use '),
                ('programs', '--compilation=77', 'no compilation step "77"; the report records none\n'),
                ('table', '--limit=-1', 'invalid --limit "-1"; use 0 (all) or more\n'),
                ('table', '--where=total >> 3', 'invalid --where "total >> 3"; use COLUMN OP VALUE'),
                ('budget', '--rule=min-free-bytes=3x', '"3x"; use bytes with a unit, or percent up to 100 %, for example 600 KiB or 90 %, or +5 % of another report\n'),
                ('budget', '--rules=/nonexistent', 'cannot read /nonexistent: No such file or directory\n'),
                ('budget', '--rule=foo', 'KIND: program, compute-set, operation, category, variable, kind, vertex; RULE: max-cycles')):
            table = ('memory-tiles',) if command == 'table' else ()
            self.fails(2, command, *table, report, option, says=(says,))
        self.fails(1, 'table', 'compare-tiles', report, says=('compare-tiles needs a second report; add --with REPORT\n',))
        self.fails(1, 'table', 'memory-tiles', report, '--with', 'nowhere', says=('write nowhere:/path\n',))
        # A variable beside a step is not passed over.
        for more in (), ('--json',):
            self.fails(2, 'liveness', report, '--step', '3', '--variable', 'nope', *more, says=('nope',))
        alone = json.loads(run('liveness', report, '--variable', '5', '--json').stdout)
        beside = json.loads(run('liveness', report, '--step', '3', '--variable', '5', '--json').stdout)
        self.assertEqual((beside['ranges'], beside['step']), (alone['ranges'], 3))
        both = ('liveness', report, '--step', '3', '--json', '--tile', '40')
        self.assertEqual(run(*both, '--ipu', '0').stdout, run(*both).stdout)
        for words in ((b'--unit', b'\xff'), (b'--unit=\xff',)):
            self.fails(2, 'memory', report, *map(os.fsdecode, words), says=('--unit is not valid UTF-8',))
        self.fails(2, 'memory', report, '--unit', 'furlong', says=('furlong', 'binary'))
        self.fails(2, 'table', 'nothing', report, says=('nothing',))
        self.fails(2, 'table', 'options', report, '--format', 'xml', says=('xml', 'csv'))
        self.fails(2, 'table', 'options', report, '--columns', 'name,colour', says=('colour', 'value'))
        self.fails(2, 'table', 'options', report, '--sort', 'colour', says=('colour',))
        self.fails(2, 'table', 'options', report, '--limit', '-1', says=('--limit',))
        for option in ('--location', '--location'):
            self.fails(2, 'table', 'options', report, option, 'nowhere', says=('nowhere', 'memory'))
        # Quotes that a shell takes.
        self.fails(2, 'table', 'options', report, '--format', 'xml', says=('unknown format "xml"',))
        self.fails(2, 'render', report, '--location', 'memory', says=('--output',))
        self.fails(2, 'render', report, '-o', 'x.png', says=('--location',))
        # Also where nobody reads the key; and a word of another page is no mistake.
        for command in (('render', report, '-o', 'x.png'), ('table', 'memory-tiles', report)):
            self.fails(2, *command, '--location', 'memory?breakdown=nonsense',
                       says=('invalid breakdown "nonsense"; use none, region, group, category, liveness or kind',))
            self.fails(2, *command, '--location', 'memory?clock=zz', says=('invalid clock "zz"; use recorded or first',))
            self.fails(2, *command, '--location', 'liveness?foo=bar', says=('unknown key "foo"',))
        self.assertEqual(run('table', 'memory-tiles', report, '--location', 'trace?view=flame&colour=class').returncode, 0)
        self.fails(2, 'render', report, '--location', 'attic', '--output', 'x.png', says=('attic',))
        for arguments in (('liveness', '--step', '999999'), ('liveness', '--step', 'x'), ('liveness', '--tile', '999999'),
                          ('liveness', '--tile', '5x'), ('liveness', '--ipu', '7'), ('trace', '--top', '0'),
                          ('trace', '--top', 'many'), ('trace', '--by', 'colour')):
            for option in ((), ('--json',)):
                self.fails(2, arguments[0], report, *arguments[1:], *option, says=(arguments[2],))
        for name in ('x.bmp', 'x.tar', 'x.'):
            self.fails(2, 'render', report, '--location', 'memory', '-o', name, says=(name, '.svg', '--format'))
        self.fails(2, 'debug', report, '--program', '1', '--step', '3', says=('--program', '--step'))
        self.fails(2, 'debug', report, '--program', '1', '1', says=('--program', 'ID'))
        for size in ('10', '0x5', '5x', '99999x5', '-3x5', 'axb'):
            self.fails(2, 'render', report, '--location', 'memory', '--output', 'x.png', f'--size={size}',
                       says=(size,))

    def test_places_that_are_not_there(self):
        report = Demo.path()
        with tempfile.TemporaryDirectory() as folder:
            for place, says in (('memory?tiles=5', ('tiles', 'tile')), ('memory?tile=5x', ('5x',)),
                                ('memory?tile=-1', ('-1',)), ('memory?tile=5.5', ('5.5',)),
                                ('memory?tile=99999', ('99999', 'tiles are 0 to 2943')),
                                ('memory?sort.memory-tile=tile', ('memory-tile', 'memory-tiles')),
                                ('memory?sort.memory-tiles=colour', ('colour',))):
                self.fails(2, 'table', 'memory-tiles', report, '--location', place, says=says)
                self.fails(2, 'render', report, '-o', f'{folder}/x.png', '--location', place, says=says)
            for place, says in (('memory?breakdown=foo', ('foo', 'category')), ('memory?tab=foo', ('foo',)),
                                ('memory?order=foo', ('foo', 'use')), ('summary?unit=foo', ('foo', 'si')),
                                ('memory?unit=foo', ('foo', 'si')), ('summary?changed=foo', ('foo', 'yes'))):
                self.fails(2, 'render', report, '-o', f'{folder}/x.png', '--location', place, says=says)
            self.assertEqual(os.listdir(folder), [])

    def test_reports_that_are_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in COMMANDS:
                for option in ((), ('--json',)):
                    self.fails(1, command, f'{folder}/none', *option, says=(f'{folder}/none',))
                    self.fails(1, command, folder, *option, says=('profile.pop',))
            self.fails(1, 'render', folder, '--location', 'memory', '--output', f'{folder}/x.png')
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
            with contextlib.closing(sqlite3.connect(path)) as file:
                file.execute('delete from steps')
                file.commit()
            self.fails(1, 'trace', folder, says=('profile.pop', 'damaged'))
            self.fails(1, 'trace', folder, '--json', says=('profile.pop', 'damaged'))
            summary = run('summary', folder)
            self.assertEqual((summary.returncode, summary.stderr), (0, ''))
            self.assertIn('damaged', summary.stdout)
            self.assertIn('Fullest tile', summary.stdout)
            self.assertEqual(run('memory', folder).returncode, 0)

    def test_a_picture_that_cannot_be_written(self):
        self.fails(1, 'render', Demo.path(), '--location', 'memory', '--output', '/nowhere/x.png',
                   says=('cannot write /nowhere/x.png: No such file',))
        with tempfile.TemporaryDirectory() as folder:
            self.fails(1, 'render', Demo.path(), '--location', 'memory', '-o', folder, says=(folder, 'directory'))
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
        """As standard output; but what is asked of a report is still judged."""
        for status, *arguments in ((0, 'report', Small.path(), '-o'), (0, 'trace', Small.path(), '--export', 'chrome'),
                                   (3, 'budget', Small.path(), '--rule=max-trace-cycles=1', '--junit'), (3, 'budget', Small.path(), '--rule=max-trace-cycles=1')):
            if arguments[-1] != '--rule=max-trace-cycles=1':
                arguments.append('/dev/stdout')
            read, write = os.pipe()
            program = subprocess.Popen([BIN / 'poplens-cli', *arguments], stdout=write, stderr=subprocess.PIPE, text=True)
            os.close(write)
            os.close(read)
            self.assertEqual((program.communicate(timeout=600)[1], program.returncode), ('', status), arguments)


class Text(unittest.TestCase):
    def test_time_of_the_host(self):
        """The host's time of the runs is no contradiction to the cycles: it says of what it is."""
        with altered(Small.path(), 'update runs set elapsed_microseconds = 50000') as report:
            said = ' '.join(run('summary', report).stdout.split())
            runs, = Report(report).all('select count(*) from runs')[0]
        self.assertIn(f'the host measured {50 * runs} ms for {runs} runs, start and end included', said)

    def test_a_screenful(self):
        for command in COMMANDS:
            for lines, columns in ((24, 80), (50, 132)) if LONG else ((24, 80),):
                done = run(command, Demo.path(), env={'LINES': str(lines), 'COLUMNS': str(columns)})
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                # As the terminal breaks it: a table's note is one line of any length.
                shown = sum(max(1, -(-len(line) // columns)) for line in done.stdout.splitlines())
                self.assertLess(shown, lines, done.stdout)
            more = run(command, Demo.path(), '--all')
            self.assertGreater(more.stdout.count('\n'), 24, command)

    def test_memory_always_has_categories(self):
        for env, rows in (({}, 12), ({'LINES': '24'}, 4), ({'LINES': '10'}, 4)):
            shown = run('memory', Demo.path(), env={'COLUMNS': '80', **env}).stdout
            self.assertIn('Memory by category', shown)
            self.assertGreaterEqual(int(re.findall(r'^(\d+) of \d+ rows', shown, re.MULTILINE)[-1]), rows, shown)

    def test_cycles_that_are_not_recorded(self):
        """Steps without rows in steps_by_ipu: their cycles are absent, not 0."""
        with changed('drop table steps_by_ipu') as report:
            shown = run('trace', report)
            self.assertEqual(shown.returncode, 0)
            self.assertRegex(shown.stderr, r'incomplete: (\d+) of \1 executed steps have no row')
            self.assertRegex(shown.stdout, r'OnTileExecute +no +[\d,]+ +– +–\n')
            self.assertNotIn('0 drawn cycles', shown.stdout)
            self.assertRegex(shown.stdout, r'Longest work steps\nnot recorded: ')
            found = json.loads(run('trace', report, '--json').stdout)
            self.assertIsNone(found['total_cycles'])
            self.assertEqual(set(found['tile_cycles_by_type'].values()), {None})
            rows = json.loads(run('table', 'trace-types', report, '--format', 'json').stdout)
            self.assertEqual({r['tile_cycles'] for r in rows}, {None})

    def test_a_pipe_has_no_colours(self):
        for command in COMMANDS:
            shown = run(command, Demo.path()).stdout
            self.assertNotIn('\033', shown)
            self.assertTrue(shown.startswith('demo\n'), command)

    def test_says_only_what_is_known(self):
        with changed('update target_info set bytes_per_tile = 0', 'delete from cycles_by_tile') as report:
            done = run('summary', report)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(' '.join(done.stdout.split()), r'Note +(\d+) of \1 executed steps .* missing')
            self.assertRegex(done.stdout, r'Memory fit +Unknown')
            self.assertNotIn('waiting', done.stdout)
        self.assertRegex(run('summary', Demo.path()).stdout, r'Memory fit +Yes')

    def test_nothing_that_a_terminal_obeys(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, 'a\n\033[31mb')
            report.symlink_to(Demo.path())
            for command in COMMANDS:
                done = run(command, report)
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                self.assertNotIn('\033', done.stdout)
                self.assertIn('a\\n\\x1b[31mb', done.stdout.splitlines()[0])
            done = run('summary', report / 'none\n')
            self.assertEqual((done.returncode, done.stderr.count('\n')), (1, 1))
            self.assertNotIn('\033', done.stderr)

    def test_what_is_odd_is_said(self):
        for statement, says in (
                ('update version_info set major = 4', 'version 4'),
                ("update version_info set file_type = 'x_profile'", 'x_profile'),
                ("update execution_info set compilation_id = 'other'", 'compilation'),
                ("update relative_sync_delay set delay = 'x'", 'relative_sync_delay'),
                ('update memory_by_tile set total_including_gaps = total - 1 where tile = 5', 'tile 5)')):
            with changed(statement) as report:
                done = run('summary', report, '--all')
                self.assertEqual((done.returncode, done.stderr), (0, ''), statement)
                self.assertIn(says, done.stdout.replace('\n', ' '))

    def test_a_bad_json_file_harms_nothing_else(self):
        for text in ('{', '[' * 600 + ']' * 600, None):
            with changed(files=[('app.json', text or '[]')]) as report:
                if text is None:
                    os.truncate(report / 'app.json', 65 << 20)
                for arguments in ((), ('--all',)):
                    done = run('summary', report, *arguments)
                    self.assertEqual((done.returncode, done.stderr), (0, ''))
                    self.assertIn('Fullest tile', done.stdout)
                self.assertIn('app.json', done.stdout)
                with tempfile.TemporaryDirectory() as elsewhere:
                    target = pathlib.Path(elsewhere) / 'x.png'
                    picture = run('render', report, '--location', 'summary', '-o', target)
                    self.assertEqual((picture.returncode, picture.stderr), (0, ''))
                    self.assertEqual(target.read_bytes()[:4], b'\x89PNG')

    def test_nothing_is_rendered_into_a_report(self):
        with changed() as report, tempfile.TemporaryDirectory() as elsewhere:
            before = {file.name: file.stat() for file in report.iterdir()}
            link = pathlib.Path(elsewhere) / 'link.png'
            link.symlink_to(report / 'x.png')
            for target, why in ((report / 'x.png', "is in the report directory"),
                                (link, "is in the report directory"),
                                (report / 'profile.pop', 'belongs to the report')):
                picture = run('render', report, '--location', 'summary', '--format', 'png', '-o', target)
                self.assertEqual(picture.returncode, 2, picture.stderr)
                self.assertIn(f'{target} {why}', picture.stderr)
            after = {file.name: file.stat() for file in report.iterdir()}
            self.assertEqual({n: (s.st_ino, s.st_size, s.st_mtime_ns) for n, s in before.items()},
                             {n: (s.st_ino, s.st_size, s.st_mtime_ns) for n, s in after.items()})

    def test_absence_is_said(self):
        done = run('trace', Compiled.path())
        self.assertEqual(done.returncode, 0)
        self.assertIn('execution', done.stdout.lower())
        trace = json.loads(run('trace', Compiled.path(), '--json').stdout)
        self.assertTrue(trace['absent'])
        self.assertEqual(trace['steps'], [])
        self.assertNotIn('absent', json.loads(run('trace', Executed.path(), '--json').stdout))


class Json(unittest.TestCase):
    def summary(self, report):
        done = run('summary', report, '--json')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return json.loads(done.stdout)

    def test_summary(self):
        summary = self.summary(Demo.path())
        with contextlib.closing(sqlite3.connect(Demo.path() / 'profile.pop')) as file:
            tiles = file.execute('select total_including_gaps, -tile from memory_by_tile').fetchall()
            options = file.execute('select name, value, not is_default from compilation_parameters').fetchall()
        self.assertEqual((summary['fits'], summary['over_bytes']), (True, 0))
        self.assertEqual((summary['fullest_tile']['total_including_gaps'], -summary['fullest_tile']['tile']),
                         max(tiles))
        self.assertGreater(summary['peak']['total'], summary['peak']['always_live'])
        time = json.loads(run('time', Demo.path(), '--json').stdout)
        self.assertEqual([summary[f'{key}_cycles'] for key in ('program', 'outside', 'trace')],
                         [time['program'], time['outside'], time['total']])
        self.assertIn(summary['iteration_cycles'], range(min(one['period'] for one in time['iterations']),
                                                         max(one['period'] for one in time['iterations']) + 1))
        idle = summary['waiting_or_outside']
        self.assertAlmostEqual(idle['share'], idle['idle_tile_cycles'] / idle['tile_cycles'])
        self.assertTrue(summary['instrumentation']['compute_level'])
        self.assertEqual({(o['name'], o['value'], int(o['changed'])) for o in summary['options']
                          if o['set'] == 'compilation'}, set(options))
        files = {f['name']: f for f in summary['files']}
        self.assertEqual(files['profile.pop']['size'], (Demo.path() / 'profile.pop').stat().st_size)
        self.assertEqual(files['debug.cbor']['size'], (Demo.path() / 'debug.cbor').stat().st_size)
        self.assertTrue(summary['notices'])

    def test_summary_of_what_is_damaged(self):
        with changed("update target_info set bytes_per_tile = 'x'", 'delete from steps') as report:
            done = run('summary', report, '--json')
            summary = json.loads(done.stdout)
            self.assertEqual((done.returncode, summary['target'], summary['graph']), (0, {}, {}))
            self.assertRegex(summary['damaged'][0], r'bytes_per_tile.*\.\Z')
            self.assertIn('damaged', summary['parts']['execution'])
            self.assertEqual((summary['trace_cycles'], summary['waiting_or_outside']), (None, None))
            self.assertIsNone(summary['fits'])
            self.assertTrue(summary['peak'])
        with changed('delete from memory_by_tile', 'update target_info set bytes_per_tile = 0') as report:
            self.assertIsNone(self.summary(report)['fits'])

    def test_summary_without_a_value(self):
        """A damaged value that nothing else needs takes nothing else with it, and is named."""
        with changed("update target_info set clock_frequency = 'x'") as report:
            done = run('summary', report, '--json')
            self.assertEqual(done.returncode, 0)
            self.assertIn('target_info, row 1: clock_frequency', done.stderr)
            self.assertTrue(json.loads(done.stdout)['target'])

    def test_liveness_without_names(self):
        with changed("update programs set variant = 'x'") as report:
            done = run('liveness', report, '--json')
            liveness = json.loads(done.stdout)
            self.assertEqual(done.returncode, 0)
            self.assertEqual([f'poplens-cli: {text[:-1]}' for text in liveness['damaged']], done.stderr.splitlines())
            self.assertIn('programs', liveness['damaged'][0])
            self.assertTrue(liveness['steps'])


class Tables(unittest.TestCase):
    def names(self):
        return [line.split()[0] for line in run('table', '--list').stdout.splitlines()]

    def test_columns_that_one_looks_for(self):
        """They stand behind the name, in sight in a narrow window."""
        for table, first in (('trace-steps', 'step,ipu,type,label,cycles'), ('changes', 'title,options'), ('plan', 'title,options'),
                             ('causes', 'title,share,bytes')):
            done = run('table', table, Small.path(), '--format', 'csv')
            self.assertTrue(done.stdout.startswith(first + ','), (table, done.stdout[:80], done.stderr))

    def test_formats(self):
        """--csv and --json are short for --format, alone or beside the same."""
        for name in 'csv', 'json':
            expected = run('table', 'options', Small.path(), f'--format={name}').stdout
            for short in ((f'--{name}',), (f'--{name}', f'--format={name}')):
                self.assertEqual(run('table', 'options', Small.path(), *short).stdout, expected)
        for wrong in (('--csv', '--json'), ('--csv', '--format=json'), ('--json', '--format=text')):
            done = run('table', 'options', Small.path(), *wrong)
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn('exclude each other', done.stderr)

    def test_every_table(self):
        """As text; take.py has them as CSV and as JSON."""
        names = self.names()
        self.assertIn('memory-tiles', names)
        for name in names:
            with self.subTest(table=name):
                done = run('table', name, Small.path())
                if done.returncode == 1:  # the demo report does not have it
                    self.assertEqual(done.stderr.count('\n'), 1)
                    continue
                self.assertEqual((done.returncode, done.stderr), (0, ''))
                self.assertTrue(done.stdout)

    def json(self, name, *options):
        done = run('table', name, Demo.path(), '--format', 'json', *options)
        self.assertEqual(done.returncode, 0)
        if '--limit' not in options:
            self.assertEqual(done.stderr, '')
        return json.loads(done.stdout)

    def test_sort_limit_columns(self):
        everything = self.json('memory-tiles')
        some = self.json('memory-tiles', '--columns', 'total,tile', '--sort', '-total', '--limit', '7')
        self.assertEqual([list(row) for row in some], [['total', 'tile']] * 7)
        want = sorted((row['total'] for row in everything), reverse=True)[:7]
        self.assertEqual([row['total'] for row in some], want)

    def test_place_selects(self):
        rows = self.json('memory-tiles', '--location', 'memory?tile=3,5-7')
        self.assertEqual([row['tile'] for row in rows], [3, 5, 6, 7])

    def test_what_is_not_by_tile_is_empty_for_tiles(self):
        rows = self.json('compute-sets')
        self.assertTrue(any(row['edges'] for row in rows))
        for row in self.json('compute-sets', '--location', 'memory?tile=3'):
            self.assertIsNone(row['edges'])

    def test_target_has_numbers(self):
        rows = {row['name']: row['value'] for row in self.json('summary')}
        self.assertEqual(rows['Clock, nominal'], 1850000000)
        self.assertEqual(rows['Memory per tile'], 638976)
        self.assertIn('1.85 GHz', run('table', 'summary', Demo.path()).stdout)

    def test_totals_say_of_which_run(self):
        with contextlib.closing(sqlite3.connect(Demo.path() / 'profile.pop')) as file:
            (number,), = file.execute('select run_id from execution_cycle_totals limit 1').fetchall()
        self.assertIn(f'run {number}, as recorded', run('table', 'runs', Demo.path(), '--location', 'trace?by=total').stdout)
        with changed('delete from runs where rowid > (select min(rowid) from runs)') as report:
            self.assertNotIn('one run alone', run('table', 'runs', report, '--location', 'trace?by=total').stdout)

    def test_numbers_stay_in_a_narrow_terminal(self):
        for columns in (20, 30, 45, 80):
            out = run('memory', Demo.path(), env={'COLUMNS': str(columns), 'LINES': '60'}).stdout
            row = next(line for line in out.splitlines() if line.startswith('Te'))
            self.assertRegex(row, r' MiB$')
            self.assertLessEqual(len(row), columns)

    def test_place_sorts_and_filters(self):
        want = self.json('memory-tiles', '--sort', '-total', '--limit', '3')
        self.assertEqual(self.json('memory-tiles', '--limit', '3', '--location', 'memory?sort.memory-tiles=-total'),
                         want)
        want = self.json('memory-categories', '--filter', 'code')
        self.assertEqual(self.json('memory-categories', '--location', 'memory?filter.memory-categories=code'), want)
        self.assertTrue(want)

    def test_filter(self):
        everything = self.json('memory-categories')
        word = 'code'
        rows = self.json('memory-categories', '--filter', word)
        self.assertTrue(0 < len(rows) < len(everything))
        for row in rows:
            self.assertTrue(any(word in str(v).lower() for v in row.values()), row)


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
                done = run('render', Demo.path(), '--location', page, '--output', path, '--size', '%dx%d' % size, *dark)
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
                self.assertEqual(run('render', Demo.path(), '-o', path, '--location', *option).returncode, 0)
                pictures.add(path.read_bytes())
            self.assertEqual(len(pictures), len(options))

    def test_never_over_the_report(self):
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder, 'report')
            shutil.copytree(Demo.path(), report)
            pathlib.Path(folder, 'soft').symlink_to(report / 'profile.pop')
            pathlib.Path(folder, 'hard').hardlink_to(report / 'app.json')
            pathlib.Path(folder, 'same').symlink_to(report)
            pathlib.Path(folder, 'into').symlink_to('report/new.png')
            before = {p.name: p.read_bytes() for p in report.iterdir()}
            for name in ('report/profile.pop', 'report/app.json', 'soft', 'hard', 'same/framework.json',
                         'report/archive.a', 'same/profile.pop-journal', 'report/page.png', 'into'):
                done = run('render', report, '--location', 'memory', '-o', f'{folder}/{name}')
                self.assertEqual((done.returncode, done.stdout), (2, ''), name)
                self.assertIn(f'{folder}/{name}', done.stderr)
            self.assertEqual({p.name: p.read_bytes() for p in report.iterdir()}, before)

    def test_replaced_as_a_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            old, link = pathlib.Path(folder, 'old.png'), pathlib.Path(folder, 'link.png')
            old.write_text('old')
            other = old.open()  # who has the old file open keeps it
            link.symlink_to('old.png')
            self.assertEqual(run('render', Demo.path(), '--location', 'memory', '-o', link).returncode, 0)
            with other:
                self.assertEqual(other.read(), 'old')
            self.assertTrue(link.is_symlink())
            self.size_of(old)
            self.assertEqual(sorted(os.listdir(folder)), ['link.png', 'old.png'])

    def test_into_a_pipe(self):
        done = subprocess.run([BIN / 'poplens-cli', 'render', Demo.path(), '--location', 'memory', '-o',
                               '/dev/stdout'], capture_output=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        self.assertEqual(done.stdout[:8], b'\x89PNG\r\n\x1a\n')

    def test_pages_that_are_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            done = run('render', Compiled.path(), '--location', 'trace', '--output', f'{folder}/x.png')
            self.assertEqual(done.returncode, 1)
            self.assertIn('autoReport.outputExecutionProfile', done.stderr)


class DebugContexts(unittest.TestCase):
    def test_layers_and_chain(self):
        whole = json.loads(run('debug', Demo.path(), '--json').stdout)
        self.assertTrue(whole['complete'] and whole['names_resolved'])
        self.assertEqual(sum(row['contexts'] for row in whole['layers']), whole['contexts'])
        with contextlib.closing(sqlite3.connect(f'file:{Demo.path()}/profile.pop?mode=ro', uri=True)) as file:
            program, context = file.execute(
                'select id, debug_id from programs where debug_id > 0 order by id desc').fetchone()
        chain = json.loads(run('debug', Demo.path(), '--program', str(program), '--json').stdout)['chain']
        self.assertEqual((chain[0]['level'], chain[0]['id'], chain[0]['layer']), (0, context, 'poplar'))
        one = json.loads(run('debug', Demo.path(), str(context), '--json').stdout)
        self.assertEqual([row['id'] for row in one['chain']],
                         [row['id'] for row in chain if row['of'] == chain[0]['of']])
        self.assertIn(('id', str(context)), [(row['key'], row['value']) for row in one['body']])

    def test_wrong_use(self):
        for arguments, status in ((('--program', '4000000000'), 2), (('--variable', 'no such one'), 2),
                                  (('999999999',), 2), (('1', '2'), 2)):
            self.assertEqual(run('debug', Demo.path(), *arguments).returncode, status, arguments)

    def test_without(self):
        with changed() as report:
            (report / 'debug.cbor').unlink()
            done = run('debug', report)
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn('outputDebugInfo', done.stderr)


class Names(unittest.TestCase):
    def test_nothing_hides_or_turns_text(self):
        hidden = '\u200b\u061c\u202e\u2066'
        shown = run('summary', f'/nowhere{hidden}').stderr
        self.assertIn('/nowhere\\u200b\\u061c\\u202e\\u2066', shown)


if __name__ == '__main__':
    unittest.main()
