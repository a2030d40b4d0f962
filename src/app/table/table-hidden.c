#include "app/table/table-hidden.h"

#include "app/table/table-columns.h"
#include "app/table/table-figures.h"
#include "app/widgets/popover-point.h"
#include "app/window/settings.h"

#include <string.h>

#define MOST_HEIGHT 420

/* What the tooltip of a figure tells, and what only cards beside a page have. */
#define OF_FIGURES "detail,share,source,doc"

/* Until the user says which. (transfer full) */
static char *
hidden_at_first (PoplensTable *table)
{
  int label = poplens_table_get_label (table);
  g_autoptr (GString) names = g_string_new (poplens_table_is_figures (table) ? OF_FIGURES : NULL);

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    if ((int) c == label || column->for_scripts)
      g_string_append_printf (names, "%s%s", names->len ? "," : "", column->name);
  }
  return g_string_free (g_steal_pointer (&names), FALSE);
}

static GStrv
hidden_names (PoplensTable *table)
{
  g_autofree char *text = poplens_settings_get_string (
      poplens_settings_get_default (), POPLENS_HIDDEN_COLUMNS, poplens_table_get_name (table));
  g_autofree char *at_first = text ? NULL : hidden_at_first (table);

  return g_strsplit (text ? text : at_first, ",", -1);
}

gboolean
poplens_table_column_is_hidden (PoplensTable *table, guint column)
{
  g_auto (GStrv) names = hidden_names (table);

  return column && g_strv_contains ((const char *const *) names,
                                    poplens_table_get_column (table, column)->name);
}

/* Columns that the table of another report has, and this one has not, stay as they are. */
static void
set_hidden (PoplensTable *table, const char *name, gboolean hidden)
{
  g_auto (GStrv) names = hidden_names (table);
  g_autofree char *at_first = hidden_at_first (table);
  g_autoptr (GString) now = g_string_new (hidden ? name : NULL);

  for (guint i = 0; names[i]; i++)
    if (*names[i] && strcmp (names[i], name))
      g_string_append_printf (now, "%s%s", now->len ? "," : "", names[i]);
  poplens_settings_set_string (poplens_settings_get_default (), POPLENS_HIDDEN_COLUMNS,
                               poplens_table_get_name (table),
                               now->len || *at_first ? now->str : NULL);
}

/* ---- choosing ----------------------------------------------------------------------------------
 */

#define COLUMN "poplens-column"

static void
on_toggled (GtkCheckButton *check, gpointer data)
{
  PoplensTableWidget *widget = data;

  /* By its name: the widget may show another table by now. */
  set_hidden (poplens_table_widget_get_table (widget), g_object_get_data (G_OBJECT (check), COLUMN),
              !gtk_check_button_get_active (check));
}

static void
on_show_all (GtkWidget *button, gpointer data)
{
  for (GtkWidget *check = gtk_widget_get_next_sibling (button); check;
       check = gtk_widget_get_next_sibling (check))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
}

static GtkWidget *
list_new (PoplensTableWidget *widget)
{
  PoplensTable *table = poplens_table_widget_get_table (widget);
  guint n = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *all = gtk_button_new_with_label ("Show All");

  gtk_widget_add_css_class (all, "flat");
  g_signal_connect (all, "clicked", G_CALLBACK (on_show_all), NULL);
  gtk_box_append (GTK_BOX (list), all);
  for (guint c = 1; c < n; c++) {
    const PoplensColumn *column = poplens_table_get_column (table, c);
    GtkWidget *check = gtk_check_button_new_with_label (column->title);
    gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                 !poplens_table_column_is_hidden (table, c));
    g_object_set_data_full (G_OBJECT (check), COLUMN, g_strdup (column->name), g_free);
    g_signal_connect_object (check, "toggled", G_CALLBACK (on_toggled), widget, 0);
    gtk_box_append (GTK_BOX (list), check);
  }
  return list;
}

void
poplens_table_offer_columns (PoplensTableWidget *widget, const GdkRectangle *at)
{
  GtkWidget *popover, *scrolled;

  if (!poplens_table_widget_get_table (widget))
    return;
  popover = gtk_popover_new ();
  scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), MOST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list_new (widget));
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_accessible_update_property (GTK_ACCESSIBLE (popover), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  "Columns", -1);
  poplens_popover_open_at (GTK_POPOVER (popover), GTK_WIDGET (widget), at->x, at->y);
}
