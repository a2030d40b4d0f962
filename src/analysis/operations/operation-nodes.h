/* The debug contexts that operations can be: those that made anything, and what made them. Of
 * millions in a file they are some ten thousand, so that to ask which of them are of a layer takes
 * next to nothing. Private to operation*.c. */
#pragma once

#include "model/debug-contexts.h"

G_BEGIN_DECLS

#define POPLENS_NO_NODE G_MAXUINT32

typedef struct {
  guint32 n;
  guint32 *context; /* of the report's contexts; rising */
  guint32 *parent;  /* node, or POPLENS_NO_NODE */
  guint16 *kind;    /* in the contexts' kinds */
  guint32 *order;   /* all nodes, each behind its parent */
} PoplensOperationNodes;

/* Of @used and their ancestors; what is none of the contexts counts for nothing. @nodes: n_used
 * values; (out): the node of each, or POPLENS_NO_NODE. Linear in the contexts of the file. */
PoplensOperationNodes *poplens_operation_nodes_new (const PoplensDebugContexts *contexts,
                                                    const guint32 *used, gsize n_used,
                                                    guint32 *nodes);
void poplens_operation_nodes_free (PoplensOperationNodes *self);

/* Of each node itself if its kind is among @of_layer, else the nearest such node that made it;
 * POPLENS_NO_NODE. (transfer full): n values */
guint32 *poplens_operation_nodes_owners (const PoplensOperationNodes *self,
                                         const gboolean *of_layer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationNodes, poplens_operation_nodes_free)

G_END_DECLS
