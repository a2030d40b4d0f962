/* PoplensTableWidget: shows one table: sortable, filterable, copyable. It knows no session: what
 * the user wants comes out as signals, and what is to be shown comes in.
 *
 * Signals:
 *   "filter-changed" (char *filter): words typed; NULL: none
 *   "sort-changed"   (char *sort): see poplens_table_sort_click (); NULL: the table's own order
 *   "follow"         (char *link): a row's location was activated
 *   "toast"          (char *text): something worth a short message
 */
#pragma once

#include "app/table/table-model.h"
#include "pages/core/page-table.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_TABLE_WIDGET (poplens_table_widget_get_type ())
G_DECLARE_FINAL_TYPE (PoplensTableWidget, poplens_table_widget, POPLENS, TABLE_WIDGET, GtkWidget)

/* @max_rows: 0: as high as there is room, scrolling; else as high as its rows, and more than so
 * many scroll. */
GtkWidget *poplens_table_widget_new (guint max_rows);

/* Shows @table. @view: (transfer full) (nullable): its rows for @filter and @sort, as
 * poplens_table_view_for() made it on a worker. Selection, folds and scroll position stay where the
 * table is the same, or one of the same name and shape. */
void poplens_table_widget_show_table (PoplensTableWidget *self, PoplensTable *table,
                                      PoplensTableView *view, const char *filter, const char *sort,
                                      PoplensByteUnit unit);
/* Sorts and filters the shown table on a worker, then shows that; does nothing where it is so. */
void poplens_table_widget_set_state (PoplensTableWidget *self, const char *filter,
                                     const char *sort);
/* Whether get_tools() has a filter field. */
void poplens_table_widget_set_filterable (PoplensTableWidget *self, gboolean filterable);

/* A click on a row chooses it (table-choice.h), and does nothing else. */
void poplens_table_widget_set_chooses (PoplensTableWidget *self, gboolean chooses);
gboolean poplens_table_widget_get_chooses (PoplensTableWidget *self);

/* The count of rows and the filter field, for wherever the table's title stands. (transfer none) */
GtkWidget *poplens_table_widget_get_tools (PoplensTableWidget *self);
/* FALSE where there is no filter field. */
gboolean poplens_table_widget_focus_filter (PoplensTableWidget *self);

PoplensTable *poplens_table_widget_get_table (PoplensTableWidget *self);      /* or NULL */
PoplensTableModel *poplens_table_widget_get_model (PoplensTableWidget *self); /* or NULL */
GtkColumnView *poplens_table_widget_get_view (PoplensTableWidget *self);
/* TRUE while a worker sorts or filters. */
gboolean poplens_table_widget_is_busy (PoplensTableWidget *self);

/* For table-actions.c: saying something. */
void poplens_table_widget_toast (PoplensTableWidget *self, const char *text);
/* Sorts by that column, the other way, or not any more, as a click on its heading does. */
void poplens_table_widget_click_heading (PoplensTableWidget *self, guint column);
/* Opens or closes all branches of a tree. */
void poplens_table_widget_set_all_expanded (PoplensTableWidget *self, gboolean expanded);
void poplens_table_widget_follow (PoplensTableWidget *self, guint position);

/* ---- sort and filter as the location writes them --------------------------------------------- */

/* How a table is sorted and filtered, as the location writes it (pages/core/page-table.h), and what
 * clicks make of it. NULL means the table's own order. */

/* What a click on @column's header makes of @sort: numbers start with the largest, texts with A,
 * the second click turns round, the third goes back to the table's own order. (transfer full)
 * (nullable) */
char *poplens_table_sort_click (const PoplensTable *table, const char *sort, guint column);

/* NULL where all rows in their order are wanted: then there is nothing to compute. On a worker. */
PoplensTableView *poplens_table_view_for (const PoplensTable *table, const char *filter,
                                          const char *sort, GCancellable *cancellable);

/* ---- the keyboard focus among rows ----------------------------------------------------------- */

/* The keyboard focus among the rows of a table; for table-*.c. GTK 4.8 makes every row a stop of
 * the Tab key, so that nobody would get out of 100,000 of them; and where its first row is scrolled
 * away it goes there and selects it. */

/* The widget of @row on the screen or near it, or NULL. */
GtkWidget *poplens_table_row_widget (GtkColumnView *view, guint32 row);

G_END_DECLS
