/* Tests of the charts of a folder's reports, on a list made by hand. */
#include "charts/core/layout-private.h"
#include "pages/reports/series-chart.h"

#include <string.h>

#define REPORTS 7
/* Index of a report with memory but no trace. */
#define UNTIMED 2
/* Index of a report without any figures. */
#define UNKNOWN 5

static void
report_free (gpointer data)
{
  PoplensListedReport *self = data;

  g_free (self->path);
  g_free (self);
}

/* Creates reports run-0 … run-6. Compute is about 1,000,000 cycles; exchange jumps from 100 to
 * 20,100 at run-3, host wait from 5,000 to 10,000 at run-4; others are 0. (transfer full) */
static PoplensReportList *
list_new (void)
{
  PoplensReportList *self = g_atomic_rc_box_new0 (PoplensReportList);

  self->reports = g_ptr_array_new_with_free_func (report_free);
  for (guint r = 0; r < REPORTS; r++) {
    PoplensListedReport *report = g_new0 (PoplensListedReport, 1);
    report->path = g_strdup_printf ("run-%u", r);
    report->opened = r != UNKNOWN;
    report->ipus = report->opened;
    report->headline.has_memory = report->opened;
    report->headline.n_tiles = 4;
    report->headline.fullest_bytes = 1000 + r;
    report->time_asked = TRUE;
    report->has_time = report->headline.has_cycles = r != UNTIMED && r != UNKNOWN;
    if (report->has_time) {
      report->time[POPLENS_TIME_COMPUTE] = 1000000 + r;
      report->time[POPLENS_TIME_EXCHANGE] = r < 3 ? 100 : 20100;
      report->time[POPLENS_TIME_HOST] = r < 4 ? 5000 : 10000;
      report->timing = (PoplensProgramTime){.known = TRUE, .program = 1050000 + r};
    }
    g_ptr_array_add (self->reports, report);
  }
  poplens_report_list_find_changes (self);
  return self;
}

static void
assert_words (char *words, const char *expected)
{
  g_assert_cmpstr (words, ==, expected);
  g_free (words);
}

/* All charts have the same items, with gaps for missing figures. */
static void
test_series_chart_items (void)
{
  static const guint32 expected[] = {0, 1, 2, 3, 4, 6};
  g_autoptr (PoplensReportList) list = list_new ();
  g_autoptr (GArray) reports = poplens_series_chart_reports (list, list->series[0]);
  const PoplensReportsHeadline none = {POPLENS_REPORTS_GOOD};
  g_autoptr (PoplensChart) cycles = poplens_series_chart_new (
      list, list->series[0], POPLENS_MEASURE_PROGRAM, POPLENS_BYTE_UNIT_BINARY, reports, &none);
  g_autoptr (PoplensChart) fullest = poplens_series_chart_new (
      list, list->series[0], POPLENS_MEASURE_FULLEST, POPLENS_BYTE_UNIT_BINARY, reports, &none);

  g_assert_cmpmem (reports->data, reports->len * sizeof (guint32), expected, sizeof expected);
  g_assert_null (poplens_series_chart_new (list, list->series[0], POPLENS_MEASURE_PEAK,
                                           POPLENS_BYTE_UNIT_BINARY, reports, &none));
  g_assert_cmpuint (poplens_chart_get_n_items (cycles), ==, 6);
  g_assert_cmpuint (poplens_chart_get_n_items (fullest), ==, 6);
  assert_words (poplens_chart_describe_item (cycles, UNTIMED),
                "Report 3 · run-2\nLevel\tnot recorded\nProgram\tnot recorded");
  assert_words (
      poplens_chart_describe_item (cycles, 5),
      "Report 6 · run-6\nLevel\t1.05 M cycles (1,050,003)\nProgram\t1.05 M cycles (1,050,006)");
  assert_words (poplens_chart_describe_item (fullest, UNTIMED),
                "Report 3 · run-2\nLevel\t1,003 B\nFullest tile\t1,002 B");
}

