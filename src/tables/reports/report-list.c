/* Reads the reports of a folder with several threads. Makes tables of the reports and of their
 * changes. */
#include "tables/reports/report-list.h"

#include "analysis/reports/report-series.h"
#include "analysis/summary/headline.h"
#include "base/error.h"
#include "derived/headline.h"
#include "derived/time/time-source.h"
#include "report/candidates.h"
#include "report/recover.h"
#include "tables/engine/records.h"

#include <math.h>
#include <string.h>

/* ---- tables ---------------------------------------------------------------------------------- */

/* ---- reports --------------------------------------------------------------------------------- */

typedef struct {
  const char *path, *compiled, *poplar_version, *target;
  gint64 ipus, replicas;
  gint64 figures[POPLENS_N_FIGURES];
  double capacity_share;
  const char *worse, *verdict, *error, *budget, *exceeded, *series, *address;
  gboolean unfinished;
  const char *operation, *layer, *changed;
  gint64 operation_cycles, layer_cycles, changed_cycles;
  double operation_share, layer_share;
  gint64 time[POPLENS_N_TIMES];
} ReportRow;

static const PoplensColumn report_columns[] = {
    POPLENS_CELL (ReportRow, path, "Report", TEXT, DERIVED, "Path of the report below the folder"),
    POPLENS_CELL (
        ReportRow, verdict, "Verdict", TEXT, DERIVED,
        "Change for the worse with this report, whether it fits, or why it cannot be read"),
    POPLENS_CELL (
        ReportRow, worse, "Worse", TEXT, DERIVED,
        "Figures that got worse with this report: their levels, by the noise of its series",
        .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, error, "Error", TEXT, DERIVED,
                  "Why the report, or a part of it, cannot be read", .for_scripts = TRUE),
};

static const PoplensColumn compiled_column =
    POPLENS_CELL (ReportRow, compiled, "Compiled", TEXT, FILE,
                  "Start of the compilation, as the compiler wrote it (date_time)");

static const PoplensColumn origin_columns[] = {
    POPLENS_CELL (ReportRow, capacity_share, "% of capacity", RATIO, DERIVED,
                  "Bytes of the fullest tile as a share of its capacity", .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, target, "Target", TEXT, FILE, "Architecture of the target",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, ipus, "IPUs", COUNT, FILE, "IPUs of all replicas",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, replicas, "Replicas", COUNT, FILE, "Copies of the program",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, poplar_version, "Poplar", TEXT, FILE, "Version of Poplar",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, unfinished, "Unfinished", BOOL, DERIVED,
                  "Whether the run was unfinished or killed: the profile has a temporary name",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, series, "Series", TEXT, DERIVED,
                  "Reports that are compared: those of one model, by the parts of their paths that "
                  "are the same",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, address, "Address", TEXT, DERIVED,
                  "Address of the report, for other commands", .for_scripts = TRUE),
};

/* TRUE for figures that people compare first. Others are hidden by default. */
static gboolean
is_shown_figure (PoplensFigure figure)
{
  return figure == POPLENS_FIGURE_TILE_BYTES || figure == POPLENS_FIGURE_PEAK_BYTES ||
         figure == POPLENS_FIGURE_PROGRAM_CYCLES;
}

static void
add_figure_column (PoplensRecords *rows, PoplensFigure f)
{
  static const PoplensUnit units[] = {[POPLENS_FIGURE_BOOL] = POPLENS_UNIT_BOOL,
                                      [POPLENS_FIGURE_COUNT] = POPLENS_UNIT_COUNT,
                                      [POPLENS_FIGURE_ID] = POPLENS_UNIT_ID,
                                      [POPLENS_FIGURE_BYTES] = POPLENS_UNIT_BYTES,
                                      [POPLENS_FIGURE_CYCLES] = POPLENS_UNIT_CYCLES};
  const PoplensFigureSpec *spec = poplens_figure_spec (f);
  const PoplensColumn column = {.name = spec->key,
                                .title = spec->title,
                                .unit = units[spec->unit],
                                .provenance = POPLENS_FROM_DERIVED,
                                .doc = spec->doc,
                                .holds = POPLENS_HOLDS_I64,
                                .absent = POPLENS_ABSENT_MIN,
                                .offset =
                                    G_STRUCT_OFFSET (ReportRow, figures) + f * sizeof (gint64),
                                .for_scripts = !is_shown_figure (f)};

  poplens_records_add_column (rows, &column);
}

