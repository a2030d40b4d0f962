/* Around a page: the boxes of exact values of its charts are drawn over all of it, as a chart may
 * be lower than its box. */
#pragma once

#include "app/widgets/hover-box.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_HOVER_LAYER (poplens_hover_layer_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHoverLayer, poplens_hover_layer, POPLENS, HOVER_LAYER, AdwBin)

/* The layer that @widget is in, or NULL. */
PoplensHoverLayer *poplens_hover_layer_of (GtkWidget *widget);
/* Both are called while @source is drawn, which draws the layer too. @box stays the caller's, and
 * stands beside (@x, @y) of @source until another one does. */
void poplens_hover_layer_show (PoplensHoverLayer *self, GtkWidget *source, PoplensHoverBox *box,
                               double x, double y);
/* No effect where the box is of another widget. */
void poplens_hover_layer_hide (PoplensHoverLayer *self, GtkWidget *source);

G_END_DECLS
