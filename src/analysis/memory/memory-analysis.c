/* Sums memory over tiles, sorts tiles, and builds the bands of the memory chart. Also finds tiles
 * that resemble each other or have equal contents, and compares archive.a with the profile. */
#include "analysis/memory/memory-analysis.h"

#include "analysis/id-table.h"
#include "analysis/memory/tile-bytes.h"

#include <string.h>

/* ---- the archive ----------------------------------------------------------------------------- */

/* TRUE if the bytes of a region differ. An image counts the gaps inside its segments as used, so
 * @archive may exceed @profile by up to @gaps. */
static gboolean
region_differs (guint64 profile, guint64 gaps, guint64 archive)
{
  return archive < profile || archive > profile + gaps;
}

/* TRUE if image @i differs from its tile in the profile, or the profile has no such tile. */
static gboolean
image_differs (const PoplensArchive *a, guint32 i, const PoplensMemory *m)
{
  guint32 p = poplens_memory_find_tile (m, a->tile[i]);

  if (p == POPLENS_NO_TILE || m->total_including_gaps[p] != a->including_gaps[i])
    return TRUE;
  guint64 gaps =
      m->total_including_gaps[p] > m->total[p] ? m->total_including_gaps[p] - m->total[p] : 0;
  return a->has_regions && (region_differs (m->non_interleaved[p], gaps, a->non_interleaved[i]) ||
                            region_differs (m->interleaved[p], gaps, a->interleaved[i]) ||
                            region_differs (m->overflowed[p], gaps, a->overflowed[i]));
}

PoplensArchiveComparison
poplens_archive_compare (const PoplensArchive *archive, const PoplensMemory *memory,
                         const PoplensTarget *target)
{
  PoplensArchiveComparison self = {.n_images = archive->n,
                                   .compares_regions = archive->has_regions};

  for (guint32 i = 0; i < archive->n; i++)
    self.n_tiles += image_differs (archive, i, memory);
  for (guint32 t = 0; t < memory->n_tiles; t++)
    self.n_without += poplens_archive_find_tile (archive, memory->tile[t]) == POPLENS_NO_TILE;
  self.architecture = target && target->architecture && archive->architecture &&
                      archive->architecture_from_flags &&
                      g_strcmp0 (target->architecture, archive->architecture);
  return self;
}

gboolean
poplens_archive_comparison_agrees (const PoplensArchiveComparison *self)
{
  return !self->n_tiles && !self->architecture;
}

/* ---- bands ----------------------------------------------------------------------------------- */

const char *const poplens_breakdown_keys[POPLENS_BREAKDOWN_KIND + 1] = {
    "none", "region", "group", "category", "liveness", "kind"};
const char *const poplens_breakdown_titles[POPLENS_BREAKDOWN_KIND + 1] = {
    "None", "Region", "Category group", "Category", "Liveness", "Kind"};

void
poplens_band_free (PoplensBand *self)
{
  if (!self)
    return;
  g_free (self->key);
  g_free (self->name);
  g_free (self->values);
  g_free (self);
}

static PoplensBand *
band_new (const PoplensMemory *memory, const char *key, const char *name, PoplensBandRole role)
{
  PoplensBand *band = g_new0 (PoplensBand, 1);

  band->key = g_strdup (key);
  band->name = g_strdup (name);
  band->group = -1;
  band->role = role;
  band->values = g_new0 (guint64, MAX (memory->n_tiles, 1));
  return band;
}

/* Creates a band from one column of PoplensMemory. */
static PoplensBand *
column_band (const PoplensMemory *memory, const guint32 *order, const char *key, const char *name,
             PoplensBandRole role, const guint32 *column)
{
  PoplensBand *band = band_new (memory, key, name, role);

  for (guint32 i = 0; i < memory->n_tiles; i++)
    band->values[i] = column[order[i]];
  return band;
}

/* Adds @band to @bands if it has bytes on any of the @n tiles; else frees it. */
static void
add_band (GPtrArray *bands, PoplensBand *band, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (band->values[i]) {
      g_ptr_array_add (bands, band);
      return;
    }
  poplens_band_free (band);
}

