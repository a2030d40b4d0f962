/* Tests of figures of reports that are cached on disk: which are found again, and which are
 * ignored. */
#include "report/figure-store.h"
#include "report/place.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIB ((guint64) 1 << 20)
#define KIND "test"
#define OF "/data/run\n1 2 3"

typedef struct {
  char *root, *folder;
} FiguresFixture;

static void
figures_set_up (FiguresFixture *fixture, gconstpointer data)
{
  fixture->root = temp_dir_new ();
  fixture->folder = g_build_filename (fixture->root, "cache", "figures", NULL);
}

static void
figures_tear_down (FiguresFixture *fixture, gconstpointer data)
{
  temp_dir_remove (fixture->root);
  g_free (fixture->root);
  g_free (fixture->folder);
}

static void
write_text (PoplensFigureStore *store, const char *identity, const char *text)
{
  poplens_figure_store_write (store, KIND, identity, g_variant_new ("(st)", text, (guint64) 7));
}

/* Reads a text of the test's kind. (transfer full) (nullable): NULL if it is not cached */
static char *
read_text (PoplensFigureStore *store, const char *identity)
{
  g_autoptr (GVariant) value =
      poplens_figure_store_read (store, KIND, identity, G_VARIANT_TYPE ("(st)"));
  char *text = NULL;
  guint64 number = 7;

  if (value)
    g_variant_get (value, "(st)", &text, &number);
  g_assert_cmpuint (number, ==, 7);
  return text;
}

static void
assert_text (PoplensFigureStore *store, const char *identity, const char *expected)
{
  g_autofree char *text = read_text (store, identity);

  g_assert_cmpstr (text, ==, expected);
}

/* Returns the path of the only file of the store. (transfer full) */
static char *
find_file (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = dir ? g_dir_read_name (dir) : NULL;
  char *path = name ? g_build_filename (folder, name, NULL) : NULL;

  g_assert_nonnull (path);
  g_assert_null (g_dir_read_name (dir));
  return path;
}

