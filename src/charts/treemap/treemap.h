/* TREEMAP charts: a tree as nested rectangles. Make one by poplens_chart_new
 * (&poplens_treemap_kind, title, n_items, unit, byte_unit); all of charts/core/chart.h applies,
 * with these meanings:
 *
 *   item      a node of the tree; 0 is the root, the whole. Names come from
 *             poplens_chart_set_item_names ()
 *   series    gives nodes their ink; its values are not used (pass NULL). A series of kind
 *             POPLENS_SERIES_QUIET is a pale tint with an outline. Nodes of a hidden series are
 *             empty frames
 *   view      .root: the node whose contents are shown
 *
 * A node's value is its own plus those of all its descendants. In a group, areas are proportional
 * to values, except for rounding to whole pixels; a group has a cell for its own value. Children
 * that would be too small form one cell, "12 more", with their sum, which is never too small
 * itself. Nodes of value 0 are not drawn. Groups with a single child and no own value are drawn as
 * that child: "a/b/c".
 *
 * The tree is sorted once, when it is set; after that, the time of a layout depends on pixels, not
 * on nodes. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* A tree as nested rectangles. */
extern const PoplensChartKind poplens_treemap_kind;

#define POPLENS_TREEMAP_NONE G_MAXUINT32

/* ---- building -------------------------------------------------------------------------------- */

/* Sets the tree: arrays of n_items entries, (transfer full) from g_malloc (). @parent: parents come
 * before their children (other nodes become children of the root); that of the root is ignored.
 * @own: value of the node without its children. @series: (nullable): series of the chart that gives
 * the ink. Takes linear time plus sorting: call on a worker if there are many nodes. */
void poplens_chart_set_treemap (PoplensChart *self, guint32 *parent, guint64 *own, guint8 *series);

/* Sets texts for a chart whose colours or values do not follow from its areas, such as a change: it
 * gets a legend; @text is shown below a node's name in place of its value, and @caption above the
 * plot in place of the value of the shown node. @data: (transfer full): freed by @free_data. */
void poplens_chart_set_treemap_texts (PoplensChart *self, PoplensItemNameFunc text,
                                      PoplensItemNameFunc caption, gpointer data,
                                      GDestroyNotify free_data);

/* ---- accessors ------------------------------------------------------------------------------- */

/* Returns the parent; POPLENS_TREEMAP_NONE for the root. */
guint32 poplens_chart_get_treemap_parent (const PoplensChart *self, gsize item);
/* Returns the value of @item plus all its descendants, saturated at G_MAXUINT64. */
guint64 poplens_chart_get_treemap_total (const PoplensChart *self, gsize item);
gboolean poplens_chart_is_treemap_group (const PoplensChart *self, gsize item);
/* Returns the node that a double click on @item opens: the group that it is, or the group that
 * contains it. Skips groups with a single child. */
gsize poplens_chart_get_treemap_drill (const PoplensChart *self, gsize root, gsize item);
/* Returns the nearest ancestor of @root that contains more than @root does. Skips groups with a
 * single child. */
gsize poplens_chart_get_treemap_up (const PoplensChart *self, gsize root);

/* ---- layout ---------------------------------------------------------------------------------- */

/* Describes a POPLENS_CHART_HIT_MORE on group @item: "12 more in encoder", and their sum. (transfer
 * full) */
char *poplens_chart_layout_describe_more (const PoplensChartLayout *self, gsize item);
/* Returns the node of the cell next to that of @item in direction (@dx, @dy), each −1, 0 or 1: of
 * the same depth, or a leaf above. Returns the node of its own cell if there is none, or if both
 * are 0; the largest child if @item is not in view. */
gsize poplens_chart_layout_treemap_neighbour (const PoplensChartLayout *self, gsize item, int dx,
                                              int dy);

G_END_DECLS
