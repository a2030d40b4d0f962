#include "derived/compare/compare-operations.h"

#include <string.h>

/* ---- metrics ----------------------------------------------------------------------------------
 */

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
  return poplens_operation_ground_knows (self->of[POPLENS_FIRST].ground, metric) &&
         poplens_operation_ground_knows (self->of[POPLENS_SECOND].ground, metric);
}

PoplensMetric
poplens_compared_operations_metric (const PoplensComparedOperations *self,
                                    const PoplensLocation *location)
{
  const char *by = location ? poplens_location_get (location, "by") : NULL;

  for (guint m = 0; by && m < G_N_ELEMENTS (metrics); m++)
    if (g_str_equal (poplens_metric_key (metrics[m]), by))
      return metrics[m];
  for (guint m = 0; m < G_N_ELEMENTS (metrics); m++)
    if (poplens_compared_operations_know (self, metrics[m]))
      return metrics[m];
  return metrics[0];
}

/* ---- layers -----------------------------------------------------------------------------------
 */

/* In the layer @layer, else (nullable) the report's own choice. */
static gboolean
init_source (PoplensOperationSource *of, const PoplensCompareSource *source, PoplensSide side,
             const char *layer, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensLocation) plain = poplens_location_new (POPLENS_PAGE_OPERATIONS);
  g_autoptr (PoplensLocation) in = poplens_location_with (plain, "layer", layer);

  if (poplens_operation_source_init (of, source->of[side], in, cancellable, error))
    return TRUE;
  poplens_compare_source_blame (source, side, error);
  return FALSE;
}

static gboolean
has_layer (const PoplensOperationSource *of, const char *layer)
{
  for (guint i = 0; i < of->layers->len; i++)
    if (g_str_equal (
            poplens_strings_get (of->contexts->strings,
                                 g_array_index (of->layers, PoplensOperationLayer, i).name),
            layer))
      return TRUE;
  return FALSE;
}

gboolean
poplens_compared_operations_init (PoplensComparedOperations *self,
                                  const PoplensCompareSource *source,
                                  const PoplensLocation *location, GCancellable *cancellable,
                                  GError **error)
{
  const char *asked = location ? poplens_location_get (location, "layer") : NULL;
  gconstpointer programs[POPLENS_N_SIDES];

  if (!poplens_compare_source_load (source, POPLENS_PART_PROGRAMS, programs, cancellable, error) ||
      !init_source (&self->of[POPLENS_FIRST], source, POPLENS_FIRST, asked, cancellable, error) ||
      !init_source (&self->of[POPLENS_SECOND], source, POPLENS_SECOND, asked, cancellable, error))
    return FALSE;
  const char *first = poplens_operation_source_layer (&self->of[POPLENS_FIRST]);
  const char *second = poplens_operation_source_layer (&self->of[POPLENS_SECOND]);
  const gboolean has[] = {first != NULL,
                          second && (!first || has_layer (&self->of[POPLENS_SECOND], first))};
  g_autofree char *what = first && second
                              ? g_strdup_printf ("debug.cbor has no layer %s", first)
                              : g_strdup ("no operations: the report has no debug.cbor");
  if (!poplens_compare_source_require (source, has, what, error))
    return FALSE;
  if (g_str_equal (first, second))
    return TRUE;
  poplens_operation_source_clear (&self->of[POPLENS_SECOND]);
  self->of[POPLENS_SECOND] = (PoplensOperationSource){0};
  return init_source (&self->of[POPLENS_SECOND], source, POPLENS_SECOND, first, cancellable, error);
}

void
poplens_compared_operations_clear (PoplensComparedOperations *self)
{
  for (guint s = 0; s < POPLENS_N_SIDES; s++)
    poplens_operation_source_clear (&self->of[s]);
}
