#!/usr/bin/python3
"""Compares kinds of variables with those that the generator planned (poplens-demo --plant-file),
for every preset, change and planted cause, and in reports with meaningless names or phases."""
import collections
import contextlib
import functools
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from harness import BIN, LONG, table

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-kinds-')
SEEDS = range(1, 11) if LONG else (1,)
SHUFFLED = 200 if LONG else 6
BERT = ('--preset=bert-base', '--layers=2', '--tiles=48')
CHANGES = ('optimiser-off-chip', 'accumulators-off-chip', 'recompute', 'micro-batch=2', 'half', 'no-instrumentation',
           'stages=1,1')
CAUSES = ('optimiser', 'activations', 'embedding', 'code', 'exchange', 'gaps', 'imbalance', 'instrumentation')
MODELS = [('--tiles=48',), BERT, ('--preset=mnist', '--tiles=48'), ('--preset=resnet50', '--tiles=48'),
          ('--preset=plain', '--tiles=48'), ('--preset=out-of-memory', '--tiles=32'),
          ('--tiles=48', '--change=recompute'), ('--tiles=48', '--change=optimiser-off-chip'),
          *((*BERT, f'--change={change}') for change in CHANGES),
          *((*BERT, '--ipus=2', f'--plant=oom={cause}') for cause in CAUSES)]
# Maximal share of a model's bytes with a wrong kind, by confidence.
WRONG = {'certain': 0, 'named': 0, 'likely': 0.005, 'by lifetime': 0.02}


@functools.cache
def made(options, seed):
    """Returns (folder of a report, {(unlowered ID, category): {kind: bytes}} as generated)."""
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    subprocess.run([BIN / 'poplens-demo', *options, f'--seed={seed}', '--without=archive,json,execution',
                    f'--plant-file={path}.json', path / 'report'], check=True, stdout=subprocess.DEVNULL)
    out = collections.defaultdict(collections.Counter)
    for row in json.loads(pathlib.Path(f'{path}.json').read_text(encoding='utf-8'))['variables']:
        out[row['id'], row['category']][row['kind']] += row['bytes']
    return path / 'report', out


def told(report):
    return table(report, 'variables', 'liveness?by=kind')


def verdict(rows, truth):
    """Returns (bytes by confidence, bytes of a wrong kind by confidence). Unknown is not a kind."""
    left = {key: collections.Counter(kinds) for key, kinds in truth.items()}
    all_bytes, wrong = collections.Counter(), collections.Counter()
    for row in rows:
        kinds = left[row['id'], row['category']]
        right = min(row['bytes'], kinds[row['kind']])
        kinds[row['kind']] -= right
        if row['kind'] != 'unknown':
            all_bytes[row['confidence']] += row['bytes']
            wrong[row['confidence']] += row['bytes'] - right
    return all_bytes, wrong


def in_copy(report, change):
    """Returns a copy of the report after change (database)."""
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'report')
    shutil.copytree(report, path)
    with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
        change(file)
        file.commit()
    return path


def rename(chance, share):
    """Renames a share of the variables to v1, v2 …"""
    def change(file):
        for number, in file.execute('SELECT id FROM unlowered_vars').fetchall():
            if chance.random() < share:
                file.execute('UPDATE unlowered_vars SET name = ? WHERE id = ?', (f'v{number}', number))
    return change


def shuffle_names(chance):
    """Exchanges names of variables within their category, so that names no longer describe the
    bytes."""
    def change(file):
        rows = file.execute('SELECT id, name FROM unlowered_vars').fetchall()
        names = [name for _, name in rows]
        chance.shuffle(names)
        file.executemany('UPDATE unlowered_vars SET name = ? WHERE id = ?',
                         [(name, number) for (number, _), name in zip(rows, names)])
    return change


def lose_phases(file):
    """Replaces the names of steps by numbers."""
    file.execute("UPDATE programs SET name = 'p' || id WHERE name != ''")
    file.execute("UPDATE compute_sets SET name = 'c' || compute_set")