/* Cuts the regions of each tile to the tile's total: in a damaged file their sum can exceed the
 * total. The last region is cut first. @left: (out): [n_tiles] bytes of each tile that are in no
 * region */
static void
cut_at_total (const PoplensMemory *memory, const guint32 *order, PoplensBand *const *regions,
              guint n_regions, guint64 *left)
{
  for (guint32 i = 0; i < memory->n_tiles; i++) {
    left[i] = memory->total[order[i]];
    for (guint r = 0; r < n_regions; r++) {
      regions[r]->values[i] = MIN (regions[r]->values[i], left[i]);
      left[i] -= regions[r]->values[i];
    }
  }
}

static void
add_region_bands (GPtrArray *bands, const PoplensMemory *memory, const guint32 *order)
{
  PoplensBand *regions[] = {
      column_band (memory, order, "region:non-interleaved", "Non-interleaved",
                   POPLENS_BAND_NON_INTERLEAVED, memory->non_interleaved),
      column_band (memory, order, "region:interleaved", "Interleaved", POPLENS_BAND_INTERLEAVED,
                   memory->interleaved),
      column_band (memory, order, "region:overflowed", "Overflowed", POPLENS_BAND_OVERFLOWED,
                   memory->overflowed),
  };
  PoplensBand *rest = band_new (memory, "region:remainder", "No region", POPLENS_BAND_REMAINDER);

  cut_at_total (memory, order, regions, G_N_ELEMENTS (regions), rest->values);
  for (guint r = 0; r < G_N_ELEMENTS (regions); r++)
    add_band (bands, regions[r], memory->n_tiles);
  add_band (bands, rest, memory->n_tiles);
}

static void
add_to_band (PoplensBand *band, const PoplensMemory *memory, const PoplensCategory *category,
             const guint32 *order)
{
  for (guint32 i = 0; i < memory->n_tiles; i++)
    band->values[i] += poplens_category_non_overlapped (category, order[i]);
}

static void
add_group_bands (GPtrArray *bands, const PoplensMemory *memory, const guint32 *order)
{
  for (int group = 0; group < POPLENS_N_GROUPS; group++) {
    g_autofree char *key = g_strdup_printf ("group:%s", poplens_memory_group_key (group));
    PoplensBand *band =
        band_new (memory, key, poplens_memory_group_title (group), POPLENS_BAND_PLAIN);
    band->group = group;
    for (guint c = 0; c < memory->categories->len; c++) {
      const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
      if ((int) category->group == group)
        add_to_band (band, memory, category, order);
    }
    add_band (bands, band, memory->n_tiles);
  }
}

static void
add_category_bands (GPtrArray *bands, const PoplensMemory *memory, const guint32 *order)
{
  guint shown[POPLENS_N_GROUPS] = {0};

  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    g_autofree char *key = g_strdup_printf ("category:%s", category->name);
    PoplensBand *band = band_new (memory, key, category->title, POPLENS_BAND_PLAIN);
    guint before = bands->len;

    band->group = category->group;
    band->shade = shown[category->group];
    add_to_band (band, memory, category, order);
    add_band (bands, band, memory->n_tiles);
    if (bands->len > before)
      shown[category->group]++;
  }
}

static void
add_liveness_bands (GPtrArray *bands, const PoplensMemory *memory, const guint32 *order)
{
  PoplensBand *always =
      band_new (memory, "liveness:always-live", "Always live", POPLENS_BAND_ALWAYS_LIVE);
  PoplensBand *rest = band_new (memory, "liveness:not-always-live", "Not always live",
                                POPLENS_BAND_NOT_ALWAYS_LIVE);

  for (guint32 i = 0; i < memory->n_tiles; i++) {
    guint64 total = memory->total[order[i]];
    always->values[i] = MIN (memory->always_live[order[i]], total);
    rest->values[i] = total - always->values[i];
  }
  add_band (bands, always, memory->n_tiles);
  add_band (bands, rest, memory->n_tiles);
}

