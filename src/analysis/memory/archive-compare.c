#include "analysis/memory/archive-compare.h"

static void
add (PoplensArchiveComparison *self, guint32 tile, PoplensArchiveQuantity quantity, guint64 profile,
     guint64 archive)
{
  PoplensArchiveDifference row = {tile, quantity, profile, archive};

  g_array_append_val (self->rows, row);
}

/* Of an image gaps inside of its segments are not to be told from bytes in use. */
static void
compare_region (PoplensArchiveComparison *self, guint32 tile, PoplensArchiveQuantity quantity,
                guint64 profile, guint64 gaps, guint64 archive)
{
  if (archive < profile || archive > profile + gaps)
    add (self, tile, quantity, profile, archive);
}

static void
compare_image (PoplensArchiveComparison *self, const PoplensArchive *a, guint32 i,
               const PoplensMemory *m)
{
  guint32 tile = a->tile[i], p = poplens_memory_find_tile (m, tile);

  if (p == POPLENS_NO_TILE) {
    add (self, tile, POPLENS_ARCHIVE_TILE, 0, a->including_gaps[i]);
    return;
  }
  guint64 with_gaps = m->total_including_gaps[p];
  guint64 gaps = with_gaps > m->total[p] ? with_gaps - m->total[p] : 0;
  if (with_gaps != a->including_gaps[i])
    add (self, tile, POPLENS_ARCHIVE_WITH_GAPS, with_gaps, a->including_gaps[i]);
  if (!a->has_regions)
    return;
  compare_region (self, tile, POPLENS_ARCHIVE_NON_INTERLEAVED, m->non_interleaved[p], gaps,
                  a->non_interleaved[i]);
  compare_region (self, tile, POPLENS_ARCHIVE_INTERLEAVED, m->interleaved[p], gaps,
                  a->interleaved[i]);
  compare_region (self, tile, POPLENS_ARCHIVE_OVERFLOWED, m->overflowed[p], gaps, a->overflowed[i]);
}

PoplensArchiveComparison *
poplens_archive_compare (const PoplensArchive *archive, const PoplensMemory *memory,
                         const PoplensTarget *target)
{
  PoplensArchiveComparison *self = g_new0 (PoplensArchiveComparison, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (PoplensArchiveDifference));
  self->n_images = archive->n;
  self->compares_regions = archive->has_regions;
  for (guint32 i = 0; i < archive->n; i++) {
    guint before = self->rows->len;
    compare_image (self, archive, i, memory);
    self->n_tiles += self->rows->len > before;
  }
  for (guint32 t = 0; t < memory->n_tiles; t++)
    self->n_without += poplens_archive_find_tile (archive, memory->tile[t]) == POPLENS_NO_TILE;
  self->architecture = target && target->architecture && archive->architecture &&
                       archive->architecture_from_flags &&
                       g_strcmp0 (target->architecture, archive->architecture);
  return self;
}

void
poplens_archive_comparison_free (PoplensArchiveComparison *self)
{
  if (!self)
    return;
  g_array_unref (self->rows);
  g_free (self);
}

gboolean
poplens_archive_comparison_agrees (const PoplensArchiveComparison *self)
{
  return !self->rows->len && !self->architecture;
}

const char *
poplens_archive_quantity_title (PoplensArchiveQuantity quantity)
{
  static const char *const titles[] = {"Tile missing in the profile", "Need", "Non-interleaved",
                                       "Interleaved", "Overflowed"};

  return titles[quantity];
}
