/* Measuring along a trace: edges of blocks near a place, and what lies between two places. */
#include "charts/lanes/lanes-private.h"

#include <math.h>

/* Pixels within which an edge is taken. */
#define REACH 10
#define THICK 1

typedef struct {
  const PoplensChartLayout *layout;
  double x, best_x, position;
} Snap;

static void
try_edge (Snap *snap, double position)
{
  double x = poplens_item_axis_to_x (&snap->layout->axis, position, FALSE);

  if (fabs (x - snap->x) >= fabs (snap->best_x - snap->x))
    return;
  snap->best_x = x;
  snap->position = position;
}

/* The edges before and behind it are the only ones that can be nearest in a row. */
static void
try_row (Snap *snap, guint row, double at)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (snap->layout->chart)->blocks;
  gsize first = blocks->row_first[row], end = blocks->row_first[row + 1];
  gsize begin = poplens_lane_first_from (blocks, first, end, at);
  gsize ends = poplens_lane_first_ending (blocks, first, end, at);

  if (begin < end)
    try_edge (snap, (double) poplens_lane_from (blocks, begin));
  if (begin > first)
    try_edge (snap, (double) poplens_lane_from (blocks, begin - 1));
  if (ends < end)
    try_edge (snap, poplens_lane_end (blocks, ends));
  if (ends > first)
    try_edge (snap, poplens_lane_end (blocks, ends - 1));
}

double
poplens_chart_layout_snap (const PoplensChartLayout *self, double x)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);
  const PoplensLaneBlocks *blocks = lanes ? poplens_lanes (self->chart)->blocks : NULL;
  double at = poplens_chart_layout_x_to_position (self, x);
  Snap snap = {self, x, x + REACH + 1, at};

  for (guint r = 0; blocks && r < lanes->rows->len; r++) {
    guint row = g_array_index (lanes->rows, PoplensLaneRow, r).row;
    if (row < blocks->n_rows)
      try_row (&snap, row, at);
  }
  return fabs (snap.best_x - x) <= REACH ? snap.position : round (at);
}

gsize
poplens_chart_count_lane_blocks (const PoplensChart *self, double from, double to)
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  const PoplensLaneBlocks *blocks = lanes ? lanes->blocks : NULL;
  gsize n = 0;

  for (guint row = 0; blocks && row < MIN (blocks->n_rows, lanes->n_rows); row++) {
    gsize end = blocks->row_first[row + 1];
    gsize first = poplens_lane_first_from (blocks, blocks->row_first[row], end, from);
    gsize last = poplens_lane_first_from (blocks, first, end, to);
    n += last - first;
    /* Blocks of a row do not overlap: only the last can reach beyond. */
    if (last > first && poplens_lane_end (blocks, last - 1) > to)
      n--;
  }
  return n;
}

char *
poplens_chart_describe_measure (const PoplensChart *self, double from, double to)
{
  guint64 cycles = (guint64) MAX (round (to - from), 0);
  PoplensNumber length, blocks, time;
  gsize n = poplens_chart_count_lane_blocks (self, from, to);

  poplens_format_cycles_as_time (time, cycles, poplens_lanes (self)->nominal_hz);
  poplens_format_items (length, cycles, "cycle");
  poplens_format_items (blocks, n, poplens_lanes (self)->has_groups ? "block" : self->item_name);
  if (!*time)
    return g_strdup_printf ("%s · %s", length, blocks);
  return g_strdup_printf ("%s, nominal time %s · %s", length, time, blocks);
}

void
poplens_chart_set_lane_nominal (PoplensChart *self, guint64 hz, gboolean has_groups)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes);
  lanes->nominal_hz = hz;
  lanes->has_groups = has_groups;
}

void
poplens_chart_layout_draw_measure (const PoplensChartLayout *self, cairo_t *cr, double from,
                                   double to, const char *text)
{
  const PoplensRect *plot = &self->plot;
  double right = plot->x + plot->width;
  double x0 = floor (CLAMP (poplens_item_axis_to_x (&self->axis, from, FALSE), plot->x, right));
  double x1 = floor (CLAMP (poplens_item_axis_to_x (&self->axis, to, FALSE), plot->x, right));
  PoplensRect r = {x0, plot->y, MAX (x1 - x0, THICK), plot->height};
  double middle = floor (r.y + r.height - 14);

  if (self->empty)
    return;
  if (from < to) {
    poplens_overlay_fill (self, cr, r, POPLENS_INK_FOREGROUND, 0.10);
    poplens_overlay_fill (self, cr, (PoplensRect){r.x, r.y, THICK, r.height},
                          POPLENS_INK_FOREGROUND, 1);
    poplens_overlay_fill (self, cr, (PoplensRect){x1, r.y, THICK, r.height}, POPLENS_INK_FOREGROUND,
                          1);
    poplens_overlay_fill (self, cr, (PoplensRect){r.x, middle, r.width, THICK},
                          POPLENS_INK_FOREGROUND, 1);
  }
  poplens_overlay_plate (self, cr, text, r.x + r.width / 2, plot->x, right, r, FALSE);
}
