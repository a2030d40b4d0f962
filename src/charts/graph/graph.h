/* GRAPH charts: boxes joined by lines. The kind is made with
 * poplens_chart_new (&poplens_graph_kind, title, n_items, unit, byte_unit); everything of
 * charts/core/chart.h holds, with these meanings:
 *
 *   item      what a box may stand for; its name is what poplens_chart_set_item_names() gives. One
 *             without a box is shown in that of another, or not at all
 *   series    one, whose values colour the boxes along the ramp of look.md 7
 *   view      .zoom around the place .column, .row of the graph; .root: the item whose inside is
 *             shown, which whoever made the chart put into the graph
 *
 * Where boxes lie is worked out by graphviz (`dot`) in a process of its own, for a worker; a layout
 * then only scales. */
#pragma once

#include "charts/core/chart.h"

#include <gio/gio.h>

G_BEGIN_DECLS

extern const PoplensChartKind poplens_graph_kind;

#define POPLENS_GRAPH_NONE G_MAXUINT32

typedef enum {
  POPLENS_GRAPH_PLAIN,
  POPLENS_GRAPH_GROUP,    /* a double click shows what is in it */
  POPLENS_GRAPH_REPEATED, /* the same, drawn as several behind one another */
} PoplensGraphLook;

typedef struct {
  guint32 item;
  guint32 enter; /* item whose inside a double click shows; POPLENS_GRAPH_NONE */
  PoplensGraphLook look;
  guint n_copies; /* REPEATED: of how many it stands */
  double x, y;    /* middle: see poplens_graph_place() */
} PoplensGraphNode;

typedef struct {
  guint32 from, to; /* in nodes */
  gboolean returns; /* leads back along the graph: it does not put @to behind @from */
  gboolean dotted;  /* is not certain */
  char *label;      /* (nullable): owned */
  double label_x, label_y;
  guint first, n; /* in points: of Bézier curves, from @from to @to */
} PoplensGraphEdge;

typedef struct {
  double x, y;
} PoplensGraphPoint;

typedef struct {
  GArray *nodes;        /* PoplensGraphNode */
  GArray *edges;        /* PoplensGraphEdge */
  GArray *points;       /* PoplensGraphPoint */
  double width, height; /* of all of it */
} PoplensGraph;

PoplensGraph *poplens_graph_new (void);
void poplens_graph_free (PoplensGraph *self);

/* Where boxes, lines and labels lie: x to the right, y down, in pixels at full size. The child is
 * killed when @cancellable is, or after @seconds. Errors: ABSENT where graphviz is not installed,
 * or it did not answer in time; G_IO_ERROR_CANCELLED. */
gboolean poplens_graph_place (PoplensGraph *self, guint seconds, GCancellable *cancellable,
                              GError **error);

/* @graph: (transfer full); @shown, @up: (transfer full): n_items from g_malloc: the node that shows
 * an item, or POPLENS_GRAPH_NONE; and the item whose inside holds it. */
void poplens_chart_set_graph (PoplensChart *self, PoplensGraph *graph, guint32 *shown, guint32 *up);

/* Where a double click on @item leads; @root where it leads nowhere. */
gsize poplens_chart_get_graph_inside (const PoplensChart *self, gsize root, gsize item);
gsize poplens_chart_get_graph_up (const PoplensChart *self, gsize item);

/* The item whose box lies beside that of @item in direction (@dx, @dy) of −1, 0 or 1; its own where
 * there is none, or both are 0. From what is not in view: that in the middle. */
gsize poplens_chart_layout_graph_neighbour (const PoplensChartLayout *self, gsize item, int dx,
                                            int dy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGraph, poplens_graph_free)

G_END_DECLS
