/* Reads the edges between operations from the tensors that debug contexts record. If no tensors are
 * recorded, derives edges from the uses of variables. */
#include "derived/operations/operation-edges-source.h"

#include "analysis/insights/insights.h"
#include "base/error.h"
#include "derived/variable-uses.h"

#include <pthread.h>
#include <string.h>

/* ---- tensors in debug contexts --------------------------------------------------------------- */

typedef struct {
  PoplensOperationRecords *records;
  pthread_mutex_t lock;
  GHashTable *by_layer; /* layer name → PoplensOperationEdges */
} EdgesCache;

static void
edges_cache_free (gpointer data)
{
  EdgesCache *kept = data;

  poplens_operation_records_free (kept->records);
  g_hash_table_unref (kept->by_layer);
  pthread_mutex_destroy (&kept->lock);
  g_free (kept);
}

typedef struct {
  guint64 offset;
  guint32 context;
} BodyOffset;

static int
compare_body_offsets (gconstpointer a, gconstpointer b)
{
  const BodyOffset *x = a, *y = b;

  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Reads the bodies of contexts that record tensors, in the order of the file. FALSE with @error. */
static gboolean
read_bodies (PoplensOperationRecords *records, PoplensReport *report,
             const PoplensDebugContexts *contexts, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (BodyOffset));

  for (guint32 c = 0; c < contexts->n; c++) {
    BodyOffset body = {poplens_debug_context_offset (contexts, c), c};
    if (poplens_operation_records_wants (records, c))
      g_array_append_val (bodies, body);
  }
  g_array_sort (bodies, compare_body_offsets);
  for (guint i = 0; i < bodies->len; i++) {
    guint32 context = g_array_index (bodies, BodyOffset, i).context;
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        report, POPLENS_SLICE_BODY, contexts->id[context], cancellable, error);
    if (!slice)
      return FALSE;
    poplens_operation_records_add (records, context, slice);
  }
  return TRUE;
}

static gpointer
edges_cache_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensDebugContexts *contexts = poplens_report_load_debug (report, cancellable, error);
  g_autoptr (PoplensOperationRecords) records = NULL;

  if (!contexts)
    return NULL;
  records = poplens_operation_records_new (contexts);
  if (!read_bodies (records, report, contexts, cancellable, error))
    return NULL;
  EdgesCache *kept = g_new0 (EdgesCache, 1);
  kept->records = g_steal_pointer (&records);
  pthread_mutex_init (&kept->lock, NULL);
  kept->by_layer = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) poplens_operation_edges_free);
  return kept;
}

/* ---- uses of variables ----------------------------------------------------------------------- */

typedef struct {
  PoplensUseParts parts;
  const PoplensVariables *variables;
  GHashTable *rows;   /* (nullable): id → row of lowered variables; NULL: ids are rows */
  GHashTable *always; /* set of the ids of always-live classes */
  /* by category: TRUE for messages and rearranged copies, which hold the data of other variables */
  gboolean *carries;
  GArray *uses; /* PoplensVariableUse */
} UseCollector;

