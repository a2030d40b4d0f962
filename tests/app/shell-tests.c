/* Tests of the window's shell: templates, side bar, bars, start page, and windows with a report. */
#include "app/app-test.h"

#include "app/dialogs/preferences.h"
#include "app/page/page-chart.h"
#include "app/page/page-document.h"
#include "app/page/page-view.h"
#include "app/window/application.h"
#include "app/window/recent.h"
#include "app/window/info-bar.h"
#include "app/reports/reports-view.h"
#include "app/window/report-loader.h"
#include "app/window/report-view.h"
#include "app/window/settings.h"
#include "app/window/sidebar.h"
#include "app/window/start-page.h"
#include "base/error.h"
#include "support/run-demo.h"

#include <math.h>
#include <string.h>

/* ---- templates ------------------------------------------------------------------------------- */

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* Every template builds without a warning (warnings are fatal here) and is freed completely. */
static void
test_templates (void)
{
  const GType types[] = {POPLENS_TYPE_WINDOW,       POPLENS_TYPE_START_PAGE,
                         POPLENS_TYPE_REPORTS_VIEW, POPLENS_TYPE_RELOAD_BAR,
                         POPLENS_TYPE_REPORT_VIEW,  POPLENS_TYPE_SIDEBAR,
                         POPLENS_TYPE_PREFERENCES,  POPLENS_TYPE_BUSY_PAGE};

  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    GtkWidget *widget = g_object_new (types[i], NULL);
    gpointer watched = widget;

    g_object_add_weak_pointer (G_OBJECT (widget), &watched);
    if (GTK_IS_WINDOW (widget)) {
      gtk_window_destroy (GTK_WINDOW (widget));
    } else {
      g_object_ref_sink (widget);
      g_object_unref (widget);
    }
    /* Workers may hold a reference for a moment; their results are dropped. */
    g_test_message ("%s is freed", g_type_name (types[i]));
    wait_until (is_gone, &watched);
  }
}

static void
test_help_overlay (void)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/org/poplens/Poplens/gtk/help-overlay.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  g_assert_true (GTK_IS_SHORTCUTS_WINDOW (window));
  gtk_window_present (window);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  gtk_window_destroy (window);
}

static void
test_icons (void)
{
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gdk_display_get_default ());

  gtk_icon_theme_add_resource_path (theme, "/org/poplens/Poplens/icons");
  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    g_autofree char *name = g_strdup_printf ("poplens-%s-symbolic", poplens_page_id_name (i));
    g_assert_true (gtk_icon_theme_has_icon (theme, name));
  }
  g_assert_true (gtk_icon_theme_has_icon (theme, "org.poplens.Poplens"));
}

/* ---- finding widgets ---- */

static GtkWidget *
find_child (GtkWidget *widget, GType type, guint *skip)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*skip)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_child (child, type, skip);
    if (found)
      return found;
  }
  return NULL;
}

static GtkWidget *
find_nth (gpointer widget, GType type, guint n)
{
  return find_child (widget, type, &n);
}

static gboolean
has_label (gpointer widget, const char *text)
{
  GtkWidget *label;

  for (guint i = 0; (label = find_nth (widget, GTK_TYPE_LABEL, i)); i++)
    if (strstr (gtk_label_get_text (GTK_LABEL (label)), text))
      return TRUE;
  return FALSE;
}

/* ---- side bar -------------------------------------------------------------------------------- */

static void
on_page_chosen (PoplensSidebar *sidebar, int page, int *chosen)
{
  *chosen = page;
}

