/* Before a report is opened: its computer is connected, with the dialog where somebody is asked. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Calls back at once where @path is of this computer. @parent: (nullable): of the dialog, which
 * goes when @cancellable is cancelled. Main thread only. */
void poplens_remote_ready_async (GtkWindow *parent, const char *path, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
/* FALSE with USAGE, or G_IO_ERROR_CANCELLED where the user gave up: what failed is told already.
 * @host: (out) (nullable) (transfer full): the connection, which lasts while somebody has it. */
gboolean poplens_remote_ready_finish (GAsyncResult *result, GObject **host, GError **error);
/* Bytes a second that came lately from the computer of the report at @path; 0: unknown. */
guint64 poplens_remote_rate (const char *path);
/* Bytes that came from there since the program started. */
guint64 poplens_remote_received (const char *path);

G_END_DECLS
