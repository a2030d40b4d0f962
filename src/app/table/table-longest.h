/* How wide a table's columns have to be: their longest texts, found once, by a worker where there
 * is one. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct {
  char *text;    /* of the longest cell; NULL in a table without rows */
  int indent;    /* first column of a tree: pixels in front of the deepest row; else 0 */
  glong length;  /* of the text in letters, and of the indent of its row as if it were letters */
  glong breadth; /* about as wide as both are, in no unit */
} PoplensTableLongest;

/* Looks at the first rows and at some in ten places of all others, in every column, and keeps what
 * it finds with the table; nothing where that was done. Any thread. */
void poplens_table_find_longest (PoplensTable *table, PoplensByteUnit unit);
/* Of one column. (transfer full): poplens_table_longest_clear() */
PoplensTableLongest poplens_table_get_longest (PoplensTable *table, guint column,
                                               PoplensByteUnit unit);
void poplens_table_longest_clear (PoplensTableLongest *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTableLongest, poplens_table_longest_clear)

G_END_DECLS
