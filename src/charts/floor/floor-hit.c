/* Finds the cell at a point, the cells in a rectangle, and the neighbours of a cell in a FLOOR
 * chart. */
#include "charts/floor/floor-private.h"

#include "base/search.h"

#include <math.h>

/* Returns the bin (drawn cell) at coordinate @at. @start, @length: extent of all bins. Rounds the
 * borders between bins to whole pixels, as the drawing does. */
static guint
bin_along (double at, double start, double length, guint bins)
{
  double size = length / bins;
  guint bin = (guint) CLAMP (floor ((at - start) / size), 0, bins - 1.0);

  if (bin > 0 && at < poplens_floor_pixel (start + bin * size))
    return bin - 1;
  if (bin + 1 < bins && at >= poplens_floor_pixel (start + (bin + 1) * size))
    return bin + 1;
  return bin;
}

/* Returns the column and row of the bin (drawn cell) at (@x, @y). For a point outside of the plan,
 * returns the nearest bin. */
static void
bin_at (const PoplensFloorPlan *plan, double x, double y, guint *bin_x, guint *bin_y)
{
  *bin_x = bin_along (x, plan->rect.x, plan->rect.width, plan->bins_x);
  *bin_y = bin_along (y, plan->rect.y, plan->rect.height, plan->bins_y);
}

static PoplensRect
pixels_of (const PoplensFloorPlan *plan)
{
  if (!plan->bins_x)
    return (PoplensRect){0};
  return poplens_floor_bins_rect (plan, 0, 0, plan->bins_x, plan->bins_y);
}

PoplensChartHit
poplens_floor_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};

  if (!poplens_rect_contains (&self->plot, x, y))
    return hit;
  for (guint i = 0; i < poplens_floor_layout (self)->plans->len; i++) {
    const PoplensFloorPlan *plan = poplens_floor_plan (self, i);
    PoplensRect pixels = pixels_of (plan);
    guint bin_x, bin_y;
    guint32 item;
    if (!poplens_rect_contains (&pixels, x, y))
      continue;
    bin_at (plan, x, y, &bin_x, &bin_y);
    item = poplens_floor_bin_item (self, i, bin_x, bin_y, &hit.n_items);
    if (item == POPLENS_FLOOR_NO_ITEM)
      break;
    hit.area = POPLENS_CHART_HIT_ITEM;
    hit.item = item;
    hit.series = poplens_floor_layout (self)->series;
    break;
  }
  return hit;
}

gboolean
poplens_floor_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  const PoplensFloorGroup *group;
  const PoplensFloorPlan *plan;
  PoplensFloorCell cell;
  guint x, y;

  if (!poplens_floor_layout (self)->plans->len ||
      !poplens_chart_get_floor_cell (self->chart, item, &cell))
    return FALSE;
  group = poplens_floor_group (self->chart, cell.group);
  plan = poplens_floor_plan (self, cell.group);
  x = (guint) ((guint64) cell.column * plan->bins_x / group->columns);
  y = (guint) ((guint64) cell.row * plan->bins_y / group->rows);
  *rect = poplens_floor_bins_rect (plan, x, y, x + 1, y + 1);
  return rect->x < self->plot.x + self->plot.width && rect->y < self->plot.y + self->plot.height &&
         rect->x + rect->width > self->plot.x && rect->y + rect->height > self->plot.y;
}

/* ---- rectangles ------------------------------------------------------------------------------ */

/* Appends the items in bins [@x0, @x1] × [@y0, @y1] to @items. */
static void
add_items (const PoplensFloorGroup *group, const PoplensFloorPlan *plan, guint x0, guint y0,
           guint x1, guint y1, GArray *items)
{
  guint column, column_end, row, row_end, unused;

  poplens_floor_bin (x0, plan->bins_x, group->columns, &column, &unused);
  poplens_floor_bin (x1, plan->bins_x, group->columns, &unused, &column_end);
  poplens_floor_bin (y0, plan->bins_y, group->rows, &row, &unused);
  poplens_floor_bin (y1, plan->bins_y, group->rows, &unused, &row_end);
  for (guint r = row; r < row_end; r++)
    for (guint c = column; c < column_end; c++) {
      guint32 item = group->items[(gsize) r * group->columns + c];
      if (item != POPLENS_FLOOR_NO_ITEM)
        g_array_append_val (items, item);
    }
}

static GArray *
ranges_of (GArray *items)
{
  GArray *ranges = g_array_new (FALSE, FALSE, sizeof (PoplensItemRange));

  g_array_sort (items, poplens_compare_u32);
  for (guint i = 0; i < items->len; i++) {
    gsize item = g_array_index (items, guint32, i);
    PoplensItemRange range = {item, item + 1}, *last;
    last = ranges->len ? &g_array_index (ranges, PoplensItemRange, ranges->len - 1) : NULL;
    if (last && last->to == item)
      last->to++;
    else
      g_array_append_val (ranges, range);
  }
  return ranges;
}

