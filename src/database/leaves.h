/* The leaves of a table: the pages of its b-tree that hold its rows, ordered by row ID. They are
 * found by reading the inner pages only, a few percent of the table. */
#pragma once

#include "database/pages.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* State of the read-ahead over a link. It outlives a scan: the next scan continues where the last
 * one ended. */
typedef struct {
  guint32 from, at; /* .from: first leaf of the sequential run; .at: last leaf that was read */
  guint32 hinted;   /* leaves before this one have been announced to poplens_file_will_need () */
  guint32 window;   /* pages to announce at once */
  gboolean is_overflowing; /* TRUE if records of the table continue in overflow pages */
} PoplensLeavesAhead;

typedef struct _PoplensLeaves {
  guint32 n;
  guint32 *page;   /* (length n): page numbers, all different */
  gint64 *last;    /* (length n): highest row ID that each leaf may contain; G_MAXINT64 for the last
                      leaf */
  const char *odd; /* (nullable) (static): why only SQLite can read the table */
  PoplensLeavesAhead ahead;
  /* Cache for bisection (row-bisect.c), which reads some leaves many times. */
  gint64 *first;   /* (length n) (nullable): value of each leaf's first row; G_MININT64: not read */
  int first_place; /* position in a record of the column whose values .first holds */
} PoplensLeaves;

/* Finds the leaves of the tree whose root is page @root. (transfer full): never NULL; if the tree
 * is damaged, .odd says so */
PoplensLeaves *poplens_leaves_find (PoplensPages *pages, guint32 root);
void poplens_leaves_free (PoplensLeaves *self);
/* Returns the index of the first leaf that may hold @row_id; .n if no leaf can. */
guint32 poplens_leaves_at (const PoplensLeaves *self, gint64 row_id);

/* Returns how many adjacent pages to read at once: the overflow pages just before leaf @i, the
 * leaf, and the next leaves if they are close. At most @most pages, and no leaf from @end on.
 * @first: (out): number of the first page */
guint32 poplens_leaves_run (const PoplensLeaves *self, const PoplensPages *pages, guint32 i,
                            guint32 end, guint32 most, guint32 *first);

/* Reads ahead the leaves of a remote file after leaf @i, which is about to be read. @begin, @end:
 * the scan reads the leaves @begin … @end − 1. A scan that continues an earlier one also reads
 * ahead past @end; a scan of one or two leaves reads nothing ahead. @is_overflowing: TRUE if
 * records continue in overflow pages */
void poplens_leaves_look_ahead (PoplensLeaves *self, const PoplensPages *pages, guint32 i,
                                guint32 begin, guint32 end, gboolean is_overflowing);

/* Finds the lowest and highest row ID from the first and the last leaf. FALSE if the table is
 * empty, or these leaves are damaged. */
gboolean poplens_leaves_bounds (const PoplensLeaves *self, PoplensPages *pages, gint64 *first,
                                gint64 *last);

/* Returns the array with the offset of each cell in a leaf, two bytes each. @n: (out): number of
 * cells. (transfer none) (nullable): NULL if the page is not a leaf of a table */
const guint8 *poplens_leaf_cells (const guint8 *page, const PoplensPages *pages, guint32 *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensLeaves, poplens_leaves_free)

G_END_DECLS
