/* PoplensPageDocument: a page of the layout DOCUMENT: sections below one another, scrolling. */
#pragma once

#include "app/page/page-widget.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_DOCUMENT (poplens_page_document_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageDocument, poplens_page_document, POPLENS, PAGE_DOCUMENT,
                      PoplensPageWidget)

G_END_DECLS
