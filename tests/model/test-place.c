/* Places are written down and read back as the same. */
#include "model/place.h"

#include "base/error.h"

#include <string.h>

static char *
random_text (guint least)
{
  static const char *const pieces[] = {"a", "Z",   "0", "%", "&", "=", "?", " ", "/",  ",",  "#",
                                       "+", "%41", "ü", "→", ";", ":", "-", "~", "\n", "\"", "😀"};
  GString *text = g_string_new (NULL);

  for (guint n = g_test_rand_int_range (least, 9); n; n--)
    g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  return g_string_free (text, FALSE);
}

static void
check_round_trip (PoplensPlace *place, GHashTable *expected)
{
  g_autofree char *text = poplens_place_to_string (place);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensPlace) read = poplens_place_parse (text, &error);
  GHashTableIter iter;
  gpointer key, value;

  g_assert_no_error (error);
  g_assert_true (poplens_place_equal (place, read));
  g_assert_cmpint (poplens_place_get_page (read), ==, poplens_place_get_page (place));
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_assert_cmpstr (poplens_place_get (read, key), ==, value);
  /* One argument of a shell's, one line of a file. */
  g_assert_null (strpbrk (text, "\n\"#"));
}

static void
test_round_trip (void)
{
  for (guint round = 0; round < 300; round++) {
    g_autoptr (GHashTable) expected =
        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
    PoplensPlace *place = poplens_place_new (g_test_rand_int_range (0, POPLENS_N_PAGES));
    for (guint n = g_test_rand_int_range (0, 6); n; n--) {
      char *key = random_text (1), *value = random_text (0);
      PoplensPlace *next = poplens_place_with (place, key, value);
      poplens_place_unref (place);
      place = next;
      g_hash_table_replace (expected, key, value);
    }
    check_round_trip (place, expected);
    poplens_place_unref (place);
  }
}

static void
test_known (void)
{
  g_autoptr (PoplensPlace) place = poplens_place_parse (
      "memory?tile=0,5,100-120&from=2.5&to=1e3&gaps=1&x=%C3%BC%26&empty=", NULL);
  g_autoptr (PoplensTileSet) tiles = poplens_place_get_tiles (place);
  double from = 0, to = 0, none = 7;

  g_assert_cmpint (poplens_place_get_page (place), ==, POPLENS_PAGE_MEMORY);
  g_assert_cmpuint (poplens_tile_set_count (tiles), ==, 23);
  g_assert_true (poplens_place_get_double (place, "from", &from));
  g_assert_true (poplens_place_get_double (place, "to", &to));
  g_assert_false (poplens_place_get_double (place, "none", &none));
  g_assert_false (poplens_place_get_double (place, "tile", &none));
  g_assert_false (poplens_place_get_double (place, "empty", &none));
  g_assert_cmpfloat (from, ==, 2.5);
  g_assert_cmpfloat (to, ==, 1000);
  g_assert_cmpfloat (none, ==, 7);
  g_assert_true (poplens_place_get_bool (place, "gaps", FALSE));
  g_assert_false (poplens_place_get_bool (place, "x", TRUE));
  g_assert_true (poplens_place_get_bool (place, "none", TRUE));
  g_assert_cmpstr (poplens_place_get (place, "x"), ==, "ü&");
  g_assert_cmpstr (poplens_place_get (place, "empty"), ==, "");
  g_assert_null (poplens_place_get (place, "none"));
}

static void
test_not_finite (void)
{
  g_autoptr (PoplensPlace) place =
      poplens_place_parse ("memory?a=nan&b=inf&c=-infinity&d=1e999&e=1x&f=", NULL);
  static const char *const keys[] = {"a", "b", "c", "d", "e", "f"};
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_false (poplens_place_get_double (place, keys[i], &value));
}

