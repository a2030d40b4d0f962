/* Tests of reading the symbols of a tile image as a slice. */
#include "archive/tile-archive.h"
#include "support/far-storage.h"
#include "support/local-file.h"

#include <elf.h>
#include <string.h>

static const Segment segment = {0x4c000, 640};
static const Symbol symbols[] = {
    {"later", 0x4c200, 4, STT_OBJECT},
    {"__runCodelet_poplin", 0x4c010, 96, STT_FUNC},
    {"", 0x4c000, 0, STT_SECTION},
    {"same address", 0x4c200, 8, STT_NOTYPE},
};
static const Image with = {
    .flags = 2, .segments = &segment, .n_segments = 1, .symbols = symbols, .n_symbols = 4};
static const Image without = {.flags = 2, .segments = &segment, .n_segments = 1};

typedef struct {
  char *dir, *path;
  PoplensArchive *archive;
} SymbolsFixture;

static void
symbols_set_up (SymbolsFixture *f, gconstpointer data)
{
  g_autoptr (GByteArray) ar = ar_new ();
  g_autoptr (GError) error = NULL;

  ar_add_names (ar, "a_name_of_more_than_fifteen_12/\n");
  ar_add_image (ar, "t1", &without);
  ar_add_image (ar, "/0", &with);
  f->dir = temp_dir_new ();
  f->path = temp_dir_write (f->dir, "archive.a", (const char *) ar->data, ar->len);
  f->archive = local_archive_read (f->path, NULL, NULL, &error);
  g_assert_no_error (error);
}

static void
symbols_tear_down (SymbolsFixture *f, gconstpointer data)
{
  poplens_archive_free (f->archive);
  temp_dir_remove (f->dir);
  g_free (f->dir);
  g_free (f->path);
}

static void
test_sorted (SymbolsFixture *f, gconstpointer data)
{
  static const char *const names[] = {"", "__runCodelet_poplin", "later", "same address"};
  static const PoplensSymbolType types[] = {POPLENS_SYMBOL_SECTION, POPLENS_SYMBOL_FUNCTION,
                                            POPLENS_SYMBOL_OBJECT, POPLENS_SYMBOL_OTHER};
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensSlice) slice =
      local_archive_read_symbols (f->path, f->archive, 12, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (slice->kind, ==, POPLENS_SLICE_SYMBOLS);
  g_assert_cmpuint (slice->key, ==, 12);
  g_assert_cmpuint (slice->n, ==, 4);
  g_assert_cmpuint (f->archive->n_symbols[1], ==, 5);
  for (guint i = 0; i < slice->n; i++) {
    g_assert_cmpstr (poplens_strings_get (slice->strings, slice->symbols[i].name), ==, names[i]);
    g_assert_cmpint (slice->symbols[i].type, ==, types[i]);
  }
  g_assert_cmphex (slice->symbols[1].address, ==, 0x4c010);
  g_assert_cmpuint (slice->symbols[1].size, ==, 96);
}

static void
test_none (SymbolsFixture *f, gconstpointer data)
{
  g_autoptr (PoplensSlice) stripped =
      local_archive_read_symbols (f->path, f->archive, 1, NULL, NULL);
  g_autoptr (PoplensSlice) no_tile =
      local_archive_read_symbols (f->path, f->archive, 99, NULL, NULL);

  g_assert_cmpuint (stripped->n, ==, 0);
  g_assert_cmpuint (no_tile->n, ==, 0);
}

/* Replaces the file after it was opened. */
static void
test_changed_archive (SymbolsFixture *f, gconstpointer data)
{
  g_autoptr (GByteArray) ar = ar_new ();
  g_autoptr (GError) error = NULL;

  ar_add_image (ar, "t1", &without);
  g_free (temp_dir_write (f->dir, "archive.a", (const char *) ar->data, ar->len));
  g_assert_null (local_archive_read_symbols (f->path, f->archive, 12, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
}

/* Whichever read fails with a lost connection: the result is complete, or the error blames not the
 * archive but the connection. */
static void
test_lost (SymbolsFixture *f, gconstpointer data)
{
  guint n_lost = 0;

  for (int n = 0, whole = 0; whole < 2; n++) {
    g_autoptr (FarStorage) far = far_storage_new ();
    g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (far), f->path);
    g_autoptr (GError) of_archive = NULL, of_symbols = NULL;
    far_storage_lose_after (far, n);
    PoplensArchive *archive = poplens_archive_read (file, NULL, NULL, &of_archive);
    if (archive)
      g_assert_cmpuint (archive->n, ==, 2);
    else
      g_assert_error (of_archive, POPLENS_ERROR, POPLENS_ERROR_LINK);
    far_storage_lose_after (far, n);
    g_autoptr (PoplensSlice) slice =
        poplens_archive_read_symbols (file, f->archive, 12, NULL, &of_symbols);
    if (slice)
      g_assert_cmpuint (slice->n, ==, 4);
    else
      g_assert_error (of_symbols, POPLENS_ERROR, POPLENS_ERROR_LINK);
    n_lost += !archive + !slice;
    whole = (archive != NULL) + (slice != NULL);
    g_clear_pointer (&archive, poplens_archive_free);
    g_assert_cmpint (n, <, 100);
  }
  g_assert_cmpuint (n_lost, >, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test)                                                                            \
  g_test_add ("/archive/symbols/" name, SymbolsFixture, NULL, symbols_set_up, test,                \
              symbols_tear_down)
  ADD ("sorted", test_sorted);
  ADD ("none", test_none);
  ADD ("changed", test_changed_archive);
  ADD ("lost", test_lost);
  return g_test_run ();
}
