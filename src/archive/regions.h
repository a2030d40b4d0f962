/* Assigns tile images to tiles, and splits their memory by the regions of a tile. */
#pragma once

#include "archive/tile-image.h"
#include "model/archive-memory.h"

G_BEGIN_DECLS

/* A tile image while the archive is being read. */
typedef struct {
  guint32 name;    /* string ID of the member's name */
  guint32 ordinal; /* position among the images of the file, from 0 */
  guint32 tile;
  guint32 n_symbols;
  guint64 position;
  guint first, n; /* .first: index of the image's first range; .n: number of its ranges */
} TileImage;

/* Sets the tile of each image from the number in its name, and sorts the images by tile. If the
 * numbers are not distinct, numbers the images in file order. */
PoplensTileNumbering regions_number_tiles (const PoplensStrings *strings, GArray *images);

/* Chooses the architecture and the memory map. Adds notices about unusual values. @flags: number of
 * images for each low byte of e_flags. @lowest: lowest address of all images */
void regions_choose_map (PoplensArchive *self, const guint32 flags[256], guint64 lowest,
                         const PoplensTarget *target);

/* Sets the sizes of image @i from its address ranges. @ranges: (array length=n): sorted, without
 * overlaps */
void regions_fill (PoplensArchive *self, guint32 i, const TileRange *ranges, guint n);

G_END_DECLS
