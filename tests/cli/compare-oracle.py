#!/usr/bin/python3
"""Holds `poplens-cli COMMAND REPORT --json` against the independent oracle, key by key."""
import json
import math
import subprocess
import sys
import unittest

from harness import ORACLE, SHARED, SKIP, Demo, run

COMMANDS = ('summary', 'memory', 'liveness', 'trace', 'programs', 'peaks', 'variables')


def profile_of(report):
    return next(iter(sorted(report.glob('profile.pop')) or sorted(report.glob('profile_*.pop'))))


def expected(report, command):
    done = subprocess.run(['/usr/bin/python3', ORACLE, profile_of(report), command], capture_output=True,
                          text=True, check=True, timeout=600)
    return json.loads(done.stdout)


def differences(want, got, where=''):
    """What the oracle says and Poplens does not: a key may stand beside, none may lack or differ."""
    if isinstance(want, dict) and isinstance(got, dict):
        for key, value in want.items():
            if key not in got:
                yield f'{where}.{key} lacks'
            else:
                yield from differences(value, got[key], f'{where}.{key}')
    elif isinstance(want, list) and isinstance(got, list):
        if len(want) != len(got):
            yield f'{where} has {len(got)} values, not {len(want)}'
        for i, (a, b) in enumerate(zip(want, got)):
            yield from differences(a, b, f'{where}[{i}]')
    elif isinstance(want, float) and isinstance(got, float):
        if abs(want - got) > math.ulp(want):
            yield f'{where} is {got!r}, not {want!r}'
    elif type(want) is not type(got) or want != got:
        yield f'{where} is {got!r}, not {want!r}'


class CompareTest(unittest.TestCase):
    def compare(self, report):
        for command in COMMANDS:
            with self.subTest(report=report.name, command=command):
                done = run(command, report, '--json')
                self.assertEqual(done.returncode, 0, done.stderr)
                if report.name == 'firehose-killed':
                    self.assertRegex(done.stderr, r'\A(poplens-cli: (incomplete profile|debug.cbor is incomplete): .*\n)*\Z')
                else:
                    self.assertEqual(done.stderr, '')
                found = list(differences(expected(report, command), json.loads(done.stdout)))
                self.assertEqual(found[:10], [], f'{len(found)} differences')

    def test_integrals(self):
        self.compare(SHARED / 'reports/integrals')

    def test_firehose(self):
        self.compare(SHARED / 'reports/firehose')

    def test_firehose_killed(self):
        self.compare(SHARED / 'reports/firehose-killed')

    def test_demo(self):
        self.compare(Demo.path())

    def test_the_comparison_can_fail(self):
        self.assertEqual(list(differences({'a': [1, 2.0]}, {'a': [1, 2.0], 'b': 3})), [])
        for want, got in (({'a': 1}, {}), ([1], [1, 2]), (1, 1.0), (1, True), (0.1, 0.1000001), (None, 0)):
            self.assertEqual(len(list(differences(want, got))), 1, (want, got))


if __name__ == '__main__':
    if not ORACLE.exists():
        print(f'skipped: {SHARED} with reports/ and tools/oracle.py is absent')
        sys.exit(SKIP)
    unittest.main()
