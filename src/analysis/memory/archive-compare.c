/* Counts the tiles on which archive.a and the profile differ. */
#include "analysis/memory/archive-compare.h"

/* Gaps inside the segments of an image look like bytes in use. */
static gboolean
region_differs (guint64 profile, guint64 gaps, guint64 archive)
{
  return archive < profile || archive > profile + gaps;
}

/* TRUE if image @i differs from its tile in the profile, or the profile has no such tile. */
static gboolean
image_differs (const PoplensArchive *a, guint32 i, const PoplensMemory *m)
{
  guint32 p = poplens_memory_find_tile (m, a->tile[i]);

  if (p == POPLENS_NO_TILE || m->total_including_gaps[p] != a->including_gaps[i])
    return TRUE;
  guint64 gaps =
      m->total_including_gaps[p] > m->total[p] ? m->total_including_gaps[p] - m->total[p] : 0;
  return a->has_regions && (region_differs (m->non_interleaved[p], gaps, a->non_interleaved[i]) ||
                            region_differs (m->interleaved[p], gaps, a->interleaved[i]) ||
                            region_differs (m->overflowed[p], gaps, a->overflowed[i]));
}

PoplensArchiveComparison
poplens_archive_compare (const PoplensArchive *archive, const PoplensMemory *memory,
                         const PoplensTarget *target)
{
  PoplensArchiveComparison self = {.n_images = archive->n,
                                   .compares_regions = archive->has_regions};

  for (guint32 i = 0; i < archive->n; i++)
    self.n_tiles += image_differs (archive, i, memory);
  for (guint32 t = 0; t < memory->n_tiles; t++)
    self.n_without += poplens_archive_find_tile (archive, memory->tile[t]) == POPLENS_NO_TILE;
  self.architecture = target && target->architecture && archive->architecture &&
                      archive->architecture_from_flags &&
                      g_strcmp0 (target->architecture, archive->architecture);
  return self;
}

gboolean
poplens_archive_comparison_agrees (const PoplensArchiveComparison *self)
{
  return !self->n_tiles && !self->architecture;
}
