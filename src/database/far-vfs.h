/* Read-only SQLite VFS for a file on another computer: reads go to poplens_file_read_at (). It has
 * no locks, and hides journals. Instead, identity.h checks the journals before the file is opened,
 * and profile/profile.c compares the identity afterwards.
 *
 * After a failed read, all reads fail until poplens_far_forget_error (): otherwise SQLite could
 * take a partial result for the whole. The thread's current GCancellable stops reads. */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* Opens @file in SQLite. FALSE with NOT_FOUND, LINK or CANCELLED. The caller closes @handle in any
 * case. */
gboolean poplens_far_open (PoplensFile *file, sqlite3 **handle, GError **error);
/* Returns the file of @handle. (transfer none) (nullable): NULL for a file on this computer */
PoplensFile *poplens_far_get_file (sqlite3 *handle);
/* Returns the error of the first failed read. (transfer none) (nullable): NULL if none failed */
const GError *poplens_far_get_error (sqlite3 *handle);
void poplens_far_forget_error (sqlite3 *handle);

G_END_DECLS
