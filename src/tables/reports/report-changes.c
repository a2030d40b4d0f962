/* Which reports of a list got worse, and each in words. */
#include "tables/reports/report-list.h"

#include "analysis/reports/report-series.h"

#include <math.h>
#include <string.h>

/* ---- finding them ------------------------------------------------------------------------------
 */

const char *
poplens_report_measure_key (PoplensReportMeasure measure)
{
  static const char *const keys[POPLENS_N_MEASURES] = {"fits", "cycles", "fullest_bytes",
                                                       "peak_bytes"};

  return keys[measure];
}

/* NaN where it is not known. */
static double
value_of (const PoplensListedReport *report, PoplensReportMeasure measure)
{
  const PoplensHeadline *h = &report->headline;

  switch (measure) {
  case POPLENS_MEASURE_FITS:
    return h->fit_known ? !h->fits : NAN;
  case POPLENS_MEASURE_CYCLES:
    return h->has_cycles && !h->cycles_incomplete ? (double) h->cycles : NAN;
  case POPLENS_MEASURE_FULLEST:
    return h->has_memory && h->n_tiles && !h->memory_incomplete ? (double) h->fullest_bytes : NAN;
  case POPLENS_MEASURE_PEAK:
    return h->has_peak && !h->always_unknown ? (double) h->peak_bytes : NAN;
  case POPLENS_N_MEASURES:
    break;
  }
  g_return_val_if_reached (NAN);
}

double
poplens_listed_report_value (const PoplensListedReport *report, PoplensReportMeasure measure,
                             gboolean *any_time)
{
  *any_time = *any_time || report->compiled;
  return *any_time && !report->compiled ? NAN : value_of (report, measure);
}

/* Whether a program fits is no matter of noise: each change is one, or once where the next report
 * is as before. */
static GArray *
find_fit_changes (const double *values, guint n)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (PoplensLevelChange));
  guint previous = n;

  for (guint i = 0; i < n; i++) {
    PoplensLevelChange *last =
        changes->len ? &g_array_index (changes, PoplensLevelChange, changes->len - 1) : NULL;
    if (isnan (values[i]))
      continue;
    if (previous < n && values[previous] != values[i] && last && last->at == previous) {
      last->once = TRUE;
    } else if (previous < n && values[previous] != values[i]) {
      PoplensLevelChange change = {
          .at = i, .previous = previous, .before = values[previous], .after = values[i]};
      g_array_append_val (changes, change);
    }
    previous = i;
  }
  if (changes->len) {
    PoplensLevelChange *last = &g_array_index (changes, PoplensLevelChange, changes->len - 1);
    last->last = last->at == previous && !last->once;
  }
  return changes;
}

/* Adds what is hidden in one series, if it is long enough. */
static void
add_hidden (PoplensReportHidden *self, const PoplensLevelHidden *found)
{
  if (found->n < POPLENS_LEVELS_ENOUGH)
    return;
  self->any |= !found->known;
  if (found->level <= 0)
    return;
  self->lasting = MAX (self->lasting, found->lasting / found->level);
  self->latest = MAX (self->latest, found->latest / found->level);
}

/* @members: (element-type guint32): rows of a series, in their order. */
static void
find_in_series (PoplensReportList *self, const GArray *members, PoplensReportMeasure measure)
{
  g_autofree double *values = g_new (double, members->len);
  PoplensLevelHidden hidden = {0};
  gboolean any_time = FALSE;

  for (guint i = 0; i < members->len; i++) {
    const PoplensListedReport *report =
        g_ptr_array_index (self->reports, g_array_index (members, guint32, i));
    values[i] = poplens_listed_report_value (report, measure, &any_time);
  }
  g_autoptr (GArray) levels = measure == POPLENS_MEASURE_FITS
                                  ? find_fit_changes (values, members->len)
                                  : poplens_levels_find (values, members->len, &hidden);
  add_hidden (&self->hidden[measure], &hidden);
  for (guint l = 0; l < levels->len; l++) {
    PoplensReportChange change = {.measure = measure,
                                  .level = g_array_index (levels, PoplensLevelChange, l)};
    change.report = g_array_index (members, guint32, change.level.at);
    change.previous = g_array_index (members, guint32, change.level.previous);
    g_array_append_val (self->changes, change);
  }
}

static int
compare_changes (gconstpointer a, gconstpointer b)
{
  const PoplensReportChange *x = a, *y = b;

  if (x->report != y->report)
    return x->report < y->report ? -1 : 1;
  return (int) x->measure - (int) y->measure;
}

