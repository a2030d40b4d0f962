/* Lays out bands and step lines: maps items to pixel columns, and their values to boxes. */
#include "charts/core/layout-private.h"

#include <math.h>

/* ---- pixel columns --------------------------------------------------------------------------- */

/* For items at least a pixel wide: adds a cell (a range of pixel columns) for each item. An item
 * with less than a pixel in view is added to the cell before it. */

static void
add_items (GArray *cells, const PoplensAxisRun *run, double scale, gsize n_items)
{
  gsize first = (gsize) floor (run->p0), last = MIN ((gsize) ceil (run->p1), n_items);

  for (gsize i = first; i < last; i++) {
    double left = run->x0 + MAX ((double) i - run->p0, 0) * scale;
    double right = MIN (run->x0 + ((double) i + 1 - run->p0) * scale, run->x1);
    PoplensCell cell = {round (left), round (right), i, i + 1};
    if (cell.x1 > cell.x0)
      g_array_append_val (cells, cell);
    else if (cells->len)
      g_array_index (cells, PoplensCell, cells->len - 1).to = i + 1;
  }
}

/* For items narrower than a pixel: adds a cell for each pixel column. A cell contains the items
 * that start in its pixel column. */
static void
bands_add_columns (GArray *cells, const PoplensAxisRun *run, double scale, gsize n_items)
{
  gsize item = (gsize) floor (run->p0), last = MIN ((gsize) ceil (run->p1), n_items);
  double x0 = round (run->x0), x1 = MAX (round (run->x1), x0 + 1);

  for (double x = x0; x < x1; x++) {
    double end = ceil (run->p0 + (x + 1 - run->x0) / scale);
    gsize to = x + 1 >= x1 ? last : (gsize) CLAMP (end, (double) item, (double) last);
    PoplensCell cell = {x, x + 1, item, to};
    if (to > item)
      g_array_append_val (cells, cell);
    else if (cells->len && item > 0)
      g_array_index (cells, PoplensCell, cells->len - 1).x1 = x + 1;
    item = to;
  }
}

GArray *
poplens_cells_new (const PoplensItemAxis *axis, gsize n_items)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (PoplensCell));

  for (guint i = 0; i < axis->runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (axis->runs, PoplensAxisRun, i);
    if (axis->scale >= 1)
      add_items (cells, run, axis->scale, n_items);
    else
      bands_add_columns (cells, run, axis->scale, n_items);
  }
  return cells;
}

/* Stores the lowest and highest value of @series in @cell as element @c of @out. If @stacked, adds
 * each item's value to @stack first, and stores the lowest and highest of these sums. */
static void
bands_measure (const PoplensSeries *series, const PoplensCell *cell, double *stack,
               gboolean stacked, PoplensEnvelope *out, guint c)
{
  double low = G_MAXDOUBLE, high = 0, most = stacked ? 0 : -1;

  for (gsize i = 0; i < cell->to - cell->from; i++) {
    double value = series->values[cell->from + i], border = value;
    if (!stacked && poplens_series_is_absent (series, cell->from + i))
      continue;
    if (stacked)
      border = stack[i] += value;
    low = MIN (low, border);
    high = MAX (high, border);
    most = MAX (most, value);
  }
  out->low[c] = MIN (low, high);
  out->high[c] = high;
  out->most[c] = most;
}

static gsize
widest_cell (const GArray *cells)
{
  gsize widest = 0;

  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    widest = MAX (widest, cell->to - cell->from);
  }
  return widest;
}

/* Returns an envelope for each series: its lowest and highest value in each cell. Envelopes of
 * hidden series are all zeros. (transfer full) */
static PoplensEnvelope *
envelopes_new (const PoplensChart *chart, const GArray *cells)
{
  guint n_series = chart->series->len;
  PoplensEnvelope *envelopes = g_new0 (PoplensEnvelope, n_series);
  g_autofree double *stack = g_new (double, widest_cell (cells));

  for (guint s = 0; s < n_series; s++) {
    envelopes[s].low = g_new0 (double, cells->len);
    envelopes[s].high = g_new0 (double, cells->len);
    envelopes[s].most = g_new0 (double, cells->len);
  }
  /* Cells are the outer loop and series the inner one, so that the stack stays in the L1 cache. */
  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    gsize n = cell->to - cell->from;
    for (gsize i = 0; i < n; i++)
      stack[i] = 0;
    for (guint s = 0; s < n_series; s++) {
      const PoplensSeries *series = poplens_chart_series (chart, s);
      if (poplens_series_is_drawn (series))
        bands_measure (series, cell, stack, poplens_series_is_stacked (chart, series),
                       &envelopes[s], c);
    }
  }
  return envelopes;
}

