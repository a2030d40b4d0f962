#!/usr/bin/python3
"""Compares the numbers in advice on time with plain SQL and the reference: the bound of each action
on a copy, options only of its direction, and free and needed memory on the IPU's fullest tile."""
import collections
import contextlib
import itertools
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from asked import time_of
from executed import Profile
from findings import Savings
from harness import BIN, REPORTS, paired
from iterations import iterations_of
from reference import Times

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-advice-')
FREE = re.compile(r' Tile (\d+), the fullest of IPU (\d+), has (nothing|[\d,.]+ \w+) of ([\d,.]+ \w+) free\.')
MOVES = re.compile(r'cycles\) from IPU (\d+) to IPU (\d+)')
MOVED = re.compile(r' 32 I/O tiles leave each other tile about ([\d,.]+ \w+) more, in the mean\.')
GROWS = re.compile(r' Twice the micro-batch needs about ([\d,.]+ \w+) more there')
UNITS = {'B': 1, 'KiB': 1 << 10, 'MiB': 1 << 20}
SPREADING = {'tile_wait', 'idle_tiles', 'load_imbalance'}
BATCHES = {'exchange', 'inter_ipu_exchange', 'sync'}
LIMIT = re.compile(r' At most ([\d,]+) cycles?\.')
# Options that work in one direction only.
OF = {'to': {'set_overlap_for_output', 'outputMode', 'AnchorReturnType', 'outfeed_mode'},
      'from': {'set_overlap_for_input', 'DataLoaderMode.Async', 'prefetch_depth'},
      'remote': {'useOnChipStorage', 'offload_weight_update_variables'}, 'sent': set()}
NEEDS = SPREADING | BATCHES | {'host', 'stage_imbalance'}


def demo(*options):
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    subprocess.run([BIN / 'poplens-demo', '--without=archive,debug,liveness', *options, path], check=True,
                   stdout=subprocess.DEVNULL)
    return path


def roomier(report):
    """Returns a copy of the report with four times the memory per tile."""
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'report')
    shutil.copytree(report, path)
    with contextlib.closing(sqlite3.connect(path / 'profile.pop')) as file:
        file.execute('UPDATE target_info SET bytes_per_tile = 4 * bytes_per_tile')
        file.commit()
    return path


def amount(text):
    number, unit = text.split()
    return float(number.replace(',', '')) * UNITS[unit]


def reports():
    yield demo('--preset=plain', '--plant=host-wait=Update/learningRate:600000', '--plant=exchange=output/MatMul:9000')
    full = demo('--preset=plain', '--plant=bubble=2:0.3', '--plant=imbalance=Fwd/encoder/layer.*/dense/MatMul:0.5',
                '--plant=inter-ipu=9000')
    yield full
    yield roomier(full)
    yield demo('--preset=mnist', '--tiles=64')
    yield demo('--preset=bert-base', '--layers=2', '--steps=100', '--tiles=64')


