/* The graph of the Operations page: its edges lead from each operation to those that use its
 * results. */
#pragma once

#include "pages/operations/operations-treemap.h"

G_BEGIN_DECLS

/* Adds the section "graph": chart, controls, and notices on what the chart leaves out. FALSE with
 * @error if reading is interrupted. */
gboolean poplens_operations_page_add_graph (PoplensPage *page, const PoplensPageContext *context,
                                            const PoplensOperationSource *source,
                                            PoplensMetric metric, GError **error);

G_END_DECLS
