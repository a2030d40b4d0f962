/* Bookmarks of a trace on its page: flags on the chart and on its strip, a field for a note, and
 * the list of all. */
#pragma once

#include "app/chart/chart-overview.h"
#include "app/chart/chart-widget.h"
#include "app/page/page-follow.h"
#include "app/window/session.h"

G_BEGIN_DECLS

typedef struct _PoplensPageBookmarks PoplensPageBookmarks;

/* @chart, @overview, @follow: outlive it; @follow makes the table of them again. */
PoplensPageBookmarks *poplens_page_bookmarks_new (PoplensSession *session,
                                                  PoplensChartWidget *chart,
                                                  PoplensChartOverview *overview,
                                                  PoplensPageFollow *follow);
void poplens_page_bookmarks_free (PoplensPageBookmarks *self);
/* Flags where @shown, none elsewhere. */
void poplens_page_bookmarks_follow (PoplensPageBookmarks *self, gboolean shown);
/* Actions of the page, for poplens_page_bookmarks_do (): "bookmarks.add" asks for the note of one
 * at the pointer, else at what is selected, else in the middle; in the selected range, of that.
 * "bookmarks.list" lists all; "bookmarks.undo" brings back the one that was deleted last, and so
 * on. "bookmarks.edit" and "bookmarks.delete" have the name of one (report/bookmarks.h) as target;
 * what is deleted can be had back. */
void poplens_page_bookmarks_install (GtkWidgetClass *widget_class,
                                     GtkWidgetActionActivateFunc activate);
void poplens_page_bookmarks_do (PoplensPageBookmarks *self, const char *action,
                                GVariant *parameter);

G_END_DECLS
