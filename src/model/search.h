/* Binary search in a sorted column of ids. */
#pragma once

#include "base/search.h"

/* Returns the index of @id in the @n ascending @ids, or G_MAXUINT32. */
static inline guint32
poplens_find_id (const guint32 *ids, guint32 n, guint32 id)
{
  guint32 at = n ? id - ids[0] : 0;

  /* Shortcut: most columns have no gaps, so that the id tells the index. */
  if (at < n && ids[at] == id)
    return at;
  at = (guint32) poplens_count_below_u32 (ids, n, id);
  return at < n && ids[at] == id ? at : G_MAXUINT32;
}
