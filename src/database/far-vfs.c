/* SQLite VFS over poplens_file_read_at (), for files on another computer. */
#include "database/far-vfs.h"

#include "base/error.h"
#include "database/sqlite-file.h"

#include <stdio.h>
#include <string.h>

#define NAME "poplens-far"
#define KEY "/poplens-"
#define SECTOR_BYTES 4096
/* Bytes at the start of a file that are read ahead. They contain the schema and the roots of small
 * tables, which are always read. */
#define FIRST_BYTES 655360

/* Arguments of poplens_far_open () for vfs_open (). The address of this struct is passed to SQLite
 * as the file name. */
typedef struct {
  PoplensFile *file;
  guint64 size;
  GError *error; /* (nullable): why opening failed */
} Ticket;

/* SQLite's file object. */
typedef struct {
  sqlite3_file parent;
  PoplensFile *file;
  guint64 size;
  GError *error;
  Ticket *ticket; /* (nullable): set while the file is being opened */
} FarFile;

static FarFile *
get_far_file (sqlite3_file *file)
{
  return (FarFile *) file;
}

/* ---- methods of a file ----------------------------------------------------------------------- */

static int
far_close (sqlite3_file *file)
{
  FarFile *self = get_far_file (file);

  if (self->ticket)
    self->ticket->error = g_steal_pointer (&self->error);
  g_clear_object (&self->file);
  g_clear_error (&self->error);
  return SQLITE_OK;
}

/* Hides WAL mode from SQLite, which would try to create a log. A log with pages cannot exist here:
 * poplens_far_check_beside () refuses such files. */
static void
hide_wal_mode (guint8 *bytes, guint64 n, guint64 offset)
{
  for (guint64 at = POPLENS_SQLITE_VERSIONS_AT; at < POPLENS_SQLITE_VERSIONS_AT + 2; at++)
    if (at >= offset && at - offset < n && bytes[at - offset] == 2)
      bytes[at - offset] = 1;
}

static int
far_read (sqlite3_file *file, void *out, int size, sqlite3_int64 offset)
{
  FarFile *self = get_far_file (file);
  gssize got = self->error ? -1
                           : poplens_file_read_at (self->file, out, (gsize) size, (guint64) offset,
                                                   g_cancellable_get_current (), &self->error);

  if (got < 0)
    return SQLITE_IOERR_READ;
  memset ((guint8 *) out + got, 0, (gsize) size - (gsize) got);
  hide_wal_mode (out, (guint64) got, (guint64) offset);
  return got == size ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int
far_write (sqlite3_file *file, const void *bytes, int size, sqlite3_int64 offset)
{
  return SQLITE_READONLY;
}

static int
far_truncate (sqlite3_file *file, sqlite3_int64 size)
{
  return SQLITE_READONLY;
}

static int
far_sync (sqlite3_file *file, int flags)
{
  return SQLITE_OK;
}

static int
far_get_size (sqlite3_file *file, sqlite3_int64 *size)
{
  *size = (sqlite3_int64) get_far_file (file)->size;
  return SQLITE_OK;
}

static int
far_lock (sqlite3_file *file, int level)
{
  return level > SQLITE_LOCK_SHARED ? SQLITE_READONLY : SQLITE_OK;
}

static int
far_unlock (sqlite3_file *file, int level)
{
  return SQLITE_OK;
}

static int
far_check_reserved_lock (sqlite3_file *file, int *held)
{
  *held = 0;
  return SQLITE_OK;
}

static int
far_control (sqlite3_file *file, int operation, void *argument)
{
  return SQLITE_NOTFOUND;
}

static int
far_get_sector_size (sqlite3_file *file)
{
  return SECTOR_BYTES;
}

/* Returns no flags. SQLITE_IOCAP_IMMUTABLE would be false, because another program may write the
 * file. */
static int
far_get_characteristics (sqlite3_file *file)
{
  return 0;
}

/* Version 1: neither shared memory nor memory maps. */
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = far_close,
    .xRead = far_read,
    .xWrite = far_write,
    .xTruncate = far_truncate,
    .xSync = far_sync,
    .xFileSize = far_get_size,
    .xLock = far_lock,
    .xUnlock = far_unlock,
    .xCheckReservedLock = far_check_reserved_lock,
    .xFileControl = far_control,
    .xSectorSize = far_get_sector_size,
    .xDeviceCharacteristics = far_get_characteristics,
};