static const PoplensColumn budget_columns[] = {
    POPLENS_CELL (ReportRow, budget, "Budget", TEXT, DERIVED,
                  "pass, fail, or unknown where a limit cannot be judged"),
    POPLENS_CELL (ReportRow, exceeded, "Not kept", TEXT, DERIVED,
                  "Limits that failed or cannot be judged"),
};

static const PoplensColumn path_columns[] = {
    POPLENS_CELL (ReportRow, changed, "Changed most", TEXT, DERIVED,
                  "Class of the critical path that changed most since the report before in the "
                  "series, or the operation, copy or stream beside which others of the class "
                  "changed by less than a third of that; layers that were added or removed"),
    POPLENS_CELL (ReportRow, changed_cycles, "Change", SIGNED_CYCLES, DERIVED,
                  "Change on the critical path of what changed most"),
    POPLENS_CELL (
        ReportRow, operation, "Costliest operation", TEXT, DERIVED,
        "Operation with most cycles of compute and exchange, mean of IPUs, with numbers of "
        "layers as *",
        .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, operation_share, "Operation share", RATIO, DERIVED,
                  "Cycles of the costliest operation as a share of the program time",
                  .for_scripts = TRUE),
    POPLENS_CELL (
        ReportRow, layer, "Costliest layer", TEXT, DERIVED,
        "Layer with most cycles of compute and exchange, mean of IPUs, all phases together",
        .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, layer_share, "Layer share", RATIO, DERIVED,
                  "Cycles of the costliest layer as a share of the program time",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, operation_cycles, "Cycles of operation", CYCLES, DERIVED,
                  "Cycles of compute and exchange of the costliest operation, mean of IPUs",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, layer_cycles, "Cycles of layer", CYCLES, DERIVED,
                  "Cycles of compute and exchange of the costliest layer, mean of IPUs",
                  .for_scripts = TRUE),
};

static void
add_time_columns (PoplensRecords *rows)
{
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    g_autofree char *name = g_strconcat ("time_", poplens_time_class_key (c), NULL);
    g_autofree char *doc =
        g_strconcat (poplens_time_class_doc (c), "; mean of tiles and IPUs", NULL);
    const PoplensColumn column = {.name = name,
                                  .title = poplens_time_class_title (c),
                                  .unit = POPLENS_UNIT_CYCLES,
                                  .provenance = POPLENS_FROM_DERIVED,
                                  .doc = doc,
                                  .holds = POPLENS_HOLDS_I64,
                                  .absent = POPLENS_ABSENT_MIN,
                                  .offset = G_STRUCT_OFFSET (ReportRow, time) + c * sizeof (gint64),
                                  .for_scripts = TRUE};
    poplens_records_add_column (rows, &column);
  }
}

static void
fill_budget_cells (ReportRow *row, const PoplensListedReport *report, PoplensRecords *rows)
{
  g_autoptr (GString) exceeded = g_string_new (NULL);
  guint counts[POPLENS_N_BUDGET_RESULTS];

  if (!report->rules)
    return;
  poplens_budget_count (report->rules, counts);
  for (guint r = 0; r < report->rules->len; r++) {
    const PoplensBudgetRule *rule = g_ptr_array_index (report->rules, r);
    g_autofree char *title = poplens_budget_rule_title (rule);
    if (rule->result != POPLENS_BUDGET_PASS)
      g_string_append_printf (exceeded, "%s%s", exceeded->len ? ", " : "", title);
  }
  row->budget =
      poplens_budget_result_name (counts[POPLENS_BUDGET_FAIL]      ? POPLENS_BUDGET_FAIL
                                  : counts[POPLENS_BUDGET_UNKNOWN] ? POPLENS_BUDGET_UNKNOWN
                                                                   : POPLENS_BUDGET_PASS);
  if (exceeded->len)
    row->exceeded = poplens_records_text (rows, exceeded->str);
}

static void
fill_costliest (ReportRow *row, const PoplensListedReport *report, PoplensRecords *rows)
{
  const PoplensTimeCostliest *costliest = &report->costliest;
  double program = report->timing.program ? (double) report->timing.program : NAN;

  if (costliest->operation) {
    row->operation = poplens_records_text (rows, costliest->operation);
    row->operation_cycles = (gint64) costliest->operation_cycles;
    row->operation_share = (double) costliest->operation_cycles / program;
  }
  if (costliest->layer) {
    row->layer = poplens_records_text (rows, costliest->layer);
    row->layer_cycles = (gint64) costliest->layer_cycles;
    row->layer_share = (double) costliest->layer_cycles / program;
  }
}

