/* The edges between the operations of a layer of debug.cbor, cached in the report. */
#pragma once

#include "analysis/operations/operation-edges.h"
#include "derived/operations/operations-source.h"

G_BEGIN_DECLS

/* Returns the edges between the operations in the layer of @source. The first call reads the
 * tensors that debug contexts record. If these give no edges, it derives edges from the variables
 * of compute sets and exchanges. NULL with ABSENT if there are no edges, or with another error.
 * Owned by @report. */
const PoplensOperationEdges *poplens_operation_edges_get (PoplensReport *report,
                                                          const PoplensOperationSource *source,
                                                          GCancellable *cancellable,
                                                          GError **error);

G_END_DECLS
