/* Draws and describes the differences of items. In AREAS charts, decreases go down from the zero
 * line, and increases go up. In BARS charts, decreases go left, and increases go right. */
#include "charts/difference/difference.h"

#include <math.h>

/* ---- bars ------------------------------------------------------------------------------------ */

/* Returns the difference of an item: the sum of its visible parts. */
static gint64
difference_bar (const PoplensChart *chart, gsize item)
{
  gint64 sum = 0;

  for (guint s = 0; s < chart->series->len; s++)
    if (!poplens_chart_series (chart, s)->hidden)
      sum += poplens_chart_get_change (chart, s, item);
  return sum;
}

const char *
poplens_difference_format_bar (const PoplensChart *chart, PoplensNumber buffer, gsize item)
{
  gint64 change = difference_bar (chart, item);

  if (chart->unit == POPLENS_CHART_UNIT_BYTES)
    return poplens_format_signed_bytes (buffer, change, chart->byte_unit);
  poplens_format_signed (buffer, change);
  if (chart->unit == POPLENS_CHART_UNIT_CYCLES)
    g_strlcat (buffer, ABS (change) == 1 ? " cycle" : " cycles", POPLENS_NUMBER_SIZE);
  return buffer;
}

/* Adds the bars of increases (@sign 1) or decreases (@sign −1). A bar is at least a pixel wide, so
 * that small changes are visible. */
static void
add_sign (PoplensChartLayout *self, PoplensBarRows rows, double zero, int sign)
{
  double less, more;

  poplens_difference_reach (self->chart, &less, &more);
  poplens_layout_begin (
      self, POPLENS_DRAW_FILL, POPLENS_PART_LOW, -1,
      poplens_layout_color (self, sign > 0 ? POPLENS_INK_MORE : POPLENS_INK_LESS, 1));
  for (gsize i = rows.first; i < rows.end; i++) {
    double change = (double) difference_bar (self->chart, i) * sign;
    double width = MAX (round (change / MAX (less + more, 1) * self->plot.width), 1);
    if (change > 0)
      poplens_layout_box (self, sign > 0 ? zero : zero - width,
                          rows.y + (double) (i - rows.first) * rows.pitch, width, rows.height);
  }
}