static void
fill_cause_cells (ReportRow *row, const PoplensReportCause *cause, PoplensRecords *rows)
{
  if (!cause->title)
    return;
  g_autofree char *with =
      cause->layers ? g_strdup_printf ("%s, with %s", cause->title, cause->layers) : NULL;
  row->changed = poplens_records_text (rows, with ? with : cause->title);
  row->changed_cycles = cause->cycles;
}

static void
fill_report_row (ReportRow *row, const PoplensListedReport *report, PoplensRecords *rows)
{
  row->path = poplens_records_text (rows, report->path);
  row->address = poplens_records_text (rows, report->address);
  row->compiled = poplens_records_text (rows, report->compiled);
  row->poplar_version = poplens_records_text (rows, report->poplar_version);
  row->target = poplens_records_text (rows, report->architecture);
  row->error = poplens_records_text (rows, report->error);
  row->unfinished = report->unfinished;
  if (report->ipus)
    row->ipus = report->ipus;
  if (report->replicas)
    row->replicas = report->replicas;
  poplens_figures_compute (row->figures, &report->headline, &report->timing);
  if (row->figures[POPLENS_FIGURE_TILE_BYTES] >= 0 && report->headline.tile_capacity)
    row->capacity_share =
        (double) row->figures[POPLENS_FIGURE_TILE_BYTES] / (double) report->headline.tile_capacity;
  fill_budget_cells (row, report, rows);
  for (PoplensTimeClass c = 0; report->has_time && c < POPLENS_N_TIMES; c++)
    row->time[c] = (gint64) report->time[c];
  fill_costliest (row, report, rows);
}

/* Joins the texts of the report's changes for the worse. @next: (inout): index of the report's
 * first change; advances past the report's changes. (transfer full) (nullable): NULL if there are
 * none */
static char *
join_worse (const PoplensReportList *list, guint32 report, PoplensByteUnit unit, guint *next)
{
  GString *text = NULL;

  for (; list->changes && *next < list->changes->len; (*next)++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, *next);
    if (change->report != report)
      break;
    if (!poplens_report_change_is_worse (change))
      continue;
    g_autofree char *one = poplens_report_change_text (change, unit);
    text = text ? text : g_string_new (NULL);
    g_string_append_printf (text, "%s%s", text->len ? ", " : "", one);
  }
  return text ? g_string_free (text, FALSE) : NULL;
}

static gboolean
has_budget (const PoplensReportList *self)
{
  for (guint32 r = 0; r < self->reports->len; r++)
    if (((const PoplensListedReport *) g_ptr_array_index (self->reports, r))->rules)
      return TRUE;
  return FALSE;
}

PoplensTable *
poplens_report_list_table (const PoplensReportList *self, const PoplensReportListOptions *options,
                           PoplensByteUnit unit)
{
  PoplensRecords *rows = POPLENS_RECORDS (ReportRow, report_columns);
  gboolean budget = options->rules || has_budget (self);
  guint next = 0;

  add_figure_column (rows, POPLENS_FIGURE_PROGRAM_CYCLES);
  for (guint c = 0; options->time && c < G_N_ELEMENTS (path_columns); c++)
    poplens_records_add_column (rows, &path_columns[c]);
  for (PoplensFigure f = 0; f < POPLENS_N_FIGURES; f++)
    if (f != POPLENS_FIGURE_PROGRAM_CYCLES)
      add_figure_column (rows, f);
  poplens_records_add_column (rows, &compiled_column);
  for (guint c = 0; c < G_N_ELEMENTS (origin_columns); c++)
    poplens_records_add_column (rows, &origin_columns[c]);
  for (guint c = 0; budget && c < G_N_ELEMENTS (budget_columns); c++)
    poplens_records_add_column (rows, &budget_columns[c]);
  if (options->time)
    add_time_columns (rows);
  for (guint32 r = 0; r < self->reports->len; r++) {
    g_autofree char *worse = join_worse (self, r, unit, &next);
    g_autofree char *verdict = poplens_report_list_verdict (self, r, unit);
    ReportRow *row = poplens_records_add (rows);
    fill_report_row (row, g_ptr_array_index (self->reports, r), rows);
    row->series = poplens_records_text (rows, self->series ? self->series[r] : NULL);
    row->worse = poplens_records_text (rows, worse);
    row->verdict = poplens_records_text (rows, verdict);
    if (self->causes)
      fill_cause_cells (row, &self->causes[r], rows);
  }
  return poplens_records_finish (rows, "reports", "Reports", NULL);
}

/* ---- changes --------------------------------------------------------------------------------- */

typedef struct {
  const char *report, *measure, *result, *previous, *mend, *series;
  PoplensValue before, after, difference, noise;
  double ratio;
  gint64 over;
  gboolean last;
} SeriesChangeRow;

