#!/usr/bin/python3
"""Tests the sentences of `poplens-cli diff` on the peak of live memory, against the rows of its tables."""
import collections
import re
import unittest

from diff_reports import demo, diff, one, sentence, table, two
from harness import run, table as table_of


class Peak(unittest.TestCase):
    UNITS = {'B': 1, 'KiB': 1 << 10, 'MiB': 1 << 20, 'GiB': 1 << 30}
    AMOUNT = r'([+−][\d,.]+) ([KMG]?i?B)'

    def near(self, told, expected, note):
        self.assertAlmostEqual(float(told[0].replace('−', '-').replace(',', '')) * self.UNITS[told[1]] / expected, 1,
                               delta=.01, msg=note)

    def test_peak_by_kind(self):
        """The reason for a changed peak: kinds, those first that changed in the same direction as the total, and the
        variables of any kind that changed most, all according to the rows of the table."""
        titles = {row['kind']: row['title'] for row in table_of(one(), 'kinds')}
        kept = demo('kept', '--plant=oom=activations')
        # The largest change between the third and the fourth report is not in the kind that is named.
        seeds = demo('third', '--seed', '3'), demo('fourth', '--seed', '4')
        for first, second in ((one(), two()), (two(), one()), (one(), kept), (kept, two()), seeds):
            note = diff(first, second, '--by', 'variable')['tables']['variables']['note']
            self.assertEqual(run('table', 'variables', first, second).stdout.splitlines()[0], note)
            told = re.search(fr' At the peak: {self.AMOUNT}\.(?: Mostly (.*?)\. Largest: {self.AMOUNT} (.*)\.)?$', note)
            names, live = collections.Counter(), [0, 0]
            for row in table('variables', first, second, 'liveness?same=yes'):
                names[re.sub(r'[0-9]+(?![A-Za-z0-9])', '*', row['variable'] or '')] += row['at_peak_change']
                for s, side in enumerate(('before', 'after')):
                    live[s] += row[f'at_peak_{side}'] or 0
            whole = sum(names.values())
            self.near(told.group(1, 2), whole, note)
            peak = sentence(diff(first, second, '--by', 'step'), 'Peak')
            if abs(whole) < .001 * live[0]:
                self.assertIsNone(told[3])
                self.assertRegex(peak, r'^Peak live memory is the same within 0\.1 % \([^()]+\)\.$')
                continue
            self.near(told.group(4, 5), names[told[6]], note)
            self.assertEqual(abs(names[told[6]]), max(abs(n) for n in names.values() if (n > 0) == (whole > 0)))
            self.assertEqual(peak[peak.index('argest'):], note[note.index('argest'):])
            self.kinds(first, second, titles, whole, told[3])

    def kinds(self, first, second, titles, whole, text):
        """Asserts at most three kinds: those with a tenth of the largest change or more, if they leave at most a third
        of the change unexplained."""
        sums = collections.Counter()
        # The report before determines the kind of a row.
        for sign, sides in ((-1, (first, second)), (1, (second, first))):
            for row in table('variables', *sides, 'liveness?same=yes'):
                sums[row['kind']] += sign * (row['at_peak_before'] or 0)
        sizes = sorted(sums, key=lambda kind: -abs(sums[kind]))
        order = []
        for kind in sizes:
            if (len(order) < 3 and abs(sums[kind]) * 10 >= abs(sums[sizes[0]])
                    or abs(whole - sum(sums[k] for k in order)) * 3 >= abs(whole)):
                order.append(kind)
        order.sort(key=lambda kind: (sums[kind] > 0) != (whole > 0))
        told = re.findall(fr'{self.AMOUNT} (.*?)(?:$|, (?=[+−]))', text)
        self.assertEqual([name for *_, name in told], [titles[kind][0].lower() + titles[kind][1:] for kind in order])
        for kind, amount in zip(order, told):
            self.near(amount, sums[kind], text)
        self.assertLess(abs(whole - sum(sums[k] for k in order)) * 3, abs(whole))

    def test_peak_first(self):
        """The sentence on the peak, with its reason, comes beside the one on time."""
        for first, second, verb in ((one(), two(), None), (one(), demo('kept', '--plant=oom=activations'), 'rose'),
                                    (demo('kept', '--plant=oom=activations'), one(), 'fell')):
            got = diff(first, second)
            row = next(row for row in got['tables']['summary']['rows'] if row['key'] == 'peak_bytes')
            peak = sentence(got, 'Peak')
            self.assertIsNone(sentence(diff(first, second, '--by', 'figure'), 'Peak'))
            if abs(row['value_change']) < .001 * row['value_before']:
                self.assertIsNone(verb)
                self.assertRegex(peak, r'^Peak live memory is the same within 0\.1 % \([^()]+\)\.$')
                continue
            told = re.match(r'Peak live memory (rose|fell) by ([\d,.]+) ([KMG]?i?B) \(.* %\): .* → .*\. At the peak: mostly .*\. Largest: ',
                            peak)
            self.assertEqual(told[1], ('fell', 'rose')[row['value_change'] > 0])
            self.assertIn(told[1], (verb, told[1]) if verb is None else (verb,))
            self.near(told.group(2, 3), abs(row['value_change']), peak)
            self.assertTrue(got['tables']['variables']['note'].endswith(peak[peak.index('ostly'):]))


if __name__ == '__main__':
    unittest.main()
