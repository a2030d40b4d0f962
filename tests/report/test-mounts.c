/* Tests of read-only media, and of disks that become full while a report is recovered. They use
 * file systems in memory that only a child process of the test sees; without the right to create
 * namespaces (as in some containers) they are skipped. */
#include "base/error.h"
#include "report/recover.h"
#include "report/report.h"
#include "support/mini-profile.h"
#include "support/temp-dir.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define NO_NAMESPACE 77

static char *cache; /* the user's cache directory in this test */

static void
write_text (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);

  if (fd < 0 || write (fd, text, strlen (text)) < 0)
    _exit (NO_NAMESPACE);
  close (fd);
}

/* Enters a mount namespace of its own: as root directly, else as root of a user namespace. */
static void
enter_namespace (void)
{
  g_autofree char *users = g_strdup_printf ("0 %d 1", (int) geteuid ());
  g_autofree char *groups = g_strdup_printf ("0 %d 1", (int) getegid ());

  if (unshare (CLONE_NEWNS) < 0) {
    if (unshare (CLONE_NEWNS | CLONE_NEWUSER) < 0)
      _exit (NO_NAMESPACE);
    write_text ("/proc/self/setgroups", "deny");
    write_text ("/proc/self/uid_map", users);
    write_text ("/proc/self/gid_map", groups);
  }
  if (mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0)
    _exit (NO_NAMESPACE);
}

static void
mount_memory (const char *path, const char *options)
{
  if (mount ("none", path, "tmpfs", MS_NOSUID | MS_NODEV, options) < 0)
    _exit (NO_NAMESPACE);
}

/* Runs @test with @data in a child process; fails if it fails. */
static void
in_child (void (*test) (gpointer data), gpointer data)
{
  int status;
  pid_t child = fork ();

  if (child == 0) {
    test (data);
    _exit (0);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (WIFEXITED (status) && WEXITSTATUS (status) == NO_NAMESPACE)
    g_test_skip ("no file system can be mounted here");
  else
    g_assert_cmpint (status, ==, 0);
}

static guint
load_all (PoplensReport *report)
{
  guint loaded = 0;

  for (guint part = 0; part < POPLENS_N_PARTS; part++)
    loaded += poplens_report_load (report, part, NULL, NULL) != NULL;
  return loaded;
}

static void
write_broken_report (const char *dir)
{
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);

  mini_profile_write (profile, NULL);
  g_free (temp_dir_write (dir, "app.json", "{\"a\": 1}", -1));
}

static guint
count_parts (const char *dir)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensReport) report = poplens_report_open (dir, &error);

  g_assert_no_error (error);
  return load_all (report);
}

/* ---- a medium that cannot be written --------------------------------------------------------- */

static void
remount_read_only (const char *dir)
{
  g_autofree char *probe = g_build_filename (dir, "probe", NULL);

  g_assert_cmpint (mount ("none", dir, NULL, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL),
                   ==, 0);
  g_assert_cmpint (open (probe, O_WRONLY | O_CREAT | O_CLOEXEC, 0600), <, 0);
  g_assert_cmpint (errno, ==, EROFS);
}

static void
read_only (gpointer data)
{
  const char *dir = data;

  enter_namespace ();
  write_broken_report (dir);
  guint parts = count_parts (dir);
  g_assert_cmpuint (parts, >, 8);
  mount_memory (dir, "size=16m");
  write_broken_report (dir);
  remount_read_only (dir);
  g_assert_cmpuint (count_parts (dir), ==, parts);
}

static void
test_read_only (void)
{
  g_autofree char *dir = temp_dir_new ();

  in_child (read_only, dir);
  temp_dir_remove (dir);
}

/* A report with a journal on a read-only medium is recovered to another directory. */
static void
read_only_broken (gpointer data)
{
  const char *dir = data;
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
  g_autoptr (GError) error = NULL;

  enter_namespace ();
  mount_memory (dir, "size=16m");
  write_broken_report (dir);
  guint parts = count_parts (dir);
  mini_profile_kill_writer (profile);
  remount_read_only (dir);
  g_assert_null (poplens_report_open (dir, NULL));
  g_assert_true (poplens_report_can_recover (dir));
  g_autofree char *copy = poplens_report_recover (dir, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (copy, cache));
  g_assert_cmpuint (count_parts (copy), ==, parts);
}

