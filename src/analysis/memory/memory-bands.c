#include "analysis/memory/memory-analysis.h"

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

/* A band of one column of the memory part. */
static PoplensBand *
column_band (const PoplensMemory *memory, const guint32 *order, const char *key, const char *name,
             PoplensBandRole role, const guint32 *column)
{
  PoplensBand *band = band_new (memory, key, name, role);

  for (guint32 i = 0; i < memory->n_tiles; i++)
    band->values[i] = column[order[i]];
  return band;
}

/* Keeps the band where any tile has bytes of it. */
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

/* A file whose regions pass the total contradicts itself: the upper ones are cut there, so that
 * what is drawn is never more than the total. Gives what is left of each tile. */
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

  /* Of archive.a only the regions are known; what is in use is with gaps. */
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
