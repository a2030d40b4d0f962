/* Tables as every page shows them: what a location says of their order and filter, and what marks
 * their rows. */
#pragma once

#include "charts/core/palette.h"
#include "model/location.h"
#include "tables/engine/table.h"

G_BEGIN_DECLS

/* The keys of a location for this table. (transfer full) */
char *poplens_table_filter_key (const PoplensTable *table);
char *poplens_table_sort_key (const PoplensTable *table);

/* What they say: words, and COLUMN or -COLUMN, or NULL; of the location. */
typedef struct {
  const char *filter, *sort;
} PoplensTableState;
PoplensTableState poplens_table_state (const PoplensTable *table, const PoplensLocation *location);

/* Whether @sort, COLUMN or -COLUMN, names a column of the table, or a measure of two reports. */
gboolean poplens_table_can_sort (const PoplensTable *table, const char *sort);
/* The column that @sort names, or that the table sorts by itself where @sort is NULL or names none;
 * -1: the rows' own order. */
int poplens_table_sort_parse (const PoplensTable *table, const char *sort, gboolean *descending);

/* What a row about that is marked with. */
PoplensInk poplens_swatch_ink (PoplensSwatch swatch);

G_END_DECLS
