/* Computes the operations of each layer, and caches them in the report. Finds the operation that a
 * location selects, and filters variables and programs by it. */
#include "derived/operations/operations-source.h"

#include "base/error.h"
#include "base/search.h"
#include "derived/operations/debug-source.h"
#include "derived/programs/program-sums.h"
#include "derived/trace/trace-sums.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMED 20 /* maximum number of layers in an error message */

/* The cache in the report. Operations of a layer are added when needed; entries never change. */
typedef struct _PoplensOperationsKept {
  PoplensOperationCosts *costs;
  GArray *layers;
  pthread_mutex_t lock;
  GHashTable *by_layer;         /* layer name → PoplensOperations */
  PoplensOperationPaths *paths; /* (nullable): NULL until needed */
} OperationsCache;

static void
operations_cache_free (gpointer data)
{
  OperationsCache *kept = data;

  g_hash_table_unref (kept->by_layer);
  poplens_operation_paths_free (kept->paths);
  g_array_unref (kept->layers);
  poplens_operation_costs_free (kept->costs);
  pthread_mutex_destroy (&kept->lock);
  g_free (kept);
}

/* Loads a part. If the part is absent or damaged, sets *@data to NULL and returns TRUE. FALSE with
 * any other @error, so that incomplete operations are not cached. */
static gboolean
load_if_good (PoplensReport *report, PoplensPart part, gconstpointer *data,
              GCancellable *cancellable, GError **error)
{
  GError *wrong = NULL;

  *data = part == POPLENS_PART_VARIABLES
              ? poplens_report_load_variables_brief (report, cancellable, &wrong)
              : poplens_report_load (report, part, cancellable, &wrong);
  return poplens_error_forgive_lack (wrong, error);
}

static gboolean
load_operation_parts (PoplensOperationInput *in, PoplensReport *report, GCancellable *cancellable,
                      GError **error)
{
  gconstpointer part[6];
  static const PoplensPart parts[] = {POPLENS_PART_DEBUG,     POPLENS_PART_VERTICES,
                                      POPLENS_PART_EXCHANGES, POPLENS_PART_LIVENESS,
                                      POPLENS_PART_VARIABLES, POPLENS_PART_MEMORY};

  g_autoptr (GError) wrong = NULL;

  /* Loads two parts at a time; errors are reported below, when each part is loaded. Lowered
   * variables are not needed. */
  poplens_report_load_parts (report,
                             POPLENS_OPERATION_PARTS & ~POPLENS_PART_BIT (POPLENS_PART_VARIABLES),
                             cancellable, &wrong);
  if (poplens_error_is_interruption (wrong)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  in->programs = poplens_report_load_programs (report, cancellable, error);
  if (!in->programs)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!load_if_good (report, parts[i], &part[i], cancellable, error))
      return FALSE;
  in->contexts = part[0];
  in->vertices = part[1];
  in->exchanges = part[2];
  in->liveness = part[3];
  in->variables = part[4];
  in->memory = part[5];
  return TRUE;
}

static gpointer
operations_cache_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  PoplensOperationInput in = {0};
  gconstpointer execution;
  const PoplensStepSums *sums = NULL;
  g_autoptr (PoplensProgramEstimates) estimates = NULL;

  if (!load_operation_parts (&in, report, cancellable, error) ||
      !load_if_good (report, POPLENS_PART_EXECUTION, &execution, cancellable, error))
    return NULL;
  in.execution = execution;
  if (in.execution && !(sums = poplens_step_sums_get (report, cancellable, error)))
    return NULL;
  if (!(estimates = poplens_program_estimates_get (report, cancellable, error)))
    return NULL;
  if (sums) {
    in.row_tile_cycles = sums->tiles ? sums->tile_cycles : NULL;
    in.row_step_cycles = sums->cycles;
  }
  if (estimates->n_estimated) {
    in.estimated_tile = estimates->tile_cycles;
    in.estimated_longest = estimates->longest;
  }
  PoplensOperationCosts *costs = poplens_operation_costs_new (&in, cancellable);
  if (!costs) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  OperationsCache *kept = g_new0 (OperationsCache, 1);
  kept->costs = costs;
  kept->layers = poplens_operation_layers (costs);
  pthread_mutex_init (&kept->lock, NULL);
  kept->by_layer = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) poplens_operations_free);
  return kept;
}

