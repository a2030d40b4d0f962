/* Fast functions over lists that were checked when they were read, so that decoding cannot fail. */
#include "base/codec-private.h"

typedef struct {
  guint64 *sums;
  gsize n;
} ListSums;

static gboolean
add_run (const PoplensRun *run, gpointer user_data)
{
  ListSums *self = user_data;

  for (gsize i = run->first; i < run->first + run->count && i < self->n; i++)
    self->sums[i] += run->value;
  return run->first + run->count < self->n;
}

/* Reads four varints into the four 16-bit parts of @four. FALSE unless each has two bytes, the most
 * frequent length of cycles. */
static inline gboolean
read_four (const guint8 *data, gsize size, guint64 *four)
{
  guint64 word;

  if (size < sizeof word)
    return FALSE;
  memcpy (&word, data, sizeof word);
  word = GUINT64_FROM_LE (word);
  *four = (word & BYTE_PAIRS) << 7 | (word >> 8 & 0x7f * UNITS);
  return (word & TOPS) == (TOPS & ~BYTE_PAIRS);
}

static void
add_rle (const guint8 *data, gsize size, guint64 *sums, gsize n)
{
  guint64 head, value;

  for (gsize i = 0, pos = 0; i < n && read_number (data, size, &pos, &head, NULL);) {
    gsize end = i + MIN (head >> 1, n - i);
    while (head & 1 && i < end) {
      for (guint64 four; end - i >= 4 && read_four (data + pos, size - pos, &four);
           i += 4, pos += 8)
        for (guint k = 0; k < 4; k++)
          sums[i + k] += four >> 16 * k & 0xffff;
      if (i < end && !read_number (data, size, &pos, &value, NULL))
        return;
      if (i < end)
        sums[i++] += value;
    }
    if (!(head & 1)) {
      if (!read_number (data, size, &pos, &value, NULL))
        return;
      for (; i < end; i++)
        sums[i] += value;
    }
  }
}

void
poplens_list_accumulate (PoplensEncoding encoding, const guint8 *data, gsize size, guint64 *sums,
                         gsize n)
{
  ListSums self = {sums, n};

  if (encoding == POPLENS_ENCODING_RLE)
    add_rle (data, size, sums, n);
  else if (n)
    walk_list (encoding, data, size, POPLENS_ANY_LENGTH, add_run, &self, NULL);
}

/* ---- values that are not 0 ------------------------------------------------------------------- */

typedef struct {
  guint32 *indices;
  guint64 *values;
  gsize first, end, found;
} NonzeroSearch;

static gboolean
find_run (const PoplensRun *run, gpointer user_data)
{
  NonzeroSearch *self = user_data;
  gsize end = MIN (run->first + run->count, self->end);

  if (run->value)
    for (gsize i = MAX (run->first, self->first); i < end; i++) {
      self->indices[self->found] = (guint32) (i - self->first);
      self->values[self->found++] = run->value;
    }
  return run->first + run->count < self->end;
}

/* Stores indices and values of the literals @i … @end − 1 that are not 0, and returns the position
 * after these literals. @pos and @i are values, which stay in registers: pointers would double the
 * time. */
INLINE gsize
find_literals (const guint8 *data, gsize size, gsize pos, gsize i, gsize end, guint32 *indices,
               guint64 *values, gsize *found)
{
  gsize n = *found;
  guint64 four, value;

  while (i < end) {
    for (; end - i >= 4 && read_four (data + pos, size - pos, &four); pos += 8)
      for (guint k = 0; k < 4; k++) {
        indices[n] = (guint32) i++;
        values[n] = four >> 16 * k & 0xffff;
        /* The next value overwrites a zero, which avoids a branch. */
        n += values[n] != 0;
      }
    if (i == end || !read_number (data, size, &pos, &value, NULL))
      break;
    indices[n] = (guint32) i++;
    values[n] = value;
    n += value != 0;
  }
  *found = n;
  return pos;
}

/* Finds the values that are not 0 among the first @n values of an RLE list. */
static gsize
find_rle (const guint8 *data, gsize size, gsize n, guint32 *indices, guint64 *values)
{
  gsize found = 0;
  guint64 head, value;

  for (gsize i = 0, pos = 0; i < n && read_number (data, size, &pos, &head, NULL);) {
    gsize end = i + MIN (head >> 1, n - i);
    if (head & 1) {
      pos = find_literals (data, size, pos, i, end, indices, values, &found);
      i = end;
      continue;
    }
    if (!read_number (data, size, &pos, &value, NULL))
      break;
    if (!value)
      i = end;
    for (; i < end; i++) {
      indices[found] = (guint32) i;
      values[found++] = value;
    }
  }
  return found;
}

gsize
poplens_list_find_nonzero (PoplensEncoding encoding, const guint8 *data, gsize size, gsize first,
                           gsize n, guint32 *indices, guint64 *values)
{
  NonzeroSearch self = {indices, values, first, first + n, 0};

  if (encoding == POPLENS_ENCODING_RLE && !first)
    return find_rle (data, size, n, indices, values);
  if (n)
    walk_list (encoding, data, size, POPLENS_ANY_LENGTH, find_run, &self, NULL);
  return self.found;
}
