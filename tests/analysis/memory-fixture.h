/* Memory made at random. */
#pragma once

#include "model/memory.h"

/* Of the @n @tiles: categories fit the totals, regions split the total exactly. @some: the first of
 * the categories and some of the others, else all. (transfer full) */
PoplensMemory *memory_fixture_random (const guint32 *tiles, guint32 n, gboolean some);
