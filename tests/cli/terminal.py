#!/usr/bin/python3
"""Tests that a terminal shows control characters and never obeys them, in text, JSON and CSV; files keep the bytes."""
import contextlib
import csv
import fcntl
import io
import json
import os
import pathlib
import pty
import re
import shlex
import shutil
import struct
import subprocess
import tempfile
import termios
import tty
import unicodedata
import unittest

from harness import BIN, Overflowing, changed, rows, run
from harness import Small as Demo
from takes import commands

# Colour, window title, C1 controls, reversed text, and invisible characters.
BAD = '\x1b[31m\x1b]0;title\x07\x08\x7f\u009b31m\u202egpj\u2066\u200b'
NAMED = ("update unlowered_vars set name = name || '" + BAD + "'", "update programs set name = name || '" + BAD + "'",
         "update compilation_parameters set value = '" + BAD + "'", "update vertex_types set name = name || '" + BAD + "'")
COMMANDS = (('summary', '--all'), ('memory', '--by', 'variable'), ('programs', '--all'), ('trace', '--all'), ('find', 'R', 'matmul'),
            ('memory', '--tile', 'fullest'), ('time', '--all'), ('fit', '--all'), ('memory', '--tile', '3', '--all'), ('liveness', '--all'),
            ('trace', '--by', 'program', '--all'))


