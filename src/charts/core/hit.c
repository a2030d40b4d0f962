/* Describes items of charts in words, and finds the element at a point. */
#include "charts/difference/difference.h"

#include <math.h>

/* ---- descriptions ---------------------------------------------------------------------------- */

/* Formats @value. Bytes get the unit that suits the larger of @value and @other, so that both can
 * have the same unit. */
static const char *
format_beside (const PoplensChart *self, PoplensNumber buffer, guint64 value, guint64 other)
{
  switch (self->unit) {
  case POPLENS_CHART_UNIT_BYTES:
    return poplens_format_bytes_beside (buffer, value, other, self->byte_unit);
  case POPLENS_CHART_UNIT_CYCLES:
    return poplens_format_cycles (buffer, value);
  case POPLENS_CHART_UNIT_MICROSECONDS:
    return poplens_format_seconds (buffer, (double) value * 1e-6);
  case POPLENS_CHART_UNIT_COUNT:
  default:
    return poplens_format_count (buffer, value);
  }
}

const char *
poplens_chart_format_value (const PoplensChart *self, PoplensNumber buffer, guint64 value)
{
  return format_beside (self, buffer, value, value);
}

void
poplens_chart_append_exact (const PoplensChart *self, GString *out, guint64 value)
{
  poplens_chart_append_beside (self, out, value, value);
}

void
poplens_chart_append_beside (const PoplensChart *self, GString *out, guint64 value, guint64 other)
{
  PoplensNumber text, exact;
  gboolean scaled = FALSE;
  const char *unit = "";

  format_beside (self, text, value, other);
  if (self->unit == POPLENS_CHART_UNIT_BYTES) {
    scaled = !g_str_has_suffix (text, " B");
    unit = " B";
  } else if (self->unit == POPLENS_CHART_UNIT_CYCLES) {
    scaled = g_str_has_suffix (text, " M cycles");
  } else if (self->unit == POPLENS_CHART_UNIT_MICROSECONDS) {
    scaled = value >= 1000;
    unit = " µs";
  }
  g_string_append (out, text);
  if (scaled)
    g_string_append_printf (out, " (%s%s)", poplens_format_count (exact, value), unit);
}

char *
poplens_chart_item_name (const PoplensChart *self, gsize item)
{
  return self->names.text ? self->names.text (self->names.data, item) : NULL;
}

void
poplens_chart_append_notes (const PoplensChart *self, GString *out, gsize item)
{
  g_autofree char *notes = self->notes.text ? self->notes.text (self->notes.data, item) : NULL;

  if (notes && *notes)
    g_string_append_printf (out, "\n%s", notes);
}

/* Returns the text that names an item: "tile 5", or the text that the chart sets for it. (transfer
 * full) */
static char *
label_of (const PoplensChart *self, gsize item)
{
  PoplensNumber number;
  const char *label = poplens_chart_get_item_label (self, item, number);

  return self->texts ? g_strdup (label) : g_strdup_printf ("%s %s", self->item_name, label);
}

/* Returns the exact value: "1,024 B", "4.00 KiB (4,096 B)". (transfer full) */
static char *
format_exact (const PoplensChart *self, guint64 value)
{
  GString *out = g_string_new (NULL);

  poplens_chart_append_exact (self, out, value);
  return g_string_free (out, FALSE);
}

void
poplens_chart_append_name (const PoplensChart *self, GString *out, gsize item)
{
  g_autofree char *label = label_of (self, item);
  g_autofree char *name = poplens_chart_item_name (self, item);
  gsize start = out->len;

  g_string_append (out, label);
  /* Capitalize the noun: "Tile 5". A text that the chart sets for an item stays unchanged. */
  if (!self->texts)
    out->str[start] = g_ascii_toupper (out->str[start]);
  if (name && *name)
    g_string_append_printf (out, " · %s", name);
}

char *
poplens_chart_describe_item (const PoplensChart *self, gsize item)
{
  GString *out = g_string_new (NULL);

  if (item < self->n_items)
    self->kind->describe_item (self, out, item);
  return g_string_free (out, FALSE);
}

