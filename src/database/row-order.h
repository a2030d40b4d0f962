/* The order of rows in the leaves of their table. row-bisect.h finds rows by it. */
#pragma once

#include "database/database.h"
#include "database/scan.h"

G_BEGIN_DECLS

/* Whether they rise by @order ("tile, offset DESC"), whose columns hold integers or NULL: one pass
 * over these columns alone. FALSE too where that cannot be told. */
gboolean poplens_rows_lie_in_order (PoplensDatabase *database, const PoplensSchemaTable *table,
                                    PoplensLeaves *leaves, const char *order);

G_END_DECLS
