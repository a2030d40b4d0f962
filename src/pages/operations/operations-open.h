/* Which groups of the graph of operations are open: the location's key "open", comma-separated
 * names of groups. In a name, a comma and a backslash are escaped by a backslash. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "model/location.h"

G_BEGIN_DECLS

/* Returns the open groups as nodes of @tree (guint32), in the order of opening. Appends names of
 * groups that do not exist to @unknown (element-type char *). (transfer full) */
GArray *poplens_operations_open_groups (const PoplensPathTree *tree,
                                        const PoplensLocation *location, GPtrArray *unknown);

/* Returns @location with the group opened. If it is open already, closes it and all groups below
 * it. (transfer full) */
PoplensLocation *poplens_operations_toggle_group (const PoplensPathTree *tree,
                                                  const PoplensLocation *location, guint32 group);

G_END_DECLS
