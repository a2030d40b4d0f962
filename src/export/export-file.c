/* The SQLite file of an export: creates or checks it, and writes each report in a transaction. */
#include "export/export-private.h"

#include "base/error.h"
#include "base/save-file.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "SQLite format 3"
#define HEADER_BYTES 100
/* "PLex": SQLite's application ID, which is in bytes 68 … 71 of the file. */
#define APPLICATION_ID 0x504c6578
/* Version of the SQL tables in catalogue[]. Raise it if older programs could no longer add reports
 * to the file. */
#define SCHEMA_VERSION 2
#define TEXT(x) #x
#define NUMBER(x) TEXT (x)

struct _PoplensExportFile {
  char *path;
  const GPtrArray *list; /* (not owned) */
  sqlite3 *handle;
  PoplensSaveFile *fresh; /* (nullable): a new file whose first report is not committed yet */
  gboolean listed;        /* the catalogue already has a row for each table */
  gboolean failed;
};

/* Cache of 64 MiB. A larger transaction writes changed pages to the file before it ends, so that
 * memory is limited. */
static const char all_settings[] = "PRAGMA cache_size = -65536; PRAGMA foreign_keys = OFF";
/* A new file needs no rollback journal on the disk and no fsync, because other programs see only
 * the complete file. */
static const char fresh_settings[] =
    "PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE";

static const char own_marks[] = "PRAGMA application_id = " NUMBER (
    APPLICATION_ID) ";"
                    "PRAGMA user_version = " NUMBER (SCHEMA_VERSION);

/* clang-format off */
static const char catalogue[] =
    "CREATE TABLE IF NOT EXISTS reports (report INTEGER PRIMARY KEY, name TEXT NOT NULL,"
    " path TEXT NOT NULL UNIQUE, profile_bytes INTEGER, poplar_version TEXT, compiled_at TEXT,"
    " exported_at TEXT NOT NULL, poplens_version TEXT NOT NULL, files TEXT NOT NULL,"
    " fits INTEGER, tiles_over INTEGER, over_bytes INTEGER, fullest_tile INTEGER,"
    " tile_bytes INTEGER, free_bytes INTEGER, memory_bytes INTEGER, always_live_bytes INTEGER,"
    " peak_bytes INTEGER, peak_step INTEGER, iterations INTEGER, iteration_cycles INTEGER,"
    " program_cycles INTEGER, run_cycles INTEGER, outside_cycles INTEGER, trace_cycles INTEGER);"
    "CREATE TABLE IF NOT EXISTS poplens_tables (name TEXT PRIMARY KEY, title TEXT, document TEXT,"
    " \"key\" TEXT, source TEXT, \"rows\" INTEGER, reason TEXT);"
    "CREATE TABLE IF NOT EXISTS poplens_columns (table_name TEXT NOT NULL, position INTEGER,"
    " column_name TEXT NOT NULL, type TEXT, unit TEXT, title TEXT, document TEXT, provenance TEXT,"
    " PRIMARY KEY (table_name, column_name));"
    "CREATE TABLE IF NOT EXISTS poplens_exported (report INTEGER NOT NULL REFERENCES reports,"
    " table_name TEXT NOT NULL, \"rows\" INTEGER NOT NULL, state TEXT NOT NULL, note TEXT,"
    " PRIMARY KEY (report, table_name));"
    "CREATE TABLE IF NOT EXISTS poplens_notices (report INTEGER NOT NULL REFERENCES reports,"
    " notice TEXT NOT NULL, PRIMARY KEY (report, notice))";
/* clang-format on */

static const char count_rows[] =
    "UPDATE poplens_tables SET"
    " \"rows\" = (SELECT sum(\"rows\") FROM poplens_exported"
    "  WHERE table_name = name AND state = 'exported'),"
    " reason = CASE WHEN EXISTS (SELECT 1 FROM poplens_exported"
    "  WHERE table_name = name AND state = 'exported') THEN NULL"
    "  ELSE coalesce((SELECT note FROM poplens_exported WHERE table_name = name), reason) END";

/* ---- statements ------------------------------------------------------------------------------ */

