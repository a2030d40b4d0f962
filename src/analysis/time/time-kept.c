#include "analysis/time/time-kept.h"

#include <string.h>

/* Where the numbers of a list are. */
typedef struct {
  guint32 first, n;
  enum { NEVER_ASKED, ASKED, KEPT_ALL, KEPT_SOME, TOO_LONG } state;
} Place;

struct _PoplensTimeKept {
  gsize n_keys, most;
  Place *places;   /* [n_keys] */
  GArray *numbers; /* guint16: of each list its tiles, unless it has all, and then its cycles */
};

PoplensTimeKept *
poplens_time_kept_new (gsize n_keys, gsize most)
{
  PoplensTimeKept *self = g_new0 (PoplensTimeKept, 1);

  self->n_keys = n_keys;
  self->most = MIN (most, G_MAXUINT32);
  self->places = g_new0 (Place, n_keys + 1);
  self->numbers = g_array_new (FALSE, FALSE, sizeof (guint16));
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
  Place *place = key < self->n_keys ? &self->places[key] : NULL;
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
has_room (const guint32 *tiles, const guint64 *cycles, gsize n)
{
  if (n && tiles && tiles[n - 1] > G_MAXUINT16)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (cycles[i] > G_MAXUINT16)
      return FALSE;
  return TRUE;
}

static void
begin_anew (PoplensTimeKept *self)
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

  if (!has_room (tiles, cycles, n)) {
    self->places[key].state = TOO_LONG;
    return;
  }
  if ((first + room) * sizeof (guint16) > self->most) {
    begin_anew (self);
    return;
  }
  g_array_set_size (self->numbers, (guint) (first + room));
  guint16 *numbers = &g_array_index (self->numbers, guint16, first);
  for (gsize i = 0; tiles && i < n; i++)
    *numbers++ = (guint16) tiles[i];
  for (gsize i = 0; i < n; i++)
    *numbers++ = (guint16) cycles[i];
  self->places[key] = (Place){first, (guint32) n, tiles ? KEPT_SOME : KEPT_ALL};
}
