-- A tiny but complete profile: two IPUs of four tiles, one replica.
--
-- Tile t has `weights` (16 (t + 1) bytes from offset 0, class 1, live in steps 1 and 2) and, after
-- it, `__vertexField_6_in#0` (8 bytes, class 2, always live). Variable 16 is not allocated.

CREATE TABLE graph_info (num_compute_sets, num_edges, num_vars, num_vertices);
INSERT INTO graph_info VALUES (1, 20, 17, 12);
CREATE TABLE target_info (bytes_per_ipu, bytes_per_tile, clock_frequency, min_sync_delay, num_ipus, num_tiles,
  tiles_per_ipu, total_memory, num_replicas, ipus_per_replica, tiles_per_replica, memory_per_replica, architecture,
  type_, memoryElementOffsets, interleavedMemoryStart, memoryRegionsOffsets, tileMemoryBaseAddress,
  exchangeBytesPerCycle);
INSERT INTO target_info VALUES (4096, 1024, 1850000000, 21, 2, 8, 4, 8192, 1, 2, 8, 8192, 'ipu2', 'IPU',
  plain ('0,256,512'), 512, plain ('0,512'), 311296, 4);
CREATE TABLE relative_sync_delay (tile INTEGER PRIMARY KEY, delay);
INSERT INTO relative_sync_delay VALUES (0, 3), (5, 9);
CREATE TABLE optimization_info (key, value REAL);
INSERT INTO optimization_info VALUES ('zeta', 0.5), ('alpha', 12);
CREATE TABLE date_time (string);
INSERT INTO date_time VALUES ('2023-05-04 12:34:56');
CREATE TABLE poplar_version (string, package_hash, major, minor, point);
INSERT INTO poplar_version VALUES ('3.3.0 (abc)', 'abc', 3, 3, 0);
CREATE TABLE version_info (major, minor, point, is_unstable_format, file_type);
INSERT INTO version_info VALUES (3, 8, 0, 0, 'graph_profile');
CREATE TABLE compilation_info (compilation_id);
INSERT INTO compilation_info VALUES ('id-1');
CREATE TABLE execution_info (compilation_id);
INSERT INTO execution_info VALUES ('id-1');
CREATE TABLE instrumentation_settings (compute, compute_level, external_exchange, control_flow);
INSERT INTO instrumentation_settings VALUES (1, 'Tile', 1, 0);
CREATE TABLE compilation_trace (dur, name, ts);
INSERT INTO compilation_trace VALUES (50, 'inner', 10), (100, 'outer', 10), (7, 'first', 1);
CREATE TABLE compilation_steps (id INTEGER PRIMARY KEY, name);
CREATE TABLE compilation_parameters (name TEXT PRIMARY KEY, value, is_default);
INSERT INTO compilation_parameters VALUES ('opt.a', '1', 1), ('autoReport.all', 'true', 0);
CREATE TABLE target_parameters (name TEXT PRIMARY KEY, value, is_default);
INSERT INTO target_parameters VALUES ('syncMethod', 'polling', 1);
CREATE TABLE execution_parameters (name TEXT NOT NULL, value, is_default, run INTEGER, PRIMARY KEY (run, name));
INSERT INTO execution_parameters VALUES ('debug.x', 'b', 0, 1), ('debug.x', 'a', 1, 0), ('a', 'c', 1, 1);

CREATE TABLE memory_by_tile (tile INTEGER PRIMARY KEY, interleaved, interleaved_including_gaps, non_interleaved,
  non_interleaved_including_gaps, overflowed, overflowed_including_gaps, total, total_including_gaps, always_live_bytes,
  not_always_live_max_bytes);
WITH t (t) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
INSERT INTO memory_by_tile SELECT t, 0, 0, 16 * t + 24, 16 * t + 24, 0, 0, 16 * t + 24, 16 * t + 24, 8, 16 * t + 16
  FROM t;
