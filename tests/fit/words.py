#!/usr/bin/python3
"""Tests sentences on why a model does not fit and what makes it fit, word by word: each number is one of the figures
and tables of `fit`, which compare.py compares with reference.py."""
import itertools
import re
import unittest

from compare import cases
from harness import rows, table
from made import answer, planned
from sentences import matches

COUNTS = ('No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven')
SHOWN, MOST = .05, 4    # least share of the fullest tile, most kinds


def lower(title):
    return title if title[1:2].isupper() else title[0].lower() + title[1:]


def of_tiles(n):
    return '{n} tile' + ('' if n == 1 else 's')


def unfit(least, most, tiles, now=0):
    if now and least >= now >= most:
        return f'no more tiles fit than now: {{n}} of {of_tiles(tiles)} do{"es" if now == 1 else ""} not', [now, tiles]
    numbers, tail = ([most], 's' if most == 1 else '') if least == most else ([least, most], '')
    return ('–'.join(['{n}'] * len(numbers)) + f' of {of_tiles(tiles)} still do{"es" if tail else ""} not fit',
            [*numbers, tiles])


def joined(*parts):
    """Joins several (pattern, values) into one; a plain text has no values."""
    parts = [(part, []) if isinstance(part, str) else part for part in parts]
    return ''.join(pattern for pattern, _ in parts), [value for _, values in parts for value in values]


def span(low, high):
    return ('{b}', [low]) if low == high else ('{b}–{b}', sorted((low, high)))


class Words:
    """The expected sentences of one report, as (pattern, values)."""

    def __init__(self, path, fit):
        said = answer(path)
        self.figures, self.causes, self.stages_of = said['figures'], [row for row in rows(said, 'kinds') if row['tile_bytes'] is not None], rows(said, 'stages')
        self.tiles, self.capacity = len(fit.tiles), self.figures['capacity_bytes']
        self.tiles_per_ipu, = fit.db.execute('SELECT tiles_per_ipu FROM target_info').fetchone()
        self.changes, self.planned = {change['change']: change for change in rows(said, 'changes') if not change['depth']}, planned(said)
        self.over = self.figures['tiles_over'] > 0
        self.answer = said['answer'][self.over]
        # The sentence on the plan is followed by its cost.
        self.plan_said = re.split(' (?:Moves at least|Adds) ', said['answer'][2])[0] if self.over else None

    def kinds(self):
        shown = [row for row in self.causes[:MOST] if row['tile_share'] >= SHOWN]
        if any(row['tile_share'] >= SHOWN for row in self.causes[MOST:]) and len(shown) < MOST:
            shown = [row for row in self.causes if row['tile_share'] >= SHOWN][:MOST]
        return len(shown), (', '.join(['{s} ({r})'] * len(shown)) + '.',
                            [value for row in shown for value in (lower(row['title']), row['tile_share'])])

    def first(self):
        """Returns the row of the first cause that the sentence begins with, or None."""
        title = re.match(r'(.+): first cause; ', self.answer)
        return next((row for row in self.causes if title and row['title'] == title[1]), None)

    def why(self):
        worst, first, (n, kinds) = self.figures, self.first(), self.kinds()
        if not self.over:
            return joined(('All ' + of_tiles(self.tiles) + ' fit. Fullest tile: {n}, {b} of {b}.',
                           [self.tiles, worst['fullest_tile'], worst['tile_bytes'], worst['capacity_bytes']]),
                          *((' Most of it: ', kinds) if n else ()))
        if first:
            left = first['tiles_over']
            return joined(('{s}: first cause; without this memory ', [first['title']]),
                          (of_tiles(left) + ' would still not fit.', [left]) if left else 'every tile fits.',
                          (' Largest variable of it on the fullest tile: {s}, {b}.',
                           [first['variable'], first['variable_bytes']]) if first['variable'] else '')
        return joined('No single cause.', *((f' {COUNTS[n]} kind{" fills" if n == 1 else "s fill"} the fullest tile: ', kinds)
                                            if n else ()))

    def change(self, one):
        note = re.compile(r'.+?(?:\.(?= [A-Z])|$)')
        if one['change'] == 'stages':
            return self.stages()
        low, high = one['tiles_over'], one['tiles_over_most']
        if one['confidence'] == 'bound':
            said = joined(('Saves at most {b} on the fullest tile, maybe nothing', [one['saving']]),
                          '; with all of it every tile would fit.' if self.over and not low else '.')
        else:
            left = '.' if not self.over else '; then every tile fits.' if not high else joined(
                '; ', unfit(low, high, self.tiles, self.figures['tiles_over']), '.')
            said = joined('Fullest tile then: ', span(one['tile_bytes'], one['tile_bytes_most']), left)
        # The text of a note comes after the sentence with the numbers.
        rest = one['sentence'][note.match(one['sentence']).end():]
        return joined(said, (' {s}', [rest[1:]]) if rest else '')

    def stages(self):
        said = self.changes['stages']['sentence']
        fits_on = next((row['ipus'] for row in self.stages_of if row['fits'] == 'yes'), None)
        best = next(row for row in self.stages_of if row['ipus'] == (fits_on or int(re.search(r'(\d+) IPU', said)[1])))
        ipus = '{n} IPU' + ('' if best['ipus'] == 1 else 's')
        least = int(re.search(r'At least (\d+) IPU', said)[1])
        return joined(({'yes': 'Fits on ', 'may': 'May fit on ', 'no': 'On '}[best['fits']] + ipus + ' ({s} layers)',
                       [best['ipus'], best['layers']]),
                      '' if best['fits'] != 'no' else joined(
                          ' ', unfit(best['over'] + best['tight'], best['over_most'] + best['tight_most'],
                                     best['ipus'] * self.tiles_per_ipu)),
                      '; fullest tile ', span(best['tile_bytes'], best['tile_bytes_most']),
                      (' (estimate). At least {n} IPU' + ('' if least == 1 else 's') + ' by live bytes.', [least]))

    def names(self, keys):
        return (', '.join(['{s}'] * len(keys)), [lower(self.changes[key]['title']) for key in keys])

    def answers(self):
        """Returns the sentence on the first cause: the bounds listed before all changes."""
        named = itertools.takewhile(lambda change: change['confidence'] == 'bound', self.changes.values())
        said = [joined(('{s}, at most {b} less on the fullest tile', [lower(change['title']), change['saving']]),
                       ' (every tile could fit)' if not change['tiles_over'] else '') for change in named] if self.first() else []
        parts = [part for one in said for part in (one, '; ')][:-1]
        return joined('About the first cause: ', *parts, '. ') if said else ''

    def plan(self):
        keys, fits, now = self.planned, self.figures['plan_fits'], self.figures['tiles_over']
        left, worst = ([self.figures[f'plan_{what}_{end}'] for end in ('least', 'most')] for what in ('tiles_over', 'tile_bytes'))
        before = self.answers()
        if fits == 'no':
            over = left[0]
            return joined(before, ('No other change' if before else 'No known change') +
                          ' reduces the memory of the tiles that do not fit.' if not keys else joined(
                f'No set of {"other" if before else "these"} changes makes it fit; with the best (', self.names(keys),
                ') at least ' if over < now else ') ', unfit(over, over, self.tiles, now), '.'))
        fit = ({'yes': ' makes it fit: ', 'may': ' may make it fit: '} if len(keys) == 1 else
               {'yes': 's make it fit together: ', 'may': 's may make it fit together: '})[fits]
        said = joined(before, f'{COUNTS[min(len(keys), 7)]} change{fit}', self.names(keys), '. Fullest tile then: ', span(*worst),
                      (' of {b}.', [self.capacity]))
        if fits == 'may':
            assumed = re.search(r' Assumed: (.+) At (?:most|the worst) ', self.plan_said)
            said = joined(said, (' Assumed: {s}', [assumed[1]]) if assumed else '',
                          ' At most ' if left[1] < now else ' At the worst ', unfit(left[1], left[1], self.tiles, now), '.')
        return said


