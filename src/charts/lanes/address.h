/* ADDRESS charts: what lies where in a memory. The kind is made with
 * poplens_chart_new (&poplens_address_kind, title, 0, POPLENS_CHART_UNIT_BYTES, unit); it is a
 * LANES chart over addresses, and everything of charts/lanes/lanes.h holds (blocks, groups, runs of
 * narrow blocks, search hits, neighbours), with these meanings:
 *
 *   item      a block [from, to) of bytes, or a gap between blocks: a block of a series of kind
 *             POPLENS_SERIES_GAP. An address is a guint64; blocks of one row may not overlap.
 *   position  an address
 *   group     a memory ("Tile 5"), with as many rows as its blocks need that lie on each other.
 *             Without one there is one group of all rows, unnamed.
 *   extent    poplens_chart_set_lane_extent(): the memory's base and what a view of everything ends
 *             with; the ruler counts bytes from the base
 *   limit     poplens_chart_set_limit(): the end of the memory; what lies beyond is overflow
 *
 * The ruler has hexadecimal addresses above, and below bytes from the base at round values. */
#pragma once

#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* Blocks over the bytes of a memory. */
extern const PoplensChartKind poplens_address_kind;

/* A region [from, to) of the memory: a named bar above the rows (POPLENS_CHART_HIT_RUN, .item
 * counts regions as added), a tint behind them, a strong line at its borders. In rising order,
 * disjoint.
 * @element_size: its elements are so many bytes, counted from @from: fine lines, where they are far
 * enough apart to be told; 0: none. */
void poplens_chart_add_address_region (PoplensChart *self, const char *name, PoplensInk ink,
                                       guint64 from, guint64 to, guint64 element_size);

/* "0x4c000" */
const char *poplens_format_address (PoplensNumber buffer, guint64 address);

G_END_DECLS
