/* Around a page: the boxes of exact values of its charts are drawn over all of it, as a chart may
 * be lower than its box. */
#pragma once

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* ---- the box --------------------------------------------------------------------------------- */

/* The box of exact values beside the pointer: drawn, not a popover, so that it follows at once. */

typedef struct _PoplensHoverBox PoplensHoverBox;

/* @text: a title line, then lines "name\tvalue". Where they do not fit into @max_height they stand
 * in several columns. */
PoplensHoverBox *poplens_hover_box_new (GtkWidget *widget, const char *text, double max_height);
void poplens_hover_box_free (PoplensHoverBox *self);

/* ---- the layer ------------------------------------------------------------------------------- */

#define POPLENS_TYPE_HOVER_LAYER (poplens_hover_layer_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHoverLayer, poplens_hover_layer, POPLENS, HOVER_LAYER, AdwBin)

/* The layer that @widget is in, or NULL. */
PoplensHoverLayer *poplens_hover_layer_of (GtkWidget *widget);
/* What a box does not cover if there is room above or below: rows of @source that are compared with
 * one another, or the item that it is of. Empty: none. */
typedef struct {
  double top, bottom;
} PoplensHoverRows;

/* Both are called while @source is drawn, which draws the layer too. @box stays the caller's, and
 * stands beside (@x, @y) of @source until another one does. */
void poplens_hover_layer_show (PoplensHoverLayer *self, GtkWidget *source, PoplensHoverBox *box,
                               double x, double y, PoplensHoverRows rows);
/* No effect where the box is of another widget. */
void poplens_hover_layer_hide (PoplensHoverLayer *self, GtkWidget *source);

G_END_DECLS
