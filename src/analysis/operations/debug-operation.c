/* Finds the operation of a debug context or variable, and counts contexts by layer and category. */
#include "analysis/operations/debug-operation.h"

#include "base/search.h"

#include <stdlib.h>
#include <string.h>

/* Returns the outermost ancestor of @context. */
static guint32
root_of (const PoplensDebugContexts *self, guint32 context)
{
  guint32 parent;

  while ((parent = poplens_debug_context_parent (self, context)) != POPLENS_NO_CONTEXT)
    context = parent;
  return context;
}

guint32
poplens_debug_find (const PoplensDebugContexts *self, guint64 id)
{
  return self && id ? poplens_debug_contexts_find (self, id) : POPLENS_NO_CONTEXT;
}

guint32
poplens_debug_operation (const PoplensDebugContexts *self, guint32 context)
{
  const char *layer = poplens_debug_context_layer (self, root_of (self, context));

  return poplens_debug_context_in_layer (self, context, layer);
}

/* Returns the framework's operation that contains all contexts @ids: their nearest common ancestor
 * in the framework's layer. This is the layer of the first context's outermost ancestor.
 * POPLENS_NO_CONTEXT if there is none, or if an ID is 0 or unknown. */
static guint32
debug_operation_of (const PoplensDebugContexts *self, const guint64 *ids, gsize n_ids)
{
  guint32 first = n_ids ? poplens_debug_contexts_find (self, ids[0]) : POPLENS_NO_CONTEXT;

  if (first == POPLENS_NO_CONTEXT)
    return POPLENS_NO_CONTEXT;
  if (n_ids == 1)
    return poplens_debug_operation (self, first);
  return poplens_debug_contexts_common (self, ids, n_ids,
                                        poplens_debug_context_layer (self, root_of (self, first)));
}

/* ---- variables ------------------------------------------------------------------------------- */

guint32
poplens_variables_find_debug (const PoplensVariables *self, guint32 id)
{
  const guint32 *found = self->n_debug ? bsearch (&id, self->debug_variable, self->n_debug,
                                                  sizeof id, poplens_compare_u32)
                                       : NULL;

  return found ? (guint32) (found - self->debug_variable) : G_MAXUINT32;
}

guint32
poplens_debug_operation_of_variable (const PoplensDebugContexts *self,
                                     const PoplensVariables *variables, guint32 id)
{
  guint32 row = poplens_variables_find_debug (variables, id);

  if (row == G_MAXUINT32)
    return POPLENS_NO_CONTEXT;
  g_autoptr (GArray) ids = poplens_lists_values (variables->debug_ids, row);
  return debug_operation_of (self, (const guint64 *) (gconstpointer) ids->data, ids->len);
}

/* ---- counts ---------------------------------------------------------------------------------- */

typedef struct {
  PoplensDebugCount count;
  guint64 of_layer;
} LayerCount;

static int
most_first (gconstpointer a, gconstpointer b)
{
  const LayerCount *x = a, *y = b;

  if (x->of_layer != y->of_layer)
    return x->of_layer > y->of_layer ? -1 : 1;
  if (x->count.layer != y->count.layer)
    return x->count.layer < y->count.layer ? -1 : 1;
  if (x->count.n != y->count.n)
    return x->count.n > y->count.n ? -1 : 1;
  return x->count.category < y->count.category ? -1 : x->count.category > y->count.category;
}

GArray *
poplens_debug_count_kinds (const PoplensDebugContexts *self)
{
  guint n = self->kinds->len;
  g_autofree LayerCount *kinds = g_new0 (LayerCount, MAX (n, 1));
  g_autoptr (GHashTable) layers = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensDebugCount));

  for (guint32 c = 0; c < self->n; c++) {
    kinds[self->kind[c]].count.n++;
    kinds[self->kind[c]].count.n_located += self->place[c] != G_MAXUINT32;
  }
  for (guint k = 0; k < n; k++) {
    const PoplensDebugKind *kind = &g_array_index (self->kinds, PoplensDebugKind, k);
    guint64 *sum = g_hash_table_lookup (layers, GUINT_TO_POINTER (kind->layer));
    if (!sum)
      g_hash_table_insert (layers, GUINT_TO_POINTER (kind->layer), sum = g_new0 (guint64, 1));
    *sum += kinds[k].count.n;
    kinds[k].count.layer = kind->layer;
    kinds[k].count.category = kind->category;
  }
  for (guint k = 0; k < n; k++)
    kinds[k].of_layer =
        *(guint64 *) g_hash_table_lookup (layers, GUINT_TO_POINTER (kinds[k].count.layer));
  qsort (kinds, n, sizeof *kinds, most_first);
  for (guint k = 0; k < n; k++)
    if (kinds[k].count.n)
      g_array_append_val (out, kinds[k].count);
  return out;
}
