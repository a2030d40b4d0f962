/* TREEMAP: cells within cells, down to where they become too small to be told apart. */
#include "charts/treemap/treemap-private.h"

#include <math.h>

#define TOP_PADDING 6
/* What is above the cells of a group: its name, where there is room for one. */
#define HEADER 18
#define HEADER_WIDTH 44
#define HEADER_HEIGHT 46
/* Around the cells of a group, and the least room for them. */
#define PADDING 2
#define LEAST_INSIDE 12
/* Below these heights there is no room for the path, and for the legend. */
#define PATH_FROM 80
#define LEGEND_FROM 160
/* So often the smallest are merged one by one, then by halves. */
#define PATIENCE 8

void
poplens_treemap_layout_free (gpointer data)
{
  PoplensTreemapLayout *self = data;

  g_array_unref (self->cells);
  g_array_unref (self->places);
  g_free (self);
}

typedef struct {
  PoplensChartLayout *layout;
  const PoplensTreemapData *tree;
  GArray *parts; /* of PoplensTreemapPart: a stack, the parts of the groups that are open */
} Builder;

static int
thinner (const PoplensEdges *e)
{
  return (int) MIN (round (e->x1) - round (e->x0), round (e->y1) - round (e->y0));
}

/* ---- the parts of a group -------------------------------------------------------------------- */

/* The largest @n children, what is the group's own in its place among them, and the rest; that too
 * where the own is too little: @own_in_rest. */
static void
list_parts (Builder *self, guint32 group, guint32 n, guint start, gboolean own_in_rest)
{
  const PoplensTreemapData *tree = self->tree;
  guint32 count = poplens_treemap_count_children (tree, group);
  PoplensTreemapPart own = {(double) tree->own[group], {0}, group, POPLENS_TREEMAP_OWN};
  PoplensTreemapPart more = {0, {0}, group, POPLENS_TREEMAP_MORE};
  gboolean has_own = tree->own[group] > 0 && !own_in_rest;
  guint64 rest = tree->total[group] - tree->own[group];

  g_array_set_size (self->parts, start);
  for (guint32 i = 0; i < n; i++) {
    guint32 child = poplens_treemap_child (tree, group, i);
    PoplensTreemapPart part = {(double) tree->total[child], {0}, child, POPLENS_TREEMAP_LEAF};
    if (has_own && own.value >= part.value) {
      g_array_append_val (self->parts, own);
      has_own = FALSE;
    }
    g_array_append_val (self->parts, part);
    /* Sums that are cut off at 2^64 have less than their parts. */
    rest -= MIN (rest, tree->total[child]);
  }
  if (has_own)
    g_array_append_val (self->parts, own);
  more.value = (double) MAX (rest, n < count) + (own_in_rest ? own.value : 0);
  more.with_own = own_in_rest;
  if (n == count)
    more.kind = POPLENS_TREEMAP_OWN;
  if (n < count || own_in_rest)
    g_array_append_val (self->parts, more);
}

static PoplensTreemapPart *
part_at (const Builder *self, guint i)
{
  return &g_array_index (self->parts, PoplensTreemapPart, i);
}

/* The rest, which stands last, gets a strip of its own where its share is too thin to be seen. */
static void
place_parts (Builder *self, guint start, const PoplensEdges *inside)
{
  guint n = self->parts->len - start;
  PoplensTreemapPart *parts = part_at (self, start), *last = &parts[n - 1];
  PoplensEdges rest = *inside;

  poplens_treemap_squarify (parts, n, *inside);
  if ((last->kind != POPLENS_TREEMAP_MORE && !last->with_own) || n < 2 ||
      thinner (&last->edges) >= POPLENS_TREEMAP_LEAST_MORE)
    return;
  last->edges = *inside;
  if (inside->x1 - inside->x0 >= inside->y1 - inside->y0)
    rest.x1 = last->edges.x0 = inside->x1 - POPLENS_TREEMAP_LEAST_MORE;
  else
    rest.y1 = last->edges.y0 = inside->y1 - POPLENS_TREEMAP_LEAST_MORE;
  poplens_treemap_squarify (parts, n - 1, rest);
}

