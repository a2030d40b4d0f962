/* Tests of PoplensHost and its files, against OpenSSH's sftp-server: lost and refused connections,
 * changed files, the cache on disk, several channels. */
#include "base/error.h"
#include "remote/far-file.h"
#include "remote/host-fixture.h"
#include "support/temp-dir.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static HostFixture *fixture;

static void
test_one_each (void)
{
  g_autoptr (PoplensAddress) a = poplens_address_parse ("kim@gc-99:/a", NULL);
  g_autoptr (PoplensAddress) b = poplens_address_parse ("kim@gc-99:/b", NULL);
  g_autoptr (PoplensAddress) c = poplens_address_parse ("gc-99:/b", NULL);
  g_autoptr (PoplensHost) first = poplens_host_get (a);
  g_autoptr (PoplensHost) second = poplens_host_get (b);
  g_autoptr (PoplensHost) other = poplens_host_get (c);

  g_assert_true (first == second);
  g_assert_true (first != other);
  g_assert_cmpstr (poplens_host_get_destination (first), ==, "kim@gc-99");
  g_assert_cmpint (poplens_host_get_state (first), ==, POPLENS_HOST_IDLE);
  g_autofree char *name = poplens_storage_get_name (POPLENS_STORAGE (first), "/x y");
  g_assert_cmpstr (name, ==, "kim@gc-99:/x y");
  g_assert_false (poplens_storage_is_near (POPLENS_STORAGE (first)));
}

static void
test_host_names (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  PoplensStorage *storage = POPLENS_STORAGE (host);
  g_autofree char *file = host_fixture_write ("names/file", 100, 0);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *link = g_build_filename (folder, "link", NULL);
  g_autofree char *dangling = g_build_filename (folder, "dangling", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing", NULL);
  const char *paths[] = {file, link, dangling, missing};
  PoplensFileInfo info;
  int code;

  g_assert_no_errno (symlink ("file", link));
  g_assert_no_errno (symlink ("nowhere", dangling));
  poplens_storage_expect (storage, paths, G_N_ELEMENTS (paths));
  g_assert_cmpint (poplens_storage_stat (storage, file, &info), ==, 0);
  g_assert_cmpuint (info.size, ==, 100);
  g_assert_true (S_ISREG (info.mode));
  g_assert_cmpint (poplens_storage_stat (storage, link, &info), ==, 0);
  g_assert_cmpuint (info.size, ==, 100);
  g_assert_cmpint (poplens_storage_stat (storage, dangling, &info), ==, ENOENT);
  g_assert_cmpint (poplens_storage_stat (storage, missing, &info), ==, ENOENT);
  g_assert_null (poplens_storage_read_link (storage, file));
  g_assert_null (poplens_storage_read_link (storage, missing));
  /* All of that took one round trip. */
  g_assert_cmpuint (host_fixture_waits (host), ==, 1);
  g_autofree char *target = poplens_storage_read_link (storage, dangling);
  g_assert_cmpstr (target, ==, "nowhere");
  g_autofree char *real = poplens_storage_real_path (storage, link);
  g_assert_cmpstr (real, ==, file);
  g_assert_null (poplens_storage_real_path (storage, missing));
  g_autoptr (GPtrArray) names = poplens_storage_list (storage, folder, 100, &code);
  g_assert_nonnull (names);
  g_assert_cmpuint (names->len, ==, 3);
  g_assert_null (poplens_storage_list (storage, missing, 100, &code));
  g_assert_cmpint (code, ==, ENOENT);
  g_autoptr (GError) error = NULL;
  poplens_storage_set_error (storage, missing, ENOENT, &error);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, missing));
}

/* Answers are valid for a second, or until the next refresh. */
static void
test_fresh (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  PoplensStorage *storage = POPLENS_STORAGE (host);
  g_autofree char *file = host_fixture_write ("fresh/file", 100, 0);
  PoplensFileInfo info;

  for (guint i = 0; i < 100; i++)
    g_assert_cmpint (poplens_storage_stat (storage, file, &info), ==, 0);
  g_assert_cmpuint (host_fixture_waits (host), <=, 3);
  g_free (host_fixture_write ("fresh/file", 200, 0));
  poplens_storage_refresh (storage);
  g_assert_cmpint (poplens_storage_stat (storage, file, &info), ==, 0);
  g_assert_cmpuint (info.size, ==, 200);
  g_free (host_fixture_write ("fresh/file", 300, 0));
  g_usleep (1100000);
  g_assert_cmpint (poplens_storage_stat (storage, file, &info), ==, 0);
  g_assert_cmpuint (info.size, ==, 300);
}

