/* Adds the work of tiles to the segments of their IPU, in one pass over the cycles by tile of all
 * steps. The timeline of a tile has no gaps: a tile begins a step when it ends the previous one. */
#include "analysis/time/time-lists.h"
#include "analysis/time/time-private.h"
#include "analysis/time/time-stragglers.h"
#include "analysis/time/time.h"
#include "base/avx2.h"
#include "base/search.h"
#include "base/work.h"

#include <pthread.h>

/* ---- encoded lists --------------------------------------------------------------------------- */

/* Reader of lists of cycles by tile, with a cache of encoded chunks of the table. Thread-safe. */

typedef struct _PoplensTimeLists PoplensTimeLists;

/* Cycles by tile of one IPU: in row .row of .slice->lists, the values from index .first on. */
typedef struct {
  PoplensSlice *slice; /* (transfer full); NULL: the list is missing, or has another length */
  guint32 row;
  gsize first;
} PoplensTimeList;

/* Size limit of the cache of encoded chunks of cycles_by_tile, bytes. */
#define MOST_BYTES ((gsize) 16 << 20)

/* LRU cache of encoded chunks of cycles_by_tile, at most MOST_BYTES. Two threads read the same
 * parts of the table at about the same time, and several steps may share a list. */
struct _PoplensTimeLists {
  const PoplensTimeInput *input;
  pthread_mutex_t lock; /* guards all fields below */
  GHashTable *pieces;   /* key of a slice → its link in .used (GList) */
  GQueue used;          /* PoplensSlice: least recently used first */
  gsize bytes;
};

/* Creates a reader. @input: must outlive the result; its .tiles must be known. (transfer full) */
static PoplensTimeLists *
time_lists_new (const PoplensTimeInput *input)
{
  PoplensTimeLists *self = g_new0 (PoplensTimeLists, 1);

  self->input = input;
  pthread_mutex_init (&self->lock, NULL);
  self->pieces = g_hash_table_new (NULL, NULL);
  return self;
}

static void
time_lists_free (PoplensTimeLists *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->pieces);
  g_queue_clear_full (&self->used, (GDestroyNotify) poplens_slice_unref);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

static gpointer
slice_key_pointer (guint64 key)
{
  return GUINT_TO_POINTER ((guint) key);
}

static void
time_lists_evict (PoplensTimeLists *self)
{
  while (self->bytes > MOST_BYTES && self->used.length > 1) {
    PoplensSlice *slice = g_queue_pop_head (&self->used);
    self->bytes -= poplens_lists_bytes (slice->lists);
    g_hash_table_remove (self->pieces, slice_key_pointer (slice->key));
    poplens_slice_unref (slice);
  }
}

static PoplensSlice *
time_lists_find_slice (PoplensTimeLists *self, guint64 key)
{
  GList *link = g_hash_table_lookup (self->pieces, slice_key_pointer (key));

  if (!link)
    return NULL;
  g_queue_unlink (&self->used, link);
  g_queue_push_tail_link (&self->used, link);
  return poplens_slice_ref (link->data);
}

static void
time_lists_cache_slice (PoplensTimeLists *self, PoplensSlice *slice)
{
  /* Another thread may have read the same chunk meanwhile. */
  if (g_hash_table_contains (self->pieces, slice_key_pointer (slice->key)))
    return;
  g_queue_push_tail (&self->used, poplens_slice_ref (slice));
  g_hash_table_insert (self->pieces, slice_key_pointer (slice->key), self->used.tail);
  self->bytes += poplens_lists_bytes (slice->lists);
  time_lists_evict (self);
}

static PoplensSlice *
time_lists_get_slice (PoplensTimeLists *self, guint64 key, GError **error)
{
  pthread_mutex_lock (&self->lock);
  PoplensSlice *slice = time_lists_find_slice (self, key);
  pthread_mutex_unlock (&self->lock);

  if (slice)
    return slice;
  slice = self->input->get_slice (POPLENS_SLICE_SCAN_CYCLES, key, self->input->slice_data, error);
  if (!slice)
    return NULL;
  pthread_mutex_lock (&self->lock);
  time_lists_cache_slice (self, slice);
  pthread_mutex_unlock (&self->lock);
  return slice;
}

/* ---- lists ----------------------------------------------------------------------------------- */

/* Returns the row of the list @id in @slice, whose ids ascend; G_MAXUINT32 if it is missing. */
static guint32
slice_find_list (const PoplensSlice *slice, guint64 id)
{
  guint32 low = 0, high = slice->n;

  POPLENS_SEARCH (low, high, at, slice->values[at] < id);
  return low < slice->n && slice->values[low] == id ? low : G_MAXUINT32;
}

/* Reads the part of the list @id that belongs to the IPU number @ipu. If the list is missing,
 * *@list is empty, which is not an error. FALSE with the error of a slice. */
