/* Tests of using the window by keyboard alone: Tab, Escape, Enter, search, and going from page to
 * page. */
#include "app-widgets/app-widgets-test.h"

#include "app/chart/chart-widget.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-view.h"
#include "app/window/report-view.h"
#include "app/window/sidebar.h"
#include "app/window/window-private.h"
#include "support/run-demo.h"
#include "support/temp-dir.h"

/* More Tab stops than any page has. */
#define MANY 200

typedef struct {
  const char *location;
  int width;
} Start;

typedef struct {
  char *folder;
  PoplensWindow *window;
} KeyboardFixture;

static void
keyboard_set_up (KeyboardFixture *f, gconstpointer data)
{
  const Start *start = data;
  static const char *const options[] = {"--tiles", "32", NULL};

  f->folder = temp_dir_new ();
  g_assert_true (run_demo (f->folder, options));
  f->window = poplens_window_new (NULL);
  gtk_window_set_default_size (GTK_WINDOW (f->window), start->width, 700);
  gtk_window_present (GTK_WINDOW (f->window));
  poplens_window_open (f->window, f->folder, start->location);
}

static void
keyboard_tear_down (KeyboardFixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
  temp_dir_remove (f->folder);
  g_free (f->folder);
}

static gboolean
keyboard_shows_chart (gpointer data)
{
  GtkWidget *view =
      find_type (GTK_WIDGET (((KeyboardFixture *) data)->window), POPLENS_TYPE_PAGE_VIEW);

  return view && has_chart (view);
}

/* TRUE if the focus is within a widget of this type. */
static gboolean
has_focus (KeyboardFixture *f, GType type)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (f->window));

  return focus && gtk_widget_get_ancestor (focus, type);
}

static void
move (KeyboardFixture *f, GtkDirectionType direction)
{
  g_signal_emit_by_name (f->window, "move-focus", direction);
}

/* ---- Tab ---- */

/* Shift+Tab goes from the sidebar through the header bar to the page and back into the sidebar. */
static void
test_backward (KeyboardFixture *f, gconstpointer data)
{
  gboolean in_header = FALSE, in_page = FALSE;

  wait_until (keyboard_shows_chart, f);
  settle (GTK_WIDGET (f->window));
  g_assert_true (has_focus (f, POPLENS_TYPE_SIDEBAR));
  for (guint i = 0; i < MANY && (!i || !has_focus (f, POPLENS_TYPE_SIDEBAR)); i++) {
    move (f, GTK_DIR_TAB_BACKWARD);
    in_header |= has_focus (f, ADW_TYPE_HEADER_BAR);
    in_page |= has_focus (f, POPLENS_TYPE_PAGE_VIEW);
  }
  g_assert_true (in_header);
  g_assert_true (in_page);
  g_assert_true (has_focus (f, POPLENS_TYPE_SIDEBAR));
}

/* ---- search ---- */

static PoplensSession *
session_of (KeyboardFixture *f)
{
  return poplens_report_view_get_session (f->window->view);
}

static const char *
key_of (KeyboardFixture *f, const char *key)
{
  return poplens_location_get (poplens_session_get_location (session_of (f)), key);
}

static gboolean
is_searching (gpointer data)
{
  return !g_strcmp0 (key_of (data, "search"), "copy");
}

static gboolean
has_matches (gpointer data)
{
  return find_label (GTK_WIDGET (((KeyboardFixture *) data)->window), " matches") != NULL;
}

/* Presses Ctrl+F and types words. Returns the search entry. */
static GtkWidget *
search (KeyboardFixture *f)
{
  GtkWidget *focus, *entry;

  poplens_report_view_focus_search (f->window->view);
  focus = gtk_window_get_focus (GTK_WINDOW (f->window));
  g_assert_true (has_focus (f, POPLENS_TYPE_PAGE_TOOLBAR));
  /* The entry is above the chart, not in a popover over it. */
  g_assert_false (has_focus (f, GTK_TYPE_POPOVER));
  entry = gtk_widget_get_ancestor (focus, GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "copy");
  wait_until (is_searching, f);
  settle (GTK_WIDGET (f->window));
  g_assert_true (gtk_widget_get_mapped (entry));
  return entry;
}

