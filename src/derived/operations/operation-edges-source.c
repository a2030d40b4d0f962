#include "derived/operations/operation-edges-source.h"

#include "analysis/insights/insights.h"
#include "base/error.h"
#include "derived/parts.h"

#include <pthread.h>
#include <string.h>

/* ---- what contexts record ----------------------------------------------------------------------
 */

typedef struct {
  PoplensOperationRecords *records;
  pthread_mutex_t lock;
  GHashTable *by_layer; /* name → PoplensOperationEdges */
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  poplens_operation_records_free (kept->records);
  g_hash_table_unref (kept->by_layer);
  pthread_mutex_destroy (&kept->lock);
  g_free (kept);
}

typedef struct {
  guint64 offset;
  guint32 context;
} Body;

static int
by_offset (gconstpointer a, gconstpointer b)
{
  const Body *x = a, *y = b;

  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* In the order in which they lie in the file. */
static gboolean
read_bodies (PoplensOperationRecords *records, PoplensReport *report,
             const PoplensDebugContexts *contexts, GCancellable *cancellable, GError **error)
{
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (Body));

  for (guint32 c = 0; c < contexts->n; c++) {
    Body body = {poplens_debug_context_offset (contexts, c), c};
    if (poplens_operation_records_wants (records, c))
      g_array_append_val (bodies, body);
  }
  g_array_sort (bodies, by_offset);
  for (guint i = 0; i < bodies->len; i++) {
    guint32 context = g_array_index (bodies, Body, i).context;
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        report, POPLENS_SLICE_BODY, contexts->id[context], cancellable, error);
    if (!slice)
      return FALSE;
    poplens_operation_records_add (records, context, slice);
  }
  return TRUE;
}

static gpointer
kept_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensDebugContexts *contexts = poplens_report_load_debug (report, cancellable, error);
  g_autoptr (PoplensOperationRecords) records = NULL;

  if (!contexts)
    return NULL;
  records = poplens_operation_records_new (contexts);
  if (!read_bodies (records, report, contexts, cancellable, error))
    return NULL;
  Kept *kept = g_new0 (Kept, 1);
  kept->records = g_steal_pointer (&records);
  pthread_mutex_init (&kept->lock, NULL);
  kept->by_layer = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) poplens_operation_edges_unref);
  return kept;
}

/* ---- uses of variables -------------------------------------------------------------------------
 */

/* Parts belong to the report. */
typedef struct {
  PoplensReport *report;
  GCancellable *cancellable;
  const PoplensLiveness *liveness;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;
  const PoplensExchanges *exchanges;
  const PoplensVariables *variables;
  GHashTable *rows;   /* id → row of lowered variables; NULL: ids are rows */
  GHashTable *always; /* class id, of those that are always live */
  gboolean *carries;  /* by category: is a message, or in another order, and holds another's data */
  GHashTable *regions; /* id of regions → GArray of guint32: unlowered variables, doubled; the low
                          bit: always-live */
  GHashTable *sets;    /* compute set → GArray of PoplensVariableUse, .program unset */
  GArray *uses;
} Maker;

static void
maker_clear (Maker *self)
{
  g_clear_pointer (&self->rows, g_hash_table_unref);
  g_clear_pointer (&self->always, g_hash_table_unref);
  g_clear_pointer (&self->carries, g_free);
  g_clear_pointer (&self->regions, g_hash_table_unref);
  g_clear_pointer (&self->sets, g_hash_table_unref);
  g_clear_pointer (&self->uses, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Maker, maker_clear)

static GHashTable *
lists_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
}

static gboolean
load (Maker *self, GError **error)
{
  if (!(self->liveness = poplens_report_load_liveness (self->report, self->cancellable, error)) ||
      !(self->programs = poplens_report_load_programs (self->report, self->cancellable, error)) ||
      !(self->vertices = poplens_report_load_vertices (self->report, self->cancellable, error)) ||
      !(self->exchanges = poplens_report_load_exchanges (self->report, self->cancellable, error)))
    return FALSE;
  self->variables = poplens_load_lowered (self->report, self->cancellable, error);
  return self->variables != NULL;
}

