/* Charts of the reports of a folder, of a list made by hand. */
#include "charts/core/layout-private.h"
#include "pages/reports/series-chart.h"

#define REPORTS 7
/* Has memory, but no trace. */
#define UNTIMED 2
/* Nothing is known of it. */
#define UNKNOWN 5

static void
report_free (gpointer data)
{
  PoplensListedReport *self = data;

  g_free (self->path);
  g_free (self);
}

/* run-0 …: compute is about 1,000,000 cycles, exchange jumps from 100 to 20,100 with run-3, host
 * wait from 5,000 to 10,000 with run-4; the others are 0. (transfer full) */
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

/* All charts have the same items, with gaps. */
static void
test_items (void)
{
  static const guint32 expected[] = {0, 1, 2, 3, 4, 6};
  g_autoptr (PoplensReportList) list = list_new ();
  g_autoptr (GArray) reports = poplens_series_chart_reports (list, list->series[0]);
  guint n_cycles, n_fullest, n_peak;
  g_autoptr (PoplensChart) cycles = poplens_series_chart_new (
      list, list->series[0], POPLENS_MEASURE_PROGRAM, POPLENS_BYTE_UNIT_BINARY, reports, &n_cycles);
  g_autoptr (PoplensChart) fullest =
      poplens_series_chart_new (list, list->series[0], POPLENS_MEASURE_FULLEST,
                                POPLENS_BYTE_UNIT_BINARY, reports, &n_fullest);

  g_assert_cmpmem (reports->data, reports->len * sizeof (guint32), expected, sizeof expected);
  g_assert_null (poplens_series_chart_new (list, list->series[0], POPLENS_MEASURE_PEAK,
                                           POPLENS_BYTE_UNIT_BINARY, reports, &n_peak));
  g_assert_cmpuint (n_cycles, ==, 5);
  g_assert_cmpuint (n_fullest, ==, 6);
  g_assert_cmpuint (n_peak, ==, 0);
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

/* Those that are not 0 everywhere, what differs most first, all to one scale; a gap where there is
 * no trace. */
static void
test_times (void)
{
  static const char *const titles[] = {"Exchange", "Host wait", "Compute"};
  static const char *const last[] = {"20,100 cycles", "10,000 cycles", "1.00 M cycles (1,000,006)"};
  g_autoptr (PoplensReportList) list = list_new ();
  g_autoptr (GArray) reports = poplens_series_chart_reports (list, list->series[0]);
  g_autoptr (GPtrArray) charts = poplens_series_chart_new_times (list, reports);
  PoplensChartStyle style = {FALSE, "DejaVu Sans"};
  double span = 0;

  g_assert_cmpuint (charts->len, ==, G_N_ELEMENTS (titles));
  for (guint c = 0; c < charts->len; c++) {
    PoplensChart *chart = g_ptr_array_index (charts, c);
    g_assert_cmpstr (poplens_chart_get_title (chart), ==, titles[c]);
    g_assert_cmpuint (poplens_chart_get_n_items (chart), ==, 6);
    g_autofree char *none = g_strdup_printf ("Report 3 · run-2\n%s\tnot recorded\n"
                                             "Source\tderived by Poplens; mean of tiles and IPUs",
                                             titles[c]);
    g_autofree char *some = g_strdup_printf ("Report 6 · run-6\n%s\t%s\n"
                                             "Source\tderived by Poplens; mean of tiles and IPUs",
                                             titles[c], last[c]);
    assert_words (poplens_chart_describe_item (chart, UNTIMED), none);
    assert_words (poplens_chart_describe_item (chart, 5), some);
    g_autoptr (PoplensChartLayout) layout =
        poplens_chart_layout_new (chart, NULL, &style, 160, 112);
    if (!c)
      span = layout->scale.top - layout->scale.from;
    g_assert_cmpfloat_with_epsilon (layout->scale.top - layout->scale.from, span, 2);
    g_assert_cmpfloat (layout->scale.from, <=, (double) poplens_chart_get_value (chart, 0, 0));
  }
  g_assert_cmpfloat (span, <, 2 * 20000);
}

/* One report alone has no line. */
static void
test_one (void)
{
  g_autoptr (PoplensReportList) list = list_new ();
  g_autoptr (GArray) reports = poplens_series_chart_reports (list, list->series[0]);

  for (guint r = 1; r < REPORTS; r++)
    ((PoplensListedReport *) g_ptr_array_index (list->reports, r))->has_time = FALSE;
  g_autoptr (GPtrArray) charts = poplens_series_chart_new_times (list, reports);
  g_assert_cmpuint (charts->len, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pages/series-chart/items", test_items);
  g_test_add_func ("/pages/series-chart/times", test_times);
  g_test_add_func ("/pages/series-chart/one", test_one);
  return g_test_run ();
}
