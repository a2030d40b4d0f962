/* Tests of small parts of the model: kinds of programs and steps, look-ups, names, empty parts. */
#include "model/execution.h"
#include "model/json-tree.h"
#include "model/liveness.h"
#include "model/options.h"
#include "model/part.h"
#include "model/programs.h"
#include "model/search.h"
#include "model/slices.h"
#include "model/target.h"

static void
test_program_kinds (void)
{
  static const struct {
    const char *name;
    PoplensProgramKind kind;
  } cases[] = {
      {"Sequence", POPLENS_PROGRAM_SEQUENCE},
      {"OnTileExecute", POPLENS_PROGRAM_ON_TILE_EXECUTE},
      {"StreamCopyMid", POPLENS_PROGRAM_STREAM_COPY_MID},
      {"SyncAns", POPLENS_PROGRAM_SYNC_ANS},
      {"WriteUndef", POPLENS_PROGRAM_OTHER},
      {"OnEveryTileSwitch", POPLENS_PROGRAM_OTHER},
      {"sequence", POPLENS_PROGRAM_OTHER},
      {"", POPLENS_PROGRAM_OTHER},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpint (poplens_program_kind_parse (cases[i].name), ==, cases[i].kind);
}

/* Waiting steps are StreamCopyBegin, StreamCopyEnd, Sync, Sans and SyncAns (formats.md 8.4). */
static void
test_step_kinds (void)
{
  static const struct {
    const char *name;
    PoplensStepKind kind;
    gboolean waiting;
  } cases[] = {
      {"OnTileExecute", POPLENS_STEP_ON_TILE_EXECUTE, FALSE},
      {"DoExchange", POPLENS_STEP_DO_EXCHANGE, FALSE},
      {"GlobalExchange", POPLENS_STEP_GLOBAL_EXCHANGE, FALSE},
      {"StreamCopyBegin", POPLENS_STEP_STREAM_COPY_BEGIN, TRUE},
      {"StreamCopy", POPLENS_STEP_STREAM_COPY_MID, FALSE},
      {"StreamCopyMid", POPLENS_STEP_STREAM_COPY_MID, FALSE},
      {"StreamCopyEnd", POPLENS_STEP_STREAM_COPY_END, TRUE},
      {"Sync", POPLENS_STEP_SYNC, TRUE},
      {"Sans", POPLENS_STEP_SANS, TRUE},
      {"SyncAns", POPLENS_STEP_SYNC_ANS, TRUE},
      {"Else", POPLENS_STEP_OTHER, FALSE},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_assert_cmpint (poplens_step_kind_parse (cases[i].name), ==, cases[i].kind);
    g_assert_cmpint (poplens_step_kind_is_waiting (cases[i].kind), ==, cases[i].waiting);
  }
  g_assert_cmpstr (poplens_light_type_name (4), ==, "Block flush");
  g_assert_cmpstr (poplens_light_type_name (5), ==, "Unknown");
}

static void
test_find_id (void)
{
  guint32 ids[300], n = 0;

  for (guint32 id = 0; n < G_N_ELEMENTS (ids); id++)
    if (g_test_rand_bit ())
      ids[n++] = id;
  for (guint32 id = 0, row = 0; row < n; id++) {
    gboolean there = ids[row] == id;
    g_assert_cmpuint (poplens_find_id (ids, n, id), ==, there ? row : G_MAXUINT32);
    row += there;
  }
  g_assert_cmpuint (poplens_find_id (ids, n, G_MAXUINT32), ==, G_MAXUINT32);
  g_assert_cmpuint (poplens_find_id (NULL, 0, 0), ==, G_MAXUINT32);
}

static void
test_peak_step (void)
{
  g_autoptr (PoplensLiveness) liveness = poplens_liveness_new ();
  static const guint64 bytes[] = {3, 9, 2, 9, 0};

  g_assert_cmpuint (poplens_liveness_peak_step (liveness), ==, G_MAXUINT32);
  liveness->n_steps = G_N_ELEMENTS (bytes);
  liveness->not_always_live = g_memdup2 (bytes, sizeof bytes);
  g_assert_cmpuint (poplens_liveness_peak_step (liveness), ==, 1);
}

static void
test_option_names (void)
{
  g_autoptr (PoplensOptions) options = poplens_options_new ();

  poplens_options_add (options, POPLENS_OPTION_TARGET, "a", "target", TRUE, -1);
  poplens_options_add (options, POPLENS_OPTION_COMPILATION, "a", "compiler", FALSE, -1);
  poplens_options_add (options, POPLENS_OPTION_EXECUTION, NULL, NULL, FALSE, 1);
  g_assert_cmpuint (options->n_changed, ==, 2);
  g_assert_cmpstr (poplens_option_set_name (POPLENS_OPTION_EXECUTION), ==, "execution");
}

static void
test_row_to (void)
{
  g_autoptr (PoplensExecution) execution = poplens_execution_new ();
  static const guint64 from[] = {10, 20}, exact = (guint64) 1 << 40;
  static const guint32 length[] = {5, G_MAXUINT32};

  execution->n_rows = 2;
  execution->row_from = g_memdup2 (from, sizeof from);
  execution->row_length = g_memdup2 (length, sizeof length);
  execution->long_lengths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (execution->long_lengths, GUINT_TO_POINTER (1),
                       g_memdup2 (&exact, sizeof exact));
  g_assert_cmpuint (poplens_execution_row_to (execution, 0), ==, 15);
  g_assert_cmpuint (poplens_execution_row_to (execution, 1), ==, exact + 20);
}

static void
test_target (void)
{
  g_autoptr (PoplensTarget) target = poplens_target_new ();

  g_assert_cmpuint (poplens_target_ipu_of_tile (target, 5), ==, 0);
  target->tiles_per_ipu = 4;
  g_assert_cmpuint (poplens_target_ipu_of_tile (target, 3), ==, 0);
  g_assert_cmpuint (poplens_target_ipu_of_tile (target, 4), ==, 1);
  g_assert_cmpstr (poplens_architecture_title ("ipu2"), ==, "Mk2");
  g_assert_cmpstr (poplens_architecture_title ("ipu99"), ==, "ipu99");
  g_assert_cmpstr (poplens_architecture_title (NULL), ==, "unknown");
}

static void
test_free_parts (void)
{
  for (guint part = 0; part < POPLENS_N_PARTS; part++) {
    g_assert_cmpint (*poplens_part_name (part), !=, 0);
    poplens_part_free (part, NULL);
  }
  /* A part can be freed by its kind or by its own function. */
  poplens_part_free (POPLENS_PART_PROGRAMS, poplens_programs_new ());
  poplens_part_free (POPLENS_PART_APP, poplens_json_tree_new ());
}

static void
test_slice (void)
{
  PoplensSlice *slice = poplens_slice_new (POPLENS_SLICE_CYCLES, 7, g_new0 (guint64, 3), 3, 24);
  PoplensSlice *same = poplens_slice_ref (slice);

  g_assert_cmpuint (slice->bytes, >=, 24);
  poplens_slice_unref (slice);
  g_assert_cmpuint (same->values[2], ==, 0);
  poplens_slice_unref (same);
  poplens_slice_unref (NULL);
}

/* Tiles are numbered replica by replica; a file may list only some of them. */
static void
test_replicas (void)
{
  g_autoptr (PoplensTarget) target = poplens_target_new ();
  guint32 first = 7, last = 7;

  g_assert_false (poplens_target_tiles_of_replica (target, 100, 0, &first, &last));
  target->tiles_per_replica = 48;
  g_assert_true (poplens_target_tiles_of_replica (target, 100, 1, &first, &last));
  g_assert_cmpint (first, ==, 48);
  g_assert_cmpint (last, ==, 95);
  g_assert_true (poplens_target_tiles_of_replica (target, 100, 2, &first, &last));
  g_assert_cmpint (last, ==, 99);
  g_assert_false (poplens_target_tiles_of_replica (target, 96, 2, &first, &last));
  g_assert_false (poplens_target_tiles_of_replica (target, 96, G_MAXUINT32, &first, &last));
  g_assert_cmpint (first, ==, 96);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/kinds/programs", test_program_kinds);
  g_test_add_func ("/model/kinds/steps", test_step_kinds);
  g_test_add_func ("/model/kinds/find-id", test_find_id);
  g_test_add_func ("/model/kinds/peak-step", test_peak_step);
  g_test_add_func ("/model/kinds/options", test_option_names);
  g_test_add_func ("/model/kinds/row-to", test_row_to);
  g_test_add_func ("/model/kinds/target", test_target);
  g_test_add_func ("/model/kinds/parts", test_free_parts);
  g_test_add_func ("/model/kinds/slice", test_slice);
  g_test_add_func ("/model/replicas", test_replicas);
  return g_test_run ();
}