static const PoplensOperations *
get_layer_operations (OperationsCache *kept, const char *layer)
{
  PoplensOperations *operations;

  pthread_mutex_lock (&kept->lock);
  operations = g_hash_table_lookup (kept->by_layer, layer);
  if (!operations) {
    operations = poplens_operations_new (kept->costs, layer);
    g_hash_table_insert (kept->by_layer, g_strdup (layer), operations);
  }
  pthread_mutex_unlock (&kept->lock);
  return operations;
}

/* ---- layer and operation of a location ------------------------------------------------------- */

static const char *
source_layer_name (const PoplensOperationSource *self, guint layer)
{
  return poplens_strings_get (self->contexts->strings,
                              g_array_index (self->layers, PoplensOperationLayer, layer).name);
}

/* Returns the names of the first layers: "popart, poplibs, poplar". (transfer full) */
static GString *
list_layers (const PoplensOperationSource *self)
{
  GString *all = g_string_new (NULL);

  for (guint l = 0; l < MIN (self->layers->len, MOST_NAMED); l++)
    g_string_append_printf (all, "%s%s", l ? ", " : "", source_layer_name (self, l));
  if (self->layers->len > MOST_NAMED)
    g_string_append_printf (all, " and %u more", self->layers->len - MOST_NAMED);
  return all;
}

/* Finds the layer @named. @named: (nullable): NULL: the default layer. FALSE with USAGE if there is
 * no such layer. */
static gboolean
source_select_layer (PoplensOperationSource *self, const char *named, GError **error)
{
  g_autoptr (GString) all = NULL;

  if (!named) {
    self->layer = poplens_operation_layers_default (self->costs, self->layers);
    return TRUE;
  }
  for (self->layer = 0; self->layer < self->layers->len; self->layer++)
    if (!strcmp (source_layer_name (self, self->layer), named))
      return TRUE;
  all = list_layers (self);
  if (!self->layers->len)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown layer “%s”: the report has no debug contexts", named);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown layer “%s”; layers: %s", named,
                 all->str);
  return FALSE;
}

static guint32
find_kind_row (const PoplensOperations *operations, const char *named)
{
  for (guint32 i = operations->operations->len; i--;) {
    const PoplensOperation *row = &g_array_index (operations->operations, PoplensOperation, i);
    if (row->kind == POPLENS_OPERATION_CONTEXT)
      break;
    if (!strcmp (poplens_operation_kind_key (row->kind), named))
      return i;
  }
  return G_MAXUINT32;
}

guint32
poplens_operation_source_find (const PoplensOperationSource *self, const char *key)
{
  guint32 found = find_kind_row (self->operations, key);
  guint64 id;

  if (found == G_MAXUINT32 && self->contexts &&
      g_ascii_string_to_unsigned (key, 10, 0, G_MAXUINT64, &id, NULL)) {
    guint32 context = poplens_debug_contexts_find (self->contexts, id);
    if (context != POPLENS_NO_CONTEXT)
      found = poplens_operations_find (self->operations, context);
  }
  return found;
}

static gboolean
source_select_operation (PoplensOperationSource *self, const char *named, GError **error)
{
  self->selected = named ? poplens_operation_source_find (self, named) : G_MAXUINT32;
  if (!named)
    return TRUE;
  if (self->selected != G_MAXUINT32)
    return TRUE;
  if (self->layer == G_MAXUINT)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown operation “%s”: the report has no debug contexts; use unattributed, "
                 "shared-code, other-code or no-program",
                 named);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "unknown operation “%s” in the layer “%s”; use the ID of a "
                 "debug context with a program or a variable, or unattributed, shared-code, "
                 "other-code or no-program",
                 named, self->operations->layer);
  return FALSE;
}

static gboolean
report_progress (const PoplensWork *work, const char *what, guint done, GError **error)
{
  if (poplens_work_go_on (work, what, done, 4))
    return TRUE;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
  return FALSE;
}

