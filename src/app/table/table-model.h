/* PoplensTableModel: the rows of a table as a GListModel.
 *
 * A model has one table and one view of it (sort, filter). Only the folds of a tree and the
 * selection change. Sorting replaces the model, because notifying GTK of 10^7 changed rows takes
 * seconds. If another table has the same columns and nearly as many rows,
 * poplens_table_model_replace () puts it into the same model, so that rows on the screen stay. Row
 * objects are made by get_item () and freed when they leave the screen. The model is its own
 * GtkSelectionModel, because GtkMultiSelection would make an object for every selected row. */
#pragma once

#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TABLE_ROW (poplens_table_row_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableRow, poplens_table_row, POPLENS, TABLE_ROW, GObject)

#define POPLENS_TYPE_TABLE_MODEL (poplens_table_model_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableModel, poplens_table_model, POPLENS, TABLE_MODEL, GObject)

/* Returns the folds of a tree: one byte per table row, 1 if its branch is open. Models of one table
 * can share them, so that sorting keeps open branches. (transfer full) (nullable): NULL if the
 * table is not a tree. */
GByteArray *poplens_table_folds_new (PoplensTable *table, gboolean all_open);

/* @view: (transfer full) (nullable): NULL shows all rows in the table's order.
 * @folds: (nullable): NULL starts with all rows open. */
PoplensTableModel *poplens_table_model_new (PoplensTable *table, PoplensTableView *view,
                                            GByteArray *folds);

/* Replaces table and view. Row objects on the screen stay at their positions and now belong to
 * @table; the caller must rewrite their cells. Rows are added or removed only at the end:
 * additional rows by poplens_table_model_reveal (), surplus rows by poplens_table_model_let_go ().
 * Selected rows stay selected if the row has the same name in @table. Parameters: as
 * poplens_table_model_new (). */
void poplens_table_model_replace (PoplensTableModel *self, PoplensTable *table,
                                  PoplensTableView *view, GByteArray *folds);
/* FALSE if the number of rows changes by too many for GTK, or if the model is pinned. */
gboolean poplens_table_model_can_replace (PoplensTableModel *self, PoplensTable *table,
                                          const PoplensTableView *view);

/* Prevents poplens_table_model_replace () while a worker reads the model; every pin needs an unpin.
 * Any thread. */
void poplens_table_model_pin (PoplensTableModel *self);
void poplens_table_model_unpin (PoplensTableModel *self);

/* Maximum number of rows for which GTK 4.8 makes widgets. */
#define POPLENS_TABLE_GTK_ROWS 206

/* Limits the list to @n rows from now on, so that widgets can be made a few at a time. A smaller @n
 * than before does not shrink a list that is in a view. Other functions count all rows. Expanding a
 * branch and selecting all remove the limit. */
void poplens_table_model_reveal (PoplensTableModel *self, guint n);
/* TRUE if no row is withheld by poplens_table_model_reveal (). */
gboolean poplens_table_model_is_revealed (PoplensTableModel *self);
/* After many rows were removed at once, rows on the screen stay in the list and show nothing:
 * removes the last @n of them. TRUE if there are more. */
gboolean poplens_table_model_let_go (PoplensTableModel *self, guint n);
/* Number of rows that no collapsed branch hides, revealed or not. */
guint poplens_table_model_n_rows (PoplensTableModel *self);

PoplensTable *poplens_table_model_get_table (PoplensTableModel *self);
const PoplensTableView *
poplens_table_model_get_view (PoplensTableModel *self); /* (nullable): NULL: all rows */
/* Number of rows of the view, with rows in collapsed branches. */
guint32 poplens_table_model_n_view_rows (PoplensTableModel *self);
/* Returns the table row at @position; G_MAXUINT32 if there is none. */
guint32 poplens_table_model_get_row (PoplensTableModel *self, guint position);
/* Returns the position of the parent row; GTK_INVALID_LIST_POSITION for a row without one. */
guint poplens_table_model_get_parent (PoplensTableModel *self, guint position);

/* Expands the branches that hide table row @row, and reveals all rows. Returns the row's position;
 * GTK_INVALID_LIST_POSITION if it is not in the view. */
guint poplens_table_model_uncover (PoplensTableModel *self, guint32 row);

gboolean poplens_table_model_is_expandable (PoplensTableModel *self, guint position);
gboolean poplens_table_model_is_expanded (PoplensTableModel *self, guint position);
void poplens_table_model_set_expanded (PoplensTableModel *self, guint position, gboolean expanded);
/* Expands or collapses all branches. FALSE if nothing changed. Clears the selection. Row objects on
 * the screen stay and become other rows, and rows are added and removed as by
 * poplens_table_model_replace (). */
gboolean poplens_table_model_set_all_expanded (PoplensTableModel *self, gboolean expanded);

/* Selects the rows that are selected in @other, a model of the same table. Does nothing if the scan
 * would block the main thread for too long. */
void poplens_table_model_copy_selection (PoplensTableModel *self, PoplensTableModel *other);

/* Notifies of the property "expanded". */
PoplensTableModel *poplens_table_row_get_model (PoplensTableRow *self);
guint32 poplens_table_row_get_row (PoplensTableRow *self); /* G_MAXUINT32: the row was removed */
guint16 poplens_table_row_get_depth (PoplensTableRow *self);
gboolean poplens_table_row_is_expandable (PoplensTableRow *self);
gboolean poplens_table_row_is_expanded (PoplensTableRow *self);
void poplens_table_row_toggle (PoplensTableRow *self);
/* Returns the position in the list; GTK_INVALID_LIST_POSITION if it is not there. */
guint poplens_table_row_find (PoplensTableRow *self);

/* TRUE if both tables have the same name and their rows the same depths, so that folds of one fit
 * the other. @a: (nullable) */
gboolean poplens_table_same_shape (PoplensTable *a, PoplensTable *b);

G_END_DECLS
