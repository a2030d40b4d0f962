/* Judges the rows of a table that compares two reports: which changed or got worse by more than a
 * threshold. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

#define POPLENS_NO_THRESHOLD -1.0

/* Counts the rows that changed, were added or were removed. */
guint32 poplens_compare_count_changed (const PoplensTable *table);
/* Returns a table of the rows that changed by more than @percent. @worse: returns only rows that
 * got worse. Such rows have a verdict such as "worse" or "new" or, in a table without verdicts,
 * more bytes or cycles. (transfer full) */
PoplensTable *poplens_compare_rows_beyond (PoplensTable *table, gboolean worse, double percent);
/* Returns the name of the main measure, such as "cycles": the first measure that changed in any
 * row, or else the first. (transfer full) (nullable): NULL if the table has no measures */
char *poplens_compare_main_measure (const PoplensTable *table);
/* Returns the names of the columns to show. @measure: (nullable): measure whose columns to show;
 * NULL or an unknown name: the main measure. A table without measures shows all columns. (transfer
 * full): NULL-terminated */
GStrv poplens_compare_columns (const PoplensTable *table, const char *measure);
/* Finds the column to sort by for @name, a column or a measure. A measure is sorted by the absolute
 * value of its change. @key: (out): sort key, in ascending order. FALSE if there is no such column.
 */
gboolean poplens_compare_find_sorted (const PoplensTable *table, const char *name,
                                      PoplensSortKey *key);

G_END_DECLS
