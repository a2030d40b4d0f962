#!/usr/bin/python3
"""How often the program is right about causes that it does not know to be there: plants of poplens-demo alone and in pairs,
exact edits of real profiles, changes of models, all drawn from a seed. Prints the table of docs/reliability.md.

Of each case up to four things are marked: the first finding is the largest cause; each cause is told, by its kind and
subject; its size is within a tenth; a bound ("saves at most") is one. What a case cannot say is not counted.
"""
import argparse
import dataclasses
import itertools
import sys

import draws
import said
from draws import BERT, INSIDE, MORE, PLAIN, PLANTS, bert_plant, case, chance, made, plain_plant, program, streams

MARKS = 'first', 'told', 'size', 'bounds'
TITLES = 'first right', 'cause told', 'size within 10 %', 'bounds kept'
ROWS = {}


@dataclasses.dataclass
class Score:
    """[(mark, held, case)]"""
    marks: list = dataclasses.field(default_factory=list)
    cases: int = 0

    def that(self, mark, holds, *what):
        self.marks.append((mark, bool(holds), ' '.join(map(str, what))))

    def of(self, mark):
        held = [one for name, one, _ in self.marks if name == mark]
        return sum(held), len(held)


def row(title, goal):
    """Registers a function (score, seed) that marks the cases of a seed. @goal: marks that have to hold in every case."""
    def register(function):
        ROWS[function.__name__.replace('_', '-')] = title, goal, function
        return function
    return register


def is_near(value, truth):
    return abs(value - truth) <= abs(truth) / 10


def mark_time(score, one, others=None):
    """@others: by kind, the report with all causes but that one."""
    if not one.truths:
        return
    score.cases += 1
    answer = said.time(one.path)
    inside = [truth for truth in one.truths if truth['kind'] not in said.FACTS]
    if inside:
        largest = [truth for truth in inside if truth['cycles'] >= .9 * inside[0]['cycles']]
        score.that('first', any((told := answer.told(truth['kind'], truth['subject'])) and told.place == 0
                                for truth in largest), one.name, 'first:', answer.first)
    for truth in one.truths:
        kind, subject, cycles = truth['kind'], truth['subject'], truth['cycles']
        told = answer.told(kind, subject)
        what = one.name, kind, subject, cycles
        score.that('told', told, *what)
        if told:
            base = said.time((others or {}).get(kind, one.without)).base(kind, subject)
            score.that('size', is_near(told.cycles - base, cycles), *what, 'told', told.cycles, 'before', base)
            if kind not in said.FACTS:
                score.that('bounds', told.cycles >= .99 * cycles, *what, 'told', told.cycles)


@row('`time`: ten kinds alone', ('first', 'told'))
def time_alone(score, seed):
    for name in PLANTS:
        mark_time(score, case(seed, PLAIN, [plain_plant(seed, name)], MORE.get(name, ())))


@row('`time`: 28 pairs', ('first', 'told'))
def time_pairs(score, seed):
    for pair in itertools.combinations(INSIDE, 2):
        plants = [plain_plant(seed, name) for name in pair]
        one = case(seed, PLAIN, plants)
        alone = [made(seed, *PLAIN, f'--plant={plant}') for plant in plants]
        kinds = [draws.planted(path)[0]['kind'] for path in alone]
        mark_time(score, one, {kinds[0]: alone[1], kinds[1]: alone[0]})


def off_chip(seed):
    """(name, report with state off chip, the same without, streams of that state)"""
    at = chance(seed, 'off-chip')
    models = (f'--tiles={at.randrange(64, 129, 8)}',), (
        '--preset=bert-base', f'--layers={at.randrange(3, 6)}', f'--tiles={at.randrange(64, 129, 8)}')
    for model, change in itertools.product(models, ('optimiser-off-chip', 'accumulators-off-chip')):
        path, without = made(seed, *model, f'--change={change}'), made(seed, *model)
        yield f'{change} {" ".join(model)}', path, without, streams(path) - streams(without)


def is_of(subject, names):
    return any(said.is_named(subject, name) for name in names if not name.startswith('streamCopyTimingInfo'))


