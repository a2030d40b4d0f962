/* Tests of steps and their rows that two threads read in slices: the same as in one go, and as
 * computed. */
#include "fixture.h"

#include "model/execution.h"
#include "model/part.h"

#include <string.h>

#define N 150000
#define LONG G_GUINT64_CONSTANT (0x100000000)

static const char *const types[] = {"Sync", "OnTileExecute", "DoExchange", "GlobalExchange"};

/* Creates a profile with steps @first … @first + N − 1; new types come late. Each has a row on IPUs
 * 0 and 2, except rows that match @without (SQL), stored in @order. Some steps have lists of
 * cycles, and some are long. */
static Mini *
make_steps (guint first, const char *without, const char *order)
{
  g_autofree char *sql = g_strdup_printf (
      "DELETE FROM steps; DELETE FROM steps_by_ipu; DELETE FROM cycles_by_tile;"
      "CREATE TEMP TABLE n AS WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n"
      " WHERE i + 1 < %d) SELECT i FROM n;"
      "INSERT INTO cycles_by_tile SELECT 3 * i + 1, x'8883' FROM n WHERE i < 8300;"
      "INSERT INTO steps (id, type, program, sync_type) SELECT i + %u,"
      " CASE WHEN i < 131072 THEN CASE i %% 2 WHEN 0 THEN 'Sync' ELSE 'OnTileExecute' END"
      " ELSE CASE i %% 3 WHEN 0 THEN 'OnTileExecute' WHEN 1 THEN 'DoExchange'"
      " ELSE 'GlobalExchange' END END, i / 2,"
      " CASE WHEN i > 100000 AND i %% 5 = 0 THEN 'External' END FROM n;"
      "INSERT INTO steps_by_ipu (step_id, ipu, cycles_base, active_cycles_from_max,"
      " active_cycles_from_mean, active_cycles_from_min, active_cycles_to_max,"
      " active_cycles_to_mean, active_cycles_to_min, all_cycles_to_max, all_cycles_to_mean,"
      " all_cycles_to_min, cycles, active_tiles, active_tile_balance, thread_balance, tile_balance,"
      " tile_cycles_id) SELECT n.i + %u, p.i, 10 * n.i, 1, 1, 1,"
      " 5 + CASE n.i %% 1000 WHEN 7 THEN %" G_GUINT64_FORMAT " ELSE 0 END, 5, 5, 9, 9, 9, 4 + p.i,"
      " n.i %% 100, 1, 1, 1,"
      " CASE WHEN n.i %% 10 = 1 THEN 3 * (n.i %% 8300) + 1 END FROM n, (SELECT 0 AS i UNION"
      " SELECT 2) p WHERE 1 ORDER BY n.i %s, p.i;"
      "DELETE FROM steps_by_ipu WHERE %s",
      N, first, first, LONG, order, without);

  return mini_new (sql);
}

static void
compare_executions (const PoplensExecution *a, const PoplensExecution *b)
{
  g_assert_cmpuint (a->n_steps, ==, b->n_steps);
  g_assert_cmpuint (a->n_rows, ==, b->n_rows);
  g_assert_cmpuint (a->n_ipus, ==, b->n_ipus);
  g_assert_cmpmem (a->step_type, a->n_steps, b->step_type, b->n_steps);
  g_assert_cmpmem (a->step_sync, a->n_steps, b->step_sync, b->n_steps);
  g_assert_cmpmem (a->step_program, 4 * a->n_steps, b->step_program, 4 * b->n_steps);
  g_assert_cmpmem (a->row_step, 4 * a->n_rows, b->row_step, 4 * b->n_rows);
  g_assert_cmpmem (a->row_ipu, 2 * a->n_rows, b->row_ipu, 2 * b->n_rows);
  g_assert_cmpmem (a->row_from, 8 * a->n_rows, b->row_from, 8 * b->n_rows);
  g_assert_cmpmem (a->row_length, 4 * a->n_rows, b->row_length, 4 * b->n_rows);
  g_assert_cmpmem (a->ipu_end, 8 * a->n_ipus, b->ipu_end, 8 * b->n_ipus);
  g_assert_cmpmem (a->ipu_cycles, 8 * a->n_ipus, b->ipu_cycles, 8 * b->n_ipus);
  g_assert_cmpuint (a->n_types, ==, b->n_types);
  g_assert_cmpmem (a->type_tile_cycles, 8 * a->n_types, b->type_tile_cycles, 8 * b->n_types);
  g_assert_cmpuint (a->total_cycles, ==, b->total_cycles);
  for (guint32 r = 0; r < a->n_rows; r++)
    if (a->row_from[r] != G_MAXUINT64)
      g_assert_cmpuint (poplens_execution_row_to (a, r), ==, poplens_execution_row_to (b, r));
}

static const char *
type_of_step (guint32 i)
{
  return i < 131072 ? types[i % 2] : types[1 + i % 3];
}

