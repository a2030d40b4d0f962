#include "charts/lanes/address-private.h"
#include "charts/lanes/field-private.h"

static void
group_clear (gpointer data)
{
  PoplensLaneGroup *group = data;

  g_free (group->name);
  poplens_lane_field_free (group->field);
}

static void
run_clear (gpointer data)
{
  g_free (((PoplensLaneRun *) data)->name);
}

PoplensLaneData *
poplens_lane_data_new (void)
{
  PoplensLaneData *self = g_new0 (PoplensLaneData, 1);

  self->groups = g_array_new (FALSE, FALSE, sizeof (PoplensLaneGroup));
  self->runs = g_array_new (FALSE, FALSE, sizeof (PoplensLaneRun));
  self->regions = g_array_new (FALSE, FALSE, sizeof (PoplensAddressRegion));
  self->breaks = g_array_new (FALSE, FALSE, sizeof (PoplensLaneBreak));
  g_array_set_clear_func (self->groups, group_clear);
  g_array_set_clear_func (self->runs, run_clear);
  return self;
}

void
poplens_lane_data_free (PoplensLaneData *self)
{
  if (!self)
    return;
  poplens_lane_blocks_unref (self->blocks);
  g_array_unref (self->groups);
  g_array_unref (self->runs);
  g_array_unref (self->regions);
  g_free (self->dim_sum);
  g_free (self->level_name);
  g_free (self->levels);
  g_free (self->noun);
  if (self->free_row_data)
    self->free_row_data (self->row_data);
  g_array_unref (self->breaks);
  poplens_lane_area_clear (&self->area);
  g_free (self);
}

/* ---- building -------------------------------------------------------------------------------- */

void
poplens_chart_set_lane_blocks (PoplensChart *self, PoplensLaneBlocks *blocks)
{
  g_return_if_fail (self->lanes);
  poplens_lane_blocks_ref (blocks);
  poplens_lane_blocks_unref (self->lanes->blocks);
  self->lanes->blocks = blocks;
  self->n_items = blocks->n;
  if (poplens_chart_is_address (self) && (!self->lanes->groups->len || self->lanes->one_group)) {
    poplens_chart_add_lane_group (self, NULL, blocks->n_rows, FALSE, FALSE);
    self->lanes->one_group = TRUE;
  }
  g_clear_pointer (&self->lanes->dim_sum, g_free);
  g_clear_pointer (&self->lanes->levels, g_free);
}

void
poplens_chart_set_lane_levels (PoplensChart *self, const char *name, guint8 *levels)
{
  g_return_if_fail (self->lanes && self->lanes->blocks);
  g_free (self->lanes->level_name);
  self->lanes->level_name = g_strdup (name);
  g_free (self->lanes->levels);
  self->lanes->levels = levels;
}

guint8
poplens_lane_level (const PoplensChart *self, gsize slot)
{
  const guint8 *levels = self->lanes->levels;

  return levels ? levels[poplens_lane_item (self->lanes->blocks, slot)] : POPLENS_LANE_WHOLE;
}

void
poplens_chart_set_lane_dimmed (PoplensChart *self, guint8 *dimmed)
{
  const PoplensLaneBlocks *blocks = self->lanes ? self->lanes->blocks : NULL;
  guint32 *sum;

  g_return_if_fail (blocks);
  g_clear_pointer (&self->lanes->dim_sum, g_free);
  if (!dimmed)
    return;
  sum = self->lanes->dim_sum = g_new (guint32, blocks->n + 1);
  sum[0] = 0;
  for (gsize s = 0; s < blocks->n; s++)
    sum[s + 1] = sum[s] + (dimmed[poplens_lane_item (blocks, s)] != 0);
  g_free (dimmed);
}

gboolean
poplens_lane_is_dim (const PoplensChart *self, gsize from, gsize end)
{
  const guint32 *sum = self->lanes->dim_sum;

  return sum && sum[end] - sum[from] == end - from;
}

