/* What stands in for a page until the parts that it needs are read. */
#include "pages/page-private.h"

#include <string.h>

/* What is in view, and how: it is the same for steps that are there as for those that are not. All
 * else may ask for what only all of them can tell. */
static gboolean
is_plain (const PoplensPlace *place)
{
  static const char *const odd[] = {"operation", "fold", "jump"};

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    if (poplens_place_get (place, odd[i]))
      return FALSE;
  return g_strcmp0 (poplens_place_get (place, "view"), "blocks") != 0;
}

PoplensPage *
poplens_page_build_first (PoplensReport *report, const PoplensPlace *place, PoplensByteUnit unit,
                          const PoplensWork *work)
{
  PoplensByteUnit its_unit = poplens_page_unit_of (place, unit);
  PoplensPageContext context = {report, place, its_unit, work ? work->cancellable : NULL,
                                work,   TRUE};
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  if (poplens_place_get_page (place) != POPLENS_PAGE_TRACE || other || !is_plain (place))
    return NULL;
  g_autoptr (PoplensPage) page = poplens_page_new (place, its_unit);
  page->usable = poplens_place_ref ((PoplensPlace *) place);
  return poplens_trace_page_fill_ends (page, &context) ? g_steal_pointer (&page) : NULL;
}

gboolean
poplens_page_may_come_first (PoplensReport *report, const PoplensPlace *place)
{
  return poplens_place_get_page (place) == POPLENS_PAGE_TRACE &&
         !poplens_report_peek (report, POPLENS_PART_EXECUTION);
}
