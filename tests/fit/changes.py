#!/usr/bin/python3
"""Tests predictions of changes that save memory against the same models with the change made by the generator
(poplens-demo --change)."""
import functools
import unittest

from harness import LONG
from made import OVER, PASS, SMALL, answer, changed, database, ends, made, over, peaks, planned, predicted, truth

PLANTED = ('optimiser', 'activations', 'exchange') if LONG else ()
# The gradients of the second model are of one batch.
MODELS = (OVER, PASS, *((*SMALL, f'--plant=oom={cause}') for cause in PLANTED))
CHANGES = ('optimiser-off-chip', 'accumulators-off-chip', 'recompute', 'micro-batch=2', 'micro-batch=4',
           'no-instrumentation')
SEEDS = range(1, 4) if LONG else (1,)


def cases():
    for seed in SEEDS:
        for model in MODELS:
            for change in CHANGES:
                if (model, change) != (PASS, 'recompute'):
                    yield seed, model, change


@functools.cache
def both(model, change, seed):
    """Returns the predicted least and most bytes by tile, and those of the model with the changes."""
    base = made(*model, seed=seed)
    return (predicted(base, [change], 'optimistic'), predicted(base, [change], 'pessimistic'),
            peaks(changed(model, [change], seed)))


class Predictions(unittest.TestCase):
    def test_tiles(self):
        """On 99 of 100 tiles, the real bytes are within the two estimates and a percent."""
        for seed, model, change in cases():
            least, most, after = both(model, change, seed)
            right = sum(low * 0.99 <= now <= high * 1.01 for low, now, high in zip(least, after, most))
            with self.subTest(seed=seed, model=model, change=change):
                self.assertGreaterEqual(right, 0.99 * len(after))

    def test_worst_tile(self):
        for seed, model, change in cases():
            least, most, after = both(model, change, seed)
            with self.subTest(seed=seed, model=model, change=change):
                self.assertTrue(max(least) * 0.95 <= max(after) <= max(most) * 1.05, (max(least), max(after), max(most)))

    def test_tiles_over_capacity(self):
        for seed, model, change in cases():
            least, most, after = both(model, change, seed)
            few = 0.02 * len(after)
            with self.subTest(seed=seed, model=model, change=change):
                self.assertTrue(over(least) - few <= over(after) <= over(most) + few,
                                (over(least), over(after), over(most)))

    def test_a_stage_recomputes_no_less_than_predicted(self):
        """The output of the first stage goes to the other IPU, so it is not an activation, and the prediction keeps the
        last activation before it as the checkpoint: it predicts less saving than the model has, never more."""
        least, most, after = both(PASS, 'recompute', 1)
        self.assertTrue(all(now <= low * 1.01 and now <= high * 1.01 for low, now, high in zip(least, after, most)))
        self.assertLess(sum(after), sum(most))

    def test_half_is_not_overestimated(self):
        """For variables that are only partly known to be floats no saving is predicted, but the model has one."""
        for seed in SEEDS:
            for model in MODELS:
                _, most, after = both(model, 'half', seed)
                right = sum(now <= high * 1.01 for now, high in zip(after, most))
                with self.subTest(seed=seed, model=model):
                    self.assertGreaterEqual(right, 0.99 * len(after))

    def test_plan(self):
        """The model made with the plan needs the predicted bytes; a plan that is said to fit does fit."""
        for seed in SEEDS:
            for model in (*MODELS, (*OVER, '--layers=10')):
                said = answer(made(*model, seed=seed))
                figures, plan = said['figures'], planned(said)
                after = peaks(changed(model, plan, seed))
                few = 0.02 * len(after)
                with self.subTest(seed=seed, model=model, plan=plan):
                    self.assertLessEqual(over(after), figures['plan_tiles_over_most'] + few)
                    needs = ends(changed(model, plan, seed))
                    self.assertLessEqual(max(needs), figures['plan_tile_bytes_most'])
                    self.assertGreaterEqual(max(needs), figures['plan_tile_bytes_least'])
                    if figures['plan_fits'] == 'yes':
                        self.assertEqual(over(needs), 0)


