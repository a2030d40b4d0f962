/* Memory: every tile as a chart, and below it what the selected tiles hold. */
#include "pages/page-private.h"

#include "analysis/headline.h"
#include "analysis/memory-analysis.h"
#include "model/assumptions.h"

#include <string.h>

/* What the controls say. */
typedef struct {
  PoplensBreakdown breakdown;
  gboolean gaps, by_use;
} Choices;

static Choices
add_controls (PoplensPage *page, const PoplensPageContext *context, const PoplensMemory *memory)
{
  static const char *const breakdowns[] = {"none", "region", "group", "category", "liveness"};
  static const char *const breakdown_titles[] = {"None", "Region", "Category group", "Category",
                                                 "Liveness"};
  static const char *const orders[] = {"number", "use"};
  static const char *const order_titles[] = {"By number", "By use"};
  static const char *const scales[] = {"data", "limit"};
  static const char *const scale_titles[] = {"To the data", "To the limit"};
  Choices choices;

  /* Of archive.a only regions are known, and bytes with gaps are what is drawn. */
  guint n_breakdowns = memory->regions_unknown ? POPLENS_BREAKDOWN_NONE + 1
                       : memory->from_archive  ? POPLENS_BREAKDOWN_REGION + 1
                                               : G_N_ELEMENTS (breakdowns);
  choices.breakdown = poplens_page_add_choice (
      page, "breakdown", "Breakdown", "What the bytes of each tile are split into", breakdowns,
      breakdown_titles, n_breakdowns,
      memory->has_categories ? POPLENS_BREAKDOWN_GROUP : POPLENS_BREAKDOWN_NONE);
  choices.gaps = (!memory->from_archive || choices.breakdown == POPLENS_BREAKDOWN_REGION) &&
                 poplens_page_add_switch (
                     page, "gaps", "Gaps",
                     "A line where the last used byte of each tile ends, gaps included", TRUE);
  choices.by_use =
      poplens_page_add_choice (page, "order", "Order", "Tiles by number, or the fullest first",
                               orders, order_titles, G_N_ELEMENTS (orders), 0) == 1;
  poplens_page_control (page, "order")->letter = 'o';
  poplens_page_add_choice (page, "scale", "Scale",
                           "Fit the axis to the data, or to the memory that a tile has", scales,
                           scale_titles, G_N_ELEMENTS (scales), 0);
  poplens_page_add_unit (page, context);
  return choices;
}

/* ---- the chart ---------------------------------------------------------------------------------
 */

static PoplensInk
ink_of_band (const PoplensBand *band)
{
  /* Groups and their inks stand in the same order. */
  if (band->group >= 0 && band->group < POPLENS_N_GROUPS)
    return POPLENS_INK_TENSORS + (PoplensInk) band->group;
  switch (band->role) {
  case POPLENS_BAND_TOTAL:
    return POPLENS_INK_TOTAL;
  case POPLENS_BAND_SHARED:
    return POPLENS_INK_SHARED;
  case POPLENS_BAND_GAPS:
    return POPLENS_INK_GAPS;
  case POPLENS_BAND_NON_INTERLEAVED:
    return POPLENS_INK_NON_INTERLEAVED;
  case POPLENS_BAND_INTERLEAVED:
    return POPLENS_INK_INTERLEAVED;
  case POPLENS_BAND_OVERFLOWED:
    return POPLENS_INK_OVERFLOW;
  case POPLENS_BAND_ALWAYS_LIVE:
    return POPLENS_INK_ALWAYS_LIVE;
  case POPLENS_BAND_NOT_ALWAYS_LIVE:
    return POPLENS_INK_NOT_ALWAYS_LIVE;
  default:
    return POPLENS_INK_OTHER;
  }
}

static gboolean
is_hidden (char **hidden, const char *key)
{
  return hidden && g_strv_contains ((const char *const *) hidden, key);
}

static void
add_series (PoplensChart *chart, const PoplensMemory *memory, const Choices *choices,
            const guint32 *order, const PoplensPlace *place)
{
  const char *hide = poplens_place_get (place, "hide");
  g_auto (GStrv) hidden = hide ? g_strsplit (hide, ",", -1) : NULL;
  g_autoptr (GPtrArray) bands = poplens_memory_bands (memory, choices->breakdown, order);

  for (guint b = 0; b < bands->len; b++) {
    PoplensBand *band = g_ptr_array_index (bands, b);
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, band->key, band->name, ink_of_band (band),
                              band->shade, g_steal_pointer (&band->values),
                              is_hidden (hidden, band->key));
  }
  if (choices->gaps) {
    guint64 *values = g_new (guint64, memory->n_tiles);
    for (guint32 i = 0; i < memory->n_tiles; i++)
      values[i] = memory->total_including_gaps[order[i]];
    poplens_chart_add_series (chart, POPLENS_SERIES_LINE, "with-gaps", "With gaps",
                              POPLENS_INK_TOTAL_WITH_GAPS, 0, values,
                              is_hidden (hidden, "with-gaps"));
  }
}

