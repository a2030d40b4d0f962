/* Tests of the loaders on damaged files: a part is absent with a reason, or an error names file,
 * table and row. They never crash, and never return a wrong number without an error or a notice. */
#include "fixture.h"

#include "base/error.h"
#include "model/execution.h"
#include "support/mini-profile.h"

#include <string.h>

/* The tables of each part. Without all of them the part is absent; some can be missing alone. */
static const struct {
  PoplensPart part;
  const char *tables; /* tables of the part, which is absent without all of them */
  const char *option; /* engine option in the reason, if one records the part; else "" */
} absences[] = {
    {POPLENS_PART_OPTIONS, "compilation_parameters target_parameters execution_parameters", ""},
    {POPLENS_PART_COMPILATION, "compilation_trace optimization_info", ""},
    {POPLENS_PART_MEMORY, "memory_by_tile", "autoReport.outputGraphProfile"},
    {POPLENS_PART_VERTICES, "compute_sets vertex_types", ""},
    {POPLENS_PART_PROGRAMS, "programs", "autoReport.outputGraphProfile"},
    {POPLENS_PART_EXCHANGES,
     "program_type_do_exchange program_type_global_exchange program_type_stream_copy_mid", ""},
    {POPLENS_PART_VARIABLES, "vars_info unlowered_vars", "autoReport.outputLoweredVars"},
    {POPLENS_PART_LIVENESS, "depth_first_steps", "autoReport.outputGraphProfile"},
    {POPLENS_PART_EXECUTION, "steps blocks runs", "autoReport.outputExecutionProfile"},
};

static char *
for_each_table (const char *tables, const char *format)
{
  g_auto (GStrv) names = g_strsplit (tables, " ", -1);
  GString *sql = g_string_new (NULL);

  for (guint i = 0; names[i]; i++)
    g_string_append_printf (sql, "%s %s;", format, names[i]);
  return g_string_free (sql, FALSE);
}

static void
test_damage_absent (gconstpointer how)
{
  for (guint i = 0; i < G_N_ELEMENTS (absences); i++) {
    g_autofree char *sql = for_each_table (absences[i].tables, how);
    g_autoptr (Mini) mini = mini_new (sql);
    g_assert_no_error (mini->error);
    g_autofree char *reason =
        poplens_profile_explain_absence (mini->profile, absences[i].part, NULL);
    g_test_message ("%s: %s", poplens_part_name (absences[i].part), reason);
    g_assert_nonnull (reason);
    g_assert_nonnull (strstr (reason, absences[i].option));
    /* Absence does not affect other parts; loading the absent part has no side effects. */
    g_autofree char *target =
        poplens_profile_explain_absence (mini->profile, POPLENS_PART_TARGET, NULL);
    g_assert_null (target);
    poplens_part_free (absences[i].part,
                       poplens_profile_load (mini->profile, absences[i].part, NULL, NULL));
  }
}

static void
test_present (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);

  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++)
    g_assert_null (poplens_profile_explain_absence (mini->profile, part, NULL));
}

/* If one table is missing or empty, every part loads or says what is missing. */
static void
test_each_table (gconstpointer how)
{
  g_autoptr (Mini) whole = mini_new (NULL);
  sqlite3 *handle = mini_profile_connect (whole->path);
  sqlite3_stmt *statement;

  sqlite3_prepare_v2 (handle, "SELECT name FROM sqlite_schema WHERE type = 'table'", -1, &statement,
                      NULL);
  while (sqlite3_step (statement) == SQLITE_ROW) {
    g_autofree char *sql =
        g_strdup_printf ("%s %s", (const char *) how, sqlite3_column_text (statement, 0));
    g_autoptr (Mini) mini = mini_new (sql);
    g_test_message ("%s", sql);
    for (guint part = 0; mini->profile && part <= POPLENS_PART_EXECUTION; part++) {
      g_autoptr (GError) error = NULL;
      gpointer data = poplens_profile_load (mini->profile, part, NULL, &error);
      if (!data)
        g_assert_nonnull (strstr (error->message, mini->path));
      poplens_part_free (part, data);
    }
    if (!mini->profile)
      g_assert_nonnull (strstr (mini->error->message, mini->path));
  }
  sqlite3_finalize (statement);
  sqlite3_close (handle);
}

typedef struct {
  const char *name;
  PoplensPart part;
  const char *sql;
  const char *message; /* part of the error message; NULL: the part loads */
} DamageCase;

