/* Compares the rows of poplens_query_new_rows () and _span () with those of SQLite. For tests and
 * fuzz targets that link src/profile. */
#pragma once

#include "database/query.h"

G_BEGIN_DECLS

typedef struct {
  guint64 rows;       /* rows that both returned */
  gboolean by_leaves; /* whether Poplens read the rows without SQLite */
  gboolean failed;    /* with an error: SQLite failed too, or a limit was exceeded */
  char *reason;       /* (nullable): why Poplens used SQLite */
} ComparedRows;

/* Reads @columns (names, comma-separated) of @table with both, and compares them. @database is in a
 * transaction; @plain: another connection to the file, with cell_size_check; @span: (nullable);
 * @result: (nullable) (out). (transfer full) (nullable): the first difference */
char *compare_rows (PoplensDatabase *database, sqlite3 *plain, const char *table,
                    const char *columns, const PoplensRowSpan *span, ComparedRows *result);
/* Returns the names of all readable columns of @table, and "rowid" if the table has row IDs and no
 * column of that name. (transfer full) */
char *compare_rows_columns (const PoplensSchemaTable *table, sqlite3 *plain);
void compared_rows_clear (ComparedRows *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ComparedRows, compared_rows_clear)

G_END_DECLS