static void
envelopes_free (PoplensEnvelope *self, guint n_series)
{
  for (guint s = 0; s < n_series; s++) {
    g_free (self[s].low);
    g_free (self[s].high);
    g_free (self[s].most);
  }
  g_free (self);
}

/* ---- bands ----------------------------------------------------------------------------------- */

/* A cell with several items shows a band in two parts. The opaque part (low box) ends at the lowest
 * item of the cell. The part above it (high box) has the opacity PALE_ALPHA, and ends at the
 * highest item. */

#define PALE_ALPHA 0.38
#define SPREAD_ALPHA 0.22

typedef struct {
  const PoplensCell *cells;
  guint n_cells;
  /* .own: lowest and highest values of the series. .below: (nullable): those of the band below. */
  const PoplensEnvelope *own, *below;
  guint series;
  gboolean line;
} ChartBand;

static double
border_y (const PoplensChartLayout *self, const PoplensEnvelope *envelope, guint cell,
          gboolean high)
{
  double value = envelope ? (high ? envelope->high : envelope->low)[cell] : 0;

  return poplens_layout_value_to_y (self, value);
}

static void
add_low (PoplensChartLayout *self, const ChartBand *band)
{
  for (guint c = 0; c < band->n_cells; c++) {
    double top = border_y (self, band->own, c, FALSE),
           bottom = border_y (self, band->below, c, FALSE);
    poplens_layout_box (self, band->cells[c].x0, top, band->cells[c].x1 - band->cells[c].x0,
                        bottom - top);
  }
}

static void
add_high (PoplensChartLayout *self, const ChartBand *band)
{
  for (guint c = 0; c < band->n_cells; c++) {
    double top = border_y (self, band->own, c, TRUE), bottom = border_y (self, band->own, c, FALSE);
    if (band->below)
      bottom = MIN (bottom, border_y (self, band->below, c, TRUE));
    poplens_layout_box (self, band->cells[c].x0, top, band->cells[c].x1 - band->cells[c].x0,
                        bottom - top);
  }
}

/* Returns the y of the top edge of a band or line in cell @c. The edge is at least a pixel above
 * the baseline, so that a small value is visible. */
static double
edge_y (const PoplensChartLayout *self, const ChartBand *band, guint c)
{
  double base = self->plot.y + self->plot.height;

  return MIN (border_y (self, band->own, c, TRUE), base - 1);
}

/* Returns the y of the lower end of the vertical edge of cell @c, on the side of cell @next. The
 * edge starts at @top. If the two cells touch, the edge connects their tops. Otherwise, it has no
 * length. */
static double
side_y (const PoplensChartLayout *self, const ChartBand *band, guint c, guint next, double top,
        double bottom)
{
  gboolean touches = next < band->n_cells && (next < c ? band->cells[next].x1 == band->cells[c].x0
                                                       : band->cells[c].x1 == band->cells[next].x0);

  if (!touches || band->own->most[next] < 0)
    return top + 1;
  if (band->own->most[next] <= 0 && !band->line)
    return bottom;
  return CLAMP (edge_y (self, band, next) + 1, top + 1, bottom);
}

static void
add_edge (PoplensChartLayout *self, const ChartBand *band)
{
  for (guint c = 0; c < band->n_cells; c++) {
    double x0 = band->cells[c].x0, x1 = band->cells[c].x1;
    double top = edge_y (self, band, c), bottom, left, right;
    if (band->own->most[c] < (band->line ? 0 : 1))
      continue;
    /* Vertical edges extend at most to the band below, or to the baseline if there is no band
     * below. */
    bottom = MAX (border_y (self, band->below, c, TRUE), top + 1);
    left = side_y (self, band, c, c - 1, top, bottom);
    right = side_y (self, band, c, c + 1, top, bottom);
    if (x1 - x0 <= 1) {
      poplens_layout_box (self, x0, top, x1 - x0, MAX (left, right) - top);
      continue;
    }
    poplens_layout_box (self, x0, top, x1 - x0, 1);
    poplens_layout_box (self, x0, top + 1, 1, left - top - 1);
    poplens_layout_box (self, x1 - 1, top + 1, 1, right - top - 1);
  }
}

typedef void (*AddFunc) (PoplensChartLayout *self, const ChartBand *band);

