/* Memory of two reports: both graphs by tile, and below them what differs, split as the breakdown
 * says. */
#include "analysis/compare/memory-compare.h"

#include "pages/compare/compare-page.h"
#include "pages/core/tile-tab.h"
#include "pages/memory/memory-page.h"

typedef struct {
  PoplensComparePage *page;
  const PoplensMemory *of[POPLENS_N_SIDES];
  PoplensBreakdown breakdown;
  gboolean by_change; /* the order of tiles, else by number */
  gboolean gaps;
} Graph;

/* ---- the graph ---------------------------------------------------------------------------------
 */

/* What is alike on all tiles is no part of what differs. */
static void
add_parts (const Graph *self, PoplensChart *chart, const PoplensComparedMemory *memory)
{
  for (guint b = 0; self->breakdown != POPLENS_BREAKDOWN_NONE && b < memory->bands->len; b++) {
    PoplensComparedBand *band = g_ptr_array_index (memory->bands, b);
    if (band->differs)
      poplens_chart_add_change (chart, band->key, band->name,
                                poplens_memory_band_ink (band->group, band->role), band->shade,
                                g_steal_pointer (&band->of[POPLENS_FIRST]),
                                g_steal_pointer (&band->of[POPLENS_SECOND]),
                                poplens_page_hides (self->page->context->location, band->key));
  }
}

static void
add_graph (const Graph *self, PoplensComparedMemory *memory, const PoplensTarget *target)
{
  PoplensPage *page = self->page->page;
  PoplensSection *section = poplens_page_add_section (page, POPLENS_SECTION_CHART, "memory-chart",
                                                      "Memory by tile, compared");
  guint32 n = memory->n_tiles;
  PoplensChart *chart = poplens_chart_new (&poplens_areas_kind, section->title, n,
                                           POPLENS_CHART_UNIT_BYTES, self->page->context->unit);
  gint64 *difference = g_new (gint64, MAX (n, 1));

  section->chart = chart;
  section->plot.selects = POPLENS_SELECTS_TILES;
  section->plot.tiles = g_memdup2 (memory->tile, MAX (n, 1) * sizeof *memory->tile);
  for (guint32 i = 0; i < n; i++) {
    page->n_tiles = MAX (page->n_tiles, memory->tile[i] + 1);
    difference[i] =
        (gint64) memory->total[POPLENS_SECOND][i] - (gint64) memory->total[POPLENS_FIRST][i];
  }
  poplens_chart_set_item_axis (chart, self->by_change ? "Tiles, largest increase first" : "Tiles",
                               "tile");
  poplens_chart_set_source (chart, "recorded by the compiler");
  poplens_tiles_number (chart, memory->tile, n);
  if (!self->by_change)
    poplens_tiles_group (chart, target, memory->tile, n);
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_compare_page_add_series (self->page, chart, s, g_steal_pointer (&memory->total[s]));
  poplens_chart_set_difference (chart, "After − before", difference);
  add_parts (self, chart, memory);
  if (target && target->bytes_per_tile)
    poplens_chart_set_limit (chart, "capacity", target->bytes_per_tile);
}

/* ---- the page ----------------------------------------------------------------------------------
 */

static void
add_notice (const Graph *self, const PoplensComparedMemory *memory)
{
  gint64 sums[POPLENS_N_SIDES] = {0};
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *words = NULL;
  PoplensNumber first, second;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint32 i = 0; i < memory->n_tiles; i++)
      sums[s] += (gint64) memory->total[s][i];
  words = poplens_compare_page_words (POPLENS_UNIT_BYTES, poplens_amount_of (sums[0], sums[1]),
                                      self->page->context->unit);
  g_string_printf (text, "All tiles: %s", words);
  if (memory->only[POPLENS_FIRST] || memory->only[POPLENS_SECOND])
    g_string_append_printf (text, ". Removed: %s; added: %s",
                            poplens_format_items (first, memory->only[POPLENS_FIRST], "tile"),
                            poplens_format_items (second, memory->only[POPLENS_SECOND], "tile"));
  poplens_page_add_notice (self->page->page, POPLENS_TONE_NEUTRAL, "compared", text->str);
}

static void
add_breakdown (Graph *self)
{
  self->breakdown = poplens_page_add_choice (
      self->page->page, "breakdown", "Breakdown", "Split the change by", poplens_breakdown_keys,
      poplens_breakdown_titles, poplens_compared_breakdowns (self->of),
      poplens_compared_breakdown_default (self->of));
}

/* Another key than that of the page alone, which knows other orders. */
static void
add_order (Graph *self)
{
  static const char *const orders[] = {"number", "change"};
  static const char *const titles[] = {"Tile number", "Change"};

  self->by_change =
      poplens_page_add_choice (self->page->page, "compared-order", "Sort by",
                               "Sort tiles by number, or by change, largest increase first", orders,
                               titles, G_N_ELEMENTS (orders), 0);
  poplens_page_control (self->page->page, "compared-order")->letter = 'o';
}

static gboolean
add_tabs (PoplensComparePage *self, GError **error)
{
  return poplens_compare_page_add_tab (self, "compare-tiles", "Tiles", error) &&
         poplens_compare_page_add_tab (self, "compare-breakdown", "Breakdown", error) &&
         poplens_compare_page_add_tab (self, "compare-categories", "Categories", error) &&
         poplens_compare_page_add_tab (self, "compare-variables", "Variables", error);
}

gboolean
poplens_compare_memory_fill (PoplensComparePage *self, GError **error)
{
  PoplensPage *page = self->page;
  gconstpointer memory[POPLENS_N_SIDES], target;
  Graph graph = {.page = self};

  page->layout = POPLENS_LAYOUT_CHART;
  if (!poplens_compare_page_load (self, POPLENS_PART_MEMORY, memory, error) ||
      !poplens_page_load_optional (self->context->report, POPLENS_PART_TARGET, &target,
                                   self->context->cancellable, error))
    return FALSE;
  graph.of[POPLENS_FIRST] = memory[POPLENS_FIRST];
  graph.of[POPLENS_SECOND] = memory[POPLENS_SECOND];
  gboolean both = graph.of[POPLENS_FIRST] && graph.of[POPLENS_SECOND];
  if (both) {
    add_breakdown (&graph);
    add_order (&graph);
  }
  graph.gaps =
      poplens_page_add_switch (page, "gaps", "Include Gaps", "Count gaps between variables", TRUE);
  poplens_page_add_unit (page, self->context);
  if (both) {
    g_autoptr (PoplensComparedMemory) compared =
        poplens_compared_memory_new (graph.of, graph.breakdown, graph.gaps);
    if (graph.by_change)
      poplens_compared_memory_sort (compared);
    add_notice (&graph, compared);
    add_graph (&graph, compared, target);
  }
  return add_tabs (self, error);
}
