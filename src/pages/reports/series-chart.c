/* Charts for a folder of reports: figures over the reports of a series, and bars that compare
 * different models. */
#include "pages/reports/series-chart.h"

#include "base/visible.h"
#include "pages/core/look.h"

#include <math.h>
#include <string.h>

/* Space below the lowest value, in percent of the difference between highest and lowest. */
#define ROOM_BELOW 15

static const struct {
  const char *title;
  PoplensChartUnit unit;
} figures[POPLENS_N_MEASURES] = {
    [POPLENS_MEASURE_ITERATION] = {"Iteration", POPLENS_CHART_UNIT_CYCLES},
    [POPLENS_MEASURE_PROGRAM] = {"Program", POPLENS_CHART_UNIT_CYCLES},
    [POPLENS_MEASURE_FULLEST] = {"Fullest tile", POPLENS_CHART_UNIT_BYTES},
    [POPLENS_MEASURE_PEAK] = {"Peak live", POPLENS_CHART_UNIT_BYTES},
};

/* ---- items ----------------------------------------------------------------------------------- */

static const PoplensListedReport *
series_report_at (const PoplensReportList *list, guint32 report)
{
  return g_ptr_array_index (list->reports, report);
}

static const PoplensListedReport *
series_chart_report (const PoplensReportList *list, const GArray *reports, guint item)
{
  return series_report_at (list, g_array_index (reports, guint32, item));
}

GArray *
poplens_series_chart_reports (const PoplensReportList *list, const char *series)
{
  GArray *reports = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autofree guint8 *has = g_new0 (guint8, MAX (list->reports->len, 1));

  for (PoplensReportMeasure m = POPLENS_MEASURE_ITERATION; m < POPLENS_N_MEASURES; m++) {
    g_autoptr (PoplensReportSeries) found = poplens_report_list_series (list, series, m);
    for (guint i = 0; i < found->n; i++)
      has[found->reports[i]] = TRUE;
  }
  for (guint32 r = 0; r < list->reports->len; r++)
    if (has[r])
      g_array_append_val (reports, r);
  return reports;
}

/* Data of the callback that names items; the chart owns it. */
typedef struct {
  PoplensReportList *list;
  guint32 *reports;
} SeriesItemNames;

static void
series_names_free (gpointer data)
{
  SeriesItemNames *self = data;

  poplens_report_list_unref (self->list);
  g_free (self->reports);
  g_free (self);
}

/* Names a report by path and date of compilation: "run-7, 2024-03-14 09:26:53". (transfer full) */
static char *
series_chart_name_of (gconstpointer data, gsize item)
{
  const SeriesItemNames *self = data;
  const PoplensListedReport *report = series_report_at (self->list, self->reports[item]);

  return report->compiled ? g_strdup_printf ("%s, %s", report->path, report->compiled)
                          : g_strdup (report->path);
}

/* Largest number of reports for which each report has a name below the axis. */
#define MOST_NAMES 12

/* Returns the length in bytes of the prefix that the paths of all reports share. The prefix ends
 * after a separator. */
static gsize
find_common (const PoplensReportList *list, const GArray *reports)
{
  const char *first = series_chart_report (list, reports, 0)->path;
  gsize common = strlen (first);

  for (guint i = 1; i < reports->len; i++) {
    const char *path = series_chart_report (list, reports, i)->path;
    gsize n = 0;
    while (n < common && path[n] == first[n])
      n++;
    common = n;
  }
  /* Do not cut a number or a word in two. */
  while (common > 0 && !strchr ("-_/. ", first[common - 1]))
    common--;
  return common;
}

/* Returns the names below the axis. The first report and the report in @headline have the complete
 * path. Other names leave out the prefix that all paths share. With many reports, most names are
 * empty. @bold: (out): item of the report in @headline; G_MAXSIZE: none. (transfer full) */
