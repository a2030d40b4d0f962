/* What operations are called, and the paths of names that they stand at. */
#pragma once

#include "analysis/operations/operations.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

/* "shared-code", "Code of several operations": of a kind that is not CONTEXT. */
const char *poplens_operation_kind_key (PoplensOperationKind kind);
const char *poplens_operation_kind_name (PoplensOperationKind kind);
/* The context's name, else its function, else its kind and id: never empty. (transfer full) */
char *poplens_operation_context_name (const PoplensDebugContexts *contexts, guint32 context);

/* The paths of whatever can be an operation, in any layer. Immutable. */
typedef struct _PoplensOperationPaths PoplensOperationPaths;

/* Walks once over all contexts that made anything. @ground outlives it. */
PoplensOperationPaths *poplens_operation_paths_new (const PoplensOperationGround *ground);
void poplens_operation_paths_free (PoplensOperationPaths *self);
/* The operations of a layer, which are its things by their index, at their paths; those without a
 * name of their own below it, as poplens_operation_context_name() calls them. (transfer full) */
PoplensPathTree *poplens_operation_paths_tree (const PoplensOperationPaths *self,
                                               const PoplensOperations *operations);

G_END_DECLS
