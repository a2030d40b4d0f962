/* Tests of SQLite without memory, once, while the schema of a profile is read, its tables are
 * compared with their indices, or a copy is recovered: the result is the same as otherwise, or the
 * error says that memory was lacking and does not blame the file. */
#include "base/error.h"
#include "database/database.h"
#include "database/indices.h"
#include "database/recover.h"
#include "faults/refuse-memory.h"
#include "support/seeds.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>

#define FAULTS 200 /* number of calls that fail; all calls with --long */

typedef struct {
  char *folder, *profile, *copy;
} DatabaseFixture;

/* Returns a result as text. (transfer full) (nullable): NULL with @error. */
typedef char *(*Question) (const DatabaseFixture *f, GError **error);

static PoplensDatabase *
open_profile (const DatabaseFixture *f, const PoplensSchema *schema, GError **error)
{
  g_autoptr (PoplensFile) file = poplens_file_new_local (f->profile);

  return poplens_database_open (file, schema, NULL, error);
}

static PoplensSchema *
read_schema (const DatabaseFixture *f, GError **error)
{
  g_autoptr (PoplensDatabase) database = open_profile (f, NULL, error);

  return database ? poplens_database_read_schema (database, error) : NULL;
}

/* Returns the table names, sorted. (transfer container) (element-type utf8): names are owned by
 * @schema */
static GList *
list_tables (const PoplensSchema *schema)
{
  return g_list_sort (g_hash_table_get_keys (schema->tables), (GCompareFunc) strcmp);
}

static char *
ask_schema (const DatabaseFixture *f, GError **error)
{
  g_autoptr (PoplensSchema) schema = read_schema (f, error);

  if (!schema)
    return NULL;
  GString *said = g_string_new (NULL);
  g_autoptr (GList) names = list_tables (schema);
  for (GList *name = names; name; name = name->next) {
    const PoplensSchemaTable *table = poplens_schema_get_table (schema, name->data);
    g_autofree char *columns = poplens_schema_table_names (table);
    g_string_append_printf (said, "%s at %u: %s; %d, %s, %s\n", table->name, table->root, columns,
                            table->row_id, table->refused ? table->refused : "-",
                            table->odd ? table->odd : "-");
  }
  return g_string_free (said, FALSE);
}

static void
say_look (const PoplensIndexLook *look, gpointer data)
{
  g_string_append_printf (data, "%s.%s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT ", %s\n",
                          look->table, look->index ? look->index : "-", look->entries, look->rows,
                          look->what ? look->what : "-");
}

/* Appends whether each table has rows, how it is read, and its indices, as `check` does. */
static gboolean
look_at_tables (PoplensDatabase *database, const PoplensSchema *schema, GString *said,
                GError **error)
{
  g_autoptr (GList) names = list_tables (schema);

  for (GList *name = names; name; name = name->next) {
    const PoplensSchemaTable *table = poplens_schema_get_table (schema, name->data);
    const char *reason = NULL;
    gboolean rows = poplens_database_has_rows (database, name->data);
    poplens_database_leaves (database, table, &reason);
    g_string_append_printf (said, "%s: %d, %s\n", table->name, rows, reason ? reason : "-");
    if (!poplens_indices_look_at (database, name->data, say_look, said, error))
      return FALSE;
  }
  return TRUE;
}

static char *
ask_tables (const DatabaseFixture *f, GError **error)
{
  g_autoptr (PoplensSchema) schema = read_schema (f, error);
  g_autoptr (PoplensDatabase) database = schema ? open_profile (f, schema, error) : NULL;
  g_autoptr (GString) said = g_string_new (NULL);

  if (!database)
    return NULL;
  poplens_database_begin (database, NULL);
  gboolean good = look_at_tables (database, schema, said, error);
  good = poplens_database_check_reads (database, good ? error : NULL) && good;
  poplens_database_end (database);
  return good ? g_string_free (g_steal_pointer (&said), FALSE) : NULL;
}

static char *
ask_copy (const DatabaseFixture *f, GError **error)
{
  PoplensRecovered done;
  gboolean good = poplens_database_recover (f->profile, f->copy, &done, NULL, error);
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_cmpint (good, ==, g_file_test (f->copy, G_FILE_TEST_EXISTS));
  if (!good)
    return NULL;
  g_assert_true (g_file_get_contents (f->copy, &bytes, &n, NULL));
  g_unlink (f->copy);
  g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) bytes, n);
  return g_strdup_printf ("%d: %s", done, sum);
}

/* ---- faults ---- */

static char *
ask_with_fault (const DatabaseFixture *f, Question question, gint at, gint *n, GError **error)
{
  refuse_memory_at (at);
  char *said = question (f, error);
  *n = refuse_memory_stop ();
  return said;
}

static void
try_faults (const DatabaseFixture *f, Question question)
{
  g_autoptr (GError) none = NULL;
  gint n, ignored;
  g_autofree char *whole = ask_with_fault (f, question, -1, &n, &none);

  g_assert_no_error (none);
  gint most = all_seeds () ? n : MIN (n, FAULTS);
  for (gint i = 0; i < most; i++) {
    g_autoptr (GError) error = NULL;
    gint at = most == n ? i : g_test_rand_int_range (0, n);
    g_autofree char *said = ask_with_fault (f, question, at, &ignored, &error);
    g_test_message ("call %d: %s", at, said ? "is there" : error->message);
    if (said)
      g_assert_cmpstr (said, ==, whole);
    else
      g_assert_error (error, POPLENS_ERROR, POPLENS_ERROR_READ);
  }
}

static void
test_schema (gconstpointer f)
{
  try_faults (f, ask_schema);
}

static void
test_tables_without_memory (gconstpointer f)
{
  try_faults (f, ask_tables);
}

static void
test_copy (gconstpointer f)
{
  try_faults (f, ask_copy);
}

int
main (int argc, char **argv)
{
  DatabaseFixture f = {0};
  int status;

  refuse_memory_take_over ();
  g_test_init (&argc, &argv, NULL);
  f.folder = temp_dir_new ();
  g_autofree char *report = g_build_filename (f.folder, "report", NULL);
  f.profile = g_build_filename (report, "profile.pop", NULL);
  f.copy = g_build_filename (f.folder, "copy.pop", NULL);
  refuse_memory_write_report (report, "1");
  g_test_add_data_func ("/database-memory/schema", &f, test_schema);
  g_test_add_data_func ("/database-memory/tables", &f, test_tables_without_memory);
  g_test_add_data_func ("/database-memory/copy", &f, test_copy);
  status = g_test_run ();
  temp_dir_remove (f.folder);
  g_free (f.folder);
  g_free (f.profile);
  g_free (f.copy);
  return status;
}
