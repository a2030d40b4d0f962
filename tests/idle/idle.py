#!/usr/bin/python3
"""Tests of unused memory of a tile: against a second implementation (reference.py), and against
models whose uses the generator knows."""
import collections
import contextlib
import functools
import pathlib
import sqlite3
import tempfile
import unittest

from harness import LONG, REPORTS, copied, run, table, write_demo
from reference import Idle

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-idle-')
REAL = ('integrals', 'firehose')
MODELS = {'encoder': ('--tiles=64',), 'resnet': ('--preset=resnet50', '--tiles=64', '--steps=100'),
          'bert': ('--preset=bert-base', '--layers=2', '--tiles=64', '--without=execution'),
          'off-chip': ('--preset=resnet50', '--tiles=64', '--steps=100', '--change=optimiser-off-chip')}
SEEDS = range(1, 4) if LONG else (1,)


@functools.cache
def reports():
    out = {name: REPORTS / name for name in REAL if (REPORTS / name).is_dir()}
    for model, options in MODELS.items():
        for seed in SEEDS:
            path = pathlib.Path(FOLDER.name, f'{model}-{seed}')
            write_demo(path, *options, f'--seed={seed}')
            out[path.name] = path
    return out


def place(keys):
    return 'liveness?' + '&'.join(f'{key}={value}' for key, value in keys.items())


def rows(path, **keys):
    return table(path, 'idle-variables', place(keys) if keys else None)


def findings(path):
    return {row['key']: row for row in table(path, 'findings')}


def edited(name, *statements):
    return copied(reports()[name], pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'report'), *statements)