void
poplens_chart_add_lane_group (PoplensChart *self, const char *name, guint n_rows,
                              gboolean collapsible, gboolean collapsed)
{
  PoplensLaneGroup group = {.name = g_strdup (name ? name : ""),
                            .n_rows = n_rows,
                            .collapsible = collapsible,
                            .collapsed = collapsible && collapsed};

  g_return_if_fail (self->lanes);
  if (self->lanes->one_group) {
    g_array_set_size (self->lanes->groups, 0);
    self->lanes->n_rows = 0;
    self->lanes->one_group = FALSE;
  }
  group.first_row = self->lanes->n_rows;
  self->lanes->n_rows += n_rows;
  g_array_append_val (self->lanes->groups, group);
}

void
poplens_chart_add_lane_run (PoplensChart *self, const char *name, guint64 from, guint64 to)
{
  PoplensLaneRun run = {g_strdup (name ? name : ""), from, to};

  g_return_if_fail (self->lanes);
  g_array_append_val (self->lanes->runs, run);
}

void
poplens_chart_add_lane_break (PoplensChart *self, guint64 from, guint64 to)
{
  PoplensLaneBreak entry = {from, to, 0}, *last;
  GArray *breaks;

  g_return_if_fail (self->lanes);
  breaks = self->lanes->breaks;
  if (breaks->len) {
    last = &g_array_index (breaks, PoplensLaneBreak, breaks->len - 1);
    g_return_if_fail (last->to <= from);
    entry.folded = last->folded + (double) (last->to - last->from);
  }
  if (from < to)
    g_array_append_val (breaks, entry);
}

void
poplens_chart_set_lane_area (PoplensChart *self, const char *name, PoplensInk ink,
                             const PoplensLaneStairs *stairs)
{
  PoplensLaneArea area = {.ink = ink, .n = stairs->n, .stairs = *stairs};

  g_return_if_fail (self->lanes);
  poplens_lane_area_clear (&self->lanes->area);
  area.name = g_strdup (name ? name : "");
  self->lanes->area = area;
  poplens_lane_area_build (&self->lanes->area);
}

void
poplens_chart_set_lane_clock (PoplensChart *self, guint64 hz)
{
  g_return_if_fail (self->lanes);
  self->lanes->hz = hz;
}

void
poplens_chart_set_lane_positions (PoplensChart *self, const char *noun)
{
  char *copy = g_strdup (noun);

  g_return_if_fail (self->lanes);
  g_free (self->lanes->noun);
  self->lanes->noun = copy;
}

void
poplens_chart_set_lane_row_texts (PoplensChart *self, PoplensLaneRowFunc text, gpointer data,
                                  GDestroyNotify free_data)
{
  g_return_if_fail (self->lanes);
  if (self->lanes->free_row_data)
    self->lanes->free_row_data (self->lanes->row_data);
  self->lanes->row_text = text;
  self->lanes->row_data = data;
  self->lanes->free_row_data = free_data;
}

void
poplens_chart_set_lane_extent (PoplensChart *self, guint64 from, guint64 to)
{
  g_return_if_fail (self->lanes && from <= to);
  self->lanes->has_extent = TRUE;
  self->lanes->extent_from = from;
  self->lanes->extent_to = to;
}

void
poplens_chart_set_lane_opening (PoplensChart *self, guint64 from, guint64 to)
{
  g_return_if_fail (self->lanes && from < to);
  self->lanes->has_opening = TRUE;
  self->lanes->opening_from = from;
  self->lanes->opening_to = to;
}

/* ---- asking ---------------------------------------------------------------------------------- */

PoplensLaneBlocks *
poplens_chart_ref_lane_blocks (const PoplensChart *self)
{
  return self->lanes && self->lanes->blocks ? poplens_lane_blocks_ref (self->lanes->blocks) : NULL;
}

