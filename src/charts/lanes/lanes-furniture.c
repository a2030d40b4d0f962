/* Draws what surrounds the rows of LANES charts: ruler, runs, area, names and notes. Also converts
 * cycles to pixels, with folded ranges. */
#include "charts/lanes/lanes-private.h"

#include "base/search.h"

#include <math.h>

/* ---- folds ----------------------------------------------------------------------------------- */

/* Maximum width in pixels of the mark that replaces a folded range of cycles (a break). */
#define BREAK_WIDTH 26
/* Maximum fraction of the width for the marks of all folded ranges together. */
#define MOST_BREAKS 0.4
/* Distance from an edge of the view at which the mark of a folded range reaches its full width, as
 * a fraction of the view. The mark thus grows gradually while the user pans. */
#define OPENING 0.01

static const PoplensLaneBreak *
break_at (const PoplensChart *self, guint i)
{
  return &g_array_index (poplens_lanes (self)->breaks, PoplensLaneBreak, i);
}

void
poplens_lane_extent (const PoplensChart *self, double *low, double *high)
{
  const PoplensLaneData *lanes = poplens_lanes (self);
  const PoplensLaneBlocks *blocks = lanes->blocks;
  guint64 from = blocks && blocks->n ? blocks->low : G_MAXUINT64, to = blocks ? blocks->high : 0;

  if (lanes->has_extent) {
    from = MIN (from, lanes->extent_from);
    to = MAX (to, lanes->extent_to);
  }
  for (guint i = 0; i < lanes->runs->len; i++) {
    const PoplensLaneRun *run = &g_array_index (lanes->runs, PoplensLaneRun, i);
    from = MIN (from, run->from);
    to = MAX (to, run->to);
  }
  from = from == G_MAXUINT64 ? 0 : from;
  *low = (double) from;
  /* The range must not be empty. Beyond 2^53, adding 1 does not change a double: use the next
   * larger double instead. */
  *high = MAX ((double) to, nextafter (*low + 1, INFINITY));
}

/* Returns the number of folded ranges (breaks) that begin at or before @cycle. */
static guint
count_breaks (const PoplensChart *self, double cycle)
{
  guint low = 0, high = poplens_lanes (self)->breaks->len;

  POPLENS_SEARCH (low, high, at, (double) break_at (self, at)->from <= cycle);
  return low;
}

double
poplens_lane_fold (const PoplensChart *self, double cycle)
{
  guint n = count_breaks (self, cycle);
  const PoplensLaneBreak *last;

  if (!n)
    return cycle;
  last = break_at (self, n - 1);
  return cycle - last->folded - (MIN (cycle, (double) last->to) - (double) last->from);
}

double
poplens_lane_unfold (const PoplensChart *self, double folded, gboolean behind)
{
  guint low = 0, high = poplens_lanes (self)->breaks->len;

  /* Count the folded ranges (breaks) before position @folded. */
  while (low < high) {
    guint middle = low + (high - low) / 2;
    double at = (double) break_at (self, middle)->from - break_at (self, middle)->folded;
    if (behind ? at <= folded : at < folded)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low)
    return folded;
  return folded + break_at (self, low - 1)->folded +
         (double) (break_at (self, low - 1)->to - break_at (self, low - 1)->from);
}

/* ---- the axis -------------------------------------------------------------------------------- */

typedef struct {
  const PoplensChart *chart;
  double from, to; /* cycles in the view */
  double folded_from, folded_to;
  double low, high; /* cycles in the chart */
  double gap;
} AxisView;

/* Returns the width in pixels of the mark of folded range @i. The mark is narrower near an edge of
 * the view, unless the range is at the start or end of the chart. */
