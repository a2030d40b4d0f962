/* Reads the inputs and outputs that debug contexts record, and turns them into edges between
 * operations. Computes the costs of programs, variables and code. */
#include "analysis/insights/insights.h"
#include "analysis/operations/debug-operation.h"
#include "analysis/operations/operation-edges.h"
#include "analysis/operations/operations-private.h"
#include "analysis/programs/program-tree.h"
#include "base/search.h"

#include <string.h>

/* ---- operation records ----------------------------------------------------------------------- */

/* Layers whose contexts record inputs and outputs, and the keys of these lists in the body of a
 * context. Most lists are arrays of tensor names. Lists of hloinstruction are maps, whose keys are
 * names of instructions. The tensor that an instruction makes has the same name as the instruction,
 * recorded under the key .self. */
static const struct {
  const char *layer, *inputs, *outputs, *self, *users;
} layers[] = {{"onnx", "input", "output", NULL, NULL},
              {"popxl", "inputs", "outputs", NULL, NULL},
              {"popartbuilder", "inputs", "outputs", NULL, NULL},
              {"popart", "inputs", "outputs", NULL, NULL},
              {"hloinstruction", "operands", NULL, "hlo_name", "users"}};

/* A context that makes or uses a tensor. */
typedef struct {
  guint32 context, tensor; /* context; string ID of the name of the tensor */
  guint8 layer;            /* index in the array layers */
} Mention;

typedef struct {
  guint32 type, shape; /* string IDs */
} Tensor;

struct _PoplensOperationRecords {
  const PoplensDebugContexts *contexts;
  PoplensStrings *strings;
  GArray *made, *used; /* Mention: tensors that contexts make; tensors that contexts use */
  GArray *uses_of;     /* Mention: a tensor and the context that makes it, once for each instruction
                          that uses the tensor */
  GArray *user; /* guint32, an element for each element of .uses_of: string ID of the name of the
                   instruction that uses the tensor */
  GHashTable *tensors; /* tensor_key () → Tensor: type and shape */
  guint8 *kind_layer;  /* by kind of context: index in the array layers, + 1; 0: contexts of this
                          kind record no tensors */
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

/* ---- bodies ---------------------------------------------------------------------------------- */

/* Returns the index in @body of the member with the key @key; 0 if there is none, or @key is NULL.
 */
static guint32
find_member (const PoplensSlice *body, const char *key)
{
  for (guint32 i = 1; key && i < body->n; i++)
    if (body->nodes[i].depth == 1 &&
        !strcmp (poplens_strings_get (body->strings, body->nodes[i].key), key))
      return i;
  return 0;
}

/* Appends the string IDs of the names in the list @key to @names. Names are the values of an array,
 * or the keys of a map. */
static void
add_listed_names (PoplensOperationRecords *self, const PoplensSlice *body, const char *key,
                  GArray *names)
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

  add_listed_names (self, body, key, names);
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

/* Returns the shape as text: "[2, 3]". (transfer full) (nullable): NULL: not recorded */
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

/* Adds type and shape of a tensor from the body of a context that describes a tensor. */
static void
add_tensor (PoplensOperationRecords *self, guint8 layer, const PoplensSlice *body)
{
  const char *name = poplens_slice_body_member (body, 1, "tensorId");
  const char *type = poplens_slice_body_member (body, 1, "elementType");
  g_autofree char *shape = shape_of (body);

  set_tensor (self, layer, name, type ? type : poplens_slice_body_member (body, 1, "type"), shape);
}

/* Adds type and shape of the tensor that an instruction makes. Parses the text of the instruction:
 * "%add.3 = f32[2,3]{1,0} add(f32[2,3] %a, …". */
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

  /* Skip an operation that PopART discarded: it makes nothing. */
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
  add_listed_names (self, body, layers[layer].users, self->user);
  while (self->uses_of->len < self->user->len)
    g_array_append_val (self->uses_of, made);
}

/* ---- edges ----------------------------------------------------------------------------------- */

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

/* Returns the context that makes @tensor, or POPLENS_NO_CONTEXT. In graphs of several engines,
 * several contexts can make a tensor of this name. Then returns the last context before @context,
 * or else the first one after @context. @after: TRUE: prefers the first one after @context */
static guint32
find_maker (const GArray *made, guint8 layer, guint32 tensor, guint32 context, gboolean after)
{
  Mention key = {context, tensor, layer};
  guint low = 0, high = made->len;

  POPLENS_SEARCH (low, high, at, compare_mentions (&g_array_index (made, Mention, at), &key) < 0);
  for (guint k = 0; k < 2; k++) {
    guint at = (k == 0) == after ? low : low - 1;
    if (at >= made->len)
      continue;
    const Mention *maker = &g_array_index (made, Mention, at);
    if (maker->layer == layer && maker->tensor == tensor)
      return maker->context;
  }
  return POPLENS_NO_CONTEXT;
}

