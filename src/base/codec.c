#include "base/codec.h"

#include "base/error.h"

gboolean
poplens_varint_read (const guint8 *data, gsize size, gsize *pos, guint64 *value, GError **error)
{
  guint64 v = 0;
  gsize i = *pos;

  while (i < size) {
    guint8 byte = data[i++];
    if (v >> 57) {
      g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                   "a number at byte %" G_GSIZE_FORMAT " is wider than 64 bits", *pos);
      return FALSE;
    }
    v = v << 7 | (byte & 0x7f);
    if (byte & 0x80) {
      *value = v;
      *pos = i;
      return TRUE;
    }
  }
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "a number at byte %" G_GSIZE_FORMAT " does not end", *pos);
  return FALSE;
}

static gboolean
too_long (gsize limit, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "a list is longer than %" G_GSIZE_FORMAT " values", limit);
  return FALSE;
}

/* What poplens_list_foreach_run() keeps while it walks: the position in the list and, for
 * DIFF_RLE, the running sum. */
typedef struct {
  gsize limit;
  gsize n;
  guint64 sum;
  gboolean diff;
  gboolean stopped;
  PoplensRunFunc each;
  gpointer user_data;
} Walk;

static gboolean
walk_give (Walk *walk, gsize count, guint64 value, GError **error)
{
  PoplensRun run = {walk->n, count, value};

  if (count > walk->limit - walk->n)
    return too_long (walk->limit, error);
  if (!walk->diff || (value == 0 && walk->n > 0)) {
    run.value = walk->diff ? walk->sum : value;
    walk->n += count;
    walk->stopped = count > 0 && !walk->each (&run, walk->user_data);
    return TRUE;
  }
  for (gsize i = 0; i < count && !walk->stopped; i++) {
    if (__builtin_add_overflow (walk->sum, value, &walk->sum)) {
      g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                           "the differences of a list add up to more than 64 bits");
      return FALSE;
    }
    run = (PoplensRun){walk->n++, 1, walk->sum};
    walk->stopped = !walk->each (&run, walk->user_data);
  }
  return TRUE;
}

static gboolean
walk_rle (Walk *walk, const guint8 *data, gsize size, GError **error)
{
  gsize pos = 0;

  while (pos < size && !walk->stopped) {
    guint64 head, value;
    if (!poplens_varint_read (data, size, &pos, &head, error))
      return FALSE;
    if (head >> 1 > walk->limit - walk->n)
      return too_long (walk->limit, error);
    gsize n = head >> 1;
    gsize count = head & 1 ? 1 : n;
    gsize literals = head & 1 ? n : 1;
    for (gsize i = 0; i < literals && !walk->stopped; i++)
      if (!poplens_varint_read (data, size, &pos, &value, error) ||
          !walk_give (walk, count, value, error))
        return FALSE;
  }
  return TRUE;
}

static gboolean
walk_plain (Walk *walk, const guint8 *data, gsize size, GError **error)
{
  gsize pos = 0;

  while (pos < size && !walk->stopped) {
    guint64 value;
    if (!poplens_varint_read (data, size, &pos, &value, error) ||
        !walk_give (walk, 1, value, error))
      return FALSE;
  }
  return TRUE;
}

gboolean
poplens_list_foreach_run (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
                          PoplensRunFunc each, gpointer user_data, GError **error)
{
  Walk walk = {
      .limit = expected == POPLENS_ANY_LENGTH ? POPLENS_LIST_MAX : expected,
      .diff = encoding == POPLENS_ENCODING_DIFF_RLE,
      .each = each,
      .user_data = user_data,
  };

  if (!(encoding == POPLENS_ENCODING_PLAIN ? walk_plain (&walk, data, size, error)
                                           : walk_rle (&walk, data, size, error)))
    return FALSE;
  if (!walk.stopped && expected != POPLENS_ANY_LENGTH && walk.n != expected) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "a list has %" G_GSIZE_FORMAT " values where %" G_GSIZE_FORMAT " are expected",
                 walk.n, expected);
    return FALSE;
  }
  return TRUE;
}