/* ---- the VFS --------------------------------------------------------------------------------- */

static int
vfs_open (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out_flags)
{
  FarFile *self = get_far_file (file);
  void *ticket = NULL;

  self->parent.pMethods = NULL;
  /* Journals and temporary files do not exist here. */
  if (!(flags & SQLITE_OPEN_MAIN_DB) || !name || sscanf (name, KEY "%p", &ticket) != 1)
    return SQLITE_CANTOPEN;
  *self = (FarFile){.parent.pMethods = &methods, .ticket = ticket};
  self->file = g_object_ref (self->ticket->file);
  self->size = self->ticket->size;
  if (out_flags)
    *out_flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
  return SQLITE_OK;
}

static int
vfs_delete (sqlite3_vfs *vfs, const char *name, int sync)
{
  return SQLITE_READONLY;
}

/* Hides files beside the database: poplens_far_check_beside () has checked them. */
static int
vfs_access (sqlite3_vfs *vfs, const char *name, int flags, int *there)
{
  *there = 0;
  return SQLITE_OK;
}

static int
vfs_full_path (sqlite3_vfs *vfs, const char *name, int size, char *out)
{
  return g_strlcpy (out, name, (gsize) size) < (gsize) size ? SQLITE_OK : SQLITE_CANTOPEN;
}

/* Registers the VFS once, until the program ends. FALSE if memory is short. */
static gboolean
register_vfs (void)
{
  static sqlite3_vfs vfs;
  static gsize done = 0;

  if (g_once_init_enter (&done)) {
    sqlite3_initialize ();
    const sqlite3_vfs *usual = sqlite3_vfs_find (NULL);
    vfs = (sqlite3_vfs){.iVersion = 1,
                        .szOsFile = sizeof (FarFile),
                        .mxPathname = 64,
                        .zName = NAME,
                        .xOpen = vfs_open,
                        .xDelete = vfs_delete,
                        .xAccess = vfs_access,
                        .xFullPathname = vfs_full_path,
                        .xRandomness = usual->xRandomness,
                        .xSleep = usual->xSleep,
                        .xCurrentTime = usual->xCurrentTime,
                        .xGetLastError = NULL};
    g_once_init_leave (&done, 1 + (gsize) sqlite3_vfs_register (&vfs, FALSE));
  }
  return done == 1;
}

/* Returns the remote file of @handle. (nullable): NULL if SQLite's own VFS has the file */
static FarFile *
find_far_file (sqlite3 *handle)
{
  sqlite3_file *file = handle ? poplens_sqlite_file (handle) : NULL;

  return file && file->pMethods == &methods ? get_far_file (file) : NULL;
}

static gboolean
fail_to_open (PoplensFile *file, Ticket *ticket, int code, GError **error)
{
  if (ticket->error)
    g_propagate_error (error, g_steal_pointer (&ticket->error));
  else /* The file could be opened, so memory is short: a later attempt may succeed. */
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_READ, "Cannot open %s: %s",
                 poplens_file_get_name (file), sqlite3_errstr (code));
  return FALSE;
}

gboolean
poplens_far_open (PoplensFile *file, sqlite3 **handle, GError **error)
{
  static const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
  Ticket ticket = {.file = file};
  char key[64];

  if (!poplens_file_open (file, "profile", &ticket.size, error))
    return FALSE;
  poplens_file_will_need (file, &(PoplensByteRange){0, FIRST_BYTES}, 1);
  g_snprintf (key, sizeof key, KEY "%p", (void *) &ticket);
  int code = register_vfs () ? sqlite3_open_v2 (key, handle, flags, NAME) : SQLITE_NOMEM;
  if (*handle)
    sqlite3_extended_result_codes (*handle, TRUE);
  FarFile *self = find_far_file (*handle);
  if (self)
    self->ticket = NULL;
  return (code == SQLITE_OK && self) || fail_to_open (file, &ticket, code, error);
}

PoplensFile *
poplens_far_get_file (sqlite3 *handle)
{
  FarFile *self = find_far_file (handle);

  return self ? self->file : NULL;
}

const GError *
poplens_far_get_error (sqlite3 *handle)
{
  FarFile *self = find_far_file (handle);

  return self ? self->error : NULL;
}

void
poplens_far_forget_error (sqlite3 *handle)
{
  FarFile *self = find_far_file (handle);

  if (self)
    g_clear_error (&self->error);
}
