/* PoplensTableModel: the rows of a table as a list that GTK can show.
 *
 * One model belongs to one table and one view of it (sort, filter) and never changes but for the
 * folds of a tree and the selection: after a sort a new model takes its place, as telling GTK of
 * 10^7 changed rows costs seconds. Where another table has the same columns and nearly as many
 * rows, it may take the place of the first one in the same model, so that rows on the screen stay.
 * Row objects are born in get_item and die when they leave the screen. The model is its own
 * GtkSelectionModel: GtkMultiSelection would make an object for every selected row. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TABLE_ROW (poplens_table_row_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableRow, poplens_table_row, POPLENS, TABLE_ROW, GObject)

#define POPLENS_TYPE_TABLE_MODEL (poplens_table_model_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableModel, poplens_table_model, POPLENS, TABLE_MODEL, GObject)

/* Folds: a byte for each row of a tree, 1 where it is open; models of the same table may share one,
 * so that a sort keeps what is open. NULL for a table that is no tree. (transfer full) */
GByteArray *poplens_table_folds_new (PoplensTable *table, gboolean all_open);

/* @view: (transfer full) (nullable): NULL shows all rows in the table's order.
 * @folds: (nullable): NULL starts with all rows open. */
PoplensTableModel *poplens_table_model_new (PoplensTable *table, PoplensTableView *view,
                                            GByteArray *folds);

/* Another table, or view, in place: rows on the screen stay where they are and are of the new one
 * from now on; what shows them has to do so anew. Only rows at the end come and go: those that
 * come once they are revealed, those that went when it lets go of them. Selected rows stay so where
 * they are called the same. As poplens_table_model_new() otherwise. */
void poplens_table_model_replace (PoplensTableModel *self, PoplensTable *table,
                                  PoplensTableView *view, GByteArray *folds);
/* FALSE where too many rows would come or go for GTK to be told of, and while it is pinned. */
gboolean poplens_table_model_can_replace (PoplensTableModel *self, PoplensTable *table,
                                          const PoplensTableView *view);

/* It stays as it is for a worker that reads it, until that is done. From any thread. */
void poplens_table_model_pin (PoplensTableModel *self);
void poplens_table_model_unpin (PoplensTableModel *self);

/* GTK 4.8 makes widgets for so many rows at most. */
#define POPLENS_TABLE_GTK_ROWS 206

/* The list has @n rows at most until it is told otherwise; all else counts the others too. It never
 * has fewer than before it was in a view. Unfolding and selecting all of them reveals all. */
void poplens_table_model_reveal (PoplensTableModel *self, guint n);
/* Whether the list has as many rows as there are. */
gboolean poplens_table_model_is_revealed (PoplensTableModel *self);
/* Where many rows went at once, those on the screen stay in the list and show nothing, until it
 * lets go of @n of them, the last ones. Whether there are more. */
gboolean poplens_table_model_let_go (PoplensTableModel *self, guint n);
/* Rows that no closed branch hides, whether revealed or not. */
guint poplens_table_model_n_rows (PoplensTableModel *self);

PoplensTable *poplens_table_model_get_table (PoplensTableModel *self);
const PoplensTableView *poplens_table_model_get_view (PoplensTableModel *self); /* or NULL: all */
/* Rows of the view, those in closed branches too. */
guint32 poplens_table_model_n_view_rows (PoplensTableModel *self);
/* The table's row at @position, G_MAXUINT32 where there is none. */
guint32 poplens_table_model_get_row (PoplensTableModel *self, guint position);
/* Where the row of the parent is, GTK_INVALID_LIST_POSITION at the top. */
guint poplens_table_model_get_parent (PoplensTableModel *self, guint position);

/* Opens the branches that hide the table's row @row. Where it is then;
 * GTK_INVALID_LIST_POSITION where the view lacks it. Reveals all. */
guint poplens_table_model_uncover (PoplensTableModel *self, guint32 row);

gboolean poplens_table_model_is_expandable (PoplensTableModel *self, guint position);
gboolean poplens_table_model_is_expanded (PoplensTableModel *self, guint position);
void poplens_table_model_set_expanded (PoplensTableModel *self, guint position, gboolean expanded);
/* Opens or closes all; returns FALSE where nothing changed. Rows on the screen stay where they are
 * and are others from now on, and the list has no more of them than before until they are revealed,
 * and those that went until it lets go of them: as poplens_table_model_replace(). Nothing is
 * selected then. */
gboolean poplens_table_model_set_all_expanded (PoplensTableModel *self, gboolean expanded);

/* Rows are selected here if they are in @other, a model of the same table; nothing where a scan of
 * all rows would hold up the window. */
void poplens_table_model_copy_selection (PoplensTableModel *self, PoplensTableModel *other);

/* Property "expanded" of a row notifies. */
PoplensTableModel *poplens_table_row_get_model (PoplensTableRow *self);
guint32 poplens_table_row_get_row (PoplensTableRow *self); /* G_MAXUINT32: it went */
guint16 poplens_table_row_get_depth (PoplensTableRow *self);
gboolean poplens_table_row_is_expandable (PoplensTableRow *self);
gboolean poplens_table_row_is_expanded (PoplensTableRow *self);
void poplens_table_row_toggle (PoplensTableRow *self);
/* Where it is in the list; GTK_INVALID_LIST_POSITION: nowhere. */
guint poplens_table_row_find (PoplensTableRow *self);

/* The same table of something else, with rows as deep: folds of one are the other's. @a: (nullable)
 */
gboolean poplens_table_same_shape (PoplensTable *a, PoplensTable *b);

G_END_DECLS
