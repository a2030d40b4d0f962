/* Files of another computer, copied to this one, behind all others that read from there. */
#pragma once

#include "base/storage.h"
#include "base/work.h"

G_BEGIN_DECLS

/* Copies the @n files at @paths into @folder, which is made if need be, under their own names and
 * with their times. What was copied before is not copied again: a file that was interrupted goes on
 * where it ended ("NAME.HASH.part", by what the file is, whichever address it has), one that is
 * there with the same size and time is left. Nothing is replaced: USAGE where another file has the
 * name. CHANGED where one changed meanwhile. @work: (nullable): told bytes of all bytes. @n_copied:
 * (out) (optional): files that were not there yet. */
gboolean poplens_fetch (PoplensStorage *storage, const char *const *paths, guint n,
                        const char *folder, const PoplensWork *work, guint *n_copied,
                        GError **error);

G_END_DECLS