static double
gap_of (const AxisView *view, guint i)
{
  const PoplensLaneBreak *b = break_at (view->chart, i);
  double at = (double) b->from - b->folded, opening, left = 1, right = 1;

  if ((double) b->from < view->from || (double) b->to > view->to)
    return 0;
  opening = (view->folded_to - view->folded_from) * OPENING;
  if ((double) b->from > view->low && opening > 0)
    left = (at - view->folded_from) / opening;
  if ((double) b->to < view->high && opening > 0)
    right = (view->folded_to - at) / opening;
  return view->gap * CLAMP (MIN (left, right), 0, 1);
}

void
poplens_lane_axis_init (PoplensItemAxis *axis, const PoplensChart *chart, double from, double to,
                        double x, double width)
{
  AxisView view = {.chart = chart, .from = from, .to = to};
  PoplensAxisRun run = {from, to, x, x};
  guint first = count_breaks (chart, from), end = count_breaks (chart, to);
  double gaps = 0, span;

  if (first && (double) break_at (chart, first - 1)->to > from)
    first--;
  poplens_lane_extent (chart, &view.low, &view.high);
  view.folded_from = poplens_lane_fold (chart, from);
  view.folded_to = poplens_lane_fold (chart, to);
  guint n = end - first;
  view.gap = n ? MIN (BREAK_WIDTH, width * MOST_BREAKS / n) : 0;
  if (view.gap < 1)
    view.gap = 0;
  for (guint i = first; i < end; i++)
    gaps += gap_of (&view, i);
  span = view.folded_to - view.folded_from;
  axis->scale = span > 0 ? (width - gaps) / span : 0;
  axis->runs = g_array_new (FALSE, FALSE, sizeof (PoplensAxisRun));
  for (guint i = first; i < end; i++) {
    const PoplensLaneBreak *b = break_at (chart, i);
    run.p1 = CLAMP ((double) b->from, run.p0, to);
    run.x1 = run.x0 + (run.p1 - run.p0) * axis->scale;
    g_array_append_val (axis->runs, run);
    run.p0 = MIN ((double) b->to, to);
    run.x0 = run.x1 + gap_of (&view, i);
  }
  run.p1 = to;
  run.x1 = x + width;
  g_array_append_val (axis->runs, run);
}

const PoplensAxisRun *
poplens_lane_axis_run (const PoplensItemAxis *axis, double cycle)
{
  const PoplensAxisRun *runs = (const PoplensAxisRun *) (void *) axis->runs->data;
  guint low = 0, high = axis->runs->len - 1;

  POPLENS_SEARCH (low, high, at, !(cycle < runs[at].p1));
  return &runs[low];
}

int
poplens_lane_break_at (const PoplensItemAxis *axis, const PoplensChart *chart, double x)
{
  for (guint i = 0; i + 1 < axis->runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (axis->runs, PoplensAxisRun, i);
    if (x >= run->x1 && x < run[1].x0)
      return (int) count_breaks (chart, run->p1) - 1;
  }
  return -1;
}

#define LABEL_GAP 28
#define TICK 4
#define GUTTER_INSET 6
/* Left edge in pixels of the notes of rows, indented below the name of the group. */
#define GUTTER_NOTE 20
#define AREA_LOW 0.80
/* Pixels between a high lane and the texts of its ticks. */
#define SCALE_GAP 6
/* Least height in pixels of a high lane that has ticks. */
#define SCALE_FROM 50
/* Least height in pixels of a high lane whose middle tick has a text. */
#define SCALE_HALF_FROM 90
#define SCALE_LINE 0.18
#define AREA_HIGH 0.40

/* ---- ruler ----------------------------------------------------------------------------------- */

typedef struct {
  double step;       /* in ruler units: cycles, or nanoseconds */
  double unit;       /* ruler units per cycle */
  double label_unit; /* ruler units per unit of .name, such as 1e3 (ns per µs) */
  const char *name;  /* unit of the labels, such as "µs (nom.)" */
  const char *noun;  /* (nullable): what the ruler counts, such as "step"; NULL: cycles */
} LaneRuler;