CREATE TABLE memory_by_category (category_id TEXT PRIMARY KEY, interleaved_non_overlapped, interleaved_overlapped,
  non_interleaved_non_overlapped, non_interleaved_overlapped, overflowed_non_overlapped, overflowed_overlapped);
INSERT INTO memory_by_category VALUES
  ('vertexFieldData', plain ('0*8'), plain ('0*8'), plain ('8*8'), plain ('0*8'), plain ('0*8'), plain ('0*8')),
  ('variable', plain ('0*8'), plain ('0*8'), plain ('16,32,48,64,80,96,112,128'), plain ('0*8'), plain ('0*8'),
   plain ('0*8'));
CREATE TABLE memory_liveness_tiles (position INTEGER PRIMARY KEY, tile);
INSERT INTO memory_liveness_tiles VALUES (0, 7), (1, 6);

CREATE TABLE vertex_types (id INTEGER PRIMARY KEY, name, size, source);
INSERT INTO vertex_types VALUES (0, 'popops::Add', 16, 'c++'), (2, 'poplin::Dot', 24, 'asm');
CREATE TABLE compute_sets (compute_set INTEGER PRIMARY KEY, name, vertex_types, vertex_counts, edge_count, debug_id,
  cycles_by_tile_ids, estimated_flops_by_tile, var_ids_diff_rle);
INSERT INTO compute_sets VALUES (0, 'fwd/MatMul', plain ('0,2'), plain ('8,4'), 20, 7, NULL, NULL, diff ('0,2,4,15'));
CREATE TABLE vertex_instances (compute_set, vertex_type, instances_by_tile, PRIMARY KEY (compute_set, vertex_type));
INSERT INTO vertex_instances VALUES (0, 0, rle ('1*8')), (0, 2, rle ('0*4,1*4'));
CREATE TABLE memory_by_compute_set (compute_set INTEGER PRIMARY KEY, copy_ptr_bytes, descriptor_bytes, edge_ptr_bytes,
  padding_bytes, vertex_data_bytes);
INSERT INTO memory_by_compute_set VALUES (0, rle ('1*8'), rle ('0*8'), rle ('2*8'), rle ('0*8'), rle ('5*8'));
CREATE TABLE memory_by_vertex_type (vertex_type INTEGER PRIMARY KEY, code_bytes, copy_ptr_bytes, descriptor_bytes,
  edge_ptr_bytes, padding_bytes, vertex_data_bytes);
INSERT INTO memory_by_vertex_type VALUES
  (2, plain ('0*4,64*4'), plain ('1*8'), plain ('0*8'), plain ('2*8'), plain ('0*8'), plain ('5*8'));
CREATE TABLE vertices (vertex_id INTEGER PRIMARY KEY, compute_set_id, vertex_type, cycles);
INSERT INTO vertices VALUES (3, 0, 2, 90);
CREATE TABLE compute_set_cycles_by_tile (compute_set_id INTEGER PRIMARY KEY, cycles_by_tile_ids);
INSERT INTO compute_set_cycles_by_tile VALUES (0, plain ('0,1'));
CREATE TABLE compute_set_cycles_by_ipu (compute_set_id INTEGER PRIMARY KEY, cycles_by_ipu_rle);
CREATE TABLE compilation_cycles_by_tile (id INTEGER PRIMARY KEY, cycles_by_tile_rle);
INSERT INTO compilation_cycles_by_tile VALUES (0, rle ('5*4')), (1, rle ('6*4'));

CREATE TABLE program_types (id INTEGER PRIMARY KEY, name, program_type_table);
INSERT INTO program_types VALUES (1, 'Sequence', NULL), (2, 'OnTileExecute', 'program_type_on_tile_execute'),
  (3, 'Repeat', 'program_type_repeat'), (11, 'DoExchange', 'program_type_do_exchange'), (12, 'Call', 'program_type_call'),
  (18, 'StreamCopyMid', 'program_type_stream_copy'), (25, 'Sync', 'program_type_sync'), (27, 'Sans', 'program_type_sans');
