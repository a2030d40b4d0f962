#!/usr/bin/python3
"""Tests that labels of poplens-cli are true: the source of values, row by row, and what a name includes."""
import collections
import functools
import json
import sqlite3
import unittest

from harness import REPORTS, run, table
from harness import Small as Demo

WEAKEST = ('measured', 'estimated', 'derived')


@functools.cache
def columns(name, report, location=None):
    """Returns the columns of a table, by name, as JSON describes them."""
    done = run('table', name, report, '--json', '--limit', '1', *(('--location', location) if location else ()))
    assert done.returncode == 0, done.stderr
    return {c['name']: c for c in json.loads(done.stdout)['tables'][name]['columns']}


def steps(report):
    """Computes formats.md 8.2 by plain SQL. Returns step → source of its cycles, and type → the weakest source of its
    steps."""
    with sqlite3.connect(f'file:{report}/profile.pop?immutable=1', uri=True) as base:
        rows = base.execute('SELECT id, type, program FROM steps').fetchall()
    by_step = {step: 'derived' if program is None else 'estimated' if type_ == 'DoExchange' else 'measured'
               for step, type_, program in rows}
    by_type = collections.defaultdict(set)
    for step, type_, _ in rows:
        by_type[type_].add(by_step[step])
    return by_step, {type_: max(sources, key=WEAKEST.index) for type_, sources in by_type.items()}


class Sources(unittest.TestCase):
    def reports(self):
        yield Demo.path()
        if REPORTS.is_dir():
            yield REPORTS / 'integrals'

    def test_of_steps(self):
        for report in self.reports():
            by_step, by_type = steps(report)
            self.assertEqual(set(by_step.values()), set(WEAKEST))
            self.assertEqual({(r['type'], r['source']) for r in table(report, 'trace-types')}, set(by_type.items()))
            for place in ('trace', 'trace?waits=yes'):
                for name in ('trace-top', 'trace-slowest', 'trace-steps'):
                    rows = table(report, name, place)
                    self.assertTrue(rows, name)
                    self.assertEqual([r['source'] for r in rows], [by_step[r['step']] for r in rows], name)
                for r in table(report, 'trace-variation', place):
                    self.assertEqual(r['source'], by_step[r['step']], 'trace-variation')

    def test_of_sums(self):
        for report in self.reports():
            rows = {r['name']: r['source'] for r in table(report, 'runs', 'trace?by=total')}
            self.assertEqual(rows['tile_cycles_internal_exchange'], 'estimated')
            self.assertEqual(rows['tile_cycles_sync'], 'derived')
            self.assertEqual(rows['tile_cycles_compute'], 'measured')

    def test_columns_say_that_rows_do(self):
        """A column whose source differs by row says so, and each of its rows has one of the five sources."""
        for report in self.reports():
            for name, column, *by in (('trace-types', 'tile_cycles'), ('trace-types', 'longest'), ('trace-steps', 'cycles'),
                                      ('runs', 'cycles', 'trace?by=total'), ('trace-top', 'cycles'), ('trace-slowest', 'second'),
                                      ('trace-variation', 'median'), ('trace-exchanges', 'cycles')):
                sources = {key: c['source'] for key, c in columns(name, report, *by).items()}
                self.assertEqual(sources[column], 'row', name)
                self.assertEqual(sources['source'], 'derived', name)
                self.assertNotIn('measured', sources.values(), name)
                self.assertLessEqual({r['source'] for r in table(report, name, *by)}, set(WEAKEST), name)
                self.assertTrue(table(report, name, *by) or report != Demo.path(), name)


class Sizes(unittest.TestCase):
    def test_code_of_a_vertex(self):
        """A vertex has two sizes of code: its own, and with the functions that it calls. Each is labelled."""
        tiles, own, called = 1472, 128, 340
        reports = [REPORTS / 'integrals'] if REPORTS.is_dir() else []
        for report in reports:
            cost = next(r for r in table(report, 'changes') if r['change'] == 'instrumentation-dump')
            vertex = next(r for r in table(report, 'vertices-by-code') if 'InstrumentationDumpStep' in r['vertex_type'])
            self.assertEqual((cost['bytes'], vertex['code_bytes']), (own * tiles, (own + called) * tiles))
        for report in (Demo.path(), *reports):
            cost = next(r for r in table(report, 'changes') if r['change'] == 'instrumentation-dump')
            self.assertTrue(cost['sentence'].startswith('Own code of the vertex'), cost)
            for by, column in (('type', 'code_bytes'), ('compute-set', 'code'), ('program', 'code_bytes'), ('step', 'code_bytes')):
                doc = columns('vertex-types', report, f'memory?by={by}')[column]['doc']
                self.assertIn('functions that it calls', doc, by)

    def test_documents_of_code_by_tile(self):
        """For all operations the code columns are categories; for one operation, its own code; for the rest, the
        remainder."""
        def code(operation=''):
            found = columns('tile-costs', Demo.path(), f'operations?by=operation{operation}')
            return {key: c for key, c in found.items() if key.endswith('_code')}

        for name, column in code().items():
            self.assertEqual((column['source'], 'operation' in column['doc']), ('recorded', False), name)
            self.assertIn('category', column['doc'])
        matmul = next(row for row in table(Demo.path(), 'operations') if 'matmul' in row['path'])
        rest = code('&operation=other-code')
        one = code(f"&operation={matmul['operation']}")
        for name in rest:
            self.assertIn('minus', rest[name]['doc'], name)
            self.assertIn('operation', one[name]['doc'], name)


class Ranges(unittest.TestCase):
    def test_hyphen(self):
        """Ranges of steps and tiles have a plain hyphen, so that options for sets of tiles, and scripts, can
        read them."""
        one = r'\d+(-\d+)?'
        found = 0
        for report in (Demo.path(), *([REPORTS / 'integrals'] if REPORTS.is_dir() else [])):
            lives = [r['live'] for name in ('tile-variables', 'address-sharing') for r in table(report, name)]
            for live in lives:
                self.assertRegex(live, rf'^(always|never|{one}(, {one})*( and \d+ more)?)$')
                found += '-' in live
            self.assertTrue(found, report)


if __name__ == '__main__':
    unittest.main()
