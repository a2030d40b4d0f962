#include "app/page/tab-tools.h"

#include "app/table/table-widget.h"

/* Between choices of a tab, and before its filter. */
#define TOOLS_GAP 12
/* Of tools that nobody can use yet. */
#define AWAITED "tools-awaited"

/* What the tab's table or chart has beside it, which may come late, and at the end its choices,
 * which stay where they are then. */
GtkWidget *
poplens_tab_tools_new (void)
{
  GtkWidget *tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, TOOLS_GAP);

  gtk_box_append (GTK_BOX (tools), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0));
  gtk_box_append (GTK_BOX (tools), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, TOOLS_GAP));
  return tools;
}

void
poplens_tab_fill (GtkWidget *box, GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_first_child (box);

  if (child == widget)
    return;
  if (child)
    gtk_box_remove (GTK_BOX (box), child);
  if (widget)
    gtk_box_append (GTK_BOX (box), widget);
}

void
poplens_tab_tools_set (GtkWidget *self, GtkWidget *tools)
{
  poplens_tab_fill (gtk_widget_get_first_child (self), tools);
}

/* Those of a table that is never shown: what comes takes as much room, however narrow it is. */
void
poplens_tab_tools_await_table (GtkWidget *self)
{
  GtkWidget *box = gtk_widget_get_first_child (self), *table, *tools;

  if (gtk_widget_get_first_child (box))
    return;
  table = g_object_ref_sink (poplens_table_widget_new (0));
  tools = poplens_table_widget_get_tools (POPLENS_TABLE_WIDGET (table));
  poplens_table_widget_set_filterable (POPLENS_TABLE_WIDGET (table), TRUE);
  gtk_widget_set_sensitive (tools, FALSE);
  gtk_widget_add_css_class (tools, AWAITED);
  gtk_accessible_update_state (GTK_ACCESSIBLE (tools), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
  gtk_box_append (GTK_BOX (box), tools);
  g_object_unref (table);
}

gboolean
poplens_tab_tools_has_any (GtkWidget *self)
{
  GtkWidget *tools = gtk_widget_get_first_child (gtk_widget_get_first_child (self));

  return tools && !gtk_widget_has_css_class (tools, AWAITED);
}

GtkWidget *
poplens_tab_tools_get_choices (GtkWidget *self)
{
  return gtk_widget_get_last_child (self);
}