@row('off-chip state: `time` names the copies first', ('first',))
def time_off_chip(score, seed):
    for name, path, without, names in off_chip(seed):
        score.cases += 1
        cycles = program(path) - program(without)
        answer = said.time(path)
        places = [place for place, (kind, subject, _) in enumerate(answer.findings)
                  if kind in said.COPIES and is_of(subject, names)]
        score.that('first', 0 in places, name, 'first:', answer.first)
        score.that('told', places, name)
        # A heap of all copies has a size, too.
        saving = max((saving for kind, _, saving in answer.findings if kind in said.COPIES), default=0)
        score.that('size', is_near(saving, cycles), name, cycles, 'told', saving)
        score.that('bounds', saving >= .99 * cycles, name, cycles, 'told', saving)


@row('off-chip state: `diff` names the copies first', ('first',))
def diff_off_chip(score, seed):
    for name, path, without, names in off_chip(seed):
        score.cases += 1
        answer = said.Diff(without, path)
        places = [place for place, (kind, subject, _) in enumerate(answer.inside)
                  if kind in said.HOST and is_of(subject, names)]
        score.that('first', 0 in places, name, 'first:', answer.inside[0])
        score.that('told', places, name)
        score.that('size', is_near(answer.program, program(path) - program(without)), name, answer.program)


@row('slow iterations, half of them and more', ('told', 'size'))
def slow_iterations(score, seed):
    # Iterations are by steps: 5, 6, 8 and 12 of them.
    for steps, count in ((250, 5), (300, 6), (400, 8), (600, 12)):
        at = chance(seed, 'slow', steps)
        slow = sorted(at.sample(range(1, count + 1), at.randrange((count + 1) // 2, count)))
        cycles = at.randrange(40000, 200000)
        mark_time(score, case(seed, PLAIN, [f'slow-iteration={number}:{cycles + at.randrange(cycles // 20)}' for number in slow],
                              (f'--steps={steps}',)))


@row('`diff`: plants of bert-base', ('told', 'size'))
def diff_plants(score, seed):
    cases = [case(seed, BERT, [bert_plant(seed, name)]) for name in INSIDE]
    for one in (*cases, case(seed, PLAIN, [plain_plant(seed, 'bubble')])):
        if not one.truths:
            continue
        score.cases += 1
        truth, = one.truths
        answer = said.Diff(one.without, one.path)
        told = answer.told(truth['kind'], truth['subject'])
        what = one.name, truth['kind'], truth['subject'], truth['cycles']
        score.that('first', told and told.place == 0, *what, 'first:', answer.findings[:1], answer.inside[:1])
        score.that('told', told, *what)
        score.that('size', is_near(answer.program, truth['cycles']), *what, 'told', answer.program)


def main():
    parser = argparse.ArgumentParser(prog='script/blind', description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--seeds', default='1', metavar='N[-M]', help='draw with these seeds; 1 unless given')
    parser.add_argument('--long', action='store_true', help='draw with seeds 1 to 30')
    parser.add_argument('--rows', metavar='ROW,…', help=f'mark these alone: {", ".join(ROWS)}')
    parser.add_argument('--misses', action='store_true', help='list what did not hold')
    options = parser.parse_args()
    first, _, last = ('1-30' if options.long else options.seeds).partition('-')
    seeds = range(int(first), int(last or first) + 1)
    print(f'| seeds {first}{"–" + last if last else ""} | cases | {" | ".join(TITLES)} | goal |')
    print('|---' * (len(TITLES) + 3) + '|')
    missed = []
    for name in options.rows.split(',') if options.rows else ROWS:
        title, goal, function = ROWS[name]
        score = Score()
        for seed in seeds:
            function(score, seed)
        cells = [f'{held} of {all_}' if all_ else '–' for held, all_ in map(score.of, MARKS)]
        goals = ', '.join(f'{TITLES[MARKS.index(mark)]} {score.of(mark)[1]}' for mark in goal)
        print(f'| {title} | {score.cases} | {" | ".join(cells)} | {goals} |', flush=True)
        missed += [f'{name}: {mark}: {what}' for mark, held, what in score.marks if not held]
    if options.misses:
        print('', *missed, sep='\n')


if __name__ == '__main__':
    sys.exit(main())
