/* Lays out AREAS and BARS charts. Also has the functions that build layouts of all kinds. */
#include "charts/core/layout-private.h"
#include "charts/difference/difference.h"

#include <math.h>
#include <string.h>

#define TOP_PADDING 6

/* ---- areas ----------------------------------------------------------------------------------- */

/* Height in pixels of the space above the plot, for the unit, the names of groups and the limit.
 * HEADER_MIDDLE: distance from the middle of this space to the plot. */
#define HEADER 24
#define HEADER_MIDDLE 15
#define TICK_LABELS 20
#define AXIS_TITLE 18
#define BOTTOM_PADDING 4
/* A chart lower than this many pixels has no axis title (TITLE_FROM…) or no legend (LEGEND_FROM).
 * */
#define TITLE_FROM 150
#define TITLE_FROM_WITH_DIFFERENCE 220
#define LEGEND_FROM 100
#define TICK_LENGTH 4
#define LEAST_TICK_ROOM 28
#define LABEL_GAP 28
#define HEADROOM 6
#define LIMIT_HEADROOM 20
#define MARK_HEADROOM 22
#define SUM_HEADROOM 17

/* TRUE if the item axis has a title, and the chart is high enough for it. */
static gboolean
has_title (const PoplensChartLayout *self)
{
  gboolean two_plots = poplens_difference (self->chart) != NULL;

  return self->chart->axis_title &&
         self->height >= (two_plots ? TITLE_FROM_WITH_DIFFERENCE : TITLE_FROM);
}

static void
place_plot (PoplensChartLayout *self)
{
  double width = self->width - POPLENS_GUTTER - POPLENS_PADDING, top = TOP_PADDING, bottom;

  if (self->height >= LEGEND_FROM)
    top += poplens_layout_legend (self, FALSE, POPLENS_GUTTER, top, width, 0, POPLENS_LEGEND_ROWS);
  top += HEADER;
  bottom = self->height - TICK_LABELS - (has_title (self) ? AXIS_TITLE : 0) - BOTTOM_PADDING;
  self->plot = (PoplensRect){POPLENS_GUTTER, top, MAX (width, 1), MAX (bottom - top, 1)};
  if (!poplens_layout_place_apart (self))
    poplens_difference_place (self);
}

/* Scales the value axis to @max. If the view includes a limit above @max, scales to the limit.
 * Leaves free space above. */
static void
scale_areas (PoplensChartLayout *self, double max)
{
  const PoplensChart *chart = self->chart;
  double height = self->plot.height, from = (double) chart->base;
  double room = chart->marks->len ? MARK_HEADROOM : chart->columns ? SUM_HEADROOM : HEADROOM;
  guint most = CLAMP ((guint) (height / LEAST_TICK_ROOM) + 1, 2, 6);

  if (chart->has_limit && self->view.limit_to_scale && chart->limit >= max) {
    max = chart->limit;
    room = MAX (room, LIMIT_HEADROOM);
  }
  /* In a low chart, leave at most two fifths of the height free. */
  room = MIN (room, height * 2 / 5);
  poplens_value_scale_init_from (&self->scale, chart->unit, chart->byte_unit, from,
                                 from + MAX ((max - from) * height / (height - room), 1), most);
}

/* Adds ticks and unit of the value axis. @title: (nullable): title of the plot in a chart with two
 * plots. */
static void
add_value_axis (PoplensChartLayout *self, const char *title)
{
  PoplensTextSpec spec = {
      self->plot.x - 8,     0, 1, POPLENS_TEXT_TICK, POPLENS_INK_DIM, POPLENS_GUTTER - 10,
      PANGO_ELLIPSIZE_START};
  PoplensNumber label;

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_GRID, 1));
  for (guint i = 0; i < self->scale.n_ticks; i++) {
    double y = poplens_layout_value_to_y (self, self->scale.first + self->scale.step * i);
    if (i)
      poplens_layout_box (self, self->plot.x, y, self->plot.width, 1);
    spec.y = y + 0.5;
    /* In the upper of two plots, omit the label of the lowest tick: the title of the lower plot
     * takes its space. */
    if (i || !title || title == self->chart->bands_title)
      poplens_layout_text (self, poplens_value_scale_label (&self->scale, i, label), &spec);
  }
  if (title) {
    g_autofree char *text = g_strdup_printf ("%s, %s", title, self->scale.unit);
    PoplensTextSpec of_plot = {POPLENS_PADDING,    self->plot.y - HEADER_MIDDLE, 0,
                               POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND,       self->plot.width,
                               PANGO_ELLIPSIZE_END};
    PoplensRect named = poplens_layout_text (self, text, &of_plot);
    if (title == self->chart->bands_title)
      poplens_layout_break_mark (self, named.x + named.width + LABEL_GAP / 2, of_plot.y);
  } else if (*self->scale.unit) {
    double width = poplens_chart_text_width (self, self->scale.unit, POPLENS_TEXT_TICK);
    spec.y = self->plot.y - HEADER_MIDDLE;
    spec.x = MAX (spec.x, width);
    spec.max_width = 0;
    poplens_layout_text (self, self->scale.unit, &spec);
  }
}

