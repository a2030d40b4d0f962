/* Two reports beside each other: which things of the first are which of the second, and what of
 * them differs.
 *
 * Ids move between two compilations, so that things are matched by their name (a path, where they
 * have one) and, where several have the same, by their order: the third of a name in the first is
 * the third in the second. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum { POPLENS_FIRST, POPLENS_SECOND, POPLENS_N_SIDES } PoplensSide;

#define POPLENS_NOT_THERE G_MAXUINT32

/* Indices of one thing in both; NOT_THERE in the one that lacks it. */
typedef struct {
  guint32 of[POPLENS_N_SIDES];
} PoplensPair;

/* Pairs of @n[side] things with @keys[side] (never NULL): those of the first in their order, then
 * what is only in the second in its order. (transfer full) GArray of PoplensPair */
GArray *poplens_pairs_match (const char *const *const keys[POPLENS_N_SIDES],
                             const guint32 n[POPLENS_N_SIDES]);
/* The same where the keys are numbers. */
GArray *poplens_pairs_match_numbers (const guint64 *const keys[POPLENS_N_SIDES],
                                     const guint32 n[POPLENS_N_SIDES]);

/* Puts pairs in line: those of the first in their order, and what is only in the second, which has
 * @n_second things, behind what it follows there. */
void poplens_pairs_align (GArray *pairs, guint32 n_second);

#define POPLENS_NO_AMOUNT G_MININT64 /* not recorded of this thing */
/* Amounts beyond this (a damaged file's) are taken for it, so that differences cannot overflow. */
#define POPLENS_MOST_AMOUNT (G_MAXINT64 / 4)

/* One amount in both reports: what is only in one has changed by all of it. */
typedef struct {
  gint64 of[POPLENS_N_SIDES]; /* POPLENS_NO_AMOUNT: lacks the thing, or does not record it */
  gboolean has_change;
  gint64 change;     /* second − first */
  gboolean has_part; /* FALSE where there is no change, or the first has none to compare with */
  double part;       /* change as a part of the first; −1: all of it is gone */
} PoplensAmount;

/* Of two numbers of things that are in both. */
PoplensAmount poplens_amount_of (gint64 first, gint64 second);
/* Whether it changed by more than @percent of the first; any change from nothing did. */
gboolean poplens_change_exceeds (gint64 change, gint64 first, double percent);

/* Pairs with what each of some measures says of them. Filled by one thread, then read by any. */
typedef struct _PoplensComparison PoplensComparison;

/* @pairs: (transfer full) of @n[side] things. */
PoplensComparison *poplens_comparison_new (GArray *pairs, const guint32 n[POPLENS_N_SIDES],
                                           guint n_measures);
void poplens_comparison_free (PoplensComparison *self);
/* @amounts: (transfer full) (nullable): one a thing of that side; NULL: the report does not record
 * them, so that nothing can be said of changes. */
void poplens_comparison_take (PoplensComparison *self, guint measure, PoplensSide side,
                              gint64 *amounts);
/* Orders the pairs by their change, largest first: by the first measure, where it is alike by the
 * next; then as they were. Pairs that are alike in all measures are left out unless @keep_same. */
void poplens_comparison_order (PoplensComparison *self, gboolean keep_same);

guint32 poplens_comparison_n_rows (const PoplensComparison *self);
const PoplensPair *poplens_comparison_pair (const PoplensComparison *self, guint32 row);
PoplensAmount poplens_comparison_get (const PoplensComparison *self, guint32 row, guint measure);
gboolean poplens_comparison_records (const PoplensComparison *self, guint measure,
                                     PoplensSide side);

/* Of all pairs, whether they are rows or not. */
typedef struct {
  guint32 all, same, changed;
  guint32 only[POPLENS_N_SIDES];
} PoplensCompareCounts;

PoplensCompareCounts poplens_comparison_count (const PoplensComparison *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensComparison, poplens_comparison_free)

G_END_DECLS
