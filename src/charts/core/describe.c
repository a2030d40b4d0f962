/* A chart in words: for the hover box, and for those who do not see it. */
#include "charts/difference/difference.h"
#include "charts/floor/floor-private.h"
#include "charts/lanes/address-private.h"
#include "charts/treemap/treemap-private.h"

#include <math.h>

const char *
poplens_chart_format_value (const PoplensChart *self, PoplensNumber buffer, guint64 value)
{
  switch (self->unit) {
  case POPLENS_CHART_UNIT_BYTES:
    return poplens_format_bytes (buffer, value, self->byte_unit);
  case POPLENS_CHART_UNIT_CYCLES:
    poplens_format_count (buffer, value);
    g_strlcat (buffer, value == 1 ? " cycle" : " cycles", POPLENS_NUMBER_SIZE);
    return buffer;
  case POPLENS_CHART_UNIT_MICROSECONDS:
    return poplens_format_seconds (buffer, (double) value * 1e-6);
  case POPLENS_CHART_UNIT_COUNT:
  default:
    return poplens_format_count (buffer, value);
  }
}

void
poplens_chart_append_exact (const PoplensChart *self, GString *out, guint64 value)
{
  PoplensNumber text, exact;
  gboolean scaled = FALSE;
  const char *unit = "";

  if (self->unit == POPLENS_CHART_UNIT_BYTES && self->byte_unit != POPLENS_BYTE_UNIT_BYTES) {
    scaled = value >= (self->byte_unit == POPLENS_BYTE_UNIT_SI ? 1000 : 1024);
    unit = " B";
  } else if (self->unit == POPLENS_CHART_UNIT_MICROSECONDS) {
    scaled = value >= 1000;
    unit = " µs";
  }
  g_string_append (out, poplens_chart_format_value (self, text, value));
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

static void
append_name (GString *out, const PoplensChart *self, gsize item)
{
  PoplensNumber label;

  if (!self->texts)
    g_string_append_printf (out, "%s ", self->item_name);
  g_string_append (out, poplens_chart_get_item_label (self, item, label));
}

char *
poplens_chart_describe_item (const PoplensChart *self, gsize item)
{
  GString *out = g_string_new (NULL);
  const PoplensItemGroup *group;
  g_autofree char *name = NULL;

  if (self->lanes) {
    g_string_free (out, TRUE);
    return poplens_lane_describe_item (self, item);
  }
  if (self->treemap) {
    g_string_free (out, TRUE);
    return poplens_treemap_describe (self, item);
  }
  if (item >= self->n_items)
    return g_string_free (out, FALSE);
  append_name (out, self, item);
  name = poplens_chart_item_name (self, item);
  if (name && *name)
    g_string_append_printf (out, " · %s", name);
  if (self->floor) {
    poplens_floor_describe (self, out, item);
    return g_string_free (out, FALSE);
  }
  group = poplens_chart_group_at (self, item);
  if (group && *group->name)
    g_string_append_printf (out, " · %s", group->name);
  for (guint s = 0; s < self->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self, s);
    if (!poplens_series_is_drawn (series) ||
        (!series->values[item] && self->n_visible > POPLENS_MANY_SERIES))
      continue;
    g_string_append_printf (out, "\n%s\t", series->name);
    if (series->absent && series->absent[item])
      g_string_append (out, "not recorded");
    else
      poplens_chart_append_exact (self, out, series->values[item]);
  }
  if (poplens_chart_count_stacked (self) > 1) {
    guint64 total = poplens_chart_total (self, item);
    g_string_append (out, total == G_MAXUINT64 ? "\nTotal\tat least " : "\nTotal\t");
    poplens_chart_append_exact (self, out, total);
  }
  poplens_difference_describe (self, out, item);
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
  return g_string_free (out, FALSE);
}

/* What a range is about: the stack, or the first visible line where nothing is stacked. */
static guint64
value_of (const PoplensChart *self, gsize item, gboolean stacked)
{
  if (stacked)
    return poplens_chart_total (self, item);
  for (guint s = 0; s < self->series->len; s++)
    if (poplens_series_is_drawn (poplens_chart_series (self, s)))
      return poplens_chart_series (self, s)->values[item];
  return 0;
}

static void
append_range_name (GString *out, const PoplensChart *self, PoplensItemRange range)
{
  PoplensNumber count;
  gsize n = range.to - range.from, first = self->counts ? self->numbers[0] : 0;

  if (n == 1) {
    append_name (out, self, range.from);
    g_string_append_printf (out, ": 1 %s", self->item_name);
    return;
  }
  /* Where numbers that do not count up, or texts, name the items, a run of neighbours has
   * positions only. */
  g_string_append_printf (
      out, "%ss %s%" G_GSIZE_FORMAT "–%" G_GSIZE_FORMAT ": %s %ss", self->item_name,
      (self->numbers && !self->counts) || self->texts ? "at positions " : "", first + range.from,
      first + range.to - 1, poplens_format_count (count, n), self->item_name);
}

char *
poplens_chart_describe_range (const PoplensChart *self, PoplensItemRange range)
{
  GString *out = g_string_new (NULL);
  gboolean stacked = poplens_chart_count_stacked (self) > 0, over = FALSE;
  guint64 sum = 0, low = G_MAXUINT64, high = 0;
  gsize lowest, highest;

  if (self->lanes) {
    g_string_free (out, TRUE);
    return poplens_lane_describe_range (self, range);
  }
  if (self->floor) {
    g_string_free (out, TRUE);
    return poplens_floor_describe_range (self, range);
  }
  if (self->treemap) {
    g_string_free (out, TRUE);
    return poplens_treemap_describe_range (self, range);
  }
  range.to = MIN (range.to, self->n_items);
  if (range.from >= range.to)
    return g_string_free (out, FALSE);
  lowest = highest = range.from;
  for (gsize i = range.from; i < range.to; i++) {
    guint64 value = value_of (self, i, stacked);
    over = over || value == G_MAXUINT64 || !g_uint64_checked_add (&sum, sum, value);
    if (value < low)
      low = value, lowest = i;
    if (value > high)
      high = value, highest = i;
  }
  low = value_of (self, lowest, stacked);
  append_range_name (out, self, range);
  g_string_append (out, over ? ", sum more than " : ", sum ");
  poplens_chart_append_exact (self, out, over ? G_MAXUINT64 : sum);
  g_string_append (out, ", lowest ");
  poplens_chart_append_exact (self, out, low);
  g_string_append (out, " at ");
  append_name (out, self, lowest);
  g_string_append (out, ", highest ");
  poplens_chart_append_exact (self, out, high);
  g_string_append (out, " at ");
  append_name (out, self, highest);
  poplens_difference_describe_range (self, out, range);
  return g_string_free (out, FALSE);
}

char *
poplens_chart_describe_span (const PoplensChart *self, double from, double to)
{
  PoplensNumber a, b;

  from = MAX (from, 0);
  to = MAX (to, from);
  if (self->kind == POPLENS_CHART_KIND_ADDRESS)
    return poplens_address_describe_span (self, (guint64) from, (guint64) to);
  if (self->lanes)
    return g_strdup_printf ("%ss %s to %s", self->lanes->noun ? self->lanes->noun : "cycle",
                            poplens_format_count (a, (guint64) from),
                            poplens_format_count (b, (guint64) to));
  return poplens_chart_describe_range (self,
                                       (PoplensItemRange){(gsize) floor (from), (gsize) ceil (to)});
}