static void
add_baseline (PoplensChartLayout *self)
{
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.55));
  for (guint i = 0; i < self->axis.runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (self->axis.runs, PoplensAxisRun, i);
    double x0 = round (run->x0), x1 = MAX (round (run->x1), x0 + 1);
    poplens_layout_box (self, x0, self->plot.y + self->plot.height, x1 - x0, 1);
  }
}

/* Returns the number of the first item, if the axis shows numbers of items; 0 if it shows
 * positions. */
static double
first_number (const PoplensChart *chart)
{
  return chart->counts ? chart->numbers[0] : 0;
}

/* Formats a tick label. Labels have thousands separators only if an axis has numbers above
 * 10,000. */
static void
format_position (const PoplensChartLayout *self, PoplensNumber buffer, double position)
{
  double first = first_number (self->chart);

  if (first + (double) self->chart->n_items <= 10000)
    poplens_format_fixed (buffer, first + position, 0);
  else
    poplens_format_count (buffer, (guint64) (first + position));
}

static void
add_item_tick (PoplensChartLayout *self, double position, double *free_from)
{
  PoplensRect plot = poplens_layout_whole_plot (self);
  double x0 = poplens_item_axis_to_x (&self->axis, position, FALSE);
  double x1 = poplens_item_axis_to_x (&self->axis, position + 1, TRUE);
  double x = floor ((x0 + MAX (x1, x0)) / 2), bottom = plot.y + plot.height + 1, width, left;
  PoplensTextSpec spec = {0, bottom + 11,         0, POPLENS_TEXT_TICK, POPLENS_INK_DIM,
                          0, PANGO_ELLIPSIZE_NONE};
  PoplensNumber label;

  format_position (self, label, position);
  width = poplens_chart_text_width (self, label, POPLENS_TEXT_TICK);
  left = MIN (x - width / 2, self->plot.x + self->plot.width - width);
  left = MAX (left, 0);
  poplens_layout_box (self, x, bottom, 1, TICK_LENGTH);
  if (left < *free_from)
    return;
  spec.x = left;
  poplens_layout_text (self, label, &spec);
  *free_from = left + width + 8;
}

static void
add_item_axis (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  double from = self->view.from, to = self->view.to, step, free_from = 0;
  double first = first_number (chart);
  PoplensNumber widest;

  format_position (self, widest, to);
  step = poplens_chart_text_width (self, widest, POPLENS_TEXT_TICK) + LABEL_GAP;
  step = poplens_item_step (MAX (step / self->axis.scale, 1));
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.55));
  /* Begin with the first item whose middle is in view. */
  for (double i = ceil ((MAX (from - 0.5, 0) + first) / step) * step - first;
       i + 0.5 <= to && i < chart->n_items; i += step)
    add_item_tick (self, i, &free_from);
  if (has_title (self)) {
    g_autofree char *text = chart->numbers && !chart->counts
                                ? g_strdup_printf ("%s (position)", chart->axis_title)
                                : NULL;
    PoplensTextSpec spec = {self->plot.x + self->plot.width / 2,
                            self->height - BOTTOM_PADDING - AXIS_TITLE / 2,
                            0.5,
                            POPLENS_TEXT_LABEL,
                            POPLENS_INK_DIM,
                            self->plot.width,
                            PANGO_ELLIPSIZE_END};
    poplens_layout_text (self, text ? text : chart->axis_title, &spec);
  }
}

/* Adds the limit line, with its name above the right end. */
static void
add_limit_line (PoplensChartLayout *self, const char *text)
{
  double y = poplens_layout_value_to_y (self, self->chart->limit);
  double right = self->plot.x + self->plot.width;
  PoplensTextSpec spec = {
      right - 4,          y - 9, 1, POPLENS_TEXT_TICK, POPLENS_INK_LIMIT, self->plot.width,
      PANGO_ELLIPSIZE_END};
  PoplensRect zone = {self->plot.x, y - 4, self->plot.width, 9}, label;

  label = poplens_layout_text (self, text, &spec);
  /* Draw a background for the name, since data can extend above the limit. */
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.85));
  poplens_layout_box (self, label.x - 4, label.y, label.width + 8, label.height);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, self->plot.x, y, self->plot.width, 1.5);
  poplens_layout_zone (self, zone, POPLENS_CHART_HIT_LIMIT, -1);
  poplens_layout_zone (self, label, POPLENS_CHART_HIT_LIMIT, -1);
}

