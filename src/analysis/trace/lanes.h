/* Which blocks share a line, and which must not: overlapping steps are normal (formats.md 6.3), so
 * there are as many lanes as the overlap needs, and none is drawn over another. */
#pragma once

#include "analysis/trace/flame.h"

G_BEGIN_DECLS

/* First fit: each block takes the lowest lane that is free. A block without length takes one cycle,
 * as it is drawn too. Blocks come by their begin; O(log n) each. */
typedef struct _PoplensLaneFit PoplensLaneFit;
PoplensLaneFit *poplens_lane_fit_new (void);
guint32 poplens_lane_fit_take (PoplensLaneFit *self, guint64 from, guint64 to);
/* Returns: how many lanes there were: as many as ran at once at most */
guint32 poplens_lane_fit_free (PoplensLaneFit *self);

/* The same for blocks in any order.
 * @lane: room for @n lanes. Returns: how many lanes there are */
guint32 poplens_lanes_assign (guint32 n, const guint64 *from, const guint64 *to, guint32 *lane);

/* A block that is not drawn. */
#define POPLENS_LANE_NOWHERE G_MAXUINT32

/* Blocks of one IPU in rows, ready to be drawn. */
typedef struct {
  guint32 n_blocks;
  guint64 *from, *to; /* from ≤ to */
  guint32 *row;       /* or POPLENS_LANE_NOWHERE */
  guint32 n_rows;
  guint32 *row_depth; /* depth of the flame that the row shows */
  /* Rows below the first few of a flame: cycles of the longest group that the row is the inside of;
   * with less than a few hundred pixels for it nothing in the row is read. Else 0. */
  guint64 *row_inside;
  guint32 first_io; /* the rows from here on are copies beside work; n_rows: none */
} PoplensLanes;

/* The first row has all that goes one after the other, work before the rest: what overlaps by more
 * than a tenth of the shorter of two goes into the rows below: of work and what is @beside it the
 * latter, else the later one, or one that is shorter than a tenth of it. Ends of a row rise as its
 * begins do.
 * @from, @to: (array): blocks, in any order, all of depth 0. @beside: (array) (nullable): 1 for
 * copies and waits */
PoplensLanes *poplens_lanes_new_flat (guint32 n, const guint64 *from, const guint64 *to,
                                      const guint8 *beside);

/* Blocks 0 … n_nodes−1 are the nodes, then come the leaves. A row a depth is the flame; what would
 * lie over something there is put in a band of such rows below it, the next that is free, together
 * with all that is in it. At a depth groups have their place first, as much is in them. Of a copy
 * beside work the parts alone are drawn, in rows below all others.
 *
 * A node's own step is one row below the node, beside the children: on the node's row, where the
 * reference application draws it over the node, one would hide the other. */
PoplensLanes *poplens_lanes_new_flame (const PoplensFlame *flame);

void poplens_lanes_free (PoplensLanes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLanes, poplens_lanes_free)

G_END_DECLS
