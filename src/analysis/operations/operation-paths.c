#include "analysis/operations/operation-paths.h"

#include "analysis/operations/operations-private.h"

static const struct {
  const char *key, *name;
} kinds[] = {
    [POPLENS_OPERATION_UNATTRIBUTED] = {"unattributed", "Unattributed"},
    [POPLENS_OPERATION_SHARED_CODE] = {"shared-code", "Code shared by operations"},
    [POPLENS_OPERATION_OTHER_CODE] = {"other-code", "Unattributed code"},
    [POPLENS_OPERATION_NO_PROGRAM] = {"no-program", "Steps without a program"},
};

const char *
poplens_operation_kind_key (PoplensOperationKind kind)
{
  return kinds[kind].key;
}

const char *
poplens_operation_kind_name (PoplensOperationKind kind)
{
  return kinds[kind].name;
}

char *
poplens_operation_context_name (const PoplensDebugContexts *contexts, guint32 context)
{
  char buffer[POPLENS_DEBUG_LABEL_SIZE];
  const char *name = poplens_debug_context_label (contexts, context, buffer);

  if (*name)
    return g_strdup (name);
  /* Contexts of poplibs have no name of their own: the function is what a person knows. */
  name = poplens_debug_context_function (contexts, context);
  if (name && *name)
    return g_strdup (name);
  name = poplens_debug_context_category (contexts, context);
  return g_strdup_printf ("%s %" G_GUINT64_FORMAT,
                          *name ? name : poplens_debug_context_layer (contexts, context),
                          contexts->id[context]);
}

/* ---- paths -------------------------------------------------------------------------------------
 */

struct _PoplensOperationPaths {
  const PoplensOperationGround *ground;
  PoplensPathIndex *index;
  guint32 *place; /* by node */
  guint32 kind_place[G_N_ELEMENTS (kinds)];
};

PoplensOperationPaths *
poplens_operation_paths_new (const PoplensOperationGround *ground)
{
  PoplensOperationPaths *self = g_new0 (PoplensOperationPaths, 1);
  const PoplensOperationNodes *nodes = ground->nodes;
  guint32 n = nodes ? nodes->n : 0;
  g_autofree guint32 *below = g_new (guint32, MAX (n, 1)); /* by node: where its names go on */
  char buffer[POPLENS_DEBUG_LABEL_SIZE];

  self->ground = ground;
  self->index = poplens_path_index_new ();
  self->place = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++) {
    guint32 node = nodes->order[i], parent = nodes->parent[node];
    guint32 above = parent == POPLENS_NO_NODE ? 0 : below[parent];
    const char *label =
        poplens_debug_context_label (ground->contexts, nodes->context[node], buffer);
    below[node] = poplens_path_index_add (self->index, above, label);
    self->place[node] = below[node];
    if (*label)
      continue;
    g_autofree char *name = poplens_operation_context_name (ground->contexts, nodes->context[node]);
    self->place[node] = poplens_path_index_add (self->index, above, name);
  }
  for (guint k = POPLENS_OPERATION_CONTEXT + 1; k < G_N_ELEMENTS (kinds); k++)
    self->kind_place[k] = poplens_path_index_add (self->index, 0, kinds[k].name);
  return self;
}

void
poplens_operation_paths_free (PoplensOperationPaths *self)
{
  if (!self)
    return;
  poplens_path_index_unref (self->index);
  g_free (self->place);
  g_free (self);
}

PoplensPathTree *
poplens_operation_paths_tree (const PoplensOperationPaths *self,
                              const PoplensOperations *operations)
{
  guint n = operations->operations->len;
  g_autofree guint32 *places = g_new (guint32, MAX (n, 1));

  /* Both are in the order of contexts. */
  for (guint32 i = 0, node = 0; i < n; i++) {
    const PoplensOperation *operation =
        &g_array_index (operations->operations, PoplensOperation, i);
    if (operation->kind != POPLENS_OPERATION_CONTEXT) {
      places[i] = self->kind_place[operation->kind];
      continue;
    }
    while (self->ground->nodes->context[node] != operation->context)
      node++;
    places[i] = self->place[node];
  }
  return poplens_path_tree_new (self->index, places, n);
}
