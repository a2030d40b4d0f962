#include "profile/database.h"

#include "base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEADER_BYTES 100
#define HEADER_MAGIC "SQLite format 3"
#define MOST_OF_A_MESSAGE 200

/* Reads @size bytes at the start of the file; fewer only where it is shorter. */
static gssize
read_start (int fd, guint8 *out, gsize size)
{
  gsize done = 0;

  while (done < size) {
    gssize n = pread (fd, out + done, size - done, done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return n < 0 ? -1 : (gssize) done;
    done += n;
  }
  return done;
}

char *
poplens_database_companion (const char *path, const char *suffix)
{
  char *real = realpath (path, NULL);
  char *name = g_strconcat (real ? real : path, suffix, NULL);

  free (real);
  return name;
}

static const char *
kind_of_file (mode_t mode)
{
  return S_ISDIR (mode)    ? "a directory"
         : S_ISFIFO (mode) ? "a pipe"
         : S_ISSOCK (mode) ? "a socket"
                           : "a device";
}

/* SQLite makes and writes files beside a profile with a log even where
 * it only reads; to promise it that the file is immutable would be a lie (DESIGN.md). */
static gboolean
check_wal (const char *path, const guint8 *header, GError **error)
{
  g_autofree char *wal = poplens_database_companion (path, "-wal");
  struct stat info;

  if (header[18] != 2 && header[19] != 2 && lstat (wal, &info) < 0)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "%s keeps a write-ahead log, which cannot be read without writing beside it: open "
               "a recovered copy, which Poplens makes in your cache directory and never beside the "
               "report (in a terminal: poplens-cli --recover)",
               path);
  return FALSE;
}

/* SQLite opens what has the name of a journal, whatever it is, and waits for a pipe forever. */
static gboolean
check_journal (const char *path, GError **error)
{
  g_autofree char *journal = poplens_database_companion (path, "-journal");
  struct stat info;

  if (stat (journal, &info) < 0 || S_ISREG (info.st_mode))
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_UNSUPPORTED,
               "%s has the name of a profile's journal but is %s, so the profile cannot be read "
               "safely: move it away, or open a copy of the profile alone",
               journal, kind_of_file (info.st_mode));
  return FALSE;
}

gboolean
poplens_file_identity_read (const char *path, PoplensFileIdentity *identity, GError **error)
{
  guint8 header[HEADER_BYTES];
  struct stat info;
  /* Not blocking, so that a pipe under that name cannot hang us. */
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0 || fstat (fd, &info) < 0) {
    int code = errno;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_NOT_FOUND, "%s cannot be opened: %s", path,
                 g_strerror (code));
    if (fd >= 0)
      close (fd);
    return FALSE;
  }
  gssize n = S_ISREG (info.st_mode) ? read_start (fd, header, sizeof header) : 0;
  close (fd);
  if (!S_ISREG (info.st_mode)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Poplar profile: it is %s", path, kind_of_file (info.st_mode));
    return FALSE;
  }
  if (n < HEADER_BYTES || memcmp (header, HEADER_MAGIC, sizeof HEADER_MAGIC)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s is not a Poplar profile: it does not start like a SQLite database%s", path,
                 n < HEADER_BYTES ? " (it is too short, perhaps still being written)" : "");
    return FALSE;
  }
  /* SQLite would read what is missing of the last page as zeros. */
  guint page = header[16] << 8 | header[17];
  if (page && info.st_size % (page > 1 ? page : 65536)) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s ends inside a page: it was cut short when it was copied, or is still being "
                 "written; copy it again, or wait until it is whole",
                 path);
    return FALSE;
  }
  if (!check_wal (path, header, error) || !check_journal (path, error))
    return FALSE;
  *identity = (PoplensFileIdentity){
      .device = info.st_dev,
      .inode = info.st_ino,
      .size = info.st_size,
      .mtime_seconds = info.st_mtim.tv_sec,
      .mtime_nanoseconds = info.st_mtim.tv_nsec,
      .change_counter =
          (guint32) header[24] << 24 | header[25] << 16 | header[26] << 8 | header[27],
  };
  return TRUE;
}

