/* Functions that the files insights-*.c share. The page Insights builds only the chapter that the
 * location's "view" names, so that What If is fast. */
#pragma once

#include "model/target.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Returns the POPLENS_PART_BIT()s that the chapter of @location reads besides those of the page. */
guint32 poplens_insights_parts (const PoplensLocation *location);

/* TRUE if @location is on the chapter Findings. */
gboolean poplens_insights_is_overview (const PoplensLocation *location);
/* Adds the choice of a chapter. Returns the index of the chosen one. */
guint poplens_insights_add_chapters (PoplensPage *page);

/* Each of the functions below fills one chapter. FALSE with @error. The overview of a large report
 * is PARTIAL at first (PoplensPage.later). */
gboolean poplens_insights_fill_overview (PoplensPage *page, const PoplensPageContext *context,
                                         GError **error);
gboolean poplens_insights_fill_tiles (PoplensPage *page, const PoplensPageContext *context,
                                      GError **error);
gboolean poplens_insights_fill_what_if (PoplensPage *page, const PoplensPageContext *context,
                                        GError **error);

/* If the model does not fit, adds the first cause to @facts, and a notice with the plan that makes
 * the model fit. If the plan is unknown, adds a notice that says why. FALSE with @error. */
gboolean poplens_insights_add_plan (PoplensPage *page, const PoplensPageContext *context,
                                    GPtrArray *facts, GError **error);
/* Adds tables of the plan, of all changes, of pipeline stages and of causes, if the report has
 * them. FALSE with @error. */
gboolean poplens_insights_add_plan_tables (PoplensPage *page, const PoplensPageContext *context,
                                           GError **error);

/* Adds the choice "scope" (all tiles, an IPU, the selected tiles), and the page's tile field.
 * @target: (nullable) */
void poplens_insights_add_scope (PoplensPage *page, const PoplensPageContext *context,
                                 const PoplensTarget *target);

/* A column of a table with a row for each tile; it becomes a series of a chart. */
typedef struct {
  const char *column; /* name of the column in the table */
  const char *key, *name;
} PoplensTileSeries;

/* Input for charts of a table with a row for each tile. Each row becomes an item; a click on the
 * item follows the row's link. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  const PoplensTarget *target; /* (nullable) */
  const PoplensTable *table;   /* table with the columns "tile" and "capacity" */
  const PoplensTileSeries *series;
  guint n_series;
} PoplensTileCharts;

/* Adds a floor plan of each IPU, coloured by series @first; the hover box shows all series. @bad:
 * TRUE if the row has the problem that @bad_name names. (transfer none) */
PoplensSection *poplens_insights_add_map (const PoplensTileCharts *self, const char *key,
                                          const char *title, guint first, const char *bad_name,
                                          gboolean (*bad) (const PoplensTable *table, guint32 row));
/* Adds a graph over the tiles: series 0 is a line, series 1 a band below it. (transfer none) */
PoplensSection *poplens_insights_add_graph (const PoplensTileCharts *self, const char *key,
                                            const char *title);

/* Returns the integer in a cell; @fallback if it is empty. */
gint64 poplens_insights_number (const PoplensTable *table, guint32 row, const char *column,
                                gint64 fallback);

G_END_DECLS