/* IPUs set apart; one alone needs no name. */
static void
add_groups (PoplensChart *chart, const PoplensTarget *target, const guint32 *tiles, guint32 n)
{
  guint32 last = G_MAXUINT32;

  if (!target || !n ||
      poplens_target_ipu_of_tile (target, tiles[0]) ==
          poplens_target_ipu_of_tile (target, tiles[n - 1]))
    return;
  for (guint32 i = 0; i < n; i++) {
    guint32 ipu = poplens_target_ipu_of_tile (target, tiles[i]);
    if (ipu == last)
      continue;
    g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
    poplens_chart_add_group (chart, i, name);
    last = ipu;
  }
}

/* A tile's number is its position in most files, and then needs no table. */
static gboolean
is_identity (const guint32 *tiles, guint32 n)
{
  for (guint32 i = 0; i < n; i++)
    if (tiles[i] != i)
      return FALSE;
  return TRUE;
}

static void
add_chart (PoplensPage *page, const PoplensPageContext *context, const PoplensMemory *memory,
           const PoplensTarget *target, const Choices *choices)
{
  guint32 n = memory->n_tiles;
  PoplensBlock *block =
      poplens_page_add_block (page, POPLENS_BLOCK_CHART, "memory-chart", "Memory by tile");
  PoplensChart *chart = poplens_chart_new (POPLENS_CHART_KIND_AREAS, "Memory by tile", n,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  g_autofree guint32 *order = poplens_memory_order (memory, choices->by_use, FALSE);

  block->chart = chart;
  block->selects = POPLENS_SELECTS_TILES;
  block->chart_tiles = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++) {
    block->chart_tiles[i] = memory->tile[order[i]];
    page->n_tiles = MAX (page->n_tiles, block->chart_tiles[i] + 1);
  }
  poplens_chart_set_item_axis (chart, choices->by_use ? "Tiles, the fullest first" : "Tiles",
                               "tile");
  poplens_chart_set_source (chart, memory->from_archive ? "images of archive.a"
                                                        : "compiler\u2019s account");
  if (n && !is_identity (block->chart_tiles, n))
    poplens_chart_set_item_numbers (chart, g_memdup2 (block->chart_tiles, n * sizeof (guint32)));
  if (!choices->by_use)
    add_groups (chart, target, block->chart_tiles, n);
  if (target && target->bytes_per_tile)
    poplens_chart_set_limit (chart, "limit", target->bytes_per_tile);
  add_series (chart, memory, choices, order, context->place);
}

/* ---- notices -----------------------------------------------------------------------------------
 */

static void
add_notices (PoplensPage *page, const PoplensPageContext *context, const PoplensMemory *memory,
             const PoplensTarget *target)
{
  PoplensHeadline headline;

  poplens_headline_compute (&headline, target, memory, NULL, NULL);
  if (headline.tiles_over) {
    PoplensNumber count, over, limit;
    g_autofree char *text = g_strdup_printf (
        "%s not fit: most is missing on tile %u, which needs %s more than its %s",
        headline.tiles_over == 1 ? "One tile does"
                                 : (poplens_plural (count, headline.tiles_over, "tile"),
                                    g_strlcat (count, " do", sizeof count), count),
        memory->tile[headline.worst_position],
        poplens_format_bytes (over, headline.over_bytes, context->unit),
        poplens_format_bytes (limit, headline.tile_capacity, context->unit));
    poplens_page_add_notice (page, POPLENS_TONE_BAD, "overflow", text);
  }
  poplens_page_add_odd_memory (page, memory);
  if (target && target->num_replicas > 1) {
    PoplensNumber tiles, replicas;
    g_autofree char *text =
        g_strdup_printf ("The %s of one replica are shown, as the file lists them; there are %s",
                         poplens_plural (tiles, memory->n_tiles, "tile"),
                         poplens_plural (replicas, target->num_replicas, "replica"));
    poplens_page_add_notice (page, POPLENS_TONE_NEUTRAL, "replicas", text);
  }
}

gboolean
poplens_memory_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  /* The last one where archive.a says otherwise. */
  static const char *const tables[] = {"memory-details",  "memory-categories",
                                       "memory-vertices", "memory-compute-sets",
                                       "memory-tiles",    "archive-differences"};
  const PoplensMemory *memory =
      poplens_report_load_memory (context->report, context->cancellable, error);
  gconstpointer data;

  if (!memory || !poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &data,
                                              context->cancellable, error))
    return FALSE;
  const PoplensTarget *target = data;
  page->layout = POPLENS_LAYOUT_CHART;
  Choices choices = add_controls (page, context, memory);
  poplens_page_add_damage (page, context);
  add_notices (page, context, memory, target);
  gboolean differs = poplens_page_add_archive (page, context, TRUE);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (INTERLEAVED) | POPLENS_ASSUMES (OVERFLOW) |
                                    POPLENS_ASSUMES (SCHEMA) | POPLENS_ASSUMES (ARCHIVE));
  add_chart (page, context, memory, target, &choices);
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    PoplensBlock *block;
    if (!differs && i + 1 == G_N_ELEMENTS (tables))
      break;
    if (!poplens_page_add_tab (page, context, tables[i], &block, error))
      return FALSE;
    block->filterable = (block->table || block->waits) && strcmp (tables[i], "memory-details");
  }
  return TRUE;
}
