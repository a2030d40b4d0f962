/* Blocks by row and begin, and running sums of their cycles by series. */
#include "charts/lanes-private.h"

#include <string.h>

#define FAN 32

/* ---- order ----------------------------------------------------------------------------------- */

typedef struct {
  const guint64 *from;
  const guint32 *row;
} Keys;

static int
compare_slots (gconstpointer a, gconstpointer b, gpointer data)
{
  const Keys *keys = data;
  gsize i = *(const gsize *) a, j = *(const gsize *) b;

  if (keys->row[i] != keys->row[j])
    return keys->row[i] < keys->row[j] ? -1 : 1;
  if (keys->from[i] != keys->from[j])
    return keys->from[i] < keys->from[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* By counting rows; a row that is not in order then is sorted. Returns: (transfer full) */
static gsize *
order_slots (gsize n, const Keys *keys, const gsize *row_first, guint n_rows)
{
  gsize *items = g_new (gsize, n);
  g_autofree gsize *at = g_memdup2 (row_first, ((gsize) n_rows + 1) * sizeof (gsize));

  for (gsize i = 0; i < n; i++)
    items[at[keys->row[i]]++] = i;
  for (guint r = 0; r < n_rows; r++) {
    gboolean rising = TRUE;
    for (gsize s = row_first[r] + 1; s < row_first[r + 1] && rising; s++)
      rising = keys->from[items[s - 1]] <= keys->from[items[s]];
    if (!rising)
      g_qsort_with_data (items + row_first[r], (int) (row_first[r + 1] - row_first[r]),
                         sizeof (gsize), compare_slots, (gpointer) keys);
  }
  return items;
}

static void
permute_cycles (guint64 **column, const gsize *items, gsize n)
{
  guint64 *sorted = g_new (guint64, n);

  for (gsize s = 0; s < n; s++)
    sorted[s] = (*column)[items[s]];
  g_free (*column);
  *column = sorted;
}

static void
permute_bytes (guint8 **column, const gsize *items, gsize n)
{
  guint8 *sorted;

  if (!*column)
    return;
  sorted = g_new (guint8, n);
  for (gsize s = 0; s < n; s++)
    sorted[s] = (*column)[items[s]];
  g_free (*column);
  *column = sorted;
}

static gboolean
is_in_order (gsize n, const Keys *keys)
{
  for (gsize i = 1; i < n; i++)
    if (keys->row[i - 1] > keys->row[i] ||
        (keys->row[i - 1] == keys->row[i] && keys->from[i - 1] > keys->from[i]))
      return FALSE;
  return TRUE;
}

static void
sort_blocks (PoplensLaneBlocks *self, const guint32 *row)
{
  Keys keys = {self->from, row};

  for (gsize i = 0; i < self->n; i++)
    self->n_rows = MAX (self->n_rows, row[i] + 1);
  self->row_first = g_new0 (gsize, (gsize) self->n_rows + 1);
  for (gsize i = 0; i < self->n; i++)
    self->row_first[row[i] + 1]++;
  for (guint r = 0; r < self->n_rows; r++)
    self->row_first[r + 1] += self->row_first[r];
  if (is_in_order (self->n, &keys))
    return;
  self->item = order_slots (self->n, &keys, self->row_first, self->n_rows);
  self->slot = g_new (gsize, self->n);
  for (gsize s = 0; s < self->n; s++)
    self->slot[self->item[s]] = s;
  permute_cycles (&self->from, self->item, self->n);
  permute_cycles (&self->to, self->item, self->n);
  permute_bytes (&self->series, self->item, self->n);
  permute_bytes (&self->flags, self->item, self->n);
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* Groups take the last place of those in use. */
static guint
mix_place (const PoplensLaneBlocks *self, guint8 series)
{
  return series == POPLENS_LANE_MOST_SERIES ? self->n_mix - 1 : series;
}

static double
length_of (const PoplensLaneBlocks *self, gsize slot)
{
  return poplens_lane_end (self, slot) - (double) self->from[slot];
}

/* Sums up to every so many blocks: doubles, as they are exact up to 2^53 cycles. */
static void
build_sums (PoplensLaneBlocks *self)
{
  double sum[POPLENS_LANE_MIX] = {0}, *out;

  for (gsize s = 0; s < self->n; s++)
    if (self->series[s] != POPLENS_LANE_MOST_SERIES)
      self->n_mix = MAX (self->n_mix, self->series[s] + 1u);
  self->n_mix++;
  out = self->sums = g_new (double, (self->n / FAN + 1) * self->n_mix);
  for (gsize s = 0;; s++) {
    if (s % FAN == 0) {
      memcpy (out, sum, self->n_mix * sizeof (double));
      out += self->n_mix;
    }
    if (s == self->n)
      break;
    sum[mix_place (self, self->series[s])] += length_of (self, s);
  }
}

/* ---- life ------------------------------------------------------------------------------------ */

PoplensLaneBlocks *
poplens_lane_blocks_new (gsize n, guint64 *from, guint64 *to, guint32 *row, guint8 *series,
                         guint8 *flags)
{
  PoplensLaneBlocks *self = g_new0 (PoplensLaneBlocks, 1);

  g_atomic_ref_count_init (&self->refs);
  self->n = n;
  self->from = from;
  self->to = to;
  self->series = series;
  self->flags = flags;
  self->low = n ? G_MAXUINT64 : 0;
  for (gsize i = 0; i < n; i++) {
    /* What is beyond the limit, or unknown, is a group rather than a wrong series. */
    series[i] = MIN (series[i], POPLENS_LANE_MOST_SERIES);
    to[i] = MAX (to[i], from[i]);
    self->low = MIN (self->low, from[i]);
    self->high = MAX (self->high, to[i]);
  }
  sort_blocks (self, row);
  build_sums (self);
  g_free (row);
  return self;
}

PoplensLaneBlocks *
poplens_lane_blocks_ref (PoplensLaneBlocks *self)
{
  g_atomic_ref_count_inc (&self->refs);
  return self;
}

void
poplens_lane_blocks_unref (PoplensLaneBlocks *self)
{
  if (!self || !g_atomic_ref_count_dec (&self->refs))
    return;
  g_free (self->from);
  g_free (self->to);
  g_free (self->series);
  g_free (self->flags);
  g_free (self->item);
  g_free (self->slot);
  g_free (self->row_first);
  g_free (self->sums);
  g_free (self);
}

/* ---- asking ---------------------------------------------------------------------------------- */

guint
poplens_lane_row (const PoplensLaneBlocks *self, gsize slot)
{
  guint low = 0, high = self->n_rows;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (self->row_first[middle + 1] <= slot)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

gsize
poplens_lane_first_from (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle)
{
  while (from < end) {
    gsize middle = from + (end - from) / 2;
    if ((double) self->from[middle] < cycle)
      from = middle + 1;
    else
      end = middle;
  }
  return from;
}

gsize
poplens_lane_first_ending (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle)
{
  while (from < end) {
    gsize middle = from + (end - from) / 2;
    if (poplens_lane_end (self, middle) <= cycle)
      from = middle + 1;
    else
      end = middle;
  }
  return from;
}

static void
add_blocks (const PoplensLaneBlocks *self, gsize from, gsize end, double *mix)
{
  for (gsize s = from; s < end; s++)
    mix[self->series[s]] += length_of (self, s);
}

void
poplens_lane_add_mix (const PoplensLaneBlocks *self, gsize from, gsize end,
                      double mix[POPLENS_LANE_MIX])
{
  gsize first = (from + FAN - 1) / FAN, last = end / FAN;
  const double *a, *b;

  if (first >= last) {
    add_blocks (self, from, end, mix);
    return;
  }
  add_blocks (self, from, first * FAN, mix);
  add_blocks (self, last * FAN, end, mix);
  a = self->sums + first * self->n_mix;
  b = self->sums + last * self->n_mix;
  for (guint m = 0; m + 1 < self->n_mix; m++)
    mix[m] += b[m] - a[m];
  mix[POPLENS_LANE_MOST_SERIES] += b[self->n_mix - 1] - a[self->n_mix - 1];
}

void
poplens_lane_add_mix_between (const PoplensLaneBlocks *self, guint row, double cycle,
                              double cycle_end, double mix[POPLENS_LANE_MIX])
{
  gsize first, end, last;

  if (row >= self->n_rows)
    return;
  first = poplens_lane_first_ending (self, self->row_first[row], self->row_first[row + 1], cycle);
  end = poplens_lane_first_from (self, first, self->row_first[row + 1], cycle_end);
  if (first >= end)
    return;
  poplens_lane_add_mix (self, first, end, mix);
  last = end - 1;
  /* What sticks out at both ends. */
  mix[self->series[first]] -= MAX (cycle - (double) self->from[first], 0);
  mix[self->series[last]] -= MAX (poplens_lane_end (self, last) - cycle_end, 0);
}

/* ---- marks ----------------------------------------------------------------------------------- */

static int
compare_sizes (gconstpointer a, gconstpointer b)
{
  gsize x = *(const gsize *) a, y = *(const gsize *) b;

  return x < y ? -1 : x > y;
}

PoplensLaneFound *
poplens_lane_found_new (const PoplensLaneBlocks *blocks, const gsize *items, gsize n)
{
  PoplensLaneFound *self = g_new0 (PoplensLaneFound, 1);

  self->slots = g_new (gsize, n);
  for (gsize i = 0; i < n; i++)
    if (items[i] < blocks->n)
      self->slots[self->n++] = poplens_lane_slot (blocks, items[i]);
  /* Of none there is no array, which qsort() must not be given. */
  if (self->n)
    qsort (self->slots, self->n, sizeof (gsize), compare_sizes);
  return self;
}

void
poplens_lane_found_free (PoplensLaneFound *self)
{
  if (!self)
    return;
  g_free (self->slots);
  g_free (self);
}
