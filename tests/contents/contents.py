#!/usr/bin/python3
"""Tests the table contents, of one report and of two, against oracle.py, an independent computation, and its sums: rows
at the top add up to the bytes including gaps, and each row is the sum of the rows below it."""
import json
import unittest

import oracle
from harness import output, run, rows as rows_of, table
from shapes import reports, small

MORE = {'oom': ('--preset=out-of-memory', '--layers=2'), 'resnet': ('--preset=resnet50', '--steps=100')}

FILES = {}


def file_of(report):
    if report not in FILES:
        FILES[report] = oracle.File(report)
    return FILES[report]


def told(report, location='liveness'):
    return [oracle.Row(row['depth'], row['name'], row['level'], row['kind'], row['variables'], row['bytes'],
                       row['always_live'], row['id']) if 'bytes' in row else row
            for row in table(report, 'contents', location)]


def check_sums(test, rows, amount):
    """Asserts that each row is the sum of the rows below it, if there are any."""
    above = []
    for depth, value in [(row['depth'], amount(row)) for row in rows] + [(0, 0)]:
        while len(above) > depth:
            total, below = above.pop()
            test.assertIn(below, (None, total))
        if above:
            above[-1][1] = (above[-1][1] or 0) + value
        above.append([value, None])


class Contents(unittest.TestCase):
    maxDiff = 4000

    def compare(self, report, tiles, location, step=None, by='kind'):
        leaves, sums = file_of(report).contents(tiles, step)
        rows = told(report, f'{location}&by={by}')
        self.assertEqual(rows, oracle.tree(leaves, sums, by))
        self.assertEqual(sum(row.bytes for row in rows if not row.depth), sums['total'])
        check_sums(self, [row._asdict() for row in rows], lambda row: row['bytes'])

    def test_the_worst_tile(self):
        for report in reports(**MORE):
            with self.subTest(report=report.name):
                worst = file_of(report).worst()
                for by in 'kind', 'layer':
                    self.compare(report, [worst], 'liveness?', by=by)

    def test_tiles_and_steps(self):
        for report in reports(**MORE):
            file = file_of(report)
            tile = sorted(file.memory)[len(file.memory) // 2]
            step = max((end for spans in file.ranges.values() for _, end in spans), default=1) // 2
            with self.subTest(report=report.name):
                self.compare(report, [tile], f'liveness?tile={tile}')
                self.compare(report, [tile], f'liveness?tile={tile}&step={step}', step)
                self.compare(report, sorted(file.memory), 'liveness?scope=all')
                self.compare(report, sorted(file.memory)[:3],
                             'liveness?tile=' + ','.join(map(str, sorted(file.memory)[:3])), by='layer')

    def check_change(self, rows, before, after):
        for key, sums in ('bytes_before', before), ('bytes_after', after):
            self.assertEqual(sum(row[key] for row in rows if not row['depth']), sums['total'])
            check_sums(self, rows, lambda row, key=key: row[key])
        for row in rows:
            self.assertEqual(row['bytes_change'], row['bytes_after'] - row['bytes_before'])

    def leaves_by_name(self, rows, key):
        """Returns bytes by kind and variable, of the rows with an id."""
        out = {}
        for row in rows:
            if row['id'] is not None and row[key]:
                place = row['kind'], row['id']
                out[place] = out.get(place, 0) + row[key]
        return out

    def test_two_steps(self):
        for report in reports(**MORE):
            file = file_of(report)
            worst = file.worst()
            peak, last = file.peak(worst)[0], max((end for spans in file.ranges.values() for _, end in spans), default=2) - 1
            if peak == last:
                continue
            with self.subTest(report=report.name):
                sides = [file.contents([worst], step) for step in (peak, last)]
                rows = told(report, f'liveness?step={peak},{last}')
                self.check_change(rows, sides[0][1], sides[1][1])
                for (leaves, _), key in zip(sides, ('bytes_before', 'bytes_after')):
                    expected = {}
                    for leaf in leaves:
                        if leaf.id is not None:
                            expected[leaf.kind, leaf.id] = expected.get((leaf.kind, leaf.id), 0) + leaf.live
                    self.assertEqual(self.leaves_by_name(rows, key), expected)
                changes = [-abs(row['bytes_change']) for row in rows
                           if not row['depth'] and row['level'] in ('kind', 'layer')]
                self.assertEqual(changes, sorted(changes))

    def test_two_reports(self):
        before, after = small('encoder', 1), small('bert', 1)
        sides = [file_of(report).contents([file_of(report).worst()]) for report in (before, after)]
        rows = rows_of(json.loads(run('table', 'contents', before, after, '--same', '--json').stdout))
        self.check_change(rows, sides[0][1], sides[1][1])
        for (leaves, _), key in zip(sides, ('bytes_before', 'bytes_after')):
            for kind in oracle.TITLES:
                there = sum(row[key] for row in rows if row['kind'] == kind and row['level'] == 'kind')
                self.assertEqual(there, sum(leaf.live for leaf in leaves if leaf.kind == kind), kind)
        # Without --same: only rows that differ, and their parents.
        changed = rows_of(json.loads(run('table', 'contents', before, after, '--json').stdout))
        self.assertEqual([row for row in changed if row['state'] != 'same'], [row for row in rows if row['state'] != 'same'])
        for row, below in zip(changed, [*changed[1:], {'depth': 0}]):
            self.assertTrue(row['state'] != 'same' or below['depth'] > row['depth'], row)

    def test_memory(self):
        """The figures and the sentence of the command equal those of the tree."""
        for report in reports(**MORE):
            file = file_of(report)
            tile = file.worst()
            step, peak = file.peak(tile)
            with self.subTest(report=report.name):
                said = output(report, 'memory', '--tile', 'fullest')
                leaves, sums = file.contents([tile])
                self.assertEqual([said['figures'][f'{key}_bytes'] for key in ('live', 'packing', 'gap', 'tile')],
                                 [peak, sums['packing'], sums['gaps'], sums['total']])
                self.assertEqual(sum(leaf.live for leaf in leaves), peak)
                self.assertRegex(said['answer'][0], rf'^Tile {tile},.* step {step}: {peak:,} live \+ '
                                 rf'{sums["packing"]:,} packing \+ {sums["gaps"]:,} gaps = {sums["total"]:,} ')
                self.assertEqual([row['bytes'] for row in rows_of(said)],
                                 [row.bytes for row in oracle.tree(leaves, sums)])

    def test_what_cannot_be(self):
        report = small('encoder', 1)
        for location, said in (('by=size', 'use kind or layer'), ('tile=99999', 'no tile matches'), ('step=x', 'x')):
            done = run('table', 'contents', report, '--location', f'liveness?{location}')
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(said, done.stderr)


if __name__ == '__main__':
    unittest.main()
