/* Lays out LANES charts from top to bottom. Legend, ruler and runs stay in place; the area and the
 * rows scroll. */
#include "charts/lanes/address-private.h"
#include "base/search.h"
#include "charts/lanes/field-private.h"
#include "charts/lanes/lanes-private.h"

#include <math.h>

/* ---- values of the area ---------------------------------------------------------------------- */

/* Number of entries that one entry of the next level summarizes, by their lowest and highest value.
 */
#define FAN 16
#define MARK 64
#define CACHE_LINE 64

static void
lane_layout_widen (PoplensLaneSpan *self, PoplensLaneSpan other)
{
  self->low = MIN (self->low, other.low);
  self->high = MAX (self->high, other.high);
}

/* Returns the lowest and highest value of entry @i of a level. Level 0 has the single values. For
 * an unknown value, the lowest is G_MAXUINT64 and the highest is 0. */
static PoplensLaneSpan
span_at (const PoplensLaneArea *self, guint level, gsize i)
{
  guint64 value;

  if (level)
    return self->levels[level - 1][i];
  value = self->stairs.values[self->stairs.value_at ? self->stairs.value_at[i] : i];
  return (PoplensLaneSpan){value, value == G_MAXUINT64 ? 0 : value};
}

void
poplens_lane_area_build (PoplensLaneArea *self)
{
  PoplensLaneSpan all = {G_MAXUINT64, 0};
  gsize below = self->n;

  self->marks = g_new (guint64, self->n / MARK + 1);
  for (gsize i = 0; i < self->n; i += MARK)
    self->marks[i / MARK] = poplens_lane_area_from (self, i);
  for (guint level = 0; below > FAN && level < POPLENS_LANE_LEVELS; level++) {
    gsize n = (below + FAN - 1) / FAN;
    self->levels[level] = g_new (PoplensLaneSpan, n);
    for (gsize i = 0; i < n; i++) {
      PoplensLaneSpan span = {G_MAXUINT64, 0};
      for (gsize k = i * FAN; k < MIN ((i + 1) * FAN, below); k++)
        lane_layout_widen (&span, span_at (self, level, k));
      self->levels[level][i] = span;
    }
    self->n_levels = level + 1;
    below = n;
  }
  for (gsize i = 0; i < below; i++)
    lane_layout_widen (&all, span_at (self, self->n_levels, i));
  self->max = all.high;
  self->is_known = all.low != G_MAXUINT64;
}

void
poplens_lane_area_clear (PoplensLaneArea *self)
{
  g_free (self->name);
  if (self->stairs.free_owner)
    self->stairs.free_owner (self->stairs.owner);
  g_free (self->marks);
  for (guint level = 0; level < self->n_levels; level++)
    g_free (self->levels[level]);
  *self = (PoplensLaneArea){0};
}

/* Returns the index in .marks of the first cycle after @cycle. Searches from index @low on with
 * doubling steps, since the result is usually near @low. */
static gsize
first_mark (const PoplensLaneArea *self, gsize low, double cycle)
{
  gsize high = (self->n + MARK - 1) / MARK;

  for (gsize step = 1; high - low > step; step *= 2) {
    if ((double) self->marks[low + step - 1] > cycle) {
      high = low + step - 1;
      break;
    }
    low += step;
  }
  POPLENS_SEARCH (low, high, at, (double) self->marks[at] <= cycle);
  return low;
}

gssize
poplens_lane_area_next (const PoplensLaneArea *self, gssize at, double cycle)
{
  gsize mark = first_mark (self, (gsize) MAX (at, 0) / MARK, cycle);
  gsize low = mark ? (mark - 1) * MARK : 0, high = MIN (mark * MARK, self->n);

  /* Prefetch entries [low, high), which are searched next, so that their cache misses overlap. */
  const PoplensLaneStairs *stairs = &self->stairs;
  for (gsize i = low; i < high; i += CACHE_LINE / sizeof (guint64))
    __builtin_prefetch (stairs->from + (stairs->from_at ? stairs->from_at[i] : i));
  POPLENS_SEARCH (low, high, middle, (double) poplens_lane_area_from (self, middle) <= cycle);
  return (gssize) low - 1;
}

