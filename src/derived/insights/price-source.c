#include "derived/insights/price-source.h"

#include "base/error.h"
#include "derived/insights/moves-source.h"
#include "derived/time/time-source.h"
#include "derived/time/tree-cycles-source.h"

/* FALSE with an error, but for what will not be measured any more. */
static gboolean
measure (PoplensReport *report, PoplensFitMeasured *measured, PoplensTreeCycles **tree,
         GError **lack, GCancellable *cancellable, GError **error)
{
  *tree = poplens_report_tree_cycles (report, cancellable, lack);
  measured->tree = *tree;
  if (*tree) {
    const PoplensTime *time = poplens_report_time (report, cancellable, error);
    measured->program = time ? time->total - time->outside : 0;
    return time && poplens_report_host_rate (report, &measured->host, cancellable, error);
  }
  measured->absence = (*lack)->message;
  if (poplens_error_is_lack (*lack))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (lack));
  return FALSE;
}

static gpointer
make_prices (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensMoves) moves = poplens_report_moves (report, cancellable, error);
  const PoplensPrograms *programs =
      moves ? poplens_report_load_programs (report, cancellable, error) : NULL;
  g_autoptr (PoplensTreeCycles) tree = NULL;
  g_autoptr (GError) lack = NULL;
  PoplensFitMeasured measured = {0};

  if (!programs || !measure (report, &measured, &tree, &lack, cancellable, error))
    return NULL;
  return poplens_fit_prices_new (moves, programs, &measured);
}

PoplensFitPrices *
poplens_report_fit_prices (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-fit-prices", make_prices,
                                         (GBoxedCopyFunc) poplens_fit_prices_ref,
                                         (GDestroyNotify) poplens_fit_prices_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
