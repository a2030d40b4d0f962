/* The TREEMAP chart: its tree, hit tests, neighbours, overlay and descriptions. */
#include "charts/treemap/treemap-private.h"

#include "base/search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- hit tests ------------------------------------------------------------------------------- */

/* Returns the innermost cell at (@x, @y). (nullable) */
static const PoplensTreemapCell *
treemap_cell_at (const PoplensChartLayout *self, double x, double y)
{
  const PoplensTreemapCell *found = NULL;

  for (guint i = 0; i < poplens_treemap_layout (self)->cells->len;) {
    const PoplensTreemapCell *cell = poplens_treemap_cell (self, i);
    if (x >= cell->x0 && x < cell->x1 && y >= cell->y0 && y < cell->y1) {
      found = cell;
      i++;
    } else {
      i = cell->end;
    }
  }
  return found;
}

static PoplensChartHit
treemap_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  const PoplensTreemapCell *cell = treemap_cell_at (self, x, y);

  if (!cell)
    return hit;
  hit.area = cell->kind == POPLENS_TREEMAP_MORE ? POPLENS_CHART_HIT_MORE : POPLENS_CHART_HIT_ITEM;
  hit.item = cell->item;
  hit.n_items = cell->n;
  return hit;
}

/* ---- cells of items -------------------------------------------------------------------------- */

static int
compare_place (const void *key, const void *place)
{
  guint32 item = *(const guint32 *) key, other = ((const PoplensTreemapPlace *) place)->item;

  return item < other ? -1 : item > other;
}

static const PoplensTreemapCell *
own_cell (const PoplensChartLayout *self, guint32 item)
{
  const GArray *places = poplens_treemap_layout (self)->places;
  const PoplensTreemapPlace *place =
      places->len ? bsearch (&item, places->data, places->len, sizeof *place, compare_place) : NULL;

  return place ? poplens_treemap_cell (self, place->cell) : NULL;
}

/* Returns the cell of @item. If the item has no cell, returns the smallest cell that contains the
 * item. (nullable) */
static const PoplensTreemapCell *
treemap_find (const PoplensChartLayout *self, gsize item)
{
  const PoplensTreemapData *tree = poplens_treemap (self->chart);

  if (self->empty || item >= self->chart->n_items || !tree->total[item])
    return NULL;
  for (guint32 node = (guint32) item;; node = tree->parent[node]) {
    const PoplensTreemapCell *cell = own_cell (self, tree->deepest[node]);
    if (cell)
      return cell;
    if (node == poplens_treemap_layout (self)->root || !node)
      return NULL;
  }
}

static const PoplensTreemapCell *
find_more (const PoplensChartLayout *self, guint32 group)
{
  const PoplensTreemapLayout *treemap = poplens_treemap_layout (self);
  const PoplensTreemapCell *cell = group == treemap->root ? NULL : own_cell (self, group);
  guint from = 0, end = treemap->cells->len;

  if (cell && cell->kind != POPLENS_TREEMAP_GROUP)
    return NULL;
  if (cell) {
    from = (guint) (cell - poplens_treemap_cell (self, 0)) + 1;
    end = cell->end;
  } else if (group != treemap->root) {
    return NULL;
  }
  while (from < end) {
    cell = poplens_treemap_cell (self, from);
    if (cell->kind == POPLENS_TREEMAP_MORE && cell->item == group)
      return cell;
    from = cell->end;
  }
  return NULL;
}

static PoplensRect
rect_of (const PoplensTreemapCell *cell)
{
  return (PoplensRect){cell->x0, cell->y0, cell->x1 - cell->x0, cell->y1 - cell->y0};
}

static gboolean
is_below_root (const PoplensChartLayout *self, guint32 node)
{
  const PoplensTreemapData *tree = poplens_treemap (self->chart);

  while (node && node != poplens_treemap_layout (self)->root)
    node = tree->parent[node];
  return node == poplens_treemap_layout (self)->root;
}

/* Returns the cell of @item. If the item has no cell, returns the cell that it is merged into.
 * (nullable): NULL if the item is out of view. */
static const PoplensTreemapCell *
shown_cell (const PoplensChartLayout *self, gsize item)
{
  const PoplensTreemapCell *cell = treemap_find (self, item), *more;
  const PoplensTreemapData *tree = poplens_treemap (self->chart);

  if (cell && (cell->kind != POPLENS_TREEMAP_GROUP || cell->item == tree->deepest[item]))
    return cell;
  if (item >= self->chart->n_items || item == poplens_treemap_layout (self)->root ||
      !tree->total[item] || !is_below_root (self, (guint32) item))
    return NULL;
  more = find_more (self, cell ? cell->item : poplens_treemap_layout (self)->root);
  return more ? more : cell;
}

