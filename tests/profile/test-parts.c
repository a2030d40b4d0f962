/* Tests of each part of the mini profile, value by value. */
#include "fixture.h"

#include "model/compilation.h"
#include "model/exchanges.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/memory.h"
#include "model/options.h"
#include "model/programs.h"
#include "model/target.h"
#include "model/variables.h"
#include "model/vertices.h"
#include "support/mini-profile.h"

#include <string.h>

#define TEXT(part, id) poplens_strings_get ((part)->strings, (id))

static void
assert_list (const PoplensLists *lists, gsize row, const char *expected)
{
  g_autoptr (GArray) values = poplens_lists_values (lists, row);
  g_autoptr (GString) text = g_string_new (poplens_lists_is_absent (lists, row) ? "absent" : NULL);

  for (guint i = 0; i < values->len; i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, i ? "," : "",
                            g_array_index (values, guint64, i));
  g_assert_cmpstr (text->str, ==, expected);
}

/* Names of tables and columns are compared without case, as in SQLite. */
static void
test_case_of_names (void)
{
  g_autoptr (Mini) mini =
      mini_new ("ALTER TABLE memory_by_tile RENAME TO x; ALTER TABLE x RENAME TO Memory_By_Tile;"
                "ALTER TABLE memory_by_tile RENAME COLUMN total TO y;"
                "ALTER TABLE memory_by_tile RENAME COLUMN y TO TOTAL;");
  g_autoptr (Mini) plain = mini_new (NULL);
  g_autoptr (PoplensMemory) memory = mini_load (mini, POPLENS_PART_MEMORY);
  g_autoptr (PoplensMemory) expected = mini_load (plain, POPLENS_PART_MEMORY);

  g_assert_cmpmem (memory->total, memory->n_tiles * sizeof *memory->total, expected->total,
                   expected->n_tiles * sizeof *expected->total);
}

static void
test_target (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensTarget) t = mini_load (mini, POPLENS_PART_TARGET);

  g_assert_cmpstr (t->type, ==, "IPU");
  g_assert_cmpstr (t->architecture, ==, "ipu2");
  g_assert_cmpuint (t->num_ipus, ==, 2);
  g_assert_cmpuint (t->tiles_per_ipu, ==, 4);
  g_assert_cmpuint (t->num_tiles, ==, 8);
  g_assert_cmpuint (t->num_replicas, ==, 1);
  g_assert_cmpuint (t->bytes_per_tile, ==, 1024);
  g_assert_cmpuint (t->bytes_per_ipu, ==, 4096);
  g_assert_cmpuint (t->total_memory, ==, 8192);
  g_assert_cmpuint (t->clock_hz, ==, 1850000000);
  g_assert_cmpuint (t->interleaved_start, ==, 512);
  g_assert_cmpuint (t->tile_memory_base, ==, 311296);
  g_assert_cmpuint (t->exchange_bytes_per_cycle, ==, 4);
  g_assert_cmpuint (t->memory_element_offsets->len, ==, 3);
  g_assert_cmpuint (g_array_index (t->memory_region_offsets, guint64, 1), ==, 512);
  g_assert_true (t->has_graph);
  g_assert_cmpuint (t->compute_sets, ==, 1);
  g_assert_cmpuint (t->edges, ==, 20);
  g_assert_cmpuint (t->variables, ==, 17);
  g_assert_cmpuint (t->vertices, ==, 12);
  g_assert_cmpstr (t->poplar_version, ==, "3.3.0 (abc)");
  g_assert_cmpstr (t->package_hash, ==, "abc");
  g_assert_cmpstr (t->timestamp, ==, "2023-05-04 12:34:56");
  g_assert_cmpstr (t->format_version, ==, "3.8.0");
  g_assert_cmpstr (t->compilation_id, ==, "id-1");
  g_assert_cmpstr (t->execution_compilation_id, ==, "id-1");
  g_assert_true (t->has_instrumentation);
  g_assert_cmpstr (t->compute_level, ==, "Tile");
  g_assert_true (t->external_exchange);
  g_assert_false (t->control_flow);
  g_assert_cmpuint (t->n_sync_delays, ==, 2);
  g_assert_cmpuint (t->sync_delay_tile[1], ==, 5);
  g_assert_cmpuint (t->sync_delay[1], ==, 9);
}