gboolean
poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b)
{
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         a->mtime_seconds == b->mtime_seconds && a->mtime_nanoseconds == b->mtime_nanoseconds &&
         a->change_counter == b->change_counter;
}

void
poplens_schema_free (PoplensSchema *self)
{
  if (!self)
    return;
  g_hash_table_unref (self->tables);
  g_free (self);
}

gboolean
poplens_schema_has_table (const PoplensSchema *self, const char *table)
{
  return g_hash_table_contains (self->tables, table);
}

GPtrArray *
poplens_schema_get_columns (const PoplensSchema *self, const char *table)
{
  return g_hash_table_lookup (self->tables, table);
}

gboolean
poplens_schema_has_column (const PoplensSchema *self, const char *table, const char *column)
{
  GPtrArray *columns = poplens_schema_get_columns (self, table);

  return columns && g_ptr_array_find_with_equal_func (columns, column, g_str_equal, NULL);
}

/* SQLite's own, of its file format: a program that writes holds a lock on this byte. */
#define RESERVED_BYTE 0x40000001

static gboolean
is_being_written (const char *path)
{
  struct flock lock = {
      .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = RESERVED_BYTE, .l_len = 1};
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gboolean held = fd >= 0 && fcntl (fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;

  if (fd >= 0)
    close (fd);
  return held;
}

/* A journal left by a killed writer: SQLite would have to write to the profile to use it. One that
 * is done with may stay, with zeroes for its header. */
static gboolean
has_hot_journal (const char *path)
{
  g_autofree char *journal = poplens_database_companion (path, "-journal");
  char first = 0;
  int fd = open (journal, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat info;

  if (fd < 0)
    return stat (journal, &info) == 0 && info.st_size > 0 && !is_being_written (path);
  gboolean used = read (fd, &first, 1) == 1 && first;
  close (fd);
  return used && !is_being_written (path);
}

/* What SQLite says: valid, on one line, and no longer than a message may be. (transfer full) */
static char *
one_line (const char *text)
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

void
poplens_database_set_error (PoplensDatabase *self, const char *table, int code, GError **error)
{
  int extended = self->handle ? sqlite3_extended_errcode (self->handle) : code;
  /* It may quote the schema of a damaged file, line breaks and all. */
  g_autofree char *text =
      one_line (self->handle ? sqlite3_errmsg (self->handle) : sqlite3_errstr (code));
  g_autofree char *where = table ? g_strdup_printf (", table %s", table) : g_strdup ("");

  if (extended == SQLITE_READONLY_ROLLBACK || extended == SQLITE_CANTOPEN_FULLPATH ||
      (code == SQLITE_CANTOPEN && has_hot_journal (self->path)))
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s was being written when its program was killed (a journal lies beside it): "
                 "open a recovered copy, which Poplens makes in your cache directory and never "
                 "beside the report (in a terminal: poplens-cli --recover)",
                 self->path);
  else if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_BUSY,
                 "%s is locked by the program that writes it: wait until it has finished, then "
                 "open it again",
                 self->path);
  else if (code == SQLITE_INTERRUPT)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s%s cannot be read: its pages lead in circles; the file is damaged: copy it "
                 "again or record a new one",
                 self->path, where);
  else if (code == SQLITE_NOMEM)
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED, "%s%s: there is not enough memory",
                 self->path, where);
  else
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_DAMAGED,
                 "%s%s cannot be read: %s; the file may be cut short or damaged: copy it again "
                 "or record a new one",
                 self->path, where, text);
}

/* Functions that our statements use; whatever else a file's own expressions call is refused. */
static gboolean
is_our_function (const char *name)
{
  return name && (!g_ascii_strcasecmp (name, "min") || !g_ascii_strcasecmp (name, "max") ||
                  g_str_equal (name, POPLENS_DATABASE_TAKE));
}

/* A file may hold views, triggers and expressions of its own. Only reading is let through: no other
 * database is attached, no function called that we do not call, no pragma set. */
