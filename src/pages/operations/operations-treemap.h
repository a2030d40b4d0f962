/* The treemap of the Operations page: operations nested by the components of their names, with
 * areas by a metric. Source lines and the comparison of operations share parts of it. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "derived/operations/operations-source.h"
#include "derived/operations/sources-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Data behind the items of a treemap or graph. Each item is a node of .tree; the things of the tree
 * are rows of the operations or of the source lines. */
struct _PoplensOperationItems {
  PoplensPathTree *tree;
  PoplensReport *report;           /* report to which .source belongs */
  PoplensOperationSource source;   /* the operations, if .lines is NULL */
  const PoplensSourceLines *lines; /* (nullable) the source lines */
  const char *root_key; /* (nullable, static) key of the location that names the group in view;
                           NULL: the chart has no groups */
};
/* Creates items for operations; copies @source. (transfer full) */
PoplensOperationItems *poplens_operation_items_new (const PoplensOperationSource *source,
                                                    PoplensReport *report);
/* Creates items for a tree that has no rows: they serve only to find the group in view. (transfer
 * full) */
PoplensOperationItems *poplens_operation_items_of_tree (PoplensPathTree *tree,
                                                        PoplensReport *report);
void poplens_operation_items_free (PoplensOperationItems *self);

/* Adds the section "treemap" of the Operations page, and notices on values that it does not
 * draw. */
void poplens_operations_page_add_treemap (PoplensPage *page, const PoplensPageContext *context,
                                          const PoplensOperationSource *source,
                                          PoplensMetric metric);

/* Returns the chart unit for values of a metric. */
PoplensChartUnit poplens_operations_page_unit (PoplensMetric metric);

/* Adds a section with a treemap of @items, for operations and source lines alike. @items: (transfer
 * full); @own: (transfer full): [node] value; @rest: [node] TRUE if the node is neither an
 * operation nor a line, and is drawn pale; @whole: (static) name of the root */
void poplens_operations_page_add_parts (PoplensPage *page, PoplensOperationItems *items,
                                        const char *title, PoplensChartUnit unit, guint64 *own,
                                        const gboolean *rest, const char *whole);
/* Adds a switch that draws steps without a program, which wait. @cost: their cost; @total: cost of
 * all steps; @unit: unit of both. TRUE if the switch is on; otherwise also adds a notice. */
gboolean poplens_operations_page_wants_waiting (PoplensPage *page, guint64 cost, gint64 total,
                                                PoplensChartUnit unit);

/* Returns the item of the group that the location's key .root_key names; 0, the root, if there is
 * none. */
gsize poplens_operation_items_root (const PoplensOperationItems *self,
                                    const PoplensLocation *location);
/* Gives the item of the operation or line that @location selects. @item: (out). FALSE if it selects
 * none. */
gboolean poplens_operation_items_find (const PoplensOperationItems *self,
                                       const PoplensLocation *location, gsize *item);
/* Returns @location with the operation or line of @item selected; with none if the item is not one.
 * (transfer full) */
PoplensLocation *poplens_operation_items_select (const PoplensOperationItems *self,
                                                 const PoplensLocation *location, gsize item);

G_END_DECLS
