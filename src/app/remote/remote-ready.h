/* Connects the host of a report before the report is opened, with a dialog if ssh asks a question.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Connects to the host of the report at @path. If the report is local, calls @callback at once.
 * @parent: (nullable): parent of the dialog, which is closed if @cancellable is cancelled. Main
 * thread only. */
void poplens_remote_ready_async (GtkWindow *parent, const char *path, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
/* Finishes connecting. FALSE with POPLENS_ERROR_USAGE, or with G_IO_ERROR_CANCELLED if the user
 * gave up. The dialog has already shown any other error. @host: (out) (nullable) (transfer full):
 * reference that keeps the connection open; none for a local report. */
gboolean poplens_remote_ready_finish (GAsyncResult *result, GObject **host, GError **error);
/* Returns the recent transfer rate from the host of the report at @path, in bytes per second; 0 if
 * it is unknown. */
guint64 poplens_remote_rate (const char *path);
/* Returns how many bytes were received from the host of the report at @path since the program
 * started. */
guint64 poplens_remote_received (const char *path);

G_END_DECLS
