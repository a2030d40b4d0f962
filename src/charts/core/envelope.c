/* Items to pixel columns: the highest and the lowest in each, never a mean or a sample. */
#include "charts/core/layout-private.h"

#include <math.h>

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

/* Less than a pixel an item: a cell a pixel, with the items that begin in it. */
static void
add_columns (GArray *cells, const PoplensAxisRun *run, double scale, gsize n_items)
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
      add_columns (cells, run, axis->scale, n_items);
  }
  return cells;
}

/* Adds the values of @cell to @stack where they are stacked, and keeps the extremes. */
static void
measure (const PoplensSeries *series, const PoplensCell *cell, double *stack, gboolean stacked,
         PoplensEnvelope *out, guint c)
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

PoplensEnvelope *
poplens_envelopes_new (const PoplensChart *chart, const GArray *cells)
{
  guint n_series = chart->series->len;
  PoplensEnvelope *envelopes = g_new0 (PoplensEnvelope, n_series);
  g_autofree double *stack = g_new (double, widest_cell (cells));

  for (guint s = 0; s < n_series; s++) {
    envelopes[s].low = g_new0 (double, cells->len);
    envelopes[s].high = g_new0 (double, cells->len);
    envelopes[s].most = g_new0 (double, cells->len);
  }
  /* Cell by cell, so that the stack stays in the nearest cache. */
  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    gsize n = cell->to - cell->from;
    for (gsize i = 0; i < n; i++)
      stack[i] = 0;
    for (guint s = 0; s < n_series; s++) {
      const PoplensSeries *series = poplens_chart_series (chart, s);
      if (poplens_series_is_drawn (series))
        measure (series, cell, stack, poplens_series_is_stacked (chart, series), &envelopes[s], c);
    }
  }
  return envelopes;
}

void
poplens_envelopes_free (PoplensEnvelope *self, guint n_series)
{
  for (guint s = 0; s < n_series; s++) {
    g_free (self[s].low);
    g_free (self[s].high);
    g_free (self[s].most);
  }
  g_free (self);
}
