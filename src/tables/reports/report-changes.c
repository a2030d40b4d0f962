/* Finds which reports of a list got worse, and what changed most on their critical paths. */
#include "analysis/compare/compare.h"
#include "analysis/reports/report-series.h"
#include "tables/compare/compare-time-causes.h"
#include "tables/reports/report-list.h"

#include <math.h>
#include <string.h>

/* ---- causes ---------------------------------------------------------------------------------- */

/* Finds what changed most on the critical paths of a series, from one report to the next. */

/* Names layers that only one report has: "encoder/layer.4 and 1 more added". Leaves out layers
 * whose work is less than POPLENS_LEAST_CAUSE of @change. Prefers added layers if @change is a
 * rise, and removed layers if it is a fall. (transfer full) (nullable): NULL if there are none */
static char *
find_added_layers (const PoplensListedReport *before, const PoplensListedReport *after,
                   gint64 change)
{
  const PoplensLayerWork *of[] = {before->work->layers, after->work->layers};

  for (guint turn = 0; turn < 2; turn++) {
    g_autoptr (GPtrArray) alone = poplens_work_alone_new ();
    guint side = (change > 0) != (turn > 0), n = 0;
    poplens_layer_work_find_alone (of[side], of[!side], alone);
    poplens_work_alone_sort (alone);
    while (n < alone->len && (double) ((PoplensWorkAlone *) alone->pdata[n])->cycles >=
                                 POPLENS_LEAST_CAUSE * (double) ABS (change))
      n++;
    if (!n)
      continue;
    GString *text = g_string_new (((PoplensWorkAlone *) alone->pdata[0])->name);
    if (n > 1)
      g_string_append_printf (text, " and %u more", n - 1);
    return g_string_free (g_string_append (text, side ? " added" : " removed"), FALSE);
  }
  return NULL;
}

static gboolean
is_change_outside_program (const PoplensPathChange *change)
{
  return change->bound == POPLENS_BOUND_OUTSIDE;
}

static void
find_path_cause (PoplensReportList *self, PoplensReportCause *cause,
                 const PoplensListedReport *before, const PoplensListedReport *after)
{
  const GArray *const items[] = {before->items, after->items};
  g_autoptr (PoplensComparedWork) work = poplens_compare_operation_work (
      (const PoplensOperationWork *const[]){before->work, after->work});
  const PoplensCauseRule rule = {.most = 1, .outside = FALSE, .work = work};
  g_autoptr (GPtrArray) changes = poplens_compare_path_items (items);
  g_autoptr (GArray) causes = poplens_change_causes_new (changes, &rule);
  gint64 all = 0;

  for (guint c = 0; c < changes->len; c++)
    all +=
        is_change_outside_program (changes->pdata[c]) ? 0 : poplens_path_change (changes->pdata[c]);
  if (!all || !causes->len)
    return;
  const PoplensChangeCause *first = &g_array_index (causes, PoplensChangeCause, 0);
  g_autofree char *title = poplens_change_cause_title (first);
  g_autofree char *layers = find_added_layers (before, after, all);
  cause->title = g_string_chunk_insert_const (self->names, title);
  cause->layers = layers ? g_string_chunk_insert_const (self->names, layers) : NULL;
  cause->cycles = first->amount;
  cause->all = all;
}

/* Finds the cause of each lasting change of time. Compares with the report before the change. For a
 * trend, compares with its first report, because neighbours in a trend differ only by noise. */
static void
find_of_changes (PoplensReportList *self)
{
  self->steady = g_new0 (PoplensReportCause, MAX (self->changes->len, 1));
  for (guint c = 0; c < self->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (self->changes, PoplensReportChange, c);
    const PoplensListedReport *first = g_ptr_array_index (self->reports, change->previous);
    const PoplensListedReport *last = g_ptr_array_index (self->reports, change->report);
    if (!change->level.once && poplens_report_measure_is_time (change->measure) && first->items &&
        last->items)
      find_path_cause (self, change->level.over ? &self->steady[c] : &self->causes[change->report],
                       first, last);
  }
}

