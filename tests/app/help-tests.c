/* Tests of the help window: places and history, search, keyboard, and its width. */
#include "app/app-test.h"

#include "app/help/help-window.h"
#include "guide/guide.h"
#include "pages/core/views.h"

#include <adwaita.h>
#include <string.h>

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

/* Returns the label with the text @text, or, unless @is_whole, a label that contains it; NULL if
 * there is none. */
static GtkWidget *
find_label (GtkWidget *widget, const char *text, gboolean is_whole)
{
  const char *has = GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : "";
  GtkWidget *found =
      (is_whole ? g_str_equal (has, text) : strstr (has, text) != NULL) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text, is_whole);
  return found;
}

static void
test_help_places (void)
{
  g_autoptr (PoplensGuide) guide = poplens_guide_new ();
  guint document, block;

  g_assert_true (poplens_guide_find (guide, poplens_help_place (NULL), &document, &block));
  g_assert_true (poplens_guide_find (guide, POPLENS_HELP_NOTICES, &document, &block));
  g_assert_true (poplens_guide_find (guide, POPLENS_HELP_REPORTS, &document, &block));
  for (guint i = 0; i < POPLENS_N_PAGES; i++) {
    g_autoptr (PoplensLocation) location = poplens_location_new (i);
    g_autoptr (PoplensLocation) compared = poplens_location_with_other (location, "/r");
    const char *place = poplens_help_place (location);
    g_test_message ("%s", place);
    g_assert_true (poplens_guide_find (guide, place, &document, &block));
    const PoplensGuideBlock *heading =
        poplens_guide_get_document (guide, document)->blocks->pdata[block];
    g_assert_cmpstr (((const PoplensGuideText *) heading->texts->pdata[0])->plain, ==,
                     poplens_page_id_title (i));
    g_assert_true (poplens_guide_find (guide, poplens_help_place (compared), &document, &block));
  }
}

