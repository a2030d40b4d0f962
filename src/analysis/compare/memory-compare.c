/* Merges the tiles and the bands of two reports, and compares their bytes. */
#include "analysis/compare/memory-compare.h"

#include <string.h>

static void
band_free (gpointer data)
{
  PoplensComparedBand *self = data;

  g_free (self->key);
  g_free (self->name);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_free (self->of[s]);
  g_free (self);
}

void
poplens_compared_memory_free (PoplensComparedMemory *self)
{
  if (!self)
    return;
  g_free (self->tile);
  g_free (self->sides);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    g_free (self->total[s]);
  g_ptr_array_unref (self->bands);
  g_free (self);
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Merges the tile numbers of both reports, each once. They ascend in both reports. */
static void
merge_tiles (PoplensComparedMemory *self, const PoplensMemory *a, const PoplensMemory *b)
{
  gsize most = MAX ((gsize) a->n_tiles + b->n_tiles, 1);
  guint32 i = 0, j = 0;

  self->tile = g_new (guint32, most);
  self->sides = g_new (guint8, most);
  while (i < a->n_tiles || j < b->n_tiles) {
    gboolean has_a = i < a->n_tiles && (j >= b->n_tiles || a->tile[i] <= b->tile[j]);
    gboolean has_b = j < b->n_tiles && (i >= a->n_tiles || b->tile[j] <= a->tile[i]);
    self->tile[self->n_tiles] = has_a ? a->tile[i] : b->tile[j];
    self->sides[self->n_tiles++] =
        (guint8) (has_a << POPLENS_FIRST) | (guint8) (has_b << POPLENS_SECOND);
    self->only[POPLENS_FIRST] += has_a && !has_b;
    self->only[POPLENS_SECOND] += has_b && !has_a;
    i += has_a;
    j += has_b;
  }
}

/* Converts values by tile position in one report to values by merged tile. Tiles that the report
 * lacks get 0. @values: (nullable): NULL: all values are 0. (transfer full) */
static guint64 *
spread_to_tiles (const PoplensComparedMemory *self, PoplensSide side, const guint64 *values)
{
  guint64 *out = g_new0 (guint64, MAX (self->n_tiles, 1));

  for (guint32 i = 0, position = 0; values && i < self->n_tiles; i++)
    if (self->sides[i] & 1 << side)
      out[i] = values[position++];
  return out;
}

static guint64 *
total_of (const PoplensComparedMemory *self, PoplensSide side, const PoplensMemory *memory,
          gboolean gaps)
{
  const guint32 *column = gaps ? memory->total_including_gaps : memory->total;
  g_autofree guint64 *values = g_new (guint64, MAX (memory->n_tiles, 1));

  for (guint32 i = 0; i < memory->n_tiles; i++)
    values[i] = column[i];
  return spread_to_tiles (self, side, values);
}

/* ---- bands ----------------------------------------------------------------------------------- */

/* Returns the rank of @band in stacking order. Bands of equal rank are next to each other. */
static int
rank_of (const PoplensComparedBand *band)
{
  return band->group >= 0 ? band->group : POPLENS_N_GROUPS + (int) band->role;
}

static PoplensComparedBand *
find_band (const PoplensComparedMemory *self, const char *key)
{
  for (guint b = 0; b < self->bands->len; b++) {
    PoplensComparedBand *band = g_ptr_array_index (self->bands, b);
    if (!strcmp (band->key, key))
      return band;
  }
  return NULL;
}

/* Inserts @band after the bands of its rank and of lower ranks. */
static void
insert_band (PoplensComparedMemory *self, PoplensComparedBand *band)
{
  guint at = self->bands->len;

  while (at > 0 && rank_of (g_ptr_array_index (self->bands, at - 1)) > rank_of (band))
    at--;
  g_ptr_array_insert (self->bands, (int) at, band);
}

static PoplensComparedBand *
band_new (const char *key, const char *name, int group, PoplensBandRole role)
{
  PoplensComparedBand *band = g_new0 (PoplensComparedBand, 1);

  band->key = g_strdup (key);
  band->name = g_strdup (name);
  band->group = group;
  band->role = role;
  return band;
}

/* Adds @values to a band, which may already have values: a file may list a category twice. */
static void
add_to_band (const PoplensComparedMemory *self, PoplensComparedBand *band, PoplensSide side,
             const guint64 *values)
{
  guint64 *more = spread_to_tiles (self, side, values);

  for (guint32 i = 0; band->of[side] && i < self->n_tiles; i++)
    more[i] += band->of[side][i];
  g_free (band->of[side]);
  band->of[side] = more;
}

static void
take_bands (PoplensComparedMemory *self, PoplensSide side, const PoplensMemory *memory,
            PoplensBreakdown breakdown)
{
  g_autofree guint32 *order = poplens_memory_order (memory, FALSE, FALSE);
  g_autoptr (GPtrArray) bands = poplens_memory_bands (memory, breakdown, order);

  for (guint b = 0; b < bands->len; b++) {
    const PoplensBand *one = g_ptr_array_index (bands, b);
    PoplensComparedBand *band = find_band (self, one->key);
    if (!band) {
      band = band_new (one->key, one->name, one->group, one->role);
      insert_band (self, band);
    }
    add_to_band (self, band, side, one->values);
  }
}

/* Adds a band for the gaps: the totals minus all other bands. */
static void
add_rest (PoplensComparedMemory *self)
{
  PoplensComparedBand *rest = band_new ("gaps", "Gaps", -1, POPLENS_BAND_GAPS);

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    rest->of[s] = g_memdup2 (self->total[s], MAX (self->n_tiles, 1) * sizeof *rest->of[s]);
    for (guint b = 0; b < self->bands->len; b++) {
      const PoplensComparedBand *band = g_ptr_array_index (self->bands, b);
      for (guint32 i = 0; i < self->n_tiles; i++)
        rest->of[s][i] -= MIN (rest->of[s][i], band->of[s][i]);
    }
  }
  g_ptr_array_add (self->bands, rest);
}

