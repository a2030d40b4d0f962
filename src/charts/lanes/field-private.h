/* Fields, for the files of this room and its tests. */
#pragma once

#include "charts/lanes/field.h"
#include "charts/lanes/lanes-private.h"

G_BEGIN_DECLS

/* Lines of a level are so many of the level below; of the highest 256, whose sums are numbers of 16
 * bits. */
#define POPLENS_FIELD_FAN 4
#define POPLENS_FIELD_LEVELS 4
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
  guint8 *levels[POPLENS_FIELD_LEVELS]; /* [line / fan^(level + 1)][series][column]: means */
};

/* Cells of a line, [series][column], or of a group of lines, which then counts as so many. */
typedef struct {
  const guint8 *row;
  guint times; /* at most 256 */
} PoplensFieldPiece;

/* Pieces that any range of so many lines has at most. */
#define POPLENS_FIELD_PIECES(n_lines)                                                              \
  (2 * (POPLENS_FIELD_FAN - 1) * (POPLENS_FIELD_LEVELS + 1) + (n_lines) / 256 + 1)

/* The lines [from, to) in as few pieces as there can be. Returns: how many */
guint poplens_field_cells_pieces (const PoplensFieldCells *self, guint from, guint to,
                                  PoplensFieldPiece *pieces);

/* ---- mixing inks (lanes-field.c) ------------------------------------------------------------- */

/* Columns come in blocks of so many; mixtures have room for whole ones. */
#define POPLENS_FIELD_BLOCK 16

/* Red, green and blue of an ink less those of the ground, 0 … 255. */
typedef struct {
  float channel[3];
} PoplensFieldInk;

/* Adds up the inks of all series in the shares that the columns [first, first + n) have of them
 * (255ths; @n_columns a row) in all lines of @pieces.
 * @mix: [3][n in whole blocks]: sums of share × ink, by channel. */
void poplens_field_mix (const PoplensFieldPiece *pieces, guint n_pieces, guint n_columns,
                        guint n_series, const PoplensFieldInk *inks, guint first, guint n,
                        float *mix);
/* Opaque pixels of @ground with @scale of each of the @n mixtures: [n in whole blocks]. */
void poplens_field_mix_pixels (const float *mix, guint n, const PoplensFieldInk *ground,
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

G_END_DECLS