static void
test_resolve (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *file = host_fixture_write ("resolve/file", 1, 0);
  g_autofree char *folder = g_path_get_dirname (file);
  g_autofree char *odd = g_strdup_printf ("gc-98:%s/../resolve/./file", folder);
  g_autoptr (PoplensAddress) address = poplens_address_parse (odd, NULL);
  g_autoptr (PoplensAddress) home = poplens_address_parse ("gc-98:", NULL);
  g_autofree char *path = NULL, *home_path = NULL;

  g_assert_cmpint (poplens_host_resolve (host, address, &path, NULL), ==, 0);
  g_assert_cmpstr (path, ==, file);
  g_assert_cmpint (poplens_host_resolve (host, home, &home_path, NULL), ==, 0);
  g_assert_true (g_path_is_absolute (home_path));
}

static void
test_host_read (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  gsize size = 50 * BLOCK + 77;
  g_autofree char *path = host_fixture_write ("read/file", size, 0);
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  g_autoptr (GError) error = NULL;
  guint64 told;

  g_assert_true (poplens_file_open (file, "archive", &told, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (told, ==, size);
  /* The state of the file, opening it, and its first block. */
  g_assert_cmpuint (host_fixture_waits (host), ==, 3);
  host_fixture_read (file, 0, 100, 100);
  g_assert_cmpuint (host_fixture_waits (host), ==, 3);
  host_fixture_read (file, 0, size + 10, size);
  host_fixture_read (file, size, 10, 0);
  /* Another PoplensFile of the same file shares all blocks, after a check that it is the same. */
  guint64 waits = host_fixture_waits (host);
  g_autoptr (PoplensFile) again = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  host_fixture_read (again, 3 * BLOCK, BLOCK, BLOCK);
  g_assert_cmpuint (host_fixture_waits (host), ==, waits + 2);
  g_assert_cmpint (poplens_file_get_descriptor (file), ==, -1);
  g_assert_null (poplens_file_get_local_path (file));
}

static void
expect_open_error (PoplensHost *host, const char *path, PoplensError code)
{
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  g_autoptr (GError) error = NULL;

  g_assert_false (poplens_file_open (file, "archive", NULL, &error));
  g_assert_error (error, POPLENS_ERROR, (gint) code);
  g_test_message ("%s", error->message);
}

static void
test_host_no_file (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *pipe_path = g_build_filename (fixture->root, "pipe", NULL);
  g_autofree char *missing = g_build_filename (fixture->root, "missing", NULL);

  g_assert_no_errno (mkfifo (pipe_path, 0600));
  expect_open_error (host, fixture->root, POPLENS_ERROR_NOT_A_REPORT);
  expect_open_error (host, pipe_path, POPLENS_ERROR_NOT_A_REPORT);
  expect_open_error (host, missing, POPLENS_ERROR_NOT_FOUND);
}

/* Kills the server repeatedly while a reader works, which does not notice it. */
static gpointer
kill_servers (gpointer data)
{
  for (guint i = 0; i < 5; i++) {
    g_usleep (60000);
    kill (host_fixture_last_pid (), SIGKILL);
  }
  return NULL;
}

static void
test_reconnect (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  gsize size = 200 * BLOCK;
  g_autofree char *path = host_fixture_write ("reconnect/file", size, 0);
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  PoplensFileInfo info;

  poplens_host_set_keeps_blocks (host, FALSE);
  host_fixture_read (file, 0, 10, 10);
  guint before = host_fixture_count_connections ();
  kill (host_fixture_last_pid (), SIGKILL);
  host_fixture_read (file, 10 * BLOCK, 10, 10);
  g_assert_cmpuint (host_fixture_count_connections (), ==, before + 1);
  g_assert_cmpint (poplens_host_get_state (host), ==, POPLENS_HOST_CONNECTED);
  kill (host_fixture_last_pid (), SIGKILL);
  poplens_storage_refresh (POPLENS_STORAGE (host));
  g_assert_cmpint (poplens_storage_stat (POPLENS_STORAGE (host), path, &info), ==, 0);
  GThread *thread = g_thread_new ("kill", kill_servers, NULL);
  for (gsize b = 20; b < 200; b++) {
    PoplensByteRange range = {(b + 2) * BLOCK, 2 * BLOCK};
    poplens_file_will_need (file, &range, 1);
    host_fixture_read (file, b * BLOCK, BLOCK, BLOCK);
    g_usleep (2000);
  }
  g_thread_join (thread);
}

/* Requests are repeated on a new connection if the connection ends before its first answer. */
static void
test_lost_at_once (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *path = host_fixture_write ("frail/file", 20 * BLOCK, 0);
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  PoplensFileInfo info;

  poplens_host_set_keeps_blocks (host, FALSE);
  host_fixture_read (file, 0, 10, 10);
  for (guint asks_name = 0; asks_name < 2; asks_name++) {
    guint before = host_fixture_count_connections ();
    for (guint i = 0; i < 3; i++) {
      g_autofree char *name = g_strdup_printf ("frail%u", i);
      g_free (temp_dir_write (fixture->state, name, "", 0));
    }
    kill (host_fixture_last_pid (), SIGKILL);
    poplens_storage_refresh (POPLENS_STORAGE (host));
    if (asks_name)
      g_assert_cmpint (poplens_storage_stat (POPLENS_STORAGE (host), path, &info), ==, 0);
    else
      host_fixture_read (file, 10 * BLOCK, 10, 10);
    g_assert_cmpuint (host_fixture_count_connections (), ==, before + 4);
  }
}

/* If the host cannot be reached, the error is LINK with ssh's reason, and later calls do not try to
 * connect. When it can be reached again, reading resumes. */
static void
test_lost (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *path = host_fixture_write ("lost/file", 100 * BLOCK, 0);
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  g_autofree char *refuse = g_build_filename (fixture->state, "refuse", NULL);
  g_autoptr (GError) error = NULL, again = NULL;
  guint8 out[10];

  poplens_host_set_keeps_blocks (host, FALSE);
  host_fixture_read (file, 0, 10, 10);
  g_free (temp_dir_write (fixture->state, "refuse", "", 0));
  kill (host_fixture_last_pid (), SIGKILL);
  gssize got = poplens_file_read_at (file, out, sizeof out, 50 * BLOCK, NULL, &error);
  g_assert_cmpint (got, ==, -1);
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "refused"));
  g_assert_cmpint (poplens_host_get_state (host), ==, POPLENS_HOST_LOST);
  guint before = host_fixture_count_connections ();
  got = poplens_file_read_at (file, out, sizeof out, 50 * BLOCK, NULL, &again);
  g_assert_error (again, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_assert_cmpuint (host_fixture_count_connections (), ==, before);
  /* Cached blocks can be read. */
  host_fixture_read (file, 0, 10, 10);
  g_assert_no_errno (g_unlink (refuse));
  g_assert_true (poplens_host_connect (host, NULL, NULL));
  host_fixture_read (file, 50 * BLOCK, 10, 10);
}

static void
test_host_refused (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *refuse = temp_dir_write (fixture->state, "refuse", "", 0);
  g_autoptr (GError) error = NULL, asked = NULL;
  PoplensFileInfo info;

  g_assert_false (poplens_host_connect (host, NULL, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_LINK);
  g_assert_cmpint (poplens_host_get_state (host), ==, POPLENS_HOST_IDLE);
  int code = poplens_storage_stat (POPLENS_STORAGE (host), "/", &info);
  g_assert_cmpint (code, ==, ENOLINK);
  poplens_storage_set_error (POPLENS_STORAGE (host), "/", code, &asked);
  g_assert_cmpstr (asked->message, ==, error->message);
  g_assert_no_errno (g_unlink (refuse));
}

/* The file was replaced, overwritten or truncated while the connection was lost: the error is
 * CHANGED, and old and new blocks are never mixed. */
static void
test_host_changed (void)
{
  for (guint way = 0; way < 3; way++) {
    g_autoptr (PoplensHost) host = host_fixture_new_host ();
    g_autofree char *path = host_fixture_write ("changed/file", 100 * BLOCK, 0);
    g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
    g_autoptr (GError) error = NULL;
    guint8 out[10];

    temp_dir_set_mtime (path, 1700000000);
    poplens_host_set_keeps_blocks (host, FALSE);
    host_fixture_read (file, 0, 10, 10);
    if (way == 0) {
      g_assert_no_errno (g_unlink (path));
      g_free (host_fixture_write ("changed/file", 100 * BLOCK, 1));
    } else if (way == 1) {
      g_free (host_fixture_write ("changed/file", 101 * BLOCK, 1));
    } else {
      g_assert_no_errno (truncate (path, 10 * BLOCK));
    }
    if (way < 2)
      kill (host_fixture_last_pid (), SIGKILL);
    gssize got = poplens_file_read_at (file, out, sizeof out, 50 * BLOCK, NULL, &error);
    g_assert_cmpint (got, ==, -1);
    g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED);
  }
}

/* The file was changed within the second with the same size: opening it again reads the new one. */
static void
test_written_quietly (gconstpointer data)
{
  gboolean replaced = GPOINTER_TO_INT (data);
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *path = host_fixture_write ("quiet/file", 3 * BLOCK, 0);
  g_autoptr (PoplensFile) before = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  g_autoptr (PoplensFile) after = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  g_autoptr (GError) error = NULL;
  char old[10], new[10];

  temp_dir_set_mtime (path, 1700000000);
  poplens_host_set_keeps_blocks (host, FALSE);
  g_assert_cmpint (poplens_file_read_at (before, old, sizeof old, 0, NULL, &error), ==, 10);
  if (replaced)
    g_assert_no_errno (g_unlink (path));
  g_free (host_fixture_write ("quiet/file", 3 * BLOCK, 1));
  temp_dir_set_mtime (path, 1700000000);
  g_assert_cmpint (poplens_file_read_at (after, new, sizeof new, 0, NULL, &error), ==, 10);
  g_assert_no_error (error);
  g_assert_true (memcmp (old, new, sizeof new));
}

/* The states of a report's files are requested together, once per second; a request that has to be
 * answered now answers for all. */
static void
test_lately (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  PoplensFile *files[3];
  PoplensFileInfo info;
  guint64 waits = 0;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autofree char *name = g_strdup_printf ("lately/%u", i);
    g_autofree char *path = host_fixture_write (name, 100 + i, 0);
    files[i] = poplens_storage_get_file (POPLENS_STORAGE (host), path);
    g_assert_cmpint (poplens_file_stat (files[i], &info), ==, 0);
  }
  for (guint second = 0; second < 2; second++) {
    g_usleep (1100000);
    waits = host_fixture_waits (host);
    for (guint i = 0; i < 100; i++) {
      g_assert_cmpint (poplens_file_stat_lately (files[i % 3], &info), ==, 0);
      g_assert_cmpuint (info.size, ==, 100 + i % 3);
    }
    /* On a busy computer a second can pass meanwhile. */
    g_assert_cmpuint (host_fixture_waits (host), <=, waits + 2);
  }
  g_free (host_fixture_write ("lately/0", 50, 0));
  g_assert_cmpint (poplens_file_stat (files[0], &info), ==, 0);
  g_assert_cmpuint (info.size, ==, 50);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_object_unref (files[i]);
}

