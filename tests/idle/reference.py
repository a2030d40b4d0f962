"""Reference implementation of unused live memory of a tile at a step, in plain Python: reads only
the files, and shares no code with the program. Rules: docs/formats.md 8.14."""
import bisect
import collections
import contextlib
import sqlite3

from harness import rle

LOOPS = ('Repeat', 'RepeatWhile')


def differences(blob):
    at, out = 0, []
    for number in rle(blob):
        at += number
        out.append(at)
    return out


class Idle:
    """rows: {variable: (bytes, use, last, next, idle steps, idle cycles)} of a tile at a step; the
    default is the fullest tile at its peak."""

    def __init__(self, report, tile=None, step=None):
        with contextlib.closing(sqlite3.connect(f'file:{report}/profile.pop?mode=ro', uri=True)) as self.db:
            self.read_tree()
            self.tile = self.worst() if tile is None else tile
            self.variables = {row: (size, cls) for row, size, cls in self.ask(
                'SELECT var_id, size_bytes, equivalence_class FROM vars_info WHERE tile = ? AND bitset & 1 AND size_bytes > 0',
                self.tile)}
            self.read_classes()
            self.step = self.peak(self.tile)[1] if step is None else step
            self.uses = self.read_uses()
            self.cycles = self.read_cycles()
        self.rows = {row: (size, *self.find(row, cls)) for row, (size, cls) in self.variables.items() if self.life(cls)}

    def ask(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def read_tree(self):
        types = dict(self.ask('SELECT id, name FROM program_types'))
        programs = {row: (types.get(kind), index) for row, kind, index in self.ask(
            'SELECT id, variant, variant_index FROM programs')}
        tree = self.ask('SELECT program_id, parent_step_id FROM depth_first_steps ORDER BY id')
        self.program = [program for program, _ in tree]
        self.kind = [programs[program] for program, _ in tree]
        self.parent = [parent for _, parent in tree]

    def read_classes(self):
        self.always = dict(self.ask('SELECT id, is_always_live FROM eq_classes'))
        self.ranges = collections.defaultdict(list)
        for cls, first, end in self.ask('SELECT eq_class_id, step_id_from, step_id_to FROM eq_class_step'):
            self.ranges[cls].append((first, end))

    def worst(self):
        """Returns the first tile with the largest need: bytes including gaps, or live bytes at its
        peak."""
        needs = {tile: max(gaps, always + (comes or 0)) for tile, gaps, always, comes in self.ask(
            'SELECT tile, total_including_gaps, always_live_bytes, not_always_live_max_bytes FROM memory_by_tile')}
        return min(needs, key=lambda tile: (-needs[tile], tile))

    def peak(self, tile):
        live = [0] * (len(self.program) + 1)
        for cls, size in self.ask('SELECT equivalence_class, sum(size_bytes) FROM vars_info WHERE tile = ? AND bitset & 1 '
                                  'GROUP BY 1', tile):
            for first, end in () if self.always.get(cls, True) else self.ranges[cls]:
                live[first] += size
                live[end] -= size
        for step in range(1, len(live)):
            live[step] += live[step - 1]
        return max(live), live.index(max(live))

    def read_uses(self):
        """Returns {variable: sorted steps of its users}."""
        sets = {row: {v for v in differences(blob) if v in self.variables} for row, blob in self.ask(
            'SELECT compute_set, var_ids_diff_rle FROM compute_sets')}
        regions = collections.defaultdict(set)
        for row, variable in self.ask('SELECT id, var_id FROM exchange_regions'):
            if variable in self.variables:
                regions[row].add(variable)
        of = {'OnTileExecute': {row: sets.get(one, set()) for row, one in self.ask(
            'SELECT id, compute_set FROM program_type_on_tile_execute')}}
        for name, table in (('DoExchange', 'do_exchange'), ('GlobalExchange', 'global_exchange')):
            of[name] = {row: regions[a] | regions[b] for row, a, b in self.ask(
                f'SELECT id, source_regions_id, destination_regions_id FROM program_type_{table}')}
        of['StreamCopyMid'] = collections.defaultdict(set)
        for way in ('from', 'to'):
            for row, one in self.ask(f'SELECT stream_copy_mid_id, regions_id FROM host_exchange_{way}_host'):
                of['StreamCopyMid'][row] |= regions[one]
        uses = collections.defaultdict(list)
        for step, (kind, index) in enumerate(self.kind):
            for variable in of.get(kind, {}).get(index, ()):
                uses[variable].append(step)
        return uses

    def read_cycles(self):
        """Returns the cycles of each step on the tile's IPU; None if nothing was executed."""
        per_ipu, = self.db.execute('SELECT tiles_per_ipu FROM target_info').fetchone()
        ran = dict(self.ask('SELECT program, sum(cycles) FROM steps s JOIN steps_by_ipu b ON b.step_id = s.id '
                            'WHERE ipu = ? AND program IS NOT NULL GROUP BY 1', self.tile // per_ipu))
        if not self.ask('SELECT 1 FROM steps_by_ipu LIMIT 1'):
            return None
        n, seen, out = collections.Counter(self.program), collections.Counter(), []
        for program in self.program:
            whole = ran.get(program, 0)
            out.append(whole // n[program] + (seen[program] < whole % n[program]))
            seen[program] += 1
        return out

    def life(self, cls):
        if self.always.get(cls):
            return 0, len(self.program)
        return next(((a, b) for a, b in self.ranges[cls] if a <= self.step < b), None)

    def loops(self):
        """Yields the loops that contain the step, the innermost first: (first step, end)."""
        at = self.step
        while at is not None:
            if self.kind[at][0] in LOOPS:
                end = at + 1
                while end < len(self.program) and self.below(end, at):
                    end += 1
                yield at, end
            at = self.parent[at]

    def below(self, step, above):
        while step is not None and step > above:
            step = self.parent[step]
        return step == above

    def find(self, variable, cls):
        (first, end), uses = self.life(cls), self.uses[variable]
        uses = uses[bisect.bisect_left(uses, first):bisect.bisect_left(uses, end)]
        at = bisect.bisect_left(uses, self.step)
        last = uses[at - 1] if at else None
        here = at < len(uses) and uses[at] == self.step
        later = uses[at + here:]
        following = later[0] if later else None
        if here:
            return 'here', last, following, None, None
        if not uses:
            return 'unknown', None, None, None, None
        begin = first if last is None else last + 1
        again = [*self.loops(), *([(0, len(self.program))] if self.always.get(cls) and following is None else ())]
        for low, high in again:
            if following is not None and following < high:
                break
            inside = [use for use in uses if low <= use < self.step]
            if inside and first <= low and high <= end:
                return 'again', last, inside[0], *self.measure((begin, high), (low, inside[0]))
        if following is None:
            return 'never', last, None, *self.measure((begin, end))
        return 'later', last, following, *self.measure((begin, following))

    def measure(self, *spans):
        """Returns (steps, cycles) of the spans."""
        steps = sum(b - a for a, b in spans)
        return steps, self.cycles and sum(sum(self.cycles[a:b]) for a, b in spans)
