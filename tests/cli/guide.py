#!/usr/bin/python3
"""Tests README and user guide: every command is run, and the words shown below it are searched in its output.

    guide.py --write writes the output below each command: check each before you commit it

guide-lists.py tests the lists of tables and tabs.
"""
import collections
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

from harness import BIN, ROOT, Demo, write_demo

GUIDE = ROOT / 'docs/guide'
PAGES = [ROOT / 'README.md', *sorted(GUIDE.glob('*.md'))]
# First screens, those of them that begin with facts, and lists whose rows are words, with their column.
FIRST_SCREENS = ('summary demo', 'memory demo', 'memory demo --tile fullest', 'liveness demo', 'liveness demo --step peak', 'fit demo', 'fit oom', 'summary oom',
                 'time demo', 'trace demo', 'programs demo', 'operations demo', 'show demo tile 5', 'list nightly', 'diff before after --by figure')
WITH_FACTS = ('summary', 'memory', 'trace')
LISTED = {'table time-causes demo': 'title', 'diff before after --by figure': 'name'}
# Plain English words that need no entry in the glossary.
PLAIN_WORDS = {'name', 'title', 'value', 'fact', 'figure', 'report', 'detail', 'details', 'in %', 'state', 'note', 'next', 'missing', 'location', 'subject'}


def words(text):
    """Returns the words separated by single blanks, however lines were broken."""
    return ' '.join(text.split())


def blocks(path):
    """Yields (command, expected words) of each console block; “…” stands for any text."""
    for block in re.findall(r'```console\n(.*?)```', path.read_text(encoding='utf-8'), re.S):
        for part in re.split(r'^ *\$ ', block, flags=re.M)[1:]:
            command, _, shown = part.partition('\n')
            yield command, [words(piece) for piece in shown.split('…\n')]


def commands(program):
    """Yields (page, command, its words, expected words) of each command of a program."""
    for path in PAGES:
        for command, shown in blocks(path):
            line = shlex.split(command, comments=True)
            if line[0] == program:
                yield path.name, command, line, shown


def written():
    """Returns options and name of each report that the pages tell the reader to generate."""
    return {line[-1]: tuple(line[1:-1]) for _, _, line, _ in commands('poplens-demo')}


