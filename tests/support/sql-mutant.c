/* Damages a profile with random SQL statements. */
#include "support/sql-mutant.h"

#include "base/codec.h"

typedef struct {
  char *name;
  GPtrArray *columns; /* char *, quoted */
} Table;

struct _SqlMutantSchema {
  GPtrArray *tables; /* elements: Table */
};

typedef struct {
  const SqlMutantSchema *schema;
  SqlMutantNext next;
  gpointer data;
} Chooser;

static void
table_free (gpointer data)
{
  Table *table = data;

  g_free (table->name);
  g_ptr_array_unref (table->columns);
  g_free (table);
}

SqlMutantSchema *
sql_mutant_schema_new (sqlite3 *handle)
{
  SqlMutantSchema *self = g_new0 (SqlMutantSchema, 1);
  sqlite3_stmt *statement = NULL;
  Table *table = NULL;

  self->tables = g_ptr_array_new_with_free_func (table_free);
  sqlite3_prepare_v2 (handle,
                      "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c "
                      "WHERE m.type = 'table' ORDER BY m.name, c.cid",
                      -1, &statement, NULL);
  while (sqlite3_step (statement) == SQLITE_ROW) {
    const char *name = (const char *) sqlite3_column_text (statement, 0);
    const char *column = (const char *) sqlite3_column_text (statement, 1);
    if (!table || !g_str_equal (table->name, name)) {
      table = g_new0 (Table, 1);
      table->name = g_strdup (name);
      table->columns = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (self->tables, table);
    }
    g_ptr_array_add (table->columns, g_strdup_printf ("\"%s\"", column));
  }
  sqlite3_finalize (statement);
  return self;
}

void
sql_mutant_schema_free (SqlMutantSchema *self)
{
  if (!self)
    return;
  g_ptr_array_unref (self->tables);
  g_free (self);
}

static guint32
choose_below (const Chooser *chooser, guint32 n)
{
  return n ? chooser->next (chooser->data) % n : 0;
}

static const Table *
choose_table (const Chooser *chooser)
{
  return g_ptr_array_index (chooser->schema->tables,
                            choose_below (chooser, chooser->schema->tables->len));
}

static const char *
choose_column (const Chooser *chooser, const Table *table)
{
  return g_ptr_array_index (table->columns, choose_below (chooser, table->columns->len));
}

/* Returns an encoded list with small, dangling or huge values. (transfer full) */
static char *
choose_list (const Chooser *chooser)
{
  static const guint64 odd[] = {0, 1, 4095, 4096, G_MAXINT32, G_MAXUINT32, G_MAXINT64, G_MAXUINT64};
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  PoplensEncoding encoding = choose_below (chooser, 3);
  guint64 values[16], sum = 0;
  guint n = choose_below (chooser, G_N_ELEMENTS (values) + 1);
  GString *text = g_string_new ("x'");

  for (guint i = 0; i < n; i++) {
    guint32 kind = choose_below (chooser, 24);
    values[i] = kind < G_N_ELEMENTS (odd) ? odd[kind] : kind;
    /* The difference encoding only stores rising values. */
    if (encoding == POPLENS_ENCODING_DIFF_RLE)
      values[i] = sum = MAX (sum, values[i]);
  }
  poplens_list_append (encoding, bytes, values, n);
  for (guint i = 0; i < bytes->len; i++)
    g_string_append_printf (text, "%02x", bytes->data[i]);
  g_string_append_c (text, '\'');
  return g_string_free (text, FALSE);
}

