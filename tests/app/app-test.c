/* Runs the tests of the window's shell, each suite of which is a file (app-test.h). */
#include "app/app-test.h"

#include "app/played-ssh.h"
#include "app/window/application.h"

typedef struct {
  gboolean late;
} Deadline;

static gboolean
on_deadline (gpointer data)
{
  ((Deadline *) data)->late = TRUE;
  return G_SOURCE_CONTINUE;
}

void
wait_until (gboolean (*done) (gpointer data), gpointer data)
{
  Deadline deadline = {FALSE};
  guint source = g_timeout_add_seconds (90, on_deadline, &deadline);

  while (!done (data)) {
    g_assert_false (deadline.late);
    g_main_context_iteration (NULL, TRUE);
  }
  g_source_remove (source);
}

char *
new_folder (void)
{
  /* Creates a runtime folder for this test, which is deleted at the end. */
  char *folder = g_build_filename (g_get_user_runtime_dir (), "poplens-app-XXXXXX", NULL);

  g_assert_nonnull (g_mkdtemp (folder));
  return folder;
}

static void
test_no_ssh (void)
{
  g_test_skip ("no SFTP server; script/bootstrap installs openssh-server");
}

int
main (int argc, char **argv)
{
  g_setenv ("POPLENS_TEST", "1", TRUE);
  g_test_init (&argc, &argv, NULL);
  gboolean has_ssh = played_ssh_begin ();
  adw_init ();
  poplens_register_resources ();
  add_command_line_tests ();
  add_demo_tests ();
  add_help_tests ();
  add_longest_tests ();
  add_pair_tests ();
  add_recent_tests ();
  if (!has_ssh)
    g_test_add_func ("/app/played-ssh", test_no_ssh);
  add_remote_dialog_tests (has_ssh);
  add_remote_tests (has_ssh);
  add_renderer_tests ();
  add_session_tests ();
  add_settings_tests ();
  add_shell_tests ();
  add_start_tests ();
  return g_test_run ();
}
