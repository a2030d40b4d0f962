"""Tests the trace in formats of other programs, parsed by independent readers that follow the formats' rules, against
plain SQL on steps_by_ipu."""
import collections
import json
import os
import pathlib
import random
import re
import sqlite3
import struct
import tempfile
import unittest

from harness import LONG, REPORTS, Demo, Report, Small, changed, output, rows, run, streams, table, write_demo

# Roles of steps at the end of a name form one group, without groups inside (formats.md 6).
ROLES = re.compile('(^|/)(?:(?:ExchangeP(?:re|ost)|OnTileCopy(?:P(?:re|ost))?|Op|P(?:re|ost)Arrange|GlobalP(?:re|ost)|GlobalExchange)'
                   '(?:/|$))+$')
FORMATS = ('chrome', 'perfetto', 'folded')
Block = collections.namedtuple('Block', 'ipu step begin end')


def profile(report):
    return sqlite3.connect(f'file:{report}/profile.pop?mode=ro', uri=True)


def blocks(report, first=0, end=1 << 60, ipu=None):
    """Returns the drawn blocks that touch [first, end), cut at both."""
    with profile(report) as db:
        rows = db.execute('select ipu, step_id, cycles_base + active_cycles_from_max, cycles_base + active_cycles_to_max'
                          ' from steps_by_ipu where active_tiles > 0 and ipu is not null').fetchall()
    return sorted(Block(i, s, max(a, first), max(min(b, end), max(a, first))) for i, s, a, b in rows
                  if a < end and max(b, a + 1) > first and ipu in (None, i))


def export(report, form, *options):
    done = run('export', report, '--format', form, '-o', '-', *options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_nesting(test, spans):
    """Asserts that events of a thread do not overlap unless one contains the other."""
    open_until = []
    for begin, end in sorted(spans, key=lambda s: (s[0], -s[1])):
        test.assertLessEqual(begin, end)
        while open_until and open_until[-1] <= begin:
            open_until.pop()
        test.assertTrue(not open_until or end <= open_until[-1], (begin, end, open_until))
        open_until.append(end)


# ---- readers -----------------------------------------------------------------------------------


class Chrome:
    """Trace Event Format, JSON object format."""

    def __init__(self, test, text, scale=1):
        whole = json.loads(text)
        test.assertEqual(whole['displayTimeUnit'], 'ns')
        names, threads = {}, collections.defaultdict(list)
        self.blocks, self.groups, self.runs, self.events = [], [], [], []
        for event in whole['traceEvents']:
            key = event['pid'], event['tid']
            test.assertTrue(event['pid'] > 0 and event['tid'] > 0)
            if event['ph'] == 'M':
                test.assertIn(event['name'], ('process_name', 'thread_name', 'process_sort_index', 'thread_sort_index'))
                names[event['name'], key if 'thread' in event['name'] else event['pid']] = event['args']
                continue
            test.assertEqual(event['ph'], 'X')
            test.assertGreaterEqual(event['dur'], 0)
            begin, end = round(event['ts'] * scale), round((event['ts'] + event['dur']) * scale)
            threads[key].append((begin, end))
            if event['cat'] == 'Run':
                self.runs.append((event['name'], begin, end))
            elif event['cat'] == 'Group':
                self.groups.append((event['tid'], event['name'], begin, end))
            else:
                self.blocks.append(Block(event['pid'] - 1, event['args']['step'], begin, end))
                self.events.append(event)
        for key, spans in threads.items():
            test.assertIn(('thread_name', key), names)
            test.assertIn(('process_name', key[0]), names)
            check_nesting(test, spans)
        self.blocks.sort()


def varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7f) << shift
        at, shift, more = at + 1, shift + 7, data[at] & 0x80
        if not more:
            return value, at


def fields(data):
    """Decodes a message as {field: [values]}; it must end at its announced length."""
    found, at = collections.defaultdict(list), 0
    while at < len(data):
        key, at = varint(data, at)
        if key & 7 == 0:
            value, at = varint(data, at)
        elif key & 7 == 1:
            value, at = struct.unpack_from('<d', data, at)[0], at + 8
        elif key & 7 == 2:
            length, at = varint(data, at)
            assert at + length <= len(data), 'a message ends within a field'
            value, at = data[at:at + length], at + length
        else:
            raise ValueError(f'wire type {key & 7}')
        found[key >> 3].append(value)
    return found