static int
authorize (void *data, int action, const char *first, const char *second, const char *database,
           const char *origin)
{
  switch (action) {
  case SQLITE_SELECT:
  case SQLITE_READ:
  case SQLITE_TRANSACTION:
    /* @origin: the view or trigger that does it. */
    return origin ? SQLITE_DENY : SQLITE_OK;
  case SQLITE_UPDATE:
    /* SQLite asks so for the pragma that lists columns; query_only lets nothing be written. */
    return !g_strcmp0 (first, "sqlite_master") && !origin ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_FUNCTION:
    return is_our_function (second) ? SQLITE_OK : SQLITE_DENY;
  case SQLITE_PRAGMA:
    return !g_strcmp0 (first, "table_info") ? SQLITE_OK : SQLITE_DENY;
  default:
    return SQLITE_DENY;
  }
}

static void
defend (sqlite3 *handle)
{
  static const struct {
    int limit, value;
  } limits[] = {
      {SQLITE_LIMIT_LENGTH, 256 << 20},  {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
      {SQLITE_LIMIT_COLUMN, 1000},       {SQLITE_LIMIT_EXPR_DEPTH, 100},
      {SQLITE_LIMIT_COMPOUND_SELECT, 4}, {SQLITE_LIMIT_ATTACHED, 0},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 1},   {SQLITE_LIMIT_WORKER_THREADS, 0},
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
  /* Virtual tables run code of theirs; the pragma that lists columns is made when it is asked for.
   */
  sqlite3_drop_modules (handle, NULL);
  sqlite3_set_authorizer (handle, authorize, NULL);
}

static void
take_row (sqlite3_context *context, int n, sqlite3_value **values)
{
  const PoplensDatabase *self = sqlite3_user_data (context);
  int code = self->taker.func ? self->taker.func (self->taker.data, values) : SQLITE_MISUSE;

  if (code != SQLITE_OK)
    sqlite3_result_error_code (context, code);
}

static void
take_no_more (sqlite3_context *context)
{
}

/* No view or expression of a file may call it. */
static int
offer_taking (PoplensDatabase *self)
{
  return sqlite3_create_function_v2 (self->handle, POPLENS_DATABASE_TAKE, -1,
                                     SQLITE_UTF8 | SQLITE_DIRECTONLY, self, NULL, take_row,
                                     take_no_more, NULL);
}

#define STEPS_A_CALL (1 << 20)
#define STEPS_A_BYTE 16
#define LEAST_BYTES_A_ROW 4

static int
count_work (void *data)
{
  PoplensDatabase *self = data;

  return ++self->work > self->most_work;
}

/* Pages that lead in circles make a table without end of a small file. */
static void
limit_work (PoplensDatabase *self)
{
  struct stat info;
  guint64 size = stat (self->path, &info) == 0 ? info.st_size : 0;

  self->most_rows = size / LEAST_BYTES_A_ROW + 1;
  self->most_work = 16 + (gint64) (size / STEPS_A_CALL) * STEPS_A_BYTE;
  sqlite3_progress_handler (self->handle, STEPS_A_CALL, count_work, self);
}

void
poplens_database_begin_work (PoplensDatabase *self)
{
  self->work = 0;
}

static int
keep_owner (int fd, uid_t owner, gid_t group)
{
  return 0;
}

/* As root SQLite gives any journal that it looks into the profile's owner, also one that is done
 * with; nothing here ever changes an owner. */
static void
forbid_change_of_owner (void)
{
  static gsize done = 0;
  sqlite3_vfs *vfs;

  if (!g_once_init_enter (&done))
    return;
  sqlite3_initialize ();
  vfs = sqlite3_vfs_find (NULL);
  if (vfs && vfs->iVersion >= 3 && vfs->xSetSystemCall)
    vfs->xSetSystemCall (vfs, "fchown", (sqlite3_syscall_ptr) (void (*) (void)) keep_owner);
  g_once_init_leave (&done, 1);
}

PoplensDatabase *
poplens_database_open (const char *path, const PoplensSchema *schema, GError **error)
{
  g_autoptr (PoplensDatabase) self = g_new0 (PoplensDatabase, 1);
  int code;

  /* An absolute path cannot be taken for a URI ("file:…"). */
  self->path = g_canonicalize_filename (path, NULL);
  self->schema = schema;
  /* SQLite refuses it too, but as root it gives the journal the profile's owner first. */
  if (has_hot_journal (self->path)) {
    poplens_database_set_error (self, NULL, SQLITE_CANTOPEN, error);
    return NULL;
  }
  forbid_change_of_owner ();
  code = sqlite3_open_v2 (self->path, &self->handle,
                          SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->handle,
                         "PRAGMA mmap_size = 0; PRAGMA query_only = 1; PRAGMA trusted_schema = 0;"
                         "PRAGMA cell_size_check = 1;"
                         "PRAGMA temp_store = MEMORY",
                         NULL, NULL, NULL);
  /* A part is read from end to end and its pages are not come back to, unlike those of slices. */
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->handle,
                         schema ? "PRAGMA cache_size = -1024" : "PRAGMA cache_size = -8192", NULL,
                         NULL, NULL);
  if (code == SQLITE_OK)
    code = offer_taking (self);
  if (code != SQLITE_OK) {
    poplens_database_set_error (self, NULL, code & 0xff, error);
    return NULL;
  }
  sqlite3_busy_timeout (self->handle, 500);
  defend (self->handle);
  limit_work (self);
  return g_steal_pointer (&self);
}

