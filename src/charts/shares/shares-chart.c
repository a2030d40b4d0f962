/* The SHARES chart: its data, descriptions and hit tests. */
#include "charts/shares/shares-private.h"

/* ---- data ------------------------------------------------------------------------------------ */

static gpointer
shares_data_new (void)
{
  return g_new0 (PoplensSharesData, 1);
}

static void
shares_data_free (gpointer data)
{
  PoplensSharesData *self = data;

  g_free (self->left);
  g_free (self->right);
  g_free (self);
}

void
poplens_chart_set_shares_foot (PoplensChart *self, const char *left, const char *right)
{
  PoplensSharesData *data = self->data;

  g_free (data->left);
  g_free (data->right);
  data->left = g_strdup (left);
  data->right = g_strdup (right);
}

void
poplens_chart_set_shares_states (PoplensChart *self)
{
  ((PoplensSharesData *) self->data)->has_states = TRUE;
}

gsize
poplens_shares_first (const PoplensChart *self, guint group)
{
  return group < self->groups->len ? g_array_index (self->groups, PoplensItemGroup, group).first
                                   : self->n_items;
}

guint64
poplens_shares_value (const PoplensChart *self, gsize part)
{
  return part < self->series->len ? poplens_chart_series (self, (guint) part)->values[part] : 0;
}

guint64
poplens_shares_sum (const PoplensChart *self, guint group)
{
  guint64 sum = 0;

  for (gsize i = poplens_shares_first (self, group); i < poplens_shares_first (self, group + 1);
       i++)
    sum += poplens_shares_value (self, i);
  return sum;
}

guint64
poplens_shares_total (const PoplensChart *self)
{
  return poplens_shares_sum (self, 0) + poplens_shares_sum (self, 1);
}

const char *
poplens_shares_format (const PoplensChart *self, PoplensNumber buffer, guint64 value)
{
  guint64 all = MAX (poplens_shares_total (self), self->top);

  if (!self->shares)
    return poplens_chart_format_value (self, buffer, value);
  return poplens_format_percent (buffer, all ? (double) value / (double) all : 0);
}

/* ---- descriptions ---------------------------------------------------------------------------- */

static const char *
unit_word (const PoplensChart *self)
{
  return self->unit == POPLENS_CHART_UNIT_CYCLES  ? "Cycles"
         : self->unit == POPLENS_CHART_UNIT_BYTES ? "Memory"
                                                  : "Value";
}

static void
append_value (const PoplensChart *self, GString *out, const char *name, guint64 value, guint64 all)
{
  PoplensNumber percent;

  g_string_append_printf (out, "\n%s\t", name);
  poplens_chart_append_exact (self, out, value);
  if (all)
    g_string_append_printf (out, " (%s)",
                            poplens_format_percent (percent, (double) value / (double) all));
}

/* Describes a part with its share of the whole, or the contents of a thin bar. */
static void
shares_describe_item (const PoplensChart *self, GString *out, gsize item)
{
  guint64 all = 0;

  poplens_chart_append_name (self, out, item);
  if (item < poplens_shares_first (self, 2)) {
    all = MAX (poplens_shares_total (self), self->top);
    append_value (self, out, unit_word (self), poplens_shares_value (self, item), all);
  } else {
    for (guint s = 0; s < self->series->len; s++)
      all += poplens_chart_series (self, s)->values[item];
    for (guint s = 0; s < self->series->len; s++)
      if (poplens_chart_series (self, s)->values[item])
        append_value (self, out, poplens_chart_series (self, s)->name,
                      poplens_chart_series (self, s)->values[item], all);
  }
  poplens_chart_append_notes (self, out, item);
  if (self->source)
    g_string_append_printf (out, "\nSource\t%s", self->source);
}

/* Appends the parts in @range with their shares: "Compute 51.1 %, Exchange 4.4 %". */
static void
shares_describe_range (const PoplensChart *self, GString *out, PoplensItemRange range)
{
  for (gsize i = range.from; i < range.to; i++) {
    PoplensNumber number, value;
    g_autofree char *name = poplens_chart_item_name (self, i);
    g_string_append_printf (
        out, "%s%s %s", i > range.from ? ", " : "", poplens_chart_get_item_label (self, i, number),
        i < poplens_shares_first (self, 2)
            ? poplens_shares_format (self, value, poplens_shares_value (self, i))
        : name ? name
               : "");
  }
}

