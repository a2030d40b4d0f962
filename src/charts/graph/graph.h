/* GRAPH charts: boxes joined by lines. The kind is made with
 * poplens_chart_new (&poplens_graph_kind, title, n_items, unit, byte_unit); everything of
 * charts/core/chart.h holds, with these meanings:
 *
 *   item      what a box may stand for; its name is what poplens_chart_set_item_names() gives. One
 *             without a box is shown in that of another, or not at all
 *   series    the first has the values, which colour the boxes along the ramp of look.md 7; others
 *             are classes: see poplens_chart_set_graph_classes()
 *   view      .zoom around the place .column, .row of the graph
 *   group     a number by which whoever made the chart knows what a double click opens or closes
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
  guint32 enter; /* group that a double click opens; POPLENS_GRAPH_NONE */
  guint32 frame; /* in frames, the innermost around it; one that is not there: none */
  PoplensGraphLook look;
  guint n_copies; /* REPEATED: of how many it stands */
  double x, y;    /* middle: see poplens_graph_place() */
} PoplensGraphNode;

/* Boxes that belong together: what a group that was opened holds, what runs on one IPU. */
typedef struct {
  guint32 item;               /* that it is hit and selected as */
  guint32 group;              /* that a double click closes; POPLENS_GRAPH_NONE */
  guint32 parent;             /* in frames; POPLENS_GRAPH_NONE */
  char *title;                /* owned */
  double x, y, width, height; /* see poplens_graph_place() */
} PoplensGraphFrame;

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
  GArray *frames;       /* PoplensGraphFrame; one without boxes has no place */
  GArray *edges;        /* PoplensGraphEdge */
  GArray *points;       /* PoplensGraphPoint */
  double width, height; /* of all of it */
} PoplensGraph;

PoplensGraph *poplens_graph_new (void);
void poplens_graph_free (PoplensGraph *self);

/* Where boxes, frames, lines and labels lie: x to the right, y down, in pixels at full size. The
 * child is killed when @cancellable is, or after @seconds. Errors: ABSENT where graphviz is not
 * installed, or it did not answer in time; G_IO_ERROR_CANCELLED. */
gboolean poplens_graph_place (PoplensGraph *self, guint seconds, GCancellable *cancellable,
                              GError **error);

/* @graph: (transfer full); @shown: (transfer full): n_items from g_malloc: the node that shows an
 * item, or POPLENS_GRAPH_NONE. */
void poplens_chart_set_graph (PoplensChart *self, PoplensGraph *graph, guint32 *shown);

/* Boxes have the colour of a class, and not of their values. @series: (transfer full): n_items from
 * g_malloc: of each item one behind the first, or 0: none. */
void poplens_chart_set_graph_classes (PoplensChart *self, guint8 *series);

/* Boxes have the colours of a ramp up to @value, those with more that of its end: so that they keep
 * them where a group among them opens. Without it up to that of the dearest. */
void poplens_chart_set_graph_highest (PoplensChart *self, guint64 value);
guint64 poplens_chart_get_graph_highest (const PoplensChart *self);

/* The group that a double click on @item opens or closes. FALSE: none */
gboolean poplens_chart_get_graph_group (const PoplensChart *self, gsize item, guint *group);
/* The open group around @item, or the last one. FALSE: none is open */
gboolean poplens_chart_get_graph_around (const PoplensChart *self, gsize item, guint *group);

/* The item whose box lies beside that of @item in direction (@dx, @dy) of −1, 0 or 1; its own where
 * there is none, or both are 0. From what is not in view: that in the middle. */
gsize poplens_chart_layout_graph_neighbour (const PoplensChartLayout *self, gsize item, int dx,
                                            int dy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PoplensGraph, poplens_graph_free)

G_END_DECLS
