/* A range of cycles as text: "FROM..TO", as the key "range" of a location has it. */
#pragma once

#include "base/format.h"

G_BEGIN_DECLS

/* Cycles of a step, a run or a trace: 56 days at 1.85 GHz, and exact in a double. Sums over the
 * tiles of an IPU fit 64 bits. */
#define POPLENS_MOST_CYCLES ((gint64) 1 << 53)

/* @text: (nullable): "FROM..TO" or "FROM-TO"; numbers may have the separators that they are printed
 * with. FALSE with POPLENS_ERROR_USAGE unless it is two whole numbers, the first below the second
 * and both at most POPLENS_MOST_CYCLES. */
gboolean poplens_trace_range_parse (const char *text, guint64 *from, guint64 *to, GError **error);
/* Returns @buffer with "FROM..TO". */
const char *poplens_trace_range_format (PoplensNumber buffer, guint64 from, guint64 to);
/* Cycles in view so that @from … @to are a tenth of them, in the middle. */
void poplens_trace_range_around (guint64 from, guint64 to, guint64 *low, guint64 *high);

G_END_DECLS
