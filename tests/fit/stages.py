#!/usr/bin/python3
"""Tests layers on other numbers of IPUs: against a second implementation (partition.py), against properties, and
against the same models that the generator makes with these layers by IPU (poplens-demo --change=stages=…)."""
import functools
import itertools
import pathlib
import re
import shutil
import statistics
import tempfile
import unittest

from harness import LONG, REPORTS, copied, edit, rows
from made import CAPACITY, FOLDER, OVER, SMALL, TINY, answer, ends, made, over, peaks, planned
from partition import partition_of

SEEDS = range(1, 4) if LONG else (1,)
FLAT = ('--preset=plain', '--tiles=64')
MODELS = {'over': OVER, 'small': SMALL, 'one IPU': (*TINY, '--layers=4'), 'flat': FLAT, 'encoder': ('--tiles=64',),
          'four IPUs': ('--preset=bert-base', '--tiles=48')}
if LONG:
    MODELS |= {'pieces': ('--preset=bert-large', '--layers=4', '--ipus=2', '--tiles=32', '--steps=100', '--variables=1000'),
               'blocks': ('--preset=resnet50', '--tiles=48')}
REAL = ('integrals', 'firehose')
TIGHTER = (1, 0.7, 0.4)
# The generator gives tiles of even and of odd IPUs different loads, whatever their layers; these apply to data only.
LOADS = 0.95, 0.84
# Layers by IPU: partitions in which every IPU takes its layers from one IPU.
SPLITS = ((3, 3, 4, 2), (1, 5, 6), *(((3, 3, 3, 3), (2, 4, 4, 2)) if LONG else ()))
SMALL_SPLITS = ((2, 2, 2, 2, 2, 2),)
# Partitions in which an IPU takes layers from two IPUs.
MIXED = ((5, 4, 3), *(((4, 4, 4), (4, 5, 3)) if LONG else ()))
FLAT_SPLITS = ((1, 1, 2, 2, 1, 1), *(((2, 2, 2, 2), (1, 1, 1, 1, 1, 1, 1, 1)) if LONG else ()))


@functools.cache
def part_of(*options, seed=1):
    return partition_of(made(*options, seed=seed))


@functools.cache
def with_capacity(report, capacity):
    """Returns a copy of the report whose tiles have that many bytes."""
    return copied(report, pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'report'),
                  ('UPDATE target_info SET bytes_per_tile = ?', (capacity,)))


@functools.cache
def cases():
    """Returns (name, report, its partition, capacity) for each case."""
    out = []
    for seed in SEEDS:
        for name, options in MODELS.items():
            part = part_of(*options, seed=seed)
            for portion in TIGHTER:
                capacity = CAPACITY if portion == 1 else int(portion * part.fit.now.worst)
                report = made(*options, seed=seed)
                out.append((f'{name} {seed} {portion}', report if portion == 1 else with_capacity(report, capacity), part,
                            capacity))
    return out


def stages(report):
    """Returns the rows of the table, with layers as a list."""
    return [{**row, 'layers': [int(n) for n in row['layers'].split(', ')]} for row in rows(answer(report), 'stages')]


def sentence_of(report):
    """Returns the sentence about IPUs, of a model that does not fit; "" if there is none."""
    return next((text for text in answer(report)['answer'] if re.search('IPUs? do not help|At least .* IPU', text)), '')


def boundaries(part, layers):
    """Returns the partition [(first unit, end)] of an answer."""
    out, at = [], 0
    for n in layers:
        end = at
        while n or (end < len(part.units) and not part.units[end][1]):
            n -= bool(part.units[end][1])
            end += 1
        out.append((at, end))
        at = end
    return out


def as_now(part):
    return [(own[0], own[-1] + 1) for own in part.own]


