/* Lays out AREAS charts of few named items: a column per item, the sum above it, its name under the
 * axis. */
#include "charts/core/layout-private.h"

#include <math.h>
#include <string.h>

/* A block with fewer pixels in width or height has no outline (FRAME_FROM) or no hatch
 * (HATCH_FROM). */
#define FRAME_FROM 3
#define HATCH_FROM 8
/* A column takes this fraction of the space that its item has on the axis, but at most MOST_WIDTH
 * pixels. */
#define COLUMN_PART 0.7
#define MOST_WIDTH 74
#define LABEL_INSET 4
#define LABEL_HEIGHT 12
#define SUM_RISE 9
/* Least pixels between two names under the axis. */
#define BETWEEN 8
#define MOST_TICK 160
/* The name of the first item and the bold name may be this many pixels wide, even if columns are
 * narrower. */
#define LEAST_FIRST 48

/* ---- blocks ---------------------------------------------------------------------------------- */

static void
columns_add_box (PoplensChartLayout *self, PoplensDrawKind kind, guint s, PoplensRect r,
                 double alpha)
{
  poplens_layout_begin (self, kind, POPLENS_PART_LOW, (int) s,
                        poplens_layout_series_color (self, s, alpha));
  poplens_layout_box (self, r.x, r.y, r.width, r.height);
}

void
poplens_layout_block (PoplensChartLayout *self, guint s, PoplensRect r)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  double least = MIN (r.width, r.height);

  if (series->kind == POPLENS_SERIES_BLANK) {
    poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_LOW, (int) s,
                          poplens_layout_color (self, POPLENS_INK_FOREGROUND, 0.08));
    poplens_layout_box (self, r.x, r.y, r.width, r.height);
  } else if (poplens_series_kind_waits (series->kind)) {
    if (least >= HATCH_FROM && series->kind == POPLENS_SERIES_WAITING)
      columns_add_box (self, POPLENS_DRAW_HATCH, s, r, 1);
    else
      columns_add_box (self, POPLENS_DRAW_FILL, s, r, poplens_layout_tint (self, series));
    if (least >= FRAME_FROM)
      columns_add_box (self, POPLENS_DRAW_FRAME, s, r, 1);
  } else if (poplens_series_is_gap (series)) {
    columns_add_box (self, POPLENS_DRAW_HATCH, s, r, 0.8);
    if (least >= FRAME_FROM)
      columns_add_box (self, POPLENS_DRAW_FRAME, s, r, 0.8);
  } else {
    columns_add_box (self, POPLENS_DRAW_FILL, s, r, 1);
  }
}

/* ---- bold text ------------------------------------------------------------------------------- */

static void
make_bold (PangoLayout *layout, guint from)
{
  PangoAttrList *list = pango_attr_list_copy (pango_layout_get_attributes (layout));
  PangoAttribute *bold = pango_attr_weight_new (PANGO_WEIGHT_BOLD);

  bold->start_index = from;
  pango_attr_list_insert (list, bold);
  pango_layout_set_attributes (layout, list);
  pango_attr_list_unref (list);
}

void
poplens_layout_bold (PoplensChartLayout *self, guint from)
{
  make_bold (g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).layout, from);
}

double
poplens_layout_bold_width (const PoplensChartLayout *self, const char *text, guint size, guint from)
{
  g_autoptr (PangoLayout) layout = poplens_chart_text_new (self, text, size);
  int width;

  make_bold (layout, from);
  pango_layout_get_size (layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

/* ---- columns --------------------------------------------------------------------------------- */

/* Returns the middle of an item on the axis, in pixels. */
static double
item_middle (const PoplensChartLayout *self, gsize item)
{
  return floor (poplens_item_axis_to_x (&self->axis, (double) item + 0.5, FALSE));
}

static gboolean
is_in_view (const PoplensChartLayout *self, gsize item)
{
  return (double) item + 0.5 >= self->view.from && (double) item + 0.5 <= self->view.to;
}

static gboolean
name_fits (const PoplensChartLayout *self, const char *name, PoplensRect r)
{
  return poplens_layout_bold_width (self, name, POPLENS_TEXT_TICK, 0) <= r.width - LABEL_INSET &&
         r.height >= LABEL_HEIGHT;
}

static void
add_name_line (PoplensChartLayout *self, const PoplensSeries *series, const char *text,
               PoplensRect r)
{
  double width = poplens_layout_bold_width (self, text, POPLENS_TEXT_TICK, 0);
  PoplensTextSpec spec = {r.x + (r.width - width) / 2, r.y + r.height / 2,     0,
                          POPLENS_TEXT_TICK,           POPLENS_INK_FOREGROUND, 0,
                          PANGO_ELLIPSIZE_NONE};

  poplens_layout_text (self, text, &spec);
  poplens_layout_bold (self, 0);
  if (!poplens_series_kind_waits (series->kind))
    g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).color =
        poplens_ink_shade_text (series->ink, series->shade, self->theme);
}

/* Writes the name of series @s into @r: in one line, else in two lines, split at the first space. A
 * name that fits neither way is omitted. */
static void
add_block_name (PoplensChartLayout *self, guint s, PoplensRect r)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  g_auto (GStrv) lines = g_strsplit (series->name, " ", 2);
  PoplensRect upper = {r.x, r.y + r.height / 2 - LABEL_HEIGHT, r.width, LABEL_HEIGHT},
              lower = upper;

  lower.y += LABEL_HEIGHT;
  if (name_fits (self, series->name, r)) {
    add_name_line (self, series, series->name, r);
  } else if (lines[1] && r.height >= 2 * LABEL_HEIGHT && name_fits (self, lines[0], upper) &&
             name_fits (self, lines[1], lower)) {
    add_name_line (self, series, lines[0], upper);
    add_name_line (self, series, lines[1], lower);
  }
}

