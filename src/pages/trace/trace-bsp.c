/* The BSP trace: a field below the lanes that shows what each tile did at each time. Reads the data
 * from the file, and adds the controls. */
#include "analysis/floor-plan.h"
#include "base/error.h"
#include "pages/trace/trace-view.h"

#include <pthread.h>
#include <string.h>

/* A grid that was read from the file, and its cells sorted by a tile order. */
typedef struct {
  PoplensBspGrid *grid;
  PoplensFieldCells *cells; /* cells of .grid: a line for each tile, sorted by .order */
  PoplensTileOrder order;
} PoplensTraceBspLayer;

/* A read in progress. bsp->lock protects .fraction. */
typedef struct {
  PoplensTraceBsp *bsp;
  const PoplensWork *work; /* (nullable) work to which the read reports its progress */
  guint16 ipu;
  gint64 since; /* start of the read: monotonic time in µs */
  double fraction;
} PoplensTraceBspReader;

typedef struct {
  GPtrArray *layers; /* PoplensTraceBspLayer; the most recently read layer is last */
  const PoplensTraceBspReader *reader; /* (nullable) the read in progress that began last */
  guint32 *by_waiting;
  PoplensBspExtent *extent; /* (nullable) cycles in which each tile executed .extent_step */
  guint32 extent_step;      /* index of a step in the execution; G_MAXUINT32: none */
} PoplensTraceBspIpu;

struct _PoplensTraceBsp {
  gatomicrefcount refs;
  pthread_mutex_t lock; /* protects the contents of .ipus */
  PoplensTraceModel *model;
  PoplensFloorPlan plan;
  PoplensBspInput input; /* template for reads; a read copies it and sets .slice_data */
  guint8 *series;
  guint32 waiting; /* a bit for each series that is a wait */
  guint n_ipus;
  PoplensTraceBspIpu *ipus;
};

/* Limit in bytes of the cells that are read for one view, for all IPUs together. Cells of an older
 * view stay in memory, and can take as many bytes. */
#define MOST_BYTES ((gsize) 48 << 20)
#define LEAST_COLUMNS 256
#define MOST_COLUMNS 4096

static void
layer_free (gpointer data)
{
  PoplensTraceBspLayer *self = data;

  poplens_field_cells_unref (self->cells);
  poplens_bsp_grid_unref (self->grid);
  g_free (self);
}

/* ---- the store ------------------------------------------------------------------------------- */

static PoplensTraceBsp *
trace_bsp_ref (PoplensTraceBsp *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_trace_bsp_unref (PoplensTraceBsp *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; i < self->n_ipus; i++) {
    g_ptr_array_unref (self->ipus[i].layers);
    g_free (self->ipus[i].by_waiting);
    poplens_bsp_extent_free (self->ipus[i].extent);
  }
  pthread_mutex_destroy (&self->lock);
  poplens_trace_model_unref (self->model);
  g_free (self->series);
  g_free (self->ipus);
  g_free (self);
}

/* Sets the series of each step by its type. A field is coloured by step type even if the blocks
 * above it are coloured otherwise. */
static void
take_series (PoplensTraceBsp *self)
{
  const PoplensTraceModel *model = self->model;
  guint32 n = model->execution->n_steps;

  self->series = g_new (guint8, MAX (n, 1));
  for (guint32 s = 0; s < n; s++)
    self->series[s] = model->chart_index[poplens_trace_look (model, s).series];
  for (guint i = 0; i < model->n_series; i++)
    if (poplens_trace_series[model->seen[i]].kind != POPLENS_SERIES_BAND)
      self->waiting |= 1u << i;
}

static PoplensTraceBsp *
bsp_new (PoplensTraceModel *model)
{
  PoplensTraceBsp *self = g_new0 (PoplensTraceBsp, 1);

  g_atomic_ref_count_init (&self->refs);
  pthread_mutex_init (&self->lock, NULL);
  self->model = poplens_trace_model_ref (model);
  take_series (self);
  self->input = (PoplensBspInput){.execution = model->execution,
                                  .series = self->series,
                                  .n_series = MAX (model->n_series, 1),
                                  .get_slice = poplens_report_read_slice};
  if (model->target) {
    self->input.n_tiles = model->target->tiles_per_replica;
    self->input.tiles_per_ipu = model->target->tiles_per_ipu;
  }
  poplens_floor_plan_init (&self->plan, model->target, self->input.n_tiles);
  self->n_ipus = model->execution->n_ipus;
  self->ipus = g_new0 (PoplensTraceBspIpu, MAX (self->n_ipus, 1));
  for (guint i = 0; i < self->n_ipus; i++) {
    self->ipus[i].layers = g_ptr_array_new_with_free_func (layer_free);
    self->ipus[i].extent_step = G_MAXUINT32;
  }
  return self;
}

