"""Checks of gaps between variables, of the constraints that cause them, and of changes of live variables."""
import bisect
import collections

from pop import plain


def find_gaps(solid):
    """Returns the ranges of a tile without a variable, not divided at regions."""
    gaps, end = [], 0
    for v in sorted(solid, key=lambda v: v.offset):
        if v.offset > end:
            gaps.append((end, v.offset))
        end = max(end, v.offset + v.size)
    return gaps


def elements(profile, v):
    first = bisect.bisect_right(profile.elements, v.offset) - 1
    return first, bisect.bisect_right(profile.elements, v.offset + v.size - 1) - 1


def check_gaps(profile, checks, number, variables):
    """Allows a gap only for: bytes 0 to 15; a boundary between variables that must not share an element; less than an
    alignment; the start of interleaved memory."""
    first = variables[0].id if variables else 0
    solid = [v for v in variables if v.bits & 1 and v.size]
    local = {v.id - first: v for v in solid}
    across = set()                              # elements that a pair keeps apart from the one before
    out = False                                 # a pair moves one of its variables out of memory
    for v in solid:
        mine = elements(profile, v)
        for other in plain(v.apart):
            if other not in local:
                continue
            if max(w.offset + w.size for w in (v, local[other])) > profile.bytes_per_tile:
                out |= max(v.offset, local[other].offset) == profile.bytes_per_tile
                continue                        # there are no elements beyond the end of memory
            theirs = elements(profile, local[other])
            apart = mine[1] < theirs[0] or theirs[1] < mine[0]
            checks.that('constrained variables are in different elements', apart, 'tile', number, v.id)
            checks.that('constraints go both ways', v.id - first in plain(local[other].apart), v.id)
            low, high = (mine, theirs) if mine[1] < theirs[0] else (theirs, mine)
            across.update(range(low[1] + 1, high[0] + 1))
    starts = collections.defaultdict(list)
    for v in solid:
        starts[v.offset].append(v)
    for start, end in find_gaps(solid):
        boundary = bisect.bisect_right(profile.elements, end) - 1
        inside = any(b in across for b in range(bisect.bisect_right(profile.elements, start), boundary + 1))
        inside |= out and end == profile.bytes_per_tile
        alignment = max(v.alignment for v in starts[end])
        wide = start <= profile.wide_start <= end and any(v.bits & 128 for v in starts[end])
        checks.that('gaps have a cause', start < 16 or inside or wide or end - start < alignment,
                    'tile', number, 'from', start, 'to', end)


def run(profile, checks):
    for number, variables in profile.variables_by_tile():
        check_gaps(profile, checks, number, variables)
    for ipu, step, delta in profile.rows('select * from memory_not_always_live_by_step_and_ipu'):
        checks.that('deltas of nothing are not stored', delta != 0, ipu, step)