/* If additional columns of the target are damaged, they are left out and reported as damage;
 * unusual values are notices. */
static void
test_target_notices (void)
{
  static const struct {
    const char *sql, *says, *damaged;
  } cases[] = {
      {"SELECT 1", NULL},
      {"UPDATE version_info SET major = 4", "4.8.0"},
      {"UPDATE version_info SET minor = -1", NULL,
       "version_info, row 1: minor is out of range (-1); it "},
      {"ALTER TABLE version_info RENAME COLUMN major TO m", "version_info"},
      {"UPDATE version_info SET file_type = 'execution_profile'", "execution_profile"},
      {"UPDATE execution_info SET compilation_id = 'id-2'", "id-2"},
      {"UPDATE relative_sync_delay SET delay = 'x'", NULL, "relative_sync_delay, row 1: delay"},
      {"UPDATE graph_info SET num_vars = 'x'", NULL, "graph_info, row 1: num_vars"},
      {"UPDATE instrumentation_settings SET control_flow = -1", NULL,
       "instrumentation_settings, row 1: control_flow is out of range (-1)"},
      {"UPDATE target_info SET min_sync_delay = -1, clock_frequency = -1", NULL,
       "clock_frequency is out of range (-1); table target_info, row 1: min_sync_delay is"},
      {"UPDATE instrumentation_settings SET compute = 'x'", NULL,
       "instrumentation_settings, row 1: compute"},
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++) {
    g_autoptr (Mini) mini = mini_new (cases[c].sql);
    g_autoptr (PoplensTarget) t = mini_load (mini, POPLENS_PART_TARGET);
    g_test_message ("%s", cases[c].sql);
    g_assert_cmpuint (t->num_ipus, ==, 2);
    g_assert_cmpuint (t->notices->len, ==, cases[c].says != NULL);
    if (cases[c].says)
      g_assert_nonnull (strstr (g_ptr_array_index (t->notices, 0), cases[c].says));
    g_autofree char *damage = poplens_profile_describe_damage (mini->profile);
    g_assert_cmpint (damage != NULL, ==, cases[c].damaged != NULL);
    if (damage)
      g_assert_nonnull (strstr (damage, cases[c].damaged));
  }
}

static void
test_target_fields (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensTarget) t = mini_load (mini, POPLENS_PART_TARGET);
  const PoplensTargetField *first = g_ptr_array_index (t->fields, 0);
  const PoplensTargetField *offsets = g_ptr_array_index (t->fields, 14);

  g_assert_cmpuint (t->fields->len, ==, 19);
  g_assert_cmpstr (first->key, ==, "bytes_per_ipu");
  g_assert_cmpstr (first->value, ==, "4096");
  g_assert_cmpstr (offsets->key, ==, "memoryElementOffsets");
  g_assert_cmpstr (offsets->value, ==, "0, 256, 512");
}

static void
test_profile_options (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensOptions) options = mini_load (mini, POPLENS_PART_OPTIONS);
  static const char *const expected[] = {"compilation autoReport.all true changed -1",
                                         "compilation opt.a 1 default -1",
                                         "target syncMethod polling default -1",
                                         "execution a c default 1",
                                         "execution debug.x a default 0",
                                         "execution debug.x b changed 1"};

  g_assert_cmpuint (options->rows->len, ==, G_N_ELEMENTS (expected));
  g_assert_cmpuint (options->n_changed, ==, 2);
  for (guint i = 0; i < options->rows->len; i++) {
    const PoplensOption *o = g_ptr_array_index (options->rows, i);
    g_autofree char *text =
        g_strdup_printf ("%s %s %s %s %" G_GINT64_FORMAT, poplens_option_set_name (o->set), o->name,
                         o->value, o->is_default ? "default" : "changed", o->run);
    g_assert_cmpstr (text, ==, expected[i]);
  }
}

