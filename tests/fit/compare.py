#!/usr/bin/python3
"""Holds fit, plan, their tables and what-if against reference.py, which works all of it out a second time, and both
against what must hold whatever the report is."""
import contextlib
import functools
import itertools
import json
import pathlib
import re
import shutil
import sqlite3
import unittest

import shapes
from harness import LONG, run
from reference import EXACT_SIZE, Fit, cost
from shapes import FOLDER

# Capacities as parts of the largest need: some tiles, about half of them, and nearly all are over.
TIGHTER = (0.85, 0.6, 0.4, 0.2) if LONG else (0.85, 0.4)
ESTIMATES = ('optimistic', 'pessimistic')
# Columns of the table changes, name in JSON, and how to ask the reference.
MEASURES = (('left', 'left_most', 'tiles_left', lambda one, capacity: one.over(capacity) + one.tight(capacity)),
            ('over', 'over_most', 'tiles_over', lambda one, capacity: one.over(capacity)),
            ('tight', 'tight_most', 'tiles_tight', lambda one, capacity: one.tight(capacity)),
            ('worst', 'worst_most', 'worst_tile_bytes', lambda one, _: one.worst),
            ('saving', 'saving_least', 'saving', lambda one, _: one.saving),
            ('median', 'median_least', 'median_saving', lambda one, _: one.median))


@functools.cache
def reports():
    return {path.name: path for path in shapes.reports()}


@functools.cache
def fit_of(name):
    return Fit(reports()[name])


def with_capacity(name, capacity):
    """A copy whose tiles have so many bytes."""
    path = pathlib.Path(FOLDER.name, f'{name}-{capacity}')
    if not path.exists():
        shutil.copytree(reports()[name], path, copy_function=shutil.copyfile)
        path.chmod(0o755)
        with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
            file.execute('UPDATE target_info SET bytes_per_tile = ?', (capacity,))
            file.commit()
    return path


@functools.cache
def cases():
    """(name, report, its Fit, capacity)"""
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
    """A copy of the report after these statements of SQL."""
    path = pathlib.Path(FOLDER.name, f'{name}-edited')
    shutil.copytree(reports()[name], path)
    with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()
    return path


def told(*arguments):
    done = run(*arguments)
    assert done.returncode == 0, (arguments, done.stderr)
    return json.loads(done.stdout)


@functools.cache
def answer(path):
    return told('fit', path, '--json')


def table(name, path):
    return told('table', name, path, '--format', 'json')


@functools.cache
def what_if(path, keys, estimate):
    arguments = [word for key in keys for word in ('--change', key)]
    return told('what-if', path, *arguments, '--estimate', estimate, '--json')


def both(fit, keys, ask):
    return [ask(fit.evaluate(keys, estimate)) for estimate in (False, True)]


