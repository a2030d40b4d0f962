/* Tests of small widgets of pages: the tile entry, facts, the toolbar, tooltips, source files and
 * progress. */
#include "app-widgets/app-widgets-test.h"

#include "app/page/facts-view.h"
#include "app/page/page-control.h"
#include "app/page/page-toolbar.h"
#include "app/page/page-progress.h"
#include "app/dialogs/source-folders.h"
#include "app/widgets/tile-entry.h"
#include "app/widgets/tooltip.h"
#include "base/error.h"
#include "base/work.h"

#include <glib/gstdio.h>

/* ---- tile entry ---- */

static void
on_tiles (GtkWidget *widget, gpointer tiles, gpointer data)
{
  char **text = data;

  g_free (*text);
  *text = poplens_tile_set_to_string (tiles);
}

static gboolean
has_error (PoplensTileEntry *entry)
{
  return gtk_widget_has_css_class (GTK_WIDGET (poplens_tile_entry_get_editable (entry)), "error");
}

static void
test_tile_entry (void)
{
  GtkWidget *widget = poplens_tile_entry_new ();
  PoplensTileEntry *self = POPLENS_TILE_ENTRY (widget);
  GtkEditable *text = poplens_tile_entry_get_editable (self);
  GtkWidget *window = show_in_window (widget);
  g_autofree char *entered = NULL;
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_parse ("7, 9-12", NULL);

  g_signal_connect (widget, "tiles-entered", G_CALLBACK (on_tiles), &entered);
  poplens_tile_entry_set_n_tiles (self, 1472);
  gtk_editable_set_text (text, "120-100, 5;0");
  g_assert_false (has_error (self));
  g_assert_true (poplens_tile_entry_apply (self));
  g_assert_cmpstr (entered, ==, "0,5,100-120");
  g_assert_cmpstr (gtk_editable_get_text (text), ==, "0, 5, 100-120");
  gtk_editable_set_text (text, "5, five");
  g_assert_true (has_error (self));
  g_assert_false (poplens_tile_entry_apply (self));
  gtk_editable_set_text (text, "1471");
  g_assert_false (has_error (self));
  gtk_editable_set_text (text, "1472");
  g_assert_true (has_error (self));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (GTK_WIDGET (text)), "1,471"));
  g_assert_cmpstr (entered, ==, "0,5,100-120");
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  poplens_tile_entry_set_tiles (self, tiles);
  g_assert_cmpstr (gtk_editable_get_text (text), ==, "7, 9-12");
  g_assert_false (has_error (self));
  gtk_editable_set_text (text, "");
  g_assert_true (poplens_tile_entry_apply (self));
  g_assert_cmpstr (entered, ==, "");
  check_finalizes (window, widget);
}

/* ---- facts ---- */

static GtkWidget *
find_matching (GtkWidget *widget, gboolean (*matches) (GtkWidget *widget))
{
  GtkWidget *child, *found = NULL;

  if (matches (widget))
    return widget;
  for (child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_matching (child, matches);
  return found;
}

static gboolean
is_button (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget);
}

static gboolean
is_icon (GtkWidget *widget)
{
  return GTK_IS_IMAGE (widget) && gtk_widget_has_css_class (widget, "fact-icon");
}

static gboolean
is_bar (GtkWidget *widget)
{
  return GTK_IS_PROGRESS_BAR (widget);
}

static void
on_follow (GtkWidget *widget, const char *link, gpointer data)
{
  *(char **) data = g_strdup (link);
}

