/* A graph of operations folded to what can be looked at: groups of their path tree, and groups that
 * repeat as one. */
#pragma once

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
  const GArray *pairs;      /* PoplensThingPair */
  guint32 open;             /* node whose inside is to be seen, with what repeats in it;
                               POPLENS_PATH_NONE: none */
  guint most;               /* groups are opened by themselves while there are no more nodes */
  gboolean unfolded;        /* repetitions are not put together */
} PoplensFoldInput;

typedef struct {
  guint32 item;         /* node of the tree; from tree->n on repetitions */
  guint32 enter;        /* node whose inside to open; POPLENS_PATH_NONE: it is one operation */
  guint32 first;        /* node of the tree; the first of those that repeat */
  guint32 n_things;     /* in it */
  guint32 n_copies;     /* that repeat; 1 */
  gboolean is_backward; /* all of it */
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

G_END_DECLS