static void
choose_unit (LaneRuler *self, gboolean time)
{
  static const struct {
    double size;
    const char *name;
  } times[] = {{1, "ns (nom.)"}, {1e3, "µs (nom.)"}, {1e6, "ms (nom.)"}, {1e9, "s (nom.)"}},
    counts[] = {{1, "cycles"}, {1e6, "M cycles"}, {1e9, "G cycles"}, {1e12, "T cycles"}};
  guint i = G_N_ELEMENTS (times);

  if (self->noun) {
    self->label_unit = 1;
    self->name = self->noun;
    return;
  }
  /* Choose the largest label unit that does not exceed the step. */
  while (--i > 0 && (time ? times[i].size : counts[i].size) > self->step)
    ;
  self->label_unit = time ? times[i].size : counts[i].size;
  self->name = time ? times[i].name : counts[i].name;
}

static void
format_tick (const LaneRuler *self, PoplensNumber text, double index)
{
  poplens_format_count (text, (guint64) llround (index * self->step / self->label_unit));
}

/* Chooses the step such that adjacent labels do not overlap. */
static void
choose_step (const PoplensChartLayout *self, LaneRuler *ruler)
{
  guint64 hz = poplens_lanes (self->chart)->hz;
  double scale, room;
  PoplensNumber widest;

  ruler->noun = poplens_lanes (self->chart)->noun;
  ruler->unit = hz && !ruler->noun ? 1e9 / (double) hz : 1;
  scale = self->axis.scale > 0 ? self->axis.scale / ruler->unit : 1;
  room = LABEL_GAP;
  /* A wider step can have a larger unit, and thus narrower labels. Try steps until one fits. */
  for (guint round = 0; round < 8; round++) {
    double wanted;
    ruler->step = poplens_item_step (MAX (room / scale, 1));
    choose_unit (ruler, hz != 0);
    format_tick (ruler, widest, self->view.to * ruler->unit / ruler->step);
    wanted = poplens_chart_text_width (self, widest, POPLENS_TEXT_TICK) + LABEL_GAP;
    if (ruler->step * scale >= wanted)
      break;
    room = MIN (wanted, ruler->step * scale * 1.01);
  }
}

static void
add_tick (PoplensChartLayout *self, const LaneRuler *ruler, const PoplensAxisRun *run, double index,
          double y, double *free_from)
{
  double cycle = index * ruler->step / ruler->unit, width, x;
  PoplensTextSpec spec = {0, y - TICK - 8,        0, POPLENS_TEXT_TICK, POPLENS_INK_DIM,
                          0, PANGO_ELLIPSIZE_NONE};
  PoplensNumber text;

  /* Put the tick of a counted item, such as a step, at the middle of the item, as in other charts.
   */
  x = floor (
      poplens_item_axis_to_x (&self->axis, cycle + (ruler->noun ? 0.5 : 0), cycle >= run->p1));
  if (ruler->noun && x >= self->plot.x + self->plot.width)
    return;
  poplens_layout_box (self, x, y - TICK, 1, TICK);
  format_tick (ruler, text, index);
  width = poplens_chart_text_width (self, text, POPLENS_TEXT_TICK);
  spec.x = MIN (x - floor (width / 2), self->plot.x + self->plot.width - width);
  if (spec.x < *free_from)
    return;
  poplens_layout_text (self, text, &spec);
  *free_from = spec.x + width + 8;
}

