/* Insights, Tiles: each tile at its own worst step, and which do not fit. */
#include "pages/insights/insights-page.h"

#include "model/assumptions.h"

static const PoplensTileSeries series[] = {
    {"bytes", "peak", "Peak of the tile"},
    {"headroom", "headroom", "Headroom"},
    {"always_live", "always-live", "Always live"},
    {"not_always_live", "not-always-live", "Not always live"},
    {"total_including_gaps", "with-gaps", "Including gaps"},
};

static guint
add_value (PoplensPage *page)
{
  static const char *const options[] = {"peak", "headroom", "always-live", "not-always-live",
                                        "with-gaps"};
  static const char *const titles[] = {"Peak of the tile", "Headroom", "Always live",
                                       "Not always live", "Including gaps"};
  guint value = poplens_page_add_choice (page, "colour", "Colour by", "Colour tiles by", options,
                                         titles, G_N_ELEMENTS (options), 0);

  poplens_page_control (page, "colour")->section = "peaks-map";
  return value;
}

static gboolean
does_not_fit (const PoplensTable *table, guint32 row)
{
  return poplens_insights_number (table, row, "over", 0) > 0;
}

static guint32
count_over (const PoplensTable *table)
{
  guint32 n = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += does_not_fit (table, row);
  return n;
}

gboolean
poplens_insights_fill_tiles (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (PoplensLocation) no_tile = poplens_location_with (context->location, "tile", NULL);
  g_autoptr (PoplensLocation) whole = poplens_location_with (no_tile, "ipu", NULL);
  PoplensPageContext all = *context;
  gconstpointer target;
  PoplensSection *section;
  guint value;

  all.location = whole;
  if (!poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &target,
                                   context->cancellable, error))
    return FALSE;
  poplens_page_add_damage (page, &all);
  poplens_page_add_assumptions (page, &all, POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS));
  value = add_value (page);
  if (!poplens_page_add_table (page, &all, "liveness-tiles", &section, error))
    return FALSE;
  if (!section->table)
    return TRUE;
  section->rows.filterable = TRUE;
  PoplensTileCharts charts = {page, &all, target, section->table, series, G_N_ELEMENTS (series)};
  poplens_insights_add_map (&charts, "peaks-map", "Peak of Each Tile", value, "over capacity",
                            does_not_fit);
  /* The map stands above its table. */
  guint last = page->sections->len - 1;
  gpointer map = g_ptr_array_steal_index (page->sections, last);
  g_ptr_array_insert (page->sections, (int) last - 1, map);
  return !count_over (section->table) ||
         poplens_page_add_table (page, &all, "overflow", NULL, error);
}
