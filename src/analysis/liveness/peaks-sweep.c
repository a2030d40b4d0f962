#include "analysis/liveness/peaks-sweep.h"

static int
by_step (gconstpointer a, gconstpointer b)
{
  guint32 sa = ((const PoplensSweepEvent *) a)->step, sb = ((const PoplensSweepEvent *) b)->step;

  return sa < sb ? -1 : sa > sb;
}

guint64
poplens_sweep_highest (GArray *events, guint32 *step)
{
  guint64 sum = 0; /* unsigned: it may wrap in a damaged file, and not overflow */
  gint64 highest = 0;
  guint i = 0;

  *step = G_MAXUINT32;
  g_array_sort (events, by_step);
  while (i < events->len) {
    guint32 here = g_array_index (events, PoplensSweepEvent, i).step;
    for (; i < events->len && g_array_index (events, PoplensSweepEvent, i).step == here; i++)
      sum += (guint64) g_array_index (events, PoplensSweepEvent, i).change;
    if ((gint64) sum > highest) {
      highest = (gint64) sum;
      *step = here;
    }
  }
  return (guint64) highest;
}
