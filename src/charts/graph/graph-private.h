/* GRAPH charts, for the files of this room and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/graph/graph.h"

G_BEGIN_DECLS

/* A box at full size, in pixels. */
#define POPLENS_GRAPH_WIDTH 140.0
#define POPLENS_GRAPH_HEIGHT 46.0
#define POPLENS_GRAPH_MOST_ZOOM 64
/* How far each of the two boxes behind one that repeats is aside, at full size. */
#define POPLENS_GRAPH_BEHIND 3

typedef struct {
  PoplensGraph *graph; /* NULL until it is set */
  guint32 *shown;
  guint8 *classes; /* NULL: values colour the boxes */
  guint64 highest; /* at the end of the ramp; 0: what the dearest box has */
} PoplensGraphData;

/* Of a GRAPH chart; NULL of another, or without a graph. */
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

/* What dot has to leave free around boxes, and above them for the title and what lies behind a box
 * that repeats. */
#define POPLENS_GRAPH_MARGIN 8
#define POPLENS_GRAPH_TITLE 24
/* Of those in no other, which are to be read from afar. */
#define POPLENS_GRAPH_OUTER_TITLE 32

/* Around boxes and frames that have their places. */
void poplens_graph_place_frames (PoplensGraph *self);
void poplens_graph_add_frames (PoplensChartLayout *self);

/* ---- layouts -----------------------------------------------------------------------------------
 */

typedef struct {
  double scale;     /* pixels of the plot a pixel of the graph */
  double left, top; /* of the graph, in pixels of the layout */
  double high;      /* value at the end of the ramp */
} PoplensGraphLayout;

static inline double
poplens_graph_behind (const PoplensChartLayout *self)
{
  return POPLENS_GRAPH_BEHIND * MIN (((const PoplensGraphLayout *) self->data)->scale, 1);
}

PoplensRect poplens_graph_rect (const PoplensChartLayout *self, guint32 node);
/* 0 … 1 along the ramp; FALSE where it has no value. */
gboolean poplens_graph_part (const PoplensChartLayout *self, guint32 node, double *part);
/* The series of its class; 0: it has none. */
guint poplens_graph_class (const PoplensChart *self, guint32 node);
/* Lines, boxes, labels and legend (graph-draw.c). */
void poplens_graph_add (PoplensChartLayout *self);
/* Returns: its height */
double poplens_graph_add_legend (PoplensChartLayout *self, double y);

G_END_DECLS
