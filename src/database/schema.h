/* What a profile's schema says of its tables: where each begins, and what its records are made of.
 * Nothing in it is trusted. What no real file has (generated columns, long defaults, pages of
 * another table) is refused, naming the table; what is legal and rare is left to SQLite, with a
 * reason. */
#pragma once

#include <glib.h>
#include <sqlite3.h>

G_BEGIN_DECLS

/* A column's value in records that were written before the column was added. */
typedef enum {
  POPLENS_DEFAULT_NULL,
  POPLENS_DEFAULT_INTEGER,
  POPLENS_DEFAULT_OTHER, /* an expression, which only SQLite works out */
} PoplensDefault;

typedef struct {
  char *name;
  gboolean is_real; /* REAL affinity: whole numbers are stored as integers */
  PoplensDefault fallback;
  gint64 fallback_integer;
  gint64 least, most;   /* values outside are damage: see poplens_schema_set_limits () */
  gboolean is_required; /* NULL is damage, too */
} PoplensSchemaColumn;

/* The range of columns' numbers, both ends included; of a column of lists, that of their mean. */
typedef struct {
  const char *table, *columns; /* "num_programs, num_steps" */
  gint64 least, most;
  gboolean is_nullable; /* NULL has a meaning: not recorded, or none */
} PoplensColumnLimits;

typedef struct {
  char *name;
  guint32 root;    /* page, from 1 */
  GArray *columns; /* of PoplensSchemaColumn, in the order of the record */
  int row_id;      /* the column that is the row id ("INTEGER PRIMARY KEY"), or -1 */
  char *refused;   /* (nullable): why nothing is read of it: "has the generated column x, …" */
  const char *odd; /* (nullable) (static): why its leaves are not read, but SQLite asked */
} PoplensSchemaTable;

/* Tables by name, in either case. Read once, then shared by all connections. */
typedef struct {
  GHashTable *tables; /* char* → PoplensSchemaTable */
  GArray *roots;      /* guint32: pages that tables and indices begin with */
} PoplensSchema;

/* The result of SQLite in @code where it is not SQLITE_OK, and NULL. (transfer full) */
PoplensSchema *poplens_schema_read (sqlite3 *handle, int *code);
void poplens_schema_free (PoplensSchema *self);
/* Sets the limits of columns that the file has. Before any query: connections share the schema. */
void poplens_schema_set_limits (PoplensSchema *self, const PoplensColumnLimits *limits, guint n);

/* (nullable) (transfer none) */
const PoplensSchemaTable *poplens_schema_get_table (const PoplensSchema *self, const char *table);
gboolean poplens_schema_has_table (const PoplensSchema *self, const char *table);
gboolean poplens_schema_has_column (const PoplensSchema *self, const char *table,
                                    const char *column);
/* The column's place in the record, or -1; its name may be in either case. */
int poplens_schema_table_find (const PoplensSchemaTable *self, const char *column);
/* The column that the rows of a table are found by, quoted: its key, where that is one integer,
 * else rowid. (transfer full) */
char *poplens_schema_table_key (const PoplensSchemaTable *self);
/* All names, comma-separated, as poplens_query_new () takes them. (transfer full) */
char *poplens_schema_table_names (const PoplensSchemaTable *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensSchema, poplens_schema_free)

G_END_DECLS
