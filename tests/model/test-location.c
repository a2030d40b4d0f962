/* Tests of locations: writing and parsing gives the same location. */
#include "model/location.h"

#include "base/error.h"
#include "model/cycle-range.h"

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
check_round_trip (PoplensLocation *location, GHashTable *expected)
{
  g_autofree char *text = poplens_location_to_string (location);
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensLocation) read = poplens_location_parse (text, &error);
  GHashTableIter iter;
  gpointer key, value;

  g_assert_no_error (error);
  g_assert_true (poplens_location_equal (location, read));
  g_assert_cmpint (poplens_location_get_page (read), ==, poplens_location_get_page (location));
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_assert_cmpstr (poplens_location_get (read, key), ==, value);
  /* The text is one word for a shell and one line of a file. */
  g_assert_null (strpbrk (text, "\n\"#"));
}

static void
test_location_round_trip (void)
{
  for (guint round = 0; round < 300; round++) {
    g_autoptr (GHashTable) expected =
        g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
    PoplensLocation *location = poplens_location_new (g_test_rand_int_range (0, POPLENS_N_PAGES));
    for (guint n = g_test_rand_int_range (0, 6); n; n--) {
      g_autofree char *table = random_text (1);
      char *key = g_strconcat ("filter.", table, NULL), *value = random_text (0);
      PoplensLocation *next = poplens_location_with (location, key, value);
      poplens_location_unref (location);
      location = next;
      g_hash_table_replace (expected, key, value);
    }
    check_round_trip (location, expected);
    poplens_location_unref (location);
  }
}

static void
test_known (void)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse (
      "memory?tile=0,5,100-120&from=2.5&to=1e3&gaps=1&hide=%C3%BC%26&search=", NULL);
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);
  double from = 0, to = 0, none = 7;

  g_assert_cmpint (poplens_location_get_page (location), ==, POPLENS_PAGE_MEMORY);
  g_assert_cmpuint (poplens_tile_set_count (tiles), ==, 23);
  g_assert_true (poplens_location_get_double (location, "from", &from));
  g_assert_true (poplens_location_get_double (location, "to", &to));
  g_assert_false (poplens_location_get_double (location, "none", &none));
  g_assert_false (poplens_location_get_double (location, "tile", &none));
  g_assert_false (poplens_location_get_double (location, "search", &none));
  g_assert_cmpfloat (from, ==, 2.5);
  g_assert_cmpfloat (to, ==, 1000);
  g_assert_cmpfloat (none, ==, 7);
  g_assert_true (poplens_location_get_bool (location, "gaps", FALSE));
  g_assert_false (poplens_location_get_bool (location, "hide", TRUE));
  g_assert_true (poplens_location_get_bool (location, "none", TRUE));
  g_assert_cmpstr (poplens_location_get (location, "hide"), ==, "ü&");
  g_assert_cmpstr (poplens_location_get (location, "search"), ==, "");
  g_assert_null (poplens_location_get (location, "none"));
}

static void
test_not_finite (void)
{
  static const char *const numbers[] = {"nan", "inf", "-infinity", "1e999", "1x", ""};
  g_autoptr (PoplensLocation) memory = poplens_location_new (POPLENS_PAGE_MEMORY);
  double value;

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++) {
    g_autoptr (PoplensLocation) location = poplens_location_with (memory, "from", numbers[i]);
    g_autofree char *text = poplens_location_to_string (location);
    g_assert_false (poplens_location_get_double (location, "from", &value));
    g_assert_null (poplens_location_parse (text, NULL));
  }
}

