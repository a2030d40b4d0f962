/* Tests of profiles that another process writes while they are read: it has to wait, and all that
 * is read is from one state. */
#include "fixture.h"

#include "base/error.h"
#include "database/query.h"
#include "model/memory.h"
#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the other process -------------------------------------------------------------------------
 *
 * It is this program, executed again: a forked process would have a copy of SQLite's locks. */

/* "--lock FILE": tries to lock the file. Returns the result. */
static int
lock_file (const char *path)
{
  sqlite3 *handle = NULL;
  int code = sqlite3_open (path, &handle);

  if (code == SQLITE_OK)
    code = sqlite3_exec (handle, "BEGIN EXCLUSIVE; ROLLBACK", NULL, NULL, NULL);
  sqlite3_close (handle);
  return code;
}

/* "--write FILE": writes one state after another until standard input ends. In each state, all rows
 * of two tables have the same number. */
static int
write_states (const char *path)
{
  sqlite3 *handle = mini_profile_connect (path);

  fcntl (STDIN_FILENO, F_SETFL, O_NONBLOCK);
  mini_profile_exec (handle, "PRAGMA synchronous = OFF; PRAGMA busy_timeout = 20");
  for (guint state = 1;; state++) {
    char byte;
    g_autofree char *sql = g_strdup_printf (
        "BEGIN IMMEDIATE; UPDATE memory_by_tile SET total_including_gaps = 1000000 + %u;"
        "UPDATE memory_by_category SET non_interleaved_overlapped = plain ('%u*8') WHERE "
        "category_id = 'variable'; UPDATE programs SET name = name || '';"
        "DROP TABLE IF EXISTS moves; CREATE TABLE moves (x); INSERT INTO moves VALUES (zeroblob "
        "(%u)); COMMIT",
        state, state, state % 7 * 1500);
    if (read (STDIN_FILENO, &byte, 1) == 0)
      break;
    if (sqlite3_exec (handle, sql, NULL, NULL, NULL) != SQLITE_OK)
      sqlite3_exec (handle, "ROLLBACK", NULL, NULL, NULL);
    g_usleep (state % 5 * 2000);
  }
  return sqlite3_close (handle);
}

typedef struct {
  pid_t pid;
  int end; /* closing it ends the standard input of the process */
} OtherProcess;

static OtherProcess
other_start (const char *what, const char *path)
{
  int ends[2];

  g_assert_cmpint (pipe2 (ends, O_CLOEXEC), ==, 0);
  OtherProcess other = {fork (), ends[1]};
  g_assert_cmpint (other.pid, >=, 0);
  if (other.pid == 0) {
    dup2 (ends[0], STDIN_FILENO);
    execl ("/proc/self/exe", "test-profile-locks", what, path, NULL);
    _exit (127);
  }
  close (ends[0]);
  return other;
}

static int
other_end (OtherProcess other)
{
  int status;

  close (other.end);
  g_assert_cmpint (waitpid (other.pid, &status, 0), ==, other.pid);
  g_assert_true (WIFEXITED (status));
  return WEXITSTATUS (status);
}

static int
try_to_lock (const char *path)
{
  return other_end (other_start ("--lock", path));
}

/* ---- locks ----------------------------------------------------------------------------------- */

/* Uses the file while it is read: loads all parts and slices of it, probes it, and reads its
 * identity. */
static void
use_file_elsewhere (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensProfile) profile = local_profile_open (path, &error);
  PoplensFileIdentity identity;

  g_assert_no_error (error);
  for (guint part = 0; part <= POPLENS_PART_EXECUTION; part++) {
    gpointer data = poplens_profile_load (profile, part, NULL, &error);
    g_assert_no_error (error);
    poplens_part_free (part, data);
  }
  for (guint kind = 0; kind < POPLENS_N_SLICE_KINDS; kind++)
    poplens_slice_unref (poplens_profile_read_slice (profile, kind, 0, NULL, NULL));
  g_assert_true (local_profile_probe (path));
  g_assert_true (local_file_identity_stat (path, &identity, NULL));
}

