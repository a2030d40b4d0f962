#!/usr/bin/python3
"""Tests poplens-cli diff and its tables against plain SQL on both files."""
import collections
import csv
import html
import json
import pathlib
import re
import tempfile
import unittest

from diff_reports import FOLDER, SECTIONS, altered, demo, diff, differences, fewer, moved, one, pairs, sentence, table, two
from harness import REPORTS, Executed, Report, needs_reports, reports, rle, rows, run, table as table_of, varints


def uncounted(name):
    """Returns the name without Poplar's running numbers."""
    return re.sub('^(cs|copy)[0-9]+_', '', name)


class Sections(unittest.TestCase):
    def check(self, rows, sides, key, measures, ordered=True):
        """Asserts that rows are exactly the differences, largest first. sides: [(name, numbers)] of each report. As
        many items of a name as possible are paired, and items without a row are equal in both."""
        left = [collections.Counter(side) for side in sides]
        alone = [collections.Counter() for _ in sides]
        for row in rows:
            numbers = [tuple(row[f'{m}_{s}'] for m in measures) for s in ('before', 'after')]
            self.assertNotEqual(*numbers)
            for s, of in enumerate(numbers):
                lacks = row['state'] == ('added', 'removed')[s]
                if not lacks:
                    left[s][row[key], of] -= 1
                alone[1 - s][row[key]] += lacks
            for m in measures:
                a, b, change, part = (row[f'{m}_{s}'] for s in ('before', 'after', 'change', 'ratio'))
                if a is None and b is None:
                    continue
                self.assertEqual(change, (b or 0) - (a or 0))
                if not change:
                    self.assertEqual(part, 0)
                elif not a:
                    self.assertIsNone(part)
                else:
                    self.assertAlmostEqual(part, change / abs(a), places=12)
        self.assertEqual(+left[0], +left[1])
        self.assertFalse(-left[0] or -left[1], 'rows that no report has')
        names = [collections.Counter(name for name, _ in side) for side in sides]
        self.assertEqual([+a for a in alone], [names[0] - names[1], names[1] - names[0]])
        order = [abs(row[f'{measures[0]}_change'] or 0) for row in rows]
        if ordered:
            self.assertEqual(order, sorted(order, reverse=True))

    def test_total_of_what_is_shown(self):
        """The total of a waterfall does not include unchanged bars that are hidden, and its title says so."""
        self.assertIn('\nTotal of changed rows ', self.waterfall('no'))
        self.assertNotIn('changed rows', self.waterfall('yes'))

    def test_change_is_behind_the_name(self):
        """The change comes directly after the name, so that it is visible in a narrow window."""
        self.assertEqual(list(table('time-causes', one(), two())[0])[:5],
                         ['title', 'cycles_change', 'cycles_ratio', 'cycles_before', 'cycles_after'])
        self.assertEqual(list(table('summary', one(), two())[0])[:4], ['section', 'name', 'value_change', 'value_ratio'])

    def waterfall(self, same):
        return run('table', 'time-causes', one(), two(), '--location', f'trace?same={same}').stdout

    def test_tiles(self):
        measures = ('total_including_gaps', 'total', 'always_live', 'not_always_live_max', 'non_interleaved',
                    'interleaved', 'overflowed')
        sql = ('select tile, total_including_gaps, total, always_live_bytes, not_always_live_max_bytes, '
               'non_interleaved, interleaved, overflowed from memory_by_tile order by tile')
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                sides = [[(row[0], row[1:]) for row in Report(p).all(sql)] for p in (first, second)]
                rows = table('memory-tiles', first, second)
                self.check(rows, sides, 'tile', measures)
                every = table('memory-tiles', first, second, 'memory?same=yes')
                self.assertEqual(sorted(r['tile'] for r in every), sorted({t for side in sides for t, _ in side}))

    def test_selected_tiles(self):
        """Only selected tiles count, and a tile that one report lacks has no values there."""
        sql = ('select tile, total_including_gaps, total, always_live_bytes, not_always_live_max_bytes, '
               'non_interleaved, interleaved, overflowed from memory_by_tile order by tile')
        measures = ('total_including_gaps', 'total', 'always_live', 'not_always_live_max', 'non_interleaved',
                    'interleaved', 'overflowed')
        for second, place, wanted in ((two(), 'tile=3,40-42', {3, 40, 41, 42}), (two(), 'ipu=1', set(range(64, 128))),
                                      (fewer(), 'tile=94-97', {94, 95, 96, 97}), (fewer(), 'tile=100', {100})):
            with self.subTest(second=second.name, place=place):
                sides = [[(r[0], r[1:]) for r in Report(p).all(sql) if r[0] in wanted] for p in (one(), second)]
                self.check(table('memory-tiles', one(), second, f'memory?{place}'), sides, 'tile', measures)
        done = run('table', 'memory-tiles', one(), two(), '--location', 'memory?tile=5000')
        self.assertEqual(done.returncode, 2, done.stderr)

    def test_live_memory_covers_all_tiles(self):
        """A selection of tiles does not limit these tables, and a note says so."""
        for name in ('liveness-steps', 'variables'):
            for place, told in (('liveness?tile=5', True), ('liveness', False)):
                done = run('table', name, one(), two(), '--location', place)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual('Covers all tiles' in done.stdout, told, (name, place))

    def test_selected_categories(self):
        """Returns bytes by category, of the selected tiles only."""
        def bytes_of(path, tiles):
            report = Report(path)
            order = [t for t, in report.all('select tile from memory_by_tile order by tile')]
            for name, *blobs in report.all('select category_id, ' + ', '.join(
                    f'{r}_{o}' for r in ('non_interleaved', 'interleaved', 'overflowed')
                    for o in ('non_overlapped', 'overlapped')) + ' from memory_by_category'):
                lists = [varints(blob) for blob in blobs]
                yield name, (sum(l[order.index(t)] for l in lists if l for t in tiles if t in order),)

        for second, place, wanted in ((two(), 'tile=3,40-42', (3, 40, 41, 42)), (two(), 'ipu=1', range(64, 128)),
                                      (fewer(), 'tile=94-97', (94, 95, 96, 97))):
            with self.subTest(second=second.name, place=place):
                rows = table('memory-categories', one(), second, f'memory?{place}&same=yes')
                sides = [dict(bytes_of(p, wanted)) for p in (one(), second)]
                self.assertTrue(any(n[0] for n in sides[0].values()))
                for row in rows:
                    self.assertEqual([row['total_before'], row['total_after']], [s[row['key']][0] for s in sides])

    def test_categories(self):
        regions = ('non_interleaved', 'interleaved', 'overflowed')
        measures = ('total', 'not_overlapped', *regions)

        def categories(path):
            for name, *blobs in Report(path).all('select category_id, ' + ', '.join(
                    f'{r}_{o}' for r in regions for o in ('non_overlapped', 'overlapped')) + ' from memory_by_category'):
                sums = [sum(varints(blob)) for blob in blobs]
                yield name, (sum(sums), sum(sums[::2]), *(sum(sums[i:i + 2]) for i in (0, 2, 4)))

        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                self.check(table('memory-categories', first, second),
                           [list(categories(first)), list(categories(second))], 'key', measures)

    def test_variables(self):
        sql = '''select coalesce((select name from unlowered_vars where id = unlowered_var_id), ''), sum(bytes),
                 sum(bytes * coalesce(is_always_live, 0)),
                 sum(bytes * (coalesce(is_always_live, 0) or exists (select 1 from eq_class_step s where
                     s.eq_class_id = v.eq_class_id and step_id_from <= :peak and :peak < step_id_to)))
                 from var_bytes_by_eq_class v left join eq_classes on id = v.eq_class_id where tile is null
                 group by unlowered_var_id order by unlowered_var_id'''
        peak = '''select s.id from depth_first_steps s order by (select coalesce(sum(delta_bytes), 0) from
                  memory_not_always_live_by_step_and_ipu where ipu is null and step_id <= s.id) desc, s.id limit 1'''
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                sides = []
                for path in (first, second):
                    report = Report(path)
                    step = report.all(peak)[0][0]
                    sides.append([(row[0], row[1:]) for row in
                                  report.file.execute(sql, {'peak': step}).fetchall()])
                rows = table('variables', first, second)
                for row in rows:
                    row['variable'] = row['variable'] or ''
                self.check(rows, sides, 'variable', ('bytes', 'always_live', 'at_peak'))

    def test_compute_sets(self):
        sql = '''select name, coalesce(sum(cycles), 0), count(distinct steps.id),
                 (select group_concat(hex(c.vertex_counts)) from compute_sets c where c.compute_set = s.compute_set),
                 edge_count from compute_sets s left join steps on steps.compute_set = s.compute_set
                 left join steps_by_ipu on step_id = steps.id group by s.compute_set order by s.compute_set'''
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                ran = all(Report(p).all('select count(*) from steps')[0][0] for p in (first, second))
                sides = [[(uncounted(name), (*((cycles, n) if ran else ()), sum(varints(bytes.fromhex(counts))), edges))
                          for name, cycles, n, counts, edges in Report(p).all(sql)] for p in (first, second)]
                measures = (*(('cycles', 'executions') if ran else ()), 'vertices', 'edges')
                rows = table('compute-sets', first, second, 'programs?same=yes')
                rows = [r for r in rows if r['state'] != 'same' and (r['state'] != 'changed' or any(
                    r[f'{m}_change'] for m in measures))]
                for row in rows:
                    row['name'] = uncounted(row['name'])
                self.check(rows, sides, 'name', measures, ordered=ran)

    def test_programs(self):
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                files = [Report(p) for p in (first, second)]
                names = [{i: (t, n or '') for i, t, n in f.all(
                    'select p.id, t.name, coalesce(nullif(p.name, \'\'), (select name from compute_sets c join '
                    'program_type_on_tile_execute e on c.compute_set = e.compute_set where e.id = p.variant_index '
                    'and t.name = \'OnTileExecute\')) from programs p join program_types t on t.id = p.variant')}
                    for f in files]
                cycles = [collections.Counter(dict(f.all(
                    'select program, sum(cycles) from steps join steps_by_ipu on step_id = steps.id '
                    'where program is not null group by program'))) for f in files]
                code = [self.own_code(f) for f in files]
                rows = table('programs', first, second, 'programs?same=yes')
                ids = [[r[f'id_{s}'] for r in rows if r[f'id_{s}'] is not None] for s in ('before', 'after')]
                self.assertEqual([sorted(i) for i in ids], [sorted(n) for n in names])  # each item once
                ran = all(cycles)
                for row in rows:
                    self.program(row, names, cycles if ran else None, code)
                if ran:
                    self.assertEqual(sum(r['cycles_change'] for r in rows),
                                     sum(cycles[1].values()) - sum(cycles[0].values()))
                self.assertEqual(sum(r['own_code_change'] for r in rows),
                                 sum(code[1].values()) - sum(code[0].values()))
                some = table('programs', first, second)
                self.assertEqual(some, [r for r in rows if r['state'] != 'same'])

    @staticmethod
    def own_code(report):
        rows = report.all('select id, children, control_code_bytes_by_tile from programs')
        code = {i: sum(rle(blob)) for i, _, blob in rows}
        return {i: max(code[i] - sum(code[c] for c in varints(children)), 0) for i, children, _ in rows}

    def program(self, row, names, cycles, code):
        sides = [(s, row[f'id_{s}']) for s in ('before', 'after')]
        for s, (side, i) in enumerate(sides):
            if i is None:
                continue
            self.assertEqual(row[f'own_code_{side}'], code[s][i])
            if cycles:
                self.assertEqual(row[f'cycles_{side}'], cycles[s][i])
            else:
                self.assertIsNone(row['cycles_change'])
        if all(i is not None for _, i in sides):
            kinds, words = zip(names[0][row['id_before']], names[1][row['id_after']])
            self.assertEqual(*kinds)
            self.assertEqual(*(uncounted(name) for name in words))
        else:
            self.assertEqual(row['state'], next({'before': 'removed', 'after': 'added'}[s] for s, i in sides if i is not None))

    def test_liveness(self):
        sql = '''select s.id, s.program_id, (select coalesce(sum(delta_bytes), 0) from
                 memory_not_always_live_by_step_and_ipu where ipu is null and step_id <= s.id)
                 from depth_first_steps s order by s.id'''
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                live = [{i: (p, b) for i, p, b in Report(path).all(sql)} for path in (first, second)]
                always = [Report(path).all('select sum(always_live_bytes) from memory_by_tile')[0][0]
                          for path in (first, second)]
                rows = table('liveness-steps', first, second, 'liveness?same=yes')
                programs = {(r['id_before'], r['id_after'])
                            for r in table('programs', first, second, 'programs?same=yes')}
                for s, side in enumerate(('before', 'after')):
                    self.assertEqual(sorted(r[f'step_{side}'] for r in rows if r[f'step_{side}'] is not None),
                                     sorted(live[s]))
                for row in rows:
                    for s, side in enumerate(('before', 'after')):
                        step = row[f'step_{side}']
                        self.assertEqual(row[f'not_always_live_{side}'], None if step is None else live[s][step][1])
                        self.assertEqual(row[f'live_{side}'], None if step is None else live[s][step][1] + always[s])
                    if row['step_before'] is not None and row['step_after'] is not None:
                        self.assertIn((live[0][row['step_before']][0], live[1][row['step_after']][0]), programs)
                        self.assertEqual(row['live_change'], row['live_after'] - row['live_before'])
                    else:
                        self.assertIsNone(row['live_change'])
                        self.assertIsNone(row['not_always_live_change'])
                self.levels_last(rows)

    def levels_last(self, rows):
        """Steps of one report alone come after those that changed and before unchanged ones, sorted by their level."""
        places = {'changed': 0, 'added': 1, 'removed': 1, 'same': 2}
        order = [(places[r['state']], -abs(r['live_change'] or 0),
                  -(r['live_before'] or r['live_after'] if r['state'] in ('added', 'removed') else 0)) for r in rows]
        self.assertEqual(order, sorted(order))

    def test_liveness_alone(self):
        """Live bytes at a step of one report alone are not an increase."""
        renamed = ("update programs set name = 'Elsewhere' where id in "
                   "(select program_id from depth_first_steps where id % 9 = 4)")
        with altered(one(), renamed) as other:
            told = diff(one(), other, '--by', 'step')['tables']['liveness-steps']['rows']
            self.assertEqual({r['state'] for r in told}, {'added', 'removed'})
            self.assertTrue(all(r['live_change'] is None for r in told))
            self.assertEqual(differences(diff(one(), other, '--by', 'step', '--threshold', '10')), 0)
            self.assertEqual(run('diff', one(), other, '--by', 'step', '--fail-if', 'worse').returncode, 0)

    def test_operations(self):
        measures = ('tile_cycles', 'cycles', 'peak_bytes', 'variable_bytes', 'control_code', 'exchange_code',
                    'vertex_code', 'executions', 'programs')

        def operations(path):
            for row in table_of(path, 'operations', 'operations?layer=xla_op'):
                yield row['path'] or row['name'], tuple(row[m] or 0 for m in measures)

        sides = [list(operations(p)) for p in (one(), two())]
        rows = table('operations', one(), two(), 'operations?layer=xla_op')
        self.check(rows, sides, 'path', measures)
        by_code = table('operations', one(), two(), 'operations?layer=xla_op&measure=variable_bytes')
        order = [abs(r['variable_bytes_change']) for r in by_code]
        self.assertEqual(order, sorted(order, reverse=True))

    def test_summary(self):
        asked = {
            'edges': 'select num_edges from graph_info', 'vertices': 'select num_vertices from graph_info',
            'memory_bytes': 'select sum(total_including_gaps) from memory_by_tile',
            'total': 'select sum(total) from memory_by_tile',
            'non_interleaved': 'select sum(non_interleaved) from memory_by_tile',
            'interleaved': 'select sum(interleaved) from memory_by_tile',
            'always_live_bytes': 'select sum(always_live_bytes) from memory_by_tile',
            'tile_bytes': 'select max(total_including_gaps) from memory_by_tile',
            'free_bytes': 'select bytes_per_tile - (select max(total_including_gaps) from memory_by_tile) from target_info',
            'peak_bytes': '''select (select sum(always_live_bytes) from memory_by_tile) + max((select coalesce(sum(
                       delta_bytes), 0) from memory_not_always_live_by_step_and_ipu m where ipu is null and
                       m.step_id <= s.id)) from depth_first_steps s''',
            'programs': 'select count(*) from programs',
            'trace_cycles': 'select max(cycles_base + all_cycles_to_max) from steps_by_ipu'}
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                rows = {r['key']: r for r in table('summary', first, second, 'summary?same=yes')}
                # Without gaps, as in summary.
                self.assertEqual([key for key, row in rows.items() if row['name'] == 'Memory used'], ['total'])
                files = [Report(p) for p in (first, second)]
                for key, sql in asked.items():
                    a, b = (f.all(sql)[0][0] for f in files)
                    self.assertEqual((rows[key]['value_before'], rows[key]['value_after']), (a, b), key)
                    if a is not None and b is not None:
                        self.assertEqual(rows[key]['value_change'], b - a)
                    if key in ('edges', 'vertices', 'non_interleaved', 'interleaved', 'programs', 'trace_cycles') or a == b:
                        self.assertIsNone(rows[key]['verdict'])
                    elif a is not None and b is not None:
                        self.assertEqual(rows[key]['verdict'], ('better', 'worse')[(b > a) != (key == 'free_bytes')], key)
                # Functions are programs without a parent, besides the root.
                codes = [sum(self.own_code(f).values()) for f in files]
                self.assertEqual([rows['control_code'][f'value_{side}'] for side in ('before', 'after')], codes)
                self.assertEqual(codes, [sum(r['own_control_code'] for r in table_of(p, 'programs')
                                             if r['own_control_code'] and r['id'] is not None) for p in (first, second)])
                some = table('summary', first, second)
                self.assertEqual(some, [r for r in rows.values() if r['state'] == 'changed'])
                self.assertEqual({r['state'] for r in rows.values()} - {'changed', 'same', 'not recorded before', 'not recorded after'}, set())

    def test_insights(self):
        """Each finding on memory with bytes, apart from changes of a plan, is listed once, with what became of it;
        facts only if both reports have them."""
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                sides = [{row['key']: row for row in table_of(p, 'findings')
                          if row['cycles'] is None and 'change=' not in (row['location'] or '')}
                         for p in (first, second)]
                rows = {row['key']: row for row in table('findings', first, second, 'insights?same=yes')}
                told = [{key for key, row in side.items() if row['bytes'] is not None} for side in sides]
                facts = {'capacity', 'fullest-ipu', 'fullest-tiles', 'histogram'}
                self.assertEqual(set(rows), (told[0] | told[1]) - (facts - (told[0] & told[1])))
                self.assertNotIn('histogram', rows)
                for key, row in rows.items():
                    a, b = (side.get(key) for side in sides)
                    for side, finding in (('before', a), ('after', b)):
                        for column in ('bytes', 'subject', 'sentence'):
                            self.assertEqual(row[f'{column}_{side}'], finding and finding[column])
                    change = (b['bytes'] if b else 0) - (a['bytes'] if a else 0)
                    self.assertEqual(row['bytes_change'], change)
                    self.assertEqual(row['verdict'], 'new' if not a else 'gone' if not b else 'as before' if not change
                                     else ('worse', 'better')[change < 0])
                some = table('findings', first, second)
                self.assertEqual(some, [row for row in rows.values() if row['state'] != 'same'])

    def test_fits_no_more(self):
        limit = Report(one()).all('select max(total_including_gaps) from memory_by_tile')[0][0] - 1
        sql = f'update target_info set bytes_per_tile = {limit}, bytes_per_ipu = {limit} * tiles_per_ipu'
        with altered(one(), sql) as other:
            for sides, became in (((one(), other), 'new'), ((other, one()), 'gone')):
                rows = {row['key']: row for row in table('findings', *sides)}
                self.assertEqual(rows['tiles-over']['verdict'], became)
                # A program that fits has no finding on capacity, so none went away.
                self.assertNotIn('capacity', rows)
                figures = {row['key']: row for row in table('summary', *sides)}
                self.assertLess(figures['free_bytes']['value_after' if became == 'new' else 'value_before'], 0)
                self.assertIsNone(figures['free_bytes']['value_ratio'])  # relative to a negative number
                # The sentence precedes the number of differences, in text and in Markdown.
                told = {'new': r'The program no longer fits: fullest tile .*, tiles over capacity 0 → [1-9]',
                        'gone': r'The program fits now: fullest tile .*, tiles over capacity [1-9]\d* → 0'}[became]
                for options, line in (((), 0), (('--markdown',), 2)):
                    lines = run('diff', *sides, *options).stdout.splitlines()
                    self.assertRegex(html.unescape(' '.join(lines[line:line + 2])), f'^{told}')

    def test_options(self):
        with altered(one(), "update compilation_parameters set value = 'changed' where rowid = 2",
                     "insert into compilation_parameters values ('only.here', 'x|y', 0)",
                     'delete from target_parameters where rowid = 1') as other:
            name, value = Report(one()).all('select name, value from compilation_parameters where rowid = 2')[0]
            gone = Report(one()).all('select name from target_parameters where rowid = 1')[0][0]
            rows = {r['name']: r for r in table('options', one(), other)}
            self.assertEqual(set(rows), {name, 'only.here', gone})
            self.assertEqual((rows[name]['value_before'], rows[name]['value_after']), (value, 'changed'))
            self.assertEqual(rows['only.here']['state'], 'added')
            self.assertEqual(rows[gone]['state'], 'removed')
            # Texts have no size.
            for options, status in ((), 3), (('--threshold', '0'), 0):
                done = run('diff', one(), other, '--by', 'option', '--fail-if', 'changed', *options)
                self.assertEqual(done.returncode, status, options)

    def test_fullest(self):
        """The growth of the fullest tile, against its contents; and the suggested next command, which runs as
        printed."""
        model = '--preset', 'bert-base', '--layers', '1'
        fits, full = demo('fits', *model), demo('full', *model, '--plant=oom=imbalance')
        said = diff(fits, full)
        fullest = sentence(said, 'Tile')
        tile, change = re.match(r'Tile (\d+), the fullest: \+(\d+) KiB\. Mostly \+\d+ KiB ', fullest).groups()
        held = [Report(path).all(f'select total_including_gaps from memory_by_tile where tile = {tile}')[0][0] for path in (fits, full)]
        self.assertEqual(held[1], Report(full).all('select max(total_including_gaps) from memory_by_tile')[0][0])
        self.assertEqual(int(change), round((held[1] - held[0]) / 1024))
        contents = [table_of(path, 'contents', f'liveness?tile={tile}') for path in (fits, full)]
        kinds = [{row['name']: row['bytes'] for row in rows if not row['depth']} for rows in contents]
        grown, name = max((kinds[1][name] - kinds[0].get(name, 0), name) for name in kinds[1])
        self.assertIn(f' Mostly +{round(grown / 1024)} KiB {name[0].lower()}{name[1:]}.', fullest)
        self.assertEqual(said['next'], f'poplens-cli fit {full}')
        self.assertIn(f"\nNext  {said['next']}\n", run('diff', fits, full).stdout)
        self.assertEqual(run('fit', full).returncode, 0)
        # If the tile has not changed, the sentence says so; nothing grew there.
        same = sentence(diff(full, full), 'Fullest'), sentence(diff(fits, fits), 'Fullest'), diff(fits, fits, '--by', 'figure')['next']
        self.assertEqual((same[0], same[2]), (None, None))
        self.assertRegex(same[1], r'^Fullest tile unchanged at \d+ KiB\.$')
        # If the program still fits, the contents of that tile are suggested.
        free, most = Report(fits).all('select bytes_per_tile - (select max(total_including_gaps) from memory_by_tile), '
                                      '(select max(total_including_gaps) from memory_by_tile) from target_info')[0]
        least = most // 1000 + 1
        self.assertGreater(free, least)
        with altered(fits, f'update memory_by_tile set total_including_gaps = total_including_gaps + {least} '
                           f'where total_including_gaps = {most}') as more:
            said = diff(fits, more)
            tile = re.match(r'Tile (\d+), the fullest: \+', sentence(said, 'Tile'))[1]
            self.assertEqual(said['next'], f'poplens-cli memory {more} --tile {tile}')
            self.assertEqual(run('memory', more, '--tile', tile).returncode, 0)
        back = diff(full, fits)
        self.assertIsNone(sentence(back, 'Tile'))
        self.assertNotIn('poplens-cli fit', back['next'] or '')

    def test_order(self):
        """The one of peak and time that changed by the larger share comes first, in whichever direction."""
        slow = demo('slow', '--plant=inter-ipu=8000')
        model = '--preset', 'bert-base', '--layers', '1'
        fits, off = demo('fits', *model), demo('off', *model, '--change=optimiser-off-chip')  # copies between iterations
        for of, after, factor, leads in (one(), slow, 1, 'time'), (one(), slow, 3, 'peak_bytes'), (fits, off, 1, 'time'):
            with altered(after, f'update memory_by_tile set always_live_bytes = {factor} * always_live_bytes + 4 * (tile < 9)') as other:
                for sides in (of, other), (other, of):
                    said = diff(*sides)
                    shares = {row['key']: abs(row['value_ratio']) for row in said['tables']['summary']['rows'] if row['value_ratio']}
                    self.assertEqual('iteration_cycles' in shares, after == slow)
                    shares['time'] = max(shares.get(key, 0) for key in ('iteration_cycles', 'program_cycles'))
                    self.assertEqual(max('peak_bytes', 'time', key=lambda key: shares.get(key, 0)), leads)
                    texts = [' '.join(html.unescape(run('diff', *sides, *options).stdout).split()) for options in ((), ('--markdown',))]
                    for text in *texts, ' '.join(said['answer']):
                        peak, time = text.index('Peak live memory '), re.search('(One|Program) (iteration|time) ', text).start()
                        self.assertEqual(peak < time, leads == 'peak_bytes')