static gboolean
treemap_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  const PoplensTreemapCell *cell = shown_cell (self, item);

  if (!cell)
    return FALSE;
  *rect = rect_of (cell);
  return TRUE;
}

char *
poplens_chart_layout_describe_more (const PoplensChartLayout *self, gsize item)
{
  const PoplensTreemapCell *cell =
      poplens_treemap_layout (self) && !self->empty ? find_more (self, (guint32) item) : NULL;
  const PoplensTreemapData *tree = poplens_treemap (self->chart);
  g_autofree char *group = NULL;
  PoplensNumber number;
  GString *out;

  if (!cell)
    return g_strdup ("");
  group = poplens_treemap_name (self->chart, cell->item);
  out = g_string_new (NULL);
  g_string_append_printf (out, "%s more in %s%s\n%s\t", poplens_format_count (number, cell->n),
                          group, cell->with_own ? ", including the group itself" : "",
                          self->chart->title);
  poplens_chart_append_exact (self->chart, out, (guint64) cell->value);
  if (cell->item)
    g_string_append_printf (
        out, "\nShare of %s\t%s", group,
        poplens_treemap_share (number, cell->value, (double) tree->total[cell->item]));
  g_string_append_printf (out, "\nShare of total\t%s\nEach\ttoo small to draw",
                          poplens_treemap_share (number, cell->value, (double) tree->total[0]));
  return g_string_free (out, FALSE);
}

/* ---- neighbours ------------------------------------------------------------------------------ */

/* TRUE if the cursor can move to @cell from a cell of @depth. @cell must have the same depth, or be
 * a leaf that is nearer to the root. */
static gboolean
is_step (const PoplensTreemapCell *cell, guint depth)
{
  if (cell->kind != POPLENS_TREEMAP_LEAF && cell->kind != POPLENS_TREEMAP_GROUP)
    return FALSE;
  return cell->depth == depth || (cell->depth < depth && cell->kind == POPLENS_TREEMAP_LEAF);
}

static double
midpoint (int a, int b)
{
  return (a + b) / 2.0;
}

/* Returns the distance from @from to @to in direction (@dx, @dy); INFINITY if @to is in another
 * direction. Cells straight ahead count as nearer than cells to the side. */
static double
cell_distance (const PoplensTreemapCell *from, const PoplensTreemapCell *to, int dx, int dy)
{
  double along = dx > 0   ? to->x0 - from->x1
                 : dx < 0 ? from->x0 - to->x1
                 : dy > 0 ? to->y0 - from->y1
                          : from->y0 - to->y1;
  double low = dx ? from->y0 : from->x0, high = dx ? from->y1 : from->x1;
  double at0 = dx ? to->y0 : to->x0, at1 = dx ? to->y1 : to->x1;
  double aside = MAX (MAX (at0 - high, low - at1), 0);
  double centre = dx ? fabs (midpoint (from->y0, from->y1) - midpoint (to->y0, to->y1))
                     : fabs (midpoint (from->x0, from->x1) - midpoint (to->x0, to->x1));

  if (along < -1)
    return INFINITY;
  return along + 8 * aside + (aside > 0 ? centre : centre * 0.01);
}

gsize
poplens_chart_layout_treemap_neighbour (const PoplensChartLayout *self, gsize item, int dx, int dy)
{
  const PoplensTreemapCell *from, *best = NULL;
  double least = INFINITY;

  if (!poplens_treemap_layout (self) || self->empty)
    return item;
  from = treemap_find (self, item);
  if (!from) {
    const PoplensTreemapCell *first = poplens_treemap_cell (self, 0);
    return is_step (first, 0) ? first->item : item;
  }
  for (guint i = 0; (dx || dy) && i < poplens_treemap_layout (self)->cells->len; i++) {
    const PoplensTreemapCell *cell = poplens_treemap_cell (self, i);
    if (cell == from || !is_step (cell, from->depth) || cell_distance (from, cell, dx, dy) >= least)
      continue;
    least = cell_distance (from, cell, dx, dy);
    best = cell;
  }
  return best ? best->item : from->item;
}

/* ---- overlay --------------------------------------------------------------------------------- */