static gboolean
chart_has_text (const PoplensChartLayout *layout, const char *text)
{
  for (guint i = 0; i < layout->texts->len; i++)
    if (!strcmp (pango_layout_get_text (g_array_index (layout->texts, PoplensDrawText, i).layout),
                 text))
      return TRUE;
  return FALSE;
}

/* A column has its sum as label. A part that grew is named in the report that got slower and later
 * ones. Names are short except those of the first report and of that one. A report without a trace
 * has no column. */
static void
test_series_chart_columns (void)
{
  const PoplensReportsHeadline slower = {
      .marked = TRUE, .report = 3, .worse = TRUE, .before = 1, .measure = POPLENS_MEASURE_PROGRAM};
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  g_autoptr (PoplensReportList) list = list_new ();
  g_autoptr (GArray) reports = poplens_series_chart_reports (list, list->series[0]);
  PoplensListedReport *unread = g_ptr_array_index (list->reports, 6);

  unread->has_time = FALSE;
  g_autoptr (PoplensChart) chart = poplens_series_chart_new_columns (list, reports, &slower);
  g_autoptr (PoplensChartLayout) layout = poplens_chart_layout_new (chart, NULL, &style, 800, 300);
  assert_words (poplens_chart_describe_item (chart, UNTIMED),
                "Report 3 · run-2\nCompute\tnot recorded\nExchange\tnot recorded\n"
                "Host wait\tnot recorded\nProgram\tnot recorded\nTotal\t0 cycles\n"
                "Source\tderived by Poplens; mean of tiles and IPUs");
  assert_words (poplens_chart_describe_item (chart, 3),
                "Report 4 · run-3\nCompute\t1.00 M cycles (1,000,003) (97.6 %)\n"
                "Exchange\t20,100 cycles (2.0 %)\nHost wait\t5,000 cycles (0.5 %)\n"
                "Program\tnot recorded\nTotal\t1.03 M cycles (1,025,103)\n"
                "Source\tderived by Poplens; mean of tiles and IPUs");
  assert_words (poplens_chart_describe_item (chart, 5),
                "Report 6 · run-6\nCompute\tnot recorded\nExchange\tnot recorded\n"
                "Host wait\tnot recorded\nProgram\t1.05 M cycles (1,050,006) (100.0 %)\n"
                "Total\t1.05 M cycles (1,050,006)\n"
                "Source\tderived by Poplens; mean of tiles and IPUs");
  static const char *const there[] = {"run-0", "1", "2", "run-3", "4", "6", "1,025,103"};
  for (guint i = 0; i < G_N_ELEMENTS (there); i++)
    g_assert_true (chart_has_text (layout, there[i]));
  g_assert_false (chart_has_text (layout, "run-1"));
}

/* Bars of models that are not compared have the same rows; a row without a trace says so. */
static void
test_series_chart_bars (void)
{
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  g_autoptr (PoplensReportList) list = list_new ();
  g_autoptr (GArray) reports = poplens_series_chart_reports (list, list->series[0]);
  g_autoptr (PoplensChart) time = poplens_series_chart_new_time_bars (list, reports, FALSE);
  g_autoptr (PoplensChart) tile =
      poplens_series_chart_new_tile_bars (list, reports, POPLENS_BYTE_UNIT_BINARY);
  g_autoptr (PoplensChartLayout) times = poplens_chart_layout_new (time, NULL, &style, 800, 300);

  g_assert_cmpuint (poplens_chart_get_n_items (time), ==, poplens_chart_get_n_items (tile));
  g_assert_cmpfloat (poplens_chart_natural_height (time, 800), ==,
                     poplens_chart_natural_height (tile, 800));
  g_assert_true (chart_has_text (times, "run-2"));
  g_assert_true (chart_has_text (times, "not recorded"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/series-chart/items", test_series_chart_items);
  g_test_add_func ("/pages/series-chart/columns", test_series_chart_columns);
  g_test_add_func ("/pages/series-chart/bars", test_series_chart_bars);
  return g_test_run ();
}