void
poplens_report_list_find_causes (PoplensReportList *self)
{
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL); /* series → its last report */

  self->causes = g_new0 (PoplensReportCause, MAX (self->reports->len, 1));
  for (guint32 r = 0; r < self->reports->len; r++) {
    PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    gpointer series = (gpointer) self->series[r];
    PoplensListedReport *before = g_hash_table_lookup (last, series);
    if (series && before && report->items)
      find_path_cause (self, &self->causes[r], before, report);
    if (report->items)
      g_hash_table_insert (last, series, report);
  }
  find_of_changes (self);
}

/* ---- finding them ---------------------------------------------------------------------------- */

const char *
poplens_report_measure_key (PoplensReportMeasure measure)
{
  static const char *const keys[POPLENS_N_MEASURES] = {"fits", "iteration_cycles", "program_cycles",
                                                       "tile_bytes", "peak_bytes"};

  return keys[measure];
}

gboolean
poplens_report_measure_is_time (PoplensReportMeasure measure)
{
  return measure == POPLENS_MEASURE_ITERATION || measure == POPLENS_MEASURE_PROGRAM;
}

static gboolean
has_program_time (const PoplensListedReport *report)
{
  return report->timing.known && !report->timing.incomplete;
}

/* Returns the value of @measure in a report; NaN if unknown. */
static double
measure_value (const PoplensListedReport *report, PoplensReportMeasure measure)
{
  const PoplensHeadline *h = &report->headline;

  switch (measure) {
  case POPLENS_MEASURE_FITS:
    return h->fit_known ? !h->fits : NAN;
  case POPLENS_MEASURE_ITERATION:
    return has_program_time (report) ? (double) report->timing.iteration : NAN;
  case POPLENS_MEASURE_PROGRAM:
    return has_program_time (report) ? (double) report->timing.program : NAN;
  case POPLENS_MEASURE_FULLEST:
    return h->has_memory && h->n_tiles && !h->memory_incomplete ? (double) h->fullest_bytes : NAN;
  case POPLENS_MEASURE_PEAK:
    return h->has_peak && !h->always_unknown ? (double) h->peak_bytes : NAN;
  case POPLENS_N_MEASURES:
    break;
  }
  g_return_val_if_reached (NAN);
}

/* TRUE if changes of @measure are searched in the series. Iterations: only if all reports have
 * iterations. Program: only if all reports have the same number of iterations, or some have none.
 */
static gboolean
is_judged (const PoplensReportList *self, const char *series, PoplensReportMeasure measure)
{
  guint least = G_MAXUINT, most = 0;

  for (guint32 r = 0; r < self->reports->len && poplens_report_measure_is_time (measure); r++) {
    const PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    if (self->series[r] != series || !has_program_time (report))
      continue;
    least = MIN (least, report->timing.n_iterations);
    most = MAX (most, report->timing.n_iterations);
  }
  return measure == POPLENS_MEASURE_ITERATION ? least > 0
         : measure == POPLENS_MEASURE_PROGRAM ? !least || least >= most
                                              : TRUE;
}

/* Finds the reports at which a program starts or stops fitting. Each difference is a change, as
 * these values have no noise. If the next report reverses it, the change is an outlier. (transfer
 * full): GArray of PoplensChangePoint */
static GArray *
find_fit_changes (const double *values, guint n)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (PoplensChangePoint));

  for (guint i = 1; i < n; i++) {
    PoplensChangePoint *last =
        changes->len ? &g_array_index (changes, PoplensChangePoint, changes->len - 1) : NULL;
    PoplensChangePoint change = {.at = i,
                                 .previous = i - 1,
                                 .before = values[i - 1],
                                 .after = values[i],
                                 .last = i == n - 1};
    if (values[i - 1] != values[i] && last && last->at == i - 1)
      last->once = TRUE;
    else if (values[i - 1] != values[i])
      g_array_append_val (changes, change);
  }
  return changes;
}

/* Compares the last two reports of a series that is too short to distinguish changes from noise.
 * Stores the rise in .rise if it is the largest of all series. */
static void
compare_last_two (PoplensReportList *self, const PoplensReportSeries *found,
                  PoplensReportMeasure measure)
{
  PoplensReportRise *most = &self->rise;
  double before = found->values[found->n - 2], after = found->values[found->n - 1];

  self->few = TRUE;
  if (after > before && before > 0 &&
      !poplens_amount_is_noise (poplens_amount_of ((gint64) before, (gint64) after)) &&
      (most->after <= 0 || after / before > most->after / most->before))
    *most = (PoplensReportRise){found->reports[found->n - 1], found->reports[found->n - 2], measure,
                                before, after};
}

