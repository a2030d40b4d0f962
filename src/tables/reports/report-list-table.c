/* The reports of a folder as a table, and what changed along them as another. */
#include "tables/reports/report-list.h"

#include "analysis/summary/headline.h"
#include "report/candidates.h"
#include "tables/engine/records.h"

#include <math.h>

/* ---- reports -----------------------------------------------------------------------------------
 */

typedef struct {
  const char *path, *compiled, *poplar_version, *target;
  gint64 ipus, replicas;
  gint64 figures[POPLENS_N_FIGURES];
  double capacity_share;
  const char *worse, *error, *budget, *exceeded, *series, *address;
  gboolean unfinished;
  const char *operation, *layer, *changed;
  gint64 operation_cycles, layer_cycles, changed_cycles;
  double operation_share, layer_share;
  gint64 time[POPLENS_N_TIMES];
} ReportRow;

static const PoplensColumn report_columns[] = {
    POPLENS_CELL (ReportRow, path, "Report", TEXT, DERIVED, "Path of the report below the folder"),
    POPLENS_CELL (ReportRow, compiled, "Compiled", TEXT, FILE,
                  "Start of the compilation, as the compiler wrote it (date_time)"),
    POPLENS_CELL (
        ReportRow, worse, "Worse", TEXT, DERIVED,
        "Figures that got worse with this report: their levels, by the noise of its series"),
};

static const PoplensColumn error_column = POPLENS_CELL (
    ReportRow, error, "Error", TEXT, DERIVED, "Why the report, or a part of it, cannot be read");

static const PoplensColumn origin_columns[] = {
    POPLENS_CELL (ReportRow, capacity_share, "% of capacity", RATIO, DERIVED,
                  "Bytes of the fullest tile as a share of its capacity"),
    POPLENS_CELL (ReportRow, target, "Target", TEXT, FILE, "Architecture of the target"),
    POPLENS_CELL (ReportRow, ipus, "IPUs", COUNT, FILE, "IPUs of all replicas",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, replicas, "Replicas", COUNT, FILE, "Copies of the program",
                  .for_scripts = TRUE),
    POPLENS_CELL (ReportRow, poplar_version, "Poplar", TEXT, FILE, "Version of Poplar"),
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

/* Figures by which reports are judged: others are for scripts. */
static gboolean
is_judged (PoplensFigure figure)
{
  return figure == POPLENS_FIGURE_FITS || figure == POPLENS_FIGURE_TILE_BYTES ||
         figure == POPLENS_FIGURE_PEAK_BYTES || figure == POPLENS_FIGURE_ITERATION_CYCLES ||
         figure == POPLENS_FIGURE_PROGRAM_CYCLES || figure == POPLENS_FIGURE_OUTSIDE_CYCLES;
}

static void
add_figure_columns (PoplensRecords *rows)
{
  static const PoplensUnit units[] = {[POPLENS_FIGURE_BOOL] = POPLENS_UNIT_BOOL,
                                      [POPLENS_FIGURE_COUNT] = POPLENS_UNIT_COUNT,
                                      [POPLENS_FIGURE_ID] = POPLENS_UNIT_ID,
                                      [POPLENS_FIGURE_BYTES] = POPLENS_UNIT_BYTES,
                                      [POPLENS_FIGURE_CYCLES] = POPLENS_UNIT_CYCLES};

  for (PoplensFigure f = 0; f < POPLENS_N_FIGURES; f++) {
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
                                  .for_scripts = !is_judged (f)};
    poplens_records_add_column (rows, &column);
  }
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
        "layers as *"),
    POPLENS_CELL (ReportRow, operation_share, "Operation share", RATIO, DERIVED,
                  "Cycles of the costliest operation as a share of the program time"),
    POPLENS_CELL (
        ReportRow, layer, "Costliest layer", TEXT, DERIVED,
        "Layer with most cycles of compute and exchange, mean of IPUs, all phases together"),
    POPLENS_CELL (ReportRow, layer_share, "Layer share", RATIO, DERIVED,
                  "Cycles of the costliest layer as a share of the program time"),
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
                                  .offset =
                                      G_STRUCT_OFFSET (ReportRow, time) + c * sizeof (gint64)};
    poplens_records_add_column (rows, &column);
  }
}

static void
fill_budget (ReportRow *row, const PoplensListedReport *report, PoplensRecords *rows)
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
fill_cause (ReportRow *row, const PoplensReportCause *cause, PoplensRecords *rows)
{
  if (!cause->title)
    return;
  g_autofree char *with =
      cause->layers ? g_strdup_printf ("%s, with %s", cause->title, cause->layers) : NULL;
  row->changed = poplens_records_text (rows, with ? with : cause->title);
  row->changed_cycles = cause->cycles;
}

static void
fill_row (ReportRow *row, const PoplensListedReport *report, PoplensRecords *rows)
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
  fill_budget (row, report, rows);
  for (PoplensTimeClass c = 0; report->has_time && c < POPLENS_N_TIMES; c++)
    row->time[c] = (gint64) report->time[c];
  fill_costliest (row, report, rows);
}

