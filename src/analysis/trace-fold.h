/* Which part of a trace to open on, and its waits folded away. */
#pragma once

#include "model/execution.h"

G_BEGIN_DECLS

/* From the first to the last OnTileExecute, DoExchange or GlobalExchange of the IPUs @shown
 * ([n_ipus]; NULL: all). FALSE where there is none: @from and @to are then those of the whole
 * trace, as far as it is drawn (0, 0 without a block). */
gboolean poplens_trace_opening_range (const PoplensExecution *execution, const gboolean *shown,
                                      guint64 *from, guint64 *to);

/* Waits folded to a mark. Between cycles and positions on a display it is monotone and invertible:
 * a position is a cycle, less what is folded before it; each fold takes @mark positions, evenly (at
 * mark 0 a fold is one position, and the cycle of that is its end). */
typedef struct {
  guint32 n;
  guint64 *from, *to; /* the folded cycles, exactly; rising, disjoint, each longer than mark */
  double *position;   /* where each begins on the display */
  double mark;
} PoplensTraceFold;

/* Folds each stretch between two pieces of work, or beside the first or last, where of the IPUs
 * @shown (NULL: all) none works, at least one waits, and which is @least cycles long or longer.
 * @mark: positions that a fold takes; at least 0. */
PoplensTraceFold *poplens_trace_fold_new (const PoplensExecution *execution, const gboolean *shown,
                                          guint64 least, double mark);
/* The same of any blocks. @waiting: (nullable): NULL: none waits */
PoplensTraceFold *poplens_trace_fold_new_for_blocks (guint32 n, const guint64 *from,
                                                     const guint64 *to, const gboolean *waiting,
                                                     guint64 least, double mark);
void poplens_trace_fold_free (PoplensTraceFold *self);

double poplens_trace_fold_to_position (const PoplensTraceFold *self, double cycle);
double poplens_trace_fold_to_cycle (const PoplensTraceFold *self, double position);
/* The fold that @cycle lies in, or −1. */
gint64 poplens_trace_fold_at (const PoplensTraceFold *self, double cycle);
/* All that is folded, in cycles. */
guint64 poplens_trace_fold_total (const PoplensTraceFold *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTraceFold, poplens_trace_fold_free)

G_END_DECLS
