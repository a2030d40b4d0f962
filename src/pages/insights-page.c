/* Insights: does it fit, and what is the memory spent on: findings in the order of what they would
 * save, then where they come from. */
#include "pages/page-private.h"

#include "analysis/insights.h"
#include "analysis/memory-analysis.h"
#include "model/assumptions.h"
#include "tables/insights-input.h"

#define FULLEST 5

/* ---- findings ----------------------------------------------------------------------------------
 */

static void
add_finding (GPtrArray *facts, const PoplensFinding *finding, const PoplensPageContext *context)
{
  PoplensNumber number;
  g_autofree char *sentence = poplens_finding_sentence (finding, context->unit);
  PoplensFact *fact = poplens_facts_add (
      facts, finding->title,
      finding->kind == POPLENS_FINDING_GOOD ? "Fits"
      : finding->bytes ? poplens_format_bytes (number, finding->bytes, context->unit)
                       : "",
      sentence);

  fact->tone = finding->kind == POPLENS_FINDING_BAD    ? POPLENS_TONE_BAD
               : finding->kind == POPLENS_FINDING_GOOD ? POPLENS_TONE_GOOD
                                                       : POPLENS_TONE_NEUTRAL;
  fact->cause = g_strdup (finding->cause);
  fact->source = "Computed by Poplens from the compiler\u2019s own account";
  fact->link = g_strdup (finding->place);
  fact->command = poplens_finding_command (finding, poplens_report_get_path (context->report));
}

/* Those that are facts, or those that are not, in a block of their own where there are any: bytes
 * in use must not be read as bytes that could be saved. */
static void
add_findings (PoplensPage *page, const PoplensPageContext *context, const GPtrArray *findings,
              gboolean are_facts)
{
  g_autoptr (GPtrArray) facts = g_ptr_array_new_with_free_func (poplens_fact_free);

  for (guint i = 0; i < findings->len; i++) {
    const PoplensFinding *finding = g_ptr_array_index (findings, i);
    if ((finding->kind == POPLENS_FINDING_FACT) == are_facts)
      add_finding (facts, finding, context);
  }
  if (!facts->len)
    return;
  PoplensBlock *block =
      poplens_page_add_block (page, POPLENS_BLOCK_FINDINGS, are_facts ? "facts" : "findings",
                              are_facts ? "Facts, with the bytes that each is about"
                                        : "Findings, in the order of what each would save");
  block->facts = g_steal_pointer (&facts);
}

/* ---- charts ------------------------------------------------------------------------------------
 */

/* "1054", "1054 · IPU 1" */
static char *
tile_text (const PoplensTarget *target, guint32 tile)
{
  if (target && target->num_ipus > 1)
    return g_strdup_printf ("Tile %u · IPU %u", tile, poplens_target_ipu_of_tile (target, tile));
  return g_strdup_printf ("Tile %u", tile);
}

/* What has to fit is with gaps: so stand the bars, used bytes first. */
static void
add_fullest (PoplensPage *page, const PoplensPageContext *context,
             const PoplensInsightsInput *input)
{
  const PoplensMemory *memory = input->memory;
  g_autoptr (GArray) fullest = poplens_memory_fullest (memory, FULLEST, TRUE);
  guint n = fullest->len;
  PoplensBlock *block =
      poplens_page_add_block (page, POPLENS_BLOCK_CHART, "fullest-chart", "Fullest tiles");
  PoplensChart *chart = poplens_chart_new (POPLENS_CHART_KIND_BARS, "Fullest tiles", n,
                                           POPLENS_CHART_UNIT_BYTES, context->unit);
  guint64 *used = g_new (guint64, MAX (n, 1)), *gaps = g_new (guint64, MAX (n, 1));
  char **texts = g_new0 (char *, n + 1);

  block->chart = chart;
  block->to_limit = TRUE;
  block->chart_links = g_new0 (char *, n + 1);
  for (guint i = 0; i < n; i++) {
    guint32 position = g_array_index (fullest, guint32, i);
    used[i] =
        memory->from_archive ? memory->total_including_gaps[position] : memory->total[position];
    gaps[i] = memory->total_including_gaps[position] -
              MIN (used[i], memory->total_including_gaps[position]);
    texts[i] = tile_text (input->target, memory->tile[position]);
    block->chart_links[i] = g_strdup_printf ("memory?tile=%u", memory->tile[position]);
  }
  poplens_chart_set_item_axis (chart, NULL, "tile");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_source (chart, "compiler\u2019s account");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "used",
                            memory->from_archive ? "With gaps" : "In use", POPLENS_INK_TOTAL, 0,
                            used, FALSE);
  /* archive.a does not tell gaps from bytes in use. */
  if (memory->from_archive)
    g_free (gaps);
  else
    poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "gaps", "Gaps", POPLENS_INK_GAPS, 0, gaps,
                              FALSE);
  if (input->target && input->target->bytes_per_tile)
    poplens_chart_set_limit (chart, "limit", input->target->bytes_per_tile);
}

