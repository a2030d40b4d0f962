#!/usr/bin/python3
"""Compares change points of the program with the reference, on random series of every kind.
compare.py PROGRAM [--long]"""
import math
import os
import subprocess
import sys
import unittest
from pathlib import Path

from answers import by_program, by_reference
from kinds import FALSE, FOUND, OTHER, series_of

LONG = '--long' in sys.argv or os.environ.get('POPLENS_TEST_LONG') == '1'
COUNT = 1000 if LONG else 20
PROGRAM = sys.argv[1]
ROOT = Path(__file__).resolve().parents[2]


def is_close(a, b):
    if isinstance(a, float) and isinstance(b, (int, float)):
        return math.isclose(a, b, rel_tol=1e-7, abs_tol=1e-4)
    return a == b


class Compare(unittest.TestCase):
    def same(self, series, name):
        for values, said in zip(series, by_program(PROGRAM, series)):
            expected = by_reference(values)
            with self.subTest(name, values=values):
                self.assertEqual(len(said['changes']), len(expected['changes']))
                for ours, theirs in zip(said['changes'], expected['changes']):
                    self.assertEqual({key for key in theirs if not is_close(theirs[key], ours[key])}, set())
                self.assertEqual({key for key in expected if key != 'changes' and not is_close(expected[key], said[key])}, set())

    def test_kinds(self):
        for kind in FALSE + FOUND + OTHER:
            for n in kind.lengths:
                self.same([values for values, _ in series_of(kind, n, max(COUNT // len(kind.lengths), 1), 2)], f'{kind.name}, {n}')

    def test_by_hand(self):
        lines = ('7', '7 7 9', '5000 5000 5000 5006', '5000 5000 5000 5005', '10 10 10 11', '0 0 0 0 0 0', '7 7 7 7 9 9 9 9 7 7 7 7',
                 '9 9 9 9 9 9 9 9', '100 100 100 100 150 100 100 100 100 100', '100 130 90 120 105 140 95',
                 '10 10 10 20 10 10 20 10 10 10 20 20 10 10 20 10 10 10 20 10', '6000 6002 6004 6006 6008 6010 6012 6014 6016',
                 '190 180 170 160 150 140 130 120 110 100', '100 110 120 130 140 400 160 170 180 190 200')
        self.same([[float(word) for word in line.split()] for line in lines], 'by hand')

    def test_score(self):
        """The score has a row for every kind, and the same seed gives the same table."""
        bins = Path(PROGRAM).resolve().parents[2] / 'bin'
        tables = [subprocess.run([ROOT / 'script/blind', '--bin', bins, '--series', '--seed', seed, '--count', '2'], check=True,
                                 stdout=subprocess.PIPE, encoding='utf-8').stdout for seed in ('7', '7', '8')]
        self.assertEqual(tables[0], tables[1])
        self.assertNotEqual(tables[0], tables[2])
        rows = [line.split(' | ') for line in tables[0].splitlines() if line.startswith('| ')]
        self.assertEqual([row[0][2:] for row in rows if row[1] != 'n'], [kind.name for kind in FALSE + FOUND])


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
