/* Opens connections with limits for untrusted files, and reports their errors. */
#include "database/damage.h"
#include "database/database.h"

#include "base/error.h"
#include "database/leaves.h"
#include "database/sqlite-file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_OF_A_MESSAGE 200
#define PAGE_SIZE_AT 16
#define MOST_ROOTS 256
#define NOT_BEGUN "it is not in a transaction"

/* Returns the first byte of a file; 0 if there is none, or it cannot be read. */
static char
first_byte (int fd)
{
  char first = 0;
  gssize n;

  do
    n = pread (fd, &first, 1, 0);
  while (n < 0 && errno == EINTR);
  return n == 1 ? first : 0;
}

/* TRUE if a killed writer left a journal that SQLite would have to roll back, by writing to the
 * profile. A finished journal may still exist, with a zeroed header. */
static gboolean
has_hot_journal (const PoplensDatabase *self)
{
  const char *path = poplens_file_get_local_path (self->file);
  g_autofree char *journal = path ? poplens_database_companion (path, "-journal") : NULL;
  sqlite3_file *file = poplens_sqlite_file (self->handle);
  int fd = journal ? open (journal, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
  struct stat info;

  if (!journal)
    return FALSE;
  if (fd < 0)
    return stat (journal, &info) == 0 && info.st_size > 0 &&
           !poplens_sqlite_file_is_being_written (file) && stat (journal, &info) == 0;
  /* Read the journal again after checking the lock. The writer may have finished it since the first
   * read, and does so before releasing the lock. */
  gboolean hot = first_byte (fd) && !poplens_sqlite_file_is_being_written (file) &&
                 first_byte (fd) && fstat (fd, &info) == 0 && info.st_nlink;
  close (fd);
  return hot;
}

/* Returns a message of SQLite as valid UTF-8 on one line, cut to MOST_OF_A_MESSAGE characters.
 * (transfer full) */
static char *
format_one_line (const char *text)
{
  char *line = g_utf8_make_valid (text, -1);

  for (char *p = line; *p; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  if (g_utf8_strlen (line, -1) > MOST_OF_A_MESSAGE) {
    char *cut = g_utf8_substring (line, 0, MOST_OF_A_MESSAGE);
    g_free (line);
    line = g_strconcat (cut, "…", NULL);
    g_free (cut);
  }
  return line;
}

static void
set_read_error (GError **error, const char *path, const char *where, int code)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ,
               "Cannot read %s%s: %s; try again, or copy the report to another disk", path, where,
               sqlite3_errstr (code));
}

gboolean
poplens_database_check_reads (const PoplensDatabase *self, GError **error)
{
  const GError *wrong = poplens_far_get_error (self->handle);

  wrong = wrong ? wrong : self->failure;
  if (!wrong && !self->pages.failed)
    return TRUE;
  g_clear_error (error);
  if (wrong)
    g_propagate_error (error, g_error_copy (wrong));
  else
    set_read_error (error, self->path, "", SQLITE_IOERR);
  return FALSE;
}

void
poplens_database_set_error (PoplensDatabase *self, const char *table, int code, GError **error)
{
  GError *wrong = NULL;

  if (!poplens_database_check_reads (self, error))
    return;
  int extended = self->handle ? sqlite3_extended_errcode (self->handle) : code;
  gboolean has_locks = !self->handle || poplens_sqlite_has_locks (self->handle);
  /* The message may quote the schema of a damaged file, including line breaks. */
  g_autofree char *text = format_one_line (self->handle && sqlite3_errcode (self->handle)
                                               ? sqlite3_errmsg (self->handle)
                                               : sqlite3_errstr (code));
  g_autofree char *where = table ? g_strdup_printf (", table %s", table) : g_strdup ("");

  if (extended == SQLITE_READONLY_ROLLBACK || extended == SQLITE_CANTOPEN_FULLPATH ||
      (code == SQLITE_CANTOPEN && has_hot_journal (self)))
    g_set_error (&wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is incomplete: its program %swas killed while writing. Open a recovered copy "
                 "(poplens-cli --recover)",
                 self->path, has_locks ? "" : "still writes it, or ");
  else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    g_set_error (&wrong, POPLENS_ERROR, POPLENS_ERROR_BUSY,
                 poplens_sqlite_file_is_being_written (poplens_sqlite_file (self->handle))
                     ? "%s is locked by the program that writes it; wait until it has finished, "
                       "then open it again"
                     : "%s is locked by another program; open it again, or copy it to another disk "
                       "and open the copy",
                 self->path);
  else if (code == SQLITE_INTERRUPT)
    g_set_error (&wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s%s is damaged: its pages form a cycle; copy it again or record a new report",
                 self->path, where);
  else if (code == SQLITE_NOMEM)
    g_set_error (&wrong, POPLENS_ERROR, POPLENS_ERROR_READ, "%s%s: not enough memory", self->path,
                 where);
  else if (poplens_sqlite_is_failure (self->handle, extended))
    set_read_error (&wrong, self->path, where, code == SQLITE_CORRUPT ? SQLITE_IOERR : extended);
  else
    g_set_error (&wrong, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "Cannot read %s%s: %s; the file may be truncated or damaged: copy it again or "
                 "record a new report",
                 self->path, where, text);
  /* Remember the failure: the caller may ignore @error, but the load has to fail. */
  if (!self->failure && g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_READ))
    self->failure = g_error_copy (wrong);
  g_propagate_error (error, wrong);
}

