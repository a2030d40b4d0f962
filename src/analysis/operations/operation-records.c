/* What contexts of popart, popxl, onnx and hloinstruction say of their inputs and outputs. */
#include "analysis/operations/operation-edges-private.h"

#include <string.h>

/* Lists of tensors are arrays of names, but those of hloinstruction maps whose keys are names of
 * instructions: there an instruction is known by what it makes. */
static const struct {
  const char *layer, *inputs, *outputs, *self, *users;
} layers[] = {{"onnx", "input", "output", NULL, NULL},
              {"popxl", "inputs", "outputs", NULL, NULL},
              {"popartbuilder", "inputs", "outputs", NULL, NULL},
              {"popart", "inputs", "outputs", NULL, NULL},
              {"hloinstruction", "operands", NULL, "hlo_name", "users"}};

/* A context makes or uses a tensor. */
typedef struct {
  guint32 context, tensor; /* string */
  guint8 layer;            /* in layers */
} Mention;

typedef struct {
  guint32 type, shape; /* strings */
} Tensor;

struct _PoplensOperationRecords {
  const PoplensDebugContexts *contexts;
  PoplensStrings *strings;
  GArray *made, *used; /* Mention */
  GArray *uses_of;     /* Mention: .tensor is made by .context, and used by the instruction … */
  GArray *user;        /* … guint32: string: of that name */
  GHashTable *tensors; /* guint64 of layer and string → Tensor */
  guint8 *kind_layer;  /* by kind of the contexts: in layers, plus one */
};

PoplensOperationRecords *
poplens_operation_records_new (const PoplensDebugContexts *contexts)
{
  PoplensOperationRecords *self = g_new0 (PoplensOperationRecords, 1);

  self->contexts = contexts;
  self->strings = poplens_strings_new ();
  self->made = g_array_new (FALSE, FALSE, sizeof (Mention));
  self->used = g_array_new (FALSE, FALSE, sizeof (Mention));
  self->uses_of = g_array_new (FALSE, FALSE, sizeof (Mention));
  self->user = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->tensors = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->kind_layer = g_new0 (guint8, MAX (contexts->kinds->len, 1));
  for (guint k = 0; k < contexts->kinds->len; k++) {
    const char *name = poplens_strings_get (
        contexts->strings, g_array_index (contexts->kinds, PoplensDebugKind, k).layer);
    for (guint8 l = 0; l < G_N_ELEMENTS (layers); l++)
      if (!strcmp (layers[l].layer, name))
        self->kind_layer[k] = l + 1;
  }
  return self;
}

void
poplens_operation_records_free (PoplensOperationRecords *self)
{
  g_array_unref (self->made);
  g_array_unref (self->used);
  g_array_unref (self->uses_of);
  g_array_unref (self->user);
  g_hash_table_unref (self->tensors);
  poplens_strings_free (self->strings);
  g_free (self->kind_layer);
  g_free (self);
}

gboolean
poplens_operation_records_wants (const PoplensOperationRecords *self, guint32 context)
{
  return self->kind_layer[self->contexts->kind[context]] != 0;
}

/* ---- bodies ------------------------------------------------------------------------------------
 */

/* Index of the node of the body's member @key; 0: it has none. */
static guint32
find_member (const PoplensSlice *body, const char *key)
{
  for (guint32 i = 1; key && i < body->n; i++)
    if (body->nodes[i].depth == 1 &&
        !strcmp (poplens_strings_get (body->strings, body->nodes[i].key), key))
      return i;
  return 0;
}

/* Adds the names of a list: values of an array, keys of a map. */
static void
add_names (PoplensOperationRecords *self, const PoplensSlice *body, const char *key, GArray *names)
{
  guint32 list = find_member (body, key);
  gboolean map = list && body->nodes[list].type == POPLENS_JSON_OBJECT;

  for (guint32 i = list + 1; list && i < body->n && body->nodes[i].depth > 1; i++) {
    const PoplensJsonNode *node = &body->nodes[i];
    const char *name = poplens_strings_get (body->strings, map ? node->key : node->value);
    guint32 id = poplens_strings_intern (self->strings, name, -1);
    if (node->depth == 2 && *name)
      g_array_append_val (names, id);
  }
}