GArray *
poplens_chart_layout_items_in (const PoplensChartLayout *self, double x0, double y0, double x1,
                               double y1)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (guint32));
  double left = MAX (MIN (x0, x1), self->plot.x), top = MAX (MIN (y0, y1), self->plot.y);
  /* Clamp the rectangle to the pixels of the plot. */
  double right = MIN (MAX (x0, x1), self->plot.x + self->plot.width - 0.5);
  double bottom = MIN (MAX (y0, y1), self->plot.y + self->plot.height - 0.5);

  for (guint i = 0; poplens_floor_layout (self) && i < poplens_floor_layout (self)->plans->len;
       i++) {
    const PoplensFloorPlan *plan = poplens_floor_plan (self, i);
    PoplensRect r = pixels_of (plan);
    guint bx0, by0, bx1, by1;
    if (!(left < r.x + r.width && right >= r.x && top < r.y + r.height && bottom >= r.y &&
          left <= right && top <= bottom))
      continue;
    bin_at (plan, left, top, &bx0, &by0);
    bin_at (plan, right, bottom, &bx1, &by1);
    add_items (poplens_floor_group (self->chart, i), plan, bx0, by0, bx1, by1, items);
  }
  return ranges_of (items);
}

/* ---- neighbours ------------------------------------------------------------------------------ */

static guint32
item_at (const PoplensFloorGroup *group, gint64 column, gint64 row)
{
  if (column < 0 || row < 0 || column >= group->columns || row >= group->rows)
    return POPLENS_FLOOR_NO_ITEM;
  return group->items[row * group->columns + column];
}

/* Returns the plan next to @group in direction (@dx, @dy); −1 if there is none. */
static int
plan_beside (const PoplensChartLayout *self, guint group, int dx, int dy)
{
  guint across = MAX (poplens_floor_layout (self)->across, 1),
        n = poplens_floor_layout (self)->plans->len;
  gint64 x = (gint64) (group % across) + dx, y = (gint64) (group / across) + dy;
  gint64 next = y * across + x;

  return x < 0 || y < 0 || x >= across || next >= n ? -1 : (int) next;
}

/* Returns the item nearest to (@column, @row) in a plan; POPLENS_FLOOR_NO_ITEM if the plan has no
 * items. */
static guint32
nearest_in (const PoplensFloorGroup *group, double column, double row)
{
  double least = INFINITY;
  guint32 best = POPLENS_FLOOR_NO_ITEM;

  for (guint r = 0; r < group->rows; r++)
    for (guint c = 0; c < group->columns; c++) {
      double distance = hypot (c - column, r - row);
      if (item_at (group, c, r) == POPLENS_FLOOR_NO_ITEM || distance >= least)
        continue;
      least = distance;
      best = item_at (group, c, r);
    }
  return best;
}

/* Returns the item to which the cursor moves beyond the edge of the plan of @item: the nearest item
 * of the next plan. Skips plans without items. Returns @item if there is no next plan. */
static gsize
cross_to_next_plan (const PoplensChartLayout *self, gsize item, const PoplensFloorCell *cell,
                    int dx, int dy)
{
  int next = cell->group;

  while ((next = plan_beside (self, (guint) next, dx, dy)) >= 0) {
    const PoplensFloorGroup *group = poplens_floor_group (self->chart, (guint) next);
    double column = dx > 0 ? 0 : dx < 0 ? group->columns - 1.0 : cell->column;
    double row = dy > 0 ? 0 : dy < 0 ? group->rows - 1.0 : cell->row;
    guint32 found = nearest_in (group, column, row);
    if (found != POPLENS_FLOOR_NO_ITEM)
      return found;
  }
  return item;
}

gsize
poplens_chart_layout_neighbour (const PoplensChartLayout *self, gsize item, int dx, int dy)
{
  const PoplensFloorGroup *group;
  PoplensFloorCell cell;
  gint64 column, row;

  if (!poplens_floor_layout (self) || !poplens_floor_layout (self)->plans->len || (!dx && !dy) ||
      !poplens_chart_get_floor_cell (self->chart, item, &cell))
    return item;
  group = poplens_floor_group (self->chart, cell.group);
  column = cell.column + dx;
  row = cell.row + dy;
  for (; column >= 0 && row >= 0 && column < group->columns && row < group->rows;
       column += dx, row += dy)
    if (item_at (group, column, row) != POPLENS_FLOOR_NO_ITEM)
      return item_at (group, column, row);
  return cross_to_next_plan (self, item, &cell, dx, dy);
}

gboolean
poplens_chart_layout_nearest (const PoplensChartLayout *self, double x, double y, gsize *item)
{
  const PoplensFloorLayout *floor = poplens_floor_layout (self);
  double least = INFINITY;
  PoplensChartHit hit;

  if (!floor || !floor->plans->len)
    return FALSE;
  hit = poplens_floor_hit (self, x, y);
  if (hit.area == POPLENS_CHART_HIT_ITEM) {
    *item = hit.item;
    return TRUE;
  }
  for (guint i = 0; i < floor->plans->len; i++) {
    const PoplensRect *r = &poplens_floor_plan (self, i)->rect;
    double cx = (x - r->x) / floor->cell_width - 0.5;
    double cy = (y - r->y) / floor->cell_height - 0.5;
    guint32 found = nearest_in (poplens_floor_group (self->chart, i), cx, cy);
    PoplensRect rect;
    double distance;
    if (found == POPLENS_FLOOR_NO_ITEM)
      continue;
    poplens_floor_item_rect (self, found, &rect);
    distance = hypot (rect.x + rect.width / 2 - x, rect.y + rect.height / 2 - y);
    if (distance >= least)
      continue;
    least = distance;
    *item = found;
  }
  return isfinite (least);
}
