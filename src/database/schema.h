/* The schema of a profile: where each table begins, and the columns of its records. The file is not
 * trusted. A table with a feature that no real file has (generated columns, long defaults, shared
 * pages) is refused with an error. A table with a legal but rare feature is left to SQLite (.odd).
 */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* Kind of a column's default. Records that were written before the column was added have this
 * value. */
typedef enum {
  POPLENS_DEFAULT_NULL,
  POPLENS_DEFAULT_INTEGER,
  POPLENS_DEFAULT_OTHER, /* an expression, which only SQLite evaluates */
} PoplensDefault;

typedef struct {
  char *name;
  gboolean is_real; /* REAL affinity: whole numbers are stored as integers */
  PoplensDefault fallback;
  gint64 fallback_integer;
  gint64 least, most;   /* limits of valid values, both included: poplens_schema_set_limits () */
  gboolean is_required; /* TRUE if NULL is damage */
} PoplensSchemaColumn;

/* Limits of the numbers in columns, both included. In a column of lists, the limits are for the
 * mean of each list. */
typedef struct {
  const char *table, *columns; /* .columns: comma-separated names: "num_programs, num_steps" */
  gint64 least, most;
  gboolean is_nullable; /* TRUE if NULL is allowed: the value was not recorded, or there is none */
} PoplensColumnLimits;

typedef struct {
  char *name;
  guint32 root;    /* page number, from 1 */
  GArray *columns; /* of PoplensSchemaColumn, in the order of the record */
  int row_id; /* index of the "INTEGER PRIMARY KEY" column; −1: no key; −2: a key of another kind */
  char *refused;   /* (nullable): why the table is refused: "has the generated column x, …" */
  const char *odd; /* (nullable) (static): why only SQLite can read the table */
} PoplensSchemaTable;

/* Tables by name, ignoring case. Read once, then shared by all connections. */
typedef struct {
  GHashTable *tables; /* char* → PoplensSchemaTable */
  GArray *roots;      /* guint32: root pages of tables and indices */
} PoplensSchema;

/* Reads the schema. (transfer full) (nullable): NULL with the result of SQLite in @code */
PoplensSchema *poplens_schema_read (sqlite3 *handle, int *code);
void poplens_schema_free (PoplensSchema *self);
/* Sets the limits of the columns that exist. Call it before any query: connections share the
 * schema. */
void poplens_schema_set_limits (PoplensSchema *self, const PoplensColumnLimits *limits, guint n);

/* Returns the table of that name. (nullable) (transfer none) */
const PoplensSchemaTable *poplens_schema_get_table (const PoplensSchema *self, const char *table);
gboolean poplens_schema_has_table (const PoplensSchema *self, const char *table);
gboolean poplens_schema_has_column (const PoplensSchema *self, const char *table,
                                    const char *column);
/* Returns the index of the column in the record, or −1. Ignores case. */
int poplens_schema_table_find (const PoplensSchemaTable *self, const char *column);
/* Returns what identifies a row in SQL: the name of the integer primary key, quoted, or rowid.
 * (transfer full) */
char *poplens_schema_table_key (const PoplensSchemaTable *self);
/* Returns all column names, comma-separated, as poplens_query_new () takes them. (transfer full) */
char *poplens_schema_table_names (const PoplensSchemaTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSchema, poplens_schema_free)

G_END_DECLS
