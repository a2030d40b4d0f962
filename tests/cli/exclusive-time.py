"""Where the time went: what has to hold of every answer, against plain SQL on the file, and answers without lists of
cycles by tile, without execution, and of blocks alone."""
import html
import json
import pathlib
import re
import shlex
import tempfile
import unittest

from harness import Compiled, Demo, Executed, Report, Small, changed, output, run

CLASSES = {'compute', 'exchange', 'inter_ipu_exchange', 'host_transfer', 'own_tiles_unused', 'own_tiles_unequal',
           'own_tiles_exchange', 'host', 'another_ipu', 'sync', 'untracked', 'profiler', 'outside'}
UNTOLD = {'own_tiles_unused', 'own_tiles_unequal', 'own_tiles_exchange', 'another_ipu', 'outside'}  # by blocks
BARS = {'ideal', 'other_ipus', 'own_tiles', 'exchange', 'inter_ipu_exchange', 'sync', 'host', 'untracked', 'profiler',
        'outside'}


class Long(Demo):
    """Of which the cycles of all steps and tiles take longer than a summary."""
    folder = None
    options = ('--steps=3000', '--without=archive,debug,json')


class Blocks(Demo):
    """Lightweight profiling alone."""
    folder = None
    options = ('--instrumentation=blocks', '--without=archive,debug,json')


