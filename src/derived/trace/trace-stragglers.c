#include "derived/trace/trace-stragglers.h"

#include "base/format.h"
#include "derived/trace/trace-costs-source.h"
#include "derived/trace/trace-last-source.h"

PoplensStragglers *
poplens_report_stragglers (PoplensReport *report, const PoplensLocation *location, char **note,
                           GCancellable *cancellable, GError **error)
{
  g_auto (PoplensTraceCostSource) source = {0};
  const PoplensTraceLast *last = poplens_trace_last_of (report, cancellable, error);
  PoplensWork whole = poplens_work_of (cancellable);
  PoplensWork work = poplens_work_share (&whole, POPLENS_STEP_SUMS_SHARE, 1);
  PoplensStragglers *stragglers;
  PoplensNumber rows, ties, left;

  if (!last || !poplens_trace_cost_source_init (&source, report, location, cancellable, error))
    return NULL;
  stragglers = poplens_stragglers_new (last, source.facts.execution, &source.wanted, &work);
  if (!stragglers) {
    g_cancellable_set_error_if_cancelled (cancellable, error);
    return NULL;
  }
  g_autofree char *what = poplens_trace_cost_source_describe (&source, NULL);
  g_autofree char *rest = stragglers->left_out
                              ? g_strdup_printf (" Excluded: %s without tile cycles.",
                                                 poplens_format_count (left, stragglers->left_out))
                              : g_strdup ("");
  *note = g_strdup_printf ("%s %s %s steps, counted on each IPU; ties: %s.%s", what,
                           poplens_format_count (rows, stragglers->rows),
                           source.wanted.waits ? "waiting" : "work",
                           poplens_format_count (ties, stragglers->ties), rest);
  return stragglers;
}
