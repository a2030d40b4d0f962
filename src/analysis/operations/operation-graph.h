/* A graph of operations folded to what can be looked at: groups of their path tree, and groups that
 * repeat as one. */
#pragma once

#include "analysis/operations/operations.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

typedef struct {
  guint32 from, to; /* things of the tree */
} PoplensThingPair;

typedef struct {
  PoplensPathTree *tree;
  const guint32 *family;    /* by node: children of one parent with the same one are repetitions; 0:
                               it is none */
  const gboolean *hidden;   /* by thing: left out */
  const gboolean *backward; /* by thing */
  const guint64 *cost;      /* (nullable): by thing: what costs most has a box of its own longest */
  const GArray *pairs;      /* PoplensThingPair */
  const gboolean *open;     /* (nullable): by node: its inside is to be seen, with what repeats in
                               it */
  guint most;               /* in each open group, and in the root, others open by themselves while
                               there are no more nodes in it … */
  guint limit;              /* … nor in all: of an open group with more members the rest is one */
  gboolean unfolded;        /* repetitions are not put together */
} PoplensFoldInput;

/* An open group shows at least so many nodes, whatever the limit. */
#define POPLENS_FOLD_LEAST 50

typedef struct {
  guint32 item;         /* node of the tree; from tree->n on repetitions, and rests */
  guint32 enter;        /* node whose inside to open; POPLENS_PATH_NONE: it is one operation, or the
                           rest of what is open */
  guint32 first;        /* node of the tree; the first of those that are one */
  guint32 n_things;     /* in it */
  guint32 n_copies;     /* that are one; 1 */
  gboolean is_backward; /* all of it */
  gboolean is_rest;     /* of the members of a group, which need not be alike */
} PoplensFoldedNode;

typedef struct {
  guint32 from, to; /* in nodes; never the same */
  guint32 n;        /* pairs */
  guint32 pair;     /* the first of them */
} PoplensFoldedEdge;

/* Immutable. */
typedef struct {
  GArray *nodes; /* PoplensFoldedNode */
  GArray *edges; /* PoplensFoldedEdge, in the order of their first pairs */
  guint32 n_items;
  guint32 *shown;    /* by item: in nodes, or POPLENS_PATH_NONE: hidden, or open */
  guint32 *of_thing; /* by thing: the same */
} PoplensFoldedGraph;

/* (transfer full) */
PoplensFoldedGraph *poplens_folded_graph_new (const PoplensFoldInput *input);
void poplens_folded_graph_free (PoplensFoldedGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensFoldedGraph, poplens_folded_graph_free)

/* ---- regions --------------------------------------------------------------------------------- */

/* Which operations run together on one IPU, or are one stage of a pipeline. */

#define POPLENS_NO_IPU G_MAXUINT16

typedef struct {
  const PoplensOperations *operations;
  const PoplensPrograms *programs;
  const PoplensVertices *vertices;   /* (nullable) */
  const PoplensExecution *execution; /* (nullable) */
  guint32 tiles_per_ipu;             /* 0: not known */
} PoplensOperationIpuInput;

/* By operation the IPU on which at least nine tenths of it are, or POPLENS_NO_IPU: of the measured
 * cycles in which its programs work, and where none of them ran, of its vertices. (transfer full)
 */
guint16 *poplens_operation_ipus (const PoplensOperationIpuInput *input);

#define POPLENS_NO_REGION G_MAXUINT32

/* Immutable. */
typedef struct {
  guint32 n;             /* at least 2, or 0 */
  guint32 *of_operation; /* below n, or POPLENS_NO_REGION */
  GPtrArray *titles;     /* (element-type char *): "IPU 0", "Stage 3, IPU 1" */
} PoplensOperationRegions;

/* Stages that names of operations tell, where each is on one IPU, else IPUs. @ipus: (array
 * length=n); @stages: (array length=n): −1: the name tells none. (transfer full) */
PoplensOperationRegions *poplens_operation_regions_new (const guint16 *ipus, const int *stages,
                                                        guint32 n);
void poplens_operation_regions_free (PoplensOperationRegions *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensOperationRegions, poplens_operation_regions_free)

G_END_DECLS
