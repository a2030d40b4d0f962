/* AREAS: legend, a row for unit, groups and limit, the plot, ticks and the item axis's title. */
#include "charts/difference/difference.h"

#include <math.h>

#define TOP_PADDING 6
/* The row above the plot: its height, and its middle above the plot. */
#define HEADER 24
#define HEADER_MIDDLE 15
#define TICK_LABELS 20
#define AXIS_TITLE 18
#define BOTTOM_PADDING 4
/* Below these heights there is no room for the axis title, and for the legend. */
#define TITLE_FROM 150
#define TITLE_FROM_WITH_DIFFERENCE 220
#define LEGEND_FROM 100
#define TICK_LENGTH 4
#define LEAST_TICK_ROOM 28
#define LABEL_GAP 28
#define HEADROOM 6
#define LIMIT_HEADROOM 20
#define MARK_HEADROOM 22

/* What differs is worth more than the name of the axis. */
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
  poplens_difference_place (self);
}

/* To the data, with a little air; to the limit too, where that is asked for. */
static void
scale_values (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  double height = self->plot.height, from = (double) chart->base;
  double max = MAX (chart->max_value, (double) chart->top);
  double room = chart->marks->len ? MARK_HEADROOM : HEADROOM;
  guint most = CLAMP ((guint) (height / LEAST_TICK_ROOM) + 1, 2, 6);

  if (chart->has_limit && self->view.limit_to_scale && chart->limit >= max) {
    max = chart->limit;
    room = MAX (room, LIMIT_HEADROOM);
  }
  /* Of a low chart no more than a part; of the small ones of 58 pixels the name of a mark is one.
   */
  room = MIN (room, height * 2 / 5);
  poplens_value_scale_init_from (&self->scale, chart->unit, chart->byte_unit, from,
                                 from + MAX ((max - from) * height / (height - room), 1), most);
}

static void
add_value_axis (PoplensChartLayout *self)
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
    poplens_layout_text (self, poplens_value_scale_label (&self->scale, i, label), &spec);
  }
  if (*self->scale.unit) {
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

/* Where the label of item @position stands: under the middle of its cell. */
static double
item_middle (const PoplensChartLayout *self, double position)
{
  double x0 = poplens_item_axis_to_x (&self->axis, position, FALSE);
  double x1 = poplens_item_axis_to_x (&self->axis, position + 1, TRUE);

  return floor ((x0 + MAX (x1, x0)) / 2);
}

/* What is added to a position: the axis has the items' own numbers where these count up. */
static double
first_number (const PoplensChart *chart)
{
  return chart->counts ? chart->numbers[0] : 0;
}

/* Of one axis all or none are grouped: where none has five digits they look as they do in a tile's
 * name. */
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
  double x = item_middle (self, position), bottom = plot.y + plot.height + 1, width, left;
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
  /* An item cut off by more than half has its middle outside. */
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

/* The limit to scale: a line and its name above the right end. */
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
  /* The data may be above the limit: the name stays readable. */
  poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.85));
  poplens_layout_box (self, label.x - 4, label.y, label.width + 8, label.height);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, self->plot.x, y, self->plot.width, 1.5);
  poplens_layout_zone (self, zone, POPLENS_CHART_HIT_LIMIT, -1);
  poplens_layout_zone (self, label, POPLENS_CHART_HIT_LIMIT, -1);
}

/* Returns: how much of the header's right end the note takes */
static double
add_limit (PoplensChartLayout *self)
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

/* Names of the groups in view, over their middle; shortened to what is visible of them. */
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
    /* In the middle, or as near to it as the note lets it be. */
    spec.x = MIN ((x0 + x1) / 2, right - 4 - width / 2);
    poplens_layout_text (self, group->name, &spec);
  }
}

static void
lay_out (PoplensChartLayout *self)
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
  scale_values (self);
  add_value_axis (self);
  cells = poplens_cells_new (&self->axis, self->chart->n_items);
  poplens_layout_bands (self, cells);
  add_baseline (self);
  poplens_difference_layout (self, cells);
  add_item_axis (self);
  poplens_layout_marks (self);
  add_groups (self, add_limit (self));
}

/* What a chart of this kind may have of its own is a difference. */
const PoplensChartKind poplens_areas_kind = {
    .has_scale = TRUE,
    .data_free = poplens_difference_free,
    .describe_item = poplens_items_describe,
    .describe_range = poplens_items_describe_range,
    .lay_out = lay_out,
    .lay_out_overview = poplens_layout_overview,
    .hit = poplens_areas_hit,
    .item_rect = poplens_item_stripe,
};
