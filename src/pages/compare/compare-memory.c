/* Memory of two reports: a graph of both by tile, split by the chosen breakdown, and tables of
 * differences. */
#include "analysis/compare/memory-compare.h"
#include "analysis/insights/insights.h"

#include "pages/compare/compare-page.h"
#include "pages/core/tile-tab.h"
#include "pages/memory/memory-page.h"

typedef struct {
  PoplensComparePage *page;
  const PoplensMemory *of[POPLENS_N_SIDES];
  PoplensBreakdown breakdown;
  gboolean by_change; /* TRUE: tiles are sorted by change; FALSE: by number */
  gboolean gaps;
  guint64 capacity[POPLENS_N_SIDES]; /* capacity of a tile in bytes; 0: unknown */
} ComparedMemoryGraph;

/* ---- the graph ------------------------------------------------------------------------------- */

static gint64
change_of_tile (const PoplensComparedMemory *memory, guint32 i)
{
  return (gint64) memory->total[POPLENS_SECOND][i] - (gint64) memory->total[POPLENS_FIRST][i];
}

/* Adds a series for each band of the breakdown that differs on some tile. */
static void
compare_memory_add_parts (const ComparedMemoryGraph *self, PoplensChart *chart,
                          const PoplensComparedMemory *memory)
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
compare_memory_add_graph (const ComparedMemoryGraph *self, PoplensComparedMemory *memory,
                          const PoplensTarget *target)
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
    difference[i] = change_of_tile (memory, i);
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
  compare_memory_add_parts (self, chart, memory);
  if (target && target->bytes_per_tile)
    poplens_chart_set_limit (chart, "capacity", target->bytes_per_tile);
}

/* ---- the page -------------------------------------------------------------------------------- */

static gint64
sum_of (const PoplensComparedMemory *memory, const guint64 *values)
{
  gint64 sum = 0;

  for (guint32 i = 0; i < memory->n_tiles; i++)
    sum += (gint64) values[i];
  return sum;
}

/* Appends the band of the breakdown with the largest change of the same sign as @whole: ". Mostly
 * +741 MiB tensors". @whole: change of all bytes. */
static void
say_part (const ComparedMemoryGraph *self, const PoplensComparedMemory *memory, gint64 whole,
          GString *text)
{
  const PoplensComparedBand *largest = NULL;
  gint64 most = 0;
  PoplensNumber number;

  for (guint b = 0; whole && b < memory->bands->len; b++) {
    const PoplensComparedBand *band = g_ptr_array_index (memory->bands, b);
    gint64 change =
        sum_of (memory, band->of[POPLENS_SECOND]) - sum_of (memory, band->of[POPLENS_FIRST]);
    if ((change > 0) == (whole > 0) && ABS (change) > ABS (most)) {
      largest = band;
      most = change;
    }
  }
  if (largest && self->breakdown != POPLENS_BREAKDOWN_NONE)
    g_string_append_printf (text, ". Mostly %s %c%s",
                            poplens_format_signed_bytes (number, most, self->page->context->unit),
                            g_ascii_tolower (*largest->name), largest->name + 1);
}

/* Appends the number of tiles over capacity, if it changed: ". Over capacity: 0 → 2,331 tiles". */
static void
say_over (const ComparedMemoryGraph *self, GString *text)
{
  PoplensNumber first, second;
  guint32 over[POPLENS_N_SIDES] = {0};

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint32 t = 0; t < self->of[s]->n_tiles; t++)
      over[s] += poplens_memory_over (self->of[s], t, self->capacity[s]) > 0;
  if (over[POPLENS_FIRST] != over[POPLENS_SECOND])
    g_string_append_printf (text, ". Over capacity: %s → %s",
                            poplens_format_count (first, over[POPLENS_FIRST]),
                            poplens_format_items (second, over[POPLENS_SECOND], "tile"));
}

/* Appends the tile with the largest change of the same sign as @whole: ". Largest: +330 KiB on tile
 * 302". @whole: change of all bytes. */
