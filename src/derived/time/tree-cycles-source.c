#include "derived/time/tree-cycles-source.h"

#include "base/error.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"

static gpointer
tree_cycles_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensLiveness *liveness = poplens_report_load_liveness (report, cancellable, error);
  const PoplensExecution *x =
      liveness ? poplens_report_load_execution (report, cancellable, error) : NULL;
  g_autoptr (PoplensStepSums) sums = NULL;

  if (!x || !poplens_time_has_steps (x, error) ||
      !(sums = poplens_step_sums_get (report, cancellable, error)))
    return NULL;
  return poplens_tree_cycles_new (liveness, x, sums->cycles);
}

PoplensTreeCycles *
poplens_report_tree_cycles (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-tree-cycles", tree_cycles_new,
                                         (GBoxedCopyFunc) poplens_tree_cycles_ref,
                                         (GDestroyNotify) poplens_tree_cycles_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
