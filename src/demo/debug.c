/* Writes debug.cbor: debug contexts with their layers' attributes, encoded with libcbor. */
#include "demo/debug.h"

#include "demo/db.h"
#include "demo/prng.h"

#include <cbor.h>
#include <string.h>

/* ---- cbor ------------------------------------------------------------------------------------ */

/* CBOR items, written one after the other by libcbor's encoders. */

typedef struct {
  DemoOutput *out;
  GHashTable *string_id; /* string → number in the string table + 1 */
  GPtrArray *strings;
} DemoCbor;

/* Writes the head of an item, which has at most nine bytes. */
#define HEAD(self, call)                                                                           \
  do {                                                                                             \
    unsigned char head[9];                                                                         \
    gsize n_bytes = call;                                                                          \
    demo_output_write ((self)->out, head, n_bytes);                                                \
  } while (0)

static void
demo_cbor_map (DemoCbor *self, gsize n)
{
  HEAD (self, cbor_encode_map_start (n, head, sizeof head));
}

static void
demo_cbor_array (DemoCbor *self, gsize n)
{
  HEAD (self, cbor_encode_array_start (n, head, sizeof head));
}

static void
demo_cbor_text (DemoCbor *self, const char *text)
{
  gsize n = strlen (text);

  HEAD (self, cbor_encode_string_start (n, head, sizeof head));
  demo_output_write (self->out, text, n);
}

static void
demo_cbor_number (DemoCbor *self, gint64 number)
{
  if (number < 0)
    HEAD (self, cbor_encode_negint ((guint64) (-1 - number), head, sizeof head));
  else
    HEAD (self, cbor_encode_uint ((guint64) number, head, sizeof head));
}

static void
demo_cbor_bool (DemoCbor *self, gboolean value)
{
  HEAD (self, cbor_encode_bool (value, head, sizeof head));
}

/* Write a key and a value of a map. */
static void
demo_cbor_key_text (DemoCbor *self, const char *key, const char *text)
{
  demo_cbor_text (self, key);
  demo_cbor_text (self, text);
}

static void
demo_cbor_key_number (DemoCbor *self, const char *key, gint64 number)
{
  demo_cbor_text (self, key);
  demo_cbor_number (self, number);
}

/* Writes the number of @string in the string table, which is the last item of the file. */
static void
demo_cbor_key_string (DemoCbor *self, const char *key, const char *string)
{
  gpointer known = g_hash_table_lookup (self->string_id, string);

  if (!known) {
    char *copy = g_strdup (string);
    g_ptr_array_add (self->strings, copy);
    known = GUINT_TO_POINTER (self->strings->len);
    g_hash_table_insert (self->string_id, copy, known);
  }
  demo_cbor_key_number (self, key, GPOINTER_TO_UINT (known) - 1);
}

/* ---- debug contexts -------------------------------------------------------------------------- */

typedef struct {
  const DemoContexts *contexts;
  const DemoPlan *plan;
  DemoCbor cbor;
  guint64 n, stop; /* contexts written so far; number after which writing stops, as if the program
                      were killed */
} DebugWriter;

/* Attributes that all contexts have. */
typedef struct {
  guint id, parent; /* ids in the file; .parent 0: none */
  const char *layer, *name, *file, *function;
  guint line;
} Common;

static gboolean
debug_has_more (DebugWriter *w)
{
  return w->n < w->stop && demo_output_good (w->cbor.out);
}

/* Writes "id", "layer" and "location". Keys are sorted, so "name" and "parentId" follow later. */
static void
write_context_begin (DebugWriter *w, const Common *c)
{
  demo_cbor_key_number (&w->cbor, "id", c->id);
  demo_cbor_key_text (&w->cbor, "layer", c->layer);
  demo_cbor_text (&w->cbor, "location");
  demo_cbor_map (&w->cbor, 3);
  demo_cbor_key_string (&w->cbor, "fileName", c->file);
  demo_cbor_key_string (&w->cbor, "functionName", c->function);
  demo_cbor_key_number (&w->cbor, "lineNumber", c->line);
}

