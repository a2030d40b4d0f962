/* The box of exact values beside the pointer: drawn, not a popover, so that it follows at once. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct _PoplensHoverBox PoplensHoverBox;

/* @text: a title line, then lines "name\tvalue". Where they do not fit into @max_height they stand
 * in several columns. */
PoplensHoverBox *poplens_hover_box_new (GtkWidget *widget, const char *text, double max_height);
void poplens_hover_box_free (PoplensHoverBox *self);
/* Where it is drawn, its shadow included: beside (@x, @y), inside @width by @height. */
graphene_rect_t poplens_hover_box_place (PoplensHoverBox *self, double x, double y, double width,
                                         double height);
void poplens_hover_box_draw (PoplensHoverBox *self, cairo_t *cr, const graphene_rect_t *place,
                             gboolean dark);

G_END_DECLS
