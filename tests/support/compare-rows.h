/* The rows that poplens_query_new_rows() and _span() give, against those that SQLite gives. For
 * tests and fuzz targets that link the room profile. */
#pragma once

#include "database/query.h"

G_BEGIN_DECLS

typedef struct {
  guint64 rows;       /* that both gave */
  gboolean by_leaves; /* SQLite was not asked */
  gboolean failed; /* with an error: SQLite does too, or the file says the same again and again */
  char *reason;    /* (nullable): why SQLite was asked */
} ComparedRows;

/* Reads @columns (names, comma-separated) of @table with both. @database is in a transaction;
 * @plain: another connection to the file, with cell_size_check. @span: (nullable). @result:
 * (nullable) (out). Returns: (transfer full) (nullable): where they differ. */
char *compare_rows (PoplensDatabase *database, sqlite3 *plain, const char *table,
                    const char *columns, const PoplensRowSpan *span, ComparedRows *result);
/* All names of @table's columns that can be asked for, and "rowid" where it has one that is none of
 * these. (transfer full) */
char *compare_rows_columns (const PoplensSchemaTable *table, sqlite3 *plain);
void compared_rows_clear (ComparedRows *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ComparedRows, compared_rows_clear)

G_END_DECLS
