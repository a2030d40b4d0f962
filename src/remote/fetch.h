/* Copies files of another computer to this one, with lower priority than other reads from there. */
#pragma once

#include "base/storage.h"
#include "base/work.h"

G_BEGIN_DECLS

/* Copies the @n files at @paths into @folder, which is created if necessary, with their own names
 * and times. Skips files that are there already with the same size and time, and resumes
 * interrupted copies ("NAME.HASH.part", with a hash of the file's contents, not of its address).
 * Replaces nothing: USAGE if another file has the name. CHANGED if a file changed meanwhile. @work:
 * (nullable): reports bytes. @n_copied: (out) (optional): number of files that were copied. FALSE
 * with @error. */
gboolean poplens_fetch (PoplensStorage *storage, const char *const *paths, guint n,
                        const char *folder, const PoplensWork *work, guint *n_copied,
                        GError **error);

G_END_DECLS
