/* What lies under a point of a treemap, beside a cell, and on top of it. */
#include "charts/treemap/treemap-private.h"

#include <math.h>
#include <stdlib.h>

static gboolean
contains (const PoplensTreemapCell *cell, double x, double y)
{
  return x >= cell->x0 && x < cell->x1 && y >= cell->y0 && y < cell->y1;
}

/* The innermost. */
static const PoplensTreemapCell *
cell_at (const PoplensChartLayout *self, double x, double y)
{
  const PoplensTreemapCell *found = NULL;

  for (guint i = 0; i < poplens_treemap_layout (self)->cells->len;) {
    const PoplensTreemapCell *cell = poplens_treemap_cell (self, i);
    if (contains (cell, x, y)) {
      found = cell;
      i++;
    } else {
      i = cell->end;
    }
  }
  return found;
}

PoplensChartHit
poplens_treemap_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  const PoplensTreemapCell *cell = cell_at (self, x, y);

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

/* The cell that shows @item or, where it has none, the least that holds it; NULL without. */
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

/* Of what is merged with others, that cell; so that a selection is always to be seen. */
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

gboolean
poplens_treemap_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
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

/* A cell that the cursor steps on from one of @depth: as deep, or a leaf above that. */
static gboolean
is_step (const PoplensTreemapCell *cell, guint depth)
{
  if (cell->kind != POPLENS_TREEMAP_LEAF && cell->kind != POPLENS_TREEMAP_GROUP)
    return FALSE;
  return cell->depth == depth || (cell->depth < depth && cell->kind == POPLENS_TREEMAP_LEAF);
}

static double
middle (int a, int b)
{
  return (a + b) / 2.0;
}

/* How far @to lies from @from in the direction; INFINITY: not there. What lies beside counts less
 * than what lies askew. */
static double
distance (const PoplensTreemapCell *from, const PoplensTreemapCell *to, int dx, int dy)
{
  double along = dx > 0   ? to->x0 - from->x1
                 : dx < 0 ? from->x0 - to->x1
                 : dy > 0 ? to->y0 - from->y1
                          : from->y0 - to->y1;
  double low = dx ? from->y0 : from->x0, high = dx ? from->y1 : from->x1;
  double at0 = dx ? to->y0 : to->x0, at1 = dx ? to->y1 : to->x1;
  double aside = MAX (MAX (at0 - high, low - at1), 0);
  double centre = dx ? fabs (middle (from->y0, from->y1) - middle (to->y0, to->y1))
                     : fabs (middle (from->x0, from->x1) - middle (to->x0, to->x1));

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
    if (cell == from || !is_step (cell, from->depth) || distance (from, cell, dx, dy) >= least)
      continue;
    least = distance (from, cell, dx, dy);
    best = cell;
  }
  return best ? best->item : from->item;
}

/* ---- overlay --------------------------------------------------------------------------------- */

/* Around a cell, on ground of its own. */
static void
frame (const PoplensChartLayout *layout, cairo_t *cr, const PoplensTreemapCell *cell,
       PoplensInk ink, double thick)
{
  PoplensRect r;

  if (!cell)
    return;
  r = rect_of (cell);
  r.width = MAX (r.width - 1, 1);
  r.height = MAX (r.height - 1, 1);
  for (guint pass = 0; pass < 2; pass++) {
    poplens_set_color (
        cr, poplens_layout_color (layout, pass ? ink : POPLENS_INK_BACKGROUND, pass ? 1 : 0.85));
    cairo_rectangle (cr, r.x - thick / 2 + 1, r.y - thick / 2 + 1, r.width + thick - 2,
                     r.height + thick - 2);
    cairo_set_line_width (cr, pass ? thick : thick + 2);
    cairo_stroke (cr);
  }
}

static void
draw_ranges (const PoplensChartLayout *self, cairo_t *cr, const PoplensItemRange *ranges, guint n,
             PoplensInk ink, double thick)
{
  const GArray *places = poplens_treemap_layout (self)->places;

  for (guint r = 0; r < n; r++) {
    if (ranges[r].to - ranges[r].from == 1) {
      frame (self, cr, shown_cell (self, ranges[r].from), ink, thick);
      continue;
    }
    for (guint i = 0; i < places->len; i++) {
      const PoplensTreemapPlace *place = &g_array_index (places, PoplensTreemapPlace, i);
      if (place->item >= ranges[r].from && place->item < ranges[r].to)
        frame (self, cr, poplens_treemap_cell (self, place->cell), ink, thick);
    }
  }
}

void
poplens_treemap_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                              const PoplensChartOverlay *overlay)
{
  if (self->empty)
    return;
  draw_ranges (self, cr, overlay->found, overlay->n_found, POPLENS_INK_MORE, 2);
  draw_ranges (self, cr, overlay->selected, overlay->n_selected, POPLENS_INK_SELECTION, 3);
  if (overlay->has_hover)
    frame (self, cr,
           overlay->hover_more ? find_more (self, (guint32) overlay->hover)
                               : shown_cell (self, overlay->hover),
           POPLENS_INK_FOREGROUND, 1);
  if (overlay->focused)
    frame (self, cr, shown_cell (self, overlay->cursor), POPLENS_INK_FOREGROUND, 2);
}
