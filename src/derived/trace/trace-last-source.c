/* Reads the slowest tile of each executed step, and sums them over the steps that a location
 * selects. */
#include "derived/trace/trace-last-source.h"

#include "base/error.h"
#include "base/format.h"
#include "derived/trace/trace-costs-source.h"
#include "derived/trace/trace-sums.h"

static void
set_absent (GError **error)
{
  g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_ABSENT,
               "No cycles by tile recorded. Set debug.computeInstrumentationLevel to tile or "
               "vertex and record again.");
}

/* Checks that executed steps have cycles by tile. FALSE with ABSENT if the first rows have none: at
 * instrumentation level IPU, no row has. Reads few rows, because loading millions of steps takes
 * long. FALSE also with another @error. */
static gboolean
check_cycle_lists (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  for (guint64 key = 0; key != POPLENS_NO_SLICE;) {
    g_autoptr (PoplensSlice) slice =
        poplens_report_get_slice (report, POPLENS_SLICE_SCAN_STEP_LISTS, key, cancellable, error);
    if (!slice)
      return FALSE;
    for (guint32 i = 0; i < slice->n; i++)
      if (slice->scan_step_lists[i].list >= 0)
        return TRUE;
    if (slice->n) {
      set_absent (error);
      return FALSE;
    }
    key = slice->next;
  }
  return TRUE;
}

static gpointer
trace_last_new (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  /* If the execution is absent, loading it below reports that. */
  if (!poplens_report_get_absence (report, POPLENS_PART_EXECUTION) &&
      !check_cycle_lists (report, cancellable, error))
    return NULL;
  const PoplensExecution *x = poplens_report_load_execution (report, cancellable, error);
  PoplensSliceReader reader = {report, cancellable};
  PoplensWork whole = poplens_work_of (cancellable);
  PoplensWork work = poplens_work_share (&whole, 0, POPLENS_STEP_SUMS_SHARE);
  PoplensTraceLast *last;
  gconstpointer target;

  if (!x ||
      !poplens_report_load_optional (report, POPLENS_PART_TARGET, &target, cancellable, error))
    return NULL;
  guint32 tiles = target ? ((const PoplensTarget *) target)->tiles_per_ipu : 0;
  last = tiles ? poplens_trace_last_new (x, tiles, poplens_report_read_slice, &reader, &work, error)
               : NULL;
  if (tiles && !last)
    return NULL;
  if (!last || (x->n_rows && !last->n_listed)) {
    poplens_trace_last_free (last);
    set_absent (error);
    return NULL;
  }
  return last;
}

static const PoplensDerived derived_last = {"poplens-trace-last", trace_last_new, NULL,
                                            (GDestroyNotify) poplens_trace_last_free};

const PoplensTraceLast *
poplens_trace_last_of (PoplensReport *report, GCancellable *cancellable, GError **error)
{
  return poplens_report_derive (report, &derived_last, cancellable, error);
}

const PoplensTraceLast *
poplens_trace_last_peek (PoplensReport *report)
{
  return poplens_report_peek_derived (report, &derived_last);
}

/* ---- stragglers ------------------------------------------------------------------------------ */

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
  *note = g_strdup_printf (
      "%s %s %s steps, counted on each IPU; in %s several tiles are slowest.%s", what,
      poplens_format_count (rows, stragglers->rows), source.wanted.waits ? "waiting" : "work",
      poplens_format_count (ties, stragglers->ties), rest);
  return stragglers;
}
