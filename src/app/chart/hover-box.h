/* The box of exact values beside the pointer: drawn, not a popover, so that it follows at once. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _PoplensHoverBox PoplensHoverBox;

/* @text: a title line, then lines "name\tvalue". Where they do not fit into @max_height they stand
 * in several columns. */
PoplensHoverBox *poplens_hover_box_new (GtkWidget *widget, const char *text, double max_height);
void poplens_hover_box_free (PoplensHoverBox *self);
/* Beside (@x, @y), inside @width by @height. */
void poplens_hover_box_draw (PoplensHoverBox *self, cairo_t *cr, double x, double y, double width,
                             double height, gboolean dark);

G_END_DECLS
