/* Tables of the engine's runs, of recorded totals of cycles, and of the user's bookmarks with the
 * steps at their cycles. */
#include "analysis/trace/trace-range.h"
#include "analysis/trace/trace-costs.h"
#include "base/search.h"
#include "derived/programs/program-location.h"
#include "derived/trace/light-source.h"
#include "derived/trace/trace-location.h"
#include "model/cycle-range.h"
#include "tables/engine/builders.h"

/* ---- bookmarks ------------------------------------------------------------------------------- */

typedef struct {
  gint64 number;
  const char *note;
  gint64 from, to, cycles, step, ipu;
  const char *type, *name;
  gint64 next;
} BookmarkRow;

static const PoplensColumn bookmark_columns[] = {
    POPLENS_CELL (BookmarkRow, number, "Number", ID, DERIVED,
                  "Number of the bookmark along the trace"),
    POPLENS_CELL (BookmarkRow, note, "Note", TEXT, ASSUMED,
                  "Note of the user; stored outside the report"),
    POPLENS_CELL (BookmarkRow, from, "From", CYCLES, DERIVED,
                  "Cycle of the bookmark; the first cycle of a range"),
    POPLENS_CELL (BookmarkRow, to, "To", CYCLES, DERIVED, "End of the range, excluded"),
    POPLENS_CELL (BookmarkRow, cycles, "Cycles", CYCLES, DERIVED, "Cycles of the range"),
    POPLENS_CELL (BookmarkRow, step, "Step", ID, FILE,
                  "ID of the step in that cycle, on the shown IPU or on any; work steps "
                  "before waits, then the longest"),
    POPLENS_CELL (BookmarkRow, ipu, "IPU", ID, FILE, "IPU of the step"),
    POPLENS_CELL (BookmarkRow, type, "Type", TEXT, FILE,
                  "Type of the step, as named in steps.type"),
    POPLENS_CELL (BookmarkRow, name, "Name", TEXT, FILE, "Name of the program"),
    POPLENS_CELL (BookmarkRow, next, "To next", CYCLES, DERIVED,
                  "Cycles from this bookmark to the next"),
};

/* ---- steps at bookmarks ---------------------------------------------------------------------- */

/* Returns the index of the first bookmark that begins at @cycle or later. */
static guint
first_at (const GPtrArray *list, guint64 cycle)
{
  guint low = 0, high = list->len;

  POPLENS_SEARCH (low, high, at, ((PoplensBookmark *) list->pdata[at])->from < cycle);
  return low;
}

static guint64
step_length (const PoplensExecution *x, guint32 row)
{
  return poplens_execution_row_to (x, row) - x->row_from[row];
}

static gboolean
is_better_bookmark_row (const PoplensExecution *x, guint32 row, guint32 than)
{
  gboolean waits;

  if (than == G_MAXUINT32)
    return TRUE;
  waits = poplens_trace_row_waits (x, row);
  if (waits != poplens_trace_row_waits (x, than))
    return !waits;
  return step_length (x, row) > step_length (x, than);
}

/* Finds the step at each bookmark: a row of steps_by_ipu. @ipu: number of the IPU; −1: any.
 * (transfer full): by bookmark; G_MAXUINT32: no step */
