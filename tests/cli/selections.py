#!/usr/bin/python3
"""Tests poplens-cli for one tile, IPU or step, and the slowest steps of the trace, against plain SQL on the file."""
import collections
import itertools
import json
import pathlib
import re
import shlex
import tempfile
import unittest

from harness import REPORTS, Demo, Report, Small, changed, reports, rle, rows, run, table, varints, write_demo

CURVE = '''
    with steps as (select id from depth_first_steps),
         sizes as (select equivalence_class as class, sum(size_bytes) as bytes from vars_info
                   where bitset & 1 and tile between ? and ? group by 1)
    select steps.id, coalesce((select sum(bytes) from sizes join eq_classes on eq_classes.id = class
                               join eq_class_step on eq_class_id = class
                               where not is_always_live and step_id_from <= steps.id and steps.id < step_id_to), 0)
    from steps order by 1'''

ALWAYS = '''select sum(size_bytes) from vars_info join eq_classes on eq_classes.id = equivalence_class
            where bitset & 1 and is_always_live and tile between ? and ?'''

# Bytes by unlowered variable of the classes with a condition, of all tiles or of one.
BYTES = '''select unlowered_var_id, sum(bytes) from var_bytes_by_eq_class join eq_classes on eq_classes.id = eq_class_id
           where tile is ? and bytes > 0 and %s group by 1 order by 1'''
LIVE = '''not is_always_live and exists (select 1 from eq_class_step where eq_class_step.eq_class_id = eq_classes.id and
          step_id_from <= %d and %d < step_id_to)'''
BORN = '''not is_always_live and exists (select 1 from eq_class_step where eq_class_step.eq_class_id = eq_classes.id
          and step_id_from = %d)'''
FREED = '''not is_always_live and exists (select 1 from eq_class_step where eq_class_step.eq_class_id = eq_classes.id
           and step_id_to = %d)'''