static void
write_context_end (DebugWriter *w, const Common *c)
{
  if (c->parent)
    demo_cbor_key_number (&w->cbor, "parentId", c->parent);
  w->n++;
}

static guint
count_pairs (const Common *c, guint own)
{
  return own + (c->parent ? 5 : 4);
}

static guint64
chance (const DebugWriter *w, guint id, guint what)
{
  return demo_hash (w->plan->seed, 6100 + what, id);
}

#define PICK(list, number) ((list)[(number) % G_N_ELEMENTS (list)])

static void
shape (DebugWriter *w, guint id)
{
  static const guint sizes[] = {1, 2, 4, 16, 64, 128, 384, 512, 1024, 1472, 4096, 30528};
  guint n = 1 + chance (w, id, 1) % 3;

  demo_cbor_array (&w->cbor, n);
  for (guint i = 0; i < n; i++)
    demo_cbor_number (&w->cbor, PICK (sizes, chance (w, id, 2 + i)));
}

static char *
shape_text (const DebugWriter *w, guint id, guint what)
{
  static const guint sizes[] = {16, 64, 128, 384, 512, 1024, 4096};

  return g_strdup_printf ("[%u, %u]", PICK (sizes, chance (w, id, 10 + what)),
                          PICK (sizes, chance (w, id, 20 + what)));
}

static void
write_var (DebugWriter *w, const Common *c)
{
  demo_cbor_map (&w->cbor, count_pairs (c, 4));
  demo_cbor_key_text (&w->cbor, "category", "var");
  write_context_begin (w, c);
  demo_cbor_key_number (&w->cbor, "mappingMethod", 0);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  write_context_end (w, c);
  demo_cbor_text (&w->cbor, "shape");
  shape (w, c->id);
  demo_cbor_key_text (&w->cbor, "type", demo_contexts_element (w->plan, c->id));
}

static void
write_const (DebugWriter *w, const Common *c)
{
  demo_cbor_map (&w->cbor, count_pairs (c, 4));
  demo_cbor_key_number (&w->cbor, "broadcast", 1);
  demo_cbor_key_text (&w->cbor, "category", "varConst");
  write_context_begin (w, c);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  write_context_end (w, c);
  demo_cbor_text (&w->cbor, "shape");
  shape (w, c->id);
  demo_cbor_text (&w->cbor, "traits");
  demo_cbor_map (&w->cbor, 5);
  demo_cbor_key_number (&w->cbor, "align", 4);
  demo_cbor_text (&w->cbor, "isFloat"), demo_cbor_bool (&w->cbor, TRUE);
  demo_cbor_text (&w->cbor, "isIntegral"), demo_cbor_bool (&w->cbor, FALSE);
  demo_cbor_text (&w->cbor, "isSigned"), demo_cbor_bool (&w->cbor, TRUE);
  demo_cbor_key_number (&w->cbor, "size", 4);
}

/* Writes a context of poplar: a program, a compute set or the compilation. @type: (nullable): type
 * of a program; other contexts have none. */
static void
write_plain (DebugWriter *w, const Common *c, const char *category, const char *type)
{
  demo_cbor_map (&w->cbor, count_pairs (c, type ? 2 : 1));
  demo_cbor_key_text (&w->cbor, "category", category);
  write_context_begin (w, c);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  write_context_end (w, c);
  if (type)
    demo_cbor_key_text (&w->cbor, "type", type);
}

static void
tensor_argument (DebugWriter *w, const char *key, guint id, guint what)
{
  g_autofree char *text = shape_text (w, id, what);

  demo_cbor_text (&w->cbor, key);
  demo_cbor_map (&w->cbor, 2);
  demo_cbor_key_text (&w->cbor, "shape", text);
  demo_cbor_key_text (&w->cbor, "type", what % 2 ? "float" : "half");
}