static const PoplensColumn change_columns[] = {
    POPLENS_CELL (SeriesChangeRow, report, "Report", TEXT, DERIVED,
                  "Path of the report that began the change, or the last of a steady one"),
    POPLENS_CELL (SeriesChangeRow, measure, "Measure", TEXT, DERIVED,
                  "Column that changed: fits, iteration_cycles, program_cycles, tile_bytes or "
                  "peak_bytes"),
    POPLENS_CELL (SeriesChangeRow, result, "Result", TEXT, DERIVED,
                  "worse or better from this report on, or once: later reports are as before"),
    POPLENS_CELL (SeriesChangeRow, before, "Before", MIXED, DERIVED,
                  "Level before: median of the reports since the last change; of fits 1 for yes"),
    POPLENS_CELL (
        SeriesChangeRow, after, "After", MIXED, DERIVED,
        "Level after: median of the reports up to the next change; or the value, if once"),
    POPLENS_CELL (SeriesChangeRow, difference, "Change", MIXED, DERIVED,
                  "Level after minus level before"),
    POPLENS_CELL (SeriesChangeRow, ratio, "In %", SIGNED_RATIO, DERIVED,
                  "Change as a share of the level before; not of the previous report, as in diff"),
    POPLENS_CELL (SeriesChangeRow, noise, "Noise", MIXED, DERIVED,
                  "Standard deviation of the reports before; 0 if they are equal"),
    POPLENS_CELL (SeriesChangeRow, previous, "Previous", TEXT, DERIVED,
                  "Last report before it that is like the others, to compare with; the first of a "
                  "steady change; none if it is the first of all"),
    POPLENS_CELL (SeriesChangeRow, mend, "Better again", TEXT, DERIVED,
                  "Report since which half of what got worse, or more, is gone"),
    POPLENS_CELL (SeriesChangeRow, over, "Over", COUNT, DERIVED,
                  "Reports over which the figure rose or fell steadily; 0 if it changed at once"),
    POPLENS_CELL (SeriesChangeRow, last, "Last", BOOL, DERIVED,
                  "Whether no later report confirms the change"),
    POPLENS_CELL (SeriesChangeRow, series, "Series", TEXT, DERIVED,
                  "Reports that are compared: those of one model, by the parts of their paths that "
                  "are the same"),
};

static const char *
path_at (const PoplensReportList *self, guint32 report)
{
  return ((const PoplensListedReport *) g_ptr_array_index (self->reports, report))->path;
}

static void
fill_change_cells (SeriesChangeRow *row, const PoplensReportChange *change)
{
  const PoplensChangePoint *level = &change->level;
  gboolean is_fit = change->measure == POPLENS_MEASURE_FITS;
  gboolean is_cycles = poplens_report_measure_is_time (change->measure);
  PoplensUnit unit = is_fit      ? POPLENS_UNIT_BOOL
                     : is_cycles ? POPLENS_UNIT_CYCLES
                                 : POPLENS_UNIT_BYTES;

  row->measure = poplens_report_measure_key (change->measure);
  row->result = level->once ? "once" : poplens_report_change_is_worse (change) ? "worse" : "better";
  row->last = level->last;
  row->over = level->over;
  /* The measure FITS is 0 if the program fits, and 1 if it does not. The column is TRUE if it
   * fits. */
  row->before = poplens_value_int (is_fit ? level->before == 0 : llround (level->before), unit);
  row->after = poplens_value_int (is_fit ? level->after == 0 : llround (level->after), unit);
  if (is_fit)
    return;
  row->difference =
      poplens_value_int (llround (level->after - level->before),
                         is_cycles ? POPLENS_UNIT_SIGNED_CYCLES : POPLENS_UNIT_SIGNED_BYTES);
  row->noise = poplens_value_int (llround (level->noise), unit);
  if (level->before > 0)
    row->ratio = (level->after - level->before) / level->before;
}

PoplensTable *
poplens_report_changes_table (const PoplensReportList *self)
{
  PoplensRecords *rows = POPLENS_RECORDS (SeriesChangeRow, change_columns);

  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (self->changes, PoplensReportChange, c);
    const PoplensReportChange *mend = poplens_report_list_find_mend (self, c);
    SeriesChangeRow *row = poplens_records_add (rows);
    fill_change_cells (row, change);
    row->report = poplens_records_text (rows, path_at (self, change->report));
    if (change->previous != change->report)
      row->previous = poplens_records_text (rows, path_at (self, change->previous));
    if (mend)
      row->mend = poplens_records_text (rows, path_at (self, mend->report));
    row->series = poplens_records_text (rows, self->series[change->report]);
  }
  return poplens_records_finish (rows, "report-changes", "Changes", NULL);
}

