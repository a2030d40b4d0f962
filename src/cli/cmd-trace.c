#include "cli/cli.h"

#include "analysis/trace/step-source.h"
#include "analysis/trace/trace-summary.h"

#include <string.h>

/* ---- JSON --------------------------------------------------------------------------------------
 */

static void
write_count (PoplensJsonWriter *json, const char *key, guint64 count)
{
  if (count == POPLENS_COUNT_UNKNOWN)
    poplens_json_null (json, key);
  else
    poplens_json_uint (json, key, count);
}

static void
write_runs (const PoplensExecution *execution, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "runs");
  for (guint32 r = 0; execution && r < execution->n_runs; r++) {
    const PoplensRunInfo *run = &execution->runs[r];
    poplens_json_begin_object (json, NULL);
    poplens_json_int (json, "id", run->id);
    poplens_json_string (json, "name", poplens_strings_get (execution->strings, run->name));
    write_count (json, "programs", run->n_programs);
    write_count (json, "steps", run->n_steps);
    if (run->elapsed_microseconds < 0)
      poplens_json_null (json, "elapsed_microseconds");
    else
      poplens_json_int (json, "elapsed_microseconds", run->elapsed_microseconds);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_ipus (const PoplensExecution *execution, PoplensJsonWriter *json)
{
  poplens_json_begin_array (json, "ipus");
  for (guint32 i = 0; execution && i < execution->n_ipus; i++) {
    if (!execution->ipu_seen[i])
      continue;
    poplens_json_begin_object (json, NULL);
    poplens_json_uint (json, "ipu", i);
    poplens_json_uint (json, "end", execution->ipu_end[i]);
    poplens_json_uint (json, "cycles", execution->ipu_cycles[i]);
    poplens_json_end_object (json);
  }
  poplens_json_end_array (json);
}

static void
write_types (const PoplensExecution *execution, PoplensJsonWriter *json)
{
  gboolean seen[256] = {FALSE};

  for (guint32 r = 0; execution && r < execution->n_rows; r++)
    seen[execution->step_type[execution->row_step[r]]] = TRUE;
  for (guint32 s = 0; execution && !execution->n_rows && s < execution->n_steps; s++)
    seen[execution->step_type[s]] = TRUE;
  poplens_json_begin_object (json, "tile_cycles_by_type");
  for (guint32 t = 0; execution && t < execution->n_types; t++)
    if (seen[t] && execution->type_tile_cycles[t] == POPLENS_CYCLES_UNKNOWN)
      poplens_json_null (json, poplens_strings_get (execution->strings, execution->type_name[t]));
    else if (seen[t])
      poplens_json_uint (json, poplens_strings_get (execution->strings, execution->type_name[t]),
                         execution->type_tile_cycles[t]);
  poplens_json_end_object (json);
}

static void
write_row (const PoplensStepRow *row, PoplensJsonWriter *json)
{
  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "ipu", row->ipu);
  poplens_json_uint (json, "cycles", row->cycles);
  poplens_json_uint (json, "active_tiles", row->active_tiles);
  poplens_json_double (json, "active_tile_balance", row->active_tile_balance);
  poplens_json_double (json, "tile_balance", row->tile_balance);
  if (row->active_tiles) {
    poplens_json_uint (json, "from", row->base + row->active_from_max);
    poplens_json_uint (json, "to", row->base + row->active_to_max);
    poplens_json_uint (json, "overlap", row->active_from_max - row->active_from_min);
  }
  poplens_json_end_object (json);
}

/* Rows of steps_by_ipu one after the other, a slice at a time. */
typedef struct {
  PoplensReport *report;
  const PoplensExecution *execution;
  PoplensSlice *slice;
  guint32 next;
} RowReader;

/* The next row, if it belongs to @step; NULL without an error if not. */
static const PoplensStepRow *
next_row (RowReader *self, guint32 step, GError **error)
{
  guint32 row = self->next;

  if (row >= self->execution->n_rows || self->execution->row_step[row] != step)
    return NULL;
  if (row % POPLENS_STEP_ROWS_PER_SLICE == 0) {
    g_clear_pointer (&self->slice, poplens_slice_unref);
    self->slice = poplens_report_get_slice (self->report, POPLENS_SLICE_STEP_ROWS,
                                            row / POPLENS_STEP_ROWS_PER_SLICE, NULL, error);
  }
  if (!self->slice)
    return NULL;
  if (row % POPLENS_STEP_ROWS_PER_SLICE >= self->slice->n) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 "%s: steps_by_ipu has lost rows since it was read; open the report again",
                 poplens_report_get_path (self->report));
    return NULL;
  }
  self->next++;
  return &self->slice->step_rows[row % POPLENS_STEP_ROWS_PER_SLICE];
}