static PoplensHelpWindow *
new_window (void)
{
  PoplensHelpWindow *window = g_object_new (POPLENS_TYPE_HELP_WINDOW, NULL);

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

typedef struct {
  PoplensHelpWindow *window;
  const char *title;
} HelpShown;

/* TRUE if the heading has been scrolled to the top of the page. */
static gboolean
is_at_top (gpointer data)
{
  const HelpShown *shown = data;
  GtkWidget *clamp = find_type (GTK_WIDGET (shown->window), ADW_TYPE_CLAMP);
  GtkWidget *heading = find_label (clamp, shown->title, TRUE);
  double y = -1;

  /* The page is invisible until it was scrolled. */
  return heading && gtk_widget_get_height (heading) > 0 &&
         gtk_widget_get_opacity (adw_clamp_get_child (ADW_CLAMP (clamp))) == 1 &&
         gtk_widget_translate_coordinates (
             heading, gtk_widget_get_ancestor (clamp, GTK_TYPE_SCROLLED_WINDOW), 0, 0, NULL, &y) &&
         y >= 0 && y < 60;
}

static void
go (PoplensHelpWindow *window, const char *place, const char *title)
{
  HelpShown shown = {window, title};

  g_assert_true (poplens_help_window_go (window, place));
  wait_until (is_at_top, &shown);
}

static void
test_history (void)
{
  PoplensHelpWindow *window = new_window ();
  GActionGroup *actions = G_ACTION_GROUP (window);
  HelpShown memory = {window, "Memory"}, slow = {window, "Are the tiles busy?"};

  g_assert_false (g_action_group_get_action_enabled (actions, "back"));
  go (window, "docs/guide/reference-memory.md#memory", "Memory");
  g_assert_false (poplens_help_window_go (window, "docs/guide/reference-memory.md"
                                                  "#nowhere"));
  /* A link in the text. */
  gtk_widget_activate_action (GTK_WIDGET (window), "guide.go", "s",
                              "docs/guide/slow-step.md#are-the-tiles-busy");
  wait_until (is_at_top, &slow);
  g_action_group_activate_action (actions, "back", NULL);
  wait_until (is_at_top, &memory);
  g_assert_cmpstr (poplens_help_window_get_place (window), ==,
                   "docs/guide/reference-memory.md#memory");
  g_assert_false (g_action_group_get_action_enabled (actions, "back"));
  g_action_group_activate_action (actions, "forward", NULL);
  wait_until (is_at_top, &slow);
  g_assert_false (g_action_group_get_action_enabled (actions, "forward"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
search_bar_says (gpointer data)
{
  const HelpShown *shown = data;

  return find_label (find_type (GTK_WIDGET (shown->window), GTK_TYPE_SEARCH_BAR), shown->title,
                     FALSE) != NULL;
}

static gboolean
says_not (gpointer data)
{
  return !search_bar_says (data);
}

/* Goes from match to match, across documents, and from the last to the first. */
static void
test_help_search (void)
{
  PoplensHelpWindow *window = new_window ();
  HelpShown none = {window, "No matches"}, any = {window, " of "}, first = {window, "1 of "};
  GtkWidget *entry;
  const char *document = NULL;
  guint documents = 1;

  go (window, "docs/guide/README.md", "User Guide");
  g_action_group_activate_action (G_ACTION_GROUP (window), "search", NULL);
  entry = find_type (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "no such words");
  wait_until (search_bar_says, &none);
  gtk_editable_set_text (GTK_EDITABLE (entry), "Tile Balance");
  wait_until (search_bar_says, &any);
  g_assert_true (search_bar_says (&first));
  do {
    const char *now = adw_window_title_get_subtitle (
        ADW_WINDOW_TITLE (find_type (GTK_WIDGET (window), ADW_TYPE_WINDOW_TITLE)));
    documents += document && !g_str_equal (g_intern_string (now), document);
    document = g_intern_string (now);
    g_signal_emit_by_name (entry, "activate");
  } while (!search_bar_says (&first));
  g_assert_cmpuint (documents, >, 1);
  g_signal_emit_by_name (entry, "previous-match");
  g_assert_true (says_not (&first));
  /* All matches together are one step of the history; going back shows the place visited before. */
  g_assert_cmpstr (poplens_help_window_get_place (window), !=, "docs/guide/README.md");
  g_action_group_activate_action (G_ACTION_GROUP (window), "back", NULL);
  g_assert_cmpstr (poplens_help_window_get_place (window), ==, "docs/guide/README.md");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "back"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "forward", NULL);
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "forward"));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Goes to a match in another document while a text of this one has the focus: the page gets the
 * focus. */
static void
test_focus (void)
{
  PoplensHelpWindow *window = new_window ();
  HelpShown any = {window, " of "};
  GtkWidget *text;

  go (window, "docs/guide/README.md", "User Guide");
  g_action_group_activate_action (G_ACTION_GROUP (window), "search", NULL);
  gtk_editable_set_text (GTK_EDITABLE (find_type (GTK_WIDGET (window), GTK_TYPE_SEARCH_ENTRY)),
                         "Tile Balance");
  text = find_label (find_type (GTK_WIDGET (window), ADW_TYPE_CLAMP), "You need a report.", FALSE);
  g_assert_true (gtk_widget_grab_focus (text));
  wait_until (search_bar_says, &any);
  g_assert_true (gtk_root_get_focus (GTK_ROOT (window)) ==
                 gtk_widget_get_ancestor (find_type (GTK_WIDGET (window), ADW_TYPE_CLAMP),
                                          GTK_TYPE_SCROLLED_WINDOW));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Activates the window's shortcut for the key, regardless of the focus. */
static void
help_press (PoplensHelpWindow *window, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);
    for (guint s = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) &&
                      s < g_list_model_get_n_items (G_LIST_MODEL (controller));
         s++) {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), s);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);
      if (GTK_IS_KEYVAL_TRIGGER (trigger) &&
          gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key) {
        gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, GTK_WIDGET (window),
                                      NULL);
        return;
      }
    }
  }
  g_assert_not_reached ();
}

