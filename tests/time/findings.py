"""What a report saves without the cause of a finding: ANSWERS-TIME 3.1, 3.4 and 5 a second time, the plain way."""
import fractions
import re

from reference import unused_share

ROLES = {'ExchangePre', 'ExchangePost', 'OnTileCopy', 'OnTileCopyPre', 'OnTileCopyPost', 'Op', 'PreArrange',
         'PostArrange', 'GlobalPre', 'GlobalPost', 'GlobalExchange'}
MOVES = re.compile(r'(?:^|/)(PreArrange|PostArrange|preRegroup|OnTileCopy|Transpose)(?![a-z])', re.IGNORECASE)
PHASES = re.compile(r'(fwd|forward|bwd|backward|grads?|gradients?|backprop|wu|update|optimi[sz]er|loss)/', re.IGNORECASE)
LEAST = {'sync_overhead': .02}


def operation(name):
    """One place in the source: no roles, no numbers but of the last part."""
    parts = re.sub(r'^cs\d+_', '', name).split('/')
    while len(parts) > 1 and parts[-1] in ROLES:
        parts.pop()
    return '/'.join([*(re.sub(r'\d+$', '*', part) for part in parts[:-1]), parts[-1]])


class Savings:
    def __init__(self, times):
        self.times = times
        self.rows = {(row.step, row.ipu): row for row in times.profile.rows}
        self.names = {row.step: row for row in times.profile.rows}

    def is_of(self, piece, subject):
        """Whether the step that binds is of an operation, in one pass of training or in all."""
        key = operation(self.names[piece.step].name)
        return not subject or subject in (key, PHASES.sub('', key, count=1))

    def streams(self, piece):
        row = self.names[piece.step]
        return {name for name in self.times.profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')}

    def wait(self, piece, ipu, share):
        """Cycles that tiles wait in a compute set: share (unused) of them."""
        tiles = self.times.tiles
        return fractions.Fraction(piece.tiles['wait']) / tiles * share(unused_share(self.rows[piece.step, ipu], tiles))

    def without(self, gone):
        """Cycles saved if of each piece of each IPU gone (piece, ipu) cycles went."""
        ipu_of = {id(piece): ipu for ipu, pieces in enumerate(self.times.pieces) for piece in pieces}
        left = self.times.replay(lambda piece: piece.length - (gone(piece, ipu_of[id(piece)])
                                                               if piece.step is not None else 0))
        return float(self.times.total - left)

    def stages(self):
        work = [sum(piece.length for piece in pieces if piece.cls in ('compute', 'exchange'))
                for pieces in self.times.pieces]
        mean = fractions.Fraction(sum(work), len(work))
        return self.without(lambda piece, ipu: piece.length * (1 - mean / work[ipu])
                            if piece.cls in ('compute', 'exchange') else 0)

    def bubble(self):
        waits = sum(fractions.Fraction(piece.tiles['wait']) for pieces in self.times.pieces for piece in pieces
                    if piece.cls == 'another_ipu')
        # Equal stages that cost cycles save nothing, and leave all waiting to the schedule.
        return float(waits / self.times.tiles / len(self.times.pieces)) - max(self.stages(), 0)

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
