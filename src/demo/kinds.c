/* Kinds of tiles: tiles of one kind have the same load, and the same values in lists by tile. */
#include "demo/model.h"

#include "demo/db.h"
#include "demo/prng.h"
#include "demo/write.h"

/* Returns the load of a tile: waves with crests a quarter above their troughs, some noise, and a
 * few outliers. */
static double
load_of (const DemoModel *self, guint tile)
{
  guint64 seed = self->seed;
  guint n = self->tiles_per_ipu;
  double phase = (double) (tile % n) * 3.0 / n;
  double wave = phase - (double) (guint) phase;
  double typical = tile / n % 2 ? 0.84 : 0.95, load = typical;

  if (self->plan->flat)
    return 0.9;
  wave = wave < 0.5 ? 2 * wave : 2 - 2 * wave;
  load *= 0.84 + 0.2 * wave + 0.08 * demo_unit (seed, 1, tile);
  if (demo_unit (seed, 2, tile) < 0.004)
    load *= demo_unit (seed, 3, tile) < 0.5 ? 1.11 : 0.6;
  /* Limit outliers: only the full tile may come near the limit of memory. */
  return MIN (load, typical * 1.13);
}

/* Step to which loads of a large model are rounded, so that many tiles share a kind. */
#define LOAD_STEP 0.03

static guint
kinds_append (DemoModel *self, guint tile, guint phase, guint sync_delay, double load)
{
  DemoKind *kind = &self->kinds[self->n_kinds];
  guint n = self->tiles_per_ipu;

  *kind = (DemoKind){.ipu = tile / n,
                     .phase = phase,
                     .number = self->n_kinds,
                     .sync_delay = sync_delay,
                     .streams = tile % n >= n - self->plan->io_tiles,
                     .load = load,
                     .first = tile};
  return self->n_kinds++;
}

static gboolean
is_straggler (const DemoPlan *plan, guint tile)
{
  for (guint i = 0; i < plan->n_plants; i++)
    if (plan->plants[i].kind == DEMO_PLANT_STRAGGLER && plan->plants[i].number == tile)
      return TRUE;
  return FALSE;
}

/* Maps a key made of a tile's properties to the index of its DemoKind + 1 (.kinds) and to its
 * DemoKind.number + 1 (.numbers). .n: next free DemoKind.number. */
typedef struct {
  GHashTable *kinds, *numbers;
  guint n;
} KnownKinds;

/* Returns the DemoKind.number for the properties @key. A straggler gets the number of the other
 * tiles with its properties. So planting a straggler changes no other random value. */
static guint
number_for (KnownKinds *known, guint key)
{
  gpointer number = g_hash_table_lookup (known->numbers, GUINT_TO_POINTER (key));

  if (!number) {
    number = GUINT_TO_POINTER (++known->n);
    g_hash_table_insert (known->numbers, GUINT_TO_POINTER (key), number);
  }
  return GPOINTER_TO_UINT (number) - 1;
}

/* Returns the kind of a tile: shared by tiles of the same IPU, phase and load; special tiles and
 * stragglers have a kind of their own. */
static guint
kind_for (DemoModel *self, KnownKinds *known, guint tile, gboolean special)
{
  gboolean alone = special || is_straggler (self->plan, tile);
  guint phase = tile % 16, n = self->tiles_per_ipu, ipu = tile / n;
  guint step = (guint) (load_of (self, tile) / LOAD_STEP + 0.5);
  gboolean streams = tile % n >= n - self->plan->io_tiles;
  guint key = ((ipu * 2 + streams) * 16 + (streams ? 0 : phase)) * 128 + (streams ? 30 : step);
  gpointer kind = alone ? NULL : g_hash_table_lookup (known->kinds, GUINT_TO_POINTER (key));

  if (kind)
    return GPOINTER_TO_UINT (kind) - 1;
  guint id = kinds_append (self, tile, phase, phase + step % 8 * 3, step * LOAD_STEP);
  self->kinds[id].number = special ? known->n++ : number_for (known, key);
  if (!alone)
    g_hash_table_insert (known->kinds, GUINT_TO_POINTER (key), GUINT_TO_POINTER (id + 1));
  return id;
}

void
demo_make_kinds (DemoModel *self)
{
  g_autoptr (GHashTable) kinds = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  KnownKinds known = {kinds, numbers, 0};
  guint n = self->tiles_per_ipu, compute = n - self->plan->io_tiles;
  guint full = (guint) (demo_hash (self->seed, 4, 0) % compute);
  guint idle = (self->ipus - 1) * n + (guint) (demo_hash (self->seed, 5, 0) % compute);

  if (idle == full)
    idle = (idle + 1) % compute;
  self->kinds = g_new0 (DemoKind, self->n_tiles);
  self->kind_of = g_new0 (guint32, self->n_tiles);
  for (guint t = 0; t < self->n_tiles; t++) {
    gboolean special = t % n == 0 || t == full || t == idle;
    guint kind = self->plan->alike ? kind_for (self, &known, t, special)
                                   : kinds_append (self, t, t, t % n / 36, load_of (self, t));
    self->kind_of[t] = kind;
    self->kinds[kind].n_tiles++;
  }
  for (guint k = self->n_kinds; k-- > 0;)
    self->first_kind[self->kinds[k].ipu] = k;
  self->first_kind[self->ipus] = self->n_kinds;
  self->full_kind = self->kind_of[full];
  self->idle_kind = self->kind_of[idle];
  self->kinds[self->full_kind].load = 0.95;
}

gboolean
demo_computes (const DemoModel *self, guint kind)
{
  return kind != self->idle_kind && !self->kinds[kind].streams;
}

guint64
demo_all_ipus (const DemoModel *self)
{
  return self->ipus == DEMO_MAX_IPUS ? G_MAXUINT64 : ((guint64) 1 << self->ipus) - 1;
}

guint32 *
demo_by_tile (const DemoModel *self, const guint32 *by_kind, guint ipu)
{
  guint first = ipu == DEMO_NONE ? 0 : ipu * self->tiles_per_ipu;
  guint n = ipu == DEMO_NONE ? self->n_tiles : self->tiles_per_ipu;
  guint32 *out = g_new (guint32, n);

  for (guint t = 0; t < n; t++)
    out[t] = by_kind[self->kind_of[first + t]];
  return out;
}

GByteArray *
demo_plain_kinds (const DemoModel *m, const guint32 *by_kind)
{
  g_autofree guint32 *values = demo_by_tile (m, by_kind, DEMO_NONE);

  return demo_plain (values, m->n_tiles);
}

GByteArray *
demo_rle_kinds (const DemoModel *m, const guint32 *by_kind)
{
  g_autofree guint32 *values = demo_by_tile (m, by_kind, DEMO_NONE);

  return demo_rle (values, m->n_tiles);
}
