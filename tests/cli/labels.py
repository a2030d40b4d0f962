#!/usr/bin/python3
"""Labels of poplens-cli that tell the truth: where values come from, row by row, and what a name includes."""
import collections
import json
import sqlite3
import unittest

from harness import REPORTS, run
from harness import Small as Demo

WEAKEST = ('measured', 'estimated', 'derived')


def table(name, report, *options):
    done = run('table', name, report, '--format', 'json', *options)
    assert (done.returncode, done.stderr) == (0, ''), done.stderr
    return json.loads(done.stdout)


def steps(report):
    """formats.md 8.2 by plain SQL: step → source of its cycles; and type → the weakest of its steps."""
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
            for name in ('trace-types', 'trace-range'):
                rows = table(name, report)
                self.assertEqual({(r['type'], r['source']) for r in rows}, set(by_type.items()), name)
            for place in ('trace', 'trace?waits=yes'):
                for name in ('trace-top', 'trace-last', 'trace-steps'):
                    rows = table(name, report, '--location', place)
                    self.assertTrue(rows, name)
                    self.assertEqual([r['source'] for r in rows], [by_step[r['step']] for r in rows], name)
                for r in table('trace-iterations', report, '--location', place):
                    self.assertEqual(r['source'], by_step[r['step']], 'trace-iterations')
            got = json.loads(run('trace', report, '--json').stdout)
            self.assertEqual({s['step']: s['source'] for s in got['steps']}, by_step)
            told = got['provenance']
            self.assertEqual({t: told.get(f'tile_cycles_by_type.{t}', told['tile_cycles_by_type'])
                              for t in got['tile_cycles_by_type']}, by_type)
            self.assertEqual(told['steps[].ipus'], 'row')

    def test_of_sums(self):
        for report in self.reports():
            rows = {r['name']: r['source'] for r in table('execution-totals', report)}
            self.assertEqual(rows['tile_cycles_internal_exchange'], 'estimated')
            self.assertEqual(rows['tile_cycles_sync'], 'derived')
            self.assertEqual(rows['tile_cycles_compute'], 'measured')

    def test_columns_say_that_rows_do(self):
        """A column whose source differs by row is named so, and each of its rows has a source of the five."""
        for report in self.reports():
            for name, column in (('trace-types', 'tile_cycles'), ('trace-range', 'most'), ('trace-steps', 'cycles'),
                                 ('execution-totals', 'cycles'), ('trace-top', 'cycles'), ('trace-last', 'second'),
                                 ('trace-iterations', 'median'), ('trace-exchanges', 'cycles')):
                got = table(name, report, '--provenance')
                by_name = {c['name']: c['provenance'] for c in got['columns']}
                self.assertEqual(by_name[column], 'row', name)
                self.assertEqual(by_name['source'], 'derived', name)
                self.assertNotIn('measured', by_name.values(), name)
                self.assertLessEqual({r['source'] for r in got['rows']}, set(WEAKEST), name)
                self.assertTrue(got['rows'] or report != Demo.path(), name)


if __name__ == '__main__':
    unittest.main()
