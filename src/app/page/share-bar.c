/* Draws the small bar below a number of a fact: the filled share, a paler range, and a mark. */
#include "app/page/share-bar.h"

#include "app/window/choices.h"

#include <adwaita.h>

#define WIDTH 92
#define HEIGHT 5
#define TINT 0.35

typedef struct {
  double fill, fill_to, mark;
  PoplensInk ink;
  gboolean waits;
} ShareBar;

static void
set_color (cairo_t *cr, PoplensColor color, double alpha)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha * alpha);
}

static void
draw_share (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  const ShareBar *self = data;
  PoplensTheme theme = {adw_style_manager_get_dark (adw_style_manager_get_default ()),
                        poplens_choices_palette (poplens_settings_get_default ())};
  PoplensColor ink = poplens_ink (self->ink, theme);
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (area)) == GTK_TEXT_DIR_RTL;
  double filled = self->fill * width;

  if (mirrored) {
    cairo_translate (cr, width, 0);
    cairo_scale (cr, -1, 1);
  }
  set_color (cr, poplens_ink (POPLENS_INK_FOREGROUND, theme), 0.1);
  cairo_rectangle (cr, 0, (height - HEIGHT) / 2.0, width, HEIGHT);
  cairo_fill (cr);
  if (self->fill_to > self->fill) {
    set_color (cr, ink, TINT);
    cairo_rectangle (cr, filled, (height - HEIGHT) / 2.0, self->fill_to * width - filled, HEIGHT);
    cairo_fill (cr);
  }
  set_color (cr, ink, self->waits ? TINT : 1);
  cairo_rectangle (cr, 0, (height - HEIGHT) / 2.0, filled, HEIGHT);
  cairo_fill (cr);
  if (self->waits && filled > 2) {
    set_color (cr, ink, 1);
    cairo_set_line_width (cr, 1);
    cairo_rectangle (cr, 0.5, (height - HEIGHT) / 2.0 + 0.5, filled - 1, HEIGHT - 1);
    cairo_stroke (cr);
  }
  if (self->mark >= 0) {
    set_color (cr, poplens_ink (POPLENS_INK_LIMIT, theme), 1);
    cairo_rectangle (cr, self->mark * width - 1, 0, 2, height);
    cairo_fill (cr);
  }
}

GtkWidget *
poplens_share_bar_new (const PoplensFact *fact)
{
  GtkWidget *area = gtk_drawing_area_new ();
  ShareBar *self = g_new (ShareBar, 1);

  *self = (ShareBar){CLAMP (fact->fill, 0, 1), fact->fill_to, fact->mark, fact->ink, fact->waits};
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_share, self, g_free);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), WIDTH);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), HEIGHT + 6);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), area, G_CONNECT_SWAPPED);
  return area;
}
