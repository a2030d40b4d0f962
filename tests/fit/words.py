#!/usr/bin/python3
"""Sentences on why a model does not fit and what makes it fit, word by word: each number is one of `fit --json` or of
the table of causes, which compare.py holds against reference.py."""
import re
import unittest

from compare import answer, cases, table, told
from sentences import matches

COUNTS = ('No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven')
SHOWN, MOST = .05, 4    # of the worst tile, kinds


def lower(title):
    return title if title[1:2].isupper() else title[0].lower() + title[1:]


def of_tiles(n):
    return '{n} tile' + ('' if n == 1 else 's')


def unfit(least, most, tiles):
    numbers, tail = ([most], 's' if most == 1 else '') if least == most else ([least, most], '')
    return ('–'.join(['{n}'] * len(numbers)) + f' of {of_tiles(tiles)} still do{"es" if tail else ""} not fit',
            [*numbers, tiles])


def joined(*parts):
    """One (pattern, values) of several; a text has no values."""
    parts = [(part, []) if isinstance(part, str) else part for part in parts]
    return ''.join(pattern for pattern, _ in parts), [value for _, values in parts for value in values]


def span(low, high):
    return ('{b}', [low]) if low == high else ('{b}–{b}', sorted((low, high)))


class Words:
    """What the sentences of one report have to be, as (pattern, values)."""

    def __init__(self, path, fit):
        self.answer = answer(path)
        self.causes = table('causes', path)
        self.tiles, self.capacity = len(fit.tiles), self.answer['worst_tile']['capacity']
        self.changes = {change['change']: change for change in self.answer['changes']}
        self.over = self.answer['tiles_over'] > 0

    def kinds(self):
        shown = [row for row in self.causes[:MOST] if row['tile_share'] >= SHOWN]
        if any(row['tile_share'] >= SHOWN for row in self.causes[MOST:]) and len(shown) < MOST:
            shown = [row for row in self.causes if row['tile_share'] >= SHOWN][:MOST]
        return len(shown), (', '.join(['{s} ({r})'] * len(shown)) + '.',
                            [value for row in shown for value in (lower(row['title']), row['tile_share'])])

    def first(self):
        """The first cause, if it is one; it is the row by which the sentence begins."""
        title = re.match(r'(.+): first cause; ', self.answer['answer'])
        return next((row for row in self.causes if title and row['title'] == title[1]), None)

    def why(self):
        worst, first, (n, kinds) = self.answer['worst_tile'], self.first(), self.kinds()
        if not self.over:
            return joined(('All ' + of_tiles(self.tiles) + ' fit. Worst tile: {n}, {b} of {b}.',
                           [self.tiles, worst['tile'], worst['bytes'], worst['capacity']]),
                          *((' Most of it: ', kinds) if n else ()))
        if first:
            left = first['tiles_over']
            return joined(('{s}: first cause; without this memory ', [first['title']]),
                          (of_tiles(left) + ' would still not fit.', [left]) if left else 'every tile fits.',
                          (' Largest variable of it on the worst tile: {s}, {b}.',
                           [first['variable'], first['variable_bytes']]) if first['variable'] else '')
        return joined('No single cause.', *((f' {COUNTS[n]} kind{" fills" if n == 1 else "s fill"} the worst tile: ', kinds)
                                            if n else ()))

    def change(self, one):
        note = re.compile(r'.+?(?:\.(?= [A-Z])|$)')
        if one['change'] == 'stages':
            return self.stages()
        low, high = one['tiles_left']
        if one['confidence'] == 'bound':
            said = joined(('Saves at most {b} on the worst tile, maybe nothing', [one['saving'][0]]),
                          '; with all of it every tile would fit.' if self.over and not low else '.')
        else:
            left = '.' if not self.over else '; then every tile fits.' if not high else joined(
                '; ', unfit(low, high, self.tiles), '.')
            said = joined('Saves ', span(*one['saving']), ' on the worst tile', left)
        # What a note says stands behind the sentence with the numbers.
        rest = one['sentence'][note.match(one['sentence']).end():]
        return joined(said, (' {s}', [rest[1:]]) if rest else '')

    def stages(self):
        stages = self.answer['stages']
        best = next(row for row in stages['by_ipus'] if row['ipus'] == self.best(stages))
        over = [a + b for a, b in zip(best['tiles_over'], best['tiles_tight'])]
        ipus = '{n} IPU' + ('' if best['ipus'] == 1 else 's')
        return joined(({'yes': 'Fits on ', 'may': 'May fit on ', 'no': 'On '}[best['fits']] + ipus + ' ({s} layers)',
                       [best['ipus'], ', '.join(map(str, best['layers']))]),
                      '' if best['fits'] != 'no' else joined(' ', unfit(*over, best['ipus'] * self.tiles // stages['ipus'])),
                      '; worst tile ', span(*best['worst_tile_bytes']),
                      (' (estimate). At least {n} IPU' + ('' if stages['least_ipus'] == 1 else 's') + ' by live bytes.',
                       [stages['least_ipus']]))

    @staticmethod
    def best(stages):
        """The first number of IPUs that fits, else the one that the sentence begins with."""
        return stages['fits_on_ipus'] or int(re.search(r'(\d+) IPU', stages['sentence'])[1])

    def names(self, keys):
        return (', '.join(['{s}'] * len(keys)), [lower(self.changes[key]['title']) for key in keys])

    def plan(self):
        plan = self.answer['plan']
        keys, worst = plan['changes'], plan['worst_tile_bytes']
        if plan['fits'] == 'no':
            over = plan['tiles_over'][0] + plan['tiles_tight'][0]
            # What may help besides names a bound of the changes.
            help_ = re.search(r' May help further: (.+), at most ', plan['sentence'])
            bound = next((c for c in self.answer['changes'] if help_ and lower(c['title']) == help_[1]), None)
            return joined('No known change reduces the memory of the tiles that do not fit.' if not keys else joined(
                'No set of these changes makes it fit; with the best (', self.names(keys), ') at least ',
                unfit(over, over, self.tiles), '.'),
                (' May help further: {s}, at most {b} on the worst tile.', [lower(bound['title']), bound['saving'][0]])
                if bound else '')
        if not keys:
            return 'It fits as it is; no change is needed.', []
        fit = ({'yes': ' makes it fit: ', 'may': ' may make it fit: '} if len(keys) == 1 else
               {'yes': 's make it fit together: ', 'may': 's may make it fit together: '})[plan['fits']]
        said = joined(f'{COUNTS[min(len(keys), 7)]} change{fit}', self.names(keys), '. Worst tile then: ', span(*worst),
                      (' of {b}.', [self.capacity]))
        if plan['fits'] == 'may':
            left = plan['tiles_over'][1] + plan['tiles_tight'][1]
            said = joined(said, (' Assumed: {s}', [plan['assumed']]) if plan['assumed'] else '', ' At most ',
                          unfit(left, left, self.tiles), '.')
        return said


class Sentences(unittest.TestCase):
    def sentences(self):
        for name, path, fit, _ in cases():
            words = Words(path, fit)
            yield name, 'answer', words.answer['answer'], words.why()
            yield name, 'plan', words.answer['plan']['sentence'], words.plan()
            for change in words.answer['changes']:
                if 'More IPUs do not help' not in change['sentence']:
                    yield name, change['change'], change['sentence'], words.change(change)

    def test_numbers(self):
        told_ = set()
        for name, what, sentence, (pattern, values) in self.sentences():
            told_.add(what.partition('=')[0])
            self.assertTrue(matches(pattern, sentence, values), (name, what, sentence, pattern, values))
        self.assertGreaterEqual(told_, {'answer', 'plan', 'stages', 'recompute', 'half', 'micro-batch', 'off-chip', 'spread'})

    def test_cause_and_its_note(self):
        """The note of the finding says of which whole the percentages of its sentence are."""
        seen = set()
        for name, path, fit, _ in cases():
            words = Words(path, fit)
            for finding in told('insights', path, '--json')['findings']:
                if finding['key'] == 'cause':
                    first = words.first()
                    self.assertEqual(finding['sentence'], words.answer['answer'])
                    self.assertEqual(finding['cause'], 'First cause: without it at least 80 % of the excess would go.' if first
                                     else 'Percentages are shares of the worst tile; the order is by share of the excess.')
                    if first:
                        self.assertGreaterEqual(first['share'], .8)
                    seen.add(bool(first))
        self.assertEqual(seen, {True, False})

    def test_other_numbers(self):
        """With another digit anywhere, but in a name or a note, a sentence is wrong."""
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
        """The finding on what is live and never used again: the table of idle variables summed by hand."""
        seen = 0
        for name, path, _, _ in cases():
            for finding in told('insights', path, '--json')['findings']:
                if finding['key'] == 'never-used':
                    where = dict(word.split('=') for word in finding['place'].partition('?')[2].split('&'))
                    rows = told('table', 'idle', path, '--format', 'json', '--location', finding['place'], '--where', 'use = never')
                    size, n = sum(row['bytes'] for row in rows), len(rows)
                    plural = ('s', 'are') if n != 1 else ('', 'is')
                    self.assertTrue(matches(
                        f'{{n}} variable{plural[0]} with {{b}} {plural[1]} live on tile {{n}} at its peak step {{n}} and not used '
                        'any more.', finding['sentence'], [n, size, int(where['tile']), int(where['step'])]),
                        (name, finding['sentence'], n, size))
                    seen += 1
        self.assertTrue(seen)


if __name__ == '__main__':
    unittest.main()
