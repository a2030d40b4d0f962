#include "database/indices.h"

#include "database/index-tree.h"
#include "database/query.h"
#include "database/sqlite-file.h"

#include <string.h>

/* Of so many rows at most SQLite compares each with its entry. */
#define MOST_COMPARED 50000

typedef struct {
  PoplensDatabase *database;
  const PoplensSchemaTable *table;
  PoplensIndexFunc func;
  gpointer data;
  guint64 n_rows;
  gboolean compare; /* nothing of it is out of the ordinary, and SQLite may go through it */
} Indices;

/* The rows of the table, by itself. */
static gboolean
count_rows (Indices *self, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (self->database, self->table->name, "rowid!", NULL);

  while (poplens_query_next (q))
    self->n_rows++;
  return poplens_query_end (q, error);
}

/* One of whole rows by their columns: what is in its parentheses are names and nothing else, and
 * nothing is behind them. @sql: NULL where SQLite made it by itself. */
static gboolean
is_plain (const char *sql)
{
  const char *open = sql ? strchr (sql, '(') : NULL;

  if (!sql)
    return TRUE;
  while (open && *++open && (g_ascii_isalnum (*open) || strchr ("_, \n\t\"", *open)))
    ;
  return open && *open == ')' && !open[1];
}

static void
add (Indices *self, const char *name, guint64 entries, const char *what)
{
  g_autofree char *valid = name ? g_utf8_make_valid (name, -1) : NULL;
  PoplensIndexLook look = {self->table->name, valid,   what,
                           self->n_rows,      entries, what || entries != self->n_rows};

  self->compare = self->compare && !look.is_damaged;
  self->func (&look, self->data);
}

static void
look_at_index (Indices *self, const char *name, gint64 root)
{
  guint64 entries = 0;
  gboolean good = root > 0 && root <= G_MAXUINT32 &&
                  poplens_index_count (&self->database->pages, (guint32) root, &entries);

  add (self, name, entries, good ? NULL : "pages that are not a tree");
}

/* Whether each index of the table that is of all its rows has an entry for each. @of_key: whether
 * SQLite made one. */
static int
look_at_indices (Indices *self, sqlite3_stmt *row, gboolean *of_key)
{
  int code;

  while ((code = sqlite3_step (row)) == SQLITE_ROW) {
    const char *sql = poplens_sqlite_text (row, 2, &code);
    const char *name = poplens_sqlite_text (row, 0, &code);
    if (code == SQLITE_NOMEM)
      break;
    *of_key |= !sql;
    if (is_plain (sql))
      look_at_index (self, name, sqlite3_column_int64 (row, 1));
    else
      self->compare = FALSE;
  }
  return code;
}

static gboolean
count_entries (Indices *self, GError **error)
{
  static const char sql[] =
      "SELECT name, rootpage, sql FROM sqlite_schema WHERE type = 'index' AND "
      "tbl_name = ? ORDER BY rowid";
  PoplensDatabase *database = self->database;
  sqlite3_stmt *row = NULL;
  gboolean of_key = FALSE;
  int code = poplens_sqlite_prepare (database->handle, sql, &row);

  poplens_database_begin_work (database);
  if (code == SQLITE_OK) {
    sqlite3_bind_text (row, 1, self->table->name, -1, SQLITE_STATIC);
    code = look_at_indices (self, row, &of_key);
  }
  sqlite3_finalize (row);
  if (code != SQLITE_DONE) {
    poplens_database_set_error (database, self->table->name, code & 0xff, error);
    return FALSE;
  }
  /* A key that is not the row id has an index that SQLite makes. */
  if (self->table->row_id == -2 && !of_key)
    add (self, NULL, 0, "none");
  return TRUE;
}

/* The first thing that SQLite finds: what stands below its headline. (transfer full) */
static char *
first_finding (const char *text)
{
  const char *line = g_str_has_prefix (text, "***") ? strchr (text, '\n') : NULL;
  g_auto (GStrv) lines = g_strsplit (line ? line + 1 : text, "\n", 2);

  return g_utf8_make_valid (lines[0] ? lines[0] : text, -1);
}

/* A page that could not be read is no finding about the file, though SQLite lists it as one:
 * "Page 107: unable to get the page. error code=7". */
static gboolean
is_of_file (const Indices *self, const char *finding)
{
  static const char mark[] = "error code=";
  const char *code = strstr (finding, mark);

  return !poplens_sqlite_is_failure (self->database->handle, SQLITE_CORRUPT) &&
         !(code &&
           poplens_sqlite_is_failure (self->database->handle,
                                      (int) g_ascii_strtoll (code + sizeof mark - 1, NULL, 10)));
}

/* SQLite's own comparison of the table with its indices. */
static gboolean
compare_entries (Indices *self, GError **error)
{
  PoplensDatabase *database = self->database;
  g_autofree char *name = poplens_sqlite_quoted (self->table->name);
  g_autofree char *sql = g_strdup_printf ("PRAGMA integrity_check (\"%s\")", name);
  sqlite3_stmt *row = NULL;

  poplens_database_begin_work (database);
  int code = poplens_sqlite_prepare (database->handle, sql, &row);
  if (code == SQLITE_OK && (code = sqlite3_step (row)) == SQLITE_ROW) {
    const char *text = poplens_sqlite_text (row, 0, &code);
    g_autofree char *finding = text && strcmp (text, "ok") ? first_finding (text) : NULL;
    database->pages.failed |= code == SQLITE_NOMEM || (finding && !is_of_file (self, finding));
    code = database->pages.failed ? SQLITE_IOERR : SQLITE_DONE;
    if (finding && code == SQLITE_DONE)
      add (self, NULL, 0, finding);
  }
  sqlite3_finalize (row);
  if (code != SQLITE_DONE)
    poplens_database_set_error (database, self->table->name, code & 0xff, error);
  return code == SQLITE_DONE;
}

gboolean
poplens_indices_look_at (PoplensDatabase *database, const char *table, PoplensIndexFunc func,
                         gpointer data, GError **error)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (database->schema, table);
  Indices self = {database, found, func, data, .compare = TRUE};
  const char *reason;

  if (!found || found->refused || !poplens_database_leaves (database, found, &reason))
    return TRUE;
  return count_rows (&self, error) && count_entries (&self, error) &&
         (!self.compare || self.n_rows > MOST_COMPARED || compare_entries (&self, error));
}
