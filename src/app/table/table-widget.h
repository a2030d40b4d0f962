/* PoplensTableWidget: shows one table; sorts, filters and copies it. It does not know the session:
 * signals report what the user requests, and functions set what is shown.
 *
 * Signals:
 *   "filter-changed" (char *filter): the typed words; NULL: none
 *   "sort-changed"   (char *sort): see poplens_table_sort_click (); NULL: the table's own order
 *   "follow"         (char *link): the link of a row was activated
 *   "toast"          (char *text): a short message for the user */
#pragma once

#include "app/table/table-model.h"
#include "pages/core/page-table.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_TABLE_WIDGET (poplens_table_widget_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableWidget, poplens_table_widget, POPLENS, TABLE_WIDGET, GtkWidget)

/* Makes a table widget. @max_rows: maximum height in rows; a longer table scrolls. 0: the table
 * fills the height that it is allocated. */
GtkWidget *poplens_table_widget_new (guint max_rows);

/* Shows @table. @view: (transfer full) (nullable): rows for @filter and @sort, from
 * poplens_table_view_for (). Selection, expanded branches and scroll position stay if @table is the
 * previous table, or has the same name and shape. */
void poplens_table_widget_show_table (PoplensTableWidget *self, PoplensTable *table,
                                      PoplensTableView *view, const char *filter, const char *sort,
                                      PoplensByteUnit unit);
/* Sorts and filters the table on a worker, then shows the result. Does nothing if filter and sort
 * order are the same as before. */
void poplens_table_widget_set_state (PoplensTableWidget *self, const char *filter,
                                     const char *sort);
/* Shows or hides the filter field and the row count. */
void poplens_table_widget_set_filterable (PoplensTableWidget *self, gboolean filterable);

/* TRUE: a click on a row chooses the row (table-choice.h), and does not open its card or follow its
 * link. */
void poplens_table_widget_set_chooses (PoplensTableWidget *self, gboolean chooses);
gboolean poplens_table_widget_get_chooses (PoplensTableWidget *self);

/* Returns a box with row count and filter field. The caller places it beside the table's title.
 * (transfer none) */
GtkWidget *poplens_table_widget_get_tools (PoplensTableWidget *self);
/* Focuses the filter field. FALSE if the table has none. */
gboolean poplens_table_widget_focus_filter (PoplensTableWidget *self);

PoplensTable *poplens_table_widget_get_table (PoplensTableWidget *self);      /* (nullable) */
PoplensTableModel *poplens_table_widget_get_model (PoplensTableWidget *self); /* (nullable) */
GtkColumnView *poplens_table_widget_get_view (PoplensTableWidget *self);
/* TRUE while a worker sorts or filters. */
gboolean poplens_table_widget_is_busy (PoplensTableWidget *self);

/* Emits "toast". For table-actions.c. */
void poplens_table_widget_toast (PoplensTableWidget *self, const char *text);
/* Sorts as a click on the header of @column does; see poplens_table_sort_click (). */
void poplens_table_widget_click_heading (PoplensTableWidget *self, guint column);
/* Expands or collapses all branches of a tree. */
void poplens_table_widget_set_all_expanded (PoplensTableWidget *self, gboolean expanded);
void poplens_table_widget_follow (PoplensTableWidget *self, guint position);

/* ---- sort and filter in the location --------------------------------------------------------- */

/* Sort order and filter of a table, as texts in the location (pages/core/page-table.h). If the sort
 * order is NULL, rows are in the table's own order. */

/* Returns the sort order after the user clicked the header of @column. @sort: (nullable): sort
 * order before. The first click sorts numbers descending and texts ascending; the second reverses
 * that; the third returns to the table's own order. (transfer full) (nullable): NULL: the table's
 * own order. */
char *poplens_table_sort_click (const PoplensTable *table, const char *sort, guint column);

/* Sorts and filters @table; call on a worker. (transfer full) (nullable): NULL if there is neither
 * a filter nor a sort order, so that all rows are shown in the table's own order. */
PoplensTableView *poplens_table_view_for (const PoplensTable *table, const char *filter,
                                          const char *sort, GCancellable *cancellable);

/* ---- the keyboard focus among rows ----------------------------------------------------------- */

/* Keyboard focus among the rows of a table, for table-*.c: all rows are one Tab stop. In GTK 4.8
 * every row is a Tab stop, so Tab could hardly leave a table of 100,000 rows. */

/* Returns the widget of table row @row. (transfer none) (nullable): NULL if GTK made none, because
 * the row is not on the screen or near it. */
GtkWidget *poplens_table_row_widget (GtkColumnView *view, guint32 row);

G_END_DECLS
