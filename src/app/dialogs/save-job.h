/* Writes a file on a worker thread. If that takes long, shows a window with the progress, from
 * which the user can cancel it. */
#pragma once

#include "app/window/session.h"
#include "base/work.h"
#include "model/location.h"
#include "report/report.h"

#include <adwaita.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef struct {
  const char *title; /* title of the window, such as "Saving the trace" */
  /* Text of the progress until .write () reports a text, such as "Reading the trace". */
  const char *first;
  /* Writes the whole file. If writing fails, leaves no file. Called on the worker thread. */
  gboolean (*write) (const char *path, const PoplensWork *work, gpointer data, GError **error);
  /* Shows a message on @page that the file was written. Not called if the window of @page was
   * closed. */
  void (*tell) (GtkWidget *page, const char *path, gpointer data);
  GDestroyNotify free_data;
  /* (nullable): returns the text that is shown instead of the progress text of .write ().
   * @fraction: 0 … 1. (transfer full) */
  char *(*describe) (double fraction, gpointer data);
  /* (nullable): returns the address of the report that is read. If the connection to its host is
   * lost, the window can reconnect and continue. */
  const char *(*get_address) (gpointer data);
} PoplensSaveJob;

/* Writes the file @path by the functions of @job. @page: its window is the parent of the progress
 * window and shows errors. @job: static. @data: (transfer full): passed to the functions. */
void poplens_save_job_run (const PoplensSaveJob *job, GtkWidget *page, const char *path,
                           gpointer data);

/* ---- HTML page to share ---------------------------------------------------------------------- */

/* Saving the main results of a report as one HTML file, to share them. */

/* Asks for a file, and writes the session's report to it as HTML. If two reports are compared, also
 * writes their differences. @page: shows the final message. */
void poplens_share_save_ask (GtkWidget *page, PoplensSession *session);
/* Writes the session's report to @path as HTML, without asking. */
void poplens_share_save_to (GtkWidget *page, PoplensSession *session, const char *path);

/* ---- trace for other programs ---------------------------------------------------------------- */

/* Saving the trace in a file format that other programs read. */

/* Asks for a file, and writes the part of the trace that @location selects. The suffix of the file
 * decides the format. @page: shows the final message. */
void poplens_trace_save (GtkWidget *page, PoplensReport *report, PoplensLocation *location);
/* Writes the trace to @path, whose suffix decides the format, without asking. */
void poplens_trace_save_to (GtkWidget *page, PoplensReport *report, PoplensLocation *location,
                            const char *path);

G_END_DECLS
