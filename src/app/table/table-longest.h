/* Finds the longest text in each column of a table, which determines the column's width. The result
 * is cached in the table. A worker can compute it in advance. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

typedef struct {
  char *text;   /* text of the longest cell in the column; NULL in a table without rows */
  int indent;   /* largest indentation of a text in the first column, in pixels, including arrow and
                   colour mark; 0 in other columns */
  glong length; /* length of .text plus its indentation, in characters */
  glong breadth; /* estimated width of .text plus its indentation, in tenths of an average character
                  */
} PoplensTableLongest;

/* Finds the longest texts of all columns and caches them in the table. Reads only the first rows,
 * and some rows at ten positions in the rest. Does nothing if they are cached already. Any thread.
 */
void poplens_table_find_longest (PoplensTable *table, PoplensByteUnit unit);
/* Returns the longest text of a column. (transfer full): free with poplens_table_longest_clear ()
 */
PoplensTableLongest poplens_table_get_longest (PoplensTable *table, guint column,
                                               PoplensByteUnit unit);
void poplens_table_longest_clear (PoplensTableLongest *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensTableLongest, poplens_table_longest_clear)

G_END_DECLS
