/* GRAPH charts: boxes connected by lines. Make one by poplens_chart_new (&poplens_graph_kind,
 * title, n_items, unit, byte_unit); all of charts/core/chart.h applies, with these meanings:
 *
 *   item      what a box stands for, named by poplens_chart_set_item_names (). An item without a
 *             box is shown as part of another's, or not at all
 *   series    the first has the values, which colour boxes along the ramp of look.md 7; others are
 *             classes: see poplens_chart_set_graph_classes ()
 *   view      .zoom around point .column, .row of the graph
 *   group     a number that identifies, for the caller, what a double click opens or closes
 *
 * graphviz (`dot`) computes positions in a process of its own: do that on a worker. A layout only
 * scales them. */
#pragma once

#include "charts/core/chart.h"

#include <gio/gio.h>

G_BEGIN_DECLS

extern const PoplensChartKind poplens_graph_kind;

#define POPLENS_GRAPH_NONE G_MAXUINT32

typedef enum {
  POPLENS_GRAPH_PLAIN,
  POPLENS_GRAPH_GROUP,    /* a double click opens it */
  POPLENS_GRAPH_REPEATED, /* as GROUP, drawn as a stack of boxes */
} PoplensGraphLook;

typedef struct {
  guint32 item;
  guint32 enter; /* group that a double click opens; POPLENS_GRAPH_NONE: none */
  guint32 frame; /* index of the innermost frame around it; no valid index: none */
  PoplensGraphLook look;
  guint n_copies; /* REPEATED: number of boxes that it stands for */
  double x, y;    /* centre: see poplens_graph_place () */
} PoplensGraphNode;

/* A frame around boxes that belong together: contents of an open group, or what runs on one IPU. */
typedef struct {
  guint32 item;               /* item that a hit or a selection of the frame means */
  guint32 group;              /* group that a double click closes; POPLENS_GRAPH_NONE: none */
  guint32 parent;             /* index of the frame around it; POPLENS_GRAPH_NONE: none */
  char *title;                /* owned */
  double x, y, width, height; /* set by poplens_graph_place () */
} PoplensGraphFrame;

typedef struct {
  guint32 from, to; /* indices of nodes */
  gboolean returns; /* the line leads backwards: @to is not placed after @from */
  gboolean dotted;  /* uncertain dependency */
  char *label;      /* (nullable): owned */
  double label_x, label_y;
  guint first, n; /* range of points: Bézier curves from .from to .to */
} PoplensGraphEdge;

typedef struct {
  double x, y;
} PoplensGraphPoint;

typedef struct {
  GArray *nodes;        /* of PoplensGraphNode */
  GArray *frames;       /* of PoplensGraphFrame; a frame without boxes has no position */
  GArray *edges;        /* of PoplensGraphEdge */
  GArray *points;       /* of PoplensGraphPoint */
  double width, height; /* of the whole graph, in pixels at full size */
} PoplensGraph;

PoplensGraph *poplens_graph_new (void);
void poplens_graph_free (PoplensGraph *self);

/* Computes the positions of boxes, frames, lines and labels, in pixels at full size: x to the
 * right, y down. Kills the process if @cancellable is cancelled, or after @seconds. FALSE with
 * POPLENS_ERROR_ABSENT if graphviz is not installed or takes too long; G_IO_ERROR_CANCELLED. */
gboolean poplens_graph_place (PoplensGraph *self, guint seconds, GCancellable *cancellable,
                              GError **error);

/* Sets the graph. @graph: (transfer full). @shown: (transfer full): n_items entries from g_malloc
 * (): node that shows an item, or POPLENS_GRAPH_NONE. */
void poplens_chart_set_graph (PoplensChart *self, PoplensGraph *graph, guint32 *shown);

/* Colours boxes by class instead of by value. @series: (transfer full): n_items entries from
 * g_malloc (): series of the item's class, from 1; 0: none. */
void poplens_chart_set_graph_classes (PoplensChart *self, guint8 *series);

/* Sets the value of the end of the colour ramp, so that boxes keep their colours when a group is
 * opened. Higher values get the colour of the end. Default: the largest value of a box. */
void poplens_chart_set_graph_highest (PoplensChart *self, guint64 value);
guint64 poplens_chart_get_graph_highest (const PoplensChart *self);

/* Returns the group that a double click on @item opens or closes. FALSE if there is none. */
gboolean poplens_chart_get_graph_group (const PoplensChart *self, gsize item, guint *group);
/* Returns the open group around @item, else the last open one. FALSE if none is open. */
gboolean poplens_chart_get_graph_around (const PoplensChart *self, gsize item, guint *group);

/* Returns the item of the box next to that of @item in direction (@dx, @dy), each −1, 0 or 1; the
 * item of its own box if there is none, or if both are 0; the one nearest to the middle if @item
 * has no box. */
gsize poplens_chart_layout_graph_neighbour (const PoplensChartLayout *self, gsize item, int dx,
                                            int dy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGraph, poplens_graph_free)

G_END_DECLS