static void
shares_describe_view (const PoplensChart *self, GString *out, const PoplensChartView *view)
{
  if (self->series->len)
    shares_describe_range (self, out, (PoplensItemRange){0, self->n_items});
  else if (self->empty_text)
    g_string_append (out, self->empty_text);
}

/* ---- hit tests and overlays ------------------------------------------------------------------ */

static PoplensChartHit
shares_hit (const PoplensChartLayout *self, double x, double y)
{
  const PoplensSharesLayout *layout = poplens_shares_layout (self);
  PoplensChartHit hit = {POPLENS_CHART_HIT_NONE, 0, -1, 0};

  for (gsize i = 0; i < self->chart->n_items; i++)
    if (poplens_rect_contains (&layout->block[i], x, y) ||
        poplens_rect_contains (&layout->row[i], x, y))
      hit = (PoplensChartHit){POPLENS_CHART_HIT_ITEM, i, -1, 0};
  return hit;
}

static gboolean
shares_item_rect (const PoplensChartLayout *self, gsize item, PoplensRect *rect)
{
  const PoplensSharesLayout *layout = poplens_shares_layout (self);

  if (item >= self->chart->n_items)
    return FALSE;
  *rect = layout->block[item].width > 0 ? layout->block[item] : layout->row[item];
  return rect->width > 0;
}

static void
draw_outline (const PoplensChartLayout *self, cairo_t *cr, const PoplensRect *rect, PoplensInk ink)
{
  const PoplensRect path = {rect->x, rect->y, MAX (rect->width, 2), rect->height};

  poplens_overlay_frame (self, cr, path, 2, ink, 1);
}

/* Marks an item without hiding its colour or text: outlines its block and tints its legend row. */
static void
mark_item (const PoplensChartLayout *self, cairo_t *cr, gsize item, PoplensInk ink)
{
  const PoplensSharesLayout *layout = poplens_shares_layout (self);

  if (item >= self->chart->n_items)
    return;
  if (layout->row[item].width > 0)
    poplens_overlay_fill (self, cr, layout->row[item], ink, 0.1);
  if (layout->block[item].width > 0)
    draw_outline (self, cr, &layout->block[item], ink);
}

static void
shares_draw_overlay (const PoplensChartLayout *self, cairo_t *cr,
                     const PoplensChartOverlay *overlay)
{
  if (self->empty)
    return;
  for (guint i = 0; i < overlay->n_selected; i++)
    for (gsize item = overlay->selected[i].from; item < overlay->selected[i].to; item++)
      mark_item (self, cr, item, POPLENS_INK_SELECTION);
  if (overlay->has_hover)
    mark_item (self, cr, overlay->hover, POPLENS_INK_FOREGROUND);
  if (overlay->focused)
    mark_item (self, cr, overlay->cursor, POPLENS_INK_SELECTION);
}

/* Returns the fill of a series' legend chip, as opaque as the blocks of the bar. */
static PoplensColor
shares_get_chip (const PoplensChartLayout *self, guint s)
{
  const PoplensSeries *series = poplens_chart_series (self->chart, s);
  gboolean quiet = series->kind == POPLENS_SERIES_QUIET;

  return poplens_layout_series_color (self, s, quiet ? poplens_layout_tint (self, series) : 1);
}

const PoplensChartKind poplens_shares_kind = {
    .get_chip = shares_get_chip,
    .data_new = shares_data_new,
    .data_free = shares_data_free,
    .natural_height = poplens_shares_height,
    .describe_item = shares_describe_item,
    .describe_range = shares_describe_range,
    .describe_view = shares_describe_view,
    .lay_out = poplens_shares_lay_out,
    .layout_free = poplens_shares_layout_free,
    .hit = shares_hit,
    .item_rect = shares_item_rect,
    .draw_overlay = shares_draw_overlay,
};
