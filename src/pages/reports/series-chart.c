#include "pages/reports/series-chart.h"

#include <math.h>

/* Below the lowest value, of the distance to the highest: percent. */
#define ROOM_BELOW 15

static const struct {
  const char *title;
  PoplensChartUnit unit;
} figures[POPLENS_N_MEASURES] = {
    [POPLENS_MEASURE_CYCLES] = {"Cycles", POPLENS_CHART_UNIT_CYCLES},
    [POPLENS_MEASURE_FULLEST] = {"Fullest tile", POPLENS_CHART_UNIT_BYTES},
    [POPLENS_MEASURE_PEAK] = {"Peak", POPLENS_CHART_UNIT_BYTES},
};

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
name_of (gconstpointer data, gsize item)
{
  const Names *self = data;
  const PoplensListedReport *report = g_ptr_array_index (self->list->reports, self->reports[item]);

  return report->compiled ? g_strdup_printf ("%s, %s", report->path, report->compiled)
                          : g_strdup (report->path);
}

static void
set_names (PoplensChart *chart, PoplensReportList *list, const PoplensReportSeries *series)
{
  guint32 *numbers = g_new (guint32, series->n);
  Names *names = g_new (Names, 1);

  for (guint i = 0; i < series->n; i++)
    numbers[i] = i + 1;
  poplens_chart_set_item_numbers (chart, numbers);
  *names = (Names){poplens_report_list_ref (list),
                   g_memdup2 (series->reports, series->n * sizeof *series->reports)};
  poplens_chart_set_item_names (chart, name_of, names, names_free);
}

static void
add_line (PoplensChart *chart, const char *key, const char *name, PoplensInk ink,
          const double *values, guint n)
{
  guint64 *rounded = g_new (guint64, n);

  for (guint i = 0; i < n; i++)
    rounded[i] = (guint64) llround (values[i]);
  poplens_chart_add_series (chart, POPLENS_SERIES_LINE, key, name, ink, 0, rounded, FALSE);
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
add_marks (PoplensChart *chart, const PoplensReportList *list, const PoplensReportSeries *series,
           PoplensReportMeasure measure, gboolean once, PoplensByteUnit unit)
{
  guint item = 0;

  for (guint c = 0; c < list->changes->len; c++) {
    const PoplensReportChange *change = &g_array_index (list->changes, PoplensReportChange, c);
    g_autofree char *text = NULL;
    if (!is_of (change, measure) || change->level.once != once)
      continue;
    while (item < series->n && series->reports[item] < change->report)
      item++;
    if (item == series->n || series->reports[item] != change->report)
      continue;
    text = poplens_report_change_amount (change, unit);
    poplens_chart_add_mark (chart, item, text);
  }
}

PoplensChart *
poplens_series_chart_new (PoplensReportList *list, const char *series, PoplensReportMeasure measure,
                          PoplensByteUnit unit, GArray **reports)
{
  g_autoptr (PoplensReportSeries) found = poplens_report_list_series (list, series, measure);
  PoplensChart *chart;

  *reports = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (found->n < 2)
    return NULL;
  g_array_append_vals (*reports, found->reports, found->n);
  chart = poplens_chart_new (&poplens_areas_kind, figures[measure].title, found->n,
                             figures[measure].unit, unit);
  poplens_chart_set_item_axis (chart, "Report", "report");
  poplens_chart_set_legend (chart, FALSE);
  set_names (chart, list, found);
  add_line (chart, "level", "Level", POPLENS_INK_DIM, found->levels, found->n);
  add_line (chart, "value", figures[measure].title, POPLENS_INK_TOTAL, found->values, found->n);
  set_base (chart, found);
  add_marks (chart, list, found, measure, FALSE, unit);
  add_marks (chart, list, found, measure, TRUE, unit);
  return chart;
}