CREATE TABLE programs (compilation_step_id, id, variant, variant_index, children, name, debug_id,
  control_code_bytes_by_tile, PRIMARY KEY (compilation_step_id, id));
INSERT INTO programs VALUES
  (NULL, 0, 1, NULL, plain ('1,2,3,5,7,8'), 'main', 1, rle ('40*8')),
  (NULL, 1, 2, 0, NULL, NULL, 7, rle ('8*8')),
  (NULL, 2, 11, 4, NULL, 'copy', NULL, rle ('0*7,16')),
  (NULL, 3, 3, 0, plain ('4'), '', NULL, rle ('12*8')),
  (NULL, 4, 18, 6, NULL, NULL, NULL, NULL),
  (NULL, 5, 12, 0, NULL, NULL, NULL, NULL),
  (NULL, 6, 1, NULL, plain (''), 'function', NULL, rle ('4*8')),
  (NULL, 7, 25, 0, NULL, NULL, NULL, NULL),
  (NULL, 8, 27, 0, NULL, NULL, NULL, NULL);
CREATE TABLE program_type_call (compilation_step_id, id INTEGER PRIMARY KEY, function_id);
INSERT INTO program_type_call VALUES (NULL, 0, 3);
CREATE TABLE program_type_on_tile_execute (id INTEGER PRIMARY KEY, compute_set);
INSERT INTO program_type_on_tile_execute VALUES (0, 0);
CREATE TABLE program_type_repeat (id INTEGER PRIMARY KEY, repeat_count);
INSERT INTO program_type_repeat VALUES (0, 10);
CREATE TABLE program_type_sync (id INTEGER PRIMARY KEY, sync_type);
INSERT INTO program_type_sync VALUES (0, 'External');
CREATE TABLE program_type_sans (id INTEGER PRIMARY KEY, tiles);
INSERT INTO program_type_sans VALUES (0, plain ('1,3'));
CREATE TABLE program_type_sync_ans (id INTEGER PRIMARY KEY, tiles);
CREATE TABLE control_programs (compilation_step_id, id, program);
INSERT INTO control_programs VALUES (NULL, 0, 0);
CREATE TABLE function_programs (compilation_step_id, id, program);
INSERT INTO function_programs VALUES (NULL, 3, 6);

CREATE TABLE program_type_do_exchange (id INTEGER PRIMARY KEY, bytes_received_by_tile_rle, bytes_sent_by_tile_rle,
  code_bytes_by_tile_rle, source_vars, destination_vars, bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle,
  max_data_sent_and_received_by_ipu_rle, cycles_by_tile_ids, source_regions_id, destination_regions_id);
INSERT INTO program_type_do_exchange VALUES (4, rle ('0*7,12'), rle ('12,0*7'), rle ('3*8'), 'weights[0]', 'weights[7]',
  rle ('0,12'), rle ('12,0'), rle ('12,12'), plain ('0,1'), 0, 1);
CREATE TABLE program_type_global_exchange (id INTEGER PRIMARY KEY, bytes_received_by_tile_rle, bytes_sent_by_tile_rle,
  source_vars, destination_vars, bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle,
  max_data_sent_and_received_by_ipu_rle, estimated_cycles_by_tile_ids, source_regions_id, destination_regions_id,
  sync_type);
CREATE TABLE program_type_code_copy (id INTEGER PRIMARY KEY, cycles_by_tile_ids, destination_regions_id);
CREATE TABLE program_type_stream_copy_mid (id INTEGER PRIMARY KEY, bytes_received_by_tile_rle, bytes_sent_by_tile_rle,
  bytes_received_by_ipu_rle, bytes_sent_by_ipu_rle, max_data_sent_and_received_by_ipu_rle,
  estimated_cycles_by_tile_ids);
