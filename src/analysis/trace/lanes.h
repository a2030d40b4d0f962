/* Assigns blocks to rows such that blocks in a row do not overlap. Overlapping steps are normal
 * (formats.md 6.3), so there are as many rows as the overlaps need. */
#pragma once

#include "analysis/trace/flame.h"

G_BEGIN_DECLS

/* First fit: each block gets the lowest lane that is free. A block of length 0 occupies one cycle,
 * as it does in the drawing. Blocks must be added in order of their begins; each takes O(log n). */
typedef struct _PoplensLaneFit PoplensLaneFit;
PoplensLaneFit *poplens_lane_fit_new (void);
/* Assigns a block with the cycles [@from, @to) to a lane. Returns the lane. */
guint32 poplens_lane_fit_take (PoplensLaneFit *self, guint64 from, guint64 to);
/* Frees @self, and returns the number of lanes: at most the number of blocks that ran at the same
 * time. */
guint32 poplens_lane_fit_free (PoplensLaneFit *self);

/* Assigns @n blocks in any order to lanes, by first fit. @lane: (out) [@n]. Returns the number of
 * lanes. */
guint32 poplens_lanes_assign (guint32 n, const guint64 *from, const guint64 *to, guint32 *lane);

/* Value of PoplensLanes.row for a block that is not drawn. */
#define POPLENS_LANE_NOWHERE G_MAXUINT32

/* Blocks of one IPU in rows, ready to be drawn. */
typedef struct {
  guint32 n_blocks;
  guint64 *from, *to; /* [n_blocks] cycles; .from ≤ .to */
  guint32 *row;       /* [n_blocks] row, or POPLENS_LANE_NOWHERE */
  guint32 n_rows;
  guint32 *row_depth; /* [n_rows] depth of the row's blocks in the flame graph */
  /* [n_rows] cycles of the longest group with blocks in the row. The row may be hidden if this
   * group is drawn too narrow to be readable. 0: the row is always shown. */
  guint64 *row_inside;
  guint32 first_io; /* first row of StreamCopies that overlap with compute or an exchange; .n_rows:
                       there are none */
} PoplensLanes;

/* Creates rows for blocks without depth. Row 0 has blocks of work and, if there is space, blocks of
 * @beside. All other blocks are in the rows below. Within a row, starts and ends are ascending. In
 * row 0, two blocks overlap by at most a tenth of the shorter block. If they overlap by more, the
 * later block moves to another row. But if the earlier block is shorter than a tenth of the later
 * block, the earlier block moves. @from, @to: [@n] cycles, in any order. @beside: (nullable) [@n]:
 * 1 for copies and waits. (transfer full) */
PoplensLanes *poplens_lanes_new_flat (guint32 n, const guint64 *from, const guint64 *to,
                                      const guint8 *beside);

/* Creates the rows of a flame graph, one for each depth. Blocks 0 … n_nodes − 1 are nodes, the rest
 * are leaves. If two blocks of a depth overlap, one of them moves to a band of rows below, with its
 * content. The own step of a node is drawn one row below the node. If a StreamCopy overlaps with
 * work, only its parts are drawn, in the last rows. (transfer full) */
PoplensLanes *poplens_lanes_new_flame (const PoplensFlame *flame);

void poplens_lanes_free (PoplensLanes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLanes, poplens_lanes_free)

G_END_DECLS
