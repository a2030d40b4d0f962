/* Binary search in a rising column of ids. */
#pragma once

#include <glib.h>

/* Index of @id in the @n rising @ids, or G_MAXUINT32. */
static inline guint32
poplens_find_id (const guint32 *ids, guint32 n, guint32 id)
{
  guint32 low = 0, high = n;

  /* Most columns of ids are 0 … n−1. */
  if (id < n && ids[id] == id)
    return id;
  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if (ids[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && ids[low] == id ? low : G_MAXUINT32;
}
