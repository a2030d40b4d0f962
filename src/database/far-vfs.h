/* SQLite over a file of another computer, which can only be read: through poplens_file_read_at ().
 * There are no locks, no journals and no other file than that one: what lies beside it is judged
 * before it is opened (identity.h), and a change is noticed by what it is afterwards
 * (profile/profile.c).
 *
 * Once a read has failed, all further ones do, until that is forgotten: what was read after it
 * would be taken for the whole. A thread's current cancellable (GCancellable) stops its reads. */
#pragma once

#include "base/storage.h"

#include <sqlite3.h>

G_BEGIN_DECLS

/* FALSE with NOT_FOUND, LINK or CANCELLED. @handle has to be closed in any case. */
gboolean poplens_far_open (PoplensFile *file, sqlite3 **handle, GError **error);
/* The file of @handle. (nullable) (transfer none): NULL where SQLite reads one of this computer. */
PoplensFile *poplens_far_get_file (sqlite3 *handle);
/* Why a read failed; NULL where none did. (nullable) (transfer none) */
const GError *poplens_far_get_error (sqlite3 *handle);
void poplens_far_forget_error (sqlite3 *handle);

G_END_DECLS
