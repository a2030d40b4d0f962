/* Finds the slowest tile of each executed step, and sums up how often and how long each tile delays
 * others. */
#include "analysis/trace/trace-last.h"

/* Upper bound of tiles: more than any system has, so that a damaged count cannot exhaust memory. */
#define MOST_TILES (1u << 20)
/* Value of PoplensTraceLastTile.sum for a list of cycles that is damaged or missing. */
#define NOT_READ G_MAXUINT64

/* ---- one list -------------------------------------------------------------------------------- */

/* Finds the slowest of @n tiles. @cycles: [@n] of each tile. @first: number of the first tile in
 * the report. */
static PoplensTraceLastTile
list_find_slowest (const guint64 *cycles, guint32 n, guint32 first)
{
  PoplensTraceLastTile last = {.tile = first};

  for (guint32 t = 0; t < n; t++) {
    guint64 value = cycles[t];
    last.sum += value;
    if (value > last.longest) {
      last.second = last.longest;
      last.longest = value;
      last.tile = first + t;
      last.n_longest = 1;
    } else if (value && value == last.longest) {
      last.second = value;
      last.n_longest++;
    } else {
      last.second = MAX (last.second, value);
    }
  }
  return last;
}

guint64
poplens_trace_last_beyond_second (const PoplensTraceLastTile *last)
{
  return last->longest - last->second;
}

double
poplens_trace_last_beyond_mean (const PoplensTraceLastTile *last, guint32 tiles)
{
  return (double) last->longest - (double) last->sum / tiles;
}

/* ---- all rows -------------------------------------------------------------------------------- */

/* State of reading the lists of cycles of all rows. */
typedef struct {
  PoplensTraceLast *self;
  const PoplensExecution *execution;
  PoplensSliceFunc get_slice;
  gpointer data;
  const PoplensWork *work;
  GHashTable *places; /* key: list id × n_ipus + IPU; value: index in .lasts + 1 */
  GArray *ipus;       /* guint32: numbers of the IPUs that have rows */
} LastTileReader;

static gpointer
reader_list_key (const LastTileReader *reader, guint64 list, guint32 ipu)
{
  return (gpointer) (gsize) (list * reader->execution->n_ipus + ipu);
}

static gboolean
reader_report_progress (const LastTileReader *reader, double from, double to, guint64 done,
                        guint64 all, GError **error)
{
  PoplensWork share = poplens_work_share (reader->work, from, to);

  return poplens_work_go_on (&share, "Finding the slowest tiles", done, all) ||
         !g_cancellable_set_error_if_cancelled (share.cancellable, error);
}

static void
reader_add_row (LastTileReader *reader, guint32 row, const PoplensScanStepList *fields)
{
  PoplensTraceLast *self = reader->self;
  PoplensTraceLastTile none = {.sum = NOT_READ};

  if (fields->list < 0)
    return;
  gpointer key = reader_list_key (reader, (guint64) fields->list, fields->ipu);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (reader->places, key));
  if (!place) {
    g_array_append_val (self->lasts, none);
    place = self->lasts->len;
    g_hash_table_insert (reader->places, key, GUINT_TO_POINTER (place));
  }
  self->place[row] = place - 1;
  self->n_listed++;
}

/* Finds the list of cycles of each row. Rows and slices are both sorted by step and IPU. FALSE with
 * @error. */
static gboolean
reader_read_rows (LastTileReader *reader, GError **error)
{
  const PoplensExecution *x = reader->execution;
  guint32 row = 0;

  for (guint64 key = 0; key != POPLENS_NO_SLICE && row < x->n_rows;) {
    g_autoptr (PoplensSlice) slice =
        reader->get_slice (POPLENS_SLICE_SCAN_STEP_LISTS, key, reader->data, error);
    if (!slice || !reader_report_progress (reader, 0, 0.5, row, x->n_rows, error))
      return FALSE;
    for (guint32 i = 0; i < slice->n && row < x->n_rows; i++) {
      const PoplensScanStepList *fields = &slice->scan_step_lists[i];
      while (row < x->n_rows &&
             (poplens_execution_step_id (x, x->row_step[row]) < fields->step_id ||
              (poplens_execution_step_id (x, x->row_step[row]) == fields->step_id &&
               x->row_ipu[row] < fields->ipu)))
        row++;
      if (row < x->n_rows && x->row_ipu[row] == fields->ipu &&
          poplens_execution_step_id (x, x->row_step[row]) == fields->step_id)
        reader_add_row (reader, row++, fields);
    }
    /* If only cycles by IPU were recorded, no row has a list: stop after the first slice instead of
     * reading millions of rows. */
    if (slice->n && !reader->self->n_listed)
      return TRUE;
    key = slice->next;
  }
  return TRUE;
}

/* Finds the slowest tile of each IPU that uses the list @id. @cycles: [@n] cycles by tile. If @n is
 * more than the tiles of an IPU, the list has the tiles of all IPUs, otherwise the tiles of one
 * IPU. */
static void
reader_add_list (LastTileReader *reader, guint64 id, const guint64 *cycles, gsize n)
{
  PoplensTraceLast *self = reader->self;

  for (guint i = 0; i < reader->ipus->len; i++) {
    guint32 ipu = g_array_index (reader->ipus, guint32, i);
    guint place =
        GPOINTER_TO_UINT (g_hash_table_lookup (reader->places, reader_list_key (reader, id, ipu)));
    gsize first = n <= self->tiles ? 0 : (gsize) ipu * self->tiles;
    if (place && first < n)
      g_array_index (self->lasts, PoplensTraceLastTile, place - 1) = list_find_slowest (
          cycles + first, (guint32) MIN (self->tiles, n - first), ipu * self->tiles);
  }
}

