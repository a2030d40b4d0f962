/* Sums costs by operation of a layer. Lists layers, code and paths of operations. */
#include "analysis/operations/operations.h"

#include "analysis/operations/operations-private.h"

#include <stdlib.h>
#include <string.h>

/* ---- nodes ----------------------------------------------------------------------------------- */

/* Creates a node for each context in @used and for its ancestors, in the order of contexts. Returns
 * the number of each context's node, or POPLENS_NO_NODE. (transfer full): [contexts->n] */
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

/* Fills .order with the nodes, each after its parent. Takes one pass if the nodes are in such an
 * order already, as in most files. */
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

/* ---- keys of kinds and metrics --------------------------------------------------------------- */

#define N_OTHER_KINDS (POPLENS_OPERATION_NO_PROGRAM - POPLENS_OPERATION_CONTEXT)

static const struct {
  const char *key, *title;
} metrics[POPLENS_N_METRICS] = {
    [POPLENS_METRIC_PROGRAMS] = {"programs", "Programs"},
    [POPLENS_METRIC_VARIABLES] = {"variables", "Variables"},
    [POPLENS_METRIC_EXECUTIONS] = {"executions", "Executed"},
    [POPLENS_METRIC_TILE_CYCLES] = {"tile_cycles", "Tile cycles"},
    [POPLENS_METRIC_STEP_CYCLES] = {"cycles", "Cycles"},
    [POPLENS_METRIC_ESTIMATED_TILE_CYCLES] = {"estimated_tile_cycles", "Estimated tile cycles"},
    [POPLENS_METRIC_ESTIMATED_STEP_CYCLES] = {"estimated_cycles", "Estimated cycles"},
    [POPLENS_METRIC_FLOPS] = {"flops", "FLOPs"},
    [POPLENS_METRIC_CONTROL_CODE] = {"control_code", "Control code"},
    [POPLENS_METRIC_EXCHANGE_CODE] = {"exchange_code", "Exchange code"},
    [POPLENS_METRIC_VERTEX_CODE] = {"vertex_code", "Vertex code"},
    [POPLENS_METRIC_VARIABLE_BYTES] = {"variable_bytes", "Variable bytes"},
    [POPLENS_METRIC_PEAK_BYTES] = {"peak_bytes", "At the peak"},
};

const char *
poplens_metric_key (PoplensMetric metric)
{
  return metrics[metric].key;
}

const char *
poplens_metric_title (PoplensMetric metric)
{
  return metrics[metric].title;
}

gboolean
poplens_metric_parse (const char *key, PoplensMetric *metric)
{
  for (guint m = 0; m < POPLENS_N_METRICS; m++)
    if (!strcmp (key, metrics[m].key)) {
      *metric = m;
      return TRUE;
    }
  return FALSE;
}

/* ---- which contexts are operations ----------------------------------------------------------- */

typedef struct {
  const PoplensOperationCosts *costs;
  PoplensOperations *out;
  guint32 *owners;   /* by node: the node itself or its nearest ancestor in the layer;
                        POPLENS_NO_NODE: none is in the layer. NULL: there are no contexts */
  guint32 *index_of; /* by node: 1 + index of the node in PoplensOperations.operations; 0: the node
                        is not listed there */
} OperationsBuilder;

/* Returns the operation of @node: the node itself or its nearest ancestor in the layer;
 * POPLENS_NO_NODE: none. */
static guint32
owner_of (const OperationsBuilder *w, guint32 node)
{
  return w->owners && node != POPLENS_NO_NODE ? w->owners[node] : POPLENS_NO_NODE;
}

static void
mark (const OperationsBuilder *w, guint32 node)
{
  guint32 owner = owner_of (w, node);

  if (owner != POPLENS_NO_NODE)
    w->index_of[owner] = 1;
}

/* Lists the contexts of the layer that made a program, a variable or code, ascending. Then adds a
 * row for each PoplensOperationKind except POPLENS_OPERATION_CONTEXT. */
static void
list_operations (const OperationsBuilder *w)
{
  const PoplensOperationCosts *g = w->costs;
  guint32 n = w->owners ? g->nodes->n : 0;

  for (guint32 p = 0; p < g->n_programs; p++)
    mark (w, g->program_node[p]);
  for (guint32 v = 0; v < g->n_variables; v++)
    mark (w, g->variable_node[v]);
  for (guint u = 0; u < g->users->len; u++)
    mark (w, g_array_index (g->users, guint32, u));
  for (guint32 node = 0; node < n; node++) {
    if (!w->index_of[node])
      continue;
    PoplensOperation operation = {.kind = POPLENS_OPERATION_CONTEXT,
                                  .context = g->nodes->context[node]};
    g_array_append_val (w->out->operations, operation);
    w->index_of[node] = w->out->operations->len;
  }
  for (guint kind = 1; kind <= N_OTHER_KINDS; kind++) {
    PoplensOperation other = {.kind = kind, .context = POPLENS_NO_CONTEXT};
    g_array_append_val (w->out->operations, other);
  }
}

