"""Tests the tables of where the time went: properties of every answer, against plain SQL on the file, and answers
without cycles by tile, without execution, and from blocks alone."""
import html
import json
import pathlib
import re
import shlex
import tempfile
import unittest

from harness import Demo, Executed, Report, Small, changed, output, rows, run, table

CLASSES = {'compute', 'exchange', 'inter_ipu_exchange', 'host_transfer', 'idle_tiles', 'load_imbalance',
           'exchange_wait', 'host_wait', 'ipu_wait', 'sync', 'untracked', 'profiler', 'outside'}
UNTOLD = {'idle_tiles', 'load_imbalance', 'exchange_wait', 'ipu_wait', 'outside'}  # not known from blocks
BARS = {'compute', 'ipu_wait', 'tile_wait', 'exchange', 'inter_ipu_exchange', 'sync', 'host', 'untracked', 'profiler',
        'outside'}


class Long(Demo):
    """A report for which reading the cycles of all steps and tiles takes longer than a summary."""
    folder = None
    options = ('--steps=3000', '--without=archive,debug,json')


class Blocks(Demo):
    """A report of lightweight profiling alone."""
    folder = None
    options = ('--instrumentation=blocks', '--without=archive,debug,json')


class Answer:
    """The tables on time of a report, or of some of its cycles."""

    def __init__(self, path, scope=None):
        location = f'trace?range={scope}' if scope else None
        self.figures = output(path, 'time', *(['--range', scope] if scope else []))['figures']
        self.program, self.outside, self.total = (self.figures[f'{key}_cycles'] for key in ('program', 'outside', 'trace'))
        self.ipus = {row['ipu']: {c: row[c] for c in CLASSES} for row in table(path, 'time-ipus', location)}
        self.bars = {row['bar']: row['cycles'] for row in table(path, 'time-causes', location)}
        self.findings = table(path, 'time-findings', location)