static gboolean
append_run (const PoplensRun *run, gpointer user_data)
{
  GArray *out = user_data;

  for (gsize i = 0; i < run->count; i++)
    g_array_append_val (out, run->value);
  return TRUE;
}

GArray *
poplens_list_decode (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
                     GError **error)
{
  g_autoptr (GArray) out = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (!poplens_list_foreach_run (encoding, data, size, expected, append_run, out, error))
    return NULL;
  return g_steal_pointer (&out);
}

static gboolean
store_run (const PoplensRun *run, gpointer user_data)
{
  guint64 *out = user_data;

  for (gsize i = 0; i < run->count; i++)
    out[run->first + i] = run->value;
  return TRUE;
}

gboolean
poplens_list_decode_into (PoplensEncoding encoding, const guint8 *data, gsize size, guint64 *out,
                          gsize n, GError **error)
{
  return poplens_list_foreach_run (encoding, data, size, n, store_run, out, error);
}

typedef struct {
  guint64 sum;
  gsize count;
  gboolean overflow;
} Sum;

static gboolean
sum_run (const PoplensRun *run, gpointer user_data)
{
  Sum *sum = user_data;
  guint64 product;

  sum->count += run->count;
  sum->overflow |= __builtin_mul_overflow (run->value, (guint64) run->count, &product) ||
                   __builtin_add_overflow (sum->sum, product, &sum->sum);
  return TRUE;
}

gboolean
poplens_list_sum (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
                  guint64 *sum, gsize *count, GError **error)
{
  Sum s = {0};

  if (!poplens_list_foreach_run (encoding, data, size, expected, sum_run, &s, error))
    return FALSE;
  if (s.overflow) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                         "the values of a list add up to more than 64 bits");
    return FALSE;
  }
  *sum = s.sum;
  if (count)
    *count = s.count;
  return TRUE;
}

void
poplens_varint_append (GByteArray *out, guint64 value)
{
  guint8 bytes[10];
  gsize n = sizeof bytes;

  bytes[--n] = (value & 0x7f) | 0x80;
  while (value >>= 7)
    bytes[--n] = value & 0x7f;
  g_byte_array_append (out, bytes + n, sizeof bytes - n);
}

static gsize
run_length (const guint64 *values, gsize n)
{
  gsize k = 1;

  while (k < n && values[k] == values[0])
    k++;
  return k;
}

static void
append_rle (GByteArray *out, const guint64 *values, gsize n)
{
  for (gsize i = 0; i < n;) {
    gsize run = run_length (values + i, n - i);
    if (run > 1) {
      poplens_varint_append (out, (guint64) run << 1);
      poplens_varint_append (out, values[i]);
      i += run;
      continue;
    }
    gsize end = i + 1;
    while (end < n && run_length (values + end, n - end) == 1)
      end++;
    poplens_varint_append (out, (guint64) (end - i) << 1 | 1);
    for (; i < end; i++)
      poplens_varint_append (out, values[i]);
  }
}

void
poplens_list_append (PoplensEncoding encoding, GByteArray *out, const guint64 *values, gsize n)
{
  switch (encoding) {
  case POPLENS_ENCODING_PLAIN:
    for (gsize i = 0; i < n; i++)
      poplens_varint_append (out, values[i]);
    break;
  case POPLENS_ENCODING_RLE:
    append_rle (out, values, n);
    break;
  case POPLENS_ENCODING_DIFF_RLE: {
    g_autofree guint64 *diffs = g_new (guint64, n);
    for (gsize i = 0; i < n; i++)
      diffs[i] = i ? values[i] - values[i - 1] : values[0];
    append_rle (out, diffs, n);
    break;
  }
  }
}
