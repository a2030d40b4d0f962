#!/usr/bin/python3
"""Tests the savings of halving 32-bit floats, and of advice, against an independent computation from debug.cbor and
profile.pop."""
import collections
import math
import pathlib
import tempfile
import unittest

from cbor import Cbor
from harness import varints, write_demo
from insights import Full


def is_float(context):
    if not context or context['layer'] != 'poplar' or not context.get('category', '').startswith('var'):
        return False
    if 'type' in context:
        return context['type'] == 'float'
    traits = context.get('traits', {})
    return traits.get('isFloat') is True and traits.get('size') == 4


class Halves(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix='poplens-cli-')
        for name, options in (('all', []), ('bare', ['--without', 'debug,variables,liveness,vertices,exchanges'])):
            path = pathlib.Path(cls.folder.name, name)
            write_demo(path, '--tiles', '32', *options)
            setattr(cls, name, Full(path))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def live(self, floats):
        """Returns the bytes of each tile at its worst step, with the variables in @floats halved."""
        always = dict(self.all.all('select id, is_always_live from eq_classes'))
        ranges = collections.defaultdict(list)
        for c, a, b in self.all.all('select eq_class_id, step_id_from, step_id_to from eq_class_step'):
            ranges[c].append((a, b))
        out = {}
        for tile in self.all.tiles:
            base, delta = 0, collections.Counter()
            for c, size, variable in self.all.all('select equivalence_class, size_bytes, unlowered_var_id from vars_info '
                                                  'where bitset & 1 and tile = ?', tile):
                size *= .5 if variable in floats else 1
                if always.get(c):
                    base += size
                for a, b in ranges[c] if always.get(c) == 0 else ():
                    delta[a] += size
                    delta[b] -= size
            live = worst = 0
            for step in sorted(delta):
                live += delta[step]
                worst = max(worst, live)
            out[tile] = math.ceil(base + worst)
        return out

    def floats(self):
        contexts = {c['id']: c for c in Cbor((self.all.path / 'debug.cbor').read_bytes()).value()['contexts']}
        return {v for v, ids in self.all.all('select variable_id, ids from debug_ids')
                if varints(ids) and all(is_float(contexts.get(i)) for i in varints(ids))}

    def test_half(self):
        floats = self.floats()
        self.assertGreater(len(floats), 0)
        rows = self.all.table('what-if-tiles', 'change=half')
        self.assertEqual({r['tile']: r['after'] for r in rows}, self.live(floats))
        self.assertEqual({r['tile']: r['before'] for r in rows}, self.live(set()))

    def test_advice(self):
        """Each number is a number of the file, or a sum of such numbers."""
        report, advice = self.all, {r['key']: r for r in self.all.table('advice')}
        (gaps, packing), = report.all(
            'select sum(total_including_gaps - total), sum(max(total - always_live_bytes - not_always_live_max_bytes, 0)) '
            'from memory_by_tile')
        self.assertEqual((advice['gaps']['saves'], advice['packing']['saves']), (gaps, packing))
        (most, mean, tile), = report.all('select max(total_including_gaps), avg(total_including_gaps), tile '
                                         'from memory_by_tile')
        self.assertEqual((advice['imbalance']['tile'], advice['imbalance']['saves']), (tile, None))
        self.assertLessEqual(abs(advice['imbalance']['tile_saves'] - (most - mean)), .5)
        before, after = self.live(set()), self.live(self.floats())
        half = next(r for r in report.table('changes') if r['change'] == 'half')
        self.assertEqual(half['total'], sum(before.values()) - sum(after.values()))
        # The fullest tile is the one with the largest need, here including gaps.
        self.assertEqual(half['saving'], before[tile] - after[tile])
        for key, column in (('vertex-state', 'state_bytes'), ('vertex-code', 'code_bytes')):
            named = [r[column] for r in report.table('vertex-types') if r['vertex_type_id'] is not None]
            self.assertEqual(advice[key]['saves'], max(named), key)
        self.assertEqual(advice['vertex-variants']['saves'], max(r['saving'] for r in report.table('vertex-types', 'by=family')))
        (live,), = report.all('select max(sum) from (select sum(bytes) as sum from var_bytes_by_eq_class join eq_classes e '
                              'on e.id = eq_class_id where tile is null and is_always_live and unlowered_var_id in '
                              '(select id from unlowered_vars where name not in (select name from var_categories)) '
                              'group by unlowered_var_id)')
        self.assertEqual(advice['always-live']['saves'], live)

    def test_no_advice_without_data(self):
        keys = {r['key'] for r in self.bare.table('advice') if r['cycles'] is None}
        self.assertLessEqual(keys, {'gaps', 'packing', 'imbalance'})


if __name__ == '__main__':
    unittest.main()