static void
index_variables (Maker *self)
{
  static const char *const carriers[] = {"message", "hostMessage", "globalMessage", "rearrangement",
                                         NULL};
  const PoplensVariables *v = self->variables;

  self->regions = lists_new ();
  self->sets = lists_new ();
  self->uses = g_array_new (FALSE, FALSE, sizeof (PoplensVariableUse));
  self->always = g_hash_table_new (NULL, NULL);
  for (guint32 c = 0; c < self->liveness->n_classes; c++)
    if (self->liveness->class_always_live[c])
      g_hash_table_add (self->always, GUINT_TO_POINTER (self->liveness->class_id[c]));
  self->carries = g_new0 (gboolean, MAX (v->n_categories, 1));
  for (guint32 c = 0; c < v->n_categories; c++)
    self->carries[c] = g_strv_contains (carriers, poplens_variables_category_name (v, c));
  if (!v->id)
    return;
  self->rows = g_hash_table_new (NULL, NULL);
  for (guint32 row = 0; row < v->n; row++)
    g_hash_table_insert (self->rows, GUINT_TO_POINTER (v->id[row]), GUINT_TO_POINTER (row));
}

/* The use of a lowered variable; FALSE where it is no part of one of the program's. A message
 * carries what another variable holds: to use it is to read that one, and to fill it is no write.
 */
static gboolean
find_use (const Maker *self, guint64 id, PoplensVariableUseKind kind, PoplensVariableUse *use)
{
  const PoplensVariables *v = self->variables;
  gpointer at = GUINT_TO_POINTER (id);
  guint32 row;

  if (id > G_MAXUINT32 || (self->rows && !g_hash_table_lookup_extended (self->rows, at, NULL, &at)))
    return FALSE;
  row = GPOINTER_TO_UINT (at);
  if (row >= v->n || v->unlowered[row] == G_MAXUINT32)
    return FALSE;
  *use = (PoplensVariableUse){.variable = v->unlowered[row],
                              .kind = (guint8) kind,
                              .is_always_live = g_hash_table_contains (
                                  self->always, GUINT_TO_POINTER (v->equivalence_class[row]))};
  if (!self->carries[v->category[row]])
    return TRUE;
  use->kind = POPLENS_VARIABLE_READ;
  return kind == POPLENS_VARIABLE_USED;
}

static GArray *
list_of (GHashTable *lists, guint32 key)
{
  GArray *list = g_hash_table_lookup (lists, GUINT_TO_POINTER (key));

  if (!list) {
    list = g_array_new (FALSE, FALSE, sizeof (PoplensVariableUse));
    g_hash_table_insert (lists, GUINT_TO_POINTER (key), list);
  }
  return list;
}

static int
compare_uses (gconstpointer a, gconstpointer b)
{
  const PoplensVariableUse *x = a, *y = b;

  if (x->variable != y->variable)
    return x->variable < y->variable ? -1 : 1;
  if (x->is_always_live != y->is_always_live)
    return x->is_always_live ? -1 : 1;
  return x->kind < y->kind ? -1 : x->kind > y->kind;
}

/* Of thousands of tiles one is enough. */
static void
sort_uses (GArray *list)
{
  guint n = 0;

  g_array_sort (list, compare_uses);
  for (guint i = 0; i < list->len; i++) {
    PoplensVariableUse use = g_array_index (list, PoplensVariableUse, i);
    if (n && g_array_index (list, PoplensVariableUse, n - 1).variable == use.variable &&
        g_array_index (list, PoplensVariableUse, n - 1).kind == use.kind)
      continue;
    g_array_index (list, PoplensVariableUse, n++) = use;
  }
  g_array_set_size (list, n);
}

static gboolean
read_regions (Maker *self, GError **error)
{
  GHashTableIter iter;
  gpointer list;

  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice = poplens_report_get_slice (
        self->report, POPLENS_SLICE_SCAN_REGIONS, key, self->cancellable, error);
    PoplensVariableUse use;
    if (!slice)
      return FALSE;
    for (guint32 i = 0; i < slice->n; i++)
      if (find_use (self, slice->regions[i].variable, POPLENS_VARIABLE_WRITTEN, &use))
        g_array_append_val (list_of (self->regions, slice->regions[i].id), use);
    key = slice->next;
  }
  g_hash_table_iter_init (&iter, self->regions);
  while (g_hash_table_iter_next (&iter, NULL, &list))
    sort_uses (list);
  return TRUE;
}

static const GArray *
list_compute_set (Maker *self, guint32 compute_set)
{
  GArray *list = g_hash_table_lookup (self->sets, GUINT_TO_POINTER (compute_set));
  guint32 row = poplens_vertices_find_compute_set (self->vertices, compute_set);

  if (list)
    return list;
  list = list_of (self->sets, compute_set);
  g_autoptr (GArray) ids =
      row == G_MAXUINT32 ? NULL : poplens_lists_values (self->vertices->compute_set_vars, row);
  for (guint i = 0; ids && i < ids->len; i++) {
    PoplensVariableUse use;
    if (find_use (self, g_array_index (ids, guint64, i), POPLENS_VARIABLE_USED, &use))
      g_array_append_val (list, use);
  }
  sort_uses (list);
  return list;
}

