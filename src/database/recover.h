/* Copies of profiles that cannot be read where they lie: a program was killed while it wrote, and a
 * rollback journal or a write-ahead log lies beside the file. SQLite puts such a file right by
 * writing to it, so a copy of both is put right, and the original stays as it is. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* TRUE where @path is a database with a journal or a write-ahead log that holds
 * something. A few stat() calls and one read. */
gboolean poplens_database_needs_recovery (const char *path);

/* What tells this state of the file and its logs from any other: a name for the copy.
 * (transfer full) */
char *poplens_database_recovery_key (const char *path);

/* What putting a copy right did to it. */
typedef enum {
  POPLENS_RECOVERED_NOTHING, /* the journal or log held nothing that counts: the copy is the file */
  POPLENS_RECOVERED_BACK,    /* an unfinished change was rolled back: what came last is lost */
  POPLENS_RECOVERED_LOG,     /* finished changes in the write-ahead log were taken in */
} PoplensRecovered;

/* Copies @path and its logs to @copy, which must not be there, and puts the copy right; on failure
 * nothing is left of it. Errors: NOT_FOUND; BUSY (the program that writes it still runs); CHANGED
 * (it was written meanwhile); UNSUPPORTED (its journal names further files: to follow it would
 * delete them); DAMAGED (no space for the copy, or SQLite cannot put it right);
 * G_IO_ERROR_CANCELLED. @done: (nullable). */
gboolean poplens_database_recover (const char *path, const char *copy, PoplensRecovered *done,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS
