/* Draws tables with a row for each tile as floor plans and graphs. */
#include "pages/insights/insights-page.h"

#include "analysis/floor-plan.h"
#include "charts/floor/floor.h"
#include "pages/core/tile-tab.h"

gint64
poplens_insights_number (const PoplensTable *table, guint32 row, const char *column,
                         gint64 fallback)
{
  int c = poplens_table_find_column (table, column);
  PoplensValue value = {0};

  if (c >= 0)
    value = poplens_table_get (table, row, (guint) c);
  return value.type == POPLENS_VALUE_INT ? value.integer : fallback;
}

static guint32
tile_of (const PoplensTable *table, guint32 row)
{
  return (guint32) poplens_insights_number (table, row, "tile", 0);
}

/* Returns the values of a column. A negative value becomes 0, an empty cell @missing. (transfer
 * full) */
static guint64 *
column_values (const PoplensTable *table, const char *column, guint64 missing)
{
  guint32 n = poplens_table_n_rows (table);
  guint64 *values = g_new (guint64, MAX (n, 1));

  for (guint32 row = 0; row < n; row++) {
    gint64 value = poplens_insights_number (table, row, column, G_MININT64);
    values[row] = value == G_MININT64 ? missing : (guint64) MAX (value, 0);
  }
  return values;
}

static PoplensSection *
tile_chart_add_chart (const PoplensTileCharts *self, const PoplensChartKind *kind, const char *key,
                      const char *title)
{
  const PoplensTable *table = self->table;
  guint32 n = poplens_table_n_rows (table);
  gint64 capacity = n ? poplens_insights_number (table, 0, "capacity", 0) : 0;
  PoplensSection *section =
      poplens_page_add_section (self->page, POPLENS_SECTION_CHART, key, title);

  section->chart =
      poplens_chart_new (kind, title, n, POPLENS_CHART_UNIT_BYTES, self->context->unit);
  section->plot.links = g_new0 (char *, n + 1);
  section->plot.tiles = g_new (guint32, MAX (n, 1));
  for (guint32 row = 0; row < n; row++) {
    section->plot.tiles[row] = tile_of (table, row);
    section->plot.links[row] = poplens_table_get_link (table, row);
  }
  poplens_chart_set_item_axis (section->chart, "Tiles", "tile");
  poplens_tiles_number (section->chart, section->plot.tiles, n);
  poplens_chart_set_source (section->chart, "derived by Poplens");
  if (capacity > 0)
    poplens_chart_set_limit (section->chart, "capacity", (guint64) capacity);
  return section;
}

/* ---- maps ------------------------------------------------------------------------------------ */

static guint32
count_tiles (const PoplensTable *table)
{
  guint32 most = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    most = MAX (most, tile_of (table, row) + 1);
  return most;
}

/* Adds a floor plan for each IPU with a tile in the table. */
static void
add_plans (PoplensChart *chart, const PoplensTable *table, const PoplensFloorPlan *plan)
{
  guint32 n = poplens_table_n_rows (table);
  PoplensFloorCell *cells = g_new0 (PoplensFloorCell, MAX (n, 1));
  g_autofree int *group = g_new (int, MAX (plan->n_ipus, 1));
  int groups = 0;

  for (guint32 i = 0; i < plan->n_ipus; i++)
    group[i] = -1;
  for (guint32 row = 0; row < n; row++) {
    PoplensFloorPlace location;
    if (poplens_floor_plan_find (plan, tile_of (table, row), &location))
      group[location.ipu] = 0;
  }
  for (guint32 i = 0; i < plan->n_ipus; i++) {
    g_autofree char *name = g_strdup_printf ("IPU %u", i);
    if (group[i] < 0)
      continue;
    group[i] = groups++;
    poplens_chart_add_floor_group (chart, name, plan->columns, plan->rows);
  }
  for (guint32 row = 0; row < n; row++) {
    PoplensFloorPlace location;
    if (!poplens_floor_plan_find (plan, tile_of (table, row), &location))
      cells[row].group = G_MAXUINT16;
    else
      cells[row] = (PoplensFloorCell){(guint16) group[location.ipu], (guint16) location.column,
                                      (guint16) location.row};
  }
  poplens_chart_set_floor_cells (chart, cells);
}

static void
tile_chart_add_series (const PoplensTileCharts *self, PoplensChart *chart, guint index)
{
  const PoplensTileSeries *series = &self->series[index];

  poplens_chart_add_series (chart, POPLENS_SERIES_BAND, series->key, series->name,
                            POPLENS_INK_TOTAL, 0,
                            column_values (self->table, series->column, POPLENS_FLOOR_NONE), FALSE);
}

PoplensSection *
poplens_insights_add_map (const PoplensTileCharts *self, const char *key, const char *title,
                          guint first, const char *bad_name,
                          gboolean (*bad) (const PoplensTable *table, guint32 row))
{
  PoplensSection *section = tile_chart_add_chart (self, &poplens_floor_kind, key, title);
  guint32 n = poplens_table_n_rows (self->table);
  guint8 *is_bad = g_new0 (guint8, MAX (n, 1));
  PoplensFloorPlan plan;

  poplens_floor_plan_init (&plan, self->target, count_tiles (self->table));
  add_plans (section->chart, self->table, &plan);
  tile_chart_add_series (self, section->chart, first);
  for (guint s = 0; s < self->n_series; s++)
    if (s != first)
      tile_chart_add_series (self, section->chart, s);
  for (guint32 row = 0; row < n; row++)
    is_bad[row] = (guint8) bad (self->table, row);
  poplens_chart_set_floor_bad (section->chart, bad_name, is_bad);
  return section;
}

/* ---- graphs ---------------------------------------------------------------------------------- */

PoplensSection *
poplens_insights_add_graph (const PoplensTileCharts *self, const char *key, const char *title)
{
  PoplensSection *section = tile_chart_add_chart (self, &poplens_areas_kind, key, title);
  const PoplensTileSeries *line = &self->series[0], *band = &self->series[1];

  section->plot.to_limit = TRUE;
  poplens_tiles_group (section->chart, self->target, section->plot.tiles,
                       poplens_table_n_rows (self->table));
  poplens_chart_add_series (section->chart, POPLENS_SERIES_BAND, band->key, band->name,
                            POPLENS_INK_TOTAL, 0, column_values (self->table, band->column, 0),
                            FALSE);
  poplens_chart_add_series (section->chart, POPLENS_SERIES_LINE, line->key, line->name,
                            POPLENS_INK_TOTAL_WITH_GAPS, 0,
                            column_values (self->table, line->column, 0), FALSE);
  return section;
}
