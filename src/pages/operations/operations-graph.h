/* The graph of the Operations page: its edges lead from each operation to those that use its
 * results. */
#pragma once

#include "pages/operations/operations-treemap.h"

G_BEGIN_DECLS

/* Adds the section "graph" with its chart, its controls, and notices on what it cannot show. FALSE
 * with @error only if nothing more can be read. */
gboolean poplens_operations_page_add_graph (PoplensPage *page, const PoplensPageContext *context,
                                            const PoplensOperationSource *source,
                                            PoplensMetric metric, GError **error);

G_END_DECLS
