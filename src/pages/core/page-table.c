#include "pages/core/page-table.h"

char *
poplens_table_filter_key (const PoplensTable *table)
{
  return g_strconcat ("filter.", poplens_table_get_name (table), NULL);
}

char *
poplens_table_sort_key (const PoplensTable *table)
{
  return g_strconcat ("sort.", poplens_table_get_name (table), NULL);
}

PoplensTableState
poplens_table_state (const PoplensTable *table, const PoplensLocation *location)
{
  g_autofree char *filter = poplens_table_filter_key (table);
  g_autofree char *sort = poplens_table_sort_key (table);

  return (PoplensTableState){poplens_location_get (location, filter),
                             poplens_location_get (location, sort)};
}

int
poplens_table_sort_parse (const PoplensTable *table, const char *sort, gboolean *descending)
{
  guint column;
  int found;

  *descending = FALSE;
  if (sort && *sort) {
    *descending = *sort == '-';
    found = poplens_table_find_column (table, sort + *descending);
    if (found >= 0)
      return found;
  }
  return poplens_table_get_default_sort (table, &column, descending) ? (int) column : -1;
}

PoplensInk
poplens_swatch_ink (PoplensSwatch swatch)
{
  static const PoplensInk inks[] = {[POPLENS_SWATCH_NONE] = POPLENS_INK_DIM,
                                    [POPLENS_SWATCH_COMPUTE] = POPLENS_INK_COMPUTE,
                                    [POPLENS_SWATCH_EXCHANGE] = POPLENS_INK_EXCHANGE,
                                    [POPLENS_SWATCH_LINKS] = POPLENS_INK_LINKS,
                                    [POPLENS_SWATCH_HOST] = POPLENS_INK_HOST,
                                    [POPLENS_SWATCH_SYNC] = POPLENS_INK_SYNC,
                                    [POPLENS_SWATCH_CONTROL] = POPLENS_INK_CONTROL};

  return inks[swatch];
}
