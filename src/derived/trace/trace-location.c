/* Reads the keys of the trace page from locations, and makes links to executed steps and
 * programs. */
#include "derived/trace/trace-location.h"

#include "base/error.h"
#include "base/format.h"
#include "base/search.h"
#include "base/typed.h"
#include "derived/scope.h"
#include "model/cycle-range.h"
#include "model/location-keys.h"
#include "model/programs.h"

#include <math.h>
#include <string.h>

gboolean
poplens_trace_location_range (const PoplensLocation *location, const PoplensExecution *execution,
                              guint64 *from, guint64 *to, PoplensTraceWhich *which, GError **error)
{
  double low = 0, high = (double) execution->total_cycles;
  gboolean is_trace = location && poplens_location_get_page (location) == POPLENS_PAGE_TRACE;

  *which = POPLENS_TRACE_SELECTED;
  const char *range = is_trace ? poplens_location_get (location, "range") : NULL;
  if (range)
    return poplens_trace_range_parse (range, from, to, error);
  *which = POPLENS_TRACE_ALL;
  if (is_trace) {
    gboolean has_from = poplens_location_get_double (location, "from", &low);
    gboolean has_to = poplens_location_get_double (location, "to", &high);
    *which = has_from || has_to ? POPLENS_TRACE_IN_VIEW : POPLENS_TRACE_ALL;
  }
  if (high < low) {
    PoplensNumber end, begin;
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "invalid range of cycles: the end %s is before the begin %s",
                 poplens_format_fixed (end, high, 0), poplens_format_fixed (begin, low, 0));
    return FALSE;
  }
  /* Round to whole cycles, including those that are partly in view. */
  *from = (guint64) floor (CLAMP (low, 0, (double) POPLENS_MOST_CYCLES));
  *to = (guint64) ceil (CLAMP (high, 0, (double) POPLENS_MOST_CYCLES));
  return TRUE;
}

/* ---- steps ----------------------------------------------------------------------------------- */

gboolean
poplens_trace_location_ipu (const PoplensLocation *location, const PoplensExecution *execution,
                            int *ipu, GError **error)
{
  const char *text = location && poplens_location_get_page (location) == POPLENS_PAGE_TRACE
                         ? poplens_location_get (location, "ipu")
                         : NULL;
  guint64 number;

  *ipu = -1;
  if (!text || !strcmp (text, "all"))
    return TRUE;
  if (!poplens_typed_unsigned (text, 0, G_MAXUINT16, &number) || number >= execution->n_ipus) {
    poplens_scope_refuse ("IPU", text, execution->n_ipus, error);
    return FALSE;
  }
  if (!execution->ipu_seen[number]) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE, "no steps recorded on IPU %s", text);
    return FALSE;
  }
  *ipu = (int) number;
  return TRUE;
}

gboolean
poplens_trace_find_executed (const PoplensExecution *execution, const char *text, guint32 *step)
{
  guint64 id;

  if (!text || !poplens_typed_unsigned (text, 0, G_MAXUINT32, &id))
    return FALSE;
  *step = poplens_execution_find_step (execution, (guint32) id);
  return *step != G_MAXUINT32;
}

void
poplens_trace_rows_of (const PoplensExecution *execution, guint32 step, guint32 *first,
                       guint32 *end)
{
  *first = (guint32) poplens_count_below_u32 (execution->row_step, execution->n_rows, step);
  *end = *first;
  while (*end < execution->n_rows && execution->row_step[*end] == step)
    (*end)++;
}

PoplensLocation *
poplens_trace_chart_location (const PoplensLocation *location)
{
  static const char *const cycles[] = {"ipu", "from", "to"};
  PoplensLocation *result = poplens_location_new (POPLENS_PAGE_TRACE);

  if (!location || poplens_location_get_page (location) != POPLENS_PAGE_TRACE)
    return result;
  for (guint i = 0; i < G_N_ELEMENTS (cycles); i++) {
    g_autoptr (PoplensLocation) old = result;
    result = poplens_location_with (old, cycles[i], poplens_location_get (location, cycles[i]));
  }
  g_autoptr (PoplensLocation) range = result;
  PoplensLocation *drawn = poplens_location_with_role (range, location, POPLENS_KEY_DRAWS);
  /* Remove by=finding, which selects rows of a table. On the page Programs, "by" selects a
   * grouping, and "finding" is not one. */
  if (!g_strcmp0 (poplens_location_get (drawn, "by"), "finding")) {
    g_autoptr (PoplensLocation) of_finding = drawn;
    drawn = poplens_location_with (of_finding, "by", NULL);
  }
  return drawn;
}

PoplensLocation *
poplens_trace_keep_chart (const PoplensLocation *link, const PoplensLocation *left)
{
  if (!left || poplens_location_get_page (link) != POPLENS_PAGE_TRACE ||
      poplens_location_get_page (left) != POPLENS_PAGE_TRACE ||
      !poplens_location_get (link, "executed") || poplens_location_get (link, "view"))
    return poplens_location_on_page (link, poplens_location_get_page (link));
  g_autoptr (PoplensLocation) drawn = poplens_location_with_role (link, left, POPLENS_KEY_DRAWS);
  return poplens_location_add_role (drawn, link, POPLENS_KEY_DRAWS);
}

/* Finds the cycles from the first start to the last end of the step's rows. FALSE if no tile was
 * active in any of them. */
static gboolean
find_extent (const PoplensExecution *x, guint32 step, guint64 *from, guint64 *to)
{
  guint32 first, end;

  *from = G_MAXUINT64;
  *to = 0;
  poplens_trace_rows_of (x, step, &first, &end);
  for (guint32 r = first; r < end; r++)
    if (x->row_from[r] != G_MAXUINT64) {
      *from = MIN (*from, x->row_from[r]);
      *to = MAX (*to, poplens_execution_row_to (x, r));
    }
  return *from <= *to;
}

char *
poplens_trace_step_link (const PoplensExecution *execution, guint32 step,
                         const PoplensLocation *location, gboolean with_view)
{
  g_autofree char *id = g_strdup_printf ("%u", poplens_execution_step_id (execution, step));
  g_autoptr (PoplensLocation) chart = poplens_trace_chart_location (location);
  g_autoptr (PoplensLocation) link = poplens_location_with (chart, "executed", id);
  guint64 from, to, beside;

  if (!with_view || !find_extent (execution, step, &from, &to))
    return poplens_location_to_string (link);
  /* Show as many cycles on each side as the step is long. */
  beside = MAX (to - from, 100);
  g_autoptr (PoplensLocation) begins =
      poplens_location_with_double (link, "from", (double) (from > beside ? from - beside : 0));
  g_autoptr (PoplensLocation) ends =
      poplens_location_with_double (begins, "to", (double) (to + beside));
  return poplens_location_to_string (ends);
}

char *
poplens_trace_program_link (guint32 program, const PoplensLocation *location)
{
  g_autofree char *id = g_strdup_printf ("%u", program);
  g_autoptr (PoplensLocation) chart = poplens_trace_chart_location (location);
  const char *range = location && poplens_location_get_page (location) == POPLENS_PAGE_TRACE
                          ? poplens_location_get (location, "range")
                          : NULL;
  g_autoptr (PoplensLocation) with_range = poplens_location_with (chart, "range", range);
  g_autoptr (PoplensLocation) link = poplens_location_with (with_range, "program", id);

  return poplens_location_to_string (link);
}
