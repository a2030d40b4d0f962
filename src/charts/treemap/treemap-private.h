/* TREEMAP charts. Only for this library and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/treemap/treemap.h"

G_BEGIN_DECLS

/* Maximum depth of cells below the root of the view. */
#define POPLENS_TREEMAP_DEEPEST 64
/* Cells with a smaller area, in square pixels, are merged, or not opened. */
#define POPLENS_TREEMAP_LEAST_AREA 30
/* Cells that are thinner, in pixels, are merged. */
#define POPLENS_TREEMAP_LEAST_SIDE 2
/* Least thickness of "12 more", in pixels. */
#define POPLENS_TREEMAP_LEAST_MORE 5

typedef struct {
  guint32 *parent;
  guint64 *own, *total;
  guint8 *series;
  guint32 *first; /* [n_items + 1]: children of i are order[first[i]] … order[first[i + 1] − 1] */
  guint32 *order;                    /* nodes by parent, largest first */
  PoplensItemNameFunc text, caption; /* (nullable): texts for values; both or neither is set */
  gpointer text_data;
  GDestroyNotify free_text_data;
  guint32 *deepest; /* [n_items]: the node that is drawn in place of a node: for a group with a
                       single child, that child, and so on */
} PoplensTreemapData;

/* Returns the data of a TREEMAP chart. (nullable): NULL for other kinds. */
static inline PoplensTreemapData *
poplens_treemap (const PoplensChart *self)
{
  return self->kind == &poplens_treemap_kind ? self->data : NULL;
}

/* Returns the number of children with a value above 0. They come before all other children. */
guint32 poplens_treemap_count_children (const PoplensTreemapData *self, guint32 node);
static inline guint32
poplens_treemap_child (const PoplensTreemapData *self, guint32 node, guint32 i)
{
  return self->order[self->first[node] + i];
}
/* Returns "a/b/c": names from @top down to @node. @top: 0: without the name of the root. (transfer
 * full) */
char *poplens_treemap_path (const PoplensChart *self, guint32 top, guint32 node);
/* Returns the name of a node, or "node 12" if it has none. (transfer full) */
char *poplens_treemap_name (const PoplensChart *self, guint32 node);
/* Formats a share: "12.3 %", "< 0.1 %". */
const char *poplens_treemap_share (PoplensNumber buffer, double part, double whole);

/* ---- layout ---------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_TREEMAP_LEAF,  /* drawn as one cell: no children, or no space for them */
  POPLENS_TREEMAP_GROUP, /* contains other cells */
  POPLENS_TREEMAP_OWN,   /* the group's own value */
  POPLENS_TREEMAP_MORE,  /* children of the group that are too small for cells of their own */
} PoplensTreemapCellKind;

/* A cell of the layout. Cells are in depth-first order: the contents of cell i are cells i + 1 …
 * end − 1. */
typedef struct {
  PoplensTreemapCellKind kind;
  guint32 item;      /* node; for OWN and MORE: the group */
  guint32 top;       /* first of the groups with a single child that are drawn as this cell */
  gboolean with_own; /* MORE: includes the group's own value */
  guint32 n;         /* MORE: number of children */
  guint32 end;       /* index of the next cell outside of this one */
  guint depth;       /* 0: child of the root of the view */
  double value;
  int x0, y0, x1, y1; /* whole pixels */
  int header;         /* GROUP: pixels for its name at the top; 0: no name */
} PoplensTreemapCell;

typedef struct {
  guint32 root;
  GArray *cells;  /* of PoplensTreemapCell */
  GArray *places; /* of PoplensTreemapPlace, by item: LEAF and GROUP cells */
} PoplensTreemapLayout;

/* Returns the data of a layout of a TREEMAP chart. (nullable): NULL for other kinds. */
static inline PoplensTreemapLayout *
poplens_treemap_layout (const PoplensChartLayout *self)
{
  return self->chart->kind == &poplens_treemap_kind ? self->data : NULL;
}

typedef struct {
  guint32 item, cell;
} PoplensTreemapPlace;

void poplens_treemap_layout_free (gpointer data);
void poplens_treemap_lay_out (PoplensChartLayout *self);
/* Draws all cells and their labels (treemap-draw.c). */
void poplens_treemap_add_cells (PoplensChartLayout *self);
/* Returns the fill of a legend chip: that of the series' leaves (treemap-draw.c). */
PoplensColor poplens_treemap_chip (const PoplensChartLayout *self, guint series);
/* Return the fill of cells of @kind, and the colour of a label on a fill. */
PoplensColor poplens_treemap_fill (const PoplensChartLayout *self, PoplensTreemapCellKind kind,
                                   guint series);
PoplensColor poplens_treemap_label_color (PoplensColor fill);

static inline const PoplensTreemapCell *
poplens_treemap_cell (const PoplensChartLayout *self, guint i)
{
  const PoplensTreemapLayout *treemap = self->data;

  return &g_array_index (treemap->cells, PoplensTreemapCell, i);
}

typedef struct {
  double x0, y0, x1, y1;
} PoplensEdges;

/* A part of a group during layout. */
typedef struct {
  double value;
  PoplensEdges edges; /* set by poplens_treemap_squarify () */
  guint32 item;
  PoplensTreemapCellKind kind;
  gboolean with_own; /* MORE: includes the group's own value; OWN: is the last part */
} PoplensTreemapPart;

/* Divides @rest among @parts, proportionally to their values and in their order, with aspect ratios
 * near 1. Values must be above 0. Shared edges are exactly equal. */
void poplens_treemap_squarify (PoplensTreemapPart *parts, guint n, PoplensEdges rest);

G_END_DECLS
