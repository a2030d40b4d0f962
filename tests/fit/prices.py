#!/usr/bin/python3
"""Tests the bytes and cycles that changes transfer over the host, against a second implementation, and against models
that poplens-demo makes with the change, which copy at the generator's own rate."""
import collections
import contextlib
import functools
import itertools
import json
import pathlib
import sqlite3
import tempfile
import unittest

from harness import REPORTS, rle, run, write_demo
from reference import Fit

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-prices-')
MODELS = {'encoder': ('--tiles=64',), 'resnet': ('--preset=resnet50', '--tiles=64', '--steps=100'),
          'bert': ('--preset=bert-base', '--layers=2', '--tiles=64', '--steps=100')}
REAL = ('integrals', 'firehose')
CHANGES = ('optimiser-off-chip', 'accumulators-off-chip')


@functools.cache
def made(model, *changes):
    path = pathlib.Path(FOLDER.name, '-'.join((model, *changes)))
    write_demo(path, *MODELS[model], *(f'--change={key}' for key in changes), '--without=archive,json')
    return path


@functools.cache
def prices(path):
    done = run('table', 'changes', path, '--json')
    assert done.returncode == 0, done.stderr
    return {row['change']: (row['host_bytes'], row['host_cycles'])
            for row in json.loads(done.stdout)['tables']['changes']['rows']}


def copying(path):
    """Returns the cycles of all copies with the host, without waiting; for each copy those of the slowest IPU."""
    with contextlib.closing(sqlite3.connect(f'file:{path}/profile.pop?mode=ro', uri=True)) as file:
        return file.execute("SELECT sum(cycles) FROM (SELECT max(b.cycles) cycles FROM steps s JOIN steps_by_ipu b "
                            "ON b.step_id = s.id WHERE type = 'StreamCopy' GROUP BY s.id)").fetchone()[0]


class Prices:
    """The rules of docs/formats.md 8.13."""

    def __init__(self, path):
        self.fit = Fit(path)

    def host(self):
        """Returns (bytes, cycles of the fastest minus those of the shortest of all) of the largest copies; or None."""
        db, copies = self.fit.db, collections.defaultdict(list)
        sizes = {row: sum(rle(received)) + sum(rle(sent)) for row, received, sent in db.execute(
            'SELECT id, bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle FROM program_type_stream_copy_mid')}
        for copy, cycles in db.execute('SELECT host_exchange, max(b.cycles) FROM steps s JOIN steps_by_ipu b '
                                       "ON b.step_id = s.id WHERE type = 'StreamCopy' GROUP BY s.id"):
            if sizes[copy]:
                copies[sizes[copy]].append(cycles)
        if not copies:
            return None
        shortest, largest = min(map(min, copies.values())), copies[max(copies)]
        return (max(copies), min(largest) - shortest) if min(largest) >= 2 * shortest else None

    def of(self, change):
        if change not in CHANGES:
            return (None, None)
        moved = 2 * sum(sum(self.fit.size[pair]) for pair in self.fit.lifetimes(change, False)[0])
        host = self.host()
        return (moved or None, moved * host[1] // host[0] if moved and host else None)


class Test(unittest.TestCase):
    def test_against_reference(self):
        seen = set()
        for path in (*map(made, MODELS), *(path for name in REAL if (path := REPORTS / name).is_dir())):
            reference = Prices(path)
            for change, price in prices(path).items():
                with self.subTest(report=path.name, change=change):
                    self.assertEqual(price, reference.of(change))
                    seen |= {change} if price[1] else set()
        self.assertEqual(seen, set(CHANGES))

    def test_models_made_with_the_change(self):
        """The cycles that the generator adds to the copies are at least those predicted for one step."""
        for model, change in itertools.product(MODELS, CHANGES):
            bytes_, cycles = prices(made(model)).get(change, (None, None))
            if cycles:
                with self.subTest(model=model, change=change):
                    self.assertGreaterEqual(copying(made(model, change)) - copying(made(model)), 0.99 * cycles)

    def test_nothing_measured(self):
        """Without an execution there are bytes and no cycles."""
        path = pathlib.Path(FOLDER.name, 'compiled')
        write_demo(path, *MODELS['resnet'], '--without=archive,json,execution')
        self.assertTrue(any(price[0] for price in prices(path).values()))
        self.assertFalse(any(price[1] for price in prices(path).values()))


if __name__ == '__main__':
    unittest.main()
