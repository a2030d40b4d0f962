#include "derived/insights/price-source.h"

#include "analysis/time/host-rate.h"
#include "base/error.h"
#include "derived/insights/moves-source.h"
#include "derived/parts.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"
#include "report/report.h"

/* ---- host rate source ------------------------------------------------------------------------ */

/* The rate that a report measured. Its bytes are 0 where the report lacks exchanges. FALSE with an
 * error: ABSENT where no executed steps were recorded. */
static gboolean
report_host_rate (PoplensReport *report, PoplensHostRate *rate, GCancellable *cancellable,
                  GError **error)
{
  const PoplensPrograms *programs = poplens_report_load_programs (report, cancellable, error);
  const PoplensExecution *x =
      programs ? poplens_report_load_execution (report, cancellable, error) : NULL;
  g_autoptr (PoplensStepSums) sums = NULL;
  gconstpointer exchanges;

  *rate = (PoplensHostRate){0};
  if (!x || !poplens_time_has_steps (x, error) ||
      !(sums = poplens_step_sums_get (report, cancellable, error)) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error))
    return FALSE;
  if (exchanges)
    *rate = poplens_host_rate_new (x, programs, exchanges, sums->cycles);
  return TRUE;
}

/* ---- price source ---------------------------------------------------------------------------- */

/* Where nothing ran, prices have bytes and no cycles. */
static gpointer
make_prices (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  g_autoptr (PoplensMoves) moves = poplens_report_moves (report, cancellable, error);
  g_autoptr (GError) lack = NULL;
  PoplensHostRate host = {0};

  if (!moves)
    return NULL;
  if (!report_host_rate (report, &host, cancellable, &lack) && !poplens_error_is_lack (lack)) {
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