/* Adds the sum above a column, in the unit of the axis: "3.02". */
static void
add_sum (PoplensChartLayout *self, gsize item, double sum)
{
  PoplensTextSpec spec = {item_middle (self, item),
                          poplens_layout_value_to_y (self, sum) - SUM_RISE,
                          0.5,
                          POPLENS_TEXT_TICK,
                          POPLENS_INK_FOREGROUND,
                          0,
                          PANGO_ELLIPSIZE_NONE};
  PoplensNumber number;

  double value = sum / self->scale.unit_size;
  if (self->scale.unit_size > 1)
    poplens_format_fixed (number, value, value < 10 ? 2 : value < 100 ? 1 : 0);
  else
    poplens_format_count (number, (guint64) sum);
  if (poplens_chart_text_width (self, number, POPLENS_TEXT_TICK) <= self->axis.scale)
    poplens_layout_text (self, number, &spec);
}

void
poplens_layout_columns (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  double width = MAX (floor (MIN (self->axis.scale * COLUMN_PART, MOST_WIDTH)), 1);

  for (gsize i = 0; i < chart->n_items; i++) {
    double left = item_middle (self, i) - floor (width / 2), sum = 0;
    if (!is_in_view (self, i))
      continue;
    for (guint s = 0; s < chart->series->len; s++) {
      const PoplensSeries *series = poplens_chart_series (chart, s);
      double bottom = poplens_layout_value_to_y (self, sum), top;
      if (series->hidden || !series->values[i])
        continue;
      sum += (double) series->values[i];
      top = MIN (poplens_layout_value_to_y (self, sum), bottom - 1);
      PoplensRect block = {left, top, width, bottom - top};
      /* Leave one pixel between adjacent blocks. */
      if (block.height >= FRAME_FROM)
        block.height -= 1;
      poplens_layout_block (self, s, block);
      if (s == chart->named && i >= chart->named_from)
        add_block_name (self, s, block);
    }
    if (sum > 0)
      add_sum (self, i, sum);
  }
}

/* ---- names under the axis -------------------------------------------------------------------- */

/* Adds the name of an item under the axis, unless the name overlaps a rectangle in @taken. Appends
 * the rectangle of the added name to @taken. @most: maximum width in pixels. */
static void
add_tick (PoplensChartLayout *self, gsize item, double most, GArray *taken)
{
  const PoplensRect plot = poplens_layout_whole_plot (self);
  gboolean bold = item == self->chart->bold;
  const char *text = self->chart->ticks[item];
  double width =
      poplens_layout_bold_width (self, text, POPLENS_TEXT_TICK, bold ? 0 : (guint) strlen (text));
  PoplensTextSpec spec = {0,
                          plot.y + plot.height + 12,
                          0,
                          POPLENS_TEXT_TICK,
                          bold ? POPLENS_INK_FOREGROUND : POPLENS_INK_DIM,
                          most,
                          PANGO_ELLIPSIZE_MIDDLE};

  width = MIN (width, most);
  spec.x = CLAMP (item_middle (self, item) - width / 2, 0, MAX (self->width - width, 0));
  for (guint t = 0; t < taken->len; t++) {
    const PoplensRect *other = &g_array_index (taken, PoplensRect, t);
    if (spec.x < other->x + other->width + BETWEEN && other->x < spec.x + width + BETWEEN)
      return;
  }
  poplens_layout_text (self, text, &spec);
  if (bold)
    poplens_layout_bold (self, 0);
  const PoplensRect span = {spec.x, 0, width, 0};
  g_array_append_val (taken, span);
}

void
poplens_layout_ticks (PoplensChartLayout *self)
{
  const PoplensChart *chart = self->chart;
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (PoplensRect));
  double most = MOST_TICK;

  for (gsize i = 0; i + 1 < chart->n_items; i++)
    if (*chart->ticks[i] && *chart->ticks[i + 1])
      most = MAX (self->axis.scale - BETWEEN, 1);
  if (chart->bold < chart->n_items && is_in_view (self, chart->bold))
    add_tick (self, chart->bold, MAX (most, LEAST_FIRST), taken);
  for (gsize i = 0; i < chart->n_items; i++)
    if (i != chart->bold && *chart->ticks[i] && is_in_view (self, i))
      add_tick (self, i, i ? most : MAX (most, LEAST_FIRST), taken);
}
