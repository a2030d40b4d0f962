/* PoplensPageTabs: the tables of a page as tabs, each with its filter field beside them; and
 * charts that stand in tabs. A tab has one of: a table or a chart, a table that is made once the
 * tab is in front, a spinner, a question (poplens_page_tabs_ask ()), or a sentence that says why
 * there is none. When what it has is made again: page-follow.h. A tab with several views has an
 * arrow behind its name, with a menu of them. A click on the tab in front closes all but the row of
 * tabs.
 *
 * Signals:
 *   "closed" (gboolean closed) */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_TABS (poplens_page_tabs_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageTabs, poplens_page_tabs, POPLENS, PAGE_TABS, GtkWidget)

GtkWidget *poplens_page_tabs_new (PoplensSession *session);
/* Shows the tables of @bundle; those of the same key keep their widgets. */
void poplens_page_tabs_show (PoplensPageTabs *self, PoplensPageBundle *bundle);
void poplens_page_tabs_follow_location (PoplensPageTabs *self, const PoplensLocation *location);
gboolean poplens_page_tabs_focus_search (PoplensPageTabs *self);
/* Another table for section @index of the page that is shown, or why there is none. Columns, sort,
 * filter and scroll position stay. @view: (transfer full) (nullable): its rows for @location */
void poplens_page_tabs_update (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                               const PoplensLocation *location, PoplensTable *table,
                               PoplensTableView *view, const char *why_not);
/* What section @index shows would bring @bytes over a link: in its place a question. Signal "load"
 * (key): it is to be loaded. */
void poplens_page_tabs_ask (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                            guint64 bytes);
/* What the chart of section @index is now. */
void poplens_page_tabs_update_chart (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                                     PoplensTabChart *chart);
/* How far what tab @key waits for has come, where it is in front. @what: NULL: nothing any more. */
void poplens_page_tabs_tell (PoplensPageTabs *self, const char *key, double fraction,
                             const char *what);
/* Key of the tab that is on top; NULL where there is none. */
const char *poplens_page_tabs_get_tab (PoplensPageTabs *self);
/* Whether the tab of that key shows a table, and not why there is none. */
gboolean poplens_page_tabs_has_table (PoplensPageTabs *self, const char *key);
/* Shows the section with PoplensTabLook.is_beside in the column beside the page's chart, or, as at
 * first, as a tab. */
void poplens_page_tabs_set_beside (PoplensPageTabs *self, gboolean has_beside);
/* The box of that column. (transfer none) */
GtkWidget *poplens_page_tabs_get_column (PoplensPageTabs *self);
/* Key of the section in the column. (nullable): NULL if there is none */
const char *poplens_page_tabs_get_beside (PoplensPageTabs *self);
guint poplens_page_tabs_n_tabs (PoplensPageTabs *self);

G_END_DECLS
