/* The context menu, the keys and the copying of a PoplensTableWidget. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* Installs table.copy-cell, copy-row, copy-rows, copy-rows-csv, copy-csv, copy-json, save-csv,
 * save-json, follow, expand-all, collapse-all and their keys. */
void poplens_table_actions_install (GtkWidgetClass *widget_class);
/* Pointer and keys on the column view; the menu is a child of @self until clear(). */
void poplens_table_actions_attach (PoplensTableWidget *self);
void poplens_table_actions_clear (PoplensTableWidget *self);
/* @menu: what can be done with selected rows, first in the context menu of rows: its actions are of
 * a widget that @self is in. The row that the menu is opened on is selected then. */
void poplens_table_actions_set_menu (PoplensTableWidget *self, GMenuModel *menu);
/* Whether clients of @display can be given a text of @bytes without danger to the window. */
gboolean poplens_table_can_copy (GdkDisplay *display, gsize bytes);

G_END_DECLS
