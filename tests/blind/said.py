"""Reads the program's answers from its JSON: the only file that knows commands, keys and how names are written.

The truth that they are compared with is from draws.py and edits.py.
"""
import dataclasses
import functools
import json
import re

from harness import rows, run

# Findings that are copies with the host, and the classes of time of such causes.
COPIES = {'host'}
HOST = {'host transfer', 'host wait'}
# Facts outside the program, which are not ranked.
FACTS = {'before_start', 'between_runs'}
# Causes of the whole program; the list of checks has their size below the threshold.
WHOLE = {'inter_ipu_exchange', 'stage_imbalance'}
# Classes of causes in `diff` that correspond to a finding of an operation.
CLASSES = {'exchange': {'exchange'}, 'idle_tiles': {'compute'}, 'load_imbalance': {'compute'},
           'host': HOST, 'inter_ipu_exchange': {'inter-IPU exchange'}}
GREW = {'worse', 'new', 'now above threshold', 'more'}


def ask(*arguments):
    done = run(*arguments, '--json')
    assert done.returncode == 0, (arguments, done.returncode, done.stderr)
    return json.loads(done.stdout)


def is_named(subject, truth):
    """TRUE if a subject names @truth: itself, in one pass of training, in a list of names, or as a pattern for its
    numbers."""
    subject = subject or ''
    names = {part.strip() for part in re.split(r',|→| and ', subject)}
    return truth in ('', subject) or bool({truth, re.sub(r'\d+', '*', truth)} & names) or any(
        name.endswith(f'/{truth}') for name in names)


@dataclasses.dataclass
class Told:
    """A reported cause: its place in the list, and cycles."""
    place: int
    cycles: float


def find(rows, kinds, subject):
    """Returns the first match in rows (kind, subject, cycles)."""
    return next((Told(place, cycles) for place, (kind, name, cycles) in enumerate(rows)
                 if kind in kinds and is_named(name, subject)), None)


class Time:
    def __init__(self, path):
        found = rows(ask('time', path), 'time-findings')
        told = [(row['kind'], row['subject'] or '', row['saving']) for row in found]
        self.findings = [row for row in told if row[0] not in FACTS]
        self.facts = [row for row in told if row[0] in FACTS]
        self.checks = {row['kind']: row['cycles'] or 0 for row in rows(ask('time', path, '--by', 'finding'))}
        self.advice = [(row['kind'], row['subject'], row['advice']) for row in found if row['kind'] not in FACTS]

    def told(self, kind, subject):
        return find(self.facts if kind in FACTS else self.findings, {kind}, subject)

    def base(self, kind, subject):
        """Returns the cycles of a cause, which may be below the threshold."""
        told = self.told(kind, subject)
        return told.cycles if told else self.checks.get(kind, 0) if kind in WHOLE else 0

    @property
    def first(self):
        return self.findings[0][:2] if self.findings else None


@functools.cache
def time(path):
    return Time(path)


class Diff:
    """Rows of causes and findings, largest change first; @worse: keys of time figures that got worse."""

    def __init__(self, first, second):
        said = ask('diff', first, second)
        self.path = [(row['class'], row['subject'], row['cycles_change']) for row in rows(said, 'critical-path')]
        self.outside = sum(cycles for kind, _, cycles in self.path if kind == 'outside')
        self.inside = [row for row in self.path if row[0] != 'outside' and row[2]]
        self.findings = [(row['key'], row['subject'], row['saving_change']) for row in rows(said, 'time-findings')
                         if row['verdict'] in GREW and row['key'] not in FACTS]
        judged = {row['key']: row for row in rows(said, 'summary') if 'cycles' in row['key'] and 'tile' not in row['key']}
        self.program = (judged['program_cycles']['value_change'] if 'program_cycles' in judged else
                        sum(cycles for _, _, cycles in self.inside))
        self.worse = {key for key, row in judged.items() if row['verdict'] == 'worse'}
        self.better = {key for key, row in judged.items() if row['verdict'] == 'better'}

    def told(self, kind, subject):
        """Returns the change as a finding, or as the cause of an operation, whichever comes first."""
        both = [find(self.findings, {kind}, subject)]
        if subject or kind in WHOLE:
            both.append(find(self.inside, CLASSES.get(kind, set()), subject))
        both = [told for told in both if told]
        return min(both, key=lambda told: told.place, default=None)


class List:
    """Reports by name: whether each got worse in time, its largest change, and the cycles that decide it."""

    def __init__(self, folder):
        said = ask('list', folder, '--time')
        self.worse = {row['report'] for row in rows(said, 'report-changes')
                      if row['result'] == 'worse' and 'cycles' in row['measure']}
        self.changed = {row['path']: row['changed'] or '' for row in rows(said)}
        self.cycles = {row['path']: row['program_cycles'] for row in rows(said)}


@dataclasses.dataclass
class Way:
    """Changes that make a model fit, and the fullest tile after them: least and most bytes."""
    changes: list
    fits: str       # yes, may, no
    least: int
    most: int


class Fit:
    def __init__(self, report):
        said = ask('fit', report, '--all')
        self.causes = [(row['kind'], row['variable'] or '', row['tiles_over'], row['tile_bytes'])
                       for row in rows(said, 'kinds') if row['tile_bytes'] is not None]
        self.stages = self.best(rows(said, 'stages'))

    def best(self, stages):
        """Returns the fewest IPUs that fit, or else the changes with the smallest fullest tile."""
        ways = [Way([f'stages={row["layers"].replace(" ", "")}'], row['fits'], row['tile_bytes'], row['tile_bytes_most']) for row in stages]
        return next((way for fits in ('yes', 'may') for way in ways if way.fits == fits),
                    min(ways, key=lambda way: way.most, default=None))


def plan(report, only):
    said = ask('fit', report, f'--only={",".join(only)}', '--all')
    least, most = (said['figures'][f'plan_tile_bytes_{end}'] for end in ('least', 'most'))
    return Way([row['change'] for row in rows(said, 'plan')], said['figures']['plan_fits'], least, most)


def is_changed(changed, kind, subject):
    """TRUE if the change in `list`, "SUBJECT (CLASS)" or "CLASS (N operations, most in SUBJECT)", is a given cause."""
    name, _, of = changed.partition(' (')
    classes = CLASSES[kind]
    if name in classes:
        return is_named(re.sub(r'.*?(?:most in|largest in|among them) |\)$', '', of), subject)
    return any(of.startswith(one) for one in classes) and is_named(name, subject)