/* Returns the index of the row for @kind, which is not POPLENS_OPERATION_CONTEXT. */
static guint32
row_of_kind (const OperationsBuilder *w, PoplensOperationKind kind)
{
  return w->out->operations->len - N_OTHER_KINDS + kind - 1;
}

static guint32
index_of (const OperationsBuilder *w, guint32 node)
{
  guint32 owner = owner_of (w, node);

  return owner == POPLENS_NO_NODE ? row_of_kind (w, POPLENS_OPERATION_UNATTRIBUTED)
                                  : w->index_of[owner] - 1;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static void
add_all (const OperationsBuilder *w, guint32 row, const gint64 *costs)
{
  PoplensOperation *operation = &g_array_index (w->out->operations, PoplensOperation, row);

  for (guint c = 0; c < POPLENS_N_METRICS; c++)
    poplens_metric_add (&operation->costs[c], (guint64) costs[c]);
}

static void
add_one (const OperationsBuilder *w, guint32 row, PoplensMetric metric, gint64 value)
{
  poplens_metric_add (&g_array_index (w->out->operations, PoplensOperation, row).costs[metric],
                      (guint64) value);
}

static void
add_programs (const OperationsBuilder *w)
{
  const PoplensOperationCosts *g = w->costs;

  for (guint32 p = 0; p < g->n_programs; p++) {
    guint32 row = index_of (w, g->program_node[p]);
    w->out->program_operation[p] = row;
    add_all (w, row, g->program_costs + (gsize) p * POPLENS_N_METRICS);
  }
  add_all (w, row_of_kind (w, POPLENS_OPERATION_UNATTRIBUTED), g->strange);
  add_all (w, row_of_kind (w, POPLENS_OPERATION_NO_PROGRAM), g->no_program);
}

static void
add_variable_bytes (const OperationsBuilder *w)
{
  const PoplensOperationCosts *g = w->costs;

  for (guint32 v = 0; v < g->n_variables; v++) {
    guint32 row = index_of (w, g->variable_node[v]);
    w->out->variable_operation[v] = row;
    add_one (w, row, POPLENS_METRIC_VARIABLES, g->variable_id[v] != POPLENS_NO_VARIABLE);
    add_one (w, row, POPLENS_METRIC_VARIABLE_BYTES, g->variable_bytes[v]);
    add_one (w, row, POPLENS_METRIC_PEAK_BYTES, g->variable_peak[v]);
  }
}

/* Adds the bytes of each piece of code to the operation that uses it. If several operations use it,
 * adds the bytes to the row of shared code. */
static void
add_code_bytes (const OperationsBuilder *w)
{
  const PoplensOperationCosts *g = w->costs;
  guint32 *users = w->out->user_operation;

  for (guint u = 0; u < g->users->len; u++)
    users[u] = index_of (w, g_array_index (g->users, guint32, u));
  for (guint i = 0; i < g->code->len; i++) {
    const PoplensSharedCode *code = &g_array_index (g->code, PoplensSharedCode, i);
    guint32 row = users[code->from];
    for (guint32 u = code->from + 1; u < code->to; u++)
      if (users[u] != row)
        row = row_of_kind (w, POPLENS_OPERATION_SHARED_CODE);
    w->out->code_operation[i] = row;
    add_one (w, row, code->metric, (gint64) code->bytes);
  }
}

static void
add_totals (const OperationsBuilder *w)
{
  PoplensOperations *out = w->out;

  for (guint i = 0; i < out->operations->len; i++)
    for (guint c = 0; c < POPLENS_N_METRICS; c++)
      poplens_metric_add (&out->totals[c],
                          (guint64) g_array_index (out->operations, PoplensOperation, i).costs[c]);
  for (guint c = POPLENS_METRIC_CONTROL_CODE; c <= POPLENS_METRIC_VERTEX_CODE; c++) {
    if (!w->costs->known[c] || w->costs->category[c] < 0)
      continue;
    gint64 rest = w->costs->category[c];
    poplens_metric_add (&rest, -(guint64) out->totals[c]);
    add_one (w, row_of_kind (w, POPLENS_OPERATION_OTHER_CODE), c, rest);
    out->totals[c] = w->costs->category[c];
  }
}

/* Returns for each node the node itself or its nearest ancestor in @layer; POPLENS_NO_NODE: none is
 * in @layer. Adds the number of contexts in @layer to @n_contexts. (transfer full) */
static guint32 *
find_owners (const PoplensOperationCosts *costs, const char *layer, guint32 *n_contexts)
{
  const PoplensDebugContexts *contexts = costs->contexts;
  g_autofree gboolean *of_layer = g_new0 (gboolean, contexts->kinds->len + 1);

  for (guint k = 0; k < contexts->kinds->len; k++) {
    guint32 name = g_array_index (contexts->kinds, PoplensDebugKind, k).layer;
    of_layer[k] = !strcmp (layer, poplens_strings_get (contexts->strings, name));
    if (of_layer[k])
      *n_contexts += costs->kind_contexts[k];
  }
  return poplens_operation_nodes_owners (costs->nodes, of_layer);
}

PoplensOperations *
poplens_operations_new (const PoplensOperationCosts *costs, const char *layer)
{
  PoplensOperations *self = g_new0 (PoplensOperations, 1);
  g_autofree guint32 *owners = costs->nodes ? find_owners (costs, layer, &self->n_contexts) : NULL;
  g_autofree guint32 *index_of = owners ? g_new0 (guint32, costs->nodes->n + 1) : NULL;
  OperationsBuilder w = {costs, self, owners, index_of};

  self->layer = g_strdup (layer);
  self->operations = g_array_new (FALSE, FALSE, sizeof (PoplensOperation));
  self->program_operation = g_new (guint32, MAX (costs->n_programs, 1));
  self->n_variables = costs->n_variables;
  self->variable_id =
      g_memdup2 (costs->variable_id, costs->n_variables * sizeof *costs->variable_id);
  self->variable_operation = g_new (guint32, MAX (costs->n_variables, 1));
  self->code_operation = g_new (guint32, MAX (costs->code->len, 1));
  self->user_operation = g_new (guint32, MAX (costs->users->len, 1));
  list_operations (&w);
  add_programs (&w);
  add_variable_bytes (&w);
  add_code_bytes (&w);
  add_totals (&w);
  return self;
}

void
poplens_operations_free (PoplensOperations *self)
{
  if (!self)
    return;
  g_free (self->layer);
  g_array_unref (self->operations);
  g_free (self->program_operation);
  g_free (self->variable_id);
  g_free (self->variable_operation);
  g_free (self->code_operation);
  g_free (self->user_operation);
  g_free (self);
}

static int
compare_context (const void *a, const void *b)
{
  guint32 x = *(const guint32 *) a, y = ((const PoplensOperation *) b)->context;

  return x < y ? -1 : x > y;
}

guint32
poplens_operations_find (const PoplensOperations *self, guint32 context)
{
  const PoplensOperation *first = (gconstpointer) self->operations->data;
  const PoplensOperation *found = bsearch (&context, first, self->operations->len - N_OTHER_KINDS,
                                           sizeof *first, compare_context);

  return found ? (guint32) (found - first) : G_MAXUINT32;
}

/* ---- code ------------------------------------------------------------------------------------ */

GArray *
poplens_operations_code (const PoplensOperations *self, const PoplensOperationCosts *costs,
                         guint32 operation)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensOperationCode));
  /* By operation: 1 + index of the last piece of code that counted the operation as a user. */
  g_autofree guint32 *seen = g_new0 (guint32, self->operations->len);

  for (guint i = 0; i < costs->code->len; i++) {
    const PoplensSharedCode *piece = &g_array_index (costs->code, PoplensSharedCode, i);
    PoplensOperationCode code = {piece->metric, piece->item, piece->bytes, self->code_operation[i],
                                 0};
    for (guint32 u = piece->from; u < piece->to; u++) {
      code.n_users += seen[self->user_operation[u]] != i + 1;
      seen[self->user_operation[u]] = i + 1;
    }
    if (operation == G_MAXUINT32 || operation == code.operation || seen[operation] == i + 1)
      g_array_append_val (out, code);
  }
  return out;
}

