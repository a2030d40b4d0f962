#include "tables/compare/compare-judge.h"

#include "analysis/compare/compare.h"

#include <string.h>

/* Column of @suffix of the measure whose change stands in @change; -1: it is no change. */
static int
column_beside (const PoplensTable *table, guint change, const char *suffix)
{
  const char *name = poplens_table_get_column (table, change)->name;
  g_autofree char *stem = NULL;
  g_autofree char *other = NULL;

  if (!g_str_has_suffix (name, "_change"))
    return -1;
  stem = g_strndup (name, strlen (name) - strlen ("_change"));
  other = g_strconcat (stem, suffix, NULL);
  return poplens_table_find_column (table, other);
}

static gboolean
change_exceeds (const PoplensTable *table, guint32 row, guint column, guint first, guint second,
                double percent)
{
  PoplensValue change = poplens_table_get (table, row, column);
  PoplensValue a = poplens_table_get (table, row, first);
  PoplensValue b = poplens_table_get (table, row, second);

  if (change.type == POPLENS_VALUE_INT)
    return poplens_change_exceeds (
        change.integer, a.type == POPLENS_VALUE_INT ? a.integer : POPLENS_NO_AMOUNT, percent);
  /* Of a mixed column alone: elsewhere a measure that one report lacks is said of the table. */
  return poplens_table_get_column (table, column)->unit == POPLENS_UNIT_MIXED &&
         (a.type == POPLENS_VALUE_INT) != (b.type == POPLENS_VALUE_INT);
}

gboolean
poplens_compare_row_exceeds (const PoplensTable *table, guint32 row, double percent)
{
  if (percent < 0)
    return TRUE;
  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    int first = column_beside (table, c, "_first"), second = column_beside (table, c, "_second");
    if (first >= 0 && second >= 0 &&
        change_exceeds (table, row, c, (guint) first, (guint) second, percent))
      return TRUE;
  }
  return FALSE;
}

guint32
poplens_compare_count_exceeding (const PoplensTable *table, double percent)
{
  guint32 n = 0;

  for (guint32 row = 0; row < poplens_table_n_rows (table); row++)
    n += poplens_compare_row_exceeds (table, row, percent);
  return n;
}

static gboolean
has_change (const PoplensTable *table, guint column)
{
  for (guint32 row = 0; row < poplens_table_n_rows (table); row++) {
    PoplensValue value = poplens_table_get (table, row, column);
    if (value.type == POPLENS_VALUE_INT && value.integer)
      return TRUE;
  }
  return FALSE;
}

char *
poplens_compare_main_measure (const PoplensTable *table)
{
  int chosen = -1;

  for (guint c = 0; c < poplens_table_n_columns (table); c++) {
    if (column_beside (table, c, "_first") < 0)
      continue;
    if (chosen < 0)
      chosen = (int) c;
    if (has_change (table, c)) {
      chosen = (int) c;
      break;
    }
  }
  if (chosen < 0)
    return NULL;
  const char *name = poplens_table_get_column (table, (guint) chosen)->name;
  return g_strndup (name, strlen (name) - strlen ("_change"));
}
