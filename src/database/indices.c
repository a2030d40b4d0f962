/* Compares the number of entries of each index with the number of rows of the table. In small
 * tables, SQLite also compares each entry with its row. */
#include "database/indices.h"

#include "database/pages.h"
#include "database/query.h"
#include "database/sqlite-file.h"

#include <string.h>

/* ---- the tree of an index -------------------------------------------------------------------- */

#define INNER 2
#define LEAF 10
#define HEADER_INNER 12
#define HEADER_LEAF 8
#define MOST_LEVELS 20

typedef struct {
  PoplensPages *pages;
  guint8 *page;    /* the current page */
  guint8 *visited; /* one bit for each page */
  guint64 entries;
} IndexWalk;

static gboolean
walk_add_page (IndexWalk *walk, GArray *level, guint32 page)
{
  if (page < 2 || page > walk->pages->n || walk->visited[page / 8] & 1 << page % 8)
    return FALSE;
  walk->visited[page / 8] |= (guint8) (1 << page % 8);
  g_array_append_val (level, page);
  return TRUE;
}

/* Counts the entries of the current page, and appends its child pages to @below. */
static gboolean
walk_count_page (IndexWalk *walk, guint8 kind, GArray *below)
{
  const guint8 *page = walk->page;
  guint32 n = poplens_u16 (page + 3), header = kind == INNER ? HEADER_INNER : HEADER_LEAF;
  guint32 first = header + 2 * n;

  if (page[0] != kind || first > walk->pages->usable)
    return FALSE;
  walk->entries += n;
  for (guint32 i = 0; i < n; i++) {
    guint32 at = poplens_u16 (page + header + 2 * i);
    if (at < first || at + 4 > walk->pages->usable ||
        (kind == INNER && !walk_add_page (walk, below, poplens_u32 (page + at))))
      return FALSE;
  }
  return kind == LEAF || walk_add_page (walk, below, poplens_u32 (page + 8));
}

/* Counts the entries of all pages of one level of the tree. FALSE if the pages are not all of one
 * kind, or one is damaged. */
static gboolean
walk_count_level (IndexWalk *walk, const GArray *level, GArray *below)
{
  guint8 kind = 0;

  for (guint i = 0; i < level->len; i++) {
    poplens_pages_go_through (walk->pages, (const guint32 *) (gpointer) level->data, level->len, i);
    if (!poplens_pages_read (walk->pages, g_array_index (level, guint32, i), 1, walk->page))
      return FALSE;
    kind = i ? kind : walk->page[0] == INNER ? INNER : LEAF;
    if (!walk_count_page (walk, kind, below))
      return FALSE;
  }
  return TRUE;
}

/* Counts the entries of an index from its pages. FALSE if the pages do not form a valid tree: a
 * page has the wrong kind, is too short for its cells, or occurs twice, or leaves are at different
 * depths. */
static gboolean
index_count (PoplensPages *pages, guint32 root, guint64 *entries)
{
  g_autofree guint8 *page = g_malloc (pages->size);
  g_autofree guint8 *visited = g_malloc0 ((gsize) pages->n / 8 + 1);
  g_autoptr (GArray) level = g_array_new (FALSE, FALSE, sizeof (guint32));
  IndexWalk walk = {pages, page, visited, 0};
  gboolean good = walk_add_page (&walk, level, root);

  for (guint depth = 0; good && level->len; depth++) {
    g_autoptr (GArray) below = g_array_new (FALSE, FALSE, sizeof (guint32));
    good = depth < MOST_LEVELS && walk_count_level (&walk, level, below);
    g_array_unref (level);
    level = g_steal_pointer (&below);
  }
  *entries = walk.entries;
  return good;
}

/* ---- indices of a database ------------------------------------------------------------------- */

/* Maximum number of rows of a table whose index is compared entry by entry. For larger tables only
 * the numbers of entries and rows are compared. */
#define MOST_COMPARED 50000

typedef struct {
  PoplensDatabase *database;
  const PoplensSchemaTable *table;
  PoplensIndexFunc func;
  gpointer data;
  guint64 n_rows;
  gboolean compare; /* FALSE once an index is damaged or has expressions: SQLite then compares no
                       entries */
} IndexCheck;

/* Counts the rows of the table from its leaves. */
static gboolean
count_table_rows (IndexCheck *self, GError **error)
{
  g_autoptr (PoplensQuery) q =
      poplens_query_new_rows (self->database, self->table->name, "rowid!", NULL);

  while (poplens_query_next (q))
    self->n_rows++;
  return poplens_query_end (q, error);
}

/* TRUE if the index covers every row and names only columns: no expression, no WHERE. @sql:
 * (nullable): NULL for an automatic index. */
