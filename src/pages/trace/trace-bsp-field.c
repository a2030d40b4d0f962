/* What the chart asks of the tiles below an IPU. */
#include "pages/trace/trace-bsp-private.h"

/* What takes less is not worth a word. */
#define QUIET (300 * 1000)

/* A field's. */
typedef struct {
  PoplensTraceBsp *bsp;
  PoplensReport *report; /* keeps the parts */
  guint16 ipu;
  PoplensTileOrder order;
} Field;

static GPtrArray *
get_cells (gconstpointer data)
{
  const Field *field = data;
  GPtrArray *cells = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_field_cells_unref);
  const GPtrArray *layers = field->bsp->ipus[field->ipu].layers;

  pthread_mutex_lock (&field->bsp->lock);
  for (guint l = 0; l < layers->len; l++) {
    const PoplensTraceBspLayer *layer = layers->pdata[l];
    if (layer->order == field->order)
      g_ptr_array_add (cells, poplens_field_cells_ref (layer->cells));
  }
  pthread_mutex_unlock (&field->bsp->lock);
  return cells;
}

static guint32
tile_of (const Field *field, guint line)
{
  guint32 tile;

  pthread_mutex_lock (&field->bsp->lock);
  tile = poplens_trace_bsp_tile_on_line (field->bsp, field->ipu, field->order, line);
  pthread_mutex_unlock (&field->bsp->lock);
  return tile;
}

static char *
name_line (gconstpointer data, guint line)
{
  const Field *field = data;

  return g_strdup_printf ("%u",
                          field->ipu * field->bsp->input.tiles_per_ipu + tile_of (field, line));
}

/* Steps of the last that was read that its tiles lack. With the lock held. */
static guint32
n_listless (const PoplensTraceBspIpu *of)
{
  return of->layers->len ? ((const PoplensTraceBspLayer *) of->layers->pdata[of->layers->len - 1])
                               ->grid->n_listless
                         : 0;
}

static char *
describe_listless (guint32 n)
{
  PoplensNumber number;

  return g_strdup_printf (n == 1 ? "%s step has no cycles by tile: a gap"
                                 : "%s steps have no cycles by tile: gaps",
                          poplens_format_count (number, n));
}

static char *
get_note (gconstpointer data)
{
  const Field *field = data;
  const PoplensTraceBspIpu *of = &field->bsp->ipus[field->ipu];
  gboolean reads, knows;
  double fraction = 0;
  guint32 listless;

  pthread_mutex_lock (&field->bsp->lock);
  reads = of->reader && g_get_monotonic_time () - of->reader->since > QUIET;
  fraction = reads ? of->reader->fraction : 0;
  knows = of->layers->len > 0;
  listless = n_listless (of);
  pthread_mutex_unlock (&field->bsp->lock);
  if (reads)
    return g_strdup_printf ("Loading tile cycles… %u %%", (guint) (100 * fraction));
  if (!knows)
    return g_strdup ("Loading tile cycles…");
  return listless ? describe_listless (listless) : NULL;
}

static gboolean
get_selected (gconstpointer data, guint line, guint64 *from, guint64 *to)
{
  const Field *field = data;
  const PoplensBspExtent *extent;
  guint32 tile = tile_of (field, line);
  gboolean found = FALSE;

  pthread_mutex_lock (&field->bsp->lock);
  extent = field->bsp->ipus[field->ipu].extent;
  if (extent && tile < extent->n_tiles) {
    *from = extent->from[tile];
    *to = extent->to[tile];
    found = *to > *from;
  }
  pthread_mutex_unlock (&field->bsp->lock);
  return found;
}

/* The last that was read and covers some of the cycles; NULL: none. (transfer full) */
static PoplensBspGrid *
grid_at (PoplensTraceBsp *self, guint16 ipu, guint64 from, guint64 to)
{
  const GPtrArray *layers = self->ipus[ipu].layers;
  PoplensBspGrid *found = NULL;

  pthread_mutex_lock (&self->lock);
  for (guint l = layers->len; l-- > 0 && !found;) {
    PoplensBspGrid *grid = ((const PoplensTraceBspLayer *) layers->pdata[l])->grid;
    if (grid->edges[0] < to && grid->edges[grid->n_columns] > from)
      found = poplens_bsp_grid_ref (grid);
  }
  pthread_mutex_unlock (&self->lock);
  return found;
}

guint32
poplens_trace_bsp_tile_at (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order, guint line,
                           guint64 cycle, guint32 *step)
{
  Field field = {self, NULL, ipu, order};
  guint32 tile = tile_of (&field, line);
  g_autoptr (PoplensBspGrid) grid = grid_at (self, ipu, cycle, cycle + 1);
  const PoplensBspSpan *span = grid ? poplens_bsp_grid_find (grid, tile, cycle) : NULL;

  *step = span ? span->step : G_MAXUINT32;
  return ipu * self->input.tiles_per_ipu + tile;
}

