#include "cli/cli.h"

#include "analysis/memory-analysis.h"

/* ---- JSON --------------------------------------------------------------------------------------
 */

/* archive.a knows less than a profile: what is not recorded is null. */
static void
write_known (PoplensJsonWriter *json, const char *key, guint64 value, gboolean known)
{
  if (known)
    poplens_json_uint (json, key, value);
  else
    poplens_json_null (json, key);
}

static void
write_tile (const PoplensMemory *memory, guint32 i, PoplensJsonWriter *json)
{
  gboolean profile = !memory->from_archive, regions = !memory->regions_unknown;

  poplens_json_begin_object (json, NULL);
  poplens_json_uint (json, "tile", memory->tile[i]);
  write_known (json, "total", memory->total[i], profile);
  poplens_json_uint (json, "total_including_gaps", memory->total_including_gaps[i]);
  write_known (json, "non_interleaved", memory->non_interleaved[i], regions);
  write_known (json, "interleaved", memory->interleaved[i], regions);
  write_known (json, "overflowed", memory->overflowed[i], regions);
  write_known (json, "always_live", memory->always_live[i], profile);
  write_known (json, "not_always_live_max", memory->not_always_live_max[i],
               memory->not_always_live_max[i] != G_MAXUINT32);
  /* Without categories nothing is known to be used by one variable alone. */
  write_known (json, "shared", memory->has_categories ? memory->shared[i] : memory->total[i],
               profile);
  poplens_json_end_object (json);
}

static void
write_categories (const PoplensMemory *memory, PoplensJsonWriter *json)
{
  g_autoptr (GArray) all = poplens_memory_positions (memory, NULL);

  poplens_json_begin_object (json, "categories");
  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    PoplensCategorySums sums =
        poplens_category_sums_at (category, (const guint32 *) (gconstpointer) all->data, all->len);
    poplens_json_begin_object (json, category->name);
    poplens_json_uint (json, "total", sums.total);
    poplens_json_uint (json, "interleaved", sums.interleaved);
    poplens_json_uint (json, "non_interleaved", sums.non_interleaved);
    poplens_json_uint (json, "overflowed", sums.overflowed);
    poplens_json_uint (json, "not_overlapped", sums.not_overlapped);
    poplens_json_uint (json, "overlapped", sums.overlapped);
    poplens_json_string (json, "group", poplens_memory_group_key (category->group));
    poplens_json_end_object (json);
  }
  poplens_json_end_object (json);
}

gboolean
poplens_cli_memory_json (PoplensReport *report, const PoplensPlace *place, PoplensJsonWriter *json,
                         GError **error)
{
  PoplensMemorySums sums = {0};
  gconstpointer data;

  if (!poplens_cli_load (report, POPLENS_PART_MEMORY, json, &data, error))
    return FALSE;
  const PoplensMemory *memory = data;
  if (memory)
    sums = poplens_memory_sums (memory, NULL);
  write_known (json, "total", sums.total, !memory || !memory->from_archive);
  poplens_json_uint (json, "total_including_gaps", sums.total_including_gaps);
  poplens_json_begin_array (json, "tiles");
  for (guint32 i = 0; memory && i < memory->n_tiles; i++)
    write_tile (memory, i, json);
  poplens_json_end_array (json);
  if (memory) {
    write_categories (memory, json);
  } else {
    poplens_json_begin_object (json, "categories");
    poplens_json_end_object (json);
  }
  return TRUE;
}

/* ---- text --------------------------------------------------------------------------------------
 */

gboolean
poplens_cli_memory_text (PoplensCliView *view, GError **error)
{
  static const char *const tile_columns[] = {"tile", "ipu",   "total", "total_including_gaps",
                                             "free", "share", NULL};
  static const char *const category_columns[] = {"group",          "category",   "total",
                                                 "not_overlapped", "overlapped", NULL};
  gboolean present;

  if (!poplens_cli_headline (view, POPLENS_PART_MEMORY, &present, error))
    return FALSE;
  return !present ||
         (poplens_cli_named_table (view, "memory-tiles", "Fullest tiles",
                                   view->all ? NULL : tile_columns, "-total_including_gaps", 5,
                                   error) &&
          poplens_cli_named_table (view, "memory-categories", "What the memory is used for",
                                   view->all ? NULL : category_columns, "-total", 12, error));
}