static void
check_numbers (const PoplensExecution *x)
{
  guint64 lists = 0;

  g_assert_cmpuint (x->n_steps, ==, N);
  g_assert_cmpuint (x->n_rows, ==, 2 * N);
  g_assert_cmpuint (x->n_ipus, ==, 3);
  g_assert_false (x->ipu_seen[1]);
  for (guint32 i = 0; i < N; i++) {
    g_assert_cmpstr (poplens_execution_step_type (x, i), ==, type_of_step (i));
    g_assert_cmpstr (poplens_execution_step_sync (x, i), ==,
                     i > 100000 && i % 5 == 0 ? "External" : "");
    g_assert_cmpuint (x->step_program[i], ==, i / 2);
  }
  for (guint32 r = 0; r < x->n_rows; r++) {
    guint32 i = r / 2;
    g_assert_cmpuint (x->row_step[r], ==, i);
    g_assert_cmpuint (x->row_ipu[r], ==, r % 2 * 2);
    if (i % 100 == 0) {
      g_assert_cmpuint (x->row_from[r], ==, G_MAXUINT64);
      continue;
    }
    g_assert_cmpuint (x->row_from[r], ==, 10 * (guint64) i + 1);
    g_assert_cmpuint (poplens_execution_row_to (x, r), ==,
                      10 * (guint64) i + 5 + (i % 1000 == 7 ? LONG : 0));
  }
  for (guint32 t = 0; t < x->n_types; t++)
    lists += x->type_tile_cycles[t];
  g_assert_cmpuint (lists, ==, (guint64) x->n_rows / 10 * 12);
  g_assert_cmpuint (x->ipu_cycles[2], ==, (guint64) N * 6);
  g_assert_cmpuint (x->total_cycles, ==, 10 * (guint64) (N - 1) + 9);
}

static void
test_slices (void)
{
  g_autoptr (Mini) sliced = make_steps (0, "0", "ASC");
  g_autoptr (PoplensExecution) a = mini_load (sliced, POPLENS_PART_EXECUTION);
  /* Rows that are not sorted, with IDs that are not row numbers, are read in one go. */
  g_autoptr (Mini) whole = make_steps (5, "0", "DESC");
  g_autoptr (PoplensExecution) b = mini_load (whole, POPLENS_PART_EXECUTION);

  g_assert_null (a->step_id);
  g_assert_nonnull (b->step_id);
  check_numbers (a);
  check_numbers (b);
  compare_executions (a, b);
}

/* Missing rows, including whole slices of them, leave no gaps in the columns. */
static void
test_steps_gaps (void)
{
  g_autoptr (Mini) sliced =
      make_steps (0, "step_id % 11 = 4 OR step_id BETWEEN 20000 AND 140000", "ASC");
  g_autoptr (PoplensExecution) a = mini_load (sliced, POPLENS_PART_EXECUTION);
  g_autoptr (Mini) whole =
      make_steps (5, "(step_id - 5) % 11 = 4 OR step_id - 5 BETWEEN 20000 AND 140000", "DESC");
  g_autoptr (PoplensExecution) b = mini_load (whole, POPLENS_PART_EXECUTION);

  g_assert_cmpuint (a->n_rows, <, N);
  g_assert_cmpuint (a->row_step[a->n_rows - 1], ==, N - 1);
  compare_executions (a, b);
}

/* An error in a later slice names the right row. */
static void
test_steps_wrong (void)
{
  g_autoptr (Mini) mini =
      make_steps (0,
                  "0; UPDATE steps_by_ipu SET ipu = 70000 WHERE step_id = 140000"
                  " AND ipu = 2",
                  "ASC");
  g_autoptr (GError) error = NULL;

  g_assert_null (poplens_profile_load (mini->profile, POPLENS_PART_EXECUTION, NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "row 280002: IPU 70000 is out of range"));
}

/* A clock that begins late gives the same trace as one that begins at 0, up to 63 bits. */
static void
test_clock (void)
{
  static const guint64 origins[] = {LONG, G_MAXINT64 - 3 * LONG};
  g_autoptr (Mini) early = mini_new (NULL);
  g_autoptr (PoplensExecution) a = mini_load (early, POPLENS_PART_EXECUTION);

  g_assert_cmpuint (a->n_markers, >, 0);
  for (guint i = 0; i < G_N_ELEMENTS (origins); i++) {
    g_autofree char *sql = g_strdup_printf (
        "UPDATE steps_by_ipu SET cycles_base = cycles_base + %" G_GUINT64_FORMAT
        "; UPDATE absolute_markers SET cycles_from = cycles_from + %" G_GUINT64_FORMAT,
        origins[i], origins[i]);
    g_autoptr (Mini) late = mini_new (sql);
    g_autoptr (PoplensExecution) b = mini_load (late, POPLENS_PART_EXECUTION);
    compare_executions (a, b);
    g_assert_cmpuint (a->total_cycles, ==, b->total_cycles);
    g_assert_cmpmem (a->marker_from, 8 * a->n_markers, b->marker_from, 8 * b->n_markers);
  }
}

static void
test_steps_cancel (void)
{
  g_autoptr (Mini) mini = make_steps (0, "0", "ASC");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (poplens_profile_load (mini->profile, POPLENS_PART_EXECUTION, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/steps/slices", test_slices);
  g_test_add_func ("/profile/steps/gaps", test_steps_gaps);
  g_test_add_func ("/profile/steps/wrong", test_steps_wrong);
  g_test_add_func ("/profile/steps/clock", test_clock);
  g_test_add_func ("/profile/steps/cancel", test_steps_cancel);
  return g_test_run ();
}
