/* Finds the range of cycles with which a trace opens, and the ranges of waiting that a display
 * leaves out (folds). */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* Finds the range from the first to the last step of work (OnTileExecute, DoExchange or
 * GlobalExchange). FALSE if there is no work: returns the range of all drawn blocks. Without
 * blocks, @from and @to are 0. @shown: (nullable) [n_ipus]: IPUs that count; NULL: all. @from, @to:
 * (out): cycles. */
gboolean poplens_trace_work_range (const PoplensExecution *execution, const gboolean *shown,
                                   guint64 *from, guint64 *to);
/* Finds the range that a trace shows when it is opened. It starts with the first work: before that,
 * the host usually has not started the program. It ends with the trace, because copies to the host
 * after the last work also delay the program. It ends with the last work if more than half of the
 * range would be after the last work. Parameters and result: see poplens_trace_work_range (). */
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
