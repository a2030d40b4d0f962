/* archive.a against the profile beside it: tile by tile what has to fit, regions, architecture,
 * number of tiles (formats.md 4.5). What is held against what is as in the checks
 * (check-files.c). */
#pragma once

#include "model/archive-memory.h"

G_BEGIN_DECLS

/* One quantity of one tile on which the two differ. */
typedef enum {
  POPLENS_ARCHIVE_TILE,            /* the archive has an image of a tile that the profile lacks */
  POPLENS_ARCHIVE_WITH_GAPS,       /* bytes up to the end of the highest one: equal in both */
  POPLENS_ARCHIVE_NON_INTERLEAVED, /* an image covers at least what the profile uses … */
  POPLENS_ARCHIVE_INTERLEAVED,     /* … and at most that and the tile's gaps */
  POPLENS_ARCHIVE_OVERFLOWED,
} PoplensArchiveQuantity;

typedef struct {
  guint32 tile;
  PoplensArchiveQuantity quantity;
  guint64 profile, archive; /* bytes; of POPLENS_ARCHIVE_TILE the archive's with gaps alone */
} PoplensArchiveDifference;

typedef struct {
  GArray *rows;              /* PoplensArchiveDifference, by tile */
  guint32 n_tiles;           /* tiles that differ in anything */
  guint32 n_images;          /* of the archive */
  guint32 n_without;         /* tiles of the profile that have no image: legal, idle tiles */
  gboolean architecture;     /* both say one, and they are not the same */
  gboolean compares_regions; /* FALSE: nobody says where the regions begin */
} PoplensArchiveComparison;

/* @memory: the profile's, not one made from the archive. (transfer full) */
PoplensArchiveComparison *poplens_archive_compare (const PoplensArchive *archive,
                                                   const PoplensMemory *memory,
                                                   const PoplensTarget *target);
void poplens_archive_comparison_free (PoplensArchiveComparison *self);
gboolean poplens_archive_comparison_agrees (const PoplensArchiveComparison *self);

/* "Need": for a table. */
const char *poplens_archive_quantity_title (PoplensArchiveQuantity quantity);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensArchiveComparison, poplens_archive_comparison_free)

G_END_DECLS
