/* Identifies the state of a profile's file: its metadata and SQLite's change counter. Reads a file
 * on this computer only through SQLite: if a process closes any descriptor of a file, it loses all
 * its locks on the file, including SQLite's (POSIX). */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

typedef struct {
  PoplensFileInfo info;
  guint32 change_counter; /* SQLite's file change counter, bytes 24 … 27 of the header */
} PoplensFileIdentity;

/* Fills @identity by stat (), without the change counter. FALSE with NOT_FOUND or LINK, with
 * DAMAGED if @file is not a regular file, with UNSUPPORTED if its journal is not a regular file. */
gboolean poplens_file_identity_stat (PoplensFile *file, PoplensFileIdentity *identity,
                                     GError **error);
/* Adds the change counter to @identity, from a file that SQLite has open. FALSE with READ, or
 * DAMAGED if the file is not a complete database. FALSE with UNSUPPORTED if its write-ahead log
 * holds pages. */
gboolean poplens_file_identity_complete (PoplensFile *file, sqlite3 *handle,
                                         PoplensFileIdentity *identity, GError **error);
/* Checks the journal and the write-ahead log of a file on another computer, because the VFS of such
 * files hides both from SQLite. FALSE with DAMAGED or UNSUPPORTED if the file needs recovery, with
 * LINK or with CANCELLED. */
gboolean poplens_far_check_beside (PoplensFile *file, GError **error);
gboolean poplens_file_identity_equal (const PoplensFileIdentity *a, const PoplensFileIdentity *b);

/* Returns the path of the journal or log ("-journal", "-wal") of the file at @path. Symbolic links
 * are resolved, as SQLite does. (transfer full) */
char *poplens_database_companion (const char *path, const char *suffix);

/* Opens @file in SQLite to read it, if it is a regular file. The caller closes @handle in any case.
 *
 * Another program can write a file without locks (poplens_sqlite_has_locks ()), or in WAL mode, at
 * any time. Results are then valid only if the identity is the same before and after. */
gboolean poplens_sqlite_file_open (PoplensFile *file, sqlite3 **handle,
                                   PoplensFileIdentity *identity, GError **error);

G_END_DECLS
