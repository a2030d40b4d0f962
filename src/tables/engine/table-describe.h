/* The columns of a table: name, title, unit, source and meaning. */
#pragma once

#include "tables/engine/table.h"

G_BEGIN_DECLS

/* A row for each column of @table. (transfer full) */
PoplensTable *poplens_table_describe (const PoplensTable *table);

G_END_DECLS