class Itself(unittest.TestCase):
    def test_is_empty(self):
        for path in [*reports(), one(), moved()]:
            with self.subTest(report=path.name):
                done = run('diff', path, path)
                self.assertEqual(done.returncode, 0)
                self.assertIn('No differences.', done.stdout)
                self.assertEqual(differences(diff(path, path)), 0)

    def test_a_copy_is_empty(self):
        with altered(one()) as copy:
            self.assertEqual(differences(diff(one(), copy)), 0)


class Pictures(unittest.TestCase):
    def picture(self, *arguments, status=0):
        with tempfile.TemporaryDirectory(prefix='poplens-diff-') as folder:
            picture = pathlib.Path(folder, 'x.png')
            done = run('export', one(), *arguments, '-o', picture)
            self.assertEqual(done.returncode, status, done.stderr)
            return picture.read_bytes() if picture.exists() else done.stderr

    def test_pages(self):
        """The chart of two reports differs from that of the first, given by option and by location."""
        for page in ('memory', 'liveness', 'operations', 'trace'):
            alone = self.picture('--location', page)
            compared = self.picture(two(), '--location', page)
            self.assertNotEqual(alone, compared)
            place = '/'.join(part.replace('%', '%25') for part in str(two()).split('/'))
            self.assertEqual(compared, self.picture('--location', f'{page}?with={place}'))

    def test_wrong(self):
        self.assertIn('nowhere', self.picture(f'{FOLDER.name}/nowhere', '--location', 'memory', status=1))

    def test_table(self):
        rows = [run('table', 'memory-tiles', one(), *options, '--csv').stdout
                for options in ((two(),), ('--location', f'memory?with={two()}'))]
        self.assertGreater(len(rows[0].splitlines()), 10)
        self.assertEqual(*rows)

    def test_sort_changes(self):
        """Changes are sorted by absolute value, unless a sign is given."""
        orders = {}
        for name in 'total', 'total_change', '-total_change', '+total_change':
            done = run('table', 'memory-tiles', one(), two(), '--sort', name, '--csv')
            orders[name] = [int(row['total_change']) for row in csv.DictReader(done.stdout.splitlines())]
        signed = orders['+total_change']
        self.assertLess(signed[0], 0)
        self.assertEqual(signed, sorted(signed))
        self.assertEqual(orders['-total_change'], signed[::-1])
        self.assertEqual(list(map(abs, orders['total_change'])), sorted(map(abs, signed), reverse=True))
        self.assertEqual(orders['total'], orders['total_change'])

    def test_one_table(self):
        """Formats of a single table are refused for two tables, and the message names them."""
        for options in ('--csv',), ('--sort', 'tile'), ('--describe', '--json'):
            done = run('diff', one(), two(), '--by', 'category,tile', *options)
            self.assertEqual((done.returncode, done.stdout), (2, ''), options)
            self.assertIn('memory-categories, memory-tiles', done.stderr)
        self.assertEqual(run('diff', one(), two(), '--by', 'tile', '--csv').returncode, 0)


