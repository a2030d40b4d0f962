/* Classes that meet, and what they would save if they did not. */
#include "analysis/memory/packing.h"

#include "analysis/liveness/live-step.h"
#include "analysis/liveness/peaks-ranges.h"
#include "base/search.h"

#include <stdlib.h>

/* A matrix of pairs is filled tile by tile: 384 classes are 74,000 pairs. A pair with a class that
 * is left out has no more bytes than the largest of those, and so no pair of fewer is told. */
#define MOST_COMPARED 384

typedef struct {
  guint32 row; /* of the class */
  guint64 bytes;
} ClassBytes;

typedef struct {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensTileSet *only; /* nullable: all */
  guint32 n;                  /* compared */
  guint64 floor;              /* bytes of the largest class that is not */
  guint32 *rows;              /* of classes, rising */
  guint32 *index;             /* by row of a class: number among the compared, or G_MAXUINT32 */
  guint64 *bytes;             /* n × n, above the diagonal */
  guint32 *tiles;             /* n × n */
  guint64 *here;              /* by number: bytes on the tile */
  guint32 *present;           /* numbers of those on the tile */
  guint32 n_present;
  const guint32 *ranges;
} Pairs;

static int
most_bytes (gconstpointer a, gconstpointer b)
{
  const ClassBytes *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

static guint32
class_of (const Pairs *self, guint32 variable)
{
  const PoplensVariables *v = self->variables;

  if (!(v->bits[variable] & POPLENS_VARIABLE_ALLOCATED) || !v->size[variable])
    return G_MAXUINT32;
  return poplens_liveness_find_class (self->liveness, v->equivalence_class[variable]);
}

static gboolean
counts (const Pairs *self, guint32 tile)
{
  return !self->only || poplens_tile_set_contains (self->only, tile);
}

static void
add_class_bytes (const Pairs *self, guint32 tile, ClassBytes *all)
{
  const PoplensVariables *v = self->variables;

  for (guint32 r = v->tile_first[tile]; counts (self, tile) && r < v->tile_first[tile + 1]; r++) {
    guint32 class = class_of (self, r);
    if (class != G_MAXUINT32)
      all[class].bytes += v->size[r];
  }
}

/* Chooses the classes to compare; returns how many there are. FALSE where cancelled. */
static gboolean
choose (Pairs *self, guint32 *n_classes, GCancellable *cancellable)
{
  const PoplensLiveness *l = self->liveness;
  g_autofree ClassBytes *all = g_new0 (ClassBytes, MAX (l->n_classes, 1));
  guint32 n = 0;

  for (guint32 t = 0; t < self->variables->n_tiles; t++) {
    if (g_cancellable_is_cancelled (cancellable))
      return FALSE;
    add_class_bytes (self, t, all);
  }
  for (guint32 c = 0; c < l->n_classes; c++)
    if (all[c].bytes && !l->class_always_live[c])
      all[n++] = (ClassBytes){c, all[c].bytes};
  *n_classes = n;
  if (n)
    qsort (all, n, sizeof *all, most_bytes);
  self->n = MIN (n, MOST_COMPARED);
  self->floor = n > self->n ? all[self->n].bytes : 0;
  self->rows = g_new (guint32, MAX (self->n, 1));
  self->index = g_new (guint32, MAX (l->n_classes, 1));
  for (guint32 c = 0; c < l->n_classes; c++)
    self->index[c] = G_MAXUINT32;
  for (guint32 i = 0; i < self->n; i++)
    self->rows[i] = all[i].row;
  if (self->n)
    qsort (self->rows, self->n, sizeof *self->rows, poplens_compare_u32);
  for (guint32 i = 0; i < self->n; i++)
    self->index[self->rows[i]] = i;
  return TRUE;
}

static void
add_tile (Pairs *self, guint32 tile)
{
  const PoplensVariables *v = self->variables;

  self->n_present = 0;
  for (guint32 r = v->tile_first[tile]; r < v->tile_first[tile + 1]; r++) {
    guint32 class = class_of (self, r);
    guint32 i = class == G_MAXUINT32 ? G_MAXUINT32 : self->index[class];
    if (i == G_MAXUINT32)
      continue;
    if (!self->here[i])
      self->present[self->n_present++] = i;
    self->here[i] += v->size[r];
  }
  for (guint32 a = 0; a < self->n_present; a++)
    for (guint32 b = 0; b < a; b++) {
      guint32 x = MIN (self->present[a], self->present[b]);
      guint32 y = MAX (self->present[a], self->present[b]);
      gsize at = (gsize) x * self->n + y;
      self->bytes[at] += MIN (self->here[x], self->here[y]);
      self->tiles[at]++;
    }
  for (guint32 a = 0; a < self->n_present; a++)
    self->here[self->present[a]] = 0;
}

/* The first step at which both classes are live, or POPLENS_NO_STEP: ranges of each rise. */
static guint32
meet (const Pairs *self, guint32 first, guint32 second)
{
  const PoplensLiveness *l = self->liveness;
  guint32 a = self->ranges[first], b = self->ranges[second];

  while (a < l->n_ranges && b < l->n_ranges && l->range_class[a] == l->class_id[first] &&
         l->range_class[b] == l->class_id[second]) {
    guint32 from = MAX (l->range_from[a], l->range_from[b]);
    if (from < MIN (l->range_to[a], l->range_to[b]))
      return from;
    if (l->range_to[a] < l->range_to[b])
      a++;
    else
      b++;
  }
  return POPLENS_NO_STEP;
}

static int
most_first (gconstpointer a, gconstpointer b)
{
  const PoplensClassPair *x = a, *y = b;

  if (x->bytes != y->bytes)
    return x->bytes > y->bytes ? -1 : 1;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return x->second < y->second ? -1 : x->second > y->second;
}

static void
collect (const Pairs *self, PoplensPackingPairs *out, guint most)
{
  for (guint32 x = 0; x < self->n; x++)
    for (guint32 y = x + 1; y < self->n; y++) {
      gsize at = (gsize) x * self->n + y;
      PoplensClassPair pair = {self->rows[x], self->rows[y], 0, self->tiles[at], self->bytes[at]};
      if (!pair.bytes || (pair.step = meet (self, pair.first, pair.second)) == POPLENS_NO_STEP)
        continue;
      out->n_pairs++;
      if (pair.bytes >= self->floor)
        g_array_append_val (out->pairs, pair);
    }
  g_array_sort (out->pairs, most_first);
  if (out->pairs->len > most)
    g_array_set_size (out->pairs, most);
}

static void
pairs_clear (Pairs *self)
{
  g_free (self->rows);
  g_free (self->index);
  g_free (self->bytes);
  g_free (self->tiles);
  g_free (self->here);
  g_free (self->present);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pairs, pairs_clear)

PoplensPackingPairs *
poplens_packing_pairs (const PoplensLiveness *liveness, const PoplensVariables *variables,
                       const PoplensTileSet *tiles, guint most, GCancellable *cancellable)
{
  g_autofree guint32 *ranges = poplens_class_ranges_new (liveness);
  g_auto (Pairs)
      self = {.liveness = liveness, .variables = variables, .only = tiles, .ranges = ranges};
  g_autoptr (PoplensPackingPairs) out = g_new0 (PoplensPackingPairs, 1);

  out->pairs = g_array_new (FALSE, FALSE, sizeof (PoplensClassPair));
  if (!choose (&self, &out->n_classes, cancellable))
    return NULL;
  out->n_compared = self.n;
  self.bytes = g_new0 (guint64, (gsize) self.n * self.n + 1);
  self.tiles = g_new0 (guint32, (gsize) self.n * self.n + 1);
  self.here = g_new0 (guint64, self.n + 1);
  self.present = g_new (guint32, self.n + 1);
  for (guint32 t = 0; t < variables->n_tiles; t++) {
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    if (counts (&self, t))
      add_tile (&self, t);
  }
  collect (&self, out, most);
  return g_steal_pointer (&out);
}

void
poplens_packing_pairs_free (PoplensPackingPairs *self)
{
  if (!self)
    return;
  g_array_unref (self->pairs);
  g_free (self);
}
