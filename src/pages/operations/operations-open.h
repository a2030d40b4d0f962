/* Which groups of the graph of operations are open: the key "open" of a location, names of groups
 * with commas. A comma in a name has a backslash before it, as has a backslash. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "model/location.h"

G_BEGIN_DECLS

/* The nodes of open groups in the order in which they were opened, guint32; what is not there is
 * added to @unknown (element-type char *). (transfer full) */
GArray *poplens_operations_open_groups (const PoplensPathTree *tree,
                                        const PoplensLocation *location, GPtrArray *unknown);

/* @location with the group opened; where it is open, without it and all that is open in it.
 * (transfer full) */
PoplensLocation *poplens_operations_toggle_group (const PoplensPathTree *tree,
                                                  const PoplensLocation *location, guint32 group);

G_END_DECLS
