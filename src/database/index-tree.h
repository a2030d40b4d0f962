/* The b-tree of an index: whether its pages are one, and how many entries they have. */
#pragma once

#include "database/pages.h"

G_BEGIN_DECLS

/* Reads each page of the index once, none of its entries. FALSE where they are not a tree: a page
 * is of another kind, has no room for what it says, is met twice, or leaves are not equally deep.
 */
gboolean poplens_index_count (PoplensPages *pages, guint32 root, guint64 *entries);

G_END_DECLS
