/* Assigns tile images to tiles, and splits their memory by the regions of a tile's memory map. */
#pragma once

#include "archive/tile-image.h"
#include "model/archive-memory.h"

G_BEGIN_DECLS

/* A tile image, until all images are read. */
typedef struct {
  guint32 name;    /* name of the member, a string id */
  guint32 ordinal; /* index among the images in the file */
  guint32 tile;
  guint32 n_symbols;
  guint64 position;
  guint first, n; /* index of its first range among those of all images; number of ranges */
} TileImage;

/* Assigns a tile to each image, by the number in its name; by its index in the file if the names
 * have no distinct numbers. Sorts the images by tile. */
PoplensTileNumbering regions_number_tiles (const PoplensStrings *strings, GArray *images);

/* Chooses architecture and memory map; adds notices about unusual values. @flags: number of images
 * for each value of e_flags & 0xff. @lowest: lowest address in any image */
void regions_choose_map (PoplensArchive *self, const guint32 flags[256], guint64 lowest,
                         const PoplensTarget *target);

/* Sets the sizes in row @i from the address ranges of an image. @ranges: (array length=n): sorted,
 * merged */
void regions_fill (PoplensArchive *self, guint32 i, const TileRange *ranges, guint n);

G_END_DECLS