static void
test_compilation (void)
{
  g_autoptr (Mini) mini = mini_new ("INSERT INTO compilation_steps VALUES (3, 'step')");
  g_autoptr (PoplensCompilation) c = mini_load (mini, POPLENS_PART_COMPILATION);
  static const char *const names[] = {"first", "outer", "inner"};

  g_assert_cmpuint (c->n_phases, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr (TEXT (c, c->phase_name[i]), ==, names[i]);
  g_assert_cmpuint (c->phase_start[1], ==, 10);
  g_assert_cmpuint (c->phase_duration[1], ==, 100);
  g_assert_cmpuint (c->n_optimizations, ==, 2);
  g_assert_cmpstr (TEXT (c, c->optimization_key[0]), ==, "alpha");
  g_assert_cmpfloat (c->optimization_value[1], ==, 0.5);
  g_assert_cmpuint (c->n_steps, ==, 1);
  g_assert_cmpint (c->step_id[0], ==, 3);
}

static void
test_profile_memory (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensMemory) m = mini_load (mini, POPLENS_PART_MEMORY);
  const PoplensCategory *variables = g_ptr_array_index (m->categories, 0);
  const PoplensCategory *fields = g_ptr_array_index (m->categories, 1);

  g_assert_cmpuint (m->n_tiles, ==, MINI_TILES);
  g_assert_cmpuint (m->categories->len, ==, 2);
  g_assert_cmpstr (variables->name, ==, "variable");
  g_assert_cmpint (fields->group, ==, POPLENS_GROUP_VERTEX_STATE);
  for (guint t = 0; t < MINI_TILES; t++) {
    g_assert_cmpuint (m->tile[t], ==, t);
    g_assert_cmpuint (m->total[t], ==, 16 * t + 24);
    g_assert_cmpuint (m->total_including_gaps[t], ==, 16 * t + 24);
    g_assert_cmpuint (m->non_interleaved[t], ==, 16 * t + 24);
    g_assert_cmpuint (m->always_live[t], ==, 8);
    g_assert_cmpuint (m->not_always_live_max[t], ==, 16 * t + 16);
    g_assert_cmpuint (m->shared[t], ==, 0);
    g_assert_cmpuint (poplens_category_non_overlapped (variables, t), ==, 16 * t + 16);
    g_assert_cmpuint (poplens_category_non_overlapped (fields, t), ==, 8);
    g_assert_cmpuint (poplens_category_overlapped (fields, t), ==, 0);
  }
  g_assert_cmpuint (m->n_liveness_tiles, ==, 2);
  g_assert_cmpuint (m->liveness_tiles[0], ==, 7);
}

/* Every list of a category is stored in the column with its name. */
static void
test_category_lists (void)
{
  g_autoptr (Mini) mini = mini_new (
      "UPDATE memory_by_category SET interleaved_non_overlapped = plain ('1,0*7'),"
      "interleaved_overlapped = plain ('2,0*7'), non_interleaved_non_overlapped = plain ('3,0*7'),"
      "non_interleaved_overlapped = plain ('4,0*7'), overflowed_non_overlapped = plain ('5,0*7'),"
      "overflowed_overlapped = plain ('6,0*7')");
  g_autoptr (PoplensMemory) m = mini_load (mini, POPLENS_PART_MEMORY);
  const PoplensCategory *category = g_ptr_array_index (m->categories, 1);

  for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++) {
    g_assert_cmpuint (poplens_category_list_bytes (category, l, 0), ==, l + 1);
    g_assert_cmpuint (poplens_category_list_bytes (category, l, 1), ==, 0);
  }
  g_assert_cmpuint (m->shared[0], ==, 24 - 2 * (1 + 3 + 5));
}

