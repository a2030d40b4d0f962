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
/* TRUE: the focus stays where it is when a link to another page is followed, as in a card with
 * several links. */
void poplens_page_view_set_keeps_focus (PoplensPageView *self, gboolean keeps);
/* Returns the finding bar, above all pages. (transfer none) */
GtkWidget *poplens_page_view_get_finding (PoplensPageView *self);
/* Returns the bar that offers parts to load. The caller places it among the bars over the end of
 * the page, so that they do not cover each other. (transfer none) */
GtkWidget *poplens_page_view_get_offer (PoplensPageView *self);
/* Focuses the page's search or filter field (Ctrl+F, /). FALSE if it has none. */
gboolean poplens_page_view_focus_search (PoplensPageView *self);
/* Focuses the contents of the page, its chart if it has one; if it is being built, when it is
 * ready. */
void poplens_page_view_focus_content (PoplensPageView *self);
/* Returns the last built page of the session's reports. (transfer none) (nullable): NULL if it was
 * not built. */
PoplensPageBundle *poplens_page_view_get_bundle (PoplensPageView *self, PoplensPageId page);

/* Rebuilds pages that were built while something could not be read. */
void poplens_page_view_retry (PoplensPageView *self);

G_END_DECLS
