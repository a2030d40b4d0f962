/* Sums the cycles of steps by operation and by layer, and finds the largest sum. */
#include "analysis/time/time-costliest.h"

#include "analysis/time/time-layers.h"
#include "analysis/trace/name-parts.h"

#include <string.h>

GArray *
poplens_time_sum_names (const PoplensTime *time, PoplensStepNames *names, guint bounds,
                        guint64 from, guint64 to)
{
  GArray *sums = g_array_new (FALSE, TRUE, sizeof (guint64));

  for (guint i = 0; i < time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &time->ipus[i];
    for (guint s = 0; s < ipu->segments->len; s++) {
      const PoplensTimeSegment *segment = &g_array_index (ipu->segments, PoplensTimeSegment, s);
      guint64 begin = MAX (segment->from, from);
      guint64 end = MIN (poplens_time_segment_to (time, ipu, s), to);
      if (!(bounds & 1u << segment->bound) || segment->row == G_MAXUINT32 || begin >= end)
        continue;
      guint32 name = poplens_step_names_get (names, time->execution->row_step[segment->row]);
      if (name >= sums->len)
        g_array_set_size (sums, name + 1);
      g_array_index (sums, guint64, name) += end - begin;
    }
  }
  return sums;
}

GHashTable *
poplens_time_sums_new (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
poplens_time_sums_add (GHashTable *sums, char *name, guint64 cycles)
{
  guint64 *sum = name ? g_hash_table_lookup (sums, name) : NULL;

  if (sum) {
    *sum += cycles;
    g_free (name);
  } else if (name) {
    g_hash_table_insert (sums, name, g_memdup2 (&cycles, sizeof cycles));
  }
}

const char *
poplens_time_sums_find_largest (GHashTable *sums, guint64 *cycles)
{
  const char *largest = NULL;
  gpointer name, sum;
  GHashTableIter iter;

  *cycles = 0;
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, &name, &sum)) {
    guint64 here = *(guint64 *) sum;
    if (here > *cycles || (largest && here == *cycles && strcmp (name, largest) < 0)) {
      *cycles = here;
      largest = name;
    }
  }
  return largest;
}

void
poplens_time_costliest (const PoplensTime *time, const PoplensPrograms *programs,
                        PoplensTimeCostliest *costliest)
{
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (time->execution, programs);
  g_autoptr (PoplensNameLayers) layers = poplens_time_layers_find (names);
  g_autoptr (GArray) sums = poplens_time_sum_names (
      time, names, 1u << POPLENS_BOUND_COMPUTE | 1u << POPLENS_BOUND_EXCHANGE, 0, time->total);
  g_autoptr (GHashTable) operations = poplens_time_sums_new ();
  g_autoptr (GHashTable) by_layer = poplens_time_sums_new ();

  for (guint32 i = 0; i < sums->len; i++) {
    const char *name = poplens_strings_get (names->strings, i);
    guint64 cycles = g_array_index (sums, guint64, i);
    if (!cycles)
      continue;
    poplens_time_sums_add (operations, poplens_name_operation_key (name), cycles);
    poplens_time_sums_add (by_layer, poplens_time_layer_of (layers, name), cycles);
  }
  costliest->operation =
      g_strdup (poplens_time_sums_find_largest (operations, &costliest->operation_cycles));
  costliest->layer = g_strdup (poplens_time_sums_find_largest (by_layer, &costliest->layer_cycles));
  costliest->operation_cycles /= MAX (time->n_ipus, 1);
  costliest->layer_cycles /= MAX (time->n_ipus, 1);
}

void
poplens_time_costliest_clear (PoplensTimeCostliest *self)
{
  g_clear_pointer (&self->operation, g_free);
  g_clear_pointer (&self->layer, g_free);
}
