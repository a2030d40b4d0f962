/* Lays out a SHARES chart: a bar, thin bars, a legend in two groups, and a line of text at the
 * bottom. */
#include "charts/shares/shares-private.h"

#include <math.h>
#include <string.h>

/* Sizes in logical pixels. */
#define INSET 15 /* margin at both sides of the chart */
#define TOP 2
#define LIMIT_ROW 18
#define BAR 30
#define LABEL_INSET 7
#define THIN 11
#define THIN_PITCH 20
#define THIN_LABEL 44
#define GAP 9
#define HEAD 24
#define ROW 19
#define FOOT 27
#define BOTTOM 9
#define COLUMN_GAP 28
/* Least width of the chart at which each group of the legend has two columns. */
#define WIDE 700
/* Least width in pixels of a block that has a gap of one pixel to the next block. */
#define APART_FROM 3

static guint
columns_of (double width)
{
  return width >= WIDE ? 2 : 1;
}

/* Returns the number of thin bars that are shown. A wide chart shows thin bars only if they show
 * other states of the whole (poplens_chart_set_shares_states ()). */
static gsize
count_thin (const PoplensChart *chart, double width)
{
  gboolean none = columns_of (width) > 1 && !poplens_shares (chart)->has_states;

  return none ? 0 : chart->n_items - poplens_shares_first (chart, 2);
}

static gboolean
is_over (const PoplensChart *chart)
{
  return chart->has_limit && MAX (poplens_shares_total (chart), chart->top) > chart->limit;
}

double
poplens_shares_height (const PoplensChart *self, double width)
{
  const PoplensSharesData *data = poplens_shares (self);
  gsize thin = count_thin (self, width);
  guint rows = POPLENS_SHARES_ROWS / columns_of (width);

  if (self->no_legend)
    return TOP + (is_over (self) ? LIMIT_ROW : 0) + BAR + BOTTOM;
  return TOP + (is_over (self) ? LIMIT_ROW : 0) + BAR +
         (thin ? GAP + THIN_PITCH * (double) thin : 0) + GAP + HEAD + ROW * rows +
         (data->left || data->right ? FOOT : 0) + BOTTOM;
}

void
poplens_shares_layout_free (gpointer data)
{
  PoplensSharesLayout *self = data;

  g_free (self->block);
  g_free (self->row);
  g_free (self);
}

/* ---- blocks ---------------------------------------------------------------------------------- */

/* Finds a place for @text in block @r: at its start, or after the limit line if that line would
 * cross the text. FALSE if the text does not fit. @bold: byte from which the text is bold. @limit:
 * x of the limit line. @x: (out): left edge of the text. */
static gboolean
find_label_place (const PoplensChartLayout *self, const char *text, guint bold, PoplensRect r,
                  double limit, double *x)
{
  double width = poplens_layout_bold_width (self, text, POPLENS_TEXT_LABEL, bold);

  *x = r.x + LABEL_INSET;
  if (limit > *x - LABEL_INSET / 2.0 && limit < *x + width + LABEL_INSET / 2.0)
    *x = limit + LABEL_INSET;
  return *x + width <= r.x + r.width - LABEL_INSET;
}

/* Adds the label of a part: name and value if both fit, else the value, else nothing. @limit: x of
 * the limit line; −1: none. */
static void
add_label (PoplensChartLayout *self, gsize part, PoplensRect r, double limit)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, (guint) part);
  gboolean plain = poplens_series_kind_waits (series->kind) || poplens_series_is_gap (series);
  PoplensNumber value, number;
  const char *name = poplens_chart_get_item_label (self->chart, part, number);
  double x;

  poplens_shares_format (self->chart, value, poplens_shares_value (self->chart, part));
  g_autofree char *both = g_strdup_printf ("%s %s", name, value);
  const char *text = both;
  guint bold = (guint) strlen (name);
  if (!find_label_place (self, text, bold, r, limit, &x)) {
    text = value;
    bold = 0;
    if (!find_label_place (self, text, bold, r, limit, &x))
      return;
  }
  PoplensTextSpec spec = {x, r.y + r.height / 2,  0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND,
                          0, PANGO_ELLIPSIZE_NONE};
  /* Add a background, since the hatch of the block would cross the text. */
  if (plain) {
    poplens_layout_begin (self, POPLENS_DRAW_ROUNDED, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, POPLENS_INK_BACKGROUND, 0.8));
    poplens_layout_box (self, x - 3, r.y + 6,
                        ceil (poplens_layout_bold_width (self, text, POPLENS_TEXT_LABEL, bold)) + 6,
                        r.height - 12);
  }
  poplens_layout_text (self, text, &spec);
  poplens_layout_bold (self, bold);
  if (!plain)
    g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color =
        poplens_ink_shade_text (series->ink, series->shade, self->theme);
}

