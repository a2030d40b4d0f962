/* How long what is live at a step is not used: from its last use before the step to its next one.
 *
 * Users are what the file lists: the variables of compute sets, and the regions of exchanges and
 * copies. A use through an alias, or by control flow (the predicate of a RepeatWhile), is not
 * listed: so this is a hint, and data without a listed user is told apart. */
#pragma once

#include "model/cycle-column.h"
#include "model/execution.h"
#include "model/liveness.h"
#include "model/programs.h"

G_BEGIN_DECLS

/* Of a variable that is live at a step. */
typedef enum {
  POPLENS_USE_HERE,    /* at this step */
  POPLENS_USE_LATER,   /* at a later one, with no loop before */
  POPLENS_USE_AGAIN,   /* in the next iteration of a loop; always-live data: in the next run, too */
  POPLENS_USE_NEVER,   /* never again before it is freed */
  POPLENS_USE_UNKNOWN, /* no user is listed while it lives */
  POPLENS_N_USES,
} PoplensUse;

const char *poplens_use_key (PoplensUse use); /* "later" */

typedef struct {
  PoplensUse use;
  guint32 last, next; /* steps of its uses around the step; G_MAXUINT32: none */
  guint64 steps;      /* at which it is live in between, unused; 0 where used here or unknown */
  guint64 cycles;     /* measured cycles of these, where they were handed in */
} PoplensIdle;

typedef struct _PoplensIdleGround PoplensIdleGround;

/* @step: below liveness->n_steps; @cycles: (nullable) by step. The parts are needed for the call
 * alone. (transfer full) */
PoplensIdleGround *poplens_idle_ground_new (const PoplensLiveness *liveness,
                                            const PoplensPrograms *programs, guint32 step,
                                            const guint64 *cycles);
void poplens_idle_ground_free (PoplensIdleGround *self); /* NULL is fine */

/* Whether a class is live at the step. @class_row: as poplens_liveness_find_class() has it */
gboolean poplens_idle_is_live (const PoplensIdleGround *self, guint32 class_row);
gboolean poplens_idle_is_always_live (const PoplensIdleGround *self, guint32 class_row);
/* @uses: steps of the users of a variable of a class that is live at the step, rising; those
 * outside of its life there do not count. */
PoplensIdle poplens_idle_find (const PoplensIdleGround *self, guint32 class_row,
                               const guint32 *uses, guint n_uses);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensIdleGround, poplens_idle_ground_free)

/* ---- cycles of the program tree -------------------------------------------------------------- */

/* Measured cycles of the steps of the program tree (model/liveness.h), by IPU: the bridge between
 * what lives and what takes time. */

/* All executions that were recorded, added up: of each IPU its longest tile. What a program took
 * that stands at several steps, as a function does, is given to them in equal parts, exact in sum.
 * Steps without a program (implicit syncs) are of no step of the tree. Immutable. */
typedef struct {
  guint32 n_steps, n_ipus;
  guint64 *cycles;   /* [n_steps × n_ipus], by step */
  guint64 *executed; /* [n_steps] executions; of a program at several steps its part */
} PoplensTreeCycles;

/* @cycles: by row of steps_by_ipu, of the longest tile. (transfer full) */
PoplensTreeCycles *poplens_tree_cycles_new (const PoplensLiveness *liveness,
                                            const PoplensExecution *execution,
                                            const PoplensCycleColumn *cycles);
void poplens_tree_cycles_free (PoplensTreeCycles *self); /* NULL is fine */

static inline guint64
poplens_tree_cycles_at (const PoplensTreeCycles *self, guint32 step, guint32 ipu)
{
  return self->cycles[(gsize) step * self->n_ipus + ipu];
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensTreeCycles, poplens_tree_cycles_free)

G_END_DECLS
