/* Follows the tiles of an IPU through the executed steps, beginning at a marker (a cycle at which
 * the file records the position of each tile). Fills a grid of activity, finds the extent of one
 * step, and sorts tiles by waiting. */
#include "analysis/trace/bsp.h"

#include "base/search.h"

#include <stdlib.h>

/* ---- lists ----------------------------------------------------------------------------------- */

/* Limit of decoded lists in the cache, bytes. */
#define MOST_BYTES ((gsize) 96 << 20)

#define LISTS_PER_CHUNK ((guint64) 1 << POPLENS_SCAN_CYCLES_SHIFT)

/* Decoded lists of cycles by tile of one chunk of the table, by id; NULL for a missing id. */
typedef struct {
  guint64 key;
  guint32 *list[1 << POPLENS_SCAN_CYCLES_SHIFT];
  GList link; /* link in BspLists.used */
} ListChunk;

/* LRU cache of decoded lists of cycles by tile, in chunks. */
typedef struct {
  const PoplensBspInput *input;
  guint32 first_tile, n_tiles;
  gsize list_bytes, bytes;
  GHashTable *pieces; /* key of a chunk → ListChunk */
  GQueue used;
  guint64 *decoded; /* buffer for decoding one list of all tiles */
} BspLists;

static void
list_chunk_free (gpointer data)
{
  ListChunk *piece = data;

  for (guint i = 0; i < LISTS_PER_CHUNK; i++)
    g_free (piece->list[i]);
  g_free (piece);
}

/* Creates a cache for the tiles of @ipu. Steps of a program share lists, and lists of consecutive
 * steps are adjacent in the file, so most lists are in the cache. (transfer full) */
static BspLists *
bsp_lists_new (const PoplensBspInput *input, guint16 ipu)
{
  BspLists *self = g_new0 (BspLists, 1);
  guint64 first = (guint64) ipu * input->tiles_per_ipu;

  self->input = input;
  self->first_tile = (guint32) MIN (first, input->n_tiles);
  self->n_tiles = MIN (input->tiles_per_ipu, input->n_tiles - self->first_tile);
  self->list_bytes = ((gsize) self->n_tiles + 1) * sizeof (guint32);
  self->pieces = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, list_chunk_free);
  self->decoded = g_new (guint64, (gsize) self->first_tile + self->n_tiles + 1);
  return self;
}

static void
bsp_lists_free (BspLists *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->pieces);
  g_free (self->decoded);
  g_free (self);
}

/* Decodes the cycles of the IPU's tiles from a list, and appends their maximum. A list with
 * .tiles_per_ipu values has only the tiles of this IPU; any other list begins at the first tile of
 * the system. NULL if the list is too short. (transfer full) (nullable) */
static guint32 *
bsp_lists_decode (BspLists *self, const PoplensLists *lists, gsize row)
{
  gsize n = poplens_lists_length (lists, row);
  guint32 skip = n == self->input->tiles_per_ipu ? 0 : self->first_tile;
  guint32 *list;

  if (!n || n < (gsize) skip + self->n_tiles)
    return NULL;
  list = g_malloc (self->list_bytes);
  poplens_lists_read (lists, row, self->decoded, (gsize) skip + self->n_tiles);
  list[self->n_tiles] = 0;
  for (guint32 t = 0; t < self->n_tiles; t++) {
    list[t] = (guint32) MIN (self->decoded[skip + t], G_MAXUINT32);
    list[self->n_tiles] = MAX (list[self->n_tiles], list[t]);
  }
  return list;
}

static void
bsp_lists_evict (BspLists *self)
{
  while (self->bytes > MOST_BYTES && self->used.length > 1) {
    GList *link = g_queue_pop_head_link (&self->used);
    ListChunk *piece = link->data;
    for (guint i = 0; i < LISTS_PER_CHUNK; i++)
      self->bytes -= piece->list[i] ? self->list_bytes : 0;
    g_hash_table_remove (self->pieces, &piece->key);
  }
}

