/* What the images occupy, held against a tile's memory map. */
#pragma once

#include "archive/tile-image.h"
#include "model/archive-memory.h"

G_BEGIN_DECLS

/* What is remembered of an image until all have been seen. */
typedef struct {
  guint32 name;    /* string */
  guint32 ordinal; /* among the images */
  guint32 tile;
  guint32 n_symbols;
  guint64 position;
  guint first, n; /* in the ranges of all */
} TileImage;

/* Numbers the images by name or by ordinal and sorts them by tile. */
PoplensTileNumbering regions_number_tiles (const PoplensStrings *strings, GArray *images);

/* Finds architecture and map: @flags counts images by e_flags & 0xff, @lowest is the lowest address
 * of all. Notices say what is odd. */
void regions_choose_map (PoplensArchive *self, const guint32 flags[256], guint64 lowest,
                         const PoplensTarget *target);

/* Fills the columns of the image at @i. */
void regions_fill (PoplensArchive *self, guint32 i, const TileRange *ranges, guint n);

G_END_DECLS
