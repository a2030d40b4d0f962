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
  const char *title; /* of the window: "Saving the trace" */
  const char *first; /* first progress text, until the work reports one: "Reading the trace" */
  /* Writes the whole file, or nothing. Called on the worker thread. */
  gboolean (*write) (const char *path, const PoplensWork *work, gpointer data, GError **error);
  /* Shows on @page that the file was written. Not called if the window has closed. */
  void (*tell) (GtkWidget *page, const char *path, gpointer data);
  GDestroyNotify free_data;
  /* (nullable): returns the progress text instead of the one reported by the work. @fraction: 0
   * … 1. (transfer full) */
  char *(*describe) (double fraction, gpointer data);
  /* (nullable): returns the address of the report that is read. If its connection is lost, the
   * window says so, and can reconnect and continue. */
  const char *(*get_address) (gpointer data);
} PoplensSaveJob;

/* Writes @path. @page: its window shows the progress and errors. @job: static.
 * @data: (transfer full): passed to the functions of @job. */
void poplens_save_job_run (const PoplensSaveJob *job, GtkWidget *page, const char *path,
                           gpointer data);

/* ---- HTML page to share ---------------------------------------------------------------------- */

/* Saving the report as one HTML file to share. */

/* Asks for a file, and writes the session's report into it; of two compared reports, also their
 * differences. @page: shows the result. */
void poplens_share_save_ask (GtkWidget *page, PoplensSession *session);
/* Writes the HTML file to @path. */
void poplens_share_save_to (GtkWidget *page, PoplensSession *session, const char *path);

/* ---- trace for other programs ---------------------------------------------------------------- */

/* Saving the trace in a file format of other programs. */

/* Asks for a file, whose ending selects the format, and writes the part of the trace that @location
 * selects. @page: shows the result. */
void poplens_trace_save (GtkWidget *page, PoplensReport *report, PoplensLocation *location);
/* Writes the trace to @path, whose ending selects the format. */
void poplens_trace_save_to (GtkWidget *page, PoplensReport *report, PoplensLocation *location,
                            const char *path);

G_END_DECLS