static void
test_sidebar (void)
{
  g_autoptr (PoplensSidebar) sidebar =
      g_object_ref_sink (g_object_new (POPLENS_TYPE_SIDEBAR, NULL));
  g_autofree char *why = g_strdup ("not yet");
  char *reasons[POPLENS_N_PAGES] = {NULL, why};
  GtkListBox *list = GTK_LIST_BOX (find_nth (sidebar, GTK_TYPE_LIST_BOX, 0));
  GtkListBoxRow *insights = gtk_list_box_get_row_at_index (list, POPLENS_PAGE_INSIGHTS);
  GtkListBoxRow *memory = gtk_list_box_get_row_at_index (list, POPLENS_PAGE_MEMORY);
  int chosen = -1;

  g_signal_connect (sidebar, "page-chosen", G_CALLBACK (on_page_chosen), &chosen);
  poplens_sidebar_set_reasons (sidebar, reasons);
  g_assert_null (gtk_list_box_get_row_at_index (list, POPLENS_N_PAGES));
  g_assert_false (gtk_widget_get_sensitive (GTK_WIDGET (insights)));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (GTK_WIDGET (insights)), "not yet"));
  g_assert_true (gtk_widget_get_sensitive (GTK_WIDGET (memory)));

  poplens_sidebar_set_page (sidebar, POPLENS_PAGE_SUMMARY);
  g_assert_cmpint (chosen, ==, -1);
  gtk_list_box_select_row (list, memory);
  g_assert_cmpint (chosen, ==, POPLENS_PAGE_MEMORY);
}

static gboolean
is_wide (PoplensSidebar *sidebar)
{
  gboolean wide;

  g_object_get (sidebar, "is-open", &wide, NULL);
  return wide;
}

/* The side bar is narrow in a small window by default; the user's choice holds for windows of any
 * size. */
static void
test_sidebar_width (void)
{
  g_autoptr (PoplensSidebar) sidebar =
      g_object_ref_sink (g_object_new (POPLENS_TYPE_SIDEBAR, NULL));

  poplens_sidebar_set_window_width (sidebar, 1100);
  g_assert_true (is_wide (sidebar));
  poplens_sidebar_set_window_width (sidebar, 1099);
  g_assert_false (is_wide (sidebar));
  g_object_set (sidebar, "is-open", TRUE, NULL);
  g_assert_true (is_wide (sidebar));
  poplens_sidebar_set_window_width (sidebar, 1366);
  g_object_set (sidebar, "is-open", FALSE, NULL);
  g_assert_false (is_wide (sidebar));
  poplens_sidebar_set_window_width (sidebar, 1000);
  g_assert_true (is_wide (sidebar));
  g_object_set (sidebar, "is-open", FALSE, NULL);
  poplens_sidebar_set_window_width (sidebar, 1366);
  g_object_set (sidebar, "is-open", TRUE, NULL);
}

/* Tab focuses the row of the current page, then the next widget, and changes no page. Arrow keys
 * do. */
