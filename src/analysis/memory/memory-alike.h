/* Tiles that hold the same as one tile. */
#pragma once

#include "model/memory.h"

G_BEGIN_DECLS

/* Positions of the tiles whose bytes, category by category, differ from those of the tile at
 * @position by at most 1 % of its total without gaps, all differences together; its own too.
 * Without categories: whose totals, with and without gaps, do. (transfer full) GArray of guint32,
 * rising */
GArray *poplens_memory_alike (const PoplensMemory *memory, guint32 position);

G_END_DECLS