INSERT INTO program_type_stream_copy_mid VALUES (6, rle ('4*8'), rle ('0*8'), rle ('16*2'), rle ('0*2'), rle ('4*2'),
  NULL);
CREATE TABLE host_exchange_from_host (stream_copy_mid_id, stream, regions, is_remote_buffer, regions_id);
INSERT INTO host_exchange_from_host VALUES (6, 'input', 'weights[0:4)', 0, 2);
CREATE TABLE host_exchange_to_host (stream_copy_mid_id, stream, regions, is_remote_buffer, regions_id);
INSERT INTO host_exchange_to_host VALUES (6, 'output', 'weights[0:4)', 1, NULL);
CREATE TABLE inter_ipu_exchange_cycles_by_tile (inter_ipu_exchange_id INTEGER PRIMARY KEY, exchange_cycles_by_tile_ids,
  sync_cycles_by_tile_ids);
CREATE TABLE exchange_target (id INTEGER PRIMARY KEY);
INSERT INTO exchange_target VALUES (0), (1), (2);
CREATE TABLE exchange_regions (id, var_id, regions, PRIMARY KEY (id, var_id));
INSERT INTO exchange_regions VALUES (0, 0, '[0,4),[8,16)'), (1, 14, '[0,12)'), (2, 0, '[0,4)'), (2, 2, NULL);

CREATE TABLE var_categories (id INTEGER PRIMARY KEY, name, description);
INSERT INTO var_categories VALUES (0, 'variable', 'Variables'), (15, 'vertexFieldData', 'Fields');
CREATE TABLE vars_string_table (id INTEGER PRIMARY KEY, string);
INSERT INTO vars_string_table VALUES (0, 'weights'), (3, 'in');
CREATE TABLE vars_info (var_id INTEGER PRIMARY KEY, tile, name_base_id, name_prefix__vertex_field_, name_suffix,
  size_bytes, alignment, offset, category, equivalence_class, element_constraints, region_constraints,
  unlowered_var_id, bitset);
WITH t (t) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
INSERT INTO vars_info
  SELECT 2 * t, t, 0, NULL, '', 16 * t + 16, 8, 0, 0, 1, plain ('1'), NULL, 5, 1 FROM t UNION ALL
  SELECT 2 * t + 1, t, 3, 6, '#0', 8, 8, 16 * t + 16, 15, 2, NULL, NULL, NULL, 257 FROM t;
INSERT INTO vars_info VALUES (16, 7, 0, NULL, '', 999, 0, 0, 0, 0, NULL, NULL, 5, 0);
CREATE TABLE unlowered_vars (id INTEGER PRIMARY KEY, name);
INSERT INTO unlowered_vars VALUES (5, 'weights'), (9, 'bias');
CREATE TABLE debug_ids (variable_id INTEGER UNIQUE, ids);
INSERT INTO debug_ids VALUES (5, plain ('11,12'));
CREATE TABLE allocation_order_by_tile (tile, "order");
WITH t (t) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
INSERT INTO allocation_order_by_tile SELECT t, plain (printf ('%d,%d', 2 * t + 1, 2 * t)) FROM t;
CREATE TABLE equivalence_class_interference (class_id, interference_class_ids);
INSERT INTO equivalence_class_interference VALUES (1, plain ('1,2')), (2, plain ('1,2'));
CREATE TABLE var_bytes_by_eq_class (unlowered_var_id, eq_class_id, bytes, tile);
INSERT INTO var_bytes_by_eq_class VALUES (0, 1, 576, NULL), (1, 2, 64, NULL);
WITH t (t) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7))
INSERT INTO var_bytes_by_eq_class SELECT 0, 1, 16 * t + 16, t FROM t UNION ALL SELECT 1, 2, 8, t FROM t;

