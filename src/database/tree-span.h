/* Where the rows of tables lie, about, from a few of their pages: of each tree the root, and the
 * first page of each level below it. */
#pragma once

#include "database/pages.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What reading the tables at @roots brings along where all comes in blocks of 64 KiB: rising, none
 * of it twice. Without those whose tree is damaged. GArray of PoplensByteRange. (transfer full) */
GArray *poplens_tree_spans (PoplensPages *pages, const guint32 *roots, guint n);

G_END_DECLS
