/* Two reports beside each other: what of the things that are in both differs, and by how much.
 *
 * Ids move between two compilations, so that things are matched by their name (a path, where they
 * have one) and their order: "analysis/compare/compare-pairs.h". */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

#define POPLENS_NO_AMOUNT G_MININT64 /* not recorded of this thing */
/* Amounts beyond this (a damaged file's) are taken for it, so that differences cannot overflow. */
#define POPLENS_MOST_AMOUNT (G_MAXINT64 / 4)

/* One amount in both reports: what is only in one has changed by all of it, unless it is a level.
 */
typedef struct {
  gint64 of[POPLENS_N_SIDES]; /* POPLENS_NO_AMOUNT: lacks the thing, or does not record it */
  gboolean has_change;
  gint64 change;     /* second − first */
  gboolean has_part; /* FALSE where there is no change, or the first has none to compare with */
  double part;       /* change as a part of the first; −1: all of it is gone */
} PoplensAmount;

/* Of two numbers of things that are in both. */
PoplensAmount poplens_amount_of (gint64 first, gint64 second);
/* " (+1.9 %)" behind a change; nothing where there is none, or none of the first to compare with.
 */
void poplens_amount_append_part (PoplensAmount amount, GString *text);
/* A change of up to this share of what it was is noise wherever one report is compared with one
 * other, as two compilations of one program differ as much. Sentences say "the same within 0.1 %"
 * and give no cause. Along a series noise is measured (analysis/reports/change-points.h). */
#define POPLENS_NOISE 0.001
gboolean poplens_amount_is_noise (PoplensAmount amount);
/* Whether it changed by more than @percent of the first; any change from nothing did. */
gboolean poplens_change_exceeds (gint64 change, gint64 first, double percent);

/* Pairs with what each of some measures says of them. Filled by one thread, then read by any. */
typedef struct _PoplensComparison PoplensComparison;

/* Of @n[side] things, of which no two are a pair yet. */
PoplensComparison *poplens_comparison_new (const guint32 n[POPLENS_N_SIDES], guint n_measures);
void poplens_comparison_free (PoplensComparison *self);
/* @amounts: (transfer full) (nullable): one a thing of that side; NULL: the report does not record
 * them, so that nothing can be said of changes. */
void poplens_comparison_take (PoplensComparison *self, guint measure, PoplensSide side,
                              gint64 *amounts);
/* A PoplensUnlike: how far two things are apart in what has been taken of both. */
guint poplens_comparison_unlike (gconstpointer comparison, guint32 first, guint32 second);
/* Measures are levels (live memory at a step), which add up to nothing: what is only in one has no
 * change, and comes behind what changed, largest first. */
void poplens_comparison_take_levels (PoplensComparison *self);
/* @pairs: (transfer full) */
void poplens_comparison_take_pairs (PoplensComparison *self, GArray *pairs);
/* Orders the pairs by their change, largest first: by the first measure, where it is alike by the
 * next; then as they were. Pairs that are alike in all measures are left out unless @keep_same. */
void poplens_comparison_order (PoplensComparison *self, gboolean keep_same);

guint32 poplens_comparison_n_rows (const PoplensComparison *self);
const PoplensPair *poplens_comparison_pair (const PoplensComparison *self, guint32 row);
PoplensAmount poplens_comparison_get (const PoplensComparison *self, guint32 row, guint measure);

/* Of all pairs, whether they are rows or not. */
typedef struct {
  guint32 all, same, changed;
  guint32 only[POPLENS_N_SIDES];
} PoplensCompareCounts;

PoplensCompareCounts poplens_comparison_count (const PoplensComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparison, poplens_comparison_free)

/* ---- trees of both --------------------------------------------------------------------------- */

/* Amounts of two reports by the paths in names ("a/b/c" stands below "a/b"), merged to one tree:
 * what grew and what shrank, in place. Sums of changes are the change of the total, exactly. */

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
