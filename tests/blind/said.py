"""What the program under test says, read from its JSON: the one place that knows commands, keys and how names are put.

The truth it is held against comes from elsewhere: draws.py, edits.py.
"""
import dataclasses
import functools
import json
import re

from harness import run

# Findings that are copies with the host's memory, and the classes of a cause that are.
COPIES = {'host'}
HOST = {'host transfer', 'host wait'}
# Outside the program: facts, not ranked.
FACTS = {'before_start', 'between_runs'}
# One cause of the whole program, of which the list of checks tells what is below the threshold.
WHOLE = {'inter_ipu_exchange', 'stage_imbalance'}
# The class of a cause in `diff` that is a finding of an operation.
CLASSES = {'exchange': {'exchange'}, 'idle_tiles': {'compute'}, 'load_imbalance': {'compute'},
           'host': HOST, 'inter_ipu_exchange': {'inter-IPU exchange'}}
GREW = {'worse', 'new', 'now above threshold', 'more'}


def ask(*arguments, statuses=(0,)):
    done = run(*arguments, '--json')
    assert done.returncode in statuses, (arguments, done.returncode, done.stderr)
    return json.loads(done.stdout)


def is_named(subject, truth):
    """Whether a subject names @truth: itself, in one pass of training, in a list of names, or with its numbers as a pattern."""
    subject = subject or ''
    names = {part.strip() for part in re.split(r',|→| and ', subject)}
    return truth in ('', subject) or bool({truth, re.sub(r'\d+', '*', truth)} & names) or any(
        name.endswith(f'/{truth}') for name in names)


@dataclasses.dataclass
class Told:
    """A cause that is told: its place in the list, and cycles."""
    place: int
    cycles: float


def find(rows, kinds, subject):
    """The first of rows (kind, subject, cycles)."""
    return next((Told(place, cycles) for place, (kind, name, cycles) in enumerate(rows)
                 if kind in kinds and is_named(name, subject)), None)


class Time:
    def __init__(self, path):
        said = ask('time', path)
        self.findings = [(row['kind'], row['subject'], row['saving']) for row in said['findings']]
        self.facts = [(row['kind'], row['subject'], row['cycles']) for row in said['facts']]
        self.checks = {row['kind']: row['saving'] or 0 for row in said['checks']}
        self.advice = [(row['kind'], row['subject'], row['advice'] or '') for row in said['findings']]

    def told(self, kind, subject):
        return find(self.facts if kind in FACTS else self.findings, {kind}, subject)

    def base(self, kind, subject):
        """Cycles of a cause that may be below the threshold."""
        told = self.told(kind, subject)
        return told.cycles if told else self.checks.get(kind, 0) if kind in WHOLE else 0

    @property
    def first(self):
        return self.findings[0][:2] if self.findings else None


@functools.cache
def time(path):
    return Time(path)


class Diff:
    """Rows of causes and findings, largest change first; @worse: keys of figures of time that got worse."""

    def __init__(self, first, second):
        said = ask('diff', first, second, statuses=(0,))
        rows = {name: part.get('rows', ()) for name, part in said['sections'].items()}
        self.path = [(row['class'], row['subject'], row['cycles_change']) for row in rows['path']]
        self.outside = sum(cycles for kind, _, cycles in self.path if kind == 'outside')
        self.inside = [row for row in self.path if row[0] != 'outside' and row[2]]
        self.findings = [(row['key'], row['subject'], row['saving_change']) for row in rows['time-findings']
                         if row['became'] in GREW and row['key'] not in FACTS]
        judged = {row['key']: row for row in rows['summary'] if 'cycles' in row['key'] and 'tile' not in row['key']}
        self.program = (judged['program_cycles']['value_change'] if 'program_cycles' in judged else
                        sum(cycles for _, _, cycles in self.inside))
        self.worse = {key for key, row in judged.items() if row['became'] == 'worse'}
        self.better = {key for key, row in judged.items() if row['became'] == 'better'}

    def told(self, kind, subject):
        """As a finding, or as the cause that an operation is."""
        both = [find(self.findings, {kind}, subject)]
        if subject or kind in WHOLE:
            both.append(find(self.inside, CLASSES.get(kind, set()), subject))
        both = [told for told in both if told]
        return min(both, key=lambda told: told.place, default=None)


class List:
    """Reports by name: whether each got worse on time, what changed most in it, and the cycles by which it is judged."""

    def __init__(self, folder):
        said = ask('list', folder, '--time', statuses=(0, 3))
        self.worse = {row['report'] for row in said['changes'] if row['result'] == 'worse' and 'cycles' in row['measure']}
        self.changed = {row['path']: row['changed'] or '' for row in said['reports']}
        self.cycles = {row['path']: row.get('program_cycles', row['cycles']) for row in said['reports']}


@dataclasses.dataclass
class Way:
    """Changes that make a model fit, and its fullest tile then: least and most bytes."""
    changes: list
    fits: str       # yes, may, no
    least: int
    most: int


def both(value):
    return value if isinstance(value, list) else [value, value]


class Fit:
    def __init__(self, report):
        said = ask('fit', report)
        self.causes = [(row['kind'], row['variable'] or '', row['tiles_over'], row['bytes']) for row in said['causes']]
        self.stages = said['stages'] and self.best(said['stages']['by_ipus'])

    def best(self, rows):
        """The fewest IPUs that fit, else the way whose fullest tile is least."""
        words = {True: 'yes', False: 'no', 'if': 'may'}
        ways = [Way([f'stages={",".join(map(str, row["layers"]))}'], words.get(row['fits'], row['fits']),
                    *both(row['worst_tile_bytes'])) for row in rows]
        return next((way for fits in ('yes', 'may') for way in ways if way.fits == fits),
                    min(ways, key=lambda way: way.most, default=None))


def plan(report, only):
    said = ask('plan', report, f'--only={",".join(only)}')
    return Way(said['changes'], {'if': 'may'}.get(said['fits'], said['fits']), *both(said['worst_tile_bytes']))


def is_changed(changed, kind, subject):
    """Whether what `list` says of a report that changed, "SUBJECT (CLASS)" or "CLASS (N operations, most in SUBJECT)", is a
    cause."""
    name, _, of = changed.partition(' (')
    classes = CLASSES[kind]
    if name in classes:
        return is_named(re.sub(r'.*?(?:most in|largest in|among them) |\)$', '', of), subject)
    return any(of.startswith(one) for one in classes) and is_named(name, subject)
