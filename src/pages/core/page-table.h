/* Shared by tables of all pages: the location's keys for sort order and filter, and colours
 * that mark rows. */
#pragma once

#include "charts/core/palette.h"
#include "model/location.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

/* Returns the location's key for the filter or sort order of this table. (transfer full) */
char *poplens_table_filter_key (const PoplensTable *table);
char *poplens_table_sort_key (const PoplensTable *table);

/* Filter words and sort order of a table (COLUMN, or -COLUMN for descending). Both belong to the
 * location; NULL: not in the location. */
typedef struct {
  const char *filter, *sort;
} PoplensTableState;
PoplensTableState poplens_table_state (const PoplensTable *table, const PoplensLocation *location);

/* TRUE if @sort (COLUMN or -COLUMN) names a column of the table. "X" also names the column
 * "X_change" of a comparison. */
gboolean poplens_table_can_sort (const PoplensTable *table, const char *sort);
/* Returns the column that @sort names. If @sort is NULL or unknown, returns the table's default
 * column, or −1 if the table is not sorted by default. @descending: (out) */
int poplens_table_sort_parse (const PoplensTable *table, const char *sort, gboolean *descending);

/* Returns the colour of a row's marker. */
PoplensInk poplens_swatch_ink (PoplensSwatch swatch);

G_END_DECLS
