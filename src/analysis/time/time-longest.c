#include "analysis/time/time-longest.h"

#include "analysis/id-table.h"

#define MOST_CYCLES (((guint64) 1 << 44) - 1)
#define MOST_TILE (((guint32) 1 << 20) - 1)

struct _PoplensTimeLongest {
  guint most;
  PoplensIdTable places; /* list → where its tiles begin in .tiles; NO_TILES */
  GArray *tiles;         /* PoplensTimeTile: most + 1 of each list */
};

#define NO_TILES (G_MAXUINT32 - 1)

PoplensTimeLongest *
poplens_time_longest_new (guint most)
{
  PoplensTimeLongest *self = g_new0 (PoplensTimeLongest, 1);

  self->most = most;
  self->tiles = g_array_new (FALSE, FALSE, sizeof (PoplensTimeTile));
  return self;
}

void
poplens_time_longest_free (PoplensTimeLongest *self)
{
  if (!self)
    return;
  poplens_id_table_clear (&self->places);
  g_array_unref (self->tiles);
  g_free (self);
}

/* Writes them to @longest, which has room for most + 1; there are more. */
static void
find_longest (const PoplensTimeLongest *self, const guint32 *tiles, const guint64 *cycles, gsize n,
              PoplensTimeTile *longest)
{
  guint found = 0, room = self->most + 1;

  for (gsize i = 0; i < n; i++) {
    guint64 here = MIN (cycles[i], MOST_CYCLES);
    if (found == room && here <= longest[found - 1].cycles)
      continue;
    found = MIN (found + 1, room);
    guint at = found - 1;
    for (; at && longest[at - 1].cycles < here; at--)
      longest[at] = longest[at - 1];
    longest[at] = (PoplensTimeTile){here, MIN (tiles[i], MOST_TILE)};
  }
}

/* A step on hardly more tiles than may be slow leaves tiles without work, which is another cause:
 * nobody can say that some of its tiles are slow. */
void
poplens_time_longest_add (PoplensTimeLongest *self, guint32 list, const guint32 *tiles,
                          const guint64 *cycles, gsize n)
{
  guint at = self->tiles->len;
  gboolean has_others = n > 2 * self->most;

  if (poplens_id_table_add (&self->places, list, has_others ? at : NO_TILES) != POPLENS_NO_INDEX ||
      !has_others)
    return;
  g_array_set_size (self->tiles, at + self->most + 1);
  find_longest (self, tiles, cycles, n, &g_array_index (self->tiles, PoplensTimeTile, at));
}

const PoplensTimeTile *
poplens_time_longest_get (const PoplensTimeLongest *self, guint32 list)
{
  guint32 at = poplens_id_table_find (&self->places, list);

  return at >= NO_TILES ? NULL : &g_array_index (self->tiles, PoplensTimeTile, at);
}
