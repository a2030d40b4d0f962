#!/usr/bin/python3
"""Tests fit, its tables and what-if against reference.py, an independent implementation, and both against properties of
any report."""
import functools
import itertools
import pathlib
import unittest

import shapes
from harness import LONG, copied, rows, run, table
from made import answer, planned, what_if
from reference import EXACT_SIZE, Fit, cost
from shapes import FOLDER

# Capacities as parts of the largest need: some tiles, about half of them, and nearly all are over capacity.
TIGHTER = (0.85, 0.6, 0.4, 0.2) if LONG else (0.85, 0.4)
ESTIMATES = ('optimistic', 'pessimistic')
# Columns of the table changes, and functions that compute them with the reference.
MEASURES = (('tiles_over', 'tiles_over_most', lambda one, capacity: one.over(capacity) + one.tight(capacity)),
            ('over', 'over_most', lambda one, capacity: one.over(capacity)),
            ('tight', 'tight_most', lambda one, capacity: one.tight(capacity)),
            ('tile_bytes', 'tile_bytes_most', lambda one, _: one.worst),
            ('saving', 'saving_least', lambda one, _: one.saving),
            ('median', 'median_least', lambda one, _: one.median))


@functools.cache
def reports():
    return {path.name: path for path in shapes.reports()}


@functools.cache
def fit_of(name):
    return Fit(reports()[name])


def with_capacity(name, capacity):
    """Returns a copy of the report whose tiles have that many bytes."""
    path = pathlib.Path(FOLDER.name, f'{name}-{capacity}')
    if not path.exists():
        copied(reports()[name], path, ('UPDATE target_info SET bytes_per_tile = ?', (capacity,)))
    return path


@functools.cache
def cases():
    """Returns (name, report, its Fit, capacity) for each report."""
    out = []
    for name, path in reports().items():
        fit = fit_of(name)
        capacity, = fit.db.execute('SELECT bytes_per_tile FROM target_info').fetchone()
        out.append((name, path, fit, capacity))
        for part in TIGHTER:
            capacity = int(part * fit.now.worst)
            out.append((f'{name}, {part}', with_capacity(name, capacity), fit, capacity))
    return out


def edited(name, *statements):
    """Returns a copy of the report after these SQL statements."""
    return copied(reports()[name], pathlib.Path(FOLDER.name, f'{name}-edited'), *statements)


def both(fit, keys, ask):
    return [ask(fit.evaluate(keys, estimate)) for estimate in (False, True)]


def told_of(fit, keys, capacity, ask):
    """Returns the same for both ends of the reported range."""
    return [ask(fit.told(keys, estimate, capacity)) for estimate in (False, True)]