class Text(unittest.TestCase):
    HOSTILE = 'a|b `c` <script>x</script> @you [l](http://e) *s*\n\x1b[31m\u202e\\'

    def hostile(self):
        text = self.HOSTILE.replace("'", "''")
        return altered(one(), f"update unlowered_vars set name = '{text}' where id = (select unlowered_var_id from "
                       'var_bytes_by_eq_class where tile is null order by bytes desc limit 1)')

    def test_markdown(self):
        with self.hostile() as other:
            done = run('diff', one(), other, '--markdown', '--by', 'variable')
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        rows = [line for line in lines if line.startswith('|')]
        self.assertEqual({line.count('|') for line in rows}, {7})
        self.assertEqual(len(rows), 2 + 2)
        bad = next(line for line in rows if 'script' in line)
        self.assertNotRegex(bad, r'[<>@]|(?<!\\)[`*\[]|\x1b|\u202e')
        self.assertIn('added', bad)

    def test_terminal(self):
        with self.hostile() as other:
            done = run('diff', one(), other, env={'COLUMNS': '200'})
            self.assertNotRegex(done.stdout, '\x1b')
            self.assertIn('; --all', run('diff', one(), two()).stdout)
            self.assertNotIn('; --all', run('diff', one(), two(), '--all').stdout)

    def test_same_names(self):
        """Names contain as much of the path as distinguishes the reports, wherever both are named; names that differ
        stay short."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, parent, 'report') for parent in ('sx', 'sy')]
            for path, report in zip(paths, (one(), two())):
                path.parent.mkdir()
                path.symlink_to(report)
            note = 'Before: sx/report. After: sy/report.'
            self.assertIn(f'\n{note}\n', run('diff', *paths, '--by', 'figure').stdout)
            told = run('diff', *paths, '--by', 'figure', '--markdown').stdout
            self.assertEqual(told.splitlines()[0], '## Changes from sx/report to sy/report')
            self.assertIn(note, html.unescape(told))
            told = diff(*paths, '--by', 'figure')
            self.assertEqual([one['name'] for one in told['reports']], ['sx/report', 'sy/report'])
            self.assertEqual(told['tables']['summary']['note'], note)
            self.assertIn('Before: report. After: two.\n', run('diff', paths[0], two(), '--by', 'figure').stdout)

    def test_eighty_columns(self):
        """Change, percentage, first and nearly always second value fit into 80 columns, whatever the names and
        sizes."""
        for first, second in pairs():
            with self.subTest(first=first.name, second=second.name):
                lines = run('diff', first, second, env={'COLUMNS': '80'}).stdout.splitlines()
                heads = [i for i, line in enumerate(lines) if 'Change  ' in line]
                self.assertTrue(heads)
                for i in heads:
                    # Findings have the subject instead of the percentage, the critical path has the class instead of
                    # the second value.
                    self.assertRegex(lines[i], 'Subject +Verdict +Change +Before' if 'Subject' in lines[i]
                                     else 'Change +In % +Before' + ('' if 'Class' in lines[i] else ' +After'))
                    for line in lines[i:i + 9]:
                        self.assertLessEqual(len(line), 80)
                        if not line:
                            break

    def test_subject_of_findings(self):
        """The subject of a finding is a tile or an operation."""
        rows = table('time-findings', one(), two())
        subjects = {row['subject'] for row in rows} - {None}
        self.assertTrue(subjects)
        for options in (), ('--markdown',):
            done = run('diff', one(), two(), '--by', 'finding', '--all', *options, env={'COLUMNS': '200'})
            text = html.unescape(done.stdout).replace('\\', '')
            for subject in subjects:
                self.assertIn(subject, text)

    def test_only(self):
        got = diff(one(), two(), '--by', 'tile,figure')
        self.assertEqual(list(got['tables']), ['summary', 'memory-tiles'])
        self.assertEqual(list(diff(one(), two())['tables']), list(SECTIONS))

    def test_range(self):
        """A range shows everything about time, as its tables do, and nothing about whole reports."""
        got = diff(one(), two(), '--range', 'iteration=2')
        self.assertEqual(got['figures'], {})
        self.assertEqual(list(got['tables']), ['time-causes', 'critical-path', 'time-findings'])
        for name, of in got['tables'].items():
            alone = run('table', name, one(), two(), '--range', 'iteration=2', '--json')
            self.assertEqual(of['rows'], rows(json.loads(alone.stdout)))
        self.assertNotEqual(got['tables']['time-causes']['rows'], diff(one(), two())['tables']['time-causes']['rows'])
        for options, status in ((('--by', 'top-down'), 0), (('--by', 'tile'), 2), (('--fail-if', 'changed'), 3)):
            self.assertEqual(run('diff', one(), two(), '--range', 'iteration=2', *options).returncode, status, options)
        self.assertEqual(run('diff', one(), two(), '--range', '9..3').returncode, 2)

    def check_edges(self, before, after):
        edges = [Report(path).all('select num_edges from graph_info')[0][0] for path in (before, after)]
        change = edges[1] - edges[0]
        done = run('diff', before, after, '--by', 'figure', '--all')
        self.assertEqual(done.returncode, 0)
        sign = '−' if change < 0 else '[+]'
        said = f'Edges +{sign}{abs(change):,} +{sign}{100 * abs(change) / edges[0]:,.1f} % +{edges[0]:,} +{edges[1]:,} +– +changed'
        self.assertTrue(re.search(said, done.stdout), (said, done.stdout))

    def test_not_alike(self):
        """Reports with little in common, in both orders."""
        self.check_edges(one(), Executed.path())
        self.check_edges(Executed.path(), one())

    @needs_reports
    def test_real(self):
        self.check_edges(REPORTS / 'integrals', REPORTS / 'firehose')


if __name__ == '__main__':
    unittest.main()