/* Draws a frame around a cell: a line of @thick pixels in @ink over a wider line in the background
 * colour. @cell: (nullable): NULL: draws nothing. */
static void
draw_cell_frame (const PoplensChartLayout *layout, cairo_t *cr, const PoplensTreemapCell *cell,
                 PoplensInk ink, double thick)
{
  PoplensRect r;

  if (!cell)
    return;
  r = rect_of (cell);
  r.width = MAX (r.width - 1, 1);
  r.height = MAX (r.height - 1, 1);
  poplens_overlay_frame (layout, cr,
                         (PoplensRect){r.x - thick / 2 + 1, r.y - thick / 2 + 1,
                                       r.width + thick - 2, r.height + thick - 2},
                         thick, ink, 1);
}

static void
draw_ranges (const PoplensChartLayout *self, cairo_t *cr, const PoplensItemRange *ranges, guint n,
             PoplensInk ink, double thick)
{
  const GArray *places = poplens_treemap_layout (self)->places;

  for (guint r = 0; r < n; r++) {
    if (ranges[r].to - ranges[r].from == 1) {
      draw_cell_frame (self, cr, shown_cell (self, ranges[r].from), ink, thick);
      continue;
    }
    for (guint i = 0; i < places->len; i++) {
      const PoplensTreemapPlace *place = &g_array_index (places, PoplensTreemapPlace, i);
      if (place->item >= ranges[r].from && place->item < ranges[r].to)
        draw_cell_frame (self, cr, poplens_treemap_cell (self, place->cell), ink, thick);
    }
  }
}

static void
treemap_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                      const PoplensChartOverlay *overlay)
{
  if (self->empty)
    return;
  draw_ranges (self, cr, overlay->found, overlay->n_found,
               overlay->outlined ? POPLENS_INK_SELECTION : POPLENS_INK_MORE, 2);
  draw_ranges (self, cr, overlay->selected, overlay->n_selected, POPLENS_INK_SELECTION, 3);
  if (overlay->has_hover)
    draw_cell_frame (self, cr,
                     overlay->hover_more ? find_more (self, (guint32) overlay->hover)
                                         : shown_cell (self, overlay->hover),
                     POPLENS_INK_FOREGROUND, 1);
  if (overlay->focused)
    draw_cell_frame (self, cr, shown_cell (self, overlay->cursor), POPLENS_INK_FOREGROUND, 2);
}

/* Maximum number of names in the path of a node. Longer paths show only their end. */
#define MOST_NAMES 12
#define PARTS_SAID 3

static gpointer
treemap_data_new (void)
{
  return g_new0 (PoplensTreemapData, 1);
}

static void
data_free (gpointer data)
{
  PoplensTreemapData *self = data;

  if (self->free_text_data)
    self->free_text_data (self->text_data);
  g_free (self->parent);
  g_free (self->own);
  g_free (self->total);
  g_free (self->series);
  g_free (self->first);
  g_free (self->order);
  g_free (self->deepest);
  g_free (self);
}

/* ---- building -------------------------------------------------------------------------------- */

static int
compare_totals (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *total = data;
  guint32 i = *(const guint32 *) a, k = *(const guint32 *) b;

  if (total[i] != total[k])
    return total[i] < total[k] ? 1 : -1;
  return i < k ? -1 : i > k;
}

static void
sort_children (PoplensTreemapData *self, guint32 n)
{
  g_autofree guint32 *next = g_new (guint32, n);

  self->first = g_new0 (guint32, n + 1);
  self->order = g_new (guint32, n);
  for (guint32 i = 1; i < n; i++)
    self->first[self->parent[i] + 1]++;
  for (guint32 i = 0; i < n; i++)
    self->first[i + 1] += self->first[i];
  memcpy (next, self->first, n * sizeof (guint32));
  for (guint32 i = 1; i < n; i++)
    self->order[next[self->parent[i]]++] = i;
  for (guint32 i = 0; i < n; i++) {
    guint32 count = self->first[i + 1] - self->first[i];
    if (count > 1)
      g_qsort_with_data (&self->order[self->first[i]], (gint) count, sizeof (guint32),
                         compare_totals, self->total);
  }
}

guint32
poplens_treemap_count_children (const PoplensTreemapData *self, guint32 node)
{
  guint32 low = self->first[node], high = self->first[node + 1];

  POPLENS_SEARCH (low, high, at, self->total[self->order[at]]);
  return low - self->first[node];
}

