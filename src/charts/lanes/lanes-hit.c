/* Finds the block at a point, and describes blocks and measured ranges. Also stores which series a
 * group contains. */
#include "charts/lanes/address-private.h"
#include "base/search.h"
#include "charts/lanes/field-private.h"
#include "charts/lanes/lanes-private.h"

#include <math.h>

/* ---- descriptions ---------------------------------------------------------------------------- */

/* Formats a length in cycles for hover boxes and screen readers. */

const char *
poplens_lane_format_length (const PoplensChart *self, char buffer[96], guint64 cycles)
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  PoplensNumber count, time;

  if (poplens_chart_is_address (self)) {
    GString *exact = g_string_new (NULL);
    poplens_chart_append_exact (self, exact, cycles);
    g_strlcpy (buffer, exact->str, 96);
    g_string_free (exact, TRUE);
    return buffer;
  }
  poplens_format_items (count, cycles, lanes->noun ? lanes->noun : "cycle");
  poplens_format_cycles_as_time (time, cycles, lanes->noun ? 0 : lanes->hz);
  if (*time)
    g_snprintf (buffer, 96, "%s (nominal time %s)", count, time);
  else
    g_strlcpy (buffer, count, 96);
  return buffer;
}

static const char *
group_name (const PoplensChart *self, guint row)
{
  for (guint i = 0; i < poplens_lanes (self)->groups->len; i++) {
    const PoplensLaneGroup *group =
        &g_array_index (poplens_lanes (self)->groups, PoplensLaneGroup, i);
    if (row >= group->first_row && row < group->first_row + group->n_rows)
      return group->name;
  }
  return "";
}

static void
append_place (GString *out, const PoplensChart *self, guint64 from, guint64 to)
{
  PoplensNumber number;

  if (poplens_chart_is_address (self)) {
    g_string_append_printf (out, "\nFrom\t%s", poplens_format_address (number, from));
    g_string_append_printf (out, "\nTo before\t%s", poplens_format_address (number, to));
    return;
  }
  if (poplens_lanes (self)->noun) {
    g_string_append_printf (out, "\nFrom %s\t%s", poplens_lanes (self)->noun,
                            poplens_format_count (number, from));
    g_string_append_printf (out, "\nTo before\t%s", poplens_format_count (number, to));
    return;
  }
  g_string_append_printf (out, "\nFrom cycle\t%s", poplens_format_count (number, from));
  g_string_append_printf (out, "\nTo cycle\t%s", poplens_format_count (number, to));
}

/* Appends a line of text for each series that group @item contains, the largest first. */
static void
append_inside (GString *out, const PoplensChart *self, gsize item)
{
  double shares[POPLENS_LANE_MIX];
  PoplensNumber percent;

  if (!poplens_lane_inside (poplens_lanes (self)->blocks, item, shares))
    return;
  for (;;) {
    guint most = 0;
    for (guint s = 1; s < self->series->len; s++)
      if (shares[s] > shares[most])
        most = s;
    if (!(shares[most] > 0))
      return;
    g_string_append_printf (out, "\n%s\t%s", poplens_chart_series (self, most)->name,
                            poplens_format_percent (percent, shares[most]));
    shares[most] = 0;
  }
}

void
poplens_lane_describe_item (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  g_autofree char *label = NULL;
  PoplensNumber number;
  char length[96];
  guint64 from, to;
  guint row;
  gsize slot;

  if (!poplens_chart_get_lane_item (self, item, &from, &to, &row))
    return;
  slot = poplens_lane_slot (lanes->blocks, item);
  label = poplens_chart_item_name (self, item);
  if (label && *label)
    g_string_append (out, label);
  else
    g_string_append_printf (out, "%s %s", self->item_name, poplens_format_count (number, item));
  if (*group_name (self, row))
    g_string_append_printf (out, " · %s", group_name (self, row));
  if (lanes->sizes) {
    poplens_chart_append_notes (self, out, item);
    return;
  }
  if (poplens_lane_series (lanes->blocks, slot) < self->series->len)
    g_string_append_printf (
        out, "\n%s\t%s",
        poplens_chart_series (self, poplens_lane_series (lanes->blocks, slot))->name,
        poplens_lane_format_length (self, length, to - from));
  else
    g_string_append_printf (out, "\nLength\t%s",
                            poplens_lane_format_length (self, length, to - from));
  append_place (out, self, from, to);
  append_inside (out, self, item);
  if (poplens_lane_has_flag (lanes->blocks, slot, POPLENS_LANE_ESTIMATED))
    g_string_append (out, "\nSource\testimated by the compiler");
  if (poplens_lane_level (self, slot) != POPLENS_LANE_WHOLE)
    g_string_append_printf (out, "\n%s\t%u %%", lanes->level_name, poplens_lane_level (self, slot));
  poplens_chart_append_notes (self, out, item);
}

/* Returns the plural noun of positions: "cycles", "steps". (transfer full) */
static char *
positions_of (const PoplensChart *self)
{
  const char *noun = poplens_lanes (self)->noun;

  return poplens_format_plural (noun ? noun : "cycle");
}

void
poplens_lane_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  guint64 first = G_MAXUINT64, last = 0, sum = 0;
  g_autofree char *plural = positions_of (self);
  PoplensNumber items, begin, end;
  char length[96];

  for (gsize i = range.from; i < range.to; i++) {
    guint64 from, to;
    if (!poplens_chart_get_lane_item (self, i, &from, &to, NULL))
      continue;
    first = MIN (first, from);
    last = MAX (last, to);
    sum += to - from;
  }
  poplens_format_items (items, range.to - range.from, self->item_name);
  poplens_lane_format_length (self, length, sum);
  if (poplens_chart_is_address (self))
    g_string_append_printf (out, "%s: sum %s, %s–%s", items, length,
                            poplens_format_address (begin, first),
                            poplens_format_address (end, last));
  else
    g_string_append_printf (out, "%s: sum %s, %s %s–%s", items, length, plural,
                            poplens_format_count (begin, first), poplens_format_count (end, last));
}