double
poplens_difference_add_bars (PoplensChartLayout *self, PoplensBarRows rows)
{
  double less, more;

  poplens_difference_reach (self->chart, &less, &more);
  double zero = self->plot.x + round (less / MAX (less + more, 1) * self->plot.width);
  add_sign (self, rows, zero, -1);
  add_sign (self, rows, zero, 1);
  return zero;
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* Opacity of boxes at heights that only some items of a pixel column reach. */
#define PARTS_PALE_ALPHA 0.6
#define LINE 2
#define WIDE 4

void
poplens_chart_add_change (PoplensChart *self, const char *key, const char *name, PoplensInk ink,
                          guint shade, guint64 *before, guint64 *now, gboolean hidden)
{
  poplens_chart_add_series (self, POPLENS_SERIES_CHANGE, key, name, ink, shade, now, hidden);
  g_array_index (self->series, PoplensSeries, self->series->len - 1).before = before;
}

gint64
poplens_chart_get_change (const PoplensChart *self, guint series, gsize item)
{
  const PoplensSeries *one;

  if (series >= self->series->len || item >= self->n_items)
    return 0;
  one = poplens_chart_series (self, series);
  return one->before ? (gint64) (one->values[item] - one->before[item]) : 0;
}

gboolean
poplens_difference_has_parts (const PoplensChart *chart)
{
  for (guint s = 0; s < chart->series->len; s++)
    if (poplens_series_is_change (poplens_chart_series (chart, s)))
      return TRUE;
  return FALSE;
}

/* TRUE if the series is a part of the difference that is not hidden. */
static gboolean
is_shown (const PoplensChart *chart, guint s)
{
  const PoplensSeries *series = poplens_chart_series (chart, s);

  return poplens_series_is_change (series) && !series->hidden;
}

void
poplens_difference_reach (const PoplensChart *chart, double *less, double *more)
{
  g_autofree double *below = g_new0 (double, MAX (chart->n_items, 1));
  g_autofree double *above = g_new0 (double, MAX (chart->n_items, 1));

  *less = *more = 0;
  for (guint s = 0; s < chart->series->len; s++)
    for (gsize i = 0; is_shown (chart, s) && i < chart->n_items; i++) {
      double change = (double) poplens_chart_get_change (chart, s, i);
      below[i] += MAX (-change, 0);
      above[i] += MAX (change, 0);
      *less = MAX (*less, below[i]);
      *more = MAX (*more, above[i]);
    }
}

/* ---- stacks ---------------------------------------------------------------------------------- */

/* Maps values to pixels in the signed plot. */
typedef struct {
  double zero, scale; /* pixel row of value 0; pixels per unit of value */
} SignedScale;

static double
signed_row (const PoplensChartLayout *self, SignedScale scale, double value)
{
  const PoplensRect *rect = &self->signed_plot;

  return CLAMP (scale.zero - round (value * scale.scale), rect->y, rect->y + rect->height);
}

/* Heights of the stacks of increases, or of decreases, in each cell. .all: [n_cells]: lowest stack
 * among the items of the cell. .furthest: [n_cells]: highest stack. */
typedef struct {
  double *all, *furthest;
} StackReach;

typedef struct {
  PoplensChartLayout *layout;
  SignedScale scale;
  const GArray *cells;
  int sign;
  double *stack; /* [visible items]: height of the item's stack so far; element 0 is item .first */
  gsize first;
  StackReach below, now;
} StackBuilder;

static void
reach_init (StackReach *self, guint n)
{
  self->all = g_new0 (double, MAX (n, 1));
  self->furthest = g_new0 (double, MAX (n, 1));
}

static void
reach_clear (StackReach *self)
{
  g_free (self->all);
  g_free (self->furthest);
}

/* Adds the increases (.sign 1) or decreases (.sign −1) of part @s to the stacks of all visible
 * items. TRUE if there are any. */
static gboolean
stack_part (StackBuilder *self, guint s)
{
  gboolean any = FALSE;

  for (guint c = 0; c < self->cells->len; c++) {
    const PoplensCell *cell = &g_array_index (self->cells, PoplensCell, c);
    double all = G_MAXDOUBLE, furthest = 0;
    for (gsize i = cell->from; i < cell->to; i++) {
      double change = self->sign * (double) poplens_chart_get_change (self->layout->chart, s, i);
      double *height = &self->stack[i - self->first];
      any = any || change > 0;
      *height += MAX (change, 0);
      all = MIN (all, *height);
      furthest = MAX (furthest, *height);
    }
    self->now.all[c] = all;
    self->now.furthest[c] = furthest;
  }
  return any;
}

static void
difference_add_box (const StackBuilder *self, guint c, double from, double to)
{
  const PoplensCell *cell = &g_array_index (self->cells, PoplensCell, c);
  double a = signed_row (self->layout, self->scale, self->sign * from);
  double b = signed_row (self->layout, self->scale, self->sign * to);

  poplens_layout_box (self->layout, cell->x0, MIN (a, b), cell->x1 - cell->x0, fabs (a - b));
}

/* Draws part @s in all cells. @pale: FALSE: opaque boxes, up to the lowest stack of an item in the
 * cell; TRUE: pale boxes, up to the highest stack. */
static void
draw_part (const StackBuilder *self, guint s, gboolean pale)
{
  gboolean hatch = poplens_chart_series (self->layout->chart, s)->ink == POPLENS_INK_GAPS && !pale;

  poplens_layout_begin (
      self->layout, hatch ? POPLENS_DRAW_HATCH : POPLENS_DRAW_FILL,
      pale ? POPLENS_PART_HIGH : POPLENS_PART_LOW, (int) s,
      poplens_layout_series_color (self->layout, s, pale ? PARTS_PALE_ALPHA : POPLENS_FILL_ALPHA));
  for (guint c = 0; c < self->cells->len; c++)
    if (pale)
      difference_add_box (self, c, MAX (self->now.all[c], self->below.furthest[c]),
                          self->now.furthest[c]);
    else
      difference_add_box (self, c, self->below.all[c], self->now.all[c]);
}

static void
add_stack (StackBuilder *self)
{
  const PoplensChart *chart = self->layout->chart;
  gsize n = g_array_index (self->cells, PoplensCell, self->cells->len - 1).to - self->first;

  self->stack = g_new0 (double, n);
  reach_init (&self->below, self->cells->len);
  reach_init (&self->now, self->cells->len);
  for (guint s = 0; s < chart->series->len; s++) {
    if (!is_shown (chart, s) || !stack_part (self, s))
      continue;
    draw_part (self, s, FALSE);
    draw_part (self, s, TRUE);
    StackReach swap = self->below;
    self->below = self->now;
    self->now = swap;
  }
  reach_clear (&self->below);
  reach_clear (&self->now);
  g_free (self->stack);
}

/* ---- the sum --------------------------------------------------------------------------------- */

/* Returns the sum of visible parts that is furthest from zero among the items of the cell. */
static double
furthest_sum (const PoplensChart *chart, const PoplensCell *cell)
{
  double furthest = 0;

  for (gsize i = cell->from; i < cell->to; i++) {
    double sum = 0;
    for (guint s = 0; s < chart->series->len; s++)
      if (is_shown (chart, s))
        sum += (double) poplens_chart_get_change (chart, s, i);
    if (fabs (sum) > fabs (furthest))
      furthest = sum;
  }
  return furthest;
}

static void
difference_add_sum (PoplensChartLayout *self, SignedScale scale, const GArray *cells)
{
  g_autofree double *rows = g_new (double, cells->len);

  for (guint c = 0; c < cells->len; c++)
    rows[c] = signed_row (self, scale,
                          furthest_sum (self->chart, &g_array_index (cells, PoplensCell, c)));
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_EDGE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1));
  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    gboolean last = c + 1 == cells->len;
    /* Draw a horizontal line per cell. Connect the lines of wide cells by vertical lines. Between
     * narrow cells, vertical lines would hide the stacks. */
    const PoplensCell *next = last ? NULL : cell + 1;
    double row = rows[c];
    double next_row = last ? 0 : rows[c + 1];
    double width = cell->x1 - cell->x0;
    if (next && next->x0 == cell->x1 && width >= WIDE)
      poplens_layout_box (self, cell->x1 - 1, MIN (row, next_row), 1, fabs (row - next_row));
    poplens_layout_box (self, cell->x0, row - LINE / 2.0, width, LINE);
  }
}

