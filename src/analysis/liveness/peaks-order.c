#include "analysis/liveness/peaks-order.h"

#include "analysis/liveness/peaks-ranges.h"

#include <stdlib.h>

typedef struct {
  guint64 position;
  guint32 class_row;
  guint8 freed;
} Event;

static int
by_position (const void *a, const void *b)
{
  const Event *x = a, *y = b;

  if (x->position != y->position)
    return x->position < y->position ? -1 : 1;
  return x->class_row < y->class_row ? -1 : x->class_row > y->class_row;
}

GArray *
poplens_class_ranges_collect (const PoplensLiveness *liveness)
{
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensClassRange));

  for (guint32 row = 0; row < liveness->n_classes; row++)
    for (guint32 r = first[row]; r < first[row + 1]; r++) {
      PoplensClassRange range = {row, POPLENS_STEP_POSITION (liveness->range_from[r]),
                                 POPLENS_STEP_POSITION (liveness->range_to[r])};
      /* Ranges between two known classes may belong to an unknown one. */
      if (!liveness->class_always_live[row] && liveness->range_class[r] == liveness->class_id[row])
        g_array_append_val (ranges, range);
    }
  return ranges;
}

static GArray *
collect_events (const GArray *ranges)
{
  GArray *events = g_array_sized_new (FALSE, FALSE, sizeof (Event), ranges->len * 2);

  for (guint i = 0; i < ranges->len; i++) {
    const PoplensClassRange *range = &g_array_index (ranges, PoplensClassRange, i);
    Event born = {range->from, range->class_row, FALSE};
    Event freed = {range->to, range->class_row, TRUE};
    g_array_append_val (events, born);
    g_array_append_val (events, freed);
  }
  if (events->len)
    qsort (events->data, events->len, sizeof (Event), by_position);
  return events;
}

/* Events by class, counted and then dealt out. */
static void
deal_out (PoplensStepOrder *self)
{
  for (guint32 e = 0; e < self->n; e++)
    self->first[self->class_row[e] + 1]++;
  for (guint32 c = 0; c < self->n_classes; c++)
    self->first[c + 1] += self->first[c];
  for (guint32 e = 0; e < self->n; e++)
    self->event[self->first[self->class_row[e]]++] = e;
  for (guint32 c = self->n_classes; c > 0; c--)
    self->first[c] = self->first[c - 1];
  self->first[0] = 0;
}

static void
fill (PoplensStepOrder *self, const GArray *events)
{
  guint64 last = G_MAXUINT64;
  guint32 rank = 0;

  for (guint32 e = 0; e < self->n; e++) {
    const Event *event = &g_array_index (events, Event, e);
    rank += e && event->position != last;
    last = event->position;
    self->rank[e] = rank;
    self->step[e] = (guint32) (event->position >> 16);
    self->class_row[e] = event->class_row;
    self->freed[e] = event->freed;
  }
}

PoplensStepOrder *
poplens_step_order_new_ranges (const GArray *ranges, guint32 n_classes)
{
  g_autoptr (GArray) events = collect_events (ranges);
  PoplensStepOrder *self = g_new0 (PoplensStepOrder, 1);

  self->n = events->len;
  self->n_classes = n_classes;
  self->rank = g_new (guint32, MAX (self->n, 1));
  self->step = g_new (guint32, MAX (self->n, 1));
  self->class_row = g_new (guint32, MAX (self->n, 1));
  self->freed = g_new (guint8, MAX (self->n, 1));
  self->event = g_new (guint32, MAX (self->n, 1));
  self->first = g_new0 (guint32, self->n_classes + 1);
  fill (self, events);
  deal_out (self);
  return self;
}

PoplensStepOrder *
poplens_step_order_new (const PoplensLiveness *liveness)
{
  g_autoptr (GArray) ranges = poplens_class_ranges_collect (liveness);

  return poplens_step_order_new_ranges (ranges, liveness->n_classes);
}

void
poplens_step_order_free (PoplensStepOrder *self)
{
  if (!self)
    return;
  g_free (self->rank);
  g_free (self->step);
  g_free (self->class_row);
  g_free (self->freed);
  g_free (self->event);
  g_free (self->first);
  g_free (self);
}

gsize
poplens_step_order_words (const PoplensStepOrder *self)
{
  return self->n / 64 + 1;
}

void
poplens_step_order_mark (const PoplensStepOrder *self, guint32 row, guint64 *marks)
{
  for (guint32 i = self->first[row]; i < self->first[row + 1]; i++)
    marks[self->event[i] / 64] |= (guint64) 1 << self->event[i] % 64;
}

/* Sums are unsigned: they may wrap in a damaged file, and not overflow. */
static inline void
follow (const PoplensStepOrder *self, guint64 *marks, const guint64 *const *amounts,
        guint n_amounts, PoplensStepOrderFunc at, gpointer user_data)
{
  guint64 sums[POPLENS_STEP_ORDER_MOST_SUMS] = {0};
  gsize words = poplens_step_order_words (self);
  guint32 rank = G_MAXUINT32, step = 0;

  for (gsize w = 0; w < words; w++) {
    for (guint64 left = marks[w]; left; left &= left - 1) {
      guint32 e = (guint32) (w * 64) + (guint32) __builtin_ctzll (left);
      guint64 sign = self->freed[e] ? G_MAXUINT64 : 1;
      if (self->rank[e] != rank && rank != G_MAXUINT32)
        at (step, sums, user_data);
      rank = self->rank[e];
      step = self->step[e];
      for (guint k = 0; k < n_amounts; k++)
        sums[k] += sign * amounts[k][self->class_row[e]];
    }
    marks[w] = 0;
  }
  if (rank != G_MAXUINT32)
    at (step, sums, user_data);
}

void
poplens_step_order_follow (const PoplensStepOrder *self, guint64 *marks,
                           const guint64 *const *amounts, guint n_amounts, PoplensStepOrderFunc at,
                           gpointer user_data)
{
  follow (self, marks, amounts, n_amounts, at, user_data);
}

typedef struct {
  gint64 highest;
  guint32 step;
} Highest;

static inline void
keep_highest (guint32 step, const guint64 *sums, gpointer user_data)
{
  Highest *self = user_data;

  if ((gint64) sums[0] > self->highest) {
    self->highest = (gint64) sums[0];
    self->step = step;
  }
}

guint64
poplens_step_order_highest (const PoplensStepOrder *self, guint64 *marks, const guint64 *amount,
                            guint32 *step)
{
  Highest found = {0, G_MAXUINT32};

  follow (self, marks, &amount, 1, keep_highest, &found);
  *step = found.step;
  return (guint64) found.highest;
}
