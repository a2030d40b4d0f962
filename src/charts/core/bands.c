/* Bands and step lines as boxes on whole pixels: crisp at any integer scale, no seams, and the same
 * in a window, a PNG and an SVG.
 *
 * With lo(s) and hi(s) the lowest and highest upper border of band s in a cell, the boxes
 *   low   lo(s−1) … lo(s)             full
 *   high  max(lo(s), hi(s−1)) … hi(s) paler
 * leave no hole and overlap none of their own kind: the low boxes end at the lowest sum, the high
 * ones at the highest, and a spike in any band shows at its true height. */
#include "charts/core/layout-private.h"

#define PALE_ALPHA 0.38

typedef struct {
  const PoplensCell *cells;
  guint n_cells;
  const PoplensEnvelope *own, *below; /* @below: NULL for the first band and for lines */
  guint series;
  gboolean line;
} Band;

static double
border_y (const PoplensChartLayout *self, const PoplensEnvelope *envelope, guint cell,
          gboolean high)
{
  double value = envelope ? (high ? envelope->high : envelope->low)[cell] : 0;

  return poplens_layout_value_to_y (self, value);
}

static void
add_low (PoplensChartLayout *self, const Band *band)
{
  for (guint c = 0; c < band->n_cells; c++) {
    double top = border_y (self, band->own, c, FALSE),
           bottom = border_y (self, band->below, c, FALSE);
    poplens_layout_box (self, band->cells[c].x0, top, band->cells[c].x1 - band->cells[c].x0,
                        bottom - top);
  }
}

static void
add_high (PoplensChartLayout *self, const Band *band)
{
  for (guint c = 0; c < band->n_cells; c++) {
    double top = border_y (self, band->own, c, TRUE), bottom = border_y (self, band->own, c, FALSE);
    if (band->below)
      bottom = MIN (bottom, border_y (self, band->below, c, TRUE));
    poplens_layout_box (self, band->cells[c].x0, top, band->cells[c].x1 - band->cells[c].x0,
                        bottom - top);
  }
}

/* Row of the edge in cell @c, at least a pixel above the baseline so that a small value shows. */
static double
edge_y (const PoplensChartLayout *self, const Band *band, guint c)
{
  double base = self->plot.y + self->plot.height;

  return MIN (border_y (self, band->own, c, TRUE), base - 1);
}

/* How far down the side of cell @c goes that touches cell @next: to its height, unless it is behind
 * a gap. */
static double
side_y (const PoplensChartLayout *self, const Band *band, guint c, guint next, double top,
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
add_edge (PoplensChartLayout *self, const Band *band)
{
  for (guint c = 0; c < band->n_cells; c++) {
    double x0 = band->cells[c].x0, x1 = band->cells[c].x1;
    double top = edge_y (self, band, c), bottom, left, right;
    if (band->own->most[c] < (band->line ? 0 : 1))
      continue;
    /* A band's sides end where the band does; a line's reach its neighbours. */
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

typedef void (*AddFunc) (PoplensChartLayout *self, const Band *band);

static void
begin_part (PoplensChartLayout *self, const Band *band, PoplensDrawPart part)
{
  PoplensInk ink = poplens_chart_series (self->chart, band->series)->ink;
  gboolean hatch = ink == POPLENS_INK_GAPS && part == POPLENS_PART_LOW;
  double alpha = part == POPLENS_PART_EDGE  ? 1
                 : part == POPLENS_PART_LOW ? POPLENS_FILL_ALPHA
                                            : PALE_ALPHA;

  poplens_layout_begin (self, hatch ? POPLENS_DRAW_HATCH : POPLENS_DRAW_FILL, part, band->series,
                        poplens_layout_series_color (self, band->series, alpha));
}

/* One part of all bands (@lines: of all lines), first series first. */
static void
add_part (PoplensChartLayout *self, const GArray *cells, const PoplensEnvelope *envelopes,
          gboolean lines, PoplensDrawPart part, AddFunc add)
{
  const PoplensEnvelope *below = NULL;

  for (guint s = 0; s < self->chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    gboolean line = !poplens_series_is_stacked (self->chart, series);
    Band band = {
        (const PoplensCell *) cells->data, cells->len, &envelopes[s], line ? NULL : below, s, line};
    if (!poplens_series_is_drawn (series) || line != lines)
      continue;
    begin_part (self, &band, part);
    add (self, &band);
    if (!line)
      below = &envelopes[s];
  }
}

void
poplens_layout_bands (PoplensChartLayout *self, const GArray *cells)
{
  PoplensEnvelope *envelopes = poplens_envelopes_new (self->chart, cells);

  add_part (self, cells, envelopes, FALSE, POPLENS_PART_LOW, add_low);
  add_part (self, cells, envelopes, FALSE, POPLENS_PART_HIGH, add_high);
  add_part (self, cells, envelopes, FALSE, POPLENS_PART_EDGE, add_edge);
  add_part (self, cells, envelopes, TRUE, POPLENS_PART_HIGH, add_high);
  add_part (self, cells, envelopes, TRUE, POPLENS_PART_EDGE, add_edge);
  poplens_envelopes_free (envelopes, self->chart->series->len);
}
