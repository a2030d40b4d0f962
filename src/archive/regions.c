/* Numbers tile images, finds their architecture, and splits their memory by region. */
#include "archive/regions.h"

#include "archive/assumptions.h"

#include <stdlib.h>
#include <string.h>

/* Parses the last decimal number in @name as a tile number. FALSE if there is no number, or if it
 * is too large. */
static gboolean
parse_number (const char *name, guint32 *number)
{
  gsize end = strlen (name), start;
  guint64 value = 0;

  while (end && !g_ascii_isdigit (name[end - 1]))
    end--;
  for (start = end; start && g_ascii_isdigit (name[start - 1]);)
    start--;
  if (start == end || end - start > 9)
    return FALSE;
  for (; start < end; start++)
    value = value * 10 + (guint64) (name[start] - '0');
  *number = (guint32) value;
  return value < POPLENS_ARCHIVE_MOST_TILE;
}

static int
compare_images (gconstpointer a, gconstpointer b)
{
  const TileImage *x = a, *y = b;

  return x->tile < y->tile ? -1 : x->tile > y->tile;
}

PoplensTileNumbering
regions_number_tiles (const PoplensStrings *strings, GArray *images)
{
  TileImage *all = (TileImage *) (gpointer) images->data;
  gboolean by_name = TRUE;

  for (guint i = 0; i < images->len && by_name; i++)
    by_name = parse_number (poplens_strings_get (strings, all[i].name), &all[i].tile);
  if (by_name && images->len) {
    qsort (all, images->len, sizeof *all, compare_images);
    for (guint i = 1; i < images->len && by_name; i++)
      by_name = all[i].tile != all[i - 1].tile;
  }
  if (by_name)
    return POPLENS_TILES_BY_NAME;
  for (guint i = 0; i < images->len; i++)
    all[i].tile = all[i].ordinal;
  qsort (all, images->len, sizeof *all, compare_images);
  return POPLENS_TILES_BY_ORDINAL;
}

static const struct {
  guint flag;
  const char *architecture;
} architectures[] = {{0x01, "ipu1"}, {0x02, "ipu2"}, {0x21, "ipu21"}};

static void
regions_add_notice (PoplensArchive *self, char *text)
{
  g_ptr_array_add (self->notices, text);
}

/* Returns the architecture that the flags of most images contain. Without flags, guesses it from
 * the lowest address (formats.md 4.5). (static) (nullable) */
static const char *
find_architecture (PoplensArchive *self, const guint32 flags[256], guint64 lowest)
{
  const char *found = NULL;
  guint32 most = 0, n_kinds = 0;

  for (guint a = 0; a < G_N_ELEMENTS (architectures); a++)
    if (flags[architectures[a].flag] > most) {
      most = flags[architectures[a].flag];
      found = architectures[a].architecture;
    }
  for (guint f = 1; f < 256; f++)
    n_kinds += flags[f] > 0;
  if (n_kinds > 1)
    regions_add_notice (
        self, g_strdup_printf ("The images of archive.a have %u architectures: %s.", n_kinds,
                               found ? "the most frequent one is used" : "none is known"));
  self->architecture_from_flags = found != NULL;
  if (found || n_kinds)
    return found;
  /* 0x4c000 is the base of ipu2. ipu21 has the same memory map. */
  found = lowest >= 0x4c000 && lowest < 0xe8000   ? "ipu2"
          : lowest >= 0x40000 && lowest < 0x4c000 ? "ipu1"
                                                  : NULL;
  if (found)
    regions_add_notice (
        self, g_strdup_printf ("The images of archive.a name no architecture; %s is assumed "
                               "because the lowest address is 0x%" G_GINT64_MODIFIER "x.",
                               found, lowest));
  return found;
}

void
regions_choose_map (PoplensArchive *self, const guint32 flags[256], guint64 lowest,
                    const PoplensTarget *target)
{
  guint32 tiles;

  self->architecture = g_strdup (find_architecture (self, flags, lowest));
  if (target && target->architecture && self->architecture &&
      strcmp (target->architecture, self->architecture))
    regions_add_notice (
        self, g_strdup_printf (
                  "archive.a is for %s, the profile for %s; they may be from different runs.",
                  self->architecture, target->architecture));
  if (target && target->tile_memory_base && target->bytes_per_tile) {
    self->map = (PoplensTileMap){target->tile_memory_base, target->interleaved_start,
                                 target->bytes_per_tile};
    self->map_from_profile = TRUE;
  } else if (!poplens_architecture_constants (self->architecture, &self->map, &tiles)) {
    self->map.base = lowest == G_MAXUINT64 ? 0 : lowest;
    regions_add_notice (
        self, g_strdup ("Unknown architecture of archive.a: memory is not split by region, and "
                        "sizes count from the lowest address of all images."));
  }
  self->has_regions = self->map.interleaved_start && self->map.bytes_per_tile &&
                      self->map.interleaved_start <= self->map.bytes_per_tile;
}

/* Returns how many bytes the ranges [from, to) and [low, high) share. */
static guint64
overlap_bytes (guint64 from, guint64 to, guint64 low, guint64 high)
{
  from = MAX (from, low);
  to = MIN (to, high);
  return to > from ? to - from : 0;
}

void
regions_fill (PoplensArchive *self, guint32 i, const TileRange *ranges, guint n)
{
  /* Limit numbers of a damaged profile, so that sums fit in 64 bits. */
  const guint64 most = G_GUINT64_CONSTANT (1) << 40;
  guint64 base = MIN (self->map.base, most);
  guint64 split = base + MIN (self->map.interleaved_start, most);
  guint64 end = base + MIN (self->map.bytes_per_tile, most);

  for (guint r = 0; r < n; r++) {
    guint64 from = ranges[r].from, to = ranges[r].to;
    self->bytes[i] += to - from;
    self->below[i] += overlap_bytes (from, to, 0, base);
    if (to > base)
      self->including_gaps[i] = MAX (self->including_gaps[i], to - base);
    if (!self->has_regions)
      continue;
    self->non_interleaved[i] += overlap_bytes (from, to, base, split);
    self->interleaved[i] += overlap_bytes (from, to, split, end);
    self->overflowed[i] += overlap_bytes (from, to, end, G_MAXUINT64);
  }
}