GPtrArray *
poplens_memory_bands (const PoplensMemory *memory, PoplensBreakdown breakdown, const guint32 *order)
{
  GPtrArray *bands = g_ptr_array_new_with_free_func ((GDestroyNotify) poplens_band_free);
  gboolean by_category =
      breakdown == POPLENS_BREAKDOWN_GROUP || breakdown == POPLENS_BREAKDOWN_CATEGORY;

  /* Memory from archive.a can be split by region, but not by liveness or category. */
  if (breakdown == POPLENS_BREAKDOWN_REGION && !memory->regions_unknown)
    add_region_bands (bands, memory, order);
  else if (breakdown == POPLENS_BREAKDOWN_LIVENESS && !memory->from_archive)
    add_liveness_bands (bands, memory, order);
  else if (breakdown == POPLENS_BREAKDOWN_GROUP && memory->has_categories)
    add_group_bands (bands, memory, order);
  else if (breakdown == POPLENS_BREAKDOWN_CATEGORY && memory->has_categories)
    add_category_bands (bands, memory, order);
  if (by_category && memory->has_categories)
    add_band (bands,
              column_band (memory, order, "shared", "Shared", POPLENS_BAND_SHARED, memory->shared),
              memory->n_tiles);
  if (!bands->len && memory->from_archive)
    g_ptr_array_add (bands, column_band (memory, order, "total", "Including gaps",
                                         POPLENS_BAND_TOTAL, memory->total_including_gaps));
  if (!bands->len)
    g_ptr_array_add (bands, column_band (memory, order, "total", "Excluding gaps",
                                         POPLENS_BAND_TOTAL, memory->total));
  return bands;
}

/* ---- similar tiles --------------------------------------------------------------------------- */

#define SHARE 100 /* tiles resemble each other if they differ by at most 1/SHARE of the total */

static guint64
difference (guint64 a, guint64 b)
{
  return a > b ? a - b : b - a;
}

/* Returns the bytes by which two tiles differ, added up over the categories. */
static guint64
distance (const PoplensMemory *memory, guint32 p, guint32 q)
{
  guint64 sum = 0;

  if (!memory->has_categories)
    return difference (memory->total[p], memory->total[q]) +
           difference (memory->total_including_gaps[p], memory->total_including_gaps[q]);
  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    sum += difference (poplens_category_bytes (category, p), poplens_category_bytes (category, q));
  }
  return sum;
}

GArray *
poplens_memory_alike (const PoplensMemory *memory, guint32 position)
{
  GArray *alike = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 most = memory->total[position] / SHARE;

  for (guint32 p = 0; p < memory->n_tiles; p++)
    if (distance (memory, p, position) <= most)
      g_array_append_val (alike, p);
  return alike;
}

/* ---- tiles with equal contents --------------------------------------------------------------- */

/* State of the search for tiles with equal contents. A hash finds candidates, which are compared
 * byte by byte. */

typedef struct {
  const PoplensTileBytes *bytes;
  PoplensIdTable pair_of; /* group and class → index in .pairs */
  GArray *pairs;          /* PoplensBytePair */
  GArray *entries; /* PoplensPairBytes: contents of each kind of tile (all different), then of the
                      current tile */
  GArray *first; /* guint32, [n_kinds + 1]: index in .entries at which each kind of tile starts; the
                    last is the end */
  GArray *before;        /* guint32: previous kind of tile with the same hash, or G_MAXUINT32 */
  PoplensIdTable latest; /* hash → index in .chains */
  GArray *chains;        /* guint32: last kind of tile with each hash */
} TileMatcher;

static guint32
pair_of (TileMatcher *self, const PoplensByteEntry *entry)
{
  PoplensBytePair pair = {entry->group, entry->class_row};
  guint32 n = self->pairs->len;
  guint32 known =
      poplens_id_table_add (&self->pair_of, (guint64) pair.group << 32 | pair.class_row, n);

  if (known != POPLENS_NO_INDEX)
    return known;
  g_array_append_val (self->pairs, pair);
  return n;
}

/* Appends the contents of a tile. Returns their hash (FNV-1a over words). */
static guint64
append_tile (TileMatcher *self, guint32 tile)
{
  const PoplensTileBytes *bytes = self->bytes;
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint32 e = bytes->first[tile]; e < bytes->first[tile + 1]; e++) {
    PoplensPairBytes entry = {pair_of (self, &bytes->entries[e]), bytes->entries[e].bytes};
    g_array_append_val (self->entries, entry);
    hash = (hash ^ ((guint64) entry.pair << 32 | entry.bytes)) *
           G_GUINT64_CONSTANT (0x00000100000001b3);
    hash ^= hash >> 29;
  }
  return hash >> 1; /* PoplensIdTable cannot hold G_MAXUINT64, so drop a bit */
}

