/* Judges the rows of a table that compares two reports: which changed or got worse by more than a
 * threshold. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

#define POPLENS_NO_THRESHOLD -1.0

/* Counts the rows that both reports record and that differ. */
guint32 poplens_compare_count_changed (const PoplensTable *table);
/* Returns the rows that changed by more than @percent. With @worse only those that got worse: whose
 * column "verdict" says worse or new; in tables without that column, those with more bytes or
 * cycles of the main measure, including added ones, except time outside the program. (transfer
 * full) */
PoplensTable *poplens_compare_rows_beyond (PoplensTable *table, gboolean worse, double percent);
/* Returns the key ("cycles") of the main measure: the first in which a row changed, else the first.
 * (transfer full) (nullable): NULL if the table has no measures */
char *poplens_compare_main_measure (const PoplensTable *table);
/* Returns the names of the columns to show for @measure (nullable: the main measure), or all
 * columns of a table without measures. (transfer full): NULL-terminated */
GStrv poplens_compare_columns (const PoplensTable *table, const char *measure);
/* Finds the key that sorts by the size of a change, ascending. @name: of a column or a measure.
 * FALSE if it is neither. */
gboolean poplens_compare_find_sorted (const PoplensTable *table, const char *name,
                                      PoplensSortKey *key);

G_END_DECLS
