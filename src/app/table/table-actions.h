/* Context menu, keyboard shortcuts and clipboard actions of a PoplensTableWidget. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* Installs the actions table.copy-cell, copy-row, copy-rows, copy-rows-csv, copy-csv, copy-json,
 * save-csv, save-json, follow, expand-all, collapse-all, and their shortcuts. */
void poplens_table_actions_install (GtkWidgetClass *widget_class);
/* Adds the controllers for pointer and keys to the column view of @self. The context menu is a
 * child of @self until poplens_table_actions_clear (). */
void poplens_table_actions_attach (PoplensTableWidget *self);
void poplens_table_actions_clear (PoplensTableWidget *self);
/* Sets the first section of the context menu of rows. @menu: actions on the selected rows; a widget
 * around @self implements them. Opening the menu on a row selects the row. */
void poplens_table_actions_set_menu (PoplensTableWidget *self, GMenuModel *menu);
/* TRUE if a text of @bytes can be offered to other clients of @display without freezing the window.
 */
gboolean poplens_table_can_copy (GdkDisplay *display, gsize bytes);

G_END_DECLS