static void
add_mentions (PoplensOperationRecords *self, guint32 context, guint8 layer,
              const PoplensSlice *body, const char *key, GArray *out)
{
  g_autoptr (GArray) names = g_array_new (FALSE, FALSE, sizeof (guint32));

  add_names (self, body, key, names);
  for (guint i = 0; i < names->len; i++) {
    Mention mention = {context, g_array_index (names, guint32, i), layer};
    g_array_append_val (out, mention);
  }
}

static guint64
tensor_key (guint8 layer, guint32 tensor)
{
  return (guint64) layer << 32 | tensor;
}

static void
set_tensor (PoplensOperationRecords *self, guint8 layer, const char *name, const char *type,
            const char *shape)
{
  guint64 key = tensor_key (layer, poplens_strings_intern (self->strings, name, -1));
  Tensor *tensor;

  if (!name || g_hash_table_contains (self->tensors, &key))
    return;
  tensor = g_new (Tensor, 1);
  *tensor = (Tensor){poplens_strings_intern (self->strings, type, -1),
                     poplens_strings_intern (self->strings, shape, -1)};
  g_hash_table_insert (self->tensors, g_memdup2 (&key, sizeof key), tensor);
}

/* "[2 3]" of an array. (transfer full) */
static char *
shape_of (const PoplensSlice *body)
{
  guint32 node = find_member (body, "shape");
  GString *out;

  if (!node)
    return NULL;
  if (body->nodes[node].type != POPLENS_JSON_ARRAY)
    return g_strdup (poplens_strings_get (body->strings, body->nodes[node].value));
  out = g_string_new ("[");
  for (guint32 i = node + 1; i < body->n && body->nodes[i].depth > 1; i++)
    g_string_append_printf (out, "%s%s", out->len > 1 ? ", " : "",
                            poplens_strings_get (body->strings, body->nodes[i].value));
  return g_string_free (g_string_append_c (out, ']'), FALSE);
}

/* A context that is a tensor, and no operation. */
static void
add_tensor (PoplensOperationRecords *self, guint8 layer, const PoplensSlice *body)
{
  const char *name = poplens_slice_body_member (body, 1, "tensorId");
  const char *type = poplens_slice_body_member (body, 1, "elementType");
  g_autofree char *shape = shape_of (body);

  set_tensor (self, layer, name, type ? type : poplens_slice_body_member (body, 1, "type"), shape);
}

/* "%add.3 = f32[2,3]{1,0} add(f32[2,3] %a, …": what the instruction makes. */
static void
add_instruction (PoplensOperationRecords *self, guint8 layer, const PoplensSlice *body)
{
  const char *text = poplens_slice_body_member (body, 1, "debug_string");
  const char *from = text ? strstr (text, " = ") : NULL;
  const char *open = from ? strpbrk (from + 3, "[( ") : NULL;
  const char *close = open && *open == '[' ? strchr (open, ']') : NULL;

  if (!close)
    return;
  g_autofree char *type = g_strndup (from + 3, (gsize) (open - from - 3));
  g_autofree char *shape = g_strndup (open, (gsize) (close - open + 1));
  set_tensor (self, layer, poplens_slice_body_member (body, 1, layers[layer].self), type, shape);
}

static gboolean
is_one (const char *text)
{
  return text && (!strcmp (text, "1") || !strcmp (text, "true"));
}

void
poplens_operation_records_add (PoplensOperationRecords *self, guint32 context,
                               const PoplensSlice *body)
{
  guint8 layer = self->kind_layer[self->contexts->kind[context]];
  const char *own;

  /* An operation of PopART that was never finished makes nothing. */
  if (!layer-- || is_one (poplens_slice_body_member (body, 1, "discard")))
    return;
  if (poplens_slice_body_member (body, 1, "tensorId")) {
    add_tensor (self, layer, body);
    return;
  }
  add_mentions (self, context, layer, body, layers[layer].inputs, self->used);
  add_mentions (self, context, layer, body, layers[layer].outputs, self->made);
  if (!layers[layer].self || !(own = poplens_slice_body_member (body, 1, layers[layer].self)))
    return;
  Mention made = {context, poplens_strings_intern (self->strings, own, -1), layer};
  g_array_append_val (self->made, made);
  add_instruction (self, layer, body);
  add_names (self, body, layers[layer].users, self->user);
  while (self->uses_of->len < self->user->len)
    g_array_append_val (self->uses_of, made);
}

/* ---- edges -------------------------------------------------------------------------------------
 */

