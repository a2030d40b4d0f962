/* Writes mutants of reports: damages one file with SQL or at random, reproducibly by number. */
#include "mutants.h"

#include "profile/profile.h"
#include "support/damage.h"
#include "support/local-file.h"
#include "support/mini-profile.h"
#include "support/sql-mutant.h"
#include "support/temp-dir.h"

#include <glib/gstdio.h>

#define PAGE 4096
#define ALL_PARTS G_MAXUINT32

static const char *const names[] = {"profile.pop", "archive.a", "debug.cbor", "app.json"};
#define N_FILES G_N_ELEMENTS (names)

typedef struct {
  char *bytes[N_FILES];
  gsize size[N_FILES];
} MutantBase;

struct _Mutants {
  char *dir;
  MutantBase mini, demo; /* mini: with the other files of the demo */
  SqlMutantSchema *schema;
  GHashTable *readers; /* name of a table → bits of the parts that read it */
  GPtrArray *columns;  /* char *: "table SET "column"", of all tables */
};

static void
load_base (MutantBase *base, const char *dir, const char *profile)
{
  for (guint f = 0; f < N_FILES; f++) {
    g_autofree char *path = g_build_filename (dir, names[f], NULL);
    g_autoptr (GError) error = NULL;
    g_file_get_contents (f || !profile ? path : profile, &base->bytes[f], &base->size[f], &error);
    g_assert_no_error (error);
  }
}

static guint32
refused_parts (const char *path)
{
  g_autoptr (PoplensProfile) profile = local_profile_open (path, NULL);
  guint32 refused = 0;

  for (guint part = 0; profile && part <= POPLENS_PART_EXECUTION; part++) {
    gpointer data = poplens_profile_load (profile, part, NULL, NULL);
    refused |= data ? 0 : POPLENS_PART_BIT (part);
    poplens_part_free (part, data);
  }
  return profile ? refused : ALL_PARTS;
}

/* SQL to find the parts that read a table: %1$s is its name, %2$s its first column, %3$s nonsense
 * for each column. */
static const char *const probes[] = {
    "DROP TABLE %1$s",
    "DELETE FROM %1$s",
    "CREATE TABLE copy AS SELECT 0 AS gone FROM %1$s; DROP TABLE %1$s; ALTER TABLE copy RENAME TO "
    "%1$s",
    "UPDATE OR REPLACE %1$s SET \"%2$s\" = 4294967295",
    "UPDATE OR REPLACE %1$s SET \"%2$s\" = -1",
    "CREATE TABLE copy AS SELECT %3$s FROM %1$s; DROP TABLE %1$s; ALTER TABLE copy RENAME TO %1$s",
};

/* Returns the SQL of probe @p on @table. The last probe fills every column with impossible values.
 * (transfer full) */
static char *
make_probe (sqlite3 *handle, const char *table, guint p)
{
  g_autofree char *sql = g_strdup_printf ("PRAGMA table_info(%s)", table);
  g_autoptr (GString) nonsense = g_string_new (NULL);
  g_autofree char *first = NULL;
  sqlite3_stmt *columns;

  sqlite3_prepare_v2 (handle, sql, -1, &columns, NULL);
  while (sqlite3_step (columns) == SQLITE_ROW) {
    const char *column = (const char *) sqlite3_column_text (columns, 1);
    g_string_append_printf (nonsense, "%s'nonsense' AS \"%s\"", first ? ", " : "", column);
    if (!first)
      first = g_strdup (column);
  }
  sqlite3_finalize (columns);
  g_autoptr (GString) probe = g_string_new (probes[p]);
  g_string_replace (probe, "%1$s", table, 0);
  g_string_replace (probe, "%2$s", first, 0);
  g_string_replace (probe, "%3$s", nonsense->str, 0);
  return g_string_free (g_steal_pointer (&probe), FALSE);
}

/* Returns the bits of the parts that read @table: they refuse it if it is missing, empty, without
 * its columns or full of impossible values. */