static void
test_lock_stays (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;
  const char *reason;

  mini_profile_write (path, NULL);
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_OK);
  g_autoptr (PoplensDatabase) database = local_database_open (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (PoplensSchema) schema = poplens_database_read_schema (database, &error);
  g_assert_no_error (error);
  database->schema = schema;
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_OK);
  poplens_database_begin (database, NULL);
  g_assert_nonnull (poplens_database_leaves (
      database, poplens_schema_get_table (schema, "memory_by_tile"), &reason));
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_BUSY);
  use_file_elsewhere (path);
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_BUSY);
  g_autoptr (PoplensQuery) q = poplens_query_new_rows (database, "memory_by_tile", "tile!", "tile");
  g_assert_true (poplens_query_next (q));
  use_file_elsewhere (path);
  g_assert_true (poplens_query_next (q));
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_BUSY);
  /* Counter-check: a plain open () and close () releases the process's locks (POSIX). */
  close (open (path, O_RDONLY | O_CLOEXEC));
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_OK);
  g_clear_pointer (&q, poplens_query_free);
  poplens_database_end (database);
  poplens_database_begin (database, NULL);
  g_assert_nonnull (poplens_database_leaves (
      database, poplens_schema_get_table (schema, "memory_by_tile"), &reason));
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_BUSY);
  poplens_database_end (database);
  g_assert_cmpint (try_to_lock (path), ==, SQLITE_OK);
  temp_dir_remove (dir);
}

/* ---- states ---------------------------------------------------------------------------------- */

#define LOADS 1500

static void
check_memory (const PoplensMemory *memory)
{
  guint32 state = memory->total_including_gaps[0] - 1000000;
  gboolean found = FALSE;

  g_assert_cmpuint (memory->n_tiles, ==, MINI_TILES);
  for (guint t = 0; t < MINI_TILES; t++)
    g_assert_cmpuint (memory->total_including_gaps[t] - 1000000, ==, state);
  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    const guint32 *list = category->lists[POPLENS_CATEGORY_NON_INTERLEAVED_OVERLAPPED];
    for (guint t = 0; !strcmp (category->name, "variable") && t < MINI_TILES; t++)
      g_assert_cmpuint (list[t], ==, state);
    found = found || !strcmp (category->name, "variable");
  }
  g_assert_true (found);
}

static void
assert_in_the_way (const GError *error)
{
  if (error->domain != POPLENS_ERROR ||
      (error->code != POPLENS_ERROR_CHANGED && error->code != POPLENS_ERROR_BUSY))
    g_error ("%s", error->message);
}

/* Loads parts until the profile reports a change. Returns the number of loads. */
static guint
load_until_changed (PoplensProfile *profile)
{
  static const PoplensPart parts[] = {POPLENS_PART_MEMORY, POPLENS_PART_PROGRAMS,
                                      POPLENS_PART_MEMORY, POPLENS_PART_TARGET};

  for (guint n = 0;; n++) {
    PoplensPart part = parts[n % G_N_ELEMENTS (parts)];
    g_autoptr (GError) error = NULL;
    gpointer data = poplens_profile_load (profile, part, NULL, &error);
    if (!data) {
      assert_in_the_way (error);
      return n;
    }
    if (part == POPLENS_PART_MEMORY)
      check_memory (data);
    poplens_part_free (part, data);
  }
}

static void
test_states (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  guint loads = 0, opened = 0, refused = 0;

  /* Small pages, so that each state is written to many. */
  mini_profile_write (path, "COMMIT; PRAGMA page_size = 512; VACUUM; BEGIN;"
                            "UPDATE memory_by_tile SET total_including_gaps = 1000000;"
                            "UPDATE memory_by_category SET non_interleaved_overlapped = plain ("
                            "'0*8'); UPDATE memory_by_category SET non_interleaved_overlapped = "
                            "plain ('1*8') WHERE category_id = 'variable';"
                            "UPDATE memory_by_tile SET total_including_gaps = 1000001");
  OtherProcess other = other_start ("--write", path);
  /* On a busy machine few loads succeed between two states. */
  for (guint i = 0; (i < LOADS && loads < LOADS) || (loads <= 10 && i < 40 * LOADS); i++) {
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensProfile) profile = local_profile_open (path, &error);
    if (profile) {
      opened++;
      loads += load_until_changed (profile);
    } else {
      refused++;
      assert_in_the_way (error);
    }
  }
  g_assert_cmpint (other_end (other), ==, 0);
  g_test_message ("%u opened, %u refused, %u parts loaded", opened, refused, loads);
  g_assert_cmpuint (loads, >, 10);
  g_assert_cmpuint (opened, >, 10);
  temp_dir_remove (dir);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && !strcmp (argv[1], "--lock"))
    return lock_file (argv[2]);
  if (argc == 3 && !strcmp (argv[1], "--write"))
    return write_states (argv[2]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/profile/locks/stay", test_lock_stays);
  g_test_add_func ("/profile/locks/states", test_states);
  return g_test_run ();
}
