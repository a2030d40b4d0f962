/* Finds the range of cycles with which a trace opens, and the ranges of waiting that a display
 * leaves out (folds). */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* Finds the range from the first to the last step of work (OnTileExecute, DoExchange or
 * GlobalExchange). FALSE if there is no work: @from and @to then are the range of all drawn blocks,
 * or 0. @shown: (nullable) [n_ipus]: IPUs that count; NULL: all. @from, @to: (out): cycles. */
gboolean poplens_trace_work_range (const PoplensExecution *execution, const gboolean *shown,
                                   guint64 *from, guint64 *to);
/* Finds the range that a trace shows when it is opened. The range starts with the first work:
 * before that, the host usually has not started the program. The range ends with the trace, as
 * copies to the host delay the program, too. But if more than half of that range is after the last
 * work, the range ends with the last work. Parameters and result are those of
 * poplens_trace_work_range (). */
gboolean poplens_trace_opening_range (const PoplensExecution *execution, const gboolean *shown,
                                      guint64 *from, guint64 *to);

/* Ranges of cycles that a display leaves out. */
typedef struct {
  guint32 n;
  guint64 *from, *to; /* [n] cycles; ascending, disjoint */
} PoplensTraceFold;

/* Finds the ranges in which no IPU works and at least one IPU waits: between, before and after
 * blocks of work. @shown: (nullable) [n_ipus]: IPUs that count; NULL: all. @least: minimum length
 * of a range, cycles. (transfer full) */
PoplensTraceFold *poplens_trace_fold_new (const PoplensExecution *execution, const gboolean *shown,
                                          guint64 least);
/* Does the same as poplens_trace_fold_new () for any blocks. @waiting: (nullable) [@n]: TRUE for
 * blocks that wait; NULL: no block waits. (transfer full) */
PoplensTraceFold *poplens_trace_fold_new_for_blocks (guint32 n, const guint64 *from,
                                                     const guint64 *to, const gboolean *waiting,
                                                     guint64 least);
/* Returns the union of the ranges of @a and @b. (transfer full) */
PoplensTraceFold *poplens_trace_fold_join (const PoplensTraceFold *a, const PoplensTraceFold *b);
void poplens_trace_fold_free (PoplensTraceFold *self);

/* Returns the number of folded cycles. */
guint64 poplens_trace_fold_total (const PoplensTraceFold *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceFold, poplens_trace_fold_free)

G_END_DECLS
