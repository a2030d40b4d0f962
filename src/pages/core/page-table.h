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

/* Filter words and sort column (COLUMN, or -COLUMN for descending order). Each is NULL if the
 * location has none, else it belongs to the location. */
typedef struct {
  const char *filter, *sort;
} PoplensTableState;
PoplensTableState poplens_table_state (const PoplensTable *table, const PoplensLocation *location);

/* TRUE if @sort, COLUMN or -COLUMN, names a column of the table, or a measure that the table
 * compares. */
gboolean poplens_table_can_sort (const PoplensTable *table, const char *sort);
/* Returns the column that @sort names. If @sort is NULL or unknown, returns the table's default
 * column; −1: the rows are not sorted. @descending: (out) */
int poplens_table_sort_parse (const PoplensTable *table, const char *sort, gboolean *descending);

/* Returns the ink of a row's marker. */
PoplensInk poplens_swatch_ink (PoplensSwatch swatch);

G_END_DECLS
