/* What of a trace a Place selects, and where a choice in its chart leads. */
#include "pages/page-private.h"

#include "tables/trace-place.h"

#include <math.h>

/* Cycles stay exact in a double below 2^53. */
#define MOST_CYCLES 9007199254740992.0

/* ---- "range": FROM-TO --------------------------------------------------------------------------
 */

PoplensPlace *
poplens_page_select_span (const PoplensPage *self, const PoplensPlace *place, double from,
                          double to)
{
  if (!(from < to))
    return poplens_place_with (place, "range", NULL);
  from = floor (CLAMP (from, 0, MOST_CYCLES));
  to = ceil (CLAMP (to, 0, MOST_CYCLES));
  g_autofree char *text = g_strdup_printf ("%.0f-%.0f", from, to);
  return poplens_place_with (place, "range", from < to ? text : NULL);
}

gboolean
poplens_page_selected_span (const PoplensPage *self, const PoplensPlace *place, double *from,
                            double *to)
{
  guint64 first, last;

  if (!poplens_trace_range_parse (poplens_place_get (place, "range"), &first, &last))
    return FALSE;
  *from = (double) first;
  *to = (double) last;
  return TRUE;
}

PoplensPlace *
poplens_page_toggle_group (const PoplensPage *self, const PoplensPlace *place, guint group)
{
  return poplens_place_ref ((PoplensPlace *) place);
}

PoplensPlace *
poplens_page_open_break (const PoplensPage *self, const PoplensPlace *place, guint index)
{
  return poplens_place_with (place, "fold", "no");
}

PoplensTable *
poplens_page_follow_view (PoplensReport *report, const PoplensPage *self, const PoplensBlock *block,
                          const PoplensPlace *place, GCancellable *cancellable, GError **error)
{
  return poplens_tables_build (block->key, report, place, cancellable, error);
}