typedef struct {
  const PoplensOperationRecords *records;
  const char *layer;
  guint8 by; /* index in the array layers: the layer that records the edges */
  PoplensOperationEdges *edges;
} Lift;

/* Adds an edge between the operations that contain @from and @to. Operations are contexts of
 * self->layer. @from and @to are contexts of the layer that records the edge. */
static void
add_layer_edge (const Lift *self, guint32 from, guint32 to, guint32 tensor)
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
      add_layer_edge (&self, find_maker (made, by, use->tensor, use->context, FALSE), use->context,
                      use->tensor);
  }
  for (guint i = 0; i < records->uses_of->len; i++) {
    const Mention *use = &g_array_index (records->uses_of, Mention, i);
    guint32 user = g_array_index (records->user, guint32, i);
    if (use->layer == by)
      add_layer_edge (&self, use->context, find_maker (made, by, user, use->context, TRUE),
                      use->tensor);
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
    poplens_operation_edges_free (best);
    best = g_steal_pointer (&edges);
    if (own)
      break;
  }
  return best;
}

/* ---- programs -------------------------------------------------------------------------------- */

typedef PoplensOperationCosts Costs;
typedef PoplensOperationInput Input;

static gint64 *
costs_of (Costs *self, guint32 program)
{
  return self->program_costs + (gsize) program * POPLENS_N_METRICS;
}

static void
add_program (Costs *self, const Input *in, guint32 program)
{
  guint32 compute_set = poplens_program_compute_set (in->programs, in->vertices, program);
  guint32 context = poplens_debug_find (self->contexts, in->programs->debug_id[program]);
  gint64 *costs = costs_of (self, program);

  /* A program without a context belongs to the context of its compute set. */
  if (context == POPLENS_NO_CONTEXT && compute_set != G_MAXUINT32)
    context = poplens_debug_find (self->contexts, in->vertices->compute_set_debug_id[compute_set]);
  self->program_node[program] = context;
  costs[POPLENS_METRIC_PROGRAMS] = 1;
  costs[POPLENS_METRIC_CONTROL_CODE] = (gint64) poplens_program_own_code (in->programs, program);
  if (in->estimated_tile && in->estimated_tile[program] != G_MAXUINT64)
    costs[POPLENS_METRIC_ESTIMATED_TILE_CYCLES] = (gint64) in->estimated_tile[program];
  if (in->estimated_longest && in->estimated_longest[program] != G_MAXUINT64)
    costs[POPLENS_METRIC_ESTIMATED_STEP_CYCLES] = (gint64) in->estimated_longest[program];
  if (compute_set != G_MAXUINT32 && in->vertices->compute_set_flops)
    costs[POPLENS_METRIC_FLOPS] =
        (gint64) poplens_lists_sum (in->vertices->compute_set_flops, compute_set);
}

/* Returns the costs to which @step adds: those of its program, or a sum over steps without a known
 * program. */
static gint64 *
costs_of_step (Costs *self, const Input *in, guint32 step)
{
  guint32 id = in->execution->step_program[step];
  guint32 program = poplens_programs_find (in->programs, id);

  return id == POPLENS_NO_PROGRAM    ? self->no_program
         : program == POPLENS_NO_ROW ? self->strange
                                     : costs_of (self, program);
}

static void
add_steps (Costs *self, const Input *in)
{
  const PoplensExecution *x = in->execution;

  for (guint32 step = 0; x && step < x->n_steps; step++)
    costs_of_step (self, in, step)[POPLENS_METRIC_EXECUTIONS]++;
  for (guint32 r = 0; x && r < x->n_rows; r++) {
    gint64 *costs = costs_of_step (self, in, x->row_step[r]);
    if (in->row_tile_cycles && poplens_cycles_at (in->row_tile_cycles, r) != POPLENS_NO_CYCLES)
      poplens_metric_add (&costs[POPLENS_METRIC_TILE_CYCLES],
                          poplens_cycles_at (in->row_tile_cycles, r));
    if (in->row_step_cycles)
      poplens_metric_add (&costs[POPLENS_METRIC_STEP_CYCLES],
                          poplens_cycles_at (in->row_step_cycles, r));
  }
}