def shuffle_phases(chance):
    """Exchanges names of steps, so that forward and backward pass are mixed."""
    def change(file):
        for table, key in (('programs', 'id'), ('compute_sets', 'compute_set')):
            rows = file.execute(f"SELECT {key}, name FROM {table} WHERE name != ''").fetchall()
            names = [name for _, name in rows]
            chance.shuffle(names)
            file.executemany(f'UPDATE {table} SET name = ? WHERE {key} = ?',
                             [(name, number) for (number, _), name in zip(rows, names)])
    return change


class Kinds(unittest.TestCase):
    def test_every_byte_is_told_of(self):
        for options in MODELS:
            report, truth = made(options, 1)
            with self.subTest(options=options):
                rows = told(report)
                self.assertEqual(sum(row['bytes'] for row in rows), sum(sum(kinds.values()) for kinds in truth.values()))

    def test_kinds_are_those_that_were_made(self):
        for seed in SEEDS:
            for options in MODELS:
                report, truth = made(options, seed)
                all_bytes, wrong = verdict(told(report), truth)
                for confidence, most in WRONG.items():
                    with self.subTest(options=options, seed=seed, confidence=confidence):
                        self.assertLessEqual(wrong[confidence], most * all_bytes[confidence])

    def test_unknown_is_little(self):
        """Only bytes without evidence are unknown: norms of gradients that stay, descriptors of
        streams."""
        for options in MODELS:
            report, truth = made(options, 1)
            unknown = sum(row['bytes'] for row in told(report) if row['kind'] == 'unknown')
            self.assertLess(unknown, 0.003 * sum(sum(kinds.values()) for kinds in truth.values()), options)


class Shuffled(unittest.TestCase):
    """Without its evidence a variable's kind becomes unknown, or is based on weaker evidence and
    marked so; kinds that are certain or named stay right."""

    def reports(self):
        for number in range(SHUFFLED):
            chance = random.Random(number)
            options = chance.choice(MODELS[:2] + MODELS[6:15])
            yield number, chance, *made(options, chance.choice(list(SEEDS)))

    def test_names_that_say_nothing(self):
        for number, chance, report, truth in self.reports():
            share = chance.choice((0.2, 0.7, 1))
            before, _ = verdict(told(report), truth)
            after, wrong = verdict(told(in_copy(report, rename(chance, share))), truth)
            with self.subTest(number=number, share=share):
                self.assertEqual(wrong['certain'], 0)
                self.assertEqual(wrong['named'], 0)
                self.assertLessEqual(wrong['likely'], 0.005 * before['likely'])
                self.assertLessEqual(sum(after.values()), sum(before.values()))

    def test_lifetimes_alone(self):
        """Without any names. Errors are gradients of the loss, which the forward pass makes, and
        labels."""
        for options in MODELS[:2] + MODELS[6:15]:
            report, truth = made(options, 1)
            after, wrong = verdict(told(in_copy(report, rename(random.Random(1), 1))), truth)
            with self.subTest(options=options):
                self.assertGreater(after['by lifetime'], 0)
                self.assertLessEqual(wrong['by lifetime'], 0.05 * after['by lifetime'])

    def test_steps_that_say_nothing(self):
        """Without phases there are no activations: a variable that several operations use is a
        tensor."""
        for number, _, report, truth in self.reports():
            rows = told(in_copy(report, lose_phases))
            with self.subTest(number=number):
                kinds = {row['kind'] for row in rows if row['confidence'] == 'by lifetime'}
                self.assertLessEqual(kinds, {'tensor', 'temporary'})
                _, wrong = verdict([row for row in rows if row['confidence'] != 'by lifetime'], truth)
                self.assertEqual((wrong['certain'], wrong['named']), (0, 0))

    def test_steps_of_other_phases(self):
        for number, chance, report, truth in self.reports():
            before, _ = verdict(told(report), truth)
            after, wrong = verdict(told(in_copy(report, shuffle_phases(chance))), truth)
            with self.subTest(number=number):
                for confidence in ('certain', 'named', 'likely'):
                    self.assertEqual((after[confidence], wrong[confidence]), (before[confidence], 0))

    def test_names_of_others(self):
        """A wrong name is believed; certain kinds do not depend on names of variables."""
        for number, chance, report, truth in self.reports():
            _, wrong = verdict(told(in_copy(report, shuffle_names(chance))), truth)
            with self.subTest(number=number):
                self.assertEqual(wrong['certain'], 0)


if __name__ == '__main__':
    unittest.main()