static void
test_sidebar_tab (void)
{
  GtkWidget *window = gtk_window_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  PoplensSidebar *sidebar = g_object_new (POPLENS_TYPE_SIDEBAR, NULL);
  GtkWidget *before = gtk_button_new (), *after = gtk_button_new (), *focus;
  GtkListBox *list = GTK_LIST_BOX (find_nth (sidebar, GTK_TYPE_LIST_BOX, 0));
  GtkListBoxRow *memory = gtk_list_box_get_row_at_index (list, POPLENS_PAGE_MEMORY);
  int chosen = -1;

  gtk_box_append (GTK_BOX (box), before);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (sidebar));
  gtk_box_append (GTK_BOX (box), after);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  poplens_sidebar_set_page (sidebar, POPLENS_PAGE_MEMORY);
  g_signal_connect (sidebar, "page-chosen", G_CALLBACK (on_page_chosen), &chosen);
  gtk_widget_grab_focus (before);
  for (guint way = 0; way < 2; way++) {
    GtkDirectionType direction = way ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD;
    g_assert_true (gtk_widget_child_focus (window, direction));
    focus = gtk_window_get_focus (GTK_WINDOW (window));
    g_assert_true (focus == GTK_WIDGET (memory));
    g_assert_true (gtk_widget_child_focus (window, direction));
    focus = gtk_window_get_focus (GTK_WINDOW (window));
    g_assert_true (focus == (way ? before : after));
    g_assert_cmpint (chosen, ==, -1);
  }
  gtk_widget_grab_focus (GTK_WIDGET (memory));
  g_signal_emit_by_name (list, "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, 1, FALSE, FALSE);
  g_assert_cmpint (chosen, ==, POPLENS_PAGE_LIVENESS);
  /* The focus follows if the page is changed otherwise. */
  poplens_sidebar_set_page (sidebar, POPLENS_PAGE_SUMMARY);
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (focus == GTK_WIDGET (gtk_list_box_get_row_at_index (list, POPLENS_PAGE_SUMMARY)));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- bar and lists --------------------------------------------------------------------------- */

static void
check_bar (PoplensReloadBar *bar, PoplensWatchState state, gboolean shown, gboolean can_reload)
{
  poplens_reload_bar_set_state (bar, state, "profile.pop was replaced");
  GtkInfoBar *info = GTK_INFO_BAR (find_nth (bar, GTK_TYPE_INFO_BAR, 0));
  g_assert_cmpint (gtk_info_bar_get_revealed (info), ==, shown);
  if (shown) {
    g_assert_true (has_label (bar, "profile.pop"));
    /* Compare and reload are sensitive together. */
    g_assert_cmpint (gtk_widget_get_sensitive (find_nth (bar, GTK_TYPE_BUTTON, 0)), ==, can_reload);
    g_assert_cmpint (gtk_widget_get_sensitive (find_nth (bar, GTK_TYPE_BUTTON, 1)), ==, can_reload);
  }
}

static void
test_reload_bar (void)
{
  GtkWidget *window = gtk_window_new ();
  PoplensReloadBar *bar = g_object_new (POPLENS_TYPE_RELOAD_BAR, NULL);
  static const GActionEntry reload[] = {{.name = "reload"}};
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), reload, 1, NULL);
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (group));
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (bar));
  check_bar (bar, POPLENS_WATCH_SAME, FALSE, FALSE);
  check_bar (bar, POPLENS_WATCH_CHANGED, TRUE, TRUE);
  check_bar (bar, POPLENS_WATCH_GROWING, TRUE, FALSE);
  check_bar (bar, POPLENS_WATCH_VANISHED, TRUE, FALSE);
  check_bar (bar, POPLENS_WATCH_SAME, FALSE, FALSE);
  poplens_reload_bar_set_error (bar, "the file is damaged");
  g_assert_true (has_label (bar, "the file is damaged"));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* @location: NULL: no compared pair was chosen */
static void
on_recent_chosen (gpointer widget, const char *path, const char *location, char **chosen)
{
  g_assert_null (location);
  g_free (*chosen);
  *chosen = g_strdup (path);
}

static gboolean
says_missing (gpointer page)
{
  GtkWidget *label;

  for (guint i = 0; (label = find_nth (page, GTK_TYPE_LABEL, i)); i++)
    if (!strcmp (gtk_label_get_text (GTK_LABEL (label)), "missing") &&
        gtk_widget_get_visible (label))
      return TRUE;
  return FALSE;
}

