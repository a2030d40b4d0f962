#!/usr/bin/python3
"""Tests poplens-cli budget against plain SQL: values, limits at the boundary, files of rules, JUnit, and missing
data."""
import collections
import fnmatch
import json
import os
import sqlite3
import pathlib
import re
import shutil
import statistics
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

from harness import Demo, Report, changed, output, rows, run, table, write_demo

WAITING = ('idle_tiles', 'load_imbalance', 'exchange_wait', 'host_wait', 'ipu_wait', 'sync')
WAITS = "('StreamCopyBegin', 'StreamCopyEnd', 'Sync', 'Sans', 'SyncAns')"


def budget(*options, report=None):
    done = run('budget', report or Demo.path(), '--json', *options)
    assert done.returncode in (0, 3), done.stderr
    return done.returncode, rows(json.loads(done.stdout))


def rows_of(name, location=None):
    return table(Demo.path(), name, location)


def classes():
    """Returns for each IPU the share of each class in the program's cycles."""
    program = output(Demo.path(), 'time')['figures']['program_cycles']
    return [{key: cycles / program for key, cycles in row.items() if key not in ('ipu', 'outside', 'total')}
            for row in rows_of('time-ipus')]


def largest(*options, report=None):
    """Returns the worst item that each rule names; all rules must fail."""
    status, rules = budget(*options, report=report)
    assert status == 3 and all(rule['result'] == 'fail' for rule in rules), rules
    return [rule['largest'] for rule in rules]


def kib(size):
    """Formats bytes, less than 1 MiB, with three digits."""
    return f'{size} B' if size < 1024 else f'{size / 1024:#.3g}'.rstrip('.') + ' KiB'