void
poplens_database_set_schema_error (PoplensDatabase *self, const char *table, int code,
                                   GError **error)
{
  g_autofree char *where = table ? g_strdup_printf (", table %s", table) : g_strdup ("");

  /* No row has been returned yet. Until then, only a damaged schema needs that much memory or work.
   */
  if ((code == SQLITE_NOMEM || code == SQLITE_INTERRUPT) &&
      poplens_database_check_reads (self, error))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s%s: schema too complex for a profile; record a new report", self->path, where);
  else if (code == SQLITE_ERROR)
    g_set_error (
        error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
        "%s%s: %s: the SDK never writes it so, and it is not supported; record a new report",
        self->path, where, sqlite3_errmsg (self->handle));
  else
    poplens_database_set_error (self, table, code, error);
}

/* TRUE for the functions that our statements use. Expressions in the file cannot call other
 * functions. */
static gboolean
is_our_function (const char *name)
{
  return name && (!g_ascii_strcasecmp (name, "min") || !g_ascii_strcasecmp (name, "max"));
}

/* Authorizer for statements: only allows reading. Views, triggers and expressions in the file
 * cannot attach databases, call other functions or set pragmas. */
static int
authorize_action (void *data, int action, const char *first, const char *second,
                  const char *database, const char *origin)
{
  switch (action) {
  case SQLITE_SELECT:
  case SQLITE_READ:
  case SQLITE_TRANSACTION:
    /* @origin: (nullable): name of the view or trigger that asks for this action. */
    return origin ? SQLITE_DENY : SQLITE_OK;
  case SQLITE_UPDATE:
    /* PRAGMA table_xinfo and index_list need this action. query_only prevents actual writes. */
    return !g_strcmp0 (first, "sqlite_master") && !origin ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_FUNCTION:
    return is_our_function (second) ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_PRAGMA:
    return !g_strcmp0 (first, "table_xinfo") || !g_strcmp0 (first, "index_list") ||
                   (!g_strcmp0 (first, "integrity_check") && second)
               ? SQLITE_OK
               : SQLITE_DENY;
  default:
    return SQLITE_DENY;
  }
}

/* Sets limits for statements and for the schema, so call it before the schema is parsed. Real files
 * are far below them: the widest table has 46 columns, the longest statement of a schema 2,900
 * characters. Our longest statement takes some 200 operations. */
static void
set_limits (sqlite3 *handle)
{
  static const struct {
    int limit, value;
  } limits[] = {
      {SQLITE_LIMIT_LENGTH, 256 << 20},  {SQLITE_LIMIT_SQL_LENGTH, 1 << 16},
      {SQLITE_LIMIT_COLUMN, 250},        {SQLITE_LIMIT_EXPR_DEPTH, 50},
      {SQLITE_LIMIT_COMPOUND_SELECT, 4}, {SQLITE_LIMIT_ATTACHED, 0},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 1},   {SQLITE_LIMIT_WORKER_THREADS, 0},
      {SQLITE_LIMIT_VDBE_OP, 10000},     {SQLITE_LIMIT_FUNCTION_ARG, 8},
  };
  static const int on[] = {SQLITE_DBCONFIG_DEFENSIVE};
  static const int off[] = {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER,
                            SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION,
                            SQLITE_DBCONFIG_WRITABLE_SCHEMA};

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    sqlite3_limit (handle, limits[i].limit, limits[i].value);
  for (guint i = 0; i < G_N_ELEMENTS (on); i++)
    sqlite3_db_config (handle, on[i], 1, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (off); i++)
    sqlite3_db_config (handle, off[i], 0, NULL);
}

