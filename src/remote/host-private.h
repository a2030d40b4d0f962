/* State and functions shared by host.c (names), host-link.c (the connection) and far-file.c
 * (contents). */
#pragma once

#include "remote/block-disk.h"
#include "remote/blocks.h"
#include "remote/host.h"
#include "remote/listing.h"
#include "remote/sftp.h"
#include "remote/ssh-child.h"

#include <pthread.h>

/* The function that asks the user. Each ssh process that can ask holds a reference. */
typedef struct {
  gint refs;
  PoplensPromptFunc prompt;
  gpointer user_data;
  GDestroyNotify destroy;
} PoplensHostPrompter;

typedef struct {
  PoplensSshChild *child;
  PoplensSftp *sftp; /* (nullable): NULL: the lane is unused */
  guint serial;      /* number of the lane's session in PoplensBlockLine */
} PoplensHostLane;

struct _PoplensHost {
  PoplensStorage parent;
  PoplensAddress *address; /* user, host and port; its path is not used */
  char *destination;
  PoplensListing *listing;
  PoplensBlockLine *line;
  PoplensBlockStore *store; /* (not owned): disk cache, shared by all hosts */

  pthread_mutex_t lock; /* protects everything below */
  pthread_cond_t changed;
  PoplensHostState state;
  gboolean is_batch, keeps_blocks;
  PoplensHostPrompter *prompter; /* (nullable) */
  PoplensHostLane lanes[POPLENS_MOST_LANES];
  GError *error; /* why there is no connection */
  char *lost;    /* (nullable): how the last connection was lost */
  char *words;   /* (nullable): ssh's last messages, of the last connection that failed or ended */
  gint64 failed_at;     /* when the last attempt to connect failed, µs; 0: it did not */
  gint64 connecting_at; /* when the last attempt to connect began, µs */
  gint64 asleep;        /* total µs for which this computer had been suspended when last checked */
  guint64 waits;        /* number of waits for replies, without waits for blocks */
  /* Bytes of ended connections; the sessions of .lanes count their own */
  guint64 received, sent;
  /* .opens_lane: a thread is opening another lane; .has_no_lanes: do not try again, as it failed */
  gboolean opens_lane, has_no_lanes;
  gint64 looked_at_lanes; /* when poplens_host_consider_lane () last checked, monotonic µs */
  GPtrArray *bodies;      /* PoplensFarBody (far-file.c) */
};

/* ---- host-link.c ----------------------------------------------------------------------------- */

/* Most attempts to send a request, if the connection is lost each time. A bad link needs fewer. */
#define POPLENS_MOST_LOSSES 8

/* Returns the session of lane 0, connecting if necessary. @sftp: (out) (transfer full): the
 * session. @serial: (out) (optional): its number. Returns 0, ECANCELED, or ENOLINK if the host
 * cannot be reached: then do not retry. If a request over @sftp returns ENOLINK, the connection was
 * lost: retry with a new session, up to POPLENS_MOST_LOSSES times. */
int poplens_host_take (PoplensHost *self, GCancellable *cancellable, PoplensSftp **sftp,
                       guint *serial);
/* Returns the session of @lane, if it has one. @serial: (out). (transfer full) (nullable) */
PoplensSftp *poplens_host_get_lane (PoplensHost *self, guint lane, guint *serial);
/* Sets @error to why there is no connection: LINK, or NOT_FOUND if there is no ssh. */
void poplens_host_set_link_error (PoplensHost *self, GError **error);
/* TRUE if the host replies within @ms milliseconds; otherwise ends the connection. */
gboolean poplens_host_test_link (PoplensHost *self, guint ms);
/* After a suspend of this computer, tests whether the connection survived it. */
void poplens_host_check_sleep (PoplensHost *self);
void poplens_host_link_finalize (PoplensHost *self);
void poplens_host_count_waits (PoplensHost *self, guint n);
/* Waits for .changed, for a short time at most. Called with the lock held. */
void poplens_host_wait (PoplensHost *self);
/* Releases a PoplensHostPrompter. @prompter: (nullable) */
void poplens_host_prompter_unref (gpointer prompter);

/* Starts a thread that opens another lane, if the link could carry more than its lanes do. */
void poplens_host_consider_lane (PoplensHost *self);
/* Opens another lane, and waits for it. FALSE if there can be no more. */
gboolean poplens_host_open_lane (PoplensHost *self);

/* ---- far-file.c ------------------------------------------------------------------------------ */

PoplensFile *poplens_far_file_new (PoplensHost *host, const char *path);
/* Unreferences each PoplensFarBody in @bodies, and frees the array. */
void poplens_far_bodies_free (GPtrArray *bodies);
/* Opens all files of the host on @lane, which has just been opened. */
void poplens_far_bodies_open_lane (PoplensHost *host, guint lane);
