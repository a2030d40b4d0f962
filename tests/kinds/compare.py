#!/usr/bin/python3
"""Compares the table of variables by kind with reference.py, a second implementation, and both with
invariants: every byte has one kind, and meaningless names make kinds unknown but not wrong."""
import collections
import contextlib
import pathlib
import random
import shutil
import sqlite3
import unittest
import urllib.parse

import reference
from harness import copied, output, rows as rows_of, run, table
from shapes import FOLDER, SEEDS, reports, small


def told(report):
    out = collections.Counter()
    for row in table(report, 'variables', 'liveness?by=kind'):
        out[row['id'], row['category'], row['kind'], row['evidence'] or ''] += row['bytes']
    return out


def expected(report):
    out = collections.Counter()
    for group, (kind, rule, size) in reference.kinds(report).items():
        out[group[0], group[1], kind, reference.EVIDENCE[rule]] += size
    return out


def renamed(report, seed):
    """Returns a copy of the report in which most variables have the names v1, v2 …"""
    path = pathlib.Path(FOLDER.name, f'{report.name}-renamed-{seed}')
    shutil.copytree(report, path)
    chance = random.Random(seed)
    with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
        for number, in file.execute('SELECT id FROM unlowered_vars').fetchall():
            if chance.random() < 0.7:
                file.execute('UPDATE unlowered_vars SET name = ? WHERE id = ?', (f'v{number}', number))
        file.commit()
    return path


class Kinds(unittest.TestCase):
    maxDiff = 3000

    def test_both_implementations_agree(self):
        for report in reports():
            with self.subTest(report=report.name):
                self.assertEqual(told(report), expected(report))

    def test_every_byte_has_one_kind(self):
        for report in reports():
            with self.subTest(report=report.name), contextlib.closing(reference.connect(report)) as file:
                all_bytes, = file.execute('SELECT sum(size_bytes) FROM vars_info WHERE bitset & 1').fetchone()
                by_kind = [row for row in table(report, 'kinds') if row['kind'] not in ('packing', 'gap')]
                self.assertEqual(sum(row['bytes'] for row in by_kind), all_bytes)
                for row in by_kind:
                    known = sum(row[name] for name in ('certain', 'named', 'likely', 'lifetime'))
                    self.assertEqual(known, 0 if row['kind'] == 'unknown' else row['bytes'])

    def test_names_that_say_nothing(self):
        """A variable without its name has the kind of its lifetime, or none, but never that of
        another phase."""
        lives = {'weights', 'optimiser', 'unknown'}
        for seed in SEEDS:
            report = small('encoder', seed)
            without = renamed(report, seed)
            before = {group: kind for group, (kind, _, _) in reference.kinds(report).items()}
            for row in table(without, 'variables', 'liveness?by=kind'):
                was = {kind for group, kind in before.items() if (group[0], group[1]) == (row['id'], row['category'])}
                if row['confidence'] == 'certain':
                    self.assertIn(row['kind'], was)
                elif was & lives:
                    self.assertIn(row['kind'], lives, row)
            self.assertEqual(told(without), expected(without))

    def test_why(self):
        """--why finds variables by ID, name or part of a name, the largest first; an unknown name
        is an error of usage."""
        report = small('encoder', 1)
        everything = table(report, 'variables', 'liveness?by=kind')
        self.assertEqual([row['bytes'] for row in everything], sorted((row['bytes'] for row in everything), reverse=True))

        def why(text):
            return table(report, 'variables', f'liveness?by=kind&variable={urllib.parse.quote(text)}')
        one = next(row for row in everything if row['kind'] == 'optimiser' and row['id'] is not None)
        self.assertEqual(why(str(one['id'])), [row for row in everything if row['id'] == one['id']])
        self.assertEqual(why(one['variable']), [row for row in everything if row['variable'] == one['variable']])
        self.assertEqual(why('MOMENTUM'), [row for row in everything if 'momentum' in row['variable'].lower()])
        self.assertEqual(run('table', 'variables', report, '--location', 'liveness?by=kind&variable=no such name').returncode, 2)

    def test_marks(self):
        """Marks: staged by a remote buffer; momentum and accumulator combined in one variable, by
        its name."""
        report = small('offchip', 1, '--preset=bert-base', '--layers=2', '--change=optimiser-off-chip')
        other = copied(report, pathlib.Path(FOLDER.name, 'combined'),
                       "UPDATE unlowered_vars SET name = 'Accl___' || name WHERE name LIKE '%/weights'")
        with contextlib.closing(reference.connect(other)) as file:
            staged = reference.staged_groups(file)
        seen = collections.Counter()
        for row in table(other, 'variables', 'liveness?by=kind'):
            marks = ['staged'] if (row['id'], row['category']) in staged else []
            marks += ['combined'] if row['evidence'] == 'reserved name' and row['variable'].startswith('Accl___') else []
            self.assertEqual(row['marks'], ', '.join(marks) or None, row)
            seen.update(marks)
        self.assertGreater(min(seen['staged'], seen['combined']), 2)
        self.assertEqual(told(other), expected(other))
        other = copied(other, pathlib.Path(FOLDER.name, 'combined-nameless'), "UPDATE unlowered_vars SET name = 'v' || id")
        self.assertEqual(told(other), expected(other))
        self.assertNotIn('temporary', {row['kind'] for row in table(other, 'variables', 'liveness?by=kind') if 'staged' in (row['marks'] or '')})

    def test_the_profiler_is_never_data(self):
        for report in reports():
            for row in table(report, 'variables', 'liveness?by=kind'):
                if row['category'] == 'instrumentationResults':
                    self.assertEqual(row['kind'], 'profiler', report.name)

    def test_both_spellings_of_optimiser(self):
        report = small('encoder')
        for other in (('table', 'kinds', report, '--filter', 'optimi{}er'), ('table', 'kinds', report, '--where', 'kind=optimi{}er'),
                      ('table', 'live-variables', report, '--filter', 'optimi{}er', '--json'),
                      ('fit', report, '--scale', 'kind:optimi{}er=0', '--json'),
                      ('fit', report, '--change', 'optimi{}er-off-chip', '--json'),
                      ('fit', report, '--avoid', 'optimi{}er-off-chip')):
            ours, theirs = (run(*(str(word).format(letter) for word in other)) for letter in 'sz')
            self.assertEqual((ours.returncode, ours.stdout.replace('optimiz', 'optimis')),
                             (0, theirs.stdout.replace('optimiz', 'optimis')), other)
            self.assertFalse(ours.stdout.splitlines()[-1].startswith('0 of '), other)
            self.assertNotEqual(ours.stdout.strip(), '[]', other)
        for words in (('optimizer',), ('kind', 'optimizer')):
            found = rows_of(output(report, 'find', *words))
            self.assertIn(('kind', 'Optimiser state'), [(row['kind'], row['title']) for row in found])


if __name__ == '__main__':
    unittest.main()
