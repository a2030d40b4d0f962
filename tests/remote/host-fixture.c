/* A host for tests: ssh is a script that runs OpenSSH's sftp-server on this computer. */
#include "remote/host-fixture.h"

#include "support/temp-dir.h"

#include <glib/gstdio.h>
#include <stdlib.h>

#define SERVER "/usr/lib/openssh/sftp-server"

static HostFixture *fixture;

/* Writes the script that plays ssh. Each attempt to connect appends a PID to "pids". It is refused
 * if there is a file "refuse". Each file "frail…" is removed by one connection, whose server ends
 * after its greeting. */
static void
write_script (const char *folder)
{
  g_autofree char *text =
      g_strdup_printf ("#!/bin/sh\ncd %s\necho $$ >>pids\nif [ -e refuse ]; then\n"
                       "  echo 'ssh: connect to host gc-01 port 22: Connection refused' >&2\n"
                       "  exit 255\nfi\nfor frail in frail*; do\n"
                       "  [ -e $frail ] || break\n  rm $frail\n"
                       "  sh -c 'echo $$ >pid; exec " SERVER "' |\n"
                       "    { dd bs=4096 count=1 2>/dev/null; kill -9 $(cat pid); }\n"
                       "  exit\ndone\nexec " SERVER "\n",
                       folder);
  g_autofree char *path = temp_dir_write (folder, "ssh", text, -1);

  g_assert_no_errno (g_chmod (path, 0700));
  g_setenv ("POPLENS_SSH", path, TRUE);
}

PoplensHost *
host_fixture_new_host (void)
{
  g_autofree char *text = g_strdup_printf ("gc-%02d:", ++fixture->n_hosts);
  g_autoptr (PoplensAddress) address = poplens_address_parse (text, NULL);

  return poplens_host_get (address);
}

/* Returns the PIDs of all attempts to connect, the latest last; a PID is that of the server unless
 * the attempt was refused. (transfer full) of int */
GArray *
host_fixture_read_pids (void)
{
  g_autofree char *path = g_build_filename (fixture->state, "pids", NULL);
  g_autofree char *text = NULL;
  GArray *pids = g_array_new (FALSE, FALSE, sizeof (int));

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return pids;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++) {
    int pid = atoi (lines[i]);
    if (pid)
      g_array_append_val (pids, pid);
  }
  return pids;
}

int
host_fixture_last_pid (void)
{
  g_autoptr (GArray) pids = host_fixture_read_pids ();

  g_assert_cmpuint (pids->len, >, 0);
  return g_array_index (pids, int, pids->len - 1);
}

guint
host_fixture_count_connections (void)
{
  g_autoptr (GArray) pids = host_fixture_read_pids ();

  return pids->len;
}

static guint8
byte_at (guint64 offset)
{
  return (guint8) (offset * 7 + (offset >> 8) * 13 + (offset >> 16) * 101);
}

/* Writes a file of @size bytes on the host, each @add more than host_fixture_read () expects.
 * (transfer full): its path */
char *
host_fixture_write (const char *name, gsize size, guint8 add)
{
  g_autofree guint8 *data = g_malloc (size + 1);

  for (gsize i = 0; i < size; i++)
    data[i] = (guint8) (byte_at (i) + add);
  return temp_dir_write (fixture->root, name, (const char *) data, (gssize) size);
}

void
host_fixture_read (PoplensFile *file, guint64 offset, gsize n, gsize expected)
{
  g_autofree guint8 *out = g_malloc (n);
  g_autoptr (GError) error = NULL;
  gssize got = poplens_file_read_at (file, out, n, offset, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (got, ==, (gssize) expected);
  for (gsize i = 0; i < expected; i++)
    g_assert_cmpuint (out[i], ==, byte_at (offset + i));
}

guint64
host_fixture_waits (PoplensHost *host)
{
  PoplensHostTraffic traffic;

  poplens_host_get_traffic (host, &traffic);
  return traffic.waits;
}

guint64
host_fixture_received (PoplensHost *host)
{
  PoplensHostTraffic traffic;

  poplens_host_get_traffic (host, &traffic);
  return traffic.received;
}

HostFixture *
host_fixture_begin (void)
{
  fixture = g_new0 (HostFixture, 1);
  fixture->root = temp_dir_new ();
  fixture->state = temp_dir_new ();
  g_setenv ("XDG_CACHE_HOME", fixture->state, TRUE);
  write_script (fixture->state);
  return fixture;
}

int
host_fixture_run (void)
{
  int code = 77;

  if (g_file_test (SERVER, G_FILE_TEST_IS_EXECUTABLE))
    code = g_test_run ();
  else
    g_print ("1..0 # SKIP " SERVER " is missing; install openssh-sftp-server\n");
  temp_dir_remove (fixture->root);
  temp_dir_remove (fixture->state);
  g_free (fixture->root);
  g_free (fixture->state);
  g_clear_pointer (&fixture, g_free);
  return code;
}