/* Draws the stacks, and the line at their sum. */
static void
difference_add_parts (PoplensChartLayout *self, SignedScale scale, const GArray *cells)
{
  if (!cells->len)
    return;
  for (int sign = -1; sign <= 1; sign += 2) {
    StackBuilder stacks = {.layout = self,
                           .scale = scale,
                           .cells = cells,
                           .sign = sign,
                           .first = g_array_index (cells, PoplensCell, 0).from};
    add_stack (&stacks);
  }
  difference_add_sum (self, scale, cells);
}

/* ---- the chart ------------------------------------------------------------------------------- */

/* Fraction of the plot's height that the difference takes without a legend (PART) or with a legend
 * (PART_WITH_LEGEND). LEAST_HEIGHT: least height in pixels of a plot that shows a difference. */
#define PART 0.36
#define PART_WITH_LEGEND 0.62
#define LEAST_HEIGHT 100
#define ROOM_FOR_TWO_ROWS 210 /* least pixels of a plot with a legend of two rows */
#define LEGEND_TOP 3
#define LEGEND_INDENT 18
#define SWATCH 10
#define SWATCH_ROOM 16
#define HEADER 22
#define HEADER_MIDDLE 9
#define TICK_ROOM 22
#define LABEL_ROOM 12 /* least pixels between two labels */
#define AIR 1.06
#define PALE_ALPHA 0.45

void
poplens_difference_free (gpointer data)
{
  PoplensDifference *self = data;

  g_free (self->name);
  g_free (self->values);
  g_free (self);
}

void
poplens_chart_set_difference (PoplensChart *self, const char *name, gint64 *values)
{
  PoplensDifference *difference;

  g_return_if_fail (self->kind == &poplens_areas_kind);
  difference = g_new0 (PoplensDifference, 1);
  *difference = (PoplensDifference){.name = g_strdup (name), .values = values};
  for (gsize i = 0; i < self->n_items; i++) {
    if (values[i] == POPLENS_NO_DIFFERENCE)
      continue;
    difference->less = MAX (difference->less, -(double) values[i]);
    difference->more = MAX (difference->more, (double) values[i]);
  }
  g_clear_pointer (&self->data, poplens_difference_free);
  self->data = difference;
}

