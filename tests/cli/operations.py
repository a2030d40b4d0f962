#!/usr/bin/python3
"""Tests operations of every layer against plain SQL and an independent CBOR reader: finds the operation of each
program, variable and piece of code by walking up its contexts, and compares every column."""
import collections
import unittest

from cbor import Cbor
from harness import REPORTS, Compiled, Demo, Executed, Report, needs_reports, output, rle, rows as rows_of, run, table, varints

METRICS = ('programs', 'variables', 'executions', 'tile_cycles', 'cycles', 'estimated_tile_cycles',
           'estimated_cycles', 'control_code', 'exchange_code', 'vertex_code', 'variable_bytes', 'peak_bytes')
LISTS = [f'{region}_{overlap}' for region in ('interleaved', 'non_interleaved', 'overflowed')
         for overlap in ('non_overlapped', 'overlapped')]


class Contexts:
    def __init__(self, path):
        file = path / 'debug.cbor'
        whole = Cbor(file.read_bytes()).value() if file.exists() else {'contexts': []}
        self.of = {}
        for context in whole['contexts']:
            self.of.setdefault(context['id'], context)
        self.layers = sorted({c['layer'] for c in self.of.values()})

    def chain(self, at):
        """Returns the ids from @at up to the root."""
        seen = []
        while at in self.of and at not in seen:
            seen.append(at)
            at = self.of[at].get('parentId')
        return seen

    def owner(self, at, layer):
        return next((i for i in self.chain(at) if self.of[i]['layer'] == layer), None)

    def common(self, ids, layer):
        """Returns the nearest context of the layer above all of them."""
        chains = [self.chain(i) for i in ids]
        if not ids or not all(chains):
            return None
        return next((i for i in chains[0] if all(i in c for c in chains)
                     and self.of[i]['layer'] == layer), None)


