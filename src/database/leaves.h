/* The leaves of a table: the pages of its b-tree that hold its rows, ordered by row ID. They are
 * found by reading the inner pages only, a few percent of the table. */
#pragma once

#include "database/pages.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* State of the read-ahead over a link. It outlives a scan, so that a table that is scanned in
 * several parts continues where the last scan ended. */
typedef struct {
  guint32 from, at;        /* leaves: the first of the sequential run, and the last one read */
  guint32 hinted;          /* first leaf that was not announced to poplens_file_will_need () */
  guint32 window;          /* pages to announce at once */
  gboolean is_overflowing; /* records continue in overflow pages */
} PoplensLeavesAhead;

typedef struct _PoplensLeaves {
  guint32 n;
  guint32 *page; /* (length n): page numbers, all different */
  gint64
      *last; /* (length n): upper limit of the row IDs of each leaf; of the last leaf G_MAXINT64 */
  const char *odd; /* (nullable) (static): why SQLite has to read the table */
  PoplensLeavesAhead ahead;
  /* Cache of values for bisection (row-bisect.c), which reads some leaves many times: */
  gint64 *first;   /* (length n) (nullable): value of each leaf's first row; G_MININT64: not read */
  int first_place; /* index in the record of the column whose values .first holds */
} PoplensLeaves;

/* Finds the leaves of the tree at page @root. (transfer full): never NULL; .odd says why the tree
 * cannot be used */
PoplensLeaves *poplens_leaves_find (PoplensPages *pages, guint32 root);
void poplens_leaves_free (PoplensLeaves *self);
/* Returns the first leaf that may hold @row_id; .n if none can. */
guint32 poplens_leaves_at (const PoplensLeaves *self, gint64 row_id);

/* Returns how many adjacent pages to read at once: the overflow pages just before leaf @i, the
 * leaf, and those of the next leaves if they are close. At most @most pages, and none of leaf @end
 * or later. @first: (out): number of the first of these pages */
guint32 poplens_leaves_run (const PoplensLeaves *self, const PoplensPages *pages, guint32 i,
                            guint32 end, guint32 most, guint32 *first);

/* Announces the leaves after @i to the read-ahead of a remote file. A scan of the leaves @begin …
 * @end − 1 is about to read leaf @i; if scans follow each other, leaves from @end on are announced,
 * too. Does nothing for a scan of one or two leaves. @is_overflowing: records continue in overflow
 * pages. */
void poplens_leaves_look_ahead (PoplensLeaves *self, const PoplensPages *pages, guint32 i,
                                guint32 begin, guint32 end, gboolean is_overflowing);

/* Finds the lowest and highest row ID from the first and the last leaf. FALSE if the table is
 * empty, or these leaves are damaged. */
gboolean poplens_leaves_bounds (const PoplensLeaves *self, PoplensPages *pages, gint64 *first,
                                gint64 *last);

/* Returns the offsets of a leaf's cells, of two bytes each. @n: (out): number of cells. (transfer
 * none) (nullable): NULL if the page is not a leaf of a table */
const guint8 *poplens_leaf_cells (const guint8 *page, const PoplensPages *pages, guint32 *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLeaves, poplens_leaves_free)

G_END_DECLS