static guint32 *
find_bookmark_rows (const PoplensExecution *x, const GPtrArray *list, gint ipu)
{
  guint32 *found = g_new (guint32, MAX (list->len, 1));

  for (guint i = 0; i < list->len; i++)
    found[i] = G_MAXUINT32;
  for (guint32 row = 0; list->len && row < x->n_rows; row++) {
    if (x->row_from[row] == G_MAXUINT64 || (ipu >= 0 && x->row_ipu[row] != ipu))
      continue;
    /* A step of length 0 is drawn with a length of one cycle. */
    guint64 end = MAX (poplens_execution_row_to (x, row), x->row_from[row] + 1);
    for (guint i = first_at (list, x->row_from[row]);
         i < list->len && ((PoplensBookmark *) list->pdata[i])->from < end; i++)
      if (is_better_bookmark_row (x, row, found[i]))
        found[i] = row;
  }
  return found;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns a link that shows the bookmark with a margin on both sides. The margin is as long as the
 * bookmark or, if that has no length, as the step at it. It is at least 100 cycles. (transfer
 * full) */
static char *
bookmark_link (const PoplensBookmark *mark, const PoplensExecution *x, guint32 row,
               const PoplensLocation *location)
{
  guint64 length = mark->to > mark->from ? mark->to - mark->from
                   : row != G_MAXUINT32  ? step_length (x, row)
                                         : 0;
  guint64 beside = MAX (length, 100);
  g_autoptr (PoplensLocation) page = poplens_trace_chart_location (location);
  PoplensNumber range;
  poplens_trace_range_format (range, mark->from, mark->to);
  const char *const keys[][2] = {{"range", mark->to > mark->from ? range : NULL},
                                 {"tab", "bookmarks"}};
  g_autoptr (PoplensLocation) tab = poplens_location_with_pairs (page, keys, G_N_ELEMENTS (keys));
  g_autoptr (PoplensLocation) begins = poplens_location_with_double (
      tab, "from", (double) (mark->from > beside ? mark->from - beside : 0));
  g_autoptr (PoplensLocation) ends =
      poplens_location_with_double (begins, "to", (double) (mark->to + beside));

  return poplens_location_to_string (ends);
}

static void
add_bookmark_step (PoplensRecords *rows, BookmarkRow *record, const PoplensExecution *x,
                   const PoplensPrograms *programs, guint32 row)
{
  guint32 step = x->row_step[row], program = x->step_program[step];

  record->step = poplens_execution_step_id (x, step);
  record->ipu = x->row_ipu[row];
  record->type = poplens_execution_step_type (x, step);
  if (program != POPLENS_NO_PROGRAM)
    record->name = poplens_program_name_text (programs, program);
}

static BookmarkRow *
add_bookmark_row (PoplensRecords *rows, const GPtrArray *list, guint i, const PoplensExecution *x,
                  guint32 row, const PoplensLocation *location)
{
  const PoplensBookmark *mark = list->pdata[i];
  g_autofree char *link = bookmark_link (mark, x, row, location);
  BookmarkRow *record = poplens_records_add (rows);

  record->number = i + 1;
  record->note = poplens_records_text (rows, mark->note);
  record->from = mark->from;
  if (mark->to > mark->from) {
    record->to = mark->to;
    record->cycles = mark->to - mark->from;
  }
  if (i + 1 < list->len)
    record->next = ((PoplensBookmark *) list->pdata[i + 1])->from - mark->from;
  poplens_records_link (rows, "%s", link);
  return record;
}

/* Last sentence of the note, by the clock in which bookmarks count cycles. With a clock other than
 * that of steps, the columns about steps are empty. */
static const char *const clocks[] = {[POPLENS_BOOKMARKS_STEPS] = "",
                                     [POPLENS_BOOKMARKS_BLOCKS] =
                                         " Cycles are counted by the clock of each IPU.",
                                     [POPLENS_BOOKMARKS_BLOCKS_FROM_FIRST] =
                                         " Cycles are counted from the first block of each IPU."};

PoplensTable *
poplens_build_bookmarks (PoplensReport *report, const PoplensLocation *location,
                         GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  gconstpointer target, programs;
  gint ipu;

  /* Load the target before the bookmarks: its compilation ID selects the bookmarks of this
   * report. */
  if (!x ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_report_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable,
                                     error) ||
      !poplens_trace_location_ipu (location, x, &ipu, error))
    return NULL;
  PoplensBookmarkClock clock = poplens_trace_clock (location, x);
  g_autoptr (GPtrArray) list = poplens_bookmarks_read (report, clock);
  g_autofree guint32 *found = find_bookmark_rows (x, list, ipu);
  g_autofree char *note =
      list->len ? g_strconcat ("Stored outside the report, by compilation ID. In the window F2 "
                               "edits a note and Delete removes a bookmark.",
                               clocks[clock], NULL)
                : g_strdup ("No bookmarks. Press K on the trace to add one.");
  PoplensRecords *rows = POPLENS_RECORDS (BookmarkRow, bookmark_columns);
  for (guint i = 0; i < list->len; i++) {
    BookmarkRow *record = add_bookmark_row (rows, list, i, x, found[i], location);
    if (clock == POPLENS_BOOKMARKS_STEPS && found[i] != G_MAXUINT32)
      add_bookmark_step (rows, record, x, programs, found[i]);
  }
  PoplensTable *table = poplens_records_finish (rows, "bookmarks", "Bookmarks", report);
  poplens_table_set_note (table, note);
  return table;
}

/* ---- runs and totals ------------------------------------------------------------------------- */

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
add_run_row (PoplensRecords *rows, const PoplensExecution *x, const PoplensRunInfo *run)
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
    add_run_row (rows, x, &x->runs[r]);
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

/* Returns the provenance of a recorded total by its name, such as "tile_cycles_internal_exchange"
 * or "tile_overhead_cycles_sync". */
static PoplensStepSource
source_of_total (const char *name)
{
  return g_str_has_suffix (name, "_internal_exchange") ? POPLENS_STEP_ESTIMATED
         : g_str_has_suffix (name, "_sync")            ? POPLENS_STEP_DERIVED
                                                       : POPLENS_STEP_MEASURED;
}

/* Sets the note to the run that the totals belong to, if the report has several runs. */
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