static GStrv
ticks_new (const PoplensReportList *list, const GArray *reports,
           const PoplensReportsHeadline *headline, gsize *bold)
{
  char **ticks = g_new0 (char *, reports->len + 1);
  gsize common = reports->len ? find_common (list, reports) : 0;

  *bold = G_MAXSIZE;
  for (guint i = 0; i < reports->len; i++) {
    guint32 r = g_array_index (reports, guint32, i);
    const char *path = series_report_at (list, r)->path;
    gboolean marked = headline->marked && r == headline->report;
    gboolean named = reports->len <= MOST_NAMES || !i || i + 1 == reports->len || marked;
    if (marked)
      *bold = i;
    ticks[i] = named
                   ? poplens_visible_text (!i || marked || !path[common] ? path : path + common, -1)
                   : g_strdup ("");
  }
  return ticks;
}

static PoplensChart *
series_chart_base (const char *title, PoplensChartUnit unit, PoplensByteUnit byte_unit,
                   PoplensReportList *list, const GArray *reports,
                   const PoplensReportsHeadline *headline)
{
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, reports->len, unit, byte_unit);
  guint32 *numbers = g_new (guint32, reports->len);
  SeriesItemNames *names = g_new (SeriesItemNames, 1);
  gsize bold;

  for (guint i = 0; i < reports->len; i++)
    numbers[i] = i + 1;
  *names = (SeriesItemNames){poplens_report_list_ref (list),
                             g_memdup2 (reports->data, reports->len * sizeof (guint32))};
  poplens_chart_set_item_axis (chart, NULL, "report");
  poplens_chart_set_legend (chart, FALSE);
  poplens_chart_set_item_numbers (chart, numbers);
  GStrv ticks = ticks_new (list, reports, headline, &bold);
  poplens_chart_set_item_ticks (chart, ticks, bold);
  poplens_chart_set_item_names (chart, series_chart_name_of, names, series_names_free);
  return chart;
}

/* ---- figures --------------------------------------------------------------------------------- */

/* Adds a line, with gaps for reports that are not in @found. @values: one for each report of
 * @found. */
static void
series_chart_add_line (PoplensChart *chart, const char *key, const char *name, PoplensInk ink,
                       const PoplensReportSeries *found, const double *values,
                       const GArray *reports)
{
  guint64 *rounded = g_new0 (guint64, reports->len);
  guint8 *absent = g_new (guint8, reports->len);
  guint at = 0;

  for (guint i = 0; i < reports->len; i++) {
    absent[i] = at == found->n || found->reports[at] != g_array_index (reports, guint32, i);
    if (!absent[i])
      rounded[i] = (guint64) llround (values[at++]);
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, key, name, ink, 0, rounded, FALSE);
  poplens_chart_set_absent (chart, absent);
}

/* Sets the lower end of the axis a little below the lowest value. From 0, the values would be hard
 * to distinguish. */
static void
set_base (PoplensChart *chart, const PoplensReportSeries *series, double top)
{
  double least = series->values[0], most = MAX (least, top);

  for (guint i = 0; i < series->n; i++) {
    least = MIN (least, series->values[i]);
    most = MAX (most, series->values[i]);
  }
  if (most > least)
    poplens_chart_set_base (chart, (guint64) MAX (least - (most - least) * ROOM_BELOW / 100, 0));
}

/* TRUE if the chart of @measure marks @change. The chart of the fullest tile also marks where the
 * model begins or ceases to fit. */
static gboolean
is_of (const PoplensReportChange *change, PoplensReportMeasure measure)
{
  return change->measure == measure ||
         (change->measure == POPLENS_MEASURE_FITS && measure == POPLENS_MEASURE_FULLEST);
}

/* Adds a mark at each report at which the level changed. The amount of the change is in the text
 * beside the title. */
static void
add_marks (PoplensChart *chart, const PoplensReportList *list, const GArray *reports,
           PoplensReportMeasure measure)
{
  guint item = 0;

  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    if (!is_of (change, measure))
      continue;
    while (item < reports->len && g_array_index (reports, guint32, item) < change->report)
      item++;
    if (item == reports->len || g_array_index (reports, guint32, item) != change->report)
      continue;
    poplens_chart_add_mark (chart, item, NULL);
  }
}

/* Returns the noise of the values about @level. Takes it from the last change or, if there is no
 * change, estimates it from neighbouring values. 0: unknown */
