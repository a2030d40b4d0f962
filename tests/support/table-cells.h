/* Reads cells of a table by the names of their columns, which must exist. */
#pragma once

#include "tables/engine/table.h"

static inline PoplensValue
table_cell (const PoplensTable *table, guint32 row, const char *column)
{
  int c = poplens_table_find_column (table, column);

  g_assert_cmpint (c, >=, 0);
  return poplens_table_get (table, row, (guint) c);
}

/* Returns an integer; -1 if the cell has none. */
static inline gint64
table_int (const PoplensTable *table, guint32 row, const char *column)
{
  PoplensValue value = table_cell (table, row, column);

  return value.type == POPLENS_VALUE_INT ? value.integer : -1;
}

/* Returns a text. (nullable): NULL if the cell has none */
static inline const char *
table_text (const PoplensTable *table, guint32 row, const char *column)
{
  PoplensValue value = table_cell (table, row, column);

  return value.type == POPLENS_VALUE_TEXT ? value.text : NULL;
}

/* Sums a column over all rows of any depth. */
static inline gint64
table_sum (const PoplensTable *table, const char *column)
{
  gint64 sum = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = table_cell (table, row, column);
    sum += value.type == POPLENS_VALUE_INT ? value.integer : 0;
  }
  return sum;
}
