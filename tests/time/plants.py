#!/usr/bin/python3
"""Tests of causes that poplens-demo plants (--plant): their cost in app.json, what they change and
what not, and that `poplens-cli time` finds them."""
import collections
import dataclasses
import functools
import itertools
import json
import pathlib
import subprocess
import tempfile
import unittest

from asked import time_of
from executed import WORK, Profile
from harness import BIN, LONG

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-plants-')
SEEDS = range(1, 4) if LONG else (1,)
LEAN = '--without=archive,debug,liveness'


@dataclasses.dataclass
class Plant:
    """An option, the cause in app.json, and the work that may take other cycles than without it."""
    option: str
    kind: str
    subject: str
    cycles: int                 # cost in cycles if it can be computed on paper, else None
    changes: tuple = ()         # (type of step, end of its name)


# Mean cycles of a sync after the last IPU has arrived: more is a wait of another cause.
MOST_OF_SYNC = 2000
MATMUL = 'encoder/layer.*/dense/MatMul'
PLANTS = {plant.option.partition('=')[0]: plant for plant in (
    Plant('straggler=300:20000', 'straggler', 'tile 300', None, (('OnTileExecute', ''),)),
    Plant(f'imbalance={MATMUL}:0.5', 'load_imbalance', MATMUL, None, (('OnTileExecute', '/dense/MatMul/Op'),)),
    Plant(f'unused={MATMUL}:100', 'idle_tiles', MATMUL, None, (('OnTileExecute', '/dense/MatMul/Op'),)),
    Plant('exchange=output/MatMul:9000', 'exchange', 'encoder/layer.*/output/MatMul', 6 * 4 * 9000,
          (('DoExchange', '/output/MatMul/ExchangePre'),)),
    Plant('host-wait=Update/learningRate:600000', 'host', 'Update/learningRate', 600000),
    Plant('late-host=500000', 'before_start', '', 500000),
    Plant('between-runs=400000', 'between_runs', '', 400000),
    Plant('bubble=2:0.2', 'stage_imbalance', 'IPU 2', None, (('OnTileExecute', ''),)),
    Plant('inter-ipu=8000', 'inter_ipu_exchange', '', 6 * 6 * 8000, (('GlobalExchange', ''),)),
    Plant('slow-iteration=3:150000', 'slow_iterations', 'iteration 3', 150000, (('OnTileExecute', ''),)))}
# Outside the program: facts, not ranked.
FACTS = 'before_start', 'between_runs'
# Pairs on the same tiles of the same steps, or on the last IPU: one hides part of the other.
OVERLAPPING = ({'straggler', 'bubble'}, {'imbalance', 'unused'}, {'unused', 'slow-iteration'},
               {'bubble', 'slow-iteration'})
# A cause of the whole program, with one number.
WHOLE = 'inter_ipu_exchange', 'stage_imbalance'
# Options of plants that need two runs.
MORE = {'between-runs': ('--runs=2',)}


@functools.cache
def written(seed, *options):
    """Returns the folder of a plain report with these options."""
    return write(pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name)), '--preset=plain', f'--seed={seed}', *options)


def write(path, *options):
    subprocess.run([BIN / 'poplens-demo', LEAN, *options, path], check=True, stdout=subprocess.DEVNULL)
    return path


def planted(path):
    return json.loads((path / 'app.json').read_text(encoding='utf-8')).get('planted', [])


def total(path):
    return Profile(path / 'profile.pop').total


def with_plants(seed, *names):
    more = tuple(option for name in names for option in MORE.get(name, ()))
    return written(seed, *(f'--plant={PLANTS[name].option}' for name in names), *more), written(seed, *more)


def offloaded(model, seed, *options):
    return write(pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name)), *model, f'--seed={seed}', *options)


def syncs(path):
    """Returns the mean number of syncs of an IPU."""
    profile = Profile(path / 'profile.pop')
    return sum(row.type == 'Sync' for row in profile.rows) / profile.ipus


def work(path):
    """Returns {(step, IPU): (type, name, cycles by tile)} of compute and exchange steps."""
    profile = Profile(path / 'profile.pop')
    lists = profile.cycles_by_tile()
    return {(row.step, row.ipu): (row.type, row.name, lists[row.list]) for row in profile.rows if row.type in WORK}


