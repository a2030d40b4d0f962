#!/usr/bin/python3
"""Prices of changes in cycles: against a second implementation, and against models that poplens-demo makes with the
change, which run by the generator's own model of time."""
import collections
import contextlib
import functools
import itertools
import pathlib
import sqlite3
import statistics
import tempfile
import unittest

import offers
from harness import REPORTS, output, table, varints, write_demo
from reference import Fit, kinds_reference

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-prices-')
MODELS = {'encoder': ('--tiles=64',), 'resnet': ('--preset=resnet50', '--tiles=64', '--steps=100'),
          'bert': ('--preset=bert-base', '--layers=2', '--tiles=64', '--steps=100')}
REAL = ('integrals', 'firehose')
CHANGES = ('recompute', 'optimiser-off-chip', 'accumulators-off-chip')
MEASURED = {*CHANGES, 'no-instrumentation'}


@functools.cache
def made(model, *changes):
    path = pathlib.Path(FOLDER.name, '-'.join((model, *changes)))
    write_demo(path, *MODELS[model], *(f'--change={key}' for key in changes), '--without=archive,json')
    return path


def prices(path):
    return {row['change']: None if row['cycles'] is None else [row['cycles'], row['cycles_most']]
            for row in table(path, 'changes')}


def total(path):
    """Cycles of what ran, without those before the host had started it."""
    return output(path, 'time')['figures']['program_cycles']


def copying(path):
    """Cycles of all copies with the host, without waiting for it; of each the IPU's that takes longest."""
    with contextlib.closing(sqlite3.connect(f'file:{path}/profile.pop?mode=ro', uri=True)) as file:
        return file.execute("SELECT sum(cycles) FROM (SELECT max(b.cycles) cycles FROM steps s JOIN steps_by_ipu b "
                            "ON b.step_id = s.id WHERE type = 'StreamCopy' GROUP BY s.id)").fetchone()[0]


def run_length(blob):
    out, numbers = [], iter(varints(blob))
    for head in numbers:
        n = head // 2
        out += [next(numbers) for _ in range(n)] if head % 2 else [next(numbers)] * n
    return out


