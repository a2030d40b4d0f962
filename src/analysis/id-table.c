/* Hash table from 64-bit keys to 32-bit numbers, with open addressing. */
#include "analysis/id-table.h"

#include <string.h>

#define LEAST 64

void
poplens_id_table_clear (PoplensIdTable *self)
{
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->value, g_free);
  self->n = self->size = 0;
}

void
poplens_id_table_empty (PoplensIdTable *self)
{
  if (self->n)
    memset (self->key, 0, self->size * sizeof *self->key);
  self->n = 0;
}

/* Returns the slot of @key or, if it is new, the free slot where it belongs. */
static inline guint32
find_id_slot (const PoplensIdTable *self, guint64 key)
{
  guint32 at = (guint32) ((key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 32);

  for (;; at++) {
    at &= self->size - 1;
    if (!self->key[at] || self->key[at] == key + 1)
      return at;
  }
}

static void
grow (PoplensIdTable *self)
{
  PoplensIdTable old = *self;

  self->size = old.size ? old.size * 2 : LEAST;
  self->key = g_new0 (guint64, self->size);
  self->value = g_new (guint32, self->size);
  for (guint32 i = 0; i < old.size; i++)
    if (old.key[i]) {
      guint32 at = find_id_slot (self, old.key[i] - 1);
      self->key[at] = old.key[i];
      self->value[at] = old.value[i];
    }
  g_free (old.key);
  g_free (old.value);
}

guint32
poplens_id_table_add (PoplensIdTable *self, guint64 key, guint32 value)
{
  if (self->n >= self->size / 2)
    grow (self);
  guint32 at = find_id_slot (self, key);
  if (self->key[at])
    return self->value[at];
  self->key[at] = key + 1;
  self->value[at] = value;
  self->n++;
  return POPLENS_NO_INDEX;
}

guint32
poplens_id_table_find (const PoplensIdTable *self, guint64 key)
{
  guint32 at = self->size ? find_id_slot (self, key) : 0;

  return self->size && self->key[at] ? self->value[at] : POPLENS_NO_INDEX;
}
