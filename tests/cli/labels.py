#!/usr/bin/python3
"""Labels of poplens-cli that tell the truth: where values come from, row by row, and what a name includes."""
import collections
import json
import sqlite3
import unittest

from harness import REPORTS, Executed, run
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
            for name in ('trace-types',):
                rows = table(name, report)
                self.assertEqual({(r['type'], r['source']) for r in rows}, set(by_type.items()), name)
            for place in ('trace', 'trace?waits=yes'):
                for name in ('trace-slowest', 'trace-steps'):
                    rows = table(name, report, '--location', place)
                    self.assertTrue(rows, name)
                    self.assertEqual([r['source'] for r in rows], [by_step[r['step']] for r in rows], name)
                for r in table('trace-variation', report, '--location', place):
                    self.assertEqual(r['source'], by_step[r['step']], 'trace-variation')
            got = json.loads(run('trace', report, '--json').stdout)
            self.assertEqual({s['step']: s['source'] for s in got['steps']}, by_step)
            told = got['provenance']
            self.assertEqual({t: told.get(f'tile_cycles_by_type.{t}', told['tile_cycles_by_type'])
                              for t in got['tile_cycles_by_type']}, by_type)
            self.assertEqual(told['steps[].ipus'], 'row')

    def test_of_sums(self):
        for report in self.reports():
            rows = {r['name']: r['source'] for r in table('runs', report, '--location', 'trace?by=total')}
            self.assertEqual(rows['tile_cycles_internal_exchange'], 'estimated')
            self.assertEqual(rows['tile_cycles_sync'], 'derived')
            self.assertEqual(rows['tile_cycles_compute'], 'measured')

    def test_columns_say_that_rows_do(self):
        """A column whose source differs by row is named so, and each of its rows has a source of the five."""
        for report in self.reports():
            for name, column in (('trace-types', 'tile_cycles'), ('trace-steps', 'cycles'),
                                 ('trace-top', 'cycles'), ('trace-slowest', 'second'),
                                 ('trace-variation', 'median'), ('trace-exchanges', 'cycles')):
                got = table(name, report, '--provenance')
                by_name = {c['name']: c['provenance'] for c in got['columns']}
                self.assertEqual(by_name[column], 'row', name)
                self.assertEqual(by_name['source'], 'derived', name)
                self.assertNotIn('measured', by_name.values(), name)
                self.assertLessEqual({r['source'] for r in got['rows']}, set(WEAKEST), name)
                self.assertTrue(got['rows'] or report != Demo.path(), name)


class Sizes(unittest.TestCase):
    def test_code_of_a_vertex(self):
        """One name, two sizes: its own code, and that with the functions it calls. Each says which it is."""
        tiles, own, called = 1472, 128, 340
        reports = [REPORTS / 'integrals'] if REPORTS.is_dir() else []
        for report in reports:
            cost = next(r for r in table('costs', report) if r['key'] == 'instrumentation-dump')
            vertex = next(r for r in table('vertices-by-code', report) if 'InstrumentationDumpStep' in r['vertex_type'])
            self.assertEqual((cost['bytes'], vertex['code_bytes']), (own * tiles, (own + called) * tiles))
        for report in (Demo.path(), *reports):
            cost = next(r for r in table('costs', report) if r['key'] == 'instrumentation-dump')
            self.assertTrue(cost['cause'].startswith('Own code of the vertex'), cost)
            for name, column in (('vertices-by-code', 'code_bytes'), ('vertex-types', 'code_bytes'), ('vertex-users', 'code'),
                                 ('program-vertices', 'code_bytes'), ('step-vertices', 'code_bytes')):
                done = run('table', name, report, '--format', 'json', '--provenance')
                self.assertEqual(done.returncode, 0, done.stderr)
                doc = next(c['doc'] for c in json.loads(done.stdout)['columns'] if c['name'] == column)
                self.assertIn('functions that it calls', doc, name)

    def test_documents_of_code_by_tile(self):
        """Of all operations these are categories; of one its own code; of the rest what is left."""
        def columns(*options):
            done = run('table', 'operation-tiles', Demo.path(), '--format', 'json', '--provenance', *options)
            self.assertEqual(done.returncode, 0, done.stderr)
            return {c['name']: c for c in json.loads(done.stdout)['columns'] if c['name'].endswith('_code')}

        for name, column in columns().items():
            self.assertEqual((column['provenance'], 'operation' in column['doc']), ('file', False), name)
            self.assertIn('category', column['doc'])
        rest = columns('--location', 'operations?operation=other-code')
        one = columns('--location', f"operations?operation={table('operations', Demo.path(), '--where', 'path ~ matmul')[0]['operation']}")
        for name in rest:
            self.assertIn('minus', rest[name]['doc'], name)
            self.assertIn('operation', one[name]['doc'], name)


class Ranges(unittest.TestCase):
    def test_hyphen(self):
        """Ranges of steps and tiles are plain: what takes a set of tiles, and scripts, read them."""
        one = r'\d+(-\d+)?'
        found = 0
        for report in (Demo.path(), *([REPORTS / 'integrals'] if REPORTS.is_dir() else [])):
            lives = [r['live'] for name in ('tile-variables', 'address-sharing') for r in table(name, report)]
            lives += [v['live'] for v in json.loads(run('memory', report, '--tile', '0', '--json').stdout)['variables']]
            for live in lives:
                self.assertRegex(live, rf'^(always|never|{one}(, {one})*( and \d+ more)?)$')
                found += '-' in live
            self.assertTrue(found, report)


class Waiting(unittest.TestCase):
    def test_one_definition(self):
        """What summary calls waiting or outside is what time leaves besides work; the headline, of the program, has none of it."""
        work = ('compute', 'exchange', 'inter_ipu_exchange', 'host_transfer')
        for report in (Demo.path(), Executed.path(), *([REPORTS / 'integrals'] if REPORTS.is_dir() else [])):
            rows = table('time-ipus', report)
            left = 1 - sum(r[c] for r in rows for c in work) / sum(r['total'] for r in rows)
            summary = json.loads(run('summary', report, '--json').stdout)
            # Mean cycles a tile are whole cycles in time.
            self.assertAlmostEqual(summary['waiting_or_outside']['share'], left, places=4)
            for command in ('summary', 'trace'):
                shown = ' '.join(run(command, report).stdout.split())
                self.assertIn(f'outside {summary["outside_cycles"]:,} cycles, trace {summary["trace_cycles"]:,}', shown, command)
                self.assertNotIn('% waiting', shown, command)


if __name__ == '__main__':
    unittest.main()
