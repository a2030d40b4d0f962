#include "derived/insights/price-source.h"

#include "base/error.h"
#include "derived/insights/moves-source.h"
#include "derived/time/host-rate-source.h"

/* Where nothing ran, prices have bytes and no cycles. */
static gpointer
make_prices (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensMoves) moves = poplens_report_moves (report, cancellable, error);
  g_autoptr (GError) lack = NULL;
  PoplensHostRate host = {0};

  if (!moves)
    return NULL;
  if (!poplens_report_host_rate (report, &host, cancellable, &lack) &&
      !poplens_error_is_lack (lack)) {
    g_propagate_error (error, g_steal_pointer (&lack));
    return NULL;
  }
  return poplens_fit_prices_new (moves, &host);
}

PoplensFitPrices *
poplens_report_fit_prices (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived derived = {"poplens-fit-prices", make_prices,
                                         (GBoxedCopyFunc) poplens_fit_prices_ref,
                                         (GDestroyNotify) poplens_fit_prices_unref};

  return poplens_report_derive (report, &derived, cancellable, error);
}
