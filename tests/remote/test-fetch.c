/* Tests of poplens_fetch (), which copies files of a remote report. */
#include "remote/fetch.h"

#include "base/error.h"
#include "remote/host-fixture.h"
#include "support/temp-dir.h"

#include <string.h>
#include <sys/stat.h>

static HostFixture *fixture;

static void
stop_half_way (double fraction, const char *what, gpointer data)
{
  if (fraction >= 0.4)
    g_cancellable_cancel (data);
}

static void
assert_copied (const char *path, const char *folder)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *copy = g_build_filename (folder, name, NULL);
  g_autofree char *a = NULL, *b = NULL;
  gsize n_a, n_b;
  struct stat from, to;

  g_assert_true (g_file_get_contents (path, &a, &n_a, NULL));
  g_assert_true (g_file_get_contents (copy, &b, &n_b, NULL));
  g_assert_cmpmem (a, n_a, b, n_b);
  g_assert_no_errno (stat (path, &from));
  g_assert_no_errno (stat (copy, &to));
  g_assert_cmpint (from.st_mtim.tv_sec, ==, to.st_mtim.tv_sec);
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir))
    n++;
  return n;
}

/* Copying is interrupted and resumed; no byte is sent twice, and no other file is overwritten. */
static void
test_fetch (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  PoplensStorage *storage = POPLENS_STORAGE (host);
  g_autofree char *large = host_fixture_write ("fetch/large", 100 * BLOCK + 3, 0);
  g_autofree char *small = host_fixture_write ("fetch/small", 5, 0);
  g_autofree char *empty = host_fixture_write ("fetch/empty", 0, 0);
  const char *paths[] = {small, large, empty};
  g_autofree char *folder = g_build_filename (fixture->state, "copies", "here", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  PoplensWork work = {stop_half_way, cancellable, cancellable, 0, 1};
  g_autoptr (GError) error = NULL, exists = NULL;
  guint n_copied;

  temp_dir_set_mtime (large, 1700000000);
  poplens_host_set_keeps_blocks (host, FALSE);
  g_assert_false (poplens_fetch (storage, paths, 3, folder, &work, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_cmpuint (count_files (folder), ==, 2);
  g_assert_true (poplens_fetch (storage, paths, 3, folder, NULL, &n_copied, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_copied, ==, 2);
  for (guint i = 0; i < 3; i++)
    assert_copied (paths[i], folder);
  g_assert_cmpuint (count_files (folder), ==, 3);
  g_assert_cmpuint (host_fixture_received (host), <, 130 * BLOCK);
  /* A second call has nothing to do. */
  guint64 received = host_fixture_received (host);
  g_assert_true (poplens_fetch (storage, paths, 3, folder, NULL, &n_copied, &error));
  g_assert_cmpuint (n_copied, ==, 0);
  g_assert_cmpuint (host_fixture_received (host), <, received + 4096);
  /* A different file of that name is not overwritten. */
  g_free (host_fixture_write ("fetch/large", 7, 1));
  poplens_storage_refresh (storage);
  g_assert_false (poplens_fetch (storage, paths, 3, folder, NULL, NULL, &exists));
  g_assert_error (exists, POPLENS_ERROR, POPLENS_ERROR_USAGE);
  g_test_message ("%s", exists->message);
}

/* Files of two reports have the same size, time and beginning: a partial copy of one is not resumed
 * with the other, but with the same file under another path. */
static void
test_fetch_parts (void)
{
  g_autoptr (PoplensHost) host = host_fixture_new_host ();
  g_autofree char *one = host_fixture_write ("one/archive", 100 * BLOCK, 0);
  g_autofree char *same = host_fixture_write ("same/archive", 100 * BLOCK, 0);
  g_autofree char *other = host_fixture_write ("other/archive", 100 * BLOCK, 1);
  g_autofree char *bytes = NULL, *head = NULL;
  const char *const from[] = {same, other};
  g_autoptr (GError) error = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (other, &bytes, &n, NULL));
  g_assert_true (g_file_get_contents (one, &head, NULL, NULL));
  memcpy (bytes, head, 200);
  g_assert_true (g_file_set_contents (other, bytes, (gssize) n, NULL));
  temp_dir_set_mtime (one, 1700000000);
  temp_dir_set_mtime (same, 1700000000);
  temp_dir_set_mtime (other, 1700000000);
  poplens_host_set_keeps_blocks (host, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (from); i++) {
    g_autofree char *folder = g_strdup_printf ("%s/parts-%u", fixture->state, i);
    g_autoptr (GCancellable) cancellable = g_cancellable_new ();
    PoplensWork work = {stop_half_way, cancellable, cancellable, 0, 1};
    const char *path = one;
    g_assert_false (poplens_fetch (POPLENS_STORAGE (host), &path, 1, folder, &work, NULL, &error));
    g_clear_error (&error);
    g_assert_cmpuint (count_files (folder), ==, 1);
    guint64 received = host_fixture_received (host);
    g_assert_true (poplens_fetch (POPLENS_STORAGE (host), &from[i], 1, folder, NULL, NULL, &error));
    g_assert_no_error (error);
    assert_copied (from[i], folder);
    g_assert_cmpuint (count_files (folder), ==, 1);
    g_assert_cmpint (host_fixture_received (host) - received < 80 * BLOCK, ==, i == 0);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  fixture = host_fixture_begin ();
  g_test_add_func ("/fetch/resume", test_fetch);
  g_test_add_func ("/fetch/parts", test_fetch_parts);
  return host_fixture_run ();
}
