/* Starts OpenSSH's sftp-server on a socket pair. */
#include "remote/real-server.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define PROGRAM "/usr/lib/openssh/sftp-server"

gboolean
real_server_is_there (void)
{
  if (g_file_test (PROGRAM, G_FILE_TEST_IS_EXECUTABLE))
    return TRUE;
  g_test_skip (PROGRAM " is missing; install openssh-sftp-server");
  return FALSE;
}

gboolean
real_server_knows (const char *extension)
{
  g_autofree char *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (PROGRAM, &bytes, &size, NULL));
  return memmem (bytes, size, extension, strlen (extension)) != NULL;
}

PoplensSftp *
real_server_start (GPid *pid)
{
  char *argv[] = {(char *) PROGRAM, NULL};
  g_autoptr (GError) error = NULL;
  int ends[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  g_spawn_async_with_fds ("/", argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, pid, ends[1],
                          ends[1], -1, &error);
  g_assert_no_error (error);
  close (ends[1]);
  PoplensSftp *sftp =
      poplens_sftp_new ("gc-01", ends[0], fcntl (ends[0], F_DUPFD_CLOEXEC, 0), NULL, &error);
  g_assert_no_error (error);
  return sftp;
}
