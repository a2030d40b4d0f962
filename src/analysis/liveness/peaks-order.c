#include "analysis/liveness/peaks-order.h"

#include "analysis/liveness/peaks-ranges.h"

#include <stdlib.h>

typedef struct {
  guint32 step, class_row;
  guint8 freed;
} Event;

static int
by_step (const void *a, const void *b)
{
  const Event *x = a, *y = b;

  if (x->step != y->step)
    return x->step < y->step ? -1 : 1;
  return x->class_row < y->class_row ? -1 : x->class_row > y->class_row;
}

static GArray *
collect (const PoplensLiveness *liveness)
{
  g_autofree guint32 *first = poplens_class_ranges_new (liveness);
  GArray *events = g_array_new (FALSE, FALSE, sizeof (Event));

  for (guint32 row = 0; row < liveness->n_classes; row++)
    for (guint32 r = first[row]; r < first[row + 1]; r++) {
      Event born = {liveness->range_from[r], row, FALSE};
      Event freed = {liveness->range_to[r], row, TRUE};
      /* Ranges between two known classes may belong to an unknown one. */
      if (liveness->class_always_live[row] || liveness->range_class[r] != liveness->class_id[row])
        continue;
      g_array_append_val (events, born);
      g_array_append_val (events, freed);
    }
  if (events->len)
    qsort (events->data, events->len, sizeof (Event), by_step);
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

PoplensStepOrder *
poplens_step_order_new (const PoplensLiveness *liveness)
{
  g_autoptr (GArray) events = collect (liveness);
  PoplensStepOrder *self = g_new0 (PoplensStepOrder, 1);

  self->n = events->len;
  self->n_classes = liveness->n_classes;
  self->step = g_new (guint32, MAX (self->n, 1));
  self->class_row = g_new (guint32, MAX (self->n, 1));
  self->freed = g_new (guint8, MAX (self->n, 1));
  self->event = g_new (guint32, MAX (self->n, 1));
  self->first = g_new0 (guint32, self->n_classes + 1);
  for (guint32 e = 0; e < self->n; e++) {
    const Event *event = &g_array_index (events, Event, e);
    self->step[e] = event->step;
    self->class_row[e] = event->class_row;
    self->freed[e] = event->freed;
  }
  deal_out (self);
  return self;
}

void
poplens_step_order_free (PoplensStepOrder *self)
{
  if (!self)
    return;
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
  guint32 step = G_MAXUINT32;

  for (gsize w = 0; w < words; w++) {
    for (guint64 left = marks[w]; left; left &= left - 1) {
      guint32 e = (guint32) (w * 64) + (guint32) __builtin_ctzll (left);
      guint64 sign = self->freed[e] ? G_MAXUINT64 : 1;
      if (self->step[e] != step && step != G_MAXUINT32)
        at (step, sums, user_data);
      step = self->step[e];
      for (guint k = 0; k < n_amounts; k++)
        sums[k] += sign * amounts[k][self->class_row[e]];
    }
    marks[w] = 0;
  }
  if (step != G_MAXUINT32)
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
