/* What the colours of a FLOOR chart stand for: a bar with its ends and round values. */
#include "charts/floor/floor-private.h"

#include <math.h>

#define ROW 22
#define TICKS 18
#define BAR_HEIGHT 12
#define BAR_MOST 320
#define BAR_LEAST 60
#define BAR_STEPS 256
#define SWATCH 12
#define ENTRY_GAP 20
#define NAME_MOST 260
#define LABEL_GAP 10

/* ---- the bar --------------------------------------------------------------------------------- */

static void
add_ramp (PoplensChartLayout *self, const PoplensRect *bar)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, BAR_STEPS, 1);
  guint32 *line = (guint32 *) (void *) cairo_image_surface_get_data (surface);

  cairo_surface_flush (surface);
  for (guint i = 0; i < BAR_STEPS; i++) {
    PoplensColor c = poplens_ramp (i / (BAR_STEPS - 1.0), self->theme);
    line[i] = (guint32) lround (c.red * 255) << 16 | (guint32) lround (c.green * 255) << 8 |
              (guint32) lround (c.blue * 255);
  }
  cairo_surface_mark_dirty (surface);
  poplens_layout_image (self, surface, *bar, *bar);
  poplens_layout_begin (self, POPLENS_DRAW_FRAME, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 0.8));
  poplens_layout_box (self, bar->x - 1, bar->y - 1, bar->width + 2, bar->height + 2);
}

/* "598.3", or "598" where it is whole. */
static void
format_in_unit (const PoplensValueScale *scale, PoplensNumber text, guint64 value)
{
  double number = (double) value / scale->unit_size;

  if (number == floor (number) || number >= 1e5)
    poplens_format_count (text, (guint64) number);
  else
    poplens_format_fixed (text, number, 1);
}

static double
tick_x (const PoplensChartLayout *self, const PoplensRect *bar, double value)
{
  double low = (double) poplens_floor_layout (self)->low,
         high = (double) poplens_floor_layout (self)->high;

  return bar->x + (high > low ? (value - low) / (high - low) : 0) * bar->width;
}

static PoplensRect
add_number (PoplensChartLayout *self, const char *text, double x, double y, double align)
{
  PoplensTextSpec spec = {x, y, align, POPLENS_TEXT_TICK, POPLENS_INK_DIM, 0, PANGO_ELLIPSIZE_NONE};

  return poplens_layout_text (self, text, &spec);
}

/* Round values between the ends, where they have room beside those. */
static void
add_ticks (PoplensChartLayout *self, const PoplensRect *bar, const PoplensValueScale *scale,
           double free_from, double free_to)
{
  double y = bar->y + bar->height;
  guint n = 0;

  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_DIM, 1));
  for (double k = floor ((double) poplens_floor_layout (self)->low / scale->step) + 1;
       k * scale->step < (double) poplens_floor_layout (self)->high && n < BAR_MOST; k++, n++) {
    double value = k * scale->step, x = round (tick_x (self, bar, value)), width;
    PoplensNumber text;
    format_in_unit (scale, text, (guint64) value);
    width = poplens_chart_text_width (self, text, POPLENS_TEXT_TICK);
    poplens_layout_box (self, x, y + 1, 1, 3);
    if (x - width / 2 < free_from || x + width / 2 > free_to)
      continue;
    add_number (self, text, x, y + 11, 0.5);
    free_from = x + width / 2 + LABEL_GAP;
  }
}

/* Returns: where the text behind the bar ends */
static double
add_scale (PoplensChartLayout *self, const PoplensRect *bar)
{
  const PoplensFloorLayout *f = poplens_floor_layout (self);
  const PoplensChart *chart = self->chart;
  PoplensValueScale scale;
  PoplensNumber number;
  PoplensRect low, high;
  g_autofree char *begin = NULL;
  g_autofree char *end = NULL;
  double y = bar->y + bar->height + 11;

  /* Round in the span, which need not begin at 0. */
  poplens_value_scale_init (&scale, chart->unit, chart->byte_unit, (double) (f->high - f->low), 6);
  format_in_unit (&scale, number, f->low);
  begin = g_strconcat (f->below ? "\u2264 " : "", number, NULL);
  low = add_number (self, begin, bar->x, y, 0);
  format_in_unit (&scale, number, f->high);
  end = g_strdup_printf ("%s%s%s%s", f->above ? "\u2265 " : "", number, *scale.unit ? " " : "",
                         scale.unit);
  if (f->high == f->low)
    return bar->x + bar->width;
  high = add_number (self, end, bar->x + bar->width, y, 0);
  /* The figures end under the end of the bar, and the unit follows. */
  g_array_index (self->texts, PoplensDrawText, self->texts->len - 1).x -=
      poplens_chart_text_width (self, number, POPLENS_TEXT_TICK) / 2;
  add_ticks (self, bar, &scale, low.x + low.width + LABEL_GAP,
             bar->x + bar->width - poplens_chart_text_width (self, number, POPLENS_TEXT_TICK) / 2 -
                 LABEL_GAP);
  return high.x + high.width;
}

