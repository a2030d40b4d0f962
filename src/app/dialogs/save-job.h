/* A file that takes a while to write: on a worker, with a window that says how far it is once it
 * takes long, and that stops it. */
#pragma once

#include <gtk/gtk.h>

#include "base/work.h"

G_BEGIN_DECLS

typedef struct {
  const char *title; /* of the window: "Saving the trace" */
  const char *first; /* what is done before the work says so: "Reading the trace" */
  /* Whole or not at all, on the worker. */
  gboolean (*write) (const char *path, const PoplensWork *work, gpointer data, GError **error);
  /* Says on @page that it is there. Not called where the window has gone. */
  void (*tell) (GtkWidget *page, const char *path, gpointer data);
  GDestroyNotify free_data;
  /* (nullable): how far it is, of 1, in words; instead of what the work says. (transfer full) */
  char *(*describe) (double fraction, gpointer data);
  /* (nullable): the report that it reads. Where the link to it is lost the window stays, says so,
   * and can connect and write on. */
  const char *(*get_address) (gpointer data);
} PoplensSaveJob;

/* Writes @path. @page: of whose window it is; is told where there is no file. @job: static.
 * @data: (transfer full): the job's. */
void poplens_save_job_run (const PoplensSaveJob *job, GtkWidget *page, const char *path,
                           gpointer data);

G_END_DECLS
