/* PoplensHoverLayer: a bin around a page that draws the hover boxes of its charts on top of the
 * whole page, as a box can be higher than its chart. */
#pragma once

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* ---- the box --------------------------------------------------------------------------------- */

/* Hover box: exact values beside the pointer. Drawn, not a popover, so that it follows the pointer
 * without delay. */

typedef struct _PoplensHoverBox PoplensHoverBox;

/* Creates a box. @text: a title line, then lines "name\tvalue". If they do not fit into @max_height
 * (pixels), they are laid out in several columns. */
PoplensHoverBox *poplens_hover_box_new (GtkWidget *widget, const char *text, double max_height);
void poplens_hover_box_free (PoplensHoverBox *self);

/* ---- the layer ------------------------------------------------------------------------------- */

#define POPLENS_TYPE_HOVER_LAYER (poplens_hover_layer_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHoverLayer, poplens_hover_layer, POPLENS, HOVER_LAYER, AdwBin)

/* Returns the layer that contains @widget. (transfer none) (nullable) */
PoplensHoverLayer *poplens_hover_layer_of (GtkWidget *widget);
/* Area of the source that a box avoids if there is space above or below: compared rows, or the item
 * under the pointer (y in pixels). Empty: none. */
typedef struct {
  double top, bottom;
} PoplensHoverRows;

/* Shows @box beside (@x, @y) of @source instead of the previous one. Called while @source is drawn,
 * which also draws the layer. @box: (transfer none): not used after the call. */
void poplens_hover_layer_show (PoplensHoverLayer *self, GtkWidget *source, PoplensHoverBox *box,
                               double x, double y, PoplensHoverRows rows);
/* Removes the box. Does nothing if another widget has shown it; called while @source is drawn. */
void poplens_hover_layer_hide (PoplensHoverLayer *self, GtkWidget *source);

G_END_DECLS
