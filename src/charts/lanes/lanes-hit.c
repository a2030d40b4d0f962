/* What lies under a point: the box that is drawn there, and the block in it that is nearest. */
#include "charts/lanes/field-private.h"

#include <math.h>

static const PoplensLaneCell *
cell_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes_layout (self)->cells, PoplensLaneCell, i);
}

static const PoplensLaneRow *
row_at (const PoplensChartLayout *self, double y)
{
  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    if (y >= row->top && y < row->bottom)
      return row;
  }
  return NULL;
}

static const PoplensLaneCell *
cell_at_x (const PoplensChartLayout *self, const PoplensLaneRow *row, double x)
{
  guint low = row->first_cell, high = low + row->n_cells;

  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (cell_at (self, middle)->x1 <= x)
      low = middle + 1;
    else
      high = middle;
  }
  return low < row->first_cell + row->n_cells && cell_at (self, low)->x0 <= x ? cell_at (self, low)
                                                                              : NULL;
}

/* Of the cell's blocks the one at @cycle or the last before it; where that one is hidden the next
 * that is not, which there is, or the cell would not be drawn. */
static gsize
slot_at (const PoplensChartLayout *self, const PoplensLaneCell *cell, double cycle)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;
  gsize slot = poplens_lane_first_ending (blocks, cell->first, cell->end, cycle);

  slot = MIN (slot, cell->end - 1);
  for (gsize s = slot; s < cell->end; s++)
    if (!poplens_lane_is_hidden (self->chart, poplens_lane_series (blocks, s)))
      return s;
  while (slot > cell->first &&
         poplens_lane_is_hidden (self->chart, poplens_lane_series (blocks, slot)))
    slot--;
  return slot;
}

static PoplensChartHit
hit_content (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;
  const PoplensRect *area = &poplens_lanes_layout (self)->area;
  const PoplensLaneRow *row = row_at (self, y);
  const PoplensLaneCell *cell = row ? cell_at_x (self, row, x) : NULL;
  double cycle = poplens_item_axis_to_position (&self->axis, x);
  PoplensFieldPlace place;
  gsize slot;

  if (cell) {
    slot = slot_at (self, cell, cycle);
    hit.area = POPLENS_CHART_HIT_ITEM;
    hit.item = poplens_lane_item (blocks, slot);
    hit.series = poplens_lane_series (blocks, slot) == POPLENS_LANE_MOST_SERIES
                     ? -1
                     : poplens_lane_series (blocks, slot);
    hit.n_items = cell->end - cell->first;
  } else if (poplens_chart_layout_field_at (self, x, y, &place)) {
    hit.area = POPLENS_CHART_HIT_FIELD;
    hit.item = place.group;
    hit.n_items = place.line;
  } else if (area->height > 0 && x >= area->x && x < area->x + area->width && y >= area->y &&
             y < area->y + area->height && y >= self->plot.y) {
    gssize index = poplens_lane_area_at (&poplens_lanes (self->chart)->area, cycle);
    if (index >= 0) {
      hit.area = POPLENS_CHART_HIT_AREA;
      hit.item = (gsize) index;
    }
  }
  return hit;
}

/* Of the overview the zones alone are asked. */
PoplensChartHit
poplens_lane_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit none = {POPLENS_CHART_HIT_NONE, 0, -1, 0};

  return self->overview ? none : hit_content (self, x, y);
}

gboolean
poplens_lane_rect (const PoplensChartLayout *self, gsize slot, PoplensRect *rect)
{
  guint row = poplens_lane_row (poplens_lanes (self->chart)->blocks, slot);

  for (guint r = 0; r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *line =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    guint low = line->first_cell, high = low + line->n_cells;
    if (line->row != row)
      continue;
    while (low < high) {
      guint middle = low + (high - low) / 2;
      if (cell_at (self, middle)->end <= slot)
        low = middle + 1;
      else
        high = middle;
    }
    if (low >= line->first_cell + line->n_cells || cell_at (self, low)->first > slot)
      return FALSE;
    rect->x = cell_at (self, low)->x0;
    rect->width = cell_at (self, low)->x1 - cell_at (self, low)->x0;
    rect->y = line->top;
    rect->height = line->bottom - line->top;
    return !poplens_lane_is_hidden (
        self->chart, poplens_lane_series (poplens_lanes (self->chart)->blocks, slot));
  }
  return FALSE;
}

gboolean
poplens_lane_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;

  return blocks && item < blocks->n &&
         poplens_lane_rect (self, poplens_lane_slot (blocks, item), rect);
}