static void
begin_part (PoplensChartLayout *self, const ChartBand *band, PoplensDrawPart part)
{
  PoplensInk ink = poplens_chart_series (self->chart, band->series)->ink;
  gboolean hatch = ink == POPLENS_INK_GAPS && part == POPLENS_PART_LOW;
  double alpha = part == POPLENS_PART_EDGE  ? 1
                 : part == POPLENS_PART_LOW ? POPLENS_FILL_ALPHA
                                            : PALE_ALPHA;

  poplens_layout_begin (self, hatch ? POPLENS_DRAW_HATCH : POPLENS_DRAW_FILL, part, band->series,
                        poplens_layout_series_color (self, band->series, alpha));
}

/* Draws one part of all bands: their low boxes, high boxes or edges. If @lines, draws this part of
 * all lines instead. @add: adds the boxes of one band or line. */
static void
add_part (PoplensChartLayout *self, const GArray *cells, const PoplensEnvelope *envelopes,
          gboolean lines, PoplensDrawPart part, AddFunc add)
{
  const PoplensEnvelope *below = NULL;

  for (guint s = 0; s < self->chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    gboolean line = !poplens_series_is_stacked (self->chart, series);
    ChartBand band = {
        (const PoplensCell *) cells->data, cells->len, &envelopes[s], line ? NULL : below, s, line};
    if (!poplens_series_is_drawn (series) || line != lines)
      continue;
    begin_part (self, &band, part);
    add (self, &band);
    if (!line)
      below = &envelopes[s];
  }
}

/* Returns the envelope of the topmost band, which is the sum of all bands. (nullable): NULL if
 * there are no bands. */
static const PoplensEnvelope *
find_stack (const PoplensChart *chart, const PoplensEnvelope *envelopes)
{
  for (guint s = chart->series->len; s-- > 0;)
    if (poplens_series_is_stacked (chart, poplens_chart_series (chart, s)))
      return &envelopes[s];
  return NULL;
}

/* Draws the background of the plot that shows only lines. The sum of all bands is filled with one
 * colour. The space between this sum and the first line is hatched. */
static void
add_background (PoplensChartLayout *self, const GArray *cells, const PoplensEnvelope *envelopes)
{
  const PoplensEnvelope *stack = find_stack (self->chart, envelopes);

  for (guint s = 0; s < self->chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    ChartBand all = {(const PoplensCell *) cells->data, cells->len, stack, NULL, s, FALSE},
              gap = all;
    if (!poplens_series_is_drawn (series) || poplens_series_is_stacked (self->chart, series))
      continue;
    gap.own = &envelopes[s];
    gap.below = stack;
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, POPLENS_INK_DIM, POPLENS_FILL_ALPHA));
    add_low (self, &all);
    poplens_layout_begin (self, POPLENS_DRAW_HATCH, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, POPLENS_INK_GAPS, POPLENS_FILL_ALPHA));
    add_low (self, &gap);
    return;
  }
}

/* Draws a pale band around line @s, from value − spread to value + spread. */
static void
add_spread (PoplensChartLayout *self, const GArray *cells, guint s)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, (int) s,
                        poplens_layout_series_color (self, s, SPREAD_ALPHA));
  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    double value = (double) series->values[cell->from], by = (double) series->spread[cell->from];
    double top = poplens_layout_value_to_y (self, value + by);
    if (!poplens_series_is_absent (series, cell->from))
      poplens_layout_box (self, cell->x0, top, cell->x1 - cell->x0,
                          poplens_layout_value_to_y (self, value - by) - top);
  }
}

void
poplens_layout_bands (PoplensChartLayout *self, const GArray *cells)
{
  PoplensEnvelope *envelopes = envelopes_new (self->chart, cells);
  gboolean apart = self->apart.plot.height > 0;

  add_part (self, cells, envelopes, FALSE, POPLENS_PART_LOW, add_low);
  add_part (self, cells, envelopes, FALSE, POPLENS_PART_HIGH, add_high);
  add_part (self, cells, envelopes, FALSE, POPLENS_PART_EDGE, add_edge);
  if (apart) {
    poplens_layout_swap_apart (self);
    add_background (self, cells, envelopes);
  }
  for (guint s = 0; s < self->chart->series->len; s++)
    if (poplens_chart_series (self->chart, s)->spread)
      add_spread (self, cells, s);
  add_part (self, cells, envelopes, TRUE, POPLENS_PART_HIGH, add_high);
  add_part (self, cells, envelopes, TRUE, POPLENS_PART_EDGE, add_edge);
  if (apart)
    poplens_layout_swap_apart (self);
  envelopes_free (envelopes, self->chart->series->len);
}
