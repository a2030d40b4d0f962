/* Runs a fake ssh in place of the real one (see the header). */
#include "app/played-ssh.h"

#include "app/app-test.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/types.h>

static char *
file_of (const char *name)
{
  return g_build_filename (g_getenv ("FAKE_SSH"), name, NULL);
}

gboolean
played_ssh_begin (void)
{
  g_autofree char *folder = new_folder ();
  g_autofree char *program = g_test_build_filename (G_TEST_DIST, "end-to-end", "fake-ssh", NULL);

  g_setenv ("FAKE_SSH", folder, TRUE);
  g_setenv ("POPLENS_SSH", program, TRUE);
  return g_file_test ("/usr/lib/openssh/sftp-server", G_FILE_TEST_IS_EXECUTABLE);
}

void
played_ssh_set (const char *mode)
{
  g_autofree char *path = file_of ("mode");

  g_assert_true (g_file_set_contents (path, mode, -1, NULL));
}

void
played_ssh_end (void)
{
  g_autofree char *path = file_of ("pids");
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_auto (GStrv) pids = g_strsplit (text, "\n", -1);
  for (guint i = 0; pids[i] && *pids[i]; i++)
    kill (atoi (pids[i]), SIGKILL);
  g_assert_true (g_file_set_contents (path, "", 0, NULL));
}