static void
test_start_page (void)
{
  PoplensRecent *recent = poplens_recent_get_default ();
  GtkWidget *window = gtk_window_new ();
  PoplensStartPage *page = g_object_new (POPLENS_TYPE_START_PAGE, NULL);
  g_autofree char *chosen = NULL, *there = new_folder ();

  poplens_recent_clear (recent);
  poplens_recent_add (recent, "/nowhere/gone", "gone & <b>", 5);
  poplens_recent_add (recent, there, "there", 9);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (page));
  g_signal_connect (page, "chosen", G_CALLBACK (on_recent_chosen), &chosen);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (says_missing, page);

  GtkListBox *list = GTK_LIST_BOX (find_nth (page, GTK_TYPE_LIST_BOX, 0));
  GtkListBoxRow *first = gtk_list_box_get_row_at_index (list, 0);
  GtkListBoxRow *second = gtk_list_box_get_row_at_index (list, 1);
  g_assert_true (has_label (second, "gone & <b>"));
  g_assert_true (gtk_list_box_row_get_activatable (first));
  g_assert_false (gtk_list_box_row_get_activatable (second));
  g_signal_emit_by_name (list, "row-activated", first);
  g_assert_cmpstr (chosen, ==, there);
  /* A missing report can still be removed from the list. */
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (find_nth (first, GTK_TYPE_MENU_BUTTON, 0))));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (find_nth (second, GTK_TYPE_MENU_BUTTON, 0))));
  g_signal_emit_by_name (find_nth (second, GTK_TYPE_BUTTON, 1), "clicked");
  g_assert_null (gtk_list_box_get_row_at_index (list, 1));
  /* The focus skips a closed expander, whose content is in no window. */
  for (guint i = 0; i < 3; i++)
    gtk_widget_child_focus (find_nth (page, GTK_TYPE_EXPANDER, 0), GTK_DIR_RIGHT);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* ---- windows --------------------------------------------------------------------------------- */

/* Returns the only application: a second one could not have the same name on the bus. */
static PoplensApplication *
get_application (void)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GError) error = NULL;

  if (!application) {
    application = G_APPLICATION (poplens_application_new ());
    g_application_set_default (application);
    g_application_register (application, NULL, &error);
    g_assert_no_error (error);
  }
  return POPLENS_APPLICATION (application);
}

static gboolean
shows_error (gpointer window)
{
  return has_label (window, "Cannot Open Report");
}

static gboolean
is_at_rest (gpointer window)
{
  return poplens_window_is_free (window);
}

static void
test_error_page (void)
{
  PoplensApplication *application = get_application ();
  g_autofree char *folder = new_folder ();

  poplens_application_open (application, NULL, folder, "memory");
  PoplensWindow *window =
      POPLENS_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  g_assert_cmpstr (poplens_window_get_path (window), ==, folder);
  wait_until (is_at_rest, window);
  g_assert_true (shows_error (window));
  g_assert_true (has_label (window, folder));

  /* The window is free: the next report is opened in it. */
  poplens_application_open (application, window, "/nowhere/at/all", NULL);
  g_assert_cmpstr (poplens_window_get_path (window), ==, "/nowhere/at/all");
  /* Returns to the start page while the report is opened: its result is dropped. */
  g_action_group_activate_action (G_ACTION_GROUP (window), "cancel", NULL);
  g_assert_null (poplens_window_get_path (window));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Relative luminance as defined by WCAG. */
static double
luminance (const GdkRGBA *color)
{
  const float parts[] = {color->red, color->green, color->blue};
  static const double weights[] = {0.2126, 0.7152, 0.0722};
  double sum = 0;

  for (guint i = 0; i < 3; i++)
    sum += weights[i] *
           (parts[i] <= 0.04045 ? parts[i] / 12.92 : pow ((parts[i] + 0.055) / 1.055, 2.4));
  return sum;
}

static double
contrast (const GdkRGBA *a, const GdkRGBA *b)
{
  double one = luminance (a), other = luminance (b);

  return (MAX (one, other) + 0.05) / (MIN (one, other) + 0.05);
}

static GdkRGBA
named_color (GtkWidget *widget, const char *name, const GdkRGBA *behind)
{
  GdkRGBA color;

  g_test_message ("%s", name);
  g_assert_true (
      gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), name, &color));
  if (behind) {
    color.red = color.red * color.alpha + behind->red * (1 - color.alpha);
    color.green = color.green * color.alpha + behind->green * (1 - color.alpha);
    color.blue = color.blue * color.alpha + behind->blue * (1 - color.alpha);
    color.alpha = 1;
  }
  return color;
}

