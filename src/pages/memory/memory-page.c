/* Memory: a graph of all tiles, and tabs on what the selected tiles hold. */
#include "pages/memory/memory-page.h"

#include "analysis/summary/headline.h"
#include "base/error.h"
#include "model/assumptions.h"
#include "pages/core/tile-tab.h"
#include "tables/engine/tile-columns.h"

#include <string.h>

/* ---- tiles and their order ------------------------------------------------------------------- */

typedef struct {
  const PoplensFloorPlan *plan;
  const PoplensMemory *memory;
} ByPlace;

/* Compares two positions in memory->tile by where their tiles are in the floor plan. */
static int
compare_places (gconstpointer a, gconstpointer b, gpointer data)
{
  const ByPlace *by = data;
  guint32 p =
      poplens_floor_plan_position_of_tile (by->plan, by->memory->tile[*(const guint32 *) a]);
  guint32 q =
      poplens_floor_plan_position_of_tile (by->plan, by->memory->tile[*(const guint32 *) b]);

  return (p > q) - (p < q);
}

/* Moves the tiles that the graph shows to the front of self->positions, and sets self->n to their
 * number. Otherwise keeps the order. */
static void
put_part_first (PoplensMemoryPage *self)
{
  const PoplensMemory *memory = self->memory;
  g_autofree guint32 *all = g_memdup2 (self->positions, MAX (memory->n_tiles, 1) * sizeof *all);
  guint32 at = 0;

  for (int others = 0; others < 2; others++) {
    for (guint32 i = 0; i < memory->n_tiles; i++)
      if (poplens_memory_page_shows (self, memory->tile[all[i]]) != others)
        self->positions[at++] = all[i];
    if (!others)
      self->n = at;
  }
}

static void
memory_page_sort_tiles (PoplensMemoryPage *self)
{
  ByPlace by = {&self->plan, self->memory};

  self->n = self->memory->n_tiles;
  self->positions =
      poplens_memory_order (self->memory, self->order == POPLENS_MEMORY_BY_USE, FALSE);
  if (self->order == POPLENS_MEMORY_BY_PLACE)
    g_qsort_with_data (self->positions, (int) self->n, sizeof *self->positions, compare_places,
                       &by);
  if (self->is_part)
    put_part_first (self);
}

/* ---- the graph ------------------------------------------------------------------------------- */

