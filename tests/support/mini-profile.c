/* Writes the mini profile from mini-profile.sql, and changes it with SQL. */
#include "support/mini-profile.h"

#include "base/codec.h"

#include <sys/wait.h>
#include <unistd.h>

static GByteArray *
encode (const char *text, PoplensEncoding encoding)
{
  g_auto (GStrv) pieces = g_strsplit (text, ",", -1);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (guint64));
  GByteArray *bytes = g_byte_array_new ();

  for (guint i = 0; pieces[i] && *pieces[i]; i++) {
    char *end;
    guint64 value = g_ascii_strtoull (pieces[i], &end, 10);
    guint64 n = *end == '*' ? g_ascii_strtoull (end + 1, &end, 10) : 1;
    g_assert_cmpint (*end, ==, 0);
    while (n--)
      g_array_append_val (values, value);
  }
  poplens_list_append (encoding, bytes, (guint64 *) (gpointer) values->data, values->len);
  return bytes;
}

static void
encode_function (sqlite3_context *context, int n, sqlite3_value **values)
{
  PoplensEncoding encoding = GPOINTER_TO_INT (sqlite3_user_data (context));
  g_autoptr (GByteArray) bytes = encode ((const char *) sqlite3_value_text (values[0]), encoding);

  sqlite3_result_blob (context, bytes->len ? (const void *) bytes->data : "", bytes->len,
                       SQLITE_TRANSIENT);
}

void
mini_profile_exec (sqlite3 *handle, const char *sql)
{
  char *message = NULL;

  if (sqlite3_exec (handle, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s\nin: %s", message, sql);
}

sqlite3 *
mini_profile_connect (const char *path)
{
  static const char *const names[] = {"plain", "rle", "diff"};
  sqlite3 *handle;

  g_assert_cmpint (sqlite3_open (path, &handle), ==, SQLITE_OK);
  for (guint e = 0; e < G_N_ELEMENTS (names); e++)
    sqlite3_create_function (handle, names[e], 1, SQLITE_UTF8, GINT_TO_POINTER (e), encode_function,
                             NULL, NULL);
  return handle;
}

void
mini_profile_alter (const char *path, const char *sql)
{
  sqlite3 *handle = mini_profile_connect (path);

  mini_profile_exec (handle, "PRAGMA synchronous = OFF; BEGIN");
  mini_profile_exec (handle, sql);
  mini_profile_exec (handle, "COMMIT");
  g_assert_cmpint (sqlite3_close (handle), ==, SQLITE_OK);
}

/* The path is set by the build: __FILE__ is relative with ccache's base_dir, and a test that is
 * started by hand has no environment of ctest. */
#define SOURCE POPLENS_TESTS "/support/mini-profile.sql"

void
mini_profile_write (const char *path, const char *sql)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (SOURCE, &text, NULL, &error));
  g_assert_no_error (error);
  mini_profile_alter (path, text);
  if (sql)
    mini_profile_alter (path, sql);
}

void
mini_profile_kill_writer (const char *path)
{
  int status;
  pid_t child = fork ();

  if (child == 0) {
    sqlite3 *handle;
    int code = sqlite3_open (path, &handle);
    code |= sqlite3_exec (handle,
                          "PRAGMA cache_size = 1; BEGIN; UPDATE memory_by_tile SET total = 2;"
                          "CREATE TABLE filler (x); INSERT INTO filler VALUES (zeroblob (900000))",
                          NULL, NULL, NULL);
    _exit (code != SQLITE_OK);
  }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
}