static void
describe_span (const Field *field, GString *out, const PoplensBspSpan *span)
{
  const PoplensTraceModel *model = field->bsp->model;
  PoplensTraceSeries series = poplens_trace_look (model, span->step).series;
  PoplensNumber a, b;
  guint64 length = span->to - span->from;
  gboolean waits = poplens_trace_series[series].kind != POPLENS_SERIES_BAND;

  g_string_append_printf (out, ": %s\n%s\t%s of %s cycles",
                          poplens_strings_get (model->strings, model->name[span->step]),
                          poplens_trace_series[series].name, poplens_format_count (a, length),
                          poplens_format_count (b, MAX (span->longest, length)));
  if (!waits && span->longest > length)
    g_string_append_printf (out, "\nLess than longest tile\t%s cycles",
                            poplens_format_count (a, span->longest - length));
  g_string_append_printf (out, "\nFrom cycle\t%s", poplens_format_count (a, span->from));
  g_string_append_printf (out, "\nTo cycle\t%s", poplens_format_count (a, span->to));
}

/* Cycles of [from, to) by series: exact where the steps are known. */
static void
add_up (const PoplensBspGrid *grid, guint32 tile, guint64 from, guint64 to, const guint8 *series,
        double *sums)
{
  if (grid->spans) {
    for (guint32 i = grid->span_first[tile]; i < grid->span_first[tile + 1]; i++) {
      const PoplensBspSpan *span = &grid->spans[i];
      if (span->from < to && span->to > from)
        sums[series[span->step]] += (double) (MIN (span->to, to) - MAX (span->from, from));
    }
    return;
  }
  for (guint c = 0; c < grid->n_columns; c++) {
    guint64 low = MAX (grid->edges[c], from), high = MIN (grid->edges[c + 1], to);
    for (guint s = 0; low < high && s < grid->n_series; s++)
      sums[s] += poplens_bsp_grid_cell (grid, tile, c, s) / 255.0 * (double) (high - low);
  }
}

static void
describe_mixture (const Field *field, GString *out, const PoplensBspGrid *grid, guint32 tile,
                  guint64 from, guint64 to)
{
  const PoplensTraceModel *model = field->bsp->model;
  double sums[POPLENS_BSP_MOST_SERIES] = {0};
  gboolean known = FALSE;
  PoplensNumber a, b;

  g_string_append_printf (out, "\nCycles\t%s–%s", poplens_format_count (a, from),
                          poplens_format_count (b, to));
  add_up (grid, tile, from, to, field->bsp->series, sums);
  for (guint s = 0; s < model->n_series; s++)
    if (sums[s] > 0)
      g_string_append_printf (out, "\n%s\t%s", poplens_trace_series[model->seen[s]].name,
                              poplens_format_percent (a, MIN (sums[s] / (double) (to - from), 1)));
  for (guint s = 0; s < model->n_series; s++)
    known |= sums[s] > 0;
  if (!known && grid->n_listless)
    g_string_append (out, "\nNo cycles by tile recorded here");
}

static char *
describe (gconstpointer data, guint line, guint64 from, guint64 to)
{
  const Field *field = data;
  GString *out = g_string_new (NULL);
  guint32 tile = tile_of (field, line);
  g_autoptr (PoplensBspGrid) grid = grid_at (field->bsp, field->ipu, from, to);
  const PoplensBspSpan *span = grid ? poplens_bsp_grid_find (grid, tile, from) : NULL;

  g_string_append_printf (out, "Tile %u", field->ipu * field->bsp->input.tiles_per_ipu + tile);
  if (span && span->to >= to)
    describe_span (field, out, span);
  else if (grid && tile < grid->n_tiles)
    describe_mixture (field, out, grid, tile, from, to);
  return g_string_free (out, FALSE);
}

static void
field_free (gpointer data)
{
  Field *field = data;

  poplens_trace_bsp_unref (field->bsp);
  g_object_unref (field->report);
  g_free (field);
}

void
poplens_trace_bsp_add_field (PoplensTraceBsp *self, PoplensReport *report, PoplensChart *chart,
                             guint group, guint16 ipu, PoplensTileOrder order)
{
  static const PoplensFieldClass klass = {get_cells, name_line, describe, get_selected, get_note};
  PoplensFieldSeries series[POPLENS_N_TRACE_SERIES];
  Field *field = g_new (Field, 1);
  guint32 first = ipu * self->input.tiles_per_ipu;
  guint32 n = first < self->input.n_tiles
                  ? MIN (self->input.tiles_per_ipu, self->input.n_tiles - first)
                  : 0;

  *field = (Field){poplens_trace_bsp_ref (self), g_object_ref (report), ipu, order};
  poplens_chart_set_lane_field (chart, group, n, &klass, field, field_free);
  for (guint s = 0; s < self->model->n_series; s++) {
    const PoplensTraceSeriesInfo *info = &poplens_trace_series[self->model->seen[s]];
    series[s] = (PoplensFieldSeries){info->key, info->ink, info->kind};
  }
  poplens_chart_set_lane_field_series (chart, group, series, self->model->n_series);
}