static void
test_vertices (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensVertices) v = mini_load (mini, POPLENS_PART_VERTICES);

  g_assert_cmpuint (v->n_types, ==, 2);
  g_assert_cmpstr (TEXT (v, v->type_name[1]), ==, "poplin::Dot");
  g_assert_cmpstr (TEXT (v, v->type_source[1]), ==, "asm");
  g_assert_cmpuint (v->type_size[1], ==, 24);
  g_assert_cmpuint (poplens_vertices_find_type (v, 2), ==, 1);
  g_assert_cmpuint (v->n_compute_sets, ==, 1);
  g_assert_cmpstr (TEXT (v, v->compute_set_name[0]), ==, "fwd/MatMul");
  g_assert_cmpuint (v->compute_set_edges[0], ==, 20);
  g_assert_cmpuint (v->compute_set_debug_id[0], ==, 7);
  assert_list (v->compute_set_types, 0, "0,2");
  assert_list (v->compute_set_counts, 0, "8,4");
  assert_list (v->compute_set_vars, 0, "0,2,4,15");
  assert_list (v->compute_set_estimates, 0, "absent");
  assert_list (v->compute_set_cycles, 0, "0,1");
  assert_list (v->compute_set_ipu_cycles, 0, "absent");
  assert_list (v->compute_set_bytes[POPLENS_VERTEX_BYTES_VERTEX_DATA], 0, "5,5,5,5,5,5,5,5");
  /* The first type has no row, so its lists are absent; the second type has its own. */
  assert_list (v->type_bytes[POPLENS_VERTEX_BYTES_CODE], 0, "absent");
  assert_list (v->type_bytes[POPLENS_VERTEX_BYTES_CODE], 1, "0,0,0,0,64,64,64,64");
  assert_list (v->type_bytes[POPLENS_VERTEX_BYTES_EDGE_PTR], 1, "2,2,2,2,2,2,2,2");
  g_assert_cmpuint (v->n_instances, ==, 2);
  g_assert_cmpuint (v->instance_type[1], ==, 1);
  assert_list (v->instances, 1, "0,0,0,0,1,1,1,1");
  g_assert_cmpuint (v->n_vertices, ==, 1);
  g_assert_cmpuint (v->vertex_cycles[0], ==, 90);
}

static void
test_programs (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensPrograms) p = mini_load (mini, POPLENS_PART_PROGRAMS);
  static const PoplensProgramKind kinds[] = {POPLENS_PROGRAM_SEQUENCE,
                                             POPLENS_PROGRAM_ON_TILE_EXECUTE,
                                             POPLENS_PROGRAM_DO_EXCHANGE,
                                             POPLENS_PROGRAM_REPEAT,
                                             POPLENS_PROGRAM_STREAM_COPY_MID,
                                             POPLENS_PROGRAM_CALL,
                                             POPLENS_PROGRAM_SEQUENCE,
                                             POPLENS_PROGRAM_SYNC,
                                             POPLENS_PROGRAM_SANS};
  static const char *const labels[] = {"main", "fwd/MatMul", "copy", "Repeat", "StreamCopyMid",
                                       "Call", "function",   "Sync", "Sans"};

  g_assert_cmpuint (p->n, ==, G_N_ELEMENTS (kinds));
  g_assert_false (p->ambiguous);
  for (guint i = 0; i < p->n; i++) {
    g_assert_cmpuint (poplens_programs_find (p, i), ==, i);
    g_assert_cmpint (p->kind[i], ==, kinds[i]);
    g_assert_cmpstr (poplens_programs_label (p, i), ==, labels[i]);
  }
  assert_list (p->children, 0, "1,2,3,5,7,8");
  assert_list (p->children, 1, "absent");
  assert_list (p->children, 6, "");
  assert_list (p->control_code, 2, "0,0,0,0,0,0,0,16");
  assert_list (p->control_code, 4, "absent");
  assert_list (p->tiles, 8, "1,3");
  assert_list (p->tiles, 7, "absent");
  g_assert_cmpuint (p->compute_set[1], ==, 0);
  g_assert_cmpuint (p->compute_set[2], ==, POPLENS_NO_ROW);
  g_assert_cmpuint (p->variant_index[2], ==, 4);
  g_assert_cmpuint (p->debug_id[0], ==, 1);
  g_assert_cmpint (p->detail[3], ==, 10);
  g_assert_cmpint (p->detail[5], ==, 3);
  g_assert_cmpint (p->detail[0], ==, -1);
  g_assert_cmpstr (TEXT (p, p->detail_text[7]), ==, "External");
  g_assert_cmpuint (p->n_control, ==, 1);
  g_assert_cmpuint (p->n_functions, ==, 1);
  g_assert_cmpuint (p->function_id[0], ==, 3);
  g_assert_cmpuint (p->function_program[0], ==, 6);
}