gssize
poplens_lane_area_at (const PoplensLaneArea *self, double cycle)
{
  return poplens_lane_area_next (self, -1, cycle);
}

gboolean
poplens_lane_area_range (const PoplensLaneArea *self, gsize from, gsize end, guint64 *low,
                         guint64 *high)
{
  PoplensLaneSpan span = {G_MAXUINT64, 0};

  for (guint level = 0; from < end; level++) {
    gboolean last = level == self->n_levels;
    while (from < end && (last || from % FAN))
      lane_layout_widen (&span, span_at (self, level, from++));
    while (from < end && !last && end % FAN)
      lane_layout_widen (&span, span_at (self, level, --end));
    from /= FAN;
    end /= FAN;
  }
  *low = span.low;
  *high = span.high;
  return *low <= *high;
}

/* ---- names and notes of rows ----------------------------------------------------------------- */

/* Pixels between the note of a row and the plot. */
#define NOTE_GAP 8
#define CROSS_X 3
#define CROSS_ROOM 12
#define CROSS_ZONE 18

/* Horizontal space for the name of a row. */
typedef struct {
  double x0, x1;
  int series; /* series of the block that contains the space; −1: the space is beside the blocks */
} LabelSpace;

static const PoplensLaneCell *
layout_cell_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes_layout (self)->cells, PoplensLaneCell, i);
}

static void
take_wider (LabelSpace *best, double x0, double x1, int series)
{
  if (x1 - x0 > best->x1 - best->x0)
    *best = (LabelSpace){x0, x1, series};
}

/* Returns the space in the first block that is at least @wanted pixels wide, else in the widest
 * block. */
static LabelSpace
find_inside (const PoplensChartLayout *self, const PoplensLaneRow *row, double wanted)
{
  LabelSpace best = {0, 0, -1};

  for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
    const PoplensLaneCell *cell = layout_cell_at (self, c);
    if (cell->mix < 0 && best.x1 - best.x0 < wanted)
      take_wider (&best, cell->x0, cell->x1,
                  poplens_lane_series (poplens_lanes (self->chart)->blocks, cell->first));
  }
  return best;
}

/* Returns a space of @wanted pixels after the last block of the row, else before the first, else
 * the widest gap between blocks. */
static LabelSpace
find_beside (const PoplensChartLayout *self, const PoplensLaneRow *row, double wanted)
{
  const PoplensRect *plot = &self->plot;
  double at = plot->x;
  LabelSpace best = {at, at, -1}, last;

  for (guint c = row->first_cell; c < row->first_cell + row->n_cells; c++) {
    take_wider (&best, at, layout_cell_at (self, c)->x0, -1);
    at = layout_cell_at (self, c)->x1;
  }
  last = (LabelSpace){at, plot->x + plot->width, -1};
  if (last.x1 - last.x0 >= wanted)
    return last;
  take_wider (&best, last.x0, last.x1, -1);
  return best;
}

