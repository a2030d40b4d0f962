/* Encoding, decoding and summing of integer lists, with fast paths for the common encodings. */
#include "base/codec-private.h"

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

gboolean
poplens_list_foreach_run (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
                          PoplensRunFunc each, gpointer user_data, GError **error)
{
  return walk_list (encoding, data, size, expected, each, user_data, error);
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

/* Decodes numbers of one byte at the start of a PLAIN list, eight at a time: lists by tile consist
 * mostly of zeros. Returns how many numbers it decoded. */
static gsize
store_bytes (const guint8 *data, gsize size, guint64 *out, gsize n)
{
  gsize done = 0;

  for (guint64 word; MIN (n, size) - done >= sizeof word; done += sizeof word) {
    memcpy (&word, data + done, sizeof word);
    if ((word & TOPS) != TOPS)
      break;
    for (guint i = 0; i < sizeof word; i++)
      out[done + i] = data[done + i] & 0x7f;
  }
  return done;
}

/* Decodes a PLAIN list quickly. FALSE if it is invalid; walk_list () then finds the error
 * message. */
static gboolean
store_plain (const guint8 *data, gsize size, guint64 *out, gsize n)
{
  gsize pos = 0, i = 0;

  while (i < n && pos < size) {
    gsize quick = store_bytes (data + pos, size - pos, out + i, n - i);
    pos += quick;
    i += quick;
    if (i < n && (pos == size || !read_number (data, size, &pos, &out[i++], NULL)))
      return FALSE;
  }
  return i == n && pos == size;
}

gboolean
poplens_list_decode_into (PoplensEncoding encoding, const guint8 *data, gsize size, guint64 *out,
                          gsize n, GError **error)
{
  return (encoding == POPLENS_ENCODING_PLAIN && store_plain (data, size, out, n)) ||
         walk_list (encoding, data, size, n, store_run, out, error);
}

typedef struct {
  guint64 sum;
  gsize count;
  gboolean overflow;
} ListSum;

static gboolean
sum_run (const PoplensRun *run, gpointer user_data)
{
  ListSum *sum = user_data;
  guint64 product;

  sum->count += run->count;
  sum->overflow |= __builtin_mul_overflow (run->value, (guint64) run->count, &product) ||
                   __builtin_add_overflow (sum->sum, product, &sum->sum);
  return TRUE;
}

#define BYTE_UNITS G_GUINT64_CONSTANT (0x0101010101010101)

/* Sum of a list in two parts: .small gets numbers of one or two bytes, .large all others. A list is
 * too short for .small to overflow, so only .large is checked. */
typedef struct {
  guint64 large, small;
  gsize count;
} QuickSum;

/* Sums the numbers of one or two bytes in @word, whose top bits are cleared. @ahead: @word with
 * only the bytes that begin a two-byte number, which count 128 times. The sum of a word fits in 16
 * bits. */
static inline guint64
sum_of_numbers (guint64 word, guint64 ahead)
{
  guint64 pairs = (word & BYTE_PAIRS) + (word >> 8 & BYTE_PAIRS);

  if (ahead)
    pairs += 127 * ((ahead & BYTE_PAIRS) + (ahead >> 8 & BYTE_PAIRS));
  return pairs * UNITS >> 48;
}

/* Adds at most @n numbers to @sum, eight bytes at a time. Stops at the first number of more than
 * two bytes. Returns the number of bytes consumed. */
static gsize
sum_words (const guint8 *data, gsize size, gsize n, QuickSum *sum)
{
  gsize at = 0;

  while (size - at >= sizeof (guint64) && n > 1) {
    guint64 word;
    memcpy (&word, data + at, sizeof word);
    word = GUINT64_FROM_LE (word);
    guint64 goes_on = ~word & TOPS;
    if (goes_on & goes_on << 8)
      break;
    /* Byte b: how many numbers end in bytes 0 … b of the word. If a number begins in the last byte,
     * the next word starts with that byte. */
    guint64 ended = ((word & TOPS) >> 7) * BYTE_UNITS;
    gsize count = ended >> 56, bytes = sizeof word - (goes_on >> 63);
    if (count > n) {
      guint64 enough = (ended + (0x80 - n) * BYTE_UNITS) & TOPS;
      bytes = ((gsize) __builtin_ctzll (enough) >> 3) + 1;
      count = n;
    }
    word &= ~TOPS & G_MAXUINT64 >> (64 - 8 * bytes);
    sum->small += sum_of_numbers (word, word & (goes_on >> 7) * 0x7f);
    sum->count += count;
    n -= count;
    at += bytes;
  }
  return at;
}

/* Adds @n numbers, or all if @n is G_MAXSIZE, and moves @pos after them. FALSE if the list is
 * invalid, or on overflow. */
static gboolean
sum_numbers (const guint8 *data, gsize size, gsize *pos, gsize n, QuickSum *sum)
{
  const gboolean all = n == G_MAXSIZE;
  const gsize end = sum->count + n;

  while (all ? *pos < size : sum->count < end) {
    guint64 value;
    *pos += sum_words (data + *pos, size - *pos, all ? n : end - sum->count, sum);
    if (all ? *pos == size : sum->count == end)
      break;
    if (!read_number (data, size, pos, &value, NULL) ||
        __builtin_add_overflow (sum->large, value, &sum->large))
      return FALSE;
    sum->count++;
  }
  return TRUE;
}

static gboolean
sum_rle (const guint8 *data, gsize size, QuickSum *sum)
{
  gsize pos = 0;

  while (pos < size) {
    guint64 head, value, product;
    if (!read_number (data, size, &pos, &head, NULL) || head >> 1 > POPLENS_LIST_MAX - sum->count)
      return FALSE;
    if (head & 1) {
      if (!sum_numbers (data, size, &pos, head >> 1, sum))
        return FALSE;
      continue;
    }
    if (!read_number (data, size, &pos, &value, NULL) ||
        __builtin_mul_overflow (value, head >> 1, &product) ||
        __builtin_add_overflow (sum->large, product, &sum->large))
      return FALSE;
    sum->count += head >> 1;
  }
  return TRUE;
}

/* Limit of values and differences on the fast path. The sum over a list of any length then stays
 * below 2^63. */
#define SMALL ((guint64) 1 << 36)

/* Decodes @n differences. Adds each difference to @value, and each resulting value to @sum. FALSE
 * if a difference is malformed, or not below SMALL. */
static gboolean
sum_steps (const guint8 *data, gsize size, gsize *pos, gsize n, guint64 *value, guint64 *sum)
{
  guint64 v = *value, s = *sum, difference;

  for (; n; n--) {
    if (!read_number (data, size, pos, &difference, NULL) || difference >= SMALL)
      return FALSE;
    v += difference;
    s += v;
  }
  *value = v;
  *sum = s;
  return TRUE;
}

static gboolean
sum_differences (const guint8 *data, gsize size, QuickSum *sum)
{
  guint64 value = 0, total = 0;
  gsize pos = 0;

  while (pos < size) {
    guint64 head, difference;
    if (!read_number (data, size, &pos, &head, NULL) || head >> 1 > POPLENS_LIST_MAX - sum->count)
      return FALSE;
    guint64 n = head >> 1;
    if (head & 1) {
      if (!sum_steps (data, size, &pos, n, &value, &total))
        return FALSE;
    } else {
      if (!read_number (data, size, &pos, &difference, NULL) || difference >= SMALL / MAX (n, 1))
        return FALSE;
      total += n * value + difference * (n * (n + 1) / 2);
      value += n * difference;
    }
    /* The values never decrease: if the last one is small, all were. */
    if (value >= SMALL)
      return FALSE;
    sum->count += n;
  }
  sum->large = total;
  return TRUE;
}

/* Adds up the list on the fast path, without checking its length. FALSE if this fails: walk_list ()
 * then computes the sum, or reports the error. */
static gboolean
sum_quickly (PoplensEncoding encoding, const guint8 *data, gsize size, ListSum *out)
{
  QuickSum sum = {0};
  gsize pos = 0;
  gboolean done;

  if (encoding == POPLENS_ENCODING_PLAIN)
    done = size <= POPLENS_LIST_MAX && sum_numbers (data, size, &pos, G_MAXSIZE, &sum);
  else
    done = encoding == POPLENS_ENCODING_RLE ? sum_rle (data, size, &sum)
                                            : sum_differences (data, size, &sum);
  out->count = sum.count;
  return done && !__builtin_add_overflow (sum.large, sum.small, &out->sum);
}

gboolean
poplens_list_sum (PoplensEncoding encoding, const guint8 *data, gsize size, gsize expected,
                  guint64 *sum, gsize *count, GError **error)
{
  ListSum s = {0};

  if (!sum_quickly (encoding, data, size, &s)) {
    s = (ListSum){0};
    if (!walk_list (encoding, data, size, expected, sum_run, &s, error))
      return FALSE;
  } else if (expected != POPLENS_ANY_LENGTH && s.count != expected) {
    return s.count > expected ? too_long (expected, error)
                              : wrong_length (s.count, expected, error);
  }
  if (s.overflow) {
    g_set_error_literal (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                         "the sum of the values of a list exceeds 64 bits");
    return FALSE;
  }
  *sum = s.sum;
  if (count)
    *count = s.count;
  return TRUE;
}

/* ---- encoders -------------------------------------------------------------------------------- */

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
