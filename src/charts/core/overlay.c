/* Draws what changes with the pointer (selection, cursor, search matches, drag) over a layout. */
#include "charts/core/layout-private.h"
#include "charts/core/text-note.h"

#include <math.h>

#define EDGE 2
#define NARROW 4 /* pixels; items up to this width have lines beside them, not a fill */
#define RING 2
#define FOUND_HEIGHT 4
#define FOUND_VEIL 0.6 /* opacity of the veil over items that are not search matches */
#define PLATE_PADDING 6

typedef struct {
  const PoplensChartLayout *layout;
  cairo_t *cr;
} OverlayCanvas;

/* Returns the stripe of items [@from, @to) across the plot, at least @least pixels thick. An item
 * narrower than a pixel gets the whole pixel in which it begins. */
static PoplensRect
item_stripe (const OverlayCanvas *canvas, double from, double to, double least)
{
  const PoplensChartLayout *layout = canvas->layout;
  const PoplensRect whole = poplens_layout_whole_plot (layout), *plot = &whole;
  double a = round (poplens_item_axis_to_x (&layout->axis, from, FALSE));
  double b = round (poplens_item_axis_to_x (&layout->axis, to, TRUE));

  if (layout->axis.scale < 1) {
    a = floor (poplens_item_axis_to_x (&layout->axis, from, FALSE));
    b = floor (poplens_item_axis_to_x (&layout->axis, to - 1, FALSE)) + 1;
  }
  if (b - a < least) {
    double start = canvas->layout->down ? plot->y : plot->x;
    double end = start + (canvas->layout->down ? plot->height : plot->width);
    a = CLAMP (floor ((a + b - least) / 2), start, MAX (end - least, start));
    b = a + least;
  }
  if (canvas->layout->down)
    return (PoplensRect){POPLENS_PADDING / 2, a, layout->width - POPLENS_PADDING, b - a - 2};
  return (PoplensRect){a, plot->y, b - a, plot->height};
}

static gboolean
is_visible (const OverlayCanvas *canvas, double from, double to)
{
  const PoplensChartLayout *layout = canvas->layout;

  return layout->overview || (to > layout->view.from && from < layout->view.to);
}

void
poplens_overlay_fill (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect rect,
                      PoplensInk ink, double alpha)
{
  poplens_set_color (cr, poplens_layout_color (layout, ink, alpha));
  cairo_rectangle (cr, rect.x, rect.y, rect.width, rect.height);
  cairo_fill (cr);
}

void
poplens_overlay_frame (const PoplensChartLayout *layout, cairo_t *cr, PoplensRect path,
                       double thick, PoplensInk ink, double alpha)
{
  for (guint pass = 0; pass < 2; pass++) {
    poplens_set_color (cr, poplens_layout_color (layout, pass ? ink : POPLENS_INK_BACKGROUND,
                                                 pass ? alpha : 0.85));
    cairo_rectangle (cr, path.x, path.y, path.width, path.height);
    cairo_set_line_width (cr, pass ? thick : thick + 2);
    cairo_stroke (cr);
  }
}

static void
overlay_fill (const OverlayCanvas *canvas, PoplensRect rect, PoplensInk ink, double alpha)
{
  poplens_overlay_fill (canvas->layout, canvas->cr, rect, ink, alpha);
}

/* Draws a line across the plot, then the marks on top of it, so that their labels stay readable. */
static void
draw_line (const OverlayCanvas *canvas, PoplensRect rect, PoplensInk ink, double alpha)
{
  overlay_fill (canvas, rect, ink, alpha);
  poplens_layout_draw_marks (canvas->layout, canvas->cr, rect);
}

/* Draws lines along both sides of the stripe @r, outside of it, but only between x = @low and x =
 * @high. */
static void
draw_edges (const OverlayCanvas *canvas, PoplensRect r, double thick, double low, double high,
            PoplensInk ink, double alpha)
{
  double left = MAX (r.x - thick, low), right = MIN (r.x + r.width + thick, high);

  if (left < r.x)
    draw_line (canvas, (PoplensRect){left, r.y, r.x - left, r.height}, ink, alpha);
  if (right > r.x + r.width)
    draw_line (canvas, (PoplensRect){r.x + r.width, r.y, right - r.x - r.width, r.height}, ink,
               alpha);
}

/* Draws a selected range. @before, @after: (nullable): selected ranges next to it, which its edges
 * must not cover. */
