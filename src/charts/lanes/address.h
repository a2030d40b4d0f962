/* ADDRESS charts: maps of a memory. Make one by poplens_chart_new (&poplens_address_kind, title, 0,
 * POPLENS_CHART_UNIT_BYTES, unit). An ADDRESS chart is a LANES chart over addresses. Functions of
 * charts/lanes/lanes.h have these meanings:
 *
 *   item      a block of bytes [from, to). A block of kind POPLENS_SERIES_GAP is a gap between
 *             blocks. Addresses are guint64; blocks of one row must not overlap.
 *   position  an address
 *   group     a memory ("Tile 5"), with as many rows as its overlapping blocks need. By default,
 *             one unnamed group has all rows.
 *   extent    poplens_chart_set_lane_extent (): from the base of the memory to the end of the chart
 *   limit     poplens_chart_set_limit (): end of the memory; bytes beyond it are overflow
 *
 * A ruler shows hexadecimal addresses and, below them, the distance from the base in bytes. */
#pragma once

#include "charts/lanes/lanes.h"

G_BEGIN_DECLS

/* Blocks over the bytes of a memory. */
extern const PoplensChartKind poplens_address_kind;

/* Adds the region [@from, @to) of the memory: a named bar above the rows, a tint behind the rows,
 * and thick borders. Add regions in ascending order, without overlap. @element_size: bytes of the
 * region's memory elements, whose borders are thin lines; 0: none. */
void poplens_chart_add_address_region (PoplensChart *self, const char *name, PoplensInk ink,
                                       guint64 from, guint64 to, guint64 element_size);

/* Formats an address: "0x4c000". */
const char *poplens_format_address (PoplensNumber buffer, guint64 address);

G_END_DECLS
