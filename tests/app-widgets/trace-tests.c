/* Tests of the Execution Trace page in the window, on a whole report. */
#include "app-widgets/app-widgets-test.h"
#include "app-widgets/report-window.h"

#include "app/page/page-chart.h"
#include "app/page/page-widget.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-view.h"
#include "app/table/table-widget.h"

#include <math.h>
#include <string.h>

typedef struct {
  ReportWindow on;
  PoplensChartWidget *widget;
  PoplensChart *chart; /* the chart that is shown at first */
} TraceFixture;

static void
trace_set_up (TraceFixture *f, gconstpointer text)
{
  if (!report_window_open (&f->on, text))
    return;
  wait_until (has_chart, f->on.view);
  settle (f->on.window);
  f->widget = report_window_chart (&f->on);
  f->chart = poplens_chart_ref (poplens_chart_widget_get_chart (f->widget));
}

static void
trace_tear_down (TraceFixture *f, gconstpointer text)
{
  g_clear_pointer (&f->chart, poplens_chart_unref);
  report_window_close (&f->on);
}

/* TRUE if there is a table, which appears some frames after the chart. */
static gboolean
has_table (gpointer data)
{
  return report_window_table (&((TraceFixture *) data)->on) != NULL;
}

/* TRUE if the default tab shows the selected step. */
static gboolean
shows_step (gpointer data)
{
  return find_label (((TraceFixture *) data)->on.view, "All Details") != NULL;
}

/* TRUE if the default tab shows the time classes. */
static gboolean
shows_time (gpointer data)
{
  return find_label (((TraceFixture *) data)->on.view, "Utilisation") != NULL;
}

static gboolean
shows_statistics (gpointer data)
{
  PoplensTable *table = report_window_table (&((TraceFixture *) data)->on);

  return table && !strcmp (poplens_table_get_name (table), "trace-types");
}

typedef struct {
  TraceFixture *f;
  PoplensTable *old;
} OtherTable;

static gboolean
has_other_table (gpointer data)
{
  OtherTable *other = data;

  return report_window_table (&other->f->on) && report_window_table (&other->f->on) != other->old;
}

/* Selecting a block shows its step without rebuilding the page. */
static void
test_step (TraceFixture *f, gconstpointer text)
{
  GtkPaned *paned;
  gboolean kept = FALSE;
  int divider;

  if (!f->on.report)
    return;
  wait_until (shows_time, f);
  settle (f->on.window);
  paned = GTK_PANED (find_type (f->on.view, GTK_TYPE_PANED));
  divider = gtk_paned_get_position (paned);
  g_signal_emit_by_name (f->widget, "select-items", (guint64) 0, (guint64) 1,
                         POPLENS_SELECT_REPLACE);
  g_assert_nonnull (report_window_key (&f->on, "executed"));
  g_assert_true (poplens_chart_widget_has_selection (f->widget));
  wait_until (shows_step, f);
  settle (f->on.window);
  /* The divider does not depend on the tabs' contents. */
  g_assert_cmpint (gtk_paned_get_position (paned), ==, divider);
  g_object_get (paned, "position-set", &kept, NULL);
  g_assert_true (kept);
  g_assert_true (poplens_chart_widget_get_chart (f->widget) == f->chart);
  g_signal_emit_by_name (f->widget, "select-items", (guint64) 0, (guint64) 0,
                         POPLENS_SELECT_REPLACE);
  g_assert_null (report_window_key (&f->on, "executed"));
  wait_until (shows_time, f);
  g_assert_true (poplens_chart_widget_get_chart (f->widget) == f->chart);
}

/* A click on the current tab closes the tabs except for their buttons, and the chart gets the
 * space; another click, on any tab, opens them. */
static void
test_close_tabs (TraceFixture *f, gconstpointer text)
{
  GtkWidget *switcher, *front, *other, *stack;
  GtkPaned *paned;
  int divider;

  if (!f->on.report)
    return;
  wait_until (shows_time, f);
  settle (f->on.window);
  paned = GTK_PANED (find_type (f->on.view, GTK_TYPE_PANED));
  switcher = find_type (f->on.view, GTK_TYPE_STACK_SWITCHER);
  stack = GTK_WIDGET (gtk_stack_switcher_get_stack (GTK_STACK_SWITCHER (switcher)));
  front = gtk_widget_get_first_child (switcher);
  while (!GTK_IS_TOGGLE_BUTTON (front) || !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (front)))
    front = gtk_widget_get_next_sibling (front);
  other = gtk_widget_get_last_child (switcher);
  divider = gtk_paned_get_position (paned);
  g_signal_emit_by_name (front, "clicked");
  settle (f->on.window);
  g_assert_false (gtk_widget_get_mapped (stack));
  g_assert_cmpint (gtk_paned_get_position (paned), >, divider + 50);
  g_signal_emit_by_name (front, "clicked");
  settle (f->on.window);
  g_assert_true (gtk_widget_get_mapped (stack));
  g_assert_cmpint (gtk_paned_get_position (paned), ==, divider);
  g_signal_emit_by_name (front, "clicked");
  g_signal_emit_by_name (other, "clicked");
  settle (f->on.window);
  g_assert_true (gtk_widget_get_mapped (stack));
  g_assert_cmpstr (report_window_key (&f->on, "tab"), ==, "bookmarks");
}

