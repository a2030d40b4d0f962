/* Draws the overview of LANES charts, and the overlay: selections, search matches and the hovered
 * block. */
#include "charts/lanes/field-private.h"
#include "base/search.h"
#include "charts/lanes/lanes-private.h"

#include <math.h>

/* ---- overview -------------------------------------------------------------------------------- */

/* Pixels above and below the bands of the overview. */
#define MARGIN 2
/* Factor that makes waiting more opaque in the overview: pale tints are hard to see in low bands.
 */
#define STRONGER 1.36
#define INK 0.85

typedef struct {
  double y, height;
  guint first_row, end_row;
} RowBand;

/* Chooses a band of the overview for each group. If the bands would be too low, one band shows all
 * rows. */
static void
choose_bands (const PoplensChartLayout *self, GArray *bands)
{
  const GArray *groups = poplens_lanes (self->chart)->groups;
  double height = groups->len ? floor (self->plot.height / groups->len) : 0;

  if (height < 3) {
    RowBand all = {self->plot.y, self->plot.height, 0, poplens_lanes (self->chart)->n_rows};
    g_array_append_val (bands, all);
    return;
  }
  for (guint i = 0; i < groups->len; i++) {
    const PoplensLaneGroup *group = &g_array_index (groups, PoplensLaneGroup, i);
    RowBand band = {self->plot.y + height * i, height - (groups->len > 1), group->first_row,
                    group->first_row + group->n_rows};
    g_array_append_val (bands, band);
  }
}

/* Adds the cycles of each visible series in the pixel column at @x to @mix, and returns the sum of
 * all series. Skips groups, because the blocks in a group cover the same cycles. */
static double
mix_column (const PoplensChartLayout *self, const RowBand *band, double x,
            double mix[POPLENS_LANE_MIX])
{
  double from = poplens_item_axis_to_position (&self->axis, x), sum = 0;
  double to = poplens_item_axis_to_position (&self->axis, x + 1);

  for (guint row = band->first_row; row < band->end_row; row++)
    poplens_lane_add_mix_between (poplens_lanes (self->chart)->blocks, row, from, to, mix);
  mix[POPLENS_LANE_MOST_SERIES] = 0;
  for (guint m = 0; m < POPLENS_LANE_MOST_SERIES; m++) {
    if (poplens_lane_is_hidden (self->chart, (guint8) m) || !(mix[m] > 0))
      mix[m] = 0;
    sum += mix[m];
  }
  return sum;
}

static void
add_band (PoplensChartLayout *self, const RowBand *band)
{
  guint n = (guint) self->plot.width,
        n_series = MIN (self->chart->series->len, POPLENS_LANE_MOST_SERIES);
  g_autofree double *shares = g_new0 (double, (gsize) n *POPLENS_LANE_MIX);
  g_autofree double *bottom = g_new (double, n);

  for (guint i = 0; i < n; i++) {
    double *mix = shares + (gsize) i * POPLENS_LANE_MIX;
    double sum = mix_column (self, band, self->plot.x + i, mix);
    bottom[i] = band->y + band->height;
    for (guint m = 0; m < POPLENS_LANE_MIX; m++)
      mix[m] = sum > 0 ? mix[m] / sum * band->height : 0;
  }
  for (guint s = 0; s < n_series; s++) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    gboolean blank = series->kind == POPLENS_SERIES_BLANK;
    double alpha =
        poplens_lane_is_outlined (series) ? STRONGER * poplens_layout_tint (self, series) : INK;
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_LOW, (int) s,
                          poplens_layout_series_color (self, s, alpha));
    for (guint i = 0; i < n; i++) {
      double share = shares[(gsize) i * POPLENS_LANE_MIX + s];
      if (share > 0 && !blank)
        poplens_layout_box (self, self->plot.x + i, bottom[i] - share, 1, share);
      bottom[i] -= share;
    }
  }
}

void
poplens_lane_lay_out_overview (PoplensChartLayout *self)
{
  double width = self->width - POPLENS_GUTTER - POPLENS_PADDING, low, high;
  g_autofree char *reason = poplens_layout_empty_reason (self);
  g_autoptr (GArray) bands = g_array_new (FALSE, FALSE, sizeof (RowBand));

  self->plot =
      (PoplensRect){POPLENS_GUTTER, MARGIN, MAX (width, 1), MAX (self->height - 2 * MARGIN - 1, 1)};
  poplens_lane_extent (self->chart, &low, &high);
  poplens_lane_axis_init (&self->axis, self->chart, low, high, self->plot.x, self->plot.width);
  poplens_overview_place_window (self);
  self->empty = reason != NULL;
  if (reason)
    return;
  choose_bands (self, bands);
  for (guint i = 0; i < bands->len; i++)
    add_band (self, &g_array_index (bands, RowBand, i));
  poplens_lane_add_breaks (self);
  poplens_overview_add_window (self);
}

