/* LANES and ADDRESS charts: building them, finding neighbours of blocks, and their function tables.
 */
#include "charts/lanes/address-private.h"
#include "charts/lanes/field-private.h"

#include <math.h>

/* Maximum zoom of the lines of a field. A layout can limit the zoom further. */
#define MOST_ZOOM 1e4

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

static gpointer
lanes_data_new (void)
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
poplens_lane_data_free (gpointer data)
{
  PoplensLaneData *self = data;

  poplens_lane_blocks_unref (self->blocks);
  g_array_unref (self->groups);
  g_array_unref (self->runs);
  g_array_unref (self->regions);
  g_free (self->looks);
  g_free (self->dim_sum);
  g_free (self->outline_sum);
  g_free (self->level_name);
  g_free (self->levels);
  g_free (self->whole_noun);
  poplens_lane_parts_clear (self);
  g_free (self->noun);
  if (self->free_row_data)
    self->free_row_data (self->row_data);
  if (self->free_labels_data)
    self->free_labels_data (self->labels_data);
  g_array_unref (self->breaks);
  poplens_lane_area_clear (&self->area);
  g_free (self);
}

/* ---- building -------------------------------------------------------------------------------- */

void
poplens_chart_set_lane_blocks (PoplensChart *self, PoplensLaneBlocks *blocks)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes);
  poplens_lane_blocks_ref (blocks);
  poplens_lane_blocks_unref (lanes->blocks);
  lanes->blocks = blocks;
  self->n_items = blocks->n;
  if (poplens_chart_is_address (self) && (!lanes->groups->len || lanes->one_group)) {
    poplens_chart_add_lane_group (self, NULL, blocks->n_rows, FALSE, FALSE);
    lanes->one_group = TRUE;
  }
  g_clear_pointer (&lanes->dim_sum, g_free);
  g_clear_pointer (&lanes->outline_sum, g_free);
  g_clear_pointer (&lanes->levels, g_free);
  poplens_lane_parts_clear (lanes);
}

void
poplens_chart_set_lane_levels (PoplensChart *self, const char *name, guint8 *levels,
                               gboolean only_high)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes && lanes->blocks);
  g_free (lanes->level_name);
  lanes->level_name = g_strdup (name);
  g_free (lanes->levels);
  lanes->levels = levels;
  lanes->only_high = only_high;
}

guint8
poplens_lane_level (const PoplensChart *self, gsize slot)
{
  const guint8 *levels = poplens_lanes (self)->levels;

  return levels ? levels[poplens_lane_item (poplens_lanes (self)->blocks, slot)]
                : POPLENS_LANE_WHOLE;
}

/* Returns the number of marked blocks before each slot: [n_blocks + 1] (transfer full), or NULL if
 * @marked is NULL. @marked: (transfer full) (nullable): by item: 1 if the item is marked. */
static guint32 *
sum_marks (const PoplensLaneBlocks *blocks, guint8 *marked)
{
  guint32 *sum;

  if (!marked)
    return NULL;
  sum = g_new (guint32, blocks->n + 1);
  sum[0] = 0;
  for (gsize s = 0; s < blocks->n; s++)
    sum[s + 1] = sum[s] + (marked[poplens_lane_item (blocks, s)] != 0);
  g_free (marked);
  return sum;
}

void
poplens_chart_set_lane_dimmed (PoplensChart *self, guint8 *dimmed)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes && lanes->blocks);
  g_free (lanes->dim_sum);
  lanes->dim_sum = sum_marks (lanes->blocks, dimmed);
}

void
poplens_chart_set_lane_outlined (PoplensChart *self, guint8 *outlined)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes && lanes->blocks);
  g_free (lanes->outline_sum);
  lanes->outline_sum = sum_marks (lanes->blocks, outlined);
}

gboolean
poplens_lane_is_outlined_slot (const PoplensChart *self, gsize from, gsize end)
{
  const guint32 *sum = poplens_lanes (self)->outline_sum;

  return sum && sum[end] > sum[from];
}

