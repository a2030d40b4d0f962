/* PoplensPageWidget: a page in the window: the tool bar of its choices and, but for a document,
 * notices and tabs. A class for each layout shows the rest: PoplensPageChart, PoplensPageSplit,
 * PoplensPageDocument. */
#pragma once

#include "app/chart/chart-widget.h"
#include "app/page/page-follow.h"
#include "app/window/session.h"
#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_WIDGET (poplens_page_widget_get_type ())
#define POPLENS_PAGE_WIDGET(object)                                                                \
  (G_TYPE_CHECK_INSTANCE_CAST ((object), POPLENS_TYPE_PAGE_WIDGET, PoplensPageWidget))
#define POPLENS_PAGE_WIDGET_CLASS(klass)                                                           \
  (G_TYPE_CHECK_CLASS_CAST ((klass), POPLENS_TYPE_PAGE_WIDGET, PoplensPageWidgetClass))
#define POPLENS_IS_PAGE_WIDGET(object)                                                             \
  (G_TYPE_CHECK_INSTANCE_TYPE ((object), POPLENS_TYPE_PAGE_WIDGET))

/* For its classes. */
typedef struct {
  GtkWidget parent_instance;
  PoplensSession *session;   /* property "session" */
  PoplensPageBundle *bundle; /* what is shown, or NULL */
  GtkWidget *toolbar;
  GtkWidget *outer;          /* all of it, scrolling */
  GtkWidget *notices, *tabs; /* … and of a document NULL */
  GtkWidget *column;         /* what stands beside its chart; of a document NULL */
  gboolean is_wide;          /* there is room for that */
  GtkWidget *partial;        /* what is still to come of it; of a document NULL */
  PoplensPageFollow *follow; /* the tabs about what is chosen or in view */
} PoplensPageWidget;

typedef struct {
  GtkWidgetClass parent_class;
  /* @self has another bundle than @before (nullable). Widgets of sections that were there before
   * stay, with their folds, rows and scroll positions. */
  void (*show) (PoplensPageWidget *self, PoplensPageBundle *before);
  /* View, selection, tab, sort and filter follow @location; nothing is built but tabs. */
  void (*follow_location) (PoplensPageWidget *self, const PoplensLocation *location);
  gboolean (*focus) (PoplensPageWidget *self); /* its first child, where it has no better one */
  gboolean (*focus_search) (PoplensPageWidget *self);         /* in the tool bar or the tabs */
  PoplensChartWidget *(*get_chart) (PoplensPageWidget *self); /* NULL: it has none */
} PoplensPageWidgetClass;

GType poplens_page_widget_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPageWidget, g_object_unref)

void poplens_page_widget_show (PoplensPageWidget *self, PoplensPageBundle *bundle);
void poplens_page_widget_follow_location (PoplensPageWidget *self, const PoplensLocation *location);
/* The choices of the tool bar follow @location at once, while what they ask for is being built. */
void poplens_page_widget_follow_choices (PoplensPageWidget *self, const PoplensLocation *location);
gboolean poplens_page_widget_focus (PoplensPageWidget *self);
gboolean poplens_page_widget_focus_search (PoplensPageWidget *self);
/* (nullable) */
PoplensChartWidget *poplens_page_widget_get_chart (PoplensPageWidget *self);

/* For its classes, once constructed. Tool bar and notices above @divider, whose end are the
 * tabs. */
void poplens_page_widget_build (PoplensPageWidget *self, gboolean with_chart, GtkWidget *divider);
/* Or: the tool bar, to be put where it stands; all of it. */
GtkWidget *poplens_page_widget_make_toolbar (PoplensPageWidget *self, gboolean with_chart);
void poplens_page_widget_set_child (PoplensPageWidget *self, GtkWidget *child);
/* @widget has a signal "choice" (char *key, char *value): it leads to there. */
void poplens_page_widget_listen (PoplensPageWidget *self, GtkWidget *widget);

/* ---- notices --------------------------------------------------------------------------------- */

/* The notices above a chart. Warnings are always open; notes are behind a button at the end of
 * their line, and stay open or closed as the user left them. A note that is the only notice is
 * open, too. */

GtkWidget *poplens_page_notices_new (void); /* (floating) */
/* Hides itself where @page has none. */
void poplens_page_notices_show (GtkWidget *self, PoplensSession *session, const PoplensPage *page);
/* What a partial page waits for: not among them. (nullable) */
const char *poplens_page_partial_text (const PoplensPage *page);

G_END_DECLS