static void
write_library (DebugWriter *w, const Common *c, const char *api)
{
  demo_cbor_map (&w->cbor, count_pairs (c, 3));
  demo_cbor_key_text (&w->cbor, "api", api);
  demo_cbor_text (&w->cbor, "args");
  demo_cbor_map (&w->cbor, 4);
  tensor_argument (w, "A", c->id, 0);
  tensor_argument (w, "B", c->id, 1);
  demo_cbor_text (&w->cbor, "options");
  demo_cbor_map (&w->cbor, 2);
  demo_cbor_key_text (&w->cbor, "availableMemoryProportion", "0.28");
  demo_cbor_key_text (&w->cbor, "partialsType", "half");
  demo_cbor_key_text (&w->cbor, "prog", "<poplar::program::Sequence>");
  write_context_begin (w, c);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  demo_cbor_text (&w->cbor, "outputs");
  demo_cbor_map (&w->cbor, 1);
  tensor_argument (w, "output", c->id, 2);
  write_context_end (w, c);
}

static const char *
api_of (const char *type)
{
  static const struct {
    const char *type, *api;
  } known[] = {
      {"matmul", "matMul"},     {"gelu", "nonLinearity"},    {"softmax", "softmax"},
      {"gather", "multiSlice"}, {"transpose", "dimShuffle"}, {"elementwise", "map"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].type, type) == 0)
      return known[i].api;
  return "map";
}

/* A library call makes groups of this many contexts. A group is a nested call with its tensors and
 * programs. */
#define INNER_GROUP 9

static void
write_inner_leaf (DebugWriter *w, guint id, guint parent)
{
  static const char *const names[] = {"partials", "rearranged", "Convolve",  "weights",
                                      "out",      "PreArrange", "reduced",   "slice",
                                      "in",       "OnTileCopy", "Transpose", ""};
  static const char *const types[] = {"Copy", "Execute", "Sequence", "WriteUndef", "Copy"};
  guint what = chance (w, id, 30) % 10;
  Common c = {id,
              parent,
              "poplar",
              PICK (names, chance (w, id, 31)),
              "src/poplin/ConvPlan.cpp",
              "build",
              40 + (guint) (chance (w, id, 32) % 900)};

  if (what < 5)
    write_var (w, &c);
  else if (what < 6)
    write_const (w, &c);
  else if (what < 8)
    write_plain (w, &c, "program", PICK (types, chance (w, id, 33)));
  else
    write_plain (w, &c, "computeSet", NULL);
}

static void
write_inner (DebugWriter *w, guint call, guint call_id)
{
  static const char *const apis[] = {"convolution", "mapInPlace", "reduceWithOutput", "createInput",
                                     "cast"};
  guint n = demo_contexts_inner (w->contexts, call);

  for (guint from = 0; from < n && debug_has_more (w); from += INNER_GROUP) {
    guint id = call_id + 1 + from, last = MIN (from + INNER_GROUP, n);
    for (guint i = from + 1; i < last && debug_has_more (w); i++)
      write_inner_leaf (w, call_id + 1 + i, id);
    const char *api = PICK (apis, chance (w, id, 34));
    Common c = {id,
                call_id,
                "poplibs",
                api,
                "src/poplin/Convolution.cpp",
                api,
                100 + (guint) (chance (w, id, 35) % 900)};
    if (debug_has_more (w))
      write_library (w, &c, api);
  }
}

/* Returns the name of a framework context's operation in its graph. (transfer full) */
static char *
node_name (const DebugWriter *w, guint framework)
{
  const DemoContext *x = demo_contexts_get (w->contexts, framework);

  return g_strdup_printf ("%s.%u", demo_contexts_string (w->contexts, x->type), x->id + 1);
}

/* Returns the name of the operation's tensor. The name contains the operation's path, because names
 * of tensors are unique in a graph. (transfer full) */