def best_of(rows):
    """Returns the first that fits, else one that may fit, else the one whose fullest tile has the smallest upper
    bound."""
    return min(rows, default=None, key=lambda row: (
        ('yes', 'may', 'no').index(row['fits']), row['tile_bytes_most'] if row['fits'] == 'no' else row['ipus']))


class Reference(unittest.TestCase):
    def test_same(self):
        """Compares the numbers of IPUs, and for each the smallest fullest tile of any partition, which the reported one
        has."""
        for name, report, part, capacity in cases():
            said = stages(report)
            with self.subTest(name):
                least = re.search(r'At least (\d+) IPU', sentence_of(report))
                self.assertEqual(int(least[1]) if least else None, part.least(capacity) if least else None)
                self.assertEqual([row['ipus'] for row in said], list(part.numbers(capacity)))
            for row in said:
                with self.subTest(name, ipus=row['ipus']):
                    self.assertEqual(sum(row['layers']), sum(bool(layer) for _, layer in part.units))
                    self.check(part, row, capacity)

    def check(self, part, row, capacity):
        split = boundaries(part, row['layers'])
        costs = [part.worst(*stage) for stage in split]
        self.assertEqual((max(costs), sum(cost * cost for cost in costs)), part.best(row['ipus']))
        known = split == as_now(part)
        worst = []
        for end in (0, 1):
            tiles = [(peak, need) for stage in split
                     for peak, need in zip(*(some[end] for some in part.ends(*stage, known)))]
            worst.append(max(need for _, need in tiles))
            most = '_most' if end else ''
            self.assertEqual(row[f'tile_bytes{most}'], worst[end])
            self.assertEqual(row[f'over{most}'], sum(peak > capacity for peak, _ in tiles))
            self.assertEqual(row[f'tight{most}'], sum(peak <= capacity < need for peak, need in tiles))
        self.assertEqual(row['fullest_tile'], [need for _, need in tiles].index(worst[1]))
        self.assertEqual(row['fits'], 'yes' if worst[1] <= capacity else 'may' if worst[0] <= capacity else 'no')
        self.assertEqual(row['mixed'], sum(len(part.homes(*stage)) > 1 for stage in split))

    def test_no_more_is_said_than_is_known(self):
        """The current placement of layers is not offered as a solution, nor are IPUs without layers."""
        current = without = 0
        for name, report, part, _ in cases():
            best, sentence = best_of(stages(report)), sentence_of(report)
            is_now = best and boundaries(part, best['layers']) == as_now(part)
            without += not best
            if answer(report)['figures']['fits']:
                continue
            current += bool(is_now)
            with self.subTest(name, sentence=sentence):
                self.assertEqual(' layers)' in sentence, bool(best) and not is_now)
                self.assertEqual('At least' in sentence, bool(best) and not is_now)
                if is_now and stages(report)[-1]['ipus'] > len(part.own):
                    self.assertIn('More IPUs do not help', sentence)
        self.assertTrue(current and without, (current, without))

    def test_change(self):
        """The change has the fewest IPUs that fit, or else the smallest fullest tile; no plan contains it, and it never
        makes things worse."""
        for name, report, _, _ in cases():
            said = answer(report)
            found = [row for row in rows(said, 'changes') if row['change'] == 'stages']
            with self.subTest(name):
                self.assertNotIn('stages', planned(said))
                self.assertLessEqual(len(found), 0 if said['figures']['fits'] else 1)
            if found:
                best = best_of(stages(report))
                with self.subTest(name):
                    self.assertEqual([found[0][key] for key in ('tile_bytes', 'tile_bytes_most', 'confidence', 'cost')],
                                     [best['tile_bytes'], best['tile_bytes_most'], 'estimate', 4])

    def test_layers_as_they_are(self):
        """All units of an IPU together need what the IPU needs now."""
        for name, options in MODELS.items():
            part = part_of(*options)
            for ipu, own in enumerate(part.own):
                with self.subTest(name, ipu=ipu):
                    self.assertEqual(part.stage(own[0], own[-1] + 1)[0], part.peaks[ipu])

    def test_more_layers_need_more(self):
        part = part_of(*OVER)
        for first in range(len(part.units)):
            needs = [max(part.stage(first, end)[1]) for end in range(first + 1, len(part.units) + 1)]
            self.assertEqual(needs, sorted(needs))

    def test_no_layers(self):
        for name in REAL:
            if (REPORTS / name).is_dir():
                self.assertEqual(stages(REPORTS / name), [], name)

    def test_layers_over_all_ipus(self):
        """If each layer is on every IPU, no layer can be moved."""
        report = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'report')
        shutil.copytree(made(*SMALL), report)
        edit(report, 'UPDATE target_info SET tiles_per_ipu = 1')
        self.assertEqual(stages(report), [])


