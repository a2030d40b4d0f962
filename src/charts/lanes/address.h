/* ADDRESS charts: maps of a memory. Make one by poplens_chart_new (&poplens_address_kind, title, 0,
 * POPLENS_CHART_UNIT_BYTES, unit). It is a LANES chart over addresses; all of charts/lanes/lanes.h
 * applies (blocks, groups, folded narrow blocks, search matches, neighbours), with these meanings:
 *
 *   item      a block of bytes [from, to), or a gap between blocks: a block of a series of kind
 *             POPLENS_SERIES_GAP. Addresses are guint64; blocks of one row must not overlap.
 *   position  an address
 *   group     a memory ("Tile 5"), with as many rows as its overlapping blocks need. By default,
 *             one unnamed group has all rows.
 *   extent    poplens_chart_set_lane_extent (): base of the memory, and end of a view of
 *             everything; the ruler counts bytes from the base
 *   limit     poplens_chart_set_limit (): end of the memory; bytes beyond it are overflow
 *
 * The ruler shows hexadecimal addresses above, and below them bytes from the base at round values.
 */
#pragma once

#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* Blocks over the bytes of a memory. */
extern const PoplensChartKind poplens_address_kind;

/* Adds the region [@from, @to) of the memory: a named bar above the rows (POPLENS_CHART_HIT_RUN,
 * .item is the index of the region), a tint behind them, and a thick line at its borders. Add
 * regions in ascending order, disjoint. @element_size: bytes of its memory elements, counted from
 * @from, drawn as thin lines if they are far enough apart; 0: none. */
void poplens_chart_add_address_region (PoplensChart *self, const char *name, PoplensInk ink,
                                       guint64 from, guint64 to, guint64 element_size);

/* Formats an address: "0x4c000". */
const char *poplens_format_address (PoplensNumber buffer, guint64 address);

G_END_DECLS
