/* In which order rows lie in the leaves of their table, and finding rows by it. */
#pragma once

#include "database/database.h"
#include "database/scan.h"

G_BEGIN_DECLS

/* Whether they rise by @order ("tile, offset DESC"), whose columns hold integers or NULL: one pass
 * over these columns alone. FALSE too where that cannot be told. */
gboolean poplens_rows_lie_in_order (PoplensDatabase *database, const PoplensSchemaTable *table,
                                    PoplensLeaves *leaves, const char *order);

/* The lowest row id from which on @column is @value or more, where rows rise by it: a look at some
 * leaves. FALSE where they cannot be read, or there is no such row. */
gboolean poplens_rows_bisect (PoplensDatabase *database, const char *table, const char *column,
                              gint64 value, gint64 *row_id);

/* Row ids of the rows whose @column is @first to @last, where rows rise by it: maybe none. FALSE
 * where no row is @first or more, or the leaves cannot be read. */
gboolean poplens_rows_bisect_range (PoplensDatabase *database, const char *table,
                                    const char *column, gint64 first, gint64 last,
                                    PoplensRowSpan *rows);

G_END_DECLS
