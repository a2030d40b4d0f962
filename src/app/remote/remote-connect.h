/* Connecting to another computer, on a worker, and where to begin there. */
#pragma once

#include "remote/address.h"
#include "remote/host.h"

G_BEGIN_DECLS

/* Connects to @host and finds the folder to begin with: @address, or where that has no path and
 * @last (nullable) is still there, that. */
void poplens_remote_connect_async (PoplensHost *host, const PoplensAddress *address,
                                   const PoplensAddress *last, GCancellable *cancellable,
                                   GAsyncReadyCallback callback, gpointer user_data);
/* The path, absolute; @to_open: a report, not a folder to look at. NULL with LINK, NOT_FOUND, or
 * G_IO_ERROR_CANCELLED. (transfer full) */
char *poplens_remote_connect_finish (GAsyncResult *result, gboolean *to_open, GError **error);

G_END_DECLS