class Guide(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='poplens-guide-')
        for name, options in written().items():
            if options in ((), ('--seed', '1')):
                pathlib.Path(cls.folder.name, name).symlink_to(Demo.path())
            else:
                write_demo(pathlib.Path(cls.folder.name, name), *options)
        rules, = re.findall(r'^```ini\n(.*?)^```', (GUIDE / 'pipeline.md').read_text(encoding='utf-8'), re.S | re.M)
        pathlib.Path(cls.folder.name, 'budget.ini').write_text(rules, encoding='utf-8')

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def run_line(cls, line, as_words=True):
        """Runs a line of the shell in the folder of the reports. Returns its status, and its words."""
        kept = {k: v for k, v in os.environ.items() if k not in ('COLUMNS', 'LINES', 'NO_COLOR', 'GITHUB_SHA')}
        done = subprocess.run(line, shell=True, cwd=cls.folder.name, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              encoding='utf-8', timeout=240, check=False,
                              env={**kept, 'LC_ALL': 'C.UTF-8', 'COLUMNS': '80', 'PATH': f'{BIN}:/usr/bin:/bin'})
        return done.returncode, words(done.stdout) if as_words else done.stdout

    def test_commands(self):
        """Each command succeeds, and prints the lines shown below it, in that order."""
        ran = 0
        for page, command, line, shown in commands('poplens-cli'):
            with self.subTest(text=page, command=command):
                status, said = self.run_line(command)
                self.assertIn(status, (0, 3) if line[1] in ('diff', 'budget') else (0,), said)
                at = 0
                for piece in shown:
                    self.assertIn(piece, said[at:])
                    at = said.index(piece, at) + len(piece)
            ran += 1
        self.assertGreater(ran, 60)

    def test_window(self):
        """A location for the window is also valid for the terminal, if the test has the report."""
        ran = 0
        for page, command, line, _ in commands('poplens'):
            if '--location' in line and pathlib.Path(self.folder.name, line[1]).exists():
                with self.subTest(text=page, command=command):
                    status, said = self.run_line(shlex.join(['poplens-cli', 'export', *line[1:], '-o', 'window.png']))
                    self.assertEqual(status, 0, said)
                ran += 1
        self.assertGreater(ran, 0)

    def shown_words(self):
        """Returns headings and labels of facts, figures and causes on the first screen of each command."""
        found = {}
        for line in FIRST_SCREENS:
            titles = {c['title'] for t in json.loads(self.run_line(f'poplens-cli {line} --json', False)[1])['tables'].values()
                      for c in t['columns']}
            for row in (re.split(' {2,}', row.strip()) for row in self.run_line(f'poplens-cli {line}', False)[1].split('\n')):
                if set(row) <= titles:
                    found.update((title, line) for title in row)
            if line.split()[0] in WITH_FACTS:
                facts = itertools.takewhile(len, self.run_line(f'COLUMNS=1000 poplens-cli {line}', False)[1].split('\n'))
                found.update((row[0], line) for row in (re.split(' {2,}', f) for f in facts) if len(row) > 1)
        for line, column in LISTED.items():
            table, = json.loads(self.run_line(f'poplens-cli {line} --json', False)[1])['tables'].values()
            found.update((row[column], line) for row in table['rows'])
        causes = (ROOT / 'src/analysis/time/time.c').read_text(encoding='utf-8')
        found.update((title, 'causes of time') for title in re.findall(r'\[POPLENS_WORD_\w+\] = {"\w+", "([^"]+)"', causes))
        # A heading contains the quantity with its unit.
        return {re.sub(r' \((?:cycles|estimated|µs)\)$', '', word): line for word, line in found.items()}

    def test_glossary(self):
        """The glossary has each word of the first screens once, and no words that the program does not use."""
        entries = re.findall(r'^\| ([^|]*) \| [^|]* \|$', (GUIDE / 'glossary.md').read_text(encoding='utf-8'), re.M)
        terms = [term for names in entries for term in names.split(', ') if term != 'term' and term.strip('-')]
        self.assertEqual([t for t, n in collections.Counter(map(str.lower, terms)).items() if n > 1], [])
        known = {term.lower() for term in terms}
        lacking = {word: line for word, line in self.shown_words().items() if word.lower() not in known | PLAIN_WORDS}
        self.assertEqual(lacking, {})
        said = '\n'.join(p.read_text(encoding='utf-8') for folder in ('src', 'ui') for p in sorted((ROOT / folder).rglob('*.*'))
                         if p.suffix in ('.c', '.h', '.ui')).lower()
        self.assertEqual([term for term in terms if term.lower() not in said], [])


def write():
    """Writes as many lines as are shown now; the last one is “…” if the program prints more."""
    def rewritten(block):
        def shown(part):
            command, _, old = part[1].partition('\n')
            line = shlex.split(command, comments=True)
            if not old.strip() or line[0] != 'poplens-cli' or re.search('.…$', old, re.M):
                return part[0]
            _, said = Guide.run_line(command, as_words=False)
            new, n = [text.rstrip() for text in said.splitlines()], old.rstrip('\n').count('\n') + 1 - old.count('…\n')
            return '$ ' + '\n'.join([command, *new[:n], *['…'] * (len(new) > n)]) + '\n'
        return '```console\n' + re.sub(r'^\$ (.*?)(?=^\$ |\Z)', shown, block[1], flags=re.S | re.M) + '```'
    Guide.setUpClass()
    for path in PAGES:
        text = path.read_text(encoding='utf-8')
        path.write_text(re.sub(r'```console\n(.*?)```', rewritten, text, flags=re.S), encoding='utf-8')
    Guide.tearDownClass()


if __name__ == '__main__':
    if '--write' in sys.argv:
        write()
    else:
        unittest.main()
