/* PoplensPageView: shows the page of the session's location, whichever page that is. It builds
 * pages on a worker, keeps the old one on screen until the new one is there, and shows progress
 * meanwhile. */
#pragma once

#include <adwaita.h>

#include "app/page/page-bundle.h"
#include "app/window/session.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_VIEW (poplens_page_view_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageView, poplens_page_view, POPLENS, PAGE_VIEW, GtkWidget)

/* Signal "toast" (char *text): something worth a short message ("Copied 12 rows"). Signal "built":
 * a page was built, and is shown. */
GtkWidget *poplens_page_view_new (PoplensSession *session);
/* Whether the focus stays where it is when a link to another page is followed: a card has several
 * that one goes through. */
void poplens_page_view_set_keeps_focus (PoplensPageView *self, gboolean keeps);
/* The finding bar, above all pages. (transfer none) */
GtkWidget *poplens_page_view_get_finding (PoplensPageView *self);
/* The bar that offers parts to load. The caller puts it among the bars over the end of the page, so
 * that none covers another. (transfer none) */
GtkWidget *poplens_page_view_get_offer (PoplensPageView *self);
/* Puts the keyboard into the page's search or filter field (Ctrl+F, /); FALSE where it has none. */
gboolean poplens_page_view_focus_search (PoplensPageView *self);
/* Puts it onto what the page shows, its chart if it has one; where the page is being built, when it
 * is there. */
void poplens_page_view_focus_content (PoplensPageView *self);
/* The page as it was built last of the session's reports; NULL: it was not. (transfer none) */
PoplensPageBundle *poplens_page_view_get_bundle (PoplensPageView *self, PoplensPageId page);

/* Builds pages anew that were built while something could not be read. */
void poplens_page_view_retry (PoplensPageView *self);

G_END_DECLS
