/* One read-only SQLite connection to a profile. A connection belongs to one thread at a time.
 * Nothing is ever written, nothing is mapped. */
#pragma once

#include "database/far-vfs.h"
#include "database/identity.h"
#include "database/pages.h"
#include "database/schema.h"

G_BEGIN_DECLS

typedef struct {
  sqlite3 *handle;
  PoplensFile *file;
  const char *path;            /* its name */
  const PoplensSchema *schema; /* (not owned) */
  PoplensPages pages;          /* while it is in a transaction */
  GHashTable *leaves;          /* table → PoplensLeaves, once they have been found */
  guint64
      most_rows; /* of a table: more do not fit into the file, unless its pages lead in circles */
  guint64 most_bytes; /* that a statement, and a walk over leaves, may give: the file's */
  guint64 given;      /* bytes that have been, since begin(): all together a few times as much */
  GCancellable *cancellable; /* (nullable) (not owned): begin()'s */
  GError *failure; /* (nullable): READ, the first since begin(); of a far file its own VFS knows */
  GPtrArray *damage;      /* since begin (): see damage.h */
  gint64 work, most_work; /* of a statement, in millions of SQLite's steps */
  gboolean tells;         /* POPLENS_DEBUG=reader: what is read how goes to standard error */
} PoplensDatabase;

/* @schema: (nullable): NULL while the schema itself is being read, and for slices: the connection
 * then keeps more pages.
 * @identity: (nullable) (out): of the file. */
PoplensDatabase *poplens_database_open (PoplensFile *file, const PoplensSchema *schema,
                                        PoplensFileIdentity *identity, GError **error);
void poplens_database_close (PoplensDatabase *self);
PoplensSchema *poplens_database_read_schema (PoplensDatabase *self, GError **error);
/* A hint: of the tables of @schema and their indices the first pages. */
void poplens_database_will_need_roots (PoplensDatabase *self, const PoplensSchema *schema);

/* From here to end() no other program can write the file, and one part or slice is read, unless
 * @cancellable (nullable) stops its queries. */
void poplens_database_begin (PoplensDatabase *self, GCancellable *cancellable);
void poplens_database_end (PoplensDatabase *self);
/* FALSE with LINK, READ or CANCELLED where a read failed since begin () for no fault of the file:
 * nothing that was read, or found out, since then counts. @error may be set before, and no longer
 * counts then. */
gboolean poplens_database_check_reads (const PoplensDatabase *self, GError **error);

/* A statement begins: it may work as long as a walk through the whole file takes. */
void poplens_database_begin_work (PoplensDatabase *self);
/* @bytes more of what @given counts by itself. FALSE where that is more than a file of this size
 * holds: it then says the same again and again. */
gboolean poplens_database_gives (PoplensDatabase *self, guint64 *given, guint64 bytes);
/* TRUE where the table is there and has at least one row, or cannot be read: who reads it is then
 * told why, not that it is absent. */
gboolean poplens_database_has_rows (PoplensDatabase *self, const char *table);

/* Sets @error from the connection's last failure: the file, what was read, and what to do. */
void poplens_database_set_error (PoplensDatabase *self, const char *table, int code,
                                 GError **error);
/* The same where no row has been read yet: what SQLite then has too little for is the schema, or
 * the statement that it makes of it. */
void poplens_database_set_schema_error (PoplensDatabase *self, const char *table, int code,
                                        GError **error);
/* FALSE where @table is refused (schema.h), with why. */
gboolean poplens_database_allows (PoplensDatabase *self, const PoplensSchemaTable *table,
                                  GError **error);
/* Its pages, in a transaction. (nullable) (transfer none): NULL where they cannot be read, and
 * SQLite has to: @reason (static). */
PoplensPages *poplens_database_pages (PoplensDatabase *self, const char **reason);
/* The leaves of @table, found when first asked for. (nullable): NULL where they cannot be read, and
 * SQLite has to: @reason (static). (transfer none) */
struct _PoplensLeaves *poplens_database_leaves (PoplensDatabase *self,
                                                const PoplensSchemaTable *table,
                                                const char **reason);
/* From now on SQLite reads @table, for that reason (static). */
void poplens_database_give_up_leaves (PoplensDatabase *self, const char *table, const char *reason);

/* Whether @self has given up a table; which it has are so for @with too, of the same file. */
gboolean poplens_database_has_odd (const PoplensDatabase *self);
void poplens_database_share_odd (const PoplensDatabase *self, PoplensDatabase *with);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensDatabase, poplens_database_close)

G_END_DECLS
