/* Column of cycles with 4 bytes a row; larger values are in a hash table. */
#include "model/cycle-column.h"

#include <string.h>

PoplensCycleColumn *
poplens_cycle_column_new (guint32 n)
{
  PoplensCycleColumn *self = g_new0 (PoplensCycleColumn, 1);

  self->n = n;
  self->values = g_new (guint32, MAX (n, 1));
  memset (self->values, 0xff, n * sizeof (guint32));
  return self;
}

void
poplens_cycle_column_free (PoplensCycleColumn *self)
{
  if (!self)
    return;
  g_clear_pointer (&self->longs, g_hash_table_unref);
  g_free (self->values);
  g_free (self);
}

void
poplens_cycle_column_set (PoplensCycleColumn *self, guint32 row, guint64 cycles)
{
  if (cycles < G_MAXUINT32 - 1) {
    self->values[row] = (guint32) cycles;
    return;
  }
  self->values[row] = cycles == POPLENS_NO_CYCLES ? G_MAXUINT32 : G_MAXUINT32 - 1;
  if (cycles == POPLENS_NO_CYCLES)
    return;
  if (!self->longs)
    self->longs = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_hash_table_insert (self->longs, GUINT_TO_POINTER (row), g_memdup2 (&cycles, sizeof cycles));
}

guint64
poplens_cycle_column_find_long (const PoplensCycleColumn *self, guint32 row)
{
  return self->values[row] == G_MAXUINT32
             ? POPLENS_NO_CYCLES
             : *(const guint64 *) g_hash_table_lookup (self->longs, GUINT_TO_POINTER (row));
}
