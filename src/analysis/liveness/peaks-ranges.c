#include "analysis/liveness/peaks-ranges.h"

guint32 *
poplens_class_ranges_new (const PoplensLiveness *liveness)
{
  guint32 *first = g_new (guint32, liveness->n_classes + 1);
  guint32 r = 0;

  for (guint32 row = 0; row < liveness->n_classes; row++) {
    /* Ranges of a class that eq_classes lacks belong to none. */
    while (r < liveness->n_ranges && liveness->range_class[r] < liveness->class_id[row])
      r++;
    first[row] = r;
    while (r < liveness->n_ranges && liveness->range_class[r] == liveness->class_id[row])
      r++;
  }
  first[liveness->n_classes] = r;
  return first;
}

void
poplens_class_ranges_add (const PoplensLiveness *liveness, const guint32 *first, guint32 row,
                          guint64 bytes, GArray *events)
{
  for (guint32 r = first[row]; r < first[row + 1]; r++) {
    PoplensSweepEvent born = {liveness->range_from[r], (gint64) bytes};
    PoplensSweepEvent freed = {liveness->range_to[r], (gint64) (0 - bytes)};
    /* Ranges between two known classes may belong to an unknown one. */
    if (liveness->range_class[r] != liveness->class_id[row])
      continue;
    g_array_append_val (events, born);
    g_array_append_val (events, freed);
  }
}
