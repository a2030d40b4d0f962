#!/usr/bin/python3
"""Compares the column Kind of tables of variables with reference.py: the kind of an ID is that of
most of its bytes, and every tile variable has the kind of its own group."""
import collections
import contextlib
import unittest

import reference
from harness import table
from shapes import reports

OF_PROGRAM = 'live-variables', 'always-live-variables', 'variables'
APART = 'message', 'rearrangement'


def printed(group, names):
    """Returns the name of a group in var_bytes_by_eq_class (docs/formats.md 8.6)."""
    unlowered, category, constant, _, _ = group
    if unlowered is not None:
        name = names.get(unlowered)
        return f'<{category}:{name}>' if name and category in APART else name
    if constant:
        return '<const>'
    return '<anon>' if category == 'variable' else category


def most(sums):
    return max(sums.items(), key=lambda item: (item[1], -ORDER.index(item[0])))[0]


ORDER = ('weights optimiser weight-gradient activation recomputed passing gradient tensor temporary io exchange vertex-state '
         'code-vertex code-control code-exchange code-host code-ipu constant stack profiler control debug unknown').split()


def of_ids(report):
    """Returns {ID: kind} for all IDs in var_bytes_by_eq_class or vars_info; None: no variable has
    the ID."""
    by_id, by_name = collections.defaultdict(collections.Counter), collections.defaultdict(collections.Counter)
    with contextlib.closing(reference.connect(report)) as file:
        names = dict(file.execute('SELECT id, name FROM unlowered_vars'))
    for group, (kind, _, size) in reference.kinds(report).items():
        if group[0] is not None and group[1] not in APART:
            by_id[group[0]][kind] += size
        name = printed(group, names)
        if name:
            by_name[name][kind] += size
    out = {}
    for number, name in names.items():
        sums = by_id.get(number) or by_name.get(name) or (by_name.get(name[:-1]) if name.endswith('>+') else None)
        out[number] = most(sums) if sums else None
    return out


def of_tile_variables(report, tile):
    """Returns {var_id: kind} of the allocated variables on a tile."""
    kinds = {group: kind for group, (kind, _, _) in reference.kinds(report).items()}
    with contextlib.closing(reference.connect(report)) as file:
        category = dict(file.execute('SELECT id, name FROM var_categories'))
        streamed = reference.streamed(file)
        found = file.execute('SELECT var_id, unlowered_var_id, category, bitset, s.string || coalesce(name_suffix, "") '
                             'FROM vars_info JOIN vars_string_table s ON s.id = name_base_id '
                             'WHERE tile = ? AND bitset & 1 AND size_bytes > 0', (tile,)).fetchall()
    return {row: kinds[unlowered, category.get(cat), bool(bits & 2),
                       reference.instrumentation(name, category.get(cat)), row in streamed]
            for row, unlowered, cat, bits, name in found}


class Columns(unittest.TestCase):
    maxDiff = 3000

    def test_variables_of_the_program(self):
        for report in reports():
            expected = of_ids(report)
            for name in OF_PROGRAM:
                with self.subTest(report=report.name, table=name):
                    found = table(report, name)
                    self.assertTrue(found)
                    for row in found:
                        if row['id'] is not None:
                            self.assertEqual(row['kind'], expected[row['id']], row)

    def test_variables_of_a_tile(self):
        for report in reports():
            with self.subTest(report=report.name):
                found = table(report, 'tile-variables')
                expected = of_tile_variables(report, found[0]['tile'])
                self.assertEqual({row['id']: row['kind'] for row in found if row['size']}, expected)
                sums, by_name = collections.Counter(), collections.Counter()
                for row in found:
                    sums[row['kind']] += row['size']
                for row in table(report, 'tile-variables', 'memory?by=variable'):
                    by_name[row['kind']] += row['size']
                self.assertEqual(+by_name, +sums)

    def test_messages_are_exchange_whatever_their_variable(self):
        for report in reports():
            for row in table(report, 'variables'):
                if (row['variable'] or '').startswith('<message:'):
                    self.assertEqual(row['kind'], 'exchange', row)


if __name__ == '__main__':
    unittest.main()