static double
find_noise (const PoplensReportList *list, const char *series, PoplensReportMeasure measure,
            double level)
{
  const GArray *const of[] = {list->changes, list->repeats};
  double noise = list->noise[measure].differ * level;

  for (guint a = 0; a < G_N_ELEMENTS (of); a++)
    for (guint c = 0; c < of[a]->len; c++) {
      const PoplensReportChange *change = &g_array_index (of[a], PoplensReportChange, c);
      if (change->measure == measure && list->series[change->report] == series &&
          !change->level.once)
        noise = change->level.noise;
    }
  return noise;
}

/* Adds the line of the level of each report, with the noise as a band around it. */
static void
add_level (PoplensChart *chart, const PoplensReportList *list, const char *series,
           PoplensReportMeasure measure, const PoplensReportSeries *found, const GArray *reports)
{
  guint64 *spread = g_new (guint64, MAX (reports->len, 1));
  double noise = find_noise (list, series, measure, found->levels[0]);

  for (guint i = 0; i < reports->len; i++)
    spread[i] = (guint64) llround (noise);
  series_chart_add_line (chart, "level", "Level", POPLENS_INK_DIM, found, found->levels, reports);
  poplens_chart_set_spread (chart, spread);
}

/* Returns the largest tile capacity in bytes that a report has; 0: unknown */
static guint64
find_capacity (const PoplensReportList *list, const GArray *reports)
{
  guint64 capacity = 0;

  for (guint i = 0; i < reports->len; i++) {
    const PoplensListedReport *report = series_chart_report (list, reports, i);
    capacity = MAX (capacity, report->headline.tile_capacity);
  }
  return capacity;
}