static void
expect_check (PoplensFile *file, const PoplensFileInfo *was, gboolean holds, guint waits)
{
  PoplensHost *host = POPLENS_HOST (poplens_file_get_storage (file));
  guint64 before = host_fixture_waits (host);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (poplens_file_check (file, was, POPLENS_CHECK_NOW, &error), ==, holds);
  g_assert_true (holds ? !error : g_error_matches (error, POPLENS_ERROR, POPLENS_ERROR_CHANGED));
  g_assert_cmpuint (host_fixture_waits (host), ==, before + waits);
}

/* poplens_file_check () requests the state only if data arrived since the last request: earlier
 * data belongs to the known state. */
static void
test_check (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *path = host_fixture_write ("check/file", 100 * BLOCK, 0);
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  PoplensFileInfo was;

  temp_dir_set_mtime (path, 1700000000);
  poplens_host_set_keeps_blocks (host, FALSE);
  g_assert_cmpint (poplens_storage_stat (POPLENS_STORAGE (host), path, &was), ==, 0);
  /* The first block arrived with the state. */
  host_fixture_read (file, 0, 10, 10);
  expect_check (file, &was, TRUE, 0);
  host_fixture_read (file, 50 * BLOCK, 10, 10);
  expect_check (file, &was, TRUE, 1);
  expect_check (file, &was, TRUE, 0);
  host_fixture_read (file, 50 * BLOCK, 10, 10);
  expect_check (file, &was, TRUE, 0);
  /* Nothing is known about another state. */
  expect_check (file, &(PoplensFileInfo){.mode = was.mode, .size = 1}, FALSE, 1);
  temp_dir_set_mtime (path, 1700000010);
  host_fixture_read (file, 50 * BLOCK, 10, 10);
  expect_check (file, &was, TRUE, 0);
  host_fixture_read (file, 80 * BLOCK, 10, 10);
  expect_check (file, &was, FALSE, 1);
  expect_check (file, &was, FALSE, 1);
}

