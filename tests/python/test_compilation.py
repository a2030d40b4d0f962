"""Tests of the compilation: every attribute against plain SQL, and against the oracle if it has it.
"""
import bisect
import collections
import unittest

import pva
import support
from support import Case, differences, rle, varints


def name_of(prefix, base, suffix):
    return (f'__vertexField_{prefix}_' if prefix is not None else '') + (base or '') + (suffix or '')


class Singles(Case):
    def test_target_and_graph(self):
        for report, sql in self.each():
            target, graph = report.compilation.target, report.compilation.graph
            names = {'numIPUs': 'num_ipus', 'tilesPerIpu': 'tiles_per_ipu', 'numTiles': 'num_tiles',
                     'bytesPerTile': 'bytes_per_tile', 'bytesPerIPU': 'bytes_per_ipu', 'totalMemory': 'total_memory',
                     'clockFrequency': 'clock_frequency', 'numReplicas': 'num_replicas',
                     'ipusPerReplica': 'ipus_per_replica', 'tilesPerReplica': 'tiles_per_replica',
                     'memoryPerReplica': 'memory_per_replica'}
            for ours, column in names.items():
                self.assertEqual(getattr(target, ours), sql.one(f'select {column} from target_info')[0], ours)
            kind, architecture = sql.one('select type_, architecture from target_info')
            self.assertEqual(target.type, {'IPU': pva.Target.Type.Ipu, 'IPU_MODEL': pva.Target.Type.IpuModel}[kind])
            self.assertEqual(target.architecture.name.lower(), architecture)
            names = {'numComputeSets': 'num_compute_sets', 'numVertices': 'num_vertices', 'numEdges': 'num_edges',
                     'numVars': 'num_vars'}
            for ours, column in names.items():
                self.assertEqual(getattr(graph, ours), sql.one(f'select {column} from graph_info')[0], ours)

    def test_versions_and_instrumentation(self):
        for report, sql in self.each():
            text, commit, *numbers = sql.one('select string, package_hash, major, minor, point from poplar_version')
            version = report.poplarVersion
            self.assertEqual((version.string, version.packageHash), (text, commit))
            self.assertEqual([version.major, version.minor, version.point], numbers)
            *numbers, unstable = sql.one('select major, minor, point, is_unstable_format from version_info')
            version = report.version
            self.assertEqual([version.major, version.minor, version.point], numbers)
            self.assertIs(version.isUnstableFormat, bool(unstable))
            row = sql.all('select compute, compute_level, external_exchange from instrumentation_settings')
            settings = report.instrumentationSettings
            if row and row[0][0]:
                level = {'IPU': 'Ipu'}.get(row[0][1], row[0][1])
                self.assertEqual(settings.compute.name, level or 'Unknown')
                self.assertEqual(settings.externalExchange.name, 'Tile' if row[0][2] else 'Off')