class Sentences(unittest.TestCase):
    def sentences(self):
        for name, path, fit, _ in cases():
            words = Words(path, fit)
            yield name, 'answer', words.answer, words.why()
            if words.over:
                yield name, 'plan', words.plan_said, words.plan()
            for change in words.changes.values():
                if 'More IPUs do not help' not in change['sentence']:
                    yield name, change['change'], change['sentence'], words.change(change)

    def test_numbers(self):
        told_ = set()
        for name, what, sentence, (pattern, values) in self.sentences():
            told_.add(what.partition('=')[0])
            self.assertTrue(matches(pattern, sentence, values), (name, what, sentence, pattern, values))
        self.assertGreaterEqual(told_, {'answer', 'plan', 'stages', 'recompute', 'half', 'micro-batch', 'off-chip', 'spread'})

    def test_cause_and_its_note(self):
        """The note of the finding names the whole that the percentages of its sentence refer to."""
        seen = set()
        for name, path, fit, _ in cases():
            words = Words(path, fit)
            for finding in table(path, 'findings'):
                if finding['key'] == 'cause':
                    first = words.first()
                    self.assertEqual(finding['sentence'], words.answer)
                    self.assertEqual(finding['cause'].endswith(
                        ' Percentages are shares of the fullest tile; the order is by share of the excess.'), not first)
                    if first:
                        self.assertGreaterEqual(first['excess_share'], .8)
                    seen.add(bool(first))
        self.assertEqual(seen, {True, False})

    def test_other_numbers(self):
        """With another digit anywhere, except in a name or a note, a sentence does not match."""
        changed = 0
        for name, what, sentence, (pattern, values) in self.sentences():
            texts = [value for value in values if isinstance(value, str)]
            for number in re.finditer(r'(?<![\w.,])\d[\d,.]*', sentence):
                at = number.start()
                if not any(sentence.find(text) <= at < sentence.find(text) + len(text) for text in texts if text):
                    other = f'{sentence[:at]}{int(sentence[at]) % 7 + 2}{sentence[at + 1:]}'
                    changed += other != sentence
                    self.assertTrue(other == sentence or not matches(pattern, other, values), (name, what, other))
        self.assertGreater(changed, 100)

    def test_never_used(self):
        """The finding on data that is live and never used again equals the summed table of idle variables."""
        seen = 0
        for name, path, _, _ in cases():
            for finding in table(path, 'findings'):
                if finding['key'] == 'never-used':
                    where = dict(word.split('=') for word in finding['location'].partition('?')[2].split('&'))
                    never = [row for row in table(path, 'idle-variables', finding['location']) if row['use'] == 'never']
                    size, n = sum(row['bytes'] for row in never), len(never)
                    plural = ('s', 'are') if n != 1 else ('', 'is')
                    self.assertTrue(matches(
                        f'{{n}} variable{plural[0]} with {{b}} {plural[1]} live on tile {{n}} at its peak step {{n}} and not used '
                        'any more.', finding['sentence'], [n, size, int(where['tile']), int(where['step'])]),
                        (name, finding['sentence'], n, size))
                    seen += 1
        self.assertTrue(seen)


if __name__ == '__main__':
    unittest.main()
