/* Makes a graph of operations small enough to show: a group of operations with a common path
 * becomes a node, and groups that repeat become one node. */
#pragma once

#include "analysis/operations/operations.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32 from, to; /* indices of the two operations that an edge connects */
} PoplensThingPair;

typedef struct {
  PoplensPathTree *tree;
  /* [tree->n] siblings that repeat, such as "layer.0" and "layer.1", have the same number; 0: the
   * node does not repeat */
  const guint32 *family;
  const gboolean *hidden;   /* (nullable): by operation: TRUE: the graph leaves the operation out */
  const gboolean *backward; /* (nullable): by operation: TRUE: in the backward pass */
  const guint64 *cost;      /* (nullable): by operation: cost; if a group is too large, its cheapest
                               members are merged */
  const GArray *pairs;      /* PoplensThingPair: edges */
  /* (nullable): by node of the tree: TRUE if the user opened the group. The graph then shows its
   * members, and does not merge repetitions. */
  const gboolean *open;
  /* Largest number of nodes in the root, or in a group that the user opened. Groups inside open
   * automatically up to this number. */
  guint most;
  /* Limit of nodes in the whole graph. Groups open automatically up to this limit. If a group that
   * the user opened is too large, its cheapest members become one node. */
  guint limit;
  gboolean unfolded; /* TRUE: siblings that repeat are not merged */
} PoplensFoldInput;

/* Number of nodes that an open group may have even if the graph then exceeds its limit. */
#define POPLENS_FOLD_LEAST 50

typedef struct {
  guint32
      item; /* number of the node: a node of the tree, or tree->n and higher for a merged node */
  guint32 enter; /* node of the tree that the user opens to see the members; POPLENS_PATH_NONE: this
                    node cannot be opened */
  guint32 first; /* node of the tree that this node shows; for a merged node, the first of the
                    merged nodes */
  guint32 n_things; /* number of operations in the node and below */
  guint32 n_copies; /* number of nodes of the tree that are merged into the node; 1: not merged */
  gboolean is_backward; /* TRUE: all operations in the node are in the backward pass */
  gboolean is_rest; /* TRUE: the node merges the cheapest members of a group that is too large */
} PoplensFoldedNode;

typedef struct {
  guint32 from, to; /* indices in .nodes; never equal */
  guint32 n;        /* number of PoplensThingPairs that the edge stands for */
  guint32 pair;     /* index in PoplensFoldInput.pairs of the edge's first pair */
} PoplensFoldedEdge;

/* A graph that is small enough to show. Immutable. */
typedef struct {
  GArray *nodes; /* PoplensFoldedNode */
  GArray *edges; /* PoplensFoldedEdge, sorted by .pair */
  guint32 n_items;
  guint32 *shown;    /* by PoplensFoldedNode.item: index in .nodes of the node that shows the item;
                        POPLENS_PATH_NONE: the item is hidden, or is an open group */
  guint32 *of_thing; /* by operation: index in .nodes; POPLENS_PATH_NONE: the operation is hidden */
} PoplensFoldedGraph;

/* Makes the graph small enough to show. (transfer full) */
PoplensFoldedGraph *poplens_folded_graph_new (const PoplensFoldInput *input);
void poplens_folded_graph_free (PoplensFoldedGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFoldedGraph, poplens_folded_graph_free)

/* ---- regions --------------------------------------------------------------------------------- */

/* Regions: groups of operations that run on one IPU, or are one stage of a pipeline. */

#define POPLENS_NO_IPU G_MAXUINT16

typedef struct {
  const PoplensOperations *operations;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensExecution *execution; /* (nullable) */
  guint32 tiles_per_ipu;             /* 0: unknown */
} PoplensOperationIpuInput;

/* Returns for each operation the IPU that does at least nine tenths of its work, or POPLENS_NO_IPU.
 * Work is measured in cycles or, if no steps are recorded, in vertices. (transfer full): by
 * operation */
guint16 *poplens_operation_ipus (const PoplensOperationIpuInput *input);

#define POPLENS_NO_REGION G_MAXUINT32

/* Regions of a graph. Immutable. */
typedef struct {
  guint32 n;             /* number of regions; 0 if there would be fewer than 2 */
  guint32 *of_operation; /* by operation: region; POPLENS_NO_REGION: none */
  GPtrArray *titles;     /* (element-type char *): name of each region: "IPU 0", "Stage 3, IPU 1" */
} PoplensOperationRegions;

/* Returns the regions: pipeline stages if each stage is on one IPU, otherwise IPUs. @ipus: (array
 * length=n): IPU of each operation. @stages: (array length=n): stage number in the name of each
 * operation; −1: none. (transfer full) */
PoplensOperationRegions *poplens_operation_regions_new (const guint16 *ipus, const int *stages,
                                                        guint32 n);
void poplens_operation_regions_free (PoplensOperationRegions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRegions, poplens_operation_regions_free)

G_END_DECLS