/* Reads before writes: an exchange takes its data away before it brings some. */
static void
add_uses (Maker *self, guint32 program, const GArray *list, gboolean all,
          PoplensVariableUseKind kind)
{
  for (guint i = 0; list && i < list->len; i++) {
    PoplensVariableUse use = g_array_index (list, PoplensVariableUse, i);
    use.program = program;
    if (!all)
      use.kind = (guint8) kind;
    g_array_append_val (self->uses, use);
  }
}

static void
add_regions (Maker *self, guint32 program, const guint32 *regions, guint32 row,
             PoplensVariableUseKind kind)
{
  if (regions && regions[row] != POPLENS_NO_REGIONS)
    add_uses (self, program, g_hash_table_lookup (self->regions, GUINT_TO_POINTER (regions[row])),
              FALSE, kind);
}

static void
add_exchange (Maker *self, guint32 program, PoplensExchangeKind kind, guint32 id)
{
  const PoplensExchanges *x = self->exchanges;
  guint32 row = poplens_exchanges_find (x, kind, id);

  if (row != G_MAXUINT32) {
    add_regions (self, program, x->tables[kind].source_regions, row, POPLENS_VARIABLE_READ);
    add_regions (self, program, x->tables[kind].destination_regions, row, POPLENS_VARIABLE_WRITTEN);
  }
  for (guint32 s = 0; kind == POPLENS_EXCHANGE_HOST && s < x->n_streams; s++)
    if (x->streams[s].mid_id == id && x->streams[s].regions != POPLENS_NO_REGIONS)
      add_regions (self, program, &x->streams[s].regions, 0,
                   x->streams[s].to_host ? POPLENS_VARIABLE_READ : POPLENS_VARIABLE_WRITTEN);
}

static void
add_step (Maker *self, guint32 step)
{
  guint32 row = poplens_programs_find (self->programs, self->liveness->program[step]);
  PoplensExchangeKind kind;

  if (row == POPLENS_NO_ROW)
    return;
  kind = poplens_program_exchange (self->programs, row);
  if (kind != POPLENS_N_EXCHANGE_KINDS)
    add_exchange (self, row, kind, self->programs->variant_index[row]);
  if (self->programs->compute_set[row] != POPLENS_NO_ROW)
    add_uses (self, row, list_compute_set (self, self->programs->compute_set[row]), TRUE, 0);
}

/* Reads all uses of variables into @self, in the order of program steps. FALSE with @error. */
static gboolean
read_uses (Maker *self, GError **error)
{
  if (!load (self, error))
    return FALSE;
  index_variables (self);
  if (!read_regions (self, error))
    return FALSE;
  for (guint32 s = 0; s < self->liveness->n_steps; s++) {
    if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
      return FALSE;
    add_step (self, s);
  }
  return TRUE;
}

static const char *
name_of (gconstpointer data, guint32 id)
{
  return poplens_variable_name (data, id);
}

static PoplensOperationEdges *
derive (PoplensReport *report, const PoplensOperations *operations, GCancellable *cancellable,
        GError **error)
{
  g_auto (Maker) self = {.report = report, .cancellable = cancellable};

  return read_uses (&self, error)
             ? poplens_operation_edges_derived (operations, self.uses, name_of, self.variables)
             : NULL;
}

/* ---- of a layer --------------------------------------------------------------------------------
 */

/* (transfer full) */
static PoplensOperationEdges *
find_kept (Kept *kept, const char *layer, PoplensOperationEdges *add)
{
  PoplensOperationEdges *known;

  pthread_mutex_lock (&kept->lock);
  known = g_hash_table_lookup (kept->by_layer, layer);
  if (!known && add) {
    known = add;
    g_hash_table_insert (kept->by_layer, g_strdup (layer), poplens_operation_edges_ref (add));
  }
  if (known)
    poplens_operation_edges_ref (known);
  pthread_mutex_unlock (&kept->lock);
  return known;
}

PoplensOperationEdges *
poplens_operation_edges_get (PoplensReport *report, const PoplensOperationSource *source,
                             GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-operation-edges", kept_new, NULL, kept_free};
  Kept *kept = poplens_report_derive (report, &derived, cancellable, error);
  const char *layer = poplens_operation_source_layer (source);
  PoplensOperationEdges *edges = NULL;

  if (kept && !layer)
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
                         "No debug context created a program.");
  if (kept && layer && !(edges = find_kept (kept, layer, NULL))) {
    g_autoptr (PoplensOperationEdges) made =
        poplens_operation_edges_recorded (kept->records, layer);
    if (!made)
      made = derive (report, source->operations, cancellable, error);
    if (made)
      edges = find_kept (kept, layer, made);
  }
  return edges;
}