static void
draw_selected (const OverlayCanvas *canvas, PoplensItemRange range, const PoplensItemRange *before,
               const PoplensItemRange *after)
{
  PoplensRect r, other;
  double low = -EDGE, high = canvas->layout->width;

  if (range.from >= range.to || !is_visible (canvas, range.from, range.to))
    return;
  r = item_stripe (canvas, range.from, range.to, 1);
  if (canvas->layout->down) {
    overlay_fill (canvas, r, POPLENS_INK_SELECTION, 0.14);
    overlay_fill (canvas, (PoplensRect){r.x, r.y, EDGE, r.height}, POPLENS_INK_SELECTION, 1);
    return;
  }
  if (before) {
    other = item_stripe (canvas, before->from, before->to, 1);
    low = other.x + other.width;
  }
  if (after)
    high = item_stripe (canvas, after->from, after->to, 1).x;
  /* Fill only a wide item: a fill would hide the colour of a narrow item. */
  if (r.width > NARROW)
    overlay_fill (canvas, r, POPLENS_INK_SELECTION, canvas->layout->chart->columns ? 0.1 : 0.18);
  draw_edges (canvas, r, EDGE, low, high, POPLENS_INK_SELECTION, 1);
  /* Add a bar below the baseline, so that a narrow selection can be found. */
  overlay_fill (canvas, (PoplensRect){r.x - EDGE, r.y + r.height + 1, r.width + 2 * EDGE, 3},
                POPLENS_INK_SELECTION, 1);
}

/* Draws a tick above the plot for each search match, at most one per pixel. Dims all items that do
 * not match. */
static void
draw_found (const OverlayCanvas *canvas, const PoplensItemRange *found, guint n, PoplensInk ink)
{
  const PoplensRect plot = poplens_layout_whole_plot (canvas->layout);
  double end = -1, seen = plot.x;

  /* If everything matches, there is nothing to highlight. */
  if (canvas->layout->down || canvas->layout->overview || !n ||
      (n == 1 && found->to - found->from >= canvas->layout->chart->n_items))
    return;
  for (guint i = 0; i < n; i++) {
    PoplensRect r;
    if (found[i].from >= found[i].to || !is_visible (canvas, found[i].from, found[i].to))
      continue;
    r = item_stripe (canvas, found[i].from, found[i].to, EDGE);
    if (r.x + r.width <= end)
      continue;
    end = r.x + r.width;
    overlay_fill (canvas, (PoplensRect){r.x, r.y - FOUND_HEIGHT - 1, r.width, FOUND_HEIGHT}, ink,
                  1);
    overlay_fill (canvas, (PoplensRect){seen, plot.y, MAX (r.x - seen, 0), plot.height},
                  POPLENS_INK_BACKGROUND, FOUND_VEIL);
    seen = end;
  }
  overlay_fill (canvas,
                (PoplensRect){seen, plot.y, MAX (plot.x + plot.width - seen, 0), plot.height},
                POPLENS_INK_BACKGROUND, FOUND_VEIL);
}

static void
draw_hover (const OverlayCanvas *canvas, gsize item)
{
  PoplensRect r;

  if (!is_visible (canvas, item, (double) item + 1))
    return;
  r = item_stripe (canvas, item, (double) item + 1, 1);
  if (canvas->layout->down || r.width > NARROW)
    overlay_fill (canvas, r, POPLENS_INK_FOREGROUND, canvas->layout->down ? 0.06 : 0.12);
  if (!canvas->layout->down)
    draw_edges (canvas, r, 1, -1, canvas->layout->width, POPLENS_INK_FOREGROUND, 0.6);
}

void
poplens_overlay_plate (const PoplensChartLayout *layout, cairo_t *cr, const char *text,
                       double middle, double low, double high, PoplensRect box, gboolean centred)
{
  g_autoptr (PangoLayout) label = poplens_chart_text_new (layout, text, POPLENS_TEXT_LABEL);
  int width, height;
  double x, y, w, h;

  pango_layout_get_size (label, &width, &height);
  w = ceil ((double) width / PANGO_SCALE) + 2 * PLATE_PADDING;
  h = ceil ((double) height / PANGO_SCALE) + 4;
  x = round (MAX (MIN (middle - w / 2, high - w), low));
  y = centred ? box.y + floor ((box.height - h) / 2) : box.y + PLATE_PADDING;
  poplens_set_color (cr, poplens_layout_color (layout, POPLENS_INK_SELECTION, 1));
  poplens_rounded_path (cr, x, y, w, h, 4);
  cairo_fill (cr);
  poplens_set_color (cr, poplens_ink_text (POPLENS_INK_SELECTION, layout->theme));
  cairo_move_to (cr, x + PLATE_PADDING, y + 2);
  poplens_text_show (cr, label);
}

