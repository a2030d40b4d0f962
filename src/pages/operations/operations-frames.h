/* Frames of the graph of operations: regions, and in them groups that are open. */
#pragma once

#include "analysis/operations/operation-graph.h"
#include "charts/graph/graph.h"

G_BEGIN_DECLS

/* Adds them to @graph, whose nodes are those of @folded, and puts these in. A group with parts in
 * several regions has a frame in each. @open: guint32: nodes of @tree, the last one last; @regions:
 * (nullable). Items of frames are those from @folded's n_items on. */
void poplens_operations_add_frames (PoplensGraph *graph, const PoplensPathTree *tree,
                                    const PoplensFoldedGraph *folded, const GArray *open,
                                    const PoplensOperationRegions *regions);

/* By node of @tree the region of all that is in it, as far as that is known; POPLENS_PATH_NONE: of
 * several, or none. @hidden: by thing: counts for none. (transfer full) */
guint32 *poplens_operations_node_regions (const PoplensPathTree *tree, const gboolean *hidden,
                                          const PoplensOperationRegions *regions);

G_END_DECLS
