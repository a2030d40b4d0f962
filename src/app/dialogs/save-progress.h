/* What saves have in common that work on a worker: they show how far they are once they take long,
 * a window that closes does not wait for them, and they say why there is no file. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @first: builds what shows it. FALSE where nothing is to be shown any more. */
typedef gboolean (*PoplensSaveShow) (gboolean first, gpointer data);

typedef struct {
  PoplensSaveShow show;
  gpointer data;
  GCancellable *cancellable;
  GtkWidget *widget; /* (nullable) */
  gulong root_handler;
  guint timer;
} PoplensSaveProgress;

/* Begins to wait: @show is called when the save has taken a while, and ten times a second from then
 * on. When @widget (nullable) leaves its window, @cancellable is cancelled. Both outlive it. */
void poplens_save_progress_begin (PoplensSaveProgress *self, GtkWidget *widget,
                                  GCancellable *cancellable, PoplensSaveShow show, gpointer data);
/* Also where it has ended, or never begun. */
void poplens_save_progress_end (PoplensSaveProgress *self);

/* What is said of a file that was not written. (transfer full) */
char *poplens_save_failed (const char *path, const GError *error);

G_END_DECLS