static void
append_share (const PoplensChart *self, GString *out, const PoplensSeries *series, gsize item)
{
  guint64 total = poplens_chart_total (self, item);
  PoplensNumber percent;

  if (self->shares && !poplens_series_is_absent (series, item) && total && total != G_MAXUINT64 &&
      poplens_series_is_stacked (self, series))
    g_string_append_printf (
        out, " (%s)",
        poplens_format_percent (percent, (double) series->values[item] / (double) total));
}

/* Returns the largest value in the description of an item. This value determines the unit of all
 * others. */
static guint64
find_largest (const PoplensChart *self, gsize item)
{
  guint64 largest = poplens_chart_count_stacked (self) ? poplens_chart_total (self, item) : 0;

  for (guint s = 0; s < self->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self, s);
    if (poplens_series_is_drawn (series) && !poplens_series_is_absent (series, item))
      largest = MAX (largest, series->values[item]);
  }
  return largest;
}

void
poplens_items_describe (const PoplensChart *self, GString *out, gsize item)
{
  const PoplensItemGroup *group = poplens_chart_group_at (self, item);
  guint64 largest = find_largest (self, item);

  poplens_chart_append_name (self, out, item);
  if (group && *group->name)
    g_string_append_printf (out, " · %s", group->name);
  for (guint s = 0; s < self->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self, s);
    if (!poplens_series_is_drawn (series) ||
        (!series->values[item] && self->n_visible > POPLENS_MANY_SERIES))
      continue;
    g_string_append_printf (out, "\n%s\t", series->name);
    if (poplens_series_is_absent (series, item))
      g_string_append (out, "not recorded");
    else
      poplens_chart_append_beside (self, out, series->values[item], largest);
    append_share (self, out, series, item);
  }
  if (poplens_chart_count_stacked (self) > 1) {
    guint64 total = poplens_chart_total (self, item);
    g_string_append (out, total == G_MAXUINT64 ? "\nTotal\tat least " : "\nTotal\t");
    poplens_chart_append_beside (self, out, total, largest);
  }
  poplens_difference_describe (self, out, item);
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

/* Returns the first visible series that is not of kind CHANGE. (nullable) */
static const PoplensSeries *
first_line (const PoplensChart *self)
{
  for (guint s = 0; s < self->series->len; s++)
    if (poplens_series_is_drawn (poplens_chart_series (self, s)))
      return poplens_chart_series (self, s);
  return NULL;
}

/* Returns the value of @line at @item. Returns the sum of all stacked series if @line is NULL. */
static guint64
hit_value_of (const PoplensChart *self, gsize item, const PoplensSeries *line)
{
  return line ? line->values[item] : poplens_chart_total (self, item);
}

/* Returns the start of a range's description: "tile 5: 1 tile", "tiles 0–9: 10 tiles". (transfer
 * full) */
static char *
name_range (const PoplensChart *self, PoplensItemRange range)
{
  gsize first = self->counts ? self->numbers[0] : 0;
  g_autofree char *plural = poplens_format_plural (self->item_name);
  g_autofree char *label = label_of (self, range.from);
  PoplensNumber count;

  poplens_format_items (count, range.to - range.from, self->item_name);
  if (range.to - range.from == 1)
    return g_strdup_printf ("%s: %s", label, count);
  /* Describe the range by its positions if items have texts, or numbers that are not consecutive.
   * */
  return g_strdup_printf ((self->numbers && !self->counts) || self->texts
                              ? "%s at positions %" G_GSIZE_FORMAT "–%" G_GSIZE_FORMAT ": %s"
                              : "%s %" G_GSIZE_FORMAT "–%" G_GSIZE_FORMAT ": %s",
                          plural, first + range.from, first + range.to - 1, count);
}

/* Describes sum, lowest and highest value of a range. @sum: G_MAXUINT64 if the sum is too large.
 * (transfer full) */
static char *
describe_extremes (const PoplensChart *self, const PoplensSeries *line, guint64 sum, gsize lowest,
                   gsize highest)
{
  g_autofree char *total = format_exact (self, sum);
  g_autofree char *low = format_exact (self, hit_value_of (self, lowest, line));
  g_autofree char *high = format_exact (self, hit_value_of (self, highest, line));
  g_autofree char *low_at = label_of (self, lowest);
  g_autofree char *high_at = label_of (self, highest);

  return g_strdup_printf (sum == G_MAXUINT64 ? "sum more than %s, lowest %s at %s, highest %s at %s"
                                             : "sum %s, lowest %s at %s, highest %s at %s",
                          total, low, low_at, high, high_at);
}