gboolean
poplens_operation_source_prepare (PoplensReport *report, const PoplensWork *work, GError **error)
{
  GCancellable *cancellable = work ? work->cancellable : NULL;
  PoplensOperationSource source = {0};
  g_autoptr (PoplensProgramEstimates) estimates = NULL;

  if (!report_progress (work, "Adding up the steps of each program", 0, error))
    return FALSE;
  if (poplens_report_peek (report, POPLENS_PART_EXECUTION))
    poplens_step_sums_get (report, cancellable, NULL);
  if (!report_progress (work, "Adding up the estimates of each program", 1, error))
    return FALSE;
  estimates = poplens_program_estimates_get (report, cancellable, NULL);
  if (!report_progress (work, "Attributing programs and variables", 2, error))
    return FALSE;
  if (poplens_operation_source_init (&source, report, NULL, cancellable, NULL)) {
    if (!report_progress (work, "Naming operations", 3, error))
      return FALSE;
    poplens_path_tree_unref (poplens_operation_source_tree (&source));
  }
  return report_progress (work, "Naming operations", 4, error);
}

gboolean
poplens_operation_source_init (PoplensOperationSource *self, PoplensReport *report,
                               const PoplensLocation *location, GCancellable *cancellable,
                               GError **error)
{
  static const PoplensDerived derived = {"poplens-operations", operations_cache_new, NULL,
                                         operations_cache_free};
  OperationsCache *kept = poplens_report_derive (report, &derived, cancellable, error);

  *self = (PoplensOperationSource){.selected = G_MAXUINT32, .kept = kept};
  if (!kept)
    return FALSE;
  self->contexts = poplens_report_peek (report, POPLENS_PART_DEBUG);
  self->programs = poplens_report_peek (report, POPLENS_PART_PROGRAMS);
  self->costs = kept->costs;
  self->layers = kept->layers;
  if (!source_select_layer (self, location ? poplens_location_get (location, "layer") : NULL,
                            error))
    return FALSE;
  self->operations = get_layer_operations (
      kept, self->layer == G_MAXUINT ? "" : source_layer_name (self, self->layer));
  return source_select_operation (
      self, location ? poplens_location_get (location, "operation") : NULL, error);
}

PoplensPathTree *
poplens_operation_source_tree (const PoplensOperationSource *self)
{
  OperationsCache *kept = self->kept;

  pthread_mutex_lock (&kept->lock);
  if (!kept->paths)
    kept->paths = poplens_operation_paths_new (kept->costs);
  pthread_mutex_unlock (&kept->lock);
  return poplens_operation_paths_tree (kept->paths, self->operations);
}

gboolean
poplens_operation_source_metric (const PoplensOperationSource *self,
                                 const PoplensLocation *location, PoplensMetric *metric,
                                 GError **error)
{
  static const PoplensMetric first[] = {POPLENS_METRIC_TILE_CYCLES, POPLENS_METRIC_PEAK_BYTES,
                                        POPLENS_METRIC_CONTROL_CODE};
  const char *by = location ? poplens_location_get (location, "measure") : NULL;
  g_autoptr (GString) all = g_string_new (NULL);

  *metric = POPLENS_METRIC_PROGRAMS;
  for (guint i = G_N_ELEMENTS (first); i--;)
    if (poplens_operation_costs_knows (self->costs, first[i]))
      *metric = first[i];
  if (!by || poplens_metric_parse (by, metric))
    return TRUE;
  for (guint m = 0; m < POPLENS_N_METRICS; m++)
    g_string_append_printf (all, "%s%s", m ? ", " : "", poplens_metric_key (m));
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "unknown measure “%s”; use %s", by,
               all->str);
  return FALSE;
}

/* ---- names ----------------------------------------------------------------------------------- */

char *
poplens_operation_key (const PoplensOperationSource *self, guint32 operation)
{
  const PoplensOperation *row =
      &g_array_index (self->operations->operations, PoplensOperation, operation);

  if (row->kind != POPLENS_OPERATION_CONTEXT)
    return g_strdup (poplens_operation_kind_key (row->kind));
  return g_strdup_printf ("%" G_GUINT64_FORMAT, self->contexts->id[row->context]);
}