static gboolean
reader_read_lists (LastTileReader *reader, GError **error)
{
  g_autoptr (GArray) cycles = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 done = 0, all = g_hash_table_size (reader->places);

  for (guint64 key = 0; key != POPLENS_NO_SLICE && all;) {
    g_autoptr (PoplensSlice) slice =
        reader->get_slice (POPLENS_SLICE_SCAN_CYCLES, key, reader->data, error);
    if (!slice || !reader_report_progress (reader, 0.5, 1, MIN (done, all), all, error))
      return FALSE;
    for (guint32 i = 0; i < slice->n; i++, done++) {
      gsize n = poplens_lists_length (slice->lists, i);
      g_array_set_size (cycles, (guint) n);
      poplens_lists_read (slice->lists, i, (guint64 *) (gpointer) cycles->data, n);
      reader_add_list (reader, slice->values[i], (const guint64 *) (gconstpointer) cycles->data, n);
    }
    key = slice->next;
  }
  return TRUE;
}

/* Removes the rows whose list could not be read: their slowest tile is unknown. */
static void
last_remove_unread (PoplensTraceLast *self)
{
  for (guint32 row = 0; row < self->n_rows; row++)
    if (self->place[row] != G_MAXUINT32 &&
        g_array_index (self->lasts, PoplensTraceLastTile, self->place[row]).sum == NOT_READ) {
      self->place[row] = G_MAXUINT32;
      self->n_listed--;
    }
}

PoplensTraceLast *
poplens_trace_last_new (const PoplensExecution *execution, guint32 tiles,
                        PoplensSliceFunc get_slice, gpointer data, const PoplensWork *work,
                        GError **error)
{
  g_autoptr (PoplensTraceLast) self = g_new0 (PoplensTraceLast, 1);
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) ipus = g_array_new (FALSE, FALSE, sizeof (guint32));
  LastTileReader reader = {self, execution, get_slice, data, work, places, ipus};

  self->n_rows = execution->n_rows;
  self->tiles = tiles;
  self->lasts = g_array_new (FALSE, FALSE, sizeof (PoplensTraceLastTile));
  self->place = g_new (guint32, MAX (self->n_rows, 1));
  for (guint32 row = 0; row < self->n_rows; row++)
    self->place[row] = G_MAXUINT32;
  for (guint32 ipu = 0; ipu < execution->n_ipus; ipu++)
    if (execution->ipu_seen[ipu])
      g_array_append_val (ipus, ipu);
  if (!reader_read_rows (&reader, error) || !reader_read_lists (&reader, error))
    return NULL;
  last_remove_unread (self);
  return g_steal_pointer (&self);
}

void
poplens_trace_last_free (PoplensTraceLast *self)
{
  if (!self)
    return;
  g_free (self->place);
  g_array_unref (self->lasts);
  g_free (self);
}

const PoplensTraceLastTile *
poplens_trace_last_get (const PoplensTraceLast *self, guint32 row)
{
  const PoplensTraceLastTile *last =
      self->place[row] == G_MAXUINT32
          ? NULL
          : &g_array_index (self->lasts, PoplensTraceLastTile, self->place[row]);

  return last && last->n_longest ? last : NULL;
}

/* ---- stragglers ------------------------------------------------------------------------------ */

static guint64
slowest_tile_waste (const PoplensTraceLastTile *last, guint32 tiles)
{
  return tiles * last->longest - last->sum;
}

static void
stragglers_add_row (PoplensStragglers *self, const PoplensTraceLast *last, guint32 row)
{
  const PoplensTraceLastTile *tile = poplens_trace_last_get (last, row);
  PoplensStraggler *straggler;
  guint64 worst = 0;

  if (!tile || tile->tile >= self->n_tiles) {
    self->left_out += !tile && last->place[row] == G_MAXUINT32;
    return;
  }
  self->rows++;
  if (tile->n_longest > 1) {
    self->ties++;
    self->ties_waste += slowest_tile_waste (tile, self->tiles);
    return;
  }
  straggler = &self->stragglers[tile->tile];
  guint64 beyond = poplens_trace_last_beyond_second (tile);
  if (straggler->worst_row != G_MAXUINT32)
    worst = poplens_trace_last_beyond_second (poplens_trace_last_get (last, straggler->worst_row));
  if (straggler->worst_row == G_MAXUINT32 || beyond > worst)
    straggler->worst_row = row;
  straggler->times++;
  straggler->cycles += tile->longest;
  straggler->beyond_second += beyond;
  straggler->waste += slowest_tile_waste (tile, self->tiles);
}

PoplensStragglers *
poplens_stragglers_new (const PoplensTraceLast *last, const PoplensExecution *execution,
                        const PoplensTraceWanted *wanted, const PoplensWork *work)
{
  g_autoptr (PoplensStragglers) self = g_new0 (PoplensStragglers, 1);

  self->tiles = last->tiles;
  self->n_tiles = (guint32) MIN ((guint64) execution->n_ipus * last->tiles, MOST_TILES);
  self->stragglers = g_new0 (PoplensStraggler, MAX (self->n_tiles, 1));
  for (guint32 t = 0; t < self->n_tiles; t++)
    self->stragglers[t].worst_row = G_MAXUINT32;
  for (guint32 row = 0; row < execution->n_rows; row++) {
    if (!POPLENS_WORK_GO_ON (work, "Summing up slowest tiles", row, execution->n_rows))
      return NULL;
    if (poplens_trace_wanted_has (wanted, execution, row) &&
        poplens_trace_row_waits (execution, row) == wanted->waits)
      stragglers_add_row (self, last, row);
  }
  return g_steal_pointer (&self);
}

void
poplens_stragglers_free (PoplensStragglers *self)
{
  if (!self)
    return;
  g_free (self->stragglers);
  g_free (self);
}
