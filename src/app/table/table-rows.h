/* PoplensTableRows: which rows of a table view are visible while branches of a tree are closed; for
 * table-model.c. Nothing is kept for a table that is no tree, so any size costs nothing. */
#pragma once

#include <gtk/gtk.h>

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct _PoplensTableRows PoplensTableRows;

/* The same table of something else, with rows as deep: folds of one are the other's. @a: (nullable)
 */
gboolean poplens_table_same_shape (PoplensTable *a, PoplensTable *b);

/* Whether @row of @a is called the same in @b. */
gboolean poplens_table_same_row (PoplensTable *a, PoplensTable *b, guint32 row);

/* @table, @view: (nullable view) outlive it. @folds: see poplens_table_folds_new(). */
PoplensTableRows *poplens_table_rows_new (PoplensTable *table, const PoplensTableView *view,
                                          GByteArray *folds);
void poplens_table_rows_free (PoplensTableRows *self);

guint poplens_table_rows_count (const PoplensTableRows *self);
/* The table's row at @position, which is below the count. */
guint32 poplens_table_rows_get (const PoplensTableRows *self, guint position);
/* Position of the table's @row, looked for around @near_position; GTK_INVALID_LIST_POSITION if
 * none. */
guint poplens_table_rows_find (const PoplensTableRows *self, guint32 row, guint near_position);
guint poplens_table_rows_get_parent (const PoplensTableRows *self, guint position);

gboolean poplens_table_rows_is_expandable (const PoplensTableRows *self, guint position);
gboolean poplens_table_rows_is_open (const PoplensTableRows *self, guint32 row);
/* Opens or closes a branch; how many rows came after @position, or went. */
guint poplens_table_rows_open (PoplensTableRows *self, guint position);
guint poplens_table_rows_close (PoplensTableRows *self, guint position);
/* FALSE where that is so already. */
gboolean poplens_table_rows_set_all (PoplensTableRows *self, gboolean open);

G_END_DECLS