def told_of(fit, keys, capacity, ask):
    """The same by the ends of the range that is said."""
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
            self.assertEqual(said['worst_tile'], {'tile': fit.tiles[fit.worst], 'step': fit.peak_steps[fit.worst],
                                                  'bytes': now.worst, 'capacity': capacity})
            self.assertEqual(said['tiles_over'], now.over(capacity) + now.tight(capacity))
            self.assertEqual(said['fits'], now.worst <= capacity)
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
            self.assertEqual([(row['kind'], row['share'], row['tiles_over'], row['bytes'])
                              for row in answer(path)['causes']], [row[:4] for row in expected])
            rows = table('causes', path)
            self.assertEqual([(row['kind'], row['share'] or 0, row['tiles_over'] or 0, row['bytes'], row['bytes_over'])
                              for row in rows], expected)
            for row in rows:
                self.assertAlmostEqual(row['tile_share'], row['bytes'] / fit.now.worst)
                if row['kind'] not in ('packing', 'gap'):
                    variable = fit.variable(row['kind'])
                    self.assertEqual(row['variable_bytes'], variable[1] if variable else None, row)
        self.each(check)

    def test_changes(self):
        def check(path, fit, capacity):
            # Layers on other IPUs are in stages.py.
            said, rows = ([row for row in found if row['change'] != 'stages']
                          for found in (answer(path)['changes'], table('changes', path)))
            self.assertEqual([row['change'] for row in said], fit.changes(capacity))
            for row, listed in zip(said, rows, strict=True):
                key = [row['change']]
                self.assertEqual(row['change'], listed['change'])
                for name, most, json_name, ask in MEASURES:
                    expected = told_of(fit, key, capacity, lambda one: ask(one, capacity))
                    # Of a bound nothing is sure to be saved.
                    if row['confidence'] == 'bound' and 'sav' in json_name:
                        self.assertEqual(expected[1], 0)
                    # What is spread comes to tiles that had no room for it: the optimistic estimate can have more.
                    if 'sav' not in json_name:
                        expected = sorted(expected)
                    self.assertEqual(row[json_name], expected, (key, name))
                    self.assertEqual([listed[name], listed[most]], expected, (key, name))
                self.assertEqual(listed['cost'], cost(key[0]))
        self.each(check)

    def test_what_if(self):
        """Each tile after each change."""
        for name, path in reports().items():
            fit = fit_of(name)
            for key, estimate in itertools.product(fit.candidates(), (0, 1)):
                expected = fit.evaluate([key], estimate)
                rows = sorted(what_if(path, (key,), ESTIMATES[estimate])['tiles'], key=lambda row: row['tile'])
                with self.subTest(report=name, change=key, estimate=ESTIMATES[estimate]):
                    self.assertEqual([row['tile'] for row in rows], fit.tiles)
                    self.assertEqual([row['before'] for row in rows], fit.peaks)
                    self.assertEqual([row['after'] for row in rows], expected.peaks)
                    self.assertEqual([row['needs'] for row in rows], expected.needs)
                    self.assertEqual(sum(row['before'] - min(row['before'], row['after']) for row in rows), expected.total)

    def test_what_cannot_be_changed(self):
        """Nothing has the name, there are I/O tiles, or two changes are about the same."""
        path = reports()['encoder-1']
        for changes, said in {('spread=nothing',): 'no variable named', ('off-chip=nothing',): 'no variable named',
                              ('serialise=4:nothing',): 'no operation', ('serialise=nothing',): 'unknown change',
                              ('serialise=1:a',): 'unknown change', ('spread=',): 'unknown change',
                              ('io-tiles',): 'has some already',
                              ('micro-batch=2', 'micro-batch=4'): 'exclude each other'}.items():
            with self.subTest(changes=changes):
                done = run('what-if', path, *(f'--change={key}' for key in changes))
                self.assertEqual((done.returncode, done.stdout), (2, ''))
                self.assertIn(said, done.stderr)

    def test_spread_keeps_the_bytes(self):
        """All tiles of an IPU have the same of the variable, together no less than before, and less than a byte a tile
        more."""
        for name, path in reports().items():
            fit = fit_of(name)
            for key in (key for key in fit.candidates() if key.startswith('spread=')):
                rows = sorted(what_if(path, (key,), ESTIMATES[0])['tiles'], key=lambda row: row['tile'])
                always = {pair: sizes for pair, sizes in fit.size.items() if fit.variable_name(pair[0]) == key[7:]}
                if all(fit.always[cls] for _, cls in always):
                    more = sum(row['after'] - row['before'] for row in rows)
                    with self.subTest(report=name, key=key):
                        self.assertTrue(0 <= more < len(rows) * len(always), more)

    def test_weight_gradients_of_one_pass_are_no_accumulators(self):
        """Those that die before the update are not added up, even where there is an update before them: smaller
        micro-batches then need accumulators as large as the weights."""
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
            rows = what_if(path, ('micro-batch=2',), name)['tiles']
            self.assertEqual(sorted((row['tile'], row['after']) for row in rows),
                             list(zip(other.tiles, other.evaluate(['micro-batch=2'], estimate).peaks)))

    def test_plan(self):
        def check(path, fit, capacity):
            self.check_plan(fit, capacity, told('plan', path, '--json'))
            self.assertEqual(answer(path)['plan'], {key: value for key, value in told('plan', path, '--json').items()
                                                    if key not in ('steps', 'damaged')})
        self.each(check)

    def test_plan_with_less_room_and_fewer_changes(self):
        def check(path, fit, capacity):
            self.check_plan(fit, capacity, told('plan', path, '--margin=7%', '--avoid=half,micro-batch', '--json'),
                            7, ('half', 'micro-batch'))
        self.each(check)

    def check_plan(self, fit, capacity, said, margin=0, avoid=()):
        keys, room = said['changes'], capacity - capacity * margin // 100
        verdict, sets = fit.plans(capacity, margin, avoid)
        self.assertEqual(said['fits'], fit.verdict(keys, room))
        for name, ask in (('tiles_over', lambda one: one.over(room)), ('tiles_tight', lambda one: one.tight(room)),
                          ('worst_tile_bytes', lambda one: one.worst)):
            self.assertEqual(said[name], told_of(fit, keys, room, ask), name)
        self.assertTrue(said['assumed'] is None or said['fits'] == 'may')
        if margin:
            within = sum(need <= room for need in fit.now.needs)
            self.assertTrue(said['sentence'].startswith(f'{within:,} of {len(fit.tiles):,} tile'), said['sentence'])
            self.assertIn(f' margin of {margin} % now', said['sentence'])
        self.assertEqual([row['change'] for row in said['steps']], keys)
        for row in said['steps']:
            rest = fit.evaluate([key for key in keys if key != row['change']], False)
            self.assertEqual(row['left_without'], rest.over(room) + rest.tight(room), row['change'])
            self.assertEqual(row['cost'], cost(row['change']))
        if verdict:
            self.assertEqual(said['fits'], verdict)
            self.assertIn(set(keys), sets)
        else:
            self.check_greedy(fit, room, avoid, keys, said['fits'])

    def check_greedy(self, fit, room, avoid, keys, verdict):
        """Nothing small fits: more than that, of which each is needed, or what leaves the least as far as it was looked."""
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
    """What the program says, held against itself."""

    def test_a_plan_is_what_if_of_its_changes(self):
        for name, path, _, capacity in cases():
            plan = answer(path)['plan']
            for place, estimate in enumerate(ESTIMATES):
                told = what_if(path, tuple(plan['changes']), estimate)
                rows = told['tiles']
                with self.subTest(report=name, estimate=estimate):
                    worst = max(row['needs'] for row in rows)
                    self.assertEqual(worst, told['sum'][0]['worst'])
                    # The range begins and ends no nearer than the estimates.
                    beyond = (min, max)[place]
                    self.assertEqual(plan['worst_tile_bytes'][place], beyond(worst, plan['worst_tile_bytes'][place]))
                    over = sum(row['after'] > capacity for row in rows)
                    self.assertEqual(plan['tiles_over'][place], beyond(over, plan['tiles_over'][place]))

    def test_a_small_screen_has_the_first_changes(self):
        for name, path, _, capacity in cases():
            shown = run('fit', path, env={'COLUMNS': '80', 'LINES': '24'}).stdout
            shown_changes = [line for line in shown.split('\nChanges\n')[1].split('\n\n')[0].splitlines()
                             if re.search('(range|bound)$', line)]
            self.assertGreaterEqual(len(shown_changes), min(4, len(answer(path)['changes'])), (name, capacity, shown))

    def test_each_estimate_is_said_truly(self):
        """Only by the least memory that a change allows can anything be impossible."""
        path = reports()['encoder-1']
        for estimate, can in zip(ESTIMATES, (False, True)):
            for keys, bound in ((('--change=recompute',), can), (('--scale=weights=2',), False)):
                said = run('what-if', path, *keys, '--estimate', estimate).stdout
                with self.subTest(estimate=estimate, keys=keys):
                    self.assertEqual('cannot fit' in said, not bound)

    def test_what_a_plan_costs(self):
        """In the terminal, too: where it fits with a margin that it does not keep, and where nothing was measured."""
        for name, path, _, capacity in cases():
            said, shown = answer(path), ' '.join(run('fit', path).stdout.split())
            plan = said['plan']
            with self.subTest(report=name, capacity=capacity):
                self.assertEqual('Plan' in shown, not said['fits'])
                if plan['changes'] and plan['cycles']:
                    self.assertIn(plan['price'], shown)
                elif plan['changes']:
                    self.assertIn('Time unknown: ', shown)
        path, fit, capacity = next(case[1:] for case in cases() if answer(case[1])['fits'])
        margin = f'--margin={100 - 100 * fit.now.worst // capacity}'
        plan = told('plan', path, margin, '--json')
        self.assertNotIn('as it is', plan['sentence'])
        self.assertIn(plan['sentence'][:30], run('fit', path, margin).stdout)

    def test_what_is_kept_out(self):
        """That no change helps is said only where none was kept out."""
        path = next(path for _, path, _, _ in cases() if answer(path)['plan']['fits'] == 'no')
        said = told('plan', path, '--only=recompute', '--avoid=recompute', '--json')
        self.assertEqual((said['fits'], said['sentence'][:25]), ('no', 'No change is left to try.'))
        for option in '--only=', '--avoid=', '--margin=':
            self.assertEqual(run('plan', path, option).returncode, 2, option)

    def test_optimistic_is_the_least(self):
        for name, path in reports().items():
            for key in fit_of(name).candidates():
                least, most = ([row['after'] for row in what_if(path, (key,), estimate)['tiles']] for estimate in ESTIMATES)
                before = [row['before'] for row in what_if(path, (key,), ESTIMATES[0])['tiles']]
                with self.subTest(report=name, change=key):
                    # What is spread comes to tiles that had less of it.
                    self.assertTrue(key.startswith('spread') or all(a <= b for a, b in zip(least, most)))
                    if not key.startswith(('micro-batch', 'spread')):
                        self.assertTrue(all(a <= b for a, b in zip(least, before)))
                    if key != 'recompute' and not key.startswith('micro-batch'):
                        self.assertTrue(all(a <= b for a, b in zip(most, before)))

    def test_causes_fill_the_worst_tile(self):
        for name, path in reports().items():
            said, fit = answer(path), fit_of(name)
            if fit.total[fit.worst] >= fit.peaks[fit.worst]:
                self.assertEqual(sum(row['bytes'] for row in said['causes']), fit.with_gaps[fit.worst], name)

    def test_only_activations_are_computed_again(self):
        """Never gradients, always-live data, or what the profiler added."""
        for name in reports():
            fit = fit_of(name)
            kinds = {(row['id'], row['category'], row['kind']) for row in table('variable-kinds', reports()[name])}
            for estimate in (False, True):
                for (group, cls) in fit.lifetimes('recompute', estimate)[0]:
                    self.assertIn((group[0], group[1], 'activation'), kinds)
                    self.assertFalse(fit.always[cls])
                    self.assertFalse(group[3])


if __name__ == '__main__':
    unittest.main()
