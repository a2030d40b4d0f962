/* The treemap of the Operations page: operations nested by the components of their names. The area
 * is a metric such as cycles. Other treemaps use parts of this file. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "derived/operations/operations-source.h"
#include "derived/operations/sources-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* Data behind the items of a treemap or graph. Each item is a node of .tree; each operation or
 * source line has one node. */
struct _PoplensOperationItems {
  PoplensPathTree *tree;
  PoplensReport *report;           /* report to which .source belongs */
  PoplensOperationSource source;   /* the operations, if .lines is NULL */
  const PoplensSourceLines *lines; /* (nullable) the source lines */
  const char *root_key; /* (nullable, static) key of the location that names the group to zoom to;
                           NULL: the chart cannot zoom */
};
/* Creates items for operations; copies @source. (transfer full) */
PoplensOperationItems *poplens_operation_items_new (const PoplensOperationSource *source,
                                                    PoplensReport *report);
/* Creates items of @tree without operations or lines. Only poplens_operation_items_root () works
 * with them. (transfer full) */
PoplensOperationItems *poplens_operation_items_of_tree (PoplensPathTree *tree,
                                                        PoplensReport *report);
void poplens_operation_items_free (PoplensOperationItems *self);

/* Adds the section "treemap" of the Operations page, and notices on values that are not drawn. */
void poplens_operations_page_add_treemap (PoplensPage *page, const PoplensPageContext *context,
                                          const PoplensOperationSource *source,
                                          PoplensMetric metric);

/* Returns the chart unit for values of a metric. */
PoplensChartUnit poplens_operations_page_unit (PoplensMetric metric);

/* Adds a section with a treemap of operations or source lines. @items, @own: (transfer full); @own:
 * [node] value; @rest: [node] TRUE: neither an operation nor a line, drawn in a pale colour;
 * @whole: (static) name of the root */
void poplens_operations_page_add_parts (PoplensPage *page, PoplensOperationItems *items,
                                        const char *title, PoplensChartUnit unit, guint64 *own,
                                        const gboolean *rest, const char *whole);
/* Adds the switch that draws steps without a program, which wait. TRUE if the switch is on. If it
 * is off, adds a notice. @cost: cost of these steps; @total: cost of all steps; @unit: unit of
 * both */
gboolean poplens_operations_page_wants_waiting (PoplensPage *page, guint64 cost, gint64 total,
                                                PoplensChartUnit unit);

/* Returns the item of the group that the location's key .root_key names; 0, the root, if there is
 * none. */
gsize poplens_operation_items_root (const PoplensOperationItems *self,
                                    const PoplensLocation *location);
/* Finds the item of the operation or line that @location selects. FALSE if @location selects
 * neither. @item: (out) */
gboolean poplens_operation_items_find (const PoplensOperationItems *self,
                                       const PoplensLocation *location, gsize *item);
/* Returns @location with the operation or line of @item selected. Clears the selection if @item is
 * neither. (transfer full) */
PoplensLocation *poplens_operation_items_select (const PoplensOperationItems *self,
                                                 const PoplensLocation *location, gsize item);

G_END_DECLS