static void
add_noise (PoplensReportNoise *self, const PoplensSeriesNoise *noise, const char *series)
{
  if (noise->turns && !self->turns)
    self->turns = series;
  if (isnan (noise->differ) || noise->exact || noise->level <= 0)
    return;
  self->differ = MAX (self->differ, noise->differ / noise->level);
  self->latest = MAX (self->latest, noise->latest / noise->level);
}

/* Returns the number of values after change @c that stay at the level of this change, not counting
 * outliers. @levels: changes of a series of @n values. */
static guint
count_later (const GArray *levels, guint c, guint n)
{
  guint end = n, alone = 0;

  for (guint later = c + 1; later < levels->len; later++) {
    const PoplensChangePoint *change = &g_array_index (levels, PoplensChangePoint, later);
    alone += change->once;
    if (change->once)
      continue;
    end = change->at;
    break;
  }
  return end - g_array_index (levels, PoplensChangePoint, c).at - 1 - alone;
}

static void
find_in_series (PoplensReportList *self, const char *series, PoplensReportMeasure measure)
{
  g_autoptr (PoplensReportSeries) found = poplens_report_list_series (self, series, measure);
  gboolean is_fit = measure == POPLENS_MEASURE_FITS;
  PoplensSeriesNoise noise = {0};
  g_autoptr (GArray) levels = is_fit ? find_fit_changes (found->values, found->n)
                                     : poplens_change_points_find (found->values, found->n, &noise);

  if (!is_fit && found->n >= POPLENS_CHANGE_POINTS_ENOUGH)
    add_noise (&self->noise[measure], &noise, series);
  else if (!is_fit && found->n > 1 && !noise.exact && !levels->len)
    compare_last_two (self, found, measure);
  for (guint l = 0; l < levels->len; l++) {
    PoplensReportChange change = {.measure = measure,
                                  .level = g_array_index (levels, PoplensChangePoint, l)};
    change.report = found->reports[change.level.at];
    change.previous = found->reports[change.level.previous];
    change.later = count_later (levels, l, found->n);
    g_array_append_val (self->changes, change);
  }
}

/* Maximum distance, in reports, between changes of the iteration and of the program that count as
 * one change: see tests/series/score.py. */
#define NEAR 2
/* If iteration and program changed together, the program is listed if its relative change is more
 * than this many times that of the iteration. Otherwise the iteration is listed. */
#define CLEARLY_MORE 1.1

/* TRUE if @change and @other are the same change of time, once in the iteration and once in the
 * program, and only @other is to be listed. */
static gboolean
is_represented_by (const PoplensReportList *self, const PoplensReportChange *change,
                   const PoplensReportChange *other)
{
  const PoplensChangePoint *a = &change->level, *b = &other->level;
  double part = fabs (a->after / a->before - 1), other_part = fabs (b->after / b->before - 1);

  if (!poplens_report_measure_is_time (change->measure) ||
      !poplens_report_measure_is_time (other->measure) || change->measure == other->measure ||
      self->series[change->report] != self->series[other->report] ||
      poplens_report_change_is_worse (change) != poplens_report_change_is_worse (other) ||
      MAX (a->at, b->at) - MIN (a->at, b->at) > NEAR)
    return FALSE;
  return change->measure == POPLENS_MEASURE_PROGRAM ? part <= CLEARLY_MORE * other_part
                                                    : CLEARLY_MORE * part < other_part;
}

/* If iteration and program changed together, moves one of the two changes from .changes to
 * .repeats. */
static void
remove_repeated_changes (PoplensReportList *self)
{
  g_autoptr (GArray) all = g_steal_pointer (&self->changes);

  self->changes = g_array_new (FALSE, FALSE, sizeof (PoplensReportChange));
  for (guint c = 0; c < all->len; c++) {
    const PoplensReportChange *change = &g_array_index (all, PoplensReportChange, c);
    gboolean told = FALSE;
    for (guint other = 0; other < all->len && !told; other++)
      told = is_represented_by (self, change, &g_array_index (all, PoplensReportChange, other));
    g_array_append_vals (told ? self->repeats : self->changes, change, 1);
  }
}