#define STEPS_A_CALL (1 << 20)
#define STEPS_A_BYTE 16
#define LEAST_BYTES_A_ROW 4
#define SPARE_BYTES (1 << 16)
/* All reads of one part together may return this many times the size of the file, because a part
 * may read a table several times. */
#define MOST_READINGS 4

static int
count_work (void *data)
{
  PoplensDatabase *self = data;

  return ++self->work > self->most_work;
}

void
poplens_database_begin_work (PoplensDatabase *self)
{
  self->work = 0;
}

gboolean
poplens_database_gives (PoplensDatabase *self, guint64 *given, guint64 bytes)
{
  *given += bytes;
  self->given += bytes;
  return *given <= self->most_bytes && self->given / MOST_READINGS <= self->most_bytes;
}

/* Opens the file and reads its header. */
static gboolean
open_and_check (PoplensDatabase *self, PoplensFileIdentity *identity, GError **error)
{
  gboolean is_near = poplens_file_get_local_path (self->file) != NULL;

  /* Only the first connection has no schema yet. It checks the files beside a remote profile. */
  if (!poplens_sqlite_file_open (self->file, &self->handle, identity, error) ||
      !poplens_file_identity_complete (self->file, self->handle, identity, error) ||
      (!is_near && !self->schema && !poplens_far_check_beside (self->file, error)))
    return FALSE;
  /* Check this before SQLite does: if root runs Poplens, SQLite first changes the owner of a hot
   * journal. */
  gboolean hot = has_hot_journal (self);
  if (hot)
    poplens_database_set_error (self, NULL, SQLITE_CANTOPEN, error);
  return !hot;
}

/* Most tables and indices in a schema, to limit the time of parsing. Real schemas have some 80.
 * SQLite takes about ten steps for each. */
#define MOST_OBJECTS 500
#define STEPS_AN_OBJECT 10
#define STEPS_A_LOOK 100

static int
count_objects (void *data)
{
  guint *looks = data;

  return ++*looks > MOST_OBJECTS * STEPS_AN_OBJECT / STEPS_A_LOOK;
}

static gboolean
parse_schema (PoplensDatabase *self)
{
  guint looks = 0;

  sqlite3_progress_handler (self->handle, STEPS_A_LOOK, count_objects, &looks);
  int code = sqlite3_exec (self->handle, "SELECT 1 FROM sqlite_master LIMIT 1", NULL, NULL, NULL);
  sqlite3_progress_handler (self->handle, 0, NULL, NULL);
  return code == SQLITE_OK;
}

static gboolean
set_up_connection (PoplensDatabase *self, gboolean keeps_pages)
{
  return sqlite3_exec (self->handle,
                       "PRAGMA mmap_size = 0; PRAGMA query_only = 1; PRAGMA trusted_schema = 0;"
                       "PRAGMA cell_size_check = 1; PRAGMA temp_store = MEMORY",
                       NULL, NULL, NULL) == SQLITE_OK &&
         parse_schema (self) &&
         /* The connection for slices reads the same pages again and again, so it needs a larger
          * cache. A connection for parts reads each page once. */
         sqlite3_exec (self->handle,
                       keeps_pages ? "PRAGMA cache_size = -8192" : "PRAGMA cache_size = -1024",
                       NULL, NULL, NULL) == SQLITE_OK;
}

