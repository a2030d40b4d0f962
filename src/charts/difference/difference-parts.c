/* The parts of a difference: what is more is stacked up from zero, what is less down, and a line
 * stands at the sum of both. Of a pixel column that holds several items, as with areas: in full
 * what all of them reach, and paler what the furthest does. */
#include "charts/difference/difference.h"

#include <math.h>

/* ---- difference bars ------------------------------------------------------------------------- */

/* BARS of one part of a difference: from a line of zero, less to the left and more to the right. */

/* What the visible parts of an item add up to; "+1,200 cycles". */
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

/* ---- difference parts ------------------------------------------------------------------------ */

#define PALE_ALPHA 0.6
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

/* What is stacked: a visible part. */
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

/* ---- stacks -----------------------------------------------------------------------------------
 */

/* How far the stack of one sign reaches in each cell, with the parts so far: what all items of the
 * cell reach, and what the furthest does. */
typedef struct {
  double *all, *furthest;
} Reach;

typedef struct {
  PoplensChartLayout *layout;
  PoplensSignedScale scale;
  const GArray *cells;
  int sign;
  double *stack; /* by item, from that of the first cell on */
  gsize first;
  Reach below, now;
} Stacks;

static void
reach_init (Reach *self, guint n)
{
  self->all = g_new0 (double, MAX (n, 1));
  self->furthest = g_new0 (double, MAX (n, 1));
}

static void
reach_clear (Reach *self)
{
  g_free (self->all);
  g_free (self->furthest);
}

/* Puts part @s on the stacks of all items in view. Returns whether any of them has it. */
static gboolean
stack_part (Stacks *self, guint s)
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
add_box (const Stacks *self, guint c, double from, double to)
{
  const PoplensCell *cell = &g_array_index (self->cells, PoplensCell, c);
  double a = poplens_signed_row (self->layout, self->scale, self->sign * from);
  double b = poplens_signed_row (self->layout, self->scale, self->sign * to);

  poplens_layout_box (self->layout, cell->x0, MIN (a, b), cell->x1 - cell->x0, fabs (a - b));
}

/* Boxes leave no hole and overlap none of their own kind: those in full end at what all items
 * reach, the pale ones at the furthest. */
static void
draw_part (const Stacks *self, guint s, gboolean pale)
{
  gboolean hatch = poplens_chart_series (self->layout->chart, s)->ink == POPLENS_INK_GAPS && !pale;

  poplens_layout_begin (
      self->layout, hatch ? POPLENS_DRAW_HATCH : POPLENS_DRAW_FILL,
      pale ? POPLENS_PART_HIGH : POPLENS_PART_LOW, (int) s,
      poplens_layout_series_color (self->layout, s, pale ? PALE_ALPHA : POPLENS_FILL_ALPHA));
  for (guint c = 0; c < self->cells->len; c++)
    if (pale)
      add_box (self, c, MAX (self->now.all[c], self->below.furthest[c]), self->now.furthest[c]);
    else
      add_box (self, c, self->below.all[c], self->now.all[c]);
}

static void
add_stack (Stacks *self)
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
    Reach swap = self->below;
    self->below = self->now;
    self->now = swap;
  }
  reach_clear (&self->below);
  reach_clear (&self->now);
  g_free (self->stack);
}

/* ---- the sum ----------------------------------------------------------------------------------
 */

static double
sum_of (const PoplensChart *chart, gsize item)
{
  double sum = 0;

  for (guint s = 0; s < chart->series->len; s++)
    if (is_shown (chart, s))
      sum += (double) poplens_chart_get_change (chart, s, item);
  return sum;
}

/* The sum of the item that is furthest from zero. */
static double
furthest_sum (const PoplensChart *chart, const PoplensCell *cell)
{
  double furthest = 0;

  for (gsize i = cell->from; i < cell->to; i++) {
    double sum = sum_of (chart, i);
    if (fabs (sum) > fabs (furthest))
      furthest = sum;
  }
  return furthest;
}

/* A step for each cell, and where cells are wide enough an upright from one to the next: in narrow
 * ones uprights would hide what they sum up. */
static void
add_step (PoplensChartLayout *self, const PoplensCell *cell, const PoplensCell *next, double row,
          double next_row)
{
  double width = cell->x1 - cell->x0;

  if (next && next->x0 == cell->x1 && width >= WIDE)
    poplens_layout_box (self, cell->x1 - 1, MIN (row, next_row), 1, fabs (row - next_row));
  poplens_layout_box (self, cell->x0, row - LINE / 2.0, width, LINE);
}

static void
add_sum (PoplensChartLayout *self, PoplensSignedScale scale, const GArray *cells)
{
  g_autofree double *rows = g_new (double, cells->len);

  for (guint c = 0; c < cells->len; c++)
    rows[c] = poplens_signed_row (
        self, scale, furthest_sum (self->chart, &g_array_index (cells, PoplensCell, c)));
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_EDGE, -1,
                        poplens_layout_color (self, POPLENS_INK_FOREGROUND, 1));
  for (guint c = 0; c < cells->len; c++) {
    const PoplensCell *cell = &g_array_index (cells, PoplensCell, c);
    gboolean last = c + 1 == cells->len;
    add_step (self, cell, last ? NULL : cell + 1, rows[c], last ? 0 : rows[c + 1]);
  }
}

void
poplens_difference_add_parts (PoplensChartLayout *self, PoplensSignedScale scale,
                              const GArray *cells)
{
  if (!cells->len)
    return;
  for (int sign = -1; sign <= 1; sign += 2) {
    Stacks stacks = {.layout = self,
                     .scale = scale,
                     .cells = cells,
                     .sign = sign,
                     .first = g_array_index (cells, PoplensCell, 0).from};
    add_stack (&stacks);
  }
  add_sum (self, scale, cells);
}
