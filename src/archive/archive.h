/* Reads archive.a: the memory and the symbols of each tile's image (formats.md 4).
 *
 * Files are read, never mapped. On this computer only headers and tables of names are read. From
 * another computer, whole images are read one by one. archive/assumptions.h describes the
 * assumptions. */
#pragma once

#include "base/storage.h"
#include "model/archive-memory.h"
#include "model/slices.h"

G_BEGIN_DECLS

/* Reads an archive. @target: (nullable): target from the profile, whose memory map is used. A
 * truncated archive is read up to the last complete member, and is marked as incomplete. Errors:
 * NOT_FOUND; NOT_A_REPORT (a pipe, a directory); DAMAGED or UNSUPPORTED (not an archive, or without
 * tile images); LINK; READ; G_IO_ERROR_CANCELLED. (transfer full) */
PoplensArchive *poplens_archive_read (PoplensFile *file, const PoplensTarget *target,
                                      GCancellable *cancellable, GError **error);

/* Reads the symbols of @tile's image as PoplensSymbol, sorted by address, then by index. Omits
 * ELF's null symbol. The slice is empty if the tile has no image or no symbols. (transfer full) */
PoplensSlice *poplens_archive_read_symbols (PoplensFile *file, const PoplensArchive *archive,
                                            guint32 tile, GCancellable *cancellable,
                                            GError **error);

G_END_DECLS
