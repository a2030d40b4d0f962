#!/usr/bin/python3
"""Tests the edges between operations against an independent reader of debug.cbor, and plain SQL (docs/formats.md
8.15)."""
import collections
import contextlib
import functools
import pathlib
import shutil
import tempfile
import unittest

from cbor import Cbor, encode
from harness import REPORTS, Compiled, Demo, Executed, needs_reports, rle, run, table
from operations import Plain

CARRIERS = ('message', 'hostMessage', 'globalMessage', 'rearrangement')
LISTS = {'onnx': ('input', 'output'), 'popxl': ('inputs', 'outputs'), 'popartbuilder': ('inputs', 'outputs'),
         'popart': ('inputs', 'outputs')}


class Poptorch(Demo):
    """PopART below PopTorch, on four IPUs."""
    folder = None
    options = ('--preset=plain', '--runs=1')


class Unliving(Demo):
    """A report without liveness, from which no edges can be derived."""
    folder = None
    options = ('--without=liveness',)


@functools.cache
def debug(path):
    return Cbor((path / 'debug.cbor').read_bytes()).value()


@contextlib.contextmanager
def rewritten(of, change):
    """Returns a copy of a report whose debug contexts were changed by @change, a function of the list of contexts and
    the table of texts."""
    with tempfile.TemporaryDirectory(prefix='poplens-cli-') as folder:
        report = pathlib.Path(shutil.copytree(of.path(), pathlib.Path(folder, 'report')))
        whole = debug(report)
        whole['contexts'] = change(whole['contexts'], whole['stringTable'])
        (report / 'debug.cbor').write_bytes(encode(whole))
        yield report


@functools.cache
def plain_of(path):
    return Plain(path)


def recorded(plain, layer, by):
    """Returns the edges recorded by contexts of the layer @by: {(from, to, tensor)}, with ids of contexts of @layer."""
    contexts = plain.contexts
    made, used = collections.defaultdict(list), []
    for i, c in sorted(contexts.of.items()):
        if c['layer'] != by or c.get('discard') == 1 or 'tensorId' in c:
            continue
        if by == 'hloinstruction':
            made[c['hlo_name']].append(i)
            used += [(i, name) for name in c['operands']]
        else:
            reads, writes = LISTS[by]
            for name in c.get(writes, []):
                made[name].append(i)
            used += [(i, name) for name in c.get(reads, [])]
    edges = set()

    def add(maker, user, tensor):
        ends = contexts.owner(maker, layer), contexts.owner(user, layer)
        if None not in ends and ends[0] != ends[1]:
            edges.add((*ends, tensor))
    for user, name in used:
        makers = made.get(name, [])
        if makers:
            add(max((m for m in makers if m < user), default=makers[0]), user, name)
    if by == 'hloinstruction':
        for i, c in contexts.of.items():
            for name in c.get('users', []) if c['layer'] == by else ():
                if made.get(name):
                    add(i, min((m for m in made[name] if m > i), default=made[name][-1]), c['hlo_name'])
    return edges


def differences(blob):
    at = 0
    for number in rle(blob):
        at += number
        yield at


