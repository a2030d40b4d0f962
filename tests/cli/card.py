#!/usr/bin/python3
"""Tests poplens-cli show: each number of a card equals that of its table; own cycles and those with callees are
separate."""
import collections
import functools
import json
import pathlib
import re
import tempfile
import unittest

from harness import LONG, REPORTS, output, rows as rows_of, run, write_demo
from harness import Small as Demo

FOLDER = tempfile.TemporaryDirectory(prefix='poplens-card-')
PRESETS = {'plain': ('--preset=plain',), 'bert': ('--preset=bert-base', '--layers=2', '--steps=100'),
           'failed': ('--preset=out-of-memory', '--layers=1')}


def small(preset):
    path = pathlib.Path(FOLDER.name, preset)
    if not path.exists():
        write_demo(path, '--tiles=64', *PRESETS[preset], '--without=archive,json')
    return path


def reports():
    yield Demo.path()
    yield from map(small, PRESETS if LONG else ('bert',))
    yield from (REPORTS / name for name in (('integrals', 'firehose') if LONG else ('firehose',))
                if (REPORTS / name).is_dir())


def show(report, *words):
    """Returns rows by fact; each row has a location."""
    done = run('show', report, *words, '--json')
    assert (done.returncode, done.stderr) == (0, ''), (words, done.stderr)
    card = rows_of(json.loads(done.stdout))
    assert all(row['location'] for row in card), card
    out = collections.defaultdict(list)
    for row in card:
        out[row['what']].append(row)
    return out


@functools.cache
def table(report, name, location=None):
    """Returns the rows of a table, or none if the report does not record it."""
    done = run('table', name, report, '--json', *(['--location', location] if location else []))
    return rows_of(json.loads(done.stdout)) if done.returncode == 0 else []


def found(report, kind, words, limit=4):
    return [r for r in rows_of(output(report, 'find', *words.split(), '--all')) if r['kind'] == kind][:limit]


def number(rows):
    """Parses 343857248 or "16 steps"; 0 if there is no row."""
    return int(str(rows[0]['value']).split(', ')[0].split(' ')[0].replace(',', '')) if rows else 0


def size(rows):
    assert {row['unit'] for row in rows} <= {'bytes'}, rows
    return sum(row['value'] for row in rows)