/* Adds a single band for all bytes, in place of a breakdown. */
static void
add_whole (PoplensComparedMemory *self, gboolean gaps)
{
  PoplensComparedBand *whole =
      band_new ("total", gaps ? "Including gaps" : "Excluding gaps", -1, POPLENS_BAND_TOTAL);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    whole->of[s] = g_memdup2 (self->total[s], MAX (self->n_tiles, 1) * sizeof *whole->of[s]);
  g_ptr_array_add (self->bands, whole);
}

static void
finish_bands (PoplensComparedMemory *self)
{
  guint shown[POPLENS_N_GROUPS] = {0};

  for (guint b = 0; b < self->bands->len; b++) {
    PoplensComparedBand *band = g_ptr_array_index (self->bands, b);
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      if (!band->of[s])
        band->of[s] = spread_to_tiles (self, s, NULL);
    if (band->group >= 0)
      band->shade = shown[band->group]++;
  }
}

/* ---- comparison ------------------------------------------------------------------------------ */

guint
poplens_compared_breakdowns (const PoplensMemory *const of[POPLENS_N_SIDES])
{
  guint n = POPLENS_N_BREAKDOWNS;

  /* Totals of archive.a include gaps, totals of a profile do not. So breakdowns of an archive and a
   * profile cannot be compared. */
  if (of[POPLENS_FIRST]->from_archive != of[POPLENS_SECOND]->from_archive)
    return POPLENS_BREAKDOWN_NONE + 1;
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    n = MIN (n, of[s]->from_archive ? of[s]->regions_unknown ? POPLENS_BREAKDOWN_NONE + 1
                                                             : POPLENS_BREAKDOWN_REGION + 1
                                    : POPLENS_N_BREAKDOWNS);
  return n;
}

