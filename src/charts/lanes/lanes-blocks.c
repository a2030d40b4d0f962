/* Blocks sorted by row and start, with prefix sums of their cycles by series. */
#include "charts/lanes/lanes-private.h"

#include "base/large.h"
#include "base/search.h"

#include <string.h>

#define FAN 32
#define CACHE_LINE 64

/* ---- joining --------------------------------------------------------------------------------- */

/* Copies the blocks of several charts into one. Each part has its own offset in cycles and rows. */

PoplensLaneBlocks *
poplens_lane_blocks_join (const PoplensLaneJoin *parts, guint n_parts)
{
  gsize n = 0, at = 0;

  for (guint p = 0; p < n_parts; p++)
    n += parts[p].n;
  guint64 *from = POPLENS_NEW_LARGE (guint64, MAX (n, 1)),
          *to = POPLENS_NEW_LARGE (guint64, MAX (n, 1));
  guint32 *row = POPLENS_NEW_LARGE (guint32, MAX (n, 1));
  guint8 *series = POPLENS_NEW_LARGE (guint8, MAX (n, 1)),
         *flags = POPLENS_NEW_LARGE (guint8, MAX (n, 1));
  for (guint p = 0; p < n_parts; p++) {
    const PoplensLaneJoin *part = &parts[p];
    for (gsize i = part->first; i < part->first + part->n; i++, at++) {
      gsize slot = poplens_lane_slot (part->blocks, i);
      guint8 own = poplens_lane_series (part->blocks, slot);
      from[at] = poplens_lane_from (part->blocks, slot) + part->shift;
      to[at] = from[at] + poplens_lane_length (part->blocks, slot);
      row[at] = (guint32) poplens_lane_row (part->blocks, slot) - part->from_row + part->to_row;
      series[at] = own >= POPLENS_LANE_MOST_SERIES ? POPLENS_LANE_GROUP : part->series[own];
      flags[at] = part->blocks->look[slot] >> POPLENS_LANE_SERIES_BITS;
    }
  }
  return poplens_lane_blocks_new (n, from, to, row, series, flags);
}

/* ---- order ----------------------------------------------------------------------------------- */

typedef struct {
  const guint64 *from;
  const guint32 *row;
} BlockKeys;

static int
compare_slots (gconstpointer a, gconstpointer b, gpointer data)
{
  const BlockKeys *keys = data;
  gsize i = *(const gsize *) a, j = *(const gsize *) b;

  if (keys->row[i] != keys->row[j])
    return keys->row[i] < keys->row[j] ? -1 : 1;
  if (keys->from[i] != keys->from[j])
    return keys->from[i] < keys->from[j] ? -1 : 1;
  return i < j ? -1 : i > j;
}

/* Returns the items sorted by row and start: the item of each slot. Uses a counting sort by row,
 * then sorts the rows that are out of order. (transfer full) */
static gsize *
order_slots (gsize n, const BlockKeys *keys, const gsize *row_first, guint n_rows)
{
  gsize *items = POPLENS_NEW_LARGE (gsize, n);
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
  guint64 *sorted = POPLENS_NEW_LARGE (guint64, n);

  for (gsize s = 0; s < n; s++)
    sorted[s] = (*column)[items[s]];
  g_free (*column);
  *column = sorted;
}

static void
permute_bytes (guint8 **column, const gsize *items, gsize n)
{
  guint8 *sorted = POPLENS_NEW_LARGE (guint8, n);

  for (gsize s = 0; s < n; s++)
    sorted[s] = (*column)[items[s]];
  g_free (*column);
  *column = sorted;
}

static gboolean
is_in_order (gsize n, const BlockKeys *keys)
{
  for (gsize i = 1; i < n; i++)
    if (keys->row[i - 1] > keys->row[i] ||
        (keys->row[i - 1] == keys->row[i] && keys->from[i - 1] > keys->from[i]))
      return FALSE;
  return TRUE;
}

static void
sort_blocks (PoplensLaneBlocks *self, const guint32 *row, guint64 **from, guint64 **to)
{
  BlockKeys keys = {*from, row};

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
  self->slot = POPLENS_NEW_LARGE (gsize, self->n);
  for (gsize s = 0; s < self->n; s++)
    self->slot[self->item[s]] = s;
  permute_cycles (from, self->item, self->n);
  permute_cycles (to, self->item, self->n);
  permute_bytes (&self->look, self->item, self->n);
}

/* ---- sums ------------------------------------------------------------------------------------ */

static double
length_of (const PoplensLaneBlocks *self, gsize slot)
{
  return (double) MAX (poplens_lane_length (self, slot), 1);
}

/* Fills .sums: at every FAN-th slot, the cycles of all earlier blocks by series. Doubles are exact
 * up to 2^53 cycles. */
