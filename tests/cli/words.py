#!/usr/bin/python3
"""Tests findings on memory, word by word: computes each number of a sentence from the file by plain SQL. tests/time
tests findings on time."""
import collections
import pathlib
import re
import tempfile
import unittest

from harness import REPORTS, Demo, table, write_demo
from insights import CODE, LISTS, Full, rle, varints
from sentences import UNITS, matches

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-words-')
# A report that fits on several IPUs, and two that do not: by one tile, and by most.
OVER = {'one': ('--layers=1', '--tiles=64'), 'many': ('--layers=4', '--tiles=48')}
# Causes, changes and unused live variables: tests/fit/words.py.
ELSEWHERE = re.compile(r'cause|plan|half|recompute|never-used|io-tiles|[a-z-]+-off-chip|'
                       r'(micro-batch|off-chip|spread|serialise|stages)=')


def reports():
    yield Demo.path()
    for name, options in OVER.items():
        path = pathlib.Path(FOLDER.name, name)
        if not path.exists():
            write_demo(path, '--preset=out-of-memory', *options, '--without=archive,json')
        yield path
    yield from (REPORTS / name for name in ('integrals', 'firehose') if (REPORTS / name).is_dir())


class Words:
    """Every finding on memory as (pattern, values)."""

    def __init__(self, path):
        self.file = file = Full(path)
        self.rows = {t: row for t, *row in file.all(
            'select tile, total, total_including_gaps, always_live_bytes, not_always_live_max_bytes from memory_by_tile')}
        self.used, self.gaps = ({t: row[i] for t, row in self.rows.items()} for i in (0, 1))
        self.room = file.capacity

    def fullest(self, tiles=None):
        return max(tiles or self.gaps, key=lambda t: (self.gaps[t], -t))

    def capacity(self):
        used, room, tile = sum(self.gaps.values()), self.room * len(self.gaps), self.fullest()
        return ('The program fits: {b} of {b} used including gaps ({r}). The fullest tile, {n}, needs {b} of {b}.',
                [used, room, used / room, tile, self.gaps[tile], self.room])

    def tiles_over(self):
        over = {t: size - self.room for t, size in self.gaps.items() if size > self.room}
        worst = self.fullest()
        pattern, values = ('1 of {n} tiles is over capacity: tile {n}, {b} over.',
                           [len(self.gaps), worst, over[worst]]) if len(over) == 1 else (
            '{n} of {n} tiles are over capacity by {b} in total; fullest: tile {n}, {b} over.',
            [len(over), len(self.gaps), sum(over.values()), worst, over[worst]])
        first = self.first_over()
        if not first:
            return pattern, values
        tiles, step, program = first
        if len(tiles) == 1:
            return pattern + ' Tile {n} is over first, at step {n} ({s}).', [*values, tiles[0], step, program]
        return pattern + ' {n} tiles are over first, at step {n} ({s}).', [*values, len(tiles), step, program]

    def first_over(self):
        """Returns (tiles, step, program) at which live bytes first exceed a tile's capacity."""
        always, changes = collections.Counter(), collections.defaultdict(collections.Counter)
        lives, ranges = dict(self.file.all('select id, is_always_live from eq_classes')), collections.defaultdict(list)
        for cls, start, end in self.file.all('select eq_class_id, step_id_from, step_id_to from eq_class_step'):
            ranges[cls].append((start, end))
        for tile, cls, size in self.file.all('select tile, equivalence_class, sum(size_bytes) from vars_info '
                                             'where bitset & 1 group by 1, 2'):
            if lives.get(cls):
                always[tile] += size
            else:
                for start, end in ranges[cls]:
                    changes[start][tile] += size
                    changes[end][tile] -= size
        live = collections.Counter(always)
        for step in [-1, *sorted(changes)]:
            for tile, change in changes[step].items():
                live[tile] += change
            over = [tile for tile in sorted(live) if live[tile] > self.room]
            if over:
                at = max(step, 0)
                (program, name), = self.file.all(
                    '''select p.id, coalesce(p.name, c.name) from depth_first_steps s join programs p on p.id = program_id
                    join program_types t on t.id = variant left join program_type_on_tile_execute o
                    on t.name = 'OnTileExecute' and o.id = variant_index left join compute_sets c using (compute_set)
                    where s.id = ? order by compilation_step_id desc limit 1''', at)
                return over, at, name or f'program {program}'
        return None

    def cost(self, by_tile):
        """Returns pattern and values for bytes by tile, of the tiles that have any."""
        by_tile = {t: size for t, size in by_tile.items() if size > 0}
        worst = max(by_tile, key=lambda t: (by_tile[t], -t))
        return (f'{{b}} on {{n}} tile{"s" if len(by_tile) > 1 else ""}, {{r}} of the memory including gaps; most on tile '
                '{n}: {b}.', [sum(by_tile.values()), len(by_tile), sum(by_tile.values()) / sum(self.gaps.values()), worst,
                         by_tile[worst]])

    def packing(self):
        return self.cost({t: total - always - most for t, (total, _, always, most) in self.rows.items()})

    def gap(self):
        return self.cost({t: self.gaps[t] - self.used[t] for t in self.gaps})

    def instrumentation(self):
        return self.cost(collections.Counter(dict(self.file.all(
            'select tile, sum(size_bytes) from vars_info v join var_categories c on c.id = v.category '
            'join vars_string_table s on s.id = v.name_base_id where bitset & 1 and ('
            "c.name = 'instrumentationResults' or s.string like 'instrumentationStreamBuffer%' or "
            "s.string like '.text.supervisor.instrumentation\\_%' escape '\\' or s.string like '%InstrumentationDumpStep%') "
            'group by tile'))))

    def share(self, title, sizes, users=None):
        most = max(sizes, key=lambda key: sizes[key])
        tail = '' if users is None else f'; used by {{n}} compute set{"s" if users[most] != 1 else ""}'
        return (f'{{s}} uses {{b}} of {title} ({{r}}){tail}.',
                [self.names[most] if users is not None else most, sizes[most], sizes[most] / sum(sizes.values()),
                 *([users[most]] if users is not None else [])])

    @property
    def names(self):
        return dict(self.file.all('select id, name from vertex_types'))

    def users(self):
        users = collections.defaultdict(set)
        for compute_set, vertex, blob in self.file.all(
                'select compute_set, vertex_type, instances_by_tile from vertex_instances'):
            if any(rle(blob)):
                users[vertex].add(compute_set)
        return {vertex: len(sets) for vertex, sets in users.items()}

    def vertex_state(self):
        sizes = {vertex: sum(sum(varints(one)) for one in columns) for vertex, *columns in self.file.all(
            f'select vertex_type, {", ".join(CODE)} from memory_by_vertex_type')}
        return self.share('vertex state', sizes, self.users())

    def vertex_code(self):
        sizes = {vertex: sum(varints(blob)) for vertex, blob in self.file.all(
            'select vertex_type, code_bytes from memory_by_vertex_type')}
        pattern, values = self.share('vertex code', sizes, self.users())
        # All code of vertices, some of which belongs to no type.
        values[2] = values[1] / self.file.category('vertexCode', self.file.tiles)
        return pattern, values

    def always_live(self):
        categories = {name for name, in self.file.all('select name from var_categories')}
        sizes = self.file.all('''select name, sum(bytes) from var_bytes_by_eq_class v join eq_classes e on e.id = eq_class_id
            left join unlowered_vars u on u.id = unlowered_var_id where is_always_live and tile is null group by u.id''')
        name, most = max(((name, size) for name, size in sizes if name and name not in categories), key=lambda row: row[1])
        return ('{s} is always live and occupies {b}, {r} of all always-live memory.',
                [name, most, most / sum(size for _, size in sizes)])

    def fullest_tiles(self):
        first = sorted(self.gaps, key=lambda t: (-self.gaps[t], t))[:5]
        return ('The fullest tiles are {s}, using up to {b} of {b} including gaps.',
                [', '.join(map(str, first)), self.gaps[first[0]], self.room])

    def fullest_ipu(self):
        of = collections.defaultdict(list)
        for tile in self.gaps:
            of[tile // self.file.per_ipu].append(tile)
        ipu = max(of, key=lambda one: sum(self.gaps[t] for t in of[one]))
        used, room = sum(self.gaps[t] for t in of[ipu]), self.room * len(of[ipu])
        return ('IPU {n} is the fullest of {n}: {b} of {b} used including gaps ({r}).',
                [ipu, len(of), used, room, used / room])

    def imbalance(self, sentence):
        tile, mean = self.fullest(), sum(self.gaps.values()) / len(self.gaps)
        title = re.search(r'largest category difference: (.+), [^,;]+;', sentence)[1]
        return ('Tile {n} needs {b} more than the mean of {b}; largest category difference: {s}, {b}; {b} in all.',
                [tile, self.gaps[tile] - mean, mean, title, self.most_uneven(tile), self.gaps[tile]])

    def most_uneven(self, tile):
        """Returns the largest excess of a tile over the mean of all tiles, by category."""
        at, = self.file.positions([tile])
        sums = [[sum(column) for column in zip(*map(varints, lists))]
                for lists in self.file.all(f'select {", ".join(LISTS)} from memory_by_category')]
        return max(by_tile[at] - sum(by_tile) / len(by_tile) for by_tile in sums)

    def variants(self):
        bases = collections.defaultdict(list)
        for name, blob in self.file.all('select name, code_bytes from memory_by_vertex_type '
                                        'join vertex_types on vertex_types.id = vertex_type'):
            if '<' in name and sum(varints(blob)):
                bases[name[:name.index('<')]].append(varints(blob))
        savings = {base: sum(sum(v) - max(v) for v in zip(*lists)) for base, lists in bases.items() if len(lists) > 1}
        most = max(savings, key=lambda base: savings[base])
        pattern = 'Merging the {n} variants of {s} saves {b} of their {b} of code.'
        values = [len(bases[most]), most, savings[most], sum(map(sum, bases[most]))]
        return (pattern, values) if len(savings) == 1 else (
            pattern + ' All {n} vertex types with variants: {b}.', [*values, len(savings), sum(savings.values())])

    def histogram(self, sentence):
        """Checks the bin that the sentence names: it has that number of tiles."""
        found = re.fullmatch(r'([\d,]+) of ([\d,]+) tiles use ([\d,.]+) (\S+) to ([\d,.]+) (\S+) excluding gaps\.', sentence)
        low, high = (float(found[i].replace(',', '')) * UNITS[found[i + 1]] for i in (3, 5))
        inside = sum(low <= size < high for size in self.used.values())
        return '{n} of {n} tiles use {b} to {b} excluding gaps.', [inside, len(self.used), low, high]

    def exchange_code(self, sentence):
        """Checks the exchange that the sentence names."""
        name = sentence.rpartition(' uses ')[0]
        rows = self.file.table('exchanges-by-code')
        whole = sum(self.file.category(c, self.file.tiles) for c in ('internalExchangeCode', 'hostExchangeCode',
                                                                    'globalExchangeCode'))
        most = max(row['code_bytes'] for row in rows if row['id'] is not None)
        return '{s} uses {b} of exchange code ({r}).', [name, most, most / whole]

    def of(self, finding):
        key, sentence = finding['key'], finding['sentence']
        named = {'histogram': self.histogram, 'exchange-code': self.exchange_code, 'imbalance': self.imbalance}
        if key in named:
            return named[key](sentence)
        return {'capacity': self.capacity, 'tiles-over': self.tiles_over, 'packing': self.packing, 'gaps': self.gap,
                'instrumentation': self.instrumentation, 'vertex-state': self.vertex_state, 'vertex-code': self.vertex_code,
                'always-live': self.always_live, 'fullest-tiles': self.fullest_tiles, 'fullest-ipu': self.fullest_ipu,
                'vertex-variants': self.variants}[key]()


class Findings(unittest.TestCase):
    def findings(self):
        """Yields (report, its words, finding with the sentence)."""
        for path in reports():
            words = Words(path)
            for finding in table(path, 'findings'):
                if finding['cycles'] is None and not ELSEWHERE.match(finding['key']):
                        yield words, finding

    def test_numbers(self):
        told = set()
        for words, finding in self.findings():
            told.add(finding['key'])
            pattern, values = words.of(finding)
            self.assertTrue(matches(pattern, finding['sentence'], values), (finding['sentence'], pattern, values))
        self.assertGreaterEqual(told, {'capacity', 'tiles-over', 'packing', 'gaps', 'vertex-state', 'vertex-code',
                                       'always-live', 'exchange-code', 'instrumentation', 'imbalance', 'fullest-ipu'})

    def test_number_is_of_the_sentence(self):
        """The number above a sentence, which is compared, is the first one in it; a histogram has none."""
        for words, finding in self.findings():
            pattern, values = words.of(finding)
            first = [slot[1] for slot in re.findall(r'\{[brns]\}', pattern)].index('b')
            self.assertEqual(finding['bytes'], None if finding['key'] == 'histogram' else round(values[first]), finding)

    def test_other_numbers(self):
        """With another digit anywhere, except in a name, a sentence does not match."""
        for words, finding in self.findings():
            pattern, values = words.of(finding)
            sentence = finding['sentence']
            named = max((sentence.find(value) + len(value) for value in values if isinstance(value, str)), default=0)
            for number in re.finditer(r'(?<![\w.,])\d[\d,.]*', sentence):
                at = number.start()
                if at >= named:
                    other = f'{sentence[:at]}{int(sentence[at]) % 7 + 2}{sentence[at + 1:]}'
                    self.assertTrue(other == sentence or not matches(pattern, other, values), other)


if __name__ == '__main__':
    unittest.main()
