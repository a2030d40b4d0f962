/* Tests of columns of lists and strings, against plain arrays. */
#include "base/lists.h"

#include <string.h>

#include "base/error.h"
#include "base/strings.h"

#define ROWS 40
#define TILES 97

typedef struct {
  PoplensLists *lists;
  guint64 values[ROWS][TILES];
  gsize length[ROWS]; /* by row; 0: the list is absent */
} ListsFixture;

static void
fill (ListsFixture *f, PoplensEncoding encoding, gboolean any_length)
{
  /* Limits for numbers of mostly one, two and three bytes. */
  static const gint32 most[] = {2, 1 << 7, 1 << 14, 1 << 20};

  f->lists = poplens_lists_new (encoding, any_length ? POPLENS_ANY_LENGTH : TILES);
  for (guint r = 0; r < ROWS; r++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    guint64 value = g_test_rand_int_range (0, 50);
    f->length[r] = r % 7 == 3 ? 0 : any_length ? (gsize) g_test_rand_int_range (1, TILES) : TILES;
    for (guint i = 0; i < f->length[r]; i++) {
      if (g_test_rand_int_range (0, 8) >= (int) (r % 5))
        value = g_test_rand_int_range (0, most[r % G_N_ELEMENTS (most)]) +
                (encoding == POPLENS_ENCODING_DIFF_RLE ? value : 0);
      f->values[r][i] = value;
    }
    poplens_list_append (encoding, bytes, f->values[r], f->length[r]);
    g_assert_true (
        poplens_lists_append (f->lists, f->length[r] ? bytes->data : NULL, bytes->len, NULL));
  }
}

static guint64
brute_sum (const ListsFixture *f, guint row, const guint32 *indices, guint n)
{
  guint64 sum = 0;

  for (guint i = 0; i < n; i++)
    if (indices[i] < f->length[row])
      sum += f->values[row][indices[i]];
  return sum;
}

/* Asserts the values other than 0 from index @first on, among the first @n. */
static void
check_nonzero (const ListsFixture *f, guint r, gsize first, gsize n)
{
  guint32 indices[TILES];
  guint64 values[TILES];
  gsize found = poplens_lists_find_nonzero (f->lists, r, first, n, indices, values), at = 0;

  for (gsize i = 0; i < n; i++)
    if (first + i < f->length[r] && f->values[r][first + i]) {
      g_assert_cmpuint (at, <, found);
      g_assert_cmpuint (indices[at], ==, i);
      g_assert_cmpuint (values[at++], ==, f->values[r][first + i]);
    }
  g_assert_cmpuint (at, ==, found);
}

static void
check_list_row (const ListsFixture *f, guint r)
{
  guint32 all[TILES], some[TILES];
  guint64 out[TILES + 3], sums[TILES];
  guint n = 0;

  for (guint i = 0; i < TILES; i++) {
    all[i] = i;
    sums[i] = 1000 + i;
    if (g_test_rand_bit ())
      some[n++] = i;
  }
  g_assert_cmpint (poplens_lists_is_absent (f->lists, r), ==, f->length[r] == 0);
  g_assert_cmpuint (poplens_lists_length (f->lists, r), ==, f->length[r]);
  g_assert_cmpuint (poplens_lists_sum (f->lists, r), ==, brute_sum (f, r, all, TILES));
  g_assert_cmpuint (poplens_lists_sum_at (f->lists, r, some, n), ==, brute_sum (f, r, some, n));
  g_assert_cmpuint (poplens_lists_sum_at (f->lists, r, some, 0), ==, 0);
  g_autoptr (GArray) values = poplens_lists_values (f->lists, r);
  g_assert_cmpmem (values->data, values->len * sizeof (guint64), f->values[r],
                   f->length[r] * sizeof (guint64));
  /* A longer buffer is filled with 0; a shorter one gets the first values. */
  poplens_lists_read (f->lists, r, out, TILES + 3);
  for (guint i = 0; i < TILES + 3; i++)
    g_assert_cmpuint (out[i], ==, i < f->length[r] ? f->values[r][i] : 0);
  out[2] = 4711;
  poplens_lists_read (f->lists, r, out, 2);
  g_assert_cmpuint (out[2], ==, 4711);
  poplens_lists_accumulate (f->lists, r, sums, TILES - 1);
  for (guint i = 0; i < TILES; i++)
    g_assert_cmpuint (sums[i], ==,
                      1000 + i + (i < f->length[r] && i < TILES - 1 ? f->values[r][i] : 0));
  check_nonzero (f, r, 0, TILES);
  check_nonzero (f, r, 0, TILES - 7);
  check_nonzero (f, r, 11, TILES - 30);
  check_nonzero (f, r, 3, 0);
}