CREATE TABLE depth_first_steps (id INTEGER PRIMARY KEY, program_id, parent_step_id);
INSERT INTO depth_first_steps VALUES (0, 0, NULL), (1, 1, 0), (2, 2, 0), (3, 3, 0), (4, 4, 3), (5, 5, 0), (6, 7, 0),
  (7, 8, 0);
CREATE TABLE memory_not_always_live_by_step_and_ipu (ipu, step_id, delta_bytes);
INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (NULL, 1, 576), (NULL, 3, -576), (1, 1, 416), (1, 3, -416),
  (0, 3, -160), (0, 1, 160);
CREATE TABLE eq_classes (id INTEGER PRIMARY KEY, is_always_live);
INSERT INTO eq_classes VALUES (1, 0), (2, 1);
CREATE TABLE eq_class_step (eq_class_id, step_id_from, step_id_to);
INSERT INTO eq_class_step VALUES (2, 0, 8), (1, 1, 3);

CREATE TABLE runs (id INTEGER PRIMARY KEY, start_epoch_time_microseconds, elapsed_microseconds, name, num_programs,
  num_steps);
INSERT INTO runs VALUES (0, 1683203696000000, 1497, 'engine run', 4, 3), (1, 1683203697000000, NULL, '', 0, 0);
CREATE TABLE steps (id INTEGER PRIMARY KEY, type, program, sync_type, host_exchange, inter_ipu_exchange, exchange,
  compute_set);
INSERT INTO steps (id, type, program, sync_type) VALUES (0, 'OnTileExecute', 1, NULL), (1, 'Sync', NULL, 'Internal'),
  (2, 'DoExchange', 2, NULL), (3, 'StreamCopy', 4, NULL);
CREATE TABLE cycles_by_tile (id INTEGER PRIMARY KEY, cycles_by_tile_rle);
INSERT INTO cycles_by_tile VALUES (0, rle ('10*4')), (1, rle ('0*3,30')), (2, rle ('1,2,3,4'));
CREATE TABLE steps_by_ipu (step_id, ipu, cycles_base, active_cycles_from_max, active_cycles_from_mean,
  active_cycles_from_min, active_cycles_to_max, active_cycles_to_mean, active_cycles_to_min, all_cycles_to_max,
  all_cycles_to_mean, all_cycles_to_min, cycles, active_tiles, active_tile_balance, thread_balance, tile_balance,
  tile_cycles_id);
INSERT INTO steps_by_ipu VALUES
  (0, 0, 0, 0, 0, 0, 10, 10, 10, 10, 10, 10, 10, 4, 1.0, NULL, 1.0, 0),
  (0, 1, 0, 0, 0, 0, 30, 30, 30, 30, 7, 0, 30, 1, 1.0, 0.5, 0.25, 1),
  (1, 0, 10, 0, 0, 0, 0, 0, 0, 20, 20, 20, 20, 0, 0.0, NULL, 0.0, NULL),
  (2, 1, 30, 2, 1, 0, 9, 8, 7, 9, 9, 9, 4, 4, 0.6, NULL, 0.6, 2);
CREATE TABLE program_trace (id INTEGER PRIMARY KEY, program_id);
INSERT INTO program_trace VALUES (1, 1), (2, 2), (3, 4);
CREATE TABLE execution_cycle_totals (run_id, cycles, tile_cycles_compute, tile_cycles_sync);
INSERT INTO execution_cycle_totals VALUES (NULL, 39, 80, 0);
CREATE TABLE absolute_markers (id INTEGER PRIMARY KEY, cycles_from, cycles_length, step_id_by_tile, cycles_by_tile);
INSERT INTO absolute_markers VALUES (0, 0, 262144, plain ('0*8'), plain ('10*8')),
  (1, 262144, 262144, plain ('2*8'), plain ('3*8'));
CREATE TABLE blocks (tile, cycles_from, cycles_to, block_id, type);
INSERT INTO blocks VALUES (1, 5, 9, NULL, 4), (0, 7, 8, 12, 0);