static void
say_tile (const ComparedMemoryGraph *self, const PoplensComparedMemory *memory, gint64 whole,
          GString *text)
{
  guint32 largest = G_MAXUINT32;
  PoplensNumber number;

  for (guint32 i = 0; whole && i < memory->n_tiles; i++) {
    gint64 change = change_of_tile (memory, i);
    if ((change > 0) == (whole > 0) &&
        (largest == G_MAXUINT32 || ABS (change) > ABS (change_of_tile (memory, largest))))
      largest = i;
  }
  if (largest != G_MAXUINT32)
    g_string_append_printf (text, ". Largest: %s on tile %u",
                            poplens_format_signed_bytes (number, change_of_tile (memory, largest),
                                                         self->page->context->unit),
                            memory->tile[largest]);
}

static void
compare_memory_add_notice (const ComparedMemoryGraph *self, const PoplensComparedMemory *memory)
{
  gint64 sums[POPLENS_N_SIDES];
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    sums[s] = sum_of (memory, memory->total[s]);
  PoplensAmount amount = poplens_amount_of (sums[POPLENS_FIRST], sums[POPLENS_SECOND]);
  g_autofree char *words =
      poplens_compare_page_words (POPLENS_UNIT_BYTES, amount, self->page->context->unit);
  g_string_printf (text, "Memory %s gaps, all tiles: %s", self->gaps ? "including" : "excluding",
                   words);
  say_over (self, text);
  say_part (self, memory, amount.change, text);
  say_tile (self, memory, amount.change, text);
  poplens_compare_page_say_alone (text, memory->only, "tile");
  PoplensSection *notice =
      poplens_page_add_notice (self->page->page, POPLENS_TONE_NEUTRAL, "compared", text->str);
  if (amount.change)
    poplens_page_add_link (notice, "Show Variables", "liveness?tab=variables");
}

/* Adds the control for the order of tiles: by number or by change. */
static void
add_order (ComparedMemoryGraph *self)
{
  static const char *const orders[] = {"number", "change"};
  static const char *const titles[] = {"Tile number", "Change"};

  self->by_change =
      poplens_page_add_choice (self->page->page, "order", "Sort by",
                               "Sort tiles by number, or by change, largest increase first", orders,
                               titles, G_N_ELEMENTS (orders), 0);
  poplens_page_control (self->page->page, "order")->letter = 'o';
}

gboolean
poplens_compare_memory_fill (PoplensComparePage *self, GError **error)
{
  PoplensPage *page = self->page;
  gconstpointer memory[POPLENS_N_SIDES], target[POPLENS_N_SIDES];
  ComparedMemoryGraph graph = {.page = self};

  page->layout = POPLENS_LAYOUT_CHART;
  if (!poplens_compare_page_load (self, POPLENS_PART_MEMORY, memory, error))
    return FALSE;
  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    if (!poplens_page_load_optional (self->of[s], POPLENS_PART_TARGET, &target[s],
                                     self->context->cancellable, error))
      return FALSE;
    graph.capacity[s] = target[s] ? ((const PoplensTarget *) target[s])->bytes_per_tile : 0;
  }
  graph.of[POPLENS_FIRST] = memory[POPLENS_FIRST];
  graph.of[POPLENS_SECOND] = memory[POPLENS_SECOND];
  gboolean both = graph.of[POPLENS_FIRST] && graph.of[POPLENS_SECOND];
  if (both) {
    graph.breakdown = poplens_page_add_choice (
        graph.page->page, "breakdown", "Breakdown", "Split the change by", poplens_breakdown_keys,
        poplens_breakdown_titles, poplens_compared_breakdowns (graph.of),
        poplens_compared_breakdown_default (graph.of));
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
    compare_memory_add_notice (&graph, compared);
    compare_memory_add_graph (&graph, compared, target[POPLENS_FIRST]);
  }
  return poplens_compare_page_add_tab (self, "memory-tiles", error) &&
         poplens_compare_page_add_tab (self, POPLENS_COMPARE_BY_TILE, error) &&
         poplens_compare_page_add_tab (self, "memory-categories", error) &&
         poplens_compare_page_add_tab (self, "variables", error);
}