static double
width_of (double value, guint64 all, double width)
{
  return all ? round (value / (double) all * width) : 0;
}

/* Returns the x of the limit line; −1 without a limit. */
static double
limit_x (const PoplensChartLayout *self, PoplensRect bar, guint64 all)
{
  return self->chart->has_limit
             ? MIN (bar.x + width_of ((double) self->chart->limit, all, bar.width),
                    bar.x + bar.width)
             : -1;
}

static void
add_parts (PoplensChartLayout *self, PoplensSharesLayout *layout, PoplensRect bar, guint64 all)
{
  double sum = 0, limit = limit_x (self, bar, all);

  for (gsize i = 0; i < poplens_shares_first (self->chart, 2); i++) {
    guint64 value = poplens_shares_value (self->chart, i);
    double x0 = bar.x + width_of (sum, all, bar.width), x1;
    sum += (double) value;
    x1 = MAX (bar.x + width_of (sum, all, bar.width), value ? x0 + 1 : x0);
    layout->block[i] = (PoplensRect){x0, bar.y, x1 - x0, bar.height};
    PoplensRect drawn = layout->block[i];
    if (drawn.width >= APART_FROM)
      drawn.width -= 1;
    poplens_layout_block (self, (guint) i, drawn);
    add_label (self, i, drawn, limit);
  }
}

/* ---- limit ----------------------------------------------------------------------------------- */

static void
add_limit_text (PoplensChartLayout *self, const char *text, double x, double align, double y)
{
  double width = poplens_layout_bold_width (self, text, POPLENS_TEXT_LABEL, 0);
  double left = CLAMP (x - align * width, INSET, MAX (self->width - INSET - width, INSET));
  PoplensTextSpec spec = {
      left, y, 0, POPLENS_TEXT_LABEL, POPLENS_INK_LIMIT, 0, PANGO_ELLIPSIZE_NONE};

  poplens_layout_text (self, text, &spec);
  poplens_layout_bold (self, 0);
}

/* Adds the limit line. If the bar is longer than the limit, also adds texts with the limit and the
 * excess, and a frame around the excess. */
static void
add_limit (PoplensChartLayout *self, PoplensRect bar, guint64 all)
{
  const PoplensChart *chart = self->chart;
  double x = limit_x (self, bar, all);
  PoplensNumber value;

  if (!chart->has_limit)
    return;
  if (is_over (chart)) {
    double y = bar.y - LIMIT_ROW / 2.0 - 2;
    poplens_chart_format_value (chart, value, chart->limit);
    g_autofree char *name = g_strdup_printf ("%s %s", chart->limit_name, value);
    poplens_chart_format_value (chart, value, all - chart->limit);
    g_autofree char *more = g_strdup_printf ("%s too many", value);
    double right = self->width - INSET;
    double room =
        right - poplens_layout_bold_width (self, more, POPLENS_TEXT_LABEL, 0) - 2 * LABEL_INSET;
    double half = poplens_layout_bold_width (self, name, POPLENS_TEXT_LABEL, 0) / 2;
    add_limit_text (self, name, MIN (x, room - half), 0.5, y);
    add_limit_text (self, more, right, 1, y);
    for (guint i = 0; i < 2; i++) {
      poplens_layout_begin (self, POPLENS_DRAW_FRAME, POPLENS_PART_FURNITURE, -1,
                            poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
      poplens_layout_box (self, x + i, bar.y + i, bar.x + bar.width - x - 2 * i,
                          bar.height - 2 * i);
    }
  }
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, x - 1, bar.y - 3, 2, bar.height + 6);
}

