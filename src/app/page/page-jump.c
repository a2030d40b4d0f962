#include "app/page/page-jump.h"

#include "app/page/page-tables.h"

gboolean
poplens_page_jump (PoplensSession *session, char letter)
{
  static const struct {
    PoplensPageId page;
    char letter;
    const char *jump;
  } jumps[] = {
      {POPLENS_PAGE_LIVENESS, 'p', "peak"},           {POPLENS_PAGE_LIVENESS, 'j', "next-peak"},
      {POPLENS_PAGE_LIVENESS, 'k', "previous-peak"},  {POPLENS_PAGE_LIVENESS, 't', "next-touch"},
      {POPLENS_PAGE_LIVENESS, 'r', "previous-touch"}, {POPLENS_PAGE_TRACE, 'l', "next-longer"},
      {POPLENS_PAGE_TRACE, 'L', "previous-longer"},   {POPLENS_PAGE_TRACE, 'p', "next-run"},
      {POPLENS_PAGE_TRACE, 'P', "previous-run"},      {POPLENS_PAGE_TRACE, 'x', "next-wait"},
      {POPLENS_PAGE_TRACE, 'X', "previous-wait"}};
  PoplensPageId page = poplens_location_get_page (poplens_session_get_location (session));

  for (guint i = 0; i < G_N_ELEMENTS (jumps); i++)
    if (jumps[i].page == page && jumps[i].letter == letter) {
      poplens_page_set_key (session, "jump", jumps[i].jump, TRUE);
      return TRUE;
    }
  return FALSE;
}

void
poplens_page_end_jump (GtkWidget *view, PoplensSession *session, const PoplensPage *page)
{
  for (guint i = 0; i < page->sections->len; i++) {
    const PoplensSection *section = page->sections->pdata[i];
    if (section->kind == POPLENS_SECTION_NOTICE && !g_strcmp0 (section->key, "jump"))
      poplens_page_toast (view, section->text);
  }
  /* One that led nowhere is over too: the location is copied, and kept. */
  g_autoptr (PoplensLocation) done = poplens_location_with (page->location, "jump", NULL);
  poplens_session_adjust (session, done);
}
