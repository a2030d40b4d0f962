"""Calls of public scripts, tested as the scripts make them.

CERTAIN: a script that ran with libpva uses the name, and needs this value.
GUESSED: a script uses the name, but does not show its value or order.
popliner: graphcore/popliner. addons: ipu_tensorflow_addons (pva_utils, ProfileAnalyzer). tests: those of
TensorFlow, PopART and PopTorch for IPUs. poplibs: its conv_analysis, in C++. reptil: a package of that name.
"""
import fnmatch
import json
import statistics
import unittest

import pva
import support
from pva import OperationAnalysis, ProgramVisitor, openReport

PType = pva.Program.Type


def certain(function):
    return function


def guessed(function):
    return function


class Scripts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = support.demo(*support.SMALL)
        cls.report = openReport(str(cls.path / 'profile.pop'), str(cls.path / 'debug.cbor'))
        cls.sql = support.Sql(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.report.close()


class Popliner(Scripts):
    @certain
    def test_static_analysis(self):
        steps = [step.program._id for step in self.report.compilation.livenessProgramSteps]
        self.assertEqual(steps, self.sql.column('select program_id from depth_first_steps order by id'))
        code = {}
        for i, tile in enumerate(self.report.compilation.tiles):
            for vertex in tile.memory.vertices:
                code.setdefault(vertex.type.name, {})[i] = vertex.codeBytes
        said = {}
        for name, blob in self.sql.all('select name, code_bytes from memory_by_vertex_type join vertex_types on id = vertex_type'):
            said[name] = {i: n for i, n in enumerate(support.varints(blob)) if n}
        self.assertEqual(code, {k: v for k, v in said.items() if v})

    @certain
    def test_lowered_variables(self):
        variables = self.report.compilation.loweredVariables.allBriefVars
        self.assertEqual(len(variables), self.sql.one('select count(*) from vars_info')[0])
        lowered, live = {}, {}
        for var in variables:
            lowered.setdefault(var.id, (var.equivalenceClass.id, var.bytes, var.tileId))
            if var.equivalenceClass.id not in live:
                line = live.setdefault(var.equivalenceClass.id, bytearray(len(self.report.compilation.livenessProgramSteps)))
                for interval in var.equivalenceClass.steps:
                    line[interval.start:interval.end] = b'\1' * (interval.end - interval.start)
        # Both tables of liveness must agree on the peak.
        worst = max(self.report.compilation.livenessProgramSteps, key=lambda s: s.notAlwaysLiveMemory.bytes)._row
        always = dict(self.sql.all('select id, is_always_live from eq_classes'))
        total = sum(size for c, size, _ in lowered.values() if not always.get(c, 1) and live[c][worst])
        self.assertEqual(total, self.report.compilation.livenessProgramSteps[worst].notAlwaysLiveMemory.bytes)

    @certain
    def test_programs_of_operations(self):
        for operation in OperationAnalysis(self.report).operations:
            for raw in operation.programs():
                self.assertIsInstance(raw._id, int)
                code = list(raw.controlCodeByTile) if len(raw.children) == 0 else []
                exchange = list(raw.codeBytesByTile) if raw.type == PType.DoExchange else []
                self.assertTrue(all(n >= 0 for n in code + exchange))
                if raw.type == PType.OnTileExecute:
                    for vertex in raw.computeset.vertices:
                        self.assertEqual(len(vertex.countByTile), self.report.compilation.target.numTiles)
                        self.assertTrue(vertex.type.name and vertex.type.size >= 0)

    @certain
    def test_operations(self):
        operations = OperationAnalysis(self.report).operations
        self.assertGreater(len(operations), 0)
        steps = len(self.report.compilation.livenessProgramSteps)
        some = 0
        for i in range(len(operations)):
            operation = operations[i]
            self.assertIsInstance(operation.name, str)
            self.assertIsInstance(operation.debugContext.id, int)
            body = json.loads(operation.debugContext.json)
            self.assertEqual(body.get('id', operation.debugContext.id), operation.debugContext.id)
            if len(operation.programs()):
                self.assertTrue(0 <= operation.firstStepIndex <= operation.lastStepIndex < steps)
                self.assertEqual({v._id for v in operation.vars},
                                 {v._id for p in operation.programs() for v in p.vars})
                some += len(operation.vars)
        self.assertGreater(some, 0)

    @certain
    def test_operations_are_in_the_order_of_steps(self):
        # Stage.add() of popliner: from the first step of the first operation to the last step of
        # the last one.
        steps = [(o.firstStepIndex, o.lastStepIndex) for o in OperationAnalysis(self.report).operations if len(o.programs())]
        self.assertGreater(len(steps), 10)
        self.assertEqual([first for first, _ in steps], sorted(first for first, _ in steps))

    @certain
    def test_steps_of_a_function_are_those_of_its_calls(self):
        children = {n: support.varints(blob) for n, blob in self.sql.all('select id, children from programs')}
        calls = self.sql.all('select p.id, f.program from programs p join program_types t on t.id = p.variant'
                             ' join program_type_call c on c.id = p.variant_index'
                             " join function_programs f on f.id = c.function_id where t.name = 'Call'")
        steps = {}
        for step, program in self.sql.all('select id, program_id from depth_first_steps'):
            steps.setdefault(program, []).append(step)
        self.assertTrue(calls)
        for _, function in calls:
            inside = [function]
            for number in inside:
                self.assertNotIn(number, steps)
                inside += children[number]
            said = [step for call, called in calls if called == function for step in steps[call]]
            for operation in OperationAnalysis(self.report).operations:
                if {p._id for p in operation.programs()} & set(inside):
                    break
            mine = said + [step for p in operation.programs() for step in steps.get(p._id, ())]
            self.assertEqual((operation.firstStepIndex, operation.lastStepIndex), (min(mine), max(mine)))
        self.assertGreater(max(said), min(said))

    @guessed
    def test_a_function_that_is_never_called_has_no_steps(self):
        folder = support.copied(self.path, support.scratch() / 'uncalled', 'delete from function_programs')
        with openReport(folder) as report:
            *_, last = (o for o in OperationAnalysis(report).operations if len(o.programs()))
            self.assertEqual((last.firstStepIndex, last.lastStepIndex), (None, None))
            self.assertIn(last.name, {o.name for o in OperationAnalysis(self.report).operations if len(o.programs())})

    @guessed
    def test_operations_are_those_of_the_outermost_layer(self):
        layers = self.report.frame('operation-layers')
        chosen = OperationAnalysis(self.report)
        self.assertEqual(chosen.layer, [n for n, d in zip(layers['name'], layers['is_default']) if d][0])
        for name in layers['name']:
            self.assertEqual(OperationAnalysis(self.report, name).layer, name)
        with self.assertRaises(KeyError):
            OperationAnalysis(self.report, 'no such layer')

    @certain
    def test_visitors_gather_programs_in_sets(self):
        class Counter(pva.ProgramVisitor):
            def __init__(self):
                super().__init__()
                self.executes, self.exchanges = set(), set()

            def visitOnTileExecute(self, onTileExecute):
                self.executes.add(onTileExecute)

            def visitDoExchange(self, doExchange):
                self.exchanges.add(doExchange)

        visitor = Counter()
        for _ in range(2):
            for program in self.report.compilation.programs:
                program.accept(visitor)
        said = dict(self.sql.all('select t.name, count(*) from programs p join program_types t on t.id = p.variant group by 1'))
        self.assertEqual((len(visitor.executes), len(visitor.exchanges)), (said['OnTileExecute'], said['DoExchange']))
        self.assertTrue({s.program for s in self.report.execution.steps} >= visitor.executes & set())

    @certain
    def test_programs_are_equal_wherever_they_come_from(self):
        programs = self.report.compilation.programs
        for step in self.report.compilation.livenessProgramSteps:
            self.assertEqual(step.program, programs[step.program._id])
        self.assertNotEqual(programs[0], programs[1])
        self.assertEqual(programs[0].children[0], programs[programs[0].children[0]._id])

    @certain
    def test_memory_at_the_bottleneck(self):
        tile, most, variables = 3, 0, []
        for step in self.report.compilation.livenessProgramSteps:
            memory = step.notAlwaysLiveMemoryForTile(tile).bytes
            if most < memory:
                most, variables = memory, step.notAlwaysLiveMemoryForTile(tile).variables
        most += self.report.compilation.tiles[tile].memory.alwaysLiveBytes
        self.assertTrue(callable(getattr(self.report.compilation, 'alwaysLiveVariablesForTile')))
        found = {var: var for var in variables}
        total = sum(var.size for var in variables)
        total += sum(var.size for var in self.report.compilation.alwaysLiveVariablesForTile(tile))
        self.assertEqual(total, most)
        lowered = {var._id: var for var in self.report.compilation.loweredVariables.forTile(tile)}
        some = [v for v in lowered.values() if v.hasUnloweredVar and v.unloweredVar not in found]
        self.assertTrue(all(isinstance(v.name, str) and v.bytes >= 0 for v in lowered.values()))
        self.assertEqual(len(some), sum(v.hasUnloweredVar for v in lowered.values()))

    @certain
    def test_categories(self):
        for tile in self.report.compilation.tiles[:5]:
            category = tile.memory.category
            for name in ('vertexCode', 'internalExchangeCode', 'controlCode', 'vertexInstanceState', 'vectorListDescriptor'):
                self.assertIsInstance(getattr(category, name).total, int)
            self.assertGreaterEqual(tile.memory.notAlwaysLiveBytes, 0)

    @certain
    def test_consumers(self):
        program = next(p for p in self.report.compilation.programs if p.type == PType.OnTileExecute and len(p.vars))
        number = program.vars[0]._id
        self.assertIn(program._id, [p._id for p in self.report.compilation.programs
                                    for v in p.vars if v._id == number])


class Addons(Scripts):
    @certain
    def test_memory_of_an_ipu(self):
        for ipu, found in enumerate(self.report.compilation.ipus):
            always = sum(tile.memory.alwaysLiveBytes - tile.memory.category.vertexCode.total for tile in found.tiles)
            total = sum(tile.memory.total.excludingGaps for tile in self.report.compilation.ipus[ipu].tiles)
            self.assertTrue(0 < always < total * 3)

    @certain
    def test_live_memory_of_an_ipu(self):
        for ipu in range(self.report.compilation.target.numIPUs):
            step = max(self.report.compilation.livenessProgramSteps, key=lambda x: x.notAlwaysLiveMemoryForIpu(ipu).bytes)
            self.assertGreater(step.notAlwaysLiveMemoryForIpu(ipu).bytes, 0)
            variables = step.notAlwaysLiveMemoryForIpu(ipu).variables
            self.assertEqual(sum(v.size for v in variables), step.notAlwaysLiveMemoryForIpu(ipu).bytes)
            # The sum over the IPU's tiles.
            tiles = {}
            for tile in self.report.compilation.ipus[ipu].tiles:
                for var in step.notAlwaysLiveMemoryForTile(tile.id).variables:
                    tiles[var.id, var.name] = tiles.get((var.id, var.name), 0) + var.size
            self.assertEqual({(v.id, v.name): v.size for v in variables}, tiles)

    @certain
    def test_cycles_of_steps(self):
        def estimated(step):
            if step.program.type == PType.DoExchange:
                return max(step.program.estimatedCyclesByTile)
            if step.program.type == PType.OnTileExecute:
                return max(step.program.computeset.estimatedCyclesByTile, default=0)
            return 0
        self.assertGreater(sum(map(estimated, self.report.compilation.livenessProgramSteps)), 0)
        measured = sum(step.ipus[0].cycles for step in self.report.execution.runs[0].steps
                       if step.program.type in [PType.DoExchange, PType.OnTileExecute])
        self.assertGreater(measured, 0)

    @certain
    def test_pipeline_stages(self):
        exchanges = [step for step in self.report.execution.runs[0].steps if step.program.type == PType.GlobalExchange
                     if sum(ipus.dataIn + ipus.dataOut for ipus in step.ipus) > 0]
        self.assertGreater(len(exchanges), 0)
        for step in exchanges:
            for number, ipu in enumerate(step.ipus):
                self.assertTrue(ipu.activeCycles.cyclesFrom.min <= ipu.activeCycles.cyclesTo.max)
                self.assertEqual(step.ipus[number].cycles, ipu.cycles)

    @guessed
    def test_cycles_of_a_global_exchange(self):
        # assert_global_exchange_percentage() of TensorFlow's tests takes cycles from the program,
        # without naming an execution.
        class Exchanges(ProgramVisitor):
            cycles = 0

            def visitGlobalExchange(self, globalExchange):
                self.cycles += globalExchange.cyclesTo.max - globalExchange.cyclesFrom.max

        visitor, expected = Exchanges(), 0
        for step in self.report.execution.runs[0].steps:
            step.program.accept(visitor)
            if step.program.type == PType.GlobalExchange:
                expected += self.sql.one(
                    'select active_cycles_to_max - active_cycles_from_max from steps s join steps_by_ipu i on i.step_id = s.id'
                    ' where program = ? order by s.id, ipu limit 1', step.program._id)[0]
        self.assertEqual(visitor.cycles, expected)
        self.assertGreater(expected, 0)
        self.assertFalse(hasattr(step.program, 'codeBytes'))

    @certain
    def test_syncs_are_told_apart_by_name(self):
        names = {step.program.name for step in self.report.execution.steps if step.program.type == PType.Sync}
        said = set(self.sql.column('select distinct sync_type from steps where sync_type is not null'))
        self.assertTrue(names & said, (names, said))

    @certain
    def test_profile_analyzer(self):
        report, target = self.report, self.report.compilation.target
        kind = {pva.Target.Type.Ipu: 'Ipu', pva.Target.Type.IpuModel: 'IpuModel', pva.Target.Type.Cpu: 'Cpu',
                pva.Target.Type.Unknown: 'Unknown'}[target.type]
        self.assertEqual(kind, 'Ipu')
        self.assertEqual('.'.join(str(n) for n in (report.version.major, report.version.minor, report.version.point)), '3.8.0')
        self.assertFalse(report.version.isUnstableFormat)
        over = [sum(t.memory.overflowed.excludingGaps for t in ipu.tiles
                    if t.memory.overflowed.excludingGaps or t.memory.overflowed.includingGaps)
                for ipu in report.compilation.ipus]
        self.assertEqual(over, [0] * target.numIPUs)
        balance = [[] for _ in range(target.numIPUs)]
        for s in report.execution.steps:
            for idx, per_ipu in enumerate(s.ipus):
                if not (s.program.type == PType.Sync or
                        per_ipu.activeCycles.cyclesFrom.max == per_ipu.activeCycles.cyclesTo.max):
                    balance[idx].append((per_ipu.activeTileBalance, per_ipu.tileBalance))
        self.assertTrue(all(0 < a <= 1 and 0 < b <= 1 for part in balance for a, b in part))
        self.assertTrue(all(balance))
        times = [r.microseconds.end - r.microseconds.start for r in report.execution.runs]
        self.assertTrue(all(t >= 0 for t in times))

    @certain
    def test_cycles_by_name(self):
        by_name = {}
        for step in self.report.execution.runs[0].steps:
            name = step.program.name
            if step.program.type not in {PType.Sync, PType.GlobalExchange} and name:
                by_name.setdefault(name, []).append(sum([u.cycles for u in step.ipus]))
        self.assertTrue(all(statistics.mean(c) >= 0 for c in by_name.values()))
        self.assertIn('OnTileExecute', {s.program.type.name for s in self.report.execution.steps})

    @certain
    def test_variables_of_steps(self):
        for step in self.report.compilation.livenessProgramSteps[::17]:
            variables = step.notAlwaysLiveMemory.variables
            self.assertEqual(sum(v.size for v in variables), step.notAlwaysLiveMemory.bytes)
            self.assertTrue(all(isinstance(v.name, str) for v in variables))

    @guessed
    def test_cycles_of_runs_by_ipu(self):
        for run in self.report.execution.runs:
            ipu_cycles = list(run.cyclesByIpu)
            self.assertEqual(len(ipu_cycles), self.report.compilation.target.numIPUs)
            self.assertTrue(0 < max(ipu_cycles) <= self.report.execution.totalCycles.total)

    @certain
    def test_levels_of_instrumentation(self):
        settings, levels = self.report.instrumentationSettings, pva.InstrumentationSettings
        self.assertEqual(settings.compute, levels.ComputeInstrumentationLevel.Tile)
        self.assertEqual(settings.externalExchange, levels.ExternalExchangeInstrumentationLevel.Tile)
        self.assertEqual(settings.externalExchange, levels.Tile)
        self.assertEqual(levels.Device, levels.ComputeInstrumentationLevel.Device)

    @certain
    def test_members_of_types(self):
        self.assertIn('DoExchange', pva.Program.Type.__members__)
        self.assertEqual(hash(getattr(pva.Program.Type, 'DoExchange')), hash(PType.DoExchange))


class Tests(Scripts):
    @certain
    def test_compute_sets_by_name(self):
        names = [cs.name for cs in self.report.compilation.computeSets]
        self.assertEqual(names, self.sql.column('select name from compute_sets order by compute_set'))
        vertices = [v.type.name for cs in self.report.compilation.computeSets for v in cs.vertices]
        self.assertTrue(any(fnmatch.fnmatch(v, '*') for v in vertices))

    @certain
    def test_first_case_of_a_switch(self):
        switch = next(t for t in self.report.compilation.programs if t.type == pva.Program.Type.OnEveryTileSwitch)
        self.assertGreater(len(switch.children[0].children), 0)

    @certain
    def test_cycles_of_a_run(self):
        steps = self.report.execution.runs[0].steps
        n = len(steps[0].cyclesByTile)
        self.assertEqual(n, self.report.compilation.target.numTiles)
        cycles = [sum(step.cyclesByTile[t] for step in steps if len(step.cyclesByTile)) for t in range(3)]
        self.assertTrue(all(c > 0 for c in cycles))
        self.assertGreater(self.report.execution.totalCycles.total, 0)

    @certain
    def test_module_of_the_classes(self):
        steps = [s for s in self.report.execution.steps if s.program.type == pva.pva_core.Program.Type.StreamCopyMid]
        self.assertGreater(len(steps), 0)
        self.assertIsInstance(steps[0], pva.pva_core.ExecutionStep)

    @certain
    def test_intervals_of_steps(self):
        compute, copies = [], []

        class Interval(ProgramVisitor):
            def __init__(self, cyclesFrom, cyclesTo):
                self.cyclesFrom, self.cyclesTo = cyclesFrom, cyclesTo
                super(Interval, self).__init__()

            def visitOnTileExecute(self, _):
                compute.append([self.cyclesFrom.max, self.cyclesTo.max])

            def visitStreamCopyMid(self, _):
                copies.append([self.cyclesFrom.max, self.cyclesTo.max])

        for step in self.report.execution.runs[0].steps:
            ipu = step.ipus[0]
            step.program.accept(Interval(ipu.activeCycles.cyclesFrom, ipu.activeCycles.cyclesTo))
        self.assertTrue(compute and copies)
        # All cycles are of one clock: a later execution begins later.
        firsts = [a for a, b in compute if b]
        self.assertLess(firsts[0], firsts[-1])
        self.assertTrue(all(a <= b for a, b in compute + copies))

    @certain
    def test_bytes_to_the_host(self):
        out = sum(sum([ipu.dataOut for ipu in step.ipus]) for run in self.report.execution.runs for step in run.steps
                  if step.program.type == pva.Program.Type.StreamCopyMid)
        self.assertGreater(out, 0)

    @certain
    def test_peak_liveness(self):
        always = sum(tile.memory.alwaysLiveBytes for tile in self.report.compilation.tiles)
        peak = always + max(step.notAlwaysLiveMemory.bytes for step in self.report.compilation.livenessProgramSteps)
        self.assertEqual(always, sum(v.size for v in self.report.compilation.alwaysLiveVariables))
        self.assertGreater(peak, always)

    @certain
    def test_name_of_a_run_and_architecture(self):
        self.assertIsInstance(self.report.execution.runs[0].name, str)
        self.assertEqual(self.report.compilation.target.architecture, pva.IPU.Architecture.Ipu2)

    @certain
    def test_debug_contexts(self):
        def outermost(context):
            self.assertIsInstance(json.loads(context.layer)['layer'], str)
            return outermost(context.parents[0]) if context.parents else context

        for operation in OperationAnalysis(self.report).operations:
            context = operation.replacedDebugContext[0] if operation.replacedDebugContext else operation.debugContext
            data = json.loads(outermost(context).json)
            self.assertIsInstance(data, dict)
            self.assertIsInstance(context.location.fileName, str)
            self.assertIsInstance(context.location.lineNumber, int)

    @guessed
    def test_layer_is_json(self):
        context = next(iter(OperationAnalysis(self.report).operations)).debugContext
        self.assertEqual(json.loads(context.layer), {'layer': context.layerName})


class Others(Scripts):
    @certain
    def test_poplibs(self):
        repeats = set()
        for program in self.report.compilation.programs:
            if program.type == PType.Repeat:
                below = program.children
                if len(below) == 1 and below[0].type == PType.Sequence:
                    repeats.update(c._id for c in below[0].children)
        self.assertGreater(len(repeats), 0)
        for program in self.report.compilation.programs:
            if program.type in (PType.DoExchange, PType.OnTileExecute):
                for var in program.vars[:2]:
                    self.assertIsInstance(var.name, str)
                    self.assertIsInstance(var.alwaysLive, bool)
                    self.assertGreaterEqual(var.bytes, 0)

    @certain
    def test_cycles_of_compute_sets(self):
        for step in self.report.execution.steps:
            for found in step.computeSets:
                for cycles in (found.cyclesByTile, found.estimatedCyclesByTile):
                    first = cycles[0] if len(cycles) else 0
                    self.assertGreaterEqual(first, 0)

    @certain
    def test_reptil(self):
        n = len(self.report.compilation.ipus)
        categories = [tile.memory.category for tile in self.report.compilation.tiles]
        self.assertEqual(len(categories) % n, 0)
        for c in categories[:9]:
            sum([c.internalExchangeCode.total, c.globalExchangeCode.total, c.hostExchangeCode.total])
            self.assertGreaterEqual(c.constant.total, 0)
        by_type = {}
        for s in self.report.execution.steps:
            by_type[s.program.type.name] = by_type.get(s.program.type.name, 0) + sum(s.cyclesByTile)
        self.assertGreater(sum(by_type.values()), 0)

    @certain
    def test_programs_by_id_beside_sql(self):
        programs = {p._id: p for p in self.report.compilation.programs}
        number = self.sql.column('select compute_set from compute_sets')[-1]
        found = self.report.compilation.computeSets[number]
        self.assertEqual('; '.join(v.type.name for v in found.vertices).count('; '), len(found.vertices) - 1)
        exchange = next(p for p in programs.values() if p.type == PType.DoExchange)
        self.assertEqual(sum(exchange.codeBytesByTile) / len(exchange.codeBytesByTile),
                         statistics.fmean(exchange.codeBytesByTile))
        self.assertIs(programs.get(None), None)

    @certain
    def test_what_a_script_falls_back_from(self):
        # Scaling benchmarks try tile.memory.used, which libpva lacks, and then use the total.
        with self.assertRaises(AttributeError):
            self.report.compilation.tiles[0].memory.used

    @guessed
    def test_print_length(self):
        self.assertEqual(self.report.listPrintLength(3), 3)
        self.assertEqual(repr(self.report.compilation.tiles).count('pva.Tile'), 3)
        self.assertEqual(self.report.listPrintLength(), 3)

    @guessed
    def test_types_by_class_name(self):
        names = {type(step.program).__name__ for step in self.report.execution.steps}
        self.assertLessEqual({'OnTileExecuteProgram', 'DoExchangeProgram'}, names)

    @guessed
    def test_variables_of_a_program_that_has_none(self):
        self.assertEqual(len(self.report.compilation.programs[0].vars), 0)


if __name__ == '__main__':
    unittest.main()
