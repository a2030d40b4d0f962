/* Views: rows and columns of a table, in an order of their own, under a name. Found and built by
 * name as tables are: registry.h. */
#pragma once

#include "tables/engine/table-spec.h"

G_BEGIN_DECLS

const PoplensTableSpec *poplens_named_views_list (guint *n);

/* @location (nullable) with the keys that the view sets: where its base is built. (transfer full)
 */
PoplensLocation *poplens_named_view_location (const PoplensTableSpec *view,
                                              const PoplensLocation *location);
/* Returns the rows and columns of @base (transfer full) that @view names, as a table of its own.
 * NULL with POPLENS_ERROR_USAGE if the base has no such column at its location, or if @cancellable
 * was cancelled. */
PoplensTable *poplens_named_view_new (const PoplensTableSpec *view, PoplensTable *base,
                                      GCancellable *cancellable, GError **error);

G_END_DECLS