gboolean
poplens_chart_get_difference (const PoplensChart *self, gsize item, gint64 *value)
{
  const PoplensDifference *difference = poplens_difference (self);

  if (!difference || item >= self->n_items || difference->values[item] == POPLENS_NO_DIFFERENCE)
    return FALSE;
  *value = difference->values[item];
  return TRUE;
}

static const char *
format_signed (const PoplensChart *chart, PoplensNumber buffer, gint64 value)
{
  if (chart->unit == POPLENS_CHART_UNIT_BYTES)
    return poplens_format_signed_bytes (buffer, value, chart->byte_unit);
  return poplens_format_signed (buffer, value);
}

/* Appends "+4.00 KiB (+4,096 B)". Omits the exact number if the first number is exact. */
static void
append_signed (const PoplensChart *chart, GString *out, gint64 value)
{
  PoplensNumber text, exact;

  g_string_append (out, format_signed (chart, text, value));
  if (chart->unit == POPLENS_CHART_UNIT_BYTES && chart->byte_unit != POPLENS_BYTE_UNIT_BYTES &&
      ABS (value) >= 1000)
    g_string_append_printf (out, " (%s B)", poplens_format_signed (exact, value));
}

static void
describe_part (const PoplensChart *chart, GString *out, guint s, gsize item)
{
  const PoplensSeries *series = poplens_chart_series (chart, s);
  gint64 change = poplens_chart_get_change (chart, s, item);
  PoplensNumber before, now, text;

  g_string_append_printf (out, "\n%s\t%s → %s", series->name,
                          poplens_chart_format_value (chart, before, series->before[item]),
                          poplens_chart_format_value (chart, now, series->values[item]));
  g_string_append_printf (out, change ? ": %s" : ", unchanged",
                          format_signed (chart, text, change));
}

/* Appends a line per visible part, but omits unchanged parts if there are many parts. Returns the
 * sum of the visible parts. @some_hidden: (inout): set to TRUE if a part is hidden. */
static gint64
describe_parts (const PoplensChart *chart, GString *out, gsize item, gboolean *some_hidden)
{
  gint64 sum = 0;

  for (guint s = 0; s < chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (chart, s);
    if (!poplens_series_is_change (series))
      continue;
    *some_hidden = *some_hidden || series->hidden;
    if (series->hidden ||
        (series->before[item] == series->values[item] && chart->n_visible > POPLENS_MANY_SERIES))
      continue;
    sum += poplens_chart_get_change (chart, s, item);
    describe_part (chart, out, s, item);
  }
  return sum;
}

void
poplens_difference_describe (const PoplensChart *chart, GString *out, gsize item)
{
  gboolean some_hidden = FALSE;
  gint64 value, sum = describe_parts (chart, out, item, &some_hidden);

  if (!poplens_difference (chart))
    return;
  if (some_hidden) {
    g_string_append (out, "\nShown\t");
    append_signed (chart, out, sum);
  }
  g_string_append_printf (out, "\n%s\t", poplens_difference (chart)->name);
  if (poplens_chart_get_difference (chart, item, &value))
    append_signed (chart, out, value);
  else
    g_string_append (out, "–");
}

void
poplens_difference_describe_range (const PoplensChart *chart, GString *out, PoplensItemRange range)
{
  gint64 sum = 0, value;

  if (!poplens_difference (chart))
    return;
  for (gsize i = range.from; i < range.to; i++)
    if (poplens_chart_get_difference (chart, i, &value))
      sum = (gint64) CLAMP ((double) sum + (double) value, -0x1p62, 0x1p62);
  g_string_append_printf (out, ", %s ", poplens_difference (chart)->name);
  append_signed (chart, out, sum);
}

/* Puts the name of the difference, and the legend of its parts, into the row between the plots. A
 * short line before the name explains the line of sums. */
