/* Finds the framework's operation that a debug context belongs to (formats.md 5.3, 8.9), and counts
 * contexts. */
#pragma once

#include "model/debug-contexts.h"
#include "model/variables.h"

G_BEGIN_DECLS

/* Returns the context with this ID. POPLENS_NO_CONTEXT if there is none, @id is 0 or @self is NULL.
 */
guint32 poplens_debug_find (const PoplensDebugContexts *self, guint64 id);

/* Returns the framework's operation that contains @context: the nearest ancestor, or @context
 * itself, in the framework's layer. The outermost ancestor has this layer: contexts of a framework
 * contain contexts of poplibs, which contain contexts of poplar. */
guint32 poplens_debug_operation (const PoplensDebugContexts *self, guint32 context);

/* Returns the row of the unlowered variable @id in debug_ids; G_MAXUINT32 if there is none. */
guint32 poplens_variables_find_debug (const PoplensVariables *self, guint32 id);
/* Returns the operation of an unlowered variable; POPLENS_NO_CONTEXT if it has none. */
guint32 poplens_debug_operation_of_variable (const PoplensDebugContexts *self,
                                             const PoplensVariables *variables, guint32 id);

/* Number of contexts with one layer and category. */
typedef struct {
  guint32 layer, category; /* string IDs in PoplensDebugContexts.strings */
  guint64 n, n_located;    /* number of contexts; number of contexts that name a source file */
} PoplensDebugCount;

/* Counts contexts by layer and category. Layers with more contexts come first; within a layer,
 * categories with more contexts come first. (transfer full): GArray of PoplensDebugCount */
GArray *poplens_debug_count_kinds (const PoplensDebugContexts *self);

G_END_DECLS
