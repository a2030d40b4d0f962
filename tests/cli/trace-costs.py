#!/usr/bin/python3
"""Tests every table of sums over a trace against the file, read by SQL, decoded and added up here."""
import collections
import json
import pathlib
import random
import re
import unittest

from harness import REPORTS, Demo, Report, changed, output, rle, rows, run, streams, table

WAITS = {'StreamCopyBegin', 'StreamCopyEnd', 'Sync', 'Sans', 'SyncAns'}
EXCHANGES = {'DoExchange': 'do_exchange', 'GlobalExchange': 'global_exchange', 'StreamCopyMid': 'stream_copy_mid'}
Row = collections.namedtuple('Row', 'step ipu type sync program set name cycles tiles begin end received sent active')


class Trace(Report):
    """All rows of steps_by_ipu, each with the cycles of its tiles and the bytes of its exchange."""

    def __init__(self, path):
        super().__init__(path)
        self.n_tiles = self.all('select tiles_per_ipu from target_info')[0][0]
        kinds = dict(self.all('select id, name from program_types'))
        lists = {i: rle(b) for i, b in self.all('select id, cycles_by_tile_rle from cycles_by_tile')}
        sets = dict(self.all('select compute_set, name from compute_sets'))
        programs, of_copy = {}, streams(self)
        for number, name, kind, index, set_ in self.all(
                'select p.id, p.name, variant, variant_index, compute_set from programs p '
                'left join program_type_on_tile_execute e on e.id = variant_index'):
            is_set = kinds.get(kind) == 'OnTileExecute'
            programs[number] = (name or (sets[set_] if is_set else of_copy.get(number, '')), kinds.get(kind), index, set_ if is_set else None)
        self.moved = {}
        for kind, table in EXCHANGES.items():
            for row in self.all(f'select id, bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle from program_type_{table}'):
                self.moved[kind, row[0]] = rle(row[1]), rle(row[2])
        self.rows = []
        for step, ipu, kind, sync, program, cycles, tiles, begin, end, active in self.all(
                'select step_id, ipu, type, sync_type, program, cycles, tile_cycles_id, '
                'cycles_base + active_cycles_from_max, cycles_base + active_cycles_to_max, active_tiles '
                'from steps_by_ipu join steps on steps.id = step_id order by step_id, ipu'):
            name, of, index, set_ = programs.get(program, ('', None, None, None))
            received, sent = self.moved.get((of, index), (None, None))
            self.rows.append(Row(step, ipu, kind, sync or '', program, set_,
                                 name or (f'{sync} {kind}' if sync else kind), cycles, lists[tiles], begin, end,
                                 received and received[ipu], sent and sent[ipu], active))
        self.end = self.all('select max(cycles_base + all_cycles_to_max) from steps_by_ipu')[0][0]

    def vertices(self):
        """Returns the vertices by tile of each compute set."""
        out = {}
        for set_, blob in self.all('select compute_set, instances_by_tile from vertex_instances'):
            values = rle(blob)
            out[set_] = [a + b for a, b in zip(out[set_], values)] if set_ in out else values
        return out

    def bytes_by_tile(self):
        """Returns the bytes received and sent by tile, of each program that is an exchange."""
        kinds = dict(self.all('select id, name from program_types'))
        out = {}
        for number, kind, index in self.all('select id, variant, variant_index from programs'):
            if kinds.get(kind) in EXCHANGES:
                for lists in self.all('select bytes_received_by_tile_rle, bytes_sent_by_tile_rle from program_type_'
                                      f'{EXCHANGES[kinds[kind]]} where id = ?', index):
                    out[number] = [a + b for a, b in zip(*map(rle, lists))]
        return out

    def runs(self):
        """Returns the run of each step, by counting the executed programs; a step without a program belongs to the run
        before."""
        traced = [p for p, in self.all('select program_id from program_trace order by id')]
        ends, out, at, run = [], {}, 0, 0
        for number, in self.all('select num_programs from runs order by id'):
            ends.append((ends[-1] if ends else 0) + number)
        names = [number for number, in self.all('select id from runs order by id')]
        for step, program in self.all('select id, program from steps order by id'):
            if program is not None:
                at = traced.index(program, at)
                while at >= ends[run] and run + 1 < len(ends):
                    run += 1
                at += 1
            out[step] = names[run]
        return out

    def wanted(self, span=None, ipu=None, waits=False):
        """Returns the rows that count: steps of work, or waits, whose block touches the cycles."""
        return [r for r in self.rows if (r.type in WAITS) == waits and (ipu is None or r.ipu == ipu) and
                (span is None or (r.active and r.begin < span[1] and max(r.end, r.begin + 1) > span[0]))]

    def table(self, name, span=None, ipu=None, waits=False, more=''):
        keys = [f'range={span[0]}-{span[1]}'] if span else []
        keys += [f'ipu={ipu}'] if ipu is not None else []
        keys += ['waits=yes'] if waits else []
        return super().table(name, 'trace?' + '&'.join(keys + [more]).strip('&'))

    def questions(self):
        yield {}
        yield {'waits': True}
        for ipu in sorted({r.ipu for r in self.rows}):
            yield {'ipu': ipu}
        dice = random.Random(self.end)
        for at in range(10):
            low = dice.randrange(self.end)
            yield {'span': (low, low + 1 + dice.randrange(self.end // (1 + at * at))), 'waits': at % 3 == 2,
                   'ipu': dice.choice((None, None, self.rows[-1].ipu))}


def traces():
    for path in (Demo.path(), REPORTS / 'integrals'):
        if pathlib.Path(path).is_dir():
            yield Trace(path)


def split(name):
    return [part for part in re.sub(r'^cs\d+_', '', name).split('/') if part] or ['']


class Costs(unittest.TestCase):
    maxDiff = 3000

    def check(self, trace, got, rows, every, cycles='cycles'):
        """Checks the columns of a row of a table against the rows of the file that it sums."""
        tiles = trace.n_tiles
        tile_cycles = sum(sum(r.tiles) for r in rows)
        longest = sum(r.cycles for r in rows)
        moving = [r for r in rows if r.received is not None]
        self.assertEqual(got['steps'] if 'steps' in got else len(rows), len(rows))
        self.assertEqual(got[cycles], longest)
        self.assertLessEqual(abs(got['imbalance'] - (longest - tile_cycles / tiles)), 0.51)
        self.assertAlmostEqual(got['tile_balance'] or 0, tile_cycles / (tiles * longest) if longest else 0, 9)
        self.assertAlmostEqual(got['share'] or 0, longest / every if every else 0, 9)
        if 'tile_cycles' not in got:
            return
        self.assertEqual(got['tile_cycles'], tile_cycles)
        self.assertEqual(got['received_bytes'], sum(r.received for r in moving) if moving else None)
        self.assertEqual(got['sent_bytes'], sum(r.sent for r in moving) if moving else None)
        if moving and sum(r.cycles for r in moving):
            self.assertAlmostEqual(got['bytes_per_cycle'],
                                   sum(r.received + r.sent for r in moving) / sum(r.cycles for r in moving), 6)

    def check_table(self, name, group, key, **more):
        """Compares groups of the file's rows by @group with rows of the table by @key: both have the same."""
        for trace in traces():
            for question in trace.questions():
                with self.subTest(report=trace.path.name, **question):
                    rows = trace.wanted(**question)
                    groups = collections.defaultdict(list)
                    for row in rows:
                        groups[group(row)].append(row)
                    got = trace.table(name, **question, **more)
                    self.assertEqual(sorted(map(repr, map(key, got))), sorted(map(repr, groups)))
                    every = sum(r.cycles for r in rows)
                    for line in got:
                        self.check(trace, line, groups[key(line)], every)
                    order = [line['imbalance' if name == 'trace-bound' else 'cycles'] for line in got]
                    self.assertEqual(order, sorted(order, reverse=True))

    def test_names(self):
        """A step has the name of its program; a part of a StreamCopy has its streams, which are seldom empty."""
        for trace in traces():
            want = [None if r.program is None else r.name for r in trace.rows if r.type not in ('Sync', 'Sans', 'SyncAns')]
            got = [g for g in table(trace.path, 'trace-steps') if g['type'] not in ('Sync', 'Sans', 'SyncAns')]
            self.assertEqual([g['name'] for g in got], want)
            self.assertGreater(len({g['name'] for g in got if g['type'] == 'StreamCopyBegin'}), 1)

    def test_programs(self):
        self.check_table('trace-costs', lambda r: (r.program, r.type, r.name),
                         lambda g: (g['program'], g['type'], g['name']), more='by=program')

    def test_compute_sets(self):
        def group(r):
            return (r.set, r.name) if r.set is not None else (None, f'All of type {r.type}')
        self.check_table('trace-costs', group, lambda g: (g['compute_set'], g['name']))
        self.check_table('trace-bound', group, lambda g: (g['compute_set'], g['name']))

    def test_operations(self):
        """Each operation has the cycles of its programs in `operations`, and together they have all."""
        for trace in traces():
            for layer in [row['layer'] for row in table(trace.path, 'layers')]:
                of = {row['id']: row['operation'] for row in table(trace.path, 'programs', f'operations?by=operation&layer={layer}')}
                rows = trace.wanted()
                groups = collections.defaultdict(list)
                for row in rows:
                    groups[of[row.program]].append(row)
                got = trace.table('trace-costs', more=f'by=operation&layer={layer}')
                bound = trace.table('trace-bound', more=f'by=operation&layer={layer}')
                for line in got:
                    with self.subTest(report=trace.path.name, layer=layer, name=line['name']):
                        self.check(trace, line, groups[line['operation']], sum(r.cycles for r in rows))
                self.assertEqual(len(got), len(groups))
                self.assertCountEqual(bound, [{key: line.get(key) for key in bound[0]} for line in got])

    def test_paths(self):
        for trace in traces():
            for question in trace.questions():
                for by, down in (('top-down', True), ('bottom-up', False)):
                    with self.subTest(report=trace.path.name, by=by, **question):
                        self.check_tree(trace, trace.table('trace-costs', more=f'by={by}', **question), trace.wanted(**question), down)

    def check_tree(self, trace, got, rows, down):
        every = sum(r.cycles for r in rows)
        below, own, anywhere = (collections.defaultdict(list) for _ in range(3))
        for row in rows:
            parts = split(row.name)
            parts = parts if down else parts[::-1]
            own[tuple(parts)].append(row)
            for n in range(len(parts)):
                below[tuple(parts[:n + 1])].append(row)
            for part in set(parts):
                anywhere[part].append(row)
        path, seen, above = [], set(), {}
        for line in got:
            path = path[:line['depth']] + [line['name']]
            at = tuple(path)
            self.assertNotIn(at, seen)
            seen.add(at)
            self.check(trace, line, below[at], every, 'cycles' if down else 'own_cycles')
            if down:
                self.assertEqual(line['own_cycles'], sum(r.cycles for r in own[at]))
            else:
                self.assertEqual(line['cycles'], None if len(at) > 1 else sum(r.cycles for r in anywhere[at[0]]))
            mine = sum(r.cycles for r in below[at])
            self.assertLessEqual(mine, above.get(at[:-1], mine))
            above[at[:-1]] = mine
        self.assertEqual(seen, set(below))

    def test_last(self):
        """The slowest tile of each step, by how much it exceeds the others, and the work that it has more of."""
        for trace in traces():
            vertices, moved = trace.vertices(), trace.bytes_by_tile()
            for question in trace.questions():
                rows = {(r.step, r.ipu): r for r in trace.wanted(**question) if max(r.tiles)}
                got = trace.table('trace-slowest', **question)
                self.assertEqual({(g['step'], g['ipu']) for g in got}, set(rows))
                self.assertEqual(len(got), len(rows))
                costs = []
                for line in got:
                    row = rows[line['step'], line['ipu']]
                    with self.subTest(report=trace.path.name, step=row.step, ipu=row.ipu):
                        costs.append(row.cycles - sum(row.tiles) / trace.n_tiles)
                        self.check_last(trace, line, row, vertices, moved)
                self.assertEqual(costs, sorted(costs, reverse=True))

    def check_last(self, trace, line, row, vertices, moved):
        order = sorted(row.tiles, reverse=True)
        at = row.tiles.index(order[0])
        tile = row.ipu * trace.n_tiles + at
        mean = sum(row.tiles) / trace.n_tiles
        self.assertEqual((line['tile'], line['cycles'], line['second'], line['beyond_second'], line['together']),
                         (tile, order[0], order[1], order[0] - order[1], row.tiles.count(order[0])))
        self.assertLessEqual(abs(line['imbalance'] - (order[0] - mean)), 0.51)
        self.assertLessEqual(abs(line['mean'] - mean), 0.51)
        span = slice(row.ipu * trace.n_tiles, (row.ipu + 1) * trace.n_tiles)
        for load, key in ((vertices.get(row.set), 'vertices'), (moved.get(row.program), 'bytes')):
            if load is None:
                self.assertEqual((line[key], line[f'mean_{key}']), (None, None))
                continue
            many = sum(load[span]) / trace.n_tiles
            self.assertEqual(line[key], load[tile])
            self.assertLessEqual(abs(line[f'mean_{key}'] - many), 0.51 if key == 'bytes' else 1e-6)
            if sum(row.tiles) not in (order[0], order[0] * trace.n_tiles):
                self.assertEqual(line['why'], f'more {key}' if load[tile] > many else f'no more {key} than others')

    def test_last_together(self):
        """The details of a step name all slowest tiles, if there are several."""
        for trace in traces():
            steps = sorted({r.step for r in trace.rows})
            seen = set()
            for step in random.Random(trace.end).sample(steps, min(len(steps), 25)):
                got = [(g['key'], g['value']) for g in trace.table('card', more=f'executed={step}')]
                first = [value for key, value in got if key == 'longest_tile']
                named = [re.sub('^[0-9,]* tiles: ', '', value).split(', ') for key, value in got if key == 'longest_tiles']
                sets = [[t for part in of for t in range(int(part.split('-')[0]), int(part.split('-')[-1]) + 1)] for of in named]
                wanted = [[r.ipu * trace.n_tiles + t for t, c in enumerate(r.tiles) if c == max(r.tiles)]
                          for r in trace.rows if r.step == step and max(r.tiles)]
                with self.subTest(report=trace.path.name, step=step):
                    self.assertEqual(first, [of[0] for of in wanted])
                    self.assertEqual(sets, [of for of in wanted if len(of) > 1])
                seen |= {len(of) > 1 for of in wanted}
            self.assertEqual(seen, {True, False})

    def test_stragglers(self):
        """Tiles that were slowest alone, and by how much; if several were, none of them delayed the step."""
        for trace in traces():
            for question in trace.questions():
                with self.subTest(report=trace.path.name, **question):
                    tiles, ties, steps = collections.defaultdict(list), 0, 0
                    for row in trace.wanted(**question):
                        longest = max(row.tiles)
                        steps += longest > 0
                        ties += longest > 0 and row.tiles.count(longest) > 1
                        if longest and row.tiles.count(longest) == 1:
                            tiles[row.ipu * trace.n_tiles + row.tiles.index(longest)].append(row)
                    got = trace.table('trace-slowest', more='by=tile', **question)
                    self.assertEqual({g['tile'] for g in got}, set(tiles))
                    self.assertEqual(len(got), len(tiles))
                    costs = {t: [r.cycles - sorted(r.tiles)[-2] for r in of] for t, of in tiles.items()}
                    whole = sum(map(sum, costs.values()))
                    for line in got:
                        of, cost = tiles[line['tile']], costs[line['tile']]
                        self.assertEqual(line['times'], len(of))
                        self.assertEqual(line['beyond_second'], sum(cost))
                        self.assertEqual(line['cycles'], sum(r.cycles for r in of))
                        waste = sum(trace.n_tiles * r.cycles - sum(r.tiles) for r in of)
                        self.assertLessEqual(abs(line['imbalance'] - waste / trace.n_tiles), 0.51)
                        self.assertAlmostEqual(line['share'], sum(cost) / whole, 9)
                        self.assertEqual(line['step'], of[cost.index(max(cost))].step)
                    order = [g['beyond_second'] for g in got]
                    self.assertEqual(order, sorted(order, reverse=True))
                    self.check_ties(trace, question, steps, ties)

    def check_ties(self, trace, question, steps, ties):
        keys = {'range': '-'.join(map(str, question['span'])) if question.get('span') else None,
                'ipu': question.get('ipu'), 'waits': 'yes' if question.get('waits') else None}
        place = '&'.join(['trace?by=tile'] + [f'{key}={value}' for key, value in keys.items() if value is not None])
        text = run('table', 'trace-slowest', trace.path, '--location', place, '--limit', 1).stdout
        kind = 'waiting' if question.get('waits') else 'work'
        self.assertIn(f'{steps:,} {kind} steps, counted on each IPU', ' '.join(text.split()))
        self.assertIn(f'; in {ties:,} several tiles are slowest.', ' '.join(text.split()))

    def test_exchanges(self):
        for trace in traces():
            kinds = dict(trace.all('select id, name from program_types'))
            exchange = {number: (kinds[kind], index) for number, kind, index in
                        trace.all('select id, variant, variant_index from programs') if kinds.get(kind) in EXCHANGES}
            for question in trace.questions():
                if question.get('waits'):
                    continue
                groups = collections.defaultdict(list)
                for row in trace.wanted(**question):
                    if row.received is not None:
                        groups[row.program].append(row)
                got = trace.table('trace-exchanges', **question)
                self.assertEqual(sorted(g['program'] for g in got), sorted(groups))
                for line in got:
                    with self.subTest(report=trace.path.name, program=line['program'], **question):
                        self.check_exchange(trace, line, groups[line['program']], exchange[line['program']],
                                            question.get('ipu'))
                self.assertEqual([g['cycles'] for g in got], sorted((g['cycles'] for g in got), reverse=True))

    def check_exchange(self, trace, line, rows, exchange, ipu):
        table = f'program_type_{EXCHANGES[exchange[0]]}'
        received, sent = map(rle, trace.all(f'select bytes_received_by_tile_rle, bytes_sent_by_tile_rle from {table} '
                                            'where id = ?', exchange[1])[0])
        moved = sum(received) + sum(sent)
        code = [sum(rle(b)) for b, in trace.all(f'select code_bytes_by_tile_rle from {table} where id = ?', exchange[1])
                ] if exchange[0] == 'DoExchange' else [None]
        self.assertEqual(line['code_bytes'], code[0])
        if code[0]:
            self.assertAlmostEqual(line['bytes_per_code_byte'], moved / code[0], 6)
        cycles, both = sum(r.cycles for r in rows), sum(r.received + r.sent for r in rows)
        self.assertEqual((line['steps'], line['cycles'], line['received_bytes'] + line['sent_bytes']),
                         (len(rows), cycles, both))
        self.assertEqual(line['received_bytes'], sum(r.received for r in rows))
        if cycles:
            self.assertAlmostEqual(line['bytes_per_cycle'], both / cycles, 6)
        first = 0 if ipu is None else ipu * trace.n_tiles
        end = len(received) if ipu is None else first + trace.n_tiles
        ends = list(zip(received, sent))[first:end]
        self.assertEqual((line['senders'], line['receivers']), (sum(b > 0 for _, b in ends), sum(a > 0 for a, _ in ends)))
        sums = [a + b for a, b in ends]
        self.assertEqual(line['busiest_bytes'], max(sums) or None)
        if max(sums):
            self.assertEqual(line['busiest_tile'], first + sums.index(max(sums)))

    def test_iterations(self):
        for trace in traces():
            runs = trace.runs()
            for question in trace.questions():
                groups = collections.defaultdict(list)
                for row in trace.wanted(**question):
                    groups[row.program, row.type, row.name, row.ipu].append(row)
                got = trace.table('trace-variation', **question)
                seen, above = collections.Counter(), None
                for line in got:
                    with self.subTest(report=trace.path.name, **question, line=line['name'], of=line['ipu']):
                        if not line['depth']:
                            above = line['program'], line['type'], line['name'], line['ipu']
                            rows = groups[above]
                        else:
                            rows = [r for r in groups[above] if f'Run {runs[r.step]} ' in line['name'] + ' ']
                            self.assertGreater(len({runs[r.step] for r in groups[above]}), 1)
                        seen[above, line['depth']] += len(rows)
                        self.check_iterations(line, rows)
                for group, rows in groups.items():
                    self.assertEqual(seen[group, 0], len(rows) if len(rows) > 1 else 0)
                    if len(rows) > 1 and len({runs[r.step] for r in rows}) > 1:
                        self.assertEqual(seen[group, 1], len(rows))
                order = [g['beyond_fastest'] for g in got if not g['depth']]
                self.assertEqual(order, sorted(order, reverse=True))

    def check_iterations(self, line, rows):
        cycles = sorted(r.cycles for r in rows)
        n, mean = len(cycles), sum(cycles) / len(cycles)
        low, median, high = cycles[(n - 1) // 4], cycles[(n - 1) // 2], cycles[3 * (n - 1) // 4]
        self.assertEqual((line['executions'], line['shortest'], line['median'], line['longest'], line['beyond_fastest']),
                         (n, cycles[0], median, cycles[-1], sum(cycles) - n * cycles[0]))
        self.assertLessEqual(abs(line['mean'] - mean), 0.51)
        self.assertLessEqual(abs(line['deviation'] - (sum((c - mean) ** 2 for c in cycles) / n) ** 0.5), 0.51)
        self.assertEqual(line['outliers'], sum(abs(c - min(max(c, low), high)) > 1.5 * (high - low) for c in cycles)
                         if n >= 4 else 0)
        self.assertEqual(line['step'], next(r.step for r in rows if r.cycles == cycles[-1]))

    def test_no_cycles_by_tile(self):
        """Tables that need cycles by tile say so, and name the option that records them."""
        with changed('update steps_by_ipu set tile_cycles_id = null') as report:
            for name in ('trace', 'trace?by=tile'):
                done = run('table', 'trace-slowest', report, '--location', name)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn('debug.computeInstrumentationLevel', done.stderr)
            self.assertEqual(run('table', 'trace-bound', report).returncode, 0)

    def test_separators(self):
        """A range may be typed as its numbers are printed, and with commas in no other way."""
        plain = output(Demo.path(), 'trace', '--range', '1000..2000000')['tables']
        for text in '1,000..2,000,000', '1,000-2000000':
            self.assertEqual(output(Demo.path(), 'trace', '--range', text)['tables']['trace-costs']['rows'],
                             plain['trace-costs']['rows'])
        for text in '1,0..2,000', '1,000..2,00000', ',1..9', '1,..9', '..', '1,000', '2,000..1,000':
            self.assertEqual(run('trace', Demo.path(), '--range', text).returncode, 2, text)

    def test_misuse(self):
        for place, words in (('trace?by=tile', 'compute-set, program, operation'), ('trace?range=9..3', '9..3'),
                             ('trace?ipu=77', 'IPU')):
            done = run('table', 'trace-bound', Demo.path(), '--location', place)
            self.assertEqual(done.returncode, 2)
            self.assertIn(words, done.stderr)


class Damaged(unittest.TestCase):
    """A list of cycles by tile that is damaged or missing is reported and left out, and no other number changes."""
    LISTS = "(select tile_cycles_id from steps_by_ipu b join steps s on s.id = step_id where type = 'OnTileExecute')"

    @staticmethod
    def table(name, report):
        done = run('table', name, report, '--json')
        return rows(json.loads(done.stdout)), done.stderr

    DAMAGED = r'1 of [0-9]+ lists of tile cycles are damaged .*cycles_by_tile, id [0-9]+\)'
    MISSING = r'[0-9]+ of [0-9]+ executed steps have no list of tile cycles: missing .*cycles_by_tile, id [0-9]+'

    def test_damaged(self):
        self.check(self.DAMAGED, "update cycles_by_tile set cycles_by_tile_rle = x'ff' where id = "
                   f'(select min(tile_cycles_id) from {self.LISTS})')

    def test_null(self):
        self.check(self.DAMAGED, 'create table lists as select id, case when id = (select min(tile_cycles_id) from '
                   f'{self.LISTS}) then null else cycles_by_tile_rle end cycles_by_tile_rle from cycles_by_tile',
                   'drop table cycles_by_tile', 'alter table lists rename to cycles_by_tile')

    def test_missing(self):
        self.check(self.MISSING, f'delete from cycles_by_tile where id = (select min(tile_cycles_id) from {self.LISTS})')

    def test_all_missing(self):
        self.check(self.MISSING, f'delete from cycles_by_tile where id in {self.LISTS}')

    def check(self, words, *damage):
        with changed() as whole, changed(*damage) as report:
            good, quiet = self.table('trace-types', whole)
            rows, said = self.table('trace-types', report)
            self.assertEqual(quiet, '')
            self.assertRegex(said, words)
            # Sums over steps need no list; the slowest tile does.
            self.assertCountEqual(rows, good)
            lasts, fewer = self.table('trace-slowest', whole)[0], self.table('trace-slowest', report)[0]
            self.assertLess(len(fewer), len(lasts))
            self.assertTrue(all(row in lasts for row in fewer))
            self.assertEqual(run('trace', report, '--limit', '3').returncode, 0)
            self.assertEqual(run('check', report).returncode, 3)


if __name__ == '__main__':
    unittest.main()
