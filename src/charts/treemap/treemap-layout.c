/* Lays out a treemap: the path at the top, and nested cells, down to the smallest visible ones. */
#include "charts/treemap/treemap-private.h"

#include "base/search.h"

#include <math.h>

/* ---- the path -------------------------------------------------------------------------------- */

/* Height in pixels of the row above the treemap. It has the path from the root to the shown node,
 * and the value of that node. */
#define HEIGHT 26
#define GAP 6
#define NAME_MOST 220
/* Maximum fraction of the width for the value of the shown node. */
#define VALUE_PART 0.45
/* Fraction of the width for a caption in place of the value. A caption also uses the space that the
 * names of the path leave free. */
#define CAPTION_PART 0.6
#define BETWEEN "›"

/* Maximum number of names; longer paths show only their end. */
#define MOST_NAMES 32

typedef struct {
  guint32 node;
  char *name;
  double width;
} PathCrumb;

static void
crumb_clear (gpointer data)
{
  g_free (((PathCrumb *) data)->name);
}

static PathCrumb
crumb_for (const PoplensChartLayout *self, guint32 node)
{
  PathCrumb crumb = {node, poplens_treemap_name (self->chart, node), 0};

  crumb.width =
      MIN (ceil (poplens_chart_text_width (self, crumb.name, POPLENS_TEXT_LABEL)), NAME_MOST);
  return crumb;
}

/* Returns the nodes from the shown node up to the root. (transfer full) */
static GArray *
list_crumbs (const PoplensChartLayout *self)
{
  GArray *crumbs = g_array_new (FALSE, FALSE, sizeof (PathCrumb));
  guint32 node = poplens_treemap_layout (self)->root;

  g_array_set_clear_func (crumbs, crumb_clear);
  for (; node && crumbs->len < MOST_NAMES; node = poplens_treemap (self->chart)->parent[node]) {
    PathCrumb crumb = crumb_for (self, node);
    g_array_append_val (crumbs, crumb);
  }
  PathCrumb root = crumb_for (self, 0);
  g_array_append_val (crumbs, root);
  return crumbs;
}

/* Returns the text beside the path: "12.3 MiB · 34 % of total", or the chart's own caption.
 * (transfer full) */
static char *
value_text (const PoplensChart *chart, guint32 root)
{
  const PoplensTreemapData *tree = poplens_treemap (chart);
  PoplensNumber value, share;

  if (tree->caption)
    return tree->caption (tree->text_data, root);
  poplens_chart_format_value (chart, value, tree->total[root]);
  if (!root)
    return g_strdup (value);
  return g_strdup_printf (
      "%s · %s of total", value,
      poplens_treemap_share (share, (double) tree->total[root], (double) tree->total[0]));
}

/* Adds the value or caption of the shown node at the right. Returns the x at which the path must
 * end. @names: width of all names of the path. */
static double
treemap_layout_add_value (PoplensChartLayout *self, double names, double y)
{
  const PoplensTreemapData *tree = poplens_treemap (self->chart);
  double most = self->width * VALUE_PART;

  if (tree->caption)
    most = MAX (self->width * CAPTION_PART, self->width - 2 * POPLENS_PADDING - names - 2 * GAP);
  PoplensTextSpec spec = {self->width - POPLENS_PADDING,
                          y,
                          1,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          MAX (most, 1),
                          PANGO_ELLIPSIZE_END};
  g_autofree char *text = value_text (self->chart, poplens_treemap_layout (self)->root);

  return poplens_layout_text (self, text, &spec).x - 2 * GAP;
}

static double
treemap_layout_add_text (PoplensChartLayout *self, const char *text, double x, double y,
                         double most, PoplensInk ink)
{
  PoplensTextSpec spec = {x, y, 0, POPLENS_TEXT_LABEL, ink, most, PANGO_ELLIPSIZE_MIDDLE};

  return ceil (poplens_layout_text (self, text, &spec).width);
}

static double
add_crumb (PoplensChartLayout *self, const PathCrumb *crumb, double x, double y, double most)
{
  gboolean here = crumb->node == poplens_treemap_layout (self)->root;
  double width = treemap_layout_add_text (self, crumb->name, x, y, MIN (most, NAME_MOST),
                                          here ? POPLENS_INK_FOREGROUND : POPLENS_INK_SELECTION);

  if (!here)
    poplens_layout_zone (self, (PoplensRect){x - 3, y - HEIGHT / 2, width + 6, HEIGHT},
                         POPLENS_CHART_HIT_PATH, (int) crumb->node);
  return width;
}