/* "16.0 KiB – 18.0 KiB" */
static char *
bin_text (const PoplensHistogramBin *bin, PoplensByteUnit unit)
{
  PoplensNumber from, to;

  return g_strdup_printf ("%s – %s", poplens_format_bytes (from, bin->from, unit),
                          poplens_format_bytes (to, bin->to, unit));
}

static void
add_histogram (PoplensPage *page, const PoplensPageContext *context,
               const PoplensInsightsInput *input)
{
  gboolean gaps =
      input->memory->from_archive ||
      poplens_page_add_switch (page, "gaps", "With gaps",
                               "Bytes up to the last used one, instead of bytes in use", FALSE);
  g_autoptr (GArray) bins = poplens_insights_histogram (input->memory, gaps);
  guint n = bins->len;
  PoplensBlock *block = poplens_page_add_block (page, POPLENS_BLOCK_CHART, "histogram-chart",
                                                "How many tiles use how much");
  PoplensChart *chart = poplens_chart_new (POPLENS_CHART_KIND_BARS, "How many tiles use how much",
                                           n, POPLENS_CHART_UNIT_COUNT, context->unit);
  guint64 *tiles = g_new (guint64, MAX (n, 1));
  char **texts = g_new0 (char *, n + 1);

  if (!input->memory->from_archive)
    poplens_page_control (page, "gaps")->block = "histogram-chart";
  block->chart = chart;
  for (guint i = 0; i < n; i++) {
    const PoplensHistogramBin *bin = &g_array_index (bins, PoplensHistogramBin, i);
    tiles[i] = bin->tiles;
    texts[i] = bin_text (bin, context->unit);
  }
  poplens_chart_set_item_axis (chart, NULL, "bin");
  poplens_chart_set_item_texts (chart, texts);
  poplens_chart_set_source (chart, "computed by Poplens");
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, "tiles", "Tiles", POPLENS_INK_TOTAL, 0,
                            tiles, FALSE);
}

/* ---- the page ----------------------------------------------------------------------------------
 */

static gboolean
add_capacity (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  g_autoptr (GPtrArray) facts =
      poplens_page_headline (context->report, POPLENS_PART_BIT (POPLENS_PART_MEMORY), context->unit,
                             context->cancellable, error);

  if (!facts)
    return FALSE;
  poplens_page_add_block (page, POPLENS_BLOCK_FACTS, "facts", NULL)->facts =
      g_steal_pointer (&facts);
  return TRUE;
}

static gboolean
add_tables (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  static const struct {
    const char *name;
    gboolean collapsed, filterable;
  } tables[] = {
      {"capacity", FALSE, FALSE},
      {"costs", FALSE, FALSE},
      {"always-live-variables", FALSE, TRUE},
      {"peak-variables", FALSE, TRUE},
      {"vertices-by-state", FALSE, TRUE},
      {"vertices-by-code", FALSE, TRUE},
      {"exchanges-by-code", FALSE, TRUE},
      {"insights-tiles", TRUE, FALSE},
      {"insights-histogram", TRUE, FALSE},
  };

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++) {
    PoplensBlock *block;
    if (!poplens_page_add_table (page, context, tables[i].name, &block, error))
      return FALSE;
    block->collapsed = tables[i].collapsed && block->table;
    block->filterable = tables[i].filterable && block->table;
  }
  return TRUE;
}

gboolean
poplens_insights_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  /* These tables are about the whole replica; a selection that came along is not theirs. */
  g_autoptr (PoplensPlace) no_tile = poplens_place_with (context->place, "tile", NULL);
  g_autoptr (PoplensPlace) whole = poplens_place_with (no_tile, "ipu", NULL);
  PoplensPageContext all = *context;
  g_autoptr (PoplensNameSums) names = NULL;
  PoplensInsightsInput input;

  all.place = whole;
  page->layout = POPLENS_LAYOUT_DOCUMENT;
  if (!poplens_report_load_memory (context->report, context->cancellable, error) ||
      !poplens_insights_load (context->report, &input, &names, context->cancellable, error) ||
      !add_capacity (page, &all, error))
    return FALSE;
  poplens_page_add_damage (page, &all);
  poplens_page_add_odd_memory (page, input.memory);
  poplens_page_add_assumptions (page, &all,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (OVERFLOW) | POPLENS_ASSUMES (SCHEMA) |
                                    POPLENS_ASSUMES (ARCHIVE));
  g_autoptr (GPtrArray) findings = poplens_insights_findings (&input);
  add_findings (page, &all, findings, FALSE);
  add_findings (page, &all, findings, TRUE);
  add_fullest (page, &all, &input);
  add_histogram (page, &all, &input);
  return add_tables (page, &all, error);
}