/* Returns an expression for the new value of @column. (transfer full) */
static char *
choose_value (const Chooser *chooser, const Table *table, const char *column)
{
  static const char *const values[] = {
      "NULL", "0", "1", "-1", "2147483647", "2147483648", "4294967294", "4294967295", "4294967296",
      "9223372036854775807", "-9223372036854775808", "1e300", "-1e300", "9e999", "0.5", "''",
      "'text'", "x''", "x'00'", "x'ff'", "x'ffffffffffffffffff'", "zeroblob(4096)",
      /* encoded lists: 2²⁶ times 1, and 2²⁶ literals that are missing */
      "x'20000080' || x'81'", "x'20000081'", "hex(zeroblob(3000))",
      "'<b>&amp;</i>' || char(27) || '[31m' || char(10, 13, 9, 7)",
      "char(8238) || 'txet' || char(8294, 65279, 0) || 'a'", "cast(x'fffe80c0' AS TEXT)", "rowid",
      "rowid + 1", "rowid - 1", "-rowid", "rowid * 4294967296"};
  guint32 kind = choose_below (chooser, G_N_ELEMENTS (values) + 8);

  if (kind < G_N_ELEMENTS (values))
    return g_strdup (values[kind]);
  switch (kind - G_N_ELEMENTS (values)) {
  case 0:
    return g_strdup_printf ("%s + 1", column);
  case 1:
    return g_strdup_printf ("%s * 1000003", column);
  case 2: /* truncated */
    return g_strdup_printf ("substr(%s, 1, length(%s) / 2)", column, column);
  case 3: /* longer */
    return g_strdup_printf ("cast(cast(%s AS BLOB) || cast(%s AS BLOB) AS BLOB)", column, column);
  case 4: /* from another column */
    return g_strdup (choose_column (chooser, table));
  case 5: /* from another row: makes cycles and duplicate IDs */
    return g_strdup_printf ("(SELECT %s FROM %s ORDER BY rowid DESC LIMIT 1 OFFSET %u)", column,
                            table->name, choose_below (chooser, 8));
  default:
    return choose_list (chooser);
  }
}

/* Returns a WHERE clause for one row, or "" for all. (transfer full) */
static char *
choose_rows (const Chooser *chooser, const Table *table)
{
  guint32 row = choose_below (chooser, 24);

  if (row >= 16)
    return g_strdup ("");
  return g_strdup_printf (" WHERE rowid = (SELECT rowid FROM %s LIMIT 1 OFFSET %u)", table->name,
                          row);
}

static char *
make_statement (const Chooser *chooser)
{
  const Table *table = choose_table (chooser);
  const char *column = choose_column (chooser, table);
  const char *name = table->name;
  guint32 kind = choose_below (chooser, 24);
  g_autofree char *rows = choose_rows (chooser, table);

  switch (kind) {
  case 0:
    return g_strdup_printf ("DROP TABLE %s", name);
  case 1:
    return g_strdup_printf ("DELETE FROM %s", name);
  case 2:
    return g_strdup_printf ("ALTER TABLE %s RENAME TO other_%s", name, name);
  case 3:
    return g_strdup_printf ("ALTER TABLE %s RENAME COLUMN %s TO other", name, column);
  case 4:
    return g_strdup_printf ("ALTER TABLE %s DROP COLUMN %s", name, column);
  case 5:
  case 6:
    return g_strdup_printf ("DELETE FROM %s%s", name, rows);
  case 7: /* duplicate rows, unless a key forbids it */
    return g_strdup_printf ("INSERT OR IGNORE INTO %s SELECT * FROM %s", name, name);
  case 8: { /* replaces one table by another */
    const char *other = choose_table (chooser)->name;
    return g_strdup_printf ("DROP TABLE %s; ALTER TABLE %s RENAME TO %s", name, other, name);
  }
  case 9:
    return g_strdup_printf ("DROP TABLE %s; CREATE VIEW %s AS SELECT * FROM %s", name, name,
                            choose_table (chooser)->name);
  default: {
    g_autofree char *value = choose_value (chooser, table, column);
    return g_strdup_printf ("UPDATE OR REPLACE %s SET %s = %s%s", name, column, value, rows);
  }
  }
}

char *
sql_mutant_apply (const SqlMutantSchema *self, sqlite3 *handle, SqlMutantNext next, gpointer data)
{
  Chooser chooser = {self, next, data};
  char *sql = make_statement (&chooser);

  sqlite3_exec (handle, sql, NULL, NULL, NULL);
  return sql;
}