static void
place_with_legend (PoplensChartLayout *self)
{
  const char *name = poplens_difference (self->chart)->name;
  double height = floor (self->plot.height * PART_WITH_LEGEND);
  double top = self->plot.y + self->plot.height - height + LEGEND_TOP, legend;
  PoplensTextSpec spec = {self->plot.x + SWATCH_ROOM, top + HEADER / 2.0, 0,
                          POPLENS_TEXT_LABEL,         POPLENS_INK_DIM,    self->plot.width,
                          PANGO_ELLIPSIZE_END};
  PoplensRect text = poplens_layout_text (self, name, &spec);

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1));
  poplens_layout_box (self, self->plot.x, top + HEADER / 2.0 - 1, SWATCH, 2);
  legend = LEGEND_TOP +
           poplens_layout_legend (self, TRUE, self->plot.x, top, self->plot.width,
                                  SWATCH_ROOM + text.width + LEGEND_INDENT,
                                  self->plot.height < ROOM_FOR_TWO_ROWS ? 1 : POPLENS_LEGEND_ROWS);
  self->plot.height -= height;
  self->signed_plot =
      (PoplensRect){self->plot.x, top - LEGEND_TOP + legend, self->plot.width, height - legend};
}

void
poplens_difference_place (PoplensChartLayout *self)
{
  double height = floor (self->plot.height * PART);

  if (!poplens_difference (self->chart) || self->plot.height < LEAST_HEIGHT)
    return;
  if (poplens_difference_has_parts (self->chart)) {
    place_with_legend (self);
    return;
  }
  self->signed_plot = (PoplensRect){self->plot.x, self->plot.y + self->plot.height - height,
                                    self->plot.width, height};
  self->plot.height -= height + HEADER;
}

/* ---- scale ----------------------------------------------------------------------------------- */

typedef struct {
  PoplensChartLayout *layout;
  const PoplensDifference *difference;
  double less, more; /* largest decrease and largest increase, both positive */
  SignedScale scale;
  PoplensValueScale ticks;
} DifferencePlot;

static void
plot_init (DifferencePlot *self, PoplensChartLayout *layout)
{
  const PoplensDifference *difference = poplens_difference (layout->chart);
  const PoplensRect *rect = &layout->signed_plot;
  double less, more, all, highest;

  *self = (DifferencePlot){.layout = layout,
                           .difference = difference,
                           .less = difference->less,
                           .more = difference->more};
  if (poplens_difference_has_parts (layout->chart))
    poplens_difference_reach (layout->chart, &self->less, &self->more);
  less = self->less * AIR;
  more = self->more * AIR;
  all = less + more;
  if (all <= 0)
    all = 1, more = 0.5;
  self->scale.scale = rect->height / all;
  self->scale.zero = rect->y + round (more * self->scale.scale);
  /* Choose ticks by the larger of decrease and increase, so that this side has a tick besides zero.
   * */
  highest = MAX (MAX (less, more), 1);
  poplens_value_scale_init (&self->ticks, layout->chart->unit, layout->chart->byte_unit, highest,
                            CLAMP ((guint) (highest * self->scale.scale / TICK_ROOM) + 1, 3, 5));
}

static double
difference_row_of (const DifferencePlot *self, double value)
{
  return signed_row (self->layout, self->scale, value);
}

/* Adds a tick line. Every @every-th tick has a label. */
static void
add_tick (const DifferencePlot *self, int i, int every)
{
  const PoplensRect *rect = &self->layout->signed_plot;
  double y = difference_row_of (self, i * self->ticks.step);
  PoplensTextSpec spec = {rect->x - 8,          y + 0.5,         1,
                          POPLENS_TEXT_TICK,    POPLENS_INK_DIM, POPLENS_GUTTER - 10,
                          PANGO_ELLIPSIZE_START};
  PoplensNumber number;
  char text[POPLENS_NUMBER_SIZE + 4];

  if (i)
    poplens_layout_box (self->layout, rect->x, y, rect->width, 1);
  if (i % every)
    return;
  poplens_value_scale_label (&self->ticks, (guint) ABS (i), number);
  g_snprintf (text, sizeof text, "%s%s", i > 0 ? "+" : i < 0 ? "\u2212" : "", number);
  poplens_layout_text (self->layout, text, &spec);
}

