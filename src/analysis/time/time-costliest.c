#include "analysis/time/time-costliest.h"

#include "analysis/trace/name-labels.h"
#include "analysis/trace/name-parts.h"
#include "analysis/trace/step-names.h"

#include <string.h>

/* By string of @names: cycles of all IPUs. (transfer full) */
static GArray *
sum_names (const PoplensTime *time, PoplensStepNames *names)
{
  GArray *sums = g_array_new (FALSE, TRUE, sizeof (guint64));

  for (guint i = 0; i < time->n_ipus; i++) {
    const PoplensTimeIpu *ipu = &time->ipus[i];
    for (guint s = 0; s < ipu->segments->len; s++) {
      const PoplensTimeSegment *segment = &g_array_index (ipu->segments, PoplensTimeSegment, s);
      if ((segment->bound != POPLENS_BOUND_COMPUTE && segment->bound != POPLENS_BOUND_EXCHANGE) ||
          segment->row == G_MAXUINT32)
        continue;
      guint32 name = poplens_step_names_get (names, time->execution->row_step[segment->row]);
      if (name >= sums->len)
        g_array_set_size (sums, name + 1);
      g_array_index (sums, guint64, name) += poplens_time_segment_to (time, ipu, s) - segment->from;
    }
  }
  return sums;
}

/* What counts layers is told by names of all steps. */
static PoplensNameLayers *
find_layers (PoplensStepNames *step_names)
{
  for (guint32 s = 0; s < step_names->execution->n_steps; s++)
    poplens_step_names_get (step_names, s);
  guint32 n = poplens_strings_count (step_names->strings);
  g_autofree const char **names = g_new (const char *, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    names[i] = poplens_strings_get (step_names->strings, i);
  return poplens_name_layers_new (names, n);
}

/* "bert/layer.7" of "cs3_Fwd/bert/layer.7/dense/MatMul"; NULL without one. (transfer full) */
static char *
layer_of (const PoplensNameLayers *layers, const char *name)
{
  const char *path = poplens_name_path (name), *begin = poplens_name_behind_phase (name);
  gsize from;

  if (!poplens_name_layers_find (layers, path, poplens_name_stem (path), &from, 1) ||
      path + from < begin)
    return NULL;
  return g_strndup (begin, (gsize) (strchrnul (path + from, '/') - begin));
}

/* Takes @name (nullable). */
static void
add (GHashTable *sums, char *name, guint64 cycles)
{
  guint64 *sum = name ? g_hash_table_lookup (sums, name) : NULL;

  if (sum) {
    *sum += cycles;
    g_free (name);
  } else if (name) {
    g_hash_table_insert (sums, name, g_memdup2 (&cycles, sizeof cycles));
  }
}

/* (transfer full) (nullable) */
static char *
take_largest (GHashTable *sums, guint n_ipus, guint64 *cycles)
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
  *cycles /= n_ipus;
  return g_strdup (largest);
}

void
poplens_time_costliest (const PoplensTime *time, const PoplensPrograms *programs,
                        PoplensTimeCostliest *costliest)
{
  g_autoptr (PoplensStepNames) names = poplens_step_names_new (time->execution, programs);
  g_autoptr (PoplensNameLayers) layers = find_layers (names);
  g_autoptr (GArray) sums = sum_names (time, names);
  g_autoptr (GHashTable) operations =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GHashTable) by_layer = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint32 i = 0; i < sums->len; i++) {
    const char *name = poplens_strings_get (names->strings, i);
    guint64 cycles = g_array_index (sums, guint64, i);
    if (!cycles)
      continue;
    add (operations, poplens_name_operation_key (name), cycles);
    add (by_layer, layer_of (layers, name), cycles);
  }
  costliest->operation =
      take_largest (operations, MAX (time->n_ipus, 1), &costliest->operation_cycles);
  costliest->layer = take_largest (by_layer, MAX (time->n_ipus, 1), &costliest->layer_cycles);
}

void
poplens_time_costliest_clear (PoplensTimeCostliest *self)
{
  g_clear_pointer (&self->operation, g_free);
  g_clear_pointer (&self->layer, g_free);
}