/* Coloured text has enough contrast in both themes, also after the theme changes. */
static void
test_colors (void)
{
  static const char *const names[] = {"poplens_good", "poplens_warning", "poplens_bad"};
  static const AdwColorScheme schemes[] = {
      ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK, ADW_COLOR_SCHEME_FORCE_LIGHT};
  PoplensApplication *application = get_application ();
  AdwStyleManager *style = adw_style_manager_get_default ();

  poplens_application_open (application, NULL, "/nowhere/at/all", NULL);
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));
  wait_until (is_at_rest, window);
  for (guint s = 0; s < G_N_ELEMENTS (schemes); s++) {
    adw_style_manager_set_color_scheme (style, schemes[s]);
    g_assert_cmpint (adw_style_manager_get_dark (style), ==, s == 1);
    GdkRGBA below = named_color (GTK_WIDGET (window), "window_bg_color", NULL);
    GdkRGBA card = named_color (GTK_WIDGET (window), "card_bg_color", &below);
    for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
      GdkRGBA color = named_color (GTK_WIDGET (window), names[i], NULL);
      g_assert_cmpfloat (contrast (&color, &below), >=, 4.5);
      g_assert_cmpfloat (contrast (&color, &card), >=, 4.5);
    }
  }
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  gtk_window_destroy (window);
}

static gboolean
is_open (gpointer window)
{
  return find_nth (window, POPLENS_TYPE_REPORT_VIEW, 0) != NULL;
}

/* Creates a report of one IPU in a new folder, for tests that change it. (transfer full) */
static char *
new_report (void)
{
  static const char *const options[] = {"--preset=mnist", "--runs=1",
                                        "--without=archive,debug,json", NULL};
  char *folder = new_folder ();

  g_assert_true (run_demo (folder, options));
  return folder;
}

static PoplensReportView *
get_view (gpointer window)
{
  return POPLENS_REPORT_VIEW (find_nth (window, POPLENS_TYPE_REPORT_VIEW, 0));
}

static PoplensWindow *
open_window (const char *folder, const char *location)
{
  GtkApplication *application = GTK_APPLICATION (get_application ());

  poplens_application_open (POPLENS_APPLICATION (application), NULL, folder, location);
  PoplensWindow *window = POPLENS_WINDOW (gtk_application_get_windows (application)->data);
  wait_until (is_open, window);
  return window;
}

static void
expect_location (PoplensSession *session, const char *text)
{
  g_autofree char *now = poplens_location_to_string (poplens_session_get_location (session));

  g_assert_cmpstr (now, ==, text);
}

static void
test_report_window (void)
{
  g_autofree char *folder = new_report ();
  PoplensWindow *window = open_window (folder, "memory?tile=5");
  PoplensSession *session = poplens_report_view_get_session (get_view (window));
  g_autofree char *name = g_path_get_basename (folder);
  expect_location (session, "memory?tile=5");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), name));

  /* Opening it again shows the new location in the same window. */
  g_assert_true (open_window (folder, "memory?tile=7") == window);
  expect_location (session, "memory?tile=7");

  g_action_group_activate_action (G_ACTION_GROUP (window), "page",
                                  g_variant_new_string ("summary"));
  g_assert_cmpint (poplens_location_get_page (poplens_session_get_location (session)), ==,
                   POPLENS_PAGE_SUMMARY);
  g_action_group_activate_action (G_ACTION_GROUP (window), "back", NULL);
  expect_location (session, "memory?tile=7");
  GPtrArray *recent = poplens_recent_get_entries (poplens_recent_get_default ());
  g_assert_cmpstr (((PoplensRecentEntry *) recent->pdata[0])->path, ==, folder);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
shows_page (gpointer window)
{
  GtkWidget *stack = find_nth (find_nth (window, POPLENS_TYPE_PAGE_VIEW, 0), GTK_TYPE_STACK, 0);
  GtkWidget *page = gtk_stack_get_visible_child (GTK_STACK (stack));

  return POPLENS_IS_PAGE_CHART (page) || POPLENS_IS_PAGE_DOCUMENT (page);
}

