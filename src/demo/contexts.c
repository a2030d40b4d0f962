/* Builds the tree of debug contexts, and the edges between operations. */
#include "demo/contexts.h"

#include "demo/prng.h"

#include <string.h>

/* The first context: programs of the compiler itself belong to it. */
#define COMPILATION 0

/* Framework contexts of two operations: .reader reads the result of .read. */
typedef struct {
  guint reader, read;
} Edge;

struct _DemoContexts {
  const DemoPlan *plan;
  GArray *all;   /* DemoContext */
  GArray *edges; /* Edge */
  GPtrArray *strings;
  GHashTable *string_id; /* string → id + 1 */
  char *path;            /* (nullable): path of the current operation */
  guint call; /* context of the current operation's library call; DEMO_NO_CONTEXT: no operation */
  guint n_calls;
  guint next; /* id of the next context */
};

static guint
intern (DemoContexts *self, const char *string)
{
  gpointer known = g_hash_table_lookup (self->string_id, string);

  if (known)
    return GPOINTER_TO_UINT (known) - 1;
  char *copy = g_strdup (string);
  g_ptr_array_add (self->strings, copy);
  g_hash_table_insert (self->string_id, copy, GUINT_TO_POINTER (self->strings->len));
  return self->strings->len - 1;
}

static guint
contexts_append (DemoContexts *self, guint parent, DemoContextKind kind, const char *name,
                 const char *type)
{
  guint n = self->all->len;
  DemoContext c = {.parent = parent,
                   .name = intern (self, name),
                   .type = intern (self, type ? type : ""),
                   .line = 20 + (guint) (demo_hash (self->plan->seed, 6000, n) % 900),
                   .number = self->n_calls,
                   .id = self->next,
                   .kind = kind};

  g_array_append_val (self->all, c);
  self->next += 1 + demo_contexts_inner (self, n);
  return n;
}

DemoContexts *
demo_contexts_new (const DemoPlan *plan)
{
  DemoContexts *self = g_new0 (DemoContexts, 1);

  self->plan = plan;
  self->all = g_array_new (FALSE, FALSE, sizeof (DemoContext));
  self->edges = g_array_new (FALSE, FALSE, sizeof (Edge));
  self->strings = g_ptr_array_new_with_free_func (g_free);
  self->string_id = g_hash_table_new (g_str_hash, g_str_equal);
  self->call = DEMO_NO_CONTEXT;
  contexts_append (self, DEMO_NO_CONTEXT, DEMO_CTX_COMPILATION, "", NULL);
  self->next = 1;
  return self;
}

void
demo_contexts_free (DemoContexts *self)
{
  g_array_unref (self->all);
  g_array_unref (self->edges);
  g_hash_table_unref (self->string_id);
  g_ptr_array_unref (self->strings);
  g_free (self->path);
  g_free (self);
}

void
demo_contexts_operation (DemoContexts *self, const char *path, const char *type)
{
  if (g_strcmp0 (path, self->path) == 0)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  self->call = DEMO_NO_CONTEXT;
  if (!path)
    return;
  const char *last = strrchr (path, '/') ? strrchr (path, '/') + 1 : path;
  guint parent = contexts_append (self, DEMO_NO_CONTEXT, DEMO_CTX_FRAMEWORK, path, type);
  for (DemoContextKind kind = DEMO_CTX_GRAPH; kind <= DEMO_CTX_LIBRARY; kind++)
    parent = contexts_append (self, parent, kind, last, type);
  self->call = parent;
  self->n_calls++;
}

guint
demo_contexts_framework (const DemoContexts *self, guint context)
{
  while (context != DEMO_NO_CONTEXT &&
         demo_contexts_get (self, context)->kind != DEMO_CTX_FRAMEWORK)
    context = demo_contexts_get (self, context)->parent;
  return context;
}

void
demo_contexts_read (DemoContexts *self, guint context)
{
  Edge edge = {demo_contexts_framework (self, self->call), demo_contexts_framework (self, context)};

  if (edge.reader == DEMO_NO_CONTEXT || edge.read == DEMO_NO_CONTEXT || edge.reader == edge.read)
    return;
  /* Search for the edge from the end, where the edges of the current operation are. */
  for (guint i = self->edges->len; i--;) {
    const Edge *known = &g_array_index (self->edges, Edge, i);
    if (known->reader != edge.reader)
      break;
    if (known->read == edge.read)
      return;
  }
  g_array_append_val (self->edges, edge);
}

GArray *
demo_contexts_neighbours (const DemoContexts *self, guint framework, gboolean users)
{
  GArray *out = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->edges->len; i++) {
    const Edge *edge = &g_array_index (self->edges, Edge, i);
    if ((users ? edge->read : edge->reader) == framework)
      g_array_append_val (out, *(users ? &edge->reader : &edge->read));
  }
  return out;
}

guint
demo_contexts_add (DemoContexts *self, DemoContextKind kind, const char *name, const char *type)
{
  if (self->call == DEMO_NO_CONTEXT)
    return kind == DEMO_CTX_PROGRAM ? COMPILATION : DEMO_NO_CONTEXT;
  return contexts_append (self, self->call, kind, name, type);
}

guint
demo_contexts_inner (const DemoContexts *self, guint context)
{
  if (demo_contexts_get (self, context)->kind != DEMO_CTX_LIBRARY)
    return 0;
  guint most = self->plan->contexts;
  return most / 2 + (guint) (demo_hash (self->plan->seed, 6001, context) % (most + 1));
}

void
demo_contexts_finish (DemoContexts *self)
{
  /* The compilation has the last id. */
  g_array_index (self->all, DemoContext, COMPILATION).id = self->next;
}

static gboolean
is_float (const char *type)
{
  return strcmp (type, "float") == 0;
}

static const char *
usual_element (guint64 seed, guint id)
{
  static const char *const types[] = {"half", "float", "unsigned int", "half"};

  return types[demo_hash (seed, 6106, id) % G_N_ELEMENTS (types)];
}

const char *
demo_contexts_element (const DemoPlan *plan, guint id)
{
  const char *type = usual_element (plan->seed, id);

  return plan->change.half && is_float (type) ? "half" : type;
}

gboolean
demo_contexts_was_float (const DemoContexts *self, guint context)
{
  return context != DEMO_NO_CONTEXT &&
         is_float (usual_element (self->plan->seed, demo_contexts_get (self, context)->id));
}

guint
demo_contexts_id (const DemoContexts *self, guint context)
{
  return context == DEMO_NO_CONTEXT ? 0 : demo_contexts_get (self, context)->id;
}

guint
demo_contexts_n (const DemoContexts *self)
{
  return self->all->len;
}

const DemoContext *
demo_contexts_get (const DemoContexts *self, guint context)
{
  return &g_array_index (self->all, DemoContext, context);
}

const char *
demo_contexts_string (const DemoContexts *self, guint string)
{
  return g_ptr_array_index (self->strings, string);
}
