/* Temporary names, checks before overwriting, and final renames of a report's files. */
#include "demo/files.h"

#include "base/error.h"
#include "demo/side-files.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The profile's temporary name is like that of an unfinished profile of Poplar. */
static const struct {
  const char *name, *unfinished;
} files[DEMO_FILES] = {{"framework.json", ".poplens-demo-framework.json"},
                       {"app.json", ".poplens-demo-app.json"},
                       {"debug.cbor", ".poplens-demo-debug.cbor"},
                       {"archive.a", ".poplens-demo-archive.a"},
                       {"profile.pop", "profile_popldemo.pop"}};

static gboolean
fail_errno (const char *what, const char *path, GError **error)
{
  int code = errno;

  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
               "%s: cannot %s: %s; choose another directory", path, what, g_strerror (code));
  return FALSE;
}

/* TRUE if the SQLite file does not use a write-ahead log. Profiles of this program use none. If a
 * file uses one, SQLite would create files beside it even to read it. */
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

/* TRUE if this program wrote the profile at @path, a regular file. */
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

static gboolean
is_our_archive (const char *path)
{
  char start[DEMO_ARCHIVE_MARK_AT + sizeof DEMO_ARCHIVE_MARK] = {0};
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileInputStream) stream = g_file_read (file, NULL, NULL);

  return stream &&
         g_input_stream_read_all (G_INPUT_STREAM (stream), start, sizeof start - 1, NULL, NULL,
                                  NULL) &&
         strcmp (start + DEMO_ARCHIVE_MARK_AT, DEMO_ARCHIVE_MARK) == 0;
}

/* TRUE if this program wrote the file. debug.cbor has no mark: it is ours if the profile or archive
 * beside it is. */
static gboolean
is_ours (const char *dir, const char *name, const char *path, goffset size)
{
  g_autofree char *profile = g_build_filename (dir, "profile.pop", NULL);
  g_autofree char *archive = g_build_filename (dir, "archive.a", NULL);
  GStatBuf info;

#define REGULAR(p) (g_lstat (p, &info) == 0 && S_ISREG (info.st_mode))
  if (strcmp (name, "profile.pop") == 0)
    return is_our_profile (path);
  if (strcmp (name, "archive.a") == 0)
    return is_our_archive (path);
  if (strcmp (name, "debug.cbor") == 0)
    return (REGULAR (profile) && is_our_profile (profile)) ||
           (REGULAR (archive) && is_our_archive (archive));
#undef REGULAR
  return demo_is_side_file (path, size);
}

/* TRUE if the file @name in @dir does not exist or may be overwritten. With @force, any file but a
 * directory may be overwritten, else only regular files that this program wrote. Links and pipes
 * are not opened. FALSE with @error. */
static gboolean
may_replace (const char *dir, const char *name, gboolean force, GError **error)
{
  g_autofree char *path = g_build_filename (dir, name, NULL);
  GStatBuf info;

  if (g_lstat (path, &info) != 0)
    return errno == ENOENT || errno == ENOTDIR ? TRUE : fail_errno ("read its type", path, error);
  if (S_ISDIR (info.st_mode)) {
    errno = EISDIR;
    return fail_errno ("replace it", path, error);
  }
  if (force || (S_ISREG (info.st_mode) && is_ours (dir, name, path, info.st_size)))
    return TRUE;
  g_set_error (
      error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
      "%s contains a %s that poplens-demo did not write; choose another directory, or use --force",
      dir, name);
  return FALSE;
}

gboolean
demo_files_prepare (const char *dir, gboolean force, gboolean *is_new, GError **error)
{
  *is_new = !g_file_test (dir, G_FILE_TEST_EXISTS);
  for (guint i = 0; i < DEMO_FILES; i++)
    if (!may_replace (dir, files[i].name, force, error))
      return FALSE;
  if (g_mkdir_with_parents (dir, 0777) != 0)
    return fail_errno ("create this directory", dir, error);
  for (guint i = 0; i < DEMO_FILES; i++) {
    g_autofree char *path = demo_files_unfinished (dir, i);
    if (g_unlink (path) != 0 && errno != ENOENT)
      return fail_errno ("remove the unfinished files of an earlier run", path, error);
  }
  return TRUE;
}

char *
demo_files_unfinished (const char *dir, DemoFile file)
{
  return g_build_filename (dir, files[file].unfinished, NULL);
}

void
demo_files_abandon (const char *dir, gboolean is_new)
{
  for (guint i = 0; i < DEMO_FILES; i++) {
    g_autofree char *path = demo_files_unfinished (dir, i);
    g_unlink (path);
  }
  if (is_new)
    g_rmdir (dir);
}

gboolean
demo_files_publish (const char *dir, GError **error)
{
  for (guint i = 0; i < DEMO_FILES; i++) {
    g_autofree char *from = demo_files_unfinished (dir, i);
    g_autofree char *to = g_build_filename (dir, files[i].name, NULL);

    if (g_access (from, F_OK) != 0) {
      /* Remove a file of an earlier demo report: it does not belong to this report. */
      if (g_unlink (to) != 0 && errno != ENOENT)
        return fail_errno ("remove the earlier file", to, error);
    } else if (g_rename (from, to) != 0) {
      return fail_errno ("rename the finished file", to, error);
    }
  }
  return TRUE;
}
