/* Computes curves of live bytes over steps, the local peaks of a curve, and the peak of each tile.
 */
#include "analysis/liveness/peaks.h"

#include "analysis/liveness/live-step.h"
#include "base/sort.h"

#include <stdlib.h>

/* ---- sweep ----------------------------------------------------------------------------------- */

static int
by_step (gconstpointer a, gconstpointer b)
{
  guint32 sa = ((const PoplensSweepEvent *) a)->step, sb = ((const PoplensSweepEvent *) b)->step;

  return sa < sb ? -1 : sa > sb;
}

guint64
poplens_sweep_highest (GArray *events, guint32 *step)
{
  guint64 sum = 0; /* unsigned, as signed overflow in a damaged file would be undefined behaviour */
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

/* ---- ranges of classes ----------------------------------------------------------------------- */

guint32 *
poplens_class_ranges_new (const PoplensLiveness *liveness)
{
  guint32 *first = g_new (guint32, liveness->n_classes + 1);
  guint32 r = 0;

  for (guint32 row = 0; row < liveness->n_classes; row++) {
    /* Skip ranges of a class that eq_classes lacks. */
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

/* Sorts @n spans by start, and merges those that overlap or touch. Returns the number of spans that
 * remain. */
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

/* ---- order of steps -------------------------------------------------------------------------- */

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

/* Groups the events by class (a counting sort). */
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

/* Starts and ends of ranges, sorted by position. Changes 2 × r and 2 × r + 1 are the start and the
 * end of range r. */
typedef struct {
  const GArray *ranges; /* PoplensClassRange */
  guint32 n;
  guint64 *position; /* [n] position of each change */
  guint32 *sorted;   /* (nullable): [n] changes sorted by position; NULL: they are sorted already */
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

/* TRUE if no later change is at the position of change @i. */
static gboolean
changes_end_at (const Changes *self, guint32 i)
{
  return i + 1 == self->n || changes_position (self, i + 1) != changes_position (self, i);
}

/* Returns the hash of a class row (splitmix64). */
static guint64
bits_of (guint32 row)
{
  guint64 z = ((guint64) row + 1) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Finds the positions at which a new set of classes is live. Returns for each position TRUE if no
 * earlier position has the same set. Sets are compared by 64-bit Zobrist hashes. The probability
 * that any two of a million sets share a hash is 3 · 10⁻⁸. (transfer full) */
static guint8 *
find_new_sets (const Changes *changes)
{
  g_autofree guint64 *hash = g_new (guint64, (gsize) changes->n + 2);
  guint8 *is_new;
  guint32 n = 1;

  hash[0] = hash[1] =
      0; /* no class is live before the first position (hash[0]), so hash[1] starts at 0 */
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

/* Appends an event for each class in @rows that became live, or was freed, since the previous
 * event. Empties @rows. */
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
    self->step[self->n] = POPLENS_POSITION_STEP (position);
    self->class_row[self->n] = row;
    self->freed[self->n++] = !live[row];
    live_before[row] = live[row];
  }
  g_array_set_size (rows, 0);
}

static void
fill_step_order (PoplensStepOrder *self, const Changes *changes)
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
  fill_step_order (self, &changes);
  self->event = g_new (guint32, MAX (self->n, 1));
  self->first = g_new0 (guint32, self->n_classes + 1);
  deal_out (self);
  return self;
}

static PoplensStepOrder *
step_order_new (const PoplensLiveness *liveness)
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

/* Sums each array in @amounts over the classes that are live. Calls @at once for each position that
 * has events in the set @marks, with the sums after these events. Sums are unsigned, so that they
 * can wrap around if the file is damaged. */
static inline void
follow_events (const PoplensStepOrder *self, guint64 *marks, const guint64 *const *amounts,
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
  follow_events (self, marks, amounts, n_amounts, at, user_data);
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

  follow_events (self, marks, &amount, 1, keep_highest, &found);
  *step = found.step;
  return (guint64) found.highest;
}

/* ---- local peaks ----------------------------------------------------------------------------- */

/* A run of equal values of a curve, so that a plateau is one point. */
typedef struct {
  guint32 first, last;
  guint64 value;
  /* Lowest value between this run and the next higher run: .left on the left side, .right on the
   * right side. If a side has no higher run: lowest value up to the end of the curve. */
  guint64 left, right;
} Run;

static GArray *
make_runs (const guint64 *curve, guint32 n)
{
  GArray *runs = g_array_new (FALSE, TRUE, sizeof (Run));

  for (guint32 s = 0; s < n; s++) {
    Run *last = runs->len ? &g_array_index (runs, Run, runs->len - 1) : NULL;
    if (last && last->value == curve[s]) {
      last->last = s;
    } else {
      Run run = {.first = s, .last = s, .value = curve[s]};
      g_array_append_val (runs, run);
    }
  }
  return runs;
}

/* Sets Run.left of all @n runs or, if @backwards, Run.right. The stack has the runs that can be the
 * next higher run of a later run. */
static void
look (Run *run, guint n, gboolean backwards)
{
  g_autofree guint *stack = g_new (guint, MAX (n, 1));
  g_autofree guint64 *low = g_new (guint64, MAX (n, 1));
  guint depth = 0;

  for (guint i = 0; i < n; i++) {
    Run *here = &run[backwards ? n - 1 - i : i];
    guint64 lowest = here->value;
    for (; depth && run[stack[depth - 1]].value <= here->value; depth--)
      lowest = MIN (lowest, low[depth - 1]);
    *(backwards ? &here->right : &here->left) = lowest;
    stack[depth] = backwards ? n - 1 - i : i;
    /* low[k]: Run.left of the run stack[k] or, if @backwards, its Run.right. */
    low[depth++] = lowest;
  }
}

static int
most_rise (gconstpointer a, gconstpointer b)
{
  const PoplensLocalPeak *pa = a, *pb = b;

  if (pa->rise != pb->rise)
    return pa->rise > pb->rise ? -1 : 1;
  return pa->first < pb->first ? -1 : 1;
}

static int
highest (gconstpointer a, gconstpointer b)
{
  const PoplensLocalPeak *pa = a, *pb = b;

  if (pa->bytes != pb->bytes)
    return pa->bytes > pb->bytes ? -1 : 1;
  return pa->first < pb->first ? -1 : 1;
}

GArray *
poplens_local_peaks (const guint64 *curve, guint32 n, guint most)
{
  g_autoptr (GArray) runs = make_runs (curve, n);
  GArray *peaks = g_array_new (FALSE, FALSE, sizeof (PoplensLocalPeak));
  Run *run = (Run *) (gpointer) runs->data;
  guint64 top = 0, bottom = G_MAXUINT64;

  look (run, runs->len, FALSE);
  look (run, runs->len, TRUE);
  for (guint i = 0; i < runs->len; i++) {
    top = MAX (top, run[i].value);
    bottom = MIN (bottom, run[i].value);
  }
  for (guint i = 0; runs->len > 1 && i < runs->len; i++) {
    gboolean rises = !i || run[i - 1].value < run[i].value;
    gboolean falls = i + 1 == runs->len || run[i + 1].value < run[i].value;
    /* Nothing is live before and after the program. */
    guint64 left = i ? run[i].left : 0, right = i + 1 < runs->len ? run[i].right : 0;
    guint64 base = run[i].value == top ? bottom : MAX (left, right);
    PoplensLocalPeak peak = {run[i].first, run[i].last, run[i].value, run[i].value - base};
    if (rises && falls && peak.rise)
      g_array_append_val (peaks, peak);
  }
  g_array_sort (peaks, most_rise);
  g_array_set_size (peaks, MIN (peaks->len, most));
  g_array_sort (peaks, highest);
  return peaks;
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Bytes by class, summed over some tiles. */
typedef struct {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  guint64 *bytes;  /* [n_classes] bytes of each class, by index in liveness->class_id */
  GArray *touched; /* guint32: classes that have bytes, to be reset before the next tiles */
} Tally;

static void
tally_init (Tally *self, const PoplensLiveness *liveness, const PoplensVariables *variables)
{
  self->liveness = liveness;
  self->variables = variables;
  self->bytes = g_new0 (guint64, MAX (liveness->n_classes, 1));
  self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
}

static void
tally_clear (Tally *self)
{
  g_free (self->bytes);
  g_array_unref (self->touched);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Tally, tally_clear)

static void
tally_reset (Tally *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    self->bytes[g_array_index (self->touched, guint32, i)] = 0;
  g_array_set_size (self->touched, 0);
}

static void
tally_add_bytes (Tally *self, guint32 class_row, guint64 bytes)
{
  if (!self->bytes[class_row])
    g_array_append_val (self->touched, class_row);
  self->bytes[class_row] += bytes;
}

static void
tally_add (Tally *self, guint32 tile)
{
  const PoplensVariables *v = self->variables;
  guint32 last_id = 0, last_row = G_MAXUINT32;

  if (tile >= v->n_tiles)
    return;
  for (guint32 r = v->tile_first[tile]; r < v->tile_first[tile + 1]; r++) {
    if (!(v->bits[r] & POPLENS_VARIABLE_ALLOCATED) || !v->size[r])
      continue;
    /* Consecutive variables often have the same class, so its row need not be searched again. */
    if (last_row == G_MAXUINT32 || v->equivalence_class[r] != last_id) {
      last_id = v->equivalence_class[r];
      last_row = poplens_liveness_find_class (self->liveness, last_id);
    }
    if (last_row == G_MAXUINT32)
      continue;
    tally_add_bytes (self, last_row, v->size[r]);
  }
}

/* Appends changes of live bytes to @events, for the classes that are not always live. Returns the
 * always-live bytes. */
static guint64
tally_events (const Tally *self, const PoplensLiveSpans *spans, GArray *events)
{
  guint64 always_live = 0;

  for (guint i = 0; i < self->touched->len; i++) {
    guint32 row = g_array_index (self->touched, guint32, i);
    if (self->liveness->class_always_live[row])
      always_live += self->bytes[row];
    else
      poplens_live_spans_add (spans, row, self->bytes[row], events);
  }
  return always_live;
}

/* State of a sweep over the tiles. */
typedef struct {
  Tally tally;
  PoplensStepOrder *order;
  guint64 *marks;
  guint64 capacity; /* memory of a tile, bytes; 0: unknown */
} PeakSweep;

/* The most live bytes of a tile so far, and the first step at which they exceed its memory. */
typedef struct {
  /* highest: most not-always-live bytes so far. limit: most not-always-live bytes that fit on the
   * tile. It is negative if the always-live bytes alone do not fit, or the memory of the tile is
   * unknown. */
  gint64 highest, limit;
  guint32 step, first_over;
} PeakFollower;

static void
follow_step (guint32 step, const guint64 *sums, gpointer user_data)
{
  PeakFollower *self = user_data;
  gint64 live = (gint64) sums[0];

  if (live > self->highest) {
    self->highest = live;
    self->step = step;
  }
  if (self->limit >= 0 && live > self->limit && self->first_over == G_MAXUINT32)
    self->first_over = step;
}

static void
follow_tile (const PeakSweep *self, PoplensTilePeak *peak)
{
  const guint64 *amounts[] = {self->tally.bytes};
  gboolean full = self->capacity && peak->always_live > self->capacity;
  PeakFollower at = {.step = 0, .first_over = G_MAXUINT32, .limit = -1};

  if (self->capacity && !full)
    at.limit = (gint64) (self->capacity - peak->always_live);
  poplens_step_order_follow (self->order, self->marks, amounts, 1, follow_step, &at);
  peak->not_always_live = (guint64) at.highest;
  peak->step = at.step;
  peak->first_over = full ? 0 : at.first_over;
}

static void
sweep_init (PeakSweep *self, const PoplensLiveness *liveness, const PoplensVariables *variables)
{
  tally_init (&self->tally, liveness, variables);
  self->order = step_order_new (liveness);
  self->marks = g_new0 (guint64, poplens_step_order_words (self->order));
}

static void
sweep_clear (PeakSweep *self)
{
  tally_clear (&self->tally);
  poplens_step_order_free (self->order);
  g_free (self->marks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PeakSweep, sweep_clear)

/* Appends the peak of @tile to @peaks, from the bytes in .tally. Resets .tally. */
static void
sweep_take (PeakSweep *self, guint32 tile, GArray *peaks)
{
  const guint8 *always = self->tally.liveness->class_always_live;
  PoplensTilePeak peak = {.tile = tile};

  for (guint i = 0; i < self->tally.touched->len; i++) {
    guint32 row = g_array_index (self->tally.touched, guint32, i);
    if (always[row])
      peak.always_live += self->tally.bytes[row];
    else
      poplens_step_order_mark (self->order, row, self->marks);
  }
  follow_tile (self, &peak);
  peak.bytes = peak.always_live + peak.not_always_live;
  tally_reset (&self->tally);
  g_array_append_val (peaks, peak);
}

static void
tally_add_entries (Tally *self, const PoplensTileBytes *bytes, guint32 tile)
{
  if (tile >= bytes->n_tiles)
    return;
  for (guint32 i = bytes->first[tile]; i < bytes->first[tile + 1]; i++) {
    const PoplensByteEntry *entry = &bytes->entries[i];
    tally_add_bytes (self, entry->class_row, entry->bytes);
  }
}

/* Finds the peaks of all tiles from @bytes or, if that is NULL, from @variables. NULL if cancelled.
 * (transfer full) (nullable) */
static GArray *
find_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
            const PoplensTileBytes *bytes, const PoplensMemory *memory, const PoplensTarget *target,
            GCancellable *cancellable)
{
  g_auto (PeakSweep) sweep = {0};
  g_autoptr (GArray) peaks = g_array_new (FALSE, FALSE, sizeof (PoplensTilePeak));

  sweep_init (&sweep, liveness, variables);
  sweep.capacity = target ? target->bytes_per_tile : 0;
  for (guint32 t = 0; t < memory->n_tiles; t++) {
    if (g_cancellable_is_cancelled (cancellable))
      return NULL;
    if (bytes)
      tally_add_entries (&sweep.tally, bytes, memory->tile[t]);
    else
      tally_add (&sweep.tally, memory->tile[t]);
    sweep_take (&sweep, memory->tile[t], peaks);
  }
  return g_steal_pointer (&peaks);
}

GArray *
poplens_tile_peaks (const PoplensLiveness *liveness, const PoplensVariables *variables,
                    const PoplensMemory *memory, const PoplensTarget *target,
                    GCancellable *cancellable)
{
  return find_peaks (liveness, variables, NULL, memory, target, cancellable);
}

GArray *
poplens_tile_peaks_of (const PoplensLiveness *liveness, const PoplensTileBytes *bytes,
                       const PoplensMemory *memory, const PoplensTarget *target,
                       GCancellable *cancellable)
{
  return find_peaks (liveness, NULL, bytes, memory, target, cancellable);
}

gboolean
poplens_tile_peaks_agree (const GArray *peaks, const PoplensMemory *memory)
{
  if (peaks->len != memory->n_tiles)
    return FALSE;
  for (guint i = 0; i < peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, i);
    if (peak->always_live != memory->always_live[i] ||
        peak->not_always_live != memory->not_always_live_max[i])
      return FALSE;
  }
  return TRUE;
}

const PoplensTilePeak *
poplens_tile_peaks_worst (const GArray *peaks)
{
  const PoplensTilePeak *worst = NULL;

  for (guint i = 0; i < peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, i);
    if (!worst || peak->bytes > worst->bytes)
      worst = peak;
  }
  return worst;
}

const PoplensTilePeak *
poplens_tile_peaks_first_over (const GArray *peaks, guint32 *tiles)
{
  const PoplensTilePeak *first = NULL;

  *tiles = 0;
  for (guint i = 0; i < peaks->len; i++) {
    const PoplensTilePeak *peak = &g_array_index (peaks, PoplensTilePeak, i);
    if (peak->first_over == G_MAXUINT32 || (first && peak->first_over > first->first_over))
      continue;
    if (!first || peak->first_over < first->first_over) {
      first = peak;
      *tiles = 0;
    }
    ++*tiles;
  }
  return first;
}

/* ---- curves ---------------------------------------------------------------------------------- */

static PoplensLiveCurve *
curve_new (const PoplensLiveness *liveness)
{
  PoplensLiveCurve *self = g_atomic_rc_box_new0 (PoplensLiveCurve);

  self->n_steps = liveness->n_steps;
  self->not_always_live = g_new0 (guint64, MAX (liveness->n_steps, 1));
  self->peak_step = G_MAXUINT32;
  return self;
}

static void
find_peak (PoplensLiveCurve *self)
{
  for (guint32 s = 0; s < self->n_steps; s++)
    if (self->peak_step == G_MAXUINT32 ||
        self->not_always_live[s] > self->not_always_live[self->peak_step])
      self->peak_step = s;
}

static PoplensLiveCurve *
curve_of_tally (const Tally *tally)
{
  g_auto (PoplensLiveSpans) spans = {0};
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (PoplensSweepEvent));
  PoplensLiveCurve *self = curve_new (tally->liveness);
  guint64 live = 0;

  poplens_live_spans_init (&spans, tally->liveness);
  self->always_live = tally_events (tally, &spans, events);
  for (guint i = 0; i < events->len; i++) {
    const PoplensSweepEvent *event = &g_array_index (events, PoplensSweepEvent, i);
    if (event->step < self->n_steps)
      self->not_always_live[event->step] += (guint64) event->change;
  }
  /* Turn changes into running sums. The numbers are unsigned, so adding a negative change wraps
   * around to the right sum. */
  for (guint32 s = 0; s < self->n_steps; s++)
    live = self->not_always_live[s] += live;
  find_peak (self);
  return self;
}

PoplensLiveCurve *
poplens_live_curve_new (const PoplensLiveness *liveness, const PoplensVariables *variables,
                        const PoplensTileSet *tiles, GCancellable *cancellable)
{
  g_auto (Tally) tally = {0};

  tally_init (&tally, liveness, variables);
  for (guint r = 0; r < tiles->n; r++)
    for (guint32 t = tiles->ranges[r].first; t < variables->n_tiles && t <= tiles->ranges[r].last;
         t++) {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      tally_add (&tally, t);
    }
  return curve_of_tally (&tally);
}

PoplensLiveCurve *
poplens_class_bytes_curve (const PoplensLiveness *liveness, const PoplensClassBytes *bytes)
{
  g_auto (Tally) tally = {0};

  tally_init (&tally, liveness, NULL);
  for (guint32 i = 0; i < bytes->n; i++)
    tally_add_bytes (&tally, bytes->class_row[i], bytes->bytes[i]);
  return curve_of_tally (&tally);
}

PoplensLiveCurve *
poplens_live_curve_new_all (const PoplensLiveness *liveness)
{
  PoplensLiveCurve *self = curve_new (liveness);

  self->always_live = liveness->always_live;
  for (guint32 s = 0; s < liveness->n_steps; s++)
    self->not_always_live[s] = liveness->not_always_live[s];
  find_peak (self);
  return self;
}

PoplensLiveCurve *
poplens_live_curve_ref (PoplensLiveCurve *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
curve_clear (gpointer data)
{
  g_free (((PoplensLiveCurve *) data)->not_always_live);
}

void
poplens_live_curve_free (PoplensLiveCurve *self)
{
  if (self)
    g_atomic_rc_box_release_full (self, curve_clear);
}
