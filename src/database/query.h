/* Reading rows: named columns, whose absent ones read as NULL, with every value checked.
 *
 *   g_autoptr (PoplensQuery) q =
 *       poplens_query_new_rows (database, "steps", "id!, type!, sync_type", "id");
 *   while (poplens_query_next (q))
 *     use (poplens_query_u32 (q, 0), poplens_query_text (q, 1));
 *   return poplens_query_end (q, error);
 *
 * All of a table comes from its leaves (scan.h) where they are as they should be, and else from
 * SQLite; which of the two, no caller can tell. The first error sticks, be it a column that the
 * file lacks or a bad value: next() then ends the loop and end() gives the error, which names file,
 * table, row and column. */
#pragma once

#include "base/lists.h"
#include "base/strings.h"
#include "database/database.h"
#include "database/scan.h"

G_BEGIN_DECLS

typedef struct _PoplensQuery {
  /* By column, for the functions below; all else is private. */
  const PoplensCell *cells; /* of the row */
  const guint64 *most;      /* the column's upper limit */
} PoplensQuery;

/* @columns: names, comma-separated; one with a trailing "!" must be there (else
 * POPLENS_ERROR_ABSENT). "rowid!" is SQLite's. A table that the file lacks has no rows. Never
 * NULL: what is wrong already says end (). */

/* Look-ups. @tail: (nullable): "WHERE … ORDER BY …", which may use only columns that are marked
 * "!".
 */
PoplensQuery *poplens_query_new (PoplensDatabase *database, const char *table, const char *columns,
                                 const char *tail);
/* All rows of the table, never by an index. @order: (nullable): columns by which they rise, marked
 * "!" in @columns: "tile, offset DESC"; NULL: that of their row ids. */
PoplensQuery *poplens_query_new_rows (PoplensDatabase *database, const char *table,
                                      const char *columns, const char *order);
/* Those whose row ids lie in @span, in their order. */
PoplensQuery *poplens_query_new_span (PoplensDatabase *database, const char *table,
                                      const char *columns, PoplensRowSpan span);
/* A query without rows. */
PoplensQuery *poplens_query_new_empty (void);
void poplens_query_free (PoplensQuery *self);
/* For "?" in the tail, from 1. */
void poplens_query_bind (PoplensQuery *self, int index, gint64 value);
/* From the first row again, to bind other values: many look-ups for one preparation. */
void poplens_query_restart (PoplensQuery *self);

gboolean poplens_query_next (PoplensQuery *self);
gboolean poplens_query_end (PoplensQuery *self, GError **error);
/* No more rows are wanted, which is no error. */
void poplens_query_stop (PoplensQuery *self);

static inline gboolean
poplens_query_is_null (PoplensQuery *self, int column)
{
  return self->cells[column].kind == SQLITE_NULL;
}

/* FALSE for NULL and, with a note in .damage of the database, for a value outside of the column's
 * limits (poplens_schema_set_limits ()), or NULL if those exclude it. The functions below fail the
 * query for such a value. */
gboolean poplens_query_is_known (PoplensQuery *self, int column);
/* Notes that the value is damaged for another reason: it contradicts other columns. */
void poplens_query_note_damage (PoplensQuery *self, int column);
/* FALSE for NULL, text and bytes. */
gboolean poplens_query_is_number (PoplensQuery *self, int column);
/* 0 for NULL. */
gint64 poplens_query_i64 (PoplensQuery *self, int column);
guint64 poplens_query_u64_slow (PoplensQuery *self, int column);

/* 0 for NULL; a negative number, or one too large, is an error. */
static inline guint64
poplens_query_u64 (PoplensQuery *self, int column)
{
  const PoplensCell *cell = &self->cells[column];

  return G_LIKELY (cell->kind == SQLITE_INTEGER && (guint64) cell->integer <= self->most[column])
             ? (guint64) cell->integer
             : poplens_query_u64_slow (self, column);
}

/* @fallback for NULL. */
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

double poplens_query_double (PoplensQuery *self, int column);    /* NaN unless it is known */
const char *poplens_query_text (PoplensQuery *self, int column); /* "" for NULL; until next() */
guint32 poplens_query_intern (PoplensQuery *self, int column, PoplensStrings *strings);
/* Until next(); NULL for NULL. */
const guint8 *poplens_query_blob (PoplensQuery *self, int column, gsize *size);
/* Appends the column's list to @lists as a row; absent for NULL. */
void poplens_query_append_list (PoplensQuery *self, int column, PoplensLists *lists);
/* Decodes a list of exactly @n values into @out; NULL is an error. */
void poplens_query_read_list (PoplensQuery *self, int column, PoplensEncoding encoding,
                              guint64 *out, gsize n);
/* Ends the query with a message of the caller's about this row. */
void poplens_query_fail (PoplensQuery *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensQuery, poplens_query_free)

G_END_DECLS