/* Changes for the worse of the report, the first of which is *@next; behind them *@next is. NULL:
 * none. (transfer full) */
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

  /* What was asked for stands where it is seen. */
  for (guint c = 0; options->time && c < G_N_ELEMENTS (path_columns); c++)
    poplens_records_add_column (rows, &path_columns[c]);
  poplens_records_add_column (rows, &error_column);
  add_figure_columns (rows);
  for (guint c = 0; c < G_N_ELEMENTS (origin_columns); c++)
    poplens_records_add_column (rows, &origin_columns[c]);
  for (guint c = 0; budget && c < G_N_ELEMENTS (budget_columns); c++)
    poplens_records_add_column (rows, &budget_columns[c]);
  if (options->time)
    add_time_columns (rows);
  for (guint32 r = 0; r < self->reports->len; r++) {
    g_autofree char *worse = join_worse (self, r, unit, &next);
    ReportRow *row = poplens_records_add (rows);
    fill_row (row, g_ptr_array_index (self->reports, r), rows);
    row->series = poplens_records_text (rows, self->series ? self->series[r] : NULL);
    row->worse = poplens_records_text (rows, worse);
    if (self->causes)
      fill_cause (row, &self->causes[r], rows);
  }
  return poplens_records_finish (rows, "reports", "Reports", NULL);
}

/* ---- changes -----------------------------------------------------------------------------------
 */

typedef struct {
  const char *report, *measure, *result, *previous, *mend, *series;
  PoplensValue before, after, difference, noise;
  double ratio;
  gint64 over;
  gboolean last;
} ChangeRow;

static const PoplensColumn change_columns[] = {
    POPLENS_CELL (ChangeRow, report, "Report", TEXT, DERIVED,
                  "Path of the report that began the change, or the last of a steady one"),
    POPLENS_CELL (ChangeRow, measure, "Measure", TEXT, DERIVED,
                  "Column that changed: fits, iteration_cycles, program_cycles, tile_bytes or "
                  "peak_bytes"),
    POPLENS_CELL (ChangeRow, result, "Result", TEXT, DERIVED,
                  "worse or better from this report on, or once: later reports are as before"),
    POPLENS_CELL (ChangeRow, before, "Before", MIXED, DERIVED,
                  "Level before: median of the reports since the last change; of fits 1 for yes"),
    POPLENS_CELL (
        ChangeRow, after, "After", MIXED, DERIVED,
        "Level after: median of the reports up to the next change; or the value, if once"),
    POPLENS_CELL (ChangeRow, difference, "Change", MIXED, DERIVED,
                  "Level after minus level before"),
    POPLENS_CELL (ChangeRow, ratio, "In %", SIGNED_RATIO, DERIVED,
                  "Change as a share of the level before; not of the previous report, as in diff"),
    POPLENS_CELL (ChangeRow, noise, "Noise", MIXED, DERIVED,
                  "Standard deviation of the reports before; 0 if they are equal"),
    POPLENS_CELL (ChangeRow, previous, "Previous", TEXT, DERIVED,
                  "Last report before it that is like the others, to compare with; the first of a "
                  "steady change; none if it is the first of all"),
    POPLENS_CELL (ChangeRow, mend, "Better again", TEXT, DERIVED,
                  "Report since which half of what got worse, or more, is gone"),
    POPLENS_CELL (ChangeRow, over, "Over", COUNT, DERIVED,
                  "Reports over which the figure rose or fell steadily; 0 if it changed at once"),
    POPLENS_CELL (ChangeRow, last, "Last", BOOL, DERIVED,
                  "Whether no later report confirms the change"),
    POPLENS_CELL (ChangeRow, series, "Series", TEXT, DERIVED,
                  "Reports that are compared: those of one model, by the parts of their paths that "
                  "are the same"),
};

static const char *
path_at (const PoplensReportList *self, guint32 report)
{
  return ((const PoplensListedReport *) g_ptr_array_index (self->reports, report))->path;
}

static void
fill_change (ChangeRow *row, const PoplensReportChange *change)
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
  /* Levels are of what does not fit. */
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
  PoplensRecords *rows = POPLENS_RECORDS (ChangeRow, change_columns);

  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (self->changes, PoplensReportChange, c);
    const PoplensReportChange *mend = poplens_report_list_find_mend (self, c);
    ChangeRow *row = poplens_records_add (rows);
    fill_change (row, change);
    row->report = poplens_records_text (rows, path_at (self, change->report));
    if (change->previous != change->report)
      row->previous = poplens_records_text (rows, path_at (self, change->previous));
    if (mend)
      row->mend = poplens_records_text (rows, path_at (self, mend->report));
    row->series = poplens_records_text (rows, self->series[change->report]);
  }
  return poplens_records_finish (rows, "report-changes", "Changes", NULL);
}

/* ---- folders that were not searched ------------------------------------------------------------
 */

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