void
poplens_lane_add_ruler (PoplensChartLayout *self, double y, double height)
{
  double bottom = y + height - 1, free_from = POPLENS_GUTTER - 4;
  LaneRuler ruler = {0};

  choose_step (self, &ruler);
  PoplensTextSpec spec = {GUTTER_INSET,       bottom - TICK - 8, 0,
                          POPLENS_TEXT_TICK,  POPLENS_INK_DIM,   POPLENS_GUTTER - GUTTER_INSET - 4,
                          PANGO_ELLIPSIZE_END};
  g_autofree char *name = ruler.noun ? poplens_format_plural (ruler.noun) : g_strdup (ruler.name);
  poplens_layout_text (self, name, &spec);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.55));
  for (guint i = 0; i < self->axis.runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (self->axis.runs, PoplensAxisRun, i);
    double scale = ruler.unit / ruler.step, last = floor (run->p1 * scale);
    poplens_layout_box (self, round (run->x0), bottom, round (run->x1) - round (run->x0), 1);
    /* Limit the number of ticks, so that extreme values do not make the loop very long. */
    for (double k = ceil (run->p0 * scale), n = 0; k <= last && n < self->width; k++, n++)
      add_tick (self, &ruler, run, k, bottom, &free_from);
  }
}

/* ---- runs ------------------------------------------------------------------------------------ */

void
poplens_lane_add_runs (PoplensChartLayout *self, double y, double height)
{
  const GArray *runs = poplens_lanes (self->chart)->runs;
  double right = self->plot.x + self->plot.width;

  for (guint i = 0; i < runs->len; i++) {
    const PoplensLaneRun *run = &g_array_index (runs, PoplensLaneRun, i);
    PoplensTextSpec spec = {0, y + height / 2 - 0.5, 0, POPLENS_TEXT_TICK, POPLENS_INK_BACKGROUND,
                            0, PANGO_ELLIPSIZE_END};
    double x0, x1;
    if ((double) run->to <= self->view.from || (double) run->from >= self->view.to)
      continue;
    x0 = round (poplens_item_axis_to_x (&self->axis, (double) run->from, FALSE));
    x1 = round (poplens_item_axis_to_x (&self->axis, (double) run->to, TRUE));
    x0 = MIN (x0, right - 1);
    x1 = MAX (x1, x0 + 1);
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.85));
    poplens_layout_box (self, x0, y, x1 - x0 - (x1 - x0 > 3), height - 2);
    poplens_layout_zone (self, (PoplensRect){x0, y, x1 - x0, height}, POPLENS_CHART_HIT_RUN,
                         (int) i);
    spec.x = x0 + POPLENS_LANE_LABEL_INSET;
    spec.max_width = x1 - x0 - 2 * POPLENS_LANE_LABEL_INSET;
    if (x1 - x0 >= POPLENS_LANE_LABEL_FROM)
      poplens_layout_text (self, run->name, &spec);
  }
}

/* ---- area ------------------------------------------------------------------------------------ */

/* Lowest and highest value of the area in a pixel column, converted to y; NAN: unknown. */
typedef struct {
  double low, top;
} AreaColumn;

/* Finds the lowest and highest value of the area in a pixel column. @to: cycle at which the column
 * ends. @at: (inout): in: index of the entry at the start of the column; out: at its end. FALSE if
 * no value is known. */
static gboolean
column_range (const PoplensLaneArea *area, double to, gssize *at, guint64 *low, guint64 *high)
{
  gssize first = *at, last = poplens_lane_area_next (area, first, to);

  *at = last;
  last = MAX (last, first);
  /* An entry that begins at the end of this column belongs to the next column. */
  if (last > first && (double) poplens_lane_area_from (area, (gsize) last) >= to)
    last--;
  return last >= 0 &&
         poplens_lane_area_range (area, (gsize) MAX (first, 0), (gsize) last + 1, low, high);
}

