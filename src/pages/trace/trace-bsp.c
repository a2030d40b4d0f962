#include "pages/trace/trace-bsp-private.h"

#include <string.h>

/* Of the cells of all IPUs, for what is in view. There may be as much again of what was. */
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

/* ---- the store ---------------------------------------------------------------------------------
 */

PoplensTraceBsp *
poplens_trace_bsp_ref (PoplensTraceBsp *self)
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

typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
} Source;

static PoplensSlice *
get_slice (PoplensSliceKind kind, guint64 key, gpointer data, GError **error)
{
  const Source *source = data;

  return poplens_report_get_slice (source->report, kind, key, source->cancellable, error);
}

/* Series of the chart where it has types of steps. */
static void
take_series (PoplensTraceBsp *self)
{
  const PoplensTraceModel *model = self->model;
  guint32 n = model->execution->n_steps;

  self->series = g_new (guint8, MAX (n, 1));
  for (guint32 s = 0; s < n; s++)
    self->series[s] = model->location[poplens_trace_look (model, s).series];
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
                                  .get_slice = get_slice};
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
  return bsp ? poplens_trace_bsp_ref (bsp) : NULL;
}

PoplensTraceBsp *
poplens_trace_bsp_get (PoplensReport *report, PoplensTraceModel *model, GCancellable *cancellable,
                       GError **error)
{
  static const char name[] = "poplens-trace-bsp";
  PoplensTraceBsp *self = g_object_dup_data (G_OBJECT (report), name, ref_bsp, NULL);
  Source source = {report, cancellable};
  PoplensBspInput input;

  if (self)
    return self;
  self = bsp_new (model);
  input = self->input;
  input.slice_data = &source;
  if (!poplens_bsp_has_tiles (&input, error)) {
    poplens_trace_bsp_unref (self);
    return NULL;
  }
  g_object_set_data_full (G_OBJECT (report), name, poplens_trace_bsp_ref (self),
                          (GDestroyNotify) poplens_trace_bsp_unref);
  return self;
}

guint
poplens_trace_bsp_most_columns (const PoplensTraceBsp *self)
{
  gsize column = (gsize) self->input.n_tiles * self->input.n_series;

  return (guint) CLAMP (MOST_BYTES / MAX (column, 1), LEAST_COLUMNS, MOST_COLUMNS);
}

/* ---- orders ------------------------------------------------------------------------------------
 */

guint32
poplens_trace_bsp_tile_on_line (const PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order,
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

/* Cells of @grid in that order. */
static PoplensTraceBspLayer *
layer_new (const PoplensTraceBsp *self, PoplensBspGrid *grid, PoplensTileOrder order)
{
  PoplensTraceBspLayer *layer = g_new (PoplensTraceBspLayer, 1);
  guint32 *lines = g_new (guint32, MAX (grid->n_tiles, 1));

  for (guint32 line = 0; line < grid->n_tiles; line++)
    lines[line] = poplens_trace_bsp_tile_on_line (self, grid->ipu, order, line);
  *layer = (PoplensTraceBspLayer){poplens_bsp_grid_ref (grid),
                                  poplens_field_cells_new (grid->n_tiles, lines, grid->n_columns,
                                                           grid->edges, grid->n_series, grid->cells,
                                                           poplens_bsp_grid_ref (grid),
                                                           (GDestroyNotify) poplens_bsp_grid_unref),
                                  order};
  return layer;
}

/* By what the last that was read says; others are sorted anew then. */
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

/* With the lock held. */
static void
sort_layers (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order, gboolean anew)
{
  GPtrArray *layers = self->ipus[ipu].layers;

  for (guint l = 0; l < layers->len; l++) {
    PoplensTraceBspLayer *old = layers->pdata[l];
    if (old->order == order && !anew)
      continue;
    layers->pdata[l] = layer_new (self, old->grid, order);
    layer_free (old);
  }
}

void
poplens_trace_bsp_sort (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order)
{
  pthread_mutex_lock (&self->lock);
  if (order == POPLENS_TILES_BY_WAITING && !self->ipus[ipu].by_waiting)
    sort_by_waiting (self, ipu);
  sort_layers (self, ipu, order, FALSE);
  pthread_mutex_unlock (&self->lock);
}

/* ---- reading -----------------------------------------------------------------------------------
 */

static gboolean
has_edges (const PoplensBspGrid *grid, const GArray *edges)
{
  return grid->n_columns + 1 == edges->len &&
         !memcmp (grid->edges, edges->data, edges->len * sizeof (guint64));
}

/* Is it the last, in order? Then nothing is to be done. */
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
length_of (const PoplensTraceBspLayer *layer)
{
  return layer->grid->edges[layer->grid->n_columns] - layer->grid->edges[0];
}

/* Of what was read before, the one that shows most of the trace stays: there is something to see
 * wherever one goes. */
static void
drop_old (GPtrArray *layers)
{
  while (layers->len > 1)
    g_ptr_array_remove_index (layers, length_of (layers->pdata[0]) >= length_of (layers->pdata[1]));
}

static void
take_grid (PoplensTraceBsp *self, guint16 ipu, PoplensTileOrder order, PoplensBspGrid *grid)
{
  PoplensTraceBspIpu *of = &self->ipus[ipu];

  pthread_mutex_lock (&self->lock);
  drop_old (of->layers);
  /* How tiles waited in what was in view before. */
  g_clear_pointer (&of->by_waiting, g_free);
  g_ptr_array_add (of->layers, layer_new (self, grid, order));
  if (order == POPLENS_TILES_BY_WAITING)
    sort_by_waiting (self, ipu);
  sort_layers (self, ipu, order, order == POPLENS_TILES_BY_WAITING);
  pthread_mutex_unlock (&self->lock);
}

/* Where the tiles were in the step that is selected. */
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

/* One that begins later is the one that is shown. */
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

gboolean
poplens_trace_bsp_fetch (PoplensTraceBsp *self, PoplensReport *report, guint16 ipu,
                         PoplensTileOrder order, const GArray *edges, guint32 step,
                         const PoplensWork *work, GError **error)
{
  Source source = {report, work ? work->cancellable : NULL};
  PoplensBspInput input = self->input;

  input.slice_data = &source;
  if (!is_there (self, ipu, order, edges) &&
      !read_grid (self, &input, ipu, order, edges, work, error))
    return FALSE;
  return fetch_extent (self, &input, ipu, step, work, error);
}
