"""Tests of the execution: every attribute against plain SQL, and against the oracle if it has it.
"""
import contextlib
import shutil
import sqlite3
import unittest

import pva
import support
from support import Case, rle

FIELDS = ('cycles_base', 'active_cycles_from_min', 'active_cycles_from_max', 'active_cycles_from_mean',
          'active_cycles_to_min', 'active_cycles_to_max', 'active_cycles_to_mean', 'all_cycles_to_max', 'cycles',
          'active_tiles', 'active_tile_balance', 'tile_balance', 'tile_cycles_id')


class Steps(Case):
    def test_steps(self):
        for report, sql in self.each():
            steps = report.execution.steps
            rows = sql.all('select id, type, program, sync_type from steps order by id')
            self.assertEqual([s.id for s in steps], [r[0] for r in rows])
            for step, (_, kind, program, sync) in zip(steps, rows):
                self.assertEqual(step.typeName, kind)
                if program is None:
                    self.assertIs(step.program.type, pva.Program.Type.Sync)
                    self.assertIsInstance(step.program, pva.SyncProgram)
                    # Public scripts recognise implicit syncs by the name of libpva's base class.
                    self.assertEqual(type(step.program).__name__, 'Program')
                    self.assertIsInstance(step.program, pva.ImplicitSyncProgram)
                    self.assertEqual(step.program.name, sync or '')
                else:
                    self.assertEqual(step.program._id, program)

    def test_ipus(self):
        for report, sql in self.each():
            rows = {row[:2]: row[2:] for row in sql.all(
                f'select step_id, ipu, {",".join(FIELDS)} from steps_by_ipu where ipu is not null')}
            n, missing = sql.one('select num_ipus from target_info')[0], 0
            for step in report.execution.steps:
                self.assertEqual(len(step.ipus), n)
                for number, ipu in enumerate(step.ipus):
                    row = rows.get((step.id, number))
                    missing += row is None
                    self.check(ipu, row or (0,) * 8 + (0, 0, 0.0, 0.0, None), number)
            self.assertEqual(len(rows) + missing, n * len(report.execution.steps))

    def check(self, ipu, row, number):
        base, fmin, fmax, fmean, tmin, tmax, tmean, amax, cycles, tiles, active, balance, _ = row
        self.assertEqual(ipu.ipu, number)
        self.assertEqual((ipu.cycles, ipu.cyclesBase, ipu.activeTiles), (cycles, base, tiles))
        first, last = ipu.activeCycles.cyclesFrom, ipu.activeCycles.cyclesTo
        self.assertEqual((first.min, first.max, first.mean), (base + fmin, base + fmax, base + fmean))
        self.assertEqual((last.min, last.max, last.mean), (base + tmin, base + tmax, base + tmean))
        self.assertEqual(ipu.allCycles.cyclesTo.max, base + amax)
        self.assertEqual((ipu.activeTileBalance, ipu.tileBalance), (active, balance))

    def test_cycles_by_tile(self):
        for report, sql in self.each():
            lists = {i: rle(b) for i, b in sql.all('select id, cycles_by_tile_rle from cycles_by_tile')}
            n, per = sql.one('select num_ipus, tiles_per_ipu from target_info')
            rows = {}
            for step, ipu, number in sql.all('select step_id, ipu, tile_cycles_id from steps_by_ipu'):
                if number is not None:
                    rows.setdefault(step, {})[ipu] = lists[number]
            for step in report.execution.steps[::13]:
                said = [v for i in range(n) for v in rows[step.id].get(i, [0] * per)] if step.id in rows else []
                self.assertEqual(step.cyclesByTile, said)
                for ipu in step.ipus:
                    self.assertEqual(ipu.cyclesByTile, rows.get(step.id, {}).get(ipu.ipu, []))

    def test_data(self):
        tables = {'DoExchange': 'program_type_do_exchange', 'GlobalExchange': 'program_type_global_exchange',
                  'StreamCopyMid': 'program_type_stream_copy_mid'}
        some = 0
        for report, sql in self.each():
            types = dict((name, i) for i, name in sql.all('select id, name from program_types'))
            bytes_ = {}
            for kind, table in tables.items():
                for program, received, sent in sql.all(
                        f'select p.id, bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle from programs p join {table} e'
                        f' on e.id = p.variant_index where p.variant = ?', types.get(kind, -1)):
                    bytes_[program] = rle(received), rle(sent)
            took_part = set(sql.all('select step_id, ipu from steps_by_ipu'))
            for step in report.execution.steps:
                for ipu in step.ipus:
                    here = (step.id, ipu.ipu) in took_part
                    received, sent = bytes_.get(step.program._id, ([], [])) if here else ([], [])
                    said = tuple(v[ipu.ipu] if ipu.ipu < len(v) else 0 for v in (received, sent))
                    self.assertEqual((ipu.dataIn, ipu.dataOut), said)
                    some += sum(said)
        self.assertGreater(some, 0)

    def test_compute_sets(self):
        for report, sql in self.each():
            said = dict(sql.all('select id, compute_set from steps'))
            for step in report.execution.steps[::3]:
                number = said[step.id]
                self.assertEqual([c._id for c in step.computeSets], [] if number is None else [number])
            measured = sql.all('select compute_set_id, cycles_by_tile_ids from compute_set_cycles_by_tile')
            lists = {i: rle(b) for i, b in sql.all('select id, cycles_by_tile_rle from cycles_by_tile')}
            by_id = {c._id: c for c in report.compilation.computeSets}
            for number, blob in measured[::11]:
                said_cycles = [v for i in support.varints(blob) for v in lists[i]]
                self.assertEqual(by_id[number].cyclesByTile, said_cycles)

    def test_by_the_oracle(self):
        if not support.oracle():
            self.skipTest('no oracle')
        for path in support.REAL:
            said = support.oracle().trace(support.oracle().Pop(support.profile_of(path)))
            with pva.openReport(path) as report:
                self.assertEqual(report.execution.totalCycles.total, said['total_cycles'])
                for ipu in said['ipus']:
                    total = sum(s.ipus[ipu['ipu']].cycles for s in report.execution.steps)
                    self.assertEqual(total, ipu['cycles'])
                self.assertEqual(len(report.execution.steps), len(said['steps']))


