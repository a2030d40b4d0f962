/* PoplensHoverLayer: a bin around a page, which draws the hover boxes of the page's charts on top
 * of the page: a box can be higher than its chart. */
#pragma once

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* ---- the box --------------------------------------------------------------------------------- */

/* Hover box: shows exact values beside the pointer. It is drawn, not a popover, so that it follows
 * the pointer without delay. */

typedef struct _PoplensHoverBox PoplensHoverBox;

/* Creates a box. @text: a title, then lines "name\tvalue". @max_height: in pixels; if the lines do
 * not fit, they are arranged in several columns. */
PoplensHoverBox *poplens_hover_box_new (GtkWidget *widget, const char *text, double max_height);
void poplens_hover_box_free (PoplensHoverBox *self);

/* ---- the layer ------------------------------------------------------------------------------- */

#define POPLENS_TYPE_HOVER_LAYER (poplens_hover_layer_get_type ())
G_DECLARE_FINAL_TYPE (PoplensHoverLayer, poplens_hover_layer, POPLENS, HOVER_LAYER, AdwBin)

/* Returns the layer around @widget. (transfer none) (nullable) */
PoplensHoverLayer *poplens_hover_layer_of (GtkWidget *widget);
/* Vertical range (y in pixels) of rows that the user compares, or of the item under the pointer.
 * The box is placed above or below the range if there is space. Empty: no range. */
typedef struct {
  double top, bottom;
} PoplensHoverRows;

/* Shows @box beside the point (@x, @y) of @source, and hides the previous box. Call while @source
 * is drawn, because the layer draws the box afterwards. @box: (transfer none): not used after the
 * call. */
void poplens_hover_layer_show (PoplensHoverLayer *self, GtkWidget *source, PoplensHoverBox *box,
                               double x, double y, PoplensHoverRows rows);
/* Hides the box if @source was the last widget to show one. Call while @source is drawn. */
void poplens_hover_layer_hide (PoplensHoverLayer *self, GtkWidget *source);

G_END_DECLS
