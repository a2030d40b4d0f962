/* Tests of the lifetimes below the graph of Liveness, on a whole report: both have the same
 * axis. */
#include "app-widgets/app-widgets-test.h"
#include "app-widgets/report-window.h"

#include "app/chart/chart-widget.h"
#include "app/page/page-control.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-view.h"
#include "app/page/tab-chart.h"
#include "support/report-fixture.h"

#include <math.h>
#include <string.h>

typedef struct {
  ReportWindow on;
  gsize n_items; /* number of items to wait for in the tab's chart */
} LifetimesFixture;

static PoplensChartWidget *
bars (LifetimesFixture *f)
{
  GtkWidget *tab = find_type (f->on.view, POPLENS_TYPE_TAB_CHART_VIEW);

  return tab ? (PoplensChartWidget *) find_type (tab, POPLENS_TYPE_CHART_WIDGET) : NULL;
}

static gboolean
has_bars (gpointer data)
{
  LifetimesFixture *f = data;
  PoplensChart *chart = bars (f) ? poplens_chart_widget_get_chart (bars (f)) : NULL;

  return chart && poplens_chart_widget_get_layout (bars (f)) &&
         (!f->n_items || poplens_chart_get_n_items (chart) == f->n_items);
}

static void
lifetimes_set_up (LifetimesFixture *f, gconstpointer text)
{
  if (!report_window_open (&f->on, text))
    return;
  wait_until (has_bars, f);
  settle (f->on.window);
}

static void
lifetimes_tear_down (LifetimesFixture *f, gconstpointer text)
{
  report_window_close (&f->on);
}

/* ---- one axis ---- */

static void
check_same_steps (LifetimesFixture *f)
{
  PoplensChartView a = poplens_chart_widget_get_view (report_window_chart (&f->on));
  PoplensChartView b = poplens_chart_widget_get_view (bars (f));

  g_assert_cmpfloat_with_epsilon (a.from, b.from, 1e-3);
  g_assert_cmpfloat_with_epsilon (a.to, b.to, 1e-3);
  /* Each step is at the same pixel in both charts. */
  for (double step = ceil (a.from); step < a.to; step++)
    g_assert_cmpfloat_with_epsilon (
        poplens_chart_layout_position_to_x (
            poplens_chart_widget_get_layout (report_window_chart (&f->on)), step),
        poplens_chart_layout_position_to_x (poplens_chart_widget_get_layout (bars (f)), step), 0.5);
}

static double
span (PoplensChartWidget *chart)
{
  PoplensChartView view = poplens_chart_widget_get_view (chart);

  return view.to - view.from;
}

static void
test_axis (LifetimesFixture *f, gconstpointer text)
{
  double all;

  if (!f->on.report)
    return;
  check_same_steps (f);
  all = span (report_window_chart (&f->on));
  poplens_chart_widget_zoom_at (bars (f), 2, 400, 100);
  g_assert_cmpfloat (span (report_window_chart (&f->on)), <, all);
  check_same_steps (f);
  poplens_chart_widget_zoom_at (report_window_chart (&f->on), 2, 300, 100);
  g_assert_cmpfloat (span (bars (f)), <, all / 3);
  check_same_steps (f);
  gtk_widget_activate_action (GTK_WIDGET (bars (f)), "chart.fit", NULL);
  g_assert_cmpfloat (span (report_window_chart (&f->on)), ==, all);
  check_same_steps (f);
}

/* ---- variables ---- */