static int
compare_mentions (gconstpointer a, gconstpointer b)
{
  const Mention *x = a, *y = b;

  if (x->layer != y->layer)
    return x->layer < y->layer ? -1 : 1;
  if (x->tensor != y->tensor)
    return x->tensor < y->tensor ? -1 : 1;
  return x->context < y->context ? -1 : x->context > y->context;
}

/* Who makes a tensor. debug.cbor has the graphs of all engines of a process, so a name may have
 * several makers; contexts are numbered when they are made: for one that uses the tensor the last
 * before @context, else, or with @after, the first behind it. */
static guint32
find_maker (const GArray *made, guint8 layer, guint32 tensor, guint32 context, gboolean after)
{
  Mention key = {context, tensor, layer};
  guint low = 0, high = made->len;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (compare_mentions (&g_array_index (made, Mention, middle), &key) < 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (guint k = 0; k < 2; k++) {
    guint at = (k == 0) == after ? low : low - 1;
    const Mention *maker = &g_array_index (made, Mention, at);
    if (at < made->len && maker->layer == layer && maker->tensor == tensor)
      return maker->context;
  }
  return POPLENS_NO_CONTEXT;
}

typedef struct {
  const PoplensOperationRecords *records;
  const char *layer;
  guint8 by; /* in layers */
  PoplensOperationEdges *edges;
} Lift;

/* What contexts of the layer that records say of those of the one that is asked for. */
static void
add_edge (const Lift *self, guint32 from, guint32 to, guint32 tensor)
{
  const PoplensOperationRecords *r = self->records;
  PoplensStrings *strings = self->edges->strings;
  guint64 key = tensor_key (self->by, tensor);
  const Tensor *known = g_hash_table_lookup (r->tensors, &key);
  PoplensOperationEdge edge = {0};

  if (from == POPLENS_NO_CONTEXT || to == POPLENS_NO_CONTEXT)
    return;
  edge.from = poplens_debug_context_in_layer (r->contexts, from, self->layer);
  edge.to = poplens_debug_context_in_layer (r->contexts, to, self->layer);
  if (edge.from == POPLENS_NO_CONTEXT || edge.to == POPLENS_NO_CONTEXT || edge.from == edge.to)
    return;
  edge.tensor = poplens_strings_intern (strings, poplens_strings_get (r->strings, tensor), -1);
  if (known) {
    edge.type = poplens_strings_intern (strings, poplens_strings_get (r->strings, known->type), -1);
    edge.shape =
        poplens_strings_intern (strings, poplens_strings_get (r->strings, known->shape), -1);
  }
  g_array_append_val (self->edges->edges, edge);
}

static PoplensOperationEdges *
lift (const PoplensOperationRecords *records, const GArray *made, const char *layer, guint8 by)
{
  Lift self = {records, layer, by, poplens_operation_edges_new ()};

  for (guint i = 0; i < records->used->len; i++) {
    const Mention *use = &g_array_index (records->used, Mention, i);
    if (use->layer == by)
      add_edge (&self, find_maker (made, by, use->tensor, use->context, FALSE), use->context,
                use->tensor);
  }
  for (guint i = 0; i < records->uses_of->len; i++) {
    const Mention *use = &g_array_index (records->uses_of, Mention, i);
    guint32 user = g_array_index (records->user, guint32, i);
    if (use->layer == by)
      add_edge (&self, use->context, find_maker (made, by, user, use->context, TRUE), use->tensor);
  }
  poplens_operation_edges_finish (self.edges);
  self.edges->recorded_by = g_strdup (layers[by].layer);
  return self.edges;
}

PoplensOperationEdges *
poplens_operation_edges_recorded (const PoplensOperationRecords *records, const char *layer)
{
  g_autoptr (GArray) made = g_array_new (FALSE, FALSE, sizeof (Mention));
  PoplensOperationEdges *best = NULL;

  g_array_append_vals (made, records->made->data, records->made->len);
  g_array_sort (made, compare_mentions);
  for (guint8 l = 0; l < G_N_ELEMENTS (layers); l++) {
    g_autoptr (PoplensOperationEdges) edges = lift (records, made, layer, l);
    gboolean own = !strcmp (layer, layers[l].layer);
    if (!edges->edges->len || (best && !own && edges->edges->len <= best->edges->len))
      continue;
    poplens_operation_edges_unref (best);
    best = g_steal_pointer (&edges);
    if (own)
      break;
  }
  return best;
}
