/* Tests of pages in the window: what a change of the location rebuilds, and small widgets of
 * pages. */
#include "app-widgets/app-widgets-test.h"
#include "app-widgets/report-window.h"

#include "app/page/page-section.h"
#include "app/window/session.h"
#include "app/page/page-chart.h"
#include "app/page/page-document.h"
#include "app/page/page-tables.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-view.h"
#include "app/table/table-widget.h"
#include "app/widgets/bins.h"
#include "support/report-fixture.h"

/* ---- what a change of the location rebuilds ---- */

static void
check_change (const char *before, const char *now, PoplensLocationChange expected)
{
  g_autoptr (PoplensLocation) a = poplens_location_parse (before, NULL);
  g_autoptr (PoplensLocation) b = poplens_location_parse (now, NULL);

  g_assert_cmpint (poplens_location_compare (a, b), ==, expected);
}

static void
test_changes (void)
{
  check_change ("memory", "memory", POPLENS_CHANGE_NONE);
  check_change ("memory?tile=5", "memory?tile=5&from=3&to=9.5", POPLENS_CHANGE_VIEW);
  check_change ("memory?tab=a", "memory?filter.x=%26tile%3D5&sort.x=-size&axis=limit",
                POPLENS_CHANGE_VIEW);
  check_change ("memory", "memory?tile=5", POPLENS_CHANGE_SELECTION);
  check_change ("memory?tile=4&from=1&to=2", "memory?tile=5", POPLENS_CHANGE_SELECTION);
  check_change ("memory", "memory?hide=a", POPLENS_CHANGE_PAGE);
  check_change ("memory?tile=5", "memory?breakdown=none&tile=5", POPLENS_CHANGE_PAGE);
  check_change ("memory", "summary", POPLENS_CHANGE_PAGE);
  /* The colour key changes only the memory map, but the whole trace page. */
  check_change ("memory", "memory?map-colour=liveness", POPLENS_CHANGE_VIEW);
  check_change ("trace", "trace?colour=name", POPLENS_CHANGE_PAGE);
  /* A graph is built for its open groups; the treemap only zooms to its group. */
  check_change ("operations?view=graph", "operations?open=Fwd&view=graph", POPLENS_CHANGE_PAGE);
  check_change ("operations", "operations?path=Fwd", POPLENS_CHANGE_VIEW);
  check_change ("trace?colour=balance", "trace?colour=cycles", POPLENS_CHANGE_PAGE);
  g_assert_true (poplens_location_is_view_key ("filter.memory-tiles", POPLENS_PAGE_MEMORY));
  g_assert_false (poplens_location_is_view_key ("tile", POPLENS_PAGE_MEMORY));
}

/* ---- a page of a whole report ---- */

static void
go (PoplensSession *session, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) location = poplens_location_parse (text, &error);

  g_assert_no_error (error);
  poplens_session_go (session, location);
}

typedef struct {
  PoplensChartWidget *widget;
  PoplensChart *chart;
} OtherChart;

static gboolean
is_other_chart (gpointer data)
{
  OtherChart *other = data;

  return poplens_chart_widget_get_chart (other->widget) != other->chart;
}

/* TRUE if there is a table, which appears some frames after the chart. */
static gboolean
has_table (gpointer data)
{
  return find_type (data, POPLENS_TYPE_TABLE_WIDGET) != NULL;
}

static void
test_view_keys (void)
{
  ReportWindow on = {0};
  OtherChart chart;

  if (!report_window_open (&on, "memory?tab=memory-tiles"))
    return;
  wait_until (has_chart, on.view);
  wait_until (has_table, on.view);
  settle (on.window);
  chart.widget = report_window_chart (&on);
  chart.chart = poplens_chart_ref (poplens_chart_widget_get_chart (chart.widget));
  g_assert_cmpstr (poplens_table_get_name (report_window_table (&on)), ==, "memory-tiles");

  /* If the user zooms, the location is adjusted and nothing is rebuilt. */
  gtk_widget_activate_action (GTK_WIDGET (chart.widget), "chart.zoom-in", NULL);
  g_assert_nonnull (report_window_key (&on, "from"));
  g_assert_false (poplens_session_can_go_back (on.session));
  /* If a link changes the location, the chart's view follows. */
  go (on.session,
      "memory?tab=memory-tiles&from=100&to=200&sort.memory-tiles=-total_including_gaps");
  g_assert_cmpfloat (poplens_chart_widget_get_view (chart.widget).from, ==, 100);
  settle (on.window);
  g_assert_false (is_other_chart (&chart));

  /* Another breakdown needs another chart; the old one is shown until it is built. */
  go (on.session, "memory?breakdown=none&from=100&to=200");
  g_assert_false (is_other_chart (&chart));
  wait_until (is_other_chart, &chart);
  g_assert_cmpfloat (poplens_chart_widget_get_view (chart.widget).from, ==, 100);
  poplens_chart_unref (chart.chart);
  report_window_close (&on);
}