/* Adds the limit line or, if it is off scale, a text in the header. Returns the width of that text
 * in pixels; 0 for a line. */
static double
add_areas_limit (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  double right = self->plot.x + self->plot.width;
  PoplensTextSpec spec = {right,
                          self->plot.y - HEADER_MIDDLE,
                          1,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_LIMIT,
                          self->plot.width,
                          PANGO_ELLIPSIZE_END};
  g_autofree char *text = NULL;
  PoplensNumber value;
  PoplensRect note;
  gboolean off_scale = chart->limit > self->scale.top;

  if (!chart->has_limit)
    return 0;
  poplens_chart_format_value (chart, value, chart->limit);
  text = g_strdup_printf (off_scale ? "%s %s ↑" : "%s %s", chart->limit_name, value);
  if (!off_scale) {
    add_limit_line (self, text);
    return 0;
  }
  note = poplens_layout_text (self, text, &spec);
  poplens_layout_zone (self, note, POPLENS_CHART_HIT_LIMIT, -1);
  return note.width + POPLENS_PADDING;
}

/* Adds the names of visible groups above the plot. Each name is centred over the visible part of
 * its group, and ellipsized if it is wider. @taken: pixels at the right of the header that are in
 * use. */
static void
add_groups (PoplensChartLayout *self, double taken)
{
  const PoplensChart *chart = self->chart;
  double right = self->plot.x + self->plot.width - taken;

  for (guint i = 0; i < chart->groups->len; i++) {
    const PoplensItemGroup *group = &g_array_index (chart->groups, PoplensItemGroup, i);
    double first = group->first, last = chart->n_items, x0, x1, width;
    PoplensTextSpec spec = {
        0, self->plot.y - HEADER_MIDDLE, 0.5, POPLENS_TEXT_LABEL, POPLENS_INK_DIM,
        0, PANGO_ELLIPSIZE_END};
    if (i + 1 < chart->groups->len)
      last = g_array_index (chart->groups, PoplensItemGroup, i + 1).first;
    if (last <= self->view.from || first >= self->view.to)
      continue;
    x0 = poplens_item_axis_to_x (&self->axis, first, FALSE);
    x1 = poplens_item_axis_to_x (&self->axis, last, TRUE);
    width = poplens_chart_text_width (self, group->name, POPLENS_TEXT_LABEL);
    spec.max_width = MIN (x1, right) - x0 - 8;
    if (spec.max_width < MIN (width, 24))
      continue;
    width = MIN (width, spec.max_width);
    /* Centre the name over its group, but keep it to the left of the text that shows the limit. */
    spec.x = MIN ((x0 + x1) / 2, right - 4 - width / 2);
    poplens_layout_text (self, group->name, &spec);
  }
}

/* Lays out two plots: the lines above, the bands below. */
static void
lay_out_apart (PoplensChartLayout *self, const GArray *cells)
{
  scale_areas (self, self->chart->max_stack);
  add_value_axis (self, self->chart->bands_title);
  poplens_layout_swap_apart (self);
  scale_areas (self, self->chart->max_value);
  add_value_axis (self, self->chart->apart_title);
  poplens_layout_swap_apart (self);
  poplens_layout_bands (self, cells);
  add_baseline (self);
  poplens_layout_swap_apart (self);
  add_baseline (self);
  poplens_layout_stretches (self);
  add_groups (self, add_areas_limit (self));
  poplens_layout_swap_apart (self);
}

static void
lay_out_areas (PoplensChartLayout *self)
{
  g_autofree char *reason = poplens_layout_empty_reason (self);
  g_autoptr (GArray) cells = NULL;

  place_plot (self);
  poplens_item_axis_init (&self->axis, self->chart, self->view.from, self->view.to, self->plot.x,
                          self->plot.width, POPLENS_GROUP_GAP);
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  cells = poplens_cells_new (&self->axis, self->chart->n_items);
  if (self->apart.plot.height > 0) {
    lay_out_apart (self, cells);
  } else {
    scale_areas (self, MAX (self->chart->max_value, (double) self->chart->top));
    add_value_axis (self, NULL);
    if (self->chart->columns)
      poplens_layout_columns (self);
    else
      poplens_layout_bands (self, cells);
    add_baseline (self);
    poplens_difference_layout (self, cells);
    add_groups (self, add_areas_limit (self));
  }
  if (self->chart->ticks)
    poplens_layout_ticks (self);
  else
    add_item_axis (self);
  poplens_layout_marks (self);
  poplens_layout_spike (self);
}

/* The kind of AREAS charts. .data of a chart is a PoplensDifference, or NULL. */
const PoplensChartKind poplens_areas_kind = {
    .has_scale = TRUE,
    .data_free = poplens_difference_free,
    .describe_item = poplens_items_describe,
    .describe_range = poplens_items_describe_range,
    .lay_out = lay_out_areas,
    .lay_out_overview = poplens_layout_overview,
    .hit = poplens_areas_hit,
    .item_rect = poplens_item_stripe,
};

