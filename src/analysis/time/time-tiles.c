/* What tiles do while their IPU is bound so: one walk over the cycles by tile of the steps. The
 * timelines of tiles have no gaps, so a tile begins a step where it ended the one before. */
#include "analysis/time/time-lists.h"
#include "analysis/time/time-private.h"
#include "analysis/time/time-stragglers.h"
#include "analysis/time/time.h"
#include "base/avx2.h"
#include "base/search.h"
#include "base/work.h"

#include <pthread.h>

/* ---- decoded lists --------------------------------------------------------------------------- */

/* The lists of cycles by tile that a pass over the steps asks for, kept encoded while there is
 * room. For any number of threads. */

typedef struct _PoplensTimeLists PoplensTimeLists;

/* A list of one IPU: the values from @first on of a row of the slice's lists. */
typedef struct {
  PoplensSlice *slice; /* (transfer full); NULL: the list is not there, or of another length */
  guint32 row;
  gsize first;
} PoplensTimeList;

/* What encoded lists take at most. */
#define MOST_BYTES ((gsize) 16 << 20)

/* Pieces of cycles_by_tile as they were read, encoded: least recently used ones give way. Steps of
 * a loop go through a few places of the table side by side, and a list may be of many steps. */
struct _PoplensTimeLists {
  const PoplensTimeInput *input;
  pthread_mutex_t lock; /* guards all below */
  GHashTable *pieces;   /* key → GList of `used` */
  GQueue used;          /* PoplensSlice: least recently used first */
  gsize bytes;
};

/* @input must outlive it, and knows the tiles. */
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
pointer_of (guint64 key)
{
  return GUINT_TO_POINTER ((guint) key);
}

static void
make_room (PoplensTimeLists *self)
{
  while (self->bytes > MOST_BYTES && self->used.length > 1) {
    PoplensSlice *slice = g_queue_pop_head (&self->used);
    self->bytes -= poplens_lists_bytes (slice->lists);
    g_hash_table_remove (self->pieces, pointer_of (slice->key));
    poplens_slice_unref (slice);
  }
}

static PoplensSlice *
find_piece (PoplensTimeLists *self, guint64 key)
{
  GList *link = g_hash_table_lookup (self->pieces, pointer_of (key));

  if (!link)
    return NULL;
  g_queue_unlink (&self->used, link);
  g_queue_push_tail_link (&self->used, link);
  return poplens_slice_ref (link->data);
}

static void
keep_piece (PoplensTimeLists *self, PoplensSlice *slice)
{
  /* Another thread may have read it meanwhile. */
  if (g_hash_table_contains (self->pieces, pointer_of (slice->key)))
    return;
  g_queue_push_tail (&self->used, poplens_slice_ref (slice));
  g_hash_table_insert (self->pieces, pointer_of (slice->key), self->used.tail);
  self->bytes += poplens_lists_bytes (slice->lists);
  make_room (self);
}

static PoplensSlice *
get_piece (PoplensTimeLists *self, guint64 key, GError **error)
{
  pthread_mutex_lock (&self->lock);
  PoplensSlice *slice = find_piece (self, key);
  pthread_mutex_unlock (&self->lock);

  if (slice)
    return slice;
  slice = self->input->get_slice (POPLENS_SLICE_SCAN_CYCLES, key, self->input->slice_data, error);
  if (!slice)
    return NULL;
  pthread_mutex_lock (&self->lock);
  keep_piece (self, slice);
  pthread_mutex_unlock (&self->lock);
  return slice;
}

/* ---- lists -------------------------------------------------------------------------------------
 */

/* The row of a list in its piece, whose ids rise; G_MAXUINT32: it is not there. */
static guint32
find_list (const PoplensSlice *slice, guint64 id)
{
  guint32 low = 0, high = slice->n;

  POPLENS_SEARCH (low, high, at, slice->values[at] < id);
  return low < slice->n && slice->values[low] == id ? low : G_MAXUINT32;
}

