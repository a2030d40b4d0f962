#include "tables/trace-place.h"

#include "base/error.h"

#include <math.h>
#include <string.h>

#define MOST_CYCLES (G_GUINT64_CONSTANT (1) << 53)

gboolean
poplens_trace_range_parse (const char *text, guint64 *from, guint64 *to)
{
  const char *dash = text ? strchr (text, '-') : NULL;
  g_autofree char *first = dash ? g_strndup (text, (gsize) (dash - text)) : NULL;

  return dash && g_ascii_string_to_unsigned (first, 10, 0, MOST_CYCLES, from, NULL) &&
         g_ascii_string_to_unsigned (dash + 1, 10, 0, MOST_CYCLES, to, NULL) && *from < *to;
}

gboolean
poplens_trace_place_range (const PoplensPlace *place, const PoplensExecution *execution,
                           guint64 *from, guint64 *to, PoplensTraceWhich *which, GError **error)
{
  double low = 0, high = (double) execution->total_cycles;
  gboolean is_trace = place && poplens_place_get_page (place) == POPLENS_PAGE_TRACE;

  *which = POPLENS_TRACE_SELECTED;
  if (is_trace && poplens_trace_range_parse (poplens_place_get (place, "range"), from, to))
    return TRUE;
  *which = POPLENS_TRACE_ALL;
  if (is_trace) {
    gboolean has_from = poplens_place_get_double (place, "from", &low);
    gboolean has_to = poplens_place_get_double (place, "to", &high);
    *which = has_from || has_to ? POPLENS_TRACE_IN_VIEW : POPLENS_TRACE_ALL;
  }
  if (high < low) {
    g_set_error (error, POPLENS_ERROR, POPLENS_ERROR_USAGE,
                 "the range of cycles ends at %.0f, before it begins at %.0f", high, low);
    return FALSE;
  }
  /* Whole cycles, those at the edges of the view included. */
  *from = (guint64) floor (CLAMP (low, 0, (double) MOST_CYCLES));
  *to = (guint64) ceil (CLAMP (high, 0, (double) MOST_CYCLES));
  return TRUE;
}