static gpointer
ref_bsp (gpointer bsp, gpointer user_data)
{
  return bsp ? trace_bsp_ref (bsp) : NULL;
}

/* Returns the BSP trace of the report, which caches it. NULL without @error if steps have no cycles
 * by tile. (transfer full) */
static PoplensTraceBsp *
trace_bsp_get (PoplensReport *report, PoplensTraceModel *model, GCancellable *cancellable,
               GError **error)
{
  static const char name[] = "poplens-trace-bsp";
  PoplensTraceBsp *self = g_object_dup_data (G_OBJECT (report), name, ref_bsp, NULL);
  PoplensSliceReader reader = {report, cancellable};
  PoplensBspInput input;

  if (self)
    return self;
  self = bsp_new (model);
  input = self->input;
  input.slice_data = &reader;
  if (!poplens_bsp_has_tiles (&input, error)) {
    poplens_trace_bsp_unref (self);
    return NULL;
  }
  g_object_set_data_full (G_OBJECT (report), name, trace_bsp_ref (self),
                          (GDestroyNotify) poplens_trace_bsp_unref);
  return self;
}

/* Returns the number of columns to read: as many as MOST_BYTES allows for the cells of all IPUs,
 * between LEAST_COLUMNS and MOST_COLUMNS. */
static guint
trace_bsp_most_columns (const PoplensTraceBsp *self)
{
  gsize column = (gsize) self->input.n_tiles * self->input.n_series;

  return (guint) CLAMP (MOST_BYTES / MAX (column, 1), LEAST_COLUMNS, MOST_COLUMNS);
}

/* ---- orders ---------------------------------------------------------------------------------- */

/* Returns the tile on @line of the field if tiles are sorted by @order. The number is relative to
 * the IPU's first tile. Called with the lock held. */
static guint32
trace_bsp_tile_on_line (const PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order,
                        guint line)
{
  guint32 first = ipu * self->input.tiles_per_ipu, tile;

  if (order == POPLENS_TILES_BY_WAITING && self->ipus[ipu].by_waiting)
    return self->ipus[ipu].by_waiting[line];
  if (order != POPLENS_TILES_BY_PLACE)
    return line;
  tile = poplens_floor_plan_tile_of_position (&self->plan, first + line);
  return tile >= first && tile - first < self->input.tiles_per_ipu ? tile - first : line;
}

/* Creates a layer of @grid, with its tiles sorted by @order. Called with the lock held. (transfer
 * full) */
static PoplensTraceBspLayer *
layer_new (const PoplensTraceBsp *self, PoplensBspGrid *grid, PoplensTileOrder order)
{
  PoplensTraceBspLayer *layer = g_new (PoplensTraceBspLayer, 1);
  guint32 *lines = g_new (guint32, MAX (grid->n_tiles, 1));

  for (guint32 line = 0; line < grid->n_tiles; line++)
    lines[line] = trace_bsp_tile_on_line (self, grid->ipu, order, line);
  *layer = (PoplensTraceBspLayer){poplens_bsp_grid_ref (grid),
                                  poplens_field_cells_new (grid->n_tiles, lines, grid->n_columns,
                                                           grid->edges, grid->n_series, grid->cells,
                                                           poplens_bsp_grid_ref (grid),
                                                           (GDestroyNotify) poplens_bsp_grid_unref),
                                  order};
  return layer;
}

/* Sorts the tiles of the IPU by how long they wait in the grid that was read last. Called with the
 * lock held. */
static void
sort_by_waiting (PoplensTraceBsp *self, guint16 ipu)
{
  PoplensTraceBspIpu *of = &self->ipus[ipu];
  const PoplensTraceBspLayer *last =
      of->layers->len ? of->layers->pdata[of->layers->len - 1] : NULL;

  if (!last)
    return;
  g_free (of->by_waiting);
  of->by_waiting = poplens_bsp_order_by_waiting (last->grid, self->waiting);
}

