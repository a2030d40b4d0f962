/* FLOOR charts: heat maps on floor plans. Make one by poplens_chart_new (&poplens_floor_kind,
 * title, n_items, unit, byte_unit); all of charts/core/chart.h applies, with these meanings:
 *
 *   item      a cell of a plan ("tile"): see poplens_chart_set_floor_cells ()
 *   group     a plan ("IPU 0"): a grid of columns × rows. Plans are arranged in rows such that
 *             cells are as large as possible. poplens_chart_add_group () is not used.
 *   series    the first visible one gives the colours; descriptions of items list all visible
 *             ones. Series of kind POPLENS_SERIES_LINE are also in the legend, where a click
 *             removes them (POPLENS_CHART_HIT_LEGEND). POPLENS_FLOOR_NONE as a value means
 *             unknown: the cell is hatched.
 *   limit     a mark on the colour bar of the legend
 *   view      .zoom around .group, .column, .row; see poplens_chart_layout_zoom ()
 *
 * If cells are smaller than a pixel, a pixel shows the highest of its cells, and is marked bad if
 * any of them is. */
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

/* Value of the lowest colour. Other kinds may be added (differences, with a diverging ramp). */
typedef enum {
  POPLENS_FLOOR_FROM_ZERO,
  POPLENS_FLOOR_FROM_LOWEST,
} PoplensFloorScale;

/* ---- building -------------------------------------------------------------------------------- */

/* Adds a plan. Call in order, before poplens_chart_set_floor_cells (); all plans together may have
 * at most POPLENS_FLOOR_MOST_CELLS cells. */
void poplens_chart_add_floor_group (PoplensChart *self, const char *name, guint columns,
                                    guint rows);

/* Sets the cell of each item. @cells: (transfer full): n_items entries from g_malloc (). An item
 * outside of its plan is not drawn; of two items in one cell, the first is drawn. */
void poplens_chart_set_floor_cells (PoplensChart *self, PoplensFloorCell *cells);

/* Marks bad items by stripes and an outline in the ink of the limit, with "12 @name" in the legend.
 * @bad: (transfer full) (nullable): n_items bytes from g_malloc (): 1 or 0. */
void poplens_chart_set_floor_bad (PoplensChart *self, const char *name, guint8 *bad);

/* Sets which value gets the lowest colour. Default: POPLENS_FLOOR_FROM_ZERO. */
void poplens_chart_set_floor_scale (PoplensChart *self, PoplensFloorScale scale);

/* Sets the colour range @low … @high, in place of the range of the values, so that charts can be
 * compared. Values outside get the colours of the ends. */
void poplens_chart_set_floor_range (PoplensChart *self, guint64 low, guint64 high);

/* Sets how the range was chosen ("least to largest"), shown below the name in the legend. */
void poplens_chart_set_floor_range_name (PoplensChart *self, const char *name);

/* ---- accessors ------------------------------------------------------------------------------- */

/* Returns the cell of an item. @cell: (out) (optional). FALSE if it has none. */
gboolean poplens_chart_get_floor_cell (const PoplensChart *self, gsize item,
                                       PoplensFloorCell *cell);
/* Returns the values of the ends of the ramp. FALSE if no value is known. */
gboolean poplens_chart_get_floor_range (const PoplensChart *self, guint64 *low, guint64 *high);

/* Returns the next item from @item in direction (@dx, @dy), each −1, 0 or 1, in the next plan at
 * the end of its own; @item if there is none. */
gsize poplens_chart_layout_neighbour (const PoplensChartLayout *self, gsize item, int dx, int dy);
/* Returns the item at (@x, @y), or the nearest. FALSE if there are no items. */
gboolean poplens_chart_layout_nearest (const PoplensChartLayout *self, double x, double y,
                                       gsize *item);
/* Returns the items of the cells that a rectangle between two corners, in pixels, touches.
 * (transfer full): array of PoplensItemRange, ascending and disjoint */
GArray *poplens_chart_layout_items_in (const PoplensChartLayout *self, double x0, double y0,
                                       double x1, double y1);

/* ---- the view as a text, for locations ------------------------------------------------------- */

/* Formats zoom, plan, column and row: "2.5@0:31.50,11.25"; "" if everything is in view. (transfer
 * full) */
char *poplens_floor_view_format (const PoplensChartView *view);
/* Parses @text into .zoom, .group, .column and .row of @view. FALSE, with everything in view, if it
 * is not a text of poplens_floor_view_format (). */
gboolean poplens_floor_view_parse (const char *text, PoplensChartView *view);

G_END_DECLS
