/* A range of cycles as text: "FROM..TO", as the key "range" of a location has it. */
#pragma once

#include "base/format.h"

G_BEGIN_DECLS

/* @text: (nullable): "FROM..TO" or "FROM-TO"; numbers may have the separators that they are printed
 * with. FALSE with POPLENS_ERROR_USAGE unless it is two whole numbers, the first below the second
 * and both below 2^53. */
gboolean poplens_trace_range_parse (const char *text, guint64 *from, guint64 *to, GError **error);
/* Returns @buffer with "FROM..TO". */
const char *poplens_trace_range_format (PoplensNumber buffer, guint64 from, guint64 to);

G_END_DECLS
