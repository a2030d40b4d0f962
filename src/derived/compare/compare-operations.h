/* Compares the operations of two reports in one layer of debug.cbor. */
#pragma once

#include "derived/compare/compare-source.h"
#include "derived/operations/operations-source.h"

G_BEGIN_DECLS

typedef struct {
  PoplensOperationSource of[POPLENS_N_SIDES];
} PoplensComparedOperations;

/* Initialises the sources of both reports with the same layer: the one that @location (nullable)
 * names, else a layer that both reports have, by preference the default layer of the first. FALSE
 * with ABSENT if a report lacks debug.cbor or the layer, or another error of a report. */
gboolean poplens_compared_operations_init (PoplensComparedOperations *self,
                                           const PoplensCompareSource *source,
                                           const PoplensLocation *location,
                                           GCancellable *cancellable, GError **error);
/* Returns the layers that both reports have, outermost first, with names from the first report.
 * @current: (out): index of the layer that is compared. (transfer full): GArray of
 * PoplensOperationLayer */
GArray *poplens_compared_operations_layers (const PoplensComparedOperations *self, guint *current);

/* Returns the compared metrics in the order of columns. (transfer none): [n] */
const PoplensMetric *poplens_compared_metrics (guint *n);
/* TRUE if both reports have the data for @metric. */
gboolean poplens_compared_operations_know (const PoplensComparedOperations *self,
                                           PoplensMetric metric);
/* Returns the metric that the key "measure" of @location (nullable) names, else the first metric
 * for which both reports have data. */
PoplensMetric poplens_compared_operations_metric (const PoplensComparedOperations *self,
                                                  const PoplensLocation *location);

G_END_DECLS
