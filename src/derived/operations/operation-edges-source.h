/* The edges between the operations of a layer of debug.cbor, cached in the report. */
#pragma once

#include "analysis/operations/operation-edges.h"
#include "derived/operations/operations-source.h"

G_BEGIN_DECLS

/* Returns the edges between the operations in the layer of @source, a source of @report. The first
 * call reads the bodies of all contexts that record tensors and, if these give no edges, the
 * variables of all compute sets and all regions of exchanges. NULL with ABSENT if neither gives
 * edges, or another error. Owned by the report. */
const PoplensOperationEdges *poplens_operation_edges_get (PoplensReport *report,
                                                          const PoplensOperationSource *source,
                                                          GCancellable *cancellable,
                                                          GError **error);

G_END_DECLS
