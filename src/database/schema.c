/* Reads the schema of a profile through SQLite, and refuses or marks tables that are unusual. */
#include "database/schema.h"

#include "database/sqlite-file.h"

#include <string.h>

/* Most bytes of a default value. Real schemas have no defaults. A small file could expand a long
 * default in each record that lacks the column. */
#define MOST_OF_A_DEFAULT 64

static void
column_clear (gpointer data)
{
  PoplensSchemaColumn *self = data;

  g_free (self->name);
}

static PoplensSchemaTable *
table_new (const char *name, guint32 root)
{
  PoplensSchemaTable *self = g_new0 (PoplensSchemaTable, 1);

  self->name = g_strdup (name);
  self->root = root;
  self->row_id = -1;
  self->columns = g_array_new (FALSE, TRUE, sizeof (PoplensSchemaColumn));
  g_array_set_clear_func (self->columns, column_clear);
  return self;
}

static void
table_free (gpointer data)
{
  PoplensSchemaTable *self = data;

  g_array_unref (self->columns);
  g_free (self->name);
  g_free (self->refused);
  g_free (self);
}

void
poplens_schema_free (PoplensSchema *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->tables);
  g_array_unref (self->roots);
  g_free (self);
}

const PoplensSchemaTable *
poplens_schema_get_table (const PoplensSchema *self, const char *table)
{
  return g_hash_table_lookup (self->tables, table);
}

gboolean
poplens_schema_has_table (const PoplensSchema *self, const char *table)
{
  return g_hash_table_contains (self->tables, table);
}

void
poplens_schema_set_limits (PoplensSchema *self, const PoplensColumnLimits *limits, guint n)
{
  for (guint i = 0; i < n; i++) {
    const PoplensSchemaTable *table = poplens_schema_get_table (self, limits[i].table);
    g_auto (GStrv) names = table ? g_strsplit (limits[i].columns, ", ", -1) : NULL;
    for (guint c = 0; names && names[c]; c++) {
      int place = poplens_schema_table_find (table, names[c]);
      if (place < 0)
        continue;
      PoplensSchemaColumn *column = &g_array_index (table->columns, PoplensSchemaColumn, place);
      column->least = limits[i].least;
      column->most = limits[i].most;
      column->is_required = !limits[i].is_nullable;
    }
  }
}

int
poplens_schema_table_find (const PoplensSchemaTable *self, const char *column)
{
  for (guint c = 0; c < self->columns->len; c++)
    if (!g_ascii_strcasecmp (g_array_index (self->columns, PoplensSchemaColumn, c).name, column))
      return (int) c;
  return -1;
}

char *
poplens_schema_table_key (const PoplensSchemaTable *self)
{
  if (self->row_id < 0)
    return g_strdup ("rowid");
  g_autofree char *name =
      poplens_sqlite_quoted (g_array_index (self->columns, PoplensSchemaColumn, self->row_id).name);
  return g_strdup_printf ("\"%s\"", name);
}

/* FALSE if the name contains a character that cannot be in a list of names, such as a comma. */
static gboolean
is_plain_name (const char *name)
{
  return *name && !strpbrk (name, ",!\" \t\n");
}

gboolean
poplens_schema_has_column (const PoplensSchema *self, const char *table, const char *column)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (self, table);

  return found && is_plain_name (column) && poplens_schema_table_find (found, column) >= 0;
}