static const PoplensLaneBlocks *
blocks_of (const PoplensChart *self, gsize item)
{
  const PoplensLaneBlocks *blocks = self->lanes ? self->lanes->blocks : NULL;

  return blocks && item < blocks->n ? blocks : NULL;
}

gboolean
poplens_chart_get_lane_item (const PoplensChart *self, gsize item, guint64 *from, guint64 *to,
                             guint *row)
{
  const PoplensLaneBlocks *blocks = blocks_of (self, item);
  gsize slot;

  if (!blocks)
    return FALSE;
  slot = poplens_lane_slot (blocks, item);
  if (from)
    *from = poplens_lane_from (blocks, slot);
  if (to)
    *to = poplens_lane_from (blocks, slot) + poplens_lane_length (blocks, slot);
  if (row)
    *row = poplens_lane_row (blocks, slot);
  return TRUE;
}

guint64
poplens_lane_value (const PoplensChart *self, guint series, gsize item)
{
  const PoplensLaneBlocks *blocks = blocks_of (self, item);
  gsize slot;

  if (!blocks)
    return 0;
  slot = poplens_lane_slot (blocks, item);
  return poplens_lane_series (blocks, slot) == series ? poplens_lane_length (blocks, slot) : 0;
}

gboolean
poplens_lane_is_hidden (const PoplensChart *self, guint8 series)
{
  if (series >= self->series->len)
    return series != POPLENS_LANE_MOST_SERIES;
  return poplens_chart_series (self, series)->hidden;
}

static gboolean
is_shown (const PoplensChart *self, gsize slot)
{
  return !poplens_lane_is_hidden (self, poplens_lane_series (self->lanes->blocks, slot));
}

/* The next one in the row that is not hidden. */
static gsize
beside (const PoplensChart *self, gsize slot, int dx)
{
  const PoplensLaneBlocks *blocks = self->lanes->blocks;
  guint row = poplens_lane_row (blocks, slot);

  for (gsize s = slot;;) {
    if (dx > 0 ? s + 1 >= blocks->row_first[row + 1] : s <= blocks->row_first[row])
      return slot;
    s = dx > 0 ? s + 1 : s - 1;
    if (is_shown (self, s))
      return s;
  }
}

/* How much of [from, to) a block covers. */
static double
overlap (const PoplensLaneBlocks *blocks, gsize slot, double from, double to)
{
  return MIN (poplens_lane_end (blocks, slot), to) -
         MAX ((double) poplens_lane_from (blocks, slot), from);
}

/* In the next row that has one: the block that overlaps most. */
static gsize
above_or_below (const PoplensChart *self, gsize slot, int dy)
{
  const PoplensLaneBlocks *blocks = self->lanes->blocks;
  double from = (double) poplens_lane_from (blocks, slot), to = poplens_lane_end (blocks, slot);
  guint n_rows = MIN (blocks->n_rows, self->lanes->n_rows), row = poplens_lane_row (blocks, slot);

  while (dy > 0 ? row + 1 < n_rows : row > 0) {
    gsize best = slot, end;
    row = dy > 0 ? row + 1 : row - 1;
    end = blocks->row_first[row + 1];
    for (gsize s = poplens_lane_first_ending (blocks, blocks->row_first[row], end, from);
         s < end && (double) poplens_lane_from (blocks, s) < to; s++)
      if (is_shown (self, s) &&
          (best == slot || overlap (blocks, s, from, to) > overlap (blocks, best, from, to)))
        best = s;
    if (best != slot)
      return best;
  }
  return slot;
}

gsize
poplens_chart_get_lane_neighbour (const PoplensChart *self, gsize item, int dx, int dy)
{
  const PoplensLaneBlocks *blocks = blocks_of (self, item);
  gsize slot;

  if (!blocks)
    return item;
  slot = poplens_lane_slot (blocks, item);
  if (dx)
    slot = beside (self, slot, dx);
  if (dy)
    slot = above_or_below (self, slot, dy);
  return poplens_lane_item (blocks, slot);
}