static ListChunk *
bsp_lists_read_chunk (BspLists *self, guint64 key, GError **error)
{
  g_autoptr (PoplensSlice) slice =
      self->input->get_slice (POPLENS_SLICE_SCAN_CYCLES, key, self->input->slice_data, error);
  ListChunk *piece;

  if (!slice)
    return NULL;
  piece = g_new0 (ListChunk, 1);
  piece->key = key;
  piece->link.data = piece;
  for (guint32 i = 0; i < slice->n; i++) {
    guint32 **list = &piece->list[slice->values[i] % LISTS_PER_CHUNK];
    if (slice->values[i] / LISTS_PER_CHUNK != key || *list)
      continue;
    *list = bsp_lists_decode (self, slice->lists, i);
    self->bytes += *list ? self->list_bytes : 0;
  }
  g_hash_table_insert (self->pieces, &piece->key, piece);
  g_queue_push_tail_link (&self->used, &piece->link);
  bsp_lists_evict (self);
  return piece;
}

/* Returns the cycles of the IPU's tiles in the list @id, followed by their maximum. NULL without an
 * error if there is no such list. Valid until the next call. (transfer none) (nullable) */
static const guint32 *
bsp_lists_get (BspLists *self, gint64 id, GError **error)
{
  guint64 key = (guint64) id / LISTS_PER_CHUNK;
  ListChunk *piece;

  if (id < 0)
    return NULL;
  piece = g_hash_table_lookup (self->pieces, &key);
  if (piece) {
    g_queue_unlink (&self->used, &piece->link);
    g_queue_push_tail_link (&self->used, &piece->link);
  } else {
    piece = bsp_lists_read_chunk (self, key, error);
  }
  return piece ? piece->list[(guint64) id % LISTS_PER_CHUNK] : NULL;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* State of a walk over the steps of an IPU. */
typedef struct {
  const PoplensBspInput *input;
  guint16 ipu;
  guint32 first_tile, n_tiles;
  BspLists *lists;
  PoplensSlice *rows; /* (nullable): current slice of rows */
  guint32 next;       /* next row in .rows */
  gboolean ended;
  guint32 n_listless;
  /* Begin of the current gap, which consists of steps without cycles by tile; G_MAXUINT64: there is
   * no gap. */
  guint64 gap_from;
  /* (nullable) [n_tiles] id of the first step of each tile after the marker; STARTED: the tile has
   * started. NULL: all tiles have started. */
  guint32 *begins;
  guint64 *begins_to; /* [n_tiles] cycle at which each tile ends its step in .begins */
  guint32 last_begin; /* highest id in .begins */
  guint64 *joins;     /* [n_tiles] buffer for BspStep.joins */
  /* [n_tiles + 1] buffer for BspStep.cycles: cycles of the tiles that have started, 0 for
   * others. */
  guint32 *masked;
} BspWalk;

/* A step that the walk has reached. */
typedef struct {
  guint32 step; /* index of the step in PoplensExecution */
  guint64 base; /* cycle at which the step begins, as recorded */
  /* Cycles that each tile spent in the gap before this step, in steps without cycles by tile. */
  guint64 gap;
  const guint32 *cycles; /* [n_tiles + 1] cycles of each tile; the last element is their maximum */
  /* (nullable) [n_tiles] cycle at which a tile starts in this step; G_MAXUINT64: the tile does not
   * start in this step. NULL: all tiles started earlier. */
  const guint64 *joins;
} BspStep;

/* Walks the steps of an IPU in order, beginning at a marker. */

/* Value in BspWalk.begins of a tile that has started. */
#define STARTED G_MAXUINT32

/* ---- start of the walk ----------------------------------------------------------------------- */

/* Returns the index of the last marker at or before @cycle; G_MAXUINT32 if there is none. */
static guint32
execution_find_marker (const PoplensExecution *x, guint64 cycle)
{
  guint32 low = 0, high = x->n_markers;

  POPLENS_SEARCH (low, high, middle, x->marker_from[middle] <= cycle);
  return low ? low - 1 : G_MAXUINT32;
}

/* Reads a marker: the step in which each tile starts. @from: cycle of the marker. Ignores a marker
 * that lacks tiles: the walk then starts at the first step. */
static void
walk_read_marker (BspWalk *self, const PoplensSlice *slice, guint64 from)
{
  guint32 all = slice->n / 2;

  if (slice->n % 2 || all < self->input->n_tiles)
    return;
  self->begins = g_new (guint32, MAX (self->n_tiles, 1));
  self->begins_to = g_new (guint64, MAX (self->n_tiles, 1));
  for (guint32 t = 0; t < self->n_tiles; t++) {
    guint64 step = slice->values[self->first_tile + t];
    guint64 left = slice->values[all + (gsize) self->first_tile + t];
    self->begins[t] = (guint32) MIN (step, G_MAXUINT32 - 1);
    self->begins_to[t] = left > G_MAXUINT64 / 2 ? from : from + left;
    self->last_begin = MAX (self->last_begin, self->begins[t]);
  }
}

static guint32
walk_first_step (const BspWalk *self)
{
  guint32 lowest = self->begins ? G_MAXUINT32 : 0;

  for (guint32 t = 0; self->begins && t < self->n_tiles; t++)
    lowest = MIN (lowest, self->begins[t]);
  return lowest;
}

static PoplensSlice *
walk_get_slice (const BspWalk *self, PoplensSliceKind kind, guint64 key, GError **error)
{
  return self->input->get_slice (kind, key, self->input->slice_data, error);
}

/* Starts the walk at the last marker at or before @cycle. Each tile starts with its first step that
 * ends at the marker or later. Without markers, starts all tiles at the first step, at cycle 0.
 * FALSE with @error. */
static gboolean
bsp_walk_init (BspWalk *self, const PoplensBspInput *input, guint16 ipu, guint64 cycle,
               GError **error)
{
  guint32 marker = execution_find_marker (input->execution, cycle), step;
  guint64 first = (guint64) ipu * input->tiles_per_ipu;

  *self = (BspWalk){.input = input, .ipu = ipu, .gap_from = G_MAXUINT64};
  self->first_tile = (guint32) MIN (first, input->n_tiles);
  self->n_tiles = MIN (input->tiles_per_ipu, input->n_tiles - self->first_tile);
  self->lists = bsp_lists_new (input, ipu);
  self->joins = g_new0 (guint64, MAX (self->n_tiles, 1));
  self->masked = g_new0 (guint32, (gsize) self->n_tiles + 1);
  if (!self->n_tiles) {
    self->ended = TRUE;
    return TRUE;
  }
  if (marker != G_MAXUINT32) {
    g_autoptr (PoplensSlice) slice = walk_get_slice (self, POPLENS_SLICE_MARKER, marker, error);
    if (!slice)
      return FALSE;
    walk_read_marker (self, slice, input->execution->marker_from[marker]);
  }
  step = walk_first_step (self);
  self->rows = walk_get_slice (self, POPLENS_SLICE_SCAN_STEP_LISTS,
                               step >> POPLENS_SCAN_STEP_LISTS_SHIFT, error);
  while (self->rows && self->next < self->rows->n &&
         self->rows->scan_step_lists[self->next].step_id < step)
    self->next++;
  return self->rows != NULL;
}

static void
bsp_walk_clear (BspWalk *self)
{
  g_clear_pointer (&self->lists, bsp_lists_free);
  g_clear_pointer (&self->rows, poplens_slice_unref);
  g_clear_pointer (&self->begins, g_free);
  g_clear_pointer (&self->begins_to, g_free);
  g_clear_pointer (&self->joins, g_free);
  g_clear_pointer (&self->masked, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (BspWalk, bsp_walk_clear)

/* ---- rows ------------------------------------------------------------------------------------ */

/* Returns the next row of the IPU; NULL at the end, and on errors. */
static const PoplensScanStepList *
walk_next_row (BspWalk *self, GError **error)
{
  while (!self->ended) {
    guint64 key;
    while (self->next < self->rows->n) {
      const PoplensScanStepList *row = &self->rows->scan_step_lists[self->next++];
      if (row->ipu == self->ipu)
        return row;
    }
    key = self->rows->next;
    self->next = 0;
    g_clear_pointer (&self->rows, poplens_slice_unref);
    if (key != POPLENS_NO_SLICE)
      self->rows = walk_get_slice (self, POPLENS_SLICE_SCAN_STEP_LISTS, key, error);
    self->ended = !self->rows;
  }
  return NULL;
}

/* Starts the tiles that have reached their step in .begins. Fills .joins and .masked for the
 * current step. @id: id of the current step. @cycles: [n_tiles + 1] cycles of the current step. */
static void
walk_start_tiles (BspWalk *self, guint32 id, const guint32 *cycles)
{
  self->masked[self->n_tiles] = cycles[self->n_tiles];
  for (guint32 t = 0; t < self->n_tiles; t++) {
    guint32 c = cycles[t];
    self->joins[t] = G_MAXUINT64;
    self->masked[t] = 0;
    if (self->begins[t] != STARTED) {
      if (id < self->begins[t])
        continue;
      self->joins[t] = self->begins_to[t];
      if (id == self->begins[t])
        self->joins[t] -= MIN (c, self->begins_to[t]);
      self->begins[t] = STARTED;
    }
    self->masked[t] = c;
  }
}

/* Finds the next step with cycles by tile. FALSE at the end, and on errors. */
static gboolean
bsp_walk_next (BspWalk *self, BspStep *step, GError **error)
{
  const PoplensScanStepList *row;

  while ((row = walk_next_row (self, error))) {
    g_autoptr (GError) local = NULL;
    step->step = poplens_execution_find_step (self->input->execution, row->step_id);
    step->base = row->base;
    step->cycles = bsp_lists_get (self->lists, row->list, &local);
    step->joins = NULL;
    if (local) {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
    if (step->step == G_MAXUINT32)
      continue;
    if (!step->cycles) {
      self->n_listless++;
      self->gap_from = MIN (self->gap_from, row->base);
      continue;
    }
    /* Every tile spends the same time in the steps without cycles by tile: from the base of the
     * first such step to the base of this step. */
    step->gap = step->base > self->gap_from ? step->base - self->gap_from : 0;
    self->gap_from = G_MAXUINT64;
    if (self->begins) {
      walk_start_tiles (self, row->step_id, step->cycles);
      step->cycles = self->masked;
      step->joins = self->joins;
      /* After the last tile has started, no cycles need masking. */
      if (row->step_id > self->last_begin)
        g_clear_pointer (&self->begins, g_free);
    }
    return TRUE;
  }
  return FALSE;
}

/* ---- the grid -------------------------------------------------------------------------------- */

#define WORK "Loading tile cycles"
#define STEPS_A_POLL 64
#define NOWHERE G_MAXUINT64
#define VECTOR_LENGTH 16

/* A step on a tile. Spans are sorted by tile when all steps are known. */
typedef struct {
  PoplensBspSpan span;
  guint32 tile;
} TileSpan;

/* State of filling a grid. Each tile has a current cycle and a current column. .sum has the cycles
 * of the tile in its column. When the tile leaves the column, the cells of the column are written.
 */
typedef struct {
  PoplensBspGrid *grid;
  const guint8 *series_of; /* [steps] series in which each step is drawn */
  gsize n;                 /* number of tiles */
  guint64 *at, *end; /* [n] current cycle of each tile; cycle at which its current column ends */
  guint64 *sum;      /* [series][n] cycles that each tile spent in its current column */
  /* [series][n] cycles of steps in which no tile leaves its column; not yet added to .at and .sum.
   */
  guint32 *pending;
  guint32 unsettled; /* bit i: series i has .pending cycles */
  /* Cycles after which the first tile leaves its column. A shorter step needs no check of each
   * tile. */
  guint64 slack;
  guint8 *followed; /* [n] TRUE if the tile has started, so that its current cycle is known */
  guint32 *column;  /* [n] current column, from 1; 0: before the grid, n_columns + 1: past it */
  gsize n_behind;   /* number of tiles that have left the last column */
  GArray *spans;    /* (nullable): TileSpan; NULL: there are too many to store */
} GridBuilder;

/* ---- columns --------------------------------------------------------------------------------- */

static guint64
builder_column_end (const GridBuilder *self, guint32 column)
{
  return column <= self->grid->n_columns ? self->grid->edges[column] : NOWHERE;
}

/* Writes the cells (one for each series) of a tile's current column, and resets its sums. */
static void
builder_write_cell (GridBuilder *self, gsize tile)
{
  PoplensBspGrid *grid = self->grid;
  guint32 column = self->column[tile];
  guint64 width = column ? grid->edges[column] - grid->edges[column - 1] : 1;
  guint8 *cell =
      grid->cells + tile * grid->n_series * (gsize) grid->n_columns + MAX (column, 1) - 1;

  for (guint s = 0; s < grid->n_series; s++) {
    guint64 *sum = &self->sum[s * self->n + tile];
    if (*sum && column) {
      cell[s * (gsize) grid->n_columns] =
          (guint8) MAX ((double) *sum / (double) width * 255 + 0.5, 1);
      grid->sums[tile * grid->n_series + s] += *sum;
    }
    *sum = 0;
  }
}

static void
builder_leave_column (GridBuilder *self, gsize tile)
{
  builder_write_cell (self, tile);
  self->column[tile]++;
  self->end[tile] = builder_column_end (self, self->column[tile]);
  self->n_behind += self->end[tile] == NOWHERE;
}

/* Writes the columns that a tile leaves in a step. Distributes the step's @cycles over these
 * columns and the column that the tile reaches. @series: of the step. */
static void
builder_cross_columns (GridBuilder *self, gsize tile, guint8 series, guint32 cycles)
{
  guint64 *sum = &self->sum[series * self->n + tile], at = self->at[tile] - cycles;

  *sum -= cycles;
  while (self->at[tile] >= self->end[tile] && self->end[tile] != NOWHERE) {
    guint64 end = self->end[tile];
    *sum += end - MIN (at, end);
    at = MAX (at, end);
    builder_leave_column (self, tile);
  }
  *sum += self->at[tile] - at;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Moves a tile to the cycle @at. What the tile did before that is unknown. */
static void
builder_start_tile (GridBuilder *self, gsize tile, guint64 at)
{
  self->at[tile] = at;
  self->followed[tile] = TRUE;
  while (at >= self->end[tile] && self->end[tile] != NOWHERE)
    builder_leave_column (self, tile);
}

static void
builder_add_span (GridBuilder *self, gsize tile, const BspStep *step)
{
  guint64 from = self->at[tile], to = from + step->cycles[tile];
  TileSpan span = {{from, to, step->step, step->cycles[self->n]}, (guint32) tile};

  if (to <= self->grid->edges[0] || from >= self->grid->edges[self->grid->n_columns])
    return;
  if (self->spans->len >= POPLENS_BSP_MOST_SPANS)
    g_clear_pointer (&self->spans, g_array_unref);
  else
    g_array_append_val (self->spans, span);
}

static void
builder_add_pending (GridBuilder *self)
{
  for (guint s = 0; self->unsettled >> s; s++) {
    guint32 *pending = self->pending + s * self->n;
    guint64 *sum = self->sum + s * self->n;
    if (!(self->unsettled & 1u << s))
      continue;
    for (gsize t = 0; t < self->n; t++) {
      self->at[t] += pending[t];
      sum[t] += pending[t];
      pending[t] = 0;
    }
  }
  self->unsettled = 0;
}

/* Adds @cycles to @sums in blocks of constant length, which compilers vectorize. */
static void
sums_add_cycles (guint32 *restrict sums, const guint32 *restrict cycles, gsize n)
{
  gsize i = 0;

  for (; i + VECTOR_LENGTH <= n; i += VECTOR_LENGTH)
    for (gsize k = 0; k < VECTOR_LENGTH; k++)
      sums[i + k] += cycles[i + k];
  for (; i < n; i++)
    sums[i] += cycles[i];
}

/* Adds a step in which some tiles may leave their columns: checks each tile. */
static void
builder_add_by_tile (GridBuilder *self, const guint32 *cycles, guint8 series)
{
  guint64 *sum = self->sum + series * self->n, slack = G_MAXUINT32;

  for (gsize t = 0; t < self->n; t++) {
    self->at[t] += cycles[t];
    sum[t] += cycles[t];
    if (self->at[t] >= self->end[t])
      builder_cross_columns (self, t, series, cycles[t]);
    slack = MIN (slack, self->end[t] - self->at[t]);
  }
  self->slack = slack;
}

/* Moves all tiles forward by @gap cycles in which their activity is unknown. */
static void
builder_skip_gap (GridBuilder *self, guint64 gap)
{
  for (gsize t = 0; t < self->n; t++)
    if (self->followed[t])
      builder_start_tile (self, t, self->at[t] + gap);
}

static void
builder_add_step (GridBuilder *self, const BspStep *step)
{
  const guint32 *cycles = step->cycles;
  guint8 series = self->series_of[step->step];

  if (!step->gap && !step->joins && !self->spans && cycles[self->n] < self->slack) {
    self->slack -= cycles[self->n];
    self->unsettled |= 1u << series;
    sums_add_cycles (self->pending + series * self->n, cycles, self->n);
    return;
  }
  builder_add_pending (self);
  if (step->gap)
    builder_skip_gap (self, step->gap);
  for (gsize t = 0; step->joins && t < self->n; t++)
    if (step->joins[t] != G_MAXUINT64)
      builder_start_tile (self, t, step->joins[t]);
  for (gsize t = 0; self->spans && t < self->n; t++)
    if (cycles[t])
      builder_add_span (self, t, step);
  builder_add_by_tile (self, cycles, series);
}

/* ---- begin and end --------------------------------------------------------------------------- */

static void
builder_init (GridBuilder *self, const BspWalk *walk, PoplensBspGrid *grid)
{
  gsize n = MAX (grid->n_tiles, 1);

  *self = (GridBuilder){.grid = grid, .series_of = walk->input->series, .n = grid->n_tiles};
  self->at = g_new0 (guint64, n);
  self->end = g_new (guint64, n);
  self->column = g_new0 (guint32, n);
  self->sum = g_new0 (guint64, n * grid->n_series);
  self->pending = g_new0 (guint32, n * grid->n_series);
  self->followed = g_new0 (guint8, n);
  self->spans = g_array_new (FALSE, FALSE, sizeof (TileSpan));
  for (gsize t = 0; t < self->n; t++) {
    self->end[t] = grid->edges[0];
    builder_start_tile (self, t, 0);
    self->followed[t] = !walk->begins;
  }
}

/* Sorts the spans by tile. Spans of a tile stay in their order. */
static void
builder_sort_spans (GridBuilder *self)
{
  PoplensBspGrid *grid = self->grid;
  g_autofree guint32 *next = g_new0 (guint32, self->n + 1);
  guint32 n = self->spans->len;

  grid->span_first = g_new0 (guint32, self->n + 1);
  grid->spans = g_new (PoplensBspSpan, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    grid->span_first[g_array_index (self->spans, TileSpan, i).tile + 1]++;
  for (gsize t = 0; t < self->n; t++)
    next[t + 1] = grid->span_first[t + 1] += grid->span_first[t];
  for (guint32 i = 0; i < n; i++) {
    const TileSpan *span = &g_array_index (self->spans, TileSpan, i);
    grid->spans[next[span->tile]++] = span->span;
  }
}

/* Writes the cells of tiles that have not left the last column, and the spans if they are stored.
 */
static void
bsp_builder_finish (GridBuilder *self)
{
  builder_add_pending (self);
  for (gsize t = 0; t < self->n; t++)
    if (self->end[t] != NOWHERE)
      builder_write_cell (self, t);
  if (self->spans)
    builder_sort_spans (self);
}

static void
bsp_builder_clear (GridBuilder *self)
{
  g_free (self->at);
  g_free (self->end);
  g_free (self->column);
  g_free (self->sum);
  g_free (self->pending);
  g_free (self->followed);
  g_clear_pointer (&self->spans, g_array_unref);
}

/* Reports the cycle that tile 0 has reached as progress. FALSE if cancelled. @begin: cycle at which
 * the walk begins. */
static gboolean
builder_report_progress (const GridBuilder *self, const PoplensWork *work, guint64 begin)
{
  guint64 at = self->n ? self->at[0] : 0, last = self->grid->edges[self->grid->n_columns];
  guint64 all = last - MIN (begin, last);

  return poplens_work_go_on (work, WORK, MIN (at - MIN (begin, at), all), all);
}

static gboolean
builder_fill (GridBuilder *self, BspWalk *walk, const PoplensWork *work, GError **error)
{
  guint64 begin = walk->begins && self->n ? walk->begins_to[0] : 0;
  g_autoptr (GError) local = NULL;
  BspStep step;

  for (guint i = 0; self->n_behind < self->n && bsp_walk_next (walk, &step, &local); i++) {
    if (step.base >= self->grid->edges[self->grid->n_columns])
      break;
    if (i % STEPS_A_POLL == 0 && !builder_report_progress (self, work, begin)) {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
      return FALSE;
    }
    builder_add_step (self, &step);
  }
  if (!local)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static void
grid_free (gpointer data)
{
  PoplensBspGrid *self = data;

  g_free (self->edges);
  g_free (self->cells);
  g_free (self->sums);
  g_free (self->span_first);
  g_free (self->spans);
}

PoplensBspGrid *
poplens_bsp_grid_new (const PoplensBspInput *input, guint16 ipu, const guint64 *edges,
                      guint n_columns, const PoplensWork *work, GError **error)
{
  g_auto (BspWalk) walk = {0};
  g_autoptr (PoplensBspGrid) self = NULL;
  gboolean done;
  GridBuilder grid;

  g_return_val_if_fail (n_columns && input->n_series <= POPLENS_BSP_MOST_SERIES, NULL);
  if (!bsp_walk_init (&walk, input, ipu, edges[0], error))
    return NULL;
  self = g_atomic_rc_box_new0 (PoplensBspGrid);
  self->ipu = ipu;
  self->first_tile = walk.first_tile;
  self->n_tiles = walk.n_tiles;
  self->n_series = input->n_series;
  self->n_columns = n_columns;
  self->edges = g_memdup2 (edges, (n_columns + 1) * sizeof *edges);
  self->cells = g_malloc0 (MAX ((gsize) self->n_tiles * n_columns * input->n_series, 1));
  self->sums = g_new0 (guint64, MAX ((gsize) self->n_tiles * input->n_series, 1));
  builder_init (&grid, &walk, self);
  done = builder_fill (&grid, &walk, work, error);
  if (done)
    bsp_builder_finish (&grid);
  bsp_builder_clear (&grid);
  self->n_listless = walk.n_listless;
  return done ? g_steal_pointer (&self) : NULL;
}

PoplensBspGrid *
poplens_bsp_grid_ref (PoplensBspGrid *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_bsp_grid_unref (PoplensBspGrid *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, grid_free);
}

gsize
poplens_bsp_grid_bytes (const PoplensBspGrid *self)
{
  gsize spans = self->spans ? self->span_first[self->n_tiles] * sizeof *self->spans : 0;

  return sizeof *self + (gsize) self->n_tiles * self->n_columns * self->n_series +
         (gsize) self->n_tiles * self->n_series * sizeof (guint64) + spans;
}

/* ---- a cell ---------------------------------------------------------------------------------- */

const PoplensBspSpan *
poplens_bsp_grid_find (const PoplensBspGrid *self, guint32 tile, guint64 cycle)
{
  guint32 low, high;

  if (!self->spans || tile >= self->n_tiles)
    return NULL;
  low = self->span_first[tile];
  high = self->span_first[tile + 1];
  POPLENS_SEARCH (low, high, at, self->spans[at].to <= cycle);
  if (low == self->span_first[tile + 1] || self->spans[low].from > cycle)
    return NULL;
  return &self->spans[low];
}

/* ---- order by waiting ------------------------------------------------------------------------ */

typedef struct {
  guint64 waits;
  guint32 tile;
} TileWait;

static int
compare_tile_waits (gconstpointer a, gconstpointer b)
{
  const TileWait *x = a, *y = b;

  if (x->waits != y->waits)
    return x->waits < y->waits ? 1 : -1;
  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

guint32 *
poplens_bsp_order_by_waiting (const PoplensBspGrid *self, guint32 waiting)
{
  g_autofree TileWait *entries = g_new0 (TileWait, MAX (self->n_tiles, 1));
  guint32 *order = g_new (guint32, MAX (self->n_tiles, 1));

  for (guint32 t = 0; t < self->n_tiles; t++) {
    entries[t].tile = t;
    for (guint s = 0; s < self->n_series; s++)
      if (waiting & 1u << s)
        entries[t].waits += self->sums[(gsize) t * self->n_series + s];
  }
  qsort (entries, self->n_tiles, sizeof *entries, compare_tile_waits);
  for (guint32 t = 0; t < self->n_tiles; t++)
    order[t] = entries[t].tile;
  return order;
}

/* ---- a step ---------------------------------------------------------------------------------- */

/* Finds the cycle at which the first tile of the IPU begins the step. FALSE if the step has no list
 * on that IPU, or with @error. */
static gboolean
step_find_base (const PoplensBspInput *input, guint16 ipu, guint32 step, guint64 *base,
                GError **error)
{
  guint32 id = poplens_execution_step_id (input->execution, step);
  g_autoptr (PoplensSlice) rows = input->get_slice (
      POPLENS_SLICE_SCAN_STEP_LISTS, id >> POPLENS_SCAN_STEP_LISTS_SHIFT, input->slice_data, error);

  for (guint32 i = 0; rows && i < rows->n; i++) {
    const PoplensScanStepList *row = &rows->scan_step_lists[i];
    if (row->step_id == id && row->ipu == ipu && row->list >= 0) {
      *base = row->base;
      return TRUE;
    }
  }
  return FALSE;
}

static void
extent_add_step (PoplensBspExtent *self, const BspStep *step, guint64 *at)
{
  for (guint32 t = 0; t < self->n_tiles; t++) {
    at[t] += step->gap;
    if (step->joins && step->joins[t] != G_MAXUINT64)
      at[t] = step->joins[t];
    self->from[t] = at[t];
    self->to[t] = at[t] += step->cycles[t];
  }
}

PoplensBspExtent *
poplens_bsp_extent_new (const PoplensBspInput *input, guint16 ipu, guint32 step,
                        const PoplensWork *work, GError **error)
{
  g_auto (BspWalk) walk = {0};
  g_autoptr (PoplensBspExtent) self = NULL;
  g_autofree guint64 *at = NULL;
  BspStep next;
  guint64 base;

  if (step >= input->execution->n_steps || !step_find_base (input, ipu, step, &base, error) ||
      !bsp_walk_init (&walk, input, ipu, base, error))
    return NULL;
  self = g_new0 (PoplensBspExtent, 1);
  self->ipu = ipu;
  self->step = step;
  self->n_tiles = walk.n_tiles;
  self->from = g_new0 (guint64, MAX (walk.n_tiles, 1));
  self->to = g_new0 (guint64, MAX (walk.n_tiles, 1));
  at = g_new0 (guint64, MAX (walk.n_tiles, 1));
  for (guint i = 0; bsp_walk_next (&walk, &next, error) && next.step <= step; i++) {
    if (i % 1024 == 0 && work && g_cancellable_set_error_if_cancelled (work->cancellable, error))
      return NULL;
    extent_add_step (self, &next, at);
    if (next.step == step)
      return g_steal_pointer (&self);
  }
  return NULL;
}

void
poplens_bsp_extent_free (PoplensBspExtent *self)
{
  if (!self)
    return;
  g_free (self->from);
  g_free (self->to);
  g_free (self);
}

gboolean
poplens_bsp_has_tiles (const PoplensBspInput *input, GError **error)
{
  g_autoptr (PoplensSlice) rows =
      input->n_tiles ? input->get_slice (POPLENS_SLICE_SCAN_STEP_LISTS, 0, input->slice_data, error)
                     : NULL;

  for (guint32 i = 0; rows && i < rows->n; i++)
    if (rows->scan_step_lists[i].list >= 0)
      return TRUE;
  return FALSE;
}
