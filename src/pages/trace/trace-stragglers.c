/* The tab with the tiles that were last, on the floor plan. */
#include "pages/core/tile-tab.h"
#include "pages/trace/trace-tabs.h"

#include "analysis/floor-plan.h"
#include "charts/floor/floor.h"
#include "derived/trace/trace-location.h"
#include "derived/trace/trace-last-source.h"

#include <string.h>

typedef enum { VALUE_SECOND, VALUE_MEAN, VALUE_TIMES, N_VALUES } Value;

static const char *const value_options[] = {"beyond-second", "imbalance", "times"};
static const char *const value_titles[] = {"Over runner-up", "Imbalance", "Times slowest"};

static guint64
value_of (const PoplensStragglers *all, guint32 tile, Value value)
{
  const PoplensStraggler *one = &all->stragglers[tile];

  switch (value) {
  case VALUE_MEAN:
    return (one->waste + all->tiles / 2) / all->tiles;
  case VALUE_TIMES:
    return one->times;
  default:
    return one->beyond_second;
  }
}

static Value
read_value (const PoplensLocation *location)
{
  const char *wanted = poplens_location_get (location, "map-colour");

  for (guint i = 0; wanted && i < G_N_ELEMENTS (value_options); i++)
    if (!strcmp (wanted, value_options[i]))
      return i;
  return VALUE_SECOND;
}

/* The IPUs that ran, one plan each. Returns: the number of each, by IPU; (transfer full) */
static guint16 *
add_plans (PoplensChart *chart, const PoplensExecution *x, const PoplensFloorPlan *plan)
{
  guint16 *group = g_new0 (guint16, MAX (x->n_ipus, 1)), n = 0;

  for (guint32 ipu = 0; ipu < x->n_ipus; ipu++) {
    g_autofree char *name = g_strdup_printf ("IPU %u", ipu);
    group[ipu] = n;
    if (!x->ipu_seen[ipu])
      continue;
    poplens_chart_add_floor_group (chart, name, plan->columns, plan->rows);
    n++;
  }
  return group;
}

/* Tiles of the IPUs that ran. (transfer full) */
static guint32 *
find_tiles (const PoplensExecution *x, const PoplensStragglers *all, guint32 *n)
{
  guint32 *tiles = g_new (guint32, MAX (all->n_tiles, 1));

  *n = 0;
  for (guint32 t = 0; t < all->n_tiles; t++)
    if (x->ipu_seen[t / all->tiles])
      tiles[(*n)++] = t;
  return tiles;
}

static void
add_value (PoplensChart *chart, const PoplensStragglers *all, const guint32 *tiles, guint32 n,
           Value value)
{
  guint64 *values = g_new (guint64, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    values[i] = value_of (all, tiles[i], value);
  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, value_options[value], value_titles[value],
                            POPLENS_INK_TOTAL, 0, values, FALSE);
}

static PoplensChart *
make_floor (const PoplensPageContext *context, const PoplensExecution *x,
            const PoplensTarget *target, const PoplensStragglers *all, const guint32 *tiles,
            guint32 n)
{
  Value value = read_value (context->location);
  PoplensChart *chart = poplens_chart_new (
      &poplens_floor_kind, "Slowest tiles", n,
      value == VALUE_TIMES ? POPLENS_CHART_UNIT_COUNT : POPLENS_CHART_UNIT_CYCLES, context->unit);
  PoplensFloorCell *cells = g_new0 (PoplensFloorCell, MAX (n, 1));
  PoplensFloorPlan plan;

  poplens_floor_plan_init (&plan, target, all->n_tiles);
  g_autofree guint16 *group = add_plans (chart, x, &plan);
  for (guint32 i = 0; i < n; i++) {
    PoplensFloorPlace location;
    if (!poplens_floor_plan_find (&plan, tiles[i] % all->tiles, &location))
      continue;
    cells[i] = (PoplensFloorCell){group[tiles[i] / all->tiles], (guint16) location.column,
                                  (guint16) location.row};
  }
  poplens_chart_set_item_axis (chart, "Tiles", "tile");
  poplens_tiles_number (chart, tiles, n);
  poplens_chart_set_floor_cells (chart, cells);
  add_value (chart, all, tiles, n, value);
  poplens_chart_set_floor_range_name (chart, "zero to maximum");
  return chart;
}

