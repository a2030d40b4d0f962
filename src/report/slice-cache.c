/* Slice cache: a queue sorted by last use, and a hash table that finds slices in the queue. */
#include "report/slice-cache.h"

#include <pthread.h>

struct _PoplensSliceCache {
  pthread_mutex_t lock;
  gsize max_bytes, bytes;
  GHashTable *links; /* PoplensSlice (by kind and key) → its GList link in .order */
  GQueue order;      /* PoplensSlice, most recently used first */
};

static guint
hash (gconstpointer data)
{
  const PoplensSlice *slice = data;
  guint64 h =
      (slice->key ^ ((guint64) slice->kind << 59)) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return h >> 32;
}

static gboolean
equal (gconstpointer a, gconstpointer b)
{
  const PoplensSlice *x = a, *y = b;

  return x->kind == y->kind && x->key == y->key;
}

PoplensSliceCache *
poplens_slice_cache_new (gsize max_bytes)
{
  PoplensSliceCache *self = g_new0 (PoplensSliceCache, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->max_bytes = max_bytes;
  self->links = g_hash_table_new (hash, equal);
  return self;
}

static void
drop_last (PoplensSliceCache *self)
{
  PoplensSlice *slice = g_queue_pop_tail (&self->order);

  g_hash_table_remove (self->links, slice);
  self->bytes -= slice->bytes;
  poplens_slice_unref (slice);
}

void
poplens_slice_cache_free (PoplensSliceCache *self)
{
  if (!self)
    return;
  while (self->order.length)
    drop_last (self);
  g_hash_table_unref (self->links);
  pthread_mutex_destroy (&self->lock);
  g_free (self);
}

void
poplens_slice_cache_set_max (PoplensSliceCache *self, gsize max_bytes)
{
  pthread_mutex_lock (&self->lock);
  self->max_bytes = max_bytes;
  while (self->bytes > self->max_bytes)
    drop_last (self);
  pthread_mutex_unlock (&self->lock);
}

PoplensSlice *
poplens_slice_cache_get (PoplensSliceCache *self, PoplensSliceKind kind, guint64 key)
{
  PoplensSlice probe = {.kind = kind, .key = key};
  PoplensSlice *slice = NULL;

  pthread_mutex_lock (&self->lock);
  GList *link = g_hash_table_lookup (self->links, &probe);
  if (link) {
    g_queue_unlink (&self->order, link);
    g_queue_push_head_link (&self->order, link);
    slice = poplens_slice_ref (link->data);
  }
  pthread_mutex_unlock (&self->lock);
  return slice;
}

void
poplens_slice_cache_put (PoplensSliceCache *self, PoplensSlice *slice)
{
  pthread_mutex_lock (&self->lock);
  /* Another thread may have added the same slice. */
  if (slice->bytes <= self->max_bytes && !g_hash_table_contains (self->links, slice)) {
    g_queue_push_head (&self->order, poplens_slice_ref (slice));
    g_hash_table_insert (self->links, slice, self->order.head);
    self->bytes += slice->bytes;
    while (self->bytes > self->max_bytes)
      drop_last (self);
  }
  pthread_mutex_unlock (&self->lock);
}

gsize
poplens_slice_cache_bytes (PoplensSliceCache *self)
{
  pthread_mutex_lock (&self->lock);
  gsize bytes = self->bytes;
  pthread_mutex_unlock (&self->lock);
  return bytes;
}