static gboolean
time_lists_get (PoplensTimeLists *self, guint32 id, guint32 ipu, PoplensTimeList *list,
                GError **error)
{
  gsize tiles = self->input->tiles;

  *list = (PoplensTimeList){0};
  if (id == POPLENS_TIME_NO_LIST)
    return TRUE;
  PoplensSlice *slice = time_lists_get_slice (self, id >> POPLENS_SCAN_CYCLES_SHIFT, error);
  if (!slice)
    return FALSE;
  list->row = slice_find_list (slice, id);
  gsize n = list->row == G_MAXUINT32 ? 0 : poplens_lists_length (slice->lists, list->row);
  /* A list as long as one IPU has tiles belongs to this IPU. A longer list starts at tile 0 of the
   * system. */
  list->first = n == tiles ? 0 : (gsize) ipu * tiles;
  if (n && n >= list->first + tiles && n <= self->input->execution->n_ipus * tiles)
    list->slice = slice;
  else
    poplens_slice_unref (slice);
  return TRUE;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLists, time_lists_free)

/* ---- tiles of an IPU ------------------------------------------------------------------------- */

/* Rows per batch. All IPUs finish a batch before the next begins. So they read lists of the same
 * steps, which are stored together, at about the same time. */
#define BATCH_ROWS ((guint32) 1 << 15)
/* Limit of the cache of decoded lists of all IPUs, bytes. */
#define MOST_KEPT ((gsize) 48 << 20)

/* State of the pass over the steps of an IPU. */
typedef struct {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  PoplensTimeLists *lists; /* shared by all IPUs */
  PoplensTimeKept *kept;   /* cache of this IPU */
  guint64 *ends;           /* [tiles] cycle at which each tile ended its last step */
  guint near;              /* segment of the last step, where the next search begins */
  /* [tiles] number of each tile that works in the current step; .from: first cycle of its work;
   * .length: cycles of its work. */
  guint32 *tile;
  guint64 *from, *length;
  guint64 *all; /* buffer for a decoded list, which may have the tiles of all IPUs */
  guint8 *does; /* [tiles] what each tile has done so far: bits 1 << COPIES, 1 << COMPUTES */
  GError *error;
} TileWalk;

/* Begins and ends of the tiles that work in a step, cycles. */
typedef struct {
  guint64 first, latest;  /* smallest begin of a tile; largest begin of a tile */
  guint64 earliest, last; /* smallest end of a tile; largest end of a tile */
  guint64 begins, sum;    /* sums over the tiles: of begin − .first; of end − begin */
} StepExtent;

/* Finds the extent of @n tiles. Compares as signed numbers, because AVX2 has only these; no cycle
 * is beyond 2^63. */
POPLENS_FOR_AVX2 static StepExtent
step_find_extent (const guint64 *restrict begin, const guint64 *restrict length, gsize n)
{
  gint64 first = G_MAXINT64, latest = 0, earliest = G_MAXINT64, last = 0;
  guint64 begins = 0, sum = 0;

  for (gsize i = 0; i < n; i++) {
    gint64 from = (gint64) begin[i], to = (gint64) (begin[i] + length[i]);
    first = MIN (first, from);
    latest = MAX (latest, from);
    earliest = MIN (earliest, to);
    last = MAX (last, to);
    begins += begin[i];
    sum += length[i];
  }
  return (StepExtent){(guint64) first,
                      (guint64) latest,
                      (guint64) earliest,
                      (guint64) last,
                      begins - n * (guint64) first,
                      sum};
}

/* Returns how many of the tile cycles of @n tiles are before the cycle @at. @begin, @length: [n] of
 * each tile. */
POPLENS_FOR_AVX2 static guint64
sum_cycles_before (const guint64 *restrict begin, const guint64 *restrict length, gsize n,
                   guint64 at)
{
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++) {
    gint64 done = (gint64) (at - begin[i]), most = (gint64) length[i];
    done = MAX (done, 0);
    sum += (guint64) MIN (done, most);
  }
  return sum;
}

/* Returns sum_cycles_before () for the @n tiles that work in the step. @all: extent of the tiles,
 * which often suffices without reading them. */
static guint64
cycles_before (const TileWalk *self, const StepExtent *all, gsize n, guint64 at)
{
  if (at <= all->first)
    return 0;
  if (at >= all->last)
    return all->sum;
  /* All tiles have begun, and none has ended. */
  if (at >= all->latest && at <= all->earliest)
    return n * (at - all->first) - all->begins;
  return sum_cycles_before (self->from, self->length, n, at);
}