/* Escape ends the search both in the entry and in the chart; until then the entry is visible. */
static void
test_search_by_keyboard (KeyboardFixture *f, gconstpointer data)
{
  GtkWidget *view, *entry;

  wait_until (keyboard_shows_chart, f);
  settle (GTK_WIDGET (f->window));
  view = find_type (GTK_WIDGET (f->window), POPLENS_TYPE_PAGE_VIEW);
  entry = search (f);
  g_signal_emit_by_name (entry, "stop-search");
  g_assert_null (key_of (f, "search"));
  g_assert_true (has_focus (f, POPLENS_TYPE_CHART_WIDGET));

  entry = search (f);
  gtk_widget_grab_focus (find_type (view, POPLENS_TYPE_CHART_WIDGET));
  settle (GTK_WIDGET (f->window));
  g_assert_true (gtk_widget_get_mapped (entry));
  press_key (gtk_window_get_focus (GTK_WINDOW (f->window)), GDK_KEY_Escape, 0);
  g_assert_null (key_of (f, "search"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
}

/* Escape also clears the steps of a program that a link highlighted. */
static void
test_steps_of_program (KeyboardFixture *f, gconstpointer data)
{
  GtkWidget *chart;

  wait_until (keyboard_shows_chart, f);
  wait_until (has_matches, f);
  chart = find_type (GTK_WIDGET (f->window), POPLENS_TYPE_CHART_WIDGET);
  press_key (chart, GDK_KEY_Escape, 0);
  g_assert_null (key_of (f, "program"));
}

/* ---- from page to page ---- */

static gboolean
is_in_chart (gpointer data)
{
  return keyboard_shows_chart (data) && has_focus (data, POPLENS_TYPE_CHART_WIDGET);
}

static void
go_to (KeyboardFixture *f, const char *page)
{
  g_action_group_activate_action (G_ACTION_GROUP (f->window), "page", g_variant_new_string (page));
}

/* Alt+7 and the like focus the page; choosing a page in the sidebar leaves the focus in the
 * sidebar. */
static void
test_pages_by_keyboard (KeyboardFixture *f, gconstpointer data)
{
  GtkListBox *list;

  wait_until (keyboard_shows_chart, f);
  go_to (f, "trace");
  wait_until (is_in_chart, f);
  poplens_sidebar_focus_page (POPLENS_SIDEBAR (poplens_report_view_get_sidebar (f->window->view)));
  go_to (f, "memory");
  wait_until (is_in_chart, f);
  poplens_sidebar_focus_page (POPLENS_SIDEBAR (poplens_report_view_get_sidebar (f->window->view)));
  list = GTK_LIST_BOX (
      gtk_widget_get_ancestor (gtk_window_get_focus (GTK_WINDOW (f->window)), GTK_TYPE_LIST_BOX));
  gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, POPLENS_PAGE_TRACE));
  wait_until (keyboard_shows_chart, f);
  settle (GTK_WIDGET (f->window));
  g_assert_true (has_focus (f, POPLENS_TYPE_SIDEBAR));
}

typedef struct {
  KeyboardFixture *f;
  const char *page, *cause;
} WantedPlace;

static gboolean
is_there (gpointer data)
{
  const WantedPlace *wanted = data;
  PoplensLocation *location = poplens_session_get_location (session_of (wanted->f));

  return !strcmp (poplens_page_id_name (poplens_location_get_page (location)), wanted->page) &&
         !g_strcmp0 (poplens_location_get (location, "cause"), wanted->cause) &&
         is_in_chart (wanted->f);
}

