/* PoplensPageDocument: a page of the layout DOCUMENT: sections below one another, scrolling. */
#pragma once

#include "app/page/page-bundle.h"
#include "app/window/session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_DOCUMENT (poplens_page_document_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageDocument, poplens_page_document, POPLENS, PAGE_DOCUMENT, GtkWidget)

GtkWidget *poplens_page_document_new (PoplensSession *session);
/* Sections that were there before keep their widgets, folds and scroll positions. */
void poplens_page_document_show (PoplensPageDocument *self, PoplensPageBundle *bundle);
/* Sort and filter follow @location. */
void poplens_page_document_follow_location (PoplensPageDocument *self,
                                            const PoplensLocation *location);
gboolean poplens_page_document_focus_search (PoplensPageDocument *self);

G_END_DECLS
