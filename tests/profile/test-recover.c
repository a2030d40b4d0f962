/* Tests of profiles that a killed program left with a journal or a log: a copy is recovered, the
 * original does not change. */
#include "fixture.h"

#include "base/error.h"
#include "database/recover.h"
#include "model/memory.h"
#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define SPOIL                                                                                      \
  "PRAGMA cache_size = 1; BEGIN; UPDATE memory_by_tile SET total = 2; CREATE TABLE filler (x);"    \
  "INSERT INTO filler VALUES (zeroblob (400000)); INSERT INTO filler SELECT x FROM filler"
#define IN_WAL                                                                                     \
  "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;"                                      \
  "UPDATE memory_by_tile SET total = total + 1"

/* Runs @sql in a process that dies without closing the database. */
static void
kill_a_writer (const char *path, const char *sql)
{
  int status;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0) {
    sqlite3 *handle;
    int code = sqlite3_open (path, &handle);
    _exit ((code | sqlite3_exec (handle, sql, NULL, NULL, NULL)) != SQLITE_OK);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}

static int
compare_lines (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns names, times and bytes of all files in @dir as one text. (transfer full) */
static char *
fingerprint (const char *dir)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GDir) listing = g_dir_open (dir, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (listing))) {
    g_autofree char *path = g_build_filename (dir, name, NULL);
    g_autofree char *bytes = NULL, *sum = NULL;
    struct stat info;
    gsize n;
    g_assert_cmpint (stat (path, &info), ==, 0);
    g_assert_true (g_file_get_contents (path, &bytes, &n, NULL));
    sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) bytes, n);
    g_ptr_array_add (lines, g_strdup_printf ("%s %lu %ld.%09ld %s", name, info.st_ino,
                                             info.st_mtim.tv_sec, info.st_mtim.tv_nsec, sum));
  }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

typedef struct {
  Mini *mini;
  char *cache, *copy, *before;
} RecoverCase;

static void
recover_set_up (RecoverCase *self, gconstpointer sql)
{
  self->mini = mini_new (NULL);
  g_clear_pointer (&self->mini->profile, poplens_profile_free);
  if (sql)
    kill_a_writer (self->mini->path, sql);
  self->cache = temp_dir_new ();
  self->copy = g_build_filename (self->cache, "profile.pop", NULL);
  self->before = fingerprint (self->mini->dir);
}

static void
recover_tear_down (RecoverCase *self, gconstpointer sql)
{
  g_autofree char *after = fingerprint (self->mini->dir);

  g_assert_cmpstr (self->before, ==, after);
  temp_dir_remove (self->cache);
  mini_free (self->mini);
  g_free (self->cache);
  g_free (self->copy);
  g_free (self->before);
}

static guint64
total_of_tile_0 (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensProfile) profile = local_profile_open (path, &error);

  g_assert_no_error (error);
  PoplensMemory *memory = poplens_profile_load (profile, POPLENS_PART_MEMORY, NULL, &error);
  g_assert_no_error (error);
  guint64 total = memory->total[0];
  poplens_part_free (POPLENS_PART_MEMORY, memory);
  return total;
}

static void
test_rolls_back (RecoverCase *self, gconstpointer sql)
{
  PoplensRecovered done = POPLENS_RECOVERED_NOTHING;
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_database_needs_recovery (self->mini->path));
  g_assert_null (local_profile_open (self->mini->path, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "recovered copy"));
  g_clear_error (&error);
  poplens_database_recover (self->mini->path, self->copy, &done, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done, ==, POPLENS_RECOVERED_BACK);
  g_assert_false (poplens_database_needs_recovery (self->copy));
  g_assert_cmpuint (total_of_tile_0 (self->copy), ==, 24);
}