/* A forgotten row is absent; a later list with the same bytes is not. */
static void
test_forget (void)
{
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_RLE, POPLENS_ANY_LENGTH);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint64 values[20];

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = i;
  poplens_list_append (POPLENS_ENCODING_RLE, bytes, values, G_N_ELEMENTS (values));
  for (guint row = 0; row < 3; row++) {
    g_assert_true (poplens_lists_append (lists, bytes->data, bytes->len, NULL));
    if (row < 2)
      poplens_lists_forget (lists, row);
    g_assert_cmpint (poplens_lists_is_absent (lists, row), ==, row < 2);
  }
  g_assert_cmpuint (poplens_lists_length (lists, 1), ==, 0);
  g_assert_cmpuint (poplens_lists_sum (lists, 1), ==, 0);
  g_assert_cmpuint (poplens_lists_sum (lists, 2), ==, 190);
}

static void
test_list_columns (gconstpointer data)
{
  for (int any = 0; any < 2; any++) {
    g_autofree ListsFixture *f = g_new0 (ListsFixture, 1);
    fill (f, GPOINTER_TO_INT (data), any);
    g_assert_cmpuint (poplens_lists_n_rows (f->lists), ==, ROWS);
    g_assert_cmpuint (poplens_lists_bytes (f->lists), >, 0);
    for (guint r = 0; r < ROWS; r++)
      check_list_row (f, r);
    poplens_lists_free (f->lists);
  }
}

static void
test_refused_lists (void)
{
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_RLE, 4);
  static const guint8 short_list[] = {0x84, 0x81}, good[] = {0x88, 0x83}, cut[] = {0x88, 0x03};
  g_autoptr (GError) error = NULL;

  g_assert_false (poplens_lists_append (lists, short_list, 2, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_false (poplens_lists_append (lists, cut, 2, NULL));
  /* An empty blob is a list without values, unlike NULL, which stands for an absent list. */
  g_assert_false (poplens_lists_append (lists, (const guint8 *) "", 0, NULL));
  g_assert_cmpuint (poplens_lists_n_rows (lists), ==, 0);
  g_assert_true (poplens_lists_append (lists, good, 2, NULL));
  g_assert_cmpuint (poplens_lists_n_rows (lists), ==, 1);
  g_assert_cmpuint (poplens_lists_sum (lists, 0), ==, 12);
}

static void
test_empty_is_not_absent (void)
{
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_PLAIN, POPLENS_ANY_LENGTH);

  g_assert_true (poplens_lists_append (lists, (const guint8 *) "", 0, NULL));
  g_assert_true (poplens_lists_append (lists, NULL, 0, NULL));
  g_assert_false (poplens_lists_is_absent (lists, 0));
  g_assert_true (poplens_lists_is_absent (lists, 1));
  g_autoptr (GArray) values = poplens_lists_values (lists, 1);
  g_assert_cmpuint (values->len, ==, 0);
}

