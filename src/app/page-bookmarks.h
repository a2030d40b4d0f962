/* Bookmarks of a trace on its page: flags on the chart and on its strip, a field for a note, and
 * the list of all. */
#pragma once

#include "app/chart-overview.h"
#include "app/chart-widget.h"
#include "app/session.h"

G_BEGIN_DECLS

typedef struct _PoplensPageBookmarks PoplensPageBookmarks;

/* @chart, @overview: outlive it. */
PoplensPageBookmarks *poplens_page_bookmarks_new (PoplensSession *session,
                                                  PoplensChartWidget *chart,
                                                  PoplensChartOverview *overview);
void poplens_page_bookmarks_free (PoplensPageBookmarks *self);
/* Flags where @shown, none elsewhere. */
void poplens_page_bookmarks_follow (PoplensPageBookmarks *self, gboolean shown);
/* Asks for the note of one at the pointer, else at what is selected, else in the middle. */
void poplens_page_bookmarks_add (PoplensPageBookmarks *self);
void poplens_page_bookmarks_list (PoplensPageBookmarks *self);

G_END_DECLS