static gboolean
index_has_only_columns (const char *sql)
{
  const char *open = sql ? strchr (sql, '(') : NULL;

  if (!sql)
    return TRUE;
  while (open && *++open && (g_ascii_isalnum (*open) || strchr ("_, \n\t\"", *open)))
    ;
  return open && *open == ')' && !open[1];
}

static void
report_index (IndexCheck *self, const char *name, guint64 entries, const char *what)
{
  g_autofree char *valid = name ? g_utf8_make_valid (name, -1) : NULL;
  PoplensIndexLook look = {self->table->name, valid,   what,
                           self->n_rows,      entries, what || entries != self->n_rows};

  self->compare = self->compare && !look.is_damaged;
  self->func (&look, self->data);
}

static void
check_index (IndexCheck *self, const char *name, gint64 root)
{
  guint64 entries = 0;
  gboolean good = root > 0 && root <= G_MAXUINT32 &&
                  index_count (&self->database->pages, (guint32) root, &entries);

  report_index (self, name, entries, good ? NULL : "pages that are not a tree");
}

/* Compares the number of entries of each index with the number of rows of the table. @of_key:
 * (out): TRUE if an index is automatic: SQLite made it for a primary or unique key */
static int
check_indices (IndexCheck *self, sqlite3_stmt *row, gboolean *of_key)
{
  int code;

  while ((code = sqlite3_step (row)) == SQLITE_ROW) {
    const char *sql = poplens_sqlite_text (row, 2, &code);
    const char *name = poplens_sqlite_text (row, 0, &code);
    if (code == SQLITE_NOMEM)
      break;
    *of_key |= !sql;
    if (index_has_only_columns (sql))
      check_index (self, name, sqlite3_column_int64 (row, 1));
    else
      self->compare = FALSE;
  }
  return code;
}

static gboolean
count_entries (IndexCheck *self, GError **error)
{
  static const char sql[] =
      "SELECT name, rootpage, sql FROM sqlite_master WHERE type = 'index' AND "
      "tbl_name = ? ORDER BY rowid";
  PoplensDatabase *database = self->database;
  sqlite3_stmt *row = NULL;
  gboolean of_key = FALSE;
  int code = poplens_sqlite_prepare (database->handle, sql, &row);

  poplens_database_begin_work (database);
  if (code == SQLITE_OK) {
    sqlite3_bind_text (row, 1, self->table->name, -1, SQLITE_STATIC);
    code = check_indices (self, row, &of_key);
  }
  sqlite3_finalize (row);
  if (code != SQLITE_DONE) {
    poplens_database_set_error (database, self->table->name, code & 0xff, error);
    return FALSE;
  }
  /* Every key that is not the row ID has an automatic index: report a missing one. */
  if (self->table->row_id == -2 && !of_key)
    report_index (self, NULL, 0, "none");
  return TRUE;
}

/* Returns the first problem in the result of integrity_check, without its headline. (transfer full)
 */
static char *
first_finding (const char *text)
{
  const char *line = g_str_has_prefix (text, "***") ? strchr (text, '\n') : NULL;
  g_auto (GStrv) lines = g_strsplit (line ? line + 1 : text, "\n", 2);

  return g_utf8_make_valid (lines[0] ? lines[0] : text, -1);
}

/* TRUE if @finding is about the file. FALSE for a page that SQLite could not read: "Page 107:
 * unable to get the page. error code=7". */
static gboolean
is_finding_about_file (const IndexCheck *self, const char *finding)
{
  static const char mark[] = "error code=";
  const char *code = strstr (finding, mark);

  return !poplens_sqlite_is_failure (self->database->handle, SQLITE_CORRUPT) &&
         !(code &&
           poplens_sqlite_is_failure (self->database->handle,
                                      (int) g_ascii_strtoll (code + sizeof mark - 1, NULL, 10)));
}

static gboolean
compare_index_entries (IndexCheck *self, GError **error)
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
    database->pages.failed |=
        code == SQLITE_NOMEM || (finding && !is_finding_about_file (self, finding));
    code = database->pages.failed ? SQLITE_IOERR : SQLITE_DONE;
    if (finding && code == SQLITE_DONE)
      report_index (self, NULL, 0, finding);
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
  IndexCheck self = {database, found, func, data, .compare = TRUE};
  const char *reason;

  if (!found || found->refused || !poplens_database_leaves (database, found, &reason))
    return TRUE;
  return count_table_rows (&self, error) && count_entries (&self, error) &&
         (!self.compare || self.n_rows > MOST_COMPARED || compare_index_entries (&self, error));
}