/* A misspelt key is named in the error, with the known keys. */
static void
test_misspelt (void)
{
  static const char *const cases[][3] = {
      {"memory?tiles=5", "did you mean “tile”?", "breakdown"},
      {"insights?scaled=x", "did you mean “scale”?", "change"},
      {"trace?critical=yes", "unknown key “critical”", "critical-path"},
      {"memory?filter.=x", "filter.", "filter.TABLE"},
      {"memory?sort=total", "sort", "sort.TABLE"},
      {"memory?tile=5x", "5x", "tile"},
      {"memory?tile=-1", "-1", "tile"},
      {"memory?tile=5.5", "5.5", "tile"},
      {"memory?tile=99999999999", "99999999999", "tile"},
      {"memory?from=abc", "abc", "number"},
      {"memory?gaps=maybe", "maybe", "yes"},
      {"trace?Tile=5", "Tile", "tile"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i][0]);
    g_assert_null (poplens_location_parse (cases[i][0], &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    g_assert_nonnull (strstr (error->message, cases[i][1]));
    g_assert_nonnull (strstr (error->message, cases[i][2]));
  }
}

static void
test_location_keys (void)
{
  g_autoptr (PoplensLocation) location =
      poplens_location_parse ("memory?tile=5&sort.a=b&by=cycles", NULL);
  g_auto (GStrv) keys = poplens_location_list_keys (location);
  g_autofree char *all = g_strjoinv (" ", keys);

  g_assert_cmpstr (all, ==, "by sort.a tile");
}

static void
test_written (void)
{
  static const char *const cases[][2] = {
      {"summary", "summary"},
      {"summary?", "summary"},
      {"trace?to=2&from=1", "trace?from=1&to=2"},
      {"trace?to=1&&to=2", "trace?to=2"},
      {"memory?tile=0,5,100-120", "memory?tile=0,5,100-120"},
      {"memory?hide=a%20b", "memory?hide=a b"},
      {"memory?search=a=b", "memory?search=a%3Db"},
      {"memory?filter.tiles=x%2Fy", "memory?filter.tiles=x/y"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensLocation) location = poplens_location_parse (cases[i][0], &error);
    g_assert_no_error (error);
    g_autofree char *text = poplens_location_to_string (location);
    g_assert_cmpstr (text, ==, cases[i][1]);
  }
}

static void
test_invalid_location (void)
{
  static const char *const cases[] = {
      "",
      "nowhere",
      "Memory",
      "memory ",
      "?tile=5",
      "memory?x",
      "memory?=5",
      "memory?hide=%zz",
      "memory?hide=%4",
      "memory?hide=%",
      "memory?hide=%00",
      "memory?hide=%ff",
      "memory?%ff=1",
      "memory?to=1&b",
      "memory&to=1",
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (GError) error = NULL;
    g_test_message ("%s", cases[i]);
    g_assert_null (poplens_location_parse (cases[i], &error));
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE);
    for (guint p = 0; p < POPLENS_N_PAGES; p++)
      g_assert_nonnull (strstr (error->message, poplens_page_id_name (p)));
  }
}

static void
test_with (void)
{
  g_autoptr (PoplensLocation) location = poplens_location_parse ("memory?hide=1&tile=3", NULL);
  g_autoptr (PoplensLocation) without = poplens_location_with (location, "hide", NULL);
  g_autoptr (PoplensLocation) number = poplens_location_with_double (without, "from", 0.125);
  g_autoptr (PoplensTileSet) tiles = poplens_tile_set_parse ("1-4", NULL);
  g_autoptr (PoplensTileSet) none = poplens_tile_set_new (NULL, 0);
  g_autoptr (PoplensLocation) moved = poplens_location_with_tiles (number, tiles);
  g_autoptr (PoplensLocation) cleared = poplens_location_with_tiles (moved, none);
  g_autoptr (PoplensLocation) other = poplens_location_on_page (moved, POPLENS_PAGE_TRACE);
  g_autofree char *first = poplens_location_to_string (location);
  g_autofree char *last = poplens_location_to_string (other);
  g_autofree char *bare = poplens_location_to_string (cleared);

  /* The first location did not change: locations are immutable. */
  g_assert_cmpstr (first, ==, "memory?hide=1&tile=3");
  g_assert_cmpstr (last, ==, "trace?from=0.125&tile=1-4");
  g_assert_cmpstr (bare, ==, "memory?from=0.125");
  g_assert_false (poplens_location_equal (moved, other));
  g_autoptr (PoplensLocation) same = poplens_location_ref (moved);
  g_assert_true (poplens_location_equal (moved, same));
}

static void
test_tiles_not_readable (void)
{
  g_autoptr (PoplensLocation) memory = poplens_location_new (POPLENS_PAGE_MEMORY);
  g_autoptr (PoplensLocation) location = poplens_location_with (memory, "tile", "x");
  g_autoptr (PoplensTileSet) tiles = poplens_location_get_tiles (location);

  g_assert_cmpuint (poplens_tile_set_count (tiles), ==, 0);
}

