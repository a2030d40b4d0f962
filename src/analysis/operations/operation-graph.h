/* Folds a graph of operations to a size that can be shown: groups of their path tree become nodes,
 * and groups that repeat become one node. */
#pragma once

#include "analysis/operations/operations.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32 from, to; /* things of the tree */
} PoplensThingPair;

typedef struct {
  PoplensPathTree *tree;
  /* By node: children of one parent with the same family are repetitions; 0: none. */
  const guint32 *family;
  const gboolean *hidden;   /* by thing: TRUE: left out */
  const gboolean *backward; /* by thing */
  const guint64 *cost; /* (nullable): by thing: if a group has too many members, those that cost
                          most keep nodes of their own */
  const GArray *pairs; /* PoplensThingPair */
  /* (nullable): by node: TRUE: its inside is shown, with each repetition in it */
  const gboolean *open;
  /* Nodes in an open group, or in the root, up to which its groups open automatically. */
  guint most;
  guint limit; /* nodes in the graph up to which groups open automatically; if an open group has
                  more members, those beyond the limit become one node */
  gboolean unfolded; /* TRUE: repetitions are not merged */
} PoplensFoldInput;

/* Nodes that an open group may always show, whatever the limit. */
#define POPLENS_FOLD_LEAST 50

typedef struct {
  guint32 item;  /* node of the tree; from tree->n on: merged repetitions, and rests */
  guint32 enter; /* node to open for its inside; POPLENS_PATH_NONE: a single operation, or the rest
                    of an open group */
  guint32 first; /* node of the tree; of merged nodes the first */
  guint32 n_things;     /* number of things in it */
  guint32 n_copies;     /* number of merged nodes; 1: not merged */
  gboolean is_backward; /* TRUE: all of it is backward */
  gboolean is_rest;     /* TRUE: the rest of a group, whose members need not be alike */
} PoplensFoldedNode;

typedef struct {
  guint32 from, to; /* indices in .nodes; never equal */
  guint32 n;        /* number of pairs */
  guint32 pair;     /* the first of them */
} PoplensFoldedEdge;

/* Immutable. */
typedef struct {
  GArray *nodes; /* PoplensFoldedNode */
  GArray *edges; /* PoplensFoldedEdge, in the order of their first pairs */
  guint32 n_items;
  guint32 *shown;    /* by item: index in .nodes; POPLENS_PATH_NONE: hidden, or open */
  guint32 *of_thing; /* by thing: likewise */
} PoplensFoldedGraph;

/* Folds the graph. (transfer full) */
PoplensFoldedGraph *poplens_folded_graph_new (const PoplensFoldInput *input);
void poplens_folded_graph_free (PoplensFoldedGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFoldedGraph, poplens_folded_graph_free)

/* ---- regions --------------------------------------------------------------------------------- */

/* Regions of operations that run on one IPU, or are one stage of a pipeline. */

#define POPLENS_NO_IPU G_MAXUINT16

typedef struct {
  const PoplensOperations *operations;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensExecution *execution; /* (nullable) */
  guint32 tiles_per_ipu;             /* 0: unknown */
} PoplensOperationIpuInput;

/* Returns the IPU that has at least nine tenths of each operation, or POPLENS_NO_IPU: of the
 * measured cycles in which its programs work or, if no steps are recorded, of its vertices.
 * (transfer full): by operation */
guint16 *poplens_operation_ipus (const PoplensOperationIpuInput *input);

#define POPLENS_NO_REGION G_MAXUINT32

/* Immutable. */
typedef struct {
  guint32 n;             /* at least 2, or 0 */
  guint32 *of_operation; /* by operation: below n, or POPLENS_NO_REGION */
  GPtrArray *titles;     /* (element-type char *): "IPU 0", "Stage 3, IPU 1" */
} PoplensOperationRegions;

/* Returns the regions: the stages in names of operations, if each stage is on one IPU; else the
 * IPUs. @ipus: (array length=n). @stages: (array length=n): −1: no stage in the name. (transfer
 * full) */
PoplensOperationRegions *poplens_operation_regions_new (const guint16 *ipus, const int *stages,
                                                        guint32 n);
void poplens_operation_regions_free (PoplensOperationRegions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRegions, poplens_operation_regions_free)

G_END_DECLS