static gboolean
one_row (gpointer data)
{
  GtkWidget *table = find_type (data, POPLENS_TYPE_TABLE_WIDGET);

  return table &&
         poplens_table_n_rows (poplens_table_widget_get_table (POPLENS_TABLE_WIDGET (table))) == 1;
}

static void
test_page_selection (void)
{
  ReportWindow on = {0};
  GtkWidget *table;
  PoplensChartWidget *chart;

  if (!report_window_open (&on, "memory?tab=memory-tiles"))
    return;
  wait_until (has_chart, on.view);
  wait_until (has_table, on.view);
  chart = report_window_chart (&on);
  table = find_type (on.view, POPLENS_TYPE_TABLE_WIDGET);
  PoplensChart *drawn = poplens_chart_widget_get_chart (chart);
  g_signal_emit_by_name (chart, "select-items", (guint64) 5, (guint64) 6, POPLENS_SELECT_REPLACE);
  g_assert_cmpstr (report_window_key (&on, "tile"), ==, "5");
  wait_until (one_row, on.view);
  /* The widget is kept and shows the other table. */
  g_assert_true (find_type (on.view, POPLENS_TYPE_TABLE_WIDGET) == table);
  /* The chart is not rebuilt for another selection. */
  g_assert_true (poplens_chart_widget_get_chart (chart) == drawn);
  g_signal_emit_by_name (chart, "select-items", (guint64) 9, (guint64) 12, POPLENS_SELECT_ADD);
  g_assert_cmpstr (report_window_key (&on, "tile"), ==, "5,9-11");
  g_signal_emit_by_name (chart, "select-items", (guint64) 10, (guint64) 11, POPLENS_SELECT_TOGGLE);
  g_assert_cmpstr (report_window_key (&on, "tile"), ==, "5,9,11");
  g_signal_emit_by_name (chart, "select-items", (guint64) 0, (guint64) 0, POPLENS_SELECT_REPLACE);
  g_assert_null (report_window_key (&on, "tile"));
  g_signal_emit_by_name (chart, "toggle-series", "with-gaps");
  g_assert_cmpstr (report_window_key (&on, "hide"), ==, "with-gaps");
  g_signal_emit_by_name (chart, "toggle-series", "with-gaps");
  g_assert_null (report_window_key (&on, "hide"));
  g_signal_emit_by_name (chart, "limit-clicked");
  g_assert_cmpstr (report_window_key (&on, "axis"), ==, "limit");
  g_assert_true (poplens_chart_widget_get_view (chart).limit_to_scale);
  report_window_close (&on);
}

static gboolean
shows_document (gpointer view)
{
  return find_type (view, POPLENS_TYPE_PAGE_DOCUMENT) != NULL;
}

static gboolean
shows_error (gpointer view)
{
  return find_type (view, ADW_TYPE_STATUS_PAGE) != NULL;
}

static gboolean
can_search (gpointer view)
{
  return poplens_page_view_focus_search (view);
}

static void
test_page_cache (void)
{
  g_autoptr (PoplensReport) report =
      report_fixture_open (report_fixture_choose ("firehose", "demo-compiled"));
  g_autoptr (PoplensSession) session = NULL;
  GtkWidget *view, *window, *document;

  if (!report)
    return;
  session = poplens_session_new (report, NULL);
  view = poplens_page_view_new (session);
  window = show_in_window (view);
  wait_until (shows_document, view);
  settle (window);
  document = find_type (view, POPLENS_TYPE_PAGE_DOCUMENT);
  wait_until (can_search, view);
  go (session, "memory");
  wait_until (has_chart, view);
  /* Going back shows the cached page immediately. */
  poplens_session_go_back (session);
  settle (window);
  g_assert_true (find_type (view, POPLENS_TYPE_PAGE_DOCUMENT) == document);
  /* The report has no trace. */
  go (session, "trace");
  wait_until (shows_error, view);
  settle (window);
  check_finalizes (window, view);
}

/* A notice of one line requests the same height whether or not its width is known, at any text
 * size. Otherwise the minimum height of a chart page is wrong by a pixel, and GTK warns about it.
 */
