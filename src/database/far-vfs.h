/* SQLite VFS for a file on another computer, which is read-only: reads go to poplens_file_read_at
 * (). It has no locks and no other files: journals are checked before the file is opened
 * (identity.h), and a change is detected by comparing the identity afterwards (profile/profile.c).
 *
 * Once a read has failed, all later reads fail until poplens_far_forget_error (): SQLite could take
 * a partial result for the whole. The thread's current GCancellable stops reads. */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* Opens @file in SQLite. FALSE with NOT_FOUND, LINK or CANCELLED. The caller closes @handle even
 * then. */
gboolean poplens_far_open (PoplensFile *file, sqlite3 **handle, GError **error);
/* Returns the file of @handle. (transfer none) (nullable): NULL for a file on this computer */
PoplensFile *poplens_far_get_file (sqlite3 *handle);
/* Returns the error of the first failed read. (transfer none) (nullable): NULL if none failed */
const GError *poplens_far_get_error (sqlite3 *handle);
void poplens_far_forget_error (sqlite3 *handle);

G_END_DECLS