static void
test_programs_of_steps (void)
{
  g_autoptr (Mini) mini = mini_new ("UPDATE programs SET compilation_step_id = 1 WHERE id < 2;"
                                    "UPDATE programs SET compilation_step_id = 2 WHERE id >= 2");
  g_autoptr (PoplensPrograms) p = mini_load (mini, POPLENS_PART_PROGRAMS);

  g_assert_true (p->ambiguous);
  g_assert_cmpuint (p->n, ==, 2);
}

/* Each compilation step has its own programs, entry points and functions, with IDs that other steps
 * use too. */
static void
test_programs_of_each_step (void)
{
  g_autoptr (Mini) mini = mini_new (
      "INSERT INTO compilation_steps VALUES (4, 'second');"
      "INSERT INTO programs SELECT 4, id, variant, variant_index, NULL, 'of 4', 9, NULL FROM "
      "programs WHERE id < 6;"
      "INSERT INTO programs VALUES (9, 77, 1, NULL, NULL, 'alone', 0, NULL);"
      "INSERT INTO control_programs VALUES (4, 0, 3), (4, 1, 2), (9, 0, 77);"
      "INSERT INTO function_programs VALUES (4, 3, 1)");
  g_autoptr (PoplensPrograms) p = mini_load (mini, POPLENS_PART_PROGRAMS);
  const PoplensPrograms *four = poplens_programs_of_step (p, "4");
  const PoplensPrograms *nine = poplens_programs_of_step (p, "9");

  g_assert_cmpuint (p->n_steps, ==, 3);
  g_assert_true (p->ambiguous && !p->is_other);
  g_assert_cmpstr (p->step, ==, "none");
  g_assert_true (poplens_programs_of_step (p, NULL) == p);
  g_assert_true (poplens_programs_of_step (p, "none") == p);
  g_assert_null (poplens_programs_of_step (p, "5"));
  g_assert_cmpuint (p->n, ==, 9);
  g_assert_cmpuint (p->n_control, ==, 1);
  g_assert_cmpuint (p->function_program[0], ==, 6);

  g_assert_true (four->is_other);
  g_assert_cmpstr (four->step_name, ==, "second");
  g_assert_cmpuint (four->n, ==, 6);
  g_assert_cmpstr (poplens_programs_label (four, 0), ==, "of 4");
  g_assert_cmpuint (four->n_control, ==, 2);
  g_assert_cmpuint (four->control_program[1], ==, 2);
  g_assert_cmpuint (four->n_functions, ==, 1);
  g_assert_cmpuint (four->function_program[0], ==, 1);
  g_assert_cmpstr (nine->step_name, ==, "");
  g_assert_cmpuint (nine->n, ==, 1);
  g_assert_cmpuint (nine->n_control, ==, 1);
  g_assert_cmpuint (nine->n_functions, ==, 0);
}

/* A file with very many compilation steps is not read once for each. */
static void
test_programs_of_many_steps (void)
{
  g_autoptr (Mini) mini =
      mini_new ("WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 500) "
                "INSERT INTO programs SELECT n, 0, 1, NULL, NULL, '', 0, NULL FROM n");
  g_autoptr (PoplensPrograms) p = mini_load (mini, POPLENS_PART_PROGRAMS);

  g_assert_cmpuint (p->n_steps, ==, 501);
  g_assert_cmpuint (p->others->len, ==, POPLENS_MOST_COMPILATION_STEPS - 1);
}

