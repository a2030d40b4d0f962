/* PoplensLinkBar: shows the state of the connection, and reconnects. */
#include "app/remote/link-bar.h"

#include "app/remote/remote-ready.h"
#include "app/window/info-bar.h"
#include "remote/host.h"

struct _PoplensLinkBar {
  AdwBin parent;
  GtkInfoBar *bar;
  GtkSpinner *spinner;
  GtkLabel *text;
  GtkWidget *button;

  char *path;
  PoplensHost *host;          /* (nullable): host of the report; NULL if the report is local */
  GCancellable *reconnecting; /* (nullable): cancels the reconnection that the user asked for */
  gboolean was_lost;          /* the connection was lost and has not been restored */
};

G_DEFINE_FINAL_TYPE (PoplensLinkBar, poplens_link_bar, ADW_TYPE_BIN)

static void
stop_connecting (PoplensLinkBar *self)
{
  if (self->reconnecting)
    g_cancellable_cancel (self->reconnecting);
  g_clear_object (&self->reconnecting);
  if (self->host)
    g_signal_handlers_disconnect_by_data (self->host, self);
  g_clear_object (&self->host);
}

static void
show_link (PoplensLinkBar *self, const char *text, gboolean busy)
{
  gtk_info_bar_set_message_type (self->bar, busy ? GTK_MESSAGE_INFO : GTK_MESSAGE_WARNING);
  gtk_label_set_text (self->text, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->bar), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  -1);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), busy);
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_widget_set_sensitive (self->button, !busy);
  gtk_info_bar_set_revealed (self->bar, TRUE);
}

static void
show_lost (PoplensLinkBar *self)
{
  g_autofree char *what = poplens_host_describe (self->host);
  g_autofree char *text = g_strdup_printf ("%s. Loaded data remains available.", what);

  self->was_lost = TRUE;
  show_link (self, text, FALSE);
}

static void
set_connected (PoplensLinkBar *self)
{
  gtk_info_bar_set_revealed (self->bar, FALSE);
  gtk_spinner_set_spinning (self->spinner, FALSE);
  if (self->was_lost) {
    self->was_lost = FALSE;
    g_signal_emit_by_name (self, "reconnected");
  }
}

/* Shows the state of the connection, if it was lost before. The first connection is shown by a
 * dialog. */
static void
on_link_changed (PoplensLinkBar *self)
{
  PoplensHostState state = poplens_host_get_state (self->host);
  g_autofree char *step = poplens_host_describe (self->host);

  if (state == POPLENS_HOST_CONNECTED)
    set_connected (self);
  else if (state == POPLENS_HOST_LOST && !self->reconnecting)
    show_lost (self);
  else if (state == POPLENS_HOST_CONNECTING && self->was_lost)
    show_link (self, step, TRUE);
}

static void
on_link_ready (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (PoplensLinkBar) self = data;
  g_autoptr (GObject) host = NULL;
  gboolean ready = poplens_remote_ready_finish (result, &host, NULL);

  if (g_task_get_cancellable (G_TASK (result)) != self->reconnecting)
    return;
  g_clear_object (&self->reconnecting);
  if (ready)
    set_connected (self);
  else
    show_lost (self);
}

void
poplens_link_bar_reconnect (PoplensLinkBar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (self->reconnecting)
    return;
  self->was_lost = TRUE;
  if (!self->host) {
    set_connected (self);
    return;
  }
  self->reconnecting = g_cancellable_new ();
  show_link (self, "Reconnecting…", TRUE);
  poplens_remote_ready_async (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, self->path,
                              self->reconnecting, on_link_ready, g_object_ref (self));
}

void
poplens_link_bar_watch (PoplensLinkBar *self, const char *path)
{
  g_autoptr (PoplensAddress) address =
      poplens_address_is_remote (path) ? poplens_address_parse (path, NULL) : NULL;

  stop_connecting (self);
  gtk_info_bar_set_revealed (self->bar, FALSE);
  self->was_lost = FALSE;
  if (!address)
    return;
  g_free (self->path);
  self->path = g_strdup (path);
  self->host = poplens_host_get (address);
  g_signal_connect_swapped (self->host, "changed", G_CALLBACK (on_link_changed), self);
  on_link_changed (self);
}

static void
poplens_link_bar_dispose (GObject *object)
{
  PoplensLinkBar *self = POPLENS_LINK_BAR (object);

  stop_connecting (self);
  g_clear_pointer (&self->path, g_free);
  G_OBJECT_CLASS (poplens_link_bar_parent_class)->dispose (object);
}

static void
poplens_link_bar_class_init (PoplensLinkBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = poplens_link_bar_dispose;
  g_signal_new ("reconnected", POPLENS_TYPE_LINK_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/poplens/Poplens/ui/link-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, PoplensLinkBar, bar);
  gtk_widget_class_bind_template_child (widget_class, PoplensLinkBar, spinner);
  gtk_widget_class_bind_template_child (widget_class, PoplensLinkBar, text);
  gtk_widget_class_bind_template_child (widget_class, PoplensLinkBar, button);
  gtk_widget_class_bind_template_callback (widget_class, poplens_link_bar_reconnect);
}

static void
poplens_link_bar_init (PoplensLinkBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  poplens_info_bar_come_at_once (self->bar);
}
