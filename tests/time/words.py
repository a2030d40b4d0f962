"""Checks numbers in the sentences of findings against a second implementation: each sentence must
be known, and each number must be the reference's, up to rounding."""
import collections
import fractions
import itertools
import re

from asked import time_of
from harness import paired, rle
from findings import operation
from iterations import iterations_of, slow_turns
from reference import unused_share

GUESSED = 'tile_wait', 'idle_tiles', 'load_imbalance'
NUMBER = r'(≈ )?(?:([<>]) )?([\d,]+(?:\.\d+)?)'
BOUND = '{#} cycles ({#} %)'
LARGEST = re.compile(r' Largest: (.+)\.$')
LONGER = re.compile(r'(?:: |; )([\d,]+) more (in exchanges of|in transfers between IPUs for|in copies of|waiting for the host to copy|in)'
                    r' (.+?)(?=; [\d,]+ more |\. If )')
LONGER_CLASSES = {'in': 'compute', 'in exchanges of': 'exchange', 'in transfers between IPUs for': 'inter_ipu_exchange',
                  'in copies of': 'host_transfer', 'waiting for the host to copy': 'host_wait'}
PART = re.compile(r'(.+), at most ' + re.escape(BOUND).replace(re.escape('{#}'), NUMBER))


def matched(pattern, sentence):
    """Returns the numbers of a sentence as [(≈, digits)]; None if it does not match the pattern."""
    found = re.fullmatch(re.escape(pattern).replace(re.escape('{#}'), NUMBER), sentence)
    if not found:
        return None
    groups = found.groups()
    return list(zip(groups[::3], groups[1::3], groups[2::3]))


def is_near(number, value, slack):
    """Whether the digits are those of the value, with a relative tolerance of @slack."""
    _, bound, digits = number
    told = float(digits.replace(',', ''))
    if bound:
        return value < told if bound == '<' else value > told
    half = .5 * 10 ** -len(digits.partition('.')[2])
    return abs(told - value) <= half + slack * abs(value) + 1e-9


