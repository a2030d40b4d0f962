/* How far the page is that is being made: a thin bar above what is on the screen, and where nothing
 * is yet, words. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Widgets belong to whoever put them into his tree. */
typedef struct {
  GtkWidget *bar;
  GtkWidget *empty; /* the child of @stack with the words */
  GtkWidget *spinner, *text;
  GtkStack *stack;
  guint delay, pulse;
  gboolean has_fraction;
} PoplensPageProgress;

/* Makes .bar and .empty; @stack: .empty comes into it, under that name. */
void poplens_page_progress_init (PoplensPageProgress *self, GtkStack *stack);
/* Something begins, and is shown where it takes a moment. */
void poplens_page_progress_begin (PoplensPageProgress *self);
/* @fraction: from 1 on nobody knows how much is left. */
void poplens_page_progress_tell (PoplensPageProgress *self, double fraction, const char *what);
void poplens_page_progress_end (PoplensPageProgress *self);

G_END_DECLS
