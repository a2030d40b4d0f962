/* Another computer as a place of files. There is one PoplensHost a destination, shared by all that
 * is read from it; it connects when something is first asked for, and again after the connection
 * was lost, as long as nobody has to be asked. For any thread. */
#pragma once

#include "base/storage.h"
#include "remote/address.h"
#include "remote/prompter.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_HOST_IDLE, /* not connected yet */
  POPLENS_HOST_CONNECTING,
  POPLENS_HOST_CONNECTED,
  POPLENS_HOST_LOST, /* it was connected, and is no longer */
} PoplensHostState;

#define POPLENS_TYPE_HOST (poplens_host_get_type ())
/* Signal "changed" (), on the main context: the state, or what is known of it.
 * Signal "connects" (), on the thread that connects: ssh is about to be started, and may ask on the
 * terminal until the state is another one. */
G_DECLARE_FINAL_TYPE (PoplensHost, poplens_host, POPLENS, HOST, PoplensStorage)

/* The one of that destination; the path of @address does not matter. (transfer full) */
PoplensHost *poplens_host_get (const PoplensAddress *address);

/* Who is asked from now on; NULL: nobody, so that ssh asks on the terminal if there is one. */
void poplens_host_set_prompter (PoplensHost *self, PoplensPromptFunc prompt, gpointer user_data,
                                GDestroyNotify destroy);
/* Whether nobody is asked at all (--batch). */
void poplens_host_set_batch (PoplensHost *self, gboolean batch);
/* Whether blocks are kept on the disk (--no-cache: not). */
void poplens_host_set_keeps_blocks (PoplensHost *self, gboolean keeps);

/* Connects, unless it is; waits. FALSE with LINK, NOT_FOUND (no ssh), CANCELLED. */
gboolean poplens_host_connect (PoplensHost *self, GCancellable *cancellable, GError **error);
PoplensHostState poplens_host_get_state (PoplensHost *self);
/* FALSE where it is certain that ssh does not ask on the terminal at this moment. */
gboolean poplens_host_may_ask (PoplensHost *self);
/* "Connecting to gc-01…", "The connection to gc-01 was lost (timed out). Cannot connect to gc-01:
 * …": the second where it was tried again. (transfer full) */
char *poplens_host_describe (PoplensHost *self);
/* What ssh said when the last connection failed or ended, on lines. (transfer full) (nullable) */
char *poplens_host_get_words (PoplensHost *self);
const char *poplens_host_get_destination (PoplensHost *self); /* "kim@gc-01" */
/* The path of @address on the host, absolute, without ".." and where it was not absolute (below the
 * home) without links. Connects. 0, or an errno. */
int poplens_host_resolve (PoplensHost *self, const PoplensAddress *address, char **path,
                          GCancellable *cancellable);

/* Ends the connection; the next question connects again. */
void poplens_host_disconnect (PoplensHost *self);

typedef struct {
  guint64 received, sent; /* bytes, since the program started */
  guint64 waits;          /* times that somebody waited for an answer */
  guint64 rate;           /* bytes a second that came lately; 0: not known */
  gint64 round_trip;      /* µs; 0: not known */
  /* Monotonic time since when nothing came that was asked for; 0: nothing is asked for. */
  gint64 silent_since;
} PoplensHostTraffic;

void poplens_host_get_traffic (PoplensHost *self, PoplensHostTraffic *traffic);

G_END_DECLS