char *
poplens_schema_table_names (const PoplensSchemaTable *self)
{
  GString *names = g_string_new (NULL);

  for (guint c = 0; c < self->columns->len; c++) {
    const char *name = g_array_index (self->columns, PoplensSchemaColumn, c).name;
    if (is_plain_name (name))
      g_string_append_printf (names, "%s%s", names->len ? "," : "", name);
  }
  return g_string_free (names, FALSE);
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Affinity of a column, as far as it matters here. */
typedef enum { OTHER, TEXTUAL, REAL } Affinity;

/* Rules of "3.1 Determination Of Column Affinity" in SQLite's "Datatypes". */
static Affinity
affinity_of (const char *type)
{
  static const struct {
    const char *word;
    Affinity affinity;
  } rules[] = {{"INT", OTHER},  {"CHAR", TEXTUAL}, {"CLOB", TEXTUAL}, {"TEXT", TEXTUAL},
               {"BLOB", OTHER}, {"REAL", REAL},    {"FLOA", REAL},    {"DOUB", REAL}};
  g_autofree char *upper = g_ascii_strup (type ? type : "", -1);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (strstr (upper, rules[i].word))
      return rules[i].affinity;
  return OTHER;
}

/* Reads the default value of a column. Marks an integer default of a text column as OTHER, because
 * SQLite converts it to text. */
static void
read_default (PoplensSchemaColumn *column, const char *text, Affinity affinity)
{
  char *end = NULL;

  if (!text || !g_ascii_strcasecmp (text, "NULL"))
    return;
  column->fallback_integer = g_ascii_strtoll (text, &end, 10);
  column->fallback = g_ascii_isdigit (*text) && !*end && strlen (text) < 18 && affinity != TEXTUAL
                         ? POPLENS_DEFAULT_INTEGER
                         : POPLENS_DEFAULT_OTHER;
}

static void
table_refuse (PoplensSchemaTable *self, char *reason)
{
  if (self->refused)
    g_free (reason);
  else
    self->refused = reason;
}

/* Columns of the statement in read_tables (). */
enum { TABLE, ROOT, SQL, COLUMN, TYPE, DEFAULT, KEY, HIDDEN };

static void
table_add_column (PoplensSchemaTable *self, sqlite3_stmt *row, int *code)
{
  const char *name = poplens_sqlite_text (row, COLUMN, code);
  const char *type = poplens_sqlite_text (row, TYPE, code);
  const char *fallback = poplens_sqlite_text (row, DEFAULT, code);
  g_autofree char *shown = g_utf8_make_valid (name ? name : "", -1);
  Affinity affinity = affinity_of (type);
  PoplensSchemaColumn column = {.name = g_strdup (name ? name : ""),
                                .is_real = affinity == REAL,
                                .least = G_MININT64,
                                .most = G_MAXINT64};
  int key = sqlite3_column_int (row, KEY);

  if (sqlite3_column_int (row, HIDDEN))
    table_refuse (
        self, g_strdup_printf ("has the generated column %s, which profiles of the SDK never have",
                               shown));
  if (!g_ascii_strcasecmp (column.name, "rowid"))
    table_refuse (self, g_strdup_printf ("has a column named %s, which hides SQLite's own", shown));
  if (fallback && strlen (fallback) > MOST_OF_A_DEFAULT)
    table_refuse (self, g_strdup_printf ("has a default of %" G_GSIZE_FORMAT
                                         " characters for column %s, longer than the SDK writes",
                                         strlen (fallback), shown));
  read_default (&column, fallback, affinity);
  if (key == 1 && self->row_id == -1 && type && !g_ascii_strcasecmp (type, "INTEGER"))
    self->row_id = (int) self->columns->len;
  else if (key)
    self->row_id = -2; /* not one INTEGER column, so the key is not the row ID */
  g_array_append_val (self->columns, column);
}

/* TRUE if nothing follows the list of columns, as in all real files. FALSE for WITHOUT ROWID or
 * STRICT. */
static gboolean
is_plain_table (sqlite3 *handle, const char *name, const char *sql, int *code)
{
  const char *end = sql ? strrchr (sql, ')') : NULL;

  while (end && g_ascii_isspace (*++end))
    ;
  if (!end || *end)
    return FALSE;
  /* The last parenthesis may be in a comment, so also ask SQLite whether the table has row IDs. */
  int has_row_id =
      sqlite3_table_column_metadata (handle, "main", name, "rowid", NULL, NULL, NULL, NULL, NULL);
  if (has_row_id == SQLITE_NOMEM)
    *code = has_row_id;
  return has_row_id == SQLITE_OK;
}

static int
read_tables (sqlite3 *handle, GHashTable *tables)
{
  static const char sql[] =
      "SELECT m.name, m.rootpage, m.sql, c.name, c.type, c.dflt_value, c.pk, c.hidden "
      "FROM sqlite_master m, pragma_table_xinfo(m.name) c "
      /* Exclude virtual tables, which have no root page: listing their columns would run their
       * modules. */
      "WHERE m.type = 'table' AND m.rootpage > 0 ORDER BY m.rowid, c.cid";
  PoplensSchemaTable *table = NULL;
  sqlite3_stmt *row = NULL;
  int code = poplens_sqlite_prepare (handle, sql, &row);

  while (code == SQLITE_OK && (code = sqlite3_step (row)) == SQLITE_ROW) {
    code = SQLITE_OK;
    const char *name = poplens_sqlite_text (row, TABLE, &code);
    const char *create = poplens_sqlite_text (row, SQL, &code);
    gint64 root = sqlite3_column_int64 (row, ROOT);
    if (!name)
      continue;
    if (!table || strcmp (table->name, name)) {
      table = table_new (name, (guint32) MIN (root, G_MAXUINT32));
      if (!is_plain_table (handle, name, create, &code))
        table->odd = "it is not a plain table";
      g_hash_table_replace (tables, table->name, table);
    }
    table_add_column (table, row, &code);
  }
  sqlite3_finalize (row);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Marks tables as .odd whose integer key has its own index ("INTEGER PRIMARY KEY DESC"). Such a key
 * is not the row ID. */
static int
read_table_keys (sqlite3 *handle, GHashTable *tables)
{
  static const char sql[] = "SELECT m.name FROM sqlite_master m, pragma_index_list(m.name) i "
                            "WHERE m.type = 'table' AND m.rootpage > 0 AND i.origin = 'pk'";
  sqlite3_stmt *row = NULL;
  int code = poplens_sqlite_prepare (handle, sql, &row);

  while (code == SQLITE_OK && (code = sqlite3_step (row)) == SQLITE_ROW) {
    code = SQLITE_OK;
    const char *name = poplens_sqlite_text (row, 0, &code);
    PoplensSchemaTable *table = name ? g_hash_table_lookup (tables, name) : NULL;
    if (table && table->row_id >= 0 && !table->odd)
      table->odd = "its key may differ from the row ID";
  }
  sqlite3_finalize (row);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Reads the root pages of tables and indices. Refuses tables that share a root page: each would
 * return the rows of the other. */
static int
read_roots (sqlite3 *handle, GHashTable *tables, GArray *roots)
{
  static const char sql[] = "SELECT rootpage, tbl_name FROM sqlite_master WHERE rootpage > 0";
  g_autoptr (GHashTable) owners = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  sqlite3_stmt *row = NULL;
  int code = poplens_sqlite_prepare (handle, sql, &row);

  while (code == SQLITE_OK && (code = sqlite3_step (row)) == SQLITE_ROW) {
    gpointer root = GSIZE_TO_POINTER ((gsize) sqlite3_column_int64 (row, 0));
    code = SQLITE_OK;
    const char *name = poplens_sqlite_text (row, 1, &code);
    PoplensSchemaTable *table = name ? g_hash_table_lookup (tables, name) : NULL;
    const char *other = g_hash_table_lookup (owners, root);
    guint32 page = (guint32) MIN (GPOINTER_TO_SIZE (root), G_MAXUINT32);
    g_array_append_val (roots, page);
    if (table && other)
      table_refuse (table, g_strdup_printf ("shares its pages with table %s", other));
    if (other && (table = g_hash_table_lookup (tables, other)))
      table_refuse (table, g_strdup_printf ("shares its pages with table %s", name ? name : "?"));
    g_hash_table_replace (owners, root, g_utf8_make_valid (name ? name : "?", -1));
  }
  sqlite3_finalize (row);
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Ignores the case of ASCII letters, as SQLite does in names. */
static guint
name_hash (gconstpointer name)
{
  guint hash = 5381;

  for (const char *c = name; *c; c++)
    hash = hash * 33 + (guchar) g_ascii_tolower (*c);
  return hash;
}

static gboolean
name_equal (gconstpointer a, gconstpointer b)
{
  return !g_ascii_strcasecmp (a, b);
}

PoplensSchema *
poplens_schema_read (sqlite3 *handle, int *code)
{
  g_autoptr (PoplensSchema) self = g_new0 (PoplensSchema, 1);

  self->tables = g_hash_table_new_full (name_hash, name_equal, NULL, table_free);
  self->roots = g_array_new (FALSE, FALSE, sizeof (guint32));
  *code = read_tables (handle, self->tables);
  if (*code == SQLITE_OK)
    *code = read_table_keys (handle, self->tables);
  if (*code == SQLITE_OK)
    *code = read_roots (handle, self->tables, self->roots);
  return *code == SQLITE_OK ? g_steal_pointer (&self) : NULL;
}