/* ---- layers ---------------------------------------------------------------------------------- */

/* Appends the layers to @layers. Returns by kind of context the index of its layer. (transfer full)
 */
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

/* Adds a program to each layer that has @node or one of its ancestors, once for each layer. @mark:
 * number of the program + 1. @seen: by layer: @mark of the last program that was added */
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
poplens_operation_layers (const PoplensOperationCosts *costs)
{
  const PoplensDebugContexts *contexts = costs->contexts;
  GArray *layers = g_array_new (FALSE, FALSE, sizeof (PoplensOperationLayer));

  if (!contexts)
    return layers;
  g_autofree guint16 *of_kind = list_layers (contexts, layers);
  g_autofree guint32 *seen = g_new0 (guint32, MAX (layers->len, 1));
  for (guint k = 0; k < contexts->kinds->len; k++)
    g_array_index (layers, PoplensOperationLayer, of_kind[k]).n_contexts += costs->kind_contexts[k];
  for (guint32 p = 0; p < costs->n_programs; p++)
    count_program (costs->nodes, costs->program_node[p], p + 1, of_kind, layers, seen);
  for (guint l = 0; l < layers->len; l++) {
    PoplensOperationLayer *layer = &g_array_index (layers, PoplensOperationLayer, l);
    layer->mean_distance /= MAX (layer->n_programs, 1);
  }
  g_array_sort (layers, outermost_first);
  return layers;
}

