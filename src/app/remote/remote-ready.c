/* Connects the host of a report: wraps the dialog as an asynchronous function. Also reports the
 * transfer rate and the number of bytes received. */
#include "app/remote/remote-ready.h"

#include "app/remote/remote-dialog.h"
#include "remote/host.h"

static void
on_dialog_chosen (PoplensRemoteDialog *dialog, const char *address, GTask *task)
{
  g_task_return_boolean (task, TRUE);
}

static void
on_given_up (PoplensRemoteDialog *dialog, GTask *task)
{
  g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Cancelled");
}

static void
on_cancelled (GCancellable *cancellable, GtkWindow *dialog)
{
  gtk_window_destroy (dialog);
}

static void
task_unref (gpointer task, GClosure *closure)
{
  g_object_unref (task);
}

void
poplens_remote_ready_async (GtkWindow *parent, const char *path, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GError *error = NULL;

  if (!poplens_address_is_remote (path)) {
    g_task_return_boolean (task, TRUE);
    return;
  }
  g_autoptr (PoplensAddress) address = poplens_address_parse (path, &error);
  if (!address) {
    g_task_return_error (task, error);
    return;
  }
  g_task_set_task_data (task, poplens_host_get (address), g_object_unref);
  PoplensRemoteDialog *dialog = poplens_remote_dialog_new (parent);
  g_signal_connect_data (dialog, "chosen", G_CALLBACK (on_dialog_chosen), g_object_ref (task),
                         task_unref, 0);
  g_signal_connect (dialog, "given-up", G_CALLBACK (on_given_up), task);
  if (cancellable)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (on_cancelled), dialog, 0);
  poplens_remote_dialog_connect (dialog, address);
}

gboolean
poplens_remote_ready_finish (GAsyncResult *result, GObject **host, GError **error)
{
  GObject *connected = g_task_get_task_data (G_TASK (result));

  *host = connected ? g_object_ref (connected) : NULL;
  return g_task_propagate_boolean (G_TASK (result), error);
}

static PoplensHostTraffic
traffic_of (const char *path)
{
  g_autoptr (PoplensAddress) address =
      poplens_address_is_remote (path) ? poplens_address_parse (path, NULL) : NULL;
  g_autoptr (PoplensHost) host = address ? poplens_host_get (address) : NULL;
  PoplensHostTraffic traffic = {0};

  if (host)
    poplens_host_get_traffic (host, &traffic);
  return traffic;
}

guint64
poplens_remote_rate (const char *path)
{
  return traffic_of (path).rate;
}

guint64
poplens_remote_received (const char *path)
{
  return traffic_of (path).received;
}
