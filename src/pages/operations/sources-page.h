/* The Operations page by source code: files and lines instead of operations. */
#pragma once

#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* In the order of the choice. */
typedef enum {
  POPLENS_OPERATIONS_BY_OPERATION,
  POPLENS_OPERATIONS_BY_SOURCE,
  POPLENS_OPERATIONS_AS_GRAPH,
} PoplensOperationsView;

/* Adds the choice; what the location asks for. */
PoplensOperationsView poplens_operations_page_add_grouping (PoplensPage *page);
gboolean poplens_operations_page_fill_sources (PoplensPage *page, const PoplensPageContext *context,
                                               GError **error);

G_END_DECLS