/* That with the id @id, as of the IPU @ipu. FALSE with an error of the slices. */
static gboolean
time_lists_get (PoplensTimeLists *self, guint32 id, guint32 ipu, PoplensTimeList *list,
                GError **error)
{
  gsize tiles = self->input->tiles;

  *list = (PoplensTimeList){0};
  if (id == POPLENS_TIME_NO_LIST)
    return TRUE;
  PoplensSlice *slice = get_piece (self, id >> POPLENS_SCAN_CYCLES_SHIFT, error);
  if (!slice)
    return FALSE;
  list->row = find_list (slice, id);
  gsize n = list->row == G_MAXUINT32 ? 0 : poplens_lists_length (slice->lists, list->row);
  /* A list that is longer than an IPU has tiles starts at tile 0. */
  list->first = n == tiles ? 0 : (gsize) ipu * tiles;
  if (n && n >= list->first + tiles && n <= self->input->execution->n_ipus * tiles)
    list->slice = slice;
  else
    poplens_slice_unref (slice);
  return TRUE;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTimeLists, time_lists_free)

/* ---- tiles of an IPU ------------------------------------------------------------------------- */

/* Rows of a turn: IPUs are gone through side by side, as lists of the same steps lie together. */
#define TURN ((guint32) 1 << 15)
/* What decoded lists take at most, of all IPUs. */
#define MOST_KEPT ((gsize) 48 << 20)

/* The tiles of an IPU. */
typedef struct {
  const PoplensTimeMaking *making;
  PoplensTimeIpu *ipu;
  PoplensTimeLists *lists; /* of all IPUs */
  PoplensTimeKept *kept;   /* of this one */
  guint64 *ends;           /* [tiles] where each tile has ended its last step */
  guint near;              /* segment */
  /* Of the tiles that are active in a step: which they are, when they begin it, and how long they
   * take. */
  guint32 *tile;
  guint64 *from, *length;
  guint64 *all; /* a list over the tiles of all IPUs */
  guint8 *does; /* [tiles] bits: COPIES, COMPUTES */
  GError *error;
} Tiles;

/* When the tiles of a step are active. */
typedef struct {
  guint64 first, latest;  /* of their begins … */
  guint64 earliest, last; /* … and ends */
  guint64 begins, sum;    /* added up: their begins, counted from the first one, and cycles */
} Extent;

/* Signed, as vectors are compared so: no cycle is beyond 2^63. */
POPLENS_FOR_AVX2 static Extent
find_extent (const guint64 *restrict begin, const guint64 *restrict length, gsize n)
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
  return (Extent){(guint64) first,
                  (guint64) latest,
                  (guint64) earliest,
                  (guint64) last,
                  begins - n * (guint64) first,
                  sum};
}

/* Tile cycles before @at of tiles that take @length each from @begin on. */
POPLENS_FOR_AVX2 static guint64
sum_before (const guint64 *restrict begin, const guint64 *restrict length, gsize n, guint64 at)
{
  guint64 sum = 0;

  for (gsize i = 0; i < n; i++) {
    gint64 done = (gint64) (at - begin[i]), most = (gint64) length[i];
    done = MAX (done, 0);
    sum += (guint64) MIN (done, most);
  }
  return sum;
}

/* The same of the @n tiles of the step, quickly where that can be. */
static guint64
cycles_before (const Tiles *self, const Extent *all, gsize n, guint64 at)
{
  if (at <= all->first)
    return 0;
  if (at >= all->last)
    return all->sum;
  /* All have begun, and none has ended. */
  if (at >= all->latest && at <= all->earliest)
    return n * (at - all->first) - all->begins;
  return sum_before (self->from, self->length, n, at);
}

