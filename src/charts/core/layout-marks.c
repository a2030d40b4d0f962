/* Marks: search matches and flags along an axis, and labelled dots on items. */
#include "base/search.h"
#include "charts/core/layout-private.h"

#include <math.h>

/* ---- marks of an axis ------------------------------------------------------------------------ */

/* Height in pixels of the tick of a search match. */
#define FOOT 4
#define PENNANT_WIDTH 9
#define PENNANT_HEIGHT 8

void
poplens_chart_layout_draw_hits (const PoplensChartLayout *self, cairo_t *cr,
                                const double *positions, gsize n)
{
  const PoplensRect *plot = &self->plot;
  double foot = plot->y + plot->height - FOOT;

  if (self->empty || !n)
    return;
  /* Search once per pixel column, because a column can have many matches. */
  for (double x = plot->x; x < plot->x + plot->width; x++) {
    double from = poplens_item_axis_to_position (&self->axis, x);
    double to = poplens_item_axis_to_position (&self->axis, x + 1);
    gsize at = poplens_count_below_real (positions, n, from);
    if (at >= n || positions[at] >= to)
      continue;
    poplens_overlay_fill (self, cr, (PoplensRect){x - 1, foot - 1, 3, FOOT + 1},
                          POPLENS_INK_BACKGROUND, 1);
  }
  for (double x = plot->x; x < plot->x + plot->width; x++) {
    double from = poplens_item_axis_to_position (&self->axis, x);
    double to = poplens_item_axis_to_position (&self->axis, x + 1);
    gsize at = poplens_count_below_real (positions, n, from);
    if (at < n && positions[at] < to)
      poplens_overlay_fill (self, cr, (PoplensRect){x, foot, 1, FOOT}, POPLENS_INK_FOREGROUND, 1);
  }
}

static void
draw_flag (const PoplensChartLayout *self, cairo_t *cr, double x)
{
  const PoplensRect *plot = &self->plot;
  PoplensRect pole = {x, plot->y, 1, plot->height};

  poplens_overlay_fill (self, cr, pole, POPLENS_INK_SELECTION, 0.7);
  poplens_set_color (cr, poplens_layout_color (self, POPLENS_INK_SELECTION, 1));
  cairo_new_path (cr);
  cairo_move_to (cr, x, plot->y);
  cairo_line_to (cr, x + PENNANT_WIDTH, plot->y + PENNANT_HEIGHT / 2.0);
  cairo_line_to (cr, x, plot->y + PENNANT_HEIGHT);
  cairo_close_path (cr);
  cairo_fill (cr);
}

void
poplens_chart_layout_draw_flags (const PoplensChartLayout *self, cairo_t *cr,
                                 const double *positions, gsize n)
{
  const PoplensRect *plot = &self->plot;

  for (gsize i = 0; !self->empty && i < n; i++) {
    double x = floor (poplens_item_axis_to_x (&self->axis, positions[i], FALSE));
    if (x >= plot->x && x < plot->x + plot->width)
      draw_flag (self, cr, x);
  }
}

/* ---- marks of items -------------------------------------------------------------------------- */

/* Size in pixels of the dot on an item. */
#define DOT 6
#define HALO 1
#define LABEL_HEIGHT 16
#define LABEL_RISE 5
/* Maximum distance in pixels between a label and its dot, so that a reader sees that they belong
 * together. */
#define MOST_RISE 48
#define BETWEEN 6
#define NEAR 24

/* Returns the pixel in the middle of the item's cell. */
static double
middle_of (const PoplensChartLayout *self, gsize item)
{
  double x0 = poplens_item_axis_to_x (&self->axis, (double) item, FALSE);
  double x1 = poplens_item_axis_to_x (&self->axis, (double) item + 1, TRUE);

  return floor ((x0 + MAX (x1, x0)) / 2);
}

/* Returns the height of the areas at @item, or of the highest line if the chart has no areas. */
static double
value_of (const PoplensChart *chart, gsize item)
{
  return chart->totals ? chart->totals[item] : poplens_chart_top (chart, item);
}

static double
top_of (const PoplensChartLayout *self, gsize item)
{
  return poplens_layout_value_to_y (self, value_of (self->chart, item));
}

/* Returns the y of the highest value between pixels @x0 and @x1. */
static double
clear_above (const PoplensChartLayout *self, double x0, double x1)
{
  gsize n = self->chart->n_items;
  gsize from = (gsize) MAX (poplens_item_axis_to_position (&self->axis, x0), 0);
  gsize to = (gsize) MIN (ceil (poplens_item_axis_to_position (&self->axis, x1)), (double) n);
  double highest = 0;

  for (gsize i = from; i < to; i++)
    highest = MAX (highest, value_of (self->chart, i));
  return poplens_layout_value_to_y (self, highest);
}

static gboolean
is_taken (const GArray *taken, const PoplensRect *rect)
{
  for (guint i = 0; i < taken->len; i++) {
    const PoplensRect *other = &g_array_index (taken, PoplensRect, i);
    if (rect->x < other->x + other->width + BETWEEN && other->x < rect->x + rect->width + BETWEEN &&
        rect->y < other->y + other->height && other->y < rect->y + rect->height)
      return TRUE;
  }
  return FALSE;
}