static void
test_written (void)
{
  static const char *const cases[][2] = {
      {"summary", "summary"},
      {"summary?", "summary"},
      {"trace?b=2&a=1", "trace?a=1&b=2"},
      {"trace?a=1&&a=2", "trace?a=2"},
      {"memory?tile=0,5,100-120", "memory?tile=0,5,100-120"},
      {"memory?hide=a%20b", "memory?hide=a b"},
      {"memory?q=a=b", "memory?q=a%3Db"},
      {"memory?filter.tiles=x%2Fy", "memory?filter.tiles=x/y"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensPlace) place = poplens_place_parse (cases[i][0], &error);
    g_assert_no_error (error);
    g_autofree char *text = poplens_place_to_string (place);
    g_assert_cmpstr (text, ==, cases[i][1]);
  }
}

static void
test_wrong (void)
{
  static const char *const cases[] = {
      "",
      "nowhere",
      "Memory",
      "memory ",
      "?tile=5",
      "memory?x",
      "memory?=5",
      "memory?x=%zz",
      "memory?x=%4",
      "memory?x=%",
      "memory?x=%00",
      "memory?x=%ff",
      "memory?%ff=1",
      "memory?a=1&b",
      "memory&a=1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i]);
    g_assert_null (poplens_place_parse (cases[i], &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    for (guint p = 0; p < POPLENS_N_PAGES; p++)
      g_assert_nonnull (strstr (error->message, poplens_page_id_name (p)));
  }
}

static void
test_with (void)
{
  g_autoptr (PoplensPlace) place = poplens_place_parse ("memory?a=1&tile=3", NULL);
  g_autoptr (PoplensPlace) without = poplens_place_with (place, "a", NULL);
  g_autoptr (PoplensPlace) number = poplens_place_with_double (without, "from", 0.125);
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_parse ("1-4", NULL);
  g_autoptr (PoplensTileSet) none = poplens_tile_set_new (NULL, 0);
  g_autoptr (PoplensPlace) moved = poplens_place_with_tiles (number, tiles);
  g_autoptr (PoplensPlace) cleared = poplens_place_with_tiles (moved, none);
  g_autoptr (PoplensPlace) other = poplens_place_on_page (moved, POPLENS_PAGE_TRACE);
  g_autofree char *first = poplens_place_to_string (place);
  g_autofree char *last = poplens_place_to_string (other);
  g_autofree char *bare = poplens_place_to_string (cleared);

  /* The first one is as it was: a place does not change. */
  g_assert_cmpstr (first, ==, "memory?a=1&tile=3");
  g_assert_cmpstr (last, ==, "trace?from=0.125&tile=1-4");
  g_assert_cmpstr (bare, ==, "memory?from=0.125");
  g_assert_false (poplens_place_equal (moved, other));
  g_autoptr (PoplensPlace) same = poplens_place_ref (moved);
  g_assert_true (poplens_place_equal (moved, same));
}

static void
test_tiles_not_readable (void)
{
  g_autoptr (PoplensPlace) place = poplens_place_parse ("memory?tile=x", NULL);
  g_autoptr (PoplensTileSet) tiles = poplens_place_get_tiles (place);

  g_assert_cmpuint (poplens_tile_set_count (tiles), ==, 0);
}

static void
test_pages (void)
{
  for (guint p = 0; p < POPLENS_N_PAGES; p++) {
    PoplensPageId read;
    g_assert_true (poplens_page_id_parse (poplens_page_id_name (p), &read));
    g_assert_cmpint (read, ==, p);
    g_assert_cmpint (*poplens_page_id_title (p), !=, 0);
  }
  g_assert_false (poplens_page_id_parse ("pages", &(PoplensPageId){0}));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/place/round-trip", test_round_trip);
  g_test_add_func ("/model/place/known", test_known);
  g_test_add_func ("/model/place/not-finite", test_not_finite);
  g_test_add_func ("/model/place/written", test_written);
  g_test_add_func ("/model/place/wrong", test_wrong);
  g_test_add_func ("/model/place/with", test_with);
  g_test_add_func ("/model/place/tiles-not-readable", test_tiles_not_readable);
  g_test_add_func ("/model/place/pages", test_pages);
  return g_test_run ();
}
