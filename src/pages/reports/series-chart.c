/* Builds charts of figures over the reports of a series. */
#include "pages/reports/series-chart.h"

#include <math.h>
#include <stdlib.h>

/* Below the lowest value, of the distance to the highest: percent. */
#define ROOM_BELOW 15

static const struct {
  const char *title;
  PoplensChartUnit unit;
} figures[POPLENS_N_MEASURES] = {
    [POPLENS_MEASURE_ITERATION] = {"Iteration", POPLENS_CHART_UNIT_CYCLES},
    [POPLENS_MEASURE_PROGRAM] = {"Program", POPLENS_CHART_UNIT_CYCLES},
    [POPLENS_MEASURE_FULLEST] = {"Fullest tile", POPLENS_CHART_UNIT_BYTES},
    [POPLENS_MEASURE_PEAK] = {"Peak", POPLENS_CHART_UNIT_BYTES},
};

/* ---- items -------------------------------------------------------------------------------------
 */

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

/* What items are called, asked for one by one. */
typedef struct {
  PoplensReportList *list;
  guint32 *reports;
} Names;

static void
names_free (gpointer data)
{
  Names *self = data;

  poplens_report_list_unref (self->list);
  g_free (self->reports);
  g_free (self);
}

/* "run-7, 2024-03-14 09:26:53" */
static char *
series_chart_name_of (gconstpointer data, gsize item)
{
  const Names *self = data;
  const PoplensListedReport *report = g_ptr_array_index (self->list->reports, self->reports[item]);

  return report->compiled ? g_strdup_printf ("%s, %s", report->path, report->compiled)
                          : g_strdup (report->path);
}

static PoplensChart *
chart_new (const char *title, PoplensChartUnit unit, PoplensByteUnit byte_unit,
           PoplensReportList *list, const GArray *reports)
{
  PoplensChart *chart =
      poplens_chart_new (&poplens_areas_kind, title, reports->len, unit, byte_unit);
  guint32 *numbers = g_new (guint32, reports->len);
  Names *names = g_new (Names, 1);

  for (guint i = 0; i < reports->len; i++)
    numbers[i] = i + 1;
  *names = (Names){poplens_report_list_ref (list),
                   g_memdup2 (reports->data, reports->len * sizeof (guint32))};
  poplens_chart_set_item_axis (chart, "Report", "report");
  poplens_chart_set_legend (chart, FALSE);
  poplens_chart_set_item_numbers (chart, numbers);
  poplens_chart_set_item_names (chart, series_chart_name_of, names, names_free);
  return chart;
}

/* ---- figures -----------------------------------------------------------------------------------
 */

/* @values: of the reports of @found. */
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

/* Only as far down as it takes to tell the values apart. */
static void
set_base (PoplensChart *chart, const PoplensReportSeries *series)
{
  double least = series->values[0], most = least;

  for (guint i = 0; i < series->n; i++) {
    least = MIN (least, series->values[i]);
    most = MAX (most, series->values[i]);
  }
  if (most > least)
    poplens_chart_set_base (chart, (guint64) MAX (least - (most - least) * ROOM_BELOW / 100, 0));
}

/* Whether the program fits is told by its fullest tile. */
static gboolean
is_of (const PoplensReportChange *change, PoplensReportMeasure measure)
{
  return change->measure == measure ||
         (change->measure == POPLENS_MEASURE_FITS && measure == POPLENS_MEASURE_FULLEST);
}

/* Those that last first: their texts have the room first. */
static void
add_marks (PoplensChart *chart, const PoplensReportList *list, const GArray *reports,
           PoplensReportMeasure measure, gboolean once, PoplensByteUnit unit)
{
  guint item = 0;

  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    g_autofree char *text = NULL;
    if (!is_of (change, measure) || change->level.once != once)
      continue;
    while (item < reports->len && g_array_index (reports, guint32, item) < change->report)
      item++;
    if (item == reports->len || g_array_index (reports, guint32, item) != change->report)
      continue;
    text = poplens_report_change_amount (change, unit);
    poplens_chart_add_mark (chart, item, text);
  }
}