static void
test_escape (void)
{
  PoplensHelpWindow *window = new_window ();
  gpointer watched = window;
  GtkSearchBar *bar = GTK_SEARCH_BAR (find_type (GTK_WIDGET (window), GTK_TYPE_SEARCH_BAR));

  g_object_add_weak_pointer (G_OBJECT (window), &watched);
  go (window, "docs/guide/README.md", "User Guide");
  g_action_group_activate_action (G_ACTION_GROUP (window), "search", NULL);
  g_assert_true (gtk_search_bar_get_search_mode (bar));
  help_press (window, GDK_KEY_Escape);
  g_assert_nonnull (watched);
  g_assert_false (gtk_search_bar_get_search_mode (bar));
  help_press (window, GDK_KEY_Escape);
  g_assert_null (watched);
}

typedef struct {
  PoplensHelpWindow *window;
  int width;
} Width;

static gboolean
is_wide (gpointer data)
{
  const Width *width = data;

  return gtk_widget_get_width (find_type (GTK_WIDGET (width->window), ADW_TYPE_FLAP)) ==
         width->width;
}

/* @margin: pixels around the window, for the pointer. */
static void
resize (PoplensHelpWindow *window, int width, int margin)
{
  Width wanted = {window, width};

  gtk_window_set_default_size (GTK_WINDOW (window), width + margin, 600);
  wait_until (is_wide, &wanted);
}

/* The heading at the top stays there if the width changes, and a narrow window hides the
 * contents. */
static void
test_width (void)
{
  PoplensHelpWindow *window = new_window ();
  AdwFlap *flap = ADW_FLAP (find_type (GTK_WIDGET (window), ADW_TYPE_FLAP));
  HelpShown memory = {window, "Memory"};
  int width, height;

  go (window, "docs/guide/reference-memory.md#memory", "Memory");
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  width -= gtk_widget_get_width (GTK_WIDGET (flap));
  resize (window, 516, width);
  g_assert_false (adw_flap_get_folded (flap));
  wait_until (is_at_top, &memory);
  resize (window, 512, width);
  g_assert_true (adw_flap_get_folded (flap));
  wait_until (is_at_top, &memory);
  resize (window, 900, width);
  wait_until (is_at_top, &memory);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The list of contents follows the scroll position. */
static void
test_follow (void)
{
  PoplensHelpWindow *window = new_window ();
  GtkListBox *contents = GTK_LIST_BOX (find_type (GTK_WIDGET (window), GTK_TYPE_LIST_BOX));
  GtkWidget *clamp = find_type (GTK_WIDGET (window), ADW_TYPE_CLAMP);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (
      GTK_SCROLLED_WINDOW (gtk_widget_get_ancestor (clamp, GTK_TYPE_SCROLLED_WINDOW)));
  double y;

  go (window, "docs/guide/reference-memory.md#summary", "Summary");
  g_assert_nonnull (
      find_label (GTK_WIDGET (gtk_list_box_get_selected_row (contents)), "Summary", TRUE));
  g_assert_true (
      gtk_widget_translate_coordinates (find_label (clamp, "Memory", TRUE), clamp, 0, 0, NULL, &y));
  gtk_adjustment_set_value (adjustment, y + 40);
  g_assert_nonnull (
      find_label (GTK_WIDGET (gtk_list_box_get_selected_row (contents)), "Memory", TRUE));
  gtk_adjustment_set_value (adjustment, 0);
  g_assert_null (
      find_label (GTK_WIDGET (gtk_list_box_get_selected_row (contents)), "Memory", TRUE));
  gtk_window_destroy (GTK_WINDOW (window));
}

void
add_help_tests (void)
{
  g_test_add_func ("/app/help/places", test_help_places);
  g_test_add_func ("/app/help/history", test_history);
  g_test_add_func ("/app/help/search", test_help_search);
  g_test_add_func ("/app/help/focus", test_focus);
  g_test_add_func ("/app/help/escape", test_escape);
  g_test_add_func ("/app/help/width", test_width);
  g_test_add_func ("/app/help/follow", test_follow);
}