/* How many of the first @n children can be seen: those before the first that cannot. @own_is_seen:
 * known where all are. */
static guint32
count_seen (const Builder *self, guint start, guint32 n, gboolean *own_is_seen)
{
  guint32 seen = 0;

  *own_is_seen = TRUE;
  for (guint i = start; i < self->parts->len; i++) {
    const PoplensTreemapPart *part = part_at (self, i);
    if (part->kind == POPLENS_TREEMAP_OWN && thinner (&part->edges) < POPLENS_TREEMAP_LEAST_SIDE)
      *own_is_seen = FALSE;
    if (part->kind != POPLENS_TREEMAP_LEAF)
      continue;
    if (thinner (&part->edges) < POPLENS_TREEMAP_LEAST_SIDE)
      return seen;
    seen++;
  }
  return n;
}

/* Fills .parts from @start on. FALSE where no child can be seen for itself. */
static gboolean
divide (Builder *self, guint32 group, guint start, const PoplensEdges *inside)
{
  const PoplensTreemapData *tree = self->tree;
  guint32 low = 0, high = poplens_treemap_count_children (tree, group), n;
  double area = (inside->x1 - inside->x0) * (inside->y1 - inside->y0);
  double least = POPLENS_TREEMAP_LEAST_AREA * (double) tree->total[group] / MAX (area, 1);
  gboolean own_in_rest = FALSE, own_is_seen;

  while (low < high) {
    guint32 middle = low + (high - low) / 2;
    if ((double) tree->total[poplens_treemap_child (tree, group, middle)] >= least)
      low = middle + 1;
    else
      high = middle;
  }
  for (n = low, high = 0; n > 0; high++) {
    guint32 seen;
    list_parts (self, group, n, start, own_in_rest);
    place_parts (self, start, inside);
    seen = count_seen (self, start, n, &own_is_seen);
    if (seen == n && (own_is_seen || own_in_rest))
      return TRUE;
    if (seen == n)
      own_in_rest = TRUE;
    else
      n = high < PATIENCE ? seen : seen / 2;
  }
  return FALSE;
}

/* ---- cells ----------------------------------------------------------------------------------- */

static guint
add_cell (Builder *self, const PoplensTreemapPart *part, guint depth)
{
  const PoplensTreemapData *tree = self->tree;
  GArray *cells = poplens_treemap_layout (self->layout)->cells;
  PoplensTreemapCell cell = {.kind = part->kind,
                             .item = part->item,
                             .top = part->item,
                             .depth = depth,
                             .value = part->value,
                             .with_own = part->with_own,
                             .end = cells->len + 1,
                             .x0 = (int) round (part->edges.x0),
                             .y0 = (int) round (part->edges.y0),
                             .x1 = (int) round (part->edges.x1),
                             .y1 = (int) round (part->edges.y1)};

  if (cell.kind == POPLENS_TREEMAP_LEAF) {
    PoplensTreemapPlace place = {tree->deepest[cell.item], cells->len};
    cell.item = place.item;
    g_array_append_val (poplens_treemap_layout (self->layout)->places, place);
  }
  g_array_append_val (cells, cell);
  return cells->len - 1;
}

static PoplensTreemapCell *
cell_at (const Builder *self, guint i)
{
  return &g_array_index (poplens_treemap_layout (self->layout)->cells, PoplensTreemapCell, i);
}

static void add_parts (Builder *self, guint32 group, guint start, guint depth);

