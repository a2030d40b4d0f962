/* What is less hangs down from the line of zero, what is more stands on it. Of a pixel column that
 * holds several items the furthest is drawn pale, and what all of them reach in full ink. */
#include "charts/difference.h"

#include <math.h>

/* Of the plot with it; and the least that the areas above need. */
#define PART 0.36
#define LEAST_HEIGHT 130
#define HEADER 22
#define HEADER_MIDDLE 9
#define TICK_ROOM 22
#define AIR 1.06
#define PALE_ALPHA 0.45

void
poplens_difference_free (PoplensDifference *self)
{
  if (!self)
    return;
  g_free (self->name);
  g_free (self->values);
  g_free (self);
}

void
poplens_chart_set_difference (PoplensChart *self, const char *name, gint64 *values)
{
  PoplensDifference *difference = g_new0 (PoplensDifference, 1);

  *difference = (PoplensDifference){.name = g_strdup (name), .values = values};
  for (gsize i = 0; i < self->n_items; i++) {
    if (values[i] == POPLENS_NO_DIFFERENCE)
      continue;
    difference->less = MAX (difference->less, -(double) values[i]);
    difference->more = MAX (difference->more, (double) values[i]);
  }
  poplens_difference_free (self->difference);
  self->difference = difference;
}

gboolean
poplens_chart_get_difference (const PoplensChart *self, gsize item, gint64 *value)
{
  if (!self->difference || item >= self->n_items ||
      self->difference->values[item] == POPLENS_NO_DIFFERENCE)
    return FALSE;
  *value = self->difference->values[item];
  return TRUE;
}

static const char *
format_signed (const PoplensChart *chart, PoplensNumber buffer, gint64 value)
{
  if (chart->unit == POPLENS_CHART_UNIT_BYTES)
    return poplens_format_signed_bytes (buffer, value, chart->byte_unit);
  return poplens_format_signed (buffer, value);
}

void
poplens_difference_describe (const PoplensChart *chart, GString *out, gsize item)
{
  PoplensNumber text, exact;
  gint64 value;

  if (!chart->difference)
    return;
  if (!poplens_chart_get_difference (chart, item, &value)) {
    g_string_append_printf (out, "\n%s\t–", chart->difference->name);
    return;
  }
  g_string_append_printf (out, "\n%s\t%s", chart->difference->name,
                          format_signed (chart, text, value));
  if (chart->unit == POPLENS_CHART_UNIT_BYTES && chart->byte_unit != POPLENS_BYTE_UNIT_BYTES &&
      ABS (value) >= 1000)
    g_string_append_printf (out, " (%s B)", poplens_format_signed (exact, value));
}

void
poplens_difference_place (PoplensChartLayout *self)
{
  double height = floor (self->plot.height * PART);

  if (!self->chart->difference || self->plot.height < LEAST_HEIGHT)
    return;
  self->signed_plot = (PoplensRect){self->plot.x, self->plot.y + self->plot.height - height,
                                    self->plot.width, height};
  self->plot.height -= height + HEADER;
}

/* ---- scale -------------------------------------------------------------------------------------
 */

typedef struct {
  PoplensChartLayout *layout;
  const PoplensDifference *difference;
  double zero, scale; /* its pixel row; pixels of one unit */
  PoplensValueScale ticks;
} Plot;

static void
plot_init (Plot *self, PoplensChartLayout *layout)
{
  const PoplensDifference *difference = layout->chart->difference;
  const PoplensRect *rect = &layout->signed_plot;
  double less = difference->less * AIR, more = difference->more * AIR, all = less + more, highest;

  *self = (Plot){.layout = layout, .difference = difference};
  if (all <= 0)
    all = 1, more = 0.5;
  self->scale = rect->height / all;
  self->zero = rect->y + round (more * self->scale);
  /* Of the higher side, which so has one tick at least besides zero. */
  highest = MAX (MAX (less, more), 1);
  poplens_value_scale_init (&self->ticks, layout->chart->unit, layout->chart->byte_unit, highest,
                            CLAMP ((guint) (highest * self->scale / TICK_ROOM) + 1, 3, 5));
}