/* ---- folders that were not searched ---------------------------------------------------------- */

typedef struct {
  const char *path, *why;
} UnsearchedRow;

static const PoplensColumn unsearched_columns[] = {
    POPLENS_CELL (UnsearchedRow, path, "Folder", TEXT, DERIVED, "Path below the folder"),
    POPLENS_CELL (UnsearchedRow, why, "Why", TEXT, DERIVED, "Why it was not searched"),
};

PoplensTable *
poplens_report_unsearched_table (const PoplensReportList *self)
{
  PoplensRecords *rows = POPLENS_RECORDS (UnsearchedRow, unsearched_columns);

  for (guint i = 0; i < self->unsearched->len; i++) {
    const PoplensUnsearched *unsearched = g_ptr_array_index (self->unsearched, i);
    UnsearchedRow *row = poplens_records_add (rows);
    row->path = poplens_records_text (rows, unsearched->name);
    row->why = unsearched->why;
  }
  return poplens_records_finish (rows, "unsearched", "Not searched", NULL);
}

/* ---- reading --------------------------------------------------------------------------------- */

#define MOST_THREADS 8u
/* Maximum number of threads that read from another computer: a connection handles only a few
 * requests at a time. */
#define MOST_FAR_THREADS 4u

static void
listed_clear (gpointer data)
{
  PoplensListedReport *self = data;

  g_free (self->path);
  g_free (self->address);
  g_free (self->error);
  g_free (self->compiled);
  g_free (self->poplar_version);
  g_free (self->architecture);
  g_free (self->key);
  poplens_time_costliest_clear (&self->costliest);
  g_clear_pointer (&self->rules, g_ptr_array_unref);
  g_clear_pointer (&self->items, g_array_unref);
  poplens_operation_work_free (self->work);
  g_clear_pointer (&self->names, g_array_unref);
}

static void
listed_unref (gpointer self)
{
  g_atomic_rc_box_release_full (self, listed_clear);
}

/* Name by which the disk cache stores figures of listed reports. */
#define LISTED_REPORT "listed-report"

/* ---- one report ------------------------------------------------------------------------------ */

typedef struct {
  const PoplensReportListOptions *options;
  PoplensStorage *storage;
  const char *folder;
  GCancellable *cancellable;
  GHashTable *before; /* (nullable): path → PoplensListedReport of the earlier list */
  GAsyncQueue *done;  /* ReadReport: a thread pushes one for each report that it has read */
} ListReader;

typedef struct {
  PoplensListedReport *report;
  GError *stopped; /* (nullable): error that stops reading the list: lost link, or cancelled */
} ReadReport;

/* Moves @wrong to *@kept. Frees @wrong instead if *@kept is set, or if @wrong says that data is
 * absent. @wrong: (transfer full) (nullable) */
static void
store_first_error (GError **kept, GError *wrong)
{
  if (wrong && !*kept && !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT))
    *kept = wrong;
  else
    g_clear_error (&wrong);
}

static void
set_target_fields (PoplensListedReport *self, const PoplensTarget *target)
{
  self->compiled = g_strdup (target->timestamp);
  self->poplar_version = g_strdup (target->poplar_version);
  self->architecture = g_strdup (target->architecture);
  self->ipus = target->num_ipus;
  self->tiles = target->num_tiles;
  self->replicas = target->num_replicas;
}

static void
read_headline (PoplensListedReport *self, PoplensReport *report, GCancellable *cancellable,
               GError **kept)
{
  PoplensHeadlineParts parts;
  GError *wrong = NULL;

  poplens_headline_load (report, POPLENS_HEADLINE_ALL, &parts, cancellable, &wrong);
  store_first_error (kept, wrong);
  if (parts.target)
    set_target_fields (self, parts.target);
  self->timing = parts.time;
  poplens_headline_compute (&self->headline, parts.target, parts.memory, parts.peak,
                            parts.execution);
}

/* Sets .error if figures of the report are incomplete, because tiles or executed steps are missing.
 */
static void
note_incomplete (PoplensListedReport *self, PoplensReport *report)
{
  const PoplensExecution *x = poplens_report_peek (report, POPLENS_PART_EXECUTION);

  if (self->error || !(self->headline.memory_incomplete || (x && poplens_execution_lacks_rows (x))))
    return;
  g_autoptr (GPtrArray) incomplete = poplens_report_list_damage (report);
  g_ptr_array_add (incomplete, NULL);
  self->error = g_strjoinv (" ", (char **) incomplete->pdata);
}