class Values(unittest.TestCase):
    WHOLE = {
        'max-tile-bytes': 'select max(total_including_gaps) from memory_by_tile',
        'min-free-bytes': 'select bytes_per_tile - (select max(total_including_gaps) from memory_by_tile) from target_info',
        'max-memory-bytes': 'select sum(total_including_gaps) from memory_by_tile',
        'max-always-live-bytes': 'select sum(always_live_bytes) from memory_by_tile',
        'max-peak-bytes': '''select (select sum(always_live_bytes) from memory_by_tile) + max((select sum(delta_bytes)
            from memory_not_always_live_by_step_and_ipu m where ipu is null and m.step_id <= s.id))
            from depth_first_steps s''',
        'max-trace-cycles': 'select max(cycles_base + all_cycles_to_max) from steps_by_ipu',
        'min-memory-balance': 'select avg(total_including_gaps) / max(total_including_gaps) from memory_by_tile',
        'min-tile-balance': f'''select sum(cycles * tile_balance) / sum(cycles) from steps_by_ipu join steps on id = step_id
            where type not in {WAITS}''',
    }

    def test_whole(self):
        report = Report(Demo.path())
        for name, sql in self.WHOLE.items():
            with self.subTest(rule=name):
                value = report.all(sql)[0][0]
                share, least = 'balance' in name, name.startswith('min')
                # The limit itself passes, one beyond it fails.
                for limit, good in ((value * 0.999, True), (value * 1.001, False)) if share else (
                        (value, True), (value + (1 if least else -1), False)):
                    status, rules = budget(f'--rule={name}={limit}{" B" * name.endswith("bytes")}')
                    self.assertAlmostEqual(rules[0]['value'], value, places=6 if share else 0)
                    self.assertEqual((status, rules[0]['result']), (0, 'pass') if good else (3, 'fail'))

    def test_each_is_judged(self):
        """Each rule of the help about a whole report has a value, and is described in the guide."""
        names = re.findall(r'^  ((?:max|min)-[a-z-]+) ', run('budget', '--help').stdout, re.MULTILINE)
        self.assertEqual(set(self.WHOLE) - set(names), set())
        limits = {'bytes': '900 GiB', 'cycles': '1 G'}
        _, rules = budget(*(f'--rule={name}={limits.get(name.rpartition("-")[2], "100%")}' for name in names))
        self.assertEqual([rule['rule'] for rule in rules if rule['value'] is None], [])
        guide = pathlib.Path(__file__).resolve().parents[2].joinpath('docs/guide/reference-budget.md').read_text(encoding='utf-8')
        classes_of = [f'max-{key.replace("_", "-")}-share' for key in classes()[0]]
        self.assertEqual([name for name in names if f'`{name}`' not in guide and name not in classes_of], [])

    def test_time(self):
        """Shares of classes are sums over all IPUs divided by program time."""
        ipus = classes()
        shares = {key: sum(ipu[key] for ipu in ipus) / len(ipus) for key in ipus[0]}
        shares['waiting'] = sum(shares[key] for key in WAITING)
        self.assertAlmostEqual(sum(shares.values()) - shares['waiting'], 1)
        names = {f'max-{key.replace("_", "-")}-share': share for key, share in shares.items()}
        _, rules = budget(*[f'--rule={name}=100 %' for name in names])
        self.assertEqual(len(rules), 13)
        for rule in rules:
            self.assertAlmostEqual(rule['value'], names[rule['rule']], msg=rule['rule'])
        for limit, result in ((0.001, 'pass'), (-0.001, 'fail')):
            self.assertEqual(budget(f'--rule=max-ipu-wait-share={shares["ipu_wait"] + limit}')[1][0]['result'], result)

    def test_named(self):
        report = Report(Demo.path())
        cycles = report.all(f'''select coalesce(nullif(p.name, ''), c.name, steps.type), sum(cycles) from steps
            join steps_by_ipu on step_id = steps.id left join programs p on p.id = program
            left join compute_sets c on c.compute_set = steps.compute_set where type not in {WAITS} group by steps.id''')
        asked = sum(n for name, n in cycles if fnmatch.fnmatchcase(name, 'Bwd/*'))
        every = sum(n for _, n in cycles)
        self.assertEqual(budget('--rule', f'program:Bwd/*:max-cycles={asked}')[0], 0)
        status, rules = budget('--rule', f'program:Bwd/*:max-cycles={asked - 1}',
                               '--rule', 'program:Bwd/*:max-share=100%')
        self.assertEqual(status, 3)
        self.assertEqual(rules[0]['value'], asked)
        self.assertAlmostEqual(rules[1]['value'], asked / every, places=12)

    def test_tile_liveness(self):
        peaks = rows_of('liveness-tiles')
        most = max(row['bytes'] for row in peaks)
        self.assertEqual(budget(f'--rule=max-tile-peak-bytes={most} B')[0], 0)
        self.assertEqual(budget(f'--rule=max-tile-peak-bytes={most - 1} B')[0], 3)

    def test_percent(self):
        """A percentage of bytes is of the memory that holds them: of one tile, or of all tiles."""
        report = Report(Demo.path())
        of_tile, tiles = report.all('select bytes_per_tile, (select count(*) from memory_by_tile) from target_info')[0]
        names = {name: of_tile for name in ('max-tile-bytes', 'min-free-bytes', 'max-tile-peak-bytes')}
        names.update({name: of_tile * tiles for name in ('max-memory-bytes', 'max-always-live-bytes', 'max-peak-bytes')})
        options = [f'--rule={name}={{}}' for name in names] + [
            '--rule=variable:*weights:max-bytes={}', '--rule=kind:weights:max-bytes={}', '--rule=category:*:max-bytes={}',
            '--rule=operation:*:max-bytes={}', '--rule=vertex:*:max-bytes={}']
        _, in_bytes = budget(*[option.format('1 B') for option in options])
        _, in_percent = budget(*[option.format('1%') for option in options])
        for one, other in zip(in_bytes, in_percent):
            self.assertEqual((one['unit'], other['unit'], other['limit']), ('bytes', 'ratio', 0.01))
            self.assertAlmostEqual(other['value'], one['value'] / names.get(one['rule'], of_tile * tiles), places=12)
        share = next(r['value'] for r in in_percent if r['rule'] == 'max-tile-bytes')
        for limit, status in ((share + 1e-6, 0), (share - 1e-6, 3)):
            self.assertEqual(budget(f'--rule=max-tile-bytes={limit * 100:.6f} %')[0], status)
        done = run('budget', Demo.path(), '--rule', 'max-trace-cycles=50 %')
        self.assertEqual(done.returncode, 2)
        self.assertIn('use whole cycles', done.stderr)

    def test_largest(self):
        """A failed rule names the cause: the tile, its largest variable, the step, the program."""
        report = Report(Demo.path())
        tile, = report.all('select tile from memory_by_tile order by total_including_gaps desc, tile limit 1')[0]
        most = max(rows_of('tile-variables', f'memory?tile={tile}'), key=lambda row: row['size'])
        peaks = rows_of('liveness-tiles')
        peak = max(peaks, key=lambda row: row['bytes'])
        programs = rows_of('trace-costs', 'trace?by=program')
        program = max((p for p in programs if p['name']), key=lambda p: p['cycles'])
        _, rules = budget('--rule=max-tile-bytes=1 B', '--rule=max-tile-peak-bytes=1 B', '--rule=max-program-cycles=1', '--rule=max-memory-bytes=100 GiB',
                          '--rule=program:Fwd/*:max-cycles=1')
        says = [rule['largest'] for rule in rules]
        self.assertTrue(says[0].startswith(f'tile {tile}; its largest variable: {most["name"]}, '), says[0])
        live = max(rows_of('live-variables', f'liveness?tile={peak["tile"]}&step={peak["step"]}'),
                   key=lambda row: row['live'])
        self.assertEqual(says[1], f'tile {peak["tile"]} at step {peak["step"]}; its largest variable: '
                                  f'{live["variable"]}, {kib(live["live"])}')
        # The cycles of a program are followed by their scope, as the rule may be about one iteration.
        self.assertEqual(says[2], f'program with most cycles in the whole trace, all IPUs added: {program["name"]}, {program["cycles"]:,} cycles')
        self.assertIsNone(says[3])
        forward = max((p for p in programs if (p['name'] or '').startswith('Fwd/')), key=lambda p: p['cycles'])
        self.assertEqual(says[4], f'{forward["name"]}, {forward["cycles"]:,} cycles')

    def test_quantities(self):
        """Texts say which cycles are meant: a median iteration, or the longest run."""
        text = run('budget', Demo.path(), '--rule=max-iteration-cycles=1', '--rule=max-run-cycles=1').stdout
        for line, quantity in zip(text.splitlines(), ('median iteration', 'longest run')):
            self.assertRegex(line, rf'[\d,]+ cycles \(.*{quantity}\), limit 1 cycle')

    def test_a_rule_as_an_option(self):
        """A rule given as an option gets a hint with the option that budget takes, in any command."""
        for command, option, rule in (('budget', '--max-tile-byte=5', 'max-tile-bytes'), ('memory', '--min-free-bytes', 'min-free-bytes'),
                                      ('budget', '--max-nonesuch', 'RULE')):
            done = run(command, Demo.path(), option)
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn(f'budget REPORT -r {rule}=LIMIT', done.stderr)

    def test_largest_of_kinds(self):
        """A kind names its largest variable; a category names the tile with most of it, and the largest variable
        there."""
        weights = [row for row in rows_of('variables', 'liveness?by=kind') if row['kind'] == 'weights']
        self.assertGreater(len(weights), 1)
        most = max(weights, key=lambda row: row['bytes'])
        says = largest('--rule=kind:weights:max-share=1%', '--rule=kind:*:max-bytes=1 B', '--rule=category:vertexCode:max-bytes=1 B',
                       '--rule=category:*essage:max-bytes=1 B')
        self.assertRegex(says[0], f'^largest variable: {re.escape(most["variable"])}, [0-9.,]+ MiB$')
        self.assertIn(f', {most["bytes"] / 2**20:.1f} MiB', says[0])
        # With a wildcard, the largest kind, and then its largest variable.
        kind = max(rows_of('kinds'), key=lambda row: row['bytes'] or 0)
        self.assertTrue(says[1].startswith(f'{kind["kind"]}, '), says[1])
        of_all = max(rows_of('variables', 'liveness?by=kind'), key=lambda row: row['bytes'])
        self.assertIn(f'; largest variable: {of_all["variable"]}, ', says[1])
        for said, name in ((says[2], 'vertexCode'), (says[3], '*essage')):
            found = re.search('tile ([0-9]+) has most, ([^;]+); its largest variable: (.*), (.*)$', said)
            inside = [row for row in rows_of('tile-variables', f'memory?tile={found[1]}')
                      if fnmatch.fnmatchcase(row['category'], name)]
            biggest = max(inside, key=lambda row: row['size'])
            self.assertEqual((found[3], found[4]), (biggest['name'], kib(biggest['size'])))
            self.assertEqual(found[2], kib(sum(row['size'] for row in inside)))
        balance = next(row for row in rows_of('memory-imbalance') if row['what'] == 'Vertex code')
        self.assertTrue(says[2].startswith(f'tile {balance["most_tile"]} has most, {kib(balance["most"])}; '), says[2])

    def test_largest_of_names(self):
        """With a wildcard, the operation with most cycles; steps without a program are not an operation."""
        operations = [row for row in rows_of('operations') if row['operation'] != 'no-program']
        most = max(operations, key=lambda row: row['tile_cycles'] or 0)
        self.assertEqual(largest('--rule=operation:*:max-cycles=1', f'--rule=operation:{most["name"]}:max-cycles=1',
                                 f'--rule=operation:{most["name"][:-1]}?:max-cycles=1'),
                         [f'{most["name"]}, {most["tile_cycles"]:,} cycles', None,
                          f'{most["name"]}, {most["tile_cycles"]:,} cycles'])
        programs = rows_of('trace-costs', 'trace?by=program')
        idle = max((row for row in programs if row['name']), key=lambda row: row['imbalance'] or 0)
        ours = max((row for row in programs if (row['name'] or '').startswith('Bwd/')), key=lambda row: row['imbalance'] or 0)
        self.assertEqual(largest('--rule=min-tile-balance=99%', '--rule=program:Bwd/*:min-tile-balance=99%'),
                         [f'program with largest imbalance: {idle["name"]}, {idle["imbalance"]:,} cycles',
                          f'largest imbalance: {ours["name"]}, {ours["imbalance"]:,} cycles'])

    def test_largest_of_memory(self):
        tile, most, mean = Report(Demo.path()).all(
            '''select tile, total_including_gaps, (select sum(total_including_gaps) / count(*) from memory_by_tile)
               from memory_by_tile order by total_including_gaps desc, tile limit 1''')[0]
        says, = largest('--rule=min-memory-balance=99.9%')
        self.assertTrue(says.startswith(f'tile {tile}, {kib(most)}; mean {kib(mean)}; its largest variable: '), says)

    def test_largest_of_runs(self):
        _, (rule,) = budget('--rule=max-run-cycles=1')
        found, name, cycles = re.fullmatch(r'run (\d+); its program with most cycles, all IPUs added: (.*), ([0-9,]+) cycles',
                                           rule['largest']).groups()
        # Both runs executed the same number of steps.
        steps = [row for row in rows_of('trace-steps') if row['from'] is not None]
        half = (max(row['step'] for row in steps) + 1) // 2
        ends = [max(row['to'] for row in steps if row['step'] // half == run) for run in (0, 1)]
        spans = [output(Demo.path(), 'time', f'--range={scope}')['figures']['program_cycles']
                 for scope in (f'0..{ends[0]}', f'{ends[0]}..{ends[1]}')]
        self.assertEqual((rule['value'], int(found)), (max(spans), spans.index(max(spans))))
        whole = max((row for row in rows_of('trace-costs', 'trace?by=program') if row['name']), key=lambda row: row['cycles'])
        # Two runs of the same program: each has about half of its cycles.
        self.assertEqual(name, whole['name'])
        self.assertLess(int(cycles.replace(',', '')), whole['cycles'] * 0.6)

    def test_largest_of_time(self):
        """The IPU, the cause and the program with most cycles of a class, and the IPU or tile that others wait for."""
        shares = dict(enumerate(classes()))
        says = largest('--rule=max-waiting-share=0', '--rule=max-load-imbalance-share=0', '--rule=max-ipu-wait-share=0')
        for said, keys in zip(says, (WAITING, ('load_imbalance',), ('ipu_wait',))):
            sums = {ipu: sum(of[key] for key in keys) for ipu, of in shares.items()}
            most = max(sums, key=sums.get)
            self.assertTrue(said.startswith(f'IPU {most} has most, {sums[most] * 100:.1f} % of its time'), said)
        causes = {key: sum(of[key] for of in shares.values()) / len(shares) for key in WAITING}
        self.assertEqual(max(causes, key=causes.get), 'idle_tiles')
        self.assertIn(f'; largest cause: Idle tiles, {causes["idle_tiles"] * 100:.1f} %; program with most: ', says[0])
        slow = max(rows_of('trace-slowest', 'trace?by=tile'), key=lambda row: row['imbalance'])
        self.assertIn(f'; tile most waited for: {slow["tile"]}, {slow["imbalance"]:,} cycles over the mean; ', says[1])
        waits = collections.Counter()
        for row in rows_of('time-waits'):
            waits[row['last']] += row['cycles']
        (last, cycles), = waits.most_common(1)
        # Syncs are not named as a program.
        self.assertTrue(says[2].endswith(f'; IPU most waited for: {last}, {cycles:,} cycles of all others'), says[2])

    def test_largest_is_what_was_planted(self):
        with tempfile.TemporaryDirectory() as folder:
            for plant, limit, says in (
                    ('straggler=77:3000', 'load-imbalance', r'; tile most waited for: 77, '),
                    ('bubble=2:0.5', 'ipu-wait', r'; IPU most waited for: 2, '),
                    ('bubble=2:0.5', 'waiting', r'; largest cause: IPU wait, [0-9.]+ %; IPU most waited for: 2, '),
                    ('unused=Fwd/encoder/layer.*/dense/MatMul:20', 'idle-tiles', r'; program with most: Fwd/encoder/layer\.[0-9]+/dense/MatMul/'),
                    ('host-wait=Update/learningRate:600000', 'host-wait', r'; program with most: Update/learningRate, ')):
                report = pathlib.Path(folder, plant.replace('/', '-'))
                if not report.exists():
                    write_demo(report, '--preset=plain', '--without=archive,debug', f'--plant={plant}')
                with self.subTest(plant=plant, limit=limit):
                    self.assertRegex(largest(f'--rule=max-{limit}-share=0', report=report)[0], says)

    def test_largest_of_what_is_not_there(self):
        """Without the data no cause is named, and the rule fails as before."""
        with changed('delete from vars_info', 'delete from unlowered_vars') as report:
            status, rules = budget('--rule=max-tile-bytes=1 B', '--rule=min-memory-balance=99.9%', '--rule=category:vertexCode:max-bytes=1 B',
                                   report=report)
            self.assertEqual([(rule['rule'], rule['result']) for rule in rules],
                             [('max-tile-bytes', 'fail'), ('min-memory-balance', 'fail'), ('max-bytes', 'fail')])
            self.assertEqual(status, 3)
            self.assertFalse([rule['largest'] for rule in rules if 'variable' in rule['largest']])
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(Demo.path() / 'archive.a', folder)
            self.assertRegex(largest('--rule=max-tile-bytes=1 B', report=folder)[0], '^tile [0-9]+$')
        with changed('update steps_by_ipu set tile_cycles_id = null', 'delete from cycles_by_tile') as report:
            for said in largest('--rule=max-waiting-share=0', '--rule=max-ipu-wait-share=0', report=report):
                self.assertNotIn('tile most waited for', said or '')

    def test_largest_everywhere(self):
        """Text and JUnit have the same messages as JSON."""
        rules = ('--rule=max-tile-peak-bytes=1 B', '--rule=max-waiting-share=0', '--rule=kind:weights:max-share=1%',
                 '--rule=category:vertexCode:max-bytes=1 B')
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'junit.xml')
            text = run('budget', Demo.path(), *rules, '--junit', path).stdout
            failures = [case.text for case in xml.etree.ElementTree.parse(path).iter('failure')]
        self.assertEqual(len(failures), len(rules))
        for said, line, failure in zip(largest(*rules), text.splitlines(), failures):
            self.assertTrue(said and line.endswith(f'; {said}') and failure.endswith(f'; {said}'), (said, line, failure))

    def test_runs(self):
        """The longest of several runs; all runs together are the program."""
        _, rules = budget('--rule', 'max-run-cycles=1', '--rule', 'max-program-cycles=1')
        values = {rule['rule']: rule['value'] for rule in rules}
        runs = len(Report(Demo.path()).all('select 1 from runs'))
        self.assertGreater(runs, 1)
        self.assertLess(values['max-run-cycles'], values['max-program-cycles'])
        self.assertGreaterEqual(values['max-run-cycles'] * runs, values['max-program-cycles'])

    def test_program(self):
        """The judged figures equal those of `time`; a late start by the host changes none of them, and makes the trace
        longer."""
        rules = '--rule=max-iteration-cycles=1', '--rule=max-program-cycles=1', '--rule=max-run-cycles=1', '--rule=max-trace-cycles=1'
        figures = output(Demo.path(), 'time')['figures']
        plain = {rule['rule']: rule['value'] for rule in budget(*rules)[1]}
        # Of two iterations in a run, the first has a period.
        periods = [row['period'] for row in rows_of('runs', 'trace?by=iteration') if row['period']]
        self.assertEqual([plain[f'max-{key}-cycles'] for key in ('iteration', 'program', 'trace')],
                         [int(statistics.median(periods)), figures['program_cycles'], figures['trace_cycles']])
        with tempfile.TemporaryDirectory() as folder:
            write_demo(pathlib.Path(folder, 'late'), '--without=archive,debug', '--plant=late-host=3000000')
            late = {rule['rule']: rule['value'] for rule in budget(*rules, report=pathlib.Path(folder, 'late'))[1]}
        self.assertEqual(late, {**plain, 'max-trace-cycles': plain['max-trace-cycles'] + 3000000})

    def test_against(self):
        """A growth is relative to the other report; without that report, or if it lacks the value, no growth is
        allowed."""
        rules = '--rule=max-program-cycles=+5%', '--rule=max-memory-bytes=+0 %', '--rule=min-free-bytes=-100%', '--rule=max-waiting-share=+1%'
        values = [rule['value'] for rule in budget(*(rule.rpartition('=')[0] + ('=0 B' if 'bytes' in rule else '=0') for rule in rules))[1]]
        status, got = budget(*rules, '--against', Demo.path())
        self.assertEqual((status, [rule['result'] for rule in got]), (0, ['pass'] * 4))
        for rule, value in zip(got, values):
            factor = {'max-program-cycles': 1.05, 'max-memory-bytes': 1, 'min-free-bytes': 0, 'max-waiting-share': 1.01}[rule['rule']]
            self.assertAlmostEqual(rule['limit'] / max(value, 1e-9), factor, places=5)
        self.assertEqual(budget('--rule=max-program-cycles=-1%', '--against', Demo.path())[0], 3)
        for options in (['--rule=max-program-cycles=+5%'], ['--rule=max-program-cycles=+5', '--against', Demo.path()],
                        ['--rule=program:*:max-cycles=+5%']):
            self.assertEqual(run('budget', Demo.path(), *options).returncode, 2, options)
        with changed('delete from memory_by_tile') as bare:
            status, (rule,) = budget('--rule=max-memory-bytes=+5%', '--against', bare)
            self.assertEqual((status, rule['result'], rule['limit']), (3, 'unknown', None))
            self.assertIn(bare.name, rule['reason'])

    def test_balance_of_names(self):
        """All names together have the balance of the whole; one name has the mean of its steps, weighted by cycles."""
        report = Report(Demo.path())
        name, balance = report.all(f'''select c.name, sum(cycles * tile_balance) / sum(cycles) from steps
            join steps_by_ipu on step_id = steps.id join compute_sets c on c.compute_set = steps.compute_set
            where type not in {WAITS} and type = 'OnTileExecute' group by c.name order by sum(cycles) desc''')[0]
        status, rules = budget('--rule', f'compute-set:{name}:min-tile-balance=99.9%',
                               '--rule', 'compute-set:*:min-tile-balance=1%', '--rule', 'min-tile-balance=1%')
        self.assertEqual(status, 3)
        self.assertAlmostEqual(rules[0]['value'], balance, places=5)
        self.assertAlmostEqual(rules[1]['value'], rules[2]['value'], places=6)
        self.assertEqual(rules[0]['matched'], 1)

    def test_layers(self):
        layers = [row['layer'] for row in rows_of('layers')]
        self.assertGreater(len(layers), 1)
        for layer in layers:
            _, rules = budget('--rule', f'operation@{layer}:*a*:max-cycles=1')
            ours = [r for r in rows_of('operations', f'operations?layer={layer}')
                    if r['operation'] != 'no-program' and 'a' in r['name']]
            self.assertEqual((rules[0]['value'], rules[0]['layer'], rules[0]['matched']),
                             (sum(r['tile_cycles'] or 0 for r in ours), layer, len(ours)))
        status, rules = budget('--rule', 'operation@no such:*:max-cycles=1')
        self.assertEqual((status, rules[0]['result']), (3, 'unknown'))
        self.assertIn(layers[-1], rules[0]['reason'])

    def test_others(self):
        status, rules = budget('--rule', 'category:vertexCode:max-bytes=1 B', '--rule', 'variable:*:max-bytes=1 GiB',
                               '--rule', 'operation:Update/*:max-share=100 %', '--rule', 'compute-set:*:max-share=100%',
                               '--rule', 'vertex:*:max-bytes=1 B')
        vertices = rows_of('vertex-types')
        self.assertEqual(rules[4]['value'], sum(r['total'] for r in vertices))
        self.assertEqual(rules[0]['value'], next(r['total'] for r in rows_of('memory-categories') if r['key'] == 'vertexCode'))
        self.assertEqual(status, 3)
        operations = rows_of('operations')
        operations = [r for r in operations if r['operation'] != 'no-program']
        share = sum(r['tile_cycles'] or 0 for r in operations if r['name'].startswith('Update/')) / sum(
            r['tile_cycles'] or 0 for r in operations)
        self.assertAlmostEqual(rules[2]['value'], share, places=12)

    def test_kinds(self):
        """Bytes of a kind equal plain SQL over its categories, and shares are relative to all kinds."""
        status, rules = budget('--rule', 'kind:exchange:max-bytes=1 B', '--rule', 'kind:*:max-share=100 %',
                               '--rule', 'kind:optimizer:max-bytes=1 B')
        with sqlite3.connect(f'file:{Demo.path()}/profile.pop?mode=ro', uri=True) as file:
            total, = file.execute("""select sum(size_bytes) from vars_info join var_categories c on c.id = category where
                bitset & 1 and c.name in ('message', 'globalMessage', 'rearrangement', 'outputEdge')""").fetchone()
        file.close()
        self.assertEqual((status, rules[0]['result'], rules[0]['value']), (3, 'fail', total))
        self.assertEqual((rules[1]['result'], rules[1]['value']), ('pass', 1))
        self.assertEqual(rules[2]['result'], 'unknown')
        self.assertIn('optimiser', rules[2]['reason'])


class Files(unittest.TestCase):
    def rules(self, text):
        with tempfile.NamedTemporaryFile('w', suffix='.ini') as file:
            file.write(text)
            file.flush()
            return run('budget', Demo.path(), '--json', '--rules', file.name)

    def test_file(self):
        done = self.rules('[budget]\nmax-tile-bytes = 624 KiB\nmin-free-bytes = 0.1 %\n'
                          '[program all backward]\nname = Bwd/*\nmax-share = 99 %\nmax-cycles = 100 G\n')
        self.assertEqual(done.returncode, 0, done.stderr)
        rules = rows(json.loads(done.stdout))
        self.assertEqual([(r['kind'], r['name'], r['rule'], r['unit']) for r in rules], [
            (None, None, 'max-tile-bytes', 'bytes'), (None, None, 'min-free-bytes', 'ratio'),
            ('program', 'Bwd/*', 'max-share', 'ratio'), ('program', 'Bwd/*', 'max-cycles', 'cycles')])
        self.assertEqual(rules[0]['limit'], 624 * 1024)

    def test_limits(self):
        """Forms of limits and their values: whole numbers, rounded towards the stricter side."""
        for rule, text, limit in (('max-memory-bytes', '1,024.5 KiB', 1049088), ('max-memory-bytes', '1.5 B', 1), ('max-memory-bytes', '600 kB', 600000), ('max-memory-bytes', '600KB', 600000), ('min-free-bytes', '1.5 B', 2),
                                  ('max-trace-cycles', '20,000,000', 20000000), ('max-memory-bytes', '1,024.5\u00a0KiB', 1049088), ('max-memory-bytes', '600\u202fkB', 600000), ('max-trace-cycles', '1.5 M', 1500000),
                                  ('min-free-bytes', '.5 %', 0.005), ('max-waiting-share', '0.25', 0.25)):
            done = self.rules(f'\ufeff[budget]\r\n{rule} = {text}\r\n')
            self.assertIn(done.returncode, (0, 3), done.stderr)
            self.assertAlmostEqual(rows(json.loads(done.stdout))[0]['limit'], limit, msg=text)

    def test_all_limits_hold(self):
        """A limit that is given twice is two rules; the later one does not replace the first."""
        for limits in ('1', '9G'), ('9G', '1'):
            done = run('budget', Demo.path(), *(f'--rule=max-trace-cycles={limit}' for limit in limits), '--json')
            self.assertEqual(done.returncode, 3)
            self.assertEqual(sorted(r['result'] for r in rows(json.loads(done.stdout))), ['fail', 'pass'])
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder, f'{limit}.ini') for limit in ('1', '9G')]
            for file in files:
                file.write_text(f'[budget]\nmax-trace-cycles = {file.stem}\n')
            for order in files, files[::-1]:
                self.assertEqual(run('budget', Demo.path(), *(f'--rules={file}' for file in order)).returncode, 3)

    def test_wrong(self):
        for text in ('', '[budget]\n', '[budget]\nmax-colour = 1\n', '[budget]\nmax-trace-cycles = 5 KiB\n', 'max-trace-cycles = 5\n',
                     '[budget]\nmax-trace-cycles = many\n', '[program x]\nmax-share = 5 %\n', '[planet x]\nname = *\nmax-share = 1\n'):
            done = self.rules(text)
            self.assertEqual(done.returncode, 2, text)
            self.assertEqual(done.stdout, '')
        for text, says in (('', 'no limits defined'), ('# limits\n[budget]\nmax-trace-cycles 3\n', ':3: expected NAME = LIMIT, found "max-trace-cycles 3"'),
                           ('max-trace-cycles = 5\n', ':1: expected [budget] first, found "max-trace-cycles = 5"'), ('[budget]\nmax-trace-cycle = 1\n', '[budget]: unknown rule "max-trace-cycle"; did you mean "max-trace-cycles"?'),
                           ('[programs x]\nname = *\nmax-share = 1 %\n', 'did you mean "program"?'),
                           ('[budget]\nmax-trace-cycles = 1\nmax-trace-cycles = 2\n', 'duplicate'),
                           ('[program a]\nname = x\nmax-share = 1 %\n[program a]\nname = y\n', 'duplicate'),
                           ('[budget]\nmax-waiting-share = 50\n', 'up to 100 %'), ('[budget]\nmax-memory-bytes = 1,5 MiB\n', 'bytes'),
                           ('[budget]\nmax-memory-bytes = ,500\n', 'bytes'), ('[budget]\nmax-memory-bytes = 0x10\n', 'bytes'), ('[budget]\nmax-memory-bytes = 600\n', 'with a unit'),
                           ('[program x]\nname = *\nlayer = poplar\nmax-share = 1 %\n', 'layer')):
            done = self.rules(text)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(says, done.stderr)
        # A file of rules is small and finite: otherwise reading would take 20 s and gigabytes, or never end.
        for text, says in ((f'[budget]\n#{" " * 2**20}\nmax-trace-cycles = 1\n', '1024 KiB'),
                           ('[budget]\n' + '\n'.join(f'a{i}=1' for i in range(100000)), 'unknown rule "a0"')):
            done = self.rules(text)
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)
        self.assertIn('1024 KiB', run('budget', Demo.path(), '--rules=/dev/zero').stderr)
        done = run('budget', Demo.path(), '--rule', 'max-program-cylces=1')
        self.assertIn('did you mean "max-program-cycles"?', done.stderr)
        for options in ([], ['--rules', '/nonexistent'], ['--rule', 'program:max-share=1'], ['--rule', 'x'],
                        ['--rule', 'max-trace-cycles=-5'], ['--rule', 'program::max-share=5%'], ['--rule', 'operation@:x:max-share=5%'],
                        ['--rule', 'program@poplar:x:max-share=5%']):
            self.assertEqual(run('budget', Demo.path(), *options).returncode, 2, options)
        self.assertEqual(run('budget', '/nonexistent', '--rule', 'max-trace-cycles=5').returncode, 1)


    def test_pipes(self):
        """Rules may come from a pipe, also some time after it is opened; a pipe without a writer has no rules."""
        with tempfile.TemporaryDirectory() as folder:
            pipe = pathlib.Path(folder, 'pipe')
            os.mkfifo(pipe)
            done = run('budget', Demo.path(), f'--rules={pipe}')
            self.assertEqual((done.returncode, done.stdout), (2, ''))
            self.assertIn('no program writes to this pipe', done.stderr)
            with subprocess.Popen(['sh', '-c', f'sleep 0.3; (echo "[budget]"; sleep 0.3; echo "max-trace-cycles = 1") > {pipe}']):
                done = run('budget', Demo.path(), f'--rules={pipe}')
            self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(run('budget', Demo.path(), '--rules=/dev/stdin', input='[budget]\nmax-trace-cycles = 9G\n').returncode, 0)


