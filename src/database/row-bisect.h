/* Finds rows of a table that is sorted by a column, without reading all of it. */
#pragma once

#include "database/database.h"
#include "database/scan.h"

G_BEGIN_DECLS

/* Finds the lowest row ID from which on @column is @value or more, if the table is sorted by
 * @column. Reads a few leaves, or uses look-ups of SQLite if leaves cannot be read. FALSE if there
 * is no such row, or the table cannot be read. */
gboolean poplens_rows_bisect (PoplensDatabase *database, const char *table, const char *column,
                              gint64 value, gint64 *row_id);

/* Finds the row IDs of the rows whose @column is @first to @last, if the table is sorted by
 * @column. @rows: (out): if there are none, .first is above .last. FALSE if the table, or its row
 * IDs, cannot be read. */
gboolean poplens_rows_bisect_range (PoplensDatabase *database, const char *table,
                                    const char *column, gint64 first, gint64 last,
                                    PoplensRowSpan *rows);

G_END_DECLS