static const DamageCase cases[] = {
    {"text-as-number", POPLENS_PART_MEMORY, "UPDATE memory_by_tile SET total = 'x' WHERE tile = 3",
     "table memory_by_tile, row 4: total is not a number"},
    {"blob-as-number", POPLENS_PART_MEMORY, "UPDATE memory_by_tile SET total = x'00'",
     "table memory_by_tile, row 1: total is not a number"},
    {"negative", POPLENS_PART_MEMORY, "UPDATE memory_by_tile SET total = -1 WHERE tile = 7",
     "table memory_by_tile, row 8: total is out of range"},
    {"huge", POPLENS_PART_MEMORY, "UPDATE memory_by_tile SET total = 4294967296 WHERE tile = 0",
     "table memory_by_tile, row 1: total is too large"},
    {"real-huge", POPLENS_PART_MEMORY, "UPDATE memory_by_tile SET total = 1e300",
     "total is out of range"},
    {"null-bytes", POPLENS_PART_MEMORY,
     "UPDATE memory_by_tile SET always_live_bytes = NULL WHERE tile = 5",
     "table memory_by_tile, row 6: always_live_bytes is NULL"},
    {"null-always-live", POPLENS_PART_LIVENESS,
     "UPDATE memory_by_tile SET always_live_bytes = NULL WHERE tile = 5",
     "table memory_by_tile, row 6: always_live_bytes is NULL"},
    {"null-list", POPLENS_PART_VERTICES, "UPDATE memory_by_vertex_type SET code_bytes = NULL",
     "table memory_by_vertex_type, row 1: code_bytes is NULL"},
    {"null-tiles", POPLENS_PART_EXECUTION,
     "UPDATE steps_by_ipu SET active_tiles = NULL WHERE rowid = 4",
     "table steps_by_ipu, row 4: active_tiles is NULL"},
    {"null-target", POPLENS_PART_TARGET, "UPDATE target_info SET bytes_per_ipu = NULL",
     "table target_info, row 1: bytes_per_ipu is NULL"},
    {"null-balance", POPLENS_PART_EXECUTION, "UPDATE steps_by_ipu SET thread_balance = NULL", NULL},
    {"no-peak", POPLENS_PART_MEMORY, "UPDATE memory_by_tile SET not_always_live_max_bytes = NULL",
     NULL},
    {"category-does-not-end", POPLENS_PART_MEMORY,
     "UPDATE memory_by_category SET overflowed_overlapped = x'80808001'",
     "table memory_by_category, row 1: overflowed_overlapped: "},
    {"category-too-short", POPLENS_PART_MEMORY,
     "UPDATE memory_by_category SET interleaved_overlapped = plain ('0*7')", "7 values where 8"},
    {"category-too-long", POPLENS_PART_MEMORY,
     "UPDATE memory_by_category SET interleaved_overlapped = plain ('0*9')", "longer than 8"},
    {"category-null", POPLENS_PART_MEMORY,
     "UPDATE memory_by_category SET interleaved_overlapped = NULL", "memory_by_category, row 1"},
    {"category-huge", POPLENS_PART_MEMORY,
     "UPDATE memory_by_category SET interleaved_overlapped = plain ('0*7,4294967295')",
     "too large"},
    {"category-more-than-total", POPLENS_PART_MEMORY,
     "UPDATE memory_by_tile SET total = 5 WHERE tile = 2", "tile 2 "},
    {"no-categories", POPLENS_PART_MEMORY, "DROP TABLE memory_by_category", NULL},
    {"category-not-utf8", POPLENS_PART_MEMORY,
     "UPDATE memory_by_category SET category_id = CAST (x'41ff' AS TEXT) WHERE rowid = 1", NULL},
    {"column-missing", POPLENS_PART_MEMORY, "ALTER TABLE memory_by_tile RENAME COLUMN total TO sum",
     "memory_by_tile has no column total"},
    {"column-not-needed", POPLENS_PART_MEMORY,
     "ALTER TABLE memory_by_tile RENAME COLUMN interleaved TO x", NULL},
    {"target-text", POPLENS_PART_TARGET, "UPDATE target_info SET clock_frequency = 'fast'",
     "table target_info, row 1: clock_frequency is not a number"},
    {"target-offsets", POPLENS_PART_TARGET, "UPDATE target_info SET memoryElementOffsets = x'01'",
     "table target_info, row 1: "},
    {"target-odd-columns", POPLENS_PART_TARGET,
     "ALTER TABLE target_info ADD COLUMN \"a, b\"; ALTER TABLE target_info ADD COLUMN \"c!\";"
     "ALTER TABLE target_info ADD COLUMN \"d\"\"e\"; ALTER TABLE target_info ADD COLUMN \"f'g\"",
     NULL},
    {"target-not-utf8", POPLENS_PART_TARGET, "UPDATE target_info SET type_ = CAST (x'ff' AS TEXT)",
     NULL},
    {"optimization-text", POPLENS_PART_COMPILATION, "UPDATE optimization_info SET value = 'x'",
     "table optimization_info, row 1: value is not a number"},
    {"trace-negative", POPLENS_PART_COMPILATION, "UPDATE compilation_trace SET dur = -5",
     "table compilation_trace, row 1: dur is out of range"},
    {"counts-differ", POPLENS_PART_VERTICES,
     "UPDATE compute_sets SET vertex_counts = plain ('1,2,3')",
     "vertex_types and vertex_counts differ"},
    {"types-broken", POPLENS_PART_VERTICES, "UPDATE compute_sets SET vertex_types = x'01'",
     "table compute_sets, row 1: vertex_types: "},
    {"counts-broken", POPLENS_PART_VERTICES, "UPDATE compute_sets SET vertex_counts = x'01'",
     "table compute_sets, row 1: vertex_counts: "},
    {"vars-overflow", POPLENS_PART_VERTICES,
     "UPDATE compute_sets SET var_ids_diff_rle = x'85017f7f7f7f7f7f7f7fff81'",
     "compute_sets, row 1: var_ids_diff_rle"},
    {"instances-of-nothing", POPLENS_PART_VERTICES, "UPDATE vertex_instances SET compute_set = 9",
     "vertex_instances, row 1"},
    {"bytes-of-nothing", POPLENS_PART_VERTICES,
     "INSERT INTO memory_by_vertex_type SELECT 1, code_bytes, code_bytes, code_bytes, code_bytes,"
     "code_bytes, code_bytes FROM memory_by_vertex_type",
     "memory_by_vertex_type, row 1: id 1 does not exist"},
    {"bytes-behind-all", POPLENS_PART_VERTICES, "UPDATE memory_by_compute_set SET compute_set = 5",
     "memory_by_compute_set, row 1: id 5 does not exist"},
    {"cycles-of-nothing", POPLENS_PART_VERTICES,
     "UPDATE compute_set_cycles_by_tile SET compute_set_id = 5", "compute set 5 does not exist"},
    {"program-twice", POPLENS_PART_PROGRAMS, "INSERT INTO programs (id, variant) VALUES (4, 1)",
     "duplicate program ID 4"},
    {"program-type-unknown", POPLENS_PART_PROGRAMS, "UPDATE programs SET variant = 77", NULL},
    {"no-program-types", POPLENS_PART_PROGRAMS, "DROP TABLE program_types", NULL},
    {"children-broken", POPLENS_PART_PROGRAMS, "UPDATE programs SET children = x'8001'",
     "table programs, row 1: children: "},
    {"control-code-short", POPLENS_PART_PROGRAMS,
     "UPDATE programs SET control_code_bytes_by_tile = rle ('1*4')",
     "control_code_bytes_by_tile: a list has 4 values where 8"},
    {"tiles-broken", POPLENS_PART_PROGRAMS, "UPDATE program_type_sans SET tiles = x'01'",
     "table programs, row 9: tiles: "},
    {"function-negative", POPLENS_PART_PROGRAMS, "UPDATE program_type_call SET function_id = -1",
     "program_type_call, row 1: function_id is out of range"},
    {"exchange-bomb", POPLENS_PART_EXCHANGES,
     "UPDATE program_type_do_exchange SET bytes_sent_by_tile_rle = x'2000000000000000808181'",
     "program_type_do_exchange, row 1: bytes_sent_by_tile_rle: a list is longer than 8"},
    {"exchange-of-one-ipu", POPLENS_PART_EXCHANGES,
     "UPDATE program_type_do_exchange SET bytes_sent_by_ipu_rle = rle ('12')",
     "bytes_sent_by_ipu_rle: a list has 1 values where 2"},
    {"variable-negative", POPLENS_PART_VARIABLES,
     "UPDATE vars_info SET size_bytes = -4 WHERE var_id = 5",
     "table vars_info, row 6: size_bytes is negative"},
    {"unallocated-garbage", POPLENS_PART_VARIABLES,
     "UPDATE vars_info SET size_bytes = -4, offset = 'x', equivalence_class = -1, category = -7"
     " WHERE var_id = 16",
     NULL},
    {"tile-huge", POPLENS_PART_VARIABLES, "UPDATE vars_info SET tile = 4000000000 WHERE var_id = 9",
     "tile 4000000000 is out of range"},
    {"tile-null", POPLENS_PART_VARIABLES, "UPDATE vars_info SET tile = NULL WHERE var_id = 9",
     NULL},
    {"category-unknown", POPLENS_PART_VARIABLES, "DROP TABLE var_categories", NULL},
    {"interference-broken", POPLENS_PART_VARIABLES,
     "UPDATE equivalence_class_interference SET interference_class_ids = x'01'",
     "equivalence_class_interference, row 1"},
    {"steps-not-dense", POPLENS_PART_LIVENESS, "UPDATE depth_first_steps SET id = 20 WHERE id = 7",
     "depth_first_steps, row 8: found step 20 instead of step 7"},
    {"parent-later", POPLENS_PART_LIVENESS,
     "UPDATE depth_first_steps SET parent_step_id = 2 WHERE id = 2",
     "depth_first_steps, row 3: step 2 comes before its parent 2"},
    {"live-below-zero", POPLENS_PART_LIVENESS,
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (NULL, 5, -1)",
     "memory_not_always_live_by_step_and_ipu: the live bytes fall below zero at step 5"},
    {"live-of-ipu-below-zero", POPLENS_PART_LIVENESS,
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (1, 0, -1)", "at step 0"},
    {"live-overflow", POPLENS_PART_LIVENESS,
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (NULL, 1, 9223372036854775807)",
     "memory_not_always_live_by_step_and_ipu"},
    {"live-running-overflow", POPLENS_PART_LIVENESS,
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (NULL, 2, 9223372036854775807)",
     "delta_bytes is out of range"},
    {"live-ipu-huge", POPLENS_PART_LIVENESS,
     "INSERT INTO memory_not_always_live_by_step_and_ipu VALUES (100000, 1, 5)",
     "IPU 100000 is out of range"},
    {"range-backwards", POPLENS_PART_LIVENESS, "UPDATE eq_class_step SET step_id_from = 9",
     "table eq_class_step, row 1: the range 9 to "},
    {"range-empty", POPLENS_PART_LIVENESS, "UPDATE eq_class_step SET step_id_to = step_id_from",
     "eq_class_step"},
    {"range-past-the-end", POPLENS_PART_LIVENESS, "UPDATE eq_class_step SET step_id_to = 9",
     "eq_class_step"},
    {"step-unknown", POPLENS_PART_EXECUTION, "UPDATE steps_by_ipu SET step_id = 77 WHERE rowid = 4",
     "table steps_by_ipu, row 4: step 77 is missing in the table steps"},
    {"step-twice", POPLENS_PART_EXECUTION,
     "CREATE TABLE s AS SELECT * FROM steps; INSERT INTO s SELECT * FROM steps WHERE id = 2;"
     "DROP TABLE steps; ALTER TABLE s RENAME TO steps",
     "table steps, row 4: duplicate step ID 2"},
    {"step-ends-first", POPLENS_PART_EXECUTION,
     "UPDATE steps_by_ipu SET active_cycles_from_max = 100 WHERE step_id = 2",
     "table steps_by_ipu, row 4: the step ends before it starts"},
    {"cycles-unknown", POPLENS_PART_EXECUTION, "DELETE FROM cycles_by_tile WHERE id = 2", NULL},
    {"cycles-short", POPLENS_PART_EXECUTION,
     "UPDATE cycles_by_tile SET cycles_by_tile_rle = rle ('1*3')", NULL},
    {"cycles-overflow", POPLENS_PART_EXECUTION,
     "UPDATE cycles_by_tile SET cycles_by_tile_rle = x'8801000000000000000080'", NULL},
    {"ipu-huge", POPLENS_PART_EXECUTION, "UPDATE steps_by_ipu SET ipu = 70000 WHERE rowid = 1",
     "IPU 70000 is out of range"},
    {"ipu-twice", POPLENS_PART_EXECUTION,
     "INSERT INTO steps_by_ipu SELECT * FROM steps_by_ipu WHERE rowid = 1",
     "duplicate row of the step for IPU 0"},
    {"many-types", POPLENS_PART_EXECUTION,
     "WITH RECURSIVE n (i) AS (VALUES (4) UNION ALL SELECT i + 1 FROM n WHERE i < 400)"
     "INSERT INTO steps (id, type) SELECT i, 'type' || i FROM n",
     "more than 256 types"},
    {"no-cycles", POPLENS_PART_EXECUTION,
     "DROP TABLE steps_by_ipu; DROP TABLE cycles_by_tile; DROP TABLE execution_cycle_totals", NULL},
    {"totals-odd-column", POPLENS_PART_EXECUTION,
     "ALTER TABLE execution_cycle_totals ADD COLUMN \"a,b!\"", NULL},
    {"block-backwards", POPLENS_PART_EXECUTION, "UPDATE blocks SET cycles_to = 0", NULL},
    {"block-text", POPLENS_PART_EXECUTION, "UPDATE blocks SET cycles_to = 'x'",
     "table blocks, row 1: cycles_to is not a number"},
    {"block-type-huge", POPLENS_PART_EXECUTION, "UPDATE blocks SET type = 1000",
     "table blocks, row 1: type is out of range (1000)"},
    {"option-run", POPLENS_PART_OPTIONS,
     "UPDATE execution_parameters SET run = -7 WHERE name = 'a'",
     "table execution_parameters, row 1: run is out of range (-7)"},
    {"compilation-step-huge", POPLENS_PART_PROGRAMS,
     "UPDATE programs SET compilation_step_id = 4294967295 WHERE rowid = 3",
     "compilation_step_id is out of range"},
    {"sizes-text", POPLENS_PART_OPTIONS, "UPDATE target_info SET num_tiles = 'x'",
     "table target_info, row 1: num_tiles is not a number"},
    {"sizes-huge", POPLENS_PART_EXCHANGES,
     "UPDATE target_info SET num_tiles = 4000000000, tiles_per_ipu = 4000000000,"
     "tiles_per_replica = 4000000000, ipus_per_replica = 4000000000; DELETE FROM memory_by_tile",
     "program_type_do_exchange, row 1"},
};

static void
test_damage_case (gconstpointer data)
{
  const DamageCase *c = data;
  g_autoptr (Mini) mini = mini_new (c->sql);
  g_autoptr (GError) error = NULL;
  gpointer part;

  g_assert_no_error (mini->error);
  part = poplens_profile_load (mini->profile, c->part, NULL, &error);
  if (!c->message) {
    g_assert_no_error (error);
    g_assert_nonnull (part);
  } else {
    /* The part is refused, or loaded without the value. */
    g_autofree char *damage = poplens_profile_describe_damage (mini->profile);
    const char *said = error ? error->message : damage ? damage : "";
    g_assert_true (error ? !part && error->domain == POPLENS_ERROR : part != NULL);
    g_test_message ("%s", said);
    g_assert_nonnull (strstr (said, mini->path));
    g_assert_nonnull (strstr (said, c->message));
  }
  poplens_part_free (c->part, part);
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++)
    for (guint key = 0; key < 3; key++)
      poplens_slice_unref (poplens_profile_read_slice (mini->profile, kind, key, NULL, NULL));
}