static void
add_axis (const DifferencePlot *self)
{
  int below = (int) floor (self->less / self->ticks.step);
  int above = (int) floor (self->more / self->ticks.step);
  int every = (int) MAX (ceil (LABEL_ROOM / (self->ticks.step * self->scale.scale)), 1);

  poplens_layout_begin (self->layout, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self->layout, POPLENS_INK_GRID, 1));
  for (int i = -below; i <= above; i++)
    add_tick (self, i, every);
}

/* Adds the name of the difference with its unit. If place_with_legend () added the name, adds only
 * the unit. */
static void
difference_add_name (const DifferencePlot *self)
{
  const PoplensRect *rect = &self->layout->signed_plot;
  const char *unit = self->ticks.unit;
  PoplensTextSpec over = {rect->x - 8,
                          rect->y - HEADER_MIDDLE - LEGEND_TOP,
                          1,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_DIM,
                          POPLENS_GUTTER - 10,
                          PANGO_ELLIPSIZE_START};
  PoplensTextSpec beside = {
      rect->x,     rect->y - HEADER_MIDDLE, 0, POPLENS_TEXT_LABEL, POPLENS_INK_DIM,
      rect->width, PANGO_ELLIPSIZE_END};
  g_autofree char *name =
      g_strdup_printf ("%s%s%s", self->difference->name, *unit ? ", " : "", unit);

  if (!poplens_difference_has_parts (self->layout->chart))
    poplens_layout_text (self->layout, name, &beside);
  else if (*unit)
    poplens_layout_text (self->layout, unit, &over);
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Finds the least and greatest difference in direction @sign among the items in a cell, as positive
 * numbers. A difference of the opposite sign counts as 0. FALSE if all count as 0. */
static gboolean
cell_extremes (const DifferencePlot *self, const PoplensCell *cell, int sign, double *least,
               double *most)
{
  *least = G_MAXDOUBLE;
  *most = 0;
  for (gsize i = cell->from; i < cell->to; i++) {
    gint64 value = self->difference->values[i];
    double size = value == POPLENS_NO_DIFFERENCE ? 0 : MAX (sign * (double) value, 0);
    *least = MIN (*least, size);
    *most = MAX (*most, size);
  }
  return *most > 0;
}

/* Draws a column per cell, for differences in direction @sign. @pale: FALSE: from zero to the least
 * difference of the cell's items; TRUE: from the least to the greatest difference. */
static void
difference_add_columns (const DifferencePlot *self, const GArray *cells, int sign, gboolean pale)
{
  PoplensInk ink = sign > 0 ? POPLENS_INK_MORE : POPLENS_INK_LESS;

  poplens_layout_begin (self->layout, POPLENS_DRAW_FILL,
                        pale ? POPLENS_PART_HIGH : POPLENS_PART_LOW, -1,
                        poplens_layout_color (self->layout, ink, pale ? PALE_ALPHA : 1));
  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    double least, most, near, far;
    if (!cell_extremes (self, cell, sign, &least, &most))
      continue;
    near = difference_row_of (self, sign * least);
    far = difference_row_of (self, sign * most);
    far = sign > 0 ? MIN (far, self->scale.zero - 1) : MAX (far, self->scale.zero + 1);
    if (least >= most)
      near = far;
    double a = pale ? near : self->scale.zero;
    double b = pale ? far : near;
    poplens_layout_box (self->layout, cell->x0, MIN (a, b), cell->x1 - cell->x0, fabs (a - b));
  }
}

static void
add_zero (const DifferencePlot *self)
{
  poplens_layout_begin (self->layout, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self->layout, POPLENS_INK_FOREGROUND, 0.55));
  poplens_layout_box (self->layout, self->layout->signed_plot.x, self->scale.zero,
                      self->layout->signed_plot.width, 1);
}

void
poplens_difference_layout (PoplensChartLayout *self, const GArray *cells)
{
  DifferencePlot plot;

  if (self->signed_plot.height <= 0)
    return;
  plot_init (&plot, self);
  add_axis (&plot);
  difference_add_name (&plot);
  if (poplens_difference_has_parts (self->chart)) {
    add_zero (&plot);
    difference_add_parts (self, plot.scale, cells);
    return;
  }
  for (int sign = -1; sign <= 1; sign += 2) {
    difference_add_columns (&plot, cells, sign, FALSE);
    difference_add_columns (&plot, cells, sign, TRUE);
  }
  add_zero (&plot);
}
