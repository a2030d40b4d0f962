/* Calls a function regularly to show the progress of saving, and cancels saving when the window is
 * closed. */
#include "app/dialogs/save-progress.h"

/* Milliseconds after which progress is shown; jobs that end earlier show none. */
#define SHOW_AFTER_MS 400
#define UPDATE_MS 100

static gboolean
on_update (gpointer data)
{
  PoplensSaveProgress *self = data;

  if (self->show (FALSE, self->data))
    return G_SOURCE_CONTINUE;
  self->timer = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
on_slow (gpointer data)
{
  PoplensSaveProgress *self = data;

  self->timer = 0;
  if (self->show (TRUE, self->data))
    self->timer = g_timeout_add (UPDATE_MS, on_update, self);
  return G_SOURCE_REMOVE;
}

/* Cancels the job when the widget is no longer in a window, because the window was closed. */
static void
on_root_changed (PoplensSaveProgress *self)
{
  if (!gtk_widget_get_root (self->widget))
    g_cancellable_cancel (self->cancellable);
}

void
poplens_save_progress_begin (PoplensSaveProgress *self, GtkWidget *widget,
                             GCancellable *cancellable, PoplensSaveShow show, gpointer data)
{
  *self = (PoplensSaveProgress){show, data, cancellable, widget, 0, 0};
  if (widget)
    self->root_handler =
        g_signal_connect_swapped (widget, "notify::root", G_CALLBACK (on_root_changed), self);
  self->timer = g_timeout_add (SHOW_AFTER_MS, on_slow, self);
}

void
poplens_save_progress_end (PoplensSaveProgress *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  if (self->widget)
    g_clear_signal_handler (&self->root_handler, self->widget);
}

char *
poplens_save_failed (const char *path, const GError *error)
{
  return g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
             ? g_strdup_printf ("Cancelled; %s not written", path)
             : g_strdup (error->message);
}