static void
add_limit (PoplensChartLayout *self, const PoplensRect *bar)
{
  const PoplensChart *chart = self->chart;
  double x;

  if (!chart->has_limit || chart->limit < poplens_floor_layout (self)->low ||
      chart->limit > poplens_floor_layout (self)->high)
    return;
  x = round (tick_x (self, bar, (double) chart->limit));
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_BACKGROUND, 1));
  poplens_layout_box (self, x - 2, bar->y - 3, 4, bar->height + 6);
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, x - 1, bar->y - 4, 2, bar->height + 8);
}

/* ---- marks ----------------------------------------------------------------------------------- */

/* Entries behind the bar: over two rows, where there is room. */
typedef struct {
  double left, x, y, right;
  guint row;
} Entries;

/* Room for a swatch and @text; FALSE where there is none. */
static gboolean
begin_entry (PoplensChartLayout *self, Entries *at, const char *text, PoplensInk ink)
{
  double width = SWATCH + 6 + ceil (poplens_chart_text_width (self, text, POPLENS_TEXT_LABEL));
  PoplensTextSpec spec = {0, 0, 0, POPLENS_TEXT_LABEL, ink, 0, PANGO_ELLIPSIZE_END};

  if (at->x > at->left && at->x + width > at->right && !at->row) {
    at->row = 1;
    at->x = at->left;
    at->y += ROW - 2;
  }
  spec.max_width = MIN (width, at->right - at->x) - SWATCH - 6;
  if (spec.max_width < 24)
    return FALSE;
  spec.x = at->x + SWATCH + 6;
  spec.y = at->y;
  poplens_layout_text (self, text, &spec);
  return TRUE;
}

static void
add_swatch (PoplensChartLayout *self, Entries *at, PoplensDrawKind kind, PoplensColor color,
            const char *text)
{
  poplens_layout_begin (self, kind, POPLENS_PART_FURNITURE, -1, color);
  poplens_layout_box (self, at->x, at->y - SWATCH / 2, SWATCH, SWATCH);
  at->x +=
      SWATCH + 6 + ceil (poplens_chart_text_width (self, text, POPLENS_TEXT_LABEL)) + ENTRY_GAP;
}

static void
add_limit_entry (PoplensChartLayout *self, Entries *at)
{
  const PoplensChart *chart = self->chart;

  if (!chart->has_limit || chart->limit < poplens_floor_layout (self)->low ||
      chart->limit > poplens_floor_layout (self)->high ||
      !begin_entry (self, at, chart->limit_name, POPLENS_INK_FOREGROUND))
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FILL, POPLENS_PART_FURNITURE, -1,
                        poplens_layout_color (self, POPLENS_INK_LIMIT, 1));
  poplens_layout_box (self, at->x + SWATCH / 2 - 1, at->y - SWATCH / 2 - 1, 2, SWATCH + 2);
  at->x += SWATCH + 6 +
           ceil (poplens_chart_text_width (self, chart->limit_name, POPLENS_TEXT_LABEL)) +
           ENTRY_GAP;
}

static void
add_bad_entry (PoplensChartLayout *self, Entries *at)
{
  const PoplensFloorData *floor = poplens_floor (self->chart);
  PoplensColor color = poplens_layout_color (self, POPLENS_INK_LIMIT, 1);
  g_autofree char *text = NULL;
  PoplensNumber number;
  gsize n = 0;

  for (gsize i = 0; floor->bad && i < self->chart->n_items; i++)
    n += floor->bad[i] != 0;
  if (!n)
    return;
  text = g_strdup_printf ("%s %s", poplens_format_count (number, n), floor->bad_name);
  if (!begin_entry (self, at, text, POPLENS_INK_FOREGROUND))
    return;
  poplens_layout_begin (self, POPLENS_DRAW_FRAME, POPLENS_PART_FURNITURE, -1, color);
  poplens_layout_box (self, at->x, at->y - SWATCH / 2, SWATCH, SWATCH);
  add_swatch (self, at, POPLENS_DRAW_STRIPES, color, text);
}