PoplensChart *
poplens_series_chart_new (PoplensReportList *list, const char *series, PoplensReportMeasure measure,
                          PoplensByteUnit unit, const GArray *reports, guint *n_values)
{
  g_autoptr (PoplensReportSeries) found = poplens_report_list_series (list, series, measure);
  const char *title = figures[measure].title;
  PoplensChart *chart;

  *n_values = found->n;
  if (found->n < 2)
    return NULL;
  chart = chart_new (title, figures[measure].unit, unit, list, reports);
  series_chart_add_line (chart, "level", "Level", POPLENS_INK_DIM, found, found->levels, reports);
  series_chart_add_line (chart, "value", title, POPLENS_INK_TOTAL, found, found->values, reports);
  set_base (chart, found);
  add_marks (chart, list, reports, measure, FALSE, unit);
  add_marks (chart, list, reports, measure, TRUE, unit);
  return chart;
}

/* ---- time classes ------------------------------------------------------------------------------
 */

typedef struct {
  PoplensTimeClass class;
  guint64 least, most;
} Extent;

/* FALSE: fewer than two reports have it, or all 0. */
static gboolean
find_extent (Extent *self, const PoplensReportList *list, const GArray *reports)
{
  guint n = 0;

  self->least = G_MAXUINT64;
  for (guint i = 0; i < reports->len; i++) {
    const PoplensListedReport *report =
        g_ptr_array_index (list->reports, g_array_index (reports, guint32, i));
    if (!report->has_time)
      continue;
    self->least = MIN (self->least, report->time[self->class]);
    self->most = MAX (self->most, report->time[self->class]);
    n++;
  }
  return n > 1 && self->most;
}

/* That which differs most first; alike ones in the order of classes. */
static int
compare_extents (gconstpointer a, gconstpointer b)
{
  const Extent *x = a, *y = b;
  guint64 p = x->most - x->least, q = y->most - y->least;

  return p != q ? (p < q ? 1 : -1) : (int) x->class - (int) y->class;
}

/* @span: what differs most differs by so much. */
static PoplensChart *
time_chart_new (const Extent *extent, guint64 span, PoplensReportList *list, const GArray *reports)
{
  const char *title = poplens_time_class_title (extent->class);
  PoplensChart *chart =
      chart_new (title, POPLENS_CHART_UNIT_CYCLES, POPLENS_BYTE_UNIT_BINARY, list, reports);
  guint64 *values = g_new0 (guint64, reports->len), below = span * ROOM_BELOW / 100;
  guint64 base = extent->least > below ? extent->least - below : 0;
  guint8 *absent = g_new (guint8, reports->len);

  for (guint i = 0; i < reports->len; i++) {
    const PoplensListedReport *report =
        g_ptr_array_index (list->reports, g_array_index (reports, guint32, i));
    absent[i] = !report->has_time;
    values[i] = report->has_time ? report->time[extent->class] : 0;
  }
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "value", title, POPLENS_INK_TOTAL, 0,
                            values, FALSE);
  poplens_chart_set_absent (chart, absent);
  poplens_chart_set_source (chart, "derived by Poplens; mean of tiles and IPUs");
  if (span) {
    poplens_chart_set_base (chart, base);
    poplens_chart_set_top (chart, base + below + span);
  }
  return chart;
}

GPtrArray *
poplens_series_chart_new_times (PoplensReportList *list, const GArray *reports)
{
  GPtrArray *charts = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_chart_unref);
  Extent extents[POPLENS_N_TIMES];
  guint n = 0;

  for (PoplensTimeClass c = 0; c < POPLENS_N_TIMES; c++) {
    extents[n] = (Extent){.class = c};
    n += find_extent (&extents[n], list, reports);
  }
  qsort (extents, n, sizeof *extents, compare_extents);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (
        charts, time_chart_new (&extents[i], extents[0].most - extents[0].least, list, reports));
  return charts;
}