static gboolean
can_split (const PoplensMemory *const of[POPLENS_N_SIDES], PoplensBreakdown breakdown)
{
  gboolean by_category =
      breakdown == POPLENS_BREAKDOWN_GROUP || breakdown == POPLENS_BREAKDOWN_CATEGORY;

  return breakdown != POPLENS_BREAKDOWN_NONE && breakdown < poplens_compared_breakdowns (of) &&
         (!by_category ||
          (of[POPLENS_FIRST]->has_categories && of[POPLENS_SECOND]->has_categories));
}

PoplensBreakdown
poplens_compared_breakdown_default (const PoplensMemory *const of[POPLENS_N_SIDES])
{
  return can_split (of, POPLENS_BREAKDOWN_GROUP) ? POPLENS_BREAKDOWN_GROUP : POPLENS_BREAKDOWN_NONE;
}

PoplensComparedMemory *
poplens_compared_memory_new (const PoplensMemory *const of[POPLENS_N_SIDES],
                             PoplensBreakdown breakdown, gboolean gaps)
{
  PoplensComparedMemory *self = g_new0 (PoplensComparedMemory, 1);

  self->bands = g_ptr_array_new_with_free_func (band_free);
  merge_tiles (self, of[POPLENS_FIRST], of[POPLENS_SECOND]);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    self->total[s] = total_of (self, s, of[s], gaps);
  if (can_split (of, breakdown)) {
    for (guint s = 0; s < POPLENS_N_SIDES; s++)
      take_bands (self, s, of[s], breakdown);
    finish_bands (self);
    if (gaps)
      add_rest (self);
  } else {
    add_whole (self, gaps);
  }
  for (guint b = 0; b < self->bands->len; b++) {
    PoplensComparedBand *band = g_ptr_array_index (self->bands, b);
    band->differs = memcmp (band->of[POPLENS_FIRST], band->of[POPLENS_SECOND],
                            self->n_tiles * sizeof *band->of[0]) != 0;
  }
  return self;
}

/* ---- order ----------------------------------------------------------------------------------- */

static gint64
tile_change (const PoplensComparedMemory *self, guint32 i)
{
  return (gint64) self->total[POPLENS_SECOND][i] - (gint64) self->total[POPLENS_FIRST][i];
}

static int
compare_changes (gconstpointer a, gconstpointer b, gpointer data)
{
  guint32 i = *(const guint32 *) a, j = *(const guint32 *) b;
  gint64 x = tile_change (data, i), y = tile_change (data, j);

  return x != y ? (x > y ? -1 : 1) : i < j ? -1 : i > j;
}

/* Returns the values sorted by @order, which lists old indices. @values: (transfer full). (transfer
 * full) */
static guint64 *
reorder (guint64 *values, const guint32 *order, guint32 n)
{
  guint64 *out = g_new (guint64, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    out[i] = values[order[i]];
  g_free (values);
  return out;
}

static void
reorder_tiles (PoplensComparedMemory *self, const guint32 *order)
{
  g_autofree guint32 *tile = g_steal_pointer (&self->tile);
  g_autofree guint8 *sides = g_steal_pointer (&self->sides);

  self->tile = g_new (guint32, MAX (self->n_tiles, 1));
  self->sides = g_new (guint8, MAX (self->n_tiles, 1));
  for (guint32 i = 0; i < self->n_tiles; i++) {
    self->tile[i] = tile[order[i]];
    self->sides[i] = sides[order[i]];
  }
}

void
poplens_compared_memory_sort (PoplensComparedMemory *self)
{
  guint32 n = self->n_tiles;
  g_autofree guint32 *order = g_new (guint32, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) n, sizeof *order, compare_changes, self);
  reorder_tiles (self, order);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    self->total[s] = reorder (self->total[s], order, n);
    for (guint b = 0; b < self->bands->len; b++) {
      PoplensComparedBand *band = g_ptr_array_index (self->bands, b);
      band->of[s] = reorder (band->of[s], order, n);
    }
  }
}
