#!/usr/bin/python3
"""Holds what poplens-cli says of one tile, IPU, step, or of the trace's top against plain SQL on the file."""
import collections
import itertools
import json
import pathlib
import shlex
import tempfile
import unittest

from harness import REPORTS, Compiled, Demo, Report, reports, rle, run, varints, write_demo

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

# Bytes by unlowered variable of the classes with the condition, of all tiles or of one.
BYTES = '''select unlowered_var_id, sum(bytes) from var_bytes_by_eq_class join eq_classes on eq_classes.id = eq_class_id
           where tile is ? and bytes > 0 and %s group by 1 order by 1'''
LIVE = '''not is_always_live and exists (select 1 from eq_class_step where eq_class_step.eq_class_id = eq_classes.id and
          step_id_from <= %d and %d < step_id_to)'''
BORN = '''not is_always_live and exists (select 1 from eq_class_step where eq_class_step.eq_class_id = eq_classes.id
          and step_id_from = %d)'''
FREED = '''not is_always_live and exists (select 1 from eq_class_step where eq_class_step.eq_class_id = eq_classes.id
           and step_id_to = %d)'''


class Liveness(unittest.TestCase):
    def curve(self, report, got, first, last):
        self.assertEqual([s['not_always_live_bytes'] for s in got['steps']],
                         [b for _, b in report.all(CURVE, first, last)])
        self.assertEqual(got['always_live_bytes'], report.all(ALWAYS, first, last)[0][0])
        worst = max(got['steps'], key=lambda s: s['not_always_live_bytes'])
        self.assertEqual(got['peak'], {'step': worst['step'],
                                       'bytes': got['always_live_bytes'] + worst['not_always_live_bytes']})
        return worst['not_always_live_bytes']

    def test_tiles(self):
        for path in reports():
            report = Report(path)
            for tile in (0, 5, 1471):
                with self.subTest(report=path.name, tile=tile):
                    got = report.json('liveness', '--tile', tile)
                    self.assertEqual(got['tile'], tile)
                    most = self.curve(report, got, tile, tile)
                    self.assertEqual(most, report.all('select not_always_live_max_bytes from memory_by_tile '
                                                      'where tile = ?', tile)[0][0])

    def test_several_tiles(self):
        report = Report(Demo.path())
        self.curve(report, report.json('liveness', '--tile', '100-140'), 100, 140)

    def test_ipus(self):
        for path in reports():
            report = Report(path)
            tiles, ipus = report.all('select tiles_per_ipu, ipus_per_replica from target_info')[0]
            for ipu in range(ipus):
                with self.subTest(report=path.name, ipu=ipu):
                    got = report.json('liveness', '--ipu', ipu)
                    self.assertEqual(got['ipu'], ipu)
                    self.curve(report, got, tiles * ipu, tiles * ipu + tiles - 1)

    def test_steps(self):
        for path in reports():
            report = Report(path)
            last = report.all('select max(id) from depth_first_steps')[0][0]
            for step, tile in ((0, None), (last // 2, None), (last * 3 // 4, 7), (last, None)):
                with self.subTest(report=path.name, step=step, tile=tile):
                    got = report.json('liveness', '--step', step, *(() if tile is None else ('--tile', tile)))
                    for key, condition in (('live', LIVE % (step, step)), ('born', BORN % step),
                                           ('freed', FREED % step), ('always_live', 'is_always_live')):
                        self.assertEqual([(v['id'], v['bytes']) for v in got[key]],
                                         report.all(BYTES % condition, tile), key)
                        for v in got[key]:
                            names = report.all('select name from unlowered_vars where id = ?', v['id'])
                            self.assertEqual(v['name'], names[0][0] if names else None)
                    self.assertEqual(got['program'], report.all('select program_id from depth_first_steps '
                                                                'where id = ?', step)[0][0])
                    self.assertEqual(got['bytes'], got['always_live_bytes'] + got['not_always_live_bytes'])

    def test_two_steps(self):
        report = Report(Demo.path())
        got = report.json('liveness', '--step', '160,20')
        first, second = (report.json('liveness', '--step', s) for s in (160, 20))
        self.assertIn('25 more steps are left out', run('liveness', report.path, '--step', '0-40', '--all').stdout)
        self.assertEqual([s['bytes'] for s in got['steps']], [first['bytes'], second['bytes']])
        self.assertEqual(sum(v['differences'][1] for v in got['variables']), second['bytes'] - first['bytes'])
        self.assertTrue(any(v['differences'][1] < 0 for v in got['variables']))

    def test_some_steps(self):
        """Each column is what plain SQL finds live at its step, of all tiles and of one."""
        for path in reports():
            report = Report(path)
            last = report.all('select max(id) from depth_first_steps')[0][0]
            steps = [last // 2, last, 0, last // 3, *range(4, 12)]
            for tile in (None, 7):
                with self.subTest(report=path.name, tile=tile):
                    got = report.json('liveness', '--step', f'{last // 2},{last},0,{last // 3},4-11',
                                      *(() if tile is None else ('--tile', tile)))
                    self.assertEqual([s['step'] for s in got['steps']], steps)
                    for at, step in enumerate(steps):
                        live = dict(report.all(BYTES % (LIVE % (step, step)), tile))
                        always = dict(report.all(BYTES % 'is_always_live', tile))
                        column = {v['id']: v['bytes'][at] for v in got['variables'] if v['bytes'][at]}
                        self.assertEqual(column, {i: live.get(i, 0) + always.get(i, 0) for i in {*live, *always}})
                        self.assertEqual(got['steps'][at]['bytes'], sum(column.values()))
                    for v in got['variables']:
                        self.assertEqual(v['differences'], [b - v['bytes'][0] for b in v['bytes']])

    def test_estimates(self):
        """Cycles of an exchange by tile are the file's lists, an IPU after the other."""
        for path in reports():
            report = Report(path)
            cycles = {i: rle(b) for i, b in report.all('select id, cycles_by_tile_rle from compilation_cycles_by_tile')}
            for step, ids in report.all(
                    "select s.id, e.cycles_by_tile_ids from depth_first_steps s join programs p on p.id = s.program_id "
                    "join program_types t on t.id = p.variant and t.name = 'DoExchange' "
                    "join program_type_do_exchange e on e.id = p.variant_index limit 4"):
                with self.subTest(report=path.name, step=step):
                    done = run('table', 'step-cycles', path, '--location', f'liveness?step={step}', '--format=csv',
                               '--sort=tile')
                    got = [int(line.split(',')[2]) for line in done.stdout.splitlines()[1:]]
                    self.assertEqual(got, list(itertools.chain(*(cycles[i] for i in varints(ids)))))

    def test_an_ipu_names_what_its_tiles_hold(self):
        """The names of an IPU's variables come from the lowered ones; those of its tiles stand in the file."""
        report = Report(Demo.path())
        tiles = report.all('select tiles_per_ipu from target_info')[0][0]
        got = report.json('liveness', '--ipu', 1, '--step', 100)
        sums = collections.Counter()
        for name, bytes_ in report.all(
                'select name, bytes from var_bytes_by_eq_class join eq_classes on eq_classes.id = eq_class_id join '
                'unlowered_vars on unlowered_vars.id = unlowered_var_id where tile >= ? and ' + LIVE % (100, 100),
                tiles):
            sums[name] += bytes_
        names = collections.Counter()
        for v in got['live']:
            names[v['name']] += v['bytes']
        self.assertEqual(names, sums)
        self.assertGreater(len(names), 3)


class Insights(unittest.TestCase):
    def test_order_and_places(self):
        for path in reports():
            with self.subTest(report=path.name):
                got = Report(path).json('insights')
                memory = [f for f in got['findings'] if f['cycles'] is None]
                saves = [f['saves'] or 0 for f in memory[1:]]
                self.assertEqual(saves, sorted(saves, reverse=True))
                self.assertEqual(memory[0]['key'], 'capacity')
                # By what the program saves, and then what is outside of it, as no change of it is of use there.
                outside = [f['cycles'] for f in got['findings'] if f['kind'] == 'fact' and f['cycles']]
                cycles = [f['cycles'] for f in got['findings'] if f['cycles']]
                first = len(cycles) - len(outside)
                self.assertEqual(cycles[first:], sorted(outside, reverse=True))
                self.assertEqual(cycles[:first], sorted(cycles[:first], reverse=True))
                self.assertEqual(len(got['fullest_tiles']), 5)

    def test_commands_run(self):
        commands = {finding['command'] for finding in Report(Demo.path()).json('insights')['findings']}
        self.assertGreater(len(commands), 6)
        for command in commands:
            done = run(*shlex.split(command)[1:], '--limit', 3)
            self.assertEqual((done.returncode, done.stderr), (0, ''), command)
            self.assertTrue(done.stdout)

    def test_instrumentation_by_name(self):
        for path in reports():
            with self.subTest(report=path.name):
                report = Report(path)
                costs = {c['key']: c['bytes'] for c in report.json('insights')['costs']}
                sql = '''select sum(size_bytes) from vars_info join vars_string_table s on s.id = name_base_id
                         join var_categories c on c.id = category where bitset & 1 and (c.name = 'instrumentationResults'
                         or s.string like 'instrumentationStreamBuffer%'
                         or s.string like '.text.supervisor.instrumentation\\_%' escape '\\'
                         or s.string like '%InstrumentationDumpStep%')'''
                self.assertEqual(costs['instrumentation'], report.all(sql)[0][0])

    def test_out_of_memory(self):
        with tempfile.TemporaryDirectory() as folder:
            write_demo(folder, '--overflow')
            got = Report(pathlib.Path(folder)).json('insights')
            self.assertEqual((got['findings'][0]['key'], got['findings'][0]['kind']), ('out-of-memory', 'bad'))
            self.assertIn('1 of 2,944 tiles is over capacity', got['findings'][0]['sentence'])


class Gaps(unittest.TestCase):
    """Why bytes are empty, found again from the rows of the file."""

    @staticmethod
    def tile(rows, elements, interleaved):
        """(cause, from, to) of each gap; a row: id, offset, size, alignment, bits, constraints."""
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
            rows = report.all('select var_id, offset, size_bytes, alignment, bitset, element_constraints, tile '
                              'from vars_info order by tile, var_id')
            for tile, of_tile in itertools.groupby(rows, lambda row: row[6]):
                gaps = self.tile(list(of_tile), elements, interleaved)
                for cause, begin, end in gaps:
                    sums[cause][0] += 1
                    sums[cause][1] += end - begin
                of_five += gaps if tile == 5 else []
            done = run('table', 'tile-gaps', path, '--location=memory?by=cause', '--format', 'json')
            self.assertEqual({r['key']: [r['gaps'], r['bytes']] for r in json.loads(done.stdout)}, dict(sums))
            base = report.all('select tileMemoryBaseAddress from target_info')[0][0]
            got = report.json('memory', '--tile', '5')
            self.assertEqual([(g['key'], g['address'] - base, g['address'] - base + g['size']) for g in got['gaps']], of_five)
            self.assertEqual(sum(v['alone'] for v in got['variables']) + got['tiles'][0]['shared'], got['tiles'][0]['total'])

    def test_text(self):
        done = run('memory', Demo.path(), '--tile', '5', '--all')
        for words in ('Gap causes', 'Alignment', 'The image starts at byte 16', 'Largest variables'):
            self.assertIn(words, done.stdout)


if __name__ == '__main__':
    unittest.main()
