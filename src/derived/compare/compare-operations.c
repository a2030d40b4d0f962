/* Finds a layer of debug.cbor that two reports have in common, and a metric that is known in
 * both. */
#include "derived/compare/compare-operations.h"

#include <string.h>

/* ---- metrics --------------------------------------------------------------------------------- */

static const PoplensMetric metrics[] = {
    POPLENS_METRIC_TILE_CYCLES,    POPLENS_METRIC_STEP_CYCLES,  POPLENS_METRIC_PEAK_BYTES,
    POPLENS_METRIC_VARIABLE_BYTES, POPLENS_METRIC_CONTROL_CODE, POPLENS_METRIC_EXCHANGE_CODE,
    POPLENS_METRIC_VERTEX_CODE,    POPLENS_METRIC_EXECUTIONS,   POPLENS_METRIC_PROGRAMS};

const PoplensMetric *
poplens_compared_metrics (guint *n)
{
  *n = G_N_ELEMENTS (metrics);
  return metrics;
}

gboolean
poplens_compared_operations_know (const PoplensComparedOperations *self, PoplensMetric metric)
{
  return poplens_operation_costs_knows (self->of[POPLENS_FIRST].costs, metric) &&
         poplens_operation_costs_knows (self->of[POPLENS_SECOND].costs, metric);
}

PoplensMetric
poplens_compared_operations_metric (const PoplensComparedOperations *self,
                                    const PoplensLocation *location)
{
  const char *by = location ? poplens_location_get (location, "measure") : NULL;

  for (guint m = 0; by && m < G_N_ELEMENTS (metrics); m++)
    if (g_str_equal (poplens_metric_key (metrics[m]), by))
      return metrics[m];
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    if (poplens_compared_operations_know (self, metrics[m]))
      return metrics[m];
  return metrics[0];
}

/* ---- layers ---------------------------------------------------------------------------------- */

/* Initialises the source of one report. @layer: (nullable): NULL for the report's default layer.
 * FALSE with @error. */
static gboolean
init_operation_source (PoplensOperationSource *of, const PoplensCompareSource *source,
                       PoplensSide side, const char *layer, GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (PoplensLocation) plain = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) in = poplens_location_with (plain, "layer", layer);

  if (poplens_operation_source_init (of, source->of[side], in, cancellable, error))
    return TRUE;
  poplens_compare_source_blame (source, side, error);
  return FALSE;
}

static const char *
get_layer_name (const PoplensOperationSource *of, guint index)
{
  return poplens_strings_get (of->contexts->strings,
                              g_array_index (of->layers, PoplensOperationLayer, index).name);
}

static gboolean
has_layer (const PoplensOperationSource *of, const char *layer)
{
  for (guint i = 0; i < of->layers->len; i++)
    if (g_str_equal (get_layer_name (of, i), layer))
      return TRUE;
  return FALSE;
}

/* Returns the layer to compare: the default layer of the first report, or of the second, if the
 * other report has this layer. Else returns the outermost layer that both have. (transfer full)
 * (nullable): NULL if there is none */
static char *
find_common_layer (const PoplensComparedOperations *self)
{
  const PoplensOperationSource *of[] = {&self->of[POPLENS_FIRST], &self->of[POPLENS_SECOND]};

  for (guint s = 0; s < POPLENS_N_SIDES; s++) {
    const char *own = poplens_operation_source_layer (of[s]);
    if (own && has_layer (of[!s], own))
      return g_strdup (own);
  }
  for (guint i = 0; i < of[POPLENS_FIRST]->layers->len; i++)
    if (has_layer (of[POPLENS_SECOND], get_layer_name (of[POPLENS_FIRST], i)))
      return g_strdup (get_layer_name (of[POPLENS_FIRST], i));
  return NULL;
}

GArray *
poplens_compared_operations_layers (const PoplensComparedOperations *self, guint *current)
{
  const PoplensOperationSource *first = &self->of[POPLENS_FIRST];
  GArray *layers = g_array_new (FALSE, FALSE, sizeof (PoplensOperationLayer));

  for (guint i = 0; i < first->layers->len; i++) {
    if (i == first->layer)
      *current = layers->len;
    if (has_layer (&self->of[POPLENS_SECOND], get_layer_name (first, i)))
      g_array_append_val (layers, g_array_index (first->layers, PoplensOperationLayer, i));
  }
  return layers;
}

/* Makes @layer the layer of one report's source. FALSE with an error of the report. */
static gboolean
move_to_layer (PoplensComparedOperations *self, const PoplensCompareSource *source,
               PoplensSide side, const char *layer, GCancellable *cancellable, GError **error)
{
  PoplensOperationSource *of = &self->of[side];

  if (g_str_equal (poplens_operation_source_layer (of), layer))
    return TRUE;
  *of = (PoplensOperationSource){0};
  return init_operation_source (of, source, side, layer, cancellable, error);
}

/* Loads the operations of @layer into the cache of the report. Ignores errors: the caller loads the
 * operations again, and reports them. */
static void
preload_operations (PoplensReport *report, gconstpointer layer, GCancellable *cancellable)
{
  g_autoptr (PoplensLocation) plain = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) in = poplens_location_with (plain, "layer", layer);
  PoplensOperationSource of;

  poplens_operation_source_init (&of, report, in, cancellable, NULL);
}

gboolean
poplens_compared_operations_init (PoplensComparedOperations *self,
                                  const PoplensCompareSource *source,
                                  const PoplensLocation *location, GCancellable *cancellable,
                                  GError **error)
{
  const char *asked = location ? poplens_location_get (location, "layer") : NULL;
  gconstpointer programs[POPLENS_N_SIDES];

  if (!poplens_compare_source_load (source, POPLENS_PART_PROGRAMS, programs, cancellable, error))
    return FALSE;
  poplens_compare_source_ahead (source, preload_operations, asked, cancellable);
  if (!init_operation_source (&self->of[POPLENS_FIRST], source, POPLENS_FIRST, asked, cancellable,
                              error) ||
      !init_operation_source (&self->of[POPLENS_SECOND], source, POPLENS_SECOND, asked, cancellable,
                              error))
    return FALSE;
  const char *first = poplens_operation_source_layer (&self->of[POPLENS_FIRST]);
  const char *second = poplens_operation_source_layer (&self->of[POPLENS_SECOND]);
  g_autofree char *layer = first && second ? find_common_layer (self) : NULL;
  const gboolean has[] = {first != NULL, second && (!first || layer)};
  g_autofree char *what = first && second ? g_strdup_printf ("debug.cbor has no layer %s", first)
                                          : g_strdup ("No debug.cbor, which names operations");
  return poplens_compare_source_require (source, has, what, error) &&
         move_to_layer (self, source, POPLENS_FIRST, layer, cancellable, error) &&
         move_to_layer (self, source, POPLENS_SECOND, layer, cancellable, error);
}
