#include "analysis/variable-live.h"

#include "analysis/peaks-ranges.h"

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
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  g_autofree guint32 *order = g_new (guint32, MAX (bytes->n, 1));
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (PoplensVariableLive));
  guint32 i = 0;

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
        poplens_class_ranges_add (liveness, first, class, bytes->bytes[r], events);
      }
    }
    live.not_always_live_max = poplens_sweep_highest (events, &live.step);
    if (fixed || events->len)
      g_array_append_val (out, live);
  }
  return g_steal_pointer (&out);
}
