#include "app/table/table-state.h"

/* (transfer full) (nullable): NULL for column -1. */
static char *
table_sort_write (const PoplensTable *table, int column, gboolean descending)
{
  if (column < 0)
    return NULL;
  return g_strconcat (descending ? "-" : "", poplens_table_get_column (table, (guint) column)->name,
                      NULL);
}

static gboolean
starts_descending (const PoplensTable *table, guint column)
{
  PoplensUnit unit = poplens_table_get_column (table, column)->unit;

  /* Ids and addresses are names that happen to be numbers. */
  return poplens_unit_is_numeric (unit) && unit != POPLENS_UNIT_ID && unit != POPLENS_UNIT_ADDRESS;
}

char *
poplens_table_sort_click (const PoplensTable *table, const char *sort, guint column)
{
  gboolean descending;
  gboolean first = starts_descending (table, column);
  int current = poplens_table_sort_parse (table, sort, &descending);

  if (current != (int) column)
    return table_sort_write (table, (int) column, first);
  if (descending == first)
    return table_sort_write (table, (int) column, !first);
  return NULL;
}

PoplensTableView *
poplens_table_view_for (const PoplensTable *table, const char *filter, const char *sort,
                        GCancellable *cancellable)
{
  gboolean descending;
  int column = poplens_table_sort_parse (table, sort, &descending);

  if (column < 0 && (!filter || !*filter))
    return NULL;
  return poplens_table_view_new (table, filter, column, descending, cancellable);
}
