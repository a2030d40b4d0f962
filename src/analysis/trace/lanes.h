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
  guint32 *row_depth; /* [n_rows] depth in the flame graph of the blocks in each row */
  /* [n_rows] 0 for the first few depths of a flame graph. For deeper rows: cycles of the longest
   * group whose content the row shows. If that group is narrower than a few hundred pixels, nothing
   * in the row is readable. */
  guint64 *row_inside;
  guint32 first_io; /* first of the rows that show copies that overlap with work; .n_rows: there are
                       none */
} PoplensLanes;

/* Creates rows for blocks without depth. The first row has everything that runs in sequence: first
 * work, then blocks in @beside. If two blocks overlap by more than a tenth of the shorter one, one
 * is moved to the rows below: of work and a block in @beside the latter; otherwise the later block,
 * or the earlier one if it is shorter than a tenth of the other. Within a row, begins and ends are
 * ascending. @from, @to: (array): blocks, in any order. @beside: (array) (nullable): 1 for copies
 * and waits. (transfer full) */
PoplensLanes *poplens_lanes_new_flat (guint32 n, const guint64 *from, const guint64 *to,
                                      const guint8 *beside);

/* Creates the rows of a flame. Blocks 0 … n_nodes − 1 are its nodes, the rest are its leaves. Each
 * depth is a row. A block that would overlap another one is moved, with everything in it, to the
 * next free band of rows below. At each depth groups are placed first, as they contain more. Of a
 * copy that overlaps with work only the parts are drawn, in rows below all others.
 *
 * The own step of a node is one row below the node, beside the children: on the node's row, where
 * the reference application draws it, one would hide the other. (transfer full) */
PoplensLanes *poplens_lanes_new_flame (const PoplensFlame *flame);

void poplens_lanes_free (PoplensLanes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLanes, poplens_lanes_free)

G_END_DECLS