static void
test_location_pages (void)
{
  for (guint p = 0; p < POPLENS_N_PAGES; p++) {
    PoplensPageId read;
    g_assert_true (poplens_page_id_parse (poplens_page_id_name (p), &read));
    g_assert_cmpint (read, ==, p);
    g_assert_cmpint (*poplens_page_id_title (p), !=, 0);
  }
  g_assert_false (poplens_page_id_parse ("pages", &(PoplensPageId){0}));
}

/* Applies the changes that a link makes to its page to the current location, which was zoomed
 * since. */
static void
test_rebase (void)
{
  static const struct {
    const char *link, *from, *now, *want;
  } cases[] = {
      {"trace?ipu=0", "trace?hide=sync&ipu=0", "trace?from=5&hide=sync&ipu=0&range=7..9&to=9",
       "trace?from=5&ipu=0&range=7..9&to=9"},
      {"trace?ipu=0&tab=runs", "trace?ipu=0&range=1..2", "trace?ipu=0&range=7..9",
       "trace?ipu=0&tab=runs"},
      {"trace?from=1&to=2", "trace?from=0&to=9", "trace?from=4&to=5", "trace?from=1&to=2"},
      {"trace?ipu=0", "trace?ipu=0", "trace", "trace"},
      {"trace?hide=compute", "trace?hide=compute,sync", "trace?hide=compute,sync&view=flame",
       "trace?hide=compute&view=flame"},
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (PoplensLocation) link = poplens_location_parse (cases[i].link, NULL);
    g_autoptr (PoplensLocation) from = poplens_location_parse (cases[i].from, NULL);
    g_autoptr (PoplensLocation) now = poplens_location_parse (cases[i].now, NULL);
    g_autoptr (PoplensLocation) location = poplens_location_rebase (link, from, now);
    g_autofree char *text = poplens_location_to_string (location);
    g_assert_cmpstr (text, ==, cases[i].want);
  }
}

/* Keeps all other keys, in the common order of keys. */
static void
test_location_before_alone (void)
{
  static const char *const texts[][2] = {
      {"memory", "memory?compare=before"},
      {"liveness?variable=7&filter.x=a%26b", "liveness?compare=before&filter.x=a%26b&variable=7"},
      {"trace?compare=both", "trace?compare=before"},
      {"nowhere", NULL}};

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autofree char *alone = poplens_location_before_alone (texts[i][0]);
    g_assert_cmpstr (alone, ==, texts[i][1]);
  }
}

/* A written range can be parsed; an empty range cannot. */
static void
test_range (void)
{
  const guint64 ends[][2] = {{0, 1}, {5, 1234567}, {0, G_GUINT64_CONSTANT (1) << 53}};
  guint64 from, to;
  PoplensNumber text;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++) {
    poplens_trace_range_format (text, ends[i][0], ends[i][1]);
    g_assert_true (poplens_trace_range_parse (text, &from, &to, NULL));
    g_assert_true (from == ends[i][0] && to == ends[i][1]);
  }
  poplens_trace_range_format (text, 5, 5);
  g_assert_false (poplens_trace_range_parse (text, &from, &to, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/place/round-trip", test_location_round_trip);
  g_test_add_func ("/model/place/known", test_known);
  g_test_add_func ("/model/place/not-finite", test_not_finite);
  g_test_add_func ("/model/place/misspelt", test_misspelt);
  g_test_add_func ("/model/place/keys", test_location_keys);
  g_test_add_func ("/model/place/written", test_written);
  g_test_add_func ("/model/place/wrong", test_invalid_location);
  g_test_add_func ("/model/place/with", test_with);
  g_test_add_func ("/model/place/tiles-not-readable", test_tiles_not_readable);
  g_test_add_func ("/model/place/pages", test_location_pages);
  g_test_add_func ("/model/place/rebase", test_rebase);
  g_test_add_func ("/model/place/alone", test_location_before_alone);
  g_test_add_func ("/model/place/range", test_range);
  return g_test_run ();
}
