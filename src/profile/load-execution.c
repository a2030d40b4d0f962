#include "base/work.h"
#include "profile/load-steps.h"

static gboolean
read_runs (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) runs = POPLENS_COLUMN (PoplensRunInfo);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, "runs",
      "id!, name, start_epoch_time_microseconds, elapsed_microseconds, num_programs, num_steps",
      "ORDER BY id", error);

  while (q && poplens_query_next (q)) {
    PoplensRunInfo run = {
        .id = poplens_query_i64 (q, 0),
        .name = poplens_query_intern (q, 1, part->strings),
        .start_epoch_microseconds = poplens_query_u64 (q, 2),
        .elapsed_microseconds =
            poplens_query_is_null (q, 3) ? POPLENS_NOT_TIMED : poplens_query_i64 (q, 3),
        .n_programs = poplens_query_u64 (q, 4),
        .n_steps = poplens_query_u64 (q, 5),
    };
    g_array_append_val (runs, run);
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_runs = runs->len;
  part->runs = poplens_column_steal (&runs);
  return TRUE;
}

static gboolean
read_totals (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) names = POPLENS_COLUMN (guint32);
  g_autoptr (GArray) values = POPLENS_COLUMN (guint64);
  g_autoptr (GString) columns = g_string_new (NULL);
  GPtrArray *all = poplens_schema_get_columns (load->database->schema, "execution_cycle_totals");

  part->totals_run = -1;
  if (!all)
    return TRUE;
  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (columns, "%s%s", i ? "," : "", (char *) g_ptr_array_index (all, i));
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "execution_cycle_totals", columns->str, "LIMIT 1", error);
  while (q && poplens_query_next (q))
    for (guint i = 0; i < all->len; i++) {
      if (poplens_query_is_null (q, i))
        continue;
      if (g_str_equal (g_ptr_array_index (all, i), "run_id")) {
        part->totals_run = poplens_query_i64 (q, i);
        continue;
      }
      POPLENS_PUSH (names, guint32,
                    poplens_strings_intern (part->strings, g_ptr_array_index (all, i), -1));
      POPLENS_PUSH (values, guint64, poplens_query_u64 (q, i));
    }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->has_totals = names->len > 0;
  part->n_totals = names->len;
  part->total_name = poplens_column_steal (&names);
  part->total_value = poplens_column_steal (&values);
  return TRUE;
}

static gboolean
read_markers (const PoplensLoad *load, PoplensExecution *part, GError **error)
{
  g_autoptr (GArray) froms = POPLENS_COLUMN (guint64);
  g_autoptr (GArray) lengths = POPLENS_COLUMN (guint64);
  g_autoptr (PoplensQuery) q =
      poplens_load_query (load, "absolute_markers", "id!, cycles_from!, cycles_length!",
                          "ORDER BY cycles_from, id", error);

  while (q && poplens_query_next (q)) {
    POPLENS_PUSH (froms, guint64, poplens_query_u64 (q, 1));
    POPLENS_PUSH (lengths, guint64, poplens_query_u64 (q, 2));
  }
  if (!q || !poplens_query_end (q, error))
    return FALSE;
  part->n_markers = froms->len;
  part->marker_from = poplens_column_steal (&froms);
  part->marker_length = poplens_column_steal (&lengths);
  return TRUE;
}

PoplensExecution *
poplens_load_execution (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExecution) part = poplens_execution_new ();

  if (!poplens_load_steps (load, part, error) || !read_runs (load, part, error) ||
      !read_totals (load, part, error) || !poplens_load_light_blocks (load, part->light, error) ||
      !read_markers (load, part, error))
    return NULL;
  poplens_work_has_read (load->cancellable);
  return g_steal_pointer (&part);
}

/* ---- in brief ----------------------------------------------------------------------------------
 */

static void
add_brief_type (PoplensExecution *part, PoplensStepKind kind, guint64 cycles)
{
  part->type_kind[part->n_types] = kind;
  part->type_tile_cycles[part->n_types++] = cycles;
}

