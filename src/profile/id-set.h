/* A set of row ids, for millions of lookups while references between tables are checked. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Ids below this limit take a bit each; larger and negative ones are in a hash table. */
#define POPLENS_ID_SET_BITS ((gint64) 1 << 27)

typedef struct {
  GByteArray *bits;
  GHashTable *others; /* gint64: ids that are negative, or too large for .bits */
  gint64 highest;     /* highest id; -1 if no id is 0 or more */
} PoplensIdSet;

PoplensIdSet *poplens_id_set_new (void);
void poplens_id_set_free (PoplensIdSet *self);
void poplens_id_set_add (PoplensIdSet *self, gint64 id);

static inline gboolean
poplens_id_set_has (const PoplensIdSet *self, gint64 id)
{
  if (G_UNLIKELY (id < 0 || id >= POPLENS_ID_SET_BITS))
    return g_hash_table_contains (self->others, &id);
  return (id >> 3) < self->bits->len && self->bits->data[id >> 3] & 1 << (id & 7);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensIdSet, poplens_id_set_free)

G_END_DECLS
