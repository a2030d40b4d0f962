"""Finds the changes to offer, in plain Python: variables to spread or keep off the chip, operations to serialise, and
whether streams have tiles of their own. Shares no code with the program; rules in src/analysis/insights/fit-plan.c and
what-if.h, src/analysis/insights/moves.c."""
import collections
import importlib.util
import pathlib
import re

from layers import bare, destination

SPEC = importlib.util.spec_from_file_location('kinds_reference', pathlib.Path(__file__).parents[1] / 'kinds/reference.py')
kinds_reference = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(kinds_reference)

OFFERED = ('serialise', 'off-chip', 'spread', 'io-tiles')
OF_OPERATION = {'temporary', 'exchange', 'gradient'}
DATA = {'weights', 'optimiser', 'weight-gradient', 'activation', 'recomputed', 'passing', 'gradient', 'tensor', 'constant'}


def operation(step):
    """Returns the operation in the name of a step, without phase."""
    return bare(kinds_reference.operation(destination(step)))


def is_embedding(name):
    return bool(re.search('embedding|gather', name, re.I))


def is_planned(name):
    return bool(re.search('matmul|conv', name, re.I))


def can_be_serialised(name):
    return bool(re.search('matmul|einsum', name, re.I)) or is_embedding(name)


def mean(fit, sizes):
    """Returns for each tile the mean of these sizes over its IPU, rounded up."""
    per_ipu, = fit.db.execute('SELECT tiles_per_ipu FROM target_info').fetchone()
    ipus = [tile // per_ipu for tile in fit.tiles]
    sums, tiles = collections.Counter(), collections.Counter(ipus)
    for ipu, size in zip(ipus, sizes):
        sums[ipu] += size
    return [-(-sums[ipu] // tiles[ipu]) for ipu in ipus]


def live(fit):
    """Yields pairs that are live on the fullest tile at its peak, with their bytes there."""
    at = fit.peak_steps[fit.worst] * fit.scale
    for (group, cls), sizes in fit.size.items():
        if sizes[fit.worst] and (fit.always[cls] or any(a <= at < b for a, b in fit.ranges.get(cls, ()))):
            yield (group, cls), sizes[fit.worst]


def first(sums):
    """Returns the name with the largest sum; of equal ones the first."""
    return min(sums, key=lambda name: (-sums[name], name)) if sums else None


def serialise(fit):
    sums = collections.Counter()
    for (group, cls), size in live(fit):
        name = fit.operations.get(cls, '')
        if fit.kind[group] in OF_OPERATION and can_be_serialised(name):
            sums[name] += size
    return f'serialise=4:{first(sums)}' if sums else None


def spread(fit):
    sums = collections.Counter()
    for (group, cls), size in live(fit):
        name = fit.variable_name(group)
        if name and fit.kind[group] in DATA:
            sums[name] += max(0, size - mean(fit, fit.size[group, cls])[fit.worst])
    sums = +sums
    return f'spread={first(sums)}' if sums else None


def off_chip(fit):
    found = fit.variable('weights') if 'weights' in fit.at_peak else None
    return f'off-chip={fit.names[found[0]]}' if found else None


def has_io_tiles(fit):
    streamed, computing = collections.Counter(), set()
    for (group, _), sizes in fit.size.items():
        for place, size in enumerate(sizes):
            if size and fit.kind[group] == 'vertex-state':
                computing.add(place)
            if fit.kind[group] == 'io' and group[4]:
                streamed[place] += size
    within = sum(size for place, size in streamed.items() if place in computing)
    return sum(streamed.values()) - within > within


def io_tiles(fit):
    return None if has_io_tiles(fit) or 'io' not in {fit.kind[group] for group, _ in fit.pairs} else 'io-tiles'


def offers(fit):
    return [key for key in (serialise(fit), off_chip(fit), spread(fit), io_tiles(fit)) if key]


def part(fit, pair, change, pessimistic):
    """Returns the part of a pair's bytes that remains, as (numerator, denominator)."""
    group, cls = pair
    stem, _, name = change.partition('=')
    kind, of = fit.kind[group], fit.operations.get(cls, '')
    if stem == 'serialise':
        parts, _, name = name.partition(':')
        kinds = {'temporary'} if pessimistic else OF_OPERATION | ({'weight-gradient'} if is_embedding(name) else set())
        return (1, int(parts)) if of == name and kind in kinds else (1, 1)
    gone = {'off-chip': fit.variable_name(group) == name, 'io-tiles': kind == 'io',
            'planner-memory': kind in ('temporary', 'exchange') and is_planned(of)}[stem]
    return (0, 1) if gone and not pessimistic else (1, 1)
