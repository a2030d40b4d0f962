/* GRAPH charts. Only for this library and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/graph/graph.h"

G_BEGIN_DECLS

/* Width and height of a box at full size, in pixels. */
#define POPLENS_GRAPH_WIDTH 140.0
#define POPLENS_GRAPH_HEIGHT 46.0
#define POPLENS_GRAPH_MOST_ZOOM 64
/* Offset between the boxes of the stack that shows a REPEATED box, in pixels at full size. */
#define POPLENS_GRAPH_BEHIND 3

typedef struct {
  PoplensGraph *graph; /* (nullable): NULL until it is set */
  guint32 *shown;
  guint8 *classes; /* (nullable): [n_items]: class of each item; NULL: no classes */
  guint64 highest; /* value at the end of the colour scale; 0: the largest value of a box */
} PoplensGraphData;

/* Returns the data of a GRAPH chart. (nullable): NULL for other kinds, or if no graph is set. */
static inline PoplensGraphData *
poplens_graph_data (const PoplensChart *self)
{
  PoplensGraphData *data = self->kind == &poplens_graph_kind ? self->data : NULL;

  return data && data->graph ? data : NULL;
}

static inline const PoplensGraphNode *
poplens_graph_node (const PoplensChart *self, guint32 node)
{
  return &g_array_index (poplens_graph_data (self)->graph->nodes, PoplensGraphNode, node);
}

static inline PoplensGraphFrame *
poplens_graph_frame_at (const PoplensGraph *self, guint32 frame)
{
  return &g_array_index (self->frames, PoplensGraphFrame, frame);
}

/* ---- frames (graph-chart.c) ------------------------------------------------------------------ */

/* Pixels between a frame and the boxes in it, at the sides and below. */
#define POPLENS_GRAPH_MARGIN 8
/* Pixels between the upper edge of an inner frame and its boxes. This space is for the title, and
 * for the stack behind a REPEATED box. */
#define POPLENS_GRAPH_TITLE 24
/* Pixels between the upper edge of an outermost frame and its boxes. The title in this space should
 * be readable from a distance. */
#define POPLENS_GRAPH_OUTER_TITLE 32

/* Computes the position of each frame from the known positions of the boxes and frames in it. */
void poplens_graph_place_frames (PoplensGraph *self);
void poplens_graph_add_frames (PoplensChartLayout *self);

/* ---- layouts --------------------------------------------------------------------------------- */

typedef struct {
  double scale;     /* pixels of the plot per pixel of the graph */
  double left, top; /* upper left corner of the graph, in pixels of the layout */
  double high;      /* value at the end of the colour scale */
} PoplensGraphLayout;

static inline double
poplens_graph_behind (const PoplensChartLayout *self)
{
  return POPLENS_GRAPH_BEHIND * MIN (((const PoplensGraphLayout *) self->data)->scale, 1);
}

PoplensRect poplens_graph_rect (const PoplensChartLayout *self, guint32 node);
/* Returns the position of a node's value on the colour scale, 0 … 1. FALSE if the node has no
 * value. */
gboolean poplens_graph_part (const PoplensChartLayout *self, guint32 node, double *part);
/* Returns the index of the series that is the class of a node; 0 if the node has no class. */
guint poplens_graph_class (const PoplensChart *self, guint32 node);
/* Adds lines, boxes, labels and legend (graph-draw.c). */
void poplens_graph_add (PoplensChartLayout *self);
/* Adds the legend. Returns its height. */
double poplens_graph_add_legend (PoplensChartLayout *self, double y);

G_END_DECLS
