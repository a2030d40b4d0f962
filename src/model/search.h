/* Binary search in a rising column of ids. */
#pragma once

#include "base/search.h"

/* Index of @id in the @n rising @ids, or G_MAXUINT32. */
static inline guint32
poplens_find_id (const guint32 *ids, guint32 n, guint32 id)
{
  guint32 at = n ? id - ids[0] : 0;

  /* Most columns of ids have no gap: they count from 0, or from 1. */
  if (at < n && ids[at] == id)
    return at;
  at = (guint32) poplens_count_below_u32 (ids, n, id);
  return at < n && ids[at] == id ? at : G_MAXUINT32;
}
