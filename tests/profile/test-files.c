/* Tests of profiles as files: locked, written, replaced or left unfinished by other programs, and
 * with unusual names and paths. */
#include "fixture.h"

#include "base/error.h"
#include "model/target.h"
#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void
assert_fails (const char *path, int code, const char *word)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensProfile) profile = local_profile_open (path, &error);

  g_assert_null (profile);
  g_test_message ("%s", error->message);
  g_assert_error (error, POPLENS_ERROR, code);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, word));
}

/* Writes until pages have reached the file, then dies, as a killed Poplar does. */
static void
kill_a_writer (const char *path)
{
  int status;
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0) {
    sqlite3 *handle;
    int code = sqlite3_open (path, &handle);
    code |= sqlite3_exec (handle,
                          "PRAGMA cache_size = 1; BEGIN; UPDATE vars_info SET size_bytes = 1;"
                          "UPDATE memory_by_tile SET total = 2; CREATE TABLE filler (x);"
                          "INSERT INTO filler VALUES (zeroblob (400000));"
                          "INSERT INTO filler SELECT x FROM filler",
                          NULL, NULL, NULL);
    _exit (code != SQLITE_OK);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}

static void
test_hot_journal (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autofree char *journal = g_strconcat (mini->path, "-journal", NULL);
  g_autofree char *before = NULL, *after = NULL;
  gsize n_before, n_after;
  GStatBuf stamp, now;

  g_clear_pointer (&mini->profile, poplens_profile_free);
  kill_a_writer (mini->path);
  g_assert_true (g_file_test (journal, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (mini->path, &before, &n_before, NULL));
  /* For root, SQLite would change the journal's owner to that of the profile. */
  if (geteuid () == 0)
    g_assert_cmpint (chown (journal, 4321, 4321), ==, 0);
  g_assert_cmpint (g_stat (journal, &stamp), ==, 0);
  assert_fails (mini->path, POPLENS_ERROR_DAMAGED, "was killed while writing");
  g_assert_cmpint (g_stat (journal, &now), ==, 0);
  g_assert_cmpuint (now.st_uid, ==, stamp.st_uid);
  g_assert_cmpuint (now.st_gid, ==, stamp.st_gid);
  g_assert_cmpint (now.st_ctim.tv_nsec, ==, stamp.st_ctim.tv_nsec);
  /* Nothing was rolled back or deleted. */
  g_assert_true (g_file_test (journal, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (mini->path, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
}

/* A finished journal, which is empty or has a zeroed header, does not hide changes. SQLite still
 * looks into it, and for root would change its owner to that of the profile. */
static void
test_cold_journal (void)
{
  static const gsize sizes[] = {0, 700, 5000};
  static const char zeros[5000] = {0};

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++) {
    g_autoptr (Mini) mini = mini_new (NULL);
    g_autofree char *journal = g_strconcat (mini->path, "-journal", NULL);
    GStatBuf before, after;

    g_clear_pointer (&mini->profile, poplens_profile_free);
    g_assert_true (g_file_set_contents (journal, zeros, (gssize) sizes[i], NULL));
    if (geteuid () == 0)
      g_assert_cmpint (chown (journal, 4321, 4321), ==, 0);
    g_assert_cmpint (g_stat (journal, &before), ==, 0);
    g_autoptr (PoplensProfile) profile = local_profile_open (mini->path, NULL);
    g_assert_nonnull (profile);
    gpointer target = poplens_profile_load (profile, POPLENS_PART_TARGET, NULL, NULL);
    g_assert_nonnull (target);
    poplens_part_free (POPLENS_PART_TARGET, target);
    g_assert_cmpint (g_stat (journal, &after), ==, 0);
    g_assert_cmpuint (after.st_uid, ==, before.st_uid);
    g_assert_cmpuint (after.st_gid, ==, before.st_gid);
    g_assert_cmpint (after.st_ctim.tv_sec, ==, before.st_ctim.tv_sec);
    g_assert_cmpint (after.st_ctim.tv_nsec, ==, before.st_ctim.tv_nsec);
  }
}

static guint
count_files (const char *dir)
{
  g_autoptr (GDir) listing = g_dir_open (dir, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (listing))
    n++;
  return n;
}

static void
assert_tile_1_total (const char *path, guint32 total)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensProfile) profile = local_profile_open (path, &error);

  g_assert_no_error (error);
  PoplensMemory *memory = poplens_profile_load (profile, POPLENS_PART_MEMORY, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (memory->total_including_gaps[1], ==, total);
  poplens_part_free (POPLENS_PART_MEMORY, memory);
}

#define SET_TOTAL(total)                                                                           \
  "UPDATE memory_by_tile SET total_including_gaps = " #total " WHERE tile = 1"

/* SQLite writes files beside a log that has pages. Without pages the profile is read in place and
 * nothing is written, even if its name has characters with a meaning in URIs. */
static void
test_write_ahead_log (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autofree char *wal = g_strconcat (mini->path, "-wal", NULL);
  g_autofree char *link = g_build_filename (mini->dir, "?immutable=0#%41 \xff.pop", NULL);

  g_clear_pointer (&mini->profile, poplens_profile_free);
  g_assert_cmpuint (count_files (mini->dir), ==, 1);
  g_assert_cmpint (symlink ("profile.pop", link), ==, 0);
  /* The mode is in the header; SQLite deletes the log when it closes the last connection. */
  mini_profile_alter (mini->path, "COMMIT; PRAGMA journal_mode = WAL; BEGIN;" SET_TOTAL (1000007));
  g_assert_cmpuint (count_files (mini->dir), ==, 2);
  assert_tile_1_total (mini->path, 1000007);
  assert_tile_1_total (link, 1000007);
  g_assert_true (local_profile_probe (mini->path));
  g_assert_cmpuint (count_files (mini->dir), ==, 2);
  g_assert_true (g_file_set_contents (wal, "", -1, NULL));
  assert_tile_1_total (mini->path, 1000007);
  /* Changes the log, then the file, while the profile is open. */
  g_autoptr (PoplensProfile) before = local_profile_open (mini->path, NULL);
  g_autoptr (GError) error = NULL;
  g_assert_true (g_file_set_contents (wal, "pages", -1, NULL));
  assert_fails (mini->path, POPLENS_ERROR_UNSUPPORTED, "write-ahead log");
  assert_fails (link, POPLENS_ERROR_UNSUPPORTED, "recovered copy");
  g_assert_true (local_profile_probe (mini->path));
  g_assert_null (poplens_profile_load (before, POPLENS_PART_MEMORY, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  g_assert_cmpuint (count_files (mini->dir), ==, 3);
  g_unlink (wal);
  mini_profile_alter (mini->path, SET_TOTAL (1000008));
  g_clear_error (&error);
  g_assert_null (poplens_profile_load (before, POPLENS_PART_MEMORY, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  assert_tile_1_total (mini->path, 1000008);
  /* A log that is not a regular file cannot be recovered. */
  g_unlink (wal);
  g_assert_cmpint (mkfifo (wal, 0600), ==, 0);
  assert_fails (mini->path, POPLENS_ERROR_UNSUPPORTED, "a pipe; move it away");
}

/* SQLite would open a pipe as journal, and wait for it forever. */
static void
test_journal_that_is_no_file (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autofree char *journal = g_strconcat (mini->path, "-journal", NULL);
  g_autofree char *link = g_build_filename (mini->dir, "other.pop", NULL);

  g_clear_pointer (&mini->profile, poplens_profile_free);
  g_assert_cmpint (mkfifo (journal, 0600), ==, 0);
  assert_fails (mini->path, POPLENS_ERROR_UNSUPPORTED, "a pipe");
  /* SQLite looks for the journal of the file, not of the link. */
  g_assert_cmpint (symlink ("profile.pop", link), ==, 0);
  g_autoptr (GError) error = NULL;
  g_assert_null (local_profile_open (link, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED);
  g_assert_nonnull (strstr (error->message, journal));
  g_assert_cmpint (g_unlink (journal), ==, 0);
  g_assert_cmpint (g_mkdir (journal, 0700), ==, 0);
  assert_fails (mini->path, POPLENS_ERROR_UNSUPPORTED, "a directory");
}

static void
test_profile_that_is_no_file (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);

  g_clear_pointer (&mini->profile, poplens_profile_free);
  g_assert_cmpint (g_unlink (mini->path), ==, 0);
  g_assert_cmpint (mkfifo (mini->path, 0600), ==, 0);
  assert_fails (mini->path, POPLENS_ERROR_DAMAGED, "it is a pipe");
}

static void
test_message_on_one_line (void)
{
  g_autoptr (Mini) mini = mini_new ("PRAGMA writable_schema = 1;"
                                    "UPDATE sqlite_schema SET sql = 'CREATE TABLE \"a\n\tb (' || "
                                    "hex (zeroblob (2000)) WHERE name "
                                    "= 'steps'");

  g_assert_null (mini->profile);
  g_test_message ("%s", mini->error->message);
  g_assert_null (strpbrk (mini->error->message, "\n\t"));
  g_assert_cmpuint (strlen (mini->error->message), <, 600);
}

/* A journal appears while the profile is open. */
static void
test_journal_while_open (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GError) error = NULL;

  kill_a_writer (mini->path);
  g_assert_null (poplens_profile_load (mini->profile, POPLENS_PART_MEMORY, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
}

typedef struct {
  pid_t pid;
  int release; /* closing it ends the child */
} Holder;

/* Locks the bytes that readers lock, but not the byte that a writer locks first, as a program other
 * than SQLite can. */
static int
lock_shared_bytes (const char *path)
{
  struct flock lock = {
      .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000002, .l_len = 510};
  int fd = open (path, O_RDWR | O_CLOEXEC);

  return fd < 0 || fcntl (fd, F_SETLK, &lock) < 0;
}

static Holder
hold_lock (const char *path, gboolean writes)
{
  int ready[2], release[2];
  char byte;
  Holder holder;

  g_assert_cmpint (pipe2 (ready, O_CLOEXEC) | pipe2 (release, O_CLOEXEC), ==, 0);
  holder = (Holder){fork (), release[1]};
  if (holder.pid == 0) {
    sqlite3 *handle;
    close (release[1]);
    int code = writes ? sqlite3_open (path, &handle) : lock_shared_bytes (path);
    if (writes)
      code |= sqlite3_exec (handle, "BEGIN EXCLUSIVE", NULL, NULL, NULL);
    if (write (ready[1], code ? "n" : "y", 1) == 1)
      code |= (int) read (release[0], &byte, 1);
    _exit (code);
  }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  g_assert_cmpint (byte, ==, 'y');
  close (ready[0]);
  close (ready[1]);
  close (release[0]);
  return holder;
}

static void
release_lock (Holder holder)
{
  close (holder.release);
  waitpid (holder.pid, NULL, 0);
}

/* There is no writer, so opening fails at once. */
static void
test_locked_by_no_writer (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  Holder holder = hold_lock (mini->path, FALSE);

  assert_fails (mini->path, POPLENS_ERROR_BUSY, "is locked by another program");
  release_lock (holder);
}

static void
test_locked (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GError) error = NULL;
  Holder holder = hold_lock (mini->path, TRUE);

  assert_fails (mini->path, POPLENS_ERROR_BUSY, "wait until it has finished");
  g_assert_null (poplens_profile_load (mini->profile, POPLENS_PART_OPTIONS, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_BUSY);
  /* A locked part is not reported as absent. */
  g_assert_null (poplens_profile_explain_absence (mini->profile, POPLENS_PART_OPTIONS, NULL));
  release_lock (holder);
  poplens_part_free (POPLENS_PART_OPTIONS, mini_load (mini, POPLENS_PART_OPTIONS));
}

static void
test_aborted (void)
{
  g_autoptr (Mini) mini = mini_new ("DELETE FROM target_info");

  g_assert_error (mini->error, POPLENS_ERROR, POPLENS_ERROR_EMPTY);
  g_assert_true (local_profile_probe (mini->path));
}

static void
change_in_place (const char *path)
{
  mini_profile_alter (path, "UPDATE memory_by_tile SET total = total + 1");
}

static void
change_by_rename (const char *path)
{
  g_autofree char *other = g_strconcat (path, ".new", NULL);

  mini_profile_write (other, NULL);
  g_assert_cmpint (g_rename (other, path), ==, 0);
}

static void
truncate_file (const char *path)
{
  g_assert_cmpint (truncate (path, 8192), ==, 0);
}

static void
remove_file (const char *path)
{
  g_assert_cmpint (g_remove (path), ==, 0);
}

static void
test_changed_file (void)
{
  void (*const changes[]) (const char *) = {change_in_place, change_by_rename, truncate_file,
                                            remove_file};

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++) {
    g_autoptr (Mini) mini = mini_new (NULL);
    poplens_part_free (POPLENS_PART_MEMORY, mini_load (mini, POPLENS_PART_MEMORY));
    changes[i](mini->path);
    for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++) {
      g_autoptr (GError) error = NULL;
      g_assert_null (poplens_profile_load (mini->profile, part, NULL, &error));
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
      g_assert_nonnull (
          strstr (error->message, changes[i] == remove_file ? "was deleted" : "reload"));
    }
    for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++) {
      g_autoptr (GError) error = NULL;
      g_assert_null (poplens_profile_read_slice (mini->profile, kind, 0, NULL, &error));
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
    }
  }
}

static int
root_page (const char *path, const char *table)
{
  sqlite3 *handle = mini_profile_connect (path);
  sqlite3_stmt *statement;
  int page;

  sqlite3_prepare_v2 (handle, "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1, &statement,
                      NULL);
  sqlite3_bind_text (statement, 1, table, -1, SQLITE_STATIC);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  page = sqlite3_column_int (statement, 0);
  sqlite3_finalize (statement);
  sqlite3_close (handle);
  return page;
}

static void
spoil_page (const char *path, const char *table)
{
  int page = root_page (path, table);
  g_autofree char *junk = g_malloc (4096);
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  memset (junk, 0xff, 4096);
  g_assert_cmpint (pwrite (fd, junk, 4096, (off_t) (page - 1) * 4096), ==, 4096);
  close (fd);
}

/* Opening reads only the schema: a damaged page of a table is an error when the table is read, and
 * does not affect other parts. */
static void
test_bad_page (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GError) error = NULL, again = NULL;

  g_clear_pointer (&mini->profile, poplens_profile_free);
  spoil_page (mini->path, "vars_info");
  spoil_page (mini->path, "programs");
  mini->profile = local_profile_open (mini->path, &error);
  g_assert_no_error (error);
  poplens_part_free (POPLENS_PART_MEMORY, mini_load (mini, POPLENS_PART_MEMORY));
  g_assert_null (poplens_profile_explain_absence (mini->profile, POPLENS_PART_PROGRAMS, NULL));
  g_assert_null (poplens_profile_load (mini->profile, POPLENS_PART_PROGRAMS, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
  g_assert_nonnull (strstr (error->message, "table programs"));
  g_assert_null (
      poplens_profile_read_slice (mini->profile, POPLENS_SLICE_TILE_VARIABLES, 0, NULL, &again));
  g_assert_error (again, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
}

static void
test_bad_target_page (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&mini->profile, poplens_profile_free);
  spoil_page (mini->path, "target_info");
  /* The file is damaged, not "aborted before it had compiled". */
  mini->profile = local_profile_open (mini->path, &error);
  if (mini->profile)
    g_assert_null (poplens_profile_load (mini->profile, POPLENS_PART_TARGET, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED);
}

static void
test_not_a_profile (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *missing = g_build_filename (dir, "missing", NULL);
  g_autofree char *empty = temp_dir_write (dir, "empty", "", 0);
  g_autofree char *text = temp_dir_write (dir, "text", "This is no database at all.\n", -1);
  g_autofree char *header = temp_dir_write (dir, "header", "SQLite format 3", 16);
  g_autofree char *other = g_build_filename (dir, "other.db", NULL);
  g_autofree char *fifo = g_build_filename (dir, "fifo", NULL);
  g_autofree char *junk = g_malloc0 (8192);
  const char *all[] = {missing, empty, text, header, other, fifo, dir};

  mini_profile_alter (other, "CREATE TABLE target (x); INSERT INTO target VALUES (1)");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_fails (missing, POPLENS_ERROR_NOT_FOUND, "Cannot open");
  assert_fails (empty, POPLENS_ERROR_DAMAGED, "too short");
  assert_fails (text, POPLENS_ERROR_DAMAGED, "not a Poplar profile");
  assert_fails (header, POPLENS_ERROR_DAMAGED, "too short");
  assert_fails (other, POPLENS_ERROR_DAMAGED, "target_info");
  assert_fails (fifo, POPLENS_ERROR_DAMAGED, "not a Poplar profile");
  assert_fails (dir, POPLENS_ERROR_DAMAGED, "not a Poplar profile");
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_assert_false (local_profile_probe (all[i]));
  memcpy (junk, "SQLite format 3", 16);
  g_autofree char *zeros = temp_dir_write (dir, "zeros", junk, 8192);
  assert_fails (zeros, POPLENS_ERROR_DAMAGED, "damaged");
  temp_dir_remove (dir);
}

static void
test_odd_names (void)
{
  static const char *const names[] = {
      "file:profile.pop", "a b.pop",   "?mode=rw", "x%20y.pop",    "ü😀.pop",
      "a'b\".pop",        "#frag.pop", ":memory:", "-leading.pop", "bytes\xff.pop"};
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *here = g_get_current_dir ();

  g_assert_cmpint (chdir (dir), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (dir, names[i], NULL);
    g_autoptr (GError) error = NULL;
    mini_profile_write (path, NULL);
    /* The name alone, without directory, must not be taken for a URI or a database in memory. */
    g_autoptr (PoplensProfile) bare = local_profile_open (names[i], &error);
    g_assert_no_error (error);
    g_autoptr (PoplensTarget) target =
        poplens_profile_load (bare, POPLENS_PART_TARGET, NULL, &error);
    g_assert_no_error (error);
    g_assert_true (local_profile_probe (names[i]));
  }
  g_assert_cmpint (chdir (here), ==, 0);
  temp_dir_remove (dir);
}

static guint
count_entries (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir))
    n++;
  return n;
}

/* Reads from a directory without write permission, as a user without privileges. */
static void
test_read_only (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean root = geteuid () == 0;

  g_clear_pointer (&mini->profile, poplens_profile_free);
  g_assert_cmpint (g_chmod (mini->path, 0444) | g_chmod (mini->dir, 0555), ==, 0);
  g_assert_cmpint (root ? seteuid (65534) : 0, ==, 0);
  mini->profile = local_profile_open (mini->path, &error);
  g_assert_no_error (error);
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++)
    poplens_part_free (part, mini_load (mini, part));
  poplens_slice_unref (mini_slice (mini, POPLENS_SLICE_TILE_VARIABLES, 3));
  g_clear_pointer (&mini->profile, poplens_profile_free);
  g_assert_cmpint (root ? seteuid (0) : 0, ==, 0);
  g_assert_cmpuint (count_entries (mini->dir), ==, 1);
}

static void
identify (const char *path, PoplensFileIdentity *identity)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensDatabase) database = local_database_open (path, NULL, identity, &error);

  g_assert_no_error (error);
}

static void
test_identity (void)
{
  g_autoptr (Mini) mini = mini_new (NULL);
  PoplensFileIdentity before, now;

  identify (mini->path, &before);
  identify (mini->path, &now);
  g_assert_true (poplens_file_identity_equal (&before, &now));
  g_assert_cmpuint (now.change_counter, >, 0);
  now.change_counter++;
  g_assert_false (poplens_file_identity_equal (&before, &now));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/files/hot-journal", test_hot_journal);
  g_test_add_func ("/profile/files/cold-journal", test_cold_journal);
  g_test_add_func ("/profile/files/journal-while-open", test_journal_while_open);
  g_test_add_func ("/profile/files/locked", test_locked);
  g_test_add_func ("/profile/files/locked-by-no-writer", test_locked_by_no_writer);
  g_test_add_func ("/profile/files/aborted", test_aborted);
  g_test_add_func ("/profile/files/changed", test_changed_file);
  g_test_add_func ("/profile/files/bad-page", test_bad_page);
  g_test_add_func ("/profile/files/write-ahead-log", test_write_ahead_log);
  g_test_add_func ("/profile/files/journal-that-is-no-file", test_journal_that_is_no_file);
  g_test_add_func ("/profile/files/profile-that-is-no-file", test_profile_that_is_no_file);
  g_test_add_func ("/profile/files/message-on-one-line", test_message_on_one_line);
  g_test_add_func ("/profile/files/bad-target-page", test_bad_target_page);
  g_test_add_func ("/profile/files/not-a-profile", test_not_a_profile);
  g_test_add_func ("/profile/files/odd-names", test_odd_names);
  g_test_add_func ("/profile/files/read-only", test_read_only);
  g_test_add_func ("/profile/files/identity", test_identity);
  return g_test_run ();
}