void
poplens_chart_set_treemap (PoplensChart *self, guint32 *parent, guint64 *own, guint8 *series)
{
  PoplensTreemapData *tree = poplens_treemap (self);
  guint32 n = (guint32) self->n_items;

  g_return_if_fail (tree && !tree->parent && self->n_items < G_MAXINT32);
  tree->parent = parent;
  tree->own = own;
  tree->series = series;
  if (!n)
    return;
  parent[0] = POPLENS_TREEMAP_NONE;
  for (guint32 i = 1; i < n; i++)
    if (parent[i] >= i)
      parent[i] = 0;
  /* Children come after their parents, so one pass from the end sums all of them. */
  tree->total = g_memdup2 (tree->own, n * sizeof (guint64));
  for (guint32 i = n; i-- > 1;) {
    guint64 *total = &tree->total[tree->parent[i]];
    if (!g_uint64_checked_add (total, *total, tree->total[i]))
      *total = G_MAXUINT64;
  }
  sort_children (tree, n);
  tree->deepest = g_new (guint32, n);
  for (guint32 i = n; i-- > 0;)
    tree->deepest[i] = !tree->own[i] && poplens_treemap_count_children (tree, i) == 1
                           ? tree->deepest[poplens_treemap_child (tree, i, 0)]
                           : i;
}

void
poplens_chart_set_treemap_texts (PoplensChart *self, PoplensItemNameFunc text,
                                 PoplensItemNameFunc caption, gpointer data,
                                 GDestroyNotify free_data)
{
  PoplensTreemapData *tree = poplens_treemap (self);

  g_return_if_fail (tree && !tree->text);
  tree->text = text;
  tree->caption = caption;
  tree->text_data = data;
  tree->free_text_data = free_data;
}

/* ---- accessors ------------------------------------------------------------------------------- */

static gboolean
has_node (const PoplensChart *self, gsize item)
{
  return poplens_treemap (self) && poplens_treemap (self)->total && item < self->n_items;
}

guint32
poplens_chart_get_treemap_parent (const PoplensChart *self, gsize item)
{
  return has_node (self, item) ? poplens_treemap (self)->parent[item] : POPLENS_TREEMAP_NONE;
}

guint64
poplens_chart_get_treemap_total (const PoplensChart *self, gsize item)
{
  return has_node (self, item) ? poplens_treemap (self)->total[item] : 0;
}

gboolean
poplens_chart_is_treemap_group (const PoplensChart *self, gsize item)
{
  return has_node (self, item) &&
         poplens_treemap_count_children (poplens_treemap (self), (guint32) item);
}

gsize
poplens_chart_get_treemap_drill (const PoplensChart *self, gsize root, gsize item)
{
  if (!has_node (self, item))
    return root;
  item = poplens_treemap (self)->deepest[item];
  return poplens_chart_is_treemap_group (self, item) ? item
                                                     : poplens_chart_get_treemap_up (self, item);
}

gsize
poplens_chart_get_treemap_up (const PoplensChart *self, gsize root)
{
  const PoplensTreemapData *tree = poplens_treemap (self);
  gsize up = root;

  if (!has_node (self, root))
    return 0;
  while (up && tree->total[up] == tree->total[root])
    up = tree->parent[up];
  return up;
}

/* Returns the value of a node. Ignores @series: the series of a TREEMAP have no values of their
 * own. */
static guint64
get_value (const PoplensChart *self, guint series, gsize item)
{
  return poplens_chart_get_treemap_total (self, item);
}

static PoplensChartView
treemap_clamp_view (const PoplensChart *self, PoplensChartView view)
{
  PoplensChartView all = {0, (double) MAX (self->n_items, 1)};

  all.root = view.root < self->n_items ? view.root : 0;
  return all;
}

/* ---- descriptions ---------------------------------------------------------------------------- */

char *
poplens_treemap_name (const PoplensChart *self, guint32 node)
{
  g_autofree char *name = poplens_chart_item_name (self, node);
  PoplensNumber label;

  if (name && *name)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%s %s", self->item_name,
                          poplens_chart_get_item_label (self, node, label));
}

char *
poplens_treemap_path (const PoplensChart *self, guint32 top, guint32 node)
{
  GString *path = g_string_new (NULL);

  for (guint i = 0; i < MOST_NAMES; i++) {
    g_autofree char *name = poplens_treemap_name (self, node);
    g_string_prepend (path, name);
    if (node == top || !node || (!top && !poplens_treemap (self)->parent[node]))
      return g_string_free (path, FALSE);
    node = poplens_treemap (self)->parent[node];
    g_string_prepend_c (path, '/');
  }
  g_string_prepend (path, "…");
  return g_string_free (path, FALSE);
}