static void
test_exchanges (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensExchanges) e = mini_load (mini, POPLENS_PART_EXCHANGES);
  const PoplensExchangeTable *internal = &e->tables[POPLENS_EXCHANGE_INTERNAL];
  const PoplensExchangeTable *host = &e->tables[POPLENS_EXCHANGE_HOST];

  g_assert_cmpuint (internal->n, ==, 1);
  g_assert_cmpuint (poplens_exchanges_find (e, POPLENS_EXCHANGE_INTERNAL, 4), ==, 0);
  g_assert_cmpuint (poplens_exchanges_find (e, POPLENS_EXCHANGE_INTERNAL, 0), ==, G_MAXUINT32);
  assert_list (internal->received, 0, "0,0,0,0,0,0,0,12");
  assert_list (internal->sent, 0, "12,0,0,0,0,0,0,0");
  assert_list (internal->code, 0, "3,3,3,3,3,3,3,3");
  assert_list (internal->received_by_ipu, 0, "0,12");
  assert_list (internal->sent_by_ipu, 0, "12,0");
  assert_list (internal->max_data_by_ipu, 0, "12,12");
  assert_list (internal->estimates, 0, "0,1");
  g_assert_cmpstr (TEXT (e, internal->destination_text[0]), ==, "weights[7]");
  g_assert_cmpuint (internal->destination_regions[0], ==, 1);
  assert_list (host->received, 0, "4,4,4,4,4,4,4,4");
  assert_list (host->code, 0, "absent");
  g_assert_cmpuint (host->source_regions[0], ==, POPLENS_NO_REGIONS);
  g_assert_cmpuint (e->tables[POPLENS_EXCHANGE_GLOBAL].n, ==, 0);
  g_assert_cmpuint (e->n_streams, ==, 2);
  g_assert_cmpstr (TEXT (e, e->streams[0].stream), ==, "input");
  g_assert_false (e->streams[0].to_host);
  g_assert_cmpuint (e->streams[0].regions, ==, 2);
  g_assert_true (e->streams[1].to_host);
  g_assert_true (e->streams[1].remote_buffer);
  g_assert_cmpuint (e->streams[1].regions, ==, POPLENS_NO_REGIONS);
}

static void
test_profile_variables (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensVariables) v = mini_load (mini, POPLENS_PART_VARIABLES);

  g_assert_cmpuint (v->n, ==, 17);
  g_assert_cmpuint (v->n_allocated, ==, 16);
  g_assert_null (v->id);
  g_assert_cmpuint (v->n_tiles, ==, MINI_TILES);
  for (guint t = 0; t < MINI_TILES; t++) {
    g_assert_cmpuint (v->tile_first[t], ==, 2 * t);
    g_assert_cmpuint (v->size[2 * t], ==, 16 * t + 16);
    g_assert_cmpuint (v->offset[2 * t + 1], ==, 16 * t + 16);
    g_assert_cmpuint (v->equivalence_class[2 * t + 1], ==, 2);
    g_assert_cmpuint (v->unlowered[2 * t], ==, 5);
    g_assert_cmpuint (v->unlowered[2 * t + 1], ==, G_MAXUINT32);
    g_assert_cmpuint (v->bits[2 * t + 1], ==, 257);
    g_assert_cmpuint (v->category[2 * t + 1], ==, 1);
  }
  g_assert_cmpuint (v->tile_first[MINI_TILES], ==, 17);
  /* If a variable is not allocated, the other columns of its row are ignored. */
  g_assert_cmpuint (v->size[16], ==, 0);
  g_assert_cmpuint (v->unlowered[16], ==, G_MAXUINT32);
  g_assert_cmpuint (v->n_categories, ==, 2);
  g_assert_cmpstr (TEXT (v, v->category_name[1]), ==, "vertexFieldData");
  g_assert_cmpuint (v->n_unlowered, ==, 2);
  g_assert_cmpstr (TEXT (v, v->unlowered_name[1]), ==, "bias");
  g_assert_cmpuint (v->n_debug, ==, 1);
  assert_list (v->debug_ids, 0, "11,12");
  g_assert_cmpuint (v->n_class_bytes, ==, 2);
  g_assert_cmpuint (v->class_bytes[0], ==, 576);
  g_assert_cmpuint (v->n_interference, ==, 2);
  assert_list (v->interference, 1, "1,2");
}

/* If IDs are not sorted by tile, slower code returns the same columns. */
static void
test_variables_unsorted (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (Mini) mixed = mini_new ("UPDATE vars_info SET var_id = 1000 - var_id");
  g_autoptr (PoplensVariables) v = mini_load (mini, POPLENS_PART_VARIABLES);
  g_autoptr (PoplensVariables) w = mini_load (mixed, POPLENS_PART_VARIABLES);

  g_assert_cmpuint (w->n, ==, v->n);
  g_assert_cmpmem (w->tile_first, (w->n_tiles + 1) * sizeof (guint32), v->tile_first,
                   (v->n_tiles + 1) * sizeof (guint32));
  for (guint t = 0; t < 7; t++)
    for (guint i = 0; i < 2; i++) {
      g_assert_cmpuint (w->id[2 * t + i], ==, 1000 - (2 * t + 1 - i));
      g_assert_cmpuint (w->size[2 * t + i], ==, v->size[2 * t + 1 - i]);
      g_assert_cmpuint (w->category[2 * t + i], ==, v->category[2 * t + 1 - i]);
    }
}

