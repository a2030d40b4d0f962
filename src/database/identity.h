/* What tells one state of a profile's file from the next. Nothing here opens a file of this
 * computer: a process that closes any descriptor of it loses all locks that it has there, SQLite's
 * too (POSIX). */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

typedef struct {
  PoplensFileInfo info;
  guint32 change_counter; /* SQLite's, bytes 24 … 27 of the header */
} PoplensFileIdentity;

/* By stat() alone, without the counter. FALSE with NOT_FOUND, LINK, DAMAGED (a directory, a pipe),
 * or UNSUPPORTED where something other than a file lies in place of its journal. */
gboolean poplens_file_identity_stat (PoplensFile *file, PoplensFileIdentity *identity,
                                     GError **error);
/* The rest of it, of a file that SQLite has open. FALSE with DAMAGED ("not a SQLite database"), or
 * UNSUPPORTED if its write-ahead log holds pages, which cannot be read without writing beside it.
 */
gboolean poplens_file_identity_complete (PoplensFile *file, sqlite3 *handle,
                                         PoplensFileIdentity *identity, GError **error);
/* What lies beside a file of another computer, where nobody asks again: FALSE with DAMAGED or
 * UNSUPPORTED where a journal or a log would have to be put right first; with LINK or CANCELLED. */
gboolean poplens_far_check_beside (PoplensFile *file, GError **error);
gboolean poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b);

/* What lies beside the file that @path leads to ("-journal", "-wal"), where SQLite looks for it:
 * not beside a link. (transfer full) */
char *poplens_database_companion (const char *path, const char *suffix);

/* Has SQLite open it, to be read, once stat() has said what it is; nothing is read of it but, on
 * this computer, whether it has a log. @handle has to be closed in any case.
 *
 * Without locks (poplens_sqlite_has_locks ()), and of a database in WAL mode, nobody keeps a writer
 * away: what was read counts if the identity is the same before and after. */
gboolean poplens_sqlite_file_open (PoplensFile *file, sqlite3 **handle,
                                   PoplensFileIdentity *identity, GError **error);

G_END_DECLS