/* ---- thin bars, legend, foot ----------------------------------------------------------------- */

/* Returns the width of the names of thin bars. */
static double
thin_label_width (const PoplensChartLayout *self)
{
  double most = THIN_LABEL;
  PoplensNumber number;

  if (!poplens_shares (self->chart)->has_states)
    return most;
  for (gsize i = poplens_shares_first (self->chart, 2); i < self->chart->n_items; i++) {
    const char *name = poplens_chart_get_item_label (self->chart, i, number);
    most = MAX (most, poplens_chart_text_width (self, name, POPLENS_TEXT_LABEL) + GAP);
  }
  return ceil (most);
}

/* Returns the width of the texts at the ends of thin bars. */
static double
thin_value_width (const PoplensChartLayout *self)
{
  double most = 0;

  for (gsize i = poplens_shares_first (self->chart, 2); i < self->chart->n_items; i++) {
    g_autofree char *value = poplens_chart_item_name (self->chart, i);
    if (value)
      most = MAX (most, poplens_chart_text_width (self, value, POPLENS_TEXT_LABEL));
  }
  return ceil (most) + GAP;
}

static void
add_thin (PoplensChartLayout *self, PoplensSharesLayout *layout, gsize item, double y)
{
  const PoplensChart *chart = self->chart;
  double taken = thin_value_width (self), label = thin_label_width (self), left = INSET + label;
  double width = floor (self->width - left - taken - INSET), sum = 0;
  guint64 all = 0;
  PoplensNumber number;
  g_autofree char *value = poplens_chart_item_name (chart, item);
  PoplensTextSpec spec = {
      INSET, y + THIN_PITCH / 2.0, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND,
      label, PANGO_ELLIPSIZE_END};

  poplens_layout_text (self, poplens_chart_get_item_label (chart, item, number), &spec);
  spec = (PoplensTextSpec){self->width - INSET, spec.y, 1, POPLENS_TEXT_LABEL, POPLENS_INK_DIM, 0,
                           PANGO_ELLIPSIZE_NONE};
  if (value)
    poplens_layout_text (self, value, &spec);
  layout->row[item] = (PoplensRect){0, y, self->width, THIN_PITCH};
  layout->block[item] = (PoplensRect){left, y + (THIN_PITCH - THIN) / 2.0, MAX (width, 0), THIN};
  for (guint s = 0; s < chart->series->len; s++)
    all += poplens_chart_series (chart, s)->values[item];
  for (guint s = 0; s < chart->series->len && width > 0; s++) {
    double x0 = left + width_of (sum, all, width);
    sum += (double) poplens_chart_series (chart, s)->values[item];
    PoplensRect r = {x0, floor (layout->block[item].y), left + width_of (sum, all, width) - x0,
                     THIN};
    poplens_layout_block (self, s, r);
  }
  if (!poplens_shares (chart)->has_states || !chart->has_limit || chart->limit > all)
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, left + width_of ((double) chart->limit, all, width) - 1,
                      layout->block[item].y - 2, 2, THIN + 4);
}

/* Adds a name at the left end of [@x, @x + @width), and a value at its right end. */
static void
add_pair (PoplensChartLayout *self, const char *name, const char *value, double x, double width,
          double y, gboolean bold)
{
  double taken = poplens_layout_bold_width (self, value, POPLENS_TEXT_LABEL,
                                            bold ? 0 : (guint) strlen (value));
  PoplensTextSpec spec = {x,
                          y,
                          0,
                          POPLENS_TEXT_LABEL,
                          POPLENS_INK_FOREGROUND,
                          MAX (width - taken - LABEL_INSET, 1),
                          PANGO_ELLIPSIZE_END};

  poplens_layout_text (self, name, &spec);
  if (bold)
    poplens_layout_bold (self, 0);
  spec = (PoplensTextSpec){x + width - taken,   y, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, 0,
                           PANGO_ELLIPSIZE_NONE};
  poplens_layout_text (self, value, &spec);
  if (bold)
    poplens_layout_bold (self, 0);
}

static void
add_rule (PoplensChartLayout *self, double x, double y, double width)
{
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_GRID, 1));
  poplens_layout_box (self, x, y, width, 1);
}

