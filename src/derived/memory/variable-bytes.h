/* Bytes of unlowered variables by tile, as var_bytes_by_eq_class has them. Private to tables and
 * pages. */
#pragma once

#include "report/report.h"

G_BEGIN_DECLS

/* For each of the @n variables at @ids (as that table numbers them) the allocated bytes on tile 0 …
 * @n_tiles − 1. The table has no index: one pass over it finds all that are not known yet, and what
 * is found is kept with the report. NULL with @error. (transfer full): GPtrArray of guint64 arrays
 * that frees them */
GPtrArray *poplens_report_variable_bytes (PoplensReport *report, const guint32 *ids, guint n,
                                          guint32 n_tiles, GCancellable *cancellable,
                                          GError **error);

G_END_DECLS
