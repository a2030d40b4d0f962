"""Exact edits of real profiles: changes the work of tiles in a copy, and everything that follows from it, so that the
file has what the machine would have recorded. `Timeline.write` of an unchanged timeline writes the original numbers.

Plain SQL and the encodings of formats.md 3.2; no code of the program.
"""
import contextlib
import dataclasses
import pathlib
import shutil
import sqlite3

from executed import Profile
from harness import rle

SUMS = {'OnTileExecute': 'compute', 'DoExchange': 'internal_exchange', 'StreamCopy': 'stream_copy',
        'StreamCopyBegin': 'stream_copy_begin', 'StreamCopyEnd': 'stream_copy_end', 'Sync': 'sync'}
LOOP, COPY = 'loopBody', 'FROM_IPU'
# A step with less than 1/LOOP_SHARE of the program is not edited.
LOOP_SHARE = 20


def varint(value):
    """Encodes seven bits a byte, the highest first; the last byte has its top bit set."""
    out = [value & 127 | 128]
    while value := value >> 7:
        out.insert(0, value & 127)
    return bytes(out)


def encoded(values):
    """Encodes one run of literal values."""
    return b''.join(map(varint, (2 * len(values) + 1, *values)))


class Timeline:
    """Cycles of every tile in every step, of a report of one IPU and one run."""

    def __init__(self, path):
        self.path, profile = pathlib.Path(path), Profile(pathlib.Path(path, 'profile.pop'))
        lists = profile.cycles_by_tile()
        self.rows, self.total = profile.rows, profile.total
        self.program = profile.total - sum(end - start for start, end in profile.outside())
        self.cycles = [list(lists[row.list]) for row in profile.rows]
        self.streams = [profile.streams_of(row) for row in profile.rows]

    def arrivals(self, place):
        """Returns when each tile begins a step."""
        return [sum(cycles) for cycles in zip(*self.cycles[:place])] if place else [0] * len(self.cycles[0])

    def find(self, kind, stream=None, name=None):
        return next(place for place, row in enumerate(self.rows) if row.type == kind
                    and (stream is None or stream in self.streams[place]) and (name is None or row.name == name))

    def work(self, name=LOOP):
        return self.cycles[self.find('OnTileExecute', name=name)]

    def change_work(self, values):
        """Changes the work of tiles. Tiles wait for the last one in the next internal sync. Returns the delay of the
        program."""
        place = self.find('OnTileExecute', name=LOOP)
        sync = next(at for at in range(place + 1, len(self.rows)) if self.rows[at].sync == 'Internal')
        before = self.arrivals(sync)
        ends = [at + cycles for at, cycles in zip(before, self.cycles[sync])]
        self.cycles[place] = list(values)
        after = self.arrivals(sync)
        late = max(after) - max(before)
        self.cycles[sync] = [end + late - at for end, at in zip(ends, after)]
        return late

    def delay(self, kind, stream, cycles):
        """A part of a copy takes longer on its tiles; the others wait in the sync that they are in meanwhile."""
        place = self.find(kind, stream)
        for tile in range(len(self.cycles[place])):
            at = place
            if not self.cycles[place][tile]:
                at = next(at for at in range(place, len(self.rows)) if self.rows[at].sync == 'SyncAns')
            self.cycles[at][tile] += cycles

    def write(self, folder, names=(), date=None):
        """Writes a copy of the report with these cycles. @names: (old, new) in names of programs and compute sets."""
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True)
        shutil.copyfile(self.path / 'profile.pop', folder / 'profile.pop')
        with contextlib.closing(sqlite3.connect(folder / 'profile.pop')) as file:
            file.execute('pragma journal_mode = off')
            file.execute('pragma synchronous = off')
            tiles = len(self.cycles[0])
            now = [0] * tiles
            for row, cycles in zip(self.rows, self.cycles):
                begin, now = now, [at + more for at, more in zip(now, cycles)]
                self.put(file, row, cycles, begin, now)
            file.execute('update execution_cycle_totals set cycles = ?', (max(now),))
            for kind, column in SUMS.items():
                each = sum(sum(cycles) for row, cycles in zip(self.rows, self.cycles) if row.type == kind)
                file.execute(f'update execution_cycle_totals set tile_cycles_{column} = ?', (each,))
            for old, new in names:
                for table in 'programs', 'compute_sets':
                    file.execute(f'update {table} set name = replace (name, ?, ?)', (old, new))
            if date:
                file.execute('update date_time set string = ?', (date,))
            file.commit()
        return folder

    def put(self, file, row, cycles, begin, end):
        base, active = min(begin), [tile for tile, n in enumerate(cycles) if n]
        starts, ends = [begin[tile] - base for tile in active], [end[tile] - base for tile in active]
        every = [at - base for at in end]
        values = {'cycles_base': base, 'cycles': max(cycles), 'active_tiles': len(active),
                  'tile_balance': sum(cycles) / len(cycles) / max(cycles),
                  'active_tile_balance': sum(cycles) / len(active) / max(cycles),
                  **{f'{name}_{of}': pick(list_) for name, list_ in (
                      ('active_cycles_from', starts), ('active_cycles_to', ends), ('all_cycles_to', every))
                     for of, pick in (('min', min), ('max', max), ('mean', lambda some: sum(some) // len(some)))}}
        file.execute(f'update steps_by_ipu set {", ".join(f"{name} = ?" for name in values)} where step_id = ? and ipu = ?',
                     (*values.values(), row.step, row.ipu))
        file.execute('update cycles_by_tile set cycles_by_tile_rle = ? where id = ?', (encoded(cycles), row.list))


def is_exact(report, folder):
    """TRUE if an unchanged timeline writes the original numbers; shares are rounded, as their digits depend on the
    order of a sum."""
    def contents(path):
        with contextlib.closing(sqlite3.connect(f'file:{path}/profile.pop?mode=ro', uri=True)) as file:
            rows = [file.execute(f'select * from {table}').fetchall() for table in ('steps_by_ipu', 'execution_cycle_totals')]
            lists = file.execute('select cycles_by_tile_rle from cycles_by_tile order by id').fetchall()
        return ([[[round(value, 9) if isinstance(value, float) else value for value in row] for row in table] for table in rows],
                [rle(blob) for blob, in lists])
    return contents(report) == contents(Timeline(report).write(folder))


# ---- edits, with what they change ------------------------------------------------------------------------------------


@dataclasses.dataclass
class Edit:
    """@kind, @subject: the finding that the edit causes; None: nothing got worse. @cycles: increase of the program;
    @outside: increase before it."""
    name: str
    first: pathlib.Path
    second: pathlib.Path
    kind: str
    subject: str
    cycles: int
    outside: int = 0


def slow_tile(report, at, folder):
    line = Timeline(report)
    tile, more = at.randrange(len(line.work())), int(line.program * at.uniform(.05, .5)) + max(line.work())
    cycles = line.change_work([cycles + more * (number == tile) for number, cycles in enumerate(line.work())])
    return Edit(f'slow tile {tile}', report, line.write(folder), 'straggler', f'tile {tile}', cycles)


def idle_tiles(report, at, folder):
    """Some tiles become idle; the others do their work."""
    line = Timeline(report)
    work = line.work()
    idle = set(at.sample(range(len(work)), at.randrange(len(work) // 2, 9 * len(work) // 10)))
    more, left = divmod(sum(work[tile] for tile in idle), len(work) - len(idle))
    extra = iter([1] * left)
    cycles = line.change_work([0 if tile in idle else cycles + more + next(extra, 0) for tile, cycles in enumerate(work)])
    return Edit(f'{len(idle)} idle tiles', report, line.write(folder), 'idle_tiles', LOOP, cycles)


def longer_copy(report, at, folder):
    line = Timeline(report)
    cycles = int(line.program * at.uniform(.05, .5))
    line.delay('StreamCopy', COPY, cycles)
    return Edit('longer copy', report, line.write(folder), 'host', COPY, cycles)


def late_host(report, at, folder):
    line = Timeline(report)
    cycles = at.randrange(500000, 5000000)
    line.delay('StreamCopyBegin', 'programId0', cycles)
    return Edit('late host', report, line.write(folder), None, '', 0, cycles)


def renamed(report, at, folder):
    """Changes a number in the name of the compute step, as another build does, and makes a copy longer."""
    line = Timeline(report)
    numbers = at.sample(range(1, 100), 2)
    first = line.write(folder / 'first', [(LOOP, f'{LOOP}_{numbers[0]}')])
    cycles = int(line.program * at.uniform(.05, .5))
    line.delay('StreamCopy', COPY, cycles)
    second = line.write(folder / 'second', [(LOOP, f'{LOOP}_{numbers[1]}')])
    return Edit('renamed, longer copy', first, second, 'host', COPY, cycles)


EDITS = slow_tile, idle_tiles, longer_copy, late_host, renamed


def edits_of(report, at, folder):
    for edit in EDITS:
        # If a program does little but copy, a change of tiles is not large enough.
        if edit in (slow_tile, idle_tiles) and LOOP_SHARE * max(Timeline(report).work()) < Timeline(report).program:
            continue
        yield edit(report, at, folder / edit.__name__)