/* ---- bars ------------------------------------------------------------------------------------ */

/* Height in pixels of the row of an item, with its name, bar and value. */
#define ROW 22
#define PITCH 24
#define BAR_INSET 4
#define LIMIT_ROW 18
#define LEGEND_ROW 22
#define LEGEND_GAP 6
/* Estimate of the legend's height: up to ONE_ROW series take one row. More series take a row per
 * SERIES_A_ROW series, at most MOST_ROWS rows. */
#define ONE_ROW 6
#define SERIES_A_ROW 4
#define MOST_ROWS 3
/* A box of waiting time narrower than this many pixels has no outline (FRAME_FROM) or no hatch
 * (HATCH_FROM). */
#define FRAME_FROM 3
#define HATCH_FROM 8
#define LABEL_PART 0.38
#define BETWEEN 12

typedef struct {
  gsize first, end; /* rows [first, end) are shown */
  double label_width, value_width;
  double left, width; /* position and width of the bars, in pixels */
} BarColumns;

static gboolean
is_known (const PoplensChart *chart, gsize item)
{
  for (guint s = 0; s < chart->series->len; s++)
    if (!poplens_series_is_absent (poplens_chart_series (chart, s), item))
      return TRUE;
  return FALSE;
}

/* Formats the value at the end of a row. */
static const char *
format_row (const PoplensChart *chart, PoplensNumber buffer, gsize item)
{
  if (!is_known (chart, item))
    return "not recorded";
  return poplens_difference_has_parts (chart)
             ? poplens_difference_format_bar (chart, buffer, item)
             : poplens_chart_format_value (chart, buffer, poplens_chart_total (chart, item));
}

static const PoplensTextSpec label_spec = {
    0, 0, 1, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, 0, PANGO_ELLIPSIZE_START};

static void
measure_columns (PoplensChartLayout *self, BarColumns *columns)
{
  PoplensNumber number;

  for (gsize i = columns->first; i < columns->end; i++) {
    const char *label = poplens_chart_get_item_label (self->chart, i, number);
    double width = poplens_chart_text_width (self, label, POPLENS_TEXT_LABEL);
    columns->label_width = MAX (columns->label_width, width);
    width =
        poplens_chart_text_width (self, format_row (self->chart, number, i), POPLENS_TEXT_LABEL);
    columns->value_width = MAX (columns->value_width, width);
  }
  columns->label_width = ceil (MIN (columns->label_width, self->width * LABEL_PART));
  columns->value_width = ceil (columns->value_width);
  columns->left = POPLENS_PADDING + columns->label_width + BETWEEN;
  columns->width = MAX (
      floor (self->width - columns->left - columns->value_width - BETWEEN - POPLENS_PADDING), 1);
}

/* Returns the x of the right end of a stack of @value. */
static double
value_to_x (const PoplensChartLayout *self, double value)
{
  return self->plot.x + round (CLAMP (value / self->scale.top, 0, 1) * self->plot.width);
}

static double
row_y (const PoplensChartLayout *self, gsize item)
{
  return self->plot.y + (double) (item - (gsize) self->view.from) * PITCH;
}

/* Adds the boxes of series @s that are at least @least and less than @most pixels wide. @sums:
 * [shown rows]: sum of all series before @s. */
static void
add_boxes (PoplensChartLayout *self, guint s, const BarColumns *columns, const double *sums,
           double least, double most)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);

  for (gsize i = columns->first; i < columns->end; i++) {
    double x0 = value_to_x (self, sums[i - columns->first]);
    double x1 = value_to_x (self, sums[i - columns->first] + (double) series->values[i]);
    if (x1 - x0 >= least && x1 - x0 < most)
      poplens_layout_box (self, x0, row_y (self, i) + BAR_INSET, x1 - x0, ROW - 2 * BAR_INSET);
  }
}

/* Adds the boxes of a WAITING or QUIET series: a tint with an outline. Wide boxes of a WAITING
 * series also have a hatch. */
static void
add_waiting (PoplensChartLayout *self, guint s, const BarColumns *columns, const double *sums)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  double hatch_from = series->kind == POPLENS_SERIES_QUIET ? HUGE_VAL : HATCH_FROM;
  PoplensColor color = poplens_layout_series_color (self, s, 1);

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_LOW, s,
                        poplens_layout_series_color (self, s, poplens_layout_tint (self, series)));
  add_boxes (self, s, columns, sums, 0, hatch_from);
  poplens_layout_begin (self, POPLENS_DRAW_HATCH, POPLENS_PART_LOW, s, color);
  add_boxes (self, s, columns, sums, hatch_from, HUGE_VAL);
  poplens_layout_begin (self, POPLENS_DRAW_FRAME, POPLENS_PART_EDGE, s, color);
  add_boxes (self, s, columns, sums, FRAME_FROM, HUGE_VAL);
}