/* Distributes the work of the @n tiles of a step over the segments that they overlap. */
static void
tiles_distribute_work (TileWalk *self, gsize n, PoplensTileWork work)
{
  const PoplensTime *time = self->making->time;
  StepExtent all = step_find_extent (self->from, self->length, n);
  guint64 told = 0;

  if (!n || all.first >= time->total)
    return;
  self->near = poplens_time_find_near (self->ipu, self->near, all.first);
  for (guint s = self->near; s < self->ipu->segments->len; s++) {
    guint64 to = poplens_time_segment_to (time, self->ipu, s);
    guint64 before = cycles_before (self, &all, n, to);
    poplens_time_add_work (self->ipu, s, work, before - told);
    told = before;
    if (to >= all.last)
      return;
  }
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Adds @cycles to @ends. A function of its own with restrict pointers, so that the compiler
 * vectorizes it. */
POPLENS_FOR_AVX2 static void
ends_add_cycles (guint64 *restrict ends, const guint16 *restrict cycles, gsize n)
{
  for (gsize t = 0; t < n; t++)
    ends[t] += cycles[t];
}

/* Forms in which a list is cached, each under its own key. WAITS contains all tiles, the others
 * only tiles with work. COMPUTES and COPIES are separate: tiles_add_work () must see the first use
 * of a list by a compute set, and the first by a copy, to record what tiles do. */
enum { WAITS, WORKS, COMPUTES, COPIES, N_WAYS };

static guint64
list_cache_key (guint32 id, PoplensTileWork work)
{
  return (guint64) id * N_WAYS + (work == POPLENS_NO_WORK              ? WAITS
                                  : work == POPLENS_WORK_COMPUTE       ? COMPUTES
                                  : work == POPLENS_WORK_HOST_TRANSFER ? COPIES
                                                                       : WORKS);
}

static void
tiles_add_wait (TileWalk *self, const PoplensTimeList *list, guint64 key, gboolean wanted)
{
  guint32 tiles = self->making->time->tiles;

  if (!list->first && !wanted) {
    poplens_lists_accumulate (list->slice->lists, list->row, self->ends, tiles);
    return;
  }
  poplens_lists_read (list->slice->lists, list->row, self->all, list->first + tiles);
  if (wanted)
    poplens_time_kept_add (self->kept, key, NULL, self->all + list->first, tiles);
  for (guint32 t = 0; t < tiles; t++)
    self->ends[t] += self->all[list->first + t];
}

static void
tiles_add_cached_work (TileWalk *self, const PoplensTimeKeptList *list, PoplensTileWork work)
{
  const guint16 *restrict tile = list->tile, *restrict cycles = list->cycles;
  guint64 *restrict ends = self->ends, *restrict from = self->from;
  guint64 *restrict length = self->length;

  for (gsize i = 0, n = list->n; i < n; i++) {
    from[i] = ends[tile[i]];
    length[i] = cycles[i];
    ends[tile[i]] = from[i] + cycles[i];
  }
  tiles_distribute_work (self, list->n, work);
}

static void
tiles_add_work (TileWalk *self, const PoplensTimeList *list, guint64 key, gboolean wanted,
                PoplensTileWork work)
{
  gsize n = poplens_lists_find_nonzero (list->slice->lists, list->row, list->first,
                                        self->making->time->tiles, self->tile, self->length);

  if (work == POPLENS_WORK_COMPUTE)
    poplens_time_longest_add (self->ipu->longest, (guint32) (key / N_WAYS), self->tile,
                              self->length, n);
  if (wanted)
    poplens_time_kept_add (self->kept, key, self->tile, self->length, n);
  for (gsize i = 0; i < n && key % N_WAYS != WORKS; i++)
    self->does[self->tile[i]] |= (guint8) (1u << key % N_WAYS);
  for (gsize i = 0; i < n; i++) {
    guint64 *end = &self->ends[self->tile[i]];
    self->from[i] = *end;
    *end += self->length[i];
  }
  tiles_distribute_work (self, n, work);
}

static void
tiles_add_row (TileWalk *self, guint32 row)
{
  const PoplensExecution *x = self->making->input->execution;
  PoplensTileWork work = poplens_time_work_of (poplens_execution_step_kind (x, x->row_step[row]));
  gboolean works = work != POPLENS_NO_WORK, wanted;
  guint32 id = self->making->time->row_list[row];
  guint64 key = list_cache_key (id, work);
  PoplensTimeKeptList kept;
  PoplensTimeList list;

  if (poplens_time_kept_find (self->kept, key, &kept, &wanted)) {
    if (works)
      tiles_add_cached_work (self, &kept, work);
    else
      ends_add_cycles (self->ends, kept.cycles, kept.n);
    return;
  }
  if (!time_lists_get (self->lists, id, self->ipu->ipu, &list, &self->error))
    return;
  /* Without the list, later positions of this IPU's tiles are unknown. So the IPU is skipped. */
  self->ipu->by_tile = list.slice != NULL;
  if (!list.slice)
    return;
  if (works)
    tiles_add_work (self, &list, key, wanted, work);
  else
    tiles_add_wait (self, &list, key, wanted);
  poplens_slice_unref (list.slice);
}

/* ---- all steps ------------------------------------------------------------------------------- */

static void
ipu_clear_work (PoplensTimeIpu *ipu)
{
  for (guint s = 0; s < ipu->segments->len; s++) {
    PoplensTimeSegment *segment = poplens_time_segment (ipu, s);
    segment->compute = segment->work = 0;
  }
  for (guint b = 0; b < POPLENS_N_BOUNDS; b++)
    for (guint w = 0; w < POPLENS_N_WORKS; w++)
      ipu->work[b][w] = 0;
  g_array_set_size (ipu->others, 0);
}

static void
tile_walk_init (const PoplensTimeMaking *making, TileWalk *self, PoplensTimeIpu *ipu,
                PoplensTimeLists *lists)
{
  guint32 tiles = making->time->tiles;

  ipu->longest = poplens_time_longest_new (poplens_time_stragglers_most (tiles));
  *self = (TileWalk){
      .making = making,
      .ipu = ipu,
      .lists = lists,
      .kept = poplens_time_kept_new (N_WAYS * (gsize) making->input->execution->n_lists,
                                     MOST_KEPT / making->time->n_ipus),
      .ends = g_new0 (guint64, tiles),
      .tile = g_new (guint32, tiles),
      .from = g_new (guint64, tiles),
      .length = g_new (guint64, tiles),
      .all = g_new (guint64, (gsize) making->input->execution->n_ipus * tiles),
      .does = g_new0 (guint8, tiles),
  };
}

/* Returns the number of I/O tiles: those that copy and never compute. At least one tile remains. */
static guint32
tiles_count_io (const TileWalk *self)
{
  guint32 tiles = self->making->time->tiles, io = 0;

  for (guint32 t = 0; t < tiles; t++)
    io += self->does[t] == 1u << COPIES;
  return MIN (io, tiles - 1);
}

static void
tile_walk_finish (TileWalk *self)
{
  if (self->ipu->by_tile)
    self->ipu->io = tiles_count_io (self);
  else
    ipu_clear_work (self->ipu);
  poplens_time_kept_free (self->kept);
  g_free (self->ends);
  g_free (self->tile);
  g_free (self->from);
  g_free (self->length);
  g_free (self->all);
  g_free (self->does);
  g_clear_error (&self->error);
}

typedef struct {
  TileWalk *tiles; /* [IPUs] */
  guint32 from, to;
} TileBatch;

static void
batch_walk_ipu (guint i, gpointer turn)
{
  const TileBatch *self = turn;
  TileWalk *tiles = &self->tiles[i];
  const guint16 *row_ipu = tiles->making->time->execution->row_ipu;

  for (guint32 row = self->from; row < self->to; row++)
    if (row_ipu[row] == tiles->ipu->ipu && tiles->ipu->by_tile && !tiles->error)
      tiles_add_row (tiles, row);
}

static gboolean
tiles_walk_rows (PoplensTimeMaking *making, TileWalk *tiles, GError **error)
{
  const PoplensTime *time = making->time;
  PoplensWork share = poplens_work_share (making->work, 0.5, 0.9);
  guint32 n = time->execution->n_rows;

  for (TileBatch turn = {tiles, 0, 0}; turn.from < n; turn.from = turn.to) {
    turn.to = turn.from + MIN (BATCH_ROWS, n - turn.from);
    if (!poplens_work_go_on (&share, "Adding up what tiles do", turn.from, n) &&
        g_cancellable_set_error_if_cancelled (share.cancellable, error))
      return FALSE;
    poplens_both ("poplens-time", batch_walk_ipu, &turn, time->n_ipus);
    for (guint i = 0; i < time->n_ipus; i++)
      if (tiles[i].error) {
        g_propagate_error (error, g_steal_pointer (&tiles[i].error));
        return FALSE;
      }
  }
  return TRUE;
}

gboolean
poplens_time_add_tiles (PoplensTimeMaking *making, GError **error)
{
  PoplensTime *time = making->time;
  gboolean recorded = poplens_time_has_lists (making);

  for (guint i = 0; i < time->n_ipus; i++)
    time->ipus[i].by_tile = recorded;
  if (!recorded)
    return TRUE;
  g_autoptr (PoplensTimeLists) lists = time_lists_new (making->input);
  g_autofree TileWalk *tiles = g_new0 (TileWalk, time->n_ipus + 1);
  for (guint i = 0; i < time->n_ipus; i++)
    tile_walk_init (making, &tiles[i], &time->ipus[i], lists);
  gboolean done = tiles_walk_rows (making, tiles, error);
  for (guint i = 0; i < time->n_ipus; i++)
    tile_walk_finish (&tiles[i]);
  return done;
}
