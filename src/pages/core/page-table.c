/* Reads sort order and filter of a table from a location, and gives the colours that mark its rows.
 */
#include "pages/core/page-table.h"

#include <string.h>

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

/* Returns the column that the sort order @name means; −1 if there is none. A table has the column
 * "X" or, in a comparison, "X_change". The location keeps its sort order when a comparison starts
 * or ends, so either name finds either column. */
static int
find_sorted (const PoplensTable *table, const char *name)
{
  g_autofree char *change = g_strconcat (name, "_change", NULL);
  const char *end = strrchr (name, '_');
  g_autofree char *stem = end ? g_strndup (name, (gsize) (end - name)) : NULL;
  int found = poplens_table_find_column (table, name);

  found = found >= 0 ? found : poplens_table_find_column (table, change);
  return found >= 0 || !stem ? found : poplens_table_find_column (table, stem);
}

gboolean
poplens_table_can_sort (const PoplensTable *table, const char *sort)
{
  return find_sorted (table, sort + (*sort == '-')) >= 0;
}

int
poplens_table_sort_parse (const PoplensTable *table, const char *sort, gboolean *descending)
{
  guint column;
  int found;

  *descending = FALSE;
  if (sort && *sort) {
    *descending = *sort == '-';
    found = find_sorted (table, sort + *descending);
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
                                    [POPLENS_SWATCH_CONTROL] = POPLENS_INK_OTHER};

  return inks[swatch];
}
