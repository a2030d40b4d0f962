/* TREEMAP charts: a tree as nested rectangles. The kind is made with
 * poplens_chart_new (&poplens_treemap_kind, title, n_items, unit, byte_unit); everything of
 * charts/core/chart.h holds, with these meanings:
 *
 *   item      a node of the tree; 0 is the root, which stands for all. Its name is what
 *             poplens_chart_set_item_names() gives
 *   series    gives a node its ink; its values are not used (pass NULL). One of kind
 *             POPLENS_SERIES_QUIET is a pale tint with an outline. What is of a hidden one is an
 *             empty frame
 *   view      .root: the node whose inside is shown
 *
 * A node's value is its own and those of all below it. Within a group areas are as values, within
 * the rounding to whole pixels; a group has a part for what is its own. Children that would be too
 * small to see are one cell, "12 more", which is their sum (and never too small itself). Nodes of
 * value 0 are not drawn. Groups with nothing but one child are drawn as that child: "a/b/c".
 *
 * The tree is sorted once, when it is set; a layout then costs pixels, not nodes. */
#pragma once

#include "charts/core/chart.h"

G_BEGIN_DECLS

/* A tree as nested rectangles. */
extern const PoplensChartKind poplens_treemap_kind;

#define POPLENS_TREEMAP_NONE G_MAXUINT32

/* ---- building -------------------------------------------------------------------------------- */

/* The tree, n_items entries each, (transfer full) from g_malloc. @parent: a node's parent comes
 * before it (others hang from the root); that of the root is not read. @own: what a node has beside
 * its children. @series: which of the chart's series gives the ink. Linear but for the sorting;
 * for a worker where nodes are many. */
void poplens_chart_set_treemap (PoplensChart *self, guint32 *parent, guint64 *own, guint8 *series);

/* For a chart whose colours and values say something else than areas do, a change: it has a legend,
 * @text stands below a node's name in place of its value, and @caption above the plot in place of
 * the value of the node that is shown. @data: (transfer full): freed with @free_data. */
void poplens_chart_set_treemap_texts (PoplensChart *self, PoplensItemNameFunc text,
                                      PoplensItemNameFunc caption, gpointer data,
                                      GDestroyNotify free_data);

/* ---- asking ---------------------------------------------------------------------------------- */

/* POPLENS_TREEMAP_NONE for the root. */
guint32 poplens_chart_get_treemap_parent (const PoplensChart *self, gsize item);
/* Its own and what is below it; G_MAXUINT64 where that is larger. */
guint64 poplens_chart_get_treemap_total (const PoplensChart *self, gsize item);
gboolean poplens_chart_is_treemap_group (const PoplensChart *self, gsize item);
/* Where a double click on @item leads from @root: the group that it is, or that holds it with
 * others. Groups with nothing but one child are passed. */
gsize poplens_chart_get_treemap_drill (const PoplensChart *self, gsize root, gsize item);
/* The group above @root that shows more. */
gsize poplens_chart_get_treemap_up (const PoplensChart *self, gsize root);

/* ---- layout ---------------------------------------------------------------------------------- */

/* "12 more in encoder", and their sum: what a POPLENS_CHART_HIT_MORE on group @item stands for.
 * (transfer full) */
char *poplens_chart_layout_describe_more (const PoplensChartLayout *self, gsize item);
/* The node of the cell beside that of @item, in direction (@dx, @dy) of −1, 0 or 1, as deep as it
 * or a leaf; that of its own cell where there is none, or both are 0. From what is not in view: the
 * largest part. */
gsize poplens_chart_layout_treemap_neighbour (const PoplensChartLayout *self, gsize item, int dx,
                                              int dy);

G_END_DECLS
