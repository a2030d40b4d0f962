/* Tests of a long trace in the window: the chart that is shown before the flame graph is grouped is
 * replaced by the grouped one, even if the user zooms or leaves the page meanwhile. */
#include "app-widgets/app-widgets-test.h"
#include "app-widgets/report-window.h"

#include "app/page/page-view.h"
#include "charts/lanes/lanes.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

typedef struct {
  char *folder;
  ReportWindow on;
  gsize grouped; /* number of blocks of the flame graph */
} EarlyFixture;

static gsize
count_grouped (const char *folder, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (folder, &error);
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);
  g_autoptr (PoplensPage) page =
      poplens_page_build (report, location, POPLENS_BYTE_UNIT_BINARY, NULL, &error);

  g_assert_no_error (error);
  return poplens_chart_get_n_items (poplens_page_get_chart (page)->chart);
}

static void
early_set_up (EarlyFixture *f, gconstpointer text)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, NULL);
  /* Enough rows for the page to show something early. */
  static const char *const options[] = {"--preset",    "bert-base", "--without", "archive,debug",
                                        "--variables", "20000",     "--tiles",   "32",
                                        "--steps",     "40000",     NULL};
  g_autoptr (GError) error = NULL;

  f->folder = temp_dir_new ();
  g_assert_true (run_demo (f->folder, options));
  f->grouped = count_grouped (f->folder, text);
  f->on.report = poplens_report_open (f->folder, &error);
  g_assert_no_error (error);
  f->on.session = poplens_session_new (f->on.report, location);
  f->on.view = poplens_page_view_new (f->on.session);
  f->on.window = show_in_window (f->on.view);
}

static void
early_tear_down (EarlyFixture *f, gconstpointer text)
{
  report_window_close (&f->on);
  temp_dir_remove (f->folder);
  g_free (f->folder);
}

static gboolean
is_grouped (gpointer data)
{
  EarlyFixture *f = data;
  PoplensChartWidget *widget = report_window_chart (&f->on);

  return widget &&
         poplens_chart_get_n_items (poplens_chart_widget_get_chart (widget)) == f->grouped;
}

/* Zooms as the wheel does, which adjusts the location. */
static void
test_zoomed (EarlyFixture *f, gconstpointer text)
{
  g_autoptr (PoplensLocation) zoomed =
      poplens_location_parse ("trace?view=flame&outside=yes&from=5&to=500000", NULL);

  wait_until (has_chart, f->on.view);
  poplens_session_adjust (f->on.session, zoomed);
  wait_until (is_grouped, f);
  g_assert_cmpfloat (poplens_chart_widget_get_view (report_window_chart (&f->on)).from, ==, 5);
}

static gboolean
is_elsewhere (gpointer data)
{
  return !report_window_chart (&((EarlyFixture *) data)->on);
}

static void
test_left (EarlyFixture *f, gconstpointer text)
{
  wait_until (has_chart, f->on.view);
  poplens_session_go_to_page (f->on.session, POPLENS_PAGE_SUMMARY);
  wait_until (is_elsewhere, f);
  poplens_session_go_to_page (f->on.session, POPLENS_PAGE_TRACE);
  wait_until (is_grouped, f);
}

void
add_early_tests (void)
{
  g_test_add ("/early/zoomed", EarlyFixture, "trace?view=flame&outside=yes", early_set_up,
              test_zoomed, early_tear_down);
  g_test_add ("/early/left", EarlyFixture, "trace?view=flame", early_set_up, test_left,
              early_tear_down);
}