static void
test_read_only_broken (void)
{
  g_autofree char *dir = temp_dir_new ();

  in_child (read_only_broken, dir);
  temp_dir_remove (dir);
}

/* ---- full disks ------------------------------------------------------------------------------ */

/* Counts files, and folders other than the one of all copies and that of one report. */
static guint
count_left (const char *path, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir && (name = g_dir_read_name (dir))) {
    g_autofree char *child = g_build_filename (path, name, NULL);
    gboolean folder = g_file_test (child, G_FILE_TEST_IS_DIR);
    n += (!folder || depth > 2) + (folder ? count_left (child, depth + 1) : 0);
  }
  return n;
}

/* TRUE if the report was recovered; else checks that there is an error and that nothing is left. */
static gboolean
try_recover (const char *dir)
{
  g_autofree char *app = g_build_filename (dir, "app.json", NULL);
  g_autofree char *journal = g_build_filename (dir, "profile.pop-journal", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *copy = poplens_report_recover (dir, NULL, &error);

  g_assert_true (g_file_test (app, G_FILE_TEST_EXISTS) &&
                 g_file_test (journal, G_FILE_TEST_EXISTS));
  if (copy) {
    g_assert_cmpuint (count_parts (copy), >, 8);
    return TRUE;
  }
  g_test_message ("%s", error->message);
  g_assert_true (error->domain == POPLENS_ERROR);
  g_assert_nonnull (strstr (error->message, cache));
  g_assert_cmpuint (count_left (cache, 0), ==, 0);
  return FALSE;
}

static void
little_room (gpointer dir)
{
  enter_namespace ();
  mount_memory (cache, "size=16m");
  g_assert_false (try_recover (dir));
}

/* Limits the number of files and folders: there is space, but creating the next one fails. */
static void
few_files (gpointer dir)
{
  guint n = 2;

  enter_namespace ();
  for (gboolean good = FALSE; !good; n++) {
    g_autofree char *options = g_strdup_printf ("size=200m,nr_inodes=%u", n);
    g_assert_cmpuint (n, <, 30);
    mount_memory (cache, options);
    good = try_recover (dir);
    g_assert_cmpint (umount2 (cache, MNT_DETACH), ==, 0);
  }
  g_assert_cmpuint (n, >, 6);
}

/* Limits the size of files: copying or recovering fails at each size. */
static void
full_on_the_way (gpointer data)
{
  const char *dir = data;
  struct rlimit limit = {0, RLIM_INFINITY};
  guint failed = 0;

  signal (SIGXFSZ, SIG_IGN);
  while (limit.rlim_cur += 100000, setrlimit (RLIMIT_FSIZE, &limit) == 0 && !try_recover (dir)) {
    failed++;
    g_assert_cmpuint (failed, <, 100);
  }
  g_assert_cmpuint (failed, >, 1);
}

static void
test_full (gconstpointer data)
{
  void (*const *test) (gpointer) = data;
  g_autofree char *dir = temp_dir_new ();
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);

  /* Removes copies of other tests. */
  temp_dir_remove (cache);
  g_assert_cmpint (g_mkdir (cache, 0700), ==, 0);
  write_broken_report (dir);
  mini_profile_kill_writer (profile);
  in_child (*test, dir);
  temp_dir_remove (dir);
}

int
main (int argc, char **argv)
{
  static void (*const full[]) (gpointer) = {little_room, few_files, full_on_the_way};

  cache = temp_dir_new ();
  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/report/mounts/read-only", test_read_only);
  g_test_add_func ("/report/mounts/read-only-broken", test_read_only_broken);
  g_test_add_data_func ("/report/mounts/little-room", &full[0], test_full);
  g_test_add_data_func ("/report/mounts/few-files", &full[1], test_full);
  g_test_add_data_func ("/report/mounts/full-on-the-way", &full[2], test_full);
  int failed = g_test_run ();
  temp_dir_remove (cache);
  g_free (cache);
  return failed;
}
