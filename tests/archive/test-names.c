/* Tests of the names and tile numbers of an archive's members, and of members that are not
 * images. */
#include "archive/tile-archive.h"

#include <string.h>

static const Segment segment = {0x4c000, 64};
static const Image image = {.flags = 2, .segments = &segment, .n_segments = 1};

/* Reads images with these names, and asserts the tiles in order. @order: index in @names of each
 * tile's image. */
static void
check_tile_numbers (const char *const *names, guint n, PoplensTileNumbering numbering,
                    const guint32 *tiles, const guint *order)
{
  g_autoptr (GByteArray) ar = ar_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    ar_add_image (ar, names[i], &image);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (a->n, ==, n);
  g_assert_cmpint (a->numbering, ==, numbering);
  g_assert_cmpint (ar_has_notice (a, "numbered in file order"), ==,
                   numbering == POPLENS_TILES_BY_ORDINAL);
  for (guint i = 0; i < n; i++) {
    g_assert_cmpuint (a->tile[i], ==, tiles[i]);
    g_assert_cmpstr (poplens_strings_get (a->strings, a->name[i]), ==, names[order[i]]);
    g_assert_cmpuint (poplens_archive_find_tile (a, tiles[i]), ==, i);
  }
  g_assert_cmpuint (poplens_archive_find_tile (a, 77777), ==, POPLENS_NO_TILE);
}

static void
test_tile_numbers (void)
{
  check_tile_numbers ((const char *[]){"tile_7.elf", "tile_0.elf", "tile_1471.elf"}, 3,
                      POPLENS_TILES_BY_NAME, (guint32[]){0, 7, 1471}, (guint[]){1, 0, 2});
  check_tile_numbers ((const char *[]){"t2", "t10", "t1"}, 3, POPLENS_TILES_BY_NAME,
                      (guint32[]){1, 2, 10}, (guint[]){2, 0, 1});
  /* If the last numbers are equal, missing or too large, tiles are numbered in the order of
   * members. */
  check_tile_numbers ((const char *[]){"a1.elf32", "b2.elf32"}, 2, POPLENS_TILES_BY_ORDINAL,
                      (guint32[]){0, 1}, (guint[]){0, 1});
  check_tile_numbers ((const char *[]){"9", "main"}, 2, POPLENS_TILES_BY_ORDINAL, (guint32[]){0, 1},
                      (guint[]){0, 1});
  check_tile_numbers ((const char *[]){"4", "99999999999"}, 2, POPLENS_TILES_BY_ORDINAL,
                      (guint32[]){0, 1}, (guint[]){0, 1});
  check_tile_numbers ((const char *[]){"1", "t01"}, 2, POPLENS_TILES_BY_ORDINAL, (guint32[]){0, 1},
                      (guint[]){0, 1});
}

static void
test_long_names (void)
{
  g_autoptr (GByteArray) ar = ar_new ();

  ar_add (ar, "/", (const guint8 *) "\0\0\0\0", 4);
  ar_add_names (ar, "a_name_of_more_than_fifteen_12/\nanother_one_that_is_long_3/\n");
  ar_add_image (ar, "/0", &image);
  ar_add_image (ar, "/32", &image);
  ar_add_image (ar, "t5", &image);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_cmpuint (a->n, ==, 3);
  g_assert_cmpuint (a->tile[0], ==, 3);
  g_assert_cmpuint (a->tile[2], ==, 12);
  g_assert_cmpstr (poplens_strings_get (a->strings, a->name[2]), ==,
                   "a_name_of_more_than_fifteen_12");
  g_assert_cmpuint (a->n_other, ==, 0);
}

/* Without the table of long names, libelf would search the archive for it once for each member. */
static void
test_no_table (void)
{
  g_autoptr (GByteArray) ar = ar_new ();

  ar_add_image (ar, "t0", &image);
  ar_add_image (ar, "/0", &image);
  ar_add_image (ar, "t2", &image);
  ar_add_names (ar, "too_late_to_be_of_use/\n");
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_cmpuint (a->n, ==, 2);
  g_assert_cmpuint (a->n_unreadable, ==, 1);
  g_assert_true (ar_has_notice (a, "in a missing table"));
}

static void
test_others (void)
{
  g_autoptr (GByteArray) ar = ar_new (), wide = image_new (&image), big = image_new (&image);
  Image foreign = image;

  foreign.machine = 62;
  wide->data[4] = 2;
  big->data[5] = 2;
  ar_add (ar, "readme", (const guint8 *) "words", 5);
  ar_add_image (ar, "foreign", &foreign);
  ar_add (ar, "wide", wide->data, wide->len);
  ar_add (ar, "big-endian", big->data, big->len);
  ar_add (ar, "empty", NULL, 0);
  ar_add_image (ar, "t4", &image);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_cmpuint (a->n, ==, 1);
  g_assert_cmpuint (a->tile[0], ==, 4);
  g_assert_cmpuint (a->n_other, ==, 5);
  g_assert_true (ar_has_notice (a, "5 members of archive.a are not tile images"));
}

static void
test_bsd (void)
{
  g_autoptr (GByteArray) ar = ar_new (), elf = image_new (&image);
  g_autoptr (GError) error = NULL;

  ar_add (ar, "#1/20", elf->data, elf->len);
  g_assert_null (ar_read_back (ar, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, "#1/"));
  ar_add_image (ar, "t1", &image);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_cmpuint (a->n, ==, 1);
  g_assert_true (ar_has_notice (a, "BSD"));
}

static void
test_names_that_are_odd (void)
{
  g_autoptr (GByteArray) ar = ar_new ();

  ar_add_image (ar, "\xff\xfe 3", &image);
  ar_add_image (ar, "<b>&\n4", &image);
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_cmpuint (a->n, ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_true (g_utf8_validate (poplens_strings_get (a->strings, a->name[i]), -1, NULL));
}

/* The number of members is that of the tiles of four IPUs. */
static void
test_many_members (void)
{
  g_autoptr (GByteArray) ar = ar_new ();

  for (guint i = 5888; i--;) {
    char name[16];
    g_snprintf (name, sizeof name, "tile_%u", i);
    ar_add_image (ar, name, &image);
  }
  g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
  g_assert_cmpuint (a->n, ==, 5888);
  for (guint i = 0; i < a->n; i++)
    g_assert_cmpuint (a->tile[i], ==, i);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/names/numbers", test_tile_numbers);
  g_test_add_func ("/archive/names/long-names", test_long_names);
  g_test_add_func ("/archive/names/no-table", test_no_table);
  g_test_add_func ("/archive/names/others", test_others);
  g_test_add_func ("/archive/names/bsd", test_bsd);
  g_test_add_func ("/archive/names/odd", test_names_that_are_odd);
  g_test_add_func ("/archive/names/many", test_many_members);
  return g_test_run ();
}
