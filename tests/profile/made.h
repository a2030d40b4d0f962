/* Databases made by SQL for tests that compare reading from leaves with SQLite. */
#pragma once

#include "support/compare-rows.h"

G_BEGIN_DECLS

typedef struct {
  char *dir, *path;
} Made;

/* Creates a database and runs @sql. @reserved: reserved bytes of each page. SQL has two more
 * functions: noise (N) and words (N) return a blob and a text of N random bytes. (transfer full) */
Made *made_new (int page_size, int reserved, const char *sql);
void made_free (Made *self);
void made_alter (Made *self, const char *sql);
/* Returns the integer in the first row and column. */
gint64 made_ask (Made *self, const char *sql);

/* A file opened twice: by Poplens, in a transaction, and by SQLite. */
typedef struct {
  PoplensDatabase *database;
  PoplensSchema *schema;
  sqlite3 *plain;
  GError *error; /* (nullable): why .database or .schema is NULL */
} Readers;

void readers_open (Readers *self, const char *path);
void readers_close (Readers *self);

typedef struct {
  guint tables, by_leaves;
  guint64 rows;
} Compared;

/* Compares each table: all of it, then @more times random columns and spans. @reasons: (nullable):
 * table → why it was read through SQLite */
void compare_tables (Readers *readers, guint more, Compared *compared, GHashTable *reasons);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Made, made_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Readers, readers_close)

G_END_DECLS
