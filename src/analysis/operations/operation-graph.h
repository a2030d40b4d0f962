/* Makes a graph of operations small enough to show: groups of their path tree become nodes, and
 * groups that repeat become one node. */
#pragma once

#include "analysis/operations/operations.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32 from, to; /* the edge goes from one thing of the tree to another */
} PoplensThingPair;

typedef struct {
  PoplensPathTree *tree;
  /* by node of the tree: children of one parent with the same number are repetitions; 0: not
   * repeated */
  const guint32 *family;
  const gboolean *hidden;   /* by thing: TRUE: the graph leaves it out */
  const gboolean *backward; /* by thing: TRUE: of the backward pass */
  const guint64 *cost;      /* (nullable): cost by thing: if a group has too many members, the most
                               costly ones keep nodes of their own */
  const GArray *pairs;      /* PoplensThingPair: edges */
  /* (nullable): by node of the tree: TRUE: its members are shown, and repetitions among them are
   * not merged */
  const gboolean *open;
  /* Limit for opening groups automatically: nodes in an open group, or in the root. */
  guint most;
  guint limit; /* limit for opening groups automatically: nodes in the graph; if an open group has
                  more members, those beyond the limit become one node */
  gboolean unfolded; /* TRUE: repetitions are not merged */
} PoplensFoldInput;

/* Number of nodes that an open group may always have, even beyond the limit. */
#define POPLENS_FOLD_LEAST 50

typedef struct {
  guint32 item;     /* node of the tree; numbers from tree->n on are merged repetitions and rests */
  guint32 enter;    /* node of the tree to open to show its members; POPLENS_PATH_NONE: a single
                       operation, or the rest of an open group */
  guint32 first;    /* node of the tree; for merged nodes the first of them */
  guint32 n_things; /* number of things in the node and below */
  guint32 n_copies; /* number of nodes that are merged into it; 1: not merged */
  gboolean is_backward; /* TRUE: all its things are of the backward pass */
  gboolean is_rest; /* TRUE: merged members of a group that did not fit the limit; they need not be
                       alike */
} PoplensFoldedNode;

typedef struct {
  guint32 from, to; /* indices in .nodes; never equal */
  guint32 n;        /* number of PoplensThingPairs that it stands for */
  guint32 pair;     /* index of the first of these pairs */
} PoplensFoldedEdge;

/* A graph that is small enough to show. Immutable. */
typedef struct {
  GArray *nodes; /* PoplensFoldedNode */
  GArray *edges; /* PoplensFoldedEdge, in the order of their first pairs */
  guint32 n_items;
  guint32
      *shown; /* by item: index in .nodes; POPLENS_PATH_NONE: the item is hidden or an open group */
  guint32 *of_thing; /* by thing: index in .nodes; POPLENS_PATH_NONE: the thing is hidden */
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

/* Returns the IPU that has at least nine tenths of each operation, or POPLENS_NO_IPU. Counts the
 * measured cycles in which its programs work or, if no steps are recorded, its vertices. (transfer
 * full): by operation */
guint16 *poplens_operation_ipus (const PoplensOperationIpuInput *input);

#define POPLENS_NO_REGION G_MAXUINT32

/* Regions of a graph. Immutable. */
typedef struct {
  guint32 n;             /* number of regions: at least 2, or 0 */
  guint32 *of_operation; /* by operation: region; POPLENS_NO_REGION: none */
  GPtrArray *titles;     /* (element-type char *): "IPU 0", "Stage 3, IPU 1" */
} PoplensOperationRegions;

/* Returns the regions: the stages in names of operations, if each stage is on one IPU; else the
 * IPUs. @ipus: (array length=n): by operation. @stages: (array length=n): by operation; −1: no
 * stage in the name. (transfer full) */
PoplensOperationRegions *poplens_operation_regions_new (const guint16 *ipus, const int *stages,
                                                        guint32 n);
void poplens_operation_regions_free (PoplensOperationRegions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRegions, poplens_operation_regions_free)

G_END_DECLS
