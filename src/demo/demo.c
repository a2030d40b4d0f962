#include "demo/demo.h"

#include "base/error.h"
#include "demo/layout.h"
#include "demo/liveness.h"
#include "demo/network.h"
#include "demo/side-files.h"
#include "demo/write.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

/* As Poplar calls a profile that it has not finished. */
#define UNFINISHED_NAME "profile_popldemo.pop"

typedef struct {
  DemoProgress each;
  gpointer user_data;
} Progress;

static void
say (const Progress *p, double fraction, const char *text)
{
  if (p->each)
    p->each (fraction, text, p->user_data);
}

static gboolean
fail_errno (const char *what, const char *path, GError **error)
{
  int code = errno;

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "%s: cannot %s: %s: choose another place",
               path, what, g_strerror (code));
  return FALSE;
}

/* Ours keep no write-ahead log: SQLite would make files beside one that does, even to read it. */
static gboolean
has_plain_journal (const char *path)
{
  guint8 header[20] = {0};
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);

  return stream &&
         g_input_stream_read_all (G_INPUT_STREAM (stream), header, sizeof header, NULL, NULL,
                                  NULL) &&
         header[18] == 1 && header[19] == 1;
}

/* Whether the profile at @path, a regular file, was made by this program. */
static gboolean
is_our_profile (const char *path)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *row = NULL;
  gboolean ours = FALSE;

  if (has_plain_journal (path) &&
      sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
      sqlite3_prepare_v2 (db, "SELECT package_hash FROM poplar_version", -1, &row, NULL) ==
          SQLITE_OK &&
      sqlite3_step (row) == SQLITE_ROW)
    ours = g_strcmp0 ((const char *) sqlite3_column_text (row, 0), DEMO_PACKAGE_HASH) == 0;
  sqlite3_finalize (row);
  sqlite3_close (db);
  return ours;
}

/* Whether @name may be written in @dir: it is not there, is ours, or we were told to. A link or a
 * pipe is not ours, and is not followed or opened either. */
static gboolean
may_replace (const char *dir, const char *name, gboolean force, GError **error)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  gboolean is_profile = !strcmp (name, "profile.pop");
  GStatBuf info;

  if (g_lstat (path, &info) != 0)
    return errno == ENOENT || errno == ENOTDIR ? TRUE : fail_errno ("look at it", path, error);
  if (S_ISDIR (info.st_mode)) {
    errno = EISDIR;
    return fail_errno ("replace it", path, error);
  }
  if (force || (S_ISREG (info.st_mode) &&
                (is_profile ? is_our_profile (path) : demo_is_side_file (path, info.st_size))))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s: holds a %s that poplens-demo did not write: choose another directory, or "
               "say --force",
               dir, name);
  return FALSE;
}

static gboolean
may_write (const char *dir, gboolean force, GError **error)
{
  static const char *const names[] = {"profile.pop", "framework.json", "app.json"};

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (!may_replace (dir, names[i], force, error))
      return FALSE;
  if (g_mkdir_with_parents (dir, 0777) != 0)
    return fail_errno ("make this directory", dir, error);
  return TRUE;
}

static void
write_tables (DemoModel *m, DemoDb *db, const Progress *p)
{
  demo_write_target (m, db);
  demo_write_parameters (m, db);
  say (p, 0.3, "writing programs");
  demo_write_programs (m, db);
  say (p, 0.35, "writing exchanges");
  demo_write_exchanges (m, db);
  say (p, 0.5, "writing vertices");
  demo_write_vertices (m, db);
  say (p, 0.55, "writing memory");
  demo_write_memory (m, db);
  demo_liveness_write (m, db);
  say (p, 0.65, "writing variables");
  demo_write_variables (m, db);
  say (p, 0.85, "running two training steps");
  demo_write_execution (m, db);
}

static gboolean
write_profile (const char *path, const DemoOptions *options, const Progress *p, GError **error)
{
  g_autoptr (DemoModel) m = demo_model_new (options->seed, options->overflow);

  say (p, 0, "building the network");
  demo_runtime_begin (m);
  demo_network_build (m);
  demo_runtime_build (m);
  demo_liveness_resolve (m);
  say (p, 0.1, "placing variables");
  demo_layout_place (m);
  DemoDb *db = demo_db_create (path, error);
  if (!db)
    return FALSE;
  write_tables (m, db, p);
  say (p, 0.97, "finishing the file");
  return demo_db_finish (db, error);
}

gboolean
demo_write_report (const char *dir, const DemoOptions *options, DemoProgress progress,
                   gpointer user_data, GError **error)
{
  Progress p = {progress, user_data};
  g_autofree char *path = g_build_filename (dir, "profile.pop", NULL);
  g_autofree char *unfinished = g_build_filename (dir, UNFINISHED_NAME, NULL);

  if (!may_write (dir, options->force, error))
    return FALSE;
  if (g_unlink (unfinished) != 0 && errno != ENOENT)
    return fail_errno ("remove what is left of an earlier try", unfinished, error);
  if (!write_profile (unfinished, options, &p, error) || !demo_write_side_files (dir, error)) {
    g_unlink (unfinished);
    return FALSE;
  }
  if (g_rename (unfinished, path) != 0) {
    fail_errno ("rename the finished profile", path, error);
    g_unlink (unfinished);
    return FALSE;
  }
  say (&p, 1, "done");
  return TRUE;
}
