/* Finds the range with which a trace opens, and the ranges of waiting that a display folds away. */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* Finds the range from the first to the last OnTileExecute, DoExchange or GlobalExchange. @shown:
 * (nullable) [n_ipus]: IPUs that count; NULL: all. @from, @to: (out): cycles. FALSE if there is
 * none: the range is then that of all drawn blocks (0, 0 if there are none). */
gboolean poplens_trace_work_range (const PoplensExecution *execution, const gboolean *shown,
                                   guint64 *from, guint64 *to);
/* Finds the range with which a trace opens: that of poplens_trace_work_range (), plus everything
 * after it (copies to the host delay the program, too) if work is then still at least half of the
 * range. Cycles before the first work usually do not belong to the program, as the host has not
 * started it. Parameters and result are those of poplens_trace_work_range (). */
gboolean poplens_trace_opening_range (const PoplensExecution *execution, const gboolean *shown,
                                      guint64 *from, guint64 *to);

/* Ranges that a display folds away. */
typedef struct {
  guint32 n;
  guint64 *from, *to; /* [n] cycles; ascending, disjoint */
} PoplensTraceFold;

/* Folds each range between two blocks of work, or before the first or after the last, in which no
 * IPU works and at least one waits. @shown: (nullable) [n_ipus]: IPUs that count; NULL: all.
 * @least: minimum length of a range, cycles. (transfer full) */
PoplensTraceFold *poplens_trace_fold_new (const PoplensExecution *execution, const gboolean *shown,
                                          guint64 least);
/* Same as poplens_trace_fold_new () for any blocks. @waiting: (nullable) [@n]: NULL: no block
 * waits. (transfer full) */
PoplensTraceFold *poplens_trace_fold_new_for_blocks (guint32 n, const guint64 *from,
                                                     const guint64 *to, const gboolean *waiting,
                                                     guint64 least);
/* Returns the union of the ranges of @a and @b. (transfer full) */
PoplensTraceFold *poplens_trace_fold_join (const PoplensTraceFold *a, const PoplensTraceFold *b);
void poplens_trace_fold_free (PoplensTraceFold *self);

/* Returns the sum of all folded cycles. */
guint64 poplens_trace_fold_total (const PoplensTraceFold *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceFold, poplens_trace_fold_free)

G_END_DECLS
