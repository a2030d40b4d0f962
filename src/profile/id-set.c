/* Implements the set of row ids: a bit array that grows as needed, and a hash table for
 * outliers. */
#include "profile/id-set.h"

#include <string.h>

PoplensIdSet *
poplens_id_set_new (void)
{
  PoplensIdSet *self = g_new0 (PoplensIdSet, 1);

  self->bits = g_byte_array_new ();
  self->others = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->highest = -1;
  return self;
}

void
poplens_id_set_free (PoplensIdSet *self)
{
  if (!self)
    return;
  g_byte_array_unref (self->bits);
  g_hash_table_unref (self->others);
  g_free (self);
}

void
poplens_id_set_add (PoplensIdSet *self, gint64 id)
{
  self->highest = MAX (self->highest, id);
  if (id < 0 || id >= POPLENS_ID_SET_BITS) {
    g_hash_table_add (self->others, g_memdup2 (&id, sizeof id));
    return;
  }
  guint before = self->bits->len, byte = (guint) (id >> 3);
  if (byte >= before) {
    g_byte_array_set_size (self->bits, MAX (byte + 1, before * 2));
    memset (self->bits->data + before, 0, self->bits->len - before);
  }
  self->bits->data[byte] |= 1 << (id & 7);
}