static void
test_facts (void)
{
  PoplensFact plain = {
      (char *) "Cycles", (char *) "17,661,972", NULL, POPLENS_TONE_NEUTRAL, NULL, -1};
  PoplensFact bad = {(char *) "Memory fit",
                     (char *) "No",
                     (char *) "tile 5 needs 3 KiB more",
                     POPLENS_TONE_BAD,
                     (char *) "memory?tile=5",
                     1};
  g_autoptr (GPtrArray) facts = g_ptr_array_new ();
  GtkWidget *widget = poplens_facts_view_new ();
  GtkWidget *window = show_in_window (widget);
  g_autofree char *link = NULL;

  g_ptr_array_add (facts, &plain);
  poplens_facts_view_set_facts (POPLENS_FACTS_VIEW (widget), facts);
  g_assert_null (find_matching (widget, is_button));
  g_assert_null (find_matching (widget, is_icon));
  g_assert_null (find_matching (widget, is_bar));
  g_ptr_array_add (facts, &bad);
  poplens_facts_view_set_facts (POPLENS_FACTS_VIEW (widget), facts);
  settle (window);
  g_assert_nonnull (find_matching (widget, is_bar));
  /* The state is shown not by colour alone, but also by an icon named "Problem". */
  g_assert_cmpstr (poplens_tooltip_get (find_matching (widget, is_icon)), ==, "Problem");
  g_signal_connect (widget, "follow", G_CALLBACK (on_follow), &link);
  g_signal_emit_by_name (find_matching (widget, is_button), "clicked");
  g_assert_cmpstr (link, ==, "memory?tile=5");
  gtk_widget_activate_action (widget, "facts.copy-all", NULL);
  check_finalizes (window, widget);
}

/* ---- choices ---- */

static const char *const modes[] = {"none", "group"};
static const char *const mode_titles[] = {"None", "Category group"};
static const char *const yes_no[] = {"yes", "no"};

static gboolean
is_switch (GtkWidget *widget)
{
  return GTK_IS_SWITCH (widget);
}

static gboolean
is_drop_down (GtkWidget *widget)
{
  return GTK_IS_DROP_DOWN (widget);
}

static gboolean
is_dot (GtkWidget *widget)
{
  return gtk_widget_has_css_class (widget, "display-dot");
}

static void
on_choice (GtkWidget *widget, const char *key, const char *value, gpointer data)
{
  char **text = data;

  g_free (*text);
  *text = g_strdup_printf ("%s=%s", key, value);
}

static void
test_toolbar (void)
{
  PoplensControl breakdown = {"breakdown", "Breakdown", "What of",   POPLENS_CONTROL_CHOICE,
                              2,           modes,       mode_titles, 1};
  PoplensControl gaps = {.key = "gaps",
                         .title = "Gaps",
                         .doc = "Whether",
                         .kind = POPLENS_CONTROL_SWITCH,
                         .n_options = 2,
                         .options = yes_no,
                         .titles = yes_no,
                         .in_display = TRUE};
  g_autoptr (GPtrArray) controls = g_ptr_array_new ();
  g_autoptr (GPtrArray) sections = g_ptr_array_new ();
  PoplensPage page = {
      POPLENS_PAGE_MEMORY, POPLENS_LAYOUT_CHART, NULL, (char *) "Memory", controls, sections, TRUE};
  GtkWidget *widget = poplens_page_toolbar_new (TRUE);
  GtkWidget *window = show_in_window (widget);
  g_autoptr (PoplensLocation) location =
      poplens_location_parse ("memory?breakdown=none&gaps=no", NULL);
  g_autofree char *chosen = NULL;
  GtkWidget *drop_down;

  g_ptr_array_add (controls, &breakdown);
  g_ptr_array_add (controls, &gaps);
  g_signal_connect (widget, "choice", G_CALLBACK (on_choice), &chosen);
  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (widget), &page);
  drop_down = find_matching (widget, is_drop_down);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop_down)), ==, 1);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (find_matching (widget, is_switch))));
  /* A switch is in the menu, however wide the toolbar is; a dot shows that a control there differs
   * from its default. */
  settle (window);
  g_assert_true (gtk_widget_get_child_visible (drop_down));
  g_assert_false (gtk_widget_get_mapped (find_matching (widget, is_switch)));
  g_assert_cmpfloat (gtk_widget_get_opacity (find_matching (widget, is_dot)), ==, 0);
  poplens_page_toolbar_set_location (POPLENS_PAGE_TOOLBAR (widget), location);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop_down)), ==, 0);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (find_matching (widget, is_switch))));
  g_assert_cmpfloat (gtk_widget_get_opacity (find_matching (widget, is_dot)), ==, 1);
  g_assert_null (chosen);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), 1);
  g_assert_cmpstr (chosen, ==, "breakdown=group");
  gtk_switch_set_active (GTK_SWITCH (find_matching (widget, is_switch)), TRUE);
  g_assert_cmpstr (chosen, ==, "gaps=yes");
  /* Setting equal controls again keeps their widgets. */
  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (widget), &page);
  g_assert_true (find_matching (widget, is_drop_down) == drop_down);
  /* Controls that are created after their search finished show its number of matches. */
  PoplensControl words = {
      .key = "search", .title = "Find", .doc = "Words", .kind = POPLENS_CONTROL_SEARCH};
  g_ptr_array_insert (controls, 0, &words);
  poplens_page_toolbar_set_count (POPLENS_PAGE_TOOLBAR (widget), "6 hits");
  poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (widget), &page);
  settle (window);
  g_assert_nonnull (find_label (widget, "6 hits"));
  check_finalizes (window, widget);
}

