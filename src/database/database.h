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
  GHashTable *leaves; /* table → PoplensLeaves, of the tables whose leaves were looked for */
  guint64 most_rows;  /* limit of rows of a table; only pages that form a cycle could have more */
  guint64 most_bytes; /* limit of bytes that one statement, or one walk over leaves, may return */
  guint64 given;      /* bytes returned since begin (), at most a few times most_bytes */
  GCancellable *cancellable; /* (nullable) (not owned): of begin () */
  GError *failure;           /* (nullable): first READ error since begin (); of a remote file see
                                poplens_far_get_error () */
  GPtrArray *damage;         /* since begin (): see damage.h */
  gint64 work, most_work; /* 2^20 steps of SQLite: of the current statement so far, and its limit */
  gboolean tells;         /* POPLENS_DEBUG=reader: log to standard error how each table is read */
} PoplensDatabase;

/* Opens a connection to @file. @schema: (nullable): NULL to read the schema, and for slices: the
 * connection then caches more pages. @identity: (nullable) (out): of the file. (transfer full)
 * (nullable): NULL with @error */
PoplensDatabase *poplens_database_open (PoplensFile *file, const PoplensSchema *schema,
                                        PoplensFileIdentity *identity, GError **error);
void poplens_database_close (PoplensDatabase *self);
PoplensSchema *poplens_database_read_schema (PoplensDatabase *self, GError **error);
/* Announces the first pages of the tables and indices of @schema to the read-ahead of a remote
 * file. */
void poplens_database_will_need_roots (PoplensDatabase *self, const PoplensSchema *schema);

/* Begins to read one part or slice. If the file system has locks, no other program can write the
 * file until end (). @cancellable: (nullable): stops the queries. */
void poplens_database_begin (PoplensDatabase *self, GCancellable *cancellable);
void poplens_database_end (PoplensDatabase *self);
/* FALSE with LINK, READ or CANCELLED if a read failed since begin () for a reason other than the
 * file's content. The caller discards all results since begin (). Replaces an @error that is
 * already set. */
gboolean poplens_database_check_reads (const PoplensDatabase *self, GError **error);

/* Resets the work limit for a new statement: each may take as long as a scan of the whole file. */
void poplens_database_begin_work (PoplensDatabase *self);
/* Adds @bytes to @given, a counter of the caller, and to the connection's total. FALSE if that is
 * more than a file of this size can hold, because the file repeats the same content. */
gboolean poplens_database_gives (PoplensDatabase *self, guint64 *given, guint64 bytes);
/* TRUE if the table exists and has a row. TRUE also if it cannot be read: the caller then reads it
 * and gets the error, instead of calling the table absent. */
gboolean poplens_database_has_rows (PoplensDatabase *self, const char *table);

/* Sets @error from the connection's last failure: the file, what was read, and what to do. @table:
 * (nullable). @code: result of SQLite. */
void poplens_database_set_error (PoplensDatabase *self, const char *table, int code,
                                 GError **error);
/* Sets @error as poplens_database_set_error (), for a statement that has returned no row: if it
 * took too much memory or work, the error blames the file's schema. */
void poplens_database_set_schema_error (PoplensDatabase *self, const char *table, int code,
                                        GError **error);
/* FALSE with @error if @table is refused (schema.h). */
gboolean poplens_database_allows (PoplensDatabase *self, const PoplensSchemaTable *table,
                                  GError **error);
/* Returns the pages of the file. Call it in a transaction. (transfer none) (nullable): NULL with
 * @reason (static) if only SQLite can read the file */
PoplensPages *poplens_database_pages (PoplensDatabase *self, const char **reason);
/* Returns the leaves of @table, which the first call finds. (transfer none) (nullable): NULL with
 * @reason (static) if only SQLite can read the table */
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
