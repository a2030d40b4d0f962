/* What the window asks of another computer: so much of PoplensHost, so that every state of the
 * dialog can be seen without one. */
#pragma once

#include "base/storage.h"
#include "remote/address.h"
#include "remote/host.h"

G_BEGIN_DECLS

/* Each as the function of that name in remote/host.h; of the storage that get () gives, which has
 * the signal "changed". */
typedef struct _PoplensRemoteAccess {
  PoplensStorage *(*get) (const PoplensAddress *address);
  void (*set_prompter) (PoplensStorage *host, PoplensPromptFunc prompt, gpointer user_data,
                        GDestroyNotify destroy);
  gboolean (*connect) (PoplensStorage *host, GCancellable *cancellable, GError **error);
  int (*resolve) (PoplensStorage *host, const PoplensAddress *address, char **path,
                  GCancellable *cancellable);
  char *(*describe) (PoplensStorage *host);
  PoplensHostState (*get_state) (PoplensStorage *host);
  char *(*get_words) (PoplensStorage *host);
} PoplensRemoteAccess;

/* Connects to @host and finds the folder to begin with: @address, or where that has no path and
 * @last (nullable) is still there, that. */
void poplens_remote_connect_async (const PoplensRemoteAccess *access, PoplensStorage *host,
                                   const PoplensAddress *address, const PoplensAddress *last,
                                   GCancellable *cancellable, GAsyncReadyCallback callback,
                                   gpointer user_data);
/* The path, absolute; @to_open: a report, not a folder to look at. NULL with LINK, NOT_FOUND, or
 * G_IO_ERROR_CANCELLED. (transfer full) */
char *poplens_remote_connect_finish (GAsyncResult *result, gboolean *to_open, GError **error);

G_END_DECLS
