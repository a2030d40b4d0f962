/* The Operations page by source code: files and lines instead of operations. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Adds the choice between both; TRUE: the location asks for source code. */
gboolean poplens_operations_page_add_grouping (PoplensPage *page);
gboolean poplens_operations_page_fill_sources (PoplensPage *page, const PoplensPageContext *context,
                                               GError **error);

G_END_DECLS