static gpointer
host_cancel_soon (gpointer data)
{
  g_usleep (100000);
  g_cancellable_cancel (data);
  return NULL;
}

/* A host that hangs: cancelling works, and testing the link detects it. */
static void
test_hang (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *path = host_fixture_write ("hang/file", 100 * BLOCK, 0);
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  guint8 out[10];
  PoplensFileInfo info;

  poplens_host_set_keeps_blocks (host, FALSE);
  host_fixture_read (file, 0, 10, 10);
  g_assert_true (poplens_host_test_link (host, 600000));
  int pid = host_fixture_last_pid ();
  kill (pid, SIGSTOP);
  GThread *thread = g_thread_new ("cancel", host_cancel_soon, cancellable);
  gssize got = poplens_file_read_at (file, out, sizeof out, 50 * BLOCK, cancellable, &error);
  g_thread_join (thread);
  g_assert_cmpint (got, ==, -1);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* Requests of names can also be cancelled, by the current cancellable of the thread. */
  g_cancellable_push_current (cancellable);
  g_assert_cmpint (poplens_storage_stat (POPLENS_STORAGE (host), "/", &info), ==, ECANCELED);
  g_cancellable_pop_current (cancellable);
  g_assert_false (poplens_host_test_link (host, 200));
  host_fixture_read (file, 60 * BLOCK, 10, 10);
  g_assert_cmpint (host_fixture_last_pid (), !=, pid);
  kill (pid, SIGKILL);
}