char *
poplens_chart_describe_range (const PoplensChart *self, PoplensItemRange range)
{
  GString *out = g_string_new (NULL);

  range.to = MIN (range.to, self->n_items);
  if (range.from < range.to)
    self->kind->describe_range (self, out, range);
  return g_string_free (out, FALSE);
}

void
poplens_items_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  const PoplensSeries *line = poplens_chart_count_stacked (self) ? NULL : first_line (self);
  guint64 sum = 0, low = 0, high = 0;
  gsize lowest = range.from, highest = range.from;
  gboolean over = FALSE, any = FALSE;

  for (gsize i = range.from; i < range.to; i++) {
    guint64 value = hit_value_of (self, i, line);
    if (line && poplens_series_is_absent (line, i))
      continue;
    over = over || value == G_MAXUINT64 || !g_uint64_checked_add (&sum, sum, value);
    if (!any || value < low)
      low = value, lowest = i;
    if (!any || value > high)
      high = value, highest = i;
    any = TRUE;
  }
  g_autofree char *name = name_range (self, range);
  g_autofree char *said =
      any ? describe_extremes (self, line, over ? G_MAXUINT64 : sum, lowest, highest)
          : g_strdup ("not recorded");
  g_string_append_printf (out, "%s, %s", name, said);
  poplens_difference_describe_range (self, out, range);
}

char *
poplens_chart_describe_span (const PoplensChart *self, double from, double to)
{
  GString *out;

  from = MAX (from, 0);
  to = MAX (to, from);
  if (!self->kind->describe_span)
    return poplens_chart_describe_range (
        self, (PoplensItemRange){(gsize) floor (from), (gsize) ceil (to)});
  out = g_string_new (NULL);
  self->kind->describe_span (self, out, (guint64) from, (guint64) to);
  return g_string_free (out, FALSE);
}

/* ---- hit tests ------------------------------------------------------------------------------- */

/* Distance from a line, in pixels, that counts as a hit. */
#define LINE_REACH 4

gboolean
poplens_rect_contains (const PoplensRect *rect, double x, double y)
{
  return x >= rect->x && x < rect->x + rect->width && y >= rect->y && y < rect->y + rect->height;
}

/* Returns the absolute difference of an item; −1 if it has none. */
static double
difference_of (const PoplensChart *chart, gsize item)
{
  gint64 value;

  return poplens_chart_get_difference (chart, item, &value) ? fabs ((double) value) : -1;
}

/* Returns the item in the pixel column at @x. If the column has several items, returns the item
 * with the largest @reach. */
static gsize
item_at (const PoplensChartLayout *self, double x,
         double (*reach) (const PoplensChart *chart, gsize item))
{
  gsize n = self->chart->n_items;
  gsize item = (gsize) MIN (poplens_item_axis_to_position (&self->axis, x), (double) n - 1), end;

  if (self->axis.scale >= 1)
    return item;
  item =
      (gsize) MIN (ceil (poplens_item_axis_to_position (&self->axis, floor (x))), (double) n - 1);
  end = (gsize) MIN (ceil (poplens_item_axis_to_position (&self->axis, floor (x) + 1)), (double) n);
  for (gsize i = item + 1; i < end; i++)
    if (reach (self->chart, i) > reach (self->chart, item))
      item = i;
  return item;
}

static gboolean
in_gap (const PoplensChartLayout *self, double along)
{
  for (guint i = 0; i < self->axis.runs->len; i++) {
    const PoplensAxisRun *run = &g_array_index (self->axis.runs, PoplensAxisRun, i);
    /* A pixel that a run covers, even partly, is not in a gap. */
    if (along >= floor (run->x0) && along < ceil (run->x1))
      return FALSE;
  }
  return TRUE;
}

static int
line_at (const PoplensChartLayout *self, gsize item, double y)
{
  for (guint s = self->chart->series->len; s-- > 0;) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    if (!poplens_series_is_drawn (series) || poplens_series_is_stacked (self->chart, series) ||
        poplens_series_is_absent (series, item))
      continue;
    if (fabs (poplens_layout_value_to_y (self, series->values[item]) + 0.5 - y) <= LINE_REACH)
      return s;
  }
  return -1;
}

