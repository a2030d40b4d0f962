#!/usr/bin/python3
"""Tests where the rows of each former table are now: in which table, at which location. Each location is valid, has the
key, and has rows if the demo report has the data."""
import json
import pathlib
import tempfile
import unittest

from harness import Demo, Small, rows, run, table, write_demo

# Former name: table, location.
PLACES = {
    'app': ('metadata', 'summary'), 'balance': ('memory-imbalance', 'memory'), 'balance-variables': ('memory-imbalance', 'memory?by=variable'),
    'block': ('card', 'trace?block=3'), 'block-statistics': ('blocks', 'trace?by=program'), 'block-tiles': ('blocks', 'trace?by=tile'),
    'capacity': ('memory-ipus', 'memory'), 'exchange-buffers': ('exchanges', 'memory?by=buffer'),
    'check-failures': ('checks', 'summary'), 'control-programs': ('programs', 'programs?by=root'),
    'debug-body': ('card', 'summary?context=758'), 'debug-chain': ('contexts', 'programs?program=39'), 'debug-layers': ('layers', 'operations?by=type'),
    'execution-totals': ('runs', 'trace?by=total'), 'framework': ('metadata', 'summary'),
    'floor': ('memory-tiles', 'memory'), 'gap-causes': ('tile-gaps', 'memory?by=cause'),
    'idle': ('idle-variables', 'liveness'), 'insights': ('findings', 'insights'), 'insights-histogram': ('memory-histogram', 'memory'),
    'liveness-ipus': ('memory-ipus', 'liveness'), 'memory-compute-sets': ('compute-sets', 'memory'),
    'memory-vertices': ('vertex-types', 'memory'), 'operation-cycles': ('programs', 'operations?by=type'),
    'operation-layers': ('layers', 'operations'), 'operation-programs': ('programs', 'operations?by=operation'),
    'operation-tiles': ('tile-costs', 'operations?by=operation'),
    'optimizations': ('summary', 'summary'), 'parts': ('files', 'summary'), 'report-files': ('files', 'summary'),
    'packing': ('liveness-tiles', 'liveness?by=packing'), 'program-tiles': ('tile-costs', 'programs?program=39'),
    'program-details': ('card', 'programs?program=39'), 'program-vertices': ('vertex-types', 'programs?by=program&program=39'),
    'sources': ('source-lines', 'operations'), 'target': ('summary', 'summary'), 'target-fields': ('summary', 'summary'),
    'archive-differences': ('checks', 'summary'), 'causes': ('kinds', 'insights'), 'costs': ('changes', 'insights'), 'lifetimes': ('variables', 'liveness'), 'operation-sums': ('operations', 'operations'), 'operation-variables': ('variables', 'operations?by=operation'), 'step-cycles': ('tile-costs', 'liveness?by=step&step=37'), 'step-flops': ('tile-costs', 'liveness?by=step&step=37'),
    'step-vertices': ('vertex-types', 'liveness?by=step&step=37'), 'tile-contents': ('contents', 'liveness'),
    'tile-exchanges': ('exchanges', 'memory'), 'tile-peaks': ('liveness-tiles', 'liveness'),
    'time-checks': ('time-causes', 'trace?by=finding'), 'time-classes': ('time-ipus', 'trace'),
    'time-copies': ('time-transfers', 'trace?by=ipu'), 'time-iterations': ('runs', 'trace?by=iteration'),
    'time-path': ('critical-path', 'trace'), 'time-phases': ('time-ipus', 'trace?by=phase'),
    'time-waterfall': ('time-causes', 'trace'), 'trace-bookmarks': ('bookmarks', 'trace'),
    'trace-bottom-up': ('trace-costs', 'trace?by=bottom-up'), 'trace-by-compute-set': ('trace-costs', 'trace'),
    'trace-by-operation': ('trace-costs', 'trace?by=operation'), 'trace-by-program': ('trace-costs', 'trace?by=program'),
    'trace-iterations': ('trace-variation', 'trace'), 'trace-last': ('trace-slowest', 'trace'),
    'trace-range': ('trace-types', 'trace?range=0..3000000'), 'trace-step': ('card', 'trace?executed=9'),
    'trace-stragglers': ('trace-slowest', 'trace?by=tile'),
    'trace-top-down': ('trace-costs', 'trace?by=top-down'), 'variables-by-tile': ('tile-variables', 'memory?by=variable&tile=0,1'),
    'variable-kinds': ('variables', 'liveness?by=kind'),
    'vertex-users': ('vertex-types', 'memory?by=compute-set'), 'vertex-variants': ('vertex-types', 'memory?by=family'),
}
# Tables of two reports.
COMPARED = {
    'compare-breakdown': ('memory-categories', 'memory?by=tile'), 'compare-categories': ('memory-categories', 'memory'),
    'compare-compute-sets': ('compute-sets', 'programs'), 'compare-contents': ('contents', 'liveness'),
    'compare-flame': ('trace-costs', 'trace?by=top-down'), 'compare-insights': ('findings', 'insights'),
    'compare-liveness': ('liveness-steps', 'liveness'), 'compare-operations': ('operations', 'operations'),
    'compare-options': ('options', 'summary'), 'compare-path': ('critical-path', 'trace?by=cause'),
    'compare-programs': ('programs', 'programs'), 'compare-summary': ('summary', 'summary'),
    'compare-tiles': ('memory-tiles', 'memory'), 'compare-time-findings': ('time-findings', 'trace'),
    'compare-variables': ('variables', 'liveness'), 'compare-waterfall': ('time-causes', 'trace'),
}
# Tables that the demo report has no rows for.
EMPTY = {'block', 'block-statistics', 'block-tiles', 'trace-bookmarks'}


