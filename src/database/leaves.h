/* The leaves of a table: the pages of its b-tree that hold its rows, in the order of their row ids.
 * Found by a walk over the inner pages alone, some hundredths of the table. */
#pragma once

#include "database/pages.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What was told of what will be read, over a link. It outlives a scan: a table that is scanned
 * piece by piece goes on where it was. */
typedef struct {
  guint32 from, at, hinted; /* leaves: where the run began and is; the first not told of */
  guint32 window;           /* pages that are told of at once */
  gboolean is_overflowing;
} PoplensLeavesAhead;

typedef struct _PoplensLeaves {
  guint32 n;
  guint32 *page;   /* (length n): never one twice */
  gint64 *last;    /* (length n): no row id of the leaf is higher; of the last one G_MAXINT64 */
  const char *odd; /* (nullable) (static): why SQLite has to read the table after all */
  PoplensLeavesAhead ahead;
  /* Values that row-bisect.c has read, which looks at some leaves again and again. */
  gint64 *first;   /* (length n) (nullable): of the first row of each leaf; G_MININT64: not read */
  int first_place; /* place of their column in a record */
} PoplensLeaves;

/* Never NULL: where the tree is not as it should be, .odd says why. */
PoplensLeaves *poplens_leaves_find (PoplensPages *pages, guint32 root);
void poplens_leaves_free (PoplensLeaves *self);
/* The first leaf that may hold @row_id; n where none does. */
guint32 poplens_leaves_at (const PoplensLeaves *self, gint64 row_id);

/* The page of leaf @i with those behind it that are worth reading with it: so many from *@first on,
 * at most @most, none of them for the leaf @end or one behind it. What a scan will read next, as a
 * range of the file. */
guint32 poplens_leaves_run (const PoplensLeaves *self, const PoplensPages *pages, guint32 i,
                            guint32 end, guint32 most, guint32 *first);

/* Leaf @i is about to be read by a scan of the leaves from @begin to before @end: tells which come
 * after it, beyond @end too where scans follow each other. @is_overflowing: records go on in pages
 * of their own. */
void poplens_leaves_look_ahead (PoplensLeaves *self, const PoplensPages *pages, guint32 i,
                                guint32 begin, guint32 end, gboolean is_overflowing);

/* The row ids of a table: from its first and its last leaf. FALSE where there are none, or they
 * cannot be had without reading it all. */
gboolean poplens_leaves_bounds (const PoplensLeaves *self, PoplensPages *pages, gint64 *first,
                                gint64 *last);

/* A leaf's cells: how many, and their offsets. NULL where the page is no leaf of a table. */
const guint8 *poplens_leaf_cells (const guint8 *page, const PoplensPages *pages, guint32 *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLeaves, poplens_leaves_free)

G_END_DECLS
