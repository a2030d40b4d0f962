#include "analysis/operations/operation-nodes.h"

/* Numbers @used and what made them by rising context: returns the node of each context, or
 * POPLENS_NO_NODE. (transfer full) */
static guint32 *
number_contexts (PoplensOperationNodes *self, const PoplensDebugContexts *contexts,
                 const guint32 *used, gsize n_used)
{
  guint32 *node = g_new (guint32, MAX (contexts->n, 1));

  for (guint32 c = 0; c < contexts->n; c++)
    node[c] = POPLENS_NO_NODE;
  for (gsize i = 0; i < n_used; i++)
    for (guint32 c = used[i]; c < contexts->n && node[c] == POPLENS_NO_NODE;
         c = poplens_debug_context_parent (contexts, c)) {
      node[c] = 0;
      self->n++;
    }
  self->context = g_new (guint32, MAX (self->n, 1));
  for (guint32 c = 0, n = 0; c < contexts->n; c++)
    if (node[c] != POPLENS_NO_NODE) {
      self->context[n] = c;
      node[c] = n++;
    }
  return node;
}

/* Most files have parents before their children, so that there is little to walk. */
static void
put_in_order (PoplensOperationNodes *self)
{
  g_autofree guint8 *done = g_new0 (guint8, MAX (self->n, 1));
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n = 0;

  for (guint32 i = 0; i < self->n; i++) {
    for (guint32 at = i; at != POPLENS_NO_NODE && !done[at]; at = self->parent[at])
      g_array_append_val (waiting, at);
    while (waiting->len) {
      guint32 at = g_array_index (waiting, guint32, waiting->len - 1);
      g_array_set_size (waiting, waiting->len - 1);
      done[at] = TRUE;
      self->order[n++] = at;
    }
  }
}

PoplensOperationNodes *
poplens_operation_nodes_new (const PoplensDebugContexts *contexts, const guint32 *used,
                             gsize n_used, guint32 *nodes)
{
  PoplensOperationNodes *self = g_new0 (PoplensOperationNodes, 1);
  g_autofree guint32 *node = number_contexts (self, contexts, used, n_used);
  gsize room = MAX (self->n, 1);

  self->parent = g_new (guint32, room);
  self->kind = g_new (guint16, room);
  self->order = g_new (guint32, room);
  for (guint32 i = 0; i < self->n; i++) {
    guint32 parent = poplens_debug_context_parent (contexts, self->context[i]);
    self->parent[i] = parent < contexts->n ? node[parent] : POPLENS_NO_NODE;
    self->kind[i] = contexts->kind[self->context[i]];
  }
  put_in_order (self);
  for (gsize i = 0; i < n_used; i++)
    nodes[i] = used[i] < contexts->n ? node[used[i]] : POPLENS_NO_NODE;
  return self;
}

void
poplens_operation_nodes_free (PoplensOperationNodes *self)
{
  if (!self)
    return;
  g_free (self->context);
  g_free (self->parent);
  g_free (self->kind);
  g_free (self->order);
  g_free (self);
}

guint32 *
poplens_operation_nodes_owners (const PoplensOperationNodes *self, const gboolean *of_layer)
{
  guint32 *owners = g_new (guint32, MAX (self->n, 1));

  for (guint32 i = 0; i < self->n; i++) {
    guint32 node = self->order[i];
    owners[node] = of_layer[self->kind[node]]              ? node
                   : self->parent[node] == POPLENS_NO_NODE ? POPLENS_NO_NODE
                                                           : owners[self->parent[node]];
  }
  return owners;
}
