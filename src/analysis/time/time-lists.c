/* Two stores for lists of cycles by tile (the cycles that each tile takes in a step).
 * PoplensTimeLongest stores the longest tiles of each list, those with the most cycles.
 * PoplensTimeKept caches decoded lists. */
#include "analysis/time/time-lists.h"

#include "analysis/id-table.h"
#include "base/large.h"

#include <string.h>

/* ---- longest tiles --------------------------------------------------------------------------- */

#define MOST_CYCLES (((guint64) 1 << 44) - 1)
#define MOST_TILE (((guint32) 1 << 20) - 1)

struct _PoplensTimeLongest {
  guint most;
  /* Id of a list → index of its first element in .tiles; NO_TILES: none are stored. */
  PoplensIdTable places;
  GArray *tiles; /* PoplensTimeTile: for each list, .most + 1 elements */
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

/* Writes the .most + 1 tiles with the most cycles to @longest, most cycles first. @n: length of
 * @tiles and @cycles, at least .most + 1. */
static void
lists_find_longest (const PoplensTimeLongest *self, const guint32 *tiles, const guint64 *cycles,
                    gsize n, PoplensTimeTile *longest)
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

/* Adds a list. If at most 2 × .most tiles have work in the list, stores no tiles: most tiles of the
 * IPU are idle then, so no tile counts as a straggler. */
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
  lists_find_longest (self, tiles, cycles, n, &g_array_index (self->tiles, PoplensTimeTile, at));
}

const PoplensTimeTile *
poplens_time_longest_get (const PoplensTimeLongest *self, guint32 list)
{
  guint32 at = poplens_id_table_find (&self->places, list);

  return at >= NO_TILES ? NULL : &g_array_index (self->tiles, PoplensTimeTile, at);
}

/* ---- decoded lists --------------------------------------------------------------------------- */

/* State of a list, and its range in .numbers. */
typedef struct {
  guint32 first, n;
  enum { NEVER_ASKED, ASKED, KEPT_ALL, KEPT_SOME, TOO_LONG } state;
} CachedList;

/* Numbers per list for which memory is reserved in advance. */
#define FEW_TILES 64

struct _PoplensTimeKept {
  gsize n_keys, most;
  CachedList *places; /* [n_keys] */
  GArray *numbers;    /* guint16: the cycles of each list. In a list in state KEPT_SOME, its tile
                         numbers come before its cycles */
};

PoplensTimeKept *
poplens_time_kept_new (gsize n_keys, gsize most)
{
  PoplensTimeKept *self = g_new0 (PoplensTimeKept, 1);

  self->n_keys = n_keys;
  self->most = MIN (most, G_MAXUINT32);
  self->places = g_new0 (CachedList, n_keys + 1);
  self->numbers =
      poplens_array_new_large (sizeof (guint16), MIN (most / sizeof (guint16), n_keys * FEW_TILES));
  return self;
}

void
poplens_time_kept_free (PoplensTimeKept *self)
{
  if (!self)
    return;
  g_free (self->places);
  g_array_unref (self->numbers);
  g_free (self);
}

gboolean
poplens_time_kept_find (PoplensTimeKept *self, guint64 key, PoplensTimeKeptList *list,
                        gboolean *wanted)
{
  CachedList *place = key < self->n_keys ? &self->places[key] : NULL;
  gboolean has_plenty = self->numbers->len * sizeof (guint16) < self->most / 4 * 3;

  *wanted = place && (place->state == ASKED || (place->state == NEVER_ASKED && has_plenty));
  if (place && place->state == NEVER_ASKED)
    place->state = ASKED;
  if (!place || (place->state != KEPT_ALL && place->state != KEPT_SOME))
    return FALSE;
  const guint16 *numbers = &g_array_index (self->numbers, guint16, place->first);
  list->n = place->n;
  list->tile = place->state == KEPT_SOME ? numbers : NULL;
  list->cycles = place->state == KEPT_SOME ? numbers + place->n : numbers;
  return TRUE;
}

static gboolean
lists_fit_16_bits (const guint32 *tiles, const guint64 *cycles, gsize n)
{
  if (n && tiles && tiles[n - 1] > G_MAXUINT16)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (cycles[i] > G_MAXUINT16)
      return FALSE;
  return TRUE;
}

static void
kept_drop_all (PoplensTimeKept *self)
{
  memset (self->places, 0, self->n_keys * sizeof *self->places);
  g_array_set_size (self->numbers, 0);
}

void
poplens_time_kept_add (PoplensTimeKept *self, guint64 key, const guint32 *tiles,
                       const guint64 *cycles, gsize n)
{
  guint32 first = self->numbers->len;
  gsize room = (tiles ? 2 : 1) * n;

  if (!lists_fit_16_bits (tiles, cycles, n)) {
    self->places[key].state = TOO_LONG;
    return;
  }
  if ((first + room) * sizeof (guint16) > self->most) {
    kept_drop_all (self);
    return;
  }
  g_array_set_size (self->numbers, (guint) (first + room));
  guint16 *numbers = &g_array_index (self->numbers, guint16, first);
  for (gsize i = 0; tiles && i < n; i++)
    *numbers++ = (guint16) tiles[i];
  for (gsize i = 0; i < n; i++)
    *numbers++ = (guint16) cycles[i];
  self->places[key] = (CachedList){first, (guint32) n, tiles ? KEPT_SOME : KEPT_ALL};
}