static guint32
find_readers (const char *path, const char *table, const MutantBase *base)
{
  guint32 readers = 0;

  for (guint p = 0; p < G_N_ELEMENTS (probes); p++) {
    g_assert_true (g_file_set_contents (path, base->bytes[0], base->size[0], NULL));
    sqlite3 *handle = mini_profile_connect (path);
    g_autofree char *sql = make_probe (handle, table, p);
    sqlite3_exec (handle, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", NULL, NULL, NULL);
    sqlite3_exec (handle, sql, NULL, NULL, NULL);
    sqlite3_close (handle);
    readers |= refused_parts (path);
  }
  return readers;
}

static void
find_all_readers (Mutants *self, const char *path)
{
  sqlite3 *handle = mini_profile_connect (path);
  sqlite3_stmt *tables;

  self->readers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->schema = sql_mutant_schema_new (handle);
  sqlite3_prepare_v2 (handle, "SELECT name FROM sqlite_schema WHERE type = 'table'", -1, &tables,
                      NULL);
  while (sqlite3_step (tables) == SQLITE_ROW)
    g_hash_table_insert (self->readers, g_strdup ((const char *) sqlite3_column_text (tables, 0)),
                         NULL);
  sqlite3_finalize (tables);
  sqlite3_close (handle);
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (self->readers, NULL);
  for (guint i = 0; keys[i]; i++)
    g_hash_table_insert (self->readers, g_strdup (keys[i]),
                         GUINT_TO_POINTER (find_readers (path, keys[i], &self->mini)));
}

static void
find_columns (Mutants *self, const char *path)
{
  static const char sql[] = "SELECT m.name || ' SET \"' || c.name || '\"' FROM sqlite_schema m, "
                            "pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1";
  sqlite3 *handle = mini_profile_connect (path);
  sqlite3_stmt *rows;

  self->columns = g_ptr_array_new_with_free_func (g_free);
  sqlite3_prepare_v2 (handle, sql, -1, &rows, NULL);
  while (sqlite3_step (rows) == SQLITE_ROW)
    g_ptr_array_add (self->columns, g_strdup ((const char *) sqlite3_column_text (rows, 0)));
  sqlite3_finalize (rows);
  sqlite3_close (handle);
  g_assert_cmpuint (self->columns->len, >, 200);
}

Mutants *
mutants_new (const char *program)
{
  Mutants *self = g_new0 (Mutants, 1);
  self->dir = temp_dir_new ();
  g_autofree char *demo = g_build_filename (self->dir, "demo", NULL);
  g_autofree char *mini = g_build_filename (self->dir, "mini.pop", NULL);
  const char *const command[] = {program,   "--preset", "mnist",   "--ipus", "1",
                                 "--tiles", "32",       "--steps", "10",     "--variables",
                                 "100",     demo,       NULL};
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  mini_profile_write (mini, NULL);
  load_base (&self->demo, demo, NULL);
  load_base (&self->mini, demo, mini);
  g_assert_cmpuint (refused_parts (mini), ==, 0);
  find_all_readers (self, mini);
  find_columns (self, mini);
  return self;
}

void
mutants_free (Mutants *self)
{
  if (!self)
    return;
  for (guint f = 0; f < N_FILES; f++) {
    g_free (self->mini.bytes[f]);
    g_free (self->demo.bytes[f]);
  }
  sql_mutant_schema_free (self->schema);
  g_ptr_array_unref (self->columns);
  g_hash_table_unref (self->readers);
  temp_dir_remove (self->dir);
  g_free (self->dir);
  g_free (self);
}

/* ---- SQL ------------------------------------------------------------------------------------- */

static guint32
next_of_rand (gpointer data)
{
  return g_rand_int (data);
}

/* Returns the bits of the parts that read any table in @sql. */
static guint32
readers_of (Mutants *self, const char *sql)
{
  GHashTableIter iter;
  gpointer name, bits;
  guint32 readers = 0;

  g_hash_table_iter_init (&iter, self->readers);
  while (g_hash_table_iter_next (&iter, &name, &bits)) {
    g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", (char *) name);
    if (g_regex_match_simple (pattern, sql, 0, 0))
      readers |= GPOINTER_TO_UINT (bits);
  }
  return readers;
}

static void
damage_by_sql (Mutants *self, GRand *rand, const char *path, Mutant *mutant)
{
  g_autoptr (GString) what = g_string_new ("profile.pop:");
  sqlite3 *handle = mini_profile_connect (path);

  sqlite3_exec (handle, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF", NULL, NULL, NULL);
  for (guint n = g_rand_int_range (rand, 0, 3) ? 1 : 3; n; n--) {
    g_autofree char *sql = sql_mutant_apply (self->schema, handle, next_of_rand, rand);
    g_string_append_printf (what, " %s;", sql);
  }
  sqlite3_close (handle);
  mutant->may_refuse = readers_of (self, what->str);
  mutant->what = g_string_free (g_steal_pointer (&what), FALSE);
}

/* Puts an impossible number into one row of the demo. The number @n selects the column, then the
 * value. */
static void
exceed_limits (Mutants *self, guint n, const char *path, Mutant *mutant)
{
  static const char *const values[] = {
      "4611686018427387904", "9223372036854775807", "-1", "1e300", "9e999", "-9223372036854775808"};
  const char *column = self->columns->pdata[n % self->columns->len];
  const char *value = values[n / self->columns->len % G_N_ELEMENTS (values)];
  g_auto (GStrv) words = g_strsplit (column, " ", 2);
  g_autofree char *sql = g_strdup_printf (
      "UPDATE OR REPLACE %s = %s WHERE rowid = (SELECT rowid FROM %s LIMIT 1 OFFSET (SELECT %u %% "
      "max (count (*), 1) FROM %s))",
      column, value, words[0], n, words[0]);
  sqlite3 *handle = mini_profile_connect (path);

  sqlite3_exec (handle, "PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF", NULL,
                NULL, NULL);
  sqlite3_exec (handle, sql, NULL, NULL, NULL);
  sqlite3_close (handle);
  mutant->may_refuse = ALL_PARTS;
  mutant->sums_hold = TRUE;
  mutant->what = g_strdup_printf ("profile.pop: %s", sql);
}

static void
write_files (const MutantBase *base, const char *dir)
{
  for (guint f = 0; f < N_FILES; f++) {
    g_autofree char *path = g_build_filename (dir, names[f], NULL);
    g_assert_true (g_file_set_contents_full (path, base->bytes[f], base->size[f],
                                             G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  }
}

/* Removes the profile: a report can be only an archive. */
static void
remove_profile (const char *dir)
{
  g_autofree char *path = g_build_filename (dir, names[0], NULL);

  g_unlink (path);
}

void
mutants_write (Mutants *self, guint number, const char *dir, Mutant *mutant)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (number);
  /* Half of the mutants are made by SQL, a quarter of these with values out of range; of the other
   * half, half damage the profile, the rest other files. */
  guint kind = number % 8, file = kind < 6 ? 0 : kind == 6 ? 1 : number % 16 == 7 ? 2 : 3;
  gboolean demo = file ? number / 16 % 2 : kind == 3 || number / 16 % 4 == 3;
  const MutantBase *base = demo ? &self->demo : &self->mini;
  g_autofree char *path = g_build_filename (dir, names[file], NULL);

  write_files (base, dir);
  mutant->sums_hold = FALSE;
  if (kind == 3) {
    exceed_limits (self, number / 8, path, mutant);
    return;
  }
  if (kind < 3) {
    damage_by_sql (self, rand, path, mutant);
    return;
  }
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_byte_array_append (bytes, (const guint8 *) base->bytes[file], (guint) base->size[file]);
  const char *how = damage_bytes (rand, bytes, file ? 0 : PAGE);
  g_assert_true (g_file_set_contents_full (path, (const char *) bytes->data, bytes->len,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  gboolean alone = file == 1 && number / 8 % 2;
  if (alone)
    remove_profile (dir);
  mutant->what = g_strdup_printf ("%s%s: %s", names[file], alone ? " alone" : "", how);
  mutant->may_refuse = ALL_PARTS;
}
