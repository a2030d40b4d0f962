/* PoplensPageView: shows the page of the session's location. Builds pages on a worker, keeps the
 * old one on the screen until the new one is ready, and shows progress meanwhile. */
#pragma once

#include <adwaita.h>

#include "app/page/page-bundle.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_VIEW (poplens_page_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageView, poplens_page_view, POPLENS, PAGE_VIEW, GtkWidget)

/* Signals: "toast" (char *text): a short message for the user ("Copied 12 rows"). "built" (): a
 * page was built, and is shown. */
GtkWidget *poplens_page_view_new (PoplensSession *session);
/* TRUE: following a link to another page does not move the focus there. For a card with several
 * links. */
void poplens_page_view_set_keeps_focus (PoplensPageView *self, gboolean keeps);
/* Returns the finding bar, above all pages. (transfer none) */
GtkWidget *poplens_page_view_get_finding (PoplensPageView *self);
/* Returns the bar that offers to load missing parts. The caller places it together with other bars
 * at the bottom of the page, so that they do not cover each other. (transfer none) */
GtkWidget *poplens_page_view_get_offer (PoplensPageView *self);
/* Focuses the page's search or filter field (Ctrl+F, /). FALSE if it has none. */
gboolean poplens_page_view_focus_search (PoplensPageView *self);
/* Focuses the page's chart. If the page has no chart, focuses its contents. If the page is being
 * built, waits until it is ready. */
void poplens_page_view_focus_content (PoplensPageView *self);
/* Returns the last build of page @page for the session's reports. (transfer none) (nullable): NULL
 * if the page was not built. */
PoplensPageBundle *poplens_page_view_get_bundle (PoplensPageView *self, PoplensPageId page);

/* Rebuilds all pages that were built, because files that failed may be readable now. */
void poplens_page_view_retry (PoplensPageView *self);

G_END_DECLS
