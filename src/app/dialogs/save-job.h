/* A file that takes a while to write: on a worker, with a window that says how far it is once it
 * takes long, and that stops it. */
#pragma once

#include "app/window/session.h"
#include "base/work.h"
#include "model/location.h"
#include "report/report.h"

#include <adwaita.h>
#include <gtk/gtk.h>

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

/* Writes @path. @page: shows in its window how far it is, and why no file was written. @job:
 * static.
 * @data: (transfer full): for the functions of @job. */
void poplens_save_job_run (const PoplensSaveJob *job, GtkWidget *page, const char *path,
                           gpointer data);

/* ---- a page to share ------------------------------------------------------------------------- */

/* The report as one HTML file to share: where to, how far it is, stopping it, and opening it. */

/* Asks for a file and writes the session's report into it, with what differs where another stands
 * beside it. @page: tells how it went. */
void poplens_share_save_ask (GtkWidget *page, PoplensSession *session);
/* The same, without asking. */
void poplens_share_save_to (GtkWidget *page, PoplensSession *session, const char *path);

/* ---- the trace for other programs ------------------------------------------------------------ */

/* The trace into a file for other programs: where to, how far it is, and stopping it. */

/* Asks for a file, whose ending decides the format, and writes what @location selects of the trace.
 * What takes longer shows a window with how far it is, which stops it. @page: tells how it went. */
void poplens_trace_save (GtkWidget *page, PoplensReport *report, PoplensLocation *location);
/* The same, without asking. */
void poplens_trace_save_to (GtkWidget *page, PoplensReport *report, PoplensLocation *location,
                            const char *path);

G_END_DECLS
