/* Charts of the compiler's estimates by tile, made of the table of costs by tile. */
#include "pages/liveness/liveness-estimates.h"

#include "model/step-list.h"
#include "pages/core/tile-tab.h"

/* ---- the chart ---------------------------------------------------------------------------------
 */

/* NULL: of that step nothing is recorded. */
static guint64 *
read_values (const PoplensTable *table, guint column)
{
  guint32 n = poplens_table_n_rows (table);
  g_autofree guint64 *values = g_new0 (guint64, MAX (n, 1));
  gboolean any = FALSE;

  for (guint32 r = 0; r < n; r++) {
    PoplensValue value = poplens_table_get (table, r, column);
    if (value.type != POPLENS_VALUE_INT)
      continue;
    any = TRUE;
    values[r] = (guint64) value.integer;
  }
  return any ? g_steal_pointer (&values) : NULL;
}

/* The first step fills its area; those that it is compared with are lines. */
static void
add_steps (PoplensChart *chart, const PoplensTable *table, gboolean cycles)
{
  static const PoplensInk inks[] = {POPLENS_INK_COMPUTE, POPLENS_INK_EXCHANGE, POPLENS_INK_HOST,
                                    POPLENS_INK_LINKS,   POPLENS_INK_CONTROL,  POPLENS_INK_SYNC};
  const char *key = cycles ? "estimated_cycles" : "flops";
  g_autofree char *second = g_strconcat (key, "_2", NULL);
  gboolean several = poplens_table_find_column (table, second) >= 0;

  for (guint s = 0; s < POPLENS_MOST_STEPS; s++) {
    g_autofree char *of_step = s ? g_strdup_printf ("%s_%u", key, s + 1) : g_strdup (key);
    int at = poplens_table_find_column (table, of_step);
    if (at < 0)
      break;
    const PoplensColumn *column = poplens_table_get_column (table, (guint) at);
    guint64 *values = read_values (table, (guint) at);
    const char *name = several ? column->title : cycles ? "Cycles, estimated" : "FLOPs, estimated";
    if (values)
      poplens_chart_add_series (chart, s ? POPLENS_SERIES_LINE : POPLENS_SERIES_BAND, column->name,
                                name, inks[s % G_N_ELEMENTS (inks)], 0, values, FALSE);
  }
}

static PoplensChart *
make_chart (const PoplensPageContext *context, const PoplensTable *table, const guint32 *tiles,
            guint32 n, gboolean cycles)
{
  /* Without a tile there is none to say so of. */
  PoplensChart *chart = poplens_chart_new (
      &poplens_areas_kind, cycles ? "Estimated cycles by tile" : "Estimated FLOPs by tile",
      MAX (n, 1), cycles ? POPLENS_CHART_UNIT_CYCLES : POPLENS_CHART_UNIT_COUNT, context->unit);

  poplens_chart_set_item_axis (chart, "Tile", "tile");
  poplens_chart_set_source (chart, "estimated by the compiler");
  poplens_chart_set_empty_text (chart, cycles ? "No cycle estimates recorded for this step"
                                              : "No FLOP estimates recorded; only compute sets "
                                                "have them");
  poplens_tiles_number (chart, tiles, n);
  poplens_tiles_group (
      chart, poplens_report_load_target (context->report, context->cancellable, NULL), tiles, n);
  add_steps (chart, table, cycles);
  return chart;
}

/* ---- the tab -----------------------------------------------------------------------------------
 */

/* Adds the value of each step on the selected tile. */
static void
describe (PoplensTabChart *tab, gboolean cycles)
{
  guint32 item, tile;

  if (!poplens_tile_tab_get_only (tab, &item, &tile)) {
    tab->title = g_strdup (cycles ? "Cycles of each tile" : "FLOPs of each tile");
    return;
  }
  tab->title = g_strdup_printf ("Tile %u", tile);
  for (guint i = 0; i < poplens_chart_get_n_series (tab->chart); i++)
    poplens_tile_tab_add_count (tab, poplens_chart_get_series_name (tab->chart, i),
                                poplens_chart_get_value (tab->chart, i, item), NULL)
        ->link = g_strdup_printf ("memory?tile=%u", tile);
}

/* Returns the location of the table: all tiles of the IPU or replica that @location is about, also
 * if it selects some of them; a click would take away what one compares with. (transfer full) */
static PoplensLocation *
table_location (const PoplensLocation *location)
{
  const char *source = poplens_location_get (location, "scope");
  gboolean of_tiles = !g_strcmp0 (source, "tile") || !g_strcmp0 (source, "fullest");
  g_autoptr (PoplensLocation) steps = poplens_location_with (location, "by", "step");
  g_autoptr (PoplensLocation) all = poplens_location_with (steps, "tile", NULL);

  return poplens_location_with (all, "scope", of_tiles ? NULL : source);
}

static PoplensTabChart *
tab_new (const PoplensPageContext *context, gboolean cycles, GError **error)
{
  g_autoptr (PoplensLocation) location = table_location (context->location);
  g_autoptr (PoplensTable) table =
      poplens_tables_build ("tile-costs", context->report, location, context->cancellable, error);
  PoplensTabChart *tab;
  guint32 *tiles, n;
  guint column;

  if (!table || !poplens_table_require_column (table, "tile", &column, error))
    return NULL;
  n = poplens_table_n_rows (table);
  tiles = g_new (guint32, MAX (n, 1));
  for (guint32 r = 0; r < n; r++)
    tiles[r] = (guint32) poplens_table_get (table, r, column).integer;
  tab = poplens_tile_tab_new (make_chart (context, table, tiles, n, cycles), n, tiles,
                              context->location);
  tab->text = g_strdup (poplens_table_get_note (table));
  describe (tab, cycles);
  return tab;
}

static PoplensTabChart *
make_cycles (const PoplensPageContext *context, GError **error)
{
  return tab_new (context, TRUE, error);
}

static PoplensTabChart *
make_flops (const PoplensPageContext *context, GError **error)
{
  return tab_new (context, FALSE, error);
}

void
poplens_liveness_add_estimates (PoplensPage *page, gboolean cycles)
{
  enum {
    PARTS = POPLENS_PART_BIT (POPLENS_PART_EXCHANGES) | POPLENS_PART_BIT (POPLENS_PART_VERTICES)
  };
  static const PoplensTabKind of_cycles = {make_cycles, poplens_tile_tab_select,
                                           poplens_tile_tab_selected, NULL, PARTS};
  static const PoplensTabKind of_flops = {make_flops, poplens_tile_tab_select,
                                          poplens_tile_tab_selected, NULL, PARTS};

  if (cycles)
    poplens_page_add_tab_chart (page, POPLENS_CYCLES_CHART, "Estimated cycles by tile", &of_cycles,
                                NULL, NULL);
  else
    poplens_page_add_tab_chart (page, POPLENS_FLOPS_CHART, "Estimated FLOPs by tile", &of_flops,
                                NULL, NULL);
}

void
poplens_liveness_estimates_views (GPtrArray *views)
{
  poplens_views_add (views, "Tab", "tab", POPLENS_CYCLES_CHART, "Estimated cycles by tile");
  poplens_views_add (views, "Tab", "tab", POPLENS_FLOPS_CHART, "Estimated FLOPs by tile");
}
