/* Draws a layout on a cairo context. Computes no positions, and allocates no memory per item. */
#include "charts/core/layout-private.h"
#include "charts/core/text-note.h"

#include <math.h>

#define HATCH_STEP 5
#define CORNER 2
#define DOT 2
/* An image in a vector file is magnified at most MOST_FACTOR times, and to at most MOST_PIXELS
 * pixels. */
#define MOST_FACTOR 16.0
#define MOST_PIXELS 4e6

void
poplens_set_color (cairo_t *cr, PoplensColor color)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
}

void
poplens_rounded_path (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  radius = MIN (radius, MIN (width, height) / 2);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

/* ---- whole pixels ---------------------------------------------------------------------------- */

/* Rounds an edge to device pixels. @scale: device pixels per unit. */
static double
snap_to_pixel (double edge, double scale)
{
  return scale == 1 ? edge : round (edge * scale) / scale;
}

/* Rounds the edges of a box to device pixels, so that adjacent boxes have a common edge. Lines of
 * axes and grids (POPLENS_PART_FURNITURE) all have the same thickness. */
static PoplensBox
snap_box (const PoplensBox *b, PoplensDrawPart part, double scale)
{
  double x = snap_to_pixel (b->x, scale), y = snap_to_pixel (b->y, scale);
  double right = snap_to_pixel (b->x + b->width, scale),
         bottom = snap_to_pixel (b->y + b->height, scale);

  if (scale == 1)
    return *b;
  if (part == POPLENS_PART_FURNITURE && b->width <= 1)
    right = x + snap_to_pixel (b->width, scale);
  if (part == POPLENS_PART_FURNITURE && b->height <= 1)
    bottom = y + snap_to_pixel (b->height, scale);
  return (PoplensBox){(float) x, (float) y, (float) (right - x), (float) (bottom - y)};
}

static PoplensRect
snap_rect (const PoplensRect *r, double scale)
{
  double x = snap_to_pixel (r->x, scale), y = snap_to_pixel (r->y, scale);

  return (PoplensRect){x, y, snap_to_pixel (r->x + r->width, scale) - x,
                       snap_to_pixel (r->y + r->height, scale) - y};
}

/* ---- drawing operations ---------------------------------------------------------------------- */

/* Adds the diagonal lines of a hatch to the path. The lines extend beyond the box, so the caller
 * must clip. On each line, x + y is a multiple of HATCH_STEP. */
static void
hatch_box (cairo_t *cr, const PoplensBox *b)
{
  double x0 = b->x - HATCH_STEP, y0 = b->y - HATCH_STEP;
  double x1 = b->x + b->width + HATCH_STEP, y1 = b->y + b->height + HATCH_STEP;
  double at = floor ((x0 + y0) / HATCH_STEP) * HATCH_STEP;

  for (; at < x1 + y1; at += HATCH_STEP) {
    double top = MAX (y0, at - x1), bottom = MIN (y1, at - x0);
    if (top >= bottom)
      continue;
    cairo_move_to (cr, at - bottom, bottom);
    cairo_line_to (cr, at - top, top);
  }
}

/* Draws hatches in boxes. The current path must consist of these boxes. Hatch lines are at fixed
 * positions, so that they do not move when a box changes. */
static void
hatch_boxes (cairo_t *cr, const PoplensDrawOp *op, const PoplensBox *boxes, double scale)
{
  cairo_save (cr);
  cairo_clip (cr);
  cairo_set_line_width (cr, 1);
  for (guint i = op->first; i < op->first + op->n; i++) {
    /* Draw the lines box by box: lines through the space between boxes would be slow. */
    PoplensBox box = snap_box (&boxes[i], op->part, scale);
    hatch_box (cr, &box);
  }
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_hatch (cairo_t *cr, const PoplensDrawOp *op, const PoplensBox *boxes, double scale)
{
  PoplensColor tint = op->color;

  tint.alpha *= op->tint;
  poplens_set_color (cr, tint);
  cairo_fill_preserve (cr);
  tint.alpha = op->color.alpha * 0.7;
  poplens_set_color (cr, tint);
  hatch_boxes (cr, op, boxes, scale);
}

static void
paint_blown_up (cairo_t *cr, cairo_surface_t *surface, double width, double height)
{
  cairo_scale (cr, width / cairo_image_surface_get_width (surface),
               height / cairo_image_surface_get_height (surface));
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
}

static gboolean
is_vector (cairo_t *cr)
{
  cairo_surface_type_t type = cairo_surface_get_type (cairo_get_target (cr));

  return type == CAIRO_SURFACE_TYPE_SVG || type == CAIRO_SURFACE_TYPE_PDF ||
         type == CAIRO_SURFACE_TYPE_PS;
}

/* Returns the surface to draw on @cr. For a vector file, this is an enlarged copy with hard edges,
 * because viewers of such files smooth images. (transfer full) */
static cairo_surface_t *
for_target (cairo_t *cr, cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width (surface);
  int height = cairo_image_surface_get_height (surface);
  int factor = (int) MIN (MOST_FACTOR, sqrt (MOST_PIXELS / ((double) width * height)));
  cairo_surface_t *larger;
  cairo_t *copy;

  if (!is_vector (cr) || factor < 2)
    return cairo_surface_reference (surface);
  larger = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * factor, height * factor);
  copy = cairo_create (larger);
  paint_blown_up (copy, surface, (double) width * factor, (double) height * factor);
  cairo_destroy (copy);
  return larger;
}

/* Draws an image. Clips to whole pixels, so that cells at the edge stay crisp. */
static void
draw_image (cairo_t *cr, const PoplensDrawImage *image, double scale)
{
  cairo_surface_t *surface = for_target (cr, image->surface);
  PoplensRect clip = snap_rect (&image->clip, scale), rect = snap_rect (&image->rect, scale);

  cairo_save (cr);
  cairo_rectangle (cr, clip.x, clip.y, clip.width, clip.height);
  cairo_clip (cr);
  cairo_translate (cr, rect.x, rect.y);
  paint_blown_up (cr, surface, rect.width, rect.height);
  cairo_restore (cr);
  cairo_surface_destroy (surface);
}

/* Adds a dotted line along the top edge of a box. Each dot is a rectangle of 2 pixels, because a
 * dashed line would not be crisp. */
static void
dotted_edge (cairo_t *cr, const PoplensBox *b)
{
  for (double x = b->x; x < b->x + b->width; x += 2 * DOT)
    cairo_rectangle (cr, x, b->y, MIN (DOT, b->x + b->width - x), MIN (DOT, b->height));
}

/* Adds a dotted outline, one pixel wide. */
static void
dotted_box (cairo_t *cr, const PoplensBox *b)
{
  double right = b->x + b->width, bottom = b->y + b->height;

  for (double x = b->x; x < right; x += 2 * DOT) {
    cairo_rectangle (cr, x, b->y, MIN (DOT, right - x), 1);
    cairo_rectangle (cr, x, bottom - 1, MIN (DOT, right - x), 1);
  }
  for (double y = b->y; y < bottom; y += 2 * DOT) {
    cairo_rectangle (cr, b->x, y, 1, MIN (DOT, bottom - y));
    cairo_rectangle (cr, right - 1, y, 1, MIN (DOT, bottom - y));
  }
}

static void
add_boxes (cairo_t *cr, const PoplensDrawOp *op, const PoplensBox *boxes, double scale)
{
  for (guint i = op->first; i < op->first + op->n; i++) {
    const PoplensBox snapped = snap_box (&boxes[i], op->part, scale), *b = &snapped;
    if (op->kind == POPLENS_DRAW_ROUNDED)
      poplens_rounded_path (cr, b->x, b->y, b->width, b->height, CORNER);
    else if (op->kind == POPLENS_DRAW_OUTLINE)
      poplens_rounded_path (cr, b->x + 0.5, b->y + 0.5, b->width - 1, b->height - 1, CORNER - 0.5);
    else if (op->kind == POPLENS_DRAW_FRAME)
      cairo_rectangle (cr, b->x + 0.5, b->y + 0.5, b->width - 1, b->height - 1);
    else if (op->kind == POPLENS_DRAW_DOTTED)
      dotted_edge (cr, b);
    else if (op->kind == POPLENS_DRAW_DOTTED_BOX)
      dotted_box (cr, b);
    else
      cairo_rectangle (cr, b->x, b->y, b->width, b->height);
  }
}

static void
draw_op (cairo_t *cr, const PoplensDrawOp *op, const PoplensBox *boxes, double scale)
{
  if (!op->n)
    return;
  cairo_new_path (cr);
  add_boxes (cr, op, boxes, scale);
  poplens_set_color (cr, op->color);
  if (op->kind == POPLENS_DRAW_HATCH) {
    draw_hatch (cr, op, boxes, scale);
  } else if (op->kind == POPLENS_DRAW_STRIPES) {
    hatch_boxes (cr, op, boxes, scale);
  } else if (op->kind == POPLENS_DRAW_OUTLINE || op->kind == POPLENS_DRAW_FRAME) {
    cairo_set_line_width (cr, 1);
    cairo_stroke (cr);
  } else {
    cairo_fill (cr);
  }
}

/* Draws a curve, one pixel wide, or a filled shape. */
static void
draw_points (cairo_t *cr, const PoplensDrawOp *op, const PoplensDrawPoint *points)
{
  static const double dots[] = {DOT, 2 * DOT};
  const PoplensDrawPoint *p = points + op->first;

  if (!op->n)
    return;
  cairo_new_path (cr);
  cairo_move_to (cr, p->x, p->y);
  poplens_set_color (cr, op->color);
  if (op->kind == POPLENS_DRAW_SHAPE) {
    for (guint i = 1; i < op->n; i++)
      cairo_line_to (cr, p[i].x, p[i].y);
    cairo_fill (cr);
    return;
  }
  for (guint i = 1; i + 2 < op->n; i += 3)
    cairo_curve_to (cr, p[i].x, p[i].y, p[i + 1].x, p[i + 1].y, p[i + 2].x, p[i + 2].y);
  cairo_set_line_width (cr, 1);
  if (op->kind == POPLENS_DRAW_DOTTED_CURVES)
    cairo_set_dash (cr, dots, G_N_ELEMENTS (dots), 0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_texts (const PoplensChartLayout *self, cairo_t *cr, guint from, guint end)
{
  for (guint i = from; i < end; i++) {
    const PoplensDrawText *text = &g_array_index (self->texts, PoplensDrawText, i);
    double baseline = (double) pango_layout_get_baseline (text->layout) / PANGO_SCALE;
    poplens_set_color (cr, text->color);
    if (text->down) {
      /* Draw the text downwards: rotate by 90° clockwise. */
      cairo_save (cr);
      cairo_translate (cr, snap_to_pixel (text->x - baseline, self->text_scale) + baseline,
                       text->y);
      cairo_rotate (cr, G_PI / 2);
      cairo_move_to (cr, 0, 0);
      poplens_text_show (cr, text->layout);
      cairo_restore (cr);
      continue;
    }
    cairo_move_to (cr, text->x, snap_to_pixel (text->y + baseline, self->text_scale) - baseline);
    poplens_text_show (cr, text->layout);
  }
}

void
poplens_chart_layout_draw (const PoplensChartLayout *self, cairo_t *cr)
{
  const PoplensBox *boxes = (const PoplensBox *) self->boxes->data;
  guint free_texts = MIN (self->clip_texts, self->texts->len);

  cairo_save (cr);
  draw_texts (self, cr, 0, self->clip_ops < G_MAXUINT ? free_texts : 0);
  for (guint i = 0; i < self->ops->len; i++) {
    const PoplensDrawOp *op = &g_array_index (self->ops, PoplensDrawOp, i);
    if (i == self->clip_ops) {
      PoplensRect plot = snap_rect (&self->plot, self->text_scale);
      cairo_rectangle (cr, plot.x, plot.y, plot.width, plot.height);
      cairo_clip (cr);
    }
    if (op->kind >= POPLENS_DRAW_CURVES)
      draw_points (cr, op, (const PoplensDrawPoint *) (gconstpointer) self->points->data);
    else if (op->kind == POPLENS_DRAW_IMAGE)
      draw_image (cr, &g_array_index (self->images, PoplensDrawImage, op->first), self->text_scale);
    else
      draw_op (cr, op, boxes, self->text_scale);
  }
  draw_texts (self, cr, self->clip_ops < G_MAXUINT ? free_texts : 0, self->texts->len);
  cairo_restore (cr);
}

void
poplens_layout_draw_pale_texts (const PoplensChartLayout *self, cairo_t *cr, const GArray *rects)
{
  for (guint i = 0; rects->len && i < self->texts->len; i++) {
    PoplensDrawText text = g_array_index (self->texts, PoplensDrawText, i);
    double baseline = (double) pango_layout_get_baseline (text.layout) / PANGO_SCALE;
    guint r = 0;
    while (r < rects->len &&
           !poplens_rect_contains (&g_array_index (rects, PoplensRect, r), text.x, text.y))
      r++;
    if (r == rects->len || text.down)
      continue;
    poplens_set_color (cr, poplens_layout_color (self, POPLENS_INK_DIM, 1));
    cairo_move_to (cr, text.x, snap_to_pixel (text.y + baseline, self->text_scale) - baseline);
    poplens_text_show (cr, text.layout);
  }
}

void
poplens_layout_draw_marks (const PoplensChartLayout *self, cairo_t *cr, PoplensRect within)
{
  if (self->marks.ops == self->marks.end_ops)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, within.x, within.y, within.width, within.height);
  cairo_clip (cr);
  poplens_set_color (cr, poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1));
  for (guint i = self->marks.texts; i < self->marks.end_texts; i++) {
    const PoplensDrawText *text = &g_array_index (self->texts, PoplensDrawText, i);
    int width, height;
    pango_layout_get_size (text->layout, &width, &height);
    cairo_rectangle (cr, text->x - 1, text->y, (double) width / PANGO_SCALE + 2,
                     (double) height / PANGO_SCALE);
  }
  cairo_fill (cr);
  for (guint i = self->marks.ops; i < self->marks.end_ops; i++)
    draw_op (cr, &g_array_index (self->ops, PoplensDrawOp, i),
             (const PoplensBox *) self->boxes->data, self->text_scale);
  draw_texts (self, cr, self->marks.texts, self->marks.end_texts);
  cairo_restore (cr);
}
