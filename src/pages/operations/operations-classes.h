/* The graph of operations in the inks of time classes: which class most of an operation's time is
 * of. */
#pragma once

#include "analysis/operations/operation-graph.h"
#include "analysis/time/time.h"
#include "charts/graph/graph.h"
#include "derived/operations/operations-source.h"

G_BEGIN_DECLS

/* Whether the report tells the time of steps. FALSE with @error (nullable), which says why not. */
gboolean poplens_operations_has_time (PoplensReport *report, GCancellable *cancellable,
                                      GError **error);

/* Tile cycles by class of each operation of @source: of all IPUs while its steps bind them. *@time
 * lives as long as the report. NULL with @error. (transfer full) */
PoplensTimeClasses *poplens_operations_classes (PoplensReport *report,
                                                const PoplensOperationSource *source,
                                                const PoplensTime **time, GCancellable *cancellable,
                                                GError **error);

/* Colours the boxes of @chart, whose graph is @graph, and says what is in each box and frame.
 * @classes: by thing of @tree */
void poplens_operations_colour_classes (PoplensChart *chart, const PoplensGraph *graph,
                                        const PoplensPathTree *tree,
                                        const PoplensFoldedGraph *folded,
                                        const PoplensTimeClasses *classes, const PoplensTime *time);

G_END_DECLS
