/* PoplensPageChapters: what a page can be about, as a row of buttons of which one is down.
 *
 * Signal "choice" (char *key, char *value): another one was chosen. */
#pragma once

#include <gtk/gtk.h>

#include "pages/core/page.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_CHAPTERS (poplens_page_chapters_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageChapters, poplens_page_chapters, POPLENS, PAGE_CHAPTERS, GtkWidget)

GtkWidget *poplens_page_chapters_new (void);
/* The control of @page that is its chapters; hidden where there is none. TRUE: another one stands
 * than before. */
gboolean poplens_page_chapters_show (GtkWidget *widget, const PoplensPage *page);

G_END_DECLS
