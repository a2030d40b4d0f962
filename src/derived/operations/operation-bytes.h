/* What the variables of the operation that a location asks for alone
 * (derived/operations/operation-filter.h) hold on each tile, as var_bytes_by_eq_class has it.
 * Private to tables and pages. */
#pragma once

#include "model/location.h"
#include "report/report.h"

G_BEGIN_DECLS

/* Bytes by tile; each variable's own, also where several share memory at different times.
 * Immutable, counted. */
typedef struct {
  char *key, *title;        /* of poplens_operation_filter_key(); for a person */
  guint32 n_tiles;          /* tile 0 … n_tiles − 1 */
  guint64 *always, *others; /* [n_tiles] of classes that are live at every step; of others */
} PoplensOperationBytes;

/* *@bytes: NULL where the location asks for none. One pass over the table; the last that was asked
 * for stays with the report. FALSE with @error, ABSENT where there is no liveness. (transfer full)
 */
gboolean poplens_operation_bytes_get (PoplensReport *report, const PoplensLocation *location,
                                      PoplensOperationBytes **bytes, GCancellable *cancellable,
                                      GError **error);
void poplens_operation_bytes_unref (PoplensOperationBytes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationBytes, poplens_operation_bytes_unref)

G_END_DECLS