char *
poplens_operation_name (const PoplensOperationSource *self, guint32 operation)
{
  const PoplensOperation *row =
      &g_array_index (self->operations->operations, PoplensOperation, operation);

  return row->kind == POPLENS_OPERATION_CONTEXT
             ? poplens_operation_context_name (self->contexts, row->context)
             : g_strdup (poplens_operation_kind_name (row->kind));
}

const char *
poplens_operation_source_layer (const PoplensOperationSource *self)
{
  return self->layer == G_MAXUINT ? NULL : source_layer_name (self, self->layer);
}

char *
poplens_operation_title (const PoplensOperationSource *self)
{
  const PoplensOperation *row;

  if (self->selected == G_MAXUINT32)
    return g_strdup ("All operations");
  row = &g_array_index (self->operations->operations, PoplensOperation, self->selected);
  g_autofree char *name = poplens_operation_name (self, self->selected);
  g_autofree char *location = row->kind == POPLENS_OPERATION_CONTEXT
                                  ? poplens_debug_location (self->contexts, row->context)
                                  : NULL;
  if (row->kind != POPLENS_OPERATION_CONTEXT)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%s (%s)%s%s", name, poplens_operation_source_layer (self),
                          location ? ", " : "", location ? location : "");
}

/* ---- the selected operation ------------------------------------------------------------------ */

gboolean
poplens_operation_filter_is_asked (const PoplensLocation *location)
{
  if (!location)
    return FALSE;
  switch (poplens_location_get_page (location)) {
  case POPLENS_PAGE_MEMORY:
  case POPLENS_PAGE_LIVENESS:
  case POPLENS_PAGE_TRACE:
    return poplens_location_get (location, "operation") || poplens_location_get (location, "layer");
  default:
    return FALSE;
  }
}

gboolean
poplens_operation_filter_init (PoplensOperationFilter *self, PoplensReport *report,
                               const PoplensLocation *location, GCancellable *cancellable,
                               GError **error)
{
  *self = (PoplensOperationFilter){0};
  if (!poplens_operation_filter_is_asked (location))
    return TRUE;
  if (!poplens_operation_source_init (&self->source, report, location, cancellable, error))
    return FALSE;
  self->active = self->source.selected != G_MAXUINT32;
  return TRUE;
}

/* ---- the filter ------------------------------------------------------------------------------ */

static gboolean
is_selected (const PoplensOperationFilter *self, guint32 operation)
{
  return operation == self->source.selected;
}

static gboolean
is_selected_kind (const PoplensOperationFilter *self, PoplensOperationKind kind)
{
  return g_array_index (self->source.operations->operations, PoplensOperation,
                        self->source.selected)
             .kind == kind;
}

gboolean
poplens_operation_filter_has_variable (const PoplensOperationFilter *self, guint32 variable)
{
  const PoplensOperations *operations = self->source.operations;
  const guint32 *found;

  if (!self->active)
    return TRUE;
  found = operations->n_variables
              ? bsearch (&variable, operations->variable_id, operations->n_variables,
                         sizeof variable, poplens_compare_u32)
              : NULL;
  return found ? is_selected (self, operations->variable_operation[found - operations->variable_id])
               : is_selected_kind (self, POPLENS_OPERATION_UNATTRIBUTED);
}

gboolean
poplens_operation_filter_has_program (const PoplensOperationFilter *self, guint32 id)
{
  guint32 row;

  if (!self->active)
    return TRUE;
  if (id == POPLENS_NO_PROGRAM)
    return is_selected_kind (self, POPLENS_OPERATION_NO_PROGRAM);
  row = poplens_programs_find (self->source.programs, id);
  return row == POPLENS_NO_ROW
             ? is_selected_kind (self, POPLENS_OPERATION_UNATTRIBUTED)
             : is_selected (self, self->source.operations->program_operation[row]);
}

static gboolean
has_variable (gconstpointer self, guint32 variable)
{
  return poplens_operation_filter_has_variable (self, variable);
}

PoplensClassBytes *
poplens_operation_filter_bytes (const PoplensOperationFilter *self, PoplensClassBytes *bytes)
{
  g_autoptr (PoplensClassBytes) all = bytes;

  return self->active && all ? poplens_class_bytes_new_kept (all, has_variable, self)
                             : g_steal_pointer (&all);
}