static gboolean
any_list (const PoplensLists *lists)
{
  gsize n = lists ? poplens_lists_n_rows (lists) : 0;

  for (gsize row = 0; row < n; row++)
    if (!poplens_lists_is_absent (lists, row))
      return TRUE;
  return FALSE;
}

/* ---- code with several users ----------------------------------------------------------------- */

typedef struct {
  guint32 item, context;
} User;

static int
compare_users (gconstpointer a, gconstpointer b)
{
  const User *x = a, *y = b;

  if (x->item != y->item)
    return x->item < y->item ? -1 : 1;
  return x->context < y->context ? -1 : x->context > y->context;
}

/* Adds the code of vertex types or exchanges, and the contexts that use this code. @bytes: list
 * User.item has the bytes of the code by tile. @users: User; this function sorts the array */
static void
add_code_users (Costs *self, PoplensMetric metric, const PoplensLists *bytes, GArray *users)
{
  g_array_sort (users, compare_users);
  for (guint i = 0; i < users->len;) {
    guint32 item = g_array_index (users, User, i).item;
    PoplensSharedCode code = {metric, item, poplens_lists_sum (bytes, item), self->users->len, 0};
    for (; i < users->len && g_array_index (users, User, i).item == item; i++) {
      guint32 context = g_array_index (users, User, i).context;
      if (self->users->len == code.from ||
          g_array_index (self->users, guint32, self->users->len - 1) != context)
        g_array_append_val (self->users, context);
    }
    code.to = self->users->len;
    g_array_append_val (self->code, code);
  }
}

static void
add_types_of (const PoplensVertices *vertices, guint32 compute_set, guint32 context, GArray *users)
{
  g_autoptr (GArray) types = poplens_lists_values (vertices->compute_set_types, compute_set);

  for (guint i = 0; i < types->len; i++) {
    guint64 id = g_array_index (types, guint64, i);
    User user = {id < G_MAXUINT32 ? poplens_vertices_find_type (vertices, (guint32) id)
                                  : G_MAXUINT32,
                 context};
    if (user.item != G_MAXUINT32)
      g_array_append_val (users, user);
  }
}

/* Adds the code of vertex types. The users of a type are the contexts of the programs that execute
 * it. If no program executes a compute set, the user is the context of the compute set. */
static void
add_vertex_code (Costs *self, const Input *in)
{
  const PoplensVertices *vertices = in->vertices;
  g_autoptr (GArray) users = g_array_new (FALSE, FALSE, sizeof (User));
  g_autofree guint8 *executed = g_new0 (guint8, MAX (vertices->n_compute_sets, 1));

  for (guint32 p = 0; p < self->n_programs; p++) {
    guint32 compute_set = poplens_program_compute_set (in->programs, in->vertices, p);
    if (compute_set == G_MAXUINT32)
      continue;
    executed[compute_set] = TRUE;
    add_types_of (vertices, compute_set, self->program_node[p], users);
  }
  for (guint32 c = 0; c < vertices->n_compute_sets; c++)
    if (!executed[c])
      add_types_of (vertices, c,
                    poplens_debug_find (self->contexts, vertices->compute_set_debug_id[c]), users);
  add_code_users (self, POPLENS_METRIC_VERTEX_CODE, vertices->type_bytes[POPLENS_VERTEX_BYTES_CODE],
                  users);
}

static void
add_exchange_code (Costs *self, const Input *in)
{
  g_autoptr (GArray) users = g_array_new (FALSE, FALSE, sizeof (User));

  for (guint32 p = 0; p < self->n_programs; p++) {
    if (poplens_program_exchange (in->programs, p) != POPLENS_EXCHANGE_INTERNAL)
      continue;
    User user = {poplens_exchanges_find (in->exchanges, POPLENS_EXCHANGE_INTERNAL,
                                         in->programs->variant_index[p]),
                 self->program_node[p]};
    if (user.item != G_MAXUINT32)
      g_array_append_val (users, user);
  }
  add_code_users (self, POPLENS_METRIC_EXCHANGE_CODE,
                  in->exchanges->tables[POPLENS_EXCHANGE_INTERNAL].code, users);
}

/* Sums the bytes of a category on all tiles, including bytes that it shares with other categories.
 * FALSE if there is no such category. */
static gboolean
category_bytes (const PoplensMemory *memory, const char *name, gint64 *bytes)
{
  const PoplensCategory *category = memory ? poplens_memory_find_category (memory, name) : NULL;

  for (guint32 t = 0; category && t < memory->n_tiles; t++)
    *bytes += (gint64) poplens_category_bytes (category, t);
  return category != NULL;
}

/* ---- variables ------------------------------------------------------------------------------- */

