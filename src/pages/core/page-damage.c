/* Adds a notice about what is damaged or missing in a part that could otherwise be loaded. */
#include "pages/core/page-private.h"

void
poplens_page_add_damaged_lists (PoplensPage *page, const PoplensPageContext *context)
{
  const PoplensExecution *x = poplens_report_peek (context->report, POPLENS_PART_EXECUTION);
  gboolean shown =
      page->id == POPLENS_PAGE_SUMMARY || /* of the headline */
      poplens_page_parts_of_location (page->location) & POPLENS_PART_BIT (POPLENS_PART_EXECUTION);
  g_autofree char *text = x && shown ? poplens_execution_describe_damage (x) : NULL;

  if (text)
    poplens_page_add_notice (page, POPLENS_TONE_BAD, "damage", text);
}
