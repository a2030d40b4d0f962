/* FLOOR charts: a heat map on floor plans. The kind is made with
 * poplens_chart_new (&poplens_floor_kind, title, n_items, unit, byte_unit); everything of
 * charts/core/chart.h holds, with these meanings:
 *
 *   item      a cell of a plan ("tile"): see poplens_chart_set_floor_cells()
 *   group     a plan ("IPU 0"), a grid of columns × rows. Plans are arranged side by side and below
 *             one another, as their cells become largest. poplens_chart_add_group() is not used.
 *   series    the first that is not hidden gives the colours; all others that are not hidden are
 *             told with an item. Those of kind POPLENS_SERIES_LINE are named in the legend too,
 *             where a click takes them out (POPLENS_CHART_HIT_LEGEND). A value of
 *             POPLENS_FLOOR_NONE is not known: the cell is hatched.
 *   limit     a mark on the legend's bar
 *   view      .zoom about .group, .column, .row; poplens_chart_layout_zoom() and its likes make it
 *
 * Where cells are smaller than a pixel, a pixel shows the highest of its cells, and is bad where
 * one of them is. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* A heat map on floor plans. */
extern const PoplensChartKind poplens_floor_kind;

#define POPLENS_FLOOR_NONE G_MAXUINT64
#define POPLENS_FLOOR_MOST_CELLS (1u << 24)

typedef struct {
  guint16 group, column, row;
} PoplensFloorCell;

/* What the lowest colour stands for. More kinds may come (differences, with a ramp of two sides).
 */
typedef enum {
  POPLENS_FLOOR_FROM_ZERO,
  POPLENS_FLOOR_FROM_LOWEST,
} PoplensFloorScale;

/* ---- building -------------------------------------------------------------------------------- */

/* Plans in rising order, before poplens_chart_set_floor_cells(); columns × rows of all of them at
 * most POPLENS_FLOOR_MOST_CELLS. */
void poplens_chart_add_floor_group (PoplensChart *self, const char *name, guint columns,
                                    guint rows);

/* Where each item lies: (transfer full): n_items entries from g_malloc. An item outside of its plan
 * is not drawn; of two in one cell the first is. */
void poplens_chart_set_floor_cells (PoplensChart *self, PoplensFloorCell *cells);

/* Items that something is wrong with: stripes and an outline in the limit's ink, and "12 @name"
 * in the legend. @bad: (transfer full) (nullable): n_items bytes from g_malloc, 1 or 0. */
void poplens_chart_set_floor_bad (PoplensChart *self, const char *name, guint8 *bad);

/* FROM_ZERO at first. */
void poplens_chart_set_floor_scale (PoplensChart *self, PoplensFloorScale scale);

/* Colours for @low … @high instead of the values' own, as for charts that are compared. Values
 * outside have the colours of the ends. */
void poplens_chart_set_floor_range (PoplensChart *self, guint64 low, guint64 high);

/* How the range was chosen, in a few words ("least to largest"): below the name in the legend. */
void poplens_chart_set_floor_range_name (PoplensChart *self, const char *name);

/* ---- asking ---------------------------------------------------------------------------------- */

/* The cell of an item; FALSE where it has none. */
gboolean poplens_chart_get_floor_cell (const PoplensChart *self, gsize item,
                                       PoplensFloorCell *cell);
/* What the ends of the ramp stand for; FALSE where nothing is known. */
gboolean poplens_chart_get_floor_range (const PoplensChart *self, guint64 *low, guint64 *high);

/* The next item from @item in the direction (@dx, @dy) of −1, 0 or 1, into the next plan where its
 * own ends; @item where there is none. */
gsize poplens_chart_layout_neighbour (const PoplensChartLayout *self, gsize item, int dx, int dy);
/* The item that is nearest to (x, y), or that lies there; FALSE without items. */
gboolean poplens_chart_layout_nearest (const PoplensChartLayout *self, double x, double y,
                                       gsize *item);
/* Items of the cells that the rectangle between two corners touches, in pixels. Returns: (transfer
 * full): array of PoplensItemRange, rising and disjoint */
GArray *poplens_chart_layout_items_in (const PoplensChartLayout *self, double x0, double y0,
                                       double x1, double y1);

/* ---- the view as text, for a location -----------------------------------------------------------
 */

/* "2.5@0:31.50,11.25" (zoom, plan, column, row), "" for all. Returns: (transfer full) */
char *poplens_floor_view_format (const PoplensChartView *view);
/* Into the last four of @view; FALSE, and all is shown, where @text is none of format()'s. */
gboolean poplens_floor_view_parse (const char *text, PoplensChartView *view);

G_END_DECLS