static void
test_liveness (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensLiveness) l = mini_load (mini, POPLENS_PART_LIVENESS);
  static const guint64 live[] = {0, 576, 576, 0, 0, 0, 0, 0};
  static const guint32 parents[] = {G_MAXUINT32, 0, 0, 0, 3, 0, 0, 0};

  g_assert_cmpuint (l->n_steps, ==, 8);
  g_assert_cmpuint (l->always_live, ==, 64);
  g_assert_cmpmem (l->not_always_live, sizeof live, live, sizeof live);
  g_assert_cmpmem (l->parent, sizeof parents, parents, sizeof parents);
  g_assert_cmpuint (l->program[6], ==, 7);
  g_assert_cmpuint (l->n_ipus, ==, 2);
  for (guint i = 0; i < 2; i++) {
    g_assert_cmpuint (l->ipu[i], ==, i);
    g_assert_cmpuint (l->ipu_not_always_live[i][2], ==, i ? 416 : 160);
    g_assert_cmpuint (l->ipu_not_always_live[i][3], ==, 0);
  }
  g_assert_cmpuint (l->n_classes, ==, 2);
  g_assert_true (l->class_always_live[1]);
  g_assert_cmpuint (l->n_ranges, ==, 2);
  g_assert_cmpuint (l->range_class[0], ==, 1);
  g_assert_cmpuint (l->range_from[0], ==, 1);
  g_assert_cmpuint (l->range_to[0], ==, 3);
  g_assert_cmpuint (poplens_liveness_peak_step (l), ==, 1);
}

/* Without sums of the device, they are computed from those of its IPUs. */
static void
test_liveness_by_ipu_only (void)
{
  g_autoptr (Mini) mini =
      mini_new ("DELETE FROM memory_not_always_live_by_step_and_ipu WHERE ipu IS NULL");
  g_autoptr (PoplensLiveness) l = mini_load (mini, POPLENS_PART_LIVENESS);

  g_assert_cmpuint (l->not_always_live[1], ==, 576);
  g_assert_cmpuint (l->not_always_live[3], ==, 0);
}

static void
test_execution (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (PoplensExecution) e = mini_load (mini, POPLENS_PART_EXECUTION);

  g_assert_cmpuint (e->n_steps, ==, 4);
  g_assert_null (e->step_id);
  g_assert_cmpstr (poplens_execution_step_type (e, 3), ==, "StreamCopy");
  g_assert_cmpint (poplens_execution_step_kind (e, 3), ==, POPLENS_STEP_STREAM_COPY_MID);
  g_assert_cmpstr (poplens_execution_step_sync (e, 1), ==, "Internal");
  g_assert_cmpstr (poplens_execution_step_sync (e, 0), ==, "");
  g_assert_cmpuint (e->step_program[0], ==, 1);
  g_assert_cmpuint (e->step_program[1], ==, G_MAXUINT32);
  g_assert_cmpuint (e->n_rows, ==, 4);
  g_assert_cmpuint (e->n_ipus, ==, 2);
  g_assert_cmpuint (e->row_step[3], ==, 2);
  g_assert_cmpuint (e->row_ipu[3], ==, 1);
  g_assert_cmpuint (e->row_from[3], ==, 32);
  g_assert_cmpuint (poplens_execution_row_to (e, 3), ==, 39);
  g_assert_cmpuint (e->row_from[2], ==, G_MAXUINT64);
  g_assert_cmpuint (e->ipu_end[0], ==, 30);
  g_assert_cmpuint (e->ipu_end[1], ==, 39);
  g_assert_cmpuint (e->ipu_cycles[1], ==, 34);
  g_assert_cmpuint (e->total_cycles, ==, 39);
  g_assert_cmpuint (e->type_tile_cycles[0], ==, 70);
  g_assert_cmpuint (e->type_tile_cycles[1], ==, 0);
  g_assert_cmpuint (e->type_tile_cycles[2], ==, 10);
  g_assert_cmpuint (e->n_runs, ==, 2);
  g_assert_cmpint (e->runs[0].elapsed_microseconds, ==, 1497);
  g_assert_cmpint (e->runs[1].elapsed_microseconds, ==, POPLENS_NOT_TIMED);
  g_assert_cmpuint (e->n_trace, ==, 3);
  g_assert_cmpuint (e->trace_program[2], ==, 4);
  g_assert_true (e->has_totals);
  g_assert_cmpuint (e->n_totals, ==, 3);
  g_assert_cmpstr (TEXT (e, e->total_name[1]), ==, "tile_cycles_compute");
  g_assert_cmpuint (e->total_value[1], ==, 80);
  g_assert_cmpuint (e->light->n, ==, 2);
  g_assert_cmpuint (e->light->n_tiles, ==, 2);
  g_assert_cmpuint (e->light->tile[1], ==, 1);
  g_assert_cmpuint (e->light->first[2], ==, 2);
  g_assert_cmpint (e->light->id[0], ==, 12);
  g_assert_cmpint (e->light->id[1], ==, -1);
  g_assert_cmpuint (e->n_markers, ==, 2);
  g_assert_cmpuint (e->marker_from[1], ==, 262144);
}

