/* Open groups of the graph of operations: the key "open" of a location, a comma-separated list of
 * names. In a name, a backslash escapes a comma or backslash. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "model/location.h"

G_BEGIN_DECLS

/* Returns the open groups as nodes of @tree (guint32), in the order of opening. Appends names of
 * groups that do not exist to @unknown (element-type char *). (transfer full) */
GArray *poplens_operations_open_groups (const PoplensPathTree *tree,
                                        const PoplensLocation *location, GPtrArray *unknown);

/* Returns @location with @group opened. If the group is open, closes the group and all groups below
 * it. (transfer full) */
PoplensLocation *poplens_operations_toggle_group (const PoplensPathTree *tree,
                                                  const PoplensLocation *location, guint32 group);

G_END_DECLS