static void
draw_drag (const OverlayCanvas *canvas, double a, double b)
{
  /* The range includes every item that the drag touches. */
  double from = CLAMP (floor (MIN (a, b)), 0, canvas->layout->chart->n_items);
  double to = CLAMP (ceil (MAX (a, b)), from, canvas->layout->chart->n_items);
  PoplensRect r;

  if (to <= from)
    return;
  r = item_stripe (canvas, from, to, EDGE);
  overlay_fill (canvas, r, POPLENS_INK_SELECTION, 0.12);
  if (!canvas->layout->down) {
    overlay_fill (canvas, (PoplensRect){r.x, r.y, 1, r.height}, POPLENS_INK_SELECTION, 1);
    overlay_fill (canvas, (PoplensRect){r.x + r.width - 1, r.y, 1, r.height}, POPLENS_INK_SELECTION,
                  1);
  }
  /* Show the number of items: "120 tiles". */
  const PoplensChartLayout *layout = canvas->layout;
  PoplensNumber text;
  poplens_format_items (text, (gsize) (to - from), layout->chart->item_name);
  poplens_overlay_plate (layout, canvas->cr, text, r.x + r.width / 2, 0, layout->width, r,
                         canvas->layout->down);
}

/* Draws the cursor: a frame around a row, or lines beside an item with a triangle below the
 * baseline. */
static void
draw_cursor (const OverlayCanvas *canvas, gsize item)
{
  cairo_t *cr = canvas->cr;
  PoplensRect r;
  double middle, bottom;

  if (item >= canvas->layout->chart->n_items || !is_visible (canvas, item, (double) item + 1))
    return;
  r = item_stripe (canvas, item, (double) item + 1, canvas->layout->down ? EDGE : 1);
  if (!canvas->layout->down)
    draw_edges (canvas, r, 1, -1, canvas->layout->width, POPLENS_INK_FOREGROUND, 0.9);
  poplens_set_color (cr, poplens_layout_color (canvas->layout, POPLENS_INK_FOREGROUND, 0.9));
  cairo_set_line_width (cr, 1);
  if (canvas->layout->down) {
    cairo_rectangle (cr, r.x + 0.5, r.y + 0.5, r.width - 1, r.height - 1);
    cairo_stroke (cr);
    return;
  }
  middle = floor (r.x + r.width / 2) + 0.5;
  bottom = r.y + r.height + 1;
  cairo_move_to (cr, middle, bottom);
  cairo_line_to (cr, middle + 4.5, bottom + 6);
  cairo_line_to (cr, middle - 4.5, bottom + 6);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
draw_items (const OverlayCanvas *canvas, const PoplensChartOverlay *overlay)
{
  draw_found (canvas, overlay->found, overlay->n_found,
              overlay->outlined ? POPLENS_INK_SELECTION : POPLENS_INK_MORE);
  for (guint i = 0; i < overlay->n_selected; i++)
    draw_selected (canvas, overlay->selected[i], i ? &overlay->selected[i - 1] : NULL,
                   i + 1 < overlay->n_selected ? &overlay->selected[i + 1] : NULL);
  if (overlay->has_hover && overlay->hover < canvas->layout->chart->n_items)
    draw_hover (canvas, overlay->hover);
  if (overlay->dragging && isfinite (overlay->drag_from) && isfinite (overlay->drag_to))
    draw_drag (canvas, overlay->drag_from, overlay->drag_to);
  if (overlay->focused)
    draw_cursor (canvas, overlay->cursor);
}

void
poplens_chart_layout_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                                   const PoplensChartOverlay *overlay)
{
  OverlayCanvas canvas = {self, cr};

  if (!overlay)
    return;
  cairo_save (cr);
  cairo_new_path (cr);
  if (self->chart->kind->draw_overlay && !self->overview)
    self->chart->kind->draw_overlay (self, cr, overlay);
  else if (!self->empty)
    draw_items (&canvas, overlay);
  if (overlay->focused) {
    const PoplensChartLayout *layout = canvas.layout;
    poplens_set_color (canvas.cr, poplens_layout_color (layout, POPLENS_INK_SELECTION, 0.7));
    poplens_rounded_path (canvas.cr, RING / 2.0, RING / 2.0, layout->width - RING,
                          layout->height - RING, 6);
    cairo_set_line_width (canvas.cr, RING);
    cairo_stroke (canvas.cr);
  }
  cairo_restore (cr);
}