static void
add_unknown_entry (PoplensChartLayout *self, Entries *at)
{
  const guint64 *values =
      poplens_chart_series (self->chart, (guint) poplens_floor_layout (self)->series)->values;
  g_autofree char *text = NULL;
  PoplensNumber number;
  gsize n = 0;

  for (gsize i = 0; i < self->chart->n_items; i++)
    n += values[i] == POPLENS_FLOOR_NONE;
  if (!n)
    return;
  text = g_strdup_printf ("%s not recorded", poplens_format_count (number, n));
  if (begin_entry (self, at, text, POPLENS_INK_DIM))
    add_swatch (self, at, POPLENS_DRAW_HATCH, poplens_layout_color (self, POPLENS_INK_DIM, 0.6),
                text);
}

static void
add_removable_entry (PoplensChartLayout *self, guint series, double x, double y, double width)
{
  PoplensTextSpec spec = {
      x + SWATCH + 6,        y, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, width - SWATCH - 6,
      PANGO_ELLIPSIZE_MIDDLE};

  poplens_layout_text (self, poplens_chart_series (self->chart, series)->name, &spec);
  spec = (PoplensTextSpec){x + SWATCH / 2,      y, 0.5, POPLENS_TEXT_LABEL, POPLENS_INK_DIM, 0,
                           PANGO_ELLIPSIZE_NONE};
  poplens_layout_text (self, "\u00d7", &spec);
  poplens_layout_zone (self, (PoplensRect){x - 4, y - ROW / 2, width + 8, ROW},
                       POPLENS_CHART_HIT_LEGEND, (int) series);
}

/* Series that can be taken out, in rows of their own: a click on one is for whoever put it in.
 * Returns: their height */
static double
add_removable (PoplensChartLayout *self, double top)
{
  double left = POPLENS_PADDING, right = self->width - POPLENS_PADDING, x = left;
  double y = top + ROW / 2;
  gboolean any = FALSE;

  for (guint s = 0; s < self->chart->series->len; s++) {
    const PoplensSeries *series = poplens_chart_series (self->chart, s);
    double width;
    if (series->kind != POPLENS_SERIES_LINE)
      continue;
    width = SWATCH + 6 + ceil (poplens_chart_text_width (self, series->name, POPLENS_TEXT_LABEL));
    width = MAX (MIN (MIN (width, NAME_MOST), right - left), SWATCH + 30);
    if (x > left && x + width > right) {
      x = left;
      y += ROW;
    }
    add_removable_entry (self, s, x, y, width);
    x += width + ENTRY_GAP;
    any = TRUE;
  }
  return any ? y + ROW / 2 - top : 0;
}

/* How the range was chosen, below the name. Returns: its width */
static double
add_range_name (PoplensChartLayout *self, double y)
{
  const char *name = poplens_floor (self->chart)->range_name;

  if (!name || !poplens_floor_layout (self)->has_range)
    return 0;
  return add_number (self, name, POPLENS_PADDING, y, 0).width;
}

double
poplens_floor_add_legend (PoplensChartLayout *self, double y)
{
  double right = self->width - POPLENS_PADDING, middle = y + ROW / 2;
  const char *name =
      poplens_chart_series (self->chart, (guint) poplens_floor_layout (self)->series)->name;
  PoplensTextSpec spec = {
      POPLENS_PADDING,    middle, 0, POPLENS_TEXT_LABEL, POPLENS_INK_FOREGROUND, 0,
      PANGO_ELLIPSIZE_END};
  PoplensRect bar = {0, middle - BAR_HEIGHT / 2, 0, BAR_HEIGHT}, text;
  Entries at = {0, 0, middle, right, 0};

  spec.max_width = MAX (MIN (NAME_MOST, (right - spec.x) * 0.4), 1);
  text = poplens_layout_text (self, name, &spec);
  text.width = MAX (text.width, add_range_name (self, bar.y + BAR_HEIGHT + 11));
  bar.x = ceil (text.x + text.width) + 10;
  bar.width = floor (MIN (BAR_MOST, (right - bar.x) * 0.42));
  at.left = bar.x;
  if (poplens_floor_layout (self)->has_range && bar.width >= BAR_LEAST) {
    add_ramp (self, &bar);
    at.left = ceil (MAX (add_scale (self, &bar), bar.x + bar.width)) + ENTRY_GAP;
    add_limit (self, &bar);
  }
  at.x = at.left;
  add_bad_entry (self, &at);
  add_limit_entry (self, &at);
  add_unknown_entry (self, &at);
  return ROW + TICKS + 4 + add_removable (self, y + ROW + TICKS);
}