/* The tiles' cycles are divided among the segments that they touch. */
static void
divide (Tiles *self, gsize n, PoplensTileWork work)
{
  const PoplensTime *time = self->making->time;
  Extent all = find_extent (self->from, self->length, n);
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

/* ---- steps -------------------------------------------------------------------------------------
 */

/* Apart, so that the compiler knows that nothing else changes and makes vector code of it. */
POPLENS_FOR_AVX2 static void
add_cycles (guint64 *restrict ends, const guint16 *restrict cycles, gsize n)
{
  for (gsize t = 0; t < n; t++)
    ends[t] += cycles[t];
}

/* What is kept of a list: all tiles of one of waiting, those with work of one of work. One of a
 * compute set is read as such at first, whatever else has it, as its longest tiles are noted; one
 * of a copy, too, as its tiles are. */
enum { WAITS, WORKS, COMPUTES, COPIES, N_WAYS };

static guint64
key_of (guint32 id, PoplensTileWork work)
{
  return (guint64) id * N_WAYS + (work == POPLENS_NO_WORK              ? WAITS
                                  : work == POPLENS_WORK_COMPUTE       ? COMPUTES
                                  : work == POPLENS_WORK_HOST_TRANSFER ? COPIES
                                                                       : WORKS);
}

static void
add_wait (Tiles *self, const PoplensTimeList *list, guint64 key, gboolean wanted)
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
add_kept_work (Tiles *self, const PoplensTimeKeptList *list, PoplensTileWork work)
{
  const guint16 *restrict tile = list->tile, *restrict cycles = list->cycles;
  guint64 *restrict ends = self->ends, *restrict from = self->from;
  guint64 *restrict length = self->length;

  for (gsize i = 0, n = list->n; i < n; i++) {
    from[i] = ends[tile[i]];
    length[i] = cycles[i];
    ends[tile[i]] = from[i] + cycles[i];
  }
  divide (self, list->n, work);
}

static void
add_work (Tiles *self, const PoplensTimeList *list, guint64 key, gboolean wanted,
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
  divide (self, n, work);
}

static void
add_row (Tiles *self, guint32 row)
{
  const PoplensExecution *x = self->making->input->execution;
  PoplensTileWork work = poplens_time_work_of (poplens_execution_step_kind (x, x->row_step[row]));
  gboolean works = work != POPLENS_NO_WORK, wanted;
  guint32 id = self->making->time->row_list[row];
  guint64 key = key_of (id, work);
  PoplensTimeKeptList kept;
  PoplensTimeList list;

  if (poplens_time_kept_find (self->kept, key, &kept, &wanted)) {
    if (works)
      add_kept_work (self, &kept, work);
    else
      add_cycles (self->ends, kept.cycles, kept.n);
    return;
  }
  if (!time_lists_get (self->lists, id, self->ipu->ipu, &list, &self->error))
    return;
  /* Without one nobody knows where its tiles are from here on. */
  self->ipu->by_tile = list.slice != NULL;
  if (!list.slice)
    return;
  if (works)
    add_work (self, &list, key, wanted, work);
  else
    add_wait (self, &list, key, wanted);
  poplens_slice_unref (list.slice);
}

/* ---- all steps ---------------------------------------------------------------------------------
 */

static void
forget (PoplensTimeIpu *ipu)
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
begin_tiles (const PoplensTimeMaking *making, Tiles *self, PoplensTimeIpu *ipu,
             PoplensTimeLists *lists)
{
  guint32 tiles = making->time->tiles;

  ipu->longest = poplens_time_longest_new (poplens_time_stragglers_most (tiles));
  *self = (Tiles){
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

/* At least one tile computes. */
static guint32
count_io (const Tiles *self)
{
  guint32 tiles = self->making->time->tiles, io = 0;

  for (guint32 t = 0; t < tiles; t++)
    io += self->does[t] == 1u << COPIES;
  return MIN (io, tiles - 1);
}

static void
end_tiles (Tiles *self)
{
  if (self->ipu->by_tile)
    self->ipu->io = count_io (self);
  else
    forget (self->ipu);
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
  Tiles *tiles; /* [IPUs] */
  guint32 from, to;
} Turn;

static void
go_through (guint i, gpointer turn)
{
  const Turn *self = turn;
  Tiles *tiles = &self->tiles[i];
  const guint16 *row_ipu = tiles->making->time->execution->row_ipu;

  for (guint32 row = self->from; row < self->to; row++)
    if (row_ipu[row] == tiles->ipu->ipu && tiles->ipu->by_tile && !tiles->error)
      add_row (tiles, row);
}

static gboolean
do_turns (PoplensTimeMaking *making, Tiles *tiles, GError **error)
{
  const PoplensTime *time = making->time;
  PoplensWork share = poplens_work_share (making->work, 0.5, 0.9);
  guint32 n = time->execution->n_rows;

  for (Turn turn = {tiles, 0, 0}; turn.from < n; turn.from = turn.to) {
    turn.to = turn.from + MIN (TURN, n - turn.from);
    if (!poplens_work_go_on (&share, "Adding up what tiles do", turn.from, n) &&
        g_cancellable_set_error_if_cancelled (share.cancellable, error))
      return FALSE;
    poplens_both ("poplens-time", go_through, &turn, time->n_ipus);
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
  g_autofree Tiles *tiles = g_new0 (Tiles, time->n_ipus + 1);
  for (guint i = 0; i < time->n_ipus; i++)
    begin_tiles (making, &tiles[i], &time->ipus[i], lists);
  gboolean done = do_turns (making, tiles, error);
  for (guint i = 0; i < time->n_ipus; i++)
    end_tiles (&tiles[i]);
  return done;
}
