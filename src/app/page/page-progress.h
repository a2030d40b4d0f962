/* How far the page is that is being made: a thin bar above what is on the screen. Another page than
 * this gives way at once, as it would pass for the new page, and after a moment there are words. */
#pragma once

#include "report/report.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Widgets belong to whoever put them into his tree. */
typedef struct {
  GtkWidget *bar;
  GtkWidget *empty; /* the child of @stack with the words */
  GtkWidget *box, *spinner, *title, *text, *bytes, *cancel;
  GtkStack *stack;
  GtkWidget *page; /* (nullable): the child of @stack that may stay meanwhile */
  guint delay, pulse;
  gboolean has_fraction;
  PoplensReport *report; /* whose bytes are counted as they come over a link; NULL: none */
  guint64 expected, before;
} PoplensPageProgress;

/* Makes .bar and .empty; @stack: .empty comes into it, under that name. */
void poplens_page_progress_init (PoplensPageProgress *self, GtkStack *stack);
/* Page @title of @report begins, and is shown where it takes a moment. @page: (nullable): as above.
 * @before: (nullable): what the page was shown in, maybe of another report: where it is on the
 * screen it stays for that moment. */
void poplens_page_progress_begin (PoplensPageProgress *self, PoplensReport *report,
                                  const char *title, GtkWidget *page, GtkWidget *before);
/* What comes over a link, in all; 0: not known. */
void poplens_page_progress_expect (PoplensPageProgress *self, guint64 bytes);
/* @fraction: from 1 on nobody knows how much is left. */
void poplens_page_progress_tell (PoplensPageProgress *self, double fraction, const char *what);
void poplens_page_progress_end (PoplensPageProgress *self);

/* ---- in a tab -------------------------------------------------------------------------------- */

/* How far what a tab waits for has come: a few words and a bar over the lower edge of what the tab
 * shows until then, which stays as it is. */

/* An overlay around @child. */
GtkWidget *poplens_tab_progress_new (GtkWidget *child);
/* @fraction: 0 … 1. @what: "Reading the cycles of steps"; NULL: nothing is waited for. */
void poplens_tab_progress_tell (GtkWidget *self, double fraction, const char *what);

/* ---- what a worker tells --------------------------------------------------------------------- */

/* What a worker tells of its work (base/work.h), for the main thread: at most one word at a time is
 * on its way, the newest, and what was told never goes back. */

/* Before the work starts, on the main thread: @func hears there what is told by way of
 * @cancellable, until that is cancelled or … */
void poplens_work_watch (GCancellable *cancellable, PoplensProgressFunc func, gpointer data);
/* … the work is done, and whoever started it calls this. */
void poplens_work_unwatch (GCancellable *cancellable);

G_END_DECLS