static void
test_notice_height (void)
{
  static const int scales[] = {75, 96, 110, 120, 144, 168, 192, 240};
  static const char *const texts[] = {"One tile does not fit", "No tile is “99999”", "日本 ü"};
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();
  GdkDisplay *display = gdk_display_get_default ();
  int before;

  gtk_css_provider_load_from_resource (provider, "/org/poplens/Poplens/widgets.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &before, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scales) * G_N_ELEMENTS (texts); i++) {
    GtkWidget *notice =
        poplens_page_notice_new (POPLENS_TONE_WARNING, texts[i % G_N_ELEMENTS (texts)]);
    GtkWidget *window;
    int without, with;

    g_object_set (gtk_settings_get_default (), "gtk-xft-dpi",
                  scales[i / G_N_ELEMENTS (texts)] * 1024, NULL);
    window = show_in_window (notice);
    gtk_widget_measure (notice, GTK_ORIENTATION_VERTICAL, -1, &without, NULL, NULL, NULL);
    gtk_widget_measure (notice, GTK_ORIENTATION_VERTICAL, 780, &with, NULL, NULL, NULL);
    g_assert_cmpint (with, ==, without);
    gtk_window_destroy (GTK_WINDOW (window));
  }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", before, NULL);
  gtk_style_context_remove_provider_for_display (display, GTK_STYLE_PROVIDER (provider));
}

static int
least_width (GtkWidget *widget, int for_height)
{
  int least;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, for_height, &least, NULL, NULL, NULL);
  return least;
}

/* The label is measured for one width; the container around it, for the height at the width it
 * got. */
static void
test_column_bin (void)
{
  GtkWidget *label =
      gtk_label_new ("Words that are wrapped where there is no room for all of them");
  GtkWidget *bin = poplens_column_bin_new (label), *window;
  int narrow, wide;

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  window = show_in_window (bin);
  g_assert_cmpint (least_width (label, 30), >, least_width (label, -1));
  g_assert_cmpint (least_width (bin, 30), ==, least_width (label, -1));
  gtk_widget_measure (bin, GTK_ORIENTATION_VERTICAL, least_width (label, -1), &narrow, NULL, NULL,
                      NULL);
  gtk_widget_measure (bin, GTK_ORIENTATION_VERTICAL, 2000, &wide, NULL, NULL, NULL);
  g_assert_cmpint (narrow, >=, 3 * wide);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
window_shows_chart (gpointer on)
{
  return report_window_chart (on) != NULL;
}

/* Building a page keeps the view alive after its window is closed; the pending focus must not break
 * that. */
static void
test_closed_while_built (void)
{
  static const char *const locations[] = {"insights?view=what-if", "operations", "memory?tile=5"};

  for (guint i = 0; i < G_N_ELEMENTS (locations); i++) {
    ReportWindow on = {0};
    if (!report_window_open (&on, "memory"))
      return;
    wait_until (window_shows_chart, &on);
    g_assert_true (poplens_session_follow (on.session, locations[i], NULL));
    poplens_page_view_focus_content (POPLENS_PAGE_VIEW (on.view));
    check_finalizes (on.window, on.view);
    g_object_unref (on.session);
    g_object_unref (on.report);
  }
}

/* A spinner behind another tab must not run, as it would cause frames to be drawn for nothing. */
static void
test_spinner_behind (void)
{
  GtkWidget *stack = gtk_stack_new (), *busy = poplens_page_busy_new (), *window;
  GtkWidget *spinner = gtk_widget_get_first_child (busy);

  gtk_widget_set_visible (busy, TRUE);
  gtk_stack_add_named (GTK_STACK (stack), gtk_label_new ("In front"), "front");
  gtk_stack_add_named (GTK_STACK (stack), busy, "busy");
  window = show_in_window (stack);
  settle (window);
  g_assert_false (gtk_spinner_get_spinning (GTK_SPINNER (spinner)));
  gtk_stack_set_visible_child_name (GTK_STACK (stack), "busy");
  settle (window);
  g_assert_true (gtk_spinner_get_spinning (GTK_SPINNER (spinner)));
  gtk_stack_set_visible_child_name (GTK_STACK (stack), "front");
  settle (window);
  g_assert_false (gtk_spinner_get_spinning (GTK_SPINNER (spinner)));
  check_finalizes (window, stack);
}

void
add_page_tests (void)
{
  g_test_add_func ("/app-widgets/page/spinner-behind", test_spinner_behind);
  g_test_add_func ("/app-widgets/page/column-bin", test_column_bin);
  g_test_add_func ("/app-widgets/page/notice-height", test_notice_height);
  g_test_add_func ("/app-widgets/page/changes", test_changes);
  g_test_add_func ("/app-widgets/page/closed-while-built", test_closed_while_built);
  g_test_add_func ("/app-widgets/page/view-keys", test_view_keys);
  g_test_add_func ("/app-widgets/page/selection", test_page_selection);
  g_test_add_func ("/app-widgets/page/pages", test_page_cache);
}
