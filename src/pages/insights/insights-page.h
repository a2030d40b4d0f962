/* Functions that the files insights-*.c of the page Insights share. The page shows one chapter at a
 * time ("view" of the location), so that a change of what-if builds no table of the others. */
#pragma once

#include "model/target.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Returns the POPLENS_PART_BIT()s that the chapter of @location reads besides those of the page. */
guint32 poplens_insights_parts (const PoplensLocation *location);

/* TRUE if @location is on the chapter Findings. */
gboolean poplens_insights_is_overview (const PoplensLocation *location);
/* Adds the choice of a chapter. Returns the current one. */
guint poplens_insights_add_chapters (PoplensPage *page);

/* Each fills a chapter. The overview first leaves out what needs the variables of a large report:
 * see PoplensPage.later. FALSE with @error. */
gboolean poplens_insights_fill_overview (PoplensPage *page, const PoplensPageContext *context,
                                         GError **error);
gboolean poplens_insights_fill_tiles (PoplensPage *page, const PoplensPageContext *context,
                                      GError **error);
gboolean poplens_insights_fill_what_if (PoplensPage *page, const PoplensPageContext *context,
                                        GError **error);

/* Adds to @facts the first cause why the model does not fit, and the plan; or a notice on why they
 * are unknown. FALSE with @error. */
gboolean poplens_insights_add_plan (PoplensPage *page, const PoplensPageContext *context,
                                    GPtrArray *facts, GError **error);
/* Adds the plan, all changes and the causes as tables, if the report has them. FALSE with @error.
 */
gboolean poplens_insights_add_plan_tables (PoplensPage *page, const PoplensPageContext *context,
                                           GError **error);

/* Adds the choice "scope": all tiles, each IPU, the selected tiles; and the page's tile field.
 * @target: (nullable) */
void poplens_insights_add_scope (PoplensPage *page, const PoplensPageContext *context,
                                 const PoplensTarget *target);

/* A column of a table by tile, as a series of a chart. */
typedef struct {
  const char *column; /* name in the table */
  const char *key, *name;
} PoplensTileSeries;

/* Context for charts of a table by tile. An item of the chart is a row, with the row's link. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  const PoplensTarget *target; /* (nullable) */
  const PoplensTable *table;   /* with columns "tile" and "capacity" */
  const PoplensTileSeries *series;
  guint n_series;
} PoplensTileCharts;

/* Adds a floor plan for each IPU, coloured by series @first; the other series are in the hover box.
 * @bad: TRUE for a row with a problem, which @bad_name names. (transfer none) */
PoplensSection *poplens_insights_add_map (const PoplensTileCharts *self, const char *key,
                                          const char *title, guint first, const char *bad_name,
                                          gboolean (*bad) (const PoplensTable *table, guint32 row));
/* Adds a graph over the tiles with series 0 as a line, and series 1 as a band below it. (transfer
 * none) */
PoplensSection *poplens_insights_add_graph (const PoplensTileCharts *self, const char *key,
                                            const char *title);

/* Returns the integer in a cell; @fallback if it is empty. */
gint64 poplens_insights_number (const PoplensTable *table, guint32 row, const char *column,
                                gint64 fallback);

G_END_DECLS
