/* Fields, for the files of this room and its tests. */
#pragma once

#include "charts/field.h"
#include "charts/lanes-private.h"

G_BEGIN_DECLS

/* Lines of a level are so many of the level below. */
#define POPLENS_FIELD_FAN 4
#define POPLENS_FIELD_LEVELS 8
#define POPLENS_FIELD_MOST_SERIES 16

struct _PoplensFieldCells {
  gatomicrefcount refs;
  guint n_lines, n_columns, n_series;
  guint32 *order; /* (nullable) */
  const guint64 *edges;
  const guint8 *cells;
  gpointer owner;
  GDestroyNotify free_owner;
  guint n_levels;
  guint8 *levels[POPLENS_FIELD_LEVELS]; /* [line / fan^(level + 1)][column][series]: means */
};

/* Adds the columns [first, end) of the lines [from, to) to @sums, [end - first][n_series]. */
void poplens_field_cells_add (const PoplensFieldCells *self, guint from, guint to, guint first,
                              guint end, guint32 *sums);

struct _PoplensLaneField {
  const PoplensFieldClass *klass;
  gpointer data;
  GDestroyNotify free_data;
  guint n_lines;
  PoplensFieldSeries series[POPLENS_FIELD_MOST_SERIES];
  guint n_series; /* 0: those of the chart */
};

void poplens_lane_field_free (PoplensLaneField *self);

/* A field in a layout: whole pixels, as if nothing were cut off. */
typedef struct {
  guint group;
  const PoplensLaneField *field;
  double y, height;
} PoplensLaneFieldBox;

/* What is left of the plot by rows is shared by the fields; @rows: pixels that those take. */
double poplens_lane_field_height (const PoplensChartLayout *self, const PoplensLaneField *field,
                                  double zoom);
void poplens_lane_add_field (PoplensChartLayout *self, guint group, double y);
void poplens_lane_draw_fields (PoplensChartLayout *self);
void poplens_lane_draw_field_overlay (const PoplensChartLayout *self, cairo_t *cr);
/* Lines whose upper edge lies above @y, from the box's. A row of pixels shows those whose upper
 * edge lies in it, or where there is none the one before. */
guint poplens_lane_field_lines_above (const PoplensLaneFieldBox *box, double y);
/* The last line that the row of pixels at @y shows. */
guint poplens_lane_field_line_at (const PoplensLaneFieldBox *box, double y);
const PoplensLaneFieldBox *poplens_lane_field_box_at (const PoplensChartLayout *self, double y);

G_END_DECLS