static void
lane_layout_add_name (PoplensChartLayout *self, const PoplensLaneRow *row, const char *name)
{
  double inset = POPLENS_LANE_LABEL_INSET;
  double wanted = ceil (poplens_chart_text_width (self, name, POPLENS_TEXT_LABEL)) + 2 * inset;
  LabelSpace room = find_inside (self, row, wanted), beside;
  PoplensTextSpec spec = {
      0, row->y + row->height / 2.0, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND,
      0, PANGO_ELLIPSIZE_END};
  PoplensRect rect;

  if (room.x1 - room.x0 < wanted) {
    beside = find_beside (self, row, wanted);
    if (beside.x1 - beside.x0 > room.x1 - room.x0)
      room = beside;
  }
  if (room.x1 - room.x0 < POPLENS_LANE_LABEL_FROM)
    return;
  spec.max_width = room.x1 - room.x0 - 2 * inset;
  spec.x = room.x0 + inset;
  /* Right-align a name before the first block, so that it is next to the block. */
  if (room.series < 0 && row->n_cells && room.x0 <= self->plot.x) {
    spec.x = room.x1 - inset;
    spec.align = 1;
  }
  g_autofree char *text = poplens_chart_shorten_path (self, name, spec.max_width);
  rect = poplens_layout_text (self, text, &spec);
  if (room.series < 0)
    return;
  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color =
      poplens_lane_text_color (self, (guint8) room.series);
  if ((guint) room.series < self->chart->series->len &&
      poplens_lane_is_outlined (poplens_chart_series (self->chart, (guint) room.series)))
    poplens_lane_add_background (self, rect);
}

/* Adds the name of a row without blocks in view, at the edge of the plot on the side where its
 * blocks are. */
static void
add_absent_name (PoplensChartLayout *self, const PoplensLaneRow *row, const char *name)
{
  const PoplensLaneBlocks *blocks = poplens_lanes (self->chart)->blocks;
  const PoplensRect *plot = &self->plot;
  gboolean any =
      row->row < blocks->n_rows && blocks->row_first[row->row] < blocks->row_first[row->row + 1];
  gsize first = any ? blocks->row_first[row->row] : 0;
  gsize last = any ? blocks->row_first[row->row + 1] - 1 : 0;
  gboolean behind = any && (double) poplens_lane_from (blocks, first) >= self->view.to;
  gboolean before = any && poplens_lane_end (blocks, last) <= self->view.from;
  g_autofree char *text = behind   ? g_strconcat (name, " →", NULL)
                          : before ? g_strconcat ("← ", name, NULL)
                                   : g_strdup (name);
  PoplensTextSpec spec = {behind ? plot->x + plot->width - POPLENS_LANE_LABEL_INSET
                                 : plot->x + POPLENS_LANE_LABEL_INSET,
                          row->y + row->height / 2.0,
                          behind ? 1 : 0,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          MAX (plot->width - 2 * POPLENS_LANE_LABEL_INSET, 1),
                          PANGO_ELLIPSIZE_MIDDLE};

  poplens_layout_text (self, text, &spec);
}

static void
add_cross (PoplensChartLayout *self, const PoplensLaneRow *row)
{
  PoplensTextSpec spec = {
      CROSS_X, row->y + row->height / 2.0, 0, POPLENS_TEXT_TICK, POPLENS_INK_DIM,
      0,       PANGO_ELLIPSIZE_NONE};

  poplens_layout_text (self, "✕", &spec);
  poplens_layout_zone (self, (PoplensRect){0, row->y, CROSS_ZONE, row->height},
                       POPLENS_CHART_HIT_ROW, (int) row->row);
}

static void
add_note (PoplensChartLayout *self, const PoplensLaneRow *row, const char *note, gboolean removable)
{
  PoplensTextSpec spec = {self->plot.x - NOTE_GAP,
                          row->y + row->height / 2.0,
                          1,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_DIM,
                          self->plot.x - NOTE_GAP - (removable ? CROSS_ROOM : 2),
                          PANGO_ELLIPSIZE_START};

  poplens_layout_text (self, note, &spec);
}

static void
lane_add_row_texts (PoplensChartLayout *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);

  for (guint r = 0; lanes->row_text && r < poplens_lanes_layout (self)->rows->len; r++) {
    const PoplensLaneRow *row =
        &g_array_index (poplens_lanes_layout (self)->rows, PoplensLaneRow, r);
    PoplensLaneRowText text = {0};
    /* Skip a row that is cut off: it has no space for text. */
    if (row->bottom - row->top < row->height)
      continue;
    lanes->row_text (lanes->row_data, row->row, &text);
    if (text.name && *text.name && row->n_cells)
      lane_layout_add_name (self, row, text.name);
    else if (text.name && *text.name)
      add_absent_name (self, row, text.name);
    if (text.note)
      add_note (self, row, text.note, text.removable);
    if (text.removable)
      add_cross (self, row);
    g_free (text.name);
    g_free (text.note);
  }
}