static void
test_execution_not_dense (void)
{
  g_autoptr (Mini) mini = mini_new ("UPDATE steps SET id = 10 * id + 5;"
                                    "UPDATE steps_by_ipu SET step_id = 10 * step_id + 5");
  g_autoptr (PoplensExecution) e = mini_load (mini, POPLENS_PART_EXECUTION);

  g_assert_cmpuint (poplens_execution_step_id (e, 3), ==, 35);
  g_assert_cmpuint (e->row_step[3], ==, 2);
}

/* Loads a block longer than 32 bits. */
static void
test_execution_long (void)
{
  g_autoptr (Mini) mini = mini_new ("UPDATE steps_by_ipu SET active_cycles_to_max = 4294967297,"
                                    "all_cycles_to_max = 4294967297 WHERE step_id = 2");
  g_autoptr (PoplensExecution) e = mini_load (mini, POPLENS_PART_EXECUTION);

  g_assert_cmpuint (poplens_execution_row_to (e, 3), ==, G_GUINT64_CONSTANT (4294967297) + 30);
  g_assert_cmpuint (e->total_cycles, ==, G_GUINT64_CONSTANT (4294967297) + 30);
  g_assert_cmpuint (poplens_execution_row_to (e, 0), ==, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/parts/target", test_target);
  g_test_add_func ("/profile/parts/case-of-names", test_case_of_names);
  g_test_add_func ("/profile/parts/target-notices", test_target_notices);
  g_test_add_func ("/profile/parts/target-fields", test_target_fields);
  g_test_add_func ("/profile/parts/options", test_profile_options);
  g_test_add_func ("/profile/parts/compilation", test_compilation);
  g_test_add_func ("/profile/parts/memory", test_profile_memory);
  g_test_add_func ("/profile/parts/category-lists", test_category_lists);
  g_test_add_func ("/profile/parts/vertices", test_vertices);
  g_test_add_func ("/profile/parts/programs", test_programs);
  g_test_add_func ("/profile/parts/programs-of-steps", test_programs_of_steps);
  g_test_add_func ("/profile/parts/programs-of-steps/each", test_programs_of_each_step);
  g_test_add_func ("/profile/parts/programs-of-steps/many", test_programs_of_many_steps);
  g_test_add_func ("/profile/parts/exchanges", test_exchanges);
  g_test_add_func ("/profile/parts/variables", test_profile_variables);
  g_test_add_func ("/profile/parts/variables-unsorted", test_variables_unsorted);
  g_test_add_func ("/profile/parts/liveness", test_liveness);
  g_test_add_func ("/profile/parts/liveness-by-ipu-only", test_liveness_by_ipu_only);
  g_test_add_func ("/profile/parts/execution", test_execution);
  g_test_add_func ("/profile/parts/execution-not-dense", test_execution_not_dense);
  g_test_add_func ("/profile/parts/execution-long", test_execution_long);
  return g_test_run ();
}
