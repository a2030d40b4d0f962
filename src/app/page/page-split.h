/* PoplensPageSplit: a page of the layout TABLE: choices, notices, a table in which a row is chosen,
 * and below it tables about that one as tabs. */
#pragma once

#include "app/page/page-widget.h"

G_BEGIN_DECLS

#define POPLENS_TYPE_PAGE_SPLIT (poplens_page_split_get_type ())
G_DECLARE_FINAL_TYPE (PoplensPageSplit, poplens_page_split, POPLENS, PAGE_SPLIT, PoplensPageWidget)

G_END_DECLS