PoplensDatabase *
poplens_database_open (PoplensFile *file, const PoplensSchema *schema,
                       PoplensFileIdentity *identity, GError **error)
{
  static const GDebugKey keys[] = {{"reader", 1}};
  g_autoptr (PoplensDatabase) self = g_new0 (PoplensDatabase, 1);
  PoplensFileIdentity unused;

  self->file = g_object_ref (file);
  self->path = poplens_file_get_name (file);
  self->schema = schema;
  self->tells = g_parse_debug_string (g_getenv ("POPLENS_DEBUG"), keys, G_N_ELEMENTS (keys)) != 0;
  self->leaves =
      g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) poplens_leaves_free);
  self->damage = poplens_damage_new ();
  self->pages.odd = NOT_BEGUN;
  identity = identity ? identity : &unused;
  if (!open_and_check (self, identity, error))
    return NULL;
  set_limits (self->handle);
  /* Try again: memory may be short only for a moment. A schema that needs too much memory fails
   * again. */
  if (!set_up_connection (self, !schema) &&
      ((sqlite3_errcode (self->handle) & 0xff) != SQLITE_NOMEM ||
       !set_up_connection (self, !schema))) {
    poplens_database_set_schema_error (self, NULL, sqlite3_errcode (self->handle) & 0xff, error);
    return NULL;
  }
  sqlite3_busy_timeout (self->handle, 500);
  /* Drop all virtual tables: they run code of their own, and the schema of the file could use them.
   * SQLite adds the modules of pragmas again when needed. */
  sqlite3_drop_modules (self->handle, NULL);
  /* Make a missing column an error, not a string in double quotes. */
  sqlite3_db_config (self->handle, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
  sqlite3_set_authorizer (self->handle, authorize_action, NULL);
  /* Limit the rows, because damaged pages that form a cycle return rows without end. */
  self->most_rows = identity->info.size / LEAST_BYTES_A_ROW + 1;
  self->most_bytes = identity->info.size + SPARE_BYTES;
  self->most_work = 16 + (gint64) (identity->info.size / STEPS_A_CALL) * STEPS_A_BYTE;
  sqlite3_progress_handler (self->handle, STEPS_A_CALL, count_work, self);
  return g_steal_pointer (&self);
}

void
poplens_database_close (PoplensDatabase *self)
{
  if (!self)
    return;
  if (sqlite3_close (self->handle) != SQLITE_OK)
    g_critical ("a statement on %s was not finalized", self->path);
  g_hash_table_unref (self->leaves);
  g_ptr_array_unref (self->damage);
  g_clear_error (&self->failure);
  g_object_unref (self->file);
  g_free (self);
}

PoplensSchema *
poplens_database_read_schema (PoplensDatabase *self, GError **error)
{
  int code;

  poplens_database_begin_work (self);
  PoplensSchema *schema = poplens_schema_read (self->handle, &code);

  /* Try again: memory may be short only for a moment. */
  if (!schema && (code & 0xff) == SQLITE_NOMEM)
    schema = poplens_schema_read (self->handle, &code);
  if (!schema)
    poplens_database_set_schema_error (self, NULL, code & 0xff, error);
  return schema;
}

void
poplens_database_will_need_roots (PoplensDatabase *self, const PoplensSchema *schema)
{
  PoplensPages pages = {.far = poplens_far_get_file (self->handle)};
  guint8 size[2];

  if (!pages.far || !poplens_sqlite_file_read (poplens_sqlite_file (self->handle), PAGE_SIZE_AT,
                                               size, sizeof size))
    return;
  pages.size = poplens_u16 (size) > 1 ? poplens_u16 (size) : 65536;
  poplens_pages_will_need (&pages, (const guint32 *) (gpointer) schema->roots->data,
                           MIN (schema->roots->len, MOST_ROOTS));
}

/* Marks all further results as unreliable if reading or allocating memory failed. After such a
 * failure there is no transaction. */
static void
note_failure (PoplensDatabase *self)
{
  int code = sqlite3_extended_errcode (self->handle);

  if (!poplens_sqlite_is_failure (self->handle, code))
    return;
  poplens_database_set_error (self, NULL, code & 0xff, NULL);
  self->pages.failed = TRUE;
}

void
poplens_database_begin (PoplensDatabase *self, GCancellable *cancellable)
{
  self->given = 0;
  g_ptr_array_set_size (self->damage, 0);
  self->cancellable = cancellable;
  g_clear_error (&self->failure);
  self->pages.failed = FALSE;
  poplens_far_forget_error (self->handle);
  if (sqlite3_exec (self->handle, "BEGIN", NULL, NULL, NULL) != SQLITE_OK)
    note_failure (self);
}

