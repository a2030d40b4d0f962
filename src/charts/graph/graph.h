/* GRAPH charts: boxes connected by lines. Make one by poplens_chart_new (&poplens_graph_kind,
 * title, n_items, unit, byte_unit). Functions of charts/core/chart.h have these meanings:
 *
 *   item      what a box stands for, named by poplens_chart_set_item_names (). An item without a
 *             box is shown by the box of another item, or not at all.
 *   series    the values of the first series colour the boxes; other series are classes: see
 *             poplens_chart_set_graph_classes ()
 *   view      .zoom around point .column, .row of the graph
 *   group     the number of a set of boxes that a double click opens or closes; chosen by the
 *             caller
 *
 * A process of graphviz (`dot`) computes positions, which takes time: call poplens_graph_place ()
 * on a worker. A layout only scales these positions. */
#pragma once

#include "charts/core/chart.h"

#include <gio/gio.h>

G_BEGIN_DECLS

extern const PoplensChartKind poplens_graph_kind;

#define POPLENS_GRAPH_NONE G_MAXUINT32

typedef enum {
  POPLENS_GRAPH_PLAIN,
  POPLENS_GRAPH_GROUP,    /* a box that a double click opens */
  POPLENS_GRAPH_REPEATED, /* a GROUP that stands for several equal groups; drawn as a stack of boxes
                           */
} PoplensGraphLook;

typedef struct {
  guint32 item;
  guint32 enter; /* group that a double click opens; POPLENS_GRAPH_NONE: none */
  guint32 frame; /* index of the innermost frame around the box; POPLENS_GRAPH_NONE: none */
  PoplensGraphLook look;
  guint n_copies; /* REPEATED: number of equal boxes that this box stands for */
  double x, y;    /* centre of the box, set by poplens_graph_place () */
} PoplensGraphNode;

/* A frame around boxes that belong together: contents of an open group, or what runs on one IPU. */
typedef struct {
  guint32 item;               /* item that a click on the frame selects */
  guint32 group;              /* group that a double click closes; POPLENS_GRAPH_NONE: none */
  guint32 parent;             /* index of the frame around this frame; POPLENS_GRAPH_NONE: none */
  char *title;                /* owned */
  double x, y, width, height; /* set by poplens_graph_place () */
} PoplensGraphFrame;

typedef struct {
  guint32 from, to; /* indices of nodes */
  gboolean returns; /* the line leads backwards: node .to is not placed after node .from */
  gboolean dotted;  /* uncertain dependency */
  char *label;      /* (nullable): owned */
  double label_x, label_y;
  guint first, n; /* range in .points: Bézier curves from node .from to node .to */
} PoplensGraphEdge;

typedef struct {
  double x, y;
} PoplensGraphPoint;

typedef struct {
  GArray *nodes;        /* of PoplensGraphNode */
  GArray *frames;       /* of PoplensGraphFrame; a frame without boxes has no position */
  GArray *edges;        /* of PoplensGraphEdge */
  GArray *points;       /* of PoplensGraphPoint */
  double width, height; /* size of the whole graph, in pixels at full size */
} PoplensGraph;

PoplensGraph *poplens_graph_new (void);
void poplens_graph_free (PoplensGraph *self);

/* Computes the positions of boxes, frames, lines and labels, in pixels at full size. Runs graphviz
 * for at most @seconds. FALSE with POPLENS_ERROR_ABSENT if graphviz is not installed, fails or
 * takes too long. FALSE with G_IO_ERROR_CANCELLED if the call is cancelled. */
gboolean poplens_graph_place (PoplensGraph *self, guint seconds, GCancellable *cancellable,
                              GError **error);

/* Sets the graph. @graph: (transfer full). @shown: (transfer full): n_items entries from g_malloc
 * (): index of the node that shows the item, or POPLENS_GRAPH_NONE. */
void poplens_chart_set_graph (PoplensChart *self, PoplensGraph *graph, guint32 *shown);

/* Colours boxes by class instead of by value. @series: (transfer full): n_items entries from
 * g_malloc (): index of the series that is the item's class; 0: no class. */
void poplens_chart_set_graph_classes (PoplensChart *self, guint8 *series);

/* Sets the value at the end of the colour scale, so that boxes keep their colours when a group is
 * opened. Higher values get the colour at the end. Default: the largest value of a box. */
void poplens_chart_set_graph_highest (PoplensChart *self, guint64 value);
guint64 poplens_chart_get_graph_highest (const PoplensChart *self);

/* Returns the group that a double click on @item opens or closes. FALSE if there is none. */
gboolean poplens_chart_get_graph_group (const PoplensChart *self, gsize item, guint *group);
/* Returns the innermost open group around @item. If @item is outside of all open groups, returns
 * the group of the last frame that has one. FALSE if no group is open. */
gboolean poplens_chart_get_graph_around (const PoplensChart *self, gsize item, guint *group);

/* Returns the item of the next box in direction (@dx, @dy) from the box of @item. @dx, @dy: −1, 0
 * or 1. If there is no next box, returns the item of the same box. If @item has no box, returns the
 * item of the box nearest to the middle. */
gsize poplens_chart_layout_graph_neighbour (const PoplensChartLayout *self, gsize item, int dx,
                                            int dy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGraph, poplens_graph_free)

G_END_DECLS
