/* Adds notices about what is damaged: lists in a part that could otherwise be loaded, and a
 * debug.cbor that tables of the page went without. */
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

static gboolean
has_notice (const PoplensPage *page, const char *text)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = g_ptr_array_index (page->sections, i);
    if (section->kind == POPLENS_SECTION_NOTICE && !g_strcmp0 (section->text, text))
      return TRUE;
  }
  return FALSE;
}

static void
add_unread_debug (PoplensPage *page, PoplensReport *report)
{
  const char *why = report ? poplens_report_peek_damage (report, POPLENS_PART_DEBUG) : NULL;

  if (why && !has_notice (page, why))
    poplens_page_add_standing (page, POPLENS_TONE_WARNING, "damage", why);
}

void
poplens_page_add_unread_debug (PoplensPage *page, PoplensReport *report)
{
  g_autoptr (PoplensReport) other = poplens_report_ref_other (report);

  add_unread_debug (page, report);
  add_unread_debug (page, other);
}