/* Sorts the tiles in each layer of the IPU by @order. @all: TRUE: also sorts layers that are in
 * this order already, because waiting times have changed. Called with the lock held. */
static void
sort_layers (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order, gboolean all)
{
  GPtrArray *layers = self->ipus[ipu].layers;

  for (guint l = 0; l < layers->len; l++) {
    PoplensTraceBspLayer *old = layers->pdata[l];
    if (old->order == order && !all)
      continue;
    layers->pdata[l] = layer_new (self, old->grid, order);
    layer_free (old);
  }
}

/* Sorts the tiles of grids in memory by @order. A new order needs no new read. */
static void
trace_bsp_sort (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order)
{
  pthread_mutex_lock (&self->lock);
  if (order == POPLENS_TILES_BY_WAITING && !self->ipus[ipu].by_waiting)
    sort_by_waiting (self, ipu);
  sort_layers (self, ipu, order, FALSE);
  pthread_mutex_unlock (&self->lock);
}

/* ---- reading --------------------------------------------------------------------------------- */

static gboolean
has_edges (const PoplensBspGrid *grid, const GArray *edges)
{
  return grid->n_columns + 1 == edges->len &&
         !memcmp (grid->edges, edges->data, edges->len * sizeof (guint64));
}

/* TRUE if the most recent layer has these column @edges and this @order, so that no read is
 * needed. */
static gboolean
is_there (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order, const GArray *edges)
{
  const GPtrArray *layers = self->ipus[ipu].layers;
  const PoplensTraceBspLayer *last;
  gboolean there;

  pthread_mutex_lock (&self->lock);
  last = layers->len ? layers->pdata[layers->len - 1] : NULL;
  there = last && last->order == order && has_edges (last->grid, edges);
  pthread_mutex_unlock (&self->lock);
  return there;
}

static guint64
bsp_layer_length (const PoplensTraceBspLayer *layer)
{
  return layer->grid->edges[layer->grid->n_columns] - layer->grid->edges[0];
}

static void
take_grid (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order, PoplensBspGrid *grid)
{
  PoplensTraceBspIpu *of = &self->ipus[ipu];

  pthread_mutex_lock (&self->lock);
  /* Keep one older grid, the one that covers most cycles, so that every part of the trace shows
   * something. */
  GPtrArray *layers = of->layers;
  while (layers->len > 1)
    g_ptr_array_remove_index (layers, bsp_layer_length (layers->pdata[0]) >=
                                          bsp_layer_length (layers->pdata[1]));
  /* The order by waiting was computed from the grid of an earlier view: drop it. */
  g_clear_pointer (&of->by_waiting, g_free);
  g_ptr_array_add (of->layers, layer_new (self, grid, order));
  if (order == POPLENS_TILES_BY_WAITING)
    sort_by_waiting (self, ipu);
  sort_layers (self, ipu, order, order == POPLENS_TILES_BY_WAITING);
  pthread_mutex_unlock (&self->lock);
}

/* Reads the cycles at which each tile of the IPU began and ended @step, unless they are in memory.
 * @step: index in the execution; G_MAXUINT32: none. FALSE with @error. */
static gboolean
fetch_extent (PoplensTraceBsp *self, const PoplensBspInput *input, guint16 ipu, guint32 step,
              const PoplensWork *work, GError **error)
{
  g_autoptr (GError) local = NULL;
  PoplensBspExtent *extent = NULL;
  PoplensTraceBspIpu *of = &self->ipus[ipu];
  gboolean there;

  pthread_mutex_lock (&self->lock);
  there = of->extent_step == step;
  pthread_mutex_unlock (&self->lock);
  if (there)
    return TRUE;
  if (step != G_MAXUINT32)
    extent = poplens_bsp_extent_new (input, ipu, step, work, &local);
  if (local) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  pthread_mutex_lock (&self->lock);
  poplens_bsp_extent_free (of->extent);
  of->extent = extent;
  of->extent_step = step;
  pthread_mutex_unlock (&self->lock);
  return TRUE;
}