/* ---- layout ---------------------------------------------------------------------------------- */

#define TOP_PADDING 6
#define RULER 24
#define ADDRESS_RULER 38
#define RUN_HEIGHT 16
#define AREA_HEIGHT 44
/* Height in pixels of the area in a low plot. */
#define LOW_AREA_HEIGHT 20
#define AREA_LANES 3
/* Height of the area above high lanes. It is shown only in plots of at least HIGH_AREA_FROM
 * pixels. */
#define HIGH_AREA_HEIGHT 36
#define HIGH_AREA_FROM 420
/* Least height of the plot, in pixels, for strips of normal height. A strip is a low row below a
 * high lane. */
#define STRIP_FROM 320
#define LEAST_STRIP 4
#define LOW_AREA_LANES 2
/* Least height in pixels of a chart that has a legend. */
#define LEGEND_FROM 100
#define CONTENT_PADDING 4
#define LEGEND_ROW 22
#define COMPACT_GAP 4
#define GUTTER_LINE 6

static PoplensLaneLayout *
lane_data_new (void)
{
  PoplensLaneLayout *self = g_new0 (PoplensLaneLayout, 1);

  self->rows = g_array_new (FALSE, FALSE, sizeof (PoplensLaneRow));
  self->cells = g_array_new (FALSE, FALSE, sizeof (PoplensLaneCell));
  self->mixes = g_array_new (FALSE, FALSE, sizeof (PoplensLanePart));
  self->fields = g_array_new (FALSE, FALSE, sizeof (PoplensLaneFieldBox));
  return self;
}

void
poplens_lane_layout_free (gpointer data)
{
  PoplensLaneLayout *self = data;

  g_clear_pointer (&self->open, g_array_unref);
  g_array_unref (self->rows);
  g_array_unref (self->cells);
  g_array_unref (self->mixes);
  g_array_unref (self->fields);
  g_free (self);
}

static const PoplensLaneGroup *
group_at (const PoplensChartLayout *self, guint i)
{
  return &g_array_index (poplens_lanes (self->chart)->groups, PoplensLaneGroup, i);
}

/* ---- rows that are shown --------------------------------------------------------------------- */

/* Least width in pixels at which a block shows its contents in the rows below. */
#define INSIDE_FROM 120

/* Returns the maximum length of a view that shows the row, in positions. Positions in folded ranges
 * do not count. */
static double
span_of_row (const PoplensChartLayout *self, guint row)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);

  if (row >= lanes->n_looks || !lanes->looks[row].inside)
    return INFINITY;
  return (double) lanes->looks[row].inside * self->plot.width / INSIDE_FROM;
}

static double
span_in_view (const PoplensChartLayout *self)
{
  return poplens_lane_fold (self->chart, self->view.to) -
         poplens_lane_fold (self->chart, self->view.from);
}

static gboolean
is_open (const PoplensChartLayout *self, const PoplensLaneGroup *group, guint row, double span)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);

  if ((group->collapsed || lanes->compact) && row < lanes->n_looks && lanes->looks[row].above)
    return FALSE;
  return span <= span_of_row (self, row);
}

static void
open_rows (PoplensChartLayout *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  double span = span_in_view (self);
  GArray *open;

  if (!lanes->looks)
    return;
  open = poplens_lanes_layout (self)->open = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < lanes->groups->len; i++) {
    const PoplensLaneGroup *group = group_at (self, i);
    for (guint row = group->first_row; row < group->first_row + group->n_rows; row++)
      if (is_open (self, group, row, span))
        g_array_append_val (open, row);
  }
}