class Liveness(unittest.TestCase):
    def curve(self, report, first, last, *options):
        """Checks steps, sums and peak of these tiles, and the maximum of not-always-live bytes."""
        got = report.json('liveness', *options)
        always = report.all(ALWAYS, first, last)[0][0]
        steps = sorted(rows(got), key=lambda row: row['step'])
        self.assertEqual([row['not_always_live'] for row in steps], [b for _, b in report.all(CURVE, first, last)])
        self.assertEqual({row['total'] - row['not_always_live'] for row in steps}, {always})
        worst = max(steps, key=lambda row: row['not_always_live'])
        self.assertEqual(got['figures'], {'peak_step': worst['step'], 'peak_bytes': worst['total'], 'always_live_bytes': always})
        return worst['not_always_live']

    def test_tiles(self):
        for path in reports():
            report = Report(path)
            for tile in 0, 5, 1471:
                with self.subTest(report=path.name, tile=tile):
                    self.assertEqual(self.curve(report, tile, tile, '--tile', tile), report.all(
                        'select not_always_live_max_bytes from memory_by_tile where tile = ?', tile)[0][0])

    def test_several_tiles(self):
        self.curve(Report(Demo.path()), 100, 140, '--tile', '100-140')

    def test_ipus(self):
        for path in reports():
            report = Report(path)
            tiles, ipus = report.all('select tiles_per_ipu, ipus_per_replica from target_info')[0]
            for ipu in range(ipus):
                with self.subTest(report=path.name, ipu=ipu):
                    self.curve(report, tiles * ipu, tiles * ipu + tiles - 1, '--ipu', ipu)

    def test_steps(self):
        for path in reports():
            report = Report(path)
            last = report.all('select max(id) from depth_first_steps')[0][0]
            names = dict(report.all('select id, name from unlowered_vars'))
            for step, tile in (0, None), (last // 2, None), (last * 3 // 4, 7), (last, None):
                with self.subTest(report=path.name, step=step, tile=tile):
                    got = report.json('liveness', '--all', '--step', step, *(() if tile is None else ('--tile', tile)))
                    figures, live = got['figures'], rows(got)
                    for column, condition in (('not_always_live', LIVE % (step, step)), ('always_live', 'is_always_live'),
                                              ('born', BORN % step), ('freed', FREED % step)):
                        self.assertEqual(sorted((v['id'], v[column]) for v in live if v[column]), report.all(BYTES % condition, tile))
                    self.assertLessEqual({(v['id'], v['variable']) for v in live}, {*names.items()} | {(v['id'], None) for v in live if v['id'] not in names})
                    self.assertEqual(figures['live_bytes'], sum(v['live'] for v in live))
                    self.assertEqual([figures[f'{key}_bytes'] for key in ('born', 'freed', 'always_live')],
                                     [sum(v[key] or 0 for v in live) for key in ('born', 'freed', 'always_live')])

    def test_some_steps(self):
        """Each column equals the variables that plain SQL finds live at its step, for all tiles and for one."""
        for path in reports():
            report = Report(path)
            last = report.all('select max(id) from depth_first_steps')[0][0]
            steps = [last // 2, last, 0, last // 3, *range(4, 12)]
            for tile in None, 7:
                with self.subTest(report=path.name, tile=tile):
                    got = rows(report.json('liveness', '--step', f'{last // 2},{last},0,{last // 3},4-11',
                                           *(() if tile is None else ('--tile', tile))))
                    always = dict(report.all(BYTES % 'is_always_live', tile))
                    for at, step in enumerate(steps):
                        live = dict(report.all(BYTES % (LIVE % (step, step)), tile))
                        column = f'live_{at + 1}' if at else 'live'
                        self.assertEqual({v['id']: v[column] for v in got if v[column]},
                                         {i: live.get(i, 0) + always.get(i, 0) for i in {*live, *always}})
                        if at:
                            self.assertEqual([v[f'difference_{at + 1}'] for v in got], [v[column] - v['live'] for v in got])
        self.assertIn('25 more steps are left out', run('liveness', Demo.path(), '--step', '0-40', '--all').stdout)

    def test_estimates(self):
        """Cycles of an exchange by tile are the file's lists, one IPU after the other."""
        for path in reports():
            report = Report(path)
            cycles = {i: rle(b) for i, b in report.all('select id, cycles_by_tile_rle from compilation_cycles_by_tile')}
            for step, ids in report.all(
                    "select s.id, e.cycles_by_tile_ids from depth_first_steps s join programs p on p.id = s.program_id "
                    "join program_types t on t.id = p.variant and t.name = 'DoExchange' "
                    "join program_type_do_exchange e on e.id = p.variant_index limit 4"):
                with self.subTest(report=path.name, step=step):
                    got = sorted(table(path, 'tile-costs', f'liveness?by=step&step={step}'), key=lambda row: row['tile'])
                    self.assertEqual([row['estimated_cycles'] for row in got],
                                     list(itertools.chain(*(cycles[i] for i in varints(ids)))))

    def test_costs_of_steps(self):
        """Several steps have their own columns, each with the costs of its program."""
        report = Report(Demo.path())
        steps = [row[0] for row in report.all(
            "select min(s.id) from depth_first_steps s join programs p on p.id = s.program_id join program_types t on "
            "t.id = p.variant where t.name in ('DoExchange', 'OnTileExecute') group by t.name")]
        programs = [report.all('select program_id from depth_first_steps where id = ?', step)[0][0] for step in steps]
        both = {row['tile']: row for row in table(
            Demo.path(), 'tile-costs', f'liveness?by=step&step={steps[0]},{steps[1]}')}
        for at, program in enumerate(programs):
            of = {row['tile']: row for row in table(Demo.path(), 'tile-costs', f'programs?program={program}')}
            for column in 'vertices', 'control_code', 'exchange_code', 'sent_bytes', 'estimated_cycles', 'flops':
                name = f'{column}_{at + 1}' if at else column
                self.assertEqual({tile: row[name] for tile, row in both.items() if row.get(name)},
                                 {tile: row[column] for tile, row in of.items() if row[column]}, name)

    def test_flops(self):
        """FLOPs of a compute set by tile are the file's list."""
        flops = [3, 1, 0, 7]
        with changed(f"update compute_sets set estimated_flops_by_tile = x'{bytes(n | 0x80 for n in (len(flops) << 1 | 1, *flops)).hex()}'") as path:
            step, = Report(path).all(
                "select min(s.id) from depth_first_steps s join programs p on p.id = s.program_id join program_types t "
                "on t.id = p.variant where t.name = 'OnTileExecute'")[0]
            got = table(path, 'tile-costs', f'liveness?by=step&step={step}&tile=0-4')
            self.assertEqual([row['flops'] for row in sorted(got, key=lambda row: row['tile'])], [*flops, 0])

    def test_an_ipu_names_what_its_tiles_hold(self):
        """Names of an IPU's variables are found through lowered variables, names of its tiles in the file."""
        report = Report(Demo.path())
        tiles = report.all('select tiles_per_ipu from target_info')[0][0]
        got = rows(report.json('liveness', '--ipu', 1, '--step', 100))
        sums = collections.Counter()
        for name, bytes_ in report.all(
                'select name, bytes from var_bytes_by_eq_class join eq_classes on eq_classes.id = eq_class_id join '
                'unlowered_vars on unlowered_vars.id = unlowered_var_id where tile >= ? and ' + LIVE % (100, 100),
                tiles):
            sums[name] += bytes_
        names = collections.Counter()
        for v in got:
            names[v['variable']] += v['not_always_live']
        self.assertEqual(+names, sums)
        self.assertGreater(len(names), 3)


class Trace(unittest.TestCase):
    def expected(self, report):
        """Returns for each row: cycles, idle cycles, and whether it waits."""
        tiles = report.all('select tiles_per_ipu from target_info')[0][0]
        cycles = {i: sum(rle(b)) for i, b in report.all('select id, cycles_by_tile_rle from cycles_by_tile')}
        out = {}
        for step, ipu, kind, longest, tile_cycles in report.all(
                'select step_id, ipu, type, cycles, tile_cycles_id from steps_by_ipu join steps on steps.id = step_id'):
            waits = kind in ('StreamCopyBegin', 'StreamCopyEnd', 'Sync', 'Sans', 'SyncAns')
            out[step, ipu] = longest, tiles * longest - cycles[tile_cycles], waits
        return out

    def test_orders(self):
        """Sorts by the longest steps, and by the time that tiles wait for the slowest tile."""
        for path in (Demo.path(), REPORTS / 'integrals'):
            if not path.is_dir():
                continue
            report = Report(path)
            listed = self.expected(report)
            tiles = report.all('select tiles_per_ipu from target_info')[0][0]
            got = table(path, 'trace-steps')
            self.assertEqual({(row['step'], row['ipu']): (row['cycles'], row['waiting']) for row in got},
                             {at: (r[0], r[2]) for at, r in listed.items()})
            for row in got:
                self.assertAlmostEqual(row['imbalance'], listed[row['step'], row['ipu']][1] / tiles, delta=0.51)
            work = [r for r in listed.values() if not r[2]]
            top = table(path, 'trace-top')
            self.assertEqual([row['cycles'] for row in top], sorted((r[0] for r in work), reverse=True)[:20])
            done = run('table', 'trace-steps', path, '--json', '--sort', '-imbalance', '--where', 'waiting = no', '--limit', 12)
            self.assertEqual([row['imbalance'] for row in rows(json.loads(done.stdout))],
                             sorted((row['imbalance'] for row in got if not row['waiting']), reverse=True)[:12])

    def test_range(self):
        """Only steps whose block touches the cycles are listed."""
        report = Report(Demo.path())
        begin, end = 'cycles_base + active_cycles_from_max', 'cycles_base + active_cycles_to_max'
        last = report.all('select max(cycles_base + all_cycles_to_max) from steps_by_ipu')[0][0]
        for part in range(1, 6):
            low, high = last * part // 7, last * part // 7 + last // (3 * part)
            inside = {tuple(r) for r in report.all(
                f'select step_id, ipu from steps_by_ipu where active_tiles > 0 and {begin} < ? and '
                f'max({end}, {begin} + 1) > ?', high, low)}
            self.assertEqual({(r['step'], r['ipu']) for r in report.table('trace-steps', f'trace?range={low}-{high}')}, inside)


class Insights(unittest.TestCase):
    def test_order(self):
        for path in reports():
            with self.subTest(report=path.name):
                got = table(path, 'findings')
                memory = [f for f in got if f['cycles'] is None]
                saves = [f['saves'] or 0 for f in memory[1:]]
                self.assertEqual(saves, sorted(saves, reverse=True))
                self.assertEqual(memory[0]['key'], 'capacity')
                # Findings are sorted by their saving, a sum after its largest part; findings outside the program come
                # last, as no change of it helps.
                timed = [f for f in got if f['cycles']]
                ranks = [f['share'] is None for f in timed]
                self.assertEqual(ranks, sorted(ranks))
                single = [f['cycles'] for f in timed if f['subject'] and f['share'] is not None]
                self.assertEqual(single, sorted(single, reverse=True))
                self.assertEqual(len(table(path, 'insights-tiles')), 5)

    def lacking(self):
        """Yields (lacking part, a report that does not fit and lacks the part)."""
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            for lack in 'options', 'liveness', 'programs', 'variables', 'memory', 'profile':
                path = pathlib.Path(folder, lack)
                write_demo(path, '--overflow', '--tiles=64', f'--without={lack}')
                yield lack, path

    def answered(self, *arguments):
        done = run(*arguments, '--json')
        self.assertEqual((done.returncode, done.stderr), (0, ''), arguments)
        return json.loads(done.stdout)

    def test_commands_run(self):
        """A finding's command prints rows, its location opens, and next commands work, whatever the report lacks."""
        for lack, path in self.lacking():
            found = table(path, 'findings')
            # Commands of one kind differ only in a name.
            commands = {finding['command'].partition(' --where')[0]: finding['command'] for finding in found}
            places = {re.sub('=[^&]*', '', finding['location']): finding['location'] for finding in found}
            self.assertGreater(len(commands), 6 if lack == 'options' else 1)
            for command in commands.values():
                self.assertTrue(rows(self.answered(*shlex.split(command)[1:])), command)
            for location in places.values():
                self.answered(path, '--location', location)
            for name in 'summary', 'memory', 'liveness', 'time':
                done = run(name, path, '--json')
                follows = done.returncode == 0 and json.loads(done.stdout)['next']
                if follows:
                    self.answered(*shlex.split(follows)[1:])

    def test_location_sorts_and_filters(self):
        """A location's sort order and filter of the main table apply, in text and in JSON, or are refused."""
        path, place = Small.path(), 'memory?tab=vertex-types&sort.vertex-types=%s&filter.vertex-types=%s'
        first = [self.answered(path, '--location', place % keys)['tables']['vertex-types']['rows'][0]['vertex_type']
                 for keys in (('-code_bytes', ''), ('+code_bytes', ''), ('-code_bytes', 'reduce'))]
        self.assertEqual(len({*first}), 3)
        for keys, name in zip((('-code_bytes', ''), ('+code_bytes', ''), ('-code_bytes', 'reduce')), first):
            self.assertIn(name, run(path, '--location', place % keys, '--limit', '1').stdout)
        self.assertEqual(run(path, '--location', place % ('-nonesuch', '')).returncode, 2)

    def test_what_gaps_take_now(self):
        """Gaps, packing and instrumentation have the bytes of their findings, even if no change can be tried."""
        for lack, path in self.lacking():
            if lack not in ('memory', 'profile'):
                found = {finding['key']: finding['bytes'] for finding in table(path, 'findings')}
                taken = {row['change']: row['bytes'] or None for row in table(path, 'changes')}
                self.assertEqual([taken.get(key) for key in ('gap', 'packing', 'no-instrumentation')],
                                 [found.get(key) for key in ('gaps', 'packing', 'instrumentation')], lack)
                self.assertEqual(run('table', 'plan', path).returncode, lack != 'options', lack)

    def test_changes_only_if_it_does_not_fit(self):
        """If a model fits, changes are not findings; the table of changes lists them."""
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            write_demo(folder, '--overflow', '--tiles=64')
            for path, fits in (Small.path(), True), (pathlib.Path(folder), False):
                self.assertIn('half', {row['change'] for row in table(path, 'changes') if row['saving']})
                self.assertEqual('half' in {finding['key'] for finding in table(path, 'findings')}, not fits)

    def test_instrumentation_by_name(self):
        for path in reports():
            with self.subTest(report=path.name):
                report = Report(path)
                costs = {c['change']: c['bytes'] for c in report.table('changes')}
                sql = '''select sum(size_bytes) from vars_info join vars_string_table s on s.id = name_base_id
                         join var_categories c on c.id = category where bitset & 1 and (c.name = 'instrumentationResults'
                         or s.string like 'instrumentationStreamBuffer%'
                         or s.string like '.text.supervisor.instrumentation\\_%' escape '\\'
                         or s.string like '%InstrumentationDumpStep%')'''
                self.assertEqual(costs['no-instrumentation'], report.all(sql)[0][0])

    def test_out_of_memory(self):
        with tempfile.TemporaryDirectory() as folder:
            write_demo(folder, '--overflow')
            first = table(pathlib.Path(folder), 'findings')[0]
            self.assertEqual(first['key'], 'tiles-over')
            self.assertIn('1 of 2,944 tiles is over capacity', first['sentence'])


class Gaps(unittest.TestCase):
    """Reasons of gaps, found independently from the rows of the file."""

    @staticmethod
    def tile(rows, elements, interleaved):
        """Returns (cause, from, to) of each gap. A row: id, offset, size, alignment, bits, constraints."""
        first, named = rows[0][0], collections.defaultdict(set)
        for row in rows:
            for number in varints(row[5]):
                named[row[0]].add(first + number)
                named[first + number].add(row[0])
        placed, end, out = sorted((r[1], r[0], r) for r in rows if r[4] & 1 and r[2]), 0, []
        for offset, _, row in placed:
            if offset > end:
                nexts = [r for o, _, r in placed if o == offset]
                before = max(e for e in elements if e <= end)
                near = {r[0] for o, _, r in placed if o < offset and o + r[2] > before}
                if end == 0:
                    cause = 'start'
                elif offset == interleaved and any(r[4] & 128 for r in nexts):
                    cause = 'region'
                elif offset == min((e for e in elements if e > end), default=None) and any(named[r[0]] & near for r in nexts):
                    cause = 'element'
                elif any(offset - end < r[3] and offset % r[3] == 0 for r in nexts):
                    cause = 'alignment'
                else:
                    cause = 'unexplained'
                out.append((cause, end, offset))
            end = max(end, offset + row[2])
        return out

    def test_causes(self):
        for path in reports():
            report = Report(path)
            blob, interleaved = report.all('select memoryElementOffsets, interleavedMemoryStart from target_info')[0]
            elements, sums, of_five = varints(blob), collections.defaultdict(lambda: [0, 0]), []
            placed = report.all('select var_id, offset, size_bytes, alignment, bitset, element_constraints, tile '
                                'from vars_info order by tile, var_id')
            for tile, of_tile in itertools.groupby(placed, lambda row: row[6]):
                gaps = self.tile(list(of_tile), elements, interleaved)
                for cause, begin, end in gaps:
                    sums[cause][0] += 1
                    sums[cause][1] += end - begin
                of_five += gaps if tile == 5 else []
            self.assertEqual({r['key']: [r['gaps'], r['bytes']] for r in table(path, 'tile-gaps', 'memory?by=cause')}, dict(sums))
            base = report.all('select tileMemoryBaseAddress from target_info')[0][0]
            got = report.json('memory', '--tile', '5', '--all')
            gaps = sorted(rows(got, 'tile-gaps'), key=lambda gap: gap['address'])
            self.assertEqual([(g['key'], g['address'] - base, g['address'] - base + g['size']) for g in gaps], of_five)
            tile, = table(path, 'memory-tiles', 'memory?tile=5')
            self.assertEqual(sum(v['alone'] for v in rows(got, 'tile-variables')) + tile['shared'], tile['total'])


if __name__ == '__main__':
    unittest.main()
