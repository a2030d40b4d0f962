/* FLOOR charts: heat maps on floor plans. An item is a cell of a plan, such as a tile. A plan is a
 * grid of columns × rows, such as an IPU, and is added by poplens_chart_add_floor_group (). The
 * first visible series colours the cells. If cells are smaller than a pixel, the pixel shows their
 * highest value. A cell with the value POPLENS_FLOOR_NONE is hatched: its value is unknown.
 *
 * A limit is a mark on the colour bar of the legend. A click on the legend removes a series of kind
 * POPLENS_SERIES_LINE. */
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

/* Which value gets the lowest colour: zero, or the lowest value of an item. */
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
 * outside of its plan is not drawn. If two items have the same cell, the first is drawn. */
void poplens_chart_set_floor_cells (PoplensChart *self, PoplensFloorCell *cells);

/* Marks bad items by stripes and an outline in the colour of the limit. @name: text for bad items
 * in the legend, after their number: "12 @name". @bad: (transfer full) (nullable): n_items bytes
 * from g_malloc (): 1 for a bad item, else 0. */
void poplens_chart_set_floor_bad (PoplensChart *self, const char *name, guint8 *bad);

/* Sets which value gets the lowest colour. Default: POPLENS_FLOOR_FROM_ZERO. */
void poplens_chart_set_floor_scale (PoplensChart *self, PoplensFloorScale scale);

/* Sets the values of the first and last colour, so that several charts can be compared. Default:
 * the range of the values. A value outside of @low … @high gets the first or last colour. */
void poplens_chart_set_floor_range (PoplensChart *self, guint64 low, guint64 high);

/* Sets a text for the legend that says how the colour range was chosen: "least to largest". */
void poplens_chart_set_floor_range_name (PoplensChart *self, const char *name);

/* ---- accessors ------------------------------------------------------------------------------- */

/* Returns the cell of an item. @cell: (out) (optional). FALSE if the item has no cell. */
gboolean poplens_chart_get_floor_cell (const PoplensChart *self, gsize item,
                                       PoplensFloorCell *cell);
/* Returns the values of the first and last colour. FALSE if no value is known. */
gboolean poplens_chart_get_floor_range (const PoplensChart *self, guint64 *low, guint64 *high);

/* Returns the next item in direction (@dx, @dy) from @item. @dx, @dy: −1, 0 or 1. At the edge of a
 * plan, continues in the next plan. Returns @item if there is no next item. */
gsize poplens_chart_layout_neighbour (const PoplensChartLayout *self, gsize item, int dx, int dy);
/* Returns the item at (@x, @y), or the nearest. FALSE if there are no items. */
gboolean poplens_chart_layout_nearest (const PoplensChartLayout *self, double x, double y,
                                       gsize *item);
/* Returns the items whose cells touch the rectangle from (@x0, @y0) to (@x1, @y1), in pixels.
 * (transfer full): array of PoplensItemRange, ascending and disjoint */
GArray *poplens_chart_layout_items_in (const PoplensChartLayout *self, double x0, double y0,
                                       double x1, double y1);

/* ---- the view as a text, for locations ------------------------------------------------------- */

/* Formats zoom, plan, column and row: "2.5@0:31.50,11.25"; "" if everything is in view. (transfer
 * full) */
char *poplens_floor_view_format (const PoplensChartView *view);
/* Parses a text of poplens_floor_view_format () into .zoom, .group, .column and .row of @view.
 * FALSE if @text is invalid; @view then shows everything. */
gboolean poplens_floor_view_parse (const char *text, PoplensChartView *view);

G_END_DECLS