/* Returns the number of shown rows before @row. */
static guint
open_before (const PoplensChartLayout *self, guint row)
{
  const GArray *open = poplens_lanes_layout (self)->open;
  guint low = 0, high = open ? open->len : 0;

  if (!open)
    return row;
  POPLENS_SEARCH (low, high, at, g_array_index (open, guint, at) < row);
  return low;
}

static guint
shown_rows (const PoplensChartLayout *self, const PoplensLaneGroup *group)
{
  guint n =
      open_before (self, group->first_row + group->n_rows) - open_before (self, group->first_row);

  if (poplens_lanes (self->chart)->compact)
    n = MIN (n, poplens_lanes_layout (self)->most_rows);
  return group->collapsed ? MIN (n, 1) : n;
}

guint
poplens_lane_shown_rows (const PoplensChartLayout *self, guint group)
{
  return shown_rows (self, group_at (self, group));
}

/* Returns the @i-th shown row of the group. */
static guint
shown_row (const PoplensChartLayout *self, const PoplensLaneGroup *group, guint i)
{
  const GArray *open = poplens_lanes_layout (self)->open;

  return open ? g_array_index (open, guint, open_before (self, group->first_row) + i)
              : group->first_row + i;
}

static double
group_gap (const PoplensChart *chart)
{
  return poplens_lanes (chart)->compact ? COMPACT_GAP : POPLENS_GROUP_GAP;
}

static gboolean
has_field (const PoplensLaneGroup *group)
{
  return group->field && !group->collapsed;
}

/* Returns the height of the rows of a group. A group without rows has the height of one row, for
 * its name. */
static double
rows_height (const PoplensChartLayout *self, const PoplensLaneGroup *group)
{
  return poplens_lane_row_y (self, MAX (shown_rows (self, group), 1));
}

static double
group_height (const PoplensChartLayout *self, const PoplensLaneGroup *group, double line_zoom)
{
  double field = has_field (group) ? poplens_lane_field_height (self, group->field, line_zoom) : 0;

  return rows_height (self, group) + field + group_gap (self->chart);
}

static double
room_with_area (const PoplensChartLayout *self, double area, guint n_lanes)
{
  return CONTENT_PADDING + area + POPLENS_GROUP_GAP +
         n_lanes * (poplens_lane_height (self) + POPLENS_LANE_GAP);
}

/* Returns the height of the area in pixels; 0 if it is hidden. The height does not depend on the
 * zoom, so that nothing moves while zooming. */
static double
area_inside (const PoplensChartLayout *self)
{
  if (!poplens_lanes (self->chart)->area.n || poplens_lanes (self->chart)->compact)
    return 0;
  if (poplens_lanes (self->chart)->high)
    return self->plot.height >= HIGH_AREA_FROM ? HIGH_AREA_HEIGHT : 0;
  if (self->plot.height >= room_with_area (self, AREA_HEIGHT, AREA_LANES))
    return AREA_HEIGHT;
  return self->plot.height >= room_with_area (self, LOW_AREA_HEIGHT, LOW_AREA_LANES)
             ? LOW_AREA_HEIGHT
             : 0;
}

static double
area_height (const PoplensChartLayout *self)
{
  double inside = area_inside (self);

  return inside > 0 ? inside + POPLENS_GROUP_GAP : 0;
}

double
poplens_lane_group_y (const PoplensChartLayout *self, guint group, double line_zoom)
{
  double y = CONTENT_PADDING + area_height (self);

  for (guint i = 0; i < group; i++)
    y += group_height (self, group_at (self, i), line_zoom);
  return y;
}

/* Returns the height of each field. Fields share the height that rows and gaps leave free. */
static double
share_of_fields (const PoplensChartLayout *self)
{
  double rest = self->plot.height - CONTENT_PADDING - area_height (self);
  guint n = 0;

  for (guint i = 0; i < poplens_lanes (self->chart)->groups->len; i++) {
    const PoplensLaneGroup *group = group_at (self, i);
    n += has_field (group);
    rest -= rows_height (self, group) + group_gap (self->chart);
  }
  return n ? floor (MAX (rest, 0) / n) : 0;
}

