#include "analysis/liveness/peaks-order.h"

#include "analysis/liveness/peaks-ranges.h"

#include "base/sort.h"

GArray *
poplens_class_ranges_collect (const PoplensLiveness *liveness)
{
  g_auto (PoplensLiveSpans) spans = {0};
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensClassRange));

  poplens_live_spans_init (&spans, liveness);
  for (guint32 row = 0; row < liveness->n_classes; row++)
    for (guint32 s = spans.first[row]; s < spans.first[row + 1]; s++) {
      PoplensClassRange range = {row, POPLENS_STEP_POSITION (spans.spans[s].from),
                                 POPLENS_STEP_POSITION (spans.spans[s].to)};
      if (!liveness->class_always_live[row])
        g_array_append_val (ranges, range);
    }
  return ranges;
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

/* Begins and ends of ranges by position. Change i is of range i / 2: it begins, or, if i is odd, it
 * ends. */
typedef struct {
  const GArray *ranges; /* PoplensClassRange */
  guint32 n;
  guint64 *position; /* [n]: by change */
  guint32 *sorted;   /* [n]: changes by position; NULL: they are in that order */
} Changes;

static void
changes_init (Changes *self, const GArray *ranges)
{
  *self = (Changes){.ranges = ranges, .n = ranges->len * 2};
  self->position = g_new (guint64, MAX (self->n, 1));
  for (guint i = 0; i < ranges->len; i++) {
    const PoplensClassRange *range = &g_array_index (ranges, PoplensClassRange, i);
    self->position[2 * i] = range->from;
    self->position[2 * i + 1] = range->to;
  }
  self->sorted = poplens_sort_order (self->n, self->position);
}

static void
changes_clear (Changes *self)
{
  g_free (self->position);
  g_free (self->sorted);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Changes, changes_clear)

static guint64
changes_position (const Changes *self, guint32 i)
{
  return self->position[self->sorted ? self->sorted[i] : i];
}

static guint32
changes_row (const Changes *self, guint32 i)
{
  guint32 change = self->sorted ? self->sorted[i] : i;

  return g_array_index (self->ranges, PoplensClassRange, change / 2).class_row;
}

/* TRUE if change @i is the last one at its position. */
static gboolean
changes_end_at (const Changes *self, guint32 i)
{
  return i + 1 == self->n || changes_position (self, i + 1) != changes_position (self, i);
}

/* The hash of one class row (splitmix64). */
static guint64
bits_of (guint32 row)
{
  guint64 z = ((guint64) row + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* For each position in order: TRUE if no earlier one has the same live classes. Sets are compared
 * by Zobrist hashing (64 bits a class, combined by exclusive or): the probability that any two of a
 * million sets share a hash is 3 · 10⁻⁸. (transfer full) */
static guint8 *
find_new_sets (const Changes *changes)
{
  g_autofree guint64 *hash = g_new (guint64, (gsize) changes->n + 2);
  guint8 *is_new;
  guint32 n = 1;

  hash[0] = hash[1] = 0; /* nothing is live before the first position */
  for (guint32 i = 0; i < changes->n; i++) {
    hash[n] ^= bits_of (changes_row (changes, i));
    if (changes_end_at (changes, i)) {
      hash[n + 1] = hash[n];
      n++;
    }
  }
  g_autofree guint32 *sorted = poplens_sort_order (n, hash);
  is_new = g_new (guint8, n);
  for (guint32 i = 0; i < n; i++) {
    guint32 at = sorted ? sorted[i] : i;
    is_new[at] = !i || hash[at] != hash[sorted ? sorted[i - 1] : i - 1];
  }
  return is_new;
}

/* Appends an event of each class in @rows that is live now and was not at the last event, or the
 * other way round. Clears @rows. */
static void
append_events (PoplensStepOrder *self, GArray *rows, const guint8 *live, guint8 *live_before,
               guint64 position)
{
  guint32 rank = self->n ? self->rank[self->n - 1] + 1 : 0;

  for (guint i = 0; i < rows->len; i++) {
    guint32 row = g_array_index (rows, guint32, i);
    if (live[row] == live_before[row])
      continue;
    self->rank[self->n] = rank;
    self->step[self->n] = (guint32) (position >> 16);
    self->class_row[self->n] = row;
    self->freed[self->n++] = !live[row];
    live_before[row] = live[row];
  }
  g_array_set_size (rows, 0);
}

static void
fill (PoplensStepOrder *self, const Changes *changes)
{
  g_autofree guint8 *is_new = find_new_sets (changes);
  g_autofree guint8 *live = g_new0 (guint8, MAX (self->n_classes, 1));
  g_autofree guint8 *live_before = g_new0 (guint8, MAX (self->n_classes, 1));
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 place = 1;

  for (guint32 i = 0; i < changes->n; i++) {
    guint32 row = changes_row (changes, i);
    live[row] = !live[row];
    g_array_append_val (rows, row);
    if (changes_end_at (changes, i) && is_new[place++])
      append_events (self, rows, live, live_before, changes_position (changes, i));
  }
}

PoplensStepOrder *
poplens_step_order_new_ranges (const GArray *ranges, guint32 n_classes)
{
  g_auto (Changes) changes = {0};
  PoplensStepOrder *self = g_new0 (PoplensStepOrder, 1);
  gsize most = MAX ((gsize) ranges->len * 2, 1);

  changes_init (&changes, ranges);
  self->n_classes = n_classes;
  self->rank = g_new (guint32, most);
  self->step = g_new (guint32, most);
  self->class_row = g_new (guint32, most);
  self->freed = g_new (guint8, most);
  fill (self, &changes);
  self->event = g_new (guint32, MAX (self->n, 1));
  self->first = g_new0 (guint32, self->n_classes + 1);
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