static gboolean
file_fail (PoplensExportFile *self, int code, GError **error)
{
  int kind = code & 0xff;
  const char *what =
      self->handle && kind != SQLITE_NOMEM ? sqlite3_errmsg (self->handle) : sqlite3_errstr (code);

  self->failed = TRUE;
  if (kind == SQLITE_BUSY || kind == SQLITE_LOCKED)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_BUSY,
                 "%s is being written by another program, or its file system has no locks; try "
                 "again later, or write a new file",
                 self->path);
  else if (kind == SQLITE_CORRUPT || kind == SQLITE_NOTADB)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is damaged (%s); write a new file", self->path, what);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "Cannot write %s: %s%s", self->path,
                 what,
                 code == SQLITE_IOERR_LOCK || code == SQLITE_IOERR_RDLOCK
                     ? "; its file system has no locks: write a new file"
                 : kind == SQLITE_FULL || kind == SQLITE_IOERR ? "; make room on the disk"
                                                               : "");
  return FALSE;
}

sqlite3 *
poplens_export_file_get_handle (PoplensExportFile *self)
{
  return self->handle;
}

gboolean
poplens_export_file_failed (const PoplensExportFile *self)
{
  return self->failed;
}

gboolean
poplens_export_file_run (PoplensExportFile *self, const char *sql, GError **error)
{
  int code = sqlite3_exec (self->handle, sql, NULL, NULL, NULL);

  return code == SQLITE_OK || file_fail (self, code, error);
}

sqlite3_stmt *
poplens_export_file_prepare (PoplensExportFile *self, const char *sql, GError **error)
{
  sqlite3_stmt *statement = NULL;
  int code = sqlite3_prepare_v2 (self->handle, sql, -1, &statement, NULL);

  if (code != SQLITE_OK)
    file_fail (self, code, error);
  return statement;
}

int
poplens_export_file_step (PoplensExportFile *self, sqlite3_stmt *statement, GError **error)
{
  int code = sqlite3_step (statement);

  if (code == SQLITE_ROW)
    return 1;
  if (code == SQLITE_DONE)
    return 0;
  file_fail (self, code, error);
  return -1;
}

GHashTable *
poplens_export_file_list (PoplensExportFile *self, sqlite3_stmt *statement, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  int step;

  while ((step = poplens_export_file_step (self, statement, error)) > 0) {
    const char *name = (const char *) sqlite3_column_text (statement, 0);
    if (!name) {
      file_fail (self, SQLITE_NOMEM, error);
      return NULL;
    }
    g_hash_table_add (names, g_strdup (name));
  }
  return step < 0 ? NULL : g_steal_pointer (&names);
}

int
poplens_export_file_has_table (PoplensExportFile *self, const char *name, GError **error)
{
  int code =
      sqlite3_table_column_metadata (self->handle, NULL, name, NULL, NULL, NULL, NULL, NULL, NULL);

  if (code == SQLITE_OK || code == SQLITE_ERROR)
    return code == SQLITE_OK;
  file_fail (self, code, error);
  return -1;
}

/* ---- opening --------------------------------------------------------------------------------- */

static guint32
read_big_endian (const guint8 *header, guint offset)
{
  return (guint32) header[offset] << 24 | header[offset + 1] << 16 | header[offset + 2] << 8 |
         header[offset + 3];
}

/* Checks that the header is that of an export with SCHEMA_VERSION. FALSE with USAGE. */
static gboolean
check_header (const char *path, const guint8 *header, gssize size, GError **error)
{
  if (size < HEADER_BYTES || memcmp (header, MAGIC, sizeof MAGIC)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s exists and is not an SQLite database; choose another output", path);
    return FALSE;
  }
  if (read_big_endian (header, 68) != APPLICATION_ID) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s is a database of another program; choose another output", path);
    return FALSE;
  }
  if (read_big_endian (header, 60) != SCHEMA_VERSION) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "%s was exported by another version of Poplens; choose another output", path);
    return FALSE;
  }
  return TRUE;
}

static gboolean
file_fail_errno (const char *path, GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot write %s: %s", path,
               g_strerror (errno));
  return FALSE;
}

/* Reads the start of @fd and closes it. Returns the number of bytes read, or −1 with errno. */
static gssize
read_header (int fd, guint8 header[HEADER_BYTES])
{
  gssize n = fd < 0 ? -1 : 0, more = n ? 0 : 1;

  while (more > 0 && n < HEADER_BYTES) {
    more = TEMP_FAILURE_RETRY (read (fd, header + n, (gsize) (HEADER_BYTES - n)));
    n = more < 0 ? -1 : n + more;
  }
  int wrong = errno;
  if (fd >= 0)
    close (fd);
  errno = wrong;
  return n;
}

/* Checks that the file at @path is an export. @empty: (out): TRUE if a new file can replace it: it
 * is missing, empty or not a regular file. FALSE with @error. */
