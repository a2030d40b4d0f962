/* Tests of the encodings of lists in profile.pop: golden bytes, round trips of random lists, and
 * malformed lists. */
#include "base/codec.h"

#include "base/error.h"

#include <string.h>

#define ALL_ENCODINGS(e)                                                                           \
  int e = POPLENS_ENCODING_PLAIN;                                                                  \
  e <= POPLENS_ENCODING_DIFF_RLE;                                                                  \
  e++

static const char *const encoding_names[] = {"plain", "rle", "diff-rle"};

/* Returns a number with a random width from 1 to 64 bits, so that short and long varints are
 * equally likely. */
static guint64
random_value (void)
{
  guint64 bits = (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();

  return bits >> g_test_rand_int_range (0, 64);
}

/* Returns @n values with runs among them, ascending for DIFF_RLE, which cannot encode negative
 * differences. */
static guint64 *
random_list (PoplensEncoding encoding, gsize n)
{
  guint64 *values = g_new (guint64, MAX (n, 1)), value = 0;

  for (gsize i = 0; i < n; i++) {
    if (i == 0 || g_test_rand_bit ())
      value = random_value ();
    if (encoding != POPLENS_ENCODING_DIFF_RLE)
      values[i] = value;
    else if (i == 0)
      values[i] = value >> 1;
    else
      values[i] = values[i - 1] + MIN (value >> 8, (G_MAXUINT64 - values[i - 1]) / 2);
  }
  return values;
}

static gboolean
expand_run (const PoplensRun *run, gpointer user_data)
{
  GArray *out = user_data;

  g_assert_cmpuint (run->first, ==, out->len);
  g_assert_cmpuint (run->count, >, 0);
  for (gsize i = 0; i < run->count; i++)
    g_array_append_val (out, run->value);
  return TRUE;
}

static void
check_round_trip (PoplensEncoding encoding, gsize n)
{
  g_autofree guint64 *values = random_list (encoding, n);
  g_autofree guint64 *into = g_new (guint64, MAX (n, 1));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GError) error = NULL;

  poplens_list_append (encoding, bytes, values, n);
  g_autoptr (GArray) any =
      poplens_list_decode (encoding, bytes->data, bytes->len, POPLENS_ANY_LENGTH, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (any->data, any->len * sizeof (guint64), values, n * sizeof (guint64));
  g_assert_true (poplens_list_decode_into (encoding, bytes->data, bytes->len, into, n, &error));
  g_assert_no_error (error);
  g_assert_cmpmem (into, n * sizeof (guint64), values, n * sizeof (guint64));
  g_assert_true (
      poplens_list_foreach_run (encoding, bytes->data, bytes->len, n, expand_run, runs, &error));
  g_assert_cmpmem (runs->data, runs->len * sizeof (guint64), values, n * sizeof (guint64));

  g_assert_false (
      poplens_list_decode_into (encoding, bytes->data, bytes->len, into, n + 1, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_clear_error (&error);
  if (!n)
    return;
  g_assert_false (
      poplens_list_decode_into (encoding, bytes->data, bytes->len, into, n - 1, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
}

static void
test_list_round_trip (gconstpointer data)
{
  PoplensEncoding encoding = GPOINTER_TO_INT (data);

  for (gsize n = 0; n < 40; n++)
    check_round_trip (encoding, n);
  for (guint i = 0; i < 60; i++)
    check_round_trip (encoding, g_test_rand_int_range (40, 5001));
}

static void
test_widths (void)
{
  for (guint bit = 0; bit < 64; bit++)
    for (int off = -1; off <= 1; off++) {
      guint64 value = ((guint64) 1 << bit) + off, read;
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      gsize pos = 0;
      poplens_varint_append (bytes, value);
      g_assert_true (poplens_varint_read (bytes->data, bytes->len, &pos, &read, NULL));
      g_assert_cmpuint (read, ==, value);
      g_assert_cmpuint (pos, ==, bytes->len);
    }
}

/* Golden bytes from formats.md 3.2. */
static const struct {
  PoplensEncoding encoding;
  const char *bytes; /* hexadecimal */
  guint n;
  guint64 first, last;
  guint64 sum;
} golden[] = {
    {POPLENS_ENCODING_PLAIN, "80", 1, 0, 0, 0},
    {POPLENS_ENCODING_PLAIN, "84", 1, 4, 4, 4},
    {POPLENS_ENCODING_PLAIN, "16fe", 1, 2942, 2942, 2942},
    {POPLENS_ENCODING_PLAIN, "010080", 1, 16384, 16384, 16384},
    {POPLENS_ENCODING_PLAIN, "", 0, 0, 0, 0},
    {POPLENS_ENCODING_RLE, "178080", 1472, 0, 0, 0},
    {POPLENS_ENCODING_RLE, "83 80 16fe 84", 1472, 0, 4, 4 * 1471},
    {POPLENS_ENCODING_PLAIN, "017f7f7f7f7f7f7f7fff", 1, G_MAXUINT64, G_MAXUINT64, G_MAXUINT64},
};

static GByteArray *
from_hex (const char *hex)
{
  GByteArray *bytes = g_byte_array_new ();
  int high = -1;

  for (; *hex; hex++) {
    int digit = g_ascii_xdigit_value (*hex);
    if (digit < 0)
      continue;
    if (high < 0) {
      high = digit;
    } else {
      guint8 byte = high << 4 | digit;
      g_byte_array_append (bytes, &byte, 1);
      high = -1;
    }
  }
  return bytes;
}

static void
test_golden (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (golden); i++) {
    g_autoptr (GByteArray) bytes = from_hex (golden[i].bytes);
    g_autoptr (GError) error = NULL;
    guint64 sum;
    gsize count;
    g_test_message ("%s", golden[i].bytes);
    g_autoptr (GArray) values =
        poplens_list_decode (golden[i].encoding, bytes->data, bytes->len, golden[i].n, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (values->len, ==, golden[i].n);
    if (values->len) {
      g_assert_cmpuint (g_array_index (values, guint64, 0), ==, golden[i].first);
      g_assert_cmpuint (g_array_index (values, guint64, values->len - 1), ==, golden[i].last);
    }
    g_assert_true (poplens_list_sum (golden[i].encoding, bytes->data, bytes->len,
                                     POPLENS_ANY_LENGTH, &sum, &count, &error));
    g_assert_cmpuint (sum, ==, golden[i].sum);
    g_assert_cmpuint (count, ==, golden[i].n);
  }
}

/* Three literals 5 1 1, then 2 × 4. These are differences; the first one is from 0. */
static void
test_golden_diff (void)
{
  g_autoptr (GByteArray) bytes = from_hex ("87 85 81 81  84 84");
  static const guint64 expected[] = {5, 6, 7, 11, 15};
  guint64 values[5], sum;

  g_assert_true (poplens_list_decode_into (POPLENS_ENCODING_DIFF_RLE, bytes->data, bytes->len,
                                           values, 5, NULL));
  g_assert_cmpmem (values, sizeof values, expected, sizeof expected);
  g_assert_true (
      poplens_list_sum (POPLENS_ENCODING_DIFF_RLE, bytes->data, bytes->len, 5, &sum, NULL, NULL));
  g_assert_cmpuint (sum, ==, 44);
}

#define ANY POPLENS_ANY_LENGTH

static const struct {
  const char *what;
  PoplensEncoding encoding;
  const char *bytes;
  gsize expected;
} malformed[] = {
    {"number does not end", POPLENS_ENCODING_PLAIN, "80 16", ANY},
    {"head does not end", POPLENS_ENCODING_RLE, "17", ANY},
    {"head without value", POPLENS_ENCODING_RLE, "84", ANY},
    {"literals missing", POPLENS_ENCODING_RLE, "87 80 80", ANY},
    {"value does not end", POPLENS_ENCODING_RLE, "84 01", ANY},
    {"65 bits", POPLENS_ENCODING_PLAIN, "02 00 00 00 00 00 00 00 00 80", ANY},
    {"70 bits", POPLENS_ENCODING_PLAIN, "7f 7f 7f 7f 7f 7f 7f 7f 7f ff", ANY},
    {"many bits", POPLENS_ENCODING_PLAIN, "01 00 00 00 00 00 00 00 00 00 00 00 00 80", ANY},
    {"65-bit head", POPLENS_ENCODING_RLE, "02 00 00 00 00 00 00 00 00 80 80", ANY},
    {"65 bits in a run", POPLENS_ENCODING_RLE, "84 02 00 00 00 00 00 00 00 00 80", ANY},
    {"run past the end", POPLENS_ENCODING_RLE, "8a 80", 4},
    {"second run past the end", POPLENS_ENCODING_RLE, "84 80 86 80", 4},
    {"literals past the end", POPLENS_ENCODING_RLE, "8b 80 80 80 80 80", 4},
    {"plain list too long", POPLENS_ENCODING_PLAIN, "80 80 80", 2},
    {"plain list too short", POPLENS_ENCODING_PLAIN, "80 80 80", 4},
    {"plain list empty", POPLENS_ENCODING_PLAIN, "", 1},
    {"rle list too short", POPLENS_ENCODING_RLE, "84 80", 4},
    {"rle list of nothing", POPLENS_ENCODING_RLE, "80 80", 1},
    {"rle bomb 2^60", POPLENS_ENCODING_RLE, "20 00 00 00 00 00 00 00 80 81", ANY},
    {"rle bomb 2^60, length given", POPLENS_ENCODING_RLE, "20 00 00 00 00 00 00 00 80 81", 1472},
    {"rle bomb 2^63", POPLENS_ENCODING_RLE, "01 7f 7f 7f 7f 7f 7f 7f 7f fe 81", ANY},
    {"diff bomb", POPLENS_ENCODING_DIFF_RLE, "20 00 00 00 00 00 00 00 80 81", ANY},
    {"literals bomb", POPLENS_ENCODING_RLE, "20 00 00 00 00 00 00 00 81 81", ANY},
    {"diff overflows", POPLENS_ENCODING_DIFF_RLE, "85 017f7f7f7f7f7f7f7fff 81", ANY},
    {"diff overflows in a run", POPLENS_ENCODING_DIFF_RLE, "88 01 00 00 00 00 00 00 00 00 80", ANY},
    {"diff too short", POPLENS_ENCODING_DIFF_RLE, "84 81", 3},
};

static void
test_malformed (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (malformed); i++) {
    g_autoptr (GByteArray) bytes = from_hex (malformed[i].bytes);
    g_autoptr (GError) error = NULL, again = NULL;
    guint64 sum;
    g_test_message ("%s", malformed[i].what);
    g_assert_null (poplens_list_decode (malformed[i].encoding, bytes->data, bytes->len,
                                        malformed[i].expected, &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
    g_assert_false (poplens_list_sum (malformed[i].encoding, bytes->data, bytes->len,
                                      malformed[i].expected, &sum, NULL, &again));
    g_assert_error (again, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  }
}

static void
test_sum_overflow (void)
{
  g_autoptr (GByteArray) run = from_hex ("84 01 00 00 00 00 00 00 00 00 80"); /* 2 × 2^63 */
  g_autoptr (GByteArray) two = from_hex ("017f7f7f7f7f7f7f7fff 81");
  g_autoptr (GError) error = NULL;
  guint64 sum;

  g_assert_false (
      poplens_list_sum (POPLENS_ENCODING_RLE, run->data, run->len, 2, &sum, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_clear_error (&error);
  g_assert_false (
      poplens_list_sum (POPLENS_ENCODING_PLAIN, two->data, two->len, 2, &sum, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
}

/* Random bytes give a list or an error, and never more values than requested. */
static void
test_random_bytes (void)
{
  for (guint i = 0; i < 3000; i++) {
    guint8 bytes[24];
    gsize n = g_test_rand_int_range (0, sizeof bytes + 1);
    guint64 out[16];
    for (gsize b = 0; b < n; b++)
      bytes[b] = g_test_rand_int ();
    for (ALL_ENCODINGS (e)) {
      g_autoptr (GError) error = NULL;
      if (!poplens_list_decode_into (e, bytes, n, out, 16, &error))
        g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
    }
  }
}

static gboolean
stop_at_third (const PoplensRun *run, gpointer user_data)
{
  return ++*(guint *) user_data < 3;
}

/* If the callback stops early, errors in the bytes after that are not reported. */
static void
test_stop (void)
{
  g_autoptr (GByteArray) bytes = from_hex ("80 81 82 83 16");
  guint calls = 0;

  g_assert_true (poplens_list_foreach_run (POPLENS_ENCODING_PLAIN, bytes->data, bytes->len, 100,
                                           stop_at_third, &calls, NULL));
  g_assert_cmpuint (calls, ==, 3);
}

static void
test_runs_are_short (void)
{
  guint64 zeros[1472] = {0};
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GByteArray) expected = from_hex ("17 80 80");

  poplens_list_append (POPLENS_ENCODING_RLE, bytes, zeros, G_N_ELEMENTS (zeros));
  g_assert_cmpmem (bytes->data, bytes->len, expected->data, expected->len);
}

static void
check_sum (PoplensEncoding encoding, const guint64 *values, gsize n)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GError) error = NULL;
  guint64 sum = 1, expected = 0;
  gsize count = 1;

  for (gsize i = 0; i < n; i++)
    expected += values[i];
  poplens_list_append (encoding, bytes, values, n);
  g_assert_true (poplens_list_sum (encoding, bytes->data, bytes->len, n, &sum, &count, &error));
  g_assert_cmpuint (sum, ==, expected);
  g_assert_cmpuint (count, ==, n);
  g_assert_false (poplens_list_sum (encoding, bytes->data, bytes->len, n + 1, &sum, NULL, &error));
  g_assert_nonnull (strstr (error->message, "are expected"));
  if (n)
    g_assert_false (poplens_list_sum (encoding, bytes->data, bytes->len - 1, n, &sum, NULL, NULL));
}

/* The fast sum of short numbers, eight bytes at a time, equals the plain sum. */
static void
test_sum_of_short_numbers (void)
{
  static const gint32 limits[] = {300, 128, 20000, 2, 1 << 22};

  for (guint round = 0; round < 1000; round++) {
    const gsize n = (gsize) g_test_rand_int_range (0, 90);
    g_autofree guint64 *values = g_new (guint64, n + 1);
    for (gsize i = 0; i < n; i++)
      values[i] = (guint64) g_test_rand_int_range (
          0, limits[(round + (i % 7 == 0)) % G_N_ELEMENTS (limits)]);
    check_sum (POPLENS_ENCODING_PLAIN, values, n);
    check_sum (POPLENS_ENCODING_RLE, values, n);
    for (gsize i = 1; i < n; i++)
      values[i] += values[i - 1];
    check_sum (POPLENS_ENCODING_DIFF_RLE, values, n);
  }
}

/* The fast sum of ascending values is used up to 2^36 only. */
static void
test_sum_of_large_differences (void)
{
  for (guint bit = 30; bit < 59; bit++)
    for (int off = -1; off <= 1; off++) {
      guint64 first = ((guint64) 1 << bit) + (guint64) off;
      guint64 jump[] = {0, first, first, first + 1, 2 * first};
      guint64 steps[] = {first, first + 5, first + 10, first + 15, first + 20, first + 21};
      guint64 even[] = {0, first, 2 * first, 3 * first};
      check_sum (POPLENS_ENCODING_DIFF_RLE, jump, G_N_ELEMENTS (jump));
      check_sum (POPLENS_ENCODING_DIFF_RLE, steps, G_N_ELEMENTS (steps));
      check_sum (POPLENS_ENCODING_DIFF_RLE, even, G_N_ELEMENTS (even));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (ALL_ENCODINGS (e)) {
    g_autofree char *path = g_strconcat ("/base/codec/round-trip/", encoding_names[e], NULL);
    g_test_add_data_func (path, GINT_TO_POINTER (e), test_list_round_trip);
  }
  g_test_add_func ("/base/codec/widths", test_widths);
  g_test_add_func ("/base/codec/golden", test_golden);
  g_test_add_func ("/base/codec/golden-diff", test_golden_diff);
  g_test_add_func ("/base/codec/malformed", test_malformed);
  g_test_add_func ("/base/codec/sum-overflow", test_sum_overflow);
  g_test_add_func ("/base/codec/noise", test_random_bytes);
  g_test_add_func ("/base/codec/sum-of-short-numbers", test_sum_of_short_numbers);
  g_test_add_func ("/base/codec/sum-of-large-differences", test_sum_of_large_differences);
  g_test_add_func ("/base/codec/stop", test_stop);
  g_test_add_func ("/base/codec/runs-are-short", test_runs_are_short);
  return g_test_run ();
}
