/* Damages to a generated report, each in one respect, and the check that has to detect each. */
#pragma once

#include <stddef.h>

typedef struct {
  const char *check;
  const char *sql;    /* NULL: a file other than profile.pop is damaged */
  const char *where;  /* text in one of the failures of @check */
  const char *others; /* (nullable): other checks that must fail too, comma-separated */
} Damage;

static const Damage damages[] = {
    {"parts-readable", "UPDATE eq_class_step SET step_id_to = 100000000 WHERE eq_class_id = 2",
     "part liveness", NULL},
    {"memory-total", "UPDATE memory_by_tile SET total = total + 4 WHERE tile = 7", "tile 7", NULL},
    {"memory-including-gaps",
     "UPDATE memory_by_tile SET total_including_gaps = total_including_gaps - 8 WHERE tile = 7",
     "tile 7", "archive-memory"},
    {"memory-regions",
     "UPDATE memory_by_tile SET interleaved = interleaved + 8, "
     "non_interleaved = non_interleaved - 8 WHERE tile = 9",
     "tile 9, non-interleaved", NULL},
    {"always-live-bytes",
     "UPDATE memory_by_tile SET always_live_bytes = always_live_bytes - 4 WHERE tile = 11",
     "tile 11", NULL},
    {"tile-peak",
     "UPDATE memory_by_tile SET not_always_live_max_bytes = not_always_live_max_bytes - 4 "
     "WHERE tile = 11",
     "tile 11", NULL},
    {"packing", "UPDATE memory_by_tile SET not_always_live_max_bytes = total WHERE tile = 12",
     "tile 12", "tile-peak"},
    {"memory-categories",
     "UPDATE memory_by_category SET non_interleaved_overlapped = "
     "edit_plain (non_interleaved_overlapped, 9, 4) WHERE category_id = 'variable'",
     "tile 9, category variable, non-interleaved, overlapped", NULL},
    {"category-totals", "UPDATE memory_by_tile SET total = 50000000 WHERE tile = 4", "tile 4",
     "memory-total,archive-regions"},
    {"fullest-tiles", "UPDATE memory_liveness_tiles SET tile = 5 WHERE position = 1", "position 1",
     NULL},
    {"alignment",
     "UPDATE vars_info SET alignment = 1048576 WHERE var_id = (SELECT min (var_id) FROM vars_info "
     "WHERE bitset & 1 AND offset % 1048576)",
     "tile 0, variable", NULL},
    {"allocation-order",
     "UPDATE allocation_order_by_tile SET \"order\" = edit_plain (\"order\", 0, 1) WHERE tile = 3",
     "tile 3", NULL},
    /* Moves the second always-live variable of a tile onto the first. */
    {"overlap",
     "CREATE TEMP TABLE pair AS SELECT v.var_id, v.offset FROM vars_info v JOIN eq_classes c ON "
     "c.id = v.equivalence_class WHERE v.tile = 6 AND c.is_always_live AND v.bitset & 1 AND "
     "v.size_bytes AND v.alignment <= 8 ORDER BY v.offset LIMIT 2;"
     "UPDATE vars_info SET offset = (SELECT min (offset) FROM pair) WHERE var_id = "
     "(SELECT var_id FROM pair ORDER BY offset DESC LIMIT 1)",
     "tile 6", "memory-total,memory-regions,memory-categories"},
    {"class-ranges",
     "CREATE TEMP TABLE cut AS SELECT rowid AS r, * FROM eq_class_step WHERE step_id_to - "
     "step_id_from > 2 AND eq_class_id = 2 LIMIT 1;"
     "INSERT INTO eq_class_step SELECT eq_class_id, step_id_from + 1, step_id_to FROM cut;"
     "UPDATE eq_class_step SET step_id_to = step_id_from + 1 WHERE rowid = (SELECT r FROM cut)",
     "class 2", NULL},
    {"always-live-range",
     "INSERT INTO eq_classes (id, is_always_live) VALUES (999999, 1);"
     "INSERT INTO equivalence_class_interference (class_id, interference_class_ids) "
     "VALUES (999999, plain (''))",
     "class 999999", NULL},
    {"interference",
     "UPDATE equivalence_class_interference SET interference_class_ids = "
     "without (interference_class_ids, 3) WHERE class_id = 2;"
     "UPDATE equivalence_class_interference SET interference_class_ids = "
     "without (interference_class_ids, 2) WHERE class_id = 3",
     "class 2 and class 3", NULL},
    {"interference-symmetric",
     "UPDATE equivalence_class_interference SET interference_class_ids = "
     "without (interference_class_ids, 3) WHERE class_id = 2",
     "class 2", "interference"},
    {"live-bytes",
     "UPDATE memory_not_always_live_by_step_and_ipu SET delta_bytes = delta_bytes + 4 WHERE ipu "
     "IS NULL AND step_id = (SELECT min (step_id) FROM memory_not_always_live_by_step_and_ipu "
     "WHERE ipu IS NULL AND step_id > 0)",
     "step ", "born-freed"},
    {"live-bytes-by-ipu",
     "UPDATE memory_not_always_live_by_step_and_ipu SET delta_bytes = delta_bytes + 4 WHERE rowid "
     "= (SELECT min (rowid) FROM memory_not_always_live_by_step_and_ipu WHERE ipu = 1)",
     "IPU 1, step ", NULL},
    {"born-freed",
     "CREATE TEMP TABLE row AS SELECT max (rowid) AS r, * FROM var_bytes_by_eq_class WHERE tile "
     "= 8 AND eq_class_id IN (SELECT id FROM eq_classes WHERE NOT is_always_live);"
     "UPDATE var_bytes_by_eq_class SET bytes = bytes + 4 WHERE rowid = (SELECT r FROM row);"
     "UPDATE var_bytes_by_eq_class SET bytes = bytes + 4 WHERE tile IS NULL AND eq_class_id = "
     "(SELECT eq_class_id FROM row) AND unlowered_var_id = (SELECT unlowered_var_id FROM row)",
     "step ", "class-bytes-variables"},
    {"class-bytes",
     "UPDATE var_bytes_by_eq_class SET bytes = bytes + 4 WHERE rowid = (SELECT max (rowid) FROM "
     "var_bytes_by_eq_class WHERE tile IS NULL AND eq_class_id = 1)",
     "class 1", NULL},
    {"class-bytes-variables",
     "CREATE TEMP TABLE row AS SELECT max (rowid) AS r, * FROM var_bytes_by_eq_class WHERE tile "
     "= 8 AND eq_class_id = 1 AND bytes > 4;"
     "UPDATE var_bytes_by_eq_class SET tile = 9 WHERE rowid = (SELECT r FROM row)",
     "tile 8", NULL},
    {"program-ids",
     "INSERT INTO programs (id, variant, children) VALUES (99999, 1, plain (''));"
     "INSERT INTO function_programs (id, program) VALUES (99999, 99999)",
     "row ", NULL},
    {"program-parents",
     "INSERT INTO programs (id, variant, children) SELECT max (id) + 1, 1, plain ('') FROM "
     "programs",
     "number of parents", NULL},
    {"program-children",
     "UPDATE programs SET children = children || plain ('99999') WHERE id = "
     "(SELECT program FROM function_programs LIMIT 1)",
     "program ", NULL},
    {"program-variants",
     "UPDATE programs SET variant_index = 9999 WHERE id = "
     "(SELECT max (id) FROM programs WHERE variant = 11)",
     "type 11, variant_index 9999", "step-programs"},
    {"step-order", "UPDATE depth_first_steps SET parent_step_id = 2 WHERE id = 9", "step 9", NULL},
    {"control-code",
     "UPDATE programs SET control_code_bytes_by_tile = edit_rle (control_code_bytes_by_tile, 5, "
     "-100000000) WHERE id = 0",
     "program 0, tile 5", NULL},
    {"vertex-counts",
     "UPDATE compute_sets SET vertex_counts = edit_plain (vertex_counts, 0, 1) WHERE compute_set "
     "= 3; UPDATE graph_info SET num_vertices = num_vertices + 1",
     "compute set 3, vertex type", NULL},
    {"vertex-state",
     "UPDATE vertex_types SET size = size + 4 WHERE id = (SELECT min (vertex_type) FROM "
     "vertex_instances)",
     "tile ", NULL},
    {"vertex-fields",
     "UPDATE memory_by_vertex_type SET padding_bytes = edit_plain (padding_bytes, 5, 4) WHERE "
     "vertex_type = (SELECT min (vertex_type) FROM memory_by_vertex_type);"
     "UPDATE memory_by_compute_set SET padding_bytes = edit_rle (padding_bytes, 5, 4) WHERE "
     "compute_set = (SELECT min (compute_set) FROM memory_by_compute_set)",
     "tile 5", NULL},
    {"vertex-descriptors",
     "UPDATE memory_by_vertex_type SET descriptor_bytes = edit_plain (descriptor_bytes, 5, 4) "
     "WHERE vertex_type = (SELECT min (vertex_type) FROM memory_by_vertex_type);"
     "UPDATE memory_by_compute_set SET descriptor_bytes = edit_rle (descriptor_bytes, 5, 4) WHERE "
     "compute_set = (SELECT min (compute_set) FROM memory_by_compute_set)",
     "tile 5", NULL},
    {"vertex-bytes",
     "UPDATE memory_by_compute_set SET edge_ptr_bytes = edit_rle (edge_ptr_bytes, 5, 4) WHERE "
     "compute_set = (SELECT min (compute_set) FROM memory_by_compute_set)",
     "tile 5, edge_ptr_bytes", NULL},
    {"compute-set-variables",
     "UPDATE compute_sets SET var_ids_diff_rle = diff ('99999999') WHERE compute_set = 3",
     "compute set 3", NULL},
    {"graph-counts", "UPDATE graph_info SET num_edges = num_edges - 1", "num_edges", NULL},
    {"exchange-regions",
     "UPDATE exchange_regions SET regions = '[1000000,1000004)' WHERE rowid = (SELECT min (rowid) "
     "FROM exchange_regions WHERE regions = '[0,4)')",
     "exchange_regions ", NULL},
    {"exchange-bytes",
     "UPDATE exchange_regions SET regions = '[0,2)' WHERE rowid = (SELECT min (rowid) FROM "
     "exchange_regions WHERE id IN (SELECT source_regions_id FROM program_type_do_exchange) AND "
     "regions <> '[0,2)')",
     "sent", NULL},
    {"host-bytes",
     "UPDATE exchange_regions SET regions = '[0,2)' WHERE rowid = (SELECT min (rowid) FROM "
     "exchange_regions WHERE id IN (SELECT regions_id FROM host_exchange_from_host) AND "
     "regions <> '[0,2)')",
     "received", NULL},
    {"exchange-bytes-by-ipu",
     "UPDATE program_type_do_exchange SET bytes_sent_by_ipu_rle = edit_rle (bytes_sent_by_ipu_rle, "
     "1, 4) WHERE id = 2",
     "exchange 2, IPU 1, sent", NULL},
    {"exchange-received",
     "UPDATE program_type_do_exchange SET bytes_sent_by_tile_rle = edit_rle "
     "(bytes_sent_by_tile_rle, 5, 100000000) WHERE id = 2",
     "exchange 2, IPU 0", "exchange-bytes,exchange-bytes-by-ipu"},
    {"step-cycles",
     "UPDATE steps_by_ipu SET active_cycles_to_mean = active_cycles_to_mean + 1 WHERE step_id = "
     "30 AND ipu = 0",
     "step 30, IPU 0, active_cycles_to_mean", NULL},
    {"tiles-end",
     "DELETE FROM steps_by_ipu WHERE ipu = 1 AND step_id = (SELECT max (step_id) FROM "
     "steps_by_ipu WHERE ipu = 1)",
     "tile ", "tile-cycles,tile-balance,cycle-totals"},
    {"tile-cycles",
     "DELETE FROM steps_by_ipu WHERE ipu = 1 AND step_id = (SELECT max (step_id) FROM "
     "steps_by_ipu WHERE ipu = 1)",
     "tiles of", "tiles-end,tile-balance,cycle-totals"},
    {"tile-balance",
     "UPDATE steps_by_ipu SET tile_balance = tile_balance * 0.9 WHERE step_id = 30 AND ipu = 0",
     "IPU 0", "step-cycles"},
    {"cycle-totals", "UPDATE execution_cycle_totals SET tile_cycles_sync = 5 WHERE run_id = 0",
     "tile_cycles_sync", NULL},
    {"markers",
     "UPDATE absolute_markers SET cycles_by_tile = edit_plain (cycles_by_tile, 5, 1) WHERE id = 5",
     "marker 5, tile 5", NULL},
    {"marker-spacing", "UPDATE absolute_markers SET cycles_length = 1 WHERE id = 5", "marker 5",
     NULL},
    {"marker-lookup", "UPDATE absolute_markers SET cycles_by_tile = step_id_by_tile WHERE id = 5",
     ", cycle 131", "markers"},
    {"compute-set-cycles",
     "UPDATE compute_set_cycles_by_tile SET cycles_by_tile_ids = edit_plain (cycles_by_tile_ids, "
     "0, 1) WHERE compute_set_id = 4",
     "compute set 4, IPU 0", NULL},
    {"global-exchange-cycles",
     "UPDATE inter_ipu_exchange_cycles_by_tile SET exchange_cycles_by_tile_ids = edit_plain "
     "(exchange_cycles_by_tile_ids, 0, 1) WHERE inter_ipu_exchange_id = (SELECT min "
     "(inter_ipu_exchange_id) FROM inter_ipu_exchange_cycles_by_tile)",
     "inter-IPU exchange", NULL},
    {"run-programs", "UPDATE runs SET num_programs = num_programs + 1 WHERE id = 1", "runs", NULL},
    {"trace-order",
     "UPDATE steps SET program = 0 WHERE id = (SELECT max (id) FROM steps WHERE type = "
     "'StreamCopyEnd')",
     "step ", "step-programs"},
    {"compilation-id", "UPDATE execution_info SET compilation_id = 'other'", "execution_info",
     NULL},
    {"archive-tiles", NULL, "tile_99999.elf", NULL},
    {"archive-memory",
     "UPDATE memory_by_tile SET total_including_gaps = total_including_gaps - 8 WHERE tile = 7",
     "tile 7", "memory-including-gaps"},
    {"archive-regions",
     "UPDATE memory_by_tile SET non_interleaved = 0, interleaved = interleaved + non_interleaved "
     "WHERE tile = 9",
     "tile 9, interleaved", "memory-regions"},
    {"archive-architecture", "UPDATE target_info SET architecture = 'ipu1'", "archive.a", NULL},
    {"debug-ids", "UPDATE programs SET debug_id = 99999999 WHERE id = 3", "program 3", NULL},
    {"debug-parents", NULL, "context ", NULL},
    /* Kinds of failure that the first damage of a check above does not cause. */
    {"parts-readable", NULL, "part app.json", NULL},
    {"parts-readable", NULL, "part framework.json", NULL},
    {"target", "UPDATE target_info SET clock_frequency = 0", "clock_frequency", NULL},
    {"target", "UPDATE target_info SET num_replicas = 0", "num_replicas", NULL},
    {"target", "UPDATE target_info SET num_tiles = 100", "num_tiles", "parts-readable"},
    {"target", "UPDATE target_info SET num_tiles = 100, tiles_per_replica = 100",
     "tiles_per_replica (rows of memory_by_tile)", NULL},
    {"target", "UPDATE target_info SET total_memory = total_memory + 4", "total_memory", NULL},
    {"tile-peak", "UPDATE memory_by_tile SET not_always_live_max_bytes = NULL WHERE tile = 11",
     "tile 11", NULL},
    {"program-references",
     "UPDATE program_type_on_tile_execute SET compute_set = 9999 WHERE id = 1",
     "program_type_on_tile_execute, id 1: compute_set", "step-programs"},
    {"program-references", "UPDATE program_type_call SET function_id = 9999 WHERE id = 0",
     "program_type_call, id 0: function_id", NULL},
    {"program-references", "UPDATE control_programs SET program = 9999",
     "control_programs, id 0: program", NULL},
    {"program-references", "INSERT INTO function_programs (id, program) VALUES (9, 9999)",
     "function_programs, id 9", NULL},
    {"variable-references",
     "UPDATE vars_info SET unlowered_var_id = 999999 WHERE unlowered_var_id = 3",
     "unlowered_var_id", NULL},
    {"variable-references", "UPDATE debug_ids SET variable_id = 999999 WHERE variable_id = 3",
     "debug_ids, row ", NULL},
    {"variable-references", "DELETE FROM vars_string_table WHERE id = 5", "name_base_id", NULL},
    {"variable-references", "DELETE FROM vars_string_table", "name_base_id", NULL},
    {"variable-references", "DELETE FROM unlowered_vars WHERE id = 5", "debug_ids, row ", NULL},
    {"variable-references",
     "DELETE FROM var_categories WHERE id = (SELECT max (category) FROM vars_info)", "category",
     "memory-categories"},
    {"variable-references",
     "UPDATE vars_info SET equivalence_class = 9999 WHERE var_id = (SELECT min (var_id) FROM "
     "vars_info WHERE bitset & 1)",
     "equivalence_class", "always-live-bytes,class-bytes-variables"},
    {"compute-set-references",
     "INSERT INTO vertices (vertex_id, compute_set_id, vertex_type, cycles) VALUES (7, 9999, 1, 1)",
     "vertices, vertex_id 7: compute_set_id", NULL},
    {"exchange-references", "DELETE FROM exchange_target WHERE id = 3", "exchange_regions, row ",
     NULL},
    {"exchange-references", "DELETE FROM compilation_cycles_by_tile WHERE id = 4",
     "cycles_by_tile_ids", NULL},
    {"exchange-references", "UPDATE host_exchange_to_host SET regions_id = 9999 WHERE rowid = 1",
     "host_exchange_to_host, row 1: regions_id", "host-bytes"},
    {"step-rows", "DELETE FROM steps_by_ipu WHERE step_id = (SELECT max (id) FROM steps)", "step ",
     "tiles-end,tile-cycles,tile-balance,cycle-totals"},
    {"execution-references", "UPDATE steps SET compute_set = 9999 WHERE compute_set = 3",
     "compute_set", "step-programs"},
    {"execution-references", "UPDATE steps SET exchange = 9999 WHERE exchange = 1", "exchange",
     "step-programs"},
    {"execution-references",
     "UPDATE steps SET host_exchange = 9999 WHERE id = (SELECT min (id) FROM steps WHERE "
     "host_exchange IS NOT NULL)",
     "host_exchange", "step-programs"},
    {"execution-references",
     "UPDATE steps SET inter_ipu_exchange = 9999 WHERE id = (SELECT min (id) FROM steps WHERE "
     "inter_ipu_exchange IS NOT NULL)",
     "inter_ipu_exchange", "step-programs"},
    {"execution-references",
     "UPDATE steps_by_ipu SET ipu = (SELECT num_ipus FROM target_info) WHERE step_id = (SELECT max "
     "(step_id) FROM steps_by_ipu) AND ipu = 0",
     "steps_by_ipu, step_id ", NULL},
    {"execution-references", "UPDATE program_trace SET program_id = 9999 WHERE id = 7",
     "program_trace, id 7: program_id", "trace-order"},
    {"archive-images", NULL, "tile_5.elf, at byte ", NULL},
    /* Empties tables whose contents no other table repeats. */
    {"tables-together", "DELETE FROM graph_info", "graph_info", NULL},
    {"tables-together", "DELETE FROM memory_by_tile", "memory_by_tile", NULL},
    {"tables-together", "DELETE FROM memory_by_category", "memory_by_category", NULL},
    {"tables-together", "DELETE FROM programs", "programs", NULL},
    {"tables-together", "DELETE FROM control_programs", "control_programs", NULL},
    {"tables-together", "DELETE FROM depth_first_steps", "depth_first_steps", NULL},
    {"tables-together", "DELETE FROM equivalence_class_interference",
     "equivalence_class_interference", NULL},
    {"tables-together", "DELETE FROM var_bytes_by_eq_class", "var_bytes_by_eq_class", NULL},
    {"tables-together", "DELETE FROM memory_liveness_tiles", "memory_liveness_tiles", NULL},
    {"tables-together", "DELETE FROM memory_not_always_live_by_step_and_ipu",
     "memory_not_always_live_by_step_and_ipu", NULL},
    {"tables-together", "DELETE FROM allocation_order_by_tile", "allocation_order_by_tile", NULL},
    {"tables-together", "DELETE FROM memory_by_compute_set", "memory_by_compute_set", NULL},
    {"tables-together", "DELETE FROM memory_by_vertex_type", "memory_by_vertex_type", NULL},
    {"tables-together", "DELETE FROM program_trace", "program_trace", NULL},
    {"tables-together", "DELETE FROM execution_cycle_totals", "execution_cycle_totals", NULL},
    {"tables-together", "DELETE FROM absolute_markers", "absolute_markers", NULL},
    /* CREATE TABLE … AS makes a table without a primary key. */
    {"keys",
     "CREATE TABLE x AS SELECT * FROM exchange_target; DROP TABLE exchange_target; ALTER TABLE x "
     "RENAME TO exchange_target; INSERT INTO exchange_target (id) VALUES (3), (3), (2)",
     "exchange_target, key 2", NULL},
    {"keys",
     "CREATE TABLE x AS SELECT * FROM target_parameters; DROP TABLE target_parameters; ALTER TABLE "
     "x RENAME TO target_parameters; INSERT INTO target_parameters SELECT * FROM target_parameters "
     "WHERE name = (SELECT max (name) FROM target_parameters)",
     "target_parameters, key ", NULL},
    /* An index that disagrees with its table. SQL alone cannot make one without writing the
     * schema. */
    {"indices",
     "CREATE INDEX by_id ON function_programs (id); PRAGMA writable_schema = 1; UPDATE "
     "sqlite_schema SET sql = replace (sql, '(id)', '(program)') WHERE name = 'by_id'",
     "function_programs", NULL},
    {"indices",
     "CREATE INDEX by_category ON memory_by_category (category_id); CREATE INDEX by_id ON "
     "control_programs (id); CREATE TEMP TABLE roots AS SELECT name, rootpage FROM sqlite_schema;"
     "PRAGMA writable_schema = 1; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM roots "
     "WHERE roots.name = 'by_id') WHERE name = 'by_category'; UPDATE sqlite_schema SET rootpage = "
     "(SELECT rootpage FROM roots WHERE roots.name = 'by_category') WHERE name = 'by_id'",
     "memory_by_category, index by_category", NULL},
    {"leaves", "CREATE TABLE extra (a, b AS (a)); INSERT INTO extra (a) VALUES (1)", "extra", NULL},
    {"parts-readable", "UPDATE runs SET elapsed_microseconds = -1 WHERE id = 1", "profile.pop",
     NULL},
    {"step-programs", "UPDATE steps SET program = NULL", "step ", NULL},
    {"step-programs", "UPDATE steps SET compute_set = compute_set - 1 WHERE compute_set > 1",
     "compute_set", NULL},
    {"step-programs", "UPDATE steps SET exchange = NULL", "exchange", NULL},
    {"step-programs",
     "UPDATE steps SET type = 'OnTileExecute', compute_set = 3 WHERE id = (SELECT min (id) FROM "
     "steps WHERE type = 'DoExchange')",
     "program", "cycle-totals"},
};