def shown(*arguments, env=None, width=120, statuses=(0,), **options):
    """Returns what the command writes to a terminal of 24 lines, byte by byte."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack('HHHH', 24, width, 0, 0))
    plain = {k: v for k, v in os.environ.items() if k not in ('COLUMNS', 'LINES', 'NO_COLOR')}
    child = subprocess.Popen([BIN / 'poplens-cli', *map(str, arguments)], stdout=theirs, stderr=subprocess.PIPE,
                             env={**plain, 'LC_ALL': 'C.UTF-8', 'TERM': 'xterm', **(env or {})}, **options)
    os.close(theirs)
    out = b''
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        out += piece
    os.close(ours)
    assert child.wait() in statuses, (arguments, child.stderr.read())
    child.stderr.close()
    return out.decode()


def hidden(text):
    """Returns the characters that a terminal obeys or does not show, except line ends."""
    return {c for c in text if unicodedata.category(c) in ('Cc', 'Cf') and c not in '\n'}


class Screens(unittest.TestCase):
    """First screens are as wide as the terminal, keep numbers with their units, and report what is left out."""
    # A number that is cut at its end or begin, or a unit at the begin of a line.
    CUT = re.compile(r'(?<!\S)[#+(−]?\d[\d,.]*…|…[\d,.]+ (?:[KMG]?i?B|%|cycles)(?!\w)|^ *(?:[KMG]iB|B|%|[mµn]?s)(?!\w)', re.MULTILINE)
    SENTENCES = 'summary', 'budget', 'check'  # their tables are further ones
    LIMITS = '-r', 'max-tile-bytes=96%', '-r', 'max-iteration-cycles=1M'

    @contextlib.contextmanager
    def reports(self):
        """Yields a folder with both reports, so that commands name them by short paths."""
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            for name, demo in ('demo', Demo), ('oom', Overflowing):
                pathlib.Path(folder, name).symlink_to(demo.path())
            yield folder

    def check(self, text, width, arguments):
        for line in text.splitlines():
            widest = max(map(len, line.split()), default=0)
            self.assertLessEqual(len(line), max(width, len(line) - len(line.lstrip()) + widest), (arguments, line))
        self.assertIsNone(self.CUT.search(text), (arguments, text))

    def answers(self, name):
        """Yields commands that answer from a report."""
        other = {'demo': 'oom', 'oom': 'demo'}[name]
        for command in commands()[:8]:
            if name == 'demo' or command not in ('time', 'trace'):
                yield command, name
        yield from (('find', name, 'matmul'), ('show', name, 'tile', '5'), ('table', 'memory-categories', name), ('diff', name, other),
                    ('list', '.'), ('budget', name, *self.LIMITS), ('check', name))

    def test_answers(self):
        with self.reports() as folder:
            for name in 'demo', 'oom':
                for arguments in self.answers(name):
                    done = run(*arguments, '--json', cwd=folder)
                    tables = json.loads(done.stdout)['tables'].values()
                    piped = run(*arguments, cwd=folder).stdout
                    self.check_pipe(piped, tables, arguments)
                    self.assertLessEqual(piped.count('…'), done.stdout.count('…'), arguments)
                    for width in 80, 120:
                        text = shown(*arguments, env={'NO_COLOR': '1'}, width=width, statuses=(0, 3), cwd=folder)
                        self.check(text, width, arguments)
                        self.check_count(text, tables, arguments)
                        if arguments[0] in (*commands()[:8], 'find', 'show'):
                            self.assertLess(text.count('\n'), 24, text)
                    if arguments[0] in commands()[:8]:
                        self.assertGreater(run(*arguments, '--all', cwd=folder).stdout.count('\n'), 24, arguments)
                    for following in re.findall('^Next  poplens-cli (.*)', text, re.MULTILINE):
                        self.assertIn(run(*shlex.split(following), cwd=folder).returncode, (0, 3), following)

    def check_count(self, text, tables, arguments):
        """The main table is complete, or its number of rows is printed."""
        told = {int(n.replace(',', '')) for n in re.findall(r'^[\d,]+ of ([\d,]+) rows', text, re.MULTILINE)}
        for table in list(tables)[:1] if arguments[0] not in self.SENTENCES else ():
            if text.count('\n') < table['of']:
                # Text has one row for all names of a pattern, JSON has each name.
                self.assertTrue(told if arguments[0] == 'find' else table['of'] in told, (arguments, text))

    def check_pipe(self, text, tables, arguments):
        """All columns and whole names are printed."""
        self.check_count(text, tables, arguments)
        for table in list(tables)[:1] if arguments[0] not in self.SENTENCES else ():
            for column in table['columns']:
                self.assertIn(column['title'], text, arguments)

    def test_others(self):
        with self.reports() as folder:
            for width in 80, 120:
                for arguments in (('--help',), *(('help', command) for command in commands()), ('table', '--list'), ('table', '--list', 'views'),
                                  ('export', '--list'), ('export', 'demo', '-o', 'x.csv', '--tables', 'files'), ('fetch', 'demo', f'to-{width}')):
                    self.check(shown(*arguments, env={'NO_COLOR': '1'}, width=width, cwd=folder), width, arguments)


class Gate(unittest.TestCase):
    def arguments(self, report):
        for command, *rest in COMMANDS:
            yield command, report, *[r for r in rest if r != 'R']

    def test_text_and_json(self):
        with changed(*NAMED, of=Demo) as report:
            seen = 0
            for arguments in self.arguments(report):
                plain = {'NO_COLOR': '1'}
                text = shown(*arguments, env=plain)
                self.assertEqual(hidden(text), set(), arguments)
                seen += '\\x1b' in text
                if '--all' in arguments and arguments[0] != 'find':
                    arguments = [a for a in arguments if a != '--all']
                machine = shown(*arguments, '--json', env=plain)
                self.assertEqual(hidden(machine), set(), arguments)
                # The contents are the same as in a file.
                self.assertEqual(json.loads(machine), json.loads(run(*arguments, '--json').stdout), arguments)
                seen += '\\u009b' in machine
            self.assertGreater(seen, 8)

    def test_tables(self):
        with changed(*NAMED, of=Demo) as report:
            for name in ('tile-variables', 'programs', 'vertex-types', 'live-variables', 'operations'):
                for form, option in ('text', ()), ('csv', ('--csv',)), ('json', ('--json',)):
                    there = shown('table', name, report, *option, '--limit', '50', env={'NO_COLOR': '1'})
                    self.assertEqual(hidden(there.replace('\r\n', '\n')), set(), (name, form))
                    if name == 'programs':
                        self.assertIn({'text': '\ufffd', 'csv': '\\u001b', 'json': '\\u001b'}[form], there)

    def test_files_keep_the_bytes(self):
        with changed(*NAMED, of=Demo) as report, tempfile.TemporaryFile() as file:
            subprocess.run([BIN / 'poplens-cli', 'table', 'programs', report, '--csv'], stdout=file, check=True)
            file.seek(0)
            self.assertIn(BAD, file.read().decode())

    def test_colours_are_ours_alone(self):
        """The program's own styles are kept, those in a name are not."""
        with changed(*NAMED, of=Demo) as report:
            text = shown('programs', report, '--all')
            self.assertIn('\x1b[1m', text)
            styles = {piece.split('m')[0] for piece in text.split('\x1b[')[1:]}
            self.assertLessEqual(styles, {'0', '1', '2', '1;31', '1;32', '1;33'})
            self.assertNotIn('\x1b[31m', text)
            self.assertEqual(hidden(text), {'\x1b'})


