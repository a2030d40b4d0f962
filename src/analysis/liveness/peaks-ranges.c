#include "analysis/liveness/peaks-ranges.h"

#include <stdlib.h>

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

static int
compare_spans (gconstpointer a, gconstpointer b)
{
  const PoplensLiveSpan *x = a, *y = b;

  return x->from < y->from ? -1 : x->from > y->from;
}

/* Sorts and joins @n spans. Returns: how many are left */
static guint32
join_spans (PoplensLiveSpan *spans, guint32 n)
{
  guint32 joined = 0;

  if (n > 1)
    qsort (spans, n, sizeof *spans, compare_spans);
  for (guint32 s = 0; s < n; s++)
    if (joined && spans[s].from <= spans[joined - 1].to)
      spans[joined - 1].to = MAX (spans[joined - 1].to, spans[s].to);
    else
      spans[joined++] = spans[s];
  return joined;
}

void
poplens_live_spans_init (PoplensLiveSpans *self, const PoplensLiveness *liveness)
{
  g_autofree guint32 *ranges = poplens_class_ranges_new (liveness);
  guint32 n = 0;

  self->first = g_new (guint32, liveness->n_classes + 1);
  self->spans = g_new (PoplensLiveSpan, MAX (liveness->n_ranges, 1));
  for (guint32 row = 0; row < liveness->n_classes; row++) {
    guint32 end = self->first[row] = n;
    for (guint32 r = ranges[row]; r < ranges[row + 1]; r++)
      if (liveness->range_class[r] == liveness->class_id[row] &&
          liveness->range_from[r] < liveness->range_to[r])
        self->spans[end++] = (PoplensLiveSpan){liveness->range_from[r], liveness->range_to[r]};
    n += join_spans (self->spans + n, end - n);
  }
  self->first[liveness->n_classes] = n;
}

void
poplens_live_spans_clear (PoplensLiveSpans *self)
{
  g_free (self->first);
  g_free (self->spans);
}

void
poplens_live_spans_add (const PoplensLiveSpans *self, guint32 row, guint64 bytes, GArray *events)
{
  for (guint32 s = self->first[row]; s < self->first[row + 1]; s++) {
    PoplensSweepEvent born = {self->spans[s].from, (gint64) bytes};
    PoplensSweepEvent freed = {self->spans[s].to, (gint64) (0 - bytes)};
    g_array_append_val (events, born);
    g_array_append_val (events, freed);
  }
}