/* Returns the lowest and highest value of the area for each of @n pixel columns. (transfer full) */
static AreaColumn *
measure_columns (const PoplensChartLayout *self, guint n)
{
  const PoplensLaneArea *area = &poplens_lanes (self->chart)->area;
  const PoplensRect *rect = &poplens_lanes_layout (self)->area, *plot = &self->plot;
  double base = rect->y + rect->height, unit = (rect->height - 2) / (double) MAX (area->max, 1);
  gssize at = poplens_lane_area_at (area, poplens_item_axis_to_position (&self->axis, plot->x));
  AreaColumn *columns = g_new (AreaColumn, n);

  for (guint c = 0; c < n; c++) {
    double x = plot->x + c;
    double to = poplens_item_axis_to_position (&self->axis, x + 1);
    guint64 low, high;
    gboolean known = column_range (area, to, &at, &low, &high);
    columns[c] = (AreaColumn){NAN, NAN};
    if (known && poplens_lane_break_at (&self->axis, self->chart, x + 0.5) < 0)
      columns[c] = (AreaColumn){base - round ((double) low * unit),
                                MIN (base - round ((double) high * unit), base - (high > 0))};
  }
  return columns;
}

static void
lane_furniture_add_columns (PoplensChartLayout *self, const AreaColumn *columns, guint n,
                            PoplensDrawPart part, double alpha)
{
  const PoplensRect *rect = &poplens_lanes_layout (self)->area, *plot = &self->plot;
  double base = rect->y + rect->height;

  poplens_layout_begin (self, POPLENS_DRAW_FILL, part, -1,
                        poplens_layout_color (self, poplens_lanes (self->chart)->area.ink, alpha));
  for (guint c = 0; c < n; c++) {
    double x = plot->x + c, low = columns[c].low, top = columns[c].top;
    if (isnan (top))
      continue;
    if (part == POPLENS_PART_LOW)
      poplens_layout_box (self, x, MAX (low, plot->y), 1, base - MAX (low, plot->y));
    else if (part == POPLENS_PART_HIGH)
      poplens_layout_box (self, x, MAX (top, plot->y), 1, low - MAX (top, plot->y));
    else if (top >= plot->y)
      poplens_layout_box (self, x, top, 1, 1);
  }
}

void
poplens_lane_add_area (PoplensChartLayout *self)
{
  const PoplensLaneArea *area = &poplens_lanes (self->chart)->area;
  const PoplensRect *rect = &poplens_lanes_layout (self)->area;
  PoplensTextSpec spec = {
      GUTTER_INSET,       rect->y + 10,           0,
      POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, POPLENS_GUTTER - GUTTER_INSET - 4,
      PANGO_ELLIPSIZE_END};
  guint n = (guint) MAX (ceil (self->plot.width), 0);
  g_autofree AreaColumn *columns = NULL;
  PoplensNumber text;

  if (!(rect->height > 0))
    return;
  columns = measure_columns (self, n);
  lane_furniture_add_columns (self, columns, n, POPLENS_PART_LOW, AREA_LOW);
  lane_furniture_add_columns (self, columns, n, POPLENS_PART_HIGH, AREA_HIGH);
  lane_furniture_add_columns (self, columns, n, POPLENS_PART_EDGE, 1);
  if (rect->y < self->plot.y)
    return;
  poplens_layout_text (self, area->name, &spec);
  spec.y += 16;
  if (spec.y >= rect->y + rect->height)
    return;
  spec.size = POPLENS_TEXT_TICK;
  spec.ink = POPLENS_INK_DIM;
  if (area->is_known)
    poplens_layout_text (self, poplens_chart_format_value (self->chart, text, area->max), &spec);
}

/* ---- groups and folds ------------------------------------------------------------------------ */

void
poplens_lane_add_group (PoplensChartLayout *self, guint group, double y)
{
  const PoplensLaneGroup *g =
      &g_array_index (poplens_lanes (self->chart)->groups, PoplensLaneGroup, group);
  g_autofree char *text = NULL;
  PoplensTextSpec spec = {GUTTER_INSET,
                          y + poplens_lane_height (self) / 2.0,
                          0,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_FOREGROUND,
                          POPLENS_GUTTER - GUTTER_INSET - 4,
                          PANGO_ELLIPSIZE_END};

  text =
      g->collapsible ? g_strconcat (g->collapsed ? "▸ " : "▾ ", g->name, NULL) : g_strdup (g->name);
  poplens_layout_text (self, text, &spec);
  if (g->collapsible)
    poplens_layout_zone (self, (PoplensRect){0, y, POPLENS_GUTTER - 2, poplens_lane_height (self)},
                         POPLENS_CHART_HIT_GROUP, (int) group);
}

