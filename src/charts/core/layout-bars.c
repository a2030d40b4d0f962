/* BARS: a row an item, with its name, its bar and its value; several series are stacked. */
#include "charts/difference/difference.h"

#include <math.h>
#include <string.h>

#define TOP_PADDING 6
#define ROW 22
#define PITCH 24
#define BAR_INSET 4
#define LIMIT_ROW 18
#define LEGEND_ROW 22
#define LEGEND_GAP 6
/* A legend of more series takes so many a row on a narrow page, in so many rows. */
#define ONE_ROW 6
#define SERIES_A_ROW 4
#define MOST_ROWS 3
/* Pixels from which on what waits has an outline, and a hatch. */
#define FRAME_FROM 3
#define HATCH_FROM 8
#define LABEL_PART 0.38
#define BETWEEN 12

typedef struct {
  gsize first, end; /* rows shown */
  double label_width, value_width;
  double left, width; /* of the bars */
} Columns;

/* What stands at the end of a row. */
static const char *
format_row (const PoplensChart *chart, PoplensNumber buffer, gsize item)
{
  return poplens_difference_has_parts (chart)
             ? poplens_difference_format_bar (chart, buffer, item)
             : poplens_chart_format_value (chart, buffer, poplens_chart_total (chart, item));
}

static const PoplensTextSpec label_spec = {
    0, 0, 1, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, 0, PANGO_ELLIPSIZE_START};

static void
measure_columns (PoplensChartLayout *self, Columns *columns)
{
  PoplensNumber number;

  for (gsize i = columns->first; i < columns->end; i++) {
    const char *label = poplens_chart_get_item_label (self->chart, i, number);
    double width = poplens_chart_text_width (self, label, POPLENS_TEXT_LABEL);
    columns->label_width = MAX (columns->label_width, width);
    format_row (self->chart, number, i);
    width = poplens_chart_text_width (self, number, POPLENS_TEXT_LABEL);
    columns->value_width = MAX (columns->value_width, width);
  }
  columns->label_width = ceil (MIN (columns->label_width, self->width * LABEL_PART));
  columns->value_width = ceil (columns->value_width);
  columns->left = POPLENS_PADDING + columns->label_width + BETWEEN;
  columns->width = MAX (
      floor (self->width - columns->left - columns->value_width - BETWEEN - POPLENS_PADDING), 1);
}

/* Right end of a stack that is @value high. */
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

/* The bars of series @s that are [least, most) pixels long, of stacks that are @sums high before.
 */
static void
add_boxes (PoplensChartLayout *self, guint s, const Columns *columns, const double *sums,
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

/* A tint, hatched where it is wide enough, within an outline. */
static void
add_waiting (PoplensChartLayout *self, guint s, const Columns *columns, const double *sums)
{
  gboolean back = poplens_chart_series (self->chart, s)->kind == POPLENS_SERIES_WAITING_BEGIN;
  PoplensColor color = poplens_layout_series_color (self, s, 1);

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_LOW, s,
                        poplens_layout_series_color (self, s, POPLENS_WAITING_TINT));
  add_boxes (self, s, columns, sums, 0, HATCH_FROM);
  poplens_layout_begin (self, back ? POPLENS_DRAW_HATCH_BACK : POPLENS_DRAW_HATCH, POPLENS_PART_LOW,
                        s, color);
  add_boxes (self, s, columns, sums, HATCH_FROM, HUGE_VAL);
  poplens_layout_begin (self, POPLENS_DRAW_FRAME, POPLENS_PART_EDGE, s, color);
  add_boxes (self, s, columns, sums, FRAME_FROM, HUGE_VAL);
}

static void
add_solid (PoplensChartLayout *self, guint s, const Columns *columns, const double *sums)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  gboolean hatch = series->ink == POPLENS_INK_GAPS || series->kind == POPLENS_SERIES_GAP;

  poplens_layout_begin (self, hatch ? POPLENS_DRAW_HATCH : POPLENS_DRAW_FILL, POPLENS_PART_LOW, s,
                        poplens_layout_series_color (self, s, POPLENS_FILL_ALPHA));
  add_boxes (self, s, columns, sums, 0, HUGE_VAL);
}

