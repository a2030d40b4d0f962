/* How evenly memory is spread over the tiles. */
#include "analysis/insights/insights.h"

typedef struct {
  const PoplensMemory *memory;
  const guint32 *positions; /* NULL: all */
  guint32 n;
  guint32 fullest; /* position */
} Tiles;

static guint32
position_of (const Tiles *tiles, guint32 i)
{
  return tiles->positions ? tiles->positions[i] : i;
}

static guint64
bytes_at (const Tiles *tiles, const PoplensCategory *category, guint32 position)
{
  return category ? poplens_category_bytes (category, position)
                  : tiles->memory->total_including_gaps[position];
}

static void
add (const Tiles *tiles, const PoplensCategory *category, GArray *out)
{
  PoplensBalance self = {.category = category, .most_tile = G_MAXUINT32};

  for (guint32 i = 0; i < tiles->n; i++) {
    guint32 position = position_of (tiles, i);
    guint64 bytes = bytes_at (tiles, category, position);
    self.total += bytes;
    if (self.most_tile == G_MAXUINT32 || bytes > self.most) {
      self.most = bytes;
      self.most_tile = tiles->memory->tile[position];
    }
  }
  if (!self.total)
    return;
  self.mean = (double) self.total / tiles->n;
  self.fullest = bytes_at (tiles, category, tiles->fullest);
  self.excess = (double) self.fullest - self.mean;
  self.unused = self.most * tiles->n - self.total;
  g_array_append_val (out, self);
}

static int
most_excess (gconstpointer a, gconstpointer b)
{
  const PoplensBalance *x = a, *y = b;

  if (!x->category || !y->category)
    return !y->category - !x->category;
  return x->excess < y->excess ? 1 : x->excess > y->excess ? -1 : 0;
}

GArray *
poplens_insights_balance (const PoplensMemory *memory, const guint32 *positions, guint32 n,
                          guint32 *fullest)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensBalance));
  Tiles tiles = {memory, positions, positions ? n : memory->n_tiles, 0};

  *fullest = G_MAXUINT32;
  if (!tiles.n)
    return out;
  tiles.fullest = position_of (&tiles, 0);
  /* Beside itself a tile is always even. */
  if (tiles.n == 1)
    tiles = (Tiles){memory, NULL, memory->n_tiles, tiles.fullest};
  else
    for (guint32 i = 1; i < tiles.n; i++)
      if (memory->total_including_gaps[position_of (&tiles, i)] >
          memory->total_including_gaps[tiles.fullest])
        tiles.fullest = position_of (&tiles, i);
  *fullest = memory->tile[tiles.fullest];
  add (&tiles, NULL, out);
  for (guint c = 0; c < memory->categories->len; c++)
    add (&tiles, g_ptr_array_index (memory->categories, c), out);
  g_array_sort (out, most_excess);
  return out;
}
