/* TREEMAP charts, for the files of this room and its tests. */
#pragma once

#include "charts/core/layout-private.h"
#include "charts/treemap/treemap.h"

G_BEGIN_DECLS

/* Cells are not opened deeper than this below the root of the view. */
#define POPLENS_TREEMAP_DEEPEST 64
/* A cell of less is merged with others, or not opened: square pixels. */
#define POPLENS_TREEMAP_LEAST_AREA 30
/* … and one that is thinner. */
#define POPLENS_TREEMAP_LEAST_SIDE 2
/* "12 more" is never thinner. */
#define POPLENS_TREEMAP_LEAST_MORE 5

typedef struct {
  guint32 *parent;
  guint64 *own, *total;
  guint8 *series;
  guint32 *first; /* n_items + 1: children of i are order[first[i]] … order[first[i + 1] − 1] */
  guint32 *order; /* largest first */
  PoplensItemNameFunc text, caption; /* (nullable): both or none */
  gpointer text_data;
  GDestroyNotify free_text_data;
  guint32 *deepest; /* the node that is drawn for it: below groups with nothing but one child */
} PoplensTreemapData;

/* Of a TREEMAP chart; NULL of another. */
static inline PoplensTreemapData *
poplens_treemap (const PoplensChart *self)
{
  return self->kind == &poplens_treemap_kind ? self->data : NULL;
}

/* Children of @node with a value: the first so many of it. */
guint32 poplens_treemap_count_children (const PoplensTreemapData *self, guint32 node);
static inline guint32
poplens_treemap_child (const PoplensTreemapData *self, guint32 node, guint32 i)
{
  return self->order[self->first[node] + i];
}
/* "a/b/c": the names from @top down to @node; with 0 all but the root's. (transfer full) */
char *poplens_treemap_path (const PoplensChart *self, guint32 top, guint32 node);
/* Never NULL. (transfer full) */
char *poplens_treemap_name (const PoplensChart *self, guint32 node);
/* "12.3 %", "< 0.1 %" */
const char *poplens_treemap_share (PoplensNumber buffer, double part, double whole);

/* ---- layout ---------------------------------------------------------------------------------- */

typedef enum {
  POPLENS_TREEMAP_LEAF,  /* drawn as one: there is nothing below it, or no room for that */
  POPLENS_TREEMAP_GROUP, /* other cells are in it */
  POPLENS_TREEMAP_OWN,   /* what the group has beside its children */
  POPLENS_TREEMAP_MORE,  /* children of the group that are too small for cells of their own */
} PoplensTreemapCellKind;

/* Cells stand in the order of a walk: the inside of cell i is i + 1 … end − 1. */
typedef struct {
  PoplensTreemapCellKind kind;
  guint32 item; /* node; of OWN and MORE the group */
  guint32 top;  /* the first of the groups that it is drawn for, with nothing but one child each */
  gboolean with_own; /* MORE: what is the group's own is in it too */
  guint32 n;         /* MORE: how many */
  guint32 end;       /* the next cell that is not in it */
  guint depth;       /* 0: below the root of the view */
  double value;
  int x0, y0, x1, y1; /* whole pixels */
  int header;         /* GROUP: its height, or 0 */
} PoplensTreemapCell;

typedef struct {
  guint32 root;
  GArray *cells;  /* of PoplensTreemapCell */
  GArray *places; /* of PoplensTreemapPlace, by item: LEAF and GROUP cells */
} PoplensTreemapLayout;

/* Of a TREEMAP chart's; NULL of another's. */
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
/* Boxes and labels of all cells (treemap-draw.c). */
void poplens_treemap_add_cells (PoplensChartLayout *self);
/* What the legend fills a chip with: as the leaves of a series are (treemap-draw.c). */
PoplensColor poplens_treemap_chip (const PoplensChartLayout *self, guint series);
/* What cells of @kind are filled with, and a label on that. */
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

/* One part of a group while it is laid out. */
typedef struct {
  double value;
  PoplensEdges edges; /* filled by squarify */
  guint32 item;
  PoplensTreemapCellKind kind;
  gboolean with_own; /* MORE: the group's own is in it; OWN: it stands last */
} PoplensTreemapPart;

/* Divides @rest among @parts as their values are, in their order, as square as that allows. Values
 * are above 0. Edges that parts share are the same numbers. */
void poplens_treemap_squarify (PoplensTreemapPart *parts, guint n, PoplensEdges rest);

G_END_DECLS
