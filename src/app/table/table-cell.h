/* PoplensTableCell: one cell on the screen. Draws its text and, in the first column of a tree, its
 * indentation and the arrow of its branch. */
#pragma once

#include "app/table/table-model.h"
#include "tables/engine/table.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_TABLE_CELL (poplens_table_cell_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableCell, poplens_table_cell, POPLENS, TABLE_CELL, GtkWidget)

/* Makes a cell of a column. @column: index in the table. @is_tree: reserves space for arrows in
 * column 0. */
GtkWidget *poplens_table_cell_new (guint column, gboolean is_tree);
/* Shows @row in the cell. @line_height: height of a line of text, in pixels. */
void poplens_table_cell_bind (PoplensTableCell *self, PoplensTableRow *row, PoplensByteUnit unit,
                              int line_height);
void poplens_table_cell_unbind (PoplensTableCell *self);

guint poplens_table_cell_get_column (PoplensTableCell *self);
PoplensTableRow *poplens_table_cell_get_row (
    PoplensTableCell *self); /* result (nullable): NULL while the cell shows no row */
const char *poplens_table_cell_get_text (
    PoplensTableCell *self); /* result (nullable): NULL until the cell shows a row */
/* Returns the layout that the cell draws. @x: (out): left edge of the layout in the cell, in
 * pixels. (transfer none) */
PangoLayout *poplens_table_cell_get_layout (PoplensTableCell *self, int *x);
/* TRUE if the text of the cell is a link, and @x (pixels from the left) is on the text. */
gboolean poplens_table_cell_is_link_at (PoplensTableCell *self, double x);
/* Returns the cell at (@x, @y) of a table's column view; the padding around a cell counts as the
 * cell. (transfer none) (nullable) */
PoplensTableCell *poplens_table_cell_at (GtkWidget *view, double x, double y);

/* Maximum number of columns that are shown: more would be slow, as GTK makes a widget for each cell
 * on the screen. */
#define POPLENS_TABLE_MAX_COLUMNS 56

/* Widths in pixels: INDENT for each level of a tree, ARROW for the arrow of a branch. */
#define POPLENS_TABLE_INDENT 16
#define POPLENS_TABLE_ARROW 18

/* Pixels that the colour mark of a row takes before the text. */
#define POPLENS_TABLE_SWATCH 10

/* TRUE if cells of the column are right-aligned: numbers. */
gboolean poplens_table_column_is_right (const PoplensTable *table, guint column);
/* Returns the text that a cell shows. Texts of more than 600 characters are truncated. @buffer: see
 * poplens_value_format (). @cut: (out) (transfer full) (nullable): owner of the result; NULL if
 * @buffer or the table owns it. */
const char *poplens_table_cell_text (const PoplensTable *table, guint32 row, guint column,
                                     PoplensByteUnit unit, PoplensNumber buffer, char **cut);

/* ---- lists of figures ------------------------------------------------------------------------ */

/* TRUE for the table "card", a list of figures: each row is one figure about a program, a step or a
 * block. The first two columns are its name and value; the others explain the figure. */

gboolean poplens_table_is_figures (const PoplensTable *table);

/* Returns the tooltip of a row of a list of figures: exact value, meaning, source and key, one per
 * line. (transfer full) */
char *poplens_table_describe_figure (const PoplensTable *table, guint32 row);

G_END_DECLS