class Memory(Case):
    def test_tiles(self):
        for report, sql in self.each():
            tiles = report.compilation.tiles
            rows = sql.all(
                'select tile, total, total_including_gaps, interleaved, interleaved_including_gaps, non_interleaved,'
                'non_interleaved_including_gaps, overflowed, overflowed_including_gaps, always_live_bytes,'
                'not_always_live_max_bytes from memory_by_tile order by tile')
            self.assertEqual(len(tiles), len(rows))
            for tile, row in zip(tiles, rows):
                memory = tile.memory
                parts = (memory.total, memory.interleaved, memory.nonInterleaved, memory.overflowed)
                found = [v for part in parts for v in (part.excludingGaps, part.includingGaps)]
                self.assertEqual((tile.id, *found, memory.alwaysLiveBytes, memory.notAlwaysLiveBytes), row)

    def test_categories(self):
        for report, sql in self.each():
            tiles = report.compilation.tiles
            columns = [f'{region}_{kind}' for region in ('interleaved', 'non_interleaved', 'overflowed')
                       for kind in ('non_overlapped', 'overlapped')]
            rows = sql.all(f'select category_id, {",".join(columns)} from memory_by_category')
            self.assertEqual(set(tiles[0].memory.category), {row[0] for row in rows})
            for name, *blobs in rows:
                lists = [varints(blob) for blob in blobs]
                for t in range(0, len(tiles), 37):
                    found = getattr(tiles[t].memory.category, name)
                    self.assertEqual(
                        [v for part in (found.interleaved, found.nonInterleaved, found.overflowed)
                         for v in (part.nonOverlapped, part.overlapped)], [values[t] for values in lists])
                self.assertEqual(sum(getattr(t.memory.category, name).total for t in tiles), sum(map(sum, lists)))
            self.assertEqual(tiles[0].memory.category.dwarf.total if 'dwarf' not in {r[0] for r in rows} else 0, 0)
            with self.assertRaises(AttributeError):
                tiles[0].memory.category.noSuchCategory

    def test_vertices_of_tiles(self):
        for report, sql in self.each():
            types = dict((i, (name, size)) for i, name, size in sql.all('select id, name, size from vertex_types'))
            code = {v: varints(b) for v, b in sql.all('select vertex_type, code_bytes from memory_by_vertex_type')}
            for tile in report.compilation.tiles[::61]:
                found = {v.type._id: (v.type.name, v.type.size, v.codeBytes) for v in tile.memory.vertices}
                self.assertEqual(found, {v: (*types[v], values[tile.id]) for v, values in code.items()
                                         if tile.id < len(values) and values[tile.id]})

    def test_ipus(self):
        for report, sql in self.each():
            per, tiles = sql.one('select tiles_per_ipu from target_info')[0], sql.column('select tile from memory_by_tile')
            found = [[t.id for t in ipu.tiles] for ipu in report.compilation.ipus]
            self.assertEqual(found, [[t for t in sorted(tiles) if t // per == i] for i in range(max(tiles) // per + 1)])

    def test_memory_by_the_oracle(self):
        if not support.oracle():
            self.skipTest('no oracle')
        for path in support.REAL:
            said = support.oracle().memory(support.oracle().Pop(support.profile_of(path)))
            with pva.openReport(path) as report:
                tiles = report.compilation.tiles
                self.assertEqual(sum(t.memory.total.excludingGaps for t in tiles), said['total'])
                self.assertEqual(sum(t.memory.total.includingGaps for t in tiles), said['total_including_gaps'])
                for name, sums in said['categories'].items():
                    self.assertEqual(sum(t.memory.category[name].total for t in tiles), sums['total'], name)


class Programs(Case):
    def test_programs(self):
        for report, sql in self.each():
            types = dict(sql.all('select id, name from program_types'))
            rows = sql.all('select id, variant, children, control_code_bytes_by_tile, debug_id from programs order by id')
            programs = report.compilation.programs
            self.assertEqual(len(programs), len(rows))
            for program, (number, variant, children, code, debug) in zip(programs, rows):
                self.assertEqual((program._id, program.typeName), (number, types[variant]))
                self.assertEqual(program.type, pva.Program.Type.__members__.get(types[variant], pva.Program.Type.Unknown))
                self.assertEqual(type(program).__name__, f'{types[variant]}Program')
                self.assertEqual([p._id for p in program.children], varints(children))
                self.assertEqual(program.controlCodeByTile, rle(code))
                self.assertEqual(program._debugId, debug or 0)

    def test_debug_contexts(self):
        some = 0
        for report, sql in self.each():
            ids = sql.column('select debug_id from programs order by id')
            there = set() if report.explain('debug.cbor') else set(report.frame('debug-contexts')['id'])
            said = [p.debugContext and p.debugContext.id for p in report.compilation.programs]
            self.assertEqual(said, [number if number in there else None for number in ids])
            some += len(said) - said.count(None)
        self.assertGreater(some, 0)

    def test_names(self):
        for report, sql in self.each():
            said = dict(sql.all("select p.id, coalesce(nullif(p.name, ''), c.name, '') from programs p join program_types t"
                                " on t.id = p.variant and t.name = 'OnTileExecute' join program_type_on_tile_execute o on"
                                " o.id = p.variant_index join compute_sets c using (compute_set)"))
            found = {p._id: p.name for p in report.compilation.programs if p.type is pva.Program.Type.OnTileExecute}
            self.assertEqual(found, said)
            syncs = dict(sql.all("select p.id, coalesce(nullif(p.name, ''), s.sync_type) from programs p join program_types"
                                 " t on t.id = p.variant and t.name = 'Sync' join program_type_sync s on s.id ="
                                 " p.variant_index"))
            self.assertEqual({p._id: p.name for p in report.compilation.programs if p.type is pva.Program.Type.Sync}, syncs)

    def test_compute_sets(self):
        for report, sql in self.each():
            rows = sql.all('select compute_set, name, vertex_types, vertex_counts, edge_count, var_ids_diff_rle'
                           ' from compute_sets order by compute_set')
            counts = collections.defaultdict(dict)
            for number, vertex, blob in sql.all('select compute_set, vertex_type, instances_by_tile from vertex_instances'):
                counts[number][vertex] = rle(blob)
            sets = report.compilation.computeSets
            self.assertEqual(len(sets), len(rows))
            for found, (number, name, types, totals, edges, variables) in zip(sets, rows):
                self.assertEqual((found._id, found.name, found.numEdges), (number, name, edges))
                vertices = {v.type._id: v.countByTile.tolist() for v in found.vertices}
                self.assertEqual(vertices, counts[number])
                self.assertEqual({v: sum(c) for v, c in vertices.items()}, dict(zip(varints(types), varints(totals))))
                self.assertEqual([v._id for v in found.vars], differences(variables))

    def test_exchanges(self):
        for report, sql in self.each():
            tables = {'DoExchange': ('program_type_do_exchange', 'cycles_by_tile_ids', 'code_bytes_by_tile_rle'),
                      'GlobalExchange': ('program_type_global_exchange', 'estimated_cycles_by_tile_ids', 'null'),
                      'StreamCopyMid': ('program_type_stream_copy_mid', 'estimated_cycles_by_tile_ids', 'null')}
            types = dict((name, i) for i, name in sql.all('select id, name from program_types'))
            estimates = {i: rle(b) for i, b in sql.all('select id, cycles_by_tile_rle from compilation_cycles_by_tile')}
            checked = 0
            for kind, (table, ids, code) in tables.items():
                rows = {i: rest for i, *rest in sql.all(
                    f'select p.id, bytes_received_by_tile_rle, bytes_sent_by_tile_rle, bytes_received_by_ipu_rle,'
                    f'bytes_sent_by_ipu_rle, {code}, {ids} from programs p join {table} e on e.id = p.variant_index'
                    f' where p.variant = ?', types.get(kind, -1))}
                programs = [p for p in report.compilation.programs if p.type.name == kind]
                self.assertEqual(len(programs), len(rows))
                for p in programs[::7]:
                    lists = [p.bytesReceivedByTile, p.bytesSentByTile, p.bytesReceivedByIpu, p.bytesSentByIpu,
                             p.codeBytesByTile]
                    self.assertEqual([n.tolist() for n in lists], [rle(b) for b in rows[p._id][:5]])
                    said = [estimates[i] for i in varints(rows[p._id][5])]
                    self.assertEqual(p.estimatedCyclesByTile, [cycles for one in said for cycles in one])
                    checked += 1
            self.assertGreater(checked, 0)

    def test_variables_of_exchanges(self):
        for report, sql in self.each():
            rows = {i: both for i, *both in sql.all(
                'select p.id, e.source_regions_id, e.destination_regions_id from programs p join program_types t on'
                " t.id = p.variant and t.name = 'DoExchange' join program_type_do_exchange e on e.id = p.variant_index")}
            programs = [p for p in report.compilation.programs if p._id in rows]
            for p in programs[::max(len(programs) // 3, 1)]:
                ids = sql.column('select distinct var_id from exchange_regions where id in (?, ?) order by 1', *rows[p._id])
                self.assertEqual([v._id for v in p.vars], ids)


class Variables(Case):
    def test_brief(self):
        for report, sql in self.each():
            brief = report.compilation.loweredVariables.allBriefVars
            rows = sql.all('select var_id, tile, size_bytes, equivalence_class, bitset & 1 from vars_info order by tile, var_id')
            self.assertEqual(len(brief), len(rows))
            ranges = collections.defaultdict(list)
            for number, start, end in sql.all('select * from eq_class_step order by 2'):
                ranges[number].append((start, end))
            for var, (number, tile, size, known, allocated) in list(zip(brief, rows))[::997]:
                self.assertEqual((var.id, var.tileId, var.bytes), (number, tile, size if allocated else 0))
                if allocated:
                    found = var.equivalenceClass
                    self.assertEqual(found.id, known)
                    self.assertEqual(sorted((r.start, r.end) for r in found.steps), ranges[known])

    def test_of_a_tile(self):
        for report, sql in self.each():
            always = dict(sql.all('select id, is_always_live from eq_classes'))
            tile = len(report.compilation.tiles) // 2
            rows = sql.all('select var_id, name_prefix__vertex_field_, s.string, name_suffix, size_bytes, offset, alignment,'
                           ' c.name, equivalence_class, unlowered_var_id from vars_info v left join vars_string_table s'
                           ' on s.id = v.name_base_id join var_categories c on c.id = v.category where tile = ?'
                           ' and bitset & 1 order by var_id', tile)
            found = {v._id: v for v in report.compilation.loweredVariables.forTile(tile)}
            for number, prefix, base, suffix, size, offset, alignment, category, known, unlowered in rows:
                v = found[number]
                self.assertEqual((v.name, v.bytes, v.offset, v.alignment, v.category, v.alwaysLive, v.tileId),
                                 (name_of(prefix, base, suffix), size, offset, alignment, category,
                                  bool(always[known]), tile))
                self.assertEqual(v.hasUnloweredVar, unlowered is not None)
                self.assertEqual(v.unloweredVar._id if unlowered is not None else v.unloweredVar, unlowered)
            self.check_kinds(found.values())
            with self.assertRaises(IndexError):
                report.compilation.loweredVariables.forTile(10 ** 6)
            with self.assertRaises(IndexError):
                report.compilation.loweredVariables.forTile(-1)

    def check_kinds(self, variables):
        """If the category determines the kind, that is the kind; names that determine it are
        believed."""
        certain = {'vertexCode': 'code-vertex', 'controlCode': 'code-control', 'internalExchangeCode': 'code-exchange',
                   'vertexInstanceState': 'vertex-state', 'message': 'exchange', 'stack': 'stack', 'constant': 'constant'}
        seen = set()
        for v in variables:
            if v.bytes and v.category in certain:
                self.assertIn(v.kind, (certain[v.category], 'profiler'), v.name)
                seen.add(v.kind)
            if v.bytes and v.name.endswith('/weights') and v.category == 'variable':
                self.assertEqual((v.kind, v.unloweredVar.kind), ('weights', 'weights'))
        self.assertGreater(len(seen), 2)


class Liveness(Case):
    def test_steps(self):
        for report, sql in self.each():
            steps = report.compilation.livenessProgramSteps
            self.assertEqual([s.program._id for s in steps],
                             sql.column('select program_id from depth_first_steps order by id'))
            rows = sql.all('select step_id, ipu, delta_bytes from memory_not_always_live_by_step_and_ipu order by step_id')
            whole = [(s, d) for s, ipu, d in rows if ipu is None] or [(s, d) for s, _, d in rows]
            self.assertEqual([s.notAlwaysLiveMemory.bytes for s in steps], self.curve(whole, len(steps)))
            for number in {ipu for _, ipu, _ in rows} - {None}:
                said = self.curve([(s, d) for s, ipu, d in rows if ipu == number], len(steps))
                self.assertEqual([s.notAlwaysLiveMemoryForIpu(number).bytes for s in steps], said)
            with self.assertRaises(IndexError):
                steps[0].notAlwaysLiveMemoryForIpu(99)

    def curve(self, deltas, n):
        sums, all_ = [], 0
        for _, delta in deltas:
            all_ += delta
            sums.append(all_)
        where = [s for s, _ in deltas]
        return [sums[i - 1] if (i := bisect.bisect_right(where, step)) else 0 for step in range(n)]

    def test_variables(self):
        for report, sql in self.each():
            steps = report.compilation.livenessProgramSteps
            peak = max(range(len(steps)), key=lambda s: steps[s].notAlwaysLiveMemory.bytes)
            live = ('select unlowered_var_id, sum(bytes) from var_bytes_by_eq_class b join eq_classes c on c.id = eq_class_id'
                    ' where {tile} and not is_always_live and exists (select 1 from eq_class_step r where r.eq_class_id ='
                    ' c.id and step_id_from <= ?1 and ?1 < step_id_to) group by 1 having sum(bytes) order by 1')
            found = {v.id: v.size for v in steps[peak].notAlwaysLiveMemory.variables}
            self.assertEqual(found, dict(sql.all(live.format(tile='tile is null'), peak)))
            self.assertEqual(sum(found.values()), steps[peak].notAlwaysLiveMemory.bytes)
            tile = steps[peak].notAlwaysLiveMemoryForTile(3)
            found = {v.id: v.size for v in tile.variables}
            self.assertEqual(found, dict(sql.all(live.format(tile='tile = 3'), peak)))
            self.assertEqual(sum(found.values()), tile.bytes)

    def test_always_live(self):
        for report, sql in self.each():
            query = ('select unlowered_var_id, sum(bytes) from var_bytes_by_eq_class b join eq_classes c on c.id = eq_class_id'
                     ' where {tile} and is_always_live group by 1 having sum(bytes) order by 1')
            found = {v.id: v.size for v in report.compilation.alwaysLiveVariables}
            self.assertEqual(found, dict(sql.all(query.format(tile='tile is null'))))
            found = {v.id: v.size for v in report.compilation.alwaysLiveVariablesForTile(5)}
            self.assertEqual(found, dict(sql.all(query.format(tile='tile = 5'))))
            self.assertEqual(sum(found.values()), report.compilation.tiles[5].memory.alwaysLiveBytes)
            names = dict(sql.all('select id, name from unlowered_vars'))
            for v in report.compilation.alwaysLiveVariables:
                self.assertIn(v.name, (names.get(v.id), ''))

    def test_peaks_of_tiles(self):
        for report, _ in self.each():
            steps = report.compilation.livenessProgramSteps
            for tile in (0, 7):
                most = max(s.notAlwaysLiveMemoryForTile(tile).bytes for s in steps)
                self.assertEqual(most, report.compilation.tiles[tile].memory.notAlwaysLiveBytes)


if __name__ == '__main__':
    unittest.main()