class Words:
    def __init__(self, savings, answer):
        self.savings, self.times, self.answer = savings, savings.times, answer
        self.turns = iterations_of(self.times.profile)

    def pieces(self, cls, subject=''):
        """Yields (IPU, piece) of a class while the IPU does not wait for another."""
        for ipu, stretches in enumerate(self.times.stretches):
            for place, stretch in enumerate(stretches):
                if place % 3 != 1:
                    yield from ((ipu, piece) for piece in stretch
                                if piece.cls == cls and (not subject or self.savings.is_of(piece, subject)))

    def tiles_of(self, subject):
        """Returns tile cycles of its compute sets: all, of tiles with work, and worked."""
        tiles, bound, idle, work = self.times.tiles, 0, 0, 0
        for ipu, piece in self.pieces('compute', subject):
            bound += piece.length * tiles
            idle += piece.tiles['wait'] * unused_share(self.savings.rows[piece.step, ipu], tiles)
            work += piece.length * tiles - piece.tiles['wait']
        return float(bound), float(bound - idle), float(work)

    def working(self, equal):
        """Returns the mean number of IPUs that compute or exchange at a time; @equal: with equal
        stages, the same work in less time."""
        works = [sum(piece.length for piece in pieces if piece.cls in ('compute', 'exchange'))
                 for pieces in self.times.pieces]
        program = self.times.total - self.times.outside
        if equal:
            plain = self.savings.plain
            fast = [plain.fast_work(ipu) for ipu in range(len(works))]
            staged = [sum(plain.staged(piece, ipu) for piece in pieces) for ipu, pieces in enumerate(self.times.pieces)]
            works = [work + own * (sum(fast) / len(fast) / mine - 1 if mine else 0)
                     for work, own, mine in zip(works, staged, fast)]
            program -= plain.stages()
        return sum(works) / program

    def moved(self, advice):
        """Returns the saved cycles if the layers in the advice move to their IPUs, and no others."""
        loads = [sum(max(min(piece.end, turn['to']) - max(piece.start, turn['from']), 0)
                     for piece in pieces if piece.cls in ('compute', 'exchange') for turn in self.turns)
                 for pieces in self.times.pieces]
        after = list(loads)
        for cycles, home, to in re.findall(r' \(([\d,]+) cycles\) from IPU (\d+) to IPU (\d+)', advice):
            own = int(cycles.replace(',', '')) * len(self.turns)
            after[int(home)] -= own
            after[int(to)] += own
        return self.savings.without(lambda piece, ipu: self.savings.staged(piece, ipu) *
                                    (1 - fractions.Fraction(after[ipu], loads[ipu] or 1)))

    def stages(self, advice):
        """The saving of moves is only printed if it is less than all."""
        work = [self.savings.fast_work(ipu) for ipu in range(len(self.times.pieces))]
        where = ' in the iterations' if self.turns else ''
        begin = f'IPU {{#}} has {{#}} % more work{where} than the mean of the IPUs, and the others wait for it.'
        numbers = [work.index(max(work)), 100 * (max(work) * len(work) / sum(work) - 1)]
        saved, moves = self.moved(advice), advice.count(' from IPU ')
        if not moves or saved >= self.savings.stages():
            return f'{begin} Equal stages save at most {BOUND}.', numbers
        return (f'{begin} Moving {"one layer" if moves == 1 else "layers"} saves at most {BOUND}, equal stages {BOUND}.',
                [*numbers, saved, 100 * saved / self.answer['program']])

    def bubble(self):
        now, equal, all_ = self.working(False), self.working(True), len(self.times.pieces)
        begin = 'In the mean {#} of {#} IPUs work at a time, while the others wait for them; '
        half = self.savings.bubble() / 2
        end = f' Twice as many micro-batches in each iteration save at most {BOUND}, any number {BOUND}.'
        halves = [half, 100 * half / self.answer['program']]
        # By printed numbers: the two may be on different sides of a rounding edge.
        return [(f'{begin}stages with equal work would not change that.{end}', [now, all_, *halves]),
                *([(f'{begin}with equal work in all stages {{#}} would.{end}', [now, all_, equal, *halves])] if equal > now else [])]

    def linked(self, operation_=None):
        """Returns of executed exchanges between IPUs: steps, bytes sent, IPUs that take part, send,
        receive."""
        profile, rows = self.times.profile, [row for row in self.times.profile.rows if row.type == 'GlobalExchange' and
                                             (not operation_ or operation(row.name) == operation_)]
        bytes_ = {program: (rle(sent), rle(received)) for program, sent, received in profile.all(
            'select p.id, g.bytes_sent_by_ipu_rle, g.bytes_received_by_ipu_rle from programs p join program_type_global_exchange g '
            'on g.id = p.variant_index where p.id in (select program from steps where type = "GlobalExchange")')}
        programs = [program for _, program in sorted({(row.step, row.program) for row in rows})]
        senders, receivers = ([ipu for ipu in range(len(self.times.pieces)) if any(bytes_[program][way][ipu] for program in programs)]
                              for way in (0, 1))
        return (len(programs), sum(sum(bytes_[program][0]) for program in programs), sorted({row.ipu for row in rows}),
                senders, receivers)

    @staticmethod
    def ipus(some):
        """Formats numbers of IPUs; three or more in a row by their ends."""
        if len(some) > 2 and some[-1] - some[0] + 1 == len(some):
            return f'IPUs {some[0]} to {some[-1]}'
        *front, last = map(str, some)
        return f'IPUs {", ".join(front)} and {last}' if front else f'IPU {last}'

    def links(self):
        """Each number of bytes has the unit of the sentence."""
        by_operation = collections.Counter()
        for pieces in self.times.pieces:
            for piece in pieces:
                if piece.cls == 'inter_ipu_exchange':
                    by_operation[operation(self.savings.names[piece.step].name)] += piece.length
        name = max(sorted(by_operation), key=by_operation.get)
        cycles = by_operation[name]
        steps, all_, shares, _, _ = self.linked()
        if len(by_operation) > 1 and min(by_operation.values()) >= .9 * cycles:
            return [(f'{self.ipus(shares)} exchange {{#}} {unit} in {{#}} steps of {{#}} operations, each about as '
                     f'long. Less data between IPUs saves at most {BOUND}.',
                     [all_ / 1024 ** power, steps, len(by_operation)])
                    for power, unit in enumerate(('B', 'KiB', 'MiB', 'GiB'))]
        _, some, its, senders, receivers = self.linked(name)
        way = (f'from {self.ipus(senders)} to {self.ipus(receivers)}' if 1 in (len(senders), len(receivers)) else
               f'among {self.ipus(its)}')
        units = [(unit, 1024 ** power) for power, unit in enumerate(('B', 'KiB', 'MiB', 'GiB'))]
        return [(f'{self.ipus(shares)} exchange {{#}} {one} in {{#}} steps; most cycles go to {name}, {{#}} on all IPUs for {{#}} '
                 f'{other} {way}. Less data between IPUs saves at most {BOUND}.', [all_ / by, steps, cycles, some / size])
                for (one, by), (other, size) in itertools.product(units, repeat=2)]

    def waiting(self, part):
        """Returns the saving of a part (of findings.Waits) of the waiting in each compute set, from
        its piece."""
        return self.savings.without(lambda piece, ipu: part(self.savings.divided(piece.tiles['wait'], piece, ipu))
                                    if piece.cls == 'compute' else 0)

    def own_tiles(self):
        parts = [self.waiting(lambda waits: waits.unused), self.waiting(lambda waits: waits.unequal)]
        return (f'Tiles wait for others of their IPU. Without that the program saves at most {BOUND}. Idle tiles '
                'cause {#} cycles of it, load imbalance {#}.', parts)

    def few_tiles(self, subject):
        """Returns how many tiles its steps use, of all, and how many of these only copy with the
        host."""
        saves = f'Spreading work over all tiles saves at most {BOUND}.'
        if not subject:
            return f'Compute sets leave tiles without work. {saves}', []
        pieces = list(self.pieces('compute', subject))
        used = {self.savings.rows[piece.step, ipu].active for ipu, piece in pieces}
        io = max(self.savings.io[ipu] for ipu, _ in pieces)
        are = 'others are I/O tiles' if io > 1 else 'other is an I/O tile'
        of, numbers = (f'tiles; {{#}} {are}. {saves}', [self.times.tiles, io]) if io else (
            f'tiles. {saves}', [self.times.tiles])
        if len(used) == 1:
            return f'{subject} uses {{#}} of {{#}} {of}', [*used, *numbers]
        return f'{subject} uses {{#}} to {{#}} of {{#}} {of}', [min(used), max(used), *numbers]

    def unequal(self, subject):
        if not subject:
            return f'Tiles of a compute set have unequal work. Equal work saves at most {BOUND}.', []
        _, active, work = self.tiles_of(subject)
        return (f'The slowest tiles of {subject} take {{#}} % longer than the mean. Equal work saves at most {BOUND}.',
                [100 * (active / work - 1)])

    def slow(self):
        """iterations.py checks how slow iterations are told from fast ones."""
        lengths = [turn['period'] or 0 for turn in self.turns]
        _, fast = slow_turns(self.turns)
        return (f'Iteration {{#}} took {{#}} cycles longer than the fast ones, which take {{#}}. If they took as long as the others, the program '
                f'saves at most {BOUND}.', [lengths.index(max(lengths)) + 1, max(lengths) - fast, fast])

    def spent(self, turn):
        """Returns {(class, operation or streams): cycles of the critical path} in the period of an
        iteration."""
        before = self.turns[turn - 1] if turn else {'run': None}
        last = turn + 1 == len(self.turns) or self.turns[turn + 1]['run'] != self.turns[turn]['run']
        start = before['to'] if last and before['run'] == self.turns[turn]['run'] else self.turns[turn]['from']
        path = time_of(self.answer.path, f'{start}..{start + self.turns[turn]["period"]}')['critical_path']
        sums = collections.Counter()
        for segment in path:
            if segment['class'] in LONGER_CLASSES.values():
                row = self.savings.names[segment['step']]
                streams = [name for name in self.times.profile.streams_of(row) if not name.startswith('streamCopyTimingInfo')]
                name = frozenset(streams) if segment['class'].startswith('host') else operation(row.name)
                sums[segment['class'], name] += segment['to'] - segment['from']
        return sums

    def wrong_longer(self, sentence):
        """Yields errors in the list of what takes longer in the slowest iteration: the largest
        first, each at least a tenth of it."""
        lengths = [turn['period'] or 0 for turn in self.turns]
        slow, fast = slow_turns(self.turns)
        usual = min((place for place, length in enumerate(lengths) if length and place not in slow),
                    key=lambda place: (abs(lengths[place] - fast), place))
        place, least = lengths.index(max(lengths)), .1 * (max(lengths) - fast)
        more = self.spent(place)
        more.subtract(self.spent(usual))
        due = [(cycles, cls) for (cls, name), cycles in more.most_common() if cycles >= least and name][:2]
        told = [(int(number.replace(',', '')), LONGER_CLASSES[words]) for number, words, _ in LONGER.findall(sentence)]
        if told != due:
            yield f'{sentence}: {due} is due'

    def stragglers(self, subject):
        return (f'Other tiles wait for {subject} in compute steps. With no more work than others have, the program saves at most '
                f'{BOUND}.', [])

    def host(self, subject):
        """Directions of copies in the file, and the action that saves most."""
        if not subject:
            return ('Copies between host and IPUs, and waiting for them, hold the program up. Copying less, and less often, '
                    f'saves at most {BOUND}.', [])
        where, saves = {'to': (' to the host', 'Fewer or smaller outputs save'),
                        'from': (' from the host', 'Smaller or fewer inputs save'),
                        'both': ('', 'Copying less, and less often, saves')}[self.savings.way(subject)]
        saves = {'remote': 'Keeping the data on the chip saves',
                 'sent': 'Sending it less often, or not at all, saves'}.get(self.savings.advised(subject), saves)
        waiting = self.savings.waiting_share(subject)
        if self.savings.advised(subject) == 'from' and waiting >= .5:
            whole, first = self.savings.saving('host', subject), self.savings.actions(subject)[0]
            saves = 'A host that is ready earlier saves' if first >= whole else 'Without that the program saves'
        return (f'Copies of {subject}{where} hold the program up; {{#}} % of that is waiting for the host. {saves} at most '
                f'{BOUND}.', [100 * waiting])

    def syncs(self):
        n = len({piece.step for _, piece in self.pieces('sync')})
        return f'{{#}} syncs hold the program up. Merging small compute sets saves at most {BOUND}.', [n]

    def outside(self, late):
        """Cycles outside the program: before the first run, or between runs."""
        whole = self.times.profile.outside()
        gaps = [(start, end) for start, end in whole if (start == 0) == late]
        cycles = sum(end - start for start, end in gaps)
        numbers = [cycles, 100 * cycles / self.times.total]
        if late:
            return '{#} cycles ({#} % of the trace) passed before the host started the program.', numbers
        if len(gaps) > 1:
            return '{#} cycles ({#} % of the trace) passed between runs, {#} times.', [*numbers, len(gaps)]
        # Runs are numbered from 0.
        run = [start for start, _ in whole].index(gaps[0][0])
        return '{#} cycles ({#} % of the trace) passed between run {#} and run {#}.', [*numbers, run - 1, run]

    def known(self, kind, subject, advice):
        """Returns (sentence, its numbers before those of the bound), one or several."""
        of = f' of {subject}' if subject else ''
        return {
            'stage_imbalance': lambda: self.stages(advice), 'pipeline_bubble': self.bubble, 'tile_wait': self.own_tiles,
            'idle_tiles': lambda: self.few_tiles(subject), 'load_imbalance': lambda: self.unequal(subject),
            'straggler': lambda: self.stragglers(subject), 'slow_iterations': self.slow, 'sync': self.syncs,
            'exchange': lambda: (f'Exchanges{of or " between tiles"} hold the program up. Keeping data where it is used '
                                       f'saves at most {BOUND}, as estimated by the compiler.', []),
            'rearrangement': lambda: (f'Data is re-arranged on tiles{" for " + subject if subject else ""}. Layouts that match '
                                      f'save at most {BOUND}.', []),
            'host': lambda: self.host(subject),
            'before_start': lambda: self.outside(True), 'between_runs': lambda: self.outside(False),
            'inter_ipu_exchange': self.links,
        }[kind]()

    def bound(self, kind, saving):
        return [saving, 100 * saving / self.answer['program']], kind in GUESSED and self.answer['approximated']

    def path_sums(self):
        """Returns {group: (cycles of the critical path, {operation or streams: cycles})}."""
        groups = {'exchange': 'exchange', 'inter_ipu_exchange': 'inter-IPU exchange', 'host_wait': 'copies with the host',
                  'host_transfer': 'copies with the host', 'ipu_wait': 'IPU wait',
                  'profiler': "the profiler's"}
        sums = collections.defaultdict(lambda: [0, collections.Counter()])
        for segment in self.answer['critical_path']:
            group, cycles = groups.get(segment['class'], segment['class']), segment['to'] - segment['from']
            sums[group][0] += cycles
            if group in ('compute', 'exchange', 'inter-IPU exchange'):
                sums[group][1][operation(self.savings.names[segment['step']].name)] += cycles
            elif group == 'copies with the host':
                row = self.savings.names[segment['step']]
                streams = self.times.profile.streams_of(row)
                sums[group][1][frozenset(name for name in streams if not name.startswith('streamCopyTimingInfo'))] += cycles
        sums.pop('outside', None)
        return sums

    def wrong_where(self, sentence):
        """Yields errors in the sentence on where the cycles went."""
        sums, program = self.path_sums(), self.answer['program']
        parts = sentence.removesuffix('.').split('; ')
        first = re.fullmatch(rf'(?:On the critical path, )?{NUMBER} % of the program\'s {NUMBER} cycles is (.+)', parts[0])
        told = [(first.groups()[:3], first[7])] if first and is_near(first.groups()[3:6], program, 0) else []
        for part in parts[1:]:
            other = re.fullmatch(rf'{NUMBER} % is (.+)', part)
            told += [(other.groups()[:3], other[4])] if other else []
        due = sorted(sums, key=lambda group: -sums[group][0])[:3]
        due = [group for place, group in enumerate(due)
               if not place or sums[group][0] >= .05 * program and sum(sums[before][0] for before in due[:place]) < .9 * program]
        if len(told) != len(parts) or len(parts) != len(due):
            yield f'{sentence}: {len(due)} classes are due'
            return
        for (share, text), group in zip(told, due):
            cycles, subjects = sums[group]
            if not text.startswith(group) or not is_near(share, 100 * cycles / program, 0):
                yield f'{text}: {group} has {100 * cycles / program} %'
            largest = max(subjects.values(), default=0)
            part = re.search(rf', (?:all|{NUMBER} %) of it (?:in |for )?([^,]+)', text)
            if largest and (not part or (largest < cycles) != bool(part[3]) or
                            part[3] and not is_near(part.groups()[:3], 100 * largest / cycles, 0)):
                yield f'{text}: the largest has {100 * largest / cycles} %'
            if group == 'compute' and part:
                bound, _, work = self.tiles_of(part[4])
                tiles = re.search(rf'whose tiles work {NUMBER} % of that time', text)
                if tiles and not is_near(tiles.groups(), 100 * work / bound, 1e-4) or bool(tiles) != (work < .9 * bound):
                    yield f'{text}: tiles work {100 * work / bound} %'

    def wrong_headline(self, headline):
        """Yields errors in the text beside the first finding: the largest loss with its share, or
        what computes most."""
        findings, program = self.answer['findings'], self.answer['program']
        most = max((one for place, one in enumerate(findings) if not place or LARGEST.search(one['sentence'])),
                   key=lambda one: one['saving'], default=None)
        told = re.search(rf' Largest loss: (.+?), at most (≈ )?([\d,]+) cycles \(([\d.]+) %\) in many places\.', headline)
        if bool(told) != bool(most and most['saving'] > findings[0]['saving']):
            yield f'{headline}: {most}'
        elif told and (told[1], told[3], told[4]) != (most['title'], f'{int(most["saving"] + .5):,}', f'{100 * most["saving"] / program:.1f}'):
            yield f'{headline}: {most}'
        waits = sum(self.own_tiles()[1]) >= .05 * program
        if (' is compute with idle tiles and load imbalance' in headline) != (waits and ' is compute' in headline):
            yield f'{headline}: tiles wait'
        computes = sorted(self.path_sums()['compute'][1].values(), reverse=True)[:3] if not findings else []
        shares = [f'({100 * cycles / program:.1f} %' for cycles in computes if cycles >= .05 * program]
        listed = re.findall(r'\([\d.]+ %', headline.partition('compute less: ')[2])
        if listed != shares:
            yield f'{headline}: {shares}'

    def wrong_parts(self, kind, parts):
        """Yields errors in the largest parts that a finding on a whole kind names: at most three,
        each of one of its kinds."""
        kinds = {'tile_wait': ('idle_tiles', 'load_imbalance'), 'load_imbalance': ('load_imbalance',)}.get(kind, (kind,))
        told = [PART.fullmatch(part) for part in parts]
        if not all(told) or len(told) > 3:
            yield f'{parts}: not known'
            return
        cycles = [int(one[4].replace(',', '')) for one in told]
        if cycles != sorted(cycles, reverse=True):
            yield f'{parts}: not the largest first'
        for part in told:
            savings = [self.savings.saving(one, part[1]) for one in kinds]
            # The cost of slow tiles is checked against plants.
            if not re.match(r'tiles? \d', part[1]) and not any(
                    is_near(part.groups()[1:4], saving, 1e-4) and
                    is_near(part.groups()[4:7], 100 * saving / self.answer['program'], 1e-4) for saving in savings):
                yield f'{part[0]}: {savings}'

    def wrong(self, finding):
        """Yields errors in the sentence of a finding."""
        kind, sentence = finding['kind'], finding['sentence']
        largest = LARGEST.search(sentence)
        if largest:
            sentence = sentence[:largest.start()]
            yield from self.wrong_parts(kind, largest[1].split('; '))
        if kind == 'slow_iterations':
            yield from self.wrong_longer(sentence)
            sentence = LONGER.sub('', sentence)
        known = self.known(kind, finding['subject'], finding['advice'])
        known = [(pattern, numbers) for pattern, numbers in (known if isinstance(known, list) else [known])
                 if matched(pattern, sentence)]
        if not known:
            yield f'{sentence}: not known'
            return
        (pattern, numbers), = known
        told = matched(pattern, sentence)
        bound, guess = self.bound(kind, finding['saving']) if BOUND in pattern else ([], False)
        at = pattern.rpartition(BOUND)[0].count('{#}')
        due = [*numbers[:at], *bound, *numbers[at:]]
        for place, (number, value) in enumerate(paired(told, due)):
            # The share in the bound has no sign of its own, and the number of tiles in a step is
            # recorded.
            if bool(number[0]) != (guess and place != at + 1 and (kind != 'idle_tiles' or place == at)):
                yield f'{sentence}: number {place + 1} is {"not " if guess else ""}told as a guess'
            # The program divides waiting by stretch in whole tile cycles, and replays the savings
            # of stages so.
            if not is_near(number, float(value), 1e-4):
                yield f'{sentence}: number {place + 1} is {float(value)}'