/* Chooses the heights of high lanes and strips. High lanes share the height that strips, gaps and
 * the area leave free. */
static void
choose_heights (PoplensChartLayout *self)
{
  const PoplensLaneData *data = poplens_lanes (self->chart);
  PoplensLaneLayout *lanes = poplens_lanes_layout (self);
  double rest = self->plot.height - CONTENT_PADDING - area_height (self), strips = 0, strip;
  guint n = data->groups->len, most = 1;

  lanes->first_height = lanes->strip_height = poplens_lane_height (self);
  if (!data->high || data->compact || !n)
    return;
  for (guint i = 0; i < n; i++) {
    const PoplensLaneGroup *group = group_at (self, i);
    strips += MAX (shown_rows (self, group), 1) - 1;
    most = MAX (most, MAX (shown_rows (self, group), 1) - 1);
    rest -= POPLENS_LANE_GAP + group_gap (self->chart);
    /* A field takes all remaining space: lanes keep their normal height. */
    if (has_field (group))
      return;
  }
  strip =
      self->plot.height < STRIP_FROM ? POPLENS_LANE_LOW_STRIP_HEIGHT : POPLENS_LANE_STRIP_HEIGHT;
  /* All strips of a group together are as high as a single strip. */
  lanes->strip_height = MAX (floor ((strip - (most - 1.0) * POPLENS_LANE_GAP) / most), LEAST_STRIP);
  rest -= strips * (lanes->strip_height + POPLENS_LANE_GAP);
  lanes->first_height = CLAMP (floor (rest / n), POPLENS_LANE_HEIGHT, POPLENS_LANE_MOST_HEIGHT);
}

/* Adds row @row, which is the @i-th of the @n shown rows of its group. */
static void
lane_layout_add_row (PoplensChartLayout *self, guint row, guint i, guint n, double y)
{
  const PoplensRect *plot = &self->plot;
  PoplensLaneRow entry = {.row = row, .y = y, .height = poplens_lane_row_height (self, i)};

  entry.folded = i + 1 >= n || open_before (self, row + 2) == open_before (self, row + 1);
  entry.top = MAX (y, plot->y);
  entry.bottom = MIN (y + entry.height, plot->y + plot->height);
  if (entry.bottom <= entry.top)
    return;
  poplens_lane_add_cells (self, &entry);
  g_array_append_val (poplens_lanes_layout (self)->rows, entry);
}

static void
add_separator (PoplensChartLayout *self, double y)
{
  if (y < self->plot.y || y >= self->plot.y + self->plot.height)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_GRID, 1));
  poplens_layout_box (self, GUTTER_LINE, y, self->plot.x + self->plot.width - GUTTER_LINE, 1);
}

/* Returns the y of the name of group @i. The name stays in view while a row of the group is in
 * view. @y: y of the first row. */
static double
title_y (const PoplensChartLayout *self, guint i, double y)
{
  guint n = MAX (poplens_lane_shown_rows (self, i), 1);
  double last = y + poplens_lane_row_y (self, n - 1) + poplens_lane_row_height (self, n - 1) -
                poplens_lane_height (self);

  return MIN (MAX (y, self->plot.y), last);
}

/* Returns the index of the first row in view of a group that begins at @y. The index is computed,
 * since a loop over millions of rows would be slow. */
static guint
first_in_view (const PoplensChartLayout *self, double y)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);
  double hidden = self->plot.y - y - lanes->first_height - POPLENS_LANE_GAP;

  return hidden < 0 ? 0 : 1 + (guint) floor (hidden / (lanes->strip_height + POPLENS_LANE_GAP));
}