class Truth(unittest.TestCase):
    def test_alone(self):
        """The cost in app.json is the difference of two reports from two processes."""
        for name, seed in itertools.product(PLANTS, SEEDS):
            with self.subTest(plant=name, seed=seed):
                plant = PLANTS[name]
                path, without = with_plants(seed, name)
                truth, = planted(path)
                self.assertEqual((truth['kind'], truth['subject']), (plant.kind, plant.subject))
                self.assertEqual(truth['cycles'], total(path) - total(without))
                self.assertGreater(truth['cycles'], 50000)
                if plant.cycles is not None:
                    self.assertEqual(truth['cycles'], plant.cycles)

    def test_what_stays(self):
        """A plant changes nothing else: other work takes the same cycles on the same tiles."""
        for name in PLANTS:
            with self.subTest(plant=name):
                path, without = with_plants(1, name)
                one, other = work(path), work(without)
                self.assertEqual(one.keys(), other.keys())
                changed = collections.Counter()
                for key, (kind, step, cycles) in one.items():
                    self.assertEqual((kind, step), other[key][:2])
                    if cycles != other[key][2]:
                        changed[kind, step] += 1
                may = PLANTS[name].changes
                self.assertEqual(bool(changed), bool(may))
                for kind, step in changed:
                    self.assertTrue(any(kind == its and step.endswith(end) for its, end in may), (kind, step))

    def test_straggler(self):
        """Only the planted tile is slower, by the planted cycles."""
        path, without = with_plants(1, 'straggler')
        one, other, tile = work(path), work(without), 300 - 256
        seen = 0
        for key, (kind, _, cycles) in one.items():
            before = other[key][2]
            late = kind == 'OnTileExecute' and key[1] == 1 and before[tile] > 0
            seen += late
            self.assertEqual(cycles[tile], before[tile] + 20000 * late)
            self.assertEqual(cycles[:tile] + cycles[tile + 1:], before[:tile] + before[tile + 1:])
        self.assertGreater(seen, 50)

    def test_same_work(self):
        """If few tiles have work, or uneven work, the operation's tile cycles stay the same except
        for rounding."""
        for name in 'unused', 'imbalance':
            path, without = with_plants(1, name)
            other = work(without)
            for key, (kind, _, cycles) in work(path).items():
                before = other[key][2]
                if cycles != before:
                    self.assertAlmostEqual(sum(cycles) / sum(before), 1, delta=.002)
                    self.assertEqual(name == 'unused', cycles.count(0) == 156)

    def test_pairs(self):
        """Each plant of a pair costs what its absence saves if the others stay; the sum is the cost
        of both."""
        pairs = itertools.combinations(PLANTS, 2) if LONG else [('straggler', 'host-wait'), ('unused', 'bubble')]
        for one, other in pairs:
            with self.subTest(pair=(one, other)):
                path, _ = with_plants(1, one, other)
                more = MORE.get(one, ()) + MORE.get(other, ())
                for truth, left in zip(sorted(planted(path), key=lambda t: t['kind'] != PLANTS[one].kind), (other, one)):
                    alone = written(1, f'--plant={PLANTS[left].option}', *more)
                    self.assertEqual(truth['cycles'], total(path) - total(alone), truth)

    def test_stragglers(self):
        """1, 2 and 8 tiles are one cause: without one of them the others are as slow."""
        for tiles in ((300,), (300, 301), tuple(range(300, 308))):
            path = written(1, *(f'--plant=straggler={tile}:20000' for tile in tiles))
            truth, = planted(path)
            self.assertEqual(truth['subject'], f'tile{"s" * (len(tiles) > 1)} {", ".join(map(str, tiles))}')
            self.assertEqual(truth['cycles'], total(path) - total(written(1)))

    def test_slow_iterations(self):
        """Each iteration is slow, and all are one cause; two plants on one iteration add up."""
        for plants in ((2, 90000), (5, 150000)), ((5, 150000), (2, 90000)), ((2, 90000), (5, 150000), (2, 80000)):
            path = written(1, *(f'--plant=slow-iteration={number}:{cycles}' for number, cycles in plants))
            truth, = planted(path)
            self.assertEqual((truth['kind'], truth['subject']), ('slow_iterations', 'iterations 2, 5'))
            self.assertEqual(truth['cycles'], total(path) - total(written(1)))
            self.assertAlmostEqual(truth['cycles'] / sum(cycles for _, cycles in plants), 1, delta=.02)

    def test_large(self):
        """In a report whose tiles share kinds, a straggler gets a kind of its own and changes no
        other."""
        options = ('--preset=bert-base', '--layers=1', '--tiles=64', '--steps=100')
        with tempfile.TemporaryDirectory() as folder:
            one, other = pathlib.Path(folder, 'one'), pathlib.Path(folder, 'other')
            write(one, *options, '--plant=straggler=21:5000')
            write(other, *options)
            before = work(other)
            self.assertEqual(planted(one)[0]['cycles'], total(one) - total(other))
            for key, (_, _, cycles) in work(one).items():
                self.assertEqual(cycles[:21] + cycles[22:], before[key][2][:21] + before[key][2][22:])

    def test_plain(self):
        self.assertEqual(planted(written(1)), [])