class Verdict(unittest.TestCase):
    def test_unknown(self):
        with changed('delete from steps', 'delete from steps_by_ipu', 'delete from runs', 'delete from program_trace',
                     'delete from execution_cycle_totals', 'delete from cycles_by_tile') as report:
            status, rules = budget('--rule', 'max-trace-cycles=1', '--rule', 'max-memory-bytes=1000 GiB', report=report)
            self.assertEqual(status, 3)
            unknown = next(r for r in rules if r['rule'] == 'max-trace-cycles')
            self.assertEqual((unknown['value'], unknown['result']), (None, 'unknown'))
            self.assertEqual(unknown['bound'], 'unknown')
            self.assertTrue(unknown['reason'])
            self.assertEqual(budget('--rule', 'max-trace-cycles=1', '--rule', 'max-memory-bytes=1 B', report=report)[0], 3)
        self.assertEqual(budget('--rule', 'program:no such thing:max-share=5%')[0], 3)

    def test_junit(self):
        name = 'a<b>&"c\'\x01\u202e]]>'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'junit.xml')
            done = run('budget', Demo.path(), '--rule', 'max-memory-bytes=1 B', '--rule', 'max-trace-cycles=1000 G', '--junit', path,
                       '--rule', f'program:{name}:max-share=5%')
            self.assertEqual(done.returncode, 3)
            suite = xml.etree.ElementTree.parse(path).getroot()[0]
            cases = {case.get('name'): [child.tag for child in case] for case in suite}
            self.assertEqual((suite.get('tests'), suite.get('failures'), suite.get('errors')), ('3', '1', '1'))
            self.assertEqual(cases['max-memory-bytes'], ['failure'])
            # GitLab shows the text, Jenkins the message; a schema requires the type.
            failure = suite.find('testcase/failure')
            self.assertEqual(failure.text, failure.get('message'))
            self.assertTrue(failure.get('type') and all(case.get('time') for case in suite))
            self.assertEqual(cases['max-trace-cycles'], ['system-out'])
            self.assertEqual(cases['program a<b>&"c\'\\x01\\u202e]]>: max-share'], ['error'])
            self.assertNotIn('\x01', done.stdout)
        with changed() as report:
            done = run('budget', report, '--rule', 'max-memory-bytes=1 B', '--junit', report / 'junit.xml')
            self.assertNotIn(done.returncode, (0, 3))
            self.assertFalse((report / 'junit.xml').exists())

    def test_text(self):
        done = run('budget', Demo.path(), '--rule', 'max-memory-bytes=1 B', '--rule', 'max-trace-cycles=1000 G')
        self.assertRegex(done.stdout, r'fail +max-memory-bytes +.*, limit 1 B')
        self.assertRegex(done.stdout, r'pass +max-trace-cycles +[\d,]+ cycles \(.+\), limit 1,000,000,000,000 cycles')
        self.assertIn('1 passed, 1 failed, 0 unknown.', done.stdout)

    def test_values_are_told_from_limits(self):
        for rule in ('max-memory-bytes', 'max-waiting-share'):
            unit = ' B' if 'bytes' in rule else ''
            _, rules = budget('--rule', f'{rule}=1{unit}')
            value = rules[0]['value']
            limit = value - 1 if rule == 'max-memory-bytes' else value - 1e-6
            line = run('budget', Demo.path(), '--rule', f'{rule}={limit}{unit}').stdout.splitlines()[0]
            shown = re.match(r'fail +[a-z-]+ +(.*), limit ([^;]*)', line)
            self.assertNotEqual(shown[1], shown[2])

    def test_init(self):
        """--init prints limits that the report itself keeps, by at most 5 % and the rounding, and lists the rules for
        which it lacks data."""
        said = run('budget', '--init', Demo.path())
        self.assertEqual((said.returncode, said.stderr), (0, ''))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'budget.ini'
            path.write_text(said.stdout)
            status, rules = budget('--rules', path)
            self.assertEqual(status, 0)
            self.assertEqual([rule['rule'] for rule in rules],
                             ['max-tile-bytes', 'max-memory-bytes', 'max-peak-bytes', 'max-iteration-cycles', 'max-program-cycles'])
            for rule in rules:
                # Shares have one decimal place.
                free = 0.001 if rule['unit'] == 'ratio' else 0.01 * rule['value']
                self.assertTrue(abs(rule['limit'] - rule['value'] * 1.05) <= free or rule['limit'] == 1, rule)
                self.assertGreaterEqual(rule['limit'], rule['value'])
            lacking = pathlib.Path(folder) / 'compiled'
            write_demo(lacking, '--preset=out-of-memory', '--tiles=32', '--layers=1')
            said = run('budget', '--init', lacking)
            self.assertEqual(said.returncode, 0)
            self.assertIn('max-tile-bytes = 100.0 %', said.stdout)
            self.assertRegex(said.stdout, '# no max-program-cycles: .*autoReport')
        for more in (['--against', Demo.path()], ['-r', 'max-tile-bytes=1 B'], ['--junit', 'x.xml']):
            self.assertEqual(run('budget', '--init', Demo.path(), *more).returncode, 2)

    def test_nearest_name(self):
        _, rules = budget('--rule', 'category:vertexcode:max-bytes=1 B')
        self.assertIn('did you mean vertexCode?', rules[0]['reason'])


if __name__ == '__main__':
    unittest.main()
