/* Tests of PoplensTileSet against a bitmap of the same tiles. */
#include "model/tile-set.h"

#include "base/error.h"

#include <string.h>

#define TILES 200

typedef struct {
  gboolean in[TILES];
} Bitmap;

static PoplensTileRange
random_range (void)
{
  guint32 first = g_test_rand_int_range (0, TILES);

  return (PoplensTileRange){first, g_test_rand_int_range (first, MIN (first + 30, TILES))};
}

/* Checks that the set has the tiles of the bitmap, and is in normal form. */
static void
check_tile_set (const PoplensTileSet *set, const Bitmap *bitmap)
{
  guint count = 0;

  for (guint t = 0; t < TILES; t++) {
    g_assert_cmpint (poplens_tile_set_contains (set, t), ==, bitmap->in[t]);
    count += bitmap->in[t];
  }
  g_assert_false (poplens_tile_set_contains (set, TILES));
  g_assert_cmpuint (poplens_tile_set_count (set), ==, count);
  for (guint r = 0; r < set->n; r++) {
    g_assert_cmpuint (set->ranges[r].first, <=, set->ranges[r].last);
    if (r)
      g_assert_cmpuint (set->ranges[r].first, >, set->ranges[r - 1].last + 1);
  }
}

static void
check_tile_set_text (const PoplensTileSet *set, const Bitmap *bitmap)
{
  g_autofree char *text = poplens_tile_set_to_string (set);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensTileSet) read = poplens_tile_set_parse (text, &error);
  g_autoptr (PoplensTileSet) copy = poplens_tile_set_copy (set);

  g_assert_no_error (error);
  check_tile_set (read, bitmap);
  check_tile_set (copy, bitmap);
  g_autofree char *again = poplens_tile_set_to_string (read);
  g_assert_cmpstr (again, ==, text);
}

static void
change_bitmap (Bitmap *bitmap, PoplensTileRange range, gboolean in)
{
  for (guint32 t = range.first; t <= range.last; t++)
    bitmap->in[t] = in;
}

static void
test_random_tile_sets (void)
{
  for (guint round = 0; round < 60; round++) {
    g_autoptr (PoplensTileSet) set = poplens_tile_set_new (NULL, 0);
    Bitmap bitmap = {0};
    for (guint step = 0; step < 25; step++) {
      PoplensTileRange range = random_range ();
      PoplensTileSet *next;
      if (g_test_rand_bit ()) {
        next = poplens_tile_set_add (set, range);
        change_bitmap (&bitmap, range, TRUE);
      } else {
        next = poplens_tile_set_toggle (set, range);
        change_bitmap (&bitmap, range, !bitmap.in[range.first]);
      }
      poplens_tile_set_free (set);
      set = next;
      check_tile_set (set, &bitmap);
    }
    check_tile_set_text (set, &bitmap);
  }
}

static void
test_new_from_any_order (void)
{
  for (guint round = 0; round < 100; round++) {
    PoplensTileRange ranges[20];
    Bitmap bitmap = {0};
    for (guint r = 0; r < G_N_ELEMENTS (ranges); r++) {
      ranges[r] = random_range ();
      change_bitmap (&bitmap, ranges[r], TRUE);
    }
    g_autoptr (PoplensTileSet) set = poplens_tile_set_new (ranges, G_N_ELEMENTS (ranges));
    check_tile_set (set, &bitmap);
  }
}

/* Toggling a range that is completely in or out twice restores the set. */
static void
test_toggle_twice (void)
{
  g_autoptr (PoplensTileSet) set = poplens_tile_set_parse ("3-9,20", NULL);
  static const PoplensTileRange ranges[] = {{3, 9}, {4, 6}, {30, 40}, {10, 19}, {20, 20}, {0, 2}};

  for (guint r = 0; r < G_N_ELEMENTS (ranges); r++) {
    g_autoptr (PoplensTileSet) once = poplens_tile_set_toggle (set, ranges[r]);
    g_autoptr (PoplensTileSet) twice = poplens_tile_set_toggle (once, ranges[r]);
    g_autofree char *a = poplens_tile_set_to_string (once);
    g_autofree char *b = poplens_tile_set_to_string (twice);
    g_assert_cmpstr (a, !=, "3-9,20");
    g_assert_cmpstr (b, ==, "3-9,20");
  }
}

static void
test_parse (void)
{
  static const char *const cases[][2] = {
      {"", ""},
      {"5", "5"},
      {"5,\u00a07\u22129", "5,7-9"},
      {"0, 5, 100-120", "0,5,100-120"},
      {"120-100", "100-120"},
      {"7..9;1", "1,7-9"},
      {"1,2,3", "1-3"},
      {"3 2\r\n1", "1-3"},
      {"1-4,2-9,11", "1-9,11"},
      {"00012", "12"},
      {"4294967294", "4294967294"},
      {"0-4294967294", "0-4294967294"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensTileSet) set = poplens_tile_set_parse (cases[i][0], &error);
    g_assert_no_error (error);
    g_autofree char *text = poplens_tile_set_to_string (set);
    g_assert_cmpstr (text, ==, cases[i][1]);
  }
}

static void
test_invalid_tile_set (void)
{
  static const char *const cases[] = {
      "x",      "1,x",   "-5",           "5-",
      "1-2-3",  "1...4", "1.5",          "0x10",
      "+3",     "1 - 3", "4294967295",   "99999999999999999999999",
      "1–3",    "1-x",   "..",           "-",
      "1,,2,a", "1e3",   "4294967296-1", ",",
      ";;;",    "\n",    "  \t\n",       "\u00a0",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i]);
    g_assert_null (poplens_tile_set_parse (cases[i], &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    g_assert_nonnull (strstr (error->message, "for example 0,5,100-120"));
  }
}

static void
test_edges (void)
{
  g_autoptr (PoplensTileSet) all = poplens_tile_set_parse ("0-4294967294", NULL);
  g_autoptr (PoplensTileSet) without =
      poplens_tile_set_toggle (all, (PoplensTileRange){0, G_MAXUINT32});

  g_assert_cmpuint (poplens_tile_set_count (all), ==, G_MAXUINT32);
  g_assert_true (poplens_tile_set_contains (all, 0));
  g_assert_false (poplens_tile_set_contains (all, G_MAXUINT32));
  g_assert_cmpuint (poplens_tile_set_count (without), ==, 0);
  g_assert_false (poplens_tile_set_contains (without, 0));
  poplens_tile_set_free (NULL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/tile-set/random", test_random_tile_sets);
  g_test_add_func ("/model/tile-set/new-from-any-order", test_new_from_any_order);
  g_test_add_func ("/model/tile-set/toggle-twice", test_toggle_twice);
  g_test_add_func ("/model/tile-set/parse", test_parse);
  g_test_add_func ("/model/tile-set/wrong", test_invalid_tile_set);
  g_test_add_func ("/model/tile-set/edges", test_edges);
  return g_test_run ();
}