/* The inside of a cell, where it has one and there is room. */
static void
open_cell (Builder *self, guint i)
{
  PoplensTreemapCell *cell = cell_at (self, i);
  int width = cell->x1 - cell->x0, height = cell->y1 - cell->y0;
  int header = width >= HEADER_WIDTH && height >= HEADER_HEIGHT ? HEADER : 0;
  PoplensEdges inside = {cell->x0 + PADDING, cell->y0 + (header ? header : PADDING),
                         cell->x1 - PADDING, cell->y1 - PADDING};
  guint start = self->parts->len, depth = cell->depth + 1;
  guint32 item = cell->item;

  if (depth >= POPLENS_TREEMAP_DEEPEST || inside.x1 - inside.x0 < LEAST_INSIDE ||
      inside.y1 - inside.y0 < LEAST_INSIDE || !poplens_treemap_count_children (self->tree, item) ||
      !divide (self, item, start, &inside)) {
    g_array_set_size (self->parts, start);
    return;
  }
  cell->kind = POPLENS_TREEMAP_GROUP;
  cell->header = header;
  add_parts (self, item, start, depth);
  cell_at (self, i)->end = poplens_treemap_layout (self->layout)->cells->len;
}

/* Cells of .parts [start, …), which are taken from the stack. */
static void
add_parts (Builder *self, guint32 group, guint start, guint depth)
{
  guint end = self->parts->len;
  guint32 shown = 0;

  for (guint p = start; p < end; p++) {
    PoplensTreemapPart part = *part_at (self, p);
    guint i = add_cell (self, &part, depth);
    if (part.kind == POPLENS_TREEMAP_LEAF) {
      shown++;
      open_cell (self, i);
    } else if (part.kind == POPLENS_TREEMAP_MORE) {
      cell_at (self, i)->n = poplens_treemap_count_children (self->tree, group) - shown;
    }
  }
  g_array_set_size (self->parts, start);
}

/* A node without parts: the whole plot is one cell. */
static void
add_alone (Builder *self, guint32 root, const PoplensEdges *plot)
{
  PoplensTreemapPart part = {(double) self->tree->total[root], *plot, root, POPLENS_TREEMAP_LEAF};

  add_cell (self, &part, 0);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const PoplensTreemapPlace *) a)->item, y = ((const PoplensTreemapPlace *) b)->item;

  return x < y ? -1 : x > y;
}

static void
add_all (PoplensChartLayout *layout)
{
  const PoplensRect *plot = &layout->plot;
  PoplensEdges edges = {plot->x, plot->y, plot->x + plot->width, plot->y + plot->height};
  Builder self = {layout, poplens_treemap (layout->chart),
                  g_array_new (FALSE, FALSE, sizeof (PoplensTreemapPart))};
  guint32 root = poplens_treemap_layout (layout)->root;

  if (!poplens_treemap_count_children (self.tree, root)) {
    add_alone (&self, root, &edges);
  } else {
    if (!divide (&self, root, 0, &edges)) {
      list_parts (&self, root, 0, 0, self.tree->own[root] > 0);
      place_parts (&self, 0, &edges);
    }
    add_parts (&self, root, 0, 0);
  }
  g_array_unref (self.parts);
  g_array_sort (poplens_treemap_layout (layout)->places, compare_places);
}

void
poplens_treemap_lay_out (PoplensChartLayout *self)
{
  const PoplensTreemapData *tree = poplens_treemap (self->chart);
  double width = self->width - 2 * POPLENS_PADDING, y = TOP_PADDING;
  g_autofree char *reason = poplens_layout_empty_reason (self);
  PoplensTreemapLayout *t = self->data = g_new0 (PoplensTreemapLayout, 1);

  t->cells = g_array_new (FALSE, FALSE, sizeof (PoplensTreemapCell));
  t->places = g_array_new (FALSE, FALSE, sizeof (PoplensTreemapPlace));
  t->root = (guint32) self->view.root;
  if (!reason && !tree->total)
    reason = g_strdup ("No data");
  if (tree->text && self->height >= LEGEND_FROM)
    y += poplens_layout_legend (self, FALSE, POPLENS_PADDING, y, width, 0, POPLENS_LEGEND_ROWS);
  if (!reason && self->height >= PATH_FROM)
    y += poplens_treemap_add_path (self, y);
  self->plot =
      (PoplensRect){POPLENS_PADDING, y, MAX (width, 1), MAX (self->height - y - TOP_PADDING, 1)};
  if (!reason && !tree->total[t->root])
    reason = g_strdup ("All values are 0");
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  add_all (self);
  poplens_treemap_add_cells (self);
}