/* Checks the damage that the part reports for list 2. */
static void
check_damage_text (const PoplensExecution *part, gboolean missing)
{
  g_autofree char *said = poplens_execution_describe_damage (part);

  g_assert_cmpuint (part->n_damaged, ==, !missing);
  g_assert_cmpuint (part->n_missing > 0, ==, missing);
  g_assert_cmpuint (missing ? part->missing : part->damaged[0], ==, 2);
  g_assert_nonnull (strstr (said, "cycles_by_tile, id 2"));
  g_assert_nonnull (strstr (said, missing ? "missing" : "damaged"));
}

/* A list that is missing or cannot be decoded does not affect others; its steps have unknown
 * cycles, in the step types and in slices. */
static void
test_unknown_list (void)
{
  static const char *const damages[] = {
      "UPDATE cycles_by_tile SET cycles_by_tile_rle = x'ff'",
      "UPDATE cycles_by_tile SET cycles_by_tile_rle = rle ('1*3')",
      "UPDATE cycles_by_tile SET cycles_by_tile_rle = "
      "x'8801000000000000000080'",
      "DELETE FROM cycles_by_tile"};
  g_autoptr (Mini) whole = mini_new (NULL);
  g_autoptr (PoplensExecution) good =
      poplens_profile_load (whole->profile, POPLENS_PART_EXECUTION, NULL, NULL);

  g_assert_cmpuint (good->n_damaged + good->n_missing, ==, 0);
  for (guint d = 0; d < G_N_ELEMENTS (damages); d++) {
    g_autofree char *sql = g_strconcat (damages[d], " WHERE id = 2", NULL);
    g_autoptr (Mini) mini = mini_new (sql);
    g_autoptr (PoplensExecution) part =
        poplens_profile_load (mini->profile, POPLENS_PART_EXECUTION, NULL, NULL);
    guint n_unknown = 0;
    check_damage_text (part, g_str_has_prefix (damages[d], "DELETE"));
    g_assert_false (poplens_execution_knows_tile_cycles (part));
    g_assert_cmpmem (part->row_from, part->n_rows * sizeof (guint64), good->row_from,
                     good->n_rows * sizeof (guint64));
    for (guint32 t = 0; t < part->n_types; t++) {
      n_unknown += part->type_tile_cycles[t] == POPLENS_CYCLES_UNKNOWN;
      g_assert_true (part->type_tile_cycles[t] == POPLENS_CYCLES_UNKNOWN ||
                     part->type_tile_cycles[t] == good->type_tile_cycles[t]);
    }
    g_assert_cmpuint (n_unknown, ==, 1);

    g_autoptr (PoplensSlice) lists =
        poplens_profile_read_slice (mini->profile, POPLENS_SLICE_SCAN_CYCLES, 0, NULL, NULL);
    for (guint32 i = 0; i < lists->n; i++)
      g_assert_true (poplens_lists_is_absent (lists->lists, i) == (lists->values[i] == 2));
  }
}