class Uses:
    """Steps of the program tree, with the variables that their programs read and write."""

    def __init__(self, plain):
        self.plain = plain
        names = dict(plain.all('select id, name from var_categories'))
        always = dict(plain.all('select id, is_always_live from eq_classes'))
        # lowered → (unlowered, whether it transfers another variable's contents, always-live)
        self.of = {v: (u, names[c] in CARRIERS, bool(always.get(cls))) for v, u, c, cls in plain.all(
            'select var_id, unlowered_var_id, category, equivalence_class from vars_info where unlowered_var_id is not null')}
        self.names = dict(plain.all('select id, name from unlowered_vars'))
        self.regions = collections.defaultdict(set)
        for row, v in plain.all('select id, var_id from exchange_regions'):
            if v in self.of and not self.of[v][1]:
                self.regions[row].add(self.of[v][0])
        self.sets = {row: [self.of[v] for v in differences(blob) if v in self.of] for row, blob in plain.all(
            'select compute_set, var_ids_diff_rle from compute_sets')}
        self.set_of = dict(plain.all('select id, compute_set from program_type_on_tile_execute'))
        self.exchanges = {name: {row: (a, b) for row, a, b in plain.all(
            f'select id, source_regions_id, destination_regions_id from program_type_{table}')}
            for name, table in (('DoExchange', 'do_exchange'), ('GlobalExchange', 'global_exchange'))}
        self.streams = {way: plain.all(f'select stream_copy_mid_id, regions_id from host_exchange_{way}_host')
                        for way in ('from', 'to')}
        self.steps = [p for p, in plain.all('select program_id from depth_first_steps order by id')]

    def does(self, program):
        """Returns (reads, writes, uses): uses are reads or writes, with whether the variable is always-live."""
        kind, index = self.plain.programs[program]['type'], self.plain.programs[program]['index']
        if kind in self.exchanges and index in self.exchanges[kind]:
            reads, writes = (self.regions.get(r, set()) for r in self.exchanges[kind][index])
            return reads, writes, set()
        if kind == 'StreamCopyMid':
            moved = {way: {v for mid, r in self.streams[way] if mid == index for v in self.regions.get(r, ())}
                     for way in self.streams}
            return moved['to'], moved['from'], set()
        if kind == 'OnTileExecute':
            uses = self.sets.get(self.set_of.get(index), [])
            lives = collections.defaultdict(bool)
            for u, carries, always in uses:
                if not carries:
                    lives[u] |= always
            return {u for u, carries, _ in uses if carries}, set(), set(lives.items())
        return set(), set(), set()

    def derived(self, layer):
        writers, edges = collections.defaultdict(set), set()

        def read(v, by):
            edges.update((w, by, self.names.get(v)) for w in writers[v] if w != by and None not in (w, by))
        for program in self.steps:
            by = self.plain.contexts.owner(self.plain.programs[program]['debug'], layer)
            reads, writes, uses = self.does(program)
            for v in reads:
                read(v, by)
            for v, always in uses:
                if writers[v] or always:
                    read(v, by)
                else:
                    writers[v].add(by)
            for v in writes:
                writers[v].add(by)
        return edges


