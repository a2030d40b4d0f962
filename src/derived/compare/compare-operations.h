/* Operations of one layer of debug.cbor of two reports. */
#pragma once

#include "derived/compare/compare-source.h"
#include "derived/operations/operations-source.h"

G_BEGIN_DECLS

typedef struct {
  PoplensOperationSource of[POPLENS_N_SIDES];
} PoplensComparedOperations;

/* Both in the layer that @location (nullable) asks for, else in that of the first, or another one
 * that both have. FALSE with ABSENT where there is no such layer or none at all, which the message
 * names, or an error of the report. */
gboolean poplens_compared_operations_init (PoplensComparedOperations *self,
                                           const PoplensCompareSource *source,
                                           const PoplensLocation *location,
                                           GCancellable *cancellable, GError **error);
/* Those that both have, outermost first. @current: (out): which of them is compared. (transfer
 * full): GArray of PoplensOperationLayer, whose names are of the first */
GArray *poplens_compared_operations_layers (const PoplensComparedOperations *self, guint *current);

/* Metrics that are compared, in the order of columns. */
const PoplensMetric *poplens_compared_metrics (guint *n);
gboolean poplens_compared_operations_know (const PoplensComparedOperations *self,
                                           PoplensMetric metric);
/* The metric that the key "measure" of @location (nullable) names, else the first that both know.
 */
PoplensMetric poplens_compared_operations_metric (const PoplensComparedOperations *self,
                                                  const PoplensLocation *location);

G_END_DECLS
