/* Finds how long data that is live at a step stays unused: from the last use before the step to the
 * next use. The result is a hint, as the file lists only uses by compute sets, exchanges and
 * copies. It does not list uses through an alias, or by control flow (the predicate of a
 * RepeatWhile). Data without a listed use is reported separately. */
#pragma once

#include "model/cycle-column.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Next use of a variable that is live at a step. */
typedef enum {
  POPLENS_USE_HERE,    /* at this step */
  POPLENS_USE_LATER,   /* at a later step, before any loop repeats */
  POPLENS_USE_AGAIN,   /* in the next iteration of a loop or, if always live, in the next run */
  POPLENS_USE_NEVER,   /* the data is freed without another use */
  POPLENS_USE_UNKNOWN, /* the file lists no use while the data is live */
  POPLENS_N_USES,
} PoplensUse;

const char *poplens_use_key (PoplensUse use); /* "later" */

typedef struct {
  PoplensUse use;
  /* .last: step of the last use before the current step; .next: step of the next use. G_MAXUINT32:
   * none. */
  guint32 last, next;
  guint64 steps;  /* number of steps at which the data is live and unused; 0 if the step uses it, or
                     no use is listed */
  guint64 cycles; /* measured cycles of the unused steps; 0 if no cycles were given */
} PoplensIdle;

typedef struct _PoplensIdleSearch PoplensIdleSearch;

/* Prepares the search for uses of the data that is live at @step. @step: below liveness->n_steps.
 * @cycles: (nullable): [n_steps] measured cycles. The parts may be freed afterwards. (transfer
 * full) */
PoplensIdleSearch *poplens_idle_search_new (const PoplensLiveness *liveness,
                                            const PoplensPrograms *programs, guint32 step,
                                            const guint64 *cycles);
void poplens_idle_search_free (PoplensIdleSearch *self); /* NULL is allowed */

/* TRUE if a class of variables is live at the step. @class_row: from poplens_liveness_find_class ()
 */
gboolean poplens_idle_is_live (const PoplensIdleSearch *self, guint32 class_row);
gboolean poplens_idle_is_always_live (const PoplensIdleSearch *self, guint32 class_row);
/* Finds the last and the next use of a variable whose class is live at the step. Ignores uses at
 * steps at which the variable is not live. @uses: [n_uses] steps that use the variable, ascending
 */
PoplensIdle poplens_idle_find (const PoplensIdleSearch *self, guint32 class_row,
                               const guint32 *uses, guint n_uses);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensIdleSearch, poplens_idle_search_free)

/* ---- cycles of the program tree -------------------------------------------------------------- */

/* Measured cycles by step of the program tree and IPU, summed over all executions. The cycles of an
 * execution are those of the longest tile of the IPU. If a program is at several steps, as a
 * function is, its cycles are divided equally among these steps. Immutable. */
typedef struct {
  guint32 n_steps, n_ipus;
  guint64 *cycles;   /* [n_steps × n_ipus] cycles */
  guint64 *executed; /* [n_steps] number of executions, divided among steps like .cycles */
} PoplensTreeCycles;

/* Sums cycles by step of the program tree. @cycles: cycles of the longest tile, by row of
 * steps_by_ipu. (transfer full) */
PoplensTreeCycles *poplens_tree_cycles_new (const PoplensLiveness *liveness,
                                            const PoplensExecution *execution,
                                            const PoplensCycleColumn *cycles);
void poplens_tree_cycles_free (PoplensTreeCycles *self); /* NULL is allowed */

static inline guint64
poplens_tree_cycles_at (const PoplensTreeCycles *self, guint32 step, guint32 ipu)
{
  return self->cycles[(gsize) step * self->n_ipus + ipu];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTreeCycles, poplens_tree_cycles_free)

G_END_DECLS
