/* Table of executed steps, with a row for each step and IPU. Cycles by tile are read when a cell is
 * shown. */
#include "analysis/time/time-occurrences.h"
#include "analysis/trace/trace-range.h"
#include "analysis/trace/trace-variation.h"
#include "tables/engine/builders.h"

#include "base/error.h"
#include "derived/programs/program-location.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-costs-source.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-sums.h"

#include <math.h>
#include <pthread.h>

/* The table trace-steps has a row for each step on each IPU that took part. Some cells come from
 * loaded parts. The others come from slices of 4,096 rows, which are read when a cell is shown; the
 * table caches the last slice. */

enum {
  STEP,
  IPU,
  TYPE,
  LABEL,
  CYCLES, /* one of the first columns, so that a narrow window shows it */
  TILE_BALANCE,
  IMBALANCE,
  SYNC,
  PROGRAM,
  NAME,
  WAITING,
  FROM,
  TO,
  DRAWN,
  ACTIVE_TILES,
  ACTIVE_TILE_BALANCE,
  SOURCE
};

static const PoplensColumn trace_step_columns[] = {
    [STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the step (steps.id)"},
    [IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the IPU"},
    [TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Type of the step, as named in steps.type"},
    [SYNC] = {"sync", "Sync", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Kind of the sync (steps.sync_type): internal ones are of the tiles of an IPU, "
              "external ones of "
              "several IPUs"},
    [PROGRAM] = {"program", "Program", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                 "ID of the program; empty for an implicit sync"},
    [LABEL] = {"label", "Label", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
               "Short name, different from those of all other names in the report; else the name"},
    [NAME] = {"name", "Name", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
              "Name of the program, else of the compute set or the streams"},
    [WAITING] = {"waiting", "Waiting", POPLENS_UNIT_BOOL, POPLENS_FROM_DERIVED,
                 "Whether the step waits: syncs, and the begin and end of stream copies"},
    [FROM] = {"from", "From", POPLENS_UNIT_CYCLES, POPLENS_FROM_ROW,
              "Cycle at which the last active tile starts, and the step is drawn from (cycles_base "
              "+ active_cycles_from_max)"},
    [TO] = {"to", "To", POPLENS_UNIT_CYCLES, POPLENS_FROM_ROW,
            "Cycle at which the last active tile ends (cycles_base + active_cycles_to_max)"},
    [DRAWN] = {"drawn_cycles", "Drawn cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
               "Length of the step as drawn: To minus From"},
    [CYCLES] = {"cycles", "Cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_ROW,
                "Cycles of the longest tile; can exceed the drawn cycles"},
    [ACTIVE_TILES] = {"active_tiles", "Active tiles", POPLENS_UNIT_COUNT, POPLENS_FROM_ROW,
                      "Tiles with any cycles in the step"},
    [ACTIVE_TILE_BALANCE] = {"active_tile_balance", "Active tile balance", POPLENS_UNIT_RATIO,
                             POPLENS_FROM_DERIVED,
                             "Mean cycles of the active tiles ÷ cycles of the longest tile"},
    [TILE_BALANCE] = {"tile_balance", "Tile balance", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                      "Mean cycles of all tiles ÷ cycles of the longest tile"},
    [IMBALANCE] = {"imbalance", "Imbalance", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                   "Longest tile minus mean of all tiles, rounded: cycles that perfect balance "
                   "would save"},
    [SOURCE] = {"source", "Source", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                "Source of the cycles: measured, estimated (DoExchange) or derived (steps without "
                "a program)"},
};

/* Values of a row that are not in the execution part, but in a slice. */
typedef struct {
  guint64 cycles;
  double tile_balance, active_tile_balance;
  guint32 active_tiles;
  gboolean known; /* FALSE: could not be read; the cells are empty */
} StepBalance;

typedef struct {
  PoplensReport *report; /* (not owned): the table keeps it alive */
  const PoplensExecution *execution;
  const PoplensPrograms *programs; /* (nullable) */
  const PoplensStepLabels *labels;
  guint32 *rows;             /* (nullable): rows of steps_by_ipu, by row of the table; NULL: all */
  StepBalance *measured;     /* (nullable): by row of the table; NULL: read when a cell is shown */
  PoplensLocation *location; /* (nullable): location whose selection the links keep */
  pthread_mutex_t mutex;
  PoplensSlice *last; /* (nullable): last slice that was read; guarded by .mutex */
  GError *lost; /* (nullable): error of a lost link, which leaves cells empty; guarded by .mutex */
  /* The next members are set only if the table lists the steps of a finding. */
  const PoplensTime *time; /* owned by the report */
  GArray *found;           /* PoplensTimeOccurrence, by row of the table */
  guint32 *run;            /* (nullable) [n_steps]: row of the step's run in the execution part */
} TraceSteps;

static void
trace_free (gpointer data)
{
  TraceSteps *trace = data;

  poplens_slice_unref (trace->last);
  g_clear_error (&trace->lost);
  pthread_mutex_destroy (&trace->mutex);
  g_free (trace->rows);
  g_free (trace->measured);
  g_clear_pointer (&trace->location, poplens_location_unref);
  g_clear_pointer (&trace->found, g_array_unref);
  g_free (trace->run);
  g_free (trace);
}

static void
store_lost_error (TraceSteps *trace, const GError *error)
{
  pthread_mutex_lock (&trace->mutex);
  if (!trace->lost && !poplens_error_is_lack (error))
    trace->lost = g_error_copy (error);
  pthread_mutex_unlock (&trace->mutex);
}

static GError *
take_lost_error (gconstpointer data)
{
  TraceSteps *trace = (TraceSteps *) data;

  pthread_mutex_lock (&trace->mutex);
  GError *lost = g_steal_pointer (&trace->lost);
  pthread_mutex_unlock (&trace->mutex);
  return lost;
}

/* Returns the slice that contains @row. (transfer full) (nullable): NULL if it cannot be read; the
 * cells are then empty */
static PoplensSlice *
get_step_cycles (TraceSteps *trace, guint32 row)
{
  guint64 key = row / POPLENS_STEP_ROWS_PER_SLICE;
  PoplensSlice *slice = NULL;
  g_autoptr (GError) wrong = NULL;

  pthread_mutex_lock (&trace->mutex);
  if (trace->last && trace->last->key == key)
    slice = poplens_slice_ref (trace->last);
  pthread_mutex_unlock (&trace->mutex);
  if (slice)
    return slice;
  /* Do not hold the mutex while reading, so that other threads can read other slices. */
  slice = poplens_report_get_slice (trace->report, POPLENS_SLICE_STEP_ROWS, key, NULL, &wrong);
  if (!slice) {
    store_lost_error (trace, wrong);
    return NULL;
  }
  pthread_mutex_lock (&trace->mutex);
  poplens_slice_unref (trace->last);
  trace->last = poplens_slice_ref (slice);
  pthread_mutex_unlock (&trace->mutex);
  return slice;
}

static StepBalance
measure_balance (const PoplensSlice *slice, guint32 row)
{
  guint32 at = row % POPLENS_STEP_ROWS_PER_SLICE;
  const PoplensStepRow *fields = slice && at < slice->n ? &slice->step_rows[at] : NULL;

  return fields ? (StepBalance){fields->cycles, fields->tile_balance, fields->active_tile_balance,
                                fields->active_tiles, TRUE}
                : (StepBalance){0};
}

static guint32
trace_row_at (const TraceSteps *trace, guint32 at)
{
  return trace->rows ? trace->rows[at] : at;
}

static StepBalance
get_measured (TraceSteps *trace, guint32 at)
{
  if (trace->measured)
    return trace->measured[at];
  g_autoptr (PoplensSlice) slice = get_step_cycles (trace, trace_row_at (trace, at));
  return measure_balance (slice, trace_row_at (trace, at));
}

/* Reads the values of all rows in advance, for a table whose cells must not wait for another
 * computer. FALSE with @error. */
static gboolean
measure_rows (TraceSteps *trace, guint32 n, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensSlice) slice = NULL;
  guint64 last = G_MAXUINT64;

  trace->measured = g_new (StepBalance, n + 1);
  for (guint32 i = 0; i < n; i++) {
    guint32 row = trace_row_at (trace, i);
    guint64 key = row / POPLENS_STEP_ROWS_PER_SLICE;
    g_autoptr (GError) wrong = NULL;
    if (key != last) {
      g_clear_pointer (&slice, poplens_slice_unref);
      slice = poplens_report_get_slice (trace->report, POPLENS_SLICE_STEP_ROWS, key, cancellable,
                                        &wrong);
    }
    if (poplens_error_is_interruption (wrong)) {
      g_propagate_error (error, g_steal_pointer (&wrong));
      return FALSE;
    }
    last = key;
    trace->measured[i] = measure_balance (slice, row);
  }
  return TRUE;
}

static void
measured_cell (TraceSteps *trace, guint32 at, guint column, PoplensValue *value)
{
  StepBalance measured = get_measured (trace, at);

  if (!measured.known)
    return;
  if (column == ACTIVE_TILES || column == CYCLES) {
    poplens_cell_int (value, (gint64) (column == CYCLES ? measured.cycles : measured.active_tiles));
    return;
  }
  if (column == IMBALANCE) {
    if (!isnan (measured.tile_balance))
      poplens_cell_int (value,
                        (gint64) ((double) measured.cycles * (1 - measured.tile_balance) + 0.5));
    return;
  }
  value->real = column == TILE_BALANCE ? measured.tile_balance : measured.active_tile_balance;
  value->type = isnan (value->real) ? POPLENS_VALUE_NULL : POPLENS_VALUE_REAL;
}

static void
step_program_cell (const TraceSteps *trace, guint32 step, guint column, PoplensValue *value)
{
  guint32 id = trace->execution->step_program[step];

  if (id == POPLENS_NO_PROGRAM)
    return;
  if (column == PROGRAM) {
    poplens_cell_int (value, id);
    return;
  }
  const char *name = poplens_program_name_text (trace->programs, id);
  poplens_cell_text (
      value, column == NAME ? name : poplens_step_label_or_name (trace->labels, step, name));
}

static void
trace_cell (gconstpointer data, guint32 at, guint column, PoplensValue *value)
{
  TraceSteps *trace = (TraceSteps *) data;
  const PoplensExecution *x = trace->execution;
  guint32 row = trace_row_at (trace, at), step = x->row_step[row];
  gboolean active = x->row_from[row] != G_MAXUINT64;

  switch (column) {
  case STEP:
    poplens_cell_int (value, poplens_execution_step_id (x, step));
    break;
  case IPU:
    poplens_cell_int (value, x->row_ipu[row]);
    break;
  case TYPE:
    poplens_cell_text (value, poplens_execution_step_type (x, step));
    break;
  case SYNC:
    poplens_cell_text (value, poplens_execution_step_sync (x, step));
    break;
  case PROGRAM:
  case LABEL:
  case NAME:
    step_program_cell (trace, step, column, value);
    break;
  case WAITING:
    poplens_cell_int (value,
                      poplens_step_kind_is_waiting (poplens_execution_step_kind (x, step)) != 0);
    break;
  case SOURCE:
    poplens_cell_text (value, poplens_step_source_name (poplens_step_source (x, step)));
    break;
  case FROM:
    if (active)
      poplens_cell_int (value, (gint64) x->row_from[row]);
    break;
  case TO:
    if (active)
      poplens_cell_int (value, (gint64) poplens_execution_row_to (x, row));
    break;
  case DRAWN:
    if (active)
      poplens_cell_int (value, (gint64) poplens_trace_row_drawn (x, row));
    break;
  default:
    measured_cell (trace, at, column, value);
  }
}

static char *
step_link (gconstpointer data, guint32 at)
{
  const TraceSteps *trace = data;

  return poplens_trace_step_link (trace->execution,
                                  trace->execution->row_step[trace_row_at (trace, at)],
                                  trace->location, trace->found != NULL);
}

/* Selects rows that are drawn between cycles @from and @to. @any: TRUE ignores this range. @ipu:
 * number of the IPU; −1: any IPU. @only: (nullable): restricts the steps. Returns the number of
 * rows. Sets @error if cancelled. */
static guint32
select_step_rows (TraceSteps *trace, const PoplensTraceOnly *only, gboolean any, guint64 from,
                  guint64 to, int ipu, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = trace->execution;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n;

  for (guint32 r = 0; r < x->n_rows; r++) {
    if (r % 65536 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
      break;
    if ((ipu < 0 || ipu == x->row_ipu[r]) && poplens_trace_only_has (only, x->row_step[r]) &&
        (any || poplens_trace_row_touches (x, r, from, to)))
      g_array_append_val (rows, r);
  }
  n = rows->len;
  trace->rows = (guint32 *) (gpointer) g_array_free (rows, FALSE);
  if (!trace->rows)
    trace->rows = g_new0 (guint32, 1);
  return n;
}

/* Sets the note of the table. @where: (nullable): describes the selected rows; NULL: all rows are
 * selected. @n: number of selected rows */
static void
note_steps (PoplensTable *table, const PoplensExecution *x, const char *where, guint32 n)
{
  static const char source[] =
      "DoExchange cycles are estimated; compute sets and stream copies are measured.";
  PoplensNumber some, all;
  g_autofree char *note =
      where ? g_strdup_printf ("%s: %s of %s rows. %s", where, poplens_format_count (some, n),
                               poplens_format_count (all, x->n_rows), source)
            : NULL;

  poplens_table_set_note (table, note ? note : source);
}

/* Creates the data of the table, without selected rows. (transfer full) (nullable): NULL with
 * @error */
static TraceSteps *
trace_steps_new (PoplensReport *report, const PoplensLocation *location, GCancellable *cancellable,
                 GError **error)
{
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  const PoplensStepLabels *labels =
      execution ? poplens_report_step_labels (report, cancellable, error) : NULL;
  gconstpointer programs;
  TraceSteps *trace;

  if (!labels ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return NULL;
  trace = g_new0 (TraceSteps, 1);
  pthread_mutex_init (&trace->mutex, NULL);
  trace->report = report;
  trace->execution = execution;
  trace->programs = programs;
  trace->labels = labels;
  trace->location = location ? poplens_location_ref ((PoplensLocation *) location) : NULL;
  return trace;
}

PoplensTable *
poplens_build_trace_steps (PoplensReport *report, const PoplensLocation *location,
                           GCancellable *cancellable, GError **error)
{
  static const char *const where[] = {[POPLENS_TRACE_ALL] = "This IPU",
                                      [POPLENS_TRACE_IN_VIEW] = "In view",
                                      [POPLENS_TRACE_SELECTED] = "Selected range"};
  const PoplensExecution *execution = poplens_report_load_execution (report, cancellable, error);
  g_autoptr (PoplensTraceOnly) only = NULL;
  g_autoptr (GError) local = NULL;
  PoplensTraceWhich which;
  PoplensTable *table;
  guint64 from, to;
  gboolean all;
  guint32 n;
  TraceSteps *trace;
  int ipu;

  if (!execution ||
      !poplens_trace_location_range (location, execution, &from, &to, &which, error) ||
      !poplens_trace_location_ipu (location, execution, &ipu, error) ||
      !poplens_trace_only_get (report, location, &only, cancellable, error) ||
      !(trace = trace_steps_new (report, location, cancellable, error)))
    return NULL;
  all = which == POPLENS_TRACE_ALL && ipu < 0 && !only;
  n = all ? execution->n_rows
          : select_step_rows (trace, only, which == POPLENS_TRACE_ALL, from, to, ipu, cancellable,
                              &local);
  if (!local && !poplens_report_is_near (report))
    measure_rows (trace, n, cancellable, &local);
  table =
      poplens_table_new ("trace-steps", "Executed steps", n, trace_cell, trace, trace_free, report);
  if (local) {
    poplens_table_unref (table);
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  poplens_table_add_columns (table, trace_step_columns, G_N_ELEMENTS (trace_step_columns));
  poplens_table_set_link (table, step_link);
  poplens_table_set_lost (table, take_lost_error);
  note_steps (table, execution, all ? NULL : ipu < 0 && !which ? "All" : where[which], n);
  return table;
}

/* ---- steps of a finding ---------------------------------------------------------------------- */

enum {
  OF_STEP,
  OF_RUN,
  OF_IPU,
  OF_LABEL,
  OF_COST,
  OF_CYCLES,
  OF_MEAN,
  OF_IMBALANCE,
  OF_TILES,
  OF_BALANCE,
  OF_SLOWEST,
  OF_TYPE,
  OF_FROM,
  OF_SOURCE
};

static const PoplensColumn finding_step_columns[] = {
    [OF_STEP] = {"step", "Step", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "ID of the step (steps.id)"},
    [OF_RUN] = {"run", "Run", POPLENS_UNIT_ID, POPLENS_FROM_FILE,
                "ID of the run; empty where runs cannot be told apart"},
    [OF_IPU] = {"ipu", "IPU", POPLENS_UNIT_ID, POPLENS_FROM_FILE, "Number of the IPU"},
    [OF_LABEL] =
        {"label", "Label", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
         "Short name, different from those of all other names in the report; of a sync its "
         "kind; else the name"},
    [OF_COST] =
        {"cost", "Lost cycles", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
         "Cycles that the IPU loses here to the cause of the finding, mean of its tiles; in "
         "a slow iteration those by which the step takes longer than in a fast one; of stage "
         "imbalance those that all other IPUs together wait while the step runs"},
    [OF_CYCLES] = {"cycles", "Maximum", POPLENS_UNIT_CYCLES, POPLENS_FROM_ROW,
                   "Cycles of the longest tile; less than the step takes if tiles begin or end "
                   "apart, and than it can lose"},
    [OF_MEAN] = {"mean", "Mean", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                 "Mean cycles of all tiles, rounded"},
    [OF_IMBALANCE] = {"imbalance", "Imbalance", POPLENS_UNIT_CYCLES, POPLENS_FROM_DERIVED,
                      "Longest tile minus mean of all tiles, rounded: cycles that perfect balance "
                      "would save"},
    [OF_TILES] = {"active_tiles", "Tiles used", POPLENS_UNIT_COUNT, POPLENS_FROM_ROW,
                  "Tiles with any cycles in the step"},
    [OF_BALANCE] = {"tile_balance", "Tile balance", POPLENS_UNIT_RATIO, POPLENS_FROM_DERIVED,
                    "Mean cycles of all tiles ÷ cycles of the longest tile"},
    [OF_SLOWEST] = {"tile", "Slowest tile", POPLENS_UNIT_ID, POPLENS_FROM_DERIVED,
                    "Number of the tile that takes longest, of several the lowest"},
    [OF_TYPE] = {"type", "Type", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                 "Type of the step, as named in steps.type"},
    [OF_FROM] = {"from", "From", POPLENS_UNIT_CYCLES, POPLENS_FROM_ROW,
                 "Cycle at which the last active tile starts, and the step is drawn from"},
    [OF_SOURCE] = {"source", "Source", POPLENS_UNIT_TEXT, POPLENS_FROM_DERIVED,
                   "Source of the cycles: measured, estimated (DoExchange) or derived (steps "
                   "without a program)"},
};

/* Columns that exist both in this table and in the table of all steps: index in this table → index
 * in the table of all steps. */
static const guint like_all[] = {[OF_STEP] = STEP,
                                 [OF_IPU] = IPU,
                                 [OF_LABEL] = LABEL,
                                 [OF_CYCLES] = CYCLES,
                                 [OF_IMBALANCE] = IMBALANCE,
                                 [OF_TILES] = ACTIVE_TILES,
                                 [OF_BALANCE] = TILE_BALANCE,
                                 [OF_TYPE] = TYPE,
                                 [OF_FROM] = FROM,
                                 [OF_SOURCE] = SOURCE};

static void
finding_step_cell (gconstpointer data, guint32 at, guint column, PoplensValue *value)
{
  TraceSteps *trace = (TraceSteps *) data;
  const PoplensTimeOccurrence *one = &g_array_index (trace->found, PoplensTimeOccurrence, at);
  const PoplensExecution *x = trace->execution;
  guint32 step = x->row_step[one->row], tile;
  StepBalance measured;

  switch (column) {
  case OF_RUN:
    if (trace->run && trace->run[step] < x->n_runs)
      poplens_cell_int (value, x->runs[trace->run[step]].id);
    break;
  case OF_COST:
    poplens_cell_int (value, (gint64) ((one->cost + trace->time->tiles / 2) / trace->time->tiles));
    break;
  case OF_MEAN:
    measured = get_measured (trace, at);
    if (measured.known && !isnan (measured.tile_balance))
      poplens_cell_int (value, (gint64) ((double) measured.cycles * measured.tile_balance + 0.5));
    break;
  case OF_SLOWEST:
    tile = poplens_time_slowest_tile (trace->time, one->row);
    if (tile != G_MAXUINT32)
      poplens_cell_int (value, tile);
    break;
  case OF_LABEL:
    if (x->step_program[step] == POPLENS_NO_PROGRAM) {
      poplens_cell_text (value, poplens_execution_step_sync (x, step));
      break;
    }
    G_GNUC_FALLTHROUGH;
  default:
    trace_cell (data, at, like_all[column], value);
  }
}

PoplensTable *
poplens_build_finding_steps (PoplensReport *report, const PoplensLocation *location,
                             GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensTimeFindings) all =
      poplens_report_time_findings (report, NULL, cancellable, error);
  const PoplensTimeFinding *finding;
  g_autoptr (GArray) found =
      all ? poplens_report_followed_steps (report, location, all, &finding, cancellable, error)
          : NULL;
  g_autoptr (GError) local = NULL;
  TraceSteps *trace = found ? trace_steps_new (report, location, cancellable, error) : NULL;
  PoplensNumber cycles, share;
  PoplensTable *table;

  if (!trace)
    return NULL;
  trace->time = poplens_report_peek_time (report);
  trace->run = poplens_trace_find_runs (trace->execution);
  trace->rows = g_new (guint32, found->len + 1);
  for (guint i = 0; i < found->len; i++)
    trace->rows[i] = g_array_index (found, PoplensTimeOccurrence, i).row;
  trace->found = g_steal_pointer (&found);
  guint32 n = trace->found->len;
  if (!poplens_report_is_near (report))
    measure_rows (trace, n, cancellable, &local);
  table = poplens_table_new ("trace-steps", "Steps of the finding", n, finding_step_cell, trace,
                             trace_free, report);
  if (local) {
    poplens_table_unref (table);
    g_propagate_error (error, g_steal_pointer (&local));
    return NULL;
  }
  poplens_table_add_columns (table, finding_step_columns, G_N_ELEMENTS (finding_step_columns));
  poplens_table_set_link (table, step_link);
  poplens_table_set_lost (table, take_lost_error);
  const char *what =
      finding->kind == POPLENS_TIME_STAGES_UNBALANCED
          ? "Steps that other IPUs wait for, costliest first; all layers of that IPU "
            "share in the delay."
          : "Costliest first.";
  g_autofree char *note = g_strdup_printf (
      "%s IPUs lose cycles side by side: the program saves at most %s%s cycles (%s).", what,
      finding->approximated ? "≈ " : "",
      poplens_format_count (cycles, (guint64) (finding->saving + 0.5)),
      poplens_format_percent (share, finding->share));
  poplens_table_set_note (table, note);
  return table;
}
