/* The file being written: rows go in by table, statements are prepared once. The first error is
 * kept and everything after it is ignored, so that writers need not ask after each row. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DemoDb DemoDb;

/* Creates @path, with the schema, and begins its one transaction. @cancellable (nullable) is asked
 * every few thousand rows. */
DemoDb *demo_db_create (const char *path, GCancellable *cancellable, GError **error);

/* One row of all of @table's columns. @kinds has a letter a column: i (gint64), n (NULL, takes no
 * argument), o (gint64, NULL when negative), s (const char *, may be NULL), d (double), b (const
 * GByteArray *, may be NULL). */
void demo_db_row (DemoDb *self, const char *table, const char *kinds, ...);

/* Rows of @table (static) are dropped from now on. */
void demo_db_leave_out (DemoDb *self, const char *table);
/* Whether there is an error, or the caller has cancelled: the rest is of no use. */
gboolean demo_db_failed (DemoDb *self);

/* Commits and closes; FALSE with @error if anything since the start failed. Frees @self. */
gboolean demo_db_finish (DemoDb *self, GError **error);

/* Lists of @n values as a BLOB (transfer full). */
GByteArray *demo_plain (const guint32 *values, gsize n);
GByteArray *demo_rle (const guint32 *values, gsize n);
GByteArray *demo_rle64 (const guint64 *values, gsize n);

/* ---- the file -------------------------------------------------------------------------------- */

/* A file written from beginning to end; the first error is kept, and what follows it ignored. */

typedef struct _DemoOutput DemoOutput;

/* @cancellable (nullable) ends it like an error. */
DemoOutput *demo_output_new (const char *path, GCancellable *cancellable, GError **error);
void demo_output_write (DemoOutput *self, gconstpointer data, gsize n);
/* FALSE after an error or cancellation: the rest need not be made. */
gboolean demo_output_good (DemoOutput *self);
/* Closes and frees; FALSE with @error if anything failed. */
gboolean demo_output_finish (DemoOutput *self, GError **error);

G_END_DECLS
