/* Fuzz target for tables as bytes of SQLite's pages: rows read from leaves equal those that SQLite
 * returns. */
#include "fuzz.h"

#include "support/compare-rows.h"
#include "support/local-file.h"

#include <stdio.h>

/* Limit of tables, as the file is read for each of them several times. */
#define MOST_TABLES 8

static void
check_same_rows (PoplensDatabase *database, PoplensDatabase *plain, const char *table,
                 const char *columns, const PoplensRowSpan *span)
{
  poplens_database_begin_work (plain);
  database->given = 0;
  g_autofree char *difference = compare_rows (database, plain->handle, table, columns, span, NULL);
  if (difference) {
    fprintf (stderr, "%s\n", difference);
    fuzz_fail ("rows from leaves are SQLite's");
  }
}

static void
compare_table (PoplensDatabase *database, PoplensDatabase *plain, const PoplensSchemaTable *table)
{
  static const PoplensRowSpan spans[] = {{0, 9}, {2, 1}, {-5, G_MAXINT64}};
  g_autofree char *columns = compare_rows_columns (table, plain->handle);
  g_auto (GStrv) names = g_strsplit (columns, ",", -1);

  if (table->refused || !*names)
    return;
  check_same_rows (database, plain, table->name, names[0], NULL);
  check_same_rows (database, plain, table->name, names[g_strv_length (names) - 1], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    check_same_rows (database, plain, table->name, columns, &spans[i]);
  check_same_rows (database, plain, table->name, columns, NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *path = fuzz_write ("scan.db", data, size);
  g_autoptr (GError) error = NULL, again = NULL;
  g_autoptr (PoplensDatabase) database = local_database_open (path, NULL, NULL, &error);
  g_autoptr (PoplensDatabase) plain = local_database_open (path, NULL, NULL, NULL);
  GHashTableIter iter;
  gpointer table;

  if (!database || !plain) {
    fuzz_check_error (error);
    return 0;
  }
  poplens_database_begin (database, NULL);
  g_autoptr (PoplensSchema) schema = poplens_database_read_schema (database, &again);
  if (!schema)
    fuzz_check_error (again);
  database->schema = schema;
  if (schema)
    g_hash_table_iter_init (&iter, schema->tables);
  for (guint n = 0; schema && n < MOST_TABLES && g_hash_table_iter_next (&iter, NULL, &table); n++)
    compare_table (database, plain, table);
  poplens_database_end (database);
  return 0;
}
