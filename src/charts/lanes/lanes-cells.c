/* From blocks to boxes: wide ones by themselves, and a run of narrow ones as one with its mixture.
 * Every box is at least a pixel, and none lies on another, so that what is drawn can be hit. */
#include "charts/lanes/lanes-private.h"

#include <math.h>
#include <string.h>

typedef struct {
  PoplensChartLayout *layout;
  const PoplensChart *chart;
  const PoplensLaneBlocks *blocks;
  PoplensLaneRow *row;
  double right;  /* of the plot */
  double free_x; /* the first pixel without a box */
  gsize summed;  /* the slot that .sums are of; G_MAXSIZE: none yet */
  double sums[POPLENS_LANE_MIX];
} Folder;

static double
begin_x (const Folder *self, gsize slot)
{
  return poplens_item_axis_to_x (&self->layout->axis,
                                 (double) poplens_lane_from (self->blocks, slot), FALSE);
}

static double
end_x (const Folder *self, gsize slot)
{
  return poplens_item_axis_to_x (&self->layout->axis, poplens_lane_end (self->blocks, slot), TRUE);
}

static gboolean
is_wide (const Folder *self, gsize slot)
{
  return end_x (self, slot) - begin_x (self, slot) >= POPLENS_LANE_LEAST;
}

/* ---- mixtures -------------------------------------------------------------------------------- */

/* Shares of the height, at least a pixel each as long as there is one: the largest gives. */
static void
add_parts (Folder *self, const double *mix, double sum)
{
  GArray *mixes = poplens_lanes_layout (self->layout)->mixes;
  PoplensLanePart end = {0, 0};
  guint first = mixes->len, largest = first;
  int rest = (int) poplens_lane_height (self->layout);

  for (guint m = 0; m < POPLENS_LANE_MIX; m++) {
    PoplensLanePart part = {(guint8) m, 0};
    if (!(mix[m] > 0) || poplens_lane_is_hidden (self->chart, (guint8) m))
      continue;
    part.height = (guint8) MAX (mix[m] / sum * poplens_lane_height (self->layout), 1);
    rest -= part.height;
    g_array_append_val (mixes, part);
    if (part.height > g_array_index (mixes, PoplensLanePart, largest).height)
      largest = mixes->len - 1;
  }
  while (rest < 0) {
    PoplensLanePart *most = &g_array_index (mixes, PoplensLanePart, first);
    for (guint i = first; i < mixes->len; i++)
      if (g_array_index (mixes, PoplensLanePart, i).height > most->height)
        most = &g_array_index (mixes, PoplensLanePart, i);
    if (most->height <= 1)
      break;
    most->height--;
    rest++;
  }
  if (rest > 0)
    g_array_index (mixes, PoplensLanePart, largest).height += (guint8) rest;
  g_array_append_val (mixes, end);
}

/* One cell ends where the next begins, so that each sum is looked up once. */
static void
add_up (Folder *self, gsize first, gsize end, double mix[POPLENS_LANE_MIX])
{
  double before[POPLENS_LANE_MIX];

  if (end < first + POPLENS_LANE_FEW) {
    poplens_lane_add_mix (self->blocks, first, end, mix);
    return;
  }
  if (self->summed != first)
    poplens_lane_sums_before (self->blocks, first, self->sums);
  memcpy (before, self->sums, sizeof before);
  poplens_lane_sums_before (self->blocks, end, self->sums);
  self->summed = end;
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    mix[m] += self->sums[m] - before[m];
}

/* FALSE where all of it is hidden. */
static gboolean
mix_cell (Folder *self, PoplensLaneCell *cell)
{
  double mix[POPLENS_LANE_MIX] = {0}, sum = 0;

  add_up (self, cell->first, cell->end, mix);
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    if (!poplens_lane_is_hidden (self->chart, (guint8) m))
      sum += MAX (mix[m], 0);
  if (!(sum > 0))
    return FALSE;
  cell->mix = (gint32) poplens_lanes_layout (self->layout)->mixes->len;
  add_parts (self, mix, sum);
  return TRUE;
}

/* What a group holds; where all of that is hidden, so is the group. */
static gint32
mix_inside (Folder *self, gsize slot)
{
  gint32 first = (gint32) poplens_lanes_layout (self->layout)->mixes->len;
  double shares[POPLENS_LANE_MIX], sum = 0;
  int hidden = -1;

  if (!self->row->folded || poplens_lane_series (self->blocks, slot) != POPLENS_LANE_MOST_SERIES ||
      !poplens_lane_inside (self->blocks, poplens_lane_item (self->blocks, slot), shares))
    return -1;
  for (guint m = 0; m < POPLENS_LANE_MIX; m++) {
    if (shares[m] > 0 && poplens_lane_is_hidden (self->chart, (guint8) m))
      hidden = (int) m;
    else
      sum += shares[m];
  }
  if (sum > 0) {
    add_parts (self, shares, sum);
    return first;
  }
  PoplensLanePart parts[] = {{(guint8) hidden, 1}, {0, 0}};
  g_array_append_vals (poplens_lanes_layout (self->layout)->mixes, parts, 2);
  return first;
}

