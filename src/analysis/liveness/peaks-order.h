/* Where classes come and go, in the order of the steps: made once, so that what is live on a tile
 * can be followed over the steps without sorting. Private to the analysis. */
#pragma once

#include "model/liveness.h"

G_BEGIN_DECLS

/* A place in the program: a step, or one of 65,536 places between it and the next, for what a
 * changed program does there. */
#define POPLENS_STEP_POSITION(step) ((guint64) (step) << 16)

/* Half-open, in such places; not empty. Ranges of one class neither overlap nor touch. */
typedef struct {
  guint32 class_row;
  guint64 from, to;
} PoplensClassRange;

/* Events of the classes that are not always live: a class comes, or is gone. A position has events
 * only if no earlier one has the same live classes: it cannot be higher than the earlier one, on
 * any tile. So the length is that of the different sets, however often a file repeats them. */
typedef struct {
  guint32 n;          /* at most two a range, by position */
  guint32 *rank;      /* by event: the same at the same position, rising */
  guint32 *step;      /* by event */
  guint32 *class_row; /* by event: row in liveness->class_id */
  guint8 *freed;      /* by event */
  guint32 n_classes;
  guint32 *first; /* n_classes + 1: class row c has events event[first[c]] … event[first[c + 1]] */
  guint32 *event;
} PoplensStepOrder;

PoplensStepOrder *poplens_step_order_new (const PoplensLiveness *liveness);
/* Of @ranges (PoplensClassRange) in place of those of a file, of @n_classes rows. */
PoplensStepOrder *poplens_step_order_new_ranges (const GArray *ranges, guint32 n_classes);
/* The ranges of the classes that are not always live, by class row and position, joined if they
 * overlap or touch. (transfer full): PoplensClassRange */
GArray *poplens_class_ranges_collect (const PoplensLiveness *liveness);
void poplens_step_order_free (PoplensStepOrder *self);

/* Words that a set of events needs; all clear between tiles. */
gsize poplens_step_order_words (const PoplensStepOrder *self);
/* Puts the events of the class at @row into the set @marks. */
void poplens_step_order_mark (const PoplensStepOrder *self, guint32 row, guint64 *marks);

/* The highest that Σ @amount (by class row) gets over the steps of the events in @marks, and the
 * first step where it does; 0 and G_MAXUINT32 where it never rises above 0. Clears @marks. What
 * changes at one step counts together. */
guint64 poplens_step_order_highest (const PoplensStepOrder *self, guint64 *marks,
                                    const guint64 *amount, guint32 *step);

/* Follows the set @marks, which it clears, step by step: @at is called with each step at which
 * something changes, after all changes of that step. @sums: Σ of @amounts[k] (by class row). */
#define POPLENS_STEP_ORDER_MOST_SUMS 2
typedef void (*PoplensStepOrderFunc) (guint32 step, const guint64 *sums, gpointer user_data);
void poplens_step_order_follow (const PoplensStepOrder *self, guint64 *marks,
                                const guint64 *const *amounts, guint n_amounts,
                                PoplensStepOrderFunc at, gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensStepOrder, poplens_step_order_free)

G_END_DECLS