class LostRows(unittest.TestCase):
    def test_it_is_told(self):
        """Steps without a row are reported after they were read, and make frames partial."""
        copy = support.scratch() / 'lost'
        shutil.copytree(support.demo(*support.SMALL, '--runs=2', '--seed=7'), copy)
        with contextlib.closing(sqlite3.connect(copy / 'profile.pop')) as db:
            n, = db.execute('select count(*) / 2 from steps').fetchone()
            db.execute('delete from steps_by_ipu where step_id < ?', (n,))
            db.commit()
        with pva.openReport(copy) as report:
            self.assertNotIn('no row', ' '.join(report.notices))
            frame = report.frame('step-types')
            self.assertTrue(frame.partial)
            said = f'{n} of {len(report.execution.steps)} executed steps have no row'
            self.assertIn(said, frame.note)
            self.assertIn(said, ' '.join(report.notices))
            judged = report.budget('max-waiting-share=100%')
            self.assertEqual((list(judged['result']), list(judged['bound'])), (['unknown'], ['unknown']))


class Runs(Case):
    def test_runs(self):
        for report, sql in self.each():
            rows = sql.all('select id, name, start_epoch_time_microseconds, elapsed_microseconds, num_programs from runs'
                           ' order by id')
            found = report.execution.runs
            self.assertEqual([(r.id, r.name, r.microseconds.start, r.microseconds.end - r.microseconds.start,
                               r.numPrograms) for r in found], [(i, n or '', s, e or 0, p) for i, n, s, e, p in rows])

    def test_steps_of_runs(self):
        for report, _ in self.each():
            parts = [[s.id for s in run.steps] for run in report.execution.runs]
            if all(parts):
                self.assertEqual([i for part in parts for i in part], [s.id for s in report.execution.steps])
        # If there is only one run, all steps belong to it.
        with pva.openReport(support.demo(*support.SMALL, '--runs=1')) as report:
            self.assertEqual(len(report.execution.runs), 1)
            self.assertEqual(len(report.execution.runs[0].steps), len(report.execution.steps))

    def test_cycles_of_runs(self):
        for report, sql in self.each():
            for run in report.execution.runs:
                ids = [step.id for step in run.steps]
                said = sql.column('select max(cycles_base + all_cycles_to_max) - min(cycles_base) from steps_by_ipu'
                                  ' where step_id between ? and ? group by ipu order by ipu', min(ids), max(ids))
                # IPUs of other replicas are not recorded.
                self.assertEqual(list(run.cyclesByIpu), said + [0] * (len(run.steps[0].ipus) - len(said)))
        with pva.openReport(support.demo(*support.SMALL, '--instrumentation=blocks')) as report:
            self.assertEqual([list(run.cyclesByIpu) for run in report.execution.runs], [[]] * len(report.execution.runs))

    def test_totals(self):
        for report, sql in self.each():
            end = sql.one('select max(cycles_base + all_cycles_to_max) from steps_by_ipu where ipu is not null')[0]
            self.assertEqual(report.execution.totalCycles.total, end or 0)
            cursor = sql.db.execute('select * from execution_cycle_totals')
            row = cursor.fetchone()
            if row:
                said = dict(zip([c[0] for c in cursor.description], row))
                said.pop('run_id')
                self.assertEqual(report.execution.totalCycles.byName, {k: v for k, v in said.items() if v is not None})

    def test_nothing_was_executed(self):
        path = support.demo(*support.SMALL, '--without=execution')
        with pva.openReport(path) as report:
            execution = report.execution
            self.assertEqual((len(execution.steps), len(execution.runs), execution.totalCycles.total), (0, 0, 0))
            self.assertEqual((list(execution.steps), len(execution.blocks(0)), execution.blockTiles), ([], 0, []))
            self.assertIn('execution', report.explain('execution').lower())
            with self.assertRaises(pva.AbsentError):
                report.frame('steps')
            exchange = next(p for p in report.compilation.programs if p.type == pva.Program.Type.GlobalExchange)
            for name in ('cyclesFrom', 'cyclesTo'):
                with self.assertRaises(pva.AbsentError):
                    getattr(exchange, name)