gboolean
poplens_lane_is_dim (const PoplensChart *self, gsize from, gsize end)
{
  const guint32 *sum = poplens_lanes (self)->dim_sum;

  return sum && sum[end] - sum[from] == end - from;
}

void
poplens_chart_add_lane_group (PoplensChart *self, const char *name, guint n_rows,
                              gboolean collapsible, gboolean collapsed)
{
  PoplensLaneData *lanes = poplens_lanes (self);
  PoplensLaneGroup group = {.name = g_strdup (name ? name : ""),
                            .n_rows = n_rows,
                            .collapsible = collapsible,
                            .collapsed = collapsible && collapsed};

  g_return_if_fail (lanes);
  if (lanes->one_group) {
    g_array_set_size (lanes->groups, 0);
    lanes->n_rows = 0;
    lanes->one_group = FALSE;
  }
  group.first_row = lanes->n_rows;
  lanes->n_rows += n_rows;
  g_array_append_val (lanes->groups, group);
}

void
poplens_chart_set_lane_row_looks (PoplensChart *self, const PoplensLaneRowLook *looks, guint n)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes);
  g_free (lanes->looks);
  lanes->looks = g_memdup2 (looks, n * sizeof *looks);
  lanes->n_looks = n;
}

void
poplens_chart_set_lane_labels (PoplensChart *self, PoplensLaneLabelsFunc labels, gpointer data,
                               GDestroyNotify free_data)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes);
  if (lanes->free_labels_data)
    lanes->free_labels_data (lanes->labels_data);
  lanes->labels = labels;
  lanes->labels_data = data;
  lanes->free_labels_data = free_data;
}

void
poplens_chart_set_lane_compact (PoplensChart *self, gboolean compact)
{
  g_return_if_fail (poplens_lanes (self));
  poplens_lanes (self)->compact = compact;
}

void
poplens_chart_set_lane_high (PoplensChart *self, guint64 whole, const char *noun)
{
  PoplensLaneData *lanes = poplens_lanes (self);
  char *copy = g_strdup (noun);

  g_return_if_fail (lanes);
  lanes->high = TRUE;
  lanes->whole = whole;
  g_free (lanes->whole_noun);
  lanes->whole_noun = copy;
}

void
poplens_chart_add_lane_run (PoplensChart *self, const char *name, guint64 from, guint64 to)
{
  PoplensLaneRun run = {g_strdup (name ? name : ""), from, to};

  g_return_if_fail (poplens_lanes (self));
  g_array_append_val (poplens_lanes (self)->runs, run);
}

gboolean
poplens_chart_get_lane_run (const PoplensChart *self, gsize run, double *from, double *to)
{
  const GArray *runs = poplens_lanes (self)->runs;

  if (run >= runs->len)
    return FALSE;
  *from = (double) g_array_index (runs, PoplensLaneRun, run).from;
  *to = (double) g_array_index (runs, PoplensLaneRun, run).to;
  return TRUE;
}

char *
poplens_chart_describe_lane_break (const PoplensChart *self, gsize index)
{
  const GArray *breaks = poplens_lanes (self)->breaks;
  PoplensNumber cycles;

  if (index >= breaks->len)
    return NULL;
  const PoplensLaneBreak *one = &g_array_index (breaks, PoplensLaneBreak, index);
  return g_strdup_printf ("%s cycles left out. Click to show them.",
                          poplens_format_count (cycles, one->to - one->from));
}

void
poplens_chart_add_lane_break (PoplensChart *self, guint64 from, guint64 to)
{
  PoplensLaneBreak entry = {from, to, 0}, *last;
  GArray *breaks;

  g_return_if_fail (poplens_lanes (self));
  breaks = poplens_lanes (self)->breaks;
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
  PoplensLaneData *lanes = poplens_lanes (self);
  PoplensLaneArea area = {.ink = ink, .n = stairs->n, .stairs = *stairs};

  g_return_if_fail (lanes);
  poplens_lane_area_clear (&lanes->area);
  area.name = g_strdup (name ? name : "");
  lanes->area = area;
  poplens_lane_area_build (&lanes->area);
}

