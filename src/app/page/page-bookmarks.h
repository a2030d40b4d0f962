/* Bookmarks of a trace: flags on its chart and overview, a field for their notes, and a list of
 * all. */
#pragma once

#include "app/chart/chart-overview.h"
#include "app/chart/chart-widget.h"
#include "app/page/page-follow.h"
#include "app/window/session.h"

G_BEGIN_DECLS

typedef struct _PoplensPageBookmarks PoplensPageBookmarks;

/* Makes the bookmarks of a page. @chart, @overview: show the flags. @follow: reloads the table of
 * bookmarks after a change. All three must outlive the result. */
PoplensPageBookmarks *poplens_page_bookmarks_new (PoplensSession *session,
                                                  PoplensChartWidget *chart,
                                                  PoplensChartOverview *overview,
                                                  PoplensPageFollow *follow);
void poplens_page_bookmarks_free (PoplensPageBookmarks *self);
/* Updates the flags for the location. @shown: FALSE: shows none. */
void poplens_page_bookmarks_follow (PoplensPageBookmarks *self, gboolean shown);
/* Installs the actions, which @activate must pass to poplens_page_bookmarks_do (). "bookmarks.add"
 * asks for the note of a new bookmark at the pointer, else at the start of the selection, else in
 * the middle; inside of the selected range, it covers the range. "bookmarks.list" lists all;
 * "bookmarks.undo" restores the one that was deleted last. "bookmarks.edit" and "bookmarks.delete"
 * take the name of one (report/bookmarks.h); deleting offers Undo. */
void poplens_page_bookmarks_install (GtkWidgetClass *widget_class,
                                     GtkWidgetActionActivateFunc activate);
void poplens_page_bookmarks_do (PoplensPageBookmarks *self, const char *action,
                                GVariant *parameter);

G_END_DECLS
