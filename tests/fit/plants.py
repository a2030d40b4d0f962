#!/usr/bin/python3
"""Tests models that do not fit for one planted cause: `poplens-cli fit` finds it first, names the change that saves
most, and never more than there is."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import reference
from harness import BIN, LONG, rows
from made import CAPACITY, CAUSES, SMALL, TINY, answer, database, ends, made, over, peaks, planned, truth, what_if

SEEDS = range(1, 11) if LONG else (1,)
# Changes, one of which has to come first.
FIRST = {'optimiser': r'optimiser-off-chip', 'activations': r'recompute|micro-batch=\d+', 'exchange': r'less-exchange',
         'code': r'outline', 'gaps': r'gap',
         'embedding': r'off-chip=Fwd/embedding/table', 'imbalance': r'spread=Fwd/embedding/table',
         'instrumentation': r'no-instrumentation'}
# The kinds of variables that each change concerns.
ABOUT = {'optimiser-off-chip': {'optimiser'}, 'accumulators-off-chip': {'weight-gradient'}, 'recompute': {'activation'},
         'no-instrumentation': {'profiler'}}


def planted():
    models = [(seed, TINY) for seed in SEEDS] + ([(1, SMALL)] if LONG else [])
    for seed, model in models:
        for cause in CAUSES:
            report = made(*model, f'--plant=oom={cause}', seed=seed)
            yield (seed, model, cause), report, answer(report)
    # Large messages cost packing too, which disappears with them.
    for seed in SEEDS:
        report = made('--tiles=64', '--plant=oom=exchange', seed=seed)
        yield (seed, 'encoder', 'exchange'), report, answer(report)


class Plants(unittest.TestCase):
    def test_the_model_does_not_fit_for_the_cause(self):
        for case, report, fit in planted():
            need = ends(report) if case[2] == 'gaps' else peaks(report)
            with self.subTest(case=case):
                # On 1 % of the tiles in one plant, else on half.
                self.assertGreaterEqual(over(need), 1 if case[2] == 'imbalance' else len(need) / 2)
                self.assertFalse(fit['figures']['fits'])
                self.assertEqual(fit['figures']['capacity_bytes'], CAPACITY)

    def test_without_it_the_model_fits(self):
        for model in (TINY, SMALL):
            self.assertEqual(over(ends(made(*model))), 0)

    def test_the_report_does_not_say_so(self):
        """No file of the report contains the cause, only the file beside it."""
        report = made(*TINY, '--plant=oom=optimiser')
        for path in report.iterdir():
            self.assertNotRegex(path.read_bytes(), rb'oom=|plant', path)

    def test_first_cause(self):
        for case, report, fit in planted():
            first, known = rows(fit, 'kinds')[0], truth(report)
            with self.subTest(case=case):
                self.assertEqual(first['kind'], known['kind'])
                self.assertGreaterEqual(first['excess_share'], 0.8)
                if known['kind'] == 'weights':
                    self.assertEqual(first['variable'], known['variable'])

    def test_first_change(self):
        for case, _, fit in planted():
            with self.subTest(case=case):
                self.assertRegex(rows(fit, 'changes')[0]['change'], rf'^({FIRST[case[2]]})$')

    def test_without_a_plan_the_bound_of_the_cause_may_help(self):
        """Code that every layer has separately: there is no plan, but outlining may help."""
        fit = answer(made(*TINY, '--plant=oom=code'))
        self.assertEqual(fit['figures']['plan_fits'], 'no')
        self.assertRegex(fit['answer'][2], r'^About the first cause: outline repeated layers, at most [\d.]+ KiB less on the '
                                           r'fullest tile \(every tile could fit\)\. No ')

    def test_the_plan_begins_with_the_cause(self):
        """Each change that is named first concerns the cause, or the plan does."""
        for case, _, fit in planted():
            cause = rows(fit, 'kinds')[0]['kind']
            about = [key for key in reference.BOUNDS if cause in reference.ABOUT[key]]
            first = rows(fit, 'changes')[0]['change']
            with self.subTest(case=case):
                self.assertEqual(first in reference.BOUNDS, bool(about))
                self.assertEqual(fit['answer'][2].startswith('About the first cause: '), bool(about))
                if about:
                    self.assertIn(first, about)

    def test_no_change_saves_more_than_there_is(self):
        """A change saves at most the bytes of the kinds that it concerns, at the peaks of the fullest tile before and
        after."""
        for case, _, fit in planted():
            bytes_of = {row['kind']: row['tile_bytes'] or 0 for row in rows(fit, 'kinds')}
            for row in rows(fit, 'changes'):
                if row['change'] not in ABOUT:
                    continue
                with self.subTest(case=case, change=row['change']):
                    self.assertLessEqual(max(row['saving'], row['saving_least']), sum(bytes_of.get(kind, 0) for kind in ABOUT[row['change']]))

    def test_the_plan_says_no_less_than_what_if(self):
        """The range of the plan includes both estimates."""
        for case, report, fit in planted():
            for end, estimate in (('least', 'optimistic'), ('most', 'pessimistic')):
                if planned(fit):
                    done, _ = what_if(report, planned(fit), estimate)
                    left, said = done['over'] + done['tight'], fit['figures'][f'plan_tiles_over_{end}']
                    with self.subTest(case=case, estimate=estimate):
                        self.assertTrue(said <= left if end == 'least' else said >= left, (left, said))

    def test_bounds_are_not_in_plans(self):
        for case, _, fit in planted():
            bounds = {row['change'] for row in rows(fit, 'changes') if row['confidence'] == 'bound'}
            with self.subTest(case=case):
                self.assertFalse(bounds & set(planned(fit)))


REFUSED = {
    ('--plant=oom=foo',): 'use oom= with one of optimiser',
    ('--plant=oom=code', '--plant=straggler=3:4'): 'goes with no other',
    ('--preset=out-of-memory', '--plant=oom=code'): 'needs a model that fits',
    ('--instrumentation=none', '--plant=oom=instrumentation'): 'needs instrumentation',
    ('--preset=plain', '--tiles=32', '--plant=oom=instrumentation'): 'has too little of it',
    ('--change=bogus',): 'unknown --change',
    ('--change=micro-batch=1',): 'use micro-batch=N',
    ('--change=half=2',): 'use half',
    ('--change=stages=1,1',): 'needs a preset',
    ('--preset=bert-base', '--layers=4', '--change=stages=2,1'): 'has 3 layers; the model has 4',
    ('--preset=plain', '--change=accumulators-off-chip'): 'no update',
    ('--tiles=32', '--plant-file=/nonexistent/file'): 'cannot write /nonexistent/file'}


class Generator(unittest.TestCase):
    def test_what_cannot_be_made_is_refused(self):
        for options, said in REFUSED.items():
            with self.subTest(options=options), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([BIN / 'poplens-demo', *options, pathlib.Path(folder, 'report')], text=True,
                                      capture_output=True, check=False, env={**os.environ, 'LC_ALL': 'C.UTF-8'})
                self.assertEqual((done.returncode, done.stdout), (1, ''))
                self.assertIn(said, done.stderr)
                self.assertEqual(list(pathlib.Path(folder).glob('**/*.*')), [])

    def test_the_same_options_write_the_same_bytes(self):
        for options in ((*TINY, '--plant=oom=code'), (*TINY, '--change=recompute', '--change=accumulators-off-chip')):
            one, two = made(*options, '--layers=2'), made('--layers=2', *options)
            for name in ('profile.pop', 'debug.cbor'):
                self.assertEqual((one / name).read_bytes(), (two / name).read_bytes(), name)

    def test_each_layer_has_vertex_types_of_its_own(self):
        with database(made(*TINY, '--plant=oom=code')) as file:
            names = [name for name, in file.execute('SELECT name FROM vertex_types')]
        self.assertGreater(sum(bool(re.search(r'_layer\d+$', name)) for name in names), 3)
        with database(made(*TINY, '--plant=oom=code')) as file:
            self.assertEqual(file.execute('SELECT count(*) FROM function_programs').fetchone(), (0,))

    def test_a_table_on_few_tiles(self):
        with database(made(*SMALL, '--plant=oom=imbalance')) as file:
            tiles, = file.execute(
                'SELECT count(DISTINCT tile) FROM vars_info v JOIN unlowered_vars u ON u.id = v.unlowered_var_id '
                'WHERE u.name = "Fwd/embedding/table"').fetchone()
        self.assertEqual(tiles, 1)


if __name__ == '__main__':
    unittest.main()
