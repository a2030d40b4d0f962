/* FLOOR charts, for the files of this room and its tests. */
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
  guint32 *items; /* (nullable): rows × columns: the item of each cell, or POPLENS_FLOOR_NO_ITEM */
} PoplensFloorGroup;

typedef struct {
  GArray *groups;          /* of PoplensFloorGroup */
  PoplensFloorCell *cells; /* (nullable): n_items of them */
  char *bad_name;
  guint8 *bad; /* (nullable) */
  PoplensFloorScale scale;
  gboolean has_range;
  guint64 low, high;
  char *range_name; /* nullable */
} PoplensFloorData;

/* Of a FLOOR chart; NULL of another. */
static inline PoplensFloorData *
poplens_floor (const PoplensChart *self)
{
  return self->kind == &poplens_floor_kind ? self->data : NULL;
}

/* Of a FLOOR chart alone, as the next: there are many cells to ask for. */
static inline const PoplensFloorGroup *
poplens_floor_group (const PoplensChart *self, guint group)
{
  const PoplensFloorData *floor = self->data;

  return &g_array_index (floor->groups, PoplensFloorGroup, group);
}
/* The least and largest value that is known of the series that gives the colours; FALSE where none
 * is. */
gboolean poplens_floor_measure (const PoplensChart *self, guint64 *low, guint64 *high);
/* The series that gives the colours, or −1. */
int poplens_floor_series (const PoplensChart *self);
gboolean poplens_floor_is_bad (const PoplensChart *self, gsize item);

/* ---- layout ---------------------------------------------------------------------------------- */

/* A plan as it is drawn: columns of @cell_width pixels from @rect.x on. Where that is less than a
 * pixel, each of @bins_x (… _y) bins has several columns (rows), else one. */
typedef struct {
  PoplensRect rect;
  guint bins_x, bins_y;
} PoplensFloorPlan;

typedef struct {
  double cell_width, cell_height; /* at this zoom */
  double base_width, base_height; /* at zoom 1 */
  double canvas_width, canvas_height;
  double zoom, focus_x, focus_y; /* of the canvas, in pixels at zoom 1 */
  double name_height;            /* of a plan's name at zoom 1; 0: they have none */
  guint across;                  /* plans beside one another */
  GArray *plans;                 /* of PoplensFloorPlan, one a group */
  GArray *origins;               /* of PoplensRect: the plans at zoom 1 */
  int series;
  guint64 low, high;
  gboolean has_range;
  gboolean below, above; /* values lie outside of it */
} PoplensFloorLayout;

/* Of a FLOOR chart's; NULL of another's. */
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

/* Cells [*from, *end) of the plan's @n that bin @bin of @bins holds. */
void poplens_floor_bin (guint bin, guint bins, guint n, guint *from, guint *end);
/* The item that a bin shows: the highest known value, else any; POPLENS_FLOOR_NO_ITEM.
 * @n_items: (nullable): of how many. */
guint32 poplens_floor_bin_item (const PoplensChartLayout *self, guint group, guint x, guint y,
                                gsize *n_items);
/* The first pixel whose middle is at or behind @border: where cairo's nearest filter changes. */
static inline double
poplens_floor_pixel (double border)
{
  return ceil (border - 0.5);
}
/* Pixels of bins [x0, x1) × [y0, y1). */
PoplensRect poplens_floor_bins_rect (const PoplensFloorPlan *plan, guint x0, guint y0, guint x1,
                                     guint y1);
/* Edges of the bins for which @is_in says so, where the next one's answer differs: @width pixels
 * inside of them. */
typedef gboolean (*PoplensFloorIsIn) (const PoplensChartLayout *self, gsize item,
                                      gconstpointer data);
typedef void (*PoplensFloorEdge) (PoplensRect edge, gpointer data);
void poplens_floor_outline (const PoplensChartLayout *self, PoplensFloorIsIn is_in,
                            gconstpointer data, double width, PoplensFloorEdge edge,
                            gpointer edge_data);
/* The bar of colours, and what hatches and outlines mean (floor-chart.c). Returns: its height */
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