/* A file that was not accepted as part of a report is not cached on disk; not even a folder is
 * created. */
static void
test_no_report (void)
{
  gsize size = 30 * BLOCK;
  g_autofree char *path = host_fixture_write ("disk/no-report", size, 0);
  g_autofree char *folder = poplens_block_store_get_folder ();
  g_autoptr (PoplensAddress) address = poplens_address_parse ("gc-disk:", NULL);
  PoplensHost *host = poplens_host_get (address);
  PoplensFile *file = poplens_storage_get_file (POPLENS_STORAGE (host), path);

  host_fixture_read (file, 0, size, size);
  g_object_unref (file);
  /* Closing waits for pending writes. */
  g_object_unref (host);
  g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
}

/* Opening an unchanged file again transfers no block that is on disk. */
static void
test_disk (void)
{
  gsize size = 30 * BLOCK + 5;
  g_autofree char *path = host_fixture_write ("disk/file", size, 0);
  g_autofree char *folder = poplens_block_store_get_folder ();

  temp_dir_set_mtime (path, 1700000000);
  for (guint i = 0; i < 2; i++) {
    g_autoptr (PoplensAddress) address = poplens_address_parse ("gc-disk:", NULL);
    PoplensHost *host = poplens_host_get (address);
    PoplensFile *file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
    /* Blocks that arrived before the file was accepted are cached too. */
    host_fixture_read (file, 0, 10 * BLOCK, 10 * BLOCK);
    if (!i)
      poplens_file_accept (file);
    host_fixture_read (file, 0, size, size);
    g_test_message ("%" G_GUINT64_FORMAT " bytes, %" G_GUINT64_FORMAT " waits",
                    host_fixture_received (host), host_fixture_waits (host));
    /* Blocks are written in the background; a slow disk may lag behind. */
    while (poplens_block_store_get_size (folder) < size)
      g_usleep (10000);
    if (i) {
      g_assert_cmpuint (host_fixture_received (host), <, 4096);
      g_assert_cmpuint (host_fixture_waits (host), ==, 3);
    } else {
      g_assert_cmpuint (host_fixture_received (host), >=, size);
    }
    g_object_unref (file);
    g_object_unref (host);
  }
}

