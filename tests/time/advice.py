#!/usr/bin/python3
"""What advice on time names, against plain SQL and the reference: the bound of each action for a copy, options of its
direction alone, and the memory that is free on the fullest tile of the IPU, and needed."""
import collections
import pathlib
import re
import subprocess
import tempfile
import unittest

from asked import time_of
from executed import Profile
from findings import Savings
from harness import BIN, REPORTS
from reference import Times

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-advice-')
FREE = re.compile(r' Tile (\d+), the fullest of IPU (\d+), has (nothing|[\d,.]+ \w+) of ([\d,.]+ \w+) free\.')
MOVED = re.compile(r' 32 I/O tiles leave each other tile about ([\d,.]+ \w+) more, in the mean\.')
GROWS = re.compile(r' Twice the micro-batch needs about ([\d,.]+ \w+) more there')
UNITS = {'B': 1, 'KiB': 1 << 10, 'MiB': 1 << 20}
SPREADING = {'tile_wait', 'idle_tiles', 'load_imbalance'}
BATCHES = {'exchange', 'inter_ipu_exchange', 'sync'}
LIMIT = re.compile(r' At most ([\d,]+) cycles?\.')
# Options that work in one direction alone.
OF = {'to': {'set_overlap_for_output', 'outputMode', 'AnchorReturnType', 'outfeed_mode'},
      'from': {'set_overlap_for_input', 'DataLoaderMode.Async', 'prefetch_depth'},
      'remote': {'useOnChipStorage', 'offload_weight_update_variables'}, 'sent': set()}
NEEDS = SPREADING | BATCHES | {'host', 'stage_imbalance'}


def demo(*options):
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    subprocess.run([BIN / 'poplens-demo', '--without=archive,debug,liveness', *options, path], check=True,
                   stdout=subprocess.DEVNULL)
    return path


def amount(text):
    number, unit = text.split()
    return float(number.replace(',', '')) * UNITS[unit]


def reports():
    yield demo('--preset=plain', '--plant=host-wait=Update/learningRate:600000', '--plant=exchange=output/MatMul:9000')
    yield demo('--preset=plain', '--plant=bubble=2:0.3', '--plant=imbalance=Fwd/encoder/layer.*/dense/MatMul:0.5',
               '--plant=inter-ipu=9000')
    yield demo('--preset=mnist', '--tiles=64')
    yield demo('--preset=bert-base', '--layers=2', '--steps=100', '--tiles=64')


class Advice(unittest.TestCase):
    def check(self, path, savings, finding):
        """@finding says what SQL says. What its IPU is, its location or its subject tells."""
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
            self.assertIn(f' IPU {least} has the least work.', finding['advice'])
            counted = {number: row for number, row in tiles.items() if number // per_ipu == least}
        # Another IPU than the one of the longest step is named where the cause is on several.
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
        self.assertEqual(bool(grows), kind in BATCHES)
        if moved:
            bytes_there = sum(row[0] for number, row in tiles.items() if number // per_ipu == ipu)
            self.assertAlmostEqual(amount(moved[1]) * (per_ipu - 32) / (bytes_there / per_ipu * 32), 1, delta=.01)
        if grows:
            self.assertAlmostEqual(amount(grows[1]) / tiles[tile][1], 1, delta=.01)

    def test_memory(self):
        kinds = collections.Counter()
        for path in reports():
            savings = Savings(Times(path / 'profile.pop'))
            for finding in time_of(path)['findings']:
                with self.subTest(path=path, kind=finding['kind'], subject=finding['subject']):
                    kinds[finding['kind']] += 1
                    # What is to be done about all copies depends on where each goes.
                    if finding['kind'] in NEEDS and (finding['kind'], finding['subject']) != ('host', '') and (
                            finding['kind'] != 'host' or savings.advised(finding['subject']) != 'sent'):
                        self.check(path, savings, finding)
                    else:
                        self.assertNotIn(' free.', finding['advice'])
        for some in SPREADING, BATCHES, {'host'}, {'stage_imbalance'}:
            self.assertTrue(some & kinds.keys(), kinds)

    def test_actions(self):
        """Each action for a copy with its own bound, the largest first, which is that of the finding and of its sentence; and
        no option of another direction."""
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
                    for number, bound in zip(told, due if len(due) > 1 else [], strict=True):
                        self.assertAlmostEqual(number, bound, delta=1 + 1e-5 * bound)
                    self.assertAlmostEqual(due[0], finding['saving'], delta=1)
                    named = {option for options in OF.values() for option in options if option in finding['advice']}
                    self.assertEqual(named, OF.get(way, set()))
                    self.assertEqual('reads it back' in finding['advice'], way == 'sent')
        self.assertEqual(seen, {'to', 'from', 'remote', 'sent'})

    def test_unknown(self):
        """Where memory is not recorded, nothing is said of it."""
        path = demo('--preset=plain', '--plant=exchange=output/MatMul:9000', '--without=memory')
        findings = time_of(path)['findings']
        self.assertTrue(any(finding['kind'] in NEEDS for finding in findings))
        for finding in findings:
            self.assertTrue(finding['advice'])
            self.assertNotIn(' free.', finding['advice'])


if __name__ == '__main__':
    unittest.main()
