/* Writes profile.pop: rows by table, with prepared statements. The first error is kept and
 * everything after it ignored, so that writers need not check after each row. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _DemoDb DemoDb;

/* Creates @path with the schema, and begins its only transaction. @cancellable: (nullable): checked
 * every few thousand rows. NULL with @error. (transfer full) */
DemoDb *demo_db_create (const char *path, GCancellable *cancellable, GError **error);

/* Writes a row with all columns of @table. @kinds: a letter for each column: i (gint64), n (NULL,
 * without an argument), o (gint64, NULL if negative), s (const char *, nullable), d (double), b
 * (const GByteArray *, nullable). */
void demo_db_row (DemoDb *self, const char *table, const char *kinds, ...);

/* Ignores rows of @table (static) from now on. */
void demo_db_leave_out (DemoDb *self, const char *table);
/* TRUE after an error or a cancellation: further rows are ignored. */
gboolean demo_db_failed (DemoDb *self);

/* Commits, closes and frees. FALSE with @error if anything failed since the start. */
gboolean demo_db_finish (DemoDb *self, GError **error);

/* Encode a list of @n values as a BLOB: plain, or run-length encoded. (transfer full) */
GByteArray *demo_plain (const guint32 *values, gsize n);
GByteArray *demo_rle (const guint32 *values, gsize n);
GByteArray *demo_rle64 (const guint64 *values, gsize n);

/* ---- other files ----------------------------------------------------------------------------- */

/* A file that is written sequentially. After the first error, which is stored, all output is
 * ignored. */

typedef struct _DemoOutput DemoOutput;

/* Creates @path. @cancellable: (nullable): stops the output like an error. NULL with @error.
 * (transfer full) */
DemoOutput *demo_output_new (const char *path, GCancellable *cancellable, GError **error);
void demo_output_write (DemoOutput *self, gconstpointer data, gsize n);
/* FALSE after an error or cancellation: the rest need not be written. */
gboolean demo_output_good (DemoOutput *self);
/* Closes and frees. FALSE with @error if anything failed. */
gboolean demo_output_finish (DemoOutput *self, GError **error);

G_END_DECLS