def found(answer, kind, subject):
    """Returns the cycles of a finding or fact, and its index in the list; None if there is none."""
    for place, finding in enumerate(answer['facts' if kind in FACTS else 'findings']):
        if (finding['kind'], finding['subject']) == (kind, subject):
            return finding['saving'], place
    return None


def before(answer, kind, subject):
    """Returns the cycles without the plant. Causes below the threshold are in the list of checks,
    by kind."""
    already = found(answer, kind, subject)
    if already:
        return already[0]
    return next(check['cycles'] for check in answer['checks'] if check['kind'] == kind) if kind in WHOLE else 0


class OffChip(unittest.TestCase):
    """State off chip is copied with the host while other IPUs wait in syncs; for some of these the
    copying IPU has no row."""

    def test_copies(self):
        """The copies are the first finding, with their cost; a sync keeps only its own cycles."""
        models = ((), ('--preset=bert-base', '--tiles=64', '--layers=2', '--steps=100'))
        changes = 'optimiser-off-chip', 'accumulators-off-chip'
        for model, change, seed in itertools.product(models, changes, SEEDS):
            with self.subTest(model=model, change=change, seed=seed):
                path = offloaded(model, seed, f'--change={change}')
                answer, plain = time_of(path), time_of(offloaded(model, seed))
                more, first = answer['program'] - plain['program'], answer['findings'][0]
                self.assertGreater(more, plain['program'] / 3)
                self.assertEqual(first['kind'], 'host')
                self.assertTrue(set(first['subject'].split(', ')) & {'RemoteBuffer/bert/encoder/layer.*', 'RemoteBuffer/encoder/layer*'})
                # At least their cost, and little more; in the larger model the change also splits
                # compute sets.
                self.assertGreater(first['saving'] / more, .99)
                self.assertLess(first['saving'] / more, 1.1 if model else 1.02)
                self.assertLess(max(of_ipu['classes']['sync'] for of_ipu in answer['ipus']), MOST_OF_SYNC * syncs(path))
                self.assertAlmostEqual(sum(answer['waterfall'].values()), answer['total'], delta=1)

    def test_plants(self):
        """With all plants, syncs take no more than a sync can."""
        for name in PLANTS:
            path, _ = with_plants(1, name)
            for of_ipu in time_of(path)['ipus']:
                self.assertLess(of_ipu['classes']['sync'], MOST_OF_SYNC * syncs(path), name)


