/* Finds the range of cycles with which a trace opens, and the ranges of waiting that a display
 * leaves out (folds). */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* Finds the range from the first to the last step of work (OnTileExecute, DoExchange or
 * GlobalExchange). @shown: (nullable) [n_ipus]: IPUs that count; NULL: all. @from, @to: (out):
 * cycles. If there is no work, returns FALSE; the range is then that of all drawn blocks (0, 0 if
 * there are none). */
gboolean poplens_trace_work_range (const PoplensExecution *execution, const gboolean *shown,
                                   guint64 *from, guint64 *to);
/* Finds the range with which a trace opens: that of poplens_trace_work_range (), extended to the
 * end of the trace, unless work would then be less than half of it. Copies to the host after the
 * work delay the program, too. Cycles before the first work usually are outside the program, as the
 * host has not started it. Parameters and result are those of poplens_trace_work_range (). */
gboolean poplens_trace_opening_range (const PoplensExecution *execution, const gboolean *shown,
                                      guint64 *from, guint64 *to);

/* Ranges of cycles that a display leaves out. */
typedef struct {
  guint32 n;
  guint64 *from, *to; /* [n] cycles; ascending, disjoint */
} PoplensTraceFold;

/* Finds each range between two blocks of work in which no IPU works and at least one waits; also
 * before the first block of work and after the last one. @shown: (nullable) [n_ipus]: IPUs that
 * count; NULL: all. @least: minimum length of a range, cycles. (transfer full) */
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