/* Adds the path above the plot. Returns its height. */
static double
treemap_add_path (PoplensChartLayout *self, double top)
{
  g_autoptr (GArray) crumbs = list_crumbs (self);
  double between = ceil (poplens_chart_text_width (self, BETWEEN, POPLENS_TEXT_LABEL)) + 2 * GAP;
  double y = top + HEIGHT / 2 - 2, x = POPLENS_PADDING, room;
  double sum = -between;
  for (guint c = 0; c < crumbs->len; c++)
    sum += g_array_index (crumbs, PathCrumb, c).width + between;
  double right = treemap_layout_add_value (self, sum, y);
  const PathCrumb *root = &g_array_index (crumbs, PathCrumb, crumbs->len - 1);
  guint n = 0;

  /* Show the root, and as many of the last names as fit. */
  for (room = right - x - root->width - 2 * between; n + 1 < crumbs->len; n++) {
    room -= g_array_index (crumbs, PathCrumb, n).width + between;
    if (room < 0 && n)
      break;
  }
  x += add_crumb (self, root, x, y, MAX (right - x, 20));
  if (n + 1 < crumbs->len)
    x += between + treemap_layout_add_text (self, BETWEEN " …", x + GAP, y, 0, POPLENS_INK_DIM) -
         GAP;
  while (n-- > 0 && x + between + 20 < right) {
    treemap_layout_add_text (self, BETWEEN, x + GAP, y, 0, POPLENS_INK_DIM);
    x += between;
    x += add_crumb (self, &g_array_index (crumbs, PathCrumb, n), x, y, MAX (right - x, 20));
  }
  return HEIGHT;
}

/* ---- squarified rectangles ------------------------------------------------------------------- */

/* Squarified treemap (Bruls, Huizing and van Wijk): areas are proportional to values, in the given
 * order, with aspect ratios as near to 1 as possible. */

/* Returns the worst aspect ratio of the rectangles in a row along @side. @least, @most: smallest
 * and largest area. @sum: area of the row. */
static double
worst_ratio (double least, double most, double sum, double side)
{
  double thick = sum / side;

  return MAX (most / (thick * thick), thick * thick / least);
}

/* Chooses the parts, from @from on, that form the next row along the shorter side. Returns the end
 * of these parts. @sum: (out): their total value. */
static guint
choose_row (const PoplensTreemapPart *parts, guint from, guint n, double scale, double side,
            double *sum)
{
  double least = parts[from].value * scale, most = least,
         now = worst_ratio (least, most, least, side);
  guint end = from + 1;

  *sum = parts[from].value;
  for (; end < n; end++) {
    double area = parts[end].value * scale;
    double lower = MIN (least, area), upper = MAX (most, area);
    double next = worst_ratio (lower, upper, *sum * scale + area, side);
    if (next > now)
      break;
    now = next;
    least = lower;
    most = upper;
    *sum += parts[end].value;
  }
  return end;
}

/* Divides @row among parts [@from, @end), whose total value is @sum. Adjacent parts share an edge.
 * The last part ends exactly at the edge of @row. */
static void
place_row (PoplensTreemapPart *parts, guint from, guint end, double sum, const PoplensEdges *row,
           gboolean down)
{
  double low = down ? row->y0 : row->x0, high = down ? row->y1 : row->x1, at = low, so_far = 0;

  for (guint i = from; i < end; i++) {
    double next = high;
    so_far += parts[i].value;
    if (i + 1 < end)
      next = MIN (low + (high - low) * (so_far / sum), high);
    parts[i].edges = down ? (PoplensEdges){row->x0, at, row->x1, next}
                          : (PoplensEdges){at, row->y0, next, row->y1};
    at = next;
  }
}