static void
describe_tile (PoplensTabChart *tab, const PoplensExecution *x, const PoplensStragglers *all,
               guint32 tile, const PoplensLocation *location)
{
  const PoplensStraggler *one = &all->stragglers[tile];

  tab->title = g_strdup_printf ("Tile %u", tile);
  poplens_tile_tab_add_count (tab, "Times slowest", one->times, "sole slowest tile");
  poplens_tile_tab_add_count (tab, "Over runner-up", one->beyond_second, "cycles");
  poplens_tile_tab_add_count (tab, "Imbalance", value_of (all, tile, VALUE_MEAN), "cycles");
  if (one->worst_row != G_MAXUINT32) {
    guint32 step = x->row_step[one->worst_row];
    PoplensNumber id;
    PoplensFact *fact =
        poplens_facts_add (tab->facts, "Slowest step",
                           poplens_format_count (id, poplens_execution_step_id (x, step)), NULL);
    fact->link = poplens_trace_step_link (x, step, location, TRUE);
  }
  PoplensFact *memory = poplens_facts_add (tab->facts, "Show in", "Memory", NULL);
  memory->link = g_strdup_printf ("memory?tile=%u", tile);
}

static void
describe_all (PoplensTabChart *tab, const PoplensStragglers *all)
{
  guint64 waste = all->ties_waste, second = 0, n = 0;

  for (guint32 t = 0; t < all->n_tiles; t++) {
    waste += all->stragglers[t].waste;
    second += all->stragglers[t].beyond_second;
    n += all->stragglers[t].times > 0;
  }
  tab->title = g_strdup ("Slowest tiles");
  poplens_tile_tab_add_count (tab, "Steps", all->rows, "counted for each IPU");
  poplens_tile_tab_add_count (tab, "Ties", all->ties, "several slowest tiles");
  poplens_tile_tab_add_count (tab, "Tiles", n, "slowest in at least one step");
  poplens_tile_tab_add_count (tab, "Over runner-up", second, "cycles");
  poplens_tile_tab_add_count (tab, "Imbalance", (waste + all->tiles / 2) / all->tiles, "cycles");
}

static PoplensTabChart *
stragglers_tab_new (const PoplensPageContext *context, GError **error)
{
  const PoplensExecution *x =
      poplens_report_load_execution (context->report, context->cancellable, error);
  const PoplensTarget *target =
      x ? poplens_report_load_target (context->report, context->cancellable, error) : NULL;
  g_autoptr (PoplensStragglers) all = NULL;
  char *note = NULL;
  guint32 n, item, tile;

  if (!target || !(all = poplens_report_stragglers (context->report, context->location, &note,
                                                    context->cancellable, error)))
    return NULL;
  guint32 *tiles = find_tiles (x, all, &n);
  PoplensTabChart *tab = poplens_tile_tab_new (make_floor (context, x, target, all, tiles, n), n,
                                               tiles, context->location);
  tab->text = note;
  if (poplens_tile_tab_get_only (tab, &item, &tile))
    describe_tile (tab, x, all, tile, context->location);
  else
    describe_all (tab, all);
  return tab;
}

void
poplens_trace_add_stragglers_tab (PoplensPage *page, const PoplensPageContext *context)
{
  static const PoplensTabKind kind = {stragglers_tab_new, poplens_tile_tab_select, NULL, NULL,
                                      POPLENS_PART_BIT (POPLENS_PART_EXECUTION)};
  static const char *const follows[] = {"range", "tile", "map-colour", NULL};
  PoplensSection *section =
      poplens_page_add_tab_chart (page, "trace-stragglers", "Slowest Tiles", &kind, follows, NULL);
  g_autoptr (PoplensLocation) begin = poplens_location_with (context->location, "from", NULL);

  section->location = poplens_location_with (begin, "to", NULL);
  poplens_page_add_choice (page, "map-colour", "Colour by", "Colour tiles by", value_options,
                           value_titles, N_VALUES, 0);
  poplens_page_control (page, "map-colour")->section = "trace-stragglers";
  poplens_page_control (page, "map-colour")->is_plain = TRUE;
}
