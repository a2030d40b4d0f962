/* Measured cycles of the steps of the program tree (model/liveness.h), by IPU: the bridge between
 * what lives and what takes time. */
#pragma once

#include "model/cycle-column.h"
#include "model/execution.h"
#include "model/liveness.h"

G_BEGIN_DECLS

/* All executions that were recorded, added up: of each IPU its longest tile. What a program took
 * that stands at several steps, as a function does, is given to them in equal parts, exact in sum.
 * Steps without a program (implicit syncs) are of no step of the tree. Immutable, reference
 * counted. */
typedef struct {
  guint32 n_steps, n_ipus;
  guint64 *cycles;   /* [n_steps × n_ipus], by step */
  guint64 *executed; /* [n_steps] executions; of a program at several steps its part */
} PoplensTreeCycles;

/* @cycles: by row of steps_by_ipu, of the longest tile. (transfer full) */
PoplensTreeCycles *poplens_tree_cycles_new (const PoplensLiveness *liveness,
                                            const PoplensExecution *execution,
                                            const PoplensCycleColumn *cycles);
PoplensTreeCycles *poplens_tree_cycles_ref (PoplensTreeCycles *self);
void poplens_tree_cycles_unref (PoplensTreeCycles *self); /* NULL is fine */

static inline guint64
poplens_tree_cycles_at (const PoplensTreeCycles *self, guint32 step, guint32 ipu)
{
  return self->cycles[(gsize) step * self->n_ipus + ipu];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTreeCycles, poplens_tree_cycles_unref)

G_END_DECLS