/* ---- overlay --------------------------------------------------------------------------------- */

#define EDGE 2
#define FOOT 4
#define PIN 8
#define PIN_HEIGHT 5
/* Thickness in pixels of the frame of the current search match, if all matches are outlined. */
#define CURRENT 3

typedef struct {
  const PoplensChartLayout *layout;
  cairo_t *cr;
} LanesCanvas;

static void
lane_overlay_fill (const LanesCanvas *canvas, PoplensRect rect, PoplensInk ink, double alpha)
{
  poplens_overlay_fill (canvas->layout, canvas->cr, rect, ink, alpha);
}

/* Draws a frame just outside of a box, so that the box's colour stays visible. */
static void
draw_box_frame (const LanesCanvas *canvas, PoplensRect r, double thick, PoplensInk ink,
                double alpha)
{
  double out = thick / 2 + 1;
  const PoplensRect path = {r.x - out, r.y - out, r.width + 2 * out, r.height + 2 * out};

  poplens_overlay_frame (canvas->layout, canvas->cr, path, thick, ink, alpha);
}

static PoplensRect
span_stripe (const LanesCanvas *canvas, double from, double to)
{
  const PoplensRect *plot = &canvas->layout->plot;
  double x0 = round (poplens_item_axis_to_x (&canvas->layout->axis, from, FALSE));
  double x1 = round (poplens_item_axis_to_x (&canvas->layout->axis, to, TRUE));

  return (PoplensRect){x0, plot->y, MAX (x1 - x0, 1), plot->height};
}

static void
draw_span (const LanesCanvas *canvas, double from, double to, double alpha)
{
  const PoplensChartLayout *layout = canvas->layout;
  PoplensRect r;

  if (!(to > layout->view.from) || !(from < layout->view.to))
    return;
  r = span_stripe (canvas, from, to);
  lane_overlay_fill (canvas, r, POPLENS_INK_SELECTION, alpha);
  if (from >= layout->view.from)
    lane_overlay_fill (canvas, (PoplensRect){r.x, r.y, 1, r.height}, POPLENS_INK_SELECTION, 1);
  if (to <= layout->view.to)
    lane_overlay_fill (canvas, (PoplensRect){r.x + r.width - 1, r.y, 1, r.height},
                       POPLENS_INK_SELECTION, 1);
}

/* Shows the length of a dragged range, such as "120,000 cycles (64.9 µs)", at the middle of its
 * visible part. */
static void
draw_length (const LanesCanvas *canvas, double from, double to)
{
  const PoplensChartLayout *layout = canvas->layout;
  const PoplensRect *plot = &layout->plot;
  PoplensRect r = span_stripe (canvas, from, to);
  double right = plot->x + plot->width;
  char text[96];

  /* Count whole cycles, as the selection after the drag does. */
  poplens_lane_format_length (layout->chart, text, (guint64) MAX (ceil (to) - floor (from), 0));
  poplens_overlay_plate (layout, canvas->cr, text,
                         (MAX (r.x, plot->x) + MIN (r.x + r.width, right)) / 2, plot->x, right, r,
                         FALSE);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

static gboolean
is_selected (const PoplensChartOverlay *overlay, gsize item)
{
  guint low = 0, high = overlay->n_selected;

  POPLENS_SEARCH (low, high, at, overlay->selected[at].to <= item);
  return low < overlay->n_selected && overlay->selected[low].from <= item;
}

/* Maximum number of selected blocks that are framed one by one. If more blocks are selected, checks
 * each box in view instead. Boxes that show several blocks then get no frame. */
#define FEW 512

static void
draw_selected (const LanesCanvas *canvas, const PoplensChartOverlay *overlay)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (canvas->layout);
  const PoplensLaneBlocks *blocks = poplens_lanes (canvas->layout->chart)->blocks;
  double thick = overlay->outlined ? CURRENT : EDGE;
  PoplensRect rect;
  gsize n = 0;

  for (guint i = 0; i < overlay->n_selected; i++)
    if (overlay->selected[i].to > overlay->selected[i].from)
      n += overlay->selected[i].to - overlay->selected[i].from;
  if (n <= FEW) {
    for (guint i = 0; i < overlay->n_selected; i++)
      for (gsize k = overlay->selected[i].from; k < overlay->selected[i].to; k++)
        if (poplens_lane_item_rect (canvas->layout, k, &rect))
          draw_box_frame (canvas, rect, thick, POPLENS_INK_SELECTION, 1);
    return;
  }
  for (guint c = 0; c < lanes->cells->len; c++) {
    const PoplensLaneCell *cell = &g_array_index (lanes->cells, PoplensLaneCell, c);
    gsize item = poplens_lane_item (blocks, cell->first);
    if (cell->mix < 0 && is_selected (overlay, item) &&
        poplens_lane_item_rect (canvas->layout, item, &rect))
      draw_box_frame (canvas, rect, thick, POPLENS_INK_SELECTION, 1);
  }
}