static gboolean
check_existing (const char *path, gboolean *empty, GError **error)
{
  guint8 header[HEADER_BYTES];
  struct stat info;
  gssize n;

  *empty = stat (path, &info) < 0;
  if (*empty && errno != ENOENT)
    return file_fail_errno (path, error);
  *empty = *empty || !S_ISREG (info.st_mode) || info.st_size == 0;
  if (*empty)
    return TRUE;
  n = read_header (TEMP_FAILURE_RETRY (open (path, O_RDONLY | O_CLOEXEC)), header);
  return n < 0 ? file_fail_errno (path, error) : check_header (path, header, n, error);
}

static gboolean
open_handle (PoplensExportFile *self, const char *name, GError **error)
{
  /* Open a new file without locks, which some file systems lack. No other program can see the file
   * yet. */
  int code = sqlite3_open_v2 (name, &self->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                              self->fresh ? "unix-none" : NULL);

  if (code != SQLITE_OK)
    return file_fail (self, code, error);
  sqlite3_extended_result_codes (self->handle, 1);
  sqlite3_busy_timeout (self->handle, 2000);
  return poplens_export_file_run (self, all_settings, error) &&
         (!self->fresh || poplens_export_file_run (self, fresh_settings, error));
}

PoplensExportFile *
poplens_export_file_open (const char *path, const GPtrArray *list, GError **error)
{
  g_autoptr (PoplensExportFile) self = g_new0 (PoplensExportFile, 1);
  gboolean empty;

  self->path = g_strdup (path);
  self->list = list;
  if (!check_existing (path, &empty, error))
    return NULL;
  if (empty && !(self->fresh = poplens_save_file_new_named (path, error)))
    return NULL;
  if (!open_handle (self, empty ? poplens_save_file_get_name (self->fresh) : path, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
poplens_export_file_close (PoplensExportFile *self)
{
  if (!self)
    return;
  sqlite3_close (self->handle);
  poplens_save_file_free (self->fresh);
  g_free (self->path);
  g_free (self);
}

/* ---- transactions ---------------------------------------------------------------------------- */

static gboolean
list_table (PoplensExportFile *self, sqlite3_stmt *statement, const PoplensExportEntry *entry,
            GError **error)
{
  const PoplensTableSpec *spec = poplens_tables_find (entry->table);
  const char *texts[] = {
      entry->name,  spec->title,
      spec->doc,    entry->key,
      entry->table, entry->reason ? entry->reason : "Not chosen; add --tables or --all"};
  gboolean good;

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    sqlite3_bind_text (statement, (int) t + 1, texts[t], -1, SQLITE_STATIC);
  good = poplens_export_file_step (self, statement, error) == 0;
  sqlite3_reset (statement);
  return good;
}

/* Writes the catalogue: a list of all tables, and the reason if a table is not exported. */
static gboolean
list_tables (PoplensExportFile *self, GError **error)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  if (self->listed)
    return TRUE;
  if (!poplens_export_file_run (self, own_marks, error) ||
      !poplens_export_file_run (self, catalogue, error))
    return FALSE;
  statement = poplens_export_file_prepare (
      self,
      "INSERT OR REPLACE INTO poplens_tables (name, title, document, \"key\", source, reason)"
      " VALUES (?, ?, ?, ?, ?, ?)",
      error);
  for (guint e = 0; statement && e < self->list->len; e++)
    if (!list_table (self, statement, g_ptr_array_index (self->list, e), error))
      return FALSE;
  self->listed = statement != NULL;
  return self->listed;
}

gboolean
poplens_export_file_begin (PoplensExportFile *self, GError **error)
{
  return (self->handle || open_handle (self, self->path, error)) &&
         poplens_export_file_run (self, "BEGIN IMMEDIATE", error) && list_tables (self, error);
}

/* Renames the complete new file to its final path, and closes it. */
static gboolean
commit_fresh (PoplensExportFile *self, GError **error)
{
  g_autoptr (PoplensSaveFile) fresh = g_steal_pointer (&self->fresh);

  sqlite3_close (g_steal_pointer (&self->handle));
  self->failed = !poplens_save_file_commit (fresh, error);
  return !self->failed;
}

gboolean
poplens_export_file_commit (PoplensExportFile *self, GError **error)
{
  return poplens_export_file_run (self, count_rows, error) &&
         poplens_export_file_run (self, "COMMIT", error) &&
         (!self->fresh || commit_fresh (self, error));
}

void
poplens_export_file_roll_back (PoplensExportFile *self)
{
  self->listed = FALSE;
  if (self->handle && !sqlite3_get_autocommit (self->handle))
    sqlite3_exec (self->handle, "ROLLBACK", NULL, NULL, NULL);
}