/* All pages fit into 640 × 480 pixels, the smallest supported size. */
static void
test_least_size (void)
{
  static const char *const locations[] = {"summary", "insights", "memory?tile=99999",
                                          "liveness?step=99999&scope=nonsense"};
  g_autofree char *folder = new_report ();

  for (guint i = 0; i < G_N_ELEMENTS (locations); i++) {
    PoplensWindow *window = open_window (folder, locations[i]);
    int width, height, wide;
    wait_until (shows_page, window);
    gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL,
                        NULL);
    gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL, 640, &height, NULL, NULL,
                        NULL);
    gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, 480, &wide, NULL, NULL,
                        NULL);
    g_test_message ("%s: %d wide, %d at 480; %d high", locations[i], width, wide, height);
    g_assert_cmpint (MAX (width, wide), <=, 640);
    g_assert_cmpint (height, <=, 480);
    gtk_window_destroy (GTK_WINDOW (window));
  }
}

static gboolean
offers_reload (gpointer window)
{
  return has_label (get_view (window), "profile.pop was replaced on disk.");
}

static gboolean
says_failed (gpointer window)
{
  return has_label (get_view (window), "Cannot reload");
}

static gboolean
has_settled (gpointer window)
{
  GtkWidget *bar = find_nth (find_nth (window, POPLENS_TYPE_RELOAD_BAR, 0), GTK_TYPE_INFO_BAR, 0);

  return !gtk_info_bar_get_revealed (GTK_INFO_BAR (bar));
}

/* The old report is shown until the new one is loaded, or if the new one cannot be loaded. */
static void
test_reload_report (void)
{
  g_autofree char *folder = new_report (), *other = new_report ();
  g_autoptr (GFile) profile = g_file_new_build_filename (folder, "profile.pop", NULL);
  g_autoptr (GFile) newer = g_file_new_build_filename (other, "profile.pop", NULL);
  PoplensWindow *window = open_window (folder, "memory?tile=5");
  PoplensSession *session = poplens_report_view_get_session (get_view (window));
  g_autoptr (PoplensReport) old = g_object_ref (poplens_session_get_report (session));
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_replace_contents (profile, "none", 4, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                          NULL, &error));
  wait_until (offers_reload, window);
  g_action_group_activate_action (G_ACTION_GROUP (window), "reload", NULL);
  wait_until (says_failed, window);
  g_assert_true (poplens_session_get_report (session) == old);

  g_assert_true (g_file_move (newer, profile, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, &error));
  g_action_group_activate_action (G_ACTION_GROUP (window), "reload", NULL);
  wait_until (has_settled, window);
  g_assert_true (poplens_session_get_report (session) != old);
  expect_location (session, "memory?tile=5");
  gtk_window_destroy (GTK_WINDOW (window));
}

void
add_shell_tests (void)
{
  g_test_add_func ("/app/shell/templates", test_templates);
  g_test_add_func ("/app/shell/help-overlay", test_help_overlay);
  g_test_add_func ("/app/shell/icons", test_icons);
  g_test_add_func ("/app/shell/sidebar", test_sidebar);
  g_test_add_func ("/app/shell/sidebar-tab", test_sidebar_tab);
  g_test_add_func ("/app/shell/sidebar-width", test_sidebar_width);
  g_test_add_func ("/app/shell/colors", test_colors);
  g_test_add_func ("/app/shell/reload-bar", test_reload_bar);
  g_test_add_func ("/app/shell/start-page", test_start_page);
  g_test_add_func ("/app/shell/error-page", test_error_page);
  g_test_add_func ("/app/shell/report-window", test_report_window);
  g_test_add_func ("/app/shell/least-size", test_least_size);
  g_test_add_func ("/app/shell/reload", test_reload_report);
}