void
poplens_chart_set_lane_clock (PoplensChart *self, guint64 hz)
{
  g_return_if_fail (poplens_lanes (self));
  poplens_lanes (self)->hz = hz;
}

void
poplens_chart_set_lane_positions (PoplensChart *self, const char *noun)
{
  PoplensLaneData *lanes = poplens_lanes (self);
  char *copy = g_strdup (noun);

  g_return_if_fail (lanes);
  g_free (lanes->noun);
  lanes->noun = copy;
}

void
poplens_chart_set_lane_sizes (PoplensChart *self, gboolean sizes)
{
  g_return_if_fail (poplens_lanes (self));
  poplens_lanes (self)->sizes = sizes;
}

void
poplens_chart_set_lane_row_texts (PoplensChart *self, PoplensLaneRowFunc text, gpointer data,
                                  GDestroyNotify free_data)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes);
  if (lanes->free_row_data)
    lanes->free_row_data (lanes->row_data);
  lanes->row_text = text;
  lanes->row_data = data;
  lanes->free_row_data = free_data;
}

void
poplens_chart_set_lane_extent (PoplensChart *self, guint64 from, guint64 to)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes && from <= to);
  lanes->has_extent = TRUE;
  lanes->extent_from = from;
  lanes->extent_to = to;
}

void
poplens_chart_set_lane_opening (PoplensChart *self, guint64 from, guint64 to)
{
  PoplensLaneData *lanes = poplens_lanes (self);

  g_return_if_fail (lanes && from < to);
  lanes->has_opening = TRUE;
  lanes->opening_from = from;
  lanes->opening_to = to;
}

/* ---- accessors ------------------------------------------------------------------------------- */

gboolean
poplens_chart_has_blocks (const PoplensChart *self)
{
  return poplens_lanes (self) != NULL;
}

PoplensLaneBlocks *
poplens_chart_ref_lane_blocks (const PoplensChart *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self);

  return lanes && lanes->blocks ? poplens_lane_blocks_ref (lanes->blocks) : NULL;
}

static const PoplensLaneBlocks *
blocks_of (const PoplensChart *self, gsize item)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self) ? poplens_lanes (self)->blocks : NULL;

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

static guint64
lane_value (const PoplensChart *self, guint series, gsize item)
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
  return !poplens_lane_is_hidden (self, poplens_lane_series (poplens_lanes (self)->blocks, slot));
}

/* Returns the next (@dx 1) or previous (@dx −1) slot in the row of @slot whose series is not
 * hidden; @slot if there is none. */
static gsize
adjacent_slot (const PoplensChart *self, gsize slot, int dx)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self)->blocks;
  guint row = poplens_lane_row (blocks, slot);

  for (gsize s = slot;;) {
    if (dx > 0 ? s + 1 >= blocks->row_first[row + 1] : s <= blocks->row_first[row])
      return slot;
    s = dx > 0 ? s + 1 : s - 1;
    if (is_shown (self, s))
      return s;
  }
}

/* Returns how much of [@from, @to) a block covers, in cycles. */
static double
block_overlap (const PoplensLaneBlocks *blocks, gsize slot, double from, double to)
{
  return MIN (poplens_lane_end (blocks, slot), to) -
         MAX ((double) poplens_lane_from (blocks, slot), from);
}

/* Returns the slot of the block below (@dy 1) or above (@dy −1) that overlaps the block at @slot
 * most. Takes the nearest row that has an overlapping block. Returns @slot if no row has one. */
static gsize
above_or_below (const PoplensChart *self, gsize slot, int dy)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self)->blocks;
  double from = (double) poplens_lane_from (blocks, slot), to = poplens_lane_end (blocks, slot);
  guint n_rows = MIN (blocks->n_rows, poplens_lanes (self)->n_rows),
        row = poplens_lane_row (blocks, slot);

  while (dy > 0 ? row + 1 < n_rows : row > 0) {
    gsize best = slot, end;
    row = dy > 0 ? row + 1 : row - 1;
    end = blocks->row_first[row + 1];
    for (gsize s = poplens_lane_first_ending (blocks, blocks->row_first[row], end, from);
         s < end && (double) poplens_lane_from (blocks, s) < to; s++)
      if (is_shown (self, s) && (best == slot || block_overlap (blocks, s, from, to) >
                                                     block_overlap (blocks, best, from, to)))
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
    slot = adjacent_slot (self, slot, dx);
  if (dy)
    slot = above_or_below (self, slot, dy);
  return poplens_lane_item (blocks, slot);
}

