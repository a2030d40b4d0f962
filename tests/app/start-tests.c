/* Tests of the start page and the main menu: mnemonics, number of items, and links into the
 * guide. */
#include "app/app-test.h"

#include "app/help/help-window.h"
#include "app/window/window.h"
#include "guide/guide.h"

#include <string.h>

static GtkMenuButton *
find_main_menu (GtkWidget *widget)
{
  gboolean is_it =
      GTK_IS_MENU_BUTTON (widget) && gtk_menu_button_get_primary (GTK_MENU_BUTTON (widget));
  GtkMenuButton *found = is_it ? GTK_MENU_BUTTON (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_main_menu (child);
  return found;
}

/* Each mnemonic of the main menu belongs to one item. */
static void
test_mnemonics (void)
{
  GtkWidget *window = g_object_ref_sink (g_object_new (POPLENS_TYPE_WINDOW, NULL));
  GMenuModel *menu = gtk_menu_button_get_menu_model (find_main_menu (window));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (int s = 0; s < g_menu_model_get_n_items (menu); s++) {
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, s, G_MENU_LINK_SECTION);
    for (int i = 0; i < g_menu_model_get_n_items (section); i++) {
      g_autofree char *label = NULL;
      g_menu_model_get_item_attribute (section, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      const char *letter = strchr (label, '_');
      if (!letter)
        continue;
      g_test_message ("%s", label);
      g_assert_true (g_hash_table_add (seen, GINT_TO_POINTER (g_ascii_tolower (letter[1]))));
    }
  }
  g_assert_cmpuint (g_hash_table_size (seen), >, 10);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
}

/* The menu fits a screen of 700 pixels: at most twelve items, not counting those that are hidden
 * unless they can be used. */
static void
test_few_items (void)
{
  GtkWidget *window = g_object_ref_sink (g_object_new (POPLENS_TYPE_WINDOW, NULL));
  GMenuModel *menu = gtk_menu_button_get_menu_model (find_main_menu (window));
  guint n = 0;

  for (int s = 0; s < g_menu_model_get_n_items (menu); s++) {
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, s, G_MENU_LINK_SECTION);
    for (int i = 0; i < g_menu_model_get_n_items (section); i++) {
      g_autofree char *hidden = NULL;
      n += !g_menu_model_get_item_attribute (section, i, "hidden-when", "s", &hidden);
    }
  }
  g_assert_cmpuint (n, <=, 12);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
}

/* Checks that the places in the guide that buttons and menu items open exist; returns their
 * number. */
static guint
check_places (GtkWidget *widget, PoplensGuide *guide)
{
  const char *action =
      GTK_IS_ACTIONABLE (widget) ? gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)) : NULL;
  guint n = 0, document, block;

  if (!g_strcmp0 (action, "win.guide")) {
    GVariant *target = gtk_actionable_get_action_target_value (GTK_ACTIONABLE (widget));
    g_test_message ("%s", g_variant_get_string (target, NULL));
    g_assert_true (
        poplens_guide_find (guide, g_variant_get_string (target, NULL), &document, &block));
    n++;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += check_places (child, guide);
  return n;
}

static void
test_guide_places (void)
{
  GtkWidget *window = g_object_ref_sink (g_object_new (POPLENS_TYPE_WINDOW, NULL));
  g_autoptr (PoplensGuide) guide = poplens_guide_new ();

  g_assert_cmpuint (check_places (window, guide), ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (window);
}

void
add_start_tests (void)
{
  g_test_add_func ("/app/start/mnemonics", test_mnemonics);
  g_test_add_func ("/app/start/few-items", test_few_items);
  g_test_add_func ("/app/start/places", test_guide_places);
}