char *
poplens_operation_filter_key (const PoplensOperationFilter *self)
{
  g_autofree char *operation = poplens_operation_key (&self->source, self->source.selected);

  return g_strconcat (self->source.operations->layer, "\n", operation, NULL);
}

/* ---- bytes of operations --------------------------------------------------------------------- */

static void
operation_bytes_clear (gpointer data)
{
  PoplensOperationBytes *self = data;

  g_free (self->key);
  g_free (self->title);
  g_free (self->always);
  g_free (self->others);
}

static PoplensOperationBytes *
operation_bytes_ref (PoplensOperationBytes *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
poplens_operation_bytes_unref (PoplensOperationBytes *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, operation_bytes_clear);
}

/* Adds the bytes of the operation's variables in @slice to their tiles. Skips rows that are sums
 * over all tiles. */
static void
add_operation_rows (PoplensOperationBytes *self, const PoplensOperationFilter *filter,
                    const PoplensLiveness *liveness, const PoplensSlice *slice)
{
  for (guint32 i = 0; i < slice->n; i++) {
    const PoplensScanClassBytes *row = &slice->scan_class_bytes[i];
    guint32 class_row;
    if (row->tile >= self->n_tiles ||
        !poplens_operation_filter_has_variable (filter, row->variable))
      continue;
    class_row = poplens_liveness_find_class (liveness, row->equivalence_class);
    if (class_row != G_MAXUINT32)
      (liveness->class_always_live[class_row] ? self->always : self->others)[row->tile] +=
          row->bytes;
  }
}

static gboolean
sum_operation_bytes (PoplensOperationBytes *self, const PoplensOperationFilter *filter,
                     PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);

  for (guint64 key = 0; liveness && key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_CLASS_BYTES, key, cancellable, error);
    if (!slice)
      return FALSE;
    add_operation_rows (self, filter, liveness, slice);
    key = slice->next;
  }
  return liveness != NULL;
}

/* Creates the result, with 0 bytes on each tile. (transfer full) */
static PoplensOperationBytes *
operation_bytes_new (const PoplensOperationFilter *filter, guint32 n_tiles)
{
  PoplensOperationBytes *self = g_atomic_rc_box_new0 (PoplensOperationBytes);

  self->key = poplens_operation_filter_key (filter);
  self->title = poplens_operation_title (&filter->source);
  self->n_tiles = n_tiles;
  self->always = g_new0 (guint64, MAX (n_tiles, 1));
  self->others = g_new0 (guint64, MAX (n_tiles, 1));
  return self;
}

static gpointer
dup_operation_bytes (gpointer self, gpointer user_data)
{
  return self ? operation_bytes_ref (self) : NULL;
}

gboolean
poplens_operation_bytes_get (PoplensReport *report, const PoplensLocation *location,
                             PoplensOperationBytes **bytes, GCancellable *cancellable,
                             GError **error)
{
  static const char name[] = "poplens-operation-bytes";
  PoplensOperationFilter filter = {0};
  g_autoptr (PoplensOperationBytes) self = NULL;
  const PoplensMemory *memory;

  *bytes = NULL;
  if (!poplens_operation_filter_init (&filter, report, location, cancellable, error))
    return FALSE;
  if (!filter.active)
    return TRUE;
  if (!(memory = poplens_report_load_memory (report, cancellable, error)))
    return FALSE;
  guint32 n_tiles = memory->n_tiles ? memory->tile[memory->n_tiles - 1] + 1 : 0;
  g_autofree char *key = poplens_operation_filter_key (&filter);
  self = g_object_dup_data (G_OBJECT (report), name, dup_operation_bytes, NULL);
  if (!self || strcmp (self->key, key)) {
    poplens_operation_bytes_unref (self);
    self = operation_bytes_new (&filter, n_tiles);
    if (!sum_operation_bytes (self, &filter, report, cancellable, error))
      return FALSE;
    g_object_set_data_full (G_OBJECT (report), name, operation_bytes_ref (self),
                            (GDestroyNotify) poplens_operation_bytes_unref);
  }
  *bytes = g_steal_pointer (&self);
  return TRUE;
}
