/* Memory of two reports: by tile, by category. */
#include "derived/compare/compare-source.h"
#include "tables/compare/compare-table.h"
#include "tables/engine/registry.h"

/* Measures that tiles of archive.a do not have. */
static const char *
lacks (const PoplensMemory *memory)
{
  if (!memory->from_archive)
    return NULL;
  return memory->regions_unknown
             ? "total always_live not_always_live_max non_interleaved interleaved overflowed"
             : "total always_live not_always_live_max";
}

static void
no_bytes (gconstpointer data, guint32 row, guint column, PoplensValue *value)
{
  if (poplens_table_get_column (data, column)->unit == POPLENS_UNIT_BYTES)
    poplens_cell_int (value, 0);
  else
    *value = poplens_table_get (data, row, column);
}

/* What the report says that has none of the tiles: the categories of @all (transfer full), which is
 * of all its tiles, without a byte; nothing of tiles. */
static PoplensTable *
new_without_tiles (PoplensTable *all, gboolean by_category)
{
  PoplensTable *table =
      poplens_table_new ("base", "Base", by_category ? poplens_table_n_rows (all) : 0, no_bytes,
                         all, (GDestroyNotify) poplens_table_unref, NULL);

  for (guint c = 0; c < poplens_table_n_columns (all); c++)
    poplens_table_add_columns (table, poplens_table_get_column (all, c), 1);
  return table;
}

static PoplensTable *
compare_memory (const PoplensJoin *join, PoplensReport *report, const PoplensLocation *location,
                GCancellable *cancellable, GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (join->name);
  gboolean by_category = join == &poplens_join_memory_categories;
  /* What belongs to one operation alone is not compared. */
  g_autoptr (PoplensLocation) selected =
      location ? poplens_location_with (location, "operation", NULL) : NULL;
  g_auto (PoplensCompareSource) source = {0};
  g_auto (PoplensBases) bases = {0};
  g_autoptr (PoplensCompareTiles) tiles =
      poplens_compare_tiles_load (&source, report, location, cancellable, error);

  if (!tiles || (by_category && !poplens_compare_tiles_have_categories (tiles, &source, error)))
    return NULL;
  g_autofree char *remark = poplens_compare_tiles_remark (tiles);
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    gboolean has = tiles->scope[s].selection.n > 0;
    bases.lacks[s] = lacks (tiles->of[s]);
    bases.of[s] = spec->build (source.of[s], has ? selected : NULL, cancellable, error);
    if (!bases.of[s])
      return NULL;
    if (!has)
      bases.of[s] = new_without_tiles (bases.of[s], by_category);
  }
  return poplens_compare_table_new (join, &bases, NULL, &source, location, remark);
}

const PoplensJoin poplens_join_memory_tiles = {
    .name = "memory-tiles",
    .title = "Memory by tile",
    .things = "tiles",
    .keys = "tile, ipu",
    .build = compare_memory,
    .shown = "tile total_including_gaps total always_live not_always_live_max non_interleaved "
             "interleaved overflowed",
    .match = "tile",
    .links_to_compared = TRUE,
    .links_added = TRUE,
    .adds = TRUE};

const PoplensJoin poplens_join_memory_categories = {
    .name = "memory-categories",
    .title = "Memory by category",
    .things = "categories",
    .keys = "tile, ipu",
    .build = compare_memory,
    .shown = "category total not_overlapped non_interleaved interleaved overflowed key",
    .match = "key",
    .adds = TRUE};