static void
read_report_time (PoplensListedReport *self, PoplensReport *report, GCancellable *cancellable,
                  GError **kept)
{
  GError *wrong = NULL;
  const PoplensTime *time = poplens_report_time (report, cancellable, &wrong);

  self->time_asked = TRUE;
  store_first_error (kept, wrong);
  if (!time || !time->n_ipus)
    return;
  self->has_time = TRUE;
  poplens_report_program_time (report, TRUE, &self->timing, cancellable, NULL);
  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    guint64 sum = 0;
    for (guint i = 0; i < time->n_ipus; i++)
      sum += time->ipus[i].classes[c];
    self->time[c] = sum / ((guint64) time->tiles * time->n_ipus);
  }
  const PoplensTimeSide side = {time, poplens_report_peek (report, POPLENS_PART_PROGRAMS), 0,
                                time->total};
  self->items = poplens_path_items_new (&side);
  self->work = poplens_operation_work_new (&side);
  poplens_time_costliest (time, side.programs, &self->costliest);
}

/* Reads the names of compute sets. On another computer, does so only if the programs part, which
 * has the names, is loaded already. */
static void
read_set_names (PoplensListedReport *self, PoplensReport *report, GCancellable *cancellable,
                GError **kept)
{
  g_autoptr (PoplensStrings) names = NULL;
  GError *wrong = NULL;

  if (poplens_report_is_near (report) || poplens_report_peek (report, POPLENS_PART_PROGRAMS))
    names = poplens_report_load_compute_set_names (report, cancellable, &wrong);
  store_first_error (kept, wrong);
  if (names)
    self->names = poplens_compute_set_names_new (names);
}

static void
judge_report_budget (PoplensListedReport *self, PoplensReport *report, const GPtrArray *rules,
                     GCancellable *cancellable, GError **kept)
{
  g_autoptr (GPtrArray) own = poplens_budget_copy (rules);
  GError *wrong = NULL;

  if (poplens_budget_judge (own, report, cancellable, &wrong))
    self->rules = g_steal_pointer (&own);
  store_first_error (kept, wrong);
}

static PoplensReport *
open_listed_report (const PoplensListedReport *self, const ListReader *reader, const char *place,
                    GError **error)
{
  g_autofree char *copy = NULL;

  if (!reader->options->recover || !poplens_report_can_recover (self->address))
    return poplens_report_open_at (reader->storage, place, NULL, error);
  copy = poplens_report_recover (self->address, reader->cancellable, error);
  return copy ? poplens_report_open (copy, error) : NULL;
}

/* Reads the figures of @report that the list shows. Does not judge the rules. */
static void
read_figures (PoplensListedReport *self, PoplensReport *report, const ListReader *reader,
              GError **error)
{
  self->opened = TRUE;
  self->stamp = poplens_report_get_stamp (report);
  self->unfinished = poplens_report_is_unfinished (report);
  read_headline (self, report, reader->cancellable, error);
  if (reader->options->time)
    read_report_time (self, report, reader->cancellable, error);
  read_set_names (self, report, reader->cancellable, error);
}

/* Opens a report, reads its figures, and judges the rules. @place: path at which to open it.
 * @is_cached: TRUE if @self has the figures already. */
static void
read_report (PoplensListedReport *self, const ListReader *reader, const char *place,
             gboolean is_cached, GError **error)
{
  g_autoptr (PoplensReport) report = open_listed_report (self, reader, place, error);

  if (!report)
    return;
  poplens_report_set_figures (report, reader->options->figures);
  if (!is_cached)
    read_figures (self, report, reader, error);
  if (reader->options->rules)
    judge_report_budget (self, report, reader->options->rules, reader->cancellable, error);
  if (!*error)
    poplens_report_is_whole_since (report, 0, error);
  if (!*error)
    self->error = g_strdup (poplens_report_get_profile_error (report));
  if (!*error)
    note_incomplete (self, report);
  if (!*error && !self->error && !is_cached)
    poplens_report_cache_figures (report, LISTED_REPORT, poplens_listed_report_pack (self));
}

static gboolean
stops_all (const GError *error)
{
  return g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_LINK) ||
         g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Returns the figures of a report from the disk cache. @identity: (nullable): identity of the
 * report. (transfer full) (nullable): NULL if the cache lacks them */
