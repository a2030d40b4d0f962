/* What each tile of an IPU did when (bulk-synchronous parallel): the phases of its steps over
 * cycles, from the cycles by tile of each step and the absolute markers (formats.md 3.10).
 *
 * A tile's steps follow one another without a gap, in the order of their ids: it begins a step at
 * the sum of its cycles before. A tile without cycles in a step takes no part in it. Waiting is
 * steps too (syncs), so a tile is always in one, up to its end. A step that has no cycles by tile
 * is a gap: each tile is taken to be as long in it as the next step begins later. */
#pragma once

#include "base/work.h"
#include "model/execution.h"
#include "model/slices.h"

G_BEGIN_DECLS

#define POPLENS_BSP_MOST_SERIES 16

typedef struct {
  const PoplensExecution *execution;
  const guint8 *series; /* [n_steps]: what a step is drawn as, below n_series */
  guint n_series;       /* 1 … POPLENS_BSP_MOST_SERIES */
  guint32 n_tiles, tiles_per_ipu;
  PoplensSliceFunc get_slice;
  gpointer slice_data;
} PoplensBspInput;

/* A tile's part in a step. */
typedef struct {
  guint64 from, to; /* cycles */
  guint32 step;     /* row of the execution's steps */
  guint32 longest;  /* cycles of the tile of the IPU that took longest in it */
} PoplensBspSpan;

/* An IPU's tiles over columns of cycles. Immutable, reference counted. */
typedef struct {
  guint16 ipu;
  guint32 first_tile, n_tiles;
  guint n_series, n_columns;
  guint64 *edges; /* [n_columns + 1] cycles, rising: column c is [edges[c], edges[c + 1]) */
  /* [tile][series][column]: which share of the column's cycles the tile was in steps of the series,
   * in 255ths; 0 only where it was not at all. The rest: it had ended, or had no cycles. */
  guint8 *cells;
  guint64 *sums;      /* [tile][series] cycles from the first edge to the last, exact */
  guint32 n_listless; /* steps met that have no cycles by tile */
  /* The steps themselves, where they are few: those of tile t are the spans [span_first[t],
   * span_first[t + 1]), rising. NULL where there are more than POPLENS_BSP_MOST_SPANS. */
  PoplensBspSpan *spans;
  guint32 *span_first; /* [n_tiles + 1] */
} PoplensBspGrid;

#define POPLENS_BSP_MOST_SPANS (1u << 18)

/* @edges: (array length=n_columns+1): strictly rising. NULL with an error: of the slices, or
 * G_IO_ERROR_CANCELLED. (transfer full) */
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

/* What tile @tile (counted within the IPU) was in at @cycle; NULL where the grid does not hold
 * steps, or the tile was in none. */
const PoplensBspSpan *poplens_bsp_grid_find (const PoplensBspGrid *self, guint32 tile,
                                             guint64 cycle);

/* The IPU's tiles with those that are longest in the series of @waiting (bits) first, ties by
 * number. (transfer full): [n_tiles] */
guint32 *poplens_bsp_order_by_waiting (const PoplensBspGrid *self, guint32 waiting);

/* One step of all tiles of an IPU. Immutable. */
typedef struct {
  guint16 ipu;
  guint32 step; /* row of the execution's steps */
  guint32 n_tiles;
  guint64 *from, *to; /* [n_tiles] cycles; equal where the tile takes no part */
} PoplensBspExtent;

/* NULL without an error where the step has no cycles by tile on that IPU. (transfer full) */
PoplensBspExtent *poplens_bsp_extent_new (const PoplensBspInput *input, guint16 ipu, guint32 step,
                                          const PoplensWork *work, GError **error);
void poplens_bsp_extent_free (PoplensBspExtent *self);

/* FALSE: no row of the steps has cycles by tile. Looks at the first rows of steps_by_ipu. */
gboolean poplens_bsp_has_tiles (const PoplensBspInput *input, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBspGrid, poplens_bsp_grid_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensBspExtent, poplens_bsp_extent_free)

G_END_DECLS
