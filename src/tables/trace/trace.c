/* Runs of the engine, and the cycle totals as recorded. */
#include "analysis/trace/trace-range.h"
#include "tables/engine/builders.h"

/* ---- runs and totals ------------------------------------------------------------------ */

typedef struct {
  gint64 id;
  const char *name, *start;
  gint64 elapsed_microseconds, programs, steps;
} RunRow;

static const PoplensColumn run_columns[] = {
    POPLENS_CELL (RunRow, id, "Run", ID, FILE, "ID of the run (runs.id)"),
    POPLENS_CELL (RunRow, name, "Name", TEXT, FILE, "Name of the run"),
    POPLENS_CELL (RunRow, start, "Started", TEXT, MEASURED,
                  "Start of the run by the clock of the host, in local time"),
    POPLENS_CELL (
        RunRow, elapsed_microseconds, "Elapsed", MICROSECONDS, MEASURED,
        "Measured time of the run, by the clock of the host; can differ from the nominal time"),
    POPLENS_CELL (RunRow, programs, "Programs", COUNT, FILE,
                  "Number of executed programs (runs.num_programs)"),
    POPLENS_CELL (
        RunRow, steps, "Steps", COUNT, FILE,
        "Number of steps as recorded (runs.num_steps); usually one too low, and not used"),
};

static void
add_run (PoplensRecords *rows, const PoplensExecution *x, const PoplensRunInfo *run)
{
  g_autoptr (GDateTime) start =
      run->start_epoch_microseconds > 0
          ? g_date_time_new_from_unix_local (run->start_epoch_microseconds / G_USEC_PER_SEC)
          : NULL;
  g_autofree char *text = start ? g_date_time_format (start, "%Y-%m-%d %H:%M:%S") : NULL;
  RunRow *row = poplens_records_add (rows);

  row->id = run->id;
  row->name = poplens_strings_get (x->strings, run->name);
  row->start = poplens_records_text (rows, text);
  if (run->elapsed_microseconds >= 0)
    row->elapsed_microseconds = run->elapsed_microseconds;
  if (run->n_programs != POPLENS_COUNT_UNKNOWN)
    row->programs = run->n_programs;
  if (run->n_steps != POPLENS_COUNT_UNKNOWN)
    row->steps = run->n_steps;
}

PoplensTable *
poplens_build_runs (PoplensReport *report, const PoplensLocation *location,
                    GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensRecords *rows;

  if (!x)
    return NULL;
  rows = POPLENS_RECORDS (RunRow, run_columns);
  for (guint32 r = 0; r < x->n_runs; r++)
    add_run (rows, x, &x->runs[r]);
  return poplens_records_finish (rows, "runs", "Runs", report);
}

typedef struct {
  const char *name;
  gint64 cycles;
  const char *source;
} TotalRow;

static const PoplensColumn total_columns[] = {
    POPLENS_CELL (TotalRow, name, "Sum", TEXT, FILE,
                  "Column of execution_cycle_totals, as spelled in the file"),
    POPLENS_CELL (TotalRow, cycles, "Cycles", CYCLES, ROW,
                  "Value of the column; names with tile_cycles are totals over tiles and steps"),
    POPLENS_CELL (TotalRow, source, "Source", TEXT, DERIVED,
                  "Source of the cycles: measured, estimated (internal exchanges) or derived "
                  "(syncs)"),
};

/* @name: "tile_cycles_internal_exchange", "tile_overhead_cycles_sync" */
static PoplensStepSource
source_of_total (const char *name)
{
  return g_str_has_suffix (name, "_internal_exchange") ? POPLENS_STEP_ESTIMATED
         : g_str_has_suffix (name, "_sync")            ? POPLENS_STEP_DERIVED
                                                       : POPLENS_STEP_MEASURED;
}

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
poplens_build_runs_by_total (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensRecords *rows;
  PoplensTable *table;

  if (!x)
    return NULL;
  rows = POPLENS_RECORDS (TotalRow, total_columns);
  for (guint32 t = 0; x->has_totals && t < x->n_totals; t++) {
    const char *name = poplens_strings_get (x->strings, x->total_name[t]);
    TotalRow *row = poplens_records_add (rows);
    row->name = poplens_records_text (rows, name);
    row->cycles = x->total_value[t];
    row->source = poplens_step_source_name (source_of_total (name));
  }
  table = poplens_records_finish (rows, "runs", "Recorded cycle totals", report);
  note_run (table, x);
  return table;
}
