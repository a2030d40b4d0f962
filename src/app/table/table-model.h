/* PoplensTableModel: the rows of a table as a GListModel and GtkSelectionModel.
 *
 * A model has one table and one view of it (sort, filter). Sorting makes a new model, because
 * notifying GTK of 10^7 changed rows takes seconds. poplens_table_model_replace () puts a similar
 * table into an existing model, so that rows on the screen stay. get_item () makes a row object,
 * which is freed when it leaves the screen. GtkMultiSelection is not used, because it would make an
 * object for every selected row. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* PoplensTableRow: object for a row in the list. Property "expanded": TRUE if the branch of the row
 * is expanded; changes are notified. */
#define POPLENS_TYPE_TABLE_ROW (poplens_table_row_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableRow, poplens_table_row, POPLENS, TABLE_ROW, GObject)

#define POPLENS_TYPE_TABLE_MODEL (poplens_table_model_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableModel, poplens_table_model, POPLENS, TABLE_MODEL, GObject)

/* Returns the "folds" of a tree: for each table row, a byte that is 1 if its branch is expanded.
 * @all_open: TRUE: all branches are expanded; FALSE: only those above the table's initial depth.
 * Models of one table can share folds, so that branches stay expanded after sorting. (transfer
 * full) (nullable): NULL if the table is not a tree. */
GByteArray *poplens_table_folds_new (PoplensTable *table, gboolean all_open);

/* Makes a model of the rows of @table. @view: (transfer full) (nullable): NULL shows all rows in
 * the table's order. @folds: (nullable): NULL starts with all branches expanded. */
PoplensTableModel *poplens_table_model_new (PoplensTable *table, PoplensTableView *view,
                                            GByteArray *folds);

/* Replaces table and view. Each row object stays at its list position and becomes a row of @table;
 * the caller must update its cells. A selected row stays selected if it has the same name in
 * @table. poplens_table_model_reveal () then adds missing rows at the end, or
 * poplens_table_model_let_go () removes surplus rows there. Parameters: see poplens_table_model_new
 * (). */
void poplens_table_model_replace (PoplensTableModel *self, PoplensTable *table,
                                  PoplensTableView *view, GByteArray *folds);
/* FALSE if the caller must not call poplens_table_model_replace (), because the number of rows
 * would change too much for GTK, or because the model is pinned. */
gboolean poplens_table_model_can_replace (PoplensTableModel *self, PoplensTable *table,
                                          const PoplensTableView *view);

/* Prevents poplens_table_model_replace () while a worker reads the model; every pin needs an unpin.
 * Any thread. */
void poplens_table_model_pin (PoplensTableModel *self);
void poplens_table_model_unpin (PoplensTableModel *self);

/* Maximum number of rows for which GTK 4.8 makes widgets, however long the list is. */
#define POPLENS_TABLE_GTK_ROWS 206

/* Limits the length of the list to @n rows, so that the caller can let GTK make row widgets a few
 * at a time. A smaller @n does not shrink a list that is in a view. Other functions of the model
 * ignore the limit. Expanding a branch, or selecting all rows, removes the limit. */
void poplens_table_model_reveal (PoplensTableModel *self, guint n);
/* FALSE while the limit of poplens_table_model_reveal () leaves rows out of the list. */
gboolean poplens_table_model_is_revealed (PoplensTableModel *self);
/* Removes up to @n empty rows from the end of the list. poplens_table_model_replace () with a
 * shorter table leaves such rows. TRUE if more empty rows remain. */
gboolean poplens_table_model_let_go (PoplensTableModel *self, guint n);
/* Returns the number of rows that are not in a collapsed branch. Ignores the limit of
 * poplens_table_model_reveal (). */
guint poplens_table_model_n_rows (PoplensTableModel *self);

PoplensTable *poplens_table_model_get_table (PoplensTableModel *self);
const PoplensTableView *poplens_table_model_get_view (
    PoplensTableModel *self); /* result (nullable): NULL: all rows, in the table's order */
/* Returns the number of rows of the view, including those in collapsed branches. */
guint32 poplens_table_model_n_view_rows (PoplensTableModel *self);
/* Returns the table row at list position @position; G_MAXUINT32 if there is none. */
guint32 poplens_table_model_get_row (PoplensTableModel *self, guint position);
/* Returns the list position of the parent of the row at @position; GTK_INVALID_LIST_POSITION if it
 * has none. */
guint poplens_table_model_get_parent (PoplensTableModel *self, guint position);

/* Expands the branches that contain table row @row, and removes the limit of
 * poplens_table_model_reveal (). Returns the row's list position; GTK_INVALID_LIST_POSITION if the
 * view does not contain the row. */
guint poplens_table_model_uncover (PoplensTableModel *self, guint32 row);

gboolean poplens_table_model_is_expandable (PoplensTableModel *self, guint position);
gboolean poplens_table_model_is_expanded (PoplensTableModel *self, guint position);
void poplens_table_model_set_expanded (PoplensTableModel *self, guint position, gboolean expanded);
/* Expands or collapses all branches, and clears the selection. Row objects stay at their list
 * positions but show other rows, so the caller must update their cells. FALSE if nothing changed.
 */
gboolean poplens_table_model_set_all_expanded (PoplensTableModel *self, gboolean expanded);

/* Selects the rows that are selected in @other, a model of the same table. Does nothing if that
 * would block the main thread for too long. */
void poplens_table_model_copy_selection (PoplensTableModel *self, PoplensTableModel *other);

PoplensTableModel *poplens_table_row_get_model (PoplensTableRow *self);
guint32 poplens_table_row_get_row (PoplensTableRow *self); /* G_MAXUINT32 if the row was removed */
guint16 poplens_table_row_get_depth (PoplensTableRow *self);
gboolean poplens_table_row_is_expandable (PoplensTableRow *self);
gboolean poplens_table_row_is_expanded (PoplensTableRow *self);
void poplens_table_row_toggle (PoplensTableRow *self);
/* Returns the row's list position; GTK_INVALID_LIST_POSITION if it is not in the list. */
guint poplens_table_row_find (PoplensTableRow *self);

/* TRUE if both tables have the same name and rows of the same depths, so that the same branches can
 * be expanded in both. @a: (nullable) */
gboolean poplens_table_same_shape (PoplensTable *a, PoplensTable *b);

G_END_DECLS
