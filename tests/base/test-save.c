/* Tests that a file is saved completely or not at all. */
#include "base/save-file.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
  char *folder;
  char *file;
} SaveFixture;

static void
save_set_up (SaveFixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("poplens-save-XXXXXX", NULL);
  self->file = g_build_filename (self->folder, "numbers.csv", NULL);
}

static void
save_tear_down (SaveFixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);

  for (const char *name; dir && (name = g_dir_read_name (dir));) {
    g_autofree char *path = g_build_filename (self->folder, name, NULL);
    g_remove (path);
  }
  g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->file);
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

static void
assert_text (const char *file, const char *text)
{
  g_autofree char *now = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (file, &now, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (now, ==, text);
}

static gboolean
save (const char *file, const char *text, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return poplens_save_bytes (file, bytes, error);
}

static void
save_well (const char *file, const char *text)
{
  g_autoptr (GError) error = NULL;
  gboolean good = save (file, text, &error);

  g_assert_no_error (error);
  g_assert_true (good);
}

static void
test_new_and_replaced (SaveFixture *self, gconstpointer data)
{
  mode_t mask = umask (027);
  struct stat info;

  save_well (self->file, "one");
  umask (mask);
  assert_text (self->file, "one");
  stat (self->file, &info);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0640);
  g_chmod (self->file, 0604);
  save_well (self->file, "two");
  assert_text (self->file, "two");
  stat (self->file, &info);
  g_assert_cmpuint (info.st_mode & 07777, ==, 0604);
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

static void
test_save_through_links (SaveFixture *self, gconstpointer data)
{
  g_autofree char *link = g_build_filename (self->folder, "link", NULL);
  g_autofree char *chain = g_build_filename (self->folder, "chain", NULL);
  struct stat info;

  g_assert_cmpint (symlink ("numbers.csv", link), ==, 0);
  g_assert_cmpint (symlink (link, chain), ==, 0);
  save_well (chain, "through two links to nothing yet");
  assert_text (self->file, "through two links to nothing yet");
  save_well (chain, "and again");
  assert_text (self->file, "and again");
  g_assert_true (lstat (link, &info) == 0 && S_ISLNK (info.st_mode));
  g_assert_true (lstat (chain, &info) == 0 && S_ISLNK (info.st_mode));
  g_assert_cmpuint (count_files (self->folder), ==, 3);
}

static void
assert_fails (const char *file, const char *why)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *large = g_strnfill (1 << 20, 'x');

  g_assert_false (save (file, large, &error));
  g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, file));
  g_assert_nonnull (strstr (error->message, why));
}

static void
test_refused_saves (SaveFixture *self, gconstpointer data)
{
  g_autofree char *nowhere = g_build_filename (self->folder, "no", "folder.csv", NULL);

  assert_fails ("/dev/full", g_strerror (ENOSPC));
  assert_fails (nowhere, g_strerror (ENOENT));
  assert_fails (self->folder, "Cannot write");
  save_well (self->file, "old");
  if (getuid () != 0) { /* root may write to any file */
    g_chmod (self->file, 0444);
    assert_fails (self->file, g_strerror (EACCES));
  }
  assert_text (self->file, "old");
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

/* Two writers of a file whose temporary file a library opens by name. */
static void
test_made_meanwhile (SaveFixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PoplensSaveFile) first = poplens_save_file_new_named (self->file, &error);
  g_autoptr (PoplensSaveFile) second = poplens_save_file_new_named (self->file, &error);

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (poplens_save_file_get_name (first), "one", -1, NULL));
  g_assert_true (poplens_save_file_commit (first, &error));
  g_assert_no_error (error);
  g_assert_false (poplens_save_file_commit (second, &error));
  g_assert_nonnull (strstr (error->message, "another program made it meanwhile; try again"));
  g_clear_pointer (&second, poplens_save_file_free);
  assert_text (self->file, "one");
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

