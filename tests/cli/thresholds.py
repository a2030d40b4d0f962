#!/usr/bin/python3
"""Tests which differences count for `poplens-cli diff`: --threshold, and the exit status with --fail-if."""
import unittest

from diff_reports import BY, altered, diff, one, two
from harness import run


class Threshold(unittest.TestCase):
    def exit(self, before, after, *options):
        with altered(one(), f'update graph_info set num_edges = {before}') as first, \
                altered(one(), f'update graph_info set num_edges = {after}') as second:
            return run('diff', first, second, '--fail-if', 'changed', *options).returncode

    def test_edges(self):
        self.assertEqual(self.exit(1000, 1050, '--threshold', '5'), 0)
        self.assertEqual(self.exit(1000, 1050, '--threshold', '5%'), 0)
        self.assertEqual(self.exit(1000, 1051, '--threshold', '5'), 3)
        self.assertEqual(self.exit(1000, 950, '--threshold', '5 %'), 0)
        self.assertEqual(self.exit(1000, 949, '--threshold', '5'), 3)
        self.assertEqual(self.exit(1000, 1001, '--threshold', '0.1'), 0)
        self.assertEqual(self.exit(1000, 1001, '--threshold', '0.0999'), 3)
        self.assertEqual(self.exit(0, 1, '--threshold', '1000000'), 3)  # from zero
        self.assertEqual(self.exit(1000, 1001), 3)
        self.assertEqual(self.exit(1000, 1000), 0)

    @staticmethod
    def beyond(row, percent):
        return any(key.endswith('_change') and value and (not row[key[:-7] + '_before'] or abs(value) * 100 > percent * abs(row[key[:-7] + '_before']))
                   for key, value in row.items())

    def test_rows(self):
        """The shown rows are all those that changed by more than the threshold."""
        got, every = diff(one(), two(), '--threshold', '10')['tables'], diff(one(), two())['tables']
        for name, table in every.items():
            kept = got[name]['rows'] if name in got else []
            self.assertEqual(len(kept), sum(self.beyond(row, 10) for row in table['rows']), name)
            self.assertTrue(all(row in table['rows'] and self.beyond(row, 10) for row in kept))
        text = run('diff', one(), two(), '--threshold', '10', '--by', 'figure,option', '--all').stdout
        self.assertEqual(sum(' %  ' in line for line in text.splitlines()), len(got['summary']['rows']))
        self.assertNotIn('Engine options', text)  # texts have no size

    def test_worse(self):
        """The exit status depends only on rows that grew, are marked as worse or new, or crossed a threshold and grew,
        all by more than noise."""
        grown = {'time-causes': 'cycles', 'critical-path': 'cycles', 'memory-categories': 'total',
                 'memory-tiles': 'total_including_gaps', 'liveness-steps': 'live', 'compute-sets': 'cycles', 'operations': 'tile_cycles'}
        seen = set()
        for percent, options in (0.1, []), (30, ['--threshold', '30']), (2000, ['--threshold', '2000']):
            got = {name: table['rows'] for name, table in diff(one(), two(), *options)['tables'].items()}
            # Waiting for the start by the host belongs to no operation, and is neither better nor worse.
            rows = {BY[name]: [row for row in got.get(name, []) if (row[f'{key}_change'] or 0) > 0 and
                               row.get('id_before') not in ('no-program', 'unattributed')] for name, key in grown.items()}
            rows['finding'] = [row for name in ('findings', 'time-findings') for row in got.get(name, [])
                               if row['verdict'] in ('worse', 'new') or (row['verdict'].startswith('now ') and row['saving_change'] > 0)]
            for by, worse in rows.items():
                status = run('diff', one(), two(), '--by', by, '--fail-if', 'worse', *options).returncode
                self.assertEqual(status, 3 if any(self.beyond(row, percent) for row in worse) else 0, (by, percent))
                seen.add(status)
        self.assertEqual(seen, {0, 3})

    def test_demand(self):
        with altered(one(), 'update memory_by_tile set total_including_gaps = total_including_gaps + 4096') as other:
            for pair, by, demand, status in (((one(), other), 'tile', 'worse', 3), ((other, one()), 'tile', 'worse', 0),
                                             ((other, one()), 'tile', 'changed', 3), ((one(), other), 'variable', 'changed', 0)):
                self.assertEqual(run('diff', *pair, '--by', by, '--fail-if', demand).returncode, status, (by, demand))
            # Without a section only figures are judged, and without a demand nothing is.
            self.assertEqual(run('diff', one(), other).returncode, 0)
            self.assertEqual(run('diff', one(), other, '--fail-if', 'worse').returncode, 3)
        with altered(one(), "update programs set name = 'Elsewhere' where id % 9 = 4") as other:
            self.assertEqual(run('diff', one(), other, '--fail-if', 'changed').returncode, 0)

    def test_misuse(self):
        for options in (['--threshold', 'much'], ['--threshold', '-1'], ['--threshold', '5 parts'], ['--by', 'colour'], ['--fail-if', 'better'],
                        ['--json', '--markdown'], ['--unit', 'x']):
            self.assertEqual(run('diff', one(), two(), *options).returncode, 2, options)
        self.assertEqual(run('diff', one()).returncode, 2)
        for options in ([one(), '/nonexistent'], ['/nonexistent', one()]):
            done = run('diff', *options)
            self.assertEqual(done.returncode, 1)
            self.assertIn('/nonexistent', done.stderr)


if __name__ == '__main__':
    unittest.main()