static void
add_solid (PoplensChartLayout *self, guint s, const BarColumns *columns, const double *sums)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  gboolean hatch = series->ink == POPLENS_INK_GAPS || series->kind == POPLENS_SERIES_GAP;

  poplens_layout_begin (self, hatch ? POPLENS_DRAW_HATCH : POPLENS_DRAW_FILL, POPLENS_PART_LOW, s,
                        poplens_layout_series_color (self, s, POPLENS_FILL_ALPHA));
  add_boxes (self, s, columns, sums, 0, HUGE_VAL);
}

/* Draws a line at the right end of each bar, so that any value above 0 is visible. Adds the values
 * of series @s to @sums. */
static void
add_edges (PoplensChartLayout *self, guint s, const BarColumns *columns, double *sums)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_EDGE, s,
                        poplens_layout_series_color (self, s, 1));
  for (gsize i = columns->first; i < columns->end; i++) {
    double *sum = &sums[i - columns->first];
    *sum += (double) series->values[i];
    if (series->values[i] && series->kind != POPLENS_SERIES_BLANK)
      poplens_layout_box (self, MAX (value_to_x (self, *sum) - 1, self->plot.x),
                          row_y (self, i) + BAR_INSET, 1, ROW - 2 * BAR_INSET);
  }
}

static void
add_series_bars (PoplensChartLayout *self, guint s, const BarColumns *columns, double *sums)
{
  switch (poplens_chart_series (self->chart, s)->kind) {
  case POPLENS_SERIES_WAITING:
  case POPLENS_SERIES_QUIET:
    add_waiting (self, s, columns, sums);
    break;
  case POPLENS_SERIES_BLANK:
    poplens_layout_begin (self, POPLENS_DRAW_DOTTED_BOX, POPLENS_PART_LOW, s,
                          poplens_layout_series_color (self, s, 1));
    add_boxes (self, s, columns, sums, 0, HUGE_VAL);
    break;
  default:
    add_solid (self, s, columns, sums);
  }
  add_edges (self, s, columns, sums);
}

static void
add_row_texts (PoplensChartLayout *self, const BarColumns *columns)
{
  PoplensTextSpec label = label_spec, value = label_spec;
  PoplensNumber number;

  label.x = columns->left - BETWEEN;
  label.max_width = columns->label_width + 1;
  value.x = self->width - POPLENS_PADDING;
  for (gsize i = columns->first; i < columns->end; i++) {
    const char *full = poplens_chart_get_item_label (self->chart, i, number);
    g_autofree char *name = poplens_chart_shorten_path (self, full, label.max_width);
    /* Shorten a path at its start, because its end is the most specific. Shorten other names at
     * their end. */
    label.ellipsize = strchr (full, '/') ? PANGO_ELLIPSIZE_START : PANGO_ELLIPSIZE_END;
    label.y = value.y = row_y (self, i) + ROW / 2;
    poplens_layout_text (self, name, &label);
    poplens_layout_text (self, format_row (self->chart, number, i), &value);
  }
}

/* Adds a text that counts the rows out of view: "… 3 above, 12 more". */
static void
add_more (PoplensChartLayout *self, const BarColumns *columns, gboolean below)
{
  PoplensTextSpec spec = label_spec;
  gsize rest = self->chart->n_items - columns->end;
  g_autofree char *text = NULL;
  PoplensNumber above, more;

  poplens_format_count (above, columns->first);
  poplens_format_count (more, rest);
  if (columns->first && rest)
    text = g_strdup_printf ("… %s above, %s more", above, more);
  else if (columns->first)
    text = g_strdup_printf ("… %s above", above);
  else if (below && rest)
    text = g_strdup_printf ("… %s more", more);
  else
    return;
  spec.align = 0;
  spec.ink = POPLENS_INK_DIM;
  spec.x = columns->left;
  spec.y = self->plot.y + self->plot.height + ROW / 2;
  spec.max_width = self->width - columns->left;
  poplens_layout_text (self, text, &spec);
}

