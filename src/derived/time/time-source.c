#include "derived/time/time-source.h"

#include "base/error.h"
#include "derived/parts.h"
#include "derived/trace/trace-location.h"

/* What else is absent, loading says. */
gboolean
poplens_time_has_steps (const PoplensExecution *execution, GError **error)
{
  if (execution->n_rows && execution->total_cycles)
    return TRUE;
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               execution->light->n
                   ? "No executed steps recorded, only blocks of lightweight profiling. Record "
                     "them with the "
                     "engine option autoReport.outputExecutionProfile=true."
                   : "No executed steps recorded. Record them with the engine option "
                     "autoReport.outputExecutionProfile=true.");
  return FALSE;
}

static gpointer
work_out (PoplensReport *report, gboolean brief, GCancellable *cancellable, GError **error)
{
  const guint32 parts = POPLENS_PART_BIT (POPLENS_PART_EXECUTION) |
                        POPLENS_PART_BIT (POPLENS_PART_PROGRAMS) |
                        POPLENS_PART_BIT (POPLENS_PART_EXCHANGES);
  /* Two at a time; why one is not there, the lines below tell. */
  poplens_report_load_parts (report, parts, cancellable, NULL);
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensSliceReader reader = {report, cancellable};
  PoplensWork work = poplens_work_of (cancellable);
  gconstpointer target, programs, exchanges;

  if (!x || !poplens_time_has_steps (x, error) ||
      !poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_EXCHANGES, &exchanges, cancellable, error))
    return NULL;
  PoplensTimeInput input = {
      .execution = x,
      .programs = programs,
      .exchanges = exchanges,
      .tiles = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0,
      .brief = brief,
      .get_slice = poplens_report_read_slice,
      .slice_data = &reader,
  };
  return poplens_time_new (&input, &work, error);
}

static gpointer
time_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return work_out (report, FALSE, cancellable, error);
}

static gpointer
time_brief_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return work_out (report, TRUE, cancellable, error);
}

static const PoplensDerived derived_time = {"poplens-time", time_new, NULL,
                                            (GDestroyNotify) poplens_time_free};

const PoplensTime *
poplens_report_time (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &derived_time, cancellable, error);
}

const PoplensTime *
poplens_report_peek_time (PoplensReport *report)
{
  return poplens_report_peek_derived (report, &derived_time);
}

const PoplensTime *
poplens_report_time_brief (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  static const PoplensDerived brief = {"poplens-time-brief", time_brief_new, NULL,
                                       (GDestroyNotify) poplens_time_free};
  const PoplensTime *time = poplens_report_peek_time (report);

  return time ? time : poplens_report_derive (report, &brief, cancellable, error);
}

gboolean
poplens_report_time_light (PoplensReport *report, PoplensTimeLight **light,
                           GCancellable *cancellable, GError **error)
{
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensWork work = poplens_work_of (cancellable);
  gconstpointer target, programs;

  *light = NULL;
  if (!x || x->n_rows || !x->light->n)
    return x != NULL;
  if (!poplens_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error) ||
      !poplens_load_optional (report, POPLENS_PART_PROGRAMS, &programs, cancellable, error))
    return FALSE;
  *light = poplens_time_light_new (
      x->light, programs, target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0, &work);
  return *light || !g_cancellable_set_error_if_cancelled (cancellable, error);
}

const char *
poplens_time_light_caveat (void)
{
  return "≈ From blocks of lightweight profiling alone, on the tiles that recorded them. Waiting "
         "by "
         "cause needs executed steps: record them with the engine option "
         "autoReport.outputExecutionProfile=true.";
}

gboolean
poplens_time_location_range (const PoplensTime *time, const PoplensLocation *location,
                             guint64 *from, guint64 *to, GError **error)
{
  PoplensTraceWhich which;

  if (!poplens_trace_location_range (location, time->execution, from, to, &which, error))
    return FALSE;
  if (which != POPLENS_TRACE_SELECTED) {
    *from = 0;
    *to = time->total;
  }
  *to = MIN (*to, time->total);
  *from = MIN (*from, *to);
  return TRUE;
}

const char *
poplens_time_caveat (const PoplensTime *time)
{
  return poplens_time_is_by_tile (time)
             ? NULL
             : "≈ Approximated: no cycles by tile recorded. Set "
               "debug.computeInstrumentationLevel to tile or vertex and record again.";
}
