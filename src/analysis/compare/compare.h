/* Compares the things (tiles, variables, programs …) of two reports: pairs, amounts and changes.
 *
 * IDs differ between two compilations, so things are matched by name (a path, if they have one) and
 * order: "analysis/compare/compare-pairs.h". */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

#define POPLENS_NO_AMOUNT G_MININT64 /* amount that is not recorded */
/* Largest size of an amount. Larger ones (of damaged files) are clamped, so that differences cannot
 * overflow. */
#define POPLENS_MOST_AMOUNT (G_MAXINT64 / 4)

/* One amount in both reports. A thing that only one report has changed by its whole amount, unless
 * amounts are levels (poplens_comparison_take_levels ()). */
typedef struct {
  /* POPLENS_NO_AMOUNT: lacks the thing, or does not record the amount. */
  gint64 of[POPLENS_N_SIDES];
  gboolean has_change;
  gint64 change;     /* second − first */
  gboolean has_part; /* FALSE without a change, or if the first amount is 0 or absent and the change
                        is not 0 */
  double part;       /* change ÷ first; −1: the whole amount is gone */
} PoplensAmount;

/* Compares two amounts of a thing. No change if one is POPLENS_NO_AMOUNT. Clamps both to
 * ±POPLENS_MOST_AMOUNT. */
PoplensAmount poplens_amount_of (gint64 first, gint64 second);
/* Appends the relative change: " (+1.9 %)". Appends nothing if nothing changed, or if there is no
 * first amount to compare with. */
void poplens_amount_append_part (PoplensAmount amount, GString *text);
/* Relative change that counts as noise if two reports are compared, as two compilations of one
 * program differ by as much. Sentences say "the same within 0.1 %". In a series of reports the
 * noise is estimated instead (analysis/reports/change-points.h). */
#define POPLENS_NOISE 0.001
gboolean poplens_amount_is_noise (PoplensAmount amount);
/* TRUE if the change is more than @percent of @first. Any change from 0 or POPLENS_NO_AMOUNT is. */
gboolean poplens_change_exceeds (gint64 change, gint64 first, double percent);

/* Pairs of things, and their amounts in several measures. Filled by one thread, then read by
 * any. */
typedef struct _PoplensComparison PoplensComparison;

/* Creates a comparison of @n[side] things that has no pairs yet. (transfer full) */
PoplensComparison *poplens_comparison_new (const guint32 n[POPLENS_N_SIDES], guint n_measures);
void poplens_comparison_free (PoplensComparison *self);
/* Sets the amounts of one side in a measure. @amounts: (transfer full) (nullable): [n[side]]; NULL:
 * the report does not record the measure, so its changes are unknown. */
void poplens_comparison_take (PoplensComparison *self, guint measure, PoplensSide side,
                              gint64 *amounts);
/* PoplensUnlike: mean difference of two things over the measures that both reports record.
 * @comparison: a PoplensComparison. */
guint poplens_comparison_unlike (gconstpointer comparison, guint32 first, guint32 second);
/* Declares that the measures are levels (such as live memory at a step), which do not add up. A
 * thing that only one report has then has no change; such rows follow those that changed, the
 * largest level first. */
void poplens_comparison_take_levels (PoplensComparison *self);
/* Replaces the pairs. @pairs: (transfer full): GArray of PoplensPair */
void poplens_comparison_take_pairs (PoplensComparison *self, GArray *pairs);
/* Selects the rows and sorts them by the size of the change, largest first: by the first measure,
 * if equal by the next ones, then in the order of the pairs. Leaves out pairs that are equal in all
 * measures unless @keep_same. */
void poplens_comparison_order (PoplensComparison *self, gboolean keep_same);

guint32 poplens_comparison_n_rows (const PoplensComparison *self);
const PoplensPair *poplens_comparison_pair (const PoplensComparison *self, guint32 row);
PoplensAmount poplens_comparison_get (const PoplensComparison *self, guint32 row, guint measure);

/* Numbers of pairs, whether they are rows or not. */
typedef struct {
  guint32 all, same, changed;
  guint32 only[POPLENS_N_SIDES];
} PoplensCompareCounts;

PoplensCompareCounts poplens_comparison_count (const PoplensComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparison, poplens_comparison_free)

/* ---- merged trees ---------------------------------------------------------------------------- */

/* Amounts of two reports as one tree of the paths in names ("a/b/c" is a child of "a/b"). It shows
 * where amounts grew and shrank; the changes of the nodes add up exactly to that of the total. */

/* Amounts of one report. Several may have the same name. */
typedef struct {
  guint32 n;
  const char *const *paths; /* [n] (nullable) */
  const guint64 *amounts;   /* [n] */
} PoplensNamedAmounts;

/* All arrays are by node; the things of the tree are the distinct paths. Sums of damaged files are
 * clamped to POPLENS_MOST_AMOUNT. */
typedef struct {
  PoplensPathTree *tree;
  guint32 *thing[POPLENS_N_SIDES]; /* [n of the side] path of each name, as a thing of the tree */
  guint64 *own[POPLENS_N_SIDES];   /* sum of the amounts with exactly this path */
  guint64 *all[POPLENS_N_SIDES];   /* .own with that of all descendants */
  /* Width of a node in a chart: the larger .own of both reports, plus that of all descendants. So a
   * path that only one report has is visible, and children fit into their parent. */
  guint64 *larger;
} PoplensComparedTree;

/* Merges the amounts of both reports. The names may be freed afterwards. (transfer full) */
PoplensComparedTree *poplens_compared_tree_new (const PoplensNamedAmounts of[POPLENS_N_SIDES]);
void poplens_compared_tree_free (PoplensComparedTree *self);

/* Returns the amounts of @node with all its descendants. */
static inline PoplensAmount
poplens_compared_tree_amount (const PoplensComparedTree *self, guint32 node)
{
  return poplens_amount_of ((gint64) self->all[POPLENS_FIRST][node],
                            (gint64) self->all[POPLENS_SECOND][node]);
}

/* Returns After − Before of the amounts with exactly the path of @node. */
static inline gint64
poplens_compared_tree_own_change (const PoplensComparedTree *self, guint32 node)
{
  return (gint64) self->own[POPLENS_SECOND][node] - (gint64) self->own[POPLENS_FIRST][node];
}

/* Returns After − Before of @node with all its descendants. */
static inline gint64
poplens_compared_tree_change (const PoplensComparedTree *self, guint32 node)
{
  return (gint64) self->all[POPLENS_SECOND][node] - (gint64) self->all[POPLENS_FIRST][node];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparedTree, poplens_compared_tree_free)

G_END_DECLS
