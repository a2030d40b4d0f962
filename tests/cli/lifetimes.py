#!/usr/bin/python3
"""Tests lifetimes of variables against plain SQL on the file: every variable at every step."""
import unittest

from harness import Report, reports

ALL = 'tile is null'


def live_by_step(report, which):
    """Returns for each variable the bytes that are live at each step, and the always-live bytes among them."""
    n = report.all('select count(*) from depth_first_steps')[0][0]
    always = {i for i, in report.all('select id from eq_classes where is_always_live')}
    ranges = {}
    for i, a, b in report.all('select eq_class_id, step_id_from, step_id_to from eq_class_step'):
        ranges.setdefault(i, []).append((a, b))
    known = {i for i, in report.all('select id from eq_classes')}
    live = {}
    for variable, of, size in report.all('select unlowered_var_id, eq_class_id, bytes from var_bytes_by_eq_class '
                                         f'where {which}'):
        steps, fixed = live.setdefault(variable, ([0] * n, [0]))
        if of in always:
            fixed[0] += size
        for a, b in [(0, n)] if of in always else ranges.get(of, []) if of in known else []:
            for step in range(a, b):
                steps[step] += size
    return {v: (steps, fixed[0]) for v, (steps, fixed) in live.items() if any(steps)}


def expected(steps, fixed, peak):
    at = [s for s, size in enumerate(steps) if size]
    return {'bytes': max(steps), 'always_live': fixed, 'at_peak': steps[peak], 'born': at[0], 'freed': at[-1] + 1,
            'length': len(at), 'ranges': sum(s == 0 or not steps[s - 1] for s in at)}


class Lifetimes(unittest.TestCase):
    def hold(self, report, place, which):
        live = live_by_step(report, which)
        rows = report.table('variables', place)
        self.assertEqual({row['id'] for row in rows}, set(live))
        passing = [sum(steps[s] - fixed for steps, fixed in live.values())
                   for s in range(len(next(iter(live.values()))[0]))]
        peak = passing.index(max(passing))
        names = dict(report.all('select id, name from unlowered_vars'))
        for row in rows:
            want = expected(*live[row['id']], peak)
            self.assertEqual({key: row[key] for key in want}, want, row)
            self.assertEqual(row['variable'], names.get(row['id']))
        sizes = [row['bytes'] for row in rows]
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        return len(rows)

    def test_all_tiles(self):
        for report in map(Report, reports()):
            self.assertGreater(self.hold(report, 'liveness', ALL), 10, report.path)

    def test_a_tile(self):
        for report in map(Report, reports()):
            for tile in 0, 5, 1200:
                self.assertGreater(self.hold(report, f'liveness?tile={tile}', f'tile = {tile}'), 3)

    def test_sums_are_the_curve(self):
        for report in map(Report, reports()):
            always = report.all('select sum(always_live_bytes) from memory_by_tile')[0][0]
            peak = max(row['not_always_live'] for row in report.table('liveness-steps'))
            rows = report.table('variables')
            self.assertEqual(sum(row['always_live'] for row in rows), always)
            self.assertEqual(sum(row['at_peak'] for row in rows), always + peak)


if __name__ == '__main__':
    unittest.main()