guint
poplens_operation_layers_default (const PoplensOperationCosts *costs, const GArray *layers)
{
  guint any = G_MAXUINT, framework = G_MAXUINT;
  guint32 most = 0, most_of_framework = 0;

  for (guint l = 0; l < layers->len; l++) {
    const PoplensOperationLayer *layer = &g_array_index (layers, PoplensOperationLayer, l);
    const char *name = poplens_strings_get (costs->contexts->strings, layer->name);
    if (layer->n_programs > most) {
      most = layer->n_programs;
      any = l;
    }
    if (strcmp (name, "poplibs") && strcmp (name, "poplar") &&
        layer->n_programs > most_of_framework) {
      most_of_framework = layer->n_programs;
      framework = l;
    }
  }
  return most_of_framework && most_of_framework >= most - most_of_framework ? framework : any;
}

/* ---- kinds and names ------------------------------------------------------------------------- */

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
  /* Contexts of poplibs have no name: show the function that the user's program called. */
  name = poplens_debug_context_function (contexts, context);
  if (name && *name)
    return g_strdup (name);
  name = poplens_debug_context_category (contexts, context);
  return g_strdup_printf ("%s %" G_GUINT64_FORMAT,
                          *name ? name : poplens_debug_context_layer (contexts, context),
                          contexts->id[context]);
}

/* ---- paths ----------------------------------------------------------------------------------- */

struct _PoplensOperationPaths {
  const PoplensOperationCosts *costs;
  PoplensPathIndex *index;
  guint32 *place; /* by node: number of the node's path in .index */
  guint32 kind_place[G_N_ELEMENTS (kinds)];
};

PoplensOperationPaths *
poplens_operation_paths_new (const PoplensOperationCosts *costs)
{
  PoplensOperationPaths *self = g_new0 (PoplensOperationPaths, 1);
  const PoplensOperationNodes *nodes = costs->nodes;
  guint32 n = nodes ? nodes->n : 0;
  /* By node: number of the path below which the paths of its children are added. */
  g_autofree guint32 *below = g_new (guint32, MAX (n, 1));
  char buffer[POPLENS_DEBUG_LABEL_SIZE];

  self->costs = costs;
  self->index = poplens_path_index_new ();
  self->place = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++) {
    guint32 node = nodes->order[i], parent = nodes->parent[node];
    guint32 above = parent == POPLENS_NO_NODE ? 0 : below[parent];
    const char *label = poplens_debug_context_label (costs->contexts, nodes->context[node], buffer);
    below[node] = poplens_path_index_add (self->index, above, label);
    self->place[node] = below[node];
    if (*label)
      continue;
    g_autofree char *name = poplens_operation_context_name (costs->contexts, nodes->context[node]);
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

  /* Both lists ascend by context, so one pass finds the node of each operation. */
  for (guint32 i = 0, node = 0; i < n; i++) {
    const PoplensOperation *operation =
        &g_array_index (operations->operations, PoplensOperation, i);
    if (operation->kind != POPLENS_OPERATION_CONTEXT) {
      places[i] = self->kind_place[operation->kind];
      continue;
    }
    while (self->costs->nodes->context[node] != operation->context)
      node++;
    places[i] = self->place[node];
  }
  return poplens_path_tree_new (self->index, places, n);
}