/* The tile entry shows the tiles in effect, not those that are selected but outside the scope. */
static void
test_scope (void)
{
  static const struct {
    gboolean scope_is_all;
    const char *location, *shown;
  } cases[] = {
      {FALSE, "insights?tile=5", "5"},
      {FALSE, "insights?tile=5&scope=all", ""},
      {FALSE, "insights?tile=5&scope=tile", "5"},
      {TRUE, "insights?tile=5", ""},
      {TRUE, "insights?tile=5&scope=ipu&ipu=0", ""},
      {TRUE, "insights?tile=5&scope=tile", "5"},
  };
  g_autoptr (GPtrArray) controls = g_ptr_array_new ();
  GtkWidget *widget = poplens_page_toolbar_new (FALSE);
  GtkWidget *window = show_in_window (widget);
  PoplensTileEntry *entry = POPLENS_TILE_ENTRY (find_hidden_type (widget, POPLENS_TYPE_TILE_ENTRY));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    PoplensPage page = {.controls = controls,
                        .n_tiles = 10,
                        .has_scope = TRUE,
                        .scope_is_all = cases[i].scope_is_all};
    g_autoptr (PoplensLocation) location = poplens_location_parse (cases[i].location, NULL);
    poplens_page_toolbar_set_page (POPLENS_PAGE_TOOLBAR (widget), &page);
    poplens_page_toolbar_set_location (POPLENS_PAGE_TOOLBAR (widget), location);
    g_assert_cmpstr (gtk_editable_get_text (poplens_tile_entry_get_editable (entry)), ==,
                     cases[i].shown);
  }
  check_finalizes (window, widget);
}

/* ---- tooltips ---- */

static gboolean
asks_tooltip (GtkWidget *widget)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean shown = FALSE;

  g_signal_emit_by_name (widget, "query-tooltip", 1, 1, FALSE, tooltip, &shown);
  return shown;
}

static gboolean
has_no_tooltip (gpointer widget)
{
  return !asks_tooltip (widget);
}

/* No tooltip is shown while a list is open, as it would cover its rows. */
static void
test_tooltip_over_menu (void)
{
  const char *const rows[] = {"one", "two", NULL};
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *input = gtk_drop_down_new_from_strings (rows);
  GtkWidget *window;

  gtk_box_append (GTK_BOX (box), input);
  poplens_tooltip_set (box, "What the graph shows");
  window = show_in_window (box);
  gtk_widget_grab_focus (input);
  g_assert_true (asks_tooltip (box));
  g_signal_emit_by_name (input, "activate");
  wait_until (has_no_tooltip, box);
  check_finalizes (window, box);
}

/* ---- source files ---- */

#define N_SOURCES 6

static void
source_cell (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  value->text = ((const char *const *) data)[row];
  value->type = value->text ? POPLENS_VALUE_TEXT : POPLENS_VALUE_NULL;
}

/* Only files of this computer can be opened, with or without a line number; for others the error
 * says why not. */