class Compare(unittest.TestCase):
    maxDiff = 3000

    def each(self, check):
        for name, path, fit, capacity in cases():
            with self.subTest(report=name):
                check(path, fit, capacity)

    def test_now(self):
        def check(path, fit, capacity):
            now, said = fit.now, answer(path)
            self.assertEqual([said['figures'][key] for key in ('fullest_tile', 'tile_bytes', 'capacity_bytes', 'tiles_over', 'tiles_tight', 'fits')],
                             [fit.tiles[fit.worst], now.worst, capacity, now.over(capacity) + now.tight(capacity), now.tight(capacity),
                              now.worst <= capacity])
            if not said['figures']['fits']:
                self.assertIn(f' at step {fit.peak_steps[fit.worst]}.', said['answer'][0])
        self.each(check)

    def test_peaks_are_those_of_the_file(self):
        for name, path in reports().items():
            fit = fit_of(name)
            live = [a + b for a, b in fit.db.execute(
                'SELECT always_live_bytes, coalesce(not_always_live_max_bytes, 0) FROM memory_by_tile ORDER BY tile')]
            self.assertEqual(fit.peaks, live, name)

    def test_causes(self):
        def check(path, fit, capacity):
            expected = fit.causes(capacity)
            found = [row for row in table(path, 'kinds') if row['tile_bytes'] is not None]
            self.assertEqual([(row['kind'], row['excess_share'] or 0, row['tiles_over'] or 0, row['tile_bytes'], row['bytes_over'])
                              for row in found], expected)
            for row in found:
                self.assertAlmostEqual(row['tile_share'], row['tile_bytes'] / fit.now.worst)
                if row['kind'] not in ('packing', 'gap'):
                    variable = fit.variable(row['kind'])
                    self.assertEqual(row['variable_bytes'], variable[1] if variable else None, row)
        self.each(check)

    def test_changes(self):
        def check(path, fit, capacity):
            # stages.py tests layers on other IPUs.
            found = [row for row in table(path, 'changes') if not row['depth'] and row['change'] != 'stages']
            self.assertEqual([row['change'] for row in found], fit.changes(capacity))
            for row in found:
                key = [row['change']]
                for name, most, ask in MEASURES:
                    expected = told_of(fit, key, capacity, lambda one: ask(one, capacity))
                    # A bound guarantees no saving.
                    if row['confidence'] == 'bound' and 'least' in most:
                        self.assertEqual(expected[1], 0)
                    # A spread variable comes to tiles that had no space for it, so the optimistic estimate may be
                    # larger.
                    if 'least' not in most:
                        expected = sorted(expected)
                    self.assertEqual([row[name], row[most]], expected, (key, name))
                self.assertEqual(row['cost'], cost(key[0]))
        self.each(check)

    def test_what_if(self):
        """Compares each tile after each change."""
        for name, path, fit, capacity in cases():
            if path != reports().get(name):
                continue
            for key, estimate in itertools.product(fit.candidates(), (0, 1)):
                expected = fit.evaluate([key], estimate)
                _, tiles = what_if(path, (key,), ESTIMATES[estimate])
                with self.subTest(report=name, change=key, estimate=ESTIMATES[estimate]):
                    self.assertEqual([row['tile'] for row in tiles], fit.tiles)
                    self.assertEqual([row['before'] for row in tiles], fit.peaks)
                    self.assertEqual([row['after'] for row in tiles], expected.peaks)
                    self.assertEqual([row['needs'] for row in tiles], fit.told([key], estimate, capacity).needs)
                    self.assertEqual(sum(row['before'] - min(row['before'], row['after']) for row in tiles), expected.total)

    def test_what_cannot_be_changed(self):
        """Changes of unknown names, I/O tiles that exist already, and two changes that exclude each other are
        refused."""
        path = reports()['encoder-1']
        for changes, said in {('spread=nothing',): 'no variable named', ('off-chip=nothing',): 'no variable named',
                              ('serialise=4:nothing',): 'no operation', ('serialise=nothing',): 'unknown change',
                              ('serialise=1:a',): 'unknown change', ('spread=',): 'unknown change',
                              ('io-tiles',): 'has some already',
                              ('micro-batch=2', 'micro-batch=4'): 'exclude each other'}.items():
            with self.subTest(changes=changes):
                done = run('fit', path, *(f'--change={key}' for key in changes))
                self.assertEqual((done.returncode, done.stdout), (2, ''))
                self.assertIn(said, done.stderr)

    def test_spread_keeps_the_bytes(self):
        """After spreading a variable, all tiles of an IPU have the same bytes of it, together no less than before, and
        less than a byte for each tile more."""
        for name, path in reports().items():
            fit = fit_of(name)
            for key in (key for key in fit.candidates() if key.startswith('spread=')):
                _, tiles = what_if(path, (key,), ESTIMATES[0])
                always = {pair: sizes for pair, sizes in fit.size.items() if fit.variable_name(pair[0]) == key[7:]}
                if all(fit.always[cls] for _, cls in always):
                    more = sum(row['after'] - row['before'] for row in tiles)
                    with self.subTest(report=name, key=key):
                        self.assertTrue(0 <= more < len(tiles) * len(always), more)

    def test_weight_gradients_of_one_pass_are_no_accumulators(self):
        """Weight gradients that are freed before the update are not accumulators, even if there is an earlier update:
        smaller micro-batches then need accumulators as large as the weights."""
        fit = fit_of('mnist-1')
        self.assertTrue(fit.accumulates)
        classes = {cls for group, cls in fit.pairs if fit.kind[group] == 'weight-gradient'}
        update = fit.layers.updates[0][0]
        born = {a // fit.scale for cls in classes for a, _ in fit.ranges[cls]}
        early, program = fit.db.execute(
            'SELECT min(id), program_id FROM depth_first_steps WHERE id > ? AND program_id IN (SELECT program_id FROM '
            'depth_first_steps GROUP BY 1 HAVING count(*) = 1) AND id NOT IN (SELECT parent_step_id FROM depth_first_steps '
            'WHERE parent_step_id IS NOT NULL)', (max(born),)).fetchone()
        path = edited('mnist-1', f'UPDATE eq_class_step SET step_id_from = {early + 1}, step_id_to = {update} '
                                 f'WHERE eq_class_id IN ({", ".join(map(str, classes))})',
                      f'UPDATE programs SET name = "Update/early" WHERE id = {program}')
        other = Fit(path)
        self.assertIn((early, early + 1), other.layers.updates)
        self.assertFalse(other.accumulates)
        for estimate, name in enumerate(ESTIMATES):
            _, tiles = what_if(path, ('micro-batch=2',), name)
            self.assertEqual([row['after'] for row in tiles], other.evaluate(['micro-batch=2'], estimate).peaks)

    def test_plan(self):
        def check(path, fit, capacity):
            self.check_plan(fit, capacity, answer(path))
        self.each(check)

    def test_plan_with_less_room_and_fewer_changes(self):
        def check(path, fit, capacity):
            self.check_plan(fit, capacity, answer(path, '--margin=7%', '--avoid=half,micro-batch'), 7, ('half', 'micro-batch'))
        self.each(check)

    def check_plan(self, fit, capacity, said, margin=0, avoid=()):
        figures, keys, room = said['figures'], planned(said), capacity - capacity * margin // 100
        verdict, sets = fit.plans(capacity, margin, avoid)
        self.assertEqual(figures['plan_fits'], fit.verdict(keys, room))
        for name, ask in (('tiles_over', lambda one: one.over(room) + one.tight(room)), ('tiles_tight', lambda one: one.tight(room)),
                          ('tile_bytes', lambda one: one.worst)):
            self.assertEqual([figures[f'plan_{name}_{end}'] for end in ('least', 'most')], sorted(told_of(fit, keys, room, ask)),
                             name)
        if margin:
            within = sum(need <= room for need in fit.now.needs)
            start = f'{within:,} of {len(fit.tiles):,} tile'
            self.assertTrue(any(text.startswith(start) and f' margin of {margin} % now' in text for text in said['answer']))
        for row in rows(said, 'plan'):
            rest = fit.evaluate([key for key in keys if key != row['change']], False)
            self.assertEqual(row['tiles_over_without'], rest.over(room) + rest.tight(room), row['change'])
            self.assertEqual(row['cost'], cost(row['change']))
        if verdict:
            self.assertEqual(figures['plan_fits'], verdict)
            self.assertIn(set(keys), sets)
        else:
            self.check_greedy(fit, room, avoid, keys, figures['plan_fits'])

    def check_greedy(self, fit, room, avoid, keys, verdict):
        """No small plan fits: the plan has more changes, each of which is needed, or is the best that was found."""
        self.assertTrue(verdict == 'no' or len(keys) > EXACT_SIZE)
        for key in keys:
            rest = [other for other in keys if other != key]
            self.assertGreater(fit.evaluate(rest, False).worst, room, key)
            self.assertGreater(fit.evaluate(rest, False).excess(room), fit.evaluate(keys, False).excess(room))
        if verdict == 'no':
            for key in set(fit.candidates()) - set(keys):
                if key not in avoid and key.partition('=')[0] not in avoid and not (
                        key.startswith('micro') and any(other.startswith('micro') for other in keys)):
                    self.assertGreaterEqual(fit.evaluate([*keys, key], False).excess(room),
                                            fit.evaluate(keys, False).excess(room), key)


class Invariants(unittest.TestCase):
    """Tests the program's answers against each other."""

    def test_a_plan_is_what_if_of_its_changes(self):
        for name, path, _, _ in cases():
            said = answer(path)
            for estimate in ESTIMATES if planned(said) else ():
                together, tiles = what_if(path, planned(said), estimate)
                needs = [row['needs'] for row in tiles]
                with self.subTest(report=name, estimate=estimate):
                    self.assertEqual(max(needs), together['needs'])
                    # A set of changes has the same number wherever it is shown.
                    end = 'least' if estimate == 'optimistic' else 'most'
                    for what, value in (('tile_bytes', max(needs)),
                                        ('tiles_over', sum(need > together['capacity'] for need in needs))):
                        self.assertEqual(value, said['figures'][f'plan_{what}_{end}'], what)

    def test_each_estimate_is_said_truly(self):
        """A change can be impossible only with its least memory."""
        path = reports()['encoder-1']
        for estimate, can in zip(ESTIMATES, (False, True)):
            for keys, bound in ((('--change=recompute',), can), (('--scale=weights=2',), False)):
                said = run('fit', path, *keys, '--estimate', estimate).stdout
                with self.subTest(estimate=estimate, keys=keys):
                    self.assertEqual('cannot fit' in said, not bound)

    def test_a_margin_that_is_not_kept(self):
        """A program that fits without the margin is said not to fit with it."""
        path, fit, capacity = next(case[1:] for case in cases() if answer(case[1])['figures']['fits'])
        said = answer(path, f'--margin={100 - 100 * fit.now.worst // capacity}')['answer']
        self.assertTrue(any(' margin of ' in text and 'as it is' not in text for text in said), said)

    def test_what_is_kept_out(self):
        """"No change helps" is said only if none was excluded."""
        path = next(path for _, path, _, _ in cases() if answer(path)['figures']['plan_fits'] == 'no')
        said = answer(path, '--only=recompute', '--avoid=recompute')
        self.assertEqual((said['figures']['plan_fits'], said['answer'][2].endswith('No change is left to try.')), ('no', True))
        for option in '--only=', '--avoid=', '--margin=':
            self.assertEqual(run('fit', path, option).returncode, 2, option)

    def test_optimistic_is_the_least(self):
        for name, path in reports().items():
            for key in fit_of(name).candidates():
                least, most = ([row['after'] for row in what_if(path, (key,), estimate)[1]] for estimate in ESTIMATES)
                before = [row['before'] for row in what_if(path, (key,), ESTIMATES[0])[1]]
                with self.subTest(report=name, change=key):
                    # A spread variable comes to tiles that had less of it.
                    self.assertTrue(key.startswith('spread') or all(a <= b for a, b in zip(least, most)))
                    if not key.startswith(('micro-batch', 'spread')):
                        self.assertTrue(all(a <= b for a, b in zip(least, before)))
                    if key != 'recompute' and not key.startswith('micro-batch'):
                        self.assertTrue(all(a <= b for a, b in zip(most, before)))

    def test_causes_fill_the_worst_tile(self):
        for name, path in reports().items():
            fit = fit_of(name)
            if fit.total[fit.worst] >= fit.peaks[fit.worst]:
                self.assertEqual(sum(row['tile_bytes'] or 0 for row in table(path, 'kinds')), fit.with_gaps[fit.worst], name)

    def test_only_activations_are_computed_again(self):
        """Recomputing never applies to gradients, always-live data, or data of the profiler."""
        for name in reports():
            fit = fit_of(name)
            kinds = {(row['id'], row['category'], row['kind']) for row in table(reports()[name], 'variables', 'liveness?by=kind')}
            for estimate in (False, True):
                for (group, cls) in fit.lifetimes('recompute', estimate)[0]:
                    self.assertIn((group[0], group[1], 'activation'), kinds)
                    self.assertFalse(fit.always[cls])
                    self.assertFalse(group[3])


if __name__ == '__main__':
    unittest.main()
