#include "tables/engine/builders.h"

#include "model/assumptions.h"

#include "analysis/trace/trace-summary.h"

#include <string.h>

/* ---- step types ----------------------------------------------------------------------- */

static const PoplensColumnSpec type_columns[] = {
    {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Type of the steps, as named in steps.type"},
    {"waiting", "Waiting", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
     "Whether steps of this type wait: syncs, and the begin and end of stream copies"},
    {"steps", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE, "Executed steps of the type"},
    {"tile_cycles", "Tile cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of all tiles and steps; all types add up to tiles × length (cycles_by_tile). "
     "DoExchange cycles are estimated."},
    {"share", "Share", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Share of the tile cycles of all types"},
    {"work_share", "Share of work", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
     "Share of the tile cycles of all work types"},
    {"drawn_cycles", "Drawn cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Cycles of the steps as drawn, over all steps and IPUs"},
};

static void
add_type (PoplensRows *rows, const PoplensTraceSummary *summary, const PoplensStepTypeTotal *type)
{
  guint64 work = summary->tile_cycles - summary->waiting_tile_cycles;

  poplens_rows_add (rows, 0);
  poplens_rows_text (rows, 0, type->name);
  poplens_rows_int (rows, 1, type->waiting != FALSE);
  poplens_rows_int (rows, 2, type->steps);
  if (!type->unknown)
    poplens_rows_int (rows, 3, (gint64) type->tile_cycles);
  if (summary->tile_cycles && !summary->unknown)
    poplens_rows_real (rows, 4, (double) type->tile_cycles / summary->tile_cycles);
  if (work && !type->waiting && !summary->unknown)
    poplens_rows_real (rows, 5, (double) type->tile_cycles / work);
  poplens_rows_int (rows, 6, (gint64) type->drawn_cycles);
}

PoplensTable *
poplens_build_trace_types (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  g_autoptr (PoplensTraceSummary) summary = NULL;
  g_autofree char *note = NULL;
  PoplensNumber steps, cycles;
  PoplensRows *rows;
  PoplensTable *table;

  if (!execution)
    return NULL;
  summary = poplens_trace_summary_new (execution);
  rows = poplens_rows_new (G_N_ELEMENTS (type_columns));
  for (guint t = 0; t < summary->types->len; t++)
    add_type (rows, summary, &g_array_index (summary->types, PoplensStepTypeTotal, t));
  table = poplens_rows_finish (rows, "trace-types", "Cycles by step type", report, FALSE);
  poplens_table_add_columns (table, type_columns, G_N_ELEMENTS (type_columns));
  poplens_table_add_total (table, 2);
  if (!summary->unknown) {
    poplens_table_add_total (table, 3);
    poplens_table_add_total (table, 4);
  }
  poplens_table_add_total (table, 6);
  note =
      g_strdup_printf ("%s of these steps are implicit syncs, without a program (%s drawn cycles)",
                       poplens_format_count (steps, summary->implicit_steps),
                       poplens_format_count (cycles, summary->implicit_drawn_cycles));
  poplens_table_set_note (table, summary->implicit_steps ? note : NULL);
  return table;
}

/* ---- runs and totals ------------------------------------------------------------------ */

static const PoplensColumnSpec run_columns[] = {
    {"id", "Run", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the run (runs.id)"},
    {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE, "Name of the run"},
    {"start", "Started", POPLENS_UNIT_TEXT, POPLENS_FROM_MEASURED,
     "Start of the run by the clock of the host, in local time"},
    {"elapsed_microseconds", "Elapsed", POPLENS_UNIT_MICROSECONDS, POPLENS_FROM_MEASURED,
     "Measured time of the run, by the clock of the host; can differ from the nominal time"},
    {"programs", "Programs", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
     "Number of executed programs (runs.num_programs)"},
    {"steps", "Steps", POPLENS_UNIT_COUNT, POPLENS_FROM_FILE,
     "Number of steps as recorded (runs.num_steps); usually one too low, and not used"},
};

static void
add_run (PoplensRows *rows, const PoplensExecution *x, const PoplensRunInfo *run)
{
  g_autoptr (GDateTime) start =
      run->start_epoch_microseconds > 0
          ? g_date_time_new_from_unix_local (run->start_epoch_microseconds / G_USEC_PER_SEC)
          : NULL;
  g_autofree char *text = start ? g_date_time_format (start, "%Y-%m-%d %H:%M:%S") : NULL;

  poplens_rows_add (rows, 0);
  poplens_rows_int (rows, 0, run->id);
  poplens_rows_text (rows, 1, poplens_strings_get (x->strings, run->name));
  poplens_rows_text (rows, 2, text);
  if (run->elapsed_microseconds >= 0)
    poplens_rows_int (rows, 3, run->elapsed_microseconds);
  poplens_rows_int (rows, 4, (gint64) run->n_programs);
  poplens_rows_int (rows, 5, (gint64) run->n_steps);
}

PoplensTable *
poplens_build_runs (PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensRows *rows;
  PoplensTable *table;

  if (!x)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (run_columns));
  for (guint32 r = 0; r < x->n_runs; r++)
    add_run (rows, x, &x->runs[r]);
  table = poplens_rows_finish (rows, "runs", "Runs", report, FALSE);
  poplens_table_add_columns (table, run_columns, G_N_ELEMENTS (run_columns));
  return table;
}

static const PoplensColumnSpec total_columns[] = {
    {"name", "Sum", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
     "Column of execution_cycle_totals, as spelled in the file"},
    {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_MEASURED,
     "Value of the column; names with tile_cycles are totals over tiles and steps"},
};

/* Where there are several runs, whose sums these are. */
static void
note_run (PoplensTable *table, const PoplensExecution *x)
{
  g_autofree char *run =
      x->totals_run < 0 ? g_strdup ("run not recorded")
                        : g_strdup_printf ("run %" G_GINT64_FORMAT ", as recorded", x->totals_run);
  g_autofree char *note =
      g_strdup_printf ("Totals of one run: %s. The report has %u runs.", run, x->n_runs);

  if (x->n_runs > 1)
    poplens_table_set_note (table, note);
}

PoplensTable *
poplens_build_execution_totals (PoplensReport *report, const PoplensLocation *location,
                                GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensRows *rows;
  PoplensTable *table;

  if (!x)
    return NULL;
  rows = poplens_rows_new (G_N_ELEMENTS (total_columns));
  for (guint32 t = 0; x->has_totals && t < x->n_totals; t++) {
    const char *name = poplens_strings_get (x->strings, x->total_name[t]);
    poplens_rows_add (rows, 0);
    poplens_rows_text (rows, 0, name);
    poplens_rows_int (rows, 1, (gint64) x->total_value[t]);
  }
  table = poplens_rows_finish (rows, "execution-totals", "Recorded cycle totals", report, FALSE);
  poplens_table_add_columns (table, total_columns, G_N_ELEMENTS (total_columns));
  note_run (table, x);
  return table;
}