static void
build_sums (PoplensLaneBlocks *self)
{
  double sum[POPLENS_LANE_MIX] = {0}, *out;

  for (gsize s = 0; s < self->n; s++)
    if (poplens_lane_series (self, s) != POPLENS_LANE_MOST_SERIES)
      self->n_mix = MAX (self->n_mix, poplens_lane_series (self, s) + 1u);
  self->n_mix++;
  out = self->sums = g_new (double, (self->n / FAN + 1) * self->n_mix);
  for (gsize s = 0;; s++) {
    if (s % FAN == 0) {
      memcpy (out, sum, self->n_mix * sizeof (double));
      out += self->n_mix;
    }
    if (s == self->n)
      break;
    /* Groups have no series: the last entry of a sum counts their cycles. */
    guint8 series = poplens_lane_series (self, s);
    sum[(series == POPLENS_LANE_MOST_SERIES ? self->n_mix - 1 : series)] += length_of (self, s);
  }
}

/* ---- construction ---------------------------------------------------------------------------- */

/* Returns @number if it fits into 32 bits. Otherwise adds @slot and @value to @longs, and returns
 * G_MAXUINT32. */
static guint32
lane_blocks_keep (GArray *longs, gsize slot, guint64 number, guint64 value)
{
  PoplensLaneLong entry = {slot, value};

  if (number < G_MAXUINT32)
    return (guint32) number;
  g_array_append_val (longs, entry);
  return G_MAXUINT32;
}

static void
keep_cycles (PoplensLaneBlocks *self, const guint64 *from, const guint64 *to)
{
  self->base = POPLENS_NEW_LARGE (guint64, self->n / POPLENS_LANE_CHUNK + 1);
  self->begin = POPLENS_NEW_LARGE (guint32, self->n);
  self->length = POPLENS_NEW_LARGE (guint32, self->n);
  for (gsize first = 0; first < self->n; first += POPLENS_LANE_CHUNK) {
    gsize end = MIN (first + POPLENS_LANE_CHUNK, self->n);
    guint64 base = from[first];
    for (gsize s = first; s < end; s++)
      base = MIN (base, from[s]);
    self->base[first / POPLENS_LANE_CHUNK] = base;
    for (gsize s = first; s < end; s++) {
      self->begin[s] = lane_blocks_keep (self->begins, s, from[s] - base, from[s]);
      self->length[s] = lane_blocks_keep (self->lengths, s, to[s] - from[s], to[s] - from[s]);
    }
  }
}

guint64
poplens_lane_find_long (const GArray *longs, gsize slot)
{
  const PoplensLaneLong *entries = (const PoplensLaneLong *) (gpointer) longs->data;
  guint low = 0, high = longs->len;

  POPLENS_SEARCH (low, high, at, entries[at].slot < slot);
  return entries[low].value;
}

PoplensLaneBlocks *
poplens_lane_blocks_new (gsize n, guint64 *from, guint64 *to, guint32 *row, guint8 *series,
                         guint8 *flags)
{
  PoplensLaneBlocks *self = g_new0 (PoplensLaneBlocks, 1);

  g_atomic_ref_count_init (&self->refs);
  self->n = n;
  self->look = series = poplens_realloc_large (series, n, sizeof (guint8));
  self->begins = g_array_new (FALSE, FALSE, sizeof (PoplensLaneLong));
  self->lengths = g_array_new (FALSE, FALSE, sizeof (PoplensLaneLong));
  self->low = n ? G_MAXUINT64 : 0;
  for (gsize i = 0; i < n; i++) {
    /* Treat a block of an unknown series as a group: the colour of any series would be wrong. */
    series[i] = MIN (series[i], POPLENS_LANE_MOST_SERIES);
    if (flags) {
      self->flags |= flags[i];
      series[i] |= (guint8) (flags[i] << POPLENS_LANE_SERIES_BITS);
    }
    to[i] = MAX (to[i], from[i]);
    self->low = MIN (self->low, from[i]);
    self->high = MAX (self->high, to[i]);
  }
  g_free (flags);
  sort_blocks (self, row, &from, &to);
  g_free (row);
  keep_cycles (self, from, to);
  g_free (from);
  g_free (to);
  build_sums (self);
  return self;
}

void
poplens_lane_blocks_set_insides (PoplensLaneBlocks *self, PoplensLaneInsides *insides)
{
  poplens_lane_insides_free (self->insides);
  self->insides = insides;
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
  g_free (self->base);
  g_free (self->begin);
  g_free (self->length);
  g_array_unref (self->begins);
  g_array_unref (self->lengths);
  g_free (self->look);
  g_free (self->item);
  g_free (self->slot);
  g_free (self->row_first);
  g_free (self->sums);
  poplens_lane_insides_free (self->insides);
  g_free (self);
}

/* ---- queries --------------------------------------------------------------------------------- */

guint
poplens_lane_row (const PoplensLaneBlocks *self, gsize slot)
{
  guint low = 0, high = self->n_rows;

  POPLENS_SEARCH (low, high, at, self->row_first[at + 1] <= slot);
  return low;
}

