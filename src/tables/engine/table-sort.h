/* Sorts the rows of a table by a column. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Sorts @rows (guint32) by a column. Rows with equal values keep their order. NULLs go last,
 * ascending or descending. FALSE if cancelled. */
gboolean poplens_table_sort_rows (const PoplensTable *table, PoplensSortKey key, GArray *rows,
                                  GCancellable *cancellable);
/* Compares texts without case, and numbers in them by value: copy9 before copy10. */
int poplens_table_compare_texts (const char *a, const char *b);

G_END_DECLS
