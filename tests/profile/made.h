/* Databases made by SQL to be read by their leaves, and both of their readers. */
#pragma once

#include "support/compare-rows.h"

G_BEGIN_DECLS

typedef struct {
  char *dir, *path;
} Made;

/* An empty one. @reserved: bytes of each page. In SQL there are noise (N) and words (N): a blob and
 * a text of N bytes at random. */
Made *made_new (int page_size, int reserved, const char *sql);
void made_free (Made *self);
void made_alter (Made *self, const char *sql);
/* The number in the first row. */
gint64 made_ask (Made *self, const char *sql);

/* Two connections to a file, the first in a transaction. */
typedef struct {
  PoplensDatabase *database;
  PoplensSchema *schema;
  sqlite3 *plain;
  GError *error; /* why there is no .database, or no .schema */
} Readers;

void readers_open (Readers *self, const char *path);
void readers_close (Readers *self);

typedef struct {
  guint tables, by_leaves;
  guint64 rows;
} Compared;

/* Each table whole, and @more times some of its columns, in any order, and spans. @reasons:
 * (nullable): table → why SQLite read it, of those that it did. */
void compare_tables (Readers *readers, guint more, Compared *compared, GHashTable *reasons);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Made, made_free)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Readers, readers_close)

G_END_DECLS