static void
test_given_up (SaveFixture *self, gconstpointer data)
{
  g_autoptr (PoplensSaveFile) save_file = NULL;

  save_well (self->file, "old");
  save_file = poplens_save_file_new (self->file, NULL);
  g_output_stream_write_all (poplens_save_file_get_stream (save_file), "half", 4, NULL, NULL, NULL);
  assert_text (self->file, "old");
  g_clear_pointer (&save_file, poplens_save_file_free);
  assert_text (self->file, "old");
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

/* A process that is killed while it writes leaves the old file, and no temporary file. */
static void
test_killed (SaveFixture *self, gconstpointer data)
{
  int status, ready[2];
  pid_t child;
  char byte;

  save_well (self->file, "old");
  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  if (child == 0) {
    PoplensSaveFile *save_file = poplens_save_file_new (self->file, NULL);
    g_output_stream_write_all (poplens_save_file_get_stream (save_file), "half", 4, NULL, NULL,
                               NULL);
    if (write (ready[1], "", 1) == 1)
      pause ();
    _exit (1);
  }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  kill (child, SIGKILL);
  waitpid (child, &status, 0);
  close (ready[0]);
  close (ready[1]);
  assert_text (self->file, "old");
  g_assert_cmpuint (count_files (self->folder), ==, 1);
}

/* A full disk, which is a file system of 64 KiB. */
static void
test_disk_full (SaveFixture *self, gconstpointer data)
{
  if (mount ("tmpfs", self->folder, "tmpfs", 0, "size=64k") < 0) {
    g_test_skip ("mounting is for root");
    return;
  }
  save_well (self->file, "old");
  assert_fails (self->file, g_strerror (ENOSPC));
  assert_text (self->file, "old");
  g_assert_cmpuint (count_files (self->folder), ==, 1);
  umount2 (self->folder, MNT_DETACH);
}

/* ---- abandoned temporary files ---- */

/* Saves over the file in a child process that is killed as it enters rename (). FALSE if the child
 * cannot be traced. */
static gboolean
kill_before_rename (const char *file)
{
  pid_t child = fork ();
  int status;

  if (!child) {
    if (ptrace (PTRACE_TRACEME, 0, NULL, NULL) < 0)
      _exit (77);
    raise (SIGSTOP);
    _exit (save (file, "new", NULL) ? 0 : 1);
  }
  waitpid (child, &status, 0);
  if (!WIFSTOPPED (status))
    return FALSE;
  ptrace (PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  for (;;) {
    struct __ptrace_syscall_info info = {0};
    ptrace (PTRACE_SYSCALL, child, NULL, NULL);
    waitpid (child, &status, 0);
    g_assert_true (WIFSTOPPED (status)); /* the child ends only by our kill */
    if (ptrace (PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) > 0 &&
        info.op == PTRACE_SYSCALL_INFO_ENTRY &&
        (info.entry.nr == SYS_renameat2 || info.entry.nr == SYS_renameat
#ifdef SYS_rename
         || info.entry.nr == SYS_rename
#endif
         ))
      break;
  }
  kill (child, SIGKILL);
  waitpid (child, &status, 0);
  return TRUE;
}

static void
test_killed_before_rename (SaveFixture *self, gconstpointer data)
{
  g_autofree char *other = g_build_filename (self->folder, "other.csv", NULL);

  save_well (self->file, "old");
  if (!kill_before_rename (self->file)) {
    g_test_skip ("no tracing here");
    return;
  }
  assert_text (self->file, "old");
  g_assert_cmpuint (count_files (self->folder), ==, 2);
  save_well (other, "other");
  g_assert_cmpuint (count_files (self->folder), ==, 2);
  assert_text (self->file, "old");
}

/* Files that only resemble temporary files are kept, as is one that is being written. */
static void
test_left (SaveFixture *self, gconstpointer data)
{
  static const char *const names[] = {".numbers.csv.poplens-01234f", ".a.poplens-01234",
                                      ".a.poplens-01234g",           "a.poplens-012345",
                                      ".numbers.csv.012345",         ".b.poplens-abcdef"};
  g_autofree char *written = g_build_filename (self->folder, names[5], NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (self->folder, names[i], NULL);
    g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  }
  int fd = open (written, O_RDONLY | O_CLOEXEC);
  g_assert_cmpint (flock (fd, LOCK_EX), ==, 0);
  save_well (self->file, "new");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autofree char *path = g_build_filename (self->folder, names[i], NULL);
    g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, i > 0);
  }
  close (fd);
  save_well (self->file, "newer");
  g_assert_false (g_file_test (written, G_FILE_TEST_EXISTS));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                            \
  g_test_add ("/save/" name, SaveFixture, NULL, save_set_up, func, save_tear_down)
  ADD ("made-meanwhile", test_made_meanwhile);
  ADD ("new-and-replaced", test_new_and_replaced);
  ADD ("links", test_save_through_links);
  ADD ("refused", test_refused_saves);
  ADD ("given-up", test_given_up);
  ADD ("killed", test_killed);
  ADD ("killed-before-rename", test_killed_before_rename);
  ADD ("left", test_left);
  ADD ("disk-full", test_disk_full);
  return g_test_run ();
}
