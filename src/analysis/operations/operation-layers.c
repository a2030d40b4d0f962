#include "analysis/operations/operation-layers.h"

#include "analysis/operations/operations-private.h"

#include <string.h>

/* Layer of each kind of context, as an index in @layers; the layers are listed on the way. */
static guint16 *
list_layers (const PoplensDebugContexts *contexts, GArray *layers)
{
  guint n = contexts->kinds->len;
  guint16 *of_kind = g_new0 (guint16, MAX (n, 1));

  for (guint k = 0; k < n; k++) {
    guint32 name = g_array_index (contexts->kinds, PoplensDebugKind, k).layer;
    guint l = 0;
    while (l < layers->len && g_array_index (layers, PoplensOperationLayer, l).name != name)
      l++;
    if (l == layers->len) {
      PoplensOperationLayer layer = {.name = name};
      g_array_append_val (layers, layer);
    }
    of_kind[k] = (guint16) l;
  }
  return of_kind;
}

/* Counts each layer once that @node or what made it is of. @seen: by layer, the last program that
 * met it, plus one. */
static void
count_program (const PoplensOperationNodes *nodes, guint32 node, guint32 mark,
               const guint16 *of_kind, GArray *layers, guint32 *seen)
{
  for (guint distance = 0; node != POPLENS_NO_NODE; distance++) {
    guint16 l = of_kind[nodes->kind[node]];
    PoplensOperationLayer *layer = &g_array_index (layers, PoplensOperationLayer, l);
    if (seen[l] != mark) {
      seen[l] = mark;
      layer->n_programs++;
      layer->mean_distance += distance;
    }
    node = nodes->parent[node];
  }
}

static int
outermost_first (gconstpointer a, gconstpointer b)
{
  const PoplensOperationLayer *x = a, *y = b;

  if (!x->n_programs != !y->n_programs)
    return x->n_programs ? -1 : 1;
  if (x->mean_distance != y->mean_distance)
    return x->mean_distance > y->mean_distance ? -1 : 1;
  return x->name < y->name ? -1 : x->name > y->name;
}

GArray *
poplens_operation_layers (const PoplensOperationGround *ground)
{
  const PoplensDebugContexts *contexts = ground->contexts;
  GArray *layers = g_array_new (FALSE, FALSE, sizeof (PoplensOperationLayer));

  if (!contexts)
    return layers;
  g_autofree guint16 *of_kind = list_layers (contexts, layers);
  g_autofree guint32 *seen = g_new0 (guint32, MAX (layers->len, 1));
  for (guint k = 0; k < contexts->kinds->len; k++)
    g_array_index (layers, PoplensOperationLayer, of_kind[k]).n_contexts +=
        ground->kind_contexts[k];
  for (guint32 p = 0; p < ground->n_programs; p++)
    count_program (ground->nodes, ground->program_node[p], p + 1, of_kind, layers, seen);
  for (guint l = 0; l < layers->len; l++) {
    PoplensOperationLayer *layer = &g_array_index (layers, PoplensOperationLayer, l);
    layer->mean_distance /= MAX (layer->n_programs, 1);
  }
  g_array_sort (layers, outermost_first);
  return layers;
}

guint
poplens_operation_layers_default (const PoplensOperationGround *ground, const GArray *layers)
{
  guint best = G_MAXUINT, poplibs = G_MAXUINT, poplar = G_MAXUINT;
  guint32 most = 0;

  for (guint l = 0; l < layers->len; l++) {
    const PoplensOperationLayer *layer = &g_array_index (layers, PoplensOperationLayer, l);
    const char *name = poplens_strings_get (ground->contexts->strings, layer->name);
    if (!strcmp (name, "poplibs"))
      poplibs = l;
    else if (!strcmp (name, "poplar"))
      poplar = l;
    else if (layer->n_programs > most) {
      most = layer->n_programs;
      best = l;
    }
  }
  if (best != G_MAXUINT)
    return best;
  if (poplibs != G_MAXUINT && g_array_index (layers, PoplensOperationLayer, poplibs).n_programs)
    return poplibs;
  return poplar != G_MAXUINT ? poplar : layers->len ? 0 : G_MAXUINT;
}
