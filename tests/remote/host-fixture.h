/* A host whose ssh is a script that runs OpenSSH's sftp-server, without any sshd. */
#pragma once

#include "remote/host-private.h"

G_BEGIN_DECLS

#define BLOCK ((gsize) POPLENS_BLOCK_BYTES)

typedef struct {
  char *root;  /* what the host has */
  char *state; /* the script; while "refuse" is there, it makes no connection */
  guint n_hosts;
} HostFixture;

/* Before any host, with a disk for blocks of its own. */
HostFixture *host_fixture_begin (void);
/* Runs the tests and removes all; skips them where there is no sftp-server. Returns: for exit () */
int host_fixture_run (void);

/* One that nobody has named before. (transfer full) */
PoplensHost *host_fixture_new_host (void);
/* Pids of all attempts to connect, the latest last: those of the servers unless it was refused. */
GArray *host_fixture_read_pids (void);
int host_fixture_last_pid (void);
guint host_fixture_count_connections (void);

/* Writes a file of @size bytes, each @add more than read () expects. (transfer full): its path */
char *host_fixture_write (const char *name, gsize size, guint8 add);
/* @expected bytes come, and are right. */
void host_fixture_read (PoplensFile *file, guint64 offset, gsize n, gsize expected);

guint64 host_fixture_waits (PoplensHost *host);
guint64 host_fixture_received (PoplensHost *host);

G_END_DECLS
