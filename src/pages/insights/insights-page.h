/* The Insights page from the inside; for the files insights-*.c. The page is about one chapter at a
 * time ("view" of the location), so that a change of what-if makes no other table. */
#pragma once

#include "model/target.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* POPLENS_PART_BIT()s that the chapter of @location reads, beside those of the page. */
guint32 poplens_insights_parts (const PoplensLocation *location);

/* Whether @location is about all of it: findings, not one of their subjects. */
gboolean poplens_insights_is_overview (const PoplensLocation *location);
/* The choice of a chapter; the current one. */
guint poplens_insights_add_chapters (PoplensPage *page);

/* Findings in groups. What takes the variables of a large report comes later: see
 * PoplensPage.later. */
gboolean poplens_insights_fill_overview (PoplensPage *page, const PoplensPageContext *context,
                                         GError **error);
gboolean poplens_insights_fill_tiles (PoplensPage *page, const PoplensPageContext *context,
                                      GError **error);
gboolean poplens_insights_fill_what_if (PoplensPage *page, const PoplensPageContext *context,
                                        GError **error);

/* Adds the cause that a model does not fit to @facts, and its plan; or why the report does not tell
 * them. */
gboolean poplens_insights_add_plan (PoplensPage *page, const PoplensPageContext *context,
                                    GPtrArray *facts, GError **error);
/* The plan, all changes and the causes as tables, where the report has them. */
gboolean poplens_insights_add_plan_tables (PoplensPage *page, const PoplensPageContext *context,
                                           GError **error);

/* "scope": all tiles, each IPU, the selected tiles; and the page's tile field. @target:
 * (nullable) */
void poplens_insights_add_scope (PoplensPage *page, const PoplensPageContext *context,
                                 const PoplensTarget *target);

/* A column of a table by tile, as a chart shows it. */
typedef struct {
  const char *column; /* of the table */
  const char *key, *name;
} PoplensTileSeries;

/* Tables by tile as maps and graphs: an item is a row, and its link is the row's. */
typedef struct {
  PoplensPage *page;
  const PoplensPageContext *context;
  const PoplensTarget *target; /* nullable */
  const PoplensTable *table;   /* has "tile" and "capacity" */
  const PoplensTileSeries *series;
  guint n_series;
} PoplensTileCharts;

/* The plan of each IPU coloured by series @first; the others are told with a tile. @bad: a row that
 * something is wrong with, and @bad_name what that is. */
PoplensSection *poplens_insights_add_map (const PoplensTileCharts *self, const char *key,
                                          const char *title, guint first, const char *bad_name,
                                          gboolean (*bad) (const PoplensTable *table, guint32 row));
/* Series 0 as a line, series 1 as a band below it, over the tiles. */
PoplensSection *poplens_insights_add_graph (const PoplensTileCharts *self, const char *key,
                                            const char *title);

/* A cell as a number; @fallback where it is empty. */
gint64 poplens_insights_number (const PoplensTable *table, guint32 row, const char *column,
                                gint64 fallback);

G_END_DECLS
