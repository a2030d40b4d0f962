#include "analysis/time/time-lists.h"

#include <pthread.h>

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

PoplensTimeLists *
poplens_time_lists_new (const PoplensTimeInput *input)
{
  PoplensTimeLists *self = g_new0 (PoplensTimeLists, 1);

  self->input = input;
  pthread_mutex_init (&self->lock, NULL);
  self->pieces = g_hash_table_new (NULL, NULL);
  return self;
}

void
poplens_time_lists_free (PoplensTimeLists *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->pieces);
  g_queue_clear_full (&self->used, (GDestroyNotify) poplens_slice_unref);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

/* ---- pieces ------------------------------------------------------------------------------------
 */

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

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (slice->values[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < slice->n && slice->values[low] == id ? low : G_MAXUINT32;
}

gboolean
poplens_time_lists_get (PoplensTimeLists *self, guint32 id, guint32 ipu, PoplensTimeList *list,
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
  /* A list is of the tiles of one IPU; one over all tiles is told by its length. */
  list->first = n == tiles ? 0 : (gsize) ipu * tiles;
  if (n && n >= list->first + tiles && n <= self->input->execution->n_ipus * tiles)
    list->slice = slice;
  else
    poplens_slice_unref (slice);
  return TRUE;
}
