#!/usr/bin/python3
"""Tests docs/queries.md: each query runs on the export that the page makes, and gives the answer shown.

    queries.py --write writes the answers into the page: check each before you commit it
"""
import contextlib
import os
import pathlib
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from harness import BIN, Demo, write_demo

PAGE = pathlib.Path(__file__).resolve().parents[2] / 'docs/queries.md'
QUERY = re.compile(r'^(### (\d+)\. .*?\n)\n```sql\n(.*?)```\n(?:\n```text\n(.*?)```\n)?', re.M | re.S)


def shown(value):
    return '–' if value is None else f'{value:.10g}' if isinstance(value, float) else str(value)


def answer(database, sql):
    """Returns rows below the names of their columns; numbers are right-aligned."""
    rows = database.execute(sql)
    names = [column[0] for column in rows.description]
    found = rows.fetchall()
    lines = [names, *([shown(value) for value in row] for row in found)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    right = [any(isinstance(row[c], (int, float)) for row in found) for c in range(len(names))]
    return ''.join('  '.join(text.rjust(w) if r else text.ljust(w) for text, w, r in zip(line, widths, right)).rstrip() + '\n'
                   for line in lines)


@contextlib.contextmanager
def exported():
    """Runs the page's own commands in a temporary folder. Yields the database, the output of each command, and the
    folder."""
    block = re.search(r'```console\n(.*?)```', PAGE.read_text(encoding='utf-8'), re.S)[1]
    with tempfile.TemporaryDirectory(prefix='poplens-queries-') as folder:
        said = []
        for part in re.split(r'^\$ ', block, flags=re.M)[1:]:
            command, _, words = part.partition('\n')
            line = shlex.split(command)
            if line == ['poplens-demo', 'demo']:
                pathlib.Path(folder, 'demo').symlink_to(Demo.path())
            elif line[0] == 'poplens-demo':
                write_demo(pathlib.Path(folder, line[-1]), *line[1:-1])
            else:
                done = subprocess.run([BIN / line[0], *line[1:]], cwd=folder, stdout=subprocess.PIPE, encoding='utf-8', check=True,
                                      timeout=600, env={**os.environ, 'LC_ALL': 'C.UTF-8'})
                said.append((words, done.stdout))
        with contextlib.closing(sqlite3.connect(f'file:{folder}/runs.sqlite?mode=ro', uri=True)) as database:
            yield database, said, folder


class Queries(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.made = contextlib.ExitStack()
        cls.database, cls.said, cls.folder = cls.made.enter_context(exported())
        cls.text = PAGE.read_text(encoding='utf-8')

    @classmethod
    def tearDownClass(cls):
        cls.made.close()

    def test_twenty_questions(self):
        queries = QUERY.findall(self.text)
        self.assertEqual([int(number) for _, number, _, _ in queries], list(range(1, 21)))
        for title, _, sql, want in queries:
            with self.subTest(title.strip()):
                got = answer(self.database, sql)
                self.assertEqual(got, want)
                # An empty answer would show nothing.
                self.assertGreater(got.count('\n'), 1)

    def test_other_reports(self):
        """The change of a layer compares two reports of the many in the file, and distinguishes layers by their whole
        name."""
        sql = next(sql for _, number, sql, _ in QUERY.findall(self.text) if number == '16')
        with contextlib.closing(sqlite3.connect(':memory:')) as database:
            database.execute('CREATE TABLE operations (report, variable_bytes, path)')
            database.executemany('INSERT INTO operations VALUES (?, ?, ?)', [
                (1, 10, 'Fwd/layer1/a'), (2, 15, 'Fwd/layer1/a'), (3, 99, 'Fwd/layer1/a'), (1, 5, 'Fwd/layer10'), (2, 5, 'Fwd/layer10'),
                (1, 4, 'Fwd/bert/layer.11/dense/a'), (2, 3, 'Fwd/bert/layer.11/dense/a'), (1, 7, 'Fwd/LayerNorm'), (2, 1, 'Fwd/other')])
            self.assertEqual(database.execute(sql).fetchall(), [('layer.11', 4, 3, -1), ('layer1', 10, 15, 5), ('layer10', 5, 5, 0)])

    def test_commands(self):
        self.assertEqual(len(self.said), 2)
        for words, said in self.said:
            self.assertTrue(said.startswith(words.partition('…')[0].rstrip('\n')), (words, said))

    def test_python(self):
        code = re.search(r'```python\n(.*?)```', self.text, re.S)[1]
        done = subprocess.run([sys.executable, '-c', code], cwd=self.folder, stdout=subprocess.PIPE, encoding='utf-8', check=True)
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()], ['demo', 'demo-half'])

    def test_table_of_contents(self):
        own = {name for name, in self.database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND (name LIKE "
                                                       "'poplens\\_%' ESCAPE '\\' OR name = 'reports')")}
        rows = re.search(r'^## Contents of the file\n\n(.*?)\n\n', self.text, re.M | re.S)[1]
        self.assertEqual(set(re.findall(r'^\| `(\w+)` \|', rows, re.M)), own)

    def test_selections(self):
        """The page names the tables that do not have all rows, and their notes in the file agree."""
        sentence = re.search(r'Nothing is cut off but\s+where (.*?)`poplens_exported.note`', self.text, re.S)[1]
        named = dict(re.findall(r'`(\w+)`\s+\(([^)]*)\)', sentence))
        notes = self.database.execute('SELECT table_name, rows, note FROM poplens_exported WHERE report = 1').fetchall()
        known = {name for name, in self.database.execute('SELECT name FROM poplens_tables')}
        self.assertLessEqual(set(named), known)
        numbers = {'time_findings': '1.0 %', 'checks': '5'}
        for name, rows, note in notes:
            with self.subTest(table=name):
                if name in named:
                    self.assertIn(numbers.get(name) or re.search(r'\d+', named[name])[0], note)
                of = re.search(r'([\d,]+) of ([\d,]+)', note or '')
                some, all_rows = (int(n.replace(',', '')) for n in of.groups()) if of else (0, 0)
                self.assertTrue(name in named or not (rows == some < all_rows), note)

    def test_a_wrong_answer_is_seen(self):
        title, number, sql, want = QUERY.findall(self.text)[1]
        self.assertNotEqual(answer(self.database, sql.replace('DESC', 'ASC')), want)


def write():
    with exported() as (database, _, _):
        text = QUERY.sub(lambda m: f'{m[1]}\n```sql\n{m[3]}```\n\n```text\n{answer(database, m[3])}```\n',
                         PAGE.read_text(encoding='utf-8'))
    PAGE.write_text(text, encoding='utf-8')


if __name__ == '__main__':
    if '--write' in sys.argv:
        write()
    else:
        unittest.main()