static void
test_takes_log_in (RecoverCase *self, gconstpointer sql)
{
  PoplensRecovered done = POPLENS_RECOVERED_NOTHING;
  g_autoptr (GError) error = NULL;

  g_assert_true (poplens_database_needs_recovery (self->mini->path));
  poplens_database_recover (self->mini->path, self->copy, &done, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (done, ==, POPLENS_RECOVERED_LOG);
  g_assert_cmpuint (total_of_tile_0 (self->copy), ==, 25);
}

/* Journals with a whole header and no pages, with zeroes, and with other bytes. */
static void
test_nothing_to_roll_back (RecoverCase *self, gconstpointer sql)
{
  static const guint8 magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
  g_autofree char *journal = g_strconcat (self->mini->path, "-journal", NULL);
  g_autofree char *original = NULL;
  gsize n, n_copy;

  g_assert_true (g_file_get_contents (self->mini->path, &original, &n, NULL));
  for (guint kind = 0; kind < 3; kind++) {
    PoplensRecovered done = POPLENS_RECOVERED_BACK;
    g_autoptr (GError) error = NULL;
    g_autofree char *copied = NULL;
    char bytes[700] = {0};
    if (kind == 0) {
      memcpy (bytes, magic, sizeof magic);   /* followed by 0 pages and a nonce */
      memcpy (bytes + 16, original + 28, 4); /* number of pages in the file */
      bytes[22] = 2;                         /* sectors of 512 bytes */
      memcpy (bytes + 26, original + 16, 2); /* bytes of a page */
    } else if (kind == 2)
      memset (bytes, 'x', sizeof bytes);
    g_assert_true (g_file_set_contents (journal, bytes, sizeof bytes, NULL));
    poplens_database_recover (self->mini->path, self->copy, &done, NULL, &error);
    g_assert_no_error (error);
    g_assert_cmpint (done, ==, POPLENS_RECOVERED_NOTHING);
    g_assert_true (g_file_get_contents (self->copy, &copied, &n_copy, NULL));
    g_assert_false (poplens_database_needs_recovery (self->copy));
    g_assert_cmpmem (copied, n_copy, original, n);
    g_assert_cmpint (g_unlink (self->copy), ==, 0);
    g_assert_cmpint (g_unlink (journal), ==, 0);
  }
}

static void
test_good_needs_none (RecoverCase *self, gconstpointer sql)
{
  g_assert_false (poplens_database_needs_recovery (self->mini->path));
  g_assert_false (poplens_database_needs_recovery (self->cache));
  g_assert_false (poplens_database_needs_recovery ("/dev/null"));
}

static void
assert_refused (RecoverCase *self, int code, const char *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = NULL;

  g_assert_false (poplens_database_recover (self->mini->path, self->copy, NULL, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, POPLENS_ERROR, code);
  g_assert_nonnull (strstr (error->message, word));
  dir = g_dir_open (self->cache, 0, NULL);
  g_assert_null (g_dir_read_name (dir));
}

/* A journal that names a super-journal is refused: SQLite would delete that file when it rolls
 * back. */
static void
test_journal_that_deletes (RecoverCase *self, gconstpointer sql)
{
  static const guint8 magic[8] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
  g_autofree char *victim = g_build_filename (self->mini->dir, "victim", NULL);
  g_autofree char *journal = g_strconcat (self->mini->path, "-journal", NULL);
  g_autofree char *bytes = NULL;
  guint32 n = strlen (victim), sum = 0;
  gsize size;

  g_assert_true (g_file_set_contents (victim, "precious", -1, NULL));
  g_assert_true (g_file_get_contents (journal, &bytes, &size, NULL));
  g_autoptr (GByteArray) with = g_byte_array_new_take ((guint8 *) g_steal_pointer (&bytes), size);
  guint32 lock_page = GUINT32_TO_BE (0x40000000 / 4096 + 1);
  for (guint i = 0; i < n; i++)
    sum += victim[i];
  guint32 be_n = GUINT32_TO_BE (n), be_sum = GUINT32_TO_BE (sum);
  g_byte_array_append (with, (guint8 *) &lock_page, 4);
  g_byte_array_append (with, (guint8 *) victim, n);
  g_byte_array_append (with, (guint8 *) &be_n, 4);
  g_byte_array_append (with, (guint8 *) &be_sum, 4);
  g_byte_array_append (with, magic, sizeof magic);
  g_assert_true (g_file_set_contents (journal, (char *) with->data, with->len, NULL));
  g_free (self->before);
  self->before = fingerprint (self->mini->dir);
  assert_refused (self, POPLENS_ERROR_UNSUPPORTED, "names another file");
}

static void
test_writer_alive (RecoverCase *self, gconstpointer sql)
{
  int ready[2], release[2];
  char byte;

  g_assert_cmpint (pipe (ready) | pipe (release), ==, 0);
  pid_t child = fork ();
  if (child == 0) {
    sqlite3 *handle;
    close (release[1]);
    int code = sqlite3_open (self->mini->path, &handle);
    code |= sqlite3_exec (handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    code |= write (ready[1], "y", 1) != 1;
    code |= (int) read (release[0], &byte, 1);
    _exit (code);
  }
  close (release[0]);
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  assert_refused (self, POPLENS_ERROR_BUSY, "still being written");
  close (release[1]);
  waitpid (child, NULL, 0);
  close (ready[0]);
  close (ready[1]);
}

static void
test_copy_exists (RecoverCase *self, gconstpointer sql)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (self->copy, "mine", -1, NULL));
  g_assert_false (poplens_database_recover (self->mini->path, self->copy, NULL, NULL, &error));
  g_assert_true (g_file_get_contents (self->copy, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
}

static void
test_recover_cancelled (RecoverCase *self, gconstpointer sql)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (
      poplens_database_recover (self->mini->path, self->copy, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (g_file_test (self->copy, G_FILE_TEST_EXISTS));
}

#define ADD(path, sql, func)                                                                       \
  g_test_add (path, RecoverCase, sql, recover_set_up, func, recover_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/profile/recover/rolls-back", SPOIL, test_rolls_back);
  ADD ("/profile/recover/takes-log-in", IN_WAL, test_takes_log_in);
  ADD ("/profile/recover/nothing-to-roll-back", NULL, test_nothing_to_roll_back);
  ADD ("/profile/recover/good-needs-none", NULL, test_good_needs_none);
  ADD ("/profile/recover/journal-that-deletes", SPOIL, test_journal_that_deletes);
  ADD ("/profile/recover/writer-alive", NULL, test_writer_alive);
  ADD ("/profile/recover/copy-exists", SPOIL, test_copy_exists);
  ADD ("/profile/recover/cancelled", SPOIL, test_recover_cancelled);
  return g_test_run ();
}