class Names(unittest.TestCase):
    """A folder whose name is not UTF-8: there are no warnings, output is UTF-8, and commands to paste contain
    the name."""

    @contextlib.contextmanager
    def report(self):
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            report = os.fsencode(folder) + b'/a\xff\xfe \x1b'
            shutil.copytree(os.fsencode(Demo.path()), report)
            yield report

    def run_bytes(self, *arguments):
        done = subprocess.run([BIN / 'poplens-cli', *arguments], capture_output=True, timeout=600,
                              env={**os.environ, 'LC_ALL': 'C.UTF-8', 'G_DEBUG': 'fatal-warnings'})
        done.stdout.decode()
        done.stderr.decode()
        return done

    def test_commands(self):
        with self.report() as report:
            for command in 'summary', 'memory', 'liveness', 'fit', 'time', 'trace', 'programs', 'operations', 'check':
                for options in (), ('--json',):
                    done = self.run_bytes(command, report, *options)
                    self.assertEqual((done.returncode, done.stderr), (0, b''), (command, options))
            for form in b'.png', b'.svg', b'.pdf', b'.html':
                done = self.run_bytes('export', report, '--output', report + form)
                self.assertEqual((done.returncode, done.stderr), (0, b''), form)
            with open(report + b'.html', encoding='utf-8') as file:
                self.assertNotIn('\x1b', file.read())
            for name in 'files', 'findings', 'advice':
                self.assertTrue(self.run_bytes('table', name, report, '--csv').stdout, name)

    def test_a_command_to_paste(self):
        """Bash reads the original bytes of the folder's name from the command."""
        with self.report() as report:
            commands = [r['command'] for r in rows(json.loads(self.run_bytes('table', 'findings', report, '--json').stdout))]
            commands = [c for c in commands if c] + [json.loads(self.run_bytes('summary', report, '--json').stdout)['next']]
            self.assertTrue(commands)
            for command in commands:
                words = subprocess.run(['/bin/bash', '-c', command.replace('poplens-cli', "printf '%s\\0'", 1)], capture_output=True,
                                       check=True).stdout.split(b'\0')
                self.assertIn(report, words)


class Formulas(unittest.TestCase):
    NAMES = ('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "'=1", 'a=1', ' =1', '"=1"')

    def table(self, report, *options):
        done = subprocess.run([BIN / 'poplens-cli', 'table', 'programs', report, '--csv', '--columns', 'id,name,tile_cycles_share',
                               *options], capture_output=True, check=True)
        rows = list(csv.reader(io.StringIO(done.stdout.decode(), newline='')))
        return {int(row[0]): row[1:] for row in rows[1:] if row[0]}

    def test_guard(self):
        """Only texts that begin like a formula are changed."""
        with changed(*(f"update programs set name = '{name.replace(chr(39), chr(39) * 2)}' where id = {10 + i}"
                       for i, name in enumerate(self.NAMES)), of=Demo) as report:
            plain, safe = self.table(report), self.table(report, '--csv-safe')
            for i, name in enumerate(self.NAMES):
                self.assertEqual(plain[10 + i][0], name)
                self.assertEqual(safe[10 + i][0], "'" + name if name[0] in '=+-@\t\r\n' else name)
            for rows in (plain, safe):
                for i in range(10, 10 + len(self.NAMES)):
                    rows[i][0] = ''
            self.assertEqual(plain, safe)

    def test_numbers_stay(self):
        """Negative numbers, such as differences, are not formulas."""
        with changed('update memory_by_tile set total = total + (tile % 3)', of=Demo) as report:
            options = ('table', 'memory-tiles', report, Demo.path(), '--csv')
            plain = run(*options)
            self.assertIn(',-1,', plain.stdout)
            self.assertEqual(plain.stdout, run(*options, '--csv-safe').stdout)

    def test_only_csv(self):
        for form in (), ('--json',):
            done = run('table', 'programs', Demo.path(), *form, '--csv-safe')
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn('--csv-safe', done.stderr)


if __name__ == '__main__':
    unittest.main()