const char *
poplens_treemap_share (PoplensNumber buffer, double part, double whole)
{
  return poplens_format_percent (buffer, whole > 0 ? part / whole : 0);
}

/* Appends the share of @node in @whole: "Share of encoder 12.3 %". */
static void
append_share (const PoplensChart *self, GString *out, guint32 node, guint32 whole)
{
  const guint64 *total = poplens_treemap (self)->total;
  g_autofree char *name = whole ? poplens_treemap_name (self, whole) : g_strdup ("total");
  PoplensNumber share;

  g_string_append_printf (
      out, "\nShare of %s\t%s", name,
      poplens_treemap_share (share, (double) total[node], (double) total[whole]));
}

static void
describe_item (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensTreemapData *tree = poplens_treemap (self);
  g_autofree char *path = NULL;
  PoplensNumber number;
  guint32 node = (guint32) item, n, up;

  if (!has_node (self, item))
    return;
  path = poplens_treemap_path (self, 0, node);
  up = (guint32) poplens_chart_get_treemap_up (self, item);
  g_string_append_printf (out, "%s\n%s\t", path, self->title);
  poplens_chart_append_exact (self, out, tree->total[node]);
  if (up)
    append_share (self, out, node, up);
  if (node)
    append_share (self, out, node, 0);
  n = poplens_treemap_count_children (tree, node);
  if (n) {
    g_string_append_printf (out, "\nParts\t%s", poplens_format_count (number, n));
    if (tree->own[node]) {
      g_string_append (out, "\nNot in a part\t");
      poplens_chart_append_exact (self, out, tree->own[node]);
    }
  }
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

static void
describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  const guint64 *total = poplens_treemap (self)->total;
  g_autofree char *path = NULL;
  PoplensNumber number;

  if (!has_node (self, range.from))
    return;
  if (range.to - range.from > 1) {
    g_string_append (out, poplens_format_items (number, range.to - range.from, self->item_name));
    return;
  }
  path = poplens_treemap_path (self, 0, (guint32) range.from);
  g_string_append_printf (out, "%s: ", path);
  if (poplens_treemap (self)->caption) {
    g_autofree char *caption =
        poplens_treemap (self)->caption (poplens_treemap (self)->text_data, range.from);
    g_string_append (out, caption);
    return;
  }
  poplens_chart_append_exact (self, out, total[range.from]);
  g_string_append_printf (
      out, ", %s of total",
      poplens_treemap_share (number, (double) total[range.from], (double) total[0]));
}

/* Describes the shown node: its value and its largest children. */
static void
describe_view (const PoplensChart *self, GString *out, const PoplensChartView *view)
{
  const PoplensTreemapData *tree = poplens_treemap (self);
  gsize root = view->root;
  guint32 n;

  if (!has_node (self, root))
    return;
  describe_range (self, out, (PoplensItemRange){root, root + 1});
  n = poplens_treemap_count_children (tree, (guint32) root);
  for (guint32 i = 0; i < MIN (n, PARTS_SAID); i++) {
    guint32 child = poplens_treemap_child (tree, (guint32) root, i);
    g_autofree char *name = poplens_treemap_name (self, child);
    PoplensNumber share;
    g_string_append_printf (
        out, "%s%s %s", i ? ", " : "; largest: ", name,
        poplens_treemap_share (share, (double) tree->total[child], (double) tree->total[root]));
  }
  if (n > PARTS_SAID) {
    PoplensNumber number;
    g_string_append_printf (out, ", and %s more", poplens_format_count (number, n - PARTS_SAID));
  }
}

const PoplensChartKind poplens_treemap_kind = {
    .get_chip = poplens_treemap_chip,
    .data_new = treemap_data_new,
    .data_free = data_free,
    .get_value = get_value,
    .describe_item = describe_item,
    .describe_range = describe_range,
    .describe_view = describe_view,
    .clamp_view = treemap_clamp_view,
    .lay_out = poplens_treemap_lay_out,
    .layout_free = poplens_treemap_layout_free,
    .hit = treemap_hit,
    .item_rect = treemap_item_rect,
    .draw_overlay = treemap_draw_overlay,
};
