#include "app/table/table-order.h"

#include "app/table/table-columns.h"
#include "app/table/table-hidden.h"

static void
sort_by (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_table_widget_click_heading (POPLENS_TABLE_WIDGET (widget),
                                      g_variant_get_uint32 (parameter));
}

static void
expand_all (GtkWidget *widget, const char *action, GVariant *parameter)
{
  poplens_table_widget_set_all_expanded (POPLENS_TABLE_WIDGET (widget),
                                         g_str_has_suffix (action, "expand-all"));
}

void
poplens_table_order_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "table.sort-by", "u", sort_by);
  gtk_widget_class_install_action (widget_class, "table.expand-all", NULL, expand_all);
  gtk_widget_class_install_action (widget_class, "table.collapse-all", NULL, expand_all);
}

void
poplens_table_order_add_menu (PoplensTable *table, GMenu *menu)
{
  g_autoptr (GMenu) order = g_menu_new (), headings = g_menu_new ();
  guint n = MIN (poplens_table_n_columns (table), POPLENS_TABLE_MAX_COLUMNS);

  for (guint c = 0; c < n; c++) {
    g_autoptr (GMenuItem) item = NULL;
    if (poplens_table_column_is_hidden (table, c))
      continue;
    item = g_menu_item_new (poplens_table_get_column (table, c)->title, NULL);
    g_menu_item_set_action_and_target (item, "table.sort-by", "u", c);
    g_menu_append_item (headings, item);
  }
  if (g_menu_model_get_n_items (G_MENU_MODEL (headings)) > 1)
    g_menu_append_submenu (order, "Sort By", G_MENU_MODEL (headings));
  if (poplens_table_is_tree (table)) {
    g_menu_append (order, "Expand All", "table.expand-all");
    g_menu_append (order, "Collapse All", "table.collapse-all");
  }
  if (g_menu_model_get_n_items (G_MENU_MODEL (order)))
    g_menu_append_section (menu, NULL, G_MENU_MODEL (order));
}
