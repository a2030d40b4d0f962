/* The edges between operations of a layer, of a report. */
#pragma once

#include "analysis/operations/operation-edges.h"
#include "derived/operations/operations-source.h"

G_BEGIN_DECLS

/* Of the layer of @source, which is of @report; kept with the report. The first call reads the
 * bodies of all contexts that record tensors and, where that gives no edges, the variables of all
 * compute sets and all regions of exchanges. Errors: ABSENT where neither tells; of reading.
 * It lives as long as the report. */
const PoplensOperationEdges *poplens_operation_edges_get (PoplensReport *report,
                                                          const PoplensOperationSource *source,
                                                          GCancellable *cancellable,
                                                          GError **error);

G_END_DECLS
