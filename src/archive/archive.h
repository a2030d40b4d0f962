/* archive.a → what each tile's image occupies, and its symbols (formats.md 4).
 *
 * Read, never mapped, and on this computer only headers and tables of names, never a whole image;
 * from another one image by image. What is assumed stands in archive/assumptions.h. */
#pragma once

#include "base/storage.h"
#include "model/archive-memory.h"
#include "model/slices.h"

G_BEGIN_DECLS

/* @target: (nullable): of the profile beside it, whose memory map is used then.
 * A file that ends too early gives what is before, marked incomplete. Errors: NOT_FOUND;
 * NOT_A_REPORT (a pipe, a directory); DAMAGED, UNSUPPORTED (no archive, or one without any tile
 * image); LINK; G_IO_ERROR_CANCELLED. */
PoplensArchive *poplens_archive_read (PoplensFile *file, const PoplensTarget *target,
                                      GCancellable *cancellable, GError **error);

/* The symbols of @tile's image, as PoplensSymbol ordered by address, then as in the table; an empty
 * slice where it has no image or no symbols. The null symbol is left out. */
PoplensSlice *poplens_archive_read_symbols (PoplensFile *file, const PoplensArchive *archive,
                                            guint32 tile, GCancellable *cancellable,
                                            GError **error);

G_END_DECLS