/* Returns the cycle at which the first block of a chunk of slots starts. @end: end of the row's
 * slots. */
static double
chunk_from (const PoplensLaneBlocks *self, gsize chunk, gsize end)
{
  gsize first = chunk * POPLENS_LANE_CHUNK;

  return (double) (first + POPLENS_LANE_CHUNK <= end ? self->base[chunk]
                                                     : poplens_lane_from (self, first));
}

/* Returns the first chunk of slots whose first block starts at or after @cycle. Searches the chunks
 * that begin within slots (@from, @end). Doubles the search step, since the result is usually near
 * @from. */
static gsize
first_chunk (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle)
{
  gsize low = from / POPLENS_LANE_CHUNK + 1, step = 1;
  gsize high = MAX (low, (end + POPLENS_LANE_CHUNK - 1) / POPLENS_LANE_CHUNK);

  for (; high - low > step; step *= 2) {
    if (chunk_from (self, low + step - 1, end) >= cycle) {
      high = low + step - 1;
      break;
    }
    low += step;
  }
  POPLENS_SEARCH (low, high, at, chunk_from (self, at, end) < cycle);
  return low;
}

/* Prefetches the starts, lengths and sums of a chunk, so that the cache misses of the next reads
 * overlap. */
static void
prefetch_chunk (const PoplensLaneBlocks *self, gsize chunk)
{
  gsize first = chunk * POPLENS_LANE_CHUNK;
  const double *sums = self->sums + first / FAN * self->n_mix;

  if (first + POPLENS_LANE_CHUNK > self->n)
    return;
  for (guint i = 0; i < POPLENS_LANE_CHUNK; i += CACHE_LINE / sizeof (guint32)) {
    __builtin_prefetch (self->begin + first + i);
    __builtin_prefetch (self->length + first + i);
  }
  __builtin_prefetch (self->look + first);
  for (guint i = 0; i < (POPLENS_LANE_CHUNK / FAN + 1) * self->n_mix;
       i += CACHE_LINE / sizeof (double))
    __builtin_prefetch (sums + i);
}

gsize
poplens_lane_first_from (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle)
{
  gsize chunk = first_chunk (self, from, end, cycle);

  prefetch_chunk (self, chunk - 1);
  end = MIN (end, chunk * POPLENS_LANE_CHUNK);
  from = MAX (from, (chunk - 1) * POPLENS_LANE_CHUNK);
  POPLENS_SEARCH (from, end, at, (double) poplens_lane_from (self, at) < cycle);
  return from;
}

gsize
poplens_lane_first_ending (const PoplensLaneBlocks *self, gsize from, gsize end, double cycle)
{
  POPLENS_SEARCH (from, end, at, poplens_lane_end (self, at) <= cycle);
  return from;
}

static void
lane_blocks_add_blocks (const PoplensLaneBlocks *self, gsize from, gsize end, double sign,
                        double *mix)
{
  for (gsize s = from; s < end; s++)
    mix[poplens_lane_series (self, s)] += sign * length_of (self, s);
}

void
poplens_lane_sums_before (const PoplensLaneBlocks *self, gsize slot, double mix[POPLENS_LANE_MIX])
{
  gsize near = (slot + FAN / 2) / FAN;
  const double *sums;

  if (near * FAN > self->n)
    near--;
  sums = self->sums + near * self->n_mix;
  memset (mix, 0, POPLENS_LANE_MIX * sizeof (double));
  memcpy (mix, sums, (self->n_mix - 1) * sizeof (double));
  mix[POPLENS_LANE_MOST_SERIES] = sums[self->n_mix - 1];
  if (near * FAN > slot)
    lane_blocks_add_blocks (self, slot, near * FAN, -1, mix);
  else
    lane_blocks_add_blocks (self, near * FAN, slot, 1, mix);
}

void
poplens_lane_add_mix (const PoplensLaneBlocks *self, gsize from, gsize end,
                      double mix[POPLENS_LANE_MIX])
{
  double before[POPLENS_LANE_MIX], behind[POPLENS_LANE_MIX];

  if (end < from + POPLENS_LANE_FEW) {
    lane_blocks_add_blocks (self, from, end, 1, mix);
    return;
  }
  poplens_lane_sums_before (self, from, before);
  poplens_lane_sums_before (self, end, behind);
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    mix[m] += behind[m] - before[m];
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
  /* Subtract the parts of the first and the last block that are outside of the range. */
  mix[poplens_lane_series (self, first)] -=
      MAX (cycle - (double) poplens_lane_from (self, first), 0);
  mix[poplens_lane_series (self, last)] -= MAX (poplens_lane_end (self, last) - cycle_end, 0);
}

/* ---- search matches -------------------------------------------------------------------------- */

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
  /* The array of an empty object is NULL, which qsort () does not accept. */
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