static double
row_of (const Plot *self, double value)
{
  const PoplensRect *rect = &self->layout->signed_plot;

  return CLAMP (self->zero - round (value * self->scale), rect->y, rect->y + rect->height);
}

static void
add_tick (const Plot *self, int i)
{
  const PoplensRect *rect = &self->layout->signed_plot;
  double y = row_of (self, i * self->ticks.step);
  PoplensTextSpec spec = {rect->x - 8,          y + 0.5,         1,
                          POPLENS_TEXT_TICK,    POPLENS_INK_DIM, POPLENS_GUTTER - 10,
                          PANGO_ELLIPSIZE_START};
  PoplensNumber number;
  char text[POPLENS_NUMBER_SIZE + 4];

  if (i)
    poplens_layout_box (self->layout, rect->x, y, rect->width, 1);
  poplens_value_scale_label (&self->ticks, (guint) ABS (i), number);
  g_snprintf (text, sizeof text, "%s%s", i > 0 ? "+" : i < 0 ? "\u2212" : "", number);
  poplens_layout_text (self->layout, text, &spec);
}

static void
add_axis (const Plot *self)
{
  int below = (int) floor (self->difference->less / self->ticks.step);
  int above = (int) floor (self->difference->more / self->ticks.step);

  poplens_layout_begin (self->layout, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self->layout, POPLENS_INK_GRID, 1));
  for (int i = -below; i <= above; i++)
    add_tick (self, i);
}

static void
add_name (const Plot *self)
{
  const PoplensRect *rect = &self->layout->signed_plot;
  PoplensTextSpec spec = {
      rect->x,     rect->y - HEADER_MIDDLE, 0, POPLENS_TEXT_LABEL, POPLENS_INK_DIM,
      rect->width, PANGO_ELLIPSIZE_END};
  g_autofree char *text = g_strdup_printf ("%s%s%s", self->difference->name,
                                           *self->ticks.unit ? ", " : "", self->ticks.unit);

  poplens_layout_text (self->layout, text, &spec);
}

/* ---- columns -----------------------------------------------------------------------------------
 */

/* Of the items in a cell: the least and the most above zero, or below it; FALSE where none is. */
static gboolean
extremes (const Plot *self, const PoplensCell *cell, int sign, double *least, double *most)
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

static void
add_column (const Plot *self, const PoplensCell *cell, double a, double b)
{
  poplens_layout_box (self->layout, cell->x0, MIN (a, b), cell->x1 - cell->x0, fabs (a - b));
}

/* From zero to what all items of a cell reach, or from there to the furthest: at least a pixel, so
 * that a small difference shows. */
static void
add_columns (const Plot *self, const GArray *cells, int sign, gboolean pale)
{
  PoplensInk ink = sign > 0 ? POPLENS_INK_MORE : POPLENS_INK_LESS;

  poplens_layout_begin (self->layout, POPLENS_DRAW_FILL,
                        pale ? POPLENS_PART_HIGH : POPLENS_PART_LOW, -1,
                        poplens_layout_color (self->layout, ink, pale ? PALE_ALPHA : 1));
  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    double least, most, near, far;
    if (!extremes (self, cell, sign, &least, &most))
      continue;
    near = row_of (self, sign * least);
    far = row_of (self, sign * most);
    far = sign > 0 ? MIN (far, self->zero - 1) : MAX (far, self->zero + 1);
    if (least >= most)
      near = far;
    add_column (self, cell, pale ? near : self->zero, pale ? far : near);
  }
}

static void
add_zero (const Plot *self)
{
  poplens_layout_begin (self->layout, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self->layout, POPLENS_INK_FOREGROUND, 0.55));
  poplens_layout_box (self->layout, self->layout->signed_plot.x, self->zero,
                      self->layout->signed_plot.width, 1);
}

void
poplens_difference_layout (PoplensChartLayout *self, const GArray *cells)
{
  Plot plot;

  if (self->signed_plot.height <= 0)
    return;
  plot_init (&plot, self);
  add_axis (&plot);
  add_name (&plot);
  for (int sign = -1; sign <= 1; sign += 2) {
    add_columns (&plot, cells, sign, FALSE);
    add_columns (&plot, cells, sign, TRUE);
  }
  add_zero (&plot);
}
