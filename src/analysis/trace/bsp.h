/* Activity of each tile of an IPU over time (bulk-synchronous parallel), computed from the cycles
 * by tile of each step and from markers (formats.md 3.10). A tile executes steps in the order of
 * their ids. The tile begins a step when it ends the previous step. Waiting for other tiles is a
 * step, too (a sync). A step without cycles by tile is a gap: all tiles are assumed to be in the
 * gap until the next step begins. */
#pragma once

#include "base/work.h"
#include "model/execution.h"
#include "model/slices.h"

G_BEGIN_DECLS

#define POPLENS_BSP_MOST_SERIES 16

/* Arguments of the functions of this file. */
typedef struct {
  const PoplensExecution *execution;
  /* [n_steps] index of the series in which a step is drawn, below .n_series. */
  const guint8 *series;
  guint n_series; /* number of series: 1 … POPLENS_BSP_MOST_SERIES */
  guint32 n_tiles, tiles_per_ipu;
  PoplensSliceFunc get_slice;
  gpointer slice_data;
} PoplensBspInput;

/* The cycles that a tile spends in one step. */
typedef struct {
  guint64 from, to; /* cycles */
  guint32 step;     /* index of the step in the execution */
  guint32 longest;  /* cycles of the slowest tile of the IPU in the step */
} PoplensBspSpan;

/* Activity of an IPU's tiles in columns of cycles. Immutable, reference counted. */
typedef struct {
  guint16 ipu;
  guint32 first_tile, n_tiles;
  guint n_series, n_columns;
  guint64 *edges; /* [n_columns + 1] cycles, ascending: column c is [edges[c], edges[c + 1]) */
  /* [tile][series][column] share of the column's cycles in which the tile executes steps of the
   * series, in 1/255. Small shares are rounded up to 1. The shares of a column add up to less than
   * 255 if the tile has ended, or is in a gap. */
  guint8 *cells;
  guint64 *sums;      /* [tile][series] exact cycles between the first and the last edge */
  guint32 n_listless; /* number of steps without cycles by tile, which are gaps */
  /* (nullable) Steps of all tiles: tile t has the spans [span_first[t], span_first[t + 1]),
   * ascending. NULL if there are more than POPLENS_BSP_MOST_SPANS. */
  PoplensBspSpan *spans;
  guint32 *span_first; /* (nullable) [n_tiles + 1] index in .spans */
} PoplensBspGrid;

#define POPLENS_BSP_MOST_SPANS (1u << 18)

/* Computes the activity of the tiles of @ipu. @edges: (array length=n_columns+1): strictly
 * ascending. NULL with an error of get_slice (), or with G_IO_ERROR_CANCELLED. @work: (nullable).
 * (transfer full) */
PoplensBspGrid *poplens_bsp_grid_new (const PoplensBspInput *input, guint16 ipu,
                                      const guint64 *edges, guint n_columns,
                                      const PoplensWork *work, GError **error);
PoplensBspGrid *poplens_bsp_grid_ref (PoplensBspGrid *self);
void poplens_bsp_grid_unref (PoplensBspGrid *self);
gsize poplens_bsp_grid_bytes (const PoplensBspGrid *self);

static inline guint8
poplens_bsp_grid_cell (const PoplensBspGrid *self, guint32 tile, guint column, guint series)
{
  return self->cells[((gsize) tile * self->n_series + series) * self->n_columns + column];
}

/* Returns the span of @tile (numbered within the IPU) at @cycle; NULL if the grid has no spans, or
 * the tile was in no step. (transfer none) */
const PoplensBspSpan *poplens_bsp_grid_find (const PoplensBspGrid *self, guint32 tile,
                                             guint64 cycle);

/* Returns the numbers of the IPU's tiles, sorted by their cycles in waiting steps: most first, ties
 * by number. @waiting: series of waiting steps (bits). (transfer full) [n_tiles] */
guint32 *poplens_bsp_order_by_waiting (const PoplensBspGrid *self, guint32 waiting);

/* Begin and end of one step on all tiles of an IPU. Immutable. */
typedef struct {
  guint16 ipu;
  guint32 step; /* index of the step in PoplensExecution */
  guint32 n_tiles;
  guint64 *from, *to; /* [n_tiles] cycles; .from = .to if the tile does not take part */
} PoplensBspExtent;

/* Finds the begin and end of @step (index in the execution) on all tiles of @ipu. NULL without an
 * error if the step has no cycles by tile on that IPU. @work: (nullable). (transfer full) */
PoplensBspExtent *poplens_bsp_extent_new (const PoplensBspInput *input, guint16 ipu, guint32 step,
                                          const PoplensWork *work, GError **error);
void poplens_bsp_extent_free (PoplensBspExtent *self);

/* TRUE if steps have cycles by tile; reads only the first rows of steps_by_ipu. FALSE with @error
 * if reading fails. */
gboolean poplens_bsp_has_tiles (const PoplensBspInput *input, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBspGrid, poplens_bsp_grid_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBspExtent, poplens_bsp_extent_free)

G_END_DECLS
