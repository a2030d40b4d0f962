/* archive.a against the profile beside it: tile by tile what has to fit, regions, architecture,
 * number of tiles (formats.md 4.5). Compares what the checks of archive.a compare (check-files.c),
 * which list the differences; pages need to know only how many there are. */
#pragma once

#include "model/archive-memory.h"

G_BEGIN_DECLS

typedef struct {
  guint32 n_tiles;           /* tiles that differ in anything */
  guint32 n_images;          /* of the archive */
  guint32 n_without;         /* tiles of the profile that have no image: legal, idle tiles */
  gboolean architecture;     /* both say one, and they are not the same */
  gboolean compares_regions; /* FALSE: nobody says where the regions begin */
} PoplensArchiveComparison;

/* @memory: the profile's, not one made from the archive. */
PoplensArchiveComparison poplens_archive_compare (const PoplensArchive *archive,
                                                  const PoplensMemory *memory,
                                                  const PoplensTarget *target);
gboolean poplens_archive_comparison_agrees (const PoplensArchiveComparison *self);

G_END_DECLS