class Perfetto:
    """protos/perfetto/trace: Trace.packet, TracePacket, TrackEvent, TrackDescriptor, InternedData."""

    def __init__(self, test, data):
        self.blocks, self.groups, self.events, tracks, processes = [], [], [], {}, {}
        interned = {1: {}, 2: {}, 3: {}}
        stacks, spans, last = collections.defaultdict(list), collections.defaultdict(list), {}
        trace = fields(data)
        test.assertEqual(set(trace), {1})
        for number, raw in enumerate(trace[1]):
            packet = fields(raw)
            test.assertEqual(packet[10], [1])
            if not number:
                test.assertEqual((packet[13], packet[87]), ([1], [1]))
            for kind, table in interned.items():
                for entry in (fields(e) for part in packet[12] for e in fields(part)[kind]):
                    test.assertNotIn(entry[1][0], table)
                    test.assertGreater(entry[1][0], 0)
                    table[entry[1][0]] = entry[2][0].decode()
            for descriptor in map(fields, packet[60]):
                uuid = descriptor[1][0]
                test.assertNotIn(uuid, {**tracks, **processes})
                if descriptor[3]:
                    processes[uuid] = fields(descriptor[3][0])[1][0]
                else:
                    thread = fields(descriptor[4][0])
                    test.assertEqual(processes[descriptor[5][0]], thread[1][0])
                    tracks[uuid] = thread[1][0]
            for event in map(fields, packet[11]):
                at, track = packet[8][0], event[11][0]
                test.assertGreaterEqual(at, last.get(track, 0))
                test.assertEqual(packet[13], [2])
                last[track] = at
                if event[9] == [1]:
                    stacks[track].append((at, event))
                    continue
                test.assertEqual(event[9], [2])
                begin, opened = stacks[track].pop()
                spans[track].append((begin, at))
                self.take(tracks[track] - 1, begin, at, opened, interned)
        test.assertFalse(any(stacks.values()), 'a slice was not ended')
        for track in spans.values():
            check_nesting(test, track)
        self.blocks.sort()

    def take(self, ipu, begin, end, event, interned):
        category = interned[1][event[3][0]]
        args = {}
        for annotation in map(fields, event[4]):
            args[interned[3][annotation[1][0]]] = (annotation[3] + annotation[5])[0]
        if 'step' in args:
            self.blocks.append(Block(ipu, args['step'], begin, end))
            self.events.append({'name': interned[2][event[10][0]], 'cat': category, 'pid': ipu + 1, 'args': args})
        elif category == 'Group':
            self.groups.append((interned[2][event[10][0]], begin, end))
        else:
            assert category == 'Run' and event[23], category


def folded(test, text):
    stacks = {}
    for line in text.splitlines():
        match = re.fullmatch(r'(IPU \d+(?:;[^;]+)+) (\d+)', line)
        test.assertTrue(match, line)
        test.assertNotIn(match[1], stacks)
        stacks[match[1]] = int(match[2])
    return stacks


# ---- tests -------------------------------------------------------------------------------------


