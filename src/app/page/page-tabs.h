/* PoplensPageTabs: the tables and charts of a page as tabs. The filter field and tools of the tab
 * in front are at the end of the row of tabs. A tab shows a table, a chart, a spinner, a question
 * (poplens_page_tabs_ask ()), or the reason why it is empty; page-follow.h decides which. If a tab
 * has several views, a menu after its name chooses one. A click on the tab in front hides
 * everything below the row of tabs, or shows it again.
 *
 * Signals:
 *   "closed" (gboolean closed): the contents below the row of tabs were hidden or shown */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_TABS (poplens_page_tabs_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageTabs, poplens_page_tabs, POPLENS, PAGE_TABS, GtkWidget)

GtkWidget *poplens_page_tabs_new (PoplensSession *session);
/* Shows the tables of @bundle. Keeps the widgets of tables with the same key. */
void poplens_page_tabs_show (PoplensPageTabs *self, PoplensPageBundle *bundle);
void poplens_page_tabs_follow_location (PoplensPageTabs *self, const PoplensLocation *location);
gboolean poplens_page_tabs_focus_search (PoplensPageTabs *self);
/* Replaces the table of section @index of the shown page, or shows @why_not. Columns, sort, filter
 * and scroll position stay. @view: (transfer full) (nullable): the rows of @table, sorted and
 * filtered for @location. */
void poplens_page_tabs_update (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                               const PoplensLocation *location, PoplensTable *table,
                               PoplensTableView *view, const char *why_not);
/* Shows a question in place of section @index, whose contents would read @bytes over a link. Emits
 * "load" (key) if the user accepts. */
void poplens_page_tabs_ask (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                            guint64 bytes);
/* Shows @chart in place of the chart of section @index. */
void poplens_page_tabs_update_chart (PoplensPageTabs *self, PoplensPageBundle *bundle, guint index,
                                     PoplensTabChart *chart);
/* Shows progress in tab @key, if it is in front. @what: (nullable): what is being done; NULL hides
 * the progress. */
void poplens_page_tabs_tell (PoplensPageTabs *self, const char *key, double fraction,
                             const char *what);
/* Returns the key of the tab in front. (nullable): NULL if there are no tabs. */
const char *poplens_page_tabs_get_tab (PoplensPageTabs *self);
/* TRUE if the tab @key shows a table, not a reason why there is none. */
gboolean poplens_page_tabs_has_table (PoplensPageTabs *self, const char *key);
/* TRUE: shows the section with PoplensTabLook.is_beside in the column beside the page's chart.
 * FALSE, the default: shows it in a tab. */
void poplens_page_tabs_set_beside (PoplensPageTabs *self, gboolean has_beside);
/* Returns the box for the column beside the page's chart. (transfer none) */
GtkWidget *poplens_page_tabs_get_column (PoplensPageTabs *self);
/* Returns the key of the section in the column beside the page's chart. (nullable): NULL if there
 * is none. */
const char *poplens_page_tabs_get_beside (PoplensPageTabs *self);
guint poplens_page_tabs_n_tabs (PoplensPageTabs *self);

G_END_DECLS
