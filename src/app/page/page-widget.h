/* PoplensPageWidget: base class of pages in the window. It has the tool bar and, except for
 * documents, notices and tabs. A subclass per layout shows the contents: PoplensPageChart,
 * PoplensPageSplit, PoplensPageDocument. */
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

/* The fields are for subclasses only. */
typedef struct {
  GtkWidget parent_instance;
  PoplensSession *session;   /* property "session" */
  PoplensPageBundle *bundle; /* (nullable): the shown page */
  GtkWidget *toolbar;
  GtkWidget *outer;          /* scrolled window around the whole page */
  GtkWidget *notices, *tabs; /* NULL for documents */
  GtkWidget *column;         /* column beside the chart; NULL for documents */
  gboolean is_wide;          /* window and page are wide enough for .column */
  GtkWidget *partial;        /* label that says what a partial page waits for; NULL for documents */
  PoplensPageFollow *follow; /* makes the contents of .tabs */
} PoplensPageWidget;

typedef struct {
  GtkWidgetClass parent_class;
  /* Shows .bundle, which replaced @before (nullable). Sections that were there before keep their
   * widgets, collapsed state, rows and scroll positions. */
  void (*show) (PoplensPageWidget *self, PoplensPageBundle *before);
  /* Applies view, selection, tab, sort and filter of @location. Nothing is built except contents of
   * tabs. */
  void (*follow_location) (PoplensPageWidget *self, const PoplensLocation *location);
  /* Focuses the contents. NULL: the first child gets the focus. */
  gboolean (*focus) (PoplensPageWidget *self);
  /* Focuses the search field. The default looks for it in the tool bar, then in the tabs. */
  gboolean (*focus_search) (PoplensPageWidget *self);
  /* (nullable): returns the chart of the page; NULL: the page has no chart */
  PoplensChartWidget *(*get_chart) (PoplensPageWidget *self);
} PoplensPageWidgetClass;

GType poplens_page_widget_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensPageWidget, g_object_unref)

void poplens_page_widget_show (PoplensPageWidget *self, PoplensPageBundle *bundle);
void poplens_page_widget_follow_location (PoplensPageWidget *self, const PoplensLocation *location);
/* Shows the values of @location in the tool bar at once, without waiting for the page, which is
 * still being built. */
void poplens_page_widget_follow_choices (PoplensPageWidget *self, const PoplensLocation *location);
gboolean poplens_page_widget_focus (PoplensPageWidget *self);
gboolean poplens_page_widget_focus_search (PoplensPageWidget *self);
/* Returns the chart of the page. (nullable): NULL if the layout has no chart */
PoplensChartWidget *poplens_page_widget_get_chart (PoplensPageWidget *self);

/* Builds the widgets of a page with tabs; subclasses call it in constructed (). @divider: result of
 * poplens_page_divider_new (); gets the tabs as its lower child. */
void poplens_page_widget_build (PoplensPageWidget *self, gboolean with_chart, GtkWidget *divider);
/* Makes the tool bar of a document. The caller places it. Pages with tabs call
 * poplens_page_widget_build () instead. */
GtkWidget *poplens_page_widget_make_toolbar (PoplensPageWidget *self, gboolean with_chart);
/* Sets the contents of a document. */
void poplens_page_widget_set_child (PoplensPageWidget *self, GtkWidget *child);
/* Connects to the signal "choice" of @widget, with a key and a value. Each choice sets the value of
 * that key of the session's location. */
void poplens_page_widget_listen (PoplensPageWidget *self, GtkWidget *widget);

/* ---- notices --------------------------------------------------------------------------------- */

/* Makes the box of notices above a chart. Warnings and single notices are always visible; a button
 * shows and hides the others. */

GtkWidget *poplens_page_notices_new (void); /* (floating) */
/* Shows the notices of @page; hides itself if there are none. */
void poplens_page_notices_show (GtkWidget *self, PoplensSession *session, const PoplensPage *page);
/* Returns the text that says what a partial page waits for; poplens_page_notices_show () leaves it
 * out. (nullable) */
const char *poplens_page_partial_text (const PoplensPage *page);

G_END_DECLS