/* Returns the first visible line; -1 if there is none. */
static int
line_apart (const PoplensChart *chart)
{
  for (guint s = 0; s < chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (chart, s);
    if (poplens_series_is_drawn (series) && !poplens_series_is_stacked (chart, series))
      return (int) s;
  }
  return -1;
}

/* Returns the series whose band at @item contains @value; -1 if @value is above all bands. */
static int
band_at (const PoplensChart *chart, gsize item, double value)
{
  double sum = 0;

  for (guint s = 0; s < chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (chart, s);
    if (!poplens_series_is_stacked (chart, series))
      continue;
    sum += (double) series->values[item];
    if (value < sum)
      return s;
  }
  return -1;
}

PoplensChartHit
poplens_areas_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  PoplensRect plot = poplens_layout_whole_plot (self);
  double part = (self->plot.y + self->plot.height - y) / self->plot.height;

  if (!poplens_rect_contains (&plot, x, y) || (in_gap (self, x) && !self->overview))
    return hit;
  hit.area = POPLENS_CHART_HIT_ITEM;
  hit.item = item_at (self, x, poplens_chart_top);
  if (self->overview)
    return hit;
  if (part < 0) {
    hit.item = item_at (self, x, difference_of);
    return hit;
  }
  if (poplens_rect_contains (&self->apart.plot, x, y)) {
    hit.series = line_apart (self->chart);
    return hit;
  }
  hit.series = self->apart.plot.height > 0 ? -1 : line_at (self, hit.item, y);
  if (hit.series < 0)
    hit.series = band_at (self->chart, hit.item, part * self->scale.top);
  return hit;
}

PoplensChartHit
poplens_bars_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};
  PoplensRect rows = {0, self->plot.y, self->width, self->plot.height};

  if (!poplens_rect_contains (&rows, x, y))
    return hit;
  hit.area = POPLENS_CHART_HIT_ITEM;
  hit.item = MIN ((gsize) poplens_item_axis_to_position (&self->axis, y), self->chart->n_items - 1);
  if (x >= self->plot.x && !poplens_difference_has_parts (self->chart))
    hit.series =
        band_at (self->chart, hit.item, (x - self->plot.x) / self->plot.width * self->scale.top);
  return hit;
}

PoplensChartHit
poplens_chart_layout_hit (const PoplensChartLayout *self, double x, double y)
{
  PoplensChartHit none = {POPLENS_CHART_HIT_NONE, 0, -1, 0};

  for (guint i = self->zones->len; i-- > 0;) {
    const PoplensHitZone *zone = &g_array_index (self->zones, PoplensHitZone, i);
    if (poplens_rect_contains (&zone->rect, x, y)) {
      if (zone->area >= POPLENS_CHART_HIT_GROUP)
        return (PoplensChartHit){zone->area, (gsize) zone->series, -1, 0};
      return (PoplensChartHit){zone->area, 0, zone->series, 0};
    }
  }
  return self->empty ? none : self->chart->kind->hit (self, x, y);
}

gboolean
poplens_item_stripe (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  PoplensRect plot = poplens_layout_whole_plot (self);
  double a, b;

  if (item >= self->chart->n_items ||
      (!self->down && ((double) item + 1 <= self->view.from || (double) item >= self->view.to)))
    return FALSE;
  a = poplens_item_axis_to_x (&self->axis, (double) item, FALSE);
  b = poplens_item_axis_to_x (&self->axis, (double) item + 1, TRUE);
  *rect = self->down ? (PoplensRect){self->plot.x, a, self->plot.width, b - a}
                     : (PoplensRect){a, plot.y, b - a, plot.height};
  return TRUE;
}

gboolean
poplens_chart_layout_item_rect (const PoplensChartLayout *self, gsize item, double *x, double *y,
                                double *width, double *height)
{
  PoplensRect rect;

  if (self->empty || self->overview || !self->chart->kind->item_rect (self, item, &rect))
    return FALSE;
  *x = rect.x;
  *y = rect.y;
  *width = rect.width;
  *height = rect.height;
  return TRUE;
}