class Places(unittest.TestCase):
    def test_all(self):
        names = {line.split()[0] for words in ((), ('views',)) for line in run('table', '--list', *words).stdout.splitlines()}
        for old, (name, location) in PLACES.items():
            with self.subTest(old=old):
                self.assertNotIn(old, names)
                self.assertIn(name, names)
                if old not in EMPTY:
                    self.assertTrue(table(Demo.path(), name, location))

    def test_two_reports(self):
        """A table of two reports has the name of that of one. It has measures, and is sorted by size if asked for."""
        listed = {line.split()[0]: line for line in run('table', '--list').stdout.splitlines()}
        self.assertEqual({name for name, line in listed.items() if '[BEFORE AFTER' in line}, {name for name, _ in COMPARED.values()})
        with tempfile.TemporaryDirectory(prefix='poplens-places-') as folder:
            after = pathlib.Path(folder, 'after')
            write_demo(after, '--tiles', '64', '--seed', '5')
            before = Small.path()
            for old, (name, location) in COMPARED.items():
                with self.subTest(old=old):
                    self.assertEqual(run('table', old, before, after).returncode, 2)
                    done = run('table', name, before, after, '--location', location, '--same', '--json')
                    self.assertEqual(done.returncode, 0, done.stderr)
                    got = rows(json.loads(done.stdout))
                    self.assertTrue(got)
                    self.assertTrue({'state', 'verdict'} & {*got[0]})
            for options, measure in ((), 'total_including_gaps'), (('--sort', 'always_live'), 'always_live'):
                got = rows(json.loads(run('table', 'memory-tiles', before, after, '--json', *options).stdout))
                sizes = [abs(row[f'{measure}_change']) for row in got]
                self.assertEqual(sizes, sorted(sizes, reverse=True))
                shown = run('table', 'memory-tiles', before, after, '--limit', '1', *options, env={'COLUMNS': '200'}).stdout
                self.assertEqual(shown.count('before'), 1)
            written = run('export', before, after, '--tables', 'memory-tiles', '-o', '-', '--format', 'csv')
            self.assertEqual(written.stdout, run('table', 'memory-tiles', before, after, '--csv').stdout)
            told = json.loads(run('diff', before, after, '--by', 'contents,top-down', '--json').stdout)
            self.assertEqual([*told['tables']], ['contents', 'trace-costs'])
            alike = run('diff', before, before, '--by', 'tile', '--same', '--fail-if', 'changed', '--json')
            self.assertEqual((alike.returncode, len(rows(json.loads(alike.stdout)))), (0, 128))
            self.assertIn('No differences.', json.loads(alike.stdout)['answer'])
            self.assertIn('Cycles by name', run('diff', before, after, '--by', 'contents,top-down').stdout)

    def test_old_names_are_unknown(self):
        """Old names are not aliases: the message suggests similar names."""
        for old in PLACES:
            self.assertEqual(run('table', old, Demo.path()).returncode, 2, old)


if __name__ == '__main__':
    unittest.main()