class Predictions(unittest.TestCase):
    """Tests estimates against models made with these layers by IPU."""

    def compare(self, options, layers, seed, loads):
        """Yields for each IPU (relative error of the fullest tile, median of all)."""
        part = part_of(*options, seed=seed)
        after = peaks(made(*options, '--change=stages=' + ','.join(map(str, layers)), seed=seed))
        for ipu, stage in enumerate(part.split_of(layers)):
            home = min(part.homes(*stage))
            load = round(100 * loads[ipu % 2] / loads[home % 2])
            now = after[ipu * part.n:(ipu + 1) * part.n]
            said = part.stage(*stage, load)[0]
            yield ipu, max(said) / max(now) - 1, statistics.median(a / b - 1 for a, b in zip(said, now))

    def check(self, options, splits, loads, worst, median):
        for seed in SEEDS:
            for layers in splits:
                for ipu, off, middle in self.compare(options, layers, seed, loads):
                    with self.subTest(seed=seed, layers=layers, ipu=ipu, worst=off, median=middle):
                        self.assertLessEqual(abs(off), worst)
                        self.assertLessEqual(abs(middle), median)

    def test_layers_of_one_ipu(self):
        self.check(OVER, SPLITS, LOADS, 0.05, 0.03)

    def test_layers_of_two_ipus(self):
        self.check(OVER, MIXED, LOADS, 0.05, 0.03)

    def test_few_layers(self):
        """The fewer layers, the larger is the part of a tile that does not depend on them."""
        self.check(OVER, SMALL_SPLITS, LOADS, 0.06, 0.05)

    def test_equal_loads(self):
        """Loads are equal. One tile of the last IPU is always filled, so fullest tiles are not compared."""
        self.check(FLAT, FLAT_SPLITS, (1, 1), 5, 0.04)

    def test_what_is_said(self):
        """Makes the partitions that the program names: needs are within the reported range, whatever loads IPUs have,
        so one that is said to fit does fit. Regressions: seed 33 with ten layers was predicted to fit on 3 IPUs with
        618 KiB and took 699; seed 41 was predicted to take 575 and took 585, as packing and gaps grew; a single IPU
        does not show how dense others are, which took a fifth less."""
        models = [(33, (*OVER, '--layers=10')), (41, (*OVER, '--layers=10')), (41, (*TINY, '--layers=4', '--plant=oom=optimiser'))]
        if LONG:
            models += itertools.product((*SEEDS, 33), ((*OVER, *layers) for layers in ((), ('--layers=8',), ('--layers=10',))))
        for seed, options in models:
            for row in stages(made(*options, seed=seed)):
                report = made(*options, '--change=stages=' + ','.join(map(str, row['layers'])), seed=seed)
                least, most = row['tile_bytes'], row['tile_bytes_most']
                with self.subTest(seed=seed, layers=row['layers'], said=(least, most)):
                    self.assertTrue(least <= max(ends(report)) <= most, max(ends(report)))
                    self.assertLessEqual(over(ends(report)), row['over_most'] + row['tight_most'])


if __name__ == '__main__':
    unittest.main()