PoplensSection *
poplens_memory_page_add_graph (PoplensMemoryPage *self, const PoplensChartKind *kind,
                               const char *key, const char *title)
{
  static const char *const axes[] = {"Tiles", "Tiles, fullest first",
                                     "Tiles, by position on the die"};
  const PoplensMemory *memory = self->memory;
  PoplensSection *section =
      poplens_page_add_section (self->page, POPLENS_SECTION_CHART, key, title);
  PoplensChart *chart =
      poplens_chart_new (kind, title, self->n, POPLENS_CHART_UNIT_BYTES, self->context->unit);

  section->chart = chart;
  section->plot.selects = POPLENS_SELECTS_TILES;
  section->plot.tiles = g_new (guint32, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    section->plot.tiles[i] = memory->tile[self->positions[i]];
  if (memory->n_tiles)
    self->page->n_tiles = memory->tile[memory->n_tiles - 1] + 1;
  poplens_chart_set_item_axis (chart, axes[self->order], "tile");
  poplens_chart_set_source (chart, memory->from_archive ? "recorded in archive.a"
                                                        : "recorded by the compiler");
  poplens_tiles_number (chart, section->plot.tiles, self->n);
  if (self->order != POPLENS_MEMORY_BY_USE && kind == &poplens_areas_kind)
    poplens_tiles_group (chart, self->target, section->plot.tiles, self->n);
  return section;
}

static gboolean
make_graph (PoplensMemoryPage *self, GError **error)
{
  switch (self->graph) {
  case POPLENS_MEMORY_GRAPH_MAP:
    return poplens_memory_page_add_floor (self, error);
  case POPLENS_MEMORY_GRAPH_VARIABLES:
    return poplens_memory_page_add_variables (self, error);
  default:
    return poplens_memory_page_add_total (self, error);
  }
}

static gboolean
memory_page_add_chart (PoplensMemoryPage *self, GError **error)
{
  if (!poplens_page_take_chart (self->page, self->context)) {
    if (!make_graph (self, error))
      return FALSE;
    poplens_page_keep_chart (self->page, self->context);
  }
  if (self->graph == POPLENS_MEMORY_GRAPH_MAP)
    poplens_memory_page_add_plan_rule (self);
  return TRUE;
}

/* ---- notices --------------------------------------------------------------------------------- */

static void
memory_add_notices (PoplensPage *page, const PoplensPageContext *context,
                    const PoplensMemory *memory, const PoplensTarget *target)
{
  PoplensHeadline headline;

  poplens_headline_compute (&headline, target, memory, NULL, NULL);
  if (headline.tiles_over) {
    PoplensNumber count, over, limit;
    g_autofree char *text =
        g_strdup_printf ("%s over capacity; fullest: tile %u, %s over its %s",
                         poplens_format_items (count, headline.tiles_over, "tile"),
                         memory->tile[headline.worst_position],
                         poplens_format_bytes (over, headline.over_bytes, context->unit),
                         poplens_format_bytes (limit, headline.tile_capacity, context->unit));
    g_autofree char *worst =
        g_strdup_printf ("memory?tile=%u", memory->tile[headline.worst_position]);
    PoplensSection *notice = poplens_page_add_notice (page, POPLENS_TONE_BAD, "overflow", text);
    poplens_page_add_link (notice, "Show Fullest Tile", worst);
    poplens_page_add_link (notice, "Plan", "summary");
  }
  poplens_page_add_odd_memory (page, memory);
}

/* ---- tabs ------------------------------------------------------------------------------------ */

/* If several tiles are selected, adds a choice for the table of variables: one row per name, or one
 * per address. Returns the chosen value of "by"; NULL without such a choice. */
static const char *
memory_choose_rows (PoplensMemoryPage *self)
{
  static const char *const options[] = {"variable", "address"};
  static const char *const titles[] = {"Name", "Address"};
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (self->context->location);
  guint64 n = poplens_tile_set_count (tiles);

  if (n < 2 || n > POPLENS_MOST_TILE_COLUMNS)
    return NULL;
  guint chosen = poplens_page_add_choice (
      self->page, "by", "Group by", "Variables by name, with a column for each tile, or by address",
      options, titles, G_N_ELEMENTS (options), 0);
  poplens_page_control (self->page, "by")->section = "tile-variables";
  return options[chosen];
}

static void
add_map_colours (PoplensPage *page)
{
  static const char *const colours[] = {"category", "liveness"};
  static const char *const titles[] = {"Category", "Liveness"};

  if (poplens_page_tab (page, "memory-map")->state == POPLENS_ABSENT)
    return;
  poplens_page_add_choice (page, "map-colour", "Colour by", "Colour variables by", colours, titles,
                           G_N_ELEMENTS (colours), 0);
  poplens_page_control (page, "map-colour")->section = "memory-map";
}

static const char *const of_map[] = {"tile-variable", "address", "step", "map-colour", NULL};
static const char *const of_variable[] = {"tile-variable", NULL};

static const PoplensTab tabs[] = {
    {"memory-details", "Details", "Breakdown", "Details", poplens_page_fill_tab,
     .has_no_filter = TRUE},
    {"memory-categories", "Details", "Categories", "Categories", poplens_page_fill_tab},
    {"vertex-types", "Vertices", "Vertex types", "Vertices", poplens_page_fill_tab},
    {"compute-sets", "Vertices", "Compute sets", "Compute Sets", poplens_page_fill_tab},
    {"exchanges", "Exchanges", NULL, "Exchanges", poplens_page_fill_tab},
    {"tile-variables", "Variables", NULL, "Variables", poplens_page_fill_tab, .by = ""},
    {"memory-map", "Memory Map", "Map", "Memory Map", .kind = &poplens_memory_map_kind,
     .needs = POPLENS_PART_BIT (POPLENS_PART_VARIABLES), .follows = of_map},
    {"address-sharing", "Memory Map", "Sharing", "Sharing", poplens_page_fill_tab,
     .follows = of_variable},
    {"tile-gaps", "Memory Map", "Gaps", "Gaps", poplens_page_fill_tab},
    {"memory-tiles", "Tiles", "All", "Tiles", poplens_page_fill_tab},
    {"memory-imbalance", "Tiles", "Imbalance", "Imbalance", poplens_page_fill_tab},
};

void
poplens_memory_page_views (GPtrArray *views, PoplensReport *report)
{
  poplens_memory_page_graph_views (views, poplens_report_peek (report, POPLENS_PART_MEMORY));
  poplens_views_add_tabs (views, report, tabs, G_N_ELEMENTS (tabs));
}

static gboolean
memory_fill (PoplensMemoryPage *self, GError **error)
{
  const PoplensPageContext *context = self->context;
  PoplensPage *page = self->page;

  if (!poplens_memory_page_add_controls (self, error))
    return FALSE;
  memory_page_sort_tiles (self);
  poplens_page_add_damage (page, context);
  memory_add_notices (page, context, self->memory, self->target);
  poplens_memory_page_add_replicas (self);
  poplens_page_add_archive (page, context, TRUE);
  poplens_page_add_assumptions (page, context,
                                POPLENS_ASSUMES (IPUS) | POPLENS_ASSUMES (REPLICAS) |
                                    POPLENS_ASSUMES (INTERLEAVED) | POPLENS_ASSUMES (OVERFLOW) |
                                    POPLENS_ASSUMES (SCHEMA) | POPLENS_ASSUMES (ARCHIVE));
  if (!memory_page_add_chart (self, error))
    return FALSE;
  /* Add the sets after poplens_page_keep_chart (): the sets depend on the selected tiles, the chart
   * does not. */
  poplens_memory_page_add_tile_choices (self);
  /* The tables need a location without an invalid IPU or replica. Leave out the colour of the map
   * too, as the tables do not depend on it. */
  g_autoptr (PoplensLocation) good =
      self->ipu < 0 ? poplens_location_with (context->location, "ipu", NULL)
                    : poplens_location_ref ((PoplensLocation *) context->location);
  g_autoptr (PoplensLocation) plain = poplens_location_with (good, "colour", NULL);
  g_autoptr (PoplensLocation) known = self->replica < 0
                                          ? poplens_location_with (plain, "replica", NULL)
                                          : poplens_location_ref (plain);
  g_autoptr (PoplensLocation) location =
      poplens_location_with (known, "by", memory_choose_rows (self));
  PoplensPageContext of_tables = *context;
  of_tables.location = location;
  poplens_location_unref (page->usable);
  page->usable = poplens_location_watch (location, NULL);
  if (!poplens_page_add_tabs (page, &of_tables, tabs, G_N_ELEMENTS (tabs), error))
    return FALSE;
  add_map_colours (page);
  return TRUE;
}

/* Loads the bytes of the operation that the location names. If the report has no liveness, reports
 * that, and the graph shows all operations. FALSE with @error if reading is interrupted. */
static gboolean
load_only (PoplensMemoryPage *self, GError **error)
{
  g_autoptr (GError) local = NULL;

  if (poplens_operation_bytes_get (self->context->report, self->context->location, &self->only,
                                   self->context->cancellable, &local))
    return TRUE;
  if (!poplens_error_is_lack (local)) {
    g_propagate_error (error, g_steal_pointer (&local));
    return FALSE;
  }
  poplens_page_add_misuse (self->page, local->message);
  return TRUE;
}

gboolean
poplens_memory_page_fill (PoplensPage *page, const PoplensPageContext *context, GError **error)
{
  PoplensMemoryPage self = {.page = page, .context = context};
  gconstpointer target;

  self.memory = poplens_report_load_memory (context->report, context->cancellable, error);
  if (!self.memory || !poplens_page_load_optional (context->report, POPLENS_PART_TARGET, &target,
                                                   context->cancellable, error))
    return FALSE;
  guint32 n = self.memory->n_tiles ? self.memory->tile[self.memory->n_tiles - 1] + 1 : 0;
  self.target = target;
  poplens_floor_plan_init (&self.plan, target, n);
  self.n_ipus = self.target && self.target->tiles_per_ipu
                    ? (n + self.target->tiles_per_ipu - 1) / self.target->tiles_per_ipu
                    : 1;
  page->layout = POPLENS_LAYOUT_CHART;
  if (!load_only (&self, error))
    return FALSE;
  gboolean filled = memory_fill (&self, error);
  g_free (self.positions);
  poplens_operation_bytes_unref (self.only);
  return filled;
}
