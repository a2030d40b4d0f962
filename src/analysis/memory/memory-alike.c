#include "analysis/memory/memory-alike.h"

#define SHARE 100 /* a part of the tile's total */

static guint64
difference (guint64 a, guint64 b)
{
  return a > b ? a - b : b - a;
}

/* What tile @p has in other categories than tile @q, in bytes. */
static guint64
distance (const PoplensMemory *memory, guint32 p, guint32 q)
{
  guint64 sum = 0;

  if (!memory->has_categories)
    return difference (memory->total[p], memory->total[q]) +
           difference (memory->total_including_gaps[p], memory->total_including_gaps[q]);
  for (guint c = 0; c < memory->categories->len; c++) {
    const PoplensCategory *category = g_ptr_array_index (memory->categories, c);
    sum += difference (poplens_category_bytes (category, p), poplens_category_bytes (category, q));
  }
  return sum;
}

GArray *
poplens_memory_alike (const PoplensMemory *memory, guint32 position)
{
  GArray *alike = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint64 most = memory->total[position] / SHARE;

  for (guint32 p = 0; p < memory->n_tiles; p++)
    if (distance (memory, p, position) <= most)
      g_array_append_val (alike, p);
  return alike;
}
