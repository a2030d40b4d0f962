/* The leaves of a table: the pages of its b-tree that hold its rows, in the order of their row ids.
 * Found by a walk over the inner pages alone, some hundredths of the table. */
#pragma once

#include "database/pages.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* State of the read-ahead over a link. It outlives a scan, so that a table that is scanned piece by
 * piece continues where the last scan ended. */
typedef struct {
  guint32 from, at;        /* leaves: start of the sequential run, and the leaf read last */
  guint32 hinted;          /* first leaf that was not announced to poplens_file_will_need () */
  guint32 window;          /* pages to announce at once */
  gboolean is_overflowing; /* records continue in overflow pages */
} PoplensLeavesAhead;

typedef struct _PoplensLeaves {
  guint32 n;
  guint32 *page;   /* (length n): never one twice */
  gint64 *last;    /* (length n): no row id of the leaf is higher; of the last one G_MAXINT64 */
  const char *odd; /* (nullable) (static): why SQLite has to read the table after all */
  PoplensLeavesAhead ahead;
  /* Cache of row-bisect.c, which reads some leaves many times: */
  gint64 *first;   /* (length n) (nullable): value of each leaf's first row; G_MININT64: not read */
  int first_place; /* index of the column of .first in a record */
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

/* Returns the offsets of a leaf's cells, of two bytes each. @n: (out): number of cells. (transfer
 * none) (nullable): NULL if the page is not a leaf of a table */
const guint8 *poplens_leaf_cells (const guint8 *page, const PoplensPages *pages, guint32 *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLeaves, poplens_leaves_free)

G_END_DECLS