/* ---- boxes ----------------------------------------------------------------------------------- */

static PoplensLaneCell *
last_cell (Folder *self)
{
  GArray *cells = poplens_lanes_layout (self->layout)->cells;

  return self->row->n_cells ? &g_array_index (cells, PoplensLaneCell, cells->len - 1) : NULL;
}

/* At the right end there may be no pixel left: a wide box gives its last, so that it stays what it
 * is; FALSE where the box before has none to give. */
static gboolean
make_room (Folder *self)
{
  PoplensLaneCell *last = last_cell (self);

  if (!last || last->x1 - last->x0 < POPLENS_LANE_LEAST)
    return FALSE;
  last->x1 -= 1;
  self->free_x = last->x1;
  return TRUE;
}

/* A narrow one takes the blocks in. */
static void
join_last (Folder *self, gsize end)
{
  PoplensLaneCell *last = last_cell (self);

  if (!last)
    return;
  last->end = end;
  last->inside = -1;
  if (!mix_cell (self, last))
    last->mix = -1;
}

static void
add_cell (Folder *self, double x0, double x1, gsize first, gsize end)
{
  PoplensLaneCell cell = {0, 0, first, end, -1, -1};

  if (end - first == 1
          ? poplens_lane_is_hidden (self->chart, poplens_lane_series (self->blocks, first))
          : FALSE)
    return;
  /* What begins on the very edge still has the last pixel, if that is free. */
  x0 = MIN (x0, self->right - 1);
  if (self->free_x >= self->right && !make_room (self)) {
    join_last (self, end);
    return;
  }
  x0 = MAX (x0, self->free_x);
  x1 = MIN (MAX (x1, x0 + 1), self->right);
  cell.x0 = (float) x0;
  cell.x1 = (float) x1;
  if (end - first > 1 && !mix_cell (self, &cell))
    return;
  if (end - first == 1)
    cell.inside = mix_inside (self, first);
  g_array_append_val (poplens_lanes_layout (self->layout)->cells, cell);
  self->row->n_cells++;
  self->free_x = x1;
}

/* Where the narrow blocks from @first on end that begin within so many pixels. */
static gsize
find_run_end (const Folder *self, gsize first, gsize end, double x0)
{
  const PoplensItemAxis *axis = &self->layout->axis;
  const PoplensAxisRun *run =
      poplens_lane_axis_run (axis, (double) poplens_lane_from (self->blocks, first));
  double limit = run->p1, reach = x0 + POPLENS_LANE_LEAST;
  gsize run_end;

  if (reach < run->x1)
    limit = poplens_item_axis_to_position (axis, reach);
  run_end = poplens_lane_first_from (self->blocks, first + 1, end, limit);
  /* Only the last one can reach beyond. */
  if (run_end - first > 1 && is_wide (self, run_end - 1))
    run_end--;
  return run_end;
}

/* Blocks that lie wholly in a fold are not drawn. */
static gsize
skip_fold (const Folder *self, gsize slot, gsize end)
{
  const PoplensAxisRun *run =
      poplens_lane_axis_run (&self->layout->axis, (double) poplens_lane_from (self->blocks, slot));

  if ((double) poplens_lane_from (self->blocks, slot) >= run->p0 ||
      poplens_lane_end (self->blocks, slot) > run->p0)
    return slot;
  return poplens_lane_first_ending (self->blocks, slot, end, run->p0);
}

void
poplens_lane_add_cells (PoplensChartLayout *layout, PoplensLaneRow *row)
{
  const PoplensRect *plot = &layout->plot;
  const PoplensLaneBlocks *blocks = poplens_lanes (layout->chart)->blocks;
  Folder self = {layout,  layout->chart, blocks, row, plot->x + plot->width,
                 plot->x, G_MAXSIZE,     {0}};
  gsize slot, end;

  row->first_cell = poplens_lanes_layout (layout)->cells->len;
  row->n_cells = 0;
  if (!blocks || row->row >= blocks->n_rows)
    return;
  end = blocks->row_first[row->row + 1];
  slot = poplens_lane_first_ending (blocks, blocks->row_first[row->row], end, layout->view.from);
  end = poplens_lane_first_from (blocks, slot, end, layout->view.to);
  while (slot < end) {
    gsize next = skip_fold (&self, slot, end);
    double x0, x1;
    if (next > slot) {
      slot = next;
      continue;
    }
    x0 = begin_x (&self, slot);
    x1 = end_x (&self, slot);
    if (x1 - x0 >= POPLENS_LANE_LEAST) {
      add_cell (&self, round (x0), round (x1), slot, slot + 1);
      slot++;
      continue;
    }
    next = find_run_end (&self, slot, end, x0);
    x1 = end_x (&self, next - 1);
    add_cell (&self, floor (x0), ceil (x1), slot, next);
    slot = next;
  }
}
