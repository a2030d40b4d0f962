/* Range of cycles as text, "FROM..TO": the value of a location's key "range". */
#pragma once

#include "base/format.h"

G_BEGIN_DECLS

/* Maximum number of cycles of a step, a run or a trace: 56 days at 1.85 GHz. A double represents
 * such numbers exactly. Their sums over the tiles of an IPU fit in 64 bits. */
#define POPLENS_MOST_CYCLES ((gint64) 1 << 53)

/* Parses "FROM..TO" or "FROM-TO"; digits may be grouped as Poplens prints them. @text: (nullable).
 * FALSE with POPLENS_ERROR_USAGE unless FROM and TO are whole numbers, and FROM < TO ≤
 * POPLENS_MOST_CYCLES. */
gboolean poplens_trace_range_parse (const char *text, guint64 *from, guint64 *to, GError **error);
/* Writes "FROM..TO" to @buffer and returns it. */
const char *poplens_trace_range_format (PoplensNumber buffer, guint64 from, guint64 to);
/* Finds a view [@low, @high] that is ten times as long as the range @from … @to, with the range in
 * its middle. */
void poplens_trace_range_around (guint64 from, guint64 to, guint64 *low, guint64 *high);

G_END_DECLS
