#!/usr/bin/python3
"""Compares the table sources with reference.py, a second implementation, and both with an
invariant: every byte and every cycle has one row."""
import collections
import contextlib
import pathlib
import tempfile
import unittest

import harness
import reference
from harness import output
from shapes import reports, small

FAILED = ('--preset=out-of-memory', '--layers=1')
KINDS = ('weights', 'optimiser', 'gradients', 'activations', 'temporaries', 'exchange', 'state', 'code', 'other')


def rows(report, location=None):
    return harness.table(report, 'source-lines', location)


def key(row):
    if row['kind'] == 'line':
        return row['file'], row['line'], row['function'] or ''
    return ('(toolchain)', row['file'], None) if row['kind'] == 'toolchain' else (row['source'], None, None)


def leaves(table):
    """Returns the rows without children."""
    return [row for row, after in zip(table, table[1:] + [{'depth': 0}]) if after['depth'] <= row['depth']]


def told(table, column):
    out = collections.Counter()
    for row in leaves(table):
        out[key(row)] += row[column] or 0
    return {row: size for row, size in out.items() if size}


def expected(sums):
    return {row: size for row, size in sums.items() if size}


class Sources(unittest.TestCase):
    maxDiff = 3000

    def test_both_implementations_agree(self):
        for report in reports(failed=FAILED):
            for frame in ('caller', 'innermost'):
                with self.subTest(report=report.name, frame=frame):
                    table = rows(report, f'operations?frame={frame}')
                    sums = reference.Sources(report, frame == 'innermost')
                    self.assertEqual(told(table, 'bytes'), expected(sums.bytes))
                    self.assertEqual(told(table, 'peak'), expected(sums.peak))
                    self.assertEqual(told(table, 'tile_cycles'), expected(sums.cycles))

    def test_every_byte_and_cycle_has_one_row(self):
        for report in reports(failed=FAILED):
            with self.subTest(report=report.name), contextlib.closing(reference.connect(report)) as file:
                table = rows(report)
                top = [row for row in table if row['depth'] == 0]
                allocated, = file.execute('SELECT sum(size_bytes) FROM vars_info WHERE bitset & 1').fetchone()
                self.assertEqual(sum(row['bytes'] for row in top), allocated)
                self.assertEqual(sum(row['bytes'] for row in leaves(table)), allocated)
                for row in table:
                    self.assertEqual(sum(row[kind] for kind in KINDS), row['bytes'], row)
                    self.assertGreaterEqual(row['bytes'], row['peak'])
                    self.assertTrue(row['peak'] >= 0 or row['kind'] == 'rest', row)

    def test_both_frames_have_the_same_sums(self):
        for report in reports(failed=FAILED):
            with self.subTest(report=report.name):
                one, other = (rows(report, f'operations?frame={frame}') for frame in ('caller', 'innermost'))
                for column in ('bytes', 'peak', 'tile_cycles', 'cycles'):
                    self.assertEqual(*(sum(row[column] or 0 for row in table if not row['depth'])
                                       for table in (one, other)))

    def test_a_line_of_several_functions_is_one(self):
        """The sentence counts lines, and the line with most is that of all of its functions."""
        several = 0
        for report in reports(failed=FAILED):
            sums, lines = reference.Sources(report, False).peak, collections.Counter()
            for (file, line, function), size in sums.items():
                if function is not None:
                    lines[file, line] += size
            lines = +lines
            several += len(lines) < sum(key[2] is not None and size > 0 for key, size in sums.items())
            said = output(report, 'operations', '--by=line', '--location=operations?measure=peak')
            answer = said['tables']['source-lines']['note']
            with self.subTest(report=report.name, answer=answer):
                self.assertIn(f' {len(lines):,} line' if lines else 'No line', answer)
                if lines:
                    share = max(lines.values()) / sum(sums.values())
                    self.assertIn(f'has the most, {100 * share:.1f} %', answer)
        self.assertTrue(several)

    def test_the_card_lists_the_functions_of_a_line(self):
        report = small('failed', 1, *FAILED)
        functions = collections.defaultdict(list)
        for row in rows(report):
            if row['kind'] == 'line' and row['function']:
                functions[row['key']].append(row['function'])
        line = max(functions, key=lambda key: len(functions[key]))
        self.assertGreater(len(functions[line]), 1)
        shown = harness.rows(output(report, 'show', line), 'card')
        self.assertEqual(sorted(row['value'] for row in shown if row['what'] == 'Function'), sorted(functions[line]))

    def test_the_toolchain_has_no_lines(self):
        for report in reports(failed=FAILED):
            for row in rows(report):
                if row['kind'] in ('file', 'line'):
                    self.assertFalse(reference.is_toolchain(row['file']), row)

    def test_shares_have_one_denominator(self):
        """The rows at the top are the whole measure, including steps without a program; cycles
        outside the program are not part of it."""
        outside = 0
        for report in reports(failed=FAILED):
            top = [row for row in rows(report) if row['depth'] == 0]
            for row in top:
                self.assertEqual(row['share'] is None, row['kind'] == 'outside', row)
                outside += row['kind'] == 'outside' and row['tile_cycles'] > 0
            self.assertAlmostEqual(sum(row['share'] or 0 for row in top), 1, msg=report.name)
        self.assertTrue(outside)

    def test_a_line_goes_by_the_end_of_its_path(self):
        report = small('encoder')
        key = next(row['key'] for row in rows(report) if row['kind'] == 'line')
        with tempfile.TemporaryDirectory() as folder:
            source = f'--source-map={key.rpartition("/")[0]}={folder}'
            pathlib.Path(folder, 'encoder.py').write_text('pass\n' * 2000, encoding='utf-8')
            for name in (key, key.rpartition('/')[2]):
                text = harness.rows(output(report, 'show', name, source), 'source-text')
                self.assertIn(key, [row['key'] for row in text])


if __name__ == '__main__':
    unittest.main()
