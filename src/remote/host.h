/* Another computer as a storage of files. There is one PoplensHost for each destination, shared by
 * all its users. It connects with the first request. After a lost connection it reconnects, if the
 * user need not be asked for that. For any thread. */
#pragma once

#include "base/storage.h"
#include "remote/address.h"
#include "remote/prompter.h"

G_BEGIN_DECLS

typedef enum {
  POPLENS_HOST_IDLE, /* not connected yet */
  POPLENS_HOST_CONNECTING,
  POPLENS_HOST_CONNECTED,
  POPLENS_HOST_LOST, /* the connection was lost */
} PoplensHostState;

#define POPLENS_TYPE_HOST (poplens_host_get_type ())
/* Signal "changed" (), on the main context: the state or its description has changed. Signal
 * "connects" (), on the thread that connects: ssh is about to start. Until the state changes, ssh
 * can ask on the terminal. */
G_DECLARE_FINAL_TYPE (PoplensHost, poplens_host, POPLENS, HOST, PoplensStorage)

/* Returns the host of @address, whose path does not matter. (transfer full) */
PoplensHost *poplens_host_get (const PoplensAddress *address);

/* Sets the function that asks the user. @prompt: (nullable): NULL: ssh asks on the terminal, if
 * there is one. */
void poplens_host_set_prompter (PoplensHost *self, PoplensPromptFunc prompt, gpointer user_data,
                                GDestroyNotify destroy);
/* Never asks the user (--batch). */
void poplens_host_set_batch (PoplensHost *self, gboolean batch);
/* Enables or disables the disk cache for blocks (--no-cache disables it). */
void poplens_host_set_keeps_blocks (PoplensHost *self, gboolean keeps);

/* Connects, if necessary; waits. FALSE with LINK, NOT_FOUND (no ssh), or CANCELLED. */
gboolean poplens_host_connect (PoplensHost *self, GCancellable *cancellable, GError **error);
PoplensHostState poplens_host_get_state (PoplensHost *self);
/* TRUE if ssh may be asking on the terminal at this moment. */
gboolean poplens_host_may_ask (PoplensHost *self);
/* Describes the state: "Connecting to gc-01…", "The connection to gc-01 was lost (timed out)". If
 * reconnecting failed, a second sentence says why. (transfer full) */
char *poplens_host_describe (PoplensHost *self);
/* Returns the messages of the ssh whose connection last failed or ended, with line breaks.
 * (transfer full) (nullable) */
char *poplens_host_get_words (PoplensHost *self);
const char *poplens_host_get_destination (PoplensHost *self); /* (transfer none): "kim@gc-01" */
/* Resolves the path of @address on the host; connects if necessary. @path: (out) (transfer full):
 * absolute, without "..". In relative paths, symbolic links are resolved, too. Returns 0 or an
 * errno. */
int poplens_host_resolve (PoplensHost *self, const PoplensAddress *address, char **path,
                          GCancellable *cancellable);

/* Ends the connection; the next request connects again. */
void poplens_host_disconnect (PoplensHost *self);

typedef struct {
  guint64 received, sent; /* bytes since the program started */
  guint64 waits;          /* times that a thread waited for a reply */
  guint64 rate;           /* bytes received per second lately; 0: unknown */
  gint64 round_trip;      /* time from request to reply, µs; 0: unknown */
  /* Monotonic µs since which a reply is awaited and nothing has arrived; 0: no reply is awaited. */
  gint64 silent_since;
} PoplensHostTraffic;

void poplens_host_get_traffic (PoplensHost *self, PoplensHostTraffic *traffic);

G_END_DECLS