static gboolean
says_select (gpointer data)
{
  return find_label (((TraceFixture *) data)->on.view, "Select a step to see its tiles") != NULL;
}

static gboolean
shows_other_chart (gpointer data)
{
  TraceFixture *f = data;

  return poplens_chart_widget_get_chart (f->widget) != f->chart;
}

/* An empty tab explains why it is empty, also after the page was rebuilt. */
static void
test_why_not (TraceFixture *f, gconstpointer text)
{
  g_autoptr (PoplensLocation) other = NULL;

  if (!f->on.report)
    return;
  wait_until (says_select, f);
  other =
      poplens_location_with (poplens_session_get_location (f->on.session), "fill-balance", "yes");
  poplens_session_go (f->on.session, other);
  wait_until (shows_other_chart, f);
  wait_until (says_select, f);
}

/* A table of the visible cycles is rebuilt in the existing widget; the chart is not rebuilt. */
static void
test_follow (TraceFixture *f, gconstpointer text)
{
  OtherTable other = {f, NULL};
  GtkWidget *widget;

  if (!f->on.report)
    return;
  PoplensChartView view = poplens_chart_widget_get_view (f->widget);
  double from = floor ((2 * view.from + view.to) / 3), to = floor ((view.from + 2 * view.to) / 3);
  g_autofree char *range = g_strdup_printf ("%.0f..%.0f", from, to);
  wait_until (has_table, f);
  widget = find_type (f->on.view, POPLENS_TYPE_TABLE_WIDGET);
  other.old = poplens_table_ref (report_window_table (&f->on));
  g_signal_emit_by_name (f->widget, "select-span", from, to);
  g_assert_cmpstr (report_window_key (&f->on, "range"), ==, range);
  g_assert_true (report_window_table (&f->on) == other.old);
  wait_until (has_other_table, &other);
  g_assert_true (find_type (f->on.view, POPLENS_TYPE_TABLE_WIDGET) == widget);
  g_assert_true (poplens_chart_widget_get_chart (f->widget) == f->chart);
  poplens_table_unref (other.old);
  /* Without a selected range the table follows the view, after it has come to rest. */
  g_signal_emit_by_name (f->widget, "select-items", (guint64) 0, (guint64) 0,
                         POPLENS_SELECT_REPLACE);
  g_assert_null (report_window_key (&f->on, "range"));
  settle (f->on.window);
  wait_until (shows_statistics, f);
  other.old = poplens_table_ref (report_window_table (&f->on));
  gtk_widget_activate_action (GTK_WIDGET (f->widget), "chart.zoom-in", NULL);
  wait_until (has_other_table, &other);
  poplens_table_unref (other.old);
}

/* "Show all" shows more than the opening view, so it is written to the location. */
static void
test_opening_view (TraceFixture *f, gconstpointer text)
{
  PoplensChartView opening;

  if (!f->on.report)
    return;
  opening = poplens_chart_widget_get_view (f->widget);
  gtk_widget_activate_action (GTK_WIDGET (f->widget), "chart.fit", NULL);
  g_assert_cmpfloat (poplens_chart_widget_get_view (f->widget).from, <, opening.from);
  g_assert_nonnull (report_window_key (&f->on, "from"));
  settle (f->on.window);
  g_assert_cmpfloat (poplens_chart_widget_get_view (f->widget).from, ==,
                     poplens_chart_view_all (f->chart).from);
  /* The written numbers restore the whole view. */
  g_assert_cmpfloat (g_ascii_strtod (report_window_key (&f->on, "to"), NULL), ==,
                     poplens_chart_view_all (f->chart).to);
}

/* TRUE if the last block is visible. */
static gboolean
is_last_in_view (gpointer data)
{
  TraceFixture *f = data;
  PoplensChartView view = poplens_chart_widget_get_view (f->widget);
  guint64 from, to;

  return poplens_chart_get_lane_item (f->chart, poplens_chart_get_n_items (f->chart) - 1, &from,
                                      &to, NULL) &&
         (double) from < view.to && (double) to > view.from;
}