void
poplens_report_list_find_changes (PoplensReportList *self)
{
  guint n = self->reports->len;
  g_autofree const char **paths = g_new (const char *, n);
  g_autoptr (GHashTable) members =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);

  for (guint32 r = 0; r < n; r++)
    paths[r] = ((const PoplensListedReport *) g_ptr_array_index (self->reports, r))->path;
  self->names = g_string_chunk_new (256);
  self->series = poplens_report_series (paths, n, self->names);
  self->changes = g_array_new (FALSE, FALSE, sizeof (PoplensReportChange));
  for (guint32 r = 0; r < n; r++) {
    GArray *rows = g_hash_table_lookup (members, self->series[r]);
    if (!rows) {
      rows = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_hash_table_insert (members, (gpointer) self->series[r], rows);
    }
    g_array_append_val (rows, r);
  }
  GHashTableIter iter;
  gpointer rows;
  g_hash_table_iter_init (&iter, members);
  while (g_hash_table_iter_next (&iter, NULL, &rows))
    for (PoplensReportMeasure m = 0; m < POPLENS_N_MEASURES; m++)
      find_in_series (self, rows, m);
  g_array_sort (self->changes, compare_changes);
}

/* ---- one series --------------------------------------------------------------------------------
 */

/* The first item from @item on that is @report or a later one. */
static guint
find_item (const PoplensReportSeries *self, guint item, guint32 report)
{
  while (item < self->n && self->reports[item] < report)
    item++;
  return item;
}

/* From the item *@at on to that where @change is: one level, then a line if it came steadily. */
static void
set_levels_to (PoplensReportSeries *self, const PoplensReportChange *change, guint *at)
{
  guint end = find_item (self, *at, change->report);
  guint from = change->level.over ? find_item (self, *at, change->previous) : end;
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
  guint at = 0;

  if (self->n)
    self->levels[0] = poplens_levels_median (self->values, self->n);
  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
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
  gboolean any_time = FALSE;

  found->reports = g_new (guint32, self->reports->len);
  found->values = g_new (double, self->reports->len);
  for (guint32 r = 0; r < self->reports->len; r++) {
    const PoplensListedReport *report = g_ptr_array_index (self->reports, r);
    double value =
        self->series[r] == series ? poplens_listed_report_value (report, measure, &any_time) : NAN;
    if (isnan (value))
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

/* ---- words -------------------------------------------------------------------------------------
 */

gboolean
poplens_report_change_is_worse (const PoplensReportChange *self)
{
  return self->level.after > self->level.before;
}

const PoplensReportChange *
poplens_report_list_find_mend (const PoplensReportList *self, guint c)
{
  const PoplensReportChange *worse = &g_array_index (self->changes, PoplensReportChange, c);
  double middle = (worse->level.before + worse->level.after) / 2;

  if (worse->level.once || !poplens_report_change_is_worse (worse))
    return NULL;
  for (guint later = c + 1; later < self->changes->len; later++) {
    const PoplensReportChange *change = &g_array_index (self->changes, PoplensReportChange, later);
    if (!change->level.once && change->measure == worse->measure && change->level.after < middle &&
        self->series[change->report] == self->series[worse->report])
      return change;
  }
  return NULL;
}

static const char *
format_value (PoplensNumber buffer, const PoplensReportChange *self, double value,
              PoplensByteUnit unit)
{
  return self->measure == POPLENS_MEASURE_CYCLES
             ? poplens_format_count (buffer, (guint64) llround (value))
             : poplens_format_bytes (buffer, (guint64) llround (value), unit);
}

/* " (level 1,204,331 ± 3,100 → 1,277,795, latest report only)". What is once leaves the level. */
static void
append_levels (GString *text, const PoplensReportChange *self, PoplensByteUnit unit)
{
  PoplensNumber before, after, noise;

  g_string_append_printf (text, " (level %s",
                          format_value (before, self, self->level.before, unit));
  if (self->level.noise >= 0.5)
    g_string_append_printf (text, " ± %s", format_value (noise, self, self->level.noise, unit));
  if (!self->level.once)
    g_string_append_printf (text, " → %s", format_value (after, self, self->level.after, unit));
  /* Without noise there is nothing to confirm. */
  if (self->level.noise >= 0.5 && self->level.last)
    g_string_append (text, ", latest report only");
  g_string_append_c (text, ')');
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
  return g_strdup (self->measure == POPLENS_MEASURE_CYCLES && self->level.before > 0
                       ? poplens_format_signed_percent (number, by / self->level.before)
                   : self->measure == POPLENS_MEASURE_CYCLES
                       ? poplens_format_signed (number, llround (by))
                       : poplens_format_signed_bytes (number, llround (by), unit));
}

char *
poplens_report_change_text (const PoplensReportChange *self, PoplensByteUnit unit,
                            gboolean long_text)
{
  static const char *const words[POPLENS_N_MEASURES] = {"", "cycles", "fullest tile", "peak"};
  char *amount = poplens_report_change_amount (self, unit);
  PoplensNumber over;

  if (self->measure == POPLENS_MEASURE_FITS)
    return amount;
  GString *text = g_string_new (words[self->measure]);
  g_string_append_printf (text, " %s", amount);
  g_free (amount);
  if (self->level.once)
    g_string_append (text, " once");
  if (self->level.over)
    g_string_append (text, " steadily");
  if (self->level.over && long_text)
    g_string_append_printf (text, " over %s",
                            poplens_format_items (over, self->level.over, "report"));
  if (long_text)
    append_levels (text, self, unit);
  return g_string_free (text, FALSE);
}
