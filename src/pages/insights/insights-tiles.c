/* Insights, chapter Peaks by Tile: each tile at its own peak, the fullest tiles, and a histogram of
 * tiles by memory use. */
#include "pages/insights/insights-page.h"

#include "analysis/insights/insights.h"
#include "analysis/memory/memory-analysis.h"
#include "model/assumptions.h"

#define FULLEST 5

static const PoplensTileSeries series[] = {
    {"bytes", "peak", "Peak of the tile"},
    {"headroom", "headroom", "Headroom"},
    {"always_live", "always-live", "Always live"},
    {"not_always_live", "not-always-live", "Not always live"},
    {"total_including_gaps", "with-gaps", "Including gaps"},
};

/* Adds the choice of the value that colours tiles, and returns its index. */
static guint
insights_add_value (PoplensPage *page)
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

/* ---- the memory of tiles --------------------------------------------------------------------- */

/* Names a tile: "Tile 1054"; "Tile 1054 · IPU 1" if there are several IPUs. (transfer full) */
static char *
tile_text (const PoplensTarget *target, guint32 tile)
{
  if (target && target->num_ipus > 1)
    return g_strdup_printf ("Tile %u · IPU %u", tile, poplens_target_ipu_of_tile (target, tile));
  return g_strdup_printf ("Tile %u", tile);
}

/* Adds a bar for each of the fullest tiles: used bytes, then gaps, as both count towards the
 * capacity. */
static void
add_fullest (PoplensPage *page, const PoplensPageContext *context, const PoplensMemory *memory,
             const PoplensTarget *target)
{
  g_autoptr (GArray) fullest = poplens_memory_fullest (memory, FULLEST, TRUE);
  guint n = fullest->len;
  PoplensSection *section =
      poplens_page_add_section (page, POPLENS_SECTION_CHART, "fullest-chart", "Fullest Tiles");
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Fullest tiles", n,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  guint64 *used = g_new (guint64, MAX (n, 1)), *gaps = g_new (guint64, MAX (n, 1));
  char **texts = g_new0 (char *, n + 1);

  section->chart = chart;
  section->column = 1;
  section->plot.to_limit = TRUE;
  section->plot.links = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++) {
    guint32 position = g_array_index (fullest, guint32, i);
    used[i] =
        memory->from_archive ? memory->total_including_gaps[position] : memory->total[position];
    gaps[i] = memory->total_including_gaps[position] -
              MIN (used[i], memory->total_including_gaps[position]);
    texts[i] = tile_text (target, memory->tile[position]);
    section->plot.links[i] = g_strdup_printf ("memory?tile=%u", memory->tile[position]);
  }
  poplens_chart_set_item_axis (chart, NULL, "tile");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_source (chart, "recorded by the compiler");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "used",
                            memory->from_archive ? "Including gaps" : "Excluding gaps",
                            POPLENS_INK_TOTAL, 0, used, FALSE);
  /* archive.a does not distinguish gaps from used bytes. */
  if (memory->from_archive)
    g_free (gaps);
  else
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "gaps", "Gaps", POPLENS_INK_GAPS, 0, gaps,
                              FALSE);
  if (target && target->bytes_per_tile)
    poplens_chart_set_limit (chart, "capacity", target->bytes_per_tile);
}

static void
add_histogram (PoplensPage *page, const PoplensPageContext *context, const PoplensMemory *memory)
{
  gboolean gaps =
      memory->from_archive ||
      poplens_page_add_switch (page, "gaps", "Include Gaps", "Count gaps between variables", FALSE);
  g_autoptr (GArray) bins = poplens_insights_histogram (memory, gaps);
  guint n = bins->len;
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_CHART,
                                                      "histogram-chart", "Tiles by Memory Use");
  PoplensChart *chart = poplens_chart_new (&poplens_bars_kind, "Tiles by memory use", n,
                                           POPLENS_CHART_UNIT_COUNT, context->unit);
  guint64 *tiles = g_new (guint64, MAX (n, 1));
  char **texts = g_new0 (char *, n + 1);

  if (!memory->from_archive)
    poplens_page_control (page, "gaps")->section = "histogram-chart";
  section->chart = chart;
  section->column = 2;
  for (guint i = 0; i < n; i++) {
    const PoplensHistogramBin *bin = &g_array_index (bins, PoplensHistogramBin, i);
    tiles[i] = bin->tiles;
    /* The label of a bin is its range: "16.0 KiB – 18.0 KiB". */
    PoplensNumber from, to;
    texts[i] = g_strdup_printf ("%s – %s", poplens_format_bytes (from, bin->from, context->unit),
                                poplens_format_bytes (to, bin->to, context->unit));
  }
  poplens_chart_set_item_axis (chart, NULL, "bin");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_source (chart, "derived by Poplens");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "tiles", "Tiles", POPLENS_INK_TOTAL, 0,
                            tiles, FALSE);
}

/* ---- the page -------------------------------------------------------------------------------- */

/* Adds the charts of the fullest tiles and of tiles by memory use, and their tables, which are
 * collapsed at first. FALSE with @error. */
static gboolean
add_memory_use (PoplensPage *page, const PoplensPageContext *context, const PoplensTarget *target,
                GError **error)
{
  static const char *const tables[] = {"insights-tiles", "memory-histogram"};
  const PoplensMemory *memory = poplens_report_peek (context->report, POPLENS_PART_MEMORY);
  PoplensSection *section;

  if (!memory)
    return TRUE;
  add_fullest (page, context, memory, target);
  add_histogram (page, context, memory);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    if (!poplens_page_add_table (page, context, tables[i], &section, error))
      return FALSE;
    section->collapsed = section->table != NULL;
  }
  return TRUE;
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
  value = insights_add_value (page);
  if (!poplens_page_add_table (page, &all, "liveness-tiles", &section, error))
    return FALSE;
  if (!section->table)
    return add_memory_use (page, &all, target, error);
  section->rows.filterable = TRUE;
  PoplensTileCharts charts = {page, &all, target, section->table, series, G_N_ELEMENTS (series)};
  poplens_insights_add_map (&charts, "peaks-map", "Peak of Each Tile", value, "over capacity",
                            does_not_fit);
  /* Move the map before the table that it shows. */
  guint last = page->sections->len - 1;
  gpointer map = g_ptr_array_steal_index (page->sections, last);
  g_ptr_array_insert (page->sections, (int) last - 1, map);
  const PoplensTable *table = section->table;
  guint32 n = 0;
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += does_not_fit (table, row);
  return (!n || poplens_page_add_table (page, &all, "overflow", NULL, error)) &&
         add_memory_use (page, &all, target, error);
}