static gboolean
is_in_view (const PoplensChartLayout *self, const PoplensMark *mark)
{
  double middle = (double) mark->item + 0.5;

  return middle >= self->view.from && middle <= self->view.to;
}

static void
add_dots (PoplensChartLayout *self, PoplensInk ink, double size)
{
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, ink, 1));
  for (guint i = 0; i < self->chart->marks->len; i++) {
    const PoplensMark *mark = &g_array_index (self->chart->marks, PoplensMark, i);
    if (is_in_view (self, mark))
      poplens_layout_box (self, middle_of (self, mark->item) + 0.5 - size / 2,
                          top_of (self, mark->item) + 0.5 - size / 2, size, size);
  }
}

/* Draws backgrounds for labels, so that lines do not cross them. */
static void
add_plates (PoplensChartLayout *self, const GArray *names)
{
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.85));
  for (guint i = 0; i < names->len; i++) {
    const PoplensRect *name = &g_array_index (names, PoplensRect, i);
    poplens_layout_box (self, name->x - 2, name->y + 1, name->width + 4, name->height - 2);
  }
}

/* TRUE if another mark is so close below the label that the label seems to name that mark. */
static gboolean
label_misleads (const PoplensChartLayout *self, gsize item, const PoplensRect *rect)
{
  for (guint i = 0; i < self->chart->marks->len; i++) {
    const PoplensMark *other = &g_array_index (self->chart->marks, PoplensMark, i);
    double x = middle_of (self, other->item);
    if (other->item != item && is_in_view (self, other) && x >= rect->x - DOT &&
        x <= rect->x + rect->width + DOT &&
        top_of (self, other->item) < rect->y + rect->height + NEAR)
      return TRUE;
  }
  return FALSE;
}

/* Places a label above its dot and the data. FALSE if the label would be too far above the dot, or
 * overlap another label. @align: fraction of the label's width that is left of the dot. */
static gboolean
find_room (const PoplensChartLayout *self, gsize item, double align, const GArray *taken,
           gboolean may_mislead, PoplensRect *rect)
{
  double right = self->plot.x + self->plot.width, dot = top_of (self, item) - DOT / 2, top;

  rect->x = CLAMP (middle_of (self, item) - rect->width * align, self->plot.x + 2,
                   MAX (right - rect->width, self->plot.x + 2));
  top = MIN (dot, clear_above (self, rect->x, rect->x + rect->width));
  rect->y = top - LABEL_RISE - LABEL_HEIGHT + 2;
  return dot - top <= MOST_RISE && rect->y >= self->plot.y - (may_mislead ? LABEL_HEIGHT : 2) &&
         !is_taken (taken, rect) && (may_mislead || !label_misleads (self, item, rect));
}

/* Adds the label of a mark, ellipsized to @most pixels. FALSE if there is no space. */
static gboolean
add_name_within (PoplensChartLayout *self, const PoplensMark *mark, double most,
                 gboolean may_mislead, GArray *taken)
{
  static const double aligns[] = {0.5, 0.95, 0.05};
  double width = poplens_chart_text_width (self, mark->text, POPLENS_TEXT_TICK);
  PoplensTextSpec spec = {
      0, 0, 0, POPLENS_TEXT_TICK, POPLENS_INK_FOREGROUND, most, PANGO_ELLIPSIZE_START};
  PoplensRect rect = {0, 0, MIN (width, most), LABEL_HEIGHT};

  for (guint i = 0; i < (may_mislead ? 1 : G_N_ELEMENTS (aligns)) && rect.width < self->plot.width;
       i++)
    if (find_room (self, mark->item, aligns[i], taken, may_mislead, &rect)) {
      g_array_append_val (taken, rect);
      spec.x = rect.x;
      spec.y = rect.y + LABEL_HEIGHT / 2;
      poplens_layout_text (self, mark->text, &spec);
      return TRUE;
    }
  return FALSE;
}

/* Adds the label of a mark, shortened at its start if necessary. @is_first: TRUE for the most
 * important mark, whose label may be close to other dots. */
static void
layout_marks_add_name (PoplensChartLayout *self, const PoplensMark *mark, gboolean is_first,
                       GArray *taken)
{
  static const double widths[] = {220, 140, 90};

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    if (add_name_within (self, mark, widths[i], FALSE, taken))
      return;
  for (guint i = 0; is_first && i < G_N_ELEMENTS (widths); i++)
    if (add_name_within (self, mark, widths[i], TRUE, taken))
      return;
}

void
poplens_layout_marks (PoplensChartLayout *self)
{
  const GArray *marks = self->chart->marks;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (PoplensRect));

  if (!marks->len)
    return;
  self->marks.texts = self->texts->len;
  for (guint i = 0; i < marks->len; i++) {
    const PoplensMark *mark = &g_array_index (marks, PoplensMark, i);
    if (mark->text && *mark->text && is_in_view (self, mark))
      layout_marks_add_name (self, mark, i == 0, taken);
  }
  self->marks.end_texts = self->texts->len;
  add_plates (self, taken);
  self->marks.ops = self->ops->len;
  add_dots (self, POPLENS_INK_BACKGROUND, DOT + 2 * HALO);
  add_dots (self, POPLENS_INK_FOREGROUND, DOT);
  self->marks.end_ops = self->ops->len;
}