void
poplens_treemap_squarify (PoplensTreemapPart *parts, guint n, PoplensEdges rest)
{
  double left = 0;

  for (guint i = 0; i < n; i++)
    left += parts[i].value;
  for (guint from = 0, end; from < n; from = end) {
    double width = rest.x1 - rest.x0, height = rest.y1 - rest.y0, sum, part;
    gboolean down = width >= height;
    PoplensEdges row = rest;
    if (!(width > 0) || !(height > 0) || !(left > 0)) {
      end = from + 1;
      parts[from].edges = (PoplensEdges){rest.x0, rest.y0, rest.x0, rest.y0};
      continue;
    }
    end = choose_row (parts, from, n, width * height / left, down ? height : width, &sum);
    part = end < n ? MIN (sum / left, 1) : 1;
    if (down)
      row.x1 = rest.x0 = end < n ? rest.x0 + width * part : rest.x1;
    else
      row.y1 = rest.y0 = end < n ? rest.y0 + height * part : rest.y1;
    place_row (parts, from, end, sum, &row, down);
    left -= sum;
  }
}

/* ---- layout ---------------------------------------------------------------------------------- */

#define TOP_PADDING 6
/* Height in pixels of the name of a group, above its cells. */
#define HEADER 18
/* Least width in pixels of a group with a name. */
#define HEADER_WIDTH 44
#define HEADER_HEIGHT 46
/* Pixels around the cells of a group. */
#define PADDING 2
/* Least width and height in pixels of the space for the cells of a group. */
#define LEAST_INSIDE 12
/* Least height in pixels of a chart that shows the path. */
#define PATH_FROM 80
/* Least height in pixels of a chart that shows the legend. */
#define LEGEND_FROM 160
/* Number of attempts to lay out a group in which only too small children are dropped. Each later
 * attempt drops half of the other children, too. */
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
  GArray
      *parts; /* PoplensTreemapPart: a stack with the parts of the groups that are being divided */
} TreemapBuilder;

static int
shorter_side (const PoplensEdges *e)
{
  return (int) MIN (round (e->x1) - round (e->x0), round (e->y1) - round (e->y0));
}

/* ---- the parts of a group -------------------------------------------------------------------- */

/* Stores the parts of a group in .parts, from index @start on. The @n largest children and the
 * group's own value come first, by size. The last part is the rest: all other children.
 * @own_in_rest: the own value is too small for a cell, and is added to the rest. */
static void
list_parts (TreemapBuilder *self, guint32 group, guint32 n, guint start, gboolean own_in_rest)
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
    /* A total is at most G_MAXUINT64, and thus can be less than the sum of its parts. */
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
part_at (const TreemapBuilder *self, guint i)
{
  return &g_array_index (self->parts, PoplensTreemapPart, i);
}

/* Computes the edges of the parts in .parts from index @start on, which fill @inside. The last
 * part, "12 more", gets a strip at the edge if it would be too thin to see. */
static void
place_parts (TreemapBuilder *self, guint start, const PoplensEdges *inside)
{
  guint n = self->parts->len - start;
  PoplensTreemapPart *parts = part_at (self, start), *last = &parts[n - 1];
  PoplensEdges rest = *inside;

  poplens_treemap_squarify (parts, n, *inside);
  if ((last->kind != POPLENS_TREEMAP_MORE && !last->with_own) || n < 2 ||
      shorter_side (&last->edges) >= POPLENS_TREEMAP_LEAST_MORE)
    return;
  last->edges = *inside;
  if (inside->x1 - inside->x0 >= inside->y1 - inside->y0)
    rest.x1 = last->edges.x0 = inside->x1 - POPLENS_TREEMAP_LEAST_MORE;
  else
    rest.y1 = last->edges.y0 = inside->y1 - POPLENS_TREEMAP_LEAST_MORE;
  poplens_treemap_squarify (parts, n - 1, rest);
}

/* Returns the number of children before the first child that is too small to see; @n if no child is
 * too small. @own_is_seen: (out): the group's own value is large enough to see; valid only if the
 * result is @n. */
static guint32
count_seen (const TreemapBuilder *self, guint start, guint32 n, gboolean *own_is_seen)
{
  guint32 seen = 0;

  *own_is_seen = TRUE;
  for (guint i = start; i < self->parts->len; i++) {
    const PoplensTreemapPart *part = part_at (self, i);
    if (part->kind == POPLENS_TREEMAP_OWN &&
        shorter_side (&part->edges) < POPLENS_TREEMAP_LEAST_SIDE)
      *own_is_seen = FALSE;
    if (part->kind != POPLENS_TREEMAP_LEAF)
      continue;
    if (shorter_side (&part->edges) < POPLENS_TREEMAP_LEAST_SIDE)
      return seen;
    seen++;
  }
  return n;
}