static void
on_progress (double fraction, const char *what, gpointer data)
{
  PoplensTraceBspReader *reader = data;
  const PoplensWork *work = reader->work;

  pthread_mutex_lock (&reader->bsp->lock);
  reader->fraction = fraction;
  pthread_mutex_unlock (&reader->bsp->lock);
  if (work && work->tell)
    work->tell (work->from + (work->to - work->from) * fraction, what, work->data);
}

/* Registers @reader as the read whose progress the chart shows (@reads TRUE), or removes it. A
 * later read replaces an earlier read of the same IPU. */
static void
set_reader (PoplensTraceBspReader *reader, gboolean reads)
{
  PoplensTraceBspIpu *of = &reader->bsp->ipus[reader->ipu];

  pthread_mutex_lock (&reader->bsp->lock);
  if (reads || of->reader == reader)
    of->reader = reads ? reader : NULL;
  pthread_mutex_unlock (&reader->bsp->lock);
}

static gboolean
read_grid (PoplensTraceBsp *self, const PoplensBspInput *input, guint16 ipu, PoplensTileOrder order,
           const GArray *edges, const PoplensWork *work, GError **error)
{
  PoplensTraceBspReader reader = {self, work, ipu, g_get_monotonic_time (), 0};
  PoplensWork own = {on_progress, &reader, work ? work->cancellable : NULL, 0, 1};
  g_autoptr (PoplensBspGrid) grid = NULL;

  set_reader (&reader, TRUE);
  grid = poplens_bsp_grid_new (input, ipu, (const guint64 *) (gconstpointer) edges->data,
                               edges->len - 1, &own, error);
  if (grid)
    take_grid (self, ipu, order, grid);
  set_reader (&reader, FALSE);
  return grid != NULL;
}

/* Reads the data of a field, unless they are in memory: the grid for the columns between @edges,
 * and the cycles of @step on each tile. Runs on a worker thread. @step: index in the execution;
 * G_MAXUINT32: none. FALSE with @error. */
static gboolean
trace_bsp_fetch (PoplensTraceBsp *self, PoplensReport *report, guint16 ipu, PoplensTileOrder order,
                 const GArray *edges, guint32 step, const PoplensWork *work, GError **error)
{
  PoplensSliceReader reader = {report, work ? work->cancellable : NULL};
  PoplensBspInput input = self->input;

  input.slice_data = &reader;
  if (!is_there (self, ipu, order, edges) &&
      !read_grid (self, &input, ipu, order, edges, work, error))
    return FALSE;
  return fetch_extent (self, &input, ipu, step, work, error);
}

/* ---- a field of the chart -------------------------------------------------------------------- */

/* Microseconds that a read must take before the field shows its progress. */
#define QUIET (300 * 1000)

/* Data of a field of the chart, for its callbacks. */
typedef struct {
  PoplensTraceBsp *bsp;
  PoplensReport *report; /* owns the data that .bsp uses */
  guint16 ipu;
  PoplensTileOrder order;
} BspField;