static char *
tensor_name (const DebugWriter *w, guint framework)
{
  const DemoContext *x = demo_contexts_get (w->contexts, framework);

  return g_strdup_printf ("%s/%s:0", demo_contexts_string (w->contexts, x->name),
                          demo_contexts_string (w->contexts, x->type));
}

/* Writes the names of the tensors that an operation reads. If there are none, writes "Init", an
 * input of the graph. */
static void
write_inputs (DebugWriter *w, guint framework)
{
  g_autoptr (GArray) read = demo_contexts_neighbours (w->contexts, framework, FALSE);

  demo_cbor_text (&w->cbor, "inputs");
  demo_cbor_array (&w->cbor, MAX (read->len, 1));
  for (guint i = 0; i < read->len; i++) {
    g_autofree char *name = tensor_name (w, g_array_index (read, guint, i));
    demo_cbor_text (&w->cbor, name);
  }
  if (!read->len)
    demo_cbor_text (&w->cbor, "Init");
}

static void
write_output (DebugWriter *w, guint framework)
{
  g_autofree char *name = tensor_name (w, framework);

  demo_cbor_text (&w->cbor, "outputs");
  demo_cbor_array (&w->cbor, 1);
  demo_cbor_text (&w->cbor, name);
}

/* Writes a map with names of operations as keys, as TensorFlow's driver does. */
static void
write_nodes (DebugWriter *w, const char *key, const GArray *nodes)
{
  demo_cbor_text (&w->cbor, key);
  demo_cbor_map (&w->cbor, nodes->len);
  for (guint i = 0; i < nodes->len; i++) {
    g_autofree char *name = node_name (w, g_array_index (nodes, guint, i));
    demo_cbor_key_text (&w->cbor, name, "");
  }
}

static void
write_xla_op (DebugWriter *w, const Common *c, const char *type)
{
  demo_cbor_map (&w->cbor, count_pairs (c, 5));
  demo_cbor_key_text (&w->cbor, "category", "op");
  write_context_begin (w, c);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  demo_cbor_key_text (&w->cbor, "op_name", c->name);
  demo_cbor_key_text (&w->cbor, "op_type", type);
  write_context_end (w, c);
  demo_cbor_key_text (&w->cbor, "sourcefile", "/src/model/encoder.py");
  demo_cbor_key_number (&w->cbor, "sourceline", c->line);
}

static void
write_hlo (DebugWriter *w, const Common *c, const char *type, guint framework)
{
  g_autoptr (GArray) operands = demo_contexts_neighbours (w->contexts, framework, FALSE);
  g_autoptr (GArray) users = demo_contexts_neighbours (w->contexts, framework, TRUE);
  g_autofree char *name = node_name (w, framework);
  g_autofree char *shaped = shape_text (w, c->id, 3);
  g_autofree char *text = g_strdup_printf ("%%%s = f16%s %s(f16%s %%arg0, f16%s %%arg1), "
                                           "metadata={op_name=\"%s\"}",
                                           name, shaped, type, shaped, shaped, c->name);

  demo_cbor_map (&w->cbor, count_pairs (c, 11));
  demo_cbor_key_text (&w->cbor, "category", "op");
  demo_cbor_key_text (&w->cbor, "computation", "cluster_0");
  demo_cbor_key_number (&w->cbor, "computation_id", 1);
  demo_cbor_key_text (&w->cbor, "debug_string", text);
  demo_cbor_key_number (&w->cbor, "hlo_id", c->id % 16 ? (gint64) c->id : -1);
  demo_cbor_key_text (&w->cbor, "hlo_name", name);
  write_context_begin (w, c);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  demo_cbor_key_text (&w->cbor, "opcode", type);
  demo_cbor_key_number (&w->cbor, "operand_count", operands->len);
  write_nodes (w, "operands", operands);
  write_context_end (w, c);
  demo_cbor_key_text (&w->cbor, "signature", shaped);
  write_nodes (w, "users", users);
}