/* ---- the kinds ------------------------------------------------------------------------------- */

static gboolean
get_opening (const PoplensChart *self, double *from, double *to)
{
  const PoplensLaneData *lanes = poplens_lanes (self);

  if (!lanes->has_opening)
    return FALSE;
  *from = (double) lanes->opening_from;
  *to = (double) lanes->opening_to;
  return TRUE;
}

/* Returns the range from the first start to the last end of the items. */
static void
get_span (const PoplensChart *self, PoplensItemRange range, double *from, double *to)
{
  guint64 block_from, block_to;

  *from = INFINITY;
  *to = -INFINITY;
  for (gsize i = range.from; i < range.to; i++) {
    poplens_chart_get_lane_item (self, i, &block_from, &block_to, NULL);
    *from = MIN (*from, (double) block_from);
    *to = MAX (*to, (double) MAX (block_to, block_from + 1));
  }
}

static void
get_range_axis (const PoplensChart *self, PoplensRangeAxis *axis)
{
  const PoplensLaneData *lanes = poplens_lanes (self);

  axis->is_address = poplens_chart_is_address (self);
  axis->whole = lanes->noun != NULL;
  if (!axis->whole && !axis->is_address)
    axis->hz = lanes->hz ? lanes->hz : lanes->nominal_hz;
  axis->in_time = lanes->hz != 0;
}

/* Clamps the scroll offset, the line zoom and the range. The layout clamps them further, to its
 * size in pixels. */
static PoplensChartView
lanes_clamp_view (const PoplensChart *self, PoplensChartView view)
{
  view.scroll = isfinite (view.scroll) ? MAX (view.scroll, 0) : 0;
  if (!(view.line_zoom > 1) || !isfinite (view.line_zoom))
    view.line_zoom = 0;
  view.line_zoom = MIN (view.line_zoom, MOST_ZOOM);
  return poplens_chart_clamp_to_axis (self, view);
}

/* Returns the fill of a legend chip: the colour of the series, or the tint of a QUIET series. */
static PoplensColor
get_chip (const PoplensChartLayout *layout, guint series)
{
  const PoplensSeries *s = poplens_chart_series (layout->chart, series);
  gboolean quiet = s->kind == POPLENS_SERIES_QUIET;

  return poplens_layout_series_color (layout, series, quiet ? poplens_layout_tint (layout, s) : 1);
}

/* Functions for both LANES and ADDRESS charts. If the two kinds need different code, a function
 * calls poplens_chart_is_address (). */
#define OF_BOTH                                                                                    \
  .get_chip = get_chip, .data_new = lanes_data_new, .data_free = poplens_lane_data_free,           \
  .get_value = lane_value, .describe_item = poplens_lane_describe_item,                            \
  .describe_range = poplens_lane_describe_range, .get_range_axis = get_range_axis,                 \
  .get_extent = poplens_lane_extent, .get_opening = get_opening, .fold = poplens_lane_fold,        \
  .unfold = poplens_lane_unfold, .get_span = get_span, .clamp_view = lanes_clamp_view,             \
  .lay_out = poplens_lane_lay_out, .lay_out_overview = poplens_lane_lay_out_overview,              \
  .layout_free = poplens_lane_layout_free, .content_height = poplens_lane_content_height,          \
  .hit = poplens_lane_hit, .item_rect = poplens_lane_item_rect,                                    \
  .draw_overlay = poplens_lane_draw_overlay

const PoplensChartKind poplens_lanes_kind = {OF_BOTH, .describe_span = poplens_lane_describe_span};
const PoplensChartKind poplens_address_kind = {OF_BOTH,
                                               .describe_span = poplens_address_describe_span};
