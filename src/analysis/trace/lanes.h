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
  /* [n_rows] cycles of the longest group whose content is in the row. If that group is drawn
   * narrower than a few hundred pixels, the row is unreadable and may be hidden. 0: the row is
   * always shown. */
  guint64 *row_inside;
  guint32 first_io; /* first row of StreamCopies that overlap with compute or an exchange; .n_rows:
                       there are none */
} PoplensLanes;

/* Creates rows for blocks without depth. Row 0 has the work and, where there is space, the blocks
 * of @beside. All other blocks are in the rows below. Within a row, starts and ends are ascending.
 *
 * Blocks in row 0 overlap by at most a tenth of the shorter block. If two blocks of the same sort
 * overlap by more, the later one is moved to another row. If the earlier one is shorter than a
 * tenth of the later one, it is moved instead.
 *
 * @from, @to: [@n] cycles, in any order. @beside: (nullable) [@n]: 1 for copies and waits.
 * (transfer full) */
PoplensLanes *poplens_lanes_new_flat (guint32 n, const guint64 *from, const guint64 *to,
                                      const guint8 *beside);

/* Creates the rows of a flame graph, one for each depth. Blocks 0 … n_nodes − 1 are nodes, the rest
 * are leaves. A block that would overlap with another one is moved, with its content, to a band of
 * rows below. Groups are placed before leaves. Of a StreamCopy that overlaps with work only the
 * parts are drawn, in the last rows.
 *
 * The own step of a node is drawn one row below the node. In the row of the node, as in the
 * reference application, one would hide the other. (transfer full) */
PoplensLanes *poplens_lanes_new_flame (const PoplensFlame *flame);

void poplens_lanes_free (PoplensLanes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLanes, poplens_lanes_free)

G_END_DECLS