static int
compare_change_reports (gconstpointer a, gconstpointer b)
{
  const PoplensReportChange *x = a, *y = b;

  if (x->report != y->report)
    return x->report < y->report ? -1 : 1;
  return (int) x->measure - (int) y->measure;
}

/* Lists the paths of the reports in series @number. (transfer full): GPtrArray of char * owned by
 * the reports */
static GPtrArray *
find_paths (const PoplensReportList *self, const guint32 *series, guint32 number)
{
  GPtrArray *paths = g_ptr_array_new ();

  for (guint32 r = 0; r < self->reports->len; r++)
    if (series[r] == number)
      g_ptr_array_add (paths, ((PoplensListedReport *) self->reports->pdata[r])->path);
  return paths;
}

/* Returns a name for a series: the pattern that its paths share. If the pattern is empty, or
 * another series has it, returns the path of the first report. @patterns: pattern → number of
 * series with this pattern. (transfer none) */
static const char *
name_series (PoplensReportList *self, const GPtrArray *paths, GHashTable *patterns)
{
  g_autofree char *pattern =
      poplens_report_series_name ((const char *const *) paths->pdata, paths->len);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (patterns, pattern));

  return g_string_chunk_insert (self->names, n > 1 || !pattern[strspn (pattern, "*/")]
                                                 ? (const char *) paths->pdata[0]
                                                 : pattern);
}

/* Groups reports of the same model into series, names the series, and finds changes in each. */
static void
find_series (PoplensReportList *self)
{
  guint n = self->reports->len;
  g_autofree PoplensReportModel *models = g_new (PoplensReportModel, MAX (n, 1));
  g_autoptr (GHashTable) patterns = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);

  for (guint32 r = 0; r < n; r++) {
    const PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    models[r] = (PoplensReportModel){report->ipus, report->tiles, report->replicas, report->names};
  }
  g_autofree guint32 *series = poplens_report_series (models, n);
  self->n_series = 0;
  for (guint32 r = 0; r < n; r++) {
    if (series[r] != self->n_series)
      continue;
    GPtrArray *own = find_paths (self, series, self->n_series++);
    char *pattern = poplens_report_series_name ((const char *const *) own->pdata, own->len);
    guint shared = GPOINTER_TO_UINT (g_hash_table_lookup (patterns, pattern));
    g_ptr_array_add (paths, own);
    g_hash_table_insert (patterns, pattern, GUINT_TO_POINTER (shared + 1));
  }
  self->series = g_new0 (const char *, MAX (n, 1));
  for (guint32 s = 0; s < self->n_series; s++) {
    const char *name = name_series (self, g_ptr_array_index (paths, s), patterns);
    for (guint32 r = 0; r < n; r++)
      if (series[r] == s)
        self->series[r] = name;
    for (PoplensReportMeasure m = 0; m < POPLENS_N_MEASURES; m++)
      find_in_series (self, name, m);
  }
}

void
poplens_report_list_find_changes (PoplensReportList *self)
{
  self->names = g_string_chunk_new (256);
  self->changes = g_array_new (FALSE, FALSE, sizeof (PoplensReportChange));
  self->repeats = g_array_new (FALSE, FALSE, sizeof (PoplensReportChange));
  find_series (self);
  g_array_sort (self->changes, compare_change_reports);
  remove_repeated_changes (self);
}

/* ---- one series ------------------------------------------------------------------------------ */

/* Returns the index of the first item, from @item on, whose report is @report or a later one. */
static guint
find_series_item (const PoplensReportSeries *self, guint item, guint32 report)
{
  while (item < self->n && self->reports[item] < report)
    item++;
  return item;
}

/* Sets .levels from index *@at to the index of @change: to a constant before a step, to a line
 * along a trend. @at: (inout): becomes the index of @change. */
static void
set_levels_to (PoplensReportSeries *self, const PoplensReportChange *change, guint *at)
{
  guint end = find_series_item (self, *at, change->report);
  guint from = change->level.over ? find_series_item (self, *at, change->previous) : end;
  double by = change->level.after - change->level.before;

  if (end == self->n || self->reports[end] != change->report)
    return;
  for (guint i = *at; i < end; i++)
    self->levels[i] = change->level.before + (i > from ? by * (i - from) / (end - from) : 0);
  self->levels[end] = change->level.after;
  *at = end;
}

