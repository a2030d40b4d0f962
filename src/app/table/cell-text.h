/* The text of a cell of a table, drawn by the cell itself; for table-cell.c. GTK keeps 200 rows of
 * widgets for a list that shows 30: a label in each cell would double what making, changing and
 * destroying them takes. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Characters of a text that a tooltip shows at most. */
#define POPLENS_MAX_TOOLTIP 3000

/* @text cut after @n characters and with an ellipsis; NULL where it is short enough. (nullable)
 * (transfer full) */
char *poplens_cut_text (const char *text, gsize n);

typedef struct {
  gboolean right;  /* a number: on the right, and from left to right in every language */
  gboolean ends;   /* its begin and its end tell it apart */
  gboolean linked; /* leads somewhere */
  gboolean strong;
  gboolean dim;
} PoplensCellStyle;

typedef struct {
  char *text; /* NULL: none yet */
  PoplensCellStyle style;
  PangoLayout *layout; /* NULL until it is drawn */
} PoplensCellText;

/* Draws @cell again where anything changed. */
void poplens_cell_text_set (PoplensCellText *self, GtkWidget *cell, const char *text,
                            PoplensCellStyle style);
/* After the font or the direction of the cell changed. */
void poplens_cell_text_restyle (PoplensCellText *self);
/* In a place @width × @height; @x, @y: out: where the layout is in it. (transfer none) */
PangoLayout *poplens_cell_text_lay_out (PoplensCellText *self, GtkWidget *cell, int width,
                                        int height, int *x, int *y);
void poplens_cell_text_draw (PoplensCellText *self, GtkWidget *cell, GtkSnapshot *snapshot,
                             const GdkRectangle *location);
void poplens_cell_text_clear (PoplensCellText *self);

G_END_DECLS
