/* PoplensTableCell: one cell on the screen: its text and, in the first column of a tree, the place
 * and the arrow of its branch. */
#pragma once

#include "app/table/table-model.h"
#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TABLE_CELL (poplens_table_cell_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableCell, poplens_table_cell, POPLENS, TABLE_CELL, GtkWidget)

/* @column: of the table; @is_tree: leaves room for arrows. */
GtkWidget *poplens_table_cell_new (guint column, gboolean is_tree);
/* @line_height: of a text in it, in pixels. */
void poplens_table_cell_bind (PoplensTableCell *self, PoplensTableRow *row, PoplensByteUnit unit,
                              int line_height);
void poplens_table_cell_unbind (PoplensTableCell *self);

guint poplens_table_cell_get_column (PoplensTableCell *self);
PoplensTableRow *poplens_table_cell_get_row (PoplensTableCell *self); /* NULL while unbound */
const char *poplens_table_cell_get_text (PoplensTableCell *self);     /* NULL until it is bound */
/* The text as it is drawn; @x: out: its left edge in the cell. (transfer none) */
PangoLayout *poplens_table_cell_get_layout (PoplensTableCell *self, int *x);
/* Whether its text leads somewhere, and is drawn at @x of the cell. */
gboolean poplens_table_cell_is_link_at (PoplensTableCell *self, double x);
/* The cell of a table's view at (x, y) of it, its padding included; NULL: none. (transfer none) */
PoplensTableCell *poplens_table_cell_at (GtkWidget *view, double x, double y);

/* Columns that are shown at most: GTK makes a widget for each cell on the screen. */
#define POPLENS_TABLE_MAX_COLUMNS 56

/* Width of a level of a tree, and of an arrow, in pixels. */
#define POPLENS_TABLE_INDENT 16
#define POPLENS_TABLE_ARROW 18

/* Room in front of the text for the mark of a row's look, in pixels. */
#define POPLENS_TABLE_SWATCH 10

/* How cells of the column stand: numbers on the right. */
gboolean poplens_table_column_is_right (const PoplensTable *table, guint column);
/* The text of a cell as it is shown: one line, cut where no screen could show it. @buffer as for
 * poplens_value_format(); @cut: (transfer full) (nullable) holds the text where it had to be
 * changed. */
const char *poplens_table_cell_text (const PoplensTable *table, guint32 row, guint column,
                                     PoplensByteUnit unit, PoplensNumber buffer, char **cut);

/* ---- lists of figures ------------------------------------------------------------------------ */

/* Lists of figures, the table "card": facts about a program, a step or a block, with columns that
 * say where a value comes from, what it means, and its key. */

gboolean poplens_table_is_figures (const PoplensTable *table);

/* Exact value, meaning, source and key of a row in such a list, a line each. (transfer full) */
char *poplens_table_describe_figure (const PoplensTable *table, guint32 row);

G_END_DECLS