class Scopes(unittest.TestCase):
    """Classes of ranges: those of one behind the other add up to those of the trace."""
    def test_ranges(self):
        for demo in Executed, Small:
            report = Report(demo.path())
            whole = report.json('time')
            cuts = [0, whole['total'] // 7, whole['total'] // 2 + 1, whole['total'] - 13, whole['total']]
            parts = [report.json('time', '--scope', f'range={a}-{b}') for a, b in zip(cuts, cuts[1:])]
            for i, ipu in enumerate(whole['ipus']):
                for part in parts:
                    classes = part['ipus'][i]['classes']
                    self.assertEqual(set(classes), CLASSES)
                    self.assertAlmostEqual(sum(classes.values()), part['total'], delta=0.01)
                    self.assertAlmostEqual(classes['outside'], part['outside'], delta=0.01)
                for key, cycles in ipu['classes'].items():
                    self.assertAlmostEqual(sum(p['ipus'][i]['classes'][key] for p in parts), cycles, delta=1, msg=key)
            for part, (a, b) in zip(parts, zip(cuts, cuts[1:])):
                compute = sum(i['classes']['compute'] for i in part['ipus']) / len(part['ipus'])
                self.assertAlmostEqual(part['waterfall']['ideal'], compute, delta=0.01 * (b - a))
                rows = json.loads(run('table', 'time-ipus', demo.path(), '--format', 'json', '--location',
                                      f'trace?scope=range%3D{a}-{b}').stdout)
                self.assertEqual([{k: r[k] for k in CLASSES} for r in rows], [i['classes'] for i in part['ipus']])


class Answers(unittest.TestCase):
    def check(self, answer):
        self.assertEqual(answer['program'], answer['total'] - answer['outside'])
        for ipu in answer['ipus']:
            self.assertEqual(set(ipu['classes']), CLASSES)
            self.assertAlmostEqual(sum(ipu['classes'].values()), answer['total'], delta=0.01)
            self.assertAlmostEqual(ipu['classes']['outside'], answer['outside'], delta=0.01)
        self.assertEqual(set(answer['waterfall']), BARS)
        self.assertAlmostEqual(sum(answer['waterfall'].values()), answer['total'], delta=0.01)
        self.assertAlmostEqual(answer['waterfall']['outside'], answer['outside'], delta=0.01)
        for bar in BARS:
            self.assertGreaterEqual(answer['waterfall'][bar], 0, bar)
        at = 0
        for segment in answer['critical_path']:
            self.assertEqual(set(segment), {'ipu', 'from', 'to', 'class', 'step'})
            self.assertEqual(segment['from'], at)
            at = segment['to']
        self.assertEqual(at, answer['total'])

    def test_json(self):
        for demo in Demo, Executed, Small:
            report = Report(demo.path())
            answer = report.json('time')
            self.check(answer)
            self.assertFalse(answer['approximated'])
            self.assertEqual(answer['total'], report.all('select max(cycles_base + all_cycles_to_max) '
                                                         'from steps_by_ipu')[0][0])
            tiles = report.all('select tiles_per_ipu from target_info')[0][0]
            # What is outside counts as that, so no more than all of it is compute; nothing computes there.
            sums = dict(report.all('select ipu, sum(cycles * tile_balance) from steps_by_ipu join steps on id = step_id '
                                   "where type = 'OnTileExecute' group by ipu"))
            for ipu in answer['ipus']:
                self.assertAlmostEqual(ipu['classes']['compute'], sums[ipu['ipu']],
                                       delta=len(answer['critical_path']) / tiles)

    def test_tables(self):
        for demo in Demo, Small:
            answer = output(demo.path(), 'time')
            rows = json.loads(run('table', 'time-ipus', demo.path(), '--format', 'json').stdout)
            self.assertEqual([{k: r[k] for k in CLASSES} for r in rows], [i['classes'] for i in answer['ipus']])
            rows = json.loads(run('table', 'time-causes', demo.path(), '--format', 'json').stdout)
            self.assertEqual({r['bar']: r['cycles'] for r in rows}, answer['waterfall'])
            rows = json.loads(run('table', 'critical-path', demo.path(), '--format', 'json').stdout)
            self.assertEqual([(r['from'], r['cycles'], r['ipu'], r['step']) for r in rows],
                             [(s['from'], s['to'] - s['from'], s['ipu'], s['step']) for s in answer['critical_path']])

    def test_labels(self):
        """In all tables a step has one label, and two names never share one; waits keep their names."""
        label_of = {}
        for table in 'trace-steps', 'critical-path', 'trace-top', 'trace-slowest':
            rows = json.loads(run('table', table, Demo.path(), '--format', 'json').stdout)
            for row in rows:
                if row['name']:
                    self.assertEqual(label_of.setdefault(row['name'], row['label']), row['label'])
                else:
                    self.assertFalse(row['label'])
                if (row['type'] or '').startswith('StreamCopy'):
                    self.assertEqual(row['label'], row['name'])
        self.assertEqual(len(set(label_of.values())), len(label_of))
        paths = [name for name in label_of if '/' in name]
        self.assertGreater(len(paths), 50)
        self.assertLess(sum(len(label_of[name]) for name in paths), 0.8 * sum(map(len, paths)))

    def test_finding_labels(self):
        """Labels of operations are shorter and differ; other subjects stay as they are."""
        rows = json.loads(run('table', 'time-findings', Demo.path(), '--format', 'json').stdout)
        labels = {row['subject']: row['label'] for row in rows if row['subject'] and '*' in row['subject']}
        self.assertGreater(len(labels), 2)
        self.assertEqual(len(set(labels.values())), len(labels))
        self.assertTrue(all(len(label) < len(subject) for subject, label in labels.items()))
        for row in rows:
            if row['kind'] in ('host_copy', 'stages_unbalanced', 'slow_iterations'):
                self.assertEqual(row['label'], row['subject'])

    def phases_by_names(self, path):
        """{(IPU, phase): [spans, cycles]} of a report without micro-batches, whose names begin with the phase."""
        words = {'Fwd': 'forward', 'Loss': 'loss', 'Bwd': 'backward', 'Update': 'update'}
        turns = json.loads(run('table', 'runs', path, '--location', 'trace?by=iteration', '--format', 'json').stdout)
        self.assertTrue(turns and not any(turn['micro_batches'] for turn in turns))
        spans = {}
        for row in json.loads(run('table', 'trace-steps', path, '--format', 'json').stdout):
            name = re.sub(r'^(cs\d+_|Copy_)', '', row['name'] or '')
            phase = words.get(name.split('/')[0])
            if row['type'] not in ('OnTileExecute', 'DoExchange', 'GlobalExchange') or not row['to']:
                continue
            turn = [t['iteration'] for t in turns if t['from'] <= row['from'] < t['to']]
            of_ipu = spans.setdefault(row['ipu'], [])
            if phase and (not of_ipu or of_ipu[-1][:2] != [phase, turn]):
                of_ipu.append([phase, turn, row['from'], row['to']])
            elif phase:
                of_ipu[-1][2:] = min(of_ipu[-1][2], row['from']), max(of_ipu[-1][3], row['to'])
        found = {}
        for ipu, of_ipu in spans.items():
            of_ipu.sort(key=lambda span: span[2])
            for span, after in zip(of_ipu, of_ipu[1:] + [[None, None, float('inf')]]):
                sums = found.setdefault((ipu, span[0]), [0, 0])
                sums[0] += 1
                sums[1] += min(span[3], after[2]) - span[2]
        return found

    def test_phases(self):
        """Spans by the names of steps; classes add up to each phase, and phases of an IPU to the trace."""
        for demo in Demo, Executed:
            rows = json.loads(run('table', 'time-ipus', demo.path(), '--location', 'trace?by=phase', '--format', 'json').stdout)
            whole = json.loads(run('table', 'time-ipus', demo.path(), '--format', 'json').stdout)
            self.check_phases(rows, whole)
        self.assertEqual({(r['ipu'], r['phase']): [r['spans'], r['total']] for r in rows if r['phase'] != 'other'},
                         self.phases_by_names(Executed.path()))
        refused = run('time', Executed.path(), '--scope', 'phase=backward')
        self.assertEqual(refused.returncode, 2)
        self.assertIn('time-ipus', refused.stderr)

    def check_phases(self, rows, whole):
        """Sums of an IPU's phases and of their classes."""
        self.assertGreaterEqual({row['phase'] for row in rows}, {'forward', 'backward', 'update', 'other'})
        for row in rows:
            self.assertAlmostEqual(sum(row[c] for c in CLASSES), row['total'], delta=0.5)
        for ipu in whole:
            own = [row for row in rows if row['ipu'] == ipu['ipu']]
            self.assertEqual(sum(row['total'] for row in own), ipu['total'])
            for c in CLASSES:
                self.assertAlmostEqual(sum(row[c] for row in own), ipu[c], delta=0.5)

    def test_range(self):
        """Bars of a range add up to its length."""
        total = output(Demo.path(), 'time')['total']
        for first, last in (0, total // 3), (total // 3, total // 2), (total - 1000, total):
            place = f'trace?range={first}-{last}'
            rows = json.loads(run('table', 'time-causes', Demo.path(), '--location', place, '--format', 'json').stdout)
            self.assertAlmostEqual(sum(r['cycles'] for r in rows), last - first, delta=0.01)
            rows = json.loads(run('table', 'critical-path', Demo.path(), '--location', place, '--format', 'json').stdout)
            self.assertEqual(sum(r['cycles'] for r in rows), last - first)

    def test_without_lists(self):
        """Classes of the wall clock and all work are exact; the saving of perfect balance is off by 2 % at most."""
        exact = output(Demo.path(), 'time')
        with changed('update steps_by_ipu set tile_cycles_id = NULL') as path:
            answer = json.loads(run('time', path, '--json').stdout)
            text = run('time', path, '--all').stdout
            titles = run('table', 'time-ipus', path, '--format', 'text').stdout
        self.check(answer)
        self.assertTrue(answer['approximated'])
        # A guess says so wherever it stands: the title of its finding, the sentence, the column.
        for place, finding in enumerate(answer['findings']):
            share, guess = f'{100 * finding["share"]:.1f} %', '≈ ' if finding['approximated'] else ''
            saving = f'at most {guess}{int(finding["saving"] + 0.5):,} cycles ({share})'
            self.assertIn(f'\n{finding["title"]}: {guess}{share}\n' if place else f': {saving}\n', text)
        self.assertTrue(any(finding['approximated'] for finding in answer['findings']))
        self.assertIn('≈ Unequal load', titles)
        self.assertNotIn('≈', run('table', 'time-ipus', Demo.path()).stdout)
        self.assertIn('debug.computeInstrumentationLevel', text)
        for ours, theirs in zip(answer['ipus'], exact['ipus']):
            for work in 'compute', 'exchange', 'inter_ipu_exchange', 'outside':
                self.assertAlmostEqual(ours['classes'][work], theirs['classes'][work], delta=0.01)
        self.assertAlmostEqual(answer['balance']['own_tiles'] / exact['balance']['own_tiles'], 1, delta=0.02)

    def test_text(self):
        answer = output(Demo.path(), 'time')
        done = run('time', Demo.path(), '--all')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        for value in (answer['program'], answer['outside'], *answer['waterfall'].values()):
            if value >= 1:
                self.assertIn(f'{int(value + 0.5):,}', done.stdout)
        for fact in answer['facts']:
            self.assertIn(fact['sentence'], ' '.join(done.stdout.split()))

    def test_first_sentence(self):
        """It is the same wherever time is told, and says with what to begin; where it would take long, how to get it."""
        answer = output(Demo.path(), 'time')
        first = answer['findings'][0]
        begin = f'Begin with {first["title"]}{", " if first["subject"] else ""}{first["subject"]}: at most'
        for command in 'time', 'summary', 'insights':
            text = ' '.join(run(command, Demo.path()).stdout.split())
            self.assertTrue(text.startswith(f'{Demo.path().name} {answer["where"]} {begin}'), (command, text))
        insights = json.loads(run('insights', Demo.path(), '--json').stdout)['findings']
        self.assertEqual([(one['key'], one['subject'] or '') for one in insights if one['cycles'] and one['kind'] == 'saving'],
                         [(one['kind'], one['subject']) for one in answer['findings']])
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            page = pathlib.Path(folder, 'report.html')
            self.assertEqual(run('report', Demo.path(), '-o', page).returncode, 0)
            shown = html.unescape(page.read_text().replace('<wbr>', ''))
            self.assertEqual(shown.count(f'{answer["where"]} {begin}'), 1)
            self.assertLess(shown.index(answer['where']), shown.index('Where the Time Went'))
        text = run('summary', Long.path()).stdout
        self.assertIn(f'poplens-cli time {Long.path()}', text.replace("'", ''))
        self.assertNotIn(' is compute', text)

    def test_not_checked(self):
        """What has to be recorded is told in the first screen, too; what could not be looked for without it, below the advice."""
        straggler = 'Straggler tile (needs cycles by tile: debug.computeInstrumentationLevel=tile)'
        with changed('update steps_by_ipu set tile_cycles_id = NULL') as path:
            for lines, words in ('24', 'computeInstrumentationLevel'), ('30', straggler):
                text = ' '.join(run('time', path, env={'LINES': lines, 'COLUMNS': '80'}).stdout.split())
                self.assertIn('Use --all', text)
                self.assertIn(words, text)

    def test_shares(self):
        """One denominator a column: the program, or all cycles of the scope."""
        answer = output(Demo.path(), 'time')
        rows = json.loads(run('table', 'time-findings', Demo.path(), '--format', 'json').stdout)
        facts = {fact['kind'] for fact in answer['facts']}
        self.assertTrue(facts)
        for row in rows:
            self.assertAlmostEqual(row['of_trace'], row['saving'] / answer['total'])
            if row['kind'] in facts:
                self.assertIsNone(row['share'])
            else:
                self.assertAlmostEqual(row['share'], row['saving'] / answer['program'])
        for row in json.loads(run('table', 'time-causes', Demo.path(), '--location', 'trace?by=finding', '--format', 'json').stdout):
            if row['kind'] in facts:
                self.assertIsNone(row['share'])
            elif row['cycles'] is not None:
                self.assertAlmostEqual(row['share'], row['cycles'] / answer['program'])
        for row in json.loads(run('table', 'findings', Demo.path(), '--format', 'json').stdout):
            self.assertEqual(row['share'] is None, row['cycles'] is None or row['key'] in facts)

    def test_commands(self):
        """The command of a finding on time shows its row alone, with its subject and location."""
        answer = output(Demo.path(), 'time')
        commands = {(one['key'], one['subject'] or ''): one['command']
                    for one in output(Demo.path(), 'insights')['findings']}
        for finding in (*answer['facts'], *answer['findings']):
            arguments = shlex.split(commands[finding['kind'], finding['subject']])[1:]
            row, = json.loads(run(*arguments, '--format', 'json').stdout)
            self.assertEqual((row['kind'], row['subject'] or '', row['location']),
                             (finding['kind'], finding['subject'], finding['location']))

    def test_blocks_alone(self):
        """Each cycle of a tile goes to the innermost block that holds it."""
        kinds = {'OnTileExecute': 'compute', 'DoExchange': 'exchange', 'GlobalExchange': 'inter_ipu_exchange',
                 'StreamCopyMid': 'host_transfer', 'StreamCopyBegin': 'host', 'StreamCopyEnd': 'host'}
        path = Blocks.path()
        report, answer = Report(path), output(path, 'time')
        text = run('time', path).stdout
        self.assertIn('lightweight profiling alone', ' '.join(text.split()))
        kind = dict(report.all('select p.id, t.name from programs p join program_types t on t.id = p.variant'))
        tiles_per_ipu = report.all('select tiles_per_ipu from target_info')[0][0]
        blocks = {}
        for tile, first, last, program, what in report.all('select tile, cycles_from, cycles_to, block_id, type from blocks'):
            blocks.setdefault(tile, []).append((first, last, 'profiler' if what == 4 else 'untracked' if what == 2 else
                                                kinds.get(kind.get(program), 'untracked')))
        self.assertGreater(answer['total'], 0)
        for ipu in answer['ipus']:
            mine = {tile: rows for tile, rows in blocks.items() if tile // tiles_per_ipu == ipu['ipu']}
            sums = dict.fromkeys(CLASSES, 0)
            for rows in mine.values():
                edges = sorted({edge for row in rows for edge in row[:2]})
                for first, last in zip(edges, edges[1:]):
                    over = [r for r in rows if r[0] <= first and r[1] >= last]
                    sums[max(over, key=lambda r: (r[0], -r[1]))[2] if over else 'untracked'] += last - first
            # What blocks do not tell is not 0.
            for name in UNTOLD:
                self.assertIsNone(ipu['classes'][name])
            for name in CLASSES - UNTOLD - {'untracked'}:
                if ipu['classes'][name] is None:
                    self.assertEqual(sums[name], 0, name)
                    self.assertTrue(all(other['classes'][name] is None for other in answer['ipus']))
                else:
                    self.assertAlmostEqual(ipu['classes'][name], sums[name] / len(mine), delta=0.01, msg=name)
            self.assertAlmostEqual(sum(filter(None, ipu['classes'].values())), answer['total'], delta=0.01)
        # A class that no block is of may be in what is untracked.
        self.assertTrue(all(any(ipu['classes'][name] for ipu in answer['ipus']) for name in CLASSES - {'profiler', 'untracked'}
                            if answer['ipus'][0]['classes'][name] is not None))
        rows = json.loads(run('table', 'time-ipus', path, '--format', 'json').stdout)
        for row, ipu in zip(rows, answer['ipus']):
            for name in 'compute', 'exchange', 'host', 'untracked', 'profiler':
                self.assertEqual(row[name], ipu['classes'][name])
            for name in UNTOLD:
                self.assertIsNone(row[name])
        self.assertTrue(answer['approximated'])
        self.assertIsNone(answer['waterfall'])

    def test_absent(self):
        for arguments in ((), ('--json',)):
            done = run('time', Compiled.path(), *arguments)
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn('autoReport.outputExecutionProfile', done.stderr)


if __name__ == '__main__':
    unittest.main()