static void
test_again (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (fixture->folder, MIB);
  g_autoptr (PoplensFigureStore) next = poplens_figure_store_new (fixture->folder, MIB);

  assert_text (store, OF, NULL);
  write_text (store, OF, "first");
  assert_text (store, OF, "first");
  assert_text (next, OF, "first");
  write_text (next, OF, "second");
  assert_text (store, OF, "second");
  assert_text (store, OF "4", NULL);
  g_assert_null (poplens_figure_store_read (store, "other", OF, G_VARIANT_TYPE ("(st)")));
  g_autofree char *path = find_file (fixture->folder);
  GStatBuf info;
  g_assert_cmpint (g_stat (fixture->folder, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0700);
  g_assert_cmpuint (poplens_figure_store_get_size (fixture->folder), >, 0);
}

/* Flips a bit of each byte, truncates to each length, renames the file, and replaces it by other
 * kinds of files. */
static void
test_garbled (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (fixture->folder, MIB);
  g_autoptr (GError) error = NULL;
  g_autofree char *good = NULL;
  gsize n;

  write_text (store, OF, "figures");
  g_autofree char *path = find_file (fixture->folder);
  g_file_get_contents (path, &good, &n, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < n; i++) {
    g_autofree char *bad = g_memdup2 (good, n);
    bad[i] ^= (char) (1 << i % 8);
    g_file_set_contents (path, bad, (gssize) n, NULL);
    assert_text (store, OF, NULL);
    g_file_set_contents (path, good, (gssize) i, NULL);
    assert_text (store, OF, NULL);
  }
  g_file_set_contents (path, good, (gssize) n, NULL);
  assert_text (store, OF, "figures");

  write_text (store, "another", "others");
  g_unlink (path);
  g_autofree char *other = find_file (fixture->folder);
  g_assert_cmpint (g_rename (other, path), ==, 0);
  assert_text (store, OF, NULL);
  g_unlink (path);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  assert_text (store, OF, NULL);
  g_unlink (path);
  /* A file larger than any figures must not be read into memory. */
  g_file_set_contents (path, good, (gssize) n, NULL);
  g_assert_cmpint (truncate (path, (off_t) 1 << 40), ==, 0);
  assert_text (store, OF, NULL);
  write_text (store, OF, "again");
  assert_text (store, OF, "again");
}

/* The checksums are right, but the type is not the reader's. */
static void
test_other_type (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (fixture->folder, MIB);
  guint64 numbers[] = {1, 2, 3}, read[3] = {0};

  poplens_figure_store_write (store, KIND, OF, g_variant_new_string ("ten bytes!"));
  assert_text (store, OF, NULL);
  poplens_figure_store_write (store, KIND, OF, poplens_figures_pack (numbers, sizeof numbers));
  g_autoptr (GVariant) kept =
      poplens_figure_store_read (store, KIND, OF, G_VARIANT_TYPE_BYTESTRING);
  g_assert_nonnull (kept);
  g_assert_false (poplens_figures_unpack (kept, read, sizeof read - 1));
  g_assert_true (poplens_figures_unpack (kept, read, sizeof read));
  g_assert_cmpmem (read, sizeof read, numbers, sizeof numbers);
}

static void
set_times (const char *path, gint64 seconds)
{
  struct timespec times[] = {{.tv_sec = seconds}, {.tv_sec = seconds}};

  g_assert_cmpint (utimensat (AT_FDCWD, path, times, 0), ==, 0);
}

static void
test_bound (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (fixture->folder, MIB);
  g_autofree char *text = g_strnfill (20000, 'x');
  g_autofree char *large = g_strnfill (MIB / 8, 'x');

  write_text (store, "oldest", text);
  g_autofree char *oldest = find_file (fixture->folder);
  set_times (oldest, 1000);
  g_autofree char *foreign = temp_dir_write (fixture->folder, "notes.txt", "mine", -1);
  set_times (foreign, 1);
  assert_text (store, "oldest", text);
  set_times (oldest, 1000);
  for (guint i = 0; i < 200; i++) {
    g_autofree char *identity = g_strdup_printf ("%u", i);
    write_text (store, identity, text);
    assert_text (store, identity, text);
    g_assert_cmpuint (poplens_figure_store_get_size (fixture->folder), <=, MIB);
  }
  g_assert_cmpuint (poplens_figure_store_get_size (fixture->folder), >, MIB / 2);
  assert_text (store, "oldest", NULL);
  /* A value that would evict most others is not cached. */
  write_text (store, OF, large);
  assert_text (store, OF, NULL);
  assert_text (store, "199", text);
  g_assert_true (poplens_figure_store_clear (fixture->folder, NULL));
  g_assert_cmpuint (poplens_figure_store_get_size (fixture->folder), ==, 0);
  g_assert_true (g_file_test (foreign, G_FILE_TEST_EXISTS));
  assert_text (store, "199", NULL);
}

static void
test_unwritable (FiguresFixture *fixture, gconstpointer data)
{
  g_autofree char *file = temp_dir_write (fixture->root, "cache", "a file", -1);
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (fixture->folder, MIB);

  write_text (store, OF, "nothing");
  assert_text (store, OF, NULL);
  g_assert_cmpuint (poplens_figure_store_get_size (fixture->folder), ==, 0);
  g_assert_true (poplens_figure_store_clear (fixture->folder, NULL));
}

/* Writes and reads the same figures. Returns the exit status: 1 if a read returned none of the two
 * texts. */
static int
race_for_figures (const char *folder, const char *own)
{
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (folder, MIB);

  for (guint i = 0; i < 300; i++) {
    write_text (store, OF, own);
    g_autofree char *text = read_text (store, OF);
    if (!text || (strspn (text, "a") != 10000 && strspn (text, "b") != 20000))
      return 1;
  }
  return 0;
}

static void
test_two_processes (FiguresFixture *fixture, gconstpointer data)
{
  g_autofree char *a = g_strnfill (10000, 'a'), *b = g_strnfill (20000, 'b');
  pid_t child = fork ();
  int status;

  if (!child)
    _exit (race_for_figures (fixture->folder, a));
  g_assert_cmpint (race_for_figures (fixture->folder, b), ==, 0);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  g_autofree char *path = find_file (fixture->folder);
}

/* ---- of a report ----------------------------------------------------------------------------- */

/* Longer than the time in which a change can go unnoticed (µs). */
#define SETTLE (3 * G_USEC_PER_SEC)

/* Returns the identity of the report at @path. (transfer full) (nullable): NULL if its state is not
 * certain */
static char *
identify_report (const char *path)
{
  g_autoptr (PoplensStorage) storage = NULL;
  g_autofree char *place = NULL;
  guint64 stamp;

  g_assert_true (poplens_report_place (path, &storage, &place, NULL));
  return poplens_report_identify_at (storage, place, &stamp);
}

static PoplensReport *
open_with (const char *path, PoplensFigureStore *store)
{
  PoplensReport *report = poplens_report_open (path, NULL);

  g_assert_nonnull (report);
  poplens_report_set_figures (report, store);
  return report;
}

static gboolean
has_figures (const char *path, PoplensFigureStore *store)
{
  g_autoptr (PoplensReport) report = open_with (path, store);
  const char *identity;
  PoplensFigureStore *own = poplens_report_get_figures (report, &identity);
  g_autofree char *text = own ? read_text (own, identity) : NULL;

  return text != NULL;
}

static void
test_figures_report (FiguresFixture *fixture, gconstpointer data)
{
  g_autoptr (PoplensFigureStore) store = poplens_figure_store_new (fixture->folder, MIB);
  g_autofree char *run = g_build_filename (fixture->root, "run", NULL);
  g_autofree char *profile = g_build_filename (run, "profile.pop", NULL);
  g_autofree char *log = g_build_filename (run, "profile.pop-wal", NULL);

  g_assert_cmpint (g_mkdir (run, 0700), ==, 0);
  mini_profile_write (profile, NULL);
  /* The file was just written: the next change could have the same time. */
  g_autofree char *young = identify_report (run);
  g_assert_null (young);
  g_usleep (SETTLE);
  g_autoptr (PoplensReport) report = open_with (run, store);
  poplens_report_cache_figures (report, KIND, g_variant_new ("(st)", "kept", (guint64) 7));
  g_assert_true (has_figures (run, store));
  g_autofree char *before = identify_report (run), *again = identify_report (run);
  g_assert_nonnull (before);
  g_assert_cmpstr (before, ==, again);

  /* A log with pages belongs to the report. */
  g_autofree char *written = temp_dir_write (run, "profile.pop-wal", "pages", -1);
  g_autofree char *with_log = identify_report (run);
  g_assert_null (with_log);
  g_unlink (log);
  g_assert_true (has_figures (run, store));

  /* Adds another file to the directory, then resets the time of a changed profile. */
  g_autofree char *beside = temp_dir_write (run, "framework.json", "{}", -1);
  g_assert_false (has_figures (run, store));
  g_unlink (beside);
  g_assert_true (has_figures (run, store));
  GStatBuf info;
  g_assert_cmpint (g_stat (profile, &info), ==, 0);
  mini_profile_alter (profile, "UPDATE target_info SET num_tiles = num_tiles");
  struct timespec times[] = {info.st_atim, info.st_mtim};
  g_assert_cmpint (utimensat (AT_FDCWD, profile, times, 0), ==, 0);
  g_assert_false (has_figures (run, store));
  poplens_report_cache_figures (report, KIND, g_variant_new ("(st)", "late", (guint64) 7));
  g_usleep (SETTLE);
  g_autofree char *after = identify_report (run);
  g_assert_nonnull (after);
  g_assert_cmpstr (before, !=, after);
  g_assert_false (has_figures (run, store));
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*run) (FiguresFixture *, gconstpointer);
  } tests[] = {
      {"/figures/again", test_again},           {"/figures/garbled", test_garbled},
      {"/figures/other-type", test_other_type}, {"/figures/bound", test_bound},
      {"/figures/unwritable", test_unwritable}, {"/figures/two-processes", test_two_processes},
      {"/figures/report", test_figures_report},
  };

  g_test_init (&argc, &argv, NULL);
  for (guint t = 0; t < G_N_ELEMENTS (tests); t++)
    g_test_add (tests[t].name, FiguresFixture, NULL, figures_set_up, tests[t].run,
                figures_tear_down);
  return g_test_run ();
}
