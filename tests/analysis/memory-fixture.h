/* Random memory of tiles, for tests. */
#pragma once

#include "model/memory.h"

/* Returns memory of the @n @tiles. Categories fit the totals, and regions split the total exactly.
 * @some: only the first category and a random choice of the others. (transfer full) */
PoplensMemory *memory_fixture_random (const guint32 *tiles, guint32 n, gboolean some);
