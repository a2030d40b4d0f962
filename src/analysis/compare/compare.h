/* Two reports beside each other: what of the things that are in both differs, and by how much.
 *
 * Ids move between two compilations, so that things are matched by their name (a path, where they
 * have one) and their order: "analysis/compare/compare-pairs.h". */
#pragma once

#include "analysis/compare/compare-pairs.h"

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

G_END_DECLS