class Models(unittest.TestCase):
    """Tests that the generator's changes do what their names say."""

    def test_nothing_else_changes(self):
        """Variables of a kind that a change does not concern keep their bytes, tile by tile."""
        model = SMALL
        mine = {'optimiser-off-chip': {'code-host', 'code-control', 'exchange', 'vertex-state'},
                'accumulators-off-chip': {'code-host', 'code-control'}, 'recompute': {'code-control'}}
        before = totals(made(*model))
        for change, kinds in mine.items():
            after = totals(changed(model, [change]))
            for kind in set(before) - kinds - {'activation', 'recomputed', 'passing'}:
                with self.subTest(change=change, kind=kind):
                    self.assertEqual(after.get(kind), before[kind])

    def test_state_is_on_the_chip_in_the_update_alone(self):
        report = changed(SMALL, ['optimiser-off-chip'])
        self.assertEqual(phases(report, '%/momentum'), {'Update'})
        self.assertEqual(always_live(report, '%/momentum'), 0)
        self.assertGreater(always_live(made(*SMALL), '%/momentum'), 0)

    def test_recomputation_runs_steps_twice(self):
        report = changed(SMALL, ['recompute'])
        with database(report) as file:
            twice, = file.execute(
                'SELECT count(*) FROM (SELECT variant_index FROM programs p JOIN program_types t ON t.id = p.variant '
                'WHERE t.name = "OnTileExecute" GROUP BY variant_index HAVING count(*) = 2)').fetchone()
            sets, = file.execute('SELECT count(*) FROM compute_sets WHERE name LIKE "Fwd/%"').fetchone()
        # Except for the last operation of each of the 8 layers; Reduce and PreArrange are compute sets of their own.
        self.assertGreater(twice, 0.8 * sets)
        kinds = {row['kind'] for row in truth(report)['variables']}
        self.assertIn('recomputed', kinds)

    def test_stages(self):
        report = made(*SMALL[:2], '--tiles=48', '--change=stages=1,3,2')
        with database(report) as file:
            tiles = dict(file.execute(
                'SELECT u.name, count(DISTINCT v.tile / 48) * 10 + min(v.tile / 48) FROM vars_info v '
                'JOIN unlowered_vars u ON u.id = v.unlowered_var_id WHERE u.name LIKE "Fwd/%/GroupNorm/split0/weights" '
                'GROUP BY u.name').fetchall())
        ipus = [tiles[f'Fwd/bert/encoder/layer.{i}/output/LayerNorm/GroupNorm/split0/weights'] % 10 for i in range(6)]
        self.assertEqual(ipus, [0, 1, 1, 1, 2, 2])
        self.assertEqual({count // 10 for count in tiles.values()}, {1})

    def test_without_instrumentation_nothing_of_the_profiler_is_left(self):
        for options in ((), ('--tiles=64',), SMALL):
            report = made(*options, '--instrumentation=none')
            self.assertNotIn('profiler', {row['kind'] for row in truth(report)['variables']})
            self.assertEqual(always_live(report, '%nstrument%'), 0)


def totals(report):
    """Returns {kind: bytes} of all tiles."""
    out = {}
    for row in truth(report)['variables']:
        out[row['kind']] = out.get(row['kind'], 0) + row['bytes']
    return out


def always_live(report, pattern):
    with database(report) as file:
        return file.execute(
            'SELECT count(*) FROM vars_info v JOIN vars_string_table s ON s.id = v.name_base_id '
            'JOIN eq_classes c ON c.id = v.equivalence_class WHERE s.string LIKE ? AND c.is_always_live',
            [pattern + '%']).fetchone()[0]


def phases(report, pattern):
    """Returns the names of the programs, or of the nearest ancestor with a name, at which such variables are born."""
    with database(report) as file:
        steps = {step: (name, parent) for step, name, parent in file.execute(
            'SELECT d.id, p.name, d.parent_step_id FROM depth_first_steps d JOIN programs p ON p.id = d.program_id')}
        born = [first for first, in file.execute(
            'SELECT DISTINCT r.step_id_from FROM vars_info v JOIN vars_string_table s ON s.id = v.name_base_id '
            'JOIN eq_class_step r ON r.eq_class_id = v.equivalence_class WHERE s.string LIKE ?', [pattern + '%'])]
    out = set()
    for step in born:
        while not steps[step][0]:
            step = steps[step][1]
        out.add(steps[step][0])
    return out


if __name__ == '__main__':
    unittest.main()