PoplensExecution *
poplens_load_execution_brief (const PoplensLoad *load, GError **error)
{
  g_autoptr (PoplensExecution) part = poplens_execution_new ();
  guint n = 0;

  if (!poplens_schema_has_table (load->database->schema, "execution_cycle_totals"))
    return NULL;
  part->type_tile_cycles = g_new0 (guint64, 7);
  g_autoptr (PoplensQuery) q = poplens_load_query (
      load, "execution_cycle_totals",
      "cycles!, tile_cycles_compute!, tile_cycles_internal_exchange!, "
      "tile_cycles_inter_ipu_exchange!, tile_cycles_stream_copy!, tile_cycles_stream_copy_begin!, "
      "tile_cycles_stream_copy_end!, tile_cycles_sync!",
      "LIMIT 2", error);
  while (q && poplens_query_next (q) && !n++) {
    static const PoplensStepKind kinds[] = {POPLENS_STEP_ON_TILE_EXECUTE,
                                            POPLENS_STEP_DO_EXCHANGE,
                                            POPLENS_STEP_GLOBAL_EXCHANGE,
                                            POPLENS_STEP_STREAM_COPY_MID,
                                            POPLENS_STEP_STREAM_COPY_BEGIN,
                                            POPLENS_STEP_STREAM_COPY_END,
                                            POPLENS_STEP_SYNC};
    part->total_cycles = poplens_query_u64 (q, 0);
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      add_brief_type (part, kinds[k], poplens_query_u64 (q, 1 + (int) k));
  }
  if (!q || !poplens_query_end (q, error) || n != 1 || !part->total_cycles ||
      !read_runs (load, part, error) || part->n_runs > 1)
    return NULL;
  part->n_steps = 1; /* there are some */
  return g_steal_pointer (&part);
}

/* ---- both ends ---------------------------------------------------------------------------------
 */

static void
take_step (PoplensQuery *q, gpointer step)
{
  *(gint64 *) step = poplens_query_u32 (q, 0);
}

static gboolean
find_step_of (const PoplensLoad *load, gint64 row, gint64 *step)
{
  PoplensRowSpan span = {row, row};
  g_autoptr (PoplensQuery) q =
      poplens_load_slice_query (load, "steps_by_ipu", "step_id!", "", span, NULL);

  *step = -1;
  return poplens_query_each (q, take_step, step, NULL) && *step >= 0;
}

/* More IPUs than a step runs on. */
#define MOST_ROWS_OF_STEP 1024

/* The first row of the step that *@row, which is not the first of @all, is of: a few rows above. */
static gboolean
find_begin (const PoplensLoad *load, PoplensRowSpan all, gint64 *row, gint64 *step)
{
  gint64 above, least = MAX (all.first, *row - MOST_ROWS_OF_STEP);

  if (!find_step_of (load, *row, step))
    return FALSE;
  for (; *row > least; (*row)--)
    if (!find_step_of (load, *row - 1, &above))
      return FALSE;
    else if (above != *step)
      return TRUE;
  return FALSE;
}

static gboolean
find_ends (const PoplensLoad *load, guint32 head, guint32 tail, PoplensRowSpan *rows,
           PoplensRowSpan *steps)
{
  PoplensRowSpan all, all_steps;
  gint64 gap, end;

  if (!poplens_load_span (load, "steps_by_ipu", &all) ||
      !poplens_load_span (load, "steps", &all_steps) || all_steps.first ||
      poplens_span_length (all) / 2 < (guint64) head + tail)
    return FALSE;
  gap = all.first + head;
  end = all.last - tail + 1;
  if (!find_begin (load, all, &gap, &steps[0].last) ||
      !find_begin (load, all, &end, &steps[1].first))
    return FALSE;
  rows[0] = (PoplensRowSpan){all.first, gap - 1};
  rows[1] = (PoplensRowSpan){end, all.last};
  steps[0] = (PoplensRowSpan){0, steps[0].last - 1};
  steps[1].last = all_steps.last;
  /* There may be steps without rows, but not very many. */
  return steps[0].last >= 0 && steps[0].last < 2 * (gint64) head &&
         steps[1].first > steps[0].last && steps[1].last >= steps[1].first &&
         steps[1].last - steps[1].first < 2 * (gint64) tail;
}

PoplensExecution *
poplens_load_execution_ends (const PoplensLoad *load, guint32 head, guint32 tail)
{
  g_autoptr (PoplensExecution) part = poplens_execution_new ();
  PoplensRowSpan rows[2], steps[2];

  if (!find_ends (load, head, tail, rows, steps) ||
      !poplens_load_steps_between (load, part, steps, G_N_ELEMENTS (steps)) ||
      !poplens_load_step_rows_between (load, part, rows, G_N_ELEMENTS (rows)) ||
      !read_runs (load, part, NULL))
    return NULL;
  if (part->n_runs > 1) /* which one a step is of, only all of them can tell */
    part->n_runs = 0;
  part->totals_run = -1;
  part->has_unread_blocks =
      poplens_load_has (load, "blocks") && poplens_database_has_rows (load->database, "blocks");
  part->n_unread = (guint32) (rows[1].first - rows[0].last - 1);
  while (part->gap_row < part->n_rows &&
         poplens_execution_step_id (part, part->row_step[part->gap_row]) <= steps[0].last)
    part->gap_row++;
  return g_steal_pointer (&part);
}
