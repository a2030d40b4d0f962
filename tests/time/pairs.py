"""Pairs of generated reports, and the expected rows of compared tables on time, computed with
reference.py."""
import collections
import functools
import pathlib
import re
import subprocess
import tempfile

from asked import time_of
from findings import operation
from harness import BIN, REPORTS, copied
from reference import Times

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-two-')
LEAN = '--without=archive,debug,liveness'
TITLES = {'inter_ipu_exchange': 'inter-IPU exchange', 'ipu_wait': 'IPU wait',
          'host_transfer': 'host transfer', 'host_wait': 'host wait'}
MATMUL = 'encoder/layer.*/dense/MatMul'
# Option, and the rows that must explain it: class, and part of their subjects.
PLANTS = {f'unused={MATMUL}:100': ('compute', MATMUL), f'imbalance=Fwd/{MATMUL}:0.5': ('compute', f'Fwd/{MATMUL}'),
          'exchange=output/MatMul:9000': ('exchange', 'output/MatMul'), 'late-host=500000': ('outside', ''),
          'host-wait=Update/learningRate:600000': ('host wait', 'Update/learningRate'),
          'inter-ipu=8000': ('inter-IPU exchange', ''), 'straggler=300:20000': ('compute', ''),
          'bubble=2:0.2': ('compute', ''), 'slow-iteration=3:150000': ('compute', '')}
BARS = {'compute': 'compute itself', 'ipu_wait': 'IPU wait', 'tile_wait': 'tile wait'}


@functools.cache
def made(*options):
    path = pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name))
    subprocess.run([BIN / 'poplens-demo', LEAN, *options, path], check=True, stdout=subprocess.DEVNULL)
    return path


def demo(*options):
    return made('--preset=plain', *options)


@functools.cache
def renamed(old, new, of=None):
    """Returns a copy of the plain report, or of @of, with @old replaced by @new in names of
    programs and compute sets."""
    return copied(of or demo(), pathlib.Path(tempfile.mkdtemp(dir=FOLDER.name), 'renamed'), *(
        (f'update {table} set name = replace (name, ?, ?)', (old, new)) for table in ('programs', 'compute_sets')))


# ---- matching of items
# -----------------------------------------------------------------------------------------------


@functools.cache
def items(path):
    """Returns {(class, subject): [cycles, occurrences]} of the critical path."""
    times = Times(path / 'profile.pop')
    rows = {(row.step, row.ipu): row for row in times.profile.rows}
    cycles, seen = collections.Counter(), collections.defaultdict(set)
    # If several IPUs were last, both paths are valid.
    for at, segment in enumerate(times.path(time_of(path)['critical_path'])):
        row = rows.get((segment['step'], segment['ipu']))
        key = segment['class'], subject(times.profile, segment['class'], row)
        cycles[key] += segment['to'] - segment['from']
        seen[key].add((segment['step'], segment['ipu']) if row else at)
    return {key: [cycles[key], len(seen[key])] for key in cycles}


def subject(profile, cls, row):
    if cls in ('compute', 'exchange', 'inter_ipu_exchange'):
        return operation(row.name or row.type)
    if cls in ('host_transfer', 'host_wait'):
        names = {name for name in profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')}
        return ', '.join(sorted(names)) or row.name or 'no name'
    return ''


def grouped(sides, name):
    """Removes from @sides the items to which @name gives the same name in both: [(class, name,
    [items of the first], [of the second])]."""
    groups = collections.defaultdict(lambda: ([], []))
    for side, left in enumerate(sides):
        for key in left:
            if name(key[1]) is not None:
                groups[key[0], name(key[1])][side].append(key)
    for (cls, called), both in groups.items():
        if both[0] and both[1]:
            yield cls, called, *([left.pop(key) for key in keys] for left, keys in zip(sides, both))


def ancestor(depth):
    def name(key):
        parts = key.split('/')
        return '/'.join(parts[:depth]) + '/…' if len(parts) >= depth else None
    return name


def rows_of(first, second):
    """Returns {(class, subject): (matched by, cycles before, after, occurrences before, after)}."""
    sides = [dict(items(path)) for path in (first, second)]
    deepest = max(len(key[1].split('/')) for side in sides for key in side)
    rules = [('exact', lambda key: key), ('pattern', lambda key: re.sub(r'\d+', '*', key))]
    rules += [('ancestor', ancestor(depth)) for depth in range(deepest, 1, -1)]
    out = {}
    for how, name in rules:
        for cls, called, *both in grouped(sides, name):
            sums = [[sum(numbers) for numbers in zip(*side)] for side in both]
            out[cls, called] = (how, sums[0][0], sums[1][0], sums[0][1], sums[1][1])
    for key, (cycles, n) in sides[0].items():
        out[key] = (None, cycles, None, n, None)
    for key, (cycles, n) in sides[1].items():
        out[key] = (None, None, cycles, None, n)
    return out


def streams_sorted(row):
    """Sorts the names of streams, which have no order."""
    return ', '.join(sorted((row['subject'] or '').split(', ')))


def layers(number):
    return made('--preset=bert-base', f'--layers={number}', '--steps=100', '--tiles=64')


def pairs():
    yield demo(), demo('--plant=exchange=output/MatMul:9000')
    yield demo(), renamed('dense/MatMul', 'dense/Fused')
    yield demo(), made('--preset=bert-base', '--layers=2', '--steps=100', '--tiles=64')
    yield demo('--runs=2'), demo('--seed=2')
    yield made('--preset=mnist', '--tiles=64'), made('--preset=resnet50', '--tiles=64', '--steps=300')
    yield demo('--instrumentation=ipu'), demo('--plant=bubble=2:0.2')
    if (REPORTS / 'integrals').is_dir():
        yield REPORTS / 'integrals', demo()
        yield demo(), REPORTS / 'integrals'
