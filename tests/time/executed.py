"""Reads a profile.pop for the reference for time: rows of executed steps, their tiles, streams and
runs.

It uses plain SQL and the encodings of formats.md 3.2, and no code of the program."""
import bisect
import collections
import dataclasses
import re
import sqlite3

from harness import rle, varints

STREAM_COPY = ('StreamCopyBegin', 'StreamCopy', 'StreamCopyEnd')
WORK = {'OnTileExecute': 'compute', 'DoExchange': 'exchange', 'GlobalExchange': 'inter_ipu_exchange'}
# What a tile does in a step of this type; in all others it waits.
DOES = {**WORK, 'StreamCopy': 'host_transfer'}


@dataclasses.dataclass
class Row:
    """A step on an IPU: start of its first tile (f0), start (f1) and end (t1) of its last tile, in
    cycles."""
    step: int
    ipu: int
    type: str
    sync: str           # type of a sync
    f0: int
    f1: int
    t1: int
    cycles: int         # of the longest tile
    active: int         # number of tiles with cycles
    tile_cycles: int    # of all tiles
    list: int           # ID in cycles_by_tile; None if tiles were not recorded
    program: int
    name: str


@dataclasses.dataclass
class Run:
    start: int
    end: int


class Profile:
    def __init__(self, path):
        self.file = sqlite3.connect(f'file:{path}?mode=ro', uri=True)
        self.tiles, self.ipus = self.all('select tiles_per_ipu, ipus_per_replica from target_info')[0]
        self.rows = list(self._rows())
        self.runs = list(self._runs())
        self.total = self.runs[-1].end if self.runs else 0
        self.streams = self._streams()

    def all(self, sql):
        return self.file.execute(sql).fetchall()

    def cycles_by_tile(self):
        return {number: rle(blob) for number, blob in self.all('select id, cycles_by_tile_rle from cycles_by_tile')}

    def _rows(self):
        for step, ipu, kind, sync, base, f0, f1, t1, cycles, active, balance, cycles_id, program, name in self.all(
                'select b.step_id, b.ipu, s.type, s.sync_type, b.cycles_base, b.active_cycles_from_min, '
                'b.active_cycles_from_max, b.active_cycles_to_max, b.cycles, b.active_tiles, b.tile_balance, '
                "b.tile_cycles_id, s.program, coalesce (nullif (p.name, ''), c.name, '') "
                'from steps_by_ipu b join steps s on s.id = b.step_id left join programs p on p.id = s.program '
                'left join compute_sets c on c.compute_set = s.compute_set order by b.step_id, b.ipu'):
            yield Row(step, ipu, kind, sync, base + f0, base + f1, base + t1, cycles, active,
                      round(cycles * balance * self.tiles), cycles_id, program, name)

    def _runs(self):
        """Yields the runs, which follow one another; each is as long as its total."""
        end = 0
        for cycles, in self.all('select cycles from execution_cycle_totals order by run_id'):
            yield Run(end, end + cycles)
            end += cycles

    def run_of(self, row):
        return max(bisect.bisect_right([run.start for run in self.runs], row.f0) - 1, 0)

    def _streams(self):
        """Returns {program of a part of a stream copy: (its Mid's program, names of its streams)}.

        The streams of a copy are those of its Mid; Begin and End are beside it in the tree
        (formats.md 3.4)."""
        names = collections.defaultdict(set)
        for table in 'from_host', 'to_host':
            for mid, stream in self.all(f'select distinct stream_copy_mid_id, stream from host_exchange_{table}'):
                names[mid].add(stream)
        kind = dict(self.all('select p.id, t.name from programs p join program_types t on t.id = p.variant'))
        index = dict(self.all('select id, variant_index from programs'))
        out = {}
        for children, in self.all('select children from programs'):
            below = varints(children)
            for at, program in enumerate(below):
                if kind[program] != 'StreamCopyMid':
                    continue
                out[program] = program, names[index[program]]
                for beside, part in (at - 1, 'StreamCopyBegin'), (at + 1, 'StreamCopyEnd'):
                    if 0 <= beside < len(below) and kind[below[beside]] == part:
                        out[below[beside]] = out[program]
        return out

    def streams_of(self, row):
        return self.streams.get(row.program, (None, set()))[1] if row.type in STREAM_COPY else set()

    def outside(self):
        """ANSWERS-TIME 2.3: returns for each run the span from its start until the host has sent
        what to run."""
        spans = []
        for number, run in enumerate(self.runs):
            rows = [row for row in self.rows if self.run_of(row) == number]
            first = min((row.f0 for row in rows if row.type in WORK), default=run.end)
            end = max((row.t1 for row in self._told(rows, first)), default=run.start)
            if end > run.start:
                spans.append((run.start, end))
        return spans

    def _told(self, rows, first):
        """Yields the rows of copies that tell the IPU what to run and begin before its first work."""
        begun = {}          # {program of the Mid: begin of its latest execution on any IPU}
        steps = collections.defaultdict(list)
        for row in rows:
            if any(re.fullmatch(r'_sync_id|programId\d+', name) for name in self.streams_of(row)):
                steps[row.step].append(row)
        for step in sorted(steps):
            mid = self.streams[steps[step][0].program][0]
            if steps[step][0].type == 'StreamCopyBegin' or mid not in begun:
                begun[mid] = min(row.f0 for row in steps[step])
            if begun[mid] < first:
                yield from steps[step]

    def is_profilers(self, row):
        """2.1: whether only the profiler needs the step."""
        streams = self.streams_of(row)
        return (row.name.startswith('InstrumentationDump')
                or bool(streams) and all(re.match('streamCopyTimingInfoStream_|timingInfoStream_ipu#', name) for name in streams))
