/* Compares the things (tiles, variables, programs …) of two reports: pairs, amounts and changes.
 * IDs differ between two compilations. So things are matched by their name (or path) and order, see
 * analysis/compare/compare-pairs.h. */
#pragma once

#include "analysis/compare/compare-pairs.h"
#include "analysis/operations/path-tree.h"

G_BEGIN_DECLS

#define POPLENS_NO_AMOUNT G_MININT64 /* amount that is not recorded */
/* Largest size of an amount. Larger ones (of damaged files) are clamped, so that differences cannot
 * overflow. */
#define POPLENS_MOST_AMOUNT (G_MAXINT64 / 4)

/* An amount of one thing in two reports. If only one report has the thing, the change is the whole
 * amount. Levels have no change then (poplens_comparison_take_levels ()). */
typedef struct {
  /* by side; POPLENS_NO_AMOUNT: the report lacks the thing, or does not record the amount */
  gint64 of[POPLENS_N_SIDES];
  gboolean has_change;
  gint64 change;     /* second − first */
  gboolean has_part; /* TRUE if .part is valid: the amounts are equal, or the first amount is
                        present and not 0 */
  double part; /* relative change: change ÷ absolute first amount; −1: the second amount is 0 */
} PoplensAmount;

/* Compares two amounts of a thing. If one is POPLENS_NO_AMOUNT, the result has no change. Clamps
 * both to ±POPLENS_MOST_AMOUNT. */
PoplensAmount poplens_amount_of (gint64 first, gint64 second);
/* Appends the relative change: " (+1.9 %)". Appends nothing if nothing changed, or if the first
 * amount is absent or 0. */
void poplens_amount_append_part (PoplensAmount amount, GString *text);
/* Relative change below which two reports count as equal: two compilations of one program differ by
 * as much. Sentences say "the same within 0.1 %". In a series of reports, the noise is estimated
 * instead (analysis/reports/change-points.h). */
#define POPLENS_NOISE 0.001
gboolean poplens_amount_is_noise (PoplensAmount amount);
/* TRUE if @change is more than @percent of @first. If @first is 0 or POPLENS_NO_AMOUNT, TRUE if
 * @change is not 0. */
gboolean poplens_change_exceeds (gint64 change, gint64 first, double percent);

/* Pairs of things, and their amounts in several measures. Filled by one thread, then read by
 * any. */
typedef struct _PoplensComparison PoplensComparison;

/* Creates a comparison of @n[side] things that has no pairs yet. (transfer full) */
PoplensComparison *poplens_comparison_new (const guint32 n[POPLENS_N_SIDES], guint n_measures);
void poplens_comparison_free (PoplensComparison *self);
/* Sets the amounts of one side in a measure. @amounts: (transfer full) (nullable): [n[side]]; NULL:
 * the report does not record the measure */
void poplens_comparison_take (PoplensComparison *self, guint measure, PoplensSide side,
                              gint64 *amounts);
/* Returns how different two things are (PoplensUnlike): mean relative difference over the measures
 * that both reports record. @comparison: a PoplensComparison. */
guint poplens_comparison_unlike (gconstpointer comparison, guint32 first, guint32 second);
/* Declares that the measures are levels, which do not add up, such as live memory at a step. A
 * thing that only one report has then has no change. Its row comes after the changed rows, the
 * largest level first. */
void poplens_comparison_take_levels (PoplensComparison *self);
/* Replaces the pairs. @pairs: (transfer full): GArray of PoplensPair */
void poplens_comparison_take_pairs (PoplensComparison *self, GArray *pairs);
/* Selects the pairs to show as rows: all pairs if @keep_same, else the pairs that differ. Sorts
 * rows by the change of the first measure, largest first; equal rows by the next measures. */
void poplens_comparison_order (PoplensComparison *self, gboolean keep_same);

guint32 poplens_comparison_n_rows (const PoplensComparison *self);
const PoplensPair *poplens_comparison_pair (const PoplensComparison *self, guint32 row);
PoplensAmount poplens_comparison_get (const PoplensComparison *self, guint32 row, guint measure);

/* Numbers of pairs, including pairs that are not shown as rows. */
typedef struct {
  guint32 all, same, changed;
  guint32 only[POPLENS_N_SIDES];
} PoplensCompareCounts;

PoplensCompareCounts poplens_comparison_count (const PoplensComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparison, poplens_comparison_free)

/* ---- merged trees ---------------------------------------------------------------------------- */

/* Amounts of two reports as one tree of the paths in names ("a/b/c" is a child of "a/b"). The
 * changes of all nodes add up exactly to the total change. */

/* Amounts of one report, each with its path. Several amounts may have the same path. */
typedef struct {
  guint32 n;
  const char *const *paths; /* [n] path of each amount (nullable) */
  const guint64 *amounts;   /* [n] */
} PoplensNamedAmounts;

/* Tree of all paths of both reports. Arrays are by node, except .thing. Sums are clamped to
 * POPLENS_MOST_AMOUNT, because those of a damaged file may overflow. */
typedef struct {
  PoplensPathTree *tree;
  guint32 *thing[POPLENS_N_SIDES]; /* by side and amount: index i of the amount's path;
                                      tree->node[i] is the node of the path */
  guint64 *own[POPLENS_N_SIDES];   /* sum of the amounts with exactly the path of the node */
  guint64 *all[POPLENS_N_SIDES];   /* .own of the node and all its descendants */
  /* Width of a node in a chart: the larger .own of the two reports, plus the widths of the
   * children. */
  guint64 *larger;
} PoplensComparedTree;

/* Merges the amounts of both reports into a tree. @of may be freed afterwards. (transfer full) */
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