class Scopes(unittest.TestCase):
    """Classes of adjacent ranges add up to those of the trace."""
    def test_ranges(self):
        for demo in Executed, Small:
            whole = Answer(demo.path())
            cuts = [0, whole.total // 7, whole.total // 2 + 1, whole.total - 13, whole.total]
            parts = [Answer(demo.path(), f'{a}..{b}') for a, b in zip(cuts, cuts[1:])]
            for ipu, classes in whole.ipus.items():
                for part, (a, b) in zip(parts, zip(cuts, cuts[1:])):
                    self.assertEqual(part.total, b - a)
                    self.assertAlmostEqual(sum(part.ipus[ipu].values()), b - a, delta=0.01)
                    self.assertAlmostEqual(part.ipus[ipu]['outside'], part.outside, delta=1)
                for key, cycles in classes.items():
                    self.assertAlmostEqual(sum(part.ipus[ipu][key] for part in parts), cycles, delta=1, msg=key)
            for part in parts:
                compute = sum(classes['compute'] for classes in part.ipus.values()) / len(part.ipus)
                self.assertAlmostEqual(part.bars['compute'], compute, delta=0.01 * part.total)


class Answers(unittest.TestCase):
    def check(self, path):
        answer, path_ = Answer(path), table(path, 'critical-path')
        self.assertEqual(answer.program, answer.total - answer.outside)
        for classes in answer.ipus.values():
            self.assertAlmostEqual(sum(classes.values()), answer.total, delta=0.01)
            self.assertAlmostEqual(classes['outside'], answer.outside, delta=1)
        self.assertEqual(set(answer.bars), BARS)
        self.assertAlmostEqual(sum(answer.bars.values()), answer.total, delta=0.01)
        self.assertAlmostEqual(answer.bars['outside'], answer.outside, delta=1)
        self.assertTrue(all(cycles >= 0 for cycles in answer.bars.values()))
        at = 0
        for segment in path_:
            self.assertEqual(segment['from'], at)
            at += segment['cycles']
        self.assertEqual(at, answer.total)
        return answer, len(path_)

    def test_sums(self):
        for demo in Demo, Executed, Small:
            report = Report(demo.path())
            answer, segments = self.check(demo.path())
            self.assertFalse(any('≈' in text for text in report.json('time')['answer']))
            self.assertEqual(answer.total, report.all('select max(cycles_base + all_cycles_to_max) from steps_by_ipu')[0][0])
            tiles = report.all('select tiles_per_ipu from target_info')[0][0]
            # Cycles outside the program count as outside, so compute has no more than this sum; nothing computes there.
            sums = dict(report.all('select ipu, sum(cycles * tile_balance) from steps_by_ipu join steps on id = step_id '
                                   "where type = 'OnTileExecute' group by ipu"))
            for ipu, classes in answer.ipus.items():
                self.assertAlmostEqual(classes['compute'], sums[ipu], delta=segments / tiles)

    def test_labels(self):
        """A step has the same label in all tables, and no two names share one; waits keep their names."""
        label_of = {}
        for name in 'trace-steps', 'critical-path', 'trace-top', 'trace-slowest':
            for row in table(Demo.path(), name):
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
        """Labels of operations are shorter than the names, and all differ; other subjects are unchanged."""
        rows = table(Demo.path(), 'time-findings')
        labels = {row['subject']: row['label'] for row in rows if row['subject'] and '*' in row['subject']}
        self.assertGreater(len(labels), 2)
        self.assertEqual(len(set(labels.values())), len(labels))
        self.assertTrue(all(len(label) < len(subject) for subject, label in labels.items()))
        for row in rows:
            if row['kind'] in ('host', 'stage_imbalance', 'slow_iterations'):
                self.assertEqual(row['label'], row['subject'])

    def phases_by_names(self, path):
        """Returns {(IPU, phase): [spans, cycles]} of a report without micro-batches, whose names begin with the
        phase."""
        words = {'Fwd': 'forward', 'Loss': 'loss', 'Bwd': 'backward', 'Update': 'update'}
        turns = table(path, 'runs', 'trace?by=iteration')
        self.assertTrue(turns and not any(turn['micro_batches'] for turn in turns))
        spans = {}
        for row in table(path, 'trace-steps'):
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
        """Spans follow from the names of steps; classes add up to each phase, and phases of an IPU to the trace."""
        for demo in Demo, Executed:
            rows = table(demo.path(), 'time-ipus', 'trace?by=phase')
            whole = table(demo.path(), 'time-ipus')
            self.check_phases(rows, whole)
        self.assertEqual({(r['ipu'], r['phase']): [r['spans'], r['total']] for r in rows if r['phase'] != 'other'},
                         self.phases_by_names(Executed.path()))
        refused = run('time', Executed.path(), '--range', 'phase=backward')
        self.assertEqual(refused.returncode, 2)
        self.assertIn('time-ipus', refused.stderr)

    def check_phases(self, rows, whole):
        """Asserts the sums of each IPU's phases and of their classes."""
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
        total = output(Demo.path(), 'time')['figures']['trace_cycles']
        for first, last in (0, total // 3), (total // 3, total // 2), (total - 1000, total):
            place = f'trace?range={first}-{last}'
            rows = table(Demo.path(), 'time-causes', place)
            self.assertAlmostEqual(sum(r['cycles'] for r in rows), last - first, delta=0.01)
            rows = table(Demo.path(), 'critical-path', place)
            self.assertEqual(sum(r['cycles'] for r in rows), last - first)

    def test_without_lists(self):
        """Classes of the wall clock and the total work are exact; the saving of perfect balance differs by at
        most 2 %."""
        exact = Answer(Demo.path())
        with changed('update steps_by_ipu set tile_cycles_id = NULL') as path:
            answer, _ = self.check(path)
            text = run('time', path, '--all').stdout
            titles = run('table', 'time-ipus', path).stdout
        # Estimates are marked wherever they are shown.
        self.assertIn(' ≈ ', text)
        self.assertIn('≈ Load imbalance', titles)
        self.assertNotIn('≈', run('table', 'time-ipus', Demo.path()).stdout)
        self.assertIn('debug.computeInstrumentationLevel', text)
        for ipu, classes in answer.ipus.items():
            for work in 'compute', 'exchange', 'inter_ipu_exchange', 'outside':
                self.assertAlmostEqual(classes[work], exact.ipus[ipu][work], delta=0.01)
        ours, theirs = ({f['kind']: f['saving'] for f in one.findings}['tile_wait'] for one in (answer, exact))
        self.assertAlmostEqual(ours / theirs, 1, delta=0.02)

    def test_first_sentence(self):
        """The first sentence is the same wherever time is reported, in the terminal with the first finding. If it would
        take long, there is a command for it instead."""
        saving = [f for f in Answer(Demo.path()).findings if f['share'] is not None]
        first = saving[0]
        where = output(Demo.path(), 'time')['answer'][0]
        self.assertTrue(where.endswith(f' {first["sentence"]}'), where)
        verdict, second = output(Demo.path(), 'summary')['answer'][:2]
        self.assertEqual(second, where)
        self.assertEqual([(one['key'], one['subject']) for one in table(Demo.path(), 'findings') if one['cycles'] and one['share'] is not None],
                         [(f['kind'], f['subject']) for f in saving])
        with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
            page = pathlib.Path(folder, 'report.html')
            self.assertEqual(run('export', Demo.path(), '-o', page).returncode, 0)
            shown = html.unescape(page.read_text().replace('<wbr>', ''))
            self.assertEqual(shown.count(where.split(' Largest loss: ')[0].removesuffix(f' {first["sentence"]}')), 1)
            # The verdict comes first on the page too.
            title, text = verdict.split('. ', 1)
            self.assertLess(shown.index(title), shown.index(text))
            self.assertLess(shown.index(text), shown.index('Next Steps'))
        text = run('summary', Long.path()).stdout
        self.assertIn(f'poplens-cli time {Long.path()}', text.replace("'", ''))
        self.assertNotIn(' is compute', text)

    def test_not_checked(self):
        """Lists the checks that could not be made, and the option that they need."""
        with changed('update steps_by_ipu set tile_cycles_id = NULL', of=Small) as path:
            self.assertIn('computeInstrumentationLevel', run('time', path).stdout)
            checks = {row['kind']: row for row in table(path, 'time-causes', 'trace?by=finding')}
        self.assertIn('computeInstrumentationLevel', checks['straggler']['needs'])

    def test_shares(self):
        """Each column has one denominator: the program, or all cycles of the scope."""
        answer = Answer(Demo.path())
        facts = {'before_start', 'between_runs'}
        for row in answer.findings:
            self.assertAlmostEqual(row['of_trace'], row['saving'] / answer.total)
            if row['kind'] in facts:
                self.assertIsNone(row['share'])
            else:
                self.assertAlmostEqual(row['share'], row['saving'] / answer.program)
        for row in table(Demo.path(), 'time-causes', 'trace?by=finding'):
            if row['kind'] in facts:
                self.assertIsNone(row['share'])
            elif row['cycles'] is not None:
                self.assertAlmostEqual(row['share'], row['cycles'] / answer.program)
        for row in table(Demo.path(), 'findings'):
            self.assertEqual(row['share'] is None, row['cycles'] is None or row['key'] in facts)

    def test_commands(self):
        """The command of a finding on time shows only its row, with its subject and location."""
        commands = {(one['key'], one['subject']): one['command'] for one in table(Demo.path(), 'findings')}
        for finding in Answer(Demo.path()).findings:
            arguments = shlex.split(commands[finding['kind'], finding['subject']])[1:]
            row, = rows(json.loads(run(*arguments, '--json').stdout))
            self.assertEqual({key: row[key] for key in ('kind', 'subject', 'location')}, {key: finding[key] for key in ('kind', 'subject', 'location')})

    def test_blocks_alone(self):
        """Each cycle of a tile belongs to the innermost block that contains it."""
        kinds = {'OnTileExecute': 'compute', 'DoExchange': 'exchange', 'GlobalExchange': 'inter_ipu_exchange',
                 'StreamCopyMid': 'host_transfer', 'StreamCopyBegin': 'host_wait', 'StreamCopyEnd': 'host_wait'}
        path = Blocks.path()
        report, total = Report(path), output(path, 'time')['figures']['program_cycles']
        self.assertEqual(run('time', path).stdout.count('lightweight profiling alone'), 1)
        ipus = {row['ipu']: {c: row[c] for c in CLASSES} for row in table(path, 'time-ipus')}
        kind = dict(report.all('select p.id, t.name from programs p join program_types t on t.id = p.variant'))
        tiles_per_ipu = report.all('select tiles_per_ipu from target_info')[0][0]
        blocks = {}
        for tile, first, last, program, what in report.all('select tile, cycles_from, cycles_to, block_id, type from blocks'):
            blocks.setdefault(tile, []).append((first, last, 'profiler' if what == 4 else 'untracked' if what == 2 else
                                                kinds.get(kind.get(program), 'untracked')))
        self.assertGreater(total, 0)
        for ipu, classes in ipus.items():
            mine = {tile: of for tile, of in blocks.items() if tile // tiles_per_ipu == ipu}
            sums = dict.fromkeys(CLASSES, 0)
            for of in mine.values():
                edges = sorted({edge for row in of for edge in row[:2]})
                for first, last in zip(edges, edges[1:]):
                    over = [r for r in of if r[0] <= first and r[1] >= last]
                    sums[max(over, key=lambda r: (r[0], -r[1]))[2] if over else 'untracked'] += last - first
            # Classes that blocks do not reveal are absent, not 0.
            for name in UNTOLD:
                self.assertIsNone(classes[name])
            for name in CLASSES - UNTOLD - {'untracked'}:
                if classes[name] is None:
                    self.assertEqual(sums[name], 0, name)
                    self.assertTrue(all(other[name] is None for other in ipus.values()))
                else:
                    self.assertAlmostEqual(classes[name], sums[name] / len(mine), delta=0.01, msg=name)
            self.assertAlmostEqual(sum(filter(None, classes.values())), total, delta=0.01)
        # A class without blocks may be part of the untracked cycles.
        self.assertTrue(all(any(classes[name] for classes in ipus.values()) for name in CLASSES - {'profiler', 'untracked'}
                            if ipus[0][name] is not None))
        self.assertNotIn('time-causes', output(path, 'time')['tables'])


if __name__ == '__main__':
    unittest.main()
