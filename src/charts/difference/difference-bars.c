/* BARS of one part of a difference: from a line of zero, less to the left and more to the right. */
#include "charts/difference/difference.h"

#include <math.h>

gint64
poplens_difference_bar (const PoplensChart *chart, gsize item)
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
  gint64 change = poplens_difference_bar (chart, item);

  if (chart->unit == POPLENS_CHART_UNIT_BYTES)
    return poplens_format_signed_bytes (buffer, change, chart->byte_unit);
  poplens_format_signed (buffer, change);
  if (chart->unit == POPLENS_CHART_UNIT_CYCLES)
    g_strlcat (buffer, ABS (change) == 1 ? " cycle" : " cycles", POPLENS_NUMBER_SIZE);
  return buffer;
}

/* A pixel at least, so that a small change shows. */
static void
add_sign (PoplensChartLayout *self, PoplensBarRows rows, double zero, int sign)
{
  double less, more;

  poplens_difference_reach (self->chart, &less, &more);
  poplens_layout_begin (
      self, POPLENS_DRAW_FILL, POPLENS_PART_LOW, -1,
      poplens_layout_color (self, sign > 0 ? POPLENS_INK_MORE : POPLENS_INK_LESS, 1));
  for (gsize i = rows.first; i < rows.end; i++) {
    double change = (double) poplens_difference_bar (self->chart, i) * sign;
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