static void
use_collector_clear (UseCollector *self)
{
  g_clear_pointer (&self->rows, g_hash_table_unref);
  g_clear_pointer (&self->always, g_hash_table_unref);
  g_clear_pointer (&self->carries, g_free);
  g_clear_pointer (&self->uses, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (UseCollector, use_collector_clear)

static void
index_variables (UseCollector *self)
{
  static const char *const carriers[] = {"message", "hostMessage", "globalMessage", "rearrangement",
                                         NULL};
  const PoplensVariables *v = self->variables;
  const PoplensLiveness *liveness = self->parts.liveness;

  self->uses = g_array_new (FALSE, FALSE, sizeof (PoplensVariableUse));
  self->always = g_hash_table_new (NULL, NULL);
  for (guint32 c = 0; c < liveness->n_classes; c++)
    if (liveness->class_always_live[c])
      g_hash_table_add (self->always, GUINT_TO_POINTER (liveness->class_id[c]));
  self->carries = g_new0 (gboolean, MAX (v->n_categories, 1));
  for (guint32 c = 0; c < v->n_categories; c++)
    self->carries[c] = g_strv_contains (carriers, poplens_variables_category_name (v, c));
  if (!v->id)
    return;
  self->rows = g_hash_table_new (NULL, NULL);
  for (guint32 row = 0; row < v->n; row++)
    g_hash_table_insert (self->rows, GUINT_TO_POINTER (v->id[row]), GUINT_TO_POINTER (row));
}

/* Layout of an item: bits 0 and 1 are the kind of use. CHANGES_BIT is set unless the variable is
 * always live. The upper bits are the id of the unlowered variable. */
#define CHANGES_BIT 4
#define KIND_BITS 3
#define VARIABLE_SHIFT 3

/* Returns the item of the lowered variable @id, or POPLENS_NO_ITEM if the use is ignored. A message
 * holds the data of another variable: a vertex that uses the message reads that variable, and
 * exchanges of the message are ignored. */
static guint64
find_use_item (gconstpointer data, guint64 id, PoplensVariableUseKind kind)
{
  const UseCollector *self = data;
  const PoplensVariables *v = self->variables;
  gpointer at = GUINT_TO_POINTER (id);
  guint32 row;

  if (id > G_MAXUINT32 || (self->rows && !g_hash_table_lookup_extended (self->rows, at, NULL, &at)))
    return POPLENS_NO_ITEM;
  row = GPOINTER_TO_UINT (at);
  if (row >= v->n || v->unlowered[row] == G_MAXUINT32 ||
      (self->carries[v->category[row]] && kind != POPLENS_VARIABLE_USED))
    return POPLENS_NO_ITEM;
  gboolean always =
      g_hash_table_contains (self->always, GUINT_TO_POINTER (v->equivalence_class[row]));
  if (self->carries[v->category[row]])
    kind = POPLENS_VARIABLE_READ;
  return (guint64) v->unlowered[row] << VARIABLE_SHIFT | (always ? 0 : CHANGES_BIT) | kind;
}

/* Decodes @item, and appends it to the uses that UseCollector collects. */
static void
collect_use (gpointer data, guint32 step, guint32 program, guint64 item,
             PoplensVariableUseKind kind)
{
  PoplensVariableUse use = {
      .variable = (guint32) (item >> VARIABLE_SHIFT),
      .program = program,
      .kind = (guint8) (kind == POPLENS_VARIABLE_USED ? item & KIND_BITS : kind),
      .is_always_live = !(item & CHANGES_BIT),
  };

  g_array_append_val (((UseCollector *) data)->uses, use);
}

static const char *
get_variable_name (gconstpointer data, guint32 id)
{
  return poplens_variable_name (data, id);
}

static PoplensOperationEdges *
derive_edges (PoplensReport *report, const PoplensOperations *operations, GCancellable *cancellable,
              GError **error)
{
  g_auto (UseCollector) self = {0};
  const PoplensUseVisitor visitor = {find_use_item, ~(guint64) CHANGES_BIT, collect_use, &self};

  if (!poplens_use_parts_load (&self.parts, report, cancellable, error) ||
      !(self.variables = poplens_report_load_lowered (report, cancellable, error)))
    return NULL;
  index_variables (&self);
  return poplens_variable_uses_visit (&self.parts, report, &visitor, cancellable, error)
             ? poplens_operation_edges_derived (operations, self.uses, get_variable_name,
                                                self.variables)
             : NULL;
}

/* ---- the edges of a layer -------------------------------------------------------------------- */

/* Returns the cached edges of @layer. If there are none, caches and returns @add. @add: (nullable)
 * (transfer full). (transfer none) (nullable) */
static const PoplensOperationEdges *
edges_cache_find (EdgesCache *kept, const char *layer, PoplensOperationEdges *add)
{
  PoplensOperationEdges *known;

  pthread_mutex_lock (&kept->lock);
  known = g_hash_table_lookup (kept->by_layer, layer);
  if (!known && add)
    g_hash_table_insert (kept->by_layer, g_strdup (layer), known = add);
  pthread_mutex_unlock (&kept->lock);
  if (known != add)
    poplens_operation_edges_free (add);
  return known;
}

const PoplensOperationEdges *
poplens_operation_edges_get (PoplensReport *report, const PoplensOperationSource *source,
                             GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-operation-edges", edges_cache_new, NULL,
                                         edges_cache_free};
  EdgesCache *kept = poplens_report_derive (report, &derived, cancellable, error);
  const char *layer = poplens_operation_source_layer (source);

  if (!kept)
    return NULL;
  if (!layer) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         "No debug context created a program.");
    return NULL;
  }
  const PoplensOperationEdges *edges = edges_cache_find (kept, layer, NULL);
  if (edges)
    return edges;
  PoplensOperationEdges *made = poplens_operation_edges_recorded (kept->records, layer);
  if (!made)
    made = derive_edges (report, source->operations, cancellable, error);
  return made ? edges_cache_find (kept, layer, made) : NULL;
}
