/* PoplensPageSplit: a page of the layout TABLE: choices, notices, a table in which a row is chosen,
 * and below it tables about that one as tabs. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_SPLIT (poplens_page_split_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageSplit, poplens_page_split, POPLENS, PAGE_SPLIT, GtkWidget)

GtkWidget *poplens_page_split_new (PoplensSession *session);
/* Tables that were there before keep their widgets. */
void poplens_page_split_show (PoplensPageSplit *self, PoplensPageBundle *bundle);
/* What is chosen, tab, sort and filter follow @location; nothing is built but tabs. */
void poplens_page_split_follow_location (PoplensPageSplit *self, const PoplensLocation *location);
/* The choices of the toolbar follow @location at once, while what they ask for is being built. */
void poplens_page_split_follow_controls (PoplensPageSplit *self, const PoplensLocation *location);
gboolean poplens_page_split_focus_search (PoplensPageSplit *self);
void poplens_page_split_focus (PoplensPageSplit *self);

G_END_DECLS
