/* Memory of two reports: both graphs by tile, and what differs below. */
#include "pages/compare-page.h"
#include "pages/tile-tab.h"

typedef struct {
  PoplensComparePage *page;
  const PoplensMemory *of[POPLENS_N_SIDES];
  gboolean gaps;
  guint32 n;      /* tiles of either */
  guint32 *tiles; /* their numbers, rising */
  guint32 only[POPLENS_N_SIDES];
} Graph;

/* Tiles of both, each once, rising as each has them. */
static void
merge_tiles (Graph *self)
{
  const PoplensMemory *a = self->of[POPLENS_FIRST], *b = self->of[POPLENS_SECOND];
  guint32 i = 0, j = 0;

  self->tiles = g_new (guint32, MAX ((gsize) a->n_tiles + b->n_tiles, 1));
  while (i < a->n_tiles || j < b->n_tiles) {
    gboolean has_a = i < a->n_tiles && (j >= b->n_tiles || a->tile[i] <= b->tile[j]);
    gboolean has_b = j < b->n_tiles && (i >= a->n_tiles || b->tile[j] <= a->tile[i]);
    self->tiles[self->n++] = has_a ? a->tile[i] : b->tile[j];
    self->only[POPLENS_FIRST] += has_a && !has_b;
    self->only[POPLENS_SECOND] += has_b && !has_a;
    i += has_a;
    j += has_b;
  }
}

/* Bytes by item; 0 of tiles that the report lacks. (transfer full) */
static guint64 *
values_of (const Graph *self, PoplensSide side)
{
  const PoplensMemory *memory = self->of[side];
  const guint32 *bytes = self->gaps ? memory->total_including_gaps : memory->total;
  guint64 *values = g_new0 (guint64, MAX (self->n, 1));

  for (guint32 i = 0, position = 0; i < self->n && position < memory->n_tiles; i++)
    if (memory->tile[position] == self->tiles[i])
      values[i] = bytes[position++];
  return values;
}

static void
add_graph (Graph *self, const PoplensTarget *target)
{
  PoplensPage *page = self->page->page;
  PoplensBlock *block = poplens_page_add_block (page, POPLENS_BLOCK_CHART, "memory-chart",
                                                "Memory by tile, compared");
  PoplensChart *chart = poplens_chart_new (POPLENS_CHART_KIND_AREAS, block->title, self->n,
                                           POPLENS_CHART_UNIT_BYTES, self->page->context->unit);
  guint64 *first = values_of (self, POPLENS_FIRST), *second = values_of (self, POPLENS_SECOND);
  gint64 *difference = g_new (gint64, MAX (self->n, 1));

  block->chart = chart;
  block->selects = POPLENS_SELECTS_TILES;
  block->chart_tiles = self->tiles;
  page->n_tiles = self->n ? self->tiles[self->n - 1] + 1 : 0;
  for (guint32 i = 0; i < self->n; i++)
    difference[i] = (gint64) second[i] - (gint64) first[i];
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_chart_set_source (chart, "compiler\u2019s account");
  poplens_tiles_number (chart, self->tiles, self->n);
  poplens_tiles_group (chart, target, self->tiles, self->n);
  poplens_compare_page_add_series (self->page, chart, POPLENS_FIRST, first);
  poplens_compare_page_add_series (self->page, chart, POPLENS_SECOND, second);
  poplens_chart_set_difference (chart, "Second minus first", difference);
  if (target && target->bytes_per_tile)
    poplens_chart_set_limit (chart, "limit", target->bytes_per_tile);
}

static void
add_notice (Graph *self)
{
  gint64 sums[POPLENS_N_SIDES] = {0};
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *words = NULL;
  PoplensNumber first, second;

  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    for (guint32 i = 0; i < self->of[s]->n_tiles; i++)
      sums[s] += self->gaps ? self->of[s]->total_including_gaps[i] : self->of[s]->total[i];
  words = poplens_compare_page_words (POPLENS_UNIT_BYTES, poplens_amount_of (sums[0], sums[1]),
                                      self->page->context->unit);
  g_string_printf (text, "All tiles: %s", words);
  if (self->only[POPLENS_FIRST] || self->only[POPLENS_SECOND])
    g_string_append_printf (text, ". Only in the first: %s; only in the second: %s",
                            poplens_plural (first, self->only[POPLENS_FIRST], "tile"),
                            poplens_plural (second, self->only[POPLENS_SECOND], "tile"));
  poplens_page_add_notice (self->page->page, POPLENS_TONE_NEUTRAL, "compared", text->str);
}

gboolean
poplens_compare_memory_fill (PoplensComparePage *self, GError **error)
{
  PoplensPage *page = self->page;
  gconstpointer memory[POPLENS_N_SIDES], target;
  Graph graph = {.page = self};

  page->layout = POPLENS_LAYOUT_CHART;
  graph.gaps = poplens_page_add_switch (page, "gaps", "With gaps",
                                        "Counts the bytes between variables too", TRUE);
  poplens_page_add_unit (page, self->context);
  if (!poplens_compare_page_load (self, POPLENS_PART_MEMORY, memory, error) ||
      !poplens_page_load_optional (self->context->report, POPLENS_PART_TARGET, &target,
                                   self->context->cancellable, error))
    return FALSE;
  graph.of[POPLENS_FIRST] = memory[POPLENS_FIRST];
  graph.of[POPLENS_SECOND] = memory[POPLENS_SECOND];
  if (graph.of[POPLENS_FIRST] && graph.of[POPLENS_SECOND]) {
    merge_tiles (&graph);
    add_notice (&graph);
    add_graph (&graph, target);
  }
  return poplens_compare_page_add_tab (self, "compare-tiles", "Tiles", error) &&
         poplens_compare_page_add_tab (self, "compare-categories", "Categories", error) &&
         poplens_compare_page_add_tab (self, "compare-variables", "Variables", error);
}