static void
set_levels (PoplensReportSeries *self, const PoplensReportList *list, PoplensReportMeasure measure)
{
  g_autoptr (GArray) changes = g_array_copy (list->changes);
  guint at = 0;

  g_array_append_vals (changes, list->repeats->data, list->repeats->len);
  g_array_sort (changes, compare_change_reports);
  if (self->n)
    self->levels[0] = poplens_median (self->values, self->n);
  for (guint c = 0; c < changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (changes, PoplensReportChange, c);
    if (change->measure == measure && !change->level.once)
      set_levels_to (self, change, &at);
  }
  for (guint i = at + 1; i < self->n; i++)
    self->levels[i] = self->levels[at];
}

PoplensReportSeries *
poplens_report_list_series (const PoplensReportList *self, const char *series,
                            PoplensReportMeasure measure)
{
  PoplensReportSeries *found = g_new0 (PoplensReportSeries, 1);
  gboolean judged = is_judged (self, series, measure), any_date = FALSE;

  found->reports = g_new (guint32, self->reports->len);
  found->values = g_new (double, self->reports->len);
  for (guint32 r = 0; r < self->reports->len; r++) {
    const PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    if (!judged || self->series[r] != series)
      continue;
    double value = measure_value (report, measure);
    /* The order of reports without a date is unknown. Leave them out if other reports have a date;
     * those come first. */
    any_date |= report->compiled != NULL;
    if (isnan (value) || (any_date && !report->compiled))
      continue;
    found->reports[found->n] = r;
    found->values[found->n++] = value;
  }
  found->levels = g_new (double, MAX (found->n, 1));
  set_levels (found, self, measure);
  return found;
}

void
poplens_report_series_free (PoplensReportSeries *self)
{
  g_free (self->reports);
  g_free (self->values);
  g_free (self->levels);
  g_free (self);
}

/* ---- words ----------------------------------------------------------------------------------- */

gboolean
poplens_report_change_is_worse (const PoplensReportChange *self)
{
  return self->level.after > self->level.before;
}

const PoplensReportChange *
poplens_report_list_find_mend (const PoplensReportList *self, guint c)
{
  const PoplensReportChange *worse = &g_array_index (self->changes, PoplensReportChange, c);
  const GArray *const of[] = {self->changes, self->repeats};
  const PoplensReportChange *first = NULL;
  double middle = (worse->level.before + worse->level.after) / 2;

  if (worse->level.once || !poplens_report_change_is_worse (worse))
    return NULL;
  for (guint a = 0; a < G_N_ELEMENTS (of); a++)
    for (guint i = 0; i < of[a]->len; i++) {
      const PoplensReportChange *change = &g_array_index (of[a], PoplensReportChange, i);
      if (!change->level.once && change->measure == worse->measure &&
          change->level.after < middle && change->report > worse->report &&
          self->series[change->report] == self->series[worse->report] &&
          (!first || change->report < first->report))
        first = change;
    }
  return first;
}

char *
poplens_report_change_amount (const PoplensReportChange *self, PoplensByteUnit unit)
{
  double by = self->level.after - self->level.before;
  PoplensNumber number;

  if (self->measure == POPLENS_MEASURE_FITS && self->level.once)
    return g_strdup (by > 0 ? "does not fit" : "fits");
  if (self->measure == POPLENS_MEASURE_FITS)
    return g_strdup (by > 0 ? "no longer fits" : "fits again");
  return g_strdup (poplens_report_measure_is_time (self->measure) && self->level.before > 0
                       ? poplens_format_signed_percent (number, by / self->level.before)
                   : poplens_report_measure_is_time (self->measure)
                       ? poplens_format_signed (number, llround (by))
                       : poplens_format_signed_bytes (number, llround (by), unit));
}

char *
poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit)
{
  static const char *const words[POPLENS_N_MEASURES] = {"", "iteration", "program", "fullest tile",
                                                        "peak"};
  char *amount = poplens_report_change_amount (self, unit);

  if (self->measure == POPLENS_MEASURE_FITS)
    return amount;
  char *text = g_strdup_printf ("%s %s%s", words[self->measure], amount,
                                self->level.once   ? " once"
                                : self->level.over ? " steadily"
                                                   : "");
  g_free (amount);
  return text;
}
