#!/usr/bin/python3
"""Compares tables and figures with the independent oracle, value by value."""
import json
import math
import subprocess
import sys
import unittest

from harness import ORACLE, SHARED, SKIP, Demo, output, run, table


def profile_of(report):
    return next(iter(sorted(report.glob('profile.pop')) or sorted(report.glob('profile_*.pop'))))


def expected(report, command):
    done = subprocess.run(['/usr/bin/python3', ORACLE, profile_of(report), command], capture_output=True,
                          text=True, check=True, timeout=600)
    return json.loads(done.stdout)


def renamed(rows, *keys, **renames):
    """Returns rows with only these columns, some renamed to the oracle's names."""
    return [{**{key: row[key] for key in keys}, **{key: row[name] for key, name in renames.items()}} for row in rows]


def summary(report):
    facts = {(row['section'], row['name']): row['value'] for row in table(report, 'summary')}
    fields = {name: value for (section, name), value in facts.items() if section == 'Recorded'}
    about, = output(report, 'summary')['reports']
    names = {'type': 'type_', 'ipus': 'num_ipus', 'replicas': 'num_replicas', 'tiles': 'num_tiles', 'clock_hz': 'clock_frequency'}
    target = {key: fields[names.get(key, key)] for key in (
        *names, 'architecture', 'ipus_per_replica', 'tiles_per_ipu', 'bytes_per_tile', 'bytes_per_ipu', 'memory_per_replica',
        'total_memory')}
    return {'poplar_version': about['poplar'], 'format_version': facts['Versions', 'Report format'], 'timestamp': about['compiled'],
            'target': {key: int(text) if text.isdigit() else text for key, text in target.items()},
            'graph': {key: int(facts['Graph', title]) for key, title in (
                ('compute_sets', 'Compute sets'), ('edges', 'Edges'), ('variables', 'Variables'), ('vertices', 'Vertices'))}}


def memory(report):
    tiles, categories = table(report, 'memory-tiles'), table(report, 'memory-categories')
    return {'total': sum(row['total'] for row in tiles), 'total_including_gaps': sum(row['total_including_gaps'] for row in tiles),
            'tiles': tiles, 'categories': {row['key']: row for row in categories}}


def liveness(report):
    steps = table(report, 'liveness-steps')
    figures = output(report, 'liveness')['figures']
    ipus = [row['ipu'] for row in table(report, 'memory-ipus') if row['ipu'] is not None and row['tiles'] != 1]
    return {'always_live_bytes': figures['always_live_bytes'],
            'steps': renamed(steps, 'step', 'program', 'type', not_always_live_bytes='not_always_live'),
            'not_always_live_bytes_by_ipu': {str(i): [row['not_always_live'] for row in table(report, 'liveness-steps', f'liveness?ipu={i}')]
                                             for i in ipus},
            'peak': {'step': figures['peak_step'], 'bytes': figures['peak_bytes']}}


def trace(report):
    if run('trace', report).returncode == 1:
        return {'total_cycles': 0, 'runs': [], 'steps': [], 'tile_cycles_by_type': {}}
    steps = {}
    for row in table(report, 'trace-steps'):
        step = steps.setdefault(row['step'], {'step': row['step'], 'type': row['type'], 'program': row['program'],
                                              'sync': row['sync'] or None, 'ipus': []})
        step['ipus'].append(row)
    return {'total_cycles': output(report, 'trace')['figures']['trace_cycles'], 'runs': table(report, 'runs'), 'steps': list(steps.values()),
            'tile_cycles_by_type': {row['type']: row['tile_cycles'] for row in table(report, 'trace-types') if not row['depth']}}


def programs(report):
    found = {row['id']: row for row in reversed(table(report, 'programs')) if row['id'] is not None}
    return {'programs': [{**found[i], 'debug_id': found[i]['debug_id'] or 0} for i in sorted(found)]}


def peaks(report):
    tiles = table(report, 'liveness-tiles')
    return {'tiles': tiles, 'worst': max(tiles, key=lambda row: row['bytes'])}


def variables(report):
    rows = sorted(table(report, 'variables'), key=lambda row: (row['id'] is not None, row['id']))
    return {'variables': renamed(rows, 'id', always_live_bytes='always_live', not_always_live_max_bytes='not_always_live_max')}


# Values that the oracle has elsewhere: it also names streams; programs.py tests children and code of the tree.
ELSEWHERE = {'trace': ('ipus', 'overlap'), 'programs': ('name', 'children', 'control_code_bytes', 'control_programs', 'functions'),
             'variables': ('name',)}


def without(value, keys):
    if isinstance(value, dict):
        return {key: without(inner, keys) for key, inner in value.items() if key not in keys}
    return [without(inner, keys) for inner in value] if isinstance(value, list) else value


def differences(want, got, where=''):
    """Yields values of the oracle that Poplens lacks or has differently; additional keys are allowed."""
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
        for command in summary, memory, liveness, trace, programs, peaks, variables:
            with self.subTest(report=report.name, command=command.__name__):
                want = without(expected(report, command.__name__), ELSEWHERE.get(command.__name__, ()))
                found = list(differences(want, command(report)))
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
