"""Reference implementation of iterations, found by the outermost loop of the program (ANSWERS-TIME
4), the simple way.

Plain SQL over the program tree; no code of the program."""
import collections
import statistics

from executed import WORK
from harness import varints

LOOPS = ('Repeat', 'RepeatWhile')


class Tree:
    """The programs in preorder; one that is called again is listed at its first call."""

    def __init__(self, profile):
        self.kind = dict(profile.all('select p.id, t.name from programs p join program_types t on t.id = p.variant'))
        self.below = {number: varints(children)
                      for number, children in profile.all('select id, children from programs')}
        functions = dict(profile.all('select id, program from function_programs'))
        self.callee = {number: functions.get(function) for number, function in profile.all(
            "select p.id, c.function_id from programs p join program_types t on t.id = p.variant and t.name = 'Call' "
            'join program_type_call c on c.id = p.variant_index')}
        self.number, self.above, self.again = {}, {}, set()
        entries = [program for program, in profile.all('select program from control_programs order by id')]
        for root in (*entries, *functions.values()):
            self.walk(root)

    def walk(self, root):
        stack = [(root, None)]
        while stack:
            program, above = stack.pop()
            if program in self.number:
                if above is not None:
                    self.again.add((program, above))
                continue
            self.number[program] = len(self.number)
            self.above[program] = above
            called = self.callee.get(program)
            inner = [*self.below.get(program, ()), *([called] if called is not None else ())]
            stack += [(child, program) for child in reversed(inner) if child in self.kind]

    def path(self, program):
        """Returns the path from the root to the program."""
        out = []
        while program is not None:
            out.append(program)
            program = self.above.get(program)
        return out[::-1]

    def loop_and_unit(self, program):
        """Returns (outermost loop above a program, number of the unit in it, whether the program is
        the unit), or None."""
        path = self.path(program)
        loops = [at for at, one in enumerate(path[:-1]) if self.kind[one] in LOOPS]
        if not loops:
            return None
        if any(self.path(above)[:loops[0] + 1] == path[:loops[0] + 1] for of, above in self.again if of in path):
            return None
        unit = path[loops[1]] if len(loops) > 1 else program
        return path[loops[0]], self.number[unit], unit == program


def iterations_of(profile):
    """Returns [{'iteration', 'run', 'from', 'to', 'period'}] of the loop with the most cycles that
    has two iterations in a run. A period is from begin to begin; the last one of a run is from
    the end of the one before to its own end, if it got as far in the loop; a single one is its
    extent."""
    tree, steps = Tree(profile), collections.defaultdict(list)
    for row in profile.rows:
        if row.type in WORK and row.active and row.program in tree.number:
            steps[row.step].append(row)
    known = {program: tree.loop_and_unit(program) for program in {rows[0].program for rows in steps.values()}}
    turns, last, cycles = collections.defaultdict(list), {}, collections.Counter()
    for _, rows in sorted(steps.items()):
        if known[rows[0].program] is None:
            continue
        loop, unit, itself = known[rows[0].program]
        start, end, run = min(row.f1 for row in rows), max(row.t1 for row in rows), profile.run_of(rows[0])
        cycles[loop] += end - start
        before = last.get(loop)
        if before is None or before[0] != run or unit < before[1] or unit == before[1] and itself:
            turns[loop].append({'run': run, 'from': start, 'to': end})
        turn = turns[loop][-1]
        turn['from'], turn['to'] = min(turn['from'], start), max(turn['to'], end)
        last[loop], turn['unit'] = (run, unit), unit
    several = [loop for loop, found in turns.items()
               if any(one['run'] == other['run'] for one, other in zip(found, found[1:]))]
    if not several:
        return []
    found = turns[max(several, key=lambda loop: (cycles[loop], -tree.number[loop]))]
    for number, turn in enumerate(found):
        before, following = ([*found[:1], *found, {'run': None}][number + step] for step in (0, 2))
        turn['iteration'] = number + 1
        if following['run'] == turn['run']:
            turn['period'] = following['from'] - turn['from']
        elif not number or before['run'] != turn['run']:
            turn['period'] = turn['to'] - turn['from']
        else:
            turn['period'] = turn['to'] - before['to'] if turn['unit'] >= before['unit'] else None
    return [{key: value for key, value in turn.items() if key != 'unit'} for turn in found]


def slow_turns(turns):
    """Returns (indices of slow iterations, length of fast ones): two groups, divided at the largest
    gap between lengths, if that exceeds the differences on either side and 2 % of the fast ones."""
    lengths = [turn['period'] or 0 for turn in turns]
    rising = sorted(filter(None, lengths))
    if not rising:
        return [], 0
    at = max(range(1, len(rising)), key=lambda place: (rising[place] - rising[place - 1], -place), default=0)
    gap = rising[at] - rising[at - 1]
    if len(rising) > 2 and gap > max(rising[at - 1] - rising[0], rising[-1] - rising[at], .02 * int(statistics.median(rising[:at]))):
        return [place for place, length in enumerate(lengths) if length >= rising[at]], int(statistics.median(rising[:at]))
    return [], int(statistics.median(rising))