static gboolean
write_step (const PoplensExecution *execution, guint32 step, RowReader *rows,
            PoplensJsonWriter *json, GError **error)
{
  g_autoptr (GError) local = NULL;
  const char *sync = poplens_execution_step_sync (execution, step);
  const PoplensStepRow *row;

  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "step", poplens_execution_step_id (execution, step));
  poplens_json_string (json, "type", poplens_execution_step_type (execution, step));
  if (execution->step_program[step] == G_MAXUINT32)
    poplens_json_null (json, "program");
  else
    poplens_json_uint (json, "program", execution->step_program[step]);
  poplens_json_string (json, "sync", *sync ? sync : NULL);
  poplens_json_string (json, "source",
                       poplens_step_source_name (poplens_step_source (execution, step)));
  poplens_json_begin_array (json, "ipus");
  while ((row = next_row (rows, step, &local)))
    write_row (row, json);
  poplens_json_end_array (json);
  poplens_json_end_object (json);
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

gboolean
poplens_cli_trace_json (PoplensReport *report, const PoplensLocation *location,
                        PoplensJsonWriter *json, GError **error)
{
  gconstpointer data;
  gboolean good = TRUE;

  if (location)
    return poplens_cli_trace_top_json (report, location, json, error);
  if (!poplens_cli_load (report, POPLENS_PART_EXECUTION, json, &data, error))
    return FALSE;
  const PoplensExecution *execution = data;
  /* Of steps whose rows in steps_by_ipu are lost nobody knows the cycles. */
  if (execution && execution->n_steps && !execution->n_rows)
    poplens_json_null (json, "total_cycles");
  else
    poplens_json_uint (json, "total_cycles", execution ? execution->total_cycles : 0);
  write_runs (execution, json);
  write_ipus (execution, json);
  write_types (execution, json);
  poplens_json_begin_array (json, "steps");
  if (execution) {
    RowReader rows = {report, execution, NULL, 0};
    for (guint32 s = 0; good && s < execution->n_steps; s++)
      good = write_step (execution, s, &rows, json, error);
    g_clear_pointer (&rows.slice, poplens_slice_unref);
  }
  poplens_json_end_array (json);
  return good && poplens_cli_trace_light_json (report, execution, NULL, json, error);
}

/* ---- text --------------------------------------------------------------------------------------
 */

static gboolean
write_longest (PoplensCliView *view, const PoplensExecution *execution, const PoplensTable *steps,
               gboolean waiting, guint most, GError **error)
{
  static const char *const columns[] = {"step",         "ipu",    "type",         "name",
                                        "drawn_cycles", "cycles", "tile_balance", NULL};
  guint32 n;
  const char *title = waiting ? "Longest waits" : "Longest work steps";

  if (execution->n_steps && !execution->n_rows) {
    poplens_cli_title (view, title);
    poplens_cli_line (view, "not recorded: the table steps_by_ipu is missing or empty");
    return TRUE;
  }
  g_autoptr (GArray) rows = poplens_trace_longest (execution, view->all ? 1000 : most, waiting, &n);
  PoplensTableView longest = {rows->len, (guint32 *) (gpointer) rows->data, .n_among = n};

  return poplens_cli_table (view, steps, title, columns, &longest, most, error);
}

/* Where there are no steps: what lightweight profiling recorded. */
static gboolean
write_blocks (PoplensCliView *view, GError **error)
{
  static const PoplensCliTable tables[] = {
      {"block-tiles",
       NULL,
       "Lightweight profiling",
       6,
       NULL,
       {"tile", "ipu", "blocks", "streams", "overflows", "lost", "lost_share"}},
      {"block-statistics",
       NULL,
       "Blocks by program",
       8,
       NULL,
       {"name", "type", "blocks", "tiles", "cycles", "share"}},
  };

  return poplens_cli_show_tables (view, tables, G_N_ELEMENTS (tables), error);
}

gboolean
poplens_cli_trace_text (PoplensCliView *view, GError **error)
{
  static const char *const type_columns[] = {"type",        "waiting", "steps",
                                             "tile_cycles", "share",   NULL};
  g_autoptr (PoplensLocation) location = poplens_location_new (POPLENS_PAGE_TRACE);
  gboolean present;

  if (view->location)
    return poplens_cli_trace_top_text (view, error);
  if (!poplens_cli_headline (view, POPLENS_PART_EXECUTION, &present, error))
    return FALSE;
  if (!present)
    return TRUE;
  const PoplensExecution *execution = poplens_report_load_execution (view->report, NULL, error);
  if (!execution)
    return FALSE;
  if (!execution->n_steps && execution->light->n)
    return write_blocks (view, error);
  /* The longest steps need a dozen lines below. */
  guint types = view->left > 18 ? MIN (view->left - 15, 8) : 3;
  g_autoptr (PoplensTable) steps =
      poplens_tables_build ("trace-steps", view->report, location, NULL, error);
  return steps &&
         poplens_cli_named_table (view, "trace-types", "Tile cycles by type", type_columns, NULL,
                                  types, error) &&
         write_longest (view, execution, steps, FALSE, 5, error) &&
         write_longest (view, execution, steps, TRUE, 3, error);
}