class Cards(unittest.TestCase):
    def check(self, card, facts):
        """Compares facts with values of their tables; a value of 0 or an unrecorded one has no row."""
        for fact, (read, value) in facts.items():
            self.assertEqual(read(card[fact]), value or 0, fact)

    def test_wrong_use(self):
        for arguments in ((), (Demo.path(),), (Demo.path(), 'x', '--colour')):
            self.assertEqual(run('show', *arguments).returncode, 2, arguments)
        for words, why in ((('frobnicate',), 'no matches for "frobnicate"'), (('tile', '99999'), 'valid tiles: 0 to 127')):
            done = run('show', Demo.path(), *words)
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn(why, done.stderr)

    def test_several_matches(self):
        """The first match is shown, with a note on how to show the others."""
        for words, kinds in (('step', '9'), ['Step', 'Executed step']), (('5',), ['Tile', 'Step', 'Executed step', 'Program']):
            got = output(Demo.path(), 'show', *words)
            found = output(Demo.path(), 'find', *words)['figures']['found']
            note = got['tables']['card']['note']
            self.assertIn(f'First of {found} matches', note)
            named = [[one] for one in re.findall("'(.*?)'", note)]
            self.assertEqual([rows_of(output(Demo.path(), 'show', *of), 'card')[0]['what'] for of in (words, *named)], kinds)
            self.assertEqual('find lists all' in note, found > len(kinds))

    def test_programs(self):
        called = ipus = 0
        for report in reports():
            tree = table(report, 'programs')
            rows = {row['id']: row for row in reversed(tree) if row['id'] is not None and 'listed above' not in (row['detail'] or '')}
            below = self.children(tree)
            steps, received = collections.defaultdict(set), {r['program']: r['received_bytes'] for r in table(report, 'trace-costs', 'trace?by=program')}
            for step in table(report, 'trace-steps'):
                steps[step['program']].add(step['ipu'])
            own_code = {i: row['own_control_code'] or 0 for i, row in rows.items()}
            for i in sorted(rows)[::max(len(rows) // 12, 1)]:
                with self.subTest(report=report.name, program=i):
                    card = show(report, 'program', str(i))
                    reached = self.reach(below, i)
                    called += len(reached) > 1
                    whole = sum(own_code[r] for r in reached)
                    cycles = sum(rows[r]['own_tile_cycles'] or 0 for r in reached)
                    own_cycles = rows[i]['own_tile_cycles'] or 0
                    on = f"{rows[i]['executed']:,} step{'s' * (rows[i]['executed'] != 1)}" if rows[i]['executed'] else ''
                    on += f' on {len(steps[i])} IPUs' if len(steps[i]) > 1 else ''
                    ipus = max(ipus, len(steps[i]))
                    for fact, column, value in ('Executed', 'value', on), ('Own cycles', 'detail', f'in {on}'):
                        self.assertEqual([row[column] for row in card[fact]], [value] * bool(card[fact]))
                    if on and i in received:
                        self.check(card, {'Received': (size, received[i])})
                    self.check(card, {
                        'Executed': (number, rows[i]['executed']),
                        'Own tile cycles': (number, own_cycles),
                        'Own cycles': (number, rows[i]['own_cycles']),
                        'Estimated tile cycles': (number, rows[i]['own_estimated_tile_cycles']),
                        'Own control code': (size, own_code[i]),
                        'Control code with callees': (size, whole if whole != own_code[i] else 0),
                        'Tile cycles with callees': (number, cycles if cycles != own_cycles else 0)})
        self.assertGreater(called, 3)
        self.assertGreater(ipus, 1)

    def children(self, tree):
        """Returns the programs directly below each one in the tree, at its first occurrence."""
        below, path = collections.defaultdict(set), []
        for row in tree:
            del path[row['depth']:]
            if path and row['id'] is not None:
                below[path[-1]].add(row['id'])
            path.append(row['id'])
        return below

    def reach(self, below, start):
        out, waiting = set(), [start]
        while waiting:
            at = waiting.pop()
            if at not in out:
                out.add(at)
                waiting += below[at]
        return out

    def test_recorded(self):
        """show lists all recorded columns of an item, except those that a program's card shows otherwise; each has a
        source."""
        write_demo(blocks := pathlib.Path(FOLDER.name, 'blocks'), '--tiles=64', '--instrumentation=blocks', '--without=archive,json')
        told = {'name', 'operation', 'made_by', 'debug_context', 'own_control_code_bytes', 'estimated_tile_cycles', 'executions',
                'first_execution', 'tile_cycles', 'cycles'}
        program = next(row['id'] for row in table(Demo.path(), 'programs') if row['type'] == 'DoExchange')
        for report, words, location, but, wanted in (
                (Demo.path(), f'#{program}', f'programs?program={program}', told, {'parent', 'exchange', 'sent_bytes'}),
                (Demo.path(), 'executed 9', 'trace?executed=9', set(), {'type', 'program', 'active_tiles', 'longest_tile', 'all_to_max'}),
                (Demo.path(), 'context 758', 'summary?context=758', set(), {None}),
                (blocks, 'block 3', 'trace?block=3', set(), {'row', 'tile', 'from', 'mean'})):
            facts = [(row['key'], row['what'], row['value'], row['unit'], row['source']) for row in table(report, 'card', location)]
            with self.subTest(words=words):
                self.assertLessEqual(wanted, {fact[0] for fact in facts})
                self.assertLessEqual({fact[4] for fact in facts}, {'recorded', 'measured', 'estimated', 'derived'})
                done = run('show', report, *words.split(), '--json')
                shown = {tuple(row[c] for c in ('key', 'what', 'value', 'unit', 'source')) for row in rows_of(json.loads(done.stdout))}
                self.assertLessEqual({fact for fact in facts[1:] if fact[0] not in but}, shown)
        for words in ('block', '99999999'), ('block', 'x'), ('context', '999999999'), ('executed', '99999999'):
            done = run('show', Demo.path(), *words)
            self.assertIn(done.returncode, (1, 2), words)
            self.assertEqual(done.stdout, '')

    def test_compute_sets_and_vertex_types(self):
        for report in reports():
            sets = {row['id']: row for row in table(report, 'compute-sets')}
            for r in found(report, 'compute-set', 'compute set', 200)[::50]:
                card = show(report, 'compute set', str(r['id']))
                exchanges = {row['id'] for row in table(report, 'programs') if row['type'] == 'DoExchange' and
                             (row['name'] or '').startswith(f"cs{r['id']}_")}
                self.assertEqual({int(row['location'].rpartition('=')[2]) for row in card['Exchange']} - exchanges, set())
                self.assertEqual(bool(card['Exchange']), bool(exchanges))
                self.check(card, {'Own vertex state': (size, sets[r['id']]['total']),
                                  'Edges': (number, sets[r['id']]['edges'])})
            types = collections.Counter(row['vertex_type'] for row in table(report, 'vertex-types'))
            for row in table(report, 'vertex-types')[:40:8]:
                if types[row['vertex_type']] > 1 or row['size'] is None:
                    continue
                one = next(r for r in found(report, 'vertex-type', 'vertex type', 10000)
                           if r['title'] == row['vertex_type'])
                self.check(show(report, 'vertex type', str(one['id'])), {
                    'Vertices': (number, row['instances']), 'Own state': (size, row['state_bytes']),
                    'Code with functions called': (size, row['code_bytes']), 'State per vertex': (size, row['size'])})

    def test_operations(self):
        for report in reports():
            operations = {row['operation']: row for row in table(report, 'operations')}
            for r in found(report, 'operation', 'operation', 300)[::20]:
                key = r['location'].rpartition('operation=')[2]
                if key not in operations or len(found(report, 'operation', f'op {r["title"]}', 2)) != 1:
                    continue
                row = operations[key]
                with self.subTest(report=report.name, operation=row['name']):
                    card = show(report, 'op', r['title'])
                    self.check(card, {
                        'Programs': (number, row['programs']), 'Executed': (number, row['executions']),
                        'Own tile cycles': (number, row['tile_cycles']), 'Own cycles': (number, row['cycles']),
                        'Own variables': (size, row['variable_bytes']), 'At the peak': (size, row['peak_bytes']),
                        'Own control code': (size, row['control_code']), 'Own vertex code': (size, row['vertex_code']),
                        'Own exchange code': (size, row['exchange_code'])})
                    if card['Kind']:
                        self.assertEqual(size(card['Kind']), row['variable_bytes'])
                        self.assertEqual(size(card['On tiles']), row['variable_bytes'])

    def test_layers(self):
        for report in reports():
            for r in found(report, 'layer', 'layer', 3):
                card = show(report, 'layer', r['title'])
                inside = {row['id']: row for row in reversed(table(report, 'programs', r['location']))
                          if f"{r['title']}/" in (row['name'] or '')}
                with self.subTest(report=report.name, layer=r['title']):
                    for row in card['Source code']:
                        line = row['location'].partition('line=')[2].partition('&')[0]
                        of_line = show(report, 'source', line)['Programs'][0]['value']
                        self.assertLessEqual(int(row['value'].split(', ')[1].split(' ')[0]), of_line)
                    self.assertEqual(f"{card['Programs'][0]['value']:,}", r['detail'].split(' ')[0])
                    self.assertLessEqual(number(card['Programs']), len(inside))
                    kinds = collections.Counter()
                    for row in table(report, 'variables', 'liveness?by=kind'):
                        path = (row['variable'] or '').split('/', 1)[-1]
                        if f"{path}/".startswith(f"{r['title']}/"):
                            kinds[row['kind']] += row['bytes']
                    self.assertTrue(kinds)
                    self.assertGreaterEqual(size(card['Kind']), 1)
                    self.assertEqual(size(card['Kind']), size(card['On tiles']))

    def test_kinds(self):
        for report in reports():
            for row in (row for row in table(report, 'kinds') if row['kind'] not in ('packing', 'gap')):
                with self.subTest(report=report.name, kind=row['kind']):
                    card = show(report, 'kind', row['title'])
                    title = [r for r in card['Kind'] if r['unit'] == 'bytes']
                    self.assertEqual((len(title), size(title)), (1, row['bytes']))
                    self.check(card, {'Certain': (size, row['certain']), 'Named': (size, row['named']),
                                      'Likely': (size, row['likely']), 'By lifetime': (size, row['lifetime']),
                                      'Variables': (number, row['variables'])})

    def test_source_code(self):
        for report in reports():
            rows = table(report, 'source-lines')
            by_key = collections.defaultdict(list)
            for row in rows:
                if row['kind'] == 'line' and row['line'] or row['kind'] == 'file':
                    by_key[row['key'] or row['file']].append(row)
            for key in sorted(by_key)[::max(len(by_key) // 6, 1)]:
                with self.subTest(report=report.name, key=key):
                    card = show(report, 'source', key)
                    for fact, column in (('Bytes', 'bytes'), ('Weights', 'weights'), ('Code', 'code'),
                                         ('Vertex state', 'state'), ('Exchange buffers', 'exchange'), ('At the peak', 'peak')):
                        self.assertEqual(size(card[fact]), sum(row[column] or 0 for row in by_key[key]), fact)
                    self.assertEqual(number(card['Own tile cycles']), sum(row['tile_cycles'] or 0 for row in by_key[key]))

    def test_text_of_a_line(self):
        """With a source map, three lines before and after are shown; fewer at the beginning of the file."""
        key = max(row['key'] for row in table(Demo.path(), 'source-lines') if row['kind'] == 'line')
        file, _, line = key.rpartition(':')
        name = pathlib.Path(FOLDER.name, 'src', file.lstrip('/'))
        name.parent.mkdir(parents=True)
        name.write_text(''.join(f'text {n}\n' for n in range(1, int(line) + 3)))
        card = show(Demo.path(), 'source', key, f'--source-map=/={FOLDER.name}/src')
        self.assertEqual({n: card[f'Line {n}'][0]['value'] for n in range(int(line) - 3, int(line) + 3)},
                         {n: f'text {n}' for n in range(int(line) - 3, int(line) + 3)})
        self.assertNotIn(f'Line {int(line) + 3}', card)
        self.assertFalse([fact for fact in show(Demo.path(), 'source', key) if fact.startswith('Line ')])
        self.assertEqual(run('show', Demo.path(), key, '--source-map=x').returncode, 2)

    def test_variables(self):
        for report in reports():
            kinds = collections.defaultdict(collections.Counter)
            for row in table(report, 'variables', 'liveness?by=kind'):
                # The variable that a message transfers is not the message itself, formats.md 8.6.
                if row['id'] is not None and row['category'] not in ('message', 'rearrangement'):
                    kinds[row['id']][row['kind']] += row['bytes']
            titles = {row['kind']: row['title'] for row in table(report, 'kinds')}
            for i in sorted(kinds)[::max(len(kinds) // 8, 1)]:
                with self.subTest(report=report.name, variable=i):
                    card = show(report, 'variable', str(i))
                    told = {row['detail'].split(' (')[0]: row['value'] for row in card['Kind']}
                    self.assertEqual(told, {titles[kind]: n for kind, n in kinds[i].items() if n})
                    self.assertEqual(size(card['On tiles']), sum(kinds[i].values()))

    def test_what_belongs_together(self):
        """Weights, their optimiser state and their gradient link to each other."""
        name = 'encoder/layer1/attention/qkv/matmul'
        state, gradient = 'Optimiser state', 'Weight gradients and accumulators'
        names = {'Weights': f'Fwd/{name}/weights', state: f'Fwd/{name}/weights/momentum', gradient: f'Bwd/{name}/weightGradient'}
        for kind, own in names.items():
            card = show(Demo.path(), 'variable', own)
            self.assertEqual({k: [r['detail'] for r in card[k]] for k in names if k != kind},
                             {k: [n] for k, n in names.items() if k != kind})
            self.assertEqual(card['Model layer'][0]['value'], 'encoder/layer1')
            self.assertEqual(card['Operation'][0]['value'].split('/', 1)[1], name)

    def test_users(self):
        """A variable lists the programs that compute on it or exchange it: those whose variables include it."""
        report = Demo.path()
        card = show(report, 'variable', 'Fwd/encoder/layer1/attention/qkv/matmul/weights')
        users = [int(row['location'].rpartition('=')[2]) for fact in ('Used by', 'Exchanged by') for row in card[fact]]
        self.assertTrue(card['Used by'])
        for program in users:
            names = {row['variable'].partition('#')[0]
                     for row in table(report, 'program-variables', f'programs?program={program}')}
            self.assertIn('Fwd/encoder/layer1/attention/qkv/matmul/weights', names)

    def test_tiles(self):
        for report in reports():
            rows = {row['tile']: row for row in table(report, 'what-if-tiles')}
            last = {row['tile']: row for row in table(report, 'trace-slowest', 'trace?by=tile')}
            memory = {row['tile']: row for row in table(report, 'memory-tiles')}
            plan = {}
            changes = ';'.join(row['change'] for row in table(report, 'plan'))
            for estimate in ('optimistic', 'pessimistic'):
                plan[estimate] = {row['tile']: row for row in table(
                    report, 'what-if-tiles', f'insights?change={changes}&estimate={estimate}')} if changes else {}
            for tile in sorted(rows)[::max(len(rows) // 5, 1)]:
                with self.subTest(report=report.name, tile=tile):
                    card = show(report, 'tile', str(tile))
                    over = max(rows[tile]['needs'] - (rows[tile]['capacity'] or rows[tile]['needs']), 0)
                    self.check(card, {'Need': (size, rows[tile]['needs']), 'Peak': (size, rows[tile]['after']),
                                      'Over capacity': (size, over), 'Gaps': (size, memory[tile]['gaps']),
                                      'Times slowest': (number, last.get(tile, {}).get('times'))})
                    self.assertLessEqual(size(card['Live at the peak']), rows[tile]['after'])
                    self.assertEqual({row['detail']: row['value'] for row in card['After the plan']},
                                     {estimate: of[tile]['needs'] for estimate, of in plan.items() if of})


if __name__ == '__main__':
    unittest.main()