PoplensChart *
poplens_series_chart_new (PoplensReportList *list, const char *series, PoplensReportMeasure measure,
                          PoplensByteUnit unit, const GArray *reports,
                          const PoplensReportsHeadline *headline)
{
  g_autoptr (PoplensReportSeries) found = poplens_report_list_series (list, series, measure);
  const char *title = figures[measure].title;
  guint64 capacity = measure == POPLENS_MEASURE_FULLEST ? find_capacity (list, reports) : 0;
  PoplensChart *chart;

  if (found->n < 2)
    return NULL;
  chart = series_chart_base (title, figures[measure].unit, unit, list, reports, headline);
  add_level (chart, list, series, measure, found, reports);
  series_chart_add_line (chart, "value", title, POPLENS_INK_TOTAL, found, found->values, reports);
  if (capacity) {
    poplens_chart_set_limit (chart, "capacity", capacity);
    poplens_chart_set_top (chart, capacity);
  }
  set_base (chart, found, (double) capacity);
  add_marks (chart, list, reports, measure);
  return chart;
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* Appends a range, both ends in the unit of the larger: "22.5 to 22.9 MiB". If they are equal:
 * "same in all, 1.20 M cycles". */
static void
append_range (GString *out, double least, double most, PoplensReportMeasure measure,
              PoplensByteUnit unit)
{
  guint64 low = (guint64) llround (least), high = (guint64) llround (most);
  PoplensNumber a, b;

  if (poplens_report_measure_is_time (measure)) {
    poplens_format_cycles (a, low);
    poplens_format_cycles (b, high);
  } else {
    poplens_format_bytes_beside (a, low, high, unit);
    poplens_format_bytes (b, high, unit);
  }
  const char *unit_of_a = strrchr (a, ' '), *unit_of_b = strrchr (b, ' ');
  if (low == high)
    g_string_append_printf (out, "same in all, %s", b);
  else if (unit_of_a && !g_strcmp0 (unit_of_a, unit_of_b))
    g_string_append_printf (out, "%.*s to %s", (int) (unit_of_a - a), a, b);
  else
    g_string_append_printf (out, "%s to %s", a, b);
}

char *
poplens_series_chart_fact (const PoplensReportList *list, const char *series,
                           PoplensReportMeasure measure, PoplensByteUnit unit)
{
  g_autoptr (PoplensReportSeries) found = poplens_report_list_series (list, series, measure);
  const GArray *const of[] = {list->changes, list->repeats};
  GString *out = g_string_new (NULL);
  double least = found->n ? found->values[0] : 0, most = least;
  guint64 capacity =
      found->n ? series_report_at (list, found->reports[0])->headline.tile_capacity : 0;

  for (guint a = 0; a < G_N_ELEMENTS (of); a++)
    for (guint c = 0; c < of[a]->len; c++) {
      const PoplensReportChange *change = &g_array_index (of[a], PoplensReportChange, c);
      if (change->measure != measure || list->series[change->report] != series)
        continue;
      g_autofree char *amount = poplens_report_change_amount (change, unit);
      g_string_append_printf (out, "%s%s", out->len ? ", " : "", amount);
    }
  if (out->len || !found->n)
    return g_string_free (out, FALSE);
  for (guint i = 0; i < found->n; i++) {
    least = MIN (least, found->values[i]);
    most = MAX (most, found->values[i]);
  }
  append_range (out, least, most, measure, unit);
  if (measure == POPLENS_MEASURE_FULLEST && capacity) {
    PoplensNumber all;
    g_string_append_printf (out, " of %s",
                            poplens_format_bytes_beside (all, capacity, (guint64) most, unit));
  }
  return g_string_free (out, FALSE);
}

char *
poplens_series_chart_outside (const PoplensReportList *list, const GArray *reports)
{
  GString *out = g_string_new ("mean of tiles and IPUs");
  double least = G_MAXDOUBLE, most = 0;

  for (guint i = 0; i < reports->len; i++) {
    const PoplensListedReport *report = series_chart_report (list, reports, i);
    if (!report->timing.known)
      continue;
    least = MIN (least, (double) report->timing.outside);
    most = MAX (most, (double) report->timing.outside);
  }
  if (most > 0) {
    PoplensNumber a, b;
    g_string_append (out, "; ");
    if (least < most)
      g_string_append_printf (out, "%s to ", poplens_format_cycles (a, (guint64) least));
    g_string_append_printf (out, "%s outside are not counted",
                            poplens_format_cycles (b, (guint64) most));
  }
  return g_string_free (out, FALSE);
}

/* ---- time classes ---------------------------------------------------------------------------- */

/* Adds a series for a time class, with gaps for reports whose time classes are not loaded. FALSE,
 * and no series, if the class is 0 in all reports. */
static gboolean
series_add_class (PoplensChart *chart, PoplensTimeClass class, const PoplensReportList *list,
                  const GArray *reports)
{
  PoplensTimeLook look = poplens_time_look (class);
  guint64 *values = g_new0 (guint64, reports->len);
  guint8 *absent = g_new0 (guint8, reports->len);
  gboolean any = FALSE;

  for (guint i = 0; i < reports->len; i++) {
    const PoplensListedReport *report = series_chart_report (list, reports, i);
    absent[i] = !report->has_time;
    values[i] = report->has_time ? report->time[class] : 0;
    any = any || values[i];
  }
  if (!any) {
    g_free (values);
    g_free (absent);
    return FALSE;
  }
  poplens_chart_add_series (chart, look.kind, poplens_time_class_key (class),
                            poplens_time_class_title (class), look.ink, 0, values, FALSE);
  poplens_chart_set_absent (chart, absent);
  return TRUE;
}

/* Adds a series with the program time of reports whose time classes are not loaded. */
static void
add_unread (PoplensChart *chart, const PoplensReportList *list, const GArray *reports)
{
  guint64 *values = g_new0 (guint64, reports->len);
  guint8 *absent = g_new0 (guint8, reports->len);
  gboolean any = FALSE;

  for (guint i = 0; i < reports->len; i++) {
    const PoplensListedReport *report = series_chart_report (list, reports, i);
    absent[i] = report->has_time || !report->timing.known;
    values[i] = absent[i] ? 0 : report->timing.program;
    any = any || values[i];
  }
  if (any) {
    poplens_chart_add_series (chart, POPLENS_SERIES_BLANK, "program", "Program", POPLENS_INK_DIM, 0,
                              values, FALSE);
    poplens_chart_set_absent (chart, absent);
    return;
  }
  g_free (values);
  g_free (absent);
}

/* Returns the time class that grew most between two reports; POPLENS_N_TIMES if none grew. */
static PoplensTimeClass
find_grown (const PoplensListedReport *before, const PoplensListedReport *after)
{
  PoplensTimeClass grown = POPLENS_N_TIMES;
  gint64 most = 0;

  for (PoplensTimeClass c = 0; before->has_time && after->has_time && c < POPLENS_TIME_OUTSIDE;
       c++) {
    gint64 by = (gint64) after->time[c] - (gint64) before->time[c];
    if (by > most) {
      most = by;
      grown = c;
    }
  }
  return grown;
}

/* Adds a series for each time class except time outside the program. @grown: (out) (optional):
 * index of the series of @class; not set if there is no such series */
static void
series_add_classes (PoplensChart *chart, const PoplensReportList *list, const GArray *reports,
                    PoplensTimeClass class, guint *grown)
{
  for (PoplensTimeClass c = 0; c < POPLENS_TIME_OUTSIDE; c++)
    if (series_add_class (chart, c, list, reports) && c == class)
      *grown = poplens_chart_get_n_series (chart) - 1;
  add_unread (chart, list, reports);
  poplens_chart_set_shares (chart, TRUE);
  poplens_chart_set_source (chart, "derived by Poplens; mean of tiles and IPUs");
}

PoplensChart *
poplens_series_chart_new_columns (PoplensReportList *list, const GArray *reports,
                                  const PoplensReportsHeadline *headline)
{
  PoplensChart *chart = series_chart_base ("Program time", POPLENS_CHART_UNIT_CYCLES,
                                           POPLENS_BYTE_UNIT_BINARY, list, reports, headline);
  guint grown = G_MAXUINT;
  PoplensTimeClass class = POPLENS_N_TIMES;

  if (headline->worse && poplens_report_measure_is_time (headline->measure))
    class = find_grown (series_report_at (list, headline->before),
                        series_report_at (list, headline->report));
  poplens_chart_set_legend (chart, TRUE);
  poplens_chart_set_columns (chart);
  series_add_classes (chart, list, reports, class, &grown);
  for (guint i = 0; i < reports->len; i++)
    if (grown != G_MAXUINT && g_array_index (reports, guint32, i) == headline->report)
      poplens_chart_name_blocks (chart, grown, i);
  return chart;
}

/* ---- different models ------------------------------------------------------------------------ */

PoplensChart *
poplens_series_chart_new_time_bars (PoplensReportList *list, const GArray *reports, gboolean legend)
{
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Program time", reports->len,
                                           POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY);
  char **names = g_new0 (char *, reports->len + 1);

  for (guint i = 0; i < reports->len; i++)
    names[i] = poplens_visible_text (series_chart_report (list, reports, i)->path, -1);
  poplens_chart_set_item_axis (chart, NULL, "report");
  poplens_chart_set_item_texts (chart, names);
  poplens_chart_set_legend (chart, legend);
  poplens_chart_set_empty_text (chart, "No execution recorded");
  series_add_classes (chart, list, reports, POPLENS_N_TIMES, NULL);
  return chart;
}