class Edges(unittest.TestCase):
    maxDiff = None

    def ask(self, path, layer, operation=None):
        more = f'&operation={operation}' if operation else ''
        return table(path, 'operation-edges', f'operations?layer={layer}{more}')

    def check(self, rows, edges, source, by):
        shown = [(int(r['from_operation']), int(r['to_operation']), r['tensor']) for r in rows]
        self.assertEqual(sorted(shown, key=str), sorted(edges, key=str))
        self.assertEqual({(r['source'], r['layer']) for r in rows}, {(source, by)} if rows else set())

    def check_recorded(self, path, layer, by):
        plain = plain_of(path)
        edges, rows = recorded(plain, layer, by), self.ask(path, layer)
        self.assertGreater(len(edges), 40)
        self.check(rows, edges, 'recorded', by)
        return rows

    def check_derived(self, path, layer):
        plain = plain_of(path)
        edges, rows = Uses(plain).derived(layer), self.ask(path, layer)
        self.check(rows, edges, 'derived', None)
        return plain, rows

    def test_recorded(self):
        for layer in 'xla_op', 'hloinstruction':
            rows = self.check_recorded(Demo.path(), layer, 'hloinstruction')
            of = {c['hlo_name']: c for c in debug(Demo.path())['contexts'] if c['layer'] == 'hloinstruction'}
            for row in rows:
                self.assertEqual((row['type'], row['shape']), ('f16', of[row['tensor']]['signature']))

    def test_recorded_inside(self):
        self.check_recorded(Poptorch.path(), 'poptorch', 'popartbuilder')
        for layer in 'popartbuilder', 'popart':
            self.check_recorded(Poptorch.path(), layer, layer)

    def test_one_operation(self):
        rows = self.ask(Demo.path(), 'xla_op')
        one = rows[len(rows) // 2]['to_operation']
        self.assertEqual(self.ask(Demo.path(), 'xla_op', one),
                         [r for r in rows if one in (r['from_operation'], r['to_operation'])])

    def test_derived(self):
        for demo in Demo, Poptorch, Compiled:
            for layer in 'poplibs', 'poplar':
                with self.subTest(demo=demo.__name__, layer=layer):
                    self.assertGreater(len(self.check_derived(demo.path(), layer)[1]), 10)

    @needs_reports
    def test_firehose(self):
        rows = self.check_derived(REPORTS / 'firehose', 'poplar')[1]
        self.assertGreater(len(rows), 20)
        # A Householder decomposition slices out the row before it takes its norm.
        names = {(r['from'], r['to']) for r in rows}
        self.assertIn(('sliceTensor', 'partialSquareElements'), names)
        self.assertNotIn(('partialSquareElements', 'sliceTensor'), names)

    def test_derived_are_the_recorded_ones(self):
        """The generator writes inputs and programs from one model: deriving must find the recorded edges."""
        for demo in Demo, Poptorch:
            plain = plain_of(demo.path())
            outer = plain.contexts.layers[-1]
            truth = {e[:2] for e in recorded(plain, outer, {'xla_op': 'hloinstruction', 'poptorch': 'popart'}[outer])}
            found = {tuple(plain.contexts.owner(int(r[k]), outer) for k in ('from_operation', 'to_operation'))
                     for r in self.ask(demo.path(), 'poplibs')}
            self.assertLessEqual(truth, found)
            # The generator records no inputs of the loss only.
            name = {i: debug(demo.path())['stringTable'][c['name']] for i, c in plain.contexts.of.items()}
            self.assertEqual([e for e in found - truth if 'Loss/crossEntropy' not in (name[e[0]], name[e[1]])], [])

    def test_other_layers(self):
        """The same graph as popxl and onnx write it."""
        def change(by, to):
            def make(contexts, texts):
                for c in contexts:
                    if c['layer'] == 'popartbuilder' and by == 'onnx':
                        c['input'], c['output'] = c.pop('inputs'), c.pop('outputs')
                    if c['layer'] == 'popartbuilder':
                        c['layer'] = by
                    elif c['layer'] == 'popart':
                        c['layer'] = to
                return contexts
            return make
        for by in 'popxl', 'onnx':
            with rewritten(Poptorch, change(by, 'other')) as path:
                self.check_recorded(path, 'poptorch', by)
                self.check_recorded(path, by, by)

    def test_tensors(self):
        """Tensors have a type and a shape. An operation that was never finished, and a second engine with the same names,
        add nothing."""
        made = []

        def change(contexts, texts):
            popart = [c for c in contexts if c['layer'] == 'popart']
            top = max(c['id'] for c in contexts)
            for k, c in enumerate(popart):
                made.append(c['outputs'][0])
                contexts.append({'id': top + 1 + k, 'layer': 'popart', 'category': 'tensor', 'parentId': c['id'],
                                 'name': c['name'], 'tensorId': c['outputs'][0], 'shape': f'[{k} 2]',
                                 'elementType': 'float16', 'type': 'ActGrad'})
            second = [{**c, 'id': 2 * top + 2 + k, 'parentId': 0} for k, c in enumerate(popart)]
            contexts += second
            contexts.append({**popart[1], 'id': 4 * top, 'discard': 1, 'inputs': [made[2], made[3]], 'outputs': ['x']})
            return contexts
        with rewritten(Poptorch, change) as path:
            rows = self.check_recorded(path, 'popart', 'popart')
            self.assertEqual(len(rows), 2 * len(self.ask(Poptorch.path(), 'popart')))
            for row in rows:
                self.assertEqual((row['type'], row['shape']), ('float16', f'[{made.index(row["tensor"])} 2]'))

    def test_absent(self):
        for path, layer, said in ((Unliving.path(), 'poplibs', 'liveness'), (Executed.path(), None, 'debug.cbor')):
            done = run('table', 'operation-edges', path, *(['--location', f'operations?layer={layer}'] if layer else []))
            self.assertEqual((done.returncode, done.stdout), (1, ''))
            self.assertIn(said, done.stderr.lower())
        self.check_recorded(Unliving.path(), 'xla_op', 'hloinstruction')


if __name__ == '__main__':
    unittest.main()