/* A location with nothing but an executed step makes the step visible; a click on a step moves
 * nothing. */
static void
test_show_executed (TraceFixture *f, gconstpointer text)
{
  g_autoptr (PoplensLocation) bare = NULL;
  g_autoptr (PoplensLocation) start = NULL;
  g_autofree char *executed = NULL;
  g_autofree char *link = NULL;
  gsize last;

  if (!f->on.report)
    return;
  start = poplens_location_parse ("trace?outside=yes&from=0&to=1000", NULL);
  poplens_session_go (f->on.session, start);
  settle (f->on.window);
  last = poplens_chart_get_n_items (f->chart) - 1;
  g_signal_emit_by_name (f->widget, "select-items", (guint64) last, (guint64) last + 1,
                         POPLENS_SELECT_REPLACE);
  settle (f->on.window);
  executed = g_strdup (report_window_key (&f->on, "executed"));
  g_assert_nonnull (executed);
  g_assert_false (is_last_in_view (f));
  poplens_session_go (f->on.session, start);
  bare = poplens_location_with (start, "executed", executed);
  poplens_session_go (f->on.session, bare);
  settle (f->on.window);
  g_assert_cmpstr (report_window_key (&f->on, "to"), ==, "1000");
  poplens_session_go (f->on.session, start);
  settle (f->on.window);
  link = g_strdup_printf ("trace?outside=yes&executed=%s", executed);
  g_assert_true (poplens_session_follow (f->on.session, link, NULL));
  wait_until (is_last_in_view, f);
}

/* A link to a step of a hidden kind shows that kind again, and no other. Kinds that the user hides
 * while the step is selected stay hidden, and going back restores the hidden kinds. */
static void
test_reveal (TraceFixture *f, gconstpointer text)
{
  if (!f->on.report)
    return;
  /* The initial location was written as such, and is not a followed link: it is left unchanged. */
  g_assert_cmpstr (report_window_key (&f->on, "hide"), ==, "compute,host-begin,sync");
  g_assert_true (poplens_session_follow (
      f->on.session, "trace?executed=3&colour=type&hide=compute,host-begin,sync", NULL));
  g_assert_cmpstr (report_window_key (&f->on, "hide"), ==, "compute,sync");
  settle (f->on.window);
  g_signal_emit_by_name (f->widget, "toggle-series", "host-begin");
  g_assert_cmpstr (report_window_key (&f->on, "hide"), ==, "compute,sync,host-begin");
  settle (f->on.window);
  g_assert_cmpstr (report_window_key (&f->on, "hide"), ==, "compute,sync,host-begin");
  /* Follows a link to the step that is already selected. */
  g_assert_true (poplens_session_follow (
      f->on.session, "trace?executed=3&colour=type&hide=compute,sync,host-begin", NULL));
  g_assert_cmpstr (report_window_key (&f->on, "hide"), ==, "compute,sync");
  settle (f->on.window);
  poplens_session_go_back (f->on.session);
  settle (f->on.window);
  g_assert_nonnull (strstr (report_window_key (&f->on, "hide"), "host-begin"));
}

/* Returns the text "3 of 12". (nullable) */
static const char *
count_shown (GtkWidget *widget)
{
  const char *text = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "";
  const char *found =
      g_regex_match_simple ("^[0-9,]+ of [0-9,]+$", text, 0, 0) && gtk_widget_get_mapped (widget)
          ? text
          : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = count_shown (child);
  return found;
}

static gboolean
has_hits (gpointer data)
{
  return count_shown (((TraceFixture *) data)->on.view) != NULL;
}

static gboolean
has_no_hits (gpointer data)
{
  return find_label (((TraceFixture *) data)->on.view, "No matches") != NULL;
}

static gboolean
has_executed (gpointer data)
{
  return report_window_key (&((TraceFixture *) data)->on, "executed") != NULL;
}

