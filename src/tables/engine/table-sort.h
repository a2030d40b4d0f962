/* Sorts the rows of a table by a column. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Sorts @rows (guint32). Equal rows keep their order, and NULLs go last in both directions. FALSE
 * if cancelled. */
gboolean poplens_table_sort_rows (const PoplensTable *table, PoplensSortKey key, GArray *rows,
                                  GCancellable *cancellable);
/* Compares texts without case, and numbers in them by value: copy9 before copy10. */
int poplens_table_compare_texts (const char *a, const char *b);

G_END_DECLS