static gsize
first_found (const PoplensLaneFound *found, gsize slot)
{
  gsize low = 0, high = found->n;

  POPLENS_SEARCH (low, high, at, found->slots[at] < slot);
  return low;
}

static gboolean
is_found (const PoplensLaneFound *found, gsize first, gsize end)
{
  gsize at = first_found (found, first);

  return at < found->n && found->slots[at] < end;
}

/* Returns the index after the last row of the group that contains @row. */
static guint
group_end (const PoplensChart *chart, guint row)
{
  const PoplensLaneData *lanes = poplens_lanes (chart);

  for (guint i = 0; i < lanes->groups->len; i++) {
    const PoplensLaneGroup *group = &g_array_index (lanes->groups, PoplensLaneGroup, i);
    if (row < group->first_row + group->n_rows)
      return MIN (group->first_row + group->n_rows, lanes->blocks->n_rows);
  }
  return row;
}

/* TRUE if the cell is a group, and a row below has a search match within the cycles of the group.
 */
static gboolean
holds_found (const PoplensChart *chart, const PoplensLaneFound *found, guint row,
             const PoplensLaneCell *cell)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (chart)->blocks;
  double from = (double) poplens_lane_from (blocks, cell->first),
         to = poplens_lane_end (blocks, cell->end - 1);

  if (poplens_lane_series (blocks, cell->first) != POPLENS_LANE_MOST_SERIES)
    return FALSE;
  for (guint r = row + 1; r < group_end (chart, row); r++) {
    gsize first =
        poplens_lane_first_from (blocks, blocks->row_first[r], blocks->row_first[r + 1], from);
    gsize end = poplens_lane_first_from (blocks, first, blocks->row_first[r + 1], to);
    if (is_found (found, first, end))
      return TRUE;
  }
  return FALSE;
}

/* Draws a bar at the bottom of each box, in a colour that no step has. */
static void
draw_feet (const LanesCanvas *canvas, const GArray *boxes)
{
  for (guint i = 0; i < boxes->len; i++) {
    PoplensRect rect = g_array_index (boxes, PoplensRect, i);
    double foot = MAX (rect.y + rect.height - FOOT, rect.y);
    lane_overlay_fill (canvas, (PoplensRect){rect.x, foot - 1, rect.width, 1},
                       POPLENS_INK_BACKGROUND, 1);
    lane_overlay_fill (canvas, (PoplensRect){rect.x, foot, rect.width, FOOT},
                       POPLENS_INK_FOREGROUND, 1);
  }
}

/* Draws an outline around each box, and a pin above it; boxes that are very close share a pin. */
static void
draw_outlines (const LanesCanvas *canvas, const GArray *boxes)
{
  cairo_t *cr = canvas->cr;
  PoplensRect last = {-PIN, -PIN, 0, 0};

  for (guint i = 0; i < boxes->len; i++) {
    PoplensRect rect = g_array_index (boxes, PoplensRect, i);
    double middle = rect.x + rect.width / 2;
    draw_box_frame (canvas, rect, EDGE, POPLENS_INK_SELECTION, 1);
    if (last.y == rect.y && middle - last.x < PIN)
      continue;
    last = (PoplensRect){middle, rect.y, 0, 0};
    cairo_move_to (cr, middle, rect.y - EDGE);
    cairo_line_to (cr, middle - PIN / 2.0, rect.y - EDGE - PIN_HEIGHT);
    cairo_line_to (cr, middle + PIN / 2.0, rect.y - EDGE - PIN_HEIGHT);
    cairo_close_path (cr);
    poplens_set_color (cr, poplens_layout_color (canvas->layout, POPLENS_INK_SELECTION, 1));
    cairo_fill (cr);
  }
}

/* Least width of a box that can have a label, in pixels. */
#define LEAST_LABELLED 24

/* Marks boxes with a search match. Fades all other boxes, but not their labels. Groups that contain
 * a match are not faded. */
