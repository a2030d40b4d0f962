/* What changes with the pointer, over a FLOOR chart. */
#include "charts/floor/floor-private.h"

#include <math.h>

typedef struct {
  const PoplensChartLayout *layout;
  cairo_t *cr;
} Canvas;

typedef struct {
  const PoplensItemRange *ranges;
  guint n;
} Ranges;

static gboolean
is_in_ranges (const PoplensChartLayout *layout, gsize item, gconstpointer data)
{
  const Ranges *self = data;
  guint low = 0, high = self->n;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (self->ranges[middle].to <= item)
      low = middle + 1;
    else
      high = middle;
  }
  return low < self->n && self->ranges[low].from <= item;
}

static void
add_edge (PoplensRect rect, gpointer data)
{
  cairo_rectangle (data, rect.x, rect.y, rect.width, rect.height);
}

/* A line along the border of all that is in, between two of the background so that it is seen on
 * every colour. */
static void
draw_ranges (const Canvas *canvas, const PoplensItemRange *ranges, guint n, PoplensInk ink,
             double width)
{
  Ranges set = {ranges, n};
  const PoplensFloorLayout *f = poplens_floor_layout (canvas->layout);
  double casing = MIN (f->cell_width, f->cell_height) >= 10 ? width + 1.5 : width;

  if (!n)
    return;
  if (casing > width) {
    cairo_new_path (canvas->cr);
    poplens_floor_outline (canvas->layout, is_in_ranges, &set, casing, add_edge, canvas->cr);
    poplens_set_color (canvas->cr,
                       poplens_layout_color (canvas->layout, POPLENS_INK_BACKGROUND, 0.9));
    cairo_fill (canvas->cr);
  }
  cairo_new_path (canvas->cr);
  poplens_floor_outline (canvas->layout, is_in_ranges, &set, width, add_edge, canvas->cr);
  poplens_set_color (canvas->cr, poplens_layout_color (canvas->layout, ink, 1));
  cairo_fill (canvas->cr);
}

/* Around the cell, on ground of its own. */
static void
frame_item (const Canvas *canvas, gsize item, PoplensInk ink, double thick)
{
  PoplensRect r;

  if (!poplens_floor_item_rect (canvas->layout, item, &r))
    return;
  for (guint pass = 0; pass < 2; pass++) {
    double line = pass ? thick : thick + 2;
    poplens_set_color (canvas->cr,
                       poplens_layout_color (canvas->layout, pass ? ink : POPLENS_INK_BACKGROUND,
                                             pass ? 1 : 0.85));
    cairo_rectangle (canvas->cr, r.x - thick / 2, r.y - thick / 2, r.width + thick,
                     r.height + thick);
    cairo_set_line_width (canvas->cr, line);
    cairo_stroke (canvas->cr);
  }
}

static void
draw_drag (const Canvas *canvas, const PoplensChartOverlay *overlay)
{
  const PoplensChartLayout *layout = canvas->layout;
  PoplensRect r = {MIN (overlay->drag_from, overlay->drag_to),
                   MIN (overlay->drag_top, overlay->drag_bottom),
                   fabs (overlay->drag_to - overlay->drag_from),
                   fabs (overlay->drag_bottom - overlay->drag_top)};
  g_autoptr (GArray) ranges = poplens_chart_layout_items_in (
      layout, overlay->drag_from, overlay->drag_top, overlay->drag_to, overlay->drag_bottom);
  gsize n = 0;

  for (guint i = 0; i < ranges->len; i++) {
    PoplensItemRange range = g_array_index (ranges, PoplensItemRange, i);
    n += range.to - range.from;
  }
  draw_ranges (canvas, (const PoplensItemRange *) (void *) ranges->data, ranges->len,
               POPLENS_INK_SELECTION, 1);
  poplens_overlay_fill (layout, canvas->cr, r, POPLENS_INK_SELECTION, 0.15);
  poplens_set_color (canvas->cr, poplens_layout_color (layout, POPLENS_INK_SELECTION, 1));
  cairo_rectangle (canvas->cr, floor (r.x) + 0.5, floor (r.y) + 0.5, floor (r.width),
                   floor (r.height));
  cairo_set_line_width (canvas->cr, 1);
  cairo_stroke (canvas->cr);
  PoplensNumber text;
  poplens_format_items (text, n, layout->chart->item_name);
  poplens_overlay_plate (layout, canvas->cr, text, r.x + r.width / 2, layout->plot.x,
                         layout->plot.x + layout->plot.width, r, FALSE);
}

void
poplens_floor_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                            const PoplensChartOverlay *overlay)
{
  Canvas canvas = {self, cr};

  if (self->empty)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, self->plot.x - 2, self->plot.y - 2, self->plot.width + 4,
                   self->plot.height + 4);
  cairo_clip (cr);
  draw_ranges (&canvas, overlay->found, overlay->n_found, POPLENS_INK_FOREGROUND, 1);
  draw_ranges (&canvas, overlay->selected, overlay->n_selected, POPLENS_INK_SELECTION, 2);
  if (overlay->has_current)
    frame_item (&canvas, overlay->current, POPLENS_INK_SELECTION, 3);
  if (overlay->has_hover)
    frame_item (&canvas, overlay->hover, POPLENS_INK_FOREGROUND, 1);
  if (overlay->focused)
    frame_item (&canvas, overlay->cursor, POPLENS_INK_FOREGROUND, 2);
  if (overlay->dragging && isfinite (overlay->drag_from) && isfinite (overlay->drag_to) &&
      isfinite (overlay->drag_top) && isfinite (overlay->drag_bottom))
    draw_drag (&canvas, overlay);
  cairo_restore (cr);
}