static void
test_trace_search (TraceFixture *f, gconstpointer text)
{
  PoplensChartView view;
  g_autofree char *of = NULL;
  g_autofree char *next = NULL;
  const char *hits;
  guint first;
  GtkWidget *toolbar;

  if (!f->on.report)
    return;
  toolbar = find_type (f->on.view, POPLENS_TYPE_PAGE_TOOLBAR);
  g_assert_true (poplens_page_view_focus_search (POPLENS_PAGE_VIEW (f->on.view)));
  view = poplens_chart_widget_get_view (f->widget);
  g_signal_emit_by_name (toolbar, "choice", "search", "no such words");
  wait_until (has_no_hits, f);
  g_assert_cmpfloat (poplens_chart_widget_get_view (f->widget).from, ==, view.from);
  g_assert_cmpfloat (poplens_chart_widget_get_view (f->widget).to, ==, view.to);
  g_signal_emit_by_name (toolbar, "choice", "search", "sync");
  g_assert_cmpstr (report_window_key (&f->on, "search"), ==, "sync");
  g_assert_false (poplens_session_can_go_back (f->on.session));
  wait_until (has_hits, f);
  /* The view goes to the first visible match immediately; if there is none, it stays. */
  hits = count_shown (f->on.view);
  of = g_strdup (strstr (hits, " of "));
  first = (guint) g_ascii_strtoull (hits, NULL, 10);
  g_signal_emit_by_name (toolbar, "search-step", 1);
  next = g_strdup_printf ("%u%s", first + 1, of);
  g_assert_nonnull (find_label (f->on.view, next));
  g_signal_emit_by_name (f->widget, "search-step", -1);
  /* A match is selected when the search rests at it. */
  g_assert_null (report_window_key (&f->on, "executed"));
  wait_until (has_executed, f);
  g_assert_true (poplens_chart_widget_get_chart (f->widget) == f->chart);
  g_signal_emit_by_name (toolbar, "choice", "search", NULL);
  settle (f->on.window);
  g_assert_null (find_label (f->on.view, of));
}

static gboolean
is_copied (gpointer data)
{
  TraceFixture *f = data;
  GdkClipboard *clipboard = gtk_widget_get_clipboard (f->on.view);
  GdkContentProvider *content = gdk_clipboard_get_content (clipboard);
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, G_TYPE_STRING);
  return content && gdk_content_provider_get_value (content, &value, NULL) &&
         g_value_get_string (&value) && strstr (g_value_get_string (&value), "OnTileExecute");
}

static void
test_copy (TraceFixture *f, gconstpointer text)
{
  gsize n;

  if (!f->on.report)
    return;
  n = poplens_chart_get_n_items (f->chart);
  for (gsize i = 0; i < n; i++) {
    g_autofree char *words = poplens_chart_describe_item (f->chart, i);
    if (!strstr (words, "OnTileExecute"))
      continue;
    g_signal_emit_by_name (f->widget, "copy-details", (guint64) i);
    wait_until (is_copied, f);
    return;
  }
  g_assert_not_reached ();
}

static gboolean
has_focus (gpointer widget)
{
  return gtk_widget_has_focus (widget);
}

/* The chart gets the focus, also if it is still being built. */
static void
test_focus (TraceFixture *f, gconstpointer text)
{
  if (!f->on.report)
    return;
  poplens_page_view_focus_content (POPLENS_PAGE_VIEW (f->on.view));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (f->widget)));
  gtk_window_set_focus (GTK_WINDOW (f->on.window), NULL);
  g_assert_true (poplens_session_follow (f->on.session, "trace?view=flame", NULL));
  poplens_page_view_focus_content (POPLENS_PAGE_VIEW (f->on.view));
  g_assert_false (gtk_widget_has_focus (GTK_WIDGET (f->widget)));
  wait_until (has_focus, f->widget);
}

