/* Fields of LANES charts. Only for this library and its tests. */
#pragma once

#include "charts/lanes/field.h"
#include "charts/lanes/lanes-private.h"

G_BEGIN_DECLS

/* Number of lines whose mean forms one line of the next level. A field has several levels of means.
 * A line of the last level is the mean of 256 lines: a sum of 256 shares fits into 16 bits. */
#define POPLENS_FIELD_FAN 4
#define POPLENS_FIELD_LEVELS 4
#define POPLENS_FIELD_MOST_SERIES 16

struct _PoplensFieldCells {
  gatomicrefcount refs;
  guint n_lines, n_columns, n_series;
  guint32 *order; /* (nullable): [n_lines]: row of .cells for each line; NULL: line i is row i */
  const guint64 *edges;
  const guint8 *cells;
  gpointer owner;
  GDestroyNotify free_owner;
  guint n_levels;
  /* [n_levels]: means of groups of 4, 16, 64 and 256 lines, as [group][series][column]. */
  guint8 *levels[POPLENS_FIELD_LEVELS];
};

/* Cells [series][column] of one line, or the means of a group of lines. */
typedef struct {
  const guint8 *row;
  guint times; /* number of lines in the group, at most 256 */
} PoplensFieldPiece;

/* Maximum number of PoplensFieldPiece that cover a range of @n_lines lines. */
#define POPLENS_FIELD_PIECES(n_lines)                                                              \
  (2 * (POPLENS_FIELD_FAN - 1) * (POPLENS_FIELD_LEVELS + 1) + (n_lines) / 256 + 1)

/* Covers lines [@from, @to) with as few pieces as possible: single lines and means of groups.
 * Returns the number of pieces. */
guint poplens_field_cells_pieces (const PoplensFieldCells *self, guint from, guint to,
                                  PoplensFieldPiece *pieces);

/* ---- mixing inks (lanes-field.c) ------------------------------------------------------------- */

/* Number of columns whose colours are computed at once. Lengths of output arrays are rounded up to
 * a multiple of this number. */
#define POPLENS_FIELD_BLOCK 16

/* Colour of a series minus the background colour: red, green and blue, where 255 is full
 * intensity. */
typedef struct {
  float channel[3];
} PoplensFieldInk;

/* Computes the mixed colours of columns [@first, @first + @n). A mixed colour is the sum of share ×
 * colour over all series and all lines of @pieces. A share is the value of a cell, 0 … 255.
 * @n_columns: columns of each line. @mix: (out): [3 channels][@n rounded up to a multiple of
 * POPLENS_FIELD_BLOCK]. */
void poplens_field_mix (const PoplensFieldPiece *pieces, guint n_pieces, guint n_columns,
                        guint n_series, const PoplensFieldInk *inks, guint first, guint n,
                        float *mix);
/* Converts @n mixed colours to opaque pixels: @background + @scale × @mix. @pixels: (out): [@n
 * rounded up to a multiple of POPLENS_FIELD_BLOCK]. */
void poplens_field_mix_pixels (const float *mix, guint n, const PoplensFieldInk *background,
                               float scale, guint32 *pixels);

static inline guint
poplens_field_whole_blocks (guint n)
{
  return (n + POPLENS_FIELD_BLOCK - 1) / POPLENS_FIELD_BLOCK * POPLENS_FIELD_BLOCK;
}

struct _PoplensLaneField {
  const PoplensFieldClass *klass;
  gpointer data;
  GDestroyNotify free_data;
  guint n_lines;
  PoplensFieldSeries series[POPLENS_FIELD_MOST_SERIES];
  guint n_series; /* 0: the field has the series of the chart */
};

void poplens_lane_field_free (PoplensLaneField *self);

/* Position of a field in a layout, in whole pixels, including parts out of view. */
typedef struct {
  guint group;
  const PoplensLaneField *field;
  double y, height;
} PoplensLaneFieldBox;

/* Returns the height of a field in pixels. Fields share the height that rows leave free in the
 * plot. @zoom: .line_zoom of the view. */
double poplens_lane_field_height (const PoplensChartLayout *self, const PoplensLaneField *field,
                                  double zoom);
void poplens_lane_add_field (PoplensChartLayout *self, guint group, double y);
void poplens_lane_draw_fields (PoplensChartLayout *self);
void poplens_lane_draw_field_overlay (const PoplensChartLayout *self, cairo_t *cr);
/* Returns the number of lines of the field whose upper edge is above @y, in pixels from the top of
 * @box. */
guint poplens_lane_field_lines_above (const PoplensLaneFieldBox *box, double y);
/* Returns the last line that the pixel row at @y shows. */
guint poplens_lane_field_line_at (const PoplensLaneFieldBox *box, double y);

G_END_DECLS
