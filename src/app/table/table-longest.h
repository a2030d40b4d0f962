/* Finds the longest text of each column of a table, for the widths of columns. The result is cached
 * in the table; a worker can compute it in advance. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct {
  char *text; /* text of the longest cell; NULL in a table without rows */
  int indent; /* in the first column of a tree: indentation of the deepest row, in pixels; else 0 */
  glong length;  /* characters of .text, plus the indentation of its row in characters */
  glong breadth; /* estimated width of .text with indentation, in arbitrary units */
} PoplensTableLongest;

/* Samples the first rows, and some rows at ten places in the rest, of every column, and caches the
 * result in the table. Does nothing if there is one already. Any thread. */
void poplens_table_find_longest (PoplensTable *table, PoplensByteUnit unit);
/* Returns the longest text of a column. (transfer full): free with poplens_table_longest_clear ()
 */
PoplensTableLongest poplens_table_get_longest (PoplensTable *table, guint column,
                                               PoplensByteUnit unit);
void poplens_table_longest_clear (PoplensTableLongest *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTableLongest, poplens_table_longest_clear)

G_END_DECLS
