/* How a table is sorted and filtered, as the location writes it: filter.TABLE is words, sort.TABLE
 * is COLUMN or -COLUMN. NULL means the table's own order. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* The column that @sort names, or that the table sorts by itself where @sort is NULL or names none;
 * -1: the rows' own order. */
int poplens_table_sort_parse (const PoplensTable *table, const char *sort, gboolean *descending);
/* (transfer full) (nullable): NULL for column -1. */
char *poplens_table_sort_write (const PoplensTable *table, int column, gboolean descending);
/* What a click on @column's header makes of @sort: numbers start with the largest, texts with A,
 * the second click turns round, the third goes back to the table's own order. (transfer full)
 * (nullable) */
char *poplens_table_sort_click (const PoplensTable *table, const char *sort, guint column);

/* The keys of a location for this table. (transfer full) */
char *poplens_table_filter_key (const PoplensTable *table);
char *poplens_table_sort_key (const PoplensTable *table);

/* NULL where all rows in their order are wanted: then there is nothing to compute. On a worker. */
PoplensTableView *poplens_table_view_for (const PoplensTable *table, const char *filter,
                                          const char *sort, GCancellable *cancellable);

G_END_DECLS