/* A list that equals an earlier one is stored once, and can be read at both rows. */
static void
test_same_lists (void)
{
  g_autoptr (PoplensLists) lists = poplens_lists_new (POPLENS_ENCODING_PLAIN, 40);
  g_autoptr (GError) error = NULL;
  guint8 one[40], other[40];
  guint64 values[40];

  memset (one, 0x81, sizeof one);
  memset (other, 0x81, sizeof other);
  other[39] = 0x82;
  for (guint i = 0; i < 1000; i++)
    g_assert_true (poplens_lists_append (lists, i % 3 ? one : other, sizeof one, &error));
  g_assert_cmpuint (poplens_lists_bytes (lists), <, 1000 * 60);
  for (guint i = 0; i < 1000; i++) {
    poplens_lists_read (lists, i, values, G_N_ELEMENTS (values));
    g_assert_cmpuint (values[39], ==, i % 3 ? 1 : 2);
    g_assert_cmpuint (poplens_lists_sum (lists, i), ==, i % 3 ? 40 : 41);
    g_assert_cmpuint (poplens_lists_length (lists, i), ==, 40);
  }
  /* A refused list is refused each time, and the next row is not mistaken for it. */
  other[39] = 0x02;
  for (guint i = 0; i < 3; i++) {
    g_autoptr (GError) wrong = NULL;
    g_assert_false (poplens_lists_append (lists, other, sizeof other, &wrong));
    g_assert_true (poplens_lists_append (lists, one, sizeof one, &error));
  }
  g_assert_cmpuint (poplens_lists_n_rows (lists), ==, 1003);
}

static void
test_strings (void)
{
  g_autoptr (PoplensStrings) pool = poplens_strings_new ();
  guint32 ids[500];

  g_assert_cmpuint (poplens_strings_intern (pool, "", -1), ==, 0);
  g_assert_cmpuint (poplens_strings_intern (pool, NULL, -1), ==, 0);
  g_assert_cmpuint (poplens_strings_intern (pool, NULL, 5), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++) {
    g_autofree char *text = g_strdup_printf ("name/%u", i % 250);
    ids[i] = poplens_strings_intern (pool, text, -1);
    g_assert_cmpstr (poplens_strings_get (pool, ids[i]), ==, text);
    g_assert_cmpuint (ids[i], ==, ids[i % 250]);
  }
  g_assert_cmpuint (poplens_strings_count (pool), ==, 251);
  g_assert_cmpuint (poplens_strings_intern (pool, "name/7 and more", 6), ==, ids[7]);
  g_assert_cmpstr (poplens_strings_get (pool, 251), ==, "");
  g_assert_cmpstr (poplens_strings_get (pool, G_MAXUINT32), ==, "");
}

static void
test_strings_not_utf8 (void)
{
  g_autoptr (PoplensStrings) pool = poplens_strings_new ();

  g_assert_cmpstr (poplens_strings_get (pool, poplens_strings_intern (pool, "a\xffz", -1)), ==,
                   "a\uFFFDz");
  g_assert_cmpstr (poplens_strings_get (pool, poplens_strings_intern (pool, "a\0z", 3)), ==,
                   "a\uFFFDz");
  g_assert_cmpstr (poplens_strings_get (pool, poplens_strings_intern (pool, "häß", -1)), ==, "häß");
  g_assert_cmpuint (poplens_strings_count (pool), ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/base/lists/plain", GINT_TO_POINTER (POPLENS_ENCODING_PLAIN),
                        test_list_columns);
  g_test_add_data_func ("/base/lists/rle", GINT_TO_POINTER (POPLENS_ENCODING_RLE),
                        test_list_columns);
  g_test_add_data_func ("/base/lists/diff-rle", GINT_TO_POINTER (POPLENS_ENCODING_DIFF_RLE),
                        test_list_columns);
  g_test_add_func ("/base/lists/forget", test_forget);
  g_test_add_func ("/base/lists/refused", test_refused_lists);
  g_test_add_func ("/base/lists/empty-is-not-absent", test_empty_is_not_absent);
  g_test_add_func ("/base/lists/same", test_same_lists);
  g_test_add_func ("/base/strings/intern", test_strings);
  g_test_add_func ("/base/strings/not-utf8", test_strings_not_utf8);
  return g_test_run ();
}