static void
add_group (PoplensChartLayout *self, PoplensSharesLayout *layout, guint group, double x, double y,
           double width)
{
  const PoplensChart *chart = self->chart;
  guint columns = columns_of (self->width);
  double column = floor ((width - (columns - 1) * COLUMN_GAP) / columns);
  gsize first = poplens_shares_first (chart, group), end = poplens_shares_first (chart, group + 1);
  PoplensNumber value, number;

  add_pair (self, g_array_index (chart->groups, PoplensItemGroup, group).name,
            poplens_shares_format (chart, value, poplens_shares_sum (chart, group)), x, width,
            y + 10, TRUE);
  add_rule (self, x, y + HEAD - 3, width);
  for (gsize i = first; i < end; i++) {
    guint at = (guint) (i - first);
    double left = x + at % columns * (column + COLUMN_GAP);
    double top = y + HEAD + at / columns * ROW, middle = top + ROW / 2.0;
    double swatch = poplens_layout_swatch (self, (guint) i, left, floor (middle));
    add_pair (self, poplens_chart_get_item_label (chart, i, number),
              poplens_shares_format (chart, value, poplens_shares_value (chart, i)),
              left + swatch + 9, column - swatch - 9, middle, FALSE);
    layout->row[i] = (PoplensRect){left - 4, top, column + 8, ROW};
  }
}

static void
add_foot (PoplensChartLayout *self, double y)
{
  const PoplensSharesData *data = poplens_shares (self->chart);
  double width = self->width - 2 * INSET;
  double left = data->left ? poplens_chart_text_width (self, data->left, POPLENS_TEXT_LABEL) : 0;
  PoplensTextSpec spec = {INSET, y + FOOT / 2.0 + 3, 0, POPLENS_TEXT_LABEL, POPLENS_INK_DIM,
                          width, PANGO_ELLIPSIZE_END};

  if (!data->left && !data->right)
    return;
  add_rule (self, INSET, y + 3, width);
  if (data->left)
    poplens_layout_text (self, data->left, &spec);
  spec.x = INSET + width;
  spec.align = 1;
  spec.max_width = MAX (width - left - 2 * GAP, 1);
  if (data->right)
    poplens_layout_text (self, data->right, &spec);
}

void
poplens_shares_lay_out (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  gsize thin = count_thin (chart, self->width), first = poplens_shares_first (chart, 2);
  guint64 all = MAX (poplens_shares_total (chart), chart->top);
  double y = TOP + (is_over (chart) ? LIMIT_ROW : 0), width;
  PoplensSharesLayout *layout = g_new0 (PoplensSharesLayout, 1);
  g_autofree char *reason = poplens_layout_empty_reason (self);

  self->data = layout;
  layout->block = g_new0 (PoplensRect, chart->n_items + 1);
  layout->row = g_new0 (PoplensRect, chart->n_items + 1);
  double inset = chart->no_legend ? 0 : INSET;
  self->plot = (PoplensRect){inset, y, MAX (self->width - 2 * inset, 1), BAR};
  self->empty = reason != NULL;
  if (reason) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                          poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.08));
    poplens_layout_box (self, self->plot.x, y, self->plot.width, BAR);
    poplens_layout_say (self, reason);
    return;
  }
  /* Fill the whole bar as unused space. The parts are drawn over this fill. */
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.05));
  poplens_layout_box (self, self->plot.x, y, self->plot.width, BAR);
  add_parts (self, layout, self->plot, all);
  add_limit (self, self->plot, all);
  if (chart->no_legend)
    return;
  y += BAR;
  for (gsize i = 0; i < thin; i++)
    add_thin (self, layout, first + i, y + GAP + THIN_PITCH * (double) i);
  y += (thin ? GAP + THIN_PITCH * (double) thin : 0) + GAP;
  width = floor ((self->plot.width - COLUMN_GAP) / 2);
  for (guint g = 0; g < 2; g++)
    add_group (self, layout, g, INSET + g * (width + COLUMN_GAP), y, width);
  add_foot (self, y + HEAD + ROW * (POPLENS_SHARES_ROWS / columns_of (self->width)));
}