class Plain(Report):
    """The cost of each program, variable and piece of code, and their contexts."""

    def __init__(self, path):
        super().__init__(path)
        self.contexts = Contexts(path)
        self.types = dict(self.all('select id, name from program_types'))
        self.programs = {}
        rows = self.all('select id, variant, variant_index, children, debug_id, control_code_bytes_by_tile from programs')
        code = {i: sum(rle(c)) for i, _, _, _, _, c in rows}
        for i, variant, index, children, debug, _ in rows:
            own = max(code[i] - sum(code.get(c, 0) for c in varints(children)), 0)
            self.programs[i] = {'type': self.types.get(variant), 'index': index, 'debug': debug or 0,
                                'costs': collections.Counter(programs=1, control_code=own)}
        self.add_compute_sets()
        self.add_steps()
        self.add_estimates()
        self.add_variables()

    def add_compute_sets(self):
        sets = {i: (debug or 0, varints(types)) for i, debug, types in
                self.all('select compute_set, debug_id, vertex_types from compute_sets')}
        of = dict(self.all('select id, compute_set from program_type_on_tile_execute'))
        self.users = collections.defaultdict(set)  # (metric, item) → contexts' ids
        executed = set()
        for program in self.programs.values():
            if program['type'] != 'OnTileExecute' or of.get(program['index']) not in sets:
                continue
            executed.add(of[program['index']])
            debug, types = sets[of[program['index']]]
            if program['debug'] not in self.contexts.of:
                program['debug'] = debug
            for t in types:
                self.users['vertex_code', t].add(program['debug'])
        for i in set(sets) - executed:
            for t in sets[i][1]:
                self.users['vertex_code', t].add(sets[i][0])
        self.code = {('vertex_code', t): sum(varints(b)) for t, b in
                     self.all('select vertex_type, code_bytes from memory_by_vertex_type')}
        self.code.update({('exchange_code', i): sum(rle(b)) for i, b in
                          self.all('select id, code_bytes_by_tile_rle from program_type_do_exchange')})
        for program in self.programs.values():
            if program['type'] == 'DoExchange':
                self.users['exchange_code', program['index']].add(program['debug'])

    def add_steps(self):
        self.no_program = collections.Counter()
        program_of = dict(self.all('select id, program from steps'))
        self.ran = bool(program_of)
        cycles = {i: sum(rle(b)) for i, b in self.all('select id, cycles_by_tile_rle from cycles_by_tile')}

        def costs(step):
            return self.no_program if program_of[step] is None else self.programs[program_of[step]]['costs']
        for step in program_of:
            costs(step)['executions'] += 1
        for step, longest, tiles in self.all('select step_id, cycles, tile_cycles_id from steps_by_ipu '
                                             'where ipu is not null'):
            costs(step).update(cycles=longest, tile_cycles=cycles[tiles])

    def add_estimates(self):
        lists = {i: rle(b) for i, b in self.all('select id, cycles_by_tile_rle from compilation_cycles_by_tile')}
        ids = {}
        for kind, table, column in (('DoExchange', 'do_exchange', 'cycles_by_tile_ids'),
                                    ('StreamCopyMid', 'stream_copy_mid', 'estimated_cycles_by_tile_ids'),
                                    ('GlobalExchange', 'global_exchange', 'estimated_cycles_by_tile_ids')):
            if self.all(f"select 1 from sqlite_master where name = 'program_type_{table}'"):
                ids.update({(kind, i): varints(b) for i, b in self.all(f'select id, {column} from program_type_{table}')})
        for program in self.programs.values():
            for i in ids.get((program['type'], program['index']), []):
                program['costs'].update(estimated_tile_cycles=sum(lists[i]),
                                        estimated_cycles=max(lists[i], default=0))

    def add_variables(self):
        always = dict(self.all('select id, is_always_live from eq_classes'))
        live, most, peak = 0, -1, 0
        delta = collections.Counter()
        for step, n in self.all('select step_id, sum(delta_bytes) from memory_not_always_live_by_step_and_ipu '
                                'where ipu is null group by 1'):
            delta[step] = n
        for (step,) in self.all('select id from depth_first_steps order by id'):
            live += delta[step]
            if live > most:
                most, peak = live, step
        at_peak = {c for c, a, b in self.all('select eq_class_id, step_id_from, step_id_to from eq_class_step')
                   if a <= peak < b}
        self.debug_ids = {v: varints(b) for v, b in self.all('select variable_id, ids from debug_ids')}
        self.variables = collections.defaultdict(collections.Counter)
        for v, c, n in self.all('select unlowered_var_id, eq_class_id, bytes from var_bytes_by_eq_class '
                                'where tile is null'):
            if c not in always:
                continue
            self.variables[v].update(variable_bytes=n, peak_bytes=n if always[c] or c in at_peak else 0)
        for v, costs in self.variables.items():
            costs['variables'] = v is not None

    def category(self, name):
        row, = self.all(f'select {", ".join(LISTS)} from memory_by_category where category_id = ?', name)
        return sum(sum(varints(b)) for b in row)

    def totals(self):
        """Returns the totals from other tables of the file, which the columns must add up to."""
        categories = [name for name, in self.all('select category_id from memory_by_category')]
        return {'programs': len(self.programs), 'executions': self.all('select count(*) from steps')[0][0],
                'control_code': self.category('controlCode'), 'exchange_code': self.category('internalExchangeCode'),
                'vertex_code': self.category('vertexCode'), 'variable_bytes': sum(map(self.category, categories))}

    def operations(self, layer):
        """Returns every metric by operation, 'no-program' or 'unattributed'."""
        rows = collections.defaultdict(collections.Counter)
        rows['no-program'].update(self.no_program)
        for program in self.programs.values():
            rows[self.contexts.owner(program['debug'], layer) or 'unattributed'].update(program['costs'])
        for v, costs in self.variables.items():
            rows[self.contexts.common(self.debug_ids.get(v, []), layer) or 'unattributed'].update(costs)
        for (metric, item), users in self.users.items():
            owners = {self.contexts.owner(u, layer) or 'unattributed' for u in users}
            for owner in owners:
                rows[owner].update()
            rows[owners.pop() if len(owners) == 1 else 'shared-code'][metric] += self.code.get((metric, item), 0)
        for metric, name in (('control_code', 'controlCode'), ('exchange_code', 'internalExchangeCode'),
                             ('vertex_code', 'vertexCode')):
            rows['other-code'][metric] = self.category(name) - sum(r[metric] for r in rows.values())
        return rows