static void
write_driver (DebugWriter *w, const Common *c, const char *type)
{
  demo_cbor_map (&w->cbor, count_pairs (c, 2));
  demo_cbor_key_text (&w->cbor, "category", "op");
  demo_cbor_key_text (&w->cbor, "class", type);
  write_context_begin (w, c);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  write_context_end (w, c);
}

static void
write_poptorch (DebugWriter *w, const Common *c, const char *type)
{
  g_autofree char *schema = g_strdup_printf ("aten::%s(Tensor self, Tensor other) -> Tensor", type);

  demo_cbor_map (&w->cbor, count_pairs (c, 3));
  write_context_begin (w, c);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  demo_cbor_key_text (&w->cbor, "op_name", c->name);
  demo_cbor_key_text (&w->cbor, "op_type", type);
  write_context_end (w, c);
  demo_cbor_key_text (&w->cbor, "torch_schema", schema);
}

static void
write_builder (DebugWriter *w, const Common *c, const char *type, guint framework)
{
  demo_cbor_map (&w->cbor, count_pairs (c, 5));
  demo_cbor_key_text (&w->cbor, "api", type);
  demo_cbor_text (&w->cbor, "attributes");
  demo_cbor_map (&w->cbor, 0);
  demo_cbor_key_text (&w->cbor, "category", "api");
  write_context_begin (w, c);
  write_inputs (w, framework);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  write_output (w, framework);
  write_context_end (w, c);
}

static void
write_popart (DebugWriter *w, const Common *c, const char *type, guint number, guint framework)
{
  g_autofree char *opid = g_strdup_printf ("ai.onnx.%s:9", type);
  g_autofree char *instance = g_strdup_printf ("%u", number);

  demo_cbor_map (&w->cbor, count_pairs (c, 8));
  demo_cbor_text (&w->cbor, "attributes");
  demo_cbor_map (&w->cbor, 2);
  demo_cbor_key_text (&w->cbor, "__execution_mode", "1");
  demo_cbor_key_text (&w->cbor, "__ipu_number", "0");
  demo_cbor_key_text (&w->cbor, "category", "op");
  demo_cbor_key_number (&w->cbor, "discard", 0);
  demo_cbor_key_text (&w->cbor, "graphId", "");
  write_context_begin (w, c);
  write_inputs (w, framework);
  demo_cbor_key_text (&w->cbor, "instanceId", instance);
  demo_cbor_key_string (&w->cbor, "name", c->name);
  demo_cbor_key_text (&w->cbor, "opid", opid);
  write_output (w, framework);
  write_context_end (w, c);
}

