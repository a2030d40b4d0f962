/* Makes readable copies of profiles whose writer was killed, leaving a rollback journal or a
 * write-ahead log. SQLite recovers a profile by writing to it. So the profile and its logs are
 * copied, and the copy is recovered; the original does not change. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* TRUE if @path is a database with a journal or write-ahead log that is not empty. Costs a few stat
 * () calls and one read. */
gboolean poplens_database_needs_recovery (const char *path);

/* Returns a hash that identifies this state of the file and its logs, as a name for the copy.
 * (transfer full) */
char *poplens_database_recovery_key (const char *path);

/* Result of recovering the copy. */
typedef enum {
  POPLENS_RECOVERED_NOTHING, /* the journal or log was unused: the copy equals the file */
  POPLENS_RECOVERED_BACK, /* an unfinished transaction was rolled back: the last changes are lost */
  POPLENS_RECOVERED_LOG,  /* finished transactions in the write-ahead log were applied */
} PoplensRecovered;

/* Copies @path and its logs to @copy, which must not exist, and recovers the copy. Deletes the copy
 * on failure. @done: (out) (nullable). FALSE with BUSY if the writer still runs, CHANGED if the
 * file changed meanwhile, UNSUPPORTED if the journal names other files, DAMAGED if there is no
 * space or SQLite cannot recover the copy; also with NOT_FOUND, READ or G_IO_ERROR_CANCELLED */
gboolean poplens_database_recover (const char *path, const char *copy, PoplensRecovered *done,
                                   GCancellable *cancellable, GError **error);

G_END_DECLS
