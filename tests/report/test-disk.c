/* Tests of states of the disk: other kinds of files under the names of a report, files that change
 * while they are read, and recovered copies. */
#include "base/error.h"
#include "report/recover.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"
#include "support/work-time.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static const char *const names[] = {"profile.pop", "archive.a", "debug.cbor", "framework.json",
                                    "app.json"};

static void
check_report_error (const GError *error)
{
  g_assert_nonnull (error);
  g_assert_true (error->domain == POPLENS_ERROR);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static guint
load_all (PoplensReport *report)
{
  guint loaded = 0;

  for (guint part = 0; part < POPLENS_N_PARTS; part++) {
    g_autoptr (GError) error = NULL;
    if (poplens_report_load (report, part, NULL, &error))
      loaded++;
    else
      check_report_error (error);
  }
  return loaded;
}

/* ---- other things by that name --------------------------------------------------------------- */

static void
make_socket (const char *path)
{
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);

  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  close (fd);
}

static void
make_odd (const char *path, guint kind)
{
  switch (kind) {
  case 0:
    g_assert_cmpint (mkfifo (path, 0600), ==, 0);
    break;
  case 1:
    make_socket (path);
    break;
  case 2:
    g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
    break;
  case 3: /* a link to itself */
    g_assert_cmpint (symlink (path, path), ==, 0);
    break;
  default:
    g_assert_cmpint (symlink (kind == 4 ? "/dev/zero" : "/dev/full", path), ==, 0);
  }
}

static void
test_odd_files (void)
{
  for (guint kind = 0; kind < 6; kind++)
    for (guint f = 0; f < G_N_ELEMENTS (names); f++) {
      g_autofree char *dir = temp_dir_new ();
      g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
      g_autofree char *path = g_build_filename (dir, names[f], NULL);
      g_autoptr (GError) error = NULL;
      gint64 start = work_time ();

      if (f)
        mini_profile_write (profile, NULL);
      make_odd (path, kind);
      g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
      g_assert_true ((report != NULL) == (f > 0));
      if (report) {
        g_assert_null (poplens_report_get_file (report, f)->path);
        g_assert_cmpuint (load_all (report), >, 8);
      } else {
        check_report_error (error);
      }
      /* Opens it by the name of the file too. */
      g_autoptr (PoplensReport) by_name = poplens_report_open (path, NULL);
      g_assert_false (poplens_report_can_recover (path) && !by_name);
      g_assert_cmpint (work_time () - start, <, 5 * G_USEC_PER_SEC);
      g_clear_object (&report);
      g_clear_object (&by_name);
      temp_dir_remove (dir);
    }
}

static void
test_no_permission (void)
{
  gboolean root = geteuid () == 0;
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;

  mini_profile_write (profile, NULL);
  g_assert_cmpint (g_chmod (dir, 0755) | g_chmod (profile, 0000), ==, 0);
  g_assert_cmpint (root ? seteuid (65534) : 0, ==, 0);
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);
  gboolean can_recover = poplens_report_can_recover (dir);
  g_assert_cmpint (root ? seteuid (0) : 0, ==, 0);
  g_assert_null (report);
  g_assert_false (can_recover);
  check_report_error (error);
  g_assert_nonnull (strstr (error->message, "profile.pop"));
  temp_dir_remove (dir);
}

/* ---- changes while a report is read ---------------------------------------------------------- */

typedef struct {
  const char *dir;
  gint over; /* atomic: the files no longer change */
} Loader;

/* Loads all parts until the files no longer change, then once more. Returns the number of parts in
 * that last round, as a pointer. */
static gpointer
keep_loading (gpointer data)
{
  Loader *loader = data;

  for (;;) {
    gboolean over = g_atomic_int_get (&loader->over);
    g_autoptr (GError) error = NULL;
    g_autoptr (PoplensReport) report = poplens_report_open (loader->dir, &error);
    guint loaded = report ? load_all (report) : 0;
    if (!report)
      check_report_error (error);
    if (over)
      return GUINT_TO_POINTER (loaded);
  }
}

static void
disturb (const char *path, const char *bytes, gsize size, guint how)
{
  g_autofree char *other = g_strconcat (path, ".new", NULL);

  switch (how % 4) {
  case 0: /* replaced */
    g_assert_true (g_file_set_contents (other, bytes, size, NULL));
    g_assert_cmpint (g_rename (other, path), ==, 0);
    break;
  case 1: /* truncated */
    g_assert_cmpint (truncate (path, size / 2 / 4096 * 4096), ==, 0);
    break;
  case 2: /* deleted */
    g_unlink (path);
    break;
  default: /* overwritten */
    g_assert_true (
        g_file_set_contents_full (path, bytes, size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  }
}

static void
test_changes_while_loading (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
  g_autofree char *bytes = NULL;
  gsize size;

  mini_profile_write (profile, NULL);
  g_assert_true (g_file_get_contents (profile, &bytes, &size, NULL));
  Loader loader = {dir, FALSE};
  GThread *thread = g_thread_new ("loader", keep_loading, &loader);
  gint64 end = g_get_monotonic_time () + 2 * G_USEC_PER_SEC;
  for (guint i = 0; g_get_monotonic_time () < end; i++) {
    disturb (profile, bytes, size, i);
    g_usleep (3000 + i * 7919 % 20000);
  }
  disturb (profile, bytes, size, 0);
  g_atomic_int_set (&loader.over, TRUE);
  g_assert_cmpuint (GPOINTER_TO_UINT (g_thread_join (thread)), >, 8);
  temp_dir_remove (dir);
}

/* ---- recovered copies ------------------------------------------------------------------------ */

static void
test_recovered_copy (void)
{
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
  g_autofree char *journal = g_build_filename (dir, "profile.pop-journal", NULL);
  g_autofree char *app = temp_dir_write (dir, "app.json", "{\"a\": 1}", -1);
  g_autoptr (GError) error = NULL;

  mini_profile_write (profile, NULL);
  g_autofree char *none = poplens_report_recover (dir, NULL, &error);
  g_assert_cmpstr (none, ==, dir);
  mini_profile_kill_writer (profile);
  g_assert_null (poplens_report_open (dir, NULL));
  g_assert_true (poplens_report_can_recover (dir));
  g_autofree char *copy = poplens_report_recover (dir, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (copy, g_get_user_cache_dir ()));
  g_autofree char *again = poplens_report_recover (profile, NULL, &error);
  g_assert_cmpstr (copy, ==, again);
  g_autoptr (PoplensReport) report = poplens_report_open (copy, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (poplens_report_get_path (report), ==, copy);
  g_assert_cmpstr (poplens_report_get_origin (report), ==, dir);
  g_assert_nonnull (poplens_report_load (report, POPLENS_PART_MEMORY, NULL, NULL));
  g_assert_nonnull (poplens_report_load (report, POPLENS_PART_APP, NULL, NULL));
  g_assert_true (g_file_test (journal, G_FILE_TEST_EXISTS));
  /* A changed report gets a new copy, and the old copy is deleted. */
  temp_dir_set_mtime (profile, 1000000);
  g_autofree char *newer = poplens_report_recover (dir, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (newer, !=, copy);
  g_assert_false (g_file_test (copy, G_FILE_TEST_EXISTS));
  temp_dir_remove (dir);
}

int
main (int argc, char **argv)
{
  g_autofree char *cache = temp_dir_new ();

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/disk/odd-files", test_odd_files);
  g_test_add_func ("/report/disk/no-permission", test_no_permission);
  g_test_add_func ("/report/disk/changes-while-loading", test_changes_while_loading);
  g_test_add_func ("/report/disk/recovered-copy", test_recovered_copy);
  int failed = g_test_run ();
  temp_dir_remove (cache);
  return failed;
}
