/* Common parts of saving on a worker thread: showing progress if saving takes long, cancelling it
 * when the window is closed, and the text of an error. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Called to show the progress. @first: TRUE at the first call, which creates the widgets. Returns
 * FALSE if it needs no more calls. */
typedef gboolean (*PoplensSaveShow) (gboolean first, gpointer data);

typedef struct {
  PoplensSaveShow show;
  gpointer data;
  GCancellable *cancellable;
  /* (nullable): saving is cancelled when this widget is removed from its window. */
  GtkWidget *widget;
  gulong root_handler;
  guint timer;
} PoplensSaveProgress;

/* Starts the timer: calls @show after a delay, and then ten times a second. Cancels @cancellable
 * when @widget (nullable) leaves its window. @self and @widget must live until
 * poplens_save_progress_end (). */
void poplens_save_progress_begin (PoplensSaveProgress *self, GtkWidget *widget,
                                  GCancellable *cancellable, PoplensSaveShow show, gpointer data);
/* Stops the timer. Does nothing if it has stopped, or never started. */
void poplens_save_progress_end (PoplensSaveProgress *self);

/* Returns the message that @path could not be written because of @error. (transfer full) */
char *poplens_save_failed (const char *path, const GError *error);

G_END_DECLS
