#include "tables/engine/builders.h"

void
poplens_table_add_columns (PoplensTable *table, const PoplensColumnSpec *columns, guint n)
{
  for (guint c = 0; c < n; c++)
    poplens_table_add_column (table, columns[c].name, columns[c].title, columns[c].unit,
                              columns[c].provenance, columns[c].doc);
}
