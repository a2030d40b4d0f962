/* Which operation of the framework a debug context belongs to (formats.md 5.3, 8.9). */
#pragma once

#include "model/debug-contexts.h"
#include "model/variables.h"

G_BEGIN_DECLS

/* The context with that id; POPLENS_NO_CONTEXT: there is none, @id is 0 or @self NULL. */
guint32 poplens_debug_find (const PoplensDebugContexts *self, guint64 id);

/* The nearest ancestor of @context, or itself, in the layer of its chain's root: frameworks stand
 * outside of poplibs, poplibs outside of poplar. */
guint32 poplens_debug_operation (const PoplensDebugContexts *self, guint32 context);

/* Row of debug_ids for the unlowered variable @id, or G_MAXUINT32. */
guint32 poplens_variables_find_debug (const PoplensVariables *self, guint32 id);
/* The operation of an unlowered variable; POPLENS_NO_CONTEXT where it is attributed to none. */
guint32 poplens_debug_operation_of_variable (const PoplensDebugContexts *self,
                                             const PoplensVariables *variables, guint32 id);

/* How many contexts there are of a layer and category. */
typedef struct {
  guint32 layer, category; /* strings of the contexts */
  guint64 n, n_located;    /* contexts; of these, with a file */
} PoplensDebugCount;

/* By layer, most first; within one by category, most first. (transfer full): GArray of
 * PoplensDebugCount */
GArray *poplens_debug_count_kinds (const PoplensDebugContexts *self);

G_END_DECLS