static gboolean
is_same (const TileMatcher *self, guint32 kind, guint32 begin)
{
  const PoplensPairBytes *entries = (const PoplensPairBytes *) (gpointer) self->entries->data;
  guint32 from = g_array_index (self->first, guint32, kind);
  guint32 n = g_array_index (self->first, guint32, kind + 1) - from;

  return n == self->entries->len - begin &&
         (!n || !memcmp (entries + from, entries + begin, n * sizeof *entries));
}

/* Returns the kind of tile whose contents are the entries from @begin on. Removes these entries if
 * the kind is known already. */
static guint32
find_kind (TileMatcher *self, guint64 hash, guint32 begin)
{
  guint32 chain = poplens_id_table_add (&self->latest, hash, self->chains->len);
  guint32 n = self->before->len, none = G_MAXUINT32, last = none, end = self->entries->len;

  if (chain == POPLENS_NO_INDEX) {
    chain = self->chains->len;
    g_array_append_val (self->chains, none);
  }
  last = g_array_index (self->chains, guint32, chain);
  for (guint32 kind = last; kind != none; kind = g_array_index (self->before, guint32, kind))
    if (is_same (self, kind, begin)) {
      g_array_set_size (self->entries, begin);
      return kind;
    }
  g_array_append_val (self->before, last);
  g_array_append_val (self->first, end);
  g_array_index (self->chains, guint32, chain) = n;
  return n;
}

static void
alike_init (TileMatcher *self, const PoplensTileBytes *bytes)
{
  guint32 zero = 0;

  self->bytes = bytes;
  self->pairs = g_array_new (FALSE, FALSE, sizeof (PoplensBytePair));
  self->entries = g_array_new (FALSE, FALSE, sizeof (PoplensPairBytes));
  self->first = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->before = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->chains = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_array_append_val (self->first, zero);
}

PoplensTilesAlike *
poplens_tiles_alike_new (const PoplensTileBytes *bytes)
{
  PoplensTilesAlike *out = g_new0 (PoplensTilesAlike, 1);
  TileMatcher self = {0};

  alike_init (&self, bytes);
  out->n_tiles = bytes->n_tiles;
  out->of_tile = g_new (guint32, MAX (bytes->n_tiles, 1));
  for (guint32 t = 0; t < bytes->n_tiles; t++) {
    guint32 begin = self.entries->len;
    guint64 hash = append_tile (&self, t);
    out->of_tile[t] = find_kind (&self, hash, begin);
  }
  out->n_kinds = self.before->len;
  out->n_pairs = self.pairs->len;
  out->first = (gpointer) g_array_free (self.first, FALSE);
  out->entries = (gpointer) g_array_free (self.entries, FALSE);
  out->pairs = (gpointer) g_array_free (self.pairs, FALSE);
  g_array_unref (self.before);
  g_array_unref (self.chains);
  poplens_id_table_clear (&self.pair_of);
  poplens_id_table_clear (&self.latest);
  return out;
}

void
poplens_tiles_alike_free (PoplensTilesAlike *self)
{
  if (!self)
    return;
  g_free (self->of_tile);
  g_free (self->first);
  g_free (self->entries);
  g_free (self->pairs);
  g_free (self);
}

/* ---- orders and sums ------------------------------------------------------------------------- */

/* A tile that uses more than this share of its capacity is shown in a warning colour. */
#define NEARLY_FULL 0.95

static int
more_first (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 *bytes = user_data;
  guint32 pa = *(const guint32 *) a, pb = *(const guint32 *) b;

  if (bytes[pa] != bytes[pb])
    return bytes[pa] > bytes[pb] ? -1 : 1;
  return pa < pb ? -1 : pa > pb;
}

guint32 *
poplens_memory_order (const PoplensMemory *memory, gboolean by_use, gboolean including_gaps)
{
  guint32 *order = g_new (guint32, MAX (memory->n_tiles, 1));

  for (guint32 t = 0; t < memory->n_tiles; t++)
    order[t] = t;
  if (by_use)
    g_qsort_with_data (order, memory->n_tiles, sizeof *order, more_first,
                       including_gaps ? memory->total_including_gaps : memory->total);
  return order;
}