/* Adds ticks beside the high lane at @y, for zero, for half the full value and for the full value.
 */
void
poplens_lane_add_scale (PoplensChartLayout *self, double y)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  double height = poplens_lanes_layout (self)->first_height;
  const PoplensRect *plot = &self->plot;
  PoplensTextSpec spec = {plot->x - SCALE_GAP,
                          0,
                          1,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_DIM,
                          plot->x - SCALE_GAP - GUTTER_INSET,
                          PANGO_ELLIPSIZE_END};
  PoplensNumber text;

  if (!lanes->whole || height < SCALE_FROM || y < plot->y || y + height > plot->y + plot->height)
    return;
  spec.y = y + POPLENS_LANE_HEIGHT + 6;
  poplens_layout_text (
      self, poplens_format_items (text, lanes->whole, lanes->whole_noun ? lanes->whole_noun : ""),
      &spec);
  spec.y = y + height - 6;
  poplens_layout_text (self, "0", &spec);
  spec.y = round (y + height / 2);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, SCALE_LINE));
  poplens_layout_box (self, plot->x, spec.y, plot->width, 1);
  if (height < SCALE_HALF_FROM)
    return;
  poplens_layout_text (self, poplens_format_count (text, lanes->whole / 2), &spec);
}

void
poplens_lane_add_note (PoplensChartLayout *self, guint row, double y, double title_y)
{
  const PoplensLaneData *lanes = poplens_lanes (self->chart);
  const PoplensRect *plot = &self->plot;
  PoplensTextSpec spec = {GUTTER_NOTE,
                          y + poplens_lane_height (self) / 2.0,
                          0,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          POPLENS_GUTTER - GUTTER_NOTE - 4,
                          PANGO_ELLIPSIZE_END};

  if (row >= lanes->n_looks || !lanes->looks[row].note || y < plot->y ||
      y + poplens_lane_height (self) > plot->y + plot->height ||
      fabs (y - title_y) < poplens_lane_height (self))
    return;
  poplens_layout_text (self, lanes->looks[row].note, &spec);
}

/* Draws the mark of a folded range: two lines across all rows, and a cover over everything between
 * them. FALSE if the mark is too narrow. */
static gboolean
add_break (PoplensChartLayout *self, double x0, double x1)
{
  const PoplensRect *plot = &self->plot;

  if (x1 - x0 < 1)
    return FALSE;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1));
  poplens_layout_box (self, x0, plot->y, x1 - x0, plot->height);
  poplens_layout_begin (self, POPLENS_DRAW_HATCH, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.45));
  poplens_layout_box (self, x0, plot->y, x1 - x0, plot->height);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.8));
  poplens_layout_box (self, x0, plot->y, 1, plot->height);
  poplens_layout_box (self, x1 - 1, plot->y, x1 - x0 > 1, plot->height);
  return TRUE;
}

void
poplens_lane_add_breaks (PoplensChartLayout *self)
{
  GArray *runs = self->axis.runs;

  for (guint i = 0; i + 1 < runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (runs, PoplensAxisRun, i);
    double x0 = round (run->x1), x1 = round (run[1].x0);
    if (!add_break (self, x0, x1) || self->overview)
      continue;
    poplens_layout_zone (
        self, (PoplensRect){x0, self->plot.y, x1 - x0, self->plot.height}, POPLENS_CHART_HIT_BREAK,
        poplens_lane_break_at (&self->axis, self->chart, (run->x1 + run[1].x0) / 2));
  }
}