static PoplensListedReport *
get_cached_report (const char *identity, const ListReader *reader)
{
  PoplensFigureStore *store = reader->options->figures;
  g_autoptr (GVariant) packed =
      identity && store ? poplens_figure_store_read (store, LISTED_REPORT, identity,
                                                     G_VARIANT_TYPE (POPLENS_LISTED_REPORT_PACKED))
                        : NULL;
  PoplensListedReport *self = packed ? g_atomic_rc_box_new0 (PoplensListedReport) : NULL;

  if (self && !poplens_listed_report_unpack (self, packed, reader->options->time))
    g_clear_pointer (&self, listed_unref);
  /* Another process may have cached the iterations later than these figures. */
  if (self && self->timing.known && !self->timing.iterations_known)
    poplens_program_time_take (&self->timing, store, identity);
  return self;
}

/* Returns the figures of a report from the earlier list. @stamp: present state of the report's
 * files; 0: unknown. (transfer full) (nullable): NULL if the list lacks them, or the files changed
 */
static PoplensListedReport *
get_earlier_report (const PoplensReportCandidate *candidate, guint64 stamp,
                    const ListReader *reader)
{
  PoplensListedReport *known =
      reader->before ? g_hash_table_lookup (reader->before, candidate->name) : NULL;

  return known && stamp && stamp == known->stamp && (known->time_asked || !reader->options->time)
             ? g_atomic_rc_box_acquire (known)
             : NULL;
}

/* Removes the report's path @path from the start of its error: the list shows the path in another
 * column. */
static void
drop_folder (PoplensListedReport *self, const char *path)
{
  gsize n = strlen (path);

  if (self->error && g_str_has_prefix (self->error, path) && self->error[n] == '/')
    memmove (self->error, self->error + n + 1, strlen (self->error + n + 1) + 1);
}

/* Reads a report. @self: (transfer full) (nullable): figures from the disk cache, for which only
 * the rules are judged; NULL: reads the figures. @stopped: (out): error that stops reading the
 * list. (transfer full) */
static PoplensListedReport *
read_or_judge (PoplensListedReport *self, const PoplensReportCandidate *candidate,
               const ListReader *reader, GError **stopped)
{
  gboolean is_cached = self != NULL;
  GError *error = NULL;

  if (!is_cached)
    self = g_atomic_rc_box_new0 (PoplensListedReport);
  self->path = g_strdup (candidate->name);
  self->key = g_utf8_collate_key_for_filename (candidate->name, -1);
  self->address = strcmp (candidate->name, ".")
                      ? g_build_filename (reader->folder, candidate->name, NULL)
                      : g_strdup (reader->folder);
  if (candidate->instead)
    self->error = g_strdup (candidate->instead);
  else if (!g_cancellable_set_error_if_cancelled (reader->cancellable, &error) &&
           (!is_cached || reader->options->rules))
    read_report (self, reader, candidate->place, is_cached, &error);
  if (error && stops_all (error))
    *stopped = g_steal_pointer (&error);
  else if (error)
    self->error = g_strdup (error->message);
  g_clear_error (&error);
  drop_folder (self, candidate->path);
  return self;
}

static void
read_candidate (gpointer data, gpointer user_data)
{
  const PoplensReportCandidate *candidate = data;
  const ListReader *reader = user_data;
  gboolean looks =
      reader->before || (reader->options->figures && poplens_storage_is_near (reader->storage));
  ReadReport *read = g_new0 (ReadReport, 1);
  guint64 stamp = 0;

  poplens_cancellable_push (reader->cancellable);
  g_autofree char *identity =
      looks && !candidate->instead
          ? poplens_report_identify_at (reader->storage, candidate->place, &stamp)
          : NULL;
  read->report = get_earlier_report (candidate, stamp, reader);
  if (!read->report) {
    PoplensListedReport *cached = get_cached_report (identity, reader);
    if (cached)
      cached->stamp = stamp;
    read->report = read_or_judge (cached, candidate, reader, &read->stopped);
  }
  poplens_cancellable_pop (reader->cancellable);
  g_async_queue_push (reader->done, read);
}

/* ---- all reports ----------------------------------------------------------------------------- */

/* Sorts reports by compile time, the oldest first; those without a time last. */
static int
compare_listed (gconstpointer a, gconstpointer b)
{
  const PoplensListedReport *x = *(PoplensListedReport *const *) a;
  const PoplensListedReport *y = *(PoplensListedReport *const *) b;

  if (!x->compiled != !y->compiled)
    return x->compiled ? -1 : 1;
  int by_time = g_strcmp0 (x->compiled, y->compiled);
  return by_time ? by_time : strcmp (x->key, y->key);
}