void
poplens_database_close (PoplensDatabase *self)
{
  if (!self)
    return;
  if (sqlite3_close (self->handle) != SQLITE_OK)
    g_critical ("a statement on %s was not finalized", self->path);
  g_clear_pointer (&self->base_names, g_hash_table_unref);
  g_free (self->path);
  g_free (self);
}

PoplensSchema *
poplens_database_read_schema (PoplensDatabase *self, GError **error)
{
  static const char sql[] =
      "SELECT m.name, c.name FROM sqlite_schema m, pragma_table_info(m.name) c "
      /* A virtual table has no page of its own; to list its columns would run its module. */
      "WHERE m.type = 'table' AND m.rootpage > 0 ORDER BY m.rowid, c.cid";
  g_autoptr (PoplensSchema) schema = g_new0 (PoplensSchema, 1);
  sqlite3_stmt *statement = NULL;
  int code;

  schema->tables =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  code = sqlite3_prepare_v2 (self->handle, sql, -1, &statement, NULL);
  while (code == SQLITE_OK && (code = sqlite3_step (statement)) == SQLITE_ROW) {
    const char *table = (const char *) sqlite3_column_text (statement, 0);
    const char *column = (const char *) sqlite3_column_text (statement, 1);
    code = SQLITE_OK;
    /* A name that cannot stand in a list of columns is none that Poplens asks for. */
    if (!table || !column || strpbrk (column, ",!\" \t\n"))
      continue;
    GPtrArray *columns = g_hash_table_lookup (schema->tables, table);
    if (!columns) {
      columns = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (schema->tables, g_strdup (table), columns);
    }
    g_ptr_array_add (columns, g_strdup (column));
  }
  if (code != SQLITE_DONE)
    poplens_database_set_error (self, NULL, code & 0xff, error);
  sqlite3_finalize (statement);
  return code == SQLITE_DONE ? g_steal_pointer (&schema) : NULL;
}

gboolean
poplens_database_has_rows (PoplensDatabase *self, const char *table)
{
  sqlite3_stmt *statement = NULL;
  gboolean found;

  if (!poplens_schema_has_table (self->schema, table))
    return FALSE;
  poplens_database_begin_work (self);
  char *sql = sqlite3_mprintf ("SELECT 1 FROM \"%w\" LIMIT 1", table);
  found = sqlite3_prepare_v2 (self->handle, sql, -1, &statement, NULL) != SQLITE_OK ||
          sqlite3_step (statement) != SQLITE_DONE;
  sqlite3_finalize (statement);
  sqlite3_free (sql);
  return found;
}