static void
write_context (DebugWriter *w, guint i)
{
  static const char *const layers[][3] = {{"xla_op", "hloinstruction", "poplar_driver"},
                                          {"poptorch", "popartbuilder", "popart"}};
  static const char *const files[][3] = {
      {"/src/model/encoder.py", "compiler/plugin/poplar/driver/visitors/entry_visitor.cc",
       "compiler/plugin/poplar/driver/ops/matmul.cc"},
      {"/src/modeling/modeling.py", "willow/src/builder.cpp", "willow/src/popx/op/matmulx.cpp"}};
  const DemoContext *x = demo_contexts_get (w->contexts, i);
  const char *type = demo_contexts_string (w->contexts, x->type);
  guint poptorch = w->plan->framework == DEMO_POPTORCH, layer = MIN (x->kind, 2);
  guint parent = demo_contexts_id (w->contexts, x->parent);
  guint framework = demo_contexts_framework (w->contexts, i);
  Common c = {x->id,
              parent,
              x->kind <= DEMO_CTX_DRIVER    ? layers[poptorch][layer]
              : x->kind == DEMO_CTX_LIBRARY ? "poplibs"
                                            : "poplar",
              demo_contexts_string (w->contexts, x->name),
              x->kind <= DEMO_CTX_DRIVER ? files[poptorch][layer] : "src/popops/ElementWise.cpp",
              type,
              x->line};

  switch (x->kind) {
  case DEMO_CTX_FRAMEWORK:
    poptorch ? write_poptorch (w, &c, type) : write_xla_op (w, &c, type);
    break;
  case DEMO_CTX_GRAPH:
    poptorch ? write_builder (w, &c, type, framework) : write_hlo (w, &c, type, framework);
    break;
  case DEMO_CTX_DRIVER:
    poptorch ? write_popart (w, &c, type, x->number, framework) : write_driver (w, &c, type);
    break;
  case DEMO_CTX_LIBRARY:
    write_library (w, &c, api_of (type));
    break;
  case DEMO_CTX_VAR:
    write_var (w, &c);
    break;
  case DEMO_CTX_CONST:
    write_const (w, &c);
    break;
  case DEMO_CTX_COMPUTE_SET:
    write_plain (w, &c, "computeSet", NULL);
    break;
  case DEMO_CTX_PROGRAM:
    write_plain (w, &c, "program", type);
    break;
  case DEMO_CTX_COMPILATION:
  default:
    write_plain (w, &c, "compilation", NULL);
  }
}

/* Writes the contexts of one operation after the other, children before their parents. The contexts
 * of an operation begin with its framework context, and end before the next one. */
static void
write_contexts (DebugWriter *w)
{
  guint n = demo_contexts_n (w->contexts);

  for (guint first = 1, next; first < n && debug_has_more (w); first = next) {
    guint call = first;
    for (next = first + 1; next < n; next++) {
      DemoContextKind kind = demo_contexts_get (w->contexts, next)->kind;
      if (kind == DEMO_CTX_FRAMEWORK)
        break;
      if (kind <= DEMO_CTX_LIBRARY)
        call = next;
    }
    write_inner (w, call, demo_contexts_id (w->contexts, call));
    for (guint i = call + 1; i < next && debug_has_more (w); i++)
      write_context (w, i);
    for (guint i = call + 1; i-- > first && debug_has_more (w);)
      write_context (w, i);
  }
  if (debug_has_more (w))
    write_context (w, 0);
}

gboolean
demo_debug_write (const DemoModel *m, const char *path, GCancellable *cancellable, GError **error)
{
  DemoOutput *out = demo_output_new (path, cancellable, error);

  if (!out)
    return FALSE;
  gboolean strings = !(m->plan->without & DEMO_PART_STRINGS);
  DebugWriter w = {m->contexts, m->plan, {0}, 0, G_MAXUINT64};
  w.cbor.out = out;
  w.cbor.strings = g_ptr_array_new_with_free_func (g_free);
  w.cbor.string_id = g_hash_table_new (g_str_hash, g_str_equal);
  /* End the file after three fifths of the contexts. The highest id, the compilation's, serves as
   * their number. */
  if (m->plan->cut_debug)
    w.stop = demo_contexts_id (m->contexts, 0) * 3 / 5;
  demo_cbor_map (&w.cbor, strings ? 2 : 1);
  demo_cbor_text (&w.cbor, "contexts");
  HEAD (&w.cbor, cbor_encode_indef_array_start (head, sizeof head));
  write_contexts (&w);
  if (!m->plan->cut_debug) {
    HEAD (&w.cbor, cbor_encode_break (head, sizeof head));
    if (strings) {
      demo_cbor_text (&w.cbor, "stringTable");
      demo_cbor_array (&w.cbor, w.cbor.strings->len);
      for (guint i = 0; i < w.cbor.strings->len; i++)
        demo_cbor_text (&w.cbor, g_ptr_array_index (w.cbor.strings, i));
    }
  }
  g_hash_table_unref (w.cbor.string_id);
  g_ptr_array_unref (w.cbor.strings);
  return demo_output_finish (out, error);
}