/* Blocks with impossible values are left out, steps without rows are counted, and everything else
 * is kept. */
static void
test_lost_rows (void)
{
  static const struct {
    const char *sql;
    guint32 n_blocks, n_without_rows;
    const char *says;
  } damages[] = {
      {"DELETE FROM steps WHERE id = 3; UPDATE blocks SET cycles_to = 4 WHERE tile = 1", 1, 0,
       "table blocks, first: row 1)"},
      {"UPDATE blocks SET cycles_from = -9 WHERE tile = 0", 1, 1, "table blocks, first: row 2)"},
      {"UPDATE blocks SET tile = -1", 0, 1, "2 of 2 blocks"},
      {NULL, 2, 1, "1 of 4 executed steps"},
      {"DELETE FROM steps_by_ipu WHERE step_id = 1", 2, 2, "table steps_by_ipu, first: step 1)"},
      {"DELETE FROM steps_by_ipu", 2, 4, "4 of 4 executed steps"},
  };

  for (guint d = 0; d < G_N_ELEMENTS (damages); d++) {
    g_autoptr (Mini) mini = mini_new (damages[d].sql);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensExecution) part =
        poplens_profile_load (mini->profile, POPLENS_PART_EXECUTION, NULL, &error);
    g_assert_no_error (error);
    g_autofree char *said = poplens_execution_describe_damage (part);
    g_assert_cmpuint (part->light->n, ==, damages[d].n_blocks);
    g_assert_cmpuint (part->light->n_damaged, ==, 2 - damages[d].n_blocks);
    g_assert_cmpuint (part->light->first[part->light->n_tiles], ==, damages[d].n_blocks);
    g_assert_cmpuint (part->n_without_rows, ==, damages[d].n_without_rows);
    g_assert_nonnull (strstr (said, damages[d].says));
  }
}

static void
test_damage_cancelled (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (guint part = POPLENS_PART_OPTIONS; part <= POPLENS_PART_EXECUTION; part++) {
    g_autoptr (GError) error = NULL;
    g_assert_null (poplens_profile_load (mini->profile, part, cancellable, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/profile/damage/absent/dropped", "DROP TABLE", test_damage_absent);
  g_test_add_data_func ("/profile/damage/absent/emptied", "DELETE FROM", test_damage_absent);
  g_test_add_func ("/profile/damage/present", test_present);
  g_test_add_data_func ("/profile/damage/each-table/dropped", "DROP TABLE", test_each_table);
  g_test_add_data_func ("/profile/damage/each-table/emptied", "DELETE FROM", test_each_table);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *path = g_strconcat ("/profile/damage/case/", cases[i].name, NULL);
    g_test_add_data_func (path, &cases[i], test_damage_case);
  }
  g_test_add_func ("/profile/damage/unknown-list", test_unknown_list);
  g_test_add_func ("/profile/damage/lost-rows", test_lost_rows);
  g_test_add_func ("/profile/damage/cancelled", test_damage_cancelled);
  return g_test_run ();
}