class Named(unittest.TestCase):
    """`poplens-cli time` names the planted cause first, with its cost within 2 %."""

    def check(self, path, without, most_before=0):
        """@most_before: number of findings that may come before it."""
        answer, plain = time_of(path), time_of(without)
        for truth in planted(path):
            kind, subject = truth['kind'], truth['subject']
            told = found(answer, kind, subject)
            first = [(finding['kind'], finding['subject']) for finding in answer['findings'][:4]]
            self.assertIsNotNone(told, first)
            if kind not in FACTS:
                self.assertLessEqual(told[1], most_before, first)
            self.assertAlmostEqual((told[0] - before(plain, kind, subject)) / truth['cycles'], 1, delta=.02)

    def test_alone(self):
        for name, seed in itertools.product(PLANTS, SEEDS):
            with self.subTest(plant=name, seed=seed):
                self.check(*with_plants(seed, name))

    def test_stragglers(self):
        for tiles in ((300,), (300, 301), tuple(range(300, 308))):
            with self.subTest(tiles=tiles):
                path = written(1, *(f'--plant=straggler={tile}:20000' for tile in tiles))
                self.check(path, written(1))
                # All of them are marked on the map, although they are equally slow.
                first, marked = time_of(path)['findings'][0], f'{tiles[0]}-{tiles[-1]}'.removesuffix('-300')
                self.assertTrue(first['location'].endswith(f'&tab=trace-stragglers&tile={marked}'), first['location'])

    def test_slow_iterations(self):
        """Also two of six: their distance from the others is not noise of iterations."""
        for steps in (), ('--steps=600',):
            self.check(written(1, *steps, '--plant=slow-iteration=2:90000', '--plant=slow-iteration=5:150000'),
                       written(1, *steps))

    def test_many_slow_iterations(self):
        """If half or more of them are slow, they are compared with the fast ones, not with the
        median."""
        for slow in (2, 4, 5), (1, 2, 4, 6), (2, 3, 4, 5, 6):
            plants = [f'--plant=slow-iteration={number}:{150000 + 1000 * number}' for number in slow]
            self.check(written(1, *plants), written(1))

    def test_one_pass(self):
        """An operation that is unequal only in the forward pass is the subject in that pass."""
        self.check(written(1, f'--plant=imbalance=Fwd/{MATMUL}:0.5'), written(1))

    def test_pairs(self):
        pairs = [pair for pair in itertools.combinations(PLANTS, 2) if set(pair) not in OVERLAPPING]
        if not LONG:
            pairs = [('exchange', 'host-wait'), ('imbalance', 'late-host'), ('straggler', 'unused'), ('straggler', 'imbalance')]
        for pair in pairs:
            with self.subTest(pair=pair):
                self.check(*with_plants(1, *pair), most_before=1)


class Refused(unittest.TestCase):
    def test_errors(self):
        """Wrong values, and parts that the model lacks: an error message, and nothing is written."""
        for option, words in (
                ('straggler', 'straggler=TILE:CYCLES'), ('straggler=5', 'straggler=TILE:CYCLES'),
                ('bubble=1:2', 'bubble=IPU:F'), ('imbalance=x:-1', 'imbalance=OP:F'),
                ('unused=MatMul:0', 'unused=OP:TILES'), ('late-host=-5', 'late-host=CYCLES'),
                ('late-host=1:5', 'late-host=CYCLES'), ('', 'unknown --plant'), ('frost=3', 'unknown --plant'),
                ('imbalance=Softmax:0.1', 'no operation "Softmax" in this model, which has Fwd/encoder/layer.*/dense/MatMul'),
                ('host-wait=x:5', 'no stream "x" in this model, which has _sync_id, programId0, Update/learningRate'),
                ('straggler=255:5', 'tile 255 computes nothing'), ('straggler=99999:5', 'tile 99999'),
                ('bubble=4:0.1', 'IPU 4'), ('slow-iteration=7:5', 'no iteration 7'),
                ('slow-iteration=0:5', 'no iteration 0'), ('between-runs=5', '1 run')):
            with self.subTest(option=option), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([BIN / 'poplens-demo', '--preset=plain', f'--plant={option}', folder + '/x'],
                                      capture_output=True, text=True, check=False)
                self.assertIn(words, done.stderr)
                self.assertGreater(done.returncode, 0)
                self.assertFalse(list(pathlib.Path(folder).glob('x/*')))
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([BIN / 'poplens-demo', '--preset=out-of-memory', '--plant=late-host=5', folder],
                                  capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, 'needs a report that was run' in done.stderr), (1, True))


if __name__ == '__main__':
    unittest.main()