static void
add_bars_limit (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  gboolean off_scale = chart->limit > self->scale.top;
  double right = self->plot.x + self->plot.width, x = value_to_x (self, chart->limit);
  PoplensTextSpec spec = {off_scale ? right : x + 4,
                          self->plot.y - LIMIT_ROW / 2,
                          1,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_LIMIT,
                          self->width - 2 * POPLENS_PADDING,
                          PANGO_ELLIPSIZE_END};
  g_autofree char *text = NULL;
  PoplensNumber value;

  poplens_chart_format_value (chart, value, chart->limit);
  text = g_strdup_printf (off_scale ? "%s %s →" : "%s %s", chart->limit_name, value);
  /* Put the text at the limit line, but within the chart. */
  spec.x = MIN (MAX (spec.x, poplens_chart_text_width (self, text, spec.size) + POPLENS_PADDING),
                right + 4);
  poplens_layout_zone (self, poplens_layout_text (self, text, &spec), POPLENS_CHART_HIT_LIMIT, -1);
  if (off_scale)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, x - 1.5, self->plot.y, 1.5, self->plot.height);
  poplens_layout_zone (self, (PoplensRect){x - 4, self->plot.y, 8, self->plot.height},
                       POPLENS_CHART_HIT_LIMIT, -1);
}

/* Chooses the rows that fit below @top. TRUE if some rows do not fit; one row is then reserved for
 * "… 12 more". */
static gboolean
choose_rows (PoplensChartLayout *self, double top, BarColumns *columns)
{
  gsize first = (gsize) self->view.from, n = self->chart->n_items;
  gsize fit = (gsize) MAX ((self->height - top + (PITCH - ROW)) / PITCH, 1);
  gboolean all = first == 0 && n <= fit;

  if (!all && fit > 1)
    fit--;
  columns->first = MIN (first, n - 1);
  columns->end = MIN (columns->first + fit, n);
  return !all;
}

static gboolean
has_legend (const PoplensChart *chart)
{
  return chart->series->len > 1 && !chart->no_legend;
}

static guint
legend_rows (const PoplensChart *chart)
{
  guint n = chart->series->len;

  return n <= ONE_ROW ? 1 : MIN ((n + SERIES_A_ROW - 1) / SERIES_A_ROW, MOST_ROWS);
}

/* Adds the bars of all series, and the line at zero. */
static void
add_bars (PoplensChartLayout *self, const BarColumns *columns)
{
  g_autofree double *sums = g_new0 (double, columns->end - columns->first);
  double zero = self->plot.x - 1;

  if (poplens_difference_has_parts (self->chart))
    zero = poplens_difference_add_bars (self, (PoplensBarRows){columns->first, columns->end,
                                                               self->plot.y + BAR_INSET, PITCH,
                                                               ROW - 2 * BAR_INSET});
  else
    for (guint s = 0; s < self->chart->series->len; s++)
      if (!poplens_chart_series (self->chart, s)->hidden)
        add_series_bars (self, s, columns, sums);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.55));
  poplens_layout_box (self, zero, self->plot.y, 1, self->plot.height);
}

static double
natural_height (const PoplensChart *chart, double width)
{
  return 2 * TOP_PADDING +
         (has_legend (chart) ? legend_rows (chart) * LEGEND_ROW + LEGEND_GAP : 0) +
         (chart->has_limit ? LIMIT_ROW : 0) + PITCH * (double) MAX (chart->n_items, 1);
}

static void
lay_out_bars (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  g_autofree char *reason = poplens_layout_empty_reason (self);
  BarColumns columns = {0};
  double top = TOP_PADDING;
  gboolean more;

  self->down = TRUE;
  if (has_legend (chart)) {
    /* Give the legend only the height that the bars leave free. */
    double rest = self->height - TOP_PADDING - LEGEND_GAP - PITCH * (double) self->chart->n_items -
                  (self->chart->has_limit ? LIMIT_ROW : 0);
    guint most = MAX (legend_rows (self->chart), POPLENS_LEGEND_ROWS);
    top +=
        poplens_layout_legend (self, FALSE, POPLENS_PADDING, top, self->width - 2 * POPLENS_PADDING,
                               0, (guint) CLAMP (floor (rest / LEGEND_ROW), 1, most)) +
        LEGEND_GAP;
  }
  if (chart->has_limit)
    top += LIMIT_ROW;
  /* Align the rows at the bottom, so that the rows of charts side by side are level. */
  if (self->height == ceil (natural_height (chart, self->width)))
    top = self->height - TOP_PADDING - PITCH * (double) MAX (chart->n_items, 1);
  self->plot = (PoplensRect){POPLENS_PADDING, top, MAX (self->width - 2 * POPLENS_PADDING, 1),
                             MAX (self->height - top, 1)};
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  more = choose_rows (self, top, &columns);
  measure_columns (self, &columns);
  double max = MAX (self->chart->max_value, (double) self->chart->top);
  if (self->chart->has_limit && self->view.limit_to_scale)
    max = MAX (max, (double) self->chart->limit);
  self->scale.top = MAX (max, 1);
  self->view.from = columns.first;
  self->view.to = columns.end;
  self->plot = (PoplensRect){columns.left, top, columns.width,
                             (double) (columns.end - columns.first) * PITCH};
  poplens_item_axis_init (&self->axis, chart, columns.first, columns.end, top, self->plot.height,
                          0);
  add_bars (self, &columns);
  add_row_texts (self, &columns);
  if (chart->has_limit)
    add_bars_limit (self);
  if (more)
    add_more (self, &columns, TRUE);
}