class Advice(unittest.TestCase):
    def check(self, path, savings, finding):
        """Checks a finding against SQL. Its location or subject names its IPU."""
        file = Profile(path / 'profile.pop')
        (per_ipu, capacity), = file.all('select tiles_per_ipu, bytes_per_tile from target_info')
        tiles = {tile: row for tile, *row in file.all('select tile, total_including_gaps, not_always_live_max_bytes '
                                                      'from memory_by_tile')}
        kind, said = finding['kind'], FREE.search(finding['advice'])
        self.assertIsNotNone(said, finding['advice'])
        tile, ipu = int(said[1]), int(said[2])
        self.assertEqual(tile // per_ipu, ipu)
        step = re.search(r'[?&]executed=(\d+)', finding['location']) if finding['subject'] else None
        of = step and file.all(f'select ipu from steps_by_ipu where step_id = {step[1]} and ipu = {ipu}')
        if kind == 'stage_imbalance':
            work = savings.fast_works()
            least = work.index(min(work))
            moves = MOVES.findall(finding['advice'])
            gets = {int(to) for _, to in moves} - {int(home) for home, _ in moves} if moves else {least}
            self.assertIn(ipu, gets)
            self.assertEqual(f' IPU {least} has the least work.' in finding['advice'], not moves)
            counted = {number: row for number, row in tiles.items() if number // per_ipu == ipu}
        # If several IPUs have the cause, the named IPU may not be the one with the longest step.
        elif of:
            counted = {number: row for number, row in tiles.items() if number // per_ipu == ipu}
        else:
            counted = tiles
        used = max(row[0] for row in counted.values())
        self.assertEqual(tiles[tile][0], used)
        self.assertAlmostEqual(amount(said[4]), capacity, delta=capacity * .01)
        if used >= capacity:
            self.assertEqual(said[3], 'nothing')
        else:
            self.assertAlmostEqual(amount(said[3]) / (capacity - used), 1, delta=.01)
        moved, grows = MOVED.search(finding['advice']), GROWS.search(finding['advice'])
        self.assertEqual(bool(moved), 'numIOTiles' in finding['advice'] and per_ipu > 32)
        # An action that does not fit is not advised.
        fits = used + tiles[tile][1] <= capacity
        self.assertEqual(bool(grows), kind in BATCHES and fits)
        if kind in BATCHES:
            self.assertEqual('larger micro-batches' in finding['advice'], fits)
            self.fits[fits] += 1
        if moved:
            bytes_there = sum(row[0] for number, row in tiles.items() if number // per_ipu == ipu)
            self.assertAlmostEqual(amount(moved[1]) * (per_ipu - 32) / (bytes_there / per_ipu * 32), 1, delta=.01)
            there = max(row[0] for number, row in tiles.items() if number // per_ipu == ipu)
            more = there + bytes_there // per_ipu * 32 // (per_ipu - 32) > capacity
            self.assertEqual(' That is more than the fullest tile has free.' in finding['advice'], more)
        if grows:
            self.assertAlmostEqual(amount(grows[1]) / tiles[tile][1], 1, delta=.01)

    def test_memory(self):
        kinds, self.fits = collections.Counter(), collections.Counter()
        for path in reports():
            savings = Savings(Times(path / 'profile.pop'))
            for finding in time_of(path)['findings']:
                with self.subTest(path=path, kind=finding['kind'], subject=finding['subject']):
                    kinds[finding['kind']] += 1
                    # Advice on all copies depends on the direction of each.
                    if finding['kind'] in NEEDS and (finding['kind'], finding['subject']) != ('host', '') and (
                            finding['kind'] != 'host' or savings.advised(finding['subject']) != 'sent'):
                        self.check(path, savings, finding)
                    else:
                        self.assertNotIn(' free.', finding['advice'])
        for some in SPREADING, BATCHES, {'host'}, {'stage_imbalance'}:
            self.assertTrue(some & kinds.keys(), kinds)
        self.assertEqual(self.fits.keys(), {False, True})

    def test_actions(self):
        """Each action on a copy has its own bound, the largest of which is in the finding and its
        sentence; no option is of another direction; the most effective comes first: a host that
        is ready earlier if the program waits for it."""
        reports = [REPORTS / name for name in ('integrals', 'pi-before', 'pi-after') if (REPORTS / name).is_dir()]
        few = '--preset=plain', '--tiles=64'
        reports += [demo(*few, '--plant=host-wait=Update/learningRate:600000'), demo(*few, '--plant=host-wait=Loss/mean:600000'),
                    demo('--tiles=64'), demo('--preset=bert-base', '--layers=2', '--steps=100', '--tiles=64', '--change=optimiser-off-chip')]
        seen = set()
        for path in reports:
            savings = Savings(Times(path / 'profile.pop'))
            for finding in time_of(path)['findings']:
                if finding['kind'] != 'host' or not finding['subject']:
                    continue
                with self.subTest(path=path.name, subject=finding['subject']):
                    way = savings.advised(finding['subject'])
                    seen.add(way)
                    told = [int(number.replace(',', '')) for number in LIMIT.findall(finding['advice'])]
                    due = savings.actions(finding['subject'])
                    for number, bound in paired(told, due if len(due) > 1 else []):
                        self.assertAlmostEqual(number, bound, delta=1 + 1e-5 * bound)
                    self.assertAlmostEqual(max(due), finding['saving'], delta=1)
                    late = way == 'from' and savings.waiting_share(finding['subject']) >= .5
                    self.assertEqual(finding['advice'].startswith('Have the host ready earlier'), late)
                    named = {option for options in OF.values() for option in options if option in finding['advice']}
                    self.assertEqual(named, OF.get(way, set()))
                    self.assertEqual('reads it back' in finding['advice'], way == 'sent')
        self.assertEqual(seen, {'to', 'from', 'remote', 'sent'})

    def test_moves(self):
        """The layers to move for equal stages: their cycles in an iteration, and that no other
        distribution in their order leaves the busiest IPU less; if moving whole layers does not
        help, the layers of the busiest IPU."""
        seen = set()
        for path in (demo('--preset=plain', '--tiles=64', '--plant=bubble=3:0.3'),
                     demo('--preset=bert-base', '--layers=4', '--steps=200', '--tiles=64')):
            times = Times(path / 'profile.pop')
            turns, names = iterations_of(times.profile), {row.step: row.name for row in times.profile.rows}
            layers, rest = collections.defaultdict(collections.Counter), collections.Counter()
            for ipu, pieces in enumerate(times.pieces):
                for piece in pieces:
                    inside = sum(max(min(piece.end, turn['to']) - max(piece.start, turn['from']), 0) for turn in turns)
                    if piece.cls in ('compute', 'exchange'):
                        found = re.search(r'(?:^|[/_])((?:bert/)?encoder/layer\.\d+)(?=/)', names[piece.step])
                        (layers[found[1]] if found else rest)[ipu] += inside
            loads = collections.Counter(rest)
            for of in layers.values():
                loads.update(of)
            advice, = (one['advice'] for one in time_of(path)['findings'] if one['kind'] == 'stage_imbalance')
            told = re.findall(r'((?:bert/)?encoder/layer\.\d+) \(([\d,]+) cycles\)(?: from IPU (\d) to IPU (\d))?', advice)
            self.assertTrue(told, advice)
            for layer, cycles, *_ in told:
                self.assertAlmostEqual(int(cycles.replace(',', '')), sum(layers[layer].values()) / len(turns), delta=2)
            order = sorted(layers, key=lambda layer: int(layer.rpartition('.')[2]))
            ways = [max(rest[ipu] + sum(sum(layers[layer].values()) for layer in order[cut:end])
                        for ipu, (cut, end) in enumerate(zip((0, *cuts), (*cuts, len(order)))))
                    for cuts in itertools.combinations_with_replacement(range(len(order) + 1), len(times.pieces) - 1)]
            then = re.search(r'then works ([\d,]+) cycles in an iteration instead of ([\d,]+)\.', advice)
            self.assertEqual(bool(then), 1.02 * min(ways) < max(loads.values()), advice)
            seen.add(bool(then))
            if then:
                now, after = (int(text.replace(',', '')) * len(turns) for text in (then[2], then[1]))
                self.assertAlmostEqual(now / max(loads.values()), 1, delta=1e-3)
                self.assertTrue(min(ways) * .999 <= after <= min(ways) * 1.021)
            else:
                self.assertEqual({int(layer.rpartition('.')[2]) for layer, *_ in told}, {6, 7})
        self.assertEqual(seen, {True, False})

    def test_unknown(self):
        """If memory is not recorded, advice does not mention it."""
        path = demo('--preset=plain', '--plant=exchange=output/MatMul:9000', '--without=memory')
        findings = time_of(path)['findings']
        self.assertTrue(any(finding['kind'] in NEEDS for finding in findings))
        for finding in findings:
            self.assertTrue(finding['advice'])
            self.assertNotIn(' free.', finding['advice'])


if __name__ == '__main__':
    unittest.main()