/* The right end of each bar in full ink, so that none that has a value is without a pixel. */
static void
add_edges (PoplensChartLayout *self, guint s, const Columns *columns, double *sums)
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
add_series_bars (PoplensChartLayout *self, guint s, const Columns *columns, double *sums)
{
  switch (poplens_chart_series (self->chart, s)->kind) {
  case POPLENS_SERIES_WAITING:
  case POPLENS_SERIES_WAITING_BEGIN:
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
add_row_texts (PoplensChartLayout *self, const Columns *columns)
{
  PoplensTextSpec label = label_spec, value = label_spec;
  PoplensNumber number;

  label.x = columns->left - BETWEEN;
  label.max_width = columns->label_width + 1;
  value.x = self->width - POPLENS_PADDING;
  for (gsize i = columns->first; i < columns->end; i++) {
    const char *full = poplens_chart_get_item_label (self->chart, i, number);
    g_autofree char *name = poplens_chart_shorten_path (self, full, label.max_width);
    /* Of a path the end tells most, of words the beginning. */
    label.ellipsize = strchr (full, '/') ? PANGO_ELLIPSIZE_START : PANGO_ELLIPSIZE_END;
    label.y = value.y = row_y (self, i) + ROW / 2;
    poplens_layout_text (self, name, &label);
    format_row (self->chart, number, i);
    poplens_layout_text (self, number, &value);
  }
}

/* "… 12 more", and how many are scrolled out above: never silently. */
static void
add_more (PoplensChartLayout *self, const Columns *columns, gboolean below)
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
add_limit (PoplensChartLayout *self)
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
  /* At the line, but within the picture. */
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

static void
scale_values (PoplensChartLayout *self)
{
  double max = self->chart->max_value;

  if (self->chart->has_limit && self->view.limit_to_scale)
    max = MAX (max, (double) self->chart->limit);
  self->scale.top = MAX (max, 1);
}

/* Which rows fit from @top on; a row is kept for "… N more" where not all do. */
static gboolean
choose_rows (PoplensChartLayout *self, double top, Columns *columns)
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

static guint
legend_rows (const PoplensChart *chart)
{
  guint n = chart->series->len;

  return n <= ONE_ROW ? 1 : MIN ((n + SERIES_A_ROW - 1) / SERIES_A_ROW, MOST_ROWS);
}

/* Rows that the legend may have: bars come first. */
static guint
most_legend_rows (const PoplensChartLayout *self)
{
  double rest = self->height - TOP_PADDING - LEGEND_GAP - PITCH * (double) self->chart->n_items -
                (self->chart->has_limit ? LIMIT_ROW : 0);
  guint most = MAX (legend_rows (self->chart), POPLENS_LEGEND_ROWS);

  return (guint) CLAMP (floor (rest / LEGEND_ROW), 1, most);
}

/* Bars of all series, and the line that they begin at. */
static void
add_bars (PoplensChartLayout *self, const Columns *columns)
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

static void
lay_out (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  g_autofree char *reason = poplens_layout_empty_reason (self);
  Columns columns = {0};
  double top = TOP_PADDING;
  gboolean more;

  self->down = TRUE;
  if (chart->series->len > 1)
    top += poplens_layout_legend (self, FALSE, POPLENS_PADDING, top,
                                  self->width - 2 * POPLENS_PADDING, 0, most_legend_rows (self)) +
           LEGEND_GAP;
  if (chart->has_limit)
    top += LIMIT_ROW;
  self->plot = (PoplensRect){POPLENS_PADDING, top, MAX (self->width - 2 * POPLENS_PADDING, 1),
                             MAX (self->height - top, 1)};
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_say (self, reason);
    return;
  }
  more = choose_rows (self, top, &columns);
  measure_columns (self, &columns);
  scale_values (self);
  self->view.from = columns.first;
  self->view.to = columns.end;
  self->plot = (PoplensRect){columns.left, top, columns.width,
                             (double) (columns.end - columns.first) * PITCH};
  poplens_item_axis_init (&self->axis, chart, columns.first, columns.end, top, self->plot.height,
                          0);
  add_bars (self, &columns);
  add_row_texts (self, &columns);
  if (chart->has_limit)
    add_limit (self);
  if (more)
    add_more (self, &columns, TRUE);
}

static double
natural_height (const PoplensChart *chart)
{
  return 2 * TOP_PADDING +
         (chart->series->len > 1 ? legend_rows (chart) * LEGEND_ROW + LEGEND_GAP : 0) +
         (chart->has_limit ? LIMIT_ROW : 0) + PITCH * (double) MAX (chart->n_items, 1);
}

const PoplensChartKind poplens_bars_kind = {
    .has_scale = TRUE,
    .stacks_all = TRUE,
    .natural_height = natural_height,
    .describe_item = poplens_items_describe,
    .describe_range = poplens_items_describe_range,
    .lay_out = lay_out,
    .hit = poplens_bars_hit,
    .item_rect = poplens_item_stripe,
};