const PoplensChartKind poplens_bars_kind = {
    .has_scale = TRUE,
    .stacks_all = TRUE,
    .natural_height = natural_height,
    .describe_item = poplens_items_describe,
    .describe_range = poplens_items_describe_range,
    .lay_out = lay_out_bars,
    .hit = poplens_bars_hit,
    .item_rect = poplens_item_stripe,
};

/* ---- layouts of all kinds -------------------------------------------------------------------- */

static void
text_clear (gpointer data)
{
  g_object_unref (((PoplensDrawText *) data)->layout);
}

static void
image_clear (gpointer data)
{
  cairo_surface_destroy (((PoplensDrawImage *) data)->surface);
}

/* Makes any size usable: finite, whole, at least 1. */
static double
usable_size (double size)
{
  return isfinite (size) ? CLAMP (floor (size), 1, 1 << 20) : 1;
}

static PoplensChartLayout *
layout_begin (PoplensChart *chart, const PoplensChartView *view, const PoplensChartStyle *style,
              double width, double height)
{
  PoplensChartLayout *self = g_new0 (PoplensChartLayout, 1);

  self->chart = poplens_chart_ref (chart);
  self->view = view ? poplens_chart_view_clamp (chart, *view) : poplens_chart_view_all (chart);
  if (style)
    self->theme = (PoplensTheme){style->dark, style->palette};
  self->text_scale = style && style->text_scale > 0 ? style->text_scale : 1;
  self->width = usable_size (width);
  self->height = usable_size (height);
  self->boxes = g_array_new (FALSE, FALSE, sizeof (PoplensBox));
  self->ops = g_array_new (FALSE, FALSE, sizeof (PoplensDrawOp));
  self->texts = g_array_new (FALSE, FALSE, sizeof (PoplensDrawText));
  self->zones = g_array_new (FALSE, FALSE, sizeof (PoplensHitZone));
  self->images = g_array_new (FALSE, FALSE, sizeof (PoplensDrawImage));
  self->points = g_array_new (FALSE, FALSE, sizeof (PoplensDrawPoint));
  self->clip_ops = self->clip_texts = G_MAXUINT;
  g_array_set_clear_func (self->texts, text_clear);
  g_array_set_clear_func (self->images, image_clear);
  poplens_chart_text_init (self, style ? style->font : NULL);
  return self;
}

PoplensChartLayout *
poplens_chart_layout_new (PoplensChart *chart, const PoplensChartView *view,
                          const PoplensChartStyle *style, double width, double height)
{
  PoplensChartLayout *self = layout_begin (chart, view, style, width, height);

  chart->kind->lay_out (self);
  return self;
}

PoplensChartLayout *
poplens_chart_layout_new_overview (PoplensChart *chart, const PoplensChartView *view,
                                   const PoplensChartStyle *style, double width, double height)
{
  PoplensChartLayout *self = layout_begin (chart, view, style, width, height);

  self->overview = TRUE;
  if (chart->kind->lay_out_overview)
    chart->kind->lay_out_overview (self);
  else
    self->empty = TRUE;
  return self;
}

void
poplens_chart_layout_free (PoplensChartLayout *self)
{
  if (!self)
    return;
  if (self->data)
    self->chart->kind->layout_free (self->data);
  poplens_item_axis_clear (&self->axis);
  g_array_unref (self->boxes);
  g_array_unref (self->ops);
  g_array_unref (self->texts);
  g_array_unref (self->zones);
  g_array_unref (self->images);
  g_array_unref (self->points);
  pango_attr_list_unref (self->tabular);
  pango_font_description_free (self->font);
  g_object_unref (self->context);
  poplens_chart_unref (self->chart);
  g_free (self);
}

void
poplens_layout_begin (PoplensChartLayout *self, PoplensDrawKind kind, PoplensDrawPart part,
                      int series, PoplensColor color)
{
  PoplensInk ink = (guint) series < self->chart->series->len
                       ? poplens_chart_series (self->chart, (guint) series)->ink
                       : POPLENS_INK_GAPS;
  PoplensDrawOp op = {
      kind, part, series, color, self->boxes->len, 0, poplens_ink_tint (ink, FALSE, self->theme)};

  g_array_append_val (self->ops, op);
}

