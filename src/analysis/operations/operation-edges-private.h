/* Edges while they are made. Private to operation-*.c. */
#pragma once

#include "analysis/operations/operation-edges.h"

G_BEGIN_DECLS

/* Without edges. (transfer full) */
PoplensOperationEdges *poplens_operation_edges_new (void);
/* Sorts what was added, and leaves out what is there twice. */
void poplens_operation_edges_finish (PoplensOperationEdges *self);

G_END_DECLS
