/* Finds rows of a table that rise by a column, without reading it all. */
#pragma once

#include "database/database.h"
#include "database/scan.h"

G_BEGIN_DECLS

/* Finds the lowest row id from which on @column is @value or more, if rows rise by it: a look at
 * some leaves, or some look-ups of SQLite if leaves cannot be read. FALSE if there is no such row,
 * or the table cannot be read. */
gboolean poplens_rows_bisect (PoplensDatabase *database, const char *table, const char *column,
                              gint64 value, gint64 *row_id);

/* Finds the row ids of the rows whose @column is @first to @last, if rows rise by it. @rows: (out):
 * if there are none, .first is above .last. FALSE if the table, or its row ids, cannot be read. */
gboolean poplens_rows_bisect_range (PoplensDatabase *database, const char *table,
                                    const char *column, gint64 first, gint64 last,
                                    PoplensRowSpan *rows);

G_END_DECLS
