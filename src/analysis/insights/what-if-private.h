/* The inside of what-if: what an evaluation asks for, as factors of each group of variables. */
#pragma once

#include "analysis/insights/what-if.h"
#include "analysis/liveness/peaks-order.h"

G_BEGIN_DECLS

struct _PoplensWhatIf {
  const PoplensLiveness *liveness;
  const PoplensVariables *variables;
  const PoplensMemory *memory;
  guint64 capacity;
  PoplensTileBytes *bytes;
  PoplensStepOrder *order;
  char **folded;          /* by group: its name for comparing; "" for none */
  PoplensWhatIfTile *now; /* by position of memory->tile: as the report is */
};

/* What becomes of each group on the tiles that the same changes are about. */
typedef struct {
  gint64 *fixed;   /* millionths, but for SCALEs */
  gint64 *all;     /* SCALEs too */
  guint8 *matched; /* by a SCALE */
} PoplensWhatIfFactors;

/* The changes of one evaluation, and the factors of each set of them that tiles ask for. */
typedef struct {
  const PoplensWhatIf *what;
  const GPtrArray *changes;
  const guint8 *halves;
  GPtrArray *matches; /* guint8 by group, of each change; NULL for HALVE_FLOATS */
  GHashTable *known;  /* set of changes, a bit each → PoplensWhatIfFactors */
  guint64 last_set;
  const PoplensWhatIfFactors *last;
} PoplensWhatIfPlan;

/* @halves: (nullable). What is handed in outlives the plan. */
void poplens_what_if_plan_init (PoplensWhatIfPlan *self, const PoplensWhatIf *what,
                                const GPtrArray *changes, const guint8 *halves);
void poplens_what_if_plan_clear (PoplensWhatIfPlan *self);
/* Of the changes that are about @tile. (transfer none): of the plan */
const PoplensWhatIfFactors *poplens_what_if_plan_of_tile (PoplensWhatIfPlan *self, guint32 tile);
/* Groups that a SCALE matches. */
guint32 poplens_what_if_plan_count_matched (const PoplensWhatIfPlan *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PoplensWhatIfPlan, poplens_what_if_plan_clear)

G_END_DECLS