static void
draw_found (const LanesCanvas *canvas, const PoplensLaneFound *found, gboolean outlined)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (canvas->layout);
  g_autoptr (GArray) boxes = g_array_new (FALSE, FALSE, sizeof (PoplensRect));
  g_autoptr (GArray) labelled = g_array_new (FALSE, FALSE, sizeof (PoplensRect));

  if (!found->n)
    return;
  for (guint r = 0; r < lanes->rows->len; r++) {
    const PoplensLaneRow *row = &g_array_index (lanes->rows, PoplensLaneRow, r);
    for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
      const PoplensLaneCell *cell = &g_array_index (lanes->cells, PoplensLaneCell, c);
      PoplensRect rect = {cell->x0, row->top, cell->x1 - cell->x0, row->bottom - row->top};
      if (is_found (found, cell->first, cell->end))
        g_array_append_val (boxes, rect);
      if (is_found (found, cell->first, cell->end) ||
          holds_found (canvas->layout->chart, found, row->row, cell))
        continue;
      cairo_rectangle (canvas->cr, rect.x, rect.y, rect.width, rect.height);
      if (rect.width >= LEAST_LABELLED)
        g_array_append_val (labelled, rect);
    }
  }
  poplens_set_color (canvas->cr, poplens_layout_color (canvas->layout, POPLENS_INK_BACKGROUND,
                                                       1 - POPLENS_LANE_DIMMED));
  cairo_fill (canvas->cr);
  poplens_layout_draw_pale_texts (canvas->layout, canvas->cr, labelled);
  if (outlined)
    draw_outlines (canvas, boxes);
  else
    draw_feet (canvas, boxes);
}

static void
draw_block (const LanesCanvas *canvas, gsize item, PoplensInk ink, double thick, double veil)
{
  PoplensRect rect;

  if (!poplens_lane_item_rect (canvas->layout, item, &rect))
    return;
  if (veil > 0)
    lane_overlay_fill (canvas, rect, ink, veil);
  draw_box_frame (canvas, rect, thick, ink, 0.9);
}

/* Draws positions that are selected in another chart: as a stripe or, if a stripe would be too
 * narrow, as a line. */
static void
draw_marked (const LanesCanvas *canvas, const PoplensChartOverlay *overlay)
{
  for (guint i = 0; i < overlay->n_marked; i++) {
    double from = (double) overlay->marked[i].from, to = (double) overlay->marked[i].to;
    PoplensRect r;
    if (!(to > canvas->layout->view.from) || !(from < canvas->layout->view.to))
      continue;
    r = span_stripe (canvas, from, to);
    if (r.width > 2 * EDGE + 1) {
      draw_span (canvas, from, to, 0.12);
      continue;
    }
    r.x = MIN (r.x, canvas->layout->plot.x + canvas->layout->plot.width - EDGE);
    lane_overlay_fill (canvas, (PoplensRect){r.x, r.y, EDGE, r.height}, POPLENS_INK_SELECTION, 1);
  }
}

void
poplens_lane_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                           const PoplensChartOverlay *overlay)
{
  const PoplensRect *plot = &self->plot;
  LanesCanvas canvas = {self, cr};

  if (self->empty || !poplens_lanes (self->chart)->blocks)
    return;
  cairo_save (cr);
  /* Let frames around boxes extend a little beyond the plot, but not over ruler and gutter. */
  double above = overlay->outlined ? EDGE + PIN_HEIGHT : EDGE;
  cairo_rectangle (cr, plot->x - EDGE, plot->y - above, plot->width + 2 * EDGE,
                   plot->height + above + EDGE);
  cairo_clip (cr);
  if (overlay->has_span && isfinite (overlay->span_from) && isfinite (overlay->span_to))
    draw_span (&canvas, overlay->span_from, overlay->span_to, 0.10);
  draw_marked (&canvas, overlay);
  if (overlay->lane_found)
    draw_found (&canvas, overlay->lane_found, overlay->outlined);
  draw_selected (&canvas, overlay);
  poplens_lane_draw_field_overlay (self, cr);
  if (overlay->has_current)
    draw_block (&canvas, overlay->current, POPLENS_INK_SELECTION, 3, 0.25);
  if (overlay->has_hover)
    draw_block (&canvas, overlay->hover, POPLENS_INK_FOREGROUND, 1, 0.08);
  if (overlay->focused)
    draw_block (&canvas, overlay->cursor, POPLENS_INK_FOREGROUND, 1, 0);
  if (overlay->dragging && isfinite (overlay->drag_from) && isfinite (overlay->drag_to)) {
    double from = MIN (overlay->drag_from, overlay->drag_to);
    double to = MAX (overlay->drag_from, overlay->drag_to);
    draw_span (&canvas, from, to, 0.12);
    draw_length (&canvas, from, to);
  }
  cairo_restore (cr);
}
