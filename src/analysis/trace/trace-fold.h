/* Which part of a trace to open on, and its waits folded away. */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* From the first to the last OnTileExecute, DoExchange or GlobalExchange of the IPUs @shown
 * ([n_ipus]; NULL: all). FALSE where there is none: @from and @to are then those of the whole
 * trace, as far as it is drawn (0, 0 without a block). */
gboolean poplens_trace_work_range (const PoplensExecution *execution, const gboolean *shown,
                                   guint64 *from, guint64 *to);
/* What a trace opens with: the same, and what comes behind the last work (copies to the host hold
 * the program up, too) where that leaves work half of it. What lies before the first work is
 * seldom the program's, as the host has not started it. */
gboolean poplens_trace_opening_range (const PoplensExecution *execution, const gboolean *shown,
                                      guint64 *from, guint64 *to);

/* Stretches that a display folds away. */
typedef struct {
  guint32 n;
  guint64 *from, *to; /* the folded cycles, exactly; rising, disjoint */
} PoplensTraceFold;

/* Folds each stretch between two pieces of work, or beside the first or last, where of the IPUs
 * @shown (NULL: all) none works, at least one waits, and which is @least cycles long or longer. */
PoplensTraceFold *poplens_trace_fold_new (const PoplensExecution *execution, const gboolean *shown,
                                          guint64 least);
/* The same of any blocks. @waiting: (nullable): NULL: none waits */
PoplensTraceFold *poplens_trace_fold_new_for_blocks (guint32 n, const guint64 *from,
                                                     const guint64 *to, const gboolean *waiting,
                                                     guint64 least);
/* What either folds. (transfer full) */
PoplensTraceFold *poplens_trace_fold_join (const PoplensTraceFold *a, const PoplensTraceFold *b);
void poplens_trace_fold_free (PoplensTraceFold *self);

/* All that is folded, in cycles. */
guint64 poplens_trace_fold_total (const PoplensTraceFold *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceFold, poplens_trace_fold_free)

G_END_DECLS
