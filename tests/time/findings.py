"""What a report saves without the cause of a finding: ANSWERS-TIME 3.1, 3.4 and 5 a second time, the plain way."""
import fractions
import functools
import itertools
import re

from iterations import iterations_of
from reference import unused_share

ROLES = {'ExchangePre', 'ExchangePost', 'OnTileCopy', 'OnTileCopyPre', 'OnTileCopyPost', 'Op', 'PreArrange',
         'PostArrange', 'GlobalPre', 'GlobalPost', 'GlobalExchange'}
MOVES = re.compile(r'(?:^|/)(PreArrange|PostArrange|preRegroup|OnTileCopy)(?![a-z])', re.IGNORECASE)
PHASES = re.compile(r'(fwd|forward|bwd|backward|grads?|gradients?|backprop|wu|update|optimi[sz]er|loss)/', re.IGNORECASE)
LEAST = {'sync_overhead': .02}


def operation(name):
    """One place in the source: no roles, no numbers but of the last part; of a copy its name."""
    name = re.sub(r'^cs\d+_', '', name)
    copied = re.match(r'copy\d+_(.+)', name, re.DOTALL)
    if copied:
        return copied[1]
    parts = name.split('/')
    while len(parts) > 1 and parts[-1] in ROLES:
        parts.pop()
    return '/'.join([*(re.sub(r'\d+$', '*', part) for part in parts[:-1]), parts[-1]])


class Savings:
    def __init__(self, times):
        self.times = times
        self.rows = {(row.step, row.ipu): row for row in times.profile.rows}
        self.names = {row.step: row for row in times.profile.rows}
        self.waits, self.copies = {}, {}    # by id of a piece: tile cycles of waiting; the step that it is of
        for ipu, stretches in enumerate(times.stretches):
            told = set()
            for stretch in stretches:
                for cls, run in itertools.groupby(stretch, lambda piece: 'host' if piece.cls == 'host_transfer'
                                                  else piece.cls):
                    if cls == 'compute':
                        self.divide(list(run), ipu, told)
                    elif cls == 'host':
                        self.hold(list(run))

    def divide(self, chain, ipu, told):
        """Waiting in a chain of compute sets is of those that are uneven themselves."""
        own = []
        for piece in chain:
            row = self.rows[piece.step, ipu]
            own.append(0 if piece.step in told else max(row.cycles * self.times.tiles - row.tile_cycles, 0))
            told.add(piece.step)
        if len(chain) == 1 or not sum(own):
            own = [piece.tiles['wait'] for piece in chain]
        whole = sum(fractions.Fraction(piece.tiles['wait']) for piece in chain)
        for piece, part in zip(chain, own):
            self.waits[id(piece)] = whole * part / sum(own) if sum(own) else 0

    def hold(self, run):
        """A transfer between two pieces of one wait is of that wait."""
        for at, piece in enumerate(run):
            self.copies[id(piece)] = piece.step
            before = [one for one in run[:at] if one.cls == 'host'][-1:]
            behind = [one for one in run[at + 1:] if one.cls == 'host'][:1]
            if piece.cls == 'host_transfer' and before and behind and before[0].step == behind[0].step:
                self.copies[id(piece)] = before[0].step

    def is_of(self, piece, subject):
        """Whether the step that binds is of an operation, in one pass of training or in all."""
        key = operation(self.names[piece.step].name)
        return not subject or subject in (key, PHASES.sub('', key, count=1))

    def streams(self, piece):
        row = self.names[self.copies[id(piece)]]
        return {name for name in self.times.profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')}

    def wait(self, piece, ipu, share):
        """Cycles that tiles wait in a compute set: share (unused) of them."""
        tiles = self.times.tiles
        return fractions.Fraction(self.waits[id(piece)]) / tiles * share(unused_share(self.rows[piece.step, ipu], tiles))

    def without(self, gone):
        """Cycles saved if of each piece of each IPU gone (piece, ipu) cycles went."""
        ipu_of = {id(piece): ipu for ipu, pieces in enumerate(self.times.pieces) for piece in pieces}
        left = self.times.replay(lambda piece: piece.length - (gone(piece, ipu_of[id(piece)])
                                                               if piece.step is not None else 0))
        return float(self.times.total - left)

    @functools.cached_property
    def spans(self):
        """Where stages are: the cycles of iterations; all cycles where nothing repeats."""
        turns = [(turn['from'], turn['to']) for turn in iterations_of(self.times.profile)]
        ends = [0, *itertools.accumulate((end for _, end in turns), max)]
        return [(max(start, before), end) for (start, end), before in zip(turns, ends)] or [(0, self.times.total)]

    def staged(self, piece):
        """Cycles that a piece works for a stage."""
        if piece.cls not in ('compute', 'exchange'):
            return 0
        return sum(max(min(piece.end, end) - max(piece.start, start), 0) for start, end in self.spans)

    def stages(self):
        """3.4 (a): one factor an IPU, from the work in iterations, and for that alone."""
        work = [sum(map(self.staged, pieces)) for pieces in self.times.pieces]
        mean = fractions.Fraction(sum(work), len(work))
        return self.without(lambda piece, ipu: self.staged(piece) * (1 - mean / (work[ipu] or mean or 1)))

    @functools.cache
    def bubble(self):
        """What equal stages leave of the waiting for each other, and of what is left of it without any other cause."""
        waits = sum(fractions.Fraction(piece.tiles['wait']) for pieces in self.times.pieces for piece in pieces
                    if piece.cls == 'another_ipu')
        left = self.times.waterfall(self.times.classes())['other_ipus']
        return max(min(float(waits / self.times.tiles / len(self.times.pieces)), left) - max(self.stages(), 0), 0)

    def tiles(self, subject, share):
        return self.without(lambda piece, ipu: self.wait(piece, ipu, share)
                            if piece.cls == 'compute' and self.is_of(piece, subject) else 0)

    def binding(self, classes, wanted):
        return self.without(lambda piece, ipu: piece.length if piece.cls in classes and wanted(piece) else 0)

    def saving(self, kind, subject):
        """Of a finding; None: not worked out here."""
        return {
            'stages_unbalanced': self.stages,
            'pipeline_bubble': self.bubble,
            'own_tiles': lambda: self.tiles('', lambda unused: 1),
            'few_tiles': lambda: self.tiles(subject, lambda unused: unused),
            'unequal_load': lambda: self.tiles(subject, lambda unused: 1 - unused),
            'exchange_bound': lambda: self.binding(['exchange'], lambda piece: self.is_of(piece, subject)),
            'rearrangement': lambda: self.binding(['compute'], lambda piece: self.is_of(piece, subject) and MOVES.search(
                self.names[piece.step].name)),
            'host_copy': lambda: self.binding(['host', 'host_transfer'], lambda piece: not subject or (
                self.streams(piece) == set(subject.split(', ')))),
            'inter_ipu_exchange': lambda: self.binding(['inter_ipu_exchange'], lambda piece: True),
            'sync_overhead': lambda: self.binding(['sync'], lambda piece: True),
        }.get(kind, lambda: None)()
