/* Progress of building a page: a thin bar above the page and, after a short delay, texts in place
 * of the page. */
#pragma once

#include "report/report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Widgets of a progress display; owned by their parents. */
typedef struct {
  GtkWidget *bar;
  GtkWidget *empty; /* child of .stack with the texts; shown while there is no page */
  GtkWidget *box, *spinner, *title, *text, *bytes, *cancel;
  GtkStack *stack;
  GtkWidget *page; /* (nullable): child of .stack that stays visible during the build */
  guint delay, pulse;
  gboolean has_fraction;
  PoplensReport *report; /* (nullable): remote report, whose received bytes are shown */
  guint64 expected, before;
} PoplensPageProgress;

/* Makes .bar and .empty. @stack: gets .empty as a child with the name "empty". */
void poplens_page_progress_init (PoplensPageProgress *self, GtkStack *stack);
/* Starts building page @title of @report; shows progress after a short delay. @page: (nullable):
 * child of the stack that stays visible during the build. @before: (nullable): child with the
 * previous page; it stays visible until progress is shown. */
void poplens_page_progress_begin (PoplensPageProgress *self, PoplensReport *report,
                                  const char *title, GtkWidget *page, GtkWidget *before);
/* Sets how many bytes will be read over a link; 0: unknown. */
void poplens_page_progress_expect (PoplensPageProgress *self, guint64 bytes);
/* Updates the texts and the bar. @fraction: part of the work that is done; 1 or more: unknown.
 * @what: what is being done. */
void poplens_page_progress_tell (PoplensPageProgress *self, double fraction, const char *what);
void poplens_page_progress_end (PoplensPageProgress *self);

/* ---- progress in a tab ----------------------------------------------------------------------- */

/* Progress in a tab: a text and a bar over the lower edge of the tab's contents, which stay
 * visible. */

/* Makes an overlay around @child, a tab's contents, that can show progress. */
GtkWidget *poplens_tab_progress_new (GtkWidget *child);
/* Updates the text and the bar. @fraction: 0 … 1. @what: (nullable): what is being done, such as
 * "Reading the cycles of steps"; NULL hides text and bar. */
void poplens_tab_progress_tell (GtkWidget *self, double fraction, const char *what);

/* ---- progress of a worker -------------------------------------------------------------------- */

/* Passes progress of a worker (base/work.h) to the main thread. Only the latest report is passed
 * on, and fractions never decrease. */

/* Starts to watch work that @cancellable can cancel. Call on the main thread, before the work
 * starts. @func: called with the progress, on the main thread, until poplens_work_unwatch () is
 * called or @cancellable is cancelled. */
void poplens_work_watch (GCancellable *cancellable, PoplensProgressFunc func, gpointer data);
/* Stops to watch the work of @cancellable. Call when the work has ended. */
void poplens_work_unwatch (GCancellable *cancellable);

G_END_DECLS
