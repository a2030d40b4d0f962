/* Rows in the order of a column. Private to the tables. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Puts @rows (of guint32) in order: equal rows stay as they are, and what is not recorded goes last
 * whatever the direction. FALSE where cancelled. */
gboolean poplens_table_sort_rows (const PoplensTable *table, PoplensSortKey key, GArray *rows,
                                  GCancellable *cancellable);
/* Without case, numbers within by their value: copy9 before copy10. */
int poplens_table_compare_texts (const char *a, const char *b);

G_END_DECLS
