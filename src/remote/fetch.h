/* Copies files of another computer to this one, with lower priority than other reads from there. */
#pragma once

#include "base/storage.h"
#include "base/work.h"

G_BEGIN_DECLS

/* Copies the @n files at @paths into @folder, with their own names and times. Creates @folder if
 * necessary. Skips files that @folder has with the same size and time. Resumes interrupted copies
 * ("NAME.HASH.part", with a hash of size, time and first bytes). @work: (nullable): reports bytes.
 * @n_copied: (out) (optional): number of files that were copied. FALSE with USAGE if @folder has
 * another file of the name, CHANGED if a file changed during the copy, or another @error. */
gboolean poplens_fetch (PoplensStorage *storage, const char *const *paths, guint n,
                        const char *folder, const PoplensWork *work, guint *n_copied,
                        GError **error);

G_END_DECLS