void
poplens_database_end (PoplensDatabase *self)
{
  sqlite3_exec (self->handle, "COMMIT", NULL, NULL, NULL);
  /* Leaves may have been marked as unusable because of the failed reads: forget all leaves. */
  if (!poplens_database_check_reads (self, NULL))
    g_hash_table_remove_all (self->leaves);
  g_clear_error (&self->failure);
  poplens_far_forget_error (self->handle);
  self->cancellable = NULL;
  self->pages.failed = FALSE;
  self->pages.odd = NOT_BEGUN;
}

gboolean
poplens_database_allows (PoplensDatabase *self, const PoplensSchemaTable *table, GError **error)
{
  if (!table->refused)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
               "%s: table %s %s and is not supported; record a new report", self->path, table->name,
               table->refused);
  return FALSE;
}

PoplensPages *
poplens_database_pages (PoplensDatabase *self, const char **reason)
{
  /* Inside a transaction, the SELECT below takes SQLite's read lock and keeps it. Outside a
   * transaction, SQLite would release the lock at once. */
  if (self->pages.odd && !sqlite3_get_autocommit (self->handle)) {
    int code = sqlite3_exec (self->handle, "SELECT 1 FROM sqlite_master LIMIT 1", NULL, NULL, NULL);
    note_failure (self);
    poplens_pages_begin (&self->pages, self->handle, code == SQLITE_OK);
  }
  *reason = self->pages.odd;
  return self->pages.odd ? NULL : &self->pages;
}

PoplensLeaves *
poplens_database_leaves (PoplensDatabase *self, const PoplensSchemaTable *table,
                         const char **reason)
{
  PoplensLeaves *leaves = g_hash_table_lookup (self->leaves, table->name);

  if ((*reason = table->odd) || !poplens_database_pages (self, reason))
    return NULL;
  if (!leaves) {
    leaves = poplens_leaves_find (&self->pages, table->root);
    g_hash_table_insert (self->leaves, table->name, leaves);
  }
  *reason = leaves->odd;
  return leaves->odd ? NULL : leaves;
}

void
poplens_database_give_up_leaves (PoplensDatabase *self, const char *table, const char *reason)
{
  PoplensLeaves *leaves = g_hash_table_lookup (self->leaves, table);

  if (!leaves) {
    leaves = g_new0 (PoplensLeaves, 1);
    /* Use the schema's copy of the name as the key: it outlives all connections. */
    g_hash_table_insert (self->leaves, poplens_schema_get_table (self->schema, table)->name,
                         leaves);
  }
  if (!leaves->odd)
    leaves->odd = reason;
}

static gboolean
is_odd (gpointer table, gpointer leaves, gpointer unused)
{
  return ((PoplensLeaves *) leaves)->odd != NULL;
}

gboolean
poplens_database_has_odd (const PoplensDatabase *self)
{
  return g_hash_table_find (self->leaves, is_odd, NULL) != NULL;
}

void
poplens_database_share_odd (const PoplensDatabase *self, PoplensDatabase *with)
{
  GHashTableIter iter;
  gpointer table, leaves;

  g_hash_table_iter_init (&iter, self->leaves);
  while (g_hash_table_iter_next (&iter, &table, &leaves))
    if (((PoplensLeaves *) leaves)->odd)
      poplens_database_give_up_leaves (with, table, ((PoplensLeaves *) leaves)->odd);
}

gboolean
poplens_database_has_rows (PoplensDatabase *self, const char *table)
{
  const PoplensSchemaTable *found = poplens_schema_get_table (self->schema, table);
  sqlite3_stmt *statement = NULL;

  if (!found || found->refused)
    return found != NULL;
  poplens_database_begin_work (self);
  g_autofree char *name = poplens_sqlite_quoted (table);
  g_autofree char *sql = g_strdup_printf ("SELECT 1 FROM \"%s\" NOT INDEXED LIMIT 1", name);
  gboolean some = poplens_sqlite_prepare (self->handle, sql, &statement) != SQLITE_OK ||
                  sqlite3_step (statement) != SQLITE_DONE;
  sqlite3_finalize (statement);
  note_failure (self);
  return some;
}
