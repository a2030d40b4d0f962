"""Reads a profile.pop, and counts the cases of checks."""
import collections
import pathlib
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'support'))

from lists import varints as plain


class Checks:
    """The number of cases of each invariant, and the first case that failed."""

    def __init__(self):
        self.cases = collections.Counter()
        self.bad = collections.Counter()
        self.first = {}
        self.names = []

    def name(self, *names):
        """Names checks, so that they are listed even without a case."""
        for name in names:
            if name not in self.names:
                self.names.append(name)

    def that(self, name, holds, *what):
        self.name(name)
        self.cases[name] += 1
        if not holds:
            self.bad[name] += 1
            self.first.setdefault(name, what)

    def equal(self, name, got, expected, *what):
        self.that(name, got == expected, *what, 'got', got, 'expected', expected)

    def report(self, complete):
        failed = 0
        for name in self.names:
            wrong = self.bad[name] > 0 or (complete and self.cases[name] == 0)
            failed += wrong
            print('%-5s %9d  %s' % ('FAIL' if wrong else 'ok', self.cases[name], name))
            if self.bad[name]:
                print('      %d do not hold; the first:' % self.bad[name], *self.first[name])
            elif wrong:
                print('      no case')
        print('%d checks, %d failed' % (len(self.names), failed))
        return 1 if failed else 0


Variable = collections.namedtuple('Variable', 'id tile size alignment offset category cls apart unlowered bits')


class Profile:
    def __init__(self, path):
        self.db = sqlite3.connect('file:%s?mode=ro' % path, uri=True)
        (self.tiles, self.tiles_per_ipu, self.ipus, self.bytes_per_tile, self.wide_start, elements) = self.row(
            'select tiles_per_replica, tiles_per_ipu, ipus_per_replica, bytes_per_tile, interleavedMemoryStart, '
            'memoryElementOffsets from target_info')
        self.elements = plain(elements)
        self.categories = dict(self.rows('select id, name from var_categories'))
        self.n_steps = self.row('select count(*) from depth_first_steps')[0]
        self.always = dict(self.rows('select id, is_always_live from eq_classes'))
        self.ranges = collections.defaultdict(list)
        for cls, a, b in self.rows('select * from eq_class_step order by 1, 2'):
            self.ranges[cls].append((a, b))

    def rows(self, sql, *args):
        return self.db.execute(sql, args)

    def row(self, sql, *args):
        return self.db.execute(sql, args).fetchone()

    def ipu(self, tile):
        return tile // self.tiles_per_ipu

    def variables_by_tile(self):
        """Yields (tile, its variables) for every tile, in ascending order."""
        tile, here = 0, []
        for row in self.rows('select var_id, tile, size_bytes, alignment, offset, category, equivalence_class, '
                             'element_constraints, unlowered_var_id, bitset from vars_info order by var_id'):
            variable = Variable(*row)
            while variable.tile > tile:
                yield tile, here
                tile, here = tile + 1, []
            if variable.tile < tile:
                raise ValueError('variables are not in the order of tiles')
            here.append(variable)
        while tile < self.tiles:
            yield tile, here
            tile, here = tile + 1, []
