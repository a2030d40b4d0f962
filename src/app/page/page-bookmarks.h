/* Bookmarks of a trace: shows them as flags on its chart and overview, edits their notes, and lists
 * them. */
#pragma once

#include "app/chart/chart-overview.h"
#include "app/chart/chart-widget.h"
#include "app/page/page-follow.h"
#include "app/window/session.h"

G_BEGIN_DECLS

typedef struct _PoplensPageBookmarks PoplensPageBookmarks;

/* Creates the object that shows the bookmarks of a page. @chart, @overview: have the flags.
 * @follow: reloads the table of bookmarks after a change. @chart, @overview and @follow must
 * outlive the result. */
PoplensPageBookmarks *poplens_page_bookmarks_new (PoplensSession *session,
                                                  PoplensChartWidget *chart,
                                                  PoplensChartOverview *overview,
                                                  PoplensPageFollow *follow);
void poplens_page_bookmarks_free (PoplensPageBookmarks *self);
/* Sets the flags to the bookmarks of the present location. @shown: FALSE: removes the flags. */
void poplens_page_bookmarks_follow (PoplensPageBookmarks *self, gboolean shown);
/* Installs the actions for bookmarks. @activate must pass them to poplens_page_bookmarks_do ().
 *
 *   "bookmarks.add": asks for the note of a new bookmark at the pointer, else at the start of the
 * selection, else in the middle of the view. Inside of a selected range, the bookmark covers the
 * range. "bookmarks.list": lists all bookmarks. "bookmarks.undo": restores the last deleted
 * bookmark. "bookmarks.edit", "bookmarks.delete" (char *name): of a bookmark (report/bookmarks.h);
 * deleting offers Undo. */
void poplens_page_bookmarks_install (GtkWidgetClass *widget_class,
                                     GtkWidgetActionActivateFunc activate);
void poplens_page_bookmarks_do (PoplensPageBookmarks *self, const char *action,
                                GVariant *parameter);

G_END_DECLS