static guint32
context_of_variable (const Costs *self, const PoplensVariables *variables, guint32 id)
{
  guint32 row =
      id == POPLENS_NO_VARIABLE ? G_MAXUINT32 : poplens_variables_find_debug (variables, id);

  if (!self->contexts || row == G_MAXUINT32)
    return POPLENS_NO_CONTEXT;
  g_autoptr (GArray) ids = poplens_lists_values (variables->debug_ids, row);
  return poplens_debug_contexts_meet (self->contexts, (const guint64 *) (gconstpointer) ids->data,
                                      ids->len);
}

typedef struct {
  guint32 variable;
  guint64 bytes;
} VariableBytes;

static int
compare_held (gconstpointer a, gconstpointer b)
{
  const VariableBytes *x = a, *y = b;

  return x->variable < y->variable ? -1 : x->variable > y->variable;
}

static void
costs_add_variable (Costs *self, const PoplensVariables *variables, guint32 id, guint64 bytes)
{
  guint32 at = self->n_variables;

  if (!at || self->variable_id[at - 1] != id) {
    self->variable_id[at] = id;
    self->variable_node[at] = context_of_variable (self, variables, id);
    self->n_variables++;
  }
  poplens_metric_add (&self->variable_bytes[self->n_variables - 1], bytes);
}

/* Adds the bytes of each variable that are live at the peak. Goes through both arrays at once:
 * variable IDs ascend in both. */
static void
add_peak (Costs *self, const PoplensLiveStep *peak)
{
  guint32 v = 0;

  for (guint i = 0; i < peak->variables->len; i++) {
    const PoplensStepVariable *live = &g_array_index (peak->variables, PoplensStepVariable, i);
    while (v < self->n_variables && self->variable_id[v] < live->variable)
      v++;
    if (v < self->n_variables && self->variable_id[v] == live->variable)
      poplens_metric_add (&self->variable_peak[v], live->always_live + live->live);
  }
}

static void
costs_add_variables (Costs *self, const Input *in)
{
  g_autoptr (PoplensClassBytes) bytes = poplens_class_bytes_new (in->liveness, in->variables);
  g_autofree VariableBytes *held = g_new (VariableBytes, MAX (bytes->n, 1));
  gsize room = MAX (bytes->n, 1);
  guint32 step = poplens_liveness_peak_step (in->liveness);

  self->variable_id = g_new (guint32, room);
  self->variable_node = g_new (guint32, room);
  self->variable_bytes = g_new0 (gint64, room);
  self->variable_peak = g_new0 (gint64, room);
  for (guint32 i = 0; i < bytes->n; i++)
    held[i] = (VariableBytes){bytes->variable[i], bytes->bytes[i]};
  qsort (held, bytes->n, sizeof *held, compare_held);
  for (guint32 i = 0; i < bytes->n; i++)
    costs_add_variable (self, in->variables, held[i].variable, held[i].bytes);
  self->known[POPLENS_METRIC_VARIABLES] = self->known[POPLENS_METRIC_VARIABLE_BYTES] = TRUE;
  if (step == G_MAXUINT32)
    return;
  g_autoptr (PoplensLiveStep) peak = poplens_live_step_new (in->liveness, bytes, step);
  add_peak (self, peak);
  self->known[POPLENS_METRIC_PEAK_BYTES] = TRUE;
}

/* ---- all costs ------------------------------------------------------------------------------- */

static void
judge (Costs *self, const Input *in)
{
  self->known[POPLENS_METRIC_PROGRAMS] = TRUE;
  self->known[POPLENS_METRIC_EXECUTIONS] = in->execution != NULL;
  self->known[POPLENS_METRIC_TILE_CYCLES] = in->execution && in->row_tile_cycles;
  self->known[POPLENS_METRIC_STEP_CYCLES] = in->execution && in->row_step_cycles;
  self->known[POPLENS_METRIC_ESTIMATED_TILE_CYCLES] = in->estimated_tile != NULL;
  self->known[POPLENS_METRIC_ESTIMATED_STEP_CYCLES] = in->estimated_longest != NULL;
  self->known[POPLENS_METRIC_FLOPS] = in->vertices && any_list (in->vertices->compute_set_flops);
  self->known[POPLENS_METRIC_CONTROL_CODE] = any_list (in->programs->control_code);
  self->known[POPLENS_METRIC_EXCHANGE_CODE] =
      in->exchanges && any_list (in->exchanges->tables[POPLENS_EXCHANGE_INTERNAL].code);
  self->known[POPLENS_METRIC_VERTEX_CODE] =
      in->vertices && any_list (in->vertices->type_bytes[POPLENS_VERTEX_BYTES_CODE]);
}

