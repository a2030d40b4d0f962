/* Amounts of two reports by the paths in names ("a/b/c" stands below "a/b"), merged to one tree:
 * what grew and what shrank, in place. Sums of changes are the change of the total, exactly. */
#pragma once

#include "analysis/compare/compare.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

/* What one report has: amounts of names, of which several may be the same. */
typedef struct {
  guint32 n;
  const char *const *paths; /* [n] (nullable) */
  const guint64 *amounts;   /* [n] */
} PoplensNamedAmounts;

/* All arrays are by node; the tree's things are the paths that differ. Sums beyond
 * POPLENS_MOST_AMOUNT, of damaged files, are taken for it. */
typedef struct {
  PoplensPathTree *tree;
  guint32 *thing[POPLENS_N_SIDES]; /* [n of the side] whose path each of its names is */
  guint64 *own[POPLENS_N_SIDES];   /* of what has just this path */
  guint64 *all[POPLENS_N_SIDES];   /* and of what is below it */
  /* Of each path the larger amount of both, added up with those below: how wide it is drawn, so
   * that what only one report has is seen, and each lies within what holds it. */
  guint64 *larger;
} PoplensComparedTree;

/* The names need not outlive it. (transfer full) */
PoplensComparedTree *poplens_compared_tree_new (const PoplensNamedAmounts of[POPLENS_N_SIDES]);
void poplens_compared_tree_free (PoplensComparedTree *self);

/* What @node and all below it have. */
static inline PoplensAmount
poplens_compared_tree_amount (const PoplensComparedTree *self, guint32 node)
{
  return poplens_amount_of ((gint64) self->all[POPLENS_FIRST][node],
                            (gint64) self->all[POPLENS_SECOND][node]);
}

/* After − Before of what has just the path of @node. */
static inline gint64
poplens_compared_tree_own_change (const PoplensComparedTree *self, guint32 node)
{
  return (gint64) self->own[POPLENS_SECOND][node] - (gint64) self->own[POPLENS_FIRST][node];
}

/* After − Before of @node and what is below it. */
static inline gint64
poplens_compared_tree_change (const PoplensComparedTree *self, guint32 node)
{
  return (gint64) self->all[POPLENS_SECOND][node] - (gint64) self->all[POPLENS_FIRST][node];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparedTree, poplens_compared_tree_free)

G_END_DECLS