static void
lane_layout_add_groups (PoplensChartLayout *self, double y)
{
  for (guint i = 0; i < poplens_lanes (self->chart)->groups->len; i++) {
    const PoplensLaneGroup *group = group_at (self, i);
    double end = y + group_height (self, group, self->view.line_zoom),
           bottom = self->plot.y + self->plot.height;
    if (i || poplens_lanes_layout (self)->area.height > 0 || area_height (self) > 0)
      add_separator (self, y - group_gap (self->chart) / 2 - 1);
    for (guint r = first_in_view (self, y), n = shown_rows (self, group);
         r < n && y + poplens_lane_row_y (self, r) < bottom; r++) {
      guint row = shown_row (self, group, r);
      double at = y + poplens_lane_row_y (self, r);
      lane_layout_add_row (self, row, r, n, at);
      poplens_lane_add_note (self, row, at, title_y (self, i, y));
    }
    if (has_field (group))
      poplens_lane_add_field (self, i, y + rows_height (self, group));
    const PoplensRect *plot = &self->plot;
    double at = title_y (self, i, y);
    if (at >= plot->y && at + poplens_lane_height (self) <= plot->y + plot->height)
      poplens_lane_add_group (self, i, at);
    y = end;
  }
}

double
poplens_chart_get_lane_compact_height (const PoplensChart *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self);

  if (!lanes || !lanes->compact)
    return 0;
  return TOP_PADDING + LEGEND_ROW + RULER + (lanes->runs->len ? RUN_HEIGHT : 0) + CONTENT_PADDING +
         lanes->groups->len * (POPLENS_LANE_COMPACT_HEIGHT + POPLENS_LANE_GAP + COMPACT_GAP);
}

static double
ruler_height (const PoplensChartLayout *self)
{
  return poplens_chart_is_address (self->chart) ? ADDRESS_RULER : RULER;
}

static void
place_plot (PoplensChartLayout *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  double width = self->width - POPLENS_GUTTER - POPLENS_PADDING, y = TOP_PADDING, most;

  if (self->height >= LEGEND_FROM) {
    /* Begin the legend left of the plot if it then fits into one line. */
    double spare = POPLENS_GUTTER - POPLENS_PADDING, before = 0;
    if (poplens_layout_legend_width (self, TRUE) <= width + spare)
      before = CLAMP (ceil (poplens_layout_legend_width (self, FALSE)) - width, 0, spare);
    y += poplens_layout_legend (self, FALSE, POPLENS_GUTTER - before, y, width + before, 0,
                                lanes->compact ? 1 : POPLENS_LEGEND_ROWS);
  }
  self->plot = (PoplensRect){POPLENS_GUTTER, y, MAX (width, 1), 1};
  poplens_lane_axis_init (&self->axis, self->chart, self->view.from, self->view.to, self->plot.x,
                          self->plot.width);
  y += ruler_height (self) + (lanes->runs->len ? RUN_HEIGHT : 0);
  self->plot.y = y;
  self->plot.height = MAX (self->height - y, 1);
  open_rows (self);
  /* Limit the rows of each group, so that all groups fit. */
  guint n = poplens_lanes (self->chart)->groups->len;
  double room = self->plot.height - CONTENT_PADDING - n * group_gap (self->chart);
  poplens_lanes_layout (self)->most_rows =
      (guint) MAX (floor (room / (poplens_lane_height (self) + POPLENS_LANE_GAP) / MAX (n, 1)), 1);
  choose_heights (self);
  poplens_lanes_layout (self)->content_top = y;
  poplens_lanes_layout (self)->field_share = share_of_fields (self);
  poplens_lanes_layout (self)->content_height =
      poplens_lane_group_y (self, poplens_lanes (self->chart)->groups->len, self->view.line_zoom);
  most = MAX (poplens_lanes_layout (self)->content_height - self->plot.height, 0);
  self->view.scroll = floor (CLAMP (self->view.scroll, 0, most));
}

