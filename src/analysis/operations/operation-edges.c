/* Edges between operations, and how they are derived from the uses of variables. */
#include "analysis/operations/operation-edges.h"

void
poplens_operation_edges_free (PoplensOperationEdges *self)
{
  if (!self)
    return;
  g_array_unref (self->edges);
  poplens_strings_free (self->strings);
  g_free (self->recorded_by);
  g_free (self);
}

PoplensOperationEdges *
poplens_operation_edges_new (void)
{
  PoplensOperationEdges *self = g_new0 (PoplensOperationEdges, 1);

  self->edges = g_array_new (FALSE, FALSE, sizeof (PoplensOperationEdge));
  self->strings = poplens_strings_new ();
  return self;
}

static int
compare_edges (gconstpointer a, gconstpointer b, gpointer data)
{
  const PoplensOperationEdge *x = a, *y = b;
  const PoplensStrings *strings = data;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  return x->tensor == y->tensor ? 0
                                : g_strcmp0 (poplens_strings_get (strings, x->tensor),
                                             poplens_strings_get (strings, y->tensor));
}

void
poplens_operation_edges_finish (PoplensOperationEdges *self)
{
  guint n = 0;

  g_array_sort_with_data (self->edges, compare_edges, self->strings);
  for (guint i = 0; i < self->edges->len; i++) {
    PoplensOperationEdge edge = g_array_index (self->edges, PoplensOperationEdge, i);
    if (n && !compare_edges (&g_array_index (self->edges, PoplensOperationEdge, n - 1), &edge,
                             self->strings))
      continue;
    g_array_index (self->edges, PoplensOperationEdge, n++) = edge;
  }
  g_array_set_size (self->edges, n);
}

/* ---- derived --------------------------------------------------------------------------------- */

typedef struct {
  const PoplensOperations *operations;
  PoplensOperationEdges *edges;
  /* Unlowered ID → GArray of guint32: operations that write the variable, in the order of time. */
  GHashTable *writers;
  GHashTable *known; /* set of VariableLinks that have an edge */
} Derive;

/* Two operations, and a variable that the first writes and the second reads. */
typedef struct {
  guint32 from, to, variable;
} VariableLink;

static guint
link_hash (gconstpointer data)
{
  const VariableLink *link = data;

  return (link->from * 31u + link->to) * 31u + link->variable;
}

static gboolean
link_equal (gconstpointer a, gconstpointer b)
{
  const VariableLink *x = a, *y = b;

  return x->from == y->from && x->to == y->to && x->variable == y->variable;
}

static GArray *
writers_of (Derive *self, guint32 variable)
{
  GArray *writers = g_hash_table_lookup (self->writers, GUINT_TO_POINTER (variable));

  if (!writers) {
    writers = g_array_new (FALSE, FALSE, sizeof (guint32));
    g_hash_table_insert (self->writers, GUINT_TO_POINTER (variable), writers);
  }
  return writers;
}

static void
add_writer (GArray *writers, guint32 operation)
{
  for (guint i = 0; i < writers->len; i++)
    if (g_array_index (writers, guint32, i) == operation)
      return;
  g_array_append_val (writers, operation);
}

static gboolean
is_context (const Derive *self, guint32 operation)
{
  return g_array_index (self->operations->operations, PoplensOperation, operation).kind ==
         POPLENS_OPERATION_CONTEXT;
}

static void
add_reads (Derive *self, const GArray *writers, guint32 reader, guint32 variable)
{
  for (guint i = 0; i < writers->len; i++) {
    VariableLink link = {g_array_index (writers, guint32, i), reader, variable};
    if (link.from != reader && is_context (self, link.from) && is_context (self, reader) &&
        !g_hash_table_contains (self->known, &link))
      g_hash_table_add (self->known, g_memdup2 (&link, sizeof link));
  }
}

/* Adds a use as a write or as a read. If the file does not say which, the first use of a variable
 * is a write: a variable is written before it is read. Uses of an always-live variable are reads.
 */
static void
add_use (Derive *self, const PoplensVariableUse *use)
{
  guint32 operation = self->operations->program_operation[use->program];
  GArray *writers = writers_of (self, use->variable);

  if (use->kind == POPLENS_VARIABLE_WRITTEN ||
      (use->kind == POPLENS_VARIABLE_USED && !writers->len && !use->is_always_live))
    add_writer (writers, operation);
  else
    add_reads (self, writers, operation, use->variable);
}

static guint32
context_of (const Derive *self, guint32 operation)
{
  return g_array_index (self->operations->operations, PoplensOperation, operation).context;
}

PoplensOperationEdges *
poplens_operation_edges_derived (const PoplensOperations *operations, const GArray *uses,
                                 PoplensVariableNameFunc name, gconstpointer data)
{
  Derive self = {.operations = operations, .edges = poplens_operation_edges_new ()};
  GHashTableIter iter;
  gpointer link;

  self.writers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self.known = g_hash_table_new_full (link_hash, link_equal, g_free, NULL);
  for (guint i = 0; i < uses->len; i++)
    add_use (&self, &g_array_index (uses, PoplensVariableUse, i));
  g_hash_table_iter_init (&iter, self.known);
  while (g_hash_table_iter_next (&iter, &link, NULL)) {
    const VariableLink *one = link;
    PoplensOperationEdge edge = {
        context_of (&self, one->from), context_of (&self, one->to),
        poplens_strings_intern (self.edges->strings, name (data, one->variable), -1), 0, 0};
    g_array_append_val (self.edges->edges, edge);
  }
  g_hash_table_unref (self.known);
  g_hash_table_unref (self.writers);
  poplens_operation_edges_finish (self.edges);
  return self.edges;
}