/* Divides @inside among the parts of a group. Stores the parts in .parts, from index @start on.
 * FALSE if no child would be large enough for a cell. */
static gboolean
divide_group (TreemapBuilder *self, guint32 group, guint start, const PoplensEdges *inside)
{
  const PoplensTreemapData *tree = self->tree;
  guint32 low = 0, high = poplens_treemap_count_children (tree, group), n;
  double area = (inside->x1 - inside->x0) * (inside->y1 - inside->y0);
  double least = POPLENS_TREEMAP_LEAST_AREA * (double) tree->total[group] / MAX (area, 1);
  gboolean own_in_rest = FALSE, own_is_seen;

  POPLENS_SEARCH (low, high, at,
                  (double) tree->total[poplens_treemap_child (tree, group, at)] >= least);
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
add_cell (TreemapBuilder *self, const PoplensTreemapPart *part, guint depth)
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
builder_cell_at (const TreemapBuilder *self, guint i)
{
  return &g_array_index (poplens_treemap_layout (self->layout)->cells, PoplensTreemapCell, i);
}

static void treemap_layout_add_parts (TreemapBuilder *self, guint32 group, guint start,
                                      guint depth);

/* Divides cell @i into cells for its contents, if there are contents and enough space. */
static void
open_cell (TreemapBuilder *self, guint i)
{
  PoplensTreemapCell *cell = builder_cell_at (self, i);
  int width = cell->x1 - cell->x0, height = cell->y1 - cell->y0;
  int header = width >= HEADER_WIDTH && height >= HEADER_HEIGHT ? HEADER : 0;
  PoplensEdges inside = {cell->x0 + PADDING, cell->y0 + (header ? header : PADDING),
                         cell->x1 - PADDING, cell->y1 - PADDING};
  guint start = self->parts->len, depth = cell->depth + 1;
  guint32 item = cell->item;

  if (depth >= POPLENS_TREEMAP_DEEPEST || inside.x1 - inside.x0 < LEAST_INSIDE ||
      inside.y1 - inside.y0 < LEAST_INSIDE || !poplens_treemap_count_children (self->tree, item) ||
      !divide_group (self, item, start, &inside)) {
    g_array_set_size (self->parts, start);
    return;
  }
  cell->kind = POPLENS_TREEMAP_GROUP;
  cell->header = header;
  treemap_layout_add_parts (self, item, start, depth);
  builder_cell_at (self, i)->end = poplens_treemap_layout (self->layout)->cells->len;
}

/* Adds a cell for each part of @group, and removes the parts from .parts. @start: index of the
 * first part. */
static void
treemap_layout_add_parts (TreemapBuilder *self, guint32 group, guint start, guint depth)
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
      builder_cell_at (self, i)->n = poplens_treemap_count_children (self->tree, group) - shown;
    }
  }
  g_array_set_size (self->parts, start);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  guint32 x = ((const PoplensTreemapPlace *) a)->item, y = ((const PoplensTreemapPlace *) b)->item;

  return x < y ? -1 : x > y;
}

static void
treemap_layout_add_all (PoplensChartLayout *layout)
{
  const PoplensRect *plot = &layout->plot;
  PoplensEdges edges = {plot->x, plot->y, plot->x + plot->width, plot->y + plot->height};
  TreemapBuilder self = {layout, poplens_treemap (layout->chart),
                         g_array_new (FALSE, FALSE, sizeof (PoplensTreemapPart))};
  guint32 root = poplens_treemap_layout (layout)->root;

  if (!poplens_treemap_count_children (self.tree, root)) {
    /* A node without children: the whole plot is one cell. */
    PoplensTreemapPart part = {(double) self.tree->total[root], edges, root, POPLENS_TREEMAP_LEAF};
    add_cell (&self, &part, 0);
  } else {
    if (!divide_group (&self, root, 0, &edges)) {
      list_parts (&self, root, 0, 0, self.tree->own[root] > 0);
      place_parts (&self, 0, &edges);
    }
    treemap_layout_add_parts (&self, root, 0, 0);
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
    y += treemap_add_path (self, y);
  self->plot =
      (PoplensRect){POPLENS_PADDING, y, MAX (width, 1), MAX (self->height - y - TOP_PADDING, 1)};
  if (!reason && !tree->total[t->root])
    reason = g_strdup ("All values are 0");
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  treemap_layout_add_all (self);
  poplens_treemap_add_cells (self);
}