static void
test_source_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("poplens-source-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "model:1.py", NULL);
  g_autofree char *with_line = g_strconcat (path, ":34", NULL);
  g_autofree char *missing = g_strconcat (path, "x:34", NULL);
  const char *const texts[N_SOURCES] = {with_line, path, missing, "model.py:34", folder, NULL};
  g_autoptr (PoplensTable) table = poplens_table_new ("sources", "Sources", N_SOURCES, source_cell,
                                                      (gpointer) texts, NULL, NULL);

  g_assert_true (g_file_set_contents (path, "pass\n", -1, NULL));
  poplens_table_add_column (table, "location", "Source", POPLENS_UNIT_TEXT, POPLENS_FROM_FILE,
                            "File and line.");
  for (guint32 row = 0; row < N_SOURCES; row++) {
    g_autoptr (GError) error = NULL;
    g_autofree char *location = poplens_table_source_location (table, row);
    g_autofree char *found = poplens_table_source_file (table, row, &error);
    g_assert_cmpstr (location, ==, texts[row]);
    g_assert_cmpstr (found, ==, row < 2 ? path : NULL);
    if (row >= 2)
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT);
    else
      g_assert_no_error (error);
    /* The error names the missing file. */
    if (row == 3)
      g_assert_true (g_str_has_prefix (error->message, "model.py: "));
  }
  g_remove (path);
  g_rmdir (folder);
}

/* ---- progress ---- */

typedef struct {
  GtkWidget *progress;
  guint n;
  double last;
  gboolean done;
} ToldProgress;

static void
work_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  static const guint64 done[] = {10, 30, 20, 70};
  PoplensWork work = poplens_work_of (cancellable);

  for (guint i = 0; i < G_N_ELEMENTS (done); i++)
    g_assert_true (poplens_work_go_on (&work, "Counting", done[i], 100));
  g_task_return_boolean (task, TRUE);
}

static void
on_told (double fraction, const char *what, gpointer data)
{
  ToldProgress *told = data;

  g_assert_cmpfloat (fraction, >=, told->last);
  told->last = fraction;
  told->n++;
  poplens_tab_progress_tell (told->progress, fraction, what);
}

static gboolean
is_told (gpointer data)
{
  return ((ToldProgress *) data)->last > 0.69;
}

static gboolean
is_done (gpointer data)
{
  return ((ToldProgress *) data)->done;
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  ((ToldProgress *) data)->done = TRUE;
}

static void
count_on_worker (GCancellable *cancellable, ToldProgress *told)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, on_done, told);

  told->done = FALSE;
  g_task_run_in_thread (task, work_thread);
}

/* A worker's progress reaches the main thread and never decreases; after unwatching, no more
 * arrives. */
static void
test_tab_progress (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GtkWidget *child = gtk_label_new ("Old rows");
  GtkWidget *progress = poplens_tab_progress_new (child);
  GtkWidget *window = show_in_window (progress);
  ToldProgress told = {.progress = progress};
  guint n;

  g_assert_null (find_label (progress, "%"));
  poplens_work_watch (cancellable, on_told, &told);
  count_on_worker (cancellable, &told);
  wait_until (is_told, &told);
  wait_until (is_done, &told);
  settle (window);
  g_assert_nonnull (find_label (progress, "Counting: 70 %"));
  g_assert_true (gtk_widget_get_mapped (child));
  poplens_tab_progress_tell (progress, 0, NULL);
  settle (window);
  g_assert_null (find_label (progress, "%"));
  n = told.n;
  poplens_work_unwatch (cancellable);
  count_on_worker (cancellable, &told);
  wait_until (is_done, &told);
  settle (window);
  g_assert_cmpuint (told.n, ==, n);
  check_finalizes (window, progress);
}

void
add_tool_tests (void)
{
  g_test_add_func ("/app-widgets/tools/progress", test_tab_progress);
  g_test_add_func ("/app-widgets/tools/source-file", test_source_file);
  g_test_add_func ("/app-widgets/tools/tile-entry", test_tile_entry);
  g_test_add_func ("/app-widgets/tools/tooltip-over-menu", test_tooltip_over_menu);
  g_test_add_func ("/app-widgets/tools/facts", test_facts);
  g_test_add_func ("/app-widgets/tools/toolbar", test_toolbar);
  g_test_add_func ("/app-widgets/tools/scope", test_scope);
}