static gboolean
has_parts (gpointer data)
{
  PoplensChart *chart = poplens_chart_widget_get_chart (POPLENS_CHART_WIDGET (
      find_type (GTK_WIDGET (((KeyboardFixture *) data)->window), POPLENS_TYPE_CHART_WIDGET)));

  return chart && poplens_chart_get_n_series (chart) > 0;
}

/* The bar on Summary: arrow keys go from block to block, and Enter goes to the trace with that
 * class, and focuses it. */
static void
test_summary_bar (KeyboardFixture *f, gconstpointer data)
{
  WantedPlace trace = {f, "trace", "exchange"};
  GtkWidget *view, *chart;

  wait_until (keyboard_shows_chart, f);
  wait_until (has_parts, f);
  settle (GTK_WIDGET (f->window));
  view = find_type (GTK_WIDGET (f->window), POPLENS_TYPE_PAGE_VIEW);
  chart = find_type (view, POPLENS_TYPE_CHART_WIDGET);
  for (guint i = 0; i < MANY && !gtk_widget_is_focus (chart); i++)
    move (f, GTK_DIR_TAB_FORWARD);
  g_assert_true (gtk_widget_is_focus (chart));
  press_key (chart, GDK_KEY_Down, 0);
  press_key (chart, GDK_KEY_Return, 0);
  wait_until (is_there, &trace);
}

/* Z and W zoom wherever the focus is, and so does Backspace. */
static void
test_zoom_back (KeyboardFixture *f, gconstpointer data)
{
  PoplensChartView before, now;
  GtkWidget *view;
  PoplensChartWidget *chart;

  wait_until (keyboard_shows_chart, f);
  settle (GTK_WIDGET (f->window));
  view = find_type (GTK_WIDGET (f->window), POPLENS_TYPE_PAGE_VIEW);
  chart = POPLENS_CHART_WIDGET (find_type (view, POPLENS_TYPE_CHART_WIDGET));
  g_assert_true (has_focus (f, POPLENS_TYPE_SIDEBAR));
  before = poplens_chart_widget_get_view (chart);
  press_key (view, GDK_KEY_w, 0);
  now = poplens_chart_widget_get_view (chart);
  g_assert_cmpfloat (now.to - now.from, <, before.to - before.from);
  press_key (view, GDK_KEY_BackSpace, 0);
  now = poplens_chart_widget_get_view (chart);
  g_assert_cmpfloat_with_epsilon (now.from, before.from, 1e-6);
  g_assert_cmpfloat_with_epsilon (now.to, before.to, 1e-6);
}

void
add_keyboard_tests (void)
{
  static const Start trace = {"trace", 1000}, memory = {"memory", 1000},
                     summary = {"summary", 1000}, narrow = {"trace", 360},
                     program = {"trace?program=13", 1000};

  g_test_add ("/keyboard/backward", KeyboardFixture, &trace, keyboard_set_up, test_backward,
              keyboard_tear_down);
  g_test_add ("/keyboard/pages", KeyboardFixture, &memory, keyboard_set_up, test_pages_by_keyboard,
              keyboard_tear_down);
  g_test_add ("/keyboard/bars", KeyboardFixture, &summary, keyboard_set_up, test_summary_bar,
              keyboard_tear_down);
  g_test_add ("/keyboard/zoom-back", KeyboardFixture, &memory, keyboard_set_up, test_zoom_back,
              keyboard_tear_down);
  g_test_add ("/keyboard/search/wide", KeyboardFixture, &trace, keyboard_set_up,
              test_search_by_keyboard, keyboard_tear_down);
  g_test_add ("/keyboard/search/narrow", KeyboardFixture, &narrow, keyboard_set_up,
              test_search_by_keyboard, keyboard_tear_down);
  g_test_add ("/keyboard/search/program", KeyboardFixture, &program, keyboard_set_up,
              test_steps_of_program, keyboard_tear_down);
}
