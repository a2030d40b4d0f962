#!/usr/bin/python3
"""Tests the JSON of every command against docs/poplens.schema.json, and what a schema cannot express: counts, keys and
cells of rows, and that each next command runs."""
import json
import pathlib
import re
import shlex
import tempfile
import unittest

from harness import Demo, Overflowing, Small, run
from takes import commands, help_of

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / 'docs/poplens.schema.json').read_text())
TYPES = {'object': dict, 'array': list, 'string': str, 'boolean': bool, 'integer': int, 'number': (int, float), 'null': type(None)}
# Types of cells by the unit of their column, besides null.
CELLS = {'text': str, 'bool': bool, 'ratio': (int, float), 'number': (int, float), 'microseconds': (int, float), 'cycles': (int, float),
         'mixed': (str, int, float), 'row': (str, int, float)}


class Compiled(Demo):
    folder = None
    options = ('--tiles=32', '--without=archive,execution,json')


def is_type(value, name):
    return isinstance(value, TYPES[name]) and (name == 'boolean' or not isinstance(value, bool))


def problems(value, schema, where='$'):
    """Yields what the schema does not allow in @value; knows the keywords that our schema uses."""
    if '$ref' in schema:
        yield from problems(value, SCHEMA['$defs'][schema['$ref'].rpartition('/')[2]], where)
    types = schema.get('type', [])
    types = [types] if isinstance(types, str) else types
    if types and not any(is_type(value, name) for name in types):
        yield f'{where}: {value!r} is not {types}'
    if value not in schema.get('enum', [value]) or value != schema.get('const', value) or ('minimum' in schema and value < schema['minimum']):
        yield f'{where}: {value!r}'
    if 'anyOf' in schema and all(list(problems(value, one)) for one in schema['anyOf']):
        yield f'{where}: {value!r} is none of what it may be'
    if isinstance(value, dict):
        yield from (f'{where}: no {name}' for name in schema.get('required', []) if name not in value)
        for name, one in value.items():
            yield from problems(one, schema.get('properties', {}).get(name, schema.get('additionalProperties', {})), f'{where}.{name}')
    for i, one in enumerate(value if isinstance(value, list) else []):
        yield from problems(one, schema.get('items', {}), f'{where}[{i}]')


def without_twins(pairs):
    assert len(dict(pairs)) == len(pairs), [name for name, _ in pairs]
    return dict(pairs)


def read(text):
    """Parses the JSON of a command, and checks all of this."""
    answer = json.loads(text, object_pairs_hook=without_twins)
    wrong = [next(problems(answer, SCHEMA), None)]
    for name, table in answer['tables'].items():
        units = {column['name']: column['unit'] for column in table['columns']}
        more = {'unit'} if 'mixed' in units.values() else set()
        if len(units) != len(table['columns']) or not len(table['rows']) == table['shown'] <= table['of']:
            wrong.append(f'{name}: {len(table["columns"])} columns, {table["shown"]} of {table["of"]} rows')
        for row in table['rows']:
            if not units.keys() <= row.keys() <= units.keys() | more | {'depth'}:
                wrong.append(f'{name}: {list(row)}')
            wrong += [f'{name}: {key} {row[key]!r} is no {unit}' for key, unit in units.items()
                      if row[key] is not None and (not isinstance(row[key], CELLS.get(unit, int)) or (unit != 'bool' and isinstance(row[key], bool)))]
    wrong = [one for one in wrong if one]
    assert not wrong, wrong[:3]
    return answer


class Answers(unittest.TestCase):
    def ask(self, command, *arguments, statuses=(0, 1)):
        """Returns an answer, whose next command must work too; None if the report lacks its subject."""
        done = run(command, *arguments, '--json')
        self.assertIn(done.returncode, statuses, (command, arguments, done.stderr))
        if done.returncode == 1:
            self.assertEqual((done.stdout, done.stderr.count('\n')), ('', 1))
            return None
        answer = read(done.stdout)
        self.assertEqual(answer['command'], command)
        if answer['next']:
            following = shlex.split(answer['next'])
            self.assertEqual(following.pop(0), 'poplens-cli')
            self.assertEqual(run(*following).returncode, 0, answer['next'])
        return answer

    def test_words(self):
        """Tests all values of --by, including those that are additional tables."""
        answered = 0
        for command in 'memory', 'liveness', 'time', 'trace', 'programs', 'operations':
            for word in re.search(r'--by=(\S+)', help_of('poplens-cli', command))[1].split('|'):
                answer = self.ask(command, Small.path(), '--by', word, '--all', '--limit', 9)
                answered += answer is not None
        self.assertGreater(answered, 30)

    def test_selections(self):
        for arguments in (('summary', '--all'), ('fit', '--all'), ('fit', '--change', 'half', '--limit', 9), ('memory', '--tile', 'fullest', '--all'),
                          ('memory', '--step', '3'), ('liveness', '--step', 'peak', '--all'), ('liveness', '--step', '3,9'),
                          ('liveness', '--variable', '5'), ('operations', '--operation', '1'), ('time', '--range', 'iteration=1'),
                          ('find', 'matmul'), ('find', 'nothing of that name'), ('show', 'tile', '5'), ('show', 'context', '758'), ('show', '#4', '--all'),
                          ('show', '/src/model/encoder.py:105'), ('check',), ('memory', '--describe'), ('trace', '--where', 'cycles > 1000')):
            self.assertTrue(self.ask(arguments[0], Small.path(), *arguments[1:], statuses=(0,)), arguments)
        for status, limit in (0, '100%'), (3, '1 B'):
            self.ask('budget', Small.path(), '-r', f'max-tile-bytes={limit}', statuses=(status,))

    def test_reports(self):
        """Reports over capacity and without an execution: absent values are null and listed in missing, or there is no
        answer."""
        for demo in Overflowing, Compiled:
            for command in commands()[:8]:
                answer = self.ask(command, demo.path())
                self.assertEqual(answer is None, command in ('time', 'trace'), command)
                if command == 'summary':
                    self.assertIsNone(answer['figures']['trace_cycles'])
                    self.assertIn('execution', [one['what'] for one in answer['missing']])

    def test_two(self):
        answer = self.ask('diff', Small.path(), Compiled.path(), statuses=(0,))
        self.assertEqual(len(answer['reports']), 2)
        self.assertEqual({*answer['figures']['tile_bytes']}, {'before', 'after', 'change', 'ratio', 'verdict'})
        self.ask('table', 'memory-tiles', Small.path(), Compiled.path(), statuses=(0,))
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            for name, demo in ('one', Small), ('two', Compiled):
                pathlib.Path(folder, name).symlink_to(demo.path())
            self.assertEqual(self.ask('list', folder, statuses=(0,))['reports'], [])

    def test_exported(self):
        done = run('export', Small.path(), '--tables', 'programs,trace-types', '-o', '-', '--format', 'json')
        self.assertEqual(list(read(done.stdout)['tables']), ['programs', 'trace-types'])


if __name__ == '__main__':
    unittest.main()
