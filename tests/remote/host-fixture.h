/* A host for tests whose ssh is a script that runs OpenSSH's sftp-server, without sshd. */
#pragma once

#include "remote/host-private.h"

G_BEGIN_DECLS

#define BLOCK ((gsize) POPLENS_BLOCK_BYTES)

typedef struct {
  char *root;  /* directory with the files of the host */
  char *state; /* directory of the script; while it contains "refuse", connections are refused */
  guint n_hosts;
} HostFixture;

/* Creates the fixture, with its own block store. Call it before any host exists. */
HostFixture *host_fixture_begin (void);
/* Runs the tests and removes the fixture; skips the tests if there is no sftp-server. Returns the
 * exit status. */
int host_fixture_run (void);

/* Returns a host with a new name. (transfer full) */
PoplensHost *host_fixture_new_host (void);
/* Returns the PIDs of all attempts to connect, the latest last; a PID is that of the server unless
 * the attempt was refused. (transfer full) of int */
GArray *host_fixture_read_pids (void);
int host_fixture_last_pid (void);
guint host_fixture_count_connections (void);

/* Writes a file of @size bytes on the host, each @add more than host_fixture_read () expects.
 * (transfer full): its path */
char *host_fixture_write (const char *name, gsize size, guint8 add);
/* Reads from the file, and checks that @expected bytes arrive and are right. */
void host_fixture_read (PoplensFile *file, guint64 offset, gsize n, gsize expected);

guint64 host_fixture_waits (PoplensHost *host);
guint64 host_fixture_received (PoplensHost *host);

G_END_DECLS