static GPtrArray *
get_cells (gconstpointer data)
{
  const BspField *field = data;
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
tile_of (const BspField *field, guint line)
{
  guint32 tile;

  pthread_mutex_lock (&field->bsp->lock);
  tile = trace_bsp_tile_on_line (field->bsp, field->ipu, field->order, line);
  pthread_mutex_unlock (&field->bsp->lock);
  return tile;
}

static char *
name_line (gconstpointer data, guint line)
{
  const BspField *field = data;

  return g_strdup_printf ("%u",
                          field->ipu * field->bsp->input.tiles_per_ipu + tile_of (field, line));
}

/* Returns how many steps of the most recent grid have no cycles by tile. Called with the lock
 * held. */
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
  const BspField *field = data;
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
  const BspField *field = data;
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

/* Returns the latest grid that overlaps the cycles [@from, @to). (transfer full) (nullable): NULL
 * if there is none */
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

/* Returns the number of the tile on @line of the field. @step: (out): step that the tile executed
 * at @cycle; G_MAXUINT32 if it is unknown. */
static guint32
trace_bsp_tile_at (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order, guint line,
                   guint64 cycle, guint32 *step)
{
  BspField field = {self, NULL, ipu, order};
  guint32 tile = tile_of (&field, line);
  g_autoptr (PoplensBspGrid) grid = grid_at (self, ipu, cycle, cycle + 1);
  const PoplensBspSpan *span = grid ? poplens_bsp_grid_find (grid, tile, cycle) : NULL;

  *step = span ? span->step : G_MAXUINT32;
  return ipu * self->input.tiles_per_ipu + tile;
}

static void
describe_span (const BspField *field, GString *out, const PoplensBspSpan *span)
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

/* Adds the cycles of @tile in [@from, @to) to @sums, by series. If @grid has no exact spans,
 * estimates the cycles from its cells. */
static void
trace_bsp_add_up (const PoplensBspGrid *grid, guint32 tile, guint64 from, guint64 to,
                  const guint8 *series, double *sums)
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
describe_mixture (const BspField *field, GString *out, const PoplensBspGrid *grid, guint32 tile,
                  guint64 from, guint64 to)
{
  const PoplensTraceModel *model = field->bsp->model;
  double sums[POPLENS_BSP_MOST_SERIES] = {0};
  gboolean known = FALSE;
  PoplensNumber a, b;

  g_string_append_printf (out, "\nCycles\t%s–%s", poplens_format_count (a, from),
                          poplens_format_count (b, to));
  trace_bsp_add_up (grid, tile, from, to, field->bsp->series, sums);
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
trace_bsp_describe (gconstpointer data, guint line, guint64 from, guint64 to)
{
  const BspField *field = data;
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
  BspField *field = data;

  poplens_trace_bsp_unref (field->bsp);
  g_object_unref (field->report);
  g_free (field);
}

/* Adds a field with a line for each tile of @ipu, below the lanes of the group @group. */
static void
trace_bsp_add_field (PoplensTraceBsp *self, PoplensReport *report, PoplensChart *chart, guint group,
                     guint16 ipu, PoplensTileOrder order)
{
  static const PoplensFieldClass klass = {get_cells, name_line, trace_bsp_describe, get_selected,
                                          get_note};
  PoplensFieldSeries series[POPLENS_N_TRACE_SERIES];
  BspField *field = g_new (BspField, 1);
  guint32 first = ipu * self->input.tiles_per_ipu;
  guint32 n = first < self->input.n_tiles
                  ? MIN (self->input.tiles_per_ipu, self->input.n_tiles - first)
                  : 0;

  *field = (BspField){trace_bsp_ref (self), g_object_ref (report), ipu, order};
  poplens_chart_set_lane_field (chart, group, n, &klass, field, field_free);
  for (guint s = 0; s < self->model->n_series; s++) {
    const PoplensTraceSeriesInfo *info = &poplens_trace_series[self->model->seen[s]];
    series[s] = (PoplensFieldSeries){info->key, info->ink, info->kind};
  }
  poplens_chart_set_lane_field_series (chart, group, series, self->model->n_series);
}

/* ---- on the page ----------------------------------------------------------------------------- */

/* Options of the control "order", and their titles; by PoplensTileOrder. */
static const char *const orders[] = {"software", "physical", "waiting"};
static const char *const order_titles[] = {"Number", "Position on die", "Most waiting"};

/* ---- on the page: controls ------------------------------------------------------------------- */

/* Adds a notice: the report has no cycles by tile. The notice names the engine option that records
 * them. */
static void
say_no_tiles (PoplensPage *page, const PoplensTraceModel *model)
{
  const char *level = model->target ? model->target->compute_level : NULL;
  g_autofree char *measured =
      level && *level ? g_strdup_printf (" (instrumentation level: \u201c%s\u201d)", level)
                      : g_strdup ("");
  g_autofree char *text = g_strdup_printf (
      "No cycles by tile recorded%s. Set debug.computeInstrumentationLevel=tile and record again.",
      measured);

  poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "no-tiles", text);
}

gboolean
poplens_trace_add_bsp (PoplensPage *page, const PoplensPageContext *context,
                       PoplensTraceModel *model, PoplensTraceBsp **bsp, PoplensTileOrder *order,
                       GError **error)
{
  g_autoptr (GError) local = NULL;
  gboolean on =
      poplens_page_add_switch (page, "bsp", "BSP", "Show what each tile does (BSP trace)", FALSE);

  poplens_page_control (page, "bsp")->letter = 'b';
  *bsp = on ? trace_bsp_get (context->report, model, context->cancellable, &local) : NULL;
  if (local && !poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  if (local)
    poplens_page_add_notice (page, POPLENS_TONE_WARNING, "no-tiles", local->message);
  else if (on && !*bsp)
    say_no_tiles (page, model);
  if (*bsp)
    *order = (PoplensTileOrder) poplens_page_add_choice (
        page, "order", "Tile order", "Order of the tiles", orders, order_titles,
        G_N_ELEMENTS (orders), POPLENS_TILES_BY_NUMBER);
  if (*bsp)
    poplens_page_control (page, "order")->in_display = TRUE;
  return TRUE;
}

/* ---- on the page: fields --------------------------------------------------------------------- */

static const PoplensTraceGroup *
trace_group_at (const PoplensPage *page, guint i)
{
  return &g_array_index (page->trace->lanes->groups, PoplensTraceGroup, i);
}

void
poplens_trace_add_fields (PoplensPage *page, const PoplensPageContext *context, PoplensChart *chart)
{
  const PoplensTraceView *view = page->trace;

  if (view->bsp && view->lanes->colours)
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "tile-colours",
                             "Tiles are coloured by step type");
  for (guint i = 0; view->bsp && i < view->lanes->groups->len; i++) {
    guint16 ipu = trace_group_at (page, i)->ipu;
    trace_bsp_sort (view->bsp, ipu, view->tile_order);
    trace_bsp_add_field (view->bsp, context->report, chart, i, ipu, view->tile_order);
  }
}

guint
poplens_page_n_fields (const PoplensPage *self)
{
  return self->trace && self->trace->bsp ? self->trace->lanes->groups->len : 0;
}

guint
poplens_page_most_field_columns (const PoplensPage *self)
{
  return poplens_page_n_fields (self) ? trace_bsp_most_columns (self->trace->bsp) : 1;
}

gboolean
poplens_page_fetch_field (const PoplensPage *self, const PoplensLocation *location, guint field,
                          const GArray *edges, const PoplensWork *work, GError **error)
{
  const PoplensTraceView *view = self->trace;
  guint16 ipu = trace_group_at (self, field)->ipu;
  guint32 step;

  /* If the lanes of this IPU are collapsed, its field is hidden: do not read its data. */
  if (poplens_trace_is_collapsed (location, ipu))
    return TRUE;
  if (!poplens_trace_executed (view->lanes->model, location, &step))
    step = G_MAXUINT32;
  return trace_bsp_fetch (view->bsp, view->report, ipu, view->tile_order, edges, step, work, error);
}

gboolean
poplens_page_fetch_fields (const PoplensPage *self, const PoplensLocation *location,
                           const PoplensChartLayout *layout, const PoplensWork *work,
                           GError **error)
{
  guint n = poplens_page_n_fields (self);
  g_autoptr (GArray) edges =
      poplens_chart_layout_field_edges (layout, poplens_page_most_field_columns (self));

  for (guint i = 0; i < n; i++) {
    PoplensWork share = poplens_work_share (work, (double) i / n, (i + 1.0) / n);
    if (!poplens_page_fetch_field (self, location, i, edges, &share, error))
      return FALSE;
  }
  return TRUE;
}

PoplensLocation *
poplens_page_select_line (const PoplensPage *self, const PoplensLocation *location, guint group,
                          guint line, guint64 cycle)
{
  const PoplensTraceView *view = self->trace;
  g_autofree char *tile = NULL, *id = NULL;
  guint32 step, number;

  if (group >= poplens_page_n_fields (self))
    return poplens_location_ref ((PoplensLocation *) location);
  number = trace_bsp_tile_at (view->bsp, trace_group_at (self, group)->ipu, view->tile_order, line,
                              cycle, &step);
  tile = g_strdup_printf ("%u", number);
  g_autoptr (PoplensLocation) with_tile = poplens_location_with (location, "tile", tile);
  if (step == G_MAXUINT32)
    return g_steal_pointer (&with_tile);
  id = g_strdup_printf ("%u", poplens_execution_step_id (view->lanes->model->execution, step));
  g_autoptr (PoplensLocation) free = poplens_location_with (with_tile, "range", NULL);
  return poplens_location_with (free, "executed", id);
}
