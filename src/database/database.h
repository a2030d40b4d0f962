/* One read-only SQLite connection to a profile. A connection belongs to one thread at a time. It
 * never writes or maps the file. */
#pragma once

#include "database/far-vfs.h"
#include "database/identity.h"
#include "database/pages.h"
#include "database/schema.h"

G_BEGIN_DECLS

typedef struct {
  sqlite3 *handle;
  PoplensFile *file;
  const char *path;            /* name of the file */
  const PoplensSchema *schema; /* (not owned) */
  PoplensPages pages;          /* valid during a transaction */
  GHashTable *leaves;          /* table name → PoplensLeaves, filled when a table is first used */
  guint64 most_rows;  /* most rows that a table can have; more mean that its pages form a cycle */
  guint64 most_bytes; /* limit of bytes that one statement, or one walk over leaves, may return */
  guint64 given;      /* bytes returned by all reads since begin () */
  GCancellable *cancellable; /* (nullable) (not owned): argument of begin () */
  GError *failure;           /* (nullable): first READ error since begin (); for a remote file:
                                poplens_far_get_error () */
  GPtrArray *damage;         /* damaged values since begin () (damage.h) */
  gint64 work, most_work; /* .work: steps of the current SQLite statement; .most_work: their limit;
                             both in 2^20 steps */
  gboolean tells;         /* POPLENS_DEBUG=reader: log to standard error how each table is read */
} PoplensDatabase;

/* Opens a connection to @file. @schema: (nullable): NULL for the first connection, which reads the
 * schema and later slices; it caches more pages. @identity: (nullable) (out): of the file.
 * (transfer full) (nullable): NULL with @error */
PoplensDatabase *poplens_database_open (PoplensFile *file, const PoplensSchema *schema,
                                        PoplensFileIdentity *identity, GError **error);
void poplens_database_close (PoplensDatabase *self);
PoplensSchema *poplens_database_read_schema (PoplensDatabase *self, GError **error);
/* Starts to read ahead the root pages of the tables and indices of @schema, if the file is remote.
 */
void poplens_database_will_need_roots (PoplensDatabase *self, const PoplensSchema *schema);

/* Begins to read one part or slice. If the file system has locks, no other program can write the
 * file until end (). @cancellable: (nullable): stops the queries. */
void poplens_database_begin (PoplensDatabase *self, GCancellable *cancellable);
void poplens_database_end (PoplensDatabase *self);
/* FALSE with LINK, READ or CANCELLED if a read has failed since begin () for a reason outside the
 * file, such as a lost link. The caller then discards all results since begin (). Replaces an
 * @error that is already set. */
gboolean poplens_database_check_reads (const PoplensDatabase *self, GError **error);

/* Resets the work limit for a new statement. A statement may take as long as a scan of the whole
 * file. */
void poplens_database_begin_work (PoplensDatabase *self);
/* Counts @bytes that a read returned, in @given (the caller's counter) and in .given. FALSE if a
 * file of this size cannot hold so many bytes: a damaged file repeats the same content. */
gboolean poplens_database_gives (PoplensDatabase *self, guint64 *given, guint64 bytes);
/* TRUE if the table has rows. Also TRUE if the table exists but cannot be read: the caller then
 * reads it and reports the error. */
gboolean poplens_database_has_rows (PoplensDatabase *self, const char *table);

/* Sets @error from the connection's last failure: the file, what was read, and what to do. @table:
 * (nullable). @code: result of SQLite. */
void poplens_database_set_error (PoplensDatabase *self, const char *table, int code,
                                 GError **error);
/* Sets @error as poplens_database_set_error (), for a statement that has returned no row: if it
 * took too much memory or work, the error blames the file's schema. */
void poplens_database_set_schema_error (PoplensDatabase *self, const char *table, int code,
                                        GError **error);
/* FALSE with @error if Poplens refuses to read @table, because of unsupported features (schema.h).
 */
gboolean poplens_database_allows (PoplensDatabase *self, const PoplensSchemaTable *table,
                                  GError **error);
/* Returns the pages of the file. Call it in a transaction. (transfer none) (nullable): NULL if only
 * SQLite can read the file. @reason: (out) (static): why */
PoplensPages *poplens_database_pages (PoplensDatabase *self, const char **reason);
/* Returns the leaves of @table; the first call finds them. (transfer none) (nullable): NULL if only
 * SQLite can read the table. @reason: (out) (static): why */
struct _PoplensLeaves *poplens_database_leaves (PoplensDatabase *self,
                                                const PoplensSchemaTable *table,
                                                const char **reason);
/* Makes SQLite read @table from now on. @reason: (static). */
void poplens_database_give_up_leaves (PoplensDatabase *self, const char *table, const char *reason);

/* TRUE if @self reads a table through SQLite because its leaves are unusual or damaged. */
gboolean poplens_database_has_odd (const PoplensDatabase *self);
/* Makes @with, another connection to the same file, read the same tables through SQLite. */
void poplens_database_share_odd (const PoplensDatabase *self, PoplensDatabase *with);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensDatabase, poplens_database_close)

G_END_DECLS
