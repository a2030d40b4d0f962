"""Reference implementation of transfers, the simple way (ANSWERS-TIME 7.7): cycles that compute
hides or not, and blocking cycles."""
import collections

from executed import STREAM_COPY
from findings import Savings

EXCHANGES = {'DoExchange': 'Exchange', 'GlobalExchange': 'Inter-IPU exchange'}
CLASSES = {'Exchange': ['exchange'], 'Inter-IPU exchange': ['inter_ipu_exchange']}


def name_of(profile, row):
    """Returns the transfer of a step: the kind of an exchange, the streams of a copy; None for
    other steps."""
    if row.type in STREAM_COPY:
        names = {name for name in profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')}
        return frozenset(names or {row.name})
    return EXCHANGES.get(row.type)


def joined(intervals):
    """Merges overlapping intervals."""
    out = []
    for start, end in sorted(intervals):
        if out and start <= out[-1][1]:
            out[-1][1] = max(out[-1][1], end)
        else:
            out.append([start, end])
    return out


def shared(intervals, others):
    """Returns the cycles in both lists, which are sorted and without overlaps."""
    at, cycles = 0, 0
    for start, end in intervals:
        while at < len(others) and others[at][1] <= start:
            at += 1
        ahead = at
        while ahead < len(others) and others[ahead][0] < end:
            cycles += min(end, others[ahead][1]) - max(start, others[ahead][0])
            ahead += 1
    return cycles


def bound(pieces, cls):
    return joined((piece.start, piece.end) for piece in pieces if piece.cls == cls)


def on_ipus(times):
    """Returns {(IPU, transfer): [cycles, those hidden by compute, steps that move data]} of the
    program time."""
    extents, out = collections.defaultdict(list), {}
    steps, before = collections.Counter(), times.profile.outside()
    for row in times.profile.rows:
        name = name_of(times.profile, row)
        outside = any(start < row.t1 <= end for start, end in before)
        if name and row.active and row.f0 < row.t1 and not outside:
            extents[row.ipu, name].append((row.f0, row.t1))
            steps[row.ipu, name] += row.type in ('StreamCopy', *EXCHANGES)
    for (ipu, name), intervals in extents.items():
        whole = joined(intervals)
        cycles = sum(end - start for start, end in whole) - shared(whole, bound(times.pieces[ipu], 'outside'))
        out[ipu, name] = [cycles, shared(whole, bound(times.pieces[ipu], 'compute')), steps[ipu, name]]
    return out


def on_all(times):
    """Returns {transfer: [cycles, hidden, steps, blocking, cycles of IPUs in syncs that wait for
    it]}."""
    out, savings = {}, Savings(times)
    for (_, name), numbers in on_ipus(times).items():
        sums = out.setdefault(name, [0, 0, 0, None, 0])
        sums[:3] = [one + more for one, more in zip(sums, numbers)]
    for name, sums in out.items():
        if name in CLASSES:
            sums[3] = savings.binding(CLASSES[name], lambda piece: True)
        else:
            def wanted(step, name=name):
                return name_of(times.profile, savings.names[step]) == name
            sums[3:] = savings.copying(wanted), savings.awaited(wanted)
    return out


def told(row):
    """Returns the transfer of a table's row."""
    name = row.get('transfer') or row['streams']
    return name if name in CLASSES else frozenset(name.split(', '))
