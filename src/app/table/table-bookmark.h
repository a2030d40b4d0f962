/* Rows of the table of bookmarks can be changed and deleted, by the menu and by F2 and Delete. */
#pragma once

#include "app/table/table-widget.h"

G_BEGIN_DECLS

/* Adds what can be done with the bookmark in @row of @table (nullable), where it is one. */
void poplens_table_bookmark_add_menu (const PoplensTable *table, guint32 row, GMenu *menu);
/* TRUE where the key was meant for the bookmark in @row. */
gboolean poplens_table_bookmark_key (PoplensTableWidget *self, guint32 row, guint keyval,
                                     GdkModifierType state);

G_END_DECLS