gboolean
poplens_chart_layout_lane_y (const PoplensChartLayout *self, gsize item, double *y)
{
  const PoplensLaneBlocks *blocks =
      poplens_lanes_layout (self) ? poplens_lanes (self->chart)->blocks : NULL;
  gsize slot = blocks && item < blocks->n ? poplens_lane_slot (blocks, item) : 0;
  guint row, at;

  if (!blocks || item >= blocks->n || self->empty ||
      poplens_lane_is_hidden (self->chart, poplens_lane_series (blocks, slot)))
    return FALSE;
  row = poplens_lane_row (blocks, slot);
  for (guint i = 0; i < poplens_lanes (self->chart)->groups->len; i++) {
    const PoplensLaneGroup *group = group_at (self, i);
    if (row < group->first_row || row >= group->first_row + group->n_rows)
      continue;
    at = open_before (self, row) - open_before (self, group->first_row);
    *y = self->plot.y + poplens_lane_group_y (self, i, self->view.line_zoom) +
         poplens_lane_row_y (self, at);
    return at < shown_rows (self, group) && shown_row (self, group, at) == row;
  }
  return FALSE;
}

/* Factor that increases the zoom slightly, so that a rounding error does not leave the row hidden.
 */
#define ZOOM_MORE 1.01

double
poplens_chart_layout_lane_zoom (const PoplensChartLayout *self, gsize item)
{
  const PoplensLaneBlocks *blocks =
      poplens_lanes_layout (self) ? poplens_lanes (self->chart)->blocks : NULL;
  double zoom;

  if (!blocks || item >= blocks->n)
    return 0;
  zoom = span_in_view (self) /
         span_of_row (self, poplens_lane_row (blocks, poplens_lane_slot (blocks, item)));
  return zoom > 1 ? zoom * ZOOM_MORE : zoom;
}

static void
add_content (PoplensChartLayout *self)
{
  const PoplensRect *plot = &self->plot;
  double y = plot->y + CONTENT_PADDING - self->view.scroll;

  if (area_height (self) > 0) {
    double inside = area_inside (self);
    poplens_lanes_layout (self)->area = (PoplensRect){plot->x, y, plot->width, inside};
    /* Hide the area if it is scrolled out, or if the plot is too low for it. */
    if (y + inside <= plot->y || y + inside > plot->y + plot->height)
      poplens_lanes_layout (self)->area.height = 0;
    poplens_lane_add_area (self);
    y += area_height (self);
  }
  lane_layout_add_groups (self, y);
  poplens_lane_draw_cells (self);
  for (guint i = 0; i < poplens_lanes (self->chart)->groups->len; i++)
    poplens_lane_add_scale (self, self->plot.y - self->view.scroll +
                                      poplens_lane_group_y (self, i, self->view.line_zoom));
  poplens_lane_draw_fields (self);
  poplens_lane_add_breaks (self);
  poplens_lane_add_labels (self);
  lane_add_row_texts (self);
}

double
poplens_lane_content_height (const PoplensChartLayout *self)
{
  const PoplensLaneLayout *lanes = poplens_lanes_layout (self);

  return lanes->content_top + lanes->content_height;
}

void
poplens_lane_lay_out (PoplensChartLayout *self)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  g_autofree char *reason = poplens_layout_empty_reason (self);
  double ruler, runs;

  self->data = lane_data_new ();
  place_plot (self);
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  runs = self->plot.y - (lanes->runs->len ? RUN_HEIGHT : 0);
  ruler = runs - ruler_height (self);
  if (poplens_chart_is_address (self->chart)) {
    poplens_address_add_ruler (self, ruler, ADDRESS_RULER);
    poplens_address_add_regions (self, runs, RUN_HEIGHT);
    poplens_address_add_rest (self, runs, RUN_HEIGHT);
    poplens_address_add_background (self);
    add_content (self);
    poplens_address_add_borders (self);
    return;
  }
  poplens_lane_add_ruler (self, ruler, RULER);
  if (lanes->runs->len)
    poplens_lane_add_runs (self, runs, RUN_HEIGHT);
  add_content (self);
}
