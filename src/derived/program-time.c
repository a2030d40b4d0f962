#include "derived/program-time.h"

#include "base/error.h"
#include "derived/parts.h"

static gboolean
compute_program_time (PoplensProgramTime *time, PoplensReport *report, const PoplensExecution *x,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) wrong = NULL;
  gconstpointer programs = x->copies;

  if (!programs &&
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return FALSE;
  const PoplensExchanges *exchanges =
      poplens_report_load_exchanges_brief (report, cancellable, &wrong);
  if (!exchanges && !g_error_matches (wrong, POPLENS_ERROR, POPLENS_ERROR_ABSENT)) {
    g_propagate_error (error, g_steal_pointer (&wrong));
    return FALSE;
  }
  poplens_program_time_compute (time, x, programs, exchanges);
  return TRUE;
}

static gpointer
program_time_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (report, cancellable, error);
  PoplensProgramTime time;

  return x && compute_program_time (&time, report, x, cancellable, error)
             ? g_memdup2 (&time, sizeof time)
             : NULL;
}

static gpointer
program_time_copy (gpointer data)
{
  return g_memdup2 (data, sizeof (PoplensProgramTime));
}

static const PoplensDerived derived_program_time = {"poplens-program-time", program_time_new,
                                                    program_time_copy, g_free};

gboolean
poplens_report_program_time (PoplensReport *report, gboolean whole, PoplensProgramTime *time,
                             GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution_brief (report, cancellable, error);

  *time = (PoplensProgramTime){0};
  if (x && x->cut && whole)
    x = poplens_report_load_execution (report, cancellable, error);
  if (!x)
    return FALSE;
  /* That of a few steps is not kept: the next one to ask may have all. */
  if (x->cut)
    return compute_program_time (time, report, x, cancellable, error);
  g_autofree PoplensProgramTime *kept =
      poplens_report_derive (report, &derived_program_time, cancellable, error);
  if (kept)
    *time = *kept;
  return kept != NULL;
}
