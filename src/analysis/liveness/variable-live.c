#include "analysis/liveness/variable-live.h"

#include "analysis/liveness/peaks-ranges.h"
#include "base/search.h"

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const guint32 *variable = user_data;
  guint32 ra = *(const guint32 *) a, rb = *(const guint32 *) b;

  if (variable[ra] != variable[rb])
    return variable[ra] < variable[rb] ? -1 : 1;
  return ra < rb ? -1 : ra > rb;
}

GArray *
poplens_variables_live (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                        GCancellable *cancellable)
{
  g_auto (PoplensLiveSpans) spans = {0};
  g_autofree guint32 *order = g_new (guint32, MAX (bytes->n, 1));
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PoplensVariableLive));
  guint32 i = 0;

  poplens_live_spans_init (&spans, liveness);
  for (guint32 r = 0; r < bytes->n; r++)
    order[r] = r;
  g_qsort_with_data (order, (int) bytes->n, sizeof *order, compare_rows, bytes->variable);
  while (i < bytes->n) {
    PoplensVariableLive live = {.variable = bytes->variable[order[i]]};
    gboolean fixed = FALSE;
    if (out->len % 4096 == 0 && g_cancellable_is_cancelled (cancellable))
      return NULL;
    g_array_set_size (events, 0);
    for (; i < bytes->n && bytes->variable[order[i]] == live.variable; i++) {
      guint32 r = order[i], class = bytes->class_row[r];
      if (liveness->class_always_live[class]) {
        live.always_live += bytes->bytes[r];
        fixed = TRUE;
      } else {
        poplens_live_spans_add (&spans, class, bytes->bytes[r], events);
      }
    }
    live.not_always_live_max = poplens_sweep_highest (events, &live.step);
    if (fixed || events->len)
      g_array_append_val (out, live);
  }
  return g_steal_pointer (&out);
}

/* ---- one variable ---------------------------------------------------------------------- */

static int
by_range (gconstpointer a, gconstpointer b)
{
  const PoplensVariableRange *ra = a, *rb = b;
  const guint32 keys[][2] = {{ra->variable, rb->variable},
                             {ra->from, rb->from},
                             {ra->to, rb->to},
                             {ra->class_id, rb->class_id}};

  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    if (keys[k][0] != keys[k][1])
      return keys[k][0] < keys[k][1] ? -1 : 1;
  return 0;
}

static gboolean
is_one_of (guint32 variable, const guint32 *variables, guint n)
{
  for (guint i = 0; i < n; i++)
    if (variables[i] == variable)
      return TRUE;
  return FALSE;
}

GArray *
poplens_variable_ranges (const PoplensLiveness *liveness, const PoplensClassBytes *bytes,
                         const guint32 *variables, guint n)
{
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  GArray *out = g_array_new (FALSE, FALSE, sizeof (PoplensVariableRange));

  for (guint32 i = 0; i < bytes->n; i++) {
    guint32 row = bytes->class_row[i];
    PoplensVariableRange range = {.variable = bytes->variable[i],
                                  .class_id = liveness->class_id[row],
                                  .bytes = bytes->bytes[i],
                                  .to = liveness->n_steps,
                                  .always = liveness->class_always_live[row]};
    if (!range.bytes || !is_one_of (range.variable, variables, n))
      continue;
    if (range.always)
      g_array_append_val (out, range);
    for (guint32 r = first[row]; !range.always && r < first[row + 1]; r++) {
      range.from = liveness->range_from[r];
      range.to = liveness->range_to[r];
      /* Ranges between two known classes may belong to an unknown one. */
      if (liveness->range_class[r] == range.class_id)
        g_array_append_val (out, range);
    }
  }
  g_array_sort (out, by_range);
  return out;
}

GArray *
poplens_variable_touches (const GArray *ranges, guint32 n_steps)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint n = 0;

  for (guint i = 0; i < ranges->len; i++) {
    const PoplensVariableRange *range = &g_array_index (ranges, PoplensVariableRange, i);
    if (!range->always && range->from < n_steps)
      g_array_append_val (steps, range->from);
    if (!range->always && range->to < n_steps)
      g_array_append_val (steps, range->to);
  }
  g_array_sort (steps, poplens_compare_u32);
  guint32 *step = (guint32 *) (gpointer) steps->data;
  for (guint i = 0; i < steps->len; i++)
    if (!n || step[n - 1] != step[i])
      step[n++] = step[i];
  g_array_set_size (steps, n);
  return steps;
}