class Blocks(Case):
    def test_blocks(self):
        path = support.demo(*support.SMALL, '--instrumentation=blocks')
        sql = support.Sql(path)
        programs = set(sql.column('select id from programs'))
        with pva.openReport(path) as report:
            tiles = sql.column('select distinct tile from blocks order by 1')
            self.assertEqual(report.execution.blockTiles, tiles)
            self.assertGreater(len(tiles), 0)
            for tile in tiles:
                rows = sql.all('select cycles_from, cycles_to, block_id, type from blocks where tile = ? order by 1, 2, 3, 4',
                               tile)
                blocks = report.execution.blocks(tile)
                found = sorted((b.cyclesFrom, b.cyclesTo) for b in blocks)
                self.assertEqual(found, sorted(r[:2] for r in rows))
                kinds = ('isCommon', 'isStreamCopy', 'isOverflow', 'isAnonymous', 'isBlockFlush')
                for k, name in enumerate(kinds):
                    self.assertEqual(sum(getattr(b, name) for b in blocks), sum(r[3] == k for r in rows), name)
                self.assertEqual({b.tile for b in blocks}, {tile})
                said = sorted(r[2] for r in rows if r[2] in programs)
                self.assertEqual(sorted(b.program._id for b in blocks if b.program is not None), said)
            self.assertEqual(len(report.execution.blocks(10 ** 6)), 0)


if __name__ == '__main__':
    unittest.main()
