/* TREEMAP charts: a tree as nested rectangles. Create one by poplens_chart_new
 * (&poplens_treemap_kind, title, n_items, unit, byte_unit). The functions of charts/core/chart.h
 * use these terms:
 *
 *   item      a node of the tree; item 0 is the root
 *   series    gives nodes their colour; its values are NULL. Nodes of a POPLENS_SERIES_QUIET series
 *             are pale with an outline; nodes of a hidden series are empty frames
 *   view      .root is the node whose contents are shown
 *
 * The value of a node is its own value plus those of all its descendants. Areas are proportional to
 * values. A group has a cell for its own value, and one cell, "12 more", for all children that are
 * too small to see. A group with a single child and no own value is drawn as the child: "a/b/c".
 *
 * The tree is sorted once, when it is set. The time of a layout then depends on pixels, not on
 * nodes. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* Kind of charts that show a tree as nested rectangles. */
extern const PoplensChartKind poplens_treemap_kind;

#define POPLENS_TREEMAP_NONE G_MAXUINT32

/* ---- building -------------------------------------------------------------------------------- */

/* Sets the tree. All arrays: (transfer full): n_items entries from g_malloc (). @parent: a parent
 * comes before its children; any other node becomes a child of the root. @own: value of each node
 * without its children. @series: (nullable): series that gives each node its colour. Sorts all
 * nodes: call on a worker if there are many. */
void poplens_chart_set_treemap (PoplensChart *self, guint32 *parent, guint64 *own, guint8 *series);

/* Sets texts in place of values, for a chart that shows something else, such as a change. The chart
 * then has a legend. @text: shown below the name of a node. @caption: shown above the plot, for the
 * node in view. @data: (transfer full): freed by @free_data. */
void poplens_chart_set_treemap_texts (PoplensChart *self, PoplensItemNameFunc text,
                                      PoplensItemNameFunc caption, gpointer data,
                                      GDestroyNotify free_data);

/* ---- accessors ------------------------------------------------------------------------------- */

/* Returns the parent; POPLENS_TREEMAP_NONE for the root. */
guint32 poplens_chart_get_treemap_parent (const PoplensChart *self, gsize item);
/* Returns the value of @item plus all its descendants, saturated at G_MAXUINT64. */
guint64 poplens_chart_get_treemap_total (const PoplensChart *self, gsize item);
gboolean poplens_chart_is_treemap_group (const PoplensChart *self, gsize item);
/* Returns the node that a double click on @item opens: @item if it is a group, else the group that
 * contains it. Skips groups with a single child. */
gsize poplens_chart_get_treemap_drill (const PoplensChart *self, gsize root, gsize item);
/* Returns the nearest ancestor of @root whose total is larger than that of @root; 0 if there is
 * none. */
gsize poplens_chart_get_treemap_up (const PoplensChart *self, gsize root);

/* ---- layout ---------------------------------------------------------------------------------- */

/* Describes a POPLENS_CHART_HIT_MORE on group @item: "12 more in encoder", and their sum. (transfer
 * full) */
char *poplens_chart_layout_describe_more (const PoplensChartLayout *self, gsize item);
/* Returns the item of the next cell in direction (@dx, @dy), each −1, 0 or 1. That cell has the
 * same depth as the cell of @item, or is a leaf nearer to the root. If there is no such
 * cell, returns @item. If @item is not in view, returns the largest child of the shown root. */
gsize poplens_chart_layout_treemap_neighbour (const PoplensChartLayout *self, gsize item, int dx,
                                              int dy);

G_END_DECLS
