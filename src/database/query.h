/* Reads rows by column names. Columns that the file lacks read as NULL, and every value is checked.
 *
 *   g_autoptr (PoplensQuery) q =
 *       poplens_query_new_rows (database, "steps", "id!, type!, sync_type", "id");
 *   while (poplens_query_next (q))
 *     use (poplens_query_u32 (q, 0), poplens_query_text (q, 1));
 *   return poplens_query_end (q, error);
 *
 * Whole tables are read from their leaves (scan.h) if the file has the expected form, otherwise by
 * SQLite; callers see no difference. The first error, for example a missing column or a bad value,
 * ends the loop: next () returns FALSE, and end () returns the error, with file, table, row and
 * column.
 */
#pragma once

#include "base/lists.h"
#include "base/strings.h"
#include "database/database.h"
#include "database/scan.h"

G_BEGIN_DECLS

typedef struct _PoplensQuery {
  /* Arrays by column, for the inline functions below. All other fields are private (query.c). */
  const PoplensCell *cells; /* of the current row */
  const guint64 *most;      /* upper limit of each column */
} PoplensQuery;

/* In the functions below, @columns are comma-separated names. A "!" after a name marks a required
 * column: the query fails with POPLENS_ERROR_ABSENT if the file lacks the column. "rowid!" is the
 * row ID. A missing table has no rows. Functions that create a query never return NULL:
 * poplens_query_end () returns their errors. */

/* Looks up rows. @tail: (nullable): "WHERE … ORDER BY …", which may only use columns marked "!".
 * (transfer full) */
PoplensQuery *poplens_query_new (PoplensDatabase *database, const char *table, const char *columns,
                                 const char *tail);
/* Reads all rows of the table, never through an index. @order: (nullable): columns to sort by,
 * marked "!" in @columns: "tile, offset DESC"; NULL: by row ID. (transfer full) */
PoplensQuery *poplens_query_new_rows (PoplensDatabase *database, const char *table,
                                      const char *columns, const char *order);
/* Reads the rows whose IDs are in @span, ordered by row ID. (transfer full) */
PoplensQuery *poplens_query_new_span (PoplensDatabase *database, const char *table,
                                      const char *columns, PoplensRowSpan span);
/* Returns a query without rows. (transfer full) */
PoplensQuery *poplens_query_new_empty (void);
void poplens_query_free (PoplensQuery *self);
/* Binds @value to the "?" with number @index (from 1) in the statement. */
void poplens_query_bind (PoplensQuery *self, int index, gint64 value);
/* Runs a look-up again with other bound values, without preparing its statement again. */
void poplens_query_restart (PoplensQuery *self);

gboolean poplens_query_next (PoplensQuery *self);
gboolean poplens_query_end (PoplensQuery *self, GError **error);
/* Ends the loop without an error: the caller needs no more rows. */
void poplens_query_stop (PoplensQuery *self);

static inline gboolean
poplens_query_is_null (PoplensQuery *self, int column)
{
  return self->cells[column].kind == SQLITE_NULL;
}

/* TRUE if the column has a valid value. FALSE for NULL. If the value is outside the column's limits
 * (poplens_schema_set_limits ()), or NULL in a required column, returns FALSE and adds the value to
 * .damage of the database. Reading such a value as an integer fails the query. */
gboolean poplens_query_is_known (PoplensQuery *self, int column);
/* Records a damaged value that is_known () accepts, but that contradicts other columns. */
void poplens_query_note_damage (PoplensQuery *self, int column);
/* TRUE if the value is an integer or a real number. */
gboolean poplens_query_is_number (PoplensQuery *self, int column);
/* Returns the value; 0 for NULL. */
gint64 poplens_query_i64 (PoplensQuery *self, int column);
guint64 poplens_query_u64_slow (PoplensQuery *self, int column);

/* Returns the value; 0 for NULL. Fails the query if it is negative or too large. */
static inline guint64
poplens_query_u64 (PoplensQuery *self, int column)
{
  const PoplensCell *cell = &self->cells[column];

  return G_LIKELY (cell->kind == SQLITE_INTEGER && (guint64) cell->integer <= self->most[column])
             ? (guint64) cell->integer
             : poplens_query_u64_slow (self, column);
}

/* Returns the value; @fallback for NULL. Fails the query if the value is negative, G_MAXUINT32, or
 * larger. */
guint32 poplens_query_u32_or_slow (PoplensQuery *self, int column, guint32 fallback);

static inline guint32
poplens_query_u32_or (PoplensQuery *self, int column, guint32 fallback)
{
  const PoplensCell *cell = &self->cells[column];

  return G_LIKELY (cell->kind == SQLITE_INTEGER && (guint64) cell->integer < G_MAXUINT32)
             ? (guint32) cell->integer
             : poplens_query_u32_or_slow (self, column, fallback);
}

static inline guint32
poplens_query_u32 (PoplensQuery *self, int column)
{
  return poplens_query_u32_or (self, column, 0);
}

double poplens_query_double (PoplensQuery *self,
                             int column); /* NaN if poplens_query_is_known () is FALSE */
const char *poplens_query_text (PoplensQuery *self,
                                int column); /* "" for NULL; valid until next () */
guint32 poplens_query_intern (PoplensQuery *self, int column, PoplensStrings *strings);
/* Returns text or bytes, valid until next (). (nullable): NULL for NULL */
const guint8 *poplens_query_blob (PoplensQuery *self, int column, gsize *size);
/* Appends the list in the column to @lists; for NULL appends an absent list. */
void poplens_query_append_list (PoplensQuery *self, int column, PoplensLists *lists);
/* Decodes a list of exactly @n values into @out. Fails the query for NULL. */
void poplens_query_read_list (PoplensQuery *self, int column, PoplensEncoding encoding,
                              guint64 *out, gsize n);
/* Ends the query with the caller's message about this row. */
void poplens_query_fail (PoplensQuery *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensQuery, poplens_query_free)

G_END_DECLS
