#include "derived/time/host-rate-source.h"

#include "derived/parts.h"
#include "derived/time/time-source.h"
#include "derived/trace/trace-sums.h"

gboolean
poplens_report_host_rate (PoplensReport *report, PoplensHostRate *rate, GCancellable *cancellable,
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