/* Two channels share the work; if one ends, the other continues. */
static void
test_lanes (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *path = host_fixture_write ("lanes/file", 300 * BLOCK, 0);
  g_autoptr (PoplensFile) file = poplens_storage_get_file (POPLENS_STORAGE (host), path);
  PoplensSftpTraffic traffic;
  guint serial;

  poplens_host_set_keeps_blocks (host, FALSE);
  host_fixture_read (file, 0, 10, 10);
  g_assert_true (poplens_host_open_lane (host));
  host_fixture_read (file, BLOCK, 100 * BLOCK, 100 * BLOCK);
  PoplensSftp *lane = poplens_host_get_lane (host, 1, &serial);
  g_assert_nonnull (lane);
  poplens_sftp_get_traffic (lane, &traffic);
  g_assert_cmpuint (traffic.received, >, 10 * BLOCK);
  poplens_sftp_unref (lane);
  /* Kills the second channel, then the first. */
  kill (host_fixture_last_pid (), SIGKILL);
  host_fixture_read (file, 101 * BLOCK, 60 * BLOCK, 60 * BLOCK);
  g_autoptr (GArray) pids = host_fixture_read_pids ();
  kill (g_array_index (pids, int, pids->len - 2), SIGKILL);
  host_fixture_read (file, 161 * BLOCK, 60 * BLOCK, 60 * BLOCK);
  g_assert_cmpint (poplens_host_get_state (host), ==, POPLENS_HOST_CONNECTED);
}

/* Reads several files in several threads while servers are killed. */
static gpointer
read_parts (gpointer data)
{
  for (guint i = 0; i < 60; i++)
    host_fixture_read (data, (guint64) g_random_int_range (0, 90) * BLOCK, 3 * BLOCK, 3 * BLOCK);
  return NULL;
}

static void
test_host_threads (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *path = host_fixture_write ("threads/file", 100 * BLOCK, 0);
  PoplensFile *files[4];
  GThread *threads[5];

  poplens_host_set_keeps_blocks (host, FALSE);
  /* Connects before the servers are killed: a failed first attempt would not be repeated. */
  g_assert_true (poplens_host_connect (host, NULL, NULL));
  for (guint t = 0; t < 4; t++) {
    files[t] = poplens_storage_get_file (POPLENS_STORAGE (host), path);
    threads[t] = g_thread_new ("read", read_parts, files[t]);
  }
  threads[4] = g_thread_new ("kill", kill_servers, NULL);
  for (guint t = 0; t < 5; t++)
    g_thread_join (threads[t]);
  for (guint t = 0; t < 4; t++)
    g_object_unref (files[t]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  fixture = host_fixture_begin ();
  g_test_add_func ("/host/one-each", test_one_each);
  g_test_add_func ("/host/names", test_host_names);
  g_test_add_func ("/host/fresh", test_fresh);
  g_test_add_func ("/host/resolve", test_resolve);
  g_test_add_func ("/host/read", test_host_read);
  g_test_add_func ("/host/no-file", test_host_no_file);
  g_test_add_func ("/host/reconnect", test_reconnect);
  g_test_add_func ("/host/lost-at-once", test_lost_at_once);
  g_test_add_func ("/host/changed", test_host_changed);
  g_test_add_data_func ("/host/written-quietly", NULL, test_written_quietly);
  g_test_add_data_func ("/host/replaced-quietly", GINT_TO_POINTER (TRUE), test_written_quietly);
  g_test_add_func ("/host/check", test_check);
  g_test_add_func ("/host/hang", test_hang);
  g_test_add_func ("/host/lately", test_lately);
  g_test_add_func ("/host/no-report", test_no_report);
  g_test_add_func ("/host/disk", test_disk);
  g_test_add_func ("/host/lanes", test_lanes);
  g_test_add_func ("/host/threads", test_host_threads);
  g_test_add_func ("/host/refused", test_host_refused);
  g_test_add_func ("/host/lost", test_lost);
  return host_fixture_run ();
}
