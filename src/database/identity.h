/* Identifies the state of a profile's file: its metadata and SQLite's change counter. Nothing here
 * opens a file on this computer: if a process closes any descriptor of a file, it loses all its
 * locks on that file, including SQLite's (POSIX). */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

typedef struct {
  PoplensFileInfo info;
  guint32 change_counter; /* SQLite's file change counter, bytes 24 … 27 of the header */
} PoplensFileIdentity;

/* Fills @identity by stat (), without the counter. FALSE with NOT_FOUND, LINK, DAMAGED (a
 * directory, a pipe), or UNSUPPORTED if the path of its journal is not a regular file. */
gboolean poplens_file_identity_stat (PoplensFile *file, PoplensFileIdentity *identity,
                                     GError **error);
/* Completes @identity from a file that SQLite has open. FALSE with DAMAGED ("not a SQLite
 * database"), or UNSUPPORTED if its write-ahead log holds pages: reading them would write files
 * beside it. */
gboolean poplens_file_identity_complete (PoplensFile *file, sqlite3 *handle,
                                         PoplensFileIdentity *identity, GError **error);
/* Checks the journal and the write-ahead log of a file on another computer: the VFS of such files
 * hides both from SQLite. FALSE with DAMAGED or UNSUPPORTED if the file needs recovery first, with
 * LINK if the link is lost, with CANCELLED if cancelled. */
gboolean poplens_far_check_beside (PoplensFile *file, GError **error);
gboolean poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b);

/* Returns the path of the journal or log ("-journal", "-wal") of the file at @path. Symbolic links
 * are resolved, as SQLite does. (transfer full) */
char *poplens_database_companion (const char *path, const char *suffix);

/* Opens @file in SQLite to read it, after stat () has shown a regular file. Reads nothing but, on
 * this computer, whether it is in WAL mode. The caller closes @handle in any case.
 *
 * If there are no locks (poplens_sqlite_has_locks ()) or the database is in WAL mode, another
 * program can write at any time: results are valid only if the identity is the same before and
 * after. */
gboolean poplens_sqlite_file_open (PoplensFile *file, sqlite3 **handle,
                                   PoplensFileIdentity *identity, GError **error);

G_END_DECLS
