#!/usr/bin/python3
"""Measures how often `list` reports false changes, and how often it finds real ones: percent of
series of each kind in kinds.py.

Run by script/blind --series."""
import argparse

from answers import by_program
from kinds import FALSE, FOUND, is_false, is_hit, series_of


def score(program, kind, n, count, seed):
    """Returns the percentage."""
    series = series_of(kind, n, count, seed)
    hits = 0
    for answer, (_, steps) in zip(by_program(program, [values for values, _ in series]), series):
        changes = [(c['kind'], c['at'], c['before'], c['after']) for c in answer['changes']]
        hits += is_hit(changes, steps) if steps else is_false(changes)
    return 100 * hits / count


def table(program, count, seed):
    """Yields the lines of the table."""
    for title, kinds in (('false "worse"', FALSE), ('found within two reports', FOUND)):
        yield f'| {title} | n | % |'
        yield '|---|---|---|'
        for kind in kinds:
            scores = [score(program, kind, n, count, seed) for n in kind.lengths]
            yield f'| {kind.name} | {"/".join(map(str, kind.lengths))} | {"/".join(f"{s:.0f}" for s in scores)} |'
        yield ''


def main():
    parser = argparse.ArgumentParser(prog='script/blind --series', usage='%(prog)s [--seed N] [--count N]', description=__doc__)
    parser.add_argument('program', help=argparse.SUPPRESS)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--count', type=int, default=200)
    options = parser.parse_args()
    print(f'Seed {options.seed}, {options.count} series of each kind.\n')
    for line in table(options.program, options.count, options.seed):
        print(line)


if __name__ == '__main__':
    main()
