#!/usr/bin/python3
"""What `poplens-cli diff` says of the peak of live memory, against the rows of its tables."""
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
        """Why the peak changed: by kind, those first that changed as all did, and the variables that changed most, whatever
        their kind: with kinds and without they are those by the rows of the table."""
        titles = {row['kind']: row['title'] for row in table_of(one(), 'kinds')}
        kept = demo('kept', '--plant=oom=activations')
        # What changed most from the third to the fourth is not of the kind that did.
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
        """Three kinds at most that are a tenth of the largest, or more, where these leave a third of the change."""
        sums = collections.Counter()
        # The report before says of what kind a row is.
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
        """What happened to the peak, and why, beside what happened to the time."""
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
