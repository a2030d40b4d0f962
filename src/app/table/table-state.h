/* How a table is sorted and filtered, as the location writes it (pages/core/page-table.h), and what
 * clicks make of it. NULL means the table's own order. */
#pragma once

#include "pages/core/page-table.h"

G_BEGIN_DECLS

/* What a click on @column's header makes of @sort: numbers start with the largest, texts with A,
 * the second click turns round, the third goes back to the table's own order. (transfer full)
 * (nullable) */
char *poplens_table_sort_click (const PoplensTable *table, const char *sort, guint column);

/* NULL where all rows in their order are wanted: then there is nothing to compute. On a worker. */
PoplensTableView *poplens_table_view_for (const PoplensTable *table, const char *filter,
                                          const char *sort, GCancellable *cancellable);

G_END_DECLS