static guint
count_mapped (GtkWidget *widget, const char *css_class)
{
  guint n = gtk_widget_has_css_class (widget, css_class) && gtk_widget_get_mapped (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += count_mapped (child, css_class);
  return n;
}

/* Notes are behind a button at the end of the warnings, which are always shown, as is a note that
 * is the only notice. */
static void
test_notices (void)
{
  PoplensSection sections[] = {
      {.kind = POPLENS_SECTION_NOTICE, .notice.tone = POPLENS_TONE_NEUTRAL, .text = (char *) "one"},
      {.kind = POPLENS_SECTION_NOTICE,
       .notice.tone = POPLENS_TONE_WARNING,
       .text = (char *) "warning"},
      {.kind = POPLENS_SECTION_NOTICE, .notice.tone = POPLENS_TONE_NEUTRAL, .text = (char *) "two"},
      {.kind = POPLENS_SECTION_NOTICE,
       .notice.tone = POPLENS_TONE_NEUTRAL,
       .state = POPLENS_PARTIAL,
       .text = (char *) "all is still to come"},
  };
  PoplensPage page = {.sections = g_ptr_array_new ()};
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *notices = poplens_page_notices_new (), *window, *fold;
  graphene_rect_t button, warning;
  gboolean passed = FALSE;
  guint n_stops = 0;

  gtk_box_append (GTK_BOX (box), notices);
  window = show_in_window (box);
  poplens_page_notices_show (notices, NULL, &page);
  g_assert_false (gtk_widget_get_visible (notices));
  g_ptr_array_add (page.sections, &sections[0]);
  poplens_page_notices_show (notices, NULL, &page);
  g_assert_cmpuint (count_mapped (notices, "page-notice"), ==, 1);
  g_assert_cmpuint (count_mapped (notices, "page-notes"), ==, 0);
  g_ptr_array_add (page.sections, &sections[1]);
  poplens_page_notices_show (notices, NULL, &page);
  settle (window);
  g_assert_nonnull (find_label (notices, "warning"));
  g_assert_null (find_label (notices, "one"));
  fold = find_type (notices, GTK_TYPE_TOGGLE_BUTTON);
  g_assert_nonnull (find_label (fold, "1 notice"));
  /* The button is beside the warning, to leave the height to the graph. */
  g_assert_true (gtk_widget_compute_bounds (fold, notices, &button));
  g_assert_true (gtk_widget_compute_bounds (find_label (notices, "warning"), notices, &warning));
  g_assert_cmpfloat (button.origin.y, <, warning.origin.y + warning.size.height);
  g_assert_cmpfloat (button.origin.x, >=, warning.origin.x + warning.size.width);
  g_ptr_array_add (page.sections, &sections[2]);
  poplens_page_notices_show (notices, NULL, &page);
  g_assert_cmpuint (count_mapped (notices, "page-notice"), ==, 1);
  g_assert_nonnull (find_label (fold, "2 notices"));
  /* A notice that the page is incomplete covers the page instead. */
  g_assert_null (poplens_page_partial_text (&page));
  g_ptr_array_add (page.sections, &sections[3]);
  poplens_page_notices_show (notices, NULL, &page);
  g_assert_cmpstr (poplens_page_partial_text (&page), ==, "all is still to come");
  g_assert_cmpuint (count_mapped (notices, "page-notice"), ==, 1);
  g_assert_nonnull (find_label (fold, "2 notices"));
  g_ptr_array_remove_index (page.sections, 3);
  poplens_page_notices_show (notices, NULL, &page);
  /* Tab reaches the button of the closed notes, and leaves it again. */
  settle (window);
  while (gtk_widget_child_focus (notices, GTK_DIR_TAB_FORWARD)) {
    g_assert_cmpuint (++n_stops, <, 5);
    passed |= gtk_widget_has_focus (fold);
  }
  g_assert_true (passed);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (fold), TRUE);
  g_assert_cmpuint (count_mapped (notices, "page-notice"), ==, 3);
  poplens_page_notices_show (notices, NULL, &page);
  g_assert_cmpuint (count_mapped (notices, "page-notice"), ==, 3);
  check_finalizes (window, notices);
  g_ptr_array_unref (page.sections);
}

void
add_trace_tests (void)
{
  g_test_add_func ("/app-widgets/trace/notices", test_notices);
  g_test_add ("/app-widgets/trace/focus", TraceFixture, "trace", trace_set_up, test_focus,
              trace_tear_down);
  g_test_add ("/app-widgets/trace/step", TraceFixture, "trace", trace_set_up, test_step,
              trace_tear_down);
  g_test_add ("/app-widgets/trace/close-tabs", TraceFixture, "trace", trace_set_up, test_close_tabs,
              trace_tear_down);
  g_test_add ("/app-widgets/trace/follow", TraceFixture, "trace?tab=trace-types", trace_set_up,
              test_follow, trace_tear_down);
  g_test_add ("/app-widgets/trace/why-not", TraceFixture, "trace?tab=trace-tiles", trace_set_up,
              test_why_not, trace_tear_down);
  g_test_add ("/app-widgets/trace/opening-view", TraceFixture, "trace", trace_set_up,
              test_opening_view, trace_tear_down);
  g_test_add ("/app-widgets/trace/show-executed", TraceFixture, "trace?outside=yes", trace_set_up,
              test_show_executed, trace_tear_down);
  g_test_add ("/app-widgets/trace/reveal", TraceFixture,
              "trace?executed=5&colour=type&hide=compute,host-begin,sync", trace_set_up,
              test_reveal, trace_tear_down);
  g_test_add ("/app-widgets/trace/search", TraceFixture, "trace", trace_set_up, test_trace_search,
              trace_tear_down);
  g_test_add ("/app-widgets/trace/copy", TraceFixture, "trace?colour=type", trace_set_up, test_copy,
              trace_tear_down);
}