class Exports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def reports(self):
        """Yields reports with an execution."""
        yield Demo.path()
        for path in sorted(REPORTS.glob('*/profile.pop')):
            try:
                if blocks(path.parent):
                    yield path.parent
            except sqlite3.Error:
                pass

    def perfetto(self, report, *options):
        path = self.folder / 'trace'
        done = run('export', report, '--format', 'perfetto', '-o', path, *options)
        self.assertEqual((done.returncode, done.stdout), (0, ''), done.stderr)
        return Perfetto(self, path.read_bytes())

    def check_all(self, report, *options, **which):
        """Checks that every block occurs once in each format, flat and flame."""
        want = blocks(report, **which)
        self.assertTrue(want)
        sums = collections.Counter()
        for block in want:
            sums[f'IPU {block.ipu}'] += block.end - block.begin
        for view in ('flat', 'flame'):
            more = ('--view', view, *options)
            chrome = Chrome(self, export(report, 'chrome', *more))
            self.assertEqual(chrome.blocks, want)
            perfetto = self.perfetto(report, *more)
            self.assertEqual(perfetto.blocks, want)
            stacks = folded(self, export(report, 'folded', *more))
            by_ipu = collections.Counter()
            for stack, cycles in stacks.items():
                by_ipu[stack.split(';')[0]] += cycles
            self.assertEqual(by_ipu, sums)
            self.assertEqual(sorted(perfetto.groups), sorted(group[1:] for group in chrome.groups))
            self.assertEqual(bool(chrome.groups), view == 'flame')
        return want

    def test_every_block_once(self):
        for report in self.reports():
            with self.subTest(report=report.name):
                self.check_all(report)

    def test_ranges(self):
        chance = random.Random(8)
        for report in self.reports():
            whole = blocks(report)
            last = max(block.end for block in whole)
            edges = sorted({edge for block in whole for edge in (block.begin, block.end)})
            for first, end in ([sorted(chance.sample(range(last), 2)) for _ in range(3 if LONG else 1)] +
                               [sorted(chance.sample(edges, 2)) for _ in range(2 if LONG else 1)]):
                with self.subTest(report=report.name, range=(first, end)):
                    if blocks(report, first, end):
                        self.check_all(report, '--range', f'{first}..{end}', first=first, end=end)

    def test_one_ipu(self):
        report = Demo.path()
        self.assertEqual({block.ipu for block in blocks(report)}, {0, 1})
        self.check_all(report, '--ipu', '1', ipu=1)

    def test_what_a_block_says(self):
        for report in self.reports():
            with profile(report) as db:
                want = {(ipu, step): rest for ipu, step, *rest in db.execute(
                    'select ipu, step_id, type, program, cycles, active_tiles, tile_balance from steps_by_ipu, steps'
                    ' where steps.id = step_id and active_tiles > 0')}
                names = dict(db.execute("select id, name from programs where name != ''"))
            copied = streams(Report(report))    # after the name of a copy, if it has one
            exchanges, moved = {row['program']: row for row in table(report, 'trace-exchanges')}, collections.defaultdict(collections.Counter)
            self.assertTrue(exchanges)
            for form in (Chrome(self, export(report, 'chrome')), self.perfetto(report)):
                self.assertEqual(len(form.events), len(want))
                for event in form.events:
                    key, args = (event['pid'] - 1, event['args']['step']), event['args']
                    kind, program, cycles, tiles, balance = want[key]
                    self.assertEqual((event['cat'], args.get('program'), args['cycles'], args['active_tiles']),
                                     (kind, program, cycles, tiles))
                    self.assertAlmostEqual(args['tile_balance'], balance, delta=5.1e-7)
                    if program in names:
                        self.assertEqual(event['name'], f'{names[program]} {copied.get(program, "")}'.strip())
                    if program in exchanges:
                        self.assertEqual(args['bytes'], args['received_bytes'] + args['sent_bytes'])
                        moved[program].update(steps=1, received_bytes=args['received_bytes'], sent_bytes=args['sent_bytes'])
                    else:
                        self.assertEqual(args.get('bytes', 0), 0)
            for program, sums in moved.items():  # in both forms
                self.assertEqual({key: 2 * exchanges[program][key] for key in sums}, sums)

    def test_groups_are_the_paths(self):
        """The groups around a step, with its own name, are its program's path."""
        report = Demo.path()
        steps = {row['step']: row for row in table(report, 'trace-steps')}
        chrome = Chrome(self, export(report, 'chrome', '--view', 'flame'))
        seen = 0
        for event in chrome.events:
            step = steps[event['args']['step']]
            if not step['name'] or 'Copy' in step['type'] or re.match(r'copy\d+_', step['name']):
                continue
            begin, end = event['ts'], event['ts'] + event['dur']
            around = sorted(((a - b, name) for tid, name, a, b in chrome.groups
                             if tid == event['tid'] and a <= begin and end <= b and b > a))
            path = re.sub(r'^cs\d+_', '', step['name'])
            stem = ROLES.sub('', path)
            path = [*filter(None, stem.split('/')), *filter(None, [path[len(stem):].strip('/')])]
            if begin < end:
                self.assertEqual(sorted([name for _, name in around] + [event['name']]), sorted(path))
                seen += 1
        self.assertGreater(seen, 20)

    def test_runs(self):
        for report in self.reports():
            want = table(report, 'runs')
            got = Chrome(self, export(report, 'chrome')).runs
            if len(want) == 1:
                whole = blocks(report)
                self.assertEqual(got, [(want[0]['name'], min(b.begin for b in whole), max(b.end for b in whole))])
            else:
                self.assertTrue({name for name, _, _ in got} <= {one['name'] for one in want})

    def test_time(self):
        for report in self.reports():
            with profile(report) as db:
                clock = db.execute('select clock_frequency from target_info').fetchone()[0]
            want = {(b.ipu, b.step): b for b in blocks(report)}
            whole = sorted(b.end - b.begin for b in want.values())
            got = Chrome(self, export(report, 'chrome', '--axis', 'time'), scale=1000)
            self.assertEqual(got.blocks and len(got.blocks), len(want))
            for block in got.blocks + self.perfetto(report, '--axis', 'time').blocks:
                b = want[block.ipu, block.step]
                self.assertAlmostEqual(block.begin, b.begin * 1e9 / clock, delta=0.51)
                self.assertAlmostEqual(block.end, b.end * 1e9 / clock, delta=0.51)
            stacks = folded(self, export(report, 'folded', '--axis', 'time'))
            self.assertAlmostEqual(sum(stacks.values()), sum(whole) * 1e9 / clock, delta=len(stacks))

    def test_into_a_file(self):
        report = Demo.path()
        for form in FORMATS:
            path = self.folder / form
            path.write_text('old')
            done = run('export', report, '--format', form, '-o', path)
            self.assertEqual((done.returncode, done.stdout), (0, ''))
            self.assertRegex(done.stderr, r'^poplens-cli: [\d,]+ blocks in \d+ tracks, .*cycle')
            self.assertGreater(path.stat().st_size, 1000)
            if form != 'perfetto':
                self.assertEqual(path.read_text(), export(report, form))
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(FORMATS))

    def test_a_failure_leaves_the_old_file(self):
        report = Demo.path()
        path = self.folder / 'x'
        path.write_text('old')
        for options, status, word in ((('--range', '5..3'), 2, 'FROM..TO'), (('--ipu', '7'), 2, 'IPU'),
                                      (('--view', 'round'), 2, 'flat or flame'), (('--axis', 'bytes'), 2, 'cycles or time'),
                                      (('--range', '900000000000..900000000001'), 1, 'no executed steps')):
            done = run('export', report, '--format', 'chrome', '-o', path, *options)
            self.assertEqual((done.returncode, done.stdout), (status, ''), done.stderr)
            self.assertIn(word, done.stderr)
        for words, word in (('--format=chrome',), 'FILE'), (('--format=gif', '-o', path), 'chrome, folded'):
            done = run('export', report, *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(word, done.stderr)
        done = run('export', report, '-o', report / 'x.trace.json')
        self.assertEqual((done.returncode, (report / 'x.trace.json').exists()), (2, False))
        done = run('export', report, '--format', 'chrome', '-o', '/dev/full')
        self.assertEqual(done.returncode, 1)
        self.assertIn('/dev/full', done.stderr)
        self.assertEqual(path.read_text(), 'old')

    def test_the_ending_says_the_format(self):
        for form, ending in ('chrome', '.trace.json'), ('perfetto', '.pftrace'), ('folded', '.folded'):
            named, said = self.folder / f'x{ending}', self.folder / 'x'
            self.assertEqual(run('export', Small.path(), '-o', named).returncode, 0)
            self.assertEqual(run('export', Small.path(), '--format', form, '-o', said).returncode, 0)
            self.assertEqual(named.read_bytes(), said.read_bytes())


class Range(unittest.TestCase):
    """Sums over a range of cycles."""

    def test_sums(self):
        report = Demo.path()
        with profile(report) as db:
            kinds = dict(db.execute('select id, type from steps'))
        last = max(block.end for block in blocks(report))
        for first, end in (0, last), (last // 3, last // 2), (last // 2, last // 2 + 1):
            found = [row for row in table(report, 'trace-types', f'trace?range={first}-{end}') if row['depth']]
            longest = collections.Counter()
            for block in blocks(report, first, end):
                kind = block.ipu, kinds[block.step]
                longest[kind] = max(longest[kind], block.end - block.begin)
            self.assertEqual({(row['ipu'], row['type']): row['longest'] for row in found}, longest)
            # Each cycle of an IPU counts once, except those outside the program.
            sums = collections.Counter()
            for row in found:
                sums[row['ipu']] += row['cycles']
            self.assertLessEqual(max(sums.values()), end - first)
            if (first, end) == (0, last):
                self.assertEqual(set(sums.values()), {output(report, 'time')['figures']['program_cycles']})
            alone = [row for row in table(report, 'trace-types', f'trace?range={first}-{end}&ipu=1') if row['depth']]
            self.assertEqual([row['longest'] for row in alone], [row['longest'] for row in found if row['ipu'] == 1])


# ---- blocks of lightweight profiling -------------------------------------------------------------

TYPES = ('Common', 'StreamCopy', 'Overflow', 'Anonymous', 'Block flush')
Light = collections.namedtuple('Light', 'ipu tile kind id begin end')


class Blocks(unittest.TestCase):
    """A report with blocks and without steps: tiles are threads below their IPU."""

    def test_no_costs_of_steps(self):
        """Without steps there are no costs: the next command lists the blocks."""
        got = output(self.report, 'trace')
        self.assertEqual(rows(got), [])
        self.assertIn('--by block', got['next'])

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.report = pathlib.Path(cls.folder.name) / 'blocks'
        write_demo(cls.report, '--instrumentation', 'blocks')
        with profile(cls.report) as db:
            per_ipu = db.execute('select tiles_per_ipu from target_info').fetchone()[0]
            cls.names = dict(db.execute("select id, name from programs where name != ''"))
            cls.all = [Light(tile // per_ipu, tile, TYPES[kind], -1 if ident is None else ident, begin, end) for tile, kind, ident, begin, end in
                       db.execute('select tile, type, block_id, cycles_from, cycles_to from blocks')]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def want(self, first=0, end=1 << 62, ipu=None, origin=None):
        """Returns the blocks that touch [first, end), cut at both, and blocks without length within."""
        out = []
        for b in self.all:
            back = origin[b.ipu] if origin else 0
            low, high = b.begin - back, b.end - back
            if ipu in (None, b.ipu) and low < end and (high > first or low >= first):
                low = max(low, first)
                out.append(b._replace(begin=low, end=min(max(high, low), end)))
        return sorted(out)

    def chrome(self, *options):
        whole = json.loads(export(self.report, 'chrome', *options))
        got, names, threads = [], {}, collections.defaultdict(list)
        for event in whole['traceEvents']:
            key = event['pid'], event['tid']
            if event['ph'] == 'M':
                names[event['name'], key if 'thread' in event['name'] else event['pid']] = event['args'].get('name')
                continue
            args = event['args']
            got.append(Light(event['pid'] - 1, args['tile'], event['cat'], args.get('id', -1), event['ts'],
                             event['ts'] + event['dur']))
            threads[key].append(got[-1][-2:])
            self.assertTrue(names['process_name', event['pid']].startswith(f"IPU {event['pid'] - 1} "))
            self.assertEqual(names['thread_name', key].split(',')[0], f"Tile {args['tile']}")
            if event['cat'] == 'Overflow':
                self.assertIn('Lost', event['name'])
            elif args.get('id') in self.names:
                self.assertEqual(event['name'], self.names[args['id']])
        for spans in threads.values():
            check_nesting(self, spans)
        return sorted(got)

    def perfetto(self, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'x'
            self.assertEqual(run('export', self.report, '--format', 'perfetto', '-o', path, *options).returncode, 0)
            trace = fields(path.read_bytes())[1]
        interned, tracks, stacks, got = {1: {}, 2: {}, 3: {}}, {}, {}, []
        for packet in map(fields, trace):
            for kind, table in interned.items():
                for entry in (fields(e) for part in packet[12] for e in fields(part)[kind]):
                    table[entry[1][0]] = entry[2][0].decode()
            for descriptor in map(fields, packet[60]):
                if descriptor[4]:
                    thread = fields(descriptor[4][0])
                    tracks[descriptor[1][0]] = thread[1][0] - 1, thread[5][0].decode()
            for event in map(fields, packet[11]):
                track = event[11][0]
                if event[9] == [1]:
                    self.assertNotIn(track, stacks)
                    stacks[track] = packet[8][0], event
                    continue
                begin, opened = stacks.pop(track)
                args = {interned[3][a[1][0]]: a[3][0] for a in map(fields, opened[4])}
                ipu, name = tracks[track]
                self.assertEqual(name.split(',')[0], f"Tile {args['tile']}")
                got.append(Light(ipu, args['tile'], interned[1][opened[3][0]], args.get('id', -1), begin,
                                 packet[8][0]))
        self.assertEqual(stacks, {})
        return sorted(got)

    def check(self, *options, **which):
        want = self.want(**which)
        self.assertTrue(want)
        self.assertEqual(self.chrome(*options), want)
        self.assertEqual(self.perfetto(*options), want)
        sums = collections.Counter()
        for b in want:
            sums[f'IPU {b.ipu};Tile {b.tile}'] += b.end - b.begin
        got = collections.Counter()
        for stack, cycles in folded(self, export(self.report, 'folded', *options)).items():
            got[';'.join(stack.split(';')[:2])] += cycles
        self.assertEqual(+got, +sums)
        return want

    def listed(self, *options):
        found = rows(output(self.report, 'trace', '--by', 'block', *options))
        return sorted(Light(row['ipu'], row['tile'], row['type'], -1 if row['block'] is None else row['block'], row['from'], row['to'])
                      for row in found)

    def test_every_block_once(self):
        want = self.check()
        self.assertEqual({b.kind for b in want}, set(TYPES))
        self.assertEqual({b.ipu for b in want}, {0, 1})
        self.assertEqual(self.listed(), want)
        self.check('--view', 'blocks')

    def test_ranges(self):
        chance = random.Random(9)
        edges = sorted({edge for b in self.all for edge in (b.begin, b.end)})
        for first, end in [sorted(chance.sample(edges, 2)) for _ in range(4 if LONG else 1)]:
            with self.subTest(range=(first, end)):
                options = ('--range', f'{first}..{end}')
                cut = [b._replace(begin=max(b.begin, first), end=max(b.begin, min(b.end, end))) for b in self.listed(*options)]
                self.assertEqual(sorted(cut), self.check(*options, first=first, end=end))

    def test_one_ipu(self):
        self.assertEqual(self.listed('--ipu', '1'), self.check('--ipu', '1', ipu=1))

    def test_clocks(self):
        origin = {ipu: min(b.begin for b in self.all if b.ipu == ipu) for ipu in (0, 1)}
        self.check('--clock', 'first', origin=origin)

    def test_what_was_lost_is_said(self):
        lost = sum(b.end - b.begin for b in self.all if b.kind == 'Overflow')
        self.assertGreater(lost, 0)
        self.assertEqual(sum(row['lost'] for row in table(self.report, 'blocks', 'trace?by=tile')), lost)
        self.assertIn(f'lost {lost:,} cycles', run('export', self.report, '--format', 'folded', '-o', '-').stderr)

    def test_no_steps(self):
        done = run('export', self.report, '--format', 'chrome', '-o', '-', '--view', 'flat')
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('no executed steps', done.stderr)
        with changed('DELETE FROM blocks', of=Small) as report:
            done = run('export', report, '--format', 'chrome', '-o', '-', '--view', 'blocks')
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn('no blocks', done.stderr)


if __name__ == '__main__':
    unittest.main()