GArray *
poplens_memory_fullest (const PoplensMemory *memory, guint n, gboolean including_gaps)
{
  g_autofree guint32 *order = poplens_memory_order (memory, TRUE, including_gaps);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint32));

  return g_array_append_vals (out, order, MIN (n, memory->n_tiles));
}

GArray *
poplens_memory_positions (const PoplensMemory *memory, const PoplensTileSet *tiles)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 t = 0; t < memory->n_tiles; t++)
    if (!tiles || !tiles->n || poplens_tile_set_contains (tiles, memory->tile[t]))
      g_array_append_val (out, t);
  return out;
}

PoplensMemorySums
poplens_memory_sums_at (const PoplensMemory *memory, const guint32 *positions, guint n)
{
  PoplensMemorySums sums = {.n_tiles = n};
  const struct {
    guint64 *sum;
    const guint32 *column;
  } columns[] = {
      {&sums.total, memory->total},
      {&sums.total_including_gaps, memory->total_including_gaps},
      {&sums.non_interleaved, memory->non_interleaved},
      {&sums.non_interleaved_including_gaps, memory->non_interleaved_including_gaps},
      {&sums.interleaved, memory->interleaved},
      {&sums.interleaved_including_gaps, memory->interleaved_including_gaps},
      {&sums.overflowed, memory->overflowed},
      {&sums.overflowed_including_gaps, memory->overflowed_including_gaps},
      {&sums.always_live, memory->always_live},
      {&sums.shared, memory->shared},
  };

  for (guint c = 0; c < G_N_ELEMENTS (columns); c++)
    for (guint i = 0; i < n; i++)
      *columns[c].sum += columns[c].column[positions[i]];
  sums.has_not_always_live = n > 0;
  for (guint i = 0; i < n; i++) {
    guint32 peak = memory->not_always_live_max[positions[i]];
    if (peak == G_MAXUINT32)
      sums.has_not_always_live = FALSE;
    else
      sums.not_always_live_max += peak;
  }
  if (!sums.has_not_always_live)
    sums.not_always_live_max = 0;
  return sums;
}

PoplensMemorySums
poplens_memory_sums (const PoplensMemory *memory, const PoplensTileSet *tiles)
{
  g_autoptr (GArray) positions = poplens_memory_positions (memory, tiles);

  return poplens_memory_sums_at (memory, (const guint32 *) (gpointer) positions->data,
                                 positions->len);
}

PoplensCategorySums
poplens_category_sums_at (const PoplensCategory *category, const guint32 *positions, guint n)
{
  PoplensCategorySums s = {0};

  for (guint l = 0; l < POPLENS_N_CATEGORY_LISTS; l++)
    for (guint i = 0; category->lists[l] && i < n; i++)
      s.lists[l] += category->lists[l][positions[i]];
  s.interleaved = s.lists[POPLENS_CATEGORY_INTERLEAVED_NON_OVERLAPPED] +
                  s.lists[POPLENS_CATEGORY_INTERLEAVED_OVERLAPPED];
  s.non_interleaved = s.lists[POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED] +
                      s.lists[POPLENS_CATEGORY_NON_INTERLEAVED_OVERLAPPED];
  s.overflowed = s.lists[POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED] +
                 s.lists[POPLENS_CATEGORY_OVERFLOWED_OVERLAPPED];
  s.not_overlapped = s.lists[POPLENS_CATEGORY_INTERLEAVED_NON_OVERLAPPED] +
                     s.lists[POPLENS_CATEGORY_NON_INTERLEAVED_NON_OVERLAPPED] +
                     s.lists[POPLENS_CATEGORY_OVERFLOWED_NON_OVERLAPPED];
  s.total = s.interleaved + s.non_interleaved + s.overflowed;
  s.overlapped = s.total - s.not_overlapped;
  return s;
}

gboolean
poplens_is_nearly_full (guint64 bytes, guint64 capacity)
{
  return capacity && (double) bytes > NEARLY_FULL * (double) capacity;
}