class Test(unittest.TestCase):
    def compare(self, path, **keys):
        expected = Idle(path, **keys)
        said = rows(path, **keys)
        self.assertEqual({row['id']: (row['bytes'], row['use'], row['last'], row['next'], row['steps'], row['cycles'])
                          for row in said}, expected.rows)
        for row in said:
            self.assertEqual(row['always_live'], bool(expected.always.get(expected.variables[row['id']][1])))
            self.assertEqual(row['weight'], row['steps'] and row['steps'] * row['bytes'] if row['steps'] != 0 else 0)
        order = [(-(row['weight'] or 0), -row['bytes'], row['id']) for row in said]
        self.assertEqual(order, sorted(order))
        return expected

    def test_worst_tile_at_its_peak(self):
        uses = set()
        for name, path in reports().items():
            with self.subTest(report=name):
                uses |= {row[1] for row in self.compare(path).rows.values()}
        self.assertEqual(uses, {'here', 'later', 'again', 'never', 'unknown'})

    def test_other_tiles_and_steps(self):
        for name, path in reports().items():
            n = len(Idle(path).program)
            for tile, step in ((0, 0), (5, n // 4), (17, n // 2), (17, n - 1), (33, 3 * n // 4)):
                with self.subTest(report=name, tile=tile, step=step):
                    self.compare(path, tile=tile, step=step)

    def test_several(self):
        """Of several tiles the one with the largest need is used, of several steps the first."""
        path = reports()['encoder-1']
        with contextlib.closing(sqlite3.connect(f'file:{path}/profile.pop?mode=ro', uri=True)) as file:
            tiles = [tile for tile, in file.execute(
                'SELECT tile FROM memory_by_tile WHERE tile IN (3, 30, 60) ORDER BY max(total_including_gaps, '
                'always_live_bytes + not_always_live_max_bytes) DESC, tile')]
        self.assertEqual(rows(path, tile='3,30,60', step='90,40'), rows(path, tile=tiles[0], step=90))

    def test_uses_of_the_generator(self):
        """Optimiser state waits for the update, and state that stays on chip is used only there;
        activations kept for the backward pass are made in the forward pass."""
        for name in ('resnet-1', 'encoder-1'):
            path = reports()[name]
            phase, kinds, bytes_ = phases(path), collections.Counter(), collections.Counter()
            for row in rows(path):
                kinds[row['kind']] += 1
                if row['kind'] == 'optimiser' and row['use'] not in ('here', 'unknown'):
                    self.assertEqual((row['use'], phase[row['next']]), ('later', 'Update'), row)
                if row['kind'] == 'activation' and row['use'] == 'later' and row['last'] is not None:
                    self.assertIn(phase[row['next']], ('Fwd', 'Bwd') if phase[row['last']] == 'Fwd' else ('Bwd',), row)
                bytes_[row['use'] == 'never'] += row['bytes']
            self.assertTrue(kinds['optimiser'] and kinds['activation'])
            self.assertLess(bytes_[True], 0.05 * bytes_[False])
        self.assertFalse([row for row in rows(reports()['off-chip-1'])
                          if row['kind'] == 'optimiser' and row['use'] == 'later' and row['steps'] > 1000])

    def test_finding(self):
        """Memory that is never used again is a finding of a program that does not fit, and of no
        other."""
        path = edited('resnet-1', 'UPDATE target_info SET bytes_per_tile = (SELECT max(total_including_gaps) - 1 FROM '
                                  'memory_by_tile)')
        never = [row for row in rows(path) if row['use'] == 'never']
        found = findings(path)
        self.assertTrue(never)
        self.assertEqual(found['never-used']['bytes'], sum(row['bytes'] for row in never))
        self.assertIn(f'{len(never)} variable', found['never-used']['sentence'])
        self.assertNotIn('never-used', findings(reports()['resnet-1']))

    def test_planted(self):
        """A variable that loses all users after the peak is never used again; nothing else changes."""
        path = reports()['resnet-1']
        before = Idle(path)
        victim = max((row for row, (_, use, last, *_) in before.rows.items() if use == 'later' and last is not None
                      and not before.always[before.variables[row][1]]), key=lambda row: before.rows[row][0])
        keep = {step for step in before.uses[victim] if step < before.step}
        users = [f'UPDATE compute_sets SET var_ids_diff_rle = NULL WHERE compute_set IN (SELECT compute_set FROM '
                 f'program_type_on_tile_execute WHERE id = {before.kind[step][1]})'
                 for step in before.uses[victim] if step not in keep and before.kind[step][0] == 'OnTileExecute']
        changed = edited('resnet-1', *users, f'DELETE FROM exchange_regions WHERE var_id = {victim}')
        after = {row['id']: row for row in rows(changed)}
        self.assertEqual(after[victim]['use'], 'never')
        self.assertIsNone(after[victim]['next'])
        self.compare(changed)

    def test_nothing_measured(self):
        self.assertFalse([row for row in rows(reports()['bert-1']) if row['cycles'] is not None])
        self.assertTrue([row for row in rows(reports()['resnet-1']) if row['cycles']])

    def test_refused(self):
        path = reports()['encoder-1']
        for keys in ({'tile': 100000}, {'step': 100000}):
            done = run('table', 'idle-variables', path, '--location', place(keys))
            self.assertEqual((done.returncode, done.stdout), (2, ''), keys)


def phases(path):
    """Returns the phase of each step: the first part of the name of the nearest program that has a
    phase."""
    with contextlib.closing(sqlite3.connect(f'file:{path}/profile.pop?mode=ro', uri=True)) as file:
        tree = file.execute('SELECT coalesce(c.name, p.name), parent_step_id FROM depth_first_steps d '
                            'JOIN programs p ON p.id = program_id LEFT JOIN program_type_on_tile_execute e '
                            "ON e.id = p.variant_index AND p.variant = (SELECT id FROM program_types WHERE name = "
                            "'OnTileExecute') LEFT JOIN compute_sets c ON c.compute_set = e.compute_set "
                            'ORDER BY d.id').fetchall()
    out = []
    for name, parent in tree:
        words = [word for word in ('Update', 'Fwd', 'Bwd', 'Input', 'Loss') if word in (name or '')]
        out.append(words[0] if words else out[parent] if parent is not None else '')
    return out


if __name__ == '__main__':
    unittest.main()
