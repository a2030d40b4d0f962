/* Common parts of saving on a worker thread: showing the progress if it takes long, cancelling when
 * the window closes, and the text of errors. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows the progress. @first: TRUE at the first call, which creates the widgets. FALSE: do not call
 * again. */
typedef gboolean (*PoplensSaveShow) (gboolean first, gpointer data);

typedef struct {
  PoplensSaveShow show;
  gpointer data;
  GCancellable *cancellable;
  GtkWidget *widget; /* (nullable) */
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

/* Returns the message for a file that could not be written. (transfer full) */
char *poplens_save_failed (const char *path, const GError *error);

G_END_DECLS
