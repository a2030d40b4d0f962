/* Connects the host of a report before the report is opened, with a dialog if ssh asks a question.
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Connects the host of the report at @path; if that is local, calls back at once. @parent:
 * (nullable): parent of the dialog, which closes when @cancellable is cancelled. Main thread only.
 */
void poplens_remote_ready_async (GtkWindow *parent, const char *path, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
/* @host: (out) (nullable) (transfer full): keeps the connection open while it is referenced; a
 * local report has none. FALSE with POPLENS_ERROR_USAGE, or with G_IO_ERROR_CANCELLED if the user
 * gave up: other errors have already been shown. */
gboolean poplens_remote_ready_finish (GAsyncResult *result, GObject **host, GError **error);
/* Returns the recent transfer rate from the host of the report at @path (bytes per second); 0:
 * unknown. */
guint64 poplens_remote_rate (const char *path);
/* Returns the bytes received from the host of the report at @path since the program started. */
guint64 poplens_remote_received (const char *path);

G_END_DECLS
