/* TREEMAP charts. Only for this library and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/treemap/treemap.h"

G_BEGIN_DECLS

/* Maximum depth of cells below the root of the view. */
#define POPLENS_TREEMAP_DEEPEST 64
/* Least area of a cell, in square pixels. Smaller children of a group are merged. */
#define POPLENS_TREEMAP_LEAST_AREA 30
/* Least width and height of a cell, in pixels. Thinner cells are merged. */
#define POPLENS_TREEMAP_LEAST_SIDE 2
/* Least width and height in pixels of the cell for merged children, "12 more". */
#define POPLENS_TREEMAP_LEAST_MORE 5

typedef struct {
  guint32 *parent;
  guint64 *own, *total;
  guint8 *series;
  guint32 *first; /* [n_items + 1]: index in .order of the first child of each node */
  guint32 *
      order; /* all nodes except the root, by parent; children of a node are sorted largest first */
  PoplensItemNameFunc text, caption; /* (nullable): texts in place of values; .text and .caption are
                                        both set or both NULL */
  gpointer text_data;
  GDestroyNotify free_text_data;
  guint32 *deepest; /* [n_items]: for each node, the node that is drawn in its place. A group with a
                       single child and no own value is drawn as .deepest of the child. */
} PoplensTreemapData;

/* Returns the data of a TREEMAP chart. (nullable): NULL for other kinds. */
static inline PoplensTreemapData *
poplens_treemap (const PoplensChart *self)
{
  return self->kind == &poplens_treemap_kind ? self->data : NULL;
}

/* Returns the number of children of @node with a value above 0. They come before the children of
 * value 0. */
guint32 poplens_treemap_count_children (const PoplensTreemapData *self, guint32 node);
static inline guint32
poplens_treemap_child (const PoplensTreemapData *self, guint32 node, guint32 i)
{
  return self->order[self->first[node] + i];
}
/* Returns the names from @top down to @node, as "a/b/c". If @top is 0, the name of the root is left
 * out. (transfer full) */
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
  guint32 item; /* node; for OWN and MORE: the group */
  guint32
      top; /* first node of the path "a/b/c" that this cell stands for; .item is the last node */
  gboolean with_own; /* MORE: includes the group's own value */
  guint32 n;         /* of a MORE cell: number of children that it stands for */
  guint32 end;       /* index of the next cell outside of this one */
  guint depth;       /* number of cells that contain this cell */
  double value;
  int x0, y0, x1, y1; /* whole pixels */
  int header;         /* GROUP: pixels for its name at the top; 0: no name */
} PoplensTreemapCell;

typedef struct {
  guint32 root;
  GArray *cells;  /* of PoplensTreemapCell */
  GArray *places; /* of PoplensTreemapPlace, sorted by item, for cells of kind LEAF and GROUP */
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
/* Returns the fill of a legend chip. Leaves of the series have the same fill (treemap-draw.c). */
PoplensColor poplens_treemap_chip (const PoplensChartLayout *self, guint series);
/* Returns the fill of cells of @kind. */
PoplensColor poplens_treemap_fill (const PoplensChartLayout *self, PoplensTreemapCellKind kind,
                                   guint series);
/* Returns the colour of a label on a cell with that @fill. */
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

/* A part of a group while the group is divided: a child, the own value, or all small children. */
typedef struct {
  double value;
  PoplensEdges edges; /* set by poplens_treemap_squarify () */
  guint32 item;
  PoplensTreemapCellKind kind;
  gboolean with_own; /* MORE: the part includes the group's own value; OWN: it is the last part */
} PoplensTreemapPart;

/* Divides the rectangle @rest among @parts, in their order. Areas are proportional to values, with
 * aspect ratios near 1. Values must be above 0. Shared edges are exactly equal. */
void poplens_treemap_squarify (PoplensTreemapPart *parts, guint n, PoplensEdges rest);

G_END_DECLS