class Prices:
    """The rules of docs/formats.md 8.13."""

    def __init__(self, path):
        self.fit = Fit(path)
        self.names = kinds_reference.Steps(self.fit.db).name
        db = self.fit.db
        programs = [program for program, in db.execute('SELECT program_id FROM depth_first_steps ORDER BY id')]
        self.cycles, ran = collections.Counter(), collections.Counter()
        for program, ipu, cycles in db.execute('SELECT program, ipu, cycles FROM steps s JOIN steps_by_ipu b '
                                               'ON b.step_id = s.id WHERE program IS NOT NULL'):
            self.cycles[program, ipu] += cycles
        for program, times in db.execute('SELECT program, count(*) FROM steps GROUP BY 1'):
            ran[program] = times
        self.ipus = {ipu for _, ipu in self.cycles}
        places, self.step, self.executed = collections.Counter(programs), {}, {}
        seen = collections.Counter()
        for step, program in enumerate(programs):
            nth, n = seen[program], places[program]
            seen[program] += 1
            self.step[step] = {ipu: self.cycles[program, ipu] // n + (nth < self.cycles[program, ipu] % n)
                               for ipu in self.ipus}
            self.executed[step] = ran[program] // n + (nth < ran[program] % n)

    def usual(self, steps):
        ran = sorted(self.executed[step] for step in steps if self.executed[step])
        return statistics.median_high(ran) if ran else 0

    def recompute(self):
        fit, layers, last = self.fit, self.fit.layers, {}
        for pair in fit.lifetimes('recompute', False)[0]:
            layer, born = fit.layer_of_birth(pair), fit.ranges[pair[1]][0][0] // fit.scale
            last[layer] = max(born, last.get(layer, born))
        every = [step for step, layer in layers.of_step.items()
                 if layer in last and layers.forward[layer][0] <= step < layers.forward[layer][1]]
        needed = [step for step in every if step <= last[layers.of_step[step]]]
        most = sum(sum(self.step[step].values()) for step in every)
        return [max(sum(self.step[step][ipu] for step in needed) for ipu in self.ipus), most] if most else None

    def host(self):
        """(bytes, how many copies, their cycles, those of the fastest less those of the shortest of all), of the
        largest copies; or None."""
        db, copies = self.fit.db, collections.defaultdict(list)
        sizes = {row: sum(run_length(received)) + sum(run_length(sent)) for row, received, sent in db.execute(
            'SELECT id, bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle FROM program_type_stream_copy_mid')}
        for copy, cycles in db.execute('SELECT host_exchange, max(b.cycles) FROM steps s JOIN steps_by_ipu b '
                                       "ON b.step_id = s.id WHERE type = 'StreamCopy' GROUP BY s.id"):
            if sizes[copy]:
                copies[sizes[copy]].append(cycles)
        if not copies:
            return None
        shortest, largest = min(map(min, copies.values())), copies[max(copies)]
        return (max(copies), len(largest), sum(largest), min(largest) - shortest) if min(largest) >= 2 * shortest else None

    def off_chip(self, change):
        fit, host = self.fit, self.host()
        moved = sum(sum(fit.size[pair]) for pair in fit.lifetimes(change, False)[0])
        updates = self.usual(itertools.chain(*(range(*run) for run in fit.layers.updates)))
        backward = self.usual(step for step, layer in fit.layers.of_step.items() if layer in fit.layers.backward and
                              fit.layers.backward[layer][0] <= step < fit.layers.backward[layer][1])
        if not (updates and moved and host):
            return None
        size, n, cycles, fastest = host
        most = 2 * (updates + backward if change == 'accumulators-off-chip' else updates)
        low, high = 2 * updates * moved * fastest // size, -(-most * moved * cycles // (size * n))
        return [min(low, high), high]

    def serialise(self, parts, operation):
        """Parts that take nothing, or each as long as the whole."""
        cycles = sum(sum(self.step[step].values()) for step, name in self.names.items()
                     if offers.operation(name) == operation)
        return [0, (parts - 1) * cycles] if cycles else None

    def of(self, change):
        if change.startswith('serialise='):
            parts, _, operation = change.partition('=')[2].partition(':')
            return self.serialise(int(parts), operation)
        if change == 'no-instrumentation':
            return [0, 0]
        if change == 'recompute':
            return self.recompute()
        return self.off_chip(change) if change in CHANGES else None


class Test(unittest.TestCase):
    def reports(self):
        yield from (made(model) for model in MODELS)
        yield from (path for name in REAL if (path := REPORTS / name).is_dir())

    def test_against_reference(self):
        seen = set()
        for path in self.reports():
            reference = Prices(path)
            for change, cycles in prices(path).items():
                with self.subTest(report=path.name, change=change):
                    self.assertEqual(cycles, reference.of(change) if reference.ipus else None)
                    seen.add(change.partition('=')[0])
        self.assertIn('serialise', seen)

    def test_models_made_with_the_change(self):
        """What the generator adds to the program's time, or of copies to theirs, is between least and most, and a percent
        beyond. Waiting for the host is no part of the price."""
        seen = set()
        for model, change in itertools.product(MODELS, CHANGES):
            price = prices(made(model)).get(change)
            if not price:
                continue
            seen.add(change)
            measure = total if change == 'recompute' else copying
            added = measure(made(model, change)) - measure(made(model))
            with self.subTest(model=model, change=change):
                self.assertTrue(price[0] * 0.99 <= added <= price[1] * 1.01, (price, added))
        self.assertEqual(seen, set(CHANGES))

    def test_nothing_measured(self):
        """Neither least nor most, but the option that records them."""
        path = pathlib.Path(FOLDER.name, 'compiled')
        write_demo(path, *MODELS['resnet'], '--without=archive,json,execution')
        self.assertTrue(prices(path))
        for row in table(path, 'changes'):
            self.assertIsNone(row['cycles'])
            self.assertIn('autoReport.outputExecutionProfile', row['price'])
        self.assertEqual({key for key, cycles in prices(made('resnet')).items() if cycles}, MEASURED)


if __name__ == '__main__':
    unittest.main()
