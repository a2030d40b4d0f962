/* The treemap of the Operations page: operations along the names of their paths, as large as a
 * metric. */
#pragma once

#include "analysis/operations/path-tree.h"
#include "derived/operations/operations-source.h"
#include "derived/operations/sources-source.h"
#include "pages/core/page-private.h"

G_BEGIN_DECLS

/* What the items of the chart are: nodes of the tree, whose things are rows of the operations, or
 * of the lines of source code. */
struct _PoplensOperationItems {
  PoplensPathTree *tree;
  PoplensReport *report;           /* that the source is of */
  PoplensOperationSource source;   /* what the rows are … */
  const PoplensSourceLines *lines; /* … or these; NULL: operations */
  const char *root_key; /* (static): the key of the location that names the group in view; NULL:
                         * there is none */
};
/* Of operations. (transfer full) */
PoplensOperationItems *poplens_operation_items_new (const PoplensOperationSource *source,
                                                    PoplensReport *report);
/* Of a tree of which no row is an operation: only the group in view is asked of it. (transfer full)
 */
PoplensOperationItems *poplens_operation_items_of_tree (PoplensPathTree *tree,
                                                        PoplensReport *report);
void poplens_operation_items_free (PoplensOperationItems *self);

/* Adds the section "treemap", and notices on what it cannot show. */
void poplens_operations_page_add_treemap (PoplensPage *page, const PoplensPageContext *context,
                                          const PoplensOperationSource *source,
                                          PoplensMetric metric);

/* What values of a metric are. */
PoplensChartUnit poplens_operations_page_unit (PoplensMetric metric);

/* Its parts, which all treemaps of the page share. @items: (transfer full); @own: (transfer full)
 * by node; @rest: by node: belongs to no part, drawn quiet; @whole: the name of all */
void poplens_operations_page_add_parts (PoplensPage *page, PoplensOperationItems *items,
                                        const char *title, PoplensChartUnit unit, guint64 *own,
                                        const gboolean *rest, const char *whole);
/* Whether steps without a program, @cost of @total, are to be drawn; where not, that is said. @unit
 * of both. */
gboolean poplens_operations_page_wants_waiting (PoplensPage *page, guint64 cost, gint64 total,
                                                PoplensChartUnit unit);

/* The item that the location's .root_key names, 0 where there is no such item or key. */
gsize poplens_operation_items_root (const PoplensOperationItems *self,
                                    const PoplensLocation *location);
/* The item of the location's "operation" or "line". FALSE: none is asked for */
gboolean poplens_operation_items_find (const PoplensOperationItems *self,
                                       const PoplensLocation *location, gsize *item);
/* @location with the operation or line of @item, which may have none: then without. (transfer full)
 */
PoplensLocation *poplens_operation_items_select (const PoplensOperationItems *self,
                                                 const PoplensLocation *location, gsize item);

G_END_DECLS
