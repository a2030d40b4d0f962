/* Blocks of lightweight profiling: look-up, names of types, and the description of damage. */
#include "model/light-blocks.h"

#include "base/search.h"

PoplensLightBlocks *
poplens_light_blocks_new (void)
{
  PoplensLightBlocks *self = g_new0 (PoplensLightBlocks, 1);

  self->first = g_new0 (guint32, 1);
  return self;
}

void
poplens_light_blocks_free (PoplensLightBlocks *self)
{
  if (!self)
    return;
  g_free (self->from);
  g_free (self->length);
  g_clear_pointer (&self->long_lengths, g_hash_table_unref);
  g_free (self->id);
  g_free (self->type);
  g_free (self->tile);
  g_free (self->first);
  g_free (self);
}

guint64
poplens_light_blocks_to (const PoplensLightBlocks *self, guint32 row)
{
  guint64 length = self->length[row];

  if (length == G_MAXUINT32 && self->long_lengths) {
    const guint64 *exact = g_hash_table_lookup (self->long_lengths, GUINT_TO_POINTER (row));
    length = exact ? *exact : length;
  }
  return self->from[row] + length;
}

guint32
poplens_light_blocks_tile (const PoplensLightBlocks *self, guint32 row)
{
  guint32 low = 1, high = self->n_tiles;

  POPLENS_SEARCH (low, high, at, self->first[at] <= row);
  return low - 1;
}

PoplensLightType
poplens_light_blocks_type (const PoplensLightBlocks *self, guint32 row)
{
  return MIN (self->type[row], POPLENS_LIGHT_UNKNOWN);
}

const char *
poplens_light_type_name (guint type)
{
  static const char *const names[] = {"Common", "StreamCopy", "Overflow", "Anonymous",
                                      "Block flush"};

  return type < G_N_ELEMENTS (names) ? names[type] : "Unknown";
}

char *
poplens_light_blocks_describe_damage (const PoplensLightBlocks *self)
{
  if (!self->n_damaged)
    return NULL;
  return g_strdup_printf ("%u of %u blocks of lightweight profiling are damaged and left out "
                          "(profile.pop, table blocks, first: row %" G_GINT64_FORMAT ")",
                          self->n_damaged, self->n + self->n_damaged, self->damaged);
}
