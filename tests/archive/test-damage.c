/* Tests of archives that are cut, changed, or not archives at all: no crash, no hang, and undamaged
 * members are read. */
#include "archive/tile-archive.h"
#include "support/damage.h"
#include "support/local-file.h"
#include "support/seeds.h"

#include <elf.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const Segment segments[] = {{0x4c000, 64}, {0x80000, 32}};
static const Symbol symbols[] = {{"one", 0x4c000, 4, STT_FUNC}, {"two", 0x4c004, 4, STT_OBJECT}};
static const Image image = {
    .flags = 2, .segments = segments, .n_segments = 2, .symbols = symbols, .n_symbols = 2};

static GByteArray *
sample (guint n)
{
  GByteArray *ar = ar_new ();

  ar_add_names (ar, "a_name_of_more_than_fifteen_99/\n");
  for (guint i = 0; i < n; i++) {
    char name[8];
    g_snprintf (name, sizeof name, "t%u", i);
    ar_add_image (ar, i == 1 ? "/0" : name, &image);
  }
  return ar;
}

/* Cuts the archive at every byte: the complete members are read correctly. */
static void
test_cut_archive (void)
{
  g_autoptr (GByteArray) whole = sample (3);
  g_autoptr (GByteArray) elf = image_new (&image);
  gsize first = 8 + 60 + 32 + 60 + elf->len; /* the end of the first image */

  for (guint size = 0; size < whole->len; size++) {
    g_autoptr (GByteArray) ar = g_byte_array_new ();
    g_autoptr (GError) error = NULL;
    g_byte_array_append (ar, whole->data, size);
    g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, &error);
    guint n = (guint) ((size < first ? 0 : (size - first) / (60 + elf->len)) + (size >= first));
    g_assert_cmpuint (a ? a->n : 0, ==, n);
    if (!a) {
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
      continue;
    }
    g_assert_cmpint (a->incomplete, ==, (size - first) % (60 + elf->len) != 0);
    g_assert_cmpint (a->reason != NULL, ==, a->incomplete);
    for (guint i = 0; i < a->n; i++)
      g_assert_cmpuint (a->bytes[i], ==, 96);
  }
}

static void
test_no_archive (void)
{
  static const char *const texts[] = {"",
                                      "!",
                                      "!<arch>",
                                      "!<arch>\n",
                                      "!<thin>\n",
                                      "SQLite format 3",
                                      "!<arch>\nrubbish",
                                      "\x7f"
                                      "ELF"};

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GByteArray) ar = g_byte_array_new ();
    g_autoptr (GError) error = NULL;
    g_byte_array_append (ar, (const guint8 *) texts[i], (guint) strlen (texts[i]));
    g_assert_null (ar_read_back (ar, NULL, &error));
    g_assert_error (error, POPLENS_ERROR,
                    (i == 4 ? POPLENS_ERROR_UNSUPPORTED : POPLENS_ERROR_DAMAGED));
  }
}

static void
test_archive_not_a_file (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *pipe = g_build_filename (dir, "archive.a", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (local_archive_read (pipe, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  g_assert_null (local_archive_read (pipe, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT);
  g_clear_error (&error);
  g_assert_null (local_archive_read (dir, NULL, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_A_REPORT);
  temp_dir_remove (dir);
}

static void
test_cancelled_archive (void)
{
  g_autoptr (GByteArray) ar = sample (2);
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = temp_dir_write (dir, "archive.a", (const char *) ar->data, ar->len);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (local_archive_read (path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  temp_dir_remove (dir);
}

/* Sets one field of the only image's ELF header or section table to a huge value. */
static void
test_hostile_fields (void)
{
  static const struct {
    gsize at;
    guint size;
  } fields[] = {
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_phoff), 4},
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_shoff), 4},
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_phnum), 2},
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_shnum), 2},
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_phentsize), 2},
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_shentsize), 2},
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_shstrndx), 2},
      {G_STRUCT_OFFSET (Elf32_Ehdr, e_ehsize), 2},
  };
  static const guint32 values[] = {0, 1, 0x7f, 0xff00, 0xffff, 0x7fffffff, 0xfffffff0, 0xffffffff};

  for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
    for (guint v = 0; v < G_N_ELEMENTS (values); v++) {
      g_autoptr (GByteArray) ar = sample (1), elf = image_new (&image);
      memcpy (elf->data + fields[f].at, &values[v], fields[f].size);
      ar_add (ar, "bad5", elf->data, elf->len);
      g_autoptr (PoplensArchive) a = ar_read_back (ar, NULL, NULL);
      g_assert_nonnull (a);
      g_assert_cmpuint (a->n + a->n_unreadable, ==, 2);
      g_assert_cmpuint (a->bytes[0], ==, 96);
    }
}

/* Reads everything that an archive contains. */
static void
use (const char *path, const PoplensArchive *archive)
{
  for (guint32 i = 0; i < archive->n; i++) {
    g_autoptr (PoplensSlice) slice =
        local_archive_read_symbols (path, archive, archive->tile[i], NULL, NULL);
    g_assert_true (!i || archive->tile[i] > archive->tile[i - 1]);
    g_assert_cmpuint (archive->non_interleaved[i] + archive->interleaved[i] +
                          archive->overflowed[i] + archive->below[i],
                      <=, archive->bytes[i]);
    for (guint32 s = 0; slice && s < slice->n; s++)
      g_assert_true (
          g_utf8_validate (poplens_strings_get (slice->strings, slice->symbols[s].name), -1, NULL));
  }
  g_autoptr (PoplensTarget) target = poplens_archive_make_target (archive);
  g_autoptr (PoplensMemory) memory = poplens_archive_make_memory (archive);
  g_assert_cmpuint (memory->n_tiles, ==, archive->n);
  g_assert_cmpuint (target->num_ipus, >, 0);
}

static void
test_archive_mutants (void)
{
  g_autoptr (GByteArray) whole = sample (3);
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  g_autofree char *dir = temp_dir_new ();
  guint n_read = 0;

  for (guint m = 0; m < (all_seeds () ? 4000 : 1200); m++) {
    g_autoptr (GByteArray) bytes = g_byte_array_new ();
    g_byte_array_append (bytes, whole->data, whole->len);
    for (guint n = (guint) g_rand_int_range (random, 1, 4); n && bytes->len; n--)
      damage_bytes (random, bytes, 0);
    g_autofree char *path =
        temp_dir_write (dir, "archive.a", (const char *) bytes->data, bytes->len);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensArchive) a = local_archive_read (path, NULL, NULL, &error);
    g_assert_true ((a == NULL) == (error != NULL));
    if (a)
      use (path, a);
    n_read += a != NULL;
    /* Deletes the file before it is written again, as GLib syncs a file that it overwrites. */
    g_assert_cmpint (unlink (path), ==, 0);
  }
  g_test_message ("%u gave a part", n_read);
  g_assert_cmpuint (n_read, >, 500);
  temp_dir_remove (dir);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/damage/cut", test_cut_archive);
  g_test_add_func ("/archive/damage/no-archive", test_no_archive);
  g_test_add_func ("/archive/damage/no-file", test_archive_not_a_file);
  g_test_add_func ("/archive/damage/cancelled", test_cancelled_archive);
  g_test_add_func ("/archive/damage/hostile-fields", test_hostile_fields);
  g_test_add_func ("/archive/damage/mutants", test_archive_mutants);
  return g_test_run ();
}