class Operations(unittest.TestCase):
    maxDiff = None

    def check_layer(self, plain, layer):
        expected = plain.operations(layer)
        rows = rows_of(output(plain.path, 'operations', *(['--layer', layer] if layer else [])))
        shown = {row['operation']: row for row in rows}
        self.assertEqual(len(shown), len(rows))
        # An operation that uses only shared code has a row too, without costs.
        self.assertLessEqual({str(i) for i, costs in expected.items() if any(costs.values())}, set(shown))
        for i, row in shown.items():
            costs = expected.get(int(i) if i.isdigit() else i, {})
            for metric in METRICS:
                if metric in ('executions', 'tile_cycles', 'cycles') and not plain.ran:
                    self.assertIsNone(row[metric])
                else:
                    self.assertEqual(row[metric] or 0, costs.get(metric, 0), (layer, i, metric))
        for metric, total in plain.totals().items():
            self.assertEqual(sum(row[metric] or 0 for row in rows), total, metric)

    def check_parts(self, path, layer, row):
        """Asserts that the tables of one operation add up to its row."""
        where = f'operations?layer={layer}&operation={row["operation"]}'
        parts = {name.rpartition('-')[2]: part['rows'] for name, part in output(
            path, 'operations', '--layer', layer, '--operation', row['operation'])['tables'].items()}
        parts['cycles'] = table(path, 'programs', where + '&by=type')

        def total(rows, key):
            return sum(r[key] or 0 for r in parts[rows])
        for metric in ('executions', 'tile_cycles', 'cycles', 'estimated_tile_cycles', 'estimated_cycles',
                       'control_code'):
            self.assertEqual(total('programs', metric), row[metric] or 0, metric)
        self.assertEqual(len(parts['programs']), row['programs'] or 0)
        self.assertEqual(total('variables', 'bytes'), row['variable_bytes'] or 0)
        self.assertEqual(total('variables', 'peak_bytes'), row['peak_bytes'] or 0)
        kinds = [r['bytes'] for r in parts['code'] if r['name'].endswith(' code')]
        self.assertEqual(kinds, [row[k] or 0 for k in ('control_code', 'exchange_code', 'vertex_code')])
        self.assertEqual(total('code', 'bytes'), 2 * sum(kinds))
        self.assertEqual(total('cycles', 'tile_cycles'), 2 * (row['tile_cycles'] or 0))
        self.assertEqual(total('cycles', 'executions'), 2 * (row['executions'] or 0))
        tiles = table(path, 'tile-costs', f'operations?by=operation&layer={layer}&operation={row["operation"]}')
        for k in 'control_code', 'exchange_code', 'vertex_code':
            self.assertEqual(sum(t[k] for t in tiles), row[k] or 0, (row['operation'], k))

    def check(self, path):
        plain = Plain(path)
        for layer in plain.contexts.layers or [None]:
            with self.subTest(report=path.name, layer=layer):
                self.check_layer(plain, layer)

    def check_compiled(self, path):
        self.check(path)
        for layer in 'poplibs', 'poplar':
            rows = rows_of(output(path, 'operations', '--layer', layer))
            for row in rows[:4] + rows[-12:]:
                if row['operation'] in ('shared-code', 'other-code', 'no-program'):
                    continue
                with self.subTest(layer=layer, operation=row['operation']):
                    self.check_parts(path, layer, row)
                    if row['operation'].isdigit():
                        chain = table(path, 'contexts', f'programs?context={row["operation"]}')
                        self.assertEqual((chain[0]['id'], chain[0]['layer']), (int(row['operation']), layer))

    def test_compiled(self):
        self.check_compiled(Compiled.path())

    @needs_reports
    def test_firehose(self):
        self.check_compiled(REPORTS / 'firehose')

    def test_whole_of_shares(self):
        """The note has the whole to which shares refer, and no total says 100 %, so that a row is not divided by the
        wrong total."""
        for measure in 'tile_cycles', 'control_code':
            rows = table(Demo.path(), 'operations', f'operations?measure={measure}')
            waiting = sum(row[measure] or 0 for row in rows if row['operation'] == 'no-program')
            whole = sum(row[measure] or 0 for row in rows) - waiting
            said = run('table', 'operations', Demo.path(), '--location', f'operations?measure={measure}',
                       '--columns', f'name,share,{measure}').stdout
            self.assertEqual(f'Shares are of programs: {whole:,}; steps without a program: {waiting:,}.' in said, waiting > 0)
            self.assertEqual('Share of programs' in said, waiting > 0)
            self.assertEqual('100.0 %' in said.splitlines()[-1], not waiting)
        self.assertFalse(waiting)

    def test_without_contexts(self):
        self.check(Executed.path())

    @needs_reports
    def test_integrals(self):
        self.check(REPORTS / 'integrals')

    def test_demo(self):
        self.check(Demo.path())
        answer = output(Demo.path(), 'operations', '--sort', 'cycles', '--limit', '6')
        rows = rows_of(answer)
        cycles = [row['cycles'] for row in rows]
        self.assertEqual(len(cycles), 6)
        self.assertEqual(cycles, sorted(cycles, reverse=True))
        self.assertGreater(len([r for r in rows if r['operation'].isdigit()]), 2)
        for row in rows:
            if row['operation'].isdigit():
                self.check_parts(Demo.path(), answer['figures']['layer'], row)

    def test_order_of_layers(self):
        layers = [row['layer'] for row in table(Demo.path(), 'layers')]
        self.assertEqual(layers[-2:], ['poplibs', 'poplar'])

    def test_wrong_use(self):
        for arguments, said in ((['--layer', 'nothing'], 'layers: '), (['--by', 'size'], 'operation|line'),
                                (['--operation', '99999999'], 'unknown operation'), (['--limit', '-1'], '0 (all) or more'),
                                (['--limit', 'x'], '0 (all) or more')):
            done = run('operations', Demo.path(), *arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ''), arguments)
            self.assertIn(said, done.stderr)


if __name__ == '__main__':
    unittest.main()
