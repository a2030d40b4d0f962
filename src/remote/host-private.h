/* What host.c (names), host-link.c (the connection) and far-file.c (bytes) share. */
#pragma once

#include "remote/block-disk.h"
#include "remote/blocks.h"
#include "remote/host.h"
#include "remote/listing.h"
#include "remote/sftp.h"
#include "remote/ssh-child.h"

#include <pthread.h>

/* Who is asked. A child keeps it for as long as it may ask. */
typedef struct {
  gint refs;
  PoplensPromptFunc prompt;
  gpointer user_data;
  GDestroyNotify destroy;
} PoplensHostPrompter;

typedef struct {
  PoplensSshChild *child;
  PoplensSftp *sftp; /* NULL: there is no such lane */
  guint serial;      /* of the line's */
} PoplensHostLane;

struct _PoplensHost {
  PoplensStorage parent;
  PoplensAddress *address; /* its path means nothing */
  char *destination;
  PoplensListing *listing;
  PoplensBlockLine *line;
  PoplensBlockStore *store; /* (not owned): the program's */

  pthread_mutex_t lock; /* over all below */
  pthread_cond_t changed;
  PoplensHostState state;
  gboolean is_batch, keeps_blocks;
  PoplensHostPrompter *prompter; /* (nullable) */
  PoplensHostLane lanes[POPLENS_MOST_LANES];
  GError *error;        /* why there is no connection */
  char *lost;           /* how the last one ended, where it was lost */
  char *words;          /* ssh's last ones, of the last connection that failed or ended; or NULL */
  gint64 failed_at;     /* when the last try to connect failed, µs; 0: it did not */
  gint64 connecting_at; /* when it began to connect last, µs */
  gint64 asleep;        /* how long this computer has been suspended, µs, when last looked */
  guint64 waits;        /* for answers, but for blocks */
  guint64 received, sent;            /* over connections that are gone */
  gboolean opens_lane, has_no_lanes; /* a thread opens another lane; none can be opened */
  gint64 looked_at_lanes;            /* when, µs */
  GPtrArray *bodies;                 /* PoplensFarBody (far-file.c) */
};

/* ---- host-link.c -------------------------------------------------------------------------------
 */

/* Lost connections that a question outlives: more than any bad link gives, fewer than forever. */
#define POPLENS_MOST_LOSSES 8

/* The conversation, connecting where there is none. @sftp: (out) (transfer full). @serial: (out)
 * (optional): of its lane. 0, ECANCELED, or ENOLINK if the host cannot be reached: then do not try
 * again. ENOLINK of a question that is asked over @sftp means that the connection was lost: ask
 * again over another one, POPLENS_MOST_LOSSES times. */
int poplens_host_take (PoplensHost *self, GCancellable *cancellable, PoplensSftp **sftp,
                       guint *serial);
/* Another conversation if there is one: @lane 1 and above. (transfer full) (nullable) */
PoplensSftp *poplens_host_get_lane (PoplensHost *self, guint lane, guint *serial);
/* Why it is not there: LINK, or NOT_FOUND where there is no ssh. */
void poplens_host_set_link_error (PoplensHost *self, GError **error);
/* FALSE where it does not answer within @ms; it is lost then. */
gboolean poplens_host_test_link (PoplensHost *self, guint ms);
/* After a suspend: whether the connection outlived it. */
void poplens_host_check_sleep (PoplensHost *self);
void poplens_host_link_finalize (PoplensHost *self);
void poplens_host_count_waits (PoplensHost *self, guint n);
/* Waits on self->changed for a moment, or less. With the lock held. */
void poplens_host_wait (PoplensHost *self);
/* Of a PoplensHostPrompter; NULL is none. */
void poplens_host_prompter_unref (gpointer prompter);

/* Opens another conversation, by a thread, where one carries less than the link could. */
void poplens_host_consider_lane (PoplensHost *self);
/* FALSE where there can be no more of them. Waits. */
gboolean poplens_host_open_lane (PoplensHost *self);

/* ---- far-file.c --------------------------------------------------------------------------------
 */

PoplensFile *poplens_far_file_new (PoplensHost *host, const char *path);
/* Lets go of each of them. */
void poplens_far_bodies_free (GPtrArray *bodies);
/* Opens the files that are open over another lane, too. */
void poplens_far_bodies_open_lane (PoplensHost *host, guint lane);