void
poplens_layout_box (PoplensChartLayout *self, double x, double y, double width, double height)
{
  PoplensDrawOp *op = &g_array_index (self->ops, PoplensDrawOp, self->ops->len - 1);
  PoplensBox box = {x, y, width, height};

  if (!(width > 0 && height > 0))
    return;
  if (op->n && (op->kind == POPLENS_DRAW_FILL || op->kind == POPLENS_DRAW_HATCH)) {
    PoplensBox *last = &g_array_index (self->boxes, PoplensBox, self->boxes->len - 1);
    if (last->y == box.y && last->height == box.height && last->x + last->width == box.x) {
      last->width += box.width;
      return;
    }
  }
  g_array_append_val (self->boxes, box);
  op->n++;
}

void
poplens_layout_points (PoplensChartLayout *self, PoplensDrawKind kind, int series,
                       PoplensColor color, const PoplensDrawPoint *points, guint n)
{
  PoplensDrawOp op = {kind, POPLENS_PART_FURNITURE, series, color, self->points->len, n};

  g_array_append_vals (self->points, points, n);
  g_array_append_val (self->ops, op);
}

void
poplens_layout_image (PoplensChartLayout *self, cairo_surface_t *surface, PoplensRect rect,
                      PoplensRect clip)
{
  PoplensDrawImage image = {surface, rect, clip};
  PoplensDrawOp op = {POPLENS_DRAW_IMAGE, POPLENS_PART_FURNITURE, -1, {0}, self->images->len, 1};

  g_array_append_val (self->images, image);
  g_array_append_val (self->ops, op);
}

void
poplens_layout_zone (PoplensChartLayout *self, PoplensRect rect, PoplensChartHitArea area,
                     int series)
{
  PoplensHitZone zone = {rect, area, series};

  g_array_append_val (self->zones, zone);
}

PoplensColor
poplens_layout_color (const PoplensChartLayout *self, PoplensInk ink, double alpha)
{
  PoplensColor color = poplens_ink (ink, self->theme);

  color.alpha *= alpha;
  return color;
}

PoplensColor
poplens_layout_series_color (const PoplensChartLayout *self, guint series, double alpha)
{
  const PoplensSeries *s = poplens_chart_series (self->chart, series);
  PoplensColor color = poplens_ink_shade (s->ink, s->shade, self->theme);

  color.alpha *= alpha;
  return color;
}

double
poplens_layout_tint (const PoplensChartLayout *self, const PoplensSeries *series)
{
  return poplens_ink_tint (series->ink, series->kind == POPLENS_SERIES_QUIET, self->theme);
}

double
poplens_layout_value_to_y (const PoplensChartLayout *self, double value)
{
  const PoplensValueScale *scale = &self->scale;
  double part = CLAMP ((value - scale->from) / (scale->top - scale->from), 0, 1);

  return self->plot.y + self->plot.height - round (part * self->plot.height);
}

PoplensRect
poplens_layout_whole_plot (const PoplensChartLayout *self)
{
  PoplensRect whole = self->plot;

  if (self->signed_plot.height > 0)
    whole.height = self->signed_plot.y + self->signed_plot.height - whole.y;
  if (self->apart.plot.height > 0) {
    whole.y = self->apart.plot.y;
    whole.height = self->plot.y + self->plot.height - whole.y;
  }
  return whole;
}

void
poplens_layout_say (PoplensChartLayout *self, const char *sentence)
{
  PoplensTextSpec spec = {self->width / 2,
                          self->plot.y + self->plot.height / 2,
                          0.5,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_DIM,
                          MAX (self->width - 2 * POPLENS_PADDING, 1),
                          PANGO_ELLIPSIZE_END};

  poplens_layout_text (self, sentence, &spec);
}

char *
poplens_layout_empty_reason (const PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;

  if (chart->n_items == 0)
    return g_strdup ("No data");
  if (chart->series->len == 0)
    return g_strdup (chart->empty_text ? chart->empty_text : "No data");
  if (chart->n_visible == 0)
    return g_strdup ("All series hidden. Select one in the legend.");
  return NULL;
}

double
poplens_chart_layout_x_to_position (const PoplensChartLayout *self, double x)
{
  return self->axis.runs ? poplens_item_axis_to_position (&self->axis, x) : self->view.from;
}

double
poplens_chart_layout_position_to_x (const PoplensChartLayout *self, double position)
{
  return self->axis.runs ? poplens_item_axis_to_x (&self->axis, position, FALSE) : self->plot.x;
}

double
poplens_chart_layout_get_content_height (const PoplensChartLayout *self)
{
  return self->data && self->chart->kind->content_height ? self->chart->kind->content_height (self)
                                                         : self->height;
}

void
poplens_chart_layout_get_plot (const PoplensChartLayout *self, double *x, double *y, double *width,
                               double *height)
{
  PoplensRect plot = poplens_layout_whole_plot (self);

  if (x)
    *x = plot.x;
  if (y)
    *y = plot.y;
  if (width)
    *width = plot.width;
  if (height)
    *height = plot.height;
}
