/* Whether what a table of comparison shows is more than is allowed. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

#define POPLENS_NO_THRESHOLD -1.0

/* Returns the number of rows that are not alike in both reports, and that both record. */
guint32 poplens_compare_count_changed (const PoplensTable *table);
/* The rows that changed by more than @percent; of them with @worse those that got worse: whose
 * column `verdict` says worse or new; of tables without that, those with more bytes or cycles of
 * what they are about, new ones among them, but what passes outside the program. (transfer full) */
PoplensTable *poplens_compare_rows_beyond (PoplensTable *table, gboolean worse, double percent);
/* Key of the measure ("cycles") whose columns tell most of the table: the first of which anything
 * changed, else the first; NULL where there are no measures. (transfer full) */
char *poplens_compare_main_measure (const PoplensTable *table);
/* Columns that tell of one measure what there is: @measure (nullable) if it is one, else the main
 * one; all of a table without any. NULL-terminated. (transfer full) */
GStrv poplens_compare_columns (const PoplensTable *table, const char *measure);
/* The key that sorts by the size of a change, ascending: of @name, which is its column or measure;
 * FALSE where it is neither. */
gboolean poplens_compare_find_sorted (const PoplensTable *table, const char *name,
                                      PoplensSortKey *key);

G_END_DECLS