void
poplens_lane_describe_span (const PoplensChart *self, GString *out, guint64 from, guint64 to)
{
  g_autofree char *plural = positions_of (self);
  PoplensNumber a, b;

  if (poplens_lanes (self)->sizes)
    g_string_append_printf (out, "%s %s wide", poplens_format_count (a, to - from), plural);
  else
    g_string_append_printf (out, "%s %s to %s", plural, poplens_format_count (a, from),
                            poplens_format_count (b, to));
}

/* ---- contents of groups ---------------------------------------------------------------------- */

/* Stored share of a series that fills a whole group. Shares have 16 bits to save memory. */
#define WHOLE 65535

struct _PoplensLaneInsides {
  guint n_series;
  GArray *items;  /* guint32: groups whose contents are known, ascending */
  GArray *shares; /* guint16: shares of series, in units of 1 / WHOLE: n_series entries for each
                     group in .items */
};

PoplensLaneInsides *
poplens_lane_insides_new (guint n_series)
{
  PoplensLaneInsides *self = g_new0 (PoplensLaneInsides, 1);

  self->n_series = MIN (n_series, POPLENS_LANE_MOST_SERIES);
  self->items = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->shares = g_array_new (FALSE, FALSE, sizeof (guint16));
  return self;
}

void
poplens_lane_insides_free (PoplensLaneInsides *self)
{
  if (!self)
    return;
  g_array_unref (self->items);
  g_array_unref (self->shares);
  g_free (self);
}

void
poplens_lane_insides_add (PoplensLaneInsides *self, gsize item, const float *cycles)
{
  guint32 number = (guint32) item;
  double sum = 0;

  for (guint s = 0; s < self->n_series; s++)
    sum += (double) cycles[s];
  if (!(sum > 0))
    return;
  g_array_append_val (self->items, number);
  for (guint s = 0; s < self->n_series; s++) {
    /* Do not round a share above 0 to 0. */
    double share = cycles[s] > 0 ? MAX ((double) cycles[s] / sum * WHOLE + 0.5, 1) : 0;
    guint16 kept = (guint16) MIN (share, WHOLE);
    g_array_append_val (self->shares, kept);
  }
}

/* Finds the index of group @item in .items. FALSE if the contents of the group are unknown. */
static gboolean
find_item (const PoplensLaneInsides *self, gsize item, guint *place)
{
  guint low = 0, high = self->items->len;

  POPLENS_SEARCH (low, high, at, g_array_index (self->items, guint32, at) < item);
  *place = low;
  return low < self->items->len && g_array_index (self->items, guint32, low) == item;
}

gboolean
poplens_lane_inside (const PoplensLaneBlocks *blocks, gsize item, double shares[POPLENS_LANE_MIX])
{
  const PoplensLaneInsides *self = blocks->insides;
  guint place;

  if (!self || !find_item (self, item, &place))
    return FALSE;
  for (guint m = 0; m < POPLENS_LANE_MIX; m++)
    shares[m] = m < self->n_series ? (double) g_array_index (self->shares, guint16,
                                                             (gsize) place * self->n_series + m) /
                                         WHOLE
                                   : 0;
  return TRUE;
}

/* ---- measuring ------------------------------------------------------------------------------- */

/* Pixels within which a position snaps to an edge. */
#define REACH 10
#define THICK 1

typedef struct {
  const PoplensChartLayout *layout;
  double x, best_x, position;
} SpanSnap;

static void
try_edge (SpanSnap *snap, double position)
{
  double x = poplens_item_axis_to_x (&snap->layout->axis, position, FALSE);

  if (fabs (x - snap->x) >= fabs (snap->best_x - snap->x))
    return;
  snap->best_x = x;
  snap->position = position;
}

/* Snaps to an edge of a block in the row. Tries only the starts and ends next to position @at,
 * because one of them is the nearest edge. */
static void
try_row (SpanSnap *snap, guint row, double at)
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
  SpanSnap snap = {self, x, x + REACH + 1, at};

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
    n += poplens_lane_first_ending (blocks, first, end, to) - first;
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

/* ---- hit tests ------------------------------------------------------------------------------- */

static const PoplensLaneCell *
hit_cell_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes_layout (self)->cells, PoplensLaneCell, i);
}

static const PoplensLaneRow *
lane_hit_row_at (const PoplensChartLayout *self, double y)
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

  POPLENS_SEARCH (low, high, at, hit_cell_at (self, at)->x1 <= x);
  return low < row->first_cell + row->n_cells && hit_cell_at (self, low)->x0 <= x
             ? hit_cell_at (self, low)
             : NULL;
}

/* Returns the slot of the visible block in @cell that contains @cycle. If there is none, returns
 * the next visible block, else the previous one. Each cell has a visible block. */
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
  const PoplensLaneRow *row = lane_hit_row_at (self, y);
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

/* Returns what is at a point. In overviews, only hit zones can be hit. */
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
    POPLENS_SEARCH (low, high, at, hit_cell_at (self, at)->end <= slot);
    if (low >= line->first_cell + line->n_cells || hit_cell_at (self, low)->first > slot)
      return FALSE;
    rect->x = hit_cell_at (self, low)->x0;
    rect->width = hit_cell_at (self, low)->x1 - hit_cell_at (self, low)->x0;
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
