/* The notices above a chart. Warnings are always open; notes are behind a button at the end of
 * their line, and stay open or closed as the user left them. A note that is the only notice is
 * open, too. */
#pragma once

#include "app/window/session.h"
#include "pages/core/page.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *poplens_page_notices_new (void); /* (floating) */
/* Hides itself where @page has none. */
void poplens_page_notices_show (GtkWidget *self, PoplensSession *session, const PoplensPage *page);
/* What a partial page waits for: not among them. (nullable) */
const char *poplens_page_partial_text (const PoplensPage *page);

G_END_DECLS