void
poplens_report_list_sort (PoplensReportList *self)
{
  g_ptr_array_sort (self->reports, compare_listed);
}

static guint
count_threads (PoplensStorage *storage, guint n)
{
  guint most = poplens_storage_is_near (storage) ? MIN (g_get_num_processors (), MOST_THREADS)
                                                 : MOST_FAR_THREADS;

  return CLAMP (most, 1, n);
}

/* Collects the @n reports as threads finish them. FALSE with @error if the link was lost or reading
 * was cancelled. */
static gboolean
collect_read (PoplensReportList *self, const ListReader *reader, guint n, PoplensListedFunc func,
              gpointer user_data, GError **error)
{
  GError *stopped = NULL;

  for (guint i = 0; i < n; i++) {
    ReadReport *read = g_async_queue_pop (reader->done);
    g_ptr_array_add (self->reports, read->report);
    if (read->stopped && !stopped)
      stopped = read->stopped;
    else
      g_clear_error (&read->stopped);
    if (func && !stopped && !g_cancellable_is_cancelled (reader->cancellable))
      func (self, n, user_data);
    g_free (read);
  }
  if (!stopped)
    return !g_cancellable_set_error_if_cancelled (reader->cancellable, error);
  g_propagate_error (error, stopped);
  return FALSE;
}

static gboolean
read_candidates (PoplensReportList *self, const ListReader *reader, const GPtrArray *candidates,
                 PoplensListedFunc func, gpointer user_data, GError **error)
{
  GThreadPool *pool =
      g_thread_pool_new (read_candidate, (gpointer) reader,
                         (int) count_threads (reader->storage, candidates->len), FALSE, NULL);

  for (guint i = 0; i < candidates->len; i++)
    g_thread_pool_push (pool, g_ptr_array_index (candidates, i), NULL);
  gboolean good = collect_read (self, reader, candidates->len, func, user_data, error);
  g_thread_pool_free (pool, FALSE, TRUE);
  return good;
}

/* Returns the reports of the earlier list that could be opened, by path. (transfer full)
 * (nullable): NULL without an earlier list */
static GHashTable *
index_before (const PoplensReportList *before)
{
  GHashTable *index = before ? g_hash_table_new (g_str_hash, g_str_equal) : NULL;

  for (guint r = 0; before && r < before->reports->len; r++) {
    PoplensListedReport *report = g_ptr_array_index (before->reports, r);
    if (report->opened)
      g_hash_table_insert (index, report->path, report);
  }
  return index;
}

PoplensReportList *
poplens_report_list_read (const char *folder, const PoplensReportListOptions *options,
                          PoplensListedFunc func, gpointer user_data, GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (PoplensReportList) self = g_atomic_rc_box_new0 (PoplensReportList);
  g_autoptr (PoplensStorage) storage = NULL;
  g_autoptr (GAsyncQueue) done = g_async_queue_new ();
  g_autoptr (GHashTable) before = index_before (options->before);

  self->reports = g_ptr_array_new_with_free_func (listed_unref);
  poplens_cancellable_push (cancellable);
  g_autoptr (GPtrArray) candidates =
      poplens_report_discover_below (folder, &storage, &self->unsearched, cancellable, error);
  poplens_cancellable_pop (cancellable);
  if (!candidates)
    return NULL;
  const ListReader reader = {options, storage, folder, cancellable, before, done};
  if (!read_candidates (self, &reader, candidates, func, user_data, error))
    return NULL;
  poplens_report_list_sort (self);
  poplens_report_list_find_changes (self);
  poplens_report_list_find_causes (self);
  return g_steal_pointer (&self);
}

gboolean
poplens_report_list_is_met (const PoplensReportList *self)
{
  for (guint r = 0; r < self->reports->len; r++) {
    const PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    if (!report->rules || !poplens_budget_is_met (report->rules))
      return FALSE;
  }
  return !self->unsearched || !self->unsearched->len;
}

static void
list_clear (gpointer data)
{
  PoplensReportList *self = data;

  g_ptr_array_unref (self->reports);
  g_free (self->series);
  g_free (self->causes);
  g_free (self->steady);
  g_clear_pointer (&self->unsearched, g_ptr_array_unref);
  g_clear_pointer (&self->changes, g_array_unref);
  g_clear_pointer (&self->repeats, g_array_unref);
  g_clear_pointer (&self->names, g_string_chunk_free);
}

PoplensReportList *
poplens_report_list_ref (PoplensReportList *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_report_list_unref (PoplensReportList *self)
{
  g_atomic_rc_box_release_full (self, list_clear);
}
