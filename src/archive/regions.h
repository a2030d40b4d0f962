/* Memory of the tile images by region of the tile's memory map. */
#pragma once

#include "archive/tile-image.h"
#include "model/archive-memory.h"

G_BEGIN_DECLS

/* Data of an image until all images are read. */
typedef struct {
  guint32 name;    /* string */
  guint32 ordinal; /* position among the images of the file */
  guint32 tile;
  guint32 n_symbols;
  guint64 position;
  guint first, n; /* rows of the common array of ranges */
} TileImage;

/* Numbers the images by name or, if names give no distinct numbers, by position; sorts them by
 * tile. */
PoplensTileNumbering regions_number_tiles (const PoplensStrings *strings, GArray *images);

/* Finds architecture and memory map, and adds notices about odd values. @flags: number of images by
 * e_flags & 0xff; @lowest: lowest address of all images */
void regions_choose_map (PoplensArchive *self, const guint32 flags[256], guint64 lowest,
                         const PoplensTarget *target);

/* Fills row @i with the sizes of an image. @ranges: (array length=n): its merged address ranges */
void regions_fill (PoplensArchive *self, guint32 i, const TileRange *ranges, guint n);

G_END_DECLS
