#include "analysis/time/time-owners.h"

PoplensTimeClasses *
poplens_time_by_owner (const PoplensTime *time, const guint32 *owner, guint32 n,
                       const PoplensWork *work)
{
  g_autofree PoplensTimeClasses *all = g_new0 (PoplensTimeClasses, (gsize) n + 1);

  for (guint place = 0; place < time->n_ipus; place++) {
    const PoplensTimeIpu *ipu = &time->ipus[place];
    for (guint s = 0; s < ipu->segments->len; s++) {
      const PoplensTimeSegment *segment = &g_array_index (ipu->segments, PoplensTimeSegment, s);
      guint32 of = segment->row == G_MAXUINT32 ? POPLENS_TIME_NO_OWNER : owner[segment->row];
      PoplensTimeClasses classes;
      if (!POPLENS_WORK_GO_ON (work, "Classifying steps", s, ipu->segments->len))
        return NULL;
      poplens_time_classes (time, place, segment->from, poplens_time_segment_to (time, ipu, s),
                            classes);
      for (guint c = 0; c < POPLENS_N_TIMES; c++)
        all[MIN (of, n)][c] += classes[c];
    }
  }
  return g_steal_pointer (&all);
}

PoplensTimeClass
poplens_time_largest_class (const guint64 classes[POPLENS_N_TIMES])
{
  PoplensTimeClass most = 0;

  for (PoplensTimeClass c = 1; c < POPLENS_N_TIMES; c++)
    if (classes[c] > classes[most])
      most = c;
  return classes[most] ? most : POPLENS_N_TIMES;
}
