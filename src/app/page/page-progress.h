/* How far the page is that is being made: a thin bar above what is on the screen. Another page than
 * this gives way at once, as it would pass for the new page, and after a moment there are words. */
#pragma once

#include <gtk/gtk.h>

#include "report/report.h"

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

G_END_DECLS