static void
test_chosen_variables (LifetimesFixture *f, gconstpointer text)
{
  guint64 from;
  gsize items;

  if (!f->on.report)
    return;
  items = poplens_chart_get_n_items (poplens_chart_widget_get_chart (bars (f)));
  g_signal_emit_by_name (bars (f), "select-items", (guint64) 1, (guint64) 2,
                         POPLENS_SELECT_REPLACE);
  poplens_chart_get_lane_item (poplens_chart_widget_get_chart (bars (f)), 1, &from, NULL, NULL);
  sqlite3 *db = report_fixture_open_sql (f->on.report);
  g_assert_cmpint (
      report_fixture_ask (
          db,
          "SELECT count(*) FROM var_bytes_by_eq_class JOIN eq_class_step USING (eq_class_id) WHERE "
          "unlowered_var_id = %s AND step_id_from = %" G_GUINT64_FORMAT,
          report_window_key (&f->on, "variable"), from),
      >, 0);
  g_autofree char *small = g_strdup_printf (
      "%" G_GINT64_FORMAT,
      report_fixture_ask (db, "SELECT u.id FROM unlowered_vars u JOIN var_bytes_by_eq_class ON "
                              "unlowered_var_id = u.id GROUP BY u.id ORDER BY sum(bytes) LIMIT 1"));
  sqlite3_close (db);
  g_assert_cmpuint (g_ascii_strtoull (report_window_key (&f->on, "step"), NULL, 10), ==, from);
  g_assert_true (poplens_chart_widget_has_selection (bars (f)));

  /* A variable that is not among the largest is added on top of them, and removed again. */
  g_autoptr (PoplensLocation) with =
      poplens_location_with (poplens_session_get_location (f->on.session), "plot", small);
  poplens_session_go (f->on.session, with);
  f->n_items = items + 1;
  wait_until (has_bars, f);
  settle (f->on.window);
  g_signal_emit_by_name (bars (f), "row-removed", 0);
  g_assert_null (report_window_key (&f->on, "plot"));
  f->n_items = items;
  wait_until (has_bars, f);
}

static guint
count_controls (GtkWidget *parent)
{
  guint n = 0;

  for (GtkWidget *w = gtk_widget_get_first_child (parent); w; w = gtk_widget_get_next_sibling (w))
    n += POPLENS_IS_PAGE_CONTROL (w);
  return n;
}

/* A number that is not among the choices remains a choice as long as it is set, and is then removed
 * from the list. */
static void
test_own_number (LifetimesFixture *f, gconstpointer text)
{
  static const char *const always[] = {"no", "yes", "no", "yes"};

  if (!f->on.report)
    return;
  g_autoptr (PoplensLocation) more =
      poplens_location_with (poplens_session_get_location (f->on.session), "lifetimes", "peak:50");
  poplens_session_go (f->on.session, more);
  for (guint i = 0; i < G_N_ELEMENTS (always); i++) {
    g_autoptr (PoplensLocation) other = poplens_location_with (
        poplens_session_get_location (f->on.session), "always-live", always[i]);
    poplens_session_go (f->on.session, other);
    settle (f->on.window);
    wait_until (has_bars, f);
    settle (f->on.window);
  }
  GtkWidget *view = find_type (f->on.view, POPLENS_TYPE_TAB_CHART_VIEW);
  g_assert_cmpuint (
      count_controls (poplens_tab_chart_view_get_tools (POPLENS_TAB_CHART_VIEW (view))), ==, 0);
  g_assert_cmpuint (count_controls (find_type (view, POPLENS_TYPE_PAGE_TOOLBAR)), ==, 4);
}

void
add_lifetimes_tests (void)
{
  static const char path[] = "/app-widgets/lifetimes/";
  static const struct {
    const char *name, *location;
    void (*run) (LifetimesFixture *f, gconstpointer text);
  } tests[] = {{"axis", "liveness?tab=lifetimes", test_axis},
               {"variables", "liveness?tab=lifetimes", test_chosen_variables},
               {"own-number", "liveness?tab=lifetimes&lifetimes=peak:7", test_own_number}};

  for (guint t = 0; t < G_N_ELEMENTS (tests); t++) {
    g_autofree char *name = g_strconcat (path, tests[t].name, NULL);
    g_test_add (name, LifetimesFixture, tests[t].location, lifetimes_set_up, tests[t].run,
                lifetimes_tear_down);
  }
}
