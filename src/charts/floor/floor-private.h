/* FLOOR charts. Only for this library and its tests. */
#pragma once

#include <math.h>

#include "charts/core/layout-private.h"
#include "charts/core/palette.h"
#include "charts/floor/floor.h"

G_BEGIN_DECLS

#define POPLENS_FLOOR_NO_ITEM G_MAXUINT32

typedef struct {
  char *name;
  guint columns, rows;
  guint32 *items; /* (nullable): [rows × columns]: item of each cell, or POPLENS_FLOOR_NO_ITEM */
} PoplensFloorGroup;

typedef struct {
  GArray *groups;          /* of PoplensFloorGroup */
  PoplensFloorCell *cells; /* (nullable): [n_items]: cell of each item */
  char *bad_name;
  guint8 *bad; /* (nullable): [n_items]: 1: the item is bad (drawn with stripes) */
  PoplensFloorScale scale;
  gboolean has_range;
  guint64 low, high;
  char *range_name; /* (nullable): says how the colour range was chosen */
} PoplensFloorData;

/* Returns the data of a FLOOR chart. (nullable): NULL for other kinds. */
static inline PoplensFloorData *
poplens_floor (const PoplensChart *self)
{
  return self->kind == &poplens_floor_kind ? self->data : NULL;
}

/* Returns a plan of a FLOOR chart. Does not check the kind of the chart, since it is called for
 * many cells. */
static inline const PoplensFloorGroup *
poplens_floor_group (const PoplensChart *self, guint group)
{
  const PoplensFloorData *floor = self->data;

  return &g_array_index (floor->groups, PoplensFloorGroup, group);
}
/* Finds the lowest and highest known value of the series that colours the cells. FALSE if no value
 * is known. */
gboolean poplens_floor_measure (const PoplensChart *self, guint64 *low, guint64 *high);
/* Returns the series that colours the cells; −1 if there is none. */
int poplens_floor_series (const PoplensChart *self);
gboolean poplens_floor_is_bad (const PoplensChart *self, gsize item);

/* ---- layout ---------------------------------------------------------------------------------- */

/* A plan as it is drawn, in bins. A bin is one cell or, if cells are smaller than a pixel, several
 * columns and rows of cells. */
typedef struct {
  PoplensRect rect;
  guint bins_x, bins_y;
} PoplensFloorPlan;

typedef struct {
  double cell_width, cell_height; /* size of a cell in the view, in pixels */
  double base_width, base_height; /* size of a cell at zoom 1, in pixels */
  double canvas_width, canvas_height;
  double zoom, focus_x, focus_y; /* magnification; middle of the view, in pixels at zoom 1 */
  double name_height;            /* height of a plan's name at zoom 1; 0: no names */
  guint across;                  /* plans per row */
  GArray *plans;                 /* of PoplensFloorPlan, one per group */
  GArray *origins;               /* of PoplensRect: rectangle of each plan at zoom 1 */
  int series;
  guint64 low, high;
  gboolean has_range;
  gboolean below, above; /* some values are below .low or above .high */
} PoplensFloorLayout;

/* Returns the data of a layout of a FLOOR chart. (nullable): NULL for other kinds. */
static inline PoplensFloorLayout *
poplens_floor_layout (const PoplensChartLayout *self)
{
  return self->chart->kind == &poplens_floor_kind ? self->data : NULL;
}

void poplens_floor_layout_free (gpointer data);
void poplens_floor_lay_out (PoplensChartLayout *self);

static inline const PoplensFloorPlan *
poplens_floor_plan (const PoplensChartLayout *self, guint group)
{
  const PoplensFloorLayout *floor = self->data;

  return &g_array_index (floor->plans, PoplensFloorPlan, group);
}

/* Returns the columns (or rows) [*from, *end) of cells that bin @bin contains. @bins, @n: number of
 * bins, and of cells, in a row (or column). */
void poplens_floor_bin (guint bin, guint bins, guint n, guint *from, guint *end);
/* Returns the item that bin (@x, @y) shows: the item with the highest known value. If no value is
 * known, returns the first item; POPLENS_FLOOR_NO_ITEM if there is none. @n_items: (out)
 * (optional): number of items in the bin. */
guint32 poplens_floor_bin_item (const PoplensChartLayout *self, guint group, guint x, guint y,
                                gsize *n_items);
/* Returns the first pixel whose middle is at or after @border. At this pixel, cairo's
 * nearest-neighbour filter changes to the next cell. */
static inline double
poplens_floor_pixel (double border)
{
  return ceil (border - 0.5);
}
/* Returns the rectangle of bins [@x0, @x1) × [@y0, @y1), on whole pixels. */
PoplensRect poplens_floor_bins_rect (const PoplensFloorPlan *plan, guint x0, guint y0, guint x1,
                                     guint y1);
/* TRUE if the cell of @item belongs to the shape that poplens_floor_outline () outlines. */
typedef gboolean (*PoplensFloorIsIn) (const PoplensChartLayout *self, gsize item,
                                      gconstpointer data);
typedef void (*PoplensFloorEdge) (PoplensRect edge, gpointer data);
/* Calls @edge with rectangles along the border of all cells for which @is_in is TRUE. The
 * rectangles are inside these cells. @width: of a rectangle, in pixels; 0: the rectangles cover the
 * cells. */
void poplens_floor_outline (const PoplensChartLayout *self, PoplensFloorIsIn is_in,
                            gconstpointer data, double width, PoplensFloorEdge edge,
                            gpointer edge_data);
/* Adds the legend: the colour bar, and entries that explain hatches and outlines. Returns its
 * height. */
double poplens_floor_add_legend (PoplensChartLayout *self, double y);
PoplensColor poplens_floor_color (const PoplensChartLayout *self, guint64 value);

/* ---- hit and overlay ------------------------------------------------------------------------- */

PoplensChartHit poplens_floor_hit (const PoplensChartLayout *self, double x, double y);
gboolean poplens_floor_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect);
PoplensChartView poplens_floor_zoom (const PoplensChartLayout *self, double factor, double x,
                                     double y);
PoplensChartView poplens_floor_pan (const PoplensChartLayout *self, double dx, double dy);
PoplensChartView poplens_floor_fit (const PoplensChartLayout *self, const PoplensItemRange *ranges,
                                    guint n);

G_END_DECLS