PoplensChart *
poplens_series_chart_new_tile_bars (PoplensReportList *list, const GArray *reports,
                                    PoplensByteUnit unit)
{
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Fullest tile", reports->len,
                                           POPLENS_CHART_UNIT_BYTES, unit);
  char **verdicts = g_new0 (char *, reports->len + 1);
  guint64 *values = g_new0 (guint64, reports->len), capacity = 0;
  guint8 *absent = g_new0 (guint8, reports->len);

  for (guint i = 0; i < reports->len; i++) {
    const PoplensListedReport *report = series_chart_report (list, reports, i);
    const PoplensHeadline *headline = &report->headline;
    g_autofree char *verdict =
        poplens_report_list_verdict (list, g_array_index (reports, guint32, i), unit);
    verdicts[i] = g_strdup (verdict ? verdict : headline->fit_known ? "fits" : "not recorded");
    absent[i] = !headline->has_memory;
    values[i] = headline->has_memory ? headline->fullest_bytes : 0;
    capacity = MAX (capacity, headline->tile_capacity);
  }
  poplens_chart_set_item_axis (chart, NULL, "report");
  poplens_chart_set_item_texts (chart, verdicts);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "bytes", "Fullest tile", POPLENS_INK_TOTAL,
                            0, values, FALSE);
  poplens_chart_set_absent (chart, absent);
  if (capacity) {
    poplens_chart_set_limit (chart, "capacity", capacity);
    poplens_chart_set_top (chart, capacity);
  }
  return chart;
}