static void
add_categories (Costs *self, const PoplensMemory *memory)
{
  static const struct {
    PoplensMetric metric;
    const char *category;
  } codes[] = {{POPLENS_METRIC_CONTROL_CODE, "controlCode"},
               {POPLENS_METRIC_EXCHANGE_CODE, "internalExchangeCode"},
               {POPLENS_METRIC_VERTEX_CODE, "vertexCode"}};

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++) {
    self->category[codes[i].metric] = -1;
    gint64 bytes = 0;
    if (category_bytes (memory, codes[i].category, &bytes))
      self->category[codes[i].metric] = bytes;
  }
}

/* Replaces indices of contexts by numbers of nodes (PoplensOperationNodes) in .program_node,
 * .variable_node and .users. */
static void
number_nodes (Costs *self)
{
  g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 *node;

  if (!self->contexts)
    return;
  g_array_append_vals (used, self->program_node, self->n_programs);
  g_array_append_vals (used, self->variable_node, self->n_variables);
  g_array_append_vals (used, self->users->data, self->users->len);
  node = (const guint32 *) (gpointer) used->data;
  self->nodes = poplens_operation_nodes_new (self->contexts, node, used->len,
                                             (guint32 *) (gpointer) used->data);
  memcpy (self->program_node, node, self->n_programs * sizeof *node);
  node += self->n_programs;
  if (self->n_variables)
    memcpy (self->variable_node, node, self->n_variables * sizeof *node);
  node += self->n_variables;
  if (self->users->len)
    memcpy (self->users->data, node, self->users->len * sizeof *node);
  self->kind_contexts = g_new0 (guint32, self->contexts->kinds->len + 1);
  for (guint32 c = 0; c < self->contexts->n; c++)
    self->kind_contexts[self->contexts->kind[c]]++;
}

PoplensOperationCosts *
poplens_operation_costs_new (const PoplensOperationInput *input, GCancellable *cancellable)
{
  g_autoptr (PoplensOperationCosts) self = g_new0 (PoplensOperationCosts, 1);

  self->contexts = input->contexts;
  self->n_programs = input->programs->n;
  self->program_node = g_new (guint32, MAX (self->n_programs, 1));
  self->program_costs = g_new0 (gint64, MAX ((gsize) self->n_programs * POPLENS_N_METRICS, 1));
  self->code = g_array_new (FALSE, FALSE, sizeof (PoplensSharedCode));
  self->users = g_array_new (FALSE, FALSE, sizeof (guint32));
  judge (self, input);
  for (guint32 p = 0; p < self->n_programs; p++)
    add_program (self, input, p);
  add_steps (self, input);
  if (g_cancellable_is_cancelled (cancellable))
    return NULL;
  if (self->known[POPLENS_METRIC_VERTEX_CODE])
    add_vertex_code (self, input);
  if (self->known[POPLENS_METRIC_EXCHANGE_CODE])
    add_exchange_code (self, input);
  add_categories (self, input->memory);
  if (input->liveness && input->variables)
    costs_add_variables (self, input);
  number_nodes (self);
  return g_cancellable_is_cancelled (cancellable) ? NULL : g_steal_pointer (&self);
}

void
poplens_operation_costs_free (PoplensOperationCosts *self)
{
  if (!self)
    return;
  poplens_operation_nodes_free (self->nodes);
  g_free (self->kind_contexts);
  g_free (self->program_node);
  g_free (self->program_costs);
  g_free (self->variable_id);
  g_free (self->variable_node);
  g_free (self->variable_bytes);
  g_free (self->variable_peak);
  g_array_unref (self->code);
  g_array_unref (self->users);
  g_free (self);
}

gboolean
poplens_operation_costs_knows (const PoplensOperationCosts *self, PoplensMetric metric)
{
  return self->known[metric];
}

gint64
poplens_operation_costs_program (const PoplensOperationCosts *self, guint32 program,
                                 PoplensMetric metric)
{
  return self->program_costs[(gsize) program * POPLENS_N_METRICS + metric];
}

gint64
poplens_operation_costs_variable (const PoplensOperationCosts *self, guint32 variable,
                                  PoplensMetric metric)
{
  return metric == POPLENS_METRIC_VARIABLE_BYTES ? self->variable_bytes[variable]
         : metric == POPLENS_METRIC_PEAK_BYTES   ? self->variable_peak[variable]
         : metric == POPLENS_METRIC_VARIABLES ? self->variable_id[variable] != POPLENS_NO_VARIABLE
                                              : 0;
}
