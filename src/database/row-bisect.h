/* Finds rows of a table that is sorted by a column, without reading all of it. */
#pragma once

#include "database/database.h"
#include "database/scan.h"

G_BEGIN_DECLS

/* Finds the first row whose @column is @value or more, in a table that is sorted by @column. Reads
 * a few leaves; uses SQLite look-ups if leaves cannot be read. FALSE if there is no such row, or
 * the table cannot be read. @row_id: (out) */
gboolean poplens_rows_bisect (PoplensDatabase *database, const char *table, const char *column,
                              gint64 value, gint64 *row_id);

/* Finds the rows whose @column is @first … @last, in a table that is sorted by @column. @rows:
 * (out): their row IDs; .first is above .last if there are no such rows. FALSE if the table, or its
 * row IDs, cannot be read. */
gboolean poplens_rows_bisect_range (PoplensDatabase *database, const char *table,
                                    const char *column, gint64 first, gint64 last,
                                    PoplensRowSpan *rows);

G_END_DECLS
